-- The second part of the film of the README, played in examples/love/towers: while runners, brutes and scouts are on their
-- ways to the keep, towers are built across these.

local rules = require "rules"

local ARROW, FROST, CANNON = rules.towers[1], rules.towers[2], rules.towers[3]
local SITES = { { 11, 4, ARROW }, { 15, 4, CANNON }, { 20, 5, ARROW }, { 20, 10, CANNON }, { 26, 8, ARROW } }
-- One after the other, as soon as nobody stands there.
local LATER = { { 17, 4, ARROW }, { 17, 3, FROST }, { 17, 2, ARROW }, { 20, 7, FROST }, { 20, 8, ARROW }, { 20, 9, ARROW } }
local FIRST, EVERY = 14, 7 -- frames of the film
local PACE, FRAMES = 8, 90 -- frames of the game for one of the film, and frames of the film

return function(play)
  play.most_seconds = 60
  local game = play.game
  love.window.setMode(1000, 690, { msaa = 4 })
  play:key("h")
  play:frames(2)
  game.start(3)
  local world = game.world
  local function build(site) return world:build(site[3], site[1], site[2]) end
  local function spawn()
    for _, kind in ipairs(rules.kinds) do
      if kind.name ~= "brute" or #world.creeps.list % 3 == 0 then world.creeps:spawn(kind, 4) end
    end
  end

  world.gold = 1e5
  for _, site in ipairs(SITES) do play:check(build(site), "a tower is built") end
  world:call_wave()
  for _ = 1, 16 do
    spawn()
    for _ = 1, 52 do game.update(1 / 60) end
  end
  game.shows_times = false
  play:move(4, 4)
  play:frames(2)
  local x, y, scale = game.camera.x, game.camera.y, game.camera.scale
  local built, free_from = 0, FIRST
  for frame = 0, FRAMES - 1 do
    if frame % 8 == 0 then spawn() end
    if built < #LATER and frame >= free_from and build(LATER[built + 1]) then built, free_from = built + 1, frame + EVERY end
    play:screenshot(("%03d"):format(frame), x, y, 30 * scale, 18 * scale)
    for _ = 1, PACE - 1 do love.update(play.dt) end
  end
  play:check(built == #LATER, "towers stand across their ways")
  play:check(#world.creeps.list > 20, "creeps are on their way")
end
