-- What a play is given: calls that act on the game, wait, look at the screen and check. A play is a coroutine that
-- the loop resumes once a frame, before love.update; the calls that take time yield until it has passed.
--
--   play:wait(seconds)  play:frames(n)                  the game goes on for so long
--   play:key(key [, seconds])                           pressed, for a frame if not told how long, and released
--   play:key_down(key)  play:key_up(key)
--   play:text(text)                                     typed at once
--   play:move(x, y)                                     the mouse
--   play:click(x, y [, button [, presses]])             takes a frame
--   play:press(x, y [, button])  play:release(x, y [, button])
--   play:drag(x1, y1, x2, y2 [, button])                takes some frames
--   play:wheel(dx, dy)
--   play:draw(f)                                        f is love.draw from now on
--   play:screenshot(name [, x, y, w, h]) → ImageData    of the next frame, or of that part of it; also written to
--                                                       build/love/shots/<play>-<name>.png
--   play:count(image, colour, tolerance [, x, y, w, h]) how many pixels have that colour, "#rrggbb" or { r, g, b } in 0..1
--   play:texts()                                        what the next frame prints: { text, x1, y1, x2, y2 (in pixels), size } each
--   play:check_window(w, h, name)                       makes the window so large; then all texts have to lie in it, none over
--                                                       another, and be large enough to be read
--   play:differ(image, other [, tolerance])             how many pixels of two images differ
--   play:check(condition, message) → condition
--   play:slowest(share) → seconds                       so much of the frames' updates took no longer; 0.99 if not given
--   play.count_work() → times, stop                     times each love.update from now on, until stop(): in times[1] by the
--                                                       clock, in times[2] of the processor, which is what the game
--                                                       itself took, whatever else runs
--
--   play.game      what the game's main.lua returns
--   play.times     how long each call of the game's love.update took, in seconds
--   play.draws     how long each call of love.draw took, without waiting for the graphics card
--   play.dt        what love.update is given, 1/60
--   play.most_seconds  of the game's time, after which the play has failed; 10 if not assigned
--   play.quit      true once the game has asked to quit; it then gets no more calls

local ffi = require "ffi"

local input = require "spec.love.harness.input"

local Play = {}
Play.__index = Play

local function new_play(game)
  return setmetatable({
    game = game, times = {}, draws = {}, dt = 1 / 60, most_seconds = 10, quit = false, passed = 0, failed = 0,
  }, Play)
end

---- Time -------------------------------------------------------------------------------------------------

function Play:frames(n)
  if type(n) ~= "number" or n < 0 then error("play:frames takes a number >= 0", 2) end
  for _ = 1, n do coroutine.yield() end
end

function Play:wait(seconds)
  if type(seconds) ~= "number" or seconds < 0 then error("play:wait takes a number of seconds >= 0", 2) end
  self:frames(math.ceil(seconds / self.dt - 1e-6))
end

---- Input ------------------------------------------------------------------------------------------------

function Play:key_down(key) input.key_down(key) end

function Play:key_up(key) input.key_up(key) end

function Play:key(key, seconds)
  input.key_down(key)
  self:wait(seconds or self.dt)
  input.key_up(key)
end

function Play:text(text) input.text(text) end

function Play:move(x, y) input.move(x, y) end

function Play:press(x, y, button) input.press(x, y, button or 1, 1) end

function Play:release(x, y, button) input.release(x, y, button or 1, 1) end

function Play:click(x, y, button, presses)
  input.press(x, y, button or 1, presses or 1)
  self:frames(1)
  input.release(x, y, button or 1, presses or 1)
end

function Play:drag(x1, y1, x2, y2, button)
  local steps = 8
  input.press(x1, y1, button or 1, 1)
  for i = 1, steps do
    self:frames(1)
    input.move(math.floor(x1 + (x2 - x1) * i / steps + 0.5), math.floor(y1 + (y2 - y1) * i / steps + 0.5))
  end
  self:frames(1)
  input.release(x2, y2, button or 1, 1)
end

function Play:wheel(dx, dy) input.wheel(dx, dy) end

---- The screen --------------------------------------------------------------------------------------------

function Play:draw(f)
  love.draw = f
end

function Play:screenshot(name, x, y, w, h)
  local image
  love.graphics.captureScreenshot(function(captured) image = captured end)
  self:frames(1)
  if not image then error("no frame was drawn to take a picture of", 2) end
  if x then
    local part = love.image.newImageData(w, h)
    part:paste(image, 0, 0, x, y, w, h)
    image = part
  end

  local path = ("%s-%s.png"):format(os.getenv("ASTAR_SHOTS") or "shot", name)
  local file = assert(io.open(path, "wb"))
  file:write(image:encode("png"):getString())
  file:close()
  return image
end

local function rgb(colour)
  if type(colour) ~= "string" then return colour[1], colour[2], colour[3] end
  local r, g, b = colour:match("^#(%x%x)(%x%x)(%x%x)")
  if not r then error("a colour is \"#rrggbb\" or { r, g, b }", 3) end
  return tonumber(r, 16) / 255, tonumber(g, 16) / 255, tonumber(b, 16) / 255
end

