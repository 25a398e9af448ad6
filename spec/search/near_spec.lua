-- Options `near` and `adjacent`, `partial`, and the goal that a search names.

local astar = require "astar"
local check = require "spec.support.check"
local fields = require "spec.support.fields"
local quests = require "spec.support.quests"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that
local ALL = { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true, odd = true }

describe("near", function()
  it("has its rim included, whatever the size of cells", function()
    random.cases("rims", 200, function(rng)
      local cell = rng:pick({ 1, 0.1, 0.3, 32, 1e-5, 1 / 3 })
      local map = astar.grid({ width = 7, height = 7, cell = cell, origin = { rng:real(-9, 9), rng:real(-9, 9) },
        layout = rng:pick(tiles.LAYOUTS) })
      local goal, rim = map:cell(rng:int(1, 7), rng:int(1, 7)), map:cell(rng:int(1, 7), rng:int(1, 7))
      local near = rim:distance(goal)
      local flow = map:flow(goal, { near = near })
      for n in map:nodes() do
        that((flow:cost(n) == 0) == (n:distance(goal) <= near), "%s is %.17g from %s, near is %.17g", n, n:distance(goal), goal, near)
      end
    end)
  end)

  it("goes across a seam, the rim included", function()
    random.cases("rims across seams", 200, function(rng)
      local cell, width, height = rng:pick({ 1, 2, 0.5, 32 }), 2 * rng:int(2, 6), 2 * rng:int(2, 6)
      local map = astar.grid({ width = width, height = height, cell = cell, wrap = "xy" })
      local goal = map:cell(rng:int(1, width), rng:int(1, height))
      local near = rng:int(0, 6)
      local flow = map:flow(goal, { near = near * cell })
      for n in map:nodes() do
        local dx, dy = math.abs(n.col - goal.col), math.abs(n.row - goal.row)
        dx, dy = math.min(dx, width - dx), math.min(dy, height - dy)
        that((flow:cost(n) == 0) == (dx * dx + dy * dy <= near * near), "%s to %s, near %d", n, goal, near)
      end
    end)
  end)

  it("finds a waypoint that lies beyond the edges of a map that wraps", function()
    for _, shift in ipairs({ 0, 1, -1 }) do
      local map = astar.grid({ width = 6, height = 4, wrap = "xy" })
      local cell = map:cell(2, 2)
      local far = map:add(cell.x + 6 * shift + 0.25, cell.y - 4 * shift)
      map:link(far, map:cell(5, 4))
      local flow = map:flow(far, { near = 0.25 })
      assert.equal(0, flow:cost(cell))
      flow = map:flow(cell, { near = 0.25 })
      assert.equal(0, flow:cost(far))
      flow = map:flow(far, { near = 1.3 })
      assert.equal(0, flow:cost(map:cell(3, 2)))
      assert.not_equal(0, flow:cost(map:cell(5, 2)))
    end
  end)

  it("needs no goal that can be entered", function()
    local map = astar.grid({ rows = { "....", ".##.", ".##.", "...." }, legend = { ["."] = "plain", ["#"] = false } })
    local a, goal = map:cell(1, 1), map:cell(3, 3)
    assert.is_nil((map:path(a, goal)))
    local path = map:path(a, goal, { near = 1 })
    assert.equal(1, path[#path]:distance(goal))
    path = map:path(a, goal, { adjacent = true, corners = nil })
    assert.equal(1, path[#path]:distance(goal))
    path = map:path(goal, goal, { near = 1 })
    assert.equal(1, #path)
    path = map:path(map:cell(4, 3), goal, { adjacent = true })
    assert.equal(1, #path)
    local s = map:search(a, goal, { adjacent = true })
    assert.equal(goal, s.goal)
    s:run()
    assert.equal(1, s.goal:distance(goal))
    assert.equal(goal, s.goals[1])
  end)

  it("0 is the goal, and all that lie on it", function()
    local g, n = shapes.chain(4)
    local on = g:add(4, 0)
    g:link(n[1], on, { cost = 1 })
    local path = g:path(n[1], n[4], { near = 0 })
    assert.equal(on, path[2])
    path = g:path(n[1], n[4], { near = math.huge })
    assert.equal(1, #path)
  end)
end)

describe("adjacent", function()
  it("is where one step leads to the goal: one-way links, corners, climbs", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0, 0), g:add(1, 0, 0), g:add(2, 0, 5)
    g:link(a, b)
    g:link(c, b, { oneway = true })
    g:link(b, c, { oneway = true, terrain = "sea" })
    g:unit("man", { sea = false }, { climb = 1 })
    assert.is_nil((g:path(a, c, { adjacent = true, unit = "man" })))
    assert.equal(2, #g:path(a, c, { adjacent = true }))
    g:unit("man", {}, { climb = 1 })
    assert.is_nil((g:path(a, c, { adjacent = true, unit = "man" })))
    g:unit("man", {}, { climb = 5 })
    assert.equal(2, #g:path(a, c, { adjacent = true, unit = "man" }))
    local map = astar.grid({ rows = { "#.", "#." }, legend = { ["."] = "plain", ["#"] = false } })
    -- around the corner it is no neighbour
    local path = map:path(map:cell(2, 1), map:cell(1, 2), { adjacent = true })
    assert.equal(2, #path)
    map = astar.grid({ rows = { "#.", "#." }, corners = "one", legend = { ["."] = "plain", ["#"] = false } })
    assert.equal(1, #map:path(map:cell(2, 1), map:cell(1, 2), { adjacent = true }))
    map:wall(map:cell(2, 1), map:cell(1, 2))
    assert.equal(2, #map:path(map:cell(2, 1), map:cell(1, 2), { adjacent = true }))
  end)
end)

describe("estimates with near and adjacent", function()
  it("never exceed what is left", function()
    random.cases("estimates of regions", 300, function(rng)
      local w = rng:chance(0.5) and world.random(rng, rng:int(2, 20), 4) or tiles.random(rng, ALL)
      local rules, given = quests.rules(w, rng, { near = 1 })
      given.heuristic = rng:pick({ "auto", "euclidean", "zero" })
      local goals, nodes = quests.goals(w, rng)
      local region, unsure = fields.region(w, goals, rules)
      if unsure then return end
      local left = fields.costs_to(w, region, rules)
      local s = w.g:search(rng:pick(w.list).node, nodes, given)
      s:run()
      for node, state, cost, estimate in s:nodes() do
        local r = w.by_node[node]
        if state ~= "excluded" and left[r] then
          that(estimate >= 0 and estimate <= left[r] * (1 + 1e-9) + 1e-12, "%s: estimate %.17g, left %.17g", node, estimate, left[r])
        end
        that(state == "excluded" or cost >= 0, "cost")
      end
    end)
  end)
end)

describe("partial", function()
  local function check_partial(w, rng)
    local rules, given = quests.rules(w, rng, { lists = 0.5, stop = 0.3, near = 0.3, layers = 0.3 })
    local _, nodes = quests.goals(w, rng)
    local start = rng:pick(w.list)
    given.heuristic = rng:pick({ "auto", "zero", "euclidean", "manhattan", "octile" })
    if rng:chance(0.4) then given.max_steps = rng:int(0, 12) end
    if rng:chance(0.3) then given.max_cost = rng:real(0, 9) * (w.cell_w or 1) end
    if rng:chance(0.2) then given.weight = 2 end
    if rng:chance(0.2) then
      local h = given.heuristic
      given.heuristic = function(n) return h == "zero" and 0 or (n.id * 7) % 5 * 1e-3 end
    end
    local s = w.g:search(start.node, nodes, shapes.with(given, { partial = true }))
    while s.status == "searching" do s:step(rng:int(1, 5)) end
    local path, cost = w.g:path(start.node, nodes, shapes.with(given, { partial = true }))
    if s.status == "found" then
      that(path and not path.partial, "found, but the path is partial")
      return
    end
    local best, best_cost
    for node, state, g in s:nodes() do
      if state ~= "excluded" then
        local d = check.inf
        for _, goal in ipairs(nodes) do
          -- as the map measures, across seams
          d = math.min(d, node:distance(goal))
        end
        if w.cells and (w.wrap_x or w.wrap_y) then d = nil end
        if d and (not best or d < best or d == best and g < best_cost) then best, best_cost = d, g end
      end
    end
    that(path and path.partial, "there is no partial path")
    check.near(fields.walk(w, path:table(), rules), cost, "sum of the steps")
    if best then
      local d = check.inf
      for _, goal in ipairs(nodes) do d = math.min(d, path[#path]:distance(goal)) end
      that(math.abs(d - best) <= 1e-12 * (1 + best), "%s is %.17g from a goal, there is one at %.17g", path[#path], d, best)
      -- on a grid distances are computed by columns and rows, and rounding may tell equal ones apart
      if d == best and not w.cells then
        that(cost <= best_cost + 1e-9, "%s costs %.17g, there is one as near for %.17g", path[#path], cost, best_cost)
      end
    end
    local again, sum = s:path()
    that(again == nil and sum == s.status or again, "s:path")
    that(path[1] == start.node and rules, "start")
  end

  it("ends at the reached node nearest to a goal", function()
    random.cases("partial on graphs", 500, function(rng)
      local w = world.random(rng, rng:int(2, 25), rng:int(1, 4))
      for _, name in ipairs(quests.LAYERS) do
        for _ = 1, 4 do quests.edit_layer(w, rng, name) end
      end
      for _ = 1, 4 do check_partial(w, rng) end
    end)
    random.cases("partial on grids", 500, function(rng)
      local t = tiles.random(rng, { terrain = true, walls = true, links = true, wrap = rng:chance(0.3), size = 10 })
      if t.unit_step or t.layout == "isometric" or t.drawn then return end -- not the straight distance of nodes
      for _ = 1, 4 do check_partial(t, rng) end
    end)
  end)
end)
