-- Draws the country: hills in light and shade, with contour lines, woods, rocks and the river.
--
-- What it looks like from above is painted once, into an image. The image lies on a net of triangles whose corners go
-- where the projection puts them, drawn from the back to the front, so that near hills hide what is behind them.

local landscape = {}

local Landscape = {}
Landscape.__index = Landscape

local DETAIL = 30   -- pixels of the image per unit
local STEP = 0.4    -- units between the corners of the net
local CONTOUR = 0.6 -- height between contour lines
local BOTTOM = -1   -- of the block of earth that is cut out

local floor, max, min, sqrt = math.floor, math.max, math.min, math.sqrt

---- The image -----------------------------------------------------------------------------------------------

local colours = {
  low = { 0.195, 0.270, 0.200 }, high = { 0.345, 0.325, 0.250 },
  rock = { 0.390, 0.380, 0.375 },
  forest = { 0.090, 0.190, 0.120 }, tree = { 0.140, 0.285, 0.170 },
  water = { 0.095, 0.215, 0.350 }, wave = { 0.14, 0.29, 0.43 },
}

local function blend(a, b, share)
  return a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share, a[3] + (b[3] - a[3]) * share
end

-- How much of a tree's crown is at a place: trees stand in rows, each a little off its spot.
local function crown(x, y)
  x, y = x * 4.5, y * 4.5
  local col, row = floor(x), floor(y)
  local off = love.math.noise(col * 3.7 + 0.5, row * 5.3 + 0.5)
  local dx, dy = x - col - 0.3 - 0.4 * off, y - row - 0.7 + 0.4 * off
  return max(0, 1 - (dx * dx + dy * dy) * 6)
end

local function colour_at(terrain, x, y, z)
  if terrain == "water" then return blend(colours.water, colours.wave, love.math.noise(x * 2.5, y * 0.8) * 0.5) end
  if terrain == "forest" then return blend(colours.forest, colours.tree, crown(x, y)) end
  local grain = 0.12 * love.math.noise(x * 4.5, y * 4.5)
  local r, g, b = blend(colours.low, colours.high, min(1, z / 4 + grain))
  if terrain == "rock" then r, g, b = blend(colours.rock, { r, g, b }, 2 * grain) end
  return r, g, b
end

local function paint(ground)
  local margin = ground.margin
  local w = floor((ground.width + 2 * margin) * DETAIL + 0.5)
  local h = floor((ground.depth + 2 * margin) * DETAIL + 0.5)
  local heights = {}
  for row = 0, h do
    local line = {}
    for col = 0, w do line[col] = ground.height(col / DETAIL - margin, row / DETAIL - margin) end
    heights[row] = line
  end
  local data = love.image.newImageData(w, h)
  data:mapPixel(function(col, row)
    local x, y, z = (col + 0.5) / DETAIL - margin, (row + 0.5) / DETAIL - margin, heights[row][col]
    local slope_x, slope_y = (heights[row][col + 1] - z) * DETAIL, (heights[row + 1][col] - z) * DETAIL
    local terrain = ground.terrain(x, y)
    local r, g, b = colour_at(terrain, x, y, z)
    -- light from the upper left
    local light = 1
    if terrain ~= "water" then
      light = (0.45 * slope_x + 0.45 * slope_y + 0.77) / sqrt(1 + slope_x * slope_x + slope_y * slope_y) / 0.77
      light = 0.45 + 0.55 * max(0.1, light)
      -- how near the next contour line is, in pixels: so all lines are equally thick
      local steep = sqrt(slope_x * slope_x + slope_y * slope_y) / DETAIL
      local near = (z / CONTOUR - floor(z / CONTOUR + 0.5)) * CONTOUR / max(steep, 0.02)
      light = light + 0.22 * max(0, 1 - math.abs(near))
    end
    return r * light, g * light, b * light, 1
  end)
  local image = love.graphics.newImage(data, { mipmaps = true })
  image:setFilter("linear", "linear")
  return image
end

---- The net of triangles ------------------------------------------------------------------------------------

function landscape.new(ground)
  local self = setmetatable({ ground = ground, bounds = { 0, 0, 1, 1 } }, Landscape)
  local margin = ground.margin
  local cols = floor((ground.width + 2 * margin) / STEP + 0.5)
  local rows = floor((ground.depth + 2 * margin) / STEP + 0.5)
  self.corners, self.vertices, self.front = {}, {}, {}
  for row = 0, rows do
    for col = 0, cols do
      local x, y = col * STEP - margin, row * STEP - margin
      self.corners[#self.corners + 1] = { x, y, ground.height(x, y) }
      self.vertices[#self.vertices + 1] = { x, y, col / cols, row / rows }
    end
  end
  local map = {}
  for row = 0, rows - 1 do
    for col = 0, cols - 1 do
      local a = row * (cols + 1) + col + 1
      local c = a + cols + 1
      for _, corner in ipairs { a, a + 1, c, c, a + 1, c + 1 } do map[#map + 1] = corner end
    end
  end
  self.mesh = love.graphics.newMesh(self.vertices, "triangles", "dynamic")
  self.mesh:setVertexMap(map)
  self.mesh:setTexture(paint(ground))
  self.first_front = rows * (cols + 1)
  for _ = 0, cols do
    self.front[#self.front + 1] = { 0, 0, 0, 0, 0.20, 0.165, 0.13, 1 }
    self.front[#self.front + 1] = { 0, 0, 0, 0, 0.10, 0.085, 0.07, 1 }
  end
  self.front_mesh = love.graphics.newMesh(self.front, "strip", "dynamic")
  return self
end

-- Puts all corners where a projection shows them.
function Landscape:place(project)
  local top, bottom = math.huge, -math.huge
  local skyline, cols = {}, #self.front / 2
  for i, corner in ipairs(self.corners) do
    local vertex = self.vertices[i]
    local x, y = project(corner[1], corner[2], corner[3])
    vertex[1], vertex[2] = x, y
    top, bottom = min(top, y), max(bottom, y)
    local col = (i - 1) % cols
    skyline[2 * col + 1], skyline[2 * col + 2] = x, min(y, skyline[2 * col + 2] or y)
  end
  self.skyline = skyline
  for i = 1, #self.front, 2 do
    local corner = self.corners[self.first_front + (i + 1) / 2]
    local upper, lower = self.front[i], self.front[i + 1]
    upper[1], upper[2] = project(corner[1], corner[2], corner[3])
    lower[1], lower[2] = project(corner[1], corner[2], BOTTOM)
    bottom = max(bottom, lower[2])
  end
  self.mesh:setVertices(self.vertices)
  self.front_mesh:setVertices(self.front)
  self.bounds = { self.corners[1][1], top, self.corners[#self.corners][1], bottom }
end

-- In the picture's coordinates, with `scale` pixels per unit.
function Landscape:draw(scale)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.front_mesh)
  love.graphics.draw(self.mesh)
  -- a smooth line over the steps of the pixels
  love.graphics.setColor(0.23, 0.24, 0.20)
  love.graphics.setLineWidth(2 / scale)
  love.graphics.line(self.skyline)
end

return landscape
