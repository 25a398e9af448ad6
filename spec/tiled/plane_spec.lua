-- Planes of the objects of a map of Tiled, and objects that cannot be read.

local check = require "spec.support.check"
local maps = require "spec.support.tiled_maps"
local random = require "spec.support.random"
local tiled = require "astar.tiled"

local raises, that = check.raises, check.that
local forms, meadow = maps.forms, maps.meadow

-- A meadow with a layer of objects for each array.
local function yard(layers, more)
  local map = meadow(6, 6, more)
  for i, objects in ipairs(layers) do
    map.layers[i + 1] = { type = "objectgroup", name = ({ "walls", "zones" })[i], visible = true, objects = objects }
  end
  return map
end

local function plane_of(map, options, load_options)
  local grid, info = tiled.load(map, load_options)
  return info:plane(options), info, grid
end

local function obstacles(plane)
  local list = {}
  for rock in plane:obstacles() do list[#list + 1] = rock end
  return list
end

-- The corners of an obstacle, sorted, as text.
local function outline(rock)
  local points, out = rock:points(), {}
  for i = 1, #points, 2 do out[#out + 1] = ("%.6g,%.6g"):format(points[i] + 0, points[i + 1] + 0):gsub("%-0%f[,%z]", "0") end
  table.sort(out)
  return table.concat(out, " ")
end

local function names(plane)
  local out = {}
  for i, rock in ipairs(obstacles(plane)) do out[i] = rock.data.name end
  return table.concat(out, " ")
end

local rectangle = { name = "r", shape = "rectangle", x = 32, y = 16, width = 64, height = 16 }
local turned = { name = "t", shape = "rectangle", x = 100, y = 40, width = 20, height = 10, rotation = 90 }
local triangle = { name = "p", shape = "polygon", x = 10, y = 50, polygon = { { x = 0, y = 0 }, { x = 5, y = 0 }, { x = 0, y = 7 } } }
local pond = { name = "e", shape = "ellipse", x = 120, y = 60, width = 40, height = 20 }

describe("the plane of a map", function()
  it("has its rectangles, polygons and ellipses", function()
    for _, form in ipairs(forms(yard({ { rectangle, turned, triangle } }))) do
      local plane, info = plane_of(form[2])
      local list = obstacles(plane)
      assert.same({ 0, 0, 192, 96 }, plane.bounds)
      assert.equal("32,16 32,32 96,16 96,32", outline(list[1]))
      assert.equal("100,40 100,60 90,40 90,60", outline(list[2]))
      assert.equal("10,50 10,57 15,50", outline(list[3]))
      for i, rock in ipairs(list) do assert.equal(info.objects[i], rock.data) end
    end
  end)

  it("has them from JSON too", function()
    local text = maps.json_text(yard({ {} })):gsub('"objects":{}', [["objects":[
      {"id":1,"name":"e","x":0,"y":0,"width":8,"height":6,"ellipse":true}, {"id":2,"name":"point","x":1,"y":2,"point":true},
      {"id":3,"name":"p","x":10,"y":20,"polygon":[{"x":0,"y":0},{"x":5,"y":0},{"x":0,"y":7.5}]},
      {"id":4,"name":"line","x":10,"y":20,"polyline":[{"x":0,"y":0},{"x":32,"y":0}]},
      {"id":5,"name":"text","x":10,"y":20,"width":50,"height":50,"text":{"text":"hi"}},
      {"id":6,"name":"r","x":40,"y":20,"width":5,"height":6,"rotation":0},
      {"id":7,"name":"tile","gid":3,"x":32,"y":32,"width":32,"height":32}]
    ]])
    assert.equal("e p r", names((plane_of(text))))
  end)

  it("turns rectangles by quarters exactly, so that they touch what they touched", function()
    for _, turn in ipairs({ 90, 180, 270, -90, 450 }) do
      local corner = ({ [90] = { 192, 0 }, [180] = { 192, 96 }, [270] = { 96, 96 } })[turn % 360]
      local tower = { x = corner[1], y = corner[2], width = 96, height = 96, rotation = turn }
      local rock = obstacles(plane_of(yard({ { tower } })))[1]
      assert.equal("192,0 192,96 96,0 96,96", outline(rock))
      for _, value in ipairs((rock:points())) do that(value % 96 == 0, "%.17g", value) end
    end
  end)

  it("draws ellipses as polygons around them, by at most 2 %", function()
    for _, corners in ipairs({ 3, 4, 16, 50 }) do
      local plane = plane_of(yard({ { pond } }), { corners = corners ~= 16 and corners or nil })
      local points = obstacles(plane)[1]:points()
      assert.equal(2 * corners, #points)
      local least, most = math.huge, 0
      for i = 1, #points, 2 do
        local j = (i + 1) % #points + 1
        local x, y = (points[i] - 140) / 20, (points[i + 1] - 70) / 10
        local mx, my = (points[i] + points[j]) / 2 - 140, (points[i + 1] + points[j + 1]) / 2 - 70
        most = math.max(most, x * x + y * y)
        least = math.min(least, (mx / 20) ^ 2 + (my / 10) ^ 2)
      end
      check.near(1, least)
      check.near(1 / math.cos(math.pi / corners) ^ 2, most)
      that(corners ~= 16 or math.sqrt(most) < 1.02, "it sticks out by %g", math.sqrt(most) - 1)
    end
  end)

  it("leaves out what has no inside", function()
    assert.equal("r", names((plane_of(yard({ { { x = 5, y = 5, point = true, shape = "point" },
      { x = 5, y = 5, shape = "rectangle", width = 0, height = 0 }, { x = 5, y = 5, shape = "ellipse", width = 8, height = 0 },
      { x = 5, y = 5, shape = "polyline", polyline = { { x = 0, y = 0 }, { x = 9, y = 0 }, { x = 0, y = 9 } } },
      { x = 5, y = 5, shape = "text", width = 9, height = 9, text = "x" }, { x = 5, y = 60, gid = 2, width = 32, height = 16 },
      rectangle } })))))
  end)

  it("takes visible layers, or those that are named", function()
    local map = yard({ { rectangle, { name = "h", visible = false, x = 1, y = 1, width = 2, height = 2 } }, { pond } })
    assert.equal("r e", names((plane_of(map))))
    map.layers[3].visible = false
    assert.equal("r", names((plane_of(map))))
    assert.equal("e", names((plane_of(map, { layers = { "zones" } }))))
    assert.equal("r h", names((plane_of(map, { layers = { "walls" } }))))
    assert.equal("r h e", names((plane_of(map, { layers = { "zones", "walls" } }))))
    map.layers[3] = { type = "group", name = "g", visible = false, layers = { map.layers[3] } }
    assert.equal("e", names((plane_of(map, { layers = { "g" } }))))
    assert.equal("", names((plane_of(meadow(2, 2)))))
  end)

  it("takes what a function chooses", function()
    local map = yard({ { rectangle, pond } })
    local seen = {}
    local plane, info = plane_of(map, { filter = function(object)
      seen[#seen + 1] = object
      return object.name == "e"
    end })
    assert.equal("e", names(plane))
    assert.same(info.objects, seen)
    local mine = {}
    local fine, message = pcall(info.plane, info, { filter = function() error(mine) end })
    that(not fine and message == mine, "the error did not get through")
  end)

  it("is a new one each time", function()
    local plane, info = plane_of(yard({ { rectangle } }))
    obstacles(plane)[1]:remove()
    assert.equal("r", names(info:plane()))
  end)

  it("lies where the grid lies", function()
    local plane = plane_of(yard({ { rectangle, turned } }), nil, { cell = 1, origin = { 10, 20 } })
    assert.same({ 10, 20, 16, 26 }, plane.bounds)
    assert.equal("11,21 11,22 13,21 13,22", outline(obstacles(plane)[1]))
    -- what is turned in the picture is turned before it is scaled
    assert.equal("12.8125,22.5 12.8125,23.75 13.125,22.5 13.125,23.75", outline(obstacles(plane)[2]))
    local endless = maps.endless({ maps.chunk(-2, -1, 2, { 0, 1, 1, 0 }) })
    endless.layers[2] = { type = "objectgroup", name = "o", objects = { { name = "a", x = -64, y = -16, width = 32, height = 16 } } }
    plane = plane_of(endless)
    assert.same({ -64, -16, 0, 16 }, plane.bounds)
    assert.equal("-32,-16 -32,0 -64,-16 -64,0", outline(obstacles(plane)[1]))
  end)

  it("is a diamond, and its rectangles are, on isometric maps", function()
    local map = yard({ { { name = "r", x = 32, y = 64, width = 32, height = 32 } } },
      { orientation = "isometric", tilewidth = 64, tileheight = 32 })
    for _, options in ipairs({ {}, { cell = 1 }, { cell = { 32, 16 }, origin = { 5, -5 } } }) do
      local plane, info, grid = plane_of(map, nil, options)
      local rock, cell = obstacles(plane)[1], info:cell(1, 2)
      local w = type(options.cell) == "table" and 32 or options.cell or 64
      local h = type(options.cell) == "table" and 16 or options.cell or 32
      local points = rock:points()
      for i = 1, 8, 2 do
        check.near(1, math.abs(points[i] - cell.x) / (w / 2) + math.abs(points[i + 1] - cell.y) / (h / 2))
      end
      for id = 1, #grid do
        local node = grid:node(id)
        that(plane:at(node.x, node.y) == (node == cell and rock or nil), "cell %d, %d", node.col, node.row)
      end
      local top = info:cell(0, 0)
      assert.equal("bounds", plane:at(top.x - w / 2, top.y - h / 4))
      assert.is_nil(plane:at(top.x, top.y - h / 2 * 0.99))
    end
  end)

  it("holds the tiles of hexagonal and staggered maps, and no more", function()
    random.cases("tiled plane bounds", 60, function(rng)
      local map = meadow(rng:int(1, 4), rng:int(1, 4), { orientation = rng:pick({ "hexagonal", "staggered" }), hexsidelength = 8,
        staggeraxis = rng:pick({ "x", "y" }), staggerindex = rng:pick({ "odd", "even" }) })
      local plane, info = plane_of(map)
      local x1, y1, x2, y2 = math.huge, math.huge, -math.huge, -math.huge
      for y = 0, map.height - 1 do
        for x = 0, map.width - 1 do
          local cell = info:cell(x, y)
          x1, y1, x2, y2 = math.min(x1, cell.x), math.min(y1, cell.y), math.max(x2, cell.x), math.max(y2, cell.y)
        end
      end
      assert.same({ x1 - 16, y1 - 8, x2 + 16, y2 + 8 }, plane.bounds)
    end)
  end)

  it("agrees with the grid on where things are", function()
    random.cases("tiled plane places", 60, function(rng)
      local orientation = rng:pick({ "orthogonal", "isometric", "hexagonal", "staggered" })
      local map = yard({ { { name = "r", x = rng:int(0, 90), y = rng:int(0, 60), width = rng:int(1, 60), height = rng:int(1, 40),
        rotation = rng:int(0, 359), shape = rng:pick({ "rectangle", "ellipse" }) } } },
        { orientation = orientation, hexsidelength = 8, tilewidth = 32, tileheight = 16 })
      local plane, info = plane_of(map, nil, { cell = rng:pick({ 1, 7, 32 }), origin = { rng:int(-9, 9), 0 } })
      local object = info.objects[1]
      local rock = obstacles(plane)[1]
      local points, x, y = rock:points(), 0, 0
      for i = 1, #points, 2 do x, y = x + points[i] * 2 / #points, y + points[i + 1] * 2 / #points end
      assert.equal(object.cell, info.map:at(x, y))
      if plane:at(x, y) ~= "bounds" then assert.equal(rock, plane:at(x, y)) end
    end)
  end)

  it("is walked on from object to object", function()
    local map = yard({ { { name = "wall", x = 80, y = 0, width = 16, height = 80 } }, {
      { name = "a", shape = "point", x = 40, y = 8 }, { name = "b", shape = "point", x = 136, y = 8 } } })
    local plane, info, grid = plane_of(map, { layers = { "walls" } })
    local a, b = info:object("a"), info:object("b")
    local path, length = plane:path(a.x, a.y, b.x, b.y)
    assert.equal(4, #path)
    check.near(16 + 2 * math.sqrt(40 ^ 2 + 72 ^ 2), length)
    assert.equal(grid:at(path[2].x - 1, path[2].y), info:cell(2, 5))
    assert.equal("wall", plane:raycast(a.x, a.y, b.x, b.y).data.name)
  end)

  it("is refused with the object that is wrong", function()
    local function refused(want, object)
      local _, info = tiled.load(yard({ { rectangle, object } }))
      raises("layer 'walls', object 2" .. want, info.plane, info)
    end
    refused(" ('bow'): edges 1 and 3 cross", { name = "bow", shape = "polygon", x = 0, y = 0,
      polygon = { { x = 0, y = 0 }, { x = 9, y = 9 }, { x = 9, y = 0 }, { x = 0, y = 9 } } })
    refused(": at least 3 corners expected, got 2", { shape = "polygon", x = 0, y = 0,
      polygon = { { x = 0, y = 0 }, { x = 9, y = 9 } } })
    refused(": the outline has no area", { shape = "polygon", x = 0, y = 0,
      polygon = { { x = 0, y = 0 }, { x = 9, y = 9 }, { x = 18, y = 18 } } })
  end)

  it("is refused for wrong options, in the caller's line", function()
    local _, info = tiled.load(yard({ { rectangle } }))
    local function refused(want, options)
      raises("bad argument #1 to 'plane' (" .. want, info.plane, info, options)
    end
    refused("table expected, got string)", "walls")
    refused("unknown option 'layer' (did you mean 'layers'?))", { layer = "walls" })
    refused("option 'layers': array of names expected, got string)", { layers = "walls" })
    refused("option 'layers': element 2: name expected, got 2)", { layers = { "walls", 2 } })
    refused("option 'layers': the map has no object layer, or group of such, 'ground')", { layers = { "ground" } })
    refused("option 'filter': function expected, got boolean)", { filter = true })
    for _, wrong in ipairs({ 2, 2.5, 65537, check.nan, "3" }) do
      refused("option 'corners': whole number from 3 to 65536 expected", { corners = wrong })
    end
    raises("calling 'plane' on bad self (info of a map expected, got nil)", info.plane)
    local message = raises("bad argument", function() info:plane({ corners = 1 }) end)
    assert.is_truthy(message:find("plane_spec.lua:%d+: bad argument"))
  end)
end)
