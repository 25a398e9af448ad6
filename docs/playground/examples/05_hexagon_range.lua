-- Hexagons: how far a unit gets in one turn. Drag the unit, and change how far it may go.
local astar = require "astar"

local map = astar.grid {
  layout = "odd-r",
  rows = {
    "....%%....^^....",
    "...%%%...^^^^...",
    "..%%%%....^^....",
    "....%...........",
    "........~~~.....",
    "...^...~~~~~....",
    "..^^^...~~~.....",
    "...^............",
    ".......%%%......",
    "......%%%%%.....",
  },
  legend = { ["."] = "grass", ["%"] = "forest", ["^"] = "hills", ["~"] = "water" },
}
map:unit("knight", { forest = 2, hills = 3, water = false })

paint(map, { "grass", "forest", "hills", "water" })
local unit = cell("knight", map, 6, 5)
local moves = slider("moves", 1, 8, 4)

-- A search without a goal explores everything that it may reach.
local range = map:search(unit, nil, { unit = "knight", max_cost = moves })
range:run()
local cells = 0
for _ in range:tiles("closed") do cells = cells + 1 end
print(("%d cells in reach"):format(cells))
show(map, { search = range, labels = { "g" } })
