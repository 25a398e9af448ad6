-- The scenes: where start and goal are, and what stands on the ground.

local WIDTH, HEIGHT = 1024, 672
local WALL = 10 -- the width of walls

local scenes = { width = WIDTH, height = HEIGHT }

-- The same numbers on every machine: 0 <= result < 1.
local function randoms(seed)
  local state = seed
  return function()
    state = state * 16807 % 2147483647
    return state / 2147483647
  end
end

---- Outlines around 0, 0 ------------------------------------------------------------------------------

local function star(tips, outer, inner)
  local corners = {}
  for i = 0, 2 * tips - 1 do
    local r, angle = i % 2 == 0 and outer or inner, i * math.pi / tips - math.pi / 2
    corners[#corners + 1] = r * math.cos(angle)
    corners[#corners + 1] = r * math.sin(angle)
  end
  return corners
end

local function scaled(corners, size)
  local result = {}
  for i, value in ipairs(corners) do result[i] = value * size end
  return result
end

-- 0, 0 lies in each of them: what a click adds is under the mouse.
local ELL = { -0.5, -1.5, 0.2, -1.5, 0.2, -0.2, 1.5, -0.2, 1.5, 0.5, -0.5, 0.5 }
local CUP = { -1, -1.6, -0.6, -1.6, -0.6, -0.2, 0.6, -0.2, 0.6, -1.6, 1, -1.6, 1, 0.2, -1, 0.2 }
local ARROW = { -1, -0.8, 1, 0, -1, 0.8, -0.4, 0 }
local CROSS = { -0.3, -1, 0.3, -1, 0.3, -0.3, 1, -0.3, 1, 0.3, 0.3, 0.3, 0.3, 1, -0.3, 1, -0.3, 0.3, -1, 0.3, -1, -0.3,
  -0.3, -0.3 }

-- A shape of a kind ("box", "circle" or "polygon"), about so large; `random` chooses the rest.
function scenes.shape(kind, x, y, size, random)
  if kind == "circle" then return { kind = kind, x = x, y = y, r = size * (0.7 + 0.3 * random()) } end
  local angle = random() * 2 * math.pi
  if kind == "box" then
    return { kind = kind, x = x, y = y, w = size * (1 + 1.5 * random()), h = size * (0.5 + random()), angle = angle }
  end
  local corners
  local choice = math.floor(random() * 5)
  if choice == 0 then corners = star(5, size, size * 0.45)
  else corners = scaled(({ ELL, CUP, ARROW, CROSS })[choice], size) end
  return { kind = kind, x = x, y = y, corners = corners, angle = angle }
end

---- What stands in a scene ----------------------------------------------------------------------------

-- Anything anywhere, but not on the start and the goal.
local function scatter(ground, scene, count, least, most)
  local random = randoms(scene.seed)
  local kinds = { "box", "box", "circle", "polygon" }
  while #ground.shapes < count do
    local x, y = random() * WIDTH, random() * HEIGHT
    local kind = kinds[math.floor(random() * #kinds) + 1]
    local shape = scenes.shape(kind, x, y, least + (most - least) * random(), random)
    local room = 2 * most + 20
    local function far(px, py) return (px - x) ^ 2 + (py - y) ^ 2 > room * room end
    if far(scene[1], scene[2]) and far(scene[3], scene[4]) then ground:add(shape) end
  end
end

-- A wall from one point to another, which reaches over both by half of its width: walls that meet leave no gap.
local function wall(ground, x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  ground:add { kind = "box", x = (x1 + x2) / 2, y = (y1 + y2) / 2, w = math.sqrt(dx * dx + dy * dy) + WALL, h = WALL,
    angle = math.atan2(dy, dx) }
end

local function few(ground)
  ground:add { kind = "box", x = 330, y = 455, w = 210, h = 70, angle = -0.6 }
  ground:add { kind = "box", x = 705, y = 300, w = 70, h = 270, angle = 0.35 }
  ground:add { kind = "circle", x = 505, y = 275, r = 72 }
  ground:add { kind = "polygon", x = 596, y = 546, corners = scaled(CUP, 82), angle = -1.1 }
  ground:add { kind = "polygon", x = 870, y = 180, corners = star(5, 70, 32), angle = 0.2 }
  ground:add { kind = "polygon", x = 752, y = 555, corners = scaled(ELL, 70), angle = 0.5 }
  ground:add { kind = "box", x = 560, y = 110, w = 180, h = 50, angle = 0.25 }
  ground:add { kind = "circle", x = 165, y = 455, r = 42 }
end

-- One way between any two places: goes on to any place not yet taken, and back where there is none. Then a few
-- walls are left out, so that there is more than one.
local function maze(ground, scene)
  local random = randoms(scene.seed)
  local cols, rows = 16, 12
  local w, h = WIDTH / cols, HEIGHT / rows
  local taken, open = {}, {}
  local function index(col, row) return row * cols + col end
  local function visit(col, row)
    taken[index(col, row)] = true
    local turn = math.floor(random() * 4)
    for i = 1, 4 do
      local way = (turn + i) % 4
      local dx, dy = ({ 1, 0, -1, 0 })[way + 1], ({ 0, 1, 0, -1 })[way + 1]
      local c, r = col + dx, row + dy
      if c >= 0 and c < cols and r >= 0 and r < rows and not taken[index(c, r)] then
        -- Each place keeps what is open to its right (even) and below it (odd).
        open[index(math.min(col, c), math.min(row, r)) * 2 + math.abs(dy)] = true
        visit(c, r)
      end
    end
  end
  visit(0, 0)
  for _ = 1, 14 do open[math.floor(random() * cols * rows * 2)] = true end
  -- Walls in a row are made one.
  for row = 0, rows - 2 do
    local from
    for col = 0, cols do
      local closed = col < cols and not open[index(col, row) * 2 + 1]
      if closed then from = from or col end
      if from and not closed then
        wall(ground, from * w, (row + 1) * h, col * w, (row + 1) * h)
        from = nil
      end
    end
  end
  for col = 0, cols - 2 do
    local from
    for row = 0, rows do
      local closed = row < rows and not open[index(col, row) * 2]
      if closed then from = from or row end
      if from and not closed then
        wall(ground, (col + 1) * w, from * h, (col + 1) * w, row * h)
        from = nil
      end
    end
  end
end

local function pocket(ground)
  ground:add { kind = "polygon", x = 560, y = 360, angle = 0,
    corners = { -230, -200, 190, -200, 190, 200, -230, 200, -230, 165, 150, 165, 150, -165, -230, -165 } }
  ground:add { kind = "polygon", x = 590, y = 360, angle = 0,
    corners = { -120, -110, 110, -110, 110, 110, -120, 110, -120, 85, 80, 85, 80, -85, -120, -85 } }
  ground:add { kind = "circle", x = 860, y = 200, r = 45 }
  ground:add { kind = "box", x = 860, y = 500, w = 60, h = 150, angle = 0.4 }
end

-- Straight walls around a middle, each a bit farther out than the one before.
local function spiral(ground)
  local x, y = 560, 336
  local before_x, before_y
  for i = 0, 27 do
    local angle, r = i * math.pi / 4, 44 + i * 10.2
    local px, py = x + 1.35 * r * math.cos(angle), y + r * math.sin(angle)
    if before_x then wall(ground, before_x, before_y, px, py) end
    before_x, before_y = px, py
  end
end

-- Start and goal, name, where the random numbers begin, and what builds it.
local list = {
  { 60, 600, 965, 75, name = "a few obstacles", build = few },
  { 40, 630, 990, 40, name = "many obstacles", seed = 47, build = function(ground, scene)
    scatter(ground, scene, 70, 22, 44)
  end },
  { 32, 644, 992, 28, name = "a maze", seed = 8, build = maze },
  { 600, 360, 960, 360, name = "a pocket, open on the wrong side", build = pocket },
  { 560, 336, 985, 60, name = "a spiral", build = spiral },
  { 25, 650, 1000, 22, name = "500 obstacles", seed = 11, build = function(ground, scene)
    scatter(ground, scene, 500, 8, 15)
  end },
}
scenes.list = list

return scenes
