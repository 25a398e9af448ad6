-- How the work of crowds grows with the map and with the number of agents.

local astar = require "astar"
local random = require "spec.support.random"
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

  -- A river from top to bottom, and what is ordered to the other bank from this one.
  local function river(size)
    local map = astar.grid { width = size, height = size }
    map:unit("tank", {}, { size = 2 })
    for row = 1, size do
      map:block(size / 2, row)
    end
    for i = 1, size * size / 12 do
      local col, row = 1 + i * 37 % size, 1 + i * 53 % size
      if col > 8 or row > 8 then map:block(col, row) end
    end
    return map
  end

  it("an order to a group of large units, that a bridge does not bear, grows with the map", function()
    work.grows("an order", 900, work.LINEAR, function(n)
      local size = 2 * math.floor(math.sqrt(n) / 2)
      local map = river(size)
      map:block(size / 2, 3, false) -- a bridge for men
      local crowd = map:crowd()
      local group = crowd:group({ crowd:add(map:cell(2, 2), { unit = "tank" }), crowd:add(map:cell(2, 6), { unit = "tank" }) })
      return function()
        group.goal = map:cell(size - 3, size / 2)
        crowd:step()
      end
    end)
  end)

  it("an order to a disc to where no way leads grows with the map, and is little", function()
    work.grows("an order", 900, work.LINEAR, function(n)
      local size = 2 * math.floor(math.sqrt(n) / 2)
      local map = river(size)
      local crowd = map:crowd { radius = 0.4 }
      local disc = crowd:add(1.5, 1.5, { radius = 0.4 })
      crowd:update(0.01)
      return function()
        disc.goal = { size - 1.5, size / 2 }
        crowd:update(0.01)
      end
    end)
  end)

  it("a hundred units march while the land is painted: an update is five flows over the map or less", function()
    local rng = random.new(7)
    local map = astar.grid { width = 200, height = 200 }
    map:unit("man", { forest = 2, rock = 4, water = 5 })
    map:unit("horse", { forest = 5, rock = false, water = false })
    local shades = { "forest", "rock", "water", "road" }
    local function paint(radius)
      local col, row = rng:int(1, 200), rng:int(1, 200)
      for x = math.max(1, col - radius), math.min(200, col + radius) do
        map:set(x, row, shades[rng:int(1, #shades)])
      end
    end
    for _ = 1, 1500 do paint(rng:int(1, 6)) end
    local crowd, agents = map:crowd { patience = 6, expansions = 6000 }, {}
    local function send(agent)
      local col, row = agent.node.col + rng:int(-25, 25), agent.node.row + rng:int(-25, 25)
      local goal = map:cell(math.max(1, math.min(200, col)), math.max(1, math.min(200, row)))
      if goal.terrain == "default" and map:connected(agent.node, goal, agent.unit) then agent.goal = goal end
    end
    while #agents < 100 do
      local cell = map:cell(rng:int(1, 200), rng:int(1, 200))
      if cell.terrain == "default" and not crowd:at(cell) then
        agents[#agents + 1] = crowd:add(cell, { unit = #agents % 2 == 0 and "man" or "horse", speed = 4, goal = cell })
      end
    end
    local updates = {}
    for frame = 1, 300 do
      for i = 1 + frame % 60, #agents, 60 do send(agents[i]) end
      if frame % 3 == 0 then paint(3) end
      updates[frame] = work.of(function() crowd:update(1 / 60) end)
    end
    table.sort(updates)
    local flow = work.of(function() map:flow(map:cell(100, 100), { unit = "man" }):close() end)
    local slow = updates[math.floor(0.99 * #updates)]
    assert(slow <= 5 * flow, ("an update %.0f, a flow %.0f"):format(slow, flow))
  end)
end)
