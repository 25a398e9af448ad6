-- The first part of the film of the README, played in examples/love/crowd: five hundred soldiers march through a gate and
-- over a bridge, and five hundred others come the other way. .ci/pictures makes one film of the frames of all parts.

local panel = require "panel"

local WIDTH, HEIGHT = 600, 360
local PACE = 8                 -- frames of the game for one of the film, which is twice as fast
local BEGINS, LASTS = 23, 14   -- seconds of the game

return function(play)
  play.most_seconds = 60
  local game = play.game
  love.window.setMode(WIDTH, HEIGHT, { msaa = 4 })
  function panel.draw() end
  function panel.update() game.camera:fit(0, 0, WIDTH, HEIGHT) end
  game.begin(1)
  for _ = 1, BEGINS * 30 do game.world:step() end
  game.camera:show({ 45, 28, 115, 70 })
  play:move(4, 4)
  play:wait(3)
  for frame = 0, LASTS * 60 / PACE - 1 do
    play:screenshot(("%03d"):format(frame))
    for _ = 1, PACE - 1 do love.update(play.dt) end
  end
  play:check(#game.world.soldiers.list == 1000, "a thousand soldiers")
end
