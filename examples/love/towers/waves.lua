-- The waves: who comes, when, and how hardy they are.

local rules = require "rules"

local Waves = {}
Waves.__index = Waves

local FIRST, BETWEEN = 30, 12  -- seconds before the first wave, and after the last creep of one
local HARDIER = 1.15           -- from wave to wave

-- A wave: by kind how many come and the seconds between two of them. `tough`: more or less than the wave's number says.
local LIST = {
  { name = "A few runners", runner = { 8, 1.0 } },
  { name = "More runners", runner = { 13, 0.8 } },
  { name = "The first scouts", scout = { 6, 1.3 }, runner = { 4, 1.6 } },
  { name = "Brutes", brute = { 4, 2.8 } },
  { name = "A pack", runner = { 22, 0.55 } },
  { name = "Scouts ahead", scout = { 14, 0.8 }, runner = { 10, 1.2 } },
  { name = "Brutes in the pond", brute = { 10, 1.7 } },
  { name = "A swarm", runner = { 60, 0.22 }, tough = 0.5 },
  { name = "All kinds", runner = { 16, 0.9 }, scout = { 10, 1.3 }, brute = { 6, 2.4 } },
  { name = "Clever ones", scout = { 32, 0.5 } },
  { name = "The heavy ones", brute = { 18, 1.2 } },
  { name = "A greater swarm", runner = { 100, 0.15 }, tough = 0.5 },
  { name = "Scouts and brutes", scout = { 24, 0.8 }, brute = { 12, 1.6 } },
  { name = "A long column", runner = { 60, 0.40 }, scout = { 20, 1.2 } },
  { name = "A herd", brute = { 30, 0.9 } },
  { name = "Two hundred", runner = { 140, 0.12 }, scout = { 60, 0.28 }, tough = 0.5 },
  { name = "Chiefs", brute = { 8, 3.0 }, tough = 3.4 },
  { name = "All that run", runner = { 90, 0.30 }, scout = { 50, 0.55 }, tough = 0.8 },
  { name = "All that wade", brute = { 46, 0.7 } },
  { name = "Everybody", runner = { 160, 0.20 }, scout = { 80, 0.40 }, brute = { 40, 0.8 }, tough = 0.8 },
}

local function new(creeps)
  return setmetatable({ creeps = creeps, number = 0, countdown = FIRST, streams = {} }, Waves)
end

-- By how much the creeps of that wave are hardier than at the beginning.
local function toughness(number)
  return HARDIER ^ (number - 1) * (LIST[number].tough or 1)
end

-- How many creeps of the wave are still to come in.
function Waves:waiting()
  local count = 0
  for _, stream in ipairs(self.streams) do count = count + stream.count end
  return count
end

-- Whether no further wave will come, and all of the last one have come in.
function Waves:is_over()
  return self.number == #LIST and self:waiting() == 0
end

-- The next wave comes now. Returns whether there is one, and the seconds by which it is early.
function Waves:call()
  if self.number == #LIST or self:waiting() > 0 then return false, 0 end
  local early = self.number > 0 and math.max(0, self.countdown) or 0
  self.number = self.number + 1
  for i, kind in ipairs(rules.kinds) do
    local group = LIST[self.number][kind.name]
    self.streams[i] = { kind = kind, count = group and group[1] or 0, gap = group and group[2] or 1, wait = 0.3 * i }
  end
  self.countdown = BETWEEN
  return true, early
end

function Waves:step(dt)
  if self:waiting() == 0 then
    if self.number < #LIST then
      self.countdown = self.countdown - dt
      if self.countdown <= 0 then self:call() end
    end
    return
  end
  for _, stream in ipairs(self.streams) do
    stream.wait = stream.wait - dt
    while stream.count > 0 and stream.wait <= 0 do
      self.creeps:spawn(stream.kind, toughness(self.number))
      stream.count, stream.wait = stream.count - 1, stream.wait + stream.gap
    end
  end
end

return { new = new, list = LIST, toughness = toughness }
