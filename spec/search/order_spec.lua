-- The order of expansion: lower f first, then lower h, then the node that was
-- opened first, against an A* in Lua that applies the rule literally.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local world = require "spec.support.world"

local that = check.that
local nodes_of = shapes.nodes_of

-- Runs the search node by node beside the oracle. `opts.h` is a function of
-- record and goal record for a heuristic function, or nil for the estimates
-- that the search itself tells.
local function compare(w, start, goals, opts, context)
  local given = { unit = opts.unit, max_cost = opts.max_cost, max_steps = opts.max_steps, weight = opts.weight,
    heuristic = opts.heuristic, cost = opts.cost }
  for _, kind in ipairs({ "only", "avoid" }) do
    if opts[kind] then
      given[kind] = {}
      for _, r in ipairs(w.list) do
        if opts[kind][r] then
          table.insert(given[kind], r.node)
        end
      end
    end
  end
  if opts.h then
    given.heuristic = function(node, goal)
      return opts.h(w.by_node[node], w.by_node[goal])
    end
  end
  local s = w.g:search(start.node, goals and nodes_of(goals), given)
  local order = {}
  for node in s:steps() do
    order[#order + 1] = node.id
  end

  local rule = {}
  for k, v in pairs(opts) do
    rule[k] = v
  end
  rule.settles = (opts.weight or 1) > 1 and (opts.heuristic == "auto" or opts.heuristic == "euclidean")
  -- All estimates are 0: the search has no goal, or no distance tells anything about costs.
  rule.precise = not opts.cost and (not goals or not opts.h and s:estimate(start.node) == 0 and goals[1] ~= start)
  function rule.h(r)
    if not opts.h then
      local e = s:estimate(r.node)
      that(e, "%s: %s should have been opened, but was not", context, r.node)
      return e
    end
    local least = goals and check.inf or 0
    for _, goal in ipairs(goals or {}) do
      least = math.min(least, opts.h(r, goal))
    end
    return least
  end
  local want = oracle.astar(w, start, goals, rule)
  local ids = {}
  for i, r in ipairs(want.order) do
    ids[i] = r.id
  end
  local got, expected = table.concat(order, " "), table.concat(ids, " ")
  that(got == expected, "%s: from %s\norder    %s\nshould be %s", context, start.node, got, expected)
  that(s.status == want.status, "%s: ended as %s, should be %s", context, s.status, want.status)
  if goals and (#goals > 1 or want.goal) then
    that(s.goal == (want.goal and want.goal.node), "%s: the goal is %s", context, s.goal)
  end

  local sure = next(want.unsure) == nil
  for _, r in ipairs(w.list) do
    local state = want.state[r] or "none"
    local seen = s:state(r.node)
    -- a node to be avoided may show as excluded before it is met
    local either = want.unsure[r] or opts.avoid and opts.avoid[r] and not want.g[r]
    that(seen == state or either and (seen == "none" or seen == "excluded"), "%s: %s is %s, should be %s", context,
      r.node, seen, state)
    if want.g[r] then
      check.near(want.g[r], s:cost(r.node), "%s: cost", context)
      that(s:estimate(r.node) == want.h[r], "%s: estimate", context)
      local parent, first = s:parent(r.node), want.parent[r] and want.parent[r].node
      that(parent == first, "%s: the parent of %s is %s, should be %s", context, r.node, parent, first)
    else
      that(s:cost(r.node) == nil, "%s: %s has a cost", context, r.node)
    end
  end
  if sure then
    local function counts(r)
      return r == start or not (opts.avoid and opts.avoid[r])
    end
    local touched, first = {}, {}
    for node in s:nodes() do
      if counts(w.by_node[node]) then
        touched[#touched + 1] = node.id
      end
    end
    for _, r in ipairs(want.touched) do
      if counts(r) then
        first[#first + 1] = r.id
      end
    end
    that(table.concat(touched, " ") == table.concat(first, " "), "%s: touched  %s\nshould be %s", context,
      table.concat(touched, " "), table.concat(first, " "))
  end
  if want.goal then
    local path = s:path()
    that(check.ids(path) == oracle.route(want, want.goal), "%s: the route is %s, should be %s", context,
      check.ids(path), oracle.route(want, want.goal))
  end
  return want
end

local function manhattan(a, b)
  return math.abs(a.x - b.x) + math.abs(a.y - b.y)
end

local function straight(a, b)
  local dx, dy = a.x - b.x, a.y - b.y
  return math.sqrt(dx * dx + dy * dy)
end

local function octile(a, b)
  local dx, dy = math.abs(a.x - b.x), math.abs(a.y - b.y)
  return math.max(dx, dy) + 0.4 * math.min(dx, dy)
end

local function zero()
  return 0
end

describe("the worked example of the tutorial", function()
  -- columns A to H are 1 to 8; what lies outside the figure is free
  local BLOCKED = { D2 = true, D3 = true, E2 = true, E5 = true, F2 = true, F3 = true, F4 = true, F5 = true }

  local function name(col, row)
    if col < 1 or col > 8 or row < 1 then
      return ("%d,%d"):format(col, row)
    end
    return ("%s%d"):format(("ABCDEFGH"):sub(col, col), row)
  end

  local g, s

  before_each(function()
    g = astar.graph()
    local at = {}
    for row = -2, 9 do
      for col = -1, 11 do
        local n = name(col, row)
        at[col .. " " .. row] = g:add(col, row, { name = n, blocked = BLOCKED[n] })
      end
    end
    for row = -2, 9 do
      for col = -1, 11 do
        for _, d in ipairs({ { 1, 0, 1 }, { -1, 1, 1.4 }, { 0, 1, 1 }, { 1, 1, 1.4 } }) do
          local b = at[(col + d[1]) .. " " .. (row + d[2])]
          if b then
            g:link(at[col .. " " .. row], b, { cost = d[3] })
          end
        end
      end
    end
    s = g:search("B4", "H4", { heuristic = octile })
  end)

  it("expands B4, C4, D4, E4, then E3 and D5", function()
    local order = {}
    for node in s:steps() do
      order[#order + 1] = node.name
    end
    assert.equal("found", s.status)
    assert.equal("B4 C4 D4 E4 E3 D5", table.concat(order, " ", 1, 6))
    assert.equal("H4", order[#order])
  end)

  it("has four cells of equal f after E4, and E3 among them with the smallest h", function()
    s:step(4)
    local least, count = math.huge, 0
    for _, _, cost, estimate in s:nodes("open") do
      least = math.min(least, cost + estimate)
    end
    assert.near(6.8, least, 1e-9)
    for node, _, cost, estimate in s:nodes("open") do
      if cost + estimate < least + 1e-9 then
        count = count + 1
        if node ~= g:node("E3") then
          assert.is_true(estimate > s:estimate("E3"))
        end
      end
    end
    assert.equal(4, count)
  end)

  it("finds a route that costs 7.6", function()
    assert.equal("found", s:run())
    local path, cost = s:path()
    assert.near(7.6, cost, 1e-9)
    assert.near(7.6, path.cost, 1e-9)
    assert.equal(7, #path)
    assert.near(7.6, select(2, g:path("B4", "H4")), 1e-9)
    assert.near(7.6, select(2, g:path("B4", "H4", { heuristic = octile })), 1e-9)
    local sum = 0
    for i = 2, #path do
      sum = sum + (path[i].x ~= path[i - 1].x and path[i].y ~= path[i - 1].y and 1.4 or 1)
      assert.is_false(path[i].blocked)
    end
    assert.near(7.6, sum, 1e-9)
  end)
end)

describe("ties", function()
  it("of f go to the lower h", function()
    local w = world.lattice(7, 7, false)
    for _, h in ipairs({ manhattan, straight, octile, zero }) do
      compare(w, w.at[4][1], { w.at[4][7] }, { h = h }, "lattice")
      compare(w, w.at[2][2], { w.at[6][5] }, { h = h }, "lattice")
    end
  end)

  it("of f and h go to the node opened first", function()
    local g = astar.graph()
    local a, goal = g:add(0, 0), g:add(2, 0)
    local middle = {}
    for i = 1, 9 do
      middle[i] = g:add(1, i - 5)
    end
    local rng = random.new(random.seed)
    rng:shuffle(middle)
    for _, m in ipairs(middle) do
      g:link(a, m, { cost = 1 })
      g:link(m, goal, { cost = 1 })
    end
    local s = g:search(a, goal, { heuristic = function() return 0 end })
    local order = {}
    for node in s:steps() do
      order[#order + 1] = node
    end
    assert.equal(check.ids({ a, check.unpack(middle) }) .. " " .. goal.id, check.ids(order))
    assert.equal(middle[1], s:path()[2])
  end)

  it("go to the one opened earlier, lowering counting as opening anew", function()
    -- c is opened before d, but lowered after d was opened
    local g = astar.graph()
    local a, b, c, d, e = g:add(0, 0), g:add(0, 1), g:add(0, 2), g:add(0, 3), g:add(0, 4)
    g:link(a, c, { cost = 5, oneway = true })
    g:link(a, b, { cost = 1, oneway = true })
    g:link(b, d, { cost = 3, oneway = true })
    g:link(b, c, { cost = 3, oneway = true })
    g:link(d, e, { cost = 9, oneway = true })
    local order = {}
    for node in g:search(a, e, { heuristic = "zero" }):steps() do
      order[#order + 1] = node
    end
    assert.equal("1 2 4 3 5", check.ids(order))
  end)

  it("do not come from rounding", function()
    -- 0.1 + 0.2 is a bit above 0.3, but was opened first
    local g = astar.graph()
    local a, x, w, z, y, goal = g:add(0, 0), g:add(1, 0), g:add(2, 0), g:add(3, 0), g:add(4, 0), g:add(9, 0)
    g:link(a, x, { cost = 0.1, oneway = true })
    g:link(a, w, { cost = 0.15, oneway = true })
    g:link(x, z, { cost = 0.2, oneway = true })
    g:link(w, y, { cost = 0.15, oneway = true })
    g:link(y, goal, { cost = 5, oneway = true })
    local order = {}
    for node in g:search(a, goal, { heuristic = "zero" }):steps() do
      order[#order + 1] = node
    end
    assert.equal("1 2 3 4 5 6", check.ids(order))
    -- nor does rounding make the one lower h wait for the other
    order = {}
    for node in g:search(a, goal, { heuristic = function(n) return n == z and 0 or n == y and 2 ^ -1000 or 0 end })
      :steps() do
      order[#order + 1] = node
    end
    assert.equal("1 2 3 4 5 6", check.ids(order))
  end)

  it("within 2^-38 let a node be closed too dear, and opened again", function()
    local g = astar.graph()
    local a, d, e, b = g:add(0, 0), g:add(1, 0), g:add(2, 0), g:add(3, 0)
    for _, link in ipairs({ { a, d, 1e9 }, { d, e, 0.001 }, { d, b, 0 }, { b, e, 0 } }) do
      g:link(link[1], link[2], { cost = link[3], oneway = true })
    end
    local s = g:search(a, nil, { heuristic = "zero" })
    local order = {}
    for node in s:steps() do
      order[#order + 1] = node
    end
    assert.equal("1 2 3 4 3", check.ids(order))
    assert.equal(1e9, s:cost(e))
    assert.equal(b, s:parent(e))
  end)

  it("within 2^-38 let a goal wait for a node before it that was lowered after its way was found", function()
    local g = astar.graph()
    local a, b, c, goal = g:add(0, 0), g:add(0, 0), g:add(0, 0), g:add(0, 0)
    for _, link in ipairs({ { a, b, 1 + 2 ^ -50 }, { a, c, 1 }, { c, b, 0 }, { b, goal, 0 } }) do
      g:link(link[1], link[2], { cost = link[3], oneway = true })
    end
    local s = g:search(a, goal)
    local order = {}
    for node in s:steps() do
      order[#order + 1] = node
    end
    assert.equal("1 2 3 2 4", check.ids(order))
    assert.equal(1, s:cost(goal))
  end)

  it("between ways to one node leave it with the first", function()
    local g = astar.graph()
    local a, x, w, y = g:add(0, 0), g:add(1, 0), g:add(2, 0), g:add(3, 0)
    g:link(a, x, { cost = 0.1, oneway = true })
    g:link(a, w, { cost = 0.15, oneway = true })
    g:link(x, y, { cost = 0.2, oneway = true })
    g:link(w, y, { cost = 0.15, oneway = true })
    local s = g:search(a, y, { heuristic = "zero" })
    s:run()
    assert.equal(x, s:parent(y))
    assert.equal("1 2 4", check.ids((s:path())))
  end)

  it("hold where sums of thirds and tenths meet", function()
    for _, unit in ipairs({ 0.1, 1 / 3, 0.7, 1e-7, 1e7 / 3 }) do
      local w = world.lattice(9, 6, false, nil, function()
        return { cost = unit }
      end)
      local function h(a, b)
        return manhattan(a, b) * unit
      end
      compare(w, w.at[1][1], { w.at[6][9] }, { h = h }, "unit " .. unit)
      compare(w, w.at[5][4], { w.at[1][8] }, { h = h }, "unit " .. unit)
      compare(w, w.at[5][4], { w.at[1][8] }, { h = zero }, "unit " .. unit)
    end
  end)
end)

describe("the order of expansion is that of the rule", function()
  local function lattice(rng)
    local eight = rng:chance(0.5)
    local walls = rng:real(0, 0.35)
    local terrains = rng:chance(0.5)
    return world.lattice(rng:int(2, 9), rng:int(2, 9), eight, function()
      return { blocked = rng:chance(walls), terrain = terrains and rng:pick({ "mud", "road" }) or nil }
    end, eight and function(a, b)
      return { cost = (a.x ~= b.x and a.y ~= b.y) and 1.4 or 1 }
    end or nil)
  end

  it("on lattices full of ties", function()
    random.cases("lattice", 120, function(rng)
      local w = lattice(rng)
      w:unit("man", { mud = 2, road = 1 })
      for _ = 1, 4 do
        local a, b = rng:pick(w.list), rng:pick(w.list)
        if not b.blocked then
          compare(w, a, { b }, { h = rng:pick({ manhattan, straight, octile, zero }),
            unit = rng:chance(0.5) and "man" or nil, weight = rng:pick({ 1, 1, 1, 1.5, 3 }) }, "lattice")
        end
      end
    end)
  end)

  it("with the heuristics that have names", function()
    random.cases("named", 120, function(rng)
      local w = rng:chance(0.5) and lattice(rng) or world.random(rng, rng:int(3, 30), 4)
      w:unit("man", { mud = 2, road = 0.5 })
      for _ = 1, 4 do
        local a, b, c = rng:pick(w.list), rng:pick(w.list), rng:pick(w.list)
        local unit = rng:chance(0.5) and "man" or nil
        if w:enterable(unit, b) and w:enterable(unit, c) then
          compare(w, a, rng:chance(0.7) and { b } or { b, c }, { unit = unit, weight = rng:pick({ 1, 1, 1.5, 5 }),
            max_cost = rng:chance(0.2) and rng:real(0, 30) or nil,
            heuristic = rng:pick({ "auto", "euclidean", "manhattan", "octile", "zero" }) }, "named")
        end
      end
    end)
  end)

  it("without a goal", function()
    random.cases("no goal", 80, function(rng)
      local w = rng:chance(0.5) and lattice(rng) or world.random(rng, rng:int(1, 30), 4)
      compare(w, rng:pick(w.list), nil, { h = zero, max_cost = rng:chance(0.3) and rng:int(0, 10) + 0.5 or nil },
        "no goal")
    end)
  end)

  it("with nodes to avoid, limits and costs from a function", function()
    random.cases("mixed", 150, function(rng)
      local w = world.random(rng, rng:int(3, 30), 4)
      for _ = 1, 3 do
        w:edit(rng)
        local opts = { unit = w:any_unit(rng), h = rng:pick({ zero, straight, manhattan }) }
        local a, b = rng:pick(w.list), rng:pick(w.list)
        for _, kind in ipairs({ "only", "avoid" }) do
          if rng:chance(0.3) then
            opts[kind] = {}
            for _, r in ipairs(w.list) do
              opts[kind][r] = rng:chance(kind == "only" and 0.8 or 0.15) or nil
            end
          end
        end
        if rng:chance(0.3) then
          opts.max_cost = rng:real(0, 30)
        end
        if rng:chance(0.3) then
          opts.max_steps = rng:int(1, 20)
        end
        if rng:chance(0.3) then
          opts.cost = function(from, to, c)
            local k = (from.id * 7 + to.id * 3) % 5
            return k > 0 and c * k
          end
        end
        if not oracle.refused(w, b, opts) then
          compare(w, a, { b }, opts, "mixed")
        end
      end
    end)
  end)

  it("with heuristics that are not consistent, where nodes are opened again", function()
    random.cases("wild", 200, function(rng)
      local w = rng:chance(0.4) and lattice(rng) or world.random(rng, rng:int(3, 25), 5)
      local a, b, c = rng:pick(w.list), rng:pick(w.list), rng:pick(w.list)
      local top = rng:pick({ 1, 10, 100 })
      local table_of_h = {}
      for _, goal in ipairs({ b, c }) do
        table_of_h[goal] = {}
        for _, r in ipairs(w.list) do
          table_of_h[goal][r] = rng:chance(0.5) and rng:int(0, top) or rng:real(0, top)
        end
      end
      if w:enterable(nil, b) and w:enterable(nil, c) then
        compare(w, a, rng:chance(0.7) and { b } or { b, c }, { h = function(r, goal) return table_of_h[goal][r] end,
          weight = rng:pick({ 1, 1, 2 }) }, "wild")
      end
    end)
  end)

  it("by cost alone, once nodes were opened again too often", function()
    random.cases("opened again", 6, function(rng)
      local size = rng:int(13, 14)
      local w = world.reopening(size)
      for _ = 1, rng:int(0, 10) do
        local from = rng:pick(w.list)
        w:link(from, w:add(rng:real(0, 9), 0), { cost = rng:real(0, 9), oneway = true })
      end
      local out_of_reach = rng:chance(0.5)
      local goal = out_of_reach and w:add(0, 9) or w.list[#w.list]
      local want = compare(w, w.list[size], { goal }, { weight = rng:pick({ 1, 2 }), h = function(r) return r.x * 2 ^ size end },
        "opened again")
      that(want.by_cost or not out_of_reach, "no node was opened again too often")
    end)
  end)

  it("with links that cost nothing, next to nothing and a lot", function()
    -- sums of these are equal but for rounding, or differ by more than 2^-38
    local costs = { 0, 0, 1e-3, 1, 1, 2, 3, 1e3, 1e6 }
    random.cases("scales", 120, function(rng)
      local w = world.new()
      w.kind = "free"
      for _ = 1, rng:int(3, 30) do
        w:random_node(rng)
      end
      for _ = 1, #w.list * 3 do
        local a, b = rng:pick(w.list), rng:pick(w.list)
        if a ~= b then
          w:link(a, b, { cost = rng:pick(costs), oneway = rng:chance(0.5) })
        end
      end
      local a, b = rng:pick(w.list), rng:pick(w.list)
      if not b.blocked then
        compare(w, a, { b }, { h = zero }, "scales")
        compare(w, a, { b }, { heuristic = "auto" }, "scales")
      end
      compare(w, a, nil, { h = zero }, "scales")
    end)
  end)

  it("on bigger graphs too", function()
    random.cases("bigger", 3, function(rng)
      local w = world.lattice(25, 25, true, function()
        return { blocked = rng:chance(0.2) }
      end)
      local a, b
      repeat
        a, b = rng:pick(w.list), rng:pick(w.list)
      until not b.blocked and manhattan(a, b) > 20
      compare(w, a, { b }, { h = straight }, "bigger")
      compare(w, a, { b }, { heuristic = "auto" }, "bigger")
      compare(w, a, { b }, { h = zero }, "bigger")
    end)
  end)

  it("whatever was edited, and wherever the links lie in memory", function()
    random.cases("edited", 60, function(rng)
      local w = lattice(rng)
      w.kind = "lattice"
      for _ = 1, 4 do
        for _ = 1, 10 do
          w:edit(rng)
        end
        local a, b = rng:pick(w.list), rng:pick(w.list)
        if w:enterable(nil, b) then
          compare(w, a, { b }, { h = manhattan }, "edited")
          w.g:optimize()
          compare(w, a, { b }, { h = manhattan }, "optimized")
        end
      end
    end)
  end)
end)

describe("the route of g:path", function()
  it("is the same each time, wherever nodes and links lie in memory", function()
    random.cases("route", 150, function(rng)
      local w
      if rng:chance(0.6) then
        w = world.lattice(rng:int(3, 12), rng:int(3, 12), rng:chance(0.5), function()
          return { blocked = rng:chance(0.15), terrain = rng:chance(0.3) and "mud" or nil }
        end)
        w:unit("man", { mud = 2 })
      else
        w = world.random(rng, rng:int(3, 30), 4)
      end
      local asked, routes = {}, {}
      for i = 1, 6 do
        local q = { rng:pick(w.list).node, rng:pick(w.list).node, w:any_unit(rng) }
        asked[i] = q
        local path, cost = w.g:path(q[1], q[2], q[3])
        routes[i] = (path and check.ids(path) or "none") .. " " .. tostring(cost)
      end
      local function again(when)
        for i, q in ipairs(asked) do
          local path, cost = w.g:path(q[1], q[2], q[3])
          local route = (path and check.ids(path) or "none") .. " " .. tostring(cost)
          that(route == routes[i], "from %s to %s the route was %s, %s it is %s", q[1], q[2], routes[i], when, route)
        end
      end
      again("at once again")
      w.g:optimize()
      again("after optimize")
      -- nodes far off come and go, and leave gaps behind
      local far = {}
      for i = 1, 50 do
        far[i] = w.g:add(1e6 + i, 1e6)
      end
      again("with nodes far off")
      for i = 1, 50 do
        w.g:remove(far[i])
      end
      w.g:optimize()
      again("with nodes far off gone")
    end)
  end)
end)
