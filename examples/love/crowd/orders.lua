-- The orders: a number of soldiers march to a place and form up there. They walk the legs of a route side by side, and
-- each finds its own way from leg to leg; the crowd does that, and keeps them apart.
--
-- An order:
--   members        the soldiers, who have it until they get another one
--   x, y, dx, dy   the place, and the direction in which they will look
--   legs           its route, see route.lua; false if there is no way
--   halt           then: the places where they wait, as near as they can come
--   lane           whether passages are shared with those who come the other way
--   half           half the width of the formation

local formation = require "formation"
local kinds = require "kinds"
local route = require "route"

local Orders = {}
Orders.__index = Orders

local WIDEST = 9 -- metres from the middle of a formation to its sides, while it marches

local function new(plane, soldiers)
  return setmetatable({ plane = plane, soldiers = soldiers, list = {} }, Orders)
end

---- One soldier -------------------------------------------------------------------------------------------

-- The next leg that it has not passed, or its own place.
local function advance(self, soldier)
  local order = soldier.order
  local legs = order.legs or {}
  while soldier.leg <= #legs and route.has_passed(legs[soldier.leg], soldier.x, soldier.y) do
    soldier.leg = soldier.leg + 1
  end
  local here = legs[soldier.leg]
  if here then
    self.soldiers:send(soldier, route.place(here, soldier.lane_aside, order.half, order.lane))
  elseif order.halt then
    self.soldiers:send(soldier, order.halt[soldier][1], order.halt[soldier][2])
  else
    self.soldiers:send(soldier, soldier.place_x, soldier.place_y)
  end
end

---- Orders ------------------------------------------------------------------------------------------------

local function middle(members)
  local x, y = 0, 0
  for _, soldier in ipairs(members) do x, y = x + soldier.x, y + soldier.y end
  return x / #members, y / #members
end

-- The one of them who is nearest to their middle: the middle itself may lie anywhere.
local function leader(members)
  local x, y = middle(members)
  local best, least
  for _, soldier in ipairs(members) do
    local away = (soldier.x - x) ^ 2 + (soldier.y - y) ^ 2
    if not least or away < least then best, least = soldier, away end
  end
  return best
end

-- How far aside each marches: as it stands now, seen along the first part of the way.
local function set_abreast(order, dx, dy)
  local x, y = middle(order.members)
  local most = 1
  for _, soldier in ipairs(order.members) do
    soldier.lane_aside = (soldier.y - y) * dx - (soldier.x - x) * dy
    most = math.max(most, math.abs(soldier.lane_aside))
  end
  local squeeze = math.min(1, WIDEST / most)
  for _, soldier in ipairs(order.members) do soldier.lane_aside = soldier.lane_aside * squeeze end
  order.half = most * squeeze
end

-- Where they wait who have no way: around the place that is nearest to their goal.
local function halt(self, order, from)
  local x, y = self.plane:nearest(order.x, order.y, { radius = kinds.SMALLEST, from = { from.x, from.y } })
  return formation.places(self.plane, order.members, { x = x or from.x, y = y or from.y, dx = order.dx, dy = order.dy })
end

