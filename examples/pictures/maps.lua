-- Pictures of tile maps: what a map is, who moves on it, and how far.

local astar = require "astar"
local sheet = require "support.sheet"
local svg = require "astar.svg"
local tiled = require "astar.tiled"

local pictures = {}
local repository

local WIDTH = 820

local LAND = {
  ["."] = "grass", ["%"] = "forest", ["~"] = "water", [":"] = "road", ["="] = "bridge", ["^"] = "mountain", ["|"] = "river",
  ["-"] = "lake", [","] = "sand", ["#"] = false,
}

local function land(extra)
  local legend = {}
  for text, terrain in pairs(LAND) do legend[text] = terrain end
  for text, terrain in pairs(extra or {}) do legend[text] = terrain end
  return legend
end

---- A first map -------------------------------------------------------------------------------------------------

function pictures.tiles()
  local map = astar.grid {
    rows = {
      "%%%%....%%%........,~~~~~~",
      "%%%%%..%%%%%.......,,~~~~~",
      "%%%%....%%%.........,~~~~~",
      ".%%..................,,~~~",
      ":::::...####..####....,,~~",
      "....:...#........#......,~",
      "....:...#........#..::::.,",
      "....:::::........::::..:..",
      "........#........#.....:..",
      "~~......####..####.....::.",
      "~~~............%%%........",
      "~~~~..........%%%%%.......",
    },
    legend = land(),
  }
  map:unit("hero", { forest = 2, sand = 1.5, road = 0.7, water = false })
  return svg(map, {
    width = WIDTH, legend = true,
    paths = { { path = map:path(map:cell(1, 4), map:cell(25, 9), "hero"), name = "the cheapest way" } },
  })
end

---- A man and a horse -------------------------------------------------------------------------------------------

local function read_rows(name)
  local rows = {}
  for line in io.lines(repository .. name) do rows[#rows + 1] = line:gsub("[,%s]", "") end
  return rows
end

function pictures.units()
  local map = astar.grid {
    rows = read_rows("examples/man_and_horse.csv"), corners = "always",
    legend = land { ["."] = "plain", ["~"] = "sea", S = "town", E = "town", G = "town", T = "town", M = "town", A = "town" },
  }
  map:unit("man", { mountain = 3, river = 4, lake = false, sea = false })
  map:unit("horse", { forest = 5, mountain = false, river = false, lake = false, sea = false })
  local from, to = map:cell(5, 18), map:cell(36, 15)
  return svg(map, {
    width = WIDTH, legend = true, theme = { gap_share = 0.06 },
    paths = {
      { path = map:path(from, to, "man"), colour = "#e63946", name = "man" },
      { path = map:path(from, to, "horse"), colour = "#ffd23f", name = "horse" },
    },
  })
end

---- A movement range on hexagons ----------------------------------------------------------------------------------

function pictures.drawing()
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
    legend = land { ["."] = "field", ["~"] = "sea" }, layout = "odd-q",
  }
  map:unit("horse", { road = 0.5, bridge = 0.5, forest = 3, mountain = false, river = false, sea = false })
  local range = map:search(map:cell(9, 7), nil, { unit = "horse", max_cost = 5 })
  range:run()
  -- What was refused is no part of the range.
  return svg(map, {
    width = WIDTH, search = range, labels = { "g" }, current = false,
    legend = { "field", "road", "forest", "mountain", "river", "sea", { name = "within 5 points, and what it costs", colour = "#f4f1de" } },
    theme = { closed = "#f4f1de", excluded = "#00000000", state_share = 0.62 },
  })
end

---- A map made with Tiled ---------------------------------------------------------------------------------------

local TILES = { ["."] = 1, ["%"] = 2, ["~"] = 3, [":"] = 4, [","] = 5, ["#"] = 6 }
local CLASSES = { "grass", "forest", "water", "road", "sand", "wall" }

