-- What tiles of Tiled mean for a grid beyond their terrain's name: layers that block, costs, and terrains of Terrain Sets.

local check = require "spec.support.check"
local maps = require "spec.support.tiled_maps"
local tiled = require "astar.tiled"

local raises, nan, inf = check.raises, check.nan, check.inf
local forms, layer, make, show = maps.forms, maps.layer, maps.make, maps.show

-- What every form of a map shows.
local function all_show(want, map, options)
  for _, form in ipairs(forms(map)) do assert.equal(want, show(form[2], options), form[1]) end
end

-- Three layers over each other: grass everywhere, forest at the first two, sea at the middle one.
local function pile(properties)
  return make(3, 1, {
    layer("ground", 3, { 1, 1, 1 }),
    layer("walls", 3, { 2, 2, 0 }, { properties = properties }),
    layer("roofs", 3, { 0, 4, 0 }),
  })
end

describe("a tile that blocks", function()
  local function with(properties)
    local map = maps.small()
    map.tilesets[1].tiles[1].properties = properties
    return map
  end

  it("may say so as blocked or as collidable", function()
    all_show("grass! forest rock! sea default! wood!", with({ collidable = true }))
    all_show("grass! forest rock! sea default! wood!", with({ blocked = true }))
    all_show("grass forest rock! sea default! wood!", with({ collidable = false }))
    all_show("grass! forest rock! sea default! wood!", with({ collidable = true, blocked = false }))
    all_show("grass! forest rock! sea default! wood!", with({ collidable = false, blocked = true }))
  end)

  it("has to use the name that the option says", function()
    all_show("grass! forest rock sea default! wood", with({ collidable = true }), { blocked = "collidable" })
    all_show("grass forest rock! sea default! wood!", with({ collidable = true }), { blocked = "blocked" })
  end)

  -- grass under forest, where the grass has these properties
  local function under(properties, more)
    local map = make(2, 1, { layer("ground", 2, { 1, 4 }), layer("above", 2, { 2, 0 }, more) })
    map.tilesets[1].tiles[1].properties = properties
    return map
  end

  it("does so under another tile if it is collidable, as in STI, but not if it is blocked", function()
    all_show("forest! sea", under({ collidable = true }))
    all_show("forest sea", under({ blocked = true }))
    all_show("forest! sea", under({ collidable = true, blocked = false }))
    for _, name in ipairs({ "collidable", "collides", "solid" }) do
      all_show("forest! sea", under({ [name] = true }))
      all_show("forest! sea", under({ [name] = "true" })) -- as in old exports
      all_show("forest sea", under({ [name] = false }))
      all_show("forest! sea", under({ [name] = true }), { blocked = name })
      all_show("forest sea", under({ [name] = true }), { blocked = "blocked" })
    end
    all_show("forest sea", under({ wall = true }), { blocked = "wall" })
    all_show("forest sea", under({ collidable = true }), { layers = { "above" }, empty = "sea" })
    -- its class may say it, too
    local classed = under({})
    classed.tilesets[1].tiles[1].type = "solid"
    all_show("forest! sea", classed)
    -- a layer above may open it
    all_show("forest sea", under({ collidable = true }, { properties = { blocked = false } }))
    all_show("forest! sea", under({ collidable = true }, { properties = { collidable = false } }))
    -- its own layer does not
    local map = under({ collidable = true })
    map.layers[1].properties = { blocked = false }
    all_show("forest! sea", map)
  end)

  it("says it as a boolean", function()
    raises("tileset 'ground', tile 0: property 'collidable': boolean expected, got string", tiled.load,
      with({ collidable = "yes" }))
    -- other words that mean several things say nothing
    all_show("grass forest rock! sea default! wood!", with({ solid = "left", collides = 3 }))
  end)
end)

