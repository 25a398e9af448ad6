-- The graph: nodes and links come and go, names, ids, versions.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local world = require "spec.support.world"

local refuses, that = check.refuses, check.that

local function all(g)
  local out = {}
  for node in g:nodes() do
    out[#out + 1] = node
  end
  return check.ids(out)
end

describe("a new graph", function()
  it("is a userdata of its own type", function()
    local g = astar.graph()
    assert.equal("userdata", type(g))
    assert.equal("astar.graph", getmetatable(g))
    assert.equal("string", type(tostring(g)))
  end)

  it("is empty", function()
    local g = astar.graph()
    assert.equal(0, #g)
    for _ in g:nodes() do
      error("a node in an empty graph")
    end
    assert.is_nil(g:node(1))
    assert.is_nil(g:node("x"))
    assert.same({}, g:units())
    assert.is_nil(g:nearest(0, 0))
    assert.same({}, g:within(0, 0, 100))
  end)

  it("has nothing in common with another", function()
    local g, h = astar.graph(), astar.graph()
    assert.is_false(g == h)
    g:add(0, 0, { name = "a" })
    g:unit("man", {})
    assert.equal(0, #h)
    assert.is_nil(h:node("a"))
    assert.is_nil(h:unit("man"))
    assert.equal(1, h:add(0, 0, { name = "a" }).id)
  end)
end)

describe("add", function()
  it("counts ids from 1", function()
    local g = astar.graph()
    for i = 1, 100 do
      assert.equal(i, g:add(i, -i).id)
    end
    assert.equal(100, #g)
  end)

  it("takes x, y and props", function()
    local g = astar.graph()
    local data = {}
    local n = g:add(3, 4, { terrain = "forest", name = "camp", blocked = true, data = data })
    assert.same({ 3, 4, 0 }, { n.x, n.y, n.z })
    assert.equal("forest", n.terrain)
    assert.equal("camp", n.name)
    assert.is_true(n.blocked)
    assert.equal(data, n.data)
  end)

  it("takes x, y, z and props", function()
    local g = astar.graph()
    local n = g:add(3, 4, 1.5, { terrain = "forest", name = "camp", blocked = false, data = 7 })
    assert.same({ 3, 4, 1.5 }, { n.x, n.y, n.z })
    assert.equal("forest", n.terrain)
    assert.equal("camp", n.name)
    assert.is_false(n.blocked)
    assert.equal(7, n.data)
  end)

  it("fills in what is not said", function()
    local g = astar.graph()
    for _, n in ipairs({ g:add(1, 2), g:add(1, 2, {}), g:add(1, 2, 0), g:add(1, 2, 0, {}), g:add(1, 2, 0, nil) }) do
      assert.equal(0, n.z)
      assert.equal("default", n.terrain)
      assert.is_false(n.blocked)
      assert.is_nil(n.name)
      assert.is_nil(n.data)
      assert.is_true(n.graph == g)
    end
  end)

  it("does not hold on to the table of props", function()
    local g = astar.graph()
    local props = { terrain = "forest", name = "camp" }
    local n = g:add(0, 0, props)
    props.terrain, props.name = "sea", "port"
    assert.equal("forest", n.terrain)
    assert.equal("camp", n.name)
    assert.same({ terrain = "sea", name = "port" }, props)
  end)

  it("keeps positions to the last bit", function()
    local g = astar.graph()
    local tiny = 2 ^ -1074
    for _, v in ipairs({ 0.1, -0.1, 1e300, -1e300, tiny, -tiny, 2 ^ 53, 1 / 3, 1.7976931348623157e308 }) do
      local n = g:add(v, -v, v)
      that(n.x == v and n.y == -v and n.z == v, "%.17g became %.17g, %.17g, %.17g", v, n.x, n.y, n.z)
    end
  end)

  it("puts any number of nodes on one spot", function()
    local g = astar.graph()
    for _ = 1, 1000 do
      g:add(5, 5, 5)
    end
    assert.equal(1000, #g)
    assert.equal(1000, #g:within(5, 5, 5, 0))
  end)

  it("has no capacity", function()
    local count = random.size(20000, 4000)
    local g = astar.graph()
    local first, last
    for i = 1, count do
      last = g:add(i, 0)
      first = first or last
      if i > 1 then
        g:link(i % 2 == 0 and first or last, i % 2 == 0 and last or first)
      end
    end
    assert.equal(count, #g)
    assert.equal(count, last.id)
    assert.is_true(g:linked(first, last))
  end)
end)

describe("link", function()
  local g, a, b, c

  before_each(function()
    g = astar.graph()
    a, b, c = g:add(0, 0, { name = "a" }), g:add(3, 4, { name = "b" }), g:add(6, 8, { name = "c" })
  end)

  it("goes both ways and costs the distance", function()
    g:link(a, b)
    assert.is_true(g:linked(a, b))
    assert.is_true(g:linked(b, a))
    assert.is_false(g:linked(a, c))
    for n, cost, props in a:links() do
      assert.equal(b, n)
      assert.equal(5, cost)
      assert.is_nil(props)
    end
    for n, cost, props in b:links() do
      assert.equal(a, n)
      assert.equal(5, cost)
      assert.is_nil(props)
    end
  end)

  it("goes one way if told so", function()
    g:link(a, b, { oneway = true })
    assert.is_true(g:linked(a, b))
    assert.is_false(g:linked(b, a))
    assert.equal("2", check.linked_ids(a))
    assert.equal("", check.linked_ids(b))
  end)

  it("takes oneway = false for both ways", function()
    g:link(a, b, { oneway = false })
    assert.is_true(g:linked(a, b))
    assert.is_true(g:linked(b, a))
  end)

  it("carries cost and terrain both ways", function()
    g:link(a, b, { cost = 2, terrain = "road" })
    for _, n in ipairs({ a, b }) do
      for _, cost, props in n:links() do
        assert.equal(2, cost)
        assert.equal(2, props.cost)
        assert.equal("road", props.terrain)
      end
    end
  end)

  it("measures in three dimensions", function()
    local d = g:add(2, 3, 6)
    g:link(a, d)
    for _, cost in a:links() do
      assert.equal(7, cost)
    end
  end)

  it("takes names for nodes", function()
    g:link("a", "b")
    assert.is_true(g:linked("a", b))
    assert.is_true(g:linked(b, "a"))
    assert.is_true(g:unlink("b", "a"))
    assert.is_false(g:linked("a", "b"))
  end)

  it("made again replaces all props", function()
    g:link(a, b, { cost = 2, terrain = "road" })
    g:link(a, b, { cost = 9 })
    for _, cost, props in a:links() do
      assert.equal(9, cost)
      assert.is_nil(props.terrain)
    end
    g:link(a, b, { terrain = "mud" })
    for _, cost, props in b:links() do
      assert.equal(5, cost)
      assert.is_nil(props.cost)
      assert.equal("mud", props.terrain)
    end
    g:link(a, b)
    for _, cost, props in a:links() do
      assert.equal(5, cost)
      assert.is_nil(props)
    end
    assert.equal("2", check.linked_ids(a))
    assert.equal("1", check.linked_ids(b))
  end)

  it("with oneway over a two-way link changes one way only", function()
    g:link(a, b, { cost = 2 })
    g:link(a, b, { cost = 9, oneway = true })
    for _, cost in a:links() do
      assert.equal(9, cost)
    end
    for _, cost in b:links() do
      assert.equal(2, cost)
    end
    assert.is_true(g:linked(b, a))
  end)

  it("both ways over a one-way link adds the way back", function()
    g:link(a, b, { oneway = true, cost = 4 })
    g:link(b, a, { cost = 3 })
    for _, cost in a:links() do
      assert.equal(3, cost)
    end
    for _, cost in b:links() do
      assert.equal(3, cost)
    end
    assert.equal("2", check.linked_ids(a))
    assert.equal("1", check.linked_ids(b))
  end)

  it("takes a cost of 0", function()
    g:link(a, b, { cost = 0 })
    for _, cost, props in a:links() do
      assert.equal(0, cost)
      assert.equal(0, props.cost)
    end
    assert.equal(0, select(2, g:path(a, b)))
  end)

  it("gives props that are copies", function()
    local props = { cost = 2, terrain = "road" }
    g:link(a, b, props)
    props.cost, props.terrain = 77, "sea"
    for _, _, got in a:links() do
      assert.equal(2, got.cost)
      got.cost = 55
      got.terrain = nil
    end
    for _, cost, got in a:links() do
      assert.equal(2, cost)
      assert.equal(2, got.cost)
      assert.equal("road", got.terrain)
    end
  end)

  it("to a node itself raises", function()
    local want = "bad argument #2 to 'link' (a node cannot be linked to itself)"
    check.harmless(g, want, g, "link", a, a)
    check.harmless(g, want, g, "link", "a", a)
    check.harmless(g, want, g, "link", a, "a", { cost = 1 })
    check.harmless(g, "a node cannot be linked to itself", a, "link", a)
  end)

  it("joins nodes on one spot for nothing", function()
    local d = g:add(0, 0)
    g:link(a, d)
    for _, cost in a:links() do
      assert.equal(0, cost)
    end
    assert.equal(0, select(2, g:path(a, d)))
  end)

  it("keeps neighbours in the order in which they were linked", function()
    local hub = g:add(1, 1)
    local spokes = {}
    for i = 1, 12 do
      spokes[i] = g:add(i, i)
    end
    local rng = random.new(random.seed)
    rng:shuffle(spokes)
    for i, s in ipairs(spokes) do
      g:link(i % 2 == 0 and hub or s, i % 2 == 0 and s or hub)
    end
    assert.equal(check.ids(spokes), check.linked_ids(hub))
    -- linking again keeps the place
    g:link(spokes[7], hub, { cost = 1 })
    assert.equal(check.ids(spokes), check.linked_ids(hub))
    -- unlinking closes the gap, linking anew goes to the end
    g:unlink(hub, spokes[3])
    table.insert(spokes, table.remove(spokes, 3))
    g:link(hub, spokes[12])
    assert.equal(check.ids(spokes), check.linked_ids(hub))
    g:remove(table.remove(spokes, 1))
    assert.equal(check.ids(spokes), check.linked_ids(hub))
    g:optimize()
    assert.equal(check.ids(spokes), check.linked_ids(hub))
  end)

  it("copes with thousands at one node", function()
    local size = random.size(5000, 2000)
    local hub = g:add(0, 0, 9)
    local spokes = {}
    for i = 1, size do
      spokes[i] = g:add(i, 1)
      g:link(hub, spokes[i], i % 3 == 0 and { oneway = true } or nil)
    end
    local count = 0
    for n in hub:links() do
      count = count + 1
      that(n == spokes[count], "neighbour %d is %s", count, n)
    end
    assert.equal(size, count)
    local left = {}
    for i = 1, size do
      if i % 2 == 0 then
        that(g:unlink(spokes[i], hub), "there was a link to %d", i)
      else
        left[#left + 1] = spokes[i]
      end
    end
    assert.equal(check.ids(left), check.linked_ids(hub))
    g:remove(hub)
    for i = 1, size do
      that(check.linked_ids(spokes[i]) == "", "a link to a removed node at %d", i)
    end
  end)
end)

describe("unlink", function()
  local g, a, b

  before_each(function()
    g = astar.graph()
    a, b = g:add(0, 0), g:add(1, 0)
  end)

  it("cuts both ways and tells whether there was a link", function()
    g:link(a, b)
    assert.is_true(g:unlink(b, a))
    assert.is_false(g:linked(a, b))
    assert.is_false(g:linked(b, a))
    assert.is_false(g:unlink(a, b))
  end)

  it("cuts a one-way link from either end", function()
    g:link(a, b, { oneway = true })
    assert.is_true(g:unlink(b, a))
    assert.is_false(g:linked(a, b))
    g:link(a, b, { oneway = true })
    assert.is_true(g:unlink(a, b))
    assert.is_false(g:linked(a, b))
  end)

  it("with oneway cuts one way and leaves the other", function()
    g:link(a, b, { cost = 3, terrain = "road" })
    assert.is_true(g:unlink(a, b, { oneway = true }))
    assert.is_false(g:linked(a, b))
    assert.is_true(g:linked(b, a))
    assert.is_false(g:unlink(a, b, { oneway = true }))
    for _, cost, props in b:links() do
      assert.equal(3, cost)
      assert.equal("road", props.terrain)
    end
    assert.equal(3, select(2, g:path(b, a)))
    assert.is_nil((g:path(a, b)))
  end)

  it("of a node and itself says that there was none", function()
    local ok, had = pcall(g.unlink, g, a, a)
    assert.is_true(not ok or had == false)
  end)

  it("gives a fresh link when linked again", function()
    g:link(a, b, { cost = 3, terrain = "road" })
    g:unlink(a, b)
    g:link(a, b)
    for _, cost, props in a:links() do
      assert.equal(1, cost)
      assert.is_nil(props)
    end
  end)
end)

describe("linked", function()
  it("is false for a node and itself", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 1)
    g:link(a, b)
    assert.is_false(g:linked(a, a))
  end)
end)

describe("remove", function()
  it("takes the node and all its links away", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0), g:add(1, 0), g:add(2, 0)
    g:link(a, b)
    g:link(c, b, { oneway = true })
    g:link(a, c)
    g:remove(b)
    assert.equal(2, #g)
    assert.is_nil(g:node(2))
    assert.equal("3", check.linked_ids(a))
    assert.equal("1", check.linked_ids(c))
    assert.equal("1 3", all(g))
    assert.equal(0, #g:within(1, 0, 0.5))
  end)

  it("takes a name", function()
    local g = astar.graph()
    g:add(0, 0, { name = "a" })
    g:remove("a")
    assert.equal(0, #g)
  end)

  it("frees the name", function()
    local g = astar.graph()
    local a = g:add(0, 0, { name = "camp" })
    g:remove(a)
    assert.is_nil(g:node("camp"))
    local b = g:add(1, 1, { name = "camp" })
    assert.equal(b, g:node("camp"))
  end)

  it("leaves nothing of the old node to a new one", function()
    local g = astar.graph()
    local far = g:add(9, 9)
    check.apart(function()
      local a = g:add(0, 0, { name = "camp", terrain = "forest", blocked = true, data = "old" })
      g:link(a, far, { cost = 3 })
      g:remove(a)
    end)
    check.collect()
    for _ = 1, 10 do
      local n = g:add(1, 1)
      assert.is_nil(n.name)
      assert.is_nil(n.data)
      assert.equal("default", n.terrain)
      assert.is_false(n.blocked)
      assert.equal("", check.linked_ids(n))
      assert.is_false(g:linked(far, n))
    end
    assert.equal("", check.linked_ids(far))
  end)

  it("empties a graph that can be filled again", function()
    local g = astar.graph()
    for round = 1, 5 do
      local nodes = {}
      for i = 1, 200 do
        nodes[i] = g:add(i, round)
        if i > 1 then
          g:link(nodes[i - 1], nodes[i])
        end
      end
      assert.equal(199, select(2, g:path(nodes[1], nodes[200])))
      for i = 200, 1, -1 do
        g:remove(nodes[i])
      end
      assert.equal(0, #g)
      assert.is_nil(g:nearest(0, 0))
    end
  end)
end)

describe("ids", function()
  it("are not used twice while a handle to the old node lives", function()
    local g = astar.graph()
    local held = {}
    for i = 1, 20 do
      held[i] = g:add(i, i)
    end
    for i = 1, 20 do
      g:remove(held[i])
    end
    for _ = 1, 200 do
      local n = g:add(0, 0)
      that(n.id > 20, "id %d was given away while a handle to the removed node lives", n.id)
    end
    check.collect()
    for i = 1, 20 do
      assert.equal(("node %d (removed)"):format(i), tostring(held[i]))
    end
  end)

  it("never bring an old handle back to life", function()
    random.cases("ids", 30, function(rng)
      local g = astar.graph()
      local dead, live = {}, {}
      for round = 1, 150 do
        if #live == 0 or rng:chance(0.55) then
          local n = g:add(round, round)
          for _, d in ipairs(dead) do
            that(d ~= n, "a new node is the same object as a removed one")
            that(tostring(d):match("%d+") ~= tostring(n.id), "id %d is used twice", n.id)
          end
          live[#live + 1] = n
        else
          local n = table.remove(live, rng:int(1, #live))
          g:remove(n)
          if rng:chance(0.3) then
            dead[#dead + 1] = n
          end
        end
        if round % 25 == 0 then
          check.collect()
        end
        for _, d in ipairs(dead) do
          that(tostring(d):match("%(removed%)$"), "%s was removed", d)
        end
      end
      that(#g == #live, "#g")
      for _, n in ipairs(live) do
        that(g:node(n.id) == n, "%s", n)
      end
    end)
  end)

  it("come back when no handle is left, so that they do not run out", function()
    local g = astar.graph()
    local highest = 0
    for round = 1, 20 do
      for _ = 1, 500 do
        local n = g:add(round, round)
        if n.id > highest then
          highest = n.id
        end
        g:remove(n)
      end
      check.collect()
    end
    that(highest < 5000, "10000 nodes that came and went used ids up to %d", highest)
  end)

  -- Against a list of the versions at which the open searches began.
  random.cases("ids kept by searches", 40, function(r)
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 1)
    g:link(a, b)
    local searches, free, began = {}, {}, {}
    local function oldest()
      local least = math.huge
      for s, version in pairs(began) do
        if s.status ~= "closed" then least = math.min(least, version) end
      end
      return least
    end
    for _ = 1, 150 do
      local what = r:int(1, 8)
      local s = searches[r:int(1, math.max(1, #searches))]
      if what == 1 or not s then
        s = g:search(a, r:int(1, 2) == 1 and b or nil)
        searches[#searches + 1], began[s] = s, g.version
      elseif what == 2 then
        s:close()
        began[s] = nil
      elseif what == 3 and s.status ~= "closed" then
        s:restart()
        began[s] = g.version
      elseif what == 4 then
        began[s] = nil
        table.remove(searches, r:int(1, #searches)) -- may be collected at any time, or be another one
      elseif what == 5 then
        g:path(a, b, { cost = function(_, _, cost) return cost end })
      else
        local id = g:add(2, 2).id
        local removed_at = free[id]
        that(not removed_at or oldest() >= removed_at, "id %d is used again, freed at %s, a search began at %s", id,
          removed_at, oldest())
        g:node(id):remove()
        free[id] = g.version
        if r:int(1, 12) == 1 then check.collect() end
      end
    end
    -- Without searches the first free id is used again.
    for s in pairs(began) do s:close() end
    for i, s in pairs(searches) do
      s:close()
      searches[i] = nil
    end
    check.collect()
    that(free[g:add(2, 2).id] ~= nil or next(free) == nil, "an id that nothing keeps is not used again")
  end)

  it("are found by number", function()
    local g = astar.graph()
    local a = g:add(0, 0)
    assert.equal(a, g:node(1))
    assert.equal(a, g:node(1.0))
  end)

  it("that do not exist give nil", function()
    local g = astar.graph()
    g:add(0, 0)
    g:add(1, 0)
    g:remove(g:node(2))
    for _, id in ipairs({ 0, -1, 2, 3, 1.5, 2 ^ 31, 2 ^ 32 + 1, 2 ^ 53, 2 ^ 63, 1e300, -1e300, check.inf, -check.inf,
      check.nan }) do
      that(g:node(id) == nil, "g:node(%g) gives a node", id)
    end
  end)
end)

describe("names", function()
  local g

  before_each(function()
    g = astar.graph()
  end)

  it("find their nodes", function()
    local a, b = g:add(0, 0, { name = "a" }), g:add(0, 0, { name = "b" })
    assert.equal(a, g:node("a"))
    assert.equal(b, g:node("b"))
    assert.is_nil(g:node("c"))
    assert.is_nil(g:node("A"))
  end)

  it("are unique", function()
    local a, b = g:add(0, 0, { name = "a" }), g:add(0, 0, { name = "b" })
    check.harmless(g, "bad argument #3 to 'add'", g, "add", 1, 1, { name = "a" })
    local before = check.dump(g)
    assert.is_false(pcall(function() b.name = "a" end))
    assert.equal(before, check.dump(g))
    assert.equal(a, g:node("a"))
    assert.equal(2, #g)
  end)

  it("can be given to the node that has them already", function()
    local a = g:add(0, 0, { name = "a" })
    a.name = "a"
    assert.equal("a", a.name)
    assert.equal(a, g:node("a"))
  end)

  it("can be changed, taken away and handed on", function()
    local a, b = g:add(0, 0, { name = "a" }), g:add(0, 0)
    a.name = "x"
    assert.is_nil(g:node("a"))
    assert.equal(a, g:node("x"))
    a.name = nil
    assert.is_nil(a.name)
    assert.is_nil(g:node("x"))
    b.name = "x"
    assert.equal(b, g:node("x"))
    a.name = "a"
    assert.equal(a, g:node("a"))
  end)

  it("that look like numbers are not ids", function()
    local a, b = g:add(0, 0), g:add(0, 0, { name = "1" })
    assert.equal(a, g:node(1))
    assert.equal(b, g:node("1"))
    assert.is_nil(g:node("2"))
    g:link(a, "1")
    assert.is_true(g:linked(a, b))
  end)

  it("may hold any bytes", function()
    local names = { "", "\0", "a", "a\0", "a\0b", "\0a", " ", "\255\254", "\n", "\"", "%s%n", ("x"):rep(100000),
      ("x"):rep(100001) }
    local nodes = {}
    for i, name in ipairs(names) do
      nodes[i] = g:add(i, 0, { name = name })
    end
    for i, name in ipairs(names) do
      that(nodes[i].name == name, "name %d came back changed", i)
      that(g:node(name) == nodes[i], "name %d leads to another node", i)
      that(tostring(nodes[i]):match("^node " .. i .. " "), "tostring of name %d", i)
      g:link(name, name == "a" and "" or "a")
    end
    for i, name in ipairs(names) do
      g:remove(name)
      that(g:node(name) == nil, "name %d is still there", i)
    end
  end)

  it("are quoted to a readable length in errors", function()
    local message = refuses("bad argument #1 to 'remove'", g, "remove", ("x"):rep(100000))
    that(#message > 0, "no message")
    refuses("bad argument #1 to 'remove'", g, "remove", "%d%s%n")
    refuses("bad argument #1 to 'remove'", g, "remove", "a\0b")
  end)

  it("stay right while thousands come and go", function()
    random.cases("names", 5, function(rng)
      local graph = astar.graph()
      local by_name, count = {}, 0
      for _ = 1, 3000 do
        local name = "n" .. rng:int(1, 400)
        local node = by_name[name]
        if node and rng:chance(0.5) then
          graph:remove(rng:chance(0.5) and node or name)
          by_name[name] = nil
          count = count - 1
        elseif node then
          local other = "n" .. rng:int(1, 400)
          if not by_name[other] then
            node.name = other
            by_name[name], by_name[other] = nil, node
          elseif other ~= name then
            that(not pcall(function() node.name = other end), "a name in use was given twice")
          end
        else
          by_name[name] = graph:add(0, 0, { name = name })
          count = count + 1
        end
      end
      that(#graph == count, "#g is %d, should be %d", #graph, count)
      for i = 1, 400 do
        local name = "n" .. i
        local got = graph:node(name)
        that(got == by_name[name], "%s leads to %s, should lead to %s", name, got, by_name[name])
      end
    end)
  end)

  it("do wherever a node is wanted", function()
    local a, b, c = g:add(0, 0, { name = "a" }), g:add(3, 4, { name = "b" }), g:add(6, 8, { name = "c" })
    a:link("b")
    b:link("c")
    assert.is_true(g:linked("a", "b"))
    assert.equal(5, a:distance("b"))
    assert.equal(10, select(2, g:path("a", "c")))
    assert.equal(5, select(2, g:path("a", { "c", "b" })))
    assert.is_nil((g:path("a", "c", { only = { "c" } })))
    assert.is_nil((g:path("a", "c", { avoid = { "b" } })))
    local s = g:search("a", "c")
    s:run()
    assert.equal("closed", s:state("b"))
    assert.equal(5, s:cost("b"))
    assert.is_true(s:estimate("b") <= 5)
    assert.equal(a, s:parent("b"))
    assert.equal(5, select(2, s:path("b")))
    s:restart("c", "a")
    s:run()
    assert.equal(c, s.start)
    assert.equal(a, s.goal)
    assert.is_true(a:unlink("b"))
    assert.is_true(g:unlink("b", "c"))
    g:remove("b")
    assert.equal(2, #g)
  end)
end)

describe("nodes", function()
  it("walks ids upwards", function()
    local g = astar.graph()
    for i = 1, 10 do
      g:add(-i, i % 3)
    end
    g:remove(g:node(4))
    g:remove(g:node(10))
    assert.equal("1 2 3 5 6 7 8 9", all(g))
    g:optimize()
    assert.equal("1 2 3 5 6 7 8 9", all(g))
  end)

  it("skips nodes that are removed on the way", function()
    local g = astar.graph()
    for i = 1, 10 do
      g:add(i, 0)
    end
    local seen = {}
    for node in g:nodes() do
      seen[#seen + 1] = node.id
      if node.id == 3 then
        g:remove(g:node(4))
        g:remove(g:node(5))
        g:remove(g:node(1))
      end
      if node.id >= 6 then
        g:remove(node)
      end
    end
    assert.same({ 1, 2, 3, 6, 7, 8, 9, 10 }, seen)
    assert.equal("2 3", all(g))
  end)

  it("ends while nodes are added in its body", function()
    local g = astar.graph()
    g:add(0, 0)
    local turns = 0
    for _ in g:nodes() do
      turns = turns + 1
      if turns < 1000 then
        g:add(turns, 0)
      end
    end
    assert.is_true(turns >= 1 and turns <= 1000)
  end)

  it("may be nested and left early", function()
    local g = astar.graph()
    for i = 1, 5 do
      g:add(i, 0)
    end
    local pairs_seen = 0
    for a in g:nodes() do
      for b in g:nodes() do
        pairs_seen = pairs_seen + 1
        if a == b then
          break
        end
      end
    end
    assert.equal(15, pairs_seen)
  end)

  it("keeps the graph while it runs", function()
    local function make()
      local g = astar.graph()
      for i = 1, 50 do
        g:add(i, 0)
      end
      return g
    end
    local count = 0
    for node in make():nodes() do
      if count % 10 == 0 then
        check.collect()
      end
      count = count + 1
      assert.equal(count, node.id)
    end
    assert.equal(50, count)
  end)

  it("survives optimize in its body", function()
    local g = astar.graph()
    for i = 1, 20 do
      g:add((i * 7) % 20, (i * 3) % 20)
    end
    local seen = {}
    for node in g:nodes() do
      seen[#seen + 1] = node.id
      g:optimize()
    end
    assert.equal(20, #seen)
    for i = 1, 20 do
      assert.equal(i, seen[i])
    end
  end)
end)

describe("version", function()
  local g, a, b

  before_each(function()
    g = astar.graph()
    a, b = g:add(0, 0, { name = "a" }), g:add(1, 0)
    g:link(a, b)
  end)

  it("is a whole number", function()
    assert.equal("number", type(g.version))
    assert.equal(g.version, math.floor(g.version))
    if math.type then
      assert.equal("integer", math.type(g.version))
    end
  end)

  local edits = {
    { "add", function() g:add(5, 5) end },
    { "link", function() g:link(a, g:add(1, 1)) end },
    { "a link with other props", function() g:link(a, b, { cost = 3 }) end },
    { "unlink", function() g:unlink(a, b) end },
    { "unlink of a node", function() a:unlink() end },
    { "remove", function() g:remove(a) end },
    { "node:remove", function() b:remove() end },
    { "node:link", function() a:link(b, { cost = 3 }) end },
    { "a move in x", function() a.x = 0.5 end },
    { "a move in y", function() a.y = 0.5 end },
    { "a move in z", function() a.z = 0.5 end },
    { "a terrain", function() a.terrain = "sea" end },
    { "a block", function() a.blocked = true end },
    { "a unit", function() g:unit("man", {}) end },
    { "a unit set again", function()
      g:unit("man", { sea = 2 })
      local v = g.version
      g:unit("man", { sea = 3 })
      assert.is_true(g.version > v)
    end },
    { "optimize", function() g:optimize() end },
  }
  for _, edit in ipairs(edits) do
    it("grows with " .. edit[1], function()
      local v = g.version
      edit[2]()
      assert.is_true(g.version > v)
    end)
  end

  it("stays with names, data and everything that only looks", function()
    g:unit("man", { sea = 2 })
    local v = g.version
    a.name = "other"
    a.name = nil
    a.data = {}
    local path = g:path(a, b, "man")
    path:points()
    path:at(0.5)
    local s = g:search(a, b)
    s:run()
    s:path()
    s:restart()
    s:close()
    g:nearest(0, 0, { linked = true, unit = "man" })
    g:within(0, 0, 5)
    g:unit("man")
    g:units()
    g:linked(a, b)
    g:node(1)
    a:distance(b)
    for _ in a:links() do
      for _ in g:nodes() do
        tostring(a)
      end
    end
    assert.equal(v, g.version)
  end)
end)

describe("optimize", function()
  it("changes nothing that can be seen but the version", function()
    random.cases("optimize", 60, function(rng)
      local w = world.random(rng, rng:int(0, 40), 3)
      for _ = 1, 3 do
        for _ = 1, 20 do
          w:edit(rng)
        end
        local before = check.dump(w.g):gsub("^version %d+", "")
        w.g:optimize()
        local after = check.dump(w.g):gsub("^version %d+", "")
        that(before == after, "before:\n%s\nafter:\n%s", before, after)
        w:verify()
      end
    end)
  end)

  it("leaves handles, names and paths as they are", function()
    local g = astar.graph()
    local nodes = {}
    for i = 1, 300 do
      nodes[i] = g:add((i * 37) % 300, (i * 91) % 300, { name = "n" .. i })
      if i > 1 then
        g:link(nodes[i - 1], nodes[i], { cost = 1 })
      end
    end
    for i = 2, 300, 7 do
      g:remove(nodes[i])
    end
    local path = g:path(nodes[3], nodes[8])
    local gone = nodes[2]
    g:optimize()
    for i = 1, 300 do
      if (i - 2) % 7 ~= 0 then
        that(nodes[i].id == i and g:node("n" .. i) == nodes[i] and g:node(i) == nodes[i], "node %d", i)
        that(nodes[i].x == (i * 37) % 300, "node %d has moved", i)
      end
    end
    assert.equal("node 2 (removed)", tostring(gone))
    assert.equal("3 4 5 6 7 8", check.ids(path))
    assert.equal(5, select(2, g:path(nodes[3], nodes[8])))
  end)

  it("works on an empty graph and twice in a row", function()
    local g = astar.graph()
    g:optimize()
    g:add(1, 1)
    g:optimize()
    g:optimize()
    g:remove(g:node(1))
    g:optimize()
    assert.equal(0, #g)
    assert.equal(2, g:add(2, 2).x)
    assert.equal(1, #g)
  end)
end)

describe("nothing", function()
  it("is given as a nil, which can be passed on", function()
    local g = astar.graph()
    local a = g:add(0, 0)
    assert.equal(1, select("#", g:node(99)))
    assert.equal(1, select("#", g:node("nobody")))
    assert.is_true(select("#", g:nearest(0, 0, { radius = 0, linked = true })) >= 1)
    assert.is_true(select("#", g:unit("nobody")) >= 1)
    local s = g:search(a, a)
    assert.equal(1, select("#", s:cost(g:add(1, 1))))
    s:restart()
    s:run()
    for _, method in ipairs({ "parent", "cost", "estimate" }) do
      assert.equal(1, select("#", s[method](s, g:node(2))), method)
    end
    assert.equal(1, select("#", s:parent(a)))
  end)
end)

describe("any sequence of edits", function()
  it("leaves the graph that it should", function()
    random.cases("edits", 150, function(rng)
      local w = world.random(rng, rng:int(0, 25), rng:int(0, 6))
      w:verify()
      for _ = 1, 4 do
        for _ = 1, 25 do
          w:edit(rng)
        end
        w:verify()
      end
    end)
  end)

  it("leaves the graph that it should, with no handles kept", function()
    random.cases("edits without handles", 12, function(rng)
      local w = world.random(rng, rng:int(5, 20), 4)
      for _ = 1, 4 do
        for _ = 1, 20 do
          w:edit(rng)
        end
        w:forget_handles()
        w:verify()
      end
    end)
  end)

  it("may make and cut links everywhere at once", function()
    random.cases("links", 6, function(rng)
      local w = world.new()
      w.kind = "lattice"
      for _ = 1, 60 do
        w:random_node(rng)
      end
      for round = 1, 1200 do
        local a, b = w.list[rng:int(1, 60)], w.list[rng:int(1, 8)]
        if a ~= b then
          if rng:chance(round < 800 and 0.8 or 0.3) then
            w:link(a, b, w:random_props(rng))
          else
            w:unlink(a, b, rng:chance(0.5))
          end
        end
      end
      w:verify()
    end)
  end)
end)
