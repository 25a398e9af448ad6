-- How creeps look from above: each kind in four pictures of its stride, which look to the right.
--
-- A picture is drawn around 0, 0, within 1 of it; sprites.lua puts it on the sheet.

local rules = require "rules"

local g = love.graphics
local beasts = { STRIDES = 4 }

local DARK = { 0.09, 0.08, 0.10 }
local LINE = 0.09

local function shade(colour, factor)
  return { math.min(1, colour[1] * factor), math.min(1, colour[2] * factor), math.min(1, colour[3] * factor) }
end

-- A filled shape with a dark rim: draw("fill") and draw("line") make it.
local function outlined(colour, draw)
  g.setLineWidth(LINE * 2)
  g.setColor(DARK)
  draw("line")
  g.setColor(colour)
  draw("fill")
end

local function ellipse(colour, x, y, a, b)
  outlined(colour, function(mode) g.ellipse(mode, x, y, a, b, 32) end)
end

local function limb(x1, y1, x2, y2, width, colour)
  g.setLineWidth(width + LINE * 1.6)
  g.setColor(DARK)
  g.line(x1, y1, x2, y2)
  g.circle("fill", x2, y2, (width + LINE * 1.6) / 2)
  g.setLineWidth(width)
  g.setColor(colour)
  g.line(x1, y1, x2, y2)
  g.circle("fill", x2, y2, width / 2)
end

local draw = {}

-- A lean beast on four legs.
function draw.runner(colour, swing)
  local dark = shade(colour, 0.72)
  limb(-0.80, 0, -1.02, 0.22 * swing, 0.12, dark)            -- the tail
  for side = -1, 1, 2 do
    limb(0.35, 0.2 * side, 0.42 + 0.24 * swing * side, 0.52 * side, 0.16, dark)
    limb(-0.45, 0.2 * side, -0.45 - 0.24 * swing * side, 0.52 * side, 0.16, dark)
  end
  ellipse(colour, -0.14, 0, 0.70, 0.36)
  g.setColor(shade(colour, 1.22))
  g.ellipse("fill", -0.14, 0, 0.52, 0.12)                    -- the light back
  for side = -1, 1, 2 do
    outlined(dark, function(mode) g.polygon(mode, 0.46, 0.14 * side, 0.34, 0.42 * side, 0.66, 0.24 * side) end)
  end
  ellipse(colour, 0.66, 0, 0.32, 0.25)
  g.setColor(DARK)
  g.circle("fill", 0.96, 0, 0.08)
  g.circle("fill", 0.72, 0.13, 0.06)
  g.circle("fill", 0.72, -0.13, 0.06)
end

-- Broad shoulders, fists, and plates on the back.
function draw.brute(colour, swing)
  local dark, light = shade(colour, 0.66), shade(colour, 1.18)
  for side = -1, 1, 2 do
    limb(-0.10, 0.46 * side, -0.28 - 0.20 * swing * side, 0.40 * side, 0.26, dark) -- feet
    limb(0.05, 0.62 * side, 0.42 + 0.20 * swing * side, 0.66 * side, 0.26, dark)
    ellipse(light, 0.50 + 0.20 * swing * side, 0.66 * side, 0.19, 0.19)
  end
  ellipse(colour, -0.08, 0, 0.56, 0.80)
  ellipse(dark, -0.18, 0, 0.34, 0.58)
  g.setColor(light)
  g.setLineWidth(0.07)
  g.line(-0.20, -0.52, -0.20, 0.52)
  g.line(-0.44, -0.02, 0.10, -0.02)
  ellipse(colour, 0.30, 0, 0.28, 0.28)
  for side = -1, 1, 2 do
    outlined({ 0.95, 0.92, 0.82 }, function(mode)
      g.polygon(mode, 0.36, 0.22 * side, 0.62, 0.40 * side, 0.52, 0.14 * side)
    end)
    g.setColor(DARK)
    g.circle("fill", 0.46, 0.10 * side, 0.06)
  end
end

-- A hood and a cloak that flutters; a dagger in the hand.
function draw.scout(colour, swing)
  local dark, light = shade(colour, 0.62), shade(colour, 1.2)
  for side = -1, 1, 2 do limb(0, 0.18 * side, 0.30 * swing * side, 0.24 * side, 0.22, { 0.36, 0.27, 0.20 }) end
  g.setColor(DARK)
  g.setLineWidth(0.2)
  g.line(0.30, 0.42, 0.92, 0.42)
  g.setColor(0.92, 0.94, 0.97)
  g.setLineWidth(0.09)
  g.line(0.36, 0.42, 0.90, 0.42)
  local flutter = 0.10 * swing
  outlined(dark, function(mode)
    g.polygon(mode, 0.30, -0.42, 0.34, 0.42, -0.30, 0.50, -0.92, 0.30 + flutter, -0.76, flutter, -0.96, -0.30 + flutter,
      -0.30, -0.50)
  end)
  outlined(colour, function(mode)
    g.polygon(mode, 0.34, -0.36, 0.40, 0.36, -0.26, 0.36, -0.62, flutter, -0.26, -0.36)
  end)
  ellipse(light, 0.22, 0, 0.34, 0.32)
  ellipse({ 0.13, 0.16, 0.18 }, 0.34, 0, 0.18, 0.20)
  g.setColor(1, 0.95, 0.6)
  g.circle("fill", 0.44, 0.08, 0.05)
  g.circle("fill", 0.44, -0.08, 0.05)
end

-- add(name, paint) for each picture; each kind's is called by its name and the number of the stride.
function beasts.list(add)
  for _, kind in ipairs(rules.kinds) do
    for stride = 1, beasts.STRIDES do
      local swing = math.sin((stride - 1) / beasts.STRIDES * 2 * math.pi)
      add(kind.name .. stride, function()
        g.scale(0.66)
        draw[kind.name](kind.colour, swing)
      end)
    end
  end
end

return beasts
