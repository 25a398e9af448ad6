-- The ways that selected units have still to go, for drawing. The crowd does not tell them: it decides about each step
-- when it is made. So this is the way if nobody gets in it; who has been led off it gets another one.
--
-- A way:
--   points     flat
--   index      by the id of a cell, where in the points it is
--   goal       the cell to which it leads
--   version    that of the map for which it was searched

local Ways = {}
Ways.__index = Ways

local MOST = 30 -- units whose ways are shown at once

local function new(map, jobs)
  return setmetatable({ map = map, jobs = jobs, selected = {}, ways = {}, by_unit = {} }, Ways)
end

local function job_of(self, unit)
  local job = self.by_unit[unit]
  if job then return job end
  job = { unit = unit.kind.name, options = {} }
  self.by_unit[unit] = job

  local goal, version
  function job.ends()
    if not unit.goal then return nil end
    goal, version = unit.agent.goal, self.map.version
    return unit.cell, goal
  end

  function job.done(_, _, path)
    local way = { goal = goal, version = version, points = path and path:points(2) or {}, index = {} }
    if path then
      for i, cell in path:nodes() do way.index[cell.id] = 2 * i - 1 end
    end
    self.ways[unit] = way
  end
  return job
end

-- To be called each frame. A way that has changed stays until the new one is there.
function Ways:update(selected)
  self.selected = selected
  for i = 1, math.min(#selected, MOST) do
    local unit = selected[i]
    local way = self.ways[unit]
    if not unit.goal then
      self.ways[unit] = nil
    elseif not way or way.goal ~= unit.agent.goal or way.version ~= self.map.version or not way.index[unit.cell.id] then
      self.jobs:add("ways", job_of(self, unit))
    end
  end
end

-- Iterates: unit, and the line from its figure to its goal.
function Ways:lines()
  local i = 0
  return function()
    while i < math.min(#self.selected, MOST) do
      i = i + 1
      local unit = self.selected[i]
      local way = self.ways[unit]
      local first = way and way.index[unit.cell.id]
      if first then
        local line = { unit.x, unit.y }
        for k = first, #way.points do line[#line + 1] = way.points[k] end
        return unit, line
      end
    end
  end
end

return { new = new }
