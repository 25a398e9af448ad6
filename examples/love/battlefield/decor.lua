-- What stands on the ground: trees, peaks, waves, roofs. One small picture for a cell, in batches that cover a part of
-- the map each, so that only what is on the screen is drawn.

local Decor = {}
Decor.__index = Decor

local g = love.graphics

local TILE, ROOM = 64, 80  -- pixels of a picture, and of the room that it has in the sheet
local PART = 32            -- columns and rows of a batch
local SMALLEST = 9         -- pixels of a cell on the screen: below that they are left out

---- The pictures ------------------------------------------------------------------------------------------

local function tree(x, y, size)
  g.setColor(0.10, 0.20, 0.13, 0.55)
  g.ellipse("fill", x, y + size * 0.55, size * 0.62, size * 0.24)
  g.setColor(0.17, 0.36, 0.22)
  g.circle("fill", x, y, size * 0.62)
  g.setColor(0.25, 0.47, 0.28)
  g.circle("fill", x - size * 0.12, y - size * 0.16, size * 0.40)
end

local function peak(x, y, w, h)
  g.setColor(0.42, 0.40, 0.39)
  g.polygon("fill", x - w, y, x, y - h, x + w, y)
  g.setColor(0.33, 0.31, 0.31)
  g.polygon("fill", x, y - h, x + w, y, x + w * 0.1, y)
  g.setColor(0.93, 0.94, 0.96)
  g.polygon("fill", x - w * 0.32, y - h * 0.68, x, y - h, x + w * 0.32, y - h * 0.68,
    x + w * 0.1, y - h * 0.58, x - w * 0.1, y - h * 0.58)
end

local function wave(x, y, w, r, gr, b, a)
  g.setColor(r, gr, b, a)
  g.setLineWidth(2.5)
  g.arc("line", "open", x - w / 2, y, w / 2, math.pi * 0.15, math.pi * 0.85, 10)
  g.arc("line", "open", x + w / 2, y, w / 2, math.pi * 0.15, math.pi * 0.85, 10)
end

local function tuft(x, y)
  g.setColor(0.40, 0.52, 0.27, 0.75)
  g.setLineWidth(2)
  g.line(x - 4, y - 6, x, y, x + 4, y - 6)
  g.line(x, y, x, y - 8)
end

local function house(x, y, w)
  g.setColor(0.12, 0.10, 0.09, 0.4)
  g.rectangle("fill", x - w * 0.9, y + w * 0.55, w * 2, w * 0.22)
  g.setColor(0.93, 0.88, 0.78)
  g.rectangle("fill", x - w * 0.8, y - w * 0.2, w * 1.6, w * 0.85)
  g.setColor(0.66, 0.26, 0.20)
  g.polygon("fill", x - w, y - w * 0.15, x - w * 0.55, y - w * 0.85, x + w * 0.55, y - w * 0.85, x + w, y - w * 0.15)
  g.setColor(0.35, 0.22, 0.16)
  g.rectangle("fill", x - w * 0.15, y + w * 0.15, w * 0.32, w * 0.5)
end

-- Several for a terrain, so that it does not look like wallpaper. Around the middle, 0, 0, within 32.
local pictures = {
  forest = {
    function() tree(-12, -4, 19) tree(13, -9, 17) tree(4, 12, 20) end,
    function() tree(12, -8, 20) tree(-11, 9, 20) end,
    function() tree(-9, -11, 17) tree(15, 0, 16) tree(-12, 13, 17) tree(9, 15, 14) end,
  },
  mountain = {
    function() peak(2, 24, 26, 46) end,
    function() peak(-10, 18, 18, 32) peak(8, 25, 21, 38) end,
    function() peak(12, 17, 16, 28) peak(-5, 25, 23, 42) end,
  },
  sea = {
    function() wave(-6, -8, 16, 0.55, 0.72, 0.87, 0.45) end,
    function() wave(8, 10, 16, 0.55, 0.72, 0.87, 0.45) end,
    function() end,
    function() end,
  },
  river = {
    function() wave(-2, -6, 15, 0.75, 0.88, 0.97, 0.5) end,
    function() wave(4, 8, 15, 0.75, 0.88, 0.97, 0.5) end,
  },
  plain = {
    function() end,
    function() tuft(-8, 4) end,
    function() end,
    function() tuft(10, -6) tuft(-4, 14) end,
    function() end,
  },
  town = {
    function() house(0, 0, 22) end,
    function() house(-9, -6, 14) house(11, 10, 14) end,
  },
  bridge = {
    function()
      g.setColor(0.42, 0.29, 0.19)
      g.setLineWidth(2.5)
      for i = -24, 24, 12 do g.line(-29, i, 29, i) end
      g.rectangle("line", -29, -29, 58, 58)
    end,
  },
  wall = {
    function()
      g.setColor(0.52, 0.52, 0.55)
      g.rectangle("fill", -30, -30, 60, 60, 5)
      g.setColor(0.66, 0.66, 0.69)
      g.rectangle("fill", -20, -20, 40, 40, 3)
      g.setColor(0.40, 0.40, 0.43)
      for i = -22, 22, 22 do
        g.rectangle("fill", i - 4, -30, 8, 8)
        g.rectangle("fill", i - 4, 22, 8, 8)
      end
    end,
  },
}

