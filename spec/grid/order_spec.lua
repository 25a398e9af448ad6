-- On grids, too, a search expands lower f first, then lower h, then the cell opened first: against an A* in
-- Lua that applies the rule literally.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"

local that = check.that
local nodes_of = shapes.nodes_of

local function context(t, start, goals, opts)
  return ("%dx%d %s, %d neighbours, corners %s, wrap %s%s, %s, unit %s, from %s to %s"):format(t.width, t.height, t.layout,
    t.neighbours, t.corners, t.wrap_x and "x" or "", t.wrap_y and "y" or "", opts.heuristic or "auto", tostring(opts.unit),
    tostring(start.node), goals and tostring(goals[1].node) or "none")
end

-- Runs the search cell by cell beside the oracle, which is told the search's own estimates.
local function compare(t, start, goals, opts)
  local where = context(t, start, goals, opts)
  local s = t.map:search(start.node, goals and nodes_of(goals), { unit = opts.unit, max_cost = opts.max_cost,
    max_steps = opts.max_steps, weight = opts.weight, heuristic = opts.heuristic, jump = opts.jump })
  local order = {}
  for node in s:steps() do
    order[#order + 1] = node.id
  end
  local rule = {}
  for k, v in pairs(opts) do
    rule[k] = v
  end
  rule.settles = (opts.weight or 1) > 1 and opts.heuristic ~= "zero"
  function rule.h(r)
    local e = s:estimate(r.node)
    that(e, "%s: %s should have been opened, but was not", where, r.node)
    if opts.h then
      check.near(opts.h(r, goals), e, "%s: estimate of %s", where, r.node)
    end
    return e
  end
  local want = oracle.astar(t, start, goals, rule)
  local ids = {}
  for i, r in ipairs(want.order) do
    ids[i] = r.id
  end
  local got, expected = table.concat(order, " "), table.concat(ids, " ")
  that(got == expected, "%s\norder     %s\nshould be %s", where, got, expected)
  that(s.status == want.status, "%s: ended as %s, should be %s", where, s.status, want.status)
  that(s.expanded == #order, "%s: expanded %d", where, s.expanded)
  for _, r in ipairs(t.list) do
    local state = want.state[r] or "none"
    local seen = s:state(r.node)
    that(seen == state or want.unsure[r] and (seen == "none" or seen == "excluded"), "%s: %s is %s, should be %s", where,
      r.node, seen, state)
    if want.g[r] then
      check.near(want.g[r], s:cost(r.node), "%s: cost", where)
      local parent, first = s:parent(r.node), want.parent[r] and want.parent[r].node
      that(parent == first, "%s: the parent of %s is %s, should be %s", where, r.node, parent, first)
    end
  end
  if next(want.unsure) == nil then
    local touched, first = {}, {}
    for node in s:nodes() do
      touched[#touched + 1] = node.id
    end
    for _, r in ipairs(want.touched) do
      first[#first + 1] = r.id
    end
    local met, should = table.concat(touched, " "), table.concat(first, " ")
    that(met == should, "%s\ntouched   %s\nshould be %s", where, met, should)
  end
  if want.goal then
    that(s.goal == want.goal.node, "%s: the goal is %s", where, s.goal)
    local route, expected_route = check.ids((s:path())), oracle.route(want, want.goal)
    that(route == expected_route, "%s: the route is %s, should be %s", where, route, expected_route)
  end
end

-- How far it is from one cell to another where every cell is open ----------------------------------------------

local distance = {}

function distance.four(a, b)
  return math.abs(a.col - b.col) + math.abs(a.row - b.row)
end

function distance.eight(a, b)
  local dx, dy = math.abs(a.col - b.col), math.abs(a.row - b.row)
  return math.max(dx, dy) + (math.sqrt(2) - 1) * math.min(dx, dy)
end

-- In cube coordinates, as in Red Blob's guide.
local function cube(t, r)
  local col, row = r.col - 1, r.row - 1
  local odd = t.layout:sub(1, 3) == "odd" and -1 or 1
  if t.by_row then
    local q = col - (row + odd * (row % 2)) / 2
    return q, row, -q - row
  end
  local q = row - (col + odd * (col % 2)) / 2
  return col, q, -col - q
end

function distance.six(a, b, t)
  local x, y, z = cube(t, a)
  local x2, y2, z2 = cube(t, b)
  return math.max(math.abs(x - x2), math.abs(y - y2), math.abs(z - z2))
end

-- A map with blocked cells and nothing else.
local function plain(rng, options)
  local t = tiles.new(options)
  local density = rng:real(0, 0.4)
  for _, r in ipairs(t.list) do
    -- where nothing can be entered nothing is estimated
    if r.id > 1 and rng:chance(density) then
      t:block(r, true)
    end
  end
  return t
end

local function least(t, metric)
  return function(r, goals)
    local h = math.huge
    for _, goal in ipairs(goals) do
      h = math.min(h, metric(r, goal, t))
    end
    return h
  end
end

local function ask(rng, t, metric, count)
  local start, goals = rng:pick(t.list), {}
  for i = 1, count or 1 do
    goals[i] = rng:pick(t.list)
    -- whether a start that could not be entered is its own goal is not said
    if goals[i] == start and start.blocked then
      return
    end
  end
  compare(t, start, goals, { h = least(t, metric) })
  compare(t, start, goals, { h = least(t, metric), heuristic = "auto", weight = rng:pick({ 1, 1.5, 4 }) })
  compare(t, start, goals, { heuristic = "zero", h = function() return 0 end })
  compare(t, start, nil, {})
end

describe("the order of expansion on grids is that of the rule", function()
  it("four ways, by the distance in steps", function()
    random.cases("four ways", 120, function(rng)
      ask(rng, plain(rng, { width = rng:int(1, 11), height = rng:int(1, 9), neighbours = 4 }), distance.four)
    end)
  end)

  it("eight ways, by the octile distance", function()
    random.cases("eight ways", 120, function(rng)
      ask(rng, plain(rng, { width = rng:int(1, 11), height = rng:int(1, 9), corners = rng:pick({ "never", "one", "always" }) }),
        distance.eight)
    end)
  end)

  it("eight ways on isometric maps", function()
    random.cases("isometric", 40, function(rng)
      ask(rng, plain(rng, { width = rng:int(1, 9), height = rng:int(1, 9), layout = "isometric", cell = { 64, 32 } }),
        distance.eight)
    end)
  end)

  it("on hexagons, by the distance in steps", function()
    random.cases("hexagons", 160, function(rng, i)
      ask(rng, plain(rng, { width = rng:int(1, 11), height = rng:int(1, 9), layout = tiles.HEXAGONS[i % 4 + 1],
        cell = rng:pick({ 1, { 36, 40 } }) }), distance.six)
    end)
  end)

  it("on an open map", function()
    for _, options in ipairs({ { neighbours = 4 }, {}, { layout = "odd-r" }, { layout = "even-q" } }) do
      options.width, options.height = 14, 11
      local t = tiles.new(options)
      local metric = options.layout and distance.six or options.neighbours and distance.four or distance.eight
      for _, goal in ipairs({ t.cells[11][14], t.cells[6][14], t.cells[1][1], t.cells[9][2] }) do
        compare(t, t.cells[6][3], { goal }, { h = least(t, metric) })
      end
    end
  end)

  it("with several goals", function()
    random.cases("several goals", 60, function(rng)
      ask(rng, plain(rng, { width = rng:int(1, 11), height = rng:int(1, 9) }), distance.eight, rng:int(2, 4))
      ask(rng, plain(rng, { width = rng:int(1, 11), height = rng:int(1, 9), neighbours = 4 }), distance.four, rng:int(2, 4))
    end)
  end)

  it("by the estimates that it tells, with terrain, heights, walls, links, seams and limits", function()
    local features = { terrain = true, walls = true, heights = true, links = true, wrap = true, waypoints = true,
      sizes = true }
    random.cases("order with everything", 400, function(rng)
      local t = tiles.random(rng, features)
      for _ = 1, 2 do
        local opts = { unit = t:any_unit(rng), heuristic = rng:pick({ "auto", "auto", "euclidean", "zero" }) }
        if rng:chance(0.2) then
          opts.max_steps = rng:int(1, 20)
        end
        if rng:chance(0.3) then
          opts.max_cost = rng:real(0, 12) * t.cell_w
        end
        if rng:chance(0.4) then
          opts.weight = rng:pick({ 1.25, 2, 10 })
        end
        local goals
        if rng:chance(0.85) then
          goals = { rng:pick(t.list) }
        end
        local rules = { unit = opts.unit }
        -- a goal that cannot be entered need not be looked for
        if not goals or goals[1] == t.list[1] or not oracle.refused(t, goals[1], rules) then
          local start = rng:pick(t.list)
          if not goals or start ~= goals[1] or not oracle.refused(t, start, rules) then
            compare(t, start, goals, opts)
          end
        end
        t:edit(rng, features)
      end
    end)
  end)
end)

describe("on small open maps", function()
  it("no more cells are expanded than lie on a straight way", function()
    local map = astar.grid({ width = 49, height = 49 })
    for _, q in ipairs({ { 1, 1, 49, 49 }, { 1, 25, 49, 25 }, { 25, 49, 25, 1 }, { 49, 1, 1, 49 }, { 3, 7, 30, 34 } }) do
      local s = map:search(map:cell(q[1], q[2]), map:cell(q[3], q[4]))
      s:run()
      assert.equal(1 + math.max(math.abs(q[3] - q[1]), math.abs(q[4] - q[2])), s.expanded)
    end
  end)

  it("no more than the rule expands, ties of f and h being many", function()
    local t = tiles.new({ width = 20, height = 20 })
    for _, goal in ipairs({ t.cells[10][20], t.cells[13][20], t.cells[20][20], t.cells[1][17], t.cells[15][4] }) do
      compare(t, t.cells[10][2], { goal }, {})
    end
  end)
end)
