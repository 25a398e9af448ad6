-- A canvas for astar.picture.picture in LÖVE: a recording of triangles and texts that is drawn with one call for all triangles
-- and one for each size of text.
--
-- Vertices are written straight into the memory of two love.Data: { float x, y, u, v; uint8 r, g, b, a } and, as
-- uint32, three indices for each triangle. Both are kept from one recording to the next. Where LÖVE has no FFI, or no
-- JIT (then the FFI is slower than tables), they are plain tables.
--
-- Round and soft edges come from one small texture: discs of many sizes, each with an edge one pixel soft. A line is
-- such a disc drawn out in length. So every size looks alike, with and without multisampling.

local love = rawget(_G, "love")
if type(love) ~= "table" or not love.graphics then error("astar.picture.love_canvas needs LÖVE, with its module love.graphics", 0) end

local utf8 = require "utf8"

local jit = rawget(_G, "jit")

local canvas = {}

local floor, ceil, sqrt, log, max, min, abs = math.floor, math.ceil, math.sqrt, math.log, math.max, math.min, math.abs
local sin, cos, atan2, pi = math.sin, math.cos, math.atan2, math.pi

local FORMAT = { { "VertexPosition", "float", 2 }, { "VertexTexCoord", "float", 2 }, { "VertexColor", "byte", 4 } }
local VERTEX_BYTES, VERTEX_WORDS, INDEX_BYTES = 20, 5, 4

---- The texture --------------------------------------------------------------------------------------------

-- Discs of radius FIRST, FIRST * STEP, … in pixels; larger ones are scaled, smaller ones fade. Small discs have more
-- than one texel for a pixel, so that what is read between texels is exact. The edge is soft from SOFT within the
-- radius to SOFT beyond it.
local FIRST, STEP, DISCS = 0.5, 1.2, 27
local SMALLEST = 6
local SOFT = 0.6
local ATLAS_SIZE = 512
local LOG_STEP = log(STEP)

-- By number from 0: the middle of the disc in the texture, and half the side of its picture, as texture coordinates;
-- that half side in radii; and the texels for a pixel.
local middle_u, middle_v, half_uv, half_side, density = {}, {}, {}, {}, {}
local WHITE = 2 / ATLAS_SIZE

local atlas

local function place_discs()
  local x, y, height = 6, 0, 0
  for i = 0, DISCS - 1 do
    local radius = FIRST * STEP ^ i
    density[i] = max(1, SMALLEST / radius)
    local half = ceil((radius + 1) * density[i])
    -- Multisampling reads up to a pixel beyond the edges of triangles.
    local room = half + ceil(density[i]) + 1
    if x + 2 * room > ATLAS_SIZE then x, y, height = 0, y + height, 0 end
    middle_u[i], middle_v[i] = (x + room) / ATLAS_SIZE, (y + room) / ATLAS_SIZE
    half_uv[i], half_side[i] = half / ATLAS_SIZE, half / (radius * density[i])
    x, height = x + 2 * room, max(height, 2 * room)
  end
  assert(y + height <= ATLAS_SIZE)
end

local function make_atlas()
  local data = love.image.newImageData(ATLAS_SIZE, ATLAS_SIZE)
  -- What is transparent is white too, so that scaling does not darken the edges.
  data:mapPixel(function(x, y) return 1, 1, 1, x < 4 and y < 4 and 1 or 0 end)
  for i = 0, DISCS - 1 do
    local half = floor(half_uv[i] * ATLAS_SIZE + 0.5)
    local left, top = middle_u[i] * ATLAS_SIZE - half, middle_v[i] * ATLAS_SIZE - half
    local rim = FIRST * STEP ^ i + SOFT
    for y = 0, 2 * half - 1 do
      for x = 0, 2 * half - 1 do
        local dx, dy = x + 0.5 - half, y + 0.5 - half
        local alpha = max(0, min(1, (rim - sqrt(dx * dx + dy * dy) / density[i]) / (2 * SOFT)))
        data:setPixel(left + x, top + y, 1, 1, 1, alpha)
      end
    end
  end
  atlas = love.graphics.newImage(data)
  atlas:setFilter("linear", "linear")
  data:release()
