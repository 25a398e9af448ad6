-- What several specs make and take apart.

local astar = require "astar"

local shapes = {}

-- A graph of nodes at places { x1, y1, x2, y2, … }, each linked to the next with these props, and the nodes.
function shapes.along(places, props)
  local g, nodes = astar.graph(), {}
  for i = 1, #places, 2 do
    nodes[#nodes + 1] = g:add(places[i], places[i + 1])
    if i > 1 then g:link(nodes[#nodes - 1], nodes[#nodes], props) end
  end
  return g, nodes
end

-- The same of n nodes at (1, 0) … (n, 0).
function shapes.chain(n)
  local places = {}
  for i = 1, n do places[2 * i - 1], places[2 * i] = i, 0 end
  return shapes.along(places)
end

-- A table with the fields of both; those of `more` count.
function shapes.with(options, more)
  local out = {}
  for _, t in ipairs({ options, more }) do
    for k, v in pairs(t) do
      out[k] = v
    end
  end
  return out
end

-- The nodes of records of a world or of tiles.
function shapes.nodes_of(records)
  local out = {}
  for i, r in ipairs(records) do
    out[i] = r.node
  end
  return out
end

return shapes
