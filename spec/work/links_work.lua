-- How the cost of edits of links grows, on nodes with many and with few.

local astar = require "astar"
local random = require "spec.support.random"
local work = require "spec.support.work"

-- A star of n leaves, whose links have costs of their own if `costs`.
local function star(n, costs)
  local g = astar.graph()
  local hub, leaves, ids = g:add(0, 0), {}, {}
  for i = 1, n do
    leaves[i] = g:add(i, 1)
    ids[2 * i - 1], ids[2 * i] = hub.id, leaves[i].id
  end
  g:link_all(ids, costs)
  return g, hub, leaves
end

local function each(n, what, edit, prepare)
  work.grows(what, n, work.LINEAR, function(count)
    local g, hub, leaves = star(count)
    if prepare then prepare(g, hub, leaves) end
    return function()
      for i, leaf in ipairs(leaves) do edit(g, hub, leaf, i) end
    end
  end)
end

describe("the work of", function()
  it("edits of the links of a hub", function()
    each(500, "linking anew", function(g, hub, leaf, i) g:link(leaf, hub, { cost = i % 9 }) end)
    each(500, "linking otherwise one way", function(g, hub, leaf) g:link(hub, leaf, { cost = 3, oneway = true }) end)
    each(500, "asking", function(g, hub, leaf) return g:linked(hub, leaf) end)
    each(500, "unlinking", function(g, hub, leaf) g:unlink(hub, leaf) end)
    each(500, "unlinking one way", function(g, hub, leaf) g:unlink(hub, leaf, { oneway = true }) end)
    each(500, "unlinking one way in and out", function(g, hub, leaf)
      g:unlink(hub, leaf, { oneway = true })
      g:link(hub, leaf, { oneway = true })
      g:unlink(leaf, hub, { oneway = true })
    end)
    each(500, "removing", function(g, _, leaf) g:remove(leaf) end)
    each(500, "moving", function(_, _, leaf) leaf.y = 2 end)
    each(500, "setting terrain", function(_, _, leaf) leaf.terrain = "mud" end)
    each(500, "blocking", function(_, _, leaf) leaf.blocked = true end)
  end)

  it("costs of their own that all differ", function()
    local function line(n)
      local g, nodes = astar.graph(), {}
      for i = 0, n do nodes[i] = g:add(i, 0) end
      return g, nodes
    end
    local function link(g, nodes, n)
      for i = 1, n do g:link(nodes[i - 1], nodes[i], { cost = 1e200 * 1.02 ^ -i }) end
    end
    work.grows("linking", 2000, work.LINEAR, function(n)
      local g, nodes = line(n)
      return function() link(g, nodes, n) end
    end)
    work.grows("unlinking", 2000, work.LINEAR, function(n)
      local g, nodes = line(n)
      link(g, nodes, n)
      return function()
        for i = n, 1, -1 do g:unlink(nodes[i - 1], nodes[i]) end
      end
    end)
  end)

  it("edits of a hub itself", function()
    for what, edit in pairs {
      unlink = function(hub) hub:unlink() end,
      remove = function(hub) hub:remove() end,
      move = function(hub) hub.x = 5 end,
      terrain = function(hub) hub.terrain = "mud" end,
    } do
      work.grows(what, 500, work.LINEAR, function(n)
        local _, hub = star(n)
        return function() edit(hub) end
      end)
    end
  end)

  it("a backward search past links whose directions differ", function()
    work.grows("a path", 500, work.LINEAR, function(n)
      local g, hub, leaves = star(n, 3)
      for _, leaf in ipairs(leaves) do g:link(leaf, hub, { cost = 4, oneway = true }) end
      local far = g:add(-50, 0)
      g:link(far, hub, { cost = 500 })
      return function()
        g:path(far, leaves[1])
        g:path(leaves[n], far)
      end
    end)
  end)

  it("saving and loading a hub", function()
    work.grows("save and load", 500, work.LINEAR, function(n)
      local g = star(n)
      return function() astar.load(g:save()) end
    end)
  end)

  it("a path on a grid after many links came and went", function()
    work.grows("a path", 500, work.CONSTANT, function(n)
      local map = astar.grid { width = 100, height = 100 }
      for i = 1, n do
        map:link(map:node(i), map:cell(100, 100), { cost = 1 })
        map:unlink(map:node(i), map:cell(100, 100))
      end
      local a, b = map:cell(1, 1), map:cell(3, 1)
      map:path(a, b)
      return function()
        for _ = 1, 200 do map:path(a, b) end
      end
    end)
  end)

  it("add_all and link_all", function()
    work.grows("one call", 500, work.LINEAR, function(n)
      local xy, ids, rng = {}, {}, random.new(n)
      for i = 1, 2 * n do xy[i] = rng:int(0, 1000) end
      for i = 1, 3 * n do
        local a = rng:int(1, n)
        ids[2 * i - 1], ids[2 * i] = a, a % n + 1
      end
      return function()
        local g = astar.graph()
        g:add_all(xy)
        g:link_all(ids)
      end
    end)
    work.grows("calls with one element each", 500, work.LINEAR, function(n)
      return function()
        local g = astar.graph()
        for i = 1, n do g:add_all({ i, i }) end
        for i = 2, n do g:link_all({ i - 1, i }) end
      end
    end)
  end)

  it("links whose costs are all sizes", function()
    work.grows("linking", 1000, work.LINEAR, function(n)
      local g, hub, leaves = star(n)
      local rng, costs = random.new(n), {}
      for i = 1, n do costs[i] = 2 ^ rng:real(-1000, 1000) end
      return function()
        for i, leaf in ipairs(leaves) do g:link(hub, leaf, { cost = costs[i] }) end
      end
    end)
  end)

  it("nodes in one place, on one line and very far away", function()
    for what, place in pairs {
      ["in one place"] = function() return 3, 3 end,
      ["on a line"] = function(i) return i, 0 end,
      ["far away"] = function(i) return (i % 2 * 2 - 1) * 1e308, i * 1e300 end,
    } do
      work.grows("adding, moving and removing nodes " .. what, 500, work.LINEAR, function(n)
        return function()
          local g, nodes = astar.graph(), {}
          for i = 1, n do nodes[i] = g:add(place(i)) end
          for i = 1, n do nodes[i].x, nodes[i].y = place(n - i) end
          -- Nodes in the very same place are all scanned, says the manual.
          if what ~= "in one place" then
            for i = 1, n do g:nearest(nodes[i].x + i % 3, 7, { radius = 1 }) end
          end
          for i = 1, n do nodes[i]:remove() end
        end
      end)
    end
  end)

  -- A block without room would grow and be moved again, for each pair. At this size it is without.
  it("linking a hub to one more node, and back", function()
    work.grows("pairs of link and unlink", 800, work.LINEAR, function(n)
      local g = astar.graph()
      local nodes = { g:add(0, 0) }
      for i = 2, n do
        nodes[i] = g:add(i, 0)
        g:link(nodes[1], nodes[i], { cost = 2 + i % 7, oneway = i % 3 == 0 })
      end
      return function()
        for i = 2, n do
          local leaf = nodes[i * 5 % n + 1]
          if leaf ~= nodes[1] then
            g:link(nodes[1], leaf, { cost = 1e9 })
            g:unlink(nodes[1], leaf)
          end
        end
      end
    end)
  end)
end)
