-- The brush: paints terrain while units march. What is painted is on the map with the next frame: the crowd takes it in
-- with its next step, and searches that are under way are repaired.

local Brush = {}
Brush.__index = Brush

local function new(map, army)
  return setmetatable({
    map = map, army = army, on = false, is_down = false, terrain = "forest", radius = 1, wet = {},
  }, Brush)
end

local function dab(self, x, y)
  local under = self.map:at(x, y)
  if not under then return end
  self.wet[under] = self.terrain
  if self.radius > 0 then
    for _, cell in ipairs(self.map:within(x, y, self.radius + 0.3)) do self.wet[cell] = self.terrain end
  end
end

-- Paints on from the last place of the stroke to this one; the first place of a stroke begins it.
function Brush:stroke(x, y)
  local from_x, from_y = self.x or x, self.y or y
  local far = math.max(math.abs(x - from_x), math.abs(y - from_y))
  local parts = math.max(1, math.ceil(far / math.max(0.5, self.radius / 2)))
  for i = 1, parts do dab(self, from_x + (x - from_x) * i / parts, from_y + (y - from_y) * i / parts) end
  self.x, self.y = x, y
end

function Brush:lift()
  self.x, self.y = nil, nil
end

-- Gives the map what was painted. Returns the cells that are different now, or nil.
function Brush:update()
  if not next(self.wet) then return nil end
  local changed = {}
  for cell, terrain in pairs(self.wet) do
    if cell.terrain ~= terrain or cell.blocked then
      cell.terrain, cell.blocked = terrain, false
      changed[#changed + 1] = cell
    end
  end
  self.wet = {}
  if #changed == 0 then return nil end
  self.army:repainted()
  return changed
end

return { new = new }
