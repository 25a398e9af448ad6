-- How soldiers look from above, looking to the right: the coat, which is white and gets its colour when it is drawn, and
-- the gear over it. Each in four pictures of the stride.
--
-- A picture is drawn around 0, 0; a disc has the radius 1.

local g = love.graphics
local figures = { STRIDES = 4 }

local DARK = { 0.15, 0.13, 0.15 }
local STEEL, BRIGHT = { 0.70, 0.73, 0.78 }, { 0.88, 0.90, 0.94 }
local WOOD, SKIN = { 0.52, 0.36, 0.20 }, { 0.86, 0.67, 0.50 }
local LINE = 0.075

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

local function rod(x1, y1, x2, y2, width, colour)
  g.setLineWidth(width + LINE * 1.4)
  g.setColor(DARK)
  g.line(x1, y1, x2, y2)
  g.setLineWidth(width)
  g.setColor(colour)
  g.line(x1, y1, x2, y2)
end

local coat, gear = {}, {}

---- On foot -----------------------------------------------------------------------------------------------

-- Boots, and shoulders that sway a little.
local function body(swing)
  for side = -1, 1, 2 do
    g.setColor(0.16, 0.14, 0.13)
    g.ellipse("fill", 0.12 + 0.46 * swing * side, 0.34 * side, 0.30, 0.19, 20)
  end
  g.push()
  g.rotate(0.16 * swing)
  ellipse({ 0.88, 0.88, 0.90 }, -0.04, 0, 0.54, 0.94)
  g.setColor(1, 1, 1)
  g.ellipse("fill", -0.08, -0.10, 0.34, 0.66, 28)
  g.setColor(0.74, 0.74, 0.78)
  g.ellipse("fill", -0.36, 0, 0.13, 0.48, 20)
  g.pop()
end

local function helmet()
  ellipse(STEEL, 0.06, 0, 0.36, 0.34)
  g.setColor(BRIGHT)
  g.ellipse("fill", -0.03, -0.11, 0.20, 0.15, 20)
  g.setColor(0.36, 0.38, 0.43)
  g.setLineWidth(0.07)
  g.line(-0.26, 0, 0.44, 0)
end

function coat.spear(swing) body(swing) end

function gear.spear(swing)
  local sway = 0.05 * swing
  rod(-0.95, 0.74 + sway, 1.30, 0.66 - sway, 0.09, WOOD)
  outlined(BRIGHT, function(mode) g.polygon(mode, 1.24, 0.54 - sway, 1.62, 0.65 - sway, 1.24, 0.78 - sway) end)
  ellipse(SKIN, 0.34, 0.69, 0.15, 0.13)
  ellipse({ 0.78, 0.66, 0.40 }, 0.42, -0.56, 0.20, 0.46)
  g.setColor(0.92, 0.86, 0.66)
  g.ellipse("fill", 0.46, -0.56, 0.08, 0.20, 16)
  helmet()
end

function coat.bow(swing) body(swing) end

function gear.bow(swing)
  rod(-0.62, 0.34, -0.20, 0.52, 0.24, { 0.42, 0.27, 0.16 })       -- the quiver
  g.setColor(0.93, 0.90, 0.82)
  g.circle("fill", -0.66, 0.34, 0.10, 12)
  local reach = 0.04 * swing
  g.setLineWidth(0.24)
  g.setColor(DARK)
  g.arc("line", "open", 0.16 + reach, -0.30, 0.86, -1.05, 0.85, 20)
  g.setLineWidth(0.11)
  g.setColor(0.66, 0.46, 0.24)
  g.arc("line", "open", 0.16 + reach, -0.30, 0.86, -1.05, 0.85, 20)
  ellipse(SKIN, 0.84 + reach, -0.34, 0.14, 0.13)
  ellipse({ 0.35, 0.40, 0.24 }, 0.04, 0, 0.42, 0.40)              -- the hood
  g.setColor(0.47, 0.53, 0.32)
  g.ellipse("fill", -0.06, -0.10, 0.24, 0.17, 20)
  g.setColor(SKIN)
  g.ellipse("fill", 0.34, 0, 0.12, 0.20, 16)
end

---- On horses and wheels ----------------------------------------------------------------------------------

