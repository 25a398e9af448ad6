-- What followers know of the cells of a grid: how far apart its sides are, and which cells lie side by side.

local cells = {}

local abs, max, min = math.abs, math.max, math.min

-- Half the extent of a cell as drawn, across and down.
local function extent(map)
  local outline, cell = map:outline(1, 1), map:cell(1, 1)
  local wide, high = 0, 0
  for i = 1, #outline, 2 do
    wide = max(wide, abs(outline[i] - cell.x))
    high = max(high, abs(outline[i + 1] - cell.y))
  end
  return wide, high, #outline > 8
end

-- How far apart the first and the last line of cells would be, if there was one more: { x, y, joined }. On a map
-- that joins there, a place has the same place so far away.
local function period(map, count, cell_at, hexagons, axis)
  local first = map:cell(1, 1)
  local steps = min(count - 1, 2) -- of hexagons every other line is shifted
  if steps == 0 then return nil end
  local other = cell_at(1 + steps)
  local x, y = (other.x - first.x) * count / steps, (other.y - first.y) * count / steps
  if hexagons then
    if axis == "x" then y = 0 else x = 0 end
  end
  return { x, y, map:at(first.x - x, first.y - y) == first }
end

-- Of a grid: its size in cells, half the lesser extent of a cell, the periods across and down, and the area between
-- these. A grid keeps them.
local measures = setmetatable({}, { __mode = "k" })

function cells.measure(map)
  local known = measures[map]
  if known then return known end
  local wide, high, hexagons = extent(map)
  local across = period(map, map.width, function(i) return map:cell(i, 1) end, hexagons, "x")
  local down = period(map, map.height, function(i) return map:cell(1, i) end, hexagons, "y")
  across = across or down and { down[2], -down[1], false } or { 1, 0, false }
  down = down or { -across[2], across[1], false }
  measures[map] = {
    width = map.width, height = map.height, inner = min(wide, high),
    across = across, down = down, area = across[1] * down[2] - across[2] * down[1],
  }
  return measures[map]
end

-- The difference x, y of two places, over the seams where that is shorter.
function cells.shortest(grid, x, y)
  local across, down, area = grid.across, grid.down, grid.area
  local i = across[3] and math.floor((x * down[2] - y * down[1]) / area + 0.5) or 0
  local k = down[3] and math.floor((y * across[1] - x * across[2]) / area + 0.5) or 0
  return x - i * across[1] - k * down[1], y - i * across[2] - k * down[2]
end

-- Whether two lines of cells out of `count` are the same or side by side.
local function are_beside(a, b, count, joined)
  local apart = abs(a - b)
  return apart <= 1 or joined and apart >= count - 1
end

-- Whether two nodes may be neighbouring cells.
function cells.are_near(grid, node, other)
  return grid and node.col and other.col and node.level == other.level
    and are_beside(node.col, other.col, grid.width, grid.across[3])
    and are_beside(node.row, other.row, grid.height, grid.down[3])
end

return cells
