-- g:places: nodes around a goal for many units, cheapest first.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local positions = require "spec.support.positions"
local random = require "spec.support.random"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that

local ALL = { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true, odd = true }

-- The places against the costs of walking outward from the goal, by record.
local function compare(w, places, dist, n, unit, taken, reached)
  local eligible, count = {}, 0
  for r, d in pairs(dist) do
    if r.node and w:enterable(unit, r) and not taken[r] and (not reached or reached[r]) then
      eligible[r], count = d, count + 1
    end
  end
  that(#places == math.min(n, count), "%d places, should be %d of %d", #places, math.min(n, count), count)
  local last, given = 0, {}
  for i, node in ipairs(places) do
    local r = w.by_node[node]
    that(r and not given[r], "place %d, %s, is given twice", i, node)
    that(eligible[r], "%s is no place", node)
    that(eligible[r] >= last - 1e-9 * (1 + last), "%s costs %g, the place before %g", node, eligible[r], last)
    given[r], last = true, eligible[r]
  end
  for r, d in pairs(eligible) do
    that(given[r] or d >= last - 1e-9 * (1 + last), "%s at %g is left out, %g is given", r.node, d, last)
  end
end

local function some(w, rng, chance)
  local records, nodes = {}, {}
  for _, r in ipairs(w.list) do
    if rng:chance(chance) then
      records[r] = true
      nodes[#nodes + 1] = r.node
    end
  end
  return records, nodes
end

local function ask(w, rng)
  local unit, goal = w:any_unit(rng), rng:pick(w.list)
  local taken, taken_nodes = some(w, rng, rng:pick({ 0, 0.2, 0.7 }))
  local from = rng:chance(0.5) and rng:pick(w.list) or nil
  local n = rng:pick({ 0, 1, 2, 5, 10, 1000 })
  local dist = oracle.dijkstra(w, goal, { unit = unit })
  local reached = from and oracle.dijkstra(w, from, { unit = unit })
  local places = w.g:places(goal.node, n, { unit = unit, taken = taken_nodes, from = from and from.node })
  compare(w, places, dist, n, unit, taken, reached)
end

-- Those that are given when each has to keep apart from those before it and from `taken`: of all of them, one after the other.
local function keep_apart(all, taken, n, are_apart)
  local kept = {}
  for _, node in ipairs(all) do
    local apart = #kept < n
    for _, list in ipairs { kept, taken } do
      for _, other in ipairs(list) do apart = apart and are_apart(node, other) end
    end
    if apart then kept[#kept + 1] = node end
  end
  return kept
end

local function compare_lists(got, expected)
  that(#got == #expected, "%d places, should be %d", #got, #expected)
  for i, node in ipairs(expected) do that(got[i] == node, "place %d is %s, should be %s", i, got[i], node) end
end

local function ask_apart(w, rng)
  local unit, goal = w:any_unit(rng), rng:pick(w.list).node
  local _, taken = some(w, rng, rng:pick({ 0, 0.1 }))
  local n, spacing = rng:pick({ 1, 3, 10, 1000 }), rng:pick({ 0.5, 1, 1.5, 2, 3.7, 100, math.huge }) * rng:pick({ 1, 1, 10 })
  local all = w.g:places(goal, 1e9, { unit = unit, taken = taken })
  local kept = keep_apart(all, taken, n, function(a, b) return a:distance(b) >= spacing * (1 - 1e-12) end)
  compare_lists(w.g:places(goal, n, { unit = unit, taken = taken, spacing = spacing }), kept)
end

describe("places", function()
  it("are the cheapest around a goal, on random graphs", function()
    random.cases("places", 500, function(rng)
      local w = world.random(rng, rng:int(1, 20), rng:int(1, 5))
      for _ = 1, 4 do
        for _ = 1, 3 do ask(w, rng) end
        for _ = 1, rng:int(1, 4) do w:edit(rng) end
        if #w.list == 0 then w:add(0, 0) end
      end
    end)
  end)

  it("are the cheapest around a goal, on random grids", function()
    random.cases("places on grids", 250, function(rng)
      local w = tiles.random(rng, ALL)
      for _ = 1, 3 do
        for _ = 1, 3 do ask(w, rng) end
        w:edit(rng, ALL)
      end
    end)
  end)

  it("are around and reached from positions", function()
    random.cases("places at positions", 300, function(rng)
      local w = world.random(rng, rng:int(1, 20), rng:int(1, 5))
      local unit = w:any_unit(rng)
      local goal, from = positions.random(w, rng), rng:chance(0.5) and positions.random(w, rng) or nil
      local goals, froms = positions.spots(w, unit, goal), from and positions.spots(w, unit, from) or {}
      if #goals > 1 or #froms > 1 or positions.unsure({ goals[1], froms[1] }) then return end
      local places = w.g:places(goal, 5, { unit = unit, from = from })
      local dist = positions.dijkstra(w, goals[1], {}, { unit = unit })
      local reached = from and positions.dijkstra(w, froms[1], { goals[1] }, { unit = unit })
      if reached and reached[goals[1]] then reached = nil end
      compare(w, places, dist, 5, unit, {}, reached)
    end)
  end)

  it("keep the distance that is asked for", function()
    random.cases("places apart", 150, function(rng)
      local w = world.random(rng, rng:int(1, 30), rng:int(1, 5))
      for _ = 1, 3 do ask_apart(w, rng) end
    end)
    random.cases("places apart on grids", 150, function(rng)
      local w = tiles.random(rng, { terrain = true, walls = true, links = true, heights = true, waypoints = true, odd = true })
      for _ = 1, 3 do ask_apart(w, rng) end
    end)
    local ring = astar.grid { width = 10, height = 1, wrap = "x" }
    that(#ring:places(ring:cell(1, 1), 10, { spacing = 3 }) == 3, "over the edge of the map")
    that(#ring:places(ring:cell(1, 1), 10, { spacing = 0 }) == 10, "none")
  end)

  it("of large units do not overlap", function()
    random.cases("places of large units", 150, function(rng)
      local size, width, height = rng:int(2, 4), rng:int(4, 20), rng:int(4, 20)
      local wrap = rng:pick { "", "x", "y", "xy" }
      local map = astar.grid { width = width, height = height, wrap = wrap ~= "" and wrap or nil }
      map:unit("tank", {}, { size = size })
      for _ = 1, width * height * rng:pick { 0, 0.05 } do map:block(rng:int(1, width), rng:int(1, height)) end
      local goal = map:cell(rng:int(1, width), rng:int(1, height))
      local taken = rng:chance(0.3) and { map:cell(rng:int(1, width), rng:int(1, height)) } or {}
      local function across(a, b, period, wraps)
        local d = math.abs(a - b)
        return wraps and math.min(d, period - d) or d
      end
      local function are_apart(a, b)
        return across(a.col, b.col, width, wrap:find("x", 1, true)) >= size or
          across(a.row, b.row, height, wrap:find("y", 1, true)) >= size
      end
      -- All of them, one call after the other: each finds the nearest that is not near those before.
      local places = map:places(goal, 1000, { unit = "tank", taken = taken })
      for i, a in ipairs(places) do
        for k = 1, i - 1 do that(are_apart(a, places[k]), "%s overlaps %s", a, places[k]) end
        for _, b in ipairs(taken) do that(are_apart(a, b), "%s overlaps %s, which is taken", a, b) end
      end
      local before = {}
      for _, b in ipairs(taken) do before[#before + 1] = b end
      for i, a in ipairs(places) do
        that(map:places(goal, 1, { unit = "tank", taken = before })[1] == a, "place %d", i)
        before[#before + 1] = a
      end
      that(#map:places(goal, 1, { unit = "tank", taken = before }) == 0, "there are more")
    end)
  end)

  it("are given as nodes, in an array of its own", function()
    local map = astar.grid{ width = 9, height = 9, neighbours = 4 }
    local middle = map:cell(5, 5)
    map:unit("man", { mud = 3 })
    map:set(5, 4, "mud")
    local places = map:places(middle, 5, "man")
    that(#places == 5 and places[1] == middle, "the goal is the first")
    that(places[2] == map:cell(4, 5) and places[3] == map:cell(6, 5) and places[4] == map:cell(5, 6), "then its neighbours")
    that(places[5] ~= map:cell(5, 4), "not the mud")
    places = map:places(middle, 2, { taken = { middle, map:cell(4, 5) } })
    that(#places == 2 and places[1] == map:cell(5, 4) and places[2] == map:cell(6, 5), "taken")
    middle.blocked = true
    that(map:places(middle, 1)[1] == map:cell(5, 4), "the goal cannot be entered")
    that(#map:places({ x = 0.5, y = 0.5 }, 1000) == 80, "all")
    that(#map:places(middle, 0) == 0, "none")
    that(#map:places(middle, math.huge) == 80, "as many as there are")
    for row = 1, 9 do map:block(3, row) end
    that(#map:places(map:cell(1, 1), 100) == 18, "on this side of a wall")
    that(#map:places(map:cell(1, 1), 100, { from = map:cell(9, 9) }) == 0, "not reached from the other side")
    that(#map:places(map:cell(1, 1), 100, { from = map:cell(2, 9) }) == 18, "reached from this side")
    map:link(map:cell(9, 9), map:cell(2, 9), { oneway = true, cost = 1 })
    that(#map:places(map:cell(1, 1), 100, { from = map:cell(9, 9) }) == 18, "by a portal")
    that(#map:places(map:cell(9, 9), 100, { from = map:cell(1, 1) }) == 18, "those behind the portal")
  end)

  it("raise where they make no sense", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    g:unit("man", {})
    check.refuses({ "#1", "node expected, got nil" }, g, "places")
    check.refuses({ "#1", "node expected, got number: write g:node(id)" }, g, "places", 1, 2)
    check.refuses({ "#2", "whole number" }, g, "places", a)
    check.refuses({ "#2", "whole number >= 0 expected, got -1" }, g, "places", a, -1)
    check.refuses({ "#2", "whole number" }, g, "places", a, 1.5)
    check.refuses({ "#2", "whole number" }, g, "places", a, 0 / 0)
    check.refuses({ "#3", "no unit named 'mann' (did you mean 'man'?)" }, g, "places", a, 1, "mann")
    check.refuses({ "#3", "table or unit name" }, g, "places", a, 1, 7)
    check.refuses({ "#3", "unknown option 'form' (did you mean 'from'?)" }, g, "places", a, 1, { form = a })
    check.refuses({ "#3", "option 'taken': array of nodes expected, got number" }, g, "places", a, 1, { taken = 3 })
    check.refuses({ "#3", "option 'taken': element 2: node expected, got boolean" }, g, "places", a, 1, { taken = { a, true } })
    check.refuses({ "#3", "option 'spacing': number >= 0 expected, got -1" }, g, "places", a, 1, { spacing = -1 })
    check.refuses({ "#3", "option 'spacing': number expected, got nan" }, g, "places", a, 1, { spacing = 0 / 0 })
    check.refuses({ "#3", "option 'spacing': number expected, got string" }, g, "places", a, 1, { spacing = "far" })
    check.refuses({ "#3", "option 'from': node expected, got boolean" }, g, "places", a, 1, { from = true })
    local other = astar.graph():add(0, 0)
    check.refuses({ "#3", "option 'from'" }, g, "places", a, 1, { from = other })
    check.refuses({ "#1" }, g, "places", other, 1)
    g:remove(b)
    check.refuses({ "#1", "node 2 was removed" }, g, "places", b, 1)
    that(#g:places(a, 9) == 1, "alone")
  end)
end)
