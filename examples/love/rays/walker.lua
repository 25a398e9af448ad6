-- The figure that walks to the goal, and finds its way anew when the ground or the goal changes.

local follow = require "astar.follow"

local SPEED = 150

local Walker = {}
Walker.__index = Walker

local function new(place)
  return setmetatable({ follower = follow({ x = place.x, y = place.y }, SPEED), trouble = nil }, Walker)
end

-- The way from where it stands to the goal. Where there is none it waits; `trouble` says why.
function Walker:route(plane, goal, options)
  local follower = self.follower
  local path, why = plane:path(follower.x, follower.y, goal.x, goal.y, options)
  if path then
    follower:go(path)
    self.trouble = nil
  else
    follower:stop()
    self.trouble = why
  end
end

function Walker:update(dt) self.follower:update(dt) end

function Walker:has_arrived() return self.follower.done and not self.trouble end

return { new = new }
