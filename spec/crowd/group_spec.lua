-- Groups of agents on nodes and of discs: formations, who gets which place, marches, what becomes of members.

local assign = require "spec.support.assign"
local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"

local that, raises, near = check.that, check.raises, check.near

local NAMES = { "box", "line", "column", "wedge", "circle" }

-- ---- Formations, computed in another way ----

local function add_row(list, ahead, spacing, count)
  for i = 1, count do list[#list + 1] = { ahead, spacing * (i - 1) - spacing * (count - 1) / 2 } end
end

-- Rows of the widths that a function gives, the last one cut.
local function rows_of(n, spacing, width)
  local list, rows, left = {}, {}, n
  while left > 0 do
    rows[#rows + 1] = math.min(left, width(#rows + 1))
    left = left - rows[#rows]
  end
  for r, count in ipairs(rows) do add_row(list, spacing * ((#rows + 1) / 2 - r), spacing, count) end
  return list
end

local function formation(kind, n, spacing)
  if type(kind) == "table" then
    local list, last = {}, math.huge
    for i = 1, math.min(n, #kind) do
      list[i] = { kind[i][1], kind[i][2] }
      last = math.min(last, kind[i][1])
    end
    local rest = n - #list
    local width = math.ceil(math.sqrt(rest))
    while rest > 0 do
      last = last - spacing
      add_row(list, last, spacing, math.min(width, rest))
      rest = rest - width
    end
    return list
  elseif kind == "circle" then
    local list = {}
    local radius = n > 1 and spacing / 2 / math.sin(math.pi / n) or 0
    for i = 0, n - 1 do
      list[#list + 1] = { radius * math.cos(2 * math.pi * i / n), radius * math.sin(2 * math.pi * i / n) }
    end
    return list
  end
  local side = math.ceil(math.sqrt(n))
  return rows_of(n, spacing, ({
    box = function() return side end,
    line = function() return n end,
    column = function() return 1 end,
    wedge = function(row) return row end,
  })[kind])
end

-- Those places around a middle, with y downwards, so that the right of someone who looks along x is where y grows.
local function placed(list, x, y, facing)
  local length = math.sqrt(facing[1] ^ 2 + facing[2] ^ 2)
  local fx, fy = facing[1] / length, facing[2] / length
  local places = {}
  for i, offset in ipairs(list) do
    places[i] = { x + offset[1] * fx - offset[2] * fy, y + offset[1] * fy + offset[2] * fx }
  end
  return places
end

local function square(a, b)
  return (a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2
end

-- Each goal is one of the places, and no two are the same one.
local function match(goals, places)
  local used = {}
  for i, goal in ipairs(goals) do
    local found
    for k, place in ipairs(places) do
      if not used[k] and square(goal, place) < 1e-12 * (1 + place[1] ^ 2 + place[2] ^ 2) then found = k end
    end
    that(found, "goal %d, (%g, %g), is no place of the formation", i, goal[1], goal[2])
    used[found] = true
  end
end

local function least_sum(from, places)
  local costs = {}
  for i, unit in ipairs(from) do
    costs[i] = {}
    for k, place in ipairs(places) do costs[i][k] = square(unit, place) end
  end
  return #from <= 7 and assign.try_all(costs, #places) or nil
end

local function goals_of(group)
  local goals = {}
  for i, unit in ipairs(group:units()) do goals[i] = { unit.goal.x, unit.goal.y } end
  return goals
end

local function random_kind(rng)
  if rng:chance(0.2) then
    local list = {}
    for i = 1, rng:int(1, 9) do list[i] = { rng:real(-4, 4), rng:real(-4, 4) } end
    return list
  end
  return rng:pick(NAMES)
end

-- ---- Running ----

local function run(crowd, groups, seconds, dt)
  local time = 0
  local function all_there()
    for _, group in ipairs(groups) do
      if group.status ~= "arrived" then return false end
    end
    return true
  end
  repeat
    crowd:update(dt)
    time = time + dt
  until all_there() or time > seconds
  return all_there(), time
end

local function block_of(crowd, n, x, y, width, options)
  local units = {}
  for i = 0, n - 1 do units[#units + 1] = crowd:add(x + i % width, y + math.floor(i / width), options) end
  return units
end

describe("groups", function()
  it("place discs as the formation says, with the least sum of squares", function()
    random.cases("formations of discs", 200, function(rng)
      local plane = astar.plane { bounds = { -200, -200, 200, 200 } }
      local crowd = plane:crowd()
      local units, from, largest = {}, {}, 0
      for i = 1, rng:int(1, rng:chance(0.5) and 7 or 40) do
        local radius = rng:real(0.1, 0.5)
        from[i] = { rng:real(-50, 50), rng:real(-50, 50) }
        units[i] = crowd:add(from[i][1], from[i][2], { radius = radius })
        largest = math.max(largest, radius)
      end
      local kind, spacing = random_kind(rng), rng:chance(0.5) and rng:real(0.5, 3) or nil
      local facing = { rng:real(-1, 1), rng:real(-1, 1) }
      local group = crowd:group(units, { formation = kind, spacing = spacing, facing = facing })
      local x, y = rng:real(-50, 50), rng:real(-50, 50)
      group.goal = { x, y }
      crowd:update(0)
      near(spacing or 2.5 * largest, group.spacing, "spacing")
      local places = placed(formation(kind, #units, group.spacing), x, y, facing)
      local goals, sum = goals_of(group), 0
      match(goals, places)
      for i, goal in ipairs(goals) do sum = sum + square(from[i], goal) end
      local least = least_sum(from, places)
      if least then that(sum <= least * (1 + 1e-9) + 1e-9, "the sum is %.17g, not %.17g", sum, least) end
    end)
  end)

  it("send no two through each other, if all go straight at one speed", function()
    random.cases("straight marches", 60, function(rng)
      local crowd = astar.plane():crowd()
      local units = {}
      for i = 1, rng:int(2, 30) do units[i] = crowd:add(rng:real(-20, 20), rng:real(-20, 20), { radius = 1e-3 }) end
      local group = crowd:group(units, { formation = random_kind(rng), spacing = rng:real(0.5, 4) })
      group.goal = { rng:real(-20, 20), rng:real(-20, 20) }
      crowd:update(0)
      local goals = goals_of(group)
      -- Where a unit is when each has gone so far.
      local function place(i, way)
        local unit, goal = units[i], goals[i]
        local length = math.sqrt((goal[1] - unit.x) ^ 2 + (goal[2] - unit.y) ^ 2)
        local part = length > 0 and math.min(way / length, 1) or 0
        return unit.x + part * (goal[1] - unit.x), unit.y + part * (goal[2] - unit.y)
      end
      -- Two that would meet are on each other's way, and as far from the point where the ways cross.
      for i = 1, #units do
        for k = 1, i - 1 do
          local ax, ay, bx, by = units[i].x, units[i].y, goals[i][1], goals[i][2]
          local cx, cy, dx, dy = units[k].x, units[k].y, goals[k][1], goals[k][2]
          local turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
          local s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
          local t = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn
          if s >= 0 and s <= 1 and t >= 0 and t <= 1 then
            local way = s * math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
            local x1, y1 = place(i, way)
            local x2, y2 = place(k, way)
            that((x1 - x2) ^ 2 + (y1 - y2) ^ 2 > 1e-12, "%d and %d meet at %g, %g", i, k, x1, y1)
          end
        end
      end
    end)
  end)

  it("carry out only the last of several orders", function()
    for _, discs in ipairs { true, false } do
      local function make()
        local map = astar.grid { width = 30, height = 30 }
        local crowd = map:crowd { radius = discs and 0.4 or nil }
        local units = {}
        for i = 1, 9 do units[i] = discs and crowd:add(i + 0.5, 4.5) or crowd:add(map:cell(i, 4)) end
        return map, crowd, crowd:group(units)
      end
      local map, crowd, group = make()
      local other_map, other, same = make()
      group.goal, group.goal = map:cell(3, 20), { 25.5, 25.5 }
      for _, goal in ipairs { { 1.5, 28.5 }, { 28.5, 2.5 } } do group.goal = goal end
      group.goal = map:cell(20, 20)
      same.goal = other_map:cell(20, 20)
      for _ = 1, 20 do
        if discs then crowd:update(0.1) other:update(0.1) else crowd:step() other:step() end
        assert.are.same(other:positions(), crowd:positions())
      end
    end
  end)

  it("have cells of their own when they are turned, if they stand 1.42 cells apart", function()
    random.cases("turned formations", 40, function(rng)
      local map = astar.grid { width = 90, height = 90 }
      local crowd = map:crowd()
      local units = {}
      for i = 1, rng:int(2, 30) do units[i] = crowd:add(map:cell(i, 1)) end
      local facing = rng:chance(0.5) and { rng:pick { -1, 1 }, rng:pick { -1, 1 } } or { rng:real(-1, 1), rng:real(-1, 1) }
      local group = crowd:group(units, { formation = rng:pick(NAMES), spacing = 1.42, facing = facing })
      group.goal = map:cell(45, 45)
      crowd:step()
      local ideal = placed(formation(group.formation, #units, 1.42), 44.5, 44.5, facing)
      for _, goal in ipairs(goals_of(group)) do
        local near_one = false
        for _, place in ipairs(ideal) do
          near_one = near_one or math.max(math.abs(goal[1] - place[1]), math.abs(goal[2] - place[2])) < 0.502
        end
        that(near_one, "(%g, %g) is not the cell of a place, looking along %g, %g", goal[1], goal[2], facing[1], facing[2])
      end
    end)
  end)

  it("place agents on the cells of the formation", function()
    random.cases("formations of agents", 100, function(rng)
      local size = rng:pick { 1, 1, 0.5, 32, 0.1 }
      local map = astar.grid { width = 80, height = 80, cell = size }
      local crowd = map:crowd()
      local units, from, taken = {}, {}, {}
      for i = 1, rng:int(1, rng:chance(0.5) and 7 or 30) do
        local col, row
        repeat col, row = rng:int(1, 80), rng:int(1, 80) until not taken[col * 100 + row]
        taken[col * 100 + row] = true
        units[i] = crowd:add(map:cell(col, row))
        from[i] = { units[i].x, units[i].y }
      end
      local kind, goal = rng:pick(NAMES), map:cell(rng:int(30, 50), rng:int(30, 50))
      local facing = rng:pick { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
      local group = crowd:group(units, { formation = kind, facing = facing })
      group.goal = goal
      crowd:step()
      near(size, group.spacing, "spacing")
      -- A place between two cells is in the right or lower one.
      local ideal = placed(formation(kind, #units, size), goal.x, goal.y, facing)
      local places, twice, cells = {}, false, {}
      for i, place in ipairs(ideal) do
        local node = map:at(place[1] + size / 1000, place[2] + size / 1000)
        places[i] = { node.x, node.y }
        twice = twice or cells[node.id] ~= nil
        cells[node.id] = true
      end
      if not twice then match(goals_of(group), places) end
      local least, sum = least_sum(from, ideal), 0
      if least and not twice then
        -- What is least is the sum to the places of the formation, before they become cells.
        for i, unit in ipairs(group:units()) do
          local own
          for k, place in ipairs(places) do
            if unit.goal.x == place[1] and unit.goal.y == place[2] then own = k end
          end
          sum = sum + square(from[i], ideal[own])
        end
        that(sum <= least * (1 + 1e-9) + 1e-9, "the sum is %.17g, not %.17g", sum, least)
      end
    end)
  end)

  it("turn to where they come from, on cells to the nearest axis", function()
    local crowd = astar.plane { bounds = { 0, 0, 100, 100 } }:crowd()
    local group = crowd:group(block_of(crowd, 9, 10, 10, 3))
    group.goal = { 70, 70 }
    crowd:update(0)
    near(math.sqrt(0.5), group.facing[1], "facing")
    near(math.sqrt(0.5), group.facing[2], "facing")
    local map = astar.grid { width = 40, height = 40 }
    local agents = map:crowd()
    local two = agents:group { agents:add(map:cell(3, 3)), agents:add(map:cell(4, 3)) }
    two.goal = map:cell(20, 35)
    agents:step()
    assert.same({ 0, 1 }, two.facing)
  end)

  it("of agents come to rest if they are sent to one place, each unit on a node of its own", function()
    random.cases("groups at one place", 20, function(rng)
      local map = astar.grid { width = 30, height = 30 }
      local crowd, groups, goals = map:crowd(), {}, {}
      for k = 1, 3 do
        local men = {}
        for i = 1, rng:int(2, 12) do men[i] = crowd:add(map:cell(i, 9 * k)) end
        groups[k] = crowd:group(men, { formation = rng:pick { "box", "line", "wedge" } })
      end
      for _, group in ipairs(groups) do group.goal = map:cell(rng:int(13, 17), rng:int(13, 17)) end
      for _ = 1, 300 do crowd:step() end
      for man in crowd:agents() do
        assert(man.status == "arrived" and man.node == man.goal and not goals[man.goal], tostring(man))
        goals[man.goal] = true
      end
    end)
  end)

  it("give agents other places where edits close theirs", function()
    local map = astar.grid { width = 20, height = 12 }
    local crowd, men = map:crowd(), {}
    for i = 1, 6 do men[i] = crowd:add(map:cell(i, 1)) end
    local group = crowd:group(men)
    group.goal = map:cell(15, 6)
    crowd:step()
    local first = men[1].goal
    first.blocked = true
    for _ = 1, 60 do crowd:step() end
    assert.are.equal("arrived", group.status)
    assert.is_true(men[1].goal ~= first)
    -- an edit that closes no place changes none
    local goals = {}
    for i, man in ipairs(men) do goals[i] = man.goal end
    map:block(1, 12)
    crowd:step()
    for i, man in ipairs(men) do assert.are.equal(goals[i], man.goal) end
  end)

  it("do not turn where they stand when they get the same order again", function()
    local crowd = astar.plane { bounds = { 0, 0, 100, 100 } }:crowd()
    local map = astar.grid { width = 40, height = 40 }
    local agents = map:crowd()
    local row = {}
    for i = 1, 7 do row[i] = agents:add(map:cell(3 + i, 3)) end
    local seven = block_of(crowd, 7, 10, 10, 3)
    for _, group in ipairs { crowd:group(seven), agents:group(row) } do
      local owner = group:units()[1] == seven[1] and crowd or agents
      local function arrive()
        for _ = 1, 2000 do
          owner:update(0.1)
          if group.status == "arrived" then return true end
        end
      end
      group.goal = { 20, 35 }
      assert.is_true(arrive())
      local facing, places = group.facing, {}
      for i, unit in ipairs(group:units()) do places[i] = { unit.x, unit.y } end
      for _ = 1, 3 do
        group.goal = group.goal
        assert.is_true(arrive())
        assert.same(facing, group.facing)
      end
      for i, unit in ipairs(group:units()) do
        assert.is_true(math.abs(places[i][1] - unit.x) < 0.3 and math.abs(places[i][2] - unit.y) < 0.3)
      end
    end
  end)

  it("give agents of a size squares that do not overlap, whatever is in the way", function()
    random.cases("groups of sizes", 60, function(rng)
      local w, h = rng:int(14, 40), rng:int(14, 40)
      local map = astar.grid { width = w, height = h }
      map:unit("waggon", {}, { size = 2 })
      map:unit("tower", {}, { size = 3 })
      local sizes = { man = 1, waggon = 2, tower = 3 }
      local crowd = map:crowd { expansions = math.huge }
      local units = {}
      for _ = 1, rng:int(1, 12) do
        local unit = rng:pick { "man", "waggon", "tower" }
        local ok, agent = pcall(crowd.add, crowd, map:cell(rng:int(1, w), rng:int(1, h)), { unit = unit ~= "man" and unit or nil })
        if ok then units[#units + 1] = agent end
      end
      for _ = 1, rng:int(0, 40) do
        local node = map:cell(rng:int(1, w), rng:int(1, h))
        if not crowd:at(node) then map:block(node.col, node.row) end
      end
      local group = crowd:group(units, { formation = random_kind(rng) })
      group.goal = map:cell(rng:int(1, w), rng:int(1, h))
      crowd:step()
      local covered = {}
      for _, unit in ipairs(group:units()) do
        local goal, size = unit.goal, sizes[unit.unit or "man"]
        for i = 0, goal and size * size - 1 or -1 do
          local cell = map:cell(goal.col + i % size, goal.row + math.floor(i / size))
          that(cell and not covered[cell.id], "%s has a place on a cell of another, or beyond the edge", unit)
          that(not cell.blocked or goal == unit.node, "%s has a place where it cannot stand", unit)
          covered[cell.id] = true
        end
        if goal then that(map:connected(unit.node, goal, unit.unit), "%s has a place that it cannot reach", unit) end
      end
    end)
  end)

  it("move a place that cannot be entered to the nearest one that can", function()
    random.cases("a place in a wall", 60, function(rng)
      local map = astar.grid { width = 24, height = 24 }
      for _ = 1, rng:int(30, 250) do map:block(rng:int(1, 24), rng:int(1, 24)) end
      local crowd = map:crowd()
      local unit
      repeat
        local node = map:cell(rng:int(1, 24), rng:int(1, 24))
        if not node.blocked then unit = crowd:add(node) end
      until unit
      local group, goal = crowd:group { unit }, map:cell(rng:int(1, 24), rng:int(1, 24))
      group.goal = goal
      crowd:step()
      local least = math.huge
      for col = 1, 24 do
        for row = 1, 24 do
          local node = map:cell(col, row)
          local free = not node.blocked and map:connected(unit.node, node)
          if free then least = math.min(least, square({ col, row }, { goal.col, goal.row })) end
        end
      end
      assert.equal(least, square({ unit.goal.col, unit.goal.row }, { goal.col, goal.row }))
    end)
    random.cases("a place in an obstacle", 30, function(rng)
      local plane = astar.plane { bounds = { 0, 0, 40, 40 } }
      plane:box(20, 20, rng:real(2, 16), rng:real(2, 16), rng:real(0, 3))
      local crowd = plane:crowd()
      local units = {}
      for i = 1, rng:int(1, 20) do units[i] = crowd:add(2 + i % 3, 2 + i, { radius = 0.4 }) end
      local group = crowd:group(units, { formation = rng:pick(NAMES) })
      group.goal = { rng:real(5, 35), rng:real(5, 35) }
      crowd:update(0)
      local goals = goals_of(group)
      for i, goal in ipairs(goals) do
        that(plane:free(goal[1], goal[2], 0.399), "place %d is in the obstacle", i)
        for k = 1, i - 1 do that(square(goal, goals[k]) > 0.639, "places %d and %d overlap", i, k) end
      end
      if #units == 1 then
        local x, y = group.goal.x, group.goal.y
        local near_place = { plane:nearest(x, y, { radius = 0.4 }) }
        near(math.sqrt(square(near_place, { x, y })), math.sqrt(square(goals[1], { x, y })), "the distance")
      end
    end)
  end)

  it("bring agents to their places on random maps", function()
    random.cases("groups of agents arrive", 40, function(rng)
      local w, h = rng:int(10, 40), rng:int(10, 40)
      local map = astar.grid { width = w, height = h, neighbours = rng:pick { 4, 8 } }
      for _ = 1, w * h * rng:real(0, 0.2) do map:block(rng:int(1, w), rng:int(1, h)) end
      local crowd = map:crowd()
      local units = {}
      for _ = 1, rng:int(1, 14) do
        local node = map:cell(rng:int(1, w), rng:int(1, h))
        local joined = not node.blocked and not crowd:at(node) and (#units == 0 or map:connected(units[1].node, node))
        if joined then units[#units + 1] = crowd:add(node, { speed = rng:real(0.5, 2) }) end
      end
      local group = crowd:group(units, { formation = random_kind(rng), speed = rng:pick { "slowest", "own" } })
      for _ = 1, 2 do
        group.goal = rng:chance(0.5) and map:cell(rng:int(1, w), rng:int(1, h)) or { rng:real(0, w), rng:real(0, h) }
        local there = run(crowd, { group }, 600, 0.5)
        that(there, "%s has not arrived on %d x %d", group, w, h)
        for _, unit in ipairs(units) do
          that(unit.node == unit.goal, "%s is on %s, not on %s", unit, unit.node, unit.goal)
        end
      end
    end)
  end)

  it("bring discs to their places among obstacles", function()
    random.cases("groups of discs arrive", 25, function(rng)
      local plane = astar.plane { bounds = { 0, 0, 60, 40 } }
      for _ = 1, rng:int(0, 12) do plane:box(rng:real(15, 45), rng:real(0, 40), rng:real(1, 5), rng:real(1, 5), rng:real(0, 3)) end
      local crowd = plane:crowd()
      local units = {}
      for _ = 1, rng:int(1, 30) do
        local radius = rng:real(0.2, 0.5)
        local x, y = rng:real(1, 14), rng:real(1, 39)
        if plane:free(x, y, radius) then units[#units + 1] = crowd:add(x, y, { radius = radius, speed = rng:real(1, 3) }) end
      end
      local group = crowd:group(units, { formation = rng:pick(NAMES), speed = rng:pick { "slowest", "slowest", "own" } })
      group.goal = { rng:real(50, 55), rng:real(10, 30) }
      local there = run(crowd, { group }, 240, 1 / 20)
      local left = 0
      for _, unit in ipairs(units) do
        if unit.status ~= "arrived" then left = left + 1 end
      end
      that(there or left <= 2, "%d of %d discs have not arrived", left, #units) -- who is in the way of whom is the crowd's affair
    end)
  end)

  it("keep their shape on the march, and form up again behind a gap", function()
    local plane = astar.plane { bounds = { 0, 0, 120, 60 } }
    plane:box(60, 14.25, 4, 28.5)
    plane:box(60, 45.75, 4, 28.5) -- a gap of 3
    local crowd = plane:crowd()
    local units = block_of(crowd, 36, 8, 27, 6, { radius = 0.4, speed = 2 })
    units[#units + 1] = crowd:add(14, 30, { radius = 0.4, speed = 1 })
    local group = crowd:group(units)
    group.goal = { 105, 30 }
    -- How far it reaches along y.
    local function width()
      local low, high = math.huge, -math.huge
      for _, unit in ipairs(units) do low, high = math.min(low, unit.y), math.max(high, unit.y) end
      return high - low
    end
    local narrow, before, behind = math.huge, 0, 0
    local time = 0
    while group.status ~= "arrived" and time < 200 do
      crowd:update(1 / 20)
      time = time + 1 / 20
      if group.x > 40 and group.x < 50 then before = math.max(before, width()) end
      if group.x > 85 and group.x < 95 then behind = math.max(behind, width()) end
      for _, unit in ipairs(units) do
        that(unit.vx ^ 2 + unit.vy ^ 2 < 1.001, "%s is faster than the slowest", unit)
        if unit.x > 58 and unit.x < 62 then narrow = math.min(narrow, 1.5 - math.abs(unit.y - 30)) end
      end
    end
    assert.equal("arrived", group.status)
    that(before > 5 and before < 9, "the box is %g wide before the gap", before)
    that(behind > 5 and behind < 9, "the box is %g wide behind the gap", behind)
    that(narrow > 0.39, "a disc was in the wall")
    that(time > 90, "it was there after %g seconds", time)
  end)

  it("pass through each other", function()
    local crowd = astar.plane { bounds = { 0, 0, 80, 40 } }:crowd()
    local left = crowd:group(block_of(crowd, 30, 6, 16, 6, { radius = 0.4, speed = 2 }))
    local right = crowd:group(block_of(crowd, 30, 68, 16, 6, { radius = 0.4, speed = 2 }))
    left.goal, right.goal = { 70, 20 }, { 10, 20 }
    that(run(crowd, { left, right }, 200, 1 / 20), "%s %s", left, right)
    local map = astar.grid { width = 40, height = 20 }
    local agents = map:crowd()
    local groups = {}
    for side = 1, 2 do
      local units = {}
      for i = 0, 19 do units[#units + 1] = agents:add(map:cell((side == 1 and 2 or 35) + i % 4, 8 + math.floor(i / 4))) end
      groups[side] = agents:group(units, { formation = "wedge" })
      groups[side].goal = map:cell(side == 1 and 34 or 6, 10)
    end
    that(run(agents, groups, 300, 0.5), "%s %s", groups[1], groups[2])
  end)

  it("wait for the last, unless each has its own speed", function()
    for _, case in ipairs { { "slowest", 40 }, { "own", 10 } } do
      local crowd = astar.plane { bounds = { 0, 0, 100, 40 } }:crowd()
      local units = block_of(crowd, 6, 10, 18, 3, { radius = 0.4, speed = 4 })
      units[7] = crowd:add(8, 20, { radius = 0.4, speed = 1 })
      local group = crowd:group(units, { speed = case[1] })
      assert.equal(case[1], group.speed)
      group.goal = { 60, 20 }
      local time = 0
      while units[1].status ~= "arrived" and time < 200 do
        crowd:update(1 / 20)
        time = time + 1 / 20
      end
      that(case[1] == "own" and time < 30 or case[1] == "slowest" and time > 45, "%s: the first after %g s", case[1], time)
    end
    local map = astar.grid { width = 80, height = 9 }
    local agents = map:crowd()
    local first = agents:add(map:cell(40, 5), { speed = 2 })
    local last = agents:add(map:cell(2, 5), { speed = 2 })
    local pair = agents:group { first, last }
    pair.goal = map:cell(78, 5)
    agents:update(12) -- alone it would have walked 24 cells
    that(first.node.col < 60 and first.node.col > 41, "the first is in column %d", first.node.col)
    that(last.node.col > 20, "the last is in column %d", last.node.col)
    that(run(agents, { pair }, 200, 0.5), "%s", pair)
  end)

  it("of agents go at half speed, a quarter or an eighth where they are far ahead of the last", function()
    for ahead, part in pairs { [10] = 1, [30] = 1 / 2, [50] = 1 / 4, [70] = 1 / 8, [120] = 1 / 8 } do -- L is 20
      local map = astar.grid { width = 300, height = 21 }
      local crowd = map:crowd()
      local first = crowd:add(map:cell(5 + ahead, 11), { speed = 2 })
      local last = crowd:add(map:cell(5, 11), { speed = 2 })
      local group = crowd:group({ first, last }, { formation = "line", spacing = 10, facing = { 1, 0 } })
      group.goal = map:cell(280, 11)
      for _ = 1, 8 do crowd:update(0.25) end
      for agent, speed in pairs { [first] = 2 * part, [last] = 2 } do
        local got = math.sqrt(agent.vx ^ 2 + agent.vy ^ 2) -- times are rounded to 2^-20
        that(math.abs(got - speed) < 1e-5, "%d cells ahead: %s has the speed %.17g, not %g", ahead, agent, got, speed)
      end
    end
  end)

  it("take units from other groups, and lose those with goals of their own", function()
    local map = astar.grid { width = 20, height = 20 }
    local plane = astar.plane { bounds = { 0, 0, 20, 20 } }
    local agents, discs = map:crowd(), plane:crowd()
    local function try(crowd, add, other_goal)
      local a, b, c = add(2), add(4), add(6)
      local first, second = crowd:group { a, b, c, a }, crowd:group {}
      assert.equal(3, #first)
      assert.same({ a, b, c }, first:units())
      second:add(b)
      second:add(b)
      assert.equal(2, #first)
      assert.same({ b }, second:units())
      first.goal = { 10, 10 }
      crowd:update(0.1)
      that(a.goal and c.goal and not b.goal, "members have goals, and others none")
      c.goal = other_goal
      assert.same({ a }, first:units())
      assert.is_false(first:remove(c))
      assert.is_true(first:remove(a))
      that(a.goal, "who is let go goes on to its place")
      assert.equal(0, #first)
      assert.equal("arrived", first.status)
      that(first.x == nil and first.y == nil, "an empty group is nowhere")
      first:add(a)
      first:add(c)
      crowd:update(0.1)
      that(c.goal ~= other_goal, "who joins a group with a goal gets a place")
      a:remove()
      assert.same({ c }, first:units())
      first.goal = nil
      that(first.goal == nil and c.goal == nil, "all stop")
      second:close()
      that(second.closed and not first.closed, "one is closed")
      raises("attempt to use a closed group", function() return #second end)
      raises("attempt to use a closed group", function() second.goal = { 1, 1 } end)
      second:close()
      assert.equal("group (closed)", tostring(second))
      local listed = {}
      for group in crowd:groups() do listed[#listed + 1] = group end
      assert.same({ first }, listed)
      c:stop()
      assert.equal(0, #first)
    end
    try(agents, function(i) return agents:add(map:cell(i, 3)) end, map:cell(1, 1))
    try(discs, function(i) return discs:add(i, 3) end, { 1, 1 })
  end)

  it("tell what they are", function()
    local map = astar.grid { width = 20, height = 20 }
    local crowd = map:crowd()
    local group = crowd:group({ crowd:add(map:cell(2, 2)), crowd:add(map:cell(4, 2)) }, { formation = { { 1, 0 }, { -1, 0.5 } } })
    assert.equal("group (2 agents, arrived)", tostring(group))
    assert.same({ { 1, 0 }, { -1, 0.5 } }, group.formation)
    assert.equal("slowest", group.speed)
    assert.equal(1, group.spacing)
    assert.equal(crowd, group.crowd)
    that(group.goal == nil and group.status == "arrived", "no goal")
    near(2.5, group.x, "x")
    near(1.5, group.y, "y")
    group.goal = map:cell(10, 10)
    assert.equal(map:cell(10, 10), group.goal)
    assert.equal("moving", group.status)
    group.goal = { 10, 10.5 }
    assert.same({ x = 10, y = 10.5 }, group.goal)
    local discs = map:crowd { radius = 0.3 }
    local pair = discs:group { discs:add(2, 2), discs:add(4, 2) }
    pair.goal = map:cell(9, 9)
    assert.equal(map:cell(9, 9), pair.goal)
    assert.equal("moving", pair:units()[1].status)
    near(0.75, pair.spacing, "spacing")
    assert.equal("box", pair.formation)
    local one = discs:group { discs:add(6, 6) }
    one.goal = { 12, 12 }
    that(run(discs, { one, pair }, 60, 1 / 20), "a group of one, and one of two: %s %s", one, pair)
  end)

  it("keep going when members die, and when units never move", function()
    random.cases("members die", 20, function(rng)
      local crowd = astar.plane { bounds = { 0, 0, 80, 40 } }:crowd()
      local units = block_of(crowd, 20, 6, 16, 5, { radius = 0.4, speed = 2 })
      units[#units + 1] = crowd:add(20, 20, { radius = 0.4, speed = 0 })
      local group = crowd:group(units, { formation = rng:pick(NAMES) })
      group.goal = { 65, 20 }
      for _ = 1, 40 do
        crowd:update(0.5)
        if rng:chance(0.4) and #group > 3 then rng:pick(group:units()):remove() end
        if rng:chance(0.1) then group:add(crowd:add(rng:real(2, 75), rng:real(2, 38), { radius = 0.4, speed = 2 })) end
        if rng:chance(0.1) then rng:pick(group:units()):place(rng:real(2, 75), rng:real(2, 38)) end
      end
      that(run(crowd, { group }, 200, 1 / 20), "%s", group)
    end)
    local map = astar.grid { width = 30, height = 9 }
    local agents = map:crowd()
    local rock = agents:add(map:cell(20, 5), { fixed = true })
    local man = agents:add(map:cell(3, 5))
    local both = agents:group { rock, man }
    both.goal = map:cell(20, 5)
    that(run(agents, { both }, 100, 0.5), "%s", both)
    that(rock.node == map:cell(20, 5) and man.node ~= rock.node, "the fixed one stays")
  end)

  it("may lose all members on the march, the last ones of their unit", function()
    local rows = {}
    for row = 1, 12 do rows[row] = ("."):rep(40) end
    local map = astar.grid { rows = rows, legend = { ["."] = "grass", ["~"] = "sea" } }
    map:unit("man", { sea = false })
    map:unit("waggon", {})
    local crowd = map:crowd { radius = 0.3, unit = "man" }
    crowd:add(1, 10)
    map:cell(20, 2).terrain = "sea"
    local units = { crowd:add(2, 2, { unit = "waggon" }), crowd:add(2, 3, { unit = "waggon" }) }
    local group = crowd:group(units)
    group.goal = { 35, 5 }
    crowd:update(0.1)
    for _, unit in ipairs(units) do unit:remove() end
    for _ = 1, 5 do crowd:update(0.1) end
    assert.equal("group (0 discs, arrived)", tostring(group))
    local man = crowd:add(2, 2)
    group:add(man)
    that(run(crowd, { group }, 100, 0.1) and square({ man.x, man.y }, { 35, 5 }) < 1, "%s", man)
  end)

  it("may be as dense as numbers allow", function()
    local plane = astar.plane { bounds = { 0, 0, 80, 40 } }
    for i = 1, 7 do plane:box(i * 10, i % 2 == 0 and 17 or 23, 1, 34) end
    local crowd = plane:crowd { radius = 0.3 }
    local units = {}
    for i = 1, 24 do units[i] = crowd:add((i > 12 and 22 or 2) + i % 5, 2 + 2 * ((i - 1) % 12)) end
    crowd:group(units, { spacing = 1.5e-323 }).goal = { 78, 20 }
    for _ = 1, 150 do crowd:update(0.1) end
    for _, unit in ipairs(units) do that(unit.x == unit.x, "%s", unit) end
  end)

  it("let discs forget their flows and paths as soon as an order is given", function()
    local map = astar.grid { width = 40, height = 12 }
    local crowd = map:crowd { radius = 0.3 }
    for _, goal in ipairs { map:flow(map:cell(30, 4)), (map:path(map:cell(2, 4), map:cell(30, 4))) } do
      local a, b = crowd:add(2, 2, { goal = goal }), crowd:add(2, 4)
      local group = crowd:group { a, b }
      group.goal = { 20, 8 }
      group:remove(a)
      for _ = 1, 10 do crowd:update(0.1) end
      that(a.goal == nil and a.status == "arrived", "%s", a)
      that(square({ a.x, a.y }, { 2, 2 }) < 0.1, "it stays: %g, %g", a.x, a.y)
      a:remove()
      b:remove()
    end
  end)

  it("follow edits of the map", function()
    local plane = astar.plane { bounds = { 0, 0, 80, 40 } }
    plane:box(40, 8, 4, 16)
    plane:box(40, 32, 4, 16)
    local crowd = plane:crowd()
    local group = crowd:group(block_of(crowd, 12, 6, 18, 4, { radius = 0.4, speed = 2 }))
    group.goal = { 65, 20 }
    for _ = 1, 100 do crowd:update(1 / 20) end
    local door = plane:box(40, 20, 4, 8) -- shut, and another one is opened
    plane:box(40, 2, 1, 1)
    for _ = 1, 100 do crowd:update(1 / 20) end
    that(group.status ~= "arrived" and group.x < 40, "the door is shut")
    door:remove()
    that(run(crowd, { group }, 120, 1 / 20), "%s", group)
  end)

  it("are saved with their crowd, to the bit", function()
    random.cases("saved groups", 30, function(rng)
      local on_nodes = rng:chance(0.5)
      local map = astar.grid { width = 40, height = 30 }
      for _ = 1, 60 do map:block(rng:int(1, 40), rng:int(1, 30)) end
      local function make(saved)
        if saved then return map:crowd(saved) end
        return on_nodes and map:crowd() or map:crowd { radius = 0.35 }
      end
      local crowd = make()
      local groups = {}
      for k = 1, rng:int(1, 3) do
        local units = {}
        for _ = 1, rng:int(1, 12) do
          local node = map:cell(rng:int(1, 40), rng:int(1, 30))
          local ok, unit = pcall(function()
            if on_nodes then return crowd:add(node, { speed = rng:pick { 1, 1, 2 } }) end
            return crowd:add(node.x, node.y, { speed = rng:pick { 1, 2, 3 } })
          end)
          if ok and not node.blocked then units[#units + 1] = unit end
        end
        groups[k] = crowd:group(units, { formation = random_kind(rng), speed = rng:pick { "slowest", "own" } })
      end
      local twin
      for step = 1, 60 do
        local n = rng:int(1, 8)
        if n <= #groups and rng:chance(0.3) then
          local node = map:cell(rng:int(1, 40), rng:int(1, 30))
          groups[n].goal = node
          local own, k = nil, 0
          for group in (twin and twin:groups() or function() end), twin do
            k = k + 1
            if #groups[n] > 0 and group:units()[1].id == groups[n]:units()[1].id then own = group end
          end
          if own then own.goal = node end
        end
        crowd:update(0.3)
        if twin then twin:update(0.3) end
        if not twin and rng:chance(0.1) then twin = make(crowd:save()) end
        if twin and crowd:save() ~= twin:save() then error("they differ after step " .. step) end
        if twin and rng:chance(0.1) then twin = make(twin:save()) end
      end
      local before, after = {}, {}
      for group in crowd:groups() do before[#before + 1] = tostring(group) .. #group:units() end
      for group in make(crowd:save()):groups() do after[#after + 1] = tostring(group) .. #group:units() end
      assert.same(before, after)
    end)
  end)

  it("are saved with their facing, to the bit", function()
    local plane = astar.plane { bounds = { 0, 0, 40, 40 } }
    for i = 1, 200 do
      local crowd = plane:crowd()
      crowd:group({ crowd:add(5, 5), crowd:add(5, 8) }, { facing = { 0.37 * i, 3 - 0.01 * i }, speed = "own" }).goal = { 9, 9 }
      local twin = plane:crowd(crowd:save())
      crowd:update(0.1)
      twin:update(0.1)
      that(crowd:save() == twin:save(), "case %d", i)
    end
  end)

  it("are saved with members that are nowhere", function()
    local graph, n = shapes.chain(3)
    local crowd = graph:crowd()
    local lost = crowd:add(n[1])
    graph:remove(n[1])
    local group = crowd:group { crowd:add(n[2]) }
    group:add(lost)
    local twin = graph:crowd(crowd:save())
    assert.equal(crowd:save(), twin:save())
    for each in twin:groups() do assert.equal(2, #each) end
  end)

  it("are saved with whether their places are still open", function()
    local graph, n = shapes.chain(3)
    graph:unlink(n[2], n[3])
    local crowd = graph:crowd()
    crowd:group({ crowd:add(n[1]) }).goal = n[2]
    crowd:step(3)
    local twin = graph:crowd(crowd:save())
    for _, each in ipairs { crowd, twin } do
      each:at(n[2]).node = n[3] -- from where no way leads back
      each:step()
    end
    assert.equal(crowd:save(), twin:save())
    graph:unlink(n[1], n[2])
    for _, each in ipairs { crowd, twin } do
      each:step()
      assert.equal(n[3], each:at(n[3]).goal) -- after an edit it gets another place
    end
    assert.equal(crowd:save(), twin:save())
  end)

  it("are saved with a goal that was removed", function()
    local graph = astar.graph()
    local goal, low, high, start = graph:add(0, 0, 10), graph:add(1, 0, 0), graph:add(3, 0, 10), graph:add(9, 0, 0)
    for _, each in ipairs { { low, high }, { high, start } } do
      graph:link(each[1], each[2])
      graph:link(each[2], each[1])
    end
    local crowd = graph:crowd()
    local agent = crowd:add(start)
    crowd:group({ agent }).goal = goal
    goal:remove()
    local twin = graph:crowd(crowd:save())
    crowd:step()
    twin:step()
    assert.equal(low, agent.goal)
    for each in twin:agents() do assert.equal(low, each.goal) end
  end)

  it("are refused when damaged", function()
    local plane = astar.plane { bounds = { 0, 0, 40, 40 } }
    local crowd = plane:crowd()
    crowd:group(block_of(crowd, 5, 5, 5, 5, { radius = 0.4 }), { formation = { { 1, 1 } } }).goal = { 30, 30 }
    crowd:update(0.5)
    local saved = crowd:save()
    for cut = 1, #saved - 1, 7 do that(not pcall(plane.crowd, plane, saved:sub(1, cut)), "%d bytes are enough", cut) end
    that(#plane:crowd(saved) == 5, "all is there")
  end)

  it("raise errors that name what is wrong", function()
    local map = astar.grid { width = 20, height = 20 }
    local crowd, other = map:crowd(), map:crowd()
    local discs = map:crowd { radius = 0.3 }
    local a, b, d = crowd:add(map:cell(1, 1)), crowd:add(map:cell(2, 1)), discs:add(5, 5)
    raises("bad argument #1 to 'group' (array of units expected, got nil)", crowd.group, crowd)
    raises("element 2: agent expected, got disc", crowd.group, crowd, { a, d })
    raises("element 1: disc expected, got agent", discs.group, discs, { a })
    raises("element 1: agent of another crowd", other.group, other, { a })
    raises("element 1: agent expected, got number", crowd.group, crowd, { 1 })
    raises("on another", crowd.group, crowd, { astar.grid { width = 3, height = 3 }:crowd() and
      (function()
        local far = astar.grid { width = 3, height = 3 }
        return far:crowd():add(far:cell(1, 1))
      end)() })
    b:remove()
    raises("element 2: agent 2 was removed", crowd.group, crowd, { a, b })
    local function option(name, value) return crowd.group, crowd, { a }, { [name] = value } end
    raises("option 'formation'", option("formation", "boxx"))
    raises("option 'formation': element 2: {dx, dy} expected, got number", option("formation", { { 1, 2 }, 3 }))
    raises("option 'formation': element 1", option("formation", { { check.nan, 0 } }))
    raises("option 'formation': element 2", option("formation", { { 0, 0 }, { 0, check.inf } }))
    raises("option 'formation': element 1: {dx, dy} expected, got 3 elements", option("formation", { { 1, 2, 3 } }))
    raises("option 'formation': an array of {dx, dy} expected, got 0 elements", option("formation", {}))
    raises("option 'spacing'", option("spacing", 0))
    raises("option 'spacing'", option("spacing", check.nan))
    raises("option 'spacing'", option("spacing", check.inf))
    raises("option 'facing'", option("facing", { 0, 0 }))
    raises("option 'facing'", option("facing", { 1 }))
    raises("option 'speed'", option("speed", 3))
    raises("unknown option 'formations' (did you mean 'formation'?)", option("formations", "box"))
    local group = crowd:group { a }
    raises("goal", function() group.goal = 3 end)
    raises("position on the map expected", function() group.goal = { 100, 100 } end)
    raises("goal", function() group.goal = { check.nan, 1 } end)
    raises("goal", function() group.goal = astar.grid { width = 2, height = 2 }:cell(1, 1) end)
    raises("cannot be assigned", function() group.status = "moving" end)
    raises("'goals'", function() group.goals = {} end)
    raises("agent expected, got nil", group.add, group)
    raises("agent expected, got disc", group.add, group, d)
    raises("agent 2 was removed", group.remove, group, b)
    raises("agent of another crowd", group.add, group, other:add(map:cell(1, 1)))
    assert.same({ a }, group:units())
    crowd:close()
    raises("attempt to use a closed crowd", function() return group.goal end)
    raises("attempt to use a closed crowd", group.units, group)
    that(group.closed, "a group of a closed crowd is closed")
    assert.equal("group (closed)", tostring(group))
    -- A goal off the map is no error on open ground: it goes as near as it can.
    local squad = discs:group { d }
    squad.goal = { 500, 5 }
    that(run(discs, { squad }, 60, 1 / 10), "%s", squad)
  end)

  it("may be closed, and lose members, at any time", function()
    local crowd = astar.plane { bounds = { 0, 0, 40, 40 } }:crowd()
    local units = block_of(crowd, 9, 5, 5, 3, { radius = 0.4, speed = 3 })
    local group = crowd:group(units)
    group.goal = { 30, 30 }
    crowd:update(0.1)
    local places = goals_of(group)
    for _ in crowd:groups() do group:close() end
    for i, unit in ipairs(units) do
      that(square({ unit.goal.x, unit.goal.y }, places[i]) == 0, "who is left to itself goes on to its place")
    end
    for _ = 1, 600 do crowd:update(1 / 20) end
    for _, unit in ipairs(units) do assert.equal("arrived", unit.status) end
    -- Those without members and without a handle go.
    group = nil -- luacheck: ignore
    for _ = 1, 200 do crowd:group(units) end
    collectgarbage()
    collectgarbage()
    crowd:group {}
    local count = 0
    for each in crowd:groups() do
      count = count + 1
      assert.equal(9, #each)
    end
    assert.equal(1, count)
  end)
end)
