-- astar.tiled: grids from maps that Tiled exported. What their data, properties and objects mean beyond that is in
-- data_spec, terrain_spec and plane_spec.

local astar = require "astar"
local check = require "spec.support.check"
local maps = require "spec.support.tiled_maps"
local random = require "spec.support.random"
local tiled = require "astar.tiled"

local raises, that, nan, inf = check.raises, check.that, check.nan, check.inf
local sorted_keys, as_lua, json_text, forms = maps.sorted_keys, maps.as_lua, maps.json_text, maps.forms
local ground_set, layer, make, small, meadow = maps.ground_set, maps.layer, maps.make, maps.small, maps.meadow
local picture, show, base64, four_bytes = maps.picture, maps.show, maps.base64, maps.four_bytes
local chunk, endless = maps.chunk, maps.endless

---- Terrain ----------------------------------------------------------------------------------------------

describe("a map of Tiled", function()
  it("is read from a table, from Lua and from JSON", function()
    for _, form in ipairs(forms(small())) do
      local map, info = tiled.load(form[2])
      that(getmetatable(map) == "astar.grid", "%s gives no grid", form[1])
      that(map.width == 3 and map.height == 2, "%s gives a wrong size", form[1])
      assert.equal("grass forest rock! sea default! wood!", picture(map))
      assert.equal(map, info.map)
    end
  end)

  it("may come with the size of its text", function()
    local function read() -- as love.filesystem.read
      local text = as_lua(small())
      return text, #text
    end
    local map = tiled.load(read())
    assert.equal(show(small()), picture(map))
  end)

  it("is a map to walk on", function()
    local map, info = tiled.load(meadow(4, 3))
    map:unit("man", {})
    local path, cost = map:path(info:cell(0, 0), info:cell(3, 0), "man")
    assert.equal(4, #path)
    assert.equal(96, cost)
  end)

  it("is not changed by reading it", function()
    local map = small()
    local before = as_lua(map)
    tiled.load(map, { legend = { grass = "plain" }, empty = "hole" })
    assert.equal(before, as_lua(map))
  end)

  it("has cells that are open again once they are unblocked", function()
    local map = tiled.load(small())
    map:block(3, 2, false)
    assert.equal("wood", map:get(3, 2))
    assert.is_false(map:cell(3, 2).blocked)
  end)

  it("takes the terrain from another property if told so", function()
    local map = small()
    map.tilesets[1].tiles[2].properties = { ground = "marsh", terrain = "forest" }
    assert.equal("grass marsh rock! sea default! door!", show(map, { property = "ground" }))
  end)

  it("takes what is blocked from another property if told so", function()
    local map = small()
    map.tilesets[1].tiles[2].properties.solid = true
    assert.equal("grass forest! rock sea default! wood", show(map, { blocked = "solid" }))
  end)

  it("renames terrains by a legend, and blocks by it", function()
    local legend = { grass = "plain", sea = false, wood = "gate", rock = "default" }
    assert.equal("plain forest default! default! default! gate!", show(small(), { legend = legend }))
    assert.equal("default! default", show(make(2, 1, { layer("a", 2, { 5, 1 }) }),
      { legend = { default = false, grass = "default" } }))
  end)

  it("has a terrain where there is no tile if told so", function()
    assert.equal("grass forest rock! sea hole wood!", show(small(), { empty = "hole" }))
    assert.equal("default default", show(make(2, 1, { layer("a", 2, { 0, 0 }) }), { empty = "default" }))
  end)

  it("needs no tile layer if cells without a tile have a terrain", function()
    local map = make(2, 1, { { type = "objectgroup", name = "o", objects = { { name = "a", x = 40, y = 8, point = true } } } })
    for _, form in ipairs(forms(map)) do
      local grid, info = tiled.load(form[2], { empty = "floor" })
      assert.equal("floor floor", picture(grid))
      assert.equal(grid:cell(2, 1), info:object("a").cell)
    end
    local grid, info = tiled.load(map)
    assert.equal("default default", picture(grid))
    assert.same({ "the map has no tile layers: all cells are open, unless objects block them" }, info.notes)
    map.infinite = true
    raises("map: no tiles at all", tiled.load, map, { empty = "floor" })
  end)

  it("takes the last of two tilesets whose tiles have the same ids, as Tiled does", function()
    local map = small()
    table.insert(map.tilesets, 1, maps.ground_set())
    map.tilesets[1].name, map.tilesets[1].tiles = "other", nil
    assert.equal("grass forest rock! sea default! wood!", show(map))
    assert.same({ "tileset 'other': 'firstgid' is that of tileset 'ground', so none of its tiles is on the map" },
      select(2, tiled.load(map)).notes)
  end)

  it("may be of an old version", function()
    -- before 0.13 no tileset said how many tiles it has; before 1.2 JSON had tiles and their properties by numbers
    local map = small()
    local set = map.tilesets[1]
    set.tilecount, set.imagewidth, set.imageheight = nil, 64, 96
    assert.equal("grass forest rock! sea default! wood!", show(map))
    map.layers[1].data[1] = 7
    raises("no tileset has the tile 7", tiled.load, map)
    map.layers[1].data[1] = 1
    set.imagewidth = nil
    assert.equal("grass forest rock! sea default! wood!", show(map))
    set.tileproperties = { ["0"] = { cost = "4" }, ["2"] = { collidable = "true" } }
    set.tiles = { ["0"] = { type = "grass" }, ["2"] = { type = "rock" } }
    local grid, info = tiled.load(map)
    assert.equal("grass default rock! default default! default", picture(grid))
    assert.same({ grass = 4 }, info.costs)
  end)

  it("has tiles that nothing is known of", function()
    assert.equal("default", show(make(1, 1, { layer("a", 1, { 5 }) })))
    local map = make(1, 1, { layer("a", 1, { 5 }) })
    map.tilesets[1].tiles = nil
    assert.equal("default", show(map))
  end)

  it("does not mind how tiles are flipped and turned", function()
    local data = {}
    for i = 0, 15 do data[i + 1] = i % 6 + 1 + i * 2 ^ 28 end
    local expected = {}
    for i = 0, 15 do expected[i + 1] = ({ "grass", "forest", "rock!", "sea", "default", "wood!" })[i % 6 + 1] end
    for _, form in ipairs(forms(make(4, 4, { layer("a", 4, data) }))) do
      assert.equal(table.concat(expected, " "), show(form[2]))
    end
  end)

  it("may have several tilesets, in any order", function()
    local map = make(4, 1, { layer("a", 4, { 1, 10, 11, 102 }) })
    map.tilesets = {
      { name = "third", firstgid = 101, tilecount = 2, tiles = { { id = 1, type = "lava" } } },
      { name = "first", firstgid = 1, tilecount = 9, tiles = { { id = 0, type = "snow" } } },
      { name = "second", firstgid = 10, tilecount = 2, tiles = { { id = 0, type = "ice" }, { id = 1, type = "mud" } } },
    }
    assert.equal("snow ice mud lava", show(map))
  end)

  it("may have tilesets of single images, whose numbers have gaps", function()
    local map = make(2, 1, { layer("a", 2, { 1, 8 }) })
    map.tilesets = { { name = "trees", firstgid = 1, tilecount = 2, columns = 0,
      tiles = { { id = 0, type = "oak", image = "oak.png" }, { id = 7, type = "fir", image = "fir.png" } } } }
    assert.equal("oak fir", show(map))
    map.layers[1].data[2] = 7
    raises("layer 'a', column 2, row 1: no tileset has the tile 7", tiled.load, map)
  end)
end)

---- Layers -----------------------------------------------------------------------------------------------

describe("layers", function()
  it("hide those below them where they have a tile", function()
    local map = make(3, 1, { layer("ground", 3, { 1, 1, 4 }), layer("trees", 3, { 0, 2, 0 }), layer("deco", 3, { 0, 0, 5 }) })
    assert.equal("grass forest default", show(map))
  end)

  it("count only if they are visible", function()
    local map = make(2, 1, { layer("ground", 2, { 1, 1 }), layer("hidden", 2, { 3, 0 }, { visible = false }) })
    assert.equal("grass grass", show(map))
    map.layers[1].visible = nil
    assert.equal("grass grass", show(map))
    map.layers[1].visible = false
    raises("map: no visible tile layer", tiled.load, map)
  end)

  it("can be named, and then need not be visible", function()
    local map = make(2, 1, { layer("ground", 2, { 1, 1 }), layer("walls", 2, { 3, 0 }, { visible = false }),
      layer("roofs", 2, { 2, 2 }) })
    assert.equal("rock! grass", show(map, { layers = { "walls", "ground" } }))
    assert.equal("rock! floor", show(map, { layers = { "walls" }, empty = "floor" }))
    raises("bad argument #2 to 'load' (option 'layers': the map has no tile layer or group 'cellar')",
      tiled.load, map, { layers = { "ground", "cellar" } })
  end)

  it("stand in groups, which hide them too", function()
    local map = make(2, 1, { layer("ground", 2, { 1, 1 }), { type = "group", name = "town", visible = true, layers = {
      layer("streets", 2, { 4, 0 }), { type = "group", name = "houses", visible = true, layers = { layer("walls", 2, { 0, 3 }) } },
    } } })
    for _, form in ipairs(forms(map)) do assert.equal("sea rock!", show(form[2])) end
    map.layers[2].layers[2].visible = false
    assert.equal("sea grass", show(map))
    map.layers[2].visible = false
    assert.equal("grass grass", show(map))
    assert.equal("default! rock!", show(map, { layers = { "houses" } }))
    assert.equal("sea rock!", show(map, { layers = { "town" } }))
    assert.equal("sea grass", show(map, { layers = { "ground", "streets" } }))
  end)

  it("of images and of kinds unknown do not count", function()
    local map = small()
    table.insert(map.layers, { type = "imagelayer", name = "sky", image = "sky.png" })
    table.insert(map.layers, { type = "hologram", name = "?" })
    assert.equal("grass forest rock! sea default! wood!", show(map))
  end)

  it("may share a name", function()
    local map = make(2, 1, { layer("a", 2, { 1, 1 }), layer("a", 2, { 0, 2 }), layer("b", 2, { 4, 4 }) })
    assert.equal("grass forest", show(map, { layers = { "a" } }))
  end)
end)

---- Encodings --------------------------------------------------------------------------------------------

describe("data in base 64", function()
  it("is read, whatever is left over at its end", function()
    for width = 1, 7 do
      local ids = {}
      for i = 1, width do ids[i] = ({ 1, 2, 3 + 2 ^ 31, 4 + 2 ^ 28 * 15, 0, 6, 2 })[i] end
      local map = make(width, 1, { layer("a", width, ids) })
      local expected = show(map)
      map.layers[1].encoding, map.layers[1].data = "base64", base64(four_bytes(ids))
      for _, form in ipairs(forms(map)) do assert.equal(expected, show(form[2])) end
      map.layers[1].data = "\n   " .. map.layers[1].data:gsub("....", "%0\n") .. "  "
      assert.equal(expected, show(map))
      map.layers[1].compression = ""
      assert.equal(expected, show(map))
    end
  end)

  it("may hold any bytes", function()
    random.cases("tiled base64", 200, function(rng)
      local ids, tiles = {}, {}
      for i = 1, rng:int(1, 12) do
        ids[i] = rng:int(1, 2 ^ 28 - 1)
        tiles[i] = { id = ids[i] - 1, type = "t" .. ids[i] }
      end
      local map = make(#ids, 1, { layer("a", #ids, base64(four_bytes(ids)), { height = 1, width = #ids, encoding = "base64" }) })
      map.tilesets = { { name = "t", firstgid = 1, tilecount = 0, tiles = tiles } }
      local grid = tiled.load(map)
      for i, id in ipairs(ids) do assert.equal("t" .. ids[i], grid:get(i, 1), tostring(id)) end
    end)
  end)

  it("is refused if it is none or incomplete", function()
    local map = small()
    local l = map.layers[1]
    l.encoding = "base64"
    for _, data in ipairs({ "A", "AB", "ABC", "AAAA!AAA", "AA=A", "A===", "====", "AAAAA=AA" }) do
      l.data = data
      raises("layer 'ground': its data is not base 64, or not all of it is there", tiled.load, map)
    end
    l.data = base64(four_bytes({ 1, 2, 3, 4, 5 }) .. "\0\0")
    raises("layer 'ground': its data is not base 64, or not all of it is there", tiled.load, map)
    l.data = base64(four_bytes({ 1, 2, 3, 4, 5 }))
    raises("layer 'ground': 6 tiles expected in its data, got 5", tiled.load, map)
    l.data = ""
    raises("layer 'ground': 6 tiles expected in its data, got 0", tiled.load, map)
    l.data = { 1 }
    raises("layer 'ground': 'data': string expected, got table", tiled.load, map)
  end)
end)

---- Places -----------------------------------------------------------------------------------------------

-- Where Tiled draws the middle of a tile.
local drawn = {}

function drawn.orthogonal(map, x, y)
  return (x + 0.5) * map.tilewidth, (y + 0.5) * map.tileheight
end

function drawn.isometric(map, x, y)
  return (x - y) * map.tilewidth / 2 + map.height * map.tilewidth / 2, (x + y + 1) * map.tileheight / 2
end

function drawn.hexagonal(map, x, y)
  local side_x = map.staggeraxis == "x" and map.hexsidelength or 0
  local side_y = map.staggeraxis == "y" and map.hexsidelength or 0
  local slant_x, slant_y = math.floor((map.tilewidth - side_x) / 2), math.floor((map.tileheight - side_y) / 2)
  local column, row = slant_x + side_x, slant_y + side_y
  local w, h = column + slant_x, row + slant_y
  local function shifted(number)
    return number % 2 == (map.staggerindex == "odd" and 1 or 0)
  end
  local left, top
  if map.staggeraxis == "x" then
    left, top = x * column, y * (h + side_y) + (shifted(x) and row or 0)
  else
    left, top = x * (w + side_x) + (shifted(y) and column or 0), y * row
  end
  return left + w / 2, top + h / 2
end

function drawn.staggered(map, x, y)
  return drawn.hexagonal({ tilewidth = map.tilewidth, tileheight = map.tileheight, hexsidelength = 0,
    staggeraxis = map.staggeraxis, staggerindex = map.staggerindex }, x, y)
end

-- Every tile of the map has its cell, there where it is drawn, and the ways back agree.
local function verify_places(map, grid, info)
  local tiles = 0
  for y = info.y, info.y + info.height - 1 do
    for x = info.x, info.x + info.width - 1 do
      local cell = info:cell(x, y)
      local want_x, want_y = drawn[map.orientation](map, x, y)
      that(cell, "no cell for the tile at %d, %d", x, y)
      check.near(want_x, cell.x, ("x of the tile at %d, %d"):format(x, y))
      check.near(want_y, cell.y, ("y of the tile at %d, %d"):format(x, y))
      that(grid:at(want_x, want_y) == cell, "another cell lies at the middle of the tile at %d, %d", x, y)
      local back_x, back_y = info:position(cell)
      that(back_x == x and back_y == y, "position of the tile at %d, %d", x, y)
      that(info:tile(x, y) == info:tile(cell), "tile at %d, %d", x, y)
      that(info:tile(x, y) ~= nil ~= cell.blocked, "tile or blocked at %d, %d", x, y)
      tiles = tiles + 1
    end
  end
  local cells = 0
  for cell in grid:nodes() do
    if info:position(cell) then
      cells = cells + 1
    else
      that(cell.blocked and info:tile(cell) == nil, "%s is no tile, but open", cell)
    end
  end
  that(cells == tiles, "%d cells for %d tiles", cells, tiles)
  for _, place in ipairs({ { -1, 0 }, { 0, -1 }, { info.width, 0 }, { 0, info.height }, { 0.5, 0 }, { nan, 0 }, { 0, inf } }) do
    that(info:cell(info.x + place[1], info.y + place[2]) == nil, "a cell outside the map")
    that(info:tile(info.x + place[1], info.y + place[2]) == nil, "a tile outside the map")
  end
end

local sizes = { { 32, 32, 16 }, { 17, 15, 5 }, { 30, 20, 8 }, { 33, 27, 10 }, { 64, 32, 0 }, { 18, 40, 17 }, { 14, 14, 14 } }

local function each_staggering(run)
  for _, axis in ipairs({ "x", "y" }) do
    for _, index in ipairs({ "odd", "even" }) do
      for _, size in ipairs(sizes) do
        run({ staggeraxis = axis, staggerindex = index, tilewidth = size[1], tileheight = size[2],
          hexsidelength = size[3] })
      end
    end
  end
end

-- Row by row what the neighbours of a cell are, as differences in pixels.
local function steps_from(cell)
  local out = {}
  for neighbour in cell:links() do
    out[#out + 1] = ("%g,%g"):format(neighbour.x - cell.x, neighbour.y - cell.y)
  end
  table.sort(out)
  return table.concat(out, " ")
end

describe("a tile is where Tiled draws it", function()
  it("on orthogonal maps", function()
    local map = meadow(5, 4)
    local grid, info = tiled.load(map)
    verify_places(map, grid, info)
    assert.equal("-32,-16 -32,0 -32,16 0,-16 0,16 32,-16 32,0 32,16", steps_from(info:cell(2, 2)))
  end)

  it("on isometric maps", function()
    for _, size in ipairs(sizes) do
      local map = meadow(5, 4, { orientation = "isometric", tilewidth = size[1], tileheight = size[2] })
      verify_places(map, tiled.load(map))
    end
    local grid, info = tiled.load(meadow(5, 4, { orientation = "isometric", tilewidth = 64, tileheight = 32 }))
    assert.same({ 128, 16 }, { grid:cell(1, 1).x, grid:cell(1, 1).y })
    local _, cost = grid:path(info:cell(0, 0), info:cell(3, 0))
    assert.equal(3, cost)
  end)

  it("on hexagonal maps", function()
    each_staggering(function(more)
      more.orientation = "hexagonal"
      if more.hexsidelength > (more.staggeraxis == "x" and more.tilewidth or more.tileheight) then return end
      local map = meadow(4, 5, more)
      local grid, info = tiled.load(map)
      verify_places(map, grid, info)
      local cost = select(2, grid:path(info:cell(1, 1), info:cell(1, 2)))
      check.near(1, cost)
    end)
  end)

  it("on hexagonal maps, with the neighbours that it touches", function()
    local rows = "-16,-24 -16,24 -32,0 16,-24 16,24 32,0"
    local columns = "-24,-16 -24,16 0,-32 0,32 24,-16 24,16"
    for _, index in ipairs({ "odd", "even" }) do
      for _, axis in ipairs({ "y", "x" }) do
        local _, info = tiled.load(meadow(5, 5, { orientation = "hexagonal", tilewidth = 32, tileheight = 32,
          hexsidelength = 16, staggeraxis = axis, staggerindex = index }))
        for x = 1, 3 do
          for y = 1, 3 do assert.equal(axis == "y" and rows or columns, steps_from(info:cell(x, y))) end
        end
      end
    end
  end)

  it("on staggered maps", function()
    each_staggering(function(more)
      more.orientation = "staggered"
      for _, size in ipairs({ { 4, 5 }, { 5, 4 }, { 1, 6 }, { 6, 1 }, { 1, 1 }, { 3, 7 } }) do
        local map = meadow(size[1], size[2], more)
        verify_places(map, tiled.load(map))
      end
    end)
  end)

  it("on staggered maps, with the neighbours that it touches", function()
    for _, index in ipairs({ "odd", "even" }) do
      for _, axis in ipairs({ "y", "x" }) do
        local map, info = tiled.load(meadow(7, 9, { orientation = "staggered", tilewidth = 64, tileheight = 32,
          staggeraxis = axis, staggerindex = index }))
        local cell = info:cell(3, 4)
        assert.equal("-32,-16 -32,16 -64,0 0,-32 0,32 32,-16 32,16 64,0", steps_from(cell))
        -- across an edge 1, across a corner more
        assert.equal(1, (select(2, map:path(cell, map:at(cell.x + 32, cell.y + 16)))))
        check.near(math.sqrt(2), (select(2, map:path(cell, map:at(cell.x + 64, cell.y)))))
      end
    end
  end)

  it("on staggered maps of mixed ground", function()
    random.cases("tiled staggered", 40, function(rng)
      local width, height, data = rng:int(1, 6), rng:int(1, 6), {}
      for i = 1, width * height do data[i] = rng:pick({ 0, 1, 2, 4, 5 }) end
      local map = make(width, height, { layer("a", width, data) }, { orientation = "staggered",
        staggeraxis = rng:pick({ "x", "y" }), staggerindex = rng:pick({ "odd", "even" }) })
      local grid, info = tiled.load(map)
      verify_places(map, grid, info)
      local names = { [0] = "default", "grass", "forest", [4] = "sea", [5] = "default" }
      for y = 0, height - 1 do
        for x = 0, width - 1 do
          local id, cell = data[y * width + x + 1], info:cell(x, y)
          that(cell.terrain == names[id] and cell.blocked == (id == 0), "tile at %d, %d", x, y)
        end
      end
    end)
  end)

  it("if the map does not say how it is staggered", function()
    local map = meadow(3, 3, { orientation = "hexagonal", hexsidelength = 8 })
    local grid = tiled.load(map)
    map.staggeraxis, map.staggerindex = "y", "odd"
    local same = tiled.load(map)
    for id = 1, 9 do
      assert.same({ same:node(id).x, same:node(id).y }, { grid:node(id).x, grid:node(id).y })
    end
  end)
end)

---- Infinite maps ----------------------------------------------------------------------------------------

describe("an infinite map", function()
  local chunks = { chunk(-3, -1, 2, { 1, 2, 4, 1 }), chunk(1, 0, 1, { 2, 3 }) }

  it("covers all of its chunks", function()
    for _, infinite in ipairs({ true, "unsaid" }) do
      local map = endless(chunks, { infinite = infinite == true or nil })
      for _, form in ipairs(forms(map)) do
        local grid, info = tiled.load(form[2])
        assert.same({ -3, -1, 5, 3 }, { info.x, info.y, info.width, info.height })
        assert.equal("grass forest default! default! default! sea grass default! default! forest " ..
          "default! default! default! default! rock!", picture(grid))
        assert.equal("sea", info:cell(-3, 0).terrain)
        assert.equal("rock", info:tile(1, 1).class)
      end
    end
  end)

  it("has its tiles where Tiled draws them", function()
    for _, orientation in ipairs({ "orthogonal", "isometric", "hexagonal", "staggered" }) do
      for _, axis in ipairs({ "x", "y" }) do
        for _, index in ipairs({ "odd", "even" }) do
          for dx = 0, 1 do
            for dy = 0, 1 do
              local map = endless({ chunk(-3 + dx, -1 + dy, 2, { 1, 2, 4, 1 }), chunk(1, -1, 1, { 2, 0, 0, 4 }) },
                { orientation = orientation, infinite = true, staggeraxis = axis, staggerindex = index, hexsidelength = 6 })
              local grid, info = tiled.load(map)
              assert.same({ -3 + dx, -1 }, { info.x, info.y })
              verify_places(map, grid, info)
            end
          end
        end
      end
    end
  end)

  it("may be of several layers, and in base 64", function()
    local map = endless({ chunk(0, 0, 2, { 1, 1, 1, 1 }) })
    table.insert(map.layers, { type = "tilelayer", name = "b", encoding = "base64", chunks = {
      { x = 1, y = 1, width = 2, height = 1, data = base64(four_bytes({ 2, 4 })) } } })
    for _, form in ipairs(forms(map)) do
      assert.equal("grass grass default! grass forest sea", show(form[2]))
    end
  end)

  it("may have layers without chunks", function()
    local map = endless({ chunk(-1, 0, 1, { 2 }) }, { infinite = true })
    table.insert(map.layers, layer("b", 2, { 1, 4 }))
    assert.equal("forest grass sea", show(map))
  end)

  it("is refused if it is empty, too large or broken", function()
    raises("map: no tiles at all", tiled.load, endless({}))
    raises("map: no tiles at all", tiled.load, endless({ { x = 0, y = 0, width = 0, height = 3, data = {} } }))
    raises("map: 2000000001 x 2000000001 cells for 2 tiles are too many", tiled.load,
      endless({ chunk(0, 0, 1, { 1 }), chunk(2000000000, 2000000000, 1, { 1 }) }))
    raises("too many", tiled.load, endless({ chunk(0, 0, 1, { 1 }), chunk(1999, 1999, 1, { 1 }) }, { orientation = "staggered" }))
    raises("layer 'a', chunk 1: 'x': whole number from -2147483647 to 2147483647 expected, got nil", tiled.load,
      endless({ { y = 0, width = 1, height = 1, data = { 1 } } }))
    raises("layer 'a', chunk 2: 4 tiles expected in its data, got 3", tiled.load,
      endless({ chunk(0, 0, 1, { 1 }), { x = 0, y = 0, width = 2, height = 2, data = { 1, 1, 1 } } }))
    raises("layer 'a', chunk 2, column 2, row 2: no tileset has the tile 9", tiled.load,
      endless({ chunk(0, 0, 1, { 1 }), chunk(5, 5, 2, { 1, 1, 1, 9 }) }))
    raises("layer 'a': 'chunks', element 1: table expected, got 7", tiled.load, endless({ 7 }))
  end)
end)

---- Options of the grid ----------------------------------------------------------------------------------

describe("the option cell", function()
  it("gives plain cells, whose steps cost 1", function()
    local map, info = tiled.load(meadow(4, 3), { cell = 1 })
    assert.same({ 0.5, 0.5 }, { map:cell(1, 1).x, map:cell(1, 1).y })
    assert.same({ 3.5, 2.5 }, { map:cell(4, 3).x, map:cell(4, 3).y })
    assert.equal(3, (select(2, map:path(info:cell(0, 0), info:cell(3, 0)))))
  end)

  -- Everything grows by the same factors, from pixel 0, 0 of the map.
  local function verify_scaled(map, cell, scale_x, scale_y)
    local grid, info = tiled.load(map, { cell = cell, origin = { 100, -50 } })
    for y = info.y, info.y + info.height - 1 do
      for x = info.x, info.x + info.width - 1 do
        local want_x, want_y = drawn[map.orientation](map, x, y)
        check.near(100 + want_x * scale_x, info:cell(x, y).x, "x")
        check.near(-50 + want_y * scale_y, info:cell(x, y).y, "y")
        that(grid:at(100 + want_x * scale_x, -50 + want_y * scale_y) == info:cell(x, y), "at")
      end
    end
    return info
  end

  it("scales every shape", function()
    verify_scaled(meadow(3, 4), { 64, 64 }, 2, 4)
    verify_scaled(meadow(3, 4), 8, 0.25, 0.5)
    verify_scaled(meadow(3, 4, { orientation = "isometric" }), { 64, 64 }, 2, 4)
    verify_scaled(meadow(3, 4, { orientation = "isometric" }), 1, 1 / 32, 1 / 16)
    each_staggering(function(more)
      more.orientation, more.hexsidelength, more.tilewidth, more.tileheight = "hexagonal", 16, 32, 32
      local rows = more.staggeraxis == "y"
      verify_scaled(meadow(3, 4, more), { 32, 32 }, 1, 1)
      verify_scaled(meadow(3, 4, more), { 64, 96 }, 2, 3)
      -- regular ones: middles 1 apart along the rows or columns, sqrt(3)/2 from one to the next
      local info = verify_scaled(meadow(3, 4, more), 1, rows and 1 / 32 or math.sqrt(0.75) / 24,
        rows and math.sqrt(0.75) / 24 or 1 / 32)
      for neighbour in info:cell(1, 1):links() do check.near(1, info:cell(1, 1):distance(neighbour), "distance") end
      more.orientation = "staggered"
      verify_scaled(meadow(3, 4, more), { 64, 16 }, 2, 0.5)
    end)
    verify_scaled(endless({ chunk(-3, -1, 2, { 1, 2, 4, 1 }) }), 8, 0.25, 0.5)
  end)

  it("moves objects along", function()
    local map = meadow(4, 4)
    table.insert(map.layers, { type = "objectgroup", name = "o", objects = { { id = 1, name = "p", point = true, x = 48, y = 40 } } })
    local _, info = tiled.load(map, { cell = { 64, 64 }, origin = { 1000, 2000, 7 } })
    local object = info:object("p")
    assert.same({ 1096, 2160 }, { object.x, object.y })
    assert.equal(info:cell(1, 2), object.cell)
    assert.equal(7, object.cell.z)
  end)
end)

describe("the options of grids", function()
  it("are handed on", function()
    local map, info = tiled.load(meadow(3, 3), { neighbours = 4, wrap = "xy",
      ground = function(col, row) return col + row end, sight = function(ax, _, _, bx) return ax < 70 and bx < 70 end })
    assert.equal(4, info:cell(1, 1).z)
    assert.is_true(map:linked(info:cell(0, 0), info:cell(0, 2)))
    assert.is_false(map:linked(info:cell(0, 0), info:cell(1, 1)))
    assert.is_false(map:linked(info:cell(1, 1), info:cell(2, 1)))
  end)

  it("are checked by the grid, in the name of load", function()
    raises("bad argument #2 to 'load' (option 'corners'", tiled.load, small(), { corners = "sometimes" })
    raises("bad argument #2 to 'load' (option 'wrap': a staggered map cannot be wrapped)", tiled.load,
      small({ orientation = "staggered" }), { wrap = "x" })
  end)

  it("let errors of their functions through", function()
    local ok, message = pcall(tiled.load, small(), { ground = function() error({ "mine" }) end })
    assert.is_false(ok)
    assert.same({ "mine" }, message)
    raises("option 'ground'", tiled.load, small(), { ground = function() return "high" end })
  end)
end)

---- External tilesets ------------------------------------------------------------------------------------

describe("a tileset in a file of its own", function()
  local function outside(more)
    local set = { firstgid = 1, source = "sets/ground.tsj" }
    for key, value in pairs(more or {}) do set[key] = value end
    return small({ tilesets = { set } })
  end

  local function ground()
    local set = ground_set()
    set.firstgid = nil
    return set
  end

  local expected = "grass forest rock! sea default! wood!"

  it("is taken from the option tilesets", function()
    for _, form in ipairs(forms(outside())) do
      for _, given in ipairs(forms(ground())) do
        assert.equal(expected, show(form[2], { tilesets = { ["sets/ground.tsj"] = given[2] } }))
      end
    end
    local map = outside({ source = false, filename = "ground.tsx", exportfilename = "ground.lua", name = "Ground" })
    map.tilesets[1].source = nil
    for _, key in ipairs({ "ground.tsx", "ground.lua", "Ground" }) do
      assert.equal(expected, show(map, { tilesets = { [key] = ground() } }))
    end
  end)

  it("is read by the option read", function()
    local asked = {}
    local function read(name)
      asked[#asked + 1] = name
      return as_lua(ground())
    end
    assert.equal(expected, show(outside(), { read = read }))
    local map = outside({ exportfilename = "ground.lua" })
    map.tilesets[1].source, map.tilesets[1].filename = nil, "ground.tsx"
    assert.equal(expected, show(map, { read = read }))
    assert.same({ "sets/ground.tsj", "ground.lua" }, asked)
    assert.equal(expected, show(outside(), { read = ground }))
    local ok, message = pcall(tiled.load, outside(), { read = function() error({ "no disk" }) end })
    assert.is_false(ok)
    assert.same({ "no disk" }, message)
  end)

  it("is read once, and only if a cell needs it", function()
    local reads = 0
    local map = outside()
    table.insert(map.tilesets, { firstgid = 100, source = "unused.tsj" })
    assert.equal(expected, show(map, { read = function()
      reads = reads + 1
      return ground()
    end }))
    assert.equal(1, reads)
  end)

  it("need not be there if the map has its tiles all the same", function()
    local map = small()
    map.tilesets[1].filename = "ground.tsx"
    assert.equal(expected, show(map))
  end)

  it("is refused if it is missing or something else", function()
    for _, options in ipairs({ {}, { tilesets = {} }, { tilesets = { ["ground.tsx"] = ground() } } }) do
      raises({ "tileset 'sets/ground.tsj' is in a file of its own: pass", "tick Embed tilesets",
        "option 'tilesets'" }, tiled.load, outside(), options)
      raises({ "tileset 'ground' is in a file of its own, 'sets/ground.tsj': pass" }, tiled.load,
        outside({ name = "ground" }), options)
    end
    raises("tileset 'sets/ground.tsj' is in a file of its own, and option 'read' gave nothing", tiled.load, outside(),
      { read = function() end })
    raises("tileset 'sets/ground.tsj' is in a file of its own, and option 'read' gave nothing: no such file", tiled.load, outside(),
      { read = function() return nil, "no such file" end })
    for _, text in ipairs({ "<tileset/>", "<map/>", "<template/>", "{}", "return {}" }) do
      raises({ "tileset 'sets/ground.tsj': what stands there is no tileset" }, tiled.load, outside(),
        { read = function() return text end })
    end
    raises({ "tileset 'sets/ground.tsj': line 2, column 3: " }, tiled.load, outside(),
      { read = function() return '{\n  tiles: 3 }' end })
    raises("tileset 'sets/ground.tsj': what stands there is no tileset", tiled.load, outside(), { read = function() return {} end })
    raises("bad argument #2 to 'load' (option 'read': table, text or nil expected from it, got 7)", tiled.load, outside(),
      { read = function() return 7 end })
  end)
end)

---- Objects ----------------------------------------------------------------------------------------------

describe("objects", function()
  local function with_objects(objects, more)
    local map = meadow(6, 6, more)
    table.insert(map.layers, { type = "objectgroup", name = "things", visible = true, objects = objects })
    return map
  end

  it("are all there, with what a game wants", function()
    local map = with_objects({
      { id = 4, name = "start", type = "spawn", shape = "point", x = 40, y = 20, width = 0, height = 0, rotation = 0,
        visible = true, properties = { team = "red", gold = 3 } },
      { id = 5, name = "", type = "", shape = "rectangle", x = 64, y = 32, width = 32, height = 16, rotation = 0,
        visible = false, properties = {} },
      { id = 6, name = "start", class = "other", shape = "ellipse", x = 0, y = 0, width = 96, height = 48 },
    })
    for _, form in ipairs(forms(map)) do
      local _, info = tiled.load(form[2])
      assert.equal(3, #info.objects)
      local start, box, third = info.objects[1], info.objects[2], info.objects[3]
      assert.equal(start, info:object("start"))
      assert.is_nil(info:object("end"))
      assert.same({ 4, "start", "spawn", "things", "point", 40, 20, "red", 3, true },
        { start.id, start.name, start.class, start.layer, start.shape, start.x, start.y, start.properties.team,
          start.properties.gold, start.visible })
      assert.equal(info:cell(1, 1), start.cell)
      assert.is_nil(box.name)
      assert.is_nil(box.class)
      assert.same({ false, 64, 32, 32, 16, 0 }, { box.visible, box.x, box.y, box.width, box.height, box.rotation })
      assert.equal(info:cell(2, 2), box.cell)
      assert.equal("other", third.class)
      assert.equal(info:cell(1, 1), third.cell)
    end
  end)

  it("are as visible as the groups that they are in", function()
    local map = meadow(1, 1)
    table.insert(map.layers, { type = "group", name = "g", visible = false, layers = {
      { type = "objectgroup", name = "o", objects = { { name = "a", x = 0, y = 0 } } } } })
    local _, info = tiled.load(map)
    assert.is_false(info:object("a").visible)
    assert.equal("o", info:object("a").layer)
  end)

  it("have their shapes in JSON too", function()
    local text = json_text(with_objects({}))
    text = text:gsub('"objects":{}', [["objects":[
      {"id":1,"name":"a","x":1,"y":2,"point":true}, {"id":2,"name":"b","x":1,"y":2,"ellipse":true,"width":4,"height":6},
      {"id":3,"name":"c","x":10,"y":20,"polygon":[{"x":0,"y":0},{"x":5,"y":0},{"x":0,"y":7.5}]},
      {"id":4,"name":"d","x":10,"y":20,"rotation":90,"polyline":[{"x":0,"y":0},{"x":32,"y":0}]},
      {"id":5,"name":"e","x":10,"y":20,"text":{"text":"hi"}}, {"id":6,"name":"f","x":10,"y":20}, {"gid":3,"x":32,"y":32}]
    ]])
    local _, info = tiled.load(text)
    local shapes = {}
    for i, object in ipairs(info.objects) do shapes[i] = object.shape end
    assert.same({ "point", "ellipse", "polygon", "polyline", "text", "rectangle", "tile" }, shapes)
    assert.same({ 10, 20, 15, 20, 10, 27.5 }, info:object("c").points)
    local points = info:object("d").points
    check.near(10, points[3])
    check.near(52, points[4])
    assert.is_nil(info:object("a").points)
  end)

  it("of tiles stand on the cell under their foot", function()
    local function cell_of(object, more, alignment)
      object.gid, object.id = 3 + 2 ^ 31, 1
      local map = with_objects({ object }, more)
      map.tilesets[1].objectalignment = alignment
      local _, info = tiled.load(map)
      assert.equal("tile", info.objects[1].shape)
      return { info:position(info.objects[1].cell) }
    end
    -- 32 x 16 cells; placed by the lower left corner, on the border of a cell
    assert.same({ 2, 1 }, cell_of({ x = 64, y = 32, width = 32, height = 16 }))
    assert.same({ 2, 3 }, cell_of({ x = 64, y = 64, width = 32, height = 48 }))
    assert.same({ 3, 3 }, cell_of({ x = 64, y = 64, width = 96, height = 64 }))
    assert.same({ 2, 1 }, cell_of({ x = 64, y = 16, width = 32, height = 16 }, nil, "topleft"))
    assert.same({ 2, 4 }, cell_of({ x = 80, y = 56, width = 20, height = 40 }, nil, "center"))
    assert.same({ 1, 1 }, cell_of({ x = 64, y = 32, width = 32, height = 16 }, nil, "bottomright"))
    -- upside down it hangs from the corner
    assert.same({ 1, 2 }, cell_of({ x = 64, y = 32, width = 32, height = 16, rotation = 180 }))
    -- by the middle of the lower edge on isometric maps: the lower corner of the diamond
    local iso = { orientation = "isometric", tilewidth = 64, tileheight = 32 }
    assert.same({ 2, 1 }, cell_of({ x = 96, y = 64, width = 64, height = 96 }, iso))
  end)

  it("are drawn askew on isometric maps", function()
    local map = with_objects({
      { name = "p", shape = "point", x = 3.5 * 32, y = 1.5 * 32 },
      { name = "r", shape = "rectangle", x = 64, y = 32, width = 32, height = 32 },
      { name = "l", shape = "polyline", x = 64, y = 32, polyline = { { x = 0, y = 0 }, { x = 32, y = 32 } } },
    }, { orientation = "isometric", tilewidth = 64, tileheight = 32 })
    local _, info = tiled.load(map)
    local p = info:object("p")
    assert.same({ drawn.isometric(map, 3, 1) }, { p.x, p.y })
    assert.equal(info:cell(3, 1), p.cell)
    assert.equal(info:cell(2, 1), info:object("r").cell)
    local x, y = drawn.isometric(map, 2, 1)
    assert.same({ x, y - 16, x, y + 16 }, info:object("l").points)
  end)

  it("are on their cells on hexagonal and staggered maps", function()
    for _, orientation in ipairs({ "hexagonal", "staggered" }) do
      for y = 0, 5 do
        for x = 0, 5 do
          local map = meadow(6, 6, { orientation = orientation, hexsidelength = 8, staggeraxis = "y", staggerindex = "even" })
          local px, py = drawn[orientation](map, x, y)
          table.insert(map.layers, { type = "objectgroup", name = "o", objects = { { x = px, y = py, point = true } } })
          local _, info = tiled.load(map)
          assert.equal(info:cell(x, y), info.objects[1].cell)
        end
      end
    end
  end)

  it("have no cell outside the map", function()
    local _, info = tiled.load(with_objects({ { x = -1, y = 0, point = true }, { x = 0, y = 1e9, point = true } }))
    assert.is_nil(info.objects[1].cell)
    assert.is_nil(info.objects[2].cell)
  end)

  it("are refused if they are broken", function()
    local function refused(want, object)
      raises("layer 'things', object 1: " .. want, tiled.load, with_objects({ object }))
    end
    refused("'x': number expected, got nil", { y = 1 })
    refused("'y': number expected, got string", { x = 1, y = "1" })
    refused("'x': number of a sensible size expected, got ", { x = nan, y = 1 })
    refused("'x': number of a sensible size expected, got inf", { x = inf, y = 1 })
    refused("'name': string expected, got table", { x = 1, y = 1, name = {} })
    refused("'rotation': number expected, got boolean", { x = 1, y = 1, rotation = true })
    refused("'gid': tile id expected, got 0.5", { x = 1, y = 1, gid = 0.5 })
    refused("no tileset has the tile 0", { x = 1, y = 1, gid = 2 ^ 31 })
    refused("'polygon': table expected, got nil", { x = 1, y = 1, shape = "polygon" })
    refused("points, element 2: table expected, got 7", { x = 1, y = 1, polygon = { { x = 0, y = 0 }, 7 } })
    refused("point 1: 'y': number expected, got nil", { x = 1, y = 1, polyline = { { x = 0 } } })
    raises("layer 'things': 'objects': table expected, got string", tiled.load, with_objects("none"))
    raises("layer 'things': 'objects', element 2: table expected, got 3", tiled.load, with_objects({ { x = 1, y = 1 }, 3 }))
  end)
end)

---- What comes beside the grid ---------------------------------------------------------------------------

describe("the info", function()
  it("tells what the map has", function()
    for _, form in ipairs(forms(small({ properties = { music = "calm", level = 3 }, class = "cave" }))) do
      local _, info = tiled.load(form[2])
      assert.same({ music = "calm", level = 3 }, info.properties)
      assert.same({ "cave", "orthogonal", 0, 0, 3, 2 },
        { info.class, info.orientation, info.x, info.y, info.width, info.height })
      assert.same({}, info.objects)
    end
  end)

  it("tells what a tile has", function()
    local map, info = tiled.load(small(), { legend = { forest = "wood" } })
    assert.same({ id = 1, tileset = "ground", terrain = "wood", blocked = false, properties = { terrain = "forest", height = 3 } },
      info:tile(1, 0))
    assert.equal(info:tile(1, 0), info:tile(map:cell(2, 1)))
    assert.same({ 2, "rock", "rock", true },
      { info:tile(2, 0).id, info:tile(2, 0).class, info:tile(2, 0).terrain, info:tile(2, 0).blocked })
    assert.is_nil(info:tile(1, 1))
    assert.is_nil(info:tile(map:cell(2, 2)))
  end)

  it("refuses what is no place and no cell", function()
    local map, info = tiled.load(small())
    local other = tiled.load(small())
    raises("bad argument #1 to 'cell' (number expected, got nil)", info.cell, info)
    raises("bad argument #2 to 'cell' (number expected, got string)", info.cell, info, 1, "1")
    raises("bad argument #2 to 'tile' (number expected, got nil)", info.tile, info, 1)
    raises("bad argument #1 to 'tile' (cell of the map expected, got nil)", info.tile, info)
    local wrong = { { other:cell(1, 1), "node" }, { map:add(3, 3), "node" }, { map, "grid" }, { io.stdout, "userdata" },
      { "x", "string" }, { {}, "table" }, { print, "function" } }
    for _, bad in ipairs(wrong) do
      raises("bad argument #1 to 'position' (cell of the map expected, got " .. bad[2] .. ")", info.position, info, bad[1])
      raises("bad argument #1 to 'tile' (cell of the map expected, got " .. bad[2] .. ")", info.tile, info, bad[1])
    end
    for _, method in ipairs({ "cell", "position", "tile", "object" }) do
      raises(("calling '%s' on bad self (info of a map expected, got number)"):format(method), info[method], 1, 2)
    end
  end)

  it("takes over either form of properties", function()
    local map = small()
    map.properties = { { name = "a", type = "bool", value = false }, { name = "b", value = { id = 7 } }, { name = "c" } }
    assert.same({ a = false, b = { id = 7 } }, select(2, tiled.load(map)).properties)
    map.properties = { "x" }
    raises("map: 'properties', element 1: table expected, got string", tiled.load, map)
    map.properties = { { value = 1 } }
    raises("map: a property: 'name': string expected, got nil", tiled.load, map)
  end)
end)

---- Text -------------------------------------------------------------------------------------------------

-- A map of one tile whose class is written as `class`.
local function one(class, open, close)
  return (open or "") .. 'return { orientation = "orthogonal", width = 1, height = 1, tilewidth = 8, tileheight = 8,\n' ..
    'tilesets = { { firstgid = 1, tilecount = 1, tiles = { { id = 0, type = ' .. class .. ' } } } },\n' ..
    'layers = { { type = "tilelayer", data = { 1 } } } }' .. (close or "")
end

local function one_json(class, open, close)
  return (open or "") .. '{"orientation":"orthogonal","width":1,"height":1,"tilewidth":8,"tileheight":8,\n' ..
    '"tilesets":[{"firstgid":1,"tilecount":1,"tiles":[{"id":0,"type":' .. class .. '}]}],\n' ..
    '"layers":[{"type":"tilelayer","data":[1]}]}' .. (close or "")
end

local function class_of(text)
  return select(2, tiled.load(text)):tile(0, 0).class
end

describe("Lua text", function()
  it("may be written as Lua allows", function()
    assert.equal("mud", class_of(one("'mud'")))
    assert.equal("mud", class_of(one("[[mud]]")))
    assert.equal("a]]b\n", class_of(one("[==[\na]]b\n]==]")))
    assert.equal("mud", class_of(one('"mud"', "-- a\n--[[ b\n]] --[=[ ]] ]=]\n", " ; -- end")))
    assert.equal("mud", class_of(one('"mud"', "\239\187\191")))
    assert.equal("mud", class_of((one('"mud"'):gsub("\n", "\r\n"))))
    assert.equal("mud", class_of((one('"mud"'):gsub(",", ";"):gsub(" }", ", }"))))
    assert.equal("mud", class_of((one('["mud"]'):gsub('%["mud"%]', '--[[ what? ]] "mud" -- yes\n'))))
    assert.equal("mud", class_of((one('"mud"'):gsub(" width =", ' [ "width" ] ='):gsub("{ 1 }", "{ [1] = 1 }"))))
    assert.equal("mud", class_of((one('"mud"'):gsub("{ 1 }", "{ 1e0, nil }"))))
    assert.equal("mud", class_of((one('"mud"'):gsub("return ", "return--[[]]"))))
    assert.is_nil(class_of(one("nil")))
  end)

  it("may have escapes", function()
    assert.equal("a\"b'c\\d\n\tA\200\7Z", class_of(one([["a\"b\'c\\d\n\t\65\200\a\x5a"]])))
    assert.equal("a\nb", class_of(one('"a\\\nb"')))
    assert.equal("\127\1", class_of(one('"\127\1"')))
  end)

  it("is never run", function()
    local ran = rawget(_G, "ran_by_tiled")
    raises("line 2, column 72: plain value expected, got 'os'", tiled.load, one("os.exit()"))
    raises("line 1, column 1: 'return {', '{' or '<' expected, got 'while'", tiled.load, "while true do end " .. one("'x'"))
    raises("line 1, column 8: '{' expected, got 'setmetatable'", tiled.load, "return setmetatable({}, {})")
    raises("line 2, column 72: plain value expected, got 'function'", tiled.load, one("function() end"))
    raises("end of the text expected, got 'ran_by_tiled'", tiled.load, one("'x'", "", "\nran_by_tiled = 1"))
    raises("line 2, column 73: malformed number", tiled.load, (one("1"):gsub("type = 1", "type =  1x")))
    raises("',' or '}' expected, got '.'", tiled.load, one("'x' .. 'y'"))
    raises("'return {', '{' or '<' expected", tiled.load, "\27Lua" .. one("'x'"))
    assert.equal(ran, rawget(_G, "ran_by_tiled"))
  end)

  it("is refused with the line and column", function()
    -- how many characters behind the beginning of the class it is wrong
    local function refused(at, want, class)
      raises(("line 2, column %d: %s"):format(72 + at, want), tiled.load, one(class))
    end
    refused(0, "unfinished string", "'mud")
    refused(0, "unfinished string", '"mud\n"')
    refused(0, "unfinished long string or comment", "[==[mud]]")
    refused(4, "unknown escape sequence", [["mud\q"]])
    refused(2, "unknown escape sequence", [["m\300"]])
    refused(3, "unknown escape sequence", [["mu\xg0"]])
    refused(0, "malformed number", "01")
    refused(0, "malformed number", "0x10")
    refused(0, "malformed number", "1.")
    refused(0, "malformed number", "1e")
    refused(0, "number too large", "1e999")
    refused(0, "number expected, got '-'", "-x")
    refused(0, "number expected, got '-'", "- 1")
    refused(3, "string or number expected as key", "{ [true] = 1 }")
    refused(5, "']' expected, got '='", "{ [1 = 1 }")
    refused(7, "'=' expected, got ','", "{ [1 ] , 1 }")
    refused(1, "plain value expected, got '}'", "")
    refused(0, "plain value expected", "\195\164")
    -- characters count, not bytes
    refused(6, "',' or '}' expected, got '?'", '"\195\164\226\130\172x" ?')
    raises("line 3, column 50: ',' or '}' expected, but the text ends", tiled.load, (one("'x'"):gsub(" }$", "")))
    raises("line 1, column 1: 'return {', '{' or '<' expected, got 'return'", tiled.load, "return")
    raises("line 2, column 1: '{' expected, but the text ends", tiled.load, "return\n")
    raises("more than 100 tables within each other", tiled.load, "return " .. ("{"):rep(100000))
    raises("more than 100 tables within each other", tiled.load, "return " .. ("{["):rep(100000))
    raises("unfinished long string or comment", tiled.load, "--[[ " .. one("'x'"))
  end)
end)

describe("JSON text", function()
  it("may be written as JSON allows", function()
    assert.equal("mud", class_of(one_json('"mud"')))
    assert.equal("mud", class_of(one_json('"mud"', "\239\187\191 \t\r\n", "\r\n")))
    assert.equal("mud", class_of((one_json('"mud"'):gsub('"width":1',
      '"width" : 1.0e0, "extra":[ ], "more":{ }, "odd":[null,[1,2],-0.5E+2]'))))
    assert.is_nil(class_of(one_json("null")))
    assert.equal('a"b\\c/d\b\f\n\r\t', class_of(one_json([["a\"b\\c\/d\b\f\n\r\t"]])))
    assert.equal("A\195\164\226\130\172\240\159\152\128\127", class_of(one_json('"\\u0041\\u00e4\\u20AC\\uD83D\\ude00\127"')))
  end)

  it("is refused with the line and column", function()
    local function refused(at, want, class)
      raises(("line 2, column %d: %s"):format(65 + at, want), tiled.load, one_json(class))
    end
    refused(0, "unfinished string", '"mud')
    refused(0, "unfinished string", '"mud\n"')
    refused(4, "control character in a string", '"mud\1"')
    refused(4, "unknown escape sequence", [["mud\q"]])
    refused(4, "unknown escape sequence", [["mud\u12g4"]])
    for _, half in ipairs({ [[\ud83d]], [[\ude00]], [[\ud83dxx]], [[\ud83d\u0041]], [[\ud83d\n]] }) do
      refused(1, "half of a surrogate pair", '"' .. half .. '"')
    end
    refused(0, "malformed number", "01")
    refused(0, "malformed number", "-01")
    refused(0, "malformed number", "1.")
    refused(0, "malformed number", "0x1")
    refused(0, "number too large", "-1e999")
    refused(0, "number expected, got '-'", "-")
    refused(0, "value expected, got 'nil'", "nil")
    refused(0, "value expected, got 'True'", "True")
    refused(0, "value expected, got '}'", "")
    refused(0, "value expected, got '''", "'mud'")
    refused(5, "',' or ']' expected, got '}'", "[1, 2}")
    refused(3, "value expected, got ']'", "[1,]")
    refused(4, "value expected, got ']'", "[[1,]")
    refused(2, "malformed number", "[ 01, 2]")
    refused(9, "name in quotes expected, got '}'", '{"a":1}, }')
    refused(4, "':' expected, got ','", '{"a",1}')
    refused(1, "name in quotes expected, got 'a'", "{a:1}")
    refused(7, "'a' stands twice in one object", '{"a":1,"a":1}')
    raises("end of the text expected, got 'x'", tiled.load, one_json('"mud"', "", " x"))
    raises("line 3, column 43: ',' or '}' expected, but the text ends", tiled.load, (one_json('"x"'):gsub("}$", "")))
    raises("more than 100 tables within each other", tiled.load, '{"a":' .. ("["):rep(100000))
    raises("more than 100 tables within each other", tiled.load, ('{"a":'):rep(100000))
  end)
end)

---- Mistakes ---------------------------------------------------------------------------------------------

describe("what is no map", function()
  it("is refused", function()
    local wrong = { { 1, "number" }, { true, "boolean" }, { print, "function" }, { io.stdout, "userdata" },
      { astar.graph(), "graph" } }
    for _, source in ipairs(wrong) do
      raises("bad argument #1 to 'load' (table or text expected, got " .. source[2] .. ")", tiled.load, source[1])
    end
    raises("bad argument #1 to 'load' (table or text expected, got nil)", tiled.load)
    raises("bad argument #1 to 'load' (table or text expected, got nil)", tiled.load, nil, { colour = 3 })
    raises("bad argument #1 to 'load' (table or text expected, got nil)", tiled.load, nil, 7)
    raises("bad argument #1 to 'load' (table or text expected, got boolean)", tiled.load, false, "why")
    raises("bad argument #1 to 'load' (table or text expected, got nil: Could not open file a%s.lua. Does not exist.)",
      tiled.load, nil, "Could not open file a%s.lua. Does not exist.")
    raises("'maps/level.lua' is a file's name; what is in the file is expected", tiled.load, "maps/level.lua")
    raises("map: 'orientation': string expected, got nil", tiled.load, '<?xml version="1.0" encoding="UTF-8"?>\n<map></map>')
    raises("line 1, column 1: 'return {', '{' or '<' expected, but the text ends", tiled.load, "")
    raises("'return {', '{' or '<' expected, got '['", tiled.load, "[1]")
    raises("map: this is a tileset", tiled.load, '{"type":"tileset"}')
    raises("map: this is a tileset", tiled.load, 'return { name = "land", tilecount = 2, tiles = {} }')
    raises("map: 'orientation': string expected, got nil", tiled.load, {})
    raises("map: orientation 'oblique' cannot be read here, but orthogonal, isometric, staggered and hexagonal", tiled.load,
      small({ orientation = "oblique" }))
  end)

  it("is a file that could not be opened", function()
    raises({ "bad argument #1 to 'load' (table or text expected, got nil: ", "no/such/level.lua" },
      function() return (tiled.load(io.open("no/such/level.lua"))) end)
  end)

  it("is told of in the caller's line", function()
    local _, message = pcall(function()
      local map = tiled.load({})
      return map
    end)
    assert.is_truthy(message:find("tiled_spec.lua:%d+: map: 'orientation'"))
  end)
end)

describe("a map with a mistake is refused:", function()
  -- what is changed, and what the message says
  local mistakes = {
    { "no width", function(m) m.width = nil end, "map: 'width': whole number from 1 to 2147483647 expected, got nil" },
    { "no height", function(m) m.height = nil end, "map: 'height': whole number from 1 to " },
    { "width 0", function(m) m.width = 0 end, "map: 'width': whole number from 1 to 2147483647 expected, got 0" },
    { "height -2", function(m) m.height = -2 end, "map: 'height': whole number from 1 to 2147483647 expected, got -2" },
    { "width 1.5", function(m) m.width = 1.5 end, "expected, got 1.5" },
    { "width NaN", function(m) m.width = nan end, "map: 'width': whole number" },
    { "width infinite", function(m) m.width = inf end, "map: 'width': whole number" },
    { "width as text", function(m) m.width = "3" end, "map: 'width': whole number from 1 to 2147483647 expected, got string" },
    { "a huge width", function(m) m.width, m.layers[1].width = 2 ^ 31 - 1, 2 ^ 31 - 1 end,
      "layer 'ground': 4294967294 tiles expected in its data, got 6" },
    { "too huge a width", function(m) m.width = 2 ^ 31 end, "map: 'width': whole number" },
    { "no tilewidth", function(m) m.tilewidth = nil end, "map: 'tilewidth': whole number" },
    { "tileheight 0", function(m) m.tileheight = 0 end, "map: 'tileheight': whole number" },
    { "infinite as text", function(m) m.infinite = "no" end, "map: 'infinite': boolean expected, got string" },
    { "orientation as number", function(m) m.orientation = 1 end, "map: 'orientation': string expected, got 1" },
    { "properties as text", function(m) m.properties = "x" end, "map: 'properties': table expected, got string" },
    { "no layers", function(m) m.layers = nil end, "map: 'layers': table expected, got nil" },
    { "a hidden layer only", function(m) m.layers[1].visible = false end, "map: no visible tile layer" },
    { "a layer as number", function(m) m.layers[1] = 7 end, "map: 'layers', element 1: table expected, got 7" },
    { "a layer without type", function(m) m.layers[1].type = nil end, "layer 'ground': 'type': string expected, got nil" },
    { "a layer's name as number", function(m) m.layers[1].name = 7 end, "map, layer 1: 'name': string expected, got 7" },
    { "a layer's visible as text", function(m) m.layers[1].visible = "yes" end, "layer 'ground': 'visible': boolean expected, got string" },
    { "a smaller layer", function(m) m.layers[1].width, m.layers[1].height = 2, 3 end,
      "layer 'ground': 2 x 3 tiles from 0, 0 on, where the map has 3 x 2" },
    { "a layer elsewhere", function(m) m.layers[1].x = 1 end, "layer 'ground': 3 x 2 tiles from 1, 0 on" },
    { "no data", function(m) m.layers[1].data = nil end, "layer 'ground': 'data': table expected, got nil" },
    { "data as text", function(m) m.layers[1].data = "1,2,3,4,0,6" end, "layer 'ground': 'data': table expected, got string" },
    { "too little data", function(m) m.layers[1].data[6] = nil end, "layer 'ground': 6 tiles expected in its data, got 5" },
    { "too much data", function(m) m.layers[1].data[7] = 1 end, "layer 'ground': 6 tiles expected in its data, got 7" },
    { "a tile of no tileset", function(m) m.layers[1].data[5] = 7 end,
      "layer 'ground', column 2, row 2: no tileset has the tile 7" },
    { "a turned tile of no tileset", function(m) m.layers[1].data[3] = 99 + 2 ^ 31 end,
      "layer 'ground', column 3, row 1: no tileset has the tile 99" },
    { "a turned nothing", function(m) m.layers[1].data[1] = 2 ^ 31 end,
      "layer 'ground', column 1, row 1: no tileset has the tile 0" },
    { "a tile before the tilesets", function(m) m.tilesets[1].firstgid = 3 end,
      "layer 'ground', column 1, row 1: no tileset has the tile 1" },
    { "a negative tile", function(m) m.layers[1].data[2] = -1 end, "layer 'ground', column 2, row 1: tile id expected, got -1" },
    { "a broken tile", function(m) m.layers[1].data[2] = 1.5 end, "column 2, row 1: tile id expected, got 1.5" },
    { "a tile NaN", function(m) m.layers[1].data[4] = nan end, "column 1, row 2: tile id expected, got " },
    { "a tile beyond 32 bits", function(m) m.layers[1].data[4] = 2 ^ 32 end, "column 1, row 2: tile id expected, got 4294967296" },
    { "a tile as text", function(m) m.layers[1].data[4] = "1" end, "column 1, row 2: tile id expected, got string" },
    { "a tile as false", function(m) m.layers[1].data[4] = false end, "column 1, row 2: tile id expected, got boolean" },
    { "encoding as number", function(m) m.layers[1].encoding = 64 end, "layer 'ground': 'encoding': string expected, got 64" },
    { "no tilesets", function(m) m.tilesets = nil end, "layer 'ground', column 1, row 1: no tileset has the tile 1" },
    { "tilesets as text", function(m) m.tilesets = "ground" end, "map: 'tilesets': table expected, got string" },
    { "a tileset as text", function(m) m.tilesets[1] = "ground" end, "map: 'tilesets', element 1: table expected, got string" },
    { "no firstgid", function(m) m.tilesets[1].firstgid = nil end, "tileset 'ground': 'firstgid': whole number from 1 to " },
    { "firstgid 0", function(m) m.tilesets[1].firstgid = 0 end, "tileset 'ground': 'firstgid': whole number from 1 to " },
    { "a tileset's name as number", function(m) m.tilesets[1].name = 3 end, "tileset 1: 'name': string expected, got 3" },
    { "a tilecount as text", function(m) m.tilesets[1].tilecount = "x" end, "tileset 'ground': 'tilecount': whole number" },
    { "tiles as text", function(m) m.tilesets[1].tiles = "x" end, "tileset 'ground': 'tiles': table expected, got string" },
    { "tiles by something else", function(m) m.tilesets[1].tiles = { x = {} } end,
      "tileset 'ground': 'tiles': number of a tile expected, got string" },
    { "tileproperties as numbers", function(m) m.tilesets[1].tileproperties = { ["0"] = 5 } end,
      "tileset 'ground', tile 0: table expected, got 5" },
    { "a tile without id", function(m) m.tilesets[1].tiles[1].id = nil end, "tileset 'ground': a tile: 'id': whole number" },
    { "a class as number", function(m) m.tilesets[1].tiles[1].type = 5 end, "tileset 'ground', tile 0: 'type': string expected, got 5" },
    { "a terrain as number", function(m) m.tilesets[1].tiles[2].properties.terrain = 5 end,
      "tileset 'ground', tile 1: property 'terrain': string expected, got 5" },
    { "blocked as text", function(m) m.tilesets[1].tiles[2].properties.blocked = "yes" end,
      "tileset 'ground', tile 1: property 'blocked': boolean expected, got string" },
    { "a tile's properties as number", function(m) m.tilesets[1].tiles[2].properties = 5 end,
      "tileset 'ground', tile 1: 'properties': table expected, got 5" },
    { "a group without layers", function(m) m.layers[2] = { type = "group", name = "g" } end,
      "layer 'g': 'layers': table expected, got nil" },
    { "a group in itself", function(m)
      local group = { type = "group", name = "g" }
      group.layers = { group }
      m.layers[2] = group
    end, "layer 'g': 'layers': element 1 stands twice in the map" },
    { "a layer twice", function(m) m.layers[2] = m.layers[1] end, "map: 'layers': element 2 stands twice in the map" },
    { "staggeraxis z", function(m) m.orientation, m.staggeraxis = "hexagonal", "z" end,
      "map: 'staggeraxis': 'x' or 'y' expected, got 'z'" },
    { "staggerindex 1", function(m) m.orientation, m.staggerindex = "staggered", 1 end, "map: 'staggerindex': string expected, got 1" },
    { "staggerindex first", function(m) m.orientation, m.staggerindex = "staggered", "first" end,
      "map: 'staggerindex': 'odd' or 'even' expected, got 'first'" },
    { "too long a side", function(m) m.orientation, m.hexsidelength = "hexagonal", 17 end,
      "map: 'hexsidelength': at most 16 expected, got 17" },
    { "a negative side", function(m) m.orientation, m.hexsidelength = "hexagonal", -1 end, "map: 'hexsidelength': whole number from 0" },
    { "hexagons of a pixel", function(m) m.orientation, m.tilewidth = "hexagonal", 1 end,
      "map: tiles of at least 2 x 2 pixels expected, got 1 x 16" },
  }
  for _, mistake in ipairs(mistakes) do
    it(mistake[1], function()
      local map = small()
      mistake[2](map)
      raises(mistake[3], tiled.load, map)
    end)
  end
end)

describe("a mistake in the options", function()
  it("is named", function()
    local function refused(want, options)
      raises("bad argument #2 to 'load' (" .. want, tiled.load, small(), options)
    end
    refused("table expected, got string)", "forest")
    refused("table expected, got boolean)", false)
    refused("unknown option 'layer' (did you mean 'layers'?))", { layer = {} })
    refused("unknown option '1')", { "ground" })
    refused("unknown option 'rows')", { rows = {} })
    refused("option 'layers': array of names expected, got string)", { layers = "ground" })
    refused("option 'layers': array of names expected, got table)", { layers = {} })
    refused("option 'layers': element 2: name expected, got 2)", { layers = { "ground", 2 } })
    refused("option 'legend': table expected, got boolean)", { legend = true })
    refused("option 'legend': 'a': terrain name or false expected, got boolean)", { legend = { a = true } })
    refused("option 'legend': 'grass': terrain name or false expected, got 1)", { legend = { grass = 1 } })
    refused("option 'legend': 'a': terrain name or false expected, got '')", { legend = { a = "" } })
    refused("option 'legend': names expected as keys, got 1)", { legend = { "a" } })
    refused("option 'legend': names expected as keys, got '')", { legend = { [""] = "a" } })
    refused("option 'legend': names expected as keys, got table)", { legend = { [{}] = "a" } })
    refused("option 'tilesets': 'a': table or text expected, got boolean)", { tilesets = { a = true } })
    for _, name in ipairs({ "property", "blocked", "empty" }) do
      refused(("option '%s': name expected, got 1)"):format(name), { [name] = 1 })
      refused(("option '%s': name expected, got '')"):format(name), { [name] = "" })
    end
    refused("option 'tilesets': table expected, got string)", { tilesets = "x" })
    refused("option 'tilesets': 'x': table or text expected", { tilesets = { x = 1 } })
    refused("option 'tilesets': names of files expected as keys", { tilesets = { {} } })
    refused("option 'read': function expected, got string)", { read = "x" })
    for _, cell in ipairs({ 0, -1, nan, inf, 1e300, "32", { 1 }, { 1, 0 }, { "1", 1 }, false }) do
      refused("option 'cell': number > 0 or { width, height } expected", { cell = cell })
    end
    for _, origin in ipairs({ 0, {}, { 1 }, { 1, nan }, { 1, 2, "3" }, { inf, 0 } }) do
      refused("option 'origin': { x, y } or { x, y, z } expected", { origin = origin })
    end
  end)
end)

describe("metatables", function()
  it("of the map and the options are not asked", function()
    local function deaf(t)
      return setmetatable(t, { __index = function() error("asked") end, __len = function() error("asked") end,
        __pairs = function() error("asked") end, __metatable = "locked" })
    end
    local function deafen(t)
      for _, value in pairs(t) do
        if type(value) == "table" then deafen(value) end
      end
      return deaf(t)
    end
    local map = deafen(small({ properties = { a = 1 } }))
    local options = { layers = { "ground" }, cell = { 32, 16 }, origin = { 0, 0 }, legend = { grass = "plain" } }
    local grid, info = tiled.load(map, deafen(options))
    assert.equal("plain forest rock! sea default! wood!", picture(grid))
    assert.equal(1, info.properties.a)
  end)
end)

---- Random damage ----------------------------------------------------------------------------------------

-- Small maps of every kind, among them all forms of data.
local function zoo()
  local things = { type = "objectgroup", name = "o", visible = true, objects = {
    { id = 1, name = "a", type = "t", shape = "point", x = 9, y = 9, properties = { n = 1 } },
    { id = 2, gid = 3, name = "b", x = 9.5, y = 16, width = 8, height = 8, rotation = 45 },
    { id = 3, shape = "polygon", x = 1, y = 2, polygon = { { x = 0, y = 0 }, { x = 4, y = 5 } } },
  } }
  local grouped = make(2, 2, { { type = "group", name = "g", layers = { layer("ground", 2, { 1, 2, 3, 4 }), things } } })
  local rich = small()
  rich.tilesets[1].tiles[1].properties = { cost = 2, collidable = true }
  rich.tilesets[1].wangsets = { { name = "w", colors = { { name = "sand", properties = { cost = 3 } } },
    wangtiles = { { tileid = 4, wangid = { 0, 1, 0, 1, 0, 1, 0, 1 } } } } }
  rich.layers[2] = layer("walls", 3, { 0, 1, 0, 0, 0, 2 }, { visible = false, properties = { blocked = true } })
  rich.layers[3] = { type = "objectgroup", name = "o", objects = {
    { shape = "ellipse", x = 1, y = 1, width = 9, height = 5 }, { x = 20, y = 2, width = 9, height = 5, rotation = 30 } } }
  local packed = make(2, 2, { layer("p", 2, { 0, 0, 0, 0 }, { encoding = "base64", data = base64(four_bytes({ 1, 2, 3, 6 })) }) })
  local all = { rich, small({ properties = { a = "b" } }), grouped, packed,
    endless({ chunk(-1, -2, 2, { 1, 2, 3, 4 }), chunk(4, 4, 1, { 6 }) }),
    meadow(3, 2, { orientation = "isometric" }), meadow(2, 3, { orientation = "staggered", staggeraxis = "x", staggerindex = "even" }),
    meadow(2, 3, { orientation = "hexagonal", staggeraxis = "y", staggerindex = "odd", hexsidelength = 8 }) }
  return all
end

-- Either a whole grid or an error of this module's, soon.
local function survives(source, options)
  local start = os.clock()
  local ok, map, info = pcall(tiled.load, source, options)
  local took = os.clock() - start
  that(took < 20, "it took %g s", took)
  if ok then
    that(getmetatable(map) == "astar.grid" and #map == map.width * map.height, "no grid")
    that(#map > 0 and getmetatable(info) ~= nil and info.map == map, "no info")
    if #map < 1000 then picture(map) end
    local flat, plane = pcall(info.plane, info)
    that(getmetatable(plane) == "astar.plane" or not flat and plane:find("object %d"), "no plane: %s", plane)
    for _, object in ipairs(info.objects) do
      that(object.cell == map:at(object.x, object.y) or object.shape ~= "point", "cell of an object")
    end
  else
    that(type(map) == "string", "the error is a %s", type(map))
    that(not map:find("attempt to", 1, true) and not map:find("%.lua:%d"), "%s", map)
  end
  return ok
end

local litter = { "0", "-", "9", "{", "}", "[", "]", '"', ",", "\\", "nil", "\0", "\255", ".", "e9" }

local function damage(rng, text)
  local at, length = rng:int(1, #text), rng:int(1, rng:chance(0.8) and 4 or 40)
  local before, piece, after = text:sub(1, at - 1), text:sub(at, at + length - 1), text:sub(at + length)
  local dice = rng:int(1, 5)
  if dice == 1 then return before .. after end
  if dice == 2 then return before .. piece .. piece .. after end
  if dice == 3 then return before .. piece:reverse() .. after end
  if dice == 4 then return before .. rng:pick(litter) .. after end
  local other = rng:int(1, #text)
  return before .. text:sub(other, other + length - 1) .. after
end

describe("damage", function()
  it("to the text gives a grid or an error", function()
    local texts = {}
    for _, map in ipairs(zoo()) do
      texts[#texts + 1] = as_lua(map)
      texts[#texts + 1] = json_text(map)
    end
    for _, text in ipairs(texts) do that(survives(text), "a whole text is refused") end
    local fine = 0
    random.cases("tiled text", 6000, function(rng)
      local text = rng:pick(texts)
      for _ = 1, rng:pick({ 1, 1, 1, 2, 5 }) do
        if #text > 0 then text = damage(rng, text) end
      end
      if survives(text) then fine = fine + 1 end
    end)
    that(fine > 0, "none was readable")
  end)

  it("to the table gives a grid or an error", function()
    local function odd(rng)
      return rng:pick({ nan, inf, -inf, -1, 0, 0.5, 1, 2, 7, 2 ^ 31, 2 ^ 32, 2 ^ 53, 1e300, "", "x", "1", true, false,
        print, {}, { 1 }, { {} } })
    end
    -- every table in a table, with itself
    local function tables(t, found, seen)
      found[#found + 1], seen[t] = t, true
      for _, key in ipairs(sorted_keys(t)) do
        if type(t[key]) == "table" and not seen[t[key]] then tables(t[key], found, seen) end
      end
      return found
    end
    random.cases("tiled tables", 4000, function(rng)
      local map = rng:pick(zoo())
      for _ = 1, rng:pick({ 1, 1, 2, 4 }) do
        local all = tables(map, {}, {})
        local t = rng:pick(all)
        local keys = sorted_keys(t)
        if #keys > 0 then
          local value = odd(rng)
          if rng:chance(0.2) then value = nil elseif rng:chance(0.1) then value = rng:pick(all) end
          t[rng:pick(keys)] = value
        end
      end
      survives(map)
    end)
  end)

  it("to the data only gives the tile that is wrong", function()
    random.cases("tiled data", 300, function(rng)
      local width, height, data = rng:int(1, 9), rng:int(1, 9), {}
      for i = 1, width * height do data[i] = rng:int(0, 6) end
      local at = rng:int(1, #data)
      data[at] = rng:int(7, 2 ^ 28 - 1)
      raises(("layer 'a', column %d, row %d: no tileset has the tile %d"):format((at - 1) % width + 1,
        math.floor((at - 1) / width) + 1, data[at]), tiled.load, make(width, height, { layer("a", width, data) }))
    end)
  end)
end)

---- A large map ------------------------------------------------------------------------------------------

describe("a large map", function()
  it("is read whole", function()
    local rng, size, data = random.new(5), random.size(300, 100), {}
    for i = 1, size * size do data[i] = rng:int(0, 6) end
    local map = make(size, size, { layer("a", size, data) })
    local names = { [0] = "default", "grass", "forest", "rock", "sea", "default", "wood" }
    for _, form in ipairs(forms(map)) do
      local grid = tiled.load(form[2])
      for i = 1, #data, 7 do
        local cell = grid:node(i)
        that(cell.terrain == names[data[i]] and cell.blocked == (data[i] == 0 or data[i] == 3 or data[i] == 6),
          "cell %d of %s", i, form[1])
      end
    end
  end)
end)
