-- The smallest game with the module astar: the hero walks where you click. It needs the folder astar beside this file,
-- and nothing else.
--
-- A map of your own: save it with the editor Tiled as level.tmx beside this file, and its tilesets too. An object with
-- the name "start" is where the hero stands at first. If a layer of walls does not block, name it where the map is
-- loaded: tiled.load(level, { read = love.filesystem.read, walls = { "Walls" } }).

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

local draw, follow, tiled = require "astar.draw", require "astar.follow", require "astar.tiled"

local map, info
local level = love.filesystem.read("level.tmx")         -- nil if there is no such file
if level then
  map, info = tiled.load(level, { read = love.filesystem.read })
else
  map = astar.grid {
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
    cell = 40,
  }
end
-- The wood costs three times as much; nobody swims. With `info` it also pays what the tiles cost.
(info or map):unit("hero", { wood = 3, water = false })

local view = draw(map)
local scale, dx, dy                                     -- of the map in the window

local function fit()
  local width, height = love.graphics.getDimensions()
  scale, dx, dy = view:fit(32, 40, width - 64, height - 80)
end

fit()
love.graphics.setBackgroundColor(0.09, 0.11, 0.13)
love.graphics.setNewFont(15)

local start = info and info:object "start"
local first = start and start.cell or not info and map:cell(2, 9) or map:nearest(0, 0, { unit = "hero" }) or map:cell(1, 1)
local hero = follow(first, 240 / scale)                 -- stands there; 240 pixels a second

local goal                                              -- where the hero was sent

-- The forms that a way can have: the space bar takes the next one.
local forms = {
  { "tiles" },
  { "slants", ties = "straight" },
  { "straight pieces", smooth = true },
  { "curves", smooth = { curve = 2 * map:cell(1, 1).x } },
}
local form = 1
local smooth = false                                    -- whether its way is: then it need not lead from cell to cell

-- As near to the cell as there is a way, from the cell that the hero is stepping onto, or from the one behind if that
-- is blocked now. On a smooth way from the cell where it is.
local function walk_to(cell)
  goal = cell
  local from = smooth and map:at(hero.x, hero.y) or hero:ahead()
  if from.blocked and not smooth then from = hero:behind() end
  local path = map:path(from, goal,
    { unit = "hero", partial = true, ties = forms[form].ties, smooth = forms[form].smooth })
  if not path then return hero:stop() end               -- nil if there is no way: `go` takes a path only
  smooth = forms[form].smooth and true or false
  hero:go(path)
  view.path = path
  local colour = path.partial and "#ff9f1c" or "#ffffff"
  view.marks = { { goal.x, goal.y, colour = colour, radius = 14, label = path.partial and "?" or "x" } }
end

function love.mousepressed(x, y, button)
  local cell = map:at((x - dx) / scale, (y - dy) / scale) -- nil outside the map
  if cell and button == 1 then
    walk_to(cell)
  elseif cell and button == 2 then                      -- the map may change at any time
    cell.blocked = not cell.blocked
    if goal then walk_to(goal) end
  end
end

function love.keypressed(key)
  if key == "escape" then love.event.quit() end
  if key == "space" then
    form = form % #forms + 1
    if goal then walk_to(goal) end
  end
end

function love.update(dt) hero:update(dt) end

function love.draw()
  fit()
  love.graphics.print(hero.path and hero.path.partial and "There is no way there. This is as near as it gets."
    or ("Left button: walk there.   Right button: block a cell, or open it.   Space: %s.   Escape: quit"):format(
      forms[form][1]), 32, 11)
  -- What looks like a wall in level.tmx and was not used.
  local note = info and info.notes[1]
  if note then
    local width, height = love.graphics.getDimensions()
    love.graphics.printf(("level.tmx, note 1 of %d: %s"):format(#info.notes, note), 32, height - 38, width - 64)
  end
  love.graphics.translate(dx, dy)
  love.graphics.scale(scale)
  view:draw()
  love.graphics.circle("fill", hero.x, hero.y, 12 / scale)
end

return { map = map, hero = hero, view = view }
