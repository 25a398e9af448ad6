-- Which cells of a grid a segment crosses and touches, in whole numbers: slow and obvious, for maps of every layout.
--
-- Places are in lattice units: squares are 8 units wide and high; hexagons 16 units along their lines and 32 across
-- them, of which the next line is 24 away.

local lattice = {}

local SQUARE = { { 0, 0 }, { 8, 0 }, { 8, 8 }, { 0, 8 } }
local HEXAGON = { { 8, 0 }, { 16, 8 }, { 16, 24 }, { 8, 32 }, { 0, 24 }, { 0, 8 } }

-- options: those that the map was made with; cell and origin as tables.
function lattice.new(map, options)
  local self = { map = map, layout = options.layout or "square", wrap = options.wrap or "" }
  self.cell, self.origin = options.cell or { 1, 1 }, options.origin or { 0, 0 }
  self.hexagons = self.layout:find "%-" ~= nil
  self.by_row = self.layout:find "%-r" ~= nil
  self.odd = self.layout:find "odd" ~= nil
  return setmetatable(self, { __index = lattice })
end

-- The upper left corner of the box around a cell, also off the map; col and row count from 0.
function lattice:corner(col, row)
  if not self.hexagons then return col * 8, row * 8 end
  local place, line = col, row
  if not self.by_row then place, line = row, col end
  local shift = line % 2 == 1 and (self.odd and 8 or -8) or 0
  return place * 16 + shift, line * 24
end

function lattice:middle(node)
  local a, b = self:corner(node.col - 1, node.row - 1)
  if self.hexagons then return a + 8, b + 16 end
  return a + 4, b + 4
end

function lattice:polygon(col, row)
  local a, b = self:corner(col, row)
  local corners = {}
  for i, c in ipairs(self.hexagons and HEXAGON or SQUARE) do corners[i] = { a + c[1], b + c[2] } end
  return corners
end

-- From lattice units to the world.
function lattice:world(a, b)
  local ox, oy, w, h = self.origin[1], self.origin[2], self.cell[1], self.cell[2]
  if self.layout == "isometric" then return ox + (a - b) / 8 * (w / 2), oy + (a + b) / 8 * (h / 2) end
  if not self.hexagons then return ox + a / 8 * w, oy + b / 8 * h end
  local x, y = a / 16 * w, b / 24 * (w * math.sqrt(3) / 2)
  if self.by_row then return ox + x, oy + y end
  return ox + y, oy + x
end

-- And back.
function lattice:place(x, y)
  local w, h = self.cell[1], self.cell[2]
  x, y = x - self.origin[1], y - self.origin[2]
  if self.layout == "isometric" then return (y / h + x / w) * 8, (y / h - x / w) * 8 end
  if not self.hexagons then return x / w * 8, y / h * 8 end
  if not self.by_row then x, y = y, x end
  return x / w * 16, y / (w * math.sqrt(3) / 2) * 24
end

-- After how many units the map repeats itself along an axis, or nil.
function lattice:period(axis)
  local columns = (axis == 1) == (not self.hexagons or self.by_row)
  if not self.wrap:find(columns and "x" or "y") then return nil end
  return (columns and self.map.width or self.map.height) * (not self.hexagons and 8 or axis == 1 and 16 or 24)
end

-- The shorter way round the map for a difference along an axis; the positive one of two.
function lattice:shorter(axis, difference)
  local period = self:period(axis)
  if not period then return difference end
  difference = difference % period
  return 2 * difference > period and difference - period or difference
end

-- Whether two places are the same, but for rounding and the way round the map.
function lattice:is_same(a, b, c, d)
  local x, y = math.abs(self:shorter(1, a - c)), math.abs(self:shorter(2, b - d))
  local px, py = self:period(1), self:period(2)
  if px then x = math.min(x, px - x) end
  if py then y = math.min(y, py - y) end
  return x < 1e-4 and y < 1e-4
end

-- The node of a cell in any column and row of the lattice, or nil off the map.
function lattice:node(col, row)
  if self.wrap:find "x" then col = col % self.map.width end
  if self.wrap:find "y" then row = row % self.map.height end
  return self.map:cell(col + 1, row + 1)
end

local function sign(x) return x > 0 and 1 or x < 0 and -1 or 0 end

