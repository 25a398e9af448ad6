-- Plays examples/love/template without a module that it could load: the message is in the window, and Escape quits.
-- spec/love/run --library none|FILE template template_alone

return function(play)
  local said
  local printf = love.graphics.printf
  love.graphics.printf = function(text, ...)
    said = text
    return printf(text, ...)
  end

  play:wait(0.1)
  local image = play:screenshot(os.getenv("ASTAR_LIBRARY") == "none" and "none" or "wrong")
  play:check(type(said) == "string" and said:find("could not be loaded", 1, true), "the message: " .. tostring(said))
  local words = os.getenv("ASTAR_LIBRARY") == "none" and "There is no astar" or "was built for Lua 5.4"
  play:check(said:find(words, 1, true), "the reason: " .. tostring(said))
  play:check(play:count(image, "#ffffff", 0.2) > 1000, "it can be read")
  play:check(play:count(image, "#000000") > 600000, "on black, which is no blue screen")
  play:key("escape")
  play:frames(1)
  play:check(play.quit, "Escape quits")
end
