-- The option ties = "straight" of map:path, search:path and flow:path, compared with Dijkstra's algorithm in order of
-- cost, then of the sum of squared distances from the line.

local astar = require "astar"
local check = require "spec.support.check"
local ground = require "spec.support.ground"
local random = require "spec.support.random"

-- The steps out of a cell and their costs, by cell.
local function steps_of(map, options)
  local steps = {}
  return function(from)
    if not steps[from] then
      local s = map:search(from, nil, options)
      s:step()
      steps[from] = {}
      for node, state in s:nodes() do
        if state == "open" then steps[from][node] = s:cost(node) end
      end
    end
    return steps[from]
  end
end

-- The squared distance of a cell from the line from a to b.
local function square(a, b, cell)
  local x, y = b.x - a.x, b.y - a.y
  local aside = (cell.x - a.x) * y - (cell.y - a.y) * x
  return aside * aside / (x * x + y * y)
end

-- The least cost from a to b, and the least sum of squares at that cost; or nil.
local function oracle(steps, a, b)
  local cost, sum, done = { [a] = 0 }, { [a] = 0 }, {}
  while true do
    local from
    for cell, g in pairs(cost) do
      if not done[cell] and (not from or g < cost[from]) then from = cell end
    end
    if not from then return nil end
    if from == b then return cost[b], sum[b] end
    done[from] = true
    for to, step in pairs(steps(from)) do
      local g, s = cost[from] + step, sum[from] + square(a, b, to)
      local known = cost[to] or math.huge
      if g < known - 1e-9 * g then
        cost[to], sum[to] = g, s
      elseif g < known + 1e-9 * g then
        sum[to] = math.min(sum[to], s)
      end
    end
  end
end

local function sum_of(path)
  local sum = 0
  for i = 2, #path do sum = sum + square(path[1], path[#path], path[i]) end
  return sum
end

-- Each step of a path can be made, and they cost what it says.
local function check_steps(path, steps)
  local cost = 0
  for i = 2, #path do
    local step = steps(path[i - 1])[path[i]]
    check.that(step, "no step from %s to %s", path[i - 1], path[i])
    cost = cost + step
  end
  check.near(path.cost, cost, "cost")
end

local function random_options(map, rng)
  local options = { unit = "man", ties = "straight" }
  if rng:chance(0.25) then
    local danger = map:layer "danger"
    for _ = 1, rng:int(1, 12) do danger:set(rng:int(1, map.width), rng:int(1, map.height), rng:int(1, 3)) end
    options.layers = { danger = 1 }
  end
  if rng:chance(0.25) then
    options.avoid = {}
    for i = 1, rng:int(1, 6) do options.avoid[i] = map:cell(rng:int(1, map.width), rng:int(1, map.height)) end
  end
  return options
end

local function without(options, name)
  local other = {}
  for k, v in pairs(options) do other[k] = v end
  other[name] = nil
  return other
end

