-- The grid of the same ground, kept up with every change of it, and the route on it.

local astar = require "astar"
local geometry = require "geometry"

local Cells = {}
Cells.__index = Cells

local floor, max, min = math.floor, math.max, math.min

-- For each cell `covers` counts the shapes that cover it; with a radius the bounds are one more.
local function new(ground, size, radius, whole)
  local self = setmetatable({
    size = size,
    radius = radius,
    whole = whole,      -- whether a cell is blocked if any part of it is covered; else its middle counts
    width = floor(ground.width / size),
    height = floor(ground.height / size),
    ground = ground,
    covers = {},
  }, Cells)
  self.map = astar.grid { width = self.width, height = self.height, cell = size }
  -- A pixel for each cell, to be drawn as large as the ground.
  self.pixels = love.image.newImageData(self.width, self.height)
  self.image = love.graphics.newImage(self.pixels)
  self.image:setFilter("nearest", "nearest")
  for index = 1, self.width * self.height do self.covers[index] = 0 end
  self:_fence()
  for _, shape in ipairs(ground.shapes) do self:change(shape, true) end
  return self
end

function Cells:_count(col, row, by)
  local index = (row - 1) * self.width + col
  local before = self.covers[index]
  self.covers[index] = before + by
  if (before == 0) ~= (before + by == 0) then
    self.map:block(col, row, before == 0)
    self.pixels:setPixel(col - 1, row - 1, 1, 1, 1, before == 0 and 1 or 0)
    self.dirty = true
  end
end

-- A figure with a size keeps away from the bounds as well.
function Cells:_fence()
  local part = self.whole and self.size / 2 or 0
  for row = 1, self.height do
    for col = 1, self.width do
      local x, y = (col - 0.5) * self.size, (row - 0.5) * self.size
      local room = min(x, y, self.ground.width - x, self.ground.height - y)
      if room - part < self.radius then self:_count(col, row, 1) end
    end
  end
end

-- A shape has come, or has gone.
function Cells:change(shape, stands)
  local size, reach = self.size, self.radius + self.size
  local first_col, last_col = floor((shape.x1 - reach) / size) + 1, floor((shape.x2 + reach) / size) + 1
  local first_row, last_row = floor((shape.y1 - reach) / size) + 1, floor((shape.y2 + reach) / size) + 1
  first_col, last_col = max(1, first_col), min(self.width, last_col)
  first_row, last_row = max(1, first_row), min(self.height, last_row)
  local near, near_square = geometry.near, geometry.near_square
  for row = first_row, last_row do
    for col = first_col, last_col do
      local x, y = (col - 0.5) * size, (row - 0.5) * size
      local covered
      if self.whole then
        covered = near_square(shape.points, x, y, size / 2, self.radius)
      else
        covered = near(shape.points, x, y, self.radius)
      end
      if covered then self:_count(col, row, stands and 1 or -1) end
    end
  end
end

-- The cell from which a figure at a point sets out: the one that it stands on, or if that is blocked, one beside it;
-- nil if there is none.
function Cells:at(x, y)
  local cell = self.map:at(x, y)
  if cell and not cell.blocked then return cell end
  local best, least
  for _, other in ipairs(self.map:within(x, y, 1.5 * self.size)) do
    local away = (other.x - x) ^ 2 + (other.y - y) ^ 2
    if not other.blocked and (not best or away < least) then best, least = other, away end
  end
  return best
end

-- The route by A* from middle to middle of cells, or why there is none. It leaves the start for the second cell and
-- comes to the goal from the last but one, as a figure in a game would.
function Cells:route(x1, y1, x2, y2)
  local start, goal = self:at(x1, y1), self:at(x2, y2)
  self.start, self.goal = start, goal
  self.points, self.length, self.cuts, self.trouble = nil, nil, 0, nil
  if not self:is_askable() then
    self.trouble = ("the %s is in a blocked cell"):format(start and "goal" or "start")
    return
  end
  local path = self.map:path(start, goal, { jump = false })
  if not path then
    self.trouble = "no way from cell to cell"
    return
  end
  local points = path:points()
  if #points < 4 then
    points = { x1, y1, x2, y2 }
  else
    points[1], points[2], points[#points - 1], points[#points] = x1, y1, x2, y2
  end
  self.points, self.length = points, geometry.length(points)
  local cut = {}
  for i = 1, #points - 3, 2 do
    local rock = self.ground.plane:raycast(points[i], points[i + 1], points[i + 2], points[i + 3])
    if rock and rock ~= "bounds" and not cut[rock.id] then
      cut[rock.id], self.cuts = true, self.cuts + 1
    end
  end
end

-- Whether start and goal have cells between which a route can be asked for.
function Cells:is_askable()
  return self.start ~= nil and self.goal ~= nil
end

-- The picture of the blocked cells, a pixel each.
function Cells:picture()
  if self.dirty then
    self.image:replacePixels(self.pixels)
    self.dirty = false
  end
  return self.image
end

return { new = new }
