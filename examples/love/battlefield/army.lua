-- The units: agents of one crowd, in which no two stand on one cell; what they were told, and where they are drawn.
--
-- A unit:
--   kind, name         see rules.lua
--   agent              of the crowd; its `data` is the unit
--   cell               the cell where it stands, or that it is entering
--   x, y, face         where its figure is drawn, and the angle that it shows
--   goal               where it goes, until it has arrived; or nil
--   roams              true: from its goal it goes on to another
--   rest               seconds for which one that roams still stands at its goal
--
-- A unit without an order has its own cell as the goal in the crowd: if it has to let others pass, it comes back.

local rules = require "rules"

local Army = {}
Army.__index = Army

local TURN = 9                       -- radians a second, of figures
local PATIENCE = 6                   -- steps in which a unit comes no nearer, until it counts as stuck
local EXPANSIONS = 6000              -- of searches, in a frame: some 2 milliseconds
local LONGEST_REST = 2
local FAR = 25                       -- columns and rows that a unit roams at once
local FORMATIONS = { "box", "line", "wedge", "circle" }
for i, name in ipairs(FORMATIONS) do FORMATIONS[name] = FORMATIONS[i + 1] end

local function new(map, seed)
  local crowd = map:crowd { patience = PATIENCE, expansions = EXPANSIONS }
  return setmetatable({
    map = map, crowd = crowd, units = {}, random = love.math.newRandomGenerator(seed), formation = FORMATIONS[1],
    positions = {}, -- of crowd:positions
  }, Army)
end

function Army:add(kind, cell, name)
  local unit = { kind = kind, name = name, cell = cell, x = cell.x, y = cell.y, face = 0 }
  unit.agent = self.crowd:add(cell, { unit = kind.name, speed = kind.speed, goal = cell, data = unit })
  self.units[#self.units + 1] = unit
  return unit
end

---- Orders ------------------------------------------------------------------------------------------------

-- Sends units to a place, in a formation: they are a group of the crowd, which gives each a cell on which it can stand and
-- which it can reach. Where there is none at the place, that is the nearest one; there it waits: perhaps somebody builds a
-- bridge. Nobody goes faster than the slowest of them.
function Army:order(units, x, y)
  local agents = {}
  for i, unit in ipairs(units) do
    agents[i] = unit.agent
    unit.roams = nil
  end
  if #agents > 0 then self.crowd:group(agents, { formation = self.formation }).goal = { x, y } end
end

-- The next formation, for orders from now on.
function Army:next_formation()
  self.formation = FORMATIONS[self.formation] or FORMATIONS[1]
end

-- It stands where it is, once it has got there. A goal of its own takes it out of its group.
function Army.halt(_, unit)
  unit.goal, unit.roams = nil, nil
  unit.agent.goal = unit.cell
end

-- A free cell that the unit can get to, not too far away; nil if none is found soon.
local function somewhere(self, unit)
  local map, random, from = self.map, self.random, unit.cell
  for _ = 1, 60 do
    local cell = map:cell(from.col + random:random(-FAR, FAR), from.row + random:random(-FAR, FAR))
    local is_free = cell and rules.may_enter(unit.kind, cell) and not self.crowd:at(cell)
    if is_free and map:connected(from, cell, unit.kind.name) then return cell end
  end
end

-- From now on it goes from one place to the next, and rests in between.
function Army:roam(unit)
  self:halt(unit)
  unit.roams, unit.rest = true, self.random:random() * LONGEST_REST
end

-- So many units of a kind, near a place or anywhere, and none on a pond or in a glade that is too small to march.
function Army:muster(kind, count, near, reach)
  local map, random = self.map, self.random
  local search
  for _ = 1, 200 * count do
    if count == 0 then break end
    local cell
    if near then
      cell = map:cell(near.col + random:random(-reach, reach), near.row + random:random(-reach, reach))
    else
      cell = map:cell(random:random(map.width), random:random(map.height))
    end
    if cell and rules.may_enter(kind, cell) and not self.crowd:at(cell) then
      if search then search:restart(cell) else search = map:search(cell, nil, { unit = kind.name, max_steps = 60 }) end
      if search:run() == "limit" then
        self:add(kind, cell).face = random:random() * 2 * math.pi
        count = count - 1
      end
    end
  end
  if search then search:close() end
end

-- The map was edited. The crowd sees that by itself; but who is in a group may now get nearer to its place, or not so near.
function Army:repainted()
  for group in self.crowd:groups() do group.goal = group.goal end
end

---- Marching ----------------------------------------------------------------------------------------------

-- What one that roams does next.
local function roam_on(self, unit, status, dt)
  if unit.goal then
    if status == "arrived" or status == "stuck" then
      unit.goal, unit.rest = nil, self.random:random() * LONGEST_REST
    end
    return
  end
  unit.rest = unit.rest - dt
  if unit.rest > 0 then return end
  unit.goal = somewhere(self, unit)
  if unit.goal then unit.agent.goal = unit.goal else unit.rest = LONGEST_REST end
end

-- What has become of a unit's orders.
local function note(self, unit, dt)
  local agent = unit.agent
  local status = agent.status
  unit.cell = agent.next or agent.node
  if unit.roams then
    roam_on(self, unit, status, dt)
  else
    unit.goal = status ~= "arrived" and agent.goal or nil
  end
end

-- Figures are where their agents are, and turn to where they go.
local function place(self, most)
  local positions = self.crowd:positions(self.positions)
  local i = 1
  for agent in self.crowd:agents() do
    local unit, vx, vy = agent.data, positions[i + 2], positions[i + 3]
    unit.x, unit.y = positions[i], positions[i + 1]
    if vx ~= 0 or vy ~= 0 then
      local way = (math.atan2(vy, vx) - unit.face + math.pi) % (2 * math.pi) - math.pi
      unit.face = unit.face + math.max(-most, math.min(most, way))
    end
    i = i + 4
  end
end

function Army:update(dt)
  self.crowd:update(dt)
  for _, unit in ipairs(self.units) do note(self, unit, dt) end
  place(self, TURN * dt)
end

return { new = new }
