-- The picture of waypoints, played in examples/love/waypoints: a search on the hills, seen from the side, has found its
-- route.

return function(play)
  local game = play.game
  love.window.setMode(960, 660, { msaa = 4 })
  play:frames(2)
  play:key("v")
  play:wait(1)
  repeat play:key("l") until game.labels == 2           -- names, and no numbers over the route
  play:key("e")
  play:wait(1.5)
  play:key("h")
  play:wait(0.2)
  play:screenshot("hills", 0, 0, 960, 612)
  play:check(game.journey ~= nil)
end
