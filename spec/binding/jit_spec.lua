-- What LuaJIT compiles of the module: the same as in C, whatever a script hands in, and no way to what is not the
-- script's. All else runs without it, so these run on every Lua.

local astar = require "astar"
local check = require "spec.support.check"
local child = require "spec.support.child"
local random = require "spec.support.random"

local that, raises, collect, apart = check.that, check.raises, check.collect, check.apart

-- The method in C: that of LuaJIT's compiler is in Lua, and calls it where it is not sure. Upvalues are hidden on 5.1.
local function in_c(object, name)
  local _, members = debug.getupvalue(debug.getmetatable(object).__tostring, 2)
  return members and members[name] or object[name]
end

local function same(a, b)
  return a == b or a ~= a and b ~= b
end

-- Results and messages of both are the same.
local function agree(object, name, self, ...)
  local got = { pcall(object[name], self, ...) }
  local want = { pcall(in_c(object, name), self, ...) }
  for i = 1, math.max(#got, #want) do
    that(same(got[i], want[i]), "%s gives %s, in C %s", name, got[i], want[i])
  end
end

local function make_map(options)
  options.width, options.height = 9, 7
  local map = astar.grid(options)
  map:fill(2, 2, 4, 3, "forest")
  map:fill(5, 5, 2, 2, "swamp", options.levels)
  map:block(3, 4)
  map:unit("man", { forest = 2, swamp = 3 })
  return map
end

local function kinds()
  return {
    make_map { cell = 4, origin = { -7, 3, 1 } },
    make_map { layout = "odd-r" },
    make_map { layout = "isometric", cell = { 8, 4 }, levels = 2 },
    make_map { ground = function(col, row) return col * row / 8 end },
  }
end

describe("compiled access", function()
  it("gives what the functions in C give", function()
    local r = random.new(1)
    for _, map in ipairs(kinds()) do
      local flow = map:flow(map:cell(7, 6), "man")
      local path = map:path(map:cell(1, 1), map:cell(9, 7), "man")
      local layer = map:layer("danger")
      local nodes = {} -- so that a node is the same object when it is read again
      for i = 1, 1500 do
        local col, row = r:int(-1, 11), r:int(-1, 9)
        local level = ({ nil, 1, 2, 3, 0, 1.5 })[r:int(1, 6)]
        local x, y = r:int(-20, 60) / 2, r:int(-20, 60) / 2
        agree(map, "cell", map, col, row, level)
        agree(map, "get", map, col, row, level)
        agree(map, "at", map, x, y, level)
        agree(flow, "direction", flow, x, y, level)
        layer:add(r:int(1, 9), r:int(1, 7), x * x)
        agree(layer, "get", layer, col, row, level)
        agree(path, "at", path, x)
        local node = map:cell(col, row)
        if node then
          nodes[node.id] = nodes[node.id] or node
          that(rawequal(nodes[node.id], node), "turn %d: %s", i, node)
        end
        agree(flow, "cost", flow, node)
        agree(flow, "next", flow, node)
        that(path[col] == path:table()[col], "element %s", col)
        if node then
          that(node == map:node(node.id) and node.col == col and node.row == row and node.level == 1, "%s", node)
          local tile = { map:tiles(col, row, 1, 1)() }
          that(node.terrain == tile[3] and node.blocked == tile[4] and node.z == tile[5], "%s", node)
          agree(map, "at", map, node.x, node.y)
          that(map:at(node.x, node.y) == node, "%s", node)
        end
      end
    end
  end)

  it("refuses what the functions in C refuse, with the same messages", function()
    local map, other = kinds()[1], make_map {}
    local g, plane = astar.graph(), astar.plane()
    local flow, foreign = map:flow(map:cell(1, 1)), other:flow(other:cell(1, 1))
    local closed, path = map:search(map:cell(1, 1)), map:path(map:cell(1, 1), map:cell(3, 3))
    local removed, node = g:add(1, 1), g:add(2, 2, { name = "here" })
    g:remove(removed)
    closed:close()
    local mask = { __index = function() return 1 end, __metatable = getmetatable(node) }
    local values = {
      false, true, 0, 1, 2.5, -1, 2 ^ 53, check.nan, check.inf, "here", "1", "", {}, setmetatable({}, mask), print,
      coroutine.create(function() end), io.stdout, map, other, map:cell(2, 2), other:cell(2, 2), node, removed, flow, foreign, closed,
      path, g, plane, plane:search(1, 1, 2, 2), (plane:path(1, 1, 2, 2)), g:search(node), map:layer("a"),
    }
    if newproxy then
      local proxy = newproxy(true)
      getmetatable(proxy).__index, getmetatable(proxy).__metatable = mask.__index, mask.__metatable
      values[#values + 1], values[#values + 2] = proxy, newproxy()
      local literal = loadstring("return 1LL") -- luacheck: ignore
      if literal then values[#values + 1] = literal() end
    end
    local calls = {
      { map, "cell" }, { map, "get" }, { map, "at" }, { flow, "cost" }, { flow, "next" }, { flow, "direction" }, { path, "at" },
      { map:layer("a"), "get" }, { g:layer("b"), "get" },
    }
    for _, call in ipairs(calls) do
      local object, name = call[1], call[2]
      agree(object, name)
      for i = 1, #values do
        agree(object, name, values[i])
        agree(object, name, object, values[i])
        for k = 1, #values do
          agree(object, name, values[i], values[k], 1)
          agree(object, name, object, values[i], values[k])
          agree(object, name, object, 1, values[i], values[k])
        end
      end
    end
    for _, key in ipairs { check.nan, check.inf, 0, -1, 1.5, 2 ^ 53, #path + 1 } do
      that(path[key] == nil, "element %s", key)
    end
    for i = 1, #values do
      if type(values[i]) ~= "number" and values[i] ~= "here" then
        raises("has no field", function() return node[values[i]] end)
        raises("has no field", function() return map[values[i]] end)
      end
    end
  end)

  it("names the line of the caller in messages", function()
    local map, node = make_map {}, make_map {}:cell(1, 1)
    local flow, path = map:flow(map:cell(1, 1)), map:path(map:cell(1, 1), map:cell(2, 2))
    local line = debug.getinfo(1, "l").currentline
    local function mistake(i)
      if i % 8 == 0 then local _ = node.colour
      elseif i % 8 == 1 then local _ = map.colour
      elseif i % 8 == 2 then local _ = path.colour
      elseif i % 8 == 3 then local _ = flow.colour
      elseif i % 8 == 4 then map:get("x", 1)
      elseif i % 8 == 5 then map:cell(1)
      elseif i % 8 == 6 then flow:cost(node)
      else path:at("x") end
    end
    for i = 0, 799 do
      local ok, message = pcall(mistake, i)
      local want = ("jit_spec.lua:%d: "):format(line + 2 + i % 8)
      that(not ok and message:find(want, 1, true), "turn %d: %s", i, message)
    end
  end)

  -- Turn i of a loop that the compiler has compiled before the change at TURN.
  local TURNS, TURN = 900, 700

  local function loop(body)
    for i = 1, TURNS do body(i) end
  end

  it("sees what a loop changes", function()
    local g, map = astar.graph(), make_map {}
    local n, cell, high = g:add(1, 1), map:cell(1, 1), map:cell(9, 7)
    local flow = map:flow(map:cell(9, 1))
    loop(function(i)
      n.x, n.terrain, n.blocked = i, "t" .. i % 50, i % 2 == 0
      that(n.x == i and n.terrain == "t" .. i % 50 and n.blocked == (i % 2 == 0), "turn %d: %s", i, n)
      high.z = i
      map:set(1, 1, "t" .. i)
      that(high.z == i and map:get(1, 1) == "t" .. i and cell.terrain == "t" .. i, "turn %d: %s", i, cell)
      if i == TURN then flow:restart(map:cell(1, 1)) flow:run() end
      that(flow:cost(cell) == (i < TURN and 8 or 0), "turn %d: cost %s", i, flow:cost(cell))
      that(rawequal(flow:next(cell), i < TURN and map:cell(2, 1) or nil), "turn %d: next %s", i, flow:next(cell))
    end)
  end)

  it("sees that a node was removed, and its id reused", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    local path, removed = g:path(a, b), b
    loop(function(i)
      if i == TURN then g:remove(b) end
      local ok, message = pcall(function() return removed.x, removed.id, removed.blocked, removed.terrain end)
      that(ok == (i < TURN) and (ok or message:find "node 2 was removed"), "turn %d: %s", i, message)
      that(rawequal(path[2], removed), "turn %d: %s", i, path[2])
    end)
    b, removed = nil, nil
    loop(function(i)
      if i == TURN then
        collect()
        b = g:add(7, 7)
        that(b.id == 2, "the id is %s", b.id)
      end
      local found = path[2]
      that(found ~= b or found == nil, "turn %d: %s", i, found)
      raises("node 2 was removed", function() return found.x end)
    end)
  end)

  it("sees that a search was closed, or is busy", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    local s, asks
    s = g:search(a, b, { cost = function(_, _, cost)
      for _ = 1, asks do raises("search is busy in its own callback", s.cost, s, a) end
      return cost
    end })
    asks = 0
    s:run()
    loop(function() that(s:cost(a) == 0 and s:cost(b) == 1, "cost %s", s:cost(b)) end)
    asks = 9
    s:restart()
    s:run()
    loop(function(i)
      if i == TURN then s:close() end
      local ok, message = pcall(s.cost, s, b)
      that(ok == (i < TURN) and (ok or message:find "closed search"), "turn %d: %s", i, message)
    end)
  end)

  it("does not go by what a script has replaced", function()
    local map = make_map {}
    local flow, path = map:flow(map:cell(9, 1)), map:path(map:cell(1, 1), map:cell(9, 7))
    local cell, x, _ = map:cell(1, 1), path:at(3)
    local methods = { map.cell, map.get, map.at, flow.cost, flow.next, flow.direction, path.at }
    local danger = map:layer("danger")
    danger:set(1, 1, 7)
    local kind, text = type, getmetatable("").__index
    local environment = setmetatable({}, { __index = function() error "asked" end })
    _G.type = function() return "number" end -- luacheck: ignore
    getmetatable("").__index = function() return 1 end
    local ok, message = pcall(function()
      for i = 1, #methods do if setfenv then pcall(setfenv, methods[i], environment) end end
      loop(function()
        assert(map:cell(1, 1) == cell and map:get(2, 2) == "forest" and map:at(0.5, 0.5) == cell)
        assert(flow:cost(cell) == 8 and flow:next(cell).id == 2 and flow:direction(0.5, 0.5) == 1 and path:at(3) == x)
        assert(not pcall(map.cell, map, "1", "x") and not pcall(map.get, map, {}, {}) and not pcall(flow.cost, flow, 1))
        assert(danger:get(1, 1) == 7 and not pcall(danger.get, danger, "1", "1") and not pcall(danger.get, map, 1, 1))
        assert(not pcall(map.cell, "map", 1, 1) and not pcall(map.cell, 7, 1, 1) and not pcall(path.at, path, "x"))
      end)
      for i = 1, #methods do
        local there, code = pcall(string.dump, methods[i])
        local copy = there and (loadstring or load)(code)
        if copy then assert(not pcall(copy, map, 1, 1) and not pcall(copy, flow, cell)) end
      end
    end)
    _G.type, getmetatable("").__index = kind, text -- luacheck: ignore
    if setfenv then for i = 1, #methods do pcall(setfenv, methods[i], _G) end end
    assert(ok, message)
  end)

  it("keeps nothing alive", function()
    local seen = setmetatable({}, { __mode = "k" })
    apart(function()
      local map = make_map {}
      local flow, path = map:flow(map:cell(9, 1)), map:path(map:cell(1, 1), map:cell(9, 7))
      for i = 1, TURNS do -- not by loop(): what is compiled keeps its upvalues
        local cell = map:cell(i % 9 + 1, i % 7 + 1)
        seen[cell] = cell.x + flow:cost(map:cell(2, 1)) + path:at(3) + #map:get(1, 1)
      end
      for _ = 1, TURNS do seen[map:layer("danger")] = map:layer("danger"):get(1, 1) end
      seen[map], seen[flow], seen[path] = 1, 1, 1
    end)
    collect()
    assert.is_nil(next(seen))
  end)

  local PRELUDE = child.FINALIZER .. [[
local function use(astar)
  local map = astar.grid { width = 9, height = 9 }
  local a, b = map:cell(1, 1), map:cell(9, 9)
  local flow, path = map:flow(b), map:path(a, b)
  for i = 1, 300 do
    assert(a.x == 0.5 and a.terrain == "default" and map:get(1, 1) == "default" and map:at(0.5, 0.5) == a)
    assert(flow:cost(a) > 11 and flow:next(a) == map:cell(2, 2) and flow:direction(0.5, 0.5) > 0)
    assert(path[1] == a and path:at(0) == 0.5 and path:at(99) == 8.5)
  end
  return map, a, b, flow, path
end
]]
  local function in_child(what, script)
    child.it(it, pending, what, PRELUDE .. script .. "\nprint('done')\n")
  end

  in_child("does without the FFI if the host has removed it, and gives it to nobody", [[
    if package.preload then package.preload.ffi = nil end
    use(require "astar")
    assert(not package.loaded.ffi)
  ]])

  in_child("does without the FFI if it was loaded and removed", [[
    local ffi = jit and require "ffi"
    package.loaded.ffi = nil
    local list = ffi and ffi.new("double[2]", 1, 2)
    use(require "astar")
    assert(not package.loaded.ffi and (not ffi or ffi.istype("double[2]", list)))
  ]])

  in_child("goes on beside the FFI of a script", [[
    local astar = require "astar"
    use(astar)
    if jit then
      local ffi = require "ffi"
      local list = ffi.new("double[4]", 1, 2, 3, 4)
      assert(ffi.istype("double[4]", list) and list[3] == 4)
      ffi.gc(list, print)
      ffi.gc(list, nil)
      package.loaded.ffi = nil
    end
    for _ = 1, 3 do collectgarbage() use(astar) end
  ]])

  in_child("goes on when the compiler is turned off or its code thrown away, and does not begin when it is off", [[
    local astar = require "astar"
    use(astar)
    if jit then jit.flush() end
    use(astar)
    if jit then jit.off() end
    use(astar)
    package.loaded.astar = nil
    use(require "astar")
    if jit then jit.on() end
    use(astar)
  ]])

  in_child("works with modules that are loaded twice, each with objects of the other", [[
    local one = require "astar"
    local map, a, b, flow, path = use(one)
    package.loaded.astar = nil
    local two = require "astar"
    use(two)
    local other = two.grid { width = 9, height = 9 }
    for _ = 1, 300 do
      assert(a.x == 0.5 and other.cell(map, 1, 1) == a and map.get(other, 1, 1) == "default" and path:at(0) == 0.5)
      assert(not pcall(flow.cost, flow, other:cell(1, 1)))
    end
    map, flow, path = nil, nil, nil
    collectgarbage()
    assert(b.x == 8.5)
  ]])

  in_child("goes on in finalizers, to the end of the state", [[
    local astar = require "astar"
    local list, turns = {}, 0
    for i = 1, 20 do
      local map, a, b, flow, path = use(astar)
      list[i] = finalizer(function()
        turns = turns + 1
        for _ = 1, 100 do
          pcall(function() return a.x, b.terrain end)
          pcall(map.cell, map, 1, 1)
          pcall(map.get, map, 1, 1)
          pcall(flow.next, flow, a)
          pcall(path.at, path, 1)
          pcall(function() return path[1] end)
        end
      end)
    end
    for i = 1, 10 do list[i] = nil end
    collectgarbage()
    collectgarbage()
    assert(turns == 10)
  ]])

  in_child("is refused by what a profiler sees of the compiler", [[
    local astar = require "astar"
    local seen = {}
    if jit then
      local function see(...)
        for i = 1, select("#", ...) do
          local f = select(i, ...)
          if type(f) == "function" then seen[f] = true end
        end
      end
      jit.attach(see, "record")
      jit.attach(see, "trace")
    end
    local map, a, b, flow, path = use(astar)
    if jit then jit.off() end
    local values = { false, 1, "x", {}, print, io.stdout, map, a, flow, path, newproxy and newproxy() or 1 }
    for f in pairs(seen) do
      if f ~= use then
        for i = 1, #values do
          for k = 1, #values do
            pcall(f, values[i], 1, values[k])
            local fine, record = pcall(f, values[i], values[k])
            if fine and type(record) == "table" then
              record[1] = values[k] -- the life of the space
              pcall(f, record, 1)
            end
          end
        end
      end
    end
    assert(a.x == 0.5 and b.x == 8.5)
  ]])
end)
