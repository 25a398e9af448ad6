-- What moves along a path or a flow: at its own speed, frame by frame, and onto a new path without a jump.
--
-- Always true of a follower that has a path, not a flow: its place is path:at(along) once `lead` is 0; until then it walks
-- straight to where the path begins, and `lead` is how far that still is.
--
-- What a program holds is an empty table. The fields that it shows lie in another, so each assignment is seen, and only
-- those that mean something are taken. Its state (astar.base.hidden) is { shown, route, walk, place }: the table of these fields;
-- its route on a path, or its walk along a flow (astar.follow.flowwalk), or false; and without either the node or place on
-- which it stands.
--
-- Words: a *leg* is the straight way from a node of the path to the next one. On a map that wraps, a leg over the
-- seam ends beyond the edge, though its node lies at the other side: a *crossing* is how far apart the two are.

local check = require "astar.base.check"
local flowwalk = require "astar.follow.flowwalk"
local hidden = require "astar.base.hidden"

local Follower = {}

local new_member, state_of, check_self = hidden.class("astar.follower", "follower")

local abs, max, min, sqrt = math.abs, math.max, math.min, math.sqrt
local arctan = rawget(math, "atan2") or math.atan

local HUGE = math.huge
local MOST = 1.7976931348623157e308
local NEAR = 1e-9       -- of the largest coordinate: how far beside a path still counts as on it
local NONE = {}         -- the crossings of paths that have none

---- Errors ------------------------------------------------------------------------------------------------

local function is_path(value)
  return getmetatable(value) == "astar.path"
end

-- Raises if a search is no flow.
local function check_flow(search)
  if search.status == "closed" then error("bad argument #1 to 'go' (the flow was closed)", 3) end
  if not search.reverse then
    error("bad argument #1 to 'go' (path or flow expected, got a search that does not run backwards)", 3)
  end
end

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
local function crossing_at(route)
  if route.lead > 0 then return route.beyond end
  local _, _, _, index = route.path:at(route.along)
  return route.crossings[index]
end

local function is_at_node(route, i, x, y, z)
  local points = route.points
  return x == points[3 * i - 2] and y == points[3 * i - 1] and z == points[3 * i]
end

-- The nodes between which a follower is on its path, by their numbers; where it stands on one, both are that.
local function ends_of_leg(route, x, y, z)
  local _, _, _, index = route.path:at(route.along)
  if index == #route.path or is_at_node(route, index, x, y, z) then return index, index end
  -- by rounding, the place may be that of a node not yet passed
  return is_at_node(route, index + 1, x, y, z) and index + 1 or index, index + 1
end

-- Equal nodes, or equal places.
local function is_same(a, b)
  return a == b or type(a) == "table" and type(b) == "table" and a.x == b.x and a.y == b.y
end

-- The direction of the first leg that has one, of those from one to another in steps of 1 or -1; or nil.
local function direction_of(route, from, to, step)
  for i = from, to, step do
    local x, y = leg(route.points, route.crossings, i)
    if x ~= 0 or y ~= 0 then return arctan(y, x) end
  end
  return nil
end

---- Followers ---------------------------------------------------------------------------------------------

-- The node or place towards which it goes, or on which it stands.
local function node_ahead(state)
  local route, walk, shown = state.route, state.walk, state.shown
  if walk then return walk.leg and (walk.target or walk.next) or walk.node end
  if not route then return state.place end
  if route.lead > 0 then return route.path[1] end
  local _, to = ends_of_leg(route, shown.x, shown.y, shown.z)
  return route.path[to]
end

-- The other end of that way.
local function node_behind(state)
  local route, shown = state.route, state.shown
  if state.walk then return state.walk.node end
  if not route then return state.place end
  if route.lead > 0 then return route.behind end
  return route.path[ends_of_leg(route, shown.x, shown.y, shown.z)]
end

