-- How things look that stand on the ground: walls and towers, houses, rocks, woods, tents. Light comes from the upper
-- left.

local country = require "country"
local greenery = require "greenery"

local g = love.graphics
local buildings = {}

local STONE = { 0.66, 0.63, 0.58 }
local ROOFS = {
  { { 0.70, 0.36, 0.25 }, { 0.55, 0.27, 0.19 } }, { { 0.64, 0.45, 0.29 }, { 0.50, 0.34, 0.22 } },
  { { 0.47, 0.45, 0.50 }, { 0.36, 0.35, 0.40 } },
}

local function tinted(colour, tone, alpha)
  g.setColor(colour[1] * tone, colour[2] * tone, colour[3] * tone, alpha or 1)
end

local function fill(outline)
  for _, triangle in ipairs(love.math.triangulate(outline)) do g.polygon("fill", triangle) end
end

---- Shadows -----------------------------------------------------------------------------------------------

local HEIGHTS = { wall = 2.0, ["square tower"] = 3.0, tower = 3.2, house = 1.8, church = 3.0, rock = 0.7, tent = 1.2, mill = 3.0 }

-- The outline, moved away from the light in some steps, makes a shadow without gaps.
function buildings.shade(thing)
  local height = HEIGHTS[thing.what]
  if not height then return end
  g.setColor(0.04, 0.05, 0.02, 0.085)
  for i = 1, 6 do
    g.push()
    g.translate(height * 0.62 * i / 6, height * 0.80 * i / 6)
    fill(thing.outline)
    g.pop()
  end
end

---- The town ----------------------------------------------------------------------------------------------

