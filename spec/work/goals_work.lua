-- How the cost of searches grows with the number of goals, and with a weight.

local astar = require "astar"
local work = require "spec.support.work"

-- A lattice of waypoints, size by size, and n goals elsewhere that nobody reaches.
local function lattice(size, n, place)
  local g, at, goals = astar.graph(), {}, {}
  for row = 1, size do
    for col = 1, size do
      local i = (row - 1) * size + col
      at[i] = g:add(col, row)
      if col > 1 then g:link(at[i], at[i - 1]) end
      if row > 1 then g:link(at[i], at[i - size]) end
    end
  end
  for i = 1, n do
    goals[i] = g:add(place(i, n))
  end
  return g, at[1], goals
end

local places = {
  row = function(i) return i, -5 end,
  ["one place"] = function() return -5, -5 end,
  ["a field"] = function(i) return i * 7919 % 101, -i * 104729 % 103 end,
  ["far away"] = function(i) return 1e300 + i * 1e297, i end,
}

describe("the work of", function()
  for name, place in pairs(places) do
    it("a search does not grow with goals in " .. name, function()
      work.grows("expanding", 500, work.CONSTANT * 1.5, function(n)
        local g, start, goals = lattice(20, n, place)
        local s = g:search(start, goals)
        s:step()
        return function() return s:run() end
      end)
    end)

    it("partial and closest() do not grow with goals in " .. name, function()
      work.grows("beginning and closest()", 500, work.LINEAR, function(n)
        local g, start, goals = lattice(20, n, place)
        return function()
          local s = g:search(start, goals)
          s:run()
          s:closest()
          return g:path(start, goals, { partial = true, heuristic = "zero" })
        end
      end)
    end)
  end

  it("goals, only and avoid of a large part of the map", function()
    work.grows("lists", 1000, work.LINEAR, function(n)
      local map = astar.grid({ width = n, height = 8 })
      local list = {}
      for col = 2, n do
        for row = 1, 4 do
          list[#list + 1] = map:cell(col, row)
        end
      end
      return function()
        map:path(map:cell(1, 1), list, { avoid = list, heuristic = "euclidean" })
        return map:path(map:cell(1, 1), list[#list], { only = list })
      end
    end)
  end)

  for name, options in pairs({
    ["a weight"] = { weight = 10 },
    ["a weight and an estimate that is not consistent"] = { weight = 10, heuristic = "manhattan" },
    ["a weight and max_cost"] = { weight = 10, max_cost = 60 },
  }) do
    it("a search without a way, with " .. name, function()
      work.grows("expanding", 400, work.LINEAR, function(n)
        local size = math.floor(math.sqrt(n) + 0.5)
        local map = astar.grid({ width = size, height = size })
        local random = 3
        for _ = 1, n * 0.3 do
          random = random * 16807 % 2147483647
          local cell = random % n
          map:set(cell % size + 1, math.floor(cell / size) + 1, "wall")
        end
        map:unit("man", { wall = false })
        map:set(1, 1, nil)
        map:fill(size - 1, size - 1, 2, 2, "wall")
        options.unit = "man"
        local s = map:search(map:cell(1, 1), map:cell(size, size), options)
        return function() return s:run() end
      end)
    end)
  end
end)