-- Gives it a path: from where it is, it goes on there if it is on the path, else straight to the beginning.
-- On a map that wraps, being at the same place at the other side of the map is as good.
local function set_out(state, path)
  local shown = state.shown
  local x, y, z = shown.x, shown.y, shown.z
  local points = path:points(3)
  local near = NEAR * size_of(points, x, y, z)
  local crossings = crossings_of(path, points, near)
  local beyond = state.route and crossing_at(state.route) or nil

  local lead, direction, behind = 0, nil, nil
  local along = find(points, crossings, near, x, y, z)
  if not along and beyond then along = find(points, crossings, near, x - beyond.x, y - beyond.y, z) end
  if along then
    x, y, z = path:at(along)
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
    behind = node_behind(state)
    if is_same(behind, path[1]) then behind = node_ahead(state) end -- it turns round
    if points[1] ~= x or points[2] ~= y then direction = arctan(points[2] - y, points[1] - x) end
  end

  local _, _, _, index = path:at(along)
  local length = path.length
  state.route = {
    path = path, length = length, points = points, crossings = crossings,
    along = along, lead = lead, direction = direction, beyond = beyond, behind = behind, turned = index - 1,
  }
  state.place, state.walk = nil, false
  shown.path, shown.flow = path, nil
  shown.x, shown.y, shown.z = x, y, z
  shown.left = min(lead + max(length - along, 0), MOST)
  shown.done = false
end

-- Stands where it is, without a path.
local function stand(shown)
  shown.path, shown.flow, shown.left, shown.done = nil, nil, 0, true
end

-- Makes it walk along a flow from where it is; returns whether there is a way.
local function set_out_along(state, flow)
  local shown = state.shown
  local walk = flowwalk.begin(flow, shown.x, shown.y, shown.z, node_ahead(state), node_behind(state))
  stand(shown)
  if not walk then return false end
  state.walk, state.route, state.place = walk, false, nil
  shown.flow, shown.left, shown.done = flow, walk.left, false
  return true
end

-- Walks so far along the flow.
local function walk_on(state, distance)
  local shown, walk = state.shown, state.walk
  local why = distance > 0 and flowwalk.advance(walk, distance) or nil
  if why == "closed" then error("bad self (the flow that it follows was closed)", 3) end
  shown.x, shown.y, shown.z = flowwalk.place(walk)
  shown.angle = walk.angle or shown.angle
  shown.left = walk.left
  if why == "lost" then stand(shown) end
  if why == "arrived" then shown.left, shown.done = 0, true end
  return shown.x, shown.y, shown.angle, shown.done
end

---Walks on for `dt` seconds.
function Follower:update(dt)
  local state = check_self(self, "update")
  local shown, route = state.shown, state.route
  check.number(dt, 0, "bad argument #1 to 'update' (%s)")
  if shown.done then return shown.x, shown.y, shown.angle, true end

  local step = (shown.speed + 0.0) * dt
  if shown.flow then return walk_on(state, step) end
  local lead = route.lead
  if lead > 0 and step > 0 then shown.angle = route.direction or shown.angle end
  if step < lead then
    local points, part = route.points, step / lead
    shown.x = between(shown.x, points[1], part)
    shown.y = between(shown.y, points[2], part)
    shown.z = between(shown.z, points[3], part)
    route.lead = lead - step
    shown.left = min(route.lead + route.length, MOST)
    return shown.x, shown.y, shown.angle, false
  end

  route.lead = 0
  step = step - lead
  local along = min(route.along + step, route.length)
  route.along = along
  local x, y, z, index = route.path:at(along)
  if step > 0 then
    local last = is_at_node(route, index, x, y, z) and index - 1 or index
    shown.angle = direction_of(route, last, route.turned + 1, -1) or shown.angle
    route.turned = max(route.turned, last)
  end
  shown.x, shown.y, shown.z = x, y, z
  shown.left = route.length - along
  shown.done = shown.left <= 0
  return x, y, shown.angle, shown.done
end

---Gives it a path or a flow to follow from now on.
function Follower:go(path)
  local state = check_self(self, "go")
  if getmetatable(path) == "astar.search" then
    check_flow(path)
    return set_out_along(state, path)
  end
  if not is_path(path) then
    local hint = path == nil and ": there is no way where path gives nil, so test that first" or ""
    check.bad_argument(1, "go", "path or flow", check.show(path) .. hint)
  end
  set_out(state, path)
  return true
end

---Makes it stand where it is.
function Follower:stop()
  stand(check_self(self, "stop").shown)
