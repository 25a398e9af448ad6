-- A man, a horse, a tank and a ship travel between the same towns, each in its own way.
--
--   lua5.4 examples/man_and_horse.lua [--color | --plain]
--
-- The country is examples/man_and_horse.csv, one character for each tile: draw on it and run this again.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
local paint = terminal.paint

---- What there is on the map ----------------------------------------------------------------------

-- The character in the CSV file, what it means, how the large map draws it, and two of a terminal's 256 colours.
local terrains = {
  { symbol = ".", name = "plain",    drawn = ". ", ink = 107, paper = 149 },
  { symbol = ":", name = "road",     drawn = "::", ink = 137, paper = 223 },
  { symbol = "=", name = "bridge",   drawn = "==", ink = 223, paper = 130 },
  { symbol = "%", name = "forest",   drawn = "%%", ink = 34,  paper = 22 },
  { symbol = "^", name = "mountain", drawn = "/\\", ink = 252, paper = 242 },
  { symbol = "|", name = "river",    drawn = "||", ink = 75,  paper = 33 },
  { symbol = "-", name = "lake",     drawn = "--", ink = 117, paper = 39 },
  { symbol = "~", name = "sea",      drawn = "~ ", ink = 32,  paper = 25 },
  { name = "town",    drawn = "A ", ink = 16, paper = 231 },
  { name = "harbour", drawn = "S ", ink = 16, paper = 159 },
}

-- A capital letter in the CSV file is a town or a harbour.
local towns = {
  S = { name = "Saltmouth", terrain = "harbour" },
  E = { name = "Eastport",  terrain = "harbour" },
  G = { name = "Gull Isle", terrain = "harbour" },
  T = { name = "Thornby",   terrain = "town" },
  M = { name = "Millfield", terrain = "town" },
  A = { name = "Ashford",   terrain = "town" },
}

-- What a step costs onto each terrain. What is not listed costs the default, which is 1 unless said; false is "cannot".
local units = {
  { name = "man",   letter = "m", colour = 226,
    costs = { mountain = 3, river = 4, lake = false, sea = false } },
  { name = "horse", letter = "h", colour = 214,
    costs = { forest = 5, mountain = false, river = false, lake = false, sea = false } },
  { name = "tank",  letter = "t", colour = 203,
    costs = { road = 0.5, bridge = 0.5, forest = false, mountain = false, river = false, lake = false, sea = false } },
  { name = "ship",  letter = "s", colour = 231,
    costs = { default = false, sea = 1, harbour = 1 } },
}

local trips = {
  { "Saltmouth", "Eastport" },
  { "Saltmouth", "Thornby" },
  { "Thornby", "Ashford" },
  { "Ashford", "Millfield" },
  { "Saltmouth", "Gull Isle" },
}

local by_name, legend = {}, {} -- the same terrains, to look them up; what each character stands for
for _, terrain in ipairs(terrains) do
  by_name[terrain.name] = terrain
  if terrain.symbol then legend[terrain.symbol] = terrain.name end
end
for symbol, town in pairs(towns) do legend[symbol] = town.terrain end

---- The map ---------------------------------------------------------------------------------------

