-- The answer is the cheapest route, against a plain Dijkstra, on random graphs
-- that are edited between the searches.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local quests = require "spec.support.quests"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local world = require "spec.support.world"

local that = check.that
local nodes_of = shapes.nodes_of

-- Asks path and search the same question. `rules` is what the oracle goes by,
-- `given` what the module is told.
local function compare(w, start, goals, rules, given)
  local answer = oracle.answer(w, start, goals, rules)
  if not answer then return end
  local best, nodes = answer.cost, nodes_of(goals)
  local s = w.g:search(start.node, nodes, given)
  s:run()
  for i = 1, 2 do
    local who, path, cost
    if i == 1 then
      who, path, cost = "g:path", w.g:path(start.node, nodes, given)
    else
      who, path, cost = "s:path", s:path()
    end
    if best then
      oracle.check_found(w, who, path, cost, best, start, goals)
      check.near(cost, oracle.walk(w, path, rules), "%s: sum of the links", who)
      local seen = {}
      for k = 1, #path do
        local id = path[k].id
        that(not seen[id], "%s: the path comes twice to node %d", who, id)
        seen[id] = true
      end
    else
      that(not path, "%s finds a way for %s where there is none", who, cost)
      local status = answer.left_out and "limit" or "unreachable"
      if not answer.enterable then
        status = i == 1 and "unreachable" or cost
      end
      that(cost == status and (cost == "limit" or cost == "unreachable"), "%s: ended as %s, should be %s", who, cost, status)
    end
  end
  if best then
    that(s.status == "found", "status %s", s.status)
    check.near(best, s:cost(s.goal), "s:cost(s.goal)")
  end
end

