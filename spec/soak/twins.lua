-- A crowd with its twin, which was loaded from its save: what is done to one is done to the other, and to the last bit both
-- have to be the same after it. Of either kind of crowd. At times the twin is on a map that was loaded from its own save, until
-- the map is edited.
--
-- What is done, do_it(crowd, rng), makes all its choices by rng, and by what can be asked of the crowd, so that both do the
-- same; nodes it takes by id from crowd.graph.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local Twins = {}
Twins.__index = Twins

local twins = {}

-- The map of the crowd is `space`; dump(crowd) → all that can be seen of a crowd as text.
function twins.new(crowd, space, dump, tally)
  return setmetatable({ crowd = crowd, space = space, dump = dump, tally = tally }, Twins)
end

-- Makes a new twin.
function Twins:renew(rng)
  local text = self.tally:call("save a crowd", self.crowd.save, self.crowd)
  local apart = rng:chance(0.3)
  local space = apart and astar.load(self.space:save()) or self.space
  local twin = self.tally:call("load a crowd", space.crowd, space, text)
  that(twin:save() == text, "a loaded crowd is saved as something else")
  that(self.dump(twin) == self.dump(self.crowd), "a loaded crowd is another")
  self.twin = twin
  self.tally:note(text)
  self.version = apart and self.space.version
  -- Now and then the loaded one goes on, and the old one is the twin.
  if not apart and rng:chance(0.3) then self.crowd, self.twin = self.twin, self.crowd end
end

-- Before each turn: a twin on another map goes when the map was edited; now and then there is a new one, or none any more.
function Twins:change(rng, before)
  if self.twin and (self.version and self.version ~= self.space.version or rng:chance(0.05)) then
    self:part()
  elseif not self.twin and rng:chance(0.1) then
    if before then before() end
    self:renew(rng)
  end
end

-- Does the same to both.
function Twins:both(rng, name, do_it)
  local seed = rng:int(1, 1000000)
  self.tally:call(name, do_it, self.crowd, random.new(seed))
  if self.twin then do_it(self.twin, random.new(seed)) end
end

function Twins:compare(what)
  if not self.twin then return end
  self.tally:count("twins compared")
  local a, b = self.dump(self.crowd), self.dump(self.twin)
  that(a == b, "%s: a crowd and its loaded twin differ:\n%s\n\n%s", what, a, b)
  that(self.crowd:save() == self.twin:save(), "%s: a crowd and its loaded twin look the same, but are saved otherwise", what)
end

function Twins:part()
  if self.twin then
    self.twin:close()
    self.twin = nil
  end
end

return twins
