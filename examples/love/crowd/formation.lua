-- Formations: the places of many soldiers around a point, in rows across the direction in which they look, and who of
-- them takes which.
--
-- A row is { x, y, … }, from one side to the other; the first row is the front.

local kinds = require "kinds"

local formation = {}

local SLACK = 0.06     -- metres that stay free between a place and an obstacle
local APART = 1.04     -- of the sum of their radii: no two places are nearer
local MOST_RINGS = 60

-- How many places a row has: blocks have rows of equal length, wedges begin with a point.
local function row_length(shape, number, columns)
  if shape == "wedge" then return math.min(columns, 2 * number - 1) end
  return columns
end

local function depth(shape, count, columns)
  local rows = 0
  while count > 0 do
    rows = rows + 1
    count = count - row_length(shape, rows, columns)
  end
  return rows
end

---- Where there is room -----------------------------------------------------------------------------------

local sight = { radius = kinds.SMALLEST }

-- Whether one can stand there, and sees the middle of the formation.
local function is_place(plane, spot, x, y, radius)
  return plane:free(x, y, radius + SLACK) and not plane:raycast(spot.x, spot.y, x, y, sight)
end

local function is_taken(taken, x, y, radius)
  for i = 1, #taken, 3 do
    local far = (radius + taken[i + 2]) * APART
    if (taken[i] - x) ^ 2 + (taken[i + 1] - y) ^ 2 < far * far then return true end
  end
  return false
end

local function take(taken, row, x, y, radius)
  row[#row + 1] = x
  row[#row + 1] = y
  taken[#taken + 1] = x
  taken[#taken + 1] = y
  taken[#taken + 1] = radius
end

-- Places for those whom the rows have no room for: in rings around the middle, wherever one is left.
local function fill(plane, kind, count, spot, taken)
  local row, radius = {}, kind.radius
  local step = 2 * radius * APART
  for ring = 1, MOST_RINGS do
    for i = 1, 6 * ring do
      if #row == 2 * count then return row end
      local angle = math.pi * i / (3 * ring)
      local x, y = spot.x + ring * step * math.cos(angle), spot.y + ring * step * math.sin(angle)
      if is_place(plane, spot, x, y, radius) and not is_taken(taken, x, y, radius) then take(taken, row, x, y, radius) end
    end
  end
  local x, y = plane:nearest(spot.x, spot.y, { radius = radius })
  while #row < 2 * count do take(taken, row, x or spot.x, y or spot.y, radius) end
  return row
end

-- The rows for `count` soldiers of a kind; the front is `ahead` of the middle. Returns them, and where the next rows may
-- begin. What is blocked is left out, and the formation gets longer, up to twice its length. `taken`: { x, y, radius, … }.
local function make_rows(plane, kind, count, spot, columns, ahead, taken)
  local rows, found = {}, 0
  local dx, dy = spot.dx, spot.dy
  for number = 1, 2 * depth(spot.shape, count, columns) do
    if found >= count then break end
    local length = math.min(row_length(spot.shape, number, columns), count - found)
    local row = {}
    for i = 1, length do
      local aside = (i - (length + 1) / 2) * kind.gap * (spot.wide or 1)
      local x, y = spot.x + dx * ahead - dy * aside, spot.y + dy * ahead + dx * aside
      if is_place(plane, spot, x, y, kind.radius) and not is_taken(taken, x, y, kind.radius) then
        take(taken, row, x, y, kind.radius)
        found = found + 1
      end
    end
    if #row > 0 then rows[#rows + 1] = row end
    ahead = ahead - kind.gap
  end
  if found < count then rows[#rows + 1] = fill(plane, kind, count - found, spot, taken) end
  return rows, ahead
end

---- Who goes where ----------------------------------------------------------------------------------------

-- Those who are ahead get the front rows, and in a row each stays on its side; so few ways cross.
local function assign(members, rows, dx, dy)
  for _, soldier in ipairs(members) do
    soldier.ahead = soldier.x * dx + soldier.y * dy
    soldier.aside = soldier.y * dx - soldier.x * dy
  end
  table.sort(members, function(a, b) return a.ahead > b.ahead or a.ahead == b.ahead and a.index < b.index end)
  local places, from = {}, 1
  for _, row in ipairs(rows) do
    local mates = {}
    for i = from, from + #row / 2 - 1 do mates[#mates + 1] = members[i] end
    table.sort(mates, function(a, b) return a.aside < b.aside or a.aside == b.aside and a.index < b.index end)
    for i, soldier in ipairs(mates) do places[soldier] = { row[2 * i - 1], row[2 * i] } end
    from = from + #row / 2
  end
  return places
end

local function by_kind(soldiers)
  local groups = {}
  for _, soldier in ipairs(soldiers) do
    local group = groups[soldier.kind] or {}
    groups[soldier.kind] = group
    group[#group + 1] = soldier
  end
  return groups
end

-- The same spot, or the nearest one where somebody can stand: rows are seen from there.
local function on_free_ground(plane, spot)
  local x, y = plane:nearest(spot.x, spot.y, { radius = kinds.SMALLEST + SLACK })
  return {
    x = x or spot.x, y = y or spot.y, dx = spot.dx, dy = spot.dy, shape = spot.shape, columns = spot.columns, wide = spot.wide,
  }
end

-- The places of soldiers: { [soldier] = { x, y } }. `spot`: { x, y, dx, dy [, shape [, columns [, wide]]] }, the middle, and
-- the direction in which they look; `wide`: by how much files are farther from each other. Each kind has rows of its own.
function formation.places(plane, soldiers, spot)
  spot = on_free_ground(plane, spot)
  local groups, area = by_kind(soldiers), 0
  for kind, group in pairs(groups) do area = area + #group * kind.gap ^ 2 end
  local width = 1.25 * math.sqrt(area)
  local ahead, places, taken = area / width / 2, {}, {}
  for _, kind in ipairs(kinds.order) do
    local group = groups[kind]
    if group then
      local columns = spot.columns or math.max(1, math.floor(width / kind.gap + 0.5))
      if spot.columns then ahead = (depth(spot.shape, #group, columns) - 1) * kind.gap / 2 end
      local rows
      rows, ahead = make_rows(plane, kind, #group, spot, columns, ahead, taken)
      for soldier, at in pairs(assign(group, rows, spot.dx, spot.dy)) do places[soldier] = at end
      ahead = ahead - kind.gap / 2
    end
  end
  return places
end

-- Where `count` soldiers of a kind stand when they are made: rows as above, as a flat list.
function formation.stand(plane, kind, count, spot)
  local columns = spot.columns or math.ceil(math.sqrt(count))
  local ahead = (depth(spot.shape, count, columns) - 1) * kind.gap / 2
  local list = {}
  for _, row in ipairs(make_rows(plane, kind, count, spot, columns, ahead, {})) do
    for i = 1, #row do list[#list + 1] = row[i] end
  end
  return list
end

return formation