describe("a layer that blocks", function()
  it("does so where it has a tile, whatever lies above", function()
    all_show("forest sea grass", pile({}))
    for _, name in ipairs({ "blocked", "collidable", "collides", "solid" }) do
      all_show("forest! sea! grass", pile({ [name] = true }))
    end
    all_show("forest sea grass", pile({ collidable = false }))
  end)

  it("has to use the name that the option says", function()
    all_show("forest! sea! grass", pile({ solid = true }), { blocked = "solid" })
    all_show("forest sea grass", pile({ collidable = true }), { blocked = "solid" })
  end)

  it("is opened by a layer above that says false", function()
    local map = pile({ collidable = true })
    map.layers[3].properties = { collidable = false } -- as good as none
    all_show("forest! sea! grass", map)
    map.layers[3].properties = { blocked = false }
    all_show("forest! sea grass", map)
    -- but tiles that are blocked stay so
    map.layers[3].data = { 0, 3, 0 }
    all_show("forest! rock! grass", map)
    -- and what lies below says nothing
    map = pile({ collidable = true })
    map.layers[1].properties = { collidable = false }
    all_show("forest! sea! grass", map)
  end)

  it("does so even if it is hidden, and then has no terrain", function()
    local map = pile({ collidable = true })
    map.layers[2].visible = false
    all_show("grass! sea! grass", map)
    -- its tiles need no tileset
    map.layers[2].data = { 77, 2 ^ 31 + 78, 0 }
    all_show("grass! sea! grass", map)
    map.layers[2].data[2] = "x"
    raises("layer 'walls', column 2, row 1: tile id expected, got string", tiled.load, map)
    map.layers = { map.layers[2] }
    raises("map: no visible tile layer", tiled.load, map)
    map.layers[1].data[2] = 0
    all_show("floor! floor floor", map, { empty = "floor" })
  end)

  it("does so only if the option layers names it, if given", function()
    all_show("grass sea grass", pile({ collidable = true }), { layers = { "ground", "roofs" } })
    all_show("forest! forest! grass", pile({ collidable = true }), { layers = { "ground", "walls" } })
  end)

  it("may get it from its group", function()
    local map = pile({})
    map.layers[2] = { type = "group", name = "g", properties = { collidable = true }, layers = { map.layers[2] } }
    all_show("forest! sea! grass", map)
    map.layers[2].visible = false
    all_show("grass! sea! grass", map)
    map.layers[2].layers[1].properties = { blocked = false }
    all_show("grass sea grass", map)
  end)

  it("leaves cells their terrain, which can be opened", function()
    local map = tiled.load(pile({ collidable = true }))
    map:block(1, 1, false)
    assert.equal("forest sea! grass", maps.picture(map))
  end)

  it("may be infinite, and staggered", function()
    local map = maps.endless({ maps.chunk(-2, -1, 2, { 0, 1, 1, 0 }) })
    map.layers[2] = { type = "tilelayer", name = "b", visible = false, properties = { blocked = true },
      chunks = { maps.chunk(-1, -1, 1, { 1, 0 }) } }
    all_show("default! grass! grass default!", map)
    for y = 0, 4 do
      for x = 0, 3 do
        local data = {}
        for i = 1, 20 do data[i] = i == y * 4 + x + 1 and 1 or 0 end
        local meadow = maps.meadow(4, 5, { orientation = "staggered" })
        meadow.layers[2] = layer("b", 4, data, { properties = { collidable = true } })
        local _, info = tiled.load(meadow)
        for other = 0, 19 do
          assert.equal(data[other + 1] == 1, info:cell(other % 4, math.floor(other / 4)).blocked)
        end
      end
    end
  end)

  it("says it as a boolean", function()
    raises("layer 'walls': property 'collidable': boolean expected, got string", tiled.load, pile({ collidable = "yes" }))
    raises("layer 'walls': 'properties': table expected, got 5", tiled.load, pile(5))
  end)
end)

---- Costs ------------------------------------------------------------------------------------------------