describe("the cheapest route is found", function()
  it("on random graphs with random edits between searches", function()
    random.cases("plain", 700, function(rng)
      local w = world.random(rng, rng:int(2, 22), rng:int(1, 6))
      for _ = 1, 4 do
        for _ = 1, 3 do
          local unit = w:any_unit(rng)
          compare(w, rng:pick(w.list), quests.goals(w, rng, 0.7, 4), { unit = unit },
            { unit = unit, heuristic = rng:pick({ "auto", "auto", "euclidean", "zero" }) })
        end
        for _ = 1, rng:int(1, 5) do
          w:edit(rng)
        end
      end
    end)
  end)

  it("after each single edit", function()
    -- every way in which a lower bound on costs can be out of date
    random.cases("single", 120, function(rng)
      local w = world.random(rng, rng:int(3, 14), 3)
      for _ = 1, 25 do
        w:edit(rng)
        local unit = w:any_unit(rng)
        compare(w, rng:pick(w.list), { rng:pick(w.list) }, { unit = unit }, { unit = unit })
      end
    end)
  end)

  it("with limits, nodes to avoid and nodes to keep to", function()
    random.cases("limited", 350, function(rng)
      local w = world.random(rng, rng:int(2, 22), rng:int(2, 6))
      for _ = 1, 4 do
        w:edit(rng)
        local unit = w:any_unit(rng)
        local rules, given = { unit = unit }, { unit = unit }
        if rng:chance(0.6) then
          rules.max_cost = rng:chance(0.2) and 0 or rng:real(0, 25)
          given.max_cost = rules.max_cost
        end
        for _, kind in ipairs({ "only", "avoid" }) do
          if rng:chance(0.4) then
            rules[kind], given[kind] = {}, {}
            for _, r in ipairs(w.list) do
              if rng:chance(kind == "only" and 0.85 or 0.12) then
                rules[kind][r] = true
                table.insert(given[kind], r.node)
              end
            end
          end
        end
        compare(w, rng:pick(w.list), quests.goals(w, rng, 0.7, 4), rules, given)
      end
    end)
  end)

  it("with heuristic functions that are admissible, but not consistent", function()
    random.cases("inconsistent", 300, function(rng)
      local w = world.random(rng, rng:int(2, 14), rng:int(2, 6))
      for _ = 1, 2 do
        w:edit(rng)
        local unit = w:any_unit(rng)
        local rules = { unit = unit }
        local goals = quests.goals(w, rng, 0.7, 4)
        -- what is left from each node to each goal, times anything up to 1
        local h = {}
        for _, r in ipairs(w.list) do
          local dist = oracle.dijkstra(w, r, rules)
          h[r.node] = {}
          for _, goal in ipairs(goals) do
            local left = r == goal and 0 or dist[goal]
            h[r.node][goal.node] = left and left * rng:pick({ 0, 0, 0.3, 0.9, 1, rng:unit() }) or rng:real(0, 100)
          end
        end
        compare(w, rng:pick(w.list), goals, rules, { unit = unit, heuristic = function(n, goal)
          return h[n][goal]
        end })
      end
    end)
  end)

  it("with cost functions", function()
    random.cases("cost functions", 200, function(rng)
      local w = world.random(rng, rng:int(2, 20), rng:int(2, 6))
      for _ = 1, 2 do
        w:edit(rng)
        local unit = w:any_unit(rng)
        local salt = rng:int(1, 1000)
        local function cost(from, to, c)
          local k = (from.id * 31 + to.id * 17 + salt) % 7
          if k == 0 then
            return rng:pick({ false, check.inf })
          elseif k == 1 then
            return 0
          elseif k == 2 then
            return c / 100
          end
          return c * k
        end
        compare(w, rng:pick(w.list), quests.goals(w, rng, 0.7, 4), { unit = unit, cost = cost }, { unit = unit, cost = cost })
      end
    end)
  end)

  it("with a cost function under any heuristic that stays below", function()
    random.cases("cost and heuristic", 100, function(rng)
      local w = world.random(rng, rng:int(2, 12), 4)
      local factor = rng:real(0.1, 3)
      local function cost(_, _, c)
        return c * factor
      end
      local unit = w:any_unit(rng)
      local rules = { unit = unit, cost = cost }
      local goal = rng:pick(w.list)
      local h = {}
      for _, r in ipairs(w.list) do
        local dist = oracle.dijkstra(w, r, rules)
        h[r.node] = (r == goal and 0 or dist[goal] or 50) * rng:unit()
      end
      compare(w, rng:pick(w.list), { goal }, rules, { unit = unit, cost = cost, heuristic = function(n)
        return h[n]
      end })
    end)
  end)

  it("among teleports and links that are nearly free", function()
    random.cases("teleports", 150, function(rng)
      local w = world.lattice(rng:int(2, 8), rng:int(2, 8), rng:chance(0.5))
      w.kind = "lattice"
      w:unit("man", { mud = 0.1, forest = 3 })
      for _ = 1, 6 do
        local a, b = rng:pick(w.list), rng:pick(w.list)
        if a ~= b then
          w:link(a, b, { cost = rng:pick({ 0, 0, 1e-12, 0.001, 0.5, 1 }), oneway = rng:chance(0.5) })
        end
        if rng:chance(0.4) then
          w:terrain(rng:pick(w.list), rng:pick({ "mud", "forest" }))
        end
        local unit = rng:chance(0.5) and "man" or nil
        compare(w, rng:pick(w.list), quests.goals(w, rng, 0.7, 4), { unit = unit }, { unit = unit })
        if rng:chance(0.5) then
          local from = rng:pick(w.list)
          if #from.out > 0 then
            w:unlink(from, rng:pick(from.out).to, rng:chance(0.5))
          end
        end
      end
    end)
  end)

  it("where costs span many orders of magnitude", function()
    random.cases("magnitudes", 150, function(rng)
      local w = world.new()
      w.kind = rng:pick({ "free", "lattice", "clusters" })
      for _ = 1, rng:int(3, 20) do
        w:random_node(rng)
      end
      for _ = 1, #w.list * 2 do
        local a, b = rng:pick(w.list), rng:pick(w.list)
        if a ~= b then
          w:link(a, b, { cost = 10 ^ rng:int(-30, 30) * rng:int(0, 9), oneway = rng:chance(0.3) })
        end
      end
      w:unit("man", { mud = 1e-20, road = 1e20, forest = 2 ^ -500 })
      for _ = 1, 4 do
        local unit = rng:chance(0.5) and "man" or nil
        compare(w, rng:pick(w.list), quests.goals(w, rng, 0.7, 4), { unit = unit },
          { unit = unit, heuristic = rng:pick({ "auto", "zero" }) })
      end
    end)
  end)

  it("on longer ways", function()
    random.cases("longer", 12, function(rng)
      local w = world.random(rng, 150, 4)
      for _ = 1, 3 do
        for _ = 1, 10 do
          w:edit(rng)
        end
        local unit = w:any_unit(rng)
        compare(w, rng:pick(w.list), quests.goals(w, rng, 0.7, 4), { unit = unit }, { unit = unit })
      end
    end)
  end)
end)

