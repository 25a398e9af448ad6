-- The mouse: drags obstacles, start and goal, turns obstacles, adds new ones.

local Hand = {}
Hand.__index = Hand

local NOTCH = math.rad(5)         -- a notch of the wheel
local TURN = math.rad(120)        -- a second of Q or E
local GRIP = 14                   -- how near to a handle one must be, in units of the screen

-- `view` turns places on the screen into those on the ground, and knows where its panels are.
local function new(game, view)
  return setmetatable({
    game = game,
    view = view,
    x = 0, y = 0,                 -- on the ground
    screen_x = 0, screen_y = 0,
    held = nil,                   -- what is dragged: a shape, or game.start or game.goal
    turning = nil,                -- the shape that the right button turns
    hover = nil,                  -- what is under the mouse: likewise
  }, Hand)
end

local function handle_at(self)
  local game = self.game
  local reach = math.max(GRIP * self.view.pixel, game.radius)
  local best, least = nil, reach * reach
  for _, place in ipairs { game.start, game.goal } do
    local away = (place.x - self.x) ^ 2 + (place.y - self.y) ^ 2
    if away <= least then best, least = place, away end
  end
  return best
end

local function is_shape(thing) return thing and thing.kind ~= nil end

local function look(self)
  self.hover = handle_at(self) or self.game.ground:shape_at(self.x, self.y)
end

-- The shape that keys and wheel mean.
function Hand:shape()
  local thing = self.turning or self.held or self.hover
  return is_shape(thing) and thing or nil
end

function Hand:move(x, y)
  self.screen_x, self.screen_y = x, y
  self.x, self.y = self.view:to_ground(x, y)
  self.moved = true
end

function Hand:press(x, y, button)
  self:move(x, y)
  look(self)
  if button == 1 and not self.turning then
    local thing = self.hover
    if not thing then
      local ground = self.game.ground
      if self.view:is_panel(x, y) or self.x < 0 or self.y < 0 or self.x > ground.width or self.y > ground.height then
        return
      end
      thing = self.game:add(self.x, self.y)
    end
    self.held, self.dx, self.dy = thing, thing.x - self.x, thing.y - self.y
    self.moved = false
  elseif button == 2 and not self.held and is_shape(self.hover) then
    self.turning = self.hover
    self.angle = self.turning.angle - math.atan2(self.y - self.turning.y, self.x - self.turning.x)
    self.moved = false
  end
end

function Hand:release(x, y, button)
  self:move(x, y)
  self:drag()
  if button == 1 then self.held = nil end
  if button == 2 then self.turning = nil end
end

function Hand:wheel(dy)
  local shape = self:shape()
  if shape then self.game:move(shape, shape.x, shape.y, shape.angle + dy * NOTCH) end
end

function Hand:remove()
  local shape = self:shape()
  if not shape then return end
  self.game:remove(shape)
  self:drop()
end

-- Lets go of everything: what was held is not there any more.
function Hand:drop()
  self.held, self.turning, self.hover = nil, nil, nil
end

-- What is held comes to where the mouse is.
function Hand:drag()
  if not self.moved then return end
  self.moved = false
  local game, held, turning = self.game, self.held, self.turning
  if turning then
    game:move(turning, turning.x, turning.y, self.angle + math.atan2(self.y - turning.y, self.x - turning.x))
  elseif is_shape(held) then
    game:move(held, self.x + self.dx, self.y + self.dy, held.angle)
  elseif held then
    game:move_end(held, self.x + self.dx, self.y + self.dy)
  end
end

-- Once a frame, however often the mouse has moved in it.
function Hand:update(dt)
  self:drag()
  local way = (love.keyboard.isDown("e") and 1 or 0) - (love.keyboard.isDown("q") and 1 or 0)
  local shape = way ~= 0 and self:shape()
  if shape then self.game:move(shape, shape.x, shape.y, shape.angle + way * TURN * dt) end
  if not self.held and not self.turning then look(self) end
end

return { new = new }
