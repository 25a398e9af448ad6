-- Three hundred units walk to one place by two flows: the careless ones take the short way past the towers, the clever
-- ones shun the danger.
--
--   lua5.4 examples/flow.lua [--color | --plain]
--
-- The map is the text below: draw on it and run this again.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
local paint = terminal.paint

---- The map ---------------------------------------------------------------------------------------

-- One character is one cell: G is the goal, T a tower.
local rows = {
  "..........%%%.........##..............",
  "..........%%%%........##....%%........",
  "....##......%%..............%%%.......",
  "....##.......................%%.......",
  "............##........##..............",
  "............##....T...##..............",
  "............##........##...........G..",
  "............##....T...................",
  "....%%................##..............",
  "...%%%%.....##........##.....T........",
  "....%%......##........##..............",
  "............####..####........%%......",
  "............................%%%%%.....",
  "......~~~~..............~~~...%%......",
  ".....~~~~~~~..........~~~~~~..........",
}

local map = astar.grid {
  rows = rows,
  legend = { ["."] = "grass", ["%"] = "forest", ["~"] = "water", ["#"] = false, T = false, G = "grass" },
}
map:unit("man", { forest = 2, water = false })

-- A layer has a value for each cell. Here it is how often the towers hit there, in each step.
local danger = map:layer "danger"
local goal
local RANGE = 4
for y, row in ipairs(rows) do
  for x in row:gmatch "()[TG]" do
    if row:sub(x, x) == "G" then
      goal = map:cell(x, y)
    else
      for col, line in map:tiles(x - RANGE, y - RANGE, 2 * RANGE + 1, 2 * RANGE + 1) do
        local far = math.sqrt((col - x) ^ 2 + (line - y) ^ 2)
        if far <= RANGE then danger:add(col, line, far <= RANGE / 2 and 2 or 1) end
      end
    end
  end
end

---- The flows --------------------------------------------------------------------------------------

-- One flow tells the way to the goal from every cell.
local short = map:flow(goal, "man")
local safe = map:flow(goal, { unit = "man", layers = { danger = 3 } })

---- Drawing ----------------------------------------------------------------------------------------

-- Where a flow leads, in two characters, by the columns and rows to go. Where there is colour there are arrows, too.
local arrows = {
  [-1] = { [-1] = "'\\", [0] = "< ", [1] = "./" },
  [0] = { [-1] = "^ ", [1] = "v " },
  [1] = { [-1] = "/'", [0] = "> ", [1] = "\\." },
}
if terminal.colour then
  arrows = {
    [-1] = { [-1] = "↖ ", [0] = "← ", [1] = "↙ " },
    [0] = { [-1] = "↑ ", [1] = "↓ " },
    [1] = { [-1] = "↗ ", [0] = "→ ", [1] = "↘ " },
  }
end

local looks = {
  grass = { "  ", 65, 150 }, forest = { "%%", 157, 29 }, water = { "~~", 195, 32 }, blocked = { "##", 240, 238 },
}

-- Redder where it is more dangerous.
local danger_papers = { 223, 216, 210, 203 }

