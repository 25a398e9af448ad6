-- Rays on a plane: how the shortest way is found past a few boxes, past many, through a maze, out of a pocket and out of
-- a spiral, and how long that takes beside a path on a grid of the same ground.
--
--   lua5.4 examples/rays.lua [--color | --plain]

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")

local WIDTH, HEIGHT = 157, 97 -- of the ground
local THICK = 0.8             -- a wall; it lies along the middles of cells, so that the grid has it too

-- 0 <= result < n, the same on every version of Lua.
local state
local function random(n)
  state = state * 16807 % 2147483647
  return state % n
end

---- The scenes ------------------------------------------------------------------------------------

-- Rightwards or downwards; a bit longer than that, so that walls which meet leave no gap.
local function add_wall(plane, x1, y1, x2, y2)
  local w, h = x2 - x1 + 1.2, y2 - y1 + 1.2
  local wall = plane:box((x1 + x2) / 2, (y1 + y2) / 2, y1 == y2 and w or THICK, x1 == x2 and h or THICK)
  wall.data = { x1, y1, x2, y2 }
end

-- Boxes at any angle; those that would bury the start or the goal are taken away again.
local function add_boxes(plane, scene, count, least, most)
  while #plane < count do
    local box = plane:box(random(WIDTH), random(HEIGHT), least + random(most - least), least + random(most - least),
      random(314) / 100)
    if plane:at(scene[1], scene[2]) or plane:at(scene[3], scene[4]) then box:remove() end
  end
end

-- One way between any two places: goes on to any place not yet taken, and back where there is none.
local function add_maze(plane, size)
  local cols, rows = (WIDTH - 1) / size, (HEIGHT - 1) / size
  local taken, open = {}, {}
  local function index(col, row) return row * cols + col end
  local function visit(col, row)
    taken[index(col, row)] = true
    local turn = random(4)
    for i = 1, 4 do
      local way = (turn + i) % 4
      local dx, dy = ({ 1, 0, -1, 0 })[way + 1], ({ 0, 1, 0, -1 })[way + 1]
      local c, r = col + dx, row + dy
      if c >= 0 and c < cols and r >= 0 and r < rows and not taken[index(c, r)] then
        -- Each place keeps what is open to its right and below it.
        open[index(math.min(col, c), math.min(row, r)) * 2 + math.abs(dy)] = true
        visit(c, r)
      end
    end
  end
  visit(0, 0)
  for row = 0, rows - 1 do
    for col = 0, cols - 1 do
      local right, below = (col + 1) * size + 0.5, (row + 1) * size + 0.5
      if col < cols - 1 and not open[index(col, row) * 2] then add_wall(plane, right, below - size, right, below) end
      if row < rows - 1 and not open[index(col, row) * 2 + 1] then add_wall(plane, right - size, below, right, below) end
    end
  end
end

local function add_spiral(plane, gap)
  local left, top, right, bottom = 8.5, 4.5, WIDTH - 8.5, HEIGHT - 4.5
  local inner = left
  while bottom - top > 2 * gap do
    add_wall(plane, inner, top, right, top)
    add_wall(plane, right, top, right, bottom)
    add_wall(plane, left, bottom, right, bottom)
    add_wall(plane, left, top + gap, left, bottom)
    inner, left, top, right, bottom = left, left + gap, top + gap, right - gap, bottom - gap
  end
end

-- Start and goal, what stands between them, and where its random numbers begin.
local scenes = {
  { 4, 48, 153, 48, name = "Few boxes", seed = 31, build = function(plane, scene)
    add_boxes(plane, scene, 9, 12, 44)
  end },
  { 4, 48, 153, 48, name = "Many boxes", seed = 47, build = function(plane, scene)
    add_boxes(plane, scene, 70, 4, 18)
  end },
  { 6.5, 6.5, 150.5, 90.5, name = "A maze of thin walls", seed = 5, build = function(plane)
    add_maze(plane, 12)
  end },
  { 92, 48, 150, 48, name = "A pocket, open on the wrong side", build = function(plane)
    plane:polygon { 30, 18, 104, 18, 104, 78, 30, 78, 30, 72, 96, 72, 96, 24, 30, 24 }
  end },
  { 78.5, 48.5, 152.5, 92.5, name = "A spiral", build = function(plane)
    add_spiral(plane, 8)
  end },
}

---- Drawing ---------------------------------------------------------------------------------------

-- Upper halves of blocks show two pixels in a character, where they can be printed.
local function has_blocks()
  for _, name in ipairs { "LC_ALL", "LC_CTYPE", "LANG" } do
    local value = os.getenv(name) or ""
    if value ~= "" then return value:lower():find("utf%-?8") ~= nil end
  end
  return false
end
local blocks = terminal.colour and has_blocks()

-- The size of a pixel on the ground.
local WIDE, TALL = 2, blocks and 2 or 4
local COLS, ROWS = math.ceil(WIDTH / WIDE), math.ceil(HEIGHT / 4) * 4 / TALL

-- How things look: a character, and one of a terminal's 256 colours. What comes later covers what came before.
local looks = {
  { " ", 235 }, -- ground
  { "#", 67 },  -- an obstacle
  { ".", 94 },  -- a ray
  { "o", 120 }, -- the route
  { "+", 208 }, -- a corner that was expanded
  { "S", 231 },
  { "G", 231 },
}
local GROUND, ROCK, RAY, ROUTE, CORNER, START, GOAL = 1, 2, 3, 4, 5, 6, 7

local function new_canvas()
  local canvas = {}
  for row = 1, ROWS do
    canvas[row] = {}
    for col = 1, COLS do canvas[row][col] = GROUND end
  end
  return canvas
end

