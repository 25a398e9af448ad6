-- The towers: where they stand, the danger that they spread, whom they aim at, and when they shoot.
--
-- A tower:
--   type, level        see rules.lua; `stats` are those of its level
--   cell, x, y         its cell, which it blocks, and the middle of it; the cell has it as `data`
--   paid               for it and its upgrades
--   wait               seconds to its next shot
--   target             the creep that it aims at, or nil
--   face               the angle that it points to
--   kick               1 after a shot and soon 0: the barrel jumps back

local rules = require "rules"

local Towers = {}
Towers.__index = Towers

local KICK = 6 -- how often a second the barrel would come back

local function new(map, danger, creeps, shots)
  return setmetatable({ map = map, danger = danger, creeps = creeps, shots = shots, list = {} }, Towers)
end

-- Adds to the danger of each cell whose middle is within the range. The numbers are whole ones, so what is taken away
-- again leaves nothing behind.
local function spread(self, tower, value)
  local range = tower.stats.range
  local reach = math.ceil(range)
  local col, row = tower.cell.col, tower.cell.row
  for r = math.max(1, row - reach), math.min(self.map.height, row + reach) do
    for c = math.max(1, col - reach), math.min(self.map.width, col + reach) do
      if (c - col) ^ 2 + (r - row) ^ 2 <= range * range then self.danger:add(c, r, value) end
    end
  end
end

-- The tower in that cell, or nil.
function Towers:at(col, row)
  local cell = self.map:cell(col, row)
  return cell and cell.data or nil
end

-- Asks nothing: see site.lua.
function Towers:build(type, col, row)
  local cell = self.map:cell(col, row)
  local stats = type.levels[1]
  local tower = {
    type = type, level = 1, stats = stats, cell = cell, x = cell.x, y = cell.y, paid = stats.price,
    wait = 0, face = -math.pi / 2, kick = 0,
  }
  cell.blocked, cell.data = true, tower
  spread(self, tower, stats.danger)
  self.list[#self.list + 1] = tower
  return tower
end

-- What the next level costs, or nil if there is none.
function Towers.upgrade_price(_, tower)
  local stats = tower.type.levels[tower.level + 1]
  return stats and stats.price
end

function Towers:upgrade(tower)
  spread(self, tower, -tower.stats.danger)
  tower.level = tower.level + 1
  tower.stats = tower.type.levels[tower.level]
  tower.paid = tower.paid + tower.stats.price
  spread(self, tower, tower.stats.danger)
end

-- What selling it brings.
function Towers.value(_, tower)
  return math.floor(tower.paid * rules.REFUND)
end

function Towers:remove(tower)
  spread(self, tower, -tower.stats.danger)
  tower.cell.blocked, tower.cell.data = false, nil
  for i, other in ipairs(self.list) do
    if other == tower then table.remove(self.list, i) end
  end
end

---- Shooting ----------------------------------------------------------------------------------------------

local function is_in_range(tower, creep)
  local x, y, range = creep.x - tower.x, creep.y - tower.y, tower.stats.range
  return not creep.gone and x * x + y * y <= range * range
end

-- Of those in range the one that is nearest to the keep; frost prefers those who are not yet slow.
local function choose(tower, list)
  local best, best_left
  for i = 1, #list do
    local creep = list[i]
    if is_in_range(tower, creep) then
      local left = creep.left
      if tower.stats.chill and creep.chill > 0.4 then left = left + 1000 end
      if not best or left < best_left then best, best_left = creep, left end
    end
  end
  return best
end

function Towers:step(dt)
  local list = self.creeps.list
  for _, tower in ipairs(self.list) do
    tower.wait = tower.wait - dt
    tower.kick = math.max(0, tower.kick - KICK * dt)
    if tower.wait <= 0 then
      tower.target = choose(tower, list)
      if tower.target then
        self.shots:fire(tower, tower.target)
        tower.wait, tower.kick = tower.stats.pause, 1
      else
        tower.wait = 0.1 -- nobody is there: looking ten times a second is enough
      end
    end
    local target = tower.target
    if target then
      tower.face = math.atan2(target.y - tower.y, target.x - tower.x)
      if target.gone then tower.target = nil end
    end
  end
end

return { new = new }
