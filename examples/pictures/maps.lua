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
    paths = { { path = map:path(map:cell(1, 4), map:cell(25, 9), "hero"), name = "hero" } },
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

---- One route in four forms --------------------------------------------------------------------------------------

function pictures.motion()
  local map = astar.grid {
    rows = {
      "..........................",
      "..........................",
      "..........................",
      "..............##..........",
      "..............##..........",
      "..............##..........",
      "......####....##..........",
      "......####................",
      "..........................",
      "..........................",
    },
    legend = land(),
  }
  local from, to = map:cell(1, 1), map:cell(26, 9)
  local forms = {
    { "path", map:path(from, to) },
    { 'ties = "straight"', map:path(from, to, { ties = "straight" }) },
    { "smooth = true", map:path(from, to, { smooth = true }) },
    { "smooth = { curve = 3 }", map:path(from, to, { smooth = { curve = 3 } }) },
  }
  local width, high = WIDTH / 2 - 6, 190
  local on = sheet.new(WIDTH, 2 * high)
  for i, form in ipairs(forms) do
    local x, y = (i - 1) % 2 * (width + 12), math.floor((i - 1) / 2) * high
    on:text(x + 4, y + 18, form[1], { size = 14, mono = true, bold = true })
    on:picture(x, y + 26, svg(map, { width = width, path = form[2], theme = { margin_size = 0, route_size = 4 } }))
  end
  return on:text_of()
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
  return svg(map, {
    width = WIDTH, range = map:reach(map:cell(9, 7), 5, "horse"), labels = { "g" },
    legend = { "field", "road", "forest", "mountain", "river", "sea", { name = "within 5 points, and what it costs", colour = "#fff4b0" } },
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

---- Panels: small maps with a title above and a line of text below -------------------------------------------------------

local PANEL, PANEL_GAP, TITLE, CAPTION = 394, 16, 30, 30

-- Draws map after map, two in a row, and gives the picture. A panel is { map, options, title, caption, mono = true for code }.
local function panels(list)
  local colours, high = sheet.colours, 0
  local texts = {}
  for i, panel in ipairs(list) do
    local options = panel[2]
    options.width = PANEL
    options.theme = options.theme or {}
    options.theme.margin_size = 0
    texts[i] = svg(panel[1], options)
    high = math.max(high, tonumber(texts[i]:match('height="([%d.]+)"')))
  end
  local rows = math.ceil(#list / 2)
  local on = sheet.new(WIDTH, 12 + rows * (TITLE + high + CAPTION) + 4)
  for i, panel in ipairs(list) do
    local x = 8 + (i - 1) % 2 * (PANEL + PANEL_GAP)
    local y = 12 + math.floor((i - 1) / 2) * (TITLE + high + CAPTION)
    on:text(x, y + 16, panel[3], { size = 15, mono = panel.mono, bold = not panel.mono, colour = colours.yellow })
    on:picture(x, y + TITLE - 6, texts[i])
    on:text(x, y + TITLE + high + 12, panel[4], { size = 13, colour = colours.quiet })
  end
  return on:text_of()
end

---- What options do ----------------------------------------------------------------------------------------------

local FIELD = {
  "................%%%...",
  "................%%%...",
  "...####........%%%%...",
  "......#........%%%....",
  "......#...#....%%%....",
  "......#...#....%%.....",
  "......#...###..%%%....",
  "...####.....#...%%%...",
  "............#....%%...",
  "............#.........",
  "......................",
}

function pictures.paths()
  local map = astar.grid { rows = FIELD, legend = land() }
  map:unit("horse", { forest = 4 })
  local from, to = map:cell(4, 6), map:cell(21, 5)
  local cases = {
    { "map:path(a, b)", {}, "the shortest way" },
    { '{ unit = "horse" }', { unit = "horse" }, "forest costs 4 times as much" },
    { "{ weight = 3 }", { weight = 3 }, "found sooner, may cost more" },
    { "{ max_cost = 9, partial = true }", { max_cost = 9, partial = true }, "as near as 9 points lead" },
  }
  local list = {}
  for i, case in ipairs(cases) do
    case[2].jump = false
    local search = map:search(from, to, case[2])
    search:run()
    local expanded = search.expanded -- read before the path, so that the path is drawn over cells that were expanded
    local path = search:path()
    list[i] = {
      map, {
        search = search, path = path, current = false,
        theme = { open = "#ffd23f", closed = "#fffbe8", excluded = "#00000000", state_share = 0.42, route_size = 3.5 },
      },
      case[1], ("%s · cost %.1f · %d cells expanded"):format(case[3], path.cost, expanded), mono = true,
    }
  end
  return panels(list)
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

local COLOURS = { "#e63946", "#ffd23f", "#7a3fb0" }

function pictures.recipes()
  local map = astar.grid { rows = VILLAGE, legend = land() }
  map:unit("hero", { forest = 2, water = false })

  local wells, marks = { map:cell(15, 1), map:cell(16, 6), map:cell(8, 4) }, {}
  for i, well in ipairs(wells) do marks[i] = { well.x, well.y, colour = "#bfe6ff", label = "W", radius = 9 } end
  local paths = {}
  for i, from in ipairs { map:cell(1, 9), map:cell(7, 9), map:cell(1, 1) } do
    paths[i] = { path = map:path(from, map:cell(15, 4), "hero"), colour = COLOURS[i] }
  end

  return panels {
    { map, { range = map:reach(map:cell(5, 5), 4, "hero") }, "How far in a turn", "map:reach(hero, 4)" },
    { map, { path = map:path(map:cell(2, 2), wells, "hero"), marks = marks },
      "The nearest of several", "map:path(hero, { well, well, well })" },
    { map, { flow = map:flow(map:cell(12, 4), "hero") }, "Many to one goal", "map:flow(goal): each cell knows its next" },
    { map, { paths = paths }, "Several at once", "a path each, side by side where they share the way" },
  }
end

return function(folder)
  repository = folder
  return pictures
end
