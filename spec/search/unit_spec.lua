-- Unit types: multipliers, defaults, blocked terrain, limits, replacing.

local astar = require "astar"

local function cost_of(g, a, b, unit)
  local path, cost = g:path(a, b, unit)
  if path then
    return cost
  end
  return nil, cost
end

describe("a multiplier", function()
  local g, a, b, c

  before_each(function()
    g = astar.graph()
    a, b, c = g:add(0, 0), g:add(10, 0, { terrain = "forest" }), g:add(20, 0)
    g:link(a, b)
    g:link(b, c)
  end)

  it("is paid to enter, not to leave", function()
    g:unit("horse", { forest = 5 })
    assert.equal(50, cost_of(g, a, b, "horse"))
    assert.equal(10, cost_of(g, b, a, "horse"))
    assert.equal(60, cost_of(g, a, c, "horse"))
    assert.equal(20, cost_of(g, a, c))
  end)

  it("does not concern the start", function()
    a.terrain = "lava"
    g:unit("man", { lava = 1000 })
    assert.equal(20, cost_of(g, a, c, "man"))
    g:unit("man", { lava = false })
    assert.equal(20, cost_of(g, a, c, "man"))
  end)

  it("is the default for what is not listed", function()
    g:unit("slow", { default = 3 })
    assert.equal(60, cost_of(g, a, c, "slow"))
    g:unit("odd", { default = 3, forest = 2 })
    assert.equal(50, cost_of(g, a, c, "odd"))
    g:unit("plain", {})
    assert.equal(20, cost_of(g, a, c, "plain"))
  end)

  it("of a node without terrain is that of the terrain default", function()
    g:unit("horse", { default = 2, forest = 1 })
    assert.equal(20, cost_of(g, b, c, "horse"))
    c.terrain = "default"
    assert.equal(20, cost_of(g, b, c, "horse"))
  end)

  it("may be below 1", function()
    g:unit("scout", { forest = 0.25 })
    assert.equal(2.5, cost_of(g, a, b, "scout"))
    g:unit("scout", { forest = 2 ^ -1000 })
    assert.equal(10 * 2 ^ -1000, cost_of(g, a, b, "scout"))
  end)

  it("may be huge and small on one route", function()
    g:unit("odd", { forest = 1e200, default = 1e-200 })
    assert.near(1, cost_of(g, a, b, "odd") / 1e201, 1e-12)
    assert.near(1, cost_of(g, b, c, "odd") / 1e-199, 1e-12)
  end)

  it("applies to a link's own cost too", function()
    g:unit("horse", { forest = 5 })
    g:link(a, b, { cost = 2 })
    assert.equal(10, cost_of(g, a, b, "horse"))
    assert.equal(2, cost_of(g, b, a, "horse"))
    g:link(a, b, { cost = 0 })
    assert.equal(0, cost_of(g, a, b, "horse"))
  end)

  it("is that of the link's terrain if the link has one", function()
    g:unit("cart", { road = 0.5, forest = 5, default = 2 })
    g:link(a, b, { terrain = "road" })
    assert.equal(5, cost_of(g, a, b, "cart"))
    assert.equal(5, cost_of(g, b, a, "cart"))
    assert.equal(25, cost_of(g, a, c, "cart"))
    g:link(a, b, { terrain = "unheard of" })
    assert.equal(20, cost_of(g, a, b, "cart"))
    g:link(a, b, { terrain = "road", cost = 3 })
    assert.equal(1.5, cost_of(g, a, b, "cart"))
  end)
end)

describe("false", function()
  local g, a, b, c

  before_each(function()
    g = astar.graph()
    a, b, c = g:add(0, 0), g:add(10, 0, { terrain = "forest" }), g:add(20, 0)
    g:link(a, b)
    g:link(b, c)
  end)

  it("keeps the unit out, as math.huge does", function()
    g:unit("tank", { forest = false })
    g:unit("mole", { forest = math.huge })
    for _, unit in ipairs({ "tank", "mole" }) do
      assert.same({ nil, "unreachable" }, { cost_of(g, a, b, unit) })
      assert.same({ nil, "unreachable" }, { cost_of(g, a, c, unit) })
      assert.equal(10, cost_of(g, b, c, unit))
    end
  end)

  it("as the default keeps it out of all that is not listed", function()
    g:unit("ship", { default = false, forest = 1 })
    assert.equal(10, cost_of(g, a, b, "ship"))
    assert.is_nil((cost_of(g, a, c, "ship")))
    g:unit("ship", { default = math.huge, forest = 1 })
    assert.equal(10, cost_of(g, a, b, "ship"))
    assert.is_nil((cost_of(g, b, c, "ship")))
  end)

  it("for a terrain yields to nothing, not even to a link's terrain", function()
    g:unit("tank", { forest = false })
    g:link(a, b, { terrain = "road" })
    assert.is_nil((cost_of(g, a, b, "tank")))
    assert.equal(10, cost_of(g, b, a, "tank"))
  end)

  it("for a link's terrain closes the link, not the node", function()
    g:unit("tank", { ford = false })
    g:link(a, b, { terrain = "ford" })
    assert.is_nil((cost_of(g, a, b, "tank")))
    assert.is_nil((cost_of(g, b, a, "tank")))
    g:link(a, c)
    assert.equal(30, cost_of(g, a, b, "tank"))
    local s = g:search(a, nil, "tank")
    s:run()
    assert.equal("closed", s:state(b))
  end)

  it("does not mind where the unit stands", function()
    g:unit("fish", { default = false, forest = false })
    assert.is_nil((cost_of(g, a, b, "fish")))
    g:unit("fish", { default = 1, forest = false })
    assert.equal(10, cost_of(g, b, a, "fish"))
  end)
end)

