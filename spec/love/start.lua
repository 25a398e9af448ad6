-- Plays src/love/start: the menu shows, and starts the game that ASTAR_GAME names, which runs with the folder astar
-- beside the menu. .ci/check-dist plays it in what it has unpacked.

-- Each game is started in another way: by its number, by a click, by the argument of the program.
local ways = {
  template = function(play) play:key "1" end,
  towers = function(play) play:click(100, 150) end,
  crowd = function() love.load { "crowd" } end,
}

return function(play)
  play.most_seconds = 20
  local name = os.getenv "ASTAR_GAME"
  play:frames(2)
  play:check(play:count(play:screenshot("menu"), "#ffffff", 0.1) > 500, "the menu can be read")
  play:check(package.loaded.astar == nil, "and has loaded nothing")

  ways[name](play)
  play:frames(5)
  play:check(love.window.getTitle() == "astar: " .. name, "it starts the game: " .. love.window.getTitle())
  play:check(type(package.loaded.astar) == "table", "which finds the module")
  play:check(love.filesystem.getIdentity() == "astar-" .. name, "and has a save directory of its own")
  local before = play:screenshot(name)
  local width, height = love.graphics.getDimensions()
  play:check(width >= 1024 and before:getWidth() == width, "in a window of its own size")
  play:check(play:count(before, "#000000") < width * height / 2, "and draws")

  -- A click that puts away the help, and one on the map.
  play:click(math.floor(width * 0.6), math.floor(height * 0.5))
  play:click(math.floor(width * 0.5), math.floor(height * 0.45))
  play:frames(20)
  play:check(play:differ(before, play:screenshot(name .. "-later"), 0.02) > 50, "the picture changes")
  play:key("escape")
  play:frames(2)
  if not play.quit then play:key("escape") end
  play:frames(2)
  play:check(play.quit, "Escape quits")
end
