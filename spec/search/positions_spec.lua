-- Positions as start and goal: {x, y [, z]}, the nearest point on the nearest link that the unit can use.

local astar = require "astar"
local check = require "spec.support.check"
local positions = require "spec.support.positions"
local random = require "spec.support.random"
local world = require "spec.support.world"

local that = check.that

-- Equal but for rounding, as of the difference of two places.
local function near(want, got, what, ...)
  if type(got) == "number" and math.abs(want - got) <= 1e-9 * (1 + math.abs(want)) then return end
  check.near(want, got, what, ...)
end

-- The choices of a list of lists, as lists; none if there are more than `most`.
local function choices(lists, most)
  local count = 1
  for _, list in ipairs(lists) do count = count * #list end
  if count > most then return {} end
  local all = { {} }
  for _, list in ipairs(lists) do
    local longer = {}
    for _, chosen in ipairs(all) do
      for _, value in ipairs(list) do
        local copy = { check.unpack(chosen) }
        copy[#copy + 1] = value
        longer[#longer + 1] = copy
      end
    end
    all = longer
  end
  return all
end

-- A start or goal: what the module is told, and the records or spots that it may stand for.
local function some_end(w, rng, unit, chance)
  if #w.list > 0 and not rng:chance(chance) then
    local r = rng:pick(w.list)
    return { given = r.node, stands = { r } }
  end
  local p = positions.random(w, rng)
  return { given = p, stands = positions.spots(w, unit, p) }
end

local function is_point(value, p)
  return type(value) == "table" and positions.distance(value, p) <= 1e-9 * (1 + math.abs(p.x) + math.abs(p.y) + math.abs(p.z))
end

-- Asks path and search, and compares with each way in which the positions may be understood.
local function compare(w, rng, rules, given)
  local start = some_end(w, rng, rules.unit, 0.6)
  local goals, told = {}, {}
  for i = 1, rng:chance(0.7) and 1 or rng:int(2, 4) do
    goals[i] = some_end(w, rng, rules.unit, 0.7)
    told[i] = goals[i].given
  end
  local lists = { start.stands }
  for i, goal in ipairs(goals) do lists[i + 1] = goal.stands end
  local cases = {}
  for i, chosen in ipairs(choices(lists, 24)) do
    local from = table.remove(chosen, 1)
    local best, dist, left = positions.cheapest(w, from, chosen, rules)
    if positions.unsure({ from, check.unpack(chosen) }) then return end
    -- whether a start that could not be entered is its own goal is not said
    for _, goal in ipairs(chosen) do
      if goal == from and goal.out and not w:enterable(rules.unit, goal) then return end
    end
    cases[i] = { start = from, goals = chosen, best = best, dist = dist, left = left }
  end
  if #cases == 0 then return end
  local goal_given = #told == 1 and rng:chance(0.5) and told[1] or told

  local s = w.g:search(start.given, goal_given, given)
  s:run()
  for i = 1, 2 do
    local who, path, cost
    if i == 1 then
      who, path, cost = "g:path", w.g:path(start.given, goal_given, given)
    else
      who, path, cost = "s:path", s:path()
    end
    local fits, why = false, nil
    for _, case in ipairs(cases) do
      local ok, message = pcall(function()
        if case.best and (not rules.weight or rules.weight == 1) then
          that(path, "%s finds nothing (%s), there is a way for %.17g", who, cost, case.best)
          near(case.best, cost, "%s: cost", who)
        elseif case.best then
          that(path and cost <= case.best * rules.weight * (1 + 1e-9) and cost >= case.best * (1 - 1e-9),
            "%s: cost %s, least %.17g, weight %g", who, cost, case.best, rules.weight)
        else
          that(not path, "%s finds a way for %s where there is none", who, cost)
          that(cost == "unreachable" or cost == "limit", "%s: status %s", who, cost)
          if i == 2 then that(cost == (case.left and "limit" or "unreachable"), "%s: status %s", who, cost) end
        end
        if path then
          that(path.cost == cost, "%s: path.cost", who)
          near(cost, positions.walk(w, path, case.start, case.goals, rules), "%s: sum of the steps", who)
          if not case.start.out then that(is_point(path[1], case.start), "%s begins elsewhere", who) end
        end
      end)
      if ok then fits = true break end
      why = message
    end
    if not fits then error(("%s (of %d ways to understand the positions)"):format(tostring(why), #cases), 0) end
  end
end

describe("a route between positions is the cheapest", function()
  it("on random graphs with edits between", function()
    random.cases("positions", 600, function(rng)
      local w = world.random(rng, rng:int(0, 18), rng:int(1, 5))
      for _ = 1, 4 do
        for _ = 1, 3 do
          local unit = w:any_unit(rng)
          compare(w, rng, { unit = unit }, { unit = unit, heuristic = rng:pick({ "auto", "auto", "euclidean", "zero" }) })
        end
        for _ = 1, rng:int(1, 5) do w:edit(rng) end
      end
    end)
  end)

  it("with limits, weights, nodes to avoid, nodes to keep to, and costs of the caller", function()
    random.cases("positions with options", 450, function(rng)
      local w = world.random(rng, rng:int(2, 18), rng:int(2, 6))
      for _ = 1, 4 do
        w:edit(rng)
        local unit = w:any_unit(rng)
        local rules, given = { unit = unit }, { unit = unit }
        if rng:chance(0.4) then
          rules.max_cost = rng:chance(0.2) and 0 or rng:real(0, 25)
          given.max_cost = rules.max_cost
        end
        for _, kind in ipairs({ "only", "avoid" }) do
          if rng:chance(0.3) then
            rules[kind], given[kind] = {}, {}
            for _, r in ipairs(w.list) do
              if rng:chance(kind == "only" and 0.7 or 0.2) then
                rules[kind][r] = true
                table.insert(given[kind], r.node)
              end
            end
          end
        end
        if rng:chance(0.3) then
          local salt = rng:int(0, 100)
          rules.cost = function(from, to, cost)
            local pick = math.floor(from.x * 3 + to.y * 5 + salt) % 5
            if pick == 0 then return nil end
            return cost * (1 + pick)
          end
          given.cost = rules.cost
        end
        if rng:chance(0.2) then
          given.heuristic = function(node, goal)
            that(type(node.x) == "number" and type(goal.y) == "number", "a heuristic gets no place")
            return 0
          end
        elseif not rules.max_cost and not rules.cost and rng:chance(0.3) then
          rules.weight, given.weight = 2, 2
        end
        compare(w, rng, rules, given)
      end
    end)
  end)

  it("among many goals", function()
    random.cases("many positions", 15, function(rng)
      local w = world.random(rng, 30, 4)
      local unit, goals, best = w:any_unit(rng), {}, nil
      local start = positions.random(w, rng)
      for i = 1, 60 do
        goals[i] = rng:chance(0.2) and rng:pick(w.list).node or positions.random(w, rng)
        local _, cost = w.g:path(start, goals[i], unit)
        if type(cost) == "number" and (not best or cost < best) then best = cost end
      end
      local path, cost = w.g:path(start, goals, unit)
      local s = w.g:search(start, goals, unit)
      that((path ~= nil) == (best ~= nil) and s:run() == (best and "found" or "unreachable"), "found")
      if best then
        near(best, cost, "path")
        near(best, s:cost(s.goal), "search")
      end
    end)
  end)

  it("to the nearest reached place where there is no way", function()
    random.cases("positions, partial", 400, function(rng)
      local w = world.random(rng, rng:int(2, 18), rng:int(1, 3))
      local unit = w:any_unit(rng)
      local start, goal = positions.random(w, rng), positions.random(w, rng)
      local froms, tos = positions.spots(w, unit, start), positions.spots(w, unit, goal)
      if #froms > 1 or #tos > 1 or positions.unsure({ froms[1], tos[1] }) then return end
      local best, dist = positions.cheapest(w, froms[1], tos, { unit = unit })
      local path, cost = w.g:path(start, goal, { unit = unit, partial = true })
      that(path, "no path: %s", cost)
      that(path.partial == (best == nil), "path.partial is %s", path.partial)
      if best then
        near(best, cost, "cost")
      else
        local least = math.huge
        for r in pairs(dist) do least = math.min(least, positions.distance(r, tos[1])) end
        local last = path[#path]
        near(least, positions.distance(last, tos[1]), "distance")
        near(dist[w.by_node[last] or froms[1]], cost, "cost")
      end
    end)
  end)
end)

describe("the nearest link", function()
  -- Many links, few of them edited between two questions.
  it("is found in large graphs that are edited", function()
    random.cases("nearest link", 5, function(rng)
      local w = world.random(rng, random.size(150, 60), rng:int(2, 5))
      for _ = 1, random.size(200, 60) do
        for _ = 1, rng:pick({ 0, 1, 1, 2, 5, 40 }) do w:edit(rng) end
        local unit = rng:chance(0.3) and w:any_unit(rng) or nil
        local p = positions.random(w, rng)
        local stands = positions.spots(w, unit, p)
        local s = w.g:search(p, nil, unit)
        local found = false
        for _, spot in ipairs(stands) do found = found or is_point(s.start, spot) end
        that(found, "(%g, %g, %s) stands for (%g, %g, %g), should for (%g, %g, %g), which is %g away", p.x, p.y, p.z,
          s.start.x, s.start.y, s.start.z, stands[1].x, stands[1].y, stands[1].z, stands[1].distance)
      end
    end)
  end)

  it("is found around a node with many links", function()
    local w = world.new()
    local hub = w:add(0, 0)
    local rng = random.new(random.seed)
    for _ = 1, 300 do w:link(hub, w:add(rng:real(-10, 10), rng:real(-10, 10))) end
    for i = 1, random.size(60, 9) do
      local p = i == 1 and { x = 0, y = 0 } or positions.random(w, rng)
      local stands = positions.spots(w, nil, p)
      local s = w.g:search(p)
      that(is_point(s.start, stands[1]) or is_point(s.start, stands[#stands]), "spot %d", i)
      if i % 3 == 0 then
        w:move(hub, rng:real(-3, 3), rng:real(-3, 3), 0)
      elseif i % 3 == 1 then
        w:unlink(hub, w.list[i + 1])
      else
        w:link(hub, w:add(rng:real(-10, 10), rng:real(-10, 10)))
      end
    end
  end)

  it("is found beside links that are gone", function()
    local w = world.new()
    local nodes, rng = {}, random.new(random.seed)
    for i = 1, 100 do
      nodes[i] = w:add(rng:real(-10, 10), rng:real(-10, 10))
      for k = 1, math.min(i - 1, 4) do w:link(nodes[i], nodes[i - k]) end
    end
    for i = 1, random.size(60, 60) do
      local a = rng:pick(nodes)
      for _, b in ipairs(nodes) do
        if a ~= b and rng:chance(0.05) then w:link(a, b) end
        if a ~= b and rng:chance(0.05) and w.g:linked(a.node, b.node) then w:unlink(a, b) end
      end
      local p = positions.random(w, rng)
      local start, found = w.g:search(p).start, false
      for _, spot in ipairs(positions.spots(w, nil, p)) do found = found or is_point(start, spot) end
      that(found, "edit %d", i)
    end
  end)

  it("has the lower ids among equally near ones", function()
    local g = astar.graph()
    local mid = g:add(0, 0)
    local east, north, west = g:add(10, 0), g:add(0, 10), g:add(-10, 0)
    for _, other in ipairs({ west, north, east }) do g:link(mid, other, { oneway = true }) end
    -- (-1, -1) is nearest to mid and to the link west; (3, -3) to the link east
    local s = g:search({ x = 0, y = 0 }, north)
    that(s:run() == "found", "from a node one can go all its ways, though its link leads east")
    near(10, s:cost(north))
    -- two links at the same place, with different ends
    local h = astar.graph()
    local a, b = h:add(0, 0), h:add(10, 0)
    local c, d = h:add(0, 0), h:add(10, 0)
    h:link(c, d, { cost = 1 })
    h:link(a, b, { cost = 5 })
    local t = h:search({ x = 4, y = 2 }, nil)
    t:run()
    that(t:state(a) == "closed" and t:state(c) == "none", "not the link with the lower ids")
    near(3, t:cost(b))
    near(2, t:cost(a))
  end)

  it("is one that the unit can use", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(10, 0)
    local c, d = g:add(0, 5), g:add(10, 5, { terrain = "sea" })
    g:link(a, b)
    g:link(c, d)
    g:unit("man", { sea = false })
    g:unit("ship", { default = false, sea = 2 })
    near(2 + 1, (select(2, g:path({ x = 3, y = 4.5 }, { x = 6, y = 4.5 }))))
    local path, cost = g:path({ x = 3, y = 4.5 }, { x = 6, y = 4.5 }, "ship")
    near(6, cost) -- towards d, whose terrain is paid
    that(path[1].y == 5 and path[2].y == 5, "not on the link of the ship")
    that(select(2, g:path({ x = 6, y = 4.5 }, { x = 3, y = 4.5 }, "ship")) == "unreachable", "against the ship's way")
    -- the man can walk from d to c only, which is a way all the same
    near(3, (select(2, g:path({ x = 6, y = 4.5 }, { x = 3, y = 4.5 }, "man"))))
    d.blocked = true
    near(3, (select(2, g:path({ x = 6, y = 4.5 }, { x = 3, y = 4.5 }))))
    c.blocked = true
    local s = g:search({ x = 3, y = 4.5 })
    that(s.start.y == 0, "a link that nobody can use")
    g:unit("bird", {}, { climb = 0, drop = 0 })
    b.z = 1
    that(select(2, g:path({ x = 3, y = 1 }, b, "bird")) == "unreachable", "too steep")
  end)

  it("is measured flat without z, and in space with it", function()
    local g = astar.graph()
    local a, b = g:add(0, 0, 0), g:add(10, 0, 0)
    local c, d = g:add(0, 1, 8), g:add(10, 1, 10)
    g:link(a, b)
    g:link(c, d)
    local s = g:search({ x = 5, y = 0.9 })
    that(s.start.z == 9 and s.start.y == 1, "flat")
    s = g:search({ x = 5, y = 0.9, z = 1 })
    that(s.start.z == 0 and s.start.y == 0, "in space")
    s = g:search({ x = 5, y = 0.9, z = 30 })
    that(s.start.y == 1 and s.start.x > 5, "in space, the slope")
    -- a link that goes straight up is one place from above
    local h = astar.graph()
    local low, high = h:add(1, 1, 0), h:add(1, 1, 10)
    h:link(low, high)
    near(10, (select(2, h:path({ x = 5, y = 5 }, high))))
    near(7, (select(2, h:path({ x = 5, y = 5, z = 3 }, high))))
  end)
end)

describe("a position", function()
  local g, a, b, c
  before_each(function()
    g = astar.graph()
    a, b, c = g:add(0, 0), g:add(10, 0, { terrain = "mud" }), g:add(10, 10)
    g:link(a, b)
    g:link(b, c)
    g:unit("cart", { mud = 3 })
  end)

  it("lies on a link of any length", function()
    local space = astar.graph()
    local far = space:add(1e308, 0)
    space:link(space:add(-1e308, 0), far, { cost = 1 })
    local path, cost = space:path({ x = 0, y = 0 }, far)
    assert.equal(0, path[1].x)
    assert.equal(0.5, cost)
  end)

  it("on the same link is reached directly where the link leads there", function()
    local path, cost = g:path({ x = 2, y = 1 }, { x = 7, y = -1 })
    near(5, cost)
    that(#path == 2 and path[1].x == 2 and path[2].x == 7, "not direct")
    near(15, (select(2, g:path({ x = 2, y = 1 }, { x = 7, y = -1 }, "cart"))))
    near(5, (select(2, g:path({ x = 7, y = 1 }, { x = 2, y = -1 }, "cart"))))
    g:link(c, a)
    g:link(a, b, { oneway = true, cost = 100 })
    g:unlink(b, a, { oneway = true })
    path, cost = g:path({ x = 7, y = 1 }, { x = 2, y = -1 })
    near(30 + 10 + math.sqrt(200) + 20, cost)
    that(#path == 5, "not around")
    -- around is cheaper, though the link leads there
    g:link(b, a, { oneway = true, cost = 1000 })
    near(30 + 10 + math.sqrt(200) + 20, (select(2, g:path({ x = 7, y = 1 }, { x = 2, y = -1 }))))
  end)

  it("that is that of the goal gives a path of one point", function()
    for _, p in ipairs({ { x = 3, y = 2 }, { x = -5, y = 0 }, { x = 10, y = 0 } }) do
      local path, cost = g:path(p, { x = p.x, y = p.y })
      that(#path == 1 and cost == 0 and path.length == 0, "%d points", #path)
      local s = g:search(p, { c, p })
      that(s:run() == "found" and s.goal == s.start and s:cost(s.goal) == 0, "not found")
    end
  end)

  it("at a node is left and reached as the node is", function()
    g:unlink(a, b)
    g:link(b, a, { oneway = true })
    g:link(a, c, { oneway = true })
    local path, cost = g:path({ x = 0, y = 0 }, c)
    near(math.sqrt(200), cost)
    that(type(path[1]) == "table" and path[1].x == 0, "begins at the point")
    near(0, (select(2, g:path({ x = 0, y = 0 }, a))))
    near(0, (select(2, g:path(a, { x = -3, y = -3 }))))
    near(10, (select(2, g:path(b, { x = -3, y = 0 }))))
    -- who stands on a node that cannot be entered may leave it every way
    a.blocked = true
    near(math.sqrt(200), (select(2, g:path({ x = 0, y = 0 }, c))))
    that(select(2, g:path({ x = 0, y = 0 }, a)) == "unreachable", "entered")
  end)

  it("leads nowhere where no link can be used", function()
    local empty = astar.graph()
    that(select(2, empty:path({ x = 1, y = 1 }, { x = 2, y = 2 })) == "unreachable", "empty graph")
    local s = empty:search({ x = 1, y = 2 })
    that(s:run() == "done" and s.start.x == 1 and s.start.y == 2 and s.start.z == 0 and s.expanded == 1, "alone")
    local alone = empty:add(1, 1)
    that(select(2, empty:path({ x = 1, y = 1 }, alone)) == "unreachable", "a node without links")
    that(select(2, empty:path(alone, { x = 1, y = 1 })) == "unreachable", "a node without links")
    local path = empty:path({ x = 1, y = 2, z = 3 }, alone, { partial = true })
    that(#path == 1 and path.partial and path[1].z == 3, "partial")
  end)

  it("may be any table of x and y, as a hero of a game", function()
    local hero = setmetatable({ x = 2, y = 1, name = "Pia", 1, 2, 3 }, { __index = function() error("asked") end })
    near(8, (select(2, g:path(hero, b))))
    near(8, (select(2, g:path(b, hero))))
    near(8, (select(2, g:path(b, { hero, c, hero }))))
    local p = g:path(a, hero)
    near(2, (select(2, g:path(p[1], p[#p]))))
  end)

  it("is shown by the search", function()
    local s = g:search({ x = 2, y = 1 }, { c, { x = 10, y = 4 }, { x = 10, y = 6 } })
    that(s.goal == nil and s.start == s.start and s.start.x == 2 and s.start.y == 0 and s.start.z == 0, "start")
    that(s:run() == "found" and s.goal.y == 4 and s.status == "found", "goal")
    that(s:state(s.start) == "closed" and s:cost(s.start) == 0 and s:parent(s.start) == nil, "state of the start")
    that(s:state({ x = 10, y = 4 }) == "closed" and s:state({ x = 3, y = 3 }) == "none", "state by place")
    near(12, s:cost(s.goal))
    that(s:parent(s.goal) == b and s:parent(b) == s.start and s:parent(a) == s.start, "parents")
    that(s:estimate(s.goal) == 0 and s:closest() == s.goal and s.current == s.goal, "closest")
    local seen, count = {}, 0
    for at, state, cost in s:nodes() do
      seen[at], count = true, count + 1
      that(state == s:state(at) and cost == s:cost(at), "nodes()")
    end
    that(seen[s.start] and seen[s.goal] and seen[b], "points are among the nodes")
    near(2, (select(2, s:path(a))))
    near(0, (select(2, s:path(s.start))))
    local added = g:add(99, 99)
    that(s:state(added) == "none" and s:state(s.start) == "closed", "after an edit")
    local other = g:add(98, 98)
    that(s:state(other) == "none" and s.status == "found", "after another")
    g:optimize()
    that(s:state(s.start) == "closed" and s:path().cost == 12, "after the nodes were renumbered")
    that(s:path()[1].x == 2, "the path after edits")
  end)

  it("is kept by restart, and projected anew", function()
    local s = g:search({ x = 2, y = 1 }, { x = 10, y = 4 })
    s:run()
    g:link(g:add(0, 1), g:add(5, 1))
    s:restart()
    that(s.start.y == 1 and s:run() == "unreachable", "a new link is nearer")
    s:restart(a)
    that(s.start == a and s.goal.y == 4 and s:run() == "found" and s:cost(s.goal) == 14, "another start")
    s:restart(nil, { b, { x = 5, y = -1 } })
    that(s.start == a and s:run() == "found" and s.goal.x == 5 and s:cost(s.goal) == 5, "other goals")
    s:restart({ x = 10, y = 9 }, b)
    that(s.goal == b and s.start.y == 9 and s:run() == "found" and s:cost(b) == 9, "a position as start")
    s:restart(nil, a)
    that(s.start.y == 9 and s:run() == "found" and s:cost(a) == 19, "kept as start")
    s:restart(c)
    that(s.start == c and s.goal == a and s:run() == "found", "no position left")
    s:close()
  end)

  it("is passed to functions for costs and estimates", function()
    local asked = {}
    local s = g:search({ x = 2, y = 1 }, { x = 10, y = 4 }, {
      cost = function(from, to, cost)
        asked[#asked + 1] = { from, to, cost }
        return cost * 2
      end,
      heuristic = function(node, goal)
        that(goal.x == 10 and goal.y == 4, "goal")
        return math.abs(node.x - goal.x) + math.abs(node.y - goal.y)
      end,
    })
    that(s:run() == "found", s.status)
    near(24, s:cost(s.goal))
    local from_start, to_goal
    for _, q in ipairs(asked) do
      from_start = from_start or q[1] == s.start and q[2] == b and q[3] == 8
      to_goal = to_goal or q[1] == b and q[2] == s.goal and q[3] == 4
    end
    that(from_start and to_goal, "the shares were not asked about")
    near(24, (select(2, g:path({ x = 2, y = 1 }, { x = 10, y = 4 }, { cost = function(_, _, cost) return 2 * cost end }))))
  end)

  it("makes a path like any other", function()
    local path = g:path({ x = 2, y = 1 }, { x = 10, y = 4 })
    that(#path == 3 and path.length == 12 and path.cost == 12, "length")
    that(table.concat(path:points(), " ") == table.concat({ 2, 0, 10, 0, 10, 4 }, " ")
      or table.concat(path:points(), " ") == "2.0 0.0 10.0 0.0 10.0 4.0", "points: %s", table.concat(path:points(), " "))
    that(#path:points(3) == 9, "points in space")
    local x, y, z, index = path:at(9)
    that(x == 10 and y == 1 and z == 0 and index == 2, "at")
    local list = path:table()
    that(list[1].x == 2 and list[2] == b and list[3].y == 4 and list[3].z == 0, "table")
    for i, at in path:nodes() do
      that(i == 2 and at == b or i ~= 2 and type(at) == "table" and at.z == 0, "nodes")
    end
  end)

  it("is walked by a follower and drawn", function()
    local follow, svg = require "astar.follow", require "astar.svg"
    local f = follow(g:path({ x = 2, y = 1 }, { x = 10, y = 4 }), 2)
    that(f.x == 2 and f.y == 0, "stands at (%g, %g)", f.x, f.y)
    for _ = 1, 3 do f:update(1) end
    that(f.x == 8 and f.y == 0, "goes to (%g, %g)", f.x, f.y)
    f:go(g:path({ x = f.x, y = f.y }, { x = 10, y = 10 }))
    that(f.x == 8 and f.y == 0, "turns at (%g, %g)", f.x, f.y)
    f:update(100)
    that(f.x == 10 and f.y == 10, "arrives at (%g, %g)", f.x, f.y)
    local s = g:search({ x = 2, y = 1 }, { x = 10, y = 4 })
    s:run()
    local text = svg(g, { search = s, path = s:path(), tree = true, labels = true })
    local _, lines = text:gsub("<circle", "")
    that(lines >= 5, "%d discs: three nodes, start and goal", lines)
    local other = astar.graph()
    other:link(other:add(0, 0), other:add(1, 1))
    check.raises("a search of another graph", svg, other, { search = s })
    check.raises("a search of another plane", svg, astar.plane(), { search = s })
  end)

  it("raises where it makes no sense", function()
    check.refuses({ "#1", "field 'x': finite number expected, got nan" }, g, "path", { x = 0 / 0, y = 1 }, a)
    check.refuses({ "#1", "field 'y': finite number expected, got inf" }, g, "path", { x = 0, y = math.huge }, a)
    check.refuses({ "#1", "field 'z': " }, g, "path", { x = 0, y = 1, z = "high" }, a)
    check.refuses({ "#2", "field 'y': number expected, got nil" }, g, "search", a, { x = 0 })
    check.refuses({ "#2", "field 'x': number expected, got nil" }, g, "search", a, { y = 0 })
    check.refuses({ "#2", "element 2: ", "field 'x'" }, g, "path", a, { b, { y = 0 } })
    check.refuses({ "#2", "element 1: node expected, got table" }, g, "path", a, { {} })
    check.refuses({ "#1", "node expected, got table" }, g, "path", {}, a)
    check.refuses({ "option 'avoid': element 1: node expected, got table" }, g, "path", a, b, { avoid = { { x = 1, y = 1 } } })
    local s = g:search({ x = 2, y = 1 }, { x = 10, y = 4 })
    check.refuses({ "field 'x'" }, s, "state", { y = 1 })
    check.refuses({ "#1", "field 'y'" }, s, "restart", { x = 1, y = false })
    local huge = 1.7e308
    for _, p in ipairs({ { x = huge, y = -huge }, { x = -huge, y = -huge, z = huge }, { x = 1e-310, y = 0 } }) do
      local path = g:path(p, c)
      that(path and path.cost >= 0 and path.cost <= 20, "a position far off")
    end
    local far = astar.graph()
    far:link(far:add(-huge, 0), far:add(huge, huge))
    that(far:path({ x = 0, y = 0 }, { x = 5, y = 5 }), "a link across all numbers")
  end)
end)

describe("on a grid a position", function()
  it("is the cell there", function()
    local map = astar.grid{ width = 8, height = 6, cell = 10 }
    local path, cost = map:path({ x = 5, y = 5 }, { x = 79.9, y = 59, z = 3 })
    that(path[1] == map:cell(1, 1) and path[#path] == map:cell(8, 6), "cells")
    near(cost, (select(2, map:path(map:cell(1, 1), map:cell(8, 6)))))
    local s = map:search({ x = 5, y = 5 }, { { x = 35, y = 5 }, map:cell(8, 6) })
    that(s.start == map:cell(1, 1) and s:run() == "found" and s.goal == map:cell(4, 1), "search")
    s:restart({ x = 75, y = 5 })
    that(s.start == map:cell(8, 1), "restart")
    s:restart(nil, { x = 5, y = 55 })
    that(s.goal == map:cell(1, 6), "restart")
    check.refuses({ "#1", "position on the map expected, got (-1, 5)" }, map, "path", { x = -1, y = 5 }, map:cell(1, 1))
    check.refuses({ "#2", "element 2: position on the map expected, got (5, 60)" }, map, "path", map:cell(1, 1),
      { map:cell(1, 1), { x = 5, y = 60 } })
    check.refuses({ "#1", "field 'x'", "nan" }, map, "path", { x = 0 / 0, y = 5 }, map:cell(1, 1))
    local ring = astar.grid{ width = 4, height = 4, wrap = "xy" }
    that(ring:path({ x = -0.5, y = 4.5 }, ring:cell(4, 1)).cost == 0, "around the map")
  end)
end)
