-- Which part of the map is on the screen, and how large: all of it, in the room that the window has for it, until the
-- user looks elsewhere.

local Camera = {}
Camera.__index = Camera

local SMALLEST, LARGEST = 1, 80 -- pixels to a unit of length

-- The map reaches from x1, y1 to x2, y2. The camera is of use once it has been fitted.
local function new(x1, y1, x2, y2)
  return setmetatable({ x1 = x1, y1 = y1, x2 = x2, y2 = y2, own = false }, Camera)
end

-- Shows all of the map in that part of the window, unless the user has moved or zoomed it.
function Camera:fit(x, y, w, h)
  if self.own then return end
  local scale = math.min(w / (self.x2 - self.x1), h / (self.y2 - self.y1))
  self.scale = math.max(SMALLEST, math.min(LARGEST, scale))
  self.x, self.y = (self.x1 + self.x2) / 2, (self.y1 + self.y2) / 2
  self.middle_x, self.middle_y = math.floor(x + w / 2), math.floor(y + h / 2)
end

-- From now on it is fitted again.
function Camera:release()
  self.own = false
end

-- What the user looks at never leaves the map.
local function keep_in(self)
  self.x = math.max(self.x1, math.min(self.x2, self.x))
  self.y = math.max(self.y1, math.min(self.y2, self.y))
  self.own = true
end

function Camera:apply()
  love.graphics.translate(self.middle_x, self.middle_y)
  love.graphics.scale(self.scale)
  love.graphics.translate(-self.x, -self.y)
end

function Camera:to_world(x, y)
  return self.x + (x - self.middle_x) / self.scale, self.y + (y - self.middle_y) / self.scale
end

function Camera:to_screen(x, y)
  return self.middle_x + (x - self.x) * self.scale, self.middle_y + (y - self.y) * self.scale
end

-- By pixels of the screen.
function Camera:move(dx, dy)
  self.x, self.y = self.x - dx / self.scale, self.y - dy / self.scale
  keep_in(self)
end

-- Zooms; what is under x, y of the screen stays there.
function Camera:zoom(factor, x, y)
  local wx, wy = self:to_world(x, y)
  self.scale = math.max(SMALLEST, math.min(LARGEST, self.scale * factor))
  local nx, ny = self:to_world(x, y)
  self.x, self.y = self.x + wx - nx, self.y + wy - ny
  keep_in(self)
end

return { new = new }
