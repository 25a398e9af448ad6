-- A search that is run and whose nodes nobody has looked at goes as a path does. Who looks at them sees what a search that
-- was stepped shows; after edits that might have changed that, the nodes of the path.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local raises, that = check.raises, check.that

local LEGEND = { ["."] = "grass", ["#"] = false, ["~"] = "mud" }

local function any_cell(map, rng) return map:cell(rng:int(1, map.width), rng:int(1, map.height)) end

-- What only some maps have: portals, waypoints, walls, heights, danger.
local FURTHER = {
  function(map, rng)
    local a, b = any_cell(map, rng), any_cell(map, rng)
    if a ~= b then map:link(a, b, { cost = rng:pick { 0.5, 2, 9 }, oneway = rng:chance(0.5) }) end
  end,
  function(map, rng)
    local x = map:add(rng:real(0, 9), rng:real(0, 9))
    map:link(x, any_cell(map, rng))
    map:link(any_cell(map, rng), x)
  end,
  function(map, rng)
    local a = any_cell(map, rng)
    local b = map:cell(a.col + 1, a.row)
    if b then map:wall(a, b) end
  end,
  function(map, rng) any_cell(map, rng).z = rng:real(0, 2) end,
  function(map, rng) map:layer("danger"):set(any_cell(map, rng), rng:int(0, 3)) end,
}

local function make_map(rng)
  local width, height, density, mud = rng:int(1, 30), rng:int(1, 30), rng:real(0, 0.4), rng:pick { 0, 0.3 }
  local rows = {}
  for row = 1, height do
    local line = {}
    for col = 1, width do line[col] = rng:chance(density) and "#" or rng:chance(mud) and "~" or "." end
    rows[row] = table.concat(line)
  end
  local layout = rng:pick { "square", "square", "square", "odd-r", "even-q" }
  local neighbours = layout == "square" and rng:pick { 8, 8, 4 } or nil
  local map = astar.grid { rows = rows, legend = LEGEND, cell = rng:pick { 1, 1, 32 }, layout = layout,
    neighbours = neighbours, corners = neighbours == 8 and rng:pick { "never", "one", "always" } or nil }
  local size = math.min(rng:pick { 1, 1, 2, 3 }, width, height)
  map:unit("man", { grass = rng:pick { 1, 0.7, 3 }, mud = rng:pick { 1, 2, false } }, { size = size })
  map:layer("danger")
  for _ = 1, rng:pick { 0, 0, 2 } do rng:pick(FURTHER)(map, rng) end
  return map, rng:pick { { unit = "man" }, { unit = "man" }, { unit = "man", layers = { danger = 1 } },
    { unit = "man", heuristic = "euclidean" }, { unit = "man", jump = false } }
end

-- Edits that are not of one cell alone.
local RARE = {
  function(map, rng) map:unit("man", { grass = rng:pick { 1, 2 } }, { size = 1 }) end,
  function(map, rng) map:unit("other", { mud = rng:pick { 0.1, false } }) end,
  function(map, rng) map:layer("danger"):set(any_cell(map, rng), rng:int(0, 2)) end,
  function(map, rng) any_cell(map, rng).z = rng:int(0, 3) end,
  function(map, rng) map:add(rng:real(0, 9), rng:real(0, 9)) end,
  function(map, rng) map:fill(rng:int(1, 9), rng:int(1, 9), rng:int(1, 9), 1, rng:pick { "mud", "grass" }) end,
  function(map, rng)
    local a, b = any_cell(map, rng), any_cell(map, rng)
    if a ~= b then map:link(a, b, { cost = rng:pick { 0.5, 9 } }) end
  end,
  function(map, rng)
    local a = any_cell(map, rng)
    local b = map:cell(a.col + 1, a.row)
    if b then map:wall(a, b) end
  end,
}

local function edit(map, rng, times)
  for _ = 1, times do
    local cell = any_cell(map, rng)
    if rng:chance(0.1) then cell.terrain = rng:pick { "grass", "mud" }
    elseif rng:chance(0.2) then rng:pick(RARE)(map, rng)
    else cell.blocked = not cell.blocked end
  end
end

-- The first look, of each kind.
local LOOKS = {
  function(s) return s.expanded end,
  function(s) return s.current end,
  function(s) return s:state(s.start) end,
  function(s) return s:cost(s.goal) end,
  function(s) return s:estimate(s.goal) end,
  function(s) return s:parent(s.goal) end,
  function(s) return s:path(s.start) end,
  function(s) return s:nodes()(s) end,
  function(s) return s:nodes("open") end,
  function(s) return s:costs() end,
  function(s) return s:closest() end,
  function(s) return s:step() end,
  function(s) return s:steps()() end,
  function(s) return tostring(s) end,
  function(s) return s:repair() end,
}

local function name(node) return node and node.id or "none" end

