-- Open ground for a night: a plane with polygons, boxes, circles and links, beside a copy of all of these for the oracle.

local astar = require "astar"
local links = require "spec.support.plane_links"
local oracle = require "spec.support.plane_oracle"
local random = require "spec.support.random"
local scenes = require "spec.support.plane_scenes"

local ground = {}

-- The corners of an obstacle, as the plane has them.
local function add(map, rock)
  map.rocks[#map.rocks + 1] = rock
  map.polygons[#map.polygons + 1] = rock:points()
  map.oracle = nil
end

local function remove(map, i)
  map.plane:remove(map.rocks[i])
  table.remove(map.rocks, i)
  table.remove(map.polygons, i)
  map.oracle = nil
end

-- { plane, size, rocks, polygons, list of links, handles of these, rng of its edits }
function ground.random(rng)
  local maker = scenes.maker(rng, { plain = true, size = rng:int(5, 12) })
  maker.scale, maker.dx, maker.dy = 1, 0, 0
  local scene = maker:scene(rng:int(0, 6))
  local map = { size = maker.size, maker = maker, edits = random.new(rng:int(1, 1000000)), bounds = scene.bounds,
    rocks = {}, polygons = {}, list = {}, handles = {}, plane = astar.plane { bounds = scene.bounds } }
  for _, polygon in ipairs(scene.polygons) do add(map, map.plane:polygon(polygon)) end
  return map
end

-- The oracle of the plane as it is, and how it walks.
function ground.oracle(map)
  if not map.oracle then
    map.oracle = oracle.new({ polygons = map.polygons, bounds = map.bounds })
    map.walk = links.walker(map.oracle)
  end
  return map.oracle, map.walk
end

local function random_link(map, rng)
  local l = links.random(rng, function() return map.maker:point() end, map.list)
  -- With a free one from a place to itself two paths cost the same that differ in nothing else.
  if l.x1 == l.x2 and l.y1 == l.y2 then return end
  -- It raises where an end is not free.
  local ok, handle = pcall(links.add, map.plane, l)
  if ok then map.list[#map.list + 1], map.handles[#map.handles + 1] = l, handle end
end

function ground.edit(map)
  local rng, plane, dice = map.edits, map.plane, map.edits:int(1, 10)
  local x, y = rng:real(0, map.size), rng:real(0, map.size)
  if #map.rocks > 9 or dice <= 3 and #map.rocks > 0 then
    remove(map, rng:int(1, #map.rocks))
  elseif dice <= 5 then
    add(map, plane:box(x, y, rng:real(0.2, 2), rng:real(0.2, 2), rng:chance(0.5) and rng:real(0, 3) or nil))
  elseif dice == 6 then
    add(map, plane:circle(x, y, rng:real(0.2, 1), rng:int(3, 8)))
  elseif dice <= 8 then
    add(map, plane:polygon(map.maker:polygon()))
  elseif #map.list > 2 or dice == 9 and #map.list > 0 then
    local i = rng:int(1, #map.list)
    if rng:chance(0.3) then
      map.list[i].cost = rng:real(0, 9)
      map.handles[i].cost = map.list[i].cost
    else
      map.handles[i]:remove()
      table.remove(map.list, i)
      table.remove(map.handles, i)
    end
  else
    random_link(map, rng)
  end
end

function ground.describe(map)
  return ("plane with %d obstacles and %d links"):format(#map.rocks, #map.list)
end

return ground