end

local function disc_for(radius)
  if radius > FIRST then return min(DISCS - 1, floor(log(radius / FIRST) / LOG_STEP + 0.5)) end
  return 0
end

place_discs()

---- Where the triangles are kept ------------------------------------------------------------------------------

-- A store has pack(colour, opacity), put(self, i, x, y, u, v, colour) and triangle(self, i, a, b, c) with i from 0,
-- make_room and upload.

local function ffi_store(ffi)
  local bit = require "bit"
  local bor, lshift = bit.bor, bit.lshift
  local store = {}

  -- The operations of `bit` round to whole numbers themselves.
  if ffi.abi("le") then
    function store.pack(colour, opacity)
      local alpha = lshift(colour[4] * opacity * 255, 24)
      return bor(colour[1] * 255, lshift(colour[2] * 255, 8), lshift(colour[3] * 255, 16), alpha)
    end
  else
    function store.pack(colour, opacity)
      local red = lshift(colour[1] * 255, 24)
      return bor(colour[4] * opacity * 255, lshift(colour[3] * 255, 8), lshift(colour[2] * 255, 16), red)
    end
  end

  function store.put(self, i, x, y, u, v, colour)
    local floats, k = self.floats, i * VERTEX_WORDS
    floats[k], floats[k + 1], floats[k + 2], floats[k + 3] = x, y, u, v
    self.words[k + 4] = colour
  end

  function store.triangle(self, i, a, b, c)
    local indices = self.indices
    indices[i], indices[i + 1], indices[i + 2] = a, b, c
  end

  local function memory_of(data)
    return data.getFFIPointer and data:getFFIPointer() or data:getPointer()
  end

  local function grown(data, used, size)
    local result = love.data.newByteData(size)
    if data then
      ffi.copy(memory_of(result), memory_of(data), used)
      data:release()
    end
    return result
  end

  function store.make_room(self, vertices, indices)
    if vertices > self.vertex_room then
      self.vertex_room = max(vertices, floor(1.5 * self.vertex_room), 1024)
      self.vertex_data = grown(self.vertex_data, self.vertex_count * VERTEX_BYTES, self.vertex_room * VERTEX_BYTES)
      self.floats = ffi.cast("float *", memory_of(self.vertex_data))
      self.words = ffi.cast("int32_t *", memory_of(self.vertex_data))
    end
    if indices > self.index_room then
      self.index_room = max(indices, floor(1.5 * self.index_room), 2048)
      self.index_data = grown(self.index_data, self.index_count * INDEX_BYTES, self.index_room * INDEX_BYTES)
      self.indices = ffi.cast("uint32_t *", memory_of(self.index_data))
    end
  end

  function store.upload(self, mesh)
    mesh:setVertices(self.vertex_data, 1, self.vertex_count)
    mesh:setVertexMap(self.index_data, "uint32")
  end

  return store
end

local function table_store()
  local store = {}

  function store.pack(colour, opacity)
    if opacity == 1 then return colour end
    return { colour[1], colour[2], colour[3], colour[4] * opacity }
  end

  function store.put(self, i, x, y, u, v, colour)
    local vertices = self.vertices
    local vertex = vertices[i + 1]
    if not vertex then
      vertex = {}
      vertices[i + 1] = vertex
    end
    vertex[1], vertex[2], vertex[3], vertex[4] = x, y, u, v
    vertex[5], vertex[6], vertex[7], vertex[8] = colour[1], colour[2], colour[3], colour[4]
  end

  function store.triangle(self, i, a, b, c)
    local indices = self.indices
    indices[i + 1], indices[i + 2], indices[i + 3] = a + 1, b + 1, c + 1
  end

  function store.make_room(self, vertices, indices)
    self.vertices, self.indices = self.vertices or {}, self.indices or {}
    self.vertex_room, self.index_room = max(vertices, 2 * self.vertex_room), max(indices, 2 * self.index_room)
  end

  function store.upload(self, mesh)
    local vertices, indices = self.vertices, self.indices
    for i = #vertices, self.vertex_count + 1, -1 do vertices[i] = nil end
    for i = #indices, self.index_count + 1, -1 do indices[i] = nil end
    mesh:setVertices(vertices)
    mesh:setVertexMap(indices)
  end

  return store
