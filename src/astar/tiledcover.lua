-- How much of each cell of a grid outlines cover, and which cells lines cross. Called by astar.tiledwall only.

local tiledcover = {}

local abs, ceil, floor, max, min = math.abs, math.ceil, math.floor, math.max, math.min

local Cover = {}
Cover.__index = Cover

-- How often all outlines may look at a cell: so many times, and so many for each cell. Many huge ones must not take for ever.
local MOST_LOOKS, MOST_OF_CELL = 2 ^ 22, 16
local ROUNDING = 1e-9     -- of shares, and of lengths by the size of a cell
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

-- Nothing is covered yet. A cell counts as covered from such a share of its area on.
function tiledcover.new(map, least)
  local shape = shape_of(map)
  local x1, y1, x2, y2 = box_of(shape)
  local cover = setmetatable({ map = map, least = least - ROUNDING, shape = shape, area = area_of(shape), wide = x2 - x1, high = y2 - y1,
    left = x1, top = y1, pieces = {}, crossed = {}, looks = 0 }, Cover)
  cover.x1, cover.y1, cover.x2, cover.y2 = bounds_of(map)
  return cover
end

-- Calls visit(cell) for the cells that may touch a box, some others, and each once.
local function each_in(self, x1, y1, x2, y2, visit)
  local map, seen = self.map, {}
  x1, y1, x2, y2 = max(x1, self.x1), max(y1, self.y1), min(x2, self.x2), min(y2, self.y2)
  if not (x1 <= x2 and y1 <= y2) then return true end
  -- whatever its shape, a cell contains a box that is half as wide and half as high, and so one of such points
  local step_x, step_y = self.wide / 2, self.high / 2
  local across, down = ceil((x2 - x1) / step_x) + 2, ceil((y2 - y1) / step_y) + 2
  self.looks = self.looks + across * down
  if self.looks > MOST_LOOKS + MOST_OF_CELL * #map then return false end
  for i = 0, across do
    for k = 0, down do
      local cell = map:at(x1 + (i - 1) * step_x, y1 + (k - 1) * step_y)
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
  local shape, x, y = self.shape, cell.x, cell.y
  for i = 1, #shape, 2 do
    local k = i + 2 <= #shape and i + 2 or 1
    points = clip(points, x + shape[i], y + shape[i + 1], x + shape[k], y + shape[k + 1])
  end
  return points
end

---- Covering --------------------------------------------------------------------------------------------

-- Covers what is inside an outline, a flat array. False if that would take too long.
function Cover:add(outline)
  local x1, y1, x2, y2 = box_of(outline)
  return each_in(self, x1, y1, x2, y2, function(cell)
    local before = self.pieces[cell.id]
    if before and before.most >= self.least then return end
    local piece = clip_to_cell(self, outline, cell)
    local share = abs(area_of(piece)) / self.area
    if share <= ROUNDING then return end
    local known = before or { cell = cell, most = 0, sum = 0 }
    self.pieces[cell.id] = known
    known.most, known.sum = max(known.most, share), known.sum + share
    known[#known + 1] = piece
  end)
end

-- The length of the part of a line that lies in a cell, by the length of the line.
local function share_of_line(self, cell, x1, y1, x2, y2)
  local shape, low, high = self.shape, 0, 1
  for i = 1, #shape, 2 do
    local k = i + 2 <= #shape and i + 2 or 1
    local ax, ay, bx, by = cell.x + shape[i], cell.y + shape[i + 1], cell.x + shape[k], cell.y + shape[k + 1]
    local from = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
    local to = (bx - ax) * (y2 - ay) - (by - ay) * (x2 - ax)
    if from <= 0 and to <= 0 then return 0 end
    if from < 0 then low = max(low, from / (from - to)) elseif to < 0 then high = min(high, from / (from - to)) end
  end
  return high - low
end

-- Crosses the cells in which a line runs: what only touches them does not count. False if that would take too long.
function Cover:cross(points)
  for i = 1, #points - 2, 2 do
    local x1, y1, x2, y2 = points[i], points[i + 1], points[i + 2], points[i + 3]
    local length = max(abs(x2 - x1) / self.wide, abs(y2 - y1) / self.high)
    -- in parts, so that few cells beside a slanted line are looked at
    local parts = min(max(1, ceil(length)), 65536)
    for part = 1, parts do
      local ax, ay = x1 + (x2 - x1) * (part - 1) / parts, y1 + (y2 - y1) * (part - 1) / parts
      local bx, by = x1 + (x2 - x1) * part / parts, y1 + (y2 - y1) * part / parts
      local fine = each_in(self, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), function(cell)
        if share_of_line(self, cell, ax, ay, bx, by) * length / parts > ROUNDING then self.crossed[cell.id] = cell end
      end)
      if not fine then return false end
    end
  end
  return true
end

-- How much of a cell several outlines cover together, by points.
local function share_of_all(self, known)
  local cell, inside, covered = known.cell, 0, 0
  for i = 0, SAMPLES * SAMPLES - 1 do
    local dx = self.left + (i % SAMPLES + 0.5) / SAMPLES * self.wide
    local dy = self.top + (floor(i / SAMPLES) + 0.5) / SAMPLES * self.high
    if is_inside(self.shape, dx, dy) then
      inside = inside + 1
      for _, piece in ipairs(known) do
        if is_inside(piece, cell.x + dx, cell.y + dy) then
          covered = covered + 1
          break
        end
      end
    end
  end
  return covered / inside
end

-- Calls visit(cell) for each cell that is crossed or covered.
function Cover:each(visit)
  for _, cell in next, self.crossed do visit(cell) end
  for id, known in next, self.pieces do
    local is_covered = known.most >= self.least or known.sum >= self.least and share_of_all(self, known) >= self.least
    if is_covered and not self.crossed[id] then visit(known.cell) end
  end
end

return tiledcover
