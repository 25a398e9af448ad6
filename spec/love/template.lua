-- Plays examples/love/template: the hero walks where it is sent, round what is blocked under way.

return function(play)
  local game = play.game
  local map, hero = game.map, game.hero
  local route = { 230 / 255, 57 / 255, 70 / 255 }

  play:wait(0.2)
  local before = play:screenshot("begin")
  play:check(play:count(before, "#7da05a") > 50000, "grass is drawn")
  play:check(play:count(before, "#3f77ad") > 5000, "and water")
  play:check(play:count(before, "#ffffff", 0.3, 0, 0, 1024, 36) > 300, "the help is there")
  play:check(play:count(before, route, 0.02) == 0, "and no route yet")

  local function middle(col, row)
    local cell = map:cell(col, row)
    return cell.x, cell.y
  end

  -- Far away, and something is put in its way meanwhile.
  play:click(middle(23, 10))
  play:check(not hero.done, "it walks")
  play:wait(1)
  local image = play:screenshot("walks")
  play:check(play:count(image, route, 0.02) > 500, "the route is drawn")
  play:check(hero.x > 120, "it has come some way")
  local place = hero.path[#hero.path - 2]
  local x, y = hero.x, hero.y
  play:click(place.x, place.y, 2)
  play:check(place.blocked and not hero.done, "its way is blocked, and it has another")
  play:check(math.abs(hero.x - x) + math.abs(hero.y - y) < 15, "without a jump")
  play:wait(5.5)
  play:check(hero.done and map:at(hero.x, hero.y) == map:cell(23, 10), "it arrives")

  play:click(place.x, place.y, 2)
  play:check(not place.blocked, "the cell is open again")

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