describe("the cost of tiles", function()
  local function with(costs, more)
    local map = make(3, 1, { layer("ground", 3, { 1, 2, 5 }) }, more)
    for i, cost in ipairs(costs) do
      map.tilesets[1].tiles[i].properties = map.tilesets[1].tiles[i].properties or {}
      map.tilesets[1].tiles[i].properties.cost = cost or nil
    end
    return map
  end

  it("is told by terrain", function()
    for _, form in ipairs(forms(with({ 1.5, 3 }))) do
      local _, info = tiled.load(form[2])
      assert.same({ grass = 1.5, forest = 3 }, info.costs)
    end
    assert.same({}, select(2, tiled.load(maps.small())).costs)
    assert.same({ wood = 3 }, select(2, tiled.load(with({ 1.5, 3 }), { legend = { forest = "wood", grass = false } })).costs)
  end)

  it("counts for units that are made with it, and for no others", function()
    local map, info = tiled.load(with({ 1.5, 3 }), { cell = 1 })
    local a, b = map:cell(1, 1), map:cell(3, 1)
    info:unit("man")
    info:unit("elf", { forest = 1 })
    info:unit("cart", { forest = false, default = 2 }, { climb = 5 })
    map:unit("bird", {})
    assert.equal(4, select(2, map:path(a, b, "man")))
    assert.equal(2, select(2, map:path(a, b, "elf")))
    assert.is_nil((map:path(a, b, "cart")))
    assert.equal(2, select(2, map:path(a, b, "bird")))
    assert.equal(2, select(2, map:path(a, b)))
    assert.same({ { forest = false, grass = 1.5, default = 2 }, { climb = 5 } }, { map:unit("cart") })
  end)

  it("makes a terrain of its own for tiles without a name", function()
    local map = with({})
    map.tilesets[1].tiles[6] = { id = 4, properties = { cost = 2.5 } }
    map.layers[1].data[2] = 6
    all_show("grass wood! cost 2.5", map)
    local grid, info = tiled.load(map, { cell = 1, legend = { ["cost 2.5"] = "mud" } })
    assert.same({ mud = 2.5 }, info.costs)
    assert.equal("mud", grid:get(3, 1))
  end)

  it("is that of the terrain, whichever of its tiles has it", function()
    local map = with({ 2 })
    map.tilesets[1].tiles[6] = { id = 4, type = "grass" }
    map.layers[1].data = { 5, 5, 2 }
    assert.same({ grass = 2 }, select(2, tiled.load(map)).costs)
    map.tilesets[1].tiles[6].properties = { cost = 2 }
    assert.same({ grass = 2 }, select(2, tiled.load(map)).costs)
    map.tilesets[1].tiles[6].properties = { cost = 4 }
    raises("tileset 'ground', tile 4: property 'cost' is 4, but the terrain 'grass' has 2 by tileset 'ground', tile 0: " ..
      "give them the same cost, or terrains of their own", tiled.load, map)
  end)

  it("has to use the name that the option says", function()
    local map = with({ 2 })
    map.tilesets[1].tiles[1].properties.slow = 5
    assert.same({ grass = 5 }, select(2, tiled.load(map, { cost = "slow" })).costs)
    map.tilesets[1].tiles[1].properties.cost = "3 gold"
    assert.same({}, select(2, tiled.load(map, { cost = false })).costs)
  end)

  it("is a number above 0", function()
    for _, wrong in ipairs({ { 0, "0" }, { -1, "-1" }, { nan, "" }, { inf, "inf" }, { "three", "string" }, { true, "boolean" } }) do
      raises("tileset 'ground', tile 0: property 'cost': number > 0 expected, got " .. wrong[2], tiled.load, with({ wrong[1] }))
    end
  end)

  it("is refused in the caller's words if a unit is wrong", function()
    local _, info = tiled.load(with({ 2 }))
    raises("bad argument #2 to 'unit' (table expected, got string)", info.unit, info, "man", "x")
    raises("bad argument #1 to 'unit'", info.unit, info)
    raises("bad argument #2 to 'unit'", info.unit, info, "man", { grass = -1 })
    raises("bad argument #3 to 'unit'", info.unit, info, "man", {}, 7)
    raises("calling 'unit' on bad self (info of a map expected, got table)", info.unit, {}, "man")
    local message = raises("unit", function() info:unit("man", { grass = 0 }) end)
    assert.is_truthy(message:find("terrain_spec.lua:%d+: bad argument"))
    assert.same({}, info.map:units())
  end)
end)