local rows = {} -- a text each
for line in io.lines(here .. "man_and_horse.csv") do
  rows[#rows + 1] = line:gsub("[,%s]", "")
end

local map = astar.grid { rows = rows, legend = legend, corners = "always" }

local function symbol_of(tile) return rows[tile.row]:sub(tile.col, tile.col) end

for tile in map:nodes() do
  local town = towns[symbol_of(tile)]
  if town then tile.name = town.name end
end
for _, unit in ipairs(units) do map:unit(unit.name, unit.costs) end

---- Drawing ---------------------------------------------------------------------------------------

-- Indents a line and leaves out the blanks at its end.
local function print_line(text)
  print("  " .. text:gsub("%s+$", ""))
end

local function print_heading(text)
  print("\n" .. terminal.bold(text) .. "\n" .. ("-"):rep(#text) .. "\n")
end

-- The whole country, two characters wide for each tile, with the names of the towns written on it: 80 columns.
local function print_country()
  for row = 1, map.height do
    local line, label, label_ink, label_paper = {}, "", nil, nil
    for column = 1, map.width do
      local tile = map:cell(column, row)
      local terrain = by_name[tile.terrain]
      if tile.name then
        label, label_ink, label_paper = symbol_of(tile) .. " " .. tile.name .. " ", terrain.ink, terrain.paper
      end
      if #label > 1 then
        line[column] = paint(label:sub(1, 2), label_ink, label_paper)
        label = label:sub(3)
      else
        line[column] = paint(terrain.drawn, terrain.ink, terrain.paper)
      end
    end
    print((table.concat(line):gsub("%s+$", "")))
  end
end

-- A small picture: a caption and then the map's left columns, one character for each tile, the route in the unit's letter.
local function picture(caption, path, unit, columns)
  local on_route = {}
  if path then
    for _, tile in path:nodes() do on_route[tile] = true end
  end
  local lines = { terminal.bold(caption .. (" "):rep(columns - #caption)) }
  for row = 1, map.height do
    local line = {}
    for column = 1, columns do
      local tile = map:cell(column, row)
      local terrain = by_name[tile.terrain]
      if on_route[tile] then
        line[column] = paint(tile.name and symbol_of(tile) or unit.letter, 16, unit.colour)
      else
        line[column] = paint(symbol_of(tile), terrain.ink, terrain.paper)
      end
    end
    lines[row + 1] = table.concat(line)
  end
  return lines
end

local function print_side_by_side(...)
  for i = 1, map.height + 1 do
    local line = {}
    for _, lines in ipairs { ... } do line[#line + 1] = lines[i] end
    print_line(table.concat(line, "  "))
  end
  print()
end

---- Tables ----------------------------------------------------------------------------------------

local function multiplier(unit, terrain)
  local cost = unit.costs[terrain]
  if cost == nil then cost = unit.costs.default end
  if cost == nil then cost = 1 end
  return cost
end

-- What each unit pays on each terrain, which is the legend of the map as well.
local function print_legend()
  local names, samples = {}, {}
  for i, terrain in ipairs(terrains) do
    names[i] = terrain.name .. " "
    samples[i] = paint(terrain.drawn, terrain.ink, terrain.paper) .. (" "):rep(#names[i] - 2)
  end
  print_line((" "):rep(9) .. table.concat(names))
  print_line((" "):rep(9) .. table.concat(samples))
  for _, unit in ipairs(units) do
    local costs = {}
    for i, terrain in ipairs(terrains) do
      local cost = multiplier(unit, terrain.name)
      cost = cost and ("%g"):format(cost) or "no"
      costs[i] = cost .. (" "):rep(#terrain.name + 1 - #cost)
    end
    print_line(("%-7s"):format(unit.name) .. paint(unit.letter, 16, unit.colour) .. " " .. table.concat(costs))
  end
end

-- Why there is no way: the unit cannot enter the goal itself, or the start or the goal lies in a pocket that the unit
-- cannot leave. A search without a goal explores all of the pocket, and what it refused to enter is the fence.
local function why_not(unit, start, goal)
  if not multiplier(unit, goal.terrain) then
    return ("the %s cannot enter a %s"):format(unit.name, goal.terrain)
  end

  local pocket = map:search(start, nil, unit.name)
  local other = map:search(goal, nil, unit.name)
  pocket:run()
  other:run()
  if other.expanded < pocket.expanded then pocket = other end

  local fence, listed = {}, {}
  for tile in pocket:nodes("excluded") do
    if not listed[tile.terrain] then
      listed[tile.terrain] = true
      fence[#fence + 1] = tile.terrain
    end
  end
  table.sort(fence)
  return ("the %s cannot cross the %s round %s"):format(unit.name, table.concat(fence, " or the "), pocket.start.name)
end

-- The cheapest route and its cost, or nil and the reason why there is none.
local function route(unit, from, to)
  local path, cost = map:path(from, to, unit.name)
  if path then return path, cost end
  return nil, why_not(unit, map:node(from), map:node(to))
end

-- One row for each trip. columns are the headings; find(from, to, i) gives what route() does, for column i.
local function print_trips(columns, find)
  local heads, reasons = {}, {}
  for i, head in ipairs(columns) do heads[i] = ("%12s"):format(head) end
  print_line(("%-24s"):format("") .. table.concat(heads))
  for _, trip in ipairs(trips) do
    local cells = {}
    for i = 1, #columns do
      local path, cost = find(trip[1], trip[2], i)
      if path then
        cells[i] = ("%12.1f"):format(cost)
      else
        if reasons[cost] == nil then
          reasons[#reasons + 1] = cost
          reasons[cost] = #reasons
        end
        cells[i] = ("%12s"):format("none (" .. reasons[cost] .. ")")
      end
    end
    print_line(("%-24s"):format(trip[1] .. " - " .. trip[2]) .. table.concat(cells))
  end
  for i, reason in ipairs(reasons) do print_line(("(%d) %s"):format(i, reason)) end
end

---- The show --------------------------------------------------------------------------------------

print_heading("A man, a horse, a tank and a ship in the same country")
print_country()
print()
print_line("A step leads from a tile to one of the eight around it. It costs its length")
print_line("(1, or 1.41 on the diagonal) times what the unit pays for the terrain there:")
print()
print_legend()

print_heading("From Saltmouth (S) to Eastport (E)")
local pictures = {}
for i, unit in ipairs(units) do
  local path, cost = map:path("Saltmouth", "Eastport", unit.name)
  local caption = path and ("The %s (%s): cost %.1f"):format(unit.name, unit.letter, cost)
    or ("The %s: no way"):format(unit.name)
  pictures[i] = picture(caption, path, unit, 38)
end
print_side_by_side(pictures[1], pictures[2])
print_side_by_side(pictures[3], pictures[4])
print_line("The man goes straight on, through the wood, the river and the mountains. The")
print_line("horse rides to the bridge and passes between the mountains and the lake. The")
print_line("tank keeps to the road, which costs it half, all the way round. The ship sails")
print_line("round the cape.")

print_heading("What each trip costs")
local names = {}
for i, unit in ipairs(units) do names[i] = unit.name end
print_trips(names, function(from, to, i)
  return route(units[i], from, to)
end)

print_heading("Saltmouth (S) to Thornby (T), if the forest costs the horse 1, 2, 5 or 50")
local horse = units[2]
local forest_costs = { 1, 2, 5, 50 }

local function with_forest_at(cost)
  horse.costs.forest = cost
  map:unit(horse.name, horse.costs) -- costs can change at any time
end

for i, forest in ipairs(forest_costs) do
  with_forest_at(forest)
  local path, cost = map:path("Saltmouth", "Thornby", horse.name)
  pictures[i] = picture(("Forest %d: %.1f"):format(forest, cost), path, horse, 18)
end
print_side_by_side(pictures[1], pictures[2], pictures[3], pictures[4])
print_line("At 1 the forest is like open ground, and the way leads straight through. At 2")
print_line("the horse goes round the small wood, and through the great one where that is")
print_line("narrower. At 5 a detour to a still narrower place pays. No way leads round the")
print_line("great wood, so at 50 the horse goes as far as it must to cross it where it is")
print_line("a single tile deep.")
print()

print_trips({ "forest 1", "forest 2", "forest 5", "forest 50" }, function(from, to, i)
  with_forest_at(forest_costs[i])
  return route(horse, from, to)
end)
print()
