-- What part of the picture is on the screen: fitted to the free room of the window, until the wheel or the middle
-- button chooses another.

local camera = {}

local Camera = {}
Camera.__index = Camera

local CLOSEST, FARTHEST = 600, 10 -- pixels per unit
local PADDING = 14

function camera.new()
  return setmetatable({ x = 0, y = 0, scale = 1, middle_x = 0, middle_y = 0, own = false, placed = false }, Camera)
end

-- Fits the bounds { x1, y1, x2, y2 } into the room { x, y, w, h } of the window, unless the user looks elsewhere.
-- Glides there as far as it gets within `dt`; the first time it is there at once.
function Camera:fit(bounds, room, dt)
  if self.own then return end
  local wide, high = bounds[3] - bounds[1], bounds[4] - bounds[2]
  local room_w, room_h = math.max(50, room[3] - 2 * PADDING), math.max(50, room[4] - 2 * PADDING)
  local scale = math.min(room_w / wide, room_h / high)
  local share = self.placed and 1 - math.exp(-14 * dt) or 1
  self.placed = true
  local function glide(name, target)
    self[name] = self[name] + (target - self[name]) * share
  end
  glide("scale", scale)
  glide("x", (bounds[1] + bounds[3]) / 2)
  glide("y", (bounds[2] + bounds[4]) / 2)
  glide("middle_x", room[1] + room[3] / 2)
  glide("middle_y", room[2] + room[4] / 2)
end

-- Zooms by a factor around a place on the screen.
function Camera:zoom(factor, screen_x, screen_y)
  local x, y = self:to_picture(screen_x, screen_y)
  self.scale = math.max(FARTHEST, math.min(CLOSEST, self.scale * factor))
  local new_x, new_y = self:to_picture(screen_x, screen_y)
  self.x, self.y, self.own = self.x + x - new_x, self.y + y - new_y, true
end

function Camera:pan(dx, dy)
  self.x, self.y, self.own = self.x - dx / self.scale, self.y - dy / self.scale, true
end

function Camera:release()
  self.own = false
end

function Camera:to_screen(x, y)
  return (x - self.x) * self.scale + self.middle_x, (y - self.y) * self.scale + self.middle_y
end

function Camera:to_picture(x, y)
  return (x - self.middle_x) / self.scale + self.x, (y - self.middle_y) / self.scale + self.y
end

-- From here on love.graphics draws in the picture's coordinates.
function Camera:apply()
  love.graphics.translate(self.middle_x, self.middle_y)
  love.graphics.scale(self.scale)
  love.graphics.translate(-self.x, -self.y)
end

return camera
