-- Shares a few milliseconds of each frame among all searches that somebody waits for.
--
-- There are lanes, served in turn, a slice of time each; the last one is patient: it begins a search only while the
-- others have nothing to do. In a lane one search is under way, and the others wait until it is at its end. So a
-- hundred searches take no more memory than one, the first answers come at once, each starts from where its unit is
-- *then*, and an edit of the map, which makes searches stale, costs one of them its work, not all. Search objects are
-- kept, one for each lane, kind of unit and limit, and restarted: that makes no litter.
--
-- A job is a table:
--   job.unit, job.options   the kind's name, and further options of the search: always the same table
--   job:ends()              the start and the goal (nil for a search without one), asked for when its turn comes, and
--                           again when the search became stale; nothing: skip it
--   job:done(search)        the search is at its end; what is wanted of it has to be taken now

local Queue = {}
Queue.__index = Queue

local now = love.timer.getTime

local SLICE = 0.0005 -- seconds: how long a lane's turn takes

local function new(map, lanes)
  local self = setmetatable({ map = map, lanes = {}, turn = 1, finished = 0 }, Queue)
  for i, name in ipairs(lanes) do
    self.lanes[i] = { name = name, first = 1, last = 0, searches = {} }
    self.lanes[name] = self.lanes[i]
  end
  self.lanes[#lanes].patient = true
  return self
end

-- The job waits at the end of its lane, if it is not waiting already.
function Queue:add(name, job)
  if job.waiting then return end
  local lane = self.lanes[name]
  lane.last = lane.last + 1
  lane[lane.last] = job
  job.waiting = true
end

-- How many are waiting or under way in that lane.
function Queue:waiting(name)
  local lane = self.lanes[name]
  return lane.last - lane.first + 1 + (lane.job and 1 or 0)
end

function Queue:is_running(job)
  for _, lane in ipairs(self.lanes) do
    if lane.job == job then return true end
  end
  return false
end

-- One search for each set of options and kind of unit.
local function search_for(self, lane, job, start, goal)
  local of_options = lane.searches[job.options]
  if not of_options then
    of_options = {}
    lane.searches[job.options] = of_options
  end
  local search = of_options[job.unit]
  if search then
    search:restart(start, goal)
  else
    local options = { unit = job.unit }
    for key, value in pairs(job.options) do options[key] = value end
    search = self.map:search(start, goal, options)
    of_options[job.unit] = search
  end
  return search
end

-- Begins the lane's job, or the next one that still wants to be done. Returns whether there is one.
local function begin(self, lane)
  while true do
    local job = lane.job
    if not job then
      if lane.first > lane.last then return false end
      job = lane[lane.first]
      lane[lane.first] = nil
      lane.first = lane.first + 1
      job.waiting = false
    end
    local start, goal = job:ends()
    if start then
      lane.job, lane.search = job, search_for(self, lane, job, start, goal)
      return true
    end
    lane.job, lane.search = nil, nil
  end
end

local function others_rest(self, lane)
  for _, other in ipairs(self.lanes) do
    if other ~= lane and (other.job or other.first <= other.last) then return false end
  end
  return true
end

-- Gives the lane its slice. Returns whether it had anything to do.
local function serve(self, lane, seconds)
  if not lane.job and lane.patient and not others_rest(self, lane) then return false end
  if not lane.job or lane.search.status == "stale" then
    if not begin(self, lane) then return false end
  end
  local status = lane.search:run(seconds)
  if status ~= "searching" and status ~= "stale" then
    local job, search = lane.job, lane.search
    lane.job, lane.search = nil, nil
    self.finished = self.finished + 1
    job:done(search)
  end
  return true
end

-- Searches for so many seconds, and one answer more at most.
function Queue:run(seconds)
  local time = now()
  local stop, idle = time + seconds, 0
  while time < stop and idle < #self.lanes do
    local lane = self.lanes[self.turn]
    self.turn = self.turn % #self.lanes + 1
    idle = serve(self, lane, math.min(SLICE, stop - time)) and 0 or idle + 1
    time = now()
  end
end

return { new = new }
