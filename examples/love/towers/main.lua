-- Towers: creeps of three kinds walk by flows, and the player builds in their way. This file has the mouse and the
-- keys.
--
--   love examples/love/towers
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
local panel = require "panel"
local pointer = require "shared.pointer"
local rules = require "rules"
local scene = require "scene"
local sheets = require "sheets"

local SMOOTHED = 0.05 -- how much a frame changes the time shown

local began -- when this frame's update began

function love.load()
  scene.load()
  game.start()
  panel.update(game)
end

function love.update(dt)
  began = love.timer.getTime()
  panel.update(game)
  local x, y = pointer.position()
  local wx, wy
  if not panel.at(x, y) then wx, wy = game.camera:to_world(x, y) end
  game.update(dt, wx, wy)
  sheets.update(game, dt)
end

function love.draw()
  scene.draw(game)
  panel.draw(game)
  sheets.draw(game)
  if began then game.frame_time = game.frame_time + SMOOTHED * (love.timer.getTime() - began - game.frame_time) end
end

---- The mouse ---------------------------------------------------------------------------------------------

local function toggle(field)
  return function() game[field] = not game[field] end
end

local clicks = {
  type = function(type) game.choose(game.chosen ~= type and type or nil) end,
  upgrade = game.upgrade,
  sell = game.sell,
  wave = game.next_wave,
  speed = game.next_speed,
  pause = toggle "paused",
  help = toggle "shows_help",
  panel = function() end,
}

-- Puts away what is chosen. Returns whether there was anything.
local function put_away()
  local anything = game.chosen or game.selected
  game.choose(nil)
  game.select(nil)
  return anything ~= nil
end

function love.mousepressed(x, y, button)
  if button == 2 then
    put_away()
  elseif button == 1 then
    local what, which = panel.at(x, y)
    if what then
      clicks[what](which)
    elseif game.shows_help then
      game.shows_help = false
    else
      game.act(game.camera:to_world(x, y))
    end
  end
end

---- The keys ----------------------------------------------------------------------------------------------

local keys = {
  escape = function()
    if game.shows_help and game.world.steps > 0 then
      game.shows_help = false
    elseif not put_away() then
      love.event.quit()
    end
  end,
  u = game.upgrade,
  x = game.sell,
  n = game.next_wave,
  space = toggle "paused",
  tab = game.next_speed,
  d = toggle "shows_danger",
  t = toggle "shows_ranges",
  p = toggle "shows_routes",
  i = toggle "shows_times",
  h = toggle "shows_help",
  r = game.anew,
}
keys.f1, keys.delete = keys.h, keys.x

for i, type in ipairs(rules.towers) do
  keys[tostring(i)] = function() game.choose(game.chosen ~= type and type or nil) end
  keys["kp" .. i] = keys[tostring(i)]
end
for i, key in ipairs { "q", "w", "e" } do
  keys[key] = function() game.toggle_flow(rules.kinds[i]) end
end

function love.keypressed(key)
  local action = keys[key]
  if action then action() end
end

-- From cell to cell.
local function snap(x, y)
  local col, row = game.camera:to_world(x, y)
  return game.camera:to_screen(math.floor(col) + 0.5, math.floor(row) + 0.5)
end

pointer.install { step = function() return game.camera.scale end, snap = snap }

return game
