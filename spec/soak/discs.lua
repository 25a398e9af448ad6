-- Players with a crowd of discs: on open ground, or over a tile map, where they follow flows, too. Groups, priorities, steering,
-- and a twin now and then. Checked: no disc enters an obstacle, and one that is alone gets to where there is a way.

local check = require "spec.support.check"
local crowds = require "spec.support.crowds"
local ground = require "spec.soak.ground"
local orders = require "spec.soak.orders"
local room = require "spec.support.plane_room"
local twins = require "spec.soak.twins"

local that = check.that
local list = crowds.list

local ANY = {} -- as `caught`: it is not known who is in an obstacle

local Discs = {}
Discs.__index = Discs

-- A random place in the box of the map.
function Discs:place(rng)
  local b = self.box
  return rng:real(b[1], b[3]), rng:real(b[2], b[4])
end

function Discs:radius(rng) return self.scale * rng:pick { 0.1, 0.2, 0.2, 0.35, 0.45 } end

function Discs:unit(rng)
  local w = self.map.w
  return w and rng:chance(0.6) and #w.unit_names > 0 and rng:pick(w.unit_names) or nil
end

-- A goal that is saved with the disc.
function Discs:goal(rng)
  local x, y = self:place(rng)
  return rng:chance(0.5) and { x, y } or { x = x, y = y }
end

-- It raises where there is no room.
function Discs:add(crowd, rng)
  local x, y = self:place(rng)
  local steered = rng:chance(0.1)
  pcall(crowd.add, crowd, x, y, { radius = self:radius(rng), unit = self:unit(rng), speed = self.scale * rng:pick { 0, 1, 1, 2, 4 },
    goal = not steered and rng:chance(0.85) and self:goal(rng) or nil,
    velocity = steered and { rng:real(-1, 1), rng:real(-1, 1) } or nil, priority = rng:int(-1, 1),
    group = rng:chance(0.2) and rng:pick { "red", "blue" } or nil, data = rng:chance(0.2) and rng:int(1, 9) or nil })
end

function Discs:change_one(crowd, rng)
  local a, dice = rng:pick(list(crowd)), rng:int(1, 11)
  if not a or dice <= 2 then self:add(crowd, rng)
  elseif dice == 3 then a:remove()
  elseif dice == 4 then a.velocity = { rng:real(-2, 2), rng:real(-2, 2) }
  elseif dice == 5 then pcall(function() a.radius = self:radius(rng) end)
  elseif dice == 6 then a.speed, a.priority = self.scale * rng:pick { 0, 1, 3 }, rng:int(-1, 1)
  elseif dice == 7 then pcall(a.place, a, self:place(rng))
  elseif dice == 8 then pcall(function() a.unit = self:unit(rng) end)
  elseif dice == 9 then a:stop()
  else a.goal = self:goal(rng) end
end

function Discs:change()
  local rng, dice = self.rng, self.rng:int(1, 10)
  if dice <= 6 then
    self.twins:both(rng, "edit of discs", function(crowd, own)
      for _ = 1, own:int(1, 3) do self:change_one(crowd, own) end
    end)
  elseif dice <= 8 then
    self.twins:both(rng, "order to a group", function(crowd, own)
      orders.give(crowd, own, function(each)
        local x, y = self:place(each)
        return { x, y, level = self.map.w and crowd.level or nil }
      end)
    end)
  elseif self.map.w and not self.twins.twin then
    self:follow_flow()
  else
    self.twins:both(rng, "ignore", function(crowd, own) crowd:ignore("red", own:pick { "red", "blue" }, own:chance(0.5)) end)
  end
end

-- Flows and paths of the map. They are not saved, so this is for times without a twin.
function Discs:follow_flow()
  local w, rng, crowd = self.map.w, self.rng, self.twins.crowd
  local cell, unit = rng:pick(w.list), self:unit(rng)
  if not cell.col then return end
  local flow = self.tally:call("flow", w.g.flow, w.g, cell.node, { unit = unit, discs = rng:chance(0.7) })
  for a in crowd:agents() do
    if rng:chance(0.4) then a.goal = flow end
  end
end

-- Before the crowd is saved: what it would lose gets another goal.
function Discs:leave_flows()
  for a in self.twins.crowd:agents() do
    if a.goal and type(a.goal) ~= "table" then a.goal = self:goal(self.rng) end
  end
end

