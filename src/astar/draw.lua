-- Draws graphs, grids and planes, searches and paths in LÖVE. What is told by astar.picture.picture is recorded layer by layer
-- (astar.picture.love_canvas), and recorded anew only when it changed or another part of it is seen.

local love = rawget(_G, "love")
if type(love) ~= "table" or not love.graphics then error("astar.draw needs LÖVE, with its module love.graphics", 0) end

local check = require "astar.base.check"
local hidden = require "astar.base.hidden"
local new_canvas = require("astar.picture.love_canvas").new
local picture = require "astar.picture.picture"

local floor, max, min, abs, sqrt, huge = math.floor, math.max, math.min, math.abs, math.sqrt, math.huge

-- What is recorded beside the seen part, in widths and heights of that; nothing where the picture changes all the time.
local MARGIN = 0.5

-- What has a size in pixels may lie beyond the edge and reach in, by so many pixels.
local REACH = 160

-- More than so many times of what is seen is not kept, if it is many triangles (three indices each).
local LARGEST_SHARE, MANY_INDICES = 16, 600000

-- Another scale counts from this relative difference.
local SAME_SCALE = 2e-4

---- What is seen ---------------------------------------------------------------------------------------------

-- Where the screen, the canvas or the scissor lies: x, y, width, height.
local function window()
  local canvas = love.graphics.getCanvas()
  -- One with a depth buffer of its own comes as { { canvas }, depthstencil = … }.
  if type(canvas) == "table" then canvas = canvas[1][1] end
  local width, height
  if canvas then width, height = canvas:getDimensions() else width, height = love.graphics.getDimensions() end
  local x, y, w, h = love.graphics.getScissor()
  if not x then return 0, 0, width, height end
  local x2, y2 = min(width, x + w), min(height, y + h)
  x, y = max(0, x), max(0, y)
  return x, y, x2 - x, y2 - y
end

-- Fills `seen` with the box of what is seen (x1, y1, x2, y2), the scale in pixels per unit, and how units become pixels
-- (a, b, c, d). Returns whether anything can be seen.
local function look(seen)
  local x, y, w, h = window()
  if w <= 0 or h <= 0 then return false end
  local px, py = love.graphics.inverseTransformPoint(x, y)
  local qx, qy = love.graphics.inverseTransformPoint(x + w, y)
  local rx, ry = love.graphics.inverseTransformPoint(x, y + h)
  local ux, uy, vx, vy = qx - px, qy - py, rx - px, ry - py
  local sx, sy = px + ux + vx, py + uy + vy
  seen.x1, seen.y1 = min(px, qx, rx, sx), min(py, qy, ry, sy)
  seen.x2, seen.y2 = max(px, qx, rx, sx), max(py, qy, ry, sy)

  -- A pixel in units, and its inverse.
  ux, uy, vx, vy = ux / w, uy / w, vx / h, vy / h
  local det = ux * vy - uy * vx
  local width, height = seen.x2 - seen.x1, seen.y2 - seen.y1
  -- A camera that shows nothing, or numbers that are none.
  if not (det ~= 0 and width < huge and height < huge and abs(seen.x1 + seen.y1) < huge) then return false end
  seen.a, seen.b, seen.c, seen.d = vy / det, -vx / det, -uy / det, ux / det
  seen.scale = 1 / sqrt(abs(det))
  return true
end

---- Recordings -----------------------------------------------------------------------------------------------

local function same_scale(record, seen)
  local most = SAME_SCALE * seen.scale
  return abs(record.a - seen.a) <= most and abs(record.b - seen.b) <= most
    and abs(record.c - seen.c) <= most and abs(record.d - seen.d) <= most
end

local function covers(record, seen)
  if record.x1 > seen.x1 or record.y1 > seen.y1 or record.x2 < seen.x2 or record.y2 < seen.y2 then return false end
  if record.canvas.index_count < MANY_INDICES then return true end
  return record.area <= LARGEST_SHARE * (seen.x2 - seen.x1) * (seen.y2 - seen.y1)
end

-- Sets the box that a record is of: what is seen, and so much of its width and height and so many pixels around it.
local function set_box(record, seen, margin, pixels)
  local width = (seen.x2 - seen.x1) * margin + pixels / seen.scale
  local height = (seen.y2 - seen.y1) * margin + pixels / seen.scale
  record.x1, record.y1, record.x2, record.y2 = seen.x1 - width, seen.y1 - height, seen.x2 + width, seen.y2 + height
  record.area = (record.x2 - record.x1) * (record.y2 - record.y1)
end

-- The edges of what is seen, which texts do not leave: if all of the space is seen (two pixels may lack), by a camera that does
-- not turn. If only a part is seen, texts stay where they are while the camera moves.
local function edges_of(seen, shown)
  local x1, y1, x2, y2 = shown:bounds()
  local lack = 2 / seen.scale
  if seen.b ~= 0 or seen.c ~= 0 or seen.a < 0 or seen.d < 0 or seen.x1 > x1 + lack or seen.y1 > y1 + lack
    or seen.x2 < x2 - lack or seen.y2 < y2 - lack then return nil end
  return { seen.x1, seen.y1, seen.x2, seen.y2 }
