-- astar.limit: what scripts can take of memory and time.

local astar = require "astar"
local check = require "spec.support.check"
local child = require "spec.support.child"
local tiled = require "astar.tiled"

local raises, that, nan, inf = check.raises, check.that, check.nan, check.inf
local limit = astar.limit

local none = { memory = inf, cells = inf, nodes = inf, agents = inf, expansions = inf }

after_each(function() limit(none) end)

-- f() raises "limit of <number> <what> exceeded", at one of its own lines.
local function exceeds(number, what, f)
  local fine, message = pcall(f)
  that(not fine, "no error by a limit of %s %s", number, what)
  local info = debug.getinfo(f, "S")
  local file, line, text = tostring(message):match("^([^:]*):(%d+): (.*)$")
  assert.equal(("limit of %.0f %s exceeded"):format(number, what), text or message)
  assert.equal(info.short_src, file)
  that(tonumber(line) >= info.linedefined and tonumber(line) <= info.lastlinedefined, "line %s", line)
end

-- The same of the limit of `what` that is one less than `most`; with `most`, f() works. Gives what f() returns.
local function needs(most, what, f)
  limit { [what] = most - 1 }
  exceeds(most - 1, what, f)
  limit { [what] = most }
  return f()
end

-- f() needs more than `few` expansions. Gives what it returns without a limit.
local function expands(few, f)
  limit { expansions = few }
  exceeds(few, "expansions", f)
  limit { expansions = inf }
  return f()
end

describe("astar.limit", function()
  it("gives the limits, none at first", function()
    assert.same(none, limit())
    assert.same(none, limit {})
    assert.same(none, limit(nil))
  end)

  it("changes those that are given, and gives all", function()
    local want = { memory = 2 ^ 30, cells = 65536, nodes = 1000, agents = 100, expansions = 1e6 }
    for name, value in pairs(want) do limit { [name] = value } end
    assert.same(want, limit())
    want.cells, want.nodes = 10, inf
    assert.same(want, limit { cells = 10, nodes = inf })
    assert.same(want, limit())
    limit().cells = 5
    assert.same(want, limit())
    assert.same(none, limit(none))
  end)

  it("takes what it gives", function()
    local before = limit { cells = 7, memory = 1e9 }
    limit { cells = 1, agents = 2 }
    assert.equal(1, limit().cells)
    limit { agents = inf }
    limit(before)
    assert.same(before, limit())
  end)

  it("rounds down", function()
    assert.equal(100, limit { cells = 100.9 }.cells)
    assert.equal(0, limit { nodes = 0.5 }.nodes)
    assert.equal(2 ^ 60, limit { memory = 2 ^ 60 }.memory)
    assert.equal(0, limit { agents = -0.0 }.agents)
    limit { cells = 100.9 }
    exceeds(100, "cells", function() astar.grid { width = 101, height = 1 } end)
  end)

  it("gives integers where Lua has them", function()
    if not math.type then return end
    assert.equal("integer", math.type(limit { cells = 5.5 }.cells))
    assert.equal("float", math.type(limit().nodes))
  end)

  it("raises for bad arguments, and changes nothing", function()
    limit { cells = 5 }
    local before = limit()
    local function refuses(want, ...)
      raises(want, limit, ...)
      assert.same(before, limit())
    end
    for _, name in ipairs { "memory", "cells", "nodes", "agents", "expansions" } do
      for _, bad in ipairs { -1, -0.5, -inf } do
        refuses({ "bad argument #1 to 'limit'", "limit '" .. name .. "'", "number >= 0 expected" }, { [name] = bad })
      end
      for _, bad in ipairs { nan, "5", "x", true, false, {}, print } do
        refuses({ "bad argument #1 to 'limit'", "limit '" .. name .. "'", "number expected" }, { [name] = bad })
      end
    end
    refuses("unknown limit 'cels' (did you mean 'cells'?)", { cels = 1 })
    refuses("unknown limit 'expansion' (did you mean 'expansions'?)", { nodes = 3, agents = 3, expansion = 1 })
    refuses("unknown limit 'corners'", { corners = 1 })
    for _, bad in ipairs { { 5 }, { [true] = 1 } } do refuses("bad argument #1 to 'limit'", bad) end
    for _, bad in ipairs { 5, "cells", true, print, astar.graph() } do
      refuses("bad argument #1 to 'limit' (table expected", bad)
    end
  end)

  child.it(it, pending, "is of one Lua state", [[
    local astar = require "astar"
    for _, value in pairs(astar.limit()) do assert(value == math.huge) end
    astar.limit { cells = 5 }
    local fine, message = pcall(astar.grid, { width = 3, height = 2 })
    assert(not fine and message == "limit of 5 cells exceeded", message)
    print "done"
  ]])
end)

