-- How towers and their shots look from above. What turns looks to the right. Pictures are drawn around 0, 0; a cell
-- reaches from -0.5 to 0.5.

local outlined = require "outlined"
local rules = require "rules"

local g = love.graphics
local turrets = {}

local DARK = { 0.09, 0.08, 0.10 }
local GOLD = { 1.00, 0.82, 0.36 }
local STONE = { { 0.56, 0.55, 0.55 }, { 0.63, 0.62, 0.62 }, { 0.72, 0.71, 0.70 } }

---- What stands still -------------------------------------------------------------------------------------

local function base(level)
  local stone = STONE[level]
  g.setColor(0.05, 0.08, 0.04, 0.38)
  g.rectangle("fill", -0.42, -0.36, 0.96, 0.92, 0.14)         -- the shadow
  outlined({ stone[1] * 0.72, stone[2] * 0.72, stone[3] * 0.74 }, function(mode)
    g.rectangle(mode, -0.45, -0.45, 0.90, 0.90, 0.10)
  end)
  g.setColor(stone)
  g.rectangle("fill", -0.42, -0.43, 0.84, 0.76, 0.09)
  g.setColor(stone[1] * 0.80, stone[2] * 0.80, stone[3] * 0.82)
  for i = -1, 1 do                                            -- battlements
    g.rectangle("fill", i * 0.28 - 0.075, -0.43, 0.15, 0.10)
    g.rectangle("fill", i * 0.28 - 0.075, 0.23, 0.15, 0.10)
    g.rectangle("fill", -0.42, i * 0.24 - 0.11, 0.10, 0.12)
    g.rectangle("fill", 0.32, i * 0.24 - 0.11, 0.10, 0.12)
  end
  g.setColor(stone[1] * 0.62, stone[2] * 0.62, stone[3] * 0.64)
  g.circle("fill", 0, -0.04, 0.32, 32)
  for i = 1, level do                                         -- a stud for each level
    local x = (i - (level + 1) / 2) * 0.16
    g.setColor(DARK)
    g.circle("fill", x, 0.385, 0.070, 16)
    g.setColor(GOLD)
    g.circle("fill", x, 0.385, 0.048, 16)
  end
end

---- What turns --------------------------------------------------------------------------------------------

local turret = {}

function turret.arrow(level)
  local wood = { 0.66, 0.44, 0.24 }
  outlined({ 0.50, 0.33, 0.19 }, function(mode) g.circle(mode, -0.04, 0, 0.22, 28) end)
  for i = 1, level == 3 and 2 or 1 do
    local reach = 0.26 + 0.03 * level - 0.12 * (i - 1)
    g.setColor(DARK)
    g.setLineWidth(0.12)
    g.arc("line", "open", -0.12 - 0.14 * (i - 1), 0, reach, -1.15, 1.15, 24)
    g.setColor(level > 1 and GOLD or { 0.82, 0.60, 0.36 })
    g.setLineWidth(0.06)
    g.arc("line", "open", -0.12 - 0.14 * (i - 1), 0, reach, -1.1, 1.1, 24)
  end
  outlined(wood, function(mode) g.rectangle(mode, -0.30, -0.055, 0.62, 0.11, 0.03) end)
  outlined({ 0.90, 0.92, 0.94 }, function(mode) g.polygon(mode, 0.30, -0.09, 0.46, 0, 0.30, 0.09) end)
end

function turret.frost(level)
  local size = 0.19 + 0.035 * level
  g.setColor(0.55, 0.85, 1.0, 0.30)
  g.circle("fill", 0, 0, size + 0.14, 32)
  for i = 0, 5 do                                              -- shards around
    local a = i * math.pi / 3 + math.pi / 6
    local x, y = math.cos(a), math.sin(a)
    outlined({ 0.60, 0.82, 0.96 }, function(mode)
      g.polygon(mode, x * (size + 0.10), y * (size + 0.10), x * size * 0.6 - y * 0.08, y * size * 0.6 + x * 0.08,
        x * size * 0.6 + y * 0.08, y * size * 0.6 - x * 0.08)
    end)
  end
  local corners = {}
  for i = 0, 5 do
    corners[2 * i + 1], corners[2 * i + 2] = size * math.cos(i * math.pi / 3), size * math.sin(i * math.pi / 3)
  end
  outlined({ 0.76, 0.93, 1.0 }, function(mode) g.polygon(mode, corners) end)
  g.setColor(1, 1, 1, 0.85)
  g.polygon("fill", 0, 0, corners[7], corners[8], corners[9], corners[10])
  g.setColor(0.45, 0.70, 0.92, 0.7)
  g.polygon("fill", 0, 0, corners[1], corners[2], corners[3], corners[4])
end

function turret.cannon(level)
  local long, wide = 0.36 + 0.05 * level, 0.20 + 0.03 * level
  outlined({ 0.42, 0.27, 0.17 }, function(mode) g.rectangle(mode, -0.28, -0.24, 0.40, 0.48, 0.08) end)
  outlined({ 0.27, 0.29, 0.33 }, function(mode)
    g.polygon(mode, -0.26, -wide * 0.62, long, -wide * 0.46, long, wide * 0.46, -0.26, wide * 0.62)
  end)
  outlined({ 0.33, 0.35, 0.40 }, function(mode) g.circle(mode, -0.24, 0, wide * 0.62, 24) end)
  g.setColor(level > 1 and GOLD or { 0.45, 0.47, 0.52 })
  g.rectangle("fill", long - 0.10, -wide * 0.52, 0.08, wide * 1.04, 0.02)
  if level == 3 then g.rectangle("fill", -0.04, -wide * 0.56, 0.07, wide * 1.12, 0.02) end
  g.setColor(1, 1, 1, 0.18)
  g.rectangle("fill", -0.20, -wide * 0.36, long + 0.08, wide * 0.20)
end

---- What flies --------------------------------------------------------------------------------------------

local shot = {}

function shot.arrow()
  g.setColor(DARK)
  g.setLineWidth(0.085)
  g.line(-0.24, 0, 0.20, 0)
  g.setColor(0.95, 0.88, 0.72)
  g.setLineWidth(0.045)
  g.line(-0.24, 0, 0.18, 0)
  g.setColor(0.98, 0.98, 1)
  g.polygon("fill", 0.12, -0.06, 0.28, 0, 0.12, 0.06)
end

function shot.frost()
  g.setColor(0.62, 0.88, 1, 0.35)
  g.circle("fill", 0, 0, 0.19, 24)
  g.setColor(0.88, 0.97, 1)
  g.circle("fill", 0, 0, 0.10, 24)
end

function shot.cannon()
  outlined({ 0.20, 0.21, 0.24 }, function(mode) g.circle(mode, 0, 0, 0.11, 24) end)
  g.setColor(1, 1, 1, 0.4)
  g.circle("fill", -0.03, -0.04, 0.035, 12)
end

-- add(name, paint): base1 to base3; of each type its turrets, as frost2, and its shot, as frost_shot.
function turrets.list(add)
  for level = 1, 3 do
    add("base" .. level, function() base(level) end)
    for _, type in ipairs(rules.towers) do
      add(type.name .. level, function() turret[type.name](level) end)
    end
  end
  for _, type in ipairs(rules.towers) do add(type.name .. "_shot", shot[type.name]) end
end

return turrets