end

local function record_layer(record, layer, seen, margin, shown)
  -- While it is painted, and if that raises, nothing is recorded.
  record.key = nil
  record.a, record.b, record.c, record.d, record.scale = seen.a, seen.b, seen.c, seen.d, seen.scale
  local to = record.canvas
  to:begin(seen.a, seen.b, seen.c, seen.d, (seen.x1 + seen.x2) / 2, (seen.y1 + seen.y2) / 2)
  set_box(record, seen, margin, layer.sized and REACH or 0)
  record.edges = layer.name == "labels" and edges_of(seen, shown) or nil
  layer:paint(to, record)
  to:finish()
  set_box(record, seen, margin, 0)
  -- Who has all of it need not look for more. What has sizes in pixels may reach over the bounds. With a projection it is
  -- recorded each time anyway.
  if layer.sized or shown.asked.project then return end
  local x1, y1, x2, y2 = shown:bounds()
  if record.x1 <= x1 and record.y1 <= y1 and record.x2 >= x2 and record.y2 >= y2 then
    record.x1, record.y1, record.x2, record.y2 = -huge, -huge, huge, huge
  end
end

-- Brings the recording of a layer of the picture `shown` up to date.
local function refresh(record, layer, seen, shown)
  local key = layer:key(seen)
  local changed = not key or key ~= record.key
  if changed or not covers(record, seen) or layer.sized and not same_scale(record, seen) then
    -- Of what changes from frame to frame a margin would be recorded for nothing.
    record_layer(record, layer, seen, changed and record.changed and 0 or MARGIN, shown)
    record.key = key
  end
  record.changed = changed
end

---- Views ----------------------------------------------------------------------------------------------------

-- A view is an empty table: its options are read and written in its state, { space, options, records, seen, picture }.
local View = {}

local new_member, state_of, check_self = hidden.class("astar.view", "view")

function View.draw(view)
  local own = check_self(view, "draw")
  local seen, records = own.seen, own.records
  if not look(seen) then return end
  local layers = own.picture:layers()
  for _, layer in ipairs(layers) do
    local record = records[layer]
    if not record then
      record = { canvas = new_canvas() }
      records[layer] = record
    end
    refresh(record, layer, seen, own.picture)
  end

  -- Nothing raises from here on, so the state of love.graphics always comes back.
  love.graphics.push("all")
  love.graphics.setColor(1, 1, 1, 1)
  love.graphics.setBlendMode("alpha", "alphamultiply")
  love.graphics.setShader()
  love.graphics.setWireframe(false)
  love.graphics.setMeshCullMode("none")
  for _, layer in ipairs(layers) do records[layer].canvas:draw() end
  love.graphics.pop()
end

function View.bounds(view)
  return check_self(view, "bounds").picture:bounds()
end

function View.fit(view, x, y, w, h)
  local own = check_self(view, "fit")
  local width, height = love.graphics.getDimensions()
  if x == nil then x = 0 end
  if y == nil then y = 0 end
  check.number(x, nil, "bad argument #1 to 'fit' (%s)")
  check.number(y, nil, "bad argument #2 to 'fit' (%s)")
  if w == nil then w = width - x end
  if h == nil then h = height - y end
  check.number(w, nil, "bad argument #3 to 'fit' (%s)")
  check.number(h, nil, "bad argument #4 to 'fit' (%s)")
  local x1, y1, x2, y2 = own.picture:bounds()
  local scale, legend_width, legend_height = own.picture:fit(w, h)
  w, h = w - legend_width, h - legend_height
  return scale, floor(x + (w - (x1 + x2) * scale) / 2 + 0.5), floor(y + (h - (y1 + y2) * scale) / 2 + 0.5)
end

function View.release(view)
  local own = check_self(view, "release")
  for _, record in pairs(own.records) do record.canvas:release() end
  own.records = {}
end

local function assign(view, key, value)
  if not picture.options[key] then check.no_field("view", key, picture.options, View) end
  state_of(view).options[key] = value
end

local function describe(view)
  return "view of " .. tostring(state_of(view).space)
end

local function new_view(own)
  local index = setmetatable({}, { __index = function(_, key)
    local method = View[key]
    if method then return method end
    if not picture.options[key] then check.no_field("view", key, picture.options, View) end
    return own.options[key]
  end })
  return new_member({}, own, index, { __newindex = assign, __tostring = describe })
end

-- A view of a graph, grid or plane. The options are those of astar.svg but for its size and part; they become the
-- fields of the view.
return function(space, options)
  local asked = check.options(options, 2, "draw", picture.options)
  local own = { space = space, options = asked, records = {}, seen = {} }
  own.picture = picture.new(space, asked, "draw")
  return new_view(own)
end
