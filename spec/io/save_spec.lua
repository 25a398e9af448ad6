-- Spaces as strings: space:save() and astar.load().

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local same = require "spec.support.same"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local function loaded(text)
  local space, message = astar.load(text)
  check.that(space, "not loaded: %s", message)
  check.that(space:save() == text, "what was loaded is not saved as the same")
  return space
end

local function hex(text)
  return (text:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

local function unhex(text)
  return (text:gsub("%s", ""):gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end))
end

local function random_data(rng)
  return rng:pick({ true, false, 0, -0.5, 12, 2 ^ 60 + 0.0, 1e300, check.inf, -check.inf, check.nan, "", "text",
    "z\0ero", ("long "):rep(50) })
end

local function some_graph()
  local g = astar.graph()
  local a = g:add(0, 0, { name = "a", data = 5 })
  local b = g:add(3, 4, 1.5, { terrain = "forest", data = 0.5 })
  local c = g:add(1, 1, { blocked = true, data = "x" })
  local d = g:add(9, 9)
  g:link(a, b)
  g:link(b, c, { cost = 2, terrain = "road" })
  g:link(c, b, { cost = 3, oneway = true })
  g:link(c, a, { oneway = true })
  g:remove(d)
  g:unit("horse", { road = 0.5, forest = 5, sea = false }, { climb = 2 })
  return g
end

local function some_grid()
  local m = astar.grid({ rows = { "..~", ".#." }, legend = { ["."] = "plain", ["~"] = "sea", ["#"] = false } })
  m:wall(m:cell(1, 1), m:cell(2, 1))
  m:link(m:cell(1, 1), m:cell(3, 2), { cost = 1 })
  m:add(2, 2, { name = "x" })
  m:cell(3, 1).data = true
  return m
end

-- Layers, one empty, and a node that is gone.
local function some_layers()
  local g = astar.graph()
  local a, b, c = g:add(0, 0), g:add(1, 0), g:add(2, 0)
  g:layer("crowd")
  g:layer("danger"):set(a, 0.1)
  g:layer("danger"):set(b, 3)
  g:layer("danger"):set(c, 2.5)
  g:remove(b)
  return g
end

local function some_plane()
  local p = astar.plane({ bounds = { 0, 0, 8, 8 } })
  p:box(2, 2, 1, 1).data = "hut"
  p:remove(p:box(6, 2, 1, 1))
  p:polygon({ 4, 4, 6, 4, 5, 6 })
  local last = p:box(7, 7, 0.5, 0.5)
  p:remove(last)
  return p
end

