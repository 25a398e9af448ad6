-- The country: a walled town in the west, a river with two bridges, and open fields in the east, as a plane of obstacles.
--
-- Lengths are metres. `place` is what country.make returns:
--   plane      the astar.plane; its obstacles are all that is listed here, and doors that are closed
--   things     { what, outline, … }: what stands there, in the order in which it is painted
--   doors      see doors.lua

local astar = require "astar"

local country = {}

local WIDTH, HEIGHT = 170, 100
country.WIDTH, country.HEIGHT = WIDTH, HEIGHT
country.BRIDGES = { { y = 50, half = 6.4, stone = true }, { y = 19, half = 2.4 } }

---- Shapes ------------------------------------------------------------------------------------------------

local function box(x, y, w, h, angle)
  local c, s = math.cos(angle or 0), math.sin(angle or 0)
  local outline = {}
  for _, corner in ipairs { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } } do
    local u, v = corner[1] * w / 2, corner[2] * h / 2
    outline[#outline + 1] = x + u * c - v * s
    outline[#outline + 1] = y + u * s + v * c
  end
  return outline
end

local function round(x, y, radius, corners)
  local outline = {}
  for i = 0, corners - 1 do
    local angle = 2 * math.pi * i / corners
    outline[#outline + 1] = x + radius * math.cos(angle)
    outline[#outline + 1] = y + radius * math.sin(angle)
  end
  return outline
end

-- A round shape with an uneven rim.
local function blob(x, y, w, h, corners, random, uneven)
  local outline = {}
  for i = 0, corners - 1 do
    local angle, far = 2 * math.pi * i / corners, 1 - uneven * random:random()
    outline[#outline + 1] = x + w * far * math.cos(angle)
    outline[#outline + 1] = y + h * far * math.sin(angle)
  end
  return outline
end

---- The river ---------------------------------------------------------------------------------------------

-- The middle of the river, and half of its width.
function country.river(y)
  return 84 + 2.6 * math.sin(0.075 * y + 0.9) + 1.1 * math.sin(0.19 * y), 5 + 0.6 * math.sin(0.11 * y + 1)
end

-- The water between two heights of the map.
function country.water(y1, y2, grow)
  local left, right = {}, {}
  local steps = math.max(2, math.ceil((y2 - y1) / 2))
  for i = 0, steps do
    local y = y1 + (y2 - y1) * i / steps
    local middle, half = country.river(y)
    left[#left + 1] = { middle - half - grow, y }
    right[#right + 1] = { middle + half + grow, y }
  end
  local outline = {}
  for i = 1, #left do
    outline[#outline + 1] = left[i][1]
    outline[#outline + 1] = left[i][2]
  end
  for i = #right, 1, -1 do
    outline[#outline + 1] = right[i][1]
    outline[#outline + 1] = right[i][2]
  end
  return outline
end

local function add_river(things)
  local tops = { -4, 19 + 2.4, 50 + 6.4 }
  local ends = { 19 - 2.4, 50 - 6.4, HEIGHT + 4 }
  for i = 1, 3 do
    things[#things + 1] = { what = "water", outline = country.water(tops[i], ends[i], 0) }
  end
end

---- The town ----------------------------------------------------------------------------------------------

local WALL = 2.4
-- The gates: the wall between the towers is open there.
local EAST, NORTH = { x = 52, y = 50, gap = 11 }, { x = 32, y = 12, gap = 5 }
country.wall = { { 8, 22 }, { 20, 12 }, { 44, 12 }, { 52, 22 }, { 52, 78 }, { 44, 88 }, { 20, 88 }, { 8, 78 } }

local function add_wall(things, x1, y1, x2, y2)
  local angle = math.atan2(y2 - y1, x2 - x1)
  local length = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  things[#things + 1] = {
    what = "wall", outline = box((x1 + x2) / 2, (y1 + y2) / 2, length, WALL, angle),
    x1 = x1, y1 = y1, x2 = x2, y2 = y2, width = WALL,
  }
end

local function add_square_tower(things, x, y, size)
  things[#things + 1] = { what = "square tower", outline = box(x, y, size, size), x = x, y = y, size = size }
end

local function add_walls(things)
  local wall = country.wall
  for i = 1, #wall do
    local a, b = wall[i], wall[i % #wall + 1]
    if i == 2 then
      add_wall(things, a[1], a[2], NORTH.x - NORTH.gap / 2 - 1, NORTH.y)
      add_wall(things, NORTH.x + NORTH.gap / 2 + 1, NORTH.y, b[1], b[2])
    elseif i == 4 then
      add_wall(things, a[1], a[2], EAST.x, EAST.y - EAST.gap / 2 - 1)
      add_wall(things, EAST.x, EAST.y + EAST.gap / 2 + 1, b[1], b[2])
    else
      add_wall(things, a[1], a[2], b[1], b[2])
    end
  end
  for i = 1, #wall do
    local x, y = wall[i][1], wall[i][2]
    things[#things + 1] = { what = "tower", outline = round(x, y, 2.5, 12), x = x, y = y, radius = 2.5 }
  end
  for side = -1, 1, 2 do
    add_square_tower(things, EAST.x + 0.6, EAST.y + side * (EAST.gap / 2 + 2.4), 4.8)
    add_square_tower(things, NORTH.x + side * (NORTH.gap / 2 + 1.7), NORTH.y - 0.3, 3.4)
  end
end

-- x, y, width, height, angle, colour of the roof
local HOUSES = {
  { 13.5, 26, 5.0, 6.4, 0.66, 1 }, { 13.2, 35, 5.6, 6.6, 0, 2 }, { 13, 44, 5.2, 6.4, 0.06, 3 }, { 13, 64, 5.4, 6.6, -0.05, 1 },
  { 13.6, 73.5, 5.0, 6.6, -0.62, 2 }, { 21, 18.4, 6.6, 5.0, -0.30, 3 }, { 27, 17.2, 3.8, 5.0, 0, 1 },
  { 38.6, 17.6, 5.2, 5.2, 0, 2 }, { 45, 20.6, 5.0, 5.4, 0.86, 1 }, { 21, 81.6, 6.4, 5.2, 0.30, 2 },
  { 28.4, 82.6, 5.4, 5.6, 0, 1 }, { 36, 82.8, 6.6, 5.0, 0.03, 3 }, { 44, 80.2, 5.6, 5.0, -0.80, 2 },
}

local function add_houses(things)
  for _, house in ipairs(HOUSES) do
    things[#things + 1] = {
      what = "house", outline = box(house[1], house[2], house[3], house[4], house[5]),
      x = house[1], y = house[2], w = house[3], h = house[4], angle = house[5], roof = house[6],
    }
  end
  things[#things + 1] = { what = "church", outline = box(13.4, 54, 8.4, 6), x = 13.4, y = 54, w = 8.4, h = 6 }
end

-- Whether a place is within the walls.
function country.is_in_town(x, y)
  local wall, inside = country.wall, false
  for i = 1, #wall do
    local a, b = wall[i], wall[i % #wall + 1]
    if (a[2] > y) ~= (b[2] > y) and x < a[1] + (y - a[2]) / (b[2] - a[2]) * (b[1] - a[1]) then inside = not inside end
  end
  return inside
end

---- The fields --------------------------------------------------------------------------------------------

-- x, y, half width, half height
local WOODS = {
  { 66, 88, 9, 9 }, { 62, 4, 8, 5 }, { 100, 6, 10, 7 }, { 152, 7, 18, 9 }, { 128, 1, 10, 5 }, { 112, 96, 15, 7 },
  { 148, 95, 21, 8 }, { 166, 76, 7, 11 }, { 166, 24, 7, 11 }, { 3, 50, 4, 20 }, { 4, 94, 12, 8 }, { 2, 6, 10, 8 },
}
local ROCKS = {
  { 57.8, 24, 2.0, 1.7 }, { 60.8, 25.6, 1.2, 1.0 }, { 74.6, 79, 2.4, 2.0 }, { 71.4, 80.4, 1.2, 1.1 }, { 98, 14, 2.4, 1.9 },
  { 101.4, 15.4, 1.3, 1.1 }, { 97, 79, 2.8, 2.4 }, { 56.6, 83.5, 1.6, 1.4 },
  { 120, 17, 1.8, 1.4 }, { 141, 20, 1.3, 1.1 }, { 128, 84, 2.0, 1.6 }, { 73, 12, 1.2, 1.0 },
}
local TREES = {
  { 70.5, 9 }, { 75, 27 }, { 77, 84 }, { 56, 89 }, { 93, 76.5 }, { 94.6, 74.4 }, { 94, 14 }, { 110, 18 }, { 134, 12 }, { 165, 52 },
  { 156, 85 }, { 126, 88 }, { 104, 86 }, { 92, 90 }, { 54, 92 }, { 38, 94 }, { 28, 95 },
  { 46, 4 }, { 24, 4 }, { 14, 8 }, { 72.5, 24.4 }, { 140, 86 }, { 106, 12 }, { 74, 93 },
}
local TENTS = { { 165, 37.5, 1.9 }, { 167, 44, 1.7 }, { 167, 63, 1.8 } }

local function add_fields(things, random)
  for _, r in ipairs(ROCKS) do
    things[#things + 1] = {
      what = "rock", outline = blob(r[1], r[2], r[3], r[4], 9, random, 0.22), x = r[1], y = r[2],
    }
  end
  for _, tent in ipairs(TENTS) do
    things[#things + 1] = {
      what = "tent", outline = round(tent[1], tent[2], tent[3], 8), x = tent[1], y = tent[2], radius = tent[3],
    }
  end
  things[#things + 1] = { what = "mill", outline = round(113, 9, 2.3, 10), x = 113, y = 9, radius = 2.3 }
  for _, t in ipairs(TREES) do
    things[#things + 1] = { what = "tree", outline = round(t[1], t[2], 0.9, 7), x = t[1], y = t[2] }
  end
  for _, w in ipairs(WOODS) do
    things[#things + 1] = {
      what = "wood", outline = blob(w[1], w[2], w[3], w[4], 18, random, 0.24), x = w[1], y = w[2], w = w[3], h = w[4],
    }
  end
end

---- All of it ---------------------------------------------------------------------------------------------

function country.make()
  local plane = astar.plane { bounds = { 0, 0, WIDTH, HEIGHT } }
  local random = love.math.newRandomGenerator(7) -- the same country each time
  local things = {}
  add_river(things)
  add_walls(things)
  add_houses(things)
  add_fields(things, random)
  for _, thing in ipairs(things) do thing.obstacle = plane:polygon(thing.outline) end
  return { plane = plane, things = things, gates = { east = EAST, north = NORTH } }
end

return country
