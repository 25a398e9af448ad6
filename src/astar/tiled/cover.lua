-- How much of each cell of a grid outlines cover, and which cells lines cross. Called by astar.tiled.wall only.

local tiledcover = {}

local abs, ceil, floor, max, min = math.abs, math.ceil, math.floor, math.max, math.min

local Cover = {}
Cover.__index = Cover

-- How often all outlines may look at a cell: so many times, and so many for each cell. Many huge ones must not take for ever.
local MOST_LOOKS, MOST_OF_CELL = 2 ^ 22, 16
local ROUNDING = 1e-9     -- of shares, and of lengths by the size of a cell
local FEW = 4             -- cells along either side of a box whose cells are looked at one by one
local SAMPLES = 16        -- along either side of a cell, where several outlines cover parts of it

---- Polygons --------------------------------------------------------------------------------------------

-- The area of a polygon, as a flat array; negative if it goes round the other way.
local function area_of(points)
  local sum, count = 0, #points
  for i = 1, count, 2 do
    local k = i + 2 <= count and i + 2 or 1
    sum = sum + points[i] * points[k + 1] - points[k] * points[i + 1]
  end
  return sum / 2
end

-- The part of a polygon on the inner side of the line from x1, y1 to x2, y2 (Sutherland & Hodgman 1974).
local function clip(points, x1, y1, x2, y2)
  local kept, count, dx, dy = {}, #points, x2 - x1, y2 - y1
  if count == 0 then return kept end
  local n = 0
  local before_x, before_y = points[count - 1], points[count]
  local before = dx * (before_y - y1) - dy * (before_x - x1)
  for i = 1, count, 2 do
    local x, y = points[i], points[i + 1]
    local side = dx * (y - y1) - dy * (x - x1)
    if side < 0 and before > 0 or side > 0 and before < 0 then
      local share = before / (before - side)
      kept[n + 1], kept[n + 2] = before_x + (x - before_x) * share, before_y + (y - before_y) * share
      n = n + 2
    end
    if side >= 0 then
      kept[n + 1], kept[n + 2] = x, y
      n = n + 2
    end
    before_x, before_y, before = x, y, side
  end
  return kept
end

