-- The bar above the map: the scenes and the switches. And over the map: the numbers, the help.

local label = require "shared.label"
local pointer = require "shared.pointer"
local scenes = require "scenes"
local screen = require "shared.screen"
local sprites = require "sprites"

local panel = {}

local g = love.graphics
local ROW, MARGIN, HIGH = 46, 12, 30 -- a row of the bar; all in units of the screen

local small, font, bold, large = 11, 13, 15, 22 -- sizes of letters

local function width_of(size, text) return screen.font(size):getWidth(text) end

-- The bar has two rows where the window is not wide enough for one.
local tabs_width, switches_width = 0, 0 -- as they were drawn last
local function bar() return tabs_width + switches_width + 2 * MARGIN > screen.width and 2 * ROW - 8 or ROW end

local TEXT, FAINT, GOLD, RED = { 0.92, 0.94, 0.96 }, { 0.63, 0.69, 0.74 }, { 1, 0.84, 0.42 }, { 1, 0.44, 0.38 }
local GREEN = { 0.55, 0.88, 0.52 }

-- What can be clicked, as it was drawn last: { x, y, w, h, what, which }. The tables are used again.
local buttons, count = {}, 0

local function button(x, y, w, h, what, which)
  count = count + 1
  local b = buttons[count] or {}
  buttons[count] = b
  b.x, b.y, b.w, b.h, b.what, b.which = x, y, w, h, what, which
  local mx, my = screen.units(pointer.position())
  return mx >= x and my >= y and mx < x + w and my < y + h
end

-- What is under the mouse: "scene" and its number, "avoid", "doors", "wishes", "pause", "speed", "help"; "panel" beside
-- those; nil for the map.
function panel.at(x, y)
  x, y = screen.units(x, y)
  for i = count, 1, -1 do
    local b = buttons[i]
    if x >= b.x and y >= b.y and x < b.x + b.w and y < b.y + b.h then return b.what, b.which end
  end
  if y < bar() then return "panel" end
  return nil
end

-- To be called each frame, before the mouse is looked at.
function panel.update(game)
  local top = bar() * screen.scale
  game.camera:fit(0, top, g.getWidth(), g.getHeight() - top)
end

local function box(x, y, w, h, r, gr, b, a)
  screen.box(x, y, w, h, { r or 0.06, gr or 0.08, b or 0.10, a or 0.86 })
end

local function print(size, colour, text, x, y)
  g.setFont(screen.font(size))
  g.setColor(colour)
  g.print(text, math.floor(x), math.floor(y))
  return x + width_of(size, text)
end

---- The bar -----------------------------------------------------------------------------------------------

local function draw_tab(x, number, is_on)
  local text = label("tab" .. number, "%d  %s", number, scenes[number].title)
  local w = width_of(font, text) + 18
  local over = button(x, 8, w, HIGH, "scene", number)
  if is_on then
    box(x, 8, w, HIGH, 0.30, 0.25, 0.12, 1)
  else
    box(x, 8, w, HIGH, over and 0.22 or 0.12, over and 0.26 or 0.15, over and 0.31 or 0.18, 1)
  end
  print(font, is_on and GOLD or TEXT, text, x + 9, 15)
  return x + w + 6
end

-- From the right; `colour` is that of the dot, nil without one.
local function draw_switch(right, y, what, text, colour)
  local dot = colour and 16 or 0
  local w = width_of(font, text) + 20 + dot
  local x = right - w
  local over = button(x, y, w, HIGH, what)
  box(x, y, w, HIGH, over and 0.22 or 0.12, over and 0.26 or 0.15, over and 0.31 or 0.18, 1)
  if colour then
    g.setColor(colour)
    g.circle("fill", x + 16, y + 15, 5, 20)
  end
  print(font, TEXT, text, x + 10 + dot, y + 7)
  return x - 6
end

local function draw_bar(game)
  g.setColor(0.06, 0.08, 0.10)
  g.rectangle("fill", 0, 0, screen.width, bar())
  local x = MARGIN
  for number = 1, #scenes do x = draw_tab(x, number, game.world.number == number) end
  tabs_width = x
  local right, y = screen.width - MARGIN, bar() - ROW + 8
  right = draw_switch(right, y, "help", "H")
  right = draw_switch(right, y, "speed", label("speed", "%dx", game.speed))
  right = draw_switch(right, y, "pause", game.paused and "Space: go on" or "Space: pause")
  local door = game.world.doors.list[1]
  right = draw_switch(right, y, "doors", door.is_open and "D: gate open" or "D: gate closed", door.is_open and GREEN or RED)
  right = draw_switch(right, y, "avoid", game.avoids and "A: avoidance on" or "A: avoidance OFF", game.avoids and GREEN or RED)
  switches_width = screen.width - right