end

---The node that it walks towards, or stands on.
function Follower:ahead()
  return node_ahead(check_self(self, "ahead"))
end

---The node that it comes from, or stands on.
function Follower:behind()
  return node_behind(check_self(self, "behind"))
end

-- The way that is left: a path, and the index of the node that it has passed last; nil if there is none to look at.
local function rest_of(state)
  local route, flow = state.route, state.shown.flow
  if flow then
    if flow.status ~= "done" then return nil end -- it waits for the flow
    return flow:path(node_behind(state)) or false, 1
  end
  if not route or state.shown.done then return nil end
  if route.lead > 0 then return route.path, 1 end
  local _, _, _, index = route.path:at(route.along)
  return route.path, index
end

local function is_node(value)
  return getmetatable(value) == "astar.node"
end

-- Whether the step to the beginning of its path, which it has not reached yet, can still be made.
local function can_join(route, unit)
  local first, behind = route.path[1], route.behind
  if route.lead == 0 or first == behind or not (is_node(first) and is_node(behind)) then return true end
  return first.graph:path(behind, first, { unit = unit, only = { first } }) ~= nil
end

---Whether the way that is left can still be gone.
function Follower:check(unit)
  local state = check_self(self, "check")
  local path, index = rest_of(state)
  if path == nil then return true end
  if path == false then return false, node_behind(state) end
  local valid, broken = path:valid(unit, index)
  if state.route and (valid or broken > index) and not can_join(state.route, unit) then return false, node_behind(state) end
  if valid then return true end
  return false, broken == index and node_behind(state) or node_ahead(state)
end

---- Fields ------------------------------------------------------------------------------------------------

-- Those that cannot be assigned, and what to do instead.
local ELSEWHERE = ": make a new follower there"
local fixed = { x = ELSEWHERE, y = ELSEWHERE, z = ELSEWHERE, path = ": give it to go", flow = ": give it to go",
  left = "", done = "" }
for name in pairs(Follower) do fixed[name] = "" end

local assignable = { speed = true, angle = true }

local function assign(follower, name, value)
  if name == "speed" then
    check.number(value, 0, "field 'speed' of a follower: %s")
  elseif name == "angle" then
    check.number(value, nil, "field 'angle' of a follower: %s")
  elseif fixed[name] then
    check.fixed_field("follower", name, fixed[name])
  else
    check.no_field("follower", name, fixed, assignable)
  end
  state_of(follower).shown[name] = value
end

-- Asked for what neither the shown fields nor the methods have.
setmetatable(Follower, { __index = function(_, name)
  if name ~= "path" and name ~= "flow" then check.no_field("follower", name, fixed, assignable) end
end })

local shown_meta = { __index = Follower }

local function new_follower(state)
  return new_member({}, state, setmetatable(state.shown, shown_meta), { __newindex = assign })
end

---- The module --------------------------------------------------------------------------------------------

---A follower at the beginning of a path, or one that stands at a place.
local function follow(path, speed)
  local walks = is_path(path)
  if not (walks or type(path) == "table" or getmetatable(path) == "astar.node") then
    check.bad_argument(1, "follow", "path, node or place", check.show(path))
  end
  check.number(speed, 0, speed == nil and "bad argument #2 to 'follow' (%s: its speed, in units of the map a second)"
    or "bad argument #2 to 'follow' (%s)")

  local shown = { speed = speed, angle = 0, left = 0, done = true }
  local state = { shown = shown, route = false, walk = false }
  if walks then
    state.place = path[1]
    shown.x, shown.y, shown.z = path:at(0)
    set_out(state, path)
    shown.angle = direction_of(state.route, 1, #path - 1, 1) or 0
    return new_follower(state)
  end

  local x, y, z = path.x, path.y, path.z
  if z == nil then z = 0 end
  check.number(x, nil, "bad argument #1 to 'follow' (x: %s)")
  check.number(y, nil, "bad argument #1 to 'follow' (y: %s)")
  check.number(z, nil, "bad argument #1 to 'follow' (z: %s)")
  shown.x, shown.y, shown.z, state.place = x + 0.0, y + 0.0, z + 0.0, path
  return new_follower(state)
end

return follow
