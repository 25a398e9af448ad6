-- The words on the screen: help, the table of the comparison, the status line, and what is wrong.

local theme = require "astar.theme"
local keys = require "keys"
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

local function new()
  return setmetatable({
    small = love.graphics.newFont(12),
    normal = love.graphics.newFont(13),
    title = love.graphics.newFont(17),
  }, Panels)
end

local function box(x, y, w, h, opacity)
  love.graphics.setColor(BACK[1], BACK[2], BACK[3], opacity)
  love.graphics.rectangle("fill", x, y, w, h, 8)
  love.graphics.setColor(1, 1, 1, 0.08 * opacity)
  love.graphics.setLineWidth(1)
  love.graphics.rectangle("line", x, y, w, h, 8)
end

local function write(text, x, y, colour, opacity)
  love.graphics.setColor(colour[1], colour[2], colour[3], opacity or 1)
  love.graphics.print(text, math.floor(x), math.floor(y))
end

local function write_right(text, x, y, colour)
  write(text, x - love.graphics.getFont():getWidth(text), y, colour)
end

-- Something dragged can be seen through the panel.
function Panels:_help(scene_view, busy)
  local first, second = 0, 0
  love.graphics.setFont(self.small)
  local font = self.small
  for _, row in ipairs(keys.help) do
    first, second = math.max(first, font:getWidth(row[1])), math.max(second, font:getWidth(row[2]))
  end
  local w, h = first + second + 3 * PAD, #keys.help * LINE + 2 * PAD + 24
  scene_view.panels.help = { x = 10, y = 10, w = w, h = h }
  local opacity = busy and 0.3 or 1
  box(10, 10, w, h, 0.85 * opacity)
  love.graphics.setFont(self.title)
  write("Rays: paths on open ground", 10 + PAD, 10 + PAD - 3, BRIGHT, opacity)
  love.graphics.setFont(self.small)
  for i, row in ipairs(keys.help) do
    local y = 10 + PAD + 24 + (i - 1) * LINE
    write(row[1], 10 + PAD, y, KEY, opacity)
    write(row[2], 10 + 2 * PAD + first, y, TEXT, opacity)
  end
end

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

function Panels:_table(game, scene_view)
  local w, h = COLUMNS[4] + 2 * PAD, 8 * LINE + 2 * PAD + 6
  local width, height = love.graphics.getDimensions()
  local x, y = width - w - 10, height - view.STATUS_HEIGHT - h - 10
  scene_view.panels.table = { x = x, y = y, w = w, h = h }
  box(x, y, w, h, 0.88)
  x, y = x + PAD, y + PAD
  love.graphics.setFont(self.small)
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

function Panels:_trouble(words, scene_view)
  love.graphics.setFont(self.normal)
  local w = self.normal:getWidth(words) + 2 * PAD
  local help = scene_view.panels.help
  local left = help and help.x + help.w or 0
  local x = math.max(left, math.floor((left + love.graphics.getWidth() - w) / 2))
  box(x, 16, w, 32, 0.95)
  write(words, x + PAD, 24, BAD)
end

-- What the colours of a search mean.
local LEGEND = {
  { key = "ray", words = "free ray", line = true }, { key = "open", words = "open" },
  { key = "ray_hit", words = "ray that hit", line = true }, { key = "current", words = "current" },
  { key = "route", words = "route", line = true }, { key = "closed", words = "expanded" },
}
for _, entry in ipairs(LEGEND) do entry.colour = theme.colour(theme.default[entry.key], entry.key) end

-- Below the help, in two columns.
function Panels:_legend(watch, scene_view)
  love.graphics.setFont(self.small)
  local help = scene_view.panels.help
  local x, y = 10, help and help.y + help.h + 8 or 10
  local words = ("%d expanded, %s"):format(watch.search.expanded, watch.search.status)
  if not watch:is_over() then
    words = (watch.running and "%s, %g a second" or "%s (space: %g a second)"):format(words, watch.speed)
  end
  local w, h, column = math.max(250, self.small:getWidth(words) + 2 * PAD), 4 * LINE + 2 * PAD + 2, 110
  scene_view.panels.legend = { x = x, y = y, w = w, h = h }
  box(x, y, w, h, 0.85)
  x, y = x + PAD, y + PAD - 2
  write(words, x, y, BRIGHT)
  for i, entry in ipairs(LEGEND) do
    local left, top = x + (i + 1) % 2 * column, y + 4 + LINE * math.floor((i + 1) / 2)
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

function Panels:_status(game, scene_view)
  local width, height = love.graphics.getDimensions()
  local top = height - view.STATUS_HEIGHT
  love.graphics.setColor(BACK)
  love.graphics.rectangle("fill", 0, top, width, view.STATUS_HEIGHT)
  love.graphics.setFont(self.normal)
  local parts = { ("%d: %s"):format(game.scene, game.name) }
  parts[#parts + 1] = ("%d obstacle%s"):format(#game.ground.plane, #game.ground.plane == 1 and "" or "s")
  if game.radius > 0 then parts[#parts + 1] = ("radius %d"):format(game.radius) end
  parts[#parts + 1] = game.path and ("length %.1f"):format(game.length) or "no route"
  parts[#parts + 1] = ("path %s µs"):format(microseconds(game.path_time))
  if game.edit_time > 0 then parts[#parts + 1] = ("edit %s µs"):format(microseconds(game.edit_time)) end
  if game.walker then
    local why = game.walker.trouble
    parts[#parts + 1] = why and "the figure waits: " .. why or game.walker:has_arrived() and "arrived" or "walking"
  end
  local words = table.concat(parts, "  ·  ")
  local hint = ("a click adds a %s"):format(game.kind)
  if not scene_view.help then hint = hint .. "  ·  H: help" end
  write(words, 12, top + 6, TEXT)
  if self.normal:getWidth(words) + self.normal:getWidth(hint) + 36 < width then
    write_right(hint, width - 12, top + 6, DIM)
  end
end

function Panels:draw(game, scene_view, hand)
  love.graphics.push("all")
  scene_view.panels = {}
  if scene_view.help then self:_help(scene_view, hand.held or hand.turning) end
  if game.compare.on then self:_table(game, scene_view) end
  local words = trouble(game)
  if words then self:_trouble(words, scene_view) end
  if game.watch.search then self:_legend(game.watch, scene_view) end
  self:_status(game, scene_view)
  love.graphics.pop()
end

return { new = new }
