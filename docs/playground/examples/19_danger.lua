-- Danger: who fears the tower makes a detour. Press Play, drag the tower, and make the fear stronger.
local astar = require "astar"
local follow = require "astar.follow"

local map = astar.grid {
  rows = {
    "....................",
    "...............#....",
    "...##..........#....",
    "....#..........#....",
    "....#...............",
    "....#...............",
    "...##..........#....",
    "...............#....",
    "....................",
  },
  legend = { ["."] = "grass", ["#"] = false },
}
paint(map)
local start = cell("start", map, 2, 5)
local goal = cell("goal", map, 19, 6)
local tower = cell("tower", map, 10, 5)
local fear = slider("fear", 0, 3, 1, 0.1)

-- The nearer to the tower, the more a step costs.
local danger = map:layer("danger")
for col, row in map:tiles() do
  local dx, dy = col - tower.col, row - tower.row
  local distance = math.sqrt(dx * dx + dy * dy)
  if distance < 4 then danger:set(col, row, 4 - distance) end
end

local brave = map:path(start, goal)
local careful = map:path(start, goal, { layers = { danger = fear } })
if not brave then
  print("no way")
  return show(map, { shades = { danger } })
end

local seconds = slider("seconds", 0, 10, 0, 0.05, 1)
local marks, walkers = {}, { { brave, "#d62839" }, { careful, "#2f6fd0" } }
for i, walker in ipairs(walkers) do
  local figure = follow(walker[1], 3)
  figure:update(seconds)
  marks[i] = { figure.x, figure.y, colour = walker[2], radius = 10 }
end
print(("without fear: %.1f cells; with it: %.1f")
  :format(brave.length, careful.length))
show(map, {
  shades = { danger }, marks = marks,
  paths = {
    { path = brave, colour = "#d62839" }, { path = careful, colour = "#2f6fd0" },
  },
})
