-- Searches with a weight: the bound of the cost, and of the work.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that

-- One search beside Dijkstra: it finds a path if there is one within max_cost, no dearer than the bound; and each node is
-- expanded once, or twice if max_cost left nodes out.
local function compare(rng, w, space, context)
  local unit = w:any_unit(rng)
  local start, goals = rng:pick(w.list), {}
  for i = 1, rng:pick({ 1, 1, 2, 5 }) do
    goals[i] = rng:pick(w.list)
  end
  local rules = { unit = unit }
  local best = oracle.nearest_goal(w, oracle.dijkstra(w, start, rules), goals, rules, start)
  local weight = rng:pick({ 1.0001, 1.2, 1.5, 2, 4, 10, 1e6, 1e300 })
  local options = { unit = unit, weight = weight, heuristic = rng:pick({ "auto", "auto", "euclidean" }) }
  if rng:chance(0.5) then
    options.max_cost = best and best * rng:pick({ 0.5, 0.9, 1, 1.1, 2 }) or rng:real(0, 30)
    -- a limit that is the optimum but for rounding may count as either
    if best and options.max_cost == best then
      options.max_cost = best * (1 + 1e-10)
    end
  end
  local limit = options.max_cost or math.huge
  if rng:chance(0.3) then
    -- a function that only makes steps dearer
    local factor = rng:pick({ 1, 1.5, 3 })
    options.cost = function(from, to, cost) return cost * (1 + (from.id * 7 + to.id * 3) % 4 / 4 * (factor - 1)) end
    rules.cost = options.cost
    best = oracle.nearest_goal(w, oracle.dijkstra(w, start, rules), goals, rules, start)
  end
  -- rounding decides whether the limit permits a cost that equals it
  if best and limit < math.huge and math.abs(best - limit) <= 1e-9 * limit then return end
  local reached, left_out = oracle.dijkstra(w, start, { unit = unit, cost = options.cost, max_cost = limit })
  -- what the limit leaves out but for rounding may be expanded
  local count = 0
  for _ in pairs((oracle.dijkstra(w, start, { unit = unit, cost = options.cost, max_cost = limit * (1 + 1e-9) }))) do
    count = count + 1
  end
  local s = space:search(start.node, shapes.nodes_of(goals), options)
  s:run()
  context = ("%s, weight %g, max_cost %g, best %s"):format(context, weight, limit, tostring(best))
  if best and best <= limit then
    that(s.status == "found", "%s: ended as %s", context, s.status)
    local path, cost = s:path()
    that(cost <= best * weight * (1 + 1e-9) + 1e-12 and cost >= best * (1 - 1e-9) - 1e-12, "%s: cost %.17g", context, cost)
    that(cost <= limit * (1 + 1e-9), "%s: cost %.17g", context, cost)
    check.near(cost, w.walk and w:walk(path, rules) or oracle.walk(w, path, rules), context)
    local found, found_cost = space:path(start.node, shapes.nodes_of(goals), options)
    that(found and found_cost == cost, "%s: path %s, search %.17g", context, found_cost, cost)
    for node, state, g in s:nodes("closed") do
      local optimum = reached[w.by_node[node]]
      that(state == "closed" and (not optimum or g <= optimum * weight * (1 + 1e-9) + 1e-12), "%s: %s costs %.17g, optimum %.17g",
        context, node, g, optimum)
    end
  else
    that(s.status == (left_out and "limit" or "unreachable"), "%s: ended as %s", context, s.status)
    for r, d in pairs(reached) do
      that(s:state(r.node) == "closed", "%s: %s is %s", context, r.node, s:state(r.node))
      if options.max_cost then
        that(s:cost(r.node) <= limit * (1 + 1e-9) and s:cost(r.node) >= d * (1 - 1e-9) - 1e-12, "%s: cost of %s", context, r.node)
      end
    end
  end
  that(s.expanded <= (options.max_cost and 2 or 1) * count, "%s: %d expansions of %d nodes", context, s.expanded, count)
end

