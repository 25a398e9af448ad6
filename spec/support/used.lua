-- How many bytes the objects of the module take, without garbage: no empty graph fits under a lower limit.

local astar = require "astar"

return function()
  collectgarbage()
  collectgarbage()
  local low, high = 0, 2 ^ 28
  while high - low > 128 do
    local middle = (low + high) / 2
    astar.limit { memory = middle }
    if pcall(astar.graph) then high = middle else low = middle end
    collectgarbage()
  end
  astar.limit { memory = math.huge }
  return high
end
