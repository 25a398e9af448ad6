-- Two units on one map: the horse goes round the forest, the man through it, the ship stays on the water.
local astar = require "astar"

local map = astar.grid {
  rows = {
    "...............~~~~~",
    "....%%%%%......~~~~~",
    "...%%%%%%%......~~~~",
    "...%%%%%%%%.....~~~~",
    "...%%%%%%%%....~~~~~",
    "....%%%%%%%...~~~~~~",
    ".....%%%%....~~~~~~~",
    "==============~~~~~~",
    "............~~~~~~~~",
    "~~~~~~~~~~~~~~~~~~~~",
  },
  legend = { ["."] = "grass", ["%"] = "forest", ["="] = "road", ["~"] = "water" },
}
map:unit("man",   { forest = 1.5, road = 0.7, water = false })
map:unit("horse", { forest = 5, road = 0.5, water = false })
map:unit("ship",  { default = false, water = 1 })

paint(map, { "grass", "forest", "road", "water" })
local start = cell("start", map, 2, 4)
local goal = cell("goal", map, 12, 4)
local port = cell("port", map, 1, 10)
local bay = cell("bay", map, 18, 1)

local paths = {}
local function go(from, to, unit, colour)
  local path, cost = map:path(from, to, unit)
  print(("%-6s %s"):format(unit, path and ("cost %.1f"):format(cost) or cost))
  if path then paths[#paths + 1] = { path = path, colour = colour } end
end
go(start, goal, "man", "#e63946")
go(start, goal, "horse", "#ffd23f")
go(port, bay, "ship", "#ffffff")
show(map, { paths = paths })
