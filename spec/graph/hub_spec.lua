-- Nodes with few and with many links, edited one by one and in bulk, beside a model in plain tables.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local UNITS = { walker = {}, swimmer = { reeds = 3, water = 0.5 }, carter = { water = false } }
local TERRAINS = { "reeds", "water", "road" }

-- ---- The model: nodes by id, each with its links in the order in which they were made ----

local function new_model()
  local m = { graph = astar.graph(), nodes = {}, last = 0 }
  for name, costs in pairs(UNITS) do m.graph:unit(name, costs) end
  return m
end

local function model_add(m, id, x, y)
  m.nodes[id] = { x = x, y = y, terrain = "default", out = {} }
  if id > m.last then m.last = id end
end

local function find(list, to)
  for i, link in ipairs(list) do
    if link.to == to then return i, link end
  end
end

local function set_link(m, a, b, props, oneway)
  local _, link = find(m.nodes[a].out, b)
  if not link then
    link = { to = b }
    table.insert(m.nodes[a].out, link)
  end
  link.cost, link.terrain, link.oneway = props.cost or nil, props.terrain, oneway or nil
end

local function model_link(m, a, b, props)
  set_link(m, a, b, props, props.oneway)
  if not props.oneway then set_link(m, b, a, props) end
end

local function cut(m, a, b)
  local i = find(m.nodes[a].out, b)
  if i then table.remove(m.nodes[a].out, i) end
  return i ~= nil
end

local function model_unlink(m, a, b, oneway)
  local was = cut(m, a, b)
  return not oneway and cut(m, b, a) or was
end

local function model_isolate(m, id)
  for other in pairs(m.nodes) do model_unlink(m, id, other) end
end

local function length(m, a, b)
  local p, q = m.nodes[a], m.nodes[b]
  return math.sqrt((p.x - q.x) ^ 2 + (p.y - q.y) ^ 2)
end

