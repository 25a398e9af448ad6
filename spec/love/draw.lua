-- Plays astar.draw: every kind of space is drawn, and the pixels must be what the space, its search and the theme say.
-- At last it measures how long 50,000 cells take.

local astar = require "astar"
local draw = require "astar.draw"
local theme = require "astar.theme"

local BACK = { 0.25, 0, 0.25 }
local colours = theme.resolve(nil)
local LAYOUTS = { "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }

---- Looking at pixels -----------------------------------------------------------------------------------------

local function near(image, x, y, colour, tolerance)
  x, y = math.floor(x), math.floor(y)
  if x < 0 or y < 0 or x >= image:getWidth() or y >= image:getHeight() then return false end
  local r, g, b = image:getPixel(x, y)
  tolerance = tolerance or 1.5 / 255
  return math.max(math.abs(r - colour[1]), math.abs(g - colour[2]), math.abs(b - colour[3])) <= tolerance
end

-- How many pixels are not the background, outside of a box.
local function spilled(image, x1, y1, x2, y2)
  local count = 0
  for y = 0, image:getHeight() - 1 do
    for x = 0, image:getWidth() - 1 do
      if (x < x1 or x > x2 or y < y1 or y > y2) and not near(image, x, y, BACK) then count = count + 1 end
    end
  end
  return count
end

-- A picture of the view under a love Transform.
local function shoot(play, name, view, camera)
  play:draw(function()
    love.graphics.clear(BACK)
    love.graphics.push()
    love.graphics.applyTransform(camera)
    view:draw()
    love.graphics.pop()
  end)
  return play:screenshot(name)
end

local function fitted(view, x, y, w, h)
  local scale, dx, dy = view:fit(x, y, w, h)
  return love.math.newTransform(dx, dy, 0, scale, scale)
end

---- Grids -----------------------------------------------------------------------------------------------------

local function island(layout)
  local map = astar.grid { width = 9, height = 7, layout = layout, cell = 10, origin = { 100, -50 } }
  map:fill(6, 2, 3, 3, "forest")
  map:fill(1, 6, 4, 2, "water")
  for row = 1, 5 do map:block(5, row) end
  map:wall(map:cell(2, 2), map:cell(3, 2))
  return map
end

-- Whether each cell but the ends shows what it is, a little beside its middle (where a cross may be): its state, or its terrain.
local function cells_shown(map, search, image, camera)
  local wrong = 0
  local current = search and search.status ~= "found" and search.current
  for col, row, terrain, blocked in map:tiles() do
    local cell = map:cell(col, row)
    local state = search and search:state(cell) or "none"
    local colour = state == "none" and colours:of_terrain(terrain, blocked) or colours[state]
    if current == cell then colour = colours.current end
    local x, y = camera:transformPoint(cell.x, cell.y)
    if search == nil or cell ~= search.start and cell ~= search.goal then
      local dx, dy = 3, 4
      if state == "excluded" then dx, dy = 10, 0 end
      if not near(image, x + dx, y + dy, colour) then wrong = wrong + 1 end
    end
  end
  return wrong
end

local function grids(play)
  for _, layout in ipairs(LAYOUTS) do
    local map = island(layout)
    local search = map:search(map:cell(1, 1), map:cell(9, 7))
    search:step(12)
    local view = draw(map, { search = search })
    local camera = fitted(view, 40, 40, 900, 600)
    local image = shoot(play, "grid-" .. layout, view, camera)
    play:check(cells_shown(map, search, image, camera) == 0, layout .. ": every cell shows its state or terrain")
    local x1, y1, x2, y2 = view:bounds()
    x1, y1 = camera:transformPoint(x1, y1)
    x2, y2 = camera:transformPoint(x2, y2)
    play:check(x1 >= 39 and y1 >= 39 and x2 <= 941 and y2 <= 641, layout .. ": it fits")
    play:check(math.max(x2 - x1 - 900, y2 - y1 - 600) > -2, layout .. ": it fills")
    play:check(spilled(image, x1 - 3, y1 - 3, x2 + 3, y2 + 3) == 0, layout .. ": nothing is drawn beside the map")
    play:check(play:count(image, colours.wall) > 20, layout .. ": the wall is there")
    local starts, goals = play:count(image, colours.start), play:count(image, colours.goal)
    play:check(starts > 25 and goals > 25, layout .. ": both ends are there")
  end
end

local function changes(play)
  local map = island("odd-q")
  local search = map:search(map:cell(1, 1), map:cell(9, 7))
  search:step(3)
  local own = {}
  local view = draw(map, { search = search, theme = own })
  local camera = fitted(view)
  local before = shoot(play, "before", view, camera)

  search:step(9)
  local image = shoot(play, "stepped", view, camera)
  play:check(play:differ(before, image) > 100, "a step is seen")
  play:check(cells_shown(map, search, image, camera) == 0, "the states are those after the step")

  map:set(9, 1, "lava")
  image = shoot(play, "edited", view, camera)
  local x, y = camera:transformPoint(map:cell(9, 1).x, map:cell(9, 1).y)
  play:check(near(image, x, y, colours:of_terrain("lava")), "new terrain is seen at once")

  own.open = "#00ff00"
  image = shoot(play, "theme", view, camera)
  local new, old = play:count(image, "#00ff00"), play:count(image, colours.open)
  play:check(new > 100 and old == 0, "the theme may be changed in place")
  own.open = nil

  view.search = nil
  image = shoot(play, "without", view, camera)
  play:check(cells_shown(map, nil, image, camera) == 0, "options may be taken away")
  view.path = map:path(map:cell(1, 1), map:cell(9, 1))
  image = shoot(play, "route", view, camera)
  play:check(play:count(image, colours.route) > 500, "and be given")
end

-- Another search that looks at as many nodes is still another one.
local function mirrors(play)
  local map = astar.grid { width = 9, height = 9 }
  local search = map:search(map:cell(1, 1), map:cell(9, 1))
  search:run()
  local view = draw(map, { search = search })
  local camera = fitted(view)
  shoot(play, "across", view, camera)
  local expanded = search.expanded
  search:restart(map:cell(1, 1), map:cell(1, 9))
  search:run()
  local image = shoot(play, "down", view, camera)
  play:check(search.expanded == expanded and cells_shown(map, search, image, camera) == 0, "a new goal shows")
  map:block(1, 5)
  search:restart()
  search:step(3)
  image = shoot(play, "blocked", view, camera)
  play:check(cells_shown(map, search, image, camera) == 0, "and a new start after an edit")
end

local function cameras(play)
  local map = astar.grid { width = 200, height = 200 }
  local shades = { "field", "forest", "water", "sand", "snow" }
  for i = 1, 200 do
    for k = 1, 200 do map:set(i, k, shades[(i * 7 + k * 3 + i * k) % 5 + 1]) end
  end
  local view = draw(map)
  local cases = {
    { 100, 100, 0, 30, 30 }, { -600, -2000, 0, 30, 30 }, { -640, -2100, 0, 30, 30 }, { -5600, -5500, 0, 30, 30 },
    { 500, 300, 0.7, 40, 40 }, { 500, 300, 2.5, 24, -24 }, { 0, 0, 0, 60, 20 }, { 1000, -100, 1.3, 21, 55 },
    { 10, 10, 0, 3.5, 3.5 }, { -3000, -2500, 0, 100, 100 },
  }
  for i, case in ipairs(cases) do
    local camera = love.math.newTransform(unpack(case))
    local image = shoot(play, "camera-" .. i, view, camera)
    local seen, wrong = 0, 0
    for col, row, terrain in map:tiles() do
      local x, y = camera:transformPoint(col - 0.5, row - 0.5)
      if x > 1 and y > 1 and x < image:getWidth() - 1 and y < image:getHeight() - 1 then
        seen = seen + 1
        if not near(image, x, y, colours:of_terrain(terrain)) then wrong = wrong + 1 end
      end
    end
    play:check(seen > 50 and wrong == 0, ("camera %d: %d of %d cells are wrong"):format(i, wrong, seen))
  end

  -- A camera that shows nothing, or is none.
  local before = shoot(play, "away", view, love.math.newTransform(5000, 5000, 0, 10, 10))
  play:check(spilled(before, 0, 0, -1, -1) == 0, "what is beside the screen is not drawn on it")
  for _, scale in ipairs { 0, 1e-30, 1e30, 0 / 0, math.huge } do
    shoot(play, "none", view, love.math.newTransform(0, 0, 0, scale, scale))
  end
  play:check(true, "no camera makes it raise")
end

local function canvases(play)
  local map = island("square")
  local view = draw(map)
  local canvas = love.graphics.newCanvas(300, 200)
  local camera = fitted(view, 0, 0, 300, 200)
  play:draw(function()
    love.graphics.clear(BACK)
    love.graphics.setCanvas(canvas)
    love.graphics.clear(BACK)
    love.graphics.push()
    love.graphics.applyTransform(camera)
    view:draw()
    love.graphics.pop()
    love.graphics.setCanvas()
    love.graphics.draw(canvas, 500, 400)
  end)
  local image = play:screenshot("canvas")
  local shown = love.math.newTransform(500, 400):apply(camera)
  play:check(cells_shown(map, nil, image, shown) == 0, "on a canvas")

  local depth = love.graphics.newCanvas(300, 200, { format = "depth16" })
  play:draw(function()
    love.graphics.setCanvas { canvas, depthstencil = depth }
    view:draw()
    love.graphics.setCanvas()
  end)
  play:frames(1)
  play:check(true, "on a canvas with a depth buffer")

  camera = fitted(view)
  play:draw(function()
    love.graphics.clear(BACK)
    love.graphics.setScissor(300, 200, 100, 100)
    love.graphics.applyTransform(camera)
    view:draw()
    love.graphics.setScissor()
  end)
  image = play:screenshot("scissor")
  play:check(spilled(image, 300, 200, 399, 299) == 0 and not near(image, 350, 250, BACK), "in a scissor")
  image = shoot(play, "whole", view, camera)
  play:check(cells_shown(map, nil, image, camera) == 0, "and after it all of it")
end

---- Graphs and planes -----------------------------------------------------------------------------------------

local function graphs(play)
  local g = astar.graph()
  for i = 0, 4 do
    for k = 0, 2 do g:add(i * 100, k * 100, i % 2 * 20, { name = ("n%d%d"):format(i, k) }) end
  end
  for i = 0, 4 do
    for k = 0, 2 do
      if i < 4 then g:link(("n%d%d"):format(i, k), ("n%d%d"):format(i + 1, k)) end
      if k < 2 then g:link(("n%d%d"):format(i, k), ("n%d%d"):format(i, k + 1)) end
    end
  end
  g:node("n21").blocked = true
  local search = g:search("n00", "n42")
  search:step(4)
  local view = draw(g, { search = search })
  local camera = fitted(view, 60, 60, 880, 560)
  local image = shoot(play, "graph", view, camera)
  local wrong = 0
  for node in g:nodes() do
    local colour = colours[search:state(node)]
    if node == search.current then colour = colours.current end
    if node.blocked then colour = colours.blocked end
    local x, y = camera:transformPoint(node.x, node.y)
    -- Not in the middle, where a cross may be.
    if node ~= search.start and node ~= search.goal and not near(image, x, y + 4, colour) then wrong = wrong + 1 end
  end
  play:check(wrong == 0, "every waypoint shows its state")
  local x, y = camera:transformPoint(350, 0)
  play:check(near(image, x, y, colours.link, 0.25), "a link that was not reached")

  local plain = play:count(image, colours.text, 0.1)
  view.labels = true
  image = shoot(play, "labels", view, camera)
  play:check(play:count(image, colours.text, 0.1) > plain + 300, "labels are there")
  local turned = love.math.newTransform(512, 360, 0.4, 1.5, 1.5):translate(-200, -100)
  local turned_image = shoot(play, "turned", view, turned)
  x, y = turned:transformPoint(200, 0)
  local letters = play:count(turned_image, colours.text, 0.1, x - 90, y - 60, 180, 120)
  play:check(letters > 30, "labels stand beside their waypoints, under a camera that is turned too")

  g:node("n30").name = "caf\195\169"
  g:node("n31").name = "\255\254\0 not UTF-8"
  g:node("n32").name = "\237\160\128 half of a pair"
  shoot(play, "names", view, camera)
  play:check(true, "a name may be any text")

  view.path = g:path("n00", "n40")
  image = shoot(play, "path", view, camera)
  x, y = camera:transformPoint(50, 0)
  play:check(near(image, x, y, colours.route), "the route")
  view.project = function(px, _, pz) return px, -3 * pz end
  local flat = fitted(view, 60, 60, 880, 560)
  image = shoot(play, "side", view, flat)
  x, y = flat:transformPoint(50, -30)
  play:check(near(image, x, y, colours.route), "from the side")

  -- Where all of a space is seen, labels do not leave the window, or the scissor: they lie on the other side then.
  local net = astar.graph()
  net:add(0, 0, { name = "a name that is long" })
  net:add(-100, -100)
  net:add(-100, 100)
  view = draw(net, { labels = { "name" } })
  for _, edge in ipairs { 1024, 700 } do
    play:draw(function()
      love.graphics.clear(BACK)
      love.graphics.setScissor(0, 0, edge, 720)
      love.graphics.push()
      love.graphics.translate(edge - 20, 360)
      love.graphics.scale(3)
      view:draw()
      love.graphics.pop()
      love.graphics.setScissor()
    end)
    image = play:screenshot("edge" .. edge)
    play:check(play:count(image, colours.text, 0.1, edge - 20 - 160, 340, 150, 40) > 60, "a label lies inside")
  end

  -- Sizes are pixels in both directions, whatever the camera does.
  local one = astar.graph()
  one:add(0, 0)
  one:add(10, 0)
  view = draw(one, { theme = { node_size = 40, none = "#00ff00", casing = "#00ff00" } })
  image = shoot(play, "round", view, love.math.newTransform(300, 300, 0.5, 90, 30))
  local x1, y1, x2, y2 = 1e9, 1e9, 0, 0
  for py = 200, 400 do
    for px = 200, 400 do
      if near(image, px, py, { 0, 1, 0 }, 0.3) then
        x1, y1, x2, y2 = math.min(x1, px), math.min(y1, py), math.max(x2, px), math.max(y2, py)
      end
    end
  end
  play:check(x2 > x1 and math.abs(x2 - x1 - y2 + y1) <= 2, "discs are round under a camera that is not")
  play:check(math.abs(x1 + x2 - 600) <= 3 and math.abs(y1 + y2 - 600) <= 3, "and lie where they should")
end

local function planes(play)
  local plane = astar.plane { bounds = { 0, 0, 400, 300 } }
  plane:polygon { 100, 50, 200, 50, 200, 250, 150, 150, 100, 250 } -- with a notch from below
  plane:box(300, 200, 40, 120, 0.4)
  local search = plane:search(20, 150, 380, 200)
  search:run()
  local view = draw(plane, { search = search, rays = true, path = search:path() })
  local camera = fitted(view, 60, 60, 880, 560)
  local image = shoot(play, "plane", view, camera)
  local function at(x, y, colour, tolerance)
    x, y = camera:transformPoint(x, y)
    return near(image, x, y, colour, tolerance)
  end
  play:check(at(120, 100, colours.obstacle) and at(300, 200, colours.obstacle), "obstacles")
  play:check(at(10, 290, colours.ground) and at(390, 10, colours.ground), "the ground")
  play:check(at(150, 245, colours.ground), "an outline may be concave")
  play:check(play:count(image, colours.route) > 800, "the route")
  play:check(play:count(image, colours.ray, 0.2) + play:count(image, colours.ray_hit, 0.2) > 300, "rays")
  play:check(spilled(image, 58, 58, 942, 622) == 0, "nothing beside it")

  view.marks = {
    { x = 200, y = 20, colour = { 0, 1, 1 }, radius = 15 },
    { x = 260, y = 20, colour = "#0000ff", label = "W", radius = 20 },
  }
  image = shoot(play, "marks", view, camera)
  play:check(at(200, 20, { 0, 1, 1 }) and play:count(image, "#0000ff") > 600, "marks")
end

---- Many units ------------------------------------------------------------------------------------------------

-- In every layout: an arrow in each cell that is free and no goal, the rim of what is in reach, shades that follow their layer.
local function many(play)
  for _, layout in ipairs(LAYOUTS) do
    local map = island(layout)
    local danger = map:layer "danger"
    danger:set(1, 1, 4)
    local goal = map:cell(8, 4)
    local flow = map:flow({ goal }, { layers = { danger = 1 } })
    local view = draw(map, { flow = flow })
    local camera = fitted(view, 40, 40, 900, 600)
    local image = shoot(play, "flow-" .. layout, view, camera)
    local wrong = 0
    for cell in map:nodes() do
      local arrow = not cell.blocked and cell ~= goal
      local x, y = camera:transformPoint(cell.x, cell.y)
      if near(image, x, y, colours.flow, 0.05) ~= arrow then wrong = wrong + 1 end
    end
    play:check(wrong == 0, ("%s: arrows of a flow: not in %d cells"):format(layout, wrong))
    play:check(play:differ(image, shoot(play, nil, view, camera)) == 0, layout .. ": and again")

    view = draw(map, { shades = { danger } })
    local function shaded(cell)
      local x, y = camera:transformPoint(cell.x, cell.y)
      return not near(shoot(play, nil, view, camera), x, y, colours:of_terrain(cell.terrain))
    end
    play:check(shaded(map:cell(1, 1)) and not shaded(map:cell(2, 1)), layout .. ": a layer is shown as shades")
    danger:clear()
    danger:set(2, 1, 1)
    play:check(shaded(map:cell(2, 1)) and not shaded(map:cell(1, 1)), layout .. ": its values are seen at once")

    local _, step = map:path(map:cell(1, 1), map:cell(2, 1))
    local range = map:reach(map:cell(2, 4), nil, { moves = 2 * step, max_turns = 2 })
    view = draw(map, { range = range, flow = flow, shades = { danger }, places = { goal, map:cell(9, 4) }, legend = true })
    image = shoot(play, "many-" .. layout, view, fitted(view, 40, 40, 900, 600))
    local near_rim, far_rim = { unpack(colours.range, 1, 3) }, { unpack(colours.range_far, 1, 3) }
    play:check(play:count(image, near_rim, 0.02) > 300 and play:count(image, far_rim, 0.02) > 300, layout .. ": the rims of two turns")
    play:check(play:count(image, colours.spot, 0.02) > 60, layout .. ": places")
  end
end

---- Routes, legends ------------------------------------------------------------------------------------------

-- Two routes that share their way are both to be seen, at every scale; and the legend covers nothing.
local function routes(play)
  local map = astar.grid { width = 12, height = 6, cell = 10 }
  map:fill(4, 1, 3, 3, "forest")
  map:unit("man", { forest = 1 })
  map:unit("horse", { forest = 9 })
  local from, to = map:cell(1, 2), map:cell(12, 2)
  local view = draw(map, { paths = {
    { path = map:path(from, to, "man"), colour = "#ff0000", name = "man" },
    { path = map:path(from, to, "man"), colour = "#00ff00", name = "the same" },
    { path = map:path(from, to, "horse"), colour = "#0000ff", name = "horse & <rider>" },
  } })
  for _, width in ipairs { 900, 300, 120 } do
    local camera = fitted(view, 40, 40, width, width / 2)
    local image = shoot(play, "lanes-" .. width, view, camera)
    local red, green, blue = play:count(image, "#ff0000"), play:count(image, "#00ff00"), play:count(image, "#0000ff")
    play:check(math.min(red, green, blue) > width / 2, ("side by side, %d wide: %d, %d, %d"):format(width, red, green, blue))
    play:check(math.abs(red - green) < 0.35 * red, "as much is seen of both")
  end

  view.legend = true
  local x, y, w, h = 40, 40, 700, 420
  local camera = fitted(view, x, y, w, h)
  local image = shoot(play, "legend", view, camera)
  local x1, y1, x2, y2 = view:bounds()
  x1, y1 = camera:transformPoint(x1, y1)
  x2, y2 = camera:transformPoint(x2, y2)
  play:check(spilled(image, x1 - 5, y1 - 5, x2 + 5, y2 + 5) > 300, "the legend lies beside the map")
  play:check(spilled(image, x - 5, y - 5, x + w + 5, y + h + 5) == 0, "and within the rectangle that it was fitted into")
  view.legend = nil
  local plain = shoot(play, "without-legend", view, camera)
  local differ = 0
  for py = math.ceil(y1), math.floor(y2) - 1, 2 do
    for px = math.ceil(x1), math.floor(x2) - 1, 2 do
      local r, g, b = image:getPixel(px, py)
      if not near(plain, px, py, { r, g, b }) then differ = differ + 1 end
    end
  end
  play:check(differ == 0, "it covers nothing of the map: " .. differ)
  local high = astar.grid { width = 3, height = 20 }
  high:set(1, 1, "sea")
  view = draw(high, { legend = true })
  camera = fitted(view, x, y, w, h)
  image = shoot(play, "legend-beside", view, camera)
  play:check(spilled(image, x - 5, y - 5, x + w + 5, y + h + 5) == 0, "one beside a high map fits too")
end

-- What is blocked and what a search refused differ in a grey print: by how light they are.
local function bars(play)
  local map = astar.grid { width = 3, height = 1, cell = 10 }
  map:block(2, 1)
  local search = map:search(map:cell(1, 1))
  local view = draw(map)
  local camera = fitted(view)
  local function shades(name)
    local image = shoot(play, name, view, camera)
    local x, y = camera:transformPoint(15, 5)
    local light = {}
    for dx = -40, 40 do
      local r, g, b = image:getPixel(x + dx, y + 30)
      light[#light + 1] = 0.3 * r + 0.59 * g + 0.11 * b
    end
    return math.min(unpack(light)), math.max(unpack(light))
  end
  local dark, light = shades("blocked")
  play:check(light < 0.25 and light - dark < 0.02, "blocked is dark all over")
  search:run()
  view.search = search
  dark, light = shades("excluded")
  play:check(dark > 0.25 and light > 0.8, "excluded has a light cross")
end

---- What a game relies on ------------------------------------------------------------------------------------

local function manners(play)
  local map = island("square")
  local search = map:search(map:cell(1, 1), map:cell(9, 7))
  local view = draw(map, { search = search, labels = true })
  local font = love.graphics.newFont(20)
  local shader = love.graphics.newShader("vec4 effect(vec4 c, Image t, vec2 u, vec2 p) { return vec4(1.0); }")
  local kept
  local camera = fitted(view)
  play:draw(function()
    love.graphics.clear(BACK)
    love.graphics.applyTransform(camera)
    love.graphics.setColor(0.1, 0.2, 0.3, 0.4)
    love.graphics.setFont(font)
    love.graphics.setShader(shader)
    love.graphics.setLineWidth(7)
    love.graphics.setBlendMode("add", "premultiplied")
    local x, y = love.graphics.transformPoint(3, 4)
    view:draw()
    local r, g, b, a = love.graphics.getColor()
    local mode, alpha = love.graphics.getBlendMode()
    local x2, y2 = love.graphics.transformPoint(3, 4)
    kept = math.abs(r - 0.1) + math.abs(g - 0.2) + math.abs(b - 0.3) + math.abs(a - 0.4) < 1e-6
      and mode == "add" and alpha == "premultiplied" and love.graphics.getFont() == font
      and love.graphics.getShader() == shader and love.graphics.getLineWidth() == 7 and x == x2 and y == y2
    love.graphics.reset()
  end)
  local image = play:screenshot("manners")
  play:check(kept, "the state of love.graphics is what it was")
  play:check(cells_shown(map, nil, image, camera) <= 1, "and does not change what is drawn")

  view:release()
  image = shoot(play, "released", view, camera)
  play:check(cells_shown(map, nil, image, camera) <= 1, "a view that was released can be drawn again")

  love.window.setMode(800, 600, { resizable = true })
  camera = fitted(view)
  image = shoot(play, "resized", view, camera)
  play:check(image:getWidth() == 800 and cells_shown(map, nil, image, camera) <= 1, "in a window of another size")
  love.window.setMode(1024, 720, { resizable = true })

  search:close()
  shoot(play, "closed", view, camera)
  play:check(true, "a search that was closed is not shown")
end

local function errors(play)
  local map = island("square")
  local function refused(part, f, ...)
    local fine, message = pcall(f, ...)
    play:check(not fine and tostring(message):find(part, 1, true), ("%q: %s"):format(part, tostring(message)))
  end
  refused("unknown option 'serach'", draw, map, { serach = 1 })
  refused("a view has no field 'pth'", function() draw(map).pth = 1 end)
  refused("graph, grid or plane expected, got nil", draw)
  refused("graph, grid or plane expected, got search", draw, map:search(map:cell(1, 1)))
  refused("bad argument #2 to 'draw' (table expected, got number)", draw, map, 1)
  refused("calling 'draw' on bad self (view expected, got nil)", draw(map).draw)
  refused("bad argument #3 to 'fit' (finite number expected, got string)", function() draw(map):fit(0, 0, "w") end)
  refused("bad argument #1 to 'fit'", function() draw(map):fit(0 / 0) end)
  local bad = { search = 1, labels = "g", path = {}, theme = { opne = "#ffffff" }, marks = { { x = 1 } } }
  for option, value in pairs(bad) do
    local view = draw(map)
    view[option] = value
    refused(option, view.draw, view)
    view[option] = nil
    view:draw()
  end
end

-- Plain tables must give the same picture as memory written by FFI.
local function without_ffi(play)
  local names = { "ffi", "astar.picture.love_canvas", "astar.draw" }
  local loaded, preload = {}, package.preload.ffi
  for _, name in ipairs(names) do loaded[name], package.loaded[name] = package.loaded[name], nil end
  package.preload.ffi = function() error("there is no ffi") end
  local plain = require "astar.draw"
  package.preload.ffi = preload
  for _, name in ipairs(names) do package.loaded[name] = loaded[name] end

  local map = island("odd-r")
  local search = map:search(map:cell(1, 1), map:cell(9, 7))
  search:step(20)
  local options = { search = search, tree = true, labels = true, path = map:path(map:cell(1, 1), map:cell(9, 7)) }
  local images = {}
  for i, with in ipairs { draw, plain } do
    local view = with(map, options)
    local camera = fitted(view)
    view:draw()
    images[i] = shoot(play, "ffi-" .. i, view, camera)
  end
  play:check(play:differ(images[1], images[2], 1.1 / 255) == 0, "without ffi the picture is the same")
end

-- A view that has been through a lot must show what a new one shows.
local function memory(play)
  local random = love.math.newRandomGenerator(5)
  local canvas = love.graphics.newCanvas(256, 192)
  local function see(view, camera)
    love.graphics.push("all")
    love.graphics.reset()
    love.graphics.setCanvas(canvas)
    love.graphics.clear(BACK)
    love.graphics.applyTransform(camera)
    view:draw()
    love.graphics.pop()
    return canvas:newImageData()
  end

  local map = astar.grid { width = 60, height = 50, layout = "even-r" }
  local search = map:search(map:cell(1, 1), map:cell(60, 50))
  local own = {}
  local options = { search = search, theme = own }
  local view = draw(map, options)
  local x, y, angle, scale = 0, 0, 0, 8
  local shades = { "field", "water", "sand", "snow" }
  local deeds = {
    function() x, y = x + random:random(-60, 60), y + random:random(-60, 60) end,
    function() x, y = x + random:random(-3, 3), y + random:random(-3, 3) end,
    function() scale = math.max(2, math.min(60, scale * (0.5 + 1.2 * random:random()))) end,
    function() angle = random:random(2) == 1 and 0 or random:random() * 6 end,
    function() map:fill(random:random(60), random:random(50), 6, 6, shades[random:random(4)]) end,
    function() map:block(random:random(60), random:random(50), random:random(2) == 1) end,
    function() if search.status == "searching" then search:step(random:random(200)) end end,
    function()
      local start, goal = map:cell(random:random(60), random:random(50)), map:cell(random:random(60), random:random(50))
      search:restart(start, goal)
    end,
    function() search:restart(nil, map:cell(random:random(60), random:random(50))) search:run() end,
    function() own.open = random:random(2) == 1 and "#ff8800" or nil end,
    function() own.route_size = random:random(2, 9) end,
    function() options.path = search:path(search:closest() or search.start) end,
    function() options.path = nil end,
    function() options.tree = not options.tree end,
    function() options.marks = { { x = random:random(40), y = random:random(40), radius = random:random(30) } } end,
  }
  local wrong = 0
  for _ = 1, 150 do
    for _ = 1, random:random(2) do deeds[random:random(#deeds)]() end
    for _, name in ipairs { "path", "tree", "marks" } do view[name] = options[name] end
    local camera = love.math.newTransform(128 + x, 96 + y, angle, scale, scale, 30, 22)
    -- Twice, so that what changes all the time does not escape.
    see(view, camera)
    local shown, fresh = see(view, camera), draw(map, options)
    local expected = see(fresh, camera)
    if play:differ(shown, expected, 0.12) > 3 then wrong = wrong + 1 end
    fresh:release()
  end
  play:check(wrong == 0, ("a view shows what a new one does: not in %d of 150"):format(wrong))
end

---- Speed ----------------------------------------------------------------------------------------------------

-- The time that this thread has worked, where it can be had: what else the machine does is not to count.
local clock = love.timer.getTime
if jit.os == "Linux" then
  local ffi = require "ffi"
  ffi.cdef "struct spec_time { long seconds, nanoseconds; }; int clock_gettime(int id, struct spec_time *);"
  local time, THREAD_CPUTIME = ffi.new("struct spec_time"), 3
  clock = function()
    ffi.C.clock_gettime(THREAD_CPUTIME, time)
    return tonumber(time.seconds) + tonumber(time.nanoseconds) * 1e-9
  end
end

local WIDTH, HEIGHT = 250, 200
local FRAMES = 20

local function share_of(list, share)
  table.sort(list)
  return list[math.max(1, math.ceil(#list * share))] * 1000
end

-- Draws FRAMES frames; prints how long view:draw() takes, without what the driver does in love.graphics.draw (under a
-- software OpenGL that is the rasterising), and with it.
local function measure(play, name, view, step, camera)
  local real = love.graphics.draw
  local in_driver = 0
  local lua, all = {}, {}
  play:draw(function()
    love.graphics.clear(BACK)
    step()
    love.graphics.applyTransform(camera())
    in_driver = 0
    local began = clock()
    view:draw()
    local took = clock() - began
    lua[#lua + 1], all[#all + 1] = took - in_driver, took
  end)
  play:frames(4)
  lua, all = {}, {}
  love.graphics.draw = function(...)
    local began = clock()
    real(...)
    in_driver = in_driver + clock() - began
  end
  local began = love.timer.getTime()
  play:frames(FRAMES)
  local seconds = love.timer.getTime() - began
  love.graphics.draw = real
  local median = share_of(lua, 0.5)
  print(("%-26s draw: median %5.2f ms, 99 %% %5.2f ms; with the driver %5.2f, %5.2f; %2.0f frames/s"):format(
    name, median, share_of(lua, 0.99), share_of(all, 0.5), share_of(all, 0.99), FRAMES / seconds))
  return median
end

local function speed(play)
  for _, layout in ipairs { "square", "odd-r" } do
    local map = astar.grid { width = WIDTH, height = HEIGHT, layout = layout }
    local shades = { "field", "forest", "water", "sand" }
    local random = love.math.newRandomGenerator(11)
    for _ = 1, 400 do
      local col, row = random:random(WIDTH), random:random(HEIGHT)
      map:fill(col, row, random:random(12), random:random(12), shades[random:random(4)])
    end
    local search = map:search(map:cell(WIDTH / 2, HEIGHT / 2))
    search:step(25000)
    local view = draw(map, { search = search })
    local scale, dx, dy = view:fit()
    local function whole() return love.math.newTransform(dx, dy, 0, scale, scale) end

    local still = measure(play, layout .. ", still", view, function() end, whole)
    play:check(still < 2, layout .. ": what does not change costs next to nothing")
    local stepping = measure(play, layout .. ", search steps", view, function() search:step(200) end, whole)
    play:check(stepping < 32, layout .. ": a search that steps")
    local painting = measure(play, layout .. ", terrain painted", view, function()
      map:fill(random:random(WIDTH), random:random(HEIGHT), 4, 4, shades[random:random(4)])
    end, whole)
    play:check(painting < 32, layout .. ": terrain that changes")
    local frame = 0
    local moving = measure(play, layout .. ", panned and zoomed", view, function() frame = frame + 1 end, function()
      local zoom = scale * (1.6 + 1.5 * math.sin(frame / 8))
      return love.math.newTransform(dx - frame * 15 % 700, dy + 200 * math.sin(frame / 10), 0, zoom, zoom)
    end)
    play:check(moving < 16, layout .. ": a camera that moves")

    local danger = map:layer "danger"
    danger:fill(20, 20, 120, 90, 3)
    local middle = map:cell(WIDTH / 2, HEIGHT / 2)
    view = draw(map, { flow = map:flow(middle), shades = { danger }, range = map:reach(middle, nil, { moves = 10, max_turns = 8 }) })
    still = measure(play, layout .. ", many units, still", view, function() end, whole)
    play:check(still < 2, layout .. ": a flow, shades and a range that stay as they are")
    measure(play, layout .. ", many units, edited", view, function() danger:add(random:random(WIDTH), random:random(HEIGHT), 1) end, whole)
  end
end

return function(play)
  grids(play)
  changes(play)
  mirrors(play)
  cameras(play)
  canvases(play)
  graphs(play)
  planes(play)
  many(play)
  routes(play)
  bars(play)
  manners(play)
  errors(play)
  without_ffi(play)
  memory(play)
  speed(play)
end
