-- Plays examples/love/template: the hero walks where it is sent, round what is blocked under way, never into it, and
-- never forgets where it was sent.

return function(play)
  local game = play.game
  local map, hero = game.map, game.hero
  local route = { 230 / 255, 57 / 255, 70 / 255 }

  local colours = require "astar.theme".default.terrain

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

  local function middle(col, row)
    local cell = map:cell(col, row)
    return cell.x, cell.y
  end

  -- What a picture shows at a cell: "goal", "no way", or nil.
  local function mark(image, cell)
    local function has(colour) return play:count(image, colour, 0.02, cell.x - 14, cell.y - 14, 28, 28) > 150 end
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
  play:click(place.x, place.y, 2)
  play:check(place.blocked and not hero.done, "its way is blocked, and it has another")
  play:check(math.abs(hero.x - x) + math.abs(hero.y - y) < 15, "without a jump")
  hero.speed = 480
  walk(4)
  play:check(stands_on(23, 10), "it arrives")

  play:click(place.x, place.y, 3)
  play:check(place.blocked, "no other button edits the map")
  play:click(place.x, place.y, 2)
  play:check(not place.blocked, "the cell is open again")

  -- Into the room, whose door is closed, opened while it walks there, closed again, and opened when it has come.
  local door = map:cell(19, 5)
  play:click(door.x, door.y, 2)
  play:click(middle(21, 5))
  play:check(hero.path.partial, "it walks as near as it gets")
  play:frames(1)
  play:check(mark(play:screenshot("no-way"), map:cell(21, 5)) == "no way", "and the goal is marked as out of reach")
  play:wait(0.2)
  play:click(door.x, door.y, 2)
  play:check(not hero.path.partial, "and inside, since the door is open now")
  play:check(mark(play:screenshot("way"), map:cell(21, 5)) == "goal", "and the mark says so")
  play:wait(0.2)
  play:click(door.x, door.y, 2)
  play:check(not walk(2) and hero.done and hero.path.partial, "it stops outside")
  play:click(door.x, door.y, 2)
  play:check(not walk(2) and stands_on(21, 5), "and goes in when it can")

  -- Its goal is closed and opened while it stands there; then cell after cell ahead of it.
  play:click(hero.x, hero.y, 2)
  play:check(hero.done or not walk(1), "a block under it is nothing to run from")
  play:click(hero.x, hero.y)
  play:check(not walk(1) and stands_on(21, 5), "nor to be sent to")
  play:click(hero.x, hero.y, 2)
  play:click(middle(21, 10))
  for _ = 1, 5 do
    play:frames(7)
    local ahead = hero:ahead()
    local inside = map:at(hero.x, hero.y) == ahead
    play:click(ahead.x, ahead.y, 2)
    play:check(inside or not walk(0.1), "it does not walk into what is blocked ahead of it")
    play:click(ahead.x, ahead.y, 2)
  end
  play:check(not walk(2) and stands_on(21, 10), "it arrives when all is open again")
  hero.speed = 240

  -- Where nobody can go, nowhere, and where it stands.
  play:click(middle(8, 10))
  play:wait(0.5)
  play:click(5, 5)
  play:click(1019, 715, 2)
  play:click(hero.x, hero.y)
  play:wait(0.2)
  play:click(hero.x, hero.y, 2)
  play:wait(0.2)
  play:click(middle(1, 1))
  play:wait(0.3)
  play:check(not hero.done, "it leaves a cell that was blocked under it")

  play:key("escape")
  play:frames(1)
  play:check(play.quit, "Escape quits")
end
