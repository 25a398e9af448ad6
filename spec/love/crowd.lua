-- Plays the crowd: lets each scene run, sends the legion, closes and opens doors, selects and sends soldiers, and switches
-- avoidance off.

local country = require "country"
local formation = require "formation"
local kinds = require "kinds"
local route = require "route"
local scenes = require "scenes"
local worlds = require "world"

local RED = { 1, 0.44, 0.38 } -- of switches and numbers that warn
local STEPS = 1 / worlds.STEP -- in a second

---- What must hold ----------------------------------------------------------------------------------------

-- How deep two soldiers overlap at most, as a share of the sum of their radii; and how many overlap by more than a tenth.
local function overlap(soldiers)
  local list, worst, deep = soldiers.list, 0, 0
  for i = 1, #list do
    local a = list[i]
    for k = i + 1, #list do
      local b = list[k]
      local dx, dy, far = a.x - b.x, a.y - b.y, a.kind.radius + b.kind.radius
      if dx < far and -dx < far and dy < far and -dy < far then
        local part = 1 - math.sqrt(dx * dx + dy * dy) / far
        worst = math.max(worst, part)
        if part > 0.1 then deep = deep + 1 end
      end
    end
  end
  return worst, deep
end

-- How many stand in a wall or in the river. Doors that have just been closed push out whoever stood there.
local function trespassers(world, since_closed)
  local count = 0
  for _, soldier in ipairs(world.soldiers.list) do
    local free, blocker = world.plane:free(soldier.x, soldier.y, soldier.kind.radius * 0.999)
    if not free then
      local is_door = false
      for _, door in ipairs(world.doors.list) do is_door = is_door or blocker == door.obstacle end
      if not is_door or since_closed > 3 * STEPS then count = count + 1 end
    end
  end
  return count
end

-- Steps without frames, checking some of them. Returns the worst overlap, how many overlapped at most, and the trespassers.
local function march(world, seconds)
  local worst, most, wrong, since_closed, was_open = 0, 0, 0, 0, true
  for i = 1, seconds * STEPS do
    world:step()
    local is_open = world.doors.list[1].is_open
    since_closed = is_open == was_open and since_closed + 1 or 0
    was_open = is_open
    if i % 10 == 0 then
      local part, deep = overlap(world.soldiers)
      worst, most = math.max(worst, part), math.max(most, deep)
      wrong = wrong + trespassers(world, since_closed)
    end
  end
  return worst, most, wrong
end

