-- Real-time strategy: a group is sent to a place and each man gets a cell of his own; all searches share 2 ms a frame,
-- those of the player first; and men go round what a tower can hit, and round a bridge that breaks down.
--
--   lua5.4 examples/recipes/strategy.lua

local astar = require "astar"
local follow = require "astar.follow"
local queue = require "astar.queue"()

local map = astar.grid { width = 80, height = 60 }
map:fill(1, 1, 80, 60, "grass")
map:fill(38, 1, 5, 60, "water")
map:fill(38, 12, 5, 2, "bridge")
map:fill(38, 45, 5, 2, "bridge")
map:unit("man", { water = false })
map:unit("deer", { water = 3, bridge = false })

-- What the enemy's tower can hit. It costs 2 to enter such a cell, on top of the step.
local danger = map:layer "danger"
for _, cell in ipairs(map:within(56, 12, 10)) do danger:set(cell, 2) end

local ORDERS, ROAMING = 1, 0 -- priorities: the higher one goes first
local layers = { man = { danger = 1 } }

---- Units -----------------------------------------------------------------------------------------

local units = {}
local function add_unit(kind, col, row, speed)
  units[#units + 1] = { kind = kind, walker = follow(map:cell(col, row), speed) }
  return units[#units]
end

-- Asks for the way to a cell. Until the answer comes the unit walks on to the next cell, and waits there.
local function send(unit, goal, priority, from)
  if unit.ticket then unit.ticket:cancel() end -- what it was told before does not count any more
  from = from or unit.walker:ahead()
  unit.walker:go((map:path(from, from)))
  unit.goal = goal
  local search = map:search(from, goal, { unit = unit.kind, layers = layers[unit.kind] })
  unit.ticket = queue:push(search, function(path)
    unit.ticket = nil
    if path then unit.walker:go(path) else unit.goal = nil end
    search:close()
  end, priority)
end

-- Sends a group to different cells around a place, and returns the middle of them.
local function send_group(group, x, y)
  local leader = group[1].walker:ahead()
  local middle = map:nearest(x, y, { unit = "man", from = leader }) -- the player may click on water
  if not middle then return nil end
  local places = map:places(middle, #group, { unit = "man", from = leader })
  for i, cell in ipairs(places) do send(group[i], cell, ORDERS) end
  return middle
end

-- After an edit of the map: those whose way is broken ask again. What waits in the queue follows edits by itself.
local function look_again()
  local count = 0
  for _, unit in ipairs(units) do
    local path = unit.walker.path
    if path and not unit.walker.done and not unit.ticket and not path:valid(unit.kind) then
      send(unit, unit.goal, ORDERS, unit.walker:behind())
      count = count + 1
    end
  end
  return count
end

---- The game --------------------------------------------------------------------------------------

local men = {}
for i = 1, 12 do men[i] = add_unit("man", 4 + i % 4, 10 + math.floor(i / 4), 8) end
for i = 1, 20 do add_unit("deer", 3 * i, 5 + 2 * i, 5) end

local seed = 7
local function random(n)
  seed = seed * 16807 % 2147483647
  return seed % n + 1
end

local function update(dt)
  for _, unit in ipairs(units) do
    if unit.kind == "deer" and unit.walker.done and not unit.ticket then
      local goal = map:nearest(random(80), random(60), { unit = "deer", from = unit.walker:ahead() })
      if goal then send(unit, goal, ROAMING) end
    end
  end
  queue:run(0.002)
  for _, unit in ipairs(units) do unit.walker:update(dt) end
end

local function count_danger(path)
  local count = 0
  for _, cell in path:nodes() do
    if danger:get(cell) > 0 then count = count + 1 end
  end
  return count
end

local function run(seconds)
  for _ = 1, seconds * 60 do update(1 / 60) end
end

local middle = send_group(men, 40.5, 8.5)
print(("The player clicks on water: the men go to %d, %d, the nearest dry place."):format(middle.col, middle.row))
run(1)
middle = send_group(men, 70.5, 12.5)
run(1)
local theirs, shortest = men[1].walker.path, map:path(men[1].walker.path[1], middle, "man")
print(("To %d, %d: %.1f far with %d cells in the range of the tower. The men walk %.1f, with %d such cells."):format(
  middle.col, middle.row, shortest.length, count_danger(shortest), theirs.length, count_danger(theirs)))
map:fill(38, 12, 5, 2, "water")
print(("The northern bridge breaks down: %d units look for another way."):format(look_again()))
run(22)

local seen, arrived = {}, 0
for _, man in ipairs(men) do
  local cell = man.walker:ahead()
  if man.walker.done and cell == man.goal and not seen[cell] then seen[cell], arrived = true, arrived + 1 end
end
print(("%d of %d men have arrived, each in a cell of his own."):format(arrived, #men))
