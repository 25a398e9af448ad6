-- What lies around the map: the help, the palette and the status line; and what is said over it.

local figures = require "figures"
local pointer = require "shared.pointer"
local rules = require "rules"
local screen = require "shared.screen"
local theme = require "astar.theme"

local panel = { shows_help = true, shows_palette = true }

local g = love.graphics
local MARGIN, PAD = 12, 14 -- all in units of the screen
local BAR = 24          -- height of the status line
local TITLE = 54        -- of the title and what the demo is about
local LINE = 18         -- of the help
local GAP = 30          -- between its columns
local ROW = 25          -- of the palette
local WIDE = 168

local colours = theme.resolve()
local BACK = { 0.06, 0.08, 0.10, 0.9 }

local ABOUT = "Men, horses, tanks and ships on the march: each takes the way that costs it least, and none walks into "
  .. "another."

local help = {
  pointer.HELP,
  { "Shift+arrows, page keys", "move the map, zoom" },
  { "click, drag a box", "select; with shift more" },
  { "1 2 3 4, A", "select a kind; all" },
  { "click on the map", "the selected march there" },
  { "M, T", "how far in a turn; in three" },
  { "P, + -", "paint; size of the brush" },
  { "right click, Backspace", "stop painting; select nobody" },
  { "R, S", "roam about; stop" },
  { "O", "formation: box, line, ..." },
  { "wheel, F", "zoom; see all of the map" },
  { "right drag", "move the map" },
  { "Tab, G, N", "next map; other cells; country" },
  { "Space", "pause" },
  { "H or F1, Esc", "hide this; quit" },
}

local function font() return screen.font(12) end
local function bold() return screen.font(16) end

-- How wide the keys of the help are, and all of a line.
local function help_widths()
  local keys, words = 0, 0
  for _, line in ipairs(help) do
    keys, words = math.max(keys, font():getWidth(line[1]) + PAD), math.max(words, font():getWidth(line[2]))
  end
  return keys, keys + words
end

---- Where things are --------------------------------------------------------------------------------------

