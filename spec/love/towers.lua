-- Plays the towers: builds, is refused, sells and upgrades; lets waves come, walls creeps in, loses and wins.

local panel = require "panel"
local rules = require "rules"
local waves = require "waves"
local worlds = require "world"

local ARROW, FROST, CANNON = rules.towers[1], rules.towers[2], rules.towers[3]
local RUNNER, BRUTE, SCOUT = rules.kinds[1], rules.kinds[2], rules.kinds[3]
local REFUSED = { 0.40, 0.09, 0.09 } -- behind the text that says why

---- Flows -------------------------------------------------------------------------------------------------

-- Whether the flows of a world, repaired after each edit, answer as new ones: each cost and each next step.
local function are_as_new(world)
  for _, kind in ipairs(rules.kinds) do
    local kept = world.flows.by_kind[kind]
    local fresh = world.map:flow(world.place.keep, { unit = kind.name, layers = kind.layers })
    for cell in world.map:nodes() do
      if kept:cost(cell) ~= fresh:cost(cell) or kept:next(cell) ~= fresh:next(cell) then return false end
    end
    fresh:close()
  end
  return true
end

-- The danger on the way that a kind would take now.
local function danger_of(world, kind)
  local sum = 0
  for _, cell in world.flows.by_kind[kind]:path(world.place.entry[1]):nodes() do sum = sum + world.danger:get(cell) end
  return sum
end

-- How many creeps stand where their kind cannot.
local function trespassers(world)
  local count = 0
  for _, creep in ipairs(world.creeps.list) do
    local cell = creep.cell
    if not creep.gone and (cell.blocked or rules.cost(creep.kind, cell.terrain) == false) then count = count + 1 end
  end
  return count
end

---- A player ----------------------------------------------------------------------------------------------

