-- The node: fields, assignment, methods, identity, tostring, removed nodes.

local astar = require "astar"
local check = require "spec.support.check"

local raises = check.raises

local function set(object, field, value)
  object[field] = value
end

local function get(object, field)
  return object[field]
end

describe("a node", function()
  local g, a, b

  before_each(function()
    g = astar.graph()
    a = g:add(3, 4, 1.5, { terrain = "forest", name = "camp", data = "d" })
    b = g:add(0, 0)
  end)

  it("is a userdata of its own type", function()
    assert.equal("userdata", type(a))
    assert.equal("astar.node", getmetatable(a))
  end)

  it("has its fields", function()
    assert.equal(1, a.id)
    assert.equal(3, a.x)
    assert.equal(4, a.y)
    assert.equal(1.5, a.z)
    assert.equal("forest", a.terrain)
    assert.is_false(a.blocked)
    assert.equal("camp", a.name)
    assert.equal("d", a.data)
    assert.is_true(rawequal(g, a.graph))
  end)

  it("has no others", function()
    for _, field in ipairs({ "foo", "", "X", "idx", "column", "__index", "terrain\0" }) do
      raises("node has no field '" .. (field:match("^[^%z]*")), get, a, field)
    end
    raises("node has no field 'foo'", set, a, "foo", 1)
    raises("has no field", get, a, ("x"):rep(100000))
    assert.is_false(pcall(get, a, 1))
    assert.is_false(pcall(get, a, {}))
    assert.is_false(pcall(set, a, 1, 1))
    assert.is_false(pcall(set, a, {}, 1))
  end)

  it("keeps id and graph fixed", function()
    raises("field 'id' of a node cannot be assigned", set, a, "id", 7)
    raises("field 'graph' of a node cannot be assigned", set, a, "graph", astar.graph())
    assert.equal(1, a.id)
    assert.is_true(rawequal(g, a.graph))
  end)

  it("keeps its methods", function()
    for _, method in ipairs({ "links", "link", "unlink", "remove", "distance" }) do
      assert.equal("function", type(a[method]))
      assert.is_false(pcall(set, a, method, function() end))
      assert.is_true(a[method] == b[method])
    end
  end)

  describe("position", function()
    it("can be assigned", function()
      a.x, a.y, a.z = -7, 0.25, 1e10
      assert.equal(-7, a.x)
      assert.equal(0.25, a.y)
      assert.equal(1e10, a.z)
    end)

    it("changes the length of its links, both ways", function()
      a.x, a.y, a.z = 3, 4, 0
      g:link(a, b)
      assert.equal(5, select(2, g:path(a, b)))
      a.x, a.y = 6, 8
      assert.equal(10, select(2, g:path(a, b)))
      assert.equal(10, select(2, g:path(b, a)))
      b.x, b.y = 6, 7
      for _, n in ipairs({ a, b }) do
        for _, cost in n:links() do
          assert.equal(1, cost)
        end
      end
      b.z = 7
      assert.near(50 ^ 0.5, select(2, g:path(b, a)), 1e-12)
    end)

    it("leaves explicit costs alone", function()
      g:link(a, b, { cost = 2 })
      a.x = 1000
      assert.equal(2, select(2, g:path(a, b)))
      b.z = -1000
      assert.equal(2, select(2, g:path(b, a)))
    end)

    it("refuses what is not a finite number", function()
      for _, field in ipairs({ "x", "y", "z" }) do
        local before = check.dump(g)
        for _, bad in ipairs({ check.nan, check.inf, -check.inf, "left", {}, true, print }) do
          assert.is_false(pcall(set, a, field, bad))
        end
        assert.is_false(pcall(set, a, field, nil))
        assert.equal(before, check.dump(g))
      end
    end)
  end)

  describe("terrain", function()
    it("reads default where none is set", function()
      assert.equal("default", b.terrain)
      b.terrain = "sea"
      assert.equal("sea", b.terrain)
      b.terrain = nil
      assert.equal("default", b.terrain)
      b.terrain = "default"
      assert.equal("default", b.terrain)
    end)

    it("takes any bytes", function()
      for _, name in ipairs({ "\0", "a\0b", "a", "%s", ("t"):rep(50000) }) do
        b.terrain = name
        assert.is_true(b.terrain == name)
      end
    end)

    it("refuses what is not a string", function()
      for _, bad in ipairs({ 5, true, false, {}, print }) do
        assert.is_false(pcall(set, a, "terrain", bad))
        assert.equal("forest", a.terrain)
      end
    end)
  end)

  describe("blocked", function()
    it("is a boolean", function()
      a.blocked = true
      assert.is_true(a.blocked)
      a.blocked = false
      assert.is_false(a.blocked)
      for _, bad in ipairs({ 0, 1, "yes", {} }) do
        assert.is_false(pcall(set, a, "blocked", bad))
        assert.is_false(a.blocked)
      end
    end)
  end)

  describe("name", function()
    it("refuses what is not a string", function()
      for _, bad in ipairs({ 5, true, false, {}, print }) do
        assert.is_false(pcall(set, a, "name", bad))
        assert.equal("camp", a.name)
        assert.equal(a, g:node("camp"))
      end
    end)

    it("refuses one in use", function()
      b.name = "port"
      raises("port", set, a, "name", "port")
      assert.equal("camp", a.name)
      assert.equal(b, g:node("port"))
    end)
  end)

  describe("data", function()
    it("is anything at all", function()
      local t = {}
      for _, value in ipairs({ t, 1, "s", true, false, print, a, b, g, coroutine.create(function() end) }) do
        a.data = value
        assert.is_true(rawequal(value, a.data))
        assert.is_nil(b.data)
      end
      a.data = nil
      assert.is_nil(a.data)
    end)

    it("stays while no handle does", function()
      check.apart(function()
        local n = g:add(1, 1, { name = "keeper", data = { "kept" } })
        n.data[2] = "too"
      end)
      check.collect()
      assert.same({ "kept", "too" }, g:node("keeper").data)
    end)

    it("goes with the node", function()
      local seen = setmetatable({}, { __mode = "v" })
      check.apart(function()
        seen[1] = {}
        g:add(1, 1, { name = "x", data = seen[1] })
        seen[2] = {}
        a.data = seen[2]
        a.data = nil
      end)
      g:remove("x")
      check.collect()
      assert.is_nil(seen[1])
      assert.is_nil(seen[2])
    end)
  end)

  describe("identity", function()
    it("is that of one object, wherever it comes from", function()
      b:link(a)
      local path = g:path(b, a)
      local s = g:search(b, a)
      s:run()
      local found = { g:node(1), g:node("camp"), g:nearest(3, 4), g:within(3, 4, 1)[1], path[2],
        path:table()[2], s.goal, s:path()[2] }
      assert.equal(8, #found)
      for n in b:links() do
        found[#found + 1] = n
      end
      for _, n in path:nodes() do
        found[#found + 1] = n
      end
      for n in s:nodes() do
        found[#found + 1] = n
      end
      for n in g:nodes() do
        found[#found + 1] = n
      end
      local t = { [a] = "a", [b] = "b" }
      for i, n in ipairs(found) do
        assert.is_true(rawequal(n, a) or rawequal(n, b), "object " .. i)
        assert.is_not_nil(t[n])
      end
      assert.is_true(rawequal(found[1], a) and rawequal(found[8], a))
    end)

    it("differs between nodes and graphs", function()
      assert.is_false(a == b)
      local other = astar.graph():add(3, 4, 1.5)
      assert.equal(a.id, other.id)
      assert.is_false(a == other)
      assert.is_false(a == 1)
    end)

    it("holds for table keys while anything holds the node", function()
      local t = {}
      for i = 1, 100 do
        t[g:add(i, i)] = i
      end
      check.collect()
      for i = 1, 100 do
        assert.equal(i, t[g:nearest(i, i)])
      end
    end)
  end)

  describe("tostring", function()
    it("shows id, name and place", function()
      for _ = 1, 9 do
        g:add(0, 0)
      end
      assert.equal("node 12 \"camp 2\" (3, 4, 1.5)", tostring(g:add(3, 4, 1.5, { name = "camp 2" })))
    end)

    it("leaves out what is not there", function()
      assert.equal("node 2 (0, 0)", tostring(b))
      assert.equal("node 3 (3, 4, 1.5)", tostring(g:add(3, 4, 1.5)))
      assert.equal("node 4 \"x\" (-3, 0.5)", tostring(g:add(-3, 0.5, { name = "x" })))
      assert.equal("node 5 (1, 2)", tostring(g:add(1, 2, 0)))
      assert.equal("node 6 (1, 2)", tostring(g:add(1, 2, -0.0)))
    end)

    it("does for wild names and places", function()
      local n = g:add(-1.7976931348623157e308, 2 ^ -1074, 1.7976931348623157e308, { name = ("\0\"%s\n"):rep(20000) })
      assert.is_truthy(tostring(n):match("^node 3 "))
      local m = g:add(-0.0, 1 / 3, 123456789012345)
      assert.is_truthy(tostring(m):match("^node 4 %("))
    end)
  end)

  describe("distance", function()
    it("is straight, in three dimensions", function()
      assert.equal(7, g:add(2, 3, 6):distance(b))
      assert.equal(7, b:distance(g:node(3)))
      assert.equal(0, a:distance(a))
      assert.equal(0, b:distance(g:add(0, 0)))
    end)

    it("takes a name", function()
      assert.near((9 + 16 + 2.25) ^ 0.5, b:distance("camp"), 1e-12)
    end)

    it("never is not a number", function()
      local places = { 1.7976931348623157e308, -1.7976931348623157e308, 1e300, 1e154, 1e-300, 2 ^ -1074, 0, -0.0 }
      local nodes = {}
      for _, x in ipairs(places) do
        for _, y in ipairs(places) do
          nodes[#nodes + 1] = g:add(x, y, x)
        end
      end
      for _, p in ipairs(nodes) do
        for _, q in ipairs(nodes) do
          local d = p:distance(q)
          check.that(d >= 0, "the distance of %s and %s is %g", p, q, d)
          check.that(d == q:distance(p), "the distance depends on the direction")
        end
      end
    end)
  end)

  describe("link", function()
    it("does what graph:link does", function()
      a:link(b, { cost = 2, oneway = true })
      assert.is_true(g:linked(a, b))
      assert.is_false(g:linked(b, a))
      b:link("camp")
      assert.is_true(g:linked(b, a))
      for _, cost, props in a:links() do
        assert.near((9 + 16 + 2.25) ^ 0.5, cost, 1e-12)
        assert.is_nil(props)
      end
    end)
  end)

  describe("unlink", function()
    it("cuts both ways", function()
      a:link(b)
      assert.is_true(b:unlink(a))
      assert.is_false(g:linked(a, b))
      assert.is_false(g:linked(b, a))
      assert.is_false(b:unlink(a))
    end)

    it("without a node cuts what comes in and what goes out", function()
      local c, d, e = g:add(1, 1), g:add(2, 2), g:add(3, 3)
      a:link(b)
      a:link(c, { oneway = true })
      d:link(a, { oneway = true })
      b:link(e)
      d:link(e)
      a:unlink()
      assert.equal("", check.linked_ids(a))
      for _, n in ipairs({ b, c, d, e }) do
        assert.is_false(g:linked(a, n))
        assert.is_false(g:linked(n, a))
      end
      assert.equal("5", check.linked_ids(b))
      assert.equal("5", check.linked_ids(d))
      assert.equal("2 4", check.linked_ids(e))
      a:unlink()
    end)
  end)

  describe("links", function()
    it("gives neighbour, cost for no unit and props", function()
      local c = g:add(0, 5, { terrain = "mud", blocked = true })
      g:unit("man", { mud = 3 })
      b:link(c)
      b:link(a, { cost = 4, terrain = "road" })
      local got = {}
      for n, cost, props in b:links() do
        got[#got + 1] = { n, cost, props and props.cost, props and props.terrain }
      end
      assert.equal(2, #got)
      assert.equal(c, got[1][1])
      assert.equal(5, got[1][2])
      assert.is_nil(got[1][3])
      assert.equal(a, got[2][1])
      assert.equal(4, got[2][2])
      assert.equal(4, got[2][3])
      assert.equal("road", got[2][4])
    end)

    it("walks a snapshot", function()
      local nodes = {}
      for i = 1, 10 do
        nodes[i] = g:add(i, 0)
        b:link(nodes[i])
      end
      local seen = {}
      for n in b:links() do
        seen[#seen + 1] = n
        b:unlink(n)
        b:link(g:add(0, 1))
      end
      assert.equal(check.ids(nodes), check.ids(seen))
      assert.equal("13 14 15 16 17 18 19 20 21 22", check.linked_ids(b))
    end)

    it("ends well when everything is removed in its body", function()
      for i = 1, 10 do
        b:link(g:add(i, 0))
      end
      local turns = 0
      pcall(function()
        for _ in b:links() do
          turns = turns + 1
          for _, n in ipairs(g:within(0, 0, 100)) do
            n:remove()
          end
          check.collect()
          g:add(1, 1)
          g:optimize()
        end
      end)
      assert.is_true(turns >= 1 and turns <= 10)
    end)

    it("of a node without any gives none", function()
      assert.equal("", check.linked_ids(a))
    end)
  end)

  describe("remove", function()
    it("does what graph:remove does", function()
      a:link(b)
      a:remove()
      assert.equal(1, #g)
      assert.equal("", check.linked_ids(b))
      assert.is_nil(g:node("camp"))
    end)
  end)
end)

describe("a removed node", function()
  local g, a, b, want

  before_each(function()
    g = astar.graph()
    for _ = 1, 11 do
      g:add(0, 0)
    end
    a, b = g:add(3, 4, { name = "camp", data = "d" }), g:node(1)
    a:link(b)
    g:remove(a)
    want = "node 12 was removed"
  end)

  it("says so in its string", function()
    assert.equal("node 12 (removed)", tostring(a))
  end)

  it("raises whatever is read from it", function()
    for _, field in ipairs({ "x", "y", "z", "terrain", "blocked", "name", "data", "id", "graph" }) do
      raises(want, get, a, field)
    end
  end)

  it("raises whatever is assigned to it", function()
    for field, value in pairs({ x = 1, y = 1, z = 1, terrain = "sea", blocked = true, name = "n", data = 1 }) do
      raises(want, set, a, field, value)
    end
    assert.is_nil(g:node("n"))
  end)

  it("raises in each of its methods", function()
    local before = check.dump(g)
    raises(want, function() a:links() end)
    raises(want, function() a:link(b) end)
    raises(want, function() a:unlink(b) end)
    raises(want, function() a:unlink() end)
    raises(want, function() a:remove() end)
    raises(want, function() a:distance(b) end)
    assert.equal(before, check.dump(g))
  end)

  it("raises wherever it is given", function()
    local c = g:add(1, 1)
    b:link(c)
    local s = g:search(b, c)
    local before = check.dump(g)
    local calls = {
      function() g:link(a, b) end, function() g:link(b, a) end,
      function() g:unlink(a, b) end, function() g:unlink(b, a) end,
      function() g:linked(a, b) end, function() g:linked(b, a) end,
      function() g:remove(a) end,
      function() b:link(a) end, function() b:unlink(a) end, function() b:distance(a) end,
      function() g:path(a, b) end, function() g:path(b, a) end, function() g:path(b, { c, a }) end,
      function() g:path(b, c, { only = { a } }) end, function() g:path(b, c, { avoid = { c, a } }) end,
      function() g:search(a, b) end, function() g:search(b, a) end, function() g:search(b, { a }) end,
      function() s:state(a) end, function() s:cost(a) end, function() s:estimate(a) end,
      function() s:parent(a) end, function() s:path(a) end,
      function() s:restart(a, b) end, function() s:restart(b, a) end,
    }
    for i, call in ipairs(calls) do
      local ok, message = pcall(raises, want, call)
      assert.is_true(ok, "call " .. i .. ": " .. tostring(message))
    end
    assert.equal(before, check.dump(g))
  end)

  it("is still itself", function()
    assert.is_true(a == a)
    assert.is_false(a == b)
    assert.equal("yes", ({ [a] = "yes" })[a])
  end)
end)