describe("a blocked node", function()
  it("lets no unit in, but lets a unit that stands there out", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0), g:add(1, 0, { blocked = true }), g:add(2, 0)
    g:link(a, b)
    g:link(b, c)
    g:unit("ghost", {})
    for _, unit in ipairs({ "ghost", false }) do
      unit = unit or nil
      assert.is_nil((cost_of(g, a, b, unit)))
      assert.is_nil((cost_of(g, a, c, unit)))
      assert.equal(1, cost_of(g, b, c, unit))
    end
    b.blocked = false
    assert.equal(2, cost_of(g, a, c, "ghost"))
  end)
end)

describe("limits", function()
  local g, low, high

  before_each(function()
    g = astar.graph()
    low, high = g:add(0, 0, 0), g:add(0, 0, 2)
    g:link(low, high)
  end)

  it("bound the climb along one link", function()
    g:unit("man", {}, { climb = 1.5 })
    assert.is_nil((cost_of(g, low, high, "man")))
    assert.equal(2, cost_of(g, high, low, "man"))
  end)

  it("bound the drop along one link", function()
    g:unit("man", {}, { drop = 1.5 })
    assert.is_nil((cost_of(g, high, low, "man")))
    assert.equal(2, cost_of(g, low, high, "man"))
  end)

  it("allow what is exactly at the limit", function()
    g:unit("man", {}, { climb = 2, drop = 2 })
    assert.equal(2, cost_of(g, low, high, "man"))
    assert.equal(2, cost_of(g, high, low, "man"))
  end)

  it("of 0 allow level ground only", function()
    g:unit("cart", {}, { climb = 0, drop = 0 })
    assert.is_nil((cost_of(g, low, high, "cart")))
    assert.is_nil((cost_of(g, high, low, "cart")))
    local beside = g:add(1, 0, 2)
    g:link(high, beside)
    assert.equal(1, cost_of(g, high, beside, "cart"))
  end)

  it("are asked at each link, not for the whole way", function()
    g:unlink(low, high)
    local middle = g:add(0, 0, 1)
    g:link(low, middle)
    g:link(middle, high)
    g:unit("man", {}, { climb = 1, drop = 1 })
    assert.equal(2, cost_of(g, low, high, "man"))
    assert.equal(2, cost_of(g, high, low, "man"))
  end)

  it("hold for links with their own cost and terrain", function()
    g:link(low, high, { cost = 1, terrain = "stairs" })
    g:unit("man", { stairs = 1 }, { climb = 1 })
    assert.is_nil((cost_of(g, low, high, "man")))
    assert.equal(1, cost_of(g, high, low, "man"))
  end)

  it("follow a node that moves", function()
    g:unit("man", {}, { climb = 1, drop = 1 })
    assert.is_nil((cost_of(g, low, high, "man")))
    low.z = 1.5
    assert.equal(0.5, cost_of(g, low, high, "man"))
    low.z = 3.5
    assert.is_nil((cost_of(g, low, high, "man")))
    assert.is_nil((cost_of(g, high, low, "man")))
  end)

  it("do not concern other units or none", function()
    g:unit("cart", {}, { climb = 0, drop = 0 })
    g:unit("man", {})
    assert.equal(2, cost_of(g, low, high, "man"))
    assert.equal(2, cost_of(g, low, high))
  end)
end)

