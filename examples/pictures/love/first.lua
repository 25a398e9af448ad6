-- The picture of the first game, that of docs/love.md: the hero on its way.

return function(play)
  local page = assert(os.getenv("ASTAR_MANUAL"):match("[^\n]*/docs/love%.md"))
  local file = assert(io.open(page, "rb"))
  local code = file:read("*a"):match("```lua\n(%-%- main%.lua\n.-)\n```")
  file:close()
  love.window.setMode(800, 600, { msaa = 4 })
  assert(loadstring(code, "@love.md"))()
  play:frames(2)
  play:click(700, 460)
  play:wait(1)
  play:screenshot("first", 0, 0, 792, 576)
  play:check(love.mousepressed, "it is played")
end
