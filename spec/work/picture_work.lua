-- How the cost of pictures grows, of those too that are made to be slow.

local astar = require "astar"
local labelling = require "astar.picture.labelling"
local lanes = require "astar.picture.lanes"
local svg = require "astar.svg"
local work = require "spec.support.work"

-- n waypoints in a square of so many pixels, each linked to the next ones.
local function graph(n, degree)
  local g, nodes = astar.graph(), {}
  local side = math.ceil(math.sqrt(n))
  for i = 1, n do
    nodes[i] = g:add(i % side * 10, math.floor(i / side) * 10, { name = "place " .. i })
    for k = 1, math.min(i - 1, degree) do g:link(nodes[i], nodes[i - k]) end
  end
  return g, nodes
end

local function grows(what, n, make)
  work.grows(what, n, work.LINEAR, make)
end

describe("the work of drawing", function()
  it("names of waypoints", function()
    -- up to 600 names find places with regard to the others near by; so many lie on each other in the next test
    for _, n in ipairs { 30, 100, 150, 1000, 2500 } do
      grows("names", n, function(size)
        local g = graph(size, 2)
        return function() return svg(g, { labels = { "name" }, scale = 10 }) end
      end)
    end
  end)

  it("names that lie on each other", function()
    for _, n in ipairs { 600, 2500 } do
      grows("names", n, function(size)
        local g = astar.graph()
        for i = 1, size do g:add(i * 1e-9, 0, { name = "n" .. i }) end
        g:add(9, 9)
        return function() return svg(g, { labels = true }) end
      end)
    end
  end)

  it("names among links that all lie close", function()
    grows("links", 2000, function(size)
      local labels, lines = {}, {}
      for i = 1, 100 do labels[i] = { x = i % 10 * 5, y = i / 2, w = 40, h = 12, gap = 4, reach = 2 } end
      for i = 1, size do lines[i] = { x1 = -9, y1 = i % 50, x2 = 99, y2 = (i * 7) % 50, half = 1, route = false } end
      return function() labelling(labels, lines) end
    end)
  end)

  it("names along links that are far longer than the picture", function()
    grows("long links", 500, function(size)
      local labels, lines = {}, {}
      for i = 1, 100 do labels[i] = { x = i * 10000, y = i * 10000, w = 40, h = 12, gap = 4, reach = 2 } end
      for i = 1, size do lines[i] = { x1 = -9, y1 = i, x2 = 1e6, y2 = 1e6 - i, half = 1, route = false } end
      return function() labelling(labels, lines) end
    end)
  end)

  it("flows, layers, ranges and places", function()
    grows("cells", 40, function(size)
      local map = astar.grid { width = 50, height = size }
      local danger, from = map:layer "danger", map:cell(1, 1)
      for row = 1, size do danger:fill(1, row, 50, 1, row % 7) end
      local range = map:reach(from, nil, { moves = 3, max_turns = 1000 })
      local options = { flow = map:flow(from), shades = { danger }, range = range, places = {}, legend = true, scale = 20 }
      for row = 1, size do options.places[row] = map:cell(1, row) end
      return function() return svg(map, options) end
    end)
  end)

  it("paths that lie on each other", function()
    local map = astar.grid { width = 40, height = 3 }
    for _, n in ipairs { 8, 250 } do
      grows("paths", n, function(size)
        local paths = {}
        for i = 1, size do paths[i] = map:path(map:cell(1, i % 3 + 1), map:cell(40, i % 3 + 1)) end
        return function() return svg(map, { paths = paths, layers = { "paths", "legend" }, legend = true }) end
      end)
    end
  end)

  it("routes that share every other piece", function()
    -- one and two run side by side all the way; three joins them and leaves them at each step
    grows("routes", 1000, function(size)
      local one, two, three = {}, {}, {}
      for i = 1, size do
        local n = #one
        one[n + 1], one[n + 2] = i * 10, 0
        two[n + 1], two[n + 2] = i * 10, 0
        three[#three + 1], three[#three + 2] = i * 10, 0
        if i % 2 == 0 then three[#three + 1], three[#three + 2] = i * 10 + 5, 5 end
      end
      return function() return lanes({ { one }, { two }, { three } }, 3) end
    end)
  end)

  it("terrains in a legend", function()
    grows("terrains", 500, function(size)
      local row = {}
      for i = 1, size do row[i] = "terrain number " .. i end
      local map = astar.grid { rows = { row } }
      return function() return svg(map, { legend = true }) end
    end)
  end)

  it("a plane, a search and its tree", function()
    grows("plane", 60, function(size)
      local plane = astar.plane()
      for i = 1, size do plane:box(i * 3, i * 7 % 11, 1, 1) end
      local search = plane:search(0, 0, size * 3 + 5, 5)
      search:step(20)
      return function() return svg(plane, { search = search, tree = true, labels = true, legend = true }) end
    end)
  end)
end)
