-- The collision shapes of tiles that are on a map, as outlines in the world: those of the tile layers that are shown, and of
-- tiles that were placed as objects. Called by astar.tiled.wall and astar.tiled.plane only.

local tiledfield = require "astar.tiled.field"
local tiledobject = require "astar.tiled.object"
local tiledset = require "astar.tiled.set"

local tiledshapes = {}

local floor = math.floor

local function is_diagonal(id) return floor(id / 2 ^ 29) % 2 == 1 end

-- Turns places in a picture as the highest bits of a tile id say: over its falling diagonal, then left to right, then top to
-- bottom. Places are parts of its width and height.
local function turned(points, id)
  local across, down, diagonal = floor(id / 2 ^ 31) % 2 == 1, floor(id / 2 ^ 30) % 2 == 1, is_diagonal(id)
  for i = 1, #points, 2 do
    local x, y = points[i], points[i + 1]
    if diagonal then x, y = y, x end
    points[i], points[i + 1] = across and 1 - x or x, down and 1 - y or y
  end
  return points
end

-- The outlines of a tile id in parts of its picture, and { width, height, dx, dy } of that; nil if it has none.
local function outlines_of(job, known, id, corners)
  if known[id] ~= nil then return known[id] end
  local shapes, list = tiledset.collision(job, id), {}
  for i, t in tiledfield.each(shapes and shapes.objects or {}, shapes and shapes.label or "") do
    local points = tiledobject.outline_in_tile(t, ("%s: collision shape %d"):format(shapes.label, i), corners)
    for k = 1, points and #points or 0, 2 do
      points[k], points[k + 1] = points[k] / shapes.width, points[k + 1] / shapes.height
    end
    if points then list[#list + 1] = turned(points, id) end
  end
  known[id] = #list > 0 and { outlines = list, picture = shapes }
  return known[id]
end

local function each_in_layers(job, known, corners, visit)
  local map, world = job.map, job.world
  for _, block in ipairs(job.blocks) do
    for i = 1, block.shown and block.width * block.height or 0 do
      local id = block.data[i]
      local shape = id ~= 0 and outlines_of(job, known, id, corners)
      if shape then
        local picture = shape.picture
        local cell = map:cell(job.shape.locate(block.x + (i - 1) % block.width, block.y + floor((i - 1) / block.width)))
        -- a picture stands on the lower left corner of the box around its cell; one that is turned is as wide as it was high
        local width, height = picture.width, picture.height
        if is_diagonal(id) then width, height = height, width end
        local left = cell.x + (picture.dx - job.tile_width / 2) * world.scale_x
        local top = cell.y + (picture.dy + job.tile_height / 2 - height) * world.scale_y
        for _, outline in ipairs(shape.outlines) do
          local points = {}
          for k = 1, #outline, 2 do
            points[k] = left + outline[k] * width * world.scale_x
            points[k + 1] = top + outline[k + 1] * height * world.scale_y
          end
          visit(points, job.tiles[id], block.label)
        end
      end
    end
  end
end

local function each_of_objects(job, known, corners, visit, wanted)
  for _, element in ipairs(job.elements) do
    local shape = element.object.shape == "tile" and wanted(element) and outlines_of(job, known, element.t.gid, corners)
    for _, outline in ipairs(shape and shape.outlines or {}) do
      local points = {}
      for k = 1, #outline, 2 do
        points[k], points[k + 1] = tiledobject.in_picture(job, element, outline[k], outline[k + 1])
      end
      visit(points, element.object, element.label)
    end
  end
end

-- Calls visit(points, data, label) for each shape: its outline as a flat array, with an ellipse as a polygon of so many
-- corners; and the tile or object that it belongs to. Of objects only those count for which wanted(element) is true.
function tiledshapes.each(job, corners, visit, wanted)
  local known = {}
  each_in_layers(job, known, corners, visit)
  each_of_objects(job, known, corners, visit, wanted)
end

return tiledshapes
