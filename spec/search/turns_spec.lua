-- Searches in turns, against a search that looks at every (node, turn, points left).

local astar = require "astar"
local check = require "spec.support.check"
local fields = require "spec.support.fields"
local quests = require "spec.support.quests"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that

-- Sums of steps are compared in whole numbers of `scale`; the module is given numbers such as 0.1 that are not exact.
local SCALES = { 1, 1, 0.1, 0.3, 7, 2 ^ -20, 1e-9, 1e100 }
-- Beyond what squares of lengths can be.
local EXTREMES = { 1e-300, 1e290, 1e-200, 1e200 }

-- A graph whose links cost whole numbers of scale; and the cost of a step in these.
local function graph_world(rng, scale)
  local w = world.new()
  w.kind = rng:pick({ "lattice", "free" })
  for _ = 1, rng:int(2, 12) do w:random_node(rng) end
  w:unit("man", { forest = 2, sea = false, road = 3 }, rng:chance(0.3) and { climb = 1, drop = 1 } or nil)
  for _ = 1, #w.list * rng:int(1, 3) do
    local a, b = rng:pick(w.list), rng:pick(w.list)
    if a ~= b then
      w:link(a, b, { cost = rng:pick({ 0, 1, 1, 2, 3, 4, 6 }) * scale, oneway = rng:chance(0.3),
        terrain = rng:chance(0.2) and rng:pick({ "forest", "road", "sea" }) or nil })
    end
  end
  return w, "man", scale
end

-- Cells with whole multipliers, and a length of a step; hexagons or squares with four neighbours.
local function grid_world(rng, scale)
  local layout = rng:pick({ "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" })
  local square = layout == "square" or layout == "isometric"
  local neighbours = square and rng:pick({ 4, 8 }) or nil
  local t = tiles.new({ width = 2 * rng:int(1, 3), height = 2 * rng:int(1, 3), layout = layout, neighbours = neighbours,
    diagonal = neighbours == 8 and 2 or nil, step = scale, corners = neighbours == 8 and rng:pick({ "never", "one", "always" }) or nil,
    wrap = rng:chance(0.3) and rng:pick({ "x", "y", "xy" }) or nil })
  t:unit("man", { forest = 2, mud = 3, road = 1, sea = false })
  for _, r in ipairs(t.list) do
    if rng:chance(0.5) then t:set(r, rng:pick({ "forest", "mud", "sea" })) end
    if rng:chance(0.1) then t:block(r, true) end
  end
  for _ = 1, rng:int(0, 4) do
    local a, b = rng:pick(t.list), rng:pick(t.list)
    if a ~= b then t:link(a, b, { cost = rng:int(0, 4) * scale, oneway = rng:chance(0.5) }) end
  end
  return t, "man", scale
end

local function whole(cost, scale)
  return math.floor(cost / scale + 0.5)
end

