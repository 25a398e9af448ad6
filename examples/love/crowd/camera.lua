-- Which part of the map is on the screen, and how large. It glides to what a scene shows, until the user looks elsewhere.

local Camera = {}
Camera.__index = Camera

local LARGEST = 64      -- pixels to a metre
local GLIDE = 3.5       -- how fast it comes to its goal

local function new(width, height)
  return setmetatable({ width = width, height = height, x = width / 2, y = height / 2, scale = nil }, Camera)
end

-- The part of the window that it has.
function Camera:fit(x, y, w, h)
  local is_new = self.view_w ~= w or self.view_h ~= h
  self.view_x, self.view_y, self.view_w, self.view_h = x, y, w, h
  self.middle_x, self.middle_y = math.floor(x + w / 2), math.floor(y + h / 2)
  self.smallest = math.min(w / self.width, h / self.height)
  if not self.scale then
    self.x, self.y, self.scale = self:goal()
  elseif is_new then
    self:keep_in()
  end
end

-- It goes there: { x1, y1, x2, y2 }.
function Camera:show(area)
  self.area = area
end

function Camera:goal()
  local area = self.area
  local scale = math.min(self.view_w / (area[3] - area[1]), self.view_h / (area[4] - area[2]))
  scale = math.max(self.smallest, scale)
  local x, y = self:inside((area[1] + area[3]) / 2, (area[2] + area[4]) / 2, scale)
  return x, y, scale
end

-- The nearest place to look at such that only the map is seen, or all of it.
function Camera:inside(x, y, scale)
  local half_w = math.min(self.width, self.view_w / scale) / 2
  local half_h = math.min(self.height, self.view_h / scale) / 2
  return math.max(half_w, math.min(self.width - half_w, x)), math.max(half_h, math.min(self.height - half_h, y))
end

function Camera:keep_in()
  self.scale = math.max(self.smallest, math.min(LARGEST, self.scale))
  self.x, self.y = self:inside(self.x, self.y, self.scale)
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
  self.area = nil
  self.x, self.y = self.x - dx / self.scale, self.y - dy / self.scale
  self:keep_in()
end

-- Zooms; what is under x, y of the screen stays there.
function Camera:zoom(factor, x, y)
  self.area = nil
  local wx, wy = self:to_world(x, y)
  self.scale = math.max(self.smallest, math.min(LARGEST, self.scale * factor))
  local nx, ny = self:to_world(x, y)
  self.x, self.y = self.x + wx - nx, self.y + wy - ny
  self:keep_in()
end

function Camera:update(dt)
  if not self.area or not self.scale then return end
  local x, y, scale = self:goal()
  local part = 1 - math.exp(-GLIDE * dt)
  self.x, self.y = self.x + part * (x - self.x), self.y + part * (y - self.y)
  self.scale = self.scale + part * (scale - self.scale)
end

return { new = new }
