-- A siege: 500 units march on a castle whose walls fall and rise meanwhile. Men and horses go by flows, which each edit
-- of the map repairs. Scouts have paths of their own, which shun the archers: a queue finds them in 2 ms of each frame.
--
--   lua5.4 examples/siege.lua [--color | --plain]
--
-- With colour it is a film, for a terminal of 32 lines; without, four pictures. What happens is the same in both, and
-- on every machine; the times at the end are not.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
package.path = here .. "../src/?.lua;" .. package.path
local follow = require "astar.follow"
local queue = require "astar.queue"()
local paint = terminal.paint

local SIZE = 200               -- of the map, in cells each way
local FRAMES, DT = 285, 1 / 30 -- nine and a half seconds
local BUDGET = 0.002           -- seconds a frame for the paths of the scouts
local THINKING = 8             -- frames from the question of a scout to the moment when it sets out
local RANGE = 9                -- of an archer
local PICTURES = { [45] = true, [125] = true, [200] = true, [FRAMES] = true } -- without colour

---- The country -----------------------------------------------------------------------------------

-- Random numbers that are the same in every Lua: from 0 to 1.
local seed = 1066
local function random(low, high)
  seed = seed * 16807 % 2147483647
  local value = seed / 2147483647
  return low and low + math.floor(value * (high - low + 1)) or value
end

local map = astar.grid { width = SIZE, height = SIZE }
map:fill(1, 1, SIZE, SIZE, "grass")

local function river_at(row) return 69 + math.floor(5 * math.sin(row / 23)) end

local ground = map:layer "ground" -- stones and hollows
for row = 1, SIZE do
  for col = 1, SIZE do
    ground:set(col, row, 0.3 * random())
    if math.sin(col / 9) + math.cos(row / 8 + col / 23) > 1.1 then map:set(col, row, "wood") end
  end
  map:fill(river_at(row), row, 8, 1, row >= 25 and row <= 40 and "ford" or "river")
end

-- Two rings of the terrains "wall" and "grass"; and the keep, which the units want to get to.
local castle = { col = 113, row = 49, w = 68, h = 104 }
map:fill(castle.col - 8, castle.row - 8, castle.w + 12, castle.h + 16, "grass")
map:fill(castle.col, castle.row, castle.w, castle.h, "wall")
map:fill(castle.col + 4, castle.row + 8, castle.w - 8, castle.h - 16, "grass")
map:fill(149, 97, 4, 8, "keep")

local bridge = { col = 60, row = 97, w = 24, h = 8 }
local gate = { col = castle.col, row = 97, w = 4, h = 8 }
local north_wall = { col = castle.col, row = 65, w = 4, h = 16 }
local south_wall = { col = castle.col, row = 121, w = 4, h = 16 }

local function fill(place, terrain) map:fill(place.col, place.row, place.w, place.h, terrain) end
fill(bridge, "bridge")
fill(gate, "road")

---- The works -------------------------------------------------------------------------------------

-- What changes the map: from a second on, so many rows of a place a second. Flows and paths take all of it in.
local works = {
  { at = 1.0, place = gate,       rows = 30, terrain = "gate",   what = "The gate is shut: no way leads in." },
  { at = 2.0, place = north_wall, rows = 10, terrain = "rubble", what = "A ram breaches the northern wall." },
  { at = 2.8, place = bridge,     rows = 30, terrain = "river",  what = "The bridge burns: round by the ford." },
  { at = 4.4, place = bridge,     rows = 15, terrain = "bridge", what = "The bridge is mended." },
  { at = 5.2, place = south_wall, rows = 10, terrain = "rubble", what = "A second ram breaches the southern wall." },
  { at = 6.2, place = north_wall, rows = 12, terrain = "wall",   what = "Masons build up the northern wall." },
  { at = 7.7, place = gate,       rows = 15, terrain = "road",   what = "The gate is opened from inside." },
}
for _, work in ipairs(works) do work.done = 0 end

local news = "The army sets out."

-- Does what is due. Returns whether it has edited the map.
local function do_works(time)
  local edited = false
  for _, work in ipairs(works) do
    local place = work.place
    local due = math.min(math.floor((time - work.at) * work.rows + 1), place.h)
    if work.done < due then
      map:fill(place.col, place.row + work.done, place.w, due - work.done, work.terrain)
      if work.done == 0 then news = work.what end
      work.done, edited = due, true
      -- The bridge spans the river, not its banks.
      if work.terrain == "river" then
        for row = place.row, place.row + due - 1 do
          map:fill(place.col, row, river_at(row) - place.col, 1, "grass")
          map:fill(river_at(row) + 8, row, place.col + place.w - river_at(row) - 8, 1, "grass")
        end
      end
    end
  end
  return edited
