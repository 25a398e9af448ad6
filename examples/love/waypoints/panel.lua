-- The texts over the picture: the panel with keys, colours and units at the left, the status lines at the bottom.

local figure = require "figure"
local pointer = require "shared.pointer"
local screen = require "shared.screen"

local panel = {}

local Panel = {}
Panel.__index = Panel

local MARGIN, PAD = 12, 14 -- all in units of the screen
local GAP = 0.45          -- between groups of lines, in lines
local STATUS_HEIGHT = 50
local SIZES = { 13, 12, 11 } -- of the help's letters: the largest with which it fits the window

-- A line with one entry is a heading.
local lines = {
  { "Search" },
  { "N", "one step" },
  { "Space", "run, pause" },
  { "E", "run to the end" },
  { "+  -", "faster, slower" },
  { "R", "begin anew" },
  { "W", "walk the route again" },
  { "View" },
  { "V", "from above, from the side" },
  { "L", "labels: all, names, none" },
  { "Wheel, page keys", "zoom" },
  { "Shift-arrows", "pan; middle drag too" },
  { "F", "fit to the window" },
  { "H", "hide this help" },
  { "Net" },
  pointer.HELP,
  { "Click", "add a waypoint, select one" },
  { "Shift-click", "add, linked to the selected one" },
  { "Drag", "move; from the side also lift" },
  { "Right drag", "link two, unlink (Backspace)" },
  { "F5", "the net as it was" },
  { "The waypoint under the pointer" },
  { "S  G", "start, goal" },
  { "B  T  X", "block, other terrain, remove" },
  { "K", "link to the selected one, unlink" },
}

local states = { { "none", "not touched" }, { "open", "open" }, { "current", "current" }, { "closed", "closed" },
  { "excluded", "refused" }, { "route", "route" }, { "start", "start" }, { "goal", "goal" } }
local STATE_COLUMNS = { 0, 0.35, 0.55, 0.79 } -- where they begin, in widths

local LIGHT, DIM, GOLD = { 0.93, 0.95, 0.97 }, { 0.66, 0.71, 0.77 }, { 1, 0.82, 0.35 }

-- `colours` is the theme of the picture, resolved.
function panel.new(colours, units)
  return setmetatable({ colours = colours, units = units, shown = true }, Panel)
end

---- Where things stand --------------------------------------------------------------------------------------

