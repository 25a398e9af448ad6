-- A net of waypoints with heights: watch a search step by step, edit the net, and see a figure walk the route.
--
--   love examples/love/waypoints
--
-- `make love` puts the folder astar beside this file.

local loaded, message = pcall(require, "astar")
if not loaded then
  if not love.filesystem.getInfo("astar/init.lua") then
    message = "astar/init.lua is missing beside main.lua. Copy the folder astar there: from the archive for LÖVE, or "
      .. "build/love/astar, which `make love` makes."
  end
  function love.draw() love.graphics.printf(message, 40, 40, love.graphics.getWidth() - 80) end
  function love.keypressed(key) if key == "escape" then love.event.quit() end end
  return
end

local draw = require "astar.draw"
local theme = require "astar.theme"
local camera = require "camera"
local editor = require "editor"
local figure = require "figure"
local ground = require "ground"
local journey = require "journey"
local landscape = require "landscape"
local net = require "net"
local panel = require "panel"
local pointer = require "shared.pointer"
local projection = require "projection"
local screen = require "shared.screen"

-- Everything that the demo has, for the code that loads it.
local game = { projection = projection.new(ground), camera = camera.new() }

local ALL, SHORT, NAMES = { "name", "g", "h", "f" }, { "name", "f" }, { "name" }
local LABELS = { ALL, NAMES, false }
local SIZES = { "route_size", "end_size", "link_size" } -- that grow with the window

-- Begins with the net as it is at first. The unit and the mouse stay as they are.
local function reset()
  local unit, x, y
  if game.view then
    unit, x, y = game.journey.unit, game.editor.x, game.editor.y
    game.view:release()
  end
  game.map = net.make()
  game.journey = journey.new(game.map, unit or net.units[1])
  game.editor = editor.new {
    map = game.map, ground = ground, journey = game.journey, projection = game.projection, camera = game.camera,
    covered = function(at_x, at_y) return game.panel:covers(at_x, at_y) end, x = x or -1, y = y or -1,
  }
  game.view = draw(game.map, { project = game.projection.project, theme = {} })
end

-- Texts and nodes shrink with the picture, and there are fewer numbers where there is little room for them: in a small
-- window, and from the side.
local function fit_view()
  local view, unit = game.view, screen.scale
  local scale = game.camera.scale / unit
  local room = scale * (1 - 0.3 * game.projection.blend)
  view.theme.node_size = unit * math.max(4, math.min(7.5, scale * 0.3))
  view.theme.label_size = unit * (scale < 19 and 11 or scale < 60 and 12 or 14)
  for _, key in ipairs(SIZES) do view.theme[key] = unit * theme.default[key] end
  view.labels = LABELS[game.labels]
  if view.labels == ALL and room < 19 then view.labels = room < 11 and NAMES or SHORT end
end

function love.load()
  love.keyboard.setKeyRepeat(true)
  game.labels = 1
  game.landscape = landscape.new(ground)
  game.landscape:place(game.projection.project)
  game.panel = panel.new(theme.resolve(), net.units)
  love.graphics.setBackgroundColor(theme.colour(theme.default.background))
  reset()
end

---- Keys ----------------------------------------------------------------------------------------------------

local function shift_is_down()
  return love.keyboard.isDown("lshift", "rshift")
end

-- Keys that go on while they are held down.
local repeated = {
  n = function() game.journey:step() end,
  ["+"] = function() game.journey:change_speed(1) end,
  ["-"] = function() game.journey:change_speed(-1) end,
}

local pressed = {
  i = function() game.journey:initialise() end,
  w = function() game.journey:walk() end,
  space = function()
    if shift_is_down() then game.journey:finish() else game.journey:toggle_running() end
  end,
  e = function() game.journey:finish() end,
  v = function()
    game.editor:let_go()
    game.projection:toggle()
  end,
  l = function() game.labels = game.labels % #LABELS + 1 end,
  f = function() game.camera:release() end,
  h = function() game.panel.shown = not game.panel.shown end,
  k = function() game.editor:link_selected() end,
  f5 = reset,
  escape = function() love.event.quit() end,
}

-- Keys for the waypoint under the pointer.
local pointed = {
  s = function(node) game.journey:set_start(node) end,
  g = function(node) game.journey:set_goal(node) end,
  b = function(node) node.blocked = not node.blocked end,
  t = function(node) editor.change_terrain(node) end,
  x = function(node) game.editor:remove(node) end,
}

local also = {
  r = "i", tab = "v", f1 = "h", delete = "x", ["="] = "+", ["kp+"] = "+", ["kp-"] = "-",
  home = "f", ["kp1"] = "1", ["kp2"] = "2", ["kp3"] = "3",
}

