-- Flows whose goals cost something to begin with, and flows away from threats, against slow searches on random graphs
-- and grids of every layout.

local astar = require "astar"
local check = require "spec.support.check"
local fields = require "spec.support.fields"
local quests = require "spec.support.quests"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that
local with = shapes.with
local huge = math.huge

local ALL = { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true, odd = true }

local function random_world(rng)
  if rng:chance(0.4) then return world.random(rng, rng:int(2, 30), rng:real(1, 4)) end
  return tiles.random(rng, with(ALL, { size = rng:int(2, 10) }))
end

local function random_costs(rng, count)
  local costs = {}
  for i = 1, count do costs[i] = rng:pick({ 0, 0, 0.5, 1, 3, 10, rng:real(0, 9) }) end
  return costs
end

-- The least of some tables of costs, each with what it costs to begin with.
local function least_of(all, costs, most)
  local least = {}
  for i, one in ipairs(all) do
    for r, cost in pairs(one) do
      local sum = cost + costs[i]
      if sum <= (most or huge) and sum < (least[r] or huge) then least[r] = sum end
    end
  end
  return least
end

describe("a flow to goals that cost something", function()
  local function check_flow(w, flow, goals, costs, rules, what)
    local all, most = {}, rules.max_cost
    for i, goal in ipairs(goals) do
      local region, unsure = fields.region(w, { goal }, rules)
      if unsure then return end
      all[i] = fields.costs_to(w, region, with(rules, { max_cost = huge }))
    end
    local least = least_of(all, costs, most)
    for _, r in ipairs(w.list) do
      local cost = flow:cost(r.node)
      that((cost ~= nil) == (least[r] ~= nil), "%s: %s costs %s, should %s", what, r.node, cost, least[r])
      if cost then check.near(least[r], cost, "%s: %s", what, r.node) end
    end
  end

  it("counts them", function()
    random.cases("flows with costs of goals", 700, function(rng)
      local w = random_world(rng)
      local rules, given = quests.rules(w, rng, { layers = 0.3, near = 0.2, max_cost = 0.2, lists = 0.2, cost = 0.1 })
      local goals, nodes = quests.goals(w, rng, 0.1, 6)
      local costs = random_costs(rng, #goals)
      local flow = w.g:flow(nodes, with(given, { costs = costs }))
      check_flow(w, flow, goals, costs, rules, "new")
      for _, r in ipairs(w.list) do
        local cost, path = flow:cost(r.node), flow:path(r.node)
        if cost then
          local last = w.by_node[path[#path]]
          that(flow:cost(last.node) <= cost and flow:next(last.node) == nil, "the way from %s ends at %s", r.node, last.node)
          check.near(cost, fields.walk(w, path:table(), rules) + flow:cost(last.node), "the way from %s", r.node)
        end
      end
    end)
  end)

  it("is repaired like any other", function()
    random.cases("repaired flows with costs of goals", 700, function(rng)
      local w = random_world(rng)
      local rules, given = quests.rules(w, rng, { layers = 0.4, max_cost = 0.2, near = 0.1 })
      local goals, nodes = quests.goals(w, rng, 0.1, 5)
      local costs = random_costs(rng, #goals)
      local flow = w.g:flow(nodes, with(given, { costs = costs }))
      for round = 1, rng:int(1, 5) do
        for _ = 1, rng:int(1, 3) do quests.edit(w, rng, ALL) end
        if not quests.are_live(w, goals) then return end
        that(flow:repair() == "done", "not finished")
        local new = w.g:flow(nodes, with(given, { costs = costs }))
        for _, r in ipairs(w.list) do
          that(flow:cost(r.node) == new:cost(r.node), "round %d: %s costs %s, should %s", round, r.node, flow:cost(r.node),
            new:cost(r.node))
        end
        check_flow(w, flow, goals, costs, rules, "repaired")
      end
    end)
  end)
end)

describe("a flow away from threats", function()
  local STAY = 1.2

  -- What it costs to be at each record that a threat reaches; what costs nothing; what it costs with ways that lead on.
  local function safety(w, threats, costs, rules, reach)
    local all = {}
    for i, threat in ipairs(threats) do all[i] = fields.costs_from(w, threat, rules) end
    local near, most = least_of(all, costs, reach), 0
    for _, cost in pairs(near) do most = math.max(most, cost) end
    local g = {}
    for _, r in ipairs(w.list) do
      if near[r] and w:enterable(rules.unit, r) then
        g[r] = STAY * math.max((reach or most) - near[r], 0)
      elseif not near[r] and w:enterable(rules.unit, r) then
        g[r] = 0
      end
    end
    local again = true
    while again do
      again = false
      for _, from in ipairs(w.list) do
        for _, link in ipairs(from.out) do
          local step = g[link.to] and fields.step(w, from, link, rules)
          if step and g[link.to] + step < (g[from] or huge) - 1e-12 * (g[from] or 0) then
            g[from], again = g[link.to] + step, true
          end
        end
      end
    end
    return g, near
  end

  local function check_away(w, flow, threats, costs, rules, reach, what)
    local g, near = safety(w, threats, costs, rules, reach)
    for _, r in ipairs(w.list) do
      local cost = flow:cost(r.node)
      if near[r] and (w:enterable(rules.unit, r)) then
        that(cost, "%s: %s, which a threat reaches, has no cost", what, r.node)
      end
      if cost then
        local slack = 1e-9 * (1 + cost)
        that(math.abs(cost - g[r]) <= slack, "%s: %s costs %s, should %s", what, r.node, cost, g[r])
        local after = flow:next(r.node)
        if after then
          that(math.abs(cost - flow:cost(after) - fields.least(w, r, w.by_node[after], rules)) <= slack, "%s: next of %s", what,
            r.node)
        else
          that(near[r] or cost == 0, "%s: %s", what, r.node)
        end
      end
    end
  end

  it("leads where it costs least to be, with what the way costs", function()
    random.cases("flows away", 800, function(rng)
      local w = random_world(rng)
      local rules, given = quests.rules(w, rng, { layers = 0.3 })
      local threats, nodes = quests.goals(w, rng, 0.4, 5)
      local reach = rng:chance(0.6) and rng:pick({ 0, 1, 2, 3.5, rng:real(0, 9) }) * (w.cell_w or 1) or nil
      local costs = rng:chance(0.4) and random_costs(rng, #threats) or nil
      local flow = w.g:away(nodes, with(given, { reach = reach, costs = costs }))
      that(flow.status == "done", "%s", flow.status)
      costs = costs or setmetatable({}, { __index = function() return 0 end })
      check_away(w, flow, threats, costs, rules, reach, "new")
      for _ = 1, 2 do
        for _ = 1, rng:int(1, 3) do quests.edit(w, rng, ALL) end
        if not quests.are_live(w, threats) then return end
        that(flow:repair() == "done" or flow:run() == "done", "not finished")
        check_away(w, flow, threats, costs, rules, reach, "repaired")
      end
    end)
  end)

  it("does not end in a dead end", function()
    local map = astar.grid { width = 20, height = 5 }
    map:fill(1, 2, 20, 3, "wall")
    map:unit("deer", { wall = false })
    map:set(10, 2, "grass")                       -- a pocket below the upper row
    map:set(10, 3, "grass")
    local wolf = map:cell(8, 1)
    local flow = map:away(wolf, { unit = "deer" })
    local at, seen = map:cell(10, 1), {}
    while flow:next(at) do at, seen[#seen + 1] = flow:next(at), at end
    assert.equal(map:cell(20, 1), at)
  end)

  it("says what is wrong", function()
    local map, other = astar.grid { width = 4, height = 4 }, astar.grid { width = 2, height = 2 }
    local a = map:cell(1, 1)
    local function refuses(pattern, ...)
      local fine, message = pcall(...)
      that(not fine and message:find(pattern, 1, true), "%s", message)
    end
    refuses("at least one goal expected", map.away, map, {})
    refuses("node of another", map.away, map, other:cell(1, 1))
    refuses("option 'reach': number >= 0 expected, got -1", map.away, map, a, { reach = -1 })
    refuses("option 'reach'", map.away, map, a, { reach = 0 / 0 })
    refuses("unknown option 'max_cost'", map.away, map, a, { max_cost = 1 })
    refuses("option 'costs': one number for each of the 1 goals expected, got 2", map.away, map, a, { costs = { 1, 2 } })
    refuses("option 'costs': element 1: number >= 0 expected, got -1", map.flow, map, a, { costs = { -1 } })
    refuses("option 'costs': element 1: finite number expected, got infinity", map.flow, map, a, { costs = { huge } })
    refuses("option 'costs': element 1: number expected, got string", map.flow, map, a, { costs = { "x" } })
    refuses("option 'costs': array of numbers expected, got number", map.flow, map, a, { costs = 1 })
    refuses("option 'costs' is for 'flow' and 'away'", map.path, map, a, a, { costs = { 1 } })
    refuses("option 'costs' is not for 'reach'", map.reach, map, a, nil, { costs = { 1 } })
    local flow = map:flow({ a, map:cell(4, 4) }, { costs = { 1, 0 } })
    refuses("2 goals expected, as many as there are costs, got 1", flow.repair, flow, a)
    assert.equal("done", flow:repair({ map:cell(2, 2), a }))
    assert.equal(0, flow:cost(a))
    local safe = map:away(a)
    refuses("a flow away from threats has no start", safe.repair, safe, a, map:cell(2, 2))
    refuses("a flow away from threats has no start", safe.restart, safe, nil, map:cell(2, 2))
    assert.equal("done", safe:repair(map:cell(2, 2)))
    assert.equal("done", map:away(a, { reach = 0 }).status)
    assert.equal("done", map:away({ a, a }).status)
  end)
end)
