-- How a boulder looks, wherever one lies.

local rock = {}

local g = love.graphics

-- Around x, y; `random` gives its shape.
function rock.boulder(x, y, size, random)
  local corners, lit = {}, {}
  for i = 0, 8 do
    local a, r = i / 9 * 2 * math.pi, size * (0.86 + 0.24 * random:random())
    corners[2 * i + 1], corners[2 * i + 2] = x + r * math.cos(a), y + 0.86 * r * math.sin(a)
    lit[2 * i + 1] = x - 0.10 * size + 0.66 * r * math.cos(a)
    lit[2 * i + 2] = y - 0.18 * size + 0.52 * r * math.sin(a)
  end
  g.setColor(0.06, 0.08, 0.05, 0.4)
  g.ellipse("fill", x + size * 0.18, y + size * 0.36, size * 1.08, size * 0.72, 24)
  g.setColor(0.40, 0.40, 0.42)
  g.polygon("fill", corners)
  g.setColor(0.57, 0.57, 0.58)
  g.polygon("fill", lit)
  g.setColor(0.70, 0.70, 0.69)
  g.ellipse("fill", x - 0.24 * size, y - 0.34 * size, 0.30 * size, 0.16 * size, 16)
end

return rock