local function paper_of(col, row)
  local value = danger:get(col, row)
  return danger_papers[math.min(value, #danger_papers)]
end

local function print_map(text_of)
  for row = 1, map.height do
    local line = {}
    for col = 1, map.width do
      local cell = map:cell(col, row)
      local look = looks[cell.blocked and "blocked" or cell.terrain]
      local text, ink, paper = look[1], look[2], look[3]
      if not cell.blocked and paper_of(col, row) then
        ink, paper = look[3], paper_of(col, row)
        if text == "  " and not terminal.colour then text = ".." end
      end
      if rows[row]:sub(col, col) == "T" then text, ink, paper = "TT", 231, 88 end
      local own, own_ink, own_paper = text_of(cell)
      if cell == goal then own, own_ink, own_paper = "GG", 231, 90 end
      line[col] = paint(own or text, own_ink or ink, own_paper or paper)
    end
    print((("  " .. table.concat(line)):gsub("%s+$", "")))
  end
  print()
end

local function print_flow(flow)
  print_map(function(cell)
    local next = not cell.blocked and cell.terrain ~= "water" and flow:next(cell)
    if next then return arrows[next.col - cell.col][next.row - cell.row], 16 end
  end)
end

---- The units --------------------------------------------------------------------------------------

local COUNT, HEALTH = 300, 17

-- They stand in the west. Not by math.random, which differs from Lua to Lua.
local units, homes, seed = {}, {}, 1
for col, row, terrain, blocked in map:tiles(1, 1, 9, map.height) do
  if not blocked and terrain ~= "water" then homes[#homes + 1] = map:cell(col, row) end
end
for i = 1, COUNT do
  seed = (seed * 16807) % 2147483647
  units[i] = { cell = homes[seed % #homes + 1], health = HEALTH, clever = i % 2 == 0 }
end

-- All take a step. No unit has a path, and none is searched for.
local function step()
  for _, unit in ipairs(units) do
    local next = unit.health > 0 and (unit.clever and safe or short):next(unit.cell)
    if next then
      unit.cell = next
      unit.health = unit.health - danger:get(next)
    end
  end
end

local function print_units(steps)
  local careless, clever, lost = {}, {}, 0
  for _, unit in ipairs(units) do
    local counts = unit.clever and clever or careless
    if unit.health > 0 then counts[unit.cell] = (counts[unit.cell] or 0) + 1 else lost = lost + 1 end
  end
  print(terminal.bold(("After %d steps"):format(steps)) .. (lost > 0 and (": the towers got %d"):format(lost) or ""))
  print_map(function(cell)
    local x, o = careless[cell], clever[cell]
    if x and o then return "xo", 231, 90 end
    if x then return "x" .. (x > 9 and "+" or x), 231, 160 end
    if o then return "o" .. (o > 9 and "+" or o), 231, 26 end
  end)
end

print(("Towers (TT) shoot at what is near (%s). How to get to GG from each cell:"):format(terminal.colour and "red" or ".."))
print()
print(terminal.bold("The flow of the careless ones"))
print_flow(short)
print(terminal.bold("The flow of the clever ones: danger costs them something, too"))
print_flow(safe)
print(("%d units, half careless (x), half clever (o). x3: three in a cell; xo: both kinds"):format(COUNT))
print()

-- The same question in two ways, before they walk: what it costs each of them to get to the goal.
local TIMES = 20 -- so that clocks of milliseconds show it, too

local function time_of(ask)
  local costs
  local clock = os.clock()
  for _ = 1, TIMES do costs = ask() end
  return (os.clock() - clock) / TIMES, costs
end

local flow_time, flow_costs = time_of(function()
  local flow, costs = map:flow(goal, "man"), {}
  for i, unit in ipairs(units) do costs[i] = flow:cost(unit.cell) end
  return costs
end)

local path_time, path_costs = time_of(function()
  local costs = {}
  for i, unit in ipairs(units) do costs[i] = select(2, map:path(unit.cell, goal, "man")) end
  return costs
end)

local same = true
for i = 1, COUNT do same = same and math.abs(flow_costs[i] - path_costs[i]) < 1e-9 end

local steps = 0
for _, upto in ipairs { 10, 22, 32 } do
  while steps < upto do
    step()
    steps = steps + 1
  end
  print_units(steps)
end
for _ = 1, 60 do step() end

local arrived = { [true] = 0, [false] = 0 }
for _, unit in ipairs(units) do
  if unit.cell == goal and unit.health > 0 then arrived[unit.clever] = arrived[unit.clever] + 1 end
end
print(("In the end %d of %d careless ones are there, and %d of %d clever ones."):format(
  arrived[false], COUNT / 2, arrived[true], COUNT / 2))
print(("One flow for all took %.2f ms, a path for each %.2f ms%s. Their costs are %s."):format(1000 * flow_time, 1000 * path_time,
  flow_time > 0 and (", %.0f times as long"):format(path_time / flow_time) or "", same and "the same" or "different"))
