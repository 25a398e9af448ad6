-- Turning that costs something or is limited, on every layout of cells, with all other options, against a search over
-- (cell, heading).

local astar = require "astar"
local check = require "spec.support.check"
local fields = require "spec.support.fields"
local headings = require "spec.support.headings"
local quests = require "spec.support.quests"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"

local that = check.that
local with = shapes.with
local huge = math.huge

local ALL = { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true, odd = true }
local MAY = { lists = 0.25, stop = 0.2, layers = 0.4, max_cost = 0.25, near = 0.2 }

local function random_tiles(rng, most)
  return tiles.random(rng, with(ALL, { size = rng:int(1, most or 9), links = rng:chance(0.4), waypoints = rng:chance(0.3),
    wrap = rng:chance(0.4), heights = rng:chance(0.3) }))
end

-- Rules and options of turning, added to those of quests; perhaps with a heading at a start, which only cells have.
local function turning(w, rng, may, start)
  local rules, given = quests.rules(w, rng, may)
  rules.turn, rules.limit = 0, nil
  if rng:chance(0.8) then rules.turn = rng:pick({ 0.1, 0.5, 1, 1, 3, 1e-9, 1e6 }) * (w.cell_w or 1) end
  if rules.turn == 0 or rng:chance(0.5) then rules.limit = rng:int(1, 4) end
  given.turn_cost, given.turn_limit = rules.turn > 0 and rules.turn or rng:pick({ 0, nil }), rules.limit
  if start and rng:chance(0.5) then
    local heading = rng:int(0, headings.count(w) - 1)
    given.heading = headings.vector(w, heading)
    rules.heading = given.heading and start.col and heading or nil
  end
  return rules, given
end

-- The least cost of a goal, or of all that count as one, of a table of costs.
local function nearest(costs, region)
  local best
  for r in pairs(region) do
    if costs[r] and (not best or costs[r] < best) then best = costs[r] end
  end
  return best
end

local function check_path(w, path, cost, rules, heading, what)
  local sum = headings.walk(w, path:table(), rules, heading)
  that(sum, "%s: the path cannot be walked", what)
  check.near(sum, cost, "%s: sum of the steps and turns", what)
  that(path.cost == cost, "%s: path.cost", what)
  that(path:valid(rules.unit), "%s: valid", what)
end

