-- The ground: meadow, fields, roads, the river and its bridges, and all that stands on it, painted once into a picture.

local buildings = require "buildings"
local country = require "country"
local greenery = require "greenery"

local ground = {}

local g = love.graphics
local noise = love.math.noise

local DETAIL = 14 -- pixels of the picture to a metre
local GRAIN = 4   -- the same of the meadow's soft patches

---- Meadow and fields -------------------------------------------------------------------------------------

-- Soft patches of lighter and darker green, and dry ones.
local function paint_meadow()
  local data = love.image.newImageData(country.WIDTH * GRAIN, country.HEIGHT * GRAIN)
  data:mapPixel(function(x, y)
    local u, v = x / GRAIN, y / GRAIN
    local n = 0.62 * noise(0.035 * u, 0.035 * v) + 0.26 * noise(0.13 * u + 9, 0.13 * v) + 0.12 * noise(0.9 * u, 0.9 * v + 5)
    local dry = math.max(0, noise(0.028 * u + 40, 0.028 * v + 7) - 0.5)
    return 0.36 + 0.15 * n + 0.30 * dry, 0.50 + 0.12 * n + 0.10 * dry, 0.23 + 0.08 * n + 0.02 * dry, 1
  end)
  local image = g.newImage(data)
  g.setColor(1, 1, 1)
  g.draw(image, 0, 0, 0, 1 / GRAIN, 1 / GRAIN)
  image:release()
end

-- x, y, width, height, angle, and two colours of the stripes
local FIELDS = {
  { 134, 22, 20, 9, 0.10, { 0.70, 0.62, 0.30 }, { 0.62, 0.54, 0.25 } },
  { 112, 83, 16, 9, -0.06, { 0.47, 0.38, 0.24 }, { 0.40, 0.32, 0.20 } },
  { 141, 82, 20, 9, 0.05, { 0.68, 0.63, 0.33 }, { 0.60, 0.56, 0.28 } },
  { 105, 21, 13, 9, -0.12, { 0.42, 0.52, 0.22 }, { 0.36, 0.46, 0.19 } },
  { 65, 77, 9, 7, 0.20, { 0.66, 0.60, 0.32 }, { 0.58, 0.52, 0.27 } },
  { 64, 18, 10, 8, -0.15, { 0.44, 0.36, 0.23 }, { 0.38, 0.30, 0.19 } },
}

local function paint_field(field)
  local w, h = field[3], field[4]
  g.push()
  g.translate(field[1], field[2])
  g.rotate(field[5])
  g.setColor(0.20, 0.30, 0.12, 0.55)
  g.rectangle("fill", -w / 2 - 0.5, -h / 2 - 0.5, w + 1, h + 1, 0.9)
  local rows = math.floor(h / 0.55)
  for i = 0, rows - 1 do
    local colour = field[6 + i % 2]
    g.setColor(colour[1], colour[2], colour[3], 0.85)
    g.rectangle("fill", -w / 2, -h / 2 + h * i / rows, w, h / rows)
  end
  g.pop()
end

-- Whether plants may grow there.
local function is_meadow(x, y)
  local middle, half = country.river(y)
  if math.abs(x - middle) < half + 1.6 then return false end
  if country.is_in_town(x, y) then return false end
  for _, field in ipairs(FIELDS) do
    if math.abs(x - field[1]) < field[3] / 2 + 1 and math.abs(y - field[2]) < field[4] / 2 + 1.5 then return false end
  end
  return true
end

local function paint_plants(random)
  for _ = 1, 1500 do
    local x, y = country.WIDTH * random:random(), country.HEIGHT * random:random()
    if is_meadow(x, y) then
      local dice = random:random()
      if dice < 0.86 then
        greenery.tuft(x, y, 0.34)
      else
        greenery.flowers(x, y, random)
      end
    end
  end
end

---- Roads -------------------------------------------------------------------------------------------------

local ROADS = {
  { width = 3.0, 20, 50, 50, 50, 60, 50.4, 72, 49.8, 80, 50, 90, 50, 102, 50.6, 118, 49.4, 136, 50.4, 152, 49.6, 170, 50 },
  { width = 1.5, 33, 40, 32, 24, 32, 11, 34, 8, 42, 7, 54, 11, 66, 17.6, 76, 19, 92, 19, 100, 21, 106, 30, 112, 42, 117, 49 },
  { width = 1.1, 117, 50, 117, 60, 114, 70, 106, 77, 99, 84 },
  { width = 1.0, 108, 29, 112, 20, 113, 12 },
}

