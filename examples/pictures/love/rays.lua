-- The picture of a search on open ground, played in examples/love/rays: half-way, with its rays.

return function(play)
  local width, height = 1000, 500
  love.window.setMode(width, height, { msaa = 4 })
  play:key("h")
  for _ = 1, 9 do play:key("n") end
  play:wait(0.1)
  play:screenshot("rays", 0, 0, width, height - 28)     -- without the status line, which tells times
  play:check(play.game.watch.search.status == "searching", "it is half-way")
end
