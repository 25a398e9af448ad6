-- How a follower walks along a path; astar.follow calls it, and nothing else does. On a path it is at path:at(along)
-- once `lead` is 0; until then it walks straight to where the path begins, and `lead` is how far that still is. At a
-- link (astar.follow.links) it stops walking: it is on the link for some seconds, and then at its other end.
--
-- Words: a *leg* is the straight way from a node of the path to the next one. On a map that wraps, a leg over the
-- seam ends beyond the edge, though its node lies at the other side: a *crossing* is how far apart the two are.

local links = require "astar.follow.links"
local pace = require "astar.follow.pace"

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

-- How far along the path the place first lies on it, or nil. Of a link only the ends count.
local function find(points, crossings, list, near, x, y, z)
  local count, along, k = #points / 3, 0, 1
  for i = 1, max(count - 1, 1) do
    local wide, high, tall = 0, 0, 0
    if count > 1 then wide, high, tall = leg(points, crossings, i) end
    local from_x, from_y, from_z = x - points[3 * i - 2], y - points[3 * i - 1], z - points[3 * i]
    local square, part = wide * wide + high * high + tall * tall, 0
    if square > 0 then part = max(0, min(1, (from_x * wide + from_y * high + from_z * tall) / square)) end
    local link = list[k]
    if link and link.first == i then part = part < 0.5 and 0 or 1 end
    local length = length_of(wide, high, tall)
    local off_x, off_y, off_z = from_x - part * wide, from_y - part * high, from_z - part * tall
    local is_on = abs(off_x) <= near and abs(off_y) <= near and abs(off_z) <= near
    if link and link.first == i then
      if is_on then return part == 0 and link.begin or link.finish end
      along, k = link.finish, k + 1
    else
      if is_on then return link and min(along + part * length, link.begin) or along + part * length end
      along = along + length
    end
  end
  return nil
end

---- Routes ------------------------------------------------------------------------------------------------

-- A route is a path as its follower walks it:
--   path, length    the path and its length
--   points          where its nodes lie: { x1, y1, z1, x2, ... }
--   crossings       see crossings_of
--   along           how far along the path it is; 0 while it is not yet there
--   links, next     the links of the path that it does not walk, see links.of(), and the number of the next one
--   link, spent     the link that it is on, or nil, and the seconds that it has been there
--   lead            how far it still is to the beginning of the path; may be a link that it was on, of this form
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
  return r.crossings[r.link and r.link.first or index]
end

-- Whether it is not yet at the beginning of the path.
local function is_before(r)
  return r.lead > 0 or r.link ~= nil and r.link.begin == nil
end

local function is_at_node(r, i, x, y, z)
  local points = r.points
  return x == points[3 * i - 2] and y == points[3 * i - 1] and z == points[3 * i]
end

-- The nodes between which a follower is on its path, by their numbers; where it stands on one, both are that.
local function ends_of_leg(r, x, y, z)
  if r.link then return r.link.first, r.link.first + 1 end
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
  if is_before(r) then return r.path[1] end
  local _, to = ends_of_leg(r, x, y, z)
  return r.path[to]
end

function route.behind(r, x, y, z)
  if is_before(r) then return r.behind end
  return r.path[ends_of_leg(r, x, y, z)]
end

-- The number of the node of the path that it has passed last.
function route.passed(r)
  if is_before(r) then return 1 end
  if r.link then return r.link.first end
  local _, _, _, index = r.path:at(r.along)
  return index
end