-- The squared distance from a place to an outline.
local function square_to(outline, x, y)
  local least, n = math.huge, #outline
  for i = 1, n, 2 do
    local ax, ay, bx, by = outline[i], outline[i + 1], outline[i % n + 2 > n and 1 or i + 2], outline[i + 3 > n and 2 or i + 3]
    local dx, dy = bx - ax, by - ay
    local part = math.max(0, math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    least = math.min(least, (ax + part * dx - x) ^ 2 + (ay + part * dy - y) ^ 2)
  end
  return least
end

-- How far a disc is from what it cannot enter; on a tile map, walls do not count.
function Discs:room(a)
  local map = self.map
  if map.plane then return room.distance(ground.oracle(map), a.x, a.y) end
  local w, least = map.w, math.huge
  for _, r in ipairs(w.list) do
    if r.level == self.level and (r.blocked or not w:multiplier(a.unit, r.terrain)) then
      if w.g:at(a.x, a.y, self.level) == r.node then return 0 end
      self.outlines[r] = self.outlines[r] or w.g:outline(r.col, r.row, r.level)
      least = math.min(least, square_to(self.outlines[r], a.x, a.y))
    end
  end
  return math.sqrt(least)
end

-- Where discs are: none is where it cannot stand, unless an edit has put it there, or it was there.
function Discs:look(edited)
  local crowd, caught = self.twins.crowd, {}
  for a in crowd:agents() do
    that(a.x == a.x and a.y == a.y and a.vx == a.vx and a.vy == a.vy, "%s is nowhere", a)
    that(not a.by or a.by.crowd == crowd, "%s waits for %s", a, a.by)
    local far = self:room(a)
    local free = far >= a.radius * (1 - 1e-6)
    that(free or edited or self.caught == ANY or self.caught[a.id], "%s of radius %g at %.17g, %.17g has only %.17g", a, a.radius, a.x,
      a.y, far)
    caught[a.id] = not free or nil
  end
  self.caught = caught
end

function Discs:act()
  local rng, tally = self.rng, self.tally
  local version = self.space.version
  local edited = version ~= self.version
  self.version = version
  self.twins:change(rng, function() self:leave_flows() end)
  if rng:chance(self.changes) then
    self:change()
    self.caught = ANY -- some were put elsewhere
  end
  local crowd = self.twins.crowd
  local dt = rng:pick { 0, 1 / 60, 0.1, 0.1, 0.5 }
  tally.seconds = tally.seconds + dt
  tally:call(crowd.expansions < math.huge and "update of discs" or "update of discs, no limit", crowd.update, crowd, dt)
  if self.twins.twin then self.twins.twin:update(dt) end
  self.twins:compare("after an update")
  if rng:chance(self.map.large and 0.05 or 0.3) then self:look(edited) else self.caught = ANY end
  tally:call("stuck", crowd.stuck, crowd)
  tally:call("positions", crowd.positions, crowd, self.into)
end

-- At the end one of them is alone, and goes where there is a way for it.
function Discs:finish()
  self.twins:part()
  local crowd, rng = self.twins.crowd, self.rng
  local units = list(crowd)
  for i = 2, #units do units[i]:remove() end
  local a = units[1]
  if not a or not self.map.plane or not self.map.plane:free(a.x, a.y, a.radius) then return end
  local x, y = self:place(rng)
  local path, length = self.map.plane:path(a.x, a.y, x, y, { radius = a.radius })
  if not path or #self.map.list > 0 then return end
  a.goal, a.speed = { x, y }, self.scale
  for _ = 1, 20 + 20 * length / self.scale do
    if a.status == "arrived" then break end
    self.tally:call("update of discs", crowd.update, crowd, 0.1)
  end
  self.tally:count("discs that arrive alone")
  that(a.status == "arrived", "%s is alone, has a way of %g, and does not arrive: it is at %g, %g", a, length, a.x, a.y)
end

-- The box around the cells of a level.
local function box_of(w)
  local b = { math.huge, math.huge, -math.huge, -math.huge }
  for _, r in ipairs(w.list) do
    if r.col then b = { math.min(b[1], r.x), math.min(b[2], r.y), math.max(b[3], r.x), math.max(b[4], r.y) } end
  end
  return b
end

return function(map, rng, tally)
  local w = map.w
  if w and (not w.cells or w.wrap_x or w.wrap_y) then return nil end
  local self = setmetatable({ map = map, rng = rng, tally = tally, caught = ANY, outlines = {}, into = {},
    changes = rng:pick { 0.05, 0.3, 0.7 },
    space = map.plane or w.g, scale = w and math.min(w.cell_w, w.cell_h) or 1, level = w and rng:int(1, w.levels) or nil,
    box = w and box_of(w) or { 0, 0, map.size, map.size } }, Discs)
  local options = { radius = 0.3 * self.scale, patience = rng:pick { 0.5, 2 }, expansions = rng:pick { 1, 20000, math.huge },
    neighbours = rng:pick { 1, 10, 32 }, max_acceleration = rng:chance(0.2) and 20 * self.scale or nil }
  if w then options.level, options.unit = self.level, self:unit(rng) end
  local crowd = self.space:crowd(options)
  for _ = 1, rng:int(1, 25) do self:add(crowd, rng) end
  self.version = self.space.version
  self.twins = twins.new(crowd, self.space, crowds.dump_discs, tally)
  return self
end