-- Sizes of the panel with letters of a size.
function Panel:measure(size)
  local font = screen.font(size)
  local first, second = 0, 0
  for _, entry in ipairs(lines) do
    if entry[2] then
      first, second = math.max(first, font:getWidth(entry[1])), math.max(second, font:getWidth(entry[2]))
    end
  end
  local wide = first + second + 14
  for _, unit in ipairs(self.units) do
    for _, text in ipairs(unit.text) do wide = math.max(wide, font:getWidth(text)) end
  end
  local line = math.floor(size * 1.42)
  local rows = #lines
  for _, entry in ipairs(lines) do rows = rows + (entry[2] and 0 or GAP) end
  -- beside these there are the title, three rows of the units, and some of colours with a gap before
  local height = 2 * PAD + size * 2.2 + (rows + 3 + GAP + math.ceil(#states / #STATE_COLUMNS)) * line
  return { size = size, line = line, first = first, w = wide + 2 * PAD, h = math.floor(height) }
end

-- The panel's sizes in this window.
function Panel:layout()
  local w, h = screen.width, screen.height
  if not self.sizes or self.for_w ~= w or self.for_h ~= h or self.for_scale ~= screen.scale then
    self.for_w, self.for_h, self.for_scale = w, h, screen.scale
    for _, size in ipairs(SIZES) do
      self.sizes = self:measure(size)
      if self.sizes.h <= h - STATUS_HEIGHT - 2 * MARGIN and self.sizes.w <= 0.35 * w then break end
    end
  end
  return self.sizes
end

-- The room of the window that is free for the picture, in pixels: { x, y, w, h }.
function Panel:room()
  local left, unit = self.shown and MARGIN + self:layout().w or 0, screen.scale
  return { left * unit, 0, (screen.width - left - MARGIN) * unit, (screen.height - STATUS_HEIGHT) * unit }
end

-- Whether a place on the screen is covered.
function Panel:covers(x, y)
  x, y = screen.units(x, y)
  local h = screen.height
  if y >= h - STATUS_HEIGHT then return true end
  if not self.shown then return false end
  local sizes = self:layout()
  return x >= MARGIN and x < MARGIN + sizes.w and y >= MARGIN and y < MARGIN + sizes.h
end

---- Drawing -------------------------------------------------------------------------------------------------

local function write(text, x, y, colour)
  love.graphics.setColor(colour)
  love.graphics.print(text, math.floor(x), math.floor(y))
end

function Panel:draw_help(unit)
  local sizes = self:layout()
  local x, y, line = MARGIN + PAD, MARGIN + PAD, sizes.line
  love.graphics.setColor(0.06, 0.075, 0.095, 0.86)
  love.graphics.rectangle("fill", MARGIN, MARGIN, sizes.w, sizes.h, 10, 10)
  love.graphics.setColor(1, 1, 1, 0.10)
  love.graphics.setLineWidth(1)
  love.graphics.rectangle("line", MARGIN + 0.5, MARGIN + 0.5, sizes.w - 1, sizes.h - 1, 10, 10)

  love.graphics.setFont(screen.font(sizes.size + 5))
  write("Waypoints", x, y - 2, LIGHT)
  y = y + sizes.size * 2.2
  love.graphics.setFont(screen.font(sizes.size))

  local column = (sizes.w - 2 * PAD) / 3
  for i, entry in ipairs(self.units) do
    local left, colour = x + (i - 1) * column, entry == unit and LIGHT or DIM
    write(tostring(i), left, y, GOLD)
    love.graphics.setColor(figure.colours[entry.name])
    figure.disc(left + sizes.size * 1.4, y + sizes.size * 0.6, sizes.size * (entry == unit and 0.42 or 0.24))
    write(entry.name, left + sizes.size * 2.1, y, colour)
  end
  for _, text in ipairs(unit.text) do
    y = y + line
    write(text, x, y, DIM)
  end
  y = y + line
  for _, entry in ipairs(lines) do
    if entry[2] then
      write(entry[1], x, y, GOLD)
      write(entry[2], x + sizes.first + 14, y, LIGHT)
    else
      y = y + GAP * line
      write(entry[1], x, y, DIM)
    end
    y = y + line
  end
  y = y + GAP * line
  for i, entry in ipairs(states) do
    local left = x + STATE_COLUMNS[(i - 1) % #STATE_COLUMNS + 1] * (sizes.w - 2 * PAD)
    local top = y + math.floor((i - 1) / #STATE_COLUMNS) * line
    love.graphics.setColor(0, 0, 0)
    figure.disc(left + 5, top + sizes.size * 0.6, 6)
    love.graphics.setColor(self.colours[entry[1]])
    figure.disc(left + 5, top + sizes.size * 0.6, 4.5)
    write(entry[2], left + 15, top, LIGHT)
  end
end

-- Text that is cut off, with dots, where it would be wider than `room`.
local function shortened(font, text, room)
  if font:getWidth(text) <= room then return text end
  while #text > 0 and font:getWidth(text .. "...") > room do text = text:sub(1, -2) end
  return text .. "..."
end

-- Two lines at the bottom: the search with what has just happened, and what lies under the mouse.
function Panel.draw_status(_, search, note, under)
  local w, h = screen.width, screen.height
  local font = screen.font(14)
  love.graphics.setFont(font)
  love.graphics.setColor(0.06, 0.075, 0.095, 0.92)
  love.graphics.rectangle("fill", 0, h - STATUS_HEIGHT, w, STATUS_HEIGHT)
  love.graphics.setColor(1, 1, 1, 0.10)
  love.graphics.rectangle("fill", 0, h - STATUS_HEIGHT, w, 1)
  local top = h - STATUS_HEIGHT + 7
  search = shortened(font, search, w - 2 * MARGIN)
  write(search, MARGIN, top, LIGHT)
  local used = font:getWidth(search) + 24
  write(shortened(font, note, w - 2 * MARGIN - used), MARGIN + used, top, GOLD)
  write(shortened(font, under, w - 2 * MARGIN), MARGIN, top + 20, DIM)
end

return panel