local function compare_links(m, id)
  local list, i = m.nodes[id].out, 0
  for other, cost, props in m.graph:node(id):links() do
    i = i + 1
    local link = list[i]
    check.that(link and link.to == other.id, "link %d of node %d leads to %d", i, id, other.id)
    check.that(check.close(cost, link.cost or length(m, id, link.to)), "link %d of node %d costs %s", i, id, cost)
    props = props or {}
    check.that(props.cost == link.cost and props.terrain == link.terrain and props.oneway == link.oneway,
      "the properties of link %d of node %d", i, id)
  end
  check.that(i == #list, "node %d has %d links, not %d", id, i, #list)
end

-- Plain Dijkstra.
local function distances(m, start, unit)
  local costs = UNITS[unit]
  local dist, done, open = { [start] = 0 }, {}, { start }
  while #open > 0 do
    local best = 1
    for i = 2, #open do
      if dist[open[i]] < dist[open[best]] then best = i end
    end
    local from = table.remove(open, best)
    done[from] = true
    for _, link in ipairs(m.nodes[from].out) do
      local to = m.nodes[link.to]
      local multiplier = costs[link.terrain or to.terrain]
      if multiplier == nil then multiplier = 1 end
      if multiplier and costs[to.terrain] ~= false and not done[link.to] then
        local g = dist[from] + (link.cost or length(m, from, link.to)) * multiplier
        if not dist[link.to] then table.insert(open, link.to) end
        if not dist[link.to] or g < dist[link.to] then dist[link.to] = g end
      end
    end
  end
  return dist
end

local function compare_path(m, a, b, unit)
  local path, cost = m.graph:path(m.graph:node(a), m.graph:node(b), unit)
  local expected = distances(m, a, unit)[b]
  check.that(path and expected or not path and not expected, "a path from %d to %d: %s, %s", a, b, cost, expected)
  if path then check.that(check.close(cost, expected), "the path from %d to %d costs %s, not %s", a, b, cost, expected) end
end

-- ---- Random edits ----

local function random_props(rng, oneway)
  local props = {}
  if rng:chance(0.3) then props.cost = rng:int(0, 8) end
  if rng:chance(0.2) then props.terrain = rng:pick(TERRAINS) end
  if rng:chance(oneway) then props.oneway = true end
  return props
end

-- In bulk: the same properties for all, but the costs.
local function link_all(m, rng, oneway)
  local ids, costs, pairs_of = {}, nil, rng:int(1, 40)
  local props = random_props(rng, oneway)
  local kind = rng:int(1, 3)
  if kind == 1 then costs = {} elseif kind == 2 then costs = props.cost or false end
  props.cost = kind == 2 and props.cost or nil
  for i = 1, pairs_of do
    local a, b = m.pick(), m.pick()
    while a == b do a, b = m.pick(), rng:pick(m.live) end
    ids[2 * i - 1], ids[2 * i] = a, b
    if kind == 1 then
      costs[i] = rng:chance(0.5) and rng:int(0, 8)
      props.cost = costs[i] or nil
    end
    model_link(m, a, b, props)
  end
  m.graph:link_all(ids, costs, { oneway = props.oneway, terrain = props.terrain })
end

local function add_all(m, rng, count)
  local xy = {}
  for i = 1, 2 * count do xy[i] = rng:int(0, 30) end
  local first, added = m.graph:add_all(xy)
  check.that(first == m.last + 1 and added == count, "%s nodes from %s on", added, first)
  for i = 1, count do model_add(m, first + i - 1, xy[2 * i - 1], xy[2 * i]) end
end

local function list_live(m)
  m.live = {}
  for id in pairs(m.nodes) do table.insert(m.live, id) end
  table.sort(m.live)
end

local function edit(m, rng, links, oneway)
  local g, a, b = m.graph, m.pick(), rng:pick(m.live)
  if rng:chance(0.5) then a, b = b, a end
  if a == b then return end
  local kind = rng:unit()
  if kind < links then
    local props = random_props(rng, oneway)
    g:link(g:node(a), g:node(b), props)
    model_link(m, a, b, props)
  elseif kind < 0.9 then
    local only = rng:chance(oneway)
    check.that(g:unlink(g:node(a), g:node(b), { oneway = only }) == model_unlink(m, a, b, only), "unlink")
  elseif kind < 0.92 then
    local node = g:node(a)
    node.x = rng:int(0, 30)
    m.nodes[a].x = node.x
  elseif kind < 0.94 then
    local terrain = rng:pick(TERRAINS)
    g:node(a).terrain = terrain
    m.nodes[a].terrain = terrain
  elseif kind < 0.96 then
    link_all(m, rng, oneway)
  elseif kind < 0.965 then
    add_all(m, rng, rng:int(0, 5))
    list_live(m)
  elseif kind < 0.97 and #m.live > 20 then
    g:remove(g:node(b))
    model_isolate(m, b)
    m.nodes[b] = nil
    list_live(m)
  elseif kind < 0.972 then
    g:node(a):unlink()
    model_isolate(m, a)
  elseif kind < 0.974 then
    g:optimize()
  elseif kind < 0.976 then
    local saved = g:save()
    m.graph = astar.load(saved)
    check.that(m.graph:save() == saved, "what was loaded is saved otherwise")
  elseif kind < 0.985 then
    compare_path(m, a, b, rng:pick { "walker", "swimmer", "carter" })
  else
    compare_links(m, a)
  end
end

describe("nodes with many links", function()
  it("are edited as a model is", function()
    random.cases("hubs", 20, function(rng)
      local m = new_model()
      add_all(m, rng, rng:pick { 25, 34, 36, 45, 60, 90, 150 })
      list_live(m)
      local hubs = {}
      for i = 1, rng:int(1, 3) do hubs[i] = rng:pick(m.live) end
      function m.pick()
        local id = rng:chance(0.6) and rng:pick(hubs) or rng:pick(m.live)
        return m.nodes[id] and id or rng:pick(m.live)
      end
      local links, oneway = 0.5, 0.5
      for step = 1, 1500 do
        if step % 150 == 1 then links, oneway = rng:real(0.1, 0.85), rng:real(0, 1) end
        edit(m, rng, links, oneway)
      end
      for id in pairs(m.nodes) do
        compare_links(m, id)
        for other in pairs(m.nodes) do
          check.that(m.graph:linked(m.graph:node(id), m.graph:node(other)) == (find(m.nodes[id].out, other) ~= nil),
            "linked(%d, %d)", id, other)
        end
      end
      for _ = 1, 10 do compare_path(m, rng:pick(m.live), rng:pick(m.live), "swimmer") end
    end)
  end)

  it("keep the order of their links while others are cut", function()
    local g = astar.graph()
    g:add_all({ 0, 0 })
    local star = {}
    for i = 1, 300 do
      g:add(i, 1)
      star[2 * i - 1], star[2 * i] = 1, i + 1
    end
    g:link_all(star)
    for i = 2, 301 do
      if i % 3 > 0 then g:unlink(g:node(1), g:node(i)) end
    end
    g:link(g:node(1), g:node(2))
    local ids = {}
    for node in g:node(1):links() do table.insert(ids, node.id) end
    assert.are.equal(101, #ids)
    for i = 1, 100 do assert.are.equal(3 * i, ids[i]) end
    assert.are.equal(2, ids[101])
  end)
end)

describe("add_all", function()
  it("adds nodes with ids that follow each other", function()
    local g = astar.graph()
    local old = g:add(9, 9)
    local first, count = g:add_all({ 1, 2, 3, 4 })
    assert.are.same({ 2, 2 }, { first, count })
    assert.are.same({ 1, 2, 0 }, { g:node(2).x, g:node(2).y, g:node(2).z })
    assert.are.equal(3, g:node(3).x)
    assert.are.equal(3, #g)
    assert.are.equal("default", g:node(3).terrain)
    assert.are.equal(old, (g:nearest(8, 8)))
    assert.are.equal(g:node(3), (g:nearest(3, 3)))
    assert.are.same({ 4, 1 }, { g:add_all({ 5, 6, 7 }, 3) })
    assert.are.equal(7, g:node(4).z)
  end)

  it("uses new ids even where ids are free", function()
    local g = astar.graph()
    for i = 1, 4 do g:add(i, i) end
    g:remove(g:node(2))
    g:remove(g:node(3))
    collectgarbage()
    collectgarbage()
    assert.are.same({ 5, 2 }, { g:add_all({ 0, 0, 1, 1 }) })
    assert.is_nil(g:node(2))
    assert.are.equal(2, g:add(7, 7).id)
    assert.are.equal(3, g:add(7, 7).id)
  end)

  it("adds none of no positions", function()
    local g = astar.graph()
    local version = g.version
    assert.are.same({ 1, 0 }, { g:add_all({}) })
    assert.are.equal(version, g.version)
  end)

  it("is one edit", function()
    local g = astar.graph()
    local version = g.version
    g:add_all({ 0, 0, 1, 1, 2, 2 })
    assert.are.equal(version + 1, g.version)
  end)

  it("adds waypoints behind the cells of a grid", function()
    local map = astar.grid { width = 3, height = 2 }
    assert.are.same({ 7, 2 }, { map:add_all({ 10, 10, 20, 20 }) })
    map:link_all({ 6, 7, 7, 8 })
    assert.are.equal(4, #map:path(map:cell(3, 1), map:node(8)))
  end)

  it("leaves the name of a node that could not be added", function()
    local g = astar.graph()
    local names = {}
    for i = 1, 16382 do names["t" .. i] = 1 end
    g:unit("all", names)
    assert.has_error(function() g:add(0, 0, { name = "lost", data = 7, terrain = "one too many" }) end)
    g:add_all({ 1, 1 })
    assert.is_nil(g:node("lost"))
    assert.is_nil(g:node(1).name)
    assert.is_nil(g:node(1).data)
  end)

  it("finds what is near as if the nodes had been added one by one", function()
    random.cases("add_all", 30, function(rng)
      local one, all, held = astar.graph(), astar.graph(), {}
      local size = rng:pick { 1, 3, 50 }
      for _ = 1, rng:int(1, 5) do
        local xyz = {}
        for i = 1, 3 * rng:pick { 1, 5, 30, 200 } do xyz[i] = rng:int(0, size) end
        all:add_all(xyz, 3)
        for i = 1, #xyz, 3 do one:add(xyz[i], xyz[i + 1], xyz[i + 2]) end
        if rng:chance(0.3) then
          local id = rng:int(1, #xyz / 3)
          local node = one:node(id)
          if node then
            table.insert(held, node) -- so that its id is not used again
            one:remove(node)
            all:remove(all:node(id))
          end
        end
        for _ = 1, 10 do
          local x, y, z, radius = rng:int(0, size), rng:int(0, size), rng:int(0, size), rng:int(0, size)
          local expected, found = one:within(x, y, z, radius), all:within(x, y, z, radius)
          check.that(#expected == #found, "%d nodes found, not %d", #found, #expected)
          for i = 1, #found do check.that(found[i].id == expected[i].id, "node %d, not %d", found[i].id, expected[i].id) end
        end
      end
      -- Each add() that passes over free ids puts them into another order.
      if #held < 2 then check.that(one:save() == all:save(), "the graphs are saved otherwise") end
    end)
  end)
end)

describe("link_all", function()
  it("opens steps between cells where no cell has links of its own", function()
    local map = astar.grid { width = 3, height = 3 }
    map:unlink(map:cell(1, 1), map:cell(2, 1))
    map:link_all { 1, 2, 2, 5 }
    assert.is_true(map:linked(map:cell(1, 1), map:cell(2, 1)))
    assert.equal(map:save(), astar.grid({ width = 3, height = 3 }):save())
  end)

  local function path_of(n)
    local g, xy = astar.graph(), {}
    for i = 1, n do xy[2 * i - 1], xy[2 * i] = i, 0 end
    g:add_all(xy)
    return g
  end

  it("links pairs both ways, at their length", function()
    local g = path_of(3)
    g:link_all({ 1, 2, 3, 2 })
    assert.are.equal(2, select(2, g:path(g:node(1), g:node(3))))
    assert.are.equal(2, select(2, g:path(g:node(3), g:node(1))))
  end)

  it("takes a cost for each pair, or one for all", function()
    local g = path_of(3)
    g:link_all({ 1, 2, 2, 3 }, { 7, false })
    assert.are.equal(8, select(2, g:path(g:node(1), g:node(3))))
    g:link_all({ 1, 2, 2, 3 }, 5)
    assert.are.equal(10, select(2, g:path(g:node(1), g:node(3))))
    g:link_all({ 1, 2, 2, 3 }, false)
    assert.are.equal(2, select(2, g:path(g:node(1), g:node(3))))
  end)

  it("takes nodes and names in place of ids, and options", function()
    local g = path_of(2)
    g:add(5, 5, { name = "inn" })
    g:link_all({ g:node(1), "inn", 2, 1 }, nil, { oneway = true, terrain = "road" })
    assert.is_true(g:linked(g:node(1), g:node("inn")))
    assert.is_false(g:linked(g:node("inn"), g:node(1)))
    for _, _, props in g:node(2):links() do assert.are.same({ oneway = true, terrain = "road" }, props) end
  end)

  it("is one edit", function()
    local g = path_of(3)
    local version = g.version
    g:link_all({})
    assert.are.equal(version, g.version)
    g:link_all({ 1, 2, 2, 3 })
    assert.are.equal(version + 1, g.version)
  end)

  it("raises with the element, and has then changed nothing", function()
    local g = path_of(4)
    g:link_all({ 1, 2 })
    local version, saved = g.version, g:save()
    local function refused(message, ...)
      local ok, got = pcall(g.link_all, g, ...)
      assert.is_false(ok)
      assert.are.equal(message, (got:gsub("^[^:]*:%d+: ", "")))
      assert.are.equal(version, g.version)
      assert.are.equal(saved, g:save())
    end
    local pre = "bad argument #1 to 'link_all' ("
    refused(pre .. "an array of pairs of ids expected, got nil)")
    refused(pre .. "an array of pairs of ids expected, got 3 elements)", { 1, 3, 2 })
    refused(pre .. "element 4: there is no node 9)", { 1, 3, 2, 9 })
    refused(pre .. "element 3: there is no node 1.5)", { 1, 3, 1.5, 2 })
    refused(pre .. "element 4: a node cannot be linked to itself)", { 1, 3, 2, 2 })
    refused(pre .. "element 2: node expected, got boolean)", { 1, true })
    refused(pre .. "element 2: no node named 'inn')", { 1, "inn" })
    pre = "bad argument #2 to 'link_all' ("
    refused(pre .. "a cost for each of the 2 pairs expected, got 1)", { 1, 3, 2, 4 }, { 5 })
    refused(pre .. "element 2: number >= 0 expected, got -1)", { 1, 3, 2, 4 }, { 5, -1 })
    refused(pre .. "element 1: number or false expected, got string)", { 1, 3, 2, 4 }, { "5", 1 })
    refused(pre .. "element 1: finite number expected, got infinity)", { 1, 3 }, { math.huge })
    refused(pre .. "number >= 0 expected, got -2)", { 1, 3 }, -2)
    refused(pre .. "number or false expected, got string)", { 1, 3 }, "2")
    refused("bad argument #3 to 'link_all' (option 'oneway': boolean expected, got number)", { 1, 3 }, nil, { oneway = 1 })
    refused("bad argument #3 to 'link_all' (unknown option 'onway' (did you mean 'oneway'?))", { 1, 3 }, nil, { onway = true })

    local function no_nodes(message, ...)
      local ok, got = pcall(g.add_all, g, ...)
      assert.is_false(ok)
      assert.are.equal(message, (got:gsub("^[^:]*:%d+: ", "")))
      assert.are.equal(saved, g:save())
    end
    pre = "bad argument #1 to 'add_all' ("
    no_nodes(pre .. "an array of x, y, ... expected, got nil)")
    no_nodes(pre .. "an array of x, y, ... expected, got 3 elements)", { 1, 2, 3 })
    no_nodes(pre .. "an array of x, y, z, ... expected, got 4 elements)", { 1, 2, 3, 4 }, 3)
    no_nodes(pre .. "element 4: finite number expected, got nan)", { 1, 2, 3, 0 / 0 })
    no_nodes(pre .. "element 1: number expected, got string)", { "1", 2 })
    no_nodes("bad argument #2 to 'add_all' (2 or 3 expected, got number)", { 1, 2 }, 4)
  end)

  it("reads arrays raw", function()
    local g = path_of(2)
    local trap = setmetatable({ 1, 2 }, { __index = error, __len = error })
    g:link_all(trap, setmetatable({ 4 }, { __index = error, __len = error }))
    g:add_all(trap)
    assert.are.equal(4, select(2, g:path(g:node(1), g:node(2))))
  end)

  it("does the same as link for one pair after the other", function()
    random.cases("link_all", 30, function(rng)
      local grid, size = rng:chance(0.5), rng:int(2, 12)
      local function new()
        if grid then return astar.grid { width = size, height = size, neighbours = rng:pick { 4, 8 } } end
        return astar.graph()
      end
      local one = new()
      local all = astar.load(one:save())
      local xy = {}
      for i = 1, 2 * rng:pick { 5, 40, 100 } do xy[i] = rng:int(1, size) end
      one:add_all(xy)
      all:add_all(xy)
      for _ = 1, rng:int(1, 6) do
        local ids, costs, last = {}, {}, #one
        local hub = rng:int(1, last)
        local oneway = rng:chance(0.4) or nil
        for i = 1, rng:pick { 1, 10, 100, 400 } do
          local a, b = rng:chance(0.3) and hub or rng:int(1, last), rng:int(1, last)
          if grid and rng:chance(0.4) then b = rng:pick { a + 1, a + size } end
          if a == b or not one:node(b) then b = a % last + 1 end
          if rng:chance(0.5) then a, b = b, a end
          ids[2 * i - 1], ids[2 * i] = a, b
          costs[i] = rng:chance(0.4) and rng:int(0, 9)
          one:link(one:node(a), one:node(b), { cost = costs[i] or nil, oneway = oneway })
        end
        all:link_all(ids, costs, { oneway = oneway })
        check.that(one:save() == all:save(), "the graphs are saved otherwise")
        for _ = 1, rng:int(0, 60) do
          local a, b = rng:pick { hub, rng:int(1, last) }, rng:int(1, last)
          if a ~= b then
            check.that(one:unlink(one:node(a), one:node(b)) == all:unlink(all:node(a), all:node(b)), "unlink")
          end
        end
      end
      for _ = 1, 5 do
        local a, b = rng:int(1, #one), rng:int(1, #one)
        local _, cost = one:path(one:node(a), one:node(b))
        local _, got = all:path(all:node(a), all:node(b))
        check.that(cost == got, "the path costs %s, not %s", got, cost)
      end
    end)
  end)

  it("does the same on a graph that is larger than caches", function()
    random.cases("link_all on large graphs", 2, function(rng)
      local count, xy = 12000, {}
      for i = 1, 2 * count do xy[i] = rng:int(1, 1000) end
      local one, all = astar.graph(), astar.graph()
      one:add_all(xy)
      all:add_all(xy)
      for _, n in ipairs{ 3, 20000 } do
        local ids, costs = {}, {}
        for i = 1, n do
          local a, b = rng:int(1, count), rng:int(1, count)
          if a == b then b = a % count + 1 end
          ids[2 * i - 1], ids[2 * i] = a, b
          costs[i] = rng:chance(0.5) and rng:int(0, 9)
          one:link(one:node(a), one:node(b), { cost = costs[i] or nil })
        end
        all:link_all(ids, costs)
      end
      check.that(one:save() == all:save(), "the graphs are saved otherwise")
      all:node(7):remove()
      check.raises("element 1998: there is no node 7", function()
        local ids = {}
        for i = 1, 2000 do ids[i] = i + 100 end
        ids[1998], ids[2000] = 7, 7
        all:link_all(ids)
      end)
    end)
  end)
end)
