-- Bad input to layers, ranges, flows and the options that go with them; and callbacks that misbehave within them.

local astar = require "astar"
local check = require "spec.support.check"
local shapes = require "spec.support.shapes"

local raises, inf, nan = check.raises, check.inf, check.nan

local function scene()
  local g, n = shapes.chain(3)
  g:unit("man", {})
  local other = astar.graph():add(0, 0)
  local gone = g:add(5, 5)
  g:remove(gone)
  return g, n[1], n[2], other, gone, g:layer("danger")
end

describe("bad input to a layer", function()
  local g, a, b, other, gone, danger = scene()
  local map = astar.grid({ width = 4, height = 3 })
  local fog = map:layer("fog")
  danger:set(b, 1e308)
  local cases = {
    { "bad argument #1 to 'layer' (string expected, got nil)", function() g:layer() end },
    { "bad argument #1 to 'layer' (string expected, got number)", function() g:layer(3) end },
    { "bad argument #2 to 'set' (number expected, got nil)", function() danger:set(a) end },
    { "bad argument #2 to 'set' (number >= 0 expected, got -1)", function() danger:set(a, -1) end },
    { "bad argument #2 to 'set' (number expected, got nan)", function() danger:set(a, nan) end },
    { "bad argument #2 to 'set' (finite number expected, got infinity)", function() danger:set(a, inf) end },
    { "bad argument #2 to 'set' (number expected, got string)", function() danger:set(a, "3") end },
    { "bad argument #1 to 'set' (node expected, got nil)", function() danger:set(nil, 1) end },
    { "bad argument #1 to 'set' (node of another graph)", function() danger:set(other, 1) end },
    { "bad argument #1 to 'set' (node 4 was removed)", function() danger:set(gone, 1) end },
    { "bad argument #1 to 'set' (node expected, got number: write g:node(id))", function() danger:set(1, 1) end },
    { "bad argument #1 to 'get' (node of another graph)", function() danger:get(other) end },
    { "bad argument #1 to 'get' (node 4 was removed)", function() danger:get(gone) end },
    { "bad argument #2 to 'add' (finite number expected, got nan)", function() danger:add(a, nan) end },
    { "bad argument #2 to 'add' (finite number expected, got infinity)", function() danger:add(a, -inf) end },
    { "bad argument #2 to 'add' (the value would be infinite)", function() danger:add(b, 1e308) end },
    { "'fill' is for layers of grids", function() danger:fill(1, 1, 1, 1, 1) end },
    { "layer has no field 'nme' (did you mean 'name'?)", function() return danger.nme end },
    { "field 'name' of a layer cannot be assigned", function() danger.name = "x" end },
    { "calling 'set' on bad self (layer expected, got graph: write layer:set(...), with a colon)",
      function() danger.set(g, a, 1) end },
    { "bad argument #1 to 'set' (column 5 is outside the map)", function() fog:set(5, 1, 1) end },
    { "bad argument #2 to 'set' (row 0 is outside the map)", function() fog:set(1, 0, 1) end },
    { "bad argument #1 to 'set' (whole number expected, got 1.5)", function() fog:set(1.5, 1, 1) end },
    { "bad argument #3 to 'set' (number >= 0 expected, got -2)", function() fog:set(1, 1, -2) end },
    { "bad argument #1 to 'set' (node of another graph)", function() fog:set(a, 1) end },
    { "bad argument #3 to 'fill' (whole number >= 0 expected, got -1)", function() fog:fill(1, 1, -1, 1, 1) end },
    { "bad argument #5 to 'fill' (number >= 0 expected, got -1)", function() fog:fill(1, 1, 1, 1, -1) end },
    { "bad argument #5 to 'fill' (number expected, got nan)", function() fog:fill(1, 1, 1, 1, nan) end },
    { "bad argument #5 to 'fill' (number expected, got nil)", function() fog:fill(1, 1, 1, 1) end },
  }
  it("raises and changes nothing", function()
    for _, case in ipairs(cases) do
      raises(case[1], case[2])
      assert.equal(0, danger:get(a))
      assert.equal(1e308, danger:get(b))
      assert.equal(0, fog:get(1, 1))
    end
  end)
end)

