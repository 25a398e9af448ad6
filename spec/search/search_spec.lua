-- The search: every option, every member, every status.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local world = require "spec.support.world"
local used = require "spec.support.used"

local raises, that = check.raises, check.that
local chain = shapes.chain
local CLOSED = "attempt to use a closed search"

local function lattice(width, height, props)
  return world.lattice(width, height, false, props)
end

describe("path", function()
  it("gives path and cost", function()
    local g, n = chain(5)
    local path, cost = g:path(n[1], n[4])
    assert.equal("astar.path", getmetatable(path))
    assert.equal(3, cost)
    assert.equal("1 2 3 4", check.ids(path))
  end)

  it("gives nil and unreachable where there is no way", function()
    local g, n = chain(3)
    local island = g:add(9, 9)
    assert.same({ nil, "unreachable" }, { g:path(n[1], island) })
    assert.same({ nil, "unreachable" }, { g:path(island, n[1]) })
    g:link(island, n[1], { oneway = true })
    assert.same({ nil, "unreachable" }, { g:path(n[1], island) })
    assert.equal("4 1 2 3", check.ids(g:path(island, n[3])))
  end)

  it("from a node to itself is one node and costs nothing", function()
    local g, n = chain(3)
    local island = g:add(9, 9)
    for _, a in ipairs({ n[1], n[2], island }) do
      local path, cost = g:path(a, a)
      assert.equal(0, cost)
      assert.equal(1, #path)
      assert.equal(a, path[1])
      assert.equal(0, path.cost)
      assert.equal(0, path.length)
    end
    assert.equal(0, select(2, g:path(n[1], n[1], { max_cost = 0, max_steps = 1 })))
  end)

  it("stops early on a graph where few nodes lead to the goal, and the start is none of them", function()
    local g, n = chain(900)
    local a, b, goal = g:add(0, 9), g:add(1, 9), g:add(2, 9)
    g:link(a, b)
    g:link(b, goal)
    g:link(goal, n[450], { oneway = true })
    astar.limit { expansions = 200 }
    local fine, path, why = pcall(g.path, g, n[1], goal)
    local back = pcall(g.path, g, goal, n[1])
    astar.limit { expansions = math.huge }
    assert.same({ true, nil, "unreachable" }, { fine, path, why })
    assert.is_false(back)
  end)

  it("takes a unit's name in place of the options", function()
    local g, n = chain(3)
    n[2].terrain = "mud"
    g:unit("man", { mud = 4 })
    assert.equal(5, select(2, g:path(n[1], n[3], "man")))
    assert.equal(5, select(2, g:path(n[1], n[3], { unit = "man" })))
    assert.equal(2, select(2, g:path(n[1], n[3], {})))
    assert.equal(2, select(2, g:path(n[1], n[3], nil)))
  end)

  it("does not enter a goal that is blocked or closed to the unit", function()
    local g, n = chain(3)
    g:unit("man", { mud = false })
    n[3].terrain = "mud"
    assert.same({ nil, "unreachable" }, { g:path(n[1], n[3], "man") })
    assert.equal(2, select(2, g:path(n[1], n[3])))
    n[3].blocked = true
    assert.same({ nil, "unreachable" }, { g:path(n[1], n[3]) })
  end)

  it("leaves a start that is blocked, closed to the unit or to be avoided", function()
    local g, n = chain(3)
    g:unit("man", { mud = false })
    n[1].terrain = "mud"
    n[1].blocked = true
    assert.equal(2, select(2, g:path(n[1], n[3], { unit = "man", avoid = { n[1] } })))
    assert.equal(2, select(2, g:path(n[1], n[3], { unit = "man", only = { n[2], n[3] } })))
    assert.is_nil((g:path(n[2], n[1])))
  end)

  it("raises without a goal", function()
    local g, n = chain(2)
    raises("bad argument #2 to 'path'", g.path, g, n[1])
    raises("bad argument #2 to 'path'", g.path, g, n[1], nil)
    raises("bad argument #2 to 'path'", g.path, g, n[1], {})
    raises("bad argument #2 to 'path'", g.path, g, n[1], nil, { max_cost = 5 })
  end)

  it("does not change the options", function()
    local g, n = chain(4)
    g:unit("man", {})
    local only, goals = { n[2], n[3], n[4] }, { n[4], n[3] }
    local opts = { unit = "man", max_cost = 50, max_steps = 50, heuristic = "auto", weight = 1, only = only,
      avoid = {}, partial = true }
    g:path(n[1], goals, opts)
    assert.same({ n[4], n[3] }, goals)
    assert.same({ n[2], n[3], n[4] }, only)
    assert.equal("auto", opts.heuristic)
    assert.equal(50, opts.max_cost)
    local count = 0
    for _ in pairs(opts) do
      count = count + 1
    end
    assert.equal(8, count)
  end)
end)

describe("a search", function()
  it("is a userdata of its own type", function()
    local g, n = chain(2)
    local s = g:search(n[1], n[2])
    assert.equal("userdata", type(s))
    assert.equal("astar.search", getmetatable(s))
    assert.equal("string", type(tostring(s)))
    assert.is_false(s == g:search(n[1], n[2]))
  end)

  it("knows its start, goal and unit", function()
    local g, n = chain(2)
    g:unit("man", {})
    local s = g:search(n[1], n[2])
    assert.equal(n[1], s.start)
    assert.equal(n[2], s.goal)
    assert.is_nil(s.unit)
    assert.equal(0, s.expanded)
    assert.equal("searching", s.status)
    assert.equal("man", g:search(n[1], n[2], "man").unit)
    assert.equal("man", g:search(n[1], n[2], { unit = "man" }).unit)
    assert.is_nil(g:search(n[1]).goal)
    assert.is_nil(g:search(n[1], nil, "man").goal)
  end)

  it("has no other fields and none that can be assigned", function()
    local g, n = chain(2)
    local s = g:search(n[1], n[2])
    raises("search has no field 'foo'", function() return s.foo end)
    raises("search has no field 'foo'", function() s.foo = 1 end)
    for _, field in ipairs({ "status", "expanded", "start", "goal", "unit" }) do
      raises("field '" .. field .. "' of a search cannot be assigned", function() s[field] = 1 end)
    end
    assert.is_false(pcall(function() return s[1] end))
    assert.is_false(pcall(function() s[1] = 1 end))
    assert.is_false(pcall(function() s.step = print end))
  end)

  it("does nothing before it is told to", function()
    local g, n = chain(3)
    local called = 0
    local s = g:search(n[1], n[3], { cost = function(_, _, c)
      called = called + 1
      return c
    end })
    assert.equal(0, called)
    assert.equal(0, s.expanded)
    assert.same({ nil, "searching" }, { s:path() })
    s:run()
    assert.is_true(called >= 2)
  end)
end)

describe("step", function()
  local g, n, s

  before_each(function()
    g, n = chain(6)
    s = g:search(n[1], n[5])
  end)

  it("expands one node and gives the status", function()
    for i = 1, 4 do
      assert.equal("searching", s:step())
      assert.equal(i, s.expanded)
      assert.equal("closed", s:state(n[i]))
      assert.equal("open", s:state(n[i + 1]))
      assert.same({ nil, "searching" }, { s:path() })
    end
    assert.equal("found", s:step())
    assert.equal(5, s.expanded)
    assert.equal("closed", s:state(n[5]))
    assert.equal(4, select(2, s:path()))
  end)

  it("expands up to n nodes", function()
    assert.equal("searching", s:step(3))
    assert.equal(3, s.expanded)
    assert.equal("searching", s:step(1))
    assert.equal("found", s:step(1000000))
    assert.equal(5, s.expanded)
  end)

  it("counts reaching the goal as one", function()
    assert.equal("found", s:step(5))
    assert.equal(5, s.expanded)
    s:restart()
    assert.equal("searching", s:step(4))
    local self = g:search(n[2], n[2])
    assert.equal("found", self:step(1))
    assert.equal(1, self.expanded)
    assert.equal(0, select(2, self:path()))
  end)

  it("on an ended search gives the status and does nothing", function()
    s:run()
    for _ = 1, 3 do
      assert.equal("found", s:step())
      assert.equal("found", s:step(7))
      assert.equal("found", s:run())
      assert.equal("found", s:run(1))
    end
    assert.equal(5, s.expanded)
  end)

  it("takes huge counts", function()
    assert.equal("found", s:step(2 ^ 31))
    s:restart()
    assert.equal("found", s:step(2 ^ 53))
    s:restart()
    assert.equal("found", s:step(2 ^ 32))
    assert.equal(5, s.expanded)
  end)

  it("refuses what is not a whole number from 1 up", function()
    for _, bad in ipairs({ 0, -1, 1.5, check.nan, -check.inf, "x", {}, true }) do
      raises("bad argument #1 to 'step'", s.step, s, bad)
      raises("bad argument #1 to 'steps'", s.steps, s, bad)
    end
    assert.equal(0, s.expanded)
    assert.equal("searching", s.status)
  end)
end)

describe("run", function()
  it("goes to the end", function()
    local g, n = chain(500)
    local s = g:search(n[1], n[500])
    assert.equal("found", s:run())
    assert.equal(500, s.expanded)
    assert.equal(499, select(2, s:path()))
  end)

  it("with seconds may be called until it ends", function()
    local g, n = chain(2000)
    local s = g:search(n[1], n[2000])
    local turns = 0
    while s:run(0.0005) == "searching" do
      turns = turns + 1
      that(turns < 100000, "no end in sight")
    end
    assert.equal("found", s.status)
    assert.equal("found", g:search(n[1], n[2000]):run(3600))
  end)

  it("with seconds expands a node in each call", function()
    local g, n = chain(50)
    local s = g:search(n[1], n[50])
    local calls = 0
    while s:run(0) == "searching" do calls = calls + 1 end
    that(calls <= 50, "%d calls", calls)
    s = g:search(n[1], n[50], { heuristic = "zero" })
    local before = s.expanded
    while s:run(0) == "searching" do
      that(s.expanded > before, "%d expansions, and %d before", s.expanded, before)
      before = s.expanded
    end
    assert.equal("found", s.status)
  end)

  it("goes on after steps", function()
    local g, n = chain(10)
    local s = g:search(n[1], n[10])
    s:step(3)
    assert.equal("found", s:run())
    assert.equal(10, s.expanded)
  end)
end)

describe("steps", function()
  it("takes a turn for each expansion, with node, cost and estimate", function()
    local g, n = chain(5)
    local s = g:search(n[1], n[5], { heuristic = function(a, b) return b.x - a.x end })
    local turn = 0
    for node, cost, estimate in s:steps() do
      turn = turn + 1
      assert.equal(n[turn], node)
      assert.equal(turn - 1, cost)
      assert.equal(5 - turn, estimate)
      assert.equal(turn, s.expanded)
      assert.equal(turn == 5 and "found" or "searching", s.status)
    end
    assert.equal(5, turn)
  end)

  it("with n takes a turn for each n, and gives the last of them", function()
    for count = 1, 9 do
      local g, n = chain(8)
      local s = g:search(n[1], n[8])
      local seen = {}
      for node in s:steps(count) do
        seen[#seen + 1] = node.id
      end
      assert.equal("found", s.status)
      assert.equal(8, s.expanded)
      local whole = math.floor(8 / count)
      for i = 1, whole do
        assert.equal(i * count, seen[i])
      end
      -- what is left at the end may have a turn of its own
      assert.is_true(#seen == whole or #seen == whole + 1 and 8 % count > 0 and seen[#seen] == 8)
    end
  end)

  it("may be left and taken up again", function()
    local g, n = chain(9)
    local s = g:search(n[1], n[9])
    for node in s:steps() do
      if node == n[3] then
        break
      end
    end
    assert.equal(3, s.expanded)
    local function turn()
      local iterate, state, control = s:steps()
      return (iterate(state, control))
    end
    assert.equal(n[4], turn())
    s:step()
    assert.equal(n[6], turn())
    s:run()
    for _ in s:steps() do
      error("a turn after the end")
    end
  end)

  it("ends quietly where there is no way", function()
    local g, n = chain(4)
    local s = g:search(n[1], g:add(50, 0))
    local turns = 0
    for _ in s:steps() do
      turns = turns + 1
    end
    assert.equal(turns, s.expanded)
    assert.equal("unreachable", s.status)
  end)

  it("is one function that needs no arguments", function()
    local g, n = chain(6)
    local s = g:search(n[1], n[6])
    assert.equal(1, select("#", s:steps()))
    local turn = s:steps(2)
    local node, cost, estimate = turn()
    assert.equal(n[2], node)
    assert.equal(1, cost)
    assert.equal(4, estimate)
    assert.equal(n[4], (turn("anything", {}, nil)))
    assert.equal(n[5], (s:steps()()))
    assert.equal(n[6], (turn()))
    assert.equal(0, select("#", turn()))
    s:close()
    raises("attempt to use a closed search", turn)
  end)

  it("is a function for coroutine.wrap, one turn a call", function()
    local g, n = chain(6)
    local turn = coroutine.wrap(g:search(n[1], n[6]):steps(2))
    assert.equal(n[2], (turn()))
    local node, cost, estimate = turn()
    assert.equal(n[4], node)
    assert.equal(3, cost)
    assert.equal(2, estimate)
    assert.equal(n[6], (turn()))
    assert.equal(0, select("#", turn()))
    assert.is_false(pcall(turn))
    local seen = 0
    for _ in coroutine.wrap(g:search(n[1], n[6]):steps()) do
      seen = seen + 1
    end
    assert.equal(6, seen)
  end)

  it("does not yield where a function of the caller is below it", function()
    local g, n = chain(6)
    local s = g:search(n[1], n[6])
    local turn = s:steps()
    local thread = coroutine.create(function()
      local first = turn()
      coroutine.yield(first)
      return (turn())
    end)
    assert.same({ true, n[1] }, { coroutine.resume(thread) })
    assert.same({ true, n[2] }, { coroutine.resume(thread) })
    assert.equal("dead", coroutine.status(thread))
  end)

  it("leaves nothing behind when it is abandoned", function()
    local g, n = chain(6)
    local left = setmetatable({}, { __mode = "k" })
    for i = 1, 100 do
      local s = g:search(n[1], n[6])
      left[s] = true
      if i % 2 == 0 then
        coroutine.wrap(s:steps())()
      else
        s:steps()()
      end
    end
    collectgarbage()
    collectgarbage()
    local count = 0
    for _ in pairs(left) do
      count = count + 1
    end
    assert.is_true(count <= 5)
  end)

  it("lets its body yield on every version", function()
    local g, n = chain(30)
    local workers, done = {}, {}
    for i = 1, 10 do
      workers[i] = coroutine.wrap(function()
        local s = g:search(n[i], n[31 - i])
        for node in s:steps(i % 3 + 1) do
          coroutine.yield(node)
        end
        done[i] = { s:path() }
        return "end"
      end)
    end
    local running = 10
    while running > 0 do
      for i = 1, 10 do
        if workers[i] and workers[i]() == "end" then
          workers[i] = nil
          running = running - 1
        end
      end
    end
    for i = 1, 10 do
      assert.equal(31 - 2 * i, done[i][2])
      assert.equal(32 - 2 * i, #done[i][1])
    end
  end)

  it("stops when its body edits the graph", function()
    local g, n = chain(9)
    local s = g:search(n[1], n[9])
    local turns = 0
    for _ in s:steps() do
      turns = turns + 1
      if turns == 3 then
        n[9].x = 50
      end
    end
    assert.equal(3, turns)
    assert.equal("stale", s.status)
  end)

  it("stands what its body does to the search", function()
    local g, n = chain(20)
    local s = g:search(n[1], n[20])
    local turns = 0
    for _ in s:steps() do
      turns = turns + 1
      if turns < 5 then
        s:restart()
      elseif turns == 7 then
        s:run()
      end
    end
    assert.equal(7, turns)
    assert.equal("found", s.status)
    s:restart()
    pcall(function()
      for _ in s:steps() do
        s:close()
        check.collect()
      end
    end)
    assert.equal("closed", s.status)
  end)
end)

describe("status", function()
  it("is found when the goal is expanded, not before", function()
    local g, n = chain(2)
    local s = g:search(n[1], n[2])
    s:step()
    assert.equal("open", s:state(n[2]))
    assert.equal("searching", s.status)
    s:step()
    assert.equal("found", s.status)
  end)

  it("is unreachable as soon as nothing is left", function()
    local g, n = chain(3)
    local s = g:search(n[1], g:add(50, 0), { heuristic = "zero" })
    s:run()
    assert.equal("unreachable", s.status)
    assert.same({ nil, "unreachable" }, { s:path() })
    assert.is_true(s.expanded <= 3)
  end)

  it("without a goal is done as soon as nothing is left", function()
    local g, n = chain(3)
    g:add(50, 0)
    local s = g:search(n[2])
    assert.equal("searching", s:step(2))
    assert.equal("done", s:step(1))
    assert.equal(3, s.expanded)
    assert.equal("done", s:step(1))
    assert.same({ nil, "done" }, { s:path() })
  end)

  it("of a node with no links is known after one step", function()
    local g = astar.graph()
    local a = g:add(0, 0)
    local s = g:search(a)
    assert.equal("done", s:step())
    assert.equal(1, s.expanded)
  end)
end)

describe("max_cost", function()
  it("opens what costs exactly as much, and nothing dearer", function()
    local g, n = chain(6)
    assert.equal(3, select(2, g:path(n[1], n[4], { max_cost = 3 })))
    assert.same({ nil, "limit" }, { g:path(n[1], n[5], { max_cost = 3 }) })
    local s = g:search(n[1], nil, { max_cost = 3 })
    assert.equal("done", s:run())
    assert.equal("closed", s:state(n[4]))
    assert.equal("none", s:state(n[5]))
    assert.is_nil(s:cost(n[5]))
  end)

  it("of 0 allows what costs nothing", function()
    local g, n = chain(3)
    g:link(n[1], n[2], { cost = 0 })
    assert.equal(0, select(2, g:path(n[1], n[2], { max_cost = 0 })))
    assert.same({ nil, "limit" }, { g:path(n[1], n[3], { max_cost = 0 }) })
  end)

  it("that left nothing out leaves unreachable", function()
    local g, n = chain(3)
    local island = g:add(0, 9)
    assert.same({ nil, "unreachable" }, { g:path(n[1], island, { max_cost = 2 }) })
    assert.same({ nil, "limit" }, { g:path(n[1], island, { max_cost = 1 }) })
    local s = g:search(n[1], island, { max_cost = 1 })
    s:run()
    assert.equal("limit", s.status)
    assert.same({ nil, "limit" }, { s:path() })
  end)

  it("equal to the cost of the way finds the way, whatever the rounding", function()
    random.cases("exact max_cost", 150, function(rng)
      local w = world.random(rng, rng:int(4, 25), 4)
      local unit = w:any_unit(rng)
      for _ = 1, 6 do
        local a, b = rng:pick(w.list).node, rng:pick(w.list).node
        local path, cost = w.g:path(a, b, unit)
        if path then
          local again, same = w.g:path(a, b, { unit = unit, max_cost = cost })
          that(again, "max_cost = %.17g, the cost of the path, finds nothing (%s)", cost, same)
          check.near(cost, same, "cost with max_cost")
          local s = w.g:search(a, b, { unit = unit })
          s:run()
          local _, c = s:path()
          s = w.g:search(a, b, { unit = unit, max_cost = c })
          that(s:run() == "found", "max_cost = %.17g, the cost found by the search itself, finds nothing", c)
          if cost > 1e-6 then
            local none, why = w.g:path(a, b, { unit = unit, max_cost = cost * (1 - 1e-9) })
            that(not none and why == "limit", "a way above max_cost: %s, %s", none, why)
          end
        end
      end
    end)
  end)
end)

describe("max_steps", function()
  it("that just suffice find the way", function()
    local g, n = chain(9)
    for steps = 1, 8 do
      local s = g:search(n[1], n[9], { max_steps = steps })
      assert.equal("limit", s:run())
      assert.equal(steps, s.expanded)
      assert.same({ nil, "limit" }, { s:path() })
    end
    local s = g:search(n[1], n[9], { max_steps = 9 })
    assert.equal("found", s:run())
    assert.equal(9, s.expanded)
    assert.equal("found", g:search(n[1], n[9], { max_steps = 10 }):run())
  end)

  it("hold for path too", function()
    local g, n = chain(100)
    assert.same({ nil, "limit" }, { g:path(n[1], n[100], { max_steps = 1 }) })
    assert.equal(99, select(2, g:path(n[1], n[100], { max_steps = 100 })))
  end)

  it("end the search at once when they are used up", function()
    local g, n = chain(9)
    local s = g:search(n[1], n[9], { max_steps = 3 })
    assert.equal("searching", s:step())
    assert.equal("searching", s:step())
    assert.equal("limit", s:step())
    assert.equal(3, s.expanded)
    assert.equal("limit", s:step(5))
    assert.equal(3, s.expanded)
  end)

  it("that suffice to see everything do not count as a limit", function()
    local g, n = chain(4)
    assert.equal("done", g:search(n[1], nil, { max_steps = 4 }):run())
    local s = g:search(n[1], nil, { max_steps = 3 })
    assert.equal("limit", s:run())
    assert.equal(3, s.expanded)
    local island = g:add(90, 0)
    assert.equal("unreachable", g:search(n[1], island, { max_steps = 4 }):run())
    assert.equal("done", g:search(island, nil, { max_steps = 1 }):run())
  end)

  it("count anew after restart", function()
    local g, n = chain(9)
    local s = g:search(n[1], n[9], { max_steps = 3 })
    s:run()
    s:restart()
    assert.equal(0, s.expanded)
    assert.equal("searching", s:step(2))
    assert.equal("limit", s:step(2))
    s:restart(n[7], n[9])
    assert.equal("found", s:run())
  end)

  it("are as many as a search without them needs", function()
    random.cases("max_steps", 80, function(rng)
      local w = world.random(rng, rng:int(4, 30), 4)
      local a, b = rng:pick(w.list).node, rng:pick(w.list).node
      local s = w.g:search(a, b)
      if s:run() == "found" then
        local need = s.expanded
        s = w.g:search(a, b, { max_steps = need })
        that(s:run() == "found", "%d steps sufficed, now they do not", need)
        if need > 1 then
          s = w.g:search(a, b, { max_steps = need - 1 })
          that(s:run() == "limit", "one step fewer ends as %s", s.status)
          that(s.expanded == need - 1, "%d expansions with max_steps = %d", s.expanded, need - 1)
        end
      end
    end)
  end)
end)

describe("state, cost, estimate and parent", function()
  it("tell what is known of a node", function()
    local g, n = chain(6)
    local s = g:search(n[2], n[6], { heuristic = function(a, b) return b.x - a.x end })
    s:step(2)
    assert.equal("closed", s:state(n[2]))
    assert.equal("closed", s:state(n[3]))
    assert.equal("open", s:state(n[4]))
    assert.equal("open", s:state(n[1]))
    assert.equal("none", s:state(n[5]))
    assert.same({ 0, 1, 2, 1 }, { s:cost(n[2]), s:cost(n[3]), s:cost(n[4]), s:cost(n[1]) })
    assert.same({ 4, 3, 2, 5 }, { s:estimate(n[2]), s:estimate(n[3]), s:estimate(n[4]), s:estimate(n[1]) })
    assert.is_nil(s:parent(n[2]))
    assert.equal(n[2], s:parent(n[3]))
    assert.equal(n[3], s:parent(n[4]))
    assert.equal(n[2], s:parent(n[1]))
    assert.is_nil(s:cost(n[5]))
    assert.is_nil(s:estimate(n[5]))
    assert.is_nil(s:parent(n[5]))
  end)

  it("do not exclude a node that no step leads to", function()
    local g = astar.graph()
    local start, avoided, goal = g:add(0, 0), g:add(1, 0), g:add(0, 1)
    g:unit("man", { mud = false })
    g:link(start, avoided, { terrain = "mud" })
    g:link(start, goal)
    local s = g:search(start, goal, { unit = "man", avoid = { avoided } })
    assert.equal("found", s:run())
    assert.is_not.equal("excluded", s:state(avoided))
  end)

  it("show excluded nodes as such", function()
    local g, n = chain(3)
    g:unit("man", { sea = false })
    local wall, sea, shunned, odd = g:add(1, 1, { blocked = true }), g:add(1, 2, { terrain = "sea" }), g:add(1, 3),
      g:add(1, 4)
    for _, node in ipairs({ wall, sea, shunned, odd }) do
      g:link(n[1], node)
    end
    local s = g:search(n[1], n[3], { unit = "man", avoid = { shunned } })
    s:run()
    for _, node in ipairs({ wall, sea, shunned }) do
      assert.equal("excluded", s:state(node))
      assert.is_nil(s:cost(node))
      assert.is_nil(s:parent(node))
      assert.same({ nil, "found" }, { s:path(node) })
    end
    assert.is_not.equal("excluded", s:state(odd))
    s = g:search(n[1], n[3], { only = { n[2], n[3] } })
    s:run()
    assert.equal("excluded", s:state(odd))
    assert.equal("excluded", s:state(wall))
    assert.equal("closed", s:state(n[1]))
  end)

  it("do not call a node excluded because a link could not be used", function()
    local g, n = chain(2)
    g:unit("man", { ford = false }, { climb = 1 })
    local over, up = g:add(0, 1), g:add(0, 0, 5)
    local never = g:add(0, 2)
    g:link(n[1], over, { terrain = "ford" })
    g:link(n[1], up)
    g:link(n[1], never)
    local s = g:search(n[1], nil, { unit = "man", cost = function(_, to, c) return to ~= never and c end })
    s:run()
    for _, node in ipairs({ over, up, never }) do
      assert.equal("none", s:state(node))
      assert.is_nil(s:cost(node))
    end
  end)

  it("never call the start excluded, however it is reached again", function()
    local g, n = chain(3)
    g:link(n[3], n[1])
    n[1].blocked = true
    local s = g:search(n[1], nil, { avoid = { n[1] }, only = { n[2], n[3] } })
    s:run()
    assert.equal("closed", s:state(n[1]))
    assert.equal(0, s:cost(n[1]))
    assert.equal("closed", s:state(n[3]))
    for node, state in s:nodes() do
      assert.equal("closed", state, tostring(node))
    end
  end)

  it("fit together at every step", function()
    random.cases("members", 60, function(rng)
      local w = world.random(rng, rng:int(3, 25), 4)
      local unit = w:any_unit(rng)
      local a, b = rng:pick(w.list), rng:pick(w.list)
      local s = w.g:search(a.node, rng:chance(0.8) and b.node or nil, { unit = unit })
      local closed = 0
      for node, cost, estimate in s:steps() do
        closed = closed + 1
        that(s.expanded == closed, "expanded")
        that(s:state(node) == "closed", "an expanded node is %s", s:state(node))
        that(s:cost(node) == cost, "cost")
        that(s:estimate(node) == estimate, "estimate")
        local seen = {}
        for n, state, c, e in s:nodes() do
          that(not seen[n], "%s is walked twice", n)
          seen[n] = true
          that(s:state(n) == state, "state")
          if state == "excluded" then
            that(c == nil and s:cost(n) == nil, "an excluded node has a cost")
          else
            that(c == s:cost(n) and e == s:estimate(n), "cost or estimate")
            that(c >= 0 and e >= 0, "cost %g, estimate %g", c, e)
            local parent = s:parent(n)
            if n == a.node then
              that(parent == nil and c == 0, "the start")
            else
              local r, p = w.by_node[n], w.by_node[parent]
              local step = w:step(unit, p, w:link_between(p, r))
              that(step, "a parent without a way")
              check.near(s:cost(parent) + step, c, "cost through the parent")
              local path, sum = s:path(n)
              that(sum == c and path.cost == c, "the path to %s costs %g, not %g", n, sum, c)
              that(path[1] == a.node and path[#path] == n, "the ends of the path to %s", n)
              check.near(sum, oracle.walk(w, path, { unit = unit }), "sum of the path")
            end
          end
        end
        for _, r in ipairs(w.list) do
          that(seen[r.node] or s:state(r.node) == "none", "%s is %s, but was not walked", r.node, s:state(r.node))
        end
        that(seen[a.node], "the start was not walked")
      end
    end)
  end)
end)

describe("the nodes of a search", function()
  local g, n, s

  before_each(function()
    g, n = chain(6)
    n[1].blocked = true
    s = g:search(n[2], n[6], { heuristic = function(a, b) return b.x - a.x end })
    s:step(3)
  end)

  local function list(...)
    local out = {}
    for node, state, cost, estimate in s:nodes(...) do
      out[#out + 1] = ("%d %s %s %s"):format(node.id, state, tostring(cost and math.floor(cost)),
        tostring(estimate and math.floor(estimate)))
    end
    return out
  end

  it("come in the order in which they were first touched", function()
    assert.same({ "2 closed 0 4", "1 excluded nil nil", "3 closed 1 3", "4 closed 2 2", "5 open 3 1" }, list())
    assert.same(list(), list(nil))
  end)

  it("can be asked for by state", function()
    assert.same({ "5 open 3 1" }, list("open"))
    assert.same({ "2 closed 0 4", "3 closed 1 3", "4 closed 2 2" }, list("closed"))
    assert.same({ "1 excluded nil nil" }, list("excluded"))
    raises("bad argument #1 to 'nodes'", s.nodes, s, "opne")
    raises("bad argument #1 to 'nodes'", s.nodes, s, 5)
  end)

  it("may be walked while the search goes on, restarts, closes or becomes stale", function()
    local turns = 0
    for _ in s:nodes() do
      turns = turns + 1
      s:step()
      that(turns < 100, "no end")
    end
    for _, act in ipairs({
      function() s:restart() end,
      function() g:remove(n[5]) g:add(0, 0) end,
      function() g:optimize() end,
      function() s:restart(n[3], n[6]) s:step() end,
      function() s:close() check.collect() end,
    }) do
      s = g:search(n[2], n[6])
      s:step(3)
      turns = 0
      pcall(function()
        for _ in s:nodes() do
          turns = turns + 1
          act()
          that(turns < 100, "no end")
        end
      end)
      that(turns < 100, "no end")
      if not g:node(5) then
        g, n = chain(6)
      end
    end
  end)
end)

describe("several goals", function()
  local g, n

  before_each(function()
    g, n = chain(9)
  end)

  it("end at the one that is cheapest to reach", function()
    local s = g:search(n[4], { n[9], n[2], n[8] })
    assert.is_nil(s.goal)
    s:step()
    assert.is_nil(s.goal)
    assert.equal("found", s:run())
    assert.equal(n[2], s.goal)
    local path, cost = s:path()
    assert.equal(2, cost)
    assert.equal("4 3 2", check.ids(path))
    assert.equal("4 3 2", check.ids(g:path(n[4], { n[9], n[2], n[8] })))
    g:link(n[4], n[9], { cost = 0.5 })
    assert.equal("4 9", check.ids(g:path(n[4], { n[9], n[2], n[8] })))
  end)

  it("may hold the start, which is then the cheapest", function()
    local s = g:search(n[4], { n[5], n[4] })
    assert.equal("found", s:run())
    assert.equal(n[4], s.goal)
    assert.equal(1, s.expanded)
    local path, cost = g:path(n[4], { n[9], n[4], n[5] })
    assert.equal(0, cost)
    assert.equal("4", check.ids(path))
  end)

  it("may hold goals that cannot be entered or reached", function()
    n[5].blocked = true
    local island = g:add(4, 0.5)
    assert.equal("4 3 2", check.ids(g:path(n[4], { n[5], island, n[2], n[6] })))
    assert.same({ nil, "unreachable" }, { g:path(n[4], { n[5], island, n[6] }) })
  end)

  it("may be given twice, and be one", function()
    assert.equal("4 5 6", check.ids(g:path(n[4], { n[6], n[6], n[6] })))
    assert.equal("4 5 6", check.ids(g:path(n[4], { n[6] })))
    assert.equal("4", check.ids(g:path(n[4], { n[4] })))
  end)

  it("may be many", function()
    local goals = {}
    for i = 1, 500 do
      goals[i] = g:add(100 + i, 0)
      g:link(n[9], goals[i])
    end
    random.new(1):shuffle(goals)
    local path, cost = g:path(n[1], goals)
    assert.equal(100, cost)
    assert.equal(101, path[#path].x)
    local s = g:search(n[1], goals)
    s:run()
    assert.equal(101, s.goal.x)
  end)

  it("are read raw", function()
    local goals = setmetatable({}, { __index = function(_, i) return n[i] end, __len = function() return 3 end })
    raises("bad argument #2 to 'path'", g.path, g, n[1], goals)
    goals[1] = n[3]
    assert.equal("1 2 3", check.ids(g:path(n[1], goals)))
  end)

  it("take the least of the estimates", function()
    local function h(node, goal)
      return math.abs(node.x - goal.x)
    end
    local s = g:search(n[4], { n[9], n[2] }, { heuristic = h })
    s:step()
    assert.equal(2, s:estimate(n[4]))
    assert.equal(1, s:estimate(n[3]))
    assert.equal(3, s:estimate(n[5]))
  end)
end)

describe("no goal", function()
  it("explores everything in the order of cost", function()
    random.cases("no goal", 60, function(rng)
      local w = world.random(rng, rng:int(1, 30), 4)
      local unit = w:any_unit(rng)
      local a = rng:pick(w.list)
      local max_cost = rng:chance(0.4) and rng:real(0, 30) or nil
      local dist = oracle.dijkstra(w, a, { unit = unit, max_cost = max_cost })
      local s = w.g:search(a.node, nil, { unit = unit, max_cost = max_cost })
      local last, count = 0, 0
      for node, cost, estimate in s:steps() do
        that(cost >= last * (1 - 1e-9), "cost %g after %g", cost, last)
        last, count = cost, count + 1
        that(estimate == 0, "an estimate of %g without a goal", estimate)
        local want = dist[w.by_node[node]]
        that(want, "%s cannot be reached", node)
        check.near(want, cost, "cost of %s", node)
      end
      that(s.status == "done", "ended as %s", s.status)
      for r in pairs(dist) do
        count = count - 1
        that(s:state(r.node) == "closed", "%s was not closed", r.node)
      end
      that(count == 0, "%d nodes too many", count)
      that(s.goal == nil, "a goal")
      local path, status = s:path()
      that(path == nil and status == "done", "a path without a goal")
    end)
  end)
end)

describe("heuristic", function()
  local NAMES = { "auto", "euclidean", "manhattan", "octile", "zero" }

  it("has five names", function()
    local w = lattice(6, 6)
    for _, name in ipairs(NAMES) do
      local path, cost = w.g:path(w.at[1][1].node, w.at[6][5].node, { heuristic = name })
      assert.near(9, cost, 1e-9)
      assert.equal(10, #path)
    end
    raises("bad argument #3 to 'path'", w.g.path, w.g, w.at[1][1].node, w.at[1][2].node, { heuristic = "fast" })
  end)

  it("zero estimates nothing", function()
    local g, n = chain(5)
    local s = g:search(n[1], n[5], { heuristic = "zero" })
    s:run()
    for i = 1, 5 do
      assert.equal(0, s:estimate(n[i]))
    end
  end)

  it("auto never overestimates", function()
    random.cases("auto", 80, function(rng)
      local w = world.random(rng, rng:int(2, 20), 4)
      for _ = 1, 4 do
        w:edit(rng)
        local unit = w:any_unit(rng)
        local b = rng:pick(w.list)
        for _, a in ipairs(w.list) do
          local s = w.g:search(a.node, b.node, { unit = unit, heuristic = rng:pick({ "auto", "euclidean" }) })
          s:run()
          local d = oracle.dijkstra(w, a, { unit = unit })[b]
          if d and a ~= b then
            that(s:estimate(a.node) <= d * (1 + 1e-12), "%s is %g from %s, the estimate is %g", a.node, d,
              b.node, s:estimate(a.node))
          end
        end
      end
    end)
  end)

  it("auto saves expansions on open ground", function()
    local w = lattice(30, 30)
    local a, b = w.at[15][3].node, w.at[15][28].node
    local with, without = w.g:search(a, b), w.g:search(a, b, { heuristic = "zero" })
    with:run()
    without:run()
    that(with.expanded * 4 < without.expanded, "%d expansions with it, %d without", with.expanded, without.expanded)
  end)

  it("auto recovers from a teleport that is gone", function()
    local w = lattice(30, 30)
    local a, b = w.at[15][3].node, w.at[15][28].node
    local function expanded()
      local s = w.g:search(a, b)
      s:run()
      return s.expanded
    end
    local before = expanded()
    local x, y = w.at[1][1].node, w.at[30][30].node
    for _, undo in ipairs({
      function() w.g:unlink(x, y) end,
      function() x:unlink(y) end,
      function() w.g:link(x, y) end,
      function() w.g:unlink(x, y, { oneway = true }) w.g:unlink(y, x, { oneway = true }) end,
    }) do
      w.g:link(x, y, { cost = 0.001 })
      that(expanded() > before, "a teleport does not spoil the estimates")
      undo()
      -- it may take a search or two
      expanded()
      that(expanded() <= before + 10, "%d expansions after the teleport is gone, %d before it came", expanded(),
        before)
    end
    local hole = w.g:add(0, 0)
    w.g:link(hole, y, { cost = 0 })
    w.g:link(x, hole, { cost = 0 })
    w.g:remove(hole)
    expanded()
    that(expanded() <= before + 10, "%d expansions after a node with teleports is gone", expanded())
  end)

  it("may be a function of node and goal", function()
    local g, n = chain(5)
    local calls = 0
    local s = g:search(n[1], n[4], { heuristic = function(node, goal, ...)
      calls = calls + 1
      assert.equal("astar.node", getmetatable(node))
      assert.equal(n[4], goal)
      assert.equal(0, select("#", ...))
      return math.abs(goal.x - node.x) / 2
    end })
    s:run()
    assert.is_true(calls >= 4)
    assert.equal(1.5, s:estimate(n[1]))
    assert.equal(0, s:estimate(n[4]))
    assert.equal(3, select(2, g:path(n[1], n[4], { heuristic = function() return 0 end })))
  end)

  it("that overestimates may cost, but still finds a way", function()
    local w = lattice(8, 8)
    local rng = random.new(random.seed)
    for _ = 1, 20 do
      local a, b = rng:pick(w.list), rng:pick(w.list)
      local path, cost = w.g:path(a.node, b.node, { heuristic = function() return rng:real(0, 100) end })
      check.near(cost, oracle.walk(w, path, {}), "cost")
      that(path[#path] == b.node, "the path does not end at the goal")
    end
  end)
end)

describe("weight", function()
  it("of 1 is the default", function()
    local w = lattice(9, 9)
    local a, b = w.at[2][2].node, w.at[8][7].node
    local s, t = w.g:search(a, b), w.g:search(a, b, { weight = 1 })
    s:run()
    t:run()
    assert.equal(s.expanded, t.expanded)
    assert.equal(check.ids((s:path())), check.ids((t:path())))
  end)

  it("bounds the cost", function()
    random.cases("weight", 250, function(rng)
      local w = world.random(rng, rng:int(2, 40), 4)
      local unit = w:any_unit(rng)
      local a, b = rng:pick(w.list), rng:pick(w.list)
      local goals = { b }
      if rng:chance(0.3) then
        goals[2] = rng:pick(w.list)
      end
      local dist = oracle.dijkstra(w, a, { unit = unit })
      local best = oracle.nearest_goal(w, dist, goals, { unit = unit }, a)
      local nodes = {}
      for i, goal in ipairs(goals) do
        nodes[i] = goal.node
      end
      for _, weight in ipairs({ 1, 1.0001, 1.5, 2, 10, 1e6, 1e300 }) do
        local opts = { unit = unit, weight = weight }
        local path, cost = w.g:path(a.node, nodes, opts)
        that((path ~= nil) == (best ~= nil), "weight %g: path is %s, best is %s", weight, path, best)
        if path then
          check.near(cost, oracle.walk(w, path, opts), "cost of the path")
          that(cost >= best - 1e-9 * best - 1e-12, "weight %g: %g is less than the optimum %g", weight, cost, best)
          that(cost <= weight * best * (1 + 1e-9) + 1e-12, "weight %g: %g, the optimum is %g", weight, cost, best)
          local s = w.g:search(a.node, nodes, opts)
          that(s:run() == "found", "the search ended as %s", s.status)
          local _, sum = s:path()
          that(sum <= weight * best * (1 + 1e-9) + 1e-12, "weight %g: search %g, the optimum is %g", weight, sum,
            best)
        end
      end
    end)
  end)

  it("leaves the estimates as they are", function()
    local g, n = chain(6)
    local function h(node, goal)
      return goal.x - node.x
    end
    local s = g:search(n[1], n[6], { weight = 3, heuristic = h })
    s:step(2)
    assert.equal(5, s:estimate(n[1]))
    assert.equal(3, s:estimate(n[3]))
  end)
end)

describe("only and avoid", function()
  it("keep the search where it is told to be", function()
    local w = lattice(5, 3)
    local at = w.at
    local row = {}
    for col = 1, 5 do
      row[col] = at[2][col].node
    end
    local path, cost = w.g:path(row[1], row[5], { only = row })
    assert.equal(4, cost)
    assert.equal(check.ids(row), check.ids(path))
    path, cost = w.g:path(row[1], row[5], { avoid = { row[2], row[3], row[4] } })
    assert.equal(6, cost)
    assert.equal(7, #path)
    assert.same({ nil, "unreachable" }, { w.g:path(row[1], row[5], { only = row, avoid = { row[3] } }) })
  end)

  it("may be empty", function()
    local g, n = chain(3)
    assert.equal(2, select(2, g:path(n[1], n[3], { avoid = {} })))
    assert.same({ nil, "unreachable" }, { g:path(n[1], n[3], { only = {} }) })
  end)

  it("concern the goal", function()
    local g, n = chain(3)
    assert.same({ nil, "unreachable" }, { g:path(n[1], n[3], { avoid = { n[3] } }) })
    assert.same({ nil, "unreachable" }, { g:path(n[1], n[3], { only = { n[1], n[2] } }) })
    assert.equal("1 2", check.ids(g:path(n[1], { n[2], n[3] }, { only = { n[2] } })))
    local s = g:search(n[1], n[3], { avoid = { n[3] } })
    assert.equal("unreachable", s:run())
  end)

  it("agree with an oracle", function()
    random.cases("only", 150, function(rng)
      local w = world.random(rng, rng:int(3, 25), 4)
      local unit = w:any_unit(rng)
      local opts, sets = { unit = unit }, { unit = unit }
      for _, kind in ipairs({ "only", "avoid" }) do
        if rng:chance(0.6) then
          opts[kind], sets[kind] = {}, {}
          for _, r in ipairs(w.list) do
            if rng:chance(kind == "only" and 0.8 or 0.15) then
              for _ = 1, rng:int(1, 2) do
                table.insert(opts[kind], rng:int(1, #opts[kind] + 1), r.node)
              end
              sets[kind][r] = true
            end
          end
        end
      end
      local a, b = rng:pick(w.list), rng:pick(w.list)
      local dist = oracle.dijkstra(w, a, sets)
      local path, cost = w.g:path(a.node, b.node, opts)
      if a ~= b then
        local want = not oracle.refused(w, b, sets) and dist[b] or nil
        that((path ~= nil) == (want ~= nil), "path %s, oracle %s", path, want)
        if path then
          check.near(want, cost, "cost")
          oracle.walk(w, path, sets)
        else
          that(cost == "unreachable", "ended as %s", cost)
        end
      end
      local s = w.g:search(a.node, nil, opts)
      s:run()
      for _, r in ipairs(w.list) do
        local state = s:state(r.node)
        if dist[r] then
          that(state == "closed", "%s is %s", r.node, state)
          check.near(dist[r], s:cost(r.node), "cost")
        else
          that(state == "none" or state == "excluded" and oracle.refused(w, r, sets), "%s is %s", r.node, state)
        end
      end
    end)
  end)

  it("are taken when the search is made", function()
    local g, n = chain(4)
    local avoid, only = {}, { n[2], n[3], n[4] }
    local s = g:search(n[1], n[4], { avoid = avoid, only = only })
    avoid[1], only[1], only[2], only[3] = n[2], nil, nil, nil
    assert.equal("found", s:run())
    s:restart()
    assert.equal("found", s:run())
  end)

  it("do not mistake a new node for a removed one", function()
    local g, n = chain(4)
    local s
    check.apart(function()
      local shunned = g:add(2, 1)
      g:link(n[1], shunned)
      g:link(shunned, n[3])
      s = g:search(n[1], n[4], { avoid = { shunned } })
      g:remove(shunned)
    end)
    g:remove(n[2])
    n[2] = nil
    check.collect()
    for i = 1, 3 do
      local bridge = g:add(2, i)
      g:link(n[1], bridge)
      g:link(bridge, n[3])
    end
    s:restart()
    assert.equal("found", s:run())
    assert.near(2 ^ 0.5 * 2 + 1, select(2, s:path()), 1e-9)
  end)
end)

describe("cost", function()
  it("replaces what a step costs", function()
    local g, n = chain(5)
    local path, cost = g:path(n[1], n[5], { cost = function(from, to, c) return c * (from.id + to.id) end })
    assert.equal(3 + 5 + 7 + 9, cost)
    assert.equal(5, #path)
  end)

  it("is given the cost with unit, link and terrain counted in", function()
    local g, n = chain(4)
    g:unit("man", { mud = 3, road = 0.5 })
    n[2].terrain = "mud"
    g:link(n[2], n[3], { cost = 8, terrain = "road" })
    local seen = {}
    local _, cost = g:path(n[1], n[4], { unit = "man", cost = function(from, to, c, ...)
      seen[from.id .. " " .. to.id] = c
      assert.equal(0, select("#", ...))
      return c
    end })
    assert.equal(8, cost)
    assert.equal(3, seen["1 2"])
    assert.equal(4, seen["2 3"])
    assert.equal(1, seen["3 4"])
  end)

  it("closes the way with nil, false and math.huge", function()
    for _, no in ipairs({ "nil", false, math.huge }) do
      local g, n = chain(3)
      local round = g:add(2, 5)
      g:link(n[1], round)
      g:link(round, n[3])
      local path = g:path(n[1], n[3], { cost = function(_, to, c)
        if to == n[2] then
          if no == "nil" then
            return nil
          end
          return no
        end
        return c
      end })
      assert.equal("1 4 3", check.ids(path))
    end
    local g, n = chain(3)
    assert.same({ nil, "unreachable" }, { g:path(n[1], n[3], { cost = function() end }) })
  end)

  it("may make steps free", function()
    local g, n = chain(5)
    assert.equal(0, select(2, g:path(n[1], n[5], { cost = function() return 0 end })))
    assert.equal(0, select(2, g:path(n[1], n[5], { cost = function() return -0.0 end })))
  end)

  it("with no heuristic named has no estimate, and stays optimal", function()
    local g, n = chain(5)
    local s = g:search(n[1], n[5], { cost = function(_, _, c) return c / 1000 end })
    s:run()
    assert.equal(0, s:estimate(n[1]))
    random.cases("cost", 100, function(rng)
      local w = world.random(rng, rng:int(3, 20), 4)
      local unit = w:any_unit(rng)
      local table_of_costs = {}
      local function price(from, to, c)
        local key = from.id .. " " .. to.id
        if table_of_costs[key] == nil then
          table_of_costs[key] = rng:chance(0.15) and "no" or rng:pick({ c, 0, c / 100, rng:real(0, 9), c * 3 })
        end
        local p = table_of_costs[key]
        return p ~= "no" and p
      end
      local opts = { unit = unit, cost = price }
      local a, b = rng:pick(w.list), rng:pick(w.list)
      local dist = oracle.dijkstra(w, a, opts)
      local path, cost = w.g:path(a.node, b.node, opts)
      that((path ~= nil) == (dist[b] ~= nil), "path %s, oracle %s", path, dist[b])
      if path then
        check.near(dist[b], cost, "cost")
        check.near(cost, oracle.walk(w, path, opts), "sum")
      end
    end)
  end)

  it("opens nothing that may not be entered", function()
    local g, n = chain(4)
    g:unit("man", { sea = false, ford = false }, { climb = 1 })
    n[4].blocked = true
    local sea, shunned, over, up = g:add(2, 2, { terrain = "sea" }), g:add(2, 3), g:add(2, 4), g:add(2, 0, 9)
    g:link(n[2], sea)
    g:link(n[2], shunned)
    g:link(n[2], over, { terrain = "ford" })
    g:link(n[2], up)
    local s = g:search(n[1], nil, { unit = "man", avoid = { shunned }, cost = function() return 1 end })
    assert.equal("done", s:run())
    for _, node in ipairs({ n[4], sea, shunned, over, up }) do
      assert.is_nil(s:cost(node))
    end
  end)
end)

describe("a search as a list", function()
  it("is none, and says how its nodes are counted and gone through", function()
    local g, n = chain(3)
    local s = g:reach(n[1])
    raises("a search has no length: count the turns of 'for node in search:nodes() do'", function() return #s end)
    raises("a search is no iterator: write 'for node in search:nodes() do'", function() for _ in s do that(false) end end)
  end)
end)

describe("partial", function()
  it("gives the way to the reached node nearest the goal", function()
    local g, n = chain(6)
    g:unlink(n[4], n[5])
    local path, cost = g:path(n[1], n[6], { partial = true })
    assert.equal("1 2 3 4", check.ids(path))
    assert.equal(3, cost)
    assert.equal(3, path.cost)
    assert.is_true(path.partial)
  end)

  it("gives the whole way where there is one", function()
    local g, n = chain(6)
    local path = g:path(n[1], n[6], { partial = true })
    assert.equal(6, #path)
    assert.is_falsy(path.partial)
    assert.is_falsy(g:path(n[1], n[6]).partial)
  end)

  it("comes up to a goal that cannot be entered", function()
    local g, n = chain(6)
    n[6].blocked = true
    local path = g:path(n[1], n[6], { partial = true })
    assert.equal("1 2 3 4 5", check.ids(path))
    assert.is_true(path.partial)
    path = g:path(n[1], n[5], { partial = true, avoid = { n[5] } })
    assert.equal("1 2 3 4", check.ids(path))
  end)

  it("takes the nearest by the straight distance, though the estimate prefers another", function()
    for _, scene in ipairs { { 1, 1 }, { 32, 1 }, { 1, 0.5 }, { 32, 4 } } do
      local map = astar.grid { width = 31, height = 31, cell = scene[1] }
      for cell in map:nodes() do cell.blocked = true end
      for _, at in ipairs { { 16, 16 }, { 26, 16 }, { 27, 16 }, { 27, 17 }, { 27, 18 }, { 27, 19 }, { 27, 20 }, { 26, 20 },
        { 25, 20 } } do
        map:set(at[1], at[2], "dirt")
        map:block(at[1], at[2], false)
      end
      map:unit("man", { dirt = scene[2] })
      local path = map:path(map:cell(26, 16), map:cell(16, 16), { unit = "man", partial = true })
      assert.equal(map:cell(25, 20), path[#path])
    end
  end)

  it("takes the cheaper of two nodes where the goal lies, though it is found later", function()
    local g = astar.graph()
    local a, b, c, d, goal = g:add(0, 0), g:add(5, 0), g:add(5, 0), g:add(1, 0), g:add(5, 0)
    for _, link in ipairs { { a, b, 9 }, { a, d, 1 }, { d, c, 5 } } do
      g:link(link[1], link[2], { cost = link[3], oneway = true })
    end
    for _, options in ipairs { { partial = true }, { partial = true, only = { a, b, c, d } } } do
      assert.equal("1 4 3", check.ids((g:path(a, goal, options))))
    end
  end)

  it("takes the cheapest of the cells that are equally far in different directions", function()
    random.cases("partial on hexagons and squares", 300, function(rng)
      local layout, width, height = rng:pick { "odd-r", "even-r", "odd-q", "even-q", "square" }, rng:int(3, 12), rng:int(3, 12)
      local map = astar.grid { width = width, height = height, layout = layout, cell = rng:pick { 1, 0.3, 32 } }
      local function any() return map:cell(rng:int(1, width), rng:int(1, height)) end
      local start, goal = any(), any()
      for _ = 1, rng:pick { 0, 0, width * height / 4 } do any().blocked = true end
      goal.blocked, start.blocked = true, start == goal
      local reached, options = map:reach(start), { partial = true, jump = rng:pick { true, false, nil } }
      for _ = 1, rng:int(1, 2) do -- the second time components may tell
        local path, cost = map:path(start, goal, options)
        local least, cheapest = math.huge, math.huge
        for node in reached:nodes("closed") do least = math.min(least, node:distance(goal)) end
        for node, _, g in reached:nodes("closed") do
          if node:distance(goal) <= least * (1 + 1e-9) then cheapest = math.min(cheapest, g) end
        end
        if start == goal then cheapest, least = 0, 0 end
        check.near(cheapest, cost, "cost")
        that(math.abs(path[#path]:distance(goal) - least) <= least * 1e-9, "%s is not nearest to %s", path[#path], goal)
      end
    end)
  end)

  it("stays where it is if nothing is nearer", function()
    local g, n = chain(6)
    local path, cost = g:path(n[3], g:add(3, 1), { partial = true })
    assert.equal("3", check.ids(path))
    assert.equal(0, cost)
    assert.is_true(path.partial)
  end)

  it("serves after a limit too", function()
    local g, n = chain(9)
    local path, cost = g:path(n[1], n[9], { partial = true, max_cost = 4 })
    assert.equal("1 2 3 4 5", check.ids(path))
    assert.equal(4, cost)
    assert.is_true(path.partial)
    path = g:path(n[1], n[9], { partial = true, max_steps = 3 })
    assert.is_true(path.partial)
    assert.equal(1, path[1].id)
  end)

  it("serves s:path when the search has ended", function()
    local g, n = chain(9)
    local s = g:search(n[1], n[9], { partial = true, max_steps = 3 })
    s:step()
    assert.same({ nil, "searching" }, { s:path() })
    assert.equal("limit", s:run())
    local path, cost = s:path()
    -- the open node counts as reached
    assert.equal("1 2 3 4", check.ids(path))
    assert.equal(3, cost)
    assert.is_true(path.partial)
    g:unlink(n[5], n[6])
    s = g:search(n[1], n[9], { partial = true })
    assert.equal("unreachable", s:run())
    assert.equal("1 2 3 4 5", check.ids((s:path())))
  end)

  it("chooses by straight distance, the cheaper one among equals", function()
    random.cases("partial", 200, function(rng)
      local w = world.random(rng, rng:int(3, 25), 3)
      local unit = w:any_unit(rng)
      local opts = { unit = unit, partial = true, max_cost = rng:chance(0.4) and rng:real(0, 20) or nil }
      local a = rng:pick(w.list)
      local goals, nodes = {}, {}
      for i = 1, rng:int(1, 3) do
        goals[i] = rng:pick(w.list)
        nodes[i] = goals[i].node
      end
      local dist = oracle.dijkstra(w, a, opts)
      if oracle.nearest_goal(w, dist, goals, opts, a) then
        local path = w.g:path(a.node, nodes, opts)
        that(path and not path.partial, "a goal can be reached, but the path is %s", path and "partial" or "none")
        return
      end
      local function gap(r)
        local least
        for _, goal in ipairs(goals) do
          local d = world.distance(r, goal)
          if not least or d < least then
            least = d
          end
        end
        return least
      end
      local best, cheapest
      for r, d in pairs(dist) do
        local e = gap(r)
        if not best or e < best then
          best, cheapest = e, d
        elseif e == best and d < cheapest then
          cheapest = d
        end
      end
      local s = w.g:search(a.node, nodes, opts)
      s:run()
      for i = 1, 2 do
        local path, cost
        if i == 1 then
          path, cost = w.g:path(a.node, nodes, opts)
        else
          path, cost = s:path()
        end
        local who = i == 1 and "g:path" or "s:path"
        that(path, "%s gives nothing (%s)", who, cost)
        that(path.partial == true, "%s: partial is %s", who, path.partial)
        local last = w.by_node[path[#path]]
        check.near(best, gap(last), "%s: distance of the last node to the goal", who)
        check.near(cheapest, cost, "%s: cost", who)
        check.near(cost, oracle.walk(w, path, opts), "%s: sum", who)
      end
    end)
  end)
end)

describe("closest", function()
  it("is the reached node with the smallest estimate", function()
    local g, n = chain(9)
    local s = g:search(n[4], n[9])
    s:step(3)
    assert.equal(n[7], s:closest())
    s:run()
    assert.equal(n[9], s:closest())
    random.cases("closest", 60, function(rng)
      local w = world.random(rng, rng:int(3, 25), 4)
      local a, b = rng:pick(w.list), rng:pick(w.list)
      local t = w.g:search(a.node, b.node)
      repeat
        t:step()
        local least
        for _, state, _, e in t:nodes() do
          if state ~= "excluded" and (not least or e < least) then
            least = e
          end
        end
        local c = least and t:closest()
        that(not c or t:state(c) == "open" or t:state(c) == "closed", "the closest node is %s", c)
        that(not c or t:estimate(c) == least, "the closest node is %s, the least estimate %s", c, least)
      until t.status ~= "searching"
    end)
  end)
end)

describe("s:path(node)", function()
  it("gives the way to any reached node, at any time", function()
    local g, n = chain(7)
    local s = g:search(n[3], n[7])
    s:step(2)
    local path, cost = s:path(n[5])
    assert.equal("3 4 5", check.ids(path))
    assert.equal(2, cost)
    assert.equal("3 2", check.ids((s:path(n[2]))))
    path, cost = s:path(n[3])
    assert.equal("3", check.ids(path))
    assert.equal(0, cost)
    assert.same({ nil, "searching" }, { s:path(n[7]) })
    assert.same({ nil, "searching" }, { s:path(n[1]) })
    s:run()
    assert.same({ nil, "found" }, { s:path(g:add(0, 0)) })
  end)
end)

describe("a stale search", function()
  local g, n, s

  before_each(function()
    g, n = chain(9)
    g:unit("man", { mud = 2 })
    s = g:search(n[1], n[9], "man")
  end)

  local edits = {
    link = function() g:link(n[1], n[9]) end,
    unlink = function() g:unlink(n[3], n[4]) end,
    ["remove of a node it knows"] = function() g:remove(n[2]) end,
    ["remove of its start"] = function() g:remove(n[1]) end,
    ["remove of its goal"] = function() g:remove(n[9]) end,
    move = function() n[3].x = 3.5 end,
    terrain = function() n[4].terrain = "mud" end,
    blocked = function() n[4].blocked = true end,
    unit = function() g:unit("man", { mud = 5 }) end,
    ["a cheaper link elsewhere"] = function() g:link(n[6], n[8], { cost = 0.5 }) end,
    optimize = function() g:optimize() end,
  }
  for name, edit in pairs(edits) do
    it("is one whose graph was edited while it ran: " .. name, function()
      s:step(3)
      edit()
      assert.equal("stale", s.status)
      assert.equal("stale", s:step())
      assert.equal("stale", s:step(100))
      assert.equal("stale", s:run())
      assert.equal("stale", s:run(1))
      assert.same({ nil, "stale" }, { s:path() })
      assert.equal(3, s.expanded)
      for _ in s:steps() do
        error("a stale search takes a step")
      end
      -- no more than not to crash is asked of these
      pcall(s.closest, s)
      pcall(function()
        for node, state in s:nodes() do
          assert.equal("string", type(state))
          tostring(node)
        end
      end)
      for node in g:nodes() do
        pcall(s.path, s, node)
        assert.equal("string", type(s:state(node)))
        s:cost(node)
        s:estimate(node)
        pcall(s.parent, s, node)
      end
      assert.equal("stale", s.status)
      assert.equal("string", type(tostring(s)))
      s:close()
    end)
  end

  it("is not one whose graph was edited before its first step, or where it has not looked", function()
    n[5].x = 5.5
    assert.equal("searching", s.status)
    s:step(3)
    g:unit("tank", {})
    g:link(n[6], g:add(6, 5))
    n[7].terrain = "mud"
    g:remove(n[8])
    g:link(n[7], n[9], { cost = 7 })
    assert.equal("searching", s.status)
    assert.equal("found", s:run())
    assert.same({ "1 2 3 4 5 6 7 9", 14 }, { check.ids((s:path())), select(2, s:path()) })
  end)

  it("begins anew with restart and sees the graph as it is", function()
    s:step(3)
    g:link(n[2], n[8], { cost = 0.5 })
    s:restart()
    assert.equal("searching", s.status)
    assert.equal(0, s.expanded)
    assert.equal("found", s:run())
    assert.equal("1 2 8 9", check.ids((s:path())))
    assert.equal(2.5, select(2, s:path()))
  end)

  it("is not made by names, data, or an edit that raises", function()
    s:step(3)
    n[5].name = "x"
    n[5].data = "y"
    pcall(g.link, g, n[1], n[1])
    pcall(g.link, g, n[1], n[5], { cost = -1 })
    pcall(g.add, g, 0, 0, { name = "x" })
    pcall(g.unit, g, "man", { mud = -1 })
    pcall(function() n[5].x = check.nan end)
    assert.equal("searching", s.status)
    assert.equal("found", s:run())
  end)

  it("is not one that has ended", function()
    local unreachable = g:search(n[1], g:add(0, 9))
    unreachable:run()
    local done = g:search(n[1])
    done:run()
    local limit = g:search(n[1], n[9], { max_steps = 2 })
    limit:run()
    s = g:search(n[1], n[9])
    s:run()
    local before = {}
    for i = 1, 9 do
      before[i] = s:cost(n[i])
    end
    g:link(n[1], n[9], { cost = 0.1 })
    n[5].x = 500
    g:unit("man", { default = 7 })
    g:add(7, 7)
    g:optimize()
    assert.equal("unreachable", unreachable.status)
    assert.equal("done", done.status)
    assert.equal("limit", limit.status)
    assert.equal("found", s.status)
    assert.equal("found", s:step())
    assert.equal(n[9], s.goal)
    local path, cost = s:path()
    assert.equal(8, cost)
    assert.equal("1 2 3 4 5 6 7 8 9", check.ids(path))
    for i = 1, 9 do
      assert.equal(before[i], s:cost(n[i]))
      assert.equal("closed", s:state(n[i]))
      assert.equal(n[i - 1], (s:parent(n[i])))
    end
    local count = 0
    for node in done:nodes("closed") do
      count = count + 1
      assert.equal(node.id - 1, done:cost(node))
    end
    assert.equal(9, count)
  end)

  it("that had ended keeps its answers about the nodes that are left", function()
    s:run()
    g:remove(n[9])
    g:remove(n[3])
    check.collect()
    g:add(3, 3)
    assert.equal("found", s.status)
    assert.equal(4, s:cost(n[5]))
    assert.equal("closed", s:state(n[5]))
    pcall(s.path, s)
    pcall(s.path, s, n[5])
    pcall(function() return s.goal end)
    pcall(function()
      for node in s:nodes() do
        tostring(node)
      end
    end)
  end)
end)

describe("restart", function()
  it("begins again", function()
    local g, n = chain(9)
    for _, steps in ipairs({ 0, 1, 4, 9 }) do
      local s = g:search(n[1], n[9])
      if steps > 0 then
        s:step(steps)
      end
      for _ = 1, 3 do
        s:restart()
        assert.equal("searching", s.status)
        assert.equal(0, s.expanded)
        assert.equal("none", s:state(n[3]))
        assert.is_nil(s:cost(n[3]))
        assert.same({ nil, "searching" }, { s:path() })
        assert.equal("found", s:run())
        assert.equal(9, s.expanded)
        assert.equal(8, select(2, s:path()))
      end
    end
  end)

  it("takes another start and goal", function()
    local g, n = chain(9)
    local s = g:search(n[1], n[9])
    s:run()
    s:restart(n[7], n[5])
    assert.equal(n[7], s.start)
    assert.equal(n[5], s.goal)
    assert.equal("found", s:run())
    assert.equal("7 6 5", check.ids((s:path())))
    s:restart()
    assert.equal("found", s:run())
    assert.equal("7 6 5", check.ids((s:path())))
    s:restart(n[3], { n[9], n[4] })
    assert.is_nil(s.goal)
    s:run()
    assert.equal(n[4], s.goal)
    s:restart()
    assert.is_nil(s.goal)
    s:run()
    assert.equal(n[4], s.goal)
  end)

  it("keeps the options", function()
    local g, n = chain(9)
    g:unit("man", { default = 2 })
    local s = g:search(n[1], n[9], { unit = "man", avoid = { n[4] }, partial = true, max_cost = 50 })
    s:run()
    s:restart(n[2], n[9])
    s:run()
    local path, cost = s:path()
    assert.equal("2 3", check.ids(path))
    assert.equal(2, cost)
    assert.equal("man", s.unit)
    assert.is_true(path.partial)
  end)

  it("sees units that were set again", function()
    local g, n = chain(3)
    g:unit("man", { default = 2 })
    local s = g:search(n[1], n[3], "man")
    s:run()
    assert.equal(4, select(2, s:path()))
    g:unit("man", { default = 0.5 })
    s:restart()
    s:run()
    assert.equal(1, select(2, s:path()))
    g:unit("man", { default = false })
    s:restart()
    assert.equal("unreachable", s:run())
  end)

  it("raises when its start or goal is gone, until it is given others", function()
    local g, n = chain(9)
    local s = g:search(n[2], n[8])
    g:remove(n[8])
    raises("node 8 was removed", s.restart, s)
    raises("node 8 was removed", s.restart, s)
    s:restart(n[2], n[5])
    assert.equal("found", s:run())
    g:remove(n[2])
    raises("node 2 was removed", s.restart, s)
    s:restart(n[3], n[5])
    assert.equal("found", s:run())
    s:restart(n[3], { n[5], n[6] })
    g:remove(n[6])
    raises("node 6 was removed", s.restart, s)
  end)

  it("does not take a new node for its old goal", function()
    local g, n = chain(4)
    local s = g:search(n[1], n[4])
    s:run()
    g:remove(n[4])
    n[4] = nil
    check.collect()
    for i = 1, 20 do
      g:link(n[3], g:add(4, i))
    end
    raises("node 4 was removed", s.restart, s)
  end)

  it("that raises leaves a search that can be used", function()
    local g, n = chain(5)
    local other = astar.graph():add(0, 0)
    local s = g:search(n[1], n[5])
    s:run()
    assert.is_false(pcall(s.restart, s, n[1], other))
    assert.is_false(pcall(s.restart, s, other, n[1]))
    assert.is_false(pcall(s.restart, s, n[1], {}))
    assert.is_false(pcall(s.restart, s, 5, n[1]))
    assert.is_false(pcall(s.restart, s, n[1], { n[1], other }))
    s:restart()
    assert.equal("found", s:run())
    assert.equal(4, select(2, s:path()))
  end)

  it("gives what a new search gives, on random graphs with edits between", function()
    random.cases("restart", 60, function(rng)
      local w = world.random(rng, rng:int(3, 25), 4)
      local unit = w:any_unit(rng)
      local s = w.g:search(rng:pick(w.list).node, rng:pick(w.list).node, unit)
      for _ = 1, 8 do
        for _ = 1, rng:int(0, 4) do
          w:edit(rng)
        end
        local a, b = rng:pick(w.list), rng:pick(w.list)
        s:restart(a.node, b.node)
        local fresh = w.g:search(a.node, b.node, unit)
        if rng:chance(0.3) then
          s:step(rng:int(1, 10))
          s:restart()
        end
        that(s:run() == fresh:run(), "restarted %s, new %s", s.status, fresh.status)
        that(s.expanded == fresh.expanded, "restarted %d expansions, new %d", s.expanded, fresh.expanded)
        local p, c = s:path()
        local q, d = fresh:path()
        that(c == d, "restarted %s, new %s", c, d)
        that(not p or check.ids(p) == check.ids(q), "another route")
      end
    end)
  end)
end)

describe("close", function()
  local g, n, s

  before_each(function()
    g, n = chain(5)
    s = g:search(n[1], n[5])
  end)

  it("may come at any time and more than once", function()
    for _, steps in ipairs({ 0, 2, 5 }) do
      s = g:search(n[1], n[5])
      if steps > 0 then
        s:step(steps)
      end
      s:close()
      assert.equal("closed", s.status)
      s:close()
      assert.equal("closed", s.status)
      assert.equal("string", type(tostring(s)))
    end
  end)

  it("leaves nothing to be used", function()
    s:run()
    s:close()
    raises(CLOSED, s.step, s)
    raises(CLOSED, s.step, s, 5)
    raises(CLOSED, s.run, s)
    raises(CLOSED, s.run, s, 1)
    raises(CLOSED, s.path, s)
    raises(CLOSED, s.path, s, n[1])
    raises(CLOSED, s.state, s, n[1])
    raises(CLOSED, s.cost, s, n[1])
    raises(CLOSED, s.estimate, s, n[1])
    raises(CLOSED, s.parent, s, n[1])
    raises(CLOSED, s.closest, s)
    raises(CLOSED, s.restart, s)
    raises(CLOSED, s.restart, s, n[1], n[2])
    raises(CLOSED, function()
      for _ in s:steps() do
        error("a turn")
      end
    end)
    raises(CLOSED, function()
      for _ in s:nodes() do
        error("a turn")
      end
    end)
    assert.equal("closed", s.status)
  end)

  it("leaves paths and the graph alone", function()
    s:run()
    local path = s:path()
    s:close()
    check.collect()
    assert.equal("1 2 3 4 5", check.ids(path))
    assert.equal(4, select(2, g:path(n[1], n[5])))
  end)

  it("is not undone by an edit", function()
    s:close()
    n[1].x = 100
    assert.equal("closed", s.status)
  end)

  if check.version >= "5.4" then
    it("happens by itself at the end of a block", function()
      local run = assert((loadstring or load)([[
        local g, a, b = ...
        local kept
        do
          local s <close> = g:search(a, b)
          s:step()
          kept = s
        end
        return kept
      ]]))
      local kept = run(g, n[1], n[5])
      assert.equal("closed", kept.status)
      assert.is_false(pcall(function()
        (loadstring or load)("local s <close> = ... s:step() error('x')")(g:search(n[1], n[5]))
      end))
    end)
  end
end)

describe("searches side by side", function()
  it("do not disturb each other", function()
    random.cases("side by side", 4, function(rng)
      local w = world.random(rng, 60, 5)
      local running = {}
      for i = 1, 80 do
        local a, b = rng:pick(w.list).node, rng:pick(w.list).node
        local opts = { unit = w:any_unit(rng), heuristic = rng:pick({ "auto", "zero" }) }
        local alone = w.g:search(a, b, opts)
        alone:run()
        running[i] = { s = w.g:search(a, b, opts), alone = alone }
      end
      local left = #running
      while left > 0 do
        local r = rng:pick(running)
        if not r.ended and r.s:step(rng:int(1, 3)) ~= "searching" then
          r.ended = true
          left = left - 1
          that(r.s.status == r.alone.status, "%s, alone %s", r.s.status, r.alone.status)
          that(r.s.expanded == r.alone.expanded, "%d expansions, alone %d", r.s.expanded, r.alone.expanded)
          local p, c = r.s:path()
          local q, d = r.alone:path()
          that(c == d and (not p or check.ids(p) == check.ids(q)), "another way than alone")
        end
      end
    end)
  end)

  it("do the same each time", function()
    local w = lattice(15, 15, function(col, row)
      return (col * 7 + row * 3) % 5 > 0 and {}
    end)
    local list = w.list
    local first
    for _ = 1, 3 do
      local s = w.g:search(list[1].node, list[#list].node)
      local order = {}
      for node in s:steps() do
        order[#order + 1] = node
      end
      order = check.ids(order) .. " " .. tostring(s:path() and check.ids((s:path())))
      first = first or order
      assert.equal(first, order)
    end
  end)
end)

describe("the memory of a search", function()
  it("is less than 64 KB between neighbours, however large the map is", function()
    local map, g = astar.grid { width = 1000, height = 1000 }, astar.graph()
    map:set(1, 1, "mud")
    map:unit("man", { mud = 3 })
    for i = 1, 20000 do
      g:add(i, 0)
      if i > 1 then g:link(g:node(i - 1), g:node(i)) end
    end
    for _, case in ipairs { { map, map:cell(500, 500), map:cell(501, 500), "man" }, { g, g:node(500), g:node(501) } } do
      local function search()
        local s = case[1]:search(case[2], case[3], case[4])
        repeat until s:step() ~= "searching"
        assert.equal("found", s.status)
        return s
      end
      local first = search() -- makes what the map keeps for all searches
      astar.limit { memory = used() + 65536 }
      local fine, second = pcall(search)
      astar.limit { memory = math.huge }
      that(fine, "%s", second)
      first:close()
      second:close()
    end
  end)
end)

describe("extreme numbers", function()
  it("do not break a search", function()
    local values = { 0, -0.0, 2 ^ -1074, -2 ^ -1074, 2 ^ -1022, 1e-200, 1, 1e154, -1e154, 1e200, 1e300, -1e300, 1.7e308,
      -1.7e308 }
    random.cases("extremes", 120, function(rng)
      local g, nodes = astar.graph(), {}
      g:unit("odd", { rare = 2 ^ -1000, dear = 1e300, default = 1 })
      for i = 1, 12 do
        nodes[i] = g:add(rng:pick(values), rng:pick(values), rng:pick(values),
          { terrain = rng:pick({ "rare", "dear", "default" }) })
      end
      for _ = 1, 30 do
        local a, b = rng:pick(nodes), rng:pick(nodes)
        if a ~= b then
          local cost = rng:pick({ 0, -0.0, 2 ^ -1074, 1e-300, 1, 1e300, 1.7e308, "none", "none", "none" })
          g:link(a, b, { cost = cost ~= "none" and cost or nil, oneway = rng:chance(0.4) })
        end
      end
      for _, unit in ipairs({ false, "odd" }) do
        for _, heuristic in ipairs({ "auto", "euclidean", "manhattan", "octile", "zero" }) do
          local a, b = rng:pick(nodes), rng:pick(nodes)
          local opts = { unit = unit or nil, heuristic = heuristic }
          local path, cost = g:path(a, b, opts)
          if path then
            that(cost >= 0 and path.cost == cost, "cost %g", cost)
            that(path[1] == a and path[#path] == b, "ends")
            path:points(3)
            path:at(0)
            path:at(1e308)
          else
            that(cost == "unreachable" or cost == "limit", "%s", cost)
          end
          opts.weight = 1e300
          opts.partial = true
          local s = g:search(a, b, opts)
          local steps = 0
          while s:step() == "searching" do
            steps = steps + 1
            that(steps < 10000, "the search does not end")
          end
          s:path()
          s:closest()
        end
      end
    end)
  end)

  it("allow cheap ways between far places", function()
    local g = astar.graph()
    local a, b, c = g:add(-1e300, 0), g:add(1e300, 0), g:add(0, 0)
    g:link(a, c, { cost = 1 })
    g:link(c, b, { cost = 1 })
    g:link(a, b, { cost = 3 })
    for _, heuristic in ipairs({ "auto", "euclidean", "zero" }) do
      assert.equal(2, select(2, g:path(a, b, { heuristic = heuristic })))
      local s = g:search(a, b, { heuristic = heuristic })
      s:run()
      assert.equal(2, select(2, s:path()))
    end
  end)
end)

describe("a search that has not begun", function()
  it("is stale if its start is removed", function()
    local g, n = chain(5)
    local s, back = g:search(n[2], n[5]), g:search(n[2], n[5], { reverse = true })
    g:remove(n[2])
    assert.equal("stale", s.status)
    assert.equal("stale", back.status)
    assert.is_false(pcall(s.repair, s))
    assert.equal("searching", s:repair(n[3]))
    assert.equal("found", s:run())
  end)
end)
