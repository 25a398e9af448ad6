-- The legion: men, horsemen and waggons as one group of the crowd, which marches in formation. By itself it goes to and fro
-- between two places, each time in the next formation; once the player has sent it, it waits for orders.
--
-- A legion:
--   soldiers       all of them; who has an order of its own (see orders.lua) has left the group
--   group          of the crowd: knows who goes where
--   number         of its formation
--   place, other   { x, y }: where it goes or stands, and where it marches next
--   is_ready       whether it has formed up for that
--   is_free        whether the player has sent it

local army = require "army"

local Legion = {}
Legion.__index = Legion

local SPACING = 2.6  -- metres between neighbours
local PAUSE = 3      -- seconds that they stand when they have arrived
local LONGEST = 150  -- seconds for a march, after which the next one begins anyway
local ROOM = 15.5    -- metres around its place that are free: each formation has room there

local PLAN = {
  { kind = "spear", count = 20, u = 8, v = -6, columns = 5 },
  { kind = "spear", count = 20, u = 8, v = 6, columns = 5 },
  { kind = "knight", count = 12, u = 1, v = 0, columns = 6 },
  { kind = "wagon", count = 8, u = -7, v = 0, columns = 8 },
}

---- Formations --------------------------------------------------------------------------------------------

-- Offsets for `count` in ranks of `files`: ahead, and to the right.
local function ranks(count, files)
  local offsets, rows = {}, math.ceil(count / files)
  for i = 0, count - 1 do
    local rank, file = math.floor(i / files), i % files
    offsets[i + 1] = { ((rows - 1) / 2 - rank) * SPACING, (file - (files - 1) / 2) * SPACING }
  end
  return offsets
end

-- Rings, one in the other, from the outer one to the inner one.
local function rings(...)
  local offsets = {}
  for _, count in ipairs { ... } do
    local radius = SPACING * count / (2 * math.pi)
    for i = 0, count - 1 do
      local angle = 2 * math.pi * i / count
      offsets[#offsets + 1] = { radius * math.cos(angle), radius * math.sin(angle) }
    end
  end
  return offsets
end

local FORMATIONS = {
  { name = "box", formation = "box" },
  { name = "wedge", formation = "wedge" },
  { name = "line", formation = ranks(60, 12) },
  { name = "column", formation = ranks(60, 5) },
  { name = "circle", formation = rings(25, 20, 15) },
}

---- Orders ------------------------------------------------------------------------------------------------

-- A new group of all who have no order of their own, in the formation that is chosen. `facing`: see docs/groups.md.
local function form(self, facing)
  local discs = {}
  for _, soldier in ipairs(self.soldiers) do
    if not soldier.order then discs[#discs + 1] = soldier.disc end
  end
  self.group = self.crowd:group(discs, { formation = FORMATIONS[self.number].formation, spacing = SPACING, facing = facing })
end

local function go(self, place, facing)
  self.place = place
  form(self, facing)
  self.group.goal = place
end

-- The player sends it there, or to the nearest place that has room for it. Returns that place.
function Legion:send(x, y)
  self.is_free = true
  local free_x, free_y = self.plane:nearest(x, y, { radius = ROOM })
  go(self, { free_x or x, free_y or y })
  return self.place
end

-- It forms up in the next formation, wherever it goes.
function Legion:next_formation()
  self.number = self.number % #FORMATIONS + 1
  go(self, self.place)
end

function Legion:formation()
  return FORMATIONS[self.number].name
end

---- Time --------------------------------------------------------------------------------------------------

-- They look where the group is turned to, when they stand.
local function face(self)
  local facing = self.group.facing
  local angle = math.atan2(facing[2], facing[1])
  for _, soldier in ipairs(self.soldiers) do
    if not soldier.order then soldier.rest_face = angle end
  end
end

-- Where it has arrived it forms up in the next formation, turned to the other place; then it marches there.
local function set_out(self, time)
  if self.is_ready then
    self.place, self.other = self.other, self.place
    self.group.goal = self.place
  else
    self.number = self.number % #FORMATIONS + 1
    go(self, self.place, { self.other[1] - self.place[1], self.other[2] - self.place[2] })
  end
  self.is_ready, self.since, self.arrived_at = not self.is_ready, time, nil
end

-- To be called in each step.
function Legion:act(time)
  face(self)
  if self.is_free then return end
  if not self.arrived_at and self.group.status == "arrived" then self.arrived_at = time end
  if self.arrived_at and time > self.arrived_at + PAUSE or time > self.since + LONGEST then set_out(self, time) end
end

-- Makes one that stands at the first of two places, and looks to the second one, which lies in the east.
local function new(world, first, second)
  local self = setmetatable({
    plane = world.plane, crowd = world.soldiers.crowd, soldiers = {}, place = first, other = second, number = 1,
    is_ready = true, since = 0,
  }, Legion)
  local at = { x = first[1], y = first[2], dx = 1, dy = 0, plan = PLAN }
  for _, company in ipairs(army.make(world, "blue", at).companies) do
    for _, soldier in ipairs(company.soldiers) do self.soldiers[#self.soldiers + 1] = soldier end
  end
  go(self, first, { 1, 0 })
  return self
end

return { new = new }
