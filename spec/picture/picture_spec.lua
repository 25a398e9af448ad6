-- astar.picture.picture and astar.theme: what is to be seen of a space, a search and paths.

local astar = require "astar"
local canvas = require "spec.support.canvas"
local check = require "spec.support.check"
local follow = require "astar.follow"
local picture = require "astar.picture.picture"
local random = require "spec.support.random"
local theme = require "astar.theme"

local raises, close, nan, inf = check.raises, check.close, check.nan, check.inf

local function that(ok, ...)
  if ok then return end
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
  error(table.concat(parts, " "), 2)
end

local layer_of, painted, view_of = canvas.layer_of, canvas.painted, canvas.view_of

local WHOLE = view_of(40)

-- The sorted texts of labels.
local function texts_of(to)
  local texts = {}
  for i, label in ipairs(to:of("label")) do texts[i] = label.text end
  table.sort(texts)
  return texts
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
    own.terrain.lair = { 1, 0, 0 }
    resolved = theme.resolve(own)
    own.terrain.lair[2] = 0.5
    assert.is_false(theme.is_current(resolved, own))
    assert.is_false(theme.is_current(resolved, nil))
    assert.is_true(theme.is_current(theme.resolve(nil), nil))
  end)

  it("reads tables raw, and no deeper than colours", function()
    local own = setmetatable({ open = { 1, 0, 0 } }, {
      __index = function() error("asked") end, __pairs = function() error("asked") end,
    })
    own.open.own = own
    local resolved = theme.resolve(own)
    assert.is_true(theme.is_current(resolved, own))
    own.open[1] = 0.5
    assert.is_false(theme.is_current(resolved, own))
    setmetatable(own, nil)
    own.open = own
    raises("theme.open: colour expected", theme.resolve, own)
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

  it("paints all that meets the view, of small maps too", function()
    random.cases("small views", 150, function(r)
      local layout = layouts[r:int(1, #layouts)]
      local map = astar.grid { layout = layout, width = r:int(1, 3), height = r:int(1, 3), cell = 10 }
      local shown = picture.new(map, {}, "it")
      local x1, y1, x2, y2 = shown:bounds()
      local x, y, cell
      repeat
        x, y = r:real(x1, x2), r:real(y1, y2)
        cell = map:at(x, y)
      until cell
      local view = { x1 = x, y1 = y, x2 = x, y2 = y, scale = 2 }
      local found = false
      for _, shape in ipairs(painted(shown, "ground", view):of("shape")) do
        found = found or close(shape.x, cell.x) and close(shape.y, cell.y)
      end
      that(found, layout, map.width, map.height, cell)
    end)
  end)

  it("leaves gaps between cells where there is room", function()
    local shown = picture.new(astar.grid { width = 2, height = 2 }, {}, "it")
    shown:layers()
    assert.equal(1 - theme.default.gap_share, painted(shown, "ground", view_of(30)):of("shape")[1].size)
    assert.equal(1, painted(shown, "ground", view_of(15)):of("shape")[1].size)
  end)

  it("shows states in the middle of cells, all over small ones, and only where it looks", function()
    local map = astar.grid { width = 4, height = 4 }
    local search = map:search(map:cell(1, 1))
    search:run()
    local shown = picture.new(map, { search = search, current = false }, "it")
    assert.equal(theme.default.state_share, painted(shown, "states", view_of(9)):of("shape")[1].size)
    assert.equal(1, painted(shown, "states", view_of(8)):of("shape")[1].size)
    local view = { x1 = 0.9, y1 = 0.9, x2 = 2.1, y2 = 2.1, scale = 40 } -- reaches a bit into eight others
    assert.equal(9, #painted(shown, "states", view):of("shape"))
  end)

  it("can be seen from the side, with its heights", function()
    local map = astar.grid { width = 2, height = 1, cell = 10, ground = function(col) return 5 * (col - 1) end }
    local search = map:search(map:cell(1, 1))
    search:run()
    local asked = {
      search = search, current = false, theme = { gap_share = 0.2 }, marks = { { x = 1, y = 1, z = 3 } },
      project = function(x, y, z) return x, y - 2 * z end,
    }
    local shown = picture.new(map, asked, "it")
    shown:layers()
    local second = painted(shown, "ground"):of("polygon")[2].points
    local xs, ys = {}, {}
    for i = 1, #second, 2 do xs[#xs + 1], ys[#ys + 1] = second[i], second[i + 1] end
    table.sort(xs)
    table.sort(ys)
    that(close(xs[1], 11) and close(xs[4], 19) and close(ys[1], -9) and close(ys[4], -1), xs[1], xs[4], ys[1], ys[4])
    local states = painted(shown, "states"):of("shape")
    assert.same({ 15, -5 }, { states[2].x, states[2].y })
    local mark = painted(shown, "marks"):of("disc")[1]
    assert.same({ 1, -5 }, { mark.x, mark.y })
    assert.equal(1, #painted(shown, "ground", { x1 = -5, y1 = 2, x2 = 25, y2 = 9, scale = 4 }):of("polygon"))
    -- What is seen there, not where it would lie without.
    asked.project = function(x, y) return x + 1000, y end
    asked.search, asked.labels = nil, { "id" }
    map:wall(map:cell(1, 1), map:cell(2, 1))
    local there = { x1 = 1000, y1 = 0, x2 = 1020, y2 = 10, scale = 4 }
    assert.equal(1, #painted(shown, "walls", there):of("line"))
    assert.same({ "1", "2" }, texts_of(painted(shown, "labels", there)))
    assert.equal(0, #painted(shown, "walls", { x1 = 0, y1 = 0, x2 = 20, y2 = 10, scale = 4 }):of("line"))
    asked.project = function(x, y, z) return x, y - 2 * z end
    local line = painted(shown, "walls"):of("line")[1].points
    assert.same({ 10, 10, -10 }, { line[1], line[3], math.min(line[2], line[4]) })
    -- The second stands out.
    assert.same({ 0, -10, 20, 10 }, { shown:bounds() })
    asked.project = function(x, y) return x, 3 * y end
    assert.same({ 0, 0, 20, 30 }, { shown:bounds() })
    asked.project = nil
    assert.same({ 0, 0, 20, 10 }, { shown:bounds() })
  end)

  it("has bounds around all cells of all layouts", function()
    for _, layout in ipairs(layouts) do
      for size = 1, 4 do
        local map = astar.grid { width = size, height = 5 - size, layout = layout }
        local x1, y1, x2, y2 = inf, inf, -inf, -inf
        for cell in map:nodes() do
          local outline = map:outline(cell.col, cell.row)
          for i = 1, #outline, 2 do
            x1, x2 = math.min(x1, outline[i]), math.max(x2, outline[i])
            y1, y2 = math.min(y1, outline[i + 1]), math.max(y2, outline[i + 1])
          end
        end
        assert.same({ x1, y1, x2, y2 }, { picture.new(map, {}, "it"):bounds() })
      end
    end
  end)

  it("has thinner walls and smaller waypoints where cells are small", function()
    local map = astar.grid { width = 2, height = 2 }
    map:wall(map:cell(1, 1), map:cell(2, 1))
    map:add(5, 5)
    local shown = picture.new(map, {}, "it")
    assert.equal(theme.default.wall_size, painted(shown, "walls"):of("line")[1].width)
    assert.equal(2, painted(shown, "walls", view_of(10)):of("line")[1].width)
    assert.equal(theme.default.node_size, painted(shown, "nodes"):of("disc")[1].radius)
    assert.equal(3, painted(shown, "nodes", view_of(10)):of("disc")[1].radius)
  end)

  it("shows links by the states of their cells", function()
    local map = astar.grid { width = 9, height = 1 }
    map:link(map:cell(1, 1), map:cell(2, 1), { cost = 9 })
    local search = map:search(map:cell(1, 1), map:cell(9, 1))
    local asked = { search = search }
    local shown = picture.new(map, asked, "it")
    local function stroke() return painted(shown, "links"):of("line")[1].stroke end
    assert.same(colour(theme.default.link), stroke())
    search:step()
    assert.same(colour(theme.default.current), stroke())
    asked.current = false
    assert.same(colour(theme.default.open), stroke())
    asked.current = map:cell(2, 1)
    assert.same(colour(theme.default.current), stroke())
    asked.current = nil
    search:step(3)
    assert.same(colour(theme.default.closed), stroke())
    map:block(2, 1)
    search:restart()
    search:run()
    assert.same(colour(theme.default.excluded), stroke())
    map:link(map:cell(1, 1), map:cell(5, 1))
    assert.equal(2, #painted(shown, "links"):of("line"))
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
      local expected = state ~= "none" and colour(theme.default[state == "excluded" and "cross" or state]) or nil
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
    map = astar.grid { width = 10, height = 4 }
    map:link(map:cell(1, 1), map:cell(10, 1), { cost = 1 })
    local leap = map:path(map:cell(1, 1), map:cell(10, 1))
    assert.equal(2, #leap)
    assert.equal(2, #painted(picture.new(map, { path = leap }, "it"), "paths"):of("line"))
  end)

  it("has its ends as rims around labels, else as discs", function()
    local map = astar.grid { width = 4, height = 4 }
    local asked = { search = map:search(map:cell(1, 1), map:cell(4, 4)) }
    local shown = picture.new(map, asked, "it")
    local function count(view)
      local to = painted(shown, "ends", view)
      return { #to:of("disc"), #to:of("polygon") }
    end
    assert.same({ 2, 0 }, count(WHOLE))
    asked.labels = true
    assert.same({ 0, 4 }, count(WHOLE)) -- each over a dark rim
    assert.same({ 2, 0 }, count(view_of(20)))
    local to = painted(shown, "ends")
    assert.same({ colour(theme.default.start), colour(theme.default.goal) },
      { to:of("polygon")[2].stroke, to:of("polygon")[4].stroke })
    asked.search, asked.labels, asked.path = nil, nil, map:path(map:cell(1, 1), map:cell(4, 4))
    local discs = painted(shown, "ends"):of("disc")
    assert.same({ 0.5, 0.5, 3.5, 3.5 }, { discs[1].x, discs[1].y, discs[2].x, discs[2].y })
  end)

  it("has as many numbers in a cell as there is room for", function()
    local map = astar.grid { width = 2, height = 1, cell = { 1, 1 } }
    map:cell(1, 1).terrain = "sand"
    map:unit("cart", { sand = 7.25, default = 1234.56 })
    local search = map:search(map:cell(1, 1), map:cell(2, 1), "cart")
    search:run()
    local asked = { search = search, labels = { "g", "h", "f" } }
    local shown = picture.new(map, asked, "it")
    assert.equal(6, #painted(shown, "labels", view_of(46)):of("label"))
    assert.equal(2, #painted(shown, "labels", view_of(45)):of("label"))
    assert.equal(0, #painted(shown, "labels", view_of(25)):of("label"))
    local x = { g = {}, h = {} }
    for _, key in ipairs { "g", "h" } do
      asked.labels = { key }
      for i, label in ipairs(painted(shown, "labels"):of("label")) do
        x[key][i] = label.text
        assert.same({ 0, 0 }, { label.dx, label.dy }) -- alone, it is in the middle
      end
    end
    assert.same({ "0", tostring(math.floor(search:cost(map:cell(2, 1)) + 0.5)) }, x.g)
    assert.equal("0", x.h[2])
    asked.labels = { "g", "h" }
    local first, second = (table.unpack or _G.unpack)(painted(shown, "labels", view_of(60)):of("label"))
    that(first.text == "0" and first.dx < 0 and second.dx > 0 and first.dy < 0 and second.dy == first.dy)
    asked.labels = { "g" }
    assert.equal(2, #painted(shown, "labels", view_of(30)):of("label")) -- a single one has room there too
    asked.labels = {}
    assert.equal(0, #painted(shown, "labels"):of("label"))
  end)

  it("labels each cell once, whatever is known of it", function()
    local map = astar.grid { width = 5, height = 5 }
    local search = map:search(map:cell(1, 1), map:cell(5, 5))
    search:step(3)
    local to = painted(picture.new(map, { search = search, labels = { "id" } }, "it"), "labels")
    assert.equal(25, #to:of("label"))
    local seen = {}
    for _, label in ipairs(to:of("label")) do seen[label.text] = true end
    for id = 1, 25 do that(seen[tostring(id)], id) end
  end)

  it("shows a wall on the seam at both sides", function()
    local map = astar.grid { width = 4, height = 3, cell = 10, wrap = "xy" }
    map:wall(map:cell(1, 2), map:cell(4, 2))
    local xs = {}
    for i, line in ipairs(painted(picture.new(map, {}, "it"), "walls"):of("line")) do
      that(line.points[1] == line.points[3] and line.points[2] + line.points[4] == 30)
      xs[i] = line.points[1]
    end
    table.sort(xs)
    assert.same({ 0, 40 }, xs)
    map:wall(map:cell(1, 2), map:cell(4, 2), false)
    map:wall(map:cell(1, 1), map:cell(4, 3)) -- over the corner
    local to = painted(picture.new(map, {}, "it"), "walls")
    local places = {}
    for i, disc in ipairs(to:of("disc")) do places[i] = disc.x .. " " .. disc.y end
    table.sort(places)
    assert.equal(0, #to:of("line"))
    that(#places == 2 and tonumber(places[1]:match("^%S+")) == 0 and tonumber(places[2]:match("^%S+")) == 40, places[1], places[2])
  end)

  it("paints cells of every size that a map may have", function()
    for _, size in ipairs { 1e-200, 1e-9, 1e9, 1e200 } do
      for _, layout in ipairs(layouts) do
        local shown = picture.new(astar.grid { width = 3, height = 4, cell = size, layout = layout }, {}, "it")
        local x1, y1, x2, y2 = shown:bounds()
        local view = { x1 = x1, y1 = y1, x2 = x2, y2 = y2, scale = 1 / size }
        assert.equal(12, #painted(shown, "ground", view):of("shape"))
        if size < 1e9 then assert.equal(12, #painted(shown, "ground"):of("shape")) end
      end
    end
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
    assert.same({ colour(default.none), colour(default.terrain.forest), colour(default.none), colour(default.blocked) },
      colours("nodes"))
    assert.same({ colour(default.link), colour(default.terrain.road), colour(default.link), colour(default.link) },
      colours("links"))
    search:step()
    assert.same({ colour(default.current), colour(default.terrain.forest), colour(default.open), colour(default.blocked) },
      colours("nodes"))
    assert.same(colour(default.current), colours("links")[1])
    search:step()
    assert.same(colour(default.closed), colours("links")[1])
    c.blocked = false
    assert.same(colour(default.none), colours("nodes")[4])
  end)

  it("shows numbers beside waypoints that have room", function()
    local g = astar.graph()
    local a, b = g:add(0, 0, { name = "a" }), g:add(10, 0)
    g:link(a, b, { cost = 12.54 })
    g:link(g:add(0, 3), g:add(10, 3)) -- so that an estimate may be less than the cost
    local search = g:search(a, b)
    search:run()
    local asked = { search = search }
    local shown = picture.new(g, asked, "it")
    local function texts(...)
      asked.labels = { ... }
      return texts_of(painted(shown, "labels"))
    end
    assert.same({ "g 0", "g 12.5" }, texts("g"))
    assert.same({ "h 0", "h 10" }, texts("h"))
    assert.same({ "f 10", "f 12.5" }, texts("f"))
    assert.same({ "0 + 10", "12.5 + 0" }, texts("g", "h"))
    assert.same({ "1 a\nf 10\n0 + 10", "2\nf 12.5\n12.5 + 0", "3", "4" }, texts("id", "name", "f", "g", "h"))
    assert.same({ "a" }, texts("name"))
    assert.equal(0, #painted(shown, "labels", view_of(1)):of("label"))
    b.x = 11
    assert.same({ "g 0", "g 12.5" }, texts("g"))
    g = astar.graph()
    local far = g:add(0, 0)
    g:link(far, g:add(10, 0), { cost = 1999.96 })
    g:link(far, g:add(0, 10), { cost = 1e300 })
    search = g:search(far)
    search:run()
    assert.same({ "g 0", "g 1e+300", "g 2000" }, texts_of(painted(picture.new(g, { search = search, labels = { "g" } }, "it"), "labels")))
  end)

  it("has smaller waypoints where they are crowded, but none below a pixel", function()
    local g = astar.graph()
    for i = 0, 99 do g:add(i % 10, math.floor(i / 10)) end
    local shown = picture.new(g, {}, "it")
    assert.equal(theme.default.node_size, painted(shown, "nodes", view_of(100)):of("disc")[1].radius)
    that(close(0.22 * 0.9 * 20, painted(shown, "nodes", view_of(20)):of("disc")[1].radius))
    assert.equal(1, painted(shown, "nodes", view_of(1)):of("disc")[1].radius)
    -- One whose rim alone reaches in is seen.
    local beside = { x1 = -0.5, y1 = 0, x2 = -0.02, y2 = 9, scale = 20 }
    assert.equal(10, #painted(shown, "nodes", beside):of("disc"))
  end)

  it("has heads on links of one way that have room", function()
    local g = astar.graph()
    g:link(g:add(0, 0), g:add(10, 0), { oneway = true })
    local shown = picture.new(g, {}, "it")
    local points = painted(shown, "links"):of("polygon")[1].points
    that(points[1] > points[3] and points[1] > 5 and points[1] < 10 and points[2] == 0, points[1], points[2])
    assert.equal(0, #painted(shown, "links", view_of(0.1)):of("polygon"))
  end)

  it("has bounds with room around a straight line", function()
    local g = astar.graph()
    g:add(3, 0)
    g:add(3, 20)
    assert.same({ 2, -1, 4, 21 }, { picture.new(g, {}, "it"):bounds() })
  end)

  it("can be seen from the side", function()
    local g = three()
    local links = painted(picture.new(g, { project = function(x, y, z) return x + y, -z end }, "it"), "links"):of("line")
    assert.same({ 4, 0, 7, -2 }, links[3].points)
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

  it("has bounds of some size, however far off it is", function()
    local far = 1e17
    for _, places in ipairs {
      { far, far }, { far, far, far, far + 16 }, { -1e300, 1e300 }, { 0, 0, 5e-324, 0 }, { -1.7e308, 0, 1.7e308, 5 },
    } do
      local g = astar.graph()
      for i = 1, #places, 2 do g:add(places[i], places[i + 1]) end
      local x1, y1, x2, y2 = picture.new(g, {}, "it"):bounds()
      that(x2 - x1 > 0 and y2 - y1 > 0 and x2 - x1 < inf and y2 - y1 < inf, x1, y1, x2, y2)
    end
  end)

  it("leaves out nodes that were removed", function()
    local function count_all(space, asked)
      local shown, list = picture.new(space, asked, "it"), {}
      for _, layer in ipairs(shown:layers()) do
        local to = canvas.new()
        layer:paint(to, WHOLE)
        list[layer.name] = #to.calls
      end
      return list
    end
    local function row_of_five()
      local g, nodes = astar.graph(), {}
      for i = 1, 5 do
        nodes[i] = g:add(3 * i, 0, { name = "n" .. i })
        if i > 1 then g:link(nodes[i - 1], nodes[i]) end
      end
      return g, nodes
    end

    local g, nodes = row_of_five()
    local asked = { search = g:search(nodes[1], nodes[5]), tree = true, labels = true }
    asked.search:run()
    local found = count_all(g, asked)
    assert.same({ 4, 2, 5, 5 }, { found.tree, found.ends, found.nodes, found.labels })
    nodes[3]:remove()
    found = count_all(g, asked)
    assert.same({ 2, 2, 4, 4 }, { found.tree, found.ends, found.nodes, found.labels })
    nodes[1]:remove()
    nodes[5]:remove()
    found = count_all(g, asked)
    assert.same({ 0, 0, 2, 2 }, { found.tree, found.ends, found.nodes, found.labels })

    g, nodes = row_of_five()
    asked = { search = g:search(nodes[1]), tree = true, labels = true }
    asked.search:step(3)
    asked.search.current:remove()
    assert.equal("stale", asked.search.status)
    found = count_all(g, asked)
    assert.same({ 1, 1, 4 }, { found.tree, found.ends, found.nodes })
    count_all(g, { current = nodes[3] })

    local map = astar.grid { width = 3, height = 3 }
    local roof = map:add(9, 9)
    map:link(map:cell(1, 1), roof)
    asked = { search = map:search(roof, map:cell(3, 3)), tree = true, labels = true }
    asked.search:step()
    assert.equal(roof, asked.search.current)
    roof:remove()
    found = count_all(map, asked)
    assert.same({ 0, 2, 0 }, { found.tree, found.ends, found.nodes }) -- the goal, and its rim
  end)

  it("takes no name for the mark of a removed node", function()
    local g = astar.graph()
    local search = g:search(g:add(0, 0, { name = "node 1 (removed)" }), g:add(9, 0, { name = "x (removed)" }))
    assert.equal(2, #painted(picture.new(g, { search = search }, "it"), "ends"):of("disc"))
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
    shown.asked.current = false
    assert.equal(0, #painted(shown, "nodes", away).calls)
  end)

  it("shows links, with a head on those that lead one way", function()
    local plane = astar.plane()
    local shown = picture.new(plane, {}, "it")
    plane:link(0, 0, 100, 50)
    local lift = plane:link(20, 60, 80, 60, { oneway = true })
    assert.same({ 0, 0, 100, 60 }, { shown:bounds() })
    assert.equal(2, #painted(shown, "links"):of("line"))
    assert.equal(1, #painted(shown, "links"):of("polygon"))
    assert.same(colour(theme.default.link), painted(shown, "links"):of("line")[1].stroke)
    lift:remove()
    assert.equal(1, #painted(shown, "links"):of("line"))
    local search = plane:search(0, 0, 100, 50)
    search:run()
    shown = picture.new(plane, { search = search, path = search:path(), labels = true }, "it")
    assert.equal(1, #painted(shown, "links"):of("line"))
    that(#painted(shown, "labels"):of("label") >= 2)
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
    changes("ground states walls", function() map:set(2, 2, "lake") end) -- it goes on
    changes("ground states walls", function() map:block(2, 2) end) -- it is stale now
    changes("ground walls", function() map:block(2, 2, false) end)
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

  -- All that can be done to a space, its search and a picture's options; what raises changes nothing.
  local function deeds(r, space, any, search)
    local function ends() return any(), r:int(1, 2) == 1 and any() or nil end
    return {
      function(asked) asked.search = search(ends()) end,
      function(asked) asked.search:step(r:int(1, 5)) end,
      function(asked) asked.search:run() end,
      function(asked) asked.search:restart() end,
      function(asked) asked.search:restart(ends()) end,
      function(asked) asked.search:close() end,
      function(asked) asked.search = nil end,
      function(asked) asked.current = r:int(1, 2) == 1 and any() end,
      function(asked) asked.current = nil end,
      function(asked) asked.path = asked.search:path() end,
      function(asked) asked.paths = asked.path and { { path = asked.path, colour = r:pick { "#ffffff", "#000000" } } } end,
      function(asked) asked.labels = r:pick { true, false, { "g" }, { "id", "name" } } end,
      function(asked) asked.tree = not asked.tree end,
      function(asked) asked.rays = not asked.rays end,
      function(asked) asked.theme = { open = r:pick { "#ffffff", "#000000" }, route_size = r:int(1, 3) } end,
      function() any().name = "n" .. r:int(1, 99) end,
      function() any().blocked = r:int(1, 2) == 1 end,
      function() any().terrain = r:pick { "sea", "hill" } end,
      function() any().x = r:int(0, 20) end,
      function() any():remove() end,
      function() space:link(any(), any(), { oneway = r:int(1, 2) == 1, terrain = r:pick { "road", "path" } }) end,
      function() space:unlink(any(), any()) end,
      function() space:wall(any(), any()) end,
      function() space:fill(r:int(1, 6), r:int(1, 4), 2, 1, r:pick { "sea", "hill" }) end,
      function() space:box(r:int(0, 20), r:int(0, 20), 3, 2) end,
    }
  end

  -- A space, a function that gives one of its nodes or places, and one that gives a search from one to another.
  local function some_space(r)
    if r:int(1, 3) == 1 then
      local plane = astar.plane()
      plane:box(10, 10, 4, 7)
      return plane, function() return { x = r:int(0, 20), y = r:int(0, 20) } end, function(from, to)
        return plane:search(from.x, from.y, to and to.x or 20, to and to.y or 20)
      end
    end
    local width, height = 6, 4
    local space = astar.graph()
    if r:int(1, 2) == 1 then
      local layout = r:pick { "square", "isometric", "odd-r", "even-q" }
      space = astar.grid { width = width, height = height, layout = layout, wrap = r:pick { false, "xy" } or nil }
    end
    local nodes = {}
    for i = 1, 8 do nodes[i] = space:add(r:int(0, 9), r:int(0, 9), r:int(0, 2)) end
    for _ = 1, 12 do pcall(space.link, space, r:pick(nodes), r:pick(nodes)) end
    local function any()
      if #space > 20 and r:int(1, 4) > 1 then return space:cell(r:int(1, width), r:int(1, height)) end
      return r:pick(nodes)
    end
    return space, any, function(from, to) return space:search(from, to) end
  end

  it("is another whenever the layer would be painted otherwise, whatever is done", function()
    random.cases("keys", 120, function(r)
      local space, any, search = some_space(r)
      local asked, before = {}, {}
      local shown, list = picture.new(space, asked, "it"), deeds(r, space, any, search)
      for turn = 1, random.size(50, 20) do
        local deed = r:int(1, #list)
        pcall(list[deed], asked)
        for i, layer in ipairs(shown:layers()) do
          local to = canvas.new()
          local key = layer:key(WHOLE)
          layer:paint(to, WHOLE)
          if key and before[i] and before[i].key == key then
            assert.same(before[i].calls, to.calls, ("%s after deed %d in turn %d"):format(layer.name, deed, turn))
          end
          before[i] = { key = key, calls = to.calls }
        end
      end
    end)
  end)

  it("of the ends changes with the labels, which they make room for", function()
    local map = astar.grid { width = 3, height = 3 }
    local asked = { search = map:search(map:cell(1, 1), map:cell(3, 3)) }
    local ends = layer_of(picture.new(map, asked, "it"), "ends")
    local before = ends:key(WHOLE)
    asked.labels = true
    assert.not_equal(before, ends:key(WHOLE))
  end)

  it("of a stale search changes when its nodes move", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    local search = g:search(a)
    search:step()
    local shown = picture.new(g, { search = search, tree = true }, "it")
    b.x = 2
    local before = layer_of(shown, "tree"):key(WHOLE)
    b.x = 3
    assert.equal("stale", search.status)
    assert.not_equal(before, layer_of(shown, "tree"):key(WHOLE))
  end)

  it("changes when a search begins anew at another node of the same place", function()
    local g = astar.graph()
    local a, b = g:add(1, 1), g:add(1, 1)
    g:link(a, b)
    local search = g:search(a)
    search:step()
    local nodes = layer_of(picture.new(g, { search = search }, "it"), "nodes")
    local before = nodes:key(WHOLE)
    search:restart(b)
    search:step()
    assert.not_equal(before, nodes:key(WHOLE))
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
    assert.not_equal(ground:key(view_of(30)), ground:key(view_of(15))) -- gaps
    assert.not_equal(ground:key(view_of(15)), ground:key(view_of(8))) -- states all over
    assert.equal(ground:key(view_of(15)), ground:key(view_of(16)))
  end)

  it("changes with the options that switch parts on and off", function()
    local plane = astar.plane()
    local search = plane:search(0, 0, 9, 9)
    search:step()
    for option, value in pairs { tree = true, rays = true, current = false } do
      local asked = { search = search }
      local nodes = layer_of(picture.new(plane, asked, "it"), "nodes")
      local before = nodes:key(WHOLE)
      asked[option] = value
      assert.not_equal(before, nodes:key(WHOLE))
    end
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
    for _, radius in ipairs { -1, nan, inf, "4", true } do
      refuses("option 'marks': mark 1: radius >= 0 expected", { marks = { { 1, 1, radius = radius } } }, "marks")
    end
    local search = map:search(map:cell(1, 1))
    for _, current in ipairs { 7, "x", true, {}, { x = 1 }, { x = "1", y = 1 }, map, search, io.stdout } do
      refuses("option 'current': node or place expected", { search = search, current = current }, "states")
      local shown = picture.new(map, { search = search, current = current }, "it")
      raises("option 'current': node or place expected", function() return layer_of(shown, "states"):key(WHOLE) end)
    end
    refuses("option 'project': function expected, got number", { project = 7 }, "ground")
    for _, result in ipairs { { n = 0 }, { 1 }, { nan, 1 }, { 1, inf }, { "1", "2" } } do
      refuses("option 'project': it should give",
        { project = function() return result[1], result[2] end }, "ground")
    end
  end)

  it("take no search of another space", function()
    local g, plane = astar.graph(), astar.plane()
    local other = astar.grid { width = 9, height = 9 }
    local searches = { [g] = g:search(g:add(1, 1)), [plane] = plane:search(1, 1, 5, 5), [other] = other:search(other:cell(9, 9)) }
    searches[map] = map:search(map:cell(1, 1))
    for space in pairs(searches) do
      for from, search in pairs(searches) do
        local shown = picture.new(space, { search = search }, "it")
        local fine, got = pcall(function() layer_of(shown, "nodes"):paint(canvas.new(), WHOLE) end)
        assert.equal(from == space, fine)
        that(fine or got:find("^option 'search': a search of another %a+$"), got)
      end
    end
    local shown = picture.new(map, { search = searches[map] }, "it")
    painted(shown, "states")
    shown.asked.search = searches[other]
    raises("option 'search': a search of another grid", painted, shown, "states")
    searches[other]:close()
    assert.equal(0, #painted(shown, "states").calls)
  end)

  it("may paint another picture in the middle", function()
    local other = astar.grid { width = 9, height = 9 }
    local search, inner = map:search(map:cell(1, 1)), other:search(other:cell(1, 1))
    search:run()
    inner:step(20)
    local asked = { search = search, project = function(x, y) return x, y end }
    local expected = painted(picture.new(map, asked, "it"), "states").calls
    asked.project = function(x, y)
      painted(picture.new(other, { search = inner }, "it"), "states")
      return x, y
    end
    assert.same(expected, painted(picture.new(map, asked, "it"), "states").calls)
  end)

  it("keep no space alive", function()
    local weak = setmetatable({}, { __mode = "k" })
    do
      local g = astar.graph()
      local search = g:search(g:add(0, 0))
      search:run()
      painted(picture.new(g, { search = search }, "it"), "nodes")
      weak[g] = true
    end
    for _ = 1, 4 do collectgarbage() end
    assert.is_nil(next(weak))
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
