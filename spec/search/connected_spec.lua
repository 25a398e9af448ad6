-- connected(), nearest{ from= } and paths to goals out of reach, which are answered from labels: against plain floods, on
-- random graphs and grids that are edited all the time.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that

-- All records that a unit can reach from a start, as a set.
local function flood(w, start, unit)
  local reached, list = { [start] = true }, { start }
  local i = 0
  while i < #list do
    i = i + 1
    for _, link in ipairs(list[i].out) do
      if not reached[link.to] and w:step(unit, list[i], link) then
        reached[link.to] = true
        list[#list + 1] = link.to
      end
    end
  end
  return reached
end

local function check_nearest(rng, w, start, unit, reached)
  local near = rng:pick(w.list).node
  local x, y = near.x + rng:pick{ 0, 0, 0.4, 50 }, near.y + rng:pick{ 0, 0, -0.3, 70 }
  local options = { from = start.node, unit = unit, linked = rng:chance(0.2) or nil,
    radius = rng:chance(0.2) and rng:real(0, 5) or nil }
  local node, distance = w.g:nearest(x, y, options)
  local best, least = nil, options.radius or math.huge
  for r in pairs(reached) do
    local dx, dy = r.node.x - x, r.node.y - y
    local d = math.sqrt(dx * dx + dy * dy)
    local linked = not options.linked or w.g:nearest(r.node.x, r.node.y, { linked = true, radius = 0 })
    if d < least or d == least and not best or d == least and r.id < best.id then
      if linked and options.linked then
        linked = #r.out > 0
        for _, other in ipairs(w.list) do
          for _, link in ipairs(other.out) do
            linked = linked or link.to == r
          end
        end
      end
      if linked then
        best, least = r, d
      end
    end
  end
  if not best then
    that(not node, "nearest from %s (%s) gives %s, of which none is reached", start.node, unit, node)
  else
    that(node, "nearest from %s (%s) gives nothing, %s is at %.17g", start.node, unit, best.node, least)
    -- the module's rounding may differ from ours
    check.near(least, distance, "distance of the nearest")
    that(reached[w.by_node[node]], "nearest from %s (%s) gives %s, which is not reached", start.node, unit, node)
    if distance == least then
      that(node == best.node, "nearest from %s (%s) gives %s, not %s", start.node, unit, node, best.node)
    end
  end
end

-- The same path on a copy, which has no labels: a search finds it.
local function check_partial(rng, w, start, unit)
  local copy = astar.load(w.g:save{ data = false })
  local goals, copied = {}, {}
  for i = 1, rng:pick{ 1, 1, 1, 2, 4 } do
    goals[i] = rng:pick(w.list).node
    copied[i] = copy:node(goals[i].id)
  end
  local path, cost = w.g:path(start.node, goals, { unit = unit, partial = true })
  local expected, least = copy:path(copy:node(start.id), copied, { unit = unit, partial = true })
  that(path and expected and path.partial == expected.partial, "partial from %s (%s)", start.node, unit)
  that(cost == least and #path == #expected, "partial from %s (%s): %d nodes, %.17g; %d, %.17g by a search", start.node,
    unit, #path, cost, #expected, least)
  for i = 1, #path do
    that(path[i].id == expected[i].id, "partial from %s (%s): node %d", start.node, unit, i)
  end
end

local function check_ties(rng, w)
  local unit, start = w:any_unit(rng), rng:pick(w.list)
  local reached = flood(w, start, unit)
  for _ = 1, 4 do
    local goal = rng:pick(w.list)
    if rng:chance(0.5) then
      local path, why = w.g:path(start.node, goal.node, unit)
      that((path ~= nil) == (reached[goal] or false) and (path or why == "unreachable"), "path %s to %s (%s): %s",
        start.node, goal.node, unit, why)
    end
    local is = w.g:connected(start.node, goal.node, unit)
    that(is == (reached[goal] or false), "connected(%s, %s, %s) is %s", start.node, goal.node, unit, is)
    local flow = w.g:flow(goal.node, unit)
    that(is == (flow:cost(start.node) ~= nil), "connected(%s, %s, %s) is %s, a flow has %s", start.node, goal.node, unit, is,
      flow:cost(start.node))
    flow:close()
    local path, why = w.g:path(start.node, goal.node, unit)
    that((path ~= nil) == is and (path or why == "unreachable"), "path %s to %s (%s): %s", start.node, goal.node, unit, why)
    path, why = w.g:path(start.node, { goal.node, rng:pick(w.list).node }, { unit = unit, avoid = { rng:pick(w.list).node } })
    that(path or why == "unreachable", "avoid: %s", why)
  end
  check_nearest(rng, w, start, unit, reached)
  if rng:chance(0.4) then
    check_partial(rng, w, start, unit)
  end
end

local function play(rng, w, edits, features)
  check_ties(rng, w)
  for _ = 1, edits do
    for _ = 1, rng:pick{ 1, 1, 1, 2, 5, 20 } do
      w:edit(rng, features)
    end
    if #w.list > 0 then
      check_ties(rng, w)
    end
  end
end

describe("connected", function()
  local map = astar.grid{ rows = { "..#..", "..#..", "..#.." }, legend = { ["."] = "plain", ["#"] = false } }
  local west, east, wall = map:cell(1, 1), map:cell(5, 3), map:cell(3, 2)

  it("tests the goal, not the start", function()
    assert.is_false(map:connected(west, east))
    assert.is_true(map:connected(wall, east))
    assert.is_false(map:connected(east, wall))
    assert.is_true(map:connected(wall, wall))
    assert.is_true(map:connected(west, west))
  end)

  it("follows edits", function()
    wall.blocked = false
    assert.is_true(map:connected(west, east))
    wall.blocked = true
    assert.is_false(map:connected(west, east))
    map:link(west, east, { oneway = true })
    assert.is_true(map:connected(west, east))
    assert.is_false(map:connected(east, west))
    map:unlink(west, east)
    assert.is_false(map:connected(west, east))
  end)

  it("knows a link that became cheaper, and got a terrain that closes it", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:unit("man", { gate = false })
    g:link(a, b, { cost = 5 })
    assert.is_true(g:connected(a, b, "man"))
    g:link(a, b, { cost = 1, terrain = "gate" })
    assert.is_false(g:connected(a, b, "man"))
    assert.is_true(g:connected(a, b))
  end)

  it("knows units that were set anew", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 1, { terrain = "mud" })
    g:link(a, b)
    g:unit("man", { mud = 2 })
    g:unit("cat", { mud = false })
    assert.is_true(g:connected(a, b, "man") and g:connected(a, b) and not g:connected(a, b, "cat"))
    g:unit("man", { mud = false })
    assert.is_true(not g:connected(a, b, "man") and g:connected(a, b) and not g:connected(a, b, "cat"))
    b.terrain = "bog"
    assert.is_true(g:connected(a, b, "man") and g:connected(a, b, "cat"))
    g:unit("fish", { default = false })
    assert.is_false(g:connected(a, b, "fish"))
    b.terrain = "lake"
    g:unit("fish", { default = false, lake = 1 })
    assert.is_true(g:connected(a, b, "fish"))
    assert.is_false(g:connected(b, a, "fish"))
  end)

  it("keeps only some sets of terrains, and is right of all", function()
    local g = astar.graph()
    local nodes = { g:add(0, 0) }
    for i = 1, 30 do
      nodes[i + 1] = g:add(i, 0, { terrain = "t" .. i })
      g:link(nodes[i], nodes[i + 1])
      g:unit("u" .. i, { ["t" .. i] = false })
    end
    for _ = 1, 2 do
      for i = 1, 30 do
        assert.is_true(g:connected(nodes[1], nodes[i], "u" .. i))
        assert.is_false(g:connected(nodes[1], nodes[31], "u" .. i))
      end
    end
  end)

  it("works on maps of one cell, and on narrow ones that wrap", function()
    local one = astar.grid{ width = 1, height = 1, wrap = "xy" }
    assert.is_true(one:connected(one:cell(1, 1), one:cell(1, 1)))
    assert.equal(one:cell(1, 1), one:nearest(7, 7, { from = one:cell(1, 1) }))
    local two = astar.grid{ width = 2, height = 5, wrap = "x", corners = "always" }
    two:fill(1, 1, 2, 5, "water")
    two:unit("man", { water = false })
    assert.is_true(two:connected(two:cell(1, 1), two:cell(2, 5)))
    assert.is_false(two:connected(two:cell(1, 1), two:cell(2, 5), "man"))
    assert.equal(two:cell(2, 2), two:nearest(9, 9, { from = two:cell(2, 2), unit = "man" }))
  end)

  it("raises if its search exceeds the limit of expansions, and knows when that is lifted", function()
    local slope = astar.grid { width = 40, height = 40 }
    -- A climber up a slope, whom components cannot answer.
    for cell in slope:nodes() do cell.z = cell.col * 0.4 end
    for row = 1, 40 do
      if row ~= 20 then slope:block(20, row) end
    end
    slope:unit("climber", {}, { climb = 0.5, drop = 0.5 })
    local from, to = slope:cell(1, 1), slope:cell(40, 1)
    local function ask() return slope:connected(from, to, "climber") end
    local function near() return (slope:nearest(to.x, to.y, { from = from, unit = "climber" })) end
    assert.same({ true, to }, { ask(), near() })
    astar.limit { expansions = 20 }
    local fine, message = pcall(function()
      assert.is_truthy(slope:path(from, slope:cell(2, 1)))
      check.raises("limit of 20 expansions exceeded", ask)
      check.raises("limit of 20 expansions exceeded", near)
    end)
    astar.limit { expansions = math.huge }
    assert(fine, message)
    assert.same({ true, to }, { ask(), near() })
  end)

  it("refuses what is no node or no unit", function()
    local other = astar.graph():add(0, 0)
    local g = astar.graph()
    local a, b = g:add(0, 0, { name = "a" }), g:add(1, 1)
    g:unit("man", {})
    local function refused(pattern, ...)
      local fine, message = pcall(g.connected, g, ...)
      assert.is_false(fine)
      assert.is_truthy(message:find(pattern, 1, true), message)
    end
    refused("bad argument #1 to 'connected' (node expected, got nil)")
    refused("bad argument #2 to 'connected' (node expected, got nil)", a)
    refused("bad argument #2 to 'connected' (no node named 'b'", a, "b")
    refused("bad argument #1 to 'connected' (", other, b)
    refused("bad argument #3 to 'connected' (no unit named 'men' (did you mean 'man'?)", a, b, "men")
    refused("bad argument #3 to 'connected' (string expected, got table)", a, b, {})
    refused("bad argument #3 to 'connected' (string expected, got number)", a, b, 5)
    assert.is_false(g:connected("a", b, nil))
    for _, from in ipairs{ 5, true, {}, other, "nobody" } do
      local fine, message = pcall(g.nearest, g, 0, 0, { from = from })
      assert.is_false(fine)
      assert.is_truthy(message:find("bad argument #3 to 'nearest' (option 'from': ", 1, true), message)
    end
    g:remove(b)
    refused("node 2 was removed", a, b)
    assert.is_false(pcall(g.nearest, g, 0, 0, { from = b }))
    assert.equal(a, g:nearest(5, 5, { from = "a" }))
  end)
end)

describe("paths to goals out of reach", function()
  it("are answered from components after a search in vain, and still after edits", function()
    local map = astar.grid{ width = 90, height = 90, neighbours = 4 }
    map:unit("man", { mud = 3 })
    map:fill(20, 20, 30, 9, "mud")
    map:fill(60, 1, 1, 90, "sea")
    for row = 1, 90 do map:block(60, row) end
    local start, goal = map:cell(1, 1), map:cell(90, 45)
    for i = 1, 60 do
      local path, why = map:path(start, goal, "man")
      assert.is_nil(path)
      assert.equal("unreachable", why)
      local near = map:path(start, goal, { unit = "man", partial = true })
      assert.is_true(near.partial)
      assert.equal(map:cell(59, 45), near[#near])
      assert.equal("limit", select(2, map:path(start, goal, { unit = "man", max_cost = 5 })))
      map:block(i % 50 + 2, 80, i % 3 ~= 0)
      if i == 50 then
        map:block(60, 7, false)
        assert.equal(goal, map:path(start, goal, "man")[#map:path(start, goal, "man")])
        map:block(60, 7, true)
      end
    end
  end)

  it("are answered so once searches in vain have expanded a 64th of the nodes, and 1,000", function()
    for count, most in pairs { [10000] = 10, [100000] = 16 } do
      -- a row of 100 nodes, and one of all others
      local g, places, ids = astar.graph(), {}, {}
      for i = 1, count do
        places[2 * i - 1], places[2 * i] = i % 1000, math.floor(i / 1000)
        if i > 1 and i ~= 101 then ids[#ids + 1], ids[#ids + 2] = i - 1, i end
      end
      g:add_all(places)
      g:link_all(ids)
      local function search() return g:path(g:node(1), g:node(count)) end
      local function needs_search()
        astar.limit { expansions = 50 }
        local fine = pcall(search)
        astar.limit { expansions = math.huge }
        return not fine
      end
      local searches = 0
      while needs_search() do
        search()
        searches = searches + 1
        that(searches < 100, "no labels after %d searches", searches)
      end
      that(math.abs(searches - most) <= 1, "labels after %d searches in vain among %d nodes", searches, count)
    end
  end)

  it("are answered so with some options, and by a search with others", function()
    local map = astar.grid { width = 60, height = 60, neighbours = 4 }
    map:unit("man", { mud = 3 })
    map:fill(20, 20, 30, 9, "mud")
    map:block(59, 60)
    map:block(60, 59)
    map:layer("fog"):fill(1, 1, 9, 9, 2)
    local from, to = map:cell(1, 1), map:cell(60, 60)
    assert.is_false(map:connected(from, to, "man"))
    local function answers(options)
      options.unit = "man"
      astar.limit { expansions = 50 }
      local fine, path, why = pcall(map.path, map, from, to, options)
      astar.limit { expansions = math.huge }
      if fine then assert.same({ nil, "unreachable" }, { path, why }) end
      return fine
    end
    local only = {}
    for cell in map:nodes() do only[#only + 1] = cell end
    for _, options in ipairs { {}, { layers = { fog = 1 } }, { avoid = { map:cell(9, 9) } }, { only = only },
      { stop = { map:cell(9, 9) } }, { moves = 9 }, { weight = 2 }, { weight = 2, layers = { fog = 1 }, avoid = { map:cell(9, 9) } } } do
      assert.is_true(answers(options), next(options))
    end
    for _, options in ipairs { { max_cost = 900 }, { max_steps = 1e6 }, { max_turns = 900, moves = 9 }, { near = 0.5 },
      { adjacent = true }, { cost = function(_, _, cost) return cost end }, { heuristic = function() return 0 end } } do
      assert.is_false(answers(options), next(options))
    end
  end)

  it("are not labelled for goals that are reached", function()
    for _, asked in ipairs { false, true } do
      local map = astar.grid { width = 60, height = 60, neighbours = 4 }
      map:unit("man", { mud = 3 })
      map:fill(20, 20, 30, 9, "mud")
      for i = 1, 50 do assert.is_truthy(map:path(map:cell(1, i), map:cell(60, 61 - i), "man")) end
      if asked then map:connected(map:cell(1, 1), map:cell(2, 2), "man") end
      map:block(59, 60)
      map:block(60, 59)
      astar.limit { expansions = 100 }
      local fine, path, why = pcall(map.path, map, map:cell(1, 1), map:cell(60, 60), "man")
      astar.limit { expansions = math.huge }
      assert.equal(asked, fine)
      if asked then assert.same({ nil, "unreachable" }, { path, why }) end
    end
  end)

  it("stay at a start that cannot be entered, if nothing is nearer to the goal", function()
    local map = astar.grid{ width = 41, height = 41 }
    local start, goal = map:cell(21, 19), map:cell(21, 21)
    for _, wall in ipairs(map:within(goal.x, goal.y, 1.5)) do wall.blocked = wall ~= goal end
    start.blocked = true
    assert.is_false(map:connected(start, goal))
    assert.equal(1, #map:path(start, goal, { partial = true }))
  end)
end)

describe("connected components", function()
  it("on graphs", function()
    random.cases("connected on graphs", 250, function(rng)
      play(rng, world.random(rng, rng:int(1, 30), rng:pick{ 0.5, 1, 2, 3 }), 20)
    end)
  end)

  local FEATURES = {
    plain = { terrain = true, wrap = true },
    walls = { terrain = true, wrap = true, walls = true },
    heights = { terrain = true, wrap = true, heights = true },
    links = { terrain = true, wrap = true, links = true },
    all = { terrain = true, wrap = true, walls = true, heights = true, links = true, waypoints = true, odd = true },
  }
  for name, features in pairs(FEATURES) do
    it("on grids with " .. name, function()
      random.cases("connected on grids with " .. name, 120, function(rng)
        play(rng, tiles.random(rng, features), 15, features)
      end)
    end)

    it("on grids of several blocks with " .. name, function()
      random.cases("connected on blocks with " .. name, 12, function(rng)
        local options = tiles.random_options(rng, features)
        local wide = rng:chance(0.5)
        options[wide and "width" or "height"] = rng:int(16, 40) * 2
        if options.diagonal and options.diagonal < 1 then
          options.diagonal = nil
        end
        local t = tiles.new(options)
        for _ = 1, 3 do
          t:random_unit(rng)
        end
        local density = rng:pick{ 0.1, 0.3, 0.45 }
        for _, r in ipairs(t.list) do
          if rng:chance(density) then
            t:block(r, true)
          elseif rng:chance(0.2) then
            t:set(r, rng:pick(tiles.TERRAINS))
          end
        end
        play(rng, t, 12, features)
      end)
    end)
  end
end)