end

local has_ffi, ffi = pcall(require, "ffi")
local store = has_ffi and jit and jit.status() and ffi_store(ffi) or table_store()
local pack, put, triangle, make_room = store.pack, store.put, store.triangle, store.make_room

---- Recording -------------------------------------------------------------------------------------------------

local Batch = {}
Batch.__index = Batch

function canvas.new()
  return setmetatable({
    vertex_count = 0, vertex_room = 0, index_count = 0, index_room = 0,
    label_count = 0, labels = {}, texts = {},
    cut = {}, cut_before = {},
  }, Batch)
end

-- Begins a new recording. a, b, c, d lead from units to pixels: (a x + b y, c x + d y); x, y is a place near to what
-- will be recorded.
function Batch:begin(a, b, c, d, x, y)
  self.vertex_count, self.index_count, self.label_count = 0, 0, 0
  self.a, self.b, self.c, self.d = a, b, c, d
  local det = a * d - b * c
  self.ia, self.ib, self.ic, self.id = d / det, -b / det, -c / det, a / det
  self.x, self.y = x, y
end

local function reserve(self, vertices, indices)
  if self.vertex_count + vertices > self.vertex_room or self.index_count + indices > self.index_room then
    make_room(self, self.vertex_count + vertices, self.index_count + indices)
  end
end

-- Cells come in tens of thousands: those of four and six corners are written without a loop.
function Batch:shape(shape, x, y, size, colour)
  local corners = #shape / 2
  reserve(self, corners, 3 * corners)
  local n, m, c = self.vertex_count, self.index_count, pack(colour, 1)
  put(self, n, x + size * shape[1], y + size * shape[2], WHITE, WHITE, c)
  put(self, n + 1, x + size * shape[3], y + size * shape[4], WHITE, WHITE, c)
  put(self, n + 2, x + size * shape[5], y + size * shape[6], WHITE, WHITE, c)
  triangle(self, m, n, n + 1, n + 2)
  if corners == 4 then
    put(self, n + 3, x + size * shape[7], y + size * shape[8], WHITE, WHITE, c)
    triangle(self, m + 3, n, n + 2, n + 3)
  elseif corners == 6 then
    put(self, n + 3, x + size * shape[7], y + size * shape[8], WHITE, WHITE, c)
    put(self, n + 4, x + size * shape[9], y + size * shape[10], WHITE, WHITE, c)
    put(self, n + 5, x + size * shape[11], y + size * shape[12], WHITE, WHITE, c)
    triangle(self, m + 3, n, n + 2, n + 3)
    triangle(self, m + 6, n, n + 3, n + 4)
    triangle(self, m + 9, n, n + 4, n + 5)
  else
    for i = 3, corners - 1 do
      put(self, n + i, x + size * shape[2 * i + 1], y + size * shape[2 * i + 2], WHITE, WHITE, c)
      triangle(self, m + 3 * (i - 2), n, n + i - 1, n + i)
    end
  end
  self.vertex_count, self.index_count = n + corners, m + 3 * (corners - 2)
end

-- Two triangles of the last four vertices: two pairs, one beside the other.
local function join_pairs(self)
  local n, m = self.vertex_count, self.index_count
  triangle(self, m, n - 4, n - 3, n - 2)
  triangle(self, m + 3, n - 3, n - 2, n - 1)
  self.index_count = m + 6
end

