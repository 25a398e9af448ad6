-- A goal out of reach: the way to the nearest place that can be reached. Open the castle, and the man goes in.
local astar = require "astar"

local map = astar.grid {
  rows = {
    "..................",
    "..........######..",
    "..........#....#..",
    "..%%......#....#..",
    "..%%%.....#....#..",
    "...%......######..",
    "..................",
    "..................",
  },
  legend = { ["."] = "grass", ["%"] = "forest", ["#"] = false },
}
map:unit("man", { forest = 2 })
paint(map)
local start = cell("start", map, 2, 6)
local goal = cell("goal", map, 13, 4)

local path, cost = map:path(start, goal, { unit = "man", partial = true })
if not path then
  print("no way: " .. cost)
elseif path.partial then
  local last = path[#path]
  print(("out of reach: goes to column %d, row %d, %.1f from the goal"):format(last.col, last.row, last:distance(goal)))
else
  print(("there is a way, cost %.1f"):format(cost))
end
show(map, { path = path, marks = { { goal.x, goal.y, label = "?", colour = "#ffd23f", radius = 10 } } })