-- How far two places are apart at least, as a share of the sum of the radii: { [soldier] = { x, y } }.
local function closest(places)
  local least = math.huge
  for a, p in pairs(places) do
    for b, q in pairs(places) do
      if a ~= b then
        least = math.min(least, math.sqrt((p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2) / (a.kind.radius + b.kind.radius))
      end
    end
  end
  return least
end

local function share_near(list, x, y, far)
  local count = 0
  for _, soldier in ipairs(list) do
    if (soldier.x - x) ^ 2 + (soldier.y - y) ^ 2 < far * far then count = count + 1 end
  end
  return count / #list
end

local function positions(world)
  local parts = {}
  for i, soldier in ipairs(world.soldiers.list) do parts[i] = ("%.17g %.17g"):format(soldier.x, soldier.y) end
  return table.concat(parts, " ")
end

return function(play)
  local game = play.game
  play.most_seconds = 60

  local function screen(x, y)
    local sx, sy = game.camera:to_screen(x, y)
    return math.floor(sx), math.floor(sy)
  end

  -- The camera comes to its goal, without frames.
  local function settle()
    for _ = 1, 150 do game.camera:update(1 / 60) end
  end

  local function click(x, y, button)
    local sx, sy = screen(x, y)
    play:click(sx, sy, button)
  end

  -- The beginning.
  play:frames(3)
  play:check(#game.world.soldiers.list == 1000 and game.world.steps > 0, "a thousand soldiers, and time goes on")
  play:key("h")
  play:screenshot("help")
  play:key("h")
  local worst, most = overlap(game.world.soldiers)
  play:check(worst < 0.01 and most == 0, "nobody overlaps at the beginning")
  local map = play:screenshot("begin")
  play:check(play:differ(map, play:screenshot("later"), 0.02) > 1000, "water and banners move")
  play:check(play:count(map, { 0.42, 0.55, 0.27 }, 0.10) > 200000, "the meadow fills the window")

  -- Each scene, by itself.
  for number, scene in ipairs(scenes) do
    play:key(tostring(number))
    play:check(game.world.number == number and #game.world.soldiers.list >= 60, scene.title)
    local wrong
    worst, most, wrong = march(game.world, number == 1 and 45 or 20)
    local _, left = overlap(game.world.soldiers)
    print(("%s: overlap at most %.0f %%, of at most %d pairs by more than 10 %%, at the end %d"):format(scene.title, 100 * worst,
      most, left))
    play:check(wrong == 0, "nobody in a wall or in the water: " .. scene.title)
    play:check(most <= #game.world.soldiers.list / 2 and left <= #game.world.soldiers.list / 20,
      "few overlap, and not for long: " .. scene.title)
    settle()
    play:screenshot("scene" .. number)
  end
  play:key("n")
  play:check(game.world.number == 1, "N goes round")

  -- Each of the ring comes to the place that is opposite.
  play:key("5")
  local crossed, seconds = 0, 0
  while crossed < 0.97 and seconds < 60 do
    march(game.world, 2)
    seconds, crossed = seconds + 2, 0
    for _, soldier in ipairs(game.world.soldiers.list) do
      local x, y = soldier.place_x, soldier.place_y
      if x and (soldier.x - x) ^ 2 + (soldier.y - y) ^ 2 < 1 then crossed = crossed + 1 / #game.world.soldiers.list end
    end
  end
  play:check(crossed >= 0.97, "the ring has changed places")
  print(("the ring takes %d s"):format(seconds))

  -- The legion marches through the gate, and forms up behind the bridge.
  play:key("6")
  settle()
  local legion = game.world.legion
  local function arrives(longest)
    local i = 0
    repeat
      game.world:step()
      i = i + 1
    until i > STEPS and legion.group.status == "arrived" or i == longest * STEPS
    return legion.group.status == "arrived", i / STEPS
  end
  play:check(arrives(10) and legion.group.x < 40, "the legion forms up in the town")
  march(game.world, 12)
  play:screenshot("legion_gate")
  local arrived, took = arrives(60)
  play:check(arrived and legion.group.x > 110, "and comes to the field")
  print(("the legion takes %d s"):format(12 + took))
  march(game.world, 8)
  play:check(legion:formation() == "wedge" and legion.group.facing[1] < -0.99, "it turns round, as a wedge")
  play:screenshot("legion_wedge")
  for i, name in ipairs { "line", "column", "circle", "box" } do
    local x = i % 2 == 0 and 108 or 144
    play:key("f")
    play:check(legion:formation() == name and #legion.group == 60, "F: " .. name)
    click(x, 48)
    play:check(legion.is_free and arrives(30) and share_near(legion.soldiers, x, 48, 20) == 1, "a click sends it: " .. name)
  end
  play:key("5")
  play:key("f")
  play:check(not game.world.legion, "other scenes have no legion")

  -- Doors.
  play:key("2")
  settle()
  local door, postern = game.world.doors.list[1], game.world.doors.list[2]
  local function is_shut() return game.world.plane:raycast(46, 50, 60, 50, { radius = 0.5 }) ~= nil end
  play:check(door.is_open and not is_shut(), "the gate is open")
  play:key("d")
  play:check(not door.is_open and is_shut(), "D closes it")
  march(game.world, 1)
  play:check(door.swing == 0, "and the leaves turn")
  play:check(play:count(play:screenshot("closed"), RED, 0.05, 600, 0, 700, 46) > 20, "and the panel says so")
  click(32, 10.5)
  play:check(not postern.is_open, "a click closes the postern")
  local _, _, wrong = march(game.world, 6)
  play:check(wrong == 0, "and nobody gets through")
  local inside = 0
  for _, soldier in ipairs(game.world.soldiers.list) do
    if country.is_in_town(soldier.x, soldier.y) then inside = inside + 1 end
  end
  play:check(inside > 300, "so that those who are in the town stay there")
  play:frames(2)
  play:screenshot("shut")
  click(54.6, 50)
  play:check(door.is_open and not is_shut(), "a click opens the gate")
  game.world:set_door(postern, true)
  _, _, wrong = march(game.world, 12)
  local left = 0
  for _, soldier in ipairs(game.world.soldiers.list) do
    if country.is_in_town(soldier.x, soldier.y) then left = left + 1 end
  end
  play:check(wrong == 0 and left < inside, "then they go out")

  -- The mouse selects and sends.
  play:key("4")
  settle()
  local company = game.world.companies[2]
  local first = company.soldiers[1]
  click(first.x, first.y)
  play:check(#game.selected == #company.soldiers, "a click selects a company")
  play:key("escape")
  play:check(#game.selected == 0 and not play.quit, "Esc lets it go")
  local x1, y1, x2, y2 = math.huge, math.huge, -math.huge, -math.huge
  for _, soldier in ipairs(company.soldiers) do
    x1, y1, x2, y2 = math.min(x1, soldier.x), math.min(y1, soldier.y), math.max(x2, soldier.x), math.max(y2, soldier.y)
  end
  play:key("space")
  x1, y1 = screen(x1 - 0.4, y1 - 0.4)
  x2, y2 = screen(x2 + 0.4, y2 + 0.4)
  play:drag(x1, y1, x2, y2)
  play:check(#game.selected >= #company.soldiers and #game.selected < 200, "a drag selects those in the box")
  play:frames(2)
  local selected = play:screenshot("selected")
  play:check(play:count(selected, { 1, 0.95, 0.55 }, 0.15, x1, y1, x2 - x1, y2 - y1) > 50, "who are marked")
  local members = { unpack(game.selected) }
  click(99, 30)
  play:check(game.flag and members[1].is_free and members[1].order, "a click sends them")
  play:frames(8)
  play:screenshot("sent")
  play:key("space")
  _, _, wrong = march(game.world, 25)
  play:check(wrong == 0 and share_near(members, 99, 30, 14) > 0.9, "and they come there")
  local at = {}
  for _, soldier in ipairs(members) do at[soldier] = { soldier.place_x, soldier.place_y } end
  play:check(closest(at) > 0.98, "each has a place of its own")
  play:frames(2)
  play:screenshot("there")
  play:key("escape")

  -- Into the town, whose gate is closed, and round a rock: all have places where they can stand.
  for _, spot in ipairs { { 34, 50 }, { 62, 31 }, { 84, 30 }, { 2, 2 } } do
    local places = formation.places(game.world.plane, members, { x = spot[1], y = spot[2], dx = 1, dy = 0 })
    local fine = true
    for _, soldier in ipairs(members) do
      fine = fine and game.world.plane:free(places[soldier][1], places[soldier][2], soldier.kind.radius * 0.999)
    end
    play:check(fine and closest(places) > 0.98, ("places at %d, %d"):format(spot[1], spot[2]))
  end
  play:check(route.find(game.world.plane, 34, 50, 139, 50), "there is a route from the town to the field")

  -- By the keys alone.
  game.deselect()
  local one = game.world.companies[3].soldiers[1]
  local px, py = screen(one.x, one.y)
  play:move(px - 12, py)
  play:key("right")
  play:key("right")
  play:key("return")
  play:check(#game.selected == #game.world.companies[3].soldiers, "the arrows and Enter select a company")
  play:key("up", 0.5)
  play:key("return")
  play:check(game.flag and game.flag.y < one.y - 2, "and send it")
  game.deselect()
  play:move(px - 40, py - 40)
  play:key("right")
  play:key_down("return")
  play:key("right", 0.4)
  play:key("down", 0.4)
  play:key_up("return")
  play:check(#game.selected > 0, "Enter held draws a box")
  game.deselect()
  play:key("c")
  settle()

  -- Windows of all sizes.
  for _, size in ipairs { { 800, 600 }, { 1280, 720 }, { 2560, 1440 } } do
    play:check_window(size[1], size[2], "crowd")
    play:key("h")
    play:check_window(size[1], size[2], "crowd, help")
    play:key("h")
  end
  love.window.setMode(1280, 800, { resizable = true })
  play:frames(2)
  game.camera:show(game.world.scene.area)
  settle()

  -- The camera.
  local scale = game.camera.scale
  play:move(800, 400)
  play:wheel(0, 3)
  play:check(game.camera.scale > scale * 1.3, "the wheel zooms")
  local before = game.camera.x
  play:drag(800, 400, 700, 400, 2)
  play:check(game.camera.x > before, "a drag with the right button pans")
  play:frames(2)
  play:screenshot("near")
  play:key("c")
  settle()
  play:check(math.abs(game.camera.scale / scale - 1) < 0.02, "C goes back")

  -- Without avoidance they walk through each other.
  play:key("4")
  play:key("a")
  play:check(not game.avoids, "A switches avoidance off")
  march(game.world, 6)
  _, most = overlap(game.world.soldiers)
  play:frames(16)
  play:check(most > 100, "then they walk through each other")
  local off = play:screenshot("ignoring")
  play:check(play:count(off, RED, 0.05, 0, 680, 500, 120) > 20, "and the panel says so")
  play:key("a")
  march(game.world, 3)
  local _, fewer = overlap(game.world.soldiers)
  play:check(game.avoids and fewer < most / 3, "A switches it on, and they come apart")

  -- Wishes, pause, speed.
  play:key("3")
  march(game.world, 14)
  settle()
  play:key("space")
  local steps = game.world.steps
  local plain = play:screenshot("plain")
  play:key("w")
  play:check(play:differ(plain, play:screenshot("wishes"), 0.04) > 5000, "W shows routes and wishes")
  play:key("w")
  play:check(game.world.steps == steps, "Space halts them")
  play:key("space")
  play:key("tab")
  steps = game.world.steps
  play:frames(6)
  play:check(game.speed == 2 and game.world.steps - steps >= 5, "Tab is faster")
  play:key("tab")
  play:key("tab")
  play:check(game.speed == 1, "and round")

  -- The same orders make the same march, however long frames are.
  local results = {}
  for i, dt in ipairs { 1 / 60, 1 / 144, 1 / 23 } do
    game.begin(3)
    while game.world.steps < 300 do game.update(math.min(dt, (300.001 - game.world.steps) / 30), function() end) end
    results[i] = positions(game.world)
  end
  play:check(results[1] == results[2] and results[1] == results[3], "the length of frames changes nothing")

  -- How much work it is.
  game.begin(1)
  march(game.world, 40)
  local times, forget = play.count_work()
  play:frames(4)
  collectgarbage()
  collectgarbage("stop")
  local heap = collectgarbage("count")
  play:frames(20)
  local litter = (collectgarbage("count") - heap) / 20
  collectgarbage("restart")
  forget()
  local fast = 0
  for i, what in ipairs { "by the clock", "of the processor" } do
    table.sort(times[i])
    local function share(part) return 1000 * times[i][math.max(1, math.ceil(part * #times[i]))] end
    print(("updates of 1000 soldiers, %s: median %.2f ms, 99%% %.2f ms"):format(what, share(0.5), share(0.99)))
    if share(0.99) < 16 then fast = fast + 1 end
  end
  print(("garbage of a frame: %.1f KB"):format(litter))
  play:check(fast > 0, "99 of 100 updates take less than 16 ms")
  play:check(litter < 100, "a frame makes little garbage")

  -- A world needs neither a window nor frames.
  local alone = worlds.new(5)
  for _ = 1, 60 do alone:step() end
  play:check(#alone.soldiers.list == 240 and alone.soldiers.list[1].kind == kinds.spear, "a world goes on by itself")
  alone:close()
end
