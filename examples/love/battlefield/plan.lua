-- What the chosen unit could do: its route to the cell under the mouse, and how far it gets in one turn or in some.

local rules = require "rules"

local Plan = {}
Plan.__index = Plan

local NEAREST = { partial = true }

local MOST_TURNS = 3

local function new(map, jobs)
  local self = setmetatable({ map = map, jobs = jobs, shows_range = true, turns = 1 }, Plan)
  -- All cells of a map have the same shape.
  local first, outline = map:cell(1, 1), map:outline(1, 1)
  self.shape = {}
  for i = 1, #outline, 2 do
    self.shape[i], self.shape[i + 1] = outline[i] - first.x, outline[i + 1] - first.y
  end
  self.routes, self.ranges = {}, {}
  return self
end

---- The route ---------------------------------------------------------------------------------------------

local function route_job(self, kind)
  local job = self.routes[kind]
  if job then return job end
  job = { unit = kind.name, options = NEAREST }
  self.routes[kind] = job

  function job.ends()
    if not (self.unit and self.unit.kind == kind and self.target) then return nil end
    -- Over ground that it cannot enter, it goes to what is nearest: that is what a click will tell it too.
    local target = self.target
    if not rules.may_enter(kind, target) then target = self.map:nearest(target.x, target.y, { unit = kind.name }) end
    self.asked_route = self.wanted_route
    if not target then -- nowhere on this map
      self.path, self.cost = nil, nil
      return nil
    end
    return self.unit.cell, target
  end

  function job.done(_, _, path, cost)
    if self.unit and self.unit.kind == kind and self.target then
      self.path, self.cost = path, cost
    end
  end
  return job
end

---- The range ---------------------------------------------------------------------------------------------

-- By turns, the cells that a search reached, as polygons, and the lines around them: the sides that only one of them has,
-- or one of an earlier turn than the other.
local function shade(self, search)
  local shape, bands, sides, turn_of = self.shape, {}, {}, {}
  for turn = 1, self.turns do bands[turn] = { cells = {}, border = {} } end
  for cell in search:nodes("closed") do
    local x, y, polygon = cell.x, cell.y, {}
    local turn = search:turns(cell)
    turn_of[cell.id] = turn
    for i = 1, #shape, 2 do
      polygon[i], polygon[i + 1] = x + shape[i], y + shape[i + 1]
      local j = i + 2 <= #shape and i + 2 or 1
      -- Twice the middle of a side tells it from the others, whichever cell it is seen from.
      local place = math.floor((2 * x + shape[i] + shape[j]) * 64 + 0.5) * 2 ^ 20
        + math.floor((2 * y + shape[i + 1] + shape[j + 1]) * 64 + 0.5)
      local side = sides[place]
      if not side then
        sides[place] = { x + shape[i], y + shape[i + 1], x + shape[j], y + shape[j + 1], turn = turn }
      elseif side.turn == turn then
        sides[place] = nil
      else
        side.turn = math.min(side.turn, turn)
      end
    end
    local cells = bands[turn].cells
    cells[#cells + 1] = polygon
  end
  for _, side in pairs(sides) do
    local border = bands[side.turn].border
    border[#border + 1] = side
  end
  self.range = { bands = bands, turn_of = turn_of }
end

local function range_job(self, kind)
  local key = kind.name .. self.turns
  local job = self.ranges[key]
  if job then return job end
  local turns = self.turns
  job = { unit = kind.name, options = { moves = kind.points, max_turns = turns } }
  self.ranges[key] = job

  function job.ends()
    if not (self.unit and self.unit.kind == kind and self.shows_range and self.turns == turns) then return nil end
    self.asked_range = self.wanted_range
    return self.unit.cell
  end

  function job.done(_, search)
    if self.unit and self.unit.kind == kind and self.turns == turns then shade(self, search) end
  end
  return job
end

-- One turn, or some.
function Plan:next_turns()
  self.shows_range = true
  self.turns = self.turns == 1 and MOST_TURNS or 1
end

---- Each frame --------------------------------------------------------------------------------------------

-- `unit` is the chosen one, or nil; `target` the cell under the mouse, or nil. What is shown stays until the new answer
-- is there.
function Plan:update(unit, target)
  if unit ~= self.unit then self.path, self.cost, self.range = nil, nil, nil end
  if not target then self.path, self.cost = nil, nil end
  self.unit, self.target = unit, target
  if not unit then
    self.asked_route, self.asked_range = nil, nil
    return
  end

  local version = self.map.version
  if target then
    self.wanted_route = ("%d %d %d"):format(unit.cell.id, target.id, version)
    local job = route_job(self, unit.kind)
    if self.wanted_route ~= self.asked_route then self.jobs:add("plan", job) end
  else
    self.asked_route = nil
  end
  if self.shows_range then
    self.wanted_range = ("%d %d %d"):format(unit.cell.id, version, self.turns)
    local job = range_job(self, unit.kind)
    if self.wanted_range ~= self.asked_range then self.jobs:add("plan", job) end
  else
    self.range, self.asked_range = nil, nil
  end
end

return { new = new }
