-- What moves along a path or a flow: at its own speed, frame by frame, and onto a new path without a jump.
--
-- What a program holds is an empty table. The fields that it shows lie in another, so each assignment is seen, and
-- only those that mean something are taken. Its state (astar.base.hidden) is { shown, route, walk, place, mode, pace
-- }: the table of these fields; its route on a path (astar.follow.route), or its walk along a flow
-- (astar.follow.flowwalk), or false; without either the node or place on which it stands; what it does with links
-- (astar.follow.links); and its pace (astar.follow.pace), or nil.

local check = require "astar.base.check"
local flowwalk = require "astar.follow.flowwalk"
local hidden = require "astar.base.hidden"
local links = require "astar.follow.links"
local pace = require "astar.follow.pace"
local route = require "astar.follow.route"

local Follower = {}

local new_member, state_of, check_self = hidden.class("astar.follower", "follower")

local check_number = check.number

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

-- The link that it is on, or nil.
local function crossing_of(state)
  if state.walk then return flowwalk.crossing(state.walk) end
  return state.route and route.crossing(state.route) or nil
end

-- Shows the link that it is on.
local function show_link(state)
  local on, shown = state.walk or state.route, state.shown
  if shown.link or on and (on.link or on.leg == "link") then
    local crossing = crossing_of(state)
    shown.link = crossing and crossing.props
  end
end

-- Gives it a path.
local function set_out(state, path)
  local shown = state.shown
  state.route, shown.x, shown.y, shown.z = route.begin(path, state.mode, shown.x, shown.y, shown.z, node_ahead(state),
    node_behind(state), state.route, crossing_of(state))
  state.place, state.walk = nil, false
  if state.pace then state.pace.root = nil end
  shown.path, shown.flow, shown.left, shown.done = path, nil, state.route.left, false
  show_link(state)
end

-- Stands where it is, without a path.
local function stand(shown)
  shown.path, shown.flow, shown.left, shown.done = nil, nil, 0, true
end

-- Makes it walk along a flow from where it is; returns whether there is a way.
local function set_out_along(state, flow)
  local shown = state.shown
  local walk = flowwalk.begin(flow, state.mode, shown.x, shown.y, shown.z, node_ahead(state), node_behind(state),
    crossing_of(state))
  stand(shown)
  if not walk then return false end
  state.walk, state.route, state.place = walk, false, nil
  if state.pace then state.pace.root = nil end
  shown.flow, shown.left, shown.done = flow, walk.left, false
  show_link(state)
  return true
end

-- Shows where its walk along a flow has come, and why it goes no further.
local function show_walk(state, why)
  local shown, walk = state.shown, state.walk
  shown.x, shown.y, shown.z = flowwalk.place(walk)
  shown.angle = state.pace and state.pace.angle or walk.angle or shown.angle
  shown.left = walk.left
  if why == "lost" then stand(shown) end
  if why == "arrived" then shown.left, shown.done = 0, true end
  show_link(state)
end

-- Walks on along the flow. A function that is asked for a link sees the follower at the link, and may give it another
-- way; then it goes on with the next update.
local function walk_on(state, dt)
  local shown, walk, p = state.shown, state.walk, state.pace
  local speed, why, budget = shown.speed + 0.0, nil, dt
  if not p and speed > 0 then budget = speed * dt end
  if dt > 0 and (p or speed > 0 or walk.leg == "link") then why, budget = flowwalk.advance(walk, budget, speed, p) end
  while why == "link" do
    show_walk(state)
    local seconds, props = links.ask(state.mode, flowwalk.link_ahead(walk))
    if state.walk ~= walk or shown.done then return end
    why = nil
    if flowwalk.take_link(walk, seconds, props) then why, budget = flowwalk.advance(walk, budget, speed, p) end
  end
  if why == "closed" then error("bad self (the flow that it follows was closed)", 3) end
  show_walk(state, why)
end

---Walks on for `dt` seconds.
function Follower:update(dt)
  local state = check_self(self, "update")
  local shown, on_path, p = state.shown, state.route, state.pace
  check_number(dt, 0, "bad argument #1 to 'update' (%s)")
  if shown.done then return shown.x, shown.y, shown.angle, true end

  if p then p.angle = shown.angle end
  if shown.flow then
    walk_on(state, dt)
    return shown.x, shown.y, shown.angle, shown.done
  end
  local angle
  shown.x, shown.y, shown.z, angle = route.advance(on_path, dt, shown.speed + 0.0, p, shown.x, shown.y, shown.z)
  shown.angle = angle or shown.angle
  shown.left = on_path.left
  shown.done = route.is_done(on_path)
  show_link(state)
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
  left = "", done = "", link = "" }
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
  if name ~= "path" and name ~= "flow" and name ~= "link" then check.no_field("follower", name, fixed, assignable) end
end })

local shown_meta = { __index = Follower }

local function new_follower(state)
  return new_member({}, state, setmetatable(state.shown, shown_meta), { __newindex = assign })
end

---- The module --------------------------------------------------------------------------------------------

local OPTIONS = { links = true, turn_rate = true, slow = true, arrive = true }

-- An option that is a finite number > 0 or nil.
local function check_positive(options, name)
  local value = options[name]
  if value == nil or type(value) == "number" and value - value == 0 and value > 0 then return value end
  local got = check.show(value)
  error(("bad argument #3 to 'follow' (option '%s': finite number > 0 expected, got %s)"):format(name, got), 4)
end

-- What it does with links, and its pace, or nil.
local function read_options(options)
  local mode = links.check_mode(options.links, "follow")
  local rate, arrive = check_positive(options, "turn_rate"), check_positive(options, "arrive")
  local slow = options.slow
  if slow ~= nil and type(slow) ~= "boolean" then
    error(("bad argument #3 to 'follow' (option 'slow': boolean expected, got %s)"):format(check.kind_of(slow)), 3)
  end
  if slow and not rate then error("bad argument #3 to 'follow' (option 'slow' needs 'turn_rate')", 3) end
  return mode, (rate or arrive) and pace.new(rate, slow, arrive) or nil
end

---A follower at the beginning of a path, or one that stands at a place.
local function follow(path, speed, options)
  local walks = is_path(path)
  if not (walks or type(path) == "table" or getmetatable(path) == "astar.node") then
    check.bad_argument(1, "follow", "path, node or place", check.show(path))
  end
  check_number(speed, 0, speed == nil and "bad argument #2 to 'follow' (%s: its speed, in units of the map a second)"
    or "bad argument #2 to 'follow' (%s)")
  local mode, its_pace = read_options(check.options(options, 3, "follow", OPTIONS))

  local shown = { speed = speed, angle = 0, left = 0, done = true }
  local state = { shown = shown, route = false, walk = false, mode = mode, pace = its_pace }
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
  if path.level ~= nil then check_number(path.level, 1, "bad argument #1 to 'follow' (level: %s)") end
  shown.x, shown.y, shown.z, state.place = x + 0.0, y + 0.0, z + 0.0, path
  return new_follower(state)
end

return follow