local function begin(self, order)
  local first = leader(order.members)
  order.legs = route.find(self.plane, first.x, first.y, order.x, order.y) or false
  if not order.legs then order.halt = halt(self, order, first) end
  local ahead = order.legs and order.legs[1] or order
  local dx, dy = ahead.x - first.x, ahead.y - first.y
  local length = math.sqrt(dx * dx + dy * dy)
  if length < 1 then dx, dy, length = order.dx, order.dy, 1 end
  set_abreast(order, dx / length, dy / length)
  for _, soldier in ipairs(order.members) do
    soldier.order, soldier.leg = order, 1
    advance(self, soldier)
  end
  self.list[#self.list + 1] = order
end

-- The spot, with the direction in which they come there if it has none.
local function aim(members, spot)
  local dx, dy = spot.dx, spot.dy
  if not dx then
    local x, y = middle(members)
    dx, dy = spot.x - x, spot.y - y
    local length = math.sqrt(dx * dx + dy * dy)
    if length > 0.5 then dx, dy = dx / length, dy / length else dx, dy = 1, 0 end
  end
  return { x = spot.x, y = spot.y, dx = dx, dy = dy, shape = spot.shape, columns = spot.columns, wide = spot.wide }
end

-- Where they would stand: { [soldier] = { x, y } }. `spot`: see formation.lua; the direction may be left out.
function Orders:places(members, spot)
  return formation.places(self.plane, members, aim(members, spot))
end

function Orders:march(members, spot, lane)
  if #members == 0 then return nil end
  local at = aim(members, spot)
  local places = formation.places(self.plane, members, at)
  for _, soldier in ipairs(members) do
    soldier.place_x, soldier.place_y = places[soldier][1], places[soldier][2]
    soldier.rest_face = math.atan2(at.dy, at.dx)
  end
  local order = { members = members, x = at.x, y = at.y, dx = at.dx, dy = at.dy, lane = lane or false }
  begin(self, order)
  return order
end

-- Each to a place of its own, as it is given.
function Orders:disperse(soldier, x, y)
  local order = { members = { soldier }, x = x, y = y, dx = 1, dy = 0, lane = false, legs = false, half = 1 }
  soldier.place_x, soldier.place_y, soldier.order, soldier.leg, soldier.lane_aside = x, y, order, 1, 0
  soldier.rest_face = math.atan2(y - soldier.y, x - soldier.x)
  self.soldiers:send(soldier, x, y)
end

---- Time --------------------------------------------------------------------------------------------------

-- Orders that nobody follows any more are dropped.
local function drop_old(self)
  local kept = 0
  for i = 1, #self.list do
    local order = self.list[i]
    local has_any = false
    for _, soldier in ipairs(order.members) do has_any = has_any or soldier.order == order end
    if has_any then
      kept = kept + 1
      self.list[kept] = order
    end
  end
  for i = #self.list, kept + 1, -1 do self.list[i] = nil end
end

-- Two of a kind exchange their places if that makes the sum of the squares of their ways less: so soldiers who have arrived
-- move up, and those behind need not pass.
local function relay(self, a, b)
  if a.order ~= b.order or a.kind ~= b.kind or not a.order.legs then return end
  local ax, ay, bx, by = a.place_x, a.place_y, b.place_x, b.place_y
  local own = (a.x - ax) ^ 2 + (a.y - ay) ^ 2 + (b.x - bx) ^ 2 + (b.y - by) ^ 2
  local other = (a.x - bx) ^ 2 + (a.y - by) ^ 2 + (b.x - ax) ^ 2 + (b.y - ay) ^ 2
  if other > 0.9 * own - 0.2 then return end
  a.place_x, a.place_y, b.place_x, b.place_y = bx, by, ax, ay
  advance(self, a)
  advance(self, b)
end

-- Each looks at one comrade in a step; in the next step at another one.
local function relay_all(self, order)
  local members = order.members
  local count = #members
  if count < 2 then return end
  order.turn = (order.turn or 0) % (count - 1) + 1
  for i = 1, count do relay(self, members[i], members[(i + order.turn - 1) % count + 1]) end
end

function Orders:step()
  local list = self.soldiers.list
  for i = 1, #list do
    local soldier = list[i]
    local order = soldier.order
    if order and order.legs and soldier.leg <= #order.legs then advance(self, soldier) end
  end
  for _, order in ipairs(self.list) do relay_all(self, order) end
end

---- Doors -------------------------------------------------------------------------------------------------

-- Those of an order whose way leads through what is closed now.
local function cut_off(self, order)
  local list = {}
  local broken = order.legs and route.broken(order.legs, self.plane, order.x, order.y) or nil
  for _, soldier in ipairs(order.members) do
    if soldier.order == order then
      local here = order.legs and order.legs[soldier.leg]
      local x, y = here and here.x or soldier.place_x, here and here.y or soldier.place_y
      local is_before = broken and soldier.leg <= broken
      if is_before or self.plane:raycast(soldier.x, soldier.y, x, y) then list[#list + 1] = soldier end
    end
  end
  return list
end

-- To be called after an edit of the plane. `opened`: there may be shorter ways now, for all for whom `wants(soldier)` is true.
function Orders:rethink(opened, wants)
  drop_old(self)
  local count = #self.list
  for i = 1, count do
    local order = self.list[i]
    local list
    if opened then
      list = {}
      for _, soldier in ipairs(order.members) do
        if soldier.order == order and (not order.legs or wants(soldier)) then list[#list + 1] = soldier end
      end
    else
      list = cut_off(self, order)
    end
    if #list > 0 then
      begin(self, { members = list, x = order.x, y = order.y, dx = order.dx, dy = order.dy, lane = order.lane })
    end
  end
  drop_old(self)
end

-- How many of an order have reached their places, as a share.
function Orders.share_arrived(_, order)
  local count, all = 0, 0
  for _, soldier in ipairs(order.members) do
    all = all + 1
    local far = (soldier.x - soldier.place_x) ^ 2 + (soldier.y - soldier.place_y) ^ 2
    if far < 1 then count = count + 1 end
  end
  return count / math.max(1, all)
end

return { new = new }
