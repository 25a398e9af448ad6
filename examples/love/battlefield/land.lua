-- Makes a country out of noise. Its rivers and roads are routes that the module finds.

local astar = require "astar"

local land = {}

local noise = love.math.noise

-- Noise in three sizes, from 0 to 1.
local function rough(x, y)
  return (noise(x, y) + 0.4 * noise(2.3 * x + 31, 2.3 * y + 7) + 0.16 * noise(5 * x + 5, 5 * y + 59)) / 1.56
end

-- Calls visit(cell) for each cell of the path, and for one beside each diagonal step, so that sides join all of them:
-- nobody slips through a river, and a road over a bridge does not cut the water's corner.
local function trace(map, path, visit)
  local last
  for _, cell in path:nodes() do
    if last and last:distance(cell) > 1.2 then
      visit(map:cell(last.col, cell.row))
    end
    visit(cell)
    last = cell
  end
end

-- Ground by height and rainfall: the sea in the south-east, ridges of mountains, woods in between. `size` is how many
-- cells a hill is wide.
local function shape(map, random, size)
  local shift_x, shift_y = random:random() * 500, random:random() * 500
  local heights = {}
  for cell in map:nodes() do
    local x, y = cell.x / size + shift_x, cell.y / size + shift_y
    local from_sea = 1 - (cell.x / map.width + cell.y / map.height) / 2
    local height = rough(x, y) * 0.62 + from_sea * 0.62 - 0.04
    local ridge = 1 - math.abs(2 * noise(0.75 * x + 70, 0.75 * y + 20) - 1)
    heights[cell.id] = height + 0.2 * ridge * ridge
    if height < 0.30 then
      cell.terrain = "sea"
    elseif height > 0.42 and ridge > 0.87 and noise(2 * x, 2 * y + 40) > 0.25 then
      cell.terrain = "mountain"
    elseif rough(1.6 * x + 99, 1.6 * y) > 0.59 then
      cell.terrain = "forest"
    else
      cell.terrain = "plain"
    end
  end
  return heights
end

-- Any cell of that terrain, or nil if there are hardly any.
local function pick(map, random, terrain)
  for _ = 1, 400 do
    local cell = map:cell(random:random(map.width), random:random(map.height))
    if cell.terrain == terrain then return cell end
  end
end

-- Water takes the cheapest way too: from a mountain down to the first cell of the sea, or of another river.
local function river(map, heights, source)
  local search = map:search(source, nil, { cost = function(from, to, length)
    return length * (0.3 + heights[to.id] * heights[to.id]) + 40 * math.max(0, heights[to.id] - heights[from.id])
  end })
  for cell in search:steps() do
    if cell.terrain == "sea" or cell.terrain == "river" then
      trace(map, search:path(cell), function(wet)
        if wet.terrain ~= "sea" then wet.terrain = "river" end
      end)
      break
    end
  end
  search:close()
end

-- Roads are what a road builder pays least for; one that is there already costs the least.
local builder = { road = 0.3, bridge = 0.3, town = 0.3, forest = 1.6, mountain = 6, river = 5, sea = false }

local function road(map, from, to)
  local path = map:path(from, to, "builder")
  if not path then return end
  trace(map, path, function(cell)
    if cell.terrain == "river" then
      cell.terrain = "bridge"
    elseif cell.terrain ~= "bridge" and cell.terrain ~= "sea" and cell.terrain ~= "town" then
      cell.terrain = "road"
    end
  end)
end

-- A grid of that layout, always the same country for a seed.
function land.make(layout, width, height, seed)
  local random = love.math.newRandomGenerator(seed)
  local map = astar.grid { layout = layout, width = width, height = height }
  local cells = width * height
  local heights = shape(map, random, 16 + math.sqrt(cells) / 25)

  for _ = 1, 2 + cells / 2500 do
    local source = pick(map, random, "mountain")
    if source then river(map, heights, source) end
  end

  map:unit("builder", builder)
  local towns = {}
  for i = 1, 5 + cells / 1700 do
    local place = pick(map, random, "plain")
    if place then
      place.terrain = "town"
      towns[#towns + 1] = place
      -- To the nearest of those that are there, and now and then to another one.
      local nearest
      for j = 1, #towns - 1 do
        if not nearest or place:distance(towns[j]) < place:distance(nearest) then nearest = towns[j] end
      end
      if nearest then road(map, nearest, place) end
      if i % 3 == 0 then road(map, towns[random:random(#towns - 1)], place) end
    end
  end
  return map
end

return land
