-- The picture of towers, played in examples/love/towers: runners, brutes and scouts on their ways to the keep, past ten
-- towers.

local rules = require "rules"

local ARROW, FROST, CANNON = rules.towers[1], rules.towers[2], rules.towers[3]
local SITES = {
  { 11, 4, ARROW }, { 15, 4, CANNON }, { 17, 4, ARROW }, { 20, 5, ARROW }, { 20, 7, FROST }, { 20, 10, CANNON },
  { 19, 11, FROST }, { 23, 11, ARROW }, { 26, 8, ARROW }, { 28, 9, ARROW },
}

return function(play)
  local game = play.game
  love.window.setMode(1000, 690, { msaa = 4 })
  play:key("h")
  play:frames(2)
  game.start(3)
  local world = game.world
  world.gold = 1e5
  for _, site in ipairs(SITES) do play:check(world:build(site[3], site[1], site[2]), "a tower is built") end
  world.gold = 340
  world:call_wave()
  for i = 1, 20 do
    for _, kind in ipairs(rules.kinds) do
      if kind.name ~= "brute" or i % 3 == 0 then world.creeps:spawn(kind, 4) end
    end
    for _ = 1, 52 do game.update(1 / 60) end
  end
  game.shows_times = false
  play:move(4, 4)
  play:frames(2)
  local x, y, scale = game.camera.x, game.camera.y, game.camera.scale
  play:screenshot("towers", x, y, 30 * scale, 18 * scale)
  play:check(#world.creeps.list > 20, "creeps are on their way")
end
