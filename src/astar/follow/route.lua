-- How a follower walks along a path; astar.follow calls it, and nothing else does. On a path it is at path:at(along) once
-- `lead` is 0; until then it walks straight to where the path begins, and `lead` is how far that still is.
--
-- Words: a *leg* is the straight way from a node of the path to the next one. On a map that wraps, a leg over the
-- seam ends beyond the edge, though its node lies at the other side: a *crossing* is how far apart the two are.

local route = {}

local abs, max, min, sqrt = math.abs, math.max, math.min, math.sqrt
local arctan = rawget(math, "atan2") or math.atan

local HUGE = math.huge
local MOST = 1.7976931348623157e308
local NEAR = 1e-9       -- of the largest coordinate: how far beside a path still counts as on it
local NONE = {}         -- the crossings of paths that have none

---- Legs --------------------------------------------------------------------------------------------------

local function length_of(x, y, z)
  local most = max(abs(x), abs(y), abs(z))
  if most == 0 then return 0 end
  if most == HUGE then return MOST end
  x, y, z = x / most, y / most, z / most
  return min(most * sqrt(x * x + y * y + z * z), MOST)
end

-- A part of the way from a to b; their difference may overflow.
local function between(a, b, part)
  local step = b - a
  return abs(step) < HUGE and a + step * part or a * (1 - part) + b * part
end

-- The leg from node i of the points to the next: how far it goes along x, y and z.
local function leg(points, crossings, i)
  local at, crossing = 3 * i, crossings[i]
  local x, y, z = points[at + 1] - points[at - 2], points[at + 2] - points[at - 1], points[at + 3] - points[at]
  if crossing then return x + crossing.x, y + crossing.y, z end
  return x, y, z
end

-- Where the leg from node i really ends, by the path itself: halving finds how far along that is.
local function measure(path, i, along, longest)
  local low, high = along, along + longest
  for _ = 1, 60 do
    local middle = low + (high - low) / 2
    local _, _, _, index = path:at(middle)
    if index > i then high = middle else low = middle end
  end
  return high - along
end

-- The crossings of a path by the node that each begins at. Only a leg over a seam is shorter than the distance of
-- its nodes, so most paths are done with their length.
local function crossings_of(path, points, near)
  local count, straight, along = #points / 3, 0, 0
  for i = 1, count - 1 do straight = straight + length_of(leg(points, NONE, i)) end
  if straight <= path.length * (1 + NEAR) then return NONE end

  local crossings = {}
  for i = 1, count - 1 do
    local wide, high, tall = leg(points, NONE, i)
    local length = length_of(wide, high, tall)
    local from_x, from_y = points[3 * i - 2], points[3 * i - 1]
    local x, y, _, index = path:at(along + length / 2)
    local as_seen = index == i and abs(from_x + wide / 2 - x) <= near and abs(from_y + high / 2 - y) <= near
    if length > 0 and not as_seen then
      length = measure(path, i, along, length)
      x, y = path:at(along + length / 2)
      crossings[i] = { x = 2 * (x - from_x) - wide, y = 2 * (y - from_y) - high }
    end
    along = along + length
  end
  return crossings
end

-- How far along the path the place first lies on it, or nil.
local function find(points, crossings, near, x, y, z)
  local count, along = #points / 3, 0
  for i = 1, max(count - 1, 1) do
    local wide, high, tall = 0, 0, 0
    if count > 1 then wide, high, tall = leg(points, crossings, i) end
    local from_x, from_y, from_z = x - points[3 * i - 2], y - points[3 * i - 1], z - points[3 * i]
    local square, part = wide * wide + high * high + tall * tall, 0
    if square > 0 then part = max(0, min(1, (from_x * wide + from_y * high + from_z * tall) / square)) end
    local length = length_of(wide, high, tall)
    local off_x, off_y, off_z = from_x - part * wide, from_y - part * high, from_z - part * tall
    if abs(off_x) <= near and abs(off_y) <= near and abs(off_z) <= near then
      return along + part * length
    end
    along = along + length
  end
  return nil
end

---- Routes ------------------------------------------------------------------------------------------------

-- A route is a path as its follower walks it:
--   path, length    the path and its length
--   points          where its nodes lie: { x1, y1, z1, x2, ... }
--   crossings       see crossings_of
--   along           how far along the path it is; 0 while it is not yet there
--   lead            how far it still is to the beginning of the path
--   direction       the angle of that straight way, or nil if it goes straight up or down
--   beyond          there, the crossing to the other side of the map; nil if it is not near a seam
--   behind          there, the node to go back to
--   turned          the last leg that gave the angle
--   left            how far it still is to the end of the path

-- The largest coordinate of the points and the place.
local function size_of(points, x, y, z)
  local size = max(abs(x), abs(y), abs(z))
  for i = 1, #points do
    local value = abs(points[i])
    if value > size then size = value end
  end
  return size
end

