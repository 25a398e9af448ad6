-- The net of waypoints on the country: where they lie, which are linked, and who may walk there.

local astar = require "astar"
local ground = require "ground"

local net = {}

net.start, net.goal = "Camp", "Castle"

-- The units in the order of their keys. Costs are times the distance; climb and drop are heights along one link.
net.units = {
  { name = "man", speed = 2.6, text = { "woods 1.5 times as dear, rock 1.5, water 4", "climbs 2 along a link" },
    costs = { forest = 1.5, rock = 1.5, water = 4 }, limits = { climb = 2, drop = 2.6 } },
  { name = "horse", speed = 4.4, text = { "woods 4 times as dear, water 1.5, no rock", "climbs 1.6 along a link" },
    costs = { forest = 4, rock = false, water = 1.5 }, limits = { climb = 1.6, drop = 2 } },
  { name = "goat", speed = 2, text = { "woods 1.2 times as dear, no water", "climbs whatever there is" },
    costs = { forest = 1.2, water = false }, limits = {} },
}

local COUNT = 46       -- of waypoints
local CANDIDATES = 300 -- tried for each: the farthest from all others is taken
local REACH = 5.2      -- no link is longer
local STEEP = 2.6      -- what rises more along a link is a slide: one way, down
local LABEL = 1.9      -- at the right edge, left free for the numbers beside the waypoints

-- Places that have a name. A ford or bridge has only its y: it lies in the middle of the river.
local places = {
  { 1.6, 17.6, "Camp" }, { 23.8, 2.8, "Castle" }, { 6.6, 4.4, "Old Peak" }, { 21.2, 6.2, "Summit" },
  { 8.4, 12.4, "Lodge" }, { nil, 2.4, "Ford" }, { nil, 17.2, "Bridge" }, { nil, 9.6, "Shallows" },
}

local function river_x(y)
  local best, lowest = 0, math.huge
  for x = 12, 18, 0.02 do
    local z = ground.height(x, y)
    if z < lowest then best, lowest = x, z end
  end
  return best
end

local function add(map, x, y, props)
  props.terrain = props.terrain or ground.terrain(x, y)
  return map:add(x, y, ground.height(x, y), props)
end

local function scatter(map)
  local random = love.math.newRandomGenerator(26)
  while #map < COUNT do
    local best, best_x, best_y = -1, 0, 0
    for _ = 1, CANDIDATES do
      local x, y = random:random() * (ground.width - LABEL), random:random() * ground.depth
      if ground.terrain(x, y) ~= "water" then
        local _, distance = map:nearest(x, y)
        if distance > best then best, best_x, best_y = distance, x, y end
      end
    end
    add(map, best_x, best_y, {})
  end
end

-- Whether the way from a to b leads through water though neither lies in it or on a bridge.
local function crosses_water(a, b)
  if a.terrain == "water" or b.terrain == "water" or a.name == "Bridge" or b.name == "Bridge" then return false end
  for i = 1, 19 do
    local t = i / 20
    if ground.terrain(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t) == "water" then return true end
  end
  return false
end

-- Whether a and b are neighbours: no other waypoint lies in the circle around both. Such links never cross.
local function neighbours(map, a, b)
  local x, y, radius = (a.x + b.x) / 2, (a.y + b.y) / 2, ((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2) ^ 0.5 / 2
  for _, other in ipairs(map:within(x, y, radius)) do
    if other ~= a and other ~= b then return false end
  end
  return true
end

-- Links a and b if they are neighbours; where it is steep, only down.
local function join(map, a, b)
  if crosses_water(a, b) or not neighbours(map, a, b) then return end
  if b.z > a.z then a, b = b, a end
  map:link(a, b, { oneway = a.z - b.z > STEEP })
end

-- A new graph: the net as it is at first.
function net.make()
  local map = astar.graph()
  for _, place in ipairs(places) do
    add(map, place[1] or river_x(place[2]), place[2], { name = place[3] })
  end
  local bridge = map:node("Bridge")
  bridge.z, bridge.terrain = bridge.z + 0.4, "meadow"
  scatter(map)
  for a in map:nodes() do
    for _, b in ipairs(map:within(a.x, a.y, REACH)) do
      if b.id > a.id then join(map, a, b) end
    end
  end
  for _, unit in ipairs(net.units) do map:unit(unit.name, unit.costs, unit.limits) end
  return map
end

return net
