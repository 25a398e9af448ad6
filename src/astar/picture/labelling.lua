-- Where texts beside points go: each at one of several places round its point, so that it covers as little as may be. All
-- numbers are pixels. The same input gives the same places.

local abs, floor, max, min, huge = math.abs, math.floor, math.max, math.min, math.huge

-- Beside the point to the right, to the left, above, below, and at the corners: how the text is aligned, and the side.
local SIDES = {
  { "left", 1, 0 }, { "right", -1, 0 }, { "middle", 0, -1 }, { "middle", 0, 1 },
  { "left", 1, -1 }, { "left", 1, 1 }, { "right", -1, -1 }, { "right", -1, 1 },
}

-- Close to the point, and farther off: shares of the gap.
local DISTANCES = { 1, 2.2 }

-- What it costs to cover something; what stands for the order of the places is less than any of them.
local ROUTE, LABEL, NODE, EDGE, LINK, FARTHER, LATER = 100, 70, 50, 160, 8, 4, 0.4

-- Side of the squares that lines and points are looked up by, and the most steps along a line.
local SQUARE, STEPS = 64, 4096

-- The most steps along all lines together, unless there are more lines; and the most lines that a label is kept clear of.
local ALL_STEPS, MOST_LINES = 2 ^ 18, 500

-- So often all labels are placed anew, with regard to each other.
local ROUNDS = 2

---- Looking things up by place ----------------------------------------------------------------------------------------

local Index = {}
Index.__index = Index

-- Counts what was asked, so that an item that lies in several squares comes once.
local asked = 0

local function new_index()
  return setmetatable({ squares = {} }, Index)
end

local function square_of(x, y)
  return floor(x / SQUARE) * 1048576 + floor(y / SQUARE)
end

