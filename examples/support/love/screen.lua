-- The window in units. What lies around a map is laid out in units, and is larger in a larger window: a unit is a pixel
-- up to 1280 × 720, and two pixels in a window of 2560 × 1440. Fonts are made anew for each size of a unit, so that
-- texts stay sharp.

local screen = { scale = 1, width = 0, height = 0 }

local g = love.graphics
local WIDTH, HEIGHT = 1280, 720
local STEPS = 8              -- of the scale, from one whole number to the next

local fonts = {}

-- To be called at the beginning of each frame.
function screen.update()
  local width, height = g.getDimensions()
  local scale = math.max(1, math.floor(STEPS * math.min(width / WIDTH, height / HEIGHT)) / STEPS)
  if scale ~= screen.scale then fonts = {} end
  screen.scale, screen.width, screen.height = scale, width / scale, height / scale
end

function screen.font(size)
  if not fonts[size] then fonts[size] = g.newFont(size, "normal", screen.scale) end
  return fonts[size]
end

-- From here on love.graphics draws in units.
function screen.apply()
  g.scale(screen.scale)
end

-- From pixels to units.
function screen.units(x, y)
  return x / screen.scale, y / screen.scale
end

-- A panel, `colour` being what is behind its texts.
function screen.box(x, y, w, h, colour)
  g.setColor(colour)
  g.rectangle("fill", x, y, w, h, 7)
  g.setColor(1, 1, 1, 0.10)
  g.setLineWidth(1)
  g.rectangle("line", x + 0.5, y + 0.5, w - 1, h - 1, 7)
end

-- A sheet of that size in the middle of the window, over all that is there; returns its place.
function screen.sheet(w, h)
  local x, y = math.floor((screen.width - w) / 2), math.floor((screen.height - h) / 2)
  g.setColor(0.03, 0.04, 0.05, 0.6)
  g.rectangle("fill", 0, 0, screen.width, screen.height)
  screen.box(x, y, w, h, { 0.06, 0.08, 0.10 })
  return x, y
end

-- Where a box of that size lies beside the pointer at x, y, and within the window.
function screen.beside(x, y, w, h)
  local left = x + 18 + w > screen.width - 4 and x - 18 - w or x + 18
  local top = y - 8 - h < 4 and y + 18 or y - 8 - h
  return math.max(4, math.min(left, screen.width - w - 4)), math.max(4, math.min(top, screen.height - h - 4))
end

screen.update()

return screen
