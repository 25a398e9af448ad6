-- The small pictures of the README's gallery. They carry no text, as it could not be read at their size.

local astar = require "astar"
local follow = require "astar.follow"
local sheet = require "support.sheet"
local svg = require "astar.svg"

local pictures = {}

local WIDTH, HEIGHT, MARGIN = 290, 172, 5
local SIDE = (WIDTH - 2 * MARGIN) / 14 -- of a cell, in pixels

local LAND = {
  ["."] = "grass", ["%"] = "forest", ["~"] = "water", [":"] = "road", ["^"] = "mountain", ["|"] = "river", [","] = "sand", ["#"] = false,
}

local FIELD = {
  "..%%........~~",
  ".%%%....%...~~",
  "..%....%%%...~",
  "....##.%%%....",
  ".....#..%.....",
  ".....#........",
  "~~...##...%%..",
  "~~~......%%%..",
}

local function draw(map, options)
  options.width = WIDTH
  options.theme = options.theme or {}
  options.theme.margin_size = MARGIN
  return svg(map, options)
end

local function grid(rows, layout, cell)
  return astar.grid { rows = rows, legend = LAND, layout = layout, cell = cell }
end

---- One unit ----------------------------------------------------------------------------------------------------

function pictures.gallery_tiles()
  local map = grid {
    "%%%.....,,~~~~",
    "%%.......,,~~~",
    "...####...,,~~",
    "...#..#....,,~",
    "::::..#.%%....",
    "...:..#.%%%...",
    "...:####.%....",
    "...:::::::....",
  }
  map:unit("hero", { forest = 3, sand = 1.5, road = 0.6, water = false })
  return draw(map, { path = map:path(map:cell(1, 3), map:cell(13, 5), "hero") })
end

function pictures.gallery_units()
  local map = grid {
    "......%%%.....",
    ".....%%%%%....",
    "....%%%%%%%...",
    "....%%%%%%....",
    "...%%%%%%%%...",
    "....%%%%%%....",
    "^....%%%%.....",
    "^^............",
  }
  map:unit("man", { mountain = 3 })
  map:unit("horse", { forest = 5, mountain = false })
  local from, to = map:cell(1, 4), map:cell(14, 4)
  return draw(map, { paths = {
    { path = map:path(from, to, "man"), colour = "#e63946" }, { path = map:path(from, to, "horse"), colour = "#ffd23f" },
  } })
end

function pictures.gallery_waypoints()
  local map = astar.graph()
  local places = {
    { 10, 80 }, { 60, 20 }, { 70, 130 }, { 120, 70 }, { 160, 145 }, { 180, 20 }, { 205, 95 }, { 250, 45 }, { 270, 120 },
  }
  for i, at in ipairs(places) do map:add(at[1], at[2], { name = "n" .. i }) end
  for _, pair in ipairs { { 1, 2 }, { 1, 3 }, { 2, 4 }, { 3, 4 }, { 3, 5 }, { 2, 6 }, { 4, 6 }, { 4, 7 }, { 5, 7 }, { 6, 8 }, { 7, 8 },
    { 7, 9 }, { 5, 9 }, { 8, 9 } } do
    map:link("n" .. pair[1], "n" .. pair[2])
  end
  return draw(map, { view = { 0, 0, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN }, path = map:path("n1", "n9"),
    theme = { node_size = 6, link_size = 2 } })
end

function pictures.gallery_open_ground()
  local plane = astar.plane { bounds = { 0, 0, 28, 16 } }
  plane:box(7, 5, 3, 8, 0.35)
  plane:box(13, 12, 8, 3, -0.3)
  plane:box(20, 5, 3, 8, 0.3)
  plane:circle(4.5, 12.5, 2)
  return draw(plane, { path = plane:path(1, 7, 27, 8, { radius = 0.4 }),
    theme = { ground = "#cfd8b0", obstacle = "#66707c", outline = "#3c444e" } })
end

function pictures.gallery_searches()
  local map = grid(FIELD)
  map:unit("man", { forest = 2, water = false })
  local search = map:search(map:cell(2, 5), map:cell(13, 5), "man")
  search:step(34)
  return draw(map, { search = search, theme = { state_share = 0.7 } })
end

function pictures.gallery_tiled()
  local map = grid({
    "%%%.....,~",
    "%%......,~",
    "...###...,",
    ":::..#....",
    "..:..#.%%.",
    "..:###.%%.",
    "..::::::..",
    ".%%.......",
    "%%%%......",
  }, "isometric", { 64, 32 })
  map:unit("hero", { forest = 3, road = 0.6, water = false })
  return draw(map, { path = map:path(map:cell(1, 3), map:cell(9, 4), "hero") })
