-- The bars above and below the map: lives, gold and the wave; the towers to build, and the one that is chosen. And the
-- text beside the mouse.

local label = require "shared.label"
local pointer = require "shared.pointer"
local rules = require "rules"
local screen = require "shared.screen"
local sprites = require "sprites"
local waves = require "waves"

local panel = {}

local g = love.graphics
local TOP, BOTTOM = 46, 76       -- heights of the bars, in units of the screen like all that follows
local CARD, GAP = 194, 8         -- width of a card, and between them
local NARROW = 1000              -- where a window is less wide, cards have no descriptions
local MARGIN = 12

-- Sizes of letters.
local small, font, bold, large = 11, 13, 16, 20
panel.fonts = { small = small, font = font, bold = bold, large = large }

local function width_of(size, text) return screen.font(size):getWidth(text) end

-- A narrow window has a second row above the map, for the wave.
local function is_narrow() return screen.width < NARROW end
local function top() return is_narrow() and TOP + 34 or TOP end

local TEXT, FAINT, GOLD, RED = { 0.92, 0.94, 0.96 }, { 0.62, 0.68, 0.73 }, { 1, 0.84, 0.42 }, { 1, 0.46, 0.42 }

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

-- What is under the mouse: a button's "type" and the type, "upgrade", "sell", "wave", "speed", "pause", "help"; "panel"
-- beside those; nil for the map.
function panel.at(x, y)
  x, y = screen.units(x, y)
  for i = count, 1, -1 do
    local b = buttons[i]
    if x >= b.x and y >= b.y and x < b.x + b.w and y < b.y + b.h then return b.what, b.which end
  end
  if y < top() or y >= screen.height - BOTTOM then return "panel" end
  return nil
end

-- To be called each frame, before the mouse is looked at.
function panel.update(game)
  local scale, high = screen.scale, screen.height - top() - BOTTOM - 8
  game.camera:fit(MARGIN * scale, (top() + 4) * scale, (screen.width - 2 * MARGIN) * scale, high * scale)
end

function panel.box(x, y, w, h, r, gr, b, a)
  screen.box(x, y, w, h, { r or 0.06, gr or 0.08, b or 0.10, a or 0.92 })
end

local function print(size, colour, text, x, y)
  g.setFont(screen.font(size))
  g.setColor(colour)
  g.print(text, math.floor(x), math.floor(y))
  return x + width_of(size, text)
end
panel.print = print

---- Above -------------------------------------------------------------------------------------------------

-- Who comes in a wave; returns where the next thing may stand.
local function draw_troop(number, x, y)
  local wave = waves.list[number]
  for i, kind in ipairs(rules.kinds) do
    local group = wave[kind.name]
    if group then
      sprites.draw(kind.name .. "1", x + 14, y + 10, 19)
      x = print(font, TEXT, label("troop" .. i, "%d", group[1]), x + 30, y + 2) + 8
    end
  end
  return x
end

-- A round button with a sign in it.
local function draw_sign(x, y, what, sign, is_on)
  local over = button(x, y, 34, 30, what)
  panel.box(x, y, 34, 30, over and 0.24 or is_on and 0.30 or 0.12, over and 0.29 or is_on and 0.25 or 0.15,
    over and 0.34 or is_on and 0.12 or 0.18, 1)
  g.setColor(TEXT)
  local mx, my = x + 17, y + 15
  if sign == "pause" then
    g.rectangle("fill", mx - 6, my - 7, 4, 14)
    g.rectangle("fill", mx + 2, my - 7, 4, 14)
  elseif sign == "play" then
    g.polygon("fill", mx - 5, my - 7, mx + 8, my, mx - 5, my + 7)
  else
    g.setFont(screen.font(font))
    g.printf(sign, x, y + 7, 34, "center")
  end
end

local function draw_wave_button(game, right, y)
  local world = game.world
  local run = world.waves
  local number = run.number + 1
  local w, x = 218, right - 218
  if number > #waves.list or run:waiting() > 0 then
    local text = run:waiting() > 0 and label("coming", "%d still coming in", run:waiting()) or "the last wave"
    g.setFont(screen.font(font))
    g.setColor(FAINT)
    g.printf(text, x, y + 8, w, "right")
    return x
  end
  local over = button(x, y, w, 30, "wave")
  panel.box(x, y, w, 30, over and 0.26 or 0.17, over and 0.34 or 0.24, over and 0.24 or 0.16, 1)
  print(font, TEXT, label("call", "N: next wave in %d s", math.ceil(run.countdown)), x + 12, y + 7)
  return x
end

