-- Battlefield: units of four kinds on maps of tiles, who each pay their own price for the ground. This file has the
-- mouse and the keys.
--
--   love examples/love/battlefield
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

local CLICK = 5       -- pixels: what is dragged less far is clicked
local SMOOTHED = 0.05 -- how much a frame changes the time shown

local pressed  -- where the left button went down on the map, for clicks and boxes: { x, y }
local dragged  -- how far the right button has dragged

-- The box that the mouse draws, or nil.
local function box()
  if not pressed then return nil end
  local x, y = pointer.position()
  if math.max(math.abs(x - pressed.x), math.abs(y - pressed.y)) <= CLICK then return nil end
  return { math.min(x, pressed.x), math.min(y, pressed.y), math.max(x, pressed.x), math.max(y, pressed.y) }
end

function love.load()
  game.update_time = 0
  game.open(1, 1)
  game.set_out()
  panel.update(game)
end

function love.update(dt)
  game.open_asked()
  panel.update(game)
  local start = love.timer.getTime()
  local x, y = pointer.position()
  local over = panel.at(x, y)
  local wx, wy = game.camera:to_world(x, y)
  if game.brush.on and game.brush.is_down and not over then game.brush:stroke(wx, wy) end
  game.update(dt, not over and not box() and wx or nil, wy)
  game.update_time = game.update_time + SMOOTHED * (love.timer.getTime() - start - game.update_time)
end

---- Drawing -----------------------------------------------------------------------------------------------

function love.draw()
  scene.draw(game, box())
  panel.draw(game)
end

---- The mouse ---------------------------------------------------------------------------------------------

local function shift() return love.keyboard.isDown("lshift", "rshift") end

function love.mousepressed(x, y, button)
  if button == 2 or button == 3 then
    dragged = 0
    return
  end
  if button ~= 1 then return end
  local what, which = panel.at(x, y)
  if what == "terrain" then
    game.brush.on, game.brush.terrain = true, which
  elseif what == "kind" then
    game.select_kind(which, shift())
  elseif not what then
    if game.brush.on then
      game.brush.is_down = true
      game.brush:stroke(game.camera:to_world(x, y))
    else
      pressed = { x = x, y = y }
    end
  end
end

function love.mousemoved(_, _, dx, dy)
  if dragged then
    dragged = dragged + math.abs(dx) + math.abs(dy)
    game.camera:move(dx, dy)
  end
end

local function click(x, y)
  local wx, wy = game.camera:to_world(x, y)
  local unit = game.unit_at(wx, wy, math.max(0.5, 8 / game.camera.scale))
  if unit and shift() then
    game.toggle(unit)
  elseif unit then
    game.select({ unit })
  else
    game.send(wx, wy)
  end
end

function love.mousereleased(x, y, button)
  if button ~= 1 then
    if dragged and dragged <= CLICK then
      if game.brush.on then game.brush.on = false else game.select({}) end
    end
    dragged = nil
    return
  end
  game.brush.is_down = false
  game.brush:lift()
  if not pressed then return end
  local area = box()
  pressed = nil
  if not area then
    click(x, y)
    return
  end
  game.select(game.units_where(function(unit)
    local ux, uy = game.camera:to_screen(unit.x, unit.y)
    return ux >= area[1] and uy >= area[2] and ux <= area[3] and uy <= area[4]
  end), shift())
end

function love.wheelmoved(_, dy)
  game.camera:zoom(1.15 ^ dy, pointer.position())
end

---- The keys ----------------------------------------------------------------------------------------------

local keys = {
  escape = function() love.event.quit() end,
  a = function() game.select(game.army.units) end,
  m = function() game.plan.shows_range = not game.plan.shows_range end,
  t = function() game.plan:next_turns() end,
  o = game.next_formation,
  p = function() game.brush.on = not game.brush.on end,
  r = game.roam,
  s = game.halt,
  f = function() game.camera:release() end,
  h = function() panel.shows_help = not panel.shows_help end,
  g = game.next_form,
  n = game.next_country,
  tab = game.next_level,
  space = function() game.paused = not game.paused end,
  ["-"] = function() game.brush.radius = math.max(0, game.brush.radius - 1) end,
  ["+"] = function() game.brush.radius = math.min(6, game.brush.radius + 1) end,
}
keys.f1 = keys.h
keys["="], keys["kp+"], keys["kp-"] = keys["+"], keys["+"], keys["-"]

for i, kind in ipairs(rules.kinds) do
  keys[tostring(i)] = function() game.select_kind(kind, shift()) end
  keys["kp" .. i] = keys[tostring(i)]
end

function love.keypressed(key)
  local action = keys[key]
  if action then action() end
end

pointer.install { pan = function(dx, dy) game.camera:move(dx, dy) end, zooms = true }

return game
