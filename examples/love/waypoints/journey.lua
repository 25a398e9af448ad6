-- The search, stepped or run, and the figure that walks the route it finds.
--
-- The map may be edited at any time: `update` sees that by its version. The search then begins again by itself and goes
-- as far as it had been; a figure under way takes another route from where it is.

local follow = require "astar.follow"
local net = require "net"

local journey = {}

local Journey = {}
Journey.__index = Journey

journey.EMPTY = "The net is empty: click to add a waypoint, F5 brings back those that were"

local SPEEDS = { 1, 2, 4, 8, 16, 32, 64 } -- steps a second

function journey.new(map, unit)
  local self = setmetatable({
    map = map, version = map.version, removed = {},
    start = map:node(net.start), goal = map:node(net.goal), unit = unit,
    pace = 4, owed = 0, running = false, arrived = false, note = "",
  }, Journey)
  self:initialise()
  return self
end

---- The search ----------------------------------------------------------------------------------------------

function Journey:speed()
  return SPEEDS[self.pace]
end

function Journey:change_speed(by)
  self.pace = math.max(1, math.min(#SPEEDS, self.pace + by))
  self.note = ("%d %s a second"):format(self:speed(), self:speed() == 1 and "step" or "steps")
end

-- Whether the search has come to its end.
function Journey:ended()
  return self.search ~= nil and self.search.status ~= "searching" and self.search.status ~= "stale"
end

-- The search begins at a node: the same one again, or a new one for another unit.
function Journey:begin(from)
  if self.search and self.search.unit == self.unit.name then
    self.search:restart(from, self.goal)
  else
    if self.search then self.search:close() end
    self.search = self.map:search(from, self.goal, self.unit.name)
  end
  self.route, self.version = nil, self.map.version
end

-- Without a start or a goal there is no search. If only the goal is lacking, the figure waits at the start; else there
-- is no place for it.
function Journey:stop()
  if self.search then self.search:close() end
  self.search, self.route, self.running = nil, nil, false
  self.walker, self.arrived = nil, false
  if self.start and not self.goal then self:stand(self.start) end
  if #self.map == 0 then
    self.note = journey.EMPTY
  elseif not self.start then
    self.note = "There is no start: point at a waypoint and press S"
  elseif not self.goal then
    self.note = "There is no goal: point at a waypoint and press G"
  else
    self.note = "There is no waypoint to go on from: R begins anew"
  end
end

-- The figure stands at a node and looks at the goal.
function Journey:stand(node)
  self.walker = follow(node, self.unit.speed)
  if self.goal then self.walker.angle = math.atan2(self.goal.y - node.y, self.goal.x - node.x) end
end

-- Begins at the start, with nothing expanded yet.
function Journey:initialise()
  self.running, self.arrived = false, false
  if not (self.start and self.goal) then return self:stop() end
  self:begin(self.start)
  self:stand(self.start)
  self.note = ("The %s waits. N: one step, Space: run"):format(self.unit.name)
end

-- Where the search has come to its end, the figure sets out, or goes on by the new route.
function Journey:look()
  if not self:ended() then return end
  self.running = false
  self.route = self.search:path()
  if not self.route then
    self.note = ("There is no way for the %s"):format(self.unit.name)
  elseif not self.arrived then
    if not self:under_way() then self.note = ("Found: the %s sets out"):format(self.unit.name) end
    self.walker:go(self.route)
  end
end

-- Makes the search ready to go on. `anew`: one that has ended begins again.
function Journey:prepare(anew)
  if not self.search or anew and self:ended() then self:initialise() end
  return self.search ~= nil
end

function Journey:step()
  if not self:prepare(false) then return end
  self.running = false
  if self:ended() then
    self.note = "The search has ended: R begins anew"
    return
  end
  self.search:step()
  self.note = ""
  self:look()
end

function Journey:toggle_running()
  if self.running then
    self.running, self.note = false, "Paused"
  elseif self:prepare(true) then
    self.running, self.owed, self.note = true, 1, ""
  end
end

function Journey:finish()
  if not self:prepare(true) then return end
  self.search:run()
  self:look()
end

-- The figure walks the route from its beginning.
function Journey:walk()
  if not self.route then
    self.note = "There is no route to walk yet"
    return
  end
  self.walker, self.arrived = follow(self.route, self.unit.speed), false
  self.note = ("The %s sets out"):format(self.unit.name)
end

---- Choices -------------------------------------------------------------------------------------------------

function Journey:set_start(node)
  self.start = node
  self:initialise()
end

function Journey:set_goal(node)
  self.goal = node
  if self:under_way() then
    self:replan("Another goal")
  else
    self:initialise()
  end
end

function Journey:set_unit(unit)
  self.unit = unit
  if self.arrived then
    self.arrived = false
    if self.start then self:stand(self.start) end
  end
  self:replan("Now the " .. unit.name)
end

---- Edits ---------------------------------------------------------------------------------------------------

-- To be told before a node is removed.
function Journey:forget(node)
  self.removed[node] = true
  if node == self.start then self.start = nil end
  if node == self.goal then self.goal = nil end
end

-- Whether the figure has set out and not yet arrived.
function Journey:under_way()
  return self.walker ~= nil and not self.walker.done
end

function Journey:can_enter(node)
  return not self.removed[node] and not node.blocked and self.unit.costs[node.terrain] ~= false
end

-- The waypoint from which the figure goes on: the one ahead of it, or the one behind if the way ahead is closed.
function Journey:way_on()
  local walker = self.walker
  local ahead, behind = walker:ahead(), walker:behind()
  if self.removed[behind] then behind = nil end
  if self:can_enter(ahead) and (not behind or behind == ahead or self.map:linked(behind, ahead)) then return ahead end
  return behind or self.map:nearest(walker.x, walker.y, { unit = self.unit.name, linked = true })
end

-- Searches again, after an edit or for another unit: as far as before. `why` goes on the screen.
function Journey:replan(why)
  local walking, steps, ended = self:under_way(), self.search and self.search.expanded, self:ended()
  local from = self.start
  if walking then from = self:way_on() end
  if not (from and self.goal) then return self:stop() end
  if not self.search then return self:initialise() end

  self:begin(from)
  if walking then
    self.walker.speed = self.unit.speed
    self.note = why .. ": the figure takes another route"
    self.search:run()
  else
    self:stand(self.arrived and self.goal or self.start)
    if ended then
      self.note = why .. ": searched again"
      self.search:run()
    else
      if steps > 0 then self.search:step(steps) end
      self.note = ("%s: began again, up to step %d"):format(why, self.search.expanded)
    end
  end
  self:look()
end

---- Time ----------------------------------------------------------------------------------------------------

function Journey:update(dt)
  if self.version ~= self.map.version then
    local stale = self.search and self.search.status == "stale"
    self.version = self.map.version
    self:replan(stale and "The edit made the search stale" or "The net has changed")
  end
  if self.running and self.search then
    self.owed = math.min(self.owed + dt * self:speed(), SPEEDS[#SPEEDS])
    local steps = math.floor(self.owed)
    if steps > 0 then
      self.owed = self.owed - steps
      self.search:step(steps)
      self:look()
    end
  end
  if self.route and self:under_way() then
    self.walker:update(dt)
    if self.walker.done then
      self.arrived = true
      self.note = ("The %s has arrived"):format(self.unit.name)
    end
  end
end

return journey
