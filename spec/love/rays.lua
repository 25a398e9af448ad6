-- Plays examples/love/rays: obstacles dragged and turned, ends moved, the search watched, the grid beside it.

local theme = require "astar.theme"
local cells = require "cells"
local screen_of = require "shared.screen"
local pointer = require "shared.pointer"
local view_of = require "view"

local RED, FREE, HIT = theme.default.route, theme.default.ray, theme.default.ray_hit
local OPEN, CLOSED, CURRENT = theme.default.open, theme.default.closed, theme.default.current

return function(play)
  play.most_seconds = 30
  local game, view, hand = play.game, play.game.view, play.game.hand

  local function screen(place) return view:to_screen(place.x, place.y) end

  local function near(a, b) return math.abs(a - b) < 1e-6 end

  -- How many pixels of the ground have a colour, the panels left out.
  local function seen(image, colour, tolerance)
    local count = play:count(image, colour, tolerance or 0.12)
    for _, panel in pairs(view.panels) do
      count = count - play:count(image, colour, tolerance or 0.12, panel.x, panel.y, panel.w, panel.h)
    end
    return count
  end

  -- Looks beside the ground only, on which the figure's path has nearly this colour.
  local function help_seen(image) return play:count(image, { 1, 0.82, 0.25 }, 0.1, 10, 40, 110, 280) end

  -- Whether the ground and all panels that show lie in the window, and none over another.
  local function is_tidy()
    local width, height = love.graphics.getDimensions()
    local unit = screen_of.scale
    local ground = view.game.ground
    local x, y = view:to_screen(0, 0)
    local boxes = { { x = x, y = y, w = ground.width * view.scale, h = ground.height * view.scale } }
    for _, panel in pairs(view.panels) do
      boxes[#boxes + 1] = { x = panel.x * unit, y = panel.y * unit, w = panel.w * unit, h = panel.h * unit }
    end
    for i, a in ipairs(boxes) do
      if a.x < 0 or a.y < 0 or a.x + a.w > width or a.y + a.h > height - view_of.STATUS_HEIGHT * unit then return false end
      for j = 1, i - 1 do
        local b = boxes[j]
        if a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h then return false end
      end
    end
    return true
  end

  -- What the grid knows, kept up with every change, against one made anew.
  local function check_cells(name)
    local kept = game.compare.cells
    local fresh = cells.new(game.ground, kept.size, kept.radius, kept.whole)
    local wrong, odd = 0, 0
    for row = 1, kept.height do
      for col = 1, kept.width do
        local cell, other = kept.map:cell(col, row), fresh.map:cell(col, row)
        if cell.blocked ~= other.blocked then wrong = wrong + 1 end
        local covered = game.ground.plane:at(cell.x, cell.y) ~= nil
        if covered and not cell.blocked then odd = odd + 1 end
        if not kept.whole and kept.radius == 0 and cell.blocked and not covered then odd = odd + 1 end
      end
    end
    play:check(wrong == 0, name .. ": the grid is as it would be if made anew")
    play:check(odd == 0, name .. ": the grid is that of the plane's own ground, " .. odd)
  end

  -- The first picture.
  play:frames(2)
  local image = play:screenshot("first")
  play:check(seen(image, RED) > 1500, "the route is red")
  play:check(seen(image, theme.default.obstacle, 0.02) > 40000, "obstacles stand there")
  play:check(help_seen(image) > 500, "the keys are explained")
  play:check(game.path and game.scene == 1, "there is a route")

  -- An obstacle is dragged across the route.
  local shape = game.ground.shapes[5]
  play:check(shape.corners ~= nil, "the fifth is a polygon")
  local before, count = game.length, #game.ground.plane
  local x, y = screen(shape)
  play:press(x, y)
  play:check(hand.held == shape, "it is held")
  local changes, last = 0, game.length
  for i = 1, 20 do
    play:move(x - 2 * i, y - 3 * i)
    play:frames(1)
    if game.length ~= last then changes, last = changes + 1, game.length end
  end
  image = play:screenshot("dragged")
  play:release(x - 40, y - 60)
  play:check(changes >= 5, "the route changes while it is dragged")
  play:check(game.length > before, "and is longer then")
  play:check(seen(image, RED) > 1500, "it is still drawn")
  play:check(#game.ground.plane == count and shape.rock.data == shape, "the obstacle is the same one")
  play:frames(1)
  play:check(hand.held == nil, "it is let go")

  -- It is turned by the wheel, by a key, and by the right button.
  local angle = shape.angle
  play:move(screen(shape))
  play:frames(1)
  play:wheel(0, 3)
  play:frames(1)
  play:check(near(shape.angle, angle + math.rad(15)), "the wheel turns it")
  play:key("e", 0.2)
  play:check(shape.angle > angle + math.rad(30), "E turns it")
  play:key("q", 0.2)
  play:frames(2)
  play:check(shape.angle < angle + math.rad(25), "Q turns it back")
  angle = shape.angle
  x, y = screen(shape)
  play:drag(x + 20, y, x, y + 20, 2)
  play:check(near((shape.angle - angle) % (2 * math.pi), math.pi / 2), "the right button turns it")

  -- Start and goal.
  before = game.length
  x, y = screen(game.start)
  play:drag(x, y, x + 60, y - 350)
  play:frames(1)
  local moved_x, moved_y = screen(game.start)
  play:check(near(moved_x, x + 60) and near(moved_y, y - 350), "the start is moved")
  play:check(game.length ~= before, "the route begins there")
  x, y = screen(game.goal)
  play:drag(x, y, x + 500, y + 300)
  play:check(game.goal.x == game.ground.width, "the goal stays on the ground")
  play:check(game.path ~= nil, "there is a way to the edge")

  -- Watching.
  play:key("1")
  for _ = 1, 6 do play:key("n") end
  image = play:screenshot("stepped")
  play:check(game.watch.search.expanded == 6, "N expands one")
  play:check(seen(image, FREE, 0.15) > 100, "free rays are drawn")
  play:check(seen(image, HIT, 0.15) > 100, "rays that hit are drawn")
  play:check(seen(image, OPEN) > 20, "open corners are drawn")
  play:check(seen(image, CLOSED) > 8, "expanded corners are drawn")
  play:check(seen(image, CURRENT) > 20, "the current corner is drawn")
  play:check(seen(image, RED) < 30, "no route yet")
  play:key("l")
  play:key("+")
  play:key("space")
  play:wait(0.6)
  play:check(game.watch.search.expanded > 8 and game.watch.running, "space lets it run")
  play:key("space")
  play:check(not game.watch.running, "and stops it")
  local steps = game.watch.search.expanded
  shape = game.ground.shapes[1]
  x, y = screen(shape)
  play:drag(x, y, x + 20, y + 30)
  play:check(game.watch.search.expanded == steps, "an edit leaves the search as far as it was")
  play:key("f")
  image = play:screenshot("watched")
  play:check(game.watch.search.status == "found", "F runs to the end")
  play:check(seen(image, RED) > 1500, "then the route is drawn")
  play:key("t")
  play:check(game.watch.search.expanded == 0, "T begins again")
  play:key("v")
  play:check(game.watch.search == nil, "V ends it")

  -- The comparison.
  play:key("c")
  play:wait(0.4)
  image = play:screenshot("compared")
  play:check(seen(image, view_of.GRID) > 800, "the grid's route is drawn")
  play:check(seen(image, RED) > 1500, "beside the plane's")
  local rows = game.compare:table(game)
  for _, row in ipairs(rows) do
    play:check(row[2] and row[3] and row[4] and row[4] > 0 and row[4] < 0.2, row[1] .. " is measured")
  end
  play:check(rows[3][2] > rows[1][2], "the grid's route is longer")
  x, y = screen(game.ground.shapes[3])
  play:drag(x, y, x + 90, y + 40)
  check_cells("middles")
  play:key("g")
  play:key("]")
  play:key("r")
  x, y = screen(game.ground.shapes[4])
  play:drag(x, y, x - 40, y - 60)
  check_cells("any part, with a radius")
  play:check(game.compare.cells.size == 16 and game.radius == 4, "cells and figure are larger")
  play:key("pagedown")
  play:key("g")

  -- Cells that are too coarse for the walls of the maze, and too fine to be quick.
  play:key("3")
  for _ = 1, 3 do play:key("]") end
  play:wait(0.3)
  play:screenshot("coarse")
  play:check(game.compare.cells.size == 32 and game.compare.cells.cuts > 3, "a coarse grid's route cuts walls")
  for _ = 1, 4 do play:key("[") end
  play:check(game.compare.cells.size == 4 and game.compare.cells.cuts <= 3, "a fine grid's does not")
  play:key("]")

  -- No panel covers the ground, however large the window is and whatever shows.
  play:key("n")
  for _, size in ipairs { { 800, 600 }, { 1024, 720 }, { 800, 1000 }, { 2560, 1440 }, { 1280, 720 } } do
    local name = ("%d x %d"):format(size[1], size[2])
    for _, shows in ipairs { "help, legend, table", "legend, table", "legend", "help, legend" } do
      if (shows:find("help") ~= nil) ~= view.help then play:key("h") end
      if (shows:find("table") ~= nil) ~= game.compare.on then play:key("c") end
      play:check_window(size[1], size[2], "rays, " .. shows)
      play:check(is_tidy(), name .. ": nothing lies over anything else, " .. shows)
      play:check(view.scale > (size[1] < 1280 and 0.38 or 0.75), name .. ": the ground is large, " .. shows)
    end
  end
  play:key("v")
  play:key("c")

  -- All scenes.
  for number = 2, 6 do
    play:key(tostring(number))
    play:wait(number == 6 and 0.5 or 0.1)
    image = play:screenshot("scene" .. number)
    play:check(game.scene == number and game.path, "scene " .. number .. " has a route")
    play:check(seen(image, RED) > 500 and seen(image, view_of.GRID) > 300, "and both routes are drawn")
  end
  play:check(#game.ground.plane == 500, "scene 6 has 500 obstacles")
  local updates = #play.times
  shape = game.ground.shapes[250]
  x, y = screen(shape)
  play:press(x, y)
  for i = 1, 20 do
    play:move(x + 4 * i, y + 2 * i)
    play:frames(1)
  end
  play:release(x + 80, y + 40)
  -- The slowest tenth is left out: the machine may be busy with something else.
  local times = {}
  for i = updates + 1, #play.times do times[#times + 1] = play.times[i] end
  table.sort(times)
  local slow = times[math.floor(#times * 0.9)]
  play:check(slow < 0.008, ("an obstacle among 500 is dragged in time, %.1f ms"):format(slow * 1000))
  play:key("c")

  -- The start is buried, and freed.
  play:key("1")
  play:key_down("lshift")
  play:key("r")
  play:key_up("lshift")
  play:check(game.radius == 0, "shift R makes the figure smaller")
  shape = game.ground.shapes[8]
  x, y = screen(shape)
  play:press(x, y)
  play:move(screen(game.start))
  play:frames(2)
  image = play:screenshot("buried")
  play:check(game.path == nil and game.reason == "blocked" and game:is_buried(game.start), "the start is buried")
  play:check(not game:is_buried(game.goal) and seen(image, RED) < 200, "no route is drawn")
  play:move(x, y)
  play:frames(2)
  play:release(x, y)
  play:check(game.path ~= nil, "and free again")

  -- A figure with a size walks, and finds another way when an obstacle is put before it.
  for _ = 1, 3 do play:key("r") end
  play:key("w")
  play:wait(0.6)
  local follower = game.walker.follower
  local walked_x = follower.x
  play:check(walked_x > game.start.x + 40 and not follower.done, "a figure walks")
  shape = game.ground.shapes[1]
  x, y = screen(shape)
  play:drag(x, y, x - 20, y + 60)
  play:frames(1)
  play:check(math.abs(follower.x - walked_x) < 40 and not follower.done, "it goes on without a jump")
  image = play:screenshot("walking")
  play:check(seen(image, view_of.WALKER) > 300, "it is drawn")

  -- A figure that grows is moved to where it has room, on its own side of what is in its way; or it does not grow.
  play:key("1")
  play:key_down("lshift")
  for _ = 1, 10 do play:key("r") end
  play:key_up("lshift")
  play:check(game.radius == 0, "a point")
  shape = game.ground.shapes[8]
  game:move_end(game.start, shape.x - shape.r - 3, shape.y)
  play:key("w")
  play:frames(3)
  local at_x, at_y = game.start.x, game.start.y
  for _ = 1, 5 do play:key("r") end
  play:frames(2)
  play:check(game.radius == 20 and game.start.x < at_x - 10, "the start has moved to where the figure has room")
  play:check(not game.ground.plane:raycast(at_x, at_y, game.start.x, game.start.y), "on its side of the obstacle")
  play:check(game.path and not game.walker.trouble, "and there is a way for both")
  play:key("w")
  play:key("3")
  for _ = 1, 10 do play:key("r") end
  play:frames(2)
  play:check(game.radius < 40 and game.refusal, "between the walls of the maze it does not grow more")
  play:screenshot("grown")
  play:key("1")
  play:key_down("lshift")
  for _ = 1, 10 do play:key("r") end
  play:key_up("lshift")

  -- By the keys alone: an obstacle is added, dragged and removed.
  local function lead(to_x, to_y)
    play:move(to_x - 40, to_y + 30)
    for _ = 1, 40 do
      local px, py = pointer.position()
      if math.abs(px - to_x) <= 3 and math.abs(py - to_y) <= 3 then return end
      if math.abs(px - to_x) > 3 then play:key(px < to_x and "right" or "left") end
      if math.abs(py - to_y) > 3 then play:key(py < to_y and "down" or "up") end
    end
  end
  count = #game.ground.plane
  play:move(view:to_screen(330, 600))
  play:key("b")
  lead(view:to_screen(350, 640))
  play:key("return")
  play:frames(1)
  shape = game.ground.shapes[count + 1]
  play:check(#game.ground.plane == count + 1 and math.abs(shape.x - 350) < 8, "Enter adds")
  at_x = shape.x
  play:key_down("return")
  play:key("right", 0.5)
  play:key_up("return")
  play:check(shape.x > at_x + 40 and not hand.held, "Enter held drags")
  play:key("x")
  play:check(#game.ground.plane == count, "X removes")

  -- Obstacles come and go; the help hides.
  play:key("p")
  count = #game.ground.plane
  x, y = view:to_screen(330, 640)
  play:click(x, y)
  play:frames(1)
  play:check(#game.ground.plane == count + 1 and game.ground.shapes[count + 1].kind == "polygon", "a click adds")
  play:key("delete")
  play:check(#game.ground.plane == count, "Delete removes")
  local shown = help_seen(play:screenshot("with-help"))
  play:key("h")
  image = play:screenshot("plain")
  play:check(not view.help and help_seen(image) < shown - 500, "H hides the help")
  play:key("f1")
  play:check(view.help, "F1 shows it")

  play:key("escape")
  play:frames(2)
  play:check(play.quit, "Escape quits")
end
