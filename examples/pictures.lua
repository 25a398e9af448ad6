-- Pictures as SVG files: what the README shows. `make pictures` runs it.
--
--   lua5.4 examples/pictures.lua [FOLDER]       writes them to FOLDER; if none is given, to docs/pictures

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
package.path = here .. "../src/?.lua;" .. package.path
local svg = require "astar.svg"

local folder = arg[1] or here .. "../docs/pictures"

local function write(name, text)
  local file = assert(io.open(("%s/%s.svg"):format(folder, name), "wb"))
  file:write(text)
  file:close()
  print(("%s/%s.svg"):format(folder, name))
end

local function read_rows(name)
  local rows = {}
  for line in io.lines(here .. name) do rows[#rows + 1] = line:gsub("[,%s]", "") end
  return rows
end

---- A man and a horse -----------------------------------------------------------------------------------------

local function man_and_horse()
  local map = astar.grid {
    rows = read_rows("man_and_horse.csv"), corners = "always",
    legend = {
      ["."] = "plain", [":"] = "road", ["="] = "bridge", ["%"] = "forest", ["^"] = "mountain", ["|"] = "river", ["-"] = "lake",
      ["~"] = "sea", S = "town", E = "town", G = "town", T = "town", M = "town", A = "town",
    },
  }
  map:unit("man", { mountain = 3, river = 4, lake = false, sea = false })
  map:unit("horse", { forest = 5, mountain = false, river = false, lake = false, sea = false })
  local from, to = map:cell(5, 18), map:cell(36, 15)
  write("man_and_horse", svg(map, {
    width = 820, theme = { gap_share = 0.06 },
    paths = {
      { path = map:path(from, to, "man"), colour = "#e63946" },
      { path = map:path(from, to, "horse"), colour = "#ffd23f" },
    },
    marks = {
      { 10.5, 14.5, label = "M", colour = "#e63946", radius = 9 },
      { 16.5, 9.5, label = "H", colour = "#ffd23f", radius = 9 },
    },
  }))
end

---- What a search knows ---------------------------------------------------------------------------------------

local function open_and_closed()
  local map = astar.grid {
    rows = {
      "............",
      "...##.......",
      "....#..%%...",
      "....#.%%%...",
      "....#.%%....",
      "....##......",
      "............",
    },
    legend = { ["."] = "grass", ["%"] = "forest", ["#"] = false },
  }
  map:unit("man", { forest = 2 })
  local search = map:search(map:cell(2, 4), map:cell(11, 3), "man")
  search:step(21)
  write("open_and_closed", svg(map, {
    width = 820, search = search, labels = true, theme = { state_share = 0.9 },
  }))
end

---- A movement range on hexagons -------------------------------------------------------------------------------

local function hexagons()
  local map = astar.grid {
    rows = {
      "..^^^...%%%...|.......",
      "...^^^.%%%%..:=:..%%..",
      ".....^^..%%::.|.::.%%.",
      "..%%..^^.::%..|..:...~",
      ".%%%%.^^.:%%%.|..:..~~",
      "..%%%..^.:.%%%|%.%::~~",
      ".......^.:.%%||.%%..~~",
      ".::::::::..%%|..%%%.~~",
      "~~...%%.....%|...%.~~~",
      "~~~~.....~~.%|..~~~~~~",
      "~~~~~~~~~~~~~~~~~~~~~~",
    },
    legend = {
      ["."] = "field", [":"] = "road", ["="] = "bridge", ["%"] = "forest", ["^"] = "mountain", ["|"] = "river", ["~"] = "sea",
    },
    layout = "odd-q",
  }
  map:unit("horse", { road = 0.5, bridge = 0.5, forest = 3, mountain = false, river = false, sea = false })
  local home = map:cell(9, 7)
  local range = map:search(home, nil, { unit = "horse", max_cost = 5 })
  range:run()
  -- What was refused is no part of the range, and neither is anything the search still stands at.
  write("hexagons", svg(map, {
    width = 820, search = range, labels = { "g" }, current = false,
    theme = { closed = "#f4f1de", excluded = "#00000000", state_share = 0.62 },
  }))
end

---- Any angle against grid ------------------------------------------------------------------------------------

local function any_angle()
  local plane = astar.plane { bounds = { 0, 0, 64, 34 } }
  local boxes = {
    { 13, 9, 6, 15, 0.35 }, { 23, 24, 16, 5, -0.3 }, { 31, 9, 5, 14, -0.2 }, { 42, 22, 7, 17, 0.25 }, { 53, 10, 11, 6, 0.6 },
  }
  for _, box in ipairs(boxes) do plane:box(box[1], box[2], box[3], box[4], box[5]) end
  plane:circle(8, 26, 4)
  plane:polygon { 51, 22, 60, 20, 58, 25, 61, 30, 52, 29 }

  -- The same ground in cells: blocked is what an obstacle lies over, in its middle or at a corner.
  local map = astar.grid { width = 64, height = 34 }
  for cell in map:nodes() do
    for _, at in ipairs { { 0, 0 }, { -0.49, -0.49 }, { 0.49, -0.49 }, { -0.49, 0.49 }, { 0.49, 0.49 } } do
      if plane:at(cell.x + at[1], cell.y + at[2]) then cell.blocked = true end
    end
  end
  local x1, y1, x2, y2 = 2.5, 14.5, 61.5, 16.5
  local search = plane:search(x1, y1, x2, y2)
  search:run()
  local straight, length = search:path()
  local stepped, cost = map:path(map:at(x1, y1), map:at(x2, y2))
  write("any_angle", svg(plane, {
    width = 820, search = search, rays = true,
    paths = { { path = stepped, colour = "#4aa3ff" }, { path = straight } },
    theme = { route_size = 3 },
  }))
  print(("any angle: %.2f; on the grid: %.2f"):format(length, cost))
end

---- Waypoints ---------------------------------------------------------------------------------------------------

local function waypoints()
  local map = astar.graph()
  local places = {
    { "gate", 0, 40 }, { "well", 60, 10 }, { "market", 75, 70 }, { "wood", 130, 40, "forest" }, { "inn", 145, 95 },
    { "hill", 190, 5, "hill" }, { "bridge", 205, 70, "road" }, { "mill", 235, 115 }, { "ford", 265, 30, "ford" },
    { "tower", 300, 80 }, { "keep", 350, 40 },
  }
  for _, place in ipairs(places) do map:add(place[2], place[3], { name = place[1], terrain = place[4] }) end
  for a, b in ([[gate well  gate market  well wood  market wood  market inn  wood hill  wood bridge  inn mill  bridge mill
    bridge ford  bridge tower  mill tower  ford keep  tower keep]]):gmatch("(%a+)%s+(%a+)") do
    map:link(a, b)
  end
  map:link("inn", "bridge", { terrain = "road" })
  map:link("hill", "ford", { oneway = true })
  map:unit("horse", { forest = 3, hill = 2 })
  local search = map:search("gate", "keep", "horse")
  search:run()
  write("waypoints", svg(map, {
    width = 820, view = { -12, -12, 374, 150 }, search = search, path = search:path(), labels = true,
    theme = { node_size = 9, link_size = 2 },
  }))
end

man_and_horse()
open_and_closed()
hexagons()
any_angle()
waypoints()
