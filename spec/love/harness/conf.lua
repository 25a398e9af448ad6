-- Stands in for the conf.lua of a game that is played by script: the game's own settings hold, but it does not wait
-- for the screen, every error ends the program with exit code 1, and love.run is the harness's.

local function fail(message)
  io.stderr:write(debug.traceback(tostring(message), 2), "\n")
  io.stdout:write("0 passed, 1 failed\n")
  io.stdout:flush()
  return function() return 1 end
end

-- In force while the game is loaded; the loop has one that knows how many checks have passed.
love.errorhandler = fail

if love.filesystem.getInfo("game_conf.lua") then require "game_conf" end

local game_conf = love.conf

function love.conf(t)
  t.identity = "astar-play"
  t.window.width, t.window.height = 1024, 720
  t.window.title = "astar"
  if game_conf then game_conf(t) end
  if not t.window then return end
  t.window.vsync = 0
  -- Drawing by software takes three times as long with it, and colours at edges would be mixed.
  if not os.getenv "ASTAR_SHOW" then t.window.msaa = 0 end
end

function love.run()
  return require "spec.love.harness.loop" ()
end
