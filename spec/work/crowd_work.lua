-- How the work of crowds grows with the map and with the number of agents.

local astar = require "astar"
local work = require "spec.support.work"

describe("work of crowds:", function()
  -- Agents that go to and fro in a corner, with all distances known.
  local function corner(size, count)
    local map = astar.grid { width = size, height = size }
    local crowd = map:crowd()
    for i = 1, count do
      local col, row = 2 * ((i - 1) % 20) + 1, 2 * math.floor((i - 1) / 20) + 1
      crowd:add(map:cell(col, row), { goal = map:cell(col, row + 1) })
    end
    crowd:step(3)
    return crowd
  end

  it("a step does not grow with the map", function()
    work.grows("a step", 150, work.CONSTANT, function(n)
      local crowd = corner(n, 40)
      return function() crowd:step(20) end
    end)
  end)

  it("a step grows with the agents", function()
    work.grows("a step", 60, work.LINEAR, function(n)
      local crowd = corner(60, n)
      return function() crowd:step(20) end
    end)
  end)

  it("an order to one does not grow with the map, where its goal is near", function()
    work.grows("an order", 150, work.CONSTANT, function(n)
      local crowd = corner(n, 40)
      local agent
      for a in crowd:agents() do agent = agent or a end
      return function()
        for i = 1, 20 do
          agent.goal = crowd.graph:cell(1 + i % 3, 1 + i % 2)
          crowd:step()
        end
      end
    end)
  end)
end)