-- The direction of the first leg that has one, or nil.
function route.first_direction(r)
  return direction_of(r, 1, #r.path - 1, 1)
end

---- Walking -----------------------------------------------------------------------------------------------

-- What is left to be walked beyond a place along the path, which is before the next link.
local function remaining_from(r, along)
  local next_link = r.links[r.next]
  return max(r.length - along - (next_link and next_link.after or 0), 0)
end

-- What is left to be walked.
local function remaining(r)
  local walked = r.link and not r.link.begin and 0 or r.lead
  return min(walked + remaining_from(r, r.along), MOST)
end

-- A follower that is on a link gets a new path. Returns how it goes on:
--   if the path has the same link: that one, the seconds spent on it, and its number in the list;
--   if the path begins at an end of the link: a link to there, perhaps back, and the seconds spent on that;
--   else nil.
local function resume(path, list, crossing)
  for k, link in ipairs(list) do
    if link.from == crossing.from and link.to == crossing.to then
      return link, link.seconds * (crossing.spent / crossing.seconds), k
    end
  end
  local from, to, spent = crossing.from, crossing.to, crossing.spent
  if path[1] == from then from, to, spent = to, from, crossing.seconds - spent end
  if path[1] ~= to then return nil end
  return { from = from, to = to, seconds = crossing.seconds, props = crossing.props }, spent
end

-- A route along a path from a place between two nodes, and where it begins: there if that is on the path, else it
-- leads straight to the beginning of the path. On a map that wraps, being at the same place at the other side of the
-- map is as good; `before` is the route that led to the place, or false; `crossing` the link that the follower is on
-- (see route.crossing), or nil; `mode` what it does with links.
function route.begin(path, mode, x, y, z, ahead, behind, before, crossing)
  local list = links.of(path, mode)
  local points = path:points(3)
  local near = NEAR * size_of(points, x, y, z)
  local crossings = crossings_of(path, points, near)
  local beyond = before and crossing_at(before) or nil

  local lead, direction, along, link, spent, number = 0, nil, nil, nil, 0, nil
  if crossing then link, spent, number = resume(path, list, crossing) end
  if number then
    along = link.begin
  elseif not link then
    along = find(points, crossings, list, near, x, y, z)
    if not along and beyond then along = find(points, crossings, list, near, x - beyond.x, y - beyond.y, z) end
  end
  if along then
    if not number then x, y, z = path:at(along) end
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

  local next_link = number or 1
  while not number and list[next_link] and list[next_link].finish <= along and list[next_link].begin < along do
    next_link = next_link + 1
  end
  local _, _, _, index = path:at(along)
  local r = {
    path = path, length = path.length, points = points, crossings = crossings, links = list, next = next_link,
    link = link, spent = spent or 0, along = along, lead = lead, direction = direction,
    beyond = beyond, behind = behind, turned = index - 1,
  }
  r.left = remaining(r)
  return r, x, y, z
end

-- The link that it is on: its two ends, the seconds that it takes and those spent, and its properties; or nil.
function route.crossing(r)
  local link = r.link
  if not link or link.seconds == 0 then return nil end
  return { from = link.from, to = link.to, seconds = link.seconds, spent = r.spent, props = link.props }
end

-- Whether it is at the end.
function route.is_done(r)
  return r.left <= 0 and not r.link and not r.links[r.next]
end

-- Walks so far, at most to the next link; returns what is left over, nil if nothing is, where it is then, and the
-- angle, nil if that stays.
local function walk(r, distance, x, y, z)
  local lead, points, angle = r.lead, r.points, nil
  if lead > 0 and distance > 0 then angle = r.direction end
  if distance < lead then
    local part = distance / lead
    r.lead = lead - distance
    r.left = remaining(r)
    return nil, between(x, points[1], part), between(y, points[2], part), between(z, points[3], part), angle
  end

  distance = distance - lead
  local link, over = r.links[r.next], nil
  r.lead = 0
  if link and r.along + distance >= link.begin then
    over = max(distance - (link.begin - r.along), 0) -- not below by rounding
    r.along = link.begin
  else
    r.along = min(r.along + distance, r.length)
  end
  r.left = remaining(r)
  local index
  x, y, z, index = r.path:at(r.along)
  if distance > 0 then
    if link and index > link.first then index = link.first end
    local last = is_at_node(r, index, x, y, z) and index - 1 or index
    angle = direction_of(r, last, r.turned + 1, -1) or angle
    r.turned = max(r.turned, last)
  end
  return over, x, y, z, angle
end

-- Walks for up to so many seconds at a pace (astar.follow.pace), at most to the end of the leg or the lead; returns the
-- seconds that are left, nil if it has used them, and where it is then.
local function walk_leg(r, seconds, speed, p, x, y, z)
  local points, lead = r.points, r.lead
  if lead > 0 then
    local walked, used, reached = pace.walk(p, seconds, speed, r.direction, lead, remaining_from(r, r.along))
    if reached then
      r.lead = 0
      x, y, z = points[1], points[2], points[3]
    else
      local part = walked / lead
      r.lead = lead - walked
      x, y, z = between(x, points[1], part), between(y, points[2], part), between(z, points[3], part)
    end
    r.left = remaining(r)
    return reached and seconds - used or nil, x, y, z
  end

  local _, _, _, index = r.path:at(r.along)
  if index == #r.path then return nil, x, y, z end
  local finish = r.path:along(index + 1)
  local walked, used, reached = pace.walk(p, seconds, speed, direction_of(r, index, index, 1), finish - r.along,
    remaining_from(r, finish))
  r.along = reached and finish or min(r.along + walked, finish)
  r.left = remaining(r)
  x, y, z = r.path:at(r.along)
  return reached and seconds - used or nil, x, y, z
end

-- The leg of the link that it is on: where it begins, and how far it goes.
local function leg_of_link(r, x, y, z)
  local link, points = r.link, r.points
  if link.begin then return leg(points, r.crossings, link.first) end
  return points[1] - x, points[2] - y, points[3] - z
end

-- Is on its link for up to so many seconds; returns the seconds that are left, nil if it has used them, where it is
-- then, and the angle, nil if that stays.
local function cross(r, seconds, x, y, z)
  local link, points = r.link, r.points
  local wide, high, tall = leg_of_link(r, x, y, z)
  local angle = link.seconds > 0 and (wide ~= 0 or high ~= 0) and arctan(high, wide) or nil
  local rest = link.seconds - r.spent
  if seconds < rest then
    local from = r.spent
    r.spent = from + seconds
    if link.begin then
      local at, part = 3 * link.first, r.spent / link.seconds
      return nil, points[at - 2] + part * wide, points[at - 1] + part * high, points[at] + part * tall, angle
    end
    local part = seconds / rest
    r.lead = r.lead * (1 - part)
    return nil, between(x, points[1], part), between(y, points[2], part), between(z, points[3], part), angle
  end

  r.link, r.spent = nil, 0
  if link.begin then
    r.along, r.next = link.finish, r.next + 1
    r.turned = link.first
    x, y, z = r.path:at(r.along)
    if link.finish == link.begin then
      local at = 3 * link.first + 3
      x, y, z = points[at - 2], points[at - 1], points[at]
    end
  else
    r.lead = 0
    x, y, z = points[1], points[2], points[3]
  end
  r.left = remaining(r)
  return seconds - rest, x, y, z, angle
end

-- Goes on from where it is for so many seconds, with a pace or with nil. Returns where it is then, and the angle, nil
-- if that stays.
function route.advance(r, seconds, speed, p, x, y, z)
  local angle, turn = nil, nil
  local left = seconds
  if (p or r.links[1]) and seconds == 0 then return x, y, z, nil end
  while left do
    local link = r.links[r.next]
    if not r.link and link and r.lead == 0 and r.along >= link.begin then r.link, r.spent = link, 0 end
    if r.link then
      local before = left
      left, x, y, z, turn = cross(r, left, x, y, z)
      if p then pace.turn(p, before - (left or 0), turn) end
    elseif p then
      left, x, y, z = walk_leg(r, left, speed, p, x, y, z)
    else
      local over
      local distance = speed * left
      over, x, y, z, turn = walk(r, distance, x, y, z)
      left = over and (over < distance and over / speed or left)
    end
    angle = turn or angle
  end
  if p then return x, y, z, p.angle end
  return x, y, z, angle
end

local function is_node(value)
  return getmetatable(value) == "astar.node"
end

-- Whether the step to the beginning of the path, if it is not there yet, can still be made.
function route.can_join(r, unit)
  local first, behind = r.path[1], r.behind
  if not is_before(r) or first == behind or not (is_node(first) and is_node(behind)) then return true end
  return first.graph:path(behind, first, { unit = unit, only = { first } }) ~= nil
end

return route