-- What Tiled's export as Lua returns.
local function export(rows)
  local tiles, data = {}, {}
  for i, class in ipairs(CLASSES) do
    tiles[i] = { id = i - 1, type = class, properties = class == "wall" and { blocked = true } or {} }
  end
  for _, row in ipairs(rows) do
    for text in row:gmatch(".") do data[#data + 1] = TILES[text] end
  end
  local width, height = #rows[1], #rows
  return {
    orientation = "isometric", width = width, height = height, tilewidth = 64, tileheight = 32, properties = {},
    tilesets = { { name = "land", firstgid = 1, tilewidth = 64, tileheight = 32, tilecount = #tiles, tiles = tiles } },
    layers = {
      { type = "tilelayer", name = "ground", x = 0, y = 0, width = width, height = height, visible = true, encoding = "lua", data = data },
    },
  }
end

function pictures.tiled()
  local map = tiled.load(export {
    "%%%.......,,~~",
    "%%.........,~~",
    "%...#####...,~",
    "....#...#...,,",
    ":::::...#.....",
    "....#...::::..",
    "....#...#..:..",
    "....#####..:..",
    "..%%.......:::",
    ".%%%%.........",
    "~..%.....~~...",
    "~~......~~~~..",
  })
  map:unit("hero", { forest = 3, sand = 1.5, road = 0.6, water = false })
  return svg(map, { width = WIDTH, legend = true, path = map:path(map:cell(2, 4), map:cell(14, 9), "hero") })
end

---- What options do ----------------------------------------------------------------------------------------------

local FIELD = {
  "..............%%....",
  "..####......%%%%%...",
  ".....#......%%%%....",
  ".....#...#...%%.....",
  ".....#...#..........",
  ".....#...######.....",
  "..####........#.....",
  "..............#.....",
  "....%%........#.....",
  "...%%%%.............",
}

-- A small map with a title above it and two lines of text below it.
local function panel(on, x, y, map, options, title, lines)
  local colours = sheet.colours
  on:text(x + 6, y + 16, title, { size = 15, mono = true, colour = colours.yellow })
  options.theme = options.theme or {}
  options.theme.margin_size = 6
  local _, height = on:picture(x, y + 24, svg(map, options))
  for i, line in ipairs(lines) do on:text(x + 6, y + 24 + height + 16 * i, line, { size = 13, colour = colours.quiet }) end
  return height
end

function pictures.paths()
  local map = astar.grid { rows = FIELD, legend = land() }
  map:unit("horse", { forest = 4 })
  local from, to = map:cell(3, 5), map:cell(18, 2)
  local cases = {
    { "map:path(a, b)", {}, "the shortest way" },
    { '{ unit = "horse" }', { unit = "horse" }, "forest costs a horse 4 times as much" },
    { "{ weight = 3 }", { weight = 3 }, "looks at less ground, at most 3 times as long" },
    { "{ max_cost = 9, partial = true }", { max_cost = 9, partial = true }, "as near to the goal as 9 points lead" },
  }
  local on = sheet.new(WIDTH, 592)
  for i, case in ipairs(cases) do
    local options = case[2]
    options.jump = false
    local search = map:search(from, to, options)
    search:run()
    local path = search:path()
    panel(on, 8 + (i - 1) % 2 * 404, 10 + math.floor((i - 1) / 2) * 290, map, {
      width = 400, search = search, path = path, current = false,
      theme = { open = "#ffe58a", closed = "#ffffffa0", excluded = "#00000000", state_share = 0.42, gap_share = 0.05 },
    }, case[1], { ("%s: cost %.1f, %d cells expanded"):format(case[3], path.cost, search.expanded) })
  end
  return on:text_of()
end

---- Things that games need ------------------------------------------------------------------------------------------

local VILLAGE = {
  "...%%.......%%%.",
  "..%%.........%%.",
  "......###.......",
  "~~....#.#....%..",
  "~~~...#.#.......",
  "~~......#..##...",
  "........#..##.~~",
  "..%%.........~~~",
  "...%%.......~~~~",
}

function pictures.recipes()
  local map = astar.grid { rows = VILLAGE, legend = land() }
  map:unit("hero", { forest = 2, water = false })
  local on = sheet.new(WIDTH, 545)
  local quiet = { closed = "#f4f1de", open = "#f4f1de", excluded = "#00000000", state_share = 0.55 }

  local home = map:cell(5, 5)
  local range = map:search(home, nil, { unit = "hero", max_cost = 4 })
  range:run()
  panel(on, 8, 10, map, { width = 400, search = range, current = false, theme = quiet, marks = { { home.x, home.y, label = "A" } } },
    "how far in a turn", { "a search without a goal, max_cost = 4" })

  local wells = { map:cell(15, 1), map:cell(16, 6), map:cell(8, 4) }
  local marks = {}
  for i, well in ipairs(wells) do marks[i] = { well.x, well.y, colour = "#5fd0ff", label = "W" } end
  panel(on, 412, 10, map, { width = 400, path = map:path(map:cell(2, 2), wells, "hero"), marks = marks },
    "the nearest of several", { "map:path(hero, { well, well, well })" })

  local goal = map:cell(12, 4)
  local field = map:search(goal, nil, "hero")
  field:run()
  panel(on, 8, 275, map, { width = 400, search = field, tree = true, current = false, layers = { "ground", "tree", "ends" },
    theme = { tree = "#1d2a1acc", tree_size = 1.5 } }, "many to one goal", { "one search from the goal: each cell knows its next" })

  local paths = {}
  for i, from in ipairs { map:cell(1, 9), map:cell(7, 9), map:cell(1, 1) } do
    paths[i] = { path = map:path(from, map:cell(15, 4), "hero"), colour = ({ "#e63946", "#ffd23f", "#7a3fb0" })[i] }
  end
  panel(on, 412, 275, map, { width = 400, paths = paths }, "several at once", { "a path each; common stretches lie side by side" })
  return on:text_of()
end

return function(folder)
  repository = folder
  return pictures
end
