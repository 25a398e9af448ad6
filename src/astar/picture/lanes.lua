-- Routes that share a stretch, drawn side by side. A stretch is told by its two ends, in either direction. Within one the
-- routes keep the order in which they leave it, so that they do not cross where they need not.

local sqrt, abs = math.sqrt, math.abs

-- More routes than this, or more points, lie one above the other: nobody could tell them apart, and it would take long.
local MOST_ROUTES, MOST_POINTS = 32, 20000

-- So many points are looked at to find the order of routes; where that is not enough, they lie one above the other too.
-- Routes that join and part again and again would take the square of their length.
local MOST_STEPS = 2 ^ 20

-- Pairs of point numbers as one number.
local PAIR = 2 ^ 25

---- Reading the routes ------------------------------------------------------------------------------------------

-- Gives each place a number.
local function numbering()
  local columns, last = {}, 0
  return function(x, y)
    local column = columns[x]
    if not column then
      column = {}
      columns[x] = column
    end
    local id = column[y]
    if not id then
      last = last + 1
      id = last
      column[y] = id
    end
    return id
  end
end

-- A line without points that repeat the one before: x, y and id, each an array.
local function read_line(points, id_of)
  local line = { x = {}, y = {}, id = {}, pieces = {} }
  local count = 0
  for i = 1, #points, 2 do
    local id = id_of(points[i], points[i + 1])
    if line.id[count] ~= id then
      count = count + 1
      line.x[count], line.y[count], line.id[count] = points[i], points[i + 1], id
    end
  end
  return line
end

