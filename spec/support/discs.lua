-- Helpers for specs of crowds of discs.

local discs = {}

-- Update a crowd for that many seconds, or until done() is true. → whether done() is true at the end; true without done
function discs.run(crowd, seconds, done)
  for _ = 1, seconds * 20 do
    if done and done() then return true end
    crowd:update(0.05)
  end
  return not done or done()
end

function discs.all_arrived(crowd)
  for a in crowd:agents() do
    if a.status ~= "arrived" then return false end
  end
  return true
end

return discs