local function draw_top(game)
  local world, width = game.world, screen.width
  local run = world.waves
  g.setColor(0.06, 0.08, 0.10)
  g.rectangle("fill", 0, 0, width, top())
  sprites.draw("heart", 28, 23, 26)
  print(large, world.lives <= 5 and RED or TEXT, label("lives", "%d", world.lives), 46, 11)
  sprites.draw("coin", 104, 23, 26)
  local x = print(large, GOLD, label("gold", "%d", world.gold), 122, 11)
  x = print(bold, TEXT, label("wave", "Wave %d of %d", run.number, #waves.list), math.max(192, x + 18), 14)

  local right = width - MARGIN - 3 * 40
  draw_sign(right + 4, 8, "pause", game.is_still() and "play" or "pause", game.paused)
  draw_sign(right + 44, 8, "speed", label("speed", "%dx", game.speed), game.speed > 1)
  draw_sign(right + 84, 8, "help", "H", game.shows_help)
  -- In a second row, if there is one.
  local row = top() - TOP
  if row > 0 then right, x = width - MARGIN + 8, MARGIN - 18 end
  local left = draw_wave_button(game, right - 8, row + 8)
  -- Who is coming in, or else who will be next.
  if run:is_over() then return end
  local number = math.min(#waves.list, run:waiting() > 0 and run.number or run.number + 1)
  local name = waves.list[number].name
  if left - x > 190 + width_of(font, name) + 40 then
    x = print(font, FAINT, run:waiting() > 0 and "now:" or "next:", x + 18, row + 16) + 6
    x = print(font, TEXT, name, x, row + 16)
  end
  draw_troop(number, x + 12, row + 13)
end

---- Below -------------------------------------------------------------------------------------------------

local function draw_price(price, x, y, is_dear)
  sprites.draw("coin", x + 7, y + 8, 15)
  return print(font, is_dear and RED or GOLD, label("price" .. x, "%d", price), x + 17, y)
end

local function card_width() return is_narrow() and 132 or CARD end

local function draw_card(game, type, x, y)
  local price, w = type.levels[1].price, card_width()
  local dear = game.world.gold < price
  local over = button(x, y, w, 60, "type", type)
  local on = game.chosen == type
  panel.box(x, y, w, 60, on and 0.27 or over and 0.20 or 0.12, on and 0.25 or over and 0.23 or 0.14,
    on and 0.16 or over and 0.27 or 0.17, 1)
  if on then
    g.setColor(GOLD)
    g.setLineWidth(2)
    g.rectangle("line", x + 1, y + 1, w - 2, 58, 6)
  end
  sprites.draw("base1", x + 32, y + 31, 46, 0, dear and 0.45 or 1)
  sprites.draw(type.name .. "1", x + 32, y + 29, 46, -0.6, dear and 0.45 or 1)
  local title = is_narrow() and type.title:match("%a+") or type.title
  print(font, dear and FAINT or TEXT, label("title" .. type.number, "%d  %s", type.number, title), x + 62, y + 7)
  if not is_narrow() then print(small, FAINT, type.about, x + 62, y + 25) end
  draw_price(price, x + 62, y + 39, dear)
end

local function draw_order(game, x, y, what, text, price, is_cost)
  local over = button(x, y, 132, 27, what)
  panel.box(x, y, 132, 27, over and 0.24 or 0.14, over and 0.28 or 0.17, over and 0.33 or 0.20, 1)
  print(font, TEXT, text, x + 9, y + 5)
  draw_price(price, x + 84, y + 5, is_cost and game.world.gold < price)
end

-- Level, and what it does now.
local function draw_tower_facts(tower, x, y)
  local stats = tower.stats
  print(bold, TEXT, label("tower", "%s, level %d", tower.type.title, tower.level), x, y + 6)
  local a = label("damage", "%d damage each %.2f s", stats.damage, stats.pause)
  print(small, FAINT, a, x, y + 27)
  local slow = stats.slow and 100 * stats.slow
  local b = stats.chill and label("chill", "range %.1f, slows to %d%% for %.1f s", stats.range, slow, stats.chill)
    or stats.splash and label("splash", "range %.1f, hits within %.1f", stats.range, stats.splash)
    or label("range", "range %.1f, one target", stats.range)
  print(small, FAINT, b, x, y + 42)
end

local function draw_bottom(game)
  local width, y = screen.width, screen.height - BOTTOM
  g.setColor(0.06, 0.08, 0.10)
  g.rectangle("fill", 0, y, width, BOTTOM)
  local x = MARGIN
  for _, type in ipairs(rules.towers) do
    draw_card(game, type, x, y + 8)
    x = x + card_width() + GAP
  end
  local tower = game.tower()
  x = x + 14
  if not tower then
    print(font, TEXT, game.chosen and "Click on grass to build." or "Choose a tower: 1, 2, 3.", x, y + 10)
    g.setFont(screen.font(small))
    g.setColor(FAINT)
    g.printf("Towers are walls: creeps walk round them. You may build as long as each creep has a way.", math.floor(x),
      y + 32, math.min(360, width - MARGIN - x))
    return
  end
  draw_tower_facts(tower, x, y + 8)
  local price = game.world.towers:upgrade_price(tower)
  local right = width - MARGIN - 132
  if price then draw_order(game, right, y + 9, "upgrade", "U upgrade", price, true) end
  draw_order(game, right, y + 40, "sell", "X sell", game.world.towers:value(tower), false)
end

---- Beside the mouse --------------------------------------------------------------------------------------

-- Why something cannot be done stands where the player looks.
local function draw_remark(game)
  local text, good = game.notice, game.notice and game.notice_is_good
  if not text and game.refusal and not game.shows_help then text = game.refusal end
  if not text then return end
  local w, x, y = width_of(font, text) + 20, screen.units(pointer.position())
  x, y = screen.beside(x, y, w, 26)
  if good then panel.box(x, y, w, 26, 0.14, 0.30, 0.16, 0.95) else panel.box(x, y, w, 26, 0.40, 0.09, 0.09, 0.95) end
  print(font, TEXT, text, x + 10, y + 5)
end

function panel.draw(game)
  count = 0
  g.push("all")
  screen.apply()
  draw_top(game)
  draw_bottom(game)
  draw_remark(game)
  g.pop()
end

return panel
