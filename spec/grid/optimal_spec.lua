-- On grids of every kind the answer is the cheapest route, against a plain Dijkstra over a copy of the
-- grid in Lua, with random edits between the searches.

local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local quests = require "spec.support.quests"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"

local that = check.that
local with, nodes_of = shapes.with, shapes.nodes_of

local ALL = { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true, odd = true,
  sizes = true }

local function shown(t, start, goals)
  local out = {}
  for i, r in ipairs(goals) do
    out[i] = tostring(r.node)
  end
  return ("%dx%d %s, %d neighbours, corners %s, diagonal %s, wrap %s%s, from %s to %s"):format(t.width, t.height,
    t.layout, t.neighbours, t.corners, tostring(t.diagonal), t.wrap_x and "x" or "", t.wrap_y and "y" or "",
    tostring(start.node), table.concat(out, ", "))
end

-- Whether there is no way to any goal, however much it may cost.
local function hopeless(t, start, goals, rules)
  local free = {}
  for k, v in pairs(rules) do
    free[k] = v
  end
  free.max_cost = nil
  return not oracle.nearest_goal(t, (oracle.dijkstra(t, start, free)), goals, free, start)
end

-- Asks path and search the same question, by jump points and without.
local function compare(t, start, goals, rules, given)
  local answer = oracle.answer(t, start, goals, rules)
  if not answer then return end
  local best, nodes = answer.cost, nodes_of(goals)
  local ways = {
    { "map:path", function(o) return t.map:path(start.node, nodes, o) end },
    { "map:path without jumps", function(o) return t.map:path(start.node, nodes, o) end, false },
    { "s:path", function(o)
      local s = t.map:search(start.node, nodes, o)
      local status = s:run()
      that((status == "found") == (best ~= nil), "status %s", status)
      if best then
        check.near(best, s:cost(s.goal), "s:cost(s.goal)")
      end
      return s:path()
    end },
    { "s:path by jumps", function(o)
      local s = t.map:search(start.node, nodes, o)
      s:run()
      return s:path()
    end, true },
  }
  for i = 1, #ways do
    local name, ask = ways[i][1], ways[i][2]
    local who = check.later(function() return shown(t, start, goals) .. ": " .. name end)
    given.jump = ways[i][3]
    local path, cost = ask(given)
    if best then
      oracle.check_found(t, who, path, cost, best, start, goals)
      check.near(cost, t:walk(path, rules), "%s: sum of the steps", who)
    else
      that(not path, "%s finds a way for %s where there is none", who, cost)
      local status = answer.left_out and "limit" or "unreachable"
      if not answer.enterable then
        -- one that looks around all the same may meet a limit
        status = cost
      end
      if ways[i][3] and cost == "unreachable" and hopeless(t, start, goals, rules) then
        -- nor is a limit met where no jump point lies beyond it
        status = cost
      end
      that(cost == status and (cost == "limit" or cost == "unreachable"), "%s ended as %s, should be %s", who, cost, status)
    end
  end
  given.jump = nil
end

-- A search without a goal sees what a Dijkstra sees.
local function explore(t, start, unit)
  local rules = { unit = unit }
  local dist = oracle.dijkstra(t, start, rules)
  local s = t.map:search(start.node, nil, { unit = unit })
  that(s:run() == "done", "status %s", s.status)
  local count = 0
  for _, r in ipairs(t.list) do
    local state = s:state(r.node)
    if dist[r] then
      count = count + 1
      that(state == "closed", "%s is %s, should be closed", r.node, state)
      check.near(dist[r], s:cost(r.node), "cost of %s", r.node)
      local parent = s:parent(r.node)
      if r == start then
        that(parent == nil, "the start has a parent")
      else
        local cost = t:least(t.by_node[parent], r, rules)
        that(cost, "%s was reached from %s, which is not allowed", r.node, parent)
        check.near(dist[r], s:cost(parent) + cost, "cost over the parent")
      end
    else
      that(s:cost(r.node) == nil, "%s has a cost, but cannot be reached", r.node)
      that(state == "none" or state == "excluded" and oracle.refused(t, r, rules), "%s is %s", r.node, state)
    end
  end
  that(s.expanded >= count, "%d nodes were expanded, %d reached", s.expanded, count)
end

local ADMISSIBLE = { "auto", "auto", "zero", "euclidean" }

local function ask(t, rng)
  local unit = t:any_unit(rng)
  compare(t, rng:pick(t.list), quests.goals(t, rng, 0.8, 4), { unit = unit }, { unit = unit, heuristic = rng:pick(ADMISSIBLE) })
end

