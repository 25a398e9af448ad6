-- A sheet to draw diagrams on, as the text of an SVG file: boxes, arrows, texts and other pictures.

local sheet = {}

sheet.colours = {
  background = "#171c22", panel = "#232b35", rim = "#4b5a6b", text = "#eef2f6", quiet = "#a9b5c2", line = "#8796a6",
  green = "#93bd5d", blue = "#5fa8e0", yellow = "#ffd23f", red = "#f0616b", orange = "#e39a52", violet = "#b59be6",
}

local colours = sheet.colours

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escape(text)
  return (text:gsub('[&<>"]', ENTITIES))
end

-- At most two digits behind the point, and no more than needed.
local function number(value)
  local hundredths = math.floor(math.abs(value) * 100 + 0.5)
  local rest = hundredths % 100
  local text = ("%d"):format((hundredths - rest) / 100)
  if rest > 0 then text = text .. ((".%02d"):format(rest):gsub("0$", "")) end
  return (value < 0 and hundredths > 0 and "-" or "") .. text
end

local function angle_of(dx, dy)
  return (math.atan2 or math.atan)(dy, dx)
end

local Sheet = {}
Sheet.__index = Sheet

function sheet.new(width, height)
  local self = setmetatable({ lines = {}, width = width, height = height }, Sheet)
  self:write(('<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="sans-serif">'):format(
    number(width), number(height), number(width), number(height)))
  self:write(('<rect width="100%%" height="100%%" fill="%s"/>'):format(colours.background))
  return self
end

function Sheet:write(text)
  self.lines[#self.lines + 1] = text
end

function Sheet:text_of()
  return table.concat(self.lines, "\n") .. "\n</svg>\n"
end

function Sheet:box(x, y, w, h, fill, stroke, radius)
  self:write(('<rect x="%s" y="%s" width="%s" height="%s" rx="%s" fill="%s"%s/>'):format(number(x), number(y), number(w), number(h),
    number(radius or 6), fill or colours.panel, stroke and (' stroke="%s" stroke-width="1.5"'):format(stroke) or ""))
end

-- How wide a letter of a text in a monospaced font is.
function sheet.letter(style)
  return 0.602 * (style.size or 14)
end

-- style: size, colour, align ("middle" or "end"), bold, mono, rim (a colour round the letters).
function Sheet:text(x, y, text, style)
  style = style or {}
  local more = ""
  if style.align then more = more .. (' text-anchor="%s"'):format(style.align) end
  if style.bold then more = more .. ' font-weight="bold"' end
  if style.mono then more = more .. ' font-family="monospace"' end
  if style.rim then more = more .. (' stroke="%s" stroke-width="3" paint-order="stroke"'):format(style.rim) end
  -- XML takes several blanks for one, and none at the beginning.
  local blanks, rest = text:match("^( *)(.*)$")
  x, text = x + #blanks * sheet.letter(style), rest:find("  ", 1, true) and rest:gsub(" ", "\194\160") or rest
  self:write(('<text x="%s" y="%s" font-size="%s" fill="%s"%s>%s</text>'):format(number(x), number(y), number(style.size or 14),
    style.colour or colours.text, more, escape(text)))
end

-- A line through flat points; style: colour, width, dashed, arrow (a head at its end).
function Sheet:line(points, style)
  style = style or {}
  local parts = {}
  for i = 1, #points, 2 do parts[#parts + 1] = (i == 1 and "M" or "L") .. number(points[i]) .. " " .. number(points[i + 1]) end
  local colour, width = style.colour or colours.line, style.width or 1.5
  self:write(('<path fill="none" stroke="%s" stroke-width="%s" stroke-linejoin="round" stroke-linecap="round"%s d="%s"/>'):format(colour,
    number(width), style.dashed and ' stroke-dasharray="5 5"' or "", table.concat(parts)))
  if style.arrow then
    local n = #points
    self:arrow_head(points[n - 1], points[n], angle_of(points[n - 1] - points[n - 3], points[n] - points[n - 2]), 9, colour)
  end
end

-- A triangle whose tip lies at x, y and points along an angle.
function Sheet:arrow_head(x, y, angle, long, colour, rim)
  local c, s = math.cos(angle) * long, math.sin(angle) * long
  self:write(('<path fill="%s"%s d="M%s %sL%s %sL%s %sz"/>'):format(colour, rim and (' stroke="%s" stroke-width="1.5"'):format(rim) or "",
    number(x), number(y), number(x - c - s * 0.5), number(y - s + c * 0.5), number(x - c + s * 0.5), number(y - s - c * 0.5)))
end

function Sheet:disc(x, y, radius, fill, stroke, width)
  self:write(('<circle cx="%s" cy="%s" r="%s" fill="%s"%s/>'):format(number(x), number(y), number(radius), fill,
    stroke and (' stroke="%s" stroke-width="%s"'):format(stroke, number(width or 1.5)) or ""))
end

-- Another SVG picture, its upper left corner at x, y. Returns its width and height.
function Sheet:picture(x, y, text)
  self:write((text:gsub("^<svg ", ('<svg x="%s" y="%s" '):format(number(x), number(y)), 1):gsub("%s+$", "")))
  return tonumber(text:match('width="([%d.]+)"')), tonumber(text:match('height="([%d.]+)"'))
end

return sheet
