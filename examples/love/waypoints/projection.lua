-- From the country to the picture: seen flat from above, from the side, or on the way between the two.

local projection = {}

local Projection = {}
Projection.__index = Projection

local DEPTH = 0.48  -- of a step to the front, seen from the side
local HEIGHT = 1.35 -- of a step upwards
local TIME = 0.9    -- seconds from one view to the other

-- `ground` says how high it is where one looks.
function projection.new(ground)
  local self = setmetatable({ ground = ground, progress = 0, target = 0 }, Projection)
  self:settle()
  return self
end

-- Makes `project(x, y, z)` → X, Y for how far the view has turned: a new function, so that pictures see that it is
-- another one.
function Projection:settle()
  local t = self.progress
  local blend = t * t * (3 - 2 * t)
  local depth, height = 1 - (1 - DEPTH) * blend, HEIGHT * blend
  self.blend, self.depth, self.height = blend, depth, height
  self.project = function(x, y, z) return x, y * depth - z * height end
end

function Projection:toggle()
  self.target = 1 - self.target
end

-- Whether it is, or will soon be, the view from the side.
function Projection:from_side()
  return self.target == 1
end

function Projection:is_turning()
  return self.progress ~= self.target
end

-- Returns whether the view has turned.
function Projection:update(dt)
  if self.progress == self.target then return false end
  local step = dt / TIME
  if self.target > self.progress then
    self.progress = math.min(self.target, self.progress + step)
  else
    self.progress = math.max(self.target, self.progress - step)
  end
  self:settle()
  return true
end

-- The place on the ground that is seen at X, Y, or nil: of several that hide each other the one in front.
function Projection:to_ground(x, y)
  local ground = self.ground
  if self.height == 0 then
    if ground.contains(x, y) then return x, y end
    return nil
  end
  local above -- of the last place tried: how far it shows above or below Y
  for deep = ground.depth, 0, -0.05 do
    local gap = deep * self.depth - ground.height(x, deep) * self.height - y
    if gap == 0 or above and (gap > 0) ~= (above > 0) then
      return ground.contains(x, deep) and x or nil, deep
    end
    above = gap
  end
  return nil
end

-- How high a node at y has to be so as to be seen at Y.
function Projection:height_at(y, picture_y)
  return (y * self.depth - picture_y) / self.height
end

return projection
