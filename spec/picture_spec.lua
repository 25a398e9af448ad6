-- astar.picture and astar.theme: what is to be seen of a space, a search and paths.

local astar = require "astar"
local canvas = require "spec.support.canvas"
local check = require "spec.support.check"
local follow = require "astar.follow"
local picture = require "astar.picture"
local random = require "spec.support.random"
local theme = require "astar.theme"

local raises, close, nan, inf = check.raises, check.close, check.nan, check.inf

local function that(ok, ...)
  if ok then return end
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
  error(table.concat(parts, " "), 2)
end

local WHOLE = { x1 = -1e9, y1 = -1e9, x2 = 1e9, y2 = 1e9, scale = 40 }

local function layer_of(shown, name)
  local found
  for _, layer in ipairs(shown:layers()) do
    if layer.name == name then found = layer end
  end
  return found
end

-- What a layer paints.
local function painted(shown, name, view)
  local to = canvas.new()
  layer_of(shown, name):paint(to, view or WHOLE)
  return to
end

local function colour(text)
  return theme.colour(text, "it")
end

describe("theme", function()
  it("takes colours in three forms", function()
    assert.same({ 1, 0, 0.2, 1 }, theme.colour("#ff0033", "it"))
    assert.same({ 1, 0, 0.2, 0.4 }, theme.colour("#ff003366", "it"))
    assert.same({ 0.5, 0, 1, 1 }, theme.colour({ 0.5, 0, 1 }, "it"))
    assert.same({ 0.5, 0, 1, 0.25 }, theme.colour({ 0.5, 0, 1, 0.25 }, "it"))
  end)

  it("refuses what is no colour", function()
    local values = { "red", "#ff", "#ff00330", "#gg0033", "ff0033", {}, { 1, 1 }, { 2, 0, 0 }, { 0, 0, -1 }, { nan, 0, 0 }, { 0, 0, "1" },
      { 0, 0, 0, inf }, 7, true }
    for _, value in ipairs(values) do
      raises("it: colour expected", theme.colour, value, "it")
    end
    raises({ "it: colour expected", "got nil" }, theme.colour, nil, "it")
  end)

  it("lays a user's table over the defaults", function()
    local own = { open = "#010203", node_size = 3, terrain = { lair = "#ff0000", forest = { 0, 1, 0 } } }
    local resolved = theme.resolve(own)
    assert.same(colour "#010203", resolved.open)
    assert.equal(3, resolved.node_size)
    assert.same({ 1, 0, 0, 1 }, resolved:of_terrain("lair"))
    assert.same({ 0, 1, 0, 1 }, resolved:of_terrain("forest"))
    assert.same(colour(theme.default.closed), resolved.closed)
    assert.same(colour(theme.default.terrain.sea), resolved:of_terrain("sea"))
    assert.equal(resolved:of_terrain("sea"), resolved:of_terrain("sea"))
  end)

  it("knows when a user's table has changed", function()
    local own = { open = { 1, 0, 0 }, terrain = { lair = "#ff0000" } }
    local resolved = theme.resolve(own)
    assert.is_true(theme.is_current(resolved, own))
    own.open[2] = 0.5
    assert.is_false(theme.is_current(resolved, own))
    resolved = theme.resolve(own)
    own.terrain.cave = "#00ff00"
    assert.is_false(theme.is_current(resolved, own))
    own.terrain.cave = nil
    assert.is_true(theme.is_current(resolved, own))
    assert.is_false(theme.is_current(resolved, nil))
    assert.is_true(theme.is_current(theme.resolve(nil), nil))
  end)

  it("refuses keys that there are not, and values that are none", function()
    raises("theme: there is no colour or size 'opne'", theme.resolve, { opne = "#ffffff" })
    raises("theme: there is no colour or size '1'", theme.resolve, { "#ffffff" })
    raises("theme.open: colour expected", theme.resolve, { open = "yellow" })
    raises("theme.terrain.sea: colour expected", theme.resolve, { terrain = { sea = false } })
    raises("theme.terrain: table expected, got \"sea\"", theme.resolve, { terrain = "sea" })
    raises("theme: table expected, got \"dark\"", theme.resolve, "dark")
    for _, value in ipairs { -1, inf, nan, "4", true } do
      raises("theme.node_size: number >= 0 expected", theme.resolve, { node_size = value })
    end
  end)

  it("gives terrains without a colour one of their own, always the same", function()
    local one, other = theme.resolve(nil), theme.resolve { open = "#010203" }
    for i = 1, 200 do
      local name = "terrain " .. i
      assert.same(one:of_terrain(name), other:of_terrain(name))
      for part = 1, 4 do that(one:of_terrain(name)[part] >= 0 and one:of_terrain(name)[part] <= 1) end
    end
    assert.not_same(one:of_terrain("a"), one:of_terrain("b"))
    assert.not_same(one:of_terrain("forest"), one:of_terrain("forest", true))
  end)
end)

