---@meta astar.draw

-- Types of the module astar.draw, as those in astar.d.lua; those of pictures are in svg.d.lua.

---A view: what it shows are its fields, which may be assigned at any time, and `view:draw()` draws it.
---@class astar.draw.View: astar.PictureOptions
local View = {}

---Draws what is on the screen, the canvas or in the scissor, in the space's own coordinates under the transform that is
---set. Leaves the state of love.graphics as it was. What did not change since it was drawn last costs next to nothing.
function View:draw() end

---The box around all that the space holds, as it is drawn.
---@return number x1
---@return number y1
---@return number x2
---@return number y2
---@nodiscard
function View:bounds() end

---How to fit all of the space into a rectangle of the screen, into all of the screen if there is none given:
---`love.graphics.translate(dx, dy)`, then `love.graphics.scale(scale)`. A legend finds room in it too.
---@param x? number # pixels
---@param y? number
---@param w? number
---@param h? number
---@return number scale # pixels per unit
---@return number dx
---@return number dy
---@nodiscard
function View:fit(x, y, w, h) end

---Gives the memory of the graphics card back; the collector does the same. The view can be drawn again.
function View:release() end

---Makes a view of a graph, grid or plane, for LÖVE. The options become its fields.
---
---    local view = draw(map, { search = s, labels = true })
---
---Raises for an option that there is not, and names it. What is wrong with the values of options, `view:draw` raises.
---@param space astar.Graph|astar.Grid|astar.Plane
---@param options? astar.PictureOptions
---@return astar.draw.View view
---@nodiscard
local function draw(space, options) end

return draw
