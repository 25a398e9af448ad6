-- g:places: nodes around a goal for many units, cheapest first.

local assign = require "spec.support.assign"
local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local positions = require "spec.support.positions"
local quests = require "spec.support.quests"
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

local function ask(w, rng)
  local unit, goal = w:any_unit(rng), rng:pick(w.list)
  local taken, taken_nodes = quests.some(w, rng, rng:pick({ 0, 0.2, 0.7 }))
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
  local _, taken = quests.some(w, rng, rng:pick({ 0, 0.1 }))
  local n, spacing = rng:pick({ 1, 3, 10, 1000 }), rng:pick({ 0.5, 1, 1.5, 2, 3.7, 100, math.huge }) * rng:pick({ 1, 1, 10 })
  local all = w.g:places(goal, 1e9, { unit = unit, taken = taken })
  local kept = keep_apart(all, taken, n, function(a, b) return a:distance(b) >= spacing * (1 - 1e-12) end)
  compare_lists(w.g:places(goal, n, { unit = unit, taken = taken, spacing = spacing }), kept)
end

---- Places for units that are somewhere -------------------------------------------------------------------------------

-- The vectors after which a map that wraps repeats itself, several times around.
local function shifts_of(map, wrap)
  local shifts, origin = { { 0, 0 } }, map:cell(1, 1)
  local function add(far, times)
    for i = 1, #shifts do
      for around = -4, 4 do
        if around ~= 0 then
          shifts[#shifts + 1] = { shifts[i][1] + around * times * (far.x - origin.x),
                                  shifts[i][2] + around * times * (far.y - origin.y) }
        end
      end
    end
  end
  -- every other column and row of hexagons is staggered
  if wrap:find("x", 1, true) then add(map:cell(3, 1), map.width / 2) end
  if wrap:find("y", 1, true) then add(map:cell(1, 3), map.height / 2) end
  return shifts
end

-- A point without z has no height.
local function square(a, b, shifts)
  local least = math.huge
  for _, shift in ipairs(shifts) do
    local dx, dy = a.x - b.x + shift[1], a.y - b.y + shift[2]
    least = math.min(least, dx * dx + dy * dy)
  end
  return a.z and least + (a.z - b.z) * (a.z - b.z) or least
end

