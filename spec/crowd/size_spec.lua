-- Crowds on nodes with units of several cells among others: what can be asked of them, that squares never overlap, over random
-- maps of all layouts, and that they come to rest.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that, raises, refuses = check.that, check.raises, check.refuses

local units = { nil, "tank", "giant" } -- by size

local function sized(options)
  local map = astar.grid(options)
  map:unit("tank", {}, { size = 2 })
  map:unit("giant", {}, { size = 3 })
  return map
end

-- The cells that a unit of some size covers on a cell.
local function covered(map, size, cell, wraps)
  local list = {}
  for y = 0, size - 1 do
    for x = 0, size - 1 do
      local col, row = cell.col + x, cell.row + y
      if wraps then col, row = (col - 1) % map.width + 1, (row - 1) % map.height + 1 end
      list[#list + 1] = map:cell(col, row)
    end
  end
  return list
end

describe("an agent of several cells", function()
  local map, crowd, tank

  before_each(function()
    map = sized { width = 8, height = 6 }
    crowd = map:crowd()
    tank = crowd:add(map:cell(2, 2), { unit = "tank" })
  end)

  it("holds its square, whose upper left cell is its node", function()
    assert.equal(2, tank.size)
    assert.equal(map:cell(2, 2), tank.node)
    for _, cell in ipairs(covered(map, 2, tank.node)) do assert.equal(tank, crowd:at(cell)) end
    assert.is_nil(crowd:at(map:cell(4, 2)))
    assert.is_nil(crowd:at(map:cell(2, 4)))
    assert.equal(1, crowd:add(map:cell(1, 1)).size)
  end)

  it("is not put where there is no room, or somebody is in the way", function()
    local man = crowd:add(map:cell(6, 2))
    refuses("node 11 is taken by agent 1", crowd, "add", map:cell(3, 2))
    refuses("node 1 is taken by agent 1", crowd, "add", map:cell(1, 1), { unit = "tank" })
    refuses("node 13 is taken by agent 2", crowd, "add", map:cell(5, 2), { unit = "tank" })
    refuses("node 8 is too near to the edge of the map for the size of the unit", crowd, "add", map:cell(8, 1), { unit = "tank" })
    raises("node 13 is taken by agent 2", function() tank.node = map:cell(5, 2) end)
    raises("node 44 is too near to the edge", function() tank.node = map:cell(4, 6) end)
    raises("node 19 is taken by agent 1", function() man.node = map:cell(3, 3) end)
    tank.node = map:cell(3, 2) -- over cells that it holds itself
    assert.is_nil(crowd:at(map:cell(2, 2)))
    assert.equal(tank, crowd:at(map:cell(4, 3)))
    raises("field 'size' of an agent cannot be assigned", function() tank.size = 1 end)
    tank:remove()
    assert.is_nil(crowd:at(map:cell(4, 3)))
    crowd:add(map:cell(4, 3))
  end)

  it("pushes all that are in its way, and is pushed", function()
    for row = 1, 6 do crowd:add(map:cell(5, row)) end
    tank.goal = map:cell(6, 2)
    crowd:step(20)
    assert.equal("arrived", tank.status)
    local yard = sized { width = 8, height = 4 }
    local others = yard:crowd()
    local idle = others:add(yard:cell(4, 2), { unit = "tank" })
    local man = others:add(yard:cell(1, 3), { goal = yard:cell(5, 3) })
    others:step(20)
    assert.equal("arrived", man.status)
    assert.not_equal(yard:cell(4, 2), idle.node)
  end)

  it("goes only where its square fits, and a smaller one where it does not", function()
    local gap = sized { rows = { "....#....", "....#....", ".........", "....#....", "....#...." },
      legend = { ["."] = "floor", ["#"] = false } }
    local mixed = gap:crowd()
    local large = mixed:add(gap:cell(2, 3), { unit = "tank", goal = gap:cell(7, 3) })
    local small = mixed:add(gap:cell(1, 1), { goal = gap:cell(9, 3) })
    mixed:step(20)
    assert.equal("stuck", large.status)
    assert.equal("arrived", small.status)
    gap:block(5, 4, false)
    mixed:step(20)
    assert.equal("arrived", large.status)
  end)

  it("swaps with another one that it meets, with room", function()
    for _, time in ipairs { "step", "update" } do
      local lane = sized { width = 12, height = 4, neighbours = 4 }
      local two = lane:crowd()
      local a = two:add(lane:cell(1, 2), { unit = "tank", goal = lane:cell(11, 2) })
      local b = two:add(lane:cell(11, 2), { unit = "tank", goal = lane:cell(1, 2) })
      for _ = 1, 200 do two[time](two, 1) end
      assert.equal("arrived", a.status)
      assert.equal("arrived", b.status)
    end
  end)

  it("keeps the size that its unit had, and takes its costs", function()
    map:unit("tank", {}, { size = 4 })
    crowd:step(2)
    assert.equal(2, tank.size)
    assert.equal(4, crowd:add(map:cell(5, 1), { unit = "tank" }).size)
    local again = map:crowd(crowd:save())
    assert.equal(2, again:at(map:cell(3, 3)).size)
  end)

  it("has room on maps that wrap", function()
    local torus = sized { width = 6, height = 6, wrap = "xy" }
    local ring = torus:crowd()
    local corner = ring:add(torus:cell(6, 6), { unit = "tank", goal = torus:cell(3, 3) })
    assert.equal(corner, ring:at(torus:cell(1, 1)))
    ring:step(6)
    assert.equal("arrived", corner.status)
  end)
end)

describe("crowds of units of all sizes", function()
  -- A map, and a crowd on it whose units can get to their goals; with goals of their own their squares do not overlap.
  local function populate(rng, options, most, largest)
    local layout = rng:pick { "square", "square", "odd-r" }
    local wraps = layout == "square" and rng:chance(0.2)
    local map = sized { width = rng:int(8, 20), height = rng:int(8, 20), layout = layout, wrap = wraps and "xy" or nil,
      neighbours = layout == "square" and rng:pick { 4, 8 } or nil }
    for _ = 1, map.width * map.height * rng:real(0, 0.05) do map:block(rng:int(1, map.width), rng:int(1, map.height)) end
    local crowd, list, starts, ends = map:crowd { durations = options.durations }, {}, {}, {}
    local function find(size, used)
      for _ = 1, 50 do
        local cell = map:cell(rng:int(1, map.width), rng:int(1, map.height))
        local free = wraps or (cell.col + size - 1 <= map.width and cell.row + size - 1 <= map.height)
        for _, other in ipairs(free and covered(map, size, cell, wraps) or {}) do
          free = free and not used[other] and not other.blocked
        end
        if free then return cell end
      end
    end
    local area, shared = 0, options.shared and map:cell(rng:int(2, map.width - 3), rng:int(2, map.height - 3))
    for _ = 1, 60 do
      local size = rng:int(1, largest)
      local from, to = find(size, starts), shared or find(size, ends)
      if from and to and map:path(from, to, { unit = units[size] }) and area < most * map.width * map.height then
        for _, cell in ipairs(covered(map, size, from, wraps)) do starts[cell] = true end
        for _, cell in ipairs(not shared and covered(map, size, to, wraps) or {}) do ends[cell] = true end
        list[#list + 1] = crowd:add(from, { unit = units[size], goal = to, speed = rng:pick { 1, 2, 0.7 } })
        area = area + size * size
      end
    end
    return map, crowd, list, wraps
  end

  local function check_squares(map, list, wraps)
    local holder = {}
    for _, agent in ipairs(list) do
      for _, cell in ipairs(covered(map, agent.size, agent.node, wraps)) do
        that(not holder[cell], "%s and %s overlap", agent, holder[cell])
        that(not cell.blocked, "%s covers a closed cell", agent)
        holder[cell] = agent
      end
    end
  end

  local function dump(crowd)
    local out = {}
    for a in crowd:agents() do
      out[#out + 1] = ("%d %s %.9g %s"):format(a.node.id, a.next and a.next.id or "-", a.progress, a.status)
    end
    return table.concat(out, "\n")
  end

  local ways = {
    { "in steps", {}, function(crowd) crowd:step() end },
    { "in steps that take time", { durations = true }, function(crowd) crowd:step() end },
    { "in seconds", {}, function(crowd, rng) crowd:update(rng:int(1, 100) / 64) end },
  }
  for _, way in ipairs(ways) do
    local what, durations, move = way[1], way[2].durations, way[3]
    it("never overlap, and go on alike when loaded, " .. what, function()
      random.cases("squares " .. what, 40, function(rng)
        local map, crowd, list, wraps = populate(rng, { durations = durations }, 0.3, 3)
        for i = 1, 80 do
          move(crowd, rng)
          check_squares(map, list, wraps)
          if i % 25 == 0 then
            local seed = rng:int(1, 1000)
            local again, one, two = map:crowd(crowd:save()), random.new(seed), random.new(seed)
            for _ = 1, 4 do
              move(crowd, one)
              move(again, two)
            end
            that(dump(crowd) == dump(again), "loaded, it goes on otherwise")
          end
          if #list > 0 and rng:chance(0.1) then rng:pick(list).goal = map:cell(rng:int(1, map.width), rng:int(1, map.height)) end
        end
      end)
    end)

    it("rest around a goal that they share, " .. what, function()
      random.cases("squares at rest " .. what, 30, function(rng)
        local map, crowd, list, wraps = populate(rng, { durations = durations, shared = true }, 0.15, 3)
        local steps, arrived = 0
        repeat
          move(crowd, rng)
          steps = steps + 1
          arrived = 0
          for _, agent in ipairs(list) do arrived = arrived + (agent.status == "arrived" and 1 or 0) end
        until arrived == #list or steps == 5000
        that(arrived == #list, "%d of %d have arrived", arrived, #list)
        check_squares(map, list, wraps)
      end)
    end)
  end
end)
