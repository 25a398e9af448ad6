-- Where the cells of a grid lie and what shape they have: told once by the map, and then reckoned from columns and rows.

local abs, floor, ceil, max, min, huge = math.abs, math.floor, math.ceil, math.max, math.min, math.huge

local Lay = {}
Lay.__index = Lay

-- What the place of a cell is told by without asking the map: two steps and, for hexagons, how far every other column or
-- row is shifted.
local function survey(map)
  local width, height = map.width, map.height
  local function place(col, row)
    local cell = map:cell(min(col, width), min(row, height))
    return cell.x, cell.y
  end
  local function along(x0, y0, x1, y1, x2, y2, count)
    local ux, uy = (x2 - x0) / 2, (y2 - y0) / 2
    if count < 3 then ux, uy = x1 - x0, y1 - y0 end
    return ux, uy, x1 - x0 - ux, y1 - y0 - uy
  end
  local x, y = place(1, 1)
  local lay = setmetatable({ x = x, y = y, width = width, height = height }, Lay)
  local x1, y1 = place(2, 1)
  local x2, y2 = place(3, 1)
  lay.ux, lay.uy, lay.col_x, lay.col_y = along(x, y, x1, y1, x2, y2, width)
  x1, y1 = place(1, 2)
  x2, y2 = place(1, 3)
  lay.vx, lay.vy, lay.row_x, lay.row_y = along(x, y, x1, y1, x2, y2, height)

  local outline = map:outline(1, 1)
  lay.shape, lay.reach_x, lay.reach_y = {}, 0, 0
  for i = 1, #outline, 2 do
    local dx, dy = outline[i] - x, outline[i + 1] - y
    lay.shape[i], lay.shape[i + 1] = dx, dy
    lay.reach_x, lay.reach_y = max(lay.reach_x, dx), max(lay.reach_y, dy)
  end
  -- One column or row has no second to measure the step by.
  if width == 1 then lay.ux, lay.uy = 2 * lay.reach_x, 0 end
  if height == 1 then lay.vx, lay.vy = 0, 2 * lay.reach_y end
  lay.size = 2 * min(lay.reach_x, lay.reach_y)
  return lay
end

-- The middle of a cell.
function Lay.place(lay, col, row)
  local x = lay.x + (col - 1) * lay.ux + (row - 1) * lay.vx
  local y = lay.y + (col - 1) * lay.uy + (row - 1) * lay.vy
  if col % 2 == 0 then x, y = x + lay.col_x, y + lay.col_y end
  if row % 2 == 0 then x, y = x + lay.row_x, y + lay.row_y end
  return x, y
end

-- Columns and rows that may meet a view: col, row, width, height, or nil where none does. Not for pictures with a projection.
function Lay.seen_cells(lay, view)
  -- In sizes of a cell, for their squares may be too large or too small for numbers.
  local size = lay.size
  local ux, uy, vx, vy = lay.ux / size, lay.uy / size, lay.vx / size, lay.vy / size
  local det = ux * vy - uy * vx
  local first_col, last_col, first_row, last_row = huge, -huge, huge, -huge
  for corner = 0, 3 do
    local dx = ((corner % 2 == 0 and view.x1 or view.x2) - lay.x) / size
    local dy = ((corner < 2 and view.y1 or view.y2) - lay.y) / size
    local col, row = (dx * vy - dy * vx) / det, (dy * ux - dx * uy) / det
    -- Beyond numbers, or cells so small or far off that all are at one place: none is left out.
    if col ~= col or row ~= row then return 1, 1, lay.width, lay.height end
    first_col, last_col = min(first_col, col), max(last_col, col)
    first_row, last_row = min(first_row, row), max(last_row, row)
  end
  local col, row = max(1, floor(first_col)), max(1, floor(first_row))
  local to_col, to_row = min(lay.width, ceil(last_col) + 2), min(lay.height, ceil(last_row) + 2)
  if col > to_col or row > to_row then return nil end
  return col, row, to_col - col + 1, to_row - row + 1
end

-- The corners that cells at two places share: an edge of four numbers, or one corner of two.
function Lay.shared_corners(lay, ax, ay, bx, by)
  local near = lay.size * 1e-3
  local result = {}
  local shape = lay.shape
  for i = 1, #shape, 2 do
    for k = 1, #shape, 2 do
      local x, y = ax + shape[i], ay + shape[i + 1]
      if abs(x - bx - shape[k]) < near and abs(y - by - shape[k + 1]) < near then
        result[#result + 1], result[#result + 2] = x, y
      end
    end
  end
  return result
end

-- The way from a to b that is shortest if it goes over the seam of a map: what is to be added to b, or nil.
function Lay.over_seam(lay, dx, dy)
  local best, add_x, add_y = dx * dx + dy * dy
  for i = -1, 1 do
    for k = -1, 1 do
      local x = i * lay.width * lay.ux + k * lay.height * lay.vx
      local y = i * lay.width * lay.uy + k * lay.height * lay.vy
      local square = (dx + x) ^ 2 + (dy + y) ^ 2
      if square < 0.999 * best then best, add_x, add_y = square, x, y end
    end
  end
  return add_x, add_y
end

return survey