local function run(label, cases, features, queries)
  it(label, function()
    random.cases(label, cases, function(rng)
      local t = tiles.random(rng, features)
      t:verify()
      for _ = 1, queries or 3 do
        ask(t, rng)
        for _ = 1, rng:int(1, 4) do
          t:edit(rng, features)
        end
      end
      t:verify()
      ask(t, rng)
      explore(t, rng:pick(t.list), t:any_unit(rng))
    end)
  end)
end

describe("the cheapest route is found", function()
  run("on grids with nothing but blocked cells", 300, { wrap = true, odd = true })
  run("on grids with terrain", 300, { terrain = true, wrap = true, odd = true })
  run("on grids with walls and terrain", 200, { terrain = true, walls = true, wrap = true, odd = true })
  run("on grids with portals", 200, { terrain = true, links = true, wrap = true, odd = true })
  run("on grids with heights", 250, { terrain = true, heights = true, odd = true })
  run("on grids with heights that wrap", 100, { terrain = true, heights = true, wrap = true, walls = true })
  run("on grids with waypoints beside the cells", 150, { terrain = true, waypoints = true, links = true })
  run("on grids with everything at once", 400, ALL)
  for _, layout in ipairs(tiles.LAYOUTS) do
    run("on grids with everything at once, " .. layout, 60, with(ALL, { layout = layout }))
  end
  run("for units of several cells on grids with nothing but blocked cells", 200, { wrap = true, odd = true, sizes = true })
  run("for units of several cells on grids with walls alone", 200, { wrap = true, walls = true, sizes = true })
  run("for units of several cells on grids with terrain", 200, { terrain = true, wrap = true, odd = true, sizes = true })
  run("for units of several cells on larger grids with walls", 40,
    { terrain = true, walls = true, links = true, wrap = true, sizes = true, size = 20 })
  it("for units of several cells among walls of hexagons, the same every time", function()
    for _, layout in ipairs { "odd-r", "even-r", "odd-q", "even-q" } do
      for seed = 1, 2 do
        local rng = random.new(seed)
        local t = tiles.new { layout = layout, width = 6, height = 6 }
        t.sizes = true
        t:unit("man", {}, { size = 2 + seed % 2 })
        for _ = 1, 4 do t:random_wall(rng) end
        for _, r in ipairs(t.list) do explore(t, r, "man") end
      end
    end
  end)
  run("on tiny grids", 500, with(ALL, { size = 3 }), 2)
  run("on tiny grids that only wrap", 250, { wrap = true, size = 3, walls = true }, 2)
  run("on larger grids", 25, with(ALL, { size = 22 }))
  run("on larger grids with terrain alone", 60, { terrain = true, odd = true, size = 22 })
  run("on larger grids that wrap and have no more than terrain", 60, { terrain = true, wrap = true, odd = true, size = 22 })
  run("on larger grids with blocked cells alone", 60, { wrap = true, odd = true, size = 24 })
  run("for units of several cells on larger grids with blocked cells alone", 60, { odd = true, size = 24, sizes = true })

  it("after each single edit", function()
    random.cases("single edits", 100, function(rng)
      local features = with(ALL, { size = rng:int(2, 6) })
      local t = tiles.random(rng, features)
      for _ = 1, 25 do
        t:edit(rng, features)
        local unit = t:any_unit(rng)
        compare(t, rng:pick(t.list), { rng:pick(t.list) }, { unit = unit }, { unit = unit })
      end
      t:verify()
    end)
  end)

  it("with limits, cells to avoid and cells to keep to", function()
    random.cases("limited grids", 250, function(rng)
      local t = tiles.random(rng, ALL)
      for _ = 1, 3 do
        t:edit(rng, ALL)
        local unit = t:any_unit(rng)
        local rules, given = { unit = unit }, { unit = unit }
        if rng:chance(0.6) then
          -- not a sum of steps, which rounding may put on either side
          rules.max_cost = rng:chance(0.2) and 0 or rng:real(0, 12) * t.cell_w
          given.max_cost = rules.max_cost
        end
        for _, kind in ipairs({ "only", "avoid" }) do
          if rng:chance(0.4) then
            rules[kind], given[kind] = {}, {}
            for _, r in ipairs(t.list) do
              if rng:chance(kind == "only" and 0.85 or 0.12) then
                rules[kind][r] = true
                table.insert(given[kind], r.node)
              end
            end
          end
        end
        compare(t, rng:pick(t.list), quests.goals(t, rng, 0.8, 4), rules, given)
      end
    end)
  end)

  it("with cost functions", function()
    random.cases("cost functions on grids", 150, function(rng)
      local t = tiles.random(rng, ALL)
      for _ = 1, 2 do
        t:edit(rng, ALL)
        local unit = t:any_unit(rng)
        local salt = rng:int(1, 1000)
        local function cost(from, to, c)
          local k = (from.id * 31 + to.id * 17 + salt) % 7
          if k == 0 then
            return false
          elseif k == 1 then
            return 0
          end
          return c * k
        end
        compare(t, rng:pick(t.list), quests.goals(t, rng, 0.8, 4), { unit = unit, cost = cost }, { unit = unit, cost = cost })
      end
    end)
  end)

  it("by an estimate that never exceeds what is left", function()
    random.cases("estimates on grids", 150, function(rng)
      local t = tiles.random(rng, ALL)
      local unit = t:any_unit(rng)
      local goal = rng:pick(t.list)
      for _, heuristic in ipairs({ "auto", "euclidean", "zero" }) do
        for _ = 1, 3 do
          local start = rng:pick(t.list)
          local s = t.map:search(start.node, goal.node, { unit = unit, heuristic = heuristic })
          s:step()
          local estimate = s:estimate(start.node)
          local left = not oracle.refused(t, goal, { unit = unit })
            and oracle.dijkstra(t, start, { unit = unit })[goal] or check.inf
          that(estimate >= 0 and estimate <= left * (1 + 1e-9) + 1e-12, "%s: estimate %.17g from %s to %s, left %.17g",
            heuristic, estimate, start.node, goal.node, left)
        end
      end
    end)
  end)

  it("weighted within the bound", function()
    random.cases("weights on grids", 150, function(rng)
      local t = tiles.random(rng, ALL)
      local unit = t:any_unit(rng)
      local start, goal = rng:pick(t.list), rng:pick(t.list)
      if start ~= goal then
        local best = not oracle.refused(t, goal, { unit = unit }) and oracle.dijkstra(t, start, { unit = unit })[goal]
        local weight = rng:pick({ 1, 1.5, 3, 50 })
        local path, cost = t.map:path(start.node, goal.node, { unit = unit, weight = weight })
        that((path ~= nil) == (best ~= nil and best ~= false), "a way was found where there is none, or none found")
        if best then
          that(cost >= best * (1 - 1e-9) and cost <= weight * best * (1 + 1e-9), "cost %.17g, optimum %.17g", cost, best)
          check.near(cost, t:walk(path, { unit = unit }), "sum of the steps")
        end
      end
    end)
  end)
end)

