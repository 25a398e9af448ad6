-- The shots in the air, and what happens where they hit.
--
-- A shot flies to where its target is, or to where it was last seen. Shots that have hit are used again, so that firing
-- makes no garbage.

local Shots = {}
Shots.__index = Shots

local NEAR = 0.12 -- a shot that is so near has hit

-- `events` hears of what is to be seen: see effects.lua.
local function new(creeps, events)
  return setmetatable({ creeps = creeps, events = events, list = {}, spare = {} }, Shots)
end

function Shots:fire(tower, target)
  local spare = self.spare
  local shot = spare[#spare] or {}
  spare[#spare] = nil
  shot.type, shot.stats, shot.target = tower.type, tower.stats, target
  shot.x, shot.y = tower.x + 0.4 * math.cos(tower.face), tower.y + 0.4 * math.sin(tower.face)
  shot.was_x, shot.was_y = shot.x, shot.y
  shot.to_x, shot.to_y, shot.face = target.x, target.y, tower.face
  self.list[#self.list + 1] = shot
end

local function strike(self, stats, creep)
  if stats.chill then self.creeps:chill(creep, stats.chill, stats.slow) end
  if self.creeps:hurt(creep, stats.damage) then self.events:emit("killed", creep.x, creep.y, creep.kind.number) end
end

local function hit(self, shot)
  local stats = shot.stats
  self.events:emit(shot.type.name, shot.x, shot.y, stats.splash or 0.25)
  if not stats.splash then
    strike(self, stats, shot.target)
    return
  end
  local list, reach = self.creeps.list, stats.splash * stats.splash
  for i = 1, #list do
    local creep = list[i]
    local x, y = creep.x - shot.x, creep.y - shot.y
    if x * x + y * y <= reach and not creep.gone then strike(self, stats, creep) end
  end
end

-- Whether it has hit.
local function fly(shot, dt)
  local target = shot.target
  if not target.gone then shot.to_x, shot.to_y = target.x, target.y end
  local x, y = shot.to_x - shot.x, shot.to_y - shot.y
  local far, step = math.sqrt(x * x + y * y), shot.type.flight * dt
  shot.was_x, shot.was_y = shot.x, shot.y
  if far <= step + NEAR then
    shot.x, shot.y = shot.to_x, shot.to_y
    return true
  end
  shot.face = math.atan2(y, x)
  shot.x, shot.y = shot.x + x / far * step, shot.y + y / far * step
  return false
end

function Shots:step(dt)
  local list, spare, kept = self.list, self.spare, 0
  for _, shot in ipairs(list) do -- not up to #list, as in creeps.lua
    if fly(shot, dt) then
      hit(self, shot)
      shot.target = nil
      spare[#spare + 1] = shot
    else
      kept = kept + 1
      list[kept] = shot
    end
  end
  for i = #list, kept + 1, -1 do list[i] = nil end
end

return { new = new }
