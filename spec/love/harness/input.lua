-- The mouse and the keyboard of a game that is played by script. Events go to the game as LÖVE sends them, and
-- love.mouse and love.keyboard tell of the same state.

local input = { x = 0, y = 0, buttons = {}, keys = {} }

function input.install()
  function love.mouse.getPosition() return input.x, input.y end
  function love.mouse.getX() return input.x end
  function love.mouse.getY() return input.y end
  function love.mouse.setPosition(x, y) input.move(x, y) end

  function love.mouse.isDown(...)
    for i = 1, select("#", ...) do
      if input.buttons[select(i, ...)] then return true end
    end
    return false
  end

  function love.keyboard.isDown(...)
    for i = 1, select("#", ...) do
      local key = select(i, ...)
      love.keyboard.getScancodeFromKey(key)             -- raises if there is no such key
      if input.keys[key] then return true end
    end
    return false
  end

  function love.keyboard.isScancodeDown(...)
    for i = 1, select("#", ...) do
      if input.keys[love.keyboard.getKeyFromScancode((select(i, ...)))] then return true end
    end
    return false
  end
end

function input.move(x, y)
  local dx, dy = x - input.x, y - input.y
  if dx == 0 and dy == 0 then return end
  input.x, input.y = x, y
  love.handlers.mousemoved(x, y, dx, dy, false)
end

function input.press(x, y, button, presses)
  input.move(x, y)
  input.buttons[button] = true
  love.handlers.mousepressed(x, y, button, false, presses)
end

function input.release(x, y, button, presses)
  input.move(x, y)
  input.buttons[button] = nil
  love.handlers.mousereleased(x, y, button, false, presses)
end

function input.wheel(dx, dy)
  love.handlers.wheelmoved(dx, dy)
end

function input.text(text)
  if not love.keyboard.hasTextInput() then return end
  for letter in text:gmatch("[%z\1-\127\194-\244][\128-\191]*") do love.handlers.textinput(letter) end
end

-- A key that types a letter sends it as text too, unless a key for commands is held.
function input.key_down(key)
  local scancode = love.keyboard.getScancodeFromKey(key)
  input.keys[key] = true
  love.handlers.keypressed(key, scancode, false)
  local commands = love.keyboard.isDown("lctrl", "rctrl", "lalt", "lgui", "rgui")
  if not commands and (key == "space" or #key == 1) then
    local letter = key == "space" and " " or key
    input.text(love.keyboard.isDown("lshift", "rshift") and letter:upper() or letter)
  end
end

function input.key_up(key)
  input.keys[key] = nil
  love.handlers.keyreleased(key, love.keyboard.getScancodeFromKey(key))
end

return input
