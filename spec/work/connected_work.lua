-- How the cost of asking whether nodes are connected grows with the map, between edits.

local astar = require "astar"
local random = require "spec.support.random"
local work = require "spec.support.work"

local function times(n, call)
  return function()
    for i = 1, n do call(i) end
  end
end

-- A square map of n cells with random walls, a start, and a goal that is walled in.
local function ruins(n, options)
  local side, rng = math.floor(math.sqrt(n)), random.new(7)
  options.width, options.height = side, side
  local map = astar.grid(options)
  for _ = 1, math.floor(n / 10) do map:block(rng:int(1, side), rng:int(1, side)) end
  for d = 1, 4 do
    map:block(side, side - d)
    map:block(side - d, side)
    map:block(side - d, side - d)
    map:block(d, 1, false)
  end
  for row = side - 4, side do
    map:block(side - 4, row)
    map:block(row, side - 4)
  end
  map:block(1, 1, false)
  map:block(side, side, false)
  return map, map:cell(1, 1), map:cell(side, side), side, rng
end

local LAYOUTS = { squares = {}, ["squares with any corner"] = { corners = "always" }, hexagons = { layout = "odd-r" } }

-- Edits of single cells at random places, or of the links of n random nodes, each followed by a question.
describe("the work of connected components", function()
  for name, options in pairs(LAYOUTS) do
    it("on a map of " .. name .. " whose cells are edited", function()
      -- A union of blocks grows with their number, of which 50,000 cells have 49: the block itself counts for more.
      work.grows("100 edits and questions", 12500, work.SQRT, function(n)
        local map, start, goal, side, rng = ruins(n, options)
        assert.is_false(map:connected(start, goal))
        return times(100, function()
          local col, row = rng:int(6, side - 6), rng:int(6, side - 6)
          map:block(col, row, not map:cell(col, row).blocked)
          assert(not map:connected(start, goal))
          assert(not map:path(start, goal))
        end)
      end)
    end)
  end

  it("on a map that is not edited", function()
    work.grows("1000 paths to a goal out of reach", 10000, work.CONSTANT, function(n)
      local map, start, goal = ruins(n, {})
      assert.is_false(map:connected(start, goal))
      return times(1000, function() assert(not map:path(start, goal)) end)
    end)
  end)

  it("on a map with steps that lead one way", function()
    work.grows("100 edits and questions", 12500, work.SQRT, function(n)
      local map, start, _, side, rng = ruins(n, {})
      local far = map:cell(side - 6, side - 6)
      far.blocked = false
      for i = 1, 20 do
        local a, b = map:cell(10 + i, 20), map:cell(10 + i, 21)
        map:unlink(a, b, { oneway = true })
        map:link(map:cell(10 + i, 30), map:cell(10 + i, 40), { oneway = true })
      end
      assert.is_true(map:connected(start, far))
      return times(100, function()
        local col, row = rng:int(6, side - 8), rng:int(6, side - 8)
        map:block(col, row, not map:cell(col, row).blocked)
        assert(map:connected(start, far))
      end)
    end)
  end)

  it("after searches in vain", function()
    -- The first search floods the map, and the labels are made: not so the others.
    work.grows("1000 paths", 40000, work.CONSTANT, function(n)
      local map, start, goal = ruins(n, { neighbours = 4 })
      map:unit("man", { mud = 2 })
      map:set(3, 1, "mud")
      for _ = 1, 3 do assert(not map:path(start, goal, "man")) end
      return times(1000, function() assert(not map:path(start, goal, "man")) end)
    end)
  end)

  -- A square lattice of waypoints, and one that is not linked.
  local function lattice(n)
    local side, xy, ids = math.floor(math.sqrt(n)), {}, {}
    local g = astar.graph()
    for i = 0, side * side - 1 do
      xy[2 * i + 1], xy[2 * i + 2] = i % side, math.floor(i / side)
      if i % side > 0 then
        ids[#ids + 1] = i
        ids[#ids + 1] = i + 1
      end
      if i >= side then
        ids[#ids + 1] = i - side + 1
        ids[#ids + 1] = i + 1
      end
    end
    g:add_all(xy)
    g:link_all(ids)
    return g, g:node(1), g:add(-9, -9), side * side
  end

  it("on waypoints whose links and nodes are edited", function()
    work.grows("100 edits and questions", 10000, work.CONSTANT, function(n)
      local g, start, alone, count = lattice(n)
      local rng = random.new(9)
      assert.is_false(g:connected(start, alone))
      return times(100, function()
        local node = g:node(rng:int(2, count))
        local other = node:links()()
        node.blocked = not node.blocked
        assert(not g:connected(start, alone))
        if other then
          g:unlink(node, other)
          assert(not g:connected(start, alone))
          g:link(node, other)
        end
        assert(not g:connected(start, alone))
      end)
    end)
  end)

  it("on a hub", function()
    work.grows("100 edits and questions", 2000, work.CONSTANT, function(n)
      local g = astar.graph()
      local hub, alone, leaves = g:add(0, 0), g:add(-1, -1), {}
      for i = 1, n do
        leaves[i] = g:add(i, 1)
        g:link(hub, leaves[i])
      end
      assert.is_false(g:connected(hub, alone))
      return times(100, function(i)
        g:link(leaves[i], leaves[i + 1])
        assert(not g:connected(leaves[1], alone))
        g:link(hub, leaves[i], { cost = 9 })
        assert(g:connected(leaves[1], leaves[2]))
      end)
    end)
  end)
end)
