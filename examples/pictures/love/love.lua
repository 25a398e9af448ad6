-- The picture of the page on LÖVE, played in examples/love/template: the hero on its way round the lake.

return function(play)
  local map = play.game.map
  love.window.setMode(1024, 720, { msaa = 4 })
  local goal, scale, dx, dy = map:cell(21, 5), play.game.view:fit(32, 40, 960, 640)
  play:click(goal.x * scale + dx, goal.y * scale + dy)
  play:wait(1.35)
  play:screenshot("love")
  play:check(not play.game.hero.done, "it walks")
end