describe("rules that are easily got wrong:", function()
  -- a 3 by 3 map whose middle row and column stand between 1,1 and 2,2
  local function corner(corners, limits)
    local t = tiles.new({ width = 3, height = 3, corners = corners })
    t:unit("man", {}, limits)
    return t, t.cells[1][1], t.cells[1][2], t.cells[2][1], t.cells[2][2]
  end

  local function cost(t, a, b, unit)
    local path, c = t.map:path(a.node, b.node, { unit = unit, max_cost = 1.5 })
    compare(t, a, { b }, { unit = unit }, { unit = unit })
    return path and c
  end

  local root = math.sqrt(2)

  it("a blocked cell closes the diagonals by it", function()
    for corners, want in pairs({ never = { root }, one = { root, root }, always = { root, root, root } }) do
      local t, a, right, below, b = corner(corners)
      assert.equal(want[1], cost(t, a, b))
      t:block(right, true)
      assert.equal(want[2] or false, cost(t, a, b) or false)
      t:block(below, true)
      assert.equal(want[3] or false, cost(t, a, b) or false)
      t:block(right, false)
      assert.equal(want[2] or false, cost(t, a, b) or false)
    end
  end)

  it("terrain that is closed to the unit closes them too, and only to it", function()
    for corners, want in pairs({ never = { root }, one = { root, root }, always = { root, root, root } }) do
      local t, a, right, below, b = corner(corners)
      t:unit("cart", { mud = false })
      t:set(right, "mud")
      assert.equal(want[2] or false, cost(t, a, b, "cart") or false)
      assert.equal(root, cost(t, a, b, "man"))
      assert.equal(root, cost(t, a, b))
      t:set(below, "mud")
      assert.equal(want[3] or false, cost(t, a, b, "cart") or false)
      assert.equal(root, cost(t, a, b))
    end
  end)

  it("a wall closes the ways round", function()
    for corners, want in pairs({ never = { root }, one = { root, root }, always = { root, root, root } }) do
      for _, which in ipairs({ 1, 2 }) do
        local t, a, right, below, b = corner(corners)
        t:wall(a, right)
        assert.equal(want[2] or false, cost(t, a, b) or false)
        if which == 1 then
          t:wall(a, below)
        else
          t:wall(below, b)
        end
        assert.equal(want[3] or false, cost(t, a, b) or false)
        t:wall(a, right, false)
        assert.equal(want[2] or false, cost(t, a, b) or false)
      end
    end
  end)

  it("a wall across a diagonal closes that one only", function()
    local t, a, right, below, b = corner("never")
    t:wall(a, b)
    assert.is_nil(cost(t, a, b))
    assert.equal(root, cost(t, right, below))
    assert.equal(2, select(2, t.map:path(a.node, b.node)))
  end)

  it("a way round that is too steep is closed", function()
    for corners, want in pairs({ never = { root }, one = { root, root }, always = { root, root, root } }) do
      local t, a, right, below, b = corner(corners, { climb = 1, drop = 1 })
      t:raise(right, 2)
      assert.equal(want[2] or false, cost(t, a, b, "man") or false)
      assert.equal(root, cost(t, a, b))
      t:raise(below, -2)
      assert.equal(want[3] or false, cost(t, a, b, "man") or false)
      t:raise(right, 1)
      assert.equal(want[2] or false, cost(t, a, b, "man") or false)
      t:raise(below, -1)
      assert.equal(root, cost(t, a, b, "man"))
    end
  end)

  it("a climb counts by direction", function()
    local t = tiles.new({ width = 2, height = 1, ground = function(col) return col end })
    t:unit("up", {}, { climb = 1, drop = 0 })
    t:unit("down", {}, { climb = 0, drop = 1 })
    local a, b = t.cells[1][1], t.cells[1][2]
    assert.near(root, cost(t, a, b, "up"), 1e-12)
    assert.is_nil(cost(t, a, b, "down"))
    assert.near(root, cost(t, b, a, "down"), 1e-12)
    assert.is_nil(cost(t, b, a, "up"))
  end)

  it("a step that was closed one way only", function()
    for _, corners in ipairs({ "never", "one" }) do
      local t, a, right, below, b = corner(corners)
      t:unlink(a, right, true)
      t:unlink(below, b, true)
      assert.is_nil(cost(t, a, b))
      assert.equal(root, cost(t, b, a))
    end
  end)

  it("a link is no way round a corner", function()
    local t, a, right, _, b = corner("never")
    t:wall(a, right)
    t:link(a, right, { cost = 0.5 })
    assert.equal(1.5, cost(t, a, b))
    t:wall(a, right, false)
    assert.equal(root, cost(t, a, b))
  end)

  it("seams", function()
    local t = tiles.new({ width = 8, height = 6, wrap = "xy" })
    compare(t, t.cells[1][1], { t.cells[6][8] }, {}, {})
    assert.equal(root, select(2, t.map:path(t.cells[1][1].node, t.cells[6][8].node)))
    assert.equal(2, select(2, t.map:path(t.cells[3][1].node, t.cells[3][7].node)))
    t:block(t.cells[1][8], true)
    assert.equal(2, select(2, t.map:path(t.cells[1][1].node, t.cells[6][8].node)))
    t:wall(t.cells[1][1], t.cells[6][1])
    for _, goal in ipairs(t.list) do
      compare(t, t.cells[1][1], { goal }, {}, {})
    end
  end)

  it("hexagons over a seam", function()
    for _, layout in ipairs(tiles.HEXAGONS) do
      local t = tiles.new({ width = 6, height = 4, wrap = "xy", layout = layout })
      t:verify()
      for _, goal in ipairs(t.list) do
        compare(t, t.cells[1][1], { goal }, {}, {})
        compare(t, t.cells[3][4], { goal }, {}, {})
      end
    end
  end)

  it("teleports below the price of a step", function()
    local t = tiles.new({ width = 20, height = 3 })
    local a, b = t.cells[2][1], t.cells[2][20]
    compare(t, a, { b }, {}, {})
    t:link(t.cells[1][3], t.cells[3][18], { cost = 0, oneway = true })
    compare(t, a, { b }, {}, {})
    compare(t, b, { a }, {}, {})
    t:unlink(t.cells[1][3], t.cells[3][18])
    compare(t, a, { b }, {}, {})
    t:link(t.cells[2][5], t.cells[2][6], { cost = 0.01 })
    compare(t, a, { b }, {}, {})
  end)

  it("terrain below the price of open ground, which comes and goes", function()
    local t = tiles.new({ width = 15, height = 15 })
    t:unit("scout", { road = 0.1, sea = false })
    local a, b = t.cells[8][1], t.cells[8][15]
    for _ = 1, 2 do
      compare(t, a, { b }, { unit = "scout" }, { unit = "scout" })
      t:fill(1, 1, 15, 1, "road")
      t:fill(1, 15, 15, 1, "sea")
      compare(t, a, { b }, { unit = "scout" }, { unit = "scout" })
      t:fill(2, 2, 1, 12, "road")
      t:fill(14, 2, 1, 12, "road")
      compare(t, a, { b }, { unit = "scout" }, { unit = "scout" })
      t:unit("scout", { road = 10, sea = 0.01 })
      compare(t, a, { b }, { unit = "scout" }, { unit = "scout" })
      t:fill(1, 1, 15, 15)
      t:unit("scout", { road = 0.1, sea = false })
    end
  end)
end)
