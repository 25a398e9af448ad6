-- Pictures of many units: a range by turns, and one flow for all of them.

local astar = require "astar"
local svg = require "astar.svg"

local pictures = {}

local WIDTH = 820

local LAND = {
  ["."] = "field", ["%"] = "forest", ["~"] = "sea", [":"] = "road", ["="] = "bridge", ["^"] = "mountain", ["|"] = "river",
  ["#"] = false,
}

---- A range by turns --------------------------------------------------------------------------------------------

function pictures.turns()
  local map = astar.grid {
    rows = {
      "..^^^...%%%...|.......",
      "...^^^.%%%%..:=:..%%..",
      ".....^^..%%::.|.::.%%.",
      "..%%..^^.::%..|..:...~",
      ".%%%%.^^.:%%%.|..:..~~",
      "..%%%..^.:.%%%|%.%::~~",
      ".......^.:.%%||.%%..~~",
      ".::::::::..%%|..%%%.~~",
      "~~...%%.....%|...%.~~~",
      "~~~~.....~~.%|..~~~~~~",
      "~~~~~~~~~~~~~~~~~~~~~~",
    },
    legend = LAND, layout = "odd-q",
  }
  map:unit("man", { forest = 2, mountain = 3, river = 4, sea = false })
  local enemies, stop, marks = { map:cell(11, 4), map:cell(5, 8) }, {}, {}
  for i, enemy in ipairs(enemies) do
    enemy.blocked = true
    for neighbour in enemy:links() do stop[#stop + 1] = neighbour end
    marks[i] = { enemy.x, enemy.y, colour = "#d62839", label = "E", radius = 11 }
  end
  local range = map:reach(map:cell(8, 7), nil, { unit = "man", moves = 4, max_turns = 3, stop = stop })
  return svg(map, { width = WIDTH, range = range, marks = marks, legend = true })
end

---- One flow for all of them -------------------------------------------------------------------------------------

function pictures.flow()
  local map = astar.grid {
    rows = {
      ".........%%%......%%......",
      "...##.....%%.......%%%....",
      "...##...............%%....",
      ".................##.....%%",
      ".%%............##......%%.",
      "%%%%...........#..........",
      ".%%......##....#..........",
      ".........##...............",
      "......~~~~~~.........##...",
      ".....~~~~~~~~~.......##...",
      "......~~~~~...............",
    },
    legend = { ["."] = "grass", ["%"] = "forest", ["~"] = "water", ["#"] = false },
  }
  map:unit("man", { forest = 2, water = false })
  local danger, towers = map:layer "danger", { { 10, 4 }, { 18, 8 } }
  local marks = {}
  for i, tower in ipairs(towers) do
    for col, row, _, blocked in map:tiles() do
      local far = math.sqrt((col - tower[1]) ^ 2 + (row - tower[2]) ^ 2)
      if far < 3.6 and not blocked then danger:add(col, row, 3.6 - far) end
    end
    marks[i] = { tower[1] - 0.5, tower[2] - 0.5, colour = "#10141a", label = "T", radius = 9 }
  end
  local goal = map:cell(24, 6)
  local flow = map:flow(goal, { unit = "man", layers = { danger = 2 } })
  return svg(map, {
    width = WIDTH, flow = flow, shades = { danger }, places = map:places(goal, 12, { unit = "man" }), marks = marks, legend = true,
    layers = { "ground", "shades", "flow", "places", "marks", "legend" },
  })
end

return function()
  return pictures
end
