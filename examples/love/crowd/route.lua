-- Routes for many: a path along which a formation marches abreast, and which tells how wide it is.
--
-- A route is a list of legs:
--   x, y          a point of the path: a corner, or where a passage begins, goes on or ends
--   dx, dy        the direction of the march there
--   left, right   how far one can go aside: right is the direction -dy, dx
--   narrow        whether it is a passage
--   middle        before and behind a passage: how far to the right the middle of the passage is

local kinds = require "kinds"

local route = {}

local CLEAR = { 3.5, 2, kinds.LARGEST, kinds.SMALLEST } -- radii to try: the wider, the farther from walls
local LONGER = 1.25   -- a way with more room may be so much longer
local STEP = 2        -- metres between two looks aside
local REACH = 15      -- how far it looks
local NARROW = 12     -- metres from side to side
local BETWEEN = 8     -- metres between two legs of a passage
local APPROACH = 9    -- metres before and behind a passage, from where on each keeps to his side
local FUNNEL = 7      -- metres from the middle to the side, there
local EDGE = 0.15     -- metres that stay free on each side
local LANE = 0.7      -- metres from the middle to those who come the other way

local probe = { radius = kinds.SMALLEST }

local function room(plane, x, y, dx, dy)
  local hit, hx, hy = plane:raycast(x, y, x + REACH * dx, y + REACH * dy, probe)
  if not hit then return REACH end
  return math.max(0, math.sqrt((hx - x) ^ 2 + (hy - y) ^ 2) - EDGE)
end

local function leg(plane, x, y, dx, dy)
  local left, right = room(plane, x, y, dy, -dx), room(plane, x, y, -dy, dx)
  return { x = x, y = y, dx = dx, dy = dy, left = left, right = right, narrow = left + right < NARROW }
end

-- The path that keeps most away from walls without being much longer than the shortest one.
local function find(plane, x, y, goal_x, goal_y)
  local best, shortest
  for i = #CLEAR, 1, -1 do
    local options = { radius = CLEAR[i] }
    local x1, y1 = plane:nearest(x, y, options)
    local x2, y2 = plane:nearest(goal_x, goal_y, options)
    local path, length
    if x1 and x2 then path, length = plane:path(x1, y1, x2, y2, options) end
    if not path or shortest and length > LONGER * shortest + 4 then break end
    best, shortest = path, shortest or length
  end
  return best
end

-- Looks aside along a straight part of the path.
local function look_along(plane, x1, y1, x2, y2)
  local length = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  local looks, count = {}, math.ceil(length / STEP)
  for i = 1, count - 1 do
    local part = i / count
    looks[i] = leg(plane, x1 + part * (x2 - x1), y1 + part * (y2 - y1), (x2 - x1) / length, (y2 - y1) / length)
  end
  return looks
end

local function add_approach(legs, here, passage)
  if not here or here.narrow then return end
  here.middle = (passage.right - passage.left) / 2
  if legs[#legs] ~= here then legs[#legs + 1] = here end
end

-- Legs of a straight part of the path: passages, and what lies before and behind them.
local function add_passages(legs, looks)
  local before, between = math.ceil(APPROACH / STEP), math.ceil(BETWEEN / STEP)
  local i = 1
  while i <= #looks do
    if looks[i].narrow then
      local last = i
      while looks[last + 1] and looks[last + 1].narrow do last = last + 1 end
      add_approach(legs, looks[math.max(1, i - before)], looks[i])
      for k = i, last, between do legs[#legs + 1] = looks[k] end
      if legs[#legs] ~= looks[last] then legs[#legs + 1] = looks[last] end
      add_approach(legs, looks[math.min(#looks, last + before)], looks[last])
      i = last
    end
    i = i + 1
  end
end

-- The route from one place to another; nil if there is none.
function route.find(plane, x, y, goal_x, goal_y)
  local path = find(plane, x, y, goal_x, goal_y)
  if not path then return nil end
  local legs = {}
  for i = 2, #path do
    local a, b, c = path[i - 1], path[i], path[i + 1]
    add_passages(legs, look_along(plane, a.x, a.y, b.x, b.y))
    if c then
      local in_x, in_y, out_x, out_y = b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y
      local in_length, out_length = math.sqrt(in_x ^ 2 + in_y ^ 2), math.sqrt(out_x ^ 2 + out_y ^ 2)
      local dx, dy = in_x / in_length + out_x / out_length, in_y / in_length + out_y / out_length
      local length = math.sqrt(dx * dx + dy * dy)
      if length > 0.01 then legs[#legs + 1] = leg(plane, b.x, b.y, dx / length, dy / length) end
    end
  end
  return legs
end

-- Where someone passes a leg who marches `aside` metres to the right of the middle of a formation of that half width.
-- In passages the formation becomes narrower; with `lane` it keeps to the left half of them, as discs that meet do where y
-- points down, so that others can come the other way.
function route.place(here, aside, half, lane)
  local low, high = -here.left, here.right
  local part = math.max(-1, math.min(1, aside / half))
  local off = aside
  if here.narrow then
    if lane then high = (low + high) / 2 - LANE end
    off = (low + high) / 2 + part * (high - low) / 2
  elseif here.middle then
    off = here.middle + (lane and (part - 1) / 2 * FUNNEL - LANE or part * FUNNEL)
  end
  off = math.max(low, math.min(high, off))
  return here.x - here.dy * off, here.y + here.dx * off
end

-- Whether someone at a place has passed a leg.
function route.has_passed(here, x, y)
  local u, v = x - here.x, y - here.y
  local aside = v * here.dx - u * here.dy
  return u * here.dx + v * here.dy > -1.2 and aside > -here.left - 4 and aside < here.right + 4
end

-- The number of the last leg from which the next one, or the goal, cannot be gone to any more; nil: all is clear. Leg 0 is not
-- looked at.
function route.broken(legs, plane, goal_x, goal_y)
  for i = #legs, 1, -1 do
    local a, b = legs[i], legs[i + 1]
    local x, y = b and b.x or goal_x, b and b.y or goal_y
    if (b or a.narrow) and plane:raycast(a.x, a.y, x, y, probe) then return i end
  end
  return nil
end

return route
