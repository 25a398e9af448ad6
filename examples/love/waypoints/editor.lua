-- The mouse on the net: what it points at, what it selects, adds, moves and links.
--
-- Left: a click on a waypoint selects it, a drag moves it, a click on free ground adds one.
-- Right: a drag from one waypoint to another links them, or unlinks them if they are linked.

local screen = require "shared.screen"

local editor = {}

local Editor = {}
Editor.__index = Editor

local REACH = 15      -- units of the screen: so near the pointer points at a waypoint
local HIGHEST = 9     -- a waypoint can be lifted
local STILL = 4       -- pixels: a press that moves less is a click

local terrains = { "meadow", "forest", "water", "rock" }

-- `parts` has map, ground, journey, projection, camera, the mouse's x and y, and covered(x, y): whether a place of the
-- screen is hidden.
function editor.new(parts)
  return setmetatable({
    map = parts.map, ground = parts.ground, journey = parts.journey, projection = parts.projection,
    camera = parts.camera, covered = parts.covered, x = parts.x, y = parts.y,
  }, Editor)
end

-- What to call a waypoint.
function editor.name_of(node)
  return node.name or ("waypoint " .. node.id)
end

local function shift_is_down()
  return love.keyboard.isDown("lshift", "rshift")
end

---- Pointing ------------------------------------------------------------------------------------------------

function Editor:on_screen(node)
  return self.camera:to_screen(self.projection.project(node.x, node.y, node.z))
end

-- The waypoint that shows nearest to a place on the screen, or nil.
function Editor:node_at(x, y)
  if self.covered(x, y) then return nil end
  local best, least = nil, (REACH * screen.scale) ^ 2
  for node in self.map:nodes() do
    local node_x, node_y = self:on_screen(node)
    local distance = (node_x - x) ^ 2 + (node_y - y) ^ 2
    if distance <= least then best, least = node, distance end
  end
  return best
end

-- To be called each frame: what lies under the mouse changes without it too.
function Editor:point()
  self.hover = self.drag and self.drag.node or self:node_at(self.x, self.y)
end

---- Editing -------------------------------------------------------------------------------------------------

function Editor:say(...)
  self.journey.note = string.format(...)
end

-- Adds a waypoint on the ground that shows at a place of the screen.
function Editor:add(screen_x, screen_y)
  local x, y = self.projection:to_ground(self.camera:to_picture(screen_x, screen_y))
  if not x then
    self:say("There is no ground for a waypoint")
    return
  end
  local node = self.map:add(x, y, self.ground.height(x, y), { terrain = self.ground.terrain(x, y) })
  if shift_is_down() and self.selected then
    self.map:link(self.selected, node)
    self.selected = node
  end
end

function Editor:remove(node)
  self.journey:forget(node)
  if self.selected == node then self.selected = nil end
  if self.drag and self.drag.node == node then self.drag = nil end
  if self.link_from == node then self.link_from = nil end
  self.hover = nil
  node:remove()
end

-- Whether there is a link from a to b, or from b to a.
function Editor:are_linked(a, b)
  return self.map:linked(a, b) or self.map:linked(b, a)
end

-- Links two waypoints, or unlinks them if they are linked. With Shift a link is one-way.
function Editor:toggle_link(a, b)
  if self:are_linked(a, b) then
    self.map:unlink(a, b)
  else
    self.map:link(a, b, { oneway = shift_is_down() })
  end
end

-- Links the selected waypoint to the one under the mouse, or unlinks them.
function Editor:link_selected()
  if not self.selected then
    self:say("Click a waypoint to select it; then point at another one and press K")
  elseif not self.hover or self.hover == self.selected then
    self:say("Point at the waypoint to link to, and press K")
  else
    self:toggle_link(self.selected, self.hover)
  end
end

