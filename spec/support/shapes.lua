-- What several specs make and take apart.

local astar = require "astar"

local shapes = {}

-- A graph of n nodes at (1, 0) … (n, 0), each linked to the next, and the nodes.
function shapes.chain(n)
  local g, nodes = astar.graph(), {}
  for i = 1, n do
    nodes[i] = g:add(i, 0)
    if i > 1 then
      g:link(nodes[i - 1], nodes[i])
    end
  end
  return g, nodes
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
