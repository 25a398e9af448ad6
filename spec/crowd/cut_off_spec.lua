-- Discs over a grid whose goals no way leads to: they go as near as they can, also while the map is edited elsewhere.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

-- Cells blocked at random, and a river of two columns between the halves of most maps.
local function land(rng)
  local size = rng:int(8, 20)
  local map = astar.grid { width = size, height = size, corners = rng:pick { "never", "one", "always" } }
  local river, middle = rng:chance(0.7), math.floor(size / 2)
  for node in map:nodes() do
    local wet = river and (node.col == middle or node.col == middle + 1)
    node.blocked = wet or rng:chance(0.25)
  end
  return map, size
end

local function cell(rng, map, size)
  local node
  repeat node = map:cell(rng:int(1, size), rng:int(1, size)) until not node.blocked
  return node
end

-- Whether steps along rows and columns lead from one cell to another: the only ones that a disc can take.
local function ways(map)
  local four = astar.grid { width = map.width, height = map.height, neighbours = 4 }
  for node in map:nodes() do
    four:block(node.col, node.row, node.blocked)
  end
  return four
end

describe("a disc over a grid", function()
  it("goes as near as it can to a goal that no way leads to", function()
    random.cases("discs cut off", 40, function(rng)
      local map, size = land(rng)
      local crowd = map:crowd { radius = 0.4 }
      local start, goal = cell(rng, map, size), cell(rng, map, size)
      local disc = crowd:add(start.x, start.y, { radius = 0.4, speed = 5, goal = { goal.x, goal.y } })
      for step = 1, 900 do
        crowd:update(0.1)
        if step % 30 == 0 and step <= 300 then
          local node = map:cell(rng:int(1, size), rng:int(1, size))
          local far = math.max(math.abs(node.x - disc.x), math.abs(node.y - disc.y)) > 2
          if far and node ~= goal then node.blocked = not node.blocked end
        end
      end
      local four = ways(map)
      local from = four:at(disc.x, disc.y)
      local where = ("%d x %d from %s to %s, at %g, %g"):format(size, size, tostring(start), tostring(goal), disc.x, disc.y)
      if four:connected(from, four:node(goal.id)) then
        that(disc.status == "arrived", "%s: %s", disc.status, where)
      else
        local _, least = four:nearest(goal.x, goal.y, { from = from })
        local distance = math.sqrt((disc.x - goal.x) ^ 2 + (disc.y - goal.y) ^ 2)
        that(disc.status == "stuck", "%s: %s", disc.status, where)
        that(distance <= least + 0.45, "%g away, a cell is %g away: %s", distance, least, where)
      end
    end)
  end)

  it("sets out when a way is opened, and turns back when it is closed", function()
    local map = astar.grid { width = 30, height = 20 }
    for row = 1, 20 do
      map:block(15, row)
    end
    local crowd = map:crowd { radius = 0.4 }
    local discs = {}
    for i = 1, 10 do
      discs[i] = crowd:add(2.5 + i, 2.5, { radius = 0.4, speed = 5, goal = { 28.5, 2.5 + i } })
    end
    local function pass(seconds)
      for _ = 1, seconds * 10 do
        crowd:update(0.1)
      end
    end
    pass(10)
    for _, disc in ipairs(discs) do
      that(disc.x < 15 and disc.status == "stuck", "at %g, %s", disc.x, disc.status)
    end
    map:block(15, 18, false)
    pass(40)
    for _, disc in ipairs(discs) do
      that(disc.x > 15 and disc.status == "arrived", "at %g, %s", disc.x, disc.status)
    end
    map:block(15, 18)
    for _, disc in ipairs(discs) do
      disc.goal = { 2.5, 2.5 }
    end
    pass(10)
    for _, disc in ipairs(discs) do
      that(disc.x > 15 and disc.status == "stuck", "at %g, %s", disc.x, disc.status)
    end
  end)
end)
