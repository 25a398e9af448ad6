-- How much more work a path is than a search where steps are far cheaper than on most of the map: the coarse order of a
-- kernel tells few of them apart.

local astar = require "astar"
local work = require "spec.support.work"

-- Costs in no order: a generator of its own, the same on every Lua.
local function costs()
  local state = 1
  return function()
    state = state * 16807 % 2147483647
    return 0.001 + state % 97 * 0.0001
  end
end

-- Raises if a path takes more than `most` times the work of a search with the same arguments.
local function compare(map, most, ...)
  local start, goal, options = ...
  map:path(start, goal, options) -- what is kept for later paths is made
  local search = map:search(start, goal, options)
  local by_search = work.of(function() return search:run() end)
  local by_path, path = work.of(function() return map:path(start, goal, options) end)
  assert.equal(search:path().cost, path.cost)
  if by_path > most * by_search then
    error(("path: work %.0f, search: %.0f"):format(by_path, by_search), 2)
  end
end

-- Add a lattice of nodes at distances of `step`; cost() is that of a link, or nil.
local function add_lattice(g, size, step, cost)
  local at = {}
  for row = 1, size do
    for col = 1, size do
      local i = (row - 1) * size + col
      at[i] = g:add(col * step, row * step)
      if col > 1 then g:link(at[i], at[i - 1], { cost = cost() }) end
      if row > 1 then g:link(at[i], at[i - size], { cost = cost() }) end
    end
  end
  return at[1], at[#at]
end

describe("the work of", function()
  for _, size in ipairs({ 20, 40, 80 }) do
    it("a path among links that are far cheaper than most, " .. size, function()
      local g = astar.graph()
      add_lattice(g, 100, 1000, function() end)
      local start, goal = add_lattice(g, size, 1e-6, costs())
      compare(g, 4, start, goal)
    end)

    it("a path among cells that are far cheaper than most, " .. size, function()
      local map, cost, unit = astar.grid({ width = 1000, height = 1000 }), costs(), {}
      for i = 1, 40 do
        unit["t" .. i] = cost()
      end
      map:unit("man", unit)
      for row = 1, size do
        for col = 1, size do
          map:cell(col, row).terrain = "t" .. 1 + math.floor(cost() * 1e4 + col * row) % 40
        end
      end
      compare(map, 4, map:cell(1, 1), map:cell(size, size), { unit = "man" })
    end)
  end
end)
