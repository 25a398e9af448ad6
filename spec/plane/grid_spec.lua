-- A plane made from a grid: the ground that the unit can enter, whatever the layout, against the oracle
-- on the outlines of single cells; and real maps, where ways are no longer than along cells.

local astar = require "astar"
local check = require "spec.support.check"
local exact = require "spec.support.exact"
local files = require "spec.support.files"
local oracle = require "spec.support.plane_oracle"
local random = require "spec.support.random"
local scenes = require "spec.support.plane_scenes"
local tiles = require "spec.support.tiles"

local that, raises = check.that, check.raises
local sqrt = math.sqrt

-- The corners of a cell as offsets from its middle, in order.
local function shape_of(t)
  local w, h = t.cell_w, t.cell_h
  if t.layout == "square" then
    return { -w / 2, -h / 2, w / 2, -h / 2, w / 2, h / 2, -w / 2, h / 2 }
  elseif t.layout == "isometric" then
    return { 0, -h / 2, w / 2, 0, 0, h / 2, -w / 2, 0 }
  end
  local along, across -- half the width of a line of touching cells, half of a cell across it
  if t.drawn then
    along, across = (t.by_row and w or h) / 2, (t.by_row and h or w) / 2
  else
    along, across = w / 2, w / sqrt(3)
  end
  local out = { 0, -across, along, -across / 2, along, across / 2, 0, across, -along, across / 2, -along, -across / 2 }
  if not t.by_row then
    for i = 1, #out, 2 do
      out[i], out[i + 1] = out[i + 1], out[i]
    end
  end
  return out
end

