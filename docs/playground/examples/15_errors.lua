-- An error: it names the line and what was expected. Put the name of the unit right, and it runs.
local astar = require "astar"

local map = astar.grid {
  rows = { "....", ".##.", "...." },
  legend = { ["."] = "grass", ["#"] = false },
}
map:unit("horse", { forest = 5 })
show(map)

local path = map:path(cell("start", map, 1, 2), cell("goal", map, 4, 2), "hrose")
show(map, { path = path })