end

---- The army --------------------------------------------------------------------------------------

local kinds = {
  man = { count = 280, speed = 19, letter = "m", ink = 231, paper = 26,
    costs = { wood = 1.5, ford = 2, rubble = 2, river = false, wall = false, gate = false, keep = false } },
  horse = { count = 160, speed = 27, letter = "h", ink = 231, paper = 90,
    costs = { wood = 4, ford = 2, rubble = 3, river = false, wall = false, gate = false, keep = false } },
  scout = { count = 60, speed = 20, letter = "s", ink = 16, paper = 220,
    costs = { wood = 1, ford = 2, rubble = 2, river = false, wall = false, gate = false, keep = false } },
}
for name, kind in pairs(kinds) do map:unit(name, kind.costs) end

-- Where they storm to: beside any cell of the keep. Where they muster while no way leads there: before the castle.
local keep, line = {}, {}
for col, row in map:tiles(149, 97, 4, 8) do keep[#keep + 1] = map:cell(col, row) end
for row = 57, 145, 2 do line[#line + 1] = map:cell(castle.col - 14, row) end

local flows = {}
for _, name in ipairs { "man", "horse" } do
  local kind = kinds[name]
  kind.storm = map:flow(keep, { unit = name, adjacent = true })
  kind.muster = map:flow(line, name)
  flows[#flows + 1], flows[#flows + 2] = kind.storm, kind.muster
end

local units, scouts = {}, {}
for _, name in ipairs { "man", "horse", "scout" } do
  for _ = 1, kinds[name].count do
    local at = map:nearest(random(2, 54), random(50, 150), { unit = name, from = map:cell(1, 100) })
    local unit = { name = name, kind = kinds[name], walker = follow(at, kinds[name].speed) }
    units[#units + 1] = unit
    if name == "scout" then
      scouts[#scouts + 1], unit.rests = unit, random(1, 40) -- not all think in the same frame
    end
  end
end

local function cell_of(unit) return map:at(unit.walker.x, unit.walker.y) end

local fallen, arrived = { man = 0, horse = 0, scout = 0 }, { man = 0, horse = 0 }
local clock = os.clock -- processor time

local repairs, repair_time = 0, 0

-- After an edit of the map: each flow is as new, and each unit takes the one that leads somewhere.
local function redirect()
  local begun = clock()
  for _, flow in ipairs(flows) do flow:repair() end
  repairs, repair_time = repairs + #flows, repair_time + clock() - begun

  for _, unit in ipairs(units) do
    local kind, cell = unit.kind, cell_of(unit)
    if cell.terrain == "river" then
      unit.lost = true -- the bridge fell under it
    elseif kind.storm then
      local flow = kind.storm:cost(cell) and kind.storm or kind.muster
      if unit.walker.flow ~= flow then unit.walker:go(flow) end
    end
  end
end

---- The archers -----------------------------------------------------------------------------------

-- They walk to and fro on the wall. The layer counts how many of them reach each cell: searches pay for that.
local danger = map:layer "danger"

local round = {} -- the cells of the walk on the wall, once round
do
  local left, right, top, bottom = castle.col + 1, castle.col + castle.w - 3, castle.row + 3, castle.row + castle.h - 5
  for col = left, right - 1 do round[#round + 1] = { col, top } end
  for row = top, bottom - 1 do round[#round + 1] = { right, row } end
  for col = right, left + 1, -1 do round[#round + 1] = { col, bottom } end
  for row = bottom, top + 1, -1 do round[#round + 1] = { left, row } end
end

local function add_danger(place, value)
  for row = -RANGE, RANGE do
    local reach = math.floor(math.sqrt(RANGE * RANGE - row * row))
    for col = -reach, reach do danger:add(place[1] + col, place[2] + row, value) end
  end
end

local archers = {}
for i = 1, 24 do
  archers[i] = { at = math.floor(i * #round / 24), way = i % 2 == 0 and 2 or -2 }
  add_danger(round[archers[i].at], 1)
end

-- Where the wall has fallen he turns round.
local function move(archer)
  local at = (archer.at + archer.way - 1) % #round + 1
  if map:get(round[at][1], round[at][2]) ~= "wall" then
    archer.way = -archer.way
    return
  end
  add_danger(round[archer.at], -1)
  add_danger(round[at], 1)
  archer.at = at
end

-- He shoots at the nearest, and hits every second time.
local function shoot(archer)
  local col, row = round[archer.at][1] - 0.5, round[archer.at][2] - 0.5
  local target, nearest = nil, RANGE * RANGE
  for _, unit in ipairs(units) do
    local far = (unit.walker.x - col) ^ 2 + (unit.walker.y - row) ^ 2
    if far < nearest then target, nearest = unit, far end
  end
  if target and random() < 0.5 then target.lost = true end
end

---- The scouts ------------------------------------------------------------------------------------

-- A scout stands while it thinks, and sets out after THINKING frames, not when the queue answers: so what happens does
-- not depend on how fast the machine is. Nor does the path that it takes: it is repaired in that frame, and as no two
-- ways over the rough ground cost the same, there is one cheapest way, however often the search was repaired before.
local options = { unit = "scout", layers = { danger = 3, ground = 1 } }
local asked, late, broken = 0, 0, 0 -- paths; those that the queue did not find in time; those that an edit broke

-- The next place to look at: rather towards the castle, and beyond it back again.
local function next_place(from)
  local col, row = from.col + random(-30, 60), from.row + random(-50, 50)
  if from.col > castle.col then col = from.col + random(-60, 30) end
  return map:nearest(col, row, { unit = "scout", from = from })
end

local function ask(scout, frame, urgent)
  local from = urgent and scout.walker:behind() or scout.walker:ahead()
  scout.walker:go((map:path(from, from))) -- to the middle of its cell
  scout.search, scout.due, scout.answered = map:search(from, next_place(from) or from, options), frame + THINKING, false
  scout.ticket = queue:push(scout.search, function() scout.answered = true end, urgent and 1 or 0)
  asked = asked + 1
end

local function set_out(scout)
  local search = scout.search
  if not scout.answered then -- the queue did not get that far: now it cannot wait
    scout.ticket:cancel()
    late = late + 1
  end
  search:repair()
  search:run()
  local path = search:path()
  search:close()
  scout.due, scout.search, scout.ticket = nil, nil, nil
  if path then scout.walker:go(path) end
  scout.rests = random(1, 8) -- frames that it will look round where it has got to
end

local function forget(scout)
  if not scout.search then return end
  scout.ticket:cancel()
  scout.search:close()
end

---- A frame ---------------------------------------------------------------------------------------

local function bury_and_count()
  local left, left_scouts = {}, {}
  for _, unit in ipairs(units) do
    local walker = unit.walker
    if unit.lost then
      fallen[unit.name] = fallen[unit.name] + 1
      if unit.kind == kinds.scout then forget(unit) end
    elseif walker.done and walker.flow and walker.flow == unit.kind.storm then
      arrived[unit.name] = arrived[unit.name] + 1
    else
      left[#left + 1] = unit
      if unit.kind == kinds.scout then left_scouts[#left_scouts + 1] = unit end
    end
  end
  units, scouts = left, left_scouts
end

local function update(frame)
  if do_works(frame * DT) or frame == 1 then
    redirect()
    for _, scout in ipairs(scouts) do
      if not scout.due and scout.walker.path and not scout.walker.path:valid "scout" then
        broken = broken + 1
        ask(scout, frame, true)
      end
    end
  end
  for i, archer in ipairs(archers) do
    if (frame + i) % 8 == 0 then move(archer) end
    if (frame + 7 * i) % 20 == 0 then shoot(archer) end
  end

  for _, scout in ipairs(scouts) do
    if not scout.due and scout.walker.done then
      scout.rests = scout.rests - 1
      if scout.rests <= 0 then ask(scout, frame, false) end
    end
  end
  queue:run(BUDGET)
  for _, scout in ipairs(scouts) do
    if scout.due and scout.due <= frame then set_out(scout) end
  end

  for _, unit in ipairs(units) do
    local walker, costs = unit.walker, unit.kind.costs
    walker.speed = unit.kind.speed / (costs[map:get(math.floor(walker.x) + 1, math.floor(walker.y) + 1)] or 1)
    walker:update(DT)
  end
  bury_and_count()
end

---- Drawing ---------------------------------------------------------------------------------------

local WIDE, HIGH = 4, 8 -- how many cells a character stands for

-- A character and two of a terminal's 256 colours: the text's and the ground's.
local looks = {
  grass = { " ", 65, 150 }, wood = { "%", 157, 29 }, river = { "~", 195, 32 }, ford = { ":", 24, 110 },
  bridge = { "=", 52, 173 }, road = { " ", 94, 223 }, rubble = { ",", 52, 180 },
  wall = { "#", 250, 240 }, gate = { "|", 223, 94 }, keep = { "K", 231, 52 },
}
local arrows = { ".", 124, 217 } -- grass in the range of archers
local archer_look = { "a", 231, 160 }

local function picture(frame)
  local crowds = {} -- by place in the picture: how many stand there, and who came last
  for _, unit in ipairs(units) do
    local place = math.floor(unit.walker.y / HIGH) * SIZE + math.floor(unit.walker.x / WIDE)
    local crowd = crowds[place] or { count = 0 }
    crowds[place], crowd.count, crowd.kind = crowd, crowd.count + 1, unit.kind
  end
  local guards = {}
  for _, archer in ipairs(archers) do
    local col, row = round[archer.at][1], round[archer.at][2]
    guards[math.floor((row - 1) / HIGH) * SIZE + math.floor((col - 1) / WIDE)] = true
  end

  local title = ("%4.1f s  %s"):format(frame * DT, news)
  local lines = { terminal.bold(terminal.colour and ("%-50s"):format(title) or title) }
  for y = 0, SIZE / HIGH - 1 do
    local row = {}
    for x = 0, SIZE / WIDE - 1 do
      local col, line_at = x * WIDE + WIDE / 2, y * HIGH + HIGH / 2 -- the middle stands for all
      local terrain, crowd = map:get(col, line_at), crowds[y * SIZE + x]
      local look = looks[terrain]
      if terrain == "grass" and danger:get(col, line_at) > 0 then look = arrows end
      if guards[y * SIZE + x] then look = archer_look end
      local text, ink, paper = look[1], look[2], look[3]
      if crowd then
        text, ink, paper = crowd.kind.letter, crowd.kind.ink, crowd.kind.paper
        if crowd.count > 5 then text = text:upper() end
      end
      row[#row + 1] = paint(text, ink, paper)
    end
    lines[#lines + 1] = terminal.colour and table.concat(row) or (table.concat(row):gsub("%s+$", ""))
  end
  return table.concat(lines, "\n")
end

---- The siege -------------------------------------------------------------------------------------

print(terminal.bold(("%d units and a castle on %d x %d cells"):format(#units, SIZE, SIZE)))
print("m men, h horses, s scouts (M, H, S: more than five), a archers and . their range, # wall, | gate, K keep,")
print("= bridge, : ford, ~ river, % wood, and a comma is rubble.")
print()

local longest, total = 0, 0
for frame = 1, FRAMES do
  local begun = clock()
  update(frame)
  local took = clock() - begun
  longest, total = math.max(longest, took), total + took

  if terminal.colour then
    if frame > 1 then io.write(("\27[%dA"):format(SIZE / HIGH + 1)) end -- back up to where the picture begins
    print(picture(frame))
    io.flush()
    repeat until clock() - begun >= DT -- Lua cannot sleep
  elseif PICTURES[frame] then
    print(picture(frame))
    print()
  end
end
for _, scout in ipairs(scouts) do forget(scout) end

---- What there is to say of it --------------------------------------------------------------------

if terminal.colour then print() end
for _, name in ipairs { "man", "horse" } do
  print(("%-7s %3d, at the keep %3d, fallen %2d"):format(name == "man" and "men" or "horses", kinds[name].count,
    arrived[name], fallen[name]))
end
print(("scouts  %3d, fallen %d; %d paths, of them %d as an edit was in the way"):format(
  kinds.scout.count, fallen.scout, asked, broken))
print()

local begun = clock()
map:flow(keep, { unit = "man", adjacent = true }):close()
local anew = clock() - begun

local stats = queue:stats()
local seconds = math.max(total, 1e-6) -- the clock may be a coarse one
print(("%d frames: %.0f frames a second, %.0f routes a second; the longest frame took %.1f ms."):format(
  FRAMES, FRAMES / seconds, (stats.answered + late) / seconds, 1000 * longest))
print(("%d repairs of flows took %.2f ms on average, a new flow takes %.2f ms."):format(
  repairs, 1000 * repair_time / repairs, 1000 * anew))
print(("The queue repaired %d searches; it ran for %.1f ms at most, and %d paths came too late for it."):format(
  stats.repaired, 1000 * stats.longest, late))
