-- A crowd with its twin, which was loaded from its save: what is done to one is done to the other, and to the last bit both
-- have to be the same after it. Of either kind of crowd.
--
-- A plan: do_it(crowd, rng) makes all its choices by rng, and by what can be asked of the crowd, so that both do the same.

local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local Twins = {}
Twins.__index = Twins

local twins = {}

-- load(text) → a crowd; dump(crowd) → all that can be seen of it as text.
function twins.new(crowd, load, dump, tally)
  return setmetatable({ crowd = crowd, load = load, dump = dump, tally = tally }, Twins)
end

-- Makes a new twin, of the crowd or of its twin.
function Twins:renew(rng)
  local text = self.tally:call("save a crowd", self.crowd.save, self.crowd)
  local twin = self.tally:call("load a crowd", self.load, text)
  that(twin:save() == text, "a loaded crowd is saved as something else")
  that(self.dump(twin) == self.dump(self.crowd), "a loaded crowd is another")
  self.twin = twin
  self.tally:note(text)
  -- Now and then the loaded one goes on, and the old one is the twin.
  if rng:chance(0.3) then self.crowd, self.twin = self.twin, self.crowd end
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
