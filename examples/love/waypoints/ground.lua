-- The country: how high the ground is at a place, and what grows there.
--
-- x goes from left to right, y from the back to the front, z upwards; take a unit for some hundred steps.

local ground = {}

-- The part where waypoints may lie, and how much ground there is around it.
ground.width, ground.depth, ground.margin = 26.4, 20, 1.2

local exp, sin, abs = math.exp, math.sin, math.abs

-- Each hill: its place, how high it is and how wide.
local hills = {
  { 6.6, 4.4, 4.6, 2.4 }, { 10, 6.8, 3, 1.8 }, { 3.4, 10.4, 1.8, 2 }, { 12, 15.6, 2, 2.2 }, { 21, 6.2, 5.4, 2.5 },
  { 24.4, 10.4, 2.4, 2 }, { 18.4, 14.4, 3, 2 }, { 22.4, 17.6, 1.4, 2.4 }, { 2, 1.6, 2, 2.6 }, { 24.2, 2.4, 0.9, 1.6 },
}

-- Each wood: its place and how far it reaches.
local woods = { { 8.4, 12.4, 3 }, { 5.2, 14.4, 1.8 }, { 21.6, 13.2, 2.2 }, { 18.4, 2.4, 2 }, { 3.2, 6, 1.4 } }

local RIVER = 0.64    -- half its width
local ROCKS = 3.4     -- above this nothing grows

-- How far a place is from the middle of the river.
local function from_river(x, y)
  return abs(x - (15 + 1.4 * sin(y / 3.4) - 0.06 * y))
end

function ground.height(x, y)
  local z = 0.5 + 0.14 * sin(x / 1.22) * sin(y / 1.46) + 0.08 * sin(x / 0.58 + y / 0.94)
  for i = 1, #hills do
    local hill = hills[i]
    local dx, dy, wide = x - hill[1], y - hill[2], hill[4]
    z = z + hill[3] * exp(-(dx * dx + dy * dy) / (2 * wide * wide))
  end
  -- the river has cut its valley
  local d = from_river(x, y) / 1.4
  return z * (1 - exp(-d * d * d))
end

function ground.terrain(x, y)
  if from_river(x, y) < RIVER then return "water" end
  if ground.height(x, y) > ROCKS then return "rock" end
  for i = 1, #woods do
    local wood = woods[i]
    local dx, dy = x - wood[1], y - wood[2]
    local reach = wood[3] + 0.32 * (sin(x / 0.46 + i) + sin(y / 0.54))
    if dx * dx + dy * dy < reach * reach then return "forest" end
  end
  return "meadow"
end

-- The nearest place where a waypoint may lie.
function ground.clamp(x, y)
  return math.max(0, math.min(ground.width, x)), math.max(0, math.min(ground.depth, y))
end

-- Whether a waypoint may lie there.
function ground.contains(x, y)
  return x >= 0 and x <= ground.width and y >= 0 and y <= ground.depth
end

return ground