function love.keypressed(key, _, is_repeat)
  key = also[key] or key
  if repeated[key] then return repeated[key]() end
  if is_repeat then return end
  local unit = net.units[tonumber(key)]
  if unit then
    game.journey:set_unit(unit)
  elseif pressed[key] then
    pressed[key]()
  elseif pointed[key] then
    if game.editor.hover then
      pointed[key](game.editor.hover)
    elseif #game.map == 0 then
      game.journey.note = journey.EMPTY
    else
      game.journey.note = ("Point at a waypoint, then press %s"):format(key:upper())
    end
  end
end

---- The mouse -----------------------------------------------------------------------------------------------

function love.mousepressed(x, y, button)
  game.editor:pressed(x, y, button)
end

function love.mousemoved(x, y, dx, dy)
  game.editor:moved(x, y, dx, dy)
end

function love.mousereleased(x, y, button)
  game.editor:released(x, y, button)
end

function love.wheelmoved(_, dy)
  local x, y = game.editor.x, game.editor.y
  if not game.panel:covers(x, y) then game.camera:zoom(1.15 ^ dy, x, y) end
end

---- Each frame ----------------------------------------------------------------------------------------------

function love.update(dt)
  local turned = game.projection:update(dt)
  if turned then
    game.landscape:place(game.projection.project)
    game.view.project = game.projection.project
  end
  local width, height = love.graphics.getDimensions()
  local at_once = turned or width ~= game.width or height ~= game.height
  game.width, game.height = width, height
  game.camera:fit(game.landscape.bounds, game.panel:room(), at_once and math.huge or dt)
  fit_view()
  game.editor:point()
  game.journey:update(dt)
  game.view.search, game.view.path = game.journey.search, game.journey.route
end

-- Poles under the waypoints that stand above the ground.
local function draw_poles()
  if game.projection.height == 0 then return end
  love.graphics.setLineWidth(2 * screen.scale)
  love.graphics.setColor(0.75, 0.70, 0.55, 0.8)
  for node in game.map:nodes() do
    local floor = ground.height(node.x, node.y)
    if node.z > floor + 0.05 then
      local x1, y1 = game.camera:to_screen(game.projection.project(node.x, node.y, node.z))
      local x2, y2 = game.camera:to_screen(game.projection.project(node.x, node.y, floor))
      love.graphics.line(x1, y1, x2, y2)
    end
  end
end

local function draw_figure()
  local walker, project = game.journey.walker, game.projection.project
  if not walker then return end
  local angle = walker.angle
  local x, y = game.camera:to_screen(project(walker.x, walker.y, walker.z))
  local to_x, to_y = game.camera:to_screen(project(walker.x + math.cos(angle), walker.y + math.sin(angle), walker.z))
  figure.draw(game.journey.unit, x, y, to_x - x, to_y - y)
end

local function describe_search()
  local search, unit = game.journey.search, game.journey.unit
  if not search then return "No search" end
  local text = ("%s: %s, %d expanded"):format(unit.name, search.status, search.expanded)
  if game.journey.running then text = ("%s, %d a second"):format(text, game.journey:speed()) end
  if game.journey.route then text = ("%s, cost %.1f"):format(text, game.journey.route.cost) end
  return text
end

local STATES = { none = "not touched", open = "open", closed = "closed", excluded = "refused" }

local function describe_node(node)
  if not node and #game.map == 0 then return "" end
  if not node then return "Point at a waypoint to see its terrain, height, g, h and f" end
  local parts = { editor.name_of(node), node.terrain, ("height %.1f"):format(node.z) }
  if node.blocked then parts[#parts + 1] = "blocked" end
  local search = game.journey.search
  if search then
    parts[#parts + 1] = STATES[search:state(node)]
    local g, h = search:cost(node), search:estimate(node)
    if g then parts[#parts + 1] = ("g %.1f + h %.1f = f %.1f"):format(g, h, g + h) end
  end
  return table.concat(parts, "   ")
end

function love.draw()
  -- Nothing of the map lies under a panel.
  love.graphics.setScissor(unpack(game.panel:room()))
  love.graphics.push()
  game.camera:apply()
  game.landscape:draw(game.camera.scale)
  love.graphics.pop()
  draw_poles()
  love.graphics.push()
  game.camera:apply()
  game.view:draw()
  love.graphics.pop()
  draw_figure()
  game.editor:draw(2 * game.view.theme.node_size)
  love.graphics.setScissor()
  love.graphics.push()
  screen.apply()
  if game.panel.shown then game.panel:draw_help(game.journey.unit) end
  game.panel:draw_status(describe_search(), game.journey.note, describe_node(game.editor.hover))
  love.graphics.pop()
end

pointer.install { pan = function(dx, dy) game.camera:pan(dx, dy) end, zooms = true }

return game
