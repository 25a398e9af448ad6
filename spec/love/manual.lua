-- Plays each LÖVE game of the manual: every block of README.md and docs/*.md whose first line is `-- main.lua`, or the
-- second after `-- fragment`. It is clicked at several places, and the picture changes. The files that it needs are the
-- fragments of its page whose second line is their name, `-- finder.lua`.

local read_blocks = require("spec.support.pages").blocks

local WIDTH, HEIGHT = 800, 600 -- of a window without a conf.lua

local function text_of(block)
  return table.concat(block, "\n")
end

-- The name of the file that a block is, or nil.
local function file_of(block)
  local line = block[1] == "-- fragment" and block[2] or block[1] == "-- main.lua" and block[1] or ""
  return line:match("^%-%- ([%w_]+%.lua)")
end

-- The callbacks of a game, as they are without one.
local callbacks = { "load", "update", "draw", "quit", "keypressed", "keyreleased", "textinput", "mousepressed",
  "mousereleased", "mousemoved", "wheelmoved", "resize", "threaderror" }

local function reset(play)
  for _, name in ipairs(callbacks) do love[name] = nil end
  function love.threaderror(_, message) error(message, 0) end
  love.graphics.reset()
  love.graphics.setNewFont(12)
  play:move(0, 0)
end

-- Frames that last, so that threads get on.
local function rest(play, frames)
  for _ = 1, frames do
    play:frames(1)
    love.timer.sleep(0.005)
  end
end

-- The example of threads: it answers in its own time, and a river lies across.
local function check_thread(play, name)
  local function lit()
    local image = play:screenshot("thread")
    return play:count(image, "#ffffff", 0.2), play:count(image, "#ffffff", 0.2, 300, 0, 40, 480)
  end
  play:check(lit() == 0, name .. ": nothing at first")
  play:click(700, 100)
  local all, in_river = 0, 0
  for _ = 1, 40 do
    rest(play, 10)
    all, in_river = lit()
    if all > 0 then break end
  end
  play:check(all > 500, name .. ": the route is there")
  play:check(in_river == 0, name .. ": and leads round the river")
end

local function check_clicks(play, name)
  local before = play:screenshot("before")
  local differences = 0
  for _, place in ipairs { { 0.8, 0.2 }, { 0.15, 0.85 }, { 0.5, 0.5 }, { 0.999, 0.999 }, { 0.9, 0.75 }, { 0, 0 } } do
    play:click(math.floor(WIDTH * place[1]), math.floor(HEIGHT * place[2]))
    rest(play, 10)
    differences = math.max(differences, play:differ(before, play:screenshot("after"), 0.02))
  end
  play:check(differences > 50, name .. ": the picture changes when it is clicked")
end

return function(play)
  play.most_seconds = 120
  love.window.setMode(WIDTH, HEIGHT)
  local games = 0
  for path in os.getenv("ASTAR_MANUAL"):gmatch("[^\n]+") do
    local page, blocks = path:match("[^/]*$"), read_blocks(path, "lua")
    local files = {}
    for _, block in ipairs(blocks) do
      local file = file_of(block)
      if file and file ~= "main.lua" then
        assert(love.filesystem.write(file, text_of(block)))
        files[file] = true
      end
    end
    for _, block in ipairs(blocks) do
      if file_of(block) == "main.lua" then
        local name = page .. ":" .. block.line
        games = games + 1
        reset(play)
        local chunk, message = loadstring(("\n"):rep(block.line - 1) .. text_of(block), "@" .. page)
        if play:check(chunk, message) then
          chunk()
          if love.load then love.load({}, {}) end
          play:frames(2)
          if text_of(block):find("love.thread", 1, true) and files["finder.lua"] then
            check_thread(play, name)
            love.thread.getChannel("orders"):push(false)
            rest(play, 10)
            love.thread.getChannel("orders"):clear()
            love.thread.getChannel("answers"):clear()
          else
            check_clicks(play, name)
          end
        end
      end
    end
  end
  reset(play)
  play:check(games > 0, "there are games in the manual")
  print(games .. " games")
end
