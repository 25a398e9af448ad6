-- The doors of the two gates: each has two leaves that swing, and is an obstacle on the plane while it is not open.
--
-- A door:
--   name                 "gate", "postern"
--   x1, y1, x2, y2       the hinges of its leaves
--   out_x, out_y         the direction out of the town
--   is_open              what was ordered
--   swing                how far the leaves have turned: 0 closed, 1 open
--   obstacle             while it is closed

local Doors = {}
Doors.__index = Doors

local SECONDS = 0.7  -- that a leaf takes to turn
local THICK = 0.7

local function new(place)
  local east, north = place.gates.east, place.gates.north
  local x, y = east.x + 2.6, north.y - 1.7
  local self = setmetatable({ plane = place.plane }, Doors)
  self.list = {
    {
      name = "gate", x1 = x, y1 = east.y - east.gap / 2, x2 = x, y2 = east.y + east.gap / 2, out_x = 1, out_y = 0,
      is_open = true, swing = 1,
    },
    {
      name = "postern", x1 = north.x - north.gap / 2, y1 = y, x2 = north.x + north.gap / 2, y2 = y, out_x = 0,
      out_y = -1, is_open = true, swing = 1,
    },
  }
  return self
end

-- The crowd pushes out the soldiers who stand between the leaves.
local function close(self, door)
  local side_x, side_y = THICK / 2 * door.out_x, THICK / 2 * door.out_y
  local along_x, along_y = -0.3 * math.abs(door.out_y), -0.3 * math.abs(door.out_x) -- the ends lie in the towers
  local x1, y1, x2, y2 = door.x1 + along_x, door.y1 + along_y, door.x2 - along_x, door.y2 - along_y
  door.obstacle = self.plane:polygon {
    x1 - side_x, y1 - side_y, x2 - side_x, y2 - side_y, x2 + side_x, y2 + side_y, x1 + side_x, y1 + side_y,
  }
end

function Doors:set(door, is_open)
  if door.is_open == is_open then return end
  door.is_open = is_open
  if is_open then
    door.obstacle:remove()
    door.obstacle = nil
  else
    close(self, door)
  end
end

function Doors:toggle(door)
  self:set(door, not door.is_open)
end

function Doors:step(dt)
  for _, door in ipairs(self.list) do
    local to = door.is_open and 1 or 0
    local most = dt / SECONDS
    door.swing = door.swing + math.max(-most, math.min(most, to - door.swing))
  end
end

-- The door at a place, within reach.
function Doors:at(x, y)
  for _, door in ipairs(self.list) do
    local mx, my = (door.x1 + door.x2) / 2, (door.y1 + door.y2) / 2
    local half = math.abs(door.x2 - door.x1 + door.y2 - door.y1) / 2 + 0.6
    local along = math.abs(door.out_y) * math.abs(x - mx) + math.abs(door.out_x) * math.abs(y - my)
    local across = math.abs(door.out_x) * math.abs(x - mx) + math.abs(door.out_y) * math.abs(y - my)
    if along <= half and across <= 1.4 then return door end
  end
  return nil
end

-- All doors stand open again.
function Doors:reset()
  for _, door in ipairs(self.list) do
    self:set(door, true)
    door.swing = 1
  end
end

return { new = new }
