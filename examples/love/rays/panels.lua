-- The words on the screen: help, legend, the table of the comparison, and the status line. They lie beside the ground.

local theme = require "astar.theme"
local keys = require "keys"
local layout = require "layout"
local screen = require "shared.screen"
local view = require "view"

local Panels = {}
Panels.__index = Panels

local TEXT = { 0.86, 0.89, 0.92 }
local DIM = { 0.6, 0.66, 0.72 }
local BRIGHT = { 1, 1, 1 }
local KEY = { 1, 0.82, 0.25 }
local BACK = { 0.05, 0.06, 0.08 }
local BAD = { 1, 0.45, 0.42 }
local ROUTE = theme.colour(theme.default.route, "route")

local LINE, PAD = 17, 12

-- Sizes of letters; all lengths are in units of the screen.
local SMALL, NORMAL, TITLE_SIZE = 12, 13, 17

local function new() return setmetatable({}, Panels) end

local function font(size) return screen.font(size) end

local function box(place) screen.box(place.x, place.y, place.w, place.h, BACK) end

local function write(text, x, y, colour)
  love.graphics.setColor(colour)
  love.graphics.print(text, math.floor(x), math.floor(y))
end

local function write_right(text, x, y, colour)
  write(text, x - love.graphics.getFont():getWidth(text), y, colour)
end

---- Help --------------------------------------------------------------------------------------------------

local TITLE = 24 -- height of the title, with the gap below it
local SPACE = 26 -- between the columns of the help

-- How wide the keys are, and all of a line.
local function help_widths()
  local first, second = 0, 0
  for _, row in ipairs(keys.help) do
    first, second = math.max(first, font(SMALL):getWidth(row[1])), math.max(second, font(SMALL):getWidth(row[2]))
  end
  return first + PAD, first + PAD + second
end

