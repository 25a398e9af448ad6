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

-- Checks that updates make nothing for the collector.
function walkers.check_waste(walker)
  check.garbage(0.1, 250, function() walker:update(0.1) end)
end

return walkers