local function ask(w, rng, unit, scale)
  local moves = rng:int(1, 8)
  local left = rng:chance(0.5) and rng:int(0, moves) or nil
  local most = rng:chance(0.3) and rng:int(1, 4) or nil
  local stops, stop_nodes = quests.some(w, rng, rng:pick({ 0, 0.2, 0.5 }))
  local passes, pass_nodes = quests.some(w, rng, rng:pick({ 0, 0.3, 0.6 }))
  local rules = { unit = rng:chance(0.8) and unit or nil }
  local overdraw = rng:chance(0.3)
  local given = { unit = rules.unit, overdraw = overdraw or nil, moves = moves * scale, left = left and left * scale, max_turns = most,
    stop = rng:chance(0.9) and stop_nodes or nil }
  if not given.stop then stops = {} end
  if rng:chance(0.5) then given.pass = pass_nodes else passes = {} end
  if rng:chance(0.2) then
    local kind = rng:pick({ "only", "avoid" })
    rules[kind], given[kind] = quests.some(w, rng, kind == "only" and 0.9 or 0.15)
  end
  if rng:chance(0.15) then
    local salt = rng:int(1, 99)
    rules.cost = function(from, to, c) return (from.id + to.id * 7 + salt) % 5 ~= 0 and c * ((from.id * to.id) % 3) end
    given.cost = rules.cost
  end
  local function cost(from, link)
    local c = fields.step(w, from, link, rules)
    return c and whole(c, scale)
  end
  local start = rng:pick(w.list)
  local turns, best = fields.turns(start, moves, left or moves, stops, cost, most, overdraw, passes)
  local text = check.later(function()
    return ("moves %d, left %s, of %g, from %s, max_turns %s, unit %s, cost %s"):format(moves, tostring(left), scale,
      tostring(start.node), tostring(most), tostring(rules.unit), tostring(rules.cost))
  end)
  local s = rng:chance(0.5) and w.g:reach(start.node, nil, given) or w.g:search(start.node, nil, given)
  while s.status == "searching" do s:step(rng:int(1, 3)) end
  that(s.status == "done", "%s: %s", text, s.status)
  local slack = 1e-9 * scale * moves
  for _, r in ipairs(w.list) do
    local turn, points = s:turns(r.node)
    that(turn == turns[r], "%s: %s is reached in turn %s, should be %s", text, r.node, tostring(turn), tostring(turns[r]))
    if turn then
      that(math.abs(points - best[r] * scale) <= slack, "%s: %s has %.17g left, should be %.17g", text, r.node, points,
        best[r] * scale)
      that(points >= 0 and points <= moves * scale, "%s: left %.17g", text, points)
      local path, sum = s:path(r.node)
      local may_end = r == start or not passes[r]
      that((path ~= nil) == may_end, "%s: path to %s, which is to be passed", text, r.node)
      if may_end then
        that(path.turns == turn and path.left == points and sum == s:cost(r.node), "%s: path to %s", text, r.node)
        local records = {}
        for i, node in ipairs(path:table()) do records[i] = w.by_node[node] end
        local t, l, c, most_c = fields.march(records, moves, left or moves, stops, cost, overdraw, passes)
        that(t == turn and l == best[r], "%s: the path to %s takes %d turns, %d left", text, r.node, t, l)
        that(sum >= c * scale - slack * (1 + c) and sum <= most_c * scale + slack * (1 + c),
          "%s: the path to %s costs %.17g, should be %.17g", text, r.node, sum, c * scale)
      end
    else
      that(s:cost(r.node) == nil and s:path(r.node) == nil, "%s: cost of %s", text, r.node)
    end
  end
  -- To goals: fewest turns, then most points left.
  local goals, nodes = {}, {}
  for i = 1, rng:int(1, 3) do
    goals[i] = rng:pick(w.list)
    nodes[i] = goals[i].node
  end
  if rng:chance(0.3) then
    given.adjacent = true
    rules.adjacent = true
  elseif rng:chance(0.3) then
    given.near = rng:pick({ 0, 1, 2 }) * (w.cell_w or 1)
    rules.near = given.near
  end
  local region, unsure = fields.region(w, goals, rules)
  local turn, points
  for r in pairs(region) do
    local t = (r == start or not passes[r]) and turns[r]
    if t and (not turn or t < turn or t == turn and best[r] > points) then turn, points = t, best[r] end
  end
  if not given.cost then given.heuristic = rng:pick({ "auto", "zero", "euclidean" }) end
  local path, status = w.g:path(start.node, nodes, given)
  if unsure then return end
  that((path ~= nil) == (turn ~= nil), "%s: path to %s: %s", text, nodes[1], status)
  if path then
    that(path.turns == turn and math.abs(path.left - points * scale) <= slack, "%s: path to %s: turn %d, left %.17g, should be %d, %.17g",
      text, path[#path], path.turns, path.left, turn, points * scale)
    local records = {}
    for i, node in ipairs(path:table()) do records[i] = w.by_node[node] end
    local t, l, c, most_c = fields.march(records, moves, left or moves, stops, cost, overdraw, passes)
    that(t == turn and l == points, "%s: march", text)
    that(path.cost >= c * scale - slack * (1 + c) and path.cost <= most_c * scale + slack * (1 + c), "%s: march", text)
  else
    that(status == "unreachable" or status == "limit" and most, "%s: %s", text, status)
  end
  -- Weighted: still a way; its turns and points are what a march along it gives.
  given.weight = rng:pick({ 1.5, 3 })
  path = w.g:path(start.node, nodes, given)
  that((path ~= nil) == (turn ~= nil) or most, "%s: weighted path to %s", text, nodes[1])
  if path then
    local records = {}
    for i, node in ipairs(path:table()) do records[i] = w.by_node[node] end
    local t, l = fields.march(records, moves, left or moves, stops, cost, overdraw, passes)
    -- It may have ended a turn early without need.
    that(t == path.turns and (next(passes) or math.abs(path.left - l * scale) <= slack) or next(passes) and t < path.turns,
      "%s: weighted", text)
    local span = moves * scale * (1 + 2 ^ -10)
    local got = (path.turns - 1) * span + moves * scale - path.left
    local bound = (turn - 1) * span + (moves - points) * scale
    if not given.near and not given.adjacent then
      that(got <= given.weight * bound * (1 + 1e-3) + slack, "%s: weighted %g, best %g", text, got, bound)
    end
  end
end

describe("turns", function()
  it("on random graphs", function()
    random.cases("turns on graphs", 600, function(rng)
      local w, unit, scale = graph_world(rng, rng:pick(rng:chance(0.2) and EXTREMES or SCALES))
      for _ = 1, 5 do ask(w, rng, unit, scale) end
    end)
  end)

  it("on random grids", function()
    random.cases("turns on grids", 600, function(rng)
      local w, unit, scale = grid_world(rng, rng:pick(SCALES))
      for _ = 1, 4 do ask(w, rng, unit, scale) end
    end)
  end)

  it("on a chain, for very many turns", function()
    -- 0.1 ten times is not 1, nor is a multiple of 0.1 a sum of it
    for _, case in ipairs({ { 0.1, 1, 10 }, { 0.1, 0.1, 1 }, { 0.3, 0.9, 3 }, { 0.7, 2.1, 3 }, { 1 / 3, 1, 3 }, { 0.1, 0.35, 3 },
      { 1e-300, 1e-299, 10 }, { 1e285, 3e285, 3 }, { 0.1, 100, 1000 } }) do
      local step, moves, each = case[1], case[2], case[3]
      local g, n = shapes.chain(each == 10 and random.size(45000, 3000) or 5000)
      for i = 2, #n do g:link(n[i - 1], n[i], { cost = step }) end
      local s = g:reach(n[1], nil, { moves = moves })
      for i = 2, #n do
        local turn, left = s:turns(n[i])
        that(turn == math.ceil((i - 1) / each), "%g of %g: node %d is reached in turn %d", step, moves, i, turn)
        that(math.abs(left - (moves - ((i - 2) % each + 1) * step)) <= moves * 1e-6, "%g of %g: node %d has %g left", step, moves, i, left)
      end
    end
  end)

  it("a free step needs no points, however many turns have passed", function()
    for _, moves in ipairs({ 1, 0.1, 0.3, 1 / 3, 7.7, 1e-300, 1e280 }) do
      local g, n = astar.graph(), {}
      for i = 1, 4000 do
        n[i] = g:add(i, 0)
        if i > 1 then g:link(n[i - 1], n[i], { cost = i % 2 == 0 and moves or 0 }) end
      end
      local s = g:reach(n[1], nil, { moves = moves })
      for i = 2, #n do
        that(s:turns(n[i]) == math.floor(i / 2), "%.17g: node %d in turn %d", moves, i, s:turns(n[i]))
      end
    end
  end)

  it("a stop ends the turn, and a start that is one may be left", function()
    local g, n = shapes.chain(4)
    local s = g:reach(n[1], nil, { moves = 5, stop = { n[1], n[2] } })
    assert.same({ 1, 5 }, { s:turns(n[1]) })
    assert.same({ 1, 0 }, { s:turns(n[2]) })
    assert.same({ 2, 4 }, { s:turns(n[3]) })
    assert.same({ 2, 3 }, { s:turns(n[4]) })
    g:link(n[2], n[3], { cost = 0 })
    assert.same({ 2, 5 }, { g:reach(n[1], nil, { moves = 5, stop = { n[2] } }):turns(n[3]) })
    assert.same({ 2, 4 }, { g:reach(n[1], nil, { moves = 5, left = 0, stop = { n[1] } }):turns(n[2]) })
  end)

  it("a step that costs more than all points cannot be made", function()
    local g, n = shapes.chain(3)
    g:link(n[2], n[3], { cost = 5.1 })
    assert.equal("unreachable", select(2, g:path(n[1], n[3], { moves = 5 })))
    assert.equal(2, (g:path(n[1], n[3], { moves = 5.1 })).turns)
    assert.equal("limit", select(2, g:path(n[1], n[3], { moves = 5.1, max_turns = 1 })))
    local path = g:path(n[1], n[3], { moves = 5, partial = true })
    assert.is_true(path.partial)
    assert.equal(n[2], path[#path])
    assert.same({ 1, 4 }, { path.turns, path.left })
  end)

  it("a weight does not make a unit come a turn later than it allows", function()
    -- the direct link to the next node is dearer than the way over the one between, which is expanded after it
    local g = astar.graph()
    local a, between, b, c = g:add(0, 0), g:add(0.5, 0), g:add(1, 0), g:add(10, 0)
    g:link(a, between)
    g:link(between, b)
    g:link(a, b, { cost = 1.1 })
    g:link(b, c)
    assert.equal(1, (g:path(a, c, { moves = 10, weight = 1.3 })).turns)
    assert.equal(2, (g:path(a, c, { moves = 10, weight = 2 })).turns) -- within it
  end)

  it("paths without them have no turns", function()
    local g, n = shapes.chain(2)
    local path = g:path(n[1], n[2])
    assert.is_nil(path.turns)
    assert.is_nil(path.left)
    local s = g:search(n[1], n[2])
    s:run()
    assert.is_nil(s:turns(n[2]))
    path = g:path(n[1], n[1], { moves = 5, left = 2 })
    assert.same({ 1, 2, 0 }, { path.turns, path.left, path.cost })
  end)
end)

describe("nodes to be passed", function()
  -- Cells 1 to 8 in a row; friends at 3 and 4.
  local function row(options)
    local map = astar.grid { width = 8, height = 1 }
    local function cell(col) return map:cell(col, 1) end
    options = options or {}
    options.pass = { cell(4), cell(3) }
    return map, cell, options
  end

  it("end no turn: who would, ends it before them", function()
    local map, cell, options = row { moves = 3 }
    local path = map:path(cell(1), cell(8), options)
    assert.same({ 3, 0, 7 }, { path.turns, path.left, path.cost }) -- to 2, to 5, to 8
    options.left = 2
    local s = map:search(cell(1), cell(8), options)
    s:run()
    assert.same({ 1, 1 }, { s:turns(cell(2)) })
    assert.same({ 1, 0 }, { s:turns(cell(3)) })
    assert.same({ 2, 0 }, { s:turns(cell(5)) })
    assert.same({ 3, 0 }, { s:turns(cell(8)) })
    options.moves, options.left = 2, nil
    assert.same({ nil, "unreachable" }, { map:path(cell(1), cell(8), options) })
  end)

  it("end no way: they are no goals", function()
    for _, moves in ipairs { 0, 3 } do
      local map, cell, options = row()
      if moves > 0 then options.moves = moves end
      assert.same({ nil, "unreachable" }, { map:path(cell(1), cell(3), options) })
      assert.equal(cell(5), (map:path(cell(1), { cell(3), cell(5) }, options))[5])
      local s = map:reach(cell(1), nil, options)
      assert.equal(2, s:cost(cell(3)))
      assert.is_nil(s:path(cell(3)))
      assert.equal(4, #s:path(cell(4 + 1)) - 1)
      assert.equal("closed", s:state(cell(3)))
      local seen = 0
      for node in s:nodes() do seen = seen + (node == cell(4) and 1 or 0) end
      assert.equal(1, seen)
      options.partial = true
      local path = map:path(cell(1), cell(3), options)
      assert.is_true(path.partial)
      assert.equal(cell(2), path[#path])
      options.partial, options.adjacent = nil, true
      assert.equal(cell(2), (map:path(cell(1), cell(3), options))[2])
      assert.equal(cell(5), (map:path(cell(8), cell(3), options))[4])
      s = map:search(cell(3), cell(3), options) -- it stands there
      assert.equal("found", s:run())
      assert.equal(1, #s:path())
      options.adjacent, options.near = nil, 0.5
      assert.is_nil((map:path(cell(1), cell(3), options)))
      options.near = 2
      assert.equal(cell(2), (map:path(cell(1), cell(4), options))[2])
    end
  end)

  it("may be waited on at the start, which is never tested", function()
    local map, cell, options = row { moves = 3, left = 1 }
    local path = map:path(cell(3), cell(8), options)
    assert.same({ 3, 1 }, { path.turns, path.left })
    options.left = 0
    assert.same({ 2, 1 }, { map:reach(cell(4), nil, options):turns(cell(6)) })
  end)

  it("cannot be entered where they end the turn, and are passed by who comes later with more points", function()
    local map, cell, options = row { moves = 5, stop = {} }
    options.stop[1] = cell(4)
    assert.is_nil((map:path(cell(1), cell(8), options)))
    -- From a the friend b is reached sooner, from c with more points.
    local g = astar.graph()
    local a, b, c, d, e = g:add(0, 0), g:add(1, 0), g:add(0, 1), g:add(2, 0), g:add(3, 0)
    g:link(a, b, { cost = 4, oneway = true })
    g:link(a, c, { cost = 5, oneway = true })
    g:link(c, b, { cost = 1, oneway = true })
    g:link(b, d, { cost = 4, oneway = true })
    g:link(d, e, { cost = 1, oneway = true })
    local s = g:search(a, e, { moves = 5, pass = { b } })
    assert.equal("found", s:run())
    assert.same({ 1, 1 }, { s:turns(b) })
    assert.same({ 2, 0 }, { s:turns(d) })
    assert.same({ 3, 4 }, { s:turns(e) })
    local path = s:path()
    assert.same({ a, c, b, d, e }, path:table())
    assert.equal(11, path.cost)
    assert.same({ 0, 5, 6, 10, 11 }, (function()
      local costs = {}
      for i = 1, #path do costs[i] = path:cut(1, i).cost end
      return costs
    end)())
    local parents = 0
    for node in s:nodes() do parents = parents + (s:parent(node) and 1 or 0) end
    assert.equal(4, parents)
  end)

  it("do not count as the ends of flows", function()
    local map, cell, options = row()
    local flow = map:flow({ cell(3), cell(8) }, options)
    assert.equal(7, flow:cost(cell(1)))
    assert.equal(5, flow:cost(cell(3)))
    options.near = 2
    assert.equal(1, map:flow(cell(4), options):cost(cell(1)))
    options.near, options.costs = nil, { 0, 3 }
    assert.equal(10, map:flow({ cell(4), cell(8) }, options):cost(cell(1)))
    options.costs = nil
    assert.is_nil(map:flow(cell(4), options):cost(cell(1)))
    flow:repair(cell(4))
    flow:run()
    assert.is_nil(flow:cost(cell(1)))
    flow:repair(cell(6))
    flow:run()
    assert.equal(5, flow:cost(cell(1)))
  end)

  it("and edits under a search: it ends with what is right, or is stale", function()
    random.cases("edits under searches that pass", 200, function(rng)
      local w, unit = graph_world(rng, 1)
      local moves = rng:int(2, 8)
      local passes, pass_nodes = quests.some(w, rng, 0.4)
      local start = rng:pick(w.list)
      local s = w.g:search(start.node, nil, { unit = unit, moves = moves, pass = pass_nodes })
      while s.status == "searching" do
        s:step(rng:int(1, 3))
        if s.status == "searching" then
          if rng:chance(0.3) then w:random_node(rng) end
          local a, b = rng:pick(w.list), rng:pick(w.list)
          if a ~= b then w:link(a, b, { cost = rng:int(0, 4) }) end
        end
      end
      if s.status == "stale" then
        s:restart()
        s:run()
      end
      local turns, best = fields.turns(start, moves, moves, {}, function(from, link)
        local c = fields.step(w, from, link, { unit = unit })
        return c and whole(c, 1)
      end, nil, false, passes)
      for _, r in ipairs(w.list) do
        local turn, points = s:turns(r.node)
        that(turn == turns[r] and (not turn or math.abs(points - best[r]) < 1e-6), "%s in turn %s with %s, should be %s with %s",
          r.node, tostring(turn), tostring(points), tostring(turns[r]), tostring(best[r]))
      end
    end)
  end)

  it("are of the same map, and not for smooth paths", function()
    local map, cell = row()
    local other = astar.grid { width = 2, height = 2 }
    check.raises("option 'pass'", map.path, map, cell(1), cell(8), { pass = { other:cell(1, 1) } })
    check.raises("option 'pass'", map.path, map, cell(1), cell(8), { pass = { 7.5 } })
    check.raises("bad argument #3 to 'path' (option 'pass': array of nodes expected, got number)", map.path, map, cell(1), cell(8),
      { pass = 1 })
    check.raises("options 'smooth' and 'pass' exclude one another", map.path, map, cell(1), cell(8),
      { pass = { cell(3) }, smooth = true })
    assert.equal(8, #map:path(cell(1), cell(8), { pass = {}, moves = 2 }))
  end)
end)
