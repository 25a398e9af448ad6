-- Tower defence: towers may stand anywhere but where they would shut a creep off, and each one that is built turns all
-- creeps at once, since their flow is repaired and not made anew.
--
--   lua5.4 examples/recipes/tower_defence.lua

local astar = require "astar"
local follow = require "astar.follow"

local map = astar.grid {
  rows = {
    "..............",
    "..##......##..",
    "..##......##..",
    "..............",
    "......##......",
    "......##......",
    "..............",
  },
  legend = { ["."] = "grass", ["#"] = false },
}
map:unit("creep", {})

local entry, exit = map:cell(1, 4), map:cell(14, 4)
local flow = map:flow(exit, "creep") -- the way of all creeps, from wherever they are
local creeps, towers, escaped, shot = {}, {}, 0, 0

local function cell_of(creep) return map:at(creep.walker.x, creep.walker.y) end

---- Building --------------------------------------------------------------------------------------

-- Whether every creep, here or still to come, would get to the exit.
local function all_get_there()
  if not map:connected(entry, exit, "creep") then return false end
  for _, creep in ipairs(creeps) do
    if not map:connected(cell_of(creep), exit, "creep") then return false end
  end
  return true
end

-- Builds a tower, or returns false and why not.
local function build(col, row)
  local cell = map:cell(col, row)
  if not cell or cell.blocked then return false, "something stands there" end
  if cell == entry or cell == exit then return false, "the creeps come and go there" end
  for _, creep in ipairs(creeps) do
    -- Neither under a creep, nor where it is about to step.
    if cell_of(creep) == cell or creep.walker:ahead() == cell then return false, "a creep is there" end
  end

  cell.blocked = true
  if not all_get_there() then
    cell.blocked = false
    return false, "it would shut the creeps off"
  end
  towers[#towers + 1] = cell
  flow:repair() -- all creeps walk on by it: there is nothing else to do
  return true
end

---- The game --------------------------------------------------------------------------------------

local RANGE, SPEED, HEALTH = 3, 2, 8

local function send_creep()
  local creep = { walker = follow(entry, SPEED), health = HEALTH }
  creep.walker:go(flow)
  creeps[#creeps + 1] = creep
end

-- Of the creeps in range it shoots at the one that has the shortest way left.
local function shoot(tower)
  local target
  for _, creep in ipairs(creeps) do
    local walker = creep.walker
    local in_range = (walker.x - tower.x) ^ 2 + (walker.y - tower.y) ^ 2 <= RANGE ^ 2
    if in_range and not (target and target.walker.left <= walker.left) then target = creep end
  end
  if target then target.health = target.health - 1 end
end

local function update(dt)
  local left = {}
  for _, creep in ipairs(creeps) do
    creep.walker:update(dt)
    if creep.health <= 0 then
      shot = shot + 1
    elseif creep.walker.done then
      escaped = escaped + 1
    else
      left[#left + 1] = creep
    end
  end
  creeps = left
end

-- In which tenth of a second the player wants a tower, and where.
local orders = {
  { 5, 7, 4 }, { 8, 7, 3 }, { 12, 7, 1 }, { 16, 7, 2 }, { 20, 7, 7 }, { 23, 9, 6 }, { 26, 5, 4 }, { 44, 8, 7 },
  { 75, 14, 4 },
}

for tick = 1, 200 do
  if tick % 10 == 1 and tick <= 120 then send_creep() end
  if orders[1] and tick == orders[1][1] then
    local _, col, row = (table.unpack or unpack)(table.remove(orders, 1))
    local built, why = build(col, row)
    print(("%3.1f s  a tower at %2d, %d: %-34s  the way is %4.1f long"):format(tick / 10, col, row,
      built and "built" or "no, " .. why, flow:cost(entry)))
  end
  update(0.1)
  if tick % 4 == 0 then
    for _, tower in ipairs(towers) do shoot(tower) end
  end
end
print(("%d creeps were shot, %d escaped, %d are on their way"):format(shot, escaped, #creeps))
