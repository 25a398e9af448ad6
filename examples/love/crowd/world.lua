-- The world: the country, its doors, the soldiers of a scene and what they are ordered. It goes in steps of the same
-- length whatever the frames do; so the same orders in the same steps have the same results. Nothing here draws or hears
-- keys.

local country = require "country"
local doors = require "doors"
local orders = require "orders"
local scenes = require "scenes"
local soldiers = require "soldiers"

local World = {}
World.__index = World

local STEP = 1 / 30

local function new(number)
  local place = country.make()
  local self = setmetatable({
    place = place, plane = place.plane, scene = scenes[number], number = number, steps = 0, companies = {},
  }, World)
  self.doors = doors.new(place)
  self.soldiers = soldiers.new(self.plane)
  self.orders = orders.new(self.plane, self.soldiers)
  self.act = self.scene.begin(self)
  return self
end

-- Who is in the town, so that an open gate is of use to him.
local function is_inside(soldier)
  return country.is_in_town(soldier.x, soldier.y) ~= country.is_in_town(soldier.place_x, soldier.place_y)
end

-- Opens or closes a door; who is concerned takes another way.
function World:set_door(door, is_open)
  if door.is_open == is_open then return end
  self.doors:set(door, is_open)
  self.orders:rethink(is_open, is_inside)
end

function World:toggle_door(door)
  self:set_door(door, not door.is_open)
end

-- The player sends soldiers; from then on they do not heed the scene.
function World:send(list, x, y)
  for _, soldier in ipairs(list) do soldier.is_free = true end
  return self.orders:march(list, { x = x, y = y }, true)
end

function World:step()
  self.steps = self.steps + 1
  self.act(self.steps * STEP)
  self.doors:step(STEP)
  self.orders:step()
  self.soldiers:step(STEP)
end

function World:close()
  self.soldiers:close()
end

return { new = new, STEP = STEP }
