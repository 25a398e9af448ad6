-- The pointer: where the mouse is, or where the arrow keys have led. Enter and Backspace are the left and the right
-- mouse button there, held down for a drag; so all that the mouse does can be done with the keys. The game's own
-- callbacks for the mouse get both.

local screen = require "shared.screen"

local pointer = {}

local DELAY, SPEED = 0.25, 480 -- seconds that a key is held until the pointer runs; units a second
local STEP = 6                 -- units of a step, if the game says nothing else
local ARROWS = { left = { -1, 0 }, right = { 1, 0 }, up = { 0, -1 }, down = { 0, 1 } }
local BUTTONS = { ["return"] = 1, kpenter = 1, backspace = 2 }
local WHEEL = { pageup = 1, pagedown = -1 }

local x, y        -- in pixels, once the keys have it; nil: the mouse has it
local wait = 0    -- until it runs
local options

-- A line for the help of each game.
pointer.HELP = { "arrows, Enter", "move the pointer, click there" }

-- In pixels.
function pointer.position()
  if x then return x, y end
  return love.mouse.getPosition()
end

local function shift() return love.keyboard.isDown("lshift", "rshift") end

-- Where the keys begin: at the mouse if it is over the window, else in the middle.
local function take()
  if x then return end
  local width, height = love.graphics.getDimensions()
  x, y = love.mouse.getPosition()
  if x <= 0 or y <= 0 or x >= width - 1 or y >= height - 1 then x, y = width / 2, height / 2 end
end

local function move(dx, dy)
  take()
  local width, height = love.graphics.getDimensions()
  local to_x, to_y = x + dx, y + dy
  if options.snap then to_x, to_y = options.snap(to_x, to_y) end
  local new_x, new_y = math.max(0, math.min(width - 1, to_x)), math.max(0, math.min(height - 1, to_y))
  -- At the edge of the window the map moves.
  if options.pan and (new_x ~= to_x or new_y ~= to_y) then options.pan(new_x - to_x, new_y - to_y) end
  dx, dy = new_x - x, new_y - y
  x, y = new_x, new_y
  if options.moved then options.moved(x, y, dx, dy, false) end
end

local function step() return options.step and options.step() or STEP * screen.scale end

-- In which direction the arrows are held.
local function direction()
  local dx, dy = 0, 0
  for key, way in pairs(ARROWS) do
    if love.keyboard.isDown(key) then dx, dy = dx + way[1], dy + way[2] end
  end
  return dx, dy
end

function pointer.update(dt)
  local dx, dy = direction()
  if dx == 0 and dy == 0 then return end
  if options.pan and shift() then
    local far = SPEED * screen.scale * dt
    options.pan(-dx * far, -dy * far)
    return
  end
  wait = wait - dt
  local pace = step() / (SPEED * screen.scale) -- seconds a step
  while wait <= 0 do
    wait = wait + pace
    move(dx * step(), dy * step())
  end
end

-- Whether it was a key of the pointer.
local function press(key, is_repeat)
  local way, button, notch = ARROWS[key], BUTTONS[key], options.zooms and WHEEL[key]
  if notch then
    love.wheelmoved(0, notch)
  elseif way and not is_repeat and not (options.pan and shift()) then
    wait = DELAY
    move(way[1] * step(), way[2] * step())
  elseif button and not is_repeat then
    take()
    love.mousepressed(x, y, button, false, 1)
  end
  return way or button or notch
end

function pointer.draw()
  if not x then return end
  local r = 9 * screen.scale
  love.graphics.push("all")
  for _, line in ipairs { { 4, 0.05, 0.06, 0.08 }, { 1.75, 1, 1, 1 } } do
    love.graphics.setColor(line[2], line[3], line[4])
    love.graphics.setLineWidth(line[1] * screen.scale)
    love.graphics.circle("line", x, y, r * 0.7)
    for _, way in pairs(ARROWS) do
      love.graphics.line(x + way[1] * r * 0.7, y + way[2] * r * 0.7, x + way[1] * r * 1.5, y + way[2] * r * 1.5)
    end
  end
  love.graphics.pop()
end

-- To be called when the game has all its callbacks.
--
--   of.step()       how far a press of an arrow goes, in pixels
--   of.snap(x, y)   → the place on the screen where the pointer stops there, such as the middle of a cell
--   of.pan(dx, dy)  moves the map by pixels: Shift with arrows, and the pointer at the edge of the window
--   of.zooms        true: page up and page down are the mouse's wheel
function pointer.install(of)
  options = of
  local keypressed, keyreleased, mousemoved = love.keypressed, love.keyreleased, love.mousemoved
  local update, draw = love.update, love.draw
  options.moved = mousemoved -- by the keys

  function love.keypressed(key, scancode, is_repeat)
    if not press(key, is_repeat) and keypressed then keypressed(key, scancode, is_repeat) end
  end

  function love.keyreleased(key, scancode)
    local at_x, at_y = pointer.position() -- the mouse may have taken it meanwhile
    if BUTTONS[key] and love.mousereleased then
      love.mousereleased(at_x, at_y, BUTTONS[key], false, 1)
    elseif keyreleased then
      keyreleased(key, scancode)
    end
  end

  function love.mousemoved(...)
    x, y = nil, nil
    if mousemoved then mousemoved(...) end
  end

  function love.update(dt)
    screen.update()
    pointer.update(dt)
    update(dt)
  end

  function love.draw()
    draw()
    pointer.draw()
  end
end

return pointer
