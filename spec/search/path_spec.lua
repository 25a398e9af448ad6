-- The path: a list of nodes that stands by itself.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local world = require "spec.support.world"

local raises, that = check.raises, check.that

-- 3-4-5 steps with heights: lengths 5, 12, 13
local function sample()
  local g = astar.graph()
  local n = { g:add(0, 0), g:add(3, 4), g:add(3, 4, 12), g:add(8, 16, 12) }
  for i = 2, 4 do
    g:link(n[i - 1], n[i])
  end
  return g, n, g:path(n[1], n[4])
end

describe("a path", function()
  it("is a userdata of its own type", function()
    local _, _, path = sample()
    assert.equal("userdata", type(path))
    assert.equal("astar.path", getmetatable(path))
    assert.equal("string", type(tostring(path)))
  end)

  it("has length, cost and number of nodes", function()
    local g, n, path = sample()
    assert.equal(4, #path)
    assert.equal(30, path.cost)
    assert.equal(30, path.length)
    assert.is_falsy(path.partial)
    g:link(n[1], n[4], { cost = 2 })
    path = g:path(n[1], n[4])
    assert.equal(2, #path)
    assert.equal(2, path.cost)
    assert.near((64 + 256 + 144) ^ 0.5, path.length, 1e-12)
  end)

  it("gives its nodes by index", function()
    local _, n, path = sample()
    for i = 1, 4 do
      assert.is_true(rawequal(n[i], path[i]))
    end
  end)

  it("gives nil beyond its ends", function()
    local _, _, path = sample()
    for _, i in ipairs({ 0, -1, 5, 1000, 2 ^ 31, 2 ^ 32 + 1, 2 ^ 53, -2 ^ 53 }) do
      assert.is_nil(path[i])
    end
    for _, i in ipairs({ 1.5, 1e300, check.nan, check.inf, -check.inf }) do
      local ok, value = pcall(function() return path[i] end)
      assert.is_true(not ok or value == nil)
    end
  end)

  it("has no other fields and none that can be assigned", function()
    local g, n, path = sample()
    raises("path has no field 'foo'", function() return path.foo end)
    raises("path has no field 'foo'", function() path.foo = 1 end)
    for _, field in ipairs({ "cost", "length", "partial" }) do
      raises("field '" .. field .. "' of a path cannot be assigned", function() path[field] = 1 end)
    end
    assert.is_false(pcall(function() path[1] = n[2] end))
    assert.is_false(pcall(function() path[5] = n[2] end))
    assert.is_false(pcall(function() path.nodes = print end))
    assert.is_false(pcall(function() return path[{}] end))
    assert.is_false(pcall(function() return path[true] end))
    assert.equal("1 2 3 4", check.ids(path))
    assert.is_true(g == n[1].graph)
  end)

  it("is another each time, with the same nodes", function()
    local g, n, path = sample()
    local other = g:path(n[1], n[4])
    assert.is_false(path == other)
    assert.equal(check.ids(path), check.ids(other))
  end)

  it("of one node is complete", function()
    local g = astar.graph()
    local a = g:add(3, 4, 5)
    local path = g:path(a, a)
    assert.equal(1, #path)
    assert.equal(0, path.cost)
    assert.equal(0, path.length)
    assert.same({ 3, 4 }, path:points())
    assert.same({ 3, 4, 5 }, path:points(3))
    assert.same({ a }, path:table())
    for _, d in ipairs({ -1, 0, 7 }) do
      assert.same({ 3, 4, 5, 1 }, { path:at(d) })
    end
    local turns = 0
    for i, node in path:nodes() do
      turns = turns + 1
      assert.equal(1, i)
      assert.equal(a, node)
    end
    assert.equal(1, turns)
  end)
end)

describe("nodes", function()
  it("iterates index and node", function()
    local _, n, path = sample()
    local count = 0
    for i, node in path:nodes() do
      count = count + 1
      assert.equal(count, i)
      assert.equal(n[i], node)
    end
    assert.equal(4, count)
  end)

  it("may be nested and left early", function()
    local _, _, path = sample()
    local count = 0
    for i in path:nodes() do
      for j in path:nodes() do
        count = count + 1
        if j == i then
          break
        end
      end
    end
    assert.equal(10, count)
  end)

  it("keeps the path while it runs", function()
    local function make()
      local _, _, path = sample()
      return path
    end
    local count = 0
    for i, node in make():nodes() do
      check.collect()
      count = count + 1
      assert.equal(i, node.id)
    end
    assert.equal(4, count)
  end)

  if check.version >= "5.3" then
    it("is not needed where ipairs takes a path", function()
      local _, n, path = sample()
      local count = 0
      for i, node in ipairs(path) do
        count = count + 1
        assert.equal(n[i], node)
      end
      assert.equal(4, count)
    end)
  end
end)

describe("table", function()
  it("is a plain array that belongs to the caller", function()
    local _, n, path = sample()
    local t = path:table()
    assert.equal("table", type(t))
    assert.is_nil(getmetatable(t))
    assert.equal(4, #t)
    for i = 1, 4 do
      assert.equal(n[i], t[i])
    end
    t[1] = nil
    assert.equal(n[1], path[1])
    assert.equal(n[1], path:table()[1])
    assert.is_false(rawequal(path:table(), path:table()))
  end)
end)

describe("points", function()
  it("is flat, with x and y, or with z", function()
    local _, _, path = sample()
    assert.same({ 0, 0, 3, 4, 3, 4, 8, 16 }, path:points())
    assert.same({ 0, 0, 3, 4, 3, 4, 8, 16 }, path:points(2))
    assert.same({ 0, 0, 0, 3, 4, 0, 3, 4, 12, 8, 16, 12 }, path:points(3))
    assert.equal(8, #path:points())
  end)

  it("takes 2 or 3 and nothing else", function()
    local _, _, path = sample()
    for _, bad in ipairs({ 0, 1, 4, -2, 2.5, check.nan, check.inf, "x", true }) do
      raises("bad argument #1 to 'points'", path.points, path, bad)
    end
  end)
end)

describe("a table that is filled", function()
  local function grid_path()
    local map = astar.grid({ width = 40, height = 3 })
    return map:path(map:cell(1, 1), map:cell(40, 3)), map
  end

  it("is the one given, and is returned", function()
    local path = grid_path()
    local t = {}
    assert.is_true(rawequal(t, path:points(2, t)))
    assert.same(path:points(), t)
    assert.is_true(rawequal(t, path:points(nil, t)))
    assert.same(path:points(), t)
    assert.is_true(rawequal(t, path:points(3, t)))
    assert.same(path:points(3), t)
    assert.is_true(rawequal(t, path:cells(t)))
    assert.same(path:cells(), t)
  end)

  it("ends where the path ends, whatever was in it", function()
    local long, map = grid_path()
    local short = map:path(map:cell(1, 1), map:cell(2, 1))
    for _, before in ipairs({ 0, 1, 3, 4, 5, 8, 100 }) do
      local t = {}
      for i = 1, before do
        t[i] = -i
      end
      assert.same({ 0.5, 0.5, 1.5, 0.5 }, short:points(2, t))
      long:points(2, t)
      assert.same({ 1, 1, 2, 1 }, short:cells(t))
      long:cells(t)
      assert.same({ 0.5, 0.5, 0, 1.5, 0.5, 0 }, short:points(3, t))
    end
    local t = { 1, 2, 3, 4, nil, 6 }
    assert.same({ 1, 1, 2, 1 }, short:cells(t))
  end)

  it("keeps its other fields, and its metamethods are not asked", function()
    local path = grid_path()
    local function never()
      error("a metamethod was called")
    end
    local t = setmetatable({ name = "x", [-1] = 5 }, { __newindex = never, __index = never, __len = never })
    path:cells(t)
    path:points(2, t)
    assert.equal("x", rawget(t, "name"))
    assert.equal(5, rawget(t, -1))
    assert.equal(0.5, t[1])
  end)

  it("must be a table", function()
    local path = grid_path()
    for _, bad in ipairs({ 5, "x", true, print }) do
      raises("bad argument #2 to 'points' (table expected, got", path.points, path, 2, bad)
      raises("bad argument #2 to 'cells' (table expected, got", path.cells, path, 2, bad)
    end
  end)

  it("may stand in place of the dimensions", function()
    local path, into = grid_path(), { 7 }
    assert.are.equal(into, path:points(into))
    assert.are.same(path:points(2), into)
    raises("bad argument #1 to 'points'", path.points, path, {}, {})
  end)
end)

describe("cells", function()
  it("are columns and rows", function()
    local map = astar.grid({ width = 9, height = 5 })
    for row = 1, 4 do
      map:block(3, row)
    end
    local path = map:path(map:cell(1, 1), map:cell(5, 1))
    local t, i = path:cells(), 0
    for k, node in path:nodes() do
      assert.equal(node.col, t[2 * k - 1])
      assert.equal(node.row, t[2 * k])
      i = k
    end
    assert.equal(2 * i, #t)
    if math.type then
      assert.equal("integer", math.type(t[1]))
    end
  end)

  it("are those of all shapes, with and without jump points", function()
    for _, options in ipairs({ { layout = "odd-r" }, { layout = "even-q" }, { layout = "isometric" }, { neighbours = 4 },
      { wrap = "xy" }, { corners = "always" }, { corners = "one" } }) do
      options.width, options.height = 33, 17
      local map = astar.grid(options)
      local path = map:path(map:cell(2, 3), map:cell(31, 16))
      local t = path:cells()
      for k, node in path:nodes() do
        that(node.col == t[2 * k - 1] and node.row == t[2 * k], "node %d is at %d, %d, not at %s, %s", k, node.col, node.row,
          tostring(t[2 * k - 1]), tostring(t[2 * k]))
      end
      assert.equal(2 * #path, #t)
    end
  end)

  it("are false for waypoints", function()
    local map = astar.grid({ width = 3, height = 1 })
    local out = map:add(10, 10)
    map:link(map:cell(3, 1), out)
    assert.same({ 1, 1, 2, 1, 3, 1, false, false }, map:path(map:cell(1, 1), out):cells())
  end)

  it("stay when the map changes, and when it is gone", function()
    local map = astar.grid({ width = 30, height = 20, cell = 0.1 })
    local path = map:path(map:cell(1, 1), map:cell(30, 11))
    local cells, points = path:cells(), path:points(3)
    for node in map:nodes() do
      node.z = 5
      node.blocked = true
    end
    assert.same(cells, path:cells())
    assert.same(points, path:points(3))
    map = nil -- luacheck: ignore
    check.collect()
    assert.same(cells, path:cells())
    assert.same(points, path:points(3))
  end)

  it("are on grids only", function()
    local _, _, path = sample()
    raises("calling 'cells' on bad self (path on a grid expected, got path on a graph)", path.cells, path)
    local plane = astar.plane({})
    path = plane:path(0, 0, 5, 5)
    raises("calling 'cells' on bad self (path on a grid expected, got path on a plane)", path.cells, path)
  end)
end)

describe("nodes of a path by jump points", function()
  it("are those of the path read in any order", function()
    random.cases("jump paths", 40, function(rng)
      do
        local map = astar.grid({ width = rng:int(1, 90), height = rng:int(1, 90), cell = rng:pick({ 1, 0.1, 32 }),
          layout = rng:pick({ "square", "isometric" }), origin = { rng:real(-9, 9), rng:real(-9, 9) } })
        for node in map:nodes() do
          node.blocked = rng:chance(0.2)
        end
        local w, h = map.width, map.height
        local path = map:path(map:cell(rng:int(1, w), rng:int(1, h)), map:cell(rng:int(1, w), rng:int(1, h)))
        if path then
          local all, points = path:table(), path:points(3)
          local count = 0
          for i, node in path:nodes() do
            count = count + 1
            that(i == count and node == all[i] and path[i] == node, "node %d is another", i)
            that(node.x == points[3 * i - 2] and node.y == points[3 * i - 1] and node.z == points[3 * i],
              "node %d is elsewhere", i)
          end
          assert.equal(#path, count)
          for _ = 1, 30 do
            local i = rng:int(1, #path)
            that(path[i] == all[i], "node %d is another", i)
            local d = rng:real(-1, path.length * 1.1)
            local x, y, z, at = path:at(d)
            that(at >= 1 and at <= #path and z == 0, "index %d of %d", at, #path)
            local k = math.min(at + 1, #path)
            that(math.min(points[3 * at - 2], points[3 * k - 2]) <= x + 1e-9 and
              x - 1e-9 <= math.max(points[3 * at - 2], points[3 * k - 2]), "x is beside the step")
            that(math.min(points[3 * at - 1], points[3 * k - 1]) <= y + 1e-9 and
              y - 1e-9 <= math.max(points[3 * at - 1], points[3 * k - 1]), "y is beside the step")
          end
        end
      end
    end)
  end)
end)

describe("at", function()
  it("gives the place, and the index of the last element passed", function()
    local _, _, path = sample()
    assert.same({ 0, 0, 0, 1 }, { path:at(0) })
    assert.same({ 1.5, 2, 0, 1 }, { path:at(2.5) })
    assert.same({ 3, 4, 0, 2 }, { path:at(5) })
    assert.same({ 3, 4, 3, 2 }, { path:at(8) })
    assert.same({ 3, 4, 12, 3 }, { path:at(17) })
    local x, y, z, index = path:at(17 + 6.5)
    assert.near(5.5, x, 1e-12)
    assert.near(10, y, 1e-12)
    assert.equal(12, z)
    assert.equal(3, index)
    assert.same({ 8, 16, 12, 4 }, { path:at(30) })
  end)

  it("clamps", function()
    local _, _, path = sample()
    for _, d in ipairs({ -0.0, -1, -1e300 }) do
      assert.same({ 0, 0, 0, 1 }, { path:at(d) })
    end
    for _, d in ipairs({ 30.001, 1e9, 1e300 }) do
      assert.same({ 8, 16, 12, 4 }, { path:at(d) })
    end
  end)

  it("refuses what is not a number", function()
    local _, _, path = sample()
    for _, bad in ipairs({ check.nan, "x", true, {} }) do
      raises("bad argument #1 to 'at'", path.at, path, bad)
    end
    raises("bad argument #1 to 'at'", path.at, path)
  end)

  it("stands steps without length", function()
    local g, n = astar.graph(), {}
    for i, x in ipairs({ 0, 0, 0, 4, 4, 8, 8, 8 }) do
      n[i] = g:add(x, 0)
      if i > 1 then
        g:link(n[i - 1], n[i])
      end
    end
    local path = g:path(n[1], n[8])
    assert.equal(8, #path)
    assert.equal(8, path.length)
    for d = -1, 9, 0.25 do
      local x, y, z, index = path:at(d)
      assert.equal(math.max(0, math.min(8, d)), x)
      assert.equal(0, y)
      assert.equal(0, z)
      that(index >= 1 and index <= 8 and index == math.floor(index), "index %s at %g", index, d)
      that(path[index].x <= x and (index == 8 or path[index + 1].x > x or d <= 0), "index %d at %g", index, d)
    end
    assert.equal(5, select(4, path:at(4)))
    assert.equal(8, select(4, path:at(8)))
    -- all in one place
    g = astar.graph()
    for i = 1, 3 do
      n[i] = g:add(1, 2, 3)
      if i > 1 then
        g:link(n[i - 1], n[i])
      end
    end
    path = g:path(n[1], n[3])
    assert.equal(0, path.length)
    for d = -1, 1 do
      local x, y, z, index = path:at(d)
      assert.same({ 1, 2, 3 }, { x, y, z })
      assert.is_true(index >= 1 and index <= 3)
    end
    assert.equal(3, select(4, path:at(1)))
  end)

  it("stays a number between the farthest places", function()
    local g, n = astar.graph(), {}
    local far = 1.7976931348623157e308
    for i, p in ipairs({ { -far, far }, { far, -far }, { 0, 0 }, { 1e300, 1e-300 }, { 2 ^ -1074, far } }) do
      n[i] = g:add(p[1], p[2], p[1])
      if i > 1 then
        g:link(n[i - 1], n[i], { cost = 1 })
      end
    end
    local path = g:path(n[1], n[5])
    assert.equal(5, #path)
    assert.is_true(path.length >= 0)
    for _, d in ipairs({ -1, 0, 1, 1e-300, 1e300, 1e307, 1e308, far / 2, far }) do
      local x, y, z, index = path:at(d)
      that(x == x and y == y and z == z and math.abs(x) < check.inf and math.abs(y) < check.inf, "at %g: %g, %g, %g",
        d, x, y, z)
      that(index >= 1 and index <= 5, "at %g: index %d", d, index)
    end
    assert.equal(-far, (path:at(0)))
    assert.equal(10, #path:points())
  end)

  it("agrees with a walk", function()
    random.cases("at", 60, function(rng)
      local w = world.random(rng, rng:int(2, 30), 3)
      local path = w.g:path(rng:pick(w.list).node, rng:pick(w.list).node)
      if not path then
        return
      end
      local points, length = path:points(3), 0
      local from = { 0 }
      for i = 2, #path do
        length = length + path[i - 1]:distance(path[i])
        from[i] = length
      end
      that(math.abs(path.length - length) <= 1e-9 * length, "length %g, should be %g", path.length, length)
      that(#points == 3 * #path, "points")
      for i = 1, #path do
        local n = path[i]
        that(points[3 * i - 2] == n.x and points[3 * i - 1] == n.y and points[3 * i] == n.z, "point %d", i)
      end
      for _ = 1, 30 do
        local d = rng:real(0, length)
        local x, y, z, index = path:at(d)
        that(index >= 1 and index <= #path, "index %d", index)
        that(from[index] <= d + 1e-9 * length, "at %g the index is %d, which begins at %g", d, index, from[index])
        that(index == #path or from[index + 1] >= d - 1e-9 * length, "at %g the index is only %d", d, index)
        local k = index == #path and index - 1 or index
        if k >= 1 and from[k + 1] > from[k] then
          local t = (d - from[k]) / (from[k + 1] - from[k])
          local p, q = path[k], path[k + 1]
          for _, v in ipairs({ { x, p.x, q.x }, { y, p.y, q.y }, { z, p.z, q.z } }) do
            local want = v[2] + t * (v[3] - v[2])
            that(math.abs(v[1] - want) <= 1e-6 * (1 + math.abs(want)), "at %g: %g, should be %g", d, v[1], want)
          end
        end
      end
    end)
  end)
end)

describe("cut", function()
  -- Whether a part is the path from i to j: its elements, places and length; its cost is left to the caller.
  local function same_part(part, path, i, j)
    local points, all = part:points(3), path:points(3)
    assert.equal(j - i + 1, #part)
    for k = i, j do
      local is_node = getmetatable(path[k]) == "astar.node"
      that(is_node and part[k - i + 1] == path[k] or not is_node and part[k - i + 1].x == path[k].x, "element %d", k)
      for d = 0, 2 do that(points[3 * (k - i) + 1 + d] == all[3 * k - 2 + d], "place of element %d", k) end
      that(math.abs(path:along(k) - path:along(i) - part:along(k - i + 1)) <= 1e-9 * (1 + path.length), "along")
    end
    assert.equal(part.length, part:along(#part))
    assert.equal(0, part:along(1))
    assert.equal(path.partial, part.partial)
    for step = 0, 7 do
      local x, y, z = part:at(step / 7 * part.length)
      local want_x, want_y, want_z = path:at(path:along(i) + step / 7 * part.length)
      that(math.abs(want_x - x) + math.abs(want_y - y) + math.abs(want_z - z) <= 1e-9 * (1 + path.length), "at")
    end
  end

  it("gives the part from one element to another", function()
    local _, n, path = sample()
    local part = path:cut(2, 3)
    assert.same({ 12, 12, 2, n[2], n[3] }, { part.cost, part.length, #part, part[1], part[2] })
    assert.same({ 25, #path }, { path:cut(2).cost, 1 + #path:cut(2) })
    assert.same({ path.cost, path.length, #path }, { path:cut(1).cost, path:cut(1).length, #path:cut(1) })
    local last = path:cut(4)
    assert.same({ 0, 0, 1, n[4] }, { last.cost, last.length, #last, last[1] })
    assert.same({ 8, 16, 12, 1 }, { last:at(3) })
    assert.same({ 5, 17, 30 }, { path:along(2), path:along(3), path:along(4) })
    assert.equal("path (2 nodes, cost 13)", tostring(path:cut(2):cut(2)))
    assert.equal(n[2], part[1])
    n[2]:remove()
    assert.is_false((part:valid()))
  end)

  it("costs what the unit pays for the part, on any map", function()
    random.cases("cut", 120, function(rng)
      local map
      if rng:chance(0.3) then
        local w = world.random(rng, rng:int(2, 30), 3)
        map = w.g
      else
        local layout = rng:pick { "square", "square", "isometric", "odd-r", "even-q" }
        map = astar.grid { width = rng:int(1, 40), height = rng:int(1, 40), layout = layout,
          step = rng:chance(0.5) and rng:real(0.5, 3) or nil, cell = rng:pick { 1, 32 },
          corners = layout == "square" and rng:pick { "never", "always", "one" } or nil }
        for cell in map:nodes() do cell.blocked = rng:chance(0.2) end
        if rng:chance(0.5) then map:fill(3, 3, 9, 9, "swamp") end
      end
      map:unit("man", { default = rng:pick { 1, 3 }, swamp = 2 })
      local nodes = {}
      for node in map:nodes() do nodes[#nodes + 1] = node end
      local options = { unit = "man", jump = rng:chance(0.5) }
      if rng:chance(0.3) then
        map:layer("danger"):set(rng:pick(nodes), 7)
        options.layers = { danger = 2 }
      end
      local start, goal, way = rng:pick(nodes), rng:pick(nodes), rng:int(1, 3)
      local path
      if way == 1 then path = map:path(start, goal, options)
      elseif way == 2 then
        local s = map:search(start, goal, options)
        s:run()
        path = s:path()
      else
        options.jump = nil
        path = map:flow(goal, options):path(start)
      end
      if not path then return end
      if rng:chance(0.2) and getmetatable(map) == "astar.grid" and not options.layers then
        path = map:smooth(path, { unit = "man" })
        local i = rng:int(1, #path)
        same_part(path:cut(i), path, i, #path)
        check.near(path.cost, path:cut(1, i).cost + path:cut(i).cost, "cost")
        return
      end
      for _ = 1, 5 do
        local i = rng:int(1, #path)
        local j = rng:int(i, #path)
        local part = path:cut(i, j)
        same_part(part, path, i, j)
        local _, cost = map:path(path[i], path[j], options)
        that(cost and math.abs(cost - part.cost) <= 1e-9 * (1 + path.cost), "costs %g, should %s", part.cost, tostring(cost))
        if j > i then same_part(part:cut(2), path, i + 1, j) end
        assert.is_true(part:valid())
      end
    end)
  end)

  it("keeps the turn in which the path ends, if the part ends there", function()
    local map = astar.grid { width = 9, height = 1 }
    local path = map:path(map:cell(1, 1), map:cell(9, 1), { moves = 3 })
    local rest, first = path:cut(4), path:cut(1, 3)
    assert.same({ 3, 1, 5 }, { rest.turns, rest.left, rest.cost })
    assert.same({ nil, nil, 2 }, { first.turns, first.left, first.cost })
  end)

  it("has points of graphs, places of planes and ways over seams", function()
    local g, n = sample()
    local path = g:path({ x = 1, y = 1 }, { x = 6, y = 12, z = 12 })
    same_part(path:cut(1, 2), path, 1, 2)
    same_part(path:cut(2), path, 2, #path)
    check.near(path.cost, path:cut(1, 2).cost + path:cut(2).cost, "cost")
    assert.is_nil(getmetatable(path:cut(1, 2)[1]))
    assert.equal(n[2], path:cut(2)[1])
    local plane = astar.plane {}
    local box = plane:box(5, 5, 2, 6)
    path = plane:path(0, 5, 10, 5, { radius = 0.5 })
    same_part(path:cut(2), path, 2, #path)
    check.near(path:cut(2).length, path:cut(2).cost, "cost")
    assert.is_true(path:cut(2):valid())
    plane:box(path[2].x, path[2].y, 1, 1)
    box:remove()
    assert.is_false((path:cut(2):valid()))
    local round = astar.grid { width = 20, height = 4, wrap = "x" }
    path = round:path(round:cell(2, 1), round:cell(18, 2))
    same_part(path:cut(2, #path - 1), path, 2, #path - 1)
  end)

  it("refuses elements that there are not", function()
    local _, _, path = sample()
    for _, bad in ipairs { 0, -1, 1.5, 0 / 0, "1", false } do
      raises("bad argument #1 to 'cut' (whole number", path.cut, path, bad)
      raises("bad argument #1 to 'along' (whole number", path.along, path, bad)
      raises("bad argument #2 to 'cut' (whole number", path.cut, path, 1, bad)
    end
    raises("bad argument #1 to 'cut' (an index up to 4 expected, got 5", path.cut, path, 5)
    raises("bad argument #1 to 'along' (an index up to 4 expected, got 5", path.along, path, 5)
    raises("bad argument #2 to 'cut' (an index up to 4 expected, got 9", path.cut, path, 2, 9)
    raises("bad argument #2 to 'cut' (whole number >= 3 expected, got 2)", path.cut, path, 3, 2)
  end)
end)

describe("a path lasts", function()
  it("longer than the path that it was cut from", function()
    local g, n = sample()
    local part = g:path(n[1], n[4]):cut(2, 3)
    check.collect()
    assert.same({ n[2], n[3], 12 }, { part[1], part[2], part.cost })
  end)

  it("longer than its search", function()
    local g, n = sample()
    local s = g:search(n[1], n[4])
    s:run()
    local path = s:path()
    s:restart(n[2], n[3])
    s:run()
    assert.equal("1 2 3 4", check.ids(path))
    s:close()
    s = nil -- luacheck: ignore
    check.collect()
    assert.equal("1 2 3 4", check.ids(path))
    assert.equal(30, path.cost)
    assert.equal(30, path.length)
    assert.same({ 3, 4, 12, 3 }, { path:at(17) })
  end)

  it("keeping the positions that its nodes had", function()
    local g, n, path = sample()
    n[2].x, n[3].z = 1000, -1000
    n[4].y = 5
    assert.equal(30, path.length)
    assert.equal(30, path.cost)
    assert.same({ 0, 0, 0, 3, 4, 0, 3, 4, 12, 8, 16, 12 }, path:points(3))
    assert.same({ 3, 4, 3, 2 }, { path:at(8) })
    assert.equal(1000, path[2].x)
    g:optimize()
    assert.same({ 0, 0, 3, 4, 3, 4, 8, 16 }, path:points())
  end)

  it("whatever becomes of links, units and terrain", function()
    local g, n, path = sample()
    n[2]:unlink()
    n[3].blocked = true
    g:unit("man", { default = false })
    assert.equal("1 2 3 4", check.ids(path))
    assert.equal(30, path.cost)
  end)

  it("when nodes of it are removed", function()
    local g, n, path = sample()
    g:remove(n[2])
    g:remove(n[4])
    assert.equal(4, #path)
    assert.equal(30, path.length)
    assert.equal(30, path.cost)
    assert.same({ 0, 0, 3, 4, 3, 4, 8, 16 }, path:points())
    assert.same({ 3, 4, 3, 2 }, { path:at(8) })
    assert.equal(n[1], path[1])
    assert.equal(n[3], path[3])
    local ok, node = pcall(function() return path[2] end)
    assert.is_true(not ok or node == n[2])
  end)

  it("and never takes a new node for a removed one", function()
    local g, n, path = sample()
    g:remove(n[2])
    g:remove(n[4])
    n = nil -- luacheck: ignore
    check.collect()
    for i = 1, 30 do
      g:add(i, i)
    end
    for i = 2, 4, 2 do
      local ok, node = pcall(function() return path[i] end)
      if ok and node ~= nil then
        that(tostring(node) == ("node %d (removed)"):format(i), "element %d of the path is %s", i, node)
        raises(("node %d was removed"):format(i), function() return node.x end)
      elseif not ok then
        that(tostring(node):find("was removed", 1, true), "%s", node)
      end
    end
    assert.equal(1, path[1].id)
    assert.equal(3, path[3].id)
    pcall(path.table, path)
    pcall(function()
      for _, node in path:nodes() do
        tostring(node)
      end
    end)
    assert.same({ 0, 0, 3, 4, 3, 4, 8, 16 }, path:points())
    assert.equal(30, path.length)
  end)

  it("longer than every other reference to its graph", function()
    local _, _, path = sample()
    check.collect()
    assert.equal("1 2 3 4", check.ids(path))
    local g = path[1].graph
    assert.equal(4, #g)
    assert.equal(30, select(2, g:path(path[1], path[4])))
  end)
end)

describe("a long path", function()
  it("is all there", function()
    local g, n = astar.graph(), {}
    for i = 1, 5000 do
      n[i] = g:add(i, 0)
      if i > 1 then
        g:link(n[i - 1], n[i], { cost = 1, oneway = true })
      end
    end
    local path, cost = g:path(n[1], n[5000])
    assert.equal(4999, cost)
    assert.equal(5000, #path)
    assert.equal(10000, #path:points())
    local t = path:table()
    for i = 1, 5000 do
      that(t[i] == n[i], "element %d", i)
    end
    assert.equal(n[2500], path[2500])
    local last = 0
    for d = 0, path.length, 7.77 do
      local x, _, _, index = path:at(d)
      that(index >= last and x >= index - 1e-6 and x <= index + 1 + 1e-6, "at %g: x %g, index %d", d, x, index)
      last = index
    end
  end)

  it("does not keep an object for each node", function()
    local g, n = astar.graph(), {}
    for i = 1, 2000 do
      n[i] = g:add(i, 0)
      if i > 1 then
        g:link(n[i - 1], n[i])
      end
    end
    local first, last = n[1], n[2000]
    n = nil -- luacheck: ignore
    local seen = setmetatable({}, { __mode = "k" })
    local path = g:path(first, last)
    local function touch()
      for _, node in path:nodes() do
        if node ~= first and node ~= last then
          seen[node] = true
        end
      end
    end
    touch()
    check.collect()
    -- a few may still lie in dead slots of the stack
    local left = 0
    for _ in pairs(seen) do
      left = left + 1
    end
    assert.is_true(left < 10)
    assert.equal(1000, path[1000].id)
  end)
end)