function Play:count(image, colour, tolerance, x, y, w, h)
  local r, g, b = rgb(colour)
  local abs, width, height = math.abs, image:getDimensions()
  x, y = x or 0, y or 0
  local x2, y2 = math.min(x + (w or width), width), math.min(y + (h or height), height)
  tolerance = (tolerance or 0) + 0.5 / 255

  local found = 0
  for row = math.max(0, math.floor(y)), math.ceil(y2) - 1 do
    for col = math.max(0, math.floor(x)), math.ceil(x2) - 1 do
      local pr, pg, pb = image:getPixel(col, row)
      if abs(pr - r) <= tolerance and abs(pg - g) <= tolerance and abs(pb - b) <= tolerance then found = found + 1 end
    end
  end
  return found
end

function Play:differ(image, other, tolerance)
  local abs, width, height = math.abs, image:getDimensions()
  if other:getWidth() ~= width or other:getHeight() ~= height then return width * height end
  tolerance = (tolerance or 0) + 0.5 / 255

  local found = 0
  for row = 0, height - 1 do
    for col = 0, width - 1 do
      local r1, g1, b1 = image:getPixel(col, row)
      local r2, g2, b2 = other:getPixel(col, row)
      if abs(r1 - r2) > tolerance or abs(g1 - g2) > tolerance or abs(b1 - b2) > tolerance then found = found + 1 end
    end
  end
  return found
end

---- Texts -------------------------------------------------------------------------------------------------

-- Texts that the demos print; the labels of astar.draw are not among them.
function Play:texts()
  local g, list = love.graphics, {}
  local print, printf = g.print, g.printf
  local function note(text, x, y, width, lines, r, sx)
    local font = g.getFont()
    local x1, y1 = g.transformPoint(x, y)
    local x2, y2 = g.transformPoint(x + width * (sx or 1), y + lines * font:getHeight() * (sx or 1))
    list[#list + 1] = { text = text, x1 = x1, y1 = y1, x2 = x2, y2 = y2, size = (y2 - y1) / lines, turned = r and r ~= 0 }
  end
  function g.print(text, x, y, r, sx, ...)
    note(tostring(text), x, y, g.getFont():getWidth(tostring(text)), 1, r, sx)
    return print(text, x, y, r, sx, ...)
  end
  function g.printf(text, x, y, limit, align, r, sx, ...)
    local width, lines = g.getFont():getWrap(text, limit)
    local shift = align == "center" and (limit - width) / 2 or align == "right" and limit - width or 0
    note(text, x + shift * (sx or 1), y, width, #lines, r, sx)
    return printf(text, x, y, limit, align, r, sx, ...)
  end
  self:frames(1)
  g.print, g.printf = print, printf
  return list
end

local LEAST_TEXT, SLACK = 11, 2 -- pixels: the height of a line, and what the rounding of places may do

function Play:check_window(w, h, name)
  local width, height = love.graphics.getDimensions()
  if width ~= w or height ~= h then love.window.setMode(w, h, { resizable = true }) end
  self:frames(3)
  local texts = self:texts()
  name = ("%s at %d x %d"):format(name, w, h)
  self:screenshot((name:gsub("[^%w]+", "-")))
  local wrong = #texts == 0 and "no text" or nil
  for i, a in ipairs(texts) do
    if a.x1 < -SLACK or a.y1 < -SLACK or a.x2 > w + SLACK or a.y2 > h + SLACK then
      wrong = ("'%s' leaves the window"):format(a.text)
    end
    if a.size < LEAST_TEXT * math.max(1, math.min(w / 1280, h / 720)) then wrong = ("'%s' is %.1f pixels high"):format(a.text, a.size) end
    for k = 1, i - 1 do
      local b = texts[k]
      local over_x, over_y = math.min(a.x2, b.x2) - math.max(a.x1, b.x1), math.min(a.y2, b.y2) - math.max(a.y1, b.y1)
      if over_x > SLACK and over_y > 0.4 * math.min(a.size, b.size) then wrong = ("'%s' lies over '%s'"):format(a.text, b.text) end
    end
  end
  self:check(not wrong, name .. ": " .. tostring(wrong))
end

---- Results ----------------------------------------------------------------------------------------------

function Play:check(condition, message)
  if condition then
    self.passed = self.passed + 1
  else
    self.failed = self.failed + 1
    local here = debug.getinfo(2, "Sl")
    print(("FAILED: %s:%d: %s"):format(here.short_src, here.currentline, message or "check"))
  end
  return condition
end

function Play:slowest(share)
  local sorted = { unpack(self.times) }
  table.sort(sorted)
  return sorted[math.max(1, math.ceil(#sorted * (share or 0.99)))] or 0
end

local has_clock = false

function Play.count_work()
  if not has_clock then
    ffi.cdef "struct span { long seconds, nanoseconds; }; int clock_gettime(int, struct span *);"
    has_clock = true
  end
  local span = ffi.new("struct span")
  local function processor()
    ffi.C.clock_gettime(3, span) -- this thread's
    return tonumber(span.seconds) + tonumber(span.nanoseconds) * 1e-9
  end
  local times, update = { {}, {} }, love.update
  function love.update(dt)
    local clock, work = love.timer.getTime(), processor()
    update(dt)
    times[1][#times[1] + 1] = love.timer.getTime() - clock
    times[2][#times[2] + 1] = processor() - work
  end
  return times, function() love.update = update end
end

return new_play