-- In so many columns: the size of the panel, and how many lines a column has.
local function help_size(columns)
  local _, line = help_widths()
  local lines = math.ceil(#keys.help / columns)
  return { w = columns * (line + SPACE) - SPACE + 2 * PAD, h = lines * LINE + 2 * PAD + TITLE }, lines
end

-- As many columns as a window has room for.
local function most_columns(width)
  local _, line = help_widths()
  local most = math.max(1, math.floor((width - 2 * PAD - 20 + SPACE) / (line + SPACE)))
  return math.ceil(#keys.help / math.ceil(#keys.help / most)) -- none of them empty
end

local function draw_help(place, columns)
  local _, lines = help_size(columns)
  local first, line = help_widths()
  box(place)
  love.graphics.setFont(font(TITLE_SIZE))
  write("Rays: paths on open ground", place.x + PAD, place.y + PAD - 3, BRIGHT)
  love.graphics.setFont(font(SMALL))
  for i, row in ipairs(keys.help) do
    local x = place.x + PAD + math.floor((i - 1) / lines) * (line + SPACE)
    local y = place.y + PAD + TITLE + (i - 1) % lines * LINE
    write(row[1], x, y, KEY)
    write(row[2], x + first, y, TEXT)
  end
end

---- The table ---------------------------------------------------------------------------------------------

-- 12345.6 → "12,346"
local function grouped(number)
  local text = ("%d"):format(math.floor(number + 0.5))
  local count
  repeat text, count = text:gsub("^(%d+)(%d%d%d)", "%1,%2") until count == 0
  return text
end

local function microseconds(seconds)
  local time = seconds * 1e6
  return time < 99.95 and ("%.1f"):format(time) or grouped(time)
end

local COLUMNS = { 150, 212, 284, 350 } -- where the columns end
local TABLE = { w = COLUMNS[4] + 2 * PAD, h = 8 * LINE + 2 * PAD + 6 }

local function verdict(game)
  local grid = game.compare.cells
  if not grid.points then return "grid: " .. grid.trouble, BAD end
  local words = "grid: there is a way"
  if game.path then
    local share = 100 * (grid.length / game.length - 1)
    words = ("grid: %.1f %% %s"):format(math.abs(share), share >= 0 and "longer" or "shorter")
  end
  if grid.cuts == 0 then return words, TEXT end
  return ("%s, but it cuts %d obstacle%s"):format(words, grid.cuts, grid.cuts == 1 and "" or "s"), KEY
end

local function draw_table(place, game)
  box(place)
  local x, y = place.x + PAD, place.y + PAD
  love.graphics.setFont(font(SMALL))
  write("median of calls from Lua", x, y, DIM)
  for i, head in ipairs { "length", "expanded", "µs" } do write_right(head, x + COLUMNS[i + 1], y, DIM) end
  for i, row in ipairs(game.compare:table(game)) do
    local line = y + i * LINE
    write(row[1], x, line, i <= 2 and ROUTE or view.GRID)
    write_right(row[2] and ("%.1f"):format(row[2]) or "none", x + COLUMNS[2], line, TEXT)
    local pending = i > 2 and not game.compare.cells:is_askable() and "-" or "…"
    write_right(row[3] and grouped(row[3]) or pending, x + COLUMNS[3], line, TEXT)
    write_right(row[4] and microseconds(row[4]) or pending, x + COLUMNS[4], line, BRIGHT)
  end
  local words, colour = verdict(game)
  write(words, x, y + 5 * LINE + 6, colour)
  local grid = game.compare.cells
  write(("%d x %d cells, blocked where %s is covered"):format(grid.width, grid.height,
    grid.whole and "any part" or "the middle"), x, y + 6 * LINE + 6, DIM)
  write("cold: on a plane not asked before; warm: asked again", x, y + 7 * LINE + 6, DIM)
end

---- The legend --------------------------------------------------------------------------------------------

local LEGEND_SIZE = { w = 250, h = 5 * LINE + 2 * PAD + 2 }

-- What the colours of a search mean.
local LEGEND = {
  { key = "ray", words = "free ray", line = true }, { key = "open", words = "open" },
  { key = "ray_hit", words = "ray that hit", line = true }, { key = "current", words = "current" },
  { key = "route", words = "route", line = true }, { key = "closed", words = "expanded" },
}
for _, entry in ipairs(LEGEND) do entry.colour = theme.colour(theme.default[entry.key], entry.key) end

local function draw_legend(place, watch)
  box(place)
  love.graphics.setFont(font(SMALL))
  local x, y = place.x + PAD, place.y + PAD - 2
  write(("%d expanded, %s"):format(watch.search.expanded, watch.search.status), x, y, BRIGHT)
  local pace = watch.running and "%g a second" or "space: %g a second"
  write(watch:is_over() and "" or pace:format(watch.speed), x, y + LINE, DIM)
  for i, entry in ipairs(LEGEND) do
    local left, top = x + (i + 1) % 2 * 110, y + 4 + LINE * (1 + math.floor((i + 1) / 2))
    love.graphics.setColor(entry.colour)
    if entry.line then
      love.graphics.rectangle("fill", left, top + 6, 12, 3)
    else
      love.graphics.circle("fill", left + 6, top + 7, 3.5)
      love.graphics.circle("line", left + 6, top + 7, 3.5)
    end
    write(entry.words, left + 20, top, TEXT)
  end
end

---- The status line ---------------------------------------------------------------------------------------

-- Why there is no route, in words; nil if there is one.
local function trouble(game)
  if game.reason == "blocked" then
    local start, goal = game:is_buried(game.start), game:is_buried(game.goal)
    local what = start and goal and "Start and goal are" or start and "The start is" or "The goal is"
    local where = game.radius > 0 and "too near to an obstacle for this figure" or "buried under an obstacle"
    return ("%s %s: path gives nil, \"blocked\""):format(what, where)
  elseif game.reason then
    return ("There is no way: path gives nil, %q"):format(game.reason)
  end
end

local function draw_status(game, scene_view)
  local width, height = screen.width, screen.height
  local top = height - view.STATUS_HEIGHT
  love.graphics.setColor(BACK)
  love.graphics.rectangle("fill", 0, top, width, view.STATUS_HEIGHT)
  love.graphics.setFont(font(NORMAL))
  local x, wrong = 12, game.refusal or trouble(game)
  if wrong then
    write(wrong, x, top + 6, BAD)
    x = x + font(NORMAL):getWidth(wrong .. "     ")
  end
  local parts = { ("%d: %s"):format(game.scene, game.name) }
  parts[#parts + 1] = ("%d obstacle%s"):format(#game.ground.plane, #game.ground.plane == 1 and "" or "s")
  if game.radius > 0 then parts[#parts + 1] = ("radius %d"):format(game.radius) end
  if game.path then parts[#parts + 1] = ("length %.1f"):format(game.length) end
  parts[#parts + 1] = ("path %s µs"):format(microseconds(game.path_time))
  if game.edit_time > 0 then parts[#parts + 1] = ("edit %s µs"):format(microseconds(game.edit_time)) end
  if game.walker then
    local why = game.walker.trouble
    parts[#parts + 1] = why and "the figure waits: " .. why or game.walker:has_arrived() and "arrived" or "walking"
  end
  local words = table.concat(parts, "  ·  ")
  local hint = ("a click adds a %s"):format(game.kind)
  if not scene_view.help then hint = hint .. "  ·  H: help" end
  if x == 12 or x + font(NORMAL):getWidth(words) + 12 < width then
    write(words, x, top + 6, TEXT)
    x = x + font(NORMAL):getWidth(words)
  end
  if x + font(NORMAL):getWidth(hint) + 24 < width then write_right(hint, width - 12, top + 6, DIM) end
end

---- All of them -------------------------------------------------------------------------------------------

-- To be called each frame, before the view is fitted: where the panels that show lie, and what is left for the ground.
function Panels:arrange(game, scene_view)
  local width, height = screen.width, screen.height
  height = height - view.STATUS_HEIGHT
  local names = {}
  if scene_view.help then names[#names + 1] = "help" end
  if game.watch.search then names[#names + 1] = "legend" end
  if game.compare.on then names[#names + 1] = "table" end

  local columns = most_columns(width)
  local narrow = { help = help_size(1), legend = LEGEND_SIZE, table = TABLE }
  local wide = { help = help_size(columns), legend = LEGEND_SIZE, table = TABLE }
  local made = layout.arrange(width, height, game.ground.width / game.ground.height, names, narrow, wide)
  scene_view.panels, scene_view.room = made.places, made -- in units
  self.columns = made.places.help and made.places.help.w > narrow.help.w and columns or 1
end

function Panels:draw(game, scene_view)
  love.graphics.push("all")
  screen.apply()
  local places = scene_view.panels
  if places.help then draw_help(places.help, self.columns) end
  if places.legend then draw_legend(places.legend, game.watch) end
  if places.table then draw_table(places.table, game) end
  draw_status(game, scene_view)
  love.graphics.pop()
end

return { new = new }
