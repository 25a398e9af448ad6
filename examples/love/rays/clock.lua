-- Medians of how long calls take, measured a little in each frame.

local Clock = {}
Clock.__index = Clock

local ENOUGH, FEW = 25, 3 -- measurements of each; of what takes long
local MOST_TIME = 0.1     -- seconds for one of them altogether, once there are a few
local SHORTEST = 20e-6    -- a measurement; shorter calls are repeated

local now = love.timer.getTime

-- `jobs` is an array of { name =, prepare =, call = }: prepare() gives what call is measured with, a new one each
-- time; without it the call may be repeated.
local function new(jobs)
  local self = setmetatable({ jobs = jobs }, Clock)
  self:reset()
  return self
end

function Clock:reset()
  self.samples, self.spent, self.medians = {}, {}, {}
  for i = 1, #self.jobs do self.samples[i], self.spent[i] = {}, 0 end
end

local function measure(job)
  if job.prepare then
    local what = job.prepare()
    local began = now()
    job.call(what)
    return now() - began
  end
  local count, began = 0, now()
  while true do
    job.call()
    count = count + 1
    local time = now() - began
    if time >= SHORTEST then return time / count end
  end
end

-- Measures in turn, until the seconds are used up or there is enough of each.
function Clock:update(seconds)
  local limit = now() + seconds
  repeat
    local least
    for i, samples in ipairs(self.samples) do
      local enough = #samples >= (self.spent[i] < MOST_TIME and ENOUGH or FEW)
      if not enough and (not least or #samples < #self.samples[least]) then least = i end
    end
    if not least then return end
    local began, samples = now(), self.samples[least]
    samples[#samples + 1] = measure(self.jobs[least])
    self.spent[least] = self.spent[least] + now() - began
    table.sort(samples)
    self.medians[self.jobs[least].name] = samples[math.floor((#samples + 1) / 2)]
  until now() >= limit
end

return { new = new }
