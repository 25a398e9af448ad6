-- A flow: one search gives all units their way, and a wall bends it. Press Play, draw walls, drag the goal.
local astar = require "astar"
local follow = require "astar.follow"

local map = astar.grid {
  rows = {
    "......................",
    "...............%%%....",
    "......##......%%%%%...",
    "......##.......%%%....",
    "...............##.....",
    ".........%%....##.....",
    "........%%%%...##.....",
    ".........%%....##.....",
    "......##.......##.....",
    "......##..............",
    "......................",
  },
  legend = { ["."] = "grass", ["%"] = "forest", ["#"] = false },
}
map:unit("man", { forest = 3 })
paint(map)
local goal = cell("goal", map, 20, 6)
local flow = map:flow(goal, "man")

local seconds = slider("seconds", 0, 12, 0, 0.05, 1)
local marks, lost = {}, 0
for row = 1, map.height, 2 do
  for col = 1, 4 do
    local walker = follow(map:cell(col, row), 2.5)
    if not walker:go(flow) then lost = lost + 1 end
    walker:update(seconds)
    marks[#marks + 1] = { walker.x, walker.y, colour = "#fff3b0", radius = 6 }
  end
end
print(lost == 0 and "all have a way" or lost .. " have no way")
show(map, { flow = flow, marks = marks, layers = { "ground", "flow", "marks" } })
