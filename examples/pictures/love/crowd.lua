-- The picture of a crowd, played in examples/love/crowd: two armies meet on the bridge and in the field behind it.

local panel = require "panel"

return function(play)
  local game = play.game
  play.most_seconds = 60
  love.window.setMode(1000, 560, { msaa = 4 })
  function panel.draw() end                             -- nothing before the soldiers
  game.begin(1)
  for _ = 1, 44 * 30 do game.world:step() end
  game.camera:show({ 40, 22, 150, 82 })
  play:wait(3)
  play:screenshot("soldiers", 0, 60, 1000, 500)
  play:check(#game.world.soldiers.list == 1000, "a thousand soldiers")
end
