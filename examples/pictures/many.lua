-- Pictures of many units: a range by turns, one flow for all of them, a crowd, and a group.

local astar = require "astar"
local sheet = require "support.sheet"
local svg = require "astar.svg"

local pictures = {}

local WIDTH = 820

local LAND = {
  ["."] = "field", ["%"] = "forest", ["~"] = "sea", [":"] = "road", ["="] = "bridge", ["^"] = "mountain", ["|"] = "river",
  ["#"] = false,
}

---- A range by turns --------------------------------------------------------------------------------------------

function pictures.turns()
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
    legend = LAND, layout = "odd-q",
  }
  map:unit("man", { forest = 2, mountain = 3, river = 4, sea = false })
  local enemies, stop, marks = { map:cell(11, 4), map:cell(5, 8) }, {}, {}
  for i, enemy in ipairs(enemies) do
    enemy.blocked = true
    for neighbour in enemy:links() do stop[#stop + 1] = neighbour end
    marks[i] = { enemy.x, enemy.y, colour = "#d62839", label = "E", radius = 11 }
  end
  local range = map:reach(map:cell(8, 7), nil, { unit = "man", moves = 4, max_turns = 3, stop = stop })
  return svg(map, { width = WIDTH, range = range, marks = marks, legend = true })
end

---- One flow for all of them -------------------------------------------------------------------------------------

function pictures.flow()
  local map = astar.grid {
    rows = {
      ".........%%%......%%......",
      "...##.....%%.......%%%....",
      "...##...............%%....",
      ".................##.....%%",
      ".%%............##......%%.",
      "%%%%...........#..........",
      ".%%......##....#..........",
      ".........##...............",
      "......~~~~~~.........##...",
      ".....~~~~~~~~~.......##...",
      "......~~~~~...............",
    },
    legend = { ["."] = "grass", ["%"] = "forest", ["~"] = "water", ["#"] = false },
  }
  map:unit("man", { forest = 2, water = false })
  local danger, towers = map:layer "danger", { { 10, 4 }, { 18, 8 } }
  local marks = {}
  for i, tower in ipairs(towers) do
    for col, row, _, blocked in map:tiles() do
      local far = math.sqrt((col - tower[1]) ^ 2 + (row - tower[2]) ^ 2)
      if far < 3.6 and not blocked then danger:add(col, row, 3.6 - far) end
    end
    marks[i] = { tower[1] - 0.5, tower[2] - 0.5, colour = "#10141a", label = "T", radius = 9 }
  end
  local goal = map:cell(24, 6)
  local flow = map:flow(goal, { unit = "man", layers = { danger = 2 } })
  return svg(map, {
    width = WIDTH, flow = flow, shades = { danger }, places = map:places(goal, 12, { unit = "man" }), marks = marks, legend = true,
    layers = { "ground", "shades", "flow", "places", "marks", "legend" },
  })
end

---- Two crowds that meet in a gap ---------------------------------------------------------------------------------

local VALLEY = {
  "^^^....^^^^....^^^",
  "^......^^^^......^",
  "........^^........",
  "........^^........",
  "........^^........",
  "..................",
  "..................",
  "........^^........",
  "........^^........",
  "........^^........",
  "^......^^^^......^",
  "^^^....^^^^....^^^",
}

local SIDE, TOP = 14, 36 -- of a cell, in pixels; where the maps begin
local TRAILS = { [sheet.colours.red] = "#96343c", [sheet.colours.blue] = "#2f628c" }

-- Where an agent was before its latest steps, and is now, as a line from the left end of its map.
local function trail_of(ways, at, left)
  local line = {}
  for step = math.max(1, #ways - 4), #ways do
    line[#line + 1] = left + SIDE * ways[step][at]
    line[#line + 1] = TOP + SIDE * ways[step][at + 1]
  end
  return line
end

-- Steps until so many are made, or all have arrived; notes the positions after each.
local function walk(crowd, ways, steps)
  local arrived = 0
  while arrived < #crowd and crowd.steps < steps do
    crowd:step()
    ways[#ways + 1], arrived = crowd:positions(), 0
    for agent in crowd:agents() do
      if agent.status == "arrived" then arrived = arrived + 1 end
    end
  end
end

function pictures.crowds()
  local map = astar.grid { rows = VALLEY, legend = { ["."] = "grass", ["^"] = false } }
  local crowd = map:crowd()
  for col = 2, 4 do
    for row = 5, 8 do
      crowd:add(map:cell(col, row), { goal = map:cell(19 - col, row), data = sheet.colours.red })
      crowd:add(map:cell(19 - col, row), { goal = map:cell(col, row), data = sheet.colours.blue })
    end
  end
  local moments = { { 0, "they are to change sides" }, { 12, "no two on one cell" }, { 1000, "all have arrived" } }
  local ground, ways = svg(map, { width = 12 + 18 * SIDE, theme = { margin_size = 6 } }), { crowd:positions() }
  local on = sheet.new(WIDTH, 220)
  for i, moment in ipairs(moments) do
    walk(crowd, ways, moment[1])
    local x = 8 + (i - 1) * 270
    on:text(x + 6, 24, i == 1 and ("%d agents"):format(#crowd) or ("after %d steps"):format(crowd.steps), { size = 15, bold = true })
    on:text(x + 258, 24, moment[2], { size = 11, align = "end", colour = sheet.colours.quiet })
    on:picture(x, TOP - 6, ground)
    local at = 1
    for agent in crowd:agents() do
      local line = trail_of(ways, at, x + 6)
      if #line > 2 then on:line(line, { colour = TRAILS[agent.data], width = 2 }) end
      at = at + 4
    end
    for agent in crowd:agents() do
      on:disc(x + 6 + SIDE * agent.node.x, TOP + SIDE * agent.node.y, 5.2, agent.data, sheet.colours.background, 1)
    end
  end
  return on:text_of()
end

---- A group that marches through a gap ----------------------------------------------------------------------------

local PASS = {
  "..............^...............",
  "..............^...............",
  ".............^^...............",
  ".............^^^..............",
  "..............................",
  "..............................",
  ".............^^^..............",
  ".............^^...............",
  "..............^...............",
  "..............^...............",
}

local KINDS = { -- men, horsemen and waggons
  { radius = 0.25, speed = 1, colour = sheet.colours.red },
  { radius = 0.32, speed = 2, colour = sheet.colours.blue },
  { radius = 0.42, speed = 0.8, colour = "#8a6d3b" },
}

function pictures.groups()
  local map = astar.grid { rows = PASS, legend = { ["."] = "grass", ["^"] = false } }
  local crowd, units = map:crowd { radius = 0.3 }, {}
  for i = 0, 27 do
    local kind = KINDS[i % 7 < 4 and 1 or i % 7 < 6 and 2 or 3]
    units[#units + 1] = crowd:add(1.2 + 1.05 * (i % 4), 1.8 + 1.05 * math.floor(i / 4),
      { radius = kind.radius, speed = kind.speed, data = kind.colour })
  end
  local group = crowd:group(units)
  group.goal = { 26, 5 }
  local side = 26
  local ground = svg(map, { width = 12 + 30 * side, theme = { margin_size = 6 } })
  local on = sheet.new(WIDTH, 320)
  on:text(14, 24, "28 men, horsemen and waggons: one group", { size = 15, bold = true })
  on:picture(8, TOP - 6, ground)
  for _, x in ipairs { 0, 13.5, 99 } do
    while group.x < x and group.status ~= "arrived" do crowd:update(1 / 30) end
    for _, unit in ipairs(units) do
      on:disc(14 + side * unit.x, TOP + side * unit.y, side * unit.radius, unit.data, sheet.colours.background, 1)
    end
  end
  return on:text_of()
end

return function()
  return pictures
end
