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

-- n nodes at place(i), which get their ids in the order of i, and one query for each q.
local function nodes_at(n, place)
  local xyz = {}
  for i = 1, n do
    xyz[3 * i - 2], xyz[3 * i - 1], xyz[3 * i] = place(i, n)
  end
  local g = astar.graph()
  g:add_all(xyz, 3)
  return g
end

describe("the work of the nearest of many nodes", function()
  local function same(what, place, queries, prepare)
    it(what, function()
      work.grows(what, 2000, work.CONSTANT, function(n)
        local g = nodes_at(n, place)
        if prepare then prepare(g, n) end
        return times(100, function()
          for _, q in ipairs(queries) do assert(g:nearest(q[1], q[2], q[3])) end
        end)
      end)
    end)
  end

  local function one_place() return 1, 1, 1 end

  same("at one place", one_place, { { 1, 1 }, { 1, 1, 1 }, { 0, 0 }, { 2, 3, 5 }, { 1e300, 1e300 } })
  same("in one stack", function(i) return 1, 1, i % 77 end, { { 1, 1 }, { 0, 0 } })
  same("at one place where another was", one_place, { { 0, 0 }, { 2, 3, 5 } }, function(g, n)
    g:remove(g:add(9, 9, 9))
    g:remove(g:node(1))
    g:remove(g:node(n))
  end)
  same("at two places", function(i) return i % 2, i % 2, 0 end, { { 0, 0 }, { 0.5, 0.5 }, { 0, 1 }, { -1, 3 } })
  same("far away", function(i, n) return (n - i) % 97 / 97, (n - i) % 89 / 89, 0 end,
    { { 1e12, 0 }, { 1e13, 1e13 }, { 1e17, -1e17 }, { 0, -1e200 }, { 1e300, 1e300 }, { 1e12, 0, 1e12 } })

  it("within a radius, at one place beyond it", function()
    work.grows("100 queries", 2000, work.CONSTANT, function(n)
      local g = nodes_at(n, one_place)
      return times(100, function() assert(#g:within(0, 0, 1.2) == 0) end)
    end)
  end)
end)
