-- A*, step by step: what is open, what is closed, and the numbers of each cell. Move the slider, or press Play.
local astar = require "astar"

local map = astar.grid {
  rows = {
    "............",
    "...##.......",
    "....#..%%...",
    "....#.%%%...",
    "....#.%%....",
    "....##......",
    "............",
  },
  legend = { ["."] = "grass", ["%"] = "forest", ["#"] = false },
}
map:unit("man", { forest = 2 })
paint(map)
local start = cell("start", map, 2, 4)
local goal = cell("goal", map, 11, 3)

local search = map:search(start, goal, "man")
local steps = slider("steps", 0, 84, 20, 1, 8)
if steps > 0 then search:step(steps) end
print(search.status, search.expanded .. " cells expanded")

show(map, { search = search, path = search:path(), labels = true, tree = true, theme = { state_share = 0.9 } })
