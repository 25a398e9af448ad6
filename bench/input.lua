-- input.lua: reads the file of graph_file.h and makes a graph of it, as a script would.
local astar = require "astar"

local input = {}

local multipliers = { one = 1, two = 1.5, three = 2, four = 4 }
local terrains = { [0] = "one", "two", "three", "four" }

-- Everything in the file; ends and pairs as flat arrays of ids.
function input.read(name)
  local file = assert(io.open(name))
  local function number() return assert(file:read("*n"), "bad input") end
  local nodes, links, pair_count = number(), number(), number()
  local data = { nodes = nodes, links = links, pair_count = pair_count,
    x = {}, y = {}, z = {}, terrain = {}, ends = {}, oneway = {}, pairs = {} }
  for i = 1, nodes do
    data.x[i], data.y[i], data.z[i], data.terrain[i] = number(), number(), number(), terrains[number()]
  end
  for i = 1, links do
    data.ends[2 * i - 1], data.ends[2 * i] = number(), number()
    data.oneway[i] = number() == 1
  end
  for i = 1, 2 * pair_count do data.pairs[i] = number() end
  file:close()
  return data
end

-- The graph, and an array of its nodes.
function input.build(data)
  local g = astar.graph()
  local nodes = {}
  for i = 1, data.nodes do
    nodes[i] = g:add(data.x[i], data.y[i], data.z[i], { terrain = data.terrain[i] })
  end
  local oneway = { oneway = true }
  for i = 1, data.links do
    g:link(nodes[data.ends[2 * i - 1]], nodes[data.ends[2 * i]], data.oneway[i] and oneway or nil)
  end
  g:unit("walker", multipliers)
  return g, nodes
end

return input
