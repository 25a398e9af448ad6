-- How the cost of looking for the nearest cell grows with the map.

local astar = require "astar"
local work = require "spec.support.work"

-- A square map of n cells of sand, with a ship for the sea.
local function desert(n)
  local side = math.floor(math.sqrt(n))
  local map = astar.grid{ width = side, height = side }
  map:unit("ship", { default = false, sea = 1 })
  map:fill(1, 1, side, side, "sand")
  return map, side
end

local function times(n, call)
  return function()
    for _ = 1, n do call() end
  end
end

describe("the work of the nearest cell", function()
  it("that a unit can enter, far away", function()
    work.grows("100 queries", 10000, work.SQRT, function(n)
      local map, side = desert(n)
      map:set(side, side, "sea")
      map:nearest(0, 0, { unit = "ship" }) -- makes the parts of the map
      return times(100, function() assert(map:nearest(0, 0, { unit = "ship" })) end)
    end)
  end)

  it("that a unit can enter, where there is none", function()
    work.grows("100 queries", 10000, work.CONSTANT, function(n)
      local map = desert(n)
      map:nearest(0, 0, { unit = "ship" })
      return times(100, function() assert(not map:nearest(0, 0, { unit = "ship" })) end)
    end)
  end)

  it("between edits", function()
    work.grows("100 queries", 10000, work.SQRT, function(n)
      local map, side = desert(n)
      map:nearest(0, 0, { unit = "ship" })
      return times(100, function()
        map:set(side, side, "sea")
        assert(map:nearest(0, 0, { unit = "ship" }))
        map:set(side, side)
        assert(not map:nearest(0, 0, { unit = "ship" }))
      end)
    end)
  end)

  it("to a point far outside", function()
    for _, far in ipairs{ 1e9, 1e17, 1e300 } do
      for _, layout in ipairs{ "square", "odd-r", "even-q", "isometric" } do
        work.grows(("100 queries from %g, %s"):format(far, layout), 10000, work.SQRT, function(n)
          local side = math.floor(math.sqrt(n))
          local map = astar.grid{ width = side, height = side, layout = layout }
          return times(100, function()
            map:nearest(far, 3)
            map:nearest(3, -far)
            map:nearest(-far, far)
          end)
        end)
      end
    end
  end)
end)
