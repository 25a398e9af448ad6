-- Your own cost function: a guard sees what is near, and each step in his sight costs more.
local astar = require "astar"

local map = astar.grid {
  rows = {
    "....................",
    "....#........#......",
    "....#........#......",
    "....#..###...#......",
    "........#...........",
    "........#.....##....",
    "....#...#.....##....",
    "....#...............",
    "....................",
  },
  legend = { ["."] = "floor", ["#"] = false },
}
paint(map)
local start = cell("thief", map, 2, 5)
local goal = cell("gold", map, 19, 5)
local guard = cell("guard", map, 11, 5)
local sight = slider("sight", 0, 8, 4, 0.5)
local fear = slider("fear", 0, 10, 5)

-- Called for each step that the search looks at: its cost, or nil for no way.
local function cost(_, to, step)
  local d = to:distance(guard)
  if d < 1 then return nil end
  return d <= sight and step * (1 + fear) or step
end

local paths = {}
local plain = map:path(start, goal)
if plain then paths[1] = { path = plain, colour = "#9aa5b1" } end
local careful, price = map:path(start, goal, { cost = cost })
if careful then paths[#paths + 1] = { path = careful, colour = "#e63946" } end
print(careful and ("cost %.1f, length %.1f"):format(price, careful.length) or "no way: " .. price)
show(map, {
  paths = paths,
  marks = { { guard.x, guard.y, colour = "#ffd23f40", radius = sight, units = true } },
})
