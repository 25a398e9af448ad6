-- What one script can reach from the objects that it has, and whether another script's objects feel it. Two scripts here
-- make a world each with the same calls; everything is followed that can be had of it: fields, elements, metatables,
-- results of methods, iterators and what they give, arguments of callbacks. No table and no object may be reached
-- from both worlds, and what one script does to all that it reaches changes nothing for the other.

local annotations = require "spec.support.annotations"
local astar = require "astar"
local files = require "spec.support.files"
local follow = require "astar.follow"
local lfs = require "lfs"
local svg = require "astar.svg"
local tiled = require "astar.tiled"

local unpack = table.unpack or unpack

-- The names of all fields and methods, and some that one may try.
local NAMES = { "__index", "__newindex", "__metatable", "__gc", "__name", "__mode", "_route", "_place", "_hint", "own", "shown", 1, 2,
  true }
local known = {}
for _, file in ipairs { "astar", "follow", "tiled", "svg", "draw" } do
  for _, class in pairs(annotations.read("src/astar/" .. file .. ".d.lua").classes) do
    for _, kind in ipairs { "fields", "methods" } do
      for name in pairs(class[kind]) do
        if not known[name] then known[name], NAMES[#NAMES + 1] = true, name end
      end
    end
  end
end
table.sort(NAMES, function(a, b) return tostring(a) < tostring(b) end)

-- What ends objects is called last.
local LAST = { remove = true, close = true, release = true, unlink = true, restart = true }

local LEVEL = [[ return { orientation = "orthogonal", width = 3, height = 2, tilewidth = 8, tileheight = 8,
  properties = { deep = { 1, { 2 } } },
  tilesets = { { name = "s", firstgid = 1, tilecount = 2, tiles = { { id = 0, type = "grass", properties = { cost = 2 } },
    { id = 1, type = "sea", properties = { class = { a = 1 } } } } } },
  layers = { { type = "tilelayer", name = "ground", encoding = "lua", data = { 1, 2, 1, 1, 1, 1 } },
    { type = "objectgroup", name = "things", objects = {
      { name = "rock", shape = "rectangle", x = 4, y = 4, width = 8, height = 8, properties = { b = { c = 1 } } },
      { name = "area", shape = "polygon", x = 1, y = 1, polygon = { { x = 0, y = 0 }, { x = 3, y = 0 }, { x = 0, y = 3 } } } } } } } ]]

---- A world ---------------------------------------------------------------------------------------------

-- All that a script has of the module: a list of values, what its callbacks were given included.
local function new_world()
  local list = {}
  local function keep(...)
    for i = 1, select("#", ...) do list[#list + 1] = (select(i, ...)) end
    return ...
  end

  local g = keep(astar.graph())
  local a, b, c = keep(g:add(0, 0, { name = "a" })), keep(g:add(4, 0)), keep(g:add(2, 2, { terrain = "wood" }))
  g:link(a, b, { cost = 9, terrain = "road" })
  g:link(b, c)
  g:link(a, c, { oneway = true })
  g:unit("horse", { wood = 2 }, { climb = 3 })
  keep(g:path(a, b, { cost = function(...) return (select(3, keep(...))) end, heuristic = function(...) keep(...) return 0 end }))
  keep(g:search(a, b)):run()
  keep(astar.load(g:save()))

  local map = keep(astar.grid { rows = { "..#", "..." }, legend = { ["."] = "grass", ["#"] = false },
    ground = function(...) keep(...) return 0 end, sight = function(...) keep(...) return true end })
  map:wall(map:cell(1, 1), map:cell(2, 1))
  map:link(map:cell(1, 1), map:cell(3, 2))
  local path = keep(map:path(map:cell(1, 1), map:cell(3, 2)))
  local search = keep(map:search(map:cell(1, 1), map:cell(3, 2)))
  search:step(2)

  local plane = keep(astar.plane { bounds = { 0, 0, 20, 20 } })
  plane:box(10, 10, 4, 4).data = { "mine" }
  keep(plane:path(1, 10, 19, 10))
  local look = keep(plane:search(1, 10, 19, 10))
  look:step(2)
  keep(astar.plane { grid = map })

  local walker = keep(follow(path, 2))
  walker:update(0.25)
  walker:go(map:path(map:cell(2, 2), map:cell(1, 1)))
  walker:update(0.25)
  keep(follow({ x = 1, y = 2 }, 1))

  local land, info = keep(tiled.load(LEVEL, { read = function(...) keep(...) end }))
  keep(info:plane { filter = function(...) keep(...) return true end })
  keep(land:cell(1, 1))
  keep(svg(map, { search = search, path = path, labels = true, legend = true, tree = true,
    project = function(...) keep(...) return ... end }))
  return list
end

---- Following -------------------------------------------------------------------------------------------

local MOST_CALLS = 4   -- of a method of a class
local MOST_REFUSED = 3 -- times that a class refuses a name before it is asked no more: messages of errors take long

local function is_object(value)
  local kind = type(value)
  return kind == "table" or kind == "userdata" or kind == "thread"
end

local function get(object, name) return object[name] end
local function set(object, name, value) object[name] = value end

-- pcall for get and set, which leaves out what objects of the class have refused often.
local function new_trial()
  local refused = {}
  return function(f, object, name, value)
    local class = getmetatable(object)
    local key = type(class) == "string" and class .. "." .. tostring(name)
    if key and (refused[key] or 0) >= MOST_REFUSED then return false end
    local fine, got = pcall(f, object, name, value)
    if key and not fine then refused[key] = (refused[key] or 0) + 1 end
    return fine, got
  end
end

-- All tables and objects that can be had of a list of values, each with the way that led there.
local function reach(list)
  local found, queue, calls, try = {}, {}, {}, new_trial()
  local put

  local function put_all(way, fine, ...)
    if not fine then return end
    for i = 1, select("#", ...) do
      local value = select(i, ...)
      put(value, ("%s, result %d"):format(way, i))
      if type(value) == "function" then
        -- an iterator, perhaps
        local state, control = select(i + 1, ...), select(i + 2, ...)
        for turn = 1, 4 do
          local turned = { pcall(value, state, control) }
          for k = 2, 8 do put(turned[k], ("%s, turn %d"):format(way, turn)) end
          if not turned[1] or turned[2] == nil then break end
          control = turned[2]
        end
      end
    end
  end

  function put(value, way)
    if is_object(value) and not found[value] then
      found[value] = way
      queue[#queue + 1] = value
    end
  end

  local function arguments_for()
    local node, other
    for value in pairs(found) do
      if getmetatable(value) == "astar.node" then node, other = other or value, value end
    end
    return { { n = 0 }, { node, n = 1 }, { node, other, n = 2 }, { 1, n = 1 }, { 1, 1, n = 2 }, { 1, 1, 2, 2, n = 4 }, { "a", n = 1 },
      { "horse", n = 1 }, { { 1, 1, 5, 1, 1, 5 }, n = 1 }, { 9, 9, { name = nil }, n = 3 } }
  end

  local function call(object, name, method, way)
    local class = tostring(getmetatable(object)) .. "." .. tostring(name)
    if (calls[class] or 0) >= MOST_CALLS then return end
    calls[class] = (calls[class] or 0) + 1
    for _, given in ipairs(arguments_for()) do put_all(way .. "()", pcall(method, object, unpack(given, 1, given.n))) end
  end

  local function visit(object, ends)
    local way = found[object]
    if type(object) == "table" then
      for key, value in next, object do
        put(key, way .. ", key")
        put(value, ("%s[%s]"):format(way, tostring(key)))
      end
    end
    put(getmetatable(object), way .. ", metatable")
    for _, name in ipairs(NAMES) do
      local fine, value = try(get, object, name)
      if fine and type(value) ~= "function" then put(value, ("%s.%s"):format(way, tostring(name))) end
      if fine and type(value) == "function" and (LAST[name] or false) == ends then
        call(object, name, value, ("%s:%s"):format(way, tostring(name)))
      end
    end
  end

  for i, value in ipairs(list) do put(value, "value " .. i) end
  local done = 0
  while done < #queue do
    done = done + 1
    visit(queue[done], false)
  end
  for i = 1, #queue do visit(queue[i], true) end
  return found
end

---- Damage ----------------------------------------------------------------------------------------------

local function break_all(found)
  local try = new_trial()
  for value in pairs(found) do
    pcall(setmetatable, value, { __index = function() error("broken") end })
    if type(value) == "table" then
      for key in pairs(value) do pcall(rawset, value, key, nil) end
      for _, name in ipairs(NAMES) do pcall(rawset, value, name, false) end
    end
    for _, name in ipairs(NAMES) do
      try(set, value, name, error)
      try(set, value, name, 7)
    end
  end
end

-- What a script sees of a new world.
local function behaviour()
  local out = {}
  local function put(...)
    for i = 1, select("#", ...) do out[#out + 1] = tostring((select(i, ...))) end
  end
  local map = astar.grid { rows = { "..#.", "....", ".#.." }, legend = { ["."] = "grass", ["#"] = false } }
  map:unit("horse", { grass = 2 })
  local search = map:search(map:cell(1, 1), map:cell(4, 1), "horse")
  search:run()
  local path = search:path()
  put(path, svg(map, { search = search, path = path, labels = true, legend = true, paths = { { path = path, name = "p" } } }))
  local walker = follow(path, 3)
  for _ = 1, 9 do put(walker:update(0.3)) end
  put(walker.x, walker:ahead(), walker:behind())
  local plane = astar.plane { bounds = { 0, 0, 20, 20 } }
  plane:circle(10, 10, 3)
  local way = plane:path(1, 10, 19, 11)
  walker = follow(way, 3)
  put(walker:update(1))
  put(way, svg(plane, { path = way, legend = true }))
  local land, info = tiled.load(LEVEL, { legend = { sea = false } })
  info:unit("man")
  put(info:cell(1, 0), info:tile(0, 0).terrain, info:object("rock").x, info:plane(), info.costs.grass)
  put(land:path(land:cell(1, 1), land:cell(3, 2), "man"))
  put(pcall(astar.grid, { widht = 3 }))
  put(pcall(function() return walker.speeed end))
  local g = astar.load(map:save())
  put(g:path(1 and g:cell(1, 1), g:cell(4, 3)))
  return table.concat(out, "\n")
end

describe("what a script can reach", function()
  local before = behaviour()
  local one, other = reach(new_world()), reach(new_world())

  it("is much", function()
    local count, kinds = 0, {}
    for value in pairs(one) do
      count = count + 1
      local meta = getmetatable(value)
      if type(meta) == "string" then kinds[meta] = true end
    end
    assert(count > 200, count)
    for _, name in ipairs { "graph", "grid", "plane", "node", "obstacle", "search", "path", "follower", "tiled.info" } do
      assert(kinds["astar." .. name], name)
    end
  end)

  it("is not what another can reach", function()
    for value, way in pairs(one) do
      assert(not other[value], ("both have %s: %s; %s"):format(tostring(value), way, tostring(other[value])))
    end
  end)

  it("has no metatable", function()
    for value, way in pairs(one) do
      local meta = getmetatable(value)
      assert(meta == nil or type(meta) == "string", ("%s gives its metatable: %s"):format(tostring(value), way))
    end
  end)

  it("is no table of the module, and not that of the globals", function()
    for name, value in pairs(package.loaded) do
      assert(not one[value], ("package.loaded[%q]: %s"):format(name, tostring(one[value])))
    end
    assert(not one[_G] and not one[string])
  end)

  it("changes nothing for another, whatever becomes of it", function()
    break_all(one)
    assert.equal(before, behaviour())
  end)
end)

describe("the code of the module", function()
  it("opens no file", function()
    local count = 0
    local function look(folder)
      for name in lfs.dir(folder) do
        local path = folder .. "/" .. name
        if name:find("%.[ch]$") or name:find("%.lua$") and not name:find("%.d%.lua$") then
          count = count + 1
          local text = files.read(path)
          for _, call in ipairs { "fopen", "fopen_s", "freopen", "tmpfile", "popen", "system", "luaL_loadfilex?", "luaL_dofile",
            "io%.%a+", "os%.%a+", "loadfile", "dofile", "love%.filesystem%.%a+" } do
            local at = text:find("%f[%w_]" .. call .. "%s*%(")
            assert(not at or text:sub(at, at + 7) == "os.clock", ("%s calls %s"):format(path, call))
          end
        elseif not name:find("%.") then
          look(path)
        end
      end
    end
    look("src/core")
    look("src/lua")
    look("src/astar")
    assert(count > 100, count)
  end)
end)

describe("an object in Lua", function()
  local map = astar.grid { width = 3, height = 3 }
  local view = require "spec.support.draw"(map, { labels = { "id" } })
  local walker = follow(map:path(map:cell(1, 1), map:cell(3, 3)), 1)
  local _, info = tiled.load(LEVEL)

  it("shows neither its metatable nor its state", function()
    for name, object in pairs { ["astar.follower"] = walker, ["astar.tiled.info"] = info, ["astar.view"] = view } do
      assert.equal(name, getmetatable(object))
      assert.has.errors(function() setmetatable(object, {}) end)
      for key in next, object do assert.equal("string", type(key)) end
    end
    assert.is_nil(next(walker))
    assert.is_nil(next(view))
    assert.same({ "id" }, view.labels)
    assert.equal("view of grid (3 x 3)", tostring(view))
    view.path = map:path(map:cell(1, 1), map:cell(3, 3))
    assert.equal(3, #view.path)
    assert.has.errors(function() view.paht = 7 end)
    assert.has.errors(function() return view.own end)
  end)

  it("is not asked for its state by what looks like one", function()
    for name, method in pairs { ["astar.follower"] = walker.update, ["astar.tiled.info"] = info.tile, ["astar.view"] = view.bounds } do
      local asked = {}
      local function ask(_, key) asked[#asked + 1] = key end
      local spies = { setmetatable({}, { __index = ask }), setmetatable({}, { __index = ask, __metatable = name }) }
      local newproxy = rawget(_G, "newproxy")
      if newproxy then
        spies[3] = newproxy(true)
        local meta = getmetatable(spies[3])
        meta.__index, meta.__metatable = ask, name
      end
      for _, spy in ipairs(spies) do assert.has.errors(function() method(spy, 1, 1) end) end
      for _, other in pairs { info, walker, view, map, 7, "x", false, print } do
        if getmetatable(other) ~= name then assert.has.errors(function() method(other, 1, 1) end) end
      end
      assert.same({}, asked)
    end
  end)

  it("is collected, though its state leads back to it", function()
    local weak = setmetatable({}, { __mode = "k" })
    do
      local other = astar.grid { width = 2, height = 2 }
      local one = follow(other:path(other:cell(1, 1), other:cell(2, 2)), 1)
      other:cell(1, 1).data = one
      weak[one] = true
      local land, more = tiled.load(LEVEL)
      land:cell(1, 1).data = more
      weak[more] = true
    end
    for _ = 1, 6 do collectgarbage() end
    assert.is_nil(next(weak))
  end)
end)
