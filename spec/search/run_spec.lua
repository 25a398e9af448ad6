-- A search on a tile map that is run and whose nodes nobody has looked at goes by jump points. Who looks at them sees what
-- a search that was stepped shows; after edits that might have changed that, the jump points.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local LEGEND = { ["."] = "grass", ["#"] = false }

local function make_map(rng)
  local width, height, density = rng:int(1, 30), rng:int(1, 30), rng:real(0, 0.4)
  local rows = {}
  for row = 1, height do
    local line = {}
    for col = 1, width do line[col] = rng:chance(density) and "#" or "." end
    rows[row] = table.concat(line)
  end
  local map = astar.grid { rows = rows, legend = LEGEND, cell = rng:pick { 1, 1, 32 }, corners = rng:pick { "never", "one", "always" } }
  local size = math.min(rng:pick { 1, 1, 2, 3 }, width, height)
  map:unit("man", { grass = rng:pick { 1, 0.7, 3 } }, { size = size })
  map:layer("danger")
  return map, rng:pick { { unit = "man" }, { unit = "man" }, { unit = "man", layers = { danger = 1 } },
    { unit = "man", heuristic = "euclidean" } }
end

local function any_cell(map, rng) return map:cell(rng:int(1, map.width), rng:int(1, map.height)) end

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
  function(s) return s:tiles() end,
  function(s) return s:costs() end,
  function(s) return s:closest() end,
  function(s) return s:step() end,
  function(s) return s:steps()() end,
  function(s) return tostring(s) end,
  function(s) return s:repair() end,
}

local function name(node) return node and node.id or "none" end

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

  it("shows the same, or its jump points, if the map was edited before anybody looked", function()
    local same, other = 0, 0
    random.cases("searches run, edited and looked at", 1200, function(rng)
      local map, options = make_map(rng)
      local from, to = any_cell(map, rng), any_cell(map, rng)
      if rng:chance(0.5) then to = map:cell(math.min(from.col + 2, map.width), from.row) end
      local s, slow = map:search(from, to, options), stepped(map, from, to, options)
      local jump = map:search(from, to, { unit = "man", layers = options.layers, heuristic = options.heuristic, jump = true })
      jump:run()
      s:run()
      local seen, jumped = shown(slow), shown(jump)
      local path, cost = s:path()
      edit(map, rng, rng:int(1, 3))
      local now = shown(s)
      if now == seen then same = same + 1
      elseif now == jumped then other = other + 1
      else that(false, "neither") end
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

  it("does not go by jump points if the program has asked for something that they do not show", function()
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

  it("shows its jump points if an edit lies where only estimates that are not the best lead", function()
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
end)