describe("the limit of cells", function()
  it("holds for each way to make a grid", function()
    local legend = { ["."] = "grass", ["#"] = false }
    local map = "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n"
    local sources = {
      { width = 3, height = 2 }, { width = 1, height = 2, levels = 3 }, { rows = { ".#.", "..." }, legend = legend },
      { rows = { { ".", "#", "." }, { ".", ".", "." } }, legend = legend },
      { csv = ".,#,.\n.,.,.\n", legend = legend }, { map = map },
    }
    for _, options in ipairs(sources) do
      local grid = needs(6, "cells", function()
        local made = astar.grid(options)
        return made
      end)
      assert.equal(6, grid.width * grid.height * grid.levels)
    end
    limit { cells = 1e6 }
    exceeds(1e6, "cells", function() astar.grid { width = 65535, height = 65535 } end)
    limit { cells = 0 }
    exceeds(0, "cells", function() astar.grid { width = 1, height = 1 } end)
  end)

  it("is of one object", function()
    limit { cells = 6 }
    local grids = {}
    for i = 1, 10 do grids[i] = astar.grid { width = 3, height = 2 } end
    assert.equal(10, #grids)
  end)

  it("holds for saved maps", function()
    local text = astar.grid { width = 3, height = 2, levels = 2 }:save()
    local grid = needs(12, "cells", function()
      local loaded = astar.load(text)
      return loaded
    end)
    assert.equal(text, grid:save())
  end)

  it("holds for maps of Tiled", function()
    local map = {
      orientation = "orthogonal", width = 3, height = 2, tilewidth = 1, tileheight = 1, tilesets = {},
      layers = { { type = "tilelayer", name = "ground", width = 3, height = 2, encoding = "lua", data = { 0, 0, 0, 0, 0, 0 } } },
    }
    local grid, info = needs(6, "cells", function()
      local loaded, about = tiled.load(map)
      return loaded, about
    end)
    assert.equal(3, grid.width)
    limit { memory = 100 }
    exceeds(100, "bytes", function() info:plane() end)
  end)

  it("lets grids that are larger be", function()
    local grid = astar.grid { width = 10, height = 10 }
    local text = grid:save()
    limit { cells = 5 }
    assert.equal(10, #grid:path(grid:cell(1, 1), grid:cell(10, 10)))
    assert.equal(text, grid:save())
    raises("limit of 5 cells exceeded", astar.load, text)
  end)
end)

describe("the limit of nodes", function()
  it("holds for nodes that are added", function()
    local g = astar.graph()
    limit { nodes = 3 }
    for i = 1, 3 do g:add(i, 0) end
    local text, version = g:save(), g.version
    exceeds(3, "nodes", function() g:add(4, 0, { name = "d", terrain = "mud", data = 5 }) end)
    exceeds(3, "nodes", function() g:add_all { 4, 0 } end)
    assert.equal(text, g:save())
    assert.equal(version, g.version)
    assert.is_nil(g:node("d"))
    g:remove(g:node(2))
    assert.equal(0, g:add(0, 1).x)
    exceeds(3, "nodes", function() g:add(4, 0) end)
    limit { nodes = 4 }
    assert.equal(4, g:add(4, 0).x)
    assert.equal(1, astar.graph():add(1, 1).x)
  end)

  it("holds for arrays of nodes", function()
    local g = astar.graph()
    g:add(0, 0)
    needs(4, "nodes", function() g:add_all { 1, 0, 2, 0, 3, 0 } end)
    local text = g:save()
    limit { nodes = 6 }
    exceeds(6, "nodes", function() g:add_all({ 1, 0, 0, 2, 0, 0, 3, 0, 0 }, 3) end)
    assert.equal(text, g:save())
    g:add_all {}
    g:add_all { 5, 5, 6, 6 }
    exceeds(6, "nodes", function() g:add(1, 1) end)
  end)

  it("holds for waypoints, but not for cells", function()
    local grid = astar.grid { width = 9, height = 9 }
    needs(1, "nodes", function() grid:add(1, 1) end)
    exceeds(1, "nodes", function() grid:add(1, 1) end)
    limit { nodes = 0 }
    assert.equal(81, astar.grid { width = 9, height = 9 }:cell(9, 9).id)
  end)

  it("holds for saved graphs", function()
    local g = astar.graph()
    for i = 1, 3 do g:add(i, 0) end
    local text = g:save()
    local loaded = needs(3, "nodes", function()
      local made = astar.load(text)
      return made
    end)
    assert.equal(text, loaded:save())
    local grid = astar.grid { width = 2, height = 2 }
    grid:add(1, 1)
    text = grid:save()
    needs(1, "nodes", function() astar.load(text) end)
  end)
end)

describe("the limit of agents", function()
  it("holds for crowds on nodes", function()
    local grid = astar.grid { width = 5, height = 5 }
    local crowd = grid:crowd()
    limit { agents = 2 }
    crowd:add(grid:cell(1, 1))
    local second = crowd:add(grid:cell(2, 1))
    local text = crowd:save()
    exceeds(2, "agents", function() crowd:add(grid:cell(3, 1), { goal = grid:cell(5, 5), data = "d" }) end)
    assert.equal(text, crowd:save())
    assert.equal(2, #crowd)
    assert.is_nil(crowd:at(grid:cell(3, 1)))
    second:remove()
    crowd:add(grid:cell(3, 1))
    exceeds(2, "agents", function() crowd:add(grid:cell(4, 1)) end)
    grid:crowd():add(grid:cell(4, 1))
    crowd:step()
    assert.equal(2, #crowd)
  end)

  it("holds for discs", function()
    local plane = astar.plane { bounds = { 0, 0, 50, 50 } }
    local grid = astar.grid { width = 50, height = 50 }
    for _, crowd in ipairs { plane:crowd(), grid:crowd { radius = 0.4 } } do
      limit { agents = 2 }
      crowd:add(5, 5)
      crowd:add(10, 5)
      local text = crowd:save()
      exceeds(2, "agents", function() crowd:add(15, 5, { goal = { 5, 15 }, group = "new" }) end)
      assert.equal(text, crowd:save())
      assert.equal(2, #crowd)
      crowd:update(0.1)
    end
  end)

  it("holds for saved crowds", function()
    local grid = astar.grid { width = 9, height = 9 }
    local plane = astar.plane { bounds = { 0, 0, 9, 9 } }
    local crowd, discs, others = grid:crowd(), grid:crowd { radius = 0.4 }, plane:crowd()
    for i = 1, 3 do
      crowd:add(grid:cell(i, 1), { data = i })
      discs:add(2 * i, 2, { data = i })
      others:add(2 * i, 2)
    end
    local cases = { { grid, crowd:save() }, { grid, discs:save() }, { plane, others:save() } }
    for _, case in ipairs(cases) do
      local space, text = case[1], case[2]
      local before = space:save()
      local loaded = needs(3, "agents", function()
        local made = space:crowd(text)
        return made
      end)
      assert.equal(text, loaded:save())
      assert.equal(before, space:save())
    end
  end)
end)

-- A map on which a path needs many expansions whatever finds it.
local function comb()
  local grid = astar.grid { width = 31, height = 21 }
  for col = 2, 30, 2 do
    for row = 1, 20 do grid:cell(col, col % 4 == 0 and row + 1 or row).blocked = true end
  end
  return grid, grid:cell(1, 1), grid:cell(31, 1)
end

describe("the limit of expansions", function()
  it("holds for paths, on any map and with any option", function()
    local grid, a, b = comb()
    local muddy = comb()
    for i = 1, 20 do muddy:cell(1, i).terrain = "mud" end
    muddy:unit("man", { mud = 2 })
    local line, first, last = astar.graph()
    for i = 1, 50 do
      local node = line:add(i, 0)
      if last then line:link(last, node) end
      first, last = first or node, node
    end
    local walled = comb()
    walled:cell(30, 21).blocked, walled:cell(30, 20).blocked = true, true
    local cases = {
      { grid, a, b }, { grid, a, b, { heuristic = "zero" } }, { grid, a, b, { smooth = true, ties = "straight" } },
      { grid, a, b, { cost = function(_, _, cost) return cost end } }, { muddy, muddy:cell(1, 1), muddy:cell(31, 1), "man" },
      { grid, a, b, { max_cost = 1e6 } }, { line, first, last }, { line, first, last, { heuristic = "zero" } },
      { walled, walled:cell(1, 1), walled:cell(31, 1), { partial = true } },
    }
    for i, case in ipairs(cases) do
      local g, from, to, options = case[1], case[2], case[3], case[4]
      local text = g:save()
      local path, cost = g:path(from, to, options)
      that(path, "case %d: %s", i, cost)
      limit { expansions = 3 }
      exceeds(3, "expansions", function() g:path(from, to, options) end)
      assert.equal(text, g:save())
      -- The least limit with which it works: the path is the same.
      local few, again = 3, nil
      repeat
        few = few + 1
        limit { expansions = few }
        local fine, found = pcall(g.path, g, from, to, options)
        if fine then again = found else assert.equal(("limit of %d expansions exceeded"):format(few), found) end
      until again
      assert.equal(cost, again.cost)
      assert.equal(#path, #again)
      limit { expansions = inf }
      assert.equal(cost, g:path(from, to, options).cost)
    end
  end)

  it("does not turn an outcome into another", function()
    local grid, a, b = comb()
    grid:cell(30, 21).blocked, grid:cell(30, 20).blocked = true, true
    for _ = 1, 20 do
      limit { expansions = 3 }
      local fine, path, why = pcall(grid.path, grid, a, b)
      that(not fine or (path == nil and why == "unreachable"), "%s", why)
      limit { expansions = inf }
      assert.equal("unreachable", select(2, grid:path(a, b)))
    end
    assert.equal("limit", select(2, grid:path(grid:cell(1, 1), grid:cell(1, 21), { max_steps = 2, heuristic = "zero" })))
  end)

  it("holds for paths and searches on planes", function()
    local plane = astar.plane { bounds = { 0, 0, 100, 20 } }
    for i = 1, 9 do plane:box(i * 10, i % 2 * 4 + 8, 2, 16) end
    local path = expands(2, function()
      local found = plane:path(1, 1, 99, 1)
      return found
    end)
    local s = plane:search(1, 1, 99, 1)
    limit { expansions = 2 }
    exceeds(2, "expansions", function() s:run() end)
    assert.equal("searching", s.status)
    limit { expansions = inf }
    assert.equal("found", s:run())
    assert.equal(path.cost, s:path().cost)
  end)

  it("lets a search go on with the next call", function()
    local grid, a, b = comb()
    local whole = grid:search(a, b)
    whole:run()
    local s = grid:search(a, b)
    limit { expansions = 10 }
    exceeds(10, "expansions", function() s:run() end)
    assert.equal("searching", s.status)
    exceeds(10, "expansions", function() s:step(11) end)
    local before = s.expanded
    assert.equal("searching", s:step(10))
    assert.equal("searching", s:step())
    assert.equal(before + 11, s.expanded)
    local turns = 0
    for _ in s:steps(10) do
      turns = turns + 1
      if turns == 2 then break end
    end
    assert.equal(before + 31, s.expanded)
    -- In Lua 5.1 and 5.2 the line is that of the generator, which is written in Lua there.
    check.raises("limit of 10 expansions exceeded", function() for _ in s:steps(11) do turns = turns + 1 end end)
    assert.equal(2, turns)
    repeat until pcall(s.run, s)
    assert.equal("found", s.status)
    assert.equal(whole.expanded, s.expanded)
    assert.equal(whole:path().cost, s:path().cost)
  end)

  it("is exact for searches", function()
    local grid, a, b = comb()
    local s = grid:search(a, b)
    s:step(1e9)
    local all = s.expanded
    for _, method in ipairs { "run", "step" } do
      local function all_but_one()
        limit { expansions = inf }
        s:restart()
        s:step()
      end
      all_but_one()
      limit { expansions = all - 2 }
      exceeds(all - 2, "expansions", function() s[method](s, method == "step" and 1e9 or nil) end)
      all_but_one()
      limit { expansions = all - 1 }
      assert.equal("found", s[method](s, method == "step" and 1e9 or nil))
    end
    s:restart()
    limit { expansions = 0 }
    exceeds(0, "expansions", function() s:step() end)
    assert.equal("searching", s.status)
  end)

  it("holds for ranges and flows, and for their repair", function()
    local grid, a = comb()
    local text = grid:save()
    expands(5, function() grid:reach(a, 30) end)
    expands(5, function() grid:flow(a) end)
    expands(5, function() grid:away(a) end)
    expands(5, function() grid:flow(a, { cost = function(_, _, cost) return cost end }) end)
    assert.equal(text, grid:save())
    local flow = grid:flow(a)
    local all = flow.expanded
    needs(all, "expansions", function() grid:flow(a) end)
    grid:cell(1, 5).blocked = true
    grid:cell(1, 5).blocked = false
    grid:cell(1, 2).terrain = "mud"
    grid:unit("man", { mud = 3 })
    flow = grid:flow(a, "man")
    grid:cell(1, 3).terrain = "mud"
    limit { expansions = 3 }
    exceeds(3, "expansions", function() flow:repair() end)
    limit { expansions = inf }
    flow:repair()
    local fresh = grid:flow(a, "man")
    for row = 1, 21 do
      for col = 1, 31 do
        local cell = grid:cell(col, row)
        assert.equal(fresh:cost(cell), flow:cost(cell))
      end
    end
  end)

  it("holds for what is prepared and looked up", function()
    local g = astar.graph()
    local nodes = {}
    for i = 1, 100 do nodes[i] = g:add(i % 10, math.floor(i / 10)) end
    for i = 2, 100 do g:link(nodes[i - 1], nodes[i], { oneway = i % 7 == 0 }) end
    local text = g:save()
    limit { expansions = 50 }
    exceeds(50, "expansions", function() g:prepare(nil) end)
    assert.is_false(g:prepared(nil))
    repeat local fine = pcall(g.prepare, g, nil) until fine
    assert.is_true(g:prepared(nil))
    assert.equal(text, g:save())
    assert.is_false(g:connected(nodes[100], nodes[1]))
    local hill = astar.graph()
    for i = 1, 100 do hill:add(i, 0, i) end
    for i = 2, 100 do hill:link(hill:node(i - 1), hill:node(i)) end
    hill:unit("climber", {}, { climb = 2 })
    local low, high = hill:node(1), hill:node(100)
    expands(5, function() hill:connected(low, high, "climber") end)
    expands(5, function() hill:nearest(100, 0, { unit = "climber", from = low }) end)
    assert.is_true(hill:connected(low, high, "climber"))
    local units = { nodes[1], nodes[2], nodes[3] }
    local places = needs(9, "expansions", function()
      local found = g:places(nodes[5], units)
      return found
    end)
    assert.equal(3, #places)
  end)

  it("holds for what a crowd moves", function()
    local grid = astar.grid { width = 9, height = 9 }
    local crowd = grid:crowd()
    for i = 1, 4 do crowd:add(grid:cell(i, 1), { goal = grid:cell(10 - i, 9) }) end
    local text = crowd:save()
    limit { expansions = 11 }
    exceeds(11, "expansions", function() crowd:step(3) end)
    limit { expansions = 3 }
    exceeds(3, "expansions", function() crowd:step() end)
    exceeds(3, "expansions", function() crowd:update(0) end)
    exceeds(3, "expansions", function() crowd:update(1) end)
    exceeds(3, "expansions", function() crowd:solve() end)
    assert.equal(text, crowd:save())
    limit { expansions = 12 }
    crowd:step(3)
    assert.equal(3, crowd.steps)
    limit { expansions = inf }
    crowd:step(20)
    for agent in crowd:agents() do assert.equal("arrived", agent.status) end
  end)

  it("holds for the searches of a crowd, which go on with its next step", function()
    local grid, a, b = comb()
    local free, limited = grid:crowd { expansions = 30 }, grid:crowd()
    local first, second = free:add(a, { goal = b }), limited:add(a, { goal = b })
    for _ = 1, 400 do
      free:step()
      limit { expansions = 31 } -- 1 moves the agent
      limited:step()
      limit { expansions = inf }
      assert.equal(first.node.id, second.node.id)
    end
    assert.equal("arrived", second.status)
  end)

  it("holds for the decisions of an update, whose other time is dropped", function()
    local grid = astar.grid { width = 200, height = 1 }
    local crowd = grid:crowd()
    local agent = crowd:add(grid:cell(1, 1), { goal = grid:cell(200, 1), speed = 100 })
    crowd:update(0.01)
    limit { expansions = 50 }
    exceeds(50, "expansions", function() crowd:update(1) end)
    local time = crowd.time
    that(time > 0.4 and time < 0.6, "time %s", time)
    crowd:update(0.1)
    assert.near(time + 0.1, crowd.time, 1e-5)
    limit { expansions = inf }
    crowd:update(2)
    assert.equal("arrived", agent.status)
  end)

  it("holds for crowds of discs", function()
    local plane = astar.plane { bounds = { 0, 0, 50, 50 } }
    local crowd = plane:crowd()
    for i = 1, 4 do crowd:add(5 * i, 5, { goal = { 5 * i, 40 } }) end
    local text = crowd:save()
    needs(4, "expansions", function()
      assert.equal(text, crowd:save())
      crowd:update(0.1)
    end)
    that(text ~= crowd:save(), "discs do not move")
  end)

  it("holds for solve", function()
    local grid = astar.grid { width = 4, height = 4 }
    local function new()
      local crowd = grid:crowd()
      for i = 1, 4 do
        crowd:add(grid:cell(i, 1), { goal = grid:cell(5 - i, 4) })
        crowd:add(grid:cell(i, 4), { goal = grid:cell(5 - i, 1) })
      end
      return crowd
    end
    local crowd = new()
    limit { expansions = 9 }
    exceeds(9, "expansions", function() crowd:solve() end)
    assert.equal(0, crowd.planned)
    assert.is_false((crowd:solve(nil, 1)))
    limit { expansions = inf }
    assert.is_true((crowd:solve()))
    local few = 9
    repeat
      few = few + 9
      limit { expansions = few }
    until pcall(new().solve, new())
    that(few > 18, "solved within %d", few)
  end)
end)

describe("the limit of memory", function()
  local function clean()
    if check.jit then require("jit").flush() end -- compiled code keeps the functions that it calls
    collectgarbage()
    collectgarbage()
  end

  -- make(i) until it raises; gives how many there are. What was made is used after that.
  local function fill(most, make, use)
    clean()
    limit { memory = most }
    local all = {}
    local function more() all[#all + 1] = make(#all + 1) end
    local fine, message
    repeat fine, message = pcall(more) until not fine
    that(message:find(("limit of %.0f bytes exceeded"):format(most), 1, true), "%s", message)
    for i = 1, #all do use(all[i]) end
    return #all
  end

  it("holds for grids", function()
    local made = fill(8e6, function() return astar.grid { width = 200, height = 200 } end, function(grid)
      assert.equal(200, grid.width)
    end)
    that(made > 1, "made %d", made)
    limit { memory = 10000 }
    exceeds(10000, "bytes", function() astar.grid { width = 200, height = 200 } end)
  end)

  it("holds for flows that are kept", function()
    local grid = astar.grid { width = 200, height = 200 }
    local made = fill(16e6, function() return grid:flow(grid:cell(1, 1)) end, function(flow)
      assert.equal(199, flow:cost(grid:cell(200, 1)))
    end)
    that(made > 1, "made %d", made)
    limit { memory = inf }
    assert.equal("done", grid:flow(grid:cell(1, 1)).status)
  end)

  it("holds for crowds and graphs", function()
    local grid = astar.grid { width = 100, height = 100 }
    local crowd = grid:crowd()
    local made = fill(3e6, function(i)
      return crowd:add(grid:cell(1 + i % 100, 1 + math.floor(i / 100)))
    end, function(agent) assert.equal("number", type(agent.id)) end)
    assert.equal(made, #crowd)
    limit { memory = inf }
    crowd:step()
    local g = astar.graph()
    made = fill(4e6, function(i) return g:add(i, 0, { data = i }) end, function(node) assert.equal(node.x, node.data) end)
    limit { memory = inf }
    assert.equal(made + 1, g:add(0, 0).id)
  end)

  it("is not hit by garbage", function()
    clean()
    limit { memory = 8e6 }
    for i = 1, 300 do
      local grid = astar.grid { width = 100 + i, height = 200 }
      if i % 20 == 0 then grid:flow(grid:cell(1, 1)) end
    end
    local grid = astar.grid { width = 200, height = 200 }
    for _ = 1, 100 do grid:flow(grid:cell(1, 1)) end
    for _ = 1, 100 do grid:search(grid:cell(1, 1), grid:cell(200, 200), { heuristic = "zero" }):run() end
    for _ = 1, 200 do
      local crowd = grid:crowd()
      for i = 1, 50 do crowd:add(grid:cell(i, 1), { goal = grid:cell(i, 9) }) end
      crowd:step(2)
    end
    for _ = 1, 20 do
      local g = astar.graph()
      for i = 1, 5000 do g:add(i, 0) end
    end
  end)

  it("gives way to a lack of memory of another kind", function()
    limit { memory = 1000 }
    raises("limit of 1000 bytes exceeded", astar.grid, { width = 100, height = 100 })
    limit { memory = inf }
    assert.equal(100, astar.grid { width = 100, height = 100 }.width)
  end)
end)
