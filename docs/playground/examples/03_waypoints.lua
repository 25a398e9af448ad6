-- Waypoints and links: a road map. Drag start and goal to other towns, and the crossing to where you like.
local astar = require "astar"

local g = astar.graph()
local function town(name, x, y) return g:add(x, y, { name = name }) end
town("harbour", 1, 7)
town("market", 4, 5)
town("castle", 9, 1)
town("mill", 8, 7)
town("abbey", 3, 1)
local x, y = point("crossing", 6, 3.5)    -- a place that you can drag → x, y
town("crossing", x, y)

g:link("harbour", "market")
g:link("market", "crossing")
g:link("crossing", "castle")
g:link("market", "abbey")
g:link("abbey", "castle")
g:link("mill", "crossing")
g:link("harbour", "mill", { terrain = "road" })
g:link("mill", "castle")
g:unit("cart", { road = 0.5 })

local start = waypoint("start", g, "harbour")
local goal = waypoint("goal", g, "castle")
local path, cost = g:path(start, goal, "cart")
if path then
  for _, node in path:nodes() do print(node.name) end
  print(("cost %.2f"):format(cost))
end
show(g, { path = path, labels = { "name" } })