---- Terrain Sets -----------------------------------------------------------------------------------------

-- The marks of a tile by its corners: top left, top right, bottom right, bottom left.
local function corners(a, b, c, d)
  return { 0, b, 0, c, 0, d, 0, a }
end

-- By its edges: top, right, bottom, left.
local function edges(a, b, c, d)
  return { a, 0, b, 0, c, 0, d, 0 }
end

local function colour(name, properties)
  return { color = { 255, 0, 0 }, name = name, class = "", probability = 1, tile = -1, properties = properties or {} }
end

local function wang_set(name, kind, colours, tiles)
  local list = {}
  for i, marks in ipairs(tiles) do list[i] = { wangid = marks, tileid = i - 1 } end
  return { name = name, class = "", tile = -1, wangsettype = kind, properties = {}, colors = colours, wangtiles = list }
end

-- A row of the tiles 0, 1, 2, ... of a tileset with these Terrain Sets.
local function marked(sets, tiles)
  local data = {}
  local count = 0
  for _, set in ipairs(sets) do count = math.max(count, #set.wangtiles) end
  for i = 1, count do data[i] = i end
  return make(count, 1, { layer("ground", count, data) }, { tilesets = {
    { name = "marked", firstgid = 1, tilecount = count, tiles = tiles or {}, wangsets = sets } } })
end

describe("a Terrain Set", function()
  local land = { colour("grass"), colour("sand"), colour("water") }

  it("tells the terrain by corners", function()
    all_show("grass sand water sand", marked({ wang_set("land", "corner", land, {
      corners(1, 1, 1, 1), corners(2, 2, 2, 1), corners(3, 3, 1, 3), corners(0, 0, 2, 0) }) }))
  end)

  it("tells the first of those that are marked equally often", function()
    all_show("grass sand grass", marked({ wang_set("land", "corner", land, {
      corners(2, 2, 1, 1), corners(3, 2, 3, 2), corners(3, 2, 1, 0) }) }))
  end)

  it("tells the terrain by edges, and by both", function()
    all_show("sand grass", marked({ wang_set("roads", "edge", land, { edges(0, 2, 0, 2), edges(1, 0, 0, 0) }) }))
    all_show("water", marked({ wang_set("both", "mixed", land, { { 3, 1, 3, 3, 3, 3, 3, 1 } }) }))
  end)

  it("gives way to the tile's own terrain and class", function()
    local set = wang_set("land", "corner", land, { corners(2, 2, 2, 2), corners(2, 2, 2, 2), corners(2, 2, 2, 2) })
    all_show("beach rock sand", marked({ set }, { { id = 0, type = "rock", properties = { terrain = "beach" } },
      { id = 1, type = "rock" }, { id = 2, type = "", properties = { terrain = "" } } }))
  end)

  it("goes through the legend", function()
    local map = marked({ wang_set("land", "corner", land, { corners(1, 1, 1, 1), corners(3, 3, 3, 3) }) })
    all_show("meadow default!", map, { legend = { grass = "meadow", water = false } })
  end)

  it("counts in the order of the tileset, or by its name, or not at all", function()
    local map = marked({ wang_set("land", "corner", land, { corners(1, 1, 1, 1), corners(0, 0, 0, 0) }),
      wang_set("height", "corner", { colour("low"), colour("high") }, { corners(2, 2, 2, 2), corners(1, 1, 1, 1) }) })
    all_show("grass low", map)
    all_show("high low", map, { terrain_set = "height" })
    all_show("grass default", map, { terrain_set = "land" })
    all_show("default default", map, { terrain_set = false })
    raises("bad argument #2 to 'load' (option 'terrain_set': no tileset that the map uses has 'sky')", tiled.load, map,
      { terrain_set = "sky" })
  end)

  it("may have terrains without a name", function()
    all_show("default", marked({ wang_set("", "corner", { colour("") }, { corners(1, 1, 1, 1) }) }))
    all_show("cost 2", marked({ wang_set("", "corner", { colour("", { cost = 2 }) }, { corners(1, 1, 1, 1) }) }))
  end)

  it("may say what its terrains cost, and that they block", function()
    local map = marked({ wang_set("land", "corner", { colour("grass", { cost = 2 }), colour("sand", { cost = 3 }),
      colour("water", { collidable = true }) }, { corners(1, 1, 1, 1), corners(3, 3, 3, 1), corners(3, 3, 3, 3) }) },
      { { id = 2, properties = { collidable = false } } })
    all_show("grass water! water!", map)
    map.layers[2] = layer("above", 3, { 1, 1, 1 })
    all_show("grass grass! grass!", map)
    map.layers[2] = nil
    for _, form in ipairs(forms(map)) do
      assert.same({ grass = 2, sand = 3 }, select(2, tiled.load(form[2])).costs)
    end
    map.tilesets[1].tiles[2] = { id = 0, properties = { cost = 5 } }
    raises("give them the same cost", tiled.load, map)
    map.tilesets[1].tiles[2] = { id = 0, type = "rock" }
    assert.same("rock water! water!", show(map))
  end)

  it("of Tiled before 1.5 does not count", function()
    local set = wang_set("old", "corner", nil, { corners(1, 1, 1, 1) })
    set.cornercolors, set.edgecolors = { colour("grass") }, {}
    all_show("default", marked({ set }))
  end)

  it("is refused if it is broken", function()
    local function refused(want, change)
      local set = wang_set("land", "corner", { colour("grass") }, { corners(1, 1, 1, 1) })
      change(set)
      raises("tileset 'marked', Terrain Set 'land'" .. want, tiled.load, marked({ set }))
      assert.equal("default", show(marked({ set }), { terrain_set = false }))
    end
    refused(", element 1 of 'wangtiles': 'wangid': terrain from 0 to 1 expected, got 2", function(set)
      set.wangtiles[1].wangid[2] = 2
    end)
    refused(", element 1 of 'wangtiles': 'wangid': terrain from 0 to 1 expected, got string", function(set)
      set.wangtiles[1].wangid[8] = "1"
    end)
    refused(", element 1 of 'wangtiles': 'wangid': 8 numbers expected, got 9", function(set)
      set.wangtiles[1].wangid[9] = 1
    end)
    refused(", element 1 of 'wangtiles': 'wangid': table expected, got 7", function(set) set.wangtiles[1].wangid = 7 end)
    refused(", element 1 of 'wangtiles': 'tileid': whole number", function(set) set.wangtiles[1].tileid = -1 end)
    refused(": 'colors': table expected, got string", function(set) set.colors = "red" end)
    refused(", terrain 1: 'name': string expected, got 1", function(set) set.colors[1].name = 1 end)
    refused(", terrain 1: property 'cost': number > 0 expected, got 0", function(set) set.colors[1].properties.cost = 0 end)
    refused(": 'wangtiles', element 1: table expected, got 1", function(set) set.wangtiles = { 1 } end)
    local map = marked({ wang_set("land", "corner", land, { corners(1, 1, 1, 1) }) })
    map.tilesets[1].wangsets = 5
    raises("tileset 'marked': 'wangsets': table expected, got 5", tiled.load, map)
  end)
end)