-- All cells of the lattice around a segment, each with its polygon and, by corner, the side of the segment it is on:
-- -1 left, 1 right (y downwards; of hexagons in columns the other way round).
local function cells_around(self, ax, ay, bx, by)
  local low = { math.min(ax, bx) - 40, math.min(ay, by) - 40 }
  local high = { math.max(ax, bx) + 40, math.max(ay, by) + 40 }
  local cells = {}
  local wide, tall = 8, 8
  if self.hexagons then
    wide, tall = 16, 24
    if not self.by_row then wide, tall = 24, 16 end
  end
  if self.hexagons and not self.by_row then low[1], low[2], high[1], high[2] = low[2], low[1], high[2], high[1] end
  for row = math.floor(low[2] / tall), math.ceil(high[2] / tall) do
    for col = math.floor(low[1] / wide), math.ceil(high[1] / wide) do
      local cell = { col = col, row = row, node = self:node(col, row), polygon = self:polygon(col, row), sides = {} }
      for i, c in ipairs(cell.polygon) do
        cell.sides[i] = sign((bx - ax) * (c[2] - ay) - (by - ay) * (c[1] - ax))
      end
      cells[#cells + 1] = cell
    end
  end
  return cells
end

-- Whether a cell contains the point of the segment at num / den, the border included.
local function contains(cell, ax, ay, dx, dy, num, den)
  local polygon = cell.polygon
  for i, p in ipairs(polygon) do
    local q = polygon[i % #polygon + 1]
    local x, y = (ax - p[1]) * den + dx * num, (ay - p[2]) * den + dy * num
    if (q[1] - p[1]) * y - (q[2] - p[2]) * x < 0 then return false end
  end
  return true
end

-- The parts num / den of a segment, each with its value, at which it meets an edge or a corner of a cell; in order,
-- 0 and 1 among them.
local function meetings(cells, ax, ay, dx, dy)
  local list, seen = { { 0, 1, 0 }, { 1, 1, 1 } }, { [0] = true, [1] = true }
  local function add(num, den)
    if den < 0 then num, den = -num, -den end
    if den == 0 or num < 0 or num > den or seen[num / den] then return end
    seen[num / den] = true
    list[#list + 1] = { num, den, num / den }
  end
  for _, cell in ipairs(cells) do
    for i, p in ipairs(cell.polygon) do
      local q = cell.polygon[i % #cell.polygon + 1]
      local ex, ey = q[1] - p[1], q[2] - p[2]
      local den = dx * ey - dy * ex
      if den ~= 0 then
        local s, t = cell.sides[i], cell.sides[i % #cell.polygon + 1]
        if s * t <= 0 then add((p[1] - ax) * ey - (p[2] - ay) * ex, den) end
      elseif cell.sides[i] == 0 then
        if dx ~= 0 then add((p[1] - ax) * sign(dx), math.abs(dx)) else add((p[2] - ay) * sign(dy), math.abs(dy)) end
      end
    end
  end
  table.sort(list, function(a, b) return a[3] < b[3] end)
  return list
end

-- Points of a segment in order: where it meets edges and corners, and in the middle between these. Each has its part
-- of the segment, whether it is a `meeting`, the cells that contain it (the border included) and lie, at least in part,
-- on its left and on its right, and all that contain it. The edges that two cells share are in `borders`, with the two
-- cells and the sides that they reach.
function lattice:points(ax, ay, bx, by)
  local dx, dy = bx - ax, by - ay
  local cells = cells_around(self, ax, ay, bx, by)
  local list, points = meetings(cells, ax, ay, dx, dy), {}
  local function add(num, den, meeting)
    local point = { part = num / den, meeting = meeting, left = {}, right = {}, all = {}, borders = {} }
    for _, cell in ipairs(cells) do
      if contains(cell, ax, ay, dx, dy, num, den) then
        local left, right = false, false
        for _, side in ipairs(cell.sides) do
          left, right = left or side < 0, right or side > 0
        end
        if left then table.insert(point.left, cell) end
        if right then table.insert(point.right, cell) end
        table.insert(point.all, cell)
      end
    end
    for i, a in ipairs(point.all) do
      for k = i + 1, #point.all do
        local b = point.all[k]
        local shared, border = 0, { a, b, left = false, right = false }
        for ia, p in ipairs(a.polygon) do
          for _, q in ipairs(b.polygon) do
            if p[1] == q[1] and p[2] == q[2] then
              shared = shared + 1
              border.left, border.right = border.left or a.sides[ia] < 0, border.right or a.sides[ia] > 0
            end
          end
        end
        border.edge = shared == 2
        table.insert(point.borders, border)
      end
    end
    points[#points + 1] = point
  end
  for i, m in ipairs(list) do
    add(m[1], m[2], true)
    local n = list[i + 1]
    if n then add(m[1] * n[2] + n[1] * m[2], 2 * m[2] * n[2], false) end
  end
  return points
end

return lattice
