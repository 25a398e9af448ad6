-- The ground: meadow, ponds, woods, rocks and the road, painted once into a picture of the size that the screen needs.

local rock = require "rock"

local Ground = {}
Ground.__index = Ground

local g = love.graphics
local noise = love.math.noise

local GRAIN = 6 -- pixels of the meadow's picture to a cell

local function new(map)
  return setmetatable({ map = map, by_terrain = {} }, Ground)
end

---- Parts -------------------------------------------------------------------------------------------------

-- Soft patches of lighter and darker green.
local function paint_meadow(map)
  local data = love.image.newImageData(map.width * GRAIN, map.height * GRAIN)
  data:mapPixel(function(x, y)
    local u, v = x / GRAIN, y / GRAIN
    local n = 0.6 * noise(0.16 * u, 0.16 * v) + 0.28 * noise(0.5 * u + 9, 0.5 * v) + 0.12 * noise(2.1 * u, 2.1 * v + 5)
    return 0.40 + 0.14 * n, 0.54 + 0.13 * n, 0.27 + 0.07 * n, 1
  end)
  local image = g.newImage(data)
  g.setColor(1, 1, 1)
  g.draw(image, 0, 0, 0, 1 / GRAIN, 1 / GRAIN)
  image:release()
  -- A chessboard that is hardly seen shows the cells.
  for row = 1, map.height do
    for col = 1, map.width do
      if (col + row) % 2 == 0 then
        g.setColor(1, 1, 0.8, 0.035)
        g.rectangle("fill", col - 1, row - 1, 1, 1)
      end
    end
  end
end

local FILLET = 0.42 -- the radius with which inner corners are filled

-- The inner corner at x, y of two sides that run to the right (sx = 1) or left, and down (sy = 1) or up.
local function fill_corner(x, y, sx, sy)
  local last_x, last_y = x, y + sy * FILLET
  for i = 1, 6 do
    local a = i / 6 * math.pi / 2
    local next_x = x + sx * FILLET * (1 - math.cos(a))
    local next_y = y + sy * FILLET * (1 - math.sin(a))
    g.polygon("fill", x, y, last_x, last_y, next_x, next_y)
    last_x, last_y = next_x, next_y
  end
end

-- All cells of a kind as one shape with round corners, which reaches `grow` beyond them.
local function blob(map, is_one, grow, ...)
  local r = 0.5 + grow
  g.setColor(...)
  for row = 1, map.height do
    for col = 1, map.width do
      if is_one(col, row) then
        local x, y = col - 0.5, row - 0.5
        g.circle("fill", x, y, r, 40)
        if is_one(col + 1, row) then g.rectangle("fill", x, y - r, 1, 2 * r) end
        if is_one(col, row + 1) then g.rectangle("fill", x - r, y, 2 * r, 1) end
        if is_one(col + 1, row + 1) and is_one(col + 1, row) and is_one(col, row + 1) then
          g.rectangle("fill", x, y, 1, 1)
        end
      else
        for sx = -1, 1, 2 do
          for sy = -1, 1, 2 do
            if is_one(col - sx, row) and is_one(col, row - sy) then
              fill_corner(col - 0.5 - sx * (0.5 - grow), row - 0.5 - sy * (0.5 - grow), sx, sy)
            end
          end
        end
      end
    end
  end
end

local function tuft(x, y, size)
  g.setColor(0.30, 0.44, 0.20, 0.55)
  g.setLineWidth(0.035)
  g.line(x - size * 0.6, y - size, x, y, x, y - size * 1.3)
  g.line(x, y, x + size * 0.6, y - size * 0.9)
end

local PETALS = { { 0.98, 0.95, 0.86 }, { 0.98, 0.86, 0.42 }, { 0.90, 0.66, 0.84 } }

local function flower(x, y, petal)
  g.setColor(petal[1], petal[2], petal[3], 0.9)
  for i = 0, 3 do g.circle("fill", x + 0.05 * math.cos(i * 1.57), y + 0.05 * math.sin(i * 1.57), 0.038, 10) end
  g.setColor(0.85, 0.58, 0.15)
  g.circle("fill", x, y, 0.03, 10)
end

