-- Plays examples/love/template: the hero walks where it is sent, round what is blocked under way, never into it, and
-- never forgets where it was sent.

return function(play)
  local game = play.game
  local map, hero = game.map, game.hero
  local route = { 230 / 255, 57 / 255, 70 / 255 }

  local colours = require "astar.theme".default.terrain

  play.most_seconds = 40
  play:wait(0.2)
  local before = play:screenshot("begin")
  play:check(play:count(before, colours.grass) > 50000, "grass is drawn")
  play:check(play:count(before, colours.water) > 5000, "and water")
  play:check(play:count(before, "#ffffff", 0.3, 0, 0, 1024, 36) > 300, "the help is there")
  play:check(play:count(before, route, 0.02) == 0, "and no route yet")

  -- Until it stands, and so many seconds at most. Whether it came into a cell that was blocked.
  local function walk(seconds)
    local trespassed, cell = false, map:at(hero.x, hero.y)
    for _ = 1, seconds * 60 do
      if hero.done then break end
      play:frames(1)
      local here = map:at(hero.x, hero.y)
      if here ~= cell and here.blocked then trespassed = true end
      cell = here
    end
    return trespassed
  end

  local function stands_on(col, row)
    return hero.done and map:at(hero.x, hero.y) == map:cell(col, row)
  end

  local function screen(place)
    local scale, dx, dy = game.view:fit(32, 40, 960, 640)
    return math.floor(place.x * scale + dx + 0.5), math.floor(place.y * scale + dy + 0.5)
  end

  local function middle(col, row) return screen(map:cell(col, row)) end

  local function click(place, button)
    local x, y = screen(place)
    play:click(x, y, button)
  end

  -- What a picture shows at a cell: "goal", "no way", or nil.
  local function mark(image, cell)
    local x, y = screen(cell)
    local function has(colour) return play:count(image, colour, 0.02, x - 14, y - 14, 28, 28) > 150 end
    return has "#ffffff" and "goal" or has "#ff9f1c" and "no way" or nil
  end

  -- Far away, and something is put in its way meanwhile.
  play:click(middle(23, 10))
  play:check(not hero.done, "it walks")
  play:wait(1)
  local image = play:screenshot("walks")
  play:check(play:count(image, route, 0.02) > 500, "the route is drawn")
  play:check(mark(image, map:cell(23, 10)) == "goal", "and so is the goal")
  play:check(hero.x > 120, "it has come some way")
  local place = hero.path[#hero.path - 2]
  local x, y = hero.x, hero.y
  click(place, 2)
  play:check(place.blocked and not hero.done, "its way is blocked, and it has another")
  play:check(math.abs(hero.x - x) + math.abs(hero.y - y) < 15, "without a jump")
  hero.speed = 480
  walk(4)
  play:check(stands_on(23, 10), "it arrives")

  click(place, 3)
  play:check(place.blocked, "no other button edits the map")
  click(place, 2)
  play:check(not place.blocked, "the cell is open again")

  -- Into the room, whose door is closed, opened while it walks there, closed again, and opened when it has come.
  local door = map:cell(19, 5)
  click(door, 2)
  play:click(middle(21, 5))
  play:check(hero.path.partial, "it walks as near as it gets")
  play:frames(1)
  play:check(mark(play:screenshot("no-way"), map:cell(21, 5)) == "no way", "and the goal is marked as out of reach")
  play:wait(0.2)
  click(door, 2)
  play:check(not hero.path.partial, "and inside, since the door is open now")
  play:check(mark(play:screenshot("way"), map:cell(21, 5)) == "goal", "and the mark says so")
  play:wait(0.2)
  click(door, 2)
  play:check(not walk(2) and hero.done and hero.path.partial, "it stops outside")
  click(door, 2)
  play:check(not walk(2) and stands_on(21, 5), "and goes in when it can")

  -- Its goal is closed and opened while it stands there; then cell after cell ahead of it.
  click(hero, 2)
  play:check(hero.done or not walk(1), "a block under it is nothing to run from")
  click(hero)
  play:check(not walk(1) and stands_on(21, 5), "nor to be sent to")
  click(hero, 2)
  play:click(middle(21, 10))
  for _ = 1, 5 do
    play:frames(7)
    local ahead = hero:ahead()
    local inside = map:at(hero.x, hero.y) == ahead
    click(ahead, 2)
    play:check(inside or not walk(0.1), "it does not walk into what is blocked ahead of it")
    click(ahead, 2)
  end
  play:check(not walk(2) and stands_on(21, 10), "it arrives when all is open again")
  hero.speed = 240

  -- Every form of a way, and another one under way.
  for _, corner in ipairs { { 2, 1 }, { 23, 16 }, { 2, 16 }, { 23, 10 } } do
    play:click(middle(corner[1], corner[2]))
    play:wait(0.6)
    play:key("space")
    play:frames(1)
    play:screenshot("form")
    hero.speed = 480
    play:check(not walk(4) and stands_on(corner[1], corner[2]), "it arrives whatever the form of its way")
    hero.speed = 240
  end

  -- Where nobody can go, nowhere, and where it stands.
  play:click(middle(8, 10))
  play:wait(0.5)
  play:click(5, 5)
  play:click(1019, 715, 2)
  click(hero)
  play:wait(0.2)
  click(hero, 2)
  play:wait(0.2)
  play:click(middle(1, 1))
  play:wait(0.3)
  play:check(not hero.done, "it leaves a cell that was blocked under it")

  -- A map of the editor Tiled, and what it has that looks like a wall and was not used. The map stays in the window.
  love.filesystem.write("level.tmx", [[<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" name="land" tilewidth="16" tileheight="16" tilecount="2" columns="2">
  <tile id="0" type="grass"/><tile id="1" type="water"/>
 </tileset>
 <layer id="1" name="ground" width="4" height="3"><data encoding="csv">
1,1,2,1,
1,1,2,1,
1,1,1,1</data></layer>
 <objectgroup id="2" name="places"><object id="1" name="start" x="8" y="8"><point/></object></objectgroup>
 <objectgroup id="3" name="walls"><object id="2" x="0" y="16" width="16" height="16"/></objectgroup>
</map>]])
  game = assert(love.filesystem.load("main.lua"))()
  map, hero = game.map, game.hero
  play:frames(1)
  image = play:screenshot("tiled")
  play:check(#map == 12 and map:at(hero.x, hero.y) == map:cell(1, 1), "level.tmx is the map, and its start the hero's")
  play:check(play:count(image, "#ffffff", 0.3, 0, 680, 1024, 40) > 300, "its note is at the bottom")
  click(map:cell(4, 1))
  play:check(not hero.path.partial and not walk(9) and stands_on(4, 1), "the hero goes round the water")
  love.filesystem.remove("level.tmx")
  local small = game.view:fit(32, 40, 960, 640)
  love.window.setMode(1280, 720)
  play:frames(2)
  play:check(map:at(hero.x, hero.y) == map:cell(4, 1), "a resize moves nobody on the map")
  local large, dx, dy = game.view:fit(32, 40, 1216, 640)
  play:click(dx + 8 * large, dy + 8 * large)
  play:check(small == large and not walk(9) and stands_on(1, 1), "and a click is where it is seen")

  play:key("escape")
  play:frames(1)
  play:check(play.quit, "Escape quits")
end