local HORSE, MANE = { 0.45, 0.30, 0.19 }, { 0.20, 0.13, 0.10 }

function coat.knight(swing)
  for side = -1, 1, 2 do
    for end_of = -1, 1, 2 do
      g.setColor(0.16, 0.12, 0.10)
      g.ellipse("fill", 0.58 * end_of + 0.26 * swing * side * end_of, 0.42 * side, 0.22, 0.13, 16)
    end
  end
  outlined({ 0.82, 0.82, 0.84 }, function(mode) g.rectangle(mode, -1.06, -0.50, 1.86, 1.00, 0.40) end)
  g.setColor(1, 1, 1)
  g.rectangle("fill", -0.96, -0.40, 1.62, 0.44, 0.22)
  g.setColor(0.58, 0.58, 0.62)
  for i = 0, 2 do g.rectangle("fill", -0.82 + 0.56 * i, -0.48, 0.12, 0.96) end
end

function gear.knight(swing)
  rod(-1.05, 0, -1.38, 0.14 * swing, 0.13, MANE)                   -- the tail
  local nod = 0.05 * swing
  ellipse(HORSE, 0.86 + nod, 0, 0.40, 0.21)
  ellipse(HORSE, 1.24 + nod, 0, 0.22, 0.15)
  g.setColor(MANE)
  g.ellipse("fill", 0.78 + nod, 0, 0.34, 0.075, 16)
  rod(-0.50, 0.52, 1.56, 0.44, 0.09, { 0.86, 0.80, 0.66 })         -- the lance
  outlined(BRIGHT, function(mode) g.polygon(mode, 1.48, 0.36, 1.66, 0.44, 1.48, 0.52) end)
  ellipse({ 0.52, 0.55, 0.60 }, -0.14, 0, 0.26, 0.50)
  ellipse({ 0.90, 0.86, 0.74 }, 0.06, -0.46, 0.24, 0.14)           -- the shield
  ellipse(STEEL, -0.08, 0, 0.26, 0.25)
  g.setColor(BRIGHT)
  g.ellipse("fill", -0.14, -0.07, 0.13, 0.10, 16)
end

function coat.wagon()
  for side = -1, 1, 2 do
    g.setColor(0.14, 0.11, 0.09)
    g.rectangle("fill", -0.92, 0.56 * side - 0.07, 0.44, 0.14, 0.05)
    g.rectangle("fill", -0.14, 0.56 * side - 0.07, 0.44, 0.14, 0.05)
  end
  outlined({ 0.80, 0.80, 0.80 }, function(mode) g.rectangle(mode, -1.08, -0.52, 1.50, 1.04, 0.16) end)
  g.setColor(1, 1, 1)
  g.rectangle("fill", -1.02, -0.30, 1.38, 0.34, 0.10)
  g.setColor(0.60, 0.60, 0.62)
  for i = 0, 3 do g.rectangle("fill", -0.86 + 0.36 * i, -0.52, 0.07, 1.04) end
end

function gear.wagon(swing)
  rod(0.42, 0, 1.00, 0, 0.07, WOOD)
  for side = -1, 1, 2 do
    local step = 0.03 * swing * side
    ellipse({ 0.62, 0.47, 0.33 }, 0.78 + step, 0.27 * side, 0.34, 0.19)
    ellipse({ 0.70, 0.55, 0.40 }, 1.14 + step, 0.27 * side, 0.15, 0.13)
    g.setColor(0.95, 0.92, 0.82)
    g.setLineWidth(0.05)
    g.line(1.20 + step, 0.27 * side - 0.20, 1.12 + step, 0.27 * side - 0.12)
    g.line(1.20 + step, 0.27 * side + 0.20, 1.12 + step, 0.27 * side + 0.12)
  end
end

-- add(name, paint): spear_coat1 to spear_coat4, spear_gear1 and so on, for each kind.
function figures.list(add)
  for name, paint_coat in pairs(coat) do
    local paint_gear = gear[name]
    for stride = 1, figures.STRIDES do
      local swing = math.sin((stride - 1) / figures.STRIDES * 2 * math.pi)
      add(name .. "_coat" .. stride, function() paint_coat(swing) end)
      add(name .. "_gear" .. stride, function() paint_gear(swing) end)
    end
  end
end

return figures
