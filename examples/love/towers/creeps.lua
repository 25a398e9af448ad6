-- The creeps: they walk by the flow of their kind, are hurt and slowed down, and die or reach the keep.
--
-- A creep:
--   kind               see rules.lua
--   walker             its astar.follow
--   x, y               where it is; was_x, was_y: one step before, so that frames between two steps look smooth
--   cell               the cell that it is in
--   left               what its way still costs; it tells who is nearest to the keep
--   face               the angle that its figure shows
--   life, full         what it has left, and had
--   chill, slow        for so many seconds only this share of its speed is left
--   pace               by which the ground slows it down
--   walked             how far it has come, which moves its legs
--   aside_x, aside_y   how far beside its place it is shown: flows lead many along the same line
--   gone               "killed" or "through"; it is dropped in the next step

local follow = require "astar.follow"
local rules = require "rules"

local Creeps = {}
Creeps.__index = Creeps

local SPREAD = 0.7 -- of the entry: creeps do not all come in on one line
local ASIDE = 0.16 -- the most that a figure is shown beside its place
local TURN = 9     -- radians a second, of figures

local function new(place, flows, random)
  return setmetatable({ map = place.map, entry = place.entry, flows = flows, random = random, list = {} }, Creeps)
end

-- Someone of that kind comes in, `toughness` times as hardy as at the beginning.
function Creeps:spawn(kind, toughness)
  local cell = self.entry[self.random:random(#self.entry)]
  local x = cell.x - 0.4 * SPREAD * self.random:random()
  local y = cell.y + SPREAD * (self.random:random() - 0.5)
  local walker = follow({ x = x, y = y }, kind.speed, { turn_rate = TURN })
  walker:go(self.flows.by_kind[kind])
  local life = math.floor(kind.life * toughness + 0.5)
  local creep = {
    kind = kind, walker = walker, x = x, y = y, was_x = x, was_y = y, cell = cell, left = walker.left, face = 0,
    life = life, full = life, chill = 0, slow = 1, pace = 1, walked = 0,
    aside_x = ASIDE * (2 * self.random:random() - 1), aside_y = ASIDE * (2 * self.random:random() - 1),
  }
  self.list[#self.list + 1] = creep
  return creep
end

-- Takes so much of its life, less its armour. Returns whether that killed it.
function Creeps.hurt(_, creep, damage)
  if creep.gone then return false end
  creep.life = creep.life - math.max(1, damage - creep.kind.armour)
  if creep.life > 0 then return false end
  creep.gone = "killed"
  return true
end

function Creeps.chill(_, creep, seconds, slow)
  if creep.chill <= 0 or slow <= creep.slow then creep.slow = slow end
  creep.chill = math.max(creep.chill, seconds)
end

-- A new cell has another ground.
local function enter(creep, cell)
  creep.cell = cell
  creep.pace = 1 / (rules.cost(creep.kind, cell.terrain) or 2)
end

local function walk(creep, dt)
  local walker = creep.walker
  local speed = creep.kind.speed * creep.pace
  if creep.chill > 0 then
    creep.chill = creep.chill - dt
    speed = speed * creep.slow
  end
  if speed ~= creep.speed then
    creep.speed, walker.speed = speed, speed
  end

  creep.was_x, creep.was_y = creep.x, creep.y
  local x, y, angle, done = walker:update(dt)
  creep.x, creep.y, creep.left = x, y, walker.left
  creep.walked = creep.walked + speed * dt
  if done then
    creep.gone = "through"
    return
  end
  local cell = walker:behind()
  if cell ~= creep.cell then enter(creep, cell) end
  creep.face = angle
end

-- Those who were gone are dropped, the others walk on, in the same order.
function Creeps:step(dt)
  local list, kept = self.list, 0
  -- Not up to #list: compiled by some versions of LuaJIT, that is the length before the end was cut off in the last step.
  for _, creep in ipairs(list) do
    if not creep.gone then
      kept = kept + 1
      list[kept] = creep
      walk(creep, dt)
    end
  end
  for i = #list, kept + 1, -1 do list[i] = nil end
end

return { new = new }
