-- The units: where they stand, what they were told, and how they march.
--
-- A unit:
--   kind, name         see rules.lua
--   walker             its astar.follow
--   cell               the cell under it
--   goal               where it was told to go, or nil
--   way                the flat points of its path, to see which edits touch it; nil without one
--   from               where the search that is under way began: it waits there for the answer, should it be sooner
--   face               the angle that its figure shows, which follows the walker's
--   roams              true: from its goal it goes on to another
--   group              those of its kind with which it was sent, until it is near the place; or nil
--   flows              the group whose flow gave it its route
--   urgent, later      its jobs, see jobs.lua
--
-- A group:
--   kind, units        who were sent together
--   middle             the cell to which all of them go; near it each goes on to its own
--   near               from where on, in the length of a route
--   urgent, later      its jobs: one flow for all of them

local follow = require "astar.follow"
local rules = require "rules"

local Army = {}
Army.__index = Army

local NEAREST = { partial = true } -- where no way leads to the goal, as near as one leads
local FLOW = { reverse = true }    -- from the goal, to wherever units stand
local GROUP = 3                    -- so many units that go to one place make a group
local TURN = 9                     -- radians a second, of figures

local function new(map, jobs, seed)
  local random = love.math.newRandomGenerator(seed)
  return setmetatable({ map = map, jobs = jobs, units = {}, random = random }, Army)
end

---- Routes ------------------------------------------------------------------------------------------------

-- A new route begins at the cell ahead, where the unit will be anyway; if it can no longer enter that one, where it
-- stands.
local function ends(unit)
  if not unit.goal or unit.group then return nil end
  local start = unit.cell
  if not unit.walker.done then
    local ahead = unit.walker:ahead()
    if rules.may_enter(unit.kind, ahead) then start = ahead end
  end
  unit.from, unit.asked = start, unit.goal
  return start, unit.goal
end

local function answered(unit, path)
  unit.from = nil
  if unit.goal ~= unit.asked then return end -- it was told something else meanwhile
  unit.walker:go(path)
  unit.way = path:points(2, unit.way)
end

local function job(unit)
  return {
    unit = unit.kind.name,
    options = NEAREST,
    ends = function() return ends(unit) end,
    done = function(_, _, path) answered(unit, path) end,
  }
end

---- Groups ------------------------------------------------------------------------------------------------

-- One search from the middle of where they go knows the way from each of them; it takes no longer for a hundred units
-- than for one.
local function follow_flow(self, group, flow)
  for _, unit in ipairs(group.units) do
    if unit.group == group then
      local ahead = unit.walker:ahead()
      local path = flow:path(not unit.walker.done and rules.may_enter(unit.kind, ahead) and ahead or unit.cell)
      if path and path.length > group.near then
        unit.walker:go(path)
        unit.way, unit.flows = path:points(2, unit.way), group
      else -- it is there, or no way leads there: its own search finds what is nearest
        unit.group = nil
        self.jobs:add("orders", unit.urgent)
      end
    end
  end
end

local function group_job(self, group)
  return {
    unit = group.kind.name,
    options = FLOW,
    ends = function()
      for _, unit in ipairs(group.units) do
        if unit.group == group then return group.middle end
      end
    end,
    done = function(_, flow) follow_flow(self, group, flow) end,
  }
end