-- A waypoint gets the next terrain.
function editor.change_terrain(node)
  for i, terrain in ipairs(terrains) do
    if node.terrain == terrain then
      node.terrain = terrains[i % #terrains + 1]
      break
    end
  end
end

-- Moves the dragged waypoint under the mouse: seen from above over the ground, seen from the side also up and down.
function Editor:move_dragged()
  local drag, ground, projection = self.drag, self.ground, self.projection
  if projection:is_turning() then return end
  local node = drag.node
  local x, y = self.camera:to_picture(self.x + drag.dx, self.y + drag.dy)
  if projection:from_side() then
    x = ground.clamp(x, node.y)
    local floor = ground.height(x, node.y)
    node.x, node.z = x, math.max(floor, math.min(HIGHEST, projection:height_at(node.y, y)))
  else
    x, y = ground.clamp(x, y)
    node.x, node.y, node.z = x, y, ground.height(x, y) + drag.lift
  end
  if drag.natural then node.terrain = ground.terrain(node.x, node.y) end
end

function Editor:begin_drag(node, x, y)
  local node_x, node_y = self:on_screen(node)
  local ground = self.ground
  self.drag = {
    node = node, from_x = x, from_y = y, dx = node_x - x, dy = node_y - y, moved = false,
    lift = node.z - ground.height(node.x, node.y),
    natural = node.terrain == ground.terrain(node.x, node.y),
  }
end

---- The mouse -----------------------------------------------------------------------------------------------

-- Ends what the mouse is about.
function Editor:let_go()
  self.drag, self.link_from, self.panning = nil, nil, false
end

function Editor:pressed(x, y, button)
  self.x, self.y = x, y
  if self.covered(x, y) then return end
  local node = self:node_at(x, y)
  if button == 1 then
    if node then
      self:begin_drag(node, x, y)
    else
      self:add(x, y)
    end
  elseif button == 2 then
    self.link_from = node
    if not node then self:say("Drag with the right button from one waypoint to another to link or unlink them") end
  elseif button == 3 then
    self.panning = true
  end
end

function Editor:moved(x, y, dx, dy)
  self.x, self.y = x, y
  if self.panning then self.camera:pan(dx, dy) end
  local drag = self.drag
  if not drag then return end
  if math.abs(x - drag.from_x) + math.abs(y - drag.from_y) > STILL then drag.moved = true end
  if drag.moved then self:move_dragged() end
end

function Editor:released(x, y, button)
  self.x, self.y = x, y
  if button == 1 and self.drag then
    local node = self.drag.node
    if not self.drag.moved then self.selected = self.selected ~= node and node or nil end
    self.drag = nil
  elseif button == 2 and self.link_from then
    local node = self:node_at(x, y)
    if node and node ~= self.link_from then
      self:toggle_link(self.link_from, node)
    else
      self:say("Drag with the right button from one waypoint to another to link or unlink them")
    end
    self.link_from = nil
  elseif button == 3 then
    self.panning = false
  end
end

---- Drawing -------------------------------------------------------------------------------------------------

local function ring(x, y, radius, r, g, b)
  love.graphics.setLineWidth(4 * screen.scale)
  love.graphics.setColor(0, 0, 0, 0.6)
  love.graphics.circle("line", x, y, radius)
  love.graphics.setLineWidth(2 * screen.scale)
  love.graphics.setColor(r, g, b)
  love.graphics.circle("line", x, y, radius)
end

-- Rings around what is selected and pointed at, and the link that is being drawn; in pixels of the screen.
function Editor:draw(radius)
  if self.link_from then
    local x, y = self:on_screen(self.link_from)
    local cuts = self.hover and self.hover ~= self.link_from and self:are_linked(self.link_from, self.hover)
    if cuts then love.graphics.setColor(1, 0.4, 0.4) else love.graphics.setColor(0.45, 0.95, 0.6) end
    love.graphics.setLineWidth(3 * screen.scale)
    love.graphics.line(x, y, self.x, self.y)
  end
  if self.selected then
    local x, y = self:on_screen(self.selected)
    ring(x, y, radius, 1, 0.75, 0.2)
  end
  if self.hover and self.hover ~= self.selected then
    local x, y = self:on_screen(self.hover)
    ring(x, y, radius, 1, 1, 1)
  end
end

return editor