describe("unit", function()
  local g

  before_each(function()
    g = astar.graph()
  end)

  it("reads back what was set", function()
    g:unit("scout", { road = 0.5, sea = false }, { climb = 0.5, drop = 2 })
    local costs, limits = g:unit("scout")
    assert.same({ road = 0.5, sea = false }, costs)
    assert.same({ climb = 0.5, drop = 2 }, limits)
    g:unit("man", {})
    costs, limits = g:unit("man")
    assert.same({}, costs)
    assert.is_nil(next(limits or {}))
  end)

  it("reads back no way as false or math.huge", function()
    g:unit("mole", { rock = math.huge, default = math.huge })
    local costs = g:unit("mole")
    assert.is_true(costs.rock == false or costs.rock == math.huge)
    assert.is_true(costs.default == false or costs.default == math.huge)
  end)

  it("gives nil for one that is not there", function()
    assert.is_nil((g:unit("nobody")))
  end)

  it("keeps copies", function()
    local costs, limits = { forest = 5 }, { climb = 1 }
    g:unit("horse", costs, limits)
    costs.forest, costs.sea, limits.climb, limits.drop = 7, false, 9, 9
    local c, l = g:unit("horse")
    assert.same({ forest = 5 }, c)
    assert.same({ climb = 1 }, l)
    c.forest, l.climb = 1, nil
    c, l = g:unit("horse")
    assert.same({ forest = 5 }, c)
    assert.same({ climb = 1 }, l)
  end)

  it("set again replaces everything", function()
    local a, b = g:add(0, 0, 0), g:add(0, 0, 10, { terrain = "forest" })
    g:link(a, b)
    g:unit("horse", { forest = false, sea = 2, default = 7 }, { climb = 1 })
    g:unit("horse", { mud = 3 })
    local costs, limits = g:unit("horse")
    assert.same({ mud = 3 }, costs)
    assert.is_nil(next(limits or {}))
    assert.equal(10, cost_of(g, a, b, "horse"))
    g:unit("horse", {}, { drop = 1 })
    costs, limits = g:unit("horse")
    assert.same({}, costs)
    assert.same({ drop = 1 }, limits)
    assert.equal(10, cost_of(g, a, b, "horse"))
  end)

  it("takes any name", function()
    local names = { "", "\0", "a\0b", "a", "%s", ("u"):rep(20000), "1" }
    for i, name in ipairs(names) do
      g:unit(name, { default = i })
    end
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    for i, name in ipairs(names) do
      assert.equal(i, cost_of(g, a, b, name))
      assert.equal(i, g:unit(name).default)
    end
    assert.equal(#names, #g:units())
  end)

  it("may list terrains that no node has yet", function()
    g:unit("ship", { default = false, ["deep sea"] = 2 })
    local a, b = g:add(0, 0), g:add(1, 0, { terrain = "deep sea" })
    g:link(a, b)
    assert.equal(2, cost_of(g, a, b, "ship"))
  end)

  it("treats terrains that come later as its default", function()
    g:unit("man", { default = 3 })
    g:unit("ship", { default = false })
    g:unit("all", {})
    local a, b = g:add(0, 0), g:add(1, 0, { terrain = "new" })
    g:link(a, b)
    assert.equal(3, cost_of(g, a, b, "man"))
    assert.is_nil((cost_of(g, a, b, "ship")))
    assert.equal(1, cost_of(g, a, b, "all"))
    b.terrain = "newer"
    g:link(a, b, { terrain = "newest" })
    assert.equal(3, cost_of(g, a, b, "man"))
    assert.is_nil((cost_of(g, a, b, "ship")))
  end)

  it("lets a cheaper terrain that comes later make the way cheaper", function()
    -- a lower bound on costs that was taken before has to come down with it
    g:unit("man", { ice = 0.001 })
    local a, b, c, d = g:add(0, 0), g:add(10, 0), g:add(0, 100), g:add(10, 100)
    g:link(a, b)
    assert.equal(10, cost_of(g, a, b, "man"))
    g:link(a, c)
    g:link(c, d)
    g:link(d, b)
    assert.equal(10, cost_of(g, a, b, "man"))
    for _, n in ipairs({ c, d }) do
      n.terrain = "ice"
    end
    assert.equal(10, cost_of(g, a, b, "man"))
    b.terrain = "ice"
    assert.near(0.01, cost_of(g, a, b, "man"), 1e-12)
    b.terrain = nil
    g:link(d, b, { terrain = "ice" })
    assert.near(0.21, cost_of(g, a, b, "man"), 1e-12)
  end)

  it("copes with thousands of terrains and units", function()
    local n = 3000
    local nodes = { g:add(0, 0) }
    for i = 1, n do
      nodes[i + 1] = g:add(i, 0, { terrain = "t" .. i })
      g:link(nodes[i], nodes[i + 1])
    end
    local costs = {}
    for i = 1, n do
      costs["t" .. i] = i
    end
    g:unit("all", costs)
    assert.equal(n * (n + 1) / 2, cost_of(g, nodes[1], nodes[n + 1], "all"))
    for i = 1, n do
      g:unit("u" .. i, { ["t" .. i] = i + 1, ["t" .. (i % n + 1)] = false })
    end
    assert.equal(n + 1, #g:units())
    for i = 2, n - 1, 97 do
      assert.equal(i + 1, cost_of(g, nodes[i], nodes[i + 1], "u" .. i))
      assert.is_nil((cost_of(g, nodes[i], nodes[i + 2], "u" .. i)))
      assert.equal(1, cost_of(g, nodes[i], nodes[i + 1], "u" .. (i + 1)))
    end
  end)
end)

describe("terrains", function()
  it("may be 16,383, and one more raises and changes nothing", function()
    local g = astar.graph()
    local n = 16382 -- and "default"
    local first, last = g:add(0, 0), nil
    local costs = {}
    for i = 1, n do
      last = g:add(i, 0, { terrain = "t" .. i })
      costs["t" .. i] = i % 7 + 1
    end
    g:link(first, last)
    g:unit("man", costs)
    assert.equal(n * (n % 7 + 1), (cost_of(g, first, last, "man")))
    assert.equal("t12345", g:node(12346).terrain)
    assert.equal(12345 % 7 + 1, g:unit("man").t12345)
    local version, count = g.version, #g
    assert.has_error(function() g:add(0, 0, { terrain = "one more" }) end)
    assert.has_error(function() g:link(first, last, { terrain = "one more" }) end)
    assert.has_error(function() last.terrain = "one more" end)
    assert.has_error(function() g:unit("horse", { ["one more"] = 2 }) end)
    assert.equal(count, #g)
    assert.equal(version, g.version)
    assert.equal("t16382", last.terrain)
    assert.is_nil((g:unit("horse")))
  end)
end)

describe("units", function()
  it("is a sorted array of names", function()
    local g = astar.graph()
    assert.same({}, g:units())
    for _, name in ipairs({ "tank", "horse", "man", "ship", "a", "Z", "man" }) do
      g:unit(name, {})
    end
    local names = { "tank", "horse", "man", "ship", "a", "Z" }
    table.sort(names)
    assert.same(names, g:units())
    g:units()[1] = "nobody"
    assert.same(names, g:units())
  end)
end)

describe("costs that change", function()
  it("are seen by searches made afterwards", function()
    local g = astar.graph()
    local a, wood, b, long = g:add(0, 0), g:add(5, 0, { terrain = "forest" }), g:add(10, 0), g:add(5, 8)
    g:link(a, wood)
    g:link(wood, b)
    g:link(a, long)
    g:link(long, b)
    for _, m in ipairs({ 1, 50, 0.5, false, 2, 1e-6, 3 }) do
      g:unit("horse", { forest = m })
      local round = 2 * 89 ^ 0.5
      local through = m and 5 * m + 5 or math.huge
      assert.near(math.min(round, through), cost_of(g, a, b, "horse"), 1e-9)
    end
  end)

  it("make a running search stale", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    g:unit("man", {})
    local s = g:search(a, b, "man")
    local other = g:search(a, b)
    g:unit("man", { default = 9 })
    assert.equal("stale", s.status)
    assert.equal("stale", s:step())
    assert.equal("searching", other.status)
    s:restart()
    assert.equal("found", s:run())
    assert.equal(9, select(2, s:path()))
  end)

  it("of one unit leave the others alone", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0, { terrain = "forest" })
    g:link(a, b)
    g:unit("man", { forest = 2 })
    g:unit("horse", { forest = 3 })
    g:unit("man", { forest = 4 })
    assert.equal(4, cost_of(g, a, b, "man"))
    assert.equal(3, cost_of(g, a, b, "horse"))
    assert.equal(1, cost_of(g, a, b))
  end)
end)

describe("the terrain of a node with hundreds of links", function()
  it("counts on each way in", function()
    local g = astar.graph()
    g:unit("man", { mud = 4, ice = 0.25, rock = false })
    local hub, out = g:add(0, 0), g:add(0, 1)
    g:link(hub, out)
    local spokes = {}
    for i = 1, 400 do
      spokes[i] = g:add(i, 0)
      g:link(spokes[i], hub, { oneway = i % 2 == 0 })
    end
    for _, case in ipairs({ { "mud", 4 }, { nil, 1 }, { "ice", 0.25 }, { "rock", nil }, { "ice", 0.25 } }) do
      hub.terrain = case[1]
      for i = 1, 400, 13 do
        local want = case[2] and i * case[2]
        assert.equal(want, (cost_of(g, spokes[i], hub, "man")))
        assert.equal(want and want + 1, (cost_of(g, spokes[i], out, "man")))
      end
    end
    g:unit("man", { ice = 2 })
    assert.equal(400, (cost_of(g, spokes[200], hub, "man")))
    hub.blocked = true
    assert.is_nil((cost_of(g, spokes[200], hub, "man")))
  end)
end)