-- `given`: for each point a place of `all` or false, with the least sum. All places are given.
local function compare_given(given, all, points, shifts)
  local index, costs, used, sum, most = {}, {}, 0, 0, 0
  for i, place in ipairs(all) do index[place] = i end
  for i, point in ipairs(points) do
    costs[i] = {}
    for k, place in ipairs(all) do
      costs[i][k] = square(point, place, shifts)
      most = math.max(most, costs[i][k])
    end
  end
  that(#given == #points, "%d places for %d units", #given, #points)
  for i, place in ipairs(given) do
    if place then
      that(index[place], "%s is not one of the places, or is given twice", place)
      sum, used = sum + costs[i][index[place]], used + 1
      index[place] = nil
    else
      that(place == false, "%s is no place", place)
    end
  end
  that(used == #all, "%d of %d places are given", used, #all)
  local least = (#points <= 6 and assign.try_all or assign.hungarian)(costs, #all)
  that(math.abs(sum - least) <= 1e-11 * #points * most, "the sum is %.17g, should be %.17g", sum, least)
end

-- Units of all kinds, and where they are; `size` is that of a cell. A crowd has at most one agent on a node.
local function draw_units(w, rng, n, crowd, size)
  local units, points = {}, {}
  for i = 1, n do
    local r, kind = rng:pick(w.list), rng:int(1, 4)
    local unit, point = r.node, { x = r.node.x, y = r.node.y, z = r.node.z }
    if kind == 1 and not crowd:at(r.node) then
      unit = crowd:add(r.node)
    elseif kind == 2 then
      unit = { x = r.node.x + rng:int(-9, 9) / 4 * size, y = r.node.y + rng:real(-3, 3) * size,
               z = rng:chance(0.5) and rng:int(0, 3) or nil }
      point = unit
    elseif kind == 3 and r.name then
      unit = r.name
    end
    units[i], points[i] = unit, point
  end
  return units, points
end

local function ask_given(w, rng, shifts, size)
  local n = rng:pick { 0, 1, 2, 4, 6, rng:int(7, #shifts > 9 and 15 or 40) }
  local crowd = w.g:crowd()
  local units, points = draw_units(w, rng, n, crowd, size)
  local _, taken = quests.some(w, rng, rng:pick { 0, 0.2 })
  local options = { unit = w:any_unit(rng), taken = taken, spacing = rng:pick { 0, 0, 1, 2.5 },
                    from = rng:chance(0.3) and rng:pick(w.list).node or nil }
  local goal = rng:pick(w.list).node
  local all, given = w.g:places(goal, n, options), w.g:places(goal, units, options)
  compare_given(given, all, points, shifts)
  for i, place in ipairs(w.g:places(goal, units, options)) do that(place == given[i], "the same again") end
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

  it("go to units that are given, on random graphs", function()
    random.cases("places for units", 300, function(rng)
      local w = world.random(rng, rng:int(1, 50), rng:int(1, 5))
      for _ = 1, 3 do ask_given(w, rng, { { 0, 0 } }, 1) end
    end)
  end)

  it("go to units that are given, on random grids, the shorter way round", function()
    random.cases("places for units on grids", 300, function(rng)
      local w = tiles.random(rng, ALL)
      local wrap = (w.wrap_x and "x" or "") .. (w.wrap_y and "y" or "")
      if wrap:find("x", 1, true) and w.width < 3 or wrap:find("y", 1, true) and w.height < 3 then return end
      for _ = 1, 3 do ask_given(w, rng, shifts_of(w.g, wrap), math.min(w.cell_w, w.cell_h)) end
    end)
    local ring = astar.grid { width = 10, height = 3, wrap = "x" }
    local taken = {}
    for cell in ring:nodes() do
      if cell.col > 1 and cell.col < 10 or cell.row ~= 2 then taken[#taken + 1] = cell end
    end
    local places = ring:places(ring:cell(5, 2), { { x = 12.5, y = 1.5 }, { x = -2.5, y = 1.5 } }, { taken = taken })
    that(places[1] == ring:cell(1, 2) and places[2] == ring:cell(10, 2), "beyond the edge")
    places = ring:places(ring:cell(5, 2), { { x = 1e300, y = 1.5 }, { x = -1e300, y = 1.5 } }, { taken = taken })
    that(#places == 2 and places[1] and places[2], "far beyond the edge")
  end)

  it("go to discs, which have room there", function()
    random.cases("places for discs", 100, function(rng)
      local map = astar.grid { width = rng:int(4, 30), height = rng:int(4, 30), cell = rng:pick { 1, 2 } }
      local crowd, w = map:crowd { radius = 0.2 }, {}
      local largest, units, points = 0, {}, {}
      for cell in map:nodes() do w[#w + 1] = cell end
      for i = 1, rng:pick { 1, 3, 6, rng:int(7, 40) } do
        local cell, radius = rng:pick(w), rng:pick { 0.2, 0.5, 0.5, 0.9 }
        if rng:chance(0.2) then
          units[i], points[i] = cell, cell
        else
          local disc = crowd:add(map.width / 2 + rng:real(-1, 1), map.height / 2 + rng:real(-1, 1), { radius = radius })
          largest = math.max(largest, radius)
          units[i], points[i] = disc, { x = disc.x, y = disc.y }
        end
      end
      local goal = rng:pick(w)
      local all = map:places(goal, #units, { spacing = 2 * largest })
      compare_given(map:places(goal, units), all, points, { { 0, 0 } })
      all = map:places(goal, #units, { spacing = 3 })
      compare_given(map:places(goal, units, { spacing = 3 }), all, points, { { 0, 0 } })
      all = map:places(goal, #units)
      compare_given(map:places(goal, units, { spacing = 0 }), all, points, { { 0, 0 } })
    end)
  end)

  it("keep a block of units in its order", function()
    local map = astar.grid { width = 60, height = 20 }
    local units = {}
    for row = 3, 7 do
      for col = 3, 7 do units[#units + 1] = map:cell(col, row) end
    end
    local free = {}
    for row = 10, 14 do
      for col = 40, 44 do free[map:cell(col, row)] = true end
    end
    local taken = {}
    for cell in map:nodes() do
      if not free[cell] then taken[#taken + 1] = cell end
    end
    local places = map:places(map:cell(42, 12), units, { taken = taken })
    for i, cell in ipairs(units) do
      that(places[i] == map:cell(cell.col + 37, cell.row + 7), "%s goes to %s", cell, places[i])
    end
  end)

  it("may be anywhere", function()
    for _, size in ipairs { 1e-300, 1e-170, 1e-9, 1, 1e154, 1e300, 1.7e308 } do
      local g, nodes = astar.graph(), {}
      for i = 1, 5 do
        nodes[i] = g:add(({ -1, -0.5, 0, 0.5, 1 })[i] * size, size)
        if i > 1 then g:link(nodes[i], nodes[i - 1], { cost = 1 }) end
      end
      local places = g:places(nodes[3], { { x = size, y = 0 }, { x = -size, y = -size }, nodes[3], { x = size / 2, y = size },
                                          { x = -size / 2, y = size } })
      that(places[1] == nodes[5] and places[2] == nodes[1] and places[3] == nodes[3], "of size %g", size)
      that(places[4] == nodes[4] and places[5] == nodes[2], "of size %g", size)
    end
  end)

  it("go to the units for which the sum is least if there are too few", function()
    local map = astar.grid { width = 3, height = 1 }
    local places = map:places(map:cell(2, 1), { { x = 40, y = 0.5 }, { x = 3, y = 0.5 }, { x = 2, y = 0.5 }, { x = 1, y = 0.5 } })
    that(#places == 4 and places[1] == false, "the one far away gets none")
    that(places[2] == map:cell(3, 1) and places[3] == map:cell(2, 1) and places[4] == map:cell(1, 1), "the others")
    map:block(1, 1)
    map:block(2, 1)
    map:block(3, 1)
    places = map:places(map:cell(2, 1), { map:cell(1, 1), { x = 1, y = 1 } })
    that(#places == 2 and places[1] == false and places[2] == false, "nobody")
    that(#map:places(map:cell(2, 1), {}) == 0, "no units")
    local raw = setmetatable({}, { __index = function() return map:cell(1, 1) end, __len = function() return 3 end })
    that(#map:places(map:cell(2, 1), raw) == 0, "arrays are read raw")
  end)

  it("are soon found for many units", function()
    local map = astar.grid { width = 100, height = 100 }
    for _, n in ipairs { 300, random.size(900, 300) } do
      local block, point = {}, {}
      for i = 1, n do
        block[i] = map:cell(1 + i % 20, 1 + math.floor(i / 20))
        point[i] = map:cell(1, 1)
      end
      for _, units in ipairs { block, point } do
        local seen = {}
        for _, place in ipairs(map:places(map:cell(70, 60), units)) do
          that(place and not seen[place], "each has a place of its own")
          seen[place] = true
        end
      end
    end
  end)

  it("raise where units make no sense", function()
    local map, other = astar.grid { width = 5, height = 5 }, astar.grid { width = 5, height = 5 }
    local cell, goal = map:cell(1, 1), map:cell(3, 3)
    local g = astar.graph()
    local removed, left = g:add(0, 0), g:add(1, 0)
    local agent, gone = g:crowd():add(removed), g:crowd():add(left)
    local discs = map:crowd { radius = 0.3 }
    local disc, lost = discs:add(2, 2), discs:add(4, 4)
    local function refuse(message, units, ...) check.refuses({ "#2", message }, map, "places", goal, units, ...) end
    refuse("element 2: node, position, agent or disc expected, got number", { cell, 7 })
    refuse("element 1: node, position, agent or disc expected, got table", { {} })
    refuse("element 1: node, position, agent or disc expected, got grid", { map })
    refuse("element 1: node, position, agent or disc expected, got crowd", { discs })
    refuse("element 2: node, position, agent or disc expected, got nil", { cell, nil, cell, cell })
    refuse("element 1: no node named 'gate'", { "gate" })
    refuse("element 2: number expected, got nil", { cell, { x = 1 } })
    refuse("element 1: finite number expected, got nan", { { x = 0 / 0, y = 1 } })
    refuse("element 1: finite number expected, got infinity", { { x = 1, y = math.huge } })
    refuse("whole number or array expected, got a position", { x = 1, y = 1 })
    refuse("whole number or array expected, got disc", disc)
    refuse("element 1: node of another graph", { other:cell(1, 1) })
    refuse("element 2: agent of a crowd on another graph", { cell, other:crowd():add(other:cell(1, 1)) })
    refuse("element 1: disc of a crowd on another graph", { other:crowd { radius = 0.3 }:add(2, 2) })
    refuse("element 1: disc of a crowd on a plane", { astar.plane():crowd():add(1, 1) })
    lost:remove()
    refuse("element 2: disc 2 was removed", { disc, lost })
    discs:close()
    refuse("element 1: disc of a closed crowd", { disc })
    check.refuses({ "#3", "unknown option 'spacin' (did you mean 'spacing'?)" }, map, "places", goal, { cell }, { spacin = 1 })
    gone:remove()
    check.refuses({ "#2", "element 1: agent 1 was removed" }, g, "places", left, { gone })
    removed:remove()
    check.refuses({ "#2", "element 1: agent 1 has no node" }, g, "places", left, { agent })
    check.refuses({ "#2", "element 2: node 1 was removed" }, g, "places", left, { left, removed })
    g:remove(left)
    check.refuses({ "#1", "was removed" }, g, "places", left, { { x = 1, y = 1 } })
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
