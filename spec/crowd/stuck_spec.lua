-- Which agents on nodes are stuck: those that no sequence of moves of all brings to their goals, and no others.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local function map_of(...)
  return astar.grid { rows = { ... }, legend = { ["."] = "floor", ["#"] = false }, neighbours = 4 }
end

describe("an agent on nodes", function()
  it("is stuck where two cannot pass each other", function()
    local map = map_of(".....")
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(5, 1) })
    local b = crowd:add(map:cell(5, 1), { goal = map:cell(1, 1) })
    crowd:step(60)
    assert.same({ "stuck", "stuck" }, { a.status, b.status })
    assert.equal(b, a.by)
    assert.equal(a, b.by)
    b:stop() -- which does not help the other
    crowd:step(40)
    assert.equal("stuck", a.status)
    assert.equal(b, a.by)
    b:remove()
    crowd:step(10)
    assert.equal("arrived", a.status)
  end)

  it("is not stuck because of one of another unit, which can go where it cannot", function()
    local map = astar.grid { width = 4, height = 2, neighbours = 4 }
    map:unit("boat", { default = false, water = 1 })
    map:set(2, 1, "water")
    map:set(3, 1, "water")
    local crowd = map:crowd()
    for _, a in ipairs { { 2, 1 }, { 4, 1, 4, 2 }, { 1, 2, 4, 1 }, { 3, 2, 3, 1, "boat" }, { 1, 1 },
      { 2, 2, 4, 2, nil, 1 } } do
      crowd:add(map:cell(a[1], a[2]), { goal = a[3] and map:cell(a[3], a[4]), unit = a[5], priority = a[6] })
    end
    crowd:step(200)
    for a in crowd:agents() do assert.equal("arrived", a.status) end
  end)

  it("is not stuck where there is a niche for one", function()
    local map = map_of("##.##", ".....")
    local crowd = map:crowd { patience = 1 }
    local a = crowd:add(map:cell(1, 2), { goal = map:cell(5, 2) })
    local b = crowd:add(map:cell(5, 2), { goal = map:cell(1, 2) })
    for _ = 1, 40 do
      crowd:step()
      that(a.status ~= "stuck" and b.status ~= "stuck", "%s, %s", a, b)
    end
    assert.same({ "arrived", "arrived" }, { a.status, b.status })
  end)

  it("is stuck because of one that never moves, also if others stand in between", function()
    local map = map_of(".......")
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(7, 1) })
    local man = crowd:add(map:cell(2, 1))
    local guard = crowd:add(map:cell(5, 1), { speed = 0 })
    crowd:step(40)
    assert.equal("stuck", a.status)
    assert.equal(guard, a.by)
    local copy = map:crowd(crowd:save())
    assert.equal(guard.id, copy:at(a.node).by.id)
    guard:remove()
    crowd:step(40)
    assert.equal("stuck", a.status)
    assert.equal(man, a.by)
    man:remove()
    crowd:step(40)
    assert.equal("arrived", a.status)
  end)

  it("that never moves is stuck when its patience is over, also after a way was opened", function()
    local map = map_of(".....")
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(5, 1) })
    map:block(3, 1)
    crowd:update(5)
    assert.equal("stuck", a.status)
    a.fixed = true
    map:block(3, 1, false)
    crowd:update(5)
    assert.equal("waiting", a.status)
    crowd:update(100)
    assert.equal("stuck", a.status)
  end)

  it("waits in a queue, however long that is", function()
    local map = astar.grid { width = 24, height = 15, neighbours = 4 }
    for row = 1, 15 do
      for col = 11, 12 do map:block(col, row, row ~= 8) end
    end
    local crowd, units = map:crowd { patience = 3 }, {}
    local places = map:places(map:cell(20, 8), 100)
    for i = 1, 100 do units[i] = crowd:add(map:cell(1 + (i - 1) % 10, 1 + math.floor((i - 1) / 10)), { goal = places[i] }) end
    for step = 1, 400 do
      crowd:step()
      for _, unit in ipairs(units) do that(unit.status ~= "stuck", "%s in step %d", unit, step) end
    end
    for _, unit in ipairs(units) do assert.equal("arrived", unit.status) end
  end)
end)

