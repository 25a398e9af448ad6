-- Draws a shape with a dark line round it, as figures of paper have: draw(mode) draws the shape as "line" or "fill".

local g = love.graphics
local DARK = { 0.09, 0.08, 0.10 }

return function(colour, draw)
  g.setLineWidth(0.07)
  g.setColor(DARK)
  draw("line")
  g.setColor(colour)
  draw("fill")
end
