-- The flows: one for each kind of creep, from the keep to all cells. Creeps share it, so that hundreds of them cost no
-- more searches than one.
--
-- A tower is an edit of the map and of the danger. `repair` takes these into each flow; what that costs grows with the
-- number of cells whose costs they change.

local rules = require "rules"

local Flows = {}
Flows.__index = Flows

local now = love.timer.getTime

-- `changes` grows when a flow may have changed; `took` is the seconds of each kind's last repair, `worst` those of the
-- longest.
local function new(map, keep, danger)
  local self = setmetatable({ map = map, danger = danger, changes = 0, took = {}, worst = 0, by_kind = {} }, Flows)
  for i, kind in ipairs(rules.kinds) do
    self.by_kind[kind] = map:flow(keep, { unit = kind.name, layers = kind.layers })
    self.took[i] = 0
  end
  self.map_version, self.danger_version = map.version, danger.version
  return self
end

-- Takes all edits since the last call into the flows; without edits it does nothing. `quiet`: the edit was taken back,
-- so nobody needs to see its times.
function Flows:repair(quiet)
  if self.map.version == self.map_version and self.danger.version == self.danger_version then return end
  for i, kind in ipairs(rules.kinds) do
    local start = now()
    self.by_kind[kind]:repair()
    local took = now() - start
    if not quiet then
      self.took[i] = took
      if took > self.worst then self.worst = took end
    end
  end
  self.map_version, self.danger_version = self.map.version, self.danger.version
  if not quiet then self.changes = self.changes + 1 end
end

function Flows:close()
  for _, flow in pairs(self.by_kind) do flow:close() end
end

return { new = new }
