-- Flows, ranges, goals with nodes that count as them, layers and stops, against slow oracles on random graphs and grids of
-- every layout.

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

local ALL = { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true, odd = true }
local MAY = { lists = 0.3, stop = 0.3, layers = 0.4, max_cost = 0.25, cost = 0.15, near = 0.5 }

-- Whether a cost is so near a limit that rounding decides.
local function at_rim(cost, rules)
  return rules.max_cost and cost and math.abs(cost - rules.max_cost) <= 1e-9 * (1 + cost)
end

local function shown(rules)
  local out = {}
  for k, v in pairs(rules) do out[#out + 1] = ("%s=%s"):format(k, tostring(v)) end
  table.sort(out)
  return table.concat(out, " ")
end

local function free_of(rules)
  return with(rules, { max_cost = check.inf })
end

-- Runs a search in slices of random size.
local function run_sliced(s, rng)
  while s.status == "searching" do
    local dice = rng:int(1, 4)
    if dice == 1 then
      s:run(0)
    elseif dice == 2 then
      s:step()
    elseif dice == 3 then
      s:step(rng:int(1, 9))
    else
      s:steps(rng:int(1, 3))()
    end
  end
end

local function check_flow(w, rng, rules, given)
  local goals, nodes = quests.goals(w, rng)
  local region, unsure = fields.region(w, goals, rules)
  if unsure then return end
  local text = check.later(function() return shown(rules) .. " to " .. check.ids(nodes) end)
  local want = fields.costs_to(w, region, free_of(rules))
  local flow = w.g:flow(#nodes == 1 and rng:chance(0.5) and nodes[1] or nodes, given)
  that(flow.status == "done", "%s: status %s", text, flow.status)
  for i, node in ipairs(flow.goals) do that(node == nodes[i], "%s: goal %d", text, i) end
  that(#flow.goals == #nodes and flow.start == nil, "%s: ends", text)
  local costs = flow:costs()
  local count = 0
  for _, r in ipairs(w.list) do
    local cost, best = flow:cost(r.node), want[r]
    if at_rim(best, rules) then
      best = cost
    elseif best and rules.max_cost and best > rules.max_cost then
      best = nil
    end
    that((cost == nil) == (best == nil), "%s: cost from %s is %s, should be %s", text, r.node, tostring(cost), tostring(best))
    that(costs[r.id] == (cost or false), "%s: costs[%d]", text, r.id)
    local to = flow:next(r.node)
    if cost then
      count = count + 1
      check.near(best, cost, "%s: cost from %s", text, r.node)
      that(flow:state(r.node) == "closed", "%s: %s is %s", text, r.node, flow:state(r.node))
      that(to == flow:parent(r.node), "%s: next and parent", text)
      if region[r] then
        that(to == nil and cost == 0, "%s: from the goal %s on to %s", text, r.node, to)
      else
        local step = fields.least(w, r, w.by_node[to], rules)
        that(step, "%s: no step from %s to %s", text, r.node, to)
        check.near(cost, step + flow:cost(to), "%s: cost over %s", text, to)
      end
      local path, sum = flow:path(r.node)
      that(path[1] == r.node and region[w.by_node[path[#path]]], "%s: ends of the path", text)
      that(sum == cost and path.cost == cost and not path.partial, "%s: cost of the path", text)
      check.near(cost, fields.walk(w, path:table(), rules), "%s: sum of the steps", text)
      if #path > 1 then that(path[2] == to, "%s: path and next", text) end
    else
      that(to == nil, "%s: next of %s", text, r.node)
      local path, status = flow:path(r.node)
      that(path == nil and status == "done", "%s: path where there is no way", text)
    end
    if rng:chance(0.3) or not cost then
      local options = with(given, { jump = rng:pick({ "none", "none", true, false }) })
      if options.jump == "none" then options.jump = nil end
      local path, sum = w.g:path(r.node, nodes, options)
      that((path ~= nil) == (cost ~= nil), "%s: path from %s is %s (%s), its cost in the flow is %s", text, r.node,
        path, sum, tostring(cost))
      if path then
        check.near(cost, sum, "%s: cost of g:path from %s", text, r.node)
        check.near(cost, fields.walk(w, path:table(), rules), "%s: sum of the steps of g:path", text)
        that(path[1] == r.node and region[w.by_node[path[#path]]], "%s: ends of g:path", text)
      end
    end
  end
  local seen = 0
  for _, state in flow:nodes() do
    that(state == "closed", "a node is %s", state)
    seen = seen + 1
  end
  that(seen == count, "%s: %d nodes touched, %d have a cost", text, seen, count)
  -- Step by step it is the same, but that of ways of equal cost it may take another.
  local s = w.g:search(nodes, nil, with(given, { reverse = true }))
  run_sliced(s, rng)
  that(s.status == "done", "%s: by steps", text)
  for _, r in ipairs(w.list) do
    local cost, to = s:cost(r.node), s:next(r.node)
    if cost and flow:cost(r.node) then check.near(flow:cost(r.node), cost, "%s: by steps, %s", text, r.node)
    else that(not cost and not flow:cost(r.node) or at_rim(cost or flow:cost(r.node), rules), "%s: by steps, %s", text, r.node)
    end
    that((to == nil) == (flow:next(r.node) == nil) or at_rim(cost, rules), "%s: next by steps, %s", text, r.node)
    if to then
      check.near(cost, fields.least(w, r, w.by_node[to], rules) + s:cost(to), "%s: next by steps, %s", text, r.node)
    end
  end
  -- To one start.
  local start = rng:pick(w.list)
  local options = with(given, { reverse = true, heuristic = rng:pick({ "auto", "zero", "euclidean" }) })
  if given.cost then options.heuristic = nil end
  s = w.g:search(nodes, start.node, options)
  run_sliced(s, rng)
  local best = want[start]
  if not at_rim(best, rules) then
    local path, cost = s:path()
    if best and best <= (rules.max_cost or check.inf) then
      that(path and s.status == "found", "%s: from %s backwards: %s", text, start.node, s.status)
      check.near(best, cost, "%s: from %s backwards", text, start.node)
      check.near(best, fields.walk(w, path:table(), rules), "%s: sum of the steps backwards", text)
      that(path[1] == start.node and s.start == start.node, "%s: start backwards", text)
      that(s.goal == path[#path] and region[w.by_node[s.goal]], "%s: goal backwards", text)
    else
      that(path == nil and cost == (best and "limit" or cost), "%s: from %s backwards: %s", text, start.node, cost)
    end
  end
  -- Forward, what is found is the goal that the search names.
  s = w.g:search(start.node, nodes, given)
  run_sliced(s, rng)
  if s.status == "found" then
    that(region[w.by_node[s.goal]], "%s: s.goal is %s", text, s.goal)
    check.near(best, s:cost(s.goal), "%s: s:cost(s.goal)", text)
  else
    that(not best or best > rules.max_cost * (1 - 1e-9), "%s: search from %s: %s", text, start.node, s.status)
  end
end

local function check_reach(w, rng, rules, given)
  local start = rng:pick(w.list)
  local most = rules.max_cost or rng:chance(0.2) and check.inf or rng:real(0, 12) * (w.cell_w or 1)
  rules, given = with(rules, { max_cost = most }), with(given, {})
  local by_argument = rng:chance(0.7)
  if by_argument then given.max_cost = nil else given.max_cost = most end
  local want = fields.costs_from(w, start, free_of(rules))
  local range = w.g:reach(start.node, by_argument and most or nil, next(given) and given or nil)
  that(range.status == "done" and range.start == start.node, "status %s", range.status)
  for _, r in ipairs(w.list) do
    local cost, best = range:cost(r.node), want[r]
    if at_rim(best, rules) then
      best = cost
    elseif best and best > most then
      best = nil
    end
    that((cost == nil) == (best == nil), "%s: cost of %s is %s, should be %s", shown(rules), r.node, tostring(cost),
      tostring(best))
    if cost then
      check.near(best, cost, "cost of %s", r.node)
      that(range:state(r.node) == "closed", "state")
      local path, sum = range:path(r.node)
      that(sum == cost and path[1] == start.node and path[#path] == r.node, "path")
      check.near(cost, fields.walk(w, path:table(), rules), "sum of the steps")
    end
  end
end

-- Layers get values for some nodes, then edits of all kinds.
local function prepare(w, rng)
  for _, name in ipairs(quests.LAYERS) do
    for _ = 1, rng:pick({ 0, 3, 20 }) do quests.edit_layer(w, rng, name) end
  end
end

local function without(given, ...)
  local out = with(given, {})
  for _, name in ipairs({ ... }) do out[name] = nil end
  return out
end

local function ask(w, rng)
  local rules, given = quests.rules(w, rng, MAY)
  check_flow(w, rng, rules, given)
  check_reach(w, rng, without(rules, "near", "adjacent"), without(given, "near", "adjacent"))
end

describe("flows and ranges", function()
  it("on random graphs with edits between", function()
    random.cases("flows on graphs", 400, function(rng)
      local w = world.random(rng, rng:int(2, 22), rng:int(1, 6))
      prepare(w, rng)
      for _ = 1, 3 do
        ask(w, rng)
        for _ = 1, rng:int(1, 6) do w:edit(rng) end
        if rng:chance(0.5) then quests.edit_layer(w, rng, rng:pick(quests.LAYERS)) end
        if rng:chance(0.2) and #w.unit_names > 0 then w.g:prepare(rng:pick(w.unit_names)) end
      end
      ask(w, rng)
    end)
  end)

  it("on random grids of every layout with edits between", function()
    random.cases("flows on grids", 500, function(rng)
      local t = tiles.random(rng, rng:chance(0.5) and ALL or { terrain = true, wrap = true, size = 12 })
      prepare(t, rng)
      for _ = 1, 2 do
        ask(t, rng)
        for _ = 1, rng:int(1, 6) do t:edit(rng, ALL) end
        if rng:chance(0.5) then quests.edit_layer(t, rng, rng:pick(quests.LAYERS)) end
        if rng:chance(0.2) and #t.unit_names > 0 then t.g:prepare(rng:pick(t.unit_names)) end
      end
      ask(t, rng)
    end)
  end)

  it("on small maps whose edges join", function()
    random.cases("flows on seams", 300, function(rng)
      local t = tiles.random(rng, { walls = true, wrap = true, size = 3, terrain = true })
      for _ = 1, rng:int(0, 6) do t:random_wall(rng) end
      for _ = 1, 3 do
        ask(t, rng)
        t:edit(rng, ALL)
      end
    end)
  end)

  it("on open grids, for no unit", function()
    random.cases("flows on open grids", 150, function(rng)
      local t = tiles.random(rng, { size = 24, wrap = rng:chance(0.3) })
      prepare(t, rng)
      local may = rng:pick({ {}, { layers = 1 }, { layers = 1, near = 0.5 }, { near = 1 }, { stop = 1 }, { lists = 1 } })
      local rules, given = quests.rules(t, rng, may)
      check_flow(t, rng, rules, given)
      check_reach(t, rng, without(rules, "near", "adjacent"), without(given, "near", "adjacent"))
    end)
  end)

  -- With a waypoint beside its cells a map takes the loop instead of the kernel.
  it("by the kernel and by the loop are the same", function()
    local kinds = { { size = 12 }, { size = 90 }, { size = 40, sizes = true } }
    random.cases("flows by the kernel", 150, function(rng)
      local t = tiles.random(rng, with({ terrain = true, walls = true, wrap = true, odd = true }, rng:pick(kinds)))
      local goals, costs = {}, rng:chance(0.3) and {} or nil
      for i = 1, rng:pick({ 1, 1, 2, 5 }) do
        goals[i] = rng:pick(t.list).node
        if costs then costs[i] = rng:pick({ 0, 1, 2.5, 40, 1000 }) end
      end
      local given = with(rng:pick({ {}, {}, { near = 3 }, { adjacent = true } }),
        { unit = rng:pick(t.unit_names), costs = costs, max_cost = rng:chance(0.3) and rng:real(0, 60) or nil })
      local kernel = t.g:flow(goals, given)
      t.g:add(1e6, 1e6)
      local loop = t.g:flow(goals, given)
      that(kernel.expanded <= loop.expanded, "%d and %d expanded", kernel.expanded, loop.expanded)
      for _, r in ipairs(t.list) do
        that(kernel:cost(r.node) == loop:cost(r.node), "%s costs %s and %s", r.node, kernel:cost(r.node), loop:cost(r.node))
        that(kernel:next(r.node) == loop:next(r.node), "%s to %s and %s", r.node, kernel:next(r.node), loop:next(r.node))
      end
      -- A repair goes on with what the kernel has found.
      for _ = 1, rng:int(1, 4) do t:block(rng:pick(t.list), rng:chance(0.5)) end
      kernel:repair()
      loop = t.g:flow(goals, given)
      for _, r in ipairs(t.list) do
        that(kernel:cost(r.node) == loop:cost(r.node), "%s costs %s when repaired, and %s", r.node, kernel:cost(r.node),
          loop:cost(r.node))
      end
    end)
  end)

  it("for discs, with edits between and repairs", function()
    random.cases("flows for discs", 300, function(rng)
      local t = tiles.random(rng, rng:chance(0.8) and ALL or { terrain = true, walls = true, wrap = true, size = 3 })
      local rules, given = quests.rules(t, rng, { layers = 0.2, near = 0.3, cost = 0.1 })
      local goals, nodes = quests.goals(t, rng)
      rules.discs, given.discs = true, true
      local flow = t.g:flow(nodes, given)
      for round = 1, 3 do
        local region, unsure = fields.region(t, goals, rules)
        if unsure then return end
        local want, new = fields.costs_to(t, region, rules), t.g:flow(nodes, given)
        for _, r in ipairs(t.list) do
          local cost = new:cost(r.node)
          that((cost == nil) == (want[r] == nil), "round %d: cost from %s is %s, should be %s", round, r.node, tostring(cost),
            tostring(want[r]))
          if cost then check.near(want[r], cost, "round %d: cost from %s", round, r.node) end
          that(flow:cost(r.node) == cost, "round %d: repaired cost from %s", round, r.node)
        end
        for _ = 1, rng:int(1, 6) do t:edit(rng, { terrain = true, walls = true, heights = true }) end
        for _, node in ipairs(nodes) do
          if not pcall(function() return node.x end) then return end
        end
        flow:repair()
      end
    end)
  end)

  it("for discs refuses other methods, and graphs", function()
    local map, g = astar.grid({ width = 2, height = 2 }), astar.graph()
    local a, b, node = map:cell(1, 1), map:cell(2, 2), g:add(0, 0)
    assert.has_error(function() map:path(a, b, { discs = true }) end,
      "bad argument #3 to 'path' (option 'discs' is for 'flow')")
    assert.has_error(function() map:search(a, b, { discs = true }) end,
      "bad argument #3 to 'search' (option 'discs' is for 'flow')")
    assert.has_error(function() map:search(a, nil, { discs = true, reverse = true }) end,
      "bad argument #3 to 'search' (option 'discs' is for 'flow')")
    assert.has_error(function() map:reach(a, 1, { discs = true }) end,
      "bad argument #3 to 'reach' (option 'discs' is not for 'reach')")
    assert.has_error(function() g:flow(node, { discs = true }) end, "bad argument #2 to 'flow' (option 'discs' needs a grid)")
    assert.has_error(function() map:flow(a, { discs = 1 }) end,
      "bad argument #2 to 'flow' (option 'discs': boolean expected, got number)")
  end)

  it("from a start or to a goal that cannot be entered", function()
    local map = astar.grid({ rows = { "..#..", "..#..", "..#.." }, legend = { ["."] = "plain", ["#"] = false } })
    local flow = map:flow(map:cell(3, 2))
    assert.equal("done", flow.status)
    assert.equal(0, flow:cost(map:cell(3, 2)))
    assert.is_nil(flow:cost(map:cell(2, 2)))
    flow = map:flow(map:cell(1, 1))
    assert.equal(math.sqrt(2) + 1, flow:cost(map:cell(3, 2)))
    assert.equal(map:cell(2, 2), flow:next(map:cell(3, 2)))
    assert.is_nil(flow:cost(map:cell(4, 2)))
    local range = map:reach(map:cell(3, 2), 1)
    assert.equal(1, range:cost(map:cell(4, 2)))
    assert.equal(1, range:cost(map:cell(2, 2)))
  end)

  it("that have ended answer as before when the map changes", function()
    local g, n = shapes.chain(5)
    local flow = g:flow(n[5])
    n[3].blocked = true
    g:unlink(n[1], n[2])
    local new = g:add(9, 9)
    g:link(new, n[5])
    assert.same({ 3, n[3], 5 }, { flow:cost(n[2]), flow:next(n[2]), #flow:path(n[1]) })
    assert.is_nil(flow:cost(new))
    flow:repair()
    assert.is_nil(flow:cost(n[2]))
    assert.is_not_nil(flow:cost(new))
  end)

  it("know the final costs of nodes that are closed, while a search backwards runs", function()
    random.cases("half a flow", 60, function(rng)
      local w = rng:chance(0.5) and world.random(rng, rng:int(2, 30), 4) or tiles.random(rng, with(ALL, { size = rng:int(2, 9) }))
      local goal, unit = rng:pick(w.list).node, w:any_unit(rng)
      local g = w.g or w.map
      local flow, half = g:flow(goal, { unit = unit }), g:search(goal, nil, { unit = unit, reverse = true })
      half:step(rng:int(1, 20))
      for node, _, cost in half:nodes("closed") do check.near(flow:cost(node), cost, "cost of %s", node) end
    end)
  end)

  it("a one-way link leads one way", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b, { oneway = true, cost = 3 })
    assert.equal(3, g:flow(b):cost(a))
    assert.is_nil(g:flow(a):cost(b))
    assert.equal(3, g:reach(a, 5):cost(b))
    assert.is_nil(g:reach(b, 5):cost(a))
  end)

  it("a stop is entered, but not passed", function()
    local g, n = shapes.chain(5)
    local options = { stop = { n[3] } }
    assert.is_nil(g:path(n[1], n[5], options))
    assert.equal(2, g:reach(n[1], 9, options):cost(n[3]))
    assert.is_nil(g:reach(n[1], 9, options):cost(n[4]))
    assert.equal(2, select(2, g:path(n[3], n[5], options)))
    local flow = g:flow(n[5], options)
    assert.equal(2, flow:cost(n[3]))
    assert.is_nil(flow:cost(n[2]))
    assert.equal(2, g:flow(n[3], options):cost(n[1]))
  end)
end)
