-- Weight: fewer steps for a way that may be a little longer. Compare what the two searches looked at.
local astar = require "astar"

local map = astar.grid {
  rows = {
    "..............................",
    "..............................",
    "........############..........",
    "...................#..........",
    "...................#..........",
    "...................#..........",
    "...................#..........",
    "...................#..........",
    "........############..........",
    "..............................",
    "..............................",
  },
  legend = { ["."] = "grass", ["#"] = false },
}
paint(map)
local start = cell("start", map, 4, 6)
local goal = cell("goal", map, 27, 6)
local weight = slider("weight", 1, 5, 2, 0.1)

for _, w in ipairs { 1, weight } do
  local search = map:search(start, goal, { weight = w })
  search:run()
  local path, cost = search:path()
  print(("weight %.1f: %3d cells expanded, %s"):format(w, search.expanded,
    path and ("cost %.2f"):format(cost) or cost))
  show(map, { search = search, path = path, width = 560 })
end
