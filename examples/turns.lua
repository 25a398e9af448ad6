-- Hex tactics: how far a hero gets in one, two and three turns, how enemies hold him up, and how he gets beside one of them.
--
--   lua5.4 examples/turns.lua [--color | --plain]
--
-- The map is the text below: draw on it and run this again.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
local paint = terminal.paint

---- The map ---------------------------------------------------------------------------------------

-- One character is one hexagon. The 2nd, 4th, ... column lies half a hexagon lower: that is the layout "odd-q".
local rows = {
  "....%%....^^.....%%.",
  "..%%%....^^^...%%%..",
  "..%%......^^....%...",
  ".......E..^^........",
  "..H........E....C...",
  "......%.............",
  "...%%%%..^^.E...%%..",
  "....%%...^^^....%%..",
  "~~~.......^...~~~...",
}

-- The character, what it means, what it costs to enter, and two of a terminal's 256 colours: the text's and the ground's.
local terrains = {
  { symbol = ".", name = "grass",    cost = 1,     ink = 65,  paper = 150 },
  { symbol = "%", name = "forest",   cost = 2,     ink = 157, paper = 29 },
  { symbol = "^", name = "hills",    cost = 3,     ink = 94,  paper = 180 },
  { symbol = "~", name = "water",    cost = false, ink = 195, paper = 32 },
}

local MOVES, TURNS = 5, 3

-- What is in reach has the colour of its turn.
local turn_colours = { 229, 216, 176, 146 }

local legend, by_name, costs = {}, {}, {}
for _, terrain in ipairs(terrains) do
  legend[terrain.symbol], by_name[terrain.name], costs[terrain.name] = terrain.name, terrain, terrain.cost
end
for _, figure in ipairs { "H", "E", "C" } do legend[figure] = "grass" end

local map = astar.grid { rows = rows, legend = legend, layout = "odd-q" }
map:unit("hero", costs)

-- Nobody enters a hexagon in which an enemy stands. All hexagons beside one are its zone of control: who enters one has to
-- stop there, and may go on in the next turn.
local hero, captain
local figures, zone, in_zone = {}, {}, {}
for col, row in map:tiles() do
  local cell, letter = map:cell(col, row), rows[row]:sub(col, col)
  if letter == "H" then hero = cell end
  if letter == "C" then captain = cell end
  if letter == "E" or letter == "C" then
    cell.blocked = true
    for neighbour in cell:links() do
      if not in_zone[neighbour] then zone[#zone + 1] = neighbour end
      in_zone[neighbour] = true
    end
  end
  if letter:find "[HEC]" then figures[cell] = letter end
end

---- Drawing ---------------------------------------------------------------------------------------

-- A picture is a table of lines, each a table of pieces of text by their place: x, y from 0.
local function put(picture, x, y, text, ink, paper)
  picture[y] = picture[y] or {}
  picture[y][x] = { text = text, painted = paint(text, ink, paper) }
end

local function print_picture(picture)
  for y = 0, #picture do
    local line, x = { "  " }, 0
    while x <= 3 * map.width do
      local piece = picture[y][x]
      line[#line + 1] = piece and piece.painted or " "
      x = x + (piece and #piece.text or 1)
    end
    print((table.concat(line):gsub("%s+$", "")))
  end
end

local floor = terminal.colour and " " or "_" -- where there is colour, that tells the hexagons apart

-- A hexagon is two lines high and shares its slanting sides with its neighbours:   __
-- above is the ground, a figure or the hero's route; below the turn in which he   /..\
-- can be there, and ! in a zone of control.                                       \!2/
local function put_hexagon(picture, cell, turn, on_route)
  local x = 3 * (cell.col - 1)
  local y = 2 * (cell.row - 1) + (cell.col % 2 == 0 and 1 or 0)
  local terrain = by_name[cell.terrain]
  local paper = turn and turn_colours[turn] or terrain.paper
  local ink = turn and 236 or terrain.ink
  local upper, upper_ink, upper_paper = terrain.symbol:rep(2), ink, paper
  if on_route then upper, upper_ink, upper_paper = "oo", 231, 26 end
  local figure = figures[cell]
  if figure then upper, upper_ink, upper_paper = figure .. figure, 231, figure == "H" and 26 or figure == "C" and 90 or 160 end
  local lower = (in_zone[cell] and not figure and "!" or floor) .. (turn and not figure and turn or floor)

  if cell.row == 1 then put(picture, x + 1, y, floor:rep(2)) end
  put(picture, x, y + 1, "/", 240, paper)
  put(picture, x, y + 2, "\\", 240, paper)
  put(picture, x + 1, y + 1, upper, upper_ink, upper_paper)
  put(picture, x + 1, y + 2, lower, in_zone[cell] and (turn and 124 or 88) or ink, paper)
  put(picture, x + 3, y + 1, "\\", 240)
  put(picture, x + 3, y + 2, "/", 240)
end

local function print_map(turn_of, on_route)
  local picture = {}
  for col = 1, map.width do
    for row = 1, map.height do
      local cell = map:cell(col, row)
      put_hexagon(picture, cell, turn_of(cell), on_route and on_route[cell])
    end
  end
  print_picture(picture)
  print()
end

---- How far -----------------------------------------------------------------------------------------

local names = {}
for i, terrain in ipairs(terrains) do
  names[i] = ("%s %s %s"):format(paint(terrain.symbol:rep(2), terrain.ink, terrain.paper), terrain.name, terrain.cost or "no")
end
print(terminal.bold("What it costs to enter: ") .. table.concat(names, "   "))
print(("The hero (H) has %d points a turn. Who comes beside an enemy (E, C) has to stop there: !"):format(MOVES))
print()

local function reach(stop)
  return map:reach(hero, nil, { unit = "hero", moves = MOVES, max_turns = TURNS, stop = stop })
end

-- How many hexagons he can be in after one turn, after two, ...
local function count(range)
  local counts = {}
  for turn = 1, TURNS do counts[turn] = 0 end
  for cell, state in range:nodes() do
    local turn = state == "closed" and cell ~= hero and range:turns(cell)
    for later = turn or TURNS + 1, TURNS do counts[later] = counts[later] + 1 end
  end
  return table.concat(counts, ", ")
end

local range = reach(zone)
print(terminal.bold("Where the hero can be: in turn 1, 2 and 3"))
print_map(function(cell) return (range:turns(cell)) end)
print(("Hexagons in reach after one turn, two and three: %s."):format(count(range)))
print(("If the enemies did not stop him: %s."):format(count(reach(nil))))
print()

---- To attack ----------------------------------------------------------------------------------------

-- Any hexagon beside the captain will do: the one that takes the fewest turns, and then leaves most points.
local function attack(stop)
  return map:path(hero, captain, { unit = "hero", moves = MOVES, adjacent = true, stop = stop })
end

local path, plain = attack(zone), attack(nil)
local on_route, turn_at = {}, {}
local search = map:search(hero, captain, { unit = "hero", moves = MOVES, adjacent = true, stop = zone })
search:run()
for _, cell in path:nodes() do on_route[cell], turn_at[cell] = true, search:turns(cell) end

print(terminal.bold("The way to attack the captain (C)"))
print_map(function(cell) return turn_at[cell] end, on_route)
print(("He shuns the other zones, and is beside the captain in turn %d: %d steps that cost %.0f."):format(
  path.turns, #path - 1, path.cost))
print(("If the enemies did not stop him: in turn %d, %d steps that cost %.0f."):format(
  plain.turns, #plain - 1, plain.cost))