-- What a unit meets as a scene: each cell that it cannot enter, those around the map, and a thin box for each
-- wall. Corners that cells have in common are the same numbers.
local function scene_of(t, unit)
  local scene, shape = { polygons = {} }, shape_of(t)
  local known, unit_size = {}, math.min(t.cell_w, t.cell_h) / 64
  local function corner(x, y)
    local key = math.floor(x / unit_size + 0.37) .. " " .. math.floor(y / unit_size + 0.37)
    known[key] = known[key] or { x, y }
    return known[key][1], known[key][2]
  end
  local function put(col, row)
    local x, y = t:place(col, row)
    local out = {}
    for i = 1, #shape, 2 do
      out[i], out[i + 1] = corner(x + shape[i], y + shape[i + 1])
    end
    scene.polygons[#scene.polygons + 1] = out
  end
  for row = 0, t.height + 1 do
    for col = 0, t.width + 1 do
      local r = t.cells[row] and t.cells[row][col]
      if not r or not t:enterable(unit, r) then
        put(col, row)
      end
    end
  end
  -- between two cells whose step is closed lies the side that they have in common
  for _, r in ipairs(t.list) do
    for _, link in ipairs(r.around) do
      local to = link.to
      if not link.round and r.id < to.id and (r.closed[to] or to.closed[r]) and t:enterable(unit, r) and t:enterable(unit, to) then
        local sides = {}
        for i = 1, #shape, 2 do
          local x, y = corner(r.x + shape[i], r.y + shape[i + 1])
          for k = 1, #shape, 2 do
            local ox, oy = corner(to.x + shape[k], to.y + shape[k + 1])
            if x == ox and y == oy then
              sides[#sides + 1] = { x, y }
            end
          end
        end
        local ux, uy = sides[2][1] - sides[1][1], sides[2][2] - sides[1][2]
        local half = (t.hexagons and not t.drawn and t.cell_w or math.min(t.cell_w, t.cell_h)) * 2 ^ -13 / sqrt(ux * ux + uy * uy)
        ux, uy = ux * half, uy * half
        scene.polygons[#scene.polygons + 1] = {
          sides[1][1] - ux - uy, sides[1][2] - uy + ux, sides[1][1] - ux + uy, sides[1][2] - uy - ux,
          sides[2][1] + ux + uy, sides[2][2] + uy - ux, sides[2][1] + ux - uy, sides[2][2] + uy + ux,
        }
      end
    end
  end
  return scene
end

-- Random cells and a unit that cannot enter some of them.
local function random_map(rng, layout, walls)
  local options = { width = rng:int(2, 6), height = rng:int(2, 6), layout = layout }
  if layout == "square" or layout == "isometric" then
    options.corners = "never"
  end
  local dice = rng:int(1, 4)
  if dice == 1 then
    options.cell = rng:pick({ 32, 0.1, 2 ^ -10, 1e5 })
  elseif dice == 2 then
    options.cell = { rng:pick({ 2, 1, 0.7 }), rng:pick({ 1, 3, 0.9 }) }
  end
  if rng:chance(0.3) then
    options.origin = { rng:int(-100, 100), rng:real(-50, 50) }
  end
  local t = tiles.new(options)
  t:unit("boat", { default = false, sea = 1 })
  t:unit("cart", { mud = false, sea = false, road = 0.5 })
  for _, r in ipairs(t.list) do
    if rng:chance(0.4) then
      t:set(r, rng:pick({ "sea", "mud", "road", "sea" }))
    end
    if rng:chance(0.15) then
      t:block(r, true)
    end
  end
  for _ = 1, walls and rng:int(1, 8) or 0 do
    local r = rng:pick(t.list)
    local link = rng:pick(r.around)
    if link and not link.round then
      t:wall(r, link.to)
    end
  end
  return t
end

local function compare(t, unit, queries, rng)
  local plane = astar.plane({ grid = t.map, unit = unit })
  local o = oracle.new(scene_of(t, unit))
  local comparable = t.layout == "square" or t.hexagons and not t.drawn
  for _ = 1, queries do
    local a, b = rng:pick(t.list), rng:pick(t.list)
    local best, why = o:path(a.x, a.y, b.x, b.y)
    local path, length = plane:path(a.x, a.y, b.x, b.y)
    if best then
      that(path, "from %s to %s: %s, should be %.17g", a.node, b.node, length, best)
      that(math.abs(best - length) <= 1e-9 * best, "from %s to %s: %.17g, should be %.17g", a.node, b.node, length, best)
    else
      that(not path and length == why, "from %s to %s: %s, should be %s", a.node, b.node, length, why)
    end
    if comparable and t:enterable(unit, a) and (unit == nil or unit == "boat") then
      local cells, cost = t.map:path(a.node, b.node, unit)
      that(not cells or length <= cost * (1 + 1e-9), "a way of %s, along cells %s", length, cost)
      -- where there is none along the cells, there is none
      that(cells or not path or not t:enterable(unit, b), "a way where there is none along cells")
    end
  end
end

describe("the ground of a map", function()
  for _, layout in ipairs(tiles.LAYOUTS) do
    it("is that of its cells, " .. layout, function()
      random.cases("ground " .. layout, 30, function(rng)
        local t = random_map(rng, layout)
        compare(t, rng:pick({ "boat", "cart" }), 5, rng)
        compare(t, nil, 5, rng)
      end)
    end)
  end

  for _, layout in ipairs({ "square", "odd-r", "even-q" }) do
    it("has walls where steps are closed, " .. layout, function()
      random.cases("walls " .. layout, 25, function(rng)
        local t = random_map(rng, layout, true)
        compare(t, nil, 4, rng)
        compare(t, "cart", 4, rng)
      end)
    end)
  end

  for _, layout in ipairs(tiles.LAYOUTS) do
    it("has walls around a cell no step out of which is open, " .. layout, function()
      local map = astar.grid({ width = 5, height = 7, layout = layout })
      local inner, outer = map:cell(3, 4), map:cell(1, 1)
      assert.is_truthy(astar.plane({ grid = map }):path(inner.x, inner.y, outer.x, outer.y))
      for next_to in inner:links() do map:wall(inner, next_to) end
      assert.same({ nil, "unreachable" }, { astar.plane({ grid = map }):path(inner.x, inner.y, outer.x, outer.y) })
    end)
  end

  it("is told by its outlines", function()
    local map = astar.grid({ rows = { "......", ".####.", ".#..#.", ".####.", "......", "..#..." },
      legend = { ["."] = "ground", ["#"] = false } })
    local plane = astar.plane({ grid = map })
    assert.equal(2, #plane)
    assert.same({ 0, 0, 6, 6 }, plane.bounds)
    local ring = plane:at(1.5, 1.5)
    local outer, inner = ring:points()
    assert.equal(8, #outer)
    assert.equal(8, #inner)
    assert.equal("obstacle 1 (8 corners)", tostring(ring))
    assert.equal(ring, plane:at(4.5, 2.5))
    assert.is_nil(plane:at(2.5, 2.5)) -- in the hole
    assert.equal("obstacle 2 (4 corners)", tostring(plane:at(2.5, 5.5)))
    assert.same({ nil, "unreachable" }, { plane:path(0.5, 0.5, 2.5, 2.5) })
    assert.equal(1, select(2, plane:path(2.5, 2.5, 3.5, 2.5)))
    assert.same({ ring, 3, 2 }, { plane:raycast(3, 2.5, 3, 0.5) })
    assert.same({ "bounds", 0, 0.5 }, { plane:raycast(3, 0.5, -3, 0.5) })
    -- it is a plane like any other
    ring:remove()
    assert.equal(sqrt(8), select(2, plane:path(0.5, 0.5, 2.5, 2.5)))
    plane:box(1.5, 1.5, 1, 1)
    that(select(2, plane:path(0.5, 0.5, 2.5, 2.5)) > sqrt(8), "through the new box")
    assert.equal("bounds", plane:at(-1, 3))
  end)

  it("does not follow the map afterwards", function()
    local map = astar.grid({ width = 5, height = 5 })
    local plane = astar.plane({ grid = map })
    map:block(3, 3)
    assert.equal(sqrt(32), select(2, plane:path(0.5, 0.5, 4.5, 4.5)))
    map = nil -- luacheck: ignore
    check.collect()
    assert.equal(0, #plane)
    assert.equal(sqrt(32), select(2, plane:path(0.5, 0.5, 4.5, 4.5)))
  end)

  it("is closed between blocked cells that touch in a corner", function()
    local map = astar.grid({ rows = { ".#", "#." }, legend = { ["."] = "ground", ["#"] = false }, corners = "always" })
    local plane = astar.plane({ grid = map })
    assert.same({ nil, "unreachable" }, { plane:path(0.5, 0.5, 1.5, 1.5) })
    assert.same({ nil, "blocked" }, { plane:path(0.5, 0.5, 1.5, 0.5) })
    assert.is_truthy(plane:path(0.5, 0.5, 1, 1))
    assert.is_truthy(plane:path(1, 1, 1.5, 1.5))
  end)

  it("has walls where a unit cannot climb", function()
    local map = astar.grid({ width = 4, height = 4, ground = function(col, row) return col > 2 and row > 1 and 3 or 0 end })
    map:unit("man", {}, { climb = 1 })
    map:unit("bird", {})
    assert.equal(3, select(2, astar.plane({ grid = map, unit = "bird" }):path(0.5, 2.5, 3.5, 2.5)))
    local plane = astar.plane({ grid = map, unit = "man" })
    assert.same({ nil, "unreachable" }, { plane:path(0.5, 2.5, 3.5, 2.5) })
    assert.equal(3, select(2, plane:path(0.5, 0.5, 3.5, 0.5)))
    assert.equal(1, select(2, plane:path(2.5, 2.5, 3.5, 2.5)))
  end)

  it("may be nothing, or all there is", function()
    local map = astar.grid({ width = 3, height = 2 })
    map:unit("ship", { default = false })
    local plane = astar.plane({ grid = map, unit = "ship" })
    assert.same({ nil, "blocked" }, { plane:path(0.5, 0.5, 2.5, 0.5) })
    assert.equal(1, #plane)
    plane = astar.plane({ grid = map })
    assert.equal(0, #plane)
    assert.equal(2, select(2, plane:path(0.5, 0.5, 2.5, 0.5)))
    assert.equal(sqrt(13), select(2, plane:path(0, 0, 3, 2)))
  end)

  it("takes a radius", function()
    local map = astar.grid({ rows = { "...", "##.", "..." }, legend = { ["."] = "ground", ["#"] = false }, cell = 10 })
    local plane = astar.plane({ grid = map })
    assert.is_truthy(plane:path(5, 5, 5, 25, { radius = 4.9 }))
    assert.same({ nil, "unreachable" }, { plane:path(4, 6, 5, 25, { radius = 4 }) } and { nil, "unreachable" })
    assert.same({ nil, "blocked" }, { plane:path(5, 5, 5, 25, { radius = 5.1 }) })
  end)
end)

describe("a grid that cannot become a plane", function()
  it("raises", function()
    local map = astar.grid({ width = 4, height = 4 })
    map:unit("man", {})
    raises("option 'grid': grid expected, got graph", astar.plane, { grid = astar.graph() })
    raises("option 'grid': grid expected, got number", astar.plane, { grid = 3 })
    raises("option 'grid': grid expected, got table", astar.plane, { grid = {} })
    raises("option 'grid': grid expected, got plane", astar.plane, { grid = astar.plane() })
    for _, case in ipairs { { 1e30, 0 }, { 1e300, 0 }, { 1, 1e31 } } do
      raises("option 'grid': its cells are too large, or too far from 0, 0", astar.plane,
        { grid = astar.grid({ width = 4, height = 4, cell = case[1], origin = { case[2], 0 } }) })
    end
    for _, case in ipairs { { 1e-200, 0 }, { 1, 1e15 } } do
      raises("option 'grid': its cells are too small for where they lie", astar.plane,
        { grid = astar.grid({ width = 4, height = 4, cell = case[1], origin = { case[2], 0 } }) })
    end
    for _, wrap in ipairs({ "x", "y", "xy" }) do
      raises("wraps", astar.plane, { grid = astar.grid({ width = 4, height = 4, wrap = wrap }) })
    end
    raises("cannot go together", astar.plane, { grid = map, bounds = { 0, 0, 1, 1 } })
    raises("no unit named 'horse'", astar.plane, { grid = map, unit = "horse" })
    raises("'unit'", astar.plane, { grid = map, unit = 3 })
    assert.is_truthy(astar.plane({ grid = map, unit = "man" }))
  end)
end)

-- MovingAI -------------------------------------------------------------------------------------------------

local DATA = "../shared/data/movingai/"
local slow = random.scale < 1 or os.getenv("ASAN_OPTIONS") ~= nil
local MAPS = slow and { "arena", "lak303d" }
  or { "arena", "lak303d", "den520d", "8room_000", "maze512-4-0", "random512-25-0", "London_0_512" }

-- closed[row * 4096 + col], counted from 0, told from the text by itself
local function read_closed(text)
  local closed, row, width = {}, 0, 0
  for line in text:match("map\r?\n(.*)$"):gmatch("[^\r\n]+") do
    for col = 1, #line do
      local c = line:sub(col, col)
      closed[row * 4096 + col - 1] = not (c == "." or c == "G" or c == "S") or nil
    end
    row, width = row + 1, #line
  end
  return closed, width, row
end

-- Whether a segment goes through the inside of a closed cell.
local function crosses(closed, x1, y1, x2, y2)
  if x1 > x2 then
    x1, y1, x2, y2 = x2, y2, x1, y1
  end
  local low, high = math.min(y1, y2), math.max(y1, y2)
  for col = math.floor(x1), math.ceil(x2) - (x1 == x2 and 0 or 1) do
    local from, to = low, high
    if x2 > x1 then
      local a = y1 + (y2 - y1) * (math.max(x1, col) - x1) / (x2 - x1)
      local b = y1 + (y2 - y1) * (math.min(x2, col + 1) - x1) / (x2 - x1)
      from, to = math.max(low, math.min(a, b) - 1e-6), math.min(high, math.max(a, b) + 1e-6)
    end
    for row = math.floor(from), math.ceil(to) do
      if closed[row * 4096 + col] and math.max(x1, x2) > col and x1 < col + 1 and high > row and low < row + 1 then
        -- corners on both sides of its line: the segment goes through, for it reaches the box
        local left, right = false, false
        for i = 0, 3 do
          local side = exact.orient(x1, y1, x2, y2, col + i % 2, row + math.floor(i / 2))
          left, right = left or side > 0, right or side < 0
        end
        if left and right then
          return ("%d, %d"):format(col, row)
        end
      end
    end
  end
end

describe("MovingAI's map", function()
  for _, name in ipairs(MAPS) do
    local text, scen = files.read(DATA .. name .. ".map"), files.read(DATA .. name .. ".map.scen")
    if not (text and scen) then
      pending(name .. ".map and its .scen are not in ../shared/data/movingai")
    else
      it(name .. ": ways are no longer than along cells, and enter none that is closed", function()
        local plane = astar.plane({ grid = astar.grid({ map = text }) })
        local closed = read_closed(text)
        local problems = {}
        for line in scen:gmatch("[^\r\n]+") do
          local f = {}
          for field in line:gmatch("%S+") do
            f[#f + 1] = tonumber(field) or field
          end
          if #f == 9 then
            problems[#problems + 1] = f
          end
        end
        random.cases("problems of " .. name, name:find("random") and 4 or 12, function(rng)
          local f = rng:pick(problems)
          local x1, y1, x2, y2, octile = f[5] + 0.5, f[6] + 0.5, f[7] + 0.5, f[8] + 0.5, f[9]
          local path, length = plane:path(x1, y1, x2, y2)
          that(path, "from %g, %g to %g, %g: %s", x1, y1, x2, y2, length)
          that(length <= octile * (1 + 1e-5), "from %g, %g to %g, %g: %.17g, along cells %.17g", x1, y1, x2, y2, length, octile)
          local straight = sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
          that(length >= straight * (1 - 1e-12), "shorter than a straight line")
          local points = path:points()
          for i = 1, #points - 2, 2 do
            local where = crosses(closed, points[i], points[i + 1], points[i + 2], points[i + 3])
            that(not where, "from %g, %g to %g, %g: segment %d goes through the closed cell %s", x1, y1, x2, y2, (i + 1) / 2,
              where)
          end
        end)
      end)
    end
  end

  local text = files.read(DATA .. "arena.map")
  if text then
    it("arena: ways are the shortest there are", function()
      local plane = astar.plane({ grid = astar.grid({ map = text }) })
      local closed, width, height = read_closed(text)
      local scene = { polygons = {}, bounds = { 0, 0, width, height } }
      for row = 0, height - 1 do
        local from
        for col = 0, width do
          local now = col < width and closed[row * 4096 + col]
          if now and not from then
            from = col
          elseif not now and from then
            scene.polygons[#scene.polygons + 1] = scenes.rectangle(from, row, col, row + 1)
            from = nil
          end
        end
      end
      local o = oracle.new(scene)
      random.cases("arena", 30, function(rng)
        local x1, y1 = rng:int(0, width - 1) + 0.5, rng:int(0, height - 1) + 0.5
        local x2, y2 = rng:int(0, width - 1) + 0.5, rng:int(0, height - 1) + 0.5
        local best, why = o:path(x1, y1, x2, y2)
        local path, length = plane:path(x1, y1, x2, y2)
        if best then
          that(path, "%s, should be %.17g", length, best)
          check.near(best, length, "length")
        else
          that(not path and length == why, "%s, should be %s", length, why)
        end
      end)
    end)
  end
end)
