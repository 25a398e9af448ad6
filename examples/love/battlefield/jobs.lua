-- What is asked of the map, as jobs: an astar.queue shares a few milliseconds of each frame among them.
--
-- The crowd finds the way of its agents by itself; what is searched here is shown to the player. A job waits once at
-- most. Its search is made when its turn comes, so it starts from where its unit is *then*; searches that the map leaves
-- behind are repaired by the queue.
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

-- What is under the mouse comes first, then the ways of those who march.
local PRIORITY = { plan = 1, ways = 0 }

local function new(map)
  return setmetatable({ map = map, queue = new_queue() }, Jobs)
end

local function search_of(self, job)
  local start, goal = job:ends()
  if not start then
    job.ticket = nil
    return nil
  end
  local options = { unit = job.unit }
  for key, value in pairs(job.options) do options[key] = value end
  return self.map:search(start, goal, options)
end

-- The job waits for its turn, if it does not wait already.
function Jobs:add(name, job)
  if job.ticket then return end
  job.ticket = self.queue:push(function() return search_of(self, job) end, function(path, cost, ticket)
    job.ticket = nil
    job:done(ticket.search, path, cost)
    ticket.search:close()
  end, PRIORITY[name])
end

function Jobs:run(seconds)
  self.queue:run(seconds)
end

return { new = new }