-- What runs along an obstacle is drawn beside it.
local function dot(canvas, x, y, look)
  local col = math.max(1, math.min(COLS, math.floor(x / WIDE) + 1))
  local row = math.max(1, math.min(ROWS, math.floor(y / TALL) + 1))
  local best_col, best_row, least = col, row, math.huge
  for r = math.max(1, row - 1), math.min(ROWS, row + 1) do
    for c = math.max(1, col - 1), math.min(COLS, col + 1) do
      local away = math.max(math.abs((c - 0.5) * WIDE - x) / WIDE, math.abs((r - 0.5) * TALL - y) / TALL)
      if c == col and r == row then away = 0 end
      if away < least and canvas[r][c] ~= ROCK then best_col, best_row, least = c, r, away end
    end
  end
  canvas[best_row][best_col] = math.max(canvas[best_row][best_col], look)
end

local function line(canvas, x1, y1, x2, y2, look)
  local steps = math.ceil(2 * math.max(math.abs(x2 - x1), math.abs(y2 - y1))) + 1
  for i = 0, steps do dot(canvas, x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps, look) end
end

local function polyline(canvas, points, look)
  for i = 1, #points - 3, 2 do line(canvas, points[i], points[i + 1], points[i + 2], points[i + 3], look) end
end

local function draw_obstacles(canvas, plane)
  for row = 1, ROWS do
    for col = 1, COLS do
      if type(plane:at((col - 0.5) * WIDE, (row - 0.5) * TALL)) == "userdata" then canvas[row][col] = ROCK end
    end
  end
  -- Walls are too thin for that, so where each runs is kept with it.
  for rock in plane:obstacles() do
    local wall = rock.data
    for i = 0, wall and 200 or -1 do
      local x, y = wall[1] + (wall[3] - wall[1]) * i / 200, wall[2] + (wall[4] - wall[2]) * i / 200
      canvas[math.floor(y / TALL) + 1][math.floor(x / WIDE) + 1] = ROCK
    end
  end
end

local function print_canvas(canvas)
  for row = 1, ROWS, 4 / TALL do
    local text = {}
    for col = 1, COLS do
      local upper, lower = canvas[row][col], canvas[row + 4 / TALL - 1][col]
      local look = looks[math.max(upper, lower)]
      if look == looks[START] or look == looks[GOAL] then
        text[col] = terminal.paint(look[1], 16, look[2])
      elseif blocks then
        text[col] = terminal.paint("\226\150\128", looks[upper][2], looks[lower][2])
      else
        text[col] = terminal.paint(look[1], look[2], looks[GROUND][2])
      end
    end
    print((table.concat(text):gsub("%s+$", "")))
  end
end

---- Measuring -------------------------------------------------------------------------------------

-- The seconds of a call: the mean of as many as fit into a fiftieth of a second.
local function seconds(f)
  local count, began = 0, os.clock()
  repeat
    f()
    count = count + 1
  until os.clock() - began > 0.02
  return (os.clock() - began) / count
end

-- The grid of cells of size 1 on the same ground: blocked where the middle of a cell lies in an obstacle.
local function grid_of(plane)
  local map = astar.grid { width = WIDTH, height = HEIGHT }
  for cell in map:nodes() do
    if plane:at(cell.x, cell.y) then cell.blocked = true end
  end
  return map
end

local function count_corners(plane)
  local count = 0
  for rock in plane:obstacles() do count = count + #rock:points() / 2 end
  return count
end

local function microseconds(time) return ("%.1f us"):format(time * 1e6) end

local function show(scene)
  local x1, y1, x2, y2 = scene[1], scene[2], scene[3], scene[4]
  local function build()
    local plane = astar.plane { bounds = { 0, 0, WIDTH, HEIGHT } }
    state = scene.seed
    scene.build(plane, scene)
    return plane
  end
  local plane = build()
  local search = plane:search(x1, y1, x2, y2)
  search:run()
  local path, length = search:path()

  local canvas, rays, corners = new_canvas(), 0, 0
  draw_obstacles(canvas, plane)
  for ax, ay, bx, by in search:rays() do
    rays = rays + 1
    line(canvas, ax, ay, bx, by, RAY)
  end
  polyline(canvas, path:points(), ROUTE)
  for place in search:nodes("closed") do
    corners = corners + 1
    dot(canvas, place.x, place.y, CORNER)
  end
  dot(canvas, x1, y1, START)
  dot(canvas, x2, y2, GOAL)

  print(terminal.bold(scene.name))
  print_canvas(canvas)

  local map = grid_of(plane)
  local start, goal = map:at(x1, y1), map:at(x2, y2)
  local cells = map:search(start, goal)
  cells:run()
  local map_path, cost = map:path(start, goal)
  local fresh = build()
  local began = os.clock()
  fresh:path(x1, y1, x2, y2)
  local first = os.clock() - began
  print(("plane: length %.1f, %d rays, %d of %d corners expanded; %s, the first time %s"):format(length, rays,
    corners - 2, count_corners(plane), microseconds(seconds(function() plane:path(x1, y1, x2, y2) end)),
    microseconds(first)))
  print(("grid:  %s, %d cells expanded; %s, with jump points %s"):format(
    map_path and ("length %.1f"):format(cost) or "no way between cells", cells.expanded,
    microseconds(seconds(function() map:path(start, goal, { jump = false }) end)),
    microseconds(seconds(function() map:path(start, goal) end))))
  print()
end

local function key(look) return terminal.paint(blocks and "\226\150\136" or looks[look][1], looks[look][2]) end

print(("%s obstacles, %s rays, %s corners expanded, %s the shortest way from S to G"):format(
  key(ROCK), key(RAY), key(CORNER), key(ROUTE)))
print()
for _, scene in ipairs(scenes) do show(scene) end
