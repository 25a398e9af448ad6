-- The plane, and the shapes that stand on it as obstacles, to be moved and turned.
--
-- An obstacle never changes: to move one, it is removed and another is added. So what it is (its kind, size, place and
-- angle) is kept in a table of ours, a shape, which goes along as `data` of whatever obstacle it is at the time.

local astar = require "astar"
local geometry = require "geometry"

local Ground = {}
Ground.__index = Ground

local function new(width, height)
  return setmetatable({
    width = width,
    height = height,
    plane = astar.plane { bounds = { 0, 0, width, height } },
    shapes = {},        -- the last one lies on top
    on_change = nil,    -- function(shape, stands): told of each shape that goes (false) or comes (true)
  }, Ground)
end

local function place(self, shape)
  local rock
  if shape.kind == "box" then
    rock = self.plane:box(shape.x, shape.y, shape.w, shape.h, shape.angle)
  elseif shape.kind == "circle" then
    rock = self.plane:circle(shape.x, shape.y, shape.r)
  else
    rock = self.plane:polygon(geometry.placed(shape.corners, shape.x, shape.y, shape.angle))
  end
  rock.data = shape
  shape.rock, shape.points = rock, rock:points()
  shape.x1, shape.y1, shape.x2, shape.y2 = geometry.box(shape.points)
  if self.on_change then self.on_change(shape, true) end
end

local function take(self, shape)
  shape.rock:remove()
  if self.on_change then self.on_change(shape, false) end
end

function Ground:add(shape)
  shape.angle = shape.angle or 0
  place(self, shape)
  self.shapes[#self.shapes + 1] = shape
  return shape
end

local function forget(self, shape)
  for i = #self.shapes, 1, -1 do
    if self.shapes[i] == shape then
      table.remove(self.shapes, i)
      return
    end
  end
end

function Ground:remove(shape)
  take(self, shape)
  forget(self, shape)
end

-- Moves and turns a shape; its middle stays on the ground, so that it can always be fetched back.
function Ground:move(shape, x, y, angle)
  x, y = math.max(0, math.min(self.width, x)), math.max(0, math.min(self.height, y))
  if shape.kind == "circle" then angle = shape.angle end
  if x == shape.x and y == shape.y and angle == shape.angle then return end
  take(self, shape)
  shape.x, shape.y, shape.angle = x, y, angle
  place(self, shape)
  -- Its new obstacle has the highest id, and so is drawn over the others.
  forget(self, shape)
  self.shapes[#self.shapes + 1] = shape
end

-- The shape on top that covers a point. (`plane:at` would give the obstacle with the lowest id, the one below.)
function Ground:shape_at(x, y)
  for i = #self.shapes, 1, -1 do
    local shape = self.shapes[i]
    if x >= shape.x1 and x <= shape.x2 and y >= shape.y1 and y <= shape.y2 and geometry.inside(shape.points, x, y) then
      return shape
    end
  end
end

-- Another plane with the same obstacles, which has never been asked for a path.
function Ground:copy()
  local version = self.plane.version
  if self.saved_version ~= version then
    self.saved, self.saved_version = self.plane:save { data = false }, version
  end
  return assert(astar.load(self.saved))
end

return { new = new }
