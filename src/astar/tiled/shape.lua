-- Where Tiled draws the tiles of a map, and how the cells of a grid have to lie to be there. It owns this
-- geometry and nothing else: it takes checked numbers and raises no errors. Called by astar.tiled and its modules only.

local tiledshape = {}

local floor, sqrt, find = math.floor, math.sqrt, string.find

---- Shapes -----------------------------------------------------------------------------------------------

-- What is taken of a map:
--   box                     { x, y, width, height }: the part of the plane that the grid covers, in tiles
--   height                  in tiles
--   tile_width, tile_height in pixels
--   stagger                 of staggered and hexagonal maps: { along_x, shifted, width, height, side }: whether
--                           along x, a function that gives 1 for the number of a shifted column or row and 0
--                           for others, the size of a tile with both even, and the side of a hexagon
--
-- A shape says how the grid lies over the map, in pixels as Tiled draws it:
--   layout, width, height   of the grid
--   cell                    the size of a cell
--   pitch                   { x, y }: what the places of cells grow with; scales with the size of a cell
--   first                   { x, y }: the middle of the cell 1, 1
--   locate(x, y)            column and row of a tile inside the box
--   place(col, row)         x, y of the tile there
--   project(x, y)           where an object's x, y is drawn
--   extent()                x1, y1, x2, y2 of the box around all tiles; nil if the map itself is no box

local function same(x, y)
  return x, y
end

-- The least and the greatest of f(i) for the whole numbers from i to j, which depend only on whether they are even.
local function shifts(f, i, j)
  if i == j then return f(i), f(i) end
  return 0, 1
end

-- The box around tiles that are staggered: `pitch` is the way from one shifted column or row to the next.
local function staggered_extent(map, pitch)
  local box, stagger = map.box, map.stagger
  local w, h = stagger.width, stagger.height
  if stagger.along_x then
    local low, high = shifts(stagger.shifted, box.x, box.x + box.width - 1)
    return box.x * pitch, (box.y + low / 2) * h, (box.x + box.width - 1) * pitch + w, (box.y + box.height + high / 2) * h
  end
  local low, high = shifts(stagger.shifted, box.y, box.y + box.height - 1)
  return (box.x + low / 2) * w, box.y * pitch, (box.x + box.width + high / 2) * w, (box.y + box.height - 1) * pitch + h
end

-- A shape whose columns and rows are those of the box.
local function straight_shape(map, layout)
  local box = map.box
  return {
    layout = layout, width = box.width, height = box.height, project = same,
    locate = function(x, y) return x - box.x + 1, y - box.y + 1 end,
    place = function(col, row) return col + box.x - 1, row + box.y - 1 end,
  }
end

local function orthogonal(map)
  local shape, box, w, h = straight_shape(map, "square"), map.box, map.tile_width, map.tile_height
  shape.cell, shape.pitch = { w, h }, { w, h }
  shape.first = { (box.x + 0.5) * w, (box.y + 0.5) * h }
  shape.extent = function() return box.x * w, box.y * h, (box.x + box.width) * w, (box.y + box.height) * h end
  return shape
end

local function isometric(map)
  local shape, box, w, h = straight_shape(map, "isometric"), map.box, map.tile_width, map.tile_height
  -- the left corner of the map lies at x = 0, so its upper corner is this far right
  local top = map.height * w / 2
  shape.cell, shape.pitch = { w, h }, { w, h }
  shape.first = { (box.x - box.y) * w / 2 + top, (box.x + box.y + 1) * h / 2 }
  -- along either side of the map objects count in heights of a tile
  shape.project = function(x, y)
    return (x - y) / h * w / 2 + top, (x + y) / 2
  end
  return shape
end

