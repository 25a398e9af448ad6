-- The two ends of the way: the cave that creeps come out of, and the keep that they want to reach. Both are drawn over
-- the creeps, who so walk out of one and into the other.

local rock = require "rock"

local gates = {}

local outlined = require "outlined"

local g = love.graphics
local DARK = { 0.09, 0.08, 0.10 }

-- The rows of the cells, from the first to the last.
local function rows_of(cells)
  return cells[1].y - 0.5, cells[#cells].y + 0.5
end

local function draw_cave(cells)
  local top, bottom = rows_of(cells)
  local middle, high = (top + bottom) / 2, (bottom - top) / 2
  for i = 4, 1, -1 do                                         -- it grows dark inside
    g.setColor(0.03, 0.03, 0.04, i == 1 and 1 or 0.30)
    g.ellipse("fill", -0.05, middle, 0.44 + 0.14 * i, high - 0.12 + 0.05 * i, 40)
  end
  local random = love.math.newRandomGenerator(3)
  for i = 0, 9 do
    local a = (i / 9 - 0.5) * math.pi
    local side = math.abs(i - 4.5) / 4.5                      -- the arch is low in the middle
    if side > 0.5 then
      local size = 0.30 + 0.12 * random:random()
      rock.boulder(-0.12 + 0.72 * math.cos(a), middle + (high + 0.20) * math.sin(a), size, random)
    end
  end
  rock.boulder(0.10, middle - high - 0.34, 0.46, random)
  rock.boulder(0.10, middle + high + 0.34, 0.46, random)
end

local function draw_round_tower(x, y, r)
  g.setColor(0.04, 0.06, 0.03, 0.4)
  g.circle("fill", x + 0.08, y + 0.10, r + 0.04, 32)
  outlined({ 0.52, 0.51, 0.53 }, function(mode) g.circle(mode, x, y, r, 32) end)
  for i = 0, 11 do
    local a = i / 12 * 2 * math.pi
    g.setColor(0.72, 0.71, 0.72)
    g.circle("fill", x + (r - 0.07) * math.cos(a), y + (r - 0.07) * math.sin(a), 0.072, 8)
  end
  outlined({ 0.62, 0.25, 0.22 }, function(mode) g.circle(mode, x, y, r * 0.58, 24) end)
  g.setColor(0.78, 0.36, 0.30)
  g.arc("fill", x, y, r * 0.56, math.pi * 0.9, math.pi * 1.7, 24)
end

local function draw_keep(cells, width, time)
  local top, bottom = rows_of(cells)
  local left, high = width - 0.82, bottom - top
  g.setColor(0.04, 0.06, 0.03, 0.35)
  g.rectangle("fill", left - 0.12, top - 0.5, 1, high + 1)
  outlined({ 0.47, 0.46, 0.48 }, function(mode) g.rectangle(mode, left, top - 0.5, 1, high + 1) end)
  g.setColor(0.62, 0.61, 0.63)
  for i = 0, 5 do g.rectangle("fill", left + 0.03, top - 0.10 + i * (high + 0.02) / 5, 0.15, 0.22, 0.03) end
  g.setColor(0.08, 0.07, 0.07)                                -- the gate
  g.rectangle("fill", left - 0.04, top + 0.34, 0.26, high - 0.68, 0.06)
  outlined({ 0.58, 0.39, 0.21 }, function(mode) g.rectangle(mode, left + 0.30, top + 0.22, 0.60, high - 0.44, 0.05) end)
  g.setColor(0.44, 0.29, 0.16)
  for i = 1, 5 do g.rectangle("fill", left + 0.30, top + 0.22 + i * (high - 0.44) / 6, 0.60, 0.035) end
  g.setColor(0.70, 0.28, 0.24)                                -- a carpet to the throne
  g.rectangle("fill", left + 0.22, top + high / 2 - 0.12, 0.70, 0.24)
  draw_round_tower(width - 0.52, top - 0.34, 0.56)
  draw_round_tower(width - 0.52, bottom + 0.34, 0.56)
  for i = -1, 1, 2 do                                         -- flags
    local x, y = width - 0.52, top + high / 2 + i * (high / 2 + 0.34)
    local wave = 0.06 * math.sin(5 * time + i)
    g.setColor(DARK)
    g.setLineWidth(0.06)
    g.line(x, y, x, y - 0.74)
    g.setColor(0.96, 0.78, 0.28)
    g.polygon("fill", x, y - 0.74, x - 0.52, y - 0.62 + wave, x, y - 0.44)
  end
end

-- In the transform of the map; `time` moves the flags.
function gates.draw(place, time)
  draw_cave(place.entry)
  draw_keep(place.keep, place.map.width, time)
end

return gates
