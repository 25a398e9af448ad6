-- Where the map is on the screen: all of it, as large as the room between the bars allows.

local Camera = {}
Camera.__index = Camera

-- For a map of so many columns and rows, whose cells have a side of 1.
local function new(width, height)
  return setmetatable({ width = width, height = height, x = 0, y = 0, scale = 1 }, Camera)
end

-- Fits the map into that part of the window. Whole pixels keep the lines between cells sharp.
function Camera:fit(x, y, w, h)
  self.scale = math.max(8, math.floor(math.min(w / self.width, h / self.height)))
  self.x = math.floor(x + (w - self.scale * self.width) / 2)
  self.y = math.floor(y + (h - self.scale * self.height) / 2)
end

function Camera:apply()
  love.graphics.translate(self.x, self.y)
  love.graphics.scale(self.scale)
end

function Camera:to_world(x, y)
  return (x - self.x) / self.scale, (y - self.y) / self.scale
end

function Camera:to_screen(x, y)
  return self.x + x * self.scale, self.y + y * self.scale
end

return { new = new }
