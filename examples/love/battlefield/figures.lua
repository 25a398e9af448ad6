-- How units look from above: plain shapes in the colour of their kind, that face where they go.
--
-- A figure is drawn around 0, 0, within 1 of it, and looks to the right.

local figures = {}

local g = love.graphics
local DARK = { 0.07, 0.08, 0.10 }

local function outlined(r, gr, b, draw)
  g.setColor(DARK)
  draw("line")
  g.setColor(r, gr, b)
  draw("fill")
end

local draw = {}

function draw.man(r, gr, b)
  g.setColor(DARK)
  g.line(-0.25, 0.66, 1.0, 0.66) -- a spear
  outlined(r, gr, b, function(mode) g.ellipse(mode, -0.05, 0, 0.42, 0.80, 20) end)
  outlined(0.62, 0.40, 0.22, function(mode) g.circle(mode, 0.06, 0, 0.27, 16) end)
end

function draw.horse(r, gr, b)
  g.setColor(DARK)
  g.line(-0.75, 0, -1.1, 0.14)
  outlined(r, gr, b, function(mode) g.ellipse(mode, 0.72, 0, 0.36, 0.19, 16) end)
  outlined(r, gr, b, function(mode) g.ellipse(mode, -0.12, 0, 0.74, 0.38, 20) end)
  outlined(0.90, 0.89, 0.84, function(mode) g.ellipse(mode, -0.12, 0, 0.20, 0.50, 16) end)
  outlined(0.40, 0.26, 0.16, function(mode) g.circle(mode, -0.08, 0, 0.20, 12) end)
end

function draw.tank(r, gr, b)
  outlined(0.20, 0.22, 0.22, function(mode) g.rectangle(mode, -0.88, -0.76, 1.70, 0.40, 0.1) end)
  outlined(0.20, 0.22, 0.22, function(mode) g.rectangle(mode, -0.88, 0.36, 1.70, 0.40, 0.1) end)
  outlined(r, gr, b, function(mode) g.rectangle(mode, -0.78, -0.44, 1.52, 0.88, 0.12) end)
  outlined(r * 0.72, gr * 0.72, b * 0.72, function(mode) g.rectangle(mode, 0.1, -0.11, 1.05, 0.22) end)
  outlined(r * 0.72, gr * 0.72, b * 0.72, function(mode) g.circle(mode, -0.08, 0, 0.36, 16) end)
end

local hull = { -0.98, -0.36, 0.25, -0.44, 1.08, 0, 0.25, 0.44, -0.98, 0.36 }

function draw.ship(r, gr, b)
  outlined(0.62, 0.40, 0.24, function(mode) g.polygon(mode, hull) end)
  outlined(r, gr, b, function(mode) g.ellipse(mode, -0.44, 0, 0.17, 0.76, 16) end)
  outlined(r, gr, b, function(mode) g.ellipse(mode, 0.18, 0, 0.18, 0.88, 16) end)
end

-- In the transform of the map; `size` is half of how long it is there, and `scale` pixels to a unit.
function figures.draw(unit, size, scale)
  local colour = unit.kind.colour
  g.push()
  g.translate(unit.x, unit.y)
  g.scale(size)
  g.rotate(unit.face)
  g.setLineWidth(3 / (size * scale))
  if size * scale < 6 then -- from afar it is a dot with a nose
    outlined(colour[1], colour[2], colour[3], function(mode) g.polygon(mode, -0.8, -0.75, 1.1, 0, -0.8, 0.75) end)
  else
    draw[unit.kind.name](colour[1], colour[2], colour[3])
  end
  g.pop()
end

-- A sign of the kind on a panel: `size` is half of how long it is, in pixels.
function figures.sign(kind, x, y, size)
  local colour = kind.colour
  g.push()
  g.translate(x, y)
  g.scale(size)
  g.setLineWidth(2.5 / size)
  draw[kind.name](colour[1], colour[2], colour[3])
  g.pop()
end

return figures
