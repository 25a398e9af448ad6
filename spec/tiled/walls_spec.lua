-- Walls that authors of Tiled maps draw as objects, as collision shapes of tiles, or as layers; and what is said of those that
-- were not used.

local check = require "spec.support.check"
local maps = require "spec.support.tiled_maps"
local random = require "spec.support.random"
local tiled = require "astar.tiled"

local raises, that = check.raises, check.that
local forms, layer, make = maps.forms, maps.layer, maps.make

-- Cells of 32 x 16 pixels, all grass.
local function yard(width, height, objects, more)
  local map = maps.meadow(width, height)
  map.layers[2] = { type = "objectgroup", name = "things", objects = objects }
  for key, value in pairs(more or {}) do map.layers[2][key] = value end
  return map
end

-- The blocked cells, row by row, as a picture: # and .
local function walls_of(source, options)
  local map, rows = tiled.load(source, options), {}
  for row = 1, map.height do
    local cells = {}
    for col = 1, map.width do cells[col] = map:cell(col, row).blocked and "#" or "." end
    rows[row] = table.concat(cells)
  end
  return table.concat(rows, " ")
end

local function all(want, source, options)
  for _, form in ipairs(forms(source)) do assert.equal(want, walls_of(form[2], options), form[1]) end
end

local function box(x, y, width, height, properties, more)
  local object = { x = x, y = y, width = width, height = height, properties = properties }
  for key, value in pairs(more or {}) do object[key] = value end
  return object
end

local SOLID = { solid = true }

local function has(text, part) that(text:find(part, 1, true), "no '%s' in: %s", part, text) end

