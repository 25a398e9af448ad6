-- Maps of Tiled that are made to do harm: each is refused with an error that names the place, or read rightly. How long
-- that takes: spec/work/tiled_work.lua.

local check = require "spec.support.check"
local maps = require "spec.support.tiled_maps"
local random = require "spec.support.random"
local tiled = require "astar.tiled"

local raises, nan, inf = check.raises, check.nan, check.inf
local make, layer, small = maps.make, maps.layer, maps.small

describe("a hostile map of Tiled", function()
  it("nests groups without end", function()
    local layers, count = { layer("ground", 1, { 1 }) }, random.size(100000, 2000)
    for i = 1, count do layers = { { type = "group", name = "g" .. i, layers = layers } } end
    local message = raises(("layer 'g%d': more than 100 groups within each other"):format(count - 100), tiled.load, make(1, 1, layers))
    assert(#message < 100)
    local text = '{"orientation":"orthogonal","width":1,"height":1,"tilewidth":1,"tileheight":1,"layers":'
      .. ('[{"type":"group","name":"g","layers":'):rep(100000)
    raises({ "line 1, column ", ": more than 100 tables within each other" }, tiled.load, text)
    raises("line 1, column 105: more than 100 tables within each other", tiled.load, '{"a":' .. ("["):rep(1e6))
    raises("line 1, column 108: more than 100 tables within each other", tiled.load, "return " .. ("{"):rep(1e6))
  end)

  it("holds 100 groups within each other", function()
    local layers = { layer("ground", 1, { 1 }) }
    for i = 1, 100 do layers = { { type = "group", name = "g" .. i, layers = layers } } end
    assert.equal("grass", maps.show(make(1, 1, layers)))
  end)

  it("holds groups within each other as deep as its form allows", function()
    for form, most in pairs { ["a table"] = 100, JSON = 48, Lua = 48, XML = 96 } do
      local layers = { layer("ground", 1, { 1 }) }
      for i = 1, most do layers = { { type = "group", name = "g" .. i, layers = layers } } end
      for _, written in ipairs(maps.forms(make(1, 1, layers))) do
        if written[1] == form then assert.equal("grass", maps.show(written[2]), form) end
      end
    end
  end)

  it("holds itself", function()
    local group = { type = "group", name = "g" }
    group.layers = { group }
    raises("layer 'g': 'layers': element 1 stands twice in the map", tiled.load, make(1, 1, { group }))
    local ring = { 1 }
    ring.ring, ring[ring] = ring, ring
    local _, info = tiled.load(small { properties = { ring = ring } })
    local copy = info.properties.ring
    assert(copy ~= ring and copy.ring == copy and copy[copy] == copy and copy[1] == 1)
  end)

  it("shares tables of properties", function()
    local deep = {}
    for _ = 1, 10000 do deep = { a = deep, b = deep } end
    local source = small { properties = { deep = deep } }
    local _, one = tiled.load(source)
    local _, other = tiled.load(source)
    assert(one.properties.deep ~= deep and one.properties.deep ~= other.properties.deep)
    assert(one.properties.deep.a == one.properties.deep.b)
  end)

  it("says that it is larger than any", function()
    local most = 2 ^ 31 - 1
    for _, form in ipairs(maps.forms(make(most, most, {}))) do
      raises("map: 2147483647 x 2147483647 cells for 0 tiles are too many", tiled.load, form[2], { empty = "floor" })
    end
    raises("too many", tiled.load, make(4097, 4096, {}), { empty = "floor" })
    raises("too many", tiled.load, make(most, 1, {}), { empty = "floor" })
    for _, orientation in ipairs { "isometric", "staggered", "hexagonal" } do
      raises("too many", tiled.load, make(most, most, {}, { orientation = orientation }), { empty = "floor" })
    end
    raises({ "layer 'ground': 46116860141324206", " tiles expected in its data, got 1" }, tiled.load,
      make(most, most, { layer("ground", 1, { 1 }, { width = most, height = most }) }))
    assert(tiled.load(make(1000, 1000, {}), { empty = "floor" }))
    raises("map: 3000 x 3000 cells for 3000 tiles are too many", tiled.load, maps.meadow(3000, 1, { orientation = "staggered" }))
  end)

  it("has chunks at the ends of the world", function()
    local far = 2 ^ 31 - 1
    local function chunk(x, y) return { x = x, y = y, width = 1, height = 1, data = { 1 } } end
    for _, places in ipairs { { -far, -far, far, far }, { -far, 0, far, 0 }, { 0, -far, 0, far }, { -far, far, far, -far } } do
      local list = { chunk(places[1], places[2]), chunk(places[3], places[4]) }
      for _, form in ipairs(maps.forms(maps.endless(list))) do
        raises({ "map: ", " cells for 2 tiles are too many" }, tiled.load, form[2])
      end
    end
    local map, info = tiled.load(maps.endless { chunk(far, far), chunk(far - 1, far) })
    assert.same({ 2, 1, far - 1, far }, { map.width, map.height, info.x, info.y })
    assert.equal(map:cell(2, 1), info:cell(far, far))
    raises("whole number from -2147483647 to 2147483647 expected, got 2147483648", tiled.load, maps.endless { chunk(far + 1, 0) })
    raises("element 1", tiled.load, maps.endless { "chunk" })
  end)

  it("has tile ids that no tileset has", function()
    for _, id in ipairs { -1, 0.5, 2 ^ 32, 2 ^ 53, 1e300, inf, -inf, nan, "1", true, {} } do
      raises("layer 'ground', column 2, row 1: tile id expected", tiled.load, make(2, 1, { layer("ground", 2, { 1, id }) }))
    end
    for _, id in ipairs { 7, 2 ^ 28 - 1, 2 ^ 32 - 1, 2 ^ 31 } do
      raises("layer 'ground', column 2, row 1: no tileset has the tile", tiled.load, make(2, 1, { layer("ground", 2, { 1, id }) }))
    end
  end)

  it("has numbers that are none", function()
    for _, value in ipairs { nan, inf, -inf, 1e300, -1e300 } do
      for _, name in ipairs { "width", "height", "tilewidth", "tileheight" } do
        raises("map: '" .. name .. "': whole number from ", tiled.load, small { [name] = value })
      end
      for _, name in ipairs { "x", "y", "width", "height", "rotation" } do
        local object = { x = 0, y = 0, [name] = value }
        raises("object 1: '" .. name .. "': number of a sensible size expected", tiled.load,
          make(1, 1, { layer("ground", 1, { 1 }), { type = "objectgroup", name = "o", objects = { object } } }))
      end
      raises("object 1: point 2: 'x': number of a sensible size expected", tiled.load,
        make(1, 1, { layer("ground", 1, { 1 }), { type = "objectgroup", name = "o", objects = {
          { x = 0, y = 0, shape = "polygon", polygon = { { x = 0, y = 0 }, { x = value, y = 0 } } } } } }))
      if value ~= 1e300 then
        raises("property 'cost': number > 0 expected", tiled.load, make(1, 1, { layer("ground", 1, { 1 }) },
          { tilesets = { { name = "s", firstgid = 1, tilecount = 1, tiles = { { id = 0, properties = { cost = value } } } } } }))
      end
    end
    local map = tiled.load(small(), { cell = 2 ^ 53 })
    assert.equal(3, map.width)
  end)

  it("has names without end, which messages cut", function()
    local long = ("ä"):rep(500000)
    local function message_of(map, options) return raises("", tiled.load, map, options) end
    local names = {
      message_of(make(1, 1, { layer(long, 1, { 99 }) })),
      message_of(make(1, 1, { { type = "group", name = long, layers = { 1 } } })),
      message_of(small { tilesets = { { name = long, firstgid = 0 } } }),
      message_of(small(), { layers = { long } }),
      message_of(small(), { legend = { [long] = 1 } }),
      message_of(make(1, 1, { layer("ground", 1, { 1 }) }, { tilesets = { { firstgid = 1, source = long } } })),
    }
    for _, message in ipairs(names) do
      assert(#message < 500 and message:find("ä...'", 1, true), message:sub(1, 300))
    end
    local _, info = tiled.load(make(1, 1, { layer("ground", 1, { 1 }), { type = "objectgroup", name = long, objects = {
      { name = long, x = 0, y = 0, shape = "polygon", polygon = { { x = 0, y = 0 }, { x = 1, y = 0 } } } } } }))
    local message = raises({ "layer 'ä", "object 1 ('ä" }, info.plane, info)
    assert(#message < 500)
  end)

  it("holds a hundred thousand of the same", function()
    local many = math.max(1000, math.floor(100000 * math.min(1, random.scale)))
    local objects, layers = {}, { layer("ground", 1, { 1 }) }
    for i = 1, many do objects[i] = { name = "same", x = 0, y = 0, shape = "point" } end
    for i = 1, many do layers[i + 1] = { type = "objectgroup", name = "same", objects = i == 1 and objects or {} } end
    local _, info = tiled.load(make(1, 1, layers))
    assert.equal(many, #info.objects)
    assert.equal(0, #info:plane { layers = { "same", "same" } })
    local points = {}
    for i = 1, many do points[i] = { x = i, y = i % 2 } end
    _, info = tiled.load(make(1, 1, { layer("ground", 1, { 1 }), { type = "objectgroup", name = "o", objects = {
      { x = 0, y = 0, shape = "polygon", polygon = points } } } }))
    assert.equal(2 * many, #info.objects[1].points)
  end)

  it("asks no metatable", function()
    local function trap(t)
      local function fire() error("a metamethod was asked") end
      return setmetatable(t, { __index = fire, __len = fire, __pairs = fire, __ipairs = fire, __eq = fire, __metatable = false })
    end
    local inner = trap { 1, 2 }
    local _, info = tiled.load(trap(small { properties = trap { class = inner } }))
    assert(not rawequal(info.properties.class, inner) and getmetatable(info.properties.class) == nil)
    assert.same({ 1, 2 }, info.properties.class)
  end)

  it("is random, and raises a message or gives a grid", function()
    local keys = { "layers", "type", "name", "data", "width", "height", "x", "y", "objects", "properties", "tilesets", "tiles",
      "id", "firstgid", "chunks", "encoding", "polygon", "shape", "wangsets", "colors", "wangtiles", "wangid", "tilecount" }
    local words = { "group", "tilelayer", "objectgroup", "base64", "lua", "orthogonal", "ground", "", "polygon", "\255" }
    random.cases("tiled hostile", 1000, function(rng)
      local map = rng:int(1, 2) == 1 and small()
        or maps.endless { { x = 0, y = 0, width = 2, height = 2, data = { 1, 2, 3, 4 } } }
      local tables = {}
      local function find(t)
        tables[#tables + 1] = t
        for _, value in pairs(t) do
          if type(value) == "table" then find(value) end
        end
      end
      find(map)
      for _ = 1, rng:int(1, 4) do
        local t = rng:pick(tables)
        local value = rng:pick { 0, 1, -1, 2 ^ 31, 2 ^ 40, nan, inf, 0.5, "", true, false, "x", {} }
        if rng:int(1, 3) == 1 then value = rng:pick(tables) elseif rng:int(1, 3) == 1 then value = rng:pick(words) end
        t[rng:int(1, 2) == 1 and rng:pick(keys) or rng:int(1, 3)] = value
      end
      local fine, message = pcall(tiled.load, map, { empty = "floor" })
      assert(fine or type(message) == "string" and not message:find("attempt to") and not message:find("overflow"), message)
    end)
  end)
end)

describe("a legend for maps of Tiled", function()
  local function refused(want, legend, options)
    options = options or {}
    options.legend = legend
    raises("bad argument #2 to 'load' (option 'legend': " .. want, tiled.load, small(), options)
  end

  it("is refused where a key is nearly a terrain of the map", function()
    refused("no tile has 'gras' (did you mean 'grass'?); if it is for another map, give the legend 'grass' too)", { gras = "x" })
    refused("no tile has 'Forest' (did you mean 'forest'?)", { Forest = "x", grass = "y" })
    refused("no tile has 'wod'", { wod = false, grass = false })
  end)

  it("may be that of several maps", function()
    for _, legend in ipairs {
      { lava = "x" }, { gras = "x", grass = "y" }, { ["grass 2"] = "x", grass2 = "y" }, { wood = "x", woods = "y" }, {},
    } do
      assert(tiled.load(small(), { legend = legend }))
    end
  end)

  it("may name what tilesets have and the map has not", function()
    local map = make(1, 1, { layer("ground", 1, { 1 }) })
    map.tilesets[1].tiles[6] = { id = 4, class = "grasp" }
    map.tilesets[2] = { name = "other", firstgid = 10, tilecount = 1, tiles = { { id = 0, properties = { terrain = "gras" } } },
      wangsets = { { name = "w", colors = { { name = "grassy" } } } } }
    for _, form in ipairs(maps.forms(map)) do
      for _, key in ipairs { "grasp", "gras", "grassy" } do assert(tiled.load(form[2], { legend = { [key] = "x" } })) end
      raises("no tile has 'glass'", tiled.load, form[2], { legend = { glass = "x" } })
    end
  end)

  it("is not compared where it is long", function()
    local legend = {}
    for i = 1, 20000 do legend["grass " .. ("x"):rep(i % 20) .. i] = "x" end
    legend.gras = "x"
    assert(tiled.load(small(), { legend = legend }))
  end)
end)
