-- All kinds of object in one picture: maps, what belongs to them, what they answer, and what moves by that. Its letters are
-- large: a phone shows the picture at a third of its size.

local astar = require "astar"
local sheet = require "support.sheet"
local svg = require "astar.svg"

local pictures = {}

local colours = sheet.colours
local WIDTH, HEIGHT = 820, 752
local NARROW, WIDE, HIGH = 184, 252, 128 -- boxes

local function open_map(rows)
  return astar.grid { rows = rows, legend = { ["."] = "grass", ["%"] = "forest", ["~"] = "water", ["#"] = false } }
end

local PLAIN = { ".......", ".......", "......." }
local WALL = { ".......", "...#...", "...#..." }

-- A picture of a space, without a margin.
local function small(space, width, options)
  options = options or {}
  options.width, options.theme = width, { margin_size = 0, node_size = 6, route_size = 4, end_size = 6 }
  return svg(space, options)
end

local function marks_of(places, colour, radius)
  local marks = {}
  for i, place in ipairs(places) do marks[i] = { place[1], place[2], colour = place[3] or colour, radius = radius or 7 } end
  return marks
end

-- Each gives the picture of one kind, so many pixels wide.
local draw = {}

function draw.Tiles(width)
  return small(open_map { "..%%...~~~", ".##%...~~~", ".#......~~" }, width)
end

function draw.Waypoints(width)
  local g = astar.graph()
  g:add_all { 0, 0.6, 2.4, 0, 2, 2, 5, 1.2, 7.4, 0, 7.2, 2.1, 9.6, 0.9 }
  g:link_all { 1, 2, 1, 3, 2, 4, 3, 4, 4, 5, 4, 6, 5, 7, 6, 7 }
  return small(g, width, { path = g:path(g:node(1), g:node(7)), view = { -0.6, -0.5, 10.8, 3.2 } })
end

draw["Open ground"] = function(width)
  local plane = astar.plane { bounds = { 0, 0, 100, 30 } }
  plane:polygon { 24, 7, 42, 4, 46, 20, 30, 23 }
  plane:box(72, 20, 15, 13, 0.3)
  return small(plane, width, { path = plane:path(6, 8, 94, 24) })
end

function draw.Units(width)
  local map, marks, paths = open_map { "~~~~~~~~~~", "..........", "%%%%%%%%%%" }, {}, {}
  for row, unit in ipairs { { 9, colours.blue }, { 7, colours.yellow }, { 3, colours.red } } do
    local to = map:cell(unit[1], row)
    marks[row] = { to.x, to.y, colour = unit[2], radius = 8 }
    paths[row] = { path = map:path(map:cell(1, row), to), colour = unit[2] }
  end
  return small(map, width, { marks = marks, paths = paths })
end

function draw.Layers(width)
  local map = open_map { "..........", "..........", ".........." }
  local danger = map:layer "danger"
  for col, row in map:tiles() do
    danger:set(col, row, math.max(0, 4 - math.abs(col - 6) - math.abs(row - 2)))
  end
  return small(map, width, { shades = { danger } })
end

function draw.Ranges(width)
  local map = open_map(WALL)
  return small(map, width, { range = map:reach(map:cell(3, 2), 2), marks = marks_of({ { 2.5, 1.5 } }, colours.yellow) })
end

function draw.Flows(width)
  local map = open_map(WALL)
  return small(map, width, { flow = map:flow(map:cell(6, 2)), layers = { "ground", "flow" } })
end

function draw.Paths(width)
  local map = open_map(WALL)
  return small(map, width, { path = map:path(map:cell(1, 3), map:cell(7, 3)) })
end

function draw.Searches(width)
  local map = open_map(WALL)
  local search = map:search(map:cell(2, 2), map:cell(7, 3))
  search:step(8)
  return small(map, width, { search = search })
end