LOOKS.tiles = function(s) return s:tiles() end
LOOKS[#LOOKS + 1] = LOOKS.tiles

-- All that a search shows.
local function shown(s)
  local out = { s.status, s.expanded, name(s.current), name(s:closest()) }
  for node, state, cost, estimate in s:nodes() do
    out[#out + 1] = ("%d %s %s %s %s"):format(node.id, state, tostring(cost), tostring(estimate), name(s:parent(node)))
  end
  return table.concat(out, "\n")
end

local function finish(s)
  while s:run() == "stale" do s:repair() end
end

local function stepped(map, from, to, options)
  local s = map:search(from, to, options)
  while s:step(7) == "searching" do end
  return s
end

-- Whether a search that has ended has the answer of a new one.
local function is_right(map, from, to, options, s)
  local fresh = map:search(from, to, options)
  finish(fresh)
  that(fresh.status == s.status, "status")
  if s.status == "found" then check.near(select(2, fresh:path()), select(2, s:path()), "cost") end
end

describe("a search that is run", function()
  it("has an answer as the path has, and shows what a stepped one does, whatever is looked at first", function()
    random.cases("searches run and looked at", 1200, function(rng)
      local map, options = make_map(rng)
      local from, to = any_cell(map, rng), any_cell(map, rng)
      local s, slow = map:search(from, to, options), stepped(map, from, to, options)
      if rng:chance(0.3) then repeat until s:run(0) ~= "searching" else s:run() end
      that(s.status == slow.status, "status")
      local path, cost = s:path()
      if path then
        check.near(select(2, map:path(from, to, options)), cost, "cost")
        that(path:valid("man"), "not valid")
        check.near(slow:cost(to), path.cost, "cost of the path")
      else
        that(cost == select(2, slow:path()), "another outcome")
      end
      rng:pick(LOOKS)(s)
      that(shown(s) == shown(slow), "looks otherwise")
      that(tostring(s:path()) == tostring(slow:path()), "another path")
    end)
  end)

  it("shows the same, or the nodes of its path, if the map was edited before anybody looked", function()
    local same, other = 0, 0
    random.cases("searches run, edited and looked at", 1200, function(rng)
      local map, options = make_map(rng)
      local from, to = any_cell(map, rng), any_cell(map, rng)
      if rng:chance(0.5) then to = map:cell(math.min(from.col + 2, map.width), from.row) end
      local s, slow = map:search(from, to, options), stepped(map, from, to, options)
      s:run()
      local seen = shown(slow)
      local path, cost = s:path()
      local ids = {}
      for i = 1, path and #path or 0 do ids[i] = path[i].id end
      edit(map, rng, rng:int(1, 3))
      local now = shown(s)
      if now == seen then
        same = same + 1
      else
        other = other + 1
        local count = 0
        for node, state, g in s:nodes() do
          count = count + 1
          that(node.id == ids[count] and state == "closed" and g <= path.cost, "shows another node")
        end
        that(count == #ids, "not its path")
        if path then that(s.current == s.goal and s:state(s.goal) == "closed", "the goal is not closed") end
      end
      that(s.status == slow.status, "status")
      that(select(2, s:path()) == cost or path, "another outcome")
      if path then check.near(cost, select(2, s:path()), "cost") end
      s:repair()
      finish(s)
      is_right(map, from, to, options, s)
    end)
    if random.scale >= 1 then
      assert.is_true(same > 50)
      assert.is_true(other > 50)
    end
  end)

  it("finds the way on the map as it is in the end, however it is run, looked at and edited", function()
    random.cases("searches in slices among edits", 800, function(rng)
      local map, options = make_map(rng)
      local from, to = any_cell(map, rng), any_cell(map, rng)
      local s = map:search(from, to, options)
      for _ = 1, rng:int(0, 6) do
        local what = rng:unit()
        if what < 0.4 then s:run(0)
        elseif what < 0.6 then edit(map, rng, 1)
        elseif what < 0.7 then rng:pick(LOOKS)(s)
        elseif what < 0.8 then s:repair()
        elseif what < 0.9 then s:restart()
        else s:step(rng:int(1, 5)) end
      end
      s:repair()
      finish(s)
      is_right(map, from, to, options, s)
      s:restart(to, from)
      that(s:run() == map:search(to, from, options):run(), "status after restart")
    end)
  end)

  it("goes by nodes if the program has asked for something that a path does not show", function()
    local map = astar.grid { width = 30, height = 30 }
    map:unit("man", {})
    local from, to = map:cell(1, 1), map:cell(30, 12)
    local plain = stepped(map, from, to, "man")
    for _, options in ipairs { { jump = false }, { max_steps = 1e6 }, { max_cost = 1e6 }, { partial = true }, { avoid = {} } } do
      local s = map:search(from, to, options)
      s:run()
      assert.equal(plain.expanded, s.expanded)
    end
    local jump = map:search(from, to, { jump = true })
    jump:run()
    assert.is_true(jump.expanded < plain.expanded / 2)
    local seen = map:search(from, to)
    assert.equal(0, seen.expanded)
    seen:run()
    assert.equal(plain.expanded, seen.expanded)
  end)

  it("shows its path if an edit lies where only estimates that are not the best lead", function()
    local map = astar.grid { width = 130, height = 100 }
    local options = { heuristic = "euclidean" }
    local s = map:search(map:cell(20, 20), map:cell(120, 61), options)
    s:run()
    map:block(16, 20)
    assert.is_true(s.expanded < 10)
    map:block(16, 20, false)
    assert.is_true(s.expanded < 10) -- for good
    local far = map:search(map:cell(20, 20), map:cell(120, 20), options)
    far:run()
    map:block(20, 90)
    assert.is_true(far.expanded < 10)
    far = map:search(map:cell(20, 20), map:cell(120, 20))
    far:run()
    map:block(20, 90, false)
    assert.equal(101, far.expanded)
  end)

  it("is stepped on after a slice as if the slice had not been", function()
    local map = astar.grid { width = 200, height = 200 }
    for cell in map:nodes() do cell.blocked = cell.id * cell.id % 7 == 2 end
    map:unit("man", {})
    local s = map:search(map:cell(50, 20), map:cell(150, 20))
    assert.equal("searching", s:run(0))
    assert.equal("searching", s:step(3))
    assert.equal(3, s.expanded)
    assert.equal("found", s:run())
    assert.equal(stepped(map, map:cell(50, 20), map:cell(150, 20), "man").expanded, s.expanded)
  end)

  it("ends if its start or its goal is removed meanwhile, as one that is stepped", function()
    for _, first in ipairs { "status", "expanded", "run" } do
      for _, gone in ipairs { "start", "goal" } do
        local map = astar.grid { width = 200, height = 200 }
        for cell in map:nodes() do cell.blocked = cell.id * cell.id % 7 == 2 end
        local ends = { start = map:add(50, 20), goal = map:add(150, 20) }
        map:link(ends.start, map:at(50, 20))
        map:link(map:at(150, 20), ends.goal)
        local s, slow = map:search(ends.start, ends.goal), map:search(ends.start, ends.goal)
        assert.equal("searching", s:run(0))
        assert.equal("searching", slow:step(64))
        ends[gone]:remove()
        if first == "expanded" then assert.equal(0, s.expanded) end
        if first == "run" then assert.equal("stale", s:run()) end
        assert.equal("stale", slow:run())
        assert.equal("stale", s:run())
        assert.equal(slow.status, s.status)
        assert.is_nil(s:nodes()(s))
        assert.is_nil((s:path()))
        raises("was removed", s.repair, s)
      end
    end
  end)

  local function make_graph(rng)
    local g, nodes = astar.graph(), {}
    for i = 1, rng:int(2, 40) do nodes[i] = g:add(rng:real(0, 20), rng:real(0, 20)) end
    for _ = 1, #nodes * rng:real(1, 3) do
      local a, b = rng:pick(nodes), rng:pick(nodes)
      if a ~= b then
        g:link(a, b, { oneway = rng:chance(0.3), terrain = rng:pick { "grass", "mud" }, cost = rng:chance(0.2) and 30 or nil })
      end
    end
    g:unit("man", { mud = rng:pick { 1, 3, false } })
    return g, nodes
  end

  it("does all this on graphs, too", function()
    random.cases("searches run on graphs", 150, function(rng)
      local g, nodes = make_graph(rng)
      local open = {}
      for _ = 1, 12 do
        local from, to = rng:pick(nodes), rng:pick(nodes)
        local s, slow = g:search(from, to, "man"), stepped(g, from, to, "man")
        if rng:chance(0.3) then repeat until s:run(0) ~= "searching" else s:run() end
        if rng:chance(0.2) then
          open[#open + 1] = g:search(to, from, "man")
          open[#open]:run(0)
        end
        that(s.status == slow.status, "status")
        local path, cost = s:path()
        if path then
          check.near(select(2, g:path(from, to, "man")), cost, "cost")
          that(path:valid("man"), "not valid")
          check.near(slow:cost(to), path.cost, "cost of the path")
        end
        local seen, edited = shown(slow), rng:chance(0.3)
        if edited then rng:pick(nodes).blocked = rng:chance(0.5) end
        local look = rng:pick(LOOKS)
        if not edited and look ~= LOOKS.tiles then
          look(s)
          that(shown(s) == seen, "looks otherwise")
          that(tostring(s:path()) == tostring(slow:path()), "another path")
        elseif path and shown(s) ~= seen then
          for node, state in s:nodes() do that(state == "closed" and node, "not its path") end
          check.near(cost, select(2, s:path()), "cost")
        end
        if rng:chance(0.2) then s:repair() finish(s) is_right(g, from, to, "man", s) end
      end
      for _, s in ipairs(open) do
        s:repair()
        finish(s)
        is_right(g, s.start, s.goals[1], "man", s)
      end
    end)
  end)
end)
