-- The state of the demo: the ground, start and goal, the route between them, and the modes.

local ground = require "ground"
local scenes = require "scenes"
local walker = require "walker"
local watch = require "watch"
local compare = require "compare"

local Game = {}
Game.__index = Game

local now = love.timer.getTime

local MOST_RADIUS, RADIUS_STEP = 40, 4

local function new()
  local self = setmetatable({
    scene = nil,              -- its number
    ground = nil,
    start = { x = 0, y = 0 },
    goal = { x = 0, y = 0 },
    radius = 0,               -- of the figure; 0 is a point
    kind = "box",             -- of the shapes that are added
    path = nil,
    length = nil,
    reason = nil,             -- why there is no path
    path_time = 0,            -- seconds that finding it took
    edit_time = 0,            -- seconds that the last change of an obstacle took
    refusal = nil,            -- why the figure did not grow
    labels = false,
    watch = watch.new(),
    compare = compare.new(),
    walker = nil,
  }, Game)
  self:load(1)
  return self
end

-- The options of paths and searches.
function Game:options()
  return self.radius > 0 and { radius = self.radius } or nil
end

function Game:ends()
  return { self.start.x, self.start.y, self.goal.x, self.goal.y }
end

---- The route ---------------------------------------------------------------------------------------------

local function find(self)
  local plane, options = self.ground.plane, self:options()
  local began = now()
  local path, length = plane:path(self.start.x, self.start.y, self.goal.x, self.goal.y, options)
  self.path_time = now() - began
  self.path, self.length, self.reason = path, path and length, not path and length or nil
end

-- Something has changed: all that depends on it is done again, once a frame.
function Game:touch()
  self.changed, self.refusal = true, nil
end

function Game:update(dt)
  if self.changed then
    self.changed = false
    find(self)
    if self.watch.search then self.watch:renew(self.ground.plane, self:ends(), self:options()) end
    if self.walker then self.walker:route(self.ground.plane, self.goal, self:options()) end
    self.compare:renew(self)
  end
  self.watch:update(dt)
  if self.walker then self.walker:update(dt) end
  self.compare:update(dt, self)
end

-- Whether the figure could not even stand at a place.
function Game:is_buried(place)
  return not self.ground.plane:path(place.x, place.y, place.x, place.y, self:options())
end

---- Scenes, ends, size ------------------------------------------------------------------------------------

local function keep_inside(self, place)
  local r, width, height = self.radius, self.ground.width, self.ground.height
  place.x = math.max(r, math.min(width - r, place.x))
  place.y = math.max(r, math.min(height - r, place.y))
end

-- The nearest place for a figure of that size, with nothing between; nil if there is none.
local function room_near(self, place, radius)
  local plane = self.ground.plane
  local x, y = plane:nearest(place.x, place.y, { radius = radius })
  if x and not plane:raycast(place.x, place.y, x, y) then return x, y end
end

function Game:load(number)
  local scene = scenes.list[number]
  self.scene, self.name = number, scene.name
  self.ground = ground.new(scenes.width, scenes.height)
  scene.build(self.ground, scene)
  self.start.x, self.start.y, self.goal.x, self.goal.y = scene[1], scene[2], scene[3], scene[4]
  keep_inside(self, self.start)
  keep_inside(self, self.goal)
  for _, place in ipairs { self.start, self.goal } do
    local x, y = place.x, place.y
    if self.radius > 0 then x, y = room_near(self, place, self.radius) end
    if x then place.x, place.y = x, y end
  end
  self.walker, self.edit_time, self.refusal = nil, 0, nil
  if self.watch.search then self.watch:start(self.ground.plane, self:ends(), self:options()) end
  self.compare:rebuild(self)
  find(self)
end

function Game:move_end(place, x, y)
  place.x, place.y = x, y
  keep_inside(self, place)
  self:touch()
end

function Game:resize(by)
  local radius = math.max(0, math.min(MOST_RADIUS, self.radius + by * RADIUS_STEP))
  if radius == self.radius then return end
  -- What does not fit any more where it is moves to where it does. What was buried before stays so.
  local follower = self.walker and self.walker.follower
  local moves = {}
  for _, place in ipairs { self.start, self.goal, follower } do
    if by > 0 and not self:is_buried(place) then
      local x, y = room_near(self, place, radius)
      if not x then
        self.refusal = ("There is no room for a figure of radius %d"):format(radius)
        return
      end
      if x ~= place.x or y ~= place.y then moves[#moves + 1] = { place, x, y } end
    end
  end
  self.radius = radius
  for _, move in ipairs(moves) do
    local place, x, y = move[1], move[2], move[3]
    if place == follower then self.walker = walker.new({ x = x, y = y }) else place.x, place.y = x, y end
  end
  keep_inside(self, self.start)
  keep_inside(self, self.goal)
  self.compare:rebuild(self)
  self:touch()
end

---- Obstacles ---------------------------------------------------------------------------------------------

function Game:add(x, y)
  local shape = self.ground:add(scenes.shape(self.kind, x, y, 40, love.math.random))
  self:touch()
  return shape
end

function Game:remove(shape)
  self.ground:remove(shape)
  self:touch()
end

function Game:move(shape, x, y, angle)
  local began = now()
  self.ground:move(shape, x, y, angle)
  self.edit_time = now() - began
  self:touch()
end

---- Modes -------------------------------------------------------------------------------------------------

-- The search to be watched; begins it, if none is watched.
function Game:watched()
  if not self.watch.search then self.watch:start(self.ground.plane, self:ends(), self:options()) end
  return self.watch
end

function Game:walk()
  if self.walker and not self.walker:has_arrived() then
    self.walker = nil
  else
    self.walker = walker.new(self.start)
    self.walker:route(self.ground.plane, self.goal, self:options())
  end
end

function Game:toggle_compare()
  self.compare.on = not self.compare.on
  self.compare:rebuild(self)
end

function Game:resize_cells(by)
  self.compare:resize(by)
  self.compare:rebuild(self)
end

function Game:toggle_whole()
  self.compare.whole = not self.compare.whole
  self.compare:rebuild(self)
end

return { new = new }
