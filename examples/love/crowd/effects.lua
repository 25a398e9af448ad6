-- What is in the air: dust of those who walk, smoke of chimneys and fires, birds, and the shadows of clouds. Nothing in
-- the world depends on it. Particles are used again.

local country = require "country"

local effects = {}

local MOST = 700
local DUST = { spear = 0.011, bow = 0.010, knight = 0.07, wagon = 0.08 } -- the chance of a puff in a step
local SMOKE = { { 14.6, 34.2 }, { 28.2, 16.0 }, { 37.6, 81.4 }, { 14.4, 63.2 }, { 164.6, 47.8 } } -- chimneys, a fire
local SMOKES = 0.22 -- seconds between two puffs

local list, spare, count = {}, {}, 0
local random = love.math.newRandomGenerator(1) -- not one of the world
local smoke_wait = 0

local function add(x, y, from, to, seconds, r, g, b, a)
  if count >= MOST then return nil end
  local p = spare[#spare] or {}
  spare[#spare] = nil
  p.x, p.y, p.from, p.to, p.age, p.seconds, p.r, p.g, p.b, p.a, p.dx, p.dy = x, y, from, to, 0, seconds, r, g, b, a, 0, 0
  p.angle = 6 * random:random()
  count = count + 1
  list[count] = p
  return p
end

-- To be called after each step of the world.
function effects.add_dust(soldiers)
  local men = soldiers.list
  for i = 1, #men do
    local soldier = men[i]
    if soldier.moves and random:random() < DUST[soldier.kind.name] then
      local size = 0.25 + 0.55 * soldier.kind.radius
      local p = add(soldier.x, soldier.y, 0.5 * size, 1.7 * size, 0.9 + 0.8 * random:random(), 0.80, 0.72, 0.55, 0.30)
      if p then p.dx, p.dy = 0.5 * (random:random() - 0.3), -0.45 * random:random() end
    end
  end
end

function effects.update(dt)
  smoke_wait = smoke_wait - dt
  if smoke_wait <= 0 then
    smoke_wait = SMOKES
    for _, at in ipairs(SMOKE) do
      local tone = 0.72 + 0.2 * random:random()
      local p = add(at[1], at[2], 0.35, 2.1, 4.2, tone, tone, tone, 0.30)
      if p then p.dx, p.dy = 0.9 + 0.4 * random:random(), -1.1 - 0.4 * random:random() end
    end
  end
  local kept = 0
  for i = 1, count do
    local p = list[i]
    p.age = p.age + dt
    if p.age < p.seconds then
      p.x, p.y = p.x + p.dx * dt, p.y + p.dy * dt
      kept = kept + 1
      list[kept] = p
    else
      spare[#spare + 1] = p
    end
  end
  for i = kept + 1, count do list[i] = nil end
  count = kept
end

function effects.add(batch)
  for i = 1, count do
    local p = list[i]
    local part = p.age / p.seconds
    batch:tint(p.r, p.g, p.b, p.a * math.min(1, 6 * part) * (1 - part))
    batch:add("puff", p.x, p.y, p.angle, p.from + (p.to - p.from) * part)
  end
  batch:tint(1, 1, 1, 1)
end

---- The sky -----------------------------------------------------------------------------------------------

local CLOUDS = {
  { 0, 20, { 0, 0, 9 }, { 8, 3, 8 }, { -8, 2, 7 }, { 3, -5, 6 } }, { 74, 62, { 0, 0, 10 }, { 10, -2, 7 }, { -9, -3, 7 } },
  { 140, 34, { 0, 0, 8 }, { 8, 4, 6 }, { -6, 5, 7 }, { -13, 2, 5 } }, { 110, 92, { 0, 0, 9 }, { 9, 2, 7 } },
}
local DRIFT, MARGIN = 1.5, 40

local function add_clouds(batch, time)
  batch:tint(0.02, 0.05, 0.08, 0.10)
  for _, cloud in ipairs(CLOUDS) do
    local x = (cloud[1] + DRIFT * time + MARGIN) % (country.WIDTH + 2 * MARGIN) - MARGIN
    for i = 3, #cloud do batch:add("cloud", x + cloud[i][1], cloud[2] + cloud[i][2], 0, cloud[i][3]) end
  end
end

local FLOCK = { { 0, 0 }, { -1.9, 1.5 }, { -2.0, -1.6 }, { -3.8, 3.1 }, { -4.0, -3.0 }, { -5.6, 4.4 } }

local function add_birds(batch, time)
  local x, y = 85 + 78 * math.sin(0.05 * time), 50 + 40 * math.sin(0.083 * time + 1)
  local dx, dy = 78 * 0.05 * math.cos(0.05 * time), 40 * 0.083 * math.cos(0.083 * time + 1)
  local angle = math.atan2(dy, dx)
  local c, s = math.cos(angle), math.sin(angle)
  for pass = 1, 2 do -- shadows first
    for i, place in ipairs(FLOCK) do
      local bx, by = x + c * place[1] - s * place[2], y + s * place[1] + c * place[2]
      local beat = 0.75 + 0.35 * math.sin(9 * time + 1.7 * i)
      if pass == 1 then
        batch:tint(0, 0, 0, 0.20)
        batch:add("bird", bx + 3.2, by + 4.2, angle + math.pi / 2, 0.55 * beat, 0.55)
      else
        batch:tint(0.96, 0.96, 0.98, 1)
        batch:add("bird", bx, by, angle + math.pi / 2, 0.62 * beat, 0.62)
      end
    end
  end
end

function effects.add_sky(batch, time)
  add_clouds(batch, time)
  add_birds(batch, time)
  batch:tint(1, 1, 1, 1)
end

return effects