-- Units of a kind set out together, each with a goal of its own near the middle.
local function send_group(self, kind, units, goals, middle)
  local group = { kind = kind, units = units, middle = middle, near = 2 + math.sqrt(#units) }
  group.urgent, group.later = group_job(self, group), group_job(self, group)
  for i, unit in ipairs(units) do unit.goal, unit.group = goals[i] or middle, group end
  self.jobs:add("orders", group.urgent)
end

-- What is to be asked for a unit when its way has changed.
local function urgent_job(unit)
  return unit.group and unit.group.urgent or unit.urgent
end

---- Units -------------------------------------------------------------------------------------------------

-- Who was told where to go is served before who roams.
local function rank(unit)
  return unit.roams and "roamers" or "orders"
end

function Army:add(kind, cell, name)
  local unit = { kind = kind, name = name, cell = cell, walker = follow(cell, kind.speed), face = 0 }
  unit.urgent, unit.later = job(unit), job(unit)
  self.units[#self.units + 1] = unit
  return unit
end

function Army:send(unit, goal)
  unit.goal, unit.group = goal, nil
  self.jobs:add(rank(unit), unit.urgent)
end

-- It stands where it is.
function Army.halt(_, unit)
  unit.goal, unit.way, unit.roams, unit.group = nil, nil, nil, nil
  unit.walker:stop()
end

---- Orders ------------------------------------------------------------------------------------------------

-- Cells on which units stand or will stand, but for those in `except`.
local function taken_cells(self, except)
  local taken = {}
  for _, unit in ipairs(self.units) do
    if not except[unit] then taken[#taken + 1] = unit.goal or unit.cell end
  end
  return taken
end

-- Sends the units to a place, each to a cell of its own: those nearest to the place on foot, and so they are on the same
-- side of the river too.
function Army:order(units, x, y)
  local ordered = {}
  for _, unit in ipairs(units) do
    ordered[unit], unit.roams = true, nil
  end
  local taken = taken_cells(self, ordered)
  for _, kind in ipairs(rules.kinds) do
    local waiting = {}
    for _, unit in ipairs(units) do
      if unit.kind == kind then waiting[#waiting + 1] = unit end
    end
    local middle = #waiting > 0 and self.map:nearest(x, y, { unit = kind.name })
    if middle then
      -- If there is not room for all, the others go to the middle.
      local goals = self.map:places(middle, #waiting, { unit = kind.name, taken = taken })
      for _, goal in ipairs(goals) do taken[#taken + 1] = goal end
      if #waiting >= GROUP then
        send_group(self, kind, waiting, goals, middle)
      else
        for i, unit in ipairs(waiting) do self:send(unit, goals[i] or middle) end
      end
    end
  end
end

-- Another cell that the unit can enter, anywhere; nil if none is found soon.
local function anywhere(self, unit)
  local map, random = self.map, self.random
  for _ = 1, 60 do
    local cell = map:cell(random:random(map.width), random:random(map.height))
    if cell ~= unit.cell and rules.may_enter(unit.kind, cell) then return cell end
  end
end

-- From now on it goes from one place to the next.
function Army:roam(unit)
  unit.roams = true
  local goal = anywhere(self, unit)
  if goal then self:send(unit, goal) end
end

-- So many units of a kind, near a place or anywhere, and none on a pond or in a glade that is too small to march.
function Army:muster(kind, count, near, reach)
  local map, random = self.map, self.random
  local taken, search = {}, nil
  for _, cell in ipairs(taken_cells(self, {})) do taken[cell.id] = true end
  for _ = 1, 200 * count do
    if count == 0 then break end
    local cell
    if near then
      cell = map:cell(near.col + random:random(-reach, reach), near.row + random:random(-reach, reach))
    else
      cell = map:cell(random:random(map.width), random:random(map.height))
    end
    if cell and not taken[cell.id] and rules.may_enter(kind, cell) then
      if search then search:restart(cell) else search = map:search(cell, nil, { unit = kind.name, max_steps = 60 }) end
      if search:run() == "limit" then
        taken[cell.id] = true
        self:add(kind, cell).face = random:random() * 2 * math.pi
        count = count - 1
      end
    end
  end
  if search then search:close() end
end

---- Marching ----------------------------------------------------------------------------------------------

local function march(self, unit, dt)
  local walker, map = unit.walker, self.map
  local cell = unit.cell
  -- What is dear is slow. Ground that was painted beneath it is left at a crawl.
  walker.speed = unit.kind.speed / (rules.cost(unit.kind, cell.terrain) or 4)
  local step = walker.speed * dt

  -- It does not enter what was closed after its route was found.
  local ahead = walker:ahead()
  if ahead ~= cell and not rules.may_enter(unit.kind, ahead) then
    if not unit.from then self.jobs:add(rank(unit), urgent_job(unit)) end
    return
  end

  if unit.from and step > 0 then
    local x, y = unit.from.x - walker.x, unit.from.y - walker.y
    dt = dt * math.min(1, math.sqrt(x * x + y * y) / step)
  end
  local x, y, _, done = walker:update(dt)
  unit.cell = map:at(x, y) or cell
  local group = unit.group
  if group and unit.flows == group and walker.left <= group.near then
    unit.group = nil
    self.jobs:add(rank(unit), unit.urgent)
  end
  if done and not unit.from and not group then
    unit.way = nil
    if not unit.urgent.ticket then unit.goal = nil end
    if unit.roams and not unit.goal then
      if #walker.path > 1 then self:roam(unit) else unit.roams = nil end -- it is walled in
    end
  end
end

local function turn(unit, most)
  local way = (unit.walker.angle - unit.face + math.pi) % (2 * math.pi) - math.pi
  unit.face = unit.face + math.max(-most, math.min(most, way))
end

function Army:update(dt)
  for _, unit in ipairs(self.units) do
    if not unit.walker.done then
      march(self, unit, dt)
      turn(unit, TURN * dt)
    end
  end
end

---- The map is edited -------------------------------------------------------------------------------------

-- The places of the cells and of their neighbours: as keys, one number for each, and the box around all of them, by
-- which most of a path is told from them at once.
local function places_of(cells)
  local places = { x1 = math.huge, y1 = math.huge, x2 = -math.huge, y2 = -math.huge }
  local function add(cell)
    local x, y = cell.x, cell.y
    places[x * 8192 + y] = true
    places.x1, places.y1 = math.min(places.x1, x), math.min(places.y1, y)
    places.x2, places.y2 = math.max(places.x2, x), math.max(places.y2, y)
  end
  for _, cell in ipairs(cells) do
    add(cell)
    for beside in cell:links() do add(beside) end
  end
  return places
end

local function touches(way, first, places)
  local x1, y1, x2, y2 = places.x1, places.y1, places.x2, places.y2
  for i = first, #way, 2 do
    local x, y = way[i], way[i + 1]
    if x >= x1 and x <= x2 and y >= y1 and y <= y2 and places[x * 8192 + y] then return true end
  end
  return false
end

-- `cells` were painted; for the kinds in `cheaper` some became cheaper. Who marches over one of them or past it
-- searches again at once; whom it may help does so when there is time.
function Army:repainted(cells, cheaper)
  local places = places_of(cells)
  for _, unit in ipairs(self.units) do
    if unit.goal then
      local way, passed = unit.way, 1
      if way and not unit.walker.done then
        local path = unit.walker.path
        local _, _, _, index = path:at(path.length - unit.walker.left)
        passed = 2 * index - 1
      end
      if not way or touches(way, passed, places) then
        self.jobs:add(rank(unit), urgent_job(unit))
      elseif cheaper[unit.kind] then
        self.jobs:add("later", unit.group and unit.group.later or unit.later)
      end
    end
  end
end

return { new = new }