-- A vertex at a place in units, moved by pixels.
local function put_shifted(self, i, x, y, dx, dy, u, v, colour)
  put(self, i, x + self.ia * dx + self.ib * dy, y + self.ic * dx + self.id * dy, u, v, colour)
end

local function put_disc(self, x, y, radius, colour)
  if radius <= 0 then return end
  reserve(self, 4, 6)
  local opacity = min(1, radius / FIRST)
  radius = max(radius, FIRST)
  local n, c, disc = self.vertex_count, pack(colour, opacity), disc_for(radius)
  local side, u, v, uv = half_side[disc] * radius, middle_u[disc], middle_v[disc], half_uv[disc]
  put_shifted(self, n, x, y, -side, -side, u - uv, v - uv, c)
  put_shifted(self, n + 1, x, y, side, -side, u + uv, v - uv, c)
  put_shifted(self, n + 2, x, y, -side, side, u - uv, v + uv, c)
  put_shifted(self, n + 3, x, y, side, side, u + uv, v + uv, c)
  self.vertex_count = n + 4
  join_pairs(self)
end

local line

function Batch:disc(x, y, radius, fill, stroke, width)
  local half = stroke and width and width > 0 and width / 2 or 0
  if half == 0 then
    if fill then put_disc(self, x, y, radius, fill) end
  elseif fill and fill[4] >= 1 then
    put_disc(self, x, y, radius + half, stroke)
    put_disc(self, x, y, radius - half, fill)
  else
    -- What is below a translucent disc is not its rim.
    if fill then put_disc(self, x, y, radius - half, fill) end
    local points, count = {}, max(12, min(96, ceil(radius)))
    for i = 0, count - 1 do
      local dx, dy = radius * cos(2 * pi * i / count), radius * sin(2 * pi * i / count)
      points[2 * i + 1] = x + self.ia * dx + self.ib * dy
      points[2 * i + 2] = y + self.ic * dx + self.id * dy
    end
    line(self, points, stroke, 2 * half, true)
  end
end

---- Lines ------------------------------------------------------------------------------------------------------

-- A line is a strip of pairs of vertices, one on either side. Along the strip u is the middle of a disc of the texture,
-- at a round end it runs on to the rim; v runs across. Lengths and directions are those on the screen.

-- One pair: the sides lie at (lx, ly) and (rx, ry) from x, y in pixels.
local function put_pair(self, x, y, lx, ly, rx, ry, u, v, uv, colour, goes_on)
  reserve(self, 2, 6)
  local n = self.vertex_count
  put_shifted(self, n, x, y, lx, ly, u, v - uv, colour)
  put_shifted(self, n + 1, x, y, rx, ry, u, v + uv, colour)
  self.vertex_count = n + 2
  if goes_on then join_pairs(self) end
end

-- Two points make one straight line with round ends.
local function segment(self, x1, y1, x2, y2, colour, half)
  local dx, dy = self.a * (x2 - x1) + self.b * (y2 - y1), self.c * (x2 - x1) + self.d * (y2 - y1)
  local length = sqrt(dx * dx + dy * dy)
  if length < 1e-9 then return put_disc(self, x1, y1, half, colour) end
  local c = pack(colour, min(1, half / FIRST))
  half = max(half, FIRST)
  local disc = disc_for(half)
  local side, u, v, uv = half_side[disc] * half, middle_u[disc], middle_v[disc], half_uv[disc]
  local ex, ey = dx / length * side, dy / length * side
  put_pair(self, x1, y1, -ex + ey, -ey - ex, -ex - ey, -ey + ex, u - uv, v, uv, c, false)
  put_pair(self, x1, y1, ey, -ex, -ey, ex, u, v, uv, c, true)
  put_pair(self, x2, y2, ey, -ex, -ey, ex, u, v, uv, c, true)
  put_pair(self, x2, y2, ex + ey, ey - ex, ex - ey, ey + ex, u + uv, v, uv, c, true)
end

-- The points on the screen of a line, without those that repeat the one before; used again by each line.
local line_x, line_y, line_dx, line_dy, line_length = {}, {}, {}, {}, {}