describe("a bad option", function()
  local g, a, b, other, gone, danger = scene()
  local cases = {
    { { layers = { dnger = 1 } }, "option 'layers': no layer named 'dnger' (did you mean 'danger'?)" },
    { { layers = { danger = -1 } }, "option 'layers': 'danger': finite number >= 0 expected, got -1" },
    { { layers = { danger = nan } }, "option 'layers': 'danger': number expected, got nan" },
    { { layers = { danger = inf } }, "option 'layers': 'danger': finite number >= 0 expected, got inf" },
    { { layers = { danger = "x" } }, "option 'layers': 'danger': number expected, got string" },
    { { layers = { danger = true } }, "option 'layers': 'danger': number expected, got boolean" },
    { { layers = { "danger" } }, "option 'layers': name of a layer expected, got number: write { name = weight }" },
    { { layers = { [danger] = 1 } }, "option 'layers': name of a layer expected, got layer: write { name = weight }" },
    { { layers = "danger" }, "option 'layers': table of weights by name expected, got string" },
    { { layer = { danger = 1 } }, "unknown option 'layer' (did you mean 'layers'?)" },
    { { moves = 0 }, "option 'moves': number > 0 expected, got 0" },
    { { moves = -1 }, "option 'moves': number > 0 expected, got -1" },
    { { moves = nan }, "option 'moves': finite number expected, got nan" },
    { { moves = inf }, "option 'moves': finite number expected, got infinity" },
    { { moves = 1e308 }, "option 'moves': number from 1e-300 to 1e300 expected, got 1e+308" },
    { { moves = "5" }, "option 'moves': number expected, got string" },
    { { moves = 5, left = 6 }, "option 'left' is greater than 'moves'" },
    { { moves = 5, left = -1 }, "option 'left': number >= 0 expected, got -1" },
    { { moves = 5, left = nan }, "option 'left': number expected, got nan" },
    { { moves = 5, left = inf }, "option 'left': finite number expected, got infinity" },
    { { left = 5 }, "option 'left' needs 'moves'" },
    { { max_turns = 5 }, "option 'max_turns' needs 'moves'" },
    { { moves = 5, max_turns = 0 }, "option 'max_turns': number >= 1 expected, got 0" },
    { { moves = 5, max_turns = 1.5 }, "option 'max_turns': whole number expected, got 1.5" },
    { { moves = 5, max_turns = nan }, "option 'max_turns': number expected, got nan" },
    { { moves = 5, layers = { danger = 1 } }, "options 'moves' and 'layers' exclude one another" },
    { { moves = 5, max_cost = 3 }, "options 'moves' and 'max_cost' exclude one another" },
    { { stop = { other } }, "option 'stop': element 1: node of another graph" },
    { { stop = { a, gone } }, "option 'stop': element 2: node 4 was removed" },
    { { stop = { 1 } }, "option 'stop': element 1: node expected, got number: write g:node(id)" },
    { { stop = a }, "option 'stop': array of nodes expected, got node" },
    { { near = -1 }, "option 'near': number >= 0 expected, got -1" },
    { { near = nan }, "option 'near': number expected, got nan" },
    { { near = "1" }, "option 'near': number expected, got string" },
    { { near = 1, adjacent = true }, "options 'near' and 'adjacent' exclude one another" },
    { { adjacent = 1 }, "option 'adjacent': boolean expected, got number" },
  }
  it("raises in path, search, reach and flow", function()
    local before = check.dump(g)
    for _, case in ipairs(cases) do
      raises("bad argument #3 to 'path' (" .. case[2] .. ")", g.path, g, a, b, case[1])
      raises("bad argument #3 to 'search' (" .. case[2] .. ")", g.search, g, a, b, case[1])
      raises("bad argument #3 to 'reach' (" .. case[2] .. ")", g.reach, g, a, nil, case[1])
      raises("bad argument #2 to 'flow' (" .. case[2] .. ")", g.flow, g, b, case[1])
    end
    raises("bad argument #3 to 'path' (option 'reverse' is for searches)", g.path, g, a, b, { reverse = true })
    raises("option 'reverse': boolean expected, got number", g.search, g, a, b, { reverse = 1 })
    raises("options 'moves' and 'reverse' exclude one another", g.search, g, a, b, { moves = 5, reverse = true })
    raises("options 'reverse' and 'partial' exclude one another", g.search, g, a, b, { partial = true, reverse = true })
    raises("bad argument #1 to 'search' (at least one goal expected, got an empty array)", g.search, g, {}, b, { reverse = true })
    raises("bad argument #1 to 'search' (node expected, got nil)", g.search, g, nil, b, { reverse = true })
    raises("bad argument #2 to 'search' (node expected, got table)", g.search, g, a, { b }, { reverse = true })
    for _, option in ipairs({ { partial = true }, { weight = 2 }, { heuristic = "zero" }, { jump = true } }) do
      local name = next(option)
      raises(("bad argument #3 to 'reach' (option '%s' is not for 'reach')"):format(name), g.reach, g, a, 1, option)
      raises(("bad argument #2 to 'flow' (option '%s' is not for 'flow')"):format(name), g.flow, g, a, option)
    end
    raises("bad argument #3 to 'search' (option 'near' needs a goal)", g.search, g, a, nil, { near = 0 })
    raises("bad argument #3 to 'search' (option 'adjacent' needs a goal)", g.search, g, a, nil, { adjacent = true })
    for _, option in ipairs({ { near = 1 }, { adjacent = true }, { reverse = true } }) do
      raises(("bad argument #3 to 'reach' (option '%s' is not for 'reach')"):format(next(option)), g.reach, g, a, 1, option)
    end
    raises("bad argument #2 to 'flow' (option 'moves' is not for 'flow')", g.flow, g, a, { moves = 5 })
    assert.equal(before, check.dump(g))
  end)

  it("raises as an argument of reach and flow", function()
    raises("bad argument #1 to 'reach' (node expected, got nil)", g.reach, g)
    raises("bad argument #1 to 'reach' (node of another graph)", g.reach, g, other)
    raises("bad argument #1 to 'reach' (node 4 was removed)", g.reach, g, gone, 3)
    raises("bad argument #1 to 'reach' (node expected, got table)", g.reach, g, { a, b }, 3)
    raises("bad argument #2 to 'reach' (number >= 0 expected, got -1)", g.reach, g, a, -1)
    raises("bad argument #2 to 'reach' (number expected, got nan)", g.reach, g, a, nan)
    raises("bad argument #2 to 'reach' (number or nil expected, got string: the unit or the options come after the cost)",
      g.reach, g, a, "man")
    raises("bad argument #3 to 'reach' (no unit named 'mann' (did you mean 'man'?))", g.reach, g, a, 3, "mann")
    raises("bad argument #2 to 'reach' (the greatest cost is given twice, here and by option 'max_cost')", g.reach, g, a, 3,
      { max_cost = 4 })
    raises("bad argument #2 to 'reach' (a greatest cost and option 'moves' exclude one another)", g.reach, g, a, 3, { moves = 4 })
    raises("bad argument #1 to 'flow' (node expected, got nil)", g.flow, g)
    raises("bad argument #1 to 'flow' (at least one goal expected, got an empty array)", g.flow, g, {})
    raises("bad argument #1 to 'flow' (element 2: node of another graph)", g.flow, g, { a, other })
    raises("bad argument #1 to 'flow' (node 4 was removed)", g.flow, g, gone)
    raises("bad argument #2 to 'flow' (table or unit name expected, got number)", g.flow, g, a, 5)
  end)
end)

