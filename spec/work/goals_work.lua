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

  it("a search that is run for a goal of which components tell that it is out of reach", function()
    work.grows("a search", 100, work.CONSTANT, function(n)
      local map = astar.grid({ width = n, height = n })
      for row = 1, n do map:block(math.floor(n / 2), row) end
      local from, to = map:cell(1, 1), map:cell(n, n)
      for _ = 1, 100 do map:search(from, to):run(100) end -- makes them
      local s = map:search(from, to)
      return function() return assert.are.equal("unreachable", s:run(100)) end
    end)
  end)

  -- The goal is behind a wall, and the nearest cell is far from the straight line to it.
  it("partial to a goal of which components tell that it is out of reach", function()
    work.grows("a partial path", 100, work.LINEAR, function(n)
      local map = astar.grid({ width = n, height = n })
      for row = 1, n do map:block(math.floor(n * 0.75), row) end
      local from, to = map:cell(1, 1), map:cell(n, n)
      map:connected(from, to)
      map:path(from, to, { partial = true })
      return function()
        local path = map:path(from, to, { partial = true })
        assert.are.equal(n, path[#path].row)
      end
    end)
  end)

  -- All nodes but a few are expanded before; what is nearest was noted as they were opened.
  it("the last slice of a search with partial is that without it", function()
    for _, heuristic in ipairs({ "auto", "zero", "euclidean" }) do
      for _, goals in ipairs({ 1, 40 }) do
        local function last_slice(n, partial)
          local map = astar.grid({ width = n, height = 10 })
          local list = {}
          for i = 1, goals do
            list[i] = map:cell(n - 2 * (i - 1), 5)
            map:block(n - 2 * (i - 1), 5)
          end
          local s = map:search(map:cell(1, 5), list, { partial = partial, heuristic = heuristic })
          while s.expanded < 10 * n - goals - 5 do s:step(10 * n - goals - 5 - s.expanded) end
          return (work.of(function() return s:run() end))
        end
        local without, with = last_slice(4000, false), last_slice(4000, true)
        assert.is_true(with < without + 1000, heuristic .. ": " .. with .. " with partial, " .. without .. " without")
      end
    end
  end)

  it("layers, stops and what counts as a goal does not grow with the map, where a search is short", function()
    work.grows("a short search", 1000, work.CONSTANT, function(n)
      local map = astar.grid({ width = n, height = 10 })
      local fog = map:layer("fog")
      fog:fill(1, 1, n, 10, 1)
      map:path(map:cell(1, 1), map:cell(5, 1), { layers = { fog = 1 } })
      return function()
        fog:set(4, 4, 3)
        map:reach(map:cell(3, 3), 20, { layers = { fog = 2 }, stop = { map:cell(4, 3) } })
        map:reach(map:cell(3, 3), nil, { moves = 3, max_turns = 3 })
        return map:path(map:cell(3, 3), map:cell(9, 3), { near = 2, layers = { fog = 1 } })
      end
    end)
  end)
end)
