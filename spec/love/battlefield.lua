-- Plays the battlefield: hovers, sends units, paints in their way, looks at the maps, and times a hundred on the march.
-- In every frame no two units may be on one cell, and none may enter ground that is closed to it.

local panel = require "panel"
local pointer = require "shared.pointer"
local rules = require "rules"

local ROUTE = "#e63946"

return function(play)
  local game = play.game
  play.most_seconds = 60

  local function screen(cell)
    local x, y = game.camera:to_screen(cell.x, cell.y)
    return math.floor(x + 0.5), math.floor(y + 0.5)
  end

  -- What must never be: a cell that two units stand on or leave, or that two enter; a unit that enters ground that is closed
  -- to it; figures that are drawn over each other, or that jump.
  local shared, trespasses, close, jumps, closest = 0, 0, 0, 0, {}
  local cells, places = {}, {}

  local function look()
    local units, on, entered = game.army.units, {}, {}
    -- One that follows another round a corner comes as near as this, in cells; isometric ones are half as high.
    local least = game.title:find "isometric" and 0.2 or 0.4
    for i, unit in ipairs(units) do
      local agent = unit.agent
      local cell, target = agent.node, agent.next
      if on[cell] or (target and entered[target]) then shared = shared + 1 end
      on[cell] = true
      if target then entered[target] = true end
      if cells[unit] and unit.cell ~= cells[unit] and not rules.may_enter(unit.kind, unit.cell) then
        trespasses = trespasses + 1
      end
      cells[unit] = unit.cell
      local place = places[unit]
      if place and (unit.x - place.x) ^ 2 + (unit.y - place.y) ^ 2 > 0.5 ^ 2 then jumps = jumps + 1 end
      places[unit] = { x = unit.x, y = unit.y }
      for k = 1, i - 1 do
        local x, y = unit.x - units[k].x, unit.y - units[k].y
        if x * x + y * y < least * least then close = close + 1 end
        closest[least] = math.min(closest[least] or 9, math.sqrt(x * x + y * y))
      end
    end
  end

  local update = game.update
  function game.update(...)
    update(...)
    look()
  end

  -- So many frames, or until test() is true.
  local function march(frames, test)
    for _ = 1, frames do
      if test and test() then return true end
      play:frames(1)
    end
    return test and test() or false
  end

  -- The same without drawing, which takes most of the time.
  local function march_unseen(frames, test)
    for _ = 1, frames do
      if test and test() then return true end
      game.update(1 / 60)
    end
    return test and test() or false
  end

  local function have_arrived(units)
    for _, unit in ipairs(units) do
      if unit.goal then return false end
    end
    return true
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

  -- It begins with everybody on the march, and says what it is.
  local moving = 0
  march_unseen(30)
  for _, unit in ipairs(game.army.units) do moving = moving + (unit.agent.status == "moving" and 1 or 0) end
  play:check(moving >= 6, "in the first half of a second units march")
  local said = false
  for _, text in ipairs(play:texts()) do said = said or text.text:find "each takes the way that costs it least" end
  play:check(said, "it says what it is")
  for _, size in ipairs { { 800, 600 }, { 1280, 720 }, { 2560, 1440 } } do play:check_window(size[1], size[2], "battlefield") end
  love.window.setMode(1024, 720, { resizable = true })
  play:frames(2)

  -- By the keys alone: everybody halts, then a man is chosen and sent.
  play:key("a")
  play:key("s")
  march_unseen(60)
  local one = game.army.units[1]
  local function lead(x, y)
    play:move(x - 40, y + 30)
    for _ = 1, 40 do
      local px, py = pointer.position()
      if math.abs(px - x) <= 3 and math.abs(py - y) <= 3 then return end
      if math.abs(px - x) > 3 then play:key(px < x and "right" or "left") end
      if math.abs(py - y) > 3 then play:key(py < y and "down" or "up") end
    end
  end
  lead(screen(one.cell))
  play:key("return")
  play:check(#game.selected == 1 and game.selected[1] == one, "the arrows and Enter choose a unit")
  local there = in_reach(5)
  lead(screen(there))
  play:key("return")
  play:frames(2)
  play:check(one.goal == there, "and send it")
  play:key("p")
  game.brush.terrain = "forest"
  play:key_down("return")
  play:key("right", 0.4)
  play:key_up("return")
  play:frames(2)
  play:check(there.terrain == "forest", "and paint")
  play:key("backspace")
  play:frames(2)
  play:check(not game.brush.on, "Backspace is the right button")
  play:key_down("lshift")
  play:key("left", 0.3)
  play:key_up("lshift")
  play:check(game.camera.own, "Shift with the arrows moves the map")
  play:key("pageup")
  play:frames(1)
  play:key("f")
  game.open(1, 1)

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
  play:check(man.agent.status == "moving" and man.goal == near, "a click sends the unit")
  local way = game.map:path(man.cell, near, "man")
  local ahead = way[math.min(4, #way - 1)]
  game.brush.terrain, game.brush.radius = "sea", 0
  play:key("p")
  play:click(screen(ahead))
  march(4)
  play:check(ahead.terrain == "sea", "the brush paints")
  play:key("p")
  play:check(march(300, function() return not man.goal end), "the unit arrives")
  play:check(man.cell == near, "where it was sent")

  -- All of them: each has a place of its own in a formation.
  play:key("a")
  play:click(screen(in_reach(6)))
  march(2)
  local told, goals = 0, {}
  for _, unit in ipairs(game.army.units) do
    local goal = unit.agent.goal
    if goal and not goals[goal] then told = told + 1 end
    goals[goal] = true
  end
  play:check(told == #game.army.units, "all are sent there, each to a place of its own")
  march(30)
  play:screenshot("march")
  play:key("s")
  march(120)
  local standing = 0
  for _, unit in ipairs(game.army.units) do
    if unit.agent.status == "arrived" and not unit.agent.next then standing = standing + 1 end
  end
  play:check(standing == #game.army.units, "S halts them")

  -- A group stands round its goal in the end.
  local function is_round(units, goal)
    local reach = 1.5 + math.sqrt(#units)
    for _, unit in ipairs(units) do
      if (unit.cell.x - goal.x) ^ 2 + (unit.cell.y - goal.y) ^ 2 > reach * reach then return false end
    end
    return true
  end
  play:key("o")
  play:check(game.army.formation == "line", "O chooses another formation")
  play:key("1")
  local many = #game.selected
  local goal = in_reach(16)
  play:click(screen(goal))
  march(40)
  play:screenshot("group")
  local lines = 0
  for _, line in game.ways:lines() do lines = lines + (#line >= 4 and 1 or 0) end
  play:check(many > 2 and lines == many, "each shows the way that it has still to go")
  play:check(march(900, function() return have_arrived(game.selected) end), "all of the group arrive")
  play:check(is_round(game.selected, goal), "each on a cell of its own round the goal")
  march(30)
  play:screenshot("arrived")

  -- Who is sent to where another one stands comes to stand beside it.
  local still, guest = game.selected[1], nil
  for _, unit in ipairs(game.army.units) do
    if unit.kind.name == "horse" then guest = unit end
  end
  game.select({ guest })
  game.send(still.cell.x, still.cell.y)
  march_unseen(2) -- the order is carried out by the next update
  play:check(march_unseen(2000, function() return not guest.goal end), "a unit that is sent to another one arrives")
  march_unseen(120)
  play:check(guest.agent.status == "arrived" and still.agent.status == "arrived", "and both stand")

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

  -- Who is cut off goes as near as it can, and goes on when there is a bridge.
  game.open(1, 1)
  game.map:fill(1, 1, game.map.width, game.map.height, "plain")
  game.map:fill(20, 1, 2, game.map.height, "sea")
  local walker = game.army.units[1]
  local from_west = walker.cell.col < 20
  local aim = game.map:cell(from_west and 30 or 10, 14)
  game.select({ walker })
  game.send(aim.x, aim.y)
  march_unseen(900)
  play:check(walker.cell.col == (from_west and 19 or 22), "a unit waits at the water")
  play:check(walker.agent.status == "arrived", "and stands there")
  game.brush.terrain, game.brush.radius = "bridge", 0
  game.brush:stroke(19.5, 13.5)
  game.brush:stroke(20.5, 13.5)
  game.brush:lift()
  play:check(march_unseen(900, function() return walker.cell == aim end), "until there is a bridge")

  -- A long play on each map: everybody is sent about, over ground that is painted meanwhile.
  local random = love.math.newRandomGenerator(5)
  local function anywhere() return game.map:cell(random:random(game.map.width), random:random(game.map.height)) end
  for form = 1, 6 do
    game.open(math.ceil(form / 2), (form - 1) % 2 + 1, 60 + form)
    local units, name = game.army.units, game.title
    for round = 1, #units < 100 and 12 or 3 do
      for i = 1, 4 do
        local cell = anywhere()
        local some = game.units_where(function(unit) return unit.kind.number == i or round % 3 == 0 end)
        game.select(some)
        if round % 4 == 1 then game.roam() else game.send(cell.x, cell.y) end
      end
      for stroke = 1, 3 do
        local unit = units[random:random(#units)]
        game.brush.radius = random:random(0, 2)
        game.brush.terrain = ({ "plain", "road", "forest", "sea", "mountain", "bridge" })[random:random(6)]
        -- Under a unit, or where it is going.
        local cell = stroke > 1 and unit.agent.goal or unit.cell
        game.brush:stroke(cell.x, cell.y)
        game.brush:lift()
        march_unseen(50)
      end
    end
    -- Then all that walk or drive, over dry land, to one place.
    game.map:fill(1, 1, game.map.width, game.map.height, "plain")
    local middle = game.map:cell(math.floor(game.map.width / 2), math.floor(game.map.height / 2))
    game.select(game.units_where(function(unit)
      local cols, rows = math.abs(unit.cell.col - middle.col), math.abs(unit.cell.row - middle.row)
      return unit.kind.name ~= "ship" and math.max(cols, rows) < 50
    end))
    game.send(middle.x, middle.y)
    local all = march_unseen(5000, function() return have_arrived(game.selected) end)
    play:check(all and #game.selected >= 9, name .. ": all arrive")
    march_unseen(240)
    play:check(is_round(game.selected, middle), name .. ": round their goal")
    march(1)
    play:screenshot("round-" .. form)
  end
  game.open(2, 2)
  play:frames(1)

  -- A hundred units march through the wide country while it is painted.
  play:key_down("tab")
  local asked = play:screenshot("asked")
  play:key_up("tab")
  play:check(play:count(asked, "#ffffff", 0.1, 400, 330, 224, 60) > 100, "it says what takes so long")
  play:check(#game.map < 40000, "before it begins")
  play:frames(1)
  game.update = update                                  -- to look takes time, too
  local work, stop = play.count_work()
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
  stop()

  -- What an update costs beside a flow over the whole map, spec/work/crowd_work.lua checks by counted work.
  for i, what in ipairs { "by the clock", "of the processor" } do
    local times = work[i]
    table.sort(times)
    local function share(part) return 1000 * times[math.max(1, math.ceil(part * #times))] end
    print(("updates of 100 units on 200 x 200, %s: median %.2f ms, 99%% %.2f ms, longest %.2f ms, %d frames")
      :format(what, share(0.5), share(0.99), share(1), #times))
  end
  play:check(shared == 0, "no two units are ever on one cell")
  for limit, distance in pairs(closest) do print(("least distance: %.2f, limit %.1f"):format(distance, limit)) end
  play:check(close == 0, "nor drawn on one place")
  play:check(jumps == 0, "nobody jumps")
  play:check(trespasses == 0, "nobody enters ground that is closed to it")
end