function draw.Groups(width)
  local places = {}
  for i = -2, 2 do
    places[#places + 1] = { 3.5 - math.abs(i) * 0.6, 1.5 + i * 0.6 }
    places[#places + 1] = { 4.5 - math.abs(i) * 0.6, 1.5 + i * 0.6 }
  end
  return small(open_map(PLAIN), width, { marks = marks_of(places, colours.yellow, 6) })
end

function draw.Crowds(width)
  local map = open_map { "...#...", ".......", "...#..." }
  local blue = colours.blue
  return small(map, width, { marks = marks_of({
    { 0.8, 0.7 }, { 0.8, 2.2 }, { 1.6, 1.5 }, { 2.4, 1.2 }, { 3.4, 1.3 },
    { 3.9, 1.75, blue }, { 4.8, 1.6, blue }, { 5.6, 1.1, blue }, { 6.3, 0.6, blue }, { 6.2, 2.2, blue },
  }, colours.red, 6) })
end

function draw.Followers(width)
  local map = open_map(WALL)
  local path = map:path(map:cell(1, 3), map:cell(7, 3))
  local x, y = path:at(3.4)
  return small(map, width, { path = path, marks = { { x, y, colour = colours.yellow, radius = 9 } } })
end

function draw.Queues(width)
  local on = sheet.new(width, 69)
  for i = 0, 3 do
    on:box(8 + i * width / 4.2, 12, width / 5, 46, i == 3 and colours.yellow or colours.panel, i == 3 and colours.yellow or colours.rim)
  end
  return on:text_of()
end

function pictures.reference()
  local on = sheet.new(WIDTH, HEIGHT)
  local function box(x, y, w, name, colour)
    on:box(x, y, w, HIGH, colours.panel, colour)
    on:picture(x + 12, y + 12, draw[name](w - 24))
    on:text(x + w / 2, y + HIGH - 13, name, { size = 30, bold = true, colour = colour, align = "middle" })
  end
  local function row(y, names, w, colour)
    for i, name in ipairs(names) do box(12 + (i - 1) * (w + 20), y, w, name, colour) end
  end
  local function arrows(colour, ...)
    for _, points in ipairs { ... } do on:line(points, { arrow = true, colour = colour, width = 3 }) end
  end
  local maps, rules, answers, movers, last = 12, 180, 352, 528, 696
  row(maps, { "Tiles", "Waypoints", "Open ground" }, WIDE, colours.green)
  row(rules, { "Units", "Layers" }, WIDE, colours.violet)
  row(answers, { "Ranges", "Flows", "Paths", "Searches" }, NARROW, colours.yellow)
  row(movers, { "Groups", "Crowds", "Followers", "Queues" }, NARROW, colours.orange)
  on:box(12, last, WIDTH - 24, 44, colours.panel, colours.blue)
  on:text(WIDTH / 2, last + 33, "Drawing: SVG and LÖVE", { size = 30, bold = true, colour = colours.blue, align = "middle" })

  -- Maps with their units and layers give all answers, open ground gives paths and searches.
  on:line({ 138, 140, 138, 160, 410, 160, 410, 140 }, { colour = colours.green, width = 3 })
  arrows(colours.green, { 138, 160, 138, 178 }, { 410, 160, 410, 178 })
  on:line({ 138, 308, 138, 328 }, { colour = colours.violet, width = 3 })
  on:line({ 410, 308, 410, 328 }, { colour = colours.violet, width = 3 })
  arrows(colours.violet, { 138, 328, 104, 328, 104, 350 }, { 138, 328, 308, 328, 308, 350 }, { 308, 328, 498, 328, 498, 350 },
    { 498, 328, 702, 328, 702, 350 })
  on:line({ 682, 140, 682, 318 }, { colour = colours.green, width = 3 })
  arrows(colours.green, { 682, 318, 526, 318, 526, 350 }, { 682, 318, 730, 318, 730, 350 })
  arrows(colours.yellow, { 624, 416, 606, 416 }, { 308, 480, 308, 526 }, { 512, 480, 512, 526 }, { 340, 480, 340, 504, 470, 504, 470, 526 })
  arrows(colours.orange, { 716, 528, 716, 482 }, { 216, 592, 198, 592 })
  arrows(colours.blue, { 104, 656, 104, 694 }, { 308, 656, 308, 694 }, { 512, 656, 512, 694 })
  return on:text_of()
end

return function()
  return pictures
end