describe("what is asked of a flow", function()
  it("raises where it makes no sense", function()
    local g, a, b, other, gone = scene()
    local flow = g:flow(a)
    raises("bad argument #1 to 'next' (node expected, got nil)", flow.next, flow)
    raises("bad argument #1 to 'next' (node of another graph)", flow.next, flow, other)
    raises("bad argument #1 to 'next' (node 4 was removed)", flow.next, flow, gone)
    raises("calling 'next' on bad self (a flow expected, which graph:flow() makes, got another search)", flow.next, g:reach(a), b)
    raises("bad argument #1 to 'costs' (table expected, got number)", flow.costs, flow, 3)
    raises("bad argument #1 to 'turns' (node of another graph)", flow.turns, flow, other)
    assert.is_nil(flow:turns(a))
    raises("field 'goals' of a search cannot be assigned", function() flow.goals = {} end)
    flow:close()
    for _, method in ipairs({ "next", "costs", "turns" }) do
      raises("attempt to use a closed search", flow[method], flow, method ~= "costs" and a or nil)
    end
    raises("attempt to use a closed search", function() return flow.goals end)
    local plane = astar.plane({}):search(0, 0, 1, 1)
    raises("calling 'costs' on bad self (search on a graph expected, got search on a plane)", plane.costs, plane)
    raises("calling 'turns' on bad self (search on a graph expected, got search on a plane)", plane.turns, plane, 1)
  end)

  it("fills a table of the caller, without its metamethods", function()
    local g, a = scene()
    local t = setmetatable({ 7, 7, 7, 7, 7, x = 1 }, { __newindex = error, __index = error })
    assert.equal(t, g:flow(a):costs(t))
    assert.same({ 0, 1, 2, false, 7 }, { t[1], t[2], t[3], t[4], t[5] })
    assert.same({ 0, 1, 2, false }, g:reach(a):costs())
  end)

  it("survives the removal of nodes", function()
    local g, n = shapes.chain(5)
    local flow = g:flow({ n[5], n[1] })
    local one = g:flow(n[5])
    g:remove(n[5])
    g:remove(n[3])
    check.collect()
    assert.equal(1, flow:cost(n[4]))
    assert.equal(n[1], flow:next(n[2]))
    assert.equal(2, #flow.goals)
    assert.equal(2, #flow:path(n[4]))
    assert.equal(1, one:cost(n[4]))
    raises("was removed", function() return one:next(n[4]).x end)
    raises("was removed", flow.restart, flow)
    flow:restart(n[1])
    assert.equal("done", flow:run())
    assert.equal(n[1], flow.goal)
    assert.equal(1, flow:cost(n[2]))
    assert.is_nil(flow:cost(n[4]))
    -- the goal of a search that did not reach it
    local s = g:search(n[1], n[4])
    s:run()
    local id = n[4].id
    g:remove(n[4])
    n[4] = nil
    check.collect()
    local new = g:add(9, 9)
    assert.not_equal(new, s.goal)
    assert.equal(("node %d (removed)"):format(id), tostring(s.goal))
  end)
end)

describe("a callback of reach and flow", function()
  local function ways(g, n, options)
    return { function() return g:reach(n[1], 9, options) end, function() return g:flow(n[#n], options) end }
  end

  it("may raise, and the next call is none the worse", function()
    local g, n = shapes.chain(6)
    local count = 0
    local options = { cost = function(_, _, c)
      count = count + 1
      if count % 3 == 0 then error({ "mine" }) end
      return c
    end }
    for _, way in ipairs(ways(g, n, options)) do
      local ok, err = pcall(way)
      assert.is_false(ok)
      assert.equal("mine", err[1])
    end
    assert.equal(5, g:flow(n[6]):cost(n[1]))
  end)

  it("sees steps as they are walked", function()
    local g, n = shapes.chain(4)
    local seen = {}
    local flow = g:flow(n[4], { cost = function(from, to, c)
      seen[#seen + 1] = from.id .. ">" .. to.id
      return c * 2
    end })
    assert.equal(6, flow:cost(n[1]))
    assert.same({ "3>4", "2>3", "1>2" }, seen)
  end)

  it("may edit the graph or a layer: the search is stale then", function()
    for kind = 1, 4 do
      for which = 1, 2 do
        local g, n = shapes.chain(6)
        local fog = g:layer("fog")
        fog:set(n[2], 1)
        local calls = 0
        local s = ways(g, n, { layers = { fog = 1 }, cost = function(_, _, c)
          calls = calls + 1
          if calls == 3 then
            if kind == 1 then
              fog:set(n[1], 5)
            elseif kind == 2 then
              fog:clear()
            elseif kind == 3 then
              for i = 1, 200 do g:layer("fog"):set(g:add(i, i), i) end
              g:optimize()
            else
              g:remove(n[4])
              g:layer("other"):set(n[1], 2)
            end
            collectgarbage()
          end
          return c
        end })[which]()
        assert.equal("stale", s.status)
        assert.equal(3, calls)
        for _, r in ipairs({ 1, 2, 3, 5, 6 }) do s:cost(n[r]) end
        s:costs()
        if kind <= 2 then
          s:restart()
          assert.equal("done", s:run())
        end
      end
    end
  end)

  it("may collect garbage, use other searches, and make layers", function()
    local g, n = shapes.chain(8)
    for _, way in ipairs(ways(g, n, { cost = function(_, _, c)
      collectgarbage()
      g:layer("new" .. math.random(9))
      g:reach(n[3], 2)
      g:path(n[1], n[8], { near = 2 })
      return c
    end })) do
      assert.equal("done", way().status)
    end
  end)

  it("may not use the search that asks", function()
    local g, n = shapes.chain(4)
    local s
    s = g:search(n[4], nil, { reverse = true, cost = function(_, _, c)
      raises("callback", s.costs, s)
      raises("callback", s.next, s, n[1])
      return c
    end })
    assert.equal("done", s:run())
    assert.equal(3, s:cost(n[1]))
  end)

  it("may yield where Lua can", function()
    local g, n = shapes.chain(5)
    for _, way in ipairs(ways(g, n, { cost = function(_, _, c)
      coroutine.yield("from within")
      return c
    end })) do
      local routine = coroutine.create(way)
      local ok, first = coroutine.resume(routine)
      if not check.yields then
        assert.is_false(ok)
      else
        local count = 0
        while coroutine.status(routine) ~= "dead" do
          assert.equal("from within", first)
          ok, first = coroutine.resume(routine)
          assert.is_true(ok, first)
          count = count + 1
        end
        assert.equal("done", first.status)
        assert.is_true(count >= 4)
      end
    end
  end)
end)

describe("finalizers that edit", function()
  it("while costs are read, leave no stale numbers", function()
    local g, n = shapes.chain(200)
    local s = g:flow(n[1])
    local fired, armed = 0, true
    local function trap()
      check.apart(function()
        local proxy = newproxy and newproxy(true) or setmetatable({}, { __gc = true })
        local meta = getmetatable(proxy)
        meta.__gc = function()
          fired = fired + 1
          if armed then pcall(s.restart, s, n[200]) end
        end
        if not newproxy then setmetatable(proxy, meta) end
      end)
    end
    for _ = 1, 200 do
      trap()
      local ok, err = pcall(s.costs, s)
      if not ok then
        assert.is_true(err:find("restarted", 1, true) ~= nil or err:find("search", 1, true) ~= nil, err)
      end
      -- The one of this round may still be to come.
      armed = false
      s:restart(n[1])
      s:run()
      assert.equal(199, s:cost(n[200]))
      armed = true
    end
  end)
end)
