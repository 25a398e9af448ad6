-- The banners: each company has one that waves over its bearer; and the flags of the tents and towers.

local banners = {}

local g = love.graphics
local PARTS = 7                   -- strips of a cloth
local POLE, LONG, HIGH = 3.4, 2.6, 1.35
local FLAGS = { -- on towers and tents: x, y, colour
  { 52.6, 42.1, { 0.27, 0.47, 0.86 } }, { 52.6, 57.9, { 0.27, 0.47, 0.86 } }, { 44, 12, { 0.27, 0.47, 0.86 } },
  { 44, 88, { 0.27, 0.47, 0.86 } }, { 165, 37.5, { 0.86, 0.28, 0.24 } }, { 167, 63, { 0.86, 0.28, 0.24 } },
}

-- A cloth from x, y to the right, in two colours, with a forked end.
local function draw_cloth(x, y, size, colour, stripe, time)
  local long, high = LONG * size, HIGH * size
  for band = 1, 2 do
    local top = band == 1 and 0 or 0.36
    local bottom = band == 1 and 1 or 0.64
    local base = band == 1 and colour or stripe
    for i = 0, PARTS - 1 do
      local a, b = i / PARTS, (i + 1) / PARTS
      local lift_a = 0.16 * size * math.sin(5.5 * time - 5 * a) * a
      local lift_b = 0.16 * size * math.sin(5.5 * time - 5 * b) * b
      local light = 0.92 + 0.26 * math.cos(5.5 * time - 5 * (a + b) / 2) * (0.3 + b)
      g.setColor(base[1] * light, base[2] * light, base[3] * light)
      local fork = band == 1 and i == PARTS - 1
      local x1, x2 = x + long * a, x + long * b
      g.polygon("fill", x1, y + high * top + lift_a, x2, y + high * top + lift_b, x2,
        y + high * (fork and 0.36 or bottom) + lift_b, x1, y + high * bottom + lift_a)
      if fork then
        g.polygon("fill", x1, y + high * bottom + lift_a, x1, y + high * 0.5 + lift_a, x2, y + high * 0.66 + lift_b, x2,
          y + high + lift_b)
      end
    end
  end
end

local CREAM, GOLD = { 0.97, 0.93, 0.82 }, { 0.98, 0.80, 0.34 }

local function draw_flag(x, y, size, colour, stripe, time)
  g.setLineWidth(0.16 * size)
  g.setColor(0, 0, 0, 0.25)
  g.line(x, y, x + 1.5 * size, y + 1.9 * size)
  g.setColor(0.24, 0.17, 0.11)
  g.line(x, y, x, y - POLE * size)
  draw_cloth(x, y - POLE * size + 0.1, size, colour, stripe, time)
  g.setColor(GOLD)
  g.circle("fill", x, y - POLE * size, 0.17 * size, 12)
end

-- `scale`: pixels to a metre; from far away banners are drawn larger.
function banners.draw(world, blend, time, scale)
  local size = math.max(0.8, math.min(1.7, 11 / scale))
  for _, flag in ipairs(FLAGS) do draw_flag(flag[1], flag[2], 0.9, flag[3], GOLD, time + flag[2]) end
  for _, company in ipairs(world.companies) do
    local bearer = company.bearer
    local x = bearer.was_x + (bearer.x - bearer.was_x) * blend
    local y = bearer.was_y + (bearer.y - bearer.was_y) * blend
    draw_flag(x, y, size, company.coat, company.number % 2 == 0 and GOLD or CREAM, time + 0.7 * company.number)
  end
end

return banners
