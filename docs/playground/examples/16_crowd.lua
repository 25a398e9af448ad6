-- A crowd in a gap: two companies change sides, and nobody walks into another. Press Play, and draw walls.
local astar = require "astar"

local map = astar.grid { width = 24, height = 13 }
for row = 1, 13 do map:block(12, row, row < 6 or row > 8) end
paint(map)

local crowd = map:crowd { radius = 0.3 }
local function add(col, row, goal, colour)
  if not map:cell(col, row).blocked then
    crowd:add(col - 0.5, row - 0.5,
      { speed = 3, goal = map:cell(goal, row), data = colour })
  end
end
for row = 3, 11 do
  for i = 0, 1 do
    add(3 + i, row, 22 - i, "#d62839")
    add(22 - i, row, 3 + i, "#2f6fd0")
  end
end

local seconds = slider("seconds", 0, 15, 0, 0.05, 1) -- Play: 1 a second
for _ = 1, seconds * 20 do crowd:update(1 / 20) end

local marks, arrived = {}, 0
for disc in crowd:agents() do
  marks[#marks + 1] =
    { disc.x, disc.y, colour = disc.data, radius = disc.radius, units = true }
  if disc.status == "arrived" then arrived = arrived + 1 end
end
print(arrived .. " of " .. #crowd .. " have arrived")
show(map, { marks = marks })