local function walk_line(points, step, f)
  for i = 1, #points - 3, 2 do
    local x1, y1, x2, y2 = points[i], points[i + 1], points[i + 2], points[i + 3]
    local count = math.ceil(math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2) / step)
    for k = 0, count - 1 do f(x1 + (x2 - x1) * k / count, y1 + (y2 - y1) * k / count) end
  end
end

local function paint_roads(random)
  local layers = {
    { 1.22, { 0.44, 0.42, 0.24, 0.10 } }, { 1.0, { 0.60, 0.51, 0.34, 0.28 } }, { 0.74, { 0.71, 0.61, 0.43, 0.35 } },
  }
  for _, layer in ipairs(layers) do
    g.setColor(layer[2])
    for _, road in ipairs(ROADS) do
      walk_line(road, 0.5, function(x, y)
        local size = road.width * layer[1] * (0.82 + 0.3 * random:random())
        g.circle("fill", x + 0.3 * (random:random() - 0.5), y + 0.5 * (random:random() - 0.5), size, 18)
      end)
    end
  end
  for _, road in ipairs(ROADS) do -- ruts and pebbles
    walk_line(road, 0.6, function(x, y)
      local tone = 0.8 + 0.35 * random:random()
      g.setColor(0.62 * tone, 0.55 * tone, 0.42 * tone, 0.7)
      local aside = (random:random() - 0.5) * 1.7 * road.width
      g.circle("fill", x, y + aside, 0.06 + 0.07 * random:random(), 8)
    end)
  end
end

---- The river ---------------------------------------------------------------------------------------------

local function paint_river(random)
  local layers = {
    { 1.9, 0.58, 0.56, 0.32, 0.55 }, { 1.2, 0.76, 0.69, 0.48, 1 }, { 0.5, 0.62, 0.56, 0.38, 1 },
    { 0.05, 0.53, 0.72, 0.75, 1 }, { -0.45, 0.33, 0.58, 0.70, 1 }, { -1.4, 0.25, 0.50, 0.66, 1 }, { -2.8, 0.21, 0.45, 0.62, 1 },
  }
  for _, layer in ipairs(layers) do
    g.setColor(layer[2], layer[3], layer[4], layer[5])
    local outline = country.water(-4, country.HEIGHT + 4, layer[1])
    for _, triangle in ipairs(love.math.triangulate(outline)) do g.polygon("fill", triangle) end
  end
  for _ = 1, 150 do
    local y = country.HEIGHT * random:random()
    local middle, half = country.river(y)
    local side = random:random() < 0.5 and -1 or 1
    local is_open = math.abs(y - 50) > 9 and math.abs(y - 19) > 5
    if is_open then
      if random:random() < 0.6 then
        greenery.reed(middle + side * (half + 0.2 * random:random()), y, random)
      else
        local tone = 0.85 + 0.3 * random:random()
        g.setColor(0.52 * tone, 0.51 * tone, 0.48 * tone)
        g.ellipse("fill", middle + side * (half + 0.9 * random:random()), y, 0.26, 0.20, 12)
      end
    end
  end
end

