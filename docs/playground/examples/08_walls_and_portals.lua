-- Walls between cells, a door, and a portal: links that no tile map has by itself.
local astar = require "astar"

local map = astar.grid { width = 16, height = 10, neighbours = 4 }
map:fill(1, 1, 16, 10, "floor")

local function wall(x, from, to)                            -- right of column x
  for row = from, to do map:wall(map:cell(x, row), map:cell(x + 1, row)) end
end
wall(5, 1, 10)
wall(11, 1, 10)
map:wall(map:cell(5, 5), map:cell(6, 5), false)             -- a door

-- A portal: both ways, at the cost of one step.
local one, two = cell("portal a", map, 9, 2), cell("portal b", map, 14, 9)
if one ~= two then map:link(one, two, { cost = 1, terrain = "road" }) end

paint(map)
local start = cell("start", map, 2, 8)
local goal = cell("goal", map, 14, 2)
local path, cost = map:path(start, goal)
print(path and "cost " .. cost or "no way: " .. cost)
show(map, { path = path, marks = { one, two } })
