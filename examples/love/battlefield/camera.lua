-- Which part of the map is on the screen, and how large.

local Camera = {}
Camera.__index = Camera

local SMALLEST, LARGEST = 2, 80 -- pixels to a unit of length
local SPEED = 700               -- pixels a second, by the arrow keys

-- The map reaches from x1, y1 to x2, y2.
local function new(x1, y1, x2, y2)
  local self = setmetatable({ x1 = x1, y1 = y1, x2 = x2, y2 = y2 }, Camera)
  self:fit()
  return self
end

-- Shows all of the map, between the borders that the panels leave.
function Camera:fit()
  local width, height = love.graphics.getDimensions()
  local room_x, room_y = width - 40, height - 60
  self.scale = math.min(room_x / (self.x2 - self.x1), room_y / (self.y2 - self.y1), LARGEST)
  self.x, self.y = (self.x1 + self.x2) / 2, (self.y1 + self.y2) / 2
end

-- The place in the middle of the screen never leaves the map.
local function keep_in(self)
  self.x = math.max(self.x1, math.min(self.x2, self.x))
  self.y = math.max(self.y1, math.min(self.y2, self.y))
end

function Camera:apply()
  local width, height = love.graphics.getDimensions()
  love.graphics.translate(width / 2, (height - 24) / 2)
  love.graphics.scale(self.scale)
  love.graphics.translate(-self.x, -self.y)
end

function Camera:to_world(x, y)
  local width, height = love.graphics.getDimensions()
  return self.x + (x - width / 2) / self.scale, self.y + (y - (height - 24) / 2) / self.scale
end

function Camera:to_screen(x, y)
  local width, height = love.graphics.getDimensions()
  return width / 2 + (x - self.x) * self.scale, (height - 24) / 2 + (y - self.y) * self.scale
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

function Camera:update(dt)
  local down = love.keyboard.isDown
  local dx = (down("left") and 1 or 0) - (down("right") and 1 or 0)
  local dy = (down("up") and 1 or 0) - (down("down") and 1 or 0)
  if dx ~= 0 or dy ~= 0 then self:move(dx * SPEED * dt, dy * SPEED * dt) end
end

return { new = new }