end

---- Many units --------------------------------------------------------------------------------------------------

local HEXAGONS = {
  "..^^..%%..|...",
  "...^^.%%..|...",
  "....^^.%..:...",
  "..%..^..::|...",
  ".%%....:..|.%%",
  "..%..::....|%%",
  "~~.........|.%",
}

function pictures.gallery_range()
  local map = grid(HEXAGONS, "odd-q")
  map:unit("horse", { road = 0.5, forest = 3, mountain = false, river = false, water = false })
  return draw(map, { range = map:reach(map:cell(7, 6), 3, "horse") })
end

function pictures.gallery_turns()
  local map = grid(HEXAGONS, "odd-q")
  map:unit("man", { forest = 2, mountain = 3, river = 4, water = false })
  local enemy, stop = map:cell(9, 4), {}
  enemy.blocked = true
  for neighbour in enemy:links() do stop[#stop + 1] = neighbour end
  return draw(map, {
    range = map:reach(map:cell(6, 6), nil, { unit = "man", moves = 2, max_turns = 3, stop = stop }),
    marks = { { enemy.x, enemy.y, colour = "#d62839", radius = 6 } },
  })
end

function pictures.gallery_flow()
  local map = grid(FIELD)
  map:unit("man", { forest = 2, water = false })
  local danger = map:layer "danger"
  for col, row in map:tiles() do
    local far = math.sqrt((col - 9) ^ 2 + (row - 6) ^ 2)
    if far < 3 then danger:add(col, row, 3 - far) end
  end
  return draw(map, { flow = map:flow(map:cell(13, 5), { unit = "man", layers = { danger = 2 } }), shades = { danger } })
end

function pictures.gallery_following()
  local map = grid(FIELD)
  local path = astar.plane { grid = map }:path(0.8, 4.5, 13.2, 5.5, { radius = 0.3 })
  local on = sheet.new(WIDTH, HEIGHT)
  on:picture(0, 0, draw(map, { path = path, layers = { "ground", "paths", "ends" }, theme = { route_size = 2 } }))
  local figure, done = follow(path, 1), false
  while not done do
    local x, y, _, arrived = figure:update(1)
    done = arrived or figure.done
    on:disc(MARGIN + SIDE * x, MARGIN + SIDE * y, 5, "#ffd23f", "#16202b", 1.5)
  end
  return on:text_of()
end

local GAP = {
  ".....^^^^.....",
  ".....^^^^.....",
  "......^^......",
  "..............",
  "..............",
  "......^^......",
  ".....^^^^.....",
  ".....^^^^.....",
}

-- Discs at places of the map.
local function draw_units(on, units)
  for _, unit in ipairs(units) do
    on:disc(MARGIN + SIDE * unit.x, MARGIN + SIDE * unit.y, SIDE * (unit.radius or 0.36), unit.data, sheet.colours.background, 1)
  end
end

local GAP_LEGEND = { ["."] = "grass", ["^"] = false }

function pictures.gallery_crowds()
  local map = astar.grid { rows = GAP, legend = GAP_LEGEND }
  local crowd, agents = map:crowd(), {}
  for col = 1, 3 do
    for row = 3, 6 do
      agents[#agents + 1] = crowd:add(map:cell(col, row), { goal = map:cell(15 - col, row), data = sheet.colours.red })
      agents[#agents + 1] = crowd:add(map:cell(15 - col, row), { goal = map:cell(col, row), data = sheet.colours.blue })
    end
  end
  for _ = 1, 8 do crowd:step() end
  local on, units = sheet.new(WIDTH, HEIGHT), {}
  on:picture(0, 0, draw(map, {}))
  for i, agent in ipairs(agents) do units[i] = { x = agent.node.x, y = agent.node.y, data = agent.data } end
  draw_units(on, units)
  return on:text_of()
end

function pictures.gallery_groups()
  local map = astar.grid { rows = GAP, legend = GAP_LEGEND }
  local crowd, units = map:crowd { radius = 0.28 }, {}
  for i = 0, 14 do
    units[#units + 1] = crowd:add(0.8 + 0.8 * (i % 3), 2.2 + 0.9 * math.floor(i / 3),
      { data = i % 3 == 2 and sheet.colours.red or sheet.colours.blue })
  end
  local group = crowd:group(units)
  group.goal = { 11.5, 4 }
  local on = sheet.new(WIDTH, HEIGHT)
  on:picture(0, 0, draw(map, {}))
  for _, x in ipairs { 0, 6.5, 99 } do
    while group.x < x and group.status ~= "arrived" do crowd:update(1 / 30) end
    draw_units(on, units)
  end
  return on:text_of()
end

return function()
  return pictures
end