local function is_inside(points, x, y)
  local inside, count = false, #points
  local bx, by = points[count - 1], points[count]
  for i = 1, count, 2 do
    local ax, ay = points[i], points[i + 1]
    if (ay > y) ~= (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax then inside = not inside end
    bx, by = ax, ay
  end
  return inside
end

local function box_of(points)
  local x1, y1, x2, y2 = math.huge, math.huge, -math.huge, -math.huge
  for i = 1, #points, 2 do
    x1, x2 = min(x1, points[i]), max(x2, points[i])
    y1, y2 = min(y1, points[i + 1]), max(y2, points[i + 1])
  end
  return x1, y1, x2, y2
end

---- Cells -----------------------------------------------------------------------------------------------

-- The outline of a cell, counter-clockwise as clip() wants it, from the middle of the cell.
local function shape_of(map)
  local cell, outline, shape = map:cell(1, 1), map:outline(1, 1), {}
  for i = 1, #outline, 2 do shape[i], shape[i + 1] = outline[i] - cell.x, outline[i + 1] - cell.y end
  if area_of(shape) > 0 then return shape end
  local turned = {}
  for i = #shape - 1, 1, -2 do turned[#turned + 1], turned[#turned + 2] = shape[i], shape[i + 1] end
  return turned
end

-- The box around the grid: cells of its four corners are the outermost.
local function bounds_of(map)
  local x1, y1, x2, y2 = math.huge, math.huge, -math.huge, -math.huge
  for _, col in ipairs { 1, 2, map.width - 1, map.width } do
    for _, row in ipairs { 1, 2, map.height - 1, map.height } do
      if map:cell(col, row) then
        local a, b, c, d = box_of(map:outline(col, row))
        x1, y1, x2, y2 = min(x1, a), min(y1, b), max(x2, c), max(y2, d)
      end
    end
  end
  return x1, y1, x2, y2
end

-- A cover of the cells of a grid, of which none is covered. A cell counts as covered from such a share of its area on.
function tiledcover.new(map, least)
  local shape = shape_of(map)
  local x1, y1, x2, y2 = box_of(shape)
  local cover = setmetatable({ map = map, least = least - ROUNDING, shape = shape, area = area_of(shape), wide = x2 - x1,
    high = y2 - y1, left = x1, top = y1, pieces = {}, crossed = {}, full = {}, looks = 0 }, Cover)
  -- all is reckoned from the corner of the grid, so that it is as exact wherever the grid lies
  cover.x, cover.y, x2, y2 = bounds_of(map)
  cover.width, cover.height = x2 - cover.x, y2 - cover.y
  return cover
end

-- The middle of a cell, from the corner of the grid.
local function middle_of(self, cell) return cell.x - self.x, cell.y - self.y end

local function from_corner(self, points)
  local moved = {}
  for i = 1, #points, 2 do moved[i], moved[i + 1] = points[i] - self.x, points[i + 1] - self.y end
  return moved
end

-- Calls visit(cell) for the cells that may touch a box within the grid, some others, and each once. False, and nothing is
-- visited, if the cover has looked at cells too often.
local function each_in(self, x1, y1, x2, y2, visit)
  local map, seen = self.map, {}
  -- whatever its shape, a cell contains a box that is half as wide and half as high, and so one of such points, not on its edge
  local step_x, step_y = 0.45 * self.wide, 0.45 * self.high
  local across, down = ceil((x2 - x1) / step_x) + 2, ceil((y2 - y1) / step_y) + 2
  self.looks = self.looks + (across + 1) * (down + 1)
  if self.looks > MOST_LOOKS + MOST_OF_CELL * #map then return false end
  for i = 0, across do
    for k = 0, down do
      local cell = map:at(self.x + x1 + (i - 1) * step_x, self.y + y1 + (k - 1) * step_y)
      if cell and not seen[cell.id] then
        seen[cell.id] = true
        visit(cell)
      end
    end
  end
  return true
end

-- The part of a polygon that lies in a cell.
local function clip_to_cell(self, points, cell)
  local shape, x, y = self.shape, middle_of(self, cell)
  for i = 1, #shape, 2 do
    local k = i + 2 <= #shape and i + 2 or 1
    points = clip(points, x + shape[i], y + shape[i + 1], x + shape[k], y + shape[k + 1])
  end
  return points
end

---- Covering --------------------------------------------------------------------------------------------

-- Calls visit(cell, piece, share) for the parts of a polygon in a box by cells; parts of one cell may come in several pieces.
-- The polygon is halved until few cells are left, so that most of its edges are far from these, or until it fills the box.
-- False if each_in() gives that.
local function each_piece(self, points, x1, y1, x2, y2, visit)
  if #points < 6 then return true end
  local wide, high, x, y = (x2 - x1) / self.wide, (y2 - y1) / self.high, (x1 + x2) / 2, (y1 + y2) / 2
  local is_full = abs(area_of(points)) >= (1 - ROUNDING) * (x2 - x1) * (y2 - y1)
  local cannot_be_halved = wide > high and not (x > x1 and x < x2) or wide <= high and not (y > y1 and y < y2)
  if is_full or cannot_be_halved or wide <= FEW and high <= FEW then
    local left, top = self.left, self.top
    return each_in(self, x1, y1, x2, y2, function(cell)
      local known, cell_x, cell_y = self.pieces[cell.id], middle_of(self, cell)
      if not self.full[cell.id] and is_full and cell_x + left >= x1 and cell_x - left <= x2 and cell_y + top >= y1
        and cell_y - top <= y2 then self.full[cell.id] = cell end
      if self.full[cell.id] or known and known.most >= self.least then
        self.meets_covered = true
        return
      end
      local piece = clip_to_cell(self, points, cell)
      local share = abs(area_of(piece)) / self.area
      if share > ROUNDING then visit(cell, piece, share) end
    end)
  elseif wide > high then
    return each_piece(self, clip(points, x, 0, x, 1), x1, y1, x, y2, visit)
      and each_piece(self, clip(points, x, 1, x, 0), x, y1, x2, y2, visit)
  end
  return each_piece(self, clip(points, 1, y, 0, y), x1, y1, x2, y, visit)
    and each_piece(self, clip(points, 0, y, 1, y), x1, y, x2, y2, visit)
end

-- Covers what is inside an outline, a flat array. False if that would take too long. The second result is an array of the ids of
-- the cells that it covers a part of; nil if one of them counts as covered already.
function Cover:add(outline)
  local points, shares, cells = from_corner(self, outline), {}, {}
  points = clip(clip(points, 0, 0, 1, 0), self.width, 0, self.width, 1)
  points = clip(clip(points, 1, self.height, 0, self.height), 0, 1, 0, 0)
  local x1, y1, x2, y2 = box_of(points)
  if #points < 6 then return true, cells end
  self.meets_covered = false
  local fine = each_piece(self, points, x1, y1, x2, y2, function(cell, piece, share)
    cells[#cells + 1] = cell.id
    local known = self.pieces[cell.id] or { cell = cell, most = 0, sum = 0 }
    self.pieces[cell.id] = known
    shares[cell.id] = (shares[cell.id] or 0) + share
    known.most, known.sum = max(known.most, shares[cell.id]), known.sum + share
    known[#known + 1] = known.most < self.least and piece or nil
  end)
  return fine, not self.meets_covered and cells or nil
end

-- How much of a line from ax, ay to bx, by lies in a convex polygon, by its length, which begins at x, y: from `low` to `high`.
local function clip_line(shape, x, y, ax, ay, bx, by)
  local low, high = 0, 1
  for i = 1, #shape, 2 do
    local k = i + 2 <= #shape and i + 2 or 1
    local x1, y1, x2, y2 = x + shape[i], y + shape[i + 1], x + shape[k], y + shape[k + 1]
    local from = (x2 - x1) * (ay - y1) - (y2 - y1) * (ax - x1)
    local to = (x2 - x1) * (by - y1) - (y2 - y1) * (bx - x1)
    if from <= 0 and to <= 0 then return 0, 0 end
    if from < 0 then low = max(low, from / (from - to)) elseif to < 0 then high = min(high, from / (from - to)) end
  end
  return low, high
end

local function cross_line(self, ax, ay, bx, by)
  local length = max(abs(bx - ax) / self.wide, abs(by - ay) / self.high)
  -- in parts, so that few cells beside a slanted line are looked at
  local parts = max(1, ceil(length))
  for part = 1, parts do
    local x1, y1 = ax + (bx - ax) * (part - 1) / parts, ay + (by - ay) * (part - 1) / parts
    local x2, y2 = ax + (bx - ax) * part / parts, ay + (by - ay) * part / parts
    local fine = each_in(self, min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), function(cell)
      local x, y = middle_of(self, cell)
      local low, high = clip_line(self.shape, x, y, x1, y1, x2, y2)
      if (high - low) * length / parts > ROUNDING then self.crossed[cell.id] = cell end
    end)
    if not fine then return false end
  end
  return true
end

-- Crosses the cells in which a line of straight pieces runs: what only touches them does not count. False if that would take
-- too long.
function Cover:cross(line)
  local points, bounds = from_corner(self, line), { 0, 0, self.width, 0, self.width, self.height, 0, self.height }
  for i = 1, #points - 2, 2 do
    local ax, ay, bx, by = points[i], points[i + 1], points[i + 2], points[i + 3]
    local low, high = clip_line(bounds, 0, 0, ax, ay, bx, by)
    if low < high and not cross_line(self, ax + (bx - ax) * low, ay + (by - ay) * low, ax + (bx - ax) * high, ay + (by - ay) * high) then
      return false
    end
  end
  return true
end

-- How much of a cell several outlines cover together, by points.
local function share_of_all(self, known)
  local inside, covered, x, y = 0, 0, middle_of(self, known.cell)
  for i = 0, SAMPLES * SAMPLES - 1 do
    local dx = self.left + (i % SAMPLES + 0.5) / SAMPLES * self.wide
    local dy = self.top + (floor(i / SAMPLES) + 0.5) / SAMPLES * self.high
    if is_inside(self.shape, dx, dy) then
      inside = inside + 1
      for _, piece in ipairs(known) do
        if is_inside(piece, x + dx, y + dy) then
          covered = covered + 1
          break
        end
      end
    end
  end
  return covered / inside
end

-- Calls visit(cell) for each cell that is crossed or covered; for some of them more than once.
function Cover:each(visit)
  for _, cell in next, self.crossed do visit(cell) end
  for _, cell in next, self.full do visit(cell) end
  for _, known in next, self.pieces do
    local is_covered = known.most >= self.least or known.sum >= self.least and share_of_all(self, known) >= self.least
    if is_covered then visit(known.cell) end
  end
end

return tiledcover
