-- What a round has done: how often each call was made and how long the longest took, the seconds of game time, and a digest
-- of all results. The digest of a seed is always the same; times are not part of it.

local tally = {}

local Tally = {}
Tally.__index = Tally

local clock = os.clock

function tally.new()
  return setmetatable({ counts = {}, longest = {}, seed = {}, seconds = 0, digest = 17 }, Tally)
end

local function ended(self, name, began, ...)
  local took = clock() - began
  if took > (self.longest[name] or 0) then self.longest[name] = took end
  return ...
end

function Tally:count(name, n)
  self.counts[name] = (self.counts[name] or 0) + (n or 1)
end

-- fn(...), counted and timed under a name.
function Tally:call(name, fn, ...)
  self:count(name)
  return ended(self, name, clock(), fn(...))
end

-- Takes a value into the digest: nil, a boolean, a number or a string.
function Tally:note(value)
  if type(value) == "number" then value = ("%.17g"):format(value) end
  local text, digest = tostring(value), self.digest
  -- Of long texts a part is enough: what differs there differs at many places.
  local stride = 1 + math.floor(#text / 500)
  for i = 1, #text, stride do digest = (digest * 131 + text:byte(i)) % 1000000007 end
  self.digest = (digest * 131 + #text) % 1000000007
end

-- Adds what another tally has counted in the round of a seed, which it notes for the longest calls.
function Tally:add(other, seed)
  for name, n in pairs(other.counts) do self:count(name, n) end
  for name, took in pairs(other.longest) do
    if took > (self.longest[name] or 0) then self.longest[name], self.seed[name] = took, seed end
  end
  self.seconds = self.seconds + other.seconds
end

-- The names of all calls, sorted, and how many calls there were.
function Tally:names()
  local names, total = {}, 0
  for name, n in pairs(self.counts) do
    names[#names + 1] = name
    total = total + n
  end
  table.sort(names)
  return names, total
end

return tally
