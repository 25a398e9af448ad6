-- One-way links: a river carries you down, and the way back is another one.
local astar = require "astar"

local g = astar.graph()
local names = { "spring", "rapids", "bend", "village", "sea" }
local places = { { 1, 1 }, { 3, 2.2 }, { 5, 2 }, { 7, 3.2 }, { 10, 4 } }
for i, name in ipairs(names) do
  g:add(places[i][1], places[i][2], { name = name })
end
for i = 2, #names do
  g:link(names[i - 1], names[i], { oneway = true, cost = 1 })   -- down the river, quick
end
g:add(4, 5, { name = "ford" })
g:add(8, 6, { name = "inn" })
g:link("sea", "inn")
g:link("inn", "ford")
g:link("ford", "spring")
g:link("ford", "bend")
g:link("village", "inn")

local start = waypoint("start", g, "spring")
local goal = waypoint("goal", g, "sea")

local paths = {}
local function tell(path, cost, colour)
  if not path then return print("no way: " .. cost) end
  paths[#paths + 1] = { path = path, colour = colour }
  local list = {}
  for _, node in path:nodes() do list[#list + 1] = node.name end
  print(("%s (%.1f)"):format(table.concat(list, " > "), cost))
end
local path, cost = g:path(start, goal)
tell(path, cost, "#e63946")
path, cost = g:path(goal, start)
tell(path, cost, "#ffd23f")
show(g, { paths = paths, labels = { "name" } })
