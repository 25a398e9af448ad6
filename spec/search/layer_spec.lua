-- Layers: values by node, which stay with their nodes, and which searches notice an edit of them.

local astar = require "astar"
local check = require "spec.support.check"
local quests = require "spec.support.quests"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that

-- All values are those of the copy.
local function verify(w)
  for name, layer in pairs(w.layers or {}) do
    for _, r in ipairs(w.list) do
      local want = layer.values[r] or 0
      that(layer.layer:get(r.node) == want, "%s of %s is %.17g, should be %.17g", name, r.node, layer.layer:get(r.node), want)
      if r.col then
        that(layer.layer:get(r.col, r.row, r.level) == want, "%s in column %d, row %d, level %d", name, r.col, r.row, r.level)
      end
    end
  end
end

describe("a layer", function()
  it("has a name, and is one object", function()
    local g = astar.graph()
    local danger = g:layer("danger")
    assert.equal(danger, g:layer("danger"))
    assert.not_equal(danger, g:layer("crowd"))
    assert.equal("danger", danger.name)
    assert.equal('layer "danger"', tostring(danger))
    assert.equal("", g:layer("").name)
    assert.equal("a\0b", g:layer("a\0b").name)
    local n = g:add(0, 0)
    danger:set(n, 3)
    g:layer("a\0c"):set(n, 5)
    assert.equal(0, g:layer("a\0b"):get(n))
    danger = nil -- luacheck: ignore
    check.collect()
    assert.equal(3, g:layer("danger"):get(n))
  end)

  it("outlives the last reference to its graph", function()
    local layer, node
    check.apart(function()
      local g = astar.graph()
      node = g:add(0, 0)
      layer = g:layer("danger")
    end)
    check.collect()
    layer:set(node, 2)
    check.collect()
    assert.equal("danger", layer.name)
    layer:clear()
  end)

  it("keeps its values with the nodes, over edits of all kinds", function()
    random.cases("values on graphs", 200, function(rng)
      local w = world.random(rng, rng:int(2, 20), 3)
      for _ = 1, 60 do
        local dice = rng:int(1, 10)
        if dice <= 4 then
          quests.edit_layer(w, rng, rng:pick(quests.LAYERS))
        elseif dice == 5 then
          w.g:optimize()
        elseif dice == 6 then
          w:forget_handles() -- ids of removed nodes are used again
        elseif dice == 7 and #w.list > 1 then
          w:remove(rng:pick(w.list))
        elseif dice == 8 then
          for _ = 1, rng:pick({ 1, 30 }) do w:random_node(rng) end
        else
          w:edit(rng)
        end
        if #w.list == 0 then w:random_node(rng) end
        verify(w)
      end
    end)
  end)

  it("of a grid, too", function()
    local all = { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true }
    random.cases("values on grids", 150, function(rng)
      local t = tiles.random(rng, all)
      for _ = 1, 30 do
        local dice = rng:int(1, 10)
        if dice <= 5 then
          quests.edit_layer(t, rng, rng:pick(quests.LAYERS))
        elseif dice == 6 then
          t.map:optimize()
        elseif dice == 7 then
          t:random_waypoint(rng)
        elseif dice == 8 and not t.list[#t.list].col then
          t:remove(t.list[#t.list])
        else
          t:edit(rng, all)
        end
        verify(t)
      end
    end)
  end)

  it("forgets a removed node: who gets its id starts at 0", function()
    local g = astar.graph()
    local danger, crowd = g:layer("danger"), g:layer("crowd")
    local ids = {}
    for round = 1, 50 do
      check.apart(function()
        local n = g:add(0, 0)
        ids[n.id] = true
        assert.equal(0, danger:get(n))
        assert.equal(0, crowd:get(n))
        danger:set(n, round)
        crowd:add(n, round)
        g:remove(n)
      end)
      check.collect()
    end
    local count = 0
    for _ in pairs(ids) do count = count + 1 end
    that(count < 50, "no id was used again")
  end)

  it("is filled within the map only", function()
    local map = astar.grid({ width = 4, height = 3 })
    local danger = map:layer("danger")
    local free = map:add(10, 10)
    danger:fill(-5, 0, 7, 2, 3)
    assert.equal(3, danger:get(1, 1))
    assert.equal(0, danger:get(2, 2))
    assert.equal(0, danger:get(3, 1))
    danger:fill(1, 1, math.huge, math.huge, 2)
    assert.equal(2, danger:get(4, 3))
    assert.equal(0, danger:get(free))
    danger:fill(9, 9, 5, 5, 1)
    danger:fill(1, 1, 0, 3, 1)
    assert.equal(2, danger:get(1, 1))
    danger:set(free, 7)
    danger:fill(1, 1, 4, 3, 0)
    assert.equal(0, danger:get(4, 3))
    assert.equal(7, danger:get(free))
    danger:clear()
    assert.equal(0, danger:get(free))
  end)

  it("keeps its values on maps of thousands of cells, with waypoints beside them", function()
    random.cases("values on large maps", 20, function(rng)
      local width, height = rng:int(40, 70), rng:int(40, 70)
      local map = astar.grid{ width = width, height = height }
      local danger, values, waypoints = map:layer("danger"), {}, {}
      local function fill(col, row, w, h, value)
        danger:fill(col, row, w, h, value)
        for y = math.max(row, 1), math.min(row + h - 1, height) do
          for x = math.max(col, 1), math.min(col + w - 1, width) do values[(y - 1) * width + x] = value end
        end
      end
      for _ = 1, 40 do
        local dice = rng:int(1, 16)
        if dice == 1 then
          danger:clear()
          values = {}
        elseif dice <= 4 then
          fill(rng:int(-5, width), rng:int(-5, height), rng:int(0, width), rng:int(0, 9), rng:int(0, 3))
        elseif dice <= 7 then
          local node = map:add(rng:int(0, 99), rng:int(0, 99))
          waypoints[#waypoints + 1] = node
          danger:set(node, 7)
          values[node.id] = 7
        elseif dice == 8 then
          map:optimize()
        elseif dice == 9 and #waypoints > 0 then
          local node = table.remove(waypoints, rng:int(1, #waypoints))
          values[node.id] = nil
          map:remove(node)
        else
          local cell = map:cell(rng:int(1, width), rng:int(1, height))
          values[cell.id] = rng:int(0, 5)
          danger:set(cell, values[cell.id])
        end
      end
      for _, of in ipairs{ danger, astar.load(map:save()):layer("danger") } do
        for id = 1, width * height do
          local value = of:get((id - 1) % width + 1, math.ceil(id / width))
          that(value == (values[id] or 0), "cell %d: %g, should be %g", id, value, values[id] or 0)
        end
      end
      for _, node in ipairs(waypoints) do that(danger:get(node) == (values[node.id] or 0), "%s", node) end
    end)
  end)

  it("goes up and down, never below 0", function()
    local g = astar.graph()
    local n, danger = g:add(0, 0), g:layer("danger")
    danger:add(n, 2.5)
    danger:add(n, -1)
    assert.equal(1.5, danger:get(n))
    danger:add(n, -5)
    assert.equal(0, danger:get(n))
    danger:add(n, -1e308)
    assert.equal(0, danger:get(n))
    danger:set(n, -0.0)
    assert.equal(check.inf, 1 / danger:get(n) * (1 / danger:get(n) < 0 and -1 or 1))
  end)
end)

describe("an edit of a layer", function()
  it("is no edit of the graph, and ends only searches that use it and have come there", function()
    local g, n = shapes.chain(4)
    local danger, crowd = g:layer("danger"), g:layer("crowd")
    danger:set(n[2], 1)
    crowd:set(n[2], 1)
    local edits = {
      function() danger:set(n[2], 2) end, function() danger:add(n[2], 1) end, function() danger:clear() end,
    }
    local unknown = g:search(n[1], n[4], { layers = { danger = 1 } })
    unknown:step()
    danger:set(n[4], 2)
    assert.equal("searching", unknown.status)
    assert.equal("found", unknown:run())
    assert.equal(6, select(2, unknown:path()))
    for _, edit in ipairs(edits) do
      danger:set(n[2], 1)
      local with = g:search(n[1], n[4], { layers = { danger = 1, crowd = 2 } })
      local other = g:search(n[1], n[4], { layers = { crowd = 1 } })
      local none = g:search(n[1], n[4])
      local done = g:flow(n[4], { layers = { danger = 1 } })
      for _, s in ipairs({ with, other, none }) do s:step() end
      local version, cost = g.version, done:cost(n[1])
      edit()
      assert.equal(version, g.version)
      assert.equal("stale", with.status)
      assert.equal("stale", with:step())
      assert.equal("searching", other.status)
      assert.equal("searching", none.status)
      assert.equal("done", done.status)
      assert.equal(cost, done:cost(n[1]))
      assert.equal("found", other:run())
      assert.equal("found", none:run())
      with:restart()
      assert.equal("found", with:run())
    end
  end)

  it("is seen by searches made after it, by paths and by restart", function()
    local g, n = shapes.chain(3)
    local danger = g:layer("danger")
    local s = g:search(n[1], n[3], { layers = { danger = 10 } })
    assert.equal("found", s:run())
    assert.equal(2, s:cost(n[3]))
    danger:set(n[2], 0.5)
    s:restart()
    s:run()
    assert.equal(7, s:cost(n[3]))
    assert.equal(7, select(2, g:path(n[1], n[3], { layers = { danger = 10 } })))
    assert.equal(2, select(2, g:path(n[1], n[3], { layers = { danger = 0 } })))
    assert.equal(2, select(2, g:path(n[1], n[3], { layers = {} })))
    assert.equal(2, select(2, g:path(n[1], n[3])))
    danger:clear()
    assert.equal(2, select(2, g:path(n[1], n[3], { layers = { danger = 10 } })))
  end)

  it("that changes nothing ends no search", function()
    local g, n = shapes.chain(3)
    local danger = g:layer("danger")
    danger:set(n[1], 4)
    local s = g:search(n[1], n[3], { layers = { danger = 1 } })
    s:step()
    danger:set(n[1], 4)
    danger:add(n[1], 0)
    g:layer("fog"):set(n[2], 3)
    assert.equal("searching", s.status)
    local map = astar.grid({ width = 3, height = 3 })
    local fog = map:layer("fog")
    s = map:search(map:cell(1, 1), map:cell(3, 3), { layers = { fog = 1 } })
    s:step()
    fog:clear()
    fog:fill(1, 1, 3, 3, 0)
    assert.equal("searching", s.status)
    fog:fill(1, 1, 3, 3, 2)
    assert.equal("stale", s.status)
    s:restart()
    s:step()
    fog:fill(1, 1, 3, 3, 2)
    assert.equal("searching", s.status)
  end)

  it("of nothing, or of no weight, leaves jump points on", function()
    local map = astar.grid { width = 60, height = 60 }
    for row = 1, 50 do map:block(30, row) end
    map:layer("fog"):set(2, 2, 3)
    map:layer("air"):set(2, 2, 3)
    map:layer("air"):set(2, 2, 0)
    local function ends(layers)
      astar.limit { expansions = 50 }
      local fine, path = pcall(map.path, map, map:cell(1, 1), map:cell(60, 1), { layers = layers })
      astar.limit { expansions = math.huge }
      return fine and path ~= nil
    end
    assert.is_true(ends())
    assert.is_true(ends { fog = 0, air = 5 })
    assert.is_false(ends { fog = 1 })
  end)

  it("of values that are huge makes no way cheaper, nor wrong", function()
    local g, n = shapes.chain(3)
    local danger = g:layer("danger")
    danger:set(n[2], 1e308)
    local around = g:add(2, 9)
    g:link(n[1], around)
    g:link(around, n[3])
    for _, weight in ipairs({ 1, 1e-300, 1e300 }) do
      local path = g:path(n[1], n[3], { layers = { danger = weight } })
      assert.equal(around, path[2])
      local flow = g:flow(n[3], { layers = { danger = weight } })
      assert.equal(path.cost, flow:cost(n[1]))
    end
    g:remove(around)
    assert.equal(1e308, select(2, g:path(n[1], n[3], { layers = { danger = 1 } })))
    -- beyond all numbers there is no way
    assert.equal("unreachable", select(2, g:path(n[1], n[3], { layers = { danger = 1e300 } })))
    assert.is_nil(g:flow(n[3], { layers = { danger = 1e300 } }):cost(n[1]))
    local map = astar.grid({ width = 5, height = 3 })
    local fog = map:layer("fog")
    fog:fill(3, 1, 1, 3, 1e308)
    local a, b = map:cell(1, 2), map:cell(5, 2)
    for _, jump in ipairs({ true, false }) do
      assert.equal(1e308, select(2, map:path(a, b, { jump = jump, layers = { fog = 1 } })))
      assert.is_nil((map:path(a, b, { jump = jump, layers = { fog = 1e300 } })))
    end
    assert.is_nil(map:flow(b, { layers = { fog = 1e300 } }):cost(a))
  end)
end)

describe("paths and ranges with layers on maps of thousands of cells", function()
  -- The least costs from a cell, by id, with steps to all eight neighbours: sweeps over the map until nothing changes.
  local function sweep(width, height, start, values)
    local costs, changed = { [start] = 0 }, true
    while changed do
      changed = false
      for id = 1, width * height do
        local col, from = (id - 1) % width + 1, costs[id]
        for dy = -1, 1 do
          for dx = -1, 1 do
            local to, step = id + dy * width + dx, dx ~= 0 and dy ~= 0 and 2 ^ 0.5 or 1
            if from and to ~= id and to >= 1 and to <= width * height and col + dx >= 1 and col + dx <= width then
              local cost = from + (step + (values[to] or 0))
              if cost < (costs[to] or check.inf) - 1e-9 then costs[to], changed = cost, true end
            end
          end
        end
      end
    end
    return costs
  end

  it("cost the least", function()
    random.cases("layers on large maps", 8, function(rng)
      local width, height = rng:int(30, 60), rng:int(40, 60)
      local map = astar.grid{ width = width, height = height, corners = "always" }
      local danger, values = map:layer("danger"), {}
      for _ = 1, rng:int(1, 30) do
        local col, row, w, h = rng:int(1, width), rng:int(1, height), rng:int(1, width), rng:int(1, 9)
        local value = rng:int(0, 4)
        danger:fill(col, row, w, h, value)
        for y = row, math.min(row + h - 1, height) do
          for x = col, math.min(col + w - 1, width) do values[(y - 1) * width + x] = value end
        end
      end
      local start = rng:int(1, width * height)
      local costs, options = sweep(width, height, start, values), { layers = { danger = 1 } }
      local range = map:reach(map:node(start), 1e9, options)
      for id = 1, width * height do check.near(costs[id], range:cost(map:node(id)), "the range at cell %d", id) end
      for _ = 1, 20 do
        local goal = rng:int(1, width * height)
        local _, cost = map:path(map:node(start), map:node(goal), options)
        check.near(costs[goal], cost, "the path from cell %d to cell %d", start, goal)
        local search = map:search(map:node(start), map:node(goal), options)
        search:run()
        check.near(costs[goal], search:cost(map:node(goal)), "the search from cell %d to cell %d", start, goal)
      end
    end)
  end)
end)

describe("layers that other searches use", function()
  it("may grow while a search runs", function()
    -- a node that was added ends all searches; a search that begins makes room in its layers only
    random.cases("layers side by side", 60, function(rng)
      local w = world.random(rng, rng:int(3, 12), 4)
      local searches = {}
      for _ = 1, 40 do
        local dice = rng:int(1, 8)
        if dice <= 2 then
          quests.edit_layer(w, rng, rng:pick(quests.LAYERS))
        elseif dice == 3 then
          w:random_node(rng)
        elseif dice <= 5 then
          local _, given = quests.rules(w, rng, { layers = 1 })
          searches[#searches + 1] = w.g:search(rng:pick(w.list).node, rng:chance(0.5) and rng:pick(w.list).node or nil, given)
        elseif #searches > 0 then
          local s = rng:pick(searches)
          s:step(rng:int(1, 4))
          if rng:chance(0.2) and s.status == "stale" then
            that(pcall(s.restart, s), "restart") -- its start and goal are live
          end
        end
      end
    end)
  end)
end)
