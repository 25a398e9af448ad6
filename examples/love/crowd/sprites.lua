-- The sheet of all small pictures, and batches of them: what moves is drawn in few calls, whatever its number.

local figures = require "figures"
local greenery = require "greenery"

local g = love.graphics

local TILE, ROOM = 38, 128 -- pixels of a picture's unit on the sheet, and the room of a picture

local sprites = {}

---- Pictures that belong to nobody ------------------------------------------------------------------------

local function soft(size, rings, strength, r, gr, b)
  for i = 1, rings do
    g.setColor(r, gr, b, strength)
    g.circle("fill", 0, 0, size * i / rings, 40)
  end
end

local function add_signs(add)
  add("shadow", function()
    for i = 1, 9 do
      g.setColor(0, 0, 0, 0.060)
      g.ellipse("fill", 0, 0, 0.50 + 0.075 * i, 0.40 + 0.070 * i, 32)
    end
  end)
  add("ring", function()
    g.setLineWidth(0.16)
    g.circle("line", 0, 0, 1.16, 48)
  end)
  add("glow", function() soft(1.55, 14, 0.11, 1, 1, 1) end)
  add("cloud", function() soft(1.6, 26, 0.045, 1, 1, 1) end)
  add("puff", function() soft(1.1, 10, 0.12, 1, 1, 1) end)
  add("dot", function() g.circle("fill", 0, 0, 1, 40) end)
  add("foot", function()
    g.setColor(1, 1, 1, 0.5)
    g.ellipse("fill", 0, 0, 1.0, 0.60, 20)
    g.setColor(1, 1, 1)
    g.ellipse("fill", 0.05, 0, 0.7, 0.40, 20)
  end)
  add("streak", function() -- a line of light on moving water
    for i = 1, 6 do
      g.setColor(1, 1, 1, 0.16)
      g.ellipse("fill", 0, 0, 1.5 * i / 6, 0.06 + 0.012 * i, 32)
    end
  end)
  add("bird", function()
    g.setLineWidth(0.17)
    g.line(-0.9, -0.12, -0.45, -0.34, 0, 0, 0.45, -0.34, 0.9, -0.12)
    g.circle("fill", 0, 0.03, 0.14, 16)
  end)
end

---- The sheet ---------------------------------------------------------------------------------------------

function sprites.load()
  local names, paints = {}, {}
  local function add(name, paint) names[#names + 1], paints[#paints + 1] = name, paint end
  add_signs(add)
  figures.list(add)
  greenery.list(add)

  local side = math.ceil(math.sqrt(#names))
  local canvas = g.newCanvas(side * ROOM, side * ROOM, { msaa = 8 })
  g.push("all")
  g.reset()
  g.setCanvas(canvas)
  g.setLineJoin("bevel")
  sprites.quads = {}
  for i, name in ipairs(names) do
    local x, y = (i - 1) % side * ROOM, math.floor((i - 1) / side) * ROOM
    g.push("all")
    g.translate(x + ROOM / 2, y + ROOM / 2)
    g.scale(TILE)
    g.setColor(1, 1, 1)
    paints[i]()
    g.pop()
    sprites.quads[name] = g.newQuad(x, y, ROOM, ROOM, canvas:getDimensions())
  end
  g.pop()
  sprites.image = g.newImage(canvas:newImageData(), { mipmaps = true })
  sprites.image:setFilter("linear", "linear")
  sprites.image:setMipmapFilter("linear", 0.4)
  canvas:release()
end

---- A batch -----------------------------------------------------------------------------------------------

local Batch = {}
Batch.__index = Batch

function sprites.batch(most)
  return setmetatable({ batch = g.newSpriteBatch(sprites.image, most or 1000, "stream") }, Batch)
end

function Batch:clear()
  self.batch:clear()
  self:tint(1, 1, 1, 1)
end

-- The colour of what is added from now on; the sheet has premultiplied alpha.
function Batch:tint(r, gr, b, a)
  self.batch:setColor(r * a, gr * a, b * a, a)
end

-- `size`: the length of a picture's unit, in metres; `high`: the same across, if it differs.
function Batch:add(name, x, y, angle, size, high)
  size = size / TILE
  self.batch:add(sprites.quads[name], x, y, angle, size, high and high / TILE or size, ROOM / 2, ROOM / 2)
end

function Batch:draw()
  g.setColor(1, 1, 1)
  g.setBlendMode("alpha", "premultiplied")
  g.draw(self.batch)
  g.setBlendMode("alpha")
end

-- One picture at once, for panels: `size` is a unit in pixels.
function sprites.draw(name, x, y, size, angle, colour)
  g.setColor(colour or { 1, 1, 1 })
  g.setBlendMode("alpha", "premultiplied")
  g.draw(sprites.image, sprites.quads[name], x, y, angle or 0, size / TILE, size / TILE, ROOM / 2, ROOM / 2)
  g.setBlendMode("alpha")
end

return sprites
