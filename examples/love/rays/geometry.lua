-- What a demo needs of geometry: points in outlines and distances, all on flat arrays { x1, y1, x2, y2, ... }.

local geometry = {}

local max, min = math.max, math.min

-- The box around an outline.
function geometry.box(points)
  local x1, y1, x2, y2 = points[1], points[2], points[1], points[2]
  for i = 3, #points, 2 do
    local x, y = points[i], points[i + 1]
    x1, y1, x2, y2 = min(x1, x), min(y1, y), max(x2, x), max(y2, y)
  end
  return x1, y1, x2, y2
end

function geometry.inside(points, x, y)
  local result = false
  local ax, ay = points[#points - 1], points[#points]
  for i = 1, #points, 2 do
    local bx, by = points[i], points[i + 1]
    if (ay > y) ~= (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay) then result = not result end
    ax, ay = bx, by
  end
  return result
end

-- The square of the distance from a point to a segment.
local function to_segment(x, y, ax, ay, bx, by)
  local dx, dy = bx - ax, by - ay
  local t = max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  local ex, ey = ax + t * dx - x, ay + t * dy - y
  return ex * ex + ey * ey
end

-- Whether a segment passes through the inside of a square with its middle at 0, 0.
local function crosses_square(ax, ay, bx, by, half)
  if max(ax, bx) <= -half or min(ax, bx) >= half or max(ay, by) <= -half or min(ay, by) >= half then return false end
  -- The corners of the square that lie farthest out on either side of the segment's line.
  local dx, dy = bx - ax, by - ay
  local offset, reach = dx * ay - dy * ax, half * (math.abs(dx) + math.abs(dy))
  return offset > -reach and offset < reach
end

-- The square of the distance from a point to the square with its middle at 0, 0.
local function to_square(x, y, half)
  local dx, dy = max(0, math.abs(x) - half), max(0, math.abs(y) - half)
  return dx * dx + dy * dy
end

-- Whether a disc around x, y meets the outline or what is in it.
function geometry.near(points, x, y, radius)
  if geometry.inside(points, x, y) then return true end
  local ax, ay = points[#points - 1], points[#points]
  for i = 1, #points, 2 do
    local bx, by = points[i], points[i + 1]
    if to_segment(x, y, ax, ay, bx, by) < radius * radius then return true end
    ax, ay = bx, by
  end
  return false
end

-- The same for any part of a square around x, y.
function geometry.near_square(points, x, y, half, radius)
  if geometry.inside(points, x, y) then return true end
  local limit = radius * radius
  local ax, ay = points[#points - 1] - x, points[#points] - y
  for i = 1, #points, 2 do
    local bx, by = points[i] - x, points[i + 1] - y
    if crosses_square(ax, ay, bx, by, half) or to_square(ax, ay, half) < limit then return true end
    for corner = 0, 3 do
      local cx, cy = corner % 2 == 0 and -half or half, corner < 2 and -half or half
      if to_segment(cx, cy, ax, ay, bx, by) < limit then return true end
    end
    ax, ay = bx, by
  end
  return false
end

-- The corners turned around 0, 0 and then moved.
function geometry.placed(corners, x, y, angle)
  local cos, sin = math.cos(angle), math.sin(angle)
  local result = {}
  for i = 1, #corners, 2 do
    local cx, cy = corners[i], corners[i + 1]
    result[i], result[i + 1] = x + cx * cos - cy * sin, y + cx * sin + cy * cos
  end
  return result
end

function geometry.length(points)
  local result = 0
  for i = 1, #points - 3, 2 do
    local dx, dy = points[i + 2] - points[i], points[i + 3] - points[i + 1]
    result = result + math.sqrt(dx * dx + dy * dy)
  end
  return result
end

return geometry
