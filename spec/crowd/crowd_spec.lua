-- Crowds on nodes: what can be asked of them and of their agents, and, over random maps of all layouts with edits between the
-- calls, that every step is legal, in turns and in seconds.

local astar = require "astar"
local check = require "spec.support.check"
local child = require "spec.support.child"
local crowds = require "spec.support.crowds"
local legal = require "spec.support.legal"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that, collect, apart, raises, refuses = check.that, check.collect, check.apart, check.raises, check.refuses
local list, dump = crowds.list, crowds.dump_agents

-- A corridor of n cells in the lower row, with one cell above column `niche`.
local function corridor(n, niche)
  local map = astar.grid { width = n, height = 2, neighbours = 4 }
  for col = 1, n do
    if col ~= niche then map:block(col, 1) end
  end
  return map
end

---- What it is -------------------------------------------------------------------------------------------------

describe("a crowd", function()
  it("has agents, which are one object each", function()
    local g, n = shapes.chain(5)
    g:unit("man", {})
    local crowd = g:crowd()
    assert.equal("crowd (0 agents)", tostring(crowd))
    assert.equal("astar.crowd", getmetatable(crowd))
    local a = crowd:add(n[1], { goal = n[4], unit = "man", priority = 2, data = "x" })
    assert.equal("crowd (1 agent)", tostring(crowd))
    assert.equal("astar.agent", getmetatable(a))
    assert.equal("agent 1 (moving)", tostring(a))
    assert.equal(1, a.id)
    assert.equal(crowd, a.crowd)
    assert.equal(g, crowd.graph)
    assert.equal(n[1], a.node)
    assert.equal(n[4], a.goal)
    assert.equal("man", a.unit)
    assert.equal(2, a.priority)
    assert.equal("x", a.data)
    assert.equal(false, a.fixed)
    assert.equal(nil, a.next)
    assert.equal(0, a.progress)
    assert.equal(1, a.speed)
    assert.same({ n[1].x, n[1].y, 0, 0 }, { a.x, a.y, a.vx, a.vy })
    assert.equal("moving", a.status)
    assert.equal(nil, a.by)
    assert.equal(0, a.waited)
    assert.equal(a, crowd:at(n[1]))
    assert.equal(nil, crowd:at(n[2]))
    local b = crowd:add(n[3])
    assert.equal(nil, b.goal)
    assert.equal(nil, b.unit)
    assert.equal(0, b.priority)
    assert.same({ a, b }, list(crowd))
    assert.equal(2, #crowd)
    assert.equal(0, crowd.steps)
    assert.equal(0, crowd.time)
    crowd:step()
    crowd:step(3)
    assert.equal(4, crowd.steps)
    assert.equal(4, crowd.time)
    assert.equal("arrived", a.status)
    assert.equal(n[4], a.node)
    assert.equal("agent 1 (arrived)", tostring(a))
  end)

  it("takes nodes by name", function()
    local g = astar.graph()
    local a, b = g:add(0, 0, { name = "a" }), g:add(1, 0, { name = "b" })
    g:link(a, b)
    local crowd = g:crowd()
    local one = crowd:add("a", { goal = "b" })
    assert.equal(one, crowd:at("a"))
    crowd:step()
    assert.equal(b, one.node)
    one.goal, one.node = "a", "a"
    assert.equal(a, one.node)
    assert.equal(a, one.goal)
  end)

  it("takes options, and tells them", function()
    local g = astar.graph()
    local crowd = g:crowd { durations = true, patience = 5, expansions = 7 }
    assert.equal(true, crowd.durations)
    assert.equal(5, crowd.patience)
    assert.equal(7, crowd.expansions)
    assert.equal(20000, g:crowd().expansions)
    assert.equal(math.huge, g:crowd { expansions = math.huge }.expansions)
    assert.equal(false, g:crowd({}).durations)
    assert.equal(32, g:crowd().patience)
    assert.equal(2 ^ 32 - 1, g:crowd({ patience = math.huge }).patience)
  end)

  it("lets scripts change an agent", function()
    local g, n = shapes.chain(5)
    local crowd = g:crowd()
    local a = crowd:add(n[1])
    a.goal = n[3]
    assert.equal("moving", a.status)
    crowd:step(2)
    assert.equal(n[3], a.node)
    a.goal = nil
    crowd:step()
    assert.equal("arrived", a.status)
    assert.equal(nil, a.goal)
    a.node = n[5]
    assert.equal(a, crowd:at(n[5]))
    assert.equal(nil, crowd:at(n[3]))
    a.node = n[5]
    a.priority, a.fixed, a.data = -1.5, true, g
    assert.equal(-1.5, a.priority)
    assert.equal(true, a.fixed)
    assert.equal(g, a.data)
    a.goal = n[1]
    crowd:step(3)
    assert.equal(n[5], a.node)
    a.fixed, a.data = false, nil
    assert.equal(nil, a.data)
    crowd:step(4)
    assert.equal(n[1], a.node)
  end)

  it("lets agents go, and uses their ids again", function()
    local g, n = shapes.chain(5)
    local crowd = g:crowd()
    local a, b = crowd:add(n[1], { data = 1 }), crowd:add(n[2])
    a:remove()
    assert.equal("agent 1 (removed)", tostring(a))
    raises("agent 1 was removed", function() return a.node end)
    raises("agent 1 was removed", function() a.goal = n[2] end)
    refuses("agent 1 was removed", a, "remove")
    assert.equal(nil, crowd:at(n[1]))
    local c = crowd:add(n[1])
    assert.equal(1, c.id)
    assert.not_equal(a, c)
    assert.equal(nil, c.data)
    assert.equal("agent 1 (removed)", tostring(a))
    assert.same({ c, b }, list(crowd))
    for agent in crowd:agents() do agent:remove() end
    assert.equal(0, #crowd)
  end)

  it("says where all are, in one array", function()
    local g, n = shapes.chain(4)
    local crowd = g:crowd()
    assert.same({}, crowd:positions())
    crowd:add(n[1], { goal = n[4] })
    crowd:add(n[4])
    local into = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }
    assert.equal(into, crowd:positions(into))
    assert.same({ n[1].x, n[1].y, 0, 0, n[4].x, n[4].y, 0, 0 }, into)
    crowd:step()
    assert.same({ n[2].x, n[2].y, n[2].x - n[1].x, n[2].y - n[1].y, n[4].x, n[4].y, 0, 0 }, crowd:positions(into))
    crowd:at(n[4]):remove()
    assert.equal(4, #crowd:positions(into))
  end)

  it("limits how much a step searches", function()
    local map = astar.grid { width = 30, height = 30 }
    local crowd = map:crowd { expansions = 30 } -- what one of these searches takes
    local agents = {}
    for y = 1, 6 do agents[y] = crowd:add(map:cell(1, y), { goal = map:cell(30, y) }) end
    -- One search a step, in turn by id; the others wait.
    for step = 1, 6 do
      crowd:step()
      for y = 1, 6 do
        assert.equal(y <= step and "moving" or "waiting", agents[y].status)
        assert.equal(y <= step and 2 + step - y or 1, agents[y].node.col)
        assert.equal(map:cell(30, y), agents[y].goal)
      end
    end
    -- All get another goal: who has not had a turn goes on to the old one.
    for y = 1, 6 do agents[y].goal = map:cell(1, 20 + y) end
    crowd:step()
    assert.equal(map:cell(1, 21), agents[1].goal)
    for y = 2, 6 do
      assert.equal("moving", agents[y].status)
      assert(agents[y].node.col > 7 - y, tostring(agents[y].node))
    end
    -- A goal that is the one it goes to ends the wait, and so does none.
    agents[6].goal = map:cell(30, 6)
    agents[5].goal = nil
    crowd:step()
    assert.equal("arrived", agents[5].status)
    crowd:step(90)
    assert.equal(map:cell(30, 6), agents[6].node)
    for y = 1, 4 do assert.equal(map:cell(1, 20 + y), agents[y].node) end
  end)

  it("lets all wait in turn whose ways an edit has changed", function()
    local map = astar.grid { width = 20, height = 20 }
    local crowd = map:crowd { expansions = 150 } -- what one or two of these searches take
    local free = map:crowd()
    for y = 2, 9 do
      for _, each in ipairs { crowd, free } do each:add(map:cell(1, y), { goal = map:cell(20, y) }) end
    end
    crowd:step(8)
    free:step(8)
    for y = 1, 19 do map:block(12, y) end
    crowd:step()
    free:step()
    local waiting = 0
    for a in crowd:agents() do
      assert.not_equal("stuck", a.status)
      if a.status == "waiting" then waiting = waiting + 1 end
    end
    assert(waiting >= 6, waiting)
    for a in free:agents() do assert.equal("moving", a.status) end
    for step = 1, 300 do
      if step % 12 == 0 then map:block(20, 20, step % 24 == 0) end
      crowd:step()
    end
    for a in crowd:agents() do assert.equal("arrived", a.status) end
  end)

  it("follows a goal that moves in each step, a few agents at a time", function()
    local map = astar.grid { width = 40, height = 40 }
    local crowd = map:crowd { expansions = 50 }
    local prey = crowd:add(map:cell(20, 20), { fixed = true })
    for i = 1, 20 do crowd:add(map:cell(i, 1)) end
    for step = 1, 120 do
      local to = map:cell(20 + step % 15, 20)
      if not crowd:at(to) then prey.node = to end
      for a in crowd:agents() do
        if a ~= prey then a.goal = prey.node end
      end
      crowd:step()
    end
    for a in crowd:agents() do assert(math.abs(a.node.row - 20) < 8, tostring(a.node)) end
  end)

  it("holds both nodes of a step that takes longer", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0), g:add(3, 0), g:add(3.5, 0)
    g:link(a, b)
    g:link(b, c)
    local crowd = g:crowd { durations = true }
    local one = crowd:add(a, { goal = c })
    crowd:step()
    assert.equal(a, one.node)
    assert.equal(b, one.next)
    check.near(1 / 3, one.progress)
    assert.equal(one, crowd:at(a))
    assert.equal(one, crowd:at(b))
    assert.equal("moving", one.status)
    local at = crowd:positions()
    check.near(1, at[1])
    check.near(1, at[3])
    crowd:step()
    check.near(2 / 3, one.progress)
    crowd:step()
    assert.equal(b, one.node)
    assert.equal(nil, one.next)
    assert.equal(0, one.progress)
    assert.equal(nil, crowd:at(a))
    crowd:step()
    assert.equal(c, one.node)
    refuses("'solve' cannot look for steps in a crowd with durations", crowd, "solve")
  end)

  it("tells who is stuck, and by whom", function()
    local g, n = shapes.chain(4)
    local crowd = g:crowd { patience = 3 }
    local a = crowd:add(n[1], { goal = n[4] })
    local b = crowd:add(n[2], { fixed = true })
    crowd:step(2)
    assert.equal("waiting", a.status)
    assert.equal(b, a.by)
    crowd:step(2)
    assert.equal("stuck", a.status)
    assert.equal("agent 1 (stuck)", tostring(a))
    assert.is_true(a.waited >= 3)
    local found = {}
    for agent, by in crowd:stuck() do found[#found + 1] = { agent, by } end
    assert.same({ { a, b } }, found)
    b.fixed = false
    b:remove()
    crowd:step(3)
    assert.equal("arrived", a.status)
    for _ in crowd:stuck() do error("nobody is stuck") end
    local island = g:add(9, 9)
    a.goal = island
    crowd:step()
    assert.equal("stuck", a.status)
    assert.equal(nil, a.by)
  end)

  it("keeps agents whose node is removed, without a node", function()
    local g, n = shapes.chain(4)
    local crowd = g:crowd()
    local a, b = crowd:add(n[2], { goal = n[4] }), crowd:add(n[1], { goal = n[3] })
    n[2]:remove()
    assert.equal(nil, a.node)
    assert.equal("stuck", a.status)
    local at = crowd:positions()
    that(at[1] ~= at[1] and at[2] ~= at[2], "a place without a node")
    assert.same({}, { a.x, a.y, a.vx, a.vy })
    crowd:step()
    assert.equal(nil, a.node)
    refuses("'solve' cannot look for steps while agent 1 has no node", crowd, "solve")
    n[3]:remove()
    assert.equal(nil, b.goal)
    crowd:step()
    assert.equal(n[1], b.node)
    a.node = n[4]
    assert.equal(n[4], a.node)
    crowd:step()
    assert.equal("arrived", a.status)
  end)

  it("takes in edits when it is updated, also if no time passes", function()
    local g, n = shapes.chain(4)
    local crowd = g:crowd()
    local a, b = crowd:add(n[2], { goal = n[4] }), crowd:add(n[1], { goal = n[3] })
    crowd:update(0.5)
    n[3]:remove() -- to which agent 1 was on its way, so it stays at node 2, and the other one does not come there
    crowd:update(0)
    assert.same({ 2, 1 }, { a.x, b.x })
  end)

  it("leaves a blocked node, and enters none", function()
    local g, n = shapes.chain(3)
    n[1].blocked = true
    local crowd = g:crowd()
    local a = crowd:add(n[1], { goal = n[3] })
    crowd:step(2)
    assert.equal(n[3], a.node)
    a.goal = n[1]
    crowd:step(4)
    assert.not_equal(n[1], a.node)
  end)

  it("lets several have one goal", function()
    local map = astar.grid { width = 7, height = 7 }
    local crowd, goal = map:crowd(), map:cell(4, 4)
    for col = 1, 7 do crowd:add(map:cell(col, 1), { goal = goal }) end
    crowd:step(40)
    local near = {}
    for _, node in ipairs(map:places(goal, 7)) do near[node] = true end
    for a in crowd:agents() do
      assert.equal("arrived", a.status)
      that(near[a.node], "%s is not one of the places", a.node)
    end
  end)

  it("sends those behind that have arrived to where a place is left", function()
    local rows = { "...m", "m#m#", "m.f.", "mm..", "mmm." } -- m: an agent, f: one that is fixed
    local map = astar.grid { rows = rows, legend = { ["."] = "floor", m = "floor", f = "floor", ["#"] = false } }
    local crowd, goal = map:crowd(), map:cell(2, 4)
    for row, cells in ipairs(rows) do
      for col, what in cells:gmatch("()(%a)") do crowd:add(map:cell(col, row), { goal = goal, fixed = what == "f" }) end
    end
    crowd:step(60)
    for a in crowd:agents() do assert.equal("arrived", a.status) end
  end)

  it("stops an agent", function()
    local g, n = shapes.chain(9)
    local crowd = g:crowd()
    local a = crowd:add(n[1], { goal = n[9] })
    assert.equal("moving", crowd:add(n[9]).status) -- until the first step, as any new one
    crowd:step(3)
    a:stop()
    assert.equal(nil, a.goal)
    crowd:step(3)
    assert.equal("arrived", a.status)
    assert.equal(n[4], a.node)
    a.goal = n[8]
    crowd:step()
    a.goal = nil
    crowd:step(3)
    assert.same({ n[5], "arrived" }, { a.node, a.status })
    a:remove()
    raises("agent 1 was removed", function() a:stop() end)
    raises("agent 1 was removed", function() a.speed = 2 end)
    raises("agent 1 was removed", function() return a.x end)
  end)

  it("does not see the agents of another", function()
    local g, n = shapes.chain(5)
    local crowd, other = g:crowd(), g:crowd()
    local a, b = crowd:add(n[1], { goal = n[5] }), other:add(n[5], { goal = n[1] })
    for _ = 1, 4 do
      crowd:step()
      other:step()
    end
    assert.same({ n[5], n[1], "arrived", "arrived" }, { a.node, b.node, a.status, b.status })
    assert.is_nil(crowd:at(n[1]))
  end)

  it("is closed, and says so", function()
    local g, n = shapes.chain(3)
    local crowd = g:crowd()
    local a, walk = crowd:add(n[1]), { crowd:agents() }
    assert.equal(false, crowd.closed)
    crowd:close()
    crowd:close()
    assert.equal(true, crowd.closed)
    assert.equal("crowd (closed)", tostring(crowd))
    assert.equal("agent 1 (removed)", tostring(a))
    for _, method in ipairs { "add", "step", "update", "solve", "agents", "stuck", "positions", "save", "at" } do
      refuses("attempt to use a closed crowd", crowd, method, n[1])
    end
    for _, field in ipairs { "steps", "time", "graph", "planned", "plan_cost", "durations", "patience", "expansions" } do
      raises("attempt to use a closed crowd", function() return crowd[field] end)
    end
    raises("attempt to use a closed crowd", function() return #crowd end)
    raises("attempt to use a closed crowd", walk[1], walk[2], walk[3])
    raises("attempt to use a closed crowd", function() return a.node end)
    raises("attempt to use a closed crowd", function() a.goal = n[2] end)
    refuses("attempt to use a closed crowd", a, "remove")
    refuses("attempt to use a closed crowd", a, "stop")
    if check.version >= "5.4" then
      local open = g:crowd()
      assert(load("local crowd <close> = ...", "close", "t"))(open)
      assert.equal(true, open.closed)
    end
  end)
end)

---- Solving ----------------------------------------------------------------------------------------------------

describe("crowd:solve", function()
  it("lets two swap in a corridor with one niche", function()
    local map = corridor(5, 3)
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 2), { goal = map:cell(5, 2) })
    local b = crowd:add(map:cell(5, 2), { goal = map:cell(1, 2) })
    assert.equal(0, crowd.planned)
    assert.equal(0, crowd.plan_cost)
    assert.equal(true, crowd:solve())
    local planned = crowd.planned
    assert.is_true(planned >= 6 and crowd.plan_cost > 0)
    crowd:step()
    assert.equal(planned - 1, crowd.planned)
    crowd:step(planned - 1)
    assert.equal(0, crowd.planned)
    assert.equal(map:cell(5, 2), a.node)
    assert.equal(map:cell(1, 2), b.node)
    assert.equal("arrived", a.status)
  end)

  it("does not take a goal that was shared once for one that is", function()
    for _, once in ipairs { false, true } do
      local map = astar.grid { width = 6, height = 1, neighbours = 4 }
      local crowd = map:crowd()
      local a = crowd:add(map:cell(1, 1), { goal = map:cell(1, 1) })
      local b = crowd:add(map:cell(3, 1), { goal = map:cell(once and 1 or 2, 1) })
      crowd:step(4)
      b.goal = map:cell(6, 1)
      crowd:step()
      map:block(1, 1)                                      -- under a, at its goal
      assert.is_true(crowd:solve(nil, 1000))
      crowd:step(6)
      assert.is_true(a.node == a.goal and b.node == b.goal)
      local loaded = map:crowd(crowd:save())
      assert.is_true(loaded:solve(nil, 1000))
    end
  end)

  it("finds better steps while it may", function()
    local map = corridor(9, 5)
    local crowd = map:crowd()
    crowd:add(map:cell(1, 2), { goal = map:cell(9, 2) })
    crowd:add(map:cell(9, 2), { goal = map:cell(1, 2) })
    assert.equal(true, crowd:solve())
    local first = crowd.plan_cost
    assert.equal(true, crowd:solve(nil, 20000))
    assert.is_true(crowd.plan_cost <= first)
    local best = crowd.plan_cost
    assert.equal(true, crowd:solve(0))
    assert.is_true(crowd.plan_cost <= best)
    assert.equal(true, crowd:solve(0.001))
  end)

  it("says that there is no way, or that it has found none yet", function()
    local map = corridor(4)
    local crowd = map:crowd()
    crowd:add(map:cell(1, 2), { goal = map:cell(4, 2) })
    crowd:add(map:cell(4, 2), { goal = map:cell(1, 2) })
    assert.same({ false, "unsolvable" }, { crowd:solve() })
    assert.equal(0, crowd.planned)
    local g, n = shapes.chain(3)
    crowd = g:crowd()
    local guard = crowd:add(n[1], { goal = n[2], fixed = true })
    assert.same({ false, "unsolvable" }, { crowd:solve() })
    guard.goal = n[1]
    assert.equal(true, crowd:solve())
    local wide = astar.grid { width = 9, height = 9 }
    crowd = wide:crowd()
    for i = 1, 9 do crowd:add(wide:cell(i, 1), { goal = wide:cell(10 - i, 9) }) end
    assert.same({ false, "limit" }, { crowd:solve(nil, 1) })
    assert.equal(true, crowd:solve())
    assert.is_true(crowd.planned >= 8)
  end)

  it("forgets what it has found when an agent or the map is edited", function()
    local map = corridor(5, 3)
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 2), { goal = map:cell(5, 2) })
    crowd:add(map:cell(5, 2), { goal = map:cell(1, 2) })
    assert.equal(true, crowd:solve())
    map:set(1, 2, "mud")
    crowd:step()
    assert.equal(0, crowd.planned)
    assert.equal(true, crowd:solve())
    a.priority = 3
    assert.equal(0, crowd.planned)
    assert.equal(true, crowd:solve())
    crowd:add(map:cell(3, 1))
    assert.equal(0, crowd.planned)
  end)

  it("gives the same in the same number of expansions", function()
    local function run()
      local map = astar.grid { width = 8, height = 8 }
      for i = 1, 7 do map:block((i * 5) % 8 + 1, i) end
      local crowd, free = map:crowd(), {}
      for i = 1, 64 do
        local cell = map:cell((i - 1) % 8 + 1, math.floor((i - 1) / 8) + 1)
        if not cell.blocked then free[#free + 1] = cell end
      end
      for i = 1, 20 do crowd:add(free[i * 2], { goal = free[#free + 1 - i * 2] }) end
      local found = crowd:solve(nil, 3000)
      local out = { tostring(found), dump(crowd) }
      while crowd.planned > 0 do
        crowd:step()
        out[#out + 1] = dump(crowd)
      end
      return table.concat(out, "\n"), found and list(crowd)
    end
    local first, agents = run()
    assert.equal(first, (run()))
    for _, a in ipairs(agents or {}) do assert.equal("arrived", a.status) end
  end)
end)

---- Wrong input ------------------------------------------------------------------------------------------------

describe("a crowd refuses", function()
  local g, n = shapes.chain(6)
  local other, m = shapes.chain(2)
  n[6].name = "end"
  g:unit("man", {})
  local map = astar.grid { width = 4, height = 4 }
  map:unit("giant", {}, { size = 2 })
  local crowd, on_map = g:crowd(), map:crowd()
  local a = crowd:add(n[1])
  local gone = g:add(9, 9)
  gone:remove()

  local unchanged, not_assigned = crowds.guards(crowd, a, dump)

  it("wrong options", function()
    refuses("option 'patience': number >= 1 expected, got 0", g, "crowd", { patience = 0 })
    refuses("option 'patience': whole number expected, got 1.5", g, "crowd", { patience = 1.5 })
    refuses("option 'patience': number expected, got nan", g, "crowd", { patience = check.nan })
    refuses("option 'expansions': number >= 1 expected, got 0", g, "crowd", { expansions = 0 })
    refuses("option 'expansions': whole number expected, got 2.5", g, "crowd", { expansions = 2.5 })
    refuses("option 'expansions': number expected, got nan", g, "crowd", { expansions = check.nan })
    refuses("option 'durations': boolean expected, got number", g, "crowd", { durations = 1 })
    refuses("unknown option 'duration' (did you mean 'durations'?)", g, "crowd", { duration = true })
    refuses("bad argument #1 to 'crowd' (table expected, got number)", g, "crowd", 3)
    raises("write graph:crowd(...), with a colon", g.crowd)
  end)

  it("nodes on which no agent can be", function()
    unchanged("bad argument #1 to 'add' (node 1 is taken by agent 1)", crowd, "add", n[1])
    unchanged("bad argument #1 to 'add' (node of another graph)", crowd, "add", m[1])
    unchanged("was removed", crowd, "add", gone)
    unchanged("no node named 'ent' (did you mean 'end'?)", crowd, "add", "ent")
    unchanged("node expected, got number: write g:node(id)", crowd, "add", 3)
    unchanged("node expected, got nil", crowd, "add")
    refuses("write map:cell(col, row)", on_map, "add", { 1, 1 })
    refuses("node of another graph", crowd, "at", m[1])
    assert.equal(2, #other)
  end)

  it("wrong options of an agent", function()
    unchanged("bad argument #2 to 'add' (option 'goal': node of another graph)", crowd, "add", n[2], { goal = m[1] })
    unchanged("option 'goal': node expected, got table", crowd, "add", n[2], { goal = {} })
    unchanged("was removed", crowd, "add", n[2], { goal = gone })
    unchanged("no unit named 'men' (did you mean 'man'?)", crowd, "add", n[2], { unit = "men" })
    unchanged("option 'unit': string expected, got number", crowd, "add", n[2], { unit = 1 })
    unchanged("option 'priority': finite number expected, got nan", crowd, "add", n[2], { priority = check.nan })
    unchanged("option 'priority': finite number expected, got infinity", crowd, "add", n[2], { priority = check.inf })
    unchanged("option 'priority': number expected, got string", crowd, "add", n[2], { priority = "1" })
    unchanged("option 'speed': finite number expected, got nan", crowd, "add", n[2], { speed = check.nan })
    unchanged("option 'speed': finite number expected, got infinity", crowd, "add", n[2], { speed = check.inf })
    unchanged("option 'speed': number >= 0 expected, got -1", crowd, "add", n[2], { speed = -1 })
    unchanged("option 'speed': number expected, got string", crowd, "add", n[2], { speed = "1" })
    unchanged("option 'fixed': boolean expected, got number", crowd, "add", n[2], { fixed = 1 })
    unchanged("unknown option 'gaol' (did you mean 'goal'?)", crowd, "add", n[2], { gaol = n[1] })
    unchanged("bad argument #2 to 'add' (table expected, got userdata)", crowd, "add", n[2], io.stdout)
    refuses("too near to the edge of the map for the size of the unit", on_map, "add", map:cell(map.width, 1), { unit = "giant" })
  end)

  it("what agents cannot be", function()
    crowd:add(n[5])
    not_assigned("field 'node' of an agent: node 5 is taken by agent 2", "node", n[5])
    not_assigned("field 'node' of an agent: node expected, got nil", "node", nil)
    not_assigned("field 'node' of an agent: node of another graph", "node", m[1])
    not_assigned("field 'goal' of an agent: node expected, got boolean", "goal", true)
    not_assigned("no node named 'ent' (did you mean 'end'?)", "goal", "ent")
    not_assigned("was removed", "goal", gone)
    not_assigned("field 'priority' of an agent: finite number expected, got nan", "priority", check.nan)
    not_assigned("field 'priority' of an agent: number expected, got nil", "priority", nil)
    not_assigned("field 'fixed' of an agent: boolean expected, got nil", "fixed", nil)
    not_assigned("field 'speed' of an agent: finite number expected, got nan", "speed", check.nan)
    not_assigned("field 'speed' of an agent: finite number expected, got infinity", "speed", check.inf)
    not_assigned("field 'speed' of an agent: number >= 0 expected, got -1", "speed", -1)
    not_assigned("field 'speed' of an agent: number expected, got nil", "speed", nil)
    for _, field in ipairs { "id", "crowd", "next", "progress", "unit", "status", "by", "waited", "x", "y", "vx", "vy" } do
      not_assigned(("field '%s' of an agent cannot be assigned"):format(field), field, 1)
    end
    not_assigned("agent has no field 'gaol' (did you mean 'goal'?)", "gaol", n[2])
    not_assigned("method 'remove' of an agent cannot be assigned", "remove", print)
    raises("agent has no field 'stat'", function() return a.stat end)
    raises("agent has no field of type number", function() return a[1] end)
    raises("field 'steps' of a crowd cannot be assigned", function() crowd.steps = 0 end)
    raises("field 'time' of a crowd cannot be assigned", function() crowd.time = 0 end)
    raises("crowd has no field 'stpe'", function() return crowd.stpe end)
  end)

  it("wrong arguments of its methods", function()
    unchanged("whole number >= 1 expected, got 0", crowd, "step", 0)
    unchanged("whole number expected, got number", crowd, "step", 1.5)
    unchanged("whole number expected, got nan", crowd, "step", check.nan)
    unchanged("at most 1000000 steps expected, got inf", crowd, "step", math.huge)
    unchanged("bad argument #1 to 'update' (finite number expected, got nan)", crowd, "update", check.nan)
    unchanged("bad argument #1 to 'update' (finite number expected, got infinity)", crowd, "update", check.inf)
    unchanged("bad argument #1 to 'update' (number >= 0 expected, got -1)", crowd, "update", -1)
    unchanged("bad argument #1 to 'update' (at most 1000000 seconds expected, got 1000000000)", crowd, "update", 1e9)
    unchanged("bad argument #1 to 'update' (number expected, got nil)", crowd, "update")
    unchanged("bad argument #1 to 'update' (number expected, got string)", crowd, "update", "1")
    unchanged("bad argument #1 to 'solve' (number >= 0 expected, got -1)", crowd, "solve", -1)
    unchanged("bad argument #2 to 'solve' (whole number >= 1 expected, got 0)", crowd, "solve", nil, 0)
    unchanged("bad argument #1 to 'positions' (table expected, got number)", crowd, "positions", 1)
    unchanged("unknown option 'date' (did you mean 'data'?)", crowd, "save", { date = false })
    raises("calling 'step' on bad self (crowd expected, got nil: write crowd:step(...), with a colon)", crowd.step)
    raises("calling 'step' on bad self (crowd expected, got graph", crowd.step, g)
    raises("calling 'update' on bad self (crowd expected, got number: write crowd:update(...), with a colon)", crowd.update, 1)
    raises("calling 'remove' on bad self (agent expected, got crowd", a.remove, crowd)
  end)
end)

---- Legal steps ------------------------------------------------------------------------------------------------

local function check_positions(w, crowd, moves, into)
  local positions = crowd:positions(into)
  that(#positions == 4 * #crowd, "%d numbers for %d agents", #positions, #crowd)
  for i, move in ipairs(moves) do
    local x, y, dx, dy = positions[4 * i - 3], positions[4 * i - 2], positions[4 * i - 1], positions[4 * i]
    if move.to then
      that(x == move.to.node.x and y == move.to.node.y, "the place of %s", move.agent)
      if not w.wrap_x and not w.wrap_y then
        check.near(x - move.from.node.x, dx, "movement of %s", move.agent)
        check.near(y - move.from.node.y, dy, "movement of %s", move.agent)
      end
    else
      that(x ~= x and y ~= y, "the place of %s", move.agent)
    end
  end
end

-- What agents make of the cost of a step in a second.
local SPEEDS = { 1, 2, 0.5, 1.7, 3, 0 }

local function some_node(w, rng)
  return rng:pick(w.list).node
end

local function add_agent(w, crowd, rng)
  local node = some_node(w, rng)
  if crowd:at(node) then return nil end
  local goal = rng:chance(0.85) and some_node(w, rng) or nil
  return crowd:add(node, { goal = goal, unit = w:any_unit(rng), priority = rng:chance(0.3) and rng:int(-2, 2) or nil,
    speed = rng:chance(0.5) and rng:pick(SPEEDS) or nil, fixed = rng:chance(0.05), data = rng:chance(0.2) and rng:int(1, 9) or nil })
end

-- One random edit of the agents.
local function edit_agents(w, crowd, rng)
  local agents = list(crowd)
  local a, dice = rng:pick(agents), rng:int(1, 10)
  if not a or dice <= 1 then
    add_agent(w, crowd, rng)
  elseif dice <= 2 and #agents > 2 then
    a:remove()
  elseif dice <= 7 then
    -- one goal for several, at times
    local other = rng:pick(agents)
    a.goal = rng:chance(0.3) and other.goal or rng:chance(0.9) and some_node(w, rng) or nil
  elseif dice == 8 then
    local node = some_node(w, rng)
    if not crowd:at(node) then a.node = node end
  elseif dice == 9 then
    a.priority = rng:int(-2, 2)
    if rng:chance(0.5) then a.speed = rng:pick(SPEEDS) end
  else
    a.fixed = not a.fixed and rng:chance(0.3)
  end
end

-- In an order, so that a seed gives the same cases each time.
local FEATURE_NAMES = { "terrain", "walls", "links", "heights", "waypoints", "wrap" }
local FEATURES = {}
for _, name in ipairs(FEATURE_NAMES) do FEATURES[name] = true end

local function random_grid(rng, i)
  local features = { layout = tiles.LAYOUTS[i % #tiles.LAYOUTS + 1] }
  for _, name in ipairs(FEATURE_NAMES) do features[name] = rng:chance(0.6) end
  return tiles.random(rng, features)
end

local function random_crowd(w, rng, options)
  local crowd = w.g:crowd(options)
  for _ = 1, rng:int(1, math.max(1, math.floor(#w.list * rng:pick({ 0.1, 0.2, 0.4, 0.9 })))) do add_agent(w, crowd, rng) end
  return crowd
end

local function walk(w, rng, edit, steps)
  local crowd, into, total = random_crowd(w, rng), {}, 0
  local edits, agents, lively = rng:pick({ 0, 0.1, 0.5 }), rng:pick({ 0.05, 0.3, 1 }), rng:pick({ 0, 0.3, 1 })
  for _ = 1, steps do
    if rng:chance(edits) then edit() end
    if rng:chance(agents) then edit_agents(w, crowd, rng) end
    local moves = legal.before(w, crowd)
    crowd:step()
    total = total + legal.check(w, crowd, moves)
    for _, move in ipairs(moves) do
      if move.agent.status == "arrived" and rng:chance(lively) then move.agent.goal = some_node(w, rng) end
    end
    if rng:chance(0.2) then check_positions(w, crowd, moves, into) end
  end
  return total
end

describe("every step is legal", function()
  it("on grids of all layouts", function()
    local total = 0
    random.cases("crowds on grids", 900, function(rng, i)
      local t = random_grid(rng, i)
      total = total + walk(t, rng, function() t:edit(rng, FEATURES) end, 60)
    end)
    that(total > 0, "nobody has moved")
  end)

  it("on graphs", function()
    random.cases("crowds on graphs", 300, function(rng)
      local w = world.random(rng, rng:int(2, 25), rng:pick({ 2, 3, 5 }))
      walk(w, rng, function()
        w:edit(rng)
        if #w.list == 0 then w:random_node(rng) end
        if rng:chance(0.2) then w:forget_handles() end
      end, 60)
    end)
  end)
end)

---- Durations --------------------------------------------------------------------------------------------------

-- The ticks that a step takes; nil if rounding decides.
local function ticks_of(cost)
  local whole = math.floor(cost + 0.5)
  if math.abs(cost - whole) <= 1e-6 * math.max(1, whole) then
    return cost == whole and math.max(1, whole) or nil
  end
  return math.max(1, math.ceil(cost))
end

local function check_held(w, crowd, moves, begun)
  local held = {}
  for _, move in ipairs(moves) do
    local a = move.agent
    local node, next_node = a.node, a.next
    for _, each in ipairs { node or false, next_node or false } do
      if each then
        that(not held[each], "%s and %s hold one node", held[each], a)
        held[each] = a
        that(crowd:at(each) == a, "%s is not found on a node that it holds", a)
      end
    end
    that(next_node ~= node or node == nil, "%s enters the node where it is", a)
    that((next_node ~= nil) == (a.progress > 0), "%s: progress %g", a, a.progress)
    local at, to = node and w.by_node[node], next_node and w.by_node[next_node]
    local run = begun[a]
    if run and at == run.from and to == run.to then
      run.ticks = run.ticks + 1
    else
      if run then
        that(at == run.to, "%s did not arrive where it went", a)
        that(not run.wanted or run.ticks + 1 == run.wanted, "%s took %d ticks, should take %s", a, run.ticks + 1, run.wanted)
      end
      begun[a] = nil
      if to then
        local start = run and run.to or move.from
        that(at == start, "%s begins a step elsewhere", a)
        local cost = legal.cost(w, move.unit, at, to)
        that(cost and move.speed > 0, "%s makes a step from %s to %s", a, at.node, to.node)
        local wanted = ticks_of(cost / move.speed)
        begun[a] = { from = at, to = to, ticks = 1, wanted = wanted }
        that(not wanted or wanted > 1, "%s is on its way, in a step of one tick", a)
      elseif not run and at ~= move.from then
        local cost = legal.cost(w, move.unit, move.from, at)
        that(cost and move.speed > 0, "%s makes a step from %s to %s", a, move.from.node, at.node)
        local wanted = ticks_of(cost / move.speed)
        that(not wanted or wanted == 1, "%s takes one tick, should take %s", a, wanted)
      end
    end
  end
end

describe("steps that take as long as they cost", function()
  it("hold both nodes until they are over", function()
    random.cases("crowds with durations", 240, function(rng, i)
      local w = i % 4 == 0 and world.random(rng, rng:int(2, 20), 3) or random_grid(rng, i)
      local crowd, begun = random_crowd(w, rng, { durations = true }), {}
      for step = 1, 60 do
        if rng:chance(0.3) then
          local agents = list(crowd)
          local a = rng:pick(agents)
          if a and step % 7 == 0 then
            begun[a] = nil
            a:remove()
          elseif a then
            a.goal = some_node(w, rng)
          end
          add_agent(w, crowd, rng)
        end
        local moves = legal.before(w, crowd)
        crowd:step()
        check_held(w, crowd, moves, begun)
      end
    end)
  end)

  it("go on whatever is done to the map", function()
    random.cases("crowds with durations and edits", 160, function(rng, i)
      local w = i % 3 == 0 and world.random(rng, rng:int(2, 20), 3) or random_grid(rng, i)
      local crowd = random_crowd(w, rng, { durations = true })
      for _ = 1, 60 do
        if rng:chance(0.3) then w:edit(rng, FEATURES) end
        if #w.list == 0 then w:random_node(rng) end
        if rng:chance(0.3) then edit_agents(w, crowd, rng) end
        crowd:step()
        local held = {}
        for a in crowd:agents() do
          for _, each in ipairs { a.node or false, a.next or false } do
            that(not each or not held[each], "two hold one node")
            held[each] = a
          end
          that(a.progress >= 0 and a.progress < 1, "%s: progress %g", a, a.progress)
        end
      end
    end)
  end)
end)

---- Getting there ----------------------------------------------------------------------------------------------

describe("all agents", function()
  it("reach their goals on an open map", function()
    random.cases("crowds that arrive", 60, function(rng, i)
      local layout = tiles.LAYOUTS[i % #tiles.LAYOUTS + 1]
      local map = astar.grid { width = rng:int(4, 9), height = rng:int(4, 9), layout = layout }
      local crowd, cells, goals = map:crowd(), {}, {}
      for cell in map:nodes() do
        cells[#cells + 1], goals[#goals + 1] = cell, cell
      end
      rng:shuffle(cells)
      rng:shuffle(goals)
      local been = {}
      for k = 1, math.floor(#cells * rng:pick({ 0.1, 0.3, 0.5 })) do
        crowd:add(cells[k], { goal = goals[k] })
      end
      for _ = 1, 400 do
        crowd:step()
        local all = true
        for a in crowd:agents() do
          if a.node == a.goal then been[a] = true end
          all = all and been[a]
        end
        if all then return end
      end
      error("not all agents were at their goals at some time")
    end)
  end)

  it("follow what solve has found", function()
    random.cases("solved crowds", 60, function(rng, i)
      local t = tiles.random(rng, { layout = tiles.LAYOUTS[i % #tiles.LAYOUTS + 1], terrain = rng:chance(0.5), walls = true, size = 6 })
      local crowd, goals = t.g:crowd(), {}
      for _, r in ipairs(t.list) do goals[#goals + 1] = r.node end
      rng:shuffle(goals)
      for k = 1, rng:int(1, math.min(6, #t.list)) do
        local node = some_node(t, rng)
        if not crowd:at(node) then crowd:add(node, { goal = goals[k], unit = t:any_unit(rng) }) end
      end
      local found, why = crowd:solve(nil, 2000)
      that(found or why == "unsolvable" or why == "limit", "solve says %s", why)
      that(not found or crowd.planned >= 0, "steps are planned")
      if not found then
        assert.equal(0, crowd.planned)
        return
      end
      for left = crowd.planned, 1, -1 do
        that(crowd.planned == left, "%d steps are left, should be %d", crowd.planned, left)
        local moves = legal.before(t, crowd)
        crowd:step()
        legal.check(t, crowd, moves)
      end
      for a in crowd:agents() do that(a.node == a.goal, "%s is not at its goal", a) end
      crowd:step()
      for a in crowd:agents() do that(a.status == "arrived" and a.node == a.goal, "%s has left its goal", a) end
    end)
  end)
end)

---- Nobody stops ------------------------------------------------------------------------------------------------

-- A map of one of several kinds, and the nodes of its largest part in random order.
-- Make a maze: a depth-first walk over every second cell, and some openings more.
local function carve(rng, map, size)
  for row = 1, size do
    for col = 1, size do map:block(col, row, col % 2 == 0 or row % 2 == 0) end
  end
  local stack, met = { { 1, 1 } }, { [map:cell(1, 1)] = true }
  while #stack > 0 do
    local col, row = stack[#stack][1], stack[#stack][2]
    local open = {}
    for _, way in ipairs { { 2, 0 }, { -2, 0 }, { 0, 2 }, { 0, -2 } } do
      local cell = map:cell(col + way[1], row + way[2])
      if cell and not met[cell] then open[#open + 1] = way end
    end
    if #open == 0 then
      stack[#stack] = nil
    else
      local way = rng:pick(open)
      map:block(col + way[1] / 2, row + way[2] / 2, false)
      stack[#stack + 1] = { col + way[1], row + way[2] }
      met[map:cell(col + way[1], row + way[2])] = true
    end
  end
  for _ = 1, size / 2 do map:block(rng:int(1, size), rng:int(1, size), false) end
end

local function random_map(rng, size, layout, step, neighbours)
  local map = astar.grid { width = size, height = size, layout = layout, step = step or rng:pick { 1, 1, 1.5, 3 },
    neighbours = layout == "square" and (neighbours or rng:pick { 4, 8 }) or nil }
  local kind = rng:int(1, 5)
  if kind == 1 then     -- clutter
    for _ = 1, size * size * rng:real(0, 0.25) do map:block(rng:int(1, size), rng:int(1, size)) end
  elseif kind == 2 then -- rooms
    for i = 5, size, 5 do
      for k = 1, size do
        if k % 5 ~= 3 then
          map:block(i, k)
          map:block(k, i)
        end
      end
    end
  elseif kind == 3 then -- aisles, one wide
    for col = 2, size - 1, 2 do
      for row = 2, size - 1 do map:block(col, row, row % 6 ~= 0) end
    end
  elseif kind == 4 then -- docks, one deep
    for col = 1, size, 2 do map:block(col, 1) end
  else                  -- a maze with a few circles
    carve(rng, map, size)
  end
  local part = {}
  local seen = {}
  for cell in map:nodes() do
    if not cell.blocked and not seen[cell] then
      local nodes = {}
      for node in map:reach(cell):nodes("closed") do
        nodes[#nodes + 1], seen[node] = node, true
      end
      if #nodes > #part then part = nodes end
    end
  end
  rng:shuffle(part)
  return map, part
end

-- Open the cell that was closed, and close another one without which the rest is still connected. Returns that.
local function close_another(rng, map, crowd, part, taken, closed)
  if closed then closed.blocked = false end
  local cell = rng:pick(part)
  if crowd:at(cell) or taken[cell] then return end
  cell.blocked = true
  local from, count = part[1] == cell and part[2] or part[1], 0
  for _ in map:reach(from):nodes("closed") do count = count + 1 end
  if count == #part - 1 then return cell end
  cell.blocked = false
end

describe("nobody stops for ever", function()
  local LEGEND = { ["."] = "floor", ["#"] = false }

  it("at dead ends, in whatever order they were added", function()
    for _, rows in ipairs { { "#.#", "...", "..." }, { "##.##", ".....", "....." }, { "#.#", "#.#", "...", "..." },
      { "#.#", "#.#", "#.#", "...", "..." } } do
      for _, inner_first in ipairs { true, false } do
        local map = astar.grid { rows = rows, legend = LEGEND, neighbours = 4 }
        local crowd, middle, depth = map:crowd(), (#rows[1] + 1) / 2, #rows - 2
        local inner, outer
        local function add_inner() inner = crowd:add(map:cell(middle, depth), { goal = map:cell(1, #rows) }) end
        local function add_outer() outer = crowd:add(map:cell(middle, depth + 1), { goal = map:cell(middle, depth) }) end
        if inner_first then add_inner() end
        add_outer()
        if not inner_first then add_inner() end
        crowd:step(40)
        that(inner.status == "arrived" and outer.status == "arrived", "%s %s, %s %s", inner, inner.node, outer, outer.node)
      end
    end
  end)

  it("in front of a link that costs nothing", function()
    local map = astar.grid { width = 9, height = 1 }
    map:link(map:cell(3, 1), map:cell(7, 1), { cost = 0 })
    local crowd = map:crowd()
    local agent = crowd:add(map:cell(1, 1), { goal = map:cell(9, 1) })
    crowd:step(5)
    assert.equal("arrived", agent.status)
  end)

  it("with a new goal on each arrival", function()
    random.cases("lifelong", 18, function(rng, case)
      local durations, seconds = case % 3 == 1, case % 3 == 2
      local map, part = random_map(rng, rng:int(8, 20), rng:pick { "square", "square", "odd-r" })
      local crowd, units, taken, since = map:crowd { durations = durations }, {}, {}, {}
      local most = (durations or seconds) and 10000 or 2500 -- one step may take five seconds
      local closed
      local function goal()
        local node
        repeat node = rng:pick(part) until not taken[node] and not node.blocked
        taken[node] = true
        return node
      end
      for i = 1, math.min(rng:int(2, 50), math.floor(#part / 4)) do
        units[i], since[i] = crowd:add(part[i], { goal = goal(), speed = seconds and rng:pick { 1, 2, 0.5, 2.7 } or nil }), 0
      end
      for step = 1, most * 1.2 do
        if seconds then crowd:update(1)
        else crowd:step() end
        for i, unit in ipairs(units) do
          if unit.status == "arrived" then
            taken[unit.goal] = nil
            unit.goal, since[i] = goal(), step
          end
          that(step - since[i] < most, "%s has not arrived since step %d of %d", unit, since[i], step)
          that(unit.status ~= "stuck" or durations, "%s by %s in step %d", unit, unit.by, step)
        end
        if step % 100 == 0 then closed = close_another(rng, map, crowd, part, taken, closed) end
      end
    end)
  end)
end)

describe("a crowd comes to rest", function()
  -- Each unit has its own place in the end, and stays there.
  local function rests(crowd, units, most, move)
    local steps = 0
    move = move or crowd.step
    local function all_arrived()
      for _, unit in ipairs(units) do
        if unit.status ~= "arrived" then return false end
      end
      return true
    end
    repeat
      move(crowd, 1)
      steps = steps + 1
    until all_arrived() or steps == most
    that(all_arrived(), "after %d steps some of %d units have not arrived", steps, #units)
    local nodes = {}
    for i, unit in ipairs(units) do nodes[i] = unit.node end
    for _ = 1, 50 do
      move(crowd, 1)
      for i, unit in ipairs(units) do that(unit.node == nodes[i], "%s moves again", unit) end
    end
  end

  -- In steps, in steps with durations, or in seconds, then with speeds, by turns.
  local function way_of(case)
    local speeds = case % 3 == 2 and { 1, 2, 0.5, 2.7 } or { 1 }
    return { durations = case % 3 == 1 }, speeds, case % 3 == 2 and function(crowd) crowd:update(1) end or nil
  end

  it("beside units that never move", function()
    for _, options in ipairs { { fixed = true }, { speed = 0 } } do
      local map = astar.grid { width = 7, height = 7 }
      local crowd, units = map:crowd(), {}
      crowd:add(map:cell(4, 4), options) -- on the goal
      crowd:add(map:cell(4, 5), options)
      for i = 1, 7 do units[i] = crowd:add(map:cell(i, 1), { goal = map:cell(4, 4) }) end
      rests(crowd, units, 200)
      rests(crowd, units, 200, crowd.update)
    end
  end)

  it("round the goals that it shares, with units of several kinds", function()
    random.cases("shared goals", 80, function(rng, case)
      local size = rng:int(4, 16)
      local map = astar.grid { width = size, height = size, layout = rng:pick { "square", "square", "odd-r" },
        step = rng:pick { 1, 1.5, 2, 3 } }
      for _ = 1, size * size * rng:real(0, 0.4) do map:set(rng:int(1, size), rng:int(1, size), "mud") end
      map:unit("slow", { mud = 3 })
      local options, speeds, move = way_of(case)
      local crowd, units = map:crowd(options), {}
      local goals = {}
      for i = 1, rng:int(1, 2) do goals[i] = map:cell(rng:int(1, size), rng:int(1, size)) end
      local cells = {}
      for cell in map:nodes() do cells[#cells + 1] = cell end
      rng:shuffle(cells)
      for i = 1, math.floor(#cells * rng:real(0.05, 0.4)) do
        units[i] = crowd:add(cells[i], { goal = rng:pick(goals), unit = rng:chance(0.3) and "slow" or nil, speed = rng:pick(speeds) })
      end
      rests(crowd, units, 20000, move)
    end)
  end)

  it("on goals of their own", function()
    random.cases("own goals", 60, function(rng, case)
      local size = rng:int(4, 16)
      local map = astar.grid { width = size, height = size, layout = rng:pick { "square", "square", "odd-r" },
        step = rng:pick { 1, 1.5, 2, 3 } }
      local options, speeds, move = way_of(case)
      local crowd, units = map:crowd(options), {}
      local cells, goals = {}, {}
      for cell in map:nodes() do cells[#cells + 1], goals[#goals + 1] = cell, cell end
      rng:shuffle(cells)
      rng:shuffle(goals)
      for i = 1, math.floor(#cells * rng:real(0.05, 0.35)) do
        units[i] = crowd:add(cells[i], { goal = goals[i], speed = rng:pick(speeds) })
      end
      rests(crowd, units, 20000, move)
    end)
  end)

  it("where two can only pass each other at the mouth of a dead end, also if steps take time", function()
    for case = 0, 2 do
      local options, _, move = way_of(case)
      for _, step in ipairs { 1, 2 } do
        local map = astar.grid { rows = { "#####.##", "........", "#####.##" }, legend = { ["."] = "floor", ["#"] = false },
          neighbours = 4, step = step }
        local crowd = map:crowd(options)
        local left = crowd:add(map:cell(1, 2), { goal = map:cell(4, 2) })
        local right = crowd:add(map:cell(8, 2), { goal = map:cell(2, 2), speed = 2 })
        rests(crowd, { left, right }, 2000, move)
      end
    end
  end)
end)

---- Seconds -----------------------------------------------------------------------------------------------------

describe("crowd:update", function()
  local function road(n, options)
    options = options or {}
    options.width, options.height = n, 1
    return astar.grid(options)
  end

  it("gives each step its cost divided by the speed, in seconds", function()
    local map = road(5, { step = 1.5, cell = 2 })
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(3, 1), speed = 3 })
    crowd:update(0)
    assert.equal(nil, a.next)
    crowd:update(0.25)
    assert.same({ 0.25, 0, 0.5 }, { crowd.time, crowd.steps, a.progress })
    assert.same({ 2, 1, 4, 0 }, { a.x, a.y, a.vx, a.vy })
    assert.same({ 2, 1, 4, 0 }, crowd:positions())
    assert.equal(map:cell(1, 1), a.node)
    assert.equal(map:cell(2, 1), a.next)
    assert.equal("moving", a.status)
    crowd:update(0.25 - 2 ^ -20)
    assert.equal(map:cell(1, 1), a.node)
    crowd:update(2 ^ -20)
    assert.equal(0.5, crowd.time)
    assert.equal(map:cell(2, 1), a.node)
    assert.equal(nil, a.next)
    assert.same({ 3, 1 }, { a.x, a.y })
    crowd:update(0.5)
    assert.equal(map:cell(3, 1), a.node)
    assert.equal("arrived", a.status)
    crowd:update(0.1)
    assert.same({ 5, 1, 0, 0 }, { a.x, a.y, a.vx, a.vy })
    assert.equal(1, crowd.steps)
    crowd:update(1e6)
    check.near(1000001.1, crowd.time)
  end)

  it("takes at least 2^-10 seconds for a step", function()
    local map = road(5)
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(5, 1), speed = 1e12 })
    for i = 1, 4 do
      assert.equal(map:cell(i, 1), a.node)
      crowd:update(2 ^ -10 - 2 ^ -20)
      assert.equal(map:cell(i, 1), a.node)
      crowd:update(2 ^ -20)
    end
    assert.equal(map:cell(5, 1), a.node)
  end)

  it("adds up times that are shorter than its own unit", function()
    local map = road(2)
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(2, 1), speed = 2 ^ 12 }) -- 2^-10 s: no step takes less
    for _ = 1, 3 do crowd:update(2 ^ -12) end
    assert.equal(map:cell(1, 1), a.node)
    for _ = 1, 256 do crowd:update(2 ^ -20) end
    assert.equal(map:cell(2, 1), a.node)
    for _ = 1, 8 do crowd:update(2 ^ -23) end
    assert.equal(2 ^ -10 + 2 ^ -20, crowd.time)
  end)

  it("moves nobody whose speed is 0, and heeds another speed from the next step on", function()
    local map = road(5)
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(5, 1), speed = 2 })
    crowd:update(0.25)
    a.speed = 4
    assert.equal(4, a.speed)
    crowd:update(0.25)
    assert.equal(map:cell(2, 1), a.node)
    crowd:update(0.125)
    assert.same({ 2, 4 }, { a.x, a.vx })
    a.speed = 0
    crowd:update(0.125)
    assert.equal(map:cell(3, 1), a.node)
    local b = crowd:add(map:cell(2, 1), { goal = map:cell(5, 1) })
    crowd:update(40)
    assert.equal(map:cell(3, 1), a.node)
    assert.same({ 2.5, 0.5, 0, 0 }, { a.x, a.y, a.vx, a.vy })
    assert.equal(map:cell(2, 1), b.node)
    assert.equal("stuck", b.status)
    assert.equal(a, b.by)
    a.speed = 1
    crowd:update(5)
    assert.equal("arrived", a.status)
    assert.equal(map:cell(4, 1), b.node)
  end)

  it("counts patience in steps of the agent", function()
    local map = road(5)
    local crowd = map:crowd { patience = 4 }
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(5, 1), speed = 0.25 })
    crowd:add(map:cell(3, 1), { fixed = true })
    crowd:update(4 + 15)
    assert.equal("waiting", a.status)
    assert.equal(15, a.waited)
    crowd:update(1)
    assert.equal("stuck", a.status)
  end)

  it("lets an agent set out for a node that another is leaving", function()
    local map = road(6)
    local crowd = map:crowd()
    local first = crowd:add(map:cell(2, 1), { goal = map:cell(6, 1), priority = 1 })
    local second = crowd:add(map:cell(1, 1), { goal = map:cell(5, 1) })
    crowd:update(0.5)
    assert.equal(first.node, second.next)
    assert.equal(second, crowd:at(map:cell(2, 1)))
    assert.equal(second, crowd:at(map:cell(1, 1)))
    assert.equal(first, crowd:at(map:cell(3, 1)))
    raises("'step' cannot go on while agents are between two nodes: this crowd moves by update", function() crowd:step() end)
    crowd:update(0.5)
    crowd:step()
    assert.equal(map:cell(4, 1), first.node)
    second.speed = 4                                       -- it would come too early
    crowd:update(0.25)
    assert.equal(nil, second.next)
    crowd:update(2)
    assert.equal("arrived", first.status)
    assert.equal("arrived", second.status)
  end)

  it("goes the shorter way over the edges of a map that wraps", function()
    local map = road(8, { wrap = "x" })
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(7, 1) })
    crowd:update(0.25)
    assert.same({ 0.25, 0.5, -1, 0 }, { a.x, a.y, a.vx, a.vy })
    crowd:update(0.5)
    assert.same({ 7.75, 0.5, -1, 0 }, { a.x, a.y, a.vx, a.vy })
  end)

  it("takes whole seconds with durations, as steps do", function()
    local map = road(4, { step = 1.5 })
    local crowd = map:crowd { durations = true }
    local a = crowd:add(map:cell(1, 1), { goal = map:cell(4, 1) })
    crowd:update(1.5)
    assert.equal(0.75, a.progress)
    crowd:update(0.5)
    assert.equal(map:cell(2, 1), a.node)
    crowd:step()
    assert.equal(0.5, a.progress)
    crowd:update(1)
    assert.equal(map:cell(3, 1), a.node)
  end)

  it("follows what solve has found", function()
    local map = corridor(5, 3)
    local crowd = map:crowd()
    local a = crowd:add(map:cell(1, 2), { goal = map:cell(5, 2), speed = 2 })
    local b = crowd:add(map:cell(5, 2), { goal = map:cell(1, 2), speed = 0.5 })
    assert.is_true(crowd:solve(nil, 1000))
    local steps = crowd.planned
    crowd:update(2)
    assert.equal(steps - 1, crowd.planned)
    for _ = 1, 60 do
      local rows, moves = crowd.planned, { before = { a.node, b.node } }
      crowd:update(0.5)
      if rows > 0 and crowd.planned == rows then assert.same(moves.before, { a.node, b.node }) end
    end
    assert.equal(0, crowd.planned)
    assert.equal("arrived", a.status)
    assert.equal("arrived", b.status)
  end)

  it("makes only legal steps", function()
    random.cases("crowds in seconds", 400, function(rng, i)
      local w = i % 4 == 0 and world.random(rng, rng:int(2, 25), rng:pick { 2, 3, 5 }) or random_grid(rng, i)
      local crowd, begun = random_crowd(w, rng), {}
      for _ = 1, 40 do
        crowd:update(rng:pick { 0, 0.1, 0.25, 1, 3 })
        legal.check_begun(w, crowd, begun)
      end
    end)
  end)

  it("keeps agents apart whatever is done to them and to the map", function()
    random.cases("crowds in seconds and edits", 400, function(rng, i)
      local w = i % 4 == 0 and world.random(rng, rng:int(2, 25), rng:pick { 2, 3, 5 }) or random_grid(rng, i)
      local crowd = random_crowd(w, rng, { durations = rng:chance(0.3) })
      for _ = 1, 40 do
        if rng:chance(0.3) then w:edit(rng, FEATURES) end
        if #w.list == 0 then w:random_node(rng) end
        if rng:chance(0.3) then edit_agents(w, crowd, rng) end
        crowd:update(rng:pick { 0, 0.1, 0.25, 1, 3 })
        legal.check_apart(crowd)
      end
    end)
  end)

  it("keeps agents apart on the way, too", function()
    random.cases("distances of agents", 80, function(rng)
      local map, part = random_map(rng, rng:int(4, 14), rng:pick { "square", "square", "odd-r", "even-q" })
      for _ = 1, #part * rng:real(0, 0.5) do rng:pick(part).terrain = "mud" end
      map:unit("slow", { mud = 3 })
      local crowd = map:crowd()
      for i = 1, math.min(40, math.ceil(#part * rng:real(0, 0.8))) do
        crowd:add(part[i], { goal = rng:pick(part), unit = rng:chance(0.3) and "slow" or nil, speed = rng:pick { 1, 1, 2, 0.5, 2.7 } })
      end
      local at = {}
      for _ = 1, 60 do
        crowd:update(rng:pick { 0.1, 0.25 })
        crowd:positions(at)
        for i = 5, #at, 4 do
          for k = 1, i - 4, 4 do
            local dx, dy = at[i] - at[k], at[i + 1] - at[k + 1]
            that(dx * dx + dy * dy > 0.16, "agents come as near as %g to each other", math.sqrt(dx * dx + dy * dy))
          end
        end
      end
    end)
  end)

  it("has the same course however the time is divided, and after it was saved", function()
    random.cases("divided time", 120, function(rng, i)
      local w = i % 4 == 0 and world.random(rng, rng:int(2, 20), 3) or random_grid(rng, i)
      local crowd = random_crowd(w, rng, { expansions = math.huge, durations = rng:chance(0.2), patience = rng:int(1, 20) })
      local other = w.g:crowd(crowd:save())
      for _ = 1, 12 do
        local left = rng:int(0, 4 * 256)
        crowd:update(left / 256)
        while left > 0 do
          local part = rng:int(1, math.min(left, rng:pick { 1, 16, 512 }))
          other:update(part / 256)
          left = left - part
        end
        assert.equal(dump(crowd), dump(other))
        if rng:chance(0.2) then
          local text = crowd:save()
          other = w.g:crowd(text)
          that(other:save() == text, "what was loaded is not saved as the same")
        end
        if rng:chance(0.3) then
          w:edit(rng, FEATURES)
          if #w.list == 0 then w:random_node(rng) end
        end
        if rng:chance(0.3) then
          local seed = rng:int(1, 1000000)
          for _, each in ipairs { crowd, other } do edit_agents(w, each, random.new(seed)) end
        end
      end
    end)
  end)

  it("makes in a second what a step makes, where each step takes a second", function()
    random.cases("seconds and steps", 40, function(rng)
      local map, part = random_map(rng, rng:int(4, 14), "square", 1, 4)
      local goals = {}
      for i, node in ipairs(part) do goals[i] = node end
      rng:shuffle(goals)
      local pair = { map:crowd(), map:crowd() }
      for i = 1, math.ceil(#part * rng:real(0, 0.4)) do
        for _, crowd in ipairs(pair) do crowd:add(part[i], { goal = goals[i] }) end
      end
      for _ = 1, 60 do
        pair[1]:step()
        pair[2]:update(1)
        assert.equal(dump(pair[1]), dump(pair[2]))
      end
    end)
  end)
end)

---- The same again ---------------------------------------------------------------------------------------------

describe("the same calls", function()
  it("have the same results", function()
    random.cases("crowds twice", 60, function(rng, i)
      local seed = rng:int(1, 1000000)
      local function run()
        local own = random.new(seed)
        local t = random_grid(own, i)
        local crowd, out = random_crowd(t, own, { durations = own:chance(0.3) }), {}
        for _ = 1, 30 do
          if own:chance(0.3) then t:edit(own, FEATURES) end
          if own:chance(0.3) then edit_agents(t, crowd, own) end
          crowd:step()
          out[#out + 1] = dump(crowd)
        end
        return table.concat(out, "\n")
      end
      assert.equal(run(), run())
    end)
  end)
end)

---- Saving -----------------------------------------------------------------------------------------------------

describe("crowd:save", function()
  it("keeps all that can be asked", function()
    local g, n = shapes.chain(6)
    g:unit("man", {})
    local crowd = g:crowd { patience = 7 }
    local values = { true, false, 3, 0.5, "a\0b" }
    for i, value in ipairs(values) do crowd:add(n[i], { data = value, goal = n[6], unit = "man", priority = i, fixed = i == 2 }) end
    crowd:step(2)
    crowd:at(n[1]):remove()
    local text = crowd:save()
    local again = g:crowd(text)
    assert.equal(dump(crowd), dump(again))
    assert.equal(7, again.patience)
    assert.equal(text, again:save())
    assert.equal("a\0b", list(again)[#again].data)
    local bare = g:crowd(crowd:save { data = false })
    for a in bare:agents() do assert.equal(nil, a.data) end
    assert.not_equal(list(crowd)[1], list(again)[1])
  end)

  it("goes on as the crowd would", function()
    random.cases("saved crowds", 120, function(rng, i)
      local w = i % 3 == 0 and world.random(rng, rng:int(2, 20), 3) or random_grid(rng, i)
      local crowd = random_crowd(w, rng, { durations = rng:chance(0.4), patience = rng:int(1, 20),
        expansions = rng:chance(0.5) and rng:int(1, 60) or nil })
      for _ = 1, rng:int(0, 20) do
        if rng:chance(0.3) then w:edit(rng, FEATURES) end
        if #w.list == 0 then w:random_node(rng) end
        if rng:chance(0.3) then edit_agents(w, crowd, rng) end
        crowd:step()
      end
      local text = crowd:save()
      local again = w.g:crowd(text)
      that(again:save() == text, "what was loaded is not saved as the same")
      for _ = 1, 15 do
        if rng:chance(0.2) then w:edit(rng, FEATURES) end
        local seed = rng:int(1, 1000000)
        local edit = #w.list > 0 and rng:chance(0.3)
        for _, each in ipairs { crowd, again } do
          if edit then edit_agents(w, each, random.new(seed)) end
          each:step()
        end
        assert.equal(dump(crowd), dump(again))
      end
    end)
  end)

  it("keeps which nodes are being left", function()
    local map = astar.grid { width = 6, height = 1 }
    local crowd = map:crowd()
    crowd:add(map:cell(2, 1), { goal = map:cell(6, 1), speed = 0.5 })
    crowd:add(map:cell(1, 1), { goal = map:cell(5, 1), speed = 2 })
    crowd:update(0.5)
    local again = map:crowd(crowd:save())
    for _ = 1, 20 do
      crowd:update(0.2)
      again:update(0.2)
      assert.equal(dump(crowd), dump(again))
    end
  end)

  it("keeps the steps that were found", function()
    local map = corridor(5, 3)
    local crowd = map:crowd()
    crowd:add(map:cell(1, 2), { goal = map:cell(5, 2) })
    crowd:add(map:cell(5, 2), { goal = map:cell(1, 2) })
    assert.equal(true, crowd:solve())
    crowd:step()
    local again = map:crowd(crowd:save())
    assert.equal(crowd.planned, again.planned)
    assert.equal(crowd.plan_cost, again.plan_cost)
    while crowd.planned > 0 do
      crowd:step()
      again:step()
      assert.equal(dump(crowd), dump(again))
    end
  end)

  it("keeps which edits concern the ways of an agent", function()
    for row = 1, 9 do
      for col = 1, 12 do
        local map = astar.grid { width = 12, height = 9, neighbours = 4 }
        local crowd = map:crowd { expansions = 1 }
        for i = 1, 4 do crowd:add(map:cell(5, 2 * i), { goal = map:cell(6, 2 * i) }) end
        crowd:step(6)
        for agent in crowd:agents() do agent.goal = map:cell(8, agent.node.row) end
        local twin = map:crowd(crowd:save())
        map:block(col, row)
        crowd:step(3)
        twin:step(3)
        that(crowd:save() == twin:save(), "with (%d, %d) blocked", col, row)
      end
    end
  end)

  it("goes with a graph that is saved, too", function()
    local map = corridor(6, 3)
    local crowd = map:crowd()
    crowd:add(map:cell(1, 2), { goal = map:cell(6, 2) })
    crowd:add(map:cell(2, 2), { goal = map:cell(3, 1) })
    crowd:step()
    local copy = assert(astar.load(map:save()))
    local again = copy:crowd(crowd:save())
    for _ = 1, 6 do
      crowd:step()
      again:step()
      assert.equal(dump(crowd), dump(again))
    end
  end)

  it("refuses data that cannot be saved, and text that is no crowd", function()
    local g, n = shapes.chain(3)
    local crowd = g:crowd()
    crowd:add(n[1], { data = {} })
    refuses("the data of agent 1 cannot be saved: boolean, number or string expected, got table", crowd, "save")
    crowd:save { data = false }
    refuses("not a saved space", g, "crowd", "")
    refuses("a saved crowd on nodes expected, got a saved graph", g, "crowd", g:save())
    refuses("a saved crowd on nodes expected, got a saved plane", g, "crowd", astar.plane():save())
    local ok, why = astar.load(crowd:save { data = false })
    assert.equal(nil, ok)
    assert.equal("it holds a crowd: write g:crowd(text) or plane:crowd(text)", why)
    local text = crowd:save { data = false }
    for i = 1, #text do
      local broken = text:sub(1, i - 1) .. string.char((text:byte(i) + 1) % 256) .. text:sub(i + 1)
      that(not pcall(g.crowd, g, broken), "byte %d may be another", i)
      that(not pcall(g.crowd, g, text:sub(1, i - 1)), "the first %d bytes are enough", i - 1)
    end
    local small = astar.graph()
    assert.has.errors(function()
      local wide, m = shapes.chain(9)
      local big = wide:crowd()
      wide:unit("horse", {})
      big:add(m[9], { unit = "horse" })
      small:crowd(big:save())
    end)
  end)
end)

---- The collector ----------------------------------------------------------------------------------------------

describe("a crowd and the collector", function()
  it("keeps its graph, and is kept by its agents", function()
    local agent
    apart(function()
      local g, n = shapes.chain(4)
      agent = g:crowd():add(n[1], { goal = n[3], data = "x" })
    end)
    collect()
    agent.crowd:step(2)
    assert.equal("arrived", agent.status)
    assert.equal(3, agent.node.id)
    assert.equal("x", agent.data)
  end)

  it("goes when nothing refers to it", function()
    local seen = setmetatable({}, { __mode = "k" })
    local g, n = shapes.chain(4)
    apart(function()
      local crowd = g:crowd()
      local a = crowd:add(n[1])
      a.data = crowd
      crowd:add(n[2], { data = a })
      seen[crowd], seen[a] = true, true
    end)
    collect()
    assert.equal(nil, next(seen))
    local crowd = g:crowd()
    apart(function() seen[crowd:add(n[1])] = true end)
    collect()
    assert.equal(nil, next(seen))
    assert.equal(1, crowd:at(n[1]).id)
  end)

  it("makes no garbage in step and positions", function()
    local map = astar.grid { width = 20, height = 20 }
    local crowd, into = map:crowd(), {}
    for i = 1, 50 do
      crowd:add(map:cell((i * 7) % 20 + 1, math.floor(i * 7 / 20) % 20 + 1), { goal = map:cell((i * 3) % 20 + 1, i % 20 + 1) })
    end
    local function turn()
      crowd:step()
      crowd:positions(into)
    end
    for _ = 1, 60 do turn() end
    check.garbage(1, 100, turn)
  end)

  child.it(it, pending, "may be used when the state is closed, and while it is collected", child.FINALIZER .. [[
    local astar = require "astar"
    local function use(crowd, agent, graph)
      local calls = {
        function() crowd:step() end, function() return #crowd, tostring(crowd), crowd.steps, crowd.graph end,
        function() crowd:add(graph:node(2)) end, function() crowd:positions() end, function() crowd:save() end,
        function() for a in crowd:agents() do tostring(a) end for _ in crowd:stuck() do end end,
        function() agent.goal = graph:node(3) return agent.node, agent.status, agent.by, agent.data end,
        function() crowd:solve(0, 3) end, function() return tostring(agent), crowd.closed end,
        function() agent:remove() end, function() crowd:close() crowd:close() end,
      }
      for _ = 1, 2 do
        for _, call in ipairs(calls) do
          local ok, e = pcall(call)
          assert(ok or type(e) == "string", "an error that is no message")
        end
      end
    end
    local function make()
      local g = astar.graph()
      for i = 1, 4 do
        g:add(i, 0)
        if i > 1 then g:link(g:node(i - 1), g:node(i)) end
      end
      local crowd = g:crowd()
      return crowd, crowd:add(g:node(1), { goal = g:node(4), data = "x" }), g
    end
    for i = 1, 20 do
      local crowd, agent, graph
      local early = finalizer(function() if crowd then use(crowd, agent, graph) end end)
      crowd, agent, graph = make()
      local late = finalizer(function() use(crowd, agent, graph) end)
      if i % 2 == 0 then
        _G["early" .. i], _G["late" .. i] = early, late
      else
        early, late, crowd, agent, graph = nil, nil, nil, nil, nil
        collectgarbage()
      end
    end
    print("done")
  ]])

  child.it(it, pending, "stays whole while finalizers edit it in the middle of calls", child.FINALIZER .. [[
    local astar = require "astar"
    local map = astar.grid { width = 6, height = 6 }
    local crowd, n, closing = map:crowd(), 0, false
    local function cell(i) return map:cell(i % 6 + 1, math.floor(i / 6) % 6 + 1) end
    -- What allocates here may run another finalizer, which closes the crowd.
    local function edit()
      local a = crowd:at(cell(n * 5))
      if a and n % 3 == 0 then a:remove()
      elseif a then a.goal = cell(n)
      else crowd:add(cell(n * 5), { goal = cell(n * 7), data = n }) end
      if n % 4 == 0 then crowd:step() end
    end
    local function litter()
      finalizer(function()
        if closing then return end
        n = n + 1
        local ok, e = pcall(edit)
        if not ok and not (e:find "closed crowd" or e:find "taken by agent" or e:find "was removed") then
          io.stderr:write(e, "\n")
          os.exit(1)
        end
        if n % 97 == 0 then
          local old = crowd
          crowd = map:crowd()
          old:close()
        end
        litter()
      end)
    end
    collectgarbage("setpause", 0)
    collectgarbage("setstepmul", 1000)
    for _ = 1, 3 do litter() end
    local into = {}
    for i = 1, 2000 do
      local ok, e = pcall(function()
        crowd:add(cell(i * 11), { goal = cell(i * 3), data = "d" .. i })
        crowd:step()
        for a, by in crowd:stuck() do tostring(a) tostring(by) end
        local t = crowd:positions(i % 3 == 0 and into or nil)
        assert(#t % 4 == 0)
        for a in crowd:agents() do
          assert(a.crowd == crowd and (a.node == nil or crowd:at(a.node) == a))
          if i % 5 == 0 then a:remove() end
        end
        local text = crowd:save()
        map:crowd(text)
      end)
      assert(ok or type(e) == "string")
    end
    closing = true
    assert(n > 20, "the finalizer ran only " .. n .. " times")
    print("done")
  ]])
end)