describe("an object that is a wall", function()
  it("says so by its property or its class, or its layer or group does", function()
    for _, name in ipairs { "collidable", "collides", "solid" } do
      all(".#.", yard(3, 1, { box(32, 0, 32, 16, { [name] = true }) }))
      all(".#.", yard(3, 1, { box(32, 0, 32, 16, { [name] = "true" }) }))
      all("...", yard(3, 1, { box(32, 0, 32, 16, { [name] = false }) }))
      all(".#.", yard(3, 1, { box(32, 0, 32, 16, nil, { type = name }) }))
      all(".#.", yard(3, 1, { box(32, 0, 32, 16, { [name] = false }) }, { properties = { [name] = true } }))
      all(".#.", yard(3, 1, { box(32, 0, 32, 16) }, { class = name, visible = false }))
      all(".#.", yard(3, 1, { box(32, 0, 32, 16, { [name] = true }) }), { blocked = name })
      all("...", yard(3, 1, { box(32, 0, 32, 16, { [name] = true }) }), { blocked = "wall" })
    end
    all("...", yard(3, 1, { box(32, 0, 32, 16, { solid = "left" }) }))
    all(".#.", yard(3, 1, { box(32, 0, 32, 16, { wall = true }) }), { blocked = "wall" })
    local map = yard(3, 1, { box(32, 0, 32, 16) })
    map.layers[2] = { type = "group", name = "g", properties = { collides = true }, layers = { map.layers[2] } }
    all(".#.", map)
  end)

  it("blocks what it covers enough of", function()
    all("##.. ##..", yard(4, 2, { box(0, 0, 64, 32, SOLID) }))
    all("#...", yard(4, 1, { box(0, 0, 39, 16, SOLID) }))     -- 7 of 32 pixels
    all("##..", yard(4, 1, { box(0, 0, 40, 16, SOLID) }))     -- a quarter
    all("##..", yard(4, 1, { box(0, 0, 39, 16, SOLID) }), { cover = 0.2 })
    all("#...", yard(4, 1, { box(0, 0, 63, 16, SOLID) }), { cover = 1 })
    all("....", yard(4, 1, { box(0, 0, 0, 0, SOLID), box(33, 1, 0, 0, SOLID, { point = true }) }))
    -- two that cover a seventh each block together; one twice does not
    all(".#..", yard(4, 1, { box(32, 0, 4.6, 16, SOLID), box(50, 0, 4.6, 16, SOLID) }))
    all("....", yard(4, 1, { box(32, 0, 4.6, 16, SOLID), box(32, 0, 4.6, 16, SOLID) }))
  end)

  it("is a line on the border of two cells, which crosses neither", function()
    local function line(x1, y1, x2, y2)
      return box(x1, y1, 0, 0, SOLID, { shape = "polyline", polyline = { { x = 0, y = 0 }, { x = x2 - x1, y = y2 - y1 } } })
    end
    all("... ...", yard(3, 2, { line(32, 0, 32, 32) }))
    all("... ...", yard(3, 2, { line(0, 16, 96, 16) }))
    all(".#. .#.", yard(3, 2, { line(33, 0, 33, 32) }))
    all("### ...", yard(3, 2, { line(0, 15, 96, 15) }))
  end)

  it("may be turned, an ellipse, a polygon, or a line", function()
    all(".#. .#.", yard(3, 2, { box(64, 0, 32, 32, SOLID, { rotation = 90 }) }))
    all("##. ##.", yard(3, 2, { box(0, 0, 64, 32, SOLID, { ellipse = true, shape = "ellipse" }) }))
    all("##. ##.", yard(3, 2, { box(0, 0, 0, 0, SOLID, { shape = "polygon",
      polygon = { { x = 0, y = 0 }, { x = 64, y = 0 }, { x = 64, y = 32 }, { x = 0, y = 32 } } }) }))
    all("#.. ##.", yard(3, 2, { box(0, 0, 0, 0, SOLID, { shape = "polygon",
      polygon = { { x = 0, y = 0 }, { x = 64, y = 32 }, { x = 0, y = 32 } } }) }), { cover = 0.4 })
    all("##.. .###", yard(4, 2, { box(1, 1, 0, 0, SOLID, { shape = "polyline",
      polyline = { { x = 0, y = 0 }, { x = 60, y = 13 }, { x = 60, y = 20 }, { x = 100, y = 20 } } }) }))
    all("....", yard(4, 1, { box(-9, 0, 0, 0, SOLID, { shape = "polyline", polyline = { { x = 0, y = 0 }, { x = 9, y = 0 } } }) }))
  end)

  it("may be a tile that was placed, if its tile blocks", function()
    local map = yard(3, 2, { { gid = 3, x = 32, y = 32, width = 32, height = 16 } }) -- rock is blocked
    all("... .#.", map)
    map.layers[2].objects[1].gid = 1
    all("... ...", map)
    map.layers[2].objects[1].properties = SOLID
    all("... .#.", map)
    map.layers[2].objects[1].gid = 2 ^ 31 + 3
    map.layers[2].objects[1].properties = nil
    all("... .#.", map)
  end)

  it("may be a tile whose tileset says how it is drawn", function()
    local map = yard(3, 2, { { gid = 3, x = 0, y = 16 } }) -- as large as its tile, as in files of before 1.0
    map.tilesets[1].tileheight = 16
    all("#.. ...", map)
    map.tilesets[1].objectalignment = "topleft"
    all("... #..", map)
    map.tilesets[1].objectalignment = nil
    map.tilesets[1].tileoffset = { x = 32, y = 0 }
    assert.equal(".#. ...", walls_of(map))
    -- one that only objects use is read once, whatever it says
    local reads = 0
    map = yard(3, 2, { { gid = 9, x = 0, y = 16 }, { gid = 9, x = 32, y = 16, width = 32, height = 16, properties = SOLID } })
    map.tilesets[2] = { firstgid = 9, source = "rock.tsx" }
    local function read()
      reads = reads + 1
      return '<tileset name="rock" tilewidth="32" tileheight="16" tilecount="1" objectalignment="topleft">' ..
        '<tile id="0" type="solid"/></tileset>'
    end
    assert.equal("... ##.", walls_of(map, { read = read }))
    assert.equal(1, reads)
    local _, info = tiled.load(map)
    assert.equal(1, #info.notes)
    has(info.notes[1], "tileset 'rock.tsx' is in a file of its own")
  end)

  it("is turned on the screen on isometric maps", function()
    local map = maps.meadow(6, 6, { orientation = "isometric", tilewidth = 64, tileheight = 32 })
    map.layers[2] = { type = "objectgroup", name = "o", objects = { box(96, 96, 64, 32, SOLID, { rotation = 90 }) } }
    local grid, info = tiled.load(map)
    local function project(x, y) return (x - y) / 32 * 64 / 2 + 6 * 64 / 2, (x + y) / 2 end
    local x0, y0 = project(96, 96)
    local points = info:plane():obstacles()():points()
    local found = {}
    for i = 1, 8, 2 do found[("%.3f %.3f"):format(points[i], points[i + 1])] = true end
    for _, corner in ipairs { { 0, 0 }, { 64, 0 }, { 64, 32 }, { 0, 32 } } do
      local x, y = project(96 + corner[1], 96 + corner[2])
      that(found[("%.3f %.3f"):format(x0 - (y - y0), y0 + (x - x0))], "no corner for %g, %g", corner[1], corner[2])
    end
    local blocked = 0
    for cell in grid:nodes() do blocked = blocked + (cell.blocked and 1 or 0) end
    assert.equal(4, blocked)
  end)

  it("is found wherever the map lies", function()
    for _, at in ipairs { 0, 1e6 + 0.1, 1e10, -3e8 } do
      all(".#.", yard(3, 1, { box(32, 0, 32, 16, SOLID) }), { cell = 1, origin = { at, -at } })
      all(".#.", yard(3, 1, { box(32, 0, 16, 8, SOLID) }), { cell = 1, origin = { at, at }, cover = 0.249 })
    end
  end)

  it("is cut off at the edge of the map, however large it is", function()
    all("### ###", yard(3, 2, { box(-1e9, -1e9, 2e9, 2e9, SOLID) }))
    all("... ...", yard(3, 2, { box(1e9, 1e9, 1e9, 1e9, SOLID) }))
    raises("'x': number of a sensible size expected", tiled.load, yard(3, 2, { box(1e99, 0, 1, 1, SOLID) }))
    raises("'width': number of a sensible size expected", tiled.load, yard(3, 2, { box(0, 0, check.nan, 1, SOLID) }))
  end)

  it("may be one of many huge ones, which are refused before they take for ever", function()
    if random.scale < 0.1 then return end -- it takes four million looks at cells
    local many = {}
    for i = 1, 120 do many[i] = box(0, 0, 1e9, 1e9, SOLID) end
    raises("cover too many cells", tiled.load, yard(100, 100, many))
  end)
end)

describe("the option walls", function()
  it("names layers of tiles or objects, or groups of them", function()
    local map = yard(3, 1, { box(64, 0, 32, 16) })
    table.insert(map.layers, 1, layer("fence", 3, { 0, 2, 0 }, { visible = false }))
    all("...", map)
    all(".#.", map, { walls = { "fence" } })
    all("..#", map, { walls = { "things" } })
    all(".##", map, { walls = { "fence", "things" } })
    map.layers[3] = { type = "group", name = "g", layers = { map.layers[3] } }
    all("..#", map, { walls = { "g" } })
    raises("option 'walls': the map has no layer or group 'wall'", tiled.load, map, { walls = { "wall" } })
    for _, wrong in ipairs { "fence", {}, { 1 }, 5 } do
      raises("option 'walls': ", tiled.load, map, { walls = wrong })
    end
    for _, wrong in ipairs { 0, -1, 1.01, check.nan, "1" } do
      raises("option 'cover': number above 0, at most 1 expected", tiled.load, map, { cover = wrong })
    end
    raises("option 'shapes': boolean expected", tiled.load, map, { shapes = 1 })
  end)
end)

describe("collision shapes of tiles", function()
  local function shaped(data, objects)
    local map = make(#data, 1, { layer("ground", #data, data) }, { tileheight = 32 })
    map.tilesets[1].tiles[1].objectGroup = { type = "objectgroup", objects = objects }
    return map
  end

  it("block with shapes = true, turned as their tiles are", function()
    local lower = { box(0, 16, 32, 16) }
    all("..", shaped({ 1, 2 }, lower))
    all("#.", shaped({ 1, 2 }, lower), { shapes = true })
    -- a strip at the left, a quarter; with a second one in the cell beside it only if that is turned
    local left = { box(0, 0, 8, 32) }
    for _, bits in ipairs { 0, 2 ^ 31, 2 ^ 30, 2 ^ 29 } do
      all("#.", shaped({ 1 + bits, 2 }, left), { shapes = true })
    end
    local map = shaped({ 1 + 2 ^ 31, 2 }, left)
    local _, info = tiled.load(map, { shapes = true })
    local plane = info:plane()
    that(plane:at(30, 5) and not plane:at(3, 5), "turned from left to right")
    assert.equal("grass", plane:at(30, 5).data.terrain)
    info = select(2, tiled.load(shaped({ 1 + 2 ^ 29, 2 }, left), { shapes = true }))
    that(info:plane():at(16, 3) and not info:plane():at(3, 16), "over the falling diagonal")
    info = select(2, tiled.load(shaped({ 1 + 2 ^ 30, 2 }, { box(0, 0, 32, 8) }), { shapes = true }))
    that(info:plane():at(16, 30) and not info:plane():at(16, 3), "from top to bottom")
    assert.equal(0, #select(2, tiled.load(map)):plane())
  end)

  it("count for tiles that were placed, in the size of these", function()
    local map = shaped({ 2, 2, 2 }, { box(0, 0, 32, 32) })
    map.layers[2] = { type = "objectgroup", name = "o", objects = { { gid = 1, x = 32, y = 32, width = 64, height = 32 } } }
    all("...", map)
    all(".##", map, { shapes = true })
  end)
end)

describe("what looks like a wall and was not used", function()
  local function notes(source, options) return table.concat(select(2, tiled.load(source, options)).notes, "\n") end

  it("is said in info.notes", function()
    assert.equal("", notes(yard(3, 1, { box(32, 0, 32, 16) })))
    assert.equal("", notes(yard(3, 1, { box(32, 0, 32, 16, SOLID) })))
    has(notes(yard(3, 1, { box(32, 0, 32, 16) }, { name = "Walls" })), "layer 'Walls' looks like walls, but blocks nothing")
    assert.equal("", notes(yard(3, 1, { box(32, 0, 32, 16) }, { name = "Walls" }), { walls = { "Walls" } }))
    has(notes(yard(3, 1, { box(32, 0, 32, 16, nil, { type = "wall" }) })), "1 object that looks like walls, such as 'wall', blocks nothing")
    has(notes(yard(3, 1, { box(32, 0, 32, 16, { isSolid = true }) })), "the property 'isSolid' of 1 object")
    has(notes(yard(3, 1, { box(32, 0, 32, 16, { walkable = false }) })), "the property 'walkable' of 1 object")
    for _, value in ipairs { 1, "1", "Yes" } do
      has(notes(yard(3, 1, { box(32, 0, 32, 16, { Solid = value }) })), "'Solid' of 1 object looks like walls, but was not used: only one")
    end
    for _, value in ipairs { 0, "0", "no", "" } do
      assert.equal("", notes(yard(3, 1, { box(32, 0, 32, 16, { solid = value }) })))
    end
    has(notes(yard(3, 1, { box(32, 0, 32, 16, { physics = { solid = true } }) })), "the property 'physics.solid' of 1 object")
    has(notes(yard(3, 1, { box(32, 0, 5, 32) }, { name = "Bounds" })), "layer 'Bounds' looks like walls")
    has(notes(yard(3, 1, { box(32, 0, 5, 32, SOLID), box(64, 0, 9, 32, SOLID), box(0, 0, 5, 32, SOLID) })),
      "2 objects that should block cover less than 0.25 of each cell, and so block none: see the option 'cover'")
    local map = maps.small()
    map.tilesets[1].tiles[1].properties = { wall = true }
    has(notes(map), "the property 'wall' of 1 tile")
    that(not notes(map, { blocked = "wall" }):find("'wall'"), "the property was used")
    map = maps.small()
    map.layers[2] = layer("collision", 3, { 0, 1, 0, 0, 0, 0 }, { visible = false })
    has(notes(map), "layer 'collision' looks like walls")
    map.tilesets[1].tiles[1].objectGroup = { type = "objectgroup", objects = { box(0, 0, 9, 9) } }
    has(notes(map), "collision shapes of 1 tile were not used: shapes = true makes them block")
  end)
end)

describe("a template", function()
  local chest = '<template><tileset firstgid="1" source="sets/ground.tsx"/><object name="chest" type="solid" gid="3" ' ..
    'width="32" height="16"><properties><property name="gold" type="int" value="7"/></properties></object></template>'
  local crate = '{ "type": "template", "object": { "name": "crate", "width": 32, "height": 16, "visible": true } }'

  local function read(name)
    if name == "chest.tx" then return chest end
    if name == "crate.tj" then return crate end
    if name == "bad.tx" then return "<template><object" end
    if name == "empty.tx" then return "<template/>" end
    if name == "raises.tx" then error("no such file") end
    if name == "number.tx" then return 5 end
  end

  local function with(object)
    local map = yard(3, 1, { object })
    map.tilesets[1].source = "../sets/ground.tsx"
    return map
  end

  it("says what the object does not say", function()
    for _, form in ipairs(forms(with({ template = "chest.tx", x = 32, y = 16, properties = { lock = 2 } }))) do
      local map, info = tiled.load(form[2], { read = read })
      local object = info.objects[1]
      assert.same({ "chest", "solid", "tile", 32, { gold = 7, lock = 2 } },
        { object.name, object.class, object.shape, object.width, object.properties })
      that(map:cell(2, 1).blocked and not map:cell(1, 1).blocked, "it blocks")
      assert.same({}, info.notes)
    end
    local _, info = tiled.load(with({ template = "crate.tj", name = "mine", x = 32, y = 0, width = 9 }), { read = read })
    assert.same({ "mine", 9, 16, "crate.tj" }, { info.objects[1].name, info.objects[1].width, info.objects[1].height,
      info.objects[1].template })
  end)

  it("finds its tile in a tileset that the map embeds, by its name", function()
    local map = yard(3, 1, { { template = "chest.tx", x = 32, y = 16 } })
    assert.equal(".#.", walls_of(map, { read = read }))
    map.tilesets[1].name = "other"
    local _, info = tiled.load(map, { read = read })
    assert.same({ "the map has no tileset 'ground' of the tile of a template: it counts as a rectangle" }, info.notes)
  end)

  it("that cannot be read spoils the object, not the map", function()
    for name, why in pairs { ["none.tx"] = "option 'read' gave nothing", ["bad.tx"] = "line 1, column 18: '>' expected",
      ["empty.tx"] = "what stands there is no template", ["raises.tx"] = "no such file", ["number.tx"] = "option 'read'" } do
      for _, form in ipairs(forms(with({ template = name, x = 32, y = 0 }))) do
        local _, info = tiled.load(form[2], { read = read })
        assert.equal(32, info.objects[1].x)
        assert.equal(1, #info.notes)
        has(info.notes[1], ("the template '%s' of 1 object cannot be read: "):format(name))
        has(info.notes[1], why)
      end
    end
    assert.equal(1, #select(2, tiled.load(with({ template = "none.tx", x = 32, y = 0 }))).notes)
  end)
end)

describe("cells that outlines cover", function()
  -- Slow and obvious: the part of points on a lattice in a cell that are in one of the outlines.
  local function is_inside(points, x, y)
    local inside, count = false, #points
    for i = 1, count, 2 do
      local k = i + 2 <= count and i + 2 or 1
      local ax, ay, bx, by = points[i], points[i + 1], points[k], points[k + 1]
      if (ay > y) ~= (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax then inside = not inside end
    end
    return inside
  end

  local function share_of(map, cell, outlines)
    local outline, size, hits, all_points = map:outline(cell.col, cell.row), 40, 0, 0
    local x1, y1, x2, y2 = math.huge, math.huge, -math.huge, -math.huge
    for i = 1, #outline, 2 do
      x1, x2 = math.min(x1, outline[i]), math.max(x2, outline[i])
      y1, y2 = math.min(y1, outline[i + 1]), math.max(y2, outline[i + 1])
    end
    for i = 0, size - 1 do
      for k = 0, size - 1 do
        local x, y = x1 + (i + 0.5) / size * (x2 - x1), y1 + (k + 0.5) / size * (y2 - y1)
        if is_inside(outline, x, y) then
          all_points = all_points + 1
          for _, points in ipairs(outlines) do
            if is_inside(points, x, y) then
              hits = hits + 1
              break
            end
          end
        end
      end
    end
    return hits / all_points
  end

  it("are those of a dense lattice of points, on every orientation", function()
    local decided = 0
    random.cases("walls of objects", 60, function(rng)
      local orientation = rng:pick { "orthogonal", "isometric", "hexagonal", "staggered" }
      local map = maps.meadow(rng:int(2, 5), rng:int(2, 5), { orientation = orientation, hexsidelength = 6,
        staggeraxis = rng:pick { "x", "y" }, staggerindex = rng:pick { "odd", "even" } })
      local objects = {}
      for i = 1, rng:int(1, 4) do
        objects[i] = box(rng:real(-30, 130), rng:real(-20, 80), rng:real(1, 90), rng:real(1, 50), SOLID,
          { rotation = rng:pick { 0, 0, 30, 77 } })
        if rng:int(1, 4) == 1 then
          objects[i].shape, objects[i].polygon = "polygon", { { x = 0, y = 0 }, { x = rng:real(10, 60), y = rng:real(-30, 30) },
            { x = rng:real(-10, 60), y = rng:real(30, 60) } }
        end
      end
      map.layers[2] = { type = "objectgroup", name = "things", objects = objects }
      local cover = rng:pick { 0.25, 0.1, 0.6 }
      local grid, info = tiled.load(map, { cover = cover, cell = rng:pick { false, 1, { 3, 2 } } or nil })
      local plane, outlines = info:plane(), {}
      for rock in plane:obstacles() do outlines[#outlines + 1] = (rock:points()) end
      for cell in grid:nodes() do
        local x, y = info:position(cell)
        if x and info:tile(x, y) then
          local share = share_of(grid, cell, outlines)
          if math.abs(share - cover) > 0.05 then
            decided = decided + 1
            that(cell.blocked == (share > cover), "%s, %s: covered by %.3f of %.2f", orientation, cell, share, cover)
          end
        end
      end
    end)
    that(decided > 0, "no cell was decided")
  end)
end)