local function measure_line(self, points, closed)
  local count = 0
  for i = 1, #points - 1, 2 do
    local x, y = points[i], points[i + 1]
    local dx, dy, length = 0, 0, 1
    if count > 0 then
      local ux, uy = x - line_x[count], y - line_y[count]
      dx, dy = self.a * ux + self.b * uy, self.c * ux + self.d * uy
      length = sqrt(dx * dx + dy * dy)
    end
    if length > 1e-6 then
      if count > 0 then line_dx[count], line_dy[count], line_length[count] = dx / length, dy / length, length end
      count = count + 1
      line_x[count], line_y[count] = x, y
    end
  end
  if closed and count > 2 then
    local ux, uy = line_x[1] - line_x[count], line_y[1] - line_y[count]
    local dx, dy = self.a * ux + self.b * uy, self.c * ux + self.d * uy
    local length = sqrt(dx * dx + dy * dy)
    if length > 1e-6 then
      line_dx[count], line_dy[count], line_length[count] = dx / length, dy / length, length
    else
      count = count - 1
    end
  end
  return count
end

-- Where two pieces of a line meet, its inner side has one corner and its outer side an arc. Nothing is painted twice,
-- so translucent lines are even. Pieces too short for that overlap.
local function bend(self, x, y, before, after, side, u, v, uv, c)
  local ax, ay, bx, by = line_dx[before], line_dy[before], line_dx[after], line_dy[after]
  local cross, dot = ax * by - ay * bx, ax * bx + ay * by
  if abs(cross) < 1e-3 and dot > 0 then
    put_pair(self, x, y, by * side, -bx * side, -by * side, bx * side, u, v, uv, c, true)
    return
  end
  -- How far along a piece its inner corner lies from the bend.
  local back = side * abs(cross) / (1 + dot)
  if not (dot > -0.98 and back < line_length[before] and back < line_length[after]) then
    put_pair(self, x, y, ay * side, -ax * side, -ay * side, ax * side, u, v, uv, c, true)
    put_disc(self, x, y, self.line_half, self.line_colour)
    put_pair(self, x, y, by * side, -bx * side, -by * side, bx * side, u, v, uv, c, false)
    return
  end
  local turn = cross > 0 and 1 or -1
  -- The inner corner: to the right (turn 1) or left of the first piece, and back along it.
  local ix, iy = -turn * ay * side - ax * back, turn * ax * side - ay * back
  local angle = atan2(cross, dot)
  local steps = max(1, ceil(abs(angle) / 0.4))
  local from = atan2(-turn * ax, turn * ay)
  for i = 0, steps do
    local at = from + angle * i / steps
    local ox, oy = cos(at) * side, sin(at) * side
    if turn > 0 then
      put_pair(self, x, y, ox, oy, ix, iy, u, v, uv, c, true)
    else
      put_pair(self, x, y, ix, iy, ox, oy, u, v, uv, c, true)
    end
  end
end

