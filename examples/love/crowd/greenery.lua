-- How trees, tufts, flowers and reeds look from above.

local g = love.graphics

local greenery = { TREES = 3 }

local PALETTES = {
  { { 0.13, 0.24, 0.10 }, { 0.21, 0.36, 0.14 }, { 0.31, 0.47, 0.18 }, { 0.43, 0.58, 0.24 } },
  { { 0.17, 0.25, 0.09 }, { 0.29, 0.38, 0.13 }, { 0.41, 0.50, 0.17 }, { 0.55, 0.61, 0.25 } },
  { { 0.10, 0.22, 0.12 }, { 0.17, 0.33, 0.17 }, { 0.25, 0.43, 0.21 }, { 0.35, 0.54, 0.27 } },
}

-- A crown of leaves of about that size around x, y. `random` gives its shape.
function greenery.crown(x, y, size, palette, random)
  local colours = PALETTES[palette]
  for layer = 1, 4 do
    local part = 1 - 0.24 * (layer - 1)
    local cx, cy = x - 0.11 * size * (layer - 1), y - 0.13 * size * (layer - 1)
    g.setColor(colours[layer])
    g.circle("fill", cx, cy, size * part * 0.72, 24)
    local count = 9 - layer
    for i = 1, count do
      local angle = 2 * math.pi * (i + 0.6 * random:random()) / count
      local far = size * part * 0.58
      g.circle("fill", cx + far * math.cos(angle), cy + far * math.sin(angle),
        size * part * (0.26 + 0.14 * random:random()), 14)
    end
  end
end

function greenery.shade(x, y, size)
  for i = 1, 4 do
    g.setColor(0.03, 0.07, 0.02, 0.11)
    g.ellipse("fill", x + size * 0.42, y + size * 0.52, size * (0.78 + 0.10 * i), size * (0.66 + 0.10 * i), 28)
  end
end

function greenery.tuft(x, y, size)
  g.setColor(0.29, 0.42, 0.19, 0.6)
  g.setLineWidth(0.10)
  g.line(x - size * 0.6, y - size, x, y, x, y - size * 1.3)
  g.line(x, y, x + size * 0.6, y - size * 0.9)
end

local PETALS = { { 0.98, 0.95, 0.86 }, { 0.98, 0.84, 0.38 }, { 0.88, 0.62, 0.82 }, { 0.86, 0.30, 0.26 } }

function greenery.flowers(x, y, random)
  local petal = PETALS[random:random(#PETALS)]
  for _ = 1, random:random(3, 7) do
    local fx, fy = x + 1.6 * (random:random() - 0.5), y + 1.2 * (random:random() - 0.5)
    g.setColor(petal[1], petal[2], petal[3], 0.85)
    g.circle("fill", fx, fy, 0.11, 10)
  end
end

function greenery.reed(x, y, random)
  g.setLineWidth(0.12)
  for _ = 1, 4 do
    local tone = 0.8 + 0.4 * random:random()
    g.setColor(0.36 * tone, 0.46 * tone, 0.20 * tone, 0.9)
    local fx = x + 0.8 * (random:random() - 0.5)
    g.line(fx, y, fx + 0.4 * (random:random() - 0.5), y - 0.6 - 0.5 * random:random())
  end
end

-- add(name, paint): tree1 to tree3, for the sheet.
function greenery.list(add)
  for i = 1, greenery.TREES do
    add("tree" .. i, function() greenery.crown(0, 0, 1.3, i, love.math.newRandomGenerator(i)) end)
  end
end

return greenery