-- All pictures on one sheet, and by terrain where they lie on it. Made once for all maps.
local sheet, quads

local function make_sheet()
  local count, names = 0, {}
  for name, list in pairs(pictures) do
    count = count + #list
    names[#names + 1] = name
  end
  table.sort(names)                    -- the same sheet each time
  local side = math.ceil(math.sqrt(count))
  local canvas = g.newCanvas(side * ROOM, side * ROOM, { msaa = 4 })
  g.push("all")
  g.reset()
  g.setCanvas(canvas)
  quads = {}
  local i = 0
  for _, terrain in ipairs(names) do
    quads[terrain] = {}
    for number, picture in ipairs(pictures[terrain]) do
      local x, y = i % side * ROOM, math.floor(i / side) * ROOM
      g.push()
      g.translate(x + ROOM / 2, y + ROOM / 2)
      picture()
      g.pop()
      local rim = (ROOM - TILE) / 2
      quads[terrain][number] = g.newQuad(x + rim, y + rim, TILE, TILE, canvas:getDimensions())
      i = i + 1
    end
  end
  g.pop()
  sheet = g.newImage(canvas:newImageData(), { mipmaps = true })
  canvas:release()
end

---- The batches -------------------------------------------------------------------------------------------

local function part_of(self, cell)
  local col, row = math.floor((cell.col - 1) / PART), math.floor((cell.row - 1) / PART)
  return self.parts[row * self.columns + col + 1]
end

local function put(self, cell)
  local part = part_of(self, cell)
  local list = quads[cell.terrain]
  local quad, size = quads.plain[1], 0
  if list then
    local dice = (cell.col * 7919 + cell.row * 104729 + cell.col * cell.row * 31) % 9973
    quad, size = list[dice % #list + 1], self.size / TILE
  end
  local x, y = cell.x, cell.y
  local index = part.indices[cell.id]
  if index then
    part.batch:set(index, quad, x, y, 0, size, size, TILE / 2, TILE / 2)
  else
    part.indices[cell.id] = part.batch:add(quad, x, y, 0, size, size, TILE / 2, TILE / 2)
  end
  part.x1, part.y1 = math.min(part.x1, x - 1), math.min(part.y1, y - 1)
  part.x2, part.y2 = math.max(part.x2, x + 1), math.max(part.y2, y + 1)
end

-- `size` is how large a picture is on the map.
local function new(map, size)
  if not sheet then make_sheet() end
  local self = setmetatable({ size = size, parts = {}, columns = math.ceil(map.width / PART) }, Decor)
  for i = 1, self.columns * math.ceil(map.height / PART) do
    self.parts[i] = {
      batch = g.newSpriteBatch(sheet, PART * PART, "dynamic"), indices = {},
      x1 = math.huge, y1 = math.huge, x2 = -math.huge, y2 = -math.huge,
    }
  end
  for cell in map:nodes() do put(self, cell) end
  return self
end

function Decor:repainted(cells)
  for _, cell in ipairs(cells) do put(self, cell) end
end

-- x1, y1, x2, y2: what is on the screen; `scale`: pixels to a unit.
function Decor:draw(x1, y1, x2, y2, scale)
  if self.size * scale < SMALLEST then return end
  g.setColor(1, 1, 1)
  g.setBlendMode("alpha", "premultiplied") -- as the canvas has it, from which the sheet was made
  for _, part in ipairs(self.parts) do
    if part.x1 < x2 and part.x2 > x1 and part.y1 < y2 and part.y2 > y1 then g.draw(part.batch) end
  end
  g.setBlendMode("alpha")
end

return { new = new }