line = function(self, points, colour, width, closed)
  local half = width / 2
  if half <= 0 then return end
  local count = measure_line(self, points, closed)
  if count == 0 then return end
  if count == 1 then return put_disc(self, line_x[1], line_y[1], half, colour) end
  if count == 2 then return segment(self, line_x[1], line_y[1], line_x[2], line_y[2], colour, half) end

  local c = pack(colour, min(1, half / FIRST))
  half = max(half, FIRST)
  local disc = disc_for(half)
  local side, u, v, uv = half_side[disc] * half, middle_u[disc], middle_v[disc], half_uv[disc]
  self.line_half, self.line_colour = half, colour
  if closed then
    -- Once round from the middle of the last piece.
    local x, y = (line_x[1] + line_x[count]) / 2, (line_y[1] + line_y[count]) / 2
    local dx, dy = line_dx[count], line_dy[count]
    line_length[count] = line_length[count] / 2
    put_pair(self, x, y, dy * side, -dx * side, -dy * side, dx * side, u, v, uv, c, false)
    for i = 1, count do
      bend(self, line_x[i], line_y[i], i == 1 and count or i - 1, i, side, u, v, uv, c)
    end
    put_pair(self, x, y, dy * side, -dx * side, -dy * side, dx * side, u, v, uv, c, true)
    return
  end
  local x, y, ex, ey = line_x[1], line_y[1], line_dx[1] * side, line_dy[1] * side
  put_pair(self, x, y, -ex + ey, -ey - ex, -ex - ey, -ey + ex, u - uv, v, uv, c, false)
  put_pair(self, x, y, ey, -ex, -ey, ex, u, v, uv, c, true)
  for i = 2, count - 1 do bend(self, line_x[i], line_y[i], i - 1, i, side, u, v, uv, c) end
  x, y, ex, ey = line_x[count], line_y[count], line_dx[count - 1] * side, line_dy[count - 1] * side
  put_pair(self, x, y, ey, -ex, -ey, ex, u, v, uv, c, true)
  put_pair(self, x, y, ex + ey, ey - ex, ex - ey, ey + ex, u + uv, v, uv, c, true)
end

function Batch:line(points, colour, width)
  if #points == 4 then
    if width > 0 then segment(self, points[1], points[2], points[3], points[4], colour, width / 2) end
  else
    line(self, points, colour, width, false)
  end
end

---- Polygons ---------------------------------------------------------------------------------------------------

local NONE = {}

-- Cutting a large outline into triangles takes long, so those of the last recording are remembered.
local MANY = 32

