-- Pictures of spaces, searches and paths as SVG texts.

local check = require "astar.base.check"
local picture = require "astar.picture.picture"

local abs, floor, max, min = math.abs, math.floor, math.max, math.min

-- Called as functions, so that what is no string raises: nothing but a string becomes part of the text.
local find, format, gmatch, gsub, sub = string.find, string.format, string.gmatch, string.gsub, string.sub

---- Writing ------------------------------------------------------------------------------------------------

-- Pixels per unit, where a view is so small that they would be more than numbers can be.
local LARGEST_SCALE = 1e300

-- In pixels: what is farther off, or larger, is drawn as if it were not.
local FARTHEST = 1e9

-- A number with at most two digits behind the point, and no more than it needs. Not by %.2f, which some locales write with
-- a comma. What is none, because a difference was too large for numbers, is 0.
local function digits(value)
  if value ~= value then return "0" end
  local hundredths = floor(max(-FARTHEST, min(FARTHEST, value)) * 100 + 0.5)
  local sign = hundredths < 0 and "-" or ""
  hundredths = abs(hundredths)
  local rest = hundredths % 100
  local whole = (hundredths - rest) / 100
  if rest == 0 then return format("%s%d", sign, whole) end
  if rest % 10 == 0 then return format("%s%d.%d", sign, whole, rest / 10) end
  return format("%s%d.%02d", sign, whole, rest)
end

local function hex(colour)
  return format("#%02x%02x%02x", floor(colour[1] * 255 + 0.5), floor(colour[2] * 255 + 0.5), floor(colour[3] * 255 + 0.5))
end

-- The attribute of a colour: fill or stroke, and its opacity if it has one.
local function paint_of(name, colour)
  if not colour then return format(' %s="none"', name) end
  local text = format(' %s="%s"', name, hex(colour))
  if colour[4] < 1 then text = text .. format(' %s-opacity="%s"', name, digits(colour[4])) end
  return text
end

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local NO_CHARACTER = "\239\191\189"

-- The characters of XML beyond ASCII, as UTF-8.
local CHARACTERS = {
  "^[\194-\223][\128-\191]", "^\224[\160-\191][\128-\191]", "^[\225-\236\238\239][\128-\191][\128-\191]",
  "^\237[\128-\159][\128-\191]", "^\240[\144-\191][\128-\191][\128-\191]", "^[\241-\243][\128-\191][\128-\191][\128-\191]",
  "^\244[\128-\143][\128-\191][\128-\191]",
}

