-- The demo of planes: obstacles to be dragged and turned, the route past them, the rays of its search, and a grid.
--
--   love examples/love/rays
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

local game = require("game").new()
local view = require("view").new(game)
local hand = require("hand").new(game, view)
local panels = require("panels").new()
local keys = require "keys"
local pointer = require "shared.pointer"

local function fit()
  panels:arrange(game, view)
  view:fit()
end

fit()
love.keyboard.setKeyRepeat(true)

function love.update(dt)
  fit()
  hand:update(dt)
  game:update(dt)
end

function love.draw()
  view:draw(hand)
  panels:draw(game, view)
end

function love.keypressed(key, scancode, is_repeat)
  keys.press(key, scancode, is_repeat, game, hand, view)
end

function love.mousemoved(x, y) hand:move(x, y) end
function love.mousepressed(x, y, button) hand:press(x, y, button) end
function love.mousereleased(x, y, button) hand:release(x, y, button) end
function love.wheelmoved(_, dy) hand:wheel(dy) end

pointer.install {}

game.view, game.hand = view, hand
return game
