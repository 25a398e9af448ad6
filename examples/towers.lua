-- Tower defence: creeps walk along the road until a turret stands in their way, and then round it.
--
--   lua5.4 examples/towers.lua [--color | --plain]
--
-- The map is examples/towers.csv, one number for each tile.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")

---- The map ---------------------------------------------------------------------------------------

local function read_file(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local map = astar.grid {
  csv = read_file(here .. "towers.csv"),
  legend = {
    [1] = "ground", [2] = "road", [100] = "start", [200] = "goal",
    [22] = "turret", -- the base of a turret
    [-1] = false,    -- nothing: blocked
  },
  neighbours = 4,
}

-- They keep to the road because the ground costs them three times as much, and cannot climb over a turret.
map:unit("creep", { ground = 3, turret = false })

local start, goal
for tile in map:nodes() do
  if tile.terrain == "start" then start = tile end
  if tile.terrain == "goal" then goal = tile end
end

---- The creeps ------------------------------------------------------------------------------------

local creeps = {}

local function send_creep()
  creeps[#creeps + 1] = { tile = start, path = map:path(start, goal, "creep"), passed = 1 }
end

-- Every creep takes a step; one that gets to the goal is gone.
local function move_creeps()
  for i = #creeps, 1, -1 do
    local creep = creeps[i]
    creep.passed = creep.passed + 1
    creep.tile = creep.path[creep.passed]
    if creep.tile == goal then table.remove(creeps, i) end
  end
end

-- Puts a turret on a tile, unless that would shut out or shut in anyone. The creeps then look for their way anew.
local function place_turret(col, row)
  local before = map:get(col, row)
  map:set(col, row, "turret")
  local fine = map:path(start, goal, "creep") ~= nil
  for _, creep in ipairs(creeps) do
    creep.new_path = map:path(creep.tile, goal, "creep")
    fine = fine and creep.new_path ~= nil and creep.tile ~= map:cell(col, row)
  end
  if not fine then
    map:set(col, row, before)
    return false
  end
  for _, creep in ipairs(creeps) do creep.path, creep.passed = creep.new_path, 1 end
  return true
end

---- Drawing ---------------------------------------------------------------------------------------

-- How a tile looks: a character, and two of a terminal's 256 colours.
local looks = {
  ground = { ".", 64, 107 },
  road   = { ":", 137, 223 },
  start  = { "S", 16, 231 },
  goal   = { "G", 16, 231 },
  turret = { "T", 231, 60 },
  blocked = { " ", nil, 236 },
  route  = { "+", 88, 216 },
  creep  = { "o", 231, 160 },
}

-- The map with the creeps on it, and the route that one who starts now would take.
local function picture(caption)
  local marks = {}
  for _, tile in map:path(start, goal, "creep"):nodes() do marks[tile] = "route" end
  for _, creep in ipairs(creeps) do marks[creep.tile] = "creep" end
  marks[start], marks[goal] = "start", "goal"

  local lines = { terminal.bold(("%-" .. map.width .. "s"):format(caption)) }
  for row = 1, map.height do
    local line = {}
    for col = 1, map.width do
      local tile = map:cell(col, row)
      local look = looks[marks[tile] or tile.blocked and "blocked" or tile.terrain]
      line[col] = terminal.paint(look[1], look[2], look[3])
    end
    lines[row + 1] = table.concat(line)
  end
  return lines
end

local function print_side_by_side(pictures)
  for i = 1, #pictures[1] do
    local line = {}
    for j, lines in ipairs(pictures) do line[j] = lines[i] end
    print((("  " .. table.concat(line, "   ")):gsub("%s+$", "")))
  end
  print()
end

---- The game --------------------------------------------------------------------------------------

print(terminal.bold("Creeps (o) from S to G; T is a turret, : road, . ground, + the route from S"))
print()

local turrets = { [10] = { 7, 5 }, [20] = { 13, 5 } } -- the turn, and where one is placed in it
local pictures = {}
for turn = 1, 24 do
  if turrets[turn] then place_turret(turrets[turn][1], turrets[turn][2]) end
  if turn % 3 == 1 then send_creep() end
  move_creeps()
  if turn == 9 or turn == 10 or turn == 16 or turn == 24 then
    pictures[#pictures + 1] = picture("turn " .. turn)
  end
end
print_side_by_side(pictures)

print("A turret right before the goal: " .. (place_turret(15, 7) and "placed" or "refused, it would shut the goal off"))
