-- The soldiers: each is a disc of a crowd on the plane. All of them move in one call, and are read in another.
--
-- A soldier:
--   disc, index          its disc, and its number among the positions
--   kind                 see kinds.lua
--   coat                 its colour: { r, g, b }
--   side                 "blue", "red" or "guest"; the groups of the crowd are called so
--   x, y, was_x, was_y   where it is, and was one step before, so that frames between two steps look smooth
--   face, was_face       the angle that its figure shows
--   walked               how far it has come, which moves its legs
--   moves                whether it walks now
--   drift_x, drift_y     its velocity, without what changes at each step
--   goal_x, goal_y       where it goes now
--   order, leg           see orders.lua
--   touches              whether it overlaps another

local Soldiers = {}
Soldiers.__index = Soldiers

local SIDES = { "blue", "red", "guest" }
local TURN = 7            -- radians a second, of figures
local WALKS = 0.5         -- metres a second, from which on a figure looks where it goes
local STEADY = 0.22       -- how much of a velocity counts at once
local ARRIVE = 0.3        -- metres from its place at which a soldier has arrived
local CELL = 2.6          -- metres: no disc is wider
local DEEP = 0.92         -- discs nearer than so much of their radii overlap to be seen

local function new(plane)
  local self = setmetatable({ plane = plane, list = {}, positions = {}, ignores = false, touching = 0 }, Soldiers)
  self.crowd = plane:crowd { expansions = 60000, patience = 3 }
  self.heads, self.nexts, self.used = {}, {}, {}
  return self
end

function Soldiers:add(kind, side, coat, x, y, face)
  local disc = self.crowd:add(x, y, {
    radius = kind.radius, speed = kind.speed, priority = kind.priority, group = side, arrive = ARRIVE,
  })
  local soldier = {
    disc = disc, index = #self.list + 1, kind = kind, side = side, coat = coat, x = x, y = y, was_x = x, was_y = y,
    face = face, was_face = face, rest_face = face, walked = (#self.list * 0.37) % 1,
    drift_x = 0, drift_y = 0, moves = false, touches = false,
  }
  self.list[soldier.index] = soldier
  return soldier
end

function Soldiers.send(_, soldier, x, y)
  if soldier.goal_x == x and soldier.goal_y == y then return end
  soldier.goal_x, soldier.goal_y = x, y
  soldier.disc.goal = { x, y }
end

-- Whether all walk through each other.
function Soldiers:ignore(on)
  self.ignores = on
  for _, a in ipairs(SIDES) do
    for _, b in ipairs(SIDES) do self.crowd:ignore(a, b, on) end
  end
end

---- A step ------------------------------------------------------------------------------------------------

local function turn(soldier, angle, dt)
  local left = (angle - soldier.face + math.pi) % (2 * math.pi) - math.pi
  soldier.was_face = soldier.face
  soldier.face = soldier.face + math.max(-TURN * dt, math.min(TURN * dt, left))
end

function Soldiers:step(dt)
  self.crowd:update(dt)
  local positions = self.crowd:positions(self.positions)
  local list = self.list
  for i = 1, #list do
    local soldier, at = list[i], 4 * i - 3
    local vx, vy = positions[at + 2], positions[at + 3]
    local speed = math.sqrt(vx * vx + vy * vy)
    soldier.was_x, soldier.was_y = soldier.x, soldier.y
    soldier.x, soldier.y = positions[at], positions[at + 1]
    soldier.walked = soldier.walked + speed * dt
    soldier.moves = speed > WALKS
    -- In a press velocities change at each step; figures look where they go on the whole.
    soldier.drift_x = soldier.drift_x + STEADY * (vx - soldier.drift_x)
    soldier.drift_y = soldier.drift_y + STEADY * (vy - soldier.drift_y)
    local looks = soldier.drift_x ^ 2 + soldier.drift_y ^ 2 > WALKS * WALKS
    turn(soldier, looks and math.atan2(soldier.drift_y, soldier.drift_x) or soldier.rest_face, dt)
  end
  self:find_touching()
end

---- Who overlaps ------------------------------------------------------------------------------------------

local function key_of(x, y)
  return math.floor(x / CELL) * 4096 + math.floor(y / CELL)
end

local function compare(self, soldier, other)
  while other do
    local mate = self.list[other]
    local dx, dy = mate.x - soldier.x, mate.y - soldier.y
    local far = DEEP * (mate.kind.radius + soldier.kind.radius)
    if dx * dx + dy * dy < far * far then soldier.touches, mate.touches = true, true end
    other = self.nexts[other]
  end
end

-- Marks all who overlap another: by a grid of cells, each a chain of soldiers; those in the cells around are compared.
function Soldiers:find_touching()
  local list, heads, nexts, used = self.list, self.heads, self.nexts, self.used
  for i = 1, #used do heads[used[i]] = nil end
  for i = 1, #list do list[i].touches = false end
  for i = 1, #list do
    local soldier = list[i]
    local key = key_of(soldier.x, soldier.y)
    for u = -1, 1 do
      for v = -1, 1 do compare(self, soldier, heads[key + 4096 * u + v]) end
    end
    nexts[i], heads[key], used[i] = heads[key], i, key
  end
  local count = 0
  for i = 1, #list do
    if list[i].touches then count = count + 1 end
  end
  self.touching = count
end

---- How they are ------------------------------------------------------------------------------------------

-- Counts by status: arrived, moving, waiting, stuck. Fills a table.
function Soldiers:count(counts)
  counts.arrived, counts.moving, counts.waiting, counts.stuck = 0, 0, 0, 0
  local list = self.list
  for i = 1, #list do
    local status = list[i].disc.status
    counts[status] = counts[status] + 1
  end
  return counts
end

function Soldiers:close()
  self.crowd:close()
end

return { new = new }
