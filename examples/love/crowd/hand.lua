-- The mouse on the map: drags a box to select, clicks to send, and pans.

local pointer = require "shared.pointer"
local screen = require "shared.screen"

local hand = {}

local g = love.graphics
local CLICK = 5 -- pixels: less is no drag

local start_x, start_y    -- where the left button was pressed, in pixels; nil if it is not held
local is_panning = false

function hand.press(x, y, button)
  if button == 1 then
    start_x, start_y = x, y
  elseif button == 2 or button == 3 then
    is_panning = true
  end
end

function hand.move(game, dx, dy)
  if is_panning then game.camera:move(dx, dy) end
end

local function is_drag(x, y)
  return math.abs(x - start_x) > CLICK or math.abs(y - start_y) > CLICK
end

-- A door, somebody who is not selected yet, or a place to go to: for those who are selected, else for the legion.
local function click(game, x, y, adds)
  local wx, wy = game.camera:to_world(x, y)
  local door = game.world.doors:at(wx, wy)
  if door then
    game.world:toggle_door(door)
  elseif #game.selected == 0 or adds then
    if not game.select_company(wx, wy, adds) and not adds then game.send_legion(wx, wy) end
  else
    game.send(wx, wy)
  end
end

function hand.release(game, x, y, button)
  if button ~= 1 then
    is_panning = false
    return
  end
  if not start_x then return end
  local adds = love.keyboard.isDown("lshift", "rshift")
  if is_drag(x, y) then
    local x1, y1 = game.camera:to_world(start_x, start_y)
    local x2, y2 = game.camera:to_world(x, y)
    game.select(x1, y1, x2, y2, adds)
  else
    click(game, x, y, adds)
  end
  start_x, start_y = nil, nil
end

-- The box, in pixels of the window.
function hand.draw()
  if not start_x then return end
  local x, y = pointer.position()
  if not is_drag(x, y) then return end
  local left, top, w, h = math.min(x, start_x), math.min(y, start_y), math.abs(x - start_x), math.abs(y - start_y)
  g.setColor(1, 0.95, 0.55, 0.14)
  g.rectangle("fill", left, top, w, h)
  g.setColor(1, 0.95, 0.55, 0.95)
  g.setLineWidth(1.5 * screen.scale)
  g.rectangle("line", left + 0.5, top + 0.5, w, h)
end

return hand
