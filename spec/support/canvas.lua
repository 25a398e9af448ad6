-- A canvas (see src/astar/picture/picture.lua) that notes what it is told to paint.

local canvas = {}
canvas.__index = canvas

function canvas.new()
  return setmetatable({ calls = {} }, canvas)
end

local function note(self, call)
  self.calls[#self.calls + 1] = call
end

local function copy(points)
  local result = {}
  for i = 1, #points do result[i] = points[i] end
  return result
end

function canvas:shape(shape, x, y, size, colour)
  note(self, { "shape", shape = copy(shape), x = x, y = y, size = size, fill = colour })
end

function canvas:polygon(points, fill, stroke, width)
  note(self, { "polygon", points = copy(points), fill = fill, stroke = stroke, width = width })
end

function canvas:line(points, colour, width)
  note(self, { "line", points = copy(points), stroke = colour, width = width })
end

function canvas:disc(x, y, radius, fill, stroke, width)
  note(self, { "disc", x = x, y = y, radius = radius, fill = fill, stroke = stroke, width = width })
end

function canvas:label(x, y, text, colour, size, align, dx, dy)
  note(self, { "label", x = x, y = y, text = text, fill = colour, size = size, align = align, dx = dx, dy = dy })
end

-- What was painted by one method.
function canvas:of(method)
  local list = {}
  for _, call in ipairs(self.calls) do
    if call[1] == method then list[#list + 1] = call end
  end
  return list
end

-- A view of all, at a scale.
function canvas.view_of(scale)
  return { x1 = -1e9, y1 = -1e9, x2 = 1e9, y2 = 1e9, scale = scale or 40 }
end

function canvas.layer_of(picture, name)
  for _, layer in ipairs(picture:layers()) do
    if layer.name == name then return layer end
  end
end

-- What a layer of a picture paints.
function canvas.painted(picture, name, view)
  local to = canvas.new()
  canvas.layer_of(picture, name):paint(to, view or canvas.view_of())
  return to
end

return canvas
