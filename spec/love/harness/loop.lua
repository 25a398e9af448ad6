-- love.run of a game that is played by script: every frame lasts 1/60 s for the game, however long it took, so a play
-- goes the same way each time. The game hears nothing of the real mouse and keyboard.

local input = require "spec.love.harness.input"
local new_play = require "spec.love.harness.play"

local REAL_INPUT = {
  keypressed = true, keyreleased = true, textinput = true, textedited = true, mousemoved = true, mousepressed = true,
  mousereleased = true, wheelmoved = true, touchmoved = true, touchpressed = true, touchreleased = true,
  focus = true, mousefocus = true,
}

local function report(play)
  if play.passed + play.failed == 0 then
    print("FAILED: the play has checked nothing")
    play.failed = 1
  end
  print(("%d passed, %d failed"):format(play.passed, play.failed))
  io.stdout:flush()
  return play.failed == 0 and 0 or 1
end

-- The coroutine's own stack tells where a play went wrong, and is gone once the error is raised from here.
local function resume(coroutine_of_play, play)
  local fine, message = coroutine.resume(coroutine_of_play, play)
  if not fine then error(debug.traceback(coroutine_of_play, tostring(message)), 0) end
end

local function start()
  local name = assert(os.getenv("ASTAR_PLAY"), "ASTAR_PLAY names no play")
  local show = os.getenv("ASTAR_SHOW") ~= nil
  local game = package.loaded.main
  local play = new_play(type(game) == "table" and game or nil)

  function love.errorhandler(message)
    io.stderr:write(debug.traceback(tostring(message), 2), "\n")
    io.stderr:flush()
    play.failed = play.failed + 1
    report(play)
    return function() return 1 end
  end

  input.install()
  function love.timer.getDelta() return play.dt end
  if love.load then love.load({}, {}) end

  local script = coroutine.create(require("spec.love." .. name))
  local frames = 0

  local function pump()
    love.event.pump()
    for event, a, b, c, d, e, f in love.event.poll() do
      if event == "quit" then
        play.quit = not love.quit or not love.quit()
      elseif not REAL_INPUT[event] then
        love.handlers[event](a, b, c, d, e, f)
      end
    end
  end

  local function update()
    if play.quit or not love.update then return end
    local began = love.timer.getTime()
    love.update(play.dt)
    play.times[#play.times + 1] = love.timer.getTime() - began
  end

  local function draw()
    love.graphics.origin()
    love.graphics.clear(love.graphics.getBackgroundColor())
    local began = love.timer.getTime()
    if love.draw and not play.quit then love.draw() end
    play.draws[#play.draws + 1] = love.timer.getTime() - began
    love.graphics.present()
  end

  return function()
    local began = love.timer.step() and love.timer.getTime()
    pump()
    resume(script, play)
    if coroutine.status(script) == "dead" then return report(play) end
    frames = frames + 1
    if frames * play.dt > play.most_seconds then error("the play takes more than " .. play.most_seconds .. " s", 0) end
    update()
    draw()
    if show then love.timer.sleep(math.max(0, play.dt - (love.timer.getTime() - began))) end
  end
end

return start
