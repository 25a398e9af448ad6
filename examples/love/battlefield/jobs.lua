-- What is asked of the map, as jobs: an astar.queue shares a few milliseconds of each frame among them.
--
-- A job waits once at most. Its search is made when its turn comes, so it starts from where its unit is *then*; searches that
-- the map leaves behind are repaired by the queue.
--
-- A job is a table:
--   job.unit, job.options   the kind's name, and further options of the search
--   job:ends()              the start and the goal (nil for a search without one), asked for when its turn comes; nothing:
--                           it is dropped
--   job:done(search, path, cost)   the search is at its end, and is closed after this; `path` is nil if it found none
--   job.ticket              while it waits or is searched; see astar.queue

local new_queue = require "astar.queue"

local Jobs = {}
Jobs.__index = Jobs

-- The player's eyes come first, then orders, then those who roam; what can wait goes last.
local PRIORITY = { plan = 3, orders = 2, roamers = 1, later = 0 }

local function new(map)
  local self = setmetatable({ map = map, queue = new_queue(), finished = 0, waits = {} }, Jobs)
  for name in pairs(PRIORITY) do self.waits[name] = 0 end
  return self
end

local function drop(self, job)
  self.waits[job.name] = self.waits[job.name] - 1
  job.ticket, job.name = nil, nil
end

local function search_of(self, job)
  local start, goal = job:ends()
  if not start then
    drop(self, job)
    return nil
  end
  local options = { unit = job.unit }
  for key, value in pairs(job.options) do options[key] = value end
  return self.map:search(start, goal, options)
end

-- The job waits for its turn, if it does not wait already; with orders before roamers, it may move up.
function Jobs:add(name, job)
  if job.ticket then
    if job.ticket.search or PRIORITY[name] <= PRIORITY[job.name] then return end
    job.ticket:cancel()
    drop(self, job)
  end
  job.name = name
  self.waits[name] = self.waits[name] + 1
  job.ticket = self.queue:push(function() return search_of(self, job) end, function(path, cost, ticket)
    self.finished = self.finished + 1
    drop(self, job)
    job:done(ticket.search, path, cost)
    ticket.search:close()
  end, PRIORITY[name])
end

-- How many wait or are searched.
function Jobs:waiting(name)
  return self.waits[name]
end

function Jobs:run(seconds)
  self.queue:run(seconds)
end

return { new = new }
