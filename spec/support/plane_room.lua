-- Obstacles enlarged for something round, as scenes that the oracle knows: by polygons drawn within the true
-- outline, or around it.

local oracle = require "spec.support.plane_oracle"

local room = {}

local ceil, cos, sin, pi, atan = math.ceil, math.cos, math.sin, math.pi, math.atan2 or math.atan

local function cyclic(corners)
  local n = #corners / 2
  return function(i)
    i = (i - 1) % n
    return corners[2 * i + 1], corners[2 * i + 2]
  end, n
end

-- The outward normals of the edges to and from a corner, as angles, and the turn between them (right turns
-- count as none, be they made by rounding or not).
local function normals(at, i)
  local px, py = at(i - 1)
  local x, y = at(i)
  local qx, qy = at(i + 1)
  local from, to = atan(px - x, y - py), atan(x - qx, qy - y)
  local turn = (to - from) % (2 * pi)
  return from, to, turn <= pi + 1e-9 and turn or 0
end

-- Append an arc around a corner, by its chords or by tangents.
local function arc(out, x, y, r, from, turn, step, within)
  local function put(angle, far)
    out[#out + 1] = x + far * cos(angle)
    out[#out + 1] = y + far * sin(angle)
  end
  local parts = math.max(1, ceil(turn / step))
  if within then
    for k = 0, turn > 1e-9 and parts or 0 do
      put(from + turn * k / parts, r)
    end
  else
    for k = 0, parts - 1 do
      put(from + turn * (k + 0.5) / parts, r / cos(turn / parts / 2))
    end
  end
end

-- A convex polygon, with its inside on the left (y upwards), as a whole.
local function enlarge_convex(corners, r, step, within)
  local out = {}
  local at, n = cyclic(corners)
  for i = 1, n do
    local x, y = at(i)
    local from, _, turn = normals(at, i)
    arc(out, x, y, r, from, turn, step, within)
  end
  return out
end

-- Any other stays, and gets a rectangle beside each edge and a fan around each corner that points outwards.
local function enlarge_any(corners, r, step, within, put)
  local at, n = cyclic(corners)
  put(corners)
  for i = 1, n do
    local x, y = at(i)
    local qx, qy = at(i + 1)
    local from, to, turn = normals(at, i)
    local nx, ny = r * cos(to), r * sin(to)
    put({ x, y, x + nx, y + ny, qx + nx, qy + ny, qx, qy })
    if turn > 1e-9 then
      local fan = { x, y }
      if not within then
        fan[3], fan[4] = x + r * cos(from), y + r * sin(from)
      end
      arc(fan, x, y, r, from, turn, step, within)
      if within then
        -- so that it meets the rectangle without a gap
        fan[#fan - 1], fan[#fan] = x + nx, y + ny
      else
        fan[#fan + 1] = x + nx
        fan[#fan + 1] = y + ny
      end
      put(fan)
    end
  end
end

local function is_convex(corners)
  for i = 1, #corners, 2 do
    local function at(k)
      k = (k - 1) % #corners
      return corners[k + 1], corners[k + 2]
    end
    local ax, ay = at(i)
    local bx, by = at(i + 2)
    local cx, cy = at(i + 4)
    if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0 then
      return false
    end
  end
  return true
end

-- The scene for something of radius r, with arcs of so many corners for a whole circle; `within`: no larger
-- than the true shape anywhere, else no smaller. Nil where nothing is left of the bounds.
function room.enlarged(scene, r, corners, within)
  local out = { polygons = {} }
  local far, step = r * (within and 1 - 1e-9 or 1 + 1e-9), 2 * pi / corners
  local function put(list)
    -- what collapses to less than a polygon would be lost
    if oracle.flaw(list) then
      error("an enlarged obstacle is " .. oracle.flaw(list))
    end
    out.polygons[#out.polygons + 1] = list
  end
  for _, polygon in ipairs(scene.polygons) do
    local left = {}
    local turn = oracle.turn(polygon)
    for k = 1, #polygon, 2 do
      local at = turn > 0 and k or #polygon - k
      left[k], left[k + 1] = polygon[at] + 0.0, polygon[at + 1] + 0.0
    end
    if is_convex(left) then
      put(enlarge_convex(left, far, step, within))
    else
      enlarge_any(left, far, step, within, put)
    end
  end
  if scene.bounds then
    local b, by = scene.bounds, r * (within and 1 - 1e-9 or 1 + 1e-9)
    out.bounds = { b[1] + by, b[2] + by, b[3] - by, b[4] - by }
    if not (out.bounds[1] < out.bounds[3] and out.bounds[2] < out.bounds[4]) then
      return nil
    end
  end
  return out
end

-- How far a point is from what stands in a scene, and from its bounds; 0 inside.
function room.distance(o, x, y)
  local best = math.huge
  if #o:place(x, y).sectors == 0 then
    return 0
  end
  for i = 1, #o.ax do
    local ux, uy = o.bx[i] - o.ax[i], o.by[i] - o.ay[i]
    local t = ((x - o.ax[i]) * ux + (y - o.ay[i]) * uy) / (ux * ux + uy * uy)
    t = math.max(0, math.min(1, t))
    best = math.min(best, math.sqrt((o.ax[i] + t * ux - x) ^ 2 + (o.ay[i] + t * uy - y) ^ 2))
  end
  return best
end

return room
