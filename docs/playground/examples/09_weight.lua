-- Weight: fewer steps for a way that may be a little longer. Compare what the two searches looked at.
local astar = require "astar"

local map = astar.grid {
  rows = {
    ".....%..%.......%.......%..%..",
    ".....%......%......%.%......%.",
    ".%...%........%...%...%.......",
    ".....%%%%%....................",
    "....%.....%.....%.....%.....%.",
    "..%.......%..%.......%.......%",
    "...%......%......%......%.%...",
    "......%...%........%...%...%..",
    "..........%%%%%...............",
    "...%.....%.....%.....%.....%..",
    "....%..%.......%..%.......%...",
    ".%......%......%......%......%",
  },
  legend = { ["."] = "grass", ["%"] = "forest" },
}
map:unit("man", { forest = 3 })
paint(map)
local start = cell("start", map, 3, 7)
local goal = cell("goal", map, 28, 7)
local weight = slider("weight", 1, 5, 2, 0.1)

for _, w in ipairs { 1, weight } do
  local search = map:search(start, goal, { unit = "man", weight = w })
  search:run()
  local path, cost = search:path()
  print(("weight %.1f: %2d cells expanded, %s"):format(w, search.expanded,
    path and ("cost %.2f"):format(cost) or cost))
  show(map, { search = search, path = path, width = 560 })
end
