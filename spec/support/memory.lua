-- Exact measures of memory: what the objects of the module take, and what Lua does. The limit of memory tells the first: the
-- least limit under which an empty graph can still be made is what is taken together with that graph.

local astar = require "astar"
local check = require "spec.support.check"

local memory = {}

local function has_room(bytes)
  astar.limit { memory = bytes }
  return (pcall(astar.graph))
end

-- Bytes of all objects of the module, once garbage is collected; and of an empty graph, which is among them.
function memory.module()
  local low, high = 0, 1
  while not has_room(high) do low, high = high, 2 * high end
  while high - low > 1 do
    local middle = math.floor((low + high) / 2)
    if has_room(middle) then high = middle else low = middle end
  end
  astar.limit { memory = math.huge }
  return high
end

do
  local without, graph = memory.module(), astar.graph()
  memory.GRAPH = memory.module() - without
  graph:nodes() -- until here it is there
end

-- fn(...) while all objects of the module may take so many bytes. Whether that was enough.
function memory.within(bytes, fn, ...)
  astar.limit { memory = bytes }
  local ok, why = pcall(fn, ...)
  astar.limit { memory = math.huge }
  check.that(ok or tostring(why):find("exceeded", 1, true), "%s", why)
  return ok
end

-- Kilobytes of Lua's own, once garbage is collected.
function memory.lua()
  check.collect()
  return collectgarbage("count")
end

-- Kilobytes of the process, nil where the system does not tell.
function memory.process()
  local file = io.open("/proc/self/status")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return tonumber(text:match("VmRSS:%s*(%d+)"))
end

return memory