-- x, y, width, height, and how many lines a column has. It takes as many columns as there is room for.
local function help_place()
  local _, line = help_widths()
  local most = math.floor((screen.width - 2 * MARGIN - 2 * PAD + GAP) / (line + GAP))
  local lines = math.ceil(#help / math.max(1, most))
  local columns = math.ceil(#help / lines)
  local width = math.max(columns * (line + GAP) - GAP, font():getWidth(ABOUT))
  return MARGIN, MARGIN, width + 2 * PAD, TITLE + 8 + LINE * lines, lines
end

-- At the right, below the help where that reaches so far.
local function palette_place()
  local left, top = screen.width - WIDE - MARGIN, MARGIN
  if panel.shows_help then
    local x, y, w, h = help_place()
    if x + w + 8 > left then top = y + h + 8 end
  end
  return left, top, WIDE, 96 + ROW * #rules.terrains
end

-- To be called each frame, before the mouse is looked at: what is shown now, and the map is fitted beside it.
function panel.update(game)
  panel.shows_palette = panel.shows_help or game.brush.on
  local left, top, right, bottom = MARGIN, MARGIN, screen.width - MARGIN, screen.height - BAR - MARGIN
  if panel.shows_help then
    local _, y, _, h = help_place()
    top = y + h + 8
  end
  if panel.shows_palette then right = palette_place() - 8 end
  local scale = screen.scale
  game.camera:fit(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)
end

local function inside(x, y, left, top, w, h)
  return x >= left and y >= top and x < left + w and y < top + h
end

-- What is under the mouse: "terrain" and its name, "kind" and the kind, "panel", or nil for the map.
function panel.at(x, y)
  x, y = screen.units(x, y)
  if y >= screen.height - BAR then return "panel" end
  local left, top, w, h = palette_place()
  if panel.shows_palette and inside(x, y, left, top, w, h) then
    if y < top + 46 then
      local kind = rules.kinds[math.floor((x - left - 4) / 40) + 1]
      if kind then return "kind", kind end
    end
    local name = rules.terrains[math.floor((y - top - 88) / ROW) + 1]
    if y >= top + 88 and name then return "terrain", name end
    return "panel"
  end
  if panel.shows_help and inside(x, y, help_place()) then return "panel" end
  return nil
end

---- The help ----------------------------------------------------------------------------------------------

local function draw_help(game)
  local left, top, w, h, lines = help_place()
  local keys_width, line_width = help_widths()
  screen.box(left, top, w, h, BACK)
  g.setFont(bold())
  g.setColor(1, 1, 1)
  g.print(game.title, left + PAD, top + 9)
  g.setFont(font())
  g.print(ABOUT, left + PAD, top + 31)
  for i, line in ipairs(help) do
    local x = left + PAD + math.floor((i - 1) / lines) * (line_width + GAP)
    local y = top + TITLE + (i - 1) % lines * LINE
    g.setColor(1, 0.84, 0.42)
    g.print(line[1], x, y)
    g.setColor(0.86, 0.89, 0.92)
    g.print(line[2], x + keys_width, y)
  end
end

---- The palette -------------------------------------------------------------------------------------------

local function draw_palette(game)
  local left, top, w, h = palette_place()
  local chosen = game.selected[1] and game.selected[1].kind
  screen.box(left, top, w, h, BACK)
  g.setFont(font())
  for i, kind in ipairs(rules.kinds) do
    local x = left + 4 + 40 * (i - 1)
    if kind == chosen then
      g.setColor(1, 1, 1, 0.16)
      g.rectangle("fill", x + 1, top + 5, 38, 40, 6)
    end
    figures.sign(kind, x + 20, top + 20, 12)
    g.setColor(0.7, 0.74, 0.78)
    g.printf(tostring(i), x, top + 31, 40, "center")
  end
  g.setColor(0.86, 0.89, 0.92)
  g.print(game.brush.on and "painting" or "P: paint", left + 12, top + 52)
  g.setColor(0.62, 0.67, 0.72)
  g.print(chosen and "a step costs the " .. chosen.name or "nobody is selected", left + 12, top + 68)

  for i, name in ipairs(rules.terrains) do
    local y = top + 88 + (i - 1) * ROW
    if game.brush.on and game.brush.terrain == name then
      g.setColor(1, 1, 1, 0.16)
      g.rectangle("fill", left + 6, y, w - 12, ROW, 5)
    end
    g.setColor(colours:of_terrain(name))
    g.rectangle("fill", left + 12, y + 4, 24, ROW - 8, 4)
    g.setColor(0.86, 0.89, 0.92)
    g.print(name, left + 46, y + 5)
    if chosen then
      local cost = rules.cost(chosen, name)
      if not cost then g.setColor(0.93, 0.45, 0.42) end
      g.printf(cost and ("%g"):format(cost) or "no", left, y + 5, w - 14, "right")
    end
  end
end

---- The status line ---------------------------------------------------------------------------------------

local function selected_text(game)
  local count = #game.selected
  if count == 0 then return "nobody selected" end
  local first = game.selected[1]
  if count == 1 then return (first.name and first.name .. ", " or "") .. first.kind.name end
  for _, unit in ipairs(game.selected) do
    if unit.kind ~= first.kind then return count .. " units" end
  end
  return ("%d x %s"):format(count, first.kind.name)
end

local function ground_text(game)
  local cell, chosen = game.target, game.selected[1]
  if not cell then return "" end
  local closed = chosen and not rules.may_enter(chosen.kind, cell)
  local remark = closed and ": no way for a " .. chosen.kind.name or ""
  return ("%d, %d  %s%s"):format(cell.col, cell.row, cell.terrain, remark)
end

local function route_text(game)
  local path = game.plan.path
  if game.brush.on then return ("painting %s, brush of %d"):format(game.brush.terrain, 2 * game.brush.radius + 1) end
  if not path then return "" end
  local turn = not path.partial and game.plan.range and game.plan.range.turn_of[path[#path].id]
  return ("route: %.1f%s%s"):format(game.plan.cost, turn and (", turn %d"):format(turn) or "",
    path.partial and ", does not get there" or "")
end

local function draw_status(game)
  local width, y = screen.width, screen.height - BAR
  g.setColor(0.06, 0.08, 0.10, 0.94)
  g.rectangle("fill", 0, y, width, BAR)
  g.setFont(font())
  g.setColor(0.86, 0.89, 0.92)
  g.print(selected_text(game), 14, y + 4)
  g.print(ground_text(game), 150, y + 4)
  g.print(route_text(game), 390, y + 4)
  local waiting = #game.jobs.queue
  local right = ("%ssearches waiting: %d     update: %.1f ms     H: help")
    :format(game.paused and "PAUSED     " or "", waiting, 1000 * game.update_time)
  g.printf(right, 0, y + 4, width - 14, "right")
end

-- What the route costs, beside the mouse.
local function draw_cost(game)
  if not game.plan.path or game.brush.on then return end
  local text = ("%.1f"):format(game.plan.cost)
  local w, x, y = bold():getWidth(text) + 12, screen.units(pointer.position())
  x, y = screen.beside(x, y, w, 23)
  g.setColor(0.06, 0.08, 0.10, 0.8)
  g.rectangle("fill", x, y, w, 23, 5)
  g.setFont(bold())
  g.setColor(1, 1, 1)
  g.print(text, x + 6, y + 2)
end

local function draw_notice(game)
  if not game.notice then return end
  local w, h = bold():getWidth(game.notice) + 2 * PAD, 42
  local x, y = screen.units(game.camera.middle_x, game.camera.middle_y)
  x, y = math.floor(x - w / 2), math.floor(y - h / 2)
  screen.box(x, y, w, h, BACK)
  g.setFont(bold())
  g.setColor(1, 1, 1)
  g.print(game.notice, x + PAD, y + 12)
end

function panel.draw(game)
  g.push("all")
  screen.apply()
  if panel.shows_help then draw_help(game) end
  if panel.shows_palette then draw_palette(game) end
  draw_cost(game)
  draw_status(game)
  draw_notice(game)
  g.pop()
end

return panel