local function check_answer(w, s, start, goals, rules, what)
  local region, unsure = fields.region(w, goals, rules)
  if unsure then return end
  local best = nearest(headings.costs_from(w, start, rules), region)
  local path, cost = s:path()
  if not best then
    that(not path and (s.status == "unreachable" or s.status == "limit"), "%s: %s", what, s.status)
    return
  end
  that(path, "%s: no path, %s, should cost %s", what, s.status, best)
  check.near(best, cost, "%s: cost", what)
  that(path[1] == start.node and region[w.by_node[path[#path]]], "%s: ends", what)
  check_path(w, path, cost, rules, rules.heading or false, what)
end

describe("turning", function()
  it("costs as the search over cells and headings says: paths", function()
    random.cases("paths with headings", 1500, function(rng)
      local w = random_tiles(rng)
      local start = rng:pick(w.list)
      local rules, given = turning(w, rng, with(MAY, { cost = 0.15 }), start)
      local goals, nodes = quests.goals(w, rng)
      -- Who names an estimate promises that the costs are no less than usual.
      if not rules.cost and rng:chance(0.2) then given.heuristic = rng:pick({ "zero", "auto", "euclidean" }) end
      local region, unsure = fields.region(w, goals, rules)
      if unsure then return end
      local best = nearest(headings.costs_from(w, start, rules), region)
      local path, cost = w.g:path(start.node, nodes, given)
      if not best then
        that(not path, "found a way for %s", cost)
        return
      end
      that(path, "no path (%s), should cost %s", cost, best)
      check.near(best, cost, "cost")
      check_path(w, path, cost, rules, rules.heading or false, "path")
    end)
  end)

  it("costs as the search over cells and headings says: searches that explore, and ranges", function()
    random.cases("fields with headings", 800, function(rng)
      local w = random_tiles(rng)
      local start = rng:pick(w.list)
      local rules, given = turning(w, rng, with(MAY, { near = 0 }), start)
      local costs = headings.costs_from(w, start, rules)
      local s = rng:chance(0.5) and w.g:search(start.node, nil, given) or w.g:reach(start.node, nil, given)
      s:run()
      local listed = {}
      for node, state, cost in s:nodes() do
        that(not listed[node], "%s is listed twice", node)
        that(state == s:state(node) and cost == s:cost(node), "%s", node)
        listed[node] = true
      end
      for _, r in ipairs(w.list) do
        local cost = s:cost(r.node)
        that((cost ~= nil) == (costs[r] ~= nil), "%s costs %s, should %s", r.node, cost, costs[r])
        that((cost ~= nil) == (s:state(r.node) == "closed"), "%s is %s", r.node, s:state(r.node))
        that(listed[r.node] or not cost, "%s is not listed", r.node)
        if cost then
          check.near(costs[r], cost, "%s", r.node)
          check_path(w, s:path(r.node), cost, rules, rules.heading or false, "to a node")
        end
      end
    end)
  end)

  it("costs as the search over cells and headings says: flows, and searches backwards", function()
    random.cases("flows with headings", 800, function(rng)
      local w = random_tiles(rng)
      local rules, given = turning(w, rng, MAY)
      local goals, nodes = quests.goals(w, rng)
      local region, unsure = fields.region(w, goals, rules)
      if unsure then return end
      local costs = headings.costs_to(w, region, rules)
      local flow
      if rng:chance(0.6) then
        flow = w.g:flow(nodes, given)
      else
        flow = w.g:search(nodes, nil, with(given, { reverse = true }))
        flow:run()
      end
      for _, r in ipairs(w.list) do
        local cost = flow:cost(r.node)
        that((cost ~= nil) == (costs[r] ~= nil), "%s costs %s, should %s", r.node, cost, costs[r])
        if cost then
          check.near(costs[r], cost, "%s", r.node)
          check_path(w, flow:path(r.node), cost, rules, false, "from a node")
          local after = flow:next(r.node)
          that((after == nil) == (region[r] == true), "next of %s", r.node)
          that(not after or flow:cost(after) <= cost, "%s leads to one that costs more", r.node)
        end
      end
    end)
  end)

  it("counts from the heading of the start backwards, too", function()
    random.cases("starts with headings backwards", 600, function(rng)
      local w = random_tiles(rng)
      local start = rng:pick(w.list)
      local rules, given = turning(w, rng, { lists = 0.2, stop = 0.2, layers = 0.3 }, start)
      local goals, nodes = quests.goals(w, rng)
      rules.start = start
      local region = fields.region(w, goals, rules)
      local best = headings.costs_to(w, region, rules)[start]
      local s = w.g:search(nodes, start.node, with(given, { reverse = true }))
      s:run()
      local path, cost = s:path()
      that((path ~= nil) == (best ~= nil), "%s, should cost %s", s.status, best)
      if not path then return end
      check.near(best, cost, "cost")
      that(path[1] == start.node and region[w.by_node[path[#path]]], "ends")
      check_path(w, path, cost, rules, rules.heading or false, "backwards")
    end)
  end)

  it("agrees in steps, in the queue, with weights and partial paths", function()
    random.cases("searches with headings", 600, function(rng)
      local w = random_tiles(rng)
      local start = rng:pick(w.list)
      local rules, given = turning(w, rng, MAY, start)
      local goals, nodes = quests.goals(w, rng)
      local weight = rng:chance(0.3) and rng:real(1, 3) or nil
      local s = w.g:search(start.node, nodes, with(given, { weight = weight, partial = true }))
      while s.status == "searching" do s:step(rng:int(1, 9)) end
      local costs = headings.costs_from(w, start, rules)
      local region, unsure = fields.region(w, goals, rules)
      local best = nearest(costs, region)
      if unsure then return end
      if s.status == "found" then
        local path, cost = s:path()
        that(best and cost <= best * (weight or 1) * (1 + 1e-9) and cost >= best * (1 - 1e-9), "cost %s of %s", cost, best)
        check_path(w, path, cost, rules, rules.heading or false, "found")
      else
        that(not best, "%s though there is a way for %s", s.status, best)
        local path, cost = s:path()
        if path and not weight then
          local last = w.by_node[path[#path]]
          that(path.partial, "not called partial")
          check_path(w, path, cost, rules, rules.heading or false, "partial")
          check.near(costs[last], cost, "cost of the partial path")
          local distance, least = huge, huge
          for r in pairs(costs) do
            for _, goal in ipairs(goals) do least = math.min(least, r.node:distance(goal.node)) end
          end
          for _, goal in ipairs(goals) do distance = math.min(distance, last.node:distance(goal.node)) end
          -- In the measure of the cells, which is another one where these are drawn, or the map joins at its edges.
          that(w.wrap_x or w.wrap_y or w.drawn or w.unit_step or w.layout == "isometric"
            or distance <= least + least * 1e-9, "%s is not the nearest", last.node)
        end
      end
    end)
  end)

  it("that only costs lets a path leave out most states of a cell", function()
    random.cases("states left out", 5, function(rng)
      local map = astar.grid { width = 100, height = 100 }
      for cell in map:nodes() do cell.blocked = rng:chance(0.2) and cell.id > 1 and cell.id < 10000 end
      local from, to, options = map:cell(1, 1), map:cell(100, 100), { turn_cost = 1 }
      local s = map:search(from, to, options)
      repeat until s:step(1000) ~= "searching"
      if s.status ~= "found" then return end
      astar.limit { expansions = s.expanded / 2 }
      local fine, message, cost = pcall(map.path, map, from, to, options)
      astar.limit { expansions = math.huge }
      check.that(fine, "%s, a search has expanded %d", message, s.expanded)
      check.near(select(2, s:path()), cost)
    end)
  end)

  it("uses points of a turn", function()
    random.cases("turns with headings", 400, function(rng)
      local layout = rng:pick(tiles.LAYOUTS)
      local w = tiles.new({ width = 2 * rng:int(1, 3), height = 2 * rng:int(1, 3), layout = layout, step = 1,
        diagonal = (layout == "square" or layout == "isometric") and 2 or nil })
      for _, r in ipairs(w.list) do
        if rng:chance(0.2) then w:block(r, true) end
      end
      local moves, turn, limit = rng:int(2, 7), rng:int(0, 2), rng:chance(0.4) and rng:int(1, 3) or nil
      if turn == 0 and not limit then turn = 1 end
      local rules = { turn = turn, limit = limit }
      local start, left = rng:pick(w.list), rng:int(0, moves)
      -- A graph of (record, heading), on which turns are as on any.
      local states = {}
      local function state(r, heading)
        local key = r.id .. "," .. tostring(heading)
        states[key] = states[key] or { r = r, heading = heading }
        return states[key]
      end
      local function out_of(s)
        if s.out then return end
        s.out = {}
        for _, link in ipairs(s.r.out) do
          local cost = fields.step(w, s.r, link, rules)
          local own = headings.of(w, s.r, link)
          local turns = headings.turn(w, s.heading, own, rules)
          if cost and turns then table.insert(s.out, { to = state(link.to, own), cost = math.floor(cost + 0.5) + turns }) end
        end
        for _, link in ipairs(s.out) do out_of(link.to) end
      end
      local first = state(start, false)
      out_of(first)
      local passed, pass_nodes = quests.some(w, rng, rng:pick({ 0, 0.4 }))
      local passes = {}
      for _, s in pairs(states) do passes[s] = passed[s.r] and s.r ~= start or nil end
      local turns, points = fields.turns(first, moves, left, {}, function(_, link) return link.cost end, nil, false, passes)
      local range = w.g:reach(start.node, nil,
        { moves = moves, left = left, turn_cost = turn, turn_limit = limit, pass = pass_nodes })
      for _, r in ipairs(w.list) do
        local best, most
        for s, t in pairs(turns) do
          if s.r == r and (not best or t < best or t == best and points[s] > most) then best, most = t, points[s] end
        end
        local t, p = range:turns(r.node)
        that(t == best and (not t or math.abs(p - most) < 1e-6), "%s in turn %s with %s, should be %s with %s", r.node, t, p, best, most)
      end
    end)
  end)
end)

describe("turning on maps that change", function()
  it("a running search answers what is right in the end, or is stale", function()
    random.cases("edits under searches with headings", 500, function(rng)
      local w = random_tiles(rng)
      local start = rng:pick(w.list)
      local rules, given = turning(w, rng, MAY, start)
      local goals, nodes = quests.goals(w, rng)
      local s = w.g:search(start.node, nodes, given)
      while s.status == "searching" do
        s:step(rng:int(1, 7))
        if s.status ~= "searching" then break end
        quests.edit(w, rng, ALL)
        if not quests.are_live(w, goals) or not quests.are_live(w, { start }) or s.status == "stale" then return end
      end
      check_answer(w, s, start, goals, rules, "in spite of edits")
    end)
  end)

  it("a repaired search to goals answers as a new one", function()
    random.cases("repaired searches with headings", 600, function(rng)
      local w = random_tiles(rng)
      local start = rng:pick(w.list)
      local rules, given = turning(w, rng, MAY, start)
      local goals, nodes = quests.goals(w, rng)
      local s = w.g:search(start.node, nodes, given)
      for round = 1, rng:int(1, 5) do
        s:step(rng:int(1, 40))
        for _ = 1, rng:int(0, 2) do quests.edit(w, rng, ALL) end
        if not quests.are_live(w, { start }) then return end
        if not quests.are_live(w, goals) or rng:chance(0.25) then
          goals, nodes = quests.goals(w, rng)
          s:repair(nil, nodes)
        else
          s:repair()
        end
        if rng:chance(0.6) then
          s:run()
          check_answer(w, s, start, goals, rules, "round " .. round)
        end
      end
    end)
  end)

  it("repaired fields are the same as new ones, to the last bit", function()
    random.cases("repaired fields with headings", 600, function(rng)
      local w = random_tiles(rng)
      local rules, given = turning(w, rng, MAY)
      local start = rng:pick(w.list)
      local goals, nodes = quests.goals(w, rng)
      local kind = rng:int(1, 3)
      if kind == 1 then given.near, given.adjacent, rules.near, rules.adjacent = nil, nil, nil, nil end
      local function make()
        if kind == 1 then return w.g:search(start.node, nil, quests.live(w, given)) end
        if kind == 2 then return w.g:flow(nodes, quests.live(w, given)) end
        return w.g:search(nodes, nil, with(quests.live(w, given), { reverse = true }))
      end
      local s = make()
      for round = 1, rng:int(1, 5) do
        if rng:chance(0.8) then s:step(rng:int(1, 60)) end
        for _ = 1, rng:int(0, 2) do quests.edit(w, rng, ALL) end
        if kind == 1 and not quests.are_live(w, { start }) then return end
        if kind > 1 and (not quests.are_live(w, goals) or rng:chance(0.25)) then
          goals, nodes = quests.goals(w, rng)
          s:repair(nodes)
        else
          s:repair()
        end
        if rng:chance(0.7) then
          s:run()
          local new = make()
          new:run()
          that(s.status == new.status, "%s, should be %s", s.status, new.status)
          for _, r in ipairs(w.list) do
            that(s:cost(r.node) == new:cost(r.node) and s:state(r.node) == new:state(r.node),
              "kind %d, round %d: %s is %s for %s, should be %s for %s", kind, round, r.node, s:state(r.node), s:cost(r.node),
              new:state(r.node), new:cost(r.node))
          end
        end
      end
    end)
  end)
end)

describe("the options of turning", function()
  it("refuse what has no meaning", function()
    local map, graph = astar.grid { width = 4, height = 4 }, shapes.chain(3)
    local a, b = map:cell(1, 1), map:cell(4, 4)
    local function refuses(options, pattern)
      local fine, message = pcall(map.path, map, a, b, options)
      that(not fine and message:find(pattern, 1, true), "%s", message)
    end
    refuses({ turn_cost = -1 }, "option 'turn_cost': number >= 0 expected, got -1")
    refuses({ turn_cost = 0 / 0 }, "option 'turn_cost'")
    refuses({ turn_cost = 1 / 0 }, "option 'turn_cost': finite number expected, got infinity")
    refuses({ turn_cost = "1" }, "option 'turn_cost': number expected, got string")
    refuses({ turn_limit = 0 }, "option 'turn_limit'")
    refuses({ turn_limit = 5 }, "option 'turn_limit': whole number from 1 to 4 expected, got 5")
    refuses({ turn_limit = 1.5 }, "option 'turn_limit': whole number from 1 to 4 expected, got 1.5")
    refuses({ turn_limit = 0 / 0 }, "option 'turn_limit'")
    refuses({ turn_cost = 1, heading = { 0, 0 } }, "option 'heading': a direction expected, got {0, 0}")
    refuses({ turn_cost = 1, heading = { 1 } }, "option 'heading'")
    refuses({ turn_cost = 1, heading = { 1, 0 / 0 } }, "option 'heading'")
    refuses({ turn_cost = 1, heading = { 1, 1 / 0 } }, "option 'heading'")
    refuses({ turn_cost = 1, heading = 1 }, "option 'heading'")
    refuses({ heading = { 1, 0 } }, "option 'heading' needs 'turn_cost' or 'turn_limit'")
    local fine, message = pcall(map.flow, map, b, { turn_cost = 1, heading = { 1, 0 } })
    that(not fine and message:find("option 'heading' is not for 'flow'", 1, true), "%s", message)
    local nodes = {}
    for node in graph:nodes() do nodes[#nodes + 1] = node end
    fine, message = pcall(graph.path, graph, nodes[1], nodes[3], { turn_cost = 1 })
    that(not fine and message:find("option 'turn_cost' needs a grid", 1, true), "%s", message)
  end)

  it("take vectors of any length, and the nearest heading", function()
    local map = astar.grid { width = 9, height = 9 }
    local a, b = map:cell(5, 5), map:cell(5, 1)
    for _, heading in ipairs({ { 1, 0 }, { 1e300, 0 }, { 1e-300, 0 }, { 5, 1 }, { 5, -2 } }) do
      assert.near(4 + 2 * 10, select(2, map:path(a, b, { turn_cost = 10, heading = heading })), 1e-9)
    end
    assert.near(4, select(2, map:path(a, b, { turn_cost = 10, heading = { 0, -3 } })), 1e-9)
    assert.near(4, select(2, map:path(a, b, { turn_cost = 10 })), 1e-9)
    assert.near(4 + 4 * 10, select(2, map:path(a, b, { turn_cost = 10, heading = { 0, 1 } })), 1e-9)
  end)

  it("let a lorry turn round where there is room", function()
    -- A road round a block of 3 by 2 cells.
    local map = astar.grid { width = 5, height = 4 }
    for row = 2, 3 do
      for col = 2, 4 do map:block(col, row) end
    end
    local a, b = map:cell(2, 1), map:cell(1, 1)
    local path = map:path(a, b, { turn_limit = 1, heading = { 1, 0 } })
    that(not path, "a corner that cannot be cut takes a quarter of a turn")
    path = map:path(a, b, { turn_limit = 2, heading = { 1, 0 } })
    assert.equal(14, #path)
    path = map:path(a, a, { turn_limit = 2, heading = { 1, 0 } })
    assert.equal(1, #path)
  end)
end)
