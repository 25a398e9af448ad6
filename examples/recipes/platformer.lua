-- A platformer: creatures walk, fall and jump. Each place where one can stand is a waypoint, and each way from one to
-- another a one-way link. Its terrain says how high one has to jump, so the costs of a unit say what it can do.
--
--   lua5.4 examples/recipes/platformer.lua

local astar = require "astar"

local HIGHEST, WIDEST = 3, 3 -- jumps, in cells

local level = astar.grid {
  rows = {
    "................",
    "...........###..",
    "................",
    ".......##.......",
    "....#.....##....",
    "................",
    "######...#######",
  },
  legend = { ["."] = "air", ["#"] = false },
}

---- The waypoints ---------------------------------------------------------------------------------

local function is_air(col, row)
  local cell = level:cell(col, row)
  return cell ~= nil and not cell.blocked
end

local map, spots -- the graph, and its waypoints by the cell

-- Where one lands who falls from there, and in which row; nil if that is in a wall, or out of the level.
local function land(col, row)
  while is_air(col, row) do
    local spot = spots[level:cell(col, row)]
    if spot then return spot, row end
    row = row + 1
  end
end

-- Links a spot with all that one gets to who jumps so high, then goes to the side, and then falls. With height 0 one
-- walks to the next cell, and falls if there is no ground. A link that a lower jump has made stays.
local function link_jumps(spot, height)
  local col, row = spot.data.col, spot.data.row
  for up = 1, height do
    if not is_air(col, row - up) then return end
  end
  row = row - height
  for side = -1, 1, 2 do
    for dx = 1, height > 0 and WIDEST or 1 do
      if not is_air(col + side * dx, row) then break end
      local to, ground = land(col + side * dx, row)
      if to and not map:linked(spot, to) then
        map:link(spot, to, {
          oneway = true,
          cost = height + dx + ground - row, -- cells passed
          terrain = height > 0 and "jump " .. height or nil,
        })
      end
    end
  end
end

-- Makes the graph; again after each change of the level.
local function build()
  map, spots = astar.graph(), {}
  for cell in level:nodes() do
    local below = level:cell(cell.col, cell.row + 1)
    if not cell.blocked and below and below.blocked then
      spots[cell] = map:add(cell.x, cell.y, -cell.y, { data = cell }) -- z is the height, for the limit `drop`
    end
  end
  for height = 0, HIGHEST do
    for spot in map:nodes() do link_jumps(spot, height) end
  end
  map:unit("cat", {})
  map:unit("frog", { ["jump 3"] = false })
  map:unit("beetle", { ["jump 1"] = false, ["jump 2"] = false, ["jump 3"] = false }, { drop = 3 })
end

---- Asking ----------------------------------------------------------------------------------------

-- How one gets from a spot to the next one of a path.
local function move_between(from, to)
  for neighbour, _, props in from:links() do
    if neighbour == to then return props.terrain or (to.y > from.y and "fall") or "walk" end
  end
end

-- The nearest spot to a place that the unit can get to. A click, or a hero in the air, is at no spot.
local function spot_near(x, y, unit, from) return (map:nearest(x, y, { unit = unit, from = from })) end

local function tell(unit, from_col, from_row, to_col, to_row)
  local from = spots[level:cell(from_col, from_row)]
  local goal = level:cell(to_col, to_row)
  local to = spot_near(goal.x, goal.y, unit, from)
  local path, cost = map:path(from, to, unit)
  local words, last = {}, nil
  for i = 2, #path do
    local move = move_between(path[i - 1], path[i])
    if move ~= "walk" or last ~= "walk" then words[#words + 1] = move end
    last = move
  end
  print(("%-6s from %2d, %d to %2d, %d: %s"):format(unit, from_col, from_row, to.data.col, to.data.row,
    to == from and "stays" or table.concat(words, ", ") .. (" (%d)"):format(cost)))
end

build()
print(("%d places to stand on"):format(#map))
for _, unit in ipairs { "cat", "frog", "beetle" } do tell(unit, 1, 6, 13, 1) end
for _, unit in ipairs { "cat", "frog", "beetle" } do tell(unit, 13, 1, 16, 6) end
for _, unit in ipairs { "cat", "frog", "beetle" } do tell(unit, 16, 6, 1, 6) end

print "the ledge on the left breaks"
level:block(5, 5, false)
build()
for _, unit in ipairs { "cat", "frog" } do tell(unit, 1, 6, 13, 1) end