end

---- The numbers -------------------------------------------------------------------------------------------

local shown = { left = 0, step = 0, frame = 0, touching = 0 } -- they change four times a second, so that they can be read

local function refresh(game)
  shown.left = shown.left - 1
  if shown.left > 0 then return end
  shown.left = 15
  shown.step, shown.frame, shown.touching = 1000 * game.step_time, 1000 * game.frame_time, game.world.soldiers.touching
end

local function draw_number(x, y, slot, value, text, colour)
  local right = print(bold, colour or TEXT, label(slot, "%d", value), x, y)
  return print(small, FAINT, text, right + 5, y + 4) + 16
end

local function draw_numbers(game)
  refresh(game)
  local scene, counts = game.world.scene, game.counts
  local w = math.max(430, width_of(small, scene.about) + 28)
  local x, y = MARGIN, screen.height - 96 - MARGIN
  box(x, y, w, 96, 0.06, 0.08, 0.10, 0.80)
  print(bold, GOLD, scene.title, x + 14, y + 9)
  print(small, TEXT, scene.about, x + 14, y + 30)
  local at = draw_number(x + 14, y + 48, "soldiers", #game.world.soldiers.list, "soldiers")
  at = draw_number(at, y + 48, "arrived", counts.arrived, "arrived")
  at = draw_number(at, y + 48, "stuck", counts.stuck, "stuck", counts.stuck > 0 and GOLD or TEXT)
  draw_number(at, y + 48, "touching", shown.touching, "overlap", shown.touching > 0 and RED or TEXT)
  print(small, FAINT, label("times", "update of the world %.1f ms, 30 times a second; frame %.1f ms", shown.step, shown.frame),
    x + 14, y + 74)
end

-- Whom a click sends.
local function draw_sent(game)
  local n, legion = #game.selected, game.world.legion
  if n == 0 and not legion then return end
  local text
  if n > 0 then
    text = label("selected", "%d selected: click, and they form up there", n)
  else
    text = label("legion", "Click, and the legion marches there.  F: %s", legion:formation())
  end
  local w = width_of(font, text) + 28
  local x = math.floor((screen.width - w) / 2)
  box(x, bar() + 10, w, 30, 0.22, 0.19, 0.08, 0.92)
  print(font, GOLD, text, x + 14, bar() + 17)
end

---- The help ----------------------------------------------------------------------------------------------

local HELP = {
  pointer.HELP,
  { "Shift+arrows, page keys", "look elsewhere, zoom; C: back to the scene" },
  { "drag", "select soldiers; with Shift, more of them" },
  { "click on a soldier", "select the company" },
  { "click", "the selected ones march there and form up" },
  { "D, or click a gate", "close and open the gate" },
  { "A", "avoidance on and off: all walk through each other" },
  { "N, 1 to 6", "the next scene, a scene" },
  { "click, F", "scene 6: send the legion; its next formation" },
  { "W", "routes and wishes; who is stuck, and by whom" },
  { "Space, Tab", "pause, speed" },
  { "right drag, wheel", "look elsewhere, zoom" },
  { "R", "begin again" },
  { "H or F1, Esc", "this help, quit" },
}
local HELP_LINE = 23

local function draw_help()
  local w, h = 600, 140 + HELP_LINE * #HELP
  local x, y = screen.sheet(w, h)
  print(large, TEXT, "Crowd", x + 28, y + 20)
  print(font, FAINT, "Each soldier is a disc of one astar crowd. It finds its way by itself and", x + 28, y + 56)
  print(font, FAINT, "makes room for the others; nobody enters a wall, and nobody another one.", x + 28, y + 74)
  for i, name in ipairs { "spear", "bow", "knight", "wagon" } do
    local size = name == "wagon" and 17 or name == "knight" and 14 or 11
    sprites.draw(name .. "_coat1", x + 300 + 58 * i, y + 34, size, -0.5, { 0.30, 0.50, 0.88 })
    sprites.draw(name .. "_gear1", x + 300 + 58 * i, y + 34, size, -0.5)
  end
  y = y + 108
  for _, line in ipairs(HELP) do
    print(font, GOLD, line[1], x + 28, y)
    print(font, TEXT, line[2], x + 210, y)
    y = y + HELP_LINE
  end
end

function panel.draw(game)
  count = 0
  g.push("all")
  screen.apply()
  draw_bar(game)
  draw_numbers(game)
  draw_sent(game)
  if game.paused and not game.shows_help then
    local x, y = screen.width - 132, screen.height - 46
    box(x, y, 120, 34)
    g.setFont(screen.font(bold))
    g.setColor(GOLD)
    g.printf("PAUSED", x, y + 8, 120, "center")
  end
  if game.shows_help then draw_help() end
  g.pop()
end

return panel
