-- The moving river: lines of light that drift with it, and are gone under the bridges.

local country = require "country"

local water = {}

local COUNT, SPEED = 190, 1.7
local streaks = {}

function water.load()
  local random = love.math.newRandomGenerator(11)
  for i = 1, COUNT do
    local off = 1.8 * (random:random() - 0.5)
    streaks[i] = {
      off = off, y = country.HEIGHT * random:random(), size = 0.45 + 0.65 * random:random(),
      speed = SPEED * (1.15 - 0.5 * math.abs(off)) * (0.8 + 0.4 * random:random()), phase = 6 * random:random(),
    }
  end
end

function water.add(batch, time)
  for i = 1, COUNT do
    local s = streaks[i]
    local y = (s.y + s.speed * time) % (country.HEIGHT + 6) - 3
    local middle, half = country.river(y)
    local below = country.river(y + 1)
    local alpha = 0.17 + 0.15 * math.sin(1.3 * time + s.phase)
    for _, bridge in ipairs(country.BRIDGES) do
      local away = math.abs(y - bridge.y) - bridge.half - 1.6
      alpha = alpha * math.max(0, math.min(1, away / 2))
    end
    if alpha > 0.02 then
      batch:tint(0.86, 0.96, 1, alpha)
      batch:add("streak", middle + s.off * (half - 0.9) * 0.95, y, math.atan2(1, below - middle), s.size)
    end
  end
  batch:tint(1, 1, 1, 1)
end

return water
