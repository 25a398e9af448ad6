-- How the cost of calls on graphs grows.

local astar = require "astar"
local work = require "spec.support.work"

describe("the work of", function()
  it("adding nodes and linking them in a row", function()
    work.grows("a chain", 1000, work.LINEAR, function(n)
      return function()
        local g = astar.graph()
        local last = g:add(0, 0)
        for i = 1, n do
          local node = g:add(i, 0)
          g:link(last, node)
          last = node
        end
      end
    end)
  end)

  it("a path along a row", function()
    work.grows("a path", 1000, work.LINEAR, function(n)
      local g = astar.graph()
      local first = g:add(0, 0)
      local last = first
      for i = 1, n do
        local node = g:add(i, 0)
        g:link(last, node)
        last = node
      end
      return function() return (g:path(first, last)) end
    end)
  end)
end)