describe("picture of a grid", function()
  local layouts = { "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }

  it("has every cell where the map has it, in every layout", function()
    random.cases("layouts", 60, function(r)
      local layout = layouts[r:int(1, #layouts)]
      local map = astar.grid {
        layout = layout, width = r:int(1, 7), height = r:int(1, 7), origin = { r:real(-50, 50), r:real(-50, 50) },
        cell = r:int(1, 2) == 1 and r:real(0.5, 40) or { r:real(5, 40), r:real(5, 40) },
      }
      local shapes = painted(picture.new(map, {}, "it"), "ground"):of("shape")
      assert.equal(#map, #shapes)
      local i = 0
      for cell in map:nodes() do
        i = i + 1
        local shape = shapes[i]
        that(close(shape.x, cell.x) and close(shape.y, cell.y), layout, cell, shape.x, shape.y)
        local outline = map:outline(cell.col, cell.row)
        for k = 1, #outline, 2 do
          that(close(shape.x + shape.shape[k], outline[k]), layout, cell, "x of corner", k)
          that(close(shape.y + shape.shape[k + 1], outline[k + 1]), layout, cell, "y of corner", k)
        end
      end
    end)
  end)

  it("paints all that meets the view, and little else", function()
    random.cases("views", 100, function(r)
      local layout = layouts[r:int(1, #layouts)]
      local map = astar.grid { layout = layout, width = r:int(1, 20), height = r:int(1, 20), cell = 10 }
      local shown = picture.new(map, {}, "it")
      local x1, y1, x2, y2 = shown:bounds()
      local x, y = r:real(x1 - 30, x2 + 30), r:real(y1 - 30, y2 + 30)
      local view = { x1 = x, y1 = y, x2 = x + r:real(1, 80), y2 = y + r:real(1, 80), scale = 2 }
      local there = {}
      for _, shape in ipairs(painted(shown, "ground", view):of("shape")) do
        there[map:at(shape.x, shape.y).id] = true
      end
      local wanted, count = 0, 0
      for cell in map:nodes() do
        local outline = map:outline(cell.col, cell.row)
        local left, top, right, bottom = inf, inf, -inf, -inf
        for i = 1, #outline, 2 do
          left, right = math.min(left, outline[i]), math.max(right, outline[i])
          top, bottom = math.min(top, outline[i + 1]), math.max(bottom, outline[i + 1])
        end
        if right >= view.x1 and left <= view.x2 and bottom >= view.y1 and top <= view.y2 then
          wanted = wanted + 1
          that(there[cell.id], layout, cell, "is seen and was not painted")
        end
        if there[cell.id] then count = count + 1 end
      end
      -- An isometric map is searched in a rhombus around the view.
      that(count <= 4 * wanted + 60, layout, count, "cells were painted of which are seen", wanted)
    end)
  end)

  it("shows terrain, what is blocked, and the states of a search", function()
    local map = astar.grid { rows = { "..%#", "..%." }, legend = { ["."] = "field", ["%"] = "forest", ["#"] = false } }
    local asked = {}
    local shown = picture.new(map, asked, "it")
    local function fills(name)
      local result = {}
      for _, shape in ipairs(painted(shown, name):of("shape")) do
        result[map:at(shape.x, shape.y).id] = shape.fill
      end
      return result
    end
    local ground = fills("ground")
    assert.same(colour(theme.default.terrain.field), ground[1])
    assert.same(colour(theme.default.terrain.forest), ground[3])
    assert.same(shown.theme:of_terrain("default", true), ground[4])
    assert.same({}, fills("states"))

    asked.search = map:search(map:cell(1, 1), map:cell(4, 2))
    asked.search:step(3)
    local states = fills("states")
    for cell in map:nodes() do
      local state = asked.search:state(cell)
      local expected = state ~= "none" and colour(theme.default[state]) or nil
      if cell == asked.search.current then expected = colour(theme.default.current) end
      assert.same(expected, states[cell.id])
    end
    asked.current = false
    assert.same(colour(theme.default.closed), fills("states")[asked.search.current.id])
    asked.search:close()
    assert.same({}, fills("states"))
  end)

  it("shows walls where they stand", function()
    local map = astar.grid { width = 3, height = 2, cell = 10 }
    map:wall(map:cell(1, 1), map:cell(2, 1))
    map:wall(map:cell(2, 1), map:cell(3, 2))
    local to = painted(picture.new(map, {}, "it"), "walls")
    assert.equal(1, #to:of("line"))
    local points = to:of("line")[1].points
    if points[2] > points[4] then points = { points[3], points[4], points[1], points[2] } end
    assert.same({ 10, 0, 10, 10 }, points)
    assert.equal(1, #to:of("disc"))
    assert.same({ 20, 10 }, { to:of("disc")[1].x, to:of("disc")[1].y })
  end)

  it("shows walls of hexagons on the edges that they share", function()
    for _, layout in ipairs { "odd-r", "even-r", "odd-q", "even-q" } do
      local map = astar.grid { width = 4, height = 4, layout = layout }
      for neighbour in map:cell(2, 2):links() do map:wall(map:cell(2, 2), neighbour) end
      local lines = painted(picture.new(map, {}, "it"), "walls"):of("line")
      assert.equal(6, #lines)
      local middle = map:cell(2, 2)
      for _, line in ipairs(lines) do
        assert.equal(4, #line.points)
        local dx, dy = (line.points[1] + line.points[3]) / 2 - middle.x, (line.points[2] + line.points[4]) / 2 - middle.y
        that(close(math.sqrt(dx * dx + dy * dy), 0.5), layout, dx, dy)
      end
    end
  end)

  it("shows links beside the steps, and free waypoints", function()
    local map = astar.grid { width = 3, height = 3 }
    local roof = map:add(5, 5, { name = "roof" })
    map:link(map:cell(3, 3), roof)
    map:link(map:cell(1, 1), map:cell(3, 1), { cost = 1, oneway = true })
    local shown = picture.new(map, { labels = true }, "it")
    local to = painted(shown, "links")
    assert.equal(2, #to:of("line"))
    assert.equal(1, #to:of("polygon")) -- the head of an arrow
    assert.equal(1, #painted(shown, "nodes"):of("disc"))
    assert.equal("roof", painted(shown, "labels"):of("label")[1].text)
    local x1, y1, x2, y2 = shown:bounds()
    assert.same({ 0, 0, 5, 5 }, { x1, y1, x2, y2 })
    roof:remove()
    assert.equal(0, #painted(shown, "nodes"):of("disc"))
  end)

  it("breaks a path where it goes over the seam", function()
    local map = astar.grid { width = 10, height = 4, wrap = "x" }
    local path = map:path(map:cell(2, 2), map:cell(9, 2))
    local lines = painted(picture.new(map, { path = path }, "it"), "paths"):of("line")
    assert.equal(4, #lines) -- two parts, each with its rim
    local total = 0
    for i = 2, 4, 2 do
      local points = lines[i].points
      for k = 3, #points, 2 do total = total + math.abs(points[k] - points[k - 2]) end
    end
    that(close(total, path.length), total, path.length)
    local whole = map:path(map:cell(3, 1), map:cell(6, 3))
    assert.equal(2, #painted(picture.new(map, { path = whole }, "it"), "paths"):of("line"))
  end)

  it("has marks at places, nodes and whatever has x and y", function()
    local map = astar.grid { width = 4, height = 3, cell = 10 }
    local figure = follow({ x = 3, y = 4 }, 5)
    local disc = { 7, 8, radius = 3, units = true, label = "a long name" }
    local marks = { map:cell(2, 1), figure, disc, { x = 1, y = 2, colour = "#ff0000" } }
    local to = painted(picture.new(map, { marks = marks }, "it"), "marks", { x1 = 0, y1 = 0, x2 = 40, y2 = 30, scale = 4 })
    local places = {}
    for i, call in ipairs(to:of("disc")) do places[i] = call.x .. " " .. call.y .. " " .. call.radius end
    assert.same({ "15 5 6", "3 4 6", "7 8 12", "1 2 6" }, { (places[1]:gsub("%.0", "")), (places[2]:gsub("%.0", "")),
      (places[3]:gsub("%.0", "")), (places[4]:gsub("%.0", "")) })
    assert.equal(1, #to:of("label"))
    that(to:of("label")[1].size * 0.6 * 11 <= 24, "the label is wider than its disc")
  end)

  it("shows no node that was removed", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0), g:add(1, 0), g:add(2, 0)
    g:link(a, b)
    g:link(b, c)
    local search = g:search(a, c)
    search:step(2)
    b:remove()
    a:remove()
    local shown = picture.new(g, { search = search, labels = true, tree = true }, "it")
    for _, layer in ipairs(shown:layers()) do layer:paint(canvas.new(), WHOLE) end
    assert.equal(1, #painted(shown, "nodes"):of("disc"))
  end)

  it("labels cells that have room", function()
    local map = astar.grid { width = 4, height = 3 }
    map:cell(4, 3).name = "keep"
    local search = map:search(map:cell(1, 1), map:cell(4, 1))
    search:step(2)
    local shown = picture.new(map, { search = search, labels = { "g" } }, "it")
    local labels = painted(shown, "labels"):of("label")
    local count = 0
    for _, state in search:nodes() do
      if state ~= "excluded" then count = count + 1 end
    end
    assert.equal(count, #labels)
    assert.equal("0", labels[1].text)
    local far = { x1 = -1e9, y1 = -1e9, x2 = 1e9, y2 = 1e9, scale = 4 }
    assert.equal(0, #painted(shown, "labels", far):of("label"))
    shown.asked.labels = true
    local texts = {}
    for _, label in ipairs(painted(shown, "labels"):of("label")) do texts[label.text] = true end
    assert.is_true(texts.keep)
    assert.is_true(texts["3"]) -- f
  end)
end)

describe("picture of a graph", function()
  local function three()
    local g = astar.graph()
    local a, b, c = g:add(0, 0, { name = "a" }), g:add(4, 0, { terrain = "forest" }), g:add(4, 3, 2, { blocked = true })
    g:link(a, b)
    g:link(b, c, { oneway = true, terrain = "road" })
    return g, a, b, c
  end

  it("colours nodes and links by state", function()
    local g, a, b, c = three()
    local search = g:search(a, b)
    local shown = picture.new(g, { search = search }, "it")
    local function colours(name)
      local list = {}
      for _, call in ipairs(painted(shown, name).calls) do list[#list + 1] = call.fill or call.stroke end
      return list
    end
    local default = theme.default
    assert.same({ colour(default.none), colour(default.terrain.forest), colour(default.none), colour(default.excluded) },
      colours("nodes"))
    assert.same({ colour(default.link), colour(default.terrain.road), colour(default.link), colour(default.link) },
      colours("links"))
    search:step()
    assert.same({ colour(default.current), colour(default.terrain.forest), colour(default.open), colour(default.excluded) },
      colours("nodes"))
    assert.same(colour(default.current), colours("links")[1])
    search:step()
    assert.same(colour(default.closed), colours("links")[1])
    c.blocked = false
    assert.same(colour(default.none), colours("nodes")[4])
  end)

  it("can be seen from the side", function()
    local g = three()
    local shown = picture.new(g, { project = function(x, y, z) return x + y, -z end }, "it")
    local discs = painted(shown, "nodes"):of("disc")
    assert.same({ 7, -2 }, { discs[#discs].x, discs[#discs].y })
    local x1, y1, x2, y2 = shown:bounds()
    assert.same({ 0, -2, 7, 0 }, { x1, y1, x2, y2 })
    assert.is_false(layer_of(shown, "nodes"):key(WHOLE))
  end)

  it("of nothing is nothing", function()
    local g = astar.graph()
    local shown = picture.new(g, { labels = true, tree = true }, "it")
    for _, layer in ipairs(shown:layers()) do
      local to = canvas.new()
      layer:paint(to, WHOLE)
      assert.equal(0, #to.calls)
    end
    assert.same({ 0, 0, 1, 1 }, { shown:bounds() })
    g:add(3, 3)
    assert.same({ 2.5, 2.5, 3.5, 3.5 }, { shown:bounds() })
  end)

  it("shows the tree of a search", function()
    local g = three()
    local search = g:search("a", nil)
    search:run()
    local shown = picture.new(g, { search = search, tree = true }, "it")
    assert.equal(1, #painted(shown, "tree"):of("line"))
    shown.asked.tree = nil
    assert.equal(0, #painted(shown, "tree").calls)
  end)
end)

describe("picture of a plane", function()
  it("shows obstacles, rays, places and the path", function()
    local plane = astar.plane { bounds = { 0, 0, 100, 60 } }
    plane:box(50, 30, 20, 30)
    local search = plane:search(20, 30, 95, 30)
    search:run()
    local shown = picture.new(plane, { search = search, path = search:path(), rays = true, labels = true }, "it")
    assert.equal(1, #painted(shown, "obstacles"):of("polygon"))
    assert.equal(1, #painted(shown, "ground"):of("polygon"))
    local rays = 0
    for _ in search:rays() do rays = rays + 1 end
    assert.equal(rays, #painted(shown, "rays"):of("line"))
    assert.equal(2, #painted(shown, "paths"):of("line"))
    assert.equal(2, #painted(shown, "ends"):of("disc"))
    that(#painted(shown, "nodes"):of("disc") >= 4)
    that(#painted(shown, "labels"):of("label") >= 4)
    assert.same({ 0, 0, 100, 60 }, { shown:bounds() })
    local away = { x1 = 200, y1 = 0, x2 = 300, y2 = 60, scale = 5 }
    assert.equal(0, #painted(shown, "obstacles", away).calls)
    assert.equal(0, #painted(shown, "rays", away).calls)
  end)

  it("shows the holes of obstacles that were made from a grid", function()
    local map = astar.grid { rows = { ".....", ".###.", ".#.#.", ".###.", "....." }, legend = { ["."] = "floor", ["#"] = false } }
    local polygons = painted(picture.new(astar.plane { grid = map }, {}, "it"), "obstacles"):of("polygon")
    assert.equal(2, #polygons)
    assert.same(colour(theme.default.obstacle), polygons[1].fill)
    assert.same(colour(theme.default.ground), polygons[2].fill)
  end)

  it("has no end where there are no bounds", function()
    local plane = astar.plane()
    local shown = picture.new(plane, {}, "it")
    assert.same({ 0, 0, 1, 1 }, { shown:bounds() })
    plane:polygon { -5, 0, 5, 0, 0, 7 }
    assert.same({ -5, 0, 5, 7 }, { shown:bounds() })
    assert.equal(0, #painted(shown, "ground").calls)
  end)
end)

describe("the key of a layer", function()
  it("changes with what the layer shows", function()
    local map = astar.grid { width = 4, height = 4 }
    local asked = {}
    local shown = picture.new(map, asked, "it")
    local names = { "ground", "states", "walls", "paths" }
    local function keys()
      local list = {}
      shown:layers()
      for i, name in ipairs(names) do list[i] = layer_of(shown, name):key(WHOLE) end
      return list
    end
    local before = keys()
    -- Which of them an action changes.
    local function changes(expected, act)
      act()
      local now = keys()
      for i, name in ipairs(names) do
        assert.equal(expected:find(name, 1, true) ~= nil, now[i] ~= before[i], name)
      end
      before = now
    end
    changes("", function() end)
    changes("ground walls", function() map:set(1, 1, "sea") end)
    changes("states", function() asked.search = map:search(map:cell(1, 1), map:cell(4, 4)) end)
    changes("states", function() asked.search:step() end)
    changes("ground states walls", function() map:set(2, 2, "sea") end) -- it is stale now
    changes("ground walls", function() map:set(2, 2, "lake") end)
    changes("states", function() asked.search:restart() end)
    changes("states", function() asked.search:restart(map:cell(1, 1), map:cell(1, 4)) end)
    changes("states", function() asked.current = map:cell(2, 2) end)
    changes("states", function() asked.search:run() end)
    changes("paths", function() asked.path = asked.search:path() end)
    changes("paths", function() asked.path = asked.search:path() end)
    changes("paths", function() asked.path, asked.paths = nil, { { path = asked.path, colour = "#00ff00" } } end)
    changes("paths", function() asked.paths[1].colour = "#00ff01" end)
    changes("ground states walls paths", function() asked.theme = { open = "#00ff00" } end)
    changes("ground states walls paths", function() asked.theme.open = "#00ff01" end)
    changes("states", function() asked.search:close() end)
  end)

  it("stays as long as nothing changes, on a plane too", function()
    local plane = astar.plane()
    plane:box(5, 5, 2, 2)
    local search = plane:search(0, 0, 9, 9)
    search:run()
    local shown = picture.new(plane, { search = search, path = search:path(), rays = true }, "it")
    for _, layer in ipairs(shown:layers()) do
      assert.equal(layer:key(WHOLE), layer:key(WHOLE))
    end
  end)

  it("tells near from far where there are cells", function()
    local map = astar.grid { width = 4, height = 4 }
    local ground = layer_of(picture.new(map, {}, "it"), "ground")
    assert.not_equal(ground:key(WHOLE), ground:key { x1 = 0, y1 = 0, x2 = 9, y2 = 9, scale = 2 })
  end)
end)

describe("options", function()
  local map = astar.grid { width = 4, height = 4 }

  it("choose layers", function()
    local shown = picture.new(map, { layers = { "paths", "ground" } }, "it")
    local names = {}
    for i, layer in ipairs(shown:layers()) do names[i] = layer.name end
    assert.same({ "ground", "paths" }, names)
    shown.asked.layers = { "rays" }
    raises("option 'layers': a grid has no layer 'rays'", shown.layers, shown)
    shown.asked.layers = "ground"
    raises("option 'layers': array of names expected, got string", shown.layers, shown)
  end)

  it("of the wrong type raise, naming them", function()
    local function paint(asked, name)
      local shown = picture.new(map, asked, "it")
      return pcall(function() layer_of(shown, name):paint(canvas.new(), WHOLE) end)
    end
    local function refuses(message, asked, name)
      local fine, got = paint(asked, name)
      assert.is_false(fine)
      that(tostring(got):find(message, 1, true), got)
    end
    refuses("option 'search': search expected, got number", { search = 7 }, "states")
    refuses("option 'search': search expected, got grid", { search = map }, "states")
    refuses("option 'path': path expected, got grid", { path = map }, "paths")
    refuses("option 'paths': entry 1: path expected, got nil", { paths = { {} } }, "paths")
    refuses("option 'labels': there is no label 'x'", { labels = { "x" } }, "labels")
    refuses("option 'labels': true or an array expected, got string", { labels = "g" }, "labels")
    refuses("option 'paths': entry 1: unknown key 'color'", { paths = { { color = "#ff0000" } } }, "paths")
    refuses("option 'paths': entry 2: path expected, got number (map:path", { paths = { map:path(map:cell(1, 1), map:cell(2, 1)) } },
      "paths")
    refuses("option 'paths': array of paths expected, got path", { paths = (map:path(map:cell(1, 1), map:cell(2, 1))) }, "paths")
    refuses("option 'search': a search of another grid", { search = (function()
      local other = astar.grid { width = 4, height = 4 }
      return other:search(other:cell(1, 1), other:cell(2, 2))
    end)() }, "states")
    refuses("option 'search': a search of another grid", { search = astar.plane():search(0, 0, 1, 1) }, "states")
    refuses("option 'marks': mark 1: x and y expected", { marks = { {} } }, "marks")
    refuses("option 'marks': mark 1: unknown key 'color'", { marks = { { 1, 1, color = "#ff0000" } } }, "marks")
    refuses("option 'marks': mark 1: radius >= 0 expected", { marks = { { 1, 1, radius = -1 } } }, "marks")
    refuses("option 'marks': mark 1: table or node expected, got grid", { marks = { map } }, "marks")
    refuses("option 'marks': array of marks expected", { marks = { x = 1, y = 2 } }, "marks")
    refuses("option 'project': it should give two numbers, and gave number and nil", { project = function() return 1 end }, "ground")
    refuses("option 'marks': mark 2: colour expected", { marks = { { 1, 1 }, { 1, 1, colour = "red" } } }, "marks")
  end)

  it("take no other space", function()
    for _, value in ipairs { 7, "grid", {}, true, io.stdout, map:cell(1, 1) } do
      raises("bad argument #1 to 'it' (graph, grid or plane expected", picture.new, value, {}, "it")
    end
  end)
end)

describe("the types of pictures", function()
  local classes, layers, latest = {}, {}, nil
  for line in io.lines("src/astar/svg.d.lua") do
    local name, field = line:match("^%-%-%-@class ([%w.]+)"), line:match("^%-%-%-@field ([%w_]+)")
    if name then
      latest = name
      classes[name] = {}
    elseif field then
      classes[latest][field] = true
    end
    layers[line:match('^%-%-%-| "(%w+)"') or ""] = true
  end

  local function same_keys(expected, got)
    for key in pairs(expected) do that(got[key], key, "is not there") end
    for key in pairs(got) do that(expected[key] ~= nil, key, "should not be there") end
  end

  it("name all options, and no others", function()
    same_keys(picture.options, classes["astar.PictureOptions"])
  end)

  it("name all keys of themes, and no others", function()
    same_keys(theme.default, classes["astar.Theme"])
  end)

  it("name all layers, and no others", function()
    local names = { [""] = true }
    for _, space in ipairs { astar.graph(), astar.plane(), astar.grid { width = 1, height = 1 } } do
      for _, layer in ipairs(picture.new(space, {}, "it"):layers()) do names[layer.name] = true end
    end
    same_keys(names, layers)
  end)
end)
