-- The film of the demo, played in examples/love/battlefield: one order to men, horses, tanks and a ship, then a flooded
-- bridge, then a new one. The frames are battlefield-000.png and so on; .ci/pictures makes the film of them.

local panel = require "panel"
local rules = require "rules"

local WIDTH, HEIGHT, LINE = 640, 460, 26
local PACE = 8                           -- frames of the game for one of the film, which is twice as fast
local LEFT, TOP, SCALE = 16, 4.6, WIDTH / 28

return function(play)
  play.most_seconds = 60
  local game = play.game
  local caption, frame, count = "", 0, 0
  local font = love.graphics.newFont(14)

  local function tick(frames)
    for _ = 1, frames do
      if count % PACE == 0 then
        play:screenshot(("%03d"):format(frame))
        frame = frame + 1
      else
        play:frames(1)
      end
      count = count + 1
    end
  end

  local function cursor()
    local x, y = love.mouse.getPosition()
    local arrow = { x, y, x, y + 17, x + 4, y + 13.5, x + 7, y + 20, x + 10, y + 18.5, x + 7, y + 12.5, x + 12, y + 12 }
    love.graphics.setColor(1, 1, 1)
    for _, part in ipairs(love.math.triangulate(arrow)) do love.graphics.polygon("fill", part) end
    love.graphics.setColor(0, 0, 0)
    love.graphics.setLineWidth(1.2)
    love.graphics.polygon("line", arrow)
  end

  local draw = love.draw
  play:draw(function()
    draw()
    love.graphics.push("all")
    love.graphics.setColor(0.06, 0.08, 0.10)
    love.graphics.rectangle("fill", 0, HEIGHT - LINE, WIDTH, LINE)
    love.graphics.setFont(font)
    love.graphics.setColor(1, 1, 1)
    love.graphics.printf(caption, 0, HEIGHT - LINE + 4, WIDTH, "center")
    cursor()
    love.graphics.pop()
  end)

  local function screen(col, row)
    return math.floor((col - LEFT) * SCALE + 0.5), math.floor((row - TOP) * SCALE + 0.5)
  end

  -- The mouse glides there.
  local function glide(col, row, frames)
    local from_x, from_y = love.mouse.getPosition()
    local x, y = screen(col, row)
    for i = 1, frames do
      local part = i / frames
      part = part * part * (3 - 2 * part)
      play:move(math.floor(from_x + (x - from_x) * part + 0.5), math.floor(from_y + (y - from_y) * part + 0.5))
      tick(1)
    end
  end

  local function button(down)
    local x, y = love.mouse.getPosition()
    if down then play:press(x, y) else play:release(x, y) end
  end

  local function click()
    button(true)
    tick(2)
    button(false)
  end

  local function paint(terrain, places)
    game.brush.on, game.brush.terrain, game.brush.radius = true, terrain, 0
    glide(places[1][1], places[1][2], 40)
    button(true)
    for i = 2, #places do glide(places[i][1], places[i][2], 22) end
    button(false)
    tick(4)
    game.brush.on = false
  end

  -- The stage: no panels, a part of the valley, units of our own, and answers that do not depend on the clock.
  love.window.setMode(WIDTH, HEIGHT, { msaa = 4 })
  local update = panel.update
  function panel.update(of) update(of) panel.shows_palette = false end
  panel.shows_help = false
  game.plan.shows_range, game.budget = false, 1
  play:frames(2)
  local camera = game.camera
  camera.scale, camera.own, camera.middle_x, camera.middle_y = SCALE, true, 0, 0
  camera.x, camera.y = LEFT, TOP
  for _, unit in ipairs(game.army.units) do unit.agent:remove() end
  game.army.units, game.selected = {}, {}
  for _, unit in ipairs { { "man", 20, 12 }, { "man", 20, 14 }, { "horse", 19, 16 }, { "horse", 20, 18 }, { "tank", 17, 20 },
    { "tank", 17, 22 }, { "ship", 28, 10 } } do
    game.army:add(rules.by_name[unit[1]], game.map:cell(unit[2], unit[3]))
  end
  game.map:fill(37, 18, 1, 2, "plain")   -- a pond, which the ship would take for the nearest water
  play:move(screen(16.3, 10.6))
  play:frames(2)

  caption = "Men, horses, tanks and a ship"
  tick(20)
  button(true)
  glide(21.2, 23, 40)
  button(false)
  tick(6)
  play:key_down("lshift")
  glide(27.6, 9.6, 32)
  click()
  play:key_up("lshift")
  caption = "One click: each kind takes the way that is cheapest for it"
  glide(39.5, 8.5, 44)
  tick(6)
  click()
  tick(60)

  caption = "A bridge is flooded: they look for another way"
  paint("sea", { { 30.5, 15.5 }, { 31.5, 15.5 }, { 31.5, 16.5 } })
  tick(90)

  caption = "A new bridge: they turn round"
  paint("bridge", { { 29.4, 14.5 }, { 30.6, 14.5 } })
  glide(34, 24.6, 30)                     -- down to the caption, where it asks for no route
  tick(400)
  play:check(frame > 60, "there are frames")
  for _, unit in ipairs(game.army.units) do
    play:check(rules.may_enter(unit.kind, unit.cell), unit.kind.name .. " stands where it can")
  end
end