-- The earth within the walls, and the stones of the square.
function buildings.pave(random)
  local flat = {}
  for _, corner in ipairs(country.wall) do
    flat[#flat + 1] = corner[1]
    flat[#flat + 1] = corner[2]
  end
  g.setColor(0.60, 0.54, 0.41)
  fill(flat)
  for _ = 1, 2600 do
    local x, y = 8 + 44 * random:random(), 12 + 76 * random:random()
    if country.is_in_town(x, y) then
      local tone = 0.88 + 0.24 * random:random()
      local in_square = x > 18 and y > 25 and y < 75
      g.setColor(0.66 * tone, 0.61 * tone, 0.50 * tone, in_square and 0.55 or 0.35)
      local w = 0.5 + 0.5 * random:random()
      g.rectangle("fill", x - w / 2, y - 0.3, w, 0.55, 0.18)
    end
  end
  for _ = 1, 90 do
    local x, y = 8 + 44 * random:random(), 12 + 76 * random:random()
    local is_edge = x < 17 or y < 22 or y > 78
    if is_edge and country.is_in_town(x, y) then
      g.setColor(0.42, 0.52, 0.26, 0.5)
      g.circle("fill", x, y, 0.5 + 0.9 * random:random(), 16)
    end
  end
end

local paint = {}

-- A walk between two rows of battlements.
function paint.wall(thing, random)
  local angle = math.atan2(thing.y2 - thing.y1, thing.x2 - thing.x1)
  local length = math.sqrt((thing.x2 - thing.x1) ^ 2 + (thing.y2 - thing.y1) ^ 2)
  local half = thing.width / 2
  g.push()
  g.translate(thing.x1, thing.y1)
  g.rotate(angle)
  tinted(STONE, 0.52)
  g.rectangle("fill", 0, -half, length, thing.width)
  tinted(STONE, 0.98)
  g.rectangle("fill", 0, -half + 0.12, length, thing.width - 0.24)
  local x = 0
  while x < length do
    local w = 0.6 + 0.7 * random:random()
    tinted(STONE, 0.86 + 0.14 * random:random())
    g.rectangle("fill", x + 0.04, -half + 0.5, math.min(w - 0.08, length - x), thing.width - 1.0, 0.08)
    x = x + w
  end
  local count = math.floor(length / 1.15)
  for i = 0, count - 1 do
    local at = length * (i + 0.2) / count
    for side = -1, 1, 2 do
      tinted(STONE, 0.60)
      g.rectangle("fill", at, side * (half - 0.28) - 0.22, 0.72, 0.50)
      tinted(STONE, 1.22)
      g.rectangle("fill", at + 0.02, side * (half - 0.28) - 0.24, 0.66, 0.38)
    end
  end
  g.pop()
end

-- A cone, whose light side is the one towards the light.
local function cone(x, y, radius, colour, corners, stripes)
  for i = 0, corners - 1 do
    local a1, a2 = 2 * math.pi * i / corners, 2 * math.pi * (i + 1) / corners
    local light = 0.84 - 0.30 * math.cos((a1 + a2) / 2 - math.pi * 0.28)
    if stripes and i % 2 == 0 then tinted(stripes, light) else tinted(colour, light) end
    g.polygon("fill", x, y, x + radius * math.cos(a1), y + radius * math.sin(a1), x + radius * math.cos(a2),
      y + radius * math.sin(a2))
  end
end

paint["tower"] = function(thing)
  local x, y, r = thing.x, thing.y, thing.radius
  tinted(STONE, 0.46)
  g.circle("fill", x, y, r, 40)
  tinted(STONE, 0.95)
  g.circle("fill", x - 0.05, y - 0.05, r - 0.14, 40)
  for i = 0, 11 do
    local a = math.pi * i / 6
    g.push()
    g.translate(x + (r - 0.38) * math.cos(a), y + (r - 0.38) * math.sin(a))
    g.rotate(a)
    tinted(STONE, 1.24)
    g.rectangle("fill", -0.26, -0.30, 0.52, 0.60, 0.08)
    g.pop()
  end
  g.setColor(0, 0, 0, 0.25)
  g.circle("fill", x + 0.15, y + 0.18, r * 0.70, 32)
  cone(x, y, r * 0.68, { 0.44, 0.47, 0.60 }, 24)
end

paint["square tower"] = function(thing)
  local x, y, s = thing.x, thing.y, thing.size / 2
  tinted(STONE, 0.46)
  g.rectangle("fill", x - s, y - s, 2 * s, 2 * s, 0.2)
  tinted(STONE, 0.95)
  g.rectangle("fill", x - s + 0.12, y - s + 0.10, 2 * s - 0.26, 2 * s - 0.26, 0.15)
  local count = math.floor(2 * s / 0.95)
  for i = 0, count - 1 do
    local at = -s + 2 * s * (i + 0.5) / count
    tinted(STONE, 1.24)
    g.rectangle("fill", x + at - 0.28, y - s + 0.08, 0.56, 0.50, 0.06)
    g.rectangle("fill", x + at - 0.28, y + s - 0.60, 0.56, 0.46, 0.06)
    g.rectangle("fill", x - s + 0.08, y + at - 0.28, 0.50, 0.56, 0.06)
    g.rectangle("fill", x + s - 0.60, y + at - 0.28, 0.46, 0.56, 0.06)
  end
  local r = s - 0.72
  g.setColor(0, 0, 0, 0.22)
  g.rectangle("fill", x - r + 0.16, y - r + 0.2, 2 * r, 2 * r)
  for i, tone in ipairs { 1.16, 0.86, 0.64, 1.02 } do -- up, right, down, left
    tinted({ 0.44, 0.47, 0.60 }, tone)
    local a1, a2 = math.pi * (i * 0.5 - 1.25), math.pi * (i * 0.5 - 0.75)
    local far = r * math.sqrt(2)
    g.polygon("fill", x, y, x + far * math.cos(a1), y + far * math.sin(a1), x + far * math.cos(a2), y + far * math.sin(a2))
  end
end

-- A roof with a ridge along its length, in rows of tiles.
local function ridge_roof(w, h, roof)
  for side = -1, 1, 2 do
    local colour = roof[side < 0 and 1 or 2]
    tinted(colour, 1)
    g.rectangle("fill", -w / 2, side < 0 and -h / 2 or 0, w, h / 2)
    local rows = math.floor(h / 2 / 0.42)
    for row = 0, rows - 1 do
      tinted(colour, 0.84, 0.8)
      g.rectangle("fill", -w / 2, side * (h / 2) * row / rows - 0.05, w, 0.10)
    end
    local count = math.floor(w / 0.5)
    for row = 0, rows - 1 do
      for i = 0, count - 1 do
        tinted(colour, (i * 7 + row * 13) % 5 == 0 and 1.14 or 0.93, 0.5)
        g.rectangle("fill", -w / 2 + w * (i + row % 2 * 0.5) / count, side < 0 and -h / 2 * (row + 1) / rows + 0.08
          or h / 2 * row / rows + 0.08, 0.06, h / 2 / rows - 0.1)
      end
    end
  end
  tinted(roof[1], 1.18)
  g.rectangle("fill", -w / 2, -0.14, w, 0.26)
  g.setColor(0.16, 0.10, 0.08, 0.8)
  g.setLineWidth(0.14)
  g.rectangle("line", -w / 2, -h / 2, w, h)
end

function paint.house(thing)
  g.push()
  g.translate(thing.x, thing.y)
  g.rotate(thing.angle)
  local w, h = thing.w, thing.h
  if h > w then
    g.rotate(math.pi / 2)
    w, h = h, w
  end
  ridge_roof(w, h, ROOFS[thing.roof])
  g.setColor(0.28, 0.24, 0.22)
  g.rectangle("fill", w * 0.20, -h * 0.32, 0.95, 0.95)
  g.setColor(0.60, 0.52, 0.47)
  g.rectangle("fill", w * 0.20, -h * 0.32, 0.78, 0.78)
  g.setColor(0.12, 0.10, 0.10)
  g.rectangle("fill", w * 0.20 + 0.2, -h * 0.32 + 0.2, 0.4, 0.4)
  g.pop()
end

function paint.church(thing)
  g.push()
  g.translate(thing.x, thing.y)
  ridge_roof(thing.w, thing.h, ROOFS[3])
  g.pop()
  local x, y = thing.x - thing.w / 2 + 2.2, thing.y
  g.setColor(0, 0, 0, 0.25)
  g.rectangle("fill", x - 1.4, y - 1.3, 3.4, 3.6)
  tinted(STONE, 0.6)
  g.rectangle("fill", x - 1.7, y - 1.7, 3.4, 3.4)
  for i, tone in ipairs { 1.2, 0.86, 0.62, 1.04 } do
    tinted({ 0.50, 0.60, 0.55 }, tone)
    local a1, a2 = math.pi * (i * 0.5 - 1.25), math.pi * (i * 0.5 - 0.75)
    g.polygon("fill", x, y, x + 2.2 * math.cos(a1), y + 2.2 * math.sin(a1), x + 2.2 * math.cos(a2), y + 2.2 * math.sin(a2))
  end
  g.setColor(1, 0.86, 0.42)
  g.rectangle("fill", x - 0.10, y - 0.55, 0.20, 1.1)
  g.rectangle("fill", x - 0.38, y - 0.28, 0.76, 0.20)
end

---- The fields --------------------------------------------------------------------------------------------

local function shrunk(thing, part, dx, dy)
  local outline = {}
  for i = 1, #thing.outline, 2 do
    outline[i] = thing.x + dx + part * (thing.outline[i] - thing.x)
    outline[i + 1] = thing.y + dy + part * (thing.outline[i + 1] - thing.y)
  end
  return outline
end

function paint.rock(thing)
  g.setColor(0.36, 0.36, 0.36)
  fill(thing.outline)
  g.setColor(0.52, 0.52, 0.52)
  fill(shrunk(thing, 0.78, -0.14, -0.20))
  g.setColor(0.66, 0.66, 0.65)
  fill(shrunk(thing, 0.46, -0.30, -0.36))
  g.setColor(0.44, 0.53, 0.30, 0.6)
  g.circle("fill", thing.x + 0.4, thing.y + 0.3, 0.3, 12)
end

function paint.tent(thing)
  cone(thing.x, thing.y, thing.radius, { 0.93, 0.89, 0.80 }, 16, { 0.78, 0.27, 0.24 })
  g.setColor(0.35, 0.22, 0.12)
  g.circle("fill", thing.x, thing.y, 0.22, 16)
end

function paint.mill(thing)
  tinted(STONE, 0.60)
  g.circle("fill", thing.x, thing.y, thing.radius, 32)
  tinted(STONE, 1.2)
  g.circle("fill", thing.x - 0.1, thing.y - 0.1, thing.radius - 0.25, 32)
  cone(thing.x, thing.y, thing.radius * 0.86, { 0.58, 0.38, 0.25 }, 20)
end

-- Trees within the outline, those farther down over the others.
function paint.wood(thing, random)
  g.setColor(0.10, 0.17, 0.06, 0.40)
  fill(shrunk(thing, 1.0, 0.4, 0.6))
  g.setColor(0.17, 0.25, 0.10)
  fill(shrunk(thing, 0.94, 0, 0))
  local trees = {}
  local corners = #thing.outline / 2
  for i = 1, corners do -- round the rim, and then within
    local x, y = thing.outline[2 * i - 1], thing.outline[2 * i]
    for part = 0.90, 0.1, -1.9 / math.max(thing.w, thing.h) do
      local keep = part > 0.8 or random:random() < part + 0.25
      if keep then
        trees[#trees + 1] = {
          thing.x + part * (x - thing.x) + 0.9 * (random:random() - 0.5),
          thing.y + part * (y - thing.y) + 0.9 * (random:random() - 0.5), 0.95 + 0.75 * random:random(),
          random:random(greenery.TREES),
        }
      end
    end
  end
  table.sort(trees, function(a, b) return a[2] < b[2] or a[2] == b[2] and a[1] < b[1] end)
  for _, tree in ipairs(trees) do
    greenery.shade(tree[1], tree[2], tree[3] * 0.9)
    greenery.crown(tree[1], tree[2], tree[3], tree[4], random)
  end
end

function paint.tree(thing)
  greenery.shade(thing.x, thing.y, 1.7)
  g.setColor(0.34, 0.23, 0.14)
  g.circle("fill", thing.x, thing.y, 0.6, 16)
end

-- `random` gives the same stones and leaves each time.
function buildings.paint(thing, random)
  if paint[thing.what] then paint[thing.what](thing, random) end
end

return buildings
