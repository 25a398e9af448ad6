-- How a follower turns and slows down, on the leg that it is on. A pace:
--   rate      radians a second that it turns, or nil: it turns at once
--   slow      whether it walks slower while it turns
--   arrive    the distance before the end of its way at which it begins to brake, or nil
--   angle     where it faces
--   root      while it brakes, the square root of the distance to the end; nil at the beginning of a leg
--
-- A leg has one direction, so all is known in advance: by how much the follower turns, how much of its time that takes
-- from its walk, and how it brakes. So it is solved, not stepped, and comes out the same however the time is divided.
--
-- Turning: while it faces d radians away from its direction, it walks at 1 - d / (pi / 2) of its speed, and not at all
-- from pi / 2 on. So a part of its time counts, its *walking time*.
-- Braking: at a distance s < arrive from the end it walks at sqrt(s / arrive) of its speed, which is a constant
-- deceleration; then sqrt(s) falls by the same in equal walking times, and it stands after 2 * arrive / speed.

local pace = {}

local abs, floor, max, min, pi, sqrt = math.abs, math.floor, math.max, math.min, math.pi, math.sqrt

local HALT = pi / 2
local MOST = 1.7976931348623157e308

function pace.new(rate, slow, arrive)
  return { rate = rate, slow = slow, arrive = arrive, angle = 0, root = nil }
end

-- The same angle, from -pi up to pi.
local function reduced(angle)
  local turned = angle - 2 * pi * floor((angle + pi) / (2 * pi))
  return max(-pi, min(turned, pi))
end

-- How far it has to turn, positive from x towards y.
local function turn_left(p, target)
  if not (p.rate and target) then return 0 end
  return reduced(target - reduced(p.angle))
end

-- It turns for so long.
function pace.turn(p, seconds, target)
  if not target then return end
  local left = turn_left(p, target)
  local most = p.rate and p.rate * seconds or 0
  if abs(left) <= most or not p.rate then
    p.angle = target
  elseif most > 0 then
    p.angle = reduced(reduced(p.angle) + (left < 0 and -most or most))
  end
end

-- The walking time of so many seconds in which it turns by up to `turn` radians.
local function walking_time(p, turn, seconds)
  if not p.slow or turn == 0 then return seconds end
  seconds = seconds - max(turn - HALT, 0) / p.rate
  if seconds <= 0 then return 0 end
  turn = min(turn, HALT)
  local turning = min(seconds, turn / p.rate)
  return max(turning * (1 - turn / HALT) + turning * turning * p.rate / (2 * HALT), 0) + (seconds - turning)
end

-- The seconds that a walking time takes.
local function seconds_of(p, turn, time)
  if not p.slow or turn == 0 then return time end
  local wait = max(turn - HALT, 0) / p.rate
  turn = min(turn, HALT)
  local turning, pace_now, gain = turn / p.rate, 1 - turn / HALT, p.rate / HALT
  local full = turning * pace_now + turning * turning * gain / 2
  if time >= full then return wait + turning + (time - full) end
  if time <= 0 then return wait end
  return wait + 2 * time / (pace_now + sqrt(pace_now * pace_now + 2 * gain * time))
end

-- How far it walks in a walking time, if `left` is the distance to the end, and the root of what remains if it brakes.
local function walk_for(p, speed, left, time)
  if not p.arrive then return speed * time, nil end
  local root = p.root
  if left > p.arrive and not root then
    local before = (left - p.arrive) / speed
    if time < before then return speed * time, nil end
    time, root = time - before, sqrt(p.arrive)
  end
  root = max((root or sqrt(left)) - time * speed / (2 * sqrt(p.arrive)), 0)
  return max(left - root * root, 0), root
end

-- The walking time to the end of a leg of which `distance` is left, if `rest` is the distance from there to the end.
local function time_to(p, speed, distance, left, rest)
  if not p.arrive or rest >= p.arrive then return distance / speed end
  local time, root = 0, p.root
  if left > p.arrive and not root then time, root = (left - p.arrive) / speed, sqrt(p.arrive) end
  return time + max((root or sqrt(left)) - sqrt(rest), 0) * 2 * sqrt(p.arrive) / speed
end

-- Walks along a leg of which `distance` is left, for up to so many seconds. `target` is the direction of the leg, or
-- nil; `rest` the distance from its end to the end of the way, the same in all calls for a leg. Returns how far it
-- comes, the seconds used, and whether it is at the end of the leg.
function pace.walk(p, seconds, speed, target, distance, rest)
  local turn = abs(turn_left(p, target))
  local need = distance == 0 and 0 or math.huge
  local left = min(distance + rest, MOST)
  if speed > 0 and distance > 0 then need = time_to(p, speed, distance, left, rest) end
  local time = walking_time(p, turn, seconds)
  if time >= need then
    local used = distance == 0 and 0 or min(seconds_of(p, turn, need), seconds)
    pace.turn(p, used, target)
    p.root = nil
    return distance, used, true
  end
  local walked = 0
  if speed > 0 then walked, p.root = walk_for(p, speed, left, time) end
  pace.turn(p, seconds, target)
  return min(walked, distance), seconds, false
end

return pace
