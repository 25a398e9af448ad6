-- An adventure on open ground: a house with two floors and stairs, whose walls are polygons; clicks on furniture and
-- behind doors, doors that open and shut as obstacles on a plane, a guard who looks for another way when one shuts
-- before him, a hero on whom one shuts, and a zone that leads out of the scene.
--
--   lua5.4 examples/recipes/adventure.lua

local astar = require "astar"
local follow = require "astar.follow"

local RADIUS = 0.4 -- of a figure: the same for all, as the plane keeps what it knows for each radius

-- The ground of both floors, side by side on one plane: below two rooms and the wall between them with two doors in it,
-- above a tower with eight walls. Each is an outline; what lies between them is an obstacle.
local house = astar.plane {
  outline = { 0, 0, 30, 0, 30, 9, 41, 9, 44, 3, 50, 0, 56, 3, 59, 9, 59, 13, 53, 18, 46, 18, 41, 13, 30, 13, 30, 20, 0, 20 },
}
house:box(35, 11, 8, 5)
house:box(15, 3, 1, 6)
house:box(15, 11, 1, 6)
house:box(15, 18.5, 1, 3)
house:box(6, 10, 3, 2).data = "table"
house:circle(24, 5, 2).data = "well"
-- Stairs: 4 long, whatever lies between their ends on the plane.
house:link(28, 18, 46, 15, { cost = 4, data = "stairs" })

-- Who comes here leaves the house.
local exit = { 0, 17, 2, 20, room = "the garden" } -- left, top, right, bottom

local function is_in(zone, walker)
  return walker.x >= zone[1] and walker.y >= zone[2] and walker.x <= zone[3] and walker.y <= zone[4]
end

---- Doors -----------------------------------------------------------------------------------------

-- A shut door is an obstacle. An obstacle does not change: a door that opens is removed, and added again when it shuts.
local doors = {
  north = { x = 15, y = 7, w = 1, h = 2 },
  south = { x = 15, y = 15.5, w = 1, h = 3 },
}

local function set_open(door, open)
  if open and door.obstacle then
    door.obstacle:remove()
    door.obstacle = nil
  elseif not open and not door.obstacle then
    door.obstacle = house:box(door.x, door.y, door.w, door.h)
  end
end

---- Figures ---------------------------------------------------------------------------------------

local function climb(figure)
  return function(_, _, link)
    figure.climbed = link.data
    return link.cost / 2 -- seconds: stairs take time
  end
end

local function new_figure(name, x, y)
  local figure = { name = name }
  figure.walker = follow({ x = x, y = y }, 3, { links = climb(figure) })
  return figure
end

-- Sends a figure to where the player has clicked, or as near as it gets. Returns the path, or nil if there is no room.
local function go(figure, x, y)
  figure.to_x, figure.to_y = x, y
  local walker = figure.walker
  local path = house:path(walker.x, walker.y, x, y, { radius = RADIUS, partial = true })
  if path then walker:go(path) else walker:stop() end
  return path
end

-- When a door has moved: a figure that stands in it is pushed aside, and one whose way is shut looks for another. To
-- ask whether a way is still open takes much less time than to find one.
local function look_again(figure)
  local walker = figure.walker
  if not house:free(walker.x, walker.y, RADIUS) then
    local x, y = house:nearest(walker.x, walker.y, { radius = RADIUS })
    if not x then return figure.name .. " is stuck" end
    figure.walker = follow({ x = x, y = y }, walker.speed, { links = climb(figure) })
    go(figure, figure.to_x or x, figure.to_y or y)
    return ("%s is pushed aside, to %.1f, %.1f"):format(figure.name, x, y)
  end
  if not walker.done and not walker.path:valid() then
    local path = go(figure, figure.to_x, figure.to_y)
    return ("%s takes another way, %.1f long"):format(figure.name, path.length)
  end
  return figure.name .. " goes on"
end

---- The story -------------------------------------------------------------------------------------

local hero, guard = new_figure("the hero", 3, 10), new_figure("the guard", 27, 10)

local function run(seconds)
  for _ = 1, seconds * 60 do
    hero.walker:update(1 / 60)
    guard.walker:update(1 / 60)
  end
end

local function say(...) print((...):format(select(2, ...))) end

local function where(figure) return ("%.1f, %.1f"):format(figure.walker.x, figure.walker.y) end

set_open(doors.north, false)
set_open(doors.south, false)

local path = go(hero, 6, 10)
say("A click on the %s: the hero goes to %.1f, %.1f beside it.", house:at(6, 10).data, path[#path].x, path[#path].y)
run(3)

path = go(hero, 20, 7)
say("A click behind the shut doors: he goes to %.1f, %.1f, as near as he gets.", path[#path].x, path[#path].y)
run(5)

set_open(doors.north, true)
path = go(hero, 20, 7)
say("The northern door opens: %s, the way is %.1f long.", path.partial and "no way" or "he gets there", path.length)
go(guard, 3, 3)
run(0.4)

-- A way that stays on the screen, from the well to the table: its search is kept, and repaired when a door moves.
local shown = house:search(24, 7.5, 6, 11.5, { radius = RADIUS })
shown:run()
say("From the well to the table it is %.1f far.", shown:path().length)

say("The hero is at %s when the northern door shuts, and the southern one opens:", where(hero))
set_open(doors.north, false)
set_open(doors.south, true)
for _, figure in ipairs { hero, guard } do say("  %s.", look_again(figure)) end
shown:repair()
shown:run()
say("  from the well to the table it is %.1f far now.", shown:path().length)

run(12)
say("The hero is at %s, the guard at %s.", where(hero), where(guard))

path = go(hero, 50, 4)
say("A click on the upper floor: the way by the stairs costs %.1f.", path.cost)
run(20)
say("He came by the %s, and is at %s.", hero.climbed, where(hero))
go(hero, 1, 19)
run(40)
if is_in(exit, hero.walker) then say("He is in the exit zone at %s, and leaves for %s.", where(hero), exit.room) end
