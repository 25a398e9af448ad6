-- What lies over the map: the help, the end of the game, the times, and what the overlays show.

local label = require "shared.label"
local panel = require "panel"
local pointer = require "shared.pointer"
local rules = require "rules"
local screen = require "shared.screen"
local sprites = require "sprites"

local sheets = {}

local g = love.graphics
local TEXT, FAINT, GOLD = { 0.92, 0.94, 0.96 }, { 0.66, 0.72, 0.77 }, { 1, 0.84, 0.42 }
local LINE = 22

local help = {
  pointer.HELP,
  { "1 2 3, click", "choose a tower, build it" },
  { "click on a tower", "select it" },
  { "U, X", "upgrade, sell the tower under the pointer" },
  { "right click, Backspace", "put away what is chosen" },
  { "N", "the next wave comes at once, for some gold" },
  { "Space, Tab", "pause, speed" },
  { "Q W E", "the flow of runners, brutes, scouts" },
  { "D, T, P", "danger, all ranges, the ways from the cave" },
  { "I", "how long the work takes" },
  { "R", "a new game" },
  { "H or F1, Esc", "this help, quit" },
}

local about = {
  "cannot swim, and are slow in the woods.",
  "wade through water, not through woods.",
  "know the danger, and go round the range of towers.",
}

local print, fonts = panel.print, panel.fonts

local function set_font(size) g.setFont(screen.font(size)) end

local function draw_help()
  local w, h = 620, 150 + 30 * #rules.kinds + LINE * #help
  local x, y = screen.sheet(w, h)
  print(fonts.large, TEXT, "Towers", x + 28, y + 20)
  local left = x + 28
  print(fonts.font, FAINT, "Hold the keep on the right: each creep that gets in costs lives.", left, y + 50)
  print(fonts.font, FAINT, "Towers block their cells. They may make the way long, but never close it.", left, y + 68)
  y = y + 98
  for i, kind in ipairs(rules.kinds) do
    sprites.draw(kind.name .. "1", x + 46, y + 12, 34)
    print(fonts.bold, kind.colour, kind.title .. "s", x + 74, y + 2)
    print(fonts.font, TEXT, about[i], x + 160, y + 4)
    y = y + 30
  end
  y = y + 12
  for _, line in ipairs(help) do
    print(fonts.font, GOLD, line[1], x + 28, y)
    print(fonts.font, TEXT, line[2], x + 200, y)
    y = y + LINE
  end
  set_font(fonts.small)
  g.setColor(FAINT)
  g.printf("click, Enter or H to begin", x, y + 8, w, "center")
end

local function draw_end(game)
  local world = game.world
  local won = world.state == "won"
  local w, h = 420, 150
  local x, y = math.floor((screen.width - w) / 2), math.floor((screen.height - h) / 2)
  panel.box(x, y, w, h, won and 0.07 or 0.17, won and 0.15 or 0.06, won and 0.08 or 0.06, 0.95)
  set_font(fonts.large)
  g.setColor(won and GOLD or TEXT)
  g.printf(won and "The keep has held" or "The keep has fallen", x, y + 24, w, "center")
  set_font(fonts.font)
  g.setColor(TEXT)
  g.printf(label("result", "%d creeps killed, %d lives left, wave %d", world.killed, world.lives, world.waves.number),
    x, y + 62, w, "center")
  g.printf(label("minutes", "%d towers, after %d:%02d", #world.towers.list, math.floor(world.steps / 3600),
    math.floor(world.steps / 60) % 60), x, y + 82, w, "center")
  g.setColor(FAINT)
  g.printf("R: a new game", x, y + 114, w, "center")
end

---- The times ---------------------------------------------------------------------------------------------

-- Numbers of a line; they change ten times a second, so that they can be read.
local shown = { frame = 0, step = 0, creeps = 0, left = 0, test = 0 }

function sheets.update(game, dt)
  shown.left = shown.left - dt
  if shown.left > 0 then return end
  shown.left = 0.1
  shown.frame, shown.step = game.frame_time * 1000, game.step_time * 1000
  shown.creeps, shown.test = #game.world.creeps.list, game.world.site.took * 1e6
end

local function draw_times(game)
  local took = game.world.flows.took
  local w, h = 262, 104
  local camera = game.camera
  local x, y = screen.units(camera.x + camera.width * camera.scale, camera.y)
  x, y = x - w - 10, y + 10
  panel.box(x, y, w, h, 0.06, 0.08, 0.10, 0.82)
  local creeps = label("creeps", "creeps: %d, shots: %d", shown.creeps, #game.world.shots.list)
  local frame = label("frame", "frame %.1f ms, of it the world %.1f ms", shown.frame, shown.step)
  print(fonts.small, TEXT, creeps, x + 12, y + 8)
  print(fonts.small, TEXT, frame, x + 12, y + 24)
  print(fonts.small, FAINT, "last repair of the flows, in microseconds", x + 12, y + 44)
  for i, kind in ipairs(rules.kinds) do
    sprites.draw(kind.name .. "1", x + 20 + 64 * (i - 1), y + 67, 16)
    print(fonts.small, kind.colour, label("took" .. i, "%.0f", took[i] * 1e6), x + 34 + 64 * (i - 1), y + 60)
  end
  print(fonts.small, FAINT, label("test", "test of a building site: %.0f", shown.test), x + 12, y + 82)
end

-- What is shown over the ground.
local function draw_legend(game)
  local x, y = screen.units(game.camera.x + 10, game.camera.y + 10)
  if game.flow_of then
    local text = label("flow", "the flow of %s", game.flow_of.plural)
    panel.box(x, y, screen.font(fonts.font):getWidth(text) + 54, 28, 0.06, 0.08, 0.10, 0.82)
    sprites.draw(game.flow_of.name .. "1", x + 20, y + 14, 20)
    print(fonts.font, TEXT, text, x + 40, y + 6)
    y = y + 34
  end
  if game.shows_danger then
    panel.box(x, y, screen.font(fonts.font):getWidth("the danger, as scouts see it") + 54, 28, 0.06, 0.08, 0.10, 0.82)
    g.setColor(0.95, 0.18, 0.14, 0.8)
    g.rectangle("fill", x + 12, y + 7, 16, 14, 3)
    print(fonts.font, TEXT, "the danger, as scouts see it", x + 40, y + 6)
  end
end

function sheets.draw(game)
  g.push("all")
  screen.apply()
  draw_legend(game)
  if game.shows_times then draw_times(game) end
  if game.paused and not game.shows_help and game.world.state == "playing" then
    panel.box(screen.width / 2 - 56, 98, 112, 30, 0.06, 0.08, 0.10, 0.85)
    set_font(fonts.bold)
    g.setColor(GOLD)
    g.printf("PAUSED", screen.width / 2 - 56, 104, 112, "center")
  end
  if game.world.state ~= "playing" then draw_end(game) end
  if game.shows_help then draw_help() end
  g.pop()
end

return sheets
