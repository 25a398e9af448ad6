-- Watching a search: one expansion at a time, slowly by itself, or to the end.

local Watch = {}
Watch.__index = Watch

local SLOWEST, FASTEST = 0.5, 512

local function new()
  return setmetatable({ search = nil, steps = 0, running = false, speed = 4, due = 0 }, Watch)
end

-- Begins a search on a plane; `ends` has the four coordinates.
function Watch:start(plane, ends, options)
  if self.search then self.search:close() end
  self.search = plane:search(ends[1], ends[2], ends[3], ends[4], options)
  self.steps, self.due = 0, 0
end

function Watch:stop()
  if self.search then self.search:close() end
  self.search, self.running = nil, false
end

function Watch:is_over()
  return self.search.status ~= "searching"
end

function Watch:step(count)
  if self:is_over() then return end
  self.search:step(count)
  self.steps = self.search.expanded
  self.ended = self:is_over()
  if self.ended then self.running = false end
end

function Watch:finish()
  self.search:run()
  self.steps, self.ended = self.search.expanded, true
  self.running = false
end

-- From the start again.
function Watch:rewind()
  self.search:restart()
  self.steps, self.due, self.ended = 0, 0, false
end

-- What was searched has changed, the ground or an end: the search is done again as far as it was.
function Watch:renew(plane, ends, options)
  local steps, ended = self.steps, self.ended
  self:start(plane, ends, options)
  if ended then
    self.search:run()
  elseif steps > 0 then
    self.search:step(steps)
  end
  self.steps, self.ended = steps, ended
end

function Watch:faster(times)
  self.speed = math.max(SLOWEST, math.min(FASTEST, self.speed * times))
end

function Watch:update(dt)
  if not self.running then return end
  self.due = self.due + dt * self.speed
  local count = math.floor(self.due)
  if count > 0 then
    self.due = self.due - count
    self:step(count)
  end
end

return { new = new }