describe("ties = 'straight'", function()
  it("is the nearest of all cheapest paths", function()
    random.cases("straight", 400, function(rng)
      local map, made, unit = ground.map(rng, false, true)
      local options = random_options(map, rng)
      local plain = without(options, "ties")
      local steps = steps_of(map, plain)
      for _ = 1, 6 do
        local a = map:cell(rng:int(1, map.width), rng:int(1, map.height))
        local b = map:cell(rng:int(1, map.width), rng:int(1, map.height))
        local path, cost = map:path(a, b, options)
        local usual, least = map:path(a, b, plain)
        check.that((path ~= nil) == (usual ~= nil), "%s, and without ties %s", path or cost, usual or least)
        if path and a ~= b then
          check.near(least, cost, "cost")
          check.that(path[1] == a and path[#path] == b, "the ends are %s and %s", path[1], path[#path])
          check_steps(path, steps)
          check.that(path:valid(), "not valid")
          if not made.wrap then
            local _, sum = oracle(steps, a, b)
            local mine = sum_of(path)
            check.that(mine <= sum * 1.05 + 1e-6, "sum %.17g, least %.17g, size %d", mine, sum, unit.size)
          end
          local s = map:search(a, b, plain)
          s:run()
          local found = s:path(nil, { ties = "straight" })
          check.near(cost, found.cost, "cost of that of a search")
          check_steps(found, steps)
        end
      end
    end)
  end)

  it("is as near on large maps, where nothing is on the way", function()
    random.cases("straight open", 40, function(rng)
      local layout = rng:pick { "square", "isometric", "odd-r", "even-q" }
      local map = astar.grid { width = 150, height = 150, layout = layout }
      local a = map:cell(rng:int(1, 150), rng:int(1, 150))
      local b = map:cell(rng:int(1, 150), rng:int(1, 150))
      if a == b then return end
      local path, cost = map:path(a, b, { ties = "straight" })
      local _, least = map:path(a, b)
      check.near(least, cost)
      local width = math.abs(map:cell(2, 1).x - map:cell(1, 1).x)
      for i = 1, #path do
        check.that(square(a, b, path[i]) <= 0.75 * width * width, "cell %d is %g off the line", i, square(a, b, path[i]))
      end
    end)
  end)

  it("never lies farther from the line on large maps", function()
    random.cases("straight large", 60, function(rng)
      local map = astar.grid { width = 90, height = 90, neighbours = rng:pick { 4, 8 } }
      local density = rng:real(0.02, 0.3)
      for row = 1, 90 do
        for col = 1, 90 do
          if rng:chance(density) then map:block(col, row) end
        end
      end
      local a = map:cell(rng:int(1, 90), rng:int(1, 90))
      local b = map:cell(rng:int(1, 90), rng:int(1, 90))
      local path, cost = map:path(a, b, { ties = "straight" })
      local usual, least = map:path(a, b)
      if not path or a == b then return end
      check.near(least, cost)
      check.that(path:valid() and #path == #usual, "%d cells, and without ties %d", #path, #usual)
      check.that(sum_of(path) <= sum_of(usual) * (1 + 1e-9) + 1e-6, "%g, and without ties %g", sum_of(path), sum_of(usual))
      check_steps(path, steps_of(map))
    end)
  end)

  it("is as near across the edges of a map that wraps as away from them", function()
    random.cases("straight wrap", 40, function(rng)
      local layout = rng:pick { "square", "odd-r", "even-q", "isometric" }
      local function make() return astar.grid { width = 60, height = 60, layout = layout, wrap = "xy" } end
      local map, moved = make(), make()
      local density = rng:real(0, 0.25)
      for row = 1, 60 do
        for col = 1, 60 do
          if rng:chance(density) then
            map:block(col, row)
            moved:block((col + 29) % 60 + 1, (row + 29) % 60 + 1)
          end
        end
      end
      for _ = 1, 4 do
        local col, row = rng:int(50, 60), rng:int(50, 60)
        local col2, row2 = rng:int(1, 12), rng:int(1, 12)
        local path, cost = map:path(map:cell(col, row), map:cell(col2, row2), { ties = "straight" })
        local other, least = moved:path(moved:cell(col - 30, row - 30), moved:cell(col2 + 30, row2 + 30),
          { ties = "straight" })
        check.that((path ~= nil) == (other ~= nil), "%s and %s", path, other)
        if path then
          check.near(least, cost)
          local sum, width = 0, math.abs(map:cell(3, 1).x - map:cell(2, 1).x)
          local a = moved:cell(col - 30, row - 30)
          for i = 1, #path do
            local cell = moved:cell((path[i].col + 29) % 60 + 1, (path[i].row + 29) % 60 + 1)
            sum = sum + square(a, other[#other], cell)
          end
          check.that(sum <= 1.05 * sum_of(other) + 0.3 * width * width, "%g across the edge, %g away from it", sum, sum_of(other))
        end
      end
    end)
  end)

  it("makes a slant of an L", function()
    local map = astar.grid { width = 9, height = 3 }
    local path = map:path(map:cell(1, 1), map:cell(9, 3), { ties = "straight" })
    for i = 1, #path do
      check.that(math.abs(path[i].row - (1 + (i - 1) / 4)) <= 0.5, "cell %d: %s", i, path[i])
    end
    assert.is_true(path.cost == map:path(map:cell(1, 1), map:cell(9, 3)).cost)
  end)

  it("makes both parts straight on either side of a portal", function()
    local map = astar.grid { width = 40, height = 20 }
    map:link(map:cell(11, 6), map:cell(30, 10), { cost = 0 })
    local path = map:path(map:cell(1, 1), map:cell(40, 14), { ties = "straight" })
    local plain = map:path(map:cell(1, 1), map:cell(40, 14))
    check.near(plain.cost, path.cost)
    for i = 1, 11 do
      check.that(math.abs(path[i].row - (1 + (path[i].col - 1) / 2)) <= 0.5, "cell %d: %s", i, path[i])
    end
    assert.equal(map:cell(30, 10), path[12])
    assert.equal(map:cell(40, 14), path[#path])
  end)

  it("makes the parts on different floors straight", function()
    for _, layout in ipairs { "square", "odd-r", "isometric" } do
      local map = astar.grid { width = 21, height = 11, levels = 2, layout = layout }
      local foot, head = map:cell(21, 6), map:cell(21, 6, 2)
      map:link(foot, head)
      local path, cost = map:path(map:cell(1, 1), map:cell(1, 11, 2), { ties = "straight" })
      local plain, least = map:path(map:cell(1, 1), map:cell(1, 11, 2))
      check.near(least, cost)
      assert.equal(#plain, #path)
      assert.is_true(path:valid())
      local ends, width = { [1] = { path[1], foot }, [2] = { head, path[#path] } }, map:cell(2, 1).x - map:cell(1, 1).x
      for i = 1, #path do
        local line = ends[path[i].level]
        check.that(square(line[1], line[2], path[i]) <= 0.75 * width * width, "%s: cell %d is off the line", layout, i)
      end
    end
  end)

  it("is an option of the paths of flows and searches, and goes with smooth and partial", function()
    local map = astar.grid { width = 12, height = 12 }
    local a, b = map:cell(1, 1), map:cell(12, 5)
    local straight = map:path(a, b, { ties = "straight" })
    local function same(path)
      assert.equal(#straight, #path)
      for i = 1, #path do assert.equal(straight[i], path[i]) end
    end
    local s = map:search(a, b)
    s:run()
    same(s:path(b, { ties = "straight" }))
    same(map:flow(b):path(a, { ties = "straight" }))
    assert.equal(2, #map:path(a, b, { ties = "straight", smooth = true }))
    map:block(12, 5)
    local near = map:path(a, b, { ties = "straight", partial = true })
    assert.is_true(near.partial)
    local costs = map:flow({ b, map:cell(1, 12) }, { costs = { 9, 3 } })
    assert.equal(costs:cost(a), costs:path(a, { ties = "straight" }).cost)
  end)

  it("leaves room for discs", function()
    random.cases("straight discs", 60, function(rng)
      local map = astar.grid { width = 12, height = 12, corners = "always" }
      for _ = 1, 30 do map:block(rng:int(1, 12), rng:int(1, 12)) end
      local goal = map:cell(rng:int(1, 12), rng:int(1, 12))
      local flow = map:flow(goal, { discs = true })
      for cell in map:nodes() do
        local path = flow:cost(cell) and flow:path(cell, { ties = "straight" })
        for i = 2, path and #path or 0 do
          local p, q = path[i - 1], path[i]
          check.that(not (map:cell(p.col, q.row).blocked and map:cell(q.col, p.row).blocked), "from %s to %s", p, q)
        end
      end
    end)
  end)

  it("leaves parts of an old path as they are where the ground has changed", function()
    local map = astar.grid { width = 20, height = 8 }
    local flow = map:flow(map:cell(20, 8))
    local s = map:search(map:cell(1, 1), map:cell(20, 8))
    s:run()
    map:fill(5, 1, 3, 8, "mud")
    map:unit("man", { mud = 5 })
    map:block(12, 4)
    assert.is_true(pcall(s.path, s, nil, { ties = "straight" }) or s.status == "stale")
    assert.is_true(pcall(flow.path, flow, map:cell(1, 1), { ties = "straight" }) or flow.status == "stale")
  end)

  it("is refused where it means nothing", function()
    local map, graph, plane = astar.grid { width = 5, height = 5 }, astar.graph(), astar.plane()
    local a, b = map:cell(1, 1), map:cell(5, 3)
    check.refuses("option 'ties': 'straight' expected, got 'crooked'", map, "path", a, b, { ties = "crooked" })
    check.refuses("option 'ties': 'straight' expected, got number", map, "path", a, b, { ties = 1 })
    check.refuses("option 'ties' is for grids", graph, "path", graph:add(0, 0), graph:add(1, 1), { ties = "straight" })
    check.refuses("option 'ties' is for 'path': also for that of a search", map, "search", a, b, { ties = "straight" })
    check.refuses("option 'ties' is not for 'flow'", map, "flow", b, { ties = "straight" })
    check.refuses("option 'ties' is not for 'reach'", map, "reach", b, 5, { ties = "straight" })
    check.refuses("unknown option 'ties'", plane, "path", 0, 0, 1, 1, { ties = "straight" })
    for name, value in pairs { moves = 3, turn_cost = 1, turn_limit = 1, only = { a }, stop = { a }, pass = { a },
      cost = function(_, _, c) return c end } do
      check.refuses(("options 'ties' and '%s' exclude one another"):format(name), map, "path", a, b,
        { ties = "straight", [name] = value })
    end
    local s = map:search(a, b, { moves = 3 })
    s:run()
    check.refuses("cannot be straightened", s, "path", nil, { ties = "straight" })
  end)
end)