-- Enters the pieces of a line into the table of all pieces. A piece has `users`, the routes that run over it, and for each of
-- them where it has it: line, index, and whether it runs from the lower number to the higher.
local function enter(line, route, pieces)
  local shared = false
  for i = 1, #line.id - 1 do
    local a, b = line.id[i], line.id[i + 1]
    local key = a < b and a * PAIR + b or b * PAIR + a
    local piece = pieces[key]
    if not piece then
      piece = { users = {}, lines = {}, index = {}, rising = {}, shift = {} }
      pieces[key] = piece
    end
    line.pieces[i] = piece
    if not piece.lines[route] then
      piece.users[#piece.users + 1] = route
      piece.lines[route], piece.index[route], piece.rising[route] = line, i, a < b
      shared = shared or #piece.users > 1
    end
  end
  return shared
end

---- The order within a stretch ----------------------------------------------------------------------------------------

-- How far one turns from a direction into another: from -2 to 2, increasing with the angle, a quarter turn is 1. Not the angle, which
-- the C library does not compute alike on all machines.
local function turn(ax, ay, bx, by)
  local cross, dot = ax * by - ay * bx, ax * bx + ay * by
  local part = cross / (abs(cross) + abs(dot))
  if part ~= part then return 0 end
  if dot >= 0 then return part end
  return (cross >= 0 and 2 or -2) - part
end

-- Compares two routes by where they go from a point that both pass, along their lines by steps of `step1` and `step2`. Negative
-- if the first leaves to the lower side. One that ends counts as going straight on. `budget.left` is how many points may be
-- looked at.
local function compare_onward(line1, i1, step1, line2, i2, step2, budget)
  while true do
    budget.left = budget.left - 1
    if budget.left < 0 then return 0 end
    local x, y = line1.x[i1], line1.y[i1]
    local bx, by = line1.x[i1 - step1], line1.y[i1 - step1]
    local n1, n2 = i1 + step1, i2 + step2
    local id1, id2 = line1.id[n1], line2.id[n2]
    if id1 == nil and id2 == nil then return 0 end
    if id1 ~= id2 then
      local angle1 = id1 and turn(x - bx, y - by, line1.x[n1] - x, line1.y[n1] - y) or 0
      local angle2 = id2 and turn(x - bx, y - by, line2.x[n2] - x, line2.y[n2] - y) or 0
      if angle1 ~= angle2 then return angle1 - angle2 end
      return id1 == nil and -1 or 1
    end
    i1, i2 = n1, n2
  end
end

-- The routes of a stretch in the order in which they lie side by side: `first` and `last` are its pieces as the leading route has
-- them. Looking back from its beginning the sides are swapped.
local function order_of(first, last, leader, budget)
  local users = {}
  for i, route in ipairs(last.users) do users[i] = route end
  local function ends_of(route)
    local same = first.rising[route] == first.rising[leader]
    local step = same and 1 or -1
    return step, last.index[route] + (same and 1 or 0), first.index[route] + (same and 0 or 1)
  end
  local function before(a, b)
    local step_a, end_a, start_a = ends_of(a)
    local step_b, end_b, start_b = ends_of(b)
    local by = compare_onward(last.lines[a], end_a, step_a, last.lines[b], end_b, step_b, budget)
    if by == 0 then by = -compare_onward(first.lines[a], start_a, -step_a, first.lines[b], start_b, -step_b, budget) end
    return by < 0 or by == 0 and a < b
  end
  -- Insertion, which ends whatever the comparison says.
  for i = 2, #users do
    local route, k = users[i], i - 1
    while k >= 1 and before(route, users[k]) do
      users[k + 1] = users[k]
      k = k - 1
    end
    users[k + 1] = route
  end
  return users
end

local function same_users(a, b)
  if #a.users ~= #b.users then return false end
  for i, route in ipairs(a.users) do
    if route ~= b.users[i] then return false end
  end
  return true
end

-- Says for each piece of a line that its route leads (the first of those that share it) how far each of them is shifted to the side
-- of its own direction.
local function assign(line, route, spacing, budget)
  local pieces = line.pieces
  local i = 1
  while i <= #pieces do
    local piece, to = pieces[i], i
    while pieces[to + 1] and same_users(piece, pieces[to + 1]) do to = to + 1 end
    if #piece.users > 1 and piece.users[1] == route and piece.lines[route] == line then
      local users = order_of(piece, pieces[to], route, budget)
      for k = i, to do
        for rank, user in ipairs(users) do
          local side = pieces[k].rising[user] == pieces[k].rising[route] and 1 or -1
          pieces[k].shift[user] = side * (rank - (#users + 1) / 2) * spacing
        end
      end
    end
    i = to + 1
  end
end

---- Shifted lines ------------------------------------------------------------------------------------------------------

-- The line with each piece moved to its side.
local function shifted(line, route)
  local result, count = {}, #line.id
  local function add(x, y) result[#result + 1], result[#result + 2] = x, y end
  local was_x, was_y, was = 0, 0, 0
  for i = 1, count - 1 do
    local x, y = line.x[i], line.y[i]
    local dx, dy = line.x[i + 1] - x, line.y[i + 1] - y
    local length = sqrt(dx * dx + dy * dy)
    local nx, ny = -dy / length, dx / length
    local shift = line.pieces[i].shift[route] or 0
    local cosine = was_x * nx + was_y * ny
    if i > 1 and shift == was and cosine > -0.8 then
      add(x + (was_x + nx) * shift / (1 + cosine), y + (was_y + ny) * shift / (1 + cosine))
    else
      if i > 1 then add(x + was_x * was, y + was_y * was) end
      if i == 1 or abs(shift) > 0 or abs(was) > 0 then add(x + nx * shift, y + ny * shift) end
    end
    was_x, was_y, was = nx, ny, shift
  end
  add(line.x[count] + was_x * was, line.y[count] + was_y * was)
  return result
end

-- Routes, each an array of lines (flat arrays of points), so that those that share a stretch lie `spacing` apart. Gives the very
-- routes that it was given where none do.
return function(routes, spacing)
  local points = 0
  for _, lines in ipairs(routes) do
    for _, line in ipairs(lines) do points = points + #line / 2 end
  end
  if #routes < 2 or #routes > MOST_ROUTES or points > MOST_POINTS or spacing <= 0 then return routes end

  local id_of, pieces, read, shared = numbering(), {}, {}, false
  for r, lines in ipairs(routes) do
    read[r] = {}
    for i, points_of_line in ipairs(lines) do
      local line = read_line(points_of_line, id_of)
      read[r][i] = line
      shared = enter(line, r, pieces) or shared
    end
  end
  if not shared then return routes end
  local budget = { left = MOST_STEPS }
  for r, lines in ipairs(read) do
    for _, line in ipairs(lines) do
      assign(line, r, spacing, budget)
      if budget.left < 0 then return routes end
    end
  end
  local result = {}
  for r, lines in ipairs(read) do
    result[r] = {}
    for i, line in ipairs(lines) do
      local moves = false
      for _, piece in ipairs(line.pieces) do moves = moves or piece.shift[r] ~= nil end
      result[r][i] = moves and shifted(line, r) or routes[r][i]
    end
  end
  return result
end