local function stone_bridge(x1, x2, y, half, random)
  g.setColor(0.05, 0.12, 0.16, 0.40)
  g.rectangle("fill", x1 + 2, y + half, x2 - x1 - 2.2, 2.0)       -- its shadow on the water
  g.setColor(0.50, 0.47, 0.43)
  g.rectangle("fill", x1, y - half - 0.9, x2 - x1, 2 * half + 1.8, 0.5)
  g.setColor(0.66, 0.62, 0.55)
  g.rectangle("fill", x1, y - half, x2 - x1, 2 * half)
  local rows = math.floor(2 * half / 0.8)
  for row = 0, rows - 1 do
    local x = x1 - 0.6 * random:random()
    while x < x2 do
      local w = 0.9 + 0.7 * random:random()
      local left, right = math.max(x, x1), math.min(x + w - 0.08, x2)
      local tone = 0.92 + 0.15 * random:random()
      g.setColor(0.70 * tone, 0.65 * tone, 0.57 * tone)
      if right > left then
        g.rectangle("fill", left, y - half + 0.05 + row * 2 * half / rows, right - left, 2 * half / rows - 0.09, 0.12)
      end
      x = x + w
    end
  end
  for side = -1, 1, 2 do
    local top = side < 0 and y - half - 0.9 or y + half
    g.setColor(0.10, 0.09, 0.08, 0.30)
    g.rectangle("fill", x1, top + 0.9, x2 - x1, 0.28)
    g.setColor(0.58, 0.55, 0.51)
    g.rectangle("fill", x1, top, x2 - x1, 0.9)
    local count = math.floor((x2 - x1) / 1.3)
    for i = 0, count - 1 do
      local tone = 0.94 + 0.14 * random:random()
      g.setColor(0.74 * tone, 0.71 * tone, 0.66 * tone)
      g.rectangle("fill", x1 + (x2 - x1) * i / count + 0.05, top + 0.08, (x2 - x1) / count - 0.1, 0.70, 0.1)
    end
    for _, x in ipairs { x1, x2 } do
      g.setColor(0.46, 0.43, 0.40)
      g.rectangle("fill", x - 0.8, top - 0.35, 1.6, 1.6, 0.2)
      g.setColor(0.78, 0.75, 0.70)
      g.rectangle("fill", x - 0.65, top - 0.25, 1.3, 1.2, 0.2)
    end
  end
end

local function plank_bridge(x1, x2, y, half, random)
  g.setColor(0.05, 0.12, 0.16, 0.36)
  g.rectangle("fill", x1 + 1.5, y + half, x2 - x1 - 1.8, 1.3)
  g.setColor(0.30, 0.20, 0.12)
  g.rectangle("fill", x1, y - half - 0.3, x2 - x1, 2 * half + 0.6)
  local count = math.floor((x2 - x1) / 0.42)
  for i = 0, count - 1 do
    local tone = 0.86 + 0.28 * random:random()
    g.setColor(0.60 * tone, 0.44 * tone, 0.27 * tone)
    local out = 0.16 * random:random()
    g.rectangle("fill", x1 + (x2 - x1) * i / count + 0.02, y - half - out, (x2 - x1) / count - 0.06, 2 * half + 0.2 + out)
  end
  for side = -1, 1, 2 do
    local rail = y + side * (half + 0.12)
    g.setColor(0.10, 0.07, 0.05, 0.35)
    g.rectangle("fill", x1, rail + 0.1, x2 - x1, 0.24)
    g.setColor(0.42, 0.29, 0.17)
    g.rectangle("fill", x1 - 0.4, rail - 0.14, x2 - x1 + 0.8, 0.26, 0.1)
    for i = 0, 6 do
      g.setColor(0.52, 0.37, 0.22)
      g.circle("fill", x1 + (x2 - x1) * i / 6, rail, 0.26, 14)
    end
  end
end

local function paint_bridges(random)
  for _, bridge in ipairs(country.BRIDGES) do
    local middle, half = country.river(bridge.y)
    local x1, x2 = middle - half - 2.2, middle + half + 2.2
    local paint = bridge.stone and stone_bridge or plank_bridge
    paint(x1, x2, bridge.y, bridge.half, random)
  end
end

---- The picture -------------------------------------------------------------------------------------------

local function paint(place)
  local random = love.math.newRandomGenerator(4) -- the same each time
  paint_meadow()
  for _, field in ipairs(FIELDS) do paint_field(field) end
  paint_plants(random)
  paint_roads(random)
  paint_river(random)
  buildings.pave(random)
  paint_roads(love.math.newRandomGenerator(5))
  paint_bridges(random)
  for _, thing in ipairs(place.things) do buildings.shade(thing) end
  for _, thing in ipairs(place.things) do buildings.paint(thing, random) end
end

-- Outside of any transform.
function ground.load(place)
  local canvas = g.newCanvas(country.WIDTH * DETAIL, country.HEIGHT * DETAIL, { msaa = 4 })
  g.push("all")
  g.reset()
  g.setCanvas(canvas)
  g.scale(DETAIL)
  paint(place)
  g.pop()
  ground.image = g.newImage(canvas:newImageData(), { mipmaps = true })
  ground.image:setFilter("linear", "linear")
  canvas:release()
end

function ground.draw()
  g.setColor(1, 1, 1)
  g.draw(ground.image, 0, 0, 0, 1 / DETAIL, 1 / DETAIL)
end

return ground
