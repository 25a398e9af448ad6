-- The country: the map of cells, where creeps come in, and the cells of the keep to which they go.

local astar = require "astar"

local country = {}

-- What is blocked from the beginning is rock, or the walls of the keep. Water and woods cannot be built on, so the ways
-- through them stay open: brutes wade, scouts slip through the woods.
local ROWS = {
  ".......www..........##........",
  ".....wwwwww........###....www.",
  "......wwww...........#...wwwww",
  ".......w..................wwww",
  "...........................ww.",
  "...ww.......~~~......ww.......",
  "..wwww....~~~~~~....wwww......",
  "#.wwww...~~~~~~~....wwwww....#",
  "==.ww....~~~~~~......www....==",
  "==........~~~~~.............==",
  "#............~~.ww...........#",
  "......##......wwwww.....~~....",
  ".....###.....wwwwww...~~~~~...",
  ".....##......wwwww...~~~~~~~..",
  "...~..........www....~~~~~....",
  ".~~~~......#..........~~~..ww.",
  ".~~~~~....##.............wwwww",
  "..~~.......##.............www.",
}

local LEGEND = { ["."] = "grass", w = "wood", ["~"] = "water", ["="] = "road", ["#"] = false }

-- { map, entry, keep }: the cells of the first column of the road, and of the last one.
function country.make()
  local map = astar.grid { rows = ROWS, legend = LEGEND }
  local entry, keep = {}, {}
  for row = 1, map.height do
    if map:get(1, row) == "road" then entry[#entry + 1] = map:cell(1, row) end
    if map:get(map.width, row) == "road" then keep[#keep + 1] = map:cell(map.width, row) end
  end
  return { map = map, entry = entry, keep = keep }
end

return country