-- A run of bytes beyond ASCII, without those that are no characters.
local function readable(bytes)
  local parts, at = {}, 1
  while at <= #bytes do
    local to
    for _, pattern in ipairs(CHARACTERS) do
      to = to or select(2, find(bytes, pattern, at))
    end
    local char = to and sub(bytes, at, to) or NO_CHARACTER
    if char == "\239\191\190" or char == "\239\191\191" then char = NO_CHARACTER end
    parts[#parts + 1] = char
    at = (to or at) + 1
  end
  return table.concat(parts)
end

-- XML knows no control characters, not even as entities.
local function escape(text)
  text = gsub(text, "[%z\1-\8\11\12\14-\31\127]", NO_CHARACTER)
  text = gsub(text, "[\128-\255]+", readable)
  return (gsub(text, '[&<>"]', ENTITIES))
end

---- The canvas ---------------------------------------------------------------------------------------------

local Canvas = {}
Canvas.__index = Canvas

local function new_canvas(x, y, scale, margin)
  return setmetatable({ x = x, y = y, scale = scale, margin = margin, lines = {} }, Canvas)
end

function Canvas:write(text)
  self.lines[#self.lines + 1] = text
end

function Canvas:px(x, y)
  return (x - self.x) * self.scale + self.margin, (y - self.y) * self.scale + self.margin
end

-- The points of a polyline as the data of a path.
function Canvas:data(points)
  local parts = {}
  for i = 1, #points, 2 do
    local x, y = self:px(points[i], points[i + 1])
    parts[#parts + 1] = (i == 1 and "M" or "L") .. digits(x) .. " " .. digits(y)
  end
  return table.concat(parts)
end

-- Shapes of one colour become one path, as long as nothing else comes between.
function Canvas:shape(shape, x, y, size, colour)
  local shapes = self.shapes
  if not shapes then
    shapes = { order = {} }
    self.shapes = shapes
  end
  local list = shapes[colour]
  if not list then
    list = {}
    shapes[colour] = list
    shapes.order[#shapes.order + 1] = colour
  end
  if self.last_shape ~= shape or self.last_size ~= size then
    local parts = {}
    for i = 3, #shape, 2 do
      local dx = digits((shape[i] - shape[i - 2]) * size * self.scale)
      local dy = digits((shape[i + 1] - shape[i - 1]) * size * self.scale)
      parts[#parts + 1] = dy == "0" and "h" .. dx or dx == "0" and "v" .. dy or "l" .. dx .. " " .. dy
    end
    self.last_shape, self.last_size = shape, size
    self.tail = table.concat(parts) .. "z"
  end
  local px, py = self:px(x + shape[1] * size, y + shape[2] * size)
  list[#list + 1] = "M" .. digits(px) .. " " .. digits(py) .. self.tail
end

function Canvas:flush()
  local shapes = self.shapes
  if not shapes then return end
  self.shapes = nil
  for _, colour in ipairs(shapes.order) do
    self:write(('<path%s d="%s"/>'):format(paint_of("fill", colour), table.concat(shapes[colour])))
  end
end

function Canvas:polygon(points, fill, stroke, width)
  self:flush()
  local rim = stroke and paint_of("stroke", stroke) .. (' stroke-width="%s" stroke-linejoin="round"'):format(digits(width)) or ""
  self:write(('<path%s%s d="%sz"/>'):format(paint_of("fill", fill), rim, self:data(points)))
end

function Canvas:line(points, colour, width)
  self:flush()
  self:write(('<path fill="none"%s stroke-width="%s" stroke-linecap="round" stroke-linejoin="round" d="%s"/>'):format(
    paint_of("stroke", colour), digits(width), self:data(points)))
end

function Canvas:disc(x, y, radius, fill, stroke, width)
  self:flush()
  x, y = self:px(x, y)
  local rim = stroke and paint_of("stroke", stroke) .. (' stroke-width="%s"'):format(digits(width)) or ""
  self:write(('<circle cx="%s" cy="%s" r="%s"%s%s/>'):format(digits(x), digits(y), digits(radius), paint_of("fill", fill), rim))
end

function Canvas:label(x, y, text, colour, size, align, dx, dy, halo)
  self:flush()
  x, y = self:px(x, y)
  local rows = {}
  for row in gmatch(text .. "\n", "(.-)\n") do rows[#rows + 1] = row end
  x, y = x + (dx or 0), y + (dy or 0)
  local height = 1.2 * size
  -- A third of the height brings capitals and figures to the middle.
  y = y - height * (#rows - 1) / 2 + 0.35 * size
  local anchor = align == "right" and ' text-anchor="end"' or align == "left" and "" or ' text-anchor="middle"'
  local rim = halo and paint_of("stroke", halo) .. (' stroke-width="%s" paint-order="stroke"'):format(digits(size / 4)) or ""
  for i, row in ipairs(rows) do
    self:write(('<text x="%s" y="%s" font-size="%s"%s%s%s>%s</text>'):format(
      digits(x), digits(y + height * (i - 1)), digits(size), anchor, paint_of("fill", colour), rim, escape(row)))
  end
end

---- The picture ---------------------------------------------------------------------------------------------

local function positive(value, name)
  if type(value) ~= "number" or not (value > 0 and value < math.huge) then
    check.wrong(("option '%s'"):format(name), "number > 0", check.show(value))
  end
  return value
end

-- x1, y1, x2, y2 of what is to be shown.
local function part_of(shown, view)
  if view == nil then return shown:bounds() end
  local good, part = type(view) == "table", {}
  for i = 1, 4 do
    local value = good and rawget(view, i)
    good = type(value) == "number" and value - value == 0
    part[i] = value
  end
  -- Far off, a side may lie at the same place as the other, or beyond where numbers can be.
  for i = 1, 2 do
    local far = good and part[i] + part[i + 2]
    good = good and far > part[i] and far < math.huge
  end
  if not good then error("option 'view': {x, y, w, h} expected, w and h > 0", 0) end
  return part[1], part[2], part[1] + part[3], part[2] + part[4]
end

-- The scale at which a map and its legend are so wide, and how much the legend adds to the width and height of the map. The
-- map is at most twice as high as it would be wide.
local function scale_for(shown, x1, y1, x2, y2, room)
  local function scale_in(width) return min(max(1, width) / max(x2 - x1, (y2 - y1) * 0.5), LARGEST_SCALE) end
  local scale = scale_in(room)
  local more_width, more_height = shown:room_for_legend(x1, y1, x2, y2, scale)
  if more_width > 0 and y2 - y1 > x2 - x1 then
    -- Beside the map: a lower map may make it wider.
    for _ = 1, 3 do
      scale = scale_in(room - more_width)
      local width, height = shown:room_for_legend(x1, y1, x2, y2, scale)
      more_width, more_height = max(more_width, width), height
    end
  end
  return scale, more_width, more_height
end

-- The options that astar.draw does not have.
local OPTIONS = { width = true, scale = true, view = true }

-- A picture as the text of an SVG file.
local function svg(space, options)
  local asked = check.options(options, 2, "svg", picture.options, OPTIONS)
  local shown = picture.new(space, asked, "svg")
  local layers = shown:layers()
  local x1, y1, x2, y2 = part_of(shown, asked.view)
  local margin = shown.theme.margin_size
  local scale = asked.scale and positive(asked.scale, "scale")
  local more_width, more_height
  if scale then
    more_width, more_height = shown:room_for_legend(x1, y1, x2, y2, scale)
  else
    scale, more_width, more_height = scale_for(shown, x1, y1, x2, y2, positive(asked.width or 640, "width") - 2 * margin)
  end
  local map_height = (y2 - y1) * scale
  local width, height = (x2 - x1) * scale + more_width + 2 * margin, map_height + more_height + 2 * margin

  local canvas = new_canvas(x1, y1, scale, margin)
  canvas:write(('<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="sans-serif">')
    :format(digits(width), digits(height), digits(width), digits(height)))
  canvas:write(('<rect width="100%%" height="100%%"%s/>'):format(paint_of("fill", shown.theme.background)))
  local pad = asked.view and 0 or margin / scale
  local view = { x1 = x1 - pad, y1 = y1 - pad, x2 = x2 + pad, y2 = y2 + pad, scale = scale, part = { x1, y1, x2, y2 } }
  view.edges = { view.x1, view.y1, view.x2, view.y2 }
  for _, layer in ipairs(layers) do
    -- What reaches beyond the part that is shown does not run below the legend.
    if layer.name == "legend" and asked.view and more_height + more_width > 0 then
      local beside = y2 - y1 > x2 - x1
      canvas:write(('<rect x="%s" y="%s" width="100%%" height="100%%"%s/>'):format(
        digits(beside and width - margin - more_width or 0), digits(beside and 0 or margin + map_height),
        paint_of("fill", shown.theme.background)))
    end
    local before = #canvas.lines
    canvas:write(('<g class="%s">'):format(layer.name))
    layer:paint(canvas, view)
    canvas:flush()
    if #canvas.lines == before + 1 then canvas.lines[#canvas.lines] = nil else canvas:write("</g>") end
  end
  canvas:write("</svg>\n")
  return table.concat(canvas.lines, "\n")
end

return svg
