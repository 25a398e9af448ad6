-- The smallest game with the module astar: the hero walks where you click. It needs the folder astar beside
-- this file, and nothing else.

local loaded, astar = pcall(require, "astar")
if not loaded then                                      -- then `astar` is a message: what is wrong, and what to do
  if not love.filesystem.getInfo("astar/init.lua") then
    astar = "astar/init.lua is missing beside main.lua. Copy the folder astar there: from the archive for LÖVE, or "
      .. "build/love/astar, which `make love` makes."
  end
  function love.draw() love.graphics.printf(astar, 40, 40, love.graphics.getWidth() - 80) end
  function love.keypressed(key) if key == "escape" then love.event.quit() end end
  return
end

local draw, follow = require "astar.draw", require "astar.follow"

local map = astar.grid {
  rows = {
    "........................",
    ".........wwww...........",
    "...#....wwwwww....#####.",
    "...#....wwwww.....#...#.",
    "...#.....www..........#.",
    "...####...........#...#.",
    "..................#####.",
    "........~~~.............",
    "......~~~~~~....ww......",
    ".....~~~~~~~~..wwww.....",
    "......~~~~~......ww.....",
    ".........~~~............",
    "...###.......#####......",
    "...#.............#..www.",
    "...#.............#.wwww.",
    "........................",
  },
  legend = { ["."] = "grass", w = "wood", ["~"] = "water", ["#"] = false },
  cell = 40, origin = { 32, 40 },                       -- in pixels, so that the mouse's x and y can be used as they are
}
map:unit("hero", { wood = 3, water = false })           -- the wood costs three times as much; nobody swims

local hero = follow(map:cell(2, 9), 240)                -- stands there; 240 pixels a second
local view = draw(map)
love.graphics.setBackgroundColor(0.09, 0.11, 0.13)
love.graphics.setNewFont(15)

local goal                                              -- where the hero was sent

-- As near to the cell as there is a way, from the cell that the hero is stepping onto, or from the one behind if that
-- is blocked now.
local function walk_to(cell)
  goal = cell
  local start = hero:ahead()
  if start.blocked then start = hero:behind() end
  hero:go((map:path(start, goal, { unit = "hero", partial = true })))
  view.path = hero.path
  local colour = hero.path.partial and "#ff9f1c" or "#ffffff"
  view.marks = { { goal.x, goal.y, colour = colour, radius = 14, label = hero.path.partial and "?" or "x" } }
end

function love.mousepressed(x, y, button)
  local cell = map:at(x, y)                             -- nil outside the map
  if cell and button == 1 then
    walk_to(cell)
  elseif cell and button == 2 then                      -- the map may change at any time
    cell.blocked = not cell.blocked
    if goal then walk_to(goal) end
  end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit() end
end

function love.update(dt) hero:update(dt) end

function love.draw()
  view:draw()
  love.graphics.circle("fill", hero.x, hero.y, 12)
  love.graphics.print(hero.path and hero.path.partial and "There is no way there. This is as near as it gets."
    or "Left button: walk there.   Right button: block a cell, or open it.   Escape: quit", 32, 11)
end

return { map = map, hero = hero, view = view }
