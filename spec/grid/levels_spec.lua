-- Grids of several levels: each level is what a grid of its own would be, and links lead from one to the other. (The
-- random grids of spec.support.tiles, by which other specs test paths, searches, ranges, flows, crowds and edits, have
-- levels too.)

local astar = require "astar"
local follow = require "astar.follow"
local svg = require "astar.svg"
local check = require "spec.support.check"
local random = require "spec.support.random"
local tiles = require "spec.support.tiles"

local raises, that = check.raises, check.that

-- Sources ----------------------------------------------------------------------------------------------------

local LEGEND = { ["."] = "floor", ["~"] = "water", ["#"] = false }

local function terrains_of(map)
  local list = {}
  for _, _, terrain, blocked in map:tiles() do list[#list + 1] = blocked and "#" or terrain:sub(1, 1) end
  return table.concat(list)
end

describe("the levels of a grid", function()
  it("come from rows, texts of lines, CSV and map files", function()
    local want = "f#wfffw#"
    local function check_map(options)
      options.levels, options.legend = 2, options.legend or LEGEND
      local map = astar.grid(options)
      assert.same({ 2, 2, 2, 8 }, { map.width, map.height, map.levels, #map })
      assert.equal(want, terrains_of(map))
      assert.equal("water", map:get(1, 2))
      assert.equal("water", map:get(1, 2, 2))
      assert.is_true(map:cell(2, 2, 2).blocked)
    end
    check_map { rows = { { ".#", "~." }, { "..", "~#" } } }
    check_map { rows = { ".#\n~.", "..\r\n~#\r\n" } }
    check_map { rows = { { { ".", "#" }, { "~", "." } }, "..\n~#" } }
    check_map { rows = { { ".#", "~." }, { "..", "~#" } }, width = 2, height = 2 }
    check_map { csv = { ".,#\n~,.", ".,.\n~,#\n" } }
    local head = "type octile\nheight 2\nwidth 2\nmap\n"
    check_map { map = { head .. ".@\nS.\n", head .. "..\nS@\n" },
      legend = { ["."] = "floor", ["@"] = false, ["S"] = "water" } }
  end)

  it("may be one, and have no source", function()
    local map = astar.grid { levels = 1, rows = { { "..", "##" } }, legend = LEGEND }
    assert.same({ 1, 2, 4 }, { map.levels, map.height, #map })
    map = astar.grid { levels = 100, width = 1, height = 1 }
    assert.same({ 100, 100 }, { map.levels, #map })
    assert.equal("grid (1 x 1 x 100)", tostring(map))
    assert.equal(1, astar.grid({ width = 3, height = 2 }).levels)
    for level = 1, 100 do
      local cell = map:cell(1, 1, level)
      assert.same({ level, level, 1, 1, 0.5, 0.5, level - 1 },
        { cell.id, cell.level, cell.col, cell.row, cell.x, cell.y, cell.z })
      assert.is_nil(cell:links()())
    end
    assert.is_nil((map:path(map:cell(1, 1), map:cell(1, 1, 2))))
  end)

  it("have one size", function()
    raises("level 2 has 3 rows, level 1 has 2", astar.grid, { levels = 2, rows = { { "..", ".." }, { "..", "..", ".." } } })
    raises("level 2 has 1 row, level 1 has 2", astar.grid, { levels = 2, rows = { "..\n..", ".." } })
    raises("level 2, row 1: 2 columns expected, got 3", astar.grid, { levels = 2, rows = { { "..", ".." }, { "...", ".." } } })
    raises("level 2 has 3 columns, level 1 has 2", astar.grid, { levels = 2, csv = { "1,2", "1,2,3" } })
    raises("level 2 has 2 rows, level 1 has 1", astar.grid, { levels = 2, csv = { "1,2", "1,2\n1,2" } })
    raises("option 'height': 3 given, but the source has 2", astar.grid, { levels = 2, rows = { "..\n..", "..\n.." }, height = 3 })
  end)

  it("raise where something is wrong, and say where", function()
    raises("level 2, row 1, column 2: '?' is not in the legend", astar.grid,
      { levels = 2, rows = { { ".." }, { ".?" } }, legend = LEGEND })
    raises("level 2, line 2, column 1: 'x' is not in the legend", astar.grid,
      { levels = 2, csv = { ".\n.", ".\nx" }, legend = LEGEND })
    raises("level 2, line", astar.grid, { levels = 2, map = { "type octile\nheight 1\nwidth 1\nmap\n.", "nonsense" } })
    raises("option 'rows': 3 levels expected, got 2", astar.grid, { levels = 3, rows = { ".", "." } })
    raises("option 'csv': 1 level expected, got 2", astar.grid, { levels = 1, csv = { ".", "." } })
    raises("level 1: array of rows or text expected, got number", astar.grid, { levels = 1, rows = { 5 } })
    raises("level 2: at least one row expected", astar.grid, { levels = 2, rows = { ".", "" } })
    raises("level 2: string expected, got boolean", astar.grid, { levels = 2, csv = { ".", true } })
    raises("option 'csv': array of strings expected, got string", astar.grid, { levels = 2, csv = "." })
    raises("option 'rows': array of levels expected, got string", astar.grid, { levels = 2, rows = "." })
    raises("option 'wrap': maps with levels wrap in x only", astar.grid, { levels = 2, width = 4, height = 4, wrap = "xy" })
    raises("option 'level_height' needs 'levels'", astar.grid, { width = 4, height = 4, level_height = 2 })
    raises("option 'level_height': finite number expected", astar.grid, { levels = 2, width = 4, height = 4, level_height = check.inf })
    raises("would be higher than numbers can be", astar.grid, { levels = 99, width = 4, height = 4, level_height = 1e306 })
    for _, bad in ipairs { check.nan, 0, -1, 1.5, check.inf, 2 ^ 33, "2", true } do
      raises("option 'levels': ", astar.grid, { levels = bad, width = 3, height = 3 })
    end
    raises("at most 4294967294 cells expected, got 65536 x 65535 x 2", astar.grid, { levels = 2, width = 65536, height = 65535 })
  end)
end)

-- Arguments --------------------------------------------------------------------------------------------------

describe("a level", function()
  it("is the last argument, and 1 if it is left out", function()
    local map = astar.grid { width = 4, height = 3, levels = 3 }
    local danger = map:layer("danger")
    map:set(2, 1, "mud", 3)
    map:fill(3, 2, 9, 9, "sand", 2)
    map:block(1, 1, true, 2)
    map:block(1, 2, nil, 3)
    danger:set(1, 3, 5, 2)
    danger:add(1, 3, 2, 2)
    danger:fill(2, 2, 1, 9, 4, 3)
    assert.same({ "default", "default", "mud" }, { map:get(2, 1), map:get(2, 1, 2), map:get(2, 1, 3) })
    assert.same({ "default", "sand", "default" }, { map:get(4, 3), map:get(4, 3, 2), map:get(4, 3, 3) })
    assert.same({ false, true, false }, { map:cell(1, 1).blocked, map:cell(1, 1, 2).blocked, map:cell(1, 1, 3).blocked })
    assert.is_true(map:cell(1, 2, 3).blocked)
    assert.same({ 0, 7, 0 }, { danger:get(1, 3), danger:get(1, 3, 2), danger:get(1, 3, 3) })
    assert.same({ 0, 4, 4, 0 }, { danger:get(2, 1, 3), danger:get(2, 2, 3), danger:get(2, 3, 3), danger:get(2, 2) })
    assert.equal(7, danger:get(map:cell(1, 3, 2)))
    assert.equal("mud", map:terrains()[2 * 12 + 2])
    assert.same(map:outline(2, 3), map:outline(2, 3, 3))
    map:block(1, 1, false, 2)
    assert.is_false(map:cell(1, 1, 2).blocked)
    local count = {}
    for _, _, terrain, _, _, level in map:tiles(3, 1, nil, nil, 2) do
      assert.equal(2, level)
      count[terrain] = (count[terrain] or 0) + 1
    end
    assert.same({ default = 2, sand = 4 }, count)
  end)

  it("outside the map is as a column or row outside it", function()
    local map = astar.grid { width = 4, height = 3, levels = 2 }
    local danger = map:layer("danger")
    for _, bad in ipairs { 0, 3, -1, 1e300 } do
      assert.is_nil(map:cell(1, 1, bad))
      assert.is_nil(map:at(0.5, 0.5, bad))
      for _, call in ipairs { { map.get, map, 1, 1, bad }, { map.set, map, 1, 1, "mud", bad }, { map.block, map, 1, 1, true, bad },
        { map.fill, map, 1, 1, 2, 2, "mud", bad }, { map.outline, map, 1, 1, bad }, { map.tiles, map, 1, 1, 1, 1, bad },
        { danger.set, danger, 1, 1, 1, bad }, { danger.get, danger, 1, 1, bad }, { danger.add, danger, 1, 1, 1, bad },
        { danger.fill, danger, 1, 1, 1, 1, 1, bad }, { map.nearest, map, 1, 1, { level = bad } },
        { map.raycast, map, 0, 0, 1, 1, { level = bad } }, { map.path, map, { x = 1, y = 1, level = bad }, map:cell(1, 1) },
        { astar.plane, { grid = map, level = bad } }, { map.crowd, map, { radius = 0.3, level = bad } } } do
        raises("is outside the map", check.unpack(call))
      end
    end
    assert.is_nil(map:cell(1, 1, 1.5))
    assert.is_nil(map:cell(1, 1, check.nan))
    raises("number expected, got string", map.cell, map, 1, 1, "2")
    raises("number expected, got table", map.at, map, 1, 1, {})
    raises("whole number expected, got 1.5", map.get, map, 1, 1, 1.5)
    raises("finite number expected, got nan", map.get, map, 1, 1, check.nan)
    raises("column 5 is outside the map", map.get, map, 5, 1, 2)
    raises("row 4 is outside the map", map.get, map, 1, 4, 2)
    raises("option 'level' needs 'grid'", astar.plane, { level = 1 })
    raises("option 'level' is for grids", function()
      local g = astar.graph()
      g:nearest(0, 0, { level = 1 })
    end)
    raises("option 'level' is for rays", map.sight, map, map:cell(1, 1), map:cell(2, 1), { level = 1 })
    raises("not a neighbour", map.wall, map, map:cell(1, 3), map:cell(1, 1, 2))
    local flow = map:flow(map:cell(1, 1))
    raises("level 3 is outside the map", flow.direction, flow, 1, 1, 3)
    assert.same({ "default" }, { map:get(1, 1) })
  end)

  it("is told by nodes, paths, searches and pictures of points", function()
    local map = astar.grid { width = 4, height = 3, levels = 2, cell = 2 }
    local a, b = map:cell(1, 1), map:cell(4, 3, 2)
    map:link(map:cell(4, 1), map:cell(4, 1, 2), { cost = 1 })
    local post = map:add(20, 20)
    map:link(b, post, { cost = 1 })
    assert.is_nil(post.level)
    raises("level", function() a.level = 2 end)
    local path = map:path(a, post)
    assert.same({ 1, 1, 1, 2, 1, 1, 3, 1, 1, 4, 1, 1, 4, 1, 2, 4, 2, 2, 4, 3, 2, false, false, false }, path:cells(3))
    assert.same({ 1, 1, 2, 1, 3, 1, 4, 1, 4, 1, 4, 2, 4, 3, false, false }, path:cells())
    local into = {}
    assert.equal(into, path:cells(into))
    assert.same(path:cells(2), into)
    assert.equal(#path * 3, #path:cells(3, into))
    raises("2 or 3 expected, got 4", path.cells, path, 4)
    local s = map:search(a)
    s:run()
    for col, row, _, cost, _, level in s:tiles() do assert.equal(cost, s:cost(map:cell(col, row, level))) end
    assert.equal(2, map:cell(1, 1, 2).z)
    assert.equal(b, map:path({ x = 1, y = 1 }, { x = 7, y = 5, level = 2 })[7])
  end)
end)

-- Each level as a grid of its own ----------------------------------------------------------------------------

-- A map of several levels, and for each level a map of its own, with the same cells and walls.
local function twins(rng, wrap)
  local options
  repeat
    options = tiles.random_options(rng, { wrap = wrap, odd = true, levels = false, size = 9, layout = rng:pick(tiles.LAYOUTS) })
  until not (options.wrap or "x"):find "y"
  local levels = rng:int(2, 4)
  local single, shape = {}, {}
  for k, v in pairs(options) do shape[k] = v end
  shape.levels, shape.level_height = levels, rng:chance(0.5) and rng:pick { 0, 1, 5, -2 } or nil
  local map = astar.grid(shape)
  local density, walls = rng:real(0, 0.45), rng:chance(0.6) and rng:int(0, 12) or 0
  local function both(level, fn)
    fn(map, level)
    fn(single[level], nil)
  end
  for level = 1, levels do
    single[level] = astar.grid(options)
    for row = 1, map.height do
      for col = 1, map.width do
        local blocked, terrain = rng:chance(density), rng:chance(0.3) and rng:pick { "wet", "mud" }
        both(level, function(m, at)
          if blocked then m:block(col, row, true, at) end
          if terrain then m:set(col, row, terrain, at) end
        end)
      end
    end
    for _ = 1, walls do
      local a, near = single[level]:cell(rng:int(1, map.width), rng:int(1, map.height)), {}
      for b in a:links() do near[#near + 1] = b end
      if #near > 0 then
        local b, oneway = rng:pick(near), rng:chance(0.3)
        both(level, function(m, at)
          local p, q = m:cell(a.col, a.row, at), m:cell(b.col, b.row, at)
          if oneway then m:unlink(p, q, { oneway = true }) else m:wall(p, q) end
        end)
      end
    end
  end
  local size = rng:int(1, math.min(map.width, map.height, 3))
  local function units(m)
    m:unit("man", { wet = false })
    m:unit("cart", { mud = 3, wet = 0.5 }, { size = size })
  end
  units(map)
  for level = 1, levels do units(single[level]) end
  return map, single
end

-- A cell of the single map on the level of the other.
local function onto(map, cell, level)
  return cell and map:cell(cell.col, cell.row, level)
end

local function some_cell(rng, map)
  return map:cell(rng:int(1, map.width), rng:int(1, map.height))
end

local function box_of(map)
  local x1, y1, x2, y2 = 1e9, 1e9, -1e9, -1e9
  for row = 1, map.height do
    for col = 1, map.width do
      local o = map:outline(col, row)
      for i = 1, #o, 2 do
        x1, y1, x2, y2 = math.min(x1, o[i]), math.min(y1, o[i + 1]), math.max(x2, o[i]), math.max(y2, o[i + 1])
      end
    end
  end
  return x1, y1, x2, y2
end

local function same(want, got, what)
  that(want == got or want ~= want and got ~= got, "%s: %s, should be %s", what, tostring(got), tostring(want))
end

describe("each level", function()
  it("has the places, rays, lines of sight and nearest cells of a grid of its own", function()
    random.cases("levels: places", 400, function(rng)
      local map, single = twins(rng, true)
      local x1, y1, x2, y2 = box_of(map)
      for _ = 1, 25 do
        local level = rng:int(1, map.levels)
        local own = single[level]
        local x, y = rng:real(x1 - 1, x2 + 1), rng:real(y1 - 1, y2 + 1)
        local u, v = rng:real(x1 - 1, x2 + 1), rng:real(y1 - 1, y2 + 1)
        same(onto(map, own:at(x, y), level), map:at(x, y, level), "at")
        local unit = rng:pick { "man", "cart" }
        local cell, hx, hy = own:raycast(x, y, u, v, unit)
        local got, gx, gy = map:raycast(x, y, u, v, { unit = unit, level = level })
        same(onto(map, cell, level), got, "cell of a ray")
        same(hx, gx, "x of a ray")
        same(hy, gy, "y of a ray")
        local a, b = some_cell(rng, own), some_cell(rng, own)
        same(own:sight(a, b, unit), map:sight(onto(map, a, level), onto(map, b, level), unit), "sight")
        local opts = { unit = rng:chance(0.7) and unit or nil, linked = rng:chance(0.3),
          radius = rng:chance(0.3) and rng:real(0, 3) or nil }
        local near, distance = own:nearest(x, y, opts)
        opts.level = level
        local found, off = map:nearest(x, y, opts)
        same(onto(map, near, level), found, "nearest")
        same(distance, off, "distance of the nearest")
        local other = level % map.levels + 1
        same(false, map:sight(onto(map, a, level), onto(map, a, other)), "sight between levels")
      end
    end)
  end)

  it("has the ranges, flows, directions and routes of a grid of its own", function()
    random.cases("levels: routes", 300, function(rng)
      local map, single = twins(rng, true)
      local x1, y1, x2, y2 = box_of(map)
      for _ = 1, 4 do
        local level = rng:int(1, map.levels)
        local own = single[level]
        local before = (level - 1) * map.width * map.height
        local a, b = some_cell(rng, own), some_cell(rng, own)
        local opts = { unit = rng:pick { "man", "cart" }, turn_cost = rng:chance(0.2) and 0.5 or nil }
        local mine, yours = map:flow(onto(map, b, level), opts), own:flow(b, opts)
        local costs, wanted = mine:costs(), yours:costs()
        for id = 1, #map do same(wanted[id - before] or false, costs[id], "cost of a flow") end
        for _ = 1, 20 do
          local x, y = rng:real(x1 - 1, x2 + 1), rng:real(y1 - 1, y2 + 1)
          local dx, dy = yours:direction(x, y)
          local gx, gy = mine:direction(x, y, level)
          same(dx, gx, "direction")
          same(dy, gy, "direction")
        end
        local path, cost = own:path(a, b, opts)
        local got, sum = map:path(onto(map, a, level), onto(map, b, level), opts)
        that((path == nil) == (got == nil), "path: %s, should be %s", tostring(got), tostring(path))
        if path then
          check.near(cost, sum, "cost of a path")
          for i = 1, #got do same(level, got[i].level, "level of a path") end
        else
          same(cost, sum, "status")
        end
        same(own:connected(a, b, opts.unit), map:connected(onto(map, a, level), onto(map, b, level), opts.unit), "connected")
        local reach, range = own:reach(a, 3, opts.unit), map:reach(onto(map, a, level), 3, opts.unit)
        local want, have = {}, {}
        for node, state in reach:nodes() do want[#want + 1] = (node.id + before) .. state end
        for node, state in range:nodes() do have[#have + 1] = node.id .. state end
        table.sort(want)
        table.sort(have)
        same(table.concat(want, " "), table.concat(have, " "), "range")
      end
    end)
  end)

  it("has the order of expansion of a grid of its own", function()
    random.cases("levels: order", 200, function(rng)
      local map, single = twins(rng, true)
      local level = rng:int(1, map.levels)
      local own = single[level]
      local before = (level - 1) * map.width * map.height
      local a, b = some_cell(rng, own), some_cell(rng, own)
      -- Not the cart: the cheapest terrain of all levels counts in its estimates.
      local s, t = own:search(a, b, "man"), map:search(onto(map, a, level), onto(map, b, level), "man")
      s:run()
      t:run()
      local want, have = {}, {}
      for node, state, cost in s:nodes() do want[#want + 1] = (node.id + before) .. state .. tostring(cost) end
      for node, state, cost in t:nodes() do have[#have + 1] = node.id .. state .. tostring(cost) end
      same(table.concat(want, " "), table.concat(have, " "), "order")
    end)
  end)

  it("has the smooth paths and the open ground of a grid of its own", function()
    random.cases("levels: smooth", 250, function(rng)
      local map, single = twins(rng, false)
      local level = rng:int(1, map.levels)
      local own = single[level]
      local a, b, unit = some_cell(rng, own), some_cell(rng, own), rng:pick { "man", "cart" }
      -- The same route: by a flow, which knows no jump points.
      local path, got = own:flow(b, unit):path(a), map:flow(onto(map, b, level), unit):path(onto(map, a, level))
      that((path == nil) == (got == nil), "path")
      if path then
        local radius, curve = rng:chance(0.4) and rng:real(0, 0.4) or nil, rng:chance(0.3) and 0.5 or nil
        local want = own:smooth(path, { radius = radius, curve = curve })
        local have = map:smooth(got, { radius = radius, curve = curve })
        same(table.concat(want:points(), " "), table.concat(have:points(), " "), "points of a smooth path")
        check.near(want.cost, have.cost, "cost of a smooth path")
        that(have:valid(), "a smooth path is valid")
        for i = 1, #have do same(level, have[i].level, "level of a point") end
        -- Once more, and a part of it.
        that(map:smooth(have):valid() and have:cut(1, math.min(2, #have)):valid(), "smoothed again")
      end
      local plane, open = astar.plane { grid = own, unit = "man" }, astar.plane { grid = map, unit = "man", level = level }
      same(#plane, #open, "obstacles")
      local _, length = plane:path(a.x, a.y, b.x, b.y)
      local _, found = open:path(a.x, a.y, b.x, b.y)
      same(length, found, "path on open ground")
    end)
  end)

  it("has the picture of a grid of its own", function()
    random.cases("levels: pictures", 60, function(rng)
      local map, single = twins(rng, true)
      local level = rng:int(1, map.levels)
      local own = single[level]
      local a, b = some_cell(rng, own), some_cell(rng, own)
      local what = { search = rng:chance(0.5), range = rng:chance(0.5), flow = rng:chance(0.5), path = rng:chance(0.7) }
      local labels, legend, tree = rng:chance(0.5) and { "g", "h", "name" }, rng:chance(0.5), rng:chance(0.5)
      local function picture(m, at)
        local p, q = onto(m, a, at), onto(m, b, at)
        local danger = m:layer "danger"
        danger:set(a.col, a.row, 2, at)
        danger:fill(b.col, b.row, 2, 2, 1, at)
        q.name = "goal"
        local options = { level = at, labels = labels, legend = legend, tree = tree, shades = { danger }, marks = { p }, places = { q } }
        -- The least multiplier of all levels counts for an estimate.
        if what.search then options.search = m:search(p, q, { unit = "man", heuristic = "zero" }) options.search:run() end
        if what.range then options.range = m:reach(p, 2, "man") end
        if what.flow then options.flow = m:flow(q, "man") end
        if what.path then options.path = m:flow(q, "man"):path(p) end
        return svg(m, options)
      end
      same(picture(own), picture(map, level), "picture")
      -- What is on another level does not show.
      local other = level % map.levels + 1
      local path = map:flow(onto(map, b, level), "man"):path(onto(map, a, level))
      local bare = svg(map, { level = other })
      if path then same(bare, svg(map, { level = other, path = path, places = { path[1] }, marks = { path[1] } }), "other level") end
      raises("option 'level': level 9 is outside the map", svg, map, { level = 9 })
      raises("option 'level': number expected, got string", svg, map, { level = "1" })
    end)
    raises("option 'level': a graph has none", svg, astar.graph(), { level = 1 })
  end)

  it("shows the parts of a path that are on it", function()
    local map = astar.grid { width = 5, height = 1, levels = 2 }
    map:link(map:cell(3, 1), map:cell(3, 1, 2))
    local path = map:path(map:cell(1, 1), map:cell(5, 1, 2))
    local alone = astar.grid { width = 5, height = 1 }
    local function without_ends(text) return (text:gsub("<circle[^>]*>\n", "")) end
    for level, part in ipairs { (alone:path(alone:cell(1, 1), alone:cell(3, 1))), (alone:path(alone:cell(3, 1), alone:cell(5, 1))) } do
      same(without_ends(svg(alone, { path = part })), without_ends(svg(map, { path = path, level = level })), "part")
    end
  end)

  it("has the discs of a grid of its own", function()
    random.cases("levels: discs", 60, function(rng)
      local map, single = twins(rng, false)
      local level = rng:int(1, map.levels)
      local own = single[level]
      local wide = math.huge
      local o = own:outline(1, 1)
      for i = 3, #o, 2 do wide = math.min(wide, math.abs(o[i] - o[1]) + math.abs(o[i + 1] - o[2])) end
      -- Not later: after an edit anywhere discs look for their ways anew, from where they are.
      map:block(rng:int(1, map.width), rng:int(1, map.height), rng:chance(0.5), level % map.levels + 1)
      local one, other = own:crowd { radius = wide / 8, unit = "man" }, map:crowd { radius = wide / 8, unit = "man", level = level }
      local goal = some_cell(rng, own)
      local flow, flow_there = own:flow(goal, "man"), map:flow(onto(map, goal, level), "man")
      for _ = 1, rng:int(1, 4) do
        local cell, by_flow = some_cell(rng, own), rng:chance(0.5)
        local ok = pcall(one.add, one, cell.x, cell.y, { goal = by_flow and flow or goal, speed = wide })
        local too = pcall(other.add, other, cell.x, cell.y, { goal = by_flow and flow_there or onto(map, goal, level), speed = wide })
        same(ok, too, "room for a disc")
      end
      for step = 1, 60 do
        one:update(0.1)
        other:update(0.1)
        same(table.concat(one:positions(), " "), table.concat(other:positions(), " "), "where discs are")
        if step % 10 == 0 then
          local cell, blocked = some_cell(rng, own), rng:chance(0.3)
          own:block(cell.col, cell.row, blocked)
          map:block(cell.col, cell.row, blocked, level)
          if rng:chance(0.3) then
            local text = other:save()
            other = map:crowd(text)
            that(other:save() == text, "a saved crowd")
            flow_there = map:flow(onto(map, goal, level), "man")
            for disc in other:agents() do
              if not disc.goal then disc.goal = flow_there end
            end
            break
          end
        end
      end
    end)
  end)
end)

-- From level to level ----------------------------------------------------------------------------------------

-- The costs from a cell, by plain Dijkstra over columns, rows and levels, on squares with four neighbours and links.
local function dijkstra(width, height, open, price, links, from)
  local function key(col, row, level) return ((level - 1) * height + row - 1) * width + col end
  local cost, done, start = {}, {}, key(from[1], from[2], from[3])
  cost[start] = 0
  while true do
    local best
    for k, c in pairs(cost) do
      if not done[k] and (not best or c < cost[best]) then best = k end
    end
    if not best then return cost end
    done[best] = true
    local col, row = (best - 1) % width + 1, math.floor((best - 1) / width) % height + 1
    local level = math.floor((best - 1) / width / height) + 1
    local function relax(k, step)
      local sum = cost[best] + step
      if open[k] and (not cost[k] or sum < cost[k]) then cost[k] = sum end
    end
    for _, d in ipairs { { 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 } } do
      local c, r = col + d[1], row + d[2]
      if c >= 1 and c <= width and r >= 1 and r <= height then
        local k = key(c, r, level)
        relax(k, price[k])
      end
    end
    for _, link in ipairs(links) do
      if link.from == best then relax(link.to, link.cost * price[link.to]) end
    end
  end
end

describe("links between levels", function()
  it("are the only way, and the cheapest routes take them", function()
    random.cases("stairs", 500, function(rng)
      local width, height, levels = rng:int(1, 7), rng:int(1, 7), rng:int(2, 4)
      local map = astar.grid { width = width, height = height, levels = levels, neighbours = 4, level_height = rng:pick { 0, 1, 2 } }
      map:unit("man", { mud = 3 })
      local count, open, price, links = width * height * levels, {}, {}, {}
      for id = 1, count do
        local node = map:node(id)
        open[id], price[id] = not rng:chance(0.25), rng:chance(0.3) and 3 or 1
        node.blocked = not open[id]
        if price[id] == 3 then node.terrain = "mud" end
      end
      local function connect()
        local a, b = map:node(rng:int(1, count)), map:node(rng:int(1, count))
        local cost = rng:pick { 0, 0.5, 1, 2, 7 }
        if a.level == b.level then return end
        map:link(a, b, { cost = cost, oneway = true })
        for i = #links, 1, -1 do
          if links[i].from == a.id and links[i].to == b.id then table.remove(links, i) end
        end
        links[#links + 1] = { from = a.id, to = b.id, cost = cost }
      end
      for _ = 1, rng:int(0, 8) do connect() end
      local searches, flow = {}, map:flow(map:node(1), "man")
      for round = 1, 3 do
        local start = map:node(rng:int(1, count))
        local want = dijkstra(width, height, open, price, links, { start.col, start.row, start.level })
        local range = map:reach(start, check.inf, "man")
        local costs = range:costs()
        searches[round] = map:search(start, nil, "man")
        searches[round]:run()
        for id = 1, count do
          that(check.close(want[id] or -1, costs[id] or -1), "round %d, cost of %d: %s, should be %s", round, id,
            tostring(costs[id]), tostring(want[id]))
          local goal = map:node(id)
          local path, cost = map:path(start, goal, "man")
          that((path ~= nil) == (want[id] ~= nil) , "path to %d", id)
          if path then check.near(want[id], cost, "path to %d", id) end
          same(want[id] ~= nil, map:connected(start, goal, "man"), "connected")
          if rng:chance(0.2) then
            local s = map:search(start, goal, { unit = "man", turn_cost = 0, heuristic = rng:pick { "auto", "euclidean", "manhattan" } })
            s:run()
            check.near(want[id] or -1, s:cost(goal) or -1, "search to %d", id)
          end
        end
        -- Edits, which ranges and flows take in.
        for _ = 1, 3 do
          local id = rng:int(1, count)
          open[id] = rng:chance(0.6)
          map:node(id).blocked = not open[id]
          if rng:chance(0.4) then connect() end
        end
        searches[round]:repair()
        searches[round]:run()
        flow:repair()
        flow:run()
        want = dijkstra(width, height, open, price, links, { start.col, start.row, start.level })
        local fresh = map:flow(map:node(1), "man")
        for id = 1, count do
          check.near(want[id] or -1, searches[round]:cost(map:node(id)) or -1, "repaired, cost of %d", id)
          check.near(fresh:cost(map:node(id)) or -1, flow:cost(map:node(id)) or -1, "repaired flow, cost of %d", id)
        end
        if rng:chance(0.3) then
          map:prepare "man"
        end
      end
      local text = map:save()
      local copy = assert(astar.load(text))
      that(copy:save() == text and copy.levels == levels, "saved and loaded")
      local a, b = map:node(rng:int(1, count)), map:node(rng:int(1, count))
      same(select(2, map:path(a, b, "man")), select(2, copy:path(copy:node(a.id), copy:node(b.id), "man")), "path of the copy")
    end)
  end)

  it("cost what a step costs, straight up, if nothing else is said", function()
    for _, layout in ipairs(tiles.LAYOUTS) do
      for _, options in ipairs { {}, { cell = 32 }, { cell = 32, step = 1 }, { cell = { 6, 4 } } } do
        options.layout, options.width, options.height, options.levels = layout, 3, 3, 3
        local map = astar.grid(options)
        local a = map:cell(2, 2)
        map:link(a, map:cell(2, 2, 2))
        local _, cost = map:path(a, map:cell(2, 2, 2))
        local _, step = map:path(a, map:cell(3, 2))
        if layout:find "-q" then
          _, step = map:path(a, map:cell(2, 3))
        end
        check.near(step, cost, "%s, a link up", layout)
      end
    end
  end)

  it("are kept by smooth paths", function()
    random.cases("smooth stairs", 150, function(rng)
      local map = twins(rng, true)
      for level = 2, map.levels do
        local a, b = some_cell(rng, map), some_cell(rng, map)
        map:link(onto(map, a, level - 1), onto(map, b, level), { cost = 1 })
      end
      local path = map:path(some_cell(rng, map), onto(map, some_cell(rng, map), map.levels), "man")
      if not path then return end
      local smooth = map:smooth(path)
      that(smooth:valid(), "valid")
      -- Smooth paths are measured by lengths, also where a diagonal step costs only 0.3 of a straight one.
      local most = path.cost * math.sqrt(2) / 0.3
      that(smooth.cost <= most + 1e-6, "costs %s, at most %s", smooth.cost, most)
      local level, changes = smooth[1].level, 0
      for i = 2, #smooth do
        local now = smooth[i].level
        if now ~= level then
          changes = changes + 1
          local linked = false
          for node in smooth[i - 1]:links() do linked = linked or node == smooth[i] end
          that(linked, "from level %d to %d without a link", level, now)
        end
        level = now
      end
      same(map.levels - 1, changes, "links")
    end)
  end)

  it("are no steps to followers, wherever they lead", function()
    -- The last cell of one level and the first of the next have neighbouring ids; lifts keep their column and row.
    for _, ends in ipairs { { { 4, 3, 1 }, { 1, 1, 2 } }, { { 2, 2, 1 }, { 2, 2, 2 } }, { { 2, 2, 1 }, { 3, 2, 2 } },
      { { 2, 3, 1 }, { 2, 1, 2 } } } do
      local map = astar.grid { width = 4, height = 3, levels = 2 }
      local from, to = map:cell(check.unpack(ends[1])), map:cell(check.unpack(ends[2]))
      map:link(from, to, { cost = 1 })
      local start, goal = map:cell(1, 2), map:cell(4, 2, 2)
      for _, by in ipairs { "path", "flow" } do
        local asked = {}
        local f = follow(start, 2, { links = function(a, b)
          asked[#asked + 1] = { a, b }
          return 0.5
        end })
        f:go(by == "path" and map:path(start, goal) or map:flow(goal))
        local seen = {}
        for _ = 1, 400 do
          if f.done then break end
          f:update(0.05)
          if f.link then seen[#seen + 1] = f.link end
        end
        that(f.done and f.x == goal.x and f.y == goal.y and f.z == goal.z, "%s: arrives", by)
        that(#asked == 1 and asked[1][1] == from and asked[1][2] == to and #seen > 0, "%s: asked for the link", by)
        f = follow(start, 2)
        f:go(by == "path" and map:path(start, goal) or map:flow(goal))
        for _ = 1, 400 do
          if not f.done then f:update(0.05) end
        end
        that(f.done and f.z == goal.z, "%s: jumps", by)
      end
    end
  end)

  it("are found by followers from any place on their level", function()
    local map = astar.grid { width = 12, height = 9, levels = 2 }
    for col = 3, 10 do map:block(col, 5, true, 2) end
    map:link(map:cell(12, 1, 1), map:cell(12, 1, 2))
    local goal = map:cell(12, 9, 2)
    local flow = map:flow(goal)
    local function seconds(f)
      assert.is_true(f:go(flow))
      for n = 1, 400 do
        that(f:behind().level == 2, "leaves the level")
        f:update(0.05)
        if f.done then
          same(goal, f:behind(), "goal")
          return n
        end
      end
      error "does not arrive"
    end
    same(seconds(follow(map:cell(2, 4, 2), 2)), seconds(follow({ x = 1.5, y = 3.5, level = 2 }, 2)), "updates from a place")
    local place = follow({ x = 1.5, y = 3.5, level = 2 }, 2)
    place:go(flow)
    place:update(0)
    same(map:cell(1, 1, 2).z, place.z, "height")
    assert.is_false(follow({ x = 1.5, y = 3.5, level = 3 }, 2):go(flow))
    raises("(level: finite number >= 1 expected, got 0)", follow, { x = 1.5, y = 3.5, level = 0 }, 2)
    -- Between two points of a smooth path.
    local smooth, between = map:path(map:cell(1, 1, 2), map:cell(11, 8, 2), { smooth = { radius = 0.3, curve = 1 } }), 0
    for i = 1, 60 do
      local f = follow(smooth, 1)
      f:update(i * smooth.length / 61)
      if f:ahead().level == 2 and not f:ahead().id and not f:behind().id then
        between = between + 1
        seconds(f)
      end
    end
    that(between > 3, "points on both sides")
  end)

  it("take groups to goals on any level, and to waypoints", function()
    local map = astar.grid { width = 10, height = 10, levels = 3 }
    map:link(map:cell(5, 5, 1), map:cell(5, 5, 2))
    map:link(map:cell(8, 8, 2), map:cell(8, 8, 3))
    local attic, yard = map:add(2.5, 2.5, 2.5), map:add(-3, 2.5, 0)
    map:link(attic, map:cell(2, 2, 3))
    map:link(yard, map:cell(1, 3, 1))
    local crowd, men = map:crowd(), {}
    map:unit("cart", {}, { size = 2 })
    for i = 1, 5 do men[i] = crowd:add(map:cell(2 * i - 1, 1), { unit = i < 3 and "cart" or nil }) end
    local group = crowd:group(men)
    local function go(goal, level)
      group.goal = goal
      local went_on = map:crowd(crowd:save())
      for _ = 1, 300 do
        crowd:update(1)
        went_on:update(1)
      end
      same("arrived", group.status, "status")
      for _, man in ipairs(men) do
        that(man.node.level == level or man.node == goal, "%s is on level %s, not %s", man, man.node.level, level)
      end
      same(table.concat(crowd:positions(), " "), table.concat(went_on:positions(), " "), "after loading")
    end
    go(map:cell(7, 4, 2), 2)
    go({ x = 7.2, y = 3.1, level = 3 }, 3)
    assert.same({ x = 7.2, y = 3.1, level = 3 }, group.goal)
    go({ 7.2, 3.1 }, 1)
    assert.same({ x = 7.2, y = 3.1 }, group.goal)
    go(attic, 3)
    go(yard, 1)
    raises("field 'level': level 9 is outside the map", function() group.goal = { x = 7.2, y = 3.1, level = 9 } end)
    same(yard, group.goal, "goal")
    -- A waypoint has room for one, but not for a cart.
    local pair = crowd:group { men[4], men[5] }
    pair.goal = yard
    for _ = 1, 100 do crowd:update(1) end
    that(men[4].node == yard or men[5].node == yard, "nobody is on the waypoint")
  end)

  it("cross no other step of agents", function()
    -- As cells are numbered, the last row of a floor is beside the first of the next.
    for row = 1, 2 do
      local map = astar.grid { width = 6, height = 4, levels = 2 }
      map:link(map:cell(3, 4), map:cell(4, row, 2), { cost = 1 })
      map:link(map:cell(4, 4), map:cell(3, row, 2), { cost = 1 })
      local crowd = map:crowd()
      local a = crowd:add(map:cell(3, 4), { goal = map:cell(4, row, 2) })
      local b = crowd:add(map:cell(4, 4), { goal = map:cell(3, row, 2) })
      crowd:update(1)
      that(a.status == "arrived" and b.status == "arrived", "row %d: %s, %s", row, a, b)
    end
  end)

  it("take agents from floor to floor, and no two to one cell", function()
    random.cases("agents on stairs", 60, function(rng)
      local map = astar.grid { width = rng:int(2, 6), height = rng:int(2, 6), levels = rng:int(2, 3) }
      for level = 2, map.levels do
        for _ = 1, 2 do
          local a = some_cell(rng, map)
          map:link(onto(map, a, level - 1), onto(map, some_cell(rng, map), level), { cost = 1 })
        end
      end
      local crowd, free = map:crowd(), {}
      for node in map:nodes() do free[#free + 1] = node end
      local function take() return table.remove(free, rng:int(1, #free)) end
      local goals, agents = {}, {}
      for i = 1, rng:int(1, math.floor(#free / 5)) do
        goals[i] = take()
        agents[i] = crowd:add(goals[i])
      end
      for i = 1, #agents do agents[i].goal = goals[#agents + 1 - i] end
      for _ = 1, 600 do
        crowd:step()
        local taken, moving = {}, false
        for _, a in ipairs(agents) do
          that(not taken[a.node], "two agents on %s", a.node)
          taken[a.node] = true
          moving = moving or a.status ~= "arrived" and a.status ~= "stuck"
        end
        if not moving then break end
      end
      for i, a in ipairs(agents) do
        that(a.status == "arrived" and a.node == goals[#agents + 1 - i] or a.status == "stuck", "agent %d is %s", i, a.status)
      end
    end)
  end)
end)

describe("discs", function()
  it("stay on the level of their crowd", function()
    local map = astar.grid { width = 6, height = 6, levels = 2 }
    map:block(3, 3, true, 2)
    local crowd = map:crowd { radius = 0.3, level = 2 }
    raises("a cell that cannot be entered is too near", crowd.add, crowd, 2.5, 2.5)
    local disc = crowd:add(0.5, 0.5)
    raises("the node is on level 1, the crowd on level 2", function() disc.goal = map:cell(3, 3) end)
    raises("the path is on level 1, the crowd on level 2", function() disc.goal = map:path(map:cell(1, 1), map:cell(2, 2)) end)
    disc.goal = map:path(map:cell(1, 1, 2), map:cell(6, 6, 2))
    for _ = 1, 200 do crowd:update(0.1) end
    assert.equal("arrived", disc.status)
    disc.goal = map:cell(1, 6, 2)
    for _ = 1, 200 do crowd:update(0.1) end
    assert.equal("arrived", disc.status)
    local other = astar.grid { width = 6, height = 6 }
    raises("lacks the level on which the discs are", other.crowd, other, crowd:save())
    -- Places are on the level of the crowd, unless they say another one; points of smooth paths have one.
    same(2, crowd.level, "level")
    disc.goal = { 2.5, 0.5 }
    disc.goal = { x = 2.5, y = 0.5, level = 2 }
    raises("the place is on level 1, the crowd on level 2", function() disc.goal = { x = 2.5, y = 0.5, level = 1 } end)
    raises("field 'level': level 9 is outside the map", function() disc.goal = { x = 2.5, y = 0.5, level = 9 } end)
    local group = crowd:group { disc }
    raises("the place is on level 1, the crowd on level 2", function() group.goal = { x = 2.5, y = 0.5, level = 1 } end)
    map:block(3, 3, true, 1)
    local smooth = map:path(map:cell(1, 1), map:cell(6, 6), { smooth = true })
    raises("the path is on level 1, the crowd on level 2", function() disc.goal = smooth:cut(2, #smooth - 1) end)
    local saved = astar.grid({ width = 6, height = 6 }):crowd { radius = 0.3 }:save()
    assert.equal(0, #map:crowd(saved))
  end)

  it("on the plane of a level see that level of flows", function()
    local map = astar.grid { width = 12, height = 8, levels = 2 }
    for row = 1, 8 do
      if row ~= 2 then map:block(6, row, true, 2) end
      if row ~= 7 then map:block(6, row, true, 1) end
    end
    local flow = map:flow(map:cell(11, 4, 2))
    local ground = astar.plane { grid = map, level = 2 }
    for _, crowd in ipairs { ground:crowd { radius = 0.3 }, astar.load(ground:save()):crowd { radius = 0.3, level = 2 } } do
      local disc = crowd:add(1.5, 4.5, { goal = flow })
      for _ = 1, 300 do crowd:update(0.1) end
      same("arrived", disc.status, "status")
      same(2, crowd.level, "level")
    end
    raises("option 'level': number >= 1 expected, got 0", ground.crowd, ground, { level = 0 })
    raises("option 'level': whole number expected, got 1.5", ground.crowd, ground, { level = 1.5 })
  end)

  it("take in edits of other levels at no cost, and of their own", function()
    random.cases("levels: edits under discs", 40, function(rng)
      local map = astar.grid { width = rng:int(4, 12), height = rng:int(4, 12), levels = 2 }
      local crowd = map:crowd { radius = 0.2, level = 2 }
      crowd:add(0.5, 0.5)
      for _ = 1, rng:int(1, 30) do
        local cell = some_cell(rng, map)
        local level = rng:int(1, 2)
        if rng:chance(0.3) and cell.col < map.width then
          map:wall(onto(map, cell, level), map:cell(cell.col + 1, cell.row, level), rng:chance(0.7))
        elseif cell.col > 1 or cell.row > 1 then
          map:block(cell.col, cell.row, rng:chance(0.5), level)
        end
        if rng:chance(0.5) then crowd:update(0.1) end
      end
      crowd:update(0.1)
      -- What cannot be entered now is where no disc can be added.
      for col, row, _, blocked in map:tiles(1, 1, map.width, map.height, 2) do
        local added, disc = pcall(crowd.add, crowd, col - 0.5, row - 0.5)
        same(not blocked, added, "a disc on a cell")
        if added then disc:remove() end
      end
    end)
  end)
end)