-- Points of a lattice, or about there, with walls; links cost at least their length.
local function lattice(rng)
  local walls, rough = rng:real(0, 0.4), rng:chance(0.5)
  local w = world.lattice(rng:int(2, 16), rng:int(2, 16), rng:chance(0.5), function()
    return { blocked = rng:chance(walls), terrain = rough and rng:pick({ "mud", "road" }) or nil }
  end)
  w:unit("man", { mud = 3 })
  return w
end

describe("a weight", function()
  it("bounds the cost on graphs, and each node is expanded once", function()
    random.cases("weights", 600, function(rng)
      local w = rng:chance(0.3) and world.random(rng, rng:int(2, 40), rng:int(2, 5)) or lattice(rng)
      for _ = 1, 3 do
        compare(rng, w, w.g, "graph")
      end
    end)
  end)

  it("bounds the cost on grids, and each cell is expanded once", function()
    local links = { terrain = true, walls = true, heights = true, links = true, wrap = true, waypoints = true }
    local none = { terrain = true, walls = true, heights = true, wrap = true }
    random.cases("weights on cells", 400, function(rng)
      local t = tiles.random(rng, rng:chance(0.3) and links or none)
      for _ = 1, 3 do
        compare(rng, t, t.map, t.layout)
      end
    end)
  end)

  it("keeps a way that max_cost permits, although a dearer one was found first", function()
    -- to `d` by `b`, which is nearer the goal, costs 1 more than by `c`
    local g = astar.graph()
    local a, b, c, d = g:add(0, 0), g:add(3, 0), g:add(0, 3), g:add(4, 0)
    local e = g:add(14, 0)
    g:link(a, b, { cost = 6, oneway = true })
    g:link(b, d, { cost = 1, oneway = true })
    g:link(a, c, { cost = 3, oneway = true })
    g:link(c, d, { cost = 5 - 2, oneway = true })
    g:link(d, e, { cost = 10, oneway = true })
    for _, weight in ipairs({ 1, 1.5, 3, 10 }) do
      local s = g:search(a, e, { weight = weight, max_cost = 16 })
      assert.equal("found", s:run())
      local path, cost = s:path()
      assert.equal(16, cost)
      assert.equal("1 3 4 5", check.ids(path))
      s = g:search(a, e, { weight = weight, max_cost = 15.9 })
      assert.equal("limit", s:run())
    end
  end)
end)

describe("estimates that are not consistent", function()
  -- Cells around a goal that nobody reaches.
  local function walled(size)
    local t = tiles.new({ width = size, height = size })
    for row = size - 2, size do
      t:block(t.cells[row][size - 2], true)
    end
    for col = size - 2, size do
      t:block(t.cells[size - 2][col], true)
    end
    return t, t.cells[size][size]
  end

  it("would expand nodes exponentially often", function()
    for n = 5, 100, random.size(5, 45) do
      local w = world.reopening(n)
      local s = w.g:search(w.list[n].node, w:add(0, 9).node, { heuristic = function(node) return node.x * 2 ^ n end })
      assert.equal("unreachable", s:run())
      that(s.expanded <= 10 * n + 1000, "%d expansions of %d nodes", s.expanded, n)
      local dist = oracle.dijkstra(w, w.list[n], {})
      for r, d in pairs(dist) do
        check.near(d, s:cost(r.node), "cost of %s", r.node)
      end
    end
  end)

  it("open nodes again a bounded number of times", function()
    for _, size in ipairs(random.size({ 10, 20, 40 }, { 10, 20 })) do
      local t, goal = walled(size)
      local function h(node, to)
        return 10 * math.sqrt((node.x - to.x) ^ 2 + (node.y - to.y) ^ 2)
      end
      local start = t.cells[1][1]
      for _, opts in ipairs({ { heuristic = h }, { heuristic = "manhattan", weight = 20 }, { heuristic = "octile", weight = 1e6 } }) do
        local s = t.map:search(start.node, goal.node, opts)
        assert.equal("unreachable", s:run())
        that(s.expanded <= 10 * size * size + 1000, "%d expansions of %d cells", s.expanded, size * size)
        local dist = oracle.dijkstra(t, start, {})
        for r, d in pairs(dist) do
          check.near(d, s:cost(r.node), "cost of %s", r.node)
        end
      end
    end
  end)
end)