-- Whether all of a ring through a step can go round: a way back from `from` to `to` through nodes that are taken.
local function has_ring(ways, from, to, taken)
  local met, queue, head = { [from] = true, [to] = true }, { from }, 1
  while queue[head] do
    for _, next in ipairs(ways[queue[head]]) do
      if next == to and head > 1 then return true end
      if taken[next] and not met[next] then
        met[next] = true
        queue[#queue + 1] = next
      end
    end
    head = head + 1
  end
  return false
end

-- Where the others are after one of them has moved.
local function moved(list, from, to)
  local copy = {}
  for i, id in ipairs(list) do copy[i] = id == from and to or id end
  table.sort(copy)
  return copy
end

-- Whether one agent gets to its goal, wherever that brings the others. The state is where it is, and where the others are.
local function gets_there(map, start, goal, others)
  local ways = {}
  for cell in map:nodes() do
    ways[cell.id] = {}
    for other in cell:links() do
      if not cell.blocked and not other.blocked then table.insert(ways[cell.id], other.id) end
    end
  end
  local seen, queue, head = {}, {}, 1
  local function reach(self, list)
    local key = self .. ":" .. table.concat(list, " ")
    if not seen[key] then
      seen[key] = true
      queue[#queue + 1] = { self, list }
    end
  end
  reach(start, others)
  while queue[head] do
    local self, list = queue[head][1], queue[head][2]
    head = head + 1
    if self == goal then return true end
    local taken = { [self] = true }
    for _, id in ipairs(list) do taken[id] = true end
    for _, to in ipairs(ways[self]) do
      if not taken[to] then reach(to, list)
      elseif has_ring(ways, to, self, taken) then reach(to, moved(list, to, self)) end
    end
    for _, id in ipairs(list) do
      for _, to in ipairs(ways[id]) do
        if not taken[to] then reach(self, moved(list, id, to)) end
      end
    end
  end
  return false
end

describe("stuck is who cannot be brought to its goal", function()
  it("on small maps, by a search of all states", function()
    local stuck, arrived = 0, 0
    random.cases("stuck", 300, function(rng)
      local map, free = astar.grid { width = rng:int(2, 6), height = rng:int(1, 3), neighbours = 4 }, {}
      for cell in map:nodes() do
        if rng:chance(0.35) then cell.blocked = true
        else free[#free + 1] = cell end
      end
      rng:shuffle(free)
      local n = rng:int(2, 5)
      if #free <= n + 1 or not map:connected(free[1], free[#free]) then return end
      local crowd, others = map:crowd { patience = rng:int(1, 40) }, {}
      local unit = crowd:add(free[1], { goal = free[#free] })
      for i = 2, n do
        crowd:add(free[i])
        others[#others + 1] = free[i].id
      end
      table.sort(others)
      local can = gets_there(map, free[1].id, free[#free].id, others)
      for _ = 1, 400 do
        crowd:step()
        that(not can or unit.status ~= "stuck", "%s, though there is a way", unit)
      end
      that(unit.status == (can and "arrived" or "stuck"), "%s, and there is %s way", unit, can and "a" or "no")
      if can then arrived = arrived + 1 else stuck = stuck + 1 end
    end)
    that(arrived + stuck < 50 or (arrived > 10 and stuck > 3), "%d arrived, %d stuck", arrived, stuck)
  end)
end)

describe("agents with goals of their own", function()
  -- Steps until nothing changes any more for a while, or nil.
  local function time_to_rest(crowd, agents, most)
    local last, since = nil, 0
    for time = 1, most do
      crowd:step()
      local state = {}
      for i, agent in ipairs(agents) do state[i] = agent.node.id .. agent.status end
      state = table.concat(state, " ")
      if state ~= last then last, since = state, time end
      if time - since > 300 then return since end
    end
  end

  it("do not keep others from theirs if they are stuck", function()
    local map = astar.grid { rows = { "....#" }, legend = { ["."] = "grass", ["#"] = false } }
    for order = 1, 2 do
      local crowd = map:crowd()
      local one = crowd:add(map:cell(order, 1), { goal = map:cell(order == 1 and 3 or 1, 1) })
      local other = crowd:add(map:cell(3 - order, 1), { goal = map:cell(order == 1 and 1 or 3, 1) })
      local first, second = order == 1 and one or other, order == 1 and other or one
      that(time_to_rest(crowd, { first, second }, 2000), "they go on for ever")
      assert.equal("arrived stuck", first.status .. " " .. second.status)
    end
  end)

  it("are both stuck where each is in the way of the other", function()
    local map = astar.grid { rows = { ".....", "..f..", "##.##", "##.##" },
      legend = { ["."] = "grass", f = "forest", ["#"] = false } }
    map:unit("man", {})
    map:unit("boat", { forest = false })
    local crowd = map:crowd()
    local man = crowd:add(map:cell(3, 4), { unit = "man", goal = map:cell(5, 1) })
    local boat = crowd:add(map:cell(3, 3), { unit = "boat", goal = map:cell(3, 4) })
    that(time_to_rest(crowd, { man, boat }, 1000), "they go on for ever")
    assert.equal("stuck stuck", man.status .. " " .. boat.status)
    assert(man.by == boat and boat.by == man)
  end)
end)

describe("a disc whose path is cut off", function()
  it("is stuck before what cuts it off, goes on when that is gone, and takes a way round if there is one", function()
    for _, later in ipairs { 0, 20 } do
      local plane = astar.plane { bounds = { 0, 0, 100, 60 } }
      local crowd = plane:crowd { radius = 0.5 }
      local disc = crowd:add(20, 10, { speed = 5 })
      disc.goal = plane:path(20, 10, 80, 10, { radius = 0.5 })
      for _ = 1, later do crowd:update(0.1) end
      local wall = plane:box(60, 30, 10, 60)
      for _ = 1, 400 do crowd:update(0.1) end
      assert.equal("stuck", disc.status)
      that(disc.x > 53, "it stands at %g", disc.x)
      wall:remove()
      for _ = 1, 200 do crowd:update(0.1) end
      assert.equal("arrived", disc.status)
      disc.goal = plane:path(disc.x, disc.y, 20, 10, { radius = 0.5 })
      plane:box(60, 25, 10, 50)
      for _ = 1, 400 do crowd:update(0.1) end
      assert.equal("arrived", disc.status)
    end
  end)
end)
