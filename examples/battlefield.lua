-- A strategy map of hexagons: how far a man, a horse and a ship get in one turn, and how they get to a far harbour.
--
--   lua5.4 examples/battlefield.lua [--color | --plain]
--
-- The map is the text below: draw on it and run this again.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
local paint = terminal.paint

---- The map ---------------------------------------------------------------------------------------

-- One character is one hexagon. The 2nd, 4th, ... column lies half a hexagon lower: that is the layout "odd-q".
local rows = {
  "..^^^...%%%...|.......",
  "...^^^.%%%%..:=:..%%..",
  ".....^^..%%::.|.::.%%.",
  "..%%..^^.::%..|..:...~",
  ".%%%%.^^.:%%%.|..:..~~",
  "..%%%..^.:.%%%|%.%:B~~",
  ".......^.:.%%||.%%..~~",
  ".A:::::::..%%|..%%%.~~",
  "~~...%%.....%|...%.~~~",
  "~~~~.....~~.%|..~~~~~~",
  "~~~~~~~~~~~~~~~~~~~~~~",
}

-- The character, what it means, and three of a terminal's 256 colours: the text's, the ground's, and that out of reach.
local terrains = {
  { symbol = ":", name = "road",     ink = 94,  paper = 223, far = 180 },
  { symbol = "=", name = "bridge",   ink = 52,  paper = 173, far = 137 },
  { symbol = ".", name = "field",    ink = 22,  paper = 149, far = 107 },
  { symbol = "%", name = "forest",   ink = 157, paper = 28,  far = 22 },
  { symbol = "^", name = "mountain", ink = 232, paper = 250, far = 242 },
  { symbol = "|", name = "river",    ink = 17,  paper = 81,  far = 67 },
  { symbol = "~", name = "sea",      ink = 195, paper = 32,  far = 24 },
  { symbol = "A", name = "harbour",  ink = 16,  paper = 231, far = 252 },
  { symbol = "B", name = "harbour",  ink = 16,  paper = 231, far = 252 },
}

-- What it costs to enter a hexagon; false is "cannot". What is not listed costs the default, which is 1 unless said.
-- The road is cheap because all else is dearer.
local units = {
  { name = "man",   letter = "m", colour = 226, points = 8,
    costs = { forest = 2, mountain = 3, river = 3, sea = false } },
  { name = "horse", letter = "h", colour = 214, points = 16,
    costs = { field = 2, forest = 5, mountain = false, river = false, sea = false } },
  { name = "ship",  letter = "s", colour = 217, points = 12,
    costs = { default = false, sea = 1, harbour = 1, river = 3 } },
}

local legend, by_name = {}, {}
for _, terrain in ipairs(terrains) do
  legend[terrain.symbol] = terrain.name
  by_name[terrain.name] = terrain
end

local map = astar.grid { rows = rows, legend = legend, layout = "odd-q" }
for _, unit in ipairs(units) do map:unit(unit.name, unit.costs) end

local home, away = map:cell(2, 8), map:cell(20, 6) -- column and row, from 1
home.name, away.name = "A", "B"

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
-- above is the ground, or the unit's letter on its route; below what it costs     /ab\
-- to get there, if it is in reach.                                                \12/
local function put_hexagon(picture, cell, unit, cost, on_route)
  local x = 3 * (cell.col - 1)
  local y = 2 * (cell.row - 1) + (cell.col % 2 == 0 and 1 or 0)
  local terrain = by_name[cell.terrain]
  local ink, paper, side = terrain.ink, terrain.paper, terrain.far
  local upper = rows[cell.row]:sub(cell.col, cell.col):rep(2)
  local lower = floor:rep(2)
  if cost then
    lower = ("%2.0f"):format(cost):gsub(" ", floor)
  else
    paper, side = side, paper
  end

  if cell.row == 1 then put(picture, x + 1, y, floor:rep(2)) end
  put(picture, x, y + 1, "/", side, paper)
  put(picture, x, y + 2, "\\", side, paper)
  if cell.name then upper = cell.name .. " " elseif on_route then upper = unit.letter:rep(2) end
  if on_route then
    put(picture, x + 1, y + 1, upper, 16, unit.colour)
  else
    put(picture, x + 1, y + 1, upper, ink, paper)
  end
  put(picture, x + 1, y + 2, lower, ink, paper)
  put(picture, x + 3, y + 1, "\\", 240)
  put(picture, x + 3, y + 2, "/", 240)
end

-- What each unit pays, which is the legend of the map as well.
local function print_costs()
  local lines = { "        " }
  for i, unit in ipairs(units) do lines[i + 1] = ("%-8s"):format(unit.name) end
  local listed = {}
  for _, terrain in ipairs(terrains) do
    if not listed[terrain.name] then
      listed[terrain.name] = true
      lines[1] = lines[1] .. paint(terrain.symbol:rep(2), terrain.ink, terrain.paper) .. " " .. terrain.name .. "  "
      for i, unit in ipairs(units) do
        local cost = unit.costs[terrain.name]
        if cost == nil then cost = unit.costs.default end
        if cost == nil then cost = 1 end
        lines[i + 1] = lines[i + 1] .. ("%-" .. #terrain.name + 5 .. "s"):format(cost or "no")
      end
    end
  end
  for _, line in ipairs(lines) do print((("  " .. line):gsub("%s+$", ""))) end
end

---- The show --------------------------------------------------------------------------------------

print(terminal.bold("What it costs to enter a hexagon"))
print()
print_costs()

for _, unit in ipairs(units) do
  -- A search without a goal sees all that the points last for ...
  local reach = map:search(home, nil, { unit = unit.name, max_cost = unit.points })
  reach:run()
  -- ... and the way to the other harbour takes as many turns as it takes.
  local path, cost = map:path(home, away, unit.name)

  local on_route = {}
  for _, cell in path:nodes() do on_route[cell] = true end

  local picture, reached = {}, 0
  for col = 1, map.width do
    for row = 1, map.height do
      local cell = map:cell(col, row)
      local points = reach:cost(cell)
      if points then reached = reached + 1 end
      put_hexagon(picture, cell, unit, points, on_route[cell])
    end
  end

  print()
  print(terminal.bold(("The %s (%s) reaches %d hexagons with %d points. To B it is %d hexagons and %.0f points.")
    :format(unit.name, unit.letter, reached - 1, unit.points, #path - 1, cost)))
  print_picture(picture)
end
