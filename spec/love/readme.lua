-- Plays the README's example of a thread: a click, and the route that the thread found is drawn.

-- The README's block that begins with the comment `-- <name>`.
local function block(name)
  local file = assert(io.open(os.getenv("ASTAR_README"), "rb"))
  local text = file:read("*a")
  file:close()
  for code in text:gmatch("```lua\n%-%- fragment\n(.-)\n```") do
    if code:match("^%-%- ([%w.]+)") == name then return code end
  end
  error("the README has no " .. name)
end

return function(play)
  assert(love.filesystem.write("finder.lua", block("finder.lua")))
  assert(loadstring(block("main.lua"), "@README.md"))()

  local function lit()
    local image = play:screenshot("thread")
    return play:count(image, "#ffffff", 0.2), play:count(image, "#ffffff", 0.2, 300, 0, 40, 480)
  end

  play:check(lit() == 0, "nothing at first")
  play:click(700, 100)
  for _ = 1, 100 do
    play:frames(1)
    love.timer.sleep(0.01)
  end
  local all, in_river = lit()
  play:check(all > 500, "the route is there")
  play:check(in_river == 0, "and leads round the river")
  love.thread.getChannel("orders"):push(false)
end