describe("a lower bound on costs", function()
  local g, a, b, up, down

  -- two ways from a to b: straight, and round by `up` and `down`
  before_each(function()
    g = astar.graph()
    a, b, up, down = g:add(0, 0), g:add(10, 0), g:add(0, 40), g:add(10, 40)
    g:link(a, b)
    g:link(a, up)
    g:link(up, down)
    g:link(down, b)
    g:unit("man", { ice = 0.01, mud = 30 })
    -- let the bound be taken now, so that it has to follow
    for _, unit in ipairs({ "man", false }) do
      assert.equal(10, select(2, g:path(a, b, unit or nil)))
    end
  end)

  local function cost(unit)
    local s = g:search(a, b, unit)
    s:run()
    local _, one = s:path()
    local _, other = g:path(a, b, unit)
    check.near(one, other, "path and search differ")
    return other
  end

  it("comes down with a link's cost", function()
    g:link(a, up, { cost = 0.001 })
    g:link(up, down, { cost = 0 })
    g:link(down, b, { cost = 0.001 })
    assert.near(0.002, cost(), 1e-12)
  end)

  it("comes down with a one-way link the other way", function()
    g:link(up, a, { cost = 0, oneway = true })
    g:link(down, up, { cost = 0, oneway = true })
    g:link(b, down, { cost = 0, oneway = true })
    assert.equal(10, cost())
    a, b = b, a
    assert.equal(0, cost())
  end)

  it("comes down with a move that shortens links", function()
    g:link(a, up, { cost = 4 })
    g:link(up, down, { cost = 1 })
    g:link(down, b, { cost = 4 })
    assert.equal(9, cost())
    -- now it is an explicit cost over a longer distance
    up.y, down.y = 4000, 4000
    assert.equal(9, cost())
    g:link(a, b, { cost = 8 })
    assert.equal(8, cost())
  end)

  it("comes down with a terrain of a node", function()
    up.terrain, down.terrain, b.terrain = "ice", "ice", "ice"
    assert.near(0.1, cost("man"), 1e-12)
    g:link(a, b, { cost = 50 })
    assert.equal(0.5, cost("man"))
    g:unlink(a, b)
    assert.near(0.9, cost("man"), 1e-12)
    assert.equal(90, cost())
  end)

  it("comes down with a terrain of links", function()
    g:link(a, up, { terrain = "ice" })
    g:link(up, down, { terrain = "ice" })
    g:link(down, b, { terrain = "ice" })
    assert.near(0.9, cost("man"), 1e-12)
    assert.equal(10, cost())
  end)

  it("comes down with a multiplier", function()
    up.terrain, down.terrain = "mud", "mud"
    g:link(down, b, { terrain = "mud" })
    assert.equal(10, cost("man"))
    g:unit("man", { mud = 0.001 })
    assert.near(0.09, cost("man"), 1e-12)
    g:unit("man", { default = 0.5 })
    assert.equal(5, cost("man"))
    g:unit("man", { mud = false, default = 1e-6 })
    assert.near(1e-5, cost("man"), 1e-15)
  end)

  it("comes down when a terrain opens that was closed", function()
    up.terrain, down.terrain = "mud", "mud"
    g:link(a, up, { cost = 1 })
    g:link(up, down, { cost = 1 })
    g:link(down, b, { cost = 1 })
    g:unit("man", { mud = false })
    assert.equal(10, cost("man"))
    g:unit("man", { mud = 0.5 })
    assert.equal(2, cost("man"))
    up.blocked = true
    assert.equal(10, cost("man"))
    up.blocked = false
    assert.equal(2, cost("man"))
  end)

  it("comes down with limits that are lifted", function()
    g:unit("cart", {}, { climb = 0.5, drop = 0.5 })
    up.z, down.z = 1, 1
    g:link(a, up, { cost = 1 })
    g:link(up, down, { cost = 1 })
    g:link(down, b, { cost = 1 })
    assert.equal(10, cost("cart"))
    g:unit("cart", {}, { climb = 1, drop = 1 })
    assert.equal(3, cost("cart"))
    g:unit("cart", {}, { climb = 1, drop = 0.5 })
    assert.equal(10, cost("cart"))
    down.z = 0.5
    assert.equal(3, cost("cart"))
  end)

  it("comes down with new nodes and links", function()
    local hole, exit = g:add(-500, 0), g:add(900, 0)
    g:link(a, hole, { cost = 1 })
    g:link(hole, exit, { cost = 1 })
    g:link(exit, b, { cost = 1 })
    assert.equal(3, cost())
    g:remove(hole)
    assert.equal(10, cost())
    hole = g:add(1e6, 0)
    g:link(a, hole, { cost = 0 })
    g:link(hole, exit, { cost = 0 })
    assert.equal(1, cost())
  end)

  it("comes back up when what was cheap goes, and stays right", function()
    g:link(a, up, { cost = 0 })
    assert.equal(10, cost())
    g:unlink(a, up)
    assert.equal(10, cost())
    g:link(a, up)
    g:link(up, down, { cost = 0, terrain = "ice" })
    g:link(up, down)
    g:remove(down)
    assert.equal(10, cost("man"))
    g:optimize()
    assert.equal(10, cost())
    g:link(up, b, { cost = 0 })
    up.y = 0
    assert.equal(0, cost())
  end)

  it("comes back up to what it would be without the links that are gone", function()
    local cheap = { 0.3, 0.05, 0.6, 0.11, 0.02, 0.45 }
    -- 20 x 20 nodes, with cheap links in the last row; how much a search away from these expands
    local function work(costs, links)
      local field, at = astar.graph(), {}
      for i = 0, 399 do at[i] = field:add(i % 20, math.floor(i / 20)) end
      for i = 0, 399 do
        if i % 20 < 19 then field:link(at[i], at[i + 1]) end
        if i < 380 then field:link(at[i], at[i + 20]) end
      end
      for i, value in pairs(costs) do field:link(at[380 + i], at[381 + i], { cost = value }) end
      for _, i in ipairs(links) do field:link(at[380 + i], at[381 + i]) end
      local s = field:search(at[0], at[190])
      s:run()
      return s.expanded
    end
    for first = 1, #cheap do
      for second = 1, #cheap do
        local rest = {}
        for i, value in ipairs(cheap) do rest[i] = i ~= first and i ~= second and value or nil end
        assert.equal(work(rest, {}), work(cheap, { first, second }))
      end
    end
  end)

  it("counts nodes on one spot, whose links have no length", function()
    local twin = g:add(0, 0)
    g:link(a, twin)
    g:link(twin, b, { cost = 9 })
    assert.equal(9, cost())
    g:link(a, twin, { cost = 2 })
    assert.equal(10, cost())
    g:link(a, twin, { cost = 0.5 })
    assert.equal(9.5, cost())
  end)

  it("rises when the last link goes that costs as little as its length", function()
    local space = astar.graph()
    local from, to, other = space:add(0, 0), space:add(1, 0), space:add(0, 1)
    space:link(from, to, { cost = 3 })
    for _ = 1, 2 do
      space:link(from, other)
      space:unlink(from, other)
    end
    local s = space:search(from, to)
    s:step()
    assert.equal(3, s:estimate(from))
  end)
end)

describe("zero-cost links", function()
  it("in circles do not hold the search up", function()
    random.cases("zero circles", 40, function(rng)
      local w = world.new()
      w.kind = rng:pick({ "lattice", "heap", "free" })
      for _ = 1, 30 do
        w:random_node(rng)
      end
      for _ = 1, 120 do
        local a, b = rng:pick(w.list), rng:pick(w.list)
        if a ~= b then
          w:link(a, b, { cost = rng:pick({ 0, 0, 0, 1 }), oneway = rng:chance(0.5) })
        end
      end
      for _ = 1, 4 do
        compare(w, rng:pick(w.list), quests.goals(w, rng, 0.7, 4), {}, {})
      end
    end)
  end)
end)

describe("long chains", function()
  it("add up without losing anything", function()
    local LENGTH = random.size(20000, 4000)
    local g = astar.graph()
    local first, last
    for i = 1, LENGTH do
      local n = g:add(i, 0)
      if last then
        g:link(last, n, { cost = 0.1, oneway = true })
      end
      first, last = first or n, n
    end
    local path, cost = g:path(first, last)
    assert.equal(LENGTH, #path)
    assert.near((LENGTH - 1) / 10, cost, 1e-6)
  end)
end)
