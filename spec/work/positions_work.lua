-- How the cost of positions grows with the number of links, and that of places with the map.

local astar = require "astar"
local random = require "spec.support.random"
local work = require "spec.support.work"

-- A road of n nodes beside a lattice of about n nodes; `spread` is how far apart these are.
local function lattice(n, spread)
  local side = math.floor(math.sqrt(n) + 0.5)
  local g, at, xy, pairs = astar.graph(), {}, {}, {}
  for row = 1, side do
    for col = 1, side do
      xy[#xy + 1], xy[#xy + 2] = col * spread, row * spread
    end
  end
  g:add_all(xy)
  for row = 1, side do
    for col = 1, side do
      local i = (row - 1) * side + col
      if col > 1 then pairs[#pairs + 1], pairs[#pairs + 2] = i, i - 1 end
      if row > 1 then pairs[#pairs + 1], pairs[#pairs + 2] = i, i - side end
    end
  end
  g:link_all(pairs)
  for i = 1, side * side do at[i] = g:node(i) end
  return g, at, side
end

local function star(n)
  local g = astar.graph()
  local hub, rng = g:add(0, 0), random.new(7)
  for _ = 1, n do g:link(hub, g:add(rng:real(-9, 9), rng:real(-9, 9))) end
  return g, hub, rng
end

-- Ask where a position is, without going anywhere.
local function look(g, x, y) return g:path({ x = x, y = y }, { x = x, y = y }) end

describe("the work of", function()
  it("the first position", function()
    work.grows("making the index", 1000, work.LINEAR, function(n)
      local g = lattice(n, 1)
      return function() look(g, 3.2, 4.1) end
    end)
  end)

  for name, spread in pairs({ ["large"] = 1, ["flat"] = 0 }) do
    it("a position on a " .. name .. " map does not grow with it", function()
      work.grows("100 positions", 1000, work.CONSTANT, function(n)
        local g = lattice(n, spread)
        look(g, 1, 1)
        return function()
          for i = 1, 100 do look(g, i * 7.3 % 30, i * 3.1 % 30) end
        end
      end)
    end)
  end

  it("a position of a unit that can use links far away only, or none", function()
    work.grows("100 positions", 1000, work.CONSTANT, function(n)
      local g, at = lattice(n, 1)
      g:unit("ship", { default = false, sea = 1 })
      g:unit("bird", { default = false, air = 1 })
      at[#at].terrain = "sea"
      look(g, 1, 1)
      return function()
        for i = 1, 50 do
          g:path({ x = i * 7.3 % 30, y = i * 3.1 % 30 }, at[#at], "ship")
          g:path({ x = i * 7.3 % 30, y = i * 3.1 % 30 }, at[#at], "bird")
        end
      end
    end)
  end)

  it("a position at a node with many links, or beside it", function()
    work.grows("100 positions", 1000, work.SQRT, function(n)
      local g, _, rng = star(n)
      look(g, 1, 1)
      return function()
        for _ = 1, 50 do
          look(g, 0, 0)
          look(g, rng:real(-9, 9), rng:real(-9, 9))
        end
      end
    end)
  end)

  it("positions between edits of links and nodes", function()
    work.grows("edits and positions", 500, work.LINEAR * 1.5, function(n)
      local g, at = lattice(2000, 1)
      look(g, 1, 1)
      return function()
        for i = 1, n do
          local a, b = at[i * 37 % #at + 1], at[i * 91 % #at + 1]
          if i % 4 == 0 then a.x = a.x + 0.1
          elseif i % 4 == 1 and a ~= b then g:link(a, b)
          elseif i % 4 == 2 then a:unlink()
          else a.terrain = "mud" end
          look(g, i * 7.3 % 30, i * 3.1 % 30)
        end
      end
    end)
  end)

  it("positions while a node gets many links", function()
    work.grows("links and positions", 500, work.LINEAR * 1.5, function(n)
      local g, hub, rng = star(10)
      return function()
        for _ = 1, n do
          g:link(hub, g:add(rng:real(-9, 9), rng:real(-9, 9)))
          look(g, 5, 5)
        end
      end
    end)
  end)

  it("many goals that are positions", function()
    work.grows("goals", 250, work.LINEAR, function(n)
      local g, at = lattice(1000, 1)
      local goals = {}
      for i = 1, n do goals[i] = { x = i * 7.3 % 30, y = i * 3.1 % 30 } end
      look(g, 1, 1)
      return function() return g:path(at[1], goals) end
    end)
  end)

  it("places does not grow with the map", function()
    work.grows("places on a grid", 60, work.CONSTANT, function(n)
      local map = astar.grid { width = n, height = n }
      local goal, from = map:cell(n / 2, n / 2), map:cell(n / 2 - 20, n / 2)
      map:places(goal, 1, { from = from }) -- the grid makes what its searches read
      return function() return map:places(goal, 30, { taken = { goal }, from = from }) end
    end)
  end)
end)