-- The free cell that sees most of the ways to the keep, best near it: a simple player, who makes no mazes.
local function best_site(world, type)
  local ways, range, best, most = {}, type.levels[1].range, nil, 0
  for _, kind in ipairs(rules.kinds) do
    local flow = world.flows.by_kind[kind]
    for _, start in ipairs(world.place.entry) do
      for _, cell in flow:path(start):nodes() do ways[#ways + 1] = cell.x; ways[#ways + 1] = cell.y end
    end
  end
  for col, row, terrain, blocked in world.map:tiles() do
    if terrain == rules.BUILDABLE and not blocked then
      local x, y, seen = col - 0.5, row - 0.5, 0
      for i = 1, #ways, 2 do
        if (ways[i] - x) ^ 2 + (ways[i + 1] - y) ^ 2 <= range * range then seen = seen + 1 end
      end
      local worth = seen * math.exp(-math.sqrt((col - 26) ^ 2 + (row - 9) ^ 2) / 4)
      if worth > most and not world:refusal(type, col, row) then best, most = { col, row }, worth end
    end
  end
  return best
end

-- Spends what there is, on a tower or on every second turn on an upgrade; `turn` counts.
local function spend(world, turn)
  local types = { ARROW, ARROW, FROST, ARROW, CANNON }
  local type = types[turn % #types + 1]
  if turn % 3 ~= 0 and #world.towers.list >= 8 then
    local best, least
    for _, tower in ipairs(world.towers.list) do
      local price = world.towers:upgrade_price(tower)
      if price and (not least or price < least) then best, least = tower, price end
    end
    if not best then return turn + 1 end
    return world:upgrade(best) and turn + 1 or turn
  end
  if world.gold < type.levels[1].price then return turn end
  local site = best_site(world, type)
  if site then world:build(type, site[1], site[2]) end
  return turn + 1
end

return function(play)
  local game = play.game
  play.most_seconds = 60

  local function screen(col, row)
    local x, y = game.camera:to_screen(col - 0.5, row - 0.5)
    return math.floor(x), math.floor(y)
  end

  local function click(col, row, button)
    local x, y = screen(col, row)
    play:click(x, y, button)
  end

  local function tower(col, row) return game.world.towers:at(col, row) end

  -- Steps without frames; returns how often somebody stood where he cannot.
  local function march(steps, test)
    local wrong = 0
    for _ = 1, steps do
      if test and test() then break end
      game.world:step()
      wrong = wrong + trespassers(game.world)
    end
    return wrong
  end

  -- The map and both bars lie in the window, and no cell is covered.
  local function is_tidy()
    for _, corner in ipairs { { 1, 1 }, { 30, 1 }, { 1, 18 }, { 30, 18 } } do
      if panel.at(screen(corner[1], corner[2])) then return false end
    end
    return game.camera.scale >= 24
  end

  -- The beginning.
  play:wait(0.2)
  play:screenshot("help")
  play:check(game.world.steps == 0, "nothing happens while the help is read")
  play:check(is_tidy(), "the map lies between the bars")
  play:key("h")
  play:frames(3)
  play:check(game.world.steps > 0 and game.world.waves.number == 0, "then time goes on")
  for _, size in ipairs { { 800, 600 }, { 1280, 720 }, { 2560, 1440 } } do
    for _, shows in ipairs { "help", "times", "tower" } do
      if shows == "help" or game.shows_help then play:key("h") end
      if (shows == "times") ~= game.shows_times then play:key("i") end
      play:check_window(size[1], size[2], "towers, " .. shows)
      play:check(is_tidy(), ("no cell is covered at %d"):format(size[1]))
    end
  end
  love.window.setMode(1120, 772, { resizable = true })
  play:frames(2)

  -- By the keys alone: a tower is built, upgraded and sold.
  play:check(not game.shows_times, "the times show only if asked for")
  play:key("2")
  play:move(screen(20, 5))
  play:key("left")
  play:key("left")
  play:key("down")
  play:frames(1)
  play:check(game.col == 18 and game.row == 6, "the arrows move from cell to cell")
  play:key("return")
  play:check(tower(18, 6), "Enter builds")
  game.world.gold = 1000
  play:key("u")
  play:check(tower(18, 6).level == 2, "U upgrades")
  play:key("x")
  play:check(not tower(18, 6), "X sells")
  play:key("right", 1)
  play:check(game.col > 22, "and they go on while they are held")
  play:key("backspace")
  play:check(not game.chosen, "Backspace puts away")
  game.start(1)
  play:move(4, 4)
  play:frames(1)

  -- Building, and why one may not.
  local gold = game.world.gold
  play:key("1")
  play:key("1")
  click(26, 8)
  play:check(tower(26, 8) and game.world.gold == gold - 40, "a click builds a tower and pays for it")
  play:check(game.world.map:cell(26, 8).blocked, "which blocks its cell")
  for _, case in ipairs {
    { 12, 7, "grass only" }, { 5, 7, "grass only" }, { 30, 9, "grass only" }, { 8, 13, "rock" }, { 30, 8, "walls" },
  } do
    local before = #game.world.towers.list
    click(case[1], case[2])
    play:check(#game.world.towers.list == before and (game.notice or ""):find(case[3]), "refused: " .. case[3])
  end
  play:key("3")
  play:move(screen(20, 5))
  game.world.gold = 60
  play:wait(0.3)
  play:check((game.refusal or ""):find "costs 100 gold, you have 60", "the reason shows before the click")
  click(20, 5)
  play:check(not tower(20, 5), "and too dear is too dear")
  game.world.gold = 1000
  local x, y = screen(20, 5)
  play:wait(2.6)
  play:check(not game.refusal, "with gold it is allowed")
  play:check(play:count(play:screenshot("allowed"), REFUSED, 0.05, x, y - 40, 240, 40) < 20, "and nothing is said")

  -- The last gap cannot be closed.
  play:key("1")
  for _, cell in ipairs { { 28, 9 }, { 28, 10 }, { 29, 8 } } do click(cell[1], cell[2]) end
  play:check(#game.world.towers.list == 4, "three towers round the keep")
  local before = game.world.flows.by_kind[RUNNER]:costs()
  click(29, 11)
  play:check(not tower(29, 11) and not game.world.map:cell(29, 11).blocked, "the last gap stays open")
  play:check(game.notice == "no way would be left for runners", "and it is said why")
  play:frames(2)
  x, y = screen(29, 11)
  local image = play:screenshot("sealed")
  play:check(play:count(image, REFUSED, 0.06, x - 400, y - 60, 520, 60) > 800, "beside the mouse")
  local same, after = true, game.world.flows.by_kind[RUNNER]:costs()
  for id = 1, #after do same = same and before[id] == after[id] end
  play:check(same and are_as_new(game.world), "the flows are as before")
  local long = game.world.flows.by_kind[RUNNER]:cost(game.world.place.entry[1])
  play:move(screen(28, 9))
  play:frames(2)
  gold = game.world.gold
  play:key("x")
  play:check(not tower(28, 9) and game.world.gold == gold + 28, "selling gives gold back")
  local short = game.world.flows.by_kind[RUNNER]:cost(game.world.place.entry[1])
  play:check(short < long and are_as_new(game.world), "and opens the way again")
  play:check(not game.world:refusal(ARROW, 29, 11), "so that the other gap may be closed")

  -- Upgrades, and what is put away.
  play:move(screen(26, 8))
  play:frames(2)
  play:key("u")
  play:check(tower(26, 8).level == 2 and tower(26, 8).paid == 90, "U upgrades the tower under the mouse")
  play:key("u")
  play:key("u")
  play:check(tower(26, 8).level == 3 and (game.notice or ""):find "no further level", "up to the last level")
  click(26, 8)
  play:check(game.selected == tower(26, 8) and not game.chosen, "a click selects it")
  click(26, 8, 2)
  play:check(not game.selected, "and the right button puts it away")

  -- A wave, in frames.
  play:key("n")
  play:check(game.world.waves.number == 1, "N calls the wave")
  play:key("tab")
  play:check(game.speed == 2, "Tab is faster")
  play:wait(2.5)
  play:check(#game.world.creeps.list >= 3, "creeps come")
  play:key("space")
  local steps = game.world.steps
  play:frames(5)
  play:check(game.world.steps == steps and #game.world.creeps.list > 0, "Space halts them")
  -- Three towers beside a creep are allowed, the fourth is not.
  local creep
  for _, one in ipairs(game.world.creeps.list) do
    local cell, free = one.cell, true
    for _, side in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
      local col, row = cell.col + side[1], cell.row + side[2]
      if not game.world.map:cell(col, row) or game.world:refusal(ARROW, col, row) then free = false end
    end
    if free then creep = one end
  end
  if play:check(creep, "somebody walks in the open") then
    local said
    for _, side in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
      click(creep.cell.col + side[1], creep.cell.row + side[2])
      play:key("1")
      click(creep.cell.col + side[1], creep.cell.row + side[2])
      said = game.notice
      play:key("1")
    end
    play:check(said == "it would wall in a runner", "nobody is walled in")
  end
  play:key("space")
  local function ended() return game.world.killed + rules.LIVES - game.world.lives end
  play:check(march(4000, function() return ended() >= 8 end) == 0, "nobody walks through towers")
  play:check(ended() >= 8, "all of the wave have found a way")

  -- Many edits: the flows are those that new ones would be.
  game.start(11)
  local random = love.math.newRandomGenerator(5)
  local built, refused, wrong = 0, 0, 0
  for i = 1, 600 do
    game.world.gold = 1000
    local list = game.world.towers.list
    local dice = random:random()
    if dice < 0.70 or #list == 0 then
      local made = game.world:build(rules.towers[random:random(3)], random:random(30), random:random(18))
      if made then built = built + 1 else refused = refused + 1 end
    elseif dice < 0.85 then
      game.world:upgrade(list[random:random(#list)])
    else
      game.world:sell(list[random:random(#list)])
    end
    if i % 20 == 0 and not are_as_new(game.world) then wrong = wrong + 1 end
    if i % 50 == 0 then game.world:call_wave() end
    wrong = wrong + march(5)
    game.world.lives = 20
  end
  play:check(built > 150 and refused > 50 and wrong == 0, "after 600 edits the flows are as new ones")
  play:screenshot("edits")
  for i = #game.world.towers.list, 1, -1 do game.world:sell(game.world.towers.list[i]) end
  local danger = 0
  for cell in game.world.map:nodes() do danger = danger + game.world.danger:get(cell) end
  play:check(danger == 0 and are_as_new(game.world), "and when all is sold there is no danger left")

  -- Scouts keep out of the danger.
  game.start(12)
  game.world.gold = 1e5
  for _, site in ipairs { { 20, 5 }, { 20, 10 }, { 20, 7 }, { 17, 4 }, { 23, 11 }, { 19, 11 }, { 15, 4 } } do
    game.world:build(site[1] % 2 == 0 and CANNON or ARROW, site[1], site[2])
  end
  local walked = { [RUNNER] = 0, [BRUTE] = 0, [SCOUT] = 0 }
  play:check(danger_of(game.world, SCOUT) < danger_of(game.world, RUNNER) / 2, "the scouts' way is less dangerous")
  for _ = 1, 8 do
    for _, kind in ipairs(rules.kinds) do game.world.creeps:spawn(kind, 1e4) end
    for _ = 1, 40 do game.world:step() end
  end
  play:key("space")
  play:key("p")
  play:move(4, 4)
  play:frames(20)
  local plain = play:screenshot("plain")
  play:key("t")
  play:check(play:differ(plain, play:screenshot("ranges"), 0.04) > 20000, "T shows the ranges")
  play:key("t")
  play:key("d")
  local dangers = play:screenshot("dangers")
  play:check(play:differ(plain, dangers, 0.04) > 50000, "D shows the danger")
  play:key("e")
  local scouts = play:screenshot("scouts")
  play:check(play:differ(dangers, scouts, 0.04) > 200000, "E shows the flow of scouts")
  play:key("q")
  play:check(play:differ(scouts, play:screenshot("runners"), 0.04) > 100000, "Q that of runners")
  play:key("q")
  play:key("d")
  play:check(play:differ(plain, play:screenshot("plain"), 0.04) < 4000, "and each key takes it away again")
  play:key("p")
  play:key("space")
  for _ = 1, 1500 do
    game.world:step()
    for _, one in ipairs(game.world.creeps.list) do
      walked[one.kind] = walked[one.kind] + game.world.danger:get(one.cell) / one.kind.speed
    end
  end
  play:check(walked[SCOUT] < walked[RUNNER] / 2, "scouts go round the ranges of towers, others do not")

  -- The same orders make the same game, however long frames are.
  local results = {}
  for i, dt in ipairs { 1 / 60, 1 / 144, 1 / 23 } do
    game.start(13)
    game.speed, game.paused = 1, false
    game.world.gold = 1000
    for k = 1, 8 do game.world:build(rules.towers[k % 3 + 1], 24, 3 + k) end
    game.world:call_wave()
    while game.world.steps < 900 do game.update(math.min(dt, (900.001 - game.world.steps) / 60)) end
    local parts = { game.world.steps, game.world.gold, game.world.killed }
    for _, one in ipairs(game.world.creeps.list) do
      parts[#parts + 1] = ("%.17g %.17g %d"):format(one.x, one.y, one.life)
    end
    results[i] = table.concat(parts, " ")
  end
  play:check(#results[1] > 20 and results[1] == results[2] and results[1] == results[3],
    "the length of frames changes nothing")

  -- Hundreds of creeps and sixty towers.
  game.start(14)
  game.world.gold = 1e6
  for i = 0, 59 do
    local made = game.world:build(rules.towers[i % 3 + 1], 8 + 2 * (i % 11), 2 + 3 * math.floor(i / 11))
    if made then game.world:upgrade(made) end
  end
  for i = 1, 320 do
    game.world.creeps:spawn(rules.kinds[i % 3 + 1], 400)
    march(2)
  end
  game.world.lives = 999
  local times, forget = play.count_work()
  play:frames(20)
  collectgarbage()
  collectgarbage("stop")
  local heap = collectgarbage("count")
  play:frames(60)
  local litter = (collectgarbage("count") - heap) / 60
  collectgarbage("restart")
  play:screenshot("hundreds")
  forget()
  play:check(#game.world.creeps.list > 300, "more than 300 creeps")
  local fast = 0
  for i, what in ipairs { "by the clock", "of the processor" } do
    local list = times[i]
    table.sort(list)
    local function share(part) return 1000 * list[math.max(1, math.ceil(part * #list))] end
    print(("updates of %d creeps, %d towers, %s: median %.2f ms, 99%% %.2f ms"):format(#game.world.creeps.list,
      #game.world.towers.list, what, share(0.5), share(0.99)))
    if share(0.99) < 8 then fast = fast + 1 end
  end
  print(("garbage of a frame: %.1f KB; longest repair of a flow: %.0f us"):format(litter, game.world.flows.worst * 1e6))
  play:check(fast > 0, "99 of 100 updates take less than 8 ms")
  play:check(litter < 64, "a frame makes little garbage")

  -- Without towers the keep falls.
  play:key("r")
  play:check(game.world.waves.number == 0 and #game.world.creeps.list > 300, "R asks first")
  play:key("r")
  play:check(#game.world.creeps.list == 0 and game.world.steps < 5 and game.world.gold == rules.GOLD, "R R begins anew")
  march(60 * 400)
  play:check(game.world.state == "lost" and game.world.lives == 0, "without towers the game is lost")
  play:frames(3)
  play:screenshot("lost")
  gold = game.world.gold
  click(20, 5)
  play:check(#game.world.towers.list == 0 and game.world.gold == gold, "then nothing can be built")
  play:key("r")
  play:check(game.world.state == "playing", "R begins anew")

  -- With what the waves pay it holds: a simple player, who builds where most ways are seen.
  local turn, most, tick, seen = 0, 0, 0, false
  while game.world.state == "playing" do
    march(60)
    tick = tick + 1
    most = math.max(most, #game.world.creeps.list)
    for _ = 1, 3 do turn = spend(game.world, turn) end
    if tick == 60 or game.world.waves.number == 16 and not seen and #game.world.creeps.list > 100 then
      seen = tick > 60
      play:frames(40)
      play:screenshot("battle" .. game.world.waves.number)
    end
  end
  print(("a simple player: %s after %d:%02d, %d lives left, %d towers, up to %d creeps at a time"):format(
    game.world.state, game.world.steps / 3600, game.world.steps / 60 % 60, game.world.lives, #game.world.towers.list,
    most))
  play:check(game.world.state == "won" and game.world.waves.number == #waves.list, "the game can be won")
  play:check(are_as_new(game.world), "and the flows are still as new ones")
  play:frames(3)
  play:screenshot("won")

  -- A world needs neither a window nor frames.
  local alone = worlds.new(1)
  for _ = 1, 2900 do alone:step() end
  play:check(alone.waves.number == 1 and alone.lives < rules.LIVES, "a world goes on without anything that draws")
  alone:close()
end
