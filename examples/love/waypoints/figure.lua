-- Draws who walks the route: a disc in the unit's colour with a nose that points where it goes.

local screen = require "shared.screen"

local figure = {}

local colours = { man = { 0.98, 0.98, 0.95 }, horse = { 0.80, 0.55, 0.32 }, goat = { 0.72, 0.86, 0.98 } }
local RADIUS = 8 -- in units of the screen

figure.colours = colours

-- A disc with a smooth rim, whatever the window's settings.
function figure.disc(x, y, radius)
  love.graphics.circle("fill", x, y, radius - 0.5)
  love.graphics.setLineWidth(1)
  love.graphics.circle("line", x, y, radius - 0.5)
end

-- At a place of the screen, looking along dx, dy.
function figure.draw(unit, x, y, dx, dy)
  local length = math.sqrt(dx * dx + dy * dy)
  if length == 0 then dx, dy, length = 1, 0, 1 end
  dx, dy = dx / length, dy / length
  local unit_size = screen.scale
  local function body(radius, nose)
    radius, nose = radius * unit_size, nose * unit_size
    local side = radius * 0.86
    local base_x, base_y = x + dx * 3 * unit_size, y + dy * 3 * unit_size
    figure.disc(x, y, radius)
    local corners = {
      x + dx * nose, y + dy * nose, base_x + dy * side, base_y - dx * side, base_x - dy * side, base_y + dx * side,
    }
    love.graphics.polygon("fill", corners)
    love.graphics.polygon("line", corners)
  end
  love.graphics.setColor(0.05, 0.05, 0.08)
  body(RADIUS + 2, RADIUS + 9.5)
  love.graphics.setColor(colours[unit.name])
  body(RADIUS, RADIUS + 5.5)
  love.graphics.setColor(0.85, 0.16, 0.22)
  figure.disc(x, y, 3.5 * unit_size)
end

return figure
