-- Crowd: a thousand soldiers who never walk into each other: through a gate, over a bridge, and through a second army.
-- This file has the mouse and the keys.
--
--   love examples/love/crowd
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

local game = require "game"
local hand = require "hand"
local panel = require "panel"
local pointer = require "shared.pointer"
local scenes = require "scenes"
local view = require "view"

local SMOOTHED = 0.05 -- how much a frame changes the time shown
local WHEEL = 1.15

local began -- when this frame's update began

function love.load()
  game.begin(1)
  view.load(game.world.place)
  panel.update(game)
end

function love.update(dt)
  began = love.timer.getTime()
  panel.update(game)
  local x, y = pointer.position()
  local wx, wy
  if not panel.at(x, y) then wx, wy = game.camera:to_world(x, y) end
  game.update(dt, view.step, wx, wy)
  view.update(game, dt)
end

function love.draw()
  view.draw(game)
  hand.draw()
  panel.draw(game)
  if began then game.frame_time = game.frame_time + SMOOTHED * (love.timer.getTime() - began - game.frame_time) end
end

---- The keys ----------------------------------------------------------------------------------------------

local function toggle(field)
  return function() game[field] = not game[field] end
end

local function toggle_avoidance() game.set_avoidance(not game.avoids) end

local function toggle_gate() game.world:toggle_door(game.world.doors.list[1]) end

local keys = {
  escape = function()
    if game.shows_help then
      game.shows_help = false
    elseif #game.selected > 0 then
      game.deselect()
    else
      love.event.quit()
    end
  end,
  space = toggle "paused",
  tab = game.next_speed,
  a = toggle_avoidance,
  d = toggle_gate,
  f = game.next_formation,
  n = game.next_scene,
  w = toggle "shows_wishes",
  c = function() game.camera:show(game.world.scene.area) end,
  r = game.again,
  h = toggle "shows_help",
}
keys.f1 = keys.h
for number = 1, #scenes do
  keys[tostring(number)] = function() game.begin(number) end
  keys["kp" .. number] = keys[tostring(number)]
end

function love.keypressed(key)
  local action = keys[key]
  if action then action() end
end

---- The mouse ---------------------------------------------------------------------------------------------

local clicks = {
  scene = game.begin,
  avoid = toggle_avoidance,
  doors = toggle_gate,
  pause = keys.space,
  speed = game.next_speed,
  help = keys.h,
  panel = function() end,
}

function love.mousepressed(x, y, button)
  local what, which = panel.at(x, y)
  if what then
    if button == 1 then clicks[what](which) end
  elseif game.shows_help then
    game.shows_help = false
  else
    hand.press(x, y, button)
  end
end

function love.mousemoved(_, _, dx, dy)
  hand.move(game, dx, dy)
end

function love.mousereleased(x, y, button)
  hand.release(game, x, y, button)
end

function love.wheelmoved(_, dy)
  local x, y = pointer.position()
  if not panel.at(x, y) then game.camera:zoom(WHEEL ^ dy, x, y) end
end

pointer.install { pan = function(dx, dy) game.camera:move(dx, dy) end, zooms = true }

return game
