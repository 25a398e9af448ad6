-- The bars above and below the map: lives, gold and the wave; the towers to build, and the one that is chosen. And the
-- text beside the mouse.

local label = require "label"
local rules = require "rules"
local sprites = require "sprites"
local waves = require "waves"

local panel = {}

local g = love.graphics
local TOP, BOTTOM = 46, 76       -- heights of the bars
local CARD, GAP = 194, 8         -- width of a card, and between them
local MARGIN = 12

local small, font, bold, large = g.newFont(11), g.newFont(13), g.newFont(16), g.newFont(20)
panel.fonts = { small = small, font = font, bold = bold, large = large }

local TEXT, FAINT, GOLD, RED = { 0.92, 0.94, 0.96 }, { 0.62, 0.68, 0.73 }, { 1, 0.84, 0.42 }, { 1, 0.46, 0.42 }

-- What can be clicked, as it was drawn last: { x, y, w, h, what, which }. The tables are used again.
local buttons, count = {}, 0

local function button(x, y, w, h, what, which)
  count = count + 1
  local b = buttons[count] or {}
  buttons[count] = b
  b.x, b.y, b.w, b.h, b.what, b.which = x, y, w, h, what, which
  local mx, my = love.mouse.getPosition()
  return mx >= x and my >= y and mx < x + w and my < y + h
end

-- What is under the mouse: a button's "type" and the type, "upgrade", "sell", "wave", "speed", "pause", "help"; "panel"
-- beside those; nil for the map.
function panel.at(x, y)
  for i = count, 1, -1 do
    local b = buttons[i]
    if x >= b.x and y >= b.y and x < b.x + b.w and y < b.y + b.h then return b.what, b.which end
  end
  if y < TOP or y >= g.getHeight() - BOTTOM then return "panel" end
  return nil
end

-- To be called each frame, before the mouse is looked at.
function panel.update(game)
  game.camera:fit(MARGIN, TOP + 4, g.getWidth() - 2 * MARGIN, g.getHeight() - TOP - BOTTOM - 8)
end

function panel.box(x, y, w, h, r, gr, b, a)
  g.setColor(r or 0.06, gr or 0.08, b or 0.10, a or 0.92)
  g.rectangle("fill", x, y, w, h, 7)
  g.setColor(1, 1, 1, 0.10)
  g.setLineWidth(1)
  g.rectangle("line", x + 0.5, y + 0.5, w - 1, h - 1, 7)
end

local function print(f, colour, text, x, y)
  g.setFont(f)
  g.setColor(colour)
  g.print(text, math.floor(x), math.floor(y))
  return x + f:getWidth(text)
end

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
    g.setFont(font)
    g.printf(sign, x, y + 7, 34, "center")
  end
end

local function draw_wave_button(game, right)
  local world = game.world
  local run = world.waves
  local number = run.number + 1
  local w, x = 218, right - 218
  if number > #waves.list or run:waiting() > 0 then
    local text = run:waiting() > 0 and label("coming", "%d still coming in", run:waiting()) or "the last wave"
    g.setFont(font)
    g.setColor(FAINT)
    g.printf(text, x, 15, w, "right")
    return x
  end
  local over = button(x, 7, w, 32, "wave")
  panel.box(x, 7, w, 32, over and 0.26 or 0.17, over and 0.34 or 0.24, over and 0.24 or 0.16, 1)
  print(font, TEXT, label("call", "Enter: next wave in %d s", math.ceil(run.countdown)), x + 12, 15)
  return x
end

local function draw_top(game)
  local world, width = game.world, g.getWidth()
  local run = world.waves
  g.setColor(0.06, 0.08, 0.10)
  g.rectangle("fill", 0, 0, width, TOP)
  sprites.draw("heart", 28, 23, 26)
  print(large, world.lives <= 5 and RED or TEXT, label("lives", "%d", world.lives), 46, 11)
  sprites.draw("coin", 104, 23, 26)
  local x = print(large, GOLD, label("gold", "%d", world.gold), 122, 11)
  x = print(bold, TEXT, label("wave", "Wave %d of %d", run.number, #waves.list), math.max(192, x + 18), 14)

  local right = width - MARGIN - 3 * 40
  draw_sign(right + 4, 8, "pause", game.is_still() and "play" or "pause", game.paused)
  draw_sign(right + 44, 8, "speed", label("speed", "%dx", game.speed), game.speed > 1)
  draw_sign(right + 84, 8, "help", "H", game.shows_help)
  local left = draw_wave_button(game, right - 8)
  -- Who is coming in, or else who will be next.
  if run:is_over() then return end
  local number = math.min(#waves.list, run:waiting() > 0 and run.number or run.number + 1)
  local name = waves.list[number].name
  if left - x > 130 + font:getWidth(name) + 40 then
    x = print(font, FAINT, run:waiting() > 0 and "now:" or "next:", x + 18, 16) + 6
    x = print(font, TEXT, name, x, 16)
  end
  draw_troop(number, x + 12, 13)
end

---- Below -------------------------------------------------------------------------------------------------

local function draw_price(price, x, y, is_dear)
  sprites.draw("coin", x + 7, y + 8, 15)
  return print(font, is_dear and RED or GOLD, label("price" .. x, "%d", price), x + 17, y)
end

local function draw_card(game, type, x, y)
  local price = type.levels[1].price
  local dear = game.world.gold < price
  local over = button(x, y, CARD, 60, "type", type)
  local on = game.chosen == type
  panel.box(x, y, CARD, 60, on and 0.27 or over and 0.20 or 0.12, on and 0.25 or over and 0.23 or 0.14,
    on and 0.16 or over and 0.27 or 0.17, 1)
  if on then
    g.setColor(GOLD)
    g.setLineWidth(2)
    g.rectangle("line", x + 1, y + 1, CARD - 2, 58, 6)
  end
  sprites.draw("base1", x + 32, y + 31, 46, 0, dear and 0.45 or 1)
  sprites.draw(type.name .. "1", x + 32, y + 29, 46, -0.6, dear and 0.45 or 1)
  print(font, dear and FAINT or TEXT, label("title" .. type.number, "%d  %s", type.number, type.title), x + 62, y + 7)
  print(small, FAINT, type.about, x + 62, y + 25)
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
  local width, y = g.getWidth(), g.getHeight() - BOTTOM
  g.setColor(0.06, 0.08, 0.10)
  g.rectangle("fill", 0, y, width, BOTTOM)
  local x = MARGIN
  for _, type in ipairs(rules.towers) do
    draw_card(game, type, x, y + 8)
    x = x + CARD + GAP
  end
  local tower = game.tower()
  x = x + 14
  if not tower then
    print(font, TEXT, game.chosen and "Click on grass to build." or "Choose a tower: 1, 2, 3.", x, y + 14)
    print(small, FAINT, "Towers are walls: creeps walk round them, and build you may", x, y + 36)
    print(small, FAINT, "as long as every creep has a way left.", x, y + 51)
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
  local x, y = love.mouse.getPosition()
  local w = font:getWidth(text) + 20
  x = math.max(4, math.min(x + 18, g.getWidth() - w - 4))
  y = math.max(4, math.min(y - 34, g.getHeight() - 30))
  if good then panel.box(x, y, w, 26, 0.14, 0.30, 0.16, 0.95) else panel.box(x, y, w, 26, 0.40, 0.09, 0.09, 0.95) end
  print(font, TEXT, text, x + 10, y + 5)
end

function panel.draw(game)
  count = 0
  g.push("all")
  draw_top(game)
  draw_bottom(game)
  draw_remark(game)
  g.pop()
end

return panel
