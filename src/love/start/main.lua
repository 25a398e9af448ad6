-- The menu of the archive for LÖVE: starts one of the games whose folders lie beside this file. The folder astar beside
-- it serves all of them.
--
--   love FOLDER           shows the menu
--   love FOLDER towers    starts that game at once

local GAMES = {
  { name = "template", about = "Click, and the hero walks there. Begin your own game with it." },
  { name = "towers", about = "Tower defence: your towers change the ways of three kinds of creeps." },
  { name = "crowd", about = "A thousand soldiers who never walk into each other." },
}
local LEFT, TOP, LINE = 40, 70, 64

-- Runs conf.lua and main.lua of the game as LÖVE does, but for its modules, which the menu has chosen. The modules of
-- astar come after the game's own.
local function start(name)
  love.filesystem.setRequirePath(("%s/?.lua;%s/?/init.lua;?.lua;?/init.lua"):format(name, name))
  local conf = { window = {}, modules = {} }
  love.filesystem.load(name .. "/conf.lua")()
  love.conf(conf)
  local window, width, height = conf.window, conf.window.width, conf.window.height
  love.filesystem.setIdentity(conf.identity)
  love.window.setTitle(window.title)
  window.title, window.width, window.height = nil, nil, nil
  love.window.setMode(width, height, window)
  love.graphics.reset()
  love.load, love.draw, love.keypressed, love.mousepressed = nil, nil, nil, nil
  love.filesystem.load(name .. "/main.lua")()
  if love.load then love.load({}, {}) end
end

local function game_at(_, y)
  return GAMES[math.floor((y - TOP) / LINE) + 1]
end

function love.load(arguments)
  for _, game in ipairs(GAMES) do
    if game.name == arguments[1] then return start(game.name) end
  end
  love.graphics.setNewFont(18)
end

function love.draw()
  local under_mouse = game_at(love.mouse.getPosition())
  love.graphics.print("Press a number, or click. Escape: quit", LEFT, 24)
  for i, game in ipairs(GAMES) do
    love.graphics.setColor(1, game == under_mouse and 0.8 or 1, game == under_mouse and 0.3 or 1)
    love.graphics.print(("%d   %s\n     %s"):format(i, game.name, game.about), LEFT, TOP + (i - 1) * LINE)
  end
  love.graphics.setColor(1, 1, 1)
end

function love.keypressed(key)
  if key == "escape" then love.event.quit() end
  local game = GAMES[tonumber(key)]
  if game then start(game.name) end
end

function love.mousepressed(x, y)
  local game = game_at(x, y)
  if game then start(game.name) end
end
