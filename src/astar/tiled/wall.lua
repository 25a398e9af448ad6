-- Walls that are no tiles of a tile layer: objects and collision shapes, and the cells that they close. Called by astar.tiled
-- only.

local check = require "astar.base.check"
local tiledcover = require "astar.tiled.cover"
local tiledfield = require "astar.tiled.field"
local tiledobject = require "astar.tiled.object"
local tiledset = require "astar.tiled.set"
local tiledshapes = require "astar.tiled.shapes"

local tiledwall = {}

local fail, read_wall = tiledfield.fail, tiledfield.read_wall

local CORNERS = 64 -- of the polygon around an ellipse: 0.1 % larger

---- Which objects are walls -----------------------------------------------------------------------------

-- What the tile of an object is; nil if it is none, or one that cannot be read, which spoils nothing but that.
local function tile_of(job, element)
  if element.object.shape ~= "tile" then return nil end
  local fine, tile = check.attempt(tiledset.tile, job, element.t.gid)
  if fine then return tile end
  tiledfield.note(job, "a tile that was placed as an object: %s", tiledfield.message_of(tile) or tostring(tile))
end

local function is_wall(job, element)
  local o, object = job.options, element.object
  local says = read_wall(o.names, object.properties, object.class)
  if element.group.solid or says == "solid" or says == "blocked" and o.blocked then return true end
  local tile = tile_of(job, element)
  -- a placed tile lies above all others
  return tile ~= nil and tile.blocked
end

---- The cells that they close ---------------------------------------------------------------------------

local function check_effort(fine, label)
  if not fine then fail("%s: the objects up to this one cover too many cells of the map", label) end
end

local picture = { 0, 0, 1, 0, 1, 1, 0, 1 }

local function outline_of(job, element)
  if element.object.shape ~= "tile" then return tiledobject.outline(job, element, CORNERS) end
  local points = {}
  for i = 1, 8, 2 do
    points[i], points[i + 1] = tiledobject.in_picture(job, element, picture[i], picture[i + 1])
  end
  return points
end

local function add(job, cover, element)
  if element.object.shape == "polyline" then return check_effort(cover:cross(element.object.points), element.label) end
  local points = outline_of(job, element)
  if not points then return end
  local fine, cells = cover:add(points)
  check_effort(fine, element.label)
  element.cells = cells
end

-- Whether a wall lies on cells, and all of these are open.
local function is_too_thin(job, element)
  for _, id in ipairs(element.cells or {}) do
    if job.map:node(id).blocked then return false end
  end
  return element.cells ~= nil and #element.cells > 0
end

-- Blocks the cells of the grid that walls close. job.map is made; each element of job.elements gets `wall`, and `thin` if it
-- covers too little of each cell.
function tiledwall.close(job)
  local cover = tiledcover.new(job.map, job.options.cover)
  for _, element in ipairs(job.elements) do
    element.wall = is_wall(job, element)
    if element.wall then add(job, cover, element) end
  end
  if job.options.shapes then
    tiledshapes.each(job, CORNERS, function(points, _, label) check_effort(cover:add(points), label) end,
      function(element) return element.object.visible end)
  end
  cover:each(function(cell) cell.blocked = true end)
  for _, element in ipairs(job.elements) do element.thin = is_too_thin(job, element) end
end

return tiledwall
