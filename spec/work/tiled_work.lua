-- How the cost of reading maps of Tiled grows, of maps that are made to be slow too.

local maps = require "spec.support.tiled_maps"
local tiled = require "astar.tiled"
local inflated = require "astar.tiled.inflated"
local work = require "spec.support.work"

-- A map of one tile with so many elements more in its layers and tilesets.
local function tiny(layers, tilesets)
  return maps.make(1, 1, layers, { tilesets = tilesets })
end

local function list(n, make)
  local result = {}
  for i = 1, n do result[i] = make(i) end
  return result
end

local function ground()
  return maps.layer("ground", 1, { 1 })
end

-- The work of loading what make(n) gives: as a table, as Lua and as JSON; or making a plane of it.
local function grows(what, n, make, options, after)
  for form = 1, 3 do
    local function source(size)
      local map = make(size)
      return maps.forms(map)[form][2]
    end
    work.grows(what .. ", form " .. form, n, work.LINEAR, function(size)
      local text, asked = source(size), options and options(size)
      return function()
        local fine, map, info = pcall(tiled.load, text, asked)
        if after then after(fine, map, info, size) else assert(fine, map) end
      end
    end)
  end
end

describe("the work of loading a map of Tiled with", function()
  it("many tiles", function()
    grows("tiles", 20, function(n) return maps.meadow(n, 50) end)
  end)

  it("many layers", function()
    grows("layers", 200, function(n) return tiny(list(n, ground)) end)
  end)

  it("groups in groups", function()
    local function nested(n)
      local layers = { ground() }
      for i = 1, n do layers = { { type = "group", name = "g" .. i, layers = layers }, ground() } end
      return tiny(layers)
    end
    work.grows("groups", 500, work.LINEAR, function(n)
      local map = nested(n)
      return function()
        local fine, message = pcall(tiled.load, map)
        assert(not fine and message:find("layer 'g%d+': more than 100 groups within each other"), message)
      end
    end)
  end)

  it("many layers in deep groups, and a plane of them by name", function()
    local function deep(n)
      local layers = list(n, function(i)
        return { type = "objectgroup", name = "o" .. i, objects = { { x = 0, y = 0, width = 1, height = 1 } } }
      end)
      for i = 1, 40 do layers = { { type = "group", name = "g" .. i, layers = layers } } end
      layers[#layers + 1] = ground()
      return tiny(layers)
    end
    grows("deep layers", 200, deep, nil, function(fine, map, info, n)
      assert(fine, map)
      info:plane { layers = list(n, function(i) return "o" .. i end), filter = function() return false end }
    end)
  end)

  it("many tilesets and tiles of all of them", function()
    grows("tilesets", 200, function(n)
      local data = list(n, function(i) return i end)
      local sets = list(n, function(i) return { name = "s" .. i, firstgid = i, tilecount = 1, tiles = {} } end)
      return maps.make(n, 1, { maps.layer("ground", n, data) }, { tilesets = sets })
    end)
  end)

  it("Terrain Sets of many terrains", function()
    grows("terrains", 200, function(n)
      local colours = list(n, function(i) return { name = "t" .. i } end)
      local tiles = list(n, function(i) return { tileid = i - 1, wangid = { i, 0, i, 0, 1, 0, 1, 0 } } end)
      local set = { name = "s", firstgid = 1, tilecount = n, tiles = {}, wangsets = {
        { name = "w", type = "corner", tile = -1, colors = colours, wangtiles = tiles } } }
      return maps.make(n, 1, { maps.layer("ground", n, list(n, function(i) return i end)) }, { tilesets = { set } })
    end)
  end)

  it("many objects, and a polygon of many points", function()
    grows("objects", 200, function(n)
      return tiny({ ground(), { type = "objectgroup", name = "o", objects = list(n, function(i)
        return { name = "same", x = i, y = 1, width = 1, height = 1, properties = { a = i } }
      end) } })
    end)
    grows("points", 200, function(n)
      return tiny({ ground(), { type = "objectgroup", name = "o", objects = { { x = 0, y = 0, shape = "polygon",
        polygon = list(n, function(i) return { x = i, y = i % 2 } end) } } } })
    end)
  end)

  it("a legend of many names that nearly occur", function()
    local function named(n)
      local set = { name = "s", firstgid = 1, tilecount = n, tiles = list(n, function(i)
        return { id = i - 1, type = "terrain of type " .. i }
      end) }
      return maps.make(n, 1, { maps.layer("ground", n, list(n, function(i) return i end)) }, { tilesets = { set } })
    end
    grows("legend", 200, named, function(n)
      local legend = {}
      for i = 1, n do legend["terrane of type " .. i] = "x" end
      return { legend = legend }
    end, function(fine, message) assert(fine or message:find("did you mean"), message) end)
  end)

  it("long names", function()
    grows("names", 500, function(n)
      local name = ("x"):rep(100 * n)
      return tiny({ ground(), { type = "objectgroup", name = name, objects = list(n, function(i)
        return { name = "o", x = i, y = 1, shape = "point" }
      end) } })
    end)
  end)

  it("properties in properties", function()
    work.grows("properties", 500, work.LINEAR, function(n)
      local value = {}
      for _ = 1, n do value = { a = value, b = value } end
      local map = maps.small({ properties = { deep = value } })
      return function() assert(tiled.load(map)) end
    end)
  end)
end)

describe("the work of refusing a text", function()
  local function refused(what, make)
    work.grows(what, 2000, work.LINEAR, function(n)
      local text = make(n)
      return function() assert(not pcall(tiled.load, text), "it was read") end
    end)
  end

  it("with tables in tables", function()
    refused("brackets", function(n) return '{"a":' .. ("["):rep(n) end)
    refused("braces", function(n) return "return " .. ("{"):rep(n) end)
    refused("objects", function(n) return ('{"a":'):rep(n) end)
    refused("keys", function(n) return "return " .. ("{["):rep(n) end)
  end)

  it("of blanks, comments and quotes", function()
    for _, piece in ipairs { " ", "--\n", "--[[]]", "--[", "-", "'", "\\", "=", "[", "1", "1 ", "1 ,", '"', "\n", ",", "{" } do
      for _, start in ipairs { "", "return {", "{", '{"a":[', "return { a = { 1,", "return '", '{"', "return {[[", "--[==[" } do
        refused(("%q after %q"):format(piece, start), function(n) return start .. piece:rep(n) end)
      end
    end
  end)

  -- A block of ten bits that has nothing in it: all that it takes is its own code.
  it("counting what empty compressed blocks give", function()
    local count = work.of(function() inflated.exceeds("\120\156" .. ("\2\8\32\128\0"):rep(1000), 1) end)
    assert.is_true(count < 4000 * 500)
  end)
end)
