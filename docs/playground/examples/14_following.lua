-- Following a path: where a figure is after so many seconds. Press Play, or move the time.
local astar = require "astar"
local follow = require "astar.follow"

local map = astar.grid {
  cell = 32,
  rows = {
    "................",
    "..####..........",
    ".....#....###...",
    ".....#......#...",
    "..####......#...",
    "............#...",
    "................",
  },
  legend = { ["."] = "grass", ["#"] = false },
}
paint(map)
local start = cell("start", map, 3, 4)
local goal = cell("goal", map, 15, 5)
local path = map:path(start, goal)
if not path then
  print("no way")
  return show(map)
end

local figure = follow(path, 60)       -- pixels in a second
local seconds = slider("seconds", 0, 12, 3, 0.05, 1)
for _ = 1, seconds * 60 do figure:update(1 / 60) end
print(("at %.0f, %.0f"):format(figure.x, figure.y))
show(map, { path = path, marks = { { figure.x, figure.y, colour = "#ffffff", radius = 11 } } })
