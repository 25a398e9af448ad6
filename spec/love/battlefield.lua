-- Plays the battlefield: hovers, sends units, paints in their way, looks at the maps, and times a hundred on the march.

local panel = require "panel"
local rules = require "rules"

local ROUTE = "#e63946"

return function(play)
  local game = play.game
  play.most_seconds = 30

  local function screen(cell)
    local x, y = game.camera:to_screen(cell.x, cell.y)
    return math.floor(x + 0.5), math.floor(y + 0.5)
  end

  -- So many frames, or until test() is true. No unit may enter ground that is closed to its kind.
  local trespasses = 0
  local function march(frames, test)
    local cells = {}
    for _, unit in ipairs(game.army.units) do cells[unit] = unit.cell end
    for _ = 1, frames do
      if test and test() then return true end
      play:frames(1)
      for _, unit in ipairs(game.army.units) do
        if unit.cell ~= cells[unit] and not rules.may_enter(unit.kind, unit.cell) then trespasses = trespasses + 1 end
        cells[unit] = unit.cell
      end
    end
    return test and test() or false
  end

  -- A cell that the chosen unit reaches and that costs about so much; the palette would not cover it.
  local function in_reach(cost)
    local unit, best = game.selected[1], nil
    local search = game.map:search(unit.cell, nil, { unit = unit.kind.name, max_cost = cost })
    search:run()
    for cell in search:nodes("closed") do
      local x, y = screen(cell)
      if x > 40 and x < 820 and y > 40 and y < 660 and not game.unit_at(cell.x, cell.y, 1) then best = cell end
    end
    return best
  end

  local function has_route(name)
    local image = play:screenshot(name)
    return play:count(image, ROUTE, 0.06) > 40
  end

  -- How many pixels a cell has, if no cell is covered.
  local function fitted()
    for cell in game.map:nodes() do
      if panel.at(screen(cell)) then return 0 end
    end
    return game.camera.scale
  end

  -- The map is fitted beside whatever shows, and stays where the user has moved it.
  play:wait(0.1)
  play:screenshot("help")
  local beside = fitted()
  play:check(beside > 16, "the help covers nothing")
  love.window.setMode(800, 560, { resizable = true })
  play:frames(2)
  play:screenshot("small")
  local small = fitted()
  play:check(small > 10 and small < beside, "nor in the smallest window")
  love.window.setMode(1024, 720, { resizable = true })
  play:key("h")
  local full = fitted()
  play:check(full > beside, "the map has all of the window without the help")
  play:key("p")
  play:check(fitted() < full and fitted() > small, "the palette covers nothing")
  play:key("p")
  play:wheel(0, 1)
  play:frames(1)
  local zoomed = game.camera.scale
  play:key("h")
  play:check(game.camera.scale == zoomed, "where the user looks is left to the user")
  play:key("h")
  play:key("f")
  play:check(fitted() == full, "F shows all of the map")

  -- Squares: the route and the range.
  local near = in_reach(9)
  play:move(screen(near))
  march(6)
  play:check(game.plan.path and game.plan.path[#game.plan.path] == near, "hovering finds the route to the cell")
  local _, cost = game.map:path(game.selected[1].cell, near, "man")
  play:check(game.plan.cost and math.abs(game.plan.cost - cost) < 1e-6, "at its cost")
  play:check(has_route("squares"), "the route is drawn")
  local shaded = play:screenshot("range")
  play:key("m")
  march(2)
  play:check(not game.plan.range and play:differ(shaded, play:screenshot("no-range"), 0.05) > 3000, "M hides the range")
  play:key("m")
  play:key("t")
  march(2)
  play:screenshot("turns")
  local turns, count = game.map:reach(game.selected[1].cell, nil, { unit = "man", moves = 12, max_turns = 3 }), 0
  for cell, state in turns:nodes() do
    if state == "closed" then
      count = count + 1
      if game.plan.range.turn_of[cell.id] ~= turns:turns(cell) then count = -1e9 end
    end
  end
  local drawn = 0
  for _, band in ipairs(game.plan.range.bands) do drawn = drawn + #band.cells end
  play:check(#game.plan.range.bands == 3 and drawn == count, "T shows the range of three turns")
  play:key("t")
  march(2)
  play:check(#game.plan.range.bands == 1, "and of one again")

  -- A click sends it; what is painted in its way makes it go round.
  local man = game.selected[1]
  play:click(screen(near))
  march(20)
  play:check(not man.walker.done and man.goal == near, "a click sends the unit")
  local ahead = man.walker.path[math.min(5, #man.walker.path - 1)]
  game.brush.terrain, game.brush.radius = "sea", 0
  play:key("p")
  play:click(screen(ahead))
  march(4)
  play:check(ahead.terrain == "sea", "the brush paints")
  play:key("p")
  play:check(march(200, function() return not man.goal end), "the unit arrives")
  play:check(man.cell == near, "where it was sent")

  -- All of them.
  play:key("a")
  play:click(screen(in_reach(6)))
  local told, goals = 0, {}
  for _, unit in ipairs(game.army.units) do
    if unit.goal and not goals[unit.goal] then told, goals[unit.goal] = told + 1, true end
  end
  play:check(told == #game.army.units, "each is sent to a cell of its own")
  local group = game.army.units[1].group
  play:check(group and #group.units > 2, "those of a kind make a group")
  march(20)
  play:screenshot("march")
  play:key("s")
  march(1)
  local standing = 0
  for _, unit in ipairs(game.army.units) do standing = standing + (unit.walker.done and 1 or 0) end
  play:check(standing == #game.army.units, "S halts them")

  -- A group follows one flow, and each ends on its own cell.
  play:key("1")
  local searches = game.jobs.finished
  local many = #game.selected
  play:click(screen(in_reach(16)))
  march(8)
  play:check(many > 2 and game.jobs:waiting("orders") == 0 and game.selected[1].flows, "a flow answers for the group")
  play:check(game.jobs.finished - searches < many + 4, "and nothing else is searched")
  play:screenshot("group")
  play:check(march(900, function()
    for _, unit in ipairs(game.selected) do
      if unit.goal then return false end
    end
    return true
  end), "all of the group arrive")
  local places, apart = {}, 0
  for _, unit in ipairs(game.selected) do
    if not places[unit.cell] then places[unit.cell], apart = true, apart + 1 end
  end
  play:check(apart == many, "each on a cell of its own")
  play:screenshot("arrived")

  -- The other maps.
  for _, name in ipairs { "hexagons", "castle", "isometric" } do
    play:key(name == "castle" and "tab" or "g")
    play:move(screen(in_reach(30) or game.selected[1].cell))
    march(10)
    play:check(has_route(name), name .. ": a route is drawn")
    local x1, y1 = game.camera:to_screen(game.camera.x1, game.camera.y1)
    local x2, y2 = game.camera:to_screen(game.camera.x2, game.camera.y2)
    play:check(x2 - x1 > 880 and y2 - y1 > 620, name .. ": the map fills the window")
    local before = game.map
    play:key("n")
    play:check((game.map == before) == (name ~= "hexagons"), name .. ": N makes a new country, but no new castle")
  end

  -- A hundred units march through the wide country while it is painted.
  play:key_down("tab")
  local asked = play:screenshot("asked")
  play:key_up("tab")
  play:check(play:count(asked, "#ffffff", 0.1, 400, 330, 224, 60) > 100, "it says what takes so long")
  play:check(#game.map < 40000, "before it begins")
  play:frames(1)
  local work = play.count_work()
  play:check(#game.army.units == 100 and #game.map == 40000, "a hundred units on 200 x 200 cells")
  play:key("a")
  march(40)
  play:key("p")
  game.brush.radius = 2
  for i, terrain in ipairs { "sea", "mountain", "road", "plain" } do
    game.brush.terrain = terrain
    play:drag(250 + 90 * i, 60, 300 + 110 * i, 600)
    march(16)
  end
  play:screenshot("wide")
  play:key("p")
  play:move(600, 400)
  for _ = 1, 12 do
    play:wheel(0, 1)
    march(1)
  end
  march(90)
  play:screenshot("wide-march")

  local passed = 0
  for i, what in ipairs { "by the clock", "of the processor" } do
    local times = work[i]
    table.sort(times)
    local function share(part) return 1000 * times[math.max(1, math.ceil(part * #times))] end
    print(("updates of 100 units on 200 x 200, %s: median %.2f ms, 99%% %.2f ms, longest %.2f ms, %d frames")
      :format(what, share(0.5), share(0.99), share(1), #times))
    if share(0.99) < 8 then passed = passed + 1 end
  end
  play:check(passed > 0, "99 of 100 updates take less than 8 ms")
  play:check(trespasses == 0, "nobody enters ground that is closed to it")
end
