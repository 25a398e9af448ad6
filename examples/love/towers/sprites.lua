-- The sheet of all small pictures, and a batch of them: what moves is drawn in one call, whatever its number.

local beasts = require "beasts"
local turrets = require "turrets"

local g = love.graphics

local TILE, ROOM = 72, 120 -- pixels of a cell on the sheet, and the room of a picture

local sprites = {}

---- Pictures that belong to nobody ------------------------------------------------------------------------

local function add_signs(add)
  add("white", function() g.rectangle("fill", -0.6, -0.6, 1.2, 1.2) end)
  add("dot", function() g.circle("fill", 0, 0, 0.5, 40) end)
  add("ring", function()
    g.setLineWidth(0.10)
    g.circle("line", 0, 0, 0.45, 48)
  end)
  add("glow", function()
    for i = 1, 16 do
      g.setColor(1, 1, 1, 0.085)
      g.circle("fill", 0, 0, 0.5 * i / 16, 40)
    end
  end)
  add("pointer", function() -- an arrow of a flow
    g.setColor(0.06, 0.08, 0.08, 0.55)
    g.setLineWidth(0.18)
    g.line(-0.27, 0, 0.12, 0)
    g.polygon("fill", 0.00, -0.24, 0.37, 0, 0.00, 0.24)
    g.setColor(1, 1, 1)
    g.setLineWidth(0.09)
    g.line(-0.24, 0, 0.10, 0)
    g.polygon("fill", 0.05, -0.16, 0.29, 0, 0.05, 0.16)
  end)
  add("shadow", function()
    for i = 1, 8 do
      g.setColor(0, 0, 0, 0.07)
      g.ellipse("fill", 0, 0, 0.28 + 0.030 * i, 0.22 + 0.028 * i, 32)
    end
  end)
  add("coin", function()
    g.setColor(0.42, 0.26, 0.05)
    g.circle("fill", 0, 0, 0.42, 40)
    g.setColor(0.98, 0.76, 0.24)
    g.circle("fill", 0, 0, 0.36, 40)
    g.setColor(1, 0.90, 0.52)
    g.circle("fill", -0.05, -0.05, 0.24, 32)
    g.setColor(0.86, 0.60, 0.14)
    g.rectangle("fill", -0.055, -0.17, 0.11, 0.34, 0.03)
  end)
  add("heart", function()
    local function heart(size)
      g.circle("fill", -0.20 * size, -0.14 * size, 0.235 * size, 32)
      g.circle("fill", 0.20 * size, -0.14 * size, 0.235 * size, 32)
      g.polygon("fill", -0.415 * size, -0.05 * size, 0, 0.45 * size, 0.415 * size, -0.05 * size)
      g.rectangle("fill", -0.2 * size, -0.15 * size, 0.4 * size, 0.2 * size)
    end
    g.setColor(0.33, 0.05, 0.08)
    heart(1.12)
    g.setColor(0.91, 0.27, 0.31)
    heart(0.92)
    g.setColor(1, 0.72, 0.72, 0.9)
    g.circle("fill", -0.21, -0.19, 0.075, 16)
  end)
end

---- The sheet ---------------------------------------------------------------------------------------------

function sprites.load()
  local names, paints = {}, {}
  local function add(name, paint) names[#names + 1], paints[#paints + 1] = name, paint end
  add_signs(add)
  beasts.list(add)
  turrets.list(add)

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
  sprites.image:setFilter("linear", "linear", 4)
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

-- `size`: 1 as large as it was painted. In units of cells, or with `size` in pixels, of the screen.
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

-- One picture at once, for panels: `size` is a cell in pixels.
function sprites.draw(name, x, y, size, angle, alpha)
  alpha = alpha or 1
  g.setColor(alpha, alpha, alpha, alpha)
  g.setBlendMode("alpha", "premultiplied")
  g.draw(sprites.image, sprites.quads[name], x, y, angle or 0, size / TILE, size / TILE, ROOM / 2, ROOM / 2)
  g.setBlendMode("alpha")
end

return sprites
