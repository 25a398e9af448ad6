-- How the cost of building the spatial index grows where the order of the nodes is bad for quickselect.

local astar = require "astar"
local killer = require "spec.support.killer"
local work = require "spec.support.work"

describe("the work of", function()
  it("adding nodes in an order against quickselect", function()
    local _, looked_at = killer(2000)
    assert.is_true(looked_at > 2000 * 2000 / 16)
    work.grows("add_all", 2000, work.LINEAR, function(n)
      local xy = {}
      for i, x in ipairs((killer(n))) do xy[2 * i - 1], xy[2 * i] = x, 0 end
      return function() astar.graph():add_all(xy, 2) end
    end)
  end)
end)
