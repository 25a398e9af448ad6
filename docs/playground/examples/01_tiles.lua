-- A tile map: one way from start to goal. Drag the rings, and draw walls.
local astar = require "astar"

local map = astar.grid {
  rows = {
    "....................",
    "..####......%%%.....",
    "..#..#.....%%%%%....",
    "..#..#......%%%%....",
    "..#.......####%%....",
    "..####....#..#......",
    "..........#..#......",
    "....~~~~~....#......",
    "...~~~~~~~~..#......",
    "....~~~~~...........",
    "....................",
  },
  legend = {
    ["."] = "grass", ["%"] = "forest", ["~"] = "water",
    ["#"] = false,                        -- nobody can enter
  },
}
map:unit("man", { forest = 2, water = false })

paint(map)                                -- the page lets you draw walls on this map
local start = cell("start", map, 4, 4)    -- cells that you can drag
local goal = cell("goal", map, 17, 8)

local path, cost = map:path(start, goal, "man")
if path then
  print(("%d cells, cost %.1f"):format(#path, cost))
else
  print("no way:", cost)
end
show(map, { path = path })