describe("save", function()
  it("brings a graph back", function()
    local h = loaded(some_graph():save())
    assert.equal(3, #h)
    assert.equal("a", h:node(1).name)
    assert.equal(5, h:node("a").data)
    assert.equal(0.5, h:node(2).data)
    assert.equal("x", h:node(3).data)
    assert.is_nil(h:node(4))
    local _, cost = h:path(h:node(1), h:node(2))
    check.near(math.sqrt(3 * 3 + 4 * 4 + 1.5 * 1.5), cost)
  end)

  it("brings random graphs back", function()
    random.cases("save graphs", 60, function(rng)
      local w = world.random(rng, rng:int(0, 40), rng:real(0, 6))
      for _ = 1, rng:int(0, 60) do
        w:edit(rng)
      end
      for node in w.g:nodes() do
        if rng:chance(0.3) then
          node.data = random_data(rng)
        end
      end
      local text = w.g:save()
      check.that(text == w.g:save(), "saved otherwise the second time")
      local h = loaded(text)
      same.graphs(rng, w.g, h, 5)
      local second = loaded(w.g:save({ data = false }))
      for node in second:nodes() do
        check.that(node.data == nil, "data that was not to be saved")
      end
    end)
  end)

  it("brings random grids of all layouts back", function()
    random.cases("save grids", 80, function(rng)
      local t = tiles.random(rng, { terrain = true, heights = true, walls = true, waypoints = true, links = true,
        wrap = true, odd = true, sizes = true })
      for _ = 1, rng:int(0, 30) do
        t:edit(rng, { terrain = true, heights = true, walls = true, waypoints = true, links = true })
      end
      local g = t.g or t.map
      same.graphs(rng, g, loaded(g:save()), 6)
    end)
  end)

  it("brings layers back", function()
    local names = { "danger", "crowd", "", "z\0ero" }
    random.cases("save layers", 60, function(rng)
      local g = rng:chance(0.5) and world.random(rng, rng:int(0, 30), 2).g
        or tiles.random(rng, { waypoints = true, links = true, odd = true }).g
      for _ = 1, rng:int(0, 3) do
        local layer = g:layer(rng:pick(names))
        local share = rng:pick({ 0, 0.1, 0.9 })
        for node in g:nodes() do
          if rng:chance(share) then layer:set(node, rng:pick({ 1, 0.1, 1e300, 5e-324, 2 })) end
        end
      end
      if rng:chance(0.5) then
        for node in g:nodes() do
          if not node.col and rng:chance(0.2) then node:remove() end
        end
      end
      local text = g:save()
      local h = loaded(text)
      local node = g:node(1)
      for _, name in ipairs(names) do
        local layer, same_layer = g:layer(name), h:layer(name)
        for n in g:nodes() do
          check.that(layer:get(n) == same_layer:get(h:node(n.id)), "layer %q at node %d", name, n.id)
        end
      end
      if node then
        local options = { layers = { danger = 2, crowd = 0.5 } }
        local a, b = g:search(node, nil, options), h:search(h:node(node.id), nil, options)
        a:run()
        b:run()
        check.that(a.expanded == b.expanded, "expanded: %d and %d", a.expanded, b.expanded)
        for n, _, cost in a:nodes() do
          check.that(b:cost(h:node(n.id)) == cost, "cost of node %d", n.id)
        end
      end
    end)
  end)

  it("takes few bytes for cells that are alike", function()
    local map = astar.grid({ width = 700, height = 500 })
    check.that(#map:save() < 700 * 500 / 10, "%d bytes", #map:save())
    map:fill(10, 10, 300, 200, "mud")
    map:fill(50, 50, 30, 400, "sand")
    for col = 1, 700, 3 do map:block(col, 300) end
    map:link(map:cell(3, 300), map:cell(690, 12), { cost = 2 })
    map:wall(map:cell(1, 1), map:cell(2, 1))
    map:cell(5, 5).z = 4
    local copy = astar.load(map:save())
    assert.equal(map:save(), copy:save())
    assert.same(map:terrains(), copy:terrains())
    for col, row, _, blocked, z in copy:tiles() do
      if blocked ~= map:cell(col, row).blocked or z ~= map:cell(col, row).z then error(col .. ", " .. row) end
    end
    -- Of cells of which each differs from the next two bytes each.
    local names = {}
    for i = 1, 700 * 500 do names[i] = i % 3 == 0 and "mud" or "sand" .. i % 2 end
    map:set(1, 1, 700, 500, names)
    assert.same(names, astar.load(map:save()):terrains())
  end)

  it("takes hardly more than a bit a node for a layer with few values", function()
    local map = astar.grid({ width = 100, height = 80 })
    local before = #map:save()
    map:layer("danger"):set(50, 40, 3)
    check.that(#map:save() - before == 4 + 8 + 6 + 1 + 100 * 80 / 8 + 8, "%d bytes", #map:save() - before)
    local other = #map:save()
    map:layer("danger"):clear()
    check.that(#map:save() == other - 100 * 80 / 8 - 8, "an empty layer has values")
  end)

  it("brings random planes back", function()
    random.cases("save planes", 40, function(rng)
      local p = astar.plane(rng:chance(0.5) and { bounds = { 0, 0, 20, 20 } } or nil)
      for _ = 1, rng:int(0, 12) do
        local x, y, kind = rng:real(0, 20), rng:real(0, 20), rng:int(1, 4)
        local o = kind == 1 and p:box(x, y, rng:real(0.5, 4), rng:real(0.5, 4), rng:real(0, 6)) or
          kind == 2 and p:circle(x, y, rng:real(0.5, 3), rng:int(3, 20)) or
          kind == 3 and p:box(rng:int(0, 20), rng:int(0, 20), 2, 2) or
          p:polygon({ x, y, x + 3, y, x + 3, y + 3, x + 1.5, y + 1, x, y + 3 })
        if rng:chance(0.4) then
          o.data = random_data(rng)
        end
        if rng:chance(0.2) then
          o:remove()
        end
      end
      local h = loaded(p:save())
      same.planes(rng, p, h, 8)
      check.that(p:box(1, 1, 1, 1).id == h:box(1, 1, 1, 1).id, "the next one has another id")
      check.that(p:box(1, 1, 1, 1).id == h:box(1, 1, 1, 1).id, "the one after it has another id")
    end)
  end)

  it("brings planes made from grids back", function()
    random.cases("save planes from grids", 40, function(rng)
      local t = tiles.random(rng, { terrain = true, walls = true })
      local g = t.g or t.map
      local p = astar.plane({ grid = g, unit = g:units()[rng:int(0, #g:units())] })
      same.planes(rng, p, loaded(p:save()), 4)
    end)
  end)

  it("goes on as the space that was saved", function()
    random.cases("save and go on", 30, function(rng)
      local g = astar.graph()
      for i = 1, 20 do
        g:add(i, rng:real(0, 9))
      end
      for _ = 1, 8 do
        local node = g:node(rng:int(1, 20))
        if node then
          node:remove()
        end
      end
      check.collect()
      local h = loaded(g:save())
      for i = 1, 12 do
        local a, b = g:add(i, 0), h:add(i, 0)
        check.that(a.id == b.id, "ids %d and %d", a.id, b.id)
        a:link(g:node(a.id == 1 and 20 or 1) or g:add(0, 0))
        b:link(h:node(b.id == 1 and 20 or 1) or h:add(0, 0))
      end
      same.graphs(rng, g, h, 3)
      check.that(g:save() == h:save(), "after the same edits something else is saved")
    end)
  end)

  it("takes empty spaces", function()
    assert.equal(0, #loaded(astar.graph():save()))
    assert.equal(0, #loaded(astar.plane():save()))
    assert.equal(1, #loaded(astar.grid({ width = 1, height = 1 }):save()))
  end)

  it("keeps integers and floats apart", function()
    local g = astar.graph()
    for _, value in ipairs({ 3, 3.5, -7, 2 ^ 53, 1e100 }) do
      g:add(0, 0, { data = value })
    end
    local h = loaded(g:save())
    for node in g:nodes() do
      assert.equal(node.data, h:node(node.id).data)
      assert.equal(tostring(node.data), tostring(h:node(node.id).data))
    end
  end)

  it("stays within its size", function()
    local g = astar.graph()
    local before = #g:save()
    local nodes, links = {}, 0
    for i = 1, 200 do
      nodes[i] = g:add(i, i % 7, 1, { terrain = "forest" })
      for k = 1, 5 do
        if i > k then
          g:link(nodes[i], nodes[i - k], { cost = k, terrain = "road" })
          links = links + 1
        end
      end
    end
    check.that(#g:save() - before <= 48 * 200 + 24 * links + 100, "%d bytes", #g:save())
    check.that(#astar.grid({ width = 100, height = 100 }):save() <= 6 * 100 * 100 + 200, "a grid")
  end)

  it("makes the same of the same, whatever the order of tables", function()
    local function make(names)
      local g, costs = astar.graph(), {}
      for i = 1, #names do
        costs[names:sub(i, i)] = 2
      end
      g:unit("u", costs)
      return g:save()
    end
    assert.equal(make("abcdefgh"), make("hgfedcba"))
  end)

  it("refuses data that it cannot save", function()
    local g = some_graph()
    g:node(2).data = {}
    check.refuses({ "data of node 2", "boolean, number or string expected, got table" }, g, "save")
    assert.is_string(g:save({ data = false }))
    local p = some_plane()
    for o in p:obstacles() do
      o.data = print
    end
    check.refuses({ "data of obstacle 1", "got function" }, p, "save")
    check.refuses("unknown option 'dat'", g, "save", { dat = true })
    check.refuses("option 'data'", g, "save", { data = 1 })
    check.refuses("bad argument #1 to 'save'", g, "save", 1)
    check.raises("calling 'save' on bad self", g.save, 1)
    check.raises("calling 'save' on bad self", g.save, g:node(1))
  end)
end)

describe("load", function()
  it("raises for what is no string", function()
    check.raises("bad argument #1 to 'load' (string expected, got nil)", astar.load)
    check.raises("bad argument #1 to 'load' (string expected, got number)", astar.load, 12)
    check.raises("bad argument #1 to 'load' (string expected, got graph)", astar.load, astar.graph())
  end)

  local function refused(text, message)
    local space, why = astar.load(text)
    check.that(space == nil and type(why) == "string" and why ~= "", "loaded")
    check.that(not message or why:find(message, 1, true), "%s", why)
  end

  it("refuses what was not saved", function()
    refused("", "not a saved space")
    refused("hello, this is no space at all, but long enough to be one", "not a saved space")
    local text = some_graph():save()
    refused(text .. "x", "too long")
    refused(text:sub(1, -2), "cut off")
    refused(text:sub(1, 8) .. "\2\0" .. text:sub(11), "another version")
    refused(text:sub(1, 40) .. "?" .. text:sub(42), "damaged")
  end)

  it("refuses every change of a byte, and every part", function()
    for _, text in ipairs({ some_graph():save(), some_grid():save(), some_plane():save() }) do
      for i = 1, #text do
        local byte = text:byte(i)
        refused(text:sub(1, i - 1) .. string.char((byte + 1) % 256) .. text:sub(i + 1))
        refused(text:sub(1, i - 1) .. string.char((byte + 128) % 256) .. text:sub(i + 1))
        refused(text:sub(1, i - 1))
      end
    end
  end)

  -- The format cannot change unnoticed: what was saved once can be loaded for ever.
  local golden = {
    {
      make = some_graph,
      text = [[
        89415354520d0a1a01000100000000006301000000000000030000000600000000000000666f72657374040000000000
        0000726f61640300000000000000736561010000000500000000000000686f7273650000000000000040000000000000
        f07f000000000000f87f0000000000001440000000000000e03f000000000000f07f0400000001000000040000000001
        000000000000000000000000000000000000000000000000000100000002000000000200000000000000084000000000
        00001040000000000000f83f0200000002000000010100000000000000f03f000000000000f03f000000000000000002
        000000020000000200000000030000000100000008030000000300000000000000400300020000000500000000000008
        400100000004010000000c01000000000000006105000000000000000200000003000000000000e03f03000000050100
        00000000000078000000009f0d7119956e512b
      ]],
    },
    {
      make = some_grid,
      text = [[
        89415354520d0a1a0100020000000000fe000000000000000300000002000000000000000000000000f87f0000000000
        00f03f000000000000f03f00000000000000000000000000000000000000000000000002000000050000000000000070
        6c61696e0300000000000000736561000000000102000200030002000180020010080000000001000000000000000001
        000000000000000040000000000000004000000000000000000000000000000000020000000100000001000000010000
        000600000001000000010000000600000001000000000000f03f01000000080300000002070000000801000000000000
        007800000000c64f708ccf5680a9
      ]],
    },
    {
      make = some_layers,
      text = [[
        89415354520d0a1a0100010000000000b000000000000000000000800000000003000000010000000200000000010000
        000000000000000000000000000000000000000000000000000000000000000001000000000000000040000000000000
        00000000000000000000000000000000000002000000050000000000000063726f776400060000000000000064616e67
        657201059a9999999999b93f0000000000000440000000003b1613eb912a157d
      ]],
    },
    {
      make = some_plane,
      text = [[
        89415354520d0a1a01000300000000000401000000000000040000000000000000000000000000000000000000000000
        000000000000000000002040000000000000204000000000000020400000000000002040000000000000000003000000
        01000000030000000100000004000000000000000000f83f000000000000f83f0000000000000440000000000000f83f
        00000000000004400000000000000440000000000000f83f000000000000044001000000030000000000000000001040
        000000000000104000000000000018400000000000001040000000000000144000000000000018400100000005030000
        000000000068757400000000cb65b88fecae8e84
      ]],
    },
  }

  it("refuses every change of a byte of layers", function()
    local text = some_layers():save()
    for i = 1, #text do
      refused(text:sub(1, i - 1) .. string.char((text:byte(i) + 1) % 256) .. text:sub(i + 1))
    end
  end)

  it("reads what was saved before, and still saves it so", function()
    for _, case in ipairs(golden) do
      local text = unhex(case.text)
      loaded(text)
      check.collect()
      assert.equal(hex(text), hex(case.make():save()))
    end
  end)
end)