local function paint_grass_cell(col, row, random)
  for _ = 1, random:random(0, 2) do tuft(col - random:random(), row - 0.1 - 0.8 * random:random(), 0.11) end
  if random:random() < 0.10 then
    local petal = PETALS[random:random(#PETALS)]
    for _ = 1, random:random(2, 4) do
      flower(col - 0.15 - 0.7 * random:random(), row - 0.15 - 0.7 * random:random(), petal)
    end
  end
end

local function paint_water(map, is_water, random)
  blob(map, is_water, 0.13, 0.80, 0.73, 0.50)   -- the beach
  blob(map, is_water, 0.04, 0.62, 0.80, 0.84)
  blob(map, is_water, -0.02, 0.30, 0.57, 0.76)
  blob(map, is_water, -0.14, 0.25, 0.51, 0.72)
  for row = 1, map.height do
    for col = 1, map.width do
      local x, y = col - 0.5, row - 0.5
      if is_water(col, row) then
        if random:random() < 0.55 then
          g.setColor(0.78, 0.91, 0.97, 0.42)
          g.setLineWidth(0.04)
          local at = random:random() * 0.4 - 0.2
          g.arc("line", "open", x - 0.13, y + at, 0.13, 0.5, 2.64, 12)
          g.arc("line", "open", x + 0.12, y + at, 0.13, 0.5, 2.64, 12)
        end
        if random:random() < 0.14 then
          g.setColor(0.33, 0.58, 0.30)
          g.arc("fill", x + 0.15, y - 0.18, 0.15, 0.4, 6.0, 20)
          g.setColor(0.98, 0.80, 0.88)
          g.circle("fill", x + 0.17, y - 0.19, 0.05, 10)
        end
      end
    end
  end
end

local function tree(x, y, size)
  g.setColor(0.06, 0.13, 0.05, 0.42)
  g.ellipse("fill", x + size * 0.22, y + size * 0.42, size * 0.95, size * 0.60, 28)
  g.setColor(0.11, 0.25, 0.14)
  g.circle("fill", x, y, size, 28)
  g.setColor(0.19, 0.38, 0.21)
  g.circle("fill", x - size * 0.06, y - size * 0.10, size * 0.84, 28)
  g.setColor(0.27, 0.48, 0.26)
  g.circle("fill", x - size * 0.20, y - size * 0.28, size * 0.52, 24)
  g.setColor(0.38, 0.58, 0.31)
  g.circle("fill", x - size * 0.28, y - size * 0.38, size * 0.24, 20)
end

local function paint_wood(map, is_wood, random)
  blob(map, is_wood, 0.06, 0.27, 0.38, 0.20, 0.55)
  blob(map, is_wood, -0.04, 0.22, 0.33, 0.18)
  local trees = {}
  for row = 1, map.height do
    for col = 1, map.width do
      if is_wood(col, row) then
        for i = 0, 1 do
          trees[#trees + 1] = {
            col - 0.80 + 0.38 * i + 0.22 * random:random(),
            row - 0.86 + 0.36 * ((col + i) % 2) + 0.34 * random:random(),
            0.24 + 0.13 * random:random() ^ 2,
          }
        end
      end
    end
  end
  table.sort(trees, function(a, b) return a[2] < b[2] or a[2] == b[2] and a[1] < b[1] end)
  for _, t in ipairs(trees) do tree(t[1], t[2], t[3]) end
end

local function paint_rocks(map, is_rock, random)
  blob(map, is_rock, 0.02, 0.34, 0.38, 0.26, 0.6)
  for row = 1, map.height do
    for col = 1, map.width do
      if is_rock(col, row) then
        rock.boulder(col - 0.34, row - 0.64, 0.26, random)
        rock.boulder(col - 0.58, row - 0.44, 0.40, random)
        rock.boulder(col - 0.22, row - 0.24, 0.20, random)
      end
    end
  end
end

local function paint_road(map, is_road, random)
  blob(map, is_road, 0.05, 0.45, 0.37, 0.26, 0.8)
  blob(map, is_road, -0.02, 0.69, 0.60, 0.46)
  for row = 1, map.height do
    for col = 1, map.width do
      if is_road(col, row) then
        for i = 0, 2 do
          for k = 0, 2 do
            local tone = 0.92 + 0.16 * random:random()
            g.setColor(0.74 * tone, 0.66 * tone, 0.52 * tone)
            g.rectangle("fill", col - 0.97 + i / 3 + (k % 2) * 0.05, row - 0.97 + k / 3, 0.26, 0.27, 0.06)
          end
        end
      end
    end
  end
end

---- The picture -------------------------------------------------------------------------------------------

local function paint(map)
  local terrains = map:terrains()
  local function is(terrain)
    return function(col, row)
      return col >= 1 and row >= 1 and col <= map.width and row <= map.height
        and terrains[(row - 1) * map.width + col] == terrain
    end
  end
  local rocks = {}
  for col, row, _, blocked in map:tiles() do -- a tower blocks its cell, too
    rocks[(row - 1) * map.width + col] = blocked and not map:cell(col, row).data
  end
  local function is_rock(col, row)
    return col >= 1 and row >= 1 and col <= map.width and row <= map.height and rocks[(row - 1) * map.width + col]
  end

  local random = love.math.newRandomGenerator(4) -- the same meadow each time
  paint_meadow(map)
  for col, row, terrain in map:tiles() do
    if terrain == "grass" then paint_grass_cell(col, row, random) end
  end
  paint_road(map, is "road", random)
  paint_water(map, is "water", random)
  paint_rocks(map, is_rock, random)
  paint_wood(map, is "wood", random)
end

-- To be called before draw, outside of any transform or scissor: cells have so many pixels now.
function Ground:fit(scale)
  if self.scale == scale then return end
  if self.image then self.image:release() end
  self.scale = scale
  local canvas = g.newCanvas(self.map.width * scale, self.map.height * scale, { msaa = 8 })
  g.push("all")
  g.reset()
  g.setCanvas(canvas)
  g.scale(scale)
  paint(self.map)
  g.pop()
  -- An image outlives another mode of the window, a canvas is empty then.
  self.image = g.newImage(canvas:newImageData())
  canvas:release()
end

-- In the transform of the map.
function Ground:draw()
  g.setColor(1, 1, 1)
  g.setBlendMode("alpha", "premultiplied")
  g.draw(self.image, 0, 0, 0, 1 / self.scale, 1 / self.scale)
  g.setBlendMode("alpha")
end

return { new = new }