function Index:put(key, item)
  local list = self.squares[key]
  if not list then
    list = {}
    self.squares[key] = list
  end
  if list[#list] ~= item then list[#list + 1] = item end
end

-- Calls visit(item) once for each item near to a box, until it gives true.
function Index:each(x1, y1, x2, y2, visit)
  asked = asked + 1
  for column = floor(x1 / SQUARE) - 1, floor(x2 / SQUARE) + 1 do
    for row = floor(y1 / SQUARE) - 1, floor(y2 / SQUARE) + 1 do
      local list = self.squares[column * 1048576 + row]
      for i = 1, list and #list or 0 do
        local item = list[i]
        if item.asked ~= asked then
          item.asked = asked
          if visit(item) then return end
        end
      end
    end
  end
end

-- The shares of a line between which it lies in a box, or nil.
local function clipped(line, x1, y1, x2, y2)
  local from, to = 0, 1
  local dx, dy = line.x2 - line.x1, line.y2 - line.y1
  for side = 1, 4 do
    local speed = side == 1 and -dx or side == 2 and dx or side == 3 and -dy or dy
    local room = side == 1 and line.x1 - x1 or side == 2 and x2 - line.x1 or side == 3 and line.y1 - y1 or y2 - line.y1
    if speed == 0 then
      if room < 0 then return nil end
    elseif speed < 0 then
      from = max(from, room / speed)
    else
      to = min(to, room / speed)
    end
  end
  if from <= to then return from, to end
  return nil
end

local function enter_line(index, line, box, most_steps)
  local from, to = clipped(line, box[1], box[2], box[3], box[4])
  if not from then return end
  local dx, dy = line.x2 - line.x1, line.y2 - line.y1
  local long = (to - from) * max(abs(dx), abs(dy))
  local steps = min(most_steps, floor(long / (SQUARE / 2)) + 1)
  for i = 0, steps do
    local share = from + (to - from) * i / steps
    index:put(square_of(line.x1 + dx * share, line.y1 + dy * share), line)
  end
end

---- One label ---------------------------------------------------------------------------------------------------------

-- Sets where a label lies if it takes a place: align, dx, dy (of its middle, from the point) and its box.
local function try(label, side, distance)
  local gap = label.gap * (side[2] ~= 0 and side[3] ~= 0 and 0.7 or 1) * distance
  local dx, dy = side[2] * gap, side[3] * (gap + label.h / 2)
  local left = side[1] == "left" and dx or side[1] == "right" and dx - label.w or dx - label.w / 2
  local x, y = label.x + left, label.y + dy - label.h / 2
  return side[1], dx, dy, x, y, x + label.w, y + label.h
end

-- Whether a line meets a box.
local function meets(line, x1, y1, x2, y2)
  local ax, ay, bx, by, half = line.x1, line.y1, line.x2, line.y2, line.half
  x1, y1, x2, y2 = x1 - half, y1 - half, x2 + half, y2 + half
  if ax < x1 and bx < x1 or ax > x2 and bx > x2 or ay < y1 and by < y1 or ay > y2 and by > y2 then return false end
  return clipped(line, x1, y1, x2, y2) ~= nil
end

-- What a place costs; more than `most` is not reckoned to its end.
local function cost_of(label, edges, x1, y1, x2, y2, most)
  local cost = 0
  if edges and (x1 < edges[1] or y1 < edges[2] or x2 > edges[3] or y2 > edges[4]) then cost = cost + EDGE end
  local lines = label.lines
  for i = 1, #lines do
    if cost >= most then return cost end
    local line = lines[i]
    if meets(line, x1, y1, x2, y2) then cost = cost + (line.route and ROUTE or LINK) end
  end
  local near = label.near
  for i = 1, #near do
    if cost >= most then return cost end
    local other = near[i]
    local reach = other.reach
    if x1 < other.x + reach and x2 > other.x - reach and y1 < other.y + reach and y2 > other.y - reach then cost = cost + NODE end
    if other.x1 and x1 < other.x2 and x2 > other.x1 and y1 < other.y2 and y2 > other.y1 then cost = cost + LABEL end
  end
  return cost
end

local function settle(label, edges)
  local best = huge
  for d = 1, #DISTANCES do
    for s = 1, #SIDES do
      local later = (d - 1) * FARTHER + s * LATER
      -- Later ones cost more by themselves.
      if later >= best then return end
      local align, dx, dy, x1, y1, x2, y2 = try(label, SIDES[s], DISTANCES[d])
      local cost = cost_of(label, edges, x1, y1, x2, y2, best - later) + later
      if cost < best then
        best = cost
        label.align, label.dx, label.dy = align, dx, dy
        label.x1, label.y1, label.x2, label.y2 = x1, y1, x2, y2
      end
    end
  end
end

---- All of them --------------------------------------------------------------------------------------------------------

-- labels: { x, y, w, h, gap, reach } (the point, the size of the text, how far off it begins, the radius of what is at the point);
-- w of 0 means that there is no text, only something not to be covered.
-- lines: { x1, y1, x2, y2, half, route } (half the width; whether it is a route).
-- edges: { x1, y1, x2, y2 } that no text should leave, or nil.
-- Sets `align`, `dx` and `dy` of each label: where its text begins, ends or has its middle, and the middle of its height.
return function(labels, lines, edges)
  local x1, y1, x2, y2, reach = huge, huge, -huge, -huge, 0
  for _, label in ipairs(labels) do
    x1, y1, x2, y2 = min(x1, label.x), min(y1, label.y), max(x2, label.x), max(y2, label.y)
    reach = max(reach, label.w + 2.2 * label.gap, label.h + 2.2 * label.gap, label.reach)
  end
  local box = { x1 - reach, y1 - reach, x2 + reach, y2 + reach }
  local index, points = new_index(), new_index()
  local most_steps = max(1, min(STEPS, floor(ALL_STEPS / max(1, #lines))))
  for i, line in ipairs(lines) do
    line.number = i
    enter_line(index, line, box, most_steps)
  end
  for _, label in ipairs(labels) do points:put(square_of(label.x, label.y), label) end
  for _, label in ipairs(labels) do
    label.x1 = nil
    if label.w > 0 then
      local near, lines_near = {}, {}
      label.near, label.lines = near, lines_near
      local wide, high = label.w + 2.2 * label.gap, label.h + 2.2 * label.gap
      points:each(label.x - wide - reach, label.y - high - reach, label.x + wide + reach, label.y + high + reach, function(other)
        if other ~= label then near[#near + 1] = other end
      end)
      index:each(label.x - wide, label.y - high, label.x + wide, label.y + high, function(line)
        lines_near[#lines_near + 1] = line
        return #lines_near >= MOST_LINES
      end)
      -- Routes cost most, so a place that is no good is left at once.
      table.sort(lines_near, function(one, other)
        if one.route ~= other.route then return one.route end
        return one.number < other.number
      end)
    end
  end
  for _ = 1, ROUNDS do
    for _, label in ipairs(labels) do
      if label.w > 0 then settle(label, edges) end
    end
  end
  for _, label in ipairs(labels) do label.near, label.lines = nil, nil end
end