-- The crossing of where a follower is on its route: its place has the same place at the other side of the map.
local function crossing_at(r)
  if r.lead > 0 then return r.beyond end
  local _, _, _, index = r.path:at(r.along)
  return r.crossings[index]
end

local function is_at_node(r, i, x, y, z)
  local points = r.points
  return x == points[3 * i - 2] and y == points[3 * i - 1] and z == points[3 * i]
end

-- The nodes between which a follower is on its path, by their numbers; where it stands on one, both are that.
local function ends_of_leg(r, x, y, z)
  local _, _, _, index = r.path:at(r.along)
  if index == #r.path or is_at_node(r, index, x, y, z) then return index, index end
  -- by rounding, the place may be that of a node not yet passed
  return is_at_node(r, index + 1, x, y, z) and index + 1 or index, index + 1
end

-- Equal nodes, or equal places.
local function is_same(a, b)
  return a == b or type(a) == "table" and type(b) == "table" and a.x == b.x and a.y == b.y
end

-- The direction of the first leg that has one, of those from one to another in steps of 1 or -1; or nil.
local function direction_of(r, from, to, step)
  for i = from, to, step do
    local x, y = leg(r.points, r.crossings, i)
    if x ~= 0 or y ~= 0 then return arctan(y, x) end
  end
  return nil
end

-- The node of the path towards which it goes, and the one that it comes from, or on which it stands.
function route.ahead(r, x, y, z)
  if r.lead > 0 then return r.path[1] end
  local _, to = ends_of_leg(r, x, y, z)
  return r.path[to]
end

function route.behind(r, x, y, z)
  if r.lead > 0 then return r.behind end
  return r.path[ends_of_leg(r, x, y, z)]
end

-- The number of the node of the path that it has passed last.
function route.passed(r)
  if r.lead > 0 then return 1 end
  local _, _, _, index = r.path:at(r.along)
  return index
end

-- The direction of the first leg that has one, or nil.
function route.first_direction(r)
  return direction_of(r, 1, #r.path - 1, 1)
end

---- Walking -----------------------------------------------------------------------------------------------

-- A route along a path from a place between two nodes, and where it begins: there if that is on the path, else it leads
-- straight to the beginning of the path. On a map that wraps, being at the same place at the other side of the map is as
-- good; `before` is the route that led to the place, or false.
function route.begin(path, x, y, z, ahead, behind, before)
  local points = path:points(3)
  local near = NEAR * size_of(points, x, y, z)
  local crossings = crossings_of(path, points, near)
  local beyond = before and crossing_at(before) or nil

  local lead, direction = 0, nil
  local along = find(points, crossings, near, x, y, z)
  if not along and beyond then along = find(points, crossings, near, x - beyond.x, y - beyond.y, z) end
  if along then
    x, y, z = path:at(along)
    behind = nil
  else
    along = 0
    lead = length_of(points[1] - x, points[2] - y, points[3] - z)
    if beyond then
      local other = length_of(points[1] - (x - beyond.x), points[2] - (y - beyond.y), points[3] - z)
      if other < lead then
        lead, x, y = other, x - beyond.x, y - beyond.y
        beyond = { x = -beyond.x, y = -beyond.y }
      end
    end
    if is_same(behind, path[1]) then behind = ahead end -- it turns round
    if points[1] ~= x or points[2] ~= y then direction = arctan(points[2] - y, points[1] - x) end
  end

  local _, _, _, index = path:at(along)
  local length = path.length
  return {
    path = path, length = length, points = points, crossings = crossings,
    along = along, lead = lead, direction = direction, beyond = beyond, behind = behind, turned = index - 1,
    left = min(lead + max(length - along, 0), MOST),
  }, x, y, z
end

-- Walks on from where it is. Returns where it is then, and the angle, nil if that stays.
function route.advance(r, distance, x, y, z)
  local lead, points, angle = r.lead, r.points, nil
  if lead > 0 and distance > 0 then angle = r.direction end
  if distance < lead then
    local part = distance / lead
    r.lead = lead - distance
    r.left = min(r.lead + r.length, MOST)
    return between(x, points[1], part), between(y, points[2], part), between(z, points[3], part), angle
  end

  distance = distance - lead
  r.lead, r.along = 0, min(r.along + distance, r.length)
  r.left = r.length - r.along
  local index
  x, y, z, index = r.path:at(r.along)
  if distance > 0 then
    local last = is_at_node(r, index, x, y, z) and index - 1 or index
    angle = direction_of(r, last, r.turned + 1, -1) or angle
    r.turned = max(r.turned, last)
  end
  return x, y, z, angle
end

local function is_node(value)
  return getmetatable(value) == "astar.node"
end

-- Whether the step to the beginning of the path, if it is not there yet, can still be made.
function route.can_join(r, unit)
  local first, behind = r.path[1], r.behind
  if r.lead == 0 or first == behind or not (is_node(first) and is_node(behind)) then return true end
  return first.graph:path(behind, first, { unit = unit, only = { first } }) ~= nil
end

return route