local function hexagonal(map)
  local shape, box, stagger = straight_shape(map), map.box, map.stagger
  local along_x, shifted, w, h, side = stagger.along_x, stagger.shifted, stagger.width, stagger.height, stagger.side
  local size = along_x and w or h
  -- from one staggered row or column to the next
  local pitch = floor((size - side) / 2) + side
  local even = shifted(along_x and box.x or box.y) == 1
  shape.layout = (even and "even-" or "odd-") .. (along_x and "q" or "r")
  if along_x then
    shape.cell, shape.pitch = { pitch * 4 / 3, h }, { pitch, h }
    shape.first = { box.x * pitch + w / 2, box.y * h + h / 2 * (shifted(box.x) + 1) }
  else
    shape.cell, shape.pitch = { w, pitch * 4 / 3 }, { w, pitch }
    shape.first = { box.x * w + w / 2 * (shifted(box.y) + 1), box.y * pitch + h / 2 }
  end
  shape.extent = function() return staggered_extent(map, pitch) end
  return shape
end

-- Diamonds in rows: a grid that is turned by an eighth. Counted in halves of a tile the middle of a tile is
-- at u, v; the grid's columns run down to the right, its rows down to the left.
local function staggered(map)
  local box, stagger = map.box, map.stagger
  local along_x, shifted, w, h = stagger.along_x, stagger.shifted, stagger.width, stagger.height
  local odd = shifted(0) -- u + v is even for all tiles or odd for all
  local function turned(x, y)
    local u, v = 2 * x + shifted(y), y
    if along_x then u, v = x, 2 * y + shifted(x) end
    return floor((u + v - odd) / 2), floor((v - u - odd) / 2)
  end
  local last_x, last_y = box.x + box.width - 1, box.y + box.height - 1
  local low_col, high_row = turned(box.x, box.y), select(2, turned(box.x, last_y))
  local high_col, low_row = turned(last_x, last_y), select(2, turned(last_x, box.y))

  local shape = { layout = "isometric", project = same, cell = { w, h }, pitch = { w, h } }
  shape.width, shape.height = high_col - low_col + 1, high_row - low_row + 1
  shape.first = { (low_col - low_row + 1) * w / 2, (low_col + low_row + odd + 1) * h / 2 }
  function shape.locate(x, y)
    local col, row = turned(x, y)
    return col - low_col + 1, row - low_row + 1
  end
  function shape.place(col, row)
    col, row = col + low_col - 1, row + low_row - 1
    local u, v = col - row, col + row + odd
    if along_x then return u, floor(v / 2) end
    return floor(u / 2), v
  end
  function shape.extent()
    return staggered_extent(map, (along_x and w or h) / 2)
  end
  shape.turned = true
  return shape
end

-- By the map's orientation: a function that gives the shape of a map.
tiledshape.shapes = { orthogonal = orthogonal, isometric = isometric, hexagonal = hexagonal, staggered = staggered }

---- From pixels to the world ------------------------------------------------------------------------------

-- How far apart the middles of cells of that size lie, and how far the first of them from the origin.
local function measure(layout, cell)
  local w, h = cell, cell
  if type(cell) == "table" then w, h = cell[1], cell[2] end
  if layout == "square" then return w, h, w / 2, h / 2 end
  if layout == "isometric" then return w, h, 0, h / 2 end
  local in_columns = find(layout, "q")
  if type(cell) == "table" then
    return w * (in_columns and 0.75 or 1), h * (in_columns and 1 or 0.75), w / 2, h / 2
  end
  -- regular hexagons whose middles are `cell` apart
  local along, across = cell / 2, cell / sqrt(3)
  if in_columns then return cell * sqrt(0.75), cell, across, along end
  return cell, cell * sqrt(0.75), along, across
end

-- Where the grid of a shape lies if it has cells of that size and the pixel 0, 0 of the map lies at that origin;
-- without a size as Tiled draws it. Gives
--   { x, y, scale_x, scale_y }: where the pixel 0, 0 lies, and how large a pixel is,
-- and the size of a cell and the origin, as the grid wants them.
function tiledshape.place(shape, cell, origin)
  local world = { x = origin[1], y = origin[2], scale_x = 1, scale_y = 1 }
  local pitch_x, pitch_y, half_x, half_y = measure(shape.layout, cell or shape.cell)
  if cell then
    world.scale_x, world.scale_y = pitch_x / shape.pitch[1], pitch_y / shape.pitch[2]
  end
  return world, cell or shape.cell, {
    world.x + shape.first[1] * world.scale_x - half_x,
    world.y + shape.first[2] * world.scale_y - half_y,
    origin[3],
  }
end

return tiledshape
