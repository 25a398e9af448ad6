-- That crowds on nodes come to rest, also where the goals of agents exclude each other: some of them give up.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local LONG = 1024 -- steps without progress after which an agent gives up

-- Two agents in a passage: each can get to its goal, but then the other cannot be at its own.
local function passage(options, speed)
  local map = astar.grid { width = 5, height = 1, neighbours = 4 }
  local crowd = map:crowd(options)
  local a = crowd:add(map:cell(1, 1), { goal = map:cell(4, 1), speed = speed })
  local b = crowd:add(map:cell(5, 1), { goal = map:cell(2, 1) })
  return map, crowd, a, b
end

local function statuses(a, b) return { a.status, b.status } end

describe("agents whose goals exclude each other", function()
  it("get there by turns, until the one that was added later gives up", function()
    local _, crowd, a, b = passage()
    local been = {}
    for _ = 1, LONG do
      crowd:step()
      been[a.status] = true
    end
    that(been.arrived and (been.moving or been.waiting), "it is not only at its goal, or only on the way")
    crowd:step(LONG)
    assert.same({ "arrived", "stuck" }, statuses(a, b))
    assert.equal(a, b.by)
    local at = b.node
    crowd:step(LONG)
    assert.equal(at, b.node)
  end)

  it("give up by priority", function()
    local _, crowd, a, b = passage()
    b.priority = 1
    crowd:step(3 * LONG)
    assert.same({ "stuck", "arrived" }, statuses(a, b))
  end)

  -- The one at its goal, which others keep pushing off, gives up once; then those who push it do.
  it("give up one after the other where some of them share a goal", function()
    local function ring()
      local graph, n = astar.graph(), {}
      for i, at in ipairs { { 1.3, 1.25 }, { 1, 1 }, { 1, 2 }, { 4, 2 }, { 1, 2 } } do n[i] = graph:add(at[1], at[2]) end
      graph:link(n[1], n[2])
      graph:link(n[1], n[3])
      graph:link(n[3], n[4], { cost = 0.5 })
      graph:link(n[4], n[5], { cost = 1 })
      graph:link(n[2], n[5], { cost = 0 })
      local crowd = graph:crowd()
      for _, a in ipairs { { 3, 1, 1 }, { 1, 4, 1 }, { 4, 5, 0 }, { 5, 5, 0 }, { 2, 4, 0 } } do
        crowd:add(n[a[1]], { goal = n[a[2]], priority = a[3] })
      end
      return crowd
    end
    local function row()
      local graph, n = astar.graph(), {}
      for i, x in ipairs { 0, 1.8, 2.8, 4 } do n[i] = graph:add(x, 0) end
      for i = 1, 3 do graph:link(n[i], n[i + 1]) end
      local crowd = graph:crowd { durations = true }
      crowd:add(n[3], { goal = n[3], priority = -1 })
      crowd:add(n[4], { goal = n[2], speed = 2 })
      crowd:add(n[2], { goal = n[2], speed = 0.5 })
      return crowd
    end
    for _, make in ipairs { row, ring } do
      local crowd = make()
      crowd:step(20 * LONG)
      local before = crowd:positions()
      for _ = 1, 40 do
        crowd:step()
        assert.same(before, crowd:positions())
        for a in crowd:agents() do that(a.status == "arrived" or a.status == "stuck", "%s is at rest", a) end
      end
    end
  end)

  it("do so in seconds, and with durations", function()
    local _, crowd, a, b = passage(nil, 2)
    crowd:update(3 * LONG)
    assert.equal("stuck", (a.status == "arrived" and b or a).status)
    _, crowd, a, b = passage { durations = true }
    crowd:step(3 * LONG)
    assert.same({ "arrived", "stuck" }, statuses(a, b))
  end)

  it("try again after an order to any agent, and after an edit", function()
    local map, crowd, a, b = passage()
    crowd:step(3 * LONG)
    a.goal = map:cell(1, 1)
    crowd:step(10)
    assert.same({ "arrived", "arrived" }, statuses(a, b))
    map, crowd, a, b = passage()
    crowd:step(3 * LONG)
    assert.equal("stuck", b.status)
    local other = map:cell(1, 1)
    other.blocked = true
    other.blocked = false
    crowd:step()
    that(b.status ~= "stuck", "it has given up still")
    a:remove()
    crowd:step(10)
    assert.equal("arrived", b.status)
  end)

  it("are saved with what they have given up", function()
    local map, crowd, a, b = passage()
    local half = LONG + 700
    crowd:step(half)
    local copy = map:crowd(crowd:save())
    crowd:step(half)
    copy:step(half)
    assert.equal(crowd:save(), copy:save())
    local later = map:crowd(copy:save())
    assert.same({ "arrived", "stuck" }, statuses(later:at(a.node), later:at(b.node)))
    assert.equal(a.id, later:at(b.node).by.id)
    later:step(half)
    copy:step(half)
    assert.equal(copy:save(), later:save())
  end)

  it("are saved after a slow one has given up, too", function()
    local map = astar.grid { width = 5, height = 1, neighbours = 4 }
    local crowd = map:crowd { durations = true }
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(4, 1) })
    local b = crowd:add(map:cell(5, 1), { goal = map:cell(2, 1), speed = 0.2, priority = -1 })
    for _ = 1, 3 * LONG do
      crowd:update(1)
      local saved = crowd:save()
      that(map:crowd(saved):save() == saved, "it is loaded as another crowd")
    end
    assert.same({ "arrived", "stuck" }, statuses(a, b))
  end)

  it("give up only as many as have to, in a passage however long", function()
    local map = astar.grid { width = 300, height = 1, neighbours = 4 }
    for _, col in ipairs { 48, 50, 205 } do
      local crowd = map:crowd()
      local a = crowd:add(map:cell(col, 1), { goal = map:cell(290, 1) })
      local b = crowd:add(map:cell(col + 1, 1), { goal = map:cell(5, 1) })
      crowd:step(5 * LONG)
      assert.same({ "arrived", "stuck" }, statuses(a, b))
    end
  end)

  it("try once more when their way is free", function()
    local graph, n = astar.graph(), {}
    for i, x in ipairs { 3, 4, 0, 3, 3.5, 2, 0, 0, 3 } do n[i] = graph:add(x, i % 3) end
    for _, link in ipairs { { 1, 2, 1 }, { 2, 3, 4 }, { 1, 4, 1 }, { 4, 5, 1.2 }, { 5, 6, 0 }, { 6, 7, 2.2 }, { 5, 8, 0.5 },
      { 4, 9, 2 } } do graph:link(n[link[1]], n[link[2]], { cost = link[3] }) end
    local crowd = graph:crowd()
    for _, a in ipairs { { 6, 5 }, { 7, 4 }, { 2, 7 }, { 1, 6 }, { 8, 7 } } do
      crowd:add(n[a[1]], { goal = n[a[2]] })
    end
    crowd:step(8 * LONG)
    for a in crowd:agents() do
      local avoid = {}
      for b in crowd:agents() do if a ~= b then avoid[#avoid + 1] = b.node end end
      that(a.status == "arrived" or a.status == "stuck", "%s is at rest", a)
      that(a.status == "arrived" or not graph:path(a.node, a.goal, { avoid = avoid }), "%s has a free way", a)
    end
    assert.equal(crowd:save(), graph:crowd(crowd:save()):save())
  end)
end)

