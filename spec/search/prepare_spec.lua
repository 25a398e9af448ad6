-- Prepared units: paths cost the same, whatever is edited before, between and after; what keeps landmarks and what drops
-- them; preparing in steps.

local astar = require "astar"

local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random = require "spec.support.random"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that

-- One path against the oracle, on a graph or a grid.
local function compare_on(rng, g, w, unit, context)
  local a, b = rng:pick(w.list), rng:pick(w.list)
  if rng:chance(0.3) then
    that(g:prepare(unit), "%s: prepared", context)
  elseif rng:chance(0.3) then
    g:prepare(unit, 0)
  end
  local best = oracle.dijkstra(w, a, { unit = unit })[b]
  local path, cost = g:path(a.node, b.node, unit)
  if a == b then
    return
  end
  if best then
    that(path, "%s: %s", context, cost)
    check.near(cost, best, context)
    check.near(cost, (w.walk or oracle.walk)(w, path, { unit = unit }), context)
  else
    that(not path and cost == "unreachable", "%s: a path costs %s", context, cost)
  end
end

local function compare(rng, w, context)
  local unit = rng:pick({ "man", "horse", "tank", "ship" })
  compare_on(rng, w.g, w, w.units[unit] and unit or nil, context)
end

describe("a prepared unit", function()
  it("has paths of the same cost, while the graph is edited", function()
    random.cases("prepared", 150, function(rng)
      local w = world.random(rng, rng:int(2, 60), rng:int(2, 6))
      for step = 1, 40 do
        compare(rng, w, ("step %d"):format(step))
        for _ = 1, rng:chance(0.5) and rng:int(1, 4) or 0 do
          w:edit(rng)
        end
      end
    end)
  end)

  it("has paths of the same cost in lattices with walls and mud", function()
    random.cases("prepared lattices", 60, function(rng)
      local walls = rng:real(0, 0.4)
      local w = world.lattice(rng:int(2, 14), rng:int(2, 14), rng:chance(0.5), function()
        return { blocked = rng:chance(walls), terrain = rng:pick({ "mud", "road", false }) or nil }
      end)
      w:unit("man", { mud = 3, road = rng:pick({ 0.5, false }) })
      for step = 1, 10 do
        compare(rng, w, ("lattice, step %d"):format(step))
      end
    end)
  end)

  local function on_grids(label, cases, features)
    it("has paths of the same cost on grids " .. label, function()
      random.cases("prepared grids " .. label, cases, function(rng)
        local t = tiles.random(rng, features)
        for step = 1, 12 do
          compare_on(rng, t.map, t, t:any_unit(rng), ("step %d on a grid"):format(step))
          for _ = 1, rng:chance(0.5) and rng:int(1, 4) or 0 do
            t:edit(rng, features)
          end
        end
      end)
    end)
  end

  on_grids("with terrain", 80, { terrain = true, wrap = true, odd = true, sizes = true, size = 16 })
  on_grids("with all that they can have", 120,
    { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true, odd = true,
      sizes = true })

  it("is one of its own accord where jump points find its paths", function()
    local map = astar.grid { width = 20, height = 20 }
    map:unit("man", { mud = 3 })
    assert.is_true(map:prepared("man"))
    assert.is_true(map:prepare("man", 0))
    map:set(3, 3, "mud")
    assert.is_false(map:prepared("man"))
    assert.is_false(map:prepare("man", 0))
    assert.is_true(map:prepare("man"))
    assert.is_true(map:prepared("man"))
    assert.is_true(map:prepared())
    map:set(4, 4, "mud")
    map:block(5, 5)
    assert.is_true(map:prepared("man"))
    map:wall(map:cell(7, 7), map:cell(7, 8))
    assert.is_true(map:prepared("man"))
    assert.is_false(map:prepared())
    map:set(4, 4, nil)
    assert.is_false(map:prepared("man"))
  end)

  local g, nodes

  before_each(function()
    g, nodes = astar.graph(), {}
    for i = 1, 400 do
      nodes[i] = g:add(i % 20, math.floor(i / 20), { terrain = i % 3 == 0 and "mud" or nil })
      if i > 1 then
        g:link(nodes[i - 1], nodes[i])
      end
      if i > 20 then
        g:link(nodes[i - 20], nodes[i])
      end
    end
    g:unit("man", { mud = 2 })
    g:unit("cart", { mud = false })
  end)

  it("stays prepared while steps only get dearer or disappear", function()
    assert.is_true(g:prepare("man"))
    local function stays()
      assert.is_true(g:prepared("man"))
    end
    nodes[50].terrain = "mud"
    stays()
    nodes[51].blocked = true
    stays()
    g:unlink(nodes[100], nodes[101])
    stays()
    g:link(nodes[120], nodes[121], { cost = 7 })
    stays()
    nodes[51].name, nodes[51].data = "gate", 3
    stays()
    nodes[60]:remove()
    stays()
    g:unit("ship", { default = false })
    stays()
    assert.is_false(g:prepared("cart"))
    assert.is_false(g:prepared())
  end)

  it("is dropped where a step may have become cheaper", function()
    local edits = {
      function() nodes[3].terrain = nil end,
      function() nodes[7].blocked = false end,
      function() g:link(nodes[1], nodes[400]) end,
      function() g:link(nodes[1], nodes[2], { cost = 0.5 }) end,
      function() nodes[5].x = nodes[5].x + 0.25 end,
      function() g:add(1, 1) end,
      function() g:unit("man", { mud = 2 }) end,
      function() g:unprepare("man") end,
      function() g:optimize() end,
    }
    for i, edit in ipairs(edits) do
      nodes[7].blocked = true
      assert.is_true(g:prepare("man"))
      edit()
      assert.is_false(g:prepared("man"), "edit " .. i)
    end
  end)

  it("is repaired by preparing it again: its paths still cost the same", function()
    random.cases("repaired landmarks", 25, function(rng)
      local map, list
      if rng:chance(0.5) then
        map, list = astar.grid { width = rng:int(2, 40), height = rng:int(2, 40), neighbours = rng:pick({ 4, 8 }) }, {}
        for i = 1, #map do list[i] = map:node(i) end
      else
        map, list = astar.graph(), {}
        for i = 1, rng:int(2, 300) do
          list[i] = map:add(rng:real(0, 50), rng:real(0, 50))
          if i > 1 then map:link(list[i], rng:pick(list) ~= list[i] and list[rng:int(1, i - 1)] or list[i - 1],
            { oneway = rng:chance(0.2) }) end
        end
      end
      for _ = 1, #list do
        local node = rng:pick(list)
        if rng:chance(0.1) then node.blocked = true else node.terrain = rng:pick({ "mud", "road", "wood" }) end
      end
      map:unit("man", { mud = 3, road = 0.4, wood = rng:pick({ 2, false }) })
      map:prepare("man")
      for _ = 1, 12 do
        for _ = 1, rng:int(1, 3) do
          local a, b, dice = rng:pick(list), rng:pick(list), rng:int(1, 5)
          if dice == 1 then a.blocked = not a.blocked
          elseif dice == 2 then a.terrain = rng:pick({ "mud", "road", "wood" })
          elseif dice == 3 and not a.col then a.x = rng:real(0, 50)
          elseif dice == 4 and a ~= b then map:link(a, b, { cost = rng:real(0, 5), oneway = rng:chance(0.5) })
          elseif a ~= b then map:unlink(a, b) end
        end
        assert.is_true(map:prepare("man"))
        for _ = 1, 8 do
          local a, b = rng:pick(list), rng:pick(list)
          local s = map:search(a, b, "man")
          s:run()
          local _, want = s:path()
          local _, got = map:path(a, b, "man")
          if type(want) == "number" then check.near(want, got, "from %s to %s", a, b) else assert.equal(want, got) end
          s:close()
        end
      end
    end)
  end)

  it("keeps what is dearer for it, though cheaper for another", function()
    g:unit("frog", { mud = 0.5 })
    g:prepare("man")
    g:prepare("frog")
    nodes[1].terrain = "mud"
    assert.is_true(g:prepared("man"))
    assert.is_false(g:prepared("frog"))
  end)

  it("is prepared in steps, also while edits make steps dearer", function()
    local steps = 0
    local _, before = g:path(nodes[1], nodes[400], "man")
    while not g:prepare("man", 0) do
      steps = steps + 1
      local _, cost = g:path(nodes[1], nodes[400], "man")
      assert.is_true(cost >= before)
      if steps % 10 == 0 then
        nodes[steps].terrain = "mud"
      end
    end
    assert.is_true(steps > 10)
    local copy = astar.load(g:save())
    for _ = 1, 100 do
      local a, b = math.random(400), math.random(400)
      local _, cost = g:path(nodes[a], nodes[b], "man")
      local _, plain = copy:path(copy:node(a), copy:node(b), "man")
      assert.is_true(math.abs(cost - plain) <= 1e-9 * plain)
    end
  end)

  it("may be none, and an empty graph can be prepared", function()
    assert.is_true(g:prepare())
    assert.is_true(g:prepared())
    g:unprepare()
    assert.is_false(g:prepared())
    g:unprepare()
    assert.is_true(astar.graph():prepare())
  end)

  it("raises for what is no unit or no time", function()
    assert.has_error(function() g:prepare("horse") end, "bad argument #1 to 'prepare' (no unit named 'horse')")
    assert.has_error(function() g:prepared("mann") end, "bad argument #1 to 'prepared' (no unit named 'mann' (did you mean 'man'?))")
    assert.has_error(function() g:unprepare(7) end, "bad argument #1 to 'unprepare' (string expected, got number)")
    assert.has_error(function() g:prepare("man", -1) end)
    assert.has_error(function() g:prepare("man", 0 / 0) end)
  end)
end)
