-- The building site: whether a tower may stand on a cell, and if not, why not.
--
-- No tower may take the last way to the keep from anybody. So the cell is blocked, the map is asked whether the entry
-- and each creep are still connected with the keep, and the cell is opened again. `connected` answers without a search.

local rules = require "rules"

local Site = {}
Site.__index = Site

local now = love.timer.getTime

local CLEARANCE = 0.62 -- half of the square around the middle of the cell in which no creep may be

-- `took` is the seconds of the last test whether a tower would seal a way.
local function new(place, creeps)
  return setmetatable({
    map = place.map, entry = place.entry[1], keep = place.keep[1], creeps = creeps, took = 0,
  }, Site)
end

-- Why the kind or a creep would have no way any more, or nil.
local function why_sealed(self)
  local map, keep = self.map, self.keep
  for _, kind in ipairs(rules.kinds) do
    if not map:connected(self.entry, keep, kind.name) then return "no way would be left for " .. kind.plural end
  end
  for _, creep in ipairs(self.creeps.list) do
    if not map:connected(creep.cell, keep, creep.kind.name) then return "it would wall in a " .. creep.kind.name end
  end
  return nil
end

-- Why no tower may stand in that cell, or nil if one may. Gold is none of its business.
function Site:refusal(col, row)
  local map = self.map
  local cell = map:cell(col, row)
  if not cell then return "off the map" end
  if cell.data then return "a tower stands here" end
  if cell.blocked then return "rock and walls carry no tower" end
  if cell.terrain ~= rules.BUILDABLE then return "towers stand on grass only" end
  for _, creep in ipairs(self.creeps.list) do
    if math.abs(creep.x - cell.x) < CLEARANCE and math.abs(creep.y - cell.y) < CLEARANCE then
      return "a " .. creep.kind.name .. " is in the way"
    end
  end

  local start = now()
  map:block(col, row)
  local reason = why_sealed(self)
  map:block(col, row, false)
  self.took = now() - start
  return reason
end

return { new = new }
