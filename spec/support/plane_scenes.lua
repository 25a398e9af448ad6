-- Ground with obstacles, at random and on purpose. A scene is { polygons = { { x1, y1, … }, … },
-- bounds = { x1, y1, x2, y2 } or nil }, all numbers floats; see plane_oracle.

local astar = require "astar"
local exact = require "spec.support.exact"
local oracle = require "spec.support.plane_oracle"

local floor, cos, sin, pi = math.floor, math.cos, math.sin, math.pi

local scenes = {}

-- Polygons around the origin ------------------------------------------------------------------------------

local function box(w, h)
  return { -w, -h, w, -h, w, h, -w, h }
end

-- k teeth, each one wide
local function comb(k, depth)
  local out = { 0, 0, 2 * k - 1, 0 }
  for i = k, 1, -1 do
    for _, v in ipairs({ 2 * i - 1, depth, 2 * i - 2, depth }) do
      out[#out + 1] = v
    end
    if i > 1 then
      for _, v in ipairs({ 2 * i - 2, 1, 2 * i - 3, 1 }) do
        out[#out + 1] = v
      end
    end
  end
  return out
end

local SHAPES = {
  { 0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3 }, -- L
  { 0, 0, 4, 0, 4, 3, 3, 3, 3, 1, 1, 1, 1, 3, 0, 3 }, -- U
  { 0, 0, 3, 0, 3, 3, 2, 3, 2, 1, 1, 1, 1, 2, 0, 2 }, -- a hook
  { 1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 2, 0, 2, 0, 1, 1, 1 }, -- a cross
  { 0, 0, 2, 0, 4, 0, 4, 2, 2, 2, 0, 2, 0, 1 }, -- a box with corners on its sides
  { 0, 0, 2, 1, 4, 0, 3, 2, 4, 4, 2, 3, 0, 4, 1, 2 }, -- a star
  { 0, 0, 2, 0, 2, 2, 0, 2 },
  { 0, 0, 4, 0, 4, 1, 0, 1 },
  { 0, 0, 1, 0, 1, 4, 0, 4 },
  { 0, 0, 2, 2, 0, 4, -2, 2 },
  { 0, 0, 3, 1, 1, 3 },
}

-- Corners around the origin in the order of their angles, at distances of any kind.
local function star(rng, corners, low, high)
  local out, turn = {}, rng:real(0, 2 * pi)
  for i = 1, corners do
    local angle, r = turn + (i - 1 + rng:real(0.1, 0.9)) / corners * 2 * pi, rng:real(low, high)
    out[2 * i - 1], out[2 * i] = r * cos(angle), r * sin(angle)
  end
  return out
end

local function round(polygon, unit)
  local out = {}
  for i = 1, #polygon do
    out[i] = floor(polygon[i] / unit + 0.5) * unit
  end
  return out
end

local function placed(polygon, x, y, angle, scale)
  local out, c, s = {}, 1, 0
  if angle and angle ~= 0 then
    c, s = cos(angle), sin(angle)
  end
  scale = scale or 1
  for i = 1, #polygon, 2 do
    local px, py = polygon[i] * scale, polygon[i + 1] * scale
    out[i], out[i + 1] = x + (c * px - s * py) + 0.0, y + (s * px + c * py) + 0.0
  end
  return out
end
scenes.placed = placed

-- The other way round, beginning anywhere; turned by quarters and mirrored.
local function shuffled(rng, polygon)
  local n, out = #polygon / 2, {}
  local first, step = rng:int(0, n - 1), rng:chance(0.5) and 1 or -1
  local flip, swap = rng:chance(0.5) and -1 or 1, rng:chance(0.5)
  for i = 0, n - 1 do
    local k = (first + step * i) % n
    local x, y = polygon[2 * k + 1], polygon[2 * k + 2] * flip
    if swap then
      x, y = y, x
    end
    out[2 * i + 1], out[2 * i + 2] = x, y
  end
  return out
end

-- One polygon on whole numbers between 0 and size, more or less.
local function lattice_polygon(rng, size)
  local dice = rng:int(1, 10)
  local x, y = rng:int(0, size), rng:int(0, size)
  if dice <= 3 then
    local w, h = rng:int(1, 4), rng:int(1, 4)
    return { x, y, x + w, y, x + w, y + h, x, y + h }
  elseif dice <= 6 then
    return placed(shuffled(rng, rng:pick(SHAPES)), x, y)
  elseif dice == 7 then
    return placed(shuffled(rng, comb(rng:int(2, 3), rng:int(2, 4))), x, y)
  elseif dice == 8 then
    return { x, y, rng:int(0, size), rng:int(0, size), rng:int(0, size), rng:int(0, size) }
  end
  return placed(round(star(rng, rng:int(3, 7), 1, 3.5), 1), x, y)
end

local function free_polygon(rng, size)
  local dice = rng:int(1, 8)
  local x, y, angle = rng:real(0, size), rng:real(0, size), rng:real(0, 2 * pi)
  if dice <= 2 then
    return placed(box(rng:real(0.1, 2), rng:real(0.1, 2)), x, y, angle)
  elseif dice == 3 then
    return placed(shuffled(rng, rng:pick(SHAPES)), x, y, angle, rng:real(0.4, 1.2))
  elseif dice == 4 then
    return placed(shuffled(rng, comb(rng:int(2, 3), rng:int(2, 4))), x, y, angle, rng:real(0.4, 1))
  elseif dice <= 6 then
    return placed(star(rng, rng:int(3, 5), 1.5, 2), x, y)
  end
  return placed(star(rng, rng:int(3, 8), 0.3, 2.5), x, y)
end

-- A polygon that touches, covers or continues another one: made from its corners and the middles of its edges.
local function beside(rng, other)
  local n = #other / 2
  local k = rng:int(0, n - 1)
  local x1, y1, x2, y2 = other[2 * k + 1], other[2 * k + 2], other[2 * ((k + 1) % n) + 1], other[2 * ((k + 1) % n) + 2]
  local dice = rng:int(1, 5)
  if dice == 1 then -- the same once more, moved along an edge
    local t = rng:pick({ 0, 0.5, 1, 2 })
    return placed(other, (x2 - x1) * t, (y2 - y1) * t)
  elseif dice == 2 then -- a triangle on the edge
    return { x1, y1, x2, y2, x1 + x2 - rng:pick({ y1, y2 }), rng:pick({ x1, x2 }) - x1 + y2 }
  elseif dice == 3 then -- a corner touches the middle of the edge
    local mx, my, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, y2 - y1, x1 - x2
    return { mx, my, mx + dx + dy, my + dy - dx, mx + dx - dy, my + dy + dx }
  elseif dice == 4 then -- corner to corner
    return placed(other, x2 - other[1], y2 - other[2])
  end
  return { x1, y1, (x1 + x2) / 2, (y1 + y2) / 2, rng:pick(other), rng:pick(other) }
end

local function polygon(rng, kind, size, others)
  for _ = 1, 20 do
    local made
    if #others > 0 and rng:chance(0.25) then
      made = beside(rng, rng:pick(others))
    elseif kind == "lattice" or kind == "mixed" and rng:chance(0.5) then
      made = lattice_polygon(rng, size)
    else
      made = free_polygon(rng, size)
    end
    if not oracle.flaw(made) then
      return made
    end
  end
  return { 0, 0, 1, 0, 0, 1 }
end

-- Random scenes ---------------------------------------------------------------------------------------------

local World = {}
World.__index = World

-- A maker of scenes of one kind and size: kind "lattice" (whole numbers), "free" or "mixed". Everything it
-- makes is scaled and moved alike.
function scenes.maker(rng, options)
  options = options or {}
  local w = setmetatable({ rng = rng, kind = options.kind or rng:pick({ "lattice", "lattice", "free", "mixed" }),
    size = options.size or rng:int(4, 9), scale = 1, dx = 0, dy = 0, made = {} }, World)
  if options.scaled or not options.plain and rng:chance(0.3) then
    w.scale = rng:chance(0.5) and 2 ^ rng:int(-20, 20) or 10 ^ rng:int(-6, 6)
    if rng:chance(0.4) then
      -- so far away that what is left of the coordinates still tells corners apart
      local most = math.min(1e7, w.scale * 1e6)
      w.dx, w.dy = floor(rng:real(-most, most)), floor(rng:real(-most, most))
    end
  end
  return w
end

function World:move(list)
  local out = {}
  for i = 1, #list, 2 do
    out[i], out[i + 1] = list[i] * self.scale + self.dx, list[i + 1] * self.scale + self.dy
  end
  return out
end

-- A new polygon; simple after scaling, too.
function World:polygon()
  while true do
    local made = polygon(self.rng, self.kind, self.size, self.made)
    local moved = self:move(made)
    if not oracle.flaw(moved) then
      self.made[#self.made + 1] = made
      return moved
    end
  end
end

function World:bounds()
  local rng, size = self.rng, self.size
  local low, high = rng:pick({ 0, 1, -1, -3 }), size + rng:pick({ 0, -1, 1, 4 })
  high = math.max(high, low + 1)
  if self.kind == "free" then
    low, high = low - 0.37, high + 0.21
  end
  return self:move({ low, low, high, high })
end

-- A point: in a room, anywhere, on a corner, on an edge, beyond a corner in line with an edge.
function World:point()
  local rng, size = self.rng, self.size
  local x, y
  local dice = rng:int(1, 10)
  if self.middle and rng:chance(0.3) then
    return self.middle[1] * self.scale + self.dx, self.middle[2] * self.scale + self.dy
  end
  local other = #self.made > 0 and rng:pick(self.made)
  if other and dice <= 5 then
    local n = #other / 2
    local k = rng:int(0, n - 1)
    local x1, y1, x2, y2 = other[2 * k + 1], other[2 * k + 2], other[2 * ((k + 1) % n) + 1], other[2 * ((k + 1) % n) + 2]
    local t = dice <= 2 and 0 or rng:pick({ 0.5, 0.25, 1.5, -0.5, -1, 2 })
    x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
  elseif self.kind ~= "free" and dice <= 9 then
    x, y = rng:int(-1, size + 2), rng:int(-1, size + 2)
    if dice == 9 then
      x = x + 0.5
    end
  else
    x, y = rng:real(-1, size + 2), rng:real(-1, size + 2)
  end
  return x * self.scale + self.dx, y * self.scale + self.dy
end

function World:scene(count)
  local out = { polygons = {}, bounds = self.rng:chance(0.4) and self:bounds() or nil }
  if self.rng:chance(0.2) then
    out.polygons = self:room()
  end
  for _ = 1, count do
    out.polygons[#out.polygons + 1] = self:polygon()
  end
  return out
end

-- A closed room of walls that overlap, touch in edges or only in corners, of which one may be left out.
function World:room()
  local rng = self.rng
  local x, y = rng:int(0, self.size - 2), rng:int(0, self.size - 2)
  local w, h, t = rng:int(1, 4), rng:int(1, 4), rng:pick({ 0.5, 1 })
  local s = rng:pick({ 0, t }) -- walls that end at the corner, or go on beyond it
  local walls = {
    { x - s, y - t, x + w + rng:pick({ 0, t }), y }, { x - s, y + h, x + w + rng:pick({ 0, t }), y + h + t },
    { x - t, y, x, y + h }, { x + w, y - rng:pick({ 0, t }), x + w + t, y + h + rng:pick({ 0, t }) },
  }
  rng:shuffle(walls)
  local out = {}
  self.middle = { x + w / 2, y + h / 2 }
  for i = rng:chance(0.4) and 2 or 1, 4 do
    local a = walls[i]
    local made = { a[1], a[2], a[3], a[2], a[3], a[4], a[1], a[4] }
    self.made[#self.made + 1] = made
    out[#out + 1] = self:move(made)
  end
  return out
end

-- Scenes on purpose -----------------------------------------------------------------------------------------

local function rectangle(x1, y1, x2, y2)
  return { x1, y1, x2, y1, x2, y2, x1, y2 }
end
scenes.rectangle = rectangle

-- A maze of columns x rows cells (both odd), of which every second one of every second row is a room, with
-- walls as boxes of one cell each way: { polygons, bounds, open = function(col, row), size }. There is just one
-- way between any two rooms. `thin` makes walls that are a quarter thick in place of a cell. Cells count from 1.
function scenes.maze(rng, size, thin)
  local rooms = (size - 1) / 2
  local open, right, down = {}, {}, {}
  local function key(c, r)
    return r * rooms + c
  end
  local seen, stack = { [key(0, 0)] = true }, { { 0, 0 } }
  while #stack > 0 do
    local c, r = stack[#stack][1], stack[#stack][2]
    local ways = {}
    for _, d in ipairs({ { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }) do
      local nc, nr = c + d[1], r + d[2]
      if nc >= 0 and nr >= 0 and nc < rooms and nr < rooms and not seen[key(nc, nr)] then
        ways[#ways + 1] = { nc, nr }
      end
    end
    if #ways == 0 then
      stack[#stack] = nil
    else
      local to = rng:pick(ways)
      seen[key(to[1], to[2])] = true
      stack[#stack + 1] = to
      local low_c, low_r = math.min(c, to[1]), math.min(r, to[2])
      if to[1] ~= c then
        right[key(low_c, low_r)] = true
      else
        down[key(low_c, low_r)] = true
      end
    end
  end
  for r = 0, rooms - 1 do
    for c = 0, rooms - 1 do
      open[(2 * r + 2) * 1000 + 2 * c + 2] = true
      open[(2 * r + 2) * 1000 + 2 * c + 3] = right[key(c, r)]
      open[(2 * r + 3) * 1000 + 2 * c + 2] = down[key(c, r)]
    end
  end
  local out = { polygons = {}, bounds = { 0, 0, size, size }, size = size }
  function out.open(col, row)
    return open[row * 1000 + col] == true
  end
  local half = thin and 0.125 or 0.5
  out.half = half
  -- walls in runs: along rows, then along columns, with ends as thick as they are
  local function run(get, put)
    for line = 1, size, 2 do
      local from
      for k = 1, size + 1 do
        local wall = k <= size and not get(k, line)
        if wall and not from then
          from = k
        elseif not wall and from then
          if k - from > 1 then
            put(from - 0.5 - half, line - 0.5 - half, k - 1.5 + half, line - 0.5 + half)
          end
          from = nil
        end
      end
    end
  end
  run(function(k, line) return out.open(k, line) end, function(x1, y1, x2, y2)
    out.polygons[#out.polygons + 1] = rectangle(x1, y1, x2, y2)
  end)
  run(function(k, line) return out.open(line, k) end, function(y1, x1, y2, x2)
    out.polygons[#out.polygons + 1] = rectangle(x1, y1, x2, y2)
  end)
  return out
end

-- The rooms of a maze on the way from one to another, both included: { { col, row }, … }.
local function rooms_between(maze, from, to)
  local function key(c, r)
    return r * 1000 + c
  end
  local parent, queue, at = { [key(from[1], from[2])] = from }, { from }, 1
  while queue[at] do
    local c, r = queue[at][1], queue[at][2]
    if c == to[1] and r == to[2] then
      break
    end
    for _, d in ipairs({ { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }) do
      local nc, nr = c + 2 * d[1], r + 2 * d[2]
      if maze.open(c + d[1], r + d[2]) and not parent[key(nc, nr)] then
        parent[key(nc, nr)] = queue[at]
        queue[#queue + 1] = { nc, nr }
      end
    end
    at = at + 1
  end
  local out, room = {}, to
  while room ~= from do
    table.insert(out, 1, room)
    room = parent[key(room[1], room[2])]
  end
  table.insert(out, 1, from)
  return out
end

-- The shortest way through openings that are crossed one after the other, { left x, left y, right x, right y }
-- as one comes (y upwards): the funnel of Lee & Preparata 1984. Gives its points.
local function pulled(x1, y1, x2, y2, openings)
  local points = { x1, y1 }
  openings[#openings + 1] = { x2, y2, x2, y2 }
  local ax, ay, lx, ly, rx, ry, li, ri = x1, y1, x1, y1, x1, y1, 0, 0
  local i = 1
  local function turn_at(x, y)
    if x ~= points[#points - 1] or y ~= points[#points] then
      points[#points + 1] = x
      points[#points + 1] = y
    end
    ax, ay, lx, ly, rx, ry = x, y, x, y, x, y
  end
  while i <= #openings do
    local px, py, qx, qy = openings[i][1], openings[i][2], openings[i][3], openings[i][4]
    local turned = false
    if exact.orient(ax, ay, rx, ry, qx, qy) >= 0 then
      if (ax == rx and ay == ry) or exact.orient(ax, ay, lx, ly, qx, qy) < 0 then
        rx, ry, ri = qx, qy, i
      else
        i = li
        turn_at(lx, ly)
        ri, turned = li, true
      end
    end
    if not turned and exact.orient(ax, ay, lx, ly, px, py) <= 0 then
      if (ax == lx and ay == ly) or exact.orient(ax, ay, rx, ry, px, py) > 0 then
        lx, ly, li = px, py, i
      else
        i = ri
        turn_at(rx, ry)
        li = ri
      end
    end
    i = i + 1
  end
  turn_at(x2, y2)
  return points
end

-- The shortest way between the middles of two rooms of a maze, { col, row } each, both even: its points.
function scenes.maze_way(maze, from, to)
  local rooms, openings, half = rooms_between(maze, from, to), {}, maze.half
  for i = 2, #rooms do
    local c, r = rooms[i - 1][1], rooms[i - 1][2]
    local dc, dr = (rooms[i][1] - c) / 2, (rooms[i][2] - r) / 2
    local mx, my, side = c - 0.5, r - 0.5, 1 - half -- of the room
    for _, ahead in ipairs({ 1 - half, 1 + half }) do
      local x, y = mx + dc * ahead, my + dr * ahead
      openings[#openings + 1] = { x - dr * side, y + dc * side, x + dr * side, y - dc * side }
    end
  end
  return pulled(from[1] - 0.5, from[2] - 0.5, to[1] - 0.5, to[2] - 0.5, openings)
end

-- A corridor one wide that winds inwards `turns` times around its end, between walls of no more than 0.25;
-- as boxes that touch, or as one outline. Gives the scene, the inner end and the corners of the way out.
function scenes.spiral(turns, one)
  local thick = 0.125
  local step = 1 + 2 * thick
  -- the wall's middle line: a square spiral from the middle on
  local line, x, y, reach = { 0, 0 }, 0, 0, step
  local dirs = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
  for i = 1, 4 * turns do
    local d = dirs[(i - 1) % 4 + 1]
    x, y = x + d[1] * reach, y + d[2] * reach
    line[#line + 1] = x
    line[#line + 1] = y
    if i % 2 == 0 then
      reach = reach + step
    end
  end
  local scene = { polygons = {} }
  if one then
    local left, right = {}, {}
    local n = #line / 2
    for i = 1, n do
      local px, py = line[2 * i - 1], line[2 * i]
      local before = dirs[math.max(i - 2, 0) % 4 + 1]
      local after = dirs[math.min(i - 1, n - 2) % 4 + 1]
      -- the corner to the left of both directions, and the one to the right
      local lx, ly = -before[2] - after[2], before[1] + after[1]
      if i == 1 then
        lx, ly = -after[2] - after[1], after[1] - after[2]
      elseif i == n then
        lx, ly = -before[2] + before[1], before[1] + before[2]
      end
      left[#left + 1] = { px + lx * thick, py + ly * thick }
      local rx, ry = before[2] + after[2], -before[1] - after[1]
      if i == 1 then
        rx, ry = after[2] - after[1], -after[1] - after[2]
      elseif i == n then
        rx, ry = before[2] + before[1], -before[1] + before[2]
      end
      right[#right + 1] = { px + rx * thick, py + ry * thick }
    end
    local polygon_of = {}
    for i = 1, n do
      polygon_of[#polygon_of + 1] = right[i][1]
      polygon_of[#polygon_of + 1] = right[i][2]
    end
    for i = n, 1, -1 do
      polygon_of[#polygon_of + 1] = left[i][1]
      polygon_of[#polygon_of + 1] = left[i][2]
    end
    scene.polygons[1] = polygon_of
  else
    for i = 1, #line - 2, 2 do
      local x1, y1, x2, y2 = line[i], line[i + 1], line[i + 2], line[i + 3]
      scene.polygons[#scene.polygons + 1] = rectangle(math.min(x1, x2) - thick, math.min(y1, y2) - thick,
        math.max(x1, x2) + thick, math.max(y1, y2) + thick)
    end
  end
  return scene, { step / 2, step / 2 }
end

-- A U around the unit that opens away from the goal: the way out leads past both ends of its arms. Gives the
-- scene, start, goal and the length of the shortest way.
function scenes.pocket(depth, width, thick)
  local w = width / 2
  local scene = { polygons = { {
    -depth, -w - thick, thick, -w - thick, thick, w + thick, -depth, w + thick, -depth, w, 0, w, 0, -w, -depth, -w,
  } } }
  local start, goal = { -thick, 0 }, { depth, 0 }
  local function dist(x1, y1, x2, y2)
    return math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  end
  local out = dist(start[1], start[2], -depth, w) + thick + (depth + thick) + dist(thick, w + thick, goal[1], goal[2])
  return scene, start, goal, out
end

-- A plane of a whole scene, and its obstacles.
function scenes.build(scene)
  local plane, rocks = astar.plane({ bounds = scene.bounds }), {}
  for i, corners in ipairs(scene.polygons) do
    rocks[i] = plane:polygon(corners)
  end
  return plane, rocks
end

-- As Lua, to be kept -------------------------------------------------------------------------------------------

function scenes.list(numbers)
  local out = {}
  for i = 1, #numbers do
    local short = ("%.15g"):format(numbers[i])
    out[i] = tonumber(short) == numbers[i] and short or ("%.17g"):format(numbers[i])
  end
  return table.concat(out, ", ")
end

-- The program that builds a scene.
function scenes.code(scene)
  local out = { scene.bounds and ("local plane = astar.plane{ bounds = { %s } }"):format(scenes.list(scene.bounds))
    or "local plane = astar.plane()" }
  for _, corners in ipairs(scene.polygons) do
    out[#out + 1] = ("plane:polygon{ %s }"):format(scenes.list(corners))
  end
  return table.concat(out, "\n")
end

return scenes
