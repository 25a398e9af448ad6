-- The tracks: soldiers leave footprints, and where many walk the grass is trampled. It grows again.

local country = require "country"
local sprites = require "sprites"

local tracks = {}

local g = love.graphics
local DETAIL = 8                 -- pixels to a metre
local PACE = { spear = 0.85, bow = 0.85, knight = 1.0, wagon = 0.7 } -- metres from one print to the next
local ASIDE = { spear = 0.20, bow = 0.20, knight = 0.32, wagon = 0.80 }
local FADES, KEPT = 1.5, 0.965   -- seconds, and what is left of a track after them

local stamps, canvas, fade = nil, nil, 0

function tracks.load()
  canvas = g.newCanvas(country.WIDTH * DETAIL, country.HEIGHT * DETAIL)
  canvas:setFilter("linear", "linear")
  stamps = sprites.batch(3000)
  tracks.clear()
end

function tracks.clear()
  g.push("all")
  g.setCanvas(canvas)
  g.clear(0, 0, 0, 0)
  g.pop()
end

-- To be called after each step of the world.
function tracks.add(soldiers)
  local list = soldiers.list
  for i = 1, #list do
    local soldier = list[i]
    local name = soldier.kind.name
    local number = math.floor(soldier.walked / PACE[name])
    if soldier.print ~= number then
      if soldier.print then
        local side = (number % 2 * 2 - 1) * ASIDE[name]
        local c, s = math.cos(soldier.face), math.sin(soldier.face)
        stamps:tint(0.26, 0.20, 0.10, 0.13)
        stamps:add("foot", soldier.x - s * side, soldier.y + c * side, soldier.face, 0.27 * soldier.kind.radius + 0.09)
      end
      soldier.print = number
    end
  end
end

-- Outside of any transform: what has been added is painted.
function tracks.paint(dt)
  fade = fade + dt
  g.push("all")
  g.reset()
  g.setCanvas(canvas)
  if fade > FADES then
    fade = 0
    g.setBlendMode("multiply", "premultiplied")
    g.setColor(KEPT, KEPT, KEPT, KEPT)
    g.rectangle("fill", 0, 0, canvas:getDimensions())
    g.setBlendMode("alpha")
  end
  g.scale(DETAIL)
  stamps:draw()
  g.pop()
  stamps:clear()
end

function tracks.draw()
  g.setColor(1, 1, 1)
  g.setBlendMode("alpha", "premultiplied")
  g.draw(canvas, 0, 0, 0, 1 / DETAIL, 1 / DETAIL)
  g.setBlendMode("alpha")
end

return tracks
