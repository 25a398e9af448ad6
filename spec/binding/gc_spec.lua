-- The collector: what keeps what, what goes, and that memory stays bounded.

local astar = require "astar"
local check = require "spec.support.check"
local child = require "spec.support.child"
local files = require "spec.support.files"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"

local that, collect, apart = check.that, check.collect, check.apart
local chain = shapes.chain

-- Objects that nothing else refers to.
local function weak()
  return setmetatable({}, { __mode = "k" })
end

local function count(t)
  local n = 0
  for _ in pairs(t) do
    n = n + 1
  end
  return n
end

describe("what nothing refers to", function()
  it("goes: graphs, nodes, searches, paths", function()
    local seen = weak()
    apart(function()
      local g, n = chain(10)
      local s = g:search(n[1], n[10])
      s:run()
      seen[g], seen[n[3]], seen[s], seen[s:path()], seen[g:path(n[1], n[2])] = 1, 1, 1, 1, 1
    end)
    collect()
    assert.equal(0, count(seen))
  end)

  it("goes: a search that was not run to its end, one that is stale, one that is closed", function()
    local seen = weak()
    local g, n = chain(10)
    apart(function()
      local one, two, three = g:search(n[1], n[10]), g:search(n[1], n[10]), g:search(n[1], n[10])
      one:step(3)
      two:step(3)
      three:close()
      seen[one], seen[two], seen[three] = 1, 1, 1
      g:add(0, 0)
    end)
    collect()
    assert.equal(0, count(seen))
    assert.equal(9, select(2, g:path(n[1], n[10])))
  end)

  it("goes: handles to nodes, while the nodes stay", function()
    local seen = weak()
    local g = astar.graph()
    apart(function()
      for i = 1, 100 do
        seen[g:add(i, i, { name = "n" .. i })] = i
      end
    end)
    collect()
    assert.equal(0, count(seen))
    assert.equal(100, #g)
    assert.equal(50, g:node("n50").x)
  end)

  it("goes: callbacks and options of a search that is gone or closed", function()
    local seen = weak()
    local g, n = chain(5)
    apart(function()
      local function cost(_, _, c)
        return n and c
      end
      local function heuristic()
        return g and 0
      end
      local goals, only = { n[5] }, { n[2], n[3], n[4], n[5] }
      seen[cost], seen[heuristic], seen[goals], seen[only] = 1, 1, 1, 1
      g:path(n[1], goals, { cost = cost, heuristic = heuristic, only = only })
      local s = g:search(n[1], goals, { cost = cost, heuristic = heuristic, only = only })
      s:run()
    end)
    collect()
    assert.equal(0, count(seen))
  end)

  it("goes: a search whose callback refers to it", function()
    local seen = weak()
    local g, n = chain(5)
    apart(function()
      local s
      s = g:search(n[1], n[5], { cost = function(_, _, c) return s and c end })
      s:run()
      seen[s] = 1
    end)
    collect()
    assert.equal(0, count(seen))
  end)

  it("goes: a graph whose data refers to the graph itself, its nodes, searches and paths", function()
    local seen = weak()
    apart(function()
      local g, n = chain(5)
      n[1].data = g
      n[2].data = n[3]
      n[3].data = { n[3] }
      n[4].data = g:path(n[1], n[5])
      n[5].data = g:search(n[1], n[5])
      seen[g], seen[n[1]], seen[n[4].data], seen[n[5].data] = 1, 1, 1, 1
    end)
    collect()
    assert.equal(0, count(seen))
  end)

  it("goes: two graphs whose nodes refer to each other through data", function()
    local seen = weak()
    local function make(round)
      local g, n = chain(5)
      local h, m = chain(5)
      if round == 1 then
        n[1].data, m[1].data = m[1], n[1]
      elseif round == 2 then
        n[1].data, m[1].data = h, g
      elseif round == 3 then
        n[2].data, m[2].data = { m[3] }, function() return n[3] end
      else
        n[2].data, m[2].data = h:path(m[1], m[5]), g:search(n[1], n[5])
      end
      seen[g], seen[h], seen[n[1]], seen[m[1]] = 1, 1, 1, 1
    end
    for round = 1, 4 do
      make(round)
    end
    collect()
    assert.equal(0, count(seen))
  end)

  it("goes: a long ring of graphs", function()
    local seen = weak()
    apart(function()
      local first, last
      for _ = 1, 100 do
        local g = astar.graph()
        local n = g:add(0, 0)
        seen[g] = 1
        n.data = last
        last = n
        first = first or n
      end
      first.data = last
    end)
    collect()
    assert.equal(0, count(seen))
  end)
end)

describe("a graph is kept by", function()
  it("a node", function()
    local n = astar.graph():add(3, 4, { name = "alone" })
    collect()
    assert.equal(3, n.x)
    assert.equal("alone", n.name)
    assert.equal(1, #n.graph)
    assert.equal(n, n.graph:node("alone"))
  end)

  it("a path", function()
    local path
    apart(function()
      local g, n = chain(5)
      path = g:path(n[1], n[5])
    end)
    collect()
    for i = 1, 5 do
      assert.equal(i, path[i].x)
    end
    assert.equal(4, select(2, path[1].graph:path(path[1], path[5])))
  end)

  it("a search", function()
    local s
    apart(function()
      local g, n = chain(5)
      s = g:search(n[1], n[5])
    end)
    collect()
    s:step(2)
    collect()
    assert.equal("found", s:run())
    assert.equal(4, select(2, s:path()))
    assert.equal(5, #s.start.graph)
    s:restart()
    assert.equal("found", s:run())
  end)

  it("an iterator", function()
    local function iterators()
      local g, n = chain(5)
      local s = g:search(n[1], n[5])
      s:step(2)
      local map = astar.grid { width = 5, height = 1 }
      local run = map:search(map:cell(1, 1))
      run:run()
      map:wall(map:cell(1, 1), map:cell(2, 1))
      map:wall(map:cell(4, 1), map:cell(5, 1))
      return { { g:nodes() }, { n[2]:links() }, { s:nodes() }, { s:steps() }, { g:path(n[1], n[5]):nodes() },
        { g:links() }, { map:tiles() }, { map:walls() }, { run:tiles() } }
    end
    for _, it3 in ipairs(iterators()) do
      collect()
      local f, state, control = it3[1], it3[2], it3[3]
      local turns = 0
      while true do
        local value = f(state, control)
        if value == nil then
          break
        end
        control = value
        turns = turns + 1
        collect()
        that(turns < 20, "no end")
      end
      that(turns >= 2, "only %d turns", turns)
    end
  end)
end)

describe("a node object", function()
  it("is one and the same while anything refers to it", function()
    local g, n = chain(50)
    local marks = {}
    for i = 1, 50, 7 do
      marks[n[i]] = i
    end
    n = nil -- luacheck: ignore
    collect()
    local found = 0
    for node in g:nodes() do
      if marks[node] then
        found = found + 1
        assert.equal(node.id, marks[node])
      end
    end
    assert.equal(8, found)
  end)

  it("may be the key or the value of a weak table", function()
    local g
    local keys, values, kept = weak(), setmetatable({}, { __mode = "v" }), {}
    apart(function()
      local n
      g, n = chain(20)
      for i = 1, 20 do
        keys[n[i]], values[i] = i, n[i]
      end
      kept[1], kept[2] = n[3], n[9]
    end)
    collect()
    assert.equal(2, count(keys))
    assert.equal(kept[1], values[3])
    assert.equal(kept[2], values[9])
    assert.is_nil(values[4])
    assert.equal(kept[1], g:node(3))
    -- a node asked for again is a node like any other
    keys[g:node(4)] = 4
    assert.equal(4, keys[g:node(4)])
  end)

  it("that the collector is about to take can be had again", function()
    -- with a collector that works in small steps between all the calls
    local g = chain(200)
    local rng = random.new(random.seed)
    local held = {}
    for round = 1, random.size(20000, 4000) do
      local id = rng:int(1, 200)
      local node = g:node(id)
      that(node.id == id and node.x == id, "node %d is %s", id, node)
      local slot = rng:int(1, 20)
      that(not held[slot] or g:node(held[slot].id) == held[slot], "a held node has another object")
      held[slot] = rng:chance(0.7) and node or nil
      if round % 10 == 0 then
        collectgarbage("step", 1)
      end
    end
  end)

  it("of a removed node may go or stay", function()
    local g = astar.graph()
    local kept = {}
    for i = 1, 500 do
      local n = g:add(i, i)
      g:remove(n)
      if i % 5 == 0 then
        kept[#kept + 1] = n
      end
    end
    collect()
    for i, n in ipairs(kept) do
      that(tostring(n):match("^node %d+ %(removed%)$"), "%d is %s", i, n)
    end
    local ids = {}
    for _ = 1, 1000 do
      local n = g:add(0, 0)
      that(not ids[n.id], "id %d twice", n.id)
      ids[n.id] = true
    end
    for _, n in ipairs(kept) do
      that(not ids[tonumber(tostring(n):match("%d+"))], "%s is in use again", n)
    end
  end)
end)

-- Resident memory of this process in MB, or nil where it cannot be told or
-- where a tool that keeps freed memory is at work.
local function resident()
  local maps = io.open("/proc/self/maps")
  if not maps then
    return nil
  end
  local text = maps:read("*a")
  maps:close()
  if text:find("asan", 1, true) or text:find("vgpreload", 1, true) then
    return nil
  end
  local file = io.open("/proc/self/statm")
  local pages = file and file:read("*a"):match("^%d+ (%d+)")
  if file then
    file:close()
  end
  return pages and tonumber(pages) * 4096 / 2 ^ 20
end

describe("memory is bounded", function()
  -- Runs fn(i) n times; neither the process nor Lua's own count may grow by
  -- more than `limit` or `lua_limit` MB after the first tenth.
  local function bounded(n, limit, fn, lua_limit)
    n = random.count(n)
    local warm = math.ceil(n / 10)
    for i = 1, warm do
      fn(i)
    end
    collect()
    local lua, process = collectgarbage("count"), resident()
    for i = warm + 1, n do
      fn(i)
    end
    local after = resident()
    if process then
      that(after - process < limit, "the process grew by %.1f MB in %d rounds", after - process, n - warm)
    end
    collect()
    local grown = (collectgarbage("count") - lua) / 1024
    that(grown < (lua_limit or 0.5), "Lua's memory grew by %.2f MB in %d rounds", grown, n - warm)
  end

  it("over many paths", function()
    local g, n = chain(40)
    bounded(10000, 16, function(i)
      g:path(n[i % 40 + 1], n[i * 7 % 40 + 1])
    end)
  end)

  it("over many searches, whether closed or left to the collector", function()
    local g, n = chain(40)
    bounded(10000, 16, function(i)
      local s = g:search(n[i % 40 + 1], n[i * 7 % 40 + 1])
      s:step(i % 50 + 1)
      if i % 3 == 0 then
        s:close()
      end
    end)
  end)

  it("over restarts of one search", function()
    local g, n = chain(40)
    local s = g:search(n[1], n[40])
    bounded(10000, 8, function(i)
      s:restart(n[i % 40 + 1], n[i * 7 % 40 + 1])
      s:run()
    end)
  end)

  it("over many graphs", function()
    bounded(10000, 16, function(i)
      local g = astar.graph()
      local a, b = g:add(0, 0, { name = "a", terrain = "t" .. i }), g:add(1, 1, { data = {} })
      g:link(a, b)
      g:unit("man", { ["t" .. i] = 2 })
      g:path(a, b, "man")
    end)
  end)

  it("over graphs that are not small, left to the collector", function()
    bounded(120, 48, function()
      local g = astar.graph()
      for i = 1, 1500 do
        g:add(i, i % 7)
      end
    end)
  end)

  it("over long searches, left to the collector", function()
    local g = astar.graph()
    local first, last
    for i = 1, 4000 do
      local n = g:add(i, 0)
      if last then
        g:link(last, n)
      end
      first, last = first or n, n
    end
    bounded(1500, 48, function()
      g:search(first, last):run()
    end)
  end)

  it("over nodes that come and go", function()
    local g = astar.graph()
    local hub = g:add(0, 0)
    bounded(20000, 16, function(i)
      local n = g:add(i % 100, i % 37, { name = "n", data = {} })
      g:link(hub, n)
      n.x = i % 91
      g:remove(n)
    end)
    assert.equal(1, #g)
  end)

  it("over links that come and go", function()
    local g, n = chain(20)
    bounded(20000, 16, function(i)
      local a, b = n[i % 20 + 1], n[i * 3 % 20 + 1]
      if a ~= b then
        g:link(a, b, { cost = i })
        g:unlink(a, b)
      end
    end)
  end)

  it("over names, terrains and units that change", function()
    local g, n = chain(3)
    bounded(10000, 24, function(i)
      n[2].name = "name" .. i
      n[2].terrain = "terrain" .. i % 50
      g:unit("man", { ["terrain" .. i % 50] = i })
    end, 0.2)
  end)

  it("over callbacks that raise", function()
    local g, n = chain(20)
    bounded(5000, 16, function(i)
      pcall(g.path, g, n[1], n[20], { cost = function(from, _, c)
        if from.id > i % 20 then
          error("stop")
        end
        return c
      end })
    end)
  end)

  if check.yields then
    it("over coroutines that are abandoned in a callback", function()
      local g, n = chain(20)
      bounded(3000, 16, function()
        local co = coroutine.create(function()
          g:path(n[1], n[20], { cost = coroutine.yield })
        end)
        coroutine.resume(co)
      end)
    end)
  end

  it("over calls that fail", function()
    local g, n = chain(5)
    bounded(5000, 16, function(i)
      pcall(g.add, g, 0, 0, { name = "x" .. i, terrain = "y" .. i, blocked = 5 })
      pcall(g.search, g, n[1], n[5], { only = { n[2], n[3], i } })
      pcall(g.search, g, n[1], n[5], { avoid = { n[2], n[3] }, max_setps = i })
      pcall(g.unit, g, "u" .. i, { ["t" .. i] = -1 })
      pcall(g.link, g, n[1], n[1])
    end)
  end)
end)

describe("the collector at its most eager", function()
  it("disturbs nothing", function()
    local pause, multiplier = collectgarbage("setpause", 0), collectgarbage("setstepmul", 1000)
    local ok, message = pcall(function()
      for round = 1, 8 do
        local g, n = chain(30)
        g:unit("man", { mud = 2 })
        for i = 1, 30, 3 do
          n[i].name, n[i].data, n[i].terrain = "n" .. i, { i }, "mud"
        end
        local s = g:search(n[1], n[30], { unit = "man", avoid = {}, cost = function(from, to, c)
          return from.x < to.x and c or c * 2
        end })
        for node, cost in s:steps() do
          that(node.x - 1 <= cost, "cost")
        end
        local path, cost = s:path()
        that(#path == 30 and cost >= 29, "path")
        n = nil -- luacheck: ignore
        that(#path:table() == 30 and #path:points() == 60, "table and points")
        that(#g:within(15, 0, 5) == 11, "within")
        that(g:node("n" .. (3 * round + 1)).data[1] == 3 * round + 1, "data")
        for node in g:nodes() do
          for neighbour, length, props in node:links() do
            that(neighbour.graph == g and length == 1 and not props, "links")
          end
        end
        that(g:units()[1] == "man" and g:unit("man").mud == 2, "units")
      end
    end)
    collectgarbage("setpause", pause)
    collectgarbage("setstepmul", multiplier)
    assert.is_true(ok, tostring(message))
  end)
end)

describe("a finalizer", function()
  local PRELUDE = child.FINALIZER .. [[
local astar = require "astar"
local function make()
  local g = astar.graph()
  local a, b = g:add(0, 0, { name = "a", data = {} }), g:add(3, 4, { terrain = "mud" })
  g:link(a, b, { cost = 2 })
  g:unit("man", { mud = 2 })
  local s = g:search(a, b, { cost = function(_, _, c) return c end })
  s:step()
  local map = astar.grid { rows = { "ab", "ba" } }
  map:wall(map:cell(1, 1), map:cell(2, 2))
  map:link(map:cell(1, 1), map:cell(2, 2), { cost = 1, terrain = "road" })
  local run = map:search(map:cell(1, 1))
  run:run()
  return { g = g, a = a, b = b, s = s, p = g:path(a, b), nodes = { g:nodes() }, links = { a:links() },
    steps = { s:steps() }, touched = { s:nodes() }, map = map, run = run,
    walks = { { g:links() }, { map:links() }, { map:tiles() }, { map:walls() }, { run:tiles() } } }
end
local function use(t)
  local g, a, b, s, p = t.g, t.a, t.b, t.s, t.p
  local calls = {
    function() return #g, g.version, tostring(g) end,
    function() local n = g:add(1, 1, { name = "new", data = {} }) g:link(n, a) g:remove(n) end,
    function() return a.x, a.name, a.data, a.graph, tostring(a) end,
    function() a.x, a.name, a.data = 5, "other", {} end,
    function() return g:path(a, b, "man"):points() end,
    function() g:unit("man", {}) return g:units() end,
    function() return g:nearest(0, 0), g:within(0, 0, 50) end,
    function() return g:connected(a, b, "man"), g:nearest(0, 0, { from = a }) end,
    function() return s.status, tostring(s), s.expanded, s.start, s.goal end,
    function() s:step() end, function() s:run() end, function() return s:path() end,
    function() return s:state(a), s:cost(a), s:parent(b) end,
    function() s:restart() s:run() end,
    function() return #p, p[1], p[2], p.cost, p:points(), p:at(1), p:table(), tostring(p) end,
    function() for _ in g:nodes() do end for _ in a:links() do end end,
    function() for _ in s:nodes() do end for _ in s:steps() do end end,
    function() return t.nodes[1](t.nodes[2], t.nodes[3]) end,
    function() return t.links[1](t.links[2], t.links[3]) end,
    function() return t.steps[1](t.steps[2], t.steps[3]) end,
    function() return t.touched[1](t.touched[2], t.touched[3]) end,
    function() for i = 1, 5 do local walk = t.walks[i] walk[1](walk[2], walk[3]) end end,
    function() for _ in t.map:tiles() do end for _ in t.map:walls() do end for _ in t.run:tiles() do end end,
    function() for _ in g:links() do end for _ in t.map:links() do end end,
    function() return s.current, t.run.current, t.map:outline(2, 2) end,
    function() g:optimize() end,
    function() s:close() s:close() end,
    function() a:unlink() a:remove() end,
    -- a collection while a state is being closed brings down some Luas all by itself
    function() if not closing then collectgarbage() end end,
  }
  for _ = 1, 2 do
    for _, call in ipairs(calls) do
      local ok, e = pcall(call)
      assert(ok or type(e) == "string", "an error that is no message")
    end
  end
end
]]

  local function in_child(what, script)
    child.it(it, pending, what, PRELUDE .. script)
  end

  in_child("may use every object when the state is closed", [[
    closing = true
    -- finalizers run in the reverse order of their making: some before the
    -- module's objects, some after them
    early = finalizer(function() use(things) end)
    things = make()
    late = finalizer(function() use(things) end)
    for i = 1, 5 do
      local t = make()
      _G["early" .. i] = finalizer(function() use(t) end)
    end
    for i = 1, 5 do
      local t
      _G["late" .. i] = finalizer(function() use(t) end)
      t = make()
    end
    print("done")
  ]])

  -- From Lua 5.2 on, what a finalizer makes while the state closes is never finalized itself.
  child.it(it, pending, "may make objects when the module would have been unloaded",
    files.read("spec/last_finalizer.lua") .. '\nprint("done")\n', true)

  in_child("may use every object during a collection", [[
    local function litter()
      local t = make()
      finalizer(function() use(t) end)
      local u
      finalizer(function() if u then use(u) end end)
      u = make()
    end
    for _ = 1, 20 do
      litter()
      collectgarbage()
      collectgarbage()
    end
    closing = true
    print("done")
  ]])

  in_child("may edit a graph and restart searches while positions are read", [[
    local g, n, s = astar.graph(), 0, nil
    local nodes = {}
    for i = 1, 20 do
      nodes[i] = g:add(i, i % 3)
      if i > 1 then g:link(nodes[i - 1], nodes[i]) end
    end
    local function place(i) return { x = i % 21, y = i % 4, z = i % 2 == 0 and 0 or nil } end
    local function litter()
      finalizer(function()
        if closing then
          return
        end
        n = n + 1
        local at = n % 20 + 1
        if n % 4 == 0 then
          nodes[at]:remove()
          nodes[at] = g:add(at, n % 5)
          g:link(nodes[at], nodes[at % 20 + 1])
        elseif n % 4 == 1 then
          nodes[at].x = at + n % 7 / 10
        elseif s then
          local ok, e = pcall(s.restart, s, n % 3 > 0 and place(n) or nil, n % 5 > 0 and { place(n + 1), nodes[at] } or nil)
          assert(ok or type(e) == "string")
          if n % 11 == 0 then s:close() end
        end
        litter()
      end)
    end
    collectgarbage("setpause", 0)
    collectgarbage("setstepmul", 1000)
    for _ = 1, 3 do
      litter()
    end
    for i = 1, 600 do
      local ok, e = pcall(function()
        s = nil
        s = g:search(place(i), { place(i + 5), nodes[i % 20 + 1], place(i + 9) }, { cost = i % 2 == 0 and function(a, b, c)
          return c + (a.x == b.x and 0 or 1)
        end or nil })
        s:step(3)
        for node, state in s:nodes() do assert(node.x and (s:state(node) == state or true)) end
        s:run()
        local p = s:path()
        if p then p:table() end
        local q, c = g:path({ x = i % 19, y = 1 }, { { x = 3, y = 3 }, nodes[i % 20 + 1] })
        if q then assert(q.cost == c and (type(q[1]) == "table" or #q > 0)) end
        for _, node in ipairs(g:places(place(i), 4, { taken = { nodes[1] }, from = place(i + 3) })) do tostring(node) end
        for _, node in ipairs(g:places(place(i), { place(i + 1), nodes[3], place(i + 2), nodes[i % 20 + 1] })) do tostring(node) end
      end)
      assert(ok or type(e) == "string")
    end
    closing = true
    assert(n > 20, "the finalizer ran only " .. n .. " times")
    print("done")
  ]])

  in_child("may edit a graph in the middle of calls on it", [[
    local t = make()
    local n = 0
    local function litter()
      finalizer(function()
        if closing then
          return
        end
        n = n + 1
        local g = t.g
        local node = g:add(n % 50, n % 7, { name = "n" .. n, terrain = "t" .. n % 5 })
        local found = g:nearest(0, 0)
        if found ~= node then
          g:link(found, node, { oneway = n % 2 == 0 })
        end
        if n % 3 == 0 then
          g:remove(node)
        end
        if n % 50 == 0 then
          for x in g:nodes() do
            g:remove(x)
          end
          g:add(0, 0)
          g:optimize()
        end
        litter()
      end)
    end
    collectgarbage("setpause", 0)
    collectgarbage("setstepmul", 1000)
    for _ = 1, 5 do
      litter()
    end
    for i = 1, 300 do
      local g = t.g
      pcall(function()
        local a = g:add(i, i, { name = "a" .. i, data = {}, terrain = "u" .. i % 9 })
        local b = g:nearest(0, 0)
        g:link(a, b, { cost = i, terrain = "road" .. i % 5 })
        g:unit("man" .. i % 3, { ["t" .. i % 5] = i }, { climb = 1 })
        local s = g:search(a, b, { unit = "man" .. i % 3, only = { a, b }, avoid = { a, b },
          cost = function(_, _, c) return c end, heuristic = function() return 0 end })
        s:run()
        for node in s:nodes() do
          tostring(node)
        end
        local p = g:path(a, { b, a }) or g:path(a, b)
        if p then
          p:table()
          p:points(3)
        end
        g:within(0, 0, 100)
        g:units()
        for node in a:links() do
          tostring(node)
        end
        for from, to, cost, props in g:links() do
          assert(from ~= to and cost >= 0 and (not props or next(props)), "a link that is none")
          tostring(s.current)
        end
      end)
      assert(#g >= 0)
    end
    collectgarbage("stop")
    local count = 0
    for _ in t.g:nodes() do
      count = count + 1
    end
    assert(count == #t.g, "the graph holds " .. #t.g .. " nodes, " .. count .. " were walked")
    collectgarbage("restart")
    assert(n > 20, "the finalizer ran only " .. n .. " times")
    closing = true
    print("done")
  ]])

  in_child("may ask for a path in the middle of another", [[
    local g, n = astar.graph(), 0
    for i = 1, 40 do
      g:add(i, 0, { name = "n" .. i })
      if i > 1 then
        g:link("n" .. i - 1, "n" .. i)
      end
    end
    local wrong
    local function ask(i)
      local from, to = i % 40 + 1, i * 7 % 40 + 1
      local path, cost = g:path("n" .. from, "n" .. to)
      local gap = math.abs(from - to)
      if cost ~= gap or #path ~= gap + 1 or path[1].x ~= from or path[#path].x ~= to or path.cost ~= gap then
        wrong = ("from %d to %d: %d nodes, cost %g"):format(from, to, #path, cost)
      end
    end
    local function litter()
      finalizer(function()
        if not closing then
          n = n + 1
          ask(n * 3)
          litter()
        end
      end)
    end
    collectgarbage("setpause", 0)
    collectgarbage("setstepmul", 1000)
    for _ = 1, 3 do
      litter()
    end
    for i = 1, 2000 do
      ask(i)
      g:within(i % 40, 0, 3)
    end
    closing = true
    assert(n > 20, "the finalizer ran only " .. n .. " times")
    assert(not wrong, wrong)
    print("done")
  ]])

  in_child("may step, restart and close a search in the middle of calls on it", [=[
    -- no handle is kept, so that each call has to make some
    local g, nodes = astar.graph(), {}
    for i = 1, 30 do
      nodes[i] = "n" .. i
      g:add(i, 0, { name = nodes[i] })
      if i > 1 then
        g:link(nodes[i - 1], nodes[i])
      end
    end
    local index = setmetatable({}, { __index = function(_, node)
      if getmetatable(node) == "astar.node" then
        local ok, x = pcall(function() return node.x end)
        return ok and x or nil
      end
    end })
    local wrong
    local function check(ok, ...)
      if not ok and not wrong then
        wrong = table.concat({ ... }, " ")
      end
    end
    local s, n = nil, 0
    local acts = {
      function() s:restart() end,
      function() s:step() end,
      function() s:step(7) end,
      function() s:run() end,
      function() s:close() end,
      function() s:restart(nodes[n % 30 + 1], nodes[n * 7 % 30 + 1]) end,
      function() check(type(s.status) == "string", "status") end,
      function()
        for node in s:steps(2) do
          check(index[node], "steps gave", tostring(node))
          break
        end
      end,
      function() s:path() end,
      function()
        for node in s:nodes() do
          check(index[node], "nodes gave", tostring(node))
        end
      end,
    }
    local function litter()
      finalizer(function()
        if closing then
          return
        end
        n = n + 1
        if s then
          local ok, e = pcall(acts[n % #acts + 1])
          check(ok or type(e) == "string", "an error that is no message")
        end
        litter()
      end)
    end
    collectgarbage("setpause", 0)
    collectgarbage("setstepmul", 1000)
    for _ = 1, 3 do
      litter()
    end
    local function cost(from, to, c)
      local a, b = index[from], index[to]
      check(a and b and (a - b == 1 or b - a == 1) and c == 1, "the cost of", tostring(from), tostring(to),
        tostring(c))
      return c
    end
    local function heuristic(node, goal)
      check(index[node] and index[goal], "the estimate of", tostring(node), tostring(goal))
      return 0
    end
    for i = 1, 400 do
      s = nil
      local ok, e = pcall(function()
        s = g:search(nodes[i % 30 + 1], nodes[i * 11 % 30 + 1],
          { cost = i % 2 == 0 and cost or nil, heuristic = i % 3 == 0 and heuristic or nil })
        if i % 4 == 0 then
          check(type(s:run()) == "string", "run gave no status")
        elseif i % 4 == 1 then
          for node, g_cost, estimate in s:steps() do
            check(index[node] and type(g_cost) == "number" and type(estimate) == "number", "steps gave",
              tostring(node), tostring(g_cost), tostring(estimate))
          end
        elseif i % 4 == 2 then
          for _ = 1, 20 do
            check(type(s:step(2)) == "string", "step gave no status")
          end
        else
          s:run()
          for node, state in s:nodes() do
            check(index[node] and type(state) == "string", "nodes gave", tostring(node), tostring(state))
          end
          local node = s:closest()
          check(not node or index[node], "closest gave", tostring(node))
        end
        local path, c = s:path()
        if path then
          check(path.cost == c and c == #path - 1, "a path of", #path, "nodes for", tostring(c))
          for k = 1, #path do
            check(index[path[k]], "a path with", tostring(path[k]))
          end
        end
      end)
      check(ok or type(e) == "string", "an error that is no message")
    end
    closing = true
    assert(n > 20, "the finalizer ran only " .. n .. " times")
    assert(not wrong, wrong)
    assert(g:path(nodes[1], nodes[30]).cost == 29)
    print("done")
  ]=])
end)
