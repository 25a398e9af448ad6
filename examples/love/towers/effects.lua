-- The effects: what is seen for a moment, such as hits, clouds and coins. They hear of it from the world, and nothing
-- in the world depends on them. Particles are used again.

local rules = require "rules"

local Effects = {}
Effects.__index = Effects

local MOST = 400

-- The random numbers of pictures are not those of the world.
local function new()
  return setmetatable({ list = {}, spare = {}, count = 0, random = love.math.newRandomGenerator(1) }, Effects)
end

-- A picture that grows from one size to another and fades.
local function add(self, name, x, y, from, to, seconds, r, gr, b, a)
  if self.count >= MOST then return nil end
  local spare = self.spare
  local p = spare[#spare] or {}
  spare[#spare] = nil
  p.name, p.x, p.y, p.from, p.to, p.age, p.seconds = name, x, y, from, to, 0, seconds
  p.r, p.g, p.b, p.a, p.dx, p.dy = r, gr, b, a, 0, 0
  self.count = self.count + 1
  self.list[self.count] = p
  return p
end

local function scatter(self, name, x, y, count, speed, size, seconds, r, gr, b, a)
  for _ = 1, count do
    local angle, part = self.random:random() * 2 * math.pi, 0.4 + 0.6 * self.random:random()
    local p = add(self, name, x, y, size * part, size * 0.3, seconds * part, r, gr, b, a)
    if p then p.dx, p.dy = speed * part * math.cos(angle), speed * part * math.sin(angle) end
  end
end

local show = {}

function show.arrow(self, x, y)
  scatter(self, "dot", x, y, 3, 1.6, 0.10, 0.25, 1, 0.95, 0.8, 0.9)
end

function show.frost(self, x, y, radius)
  add(self, "glow", x, y, radius, 2.3 * radius, 0.35, 0.60, 0.86, 1, 0.9)
  add(self, "ring", x, y, radius, 2.1 * radius, 0.30, 0.80, 0.95, 1, 0.7)
end

function show.cannon(self, x, y, radius)
  add(self, "glow", x, y, radius, 2.6 * radius, 0.30, 1, 0.74, 0.30, 1)
  add(self, "ring", x, y, 0.6 * radius, 2.1 * radius, 0.28, 1, 0.86, 0.55, 0.7)
  scatter(self, "dot", x, y, 7, 2.2 * radius, 0.22, 0.50, 0.25, 0.22, 0.20, 0.6)
end

function show.killed(self, x, y, number)
  local colour = rules.kinds[number].colour
  scatter(self, "dot", x, y, 6, 1.7, 0.20, 0.45, colour[1], colour[2], colour[3], 0.85)
  local coin = add(self, "coin", x, y, 0.34, 0.34, 0.7, 1, 1, 1, 1)
  if coin then coin.dy = -1.1 end
end

function show.through(self, x, y)
  add(self, "ring", x, y, 0.4, 3.0, 0.6, 1, 0.25, 0.25, 0.9)
  local heart = add(self, "heart", x - 0.4, y, 0.6, 0.9, 0.9, 1, 1, 1, 1)
  if heart then heart.dy = -0.9 end
end

function show.built(self, x, y, radius)
  add(self, "ring", x, y, 0.8, 2.4 * radius, 0.35, 1, 0.95, 0.8, 0.7)
  scatter(self, "dot", x, y, 8, 1.6, 0.24, 0.45, 0.80, 0.74, 0.60, 0.6)
end

-- What the world tells: see world.lua and shots.lua.
function Effects:emit(what, x, y, number)
  if show[what] then show[what](self, x, y, number) end
end

function Effects:update(dt)
  local list, kept = self.list, 0
  for i = 1, self.count do
    local p = list[i]
    p.age = p.age + dt
    if p.age < p.seconds then
      p.x, p.y = p.x + p.dx * dt, p.y + p.dy * dt
      p.dx, p.dy = p.dx * (1 - 2 * dt), p.dy * (1 - 2 * dt)
      kept = kept + 1
      list[kept] = p
    else
      self.spare[#self.spare + 1] = p
    end
  end
  for i = kept + 1, self.count do list[i] = nil end
  self.count = kept
end

function Effects:draw(batch)
  for i = 1, self.count do
    local p = self.list[i]
    local part = p.age / p.seconds
    batch:tint(p.r, p.g, p.b, p.a * (1 - part * part))
    batch:add(p.name, p.x, p.y, 0, p.from + (p.to - p.from) * part)
  end
  batch:tint(1, 1, 1, 1)
end

return { new = new }
