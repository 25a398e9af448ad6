-- What specs of followers share.

local check = require "spec.support.check"

local walkers = {}

-- Updates a follower by dt, in so many random parts and a rest.
function walkers.divide(rng, walker, dt, parts)
  local left = dt
  for _ = 1, parts do
    local part = left * rng:unit()
    left = left - part
    walker:update(part)
  end
  walker:update(left)
end

-- Checks that updates make nothing for the collector. Not on LuaJIT with its compiler, whose traces are memory, too.
function walkers.check_waste(walker)
  check.collect()
  collectgarbage("stop")
  -- Measured twice, as Lua 5.2 gives back the room for calls when it collects, and takes it again with the next ones.
  local before, wasted
  for _ = 1, 2 do
    before = collectgarbage("count")
    for _ = 1, 250 do walker:update(0.1) end
    wasted = collectgarbage("count") - before
  end
  collectgarbage("restart")
  check.that(wasted < 0.1, "%g KB", wasted)
end

return walkers
