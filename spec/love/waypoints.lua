-- Plays the waypoints demo: a search step by step, every way to edit the net, both views, and the walk.

local theme = require "astar.theme"

local WHITE_TOLERANCE, TOLERANCE = 0.01, 0.02

return function(play)
  play.most_seconds = 30
  local game = play.game
  local check = function(...) return play:check(...) end

  local function place(node)
    local x, y = game.editor:on_screen(node)
    return math.floor(x + 0.5), math.floor(y + 0.5)
  end

  local function point(node)
    local x, y = place(node)
    play:move(x, y)
    play:frames(2)
    return x, y
  end

  -- Presses a key while the mouse is over a node.
  local function key_at(key, node)
    point(node)
    play:key(key)
    play:frames(1)
  end

  local function says(text)
    return check(game.journey.note:find(text, 1, true), ("'%s' says nothing of '%s'"):format(game.journey.note, text))
  end

  local function count(image, name)
    local panel = game.panel:room()
    return play:count(image, theme.default[name], name == "none" and WHITE_TOLERANCE or TOLERANCE, unpack(panel))
  end

  -- A free place on the screen, far from all waypoints, inside the part where they may lie.
  local function free_place()
    local best, best_x, best_y = 0, nil, nil
    for x = 1, 25, 0.5 do
      for y = 1, 19, 0.5 do
        local screen_x, screen_y = game.camera:to_screen(game.projection.project(x, y, 0))
        local least = math.huge
        for node in game.map:nodes() do
          local node_x, node_y = place(node)
          least = math.min(least, (node_x - screen_x) ^ 2 + (node_y - screen_y) ^ 2)
        end
        if least > best then best, best_x, best_y = least, screen_x, screen_y end
      end
    end
    return math.floor(best_x + 0.5), math.floor(best_y + 0.5)
  end

  -- What is there at first.
  play:frames(3)
  local map, journey = game.map, game.journey
  local camp, castle = map:node("Camp"), map:node("Castle")
  check(#map >= 40, "there are too few waypoints")
  check(journey.search.expanded == 0 and journey.search.status == "searching", "the search has not begun by itself")
  local picture = play:screenshot("ready")
  check(count(picture, "none") > 2400, "untouched waypoints are not white")
  check(count(picture, "open") == 0 and count(picture, "route") == 0, "something is open before the first step")
  check(count(picture, "start") + count(picture, "goal") > 30, "start and goal are not marked")

  -- Step by step.
  for _ = 1, 9 do play:key("n") end
  check(journey.search.expanded == 9, "N does not take one step")
  play:move(900, 700)
  picture = play:screenshot("steps")
  for _, state in ipairs { "none", "open", "closed", "current" } do
    check(count(picture, state) > 60, "no waypoint shows as " .. state)
  end
  play:key("l")
  play:key("l")
  local bare = play:screenshot("bare")
  check(play:differ(picture, bare) > 3000, "L does not take the labels away")
  play:key("l")
  play:key("h")
  play:wait(0.6)
  check(not game.panel.shown, "H does not hide the help")
  play:screenshot("wide")
  play:key("f1")
  play:wait(0.6)
  check(game.panel.shown, "F1 does not bring the help back")

  -- An edit makes the search stale; it begins again by itself and says so.
  local before = journey.search:cost(map:node("Bridge"))
  local x, y = place(map:node("Lodge"))
  play:drag(x, y, x + 20, y - 14)
  play:frames(2)
  says("stale")
  check(journey.search.expanded == 9 and journey.search.status == "searching", "it did not go as far as it had been")
  check(before == nil or journey.search:cost(map:node("Bridge")), "the search has lost what it knew")
  local node_x, node_y = place(map:node("Lodge"))
  check(math.abs(node_x - x - 20) <= 1 and math.abs(node_y - y + 14) <= 1, "the drag did not move the waypoint")
  check(game.editor.selected == nil, "a drag is not a click")

  -- Running, with a change of speed and a pause.
  play:key("=")
  check(journey:speed() == 16, "+ does not make it faster")
  play:key("-")
  play:key("space")
  play:wait(0.5)
  check(journey.search.expanded > 10 and journey.running, "space does not run")
  play:key("space")
  check(not journey.running and journey.search.status == "searching", "space does not pause")
  play:key("e")
  play:frames(1)
  check(journey.search.status == "found" and journey.route, "Enter does not run to the end")
  picture = play:screenshot("found")
  check(count(picture, "route") > 1500, "the route is not red")

  -- The figure walks, and takes another route without a jump.
  local walker = journey.walker
  local from_x, from_y = walker.x, walker.y
  play:wait(0.4)
  local gone = ((walker.x - from_x) ^ 2 + (walker.y - from_y) ^ 2) ^ 0.5
  check(gone > 0.3 and gone < 1.5, "the figure does not walk")
  check(walker.angle == walker.angle and not walker.done, "the figure looks nowhere")
  local third = journey.route[3]
  from_x, from_y = walker.x, walker.y
  key_at("b", third)
  check(third.blocked and walker == journey.walker, "B does not block")
  says("another route")
  for _, node in journey.route:nodes() do check(node ~= third, "the route leads through what is blocked") end
  gone = ((walker.x - from_x) ^ 2 + (walker.y - from_y) ^ 2) ^ 0.5
  check(gone < 0.4, "the figure jumped")
  key_at("b", third)
  check(not third.blocked, "B does not open again")

  -- Adding, linking, unlinking, removing.
  local nodes = #map
  x, y = free_place()
  play:click(x, y)
  play:frames(1)
  check(#map == nodes + 1, "a click does not add a waypoint")
  local added = map:nearest(game.projection:to_ground(game.camera:to_picture(x, y)))
  check(added.x > 0 and math.abs(added.z - require("ground").height(added.x, added.y)) < 1e-6, "it lies off the ground")
  check(not added:links()(), "it is linked already")
  local lodge = map:node("Lodge")
  local lodge_x, lodge_y = place(lodge)
  play:drag(x, y, lodge_x, lodge_y, 2)
  play:frames(1)
  check(map:linked(added, lodge) and map:linked(lodge, added), "the right button does not link")
  play:drag(x, y, lodge_x, lodge_y, 2)
  play:frames(1)
  check(not map:linked(added, lodge) and not map:linked(lodge, added), "the right button does not unlink")
  play:click(x, y)
  check(game.editor.selected == added, "a click does not select")
  key_at("k", lodge)
  check(map:linked(added, lodge), "K does not link")
  local terrain = added.terrain
  key_at("t", added)
  check(added.terrain ~= terrain, "T does not change the terrain")
  play:key_down("lshift")
  x, y = free_place()
  play:click(x, y)
  play:key_up("lshift")
  play:frames(1)
  check(#map == nodes + 2 and map:linked(added, game.editor.selected), "Shift-click does not link to the selected one")
  key_at("x", game.editor.selected)
  key_at("delete", added)
  check(#map == nodes and game.editor.selected == nil and game.editor.hover == nil, "X and Delete do not remove")

  -- The waypoint ahead of the figure goes; the figure goes on all the same.
  local ahead = walker:ahead()
  key_at("x", ahead)
  local lost = tostring(walker:ahead()):find("removed")
  check(not walker.done and journey.route and not lost, "the figure goes to what is gone")

  -- From the side.
  play:key("tab")
  play:wait(1)
  check(game.projection.blend == 1, "Tab does not turn the view")
  local peak = map:node("Summit")
  x, y = point(peak)
  check(game.editor.hover == peak, "the mouse does not find the waypoint from the side")
  picture = play:screenshot("side")
  check(count(picture, "route") > 500, "the route is not red from the side")
  local height = peak.z
  play:drag(x, y, x, y - 40)
  check(peak.z > height + 0.5 and game.editor.drag == nil, "a drag does not lift the waypoint")
  play:key("v")
  play:wait(1)
  check(game.projection.blend == 0, "V does not turn the view back")

  -- Units, ends that are gone, nowhere to go.
  play:key("3")
  play:frames(2)
  check(journey.unit.name == "goat" and journey.search.unit == "goat", "3 is not the goat")
  map:node("Bridge").blocked = true
  play:frames(2)
  walker.speed = 1000
  key_at("s", camp)
  play:key("e")
  play:frames(1)
  check(journey.search.status == "unreachable" and not journey.route, "the goat crosses the river")
  says("no way")
  map:node("Bridge").blocked = false
  play:frames(3)
  check(journey.route and journey:under_way(), "it does not set out when there is a way again")
  journey.walker.speed = 200
  play:wait(0.3)
  check(journey.arrived and journey.walker.x == castle.x, "the figure does not arrive")
  key_at("x", castle)
  says("no goal")
  check(journey.search == nil and #map == nodes - 2, "a search without a goal goes on")
  check(journey.walker.x == camp.x and journey.walker.y == camp.y, "the figure does not wait at the start")
  for _, key in ipairs { "n", "space", "return", "w", "i", "r", "k" } do play:key(key) end
  check(journey.search == nil, "a search without a goal begins")
  key_at("g", lodge)
  check(journey.goal == lodge and journey.search, "G does not set the goal")
  key_at("s", lodge)
  play:key("e")
  play:frames(2)
  check(journey.search.status == "found" and journey.walker.done, "a route from a waypoint to itself is none")
  key_at("x", lodge)
  check(journey.walker == nil, "the figure stands where there is nothing")
  for node in map:nodes() do game.editor:remove(node) end
  play:frames(2)
  says("click to add")
  play:key("s")
  says("click to add")
  play:screenshot("empty")
  play:key("space")
  check(#map == 0 and journey.search == nil, "a net without waypoints has a search")

  -- The camera, and the net as it was.
  local scale = game.camera.scale
  play:wheel(0, 2)
  play:drag(700, 300, 760, 330, 3)
  play:frames(2)
  check(game.camera.scale > scale and game.camera.own, "the wheel does not zoom")
  play:key("f")
  play:key("f5")
  play:wait(0.5)
  check(game.map ~= map and game.map:node("Castle"), "F5 does not bring the net back")
  check(math.abs(game.camera.scale - scale) < 0.1 * scale, "F does not fit the net to the window")
  play:screenshot("again")
  check(play:slowest() < 0.016, "the demo takes too long for a frame")

  -- By the keys alone: a waypoint is fresh, selected, dragged and removed, and the map is moved.
  local free_x, free_y = free_place()
  play:move(free_x - 30, free_y - 30)
  for _ = 1, 5 do play:key("right") end
  for _ = 1, 5 do play:key("down") end
  local many = #game.map
  play:key("return")
  play:frames(2)
  check(#game.map == many + 1 and game.editor.hover, "Enter does not add a waypoint")
  local fresh = game.editor.hover
  local from = fresh.x
  play:key("return")
  check(game.editor.selected == fresh, "Enter does not select it")
  play:key_down("return")
  play:key("right", 0.5)
  play:key_up("return")
  check(fresh.x > from + 0.5, "Enter and the arrows do not drag it")
  play:key("x")
  check(#game.map == many, "X does not remove it")
  play:key_down("lshift")
  play:key("left", 0.2)
  play:key_up("lshift")
  check(game.camera.own, "Shift with the arrows does not move the map")
  play:key("f")

  -- A small window has room for all of the help, and still for the net; in a large one all is larger. All of the net, with its
  -- names, is beside the panel.
  for _, size in ipairs { { 800, 600 }, { 1280, 720 }, { 2560, 1440 }, { 800, 600 } } do
    play:check_window(size[1], size[2], "waypoints")
    local room = game.panel:room()
    for node in game.map:nodes() do
      local at_x, at_y = place(node)
      if at_x < room[1] or at_x > room[1] + room[3] or at_y < 0 or at_y > room[4] then
        check(false, ("a waypoint is covered at %d x %d"):format(size[1], size[2]))
      end
    end
  end
  local sizes = game.panel:layout()
  check(sizes.h < 540 and game.panel:room()[3] > 400, "the help does not fit a small window")
  picture = play:screenshot("small")
  check(count(picture, "none") > 500, "the net does not show in a small window")
  play:key("escape")
  play:frames(2)
  check(play.quit, "Escape does not quit")
end
