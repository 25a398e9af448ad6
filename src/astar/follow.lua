-- What moves along a path or a flow: at its own speed, frame by frame, and onto a new path without a jump.
--
-- What a program holds is an empty table. The fields that it shows lie in another, so each assignment is seen, and only
-- those that mean something are taken. Its state (astar.base.hidden) is { shown, route, walk, place }: the table of these
-- fields; its route on a path (astar.follow.route), or its walk along a flow (astar.follow.flowwalk), or false; and without
-- either the node or place on which it stands.

local check = require "astar.base.check"
local flowwalk = require "astar.follow.flowwalk"
local hidden = require "astar.base.hidden"
local route = require "astar.follow.route"

local Follower = {}

local new_member, state_of, check_self = hidden.class("astar.follower", "follower")

local advance, check_number = route.advance, check.number

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

---- Followers ---------------------------------------------------------------------------------------------

-- The node or place towards which it goes, or on which it stands.
local function node_ahead(state)
  local walk, shown = state.walk, state.shown
  if walk then return walk.leg and (walk.target or walk.next) or walk.node end
  if state.route then return route.ahead(state.route, shown.x, shown.y, shown.z) end
  return state.place
end

-- The other end of that way.
local function node_behind(state)
  local shown = state.shown
  if state.walk then return state.walk.node end
  if state.route then return route.behind(state.route, shown.x, shown.y, shown.z) end
  return state.place
end

-- Gives it a path.
local function set_out(state, path)
  local shown = state.shown
  state.route, shown.x, shown.y, shown.z =
    route.begin(path, shown.x, shown.y, shown.z, node_ahead(state), node_behind(state), state.route)
  state.place, state.walk = nil, false
  shown.path, shown.flow, shown.left, shown.done = path, nil, state.route.left, false
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
  local shown, on_path = state.shown, state.route
  check_number(dt, 0, "bad argument #1 to 'update' (%s)")
  if shown.done then return shown.x, shown.y, shown.angle, true end

  local step = (shown.speed + 0.0) * dt
  if shown.flow then return walk_on(state, step) end
  local angle
  shown.x, shown.y, shown.z, angle = advance(on_path, step, shown.x, shown.y, shown.z)
  shown.angle = angle or shown.angle
  shown.left = on_path.left
  shown.done = shown.left <= 0
  return shown.x, shown.y, shown.angle, shown.done
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
  local flow = state.shown.flow
  if flow then
    if flow.status ~= "done" then return nil end -- it waits for the flow
    return flow:path(node_behind(state)) or false, 1
  end
  if not state.route or state.shown.done then return nil end
  return state.route.path, route.passed(state.route)
end

---Whether the way that is left can still be gone.
function Follower:check(unit)
  local state = check_self(self, "check")
  local path, index = rest_of(state)
  if path == nil then return true end
  if path == false then return false, node_behind(state) end
  local valid, broken = path:valid(unit, index)
  if state.route and (valid or broken > index) and not route.can_join(state.route, unit) then return false, node_behind(state) end
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
    check_number(value, 0, "field 'speed' of a follower: %s")
  elseif name == "angle" then
    check_number(value, nil, "field 'angle' of a follower: %s")
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
  check_number(speed, 0, speed == nil and "bad argument #2 to 'follow' (%s: its speed, in units of the map a second)"
    or "bad argument #2 to 'follow' (%s)")

  local shown = { speed = speed, angle = 0, left = 0, done = true }
  local state = { shown = shown, route = false, walk = false }
  if walks then
    state.place = path[1]
    shown.x, shown.y, shown.z = path:at(0)
    set_out(state, path)
    shown.angle = route.first_direction(state.route) or 0
    return new_follower(state)
  end

  local x, y, z = path.x, path.y, path.z
  if z == nil then z = 0 end
  check_number(x, nil, "bad argument #1 to 'follow' (x: %s)")
  check_number(y, nil, "bad argument #1 to 'follow' (y: %s)")
  check_number(z, nil, "bad argument #1 to 'follow' (z: %s)")
  shown.x, shown.y, shown.z, state.place = x + 0.0, y + 0.0, z + 0.0, path
  return new_follower(state)
end

return follow