local function same(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if a[i] ~= b[i] then return false end
  end
  return true
end

-- The triangles of an outline; nil where it has no inside that could be told.
local function triangles_of(self, points)
  if #points < 2 * MANY then
    local fine, triangles = pcall(love.math.triangulate, points)
    return fine and triangles or nil
  end
  local key = ("%d %.17g %.17g"):format(#points, points[1], points[2])
  local known = self.cut[key] or self.cut_before[key]
  if not (known and same(known.points, points)) then
    local fine, triangles = pcall(love.math.triangulate, points)
    known = { points = points, triangles = fine and triangles or nil }
  end
  self.cut[key] = known
  return known.triangles
end

local function fill_polygon(self, points, colour)
  local corners = floor(#points / 2)
  if corners < 3 then return end
  if corners == 3 or love.math.isConvex(points) then
    reserve(self, corners, 3 * (corners - 2))
    local n, m, c = self.vertex_count, self.index_count, pack(colour, 1)
    for i = 0, corners - 1 do put(self, n + i, points[2 * i + 1], points[2 * i + 2], WHITE, WHITE, c) end
    for i = 2, corners - 1 do triangle(self, m + 3 * (i - 2), n, n + i - 1, n + i) end
    self.vertex_count, self.index_count = n + corners, m + 3 * (corners - 2)
    return
  end
  for _, three in ipairs(triangles_of(self, points) or NONE) do self:shape(three, 0, 0, 1, colour) end
end

function Batch:polygon(points, fill, stroke, width)
  if fill then fill_polygon(self, points, fill) end
  if stroke then line(self, points, stroke, width, true) end
end

---- Labels -----------------------------------------------------------------------------------------------------

-- Texts are upright and lie on whole pixels, whatever the camera does. A size of text takes a font, so there are not
-- too many of them.
local function font_size(size)
  local step = size < 24 and 1 or size < 48 and 2 or 4
  return max(4, min(160, floor(size / step + 0.5) * step))
end

-- LÖVE draws no text that is not UTF-8, nor halves of surrogate pairs, which utf8.len counts.
local function drawable(text)
  if text:find("[\128-\255]") and (not utf8.len(text) or text:find("\237[\160-\191]")) then
    return (text:gsub("[\128-\255]", "?"))
  end
  return text
end

local fonts = {}

local function font_of(size)
  if not fonts[size] then fonts[size] = love.graphics.newFont(size) end
  return fonts[size]
end

function Batch:label(x, y, text, colour, size, align, dx, dy, halo)
  local count = self.label_count + 1
  local label = self.labels[count]
  if not label then
    label = {}
    self.labels[count] = label
  end
  local px, py = self.a * (x - self.x) + self.b * (y - self.y), self.c * (x - self.x) + self.d * (y - self.y)
  label.x, label.y, label.size, label.align = px + (dx or 0), py + (dy or 0), font_size(size), align
  label.text, label.colour, label.halo = drawable(text), colour, halo
  self.label_count = count
end

-- The height of a line and how far below the middle of its capitals they end, in heights of the font.
local LINE_HEIGHT, BELOW_MIDDLE = 1.2, 0.36

-- A text with its colour, as LÖVE takes it; used again by each.
local piece = {}

local function add_row(text, font, label, row, y)
  local x = label.x
  if label.align ~= "left" then x = x - font:getWidth(row) * (label.align == "right" and 1 or 0.5) end
  x, y = floor(x + 0.5), floor(y + BELOW_MIDDLE * label.size - font:getBaseline() + 0.5)
  piece[2] = row
  if label.halo then
    local rim = max(1, floor(label.size / 12))
    piece[1] = label.halo
    text:add(piece, x - rim, y - rim)
    text:add(piece, x + rim, y - rim)
    text:add(piece, x - rim, y + rim)
    text:add(piece, x + rim, y + rim)
  end
  piece[1] = label.colour
  text:add(piece, x, y)
end

local function place_labels(self)
  for _, text in pairs(self.texts) do text:clear() end
  for i = 1, self.label_count do
    local label = self.labels[i]
    local size = label.size
    local font, text = font_of(size), self.texts[size]
    if not text then
      text = love.graphics.newText(font)
      self.texts[size] = text
    end
    local _, breaks = label.text:gsub("\n", "")
    if breaks == 0 then
      add_row(text, font, label, label.text, label.y)
    else
      local y = label.y - LINE_HEIGHT * size * breaks / 2
      for row in (label.text .. "\n"):gmatch("(.-)\n") do
        add_row(text, font, label, row, y)
        y = y + LINE_HEIGHT * size
      end
    end
  end
end

---- Drawing ----------------------------------------------------------------------------------------------------

-- Ends the recording: what was recorded goes to the graphics card.
function Batch:finish()
  self.cut_before, self.cut = self.cut, {}
  if self.label_count > 0 or self.had_labels then place_labels(self) end
  self.had_labels = self.label_count > 0
  if self.index_count == 0 then return end
  if not self.mesh or self.mesh_room < self.vertex_room then
    if self.mesh then self.mesh:release() end
    if not atlas then make_atlas() end
    self.mesh_room = self.vertex_room
    self.mesh = love.graphics.newMesh(FORMAT, self.mesh_room, "triangles", "dynamic")
    self.mesh:setTexture(atlas)
  end
  store.upload(self, self.mesh)
  self.mesh:setDrawRange(1, self.index_count)
end

-- Draws what was recorded last, with the transform, colour and blend mode that are set.
function Batch:draw()
  if self.index_count > 0 then love.graphics.draw(self.mesh) end
  if self.label_count > 0 then
    local x, y = love.graphics.transformPoint(self.x, self.y)
    love.graphics.push()
    love.graphics.origin()
    for _, text in pairs(self.texts) do love.graphics.draw(text, floor(x + 0.5), floor(y + 0.5)) end
    love.graphics.pop()
  end
end

-- Gives the memory back, also that of the graphics card. The canvas can be used again.
function Batch:release()
  for _, object in pairs { self.mesh, self.vertex_data, self.index_data } do object:release() end
  for _, text in pairs(self.texts) do text:release() end
  for key, value in pairs(canvas.new()) do self[key] = value end
  self.mesh, self.vertex_data, self.index_data, self.vertices, self.indices = nil, nil, nil, nil, nil
end

return canvas
