-- Pictures without tiles: waypoints, open ground, and a figure on its path.

local astar = require "astar"
local follow = require "astar.follow"
local sheet = require "support.sheet"
local svg = require "astar.svg"

local pictures = {}

local WIDTH = 820

---- Waypoints ---------------------------------------------------------------------------------------------------

function pictures.waypoints()
  local map = astar.graph()
  local places = {
    { "gate", 0, 40 }, { "well", 60, 8 }, { "market", 75, 72 }, { "wood", 130, 40, "forest" }, { "inn", 145, 100 },
    { "hill", 190, 2, "hill" }, { "bridge", 205, 70, "road" }, { "mill", 235, 118 }, { "ford", 265, 30, "ford" },
    { "tower", 300, 82 }, { "keep", 350, 40 },
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
  return svg(map, {
    width = WIDTH, view = { -14, -14, 378, 150 }, search = search, labels = true, legend = true,
    paths = { { path = search:path(), name = "the horse's way" } },
    theme = { node_size = 9, link_size = 2 },
  })
end

---- Any angle against grid ------------------------------------------------------------------------------------

function pictures.open_ground()
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
  return svg(plane, {
    width = WIDTH, search = search, rays = true, legend = true,
    paths = {
      { path = stepped, colour = "#2f7fd6", name = ("on a grid: %.1f"):format(cost) },
      { path = straight, name = ("on the plane: %.1f"):format(length) },
    },
    theme = {
      ground = "#cfd8b0", obstacle = "#66707c", outline = "#3c444e", ray = "#3f8a4c", ray_hit = "#c0641c", route_size = 3.5, ray_size = 1.3,
    },
  })
end

---- A figure on its path ------------------------------------------------------------------------------------------

local STEPS, HEADING = 21, 13

-- Footprints at equal times, left and right in turn, then the figure itself.
local function draw_walk(on, path, px, py, scale)
  local figure = follow(path, 1.6)
  for i = 1, STEPS do
    local x, y, angle = figure:update(0.5)
    local side = (i % 2 * 2 - 1) * 0.11
    local fx, fy = px + (x - side * math.sin(angle)) * scale, py + (y + side * math.cos(angle)) * scale
    if i < STEPS then
      on:write(('<ellipse cx="%.1f" cy="%.1f" rx="6.5" ry="3.4" fill="#16202b" transform="rotate(%.1f %.1f %.1f)"/>'):format(fx, fy,
        math.deg(angle), fx, fy))
    else
      local x0, y0 = px + x * scale, py + y * scale
      on:disc(x0, y0, HEADING, "#ffd23f", "#16202b", 2)
      on:arrow_head(x0 + math.cos(angle) * 10, y0 + math.sin(angle) * 10, angle, 16, "#16202b")
    end
  end
  return figure
end

function pictures.following()
  local map = astar.grid {
    rows = {
      "....%%..........~~~~",
      "....%%%...#......~~~",
      "..........#.......~~",
      "..........#..%%....~",
      ".....######..%%%....",
      "..............%%....",
      "....................",
      "~~..................",
      "~~~.................",
    },
    legend = { ["."] = "grass", ["%"] = "forest", ["~"] = "water", ["#"] = false },
  }
  local ground = astar.plane { grid = map }
  local path = ground:path(1.5, 1.5, 17.5, 7.5, { radius = 0.4 })
  local on = sheet.new(WIDTH, 382)
  local scale = (WIDTH - 24) / map.width
  on:picture(0, 0, svg(map, { width = WIDTH, path = path, layers = { "ground", "paths", "ends" },
    theme = { route = "#ffffffb0", casing = "#00000000", route_size = 2.5, gap_share = 0 } }))
  local figure = draw_walk(on, path, 12, 12, scale)
  local x, y = 12 + figure.x * scale, 12 + figure.y * scale
  local note = { size = 15, mono = true, bold = true, colour = "#10141a", align = "middle" }
  on:line({ x - 6, y + 18, x - 30, y + 46 }, { colour = "#10141a" })
  on:text(x - 60, y + 62, "figure.x, figure.y, figure.angle", note)
  on:text(12 + 7.5 * scale, 12 + 7.1 * scale, "figure:update(dt), at equal times", note)
  on:text(12 + 18.3 * scale, 12 + 6.65 * scale, "figure.left", note)
  return on:text_of()
end

return function()
  return pictures
end
