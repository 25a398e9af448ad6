-- nearest and within, against a scan of all nodes.

local astar = require "astar"
local check = require "spec.support.check"
local killer = require "spec.support.killer"
local random = require "spec.support.random"

local that = check.that

-- A flat array of { node, x, y, z } is the whole truth here.
local function squared(r, x, y, z)
  local dx, dy = r.x - x, r.y - y
  local dz = z and r.z - z or 0
  return dx * dx + dy * dy + dz * dz
end

local function nearest(list, x, y, z, ok)
  local best, least
  for _, r in ipairs(list) do
    if not ok or ok(r) then
      local d = squared(r, x, y, z)
      if not best or d < least or d == least and r.id < best.id then
        best, least = r, d
      end
    end
  end
  return best, least
end

local function within(list, x, y, z, radius)
  local found = {}
  for _, r in ipairs(list) do
    local d = squared(r, x, y, z)
    if d <= radius * radius then
      found[#found + 1] = { r, d }
    end
  end
  table.sort(found, function(a, b)
    if a[2] ~= b[2] then
      return a[2] < b[2]
    end
    return a[1].id < b[1].id
  end)
  local out = {}
  for i, f in ipairs(found) do
    out[i] = f[1]
  end
  return out
end

local function add(g, list, x, y, z)
  local node = g:add(x, y, z)
  list[#list + 1] = { node = node, id = node.id, x = x, y = y, z = z }
end

-- Squares of these are exact where ties are likely, so that rounding does not
-- decide what is nearer.
local PLACES = {
  random = function(rng) return rng:real(-50, 50), rng:real(-50, 50), rng:real(-50, 50) end,
  ["a lattice"] = function(rng) return rng:int(-6, 6), rng:int(-6, 6), rng:int(-2, 2) end,
  clustered = function(rng)
    return rng:int(0, 3) * 1e6 + rng:int(0, 9) / 8, rng:int(0, 3) * 1e6 + rng:int(0, 9) / 8, rng:int(0, 1) * 1e6
  end,
  ["on a line"] = function(rng) local t = rng:int(-200, 200) return t, 0, 0 end,
  ["on a slanted line"] = function(rng) local t = rng:int(-200, 200) return t, 3 * t, -2 * t end,
  ["on a vertical line"] = function(rng) return 4, 4, rng:int(-30, 30) end,
  ["on one spot"] = function() return 3, -3, 3 end,
  ["on two spots"] = function(rng) local t = rng:int(0, 1) return t, t, t end,
  ["in a flat strip"] = function(rng) return rng:real(0, 1e5), rng:int(0, 1), 0 end,
  ["with one far off"] = function(rng)
    if rng:chance(0.02) then
      return 1e6 * rng:int(-1, 1), 1e6, 0
    end
    return rng:int(0, 20), rng:int(0, 20), 0
  end,
  ["at every scale"] = function(rng)
    return 2 ^ rng:int(-8, 8) * rng:int(-1, 1), 2 ^ rng:int(-8, 8) * rng:int(-1, 1), 0
  end,
}

local function ask(rng, g, list, place)
  local x, y, z = place(rng)
  if rng:chance(0.4) then
    x, y, z = x + rng:int(-3, 3), y + rng:int(-3, 3), z + rng:int(-3, 3)
  end
  local flat = rng:chance(0.5)
  if flat then
    z = nil
  end

  local want, d = nearest(list, x, y, z)
  local got, distance
  if flat then
    got, distance = g:nearest(x, y)
  else
    got, distance = g:nearest(x, y, z)
  end
  that(got == (want and want.node), "nearest to %g, %g, %s: %s, should be %s", x, y, z, got, tostring(want and want.node))
  if want then
    check.near(math.sqrt(d), distance, "distance")
  else
    that(distance == nil, "a distance to nothing")
  end

  local radius = rng:pick({ 0, 1, 2.5, 7.25, 100, 3e6 })
  local inside = within(list, x, y, z, radius)
  local found
  if flat then
    found = g:within(x, y, radius)
  else
    found = g:within(x, y, z, radius)
  end
  that(#found == #inside, "within %g of %g, %g, %s: %d nodes, should be %d", radius, x, y, z, #found, #inside)
  for i, r in ipairs(inside) do
    that(found[i] == r.node, "within %g of %g, %g, %s: number %d is %s, should be %s", radius, x, y, z, i, found[i], r.node)
  end

  local near = want and d <= radius * radius and want or nil
  if flat then
    got = g:nearest(x, y, { radius = radius })
  else
    got = g:nearest(x, y, z, { radius = radius })
  end
  that(got == (near and near.node), "nearest within %g: %s, should be %s", radius, got, tostring(near and near.node))
end

describe("nearest and within find what a scan finds", function()
  local kinds = {}
  for kind in pairs(PLACES) do
    kinds[#kinds + 1] = kind
  end
  table.sort(kinds)

  for _, kind in ipairs(kinds) do
    local place = PLACES[kind]

    it("among nodes " .. kind, function()
      random.cases("still " .. kind, 8, function(rng, case)
        local g, list = astar.graph(), {}
        for _ = 1, case == 1 and 700 or rng:int(0, 80) do
          add(g, list, place(rng))
        end
        for _ = 1, 25 do
          ask(rng, g, list, place)
        end
      end)
    end)

    it("among nodes " .. kind .. ", while they come, go and move", function()
      random.cases("moving " .. kind, 8, function(rng)
        local g, list = astar.graph(), {}
        for _ = 1, rng:int(0, 60) do
          add(g, list, place(rng))
        end
        for _ = 1, 60 do
          local dice = rng:int(1, 10)
          if dice <= 3 or #list == 0 then
            add(g, list, place(rng))
          elseif dice <= 5 then
            local i = rng:int(1, #list)
            g:remove(list[i].node)
            table.remove(list, i)
          elseif dice <= 8 then
            local r = rng:pick(list)
            r.x, r.y, r.z = place(rng)
            r.node.x, r.node.y, r.node.z = r.x, r.y, r.z
          elseif dice == 9 then
            local r = rng:pick(list)
            r.x = place(rng)
            r.node.x = r.x
          elseif rng:chance(0.2) then
            g:optimize()
          end
          ask(rng, g, list, place)
        end
        for i = #list, 1, -1 do
          g:remove(list[i].node)
          list[i] = nil
          if i % 10 == 0 then
            ask(rng, g, list, place)
          end
        end
        ask(rng, g, list, place)
      end)
    end)
  end
end)

-- Many of these distances are equal when rounded: the oracle rounds as the module does.
describe("nearest finds the node", function()
  it("in any order of the nodes, also in the one for which the index is slowest to build", function()
    local g, xy = astar.graph(), {}
    for i, x in ipairs((killer(2000))) do xy[2 * i - 1], xy[2 * i] = x, 0 end
    g:add_all(xy)
    for i = 1, 2000 do assert.equal(i, g:nearest(xy[2 * i - 1] + 0.2, 0).id) end
  end)
end)

describe("nearest finds the lowest of equally near ids", function()
  local function length(x, y, z)
    local sum = x * x + y * y + z * z
    if sum > 1e-280 and sum < 1e280 then return math.sqrt(sum) end
    local largest = math.max(math.abs(x), math.abs(y), math.abs(z))
    if largest == 0 then return 0 end
    x, y, z = x / largest, y / largest, z / largest
    return largest * math.sqrt(x * x + y * y + z * z)
  end

  local function scan(list, x, y, z, ok)
    local best, least
    for _, r in ipairs(list) do
      local d = length(r.x - x, r.y - y, z and r.z - z or 0)
      if ok(r) and (not best or d < least or d == least and r.id < best.id) then
        best, least = r, d
      end
    end
    return best, least
  end

  local kinds = {
    ["on few spots"] = function(rng) return rng:int(0, 1), rng:int(0, 1), rng:int(0, 1) end,
    ["in stacks"] = function(rng) return rng:int(0, 2), 7, rng:real(-9, 9) end,
    ["of one level"] = function(rng) return rng:real(0, 1), rng:real(0, 1), 3 end,
    ["in a block"] = function(rng) return rng:int(0, 7) / 8, rng:int(0, 7) / 8, rng:int(0, 7) / 8 end,
    ["on a circle"] = function(rng) local a = rng:real(0, 7) return math.cos(a), math.sin(a), 0 end,
  }
  local far = { 0, 0.5, 1, 3, 1e6, 1e12, 1e15, 1e17, 1e40, 1e125, 1e145, 1e300, 1e-150 }

  for kind, place in pairs(kinds) do
    it(kind, function()
      random.cases("equal " .. kind, 12, function(rng, case)
        local g, list = astar.graph(), {}
        g:unit("ship", { default = false, sea = 1 })
        for _ = 1, case == 1 and 600 or rng:int(1, 120) do
          add(g, list, place(rng))
          if rng:chance(0.1) then
            list[#list].node.terrain = "sea"
            list[#list].sea = true
          end
        end
        for _ = 1, 60 do
          local r = rng:pick(list)
          if rng:chance(0.3) then
            r.x, r.y, r.z = place(rng)
            r.node.x, r.node.y, r.node.z = r.x, r.y, r.z
          elseif rng:chance(0.1) then
            g:optimize()
          end
          local x, y, z = rng:pick(far) * rng:int(-1, 1), rng:pick(far) * rng:int(-1, 1), rng:pick(far) * rng:int(-1, 1)
          local unit = rng:chance(0.3)
          local want, d = scan(list, x, y, z, function(n) return n.sea or not unit end)
          local got, distance = g:nearest(x, y, z, { unit = unit and "ship" or nil })
          that(got == (want and want.node) and distance == d, "nearest to %g, %g, %g: %s, should be %s", x, y, z,
            got, tostring(want and want.node))
          want, d = scan(list, x, y, nil, function(n) return n.sea or not unit end)
          got, distance = g:nearest(x, y, { unit = unit and "ship" or nil })
          that(got == (want and want.node) and distance == d, "nearest to %g, %g: %s, should be %s", x, y,
            got, tostring(want and want.node))
        end
      end)
    end)
  end
end)

describe("nearest", function()
  local g

  before_each(function()
    g = astar.graph()
  end)

  it("gives the node and its distance, or nil", function()
    assert.is_nil(g:nearest(0, 0))
    local a = g:add(3, 4)
    local n, d = g:nearest(0, 0)
    assert.equal(a, n)
    assert.equal(5, d)
  end)

  it("measures flat without z, in space with it", function()
    local high, far = g:add(0, 0, 100), g:add(5, 0, 0)
    assert.equal(high, (g:nearest(0, 0)))
    assert.equal(0, select(2, g:nearest(0, 0)))
    assert.equal(far, (g:nearest(0, 0, 0)))
    assert.equal(5, select(2, g:nearest(0, 0, 0)))
    assert.equal(high, (g:nearest(0, 0, 90)))
  end)

  it("prefers the lower id among equals", function()
    local nodes = {}
    for i, p in ipairs({ { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 0 }, { 0, 1 } }) do
      nodes[i] = g:add(p[1], p[2])
    end
    for i = 1, 5 do
      assert.equal(nodes[i], (g:nearest(0, 0)))
      assert.equal(nodes[i], (g:nearest(0, 0, 0)))
      g:optimize()
      assert.equal(nodes[i], (g:nearest(0, 0)))
      g:remove(nodes[i])
    end
  end)

  it("includes the rim of the radius", function()
    local a = g:add(3, 4)
    assert.equal(a, (g:nearest(0, 0, { radius = 5 })))
    assert.is_nil(g:nearest(0, 0, { radius = 4.999 }))
    assert.equal(a, (g:nearest(3, 4, { radius = 0 })))
    assert.is_nil(g:nearest(3, 4.001, { radius = 0 }))
    g:remove(a)
    local b = g:add(20, 30, 60)
    assert.equal(b, (g:nearest(0, 0, 0, { radius = 70 })))
    assert.is_nil(g:nearest(0, 0, 0, { radius = 69.999 }))
  end)

  it("finds only what the unit can enter", function()
    g:unit("man", {})
    g:unit("ship", { default = false, sea = 1 })
    g:unit("tank", { forest = false })
    local wood, wall, plain, sea = g:add(1, 0, { terrain = "forest" }), g:add(0, 0, { blocked = true }), g:add(2, 0),
      g:add(3, 0, { terrain = "sea" })
    assert.equal(wall, (g:nearest(0, 0)))
    assert.equal(wood, (g:nearest(0, 0, { unit = "man" })))
    assert.equal(plain, (g:nearest(0, 0, { unit = "tank" })))
    assert.equal(sea, (g:nearest(0, 0, { unit = "ship" })))
    assert.equal(sea, (g:nearest(0, 0, 0, { unit = "ship", radius = 3 })))
    assert.is_nil(g:nearest(0, 0, { unit = "ship", radius = 2 }))
    -- and follows what changes
    wood.terrain = "sea"
    assert.equal(wood, (g:nearest(0, 0, { unit = "ship" })))
    g:unit("ship", { default = 1 })
    plain.blocked = true
    wood.blocked = true
    assert.equal(sea, (g:nearest(0, 0, { unit = "ship" })))
    wall.blocked = false
    assert.equal(wall, (g:nearest(0, 0, { unit = "ship" })))
  end)

  it("finds only what has a link, in or out", function()
    local a, b, c, d = g:add(0, 0), g:add(1, 0), g:add(2, 0), g:add(3, 0)
    assert.is_nil(g:nearest(0, 0, { linked = true }))
    g:link(d, c, { oneway = true })
    assert.equal(c, (g:nearest(0, 0, { linked = true })))
    g:link(d, b, { oneway = true })
    assert.equal(b, (g:nearest(0, 0, { linked = true })))
    g:unlink(d, b)
    assert.equal(c, (g:nearest(0, 0, { linked = true })))
    assert.equal(a, (g:nearest(0, 0, { linked = false })))
    c:unlink()
    assert.is_nil(g:nearest(0, 0, { linked = true }))
    g:link(d, a, { oneway = true })
    assert.equal(a, (g:nearest(0, 0, { linked = true })))
    g:remove(d)
    assert.is_nil(g:nearest(0, 0, { linked = true }))
  end)

  it("obeys all its options at once", function()
    random.cases("options", 60, function(rng)
      local graph = astar.graph()
      graph:unit("u", { wet = false, dry = 2, default = rng:chance(0.5) and 1 or false })
      local list = {}
      for i = 1, 60 do
        local x, y, z = rng:int(0, 6), rng:int(0, 6), rng:int(0, 2)
        local terrain = rng:pick({ "wet", "dry", "default" })
        local blocked = rng:chance(0.2)
        local node = graph:add(x, y, z, { terrain = terrain, blocked = blocked })
        list[i] = { node = node, id = i, x = x, y = y, z = z, terrain = terrain, blocked = blocked }
      end
      local default = graph:unit("u").default
      for _ = 1, 25 do
        local a, b = rng:pick(list), rng:pick(list)
        if a ~= b then
          graph:link(a.node, b.node, { oneway = rng:chance(0.5) })
          a.linked, b.linked = true, true
        end
        local unit, linked = rng:chance(0.6), rng:chance(0.6)
        local radius = rng:chance(0.5) and rng:int(0, 4) or nil
        local x, y = rng:int(-1, 7), rng:int(-1, 7)
        local z = rng:chance(0.5) and rng:int(0, 2) or nil
        local want, d = nearest(list, x, y, z, function(r)
          if unit and (r.blocked or r.terrain == "wet" or r.terrain == "default" and not default) then
            return false
          end
          return r.linked or not linked
        end)
        if radius and want and d > radius * radius then
          want = nil
        end
        local opts = { unit = unit and "u" or nil, linked = linked, radius = radius }
        local got
        if z then
          got = graph:nearest(x, y, z, opts)
        else
          got = graph:nearest(x, y, opts)
        end
        that(got == (want and want.node), "nearest is %s, should be %s", got, tostring(want and want.node))
      end
    end)
  end)

  it("works in the farthest corners", function()
    local big = 1e300
    local a, b = g:add(big, big), g:add(-big, -big)
    local c, d = g:add(2 ^ -1074, 0), g:add(-2 ^ -1000, 0)
    assert.equal(a, (g:nearest(big, big)))
    assert.equal(b, (g:nearest(-big, -big)))
    assert.equal(0, select(2, g:nearest(-big, -big)))
    assert.is_true((g:nearest(0, 0)) == c or (g:nearest(0, 0)) == d)
    local n, dist = g:nearest(1.7e308, -1.7e308)
    assert.is_not_nil(n)
    assert.is_true(dist >= 0)
    a.x, a.y = -1.7e308, 1.7e308
    b.x = 1.7e308
    g:within(0, 0, 1e308)
    assert.equal(a, (g:nearest(-1.7e308, 1.7e308)))
  end)

  it("does not care for the sign of zero", function()
    local a = g:add(-0.0, -0.0, -0.0)
    g:add(0, 0, 0)
    assert.equal(a, (g:nearest(0, 0, 0)))
    assert.equal(2, #g:within(-0.0, 0.0, 0))
  end)
end)

describe("within", function()
  local g

  before_each(function()
    g = astar.graph()
  end)

  it("gives an array, nearest first, the lower id among equals", function()
    g:add(2, 0)
    g:add(0, 1)
    g:add(1, 0)
    g:add(0, 0)
    g:add(0, -1)
    g:add(5, 5)
    assert.equal("4 2 3 5 1", check.ids(g:within(0, 0, 2)))
    assert.equal("table", type(g:within(0, 0, 2)))
    assert.equal("4", check.ids(g:within(0, 0, 0)))
    assert.same({}, g:within(-5, -5, 1))
  end)

  it("includes its rim", function()
    g:add(3, 4)
    g:add(2, 3, 6)
    assert.equal("2 1", check.ids(g:within(0, 0, 5)))
    assert.equal("2", check.ids(g:within(0, 0, 4.9)))
    assert.equal("1 2", check.ids(g:within(0, 0, 0, 7)))
    assert.equal("1", check.ids(g:within(0, 0, 0, 6.9)))
  end)

  it("takes three numbers for flat, four for space", function()
    g:add(0, 0, 50)
    assert.equal(1, #g:within(0, 0, 1))
    assert.equal(0, #g:within(0, 0, 0, 1))
    assert.equal(1, #g:within(0, 0, 50, 0))
  end)

  it("shows blocked nodes too", function()
    g:add(0, 0, { blocked = true })
    assert.equal(1, #g:within(0, 0, 1))
  end)

  it("gives an array that belongs to the caller", function()
    g:add(0, 0)
    local first = g:within(0, 0, 1)
    first[1] = nil
    assert.equal(1, #g:within(0, 0, 1))
  end)

  it("gives everything for a big enough radius", function()
    local rng = random.new(random.seed)
    for _ = 1, 3000 do
      g:add(rng:real(-1e3, 1e3), rng:real(-1e3, 1e3), rng:real(-1e3, 1e3))
    end
    assert.equal(3000, #g:within(0, 0, 1e9))
    assert.equal(3000, #g:within(0, 0, 0, 1e9))
    assert.equal(3000, #g:within(0, 0, 1e300))
  end)

  it("allows removing what it found", function()
    for i = 1, 50 do
      g:add(i % 5, i % 7)
    end
    for _, node in ipairs(g:within(2, 3, 1)) do
      g:remove(node)
    end
    assert.same({}, g:within(2, 3, 1))
    assert.is_true(#g > 0)
  end)
end)