describe("groups come to rest", function()
  local function state_of(crowd)
    local out = {}
    for a in crowd:agents() do out[#out + 1] = ("%d %s %d"):format(a.node.id, a.status, a.goal and a.goal.id or 0) end
    return table.concat(out, ", ")
  end

  -- Members that are held up exchange their places, and what saves distance from here costs it from there.
  it("where one that cannot get away has another place each time", function()
    local graph, n = astar.graph(), {}
    for i, x in ipairs { 0, 5, 2, 8, 6 } do n[i] = graph:add(x, i == 1 and 2 or 0) end
    for _, link in ipairs { { 2, 4 }, { 1, 4 }, { 5, 2 }, { 3, 2 }, { 5, 4 } } do
      graph:link(n[link[1]], n[link[2]], { oneway = true })
    end
    graph:link(n[2], n[1])
    graph:link(n[5], n[1])
    local crowd = graph:crowd { patience = 8 }
    crowd:group({ crowd:add(n[2]), crowd:add(n[4]), crowd:add(n[1]) }, { formation = "line" }).goal = n[4]
    crowd:step(6 * LONG)
    local before = state_of(crowd)
    for _ = 1, 60 do
      crowd:step(5)
      assert.equal(before, state_of(crowd))
    end
  end)

  -- An exchange is an order, after which those who gave up would try again.
  it("where members that gave up would exchange their places", function()
    local graph, n = astar.graph(), {}
    for i, at in ipairs { { 3, 0 }, { 4, 1 }, { 2, 2 }, { 0, 3 }, { 3, 0 }, { 2, 2 }, { 2.38, 0.6 }, { 2, 2 } } do
      n[i] = graph:add(at[1], at[2])
    end
    for _, link in ipairs { { 1, 2 }, { 2, 3 }, { 3, 4 }, { 2, 7 }, { 7, 4 }, { 5, 7 } } do
      graph:link(n[link[1]], n[link[2]])
    end
    local crowd = graph:crowd()
    local a = {}
    for i, each in ipairs { { 5, 3 }, { 8 }, { 2 }, { 3, 4 }, { 1, 4 }, { 4 } } do
      a[i] = crowd:add(n[each[1]], { goal = n[each[2]] })
    end
    crowd:step(9)
    n[5].blocked = true
    crowd:step()
    crowd:group({ a[1], a[2], a[3], a[6] }, { formation = "circle", speed = "own" }).goal = n[7]
    crowd:step(20 * LONG)
    local before = state_of(crowd)
    for _ = 1, 60 do
      crowd:step(50)
      assert.equal(before, state_of(crowd))
    end
  end)

  it("where links lead one way", function()
    random.cases("groups at rest", 500, function(rng)
      local graph, nodes, units = astar.graph(), {}, {}
      for i = 1, rng:int(4, 7) do nodes[i] = graph:add(rng:int(0, 9), rng:int(0, 2)) end
      for _ = 1, rng:int(#nodes, 2 * #nodes) do
        local a, b = rng:pick(nodes), rng:pick(nodes)
        if a ~= b then graph:link(a, b, { oneway = rng:chance(0.6) }) end
      end
      local crowd = graph:crowd { patience = 8 }
      for i = 1, rng:int(2, 3) do units[i] = crowd:add(nodes[i]) end
      crowd:group(units, { formation = "line" }).goal = rng:pick(nodes)
      crowd:step(12 * LONG) -- each may give up, and try once more at rest
      local before = state_of(crowd)
      for _ = 1, 60 do
        crowd:step(5)
        that(state_of(crowd) == before, "%s after %s", check.later(function() return state_of(crowd) end), before)
      end
    end)
  end)
end)

describe("crowds come to rest", function()
  local function add_some(rng, map, crowd, free)
    local goals, units = {}, {}
    for i, cell in ipairs(free) do goals[i] = cell end
    rng:shuffle(free)
    rng:shuffle(goals)
    local shared = rng:chance(0.3)
    for i = 1, rng:int(2, #free - 1) do
      local unit = rng:pick { "man", "boat", "tank", "" }
      local room = pcall(crowd.add, crowd, free[i], {
        unit = unit ~= "" and unit or nil,
        goal = shared and rng:chance(0.5) and goals[1] or goals[i],
        speed = rng:pick { 0.5, 1, 1, 2 },
        priority = rng:int(0, 1),
      })
      if room then units[#units + 1] = crowd:at(free[i]) end
    end
    return units, map
  end

  it("on small maps full of agents of all kinds", function()
    random.cases("rest", 40, function(rng)
      local map = astar.grid { width = rng:int(2, 6), height = rng:int(2, 5), neighbours = rng:pick { 4, 8 } }
      map:unit("man", { water = false })
      map:unit("boat", { default = false, water = 1 })
      map:unit("tank", {}, { size = 2 })
      local free = {}
      for cell in map:nodes() do
        if rng:chance(0.2) then cell.blocked = true
        else free[#free + 1] = cell end
        if rng:chance(0.2) then cell.terrain = "water" end
      end
      if #free < 4 then return end
      local timing = rng:int(1, 3)
      local crowd = map:crowd { durations = timing == 2 or nil }
      local units = add_some(rng, map, crowd, free)
      -- Each may give up, and all others once more after that.
      local most, rests, last = 8 * LONG + 400 * #units * #units, 0, nil
      for _ = 1, most do
        if timing == 3 then crowd:update(1) else crowd:step() end
        local now = {}
        for i, unit in ipairs(units) do
          now[i] = unit.node.id
          if unit.status == "moving" or unit.status == "waiting" then now[i] = -1 end
        end
        local text = table.concat(now, " ")
        rests = text == last and not text:find("-", 1, true) and rests + 1 or 0
        last = text
        if rests > 3 * LONG then return end
      end
      error(("%d agents on %d cells do not come to rest in %d steps"):format(#units, #free, most))
    end)
  end)
end)

describe("agents that go to and fro between a dock and a field", function()
  it("get out of a deep dock past those who wait for it", function()
    for _, case in ipairs { { 4, 3, 8 }, { 4, 5, 8 }, { 5, 3, 8 }, { 5, 4, 4 } } do
      local depth, count = case[1], case[2]
      local rows = {}
      for row = 1, depth + 6 do rows[row] = row <= depth and "###.###" or "......." end
      local map = astar.grid { rows = rows, legend = { ["."] = "sand", ["#"] = false }, neighbours = case[3] }
      local dock, field = map:cell(4, 1), map:cell(2, depth + 5)
      local crowd, units, loads = map:crowd(), {}, 0
      for i = 1, count do units[i] = crowd:add(map:cell(i, depth + 3), { goal = i % 2 == 0 and dock or field }) end
      for _ = 1, 1500 do
        crowd:step()
        for _, unit in ipairs(units) do
          if unit.node == unit.goal then
            if unit.goal == dock then loads = loads + 1 end
            unit.goal = unit.goal == dock and field or dock
          end
        end
      end
      that(loads > 60, "%d agents load %d times at a dock that is %d deep", count, loads, depth)
    end
  end)
end)
