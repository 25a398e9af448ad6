-- worker.lua: what the contestants in Lua share: obeying the commands listed in worker.h.
local worker = {}

-- Resident megabytes, 0 where the system does not tell.
function worker.resident()
  local file = io.open("/proc/self/status")
  if not file then return 0 end
  local kilobytes = file:read("*a"):match("VmRSS:%s+(%d+)")
  file:close()
  return (tonumber(kilobytes) or 0) / 1024
end

-- How many nodes a search expands until it ends.
function worker.expanded(s)
  s:run()
  local expanded = s.expanded
  s:close()
  return expanded
end

-- A mode that asks for one pair after another; `ask(i)` gives the cost of the route.
function worker.each(ask)
  return function(first, last)
    local sum = 0
    for i = first, last do sum = sum + ask(i) end
    return sum
  end
end

-- A mode that runs a search for each pair, which `begin(i)` begins, looks at its nodes if asked to, and takes its path.
function worker.searches(begin, looks)
  return worker.each(function(i)
    local s = begin(i)
    s:run()
    if looks then assert(s.expanded > 0) end
    local _, cost = s:path()
    s:close()
    return cost
  end)
end

-- `cost(i)` gives the cost of the best route of a pair, `count(i)` the nodes expanded for it;
-- `modes[name](first, last)` searches pairs, and gives the sum of the costs, and the seconds of what is not to count.
function worker.serve(build_seconds, modes, cost, count)
  local commands = {}

  function commands.costs(first, last)
    local costs = {}
    for i = tonumber(first), tonumber(last) do costs[#costs + 1] = ("%.17g"):format(cost(i)) end
    return table.concat(costs, " ")
  end

  function commands.count(first, last)
    local expanded = 0
    for i = tonumber(first), tonumber(last) do expanded = expanded + count(i) end
    return ("%d"):format(expanded)
  end

  function commands.run(mode, first, last)
    -- What other modes left behind is not this one's to clear.
    collectgarbage()
    local from = os.clock()
    local sum, besides = modes[mode](tonumber(first), tonumber(last))
    return ("%.9f %.17g"):format(os.clock() - from - (besides or 0), sum)
  end

  function commands.about()
    collectgarbage()
    collectgarbage()
    return ("%.3f %.1f"):format(build_seconds, worker.resident())
  end

  for line in io.lines() do
    local words = {}
    for word in line:gmatch("%S+") do words[#words + 1] = word end
    if words[1] == "quit" then break end
    io.write(commands[words[1]](words[2], words[3], words[4]), "\n")
    io.flush()
  end
end

return worker
