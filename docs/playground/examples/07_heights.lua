-- Heights: climbing makes a step longer, and no unit takes every slope. Drag the hill, and choose what the man can climb.
local astar = require "astar"

local W, H = 24, 14
local top = {}
top.x, top.y = point("top", 12, 6)
local function height(x, y)
  local d = math.sqrt((x - top.x) ^ 2 + (y - top.y) ^ 2)
  return math.max(0, 5 - d * 0.9) + math.max(0, 3 - math.abs(x - 19) * 0.8) * (y > 4 and 1 or 0)
end

local map = astar.grid {
  width = W, height = H,
  ground = function(_, _, x, y) return height(x, y) end,
}
for row = 1, H do
  for col = 1, W do
    local z = map:cell(col, row).z
    map:set(col, row, z > 3 and "snow" or z > 1.5 and "rock" or z > 0.2 and "hills" or "grass")
  end
end
local climb = slider("climb", 0.2, 1.2, 0.6, 0.1)
map:unit("man", {}, { climb = climb, drop = 2 * climb })    -- at most so far up and down in a step

local start = cell("start", map, 2, 7)
local goal = cell("goal", map, 23, 8)
local path, cost = map:path(start, goal, "man")
print(path and ("cost %.2f, %d cells"):format(cost, #path) or "no way: " .. cost)
show(map, { path = path })
