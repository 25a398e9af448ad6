-- How the cost of ids that are used again grows with the searches that there are, or were.

local astar = require "astar"
local work = require "spec.support.work"

-- A graph with two linked nodes and n free ids, which no handle and no search keeps from being used again.
local function with_free_ids(n)
  local g = astar.graph()
  local a, b = g:add(0, 0), g:add(1, 0)
  g:link(a, b)
  for i = 1, n do g:add(i, 5) end
  for id = 3, n + 2 do g:remove(g:node(id)) end
  collectgarbage()
  collectgarbage()
  return g, a, b
end

local function pairs_of(g, n)
  return function()
    for _ = 1, n do g:remove(g:add(5, 5)) end
  end
end

describe("the work of adding and removing a node", function()
  it("beside searches that were closed and are kept", function()
    work.grows("pairs", 200, work.LINEAR, function(n)
      local g, a, b = with_free_ids(n)
      local kept = {}
      for i = 1, n do
        kept[i] = g:search(a, b)
        kept[i]:close()
      end
      return pairs_of(g, n)
    end)
  end)

  it("beside searches that were collected", function()
    work.grows("pairs", 200, work.LINEAR, function(n)
      local g, a, b = with_free_ids(n)
      for _ = 1, n do g:search(a, b):close() end
      collectgarbage()
      collectgarbage()
      return pairs_of(g, n)
    end)
  end)

  it("beside searches that are open", function()
    work.grows("pairs", 200, work.LINEAR, function(n)
      local g, a, b = with_free_ids(n)
      local kept = {}
      for i = 1, n do
        kept[i] = g:search(a, b)
        if i % 2 == 0 then kept[i - 1]:restart() end
      end
      return pairs_of(g, n)
    end)
  end)

  it("together with beginning, restarting and closing searches", function()
    work.grows("rounds", 200, work.LINEAR, function(n)
      local g, a, b = with_free_ids(n)
      local kept = {}
      return function()
        for i = 1, n do kept[i] = g:search(a, b) end
        for i = 1, n do
          g:remove(g:add(5, 5))
          if i % 2 == 0 then kept[i]:close() else kept[i]:restart() end
        end
      end
    end)
  end)
end)
