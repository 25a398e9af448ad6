-- Grids: how they are made, where their cells lie, which are neighbours, and that every call of graphs works
-- on them. Routes are in optimal_spec, the loaders in io/loader_spec.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"

local refuses, raises, that, nan, inf = check.refuses, check.raises, check.that, check.nan, check.inf
local with = shapes.with
local root = math.sqrt(2)

-- "col,row col,row" of the steps and links of a cell, in their order.
local function around(node)
  local out = {}
  for to in node:links() do
    out[#out + 1] = to.col and ("%d,%d"):format(to.col, to.row) or "waypoint"
  end
  return table.concat(out, " ")
end

local function cost_between(a, b)
  local least
  for to, cost in a:links() do
    if to == b and (not least or cost < least) then
      least = cost
    end
  end
  return least
end

-- Everything that can be seen of a map, what check.dump leaves out included.
local function dump(map)
  local out = { check.dump(map), tostring(map), ("%d x %d"):format(map.width, map.height) }
  return table.concat(out, "\n")
end

-- map:method(...) raises, and the map is as it was.
local function harmless(map, want, object, method, ...)
  local before = dump(map)
  local message = refuses(want, object, method, ...)
  that(dump(map) == before, "%s raised, but changed the map", method)
  return message
end

describe("a grid", function()
  it("is a userdata of its own type", function()
    local map = astar.grid({ width = 3, height = 2 })
    assert.equal("userdata", type(map))
    assert.equal("astar.grid", getmetatable(map))
    assert.equal("grid (3 x 2)", tostring(map))
  end)

  it("knows its size", function()
    local map = astar.grid({ width = 20, height = 15 })
    assert.equal(20, map.width)
    assert.equal(15, map.height)
    assert.equal(300, #map)
  end)

  it("has no other fields, and none that can be assigned", function()
    local map = astar.grid({ width = 3, height = 2 })
    raises("grid has no field 'foo'", function() return map.foo end)
    raises("grid has no field 'foo'", function() map.foo = 1 end)
    raises("field 'width' of a grid cannot be assigned", function() map.width = 4 end)
    raises("field 'height' of a grid cannot be assigned", function() map.height = 4 end)
    raises("field 'version' of a grid cannot be assigned", function() map.version = 4 end)
    assert.is_false(pcall(function() map.cell = print end))
    assert.is_false(pcall(function() return map[1] end))
    assert.equal(3, map.width)
  end)

  it("begins open, flat and without terrain", function()
    local map = astar.grid({ width = 4, height = 3 })
    local version = map.version
    assert.equal("number", type(version))
    local count = 0
    for node in map:nodes() do
      count = count + 1
      assert.equal(count, node.id)
      assert.equal((node.row - 1) * 4 + node.col, node.id)
      assert.same({ node.col - 0.5, node.row - 0.5, 0 }, { node.x, node.y, node.z })
      assert.equal("default", node.terrain)
      assert.is_false(node.blocked)
      assert.is_nil(node.name)
      assert.is_nil(node.data)
      assert.is_true(node.graph == map)
      assert.equal(node, map:cell(node.col, node.row))
      assert.equal(node, map:node(node.id))
    end
    assert.equal(12, count)
    assert.same({}, map:units())
    assert.equal(version, map.version)
  end)

  it("may be a single cell", function()
    for _, options in ipairs({ {}, { neighbours = 4 }, { wrap = "xy" }, { layout = "odd-r" }, { layout = "isometric" } }) do
      local map = astar.grid(with({ width = 1, height = 1 }, options))
      local cell = map:cell(1, 1)
      assert.equal("", around(cell))
      assert.equal(1, #map)
      local path, cost = map:path(cell, cell)
      assert.equal(0, cost)
      assert.equal(1, #path)
      assert.equal("done", map:search(cell):run())
      assert.equal("grid (1 x 1)", tostring(map))
    end
  end)

  it("does not hold on to the options", function()
    local cell, origin = { 2, 3 }, { 10, 20, 5 }
    local options = { width = 3, height = 2, cell = cell, origin = origin }
    local map = astar.grid(options)
    cell[1], origin[1], options.width = 9, 9, 9
    assert.same({ 11, 21.5, 5 }, { map:cell(1, 1).x, map:cell(1, 1).y, map:cell(1, 1).z })
    assert.same({ width = 9, height = 2, cell = { 9, 3 }, origin = { 9, 20, 5 } }, options)
  end)

  it("has nothing in common with another", function()
    local a, b = astar.grid({ width = 2, height = 2 }), astar.grid({ width = 2, height = 2 })
    a:cell(1, 1).name = "here"
    a:unit("man", { mud = 3 })
    a:fill(1, 1, 2, 2, "mud")
    assert.is_nil(b:node("here"))
    assert.is_nil(b:unit("man"))
    assert.equal("default", b:get(1, 1))
    assert.is_false(a:cell(1, 1) == b:cell(1, 1))
    raises("node of another graph", function() return a:path(a:cell(1, 1), b:cell(2, 2)) end)
  end)

  it("may be large", function()
    local map = astar.grid({ width = 1000, height = 1000 })
    assert.equal(1000000, #map)
    local last = map:cell(1000, 1000)
    assert.equal(1000000, last.id)
    assert.same({ 1000, 1000, 999.5, 999.5 }, { last.col, last.row, last.x, last.y })
    local path, cost = map:path(map:cell(1, 1), last)
    assert.equal(1000, #path)
    assert.near(999 * root, cost, 1e-6)
  end)

  it("takes little memory", function()
    check.collect()
    local before = collectgarbage("count")
    local map = astar.grid({ width = 1000, height = 1000 })
    check.collect()
    -- in the same heap where the module takes Lua's own allocator
    that(collectgarbage("count") - before < 10000, "%.0f KB for a million cells", collectgarbage("count") - before)
    assert.equal(1000, map.width)
  end)

  it("lives as long as one of its cells", function()
    local cell
    check.apart(function()
      cell = astar.grid({ width = 3, height = 3 }):cell(2, 2)
    end)
    check.collect()
    assert.equal("2,2", ("%d,%d"):format(cell.col, cell.row))
    assert.equal(9, #cell.graph)
    assert.equal("1,1 2,1 3,1 1,2 3,2 1,3 2,3 3,3", around(cell))
    assert.equal("astar.grid", getmetatable(cell.graph))
  end)
end)

-- Options --------------------------------------------------------------------------------------------------

describe("the options of a grid", function()
  local SIZE = { width = 6, height = 4 }

  local function bad(options, ...)
    local all = with(SIZE, options)
    local want = { "bad argument #1 to 'grid' (" }
    for i = 1, select("#", ...) do
      want[i + 1] = (select(i, ...))
    end
    return raises(want, astar.grid, all)
  end

  it("are a table", function()
    for _, wrong in ipairs({ 1, "x", true, print, astar.graph() }) do
      raises({ "bad argument #1 to 'grid' (table expected, got " }, astar.grid, wrong)
    end
    raises("bad argument #1 to 'grid' (table expected, got n", astar.grid)
    raises("bad argument #1 to 'grid' (table expected, got nil)", astar.grid, nil)
  end)

  it("are known by name", function()
    raises("bad argument #1 to 'grid' (unknown option 'hight' (did you mean 'height'?))", astar.grid, { width = 20, hight = 15 })
    bad({ neighbors = 4 }, "unknown option 'neighbors' (did you mean 'neighbours'?)")
    bad({ Cell = 4 }, "unknown option 'Cell' (did you mean 'cell'?)")
    bad({ "square" }, "option")
    bad({ [true] = 1 }, "option")
    bad({ [1.5] = 1 }, "option")
    bad({ [print] = 1 }, "option")
    bad({ [("x"):rep(100000)] = 1 }, "unknown option 'xxx")
  end)

  it("must say a size", function()
    raises({ "bad argument #1 to 'grid' (", "width" }, astar.grid, {})
    raises({ "bad argument #1 to 'grid' (", "height" }, astar.grid, { width = 3 })
    raises({ "bad argument #1 to 'grid' (", "width" }, astar.grid, { height = 3 })
  end)

  it("have whole sizes from 1 up", function()
    for _, side in ipairs({ "width", "height" }) do
      for _, value in ipairs({ 0, -1, -1e300, 1.5, 0.5, nan, inf, -inf, 1e300, 2 ^ 32, 2 ^ 53, "3", "x", true, {}, print }) do
        bad({ [side] = value }, "option '" .. side .. "'")
      end
    end
  end)

  it("have sizes that can be held", function()
    for _, size in ipairs({ { 2 ^ 16, 2 ^ 16 }, { 2 ^ 31, 2 }, { 2, 2 ^ 31 }, { 2 ^ 32 - 1, 1 }, { 2 ^ 31, 2 ^ 31 },
      { 2 ^ 20, 2 ^ 20 }, { 65537, 65535 } }) do
      raises({ "bad argument #1 to 'grid' (", "cells" }, astar.grid, { width = size[1], height = size[2] })
    end
  end)

  it("take a cell of any size above 0", function()
    for _, value in ipairs({ 0, -1, -0.5, nan, inf, -inf, "1", true, print, {}, { 1 }, { 1, 2, 3 }, { 0, 1 }, { 1, 0 },
      { -1, 1 }, { 1, nan }, { inf, 1 }, { "1", 1 }, { 1, true } }) do
      for _, layout in ipairs(tiles.LAYOUTS) do
        bad({ layout = layout, cell = value }, "option 'cell'")
      end
    end
    for _, value in ipairs({ 1e-300, 2 ^ -1000, 1e300, 0.1 }) do
      local map = astar.grid(with(SIZE, { cell = value }))
      that(map:cell(1, 1).x == value / 2, "the middle lies at %.17g", map:cell(1, 1).x)
      assert.equal(value, cost_between(map:cell(1, 1), map:cell(2, 1)))
    end
    bad({ cell = 1.7e308 }, "option 'cell'")
    bad({ cell = 1.7e308, layout = "odd-r" }, "option 'cell'")
  end)

  it("take an origin of two or three numbers", function()
    for _, value in ipairs({ 1, "x", true, print, {}, { 1 }, { 1, 2, 3, 4 }, { nan, 0 }, { 0, inf }, { 0, 0, -inf },
      { "0", 0 }, { 0, true }, { 0, 0, "1" } }) do
      bad({ origin = value }, "option 'origin'")
    end
    local map = astar.grid(with(SIZE, { origin = { -7, 1e6 } }))
    assert.same({ -6.5, 1e6 + 0.5, 0 }, { map:cell(1, 1).x, map:cell(1, 1).y, map:cell(1, 1).z })
    map = astar.grid(with(SIZE, { origin = { 1, 2, -3 } }))
    for node in map:nodes() do
      assert.equal(-3, node.z)
    end
  end)

  it("have 4 or 8 neighbours, hexagons 6", function()
    for _, value in ipairs({ 0, 1, 6, 7, 9, -4, 4.5, nan, inf, "4", true, {} }) do
      bad({ neighbours = value }, "option 'neighbours'")
      bad({ layout = "isometric", neighbours = value }, "option 'neighbours'")
    end
    for _, layout in ipairs(tiles.HEXAGONS) do
      for _, value in ipairs({ 4, 8, 5, "6" }) do
        bad({ layout = layout, neighbours = value }, "option 'neighbours'")
      end
    end
    local map = astar.grid(with(SIZE, { neighbours = 4 }))
    assert.equal("2,1 1,2 3,2 2,3", around(map:cell(2, 2)))
    for _, options in ipairs({ {}, { neighbours = 8 } }) do
      map = astar.grid(with(SIZE, options))
      assert.equal("1,1 2,1 3,1 1,2 3,2 1,3 2,3 3,3", around(map:cell(2, 2)))
    end
  end)

  it("have three rules for corners", function()
    for _, value in ipairs({ "sometimes", "", "Never", 1, true, {}, print }) do
      bad({ corners = value }, "option 'corners'")
    end
    for _, value in ipairs({ "never", "one", "always" }) do
      bad({ corners = value, neighbours = 4 }, "option 'corners'")
      bad({ corners = value, layout = "odd-q" }, "option 'corners'")
      assert.equal(6, astar.grid(with(SIZE, { corners = value })).width)
      assert.equal(6, astar.grid(with(SIZE, { corners = value, layout = "isometric" })).width)
    end
  end)

  it("have a diagonal of any length above 0, where there are diagonals of square cells", function()
    for _, value in ipairs({ 0, -1, nan, inf, -inf, "1", true, {} }) do
      bad({ diagonal = value }, "option 'diagonal'")
    end
    bad({ diagonal = 1.4, neighbours = 4 }, "option 'diagonal'")
    bad({ diagonal = 1.4, cell = { 1, 2 } }, "option 'diagonal'")
    for _, layout in ipairs(tiles.HEXAGONS) do
      bad({ diagonal = 1.4, layout = layout }, "option 'diagonal'")
    end
    for _, value in ipairs({ 0.25, 1, 1.4, 1.5, 7 }) do
      local map = astar.grid(with(SIZE, { diagonal = value }))
      assert.equal(value, cost_between(map:cell(1, 1), map:cell(2, 2)))
      assert.equal(1, cost_between(map:cell(1, 1), map:cell(2, 1)))
      map = astar.grid(with(SIZE, { diagonal = value, cell = 32 }))
      assert.equal(value * 32, cost_between(map:cell(2, 1), map:cell(1, 2)))
      assert.equal(32, cost_between(map:cell(1, 1), map:cell(1, 2)))
      map = astar.grid(with(SIZE, { diagonal = value, cell = { 64, 32 }, layout = "isometric" }))
      assert.equal(value, cost_between(map:cell(1, 1), map:cell(2, 2)))
      assert.equal(1, cost_between(map:cell(1, 1), map:cell(1, 2)))
    end
    bad({ diagonal = 1.7e308, cell = 1e10 }, "option")
  end)

  it("have six layouts", function()
    for _, value in ipairs({ "hexagonal", "", "Square", "odd", "odd-x", 1, true, {} }) do
      bad({ layout = value }, "option 'layout'")
    end
    for _, layout in ipairs(tiles.LAYOUTS) do
      assert.equal(24, #astar.grid(with(SIZE, { layout = layout })))
    end
  end)

  it("wrap along x, y or both", function()
    for _, value in ipairs({ "", "z", "yx", "X", 1, true, false, {} }) do
      bad({ wrap = value }, "option 'wrap'")
    end
    for _, layout in ipairs(tiles.HEXAGONS) do
      local rows = layout:sub(-1) == "r"
      for _, odd in ipairs({ 1, 3, 5, 7 }) do
        local size = rows and { width = 4, height = odd } or { width = odd, height = 4 }
        local stagger = rows and "y" or "x"
        raises({ "bad argument #1 to 'grid' (", "option 'wrap'", "even" }, astar.grid,
          with(size, { layout = layout, wrap = stagger }))
        raises({ "bad argument #1 to 'grid' (", "option 'wrap'", "even" }, astar.grid,
          with(size, { layout = layout, wrap = "xy" }))
        assert.equal(4 * odd, #astar.grid(with(size, { layout = layout, wrap = rows and "x" or "y" })))
      end
    end
  end)

  it("have functions for ground and sight", function()
    for _, value in ipairs({ 1, "x", true, {}, astar.graph() }) do
      bad({ ground = value }, "option 'ground'", "function expected")
      bad({ sight = value }, "option 'sight'", "function expected")
    end
  end)

  it("have one source, and a legend only beside it", function()
    bad({ legend = { ["."] = "x" } }, "legend")
    raises({ "bad argument #1 to 'grid' (", "rows", "csv" }, astar.grid, { rows = { "." }, csv = "." })
    raises({ "bad argument #1 to 'grid' (", "rows", "map" }, astar.grid, { rows = { "." }, map = "." })
    raises({ "bad argument #1 to 'grid' (", "csv", "map" }, astar.grid, { csv = ".", map = "." })
  end)

  it("are read raw, and not changed", function()
    local trap = setmetatable({ width = 2, height = 2 }, { __index = function(_, k) error("asked for " .. tostring(k)) end,
      __pairs = function() error("walked") end })
    assert.equal(2, astar.grid(trap).width)
    local rows = setmetatable({ "..", ".." }, { __index = error, __len = error })
    assert.equal(2, astar.grid({ rows = rows }).height)
  end)
end)

describe("rows", function()
  local LEGEND = { ["."] = "plain", ["~"] = "sea", ["^"] = "forest", ["#"] = false }

  local function terrains(map)
    local out = {}
    for row = 1, map.height do
      for col = 1, map.width do
        out[#out + 1] = map:cell(col, row).blocked and "#" or map:get(col, row)
      end
    end
    return table.concat(out, " ")
  end

  it("make the map of the contract", function()
    local map = astar.grid{
      rows = { "..~~", ".^^.", "...." },
      legend = LEGEND, cell = 32, neighbours = 8, corners = "never",
    }
    assert.equal("grid (4 x 3)", tostring(map))
    assert.equal("plain plain sea sea plain forest forest plain plain plain plain plain", terrains(map))
    assert.same({ 112, 16 }, { map:cell(4, 1).x, map:cell(4, 1).y })
  end)

  it("block cells by a legend that says false", function()
    local map = astar.grid({ rows = { ".#", "#~" }, legend = LEGEND })
    assert.equal("plain # # sea", terrains(map))
    assert.equal("default", map:get(2, 1))
    map:block(2, 1, false)
    assert.equal("plain default # sea", terrains(map))
  end)

  it("may be arrays of texts and numbers", function()
    local map = astar.grid({ rows = { { 1, "road", 22 }, { "1", 2, "" } },
      legend = { [1] = "ground", ["2"] = "gravel", road = "road", [22] = false, [""] = "nothing" } })
    assert.equal("ground road # ground gravel nothing", terrains(map))
  end)

  it("without a legend are the terrain", function()
    local map = astar.grid({ rows = { "ab", "ba" } })
    assert.equal("a b b a", terrains(map))
    map = astar.grid({ rows = { { "mud", "", 7 } } })
    assert.equal("mud default 7", terrains(map))
  end)

  it("count characters of UTF-8 as one", function()
    local map = astar.grid({ rows = { "\195\164.", ".\226\137\136" }, legend = { ["\195\164"] = "a", ["."] = "b",
      ["\226\137\136"] = "sea" } })
    assert.equal("a b b sea", terrains(map))
    assert.equal(2, map.width)
  end)

  it("complain with row and column", function()
    raises("row 3, column 7: '?' is not in the legend", astar.grid,
      { rows = { "........", "........", "......?." }, legend = LEGEND })
    raises("row 3: 5 columns expected, got 4", astar.grid, { rows = { ".....", ".....", "...." }, legend = LEGEND })
    raises("row 2: 5 columns expected, got 6", astar.grid, { rows = { ".....", "......", "....." }, legend = LEGEND })
    raises("row 1, column 2: 9 is not in the legend", astar.grid, { rows = { { 1, 9 } }, legend = { [1] = "a" } })
    raises("legend: value of '.': terrain name or false expected, got number", astar.grid,
      { rows = { "." }, legend = { ["."] = 1 } })
    raises("legend: value of '.': terrain name or false expected, got true", astar.grid,
      { rows = { "." }, legend = { ["."] = true } })
    raises("row 2", astar.grid, { rows = { ".", 5 }, legend = LEGEND })
    raises("row 2, column 1", astar.grid, { rows = { { "." }, { {} } }, legend = LEGEND })
  end)

  it("may not be empty", function()
    raises({ "bad argument #1 to 'grid' (", "rows" }, astar.grid, { rows = {} })
    raises("row 1", astar.grid, { rows = { "" } })
    raises("row 1", astar.grid, { rows = { {} } })
    raises({ "bad argument #1 to 'grid' (", "rows" }, astar.grid, { rows = "..." })
  end)

  it("go together with a width and a height that agree, and no others", function()
    assert.equal("grid (2 x 1)", tostring(astar.grid({ rows = { ".." }, legend = LEGEND, width = 2, height = 1 })))
    raises({ "bad argument #1 to 'grid' (", "width" }, astar.grid, { rows = { ".." }, legend = LEGEND, width = 3 })
    raises({ "bad argument #1 to 'grid' (", "height" }, astar.grid, { rows = { ".." }, legend = LEGEND, height = 3 })
  end)
end)

-- Cells ----------------------------------------------------------------------------------------------------

describe("cell", function()
  it("gives the cell of a column and row, or nil", function()
    local map = astar.grid({ width = 5, height = 3 })
    assert.equal(8, map:cell(3, 2).id)
    assert.equal(15, map:cell(5, 3).id)
    for _, place in ipairs({ { 0, 1 }, { 1, 0 }, { 6, 1 }, { 1, 4 }, { -1, 1 }, { 1.5, 1 }, { 1, 2.5 }, { nan, 1 },
      { 1, nan }, { inf, 1 }, { 1, -inf }, { 2 ^ 32 + 1, 1 }, { 2 ^ 53, 2 ^ 53 }, { 1e300, 1 } }) do
      assert.is_nil(map:cell(place[1], place[2]))
    end
    for _, wrong in ipairs({ "1", true, {}, print }) do
      refuses("bad argument #1 to 'cell' (number expected", map, "cell", wrong, 1)
      refuses("bad argument #2 to 'cell' (number expected", map, "cell", 1, wrong)
    end
    refuses("bad argument #1 to 'cell' (number expected", map, "cell")
    refuses("bad argument #2 to 'cell' (number expected", map, "cell", 1)
  end)

  it("is nil outside a map that wraps, too", function()
    local map = astar.grid({ width = 5, height = 3, wrap = "xy" })
    assert.is_nil(map:cell(0, 1))
    assert.is_nil(map:cell(6, 1))
  end)

  it("is the same object wherever it comes from", function()
    local map = astar.grid({ width = 5, height = 3 })
    local cell = map:cell(2, 2)
    cell.name = "here"
    assert.equal(cell, map:node(7))
    assert.equal(cell, map:node("here"))
    assert.equal(cell, map:at(1.5, 1.5))
    assert.equal(cell, (map:nearest(1.4, 1.6)))
    assert.equal(cell, map:within(1.5, 1.5, 0)[1])
    assert.equal(cell, map:path(map:cell(1, 1), map:cell(3, 3))[2])
    local found = false
    for node in map:nodes() do
      found = found or rawequal(node, cell)
    end
    assert.is_true(found)
    for to in map:cell(1, 1):links() do
      found = found and (to.id ~= 7 or rawequal(to, cell))
    end
    assert.is_true(found)
    local s = map:search(cell)
    s:run()
    assert.is_true(rawequal(s.start, cell))
  end)

  it("keeps data and name while no handle to it lives", function()
    local map = astar.grid({ width = 5, height = 3 })
    check.apart(function()
      map:cell(4, 2).name = "port"
      map:cell(4, 2).data = { ships = 3 }
      map:cell(5, 3).data = 7
    end)
    check.collect()
    assert.equal(3, map:node("port").data.ships)
    assert.equal(map:cell(4, 2), map:node("port"))
    assert.equal(7, map:cell(5, 3).data)
    map:cell(4, 2).name = nil
    assert.is_nil(map:node("port"))
    map:cell(1, 1).name = "port"
    raises("'port'", function() map:cell(2, 1).name = "port" end)
    assert.equal(map:cell(1, 1), map:node("port"))
  end)

  it("shows id, name and place", function()
    local map = astar.grid({ width = 5, height = 3, cell = 10 })
    local cell = map:cell(2, 1)
    assert.equal("node 2 (15, 5)", tostring(cell))
    cell.name, cell.z = "camp", 1.5
    assert.equal('node 2 "camp" (15, 5, 1.5)', tostring(cell))
  end)

  it("cannot be moved in x and y, nor given another column or row", function()
    local map = astar.grid({ width = 5, height = 3 })
    local cell = map:cell(2, 1)
    for _, field in ipairs({ "x", "y" }) do
      raises(("field '%s' of a cell cannot be assigned"):format(field), function() cell[field] = 3 end)
    end
    raises("field 'col'", function() cell.col = 3 end)
    raises("field 'row'", function() cell.row = 3 end)
    raises("field 'id'", function() cell.id = 3 end)
    raises("field 'graph'", function() cell.graph = map end)
    raises("node has no field 'colour'", function() return cell.colour end)
    assert.same({ 1.5, 0.5, 2, 1 }, { cell.x, cell.y, cell.col, cell.row })
  end)

  it("cannot be removed", function()
    local map = astar.grid({ width = 5, height = 3 })
    local cell = map:cell(2, 1)
    cell.name = "camp"
    harmless(map, "a cell cannot be removed", map, "remove", cell)
    harmless(map, "a cell cannot be removed", map, "remove", "camp")
    harmless(map, "a cell cannot be removed", cell, "remove")
    assert.equal(15, #map)
  end)

  it("can be given height, terrain, blocks, name and data", function()
    local map = astar.grid({ width = 5, height = 3 })
    local cell = map:cell(3, 2)
    cell.z, cell.terrain, cell.blocked, cell.name, cell.data = 2.5, "mud", true, "bog", "deep"
    assert.same({ 2.5, "mud", true, "bog", "deep" }, { cell.z, cell.terrain, cell.blocked, cell.name, cell.data })
    assert.equal("mud", map:get(3, 2))
    cell.terrain, cell.blocked = nil, false
    assert.equal("default", map:get(3, 2))
    for _, wrong in ipairs({ nan, inf, -inf, "1", true, {} }) do
      assert.is_false(pcall(function() cell.z = wrong end))
    end
    assert.is_false(pcall(function() cell.z = nil end))
    assert.is_false(pcall(function() cell.terrain = 1 end))
    assert.is_false(pcall(function() cell.blocked = 1 end))
    assert.equal(2.5, cell.z)
  end)

  it("knows the straight distance to another", function()
    local map = astar.grid({ width = 9, height = 9, cell = 2 })
    assert.equal(10, map:cell(1, 1):distance(map:cell(4, 5)))
    map:cell(4, 5).z = 10
    assert.near(10 * root, map:cell(1, 1):distance(map:cell(4, 5)), 1e-12)
  end)

  it("has column and row, which waypoints and nodes of graphs lack", function()
    local map = astar.grid({ width = 3, height = 3 })
    local waypoint = map:add(1, 1)
    assert.is_nil(waypoint.col)
    assert.is_nil(waypoint.row)
    local node = astar.graph():add(1, 1)
    assert.is_nil(node.col)
    assert.is_nil(node.row)
  end)
end)

describe("set, get, fill and block", function()
  local map

  before_each(function()
    map = astar.grid({ width = 5, height = 4 })
  end)

  local function picture()
    local out = {}
    for row = 1, 4 do
      local line = {}
      for col = 1, 5 do
        local terrain = map:get(col, row)
        assert.equal(map:cell(col, row).terrain, terrain)
        line[col] = terrain == "default" and "." or terrain
      end
      out[row] = table.concat(line)
    end
    return table.concat(out, " ")
  end

  it("set and get a terrain", function()
    assert.equal("default", map:get(2, 3))
    map:set(2, 3, "m")
    assert.equal("m", map:get(2, 3))
    assert.equal("..... ..... .m... .....", picture())
    map:set(2, 3, "f")
    map:set(5, 4, "m")
    assert.equal("..... ..... .f... ....m", picture())
    map:set(2, 3, nil)
    map:set(5, 4)
    assert.equal("..... ..... ..... .....", picture())
    map:set(1, 1, "default")
    assert.equal("default", map:get(1, 1))
  end)

  -- Whole numbers of any size; a column is in if it is neither before the first nor as far from it as the width.
  random.cases("clip numbers of any size", 200, function(r)
    local w, h = r:int(1, 6), r:int(1, 6)
    local grid = astar.grid{ width = w, height = h }
    local firsts = { -1e308, -1e300, -2 ^ 53, -2 ^ 53 + 1, -2 ^ 32, -1, 0, 1, 2, 5, 6, 7, 2 ^ 31, 2 ^ 32 + 1, 2 ^ 53, 1e300 }
    local sizes = { 0, 1, 2, 3, 2 ^ 32, 2 ^ 53, 2 ^ 53 + 2, 2 ^ 53 + 4, 1e18, 1e299, 1e301, 1e308, 1 / 0 }
    local function draw(list) return list[r:int(1, #list)] end
    local col, row, cols, rows = draw(firsts), draw(firsts), draw(sizes), draw(sizes)
    if r:int(1, 2) == 1 then col, cols = r:int(-8, 8), r:int(0, 9) end
    if r:int(1, 2) == 1 then row, rows = r:int(-8, 8), r:int(0, 9) end
    grid:fill(col, row, cols, rows, "m")
    local inside = {}
    for c, l in grid:tiles(col, row, cols, rows) do inside[#inside + 1] = c .. "," .. l end
    local want = {}
    for l = 1, h do
      for c = 1, w do
        local is_in = c >= col and c < col + cols and l >= row and l < row + rows -- rounded only where that cannot matter
        that(grid:get(c, l) == (is_in and "m" or "default"), "fill %g, %g, %g, %g: cell %d, %d is %s", col, row, cols, rows,
          c, l, grid:get(c, l))
        if is_in then want[#want + 1] = c .. "," .. l end
      end
    end
    assert.same(want, inside)
  end)

  it("refuse what is no whole number, the same in fill and tiles", function()
    local grid = astar.grid{ width = 3, height = 3 }
    for arg = 1, 4 do
      for _, wrong in ipairs{ 0 / 0, 1 / 0, -1 / 0, 1.5, "1", true } do
        for _, method in ipairs{ "fill", "tiles" } do
          local args = { 1, 1, 1, 1 }
          args[arg] = wrong
          local is_rest = arg > 2 and wrong == 1 / 0 -- the rest of the map
          local message = ("bad argument #%d to '%s' ("):format(arg, method)
          if not is_rest then refuses(message, grid, method, args[1], args[2], args[3], args[4]) end
        end
      end
    end
    for _, method in ipairs{ "fill", "tiles" } do
      refuses("whole number >= 0 expected, got -1", grid, method, 1, 1, -1, 1)
      refuses("whole number >= 0 expected, got -1e+308", grid, method, 1, 1, 1, -1e308)
    end
  end)

  it("fill a rectangle, clipped to the map", function()
    map:fill(2, 2, 2, 2, "m")
    assert.equal("..... .mm.. .mm.. .....", picture())
    map:fill(4, 3, 10, 10, "f")
    assert.equal("..... .mm.. .mmff ...ff", picture())
    map:fill(-3, -3, 5, 5, "s")
    assert.equal("s.... .mm.. .mmff ...ff", picture())
    map:fill(1, 1, 5, 4)
    assert.equal("..... ..... ..... .....", picture())
    map:fill(-1e15, -1e15, 2e15, 2e15, "x")
    assert.equal("xxxxx xxxxx xxxxx xxxxx", picture())
    map:fill(1, 1, 5, 4, nil)
    for _, none in ipairs({ { 1, 1, 0, 4 }, { 1, 1, 4, 0 }, { 6, 1, 3, 3 }, { 1, 5, 3, 3 }, { -5, 1, 6, 3 }, { 1, -5, 3, 6 },
      { 1e15, 1e15, 1, 1 }, { -1e15, 1, 5, 5 } }) do
      map:fill(none[1], none[2], none[3], none[4], "q")
      assert.equal("..... ..... ..... .....", picture())
    end
    map:fill(5, 4, 1, 1, "q")
    assert.equal("..... ..... ..... ....q", picture())
  end)

  it("set a rectangle from an array, clipped to the map", function()
    map:set(2, 2, 3, 2, { "m", "f", "s", "default", "x", "m" })
    assert.equal("..... .mfs. ..xm. .....", picture())
    map:set(-1, 4, 4, 2, { "a", "b", "c", "d", "e", "f", "g", "h" })
    assert.equal("..... .mfs. ..xm. cd...", picture())
    map:set(5, 0, 2, 3, { "a", "b", "c", "d", "e", "f" }, 1)
    assert.equal("....c .mfse ..xm. cd...", picture())
    for _, none in ipairs{ { 1, 1, 0, 3 }, { 1, 1, 3, 0 }, { 6, 1, 1, 2 }, { 1, 5, 2, 1 }, { -1, 1, 2, 1 }, { 1, -1e15, 1, 2 } } do
      local terrains = none[3] * none[4] == 0 and {} or { "q", "q" }
      map:set(none[1], none[2], none[3], none[4], terrains)
      assert.equal("....c .mfse ..xm. cd...", picture())
    end
    map:block(1, 1)
    local all, version = map:terrains(), map.version
    map:fill(1, 1, 5, 4, "s")
    map:set(1, 1, 5, 4, all)
    assert.equal(version + 2, map.version)
    assert.same(all, map:terrains())
    assert.is_true(map:cell(1, 1).blocked)
  end)

  it("set nothing from an array that is wrong, and say where", function()
    local saved = map:save()
    refuses("bad argument #5 to 'set' (element 3: string expected, got table)", map, "set", 1, 1, 2, 2, { "new", "m", {}, "m" })
    refuses("bad argument #5 to 'set' (element 2: string expected, got boolean)", map, "set", 1, 1, 2, 1, { "new", false })
    refuses("bad argument #5 to 'set' (element 1: string expected, got number)", map, "set", 1, 1, 1, 1, { 5 })
    refuses("a terrain for each of w * h cells expected, got 3", map, "set", 1, 1, 2, 2, { "new", "m", "m" })
    refuses("a terrain for each of w * h cells expected, got 5", map, "set", 9, 9, 2, 2, { "new", "m", "m", "m", "m" })
    refuses("a terrain for each of w * h cells expected, got 0", map, "set", 1, 1, math.huge, 0, {})
    refuses("array of terrains expected, got string", map, "set", 1, 1, 2, 2, "m")
    refuses("array of terrains expected, got nil", map, "set", 1, 1, 2, 2, nil)
    refuses("whole number >= 0 expected, got -1", map, "set", 1, 1, -1, 1, {})
    refuses("whole number expected, got 1.5", map, "set", 1.5, 1, 1, 1, { "m" })
    refuses("string or nil expected, got number", map, "set", 1, 1, 5)
    refuses("level 2 is outside the map", map, "set", 1, 1, 1, 1, { "new" }, 2)
    assert.equal(saved, map:save())
  end)

  it("set a rectangle from an array without its metamethods", function()
    local function never() error("asked") end
    map:set(1, 1, 1, 2, setmetatable({ "m", "f" }, { __index = never, __len = never }))
    assert.equal("m", map:get(1, 1))
    refuses("a terrain for each of w * h cells expected, got 1", map, "set", 1, 1, 1, 2,
      setmetatable({ "m" }, { __index = function() return "s" end, __len = function() return 2 end }))
  end)

  it("block and open cells, whatever their terrain", function()
    map:set(2, 2, "m")
    map:block(2, 2)
    assert.is_true(map:cell(2, 2).blocked)
    assert.equal("m", map:get(2, 2))
    map:set(2, 2, "f")
    assert.is_true(map:cell(2, 2).blocked)
    map:fill(1, 1, 5, 4, "s")
    assert.is_true(map:cell(2, 2).blocked)
    map:block(2, 2, false)
    assert.is_false(map:cell(2, 2).blocked)
    assert.equal("s", map:get(2, 2))
    map:block(2, 2, true)
    assert.is_true(map:cell(2, 2).blocked)
    map:cell(2, 2).blocked = false
    assert.is_false(map:cell(2, 2).blocked)
  end)

  it("raise outside the map", function()
    for _, method in ipairs({ "set", "get", "block" }) do
      harmless(map, ("bad argument #1 to '%s' (column 6 is outside the map)"):format(method), map, method, 6, 1)
      harmless(map, ("bad argument #1 to '%s' (column 0 is outside the map)"):format(method), map, method, 0, 1)
      harmless(map, ("bad argument #2 to '%s' (row 5 is outside the map)"):format(method), map, method, 1, 5)
      harmless(map, ("bad argument #2 to '%s' (row 0 is outside the map)"):format(method), map, method, 5, 0)
      harmless(map, ("bad argument #1 to '%s' (column -7 is outside the map)"):format(method), map, method, -7, 99)
      harmless(map, ("bad argument #1 to '%s' (column 4294967297 is outside"):format(method), map, method, 2 ^ 32 + 1, 1)
      for i, place in ipairs({ { 1.5, 1 }, { 1, 1.5 } }) do
        harmless(map, ("bad argument #%d to '%s' (whole number expected"):format(i, method), map, method, place[1], place[2])
      end
      for _, wrong in ipairs({ nan, inf, "1", true, {}, print }) do
        harmless(map, ("bad argument #1 to '%s' ("):format(method), map, method, wrong, 1)
        harmless(map, ("bad argument #2 to '%s' ("):format(method), map, method, 1, wrong)
      end
      harmless(map, ("bad argument #1 to '%s' ("):format(method), map, method)
      harmless(map, ("bad argument #2 to '%s' ("):format(method), map, method, 1)
    end
  end)

  it("refuse wrong values", function()
    for _, wrong in ipairs({ 1, true, false, {}, print }) do
      harmless(map, "bad argument #3 to 'set' (", map, "set", 1, 1, wrong)
      harmless(map, "bad argument #5 to 'fill' (", map, "fill", 1, 1, 1, 1, wrong)
      if type(wrong) ~= "boolean" then
        harmless(map, "bad argument #3 to 'block' (boolean expected", map, "block", 1, 1, wrong)
      end
    end
    for i = 1, 4 do
      for _, wrong in ipairs({ 1.5, nan, -inf, "1", true, {} }) do
        local args = { 1, 1, 1, 1 }
        args[i] = wrong
        harmless(map, ("bad argument #%d to 'fill' ("):format(i), map, "fill", args[1], args[2], args[3], args[4], "m")
      end
    end
    harmless(map, "bad argument #3 to 'fill' (", map, "fill", 1, 1, -1, 1, "m")
    harmless(map, "bad argument #4 to 'fill' (", map, "fill", 1, 1, 1, -1, "m")
  end)

  it("belong to grids", function()
    local g = astar.graph()
    local calls = { cell = { 1, 1 }, at = { 1, 1 }, get = { 1, 1 }, set = { 1, 1, "m" }, fill = { 1, 1, 1, 1, "m" },
      block = { 1, 1 }, wall = {} }
    for method, args in pairs(calls) do
      raises(("calling '%s' on bad self (grid expected, got graph: write grid:%s(...), with a colon)"):format(method, method), map[method],
        g, args[1], args[2], args[3], args[4], args[5])
      raises(("calling '%s' on bad self (grid expected, got "):format(method), map[method])
      raises(("calling '%s' on bad self (grid expected, got table: "):format(method), map[method], {})
    end
    assert.is_false(pcall(function() return g.cell end))
    raises("graph has no field 'width'", function() return g.width end)
  end)
end)

-- Places ---------------------------------------------------------------------------------------------------

describe("the middles of cells", function()
  -- the first four columns and rows, by hand
  local function places(options)
    local map = astar.grid(with({ width = 4, height = 4 }, options))
    local out = {}
    for node in map:nodes() do
      out[#out + 1] = ("%.6g,%.6g"):format(node.x + 0, node.y + 0)
    end
    return table.concat(out, " ")
  end

  it("of squares and rectangles", function()
    assert.equal("0.5,0.5 1.5,0.5 2.5,0.5 3.5,0.5 0.5,1.5 1.5,1.5 2.5,1.5 3.5,1.5 0.5,2.5 1.5,2.5 2.5,2.5 3.5,2.5 " ..
      "0.5,3.5 1.5,3.5 2.5,3.5 3.5,3.5", places({}))
    assert.equal("15,3 25,3 35,3 45,3 15,7 25,7 35,7 45,7 15,11 25,11 35,11 45,11 15,15 25,15 35,15 45,15",
      places({ cell = { 10, 4 }, origin = { 10, 1 } }))
  end)

  it("of isometric maps: columns go down to the right, rows down to the left", function()
    assert.equal("0,16 32,32 64,48 96,64 -32,32 0,48 32,64 64,80 -64,48 -32,64 0,80 32,96 -96,64 -64,80 -32,96 0,112",
      places({ layout = "isometric", cell = { 64, 32 } }))
    assert.equal("0,0.5 0.5,1 1,1.5 1.5,2 -0.5,1 0,1.5 0.5,2 1,2.5 -1,1.5 -0.5,2 0,2.5 0.5,3 -1.5,2 -1,2.5 -0.5,3 0,3.5",
      places({ layout = "isometric" }))
  end)

  it("of hexagons as they are drawn", function()
    -- 4 wide, 8 high: rows are 6 apart
    assert.equal("2,4 6,4 10,4 14,4 4,10 8,10 12,10 16,10 2,16 6,16 10,16 14,16 4,22 8,22 12,22 16,22",
      places({ layout = "odd-r", cell = { 4, 8 } }))
    assert.equal("2,4 6,4 10,4 14,4 0,10 4,10 8,10 12,10 2,16 6,16 10,16 14,16 0,22 4,22 8,22 12,22",
      places({ layout = "even-r", cell = { 4, 8 } }))
    -- 8 wide, 4 high: columns are 6 apart
    assert.equal("4,2 10,4 16,2 22,4 4,6 10,8 16,6 22,8 4,10 10,12 16,10 22,12 4,14 10,16 16,14 22,16",
      places({ layout = "odd-q", cell = { 8, 4 } }))
    assert.equal("4,2 10,0 16,2 22,0 4,6 10,4 16,6 22,4 4,10 10,8 16,10 22,8 4,14 10,12 16,14 22,12",
      places({ layout = "even-q", cell = { 8, 4 } }))
  end)

  it("of regular hexagons lie one cell apart", function()
    local h, a = math.sqrt(3) / 2, 1 / math.sqrt(3)
    local map = astar.grid({ width = 4, height = 4, layout = "odd-r" })
    for _, p in ipairs({ { 1, 1, 0.5, a }, { 2, 1, 1.5, a }, { 1, 2, 1, a + h }, { 4, 3, 3.5, a + 2 * h }, { 4, 4, 4, a + 3 * h } }) do
      assert.near(p[3], map:cell(p[1], p[2]).x, 1e-12)
      assert.near(p[4], map:cell(p[1], p[2]).y, 1e-12)
    end
    map = astar.grid({ width = 4, height = 4, layout = "even-q", cell = 10, origin = { 100, 200 } })
    for _, p in ipairs({ { 1, 1, 10 * a, 5 }, { 1, 2, 10 * a, 15 }, { 2, 1, 10 * (a + h), 0 }, { 2, 4, 10 * (a + h), 30 },
      { 4, 4, 10 * (a + 3 * h), 30 }, { 3, 4, 10 * (a + 2 * h), 35 } }) do
      assert.near(100 + p[3], map:cell(p[1], p[2]).x, 1e-9)
      assert.near(200 + p[4], map:cell(p[1], p[2]).y, 1e-9)
    end
    for _, layout in ipairs(tiles.HEXAGONS) do
      map = astar.grid({ width = 6, height = 6, layout = layout, cell = 7 })
      for node in map:nodes() do
        local count = 0
        for other in map:nodes() do
          local near = other ~= node and node:distance(other) < 7.001
          that(near == map:linked(node, other), "%s: %s and %s are linked: %s", layout, node, other, tostring(not near))
          if near then
            count = count + 1
            assert.near(7, node:distance(other), 1e-9)
            check.near(7, cost_between(node, other), "cost")
          end
        end
        that(count == 6 or node.col == 1 or node.row == 1 or node.col == 6 or node.row == 6, "%d neighbours", count)
      end
    end
  end)

  it("of all layouts, by the formulas", function()
    random.cases("places", 60, function(rng)
      local options = tiles.random_options(rng, { wrap = true })
      tiles.new(options):verify()
    end)
  end)
end)

-- Whether a point lies in the hexagon or diamond around a middle, and how far from the border (1 is a cell's size).
-- Gives a number below 0 outside.
local function inside(t, r, x, y)
  local dx, dy = x - r.x, y - r.y
  local w, h = t.cell_w, t.cell_h
  if t.layout == "square" then
    return math.min(0.5 - math.abs(dx) / w, 0.5 - math.abs(dy) / h)
  elseif t.layout == "isometric" then
    return 0.5 - math.abs(dx) / w - math.abs(dy) / h
  end
  if not t.by_row then
    dx, dy, w, h = dy, dx, h, w
  end
  -- pointed at the top; w wide and h high
  if not t.drawn then
    h = w * 2 / math.sqrt(3)
  end
  dx, dy = math.abs(dx) / w, math.abs(dy) / h
  return math.min(0.5 - dx, 0.5 - dx / 2 - dy)
end

describe("at", function()
  it("gives the cell under a point", function()
    local map = astar.grid({ width = 5, height = 3, cell = 32, origin = { 100, 50 } })
    assert.equal(map:cell(1, 1), map:at(101, 51))
    assert.equal(map:cell(5, 3), map:at(259.9, 145.9))
    assert.equal(map:cell(2, 1), map:at(140, 60))
    assert.is_nil(map:at(99.9, 60))
    assert.is_nil(map:at(140, 49.9))
    assert.is_nil(map:at(261, 60))
    assert.is_nil(map:at(140, 147))
  end)

  it("gives to the right and below what lies on a border", function()
    local map = astar.grid({ width = 5, height = 3, cell = 32 })
    assert.equal(map:cell(1, 1), map:at(0, 0))
    assert.equal(map:cell(2, 1), map:at(32, 0))
    assert.equal(map:cell(1, 2), map:at(0, 32))
    assert.equal(map:cell(3, 3), map:at(64, 64))
    assert.is_nil(map:at(160, 5))
    assert.is_nil(map:at(5, 96))
    -- the whole border of a hexagon: upright edges
    map = astar.grid({ width = 4, height = 4, layout = "odd-r", cell = { 4, 8 } })
    assert.equal(map:cell(1, 1), map:at(0, 4))
    assert.equal(map:cell(2, 1), map:at(4, 4))
    assert.equal(map:cell(3, 1), map:at(8, 3))
    assert.equal(map:cell(2, 2), map:at(6, 10))
    assert.is_nil(map:at(16, 4))
    -- flat edges
    map = astar.grid({ width = 4, height = 4, layout = "odd-q", cell = { 8, 4 } })
    assert.equal(map:cell(1, 1), map:at(4, 0))
    assert.equal(map:cell(1, 2), map:at(4, 4))
    assert.equal(map:cell(2, 2), map:at(10, 6))
    assert.is_nil(map:at(4, 16))
    -- the slanted edge between a hexagon and the one below it to the right
    map = astar.grid({ width = 4, height = 4, layout = "odd-r", cell = { 4, 8 } })
    assert.equal(map:cell(1, 2), map:at(3, 7))
    map = astar.grid({ width = 4, height = 4, layout = "odd-q", cell = { 8, 4 } })
    assert.equal(map:cell(2, 1), map:at(7, 3))
    -- diamonds
    map = astar.grid({ width = 4, height = 4, layout = "isometric", cell = { 64, 32 } })
    assert.equal(map:cell(1, 1), map:at(0, 0))
    assert.equal(map:cell(2, 1), map:at(16, 24))
    assert.equal(map:cell(2, 2), map:at(0, 32))
    assert.is_nil(map:at(0, 128))
  end)

  it("has its borders where the sizes of cells add up to, whatever the rounding", function()
    for _, size in ipairs({ 0.1, 0.7, 1 / 3, 1e-3, 3.3, 1e5 / 7 }) do
      for _, origin in ipairs({ 0, 5, -0.3, 1e4 + 0.1 }) do
        local map = astar.grid({ width = 60, height = 1, cell = size, origin = { origin, origin } })
        for col = 2, 60 do
          local x = origin + (col - 1) * size
          local cell = map:at(x, origin)
          that(cell == map:cell(col, 1), "cells of %.17g from %.17g on: at %.17g is %s, should be in column %d", size, origin, x,
            cell, col)
          cell = map:at(x - math.abs(x) * 2 ^ -51, origin)
          that(cell == map:cell(col - 1, 1), "cells of %.17g from %.17g on: left of %.17g is %s, should be in column %d", size,
            origin, x, cell, col - 1)
        end
      end
    end
  end)

  it("is the cell itself at its middle, in all layouts", function()
    random.cases("middles", 60, function(rng)
      local t = tiles.new(tiles.random_options(rng, { wrap = true }))
      for _, r in ipairs(t.list) do
        local found = t.map:at(r.x, r.y, r.level)
        that(found == r.node, "at(%g, %g, %d) is %s, should be %s", r.x, r.y, r.level, tostring(found), r.node)
        that(t.map:at(r.node.x, r.node.y, r.level) == r.node, "at the middle of %s", r.node)
      end
    end)
  end)

  it("agrees with the shapes of the cells, in all layouts", function()
    random.cases("points", 120, function(rng, i)
      local t = tiles.new(tiles.random_options(rng, { layout = tiles.LAYOUTS[i % 6 + 1] }))
      for _ = 1, 60 do
        local r = rng:pick(t.list)
        local x, y = r.x + rng:real(-1.2, 1.2) * t.cell_w, r.y + rng:real(-1.2, 1.2) * t.cell_h
        local cell, sure = nil, true
        for _, other in ipairs(t.list) do
          local depth = other.level == r.level and inside(t, other, x, y) or -1
          if math.abs(depth) < 1e-9 then
            sure = false
          elseif depth > 0 then
            that(not cell, "the cells overlap")
            cell = other.node
          end
        end
        that(not sure or t.map:at(x, y, r.level) == cell, "%s, cell %g x %g: at(%.17g, %.17g) is %s, should be %s", t.layout, t.cell_w,
          t.cell_h, x, y, tostring(t.map:at(x, y, r.level)), cell)
      end
    end)
  end)

  it("always gives one of the cells that a border divides", function()
    for _, layout in ipairs(tiles.LAYOUTS) do
      for _, cell in ipairs({ 1, 0.1, { 64, 32 }, { 0.7, 3 } }) do
        local t = tiles.new({ width = 7, height = 7, layout = layout, cell = cell, origin = { 0.3, -0.7 } })
        for _, r in ipairs(t.list) do
          for _, other in ipairs(t.list) do
            if r.id < other.id and math.abs(r.col - other.col) <= 1 and math.abs(r.row - other.row) <= 1 then
              local x, y = (r.x + other.x) / 2, (r.y + other.y) / 2
              local got = t.map:at(x, y)
              that(got, "%s: no cell at %.17g, %.17g, between %s and %s", layout, x, y, r.node, other.node)
              that(inside(t, t.by_node[got], x, y) > -1e-9, "%s: %s is at %.17g, %.17g", layout, got, x, y)
            end
          end
        end
      end
    end
  end)

  it("takes points at any distance", function()
    for _, layout in ipairs(tiles.LAYOUTS) do
      local map = astar.grid({ width = 4, height = 4, layout = layout })
      for _, far in ipairs({ 1e6, 1e15, 2 ^ 53, 1e300, 1.7e308 }) do
        assert.is_nil(map:at(far, 1))
        assert.is_nil(map:at(-far, 1))
        assert.is_nil(map:at(1, far))
        assert.is_nil(map:at(-far, -far))
        assert.is_nil(map:at(far, far))
        assert.is_nil(map:at(far, -far))
      end
      for _, wrong in ipairs({ nan, inf, -inf }) do
        refuses("bad argument #1 to 'at' (finite number expected", map, "at", wrong, 1)
        refuses("bad argument #2 to 'at' (finite number expected", map, "at", 1, wrong)
      end
      refuses("bad argument #1 to 'at' (number expected", map, "at", "1", 1)
      refuses("bad argument #2 to 'at' (number expected", map, "at", 1)
    end
  end)

  it("goes on beyond a seam, on the axes that wrap", function()
    local map = astar.grid({ width = 5, height = 3, wrap = "xy" })
    assert.equal(map:cell(5, 1), map:at(-0.5, 0.5))
    assert.equal(map:cell(1, 1), map:at(5.5, 0.5))
    assert.equal(map:cell(5, 3), map:at(4.5, 2.5))
    assert.equal(map:cell(3, 3), map:at(-17.5, 20.5))
    map = astar.grid({ width = 5, height = 3, wrap = "x" })
    assert.equal(map:cell(2, 3), map:at(11.5, 2.5))
    assert.is_nil(map:at(11.5, 3.5))
    map = astar.grid({ width = 4, height = 6, layout = "odd-r", wrap = "y" })
    for _, cell in map:path(map:cell(1, 1), map:cell(3, 6)):nodes() do
      assert.equal(cell, map:at(cell.x, cell.y + 6 * math.sqrt(3) / 2))
      assert.equal(cell, map:at(cell.x, cell.y - 12 * math.sqrt(3) / 2))
    end
  end)
end)

-- Neighbours -----------------------------------------------------------------------------------------------

describe("neighbours", function()
  it("of squares come row by row, left to right, as far as there are any", function()
    local map = astar.grid({ width = 4, height = 3 })
    assert.equal("2,1 1,2 2,2", around(map:cell(1, 1)))
    assert.equal("1,1 3,1 1,2 2,2 3,2", around(map:cell(2, 1)))
    assert.equal("3,2 4,2 3,3", around(map:cell(4, 3)))
    assert.equal("2,1 3,1 4,1 2,2 4,2 2,3 3,3 4,3", around(map:cell(3, 2)))
    map = astar.grid({ width = 4, height = 3, neighbours = 4 })
    assert.equal("2,1 1,2", around(map:cell(1, 1)))
    assert.equal("4,2 3,3", around(map:cell(4, 3)))
    assert.equal("3,1 2,2 4,2 3,3", around(map:cell(3, 2)))
    map = astar.grid({ width = 4, height = 3, layout = "isometric" })
    assert.equal("2,1 3,1 4,1 2,2 4,2 2,3 3,3 4,3", around(map:cell(3, 2)))
  end)

  it("of hexagons are those of Red Blob's guide, by the parity of the row or column", function()
    -- columns and rows counted from 1, so the even ones here are the odd ones there
    local want = {
      ["odd-r"] = { "2,2 3,2 2,3 4,3 2,4 3,4", "3,3 4,3 2,4 4,4 3,5 4,5" },
      ["even-r"] = { "3,2 4,2 2,3 4,3 3,4 4,4", "2,3 3,3 2,4 4,4 2,5 3,5" },
      ["odd-q"] = { "2,2 3,2 4,2 2,3 4,3 3,4", "4,2 3,3 5,3 3,4 4,4 5,4" },
      ["even-q"] = { "3,2 2,3 4,3 2,4 3,4 4,4", "3,2 4,2 5,2 3,3 5,3 4,4" },
    }
    for layout, lists in pairs(want) do
      local map = astar.grid({ width = 6, height = 6, layout = layout })
      assert.equal(lists[1], around(map:cell(3, 3)))
      if layout:sub(-1) == "r" then
        assert.equal(lists[2], around(map:cell(3, 4)))
      else
        assert.equal(lists[2], around(map:cell(4, 3)))
      end
    end
  end)

  it("are there whether blocked or not", function()
    local map = astar.grid({ width = 3, height = 3 })
    local before = around(map:cell(2, 2))
    map:block(1, 1)
    map:block(2, 1)
    map:block(2, 2)
    assert.equal(before, around(map:cell(2, 2)))
    assert.is_true(map:linked(map:cell(2, 2), map:cell(1, 1)))
    assert.is_true(map:linked(map:cell(1, 1), map:cell(2, 1)))
  end)

  it("cost their length, and have no props", function()
    local map = astar.grid({ width = 3, height = 3, cell = { 3, 4 } })
    local want = { 5, 4, 5, 3, 3, 5, 4, 5 }
    local i = 0
    for _, cost, props in map:cell(2, 2):links() do
      i = i + 1
      assert.equal(want[i], cost)
      assert.is_nil(props)
    end
    assert.equal(8, i)
    -- no unit, so terrain does not count
    map:fill(1, 1, 3, 3, "mud")
    map:unit("man", { mud = 9 })
    assert.equal(3, cost_between(map:cell(1, 1), map:cell(2, 1)))
  end)

  it("of all kinds of maps agree with the copy", function()
    local features = { wrap = true, odd = true, heights = true, walls = true, links = true, terrain = true, waypoints = true }
    random.cases("neighbours", 200, function(rng)
      local t = tiles.random(rng, features)
      t:verify()
      for _ = 1, 30 do
        t:edit(rng, features)
      end
      t:verify()
    end)
  end)
end)

describe("wrap", function()
  it("joins the edges", function()
    local map = astar.grid({ width = 5, height = 4, wrap = "x" })
    assert.equal("5,1 1,1 2,1 5,2 2,2 5,3 1,3 2,3", around(map:cell(1, 2)))
    assert.equal("5,1 2,1 5,2 1,2 2,2", around(map:cell(1, 1)))
    map = astar.grid({ width = 5, height = 4, wrap = "y" })
    assert.equal("1,4 2,4 3,4 1,1 3,1 1,2 2,2 3,2", around(map:cell(2, 1)))
    map = astar.grid({ width = 5, height = 4, wrap = "xy" })
    assert.equal("5,4 1,4 2,4 5,1 2,1 5,2 1,2 2,2", around(map:cell(1, 1)))
    map = astar.grid({ width = 5, height = 4, wrap = "xy", neighbours = 4 })
    assert.equal("1,4 5,1 2,1 1,2", around(map:cell(1, 1)))
  end)

  it("joins hexagons", function()
    local map = astar.grid({ width = 5, height = 4, layout = "odd-r", wrap = "xy" })
    assert.equal("5,4 1,4 5,1 2,1 5,2 1,2", around(map:cell(1, 1)))
    assert.equal("5,3 1,3 4,4 1,4 5,1 1,1", around(map:cell(5, 4)))
    map = astar.grid({ width = 4, height = 5, layout = "even-q", wrap = "xy" })
    assert.equal("1,5 4,1 2,1 4,2 1,2 2,2", around(map:cell(1, 1)))
  end)

  it("of small maps makes no cell its own neighbour, nor the same one twice", function()
    local map = astar.grid({ width = 2, height = 1, wrap = "x" })
    assert.equal("2,1", around(map:cell(1, 1)))
    map = astar.grid({ width = 1, height = 1, wrap = "xy" })
    assert.equal("", around(map:cell(1, 1)))
    map = astar.grid({ width = 2, height = 2, wrap = "xy" })
    assert.equal("2,2 1,2 2,1", around(map:cell(1, 1)))
    map = astar.grid({ width = 1, height = 3, wrap = "xy" })
    assert.equal("1,1 1,3", around(map:cell(1, 2)))
    assert.equal(1, cost_between(map:cell(1, 1), map:cell(1, 3)))
    map = astar.grid({ width = 3, height = 1, wrap = "xy" })
    assert.equal("1,1 3,1", around(map:cell(2, 1)))
    map = astar.grid({ width = 2, height = 3, wrap = "x", cell = { 1, 2 } })
    assert.equal("2,1 1,1 2,2 2,3 1,3", around(map:cell(1, 2)))
    for _, layout in ipairs(tiles.HEXAGONS) do
      for width = 2, 4, 2 do
        for height = 2, 4, 2 do
          tiles.new({ width = width, height = height, layout = layout, wrap = "xy" }):verify()
        end
      end
    end
  end)

  it("of tiny maps agrees with the copy, walls included", function()
    random.cases("tiny seams", 200, function(rng)
      local t = tiles.new({ width = rng:int(1, 3), height = rng:int(1, 3), wrap = rng:pick({ "x", "y", "xy" }),
        neighbours = rng:pick({ 4, 8 }) })
      for _ = 1, 10 do
        t:random_wall(rng)
        t:random_link(rng)
        t:random_unlink(rng)
      end
      t:verify()
    end)
  end)

  it("leads paths the short way over the seam", function()
    local map = astar.grid({ width = 10, height = 6, wrap = "x", cell = 2 })
    local path, cost = map:path(map:cell(2, 3), map:cell(9, 3))
    assert.equal(6, cost)
    assert.equal(4, #path)
    assert.equal(6, path.length)
    for i, want in ipairs({ 3, 2, 1, 0, -1, -2, -3 }) do
      local x, y = path:at(i - 1)
      assert.near(want % 20, x % 20, 1e-9)
      assert.equal(5, y)
    end
    local x, y, _, index = path:at(100)
    assert.same({ 17, 5, 4 }, { x, y, index })
    assert.equal(8, #path:points())
    map = astar.grid({ width = 10, height = 6, wrap = "xy" })
    path, cost = map:path(map:cell(1, 1), map:cell(10, 6))
    assert.near(root, cost, 1e-12)
    assert.near(root, path.length, 1e-12)
    x, y = path:at(root / 4)
    assert.near(0.25, x % 10, 1e-9)
    assert.near(0.25, y % 6, 1e-9)
  end)

  it("leads paths over the seam of hexagons and diamonds", function()
    for _, layout in ipairs(tiles.HEXAGONS) do
      local map = astar.grid({ width = 8, height = 8, wrap = "xy", layout = layout, cell = 3 })
      local path, cost = map:path(map:cell(1, 4), map:cell(8, 4))
      assert.equal(2, #path)
      assert.equal(3, cost)
      assert.near(3, path.length, 1e-9)
      path = map:path(map:cell(4, 1), map:cell(4, 7))
      assert.equal(3, #path)
      assert.near(6, path.length, 1e-9)
    end
    local map = astar.grid({ width = 8, height = 8, wrap = "xy", layout = "isometric", cell = { 6, 8 } })
    local path, cost = map:path(map:cell(1, 4), map:cell(8, 4))
    assert.equal(1, cost)
    assert.near(5, path.length, 1e-9)
  end)
end)

-- Callbacks ------------------------------------------------------------------------------------------------

describe("ground", function()
  it("is asked row by row, with column, row, place and level", function()
    local asked = {}
    astar.grid({ width = 3, height = 2, cell = { 10, 4 }, origin = { 100, 0 }, ground = function(...)
      asked[#asked + 1] = table.concat({ select("#", ...), ... }, " ")
      return 0
    end })
    for i, want in ipairs({ "5 1 1 105 2 1", "5 2 1 115 2 1", "5 3 1 125 2 1", "5 1 2 105 6 1", "5 2 2 115 6 1",
      "5 3 2 125 6 1" }) do
      assert.equal(want, (asked[i]:gsub("%.0", "")))
    end
    assert.equal(6, #asked)
  end)

  it("gives heights, which make steps longer", function()
    local map = astar.grid({ width = 3, height = 2, cell = 3, ground = function(col, row) return col == 2 and row * 4 or 0 end })
    assert.same({ 0, 4, 8 }, { map:cell(1, 1).z, map:cell(2, 1).z, map:cell(2, 2).z })
    assert.equal(5, cost_between(map:cell(1, 1), map:cell(2, 1)))
    assert.equal(5, cost_between(map:cell(2, 1), map:cell(2, 2)))
    check.near(math.sqrt(18 + 64), cost_between(map:cell(1, 1), map:cell(2, 2)), "diagonal")
    map:cell(1, 1).z = 4
    assert.equal(3, cost_between(map:cell(1, 1), map:cell(2, 1)))
    assert.equal(5, cost_between(map:cell(1, 2), map:cell(1, 1)))
  end)

  it("blocks where there is none", function()
    local map = astar.grid({ width = 3, height = 1, origin = { 0, 0, 7 }, ground = function(col)
      if col ~= 2 then
        return col * 10
      end
    end })
    assert.is_true(map:cell(2, 1).blocked)
    assert.equal(7, map:cell(2, 1).z)
    assert.same({ 10, 30 }, { map:cell(1, 1).z, map:cell(3, 1).z })
    assert.same({ nil, "unreachable" }, { map:path(map:cell(1, 1), map:cell(3, 1)) })
    map:block(2, 1, false)
    that(map:path(map:cell(1, 1), map:cell(3, 1)), "no way")
  end)

  it("goes together with rows", function()
    local map = astar.grid({ rows = { ".#." }, legend = { ["."] = "field", ["#"] = false }, ground = function(col)
      return col < 3 and col or nil
    end })
    assert.same({ 1, 2, 0 }, { map:cell(1, 1).z, map:cell(2, 1).z, map:cell(3, 1).z })
    assert.same({ false, true, true }, { map:cell(1, 1).blocked, map:cell(2, 1).blocked, map:cell(3, 1).blocked })
    assert.equal("field", map:get(3, 1))
  end)

  it("must give a number or nil", function()
    for _, wrong in ipairs({ "1", "x", true, false, {}, print, nan, inf, -inf }) do
      raises({ "option 'ground': row 3, column 7: number or nil expected, got " }, astar.grid,
        { width = 9, height = 5, ground = function(col, row)
          if col == 7 and row == 3 then
            return wrong
          end
          return 1
        end })
    end
  end)

  it("may raise, and nothing leaks", function()
    local marker = {}
    local ok, message = pcall(astar.grid, { width = 9, height = 5, ground = function(col)
      return col == 5 and error(marker) or 1
    end })
    assert.is_false(ok)
    assert.equal(marker, message)
    for _ = 1, 200 do
      pcall(astar.grid, { width = 50, height = 50, ground = function(_, row)
        return row == 40 and error("no") or 1
      end })
    end
    check.collect()
  end)

  if check.yields then
    it("may not yield, or gets its turn", function()
      local co = coroutine.wrap(function()
        return pcall(astar.grid, { width = 2, height = 1, ground = function(col)
          return coroutine.yield(col)
        end })
      end)
      local first = co()
      if first ~= false then
        assert.equal(1, first)
        assert.equal(2, co(10))
        local ok, map = co(20)
        assert.is_true(ok)
        assert.same({ 10, 20 }, { map:cell(1, 1).z, map:cell(2, 1).z })
      end
    end)
  end

  it("may make other grids", function()
    local inner
    local map = astar.grid({ width = 3, height = 1, ground = function(col)
      inner = astar.grid({ width = col, height = 1, ground = function(c) return c end })
      return inner:cell(col, 1).z * 2
    end })
    check.collect()
    assert.same({ 2, 4, 6 }, { map:cell(1, 1).z, map:cell(2, 1).z, map:cell(3, 1).z })
  end)
end)

describe("ground and sight that make grids and never stop", function()
  for _, option in ipairs { "ground", "sight" } do
    it("raise an error, not a crash: " .. option, function()
      local depth = 0
      local function go()
        depth = depth + 1
        return astar.grid({ width = 2, height = 1, [option] = go })
      end
      assert.is_false(pcall(go))
      -- Deep enough for any game, and less than the smallest stack of C holds.
      that(depth > 100 and depth < 400, "it nests %d calls", depth)
      check.collect()
    end)
  end
end)

describe("sight", function()
  it("is asked once for each pair of neighbours, the lower cell first", function()
    local asked = {}
    astar.grid({ width = 2, height = 2, ground = function(col, row) return col + 10 * row end, sight = function(...)
      asked[#asked + 1] = table.concat({ select("#", ...), ... }, " ")
      return true
    end })
    assert.equal(6, #asked)
    for i, want in ipairs({ "6 0.5 0.5 11 1.5 0.5 12", "6 0.5 0.5 11 0.5 1.5 21", "6 0.5 0.5 11 1.5 1.5 22",
      "6 1.5 0.5 12 0.5 1.5 21", "6 1.5 0.5 12 1.5 1.5 22", "6 0.5 1.5 21 1.5 1.5 22" }) do
      assert.equal(want, (asked[i]:gsub("%.0", "")))
    end
  end)

  it("is not asked where there is no ground", function()
    local asked = 0
    local map = astar.grid({ width = 3, height = 1, ground = function(col) return col > 1 and 0 or nil end,
      sight = function(ax)
        asked = asked + 1
        assert(ax > 1)
        return true
      end })
    assert.equal(1, asked)
    -- the step is there all the same
    assert.is_true(map:linked(map:cell(1, 1), map:cell(2, 1)))
  end)

  it("closes steps by false and nil, both ways", function()
    for _, no in ipairs({ "false", "nil" }) do
      local map = astar.grid({ width = 3, height = 1, sight = function(ax)
        if ax > 1 then
          return true
        end
        if no == "false" then
          return false
        end
      end })
      assert.equal("", around(map:cell(1, 1)))
      assert.equal("3,1", around(map:cell(2, 1)))
      assert.is_false(map:linked(map:cell(2, 1), map:cell(1, 1)))
      assert.same({ nil, "unreachable" }, { map:path(map:cell(1, 1), map:cell(3, 1)) })
      map:link(map:cell(1, 1), map:cell(2, 1))
      assert.equal(2, select(2, map:path(map:cell(1, 1), map:cell(3, 1))))
    end
  end)

  it("is asked across seams, and for hexagons", function()
    for _, options in ipairs({ { wrap = "xy" }, { wrap = "x", neighbours = 4 }, { layout = "odd-r", wrap = "xy" },
      { layout = "even-q" } }) do
      local t = tiles.new(with(with({ width = 4, height = 4 }, options), { sight = function(ax, ay, _, bx, by)
        return math.floor((ax + bx) * 7 + (ay + by) * 3 + 0.5) % 3 ~= 0
      end }))
      t:verify()
    end
  end)

  it("may raise", function()
    local marker = {}
    local ok, message = pcall(astar.grid, { width = 9, height = 5, sight = function(ax) return ax < 4 or error(marker) end })
    assert.is_false(ok)
    assert.equal(marker, message)
  end)
end)

-- Walls and links ------------------------------------------------------------------------------------------

describe("wall", function()
  local map, a, b, c

  before_each(function()
    map = astar.grid({ width = 4, height = 3 })
    a, b, c = map:cell(1, 1), map:cell(2, 1), map:cell(3, 1)
    a.name, b.name = "a", "b"
  end)

  it("closes the step between two neighbours, both ways, and opens it again", function()
    map:wall(a, b)
    assert.is_false(map:linked(a, b))
    assert.is_false(map:linked(b, a))
    assert.equal("1,2 2,2", around(a))
    assert.equal("3,1 1,2 2,2 3,2", around(b))
    map:wall(b, a, false)
    assert.is_true(map:linked(a, b))
    assert.equal("2,1 1,2 2,2", around(a))
    map:wall("a", "b", true)
    assert.is_false(map:linked(b, a))
    map:wall("b", "a", false)
    assert.is_true(map:linked(b, a))
  end)

  it("may be said twice", function()
    map:wall(a, b)
    map:wall(b, a)
    map:wall(a, b, false)
    assert.is_true(map:linked(a, b))
    map:wall(a, b, false)
    assert.equal("2,1 1,2 2,2", around(a))
  end)

  it("is one edit, whichever way", function()
    local version = map.version
    map:wall(a, b)
    that(map.version > version, "no edit")
    version = map.version
    map:wall(a, b, false)
    that(map.version > version, "no edit")
  end)

  it("closes one diagonal", function()
    map:wall(a, map:cell(2, 2))
    assert.equal("2,1 1,2", around(a))
    assert.is_true(map:linked(b, map:cell(1, 2)))
    assert.equal(2, select(2, map:path(a, map:cell(2, 2))))
  end)

  it("leaves links beside it", function()
    map:link(a, b, { cost = 5 })
    map:wall(a, b)
    assert.is_true(map:linked(a, b))
    assert.equal("1,2 2,2 2,1", around(a))
    map:wall(a, b, false)
    assert.equal("2,1 1,2 2,2 2,1", around(a))
  end)

  it("stands across a seam", function()
    map = astar.grid({ width = 4, height = 3, wrap = "x" })
    map:wall(map:cell(1, 2), map:cell(4, 2))
    assert.equal("4,1 1,1 2,1 2,2 4,3 1,3 2,3", around(map:cell(1, 2)))
    assert.is_false(map:linked(map:cell(4, 2), map:cell(1, 2)))
  end)

  it("needs two neighbouring cells", function()
    local waypoint = map:add(1, 1)
    harmless(map, "bad argument #2 to 'wall' (not a neighbour of the first cell)", map, "wall", a, c)
    harmless(map, "bad argument #2 to 'wall' (not a neighbour of the first cell)", map, "wall", a, a)
    harmless(map, "bad argument #2 to 'wall' (", map, "wall", a, waypoint)
    harmless(map, "bad argument #1 to 'wall' (", map, "wall", waypoint, a)
    harmless(map, "bad argument #1 to 'wall' (node expected", map, "wall")
    harmless(map, "bad argument #2 to 'wall' (node expected", map, "wall", a)
    harmless(map, "bad argument #1 to 'wall' (node expected", map, "wall", 1, b)
    harmless(map, "bad argument #2 to 'wall' (no node named 'x')", map, "wall", a, "x")
    harmless(map, "bad argument #2 to 'wall' (node of another graph)", map, "wall", a,
      astar.grid({ width = 2, height = 2 }):cell(1, 2))
    for _, wrong in ipairs({ 1, "x", {} }) do
      harmless(map, "bad argument #3 to 'wall' (boolean expected", map, "wall", a, b, wrong)
    end
    map = astar.grid({ width = 4, height = 3, neighbours = 4 })
    refuses("bad argument #2 to 'wall' (not a neighbour", map, "wall", map:cell(1, 1), map:cell(2, 2))
    map = astar.grid({ width = 4, height = 3, layout = "odd-r" })
    map:wall(map:cell(2, 2), map:cell(3, 1))
    refuses("bad argument #2 to 'wall' (not a neighbour", map, "wall", map:cell(2, 2), map:cell(1, 1))
  end)
end)

describe("links on a grid", function()
  local map, a, b, c, far

  before_each(function()
    map = astar.grid({ width = 4, height = 3, cell = 2 })
    a, b, c, far = map:cell(1, 1), map:cell(2, 1), map:cell(3, 1), map:cell(4, 3)
  end)

  it("are portals between any two cells", function()
    map:link(a, far, { cost = 1 })
    assert.equal("2,1 1,2 2,2 4,3", around(a))
    assert.equal("3,2 4,2 3,3 1,1", around(far))
    assert.equal(1, select(2, map:path(a, far)))
    assert.equal(1, select(2, map:path(far, a)))
    map:link(a, c, { oneway = true, terrain = "water" })
    assert.equal("2,1 1,2 2,2 4,3 3,1", around(a))
    assert.is_true(map:linked(a, c))
    assert.is_false(map:linked(c, a))
    assert.equal(4, cost_between(a, c))
    map:unit("man", { water = false })
    assert.equal(4, select(2, map:path(a, c, "man")))
    local i = 0
    for _, cost, props in a:links() do
      i = i + 1
      if i == 4 then
        assert.equal(1, cost)
        assert.equal(1, props.cost)
      elseif i == 5 then
        assert.equal(4, cost)
        assert.equal("water", props.terrain)
        assert.is_true(props.oneway)
      else
        assert.is_nil(props)
      end
    end
    assert.is_true(map:unlink(a, far))
    assert.is_false(map:unlink(a, far))
    assert.is_false(map:linked(far, a))
  end)

  it("keep the order in which they were made", function()
    map:link(a, far, { cost = 1 })
    map:link(a, c, { cost = 1 })
    map:link(a, map:cell(4, 1), { cost = 1 })
    map:link(a, far, { cost = 2 })
    assert.equal("2,1 1,2 2,2 4,3 3,1 4,1", around(a))
    map:unlink(a, far)
    map:link(a, far, { cost = 1 })
    assert.equal("2,1 1,2 2,2 3,1 4,1 4,3", around(a))
  end)

  it("between neighbours stand beside the step if they have a cost or a terrain", function()
    map:link(a, b, { cost = 1 })
    assert.equal("2,1 1,2 2,2 2,1", around(a))
    assert.equal(1, select(2, map:path(a, b)))
    assert.equal(1, select(2, map:path(b, a)))
    map:link(a, b, { cost = 9 })
    assert.equal(2, select(2, map:path(a, b)))
    map:link(a, b, { terrain = "road" })
    map:unit("cart", { road = 0.5 })
    assert.equal(1, select(2, map:path(a, b, "cart")))
    assert.equal(2, select(2, map:path(a, b)))
    assert.equal("2,1 1,2 2,2 2,1", around(a))
  end)

  it("between neighbours open the step if they have neither, and take the place of such a link", function()
    map:link(a, b, { cost = 1 })
    map:link(a, b)
    assert.equal("2,1 1,2 2,2", around(a))
    assert.equal(2, select(2, map:path(a, b)))
    map:wall(a, b)
    map:link(b, a, {})
    assert.equal("2,1 1,2 2,2", around(a))
    map:wall(a, b)
    map:link(a, b, { oneway = true })
    assert.is_true(map:linked(a, b))
    assert.is_false(map:linked(b, a))
    map:link(b, a, { cost = 3, oneway = true })
    assert.is_true(map:linked(b, a))
    assert.equal(3, cost_between(b, a))
  end)

  it("are cut by unlink together with the step", function()
    map:link(a, b, { cost = 1 })
    assert.is_true(map:unlink(a, b))
    assert.equal("1,2 2,2", around(a))
    assert.is_false(map:linked(b, a))
    assert.is_false(map:unlink(a, b))
    assert.is_false(map:unlink(b, a))
    map:link(a, b)
    assert.is_true(map:unlink(b, a, { oneway = true }))
    assert.is_true(map:linked(a, b))
    assert.is_false(map:linked(b, a))
    assert.is_false(map:unlink(b, a, { oneway = true }))
    assert.is_true(map:unlink(b, a))
    assert.is_false(map:linked(a, b))
    assert.is_false(map:unlink(a, far))
  end)

  it("come by node:link and node:unlink as well", function()
    a:link(far, { cost = 1 })
    assert.is_true(map:linked(far, a))
    a:unlink(far)
    assert.is_false(map:linked(far, a))
    a:unlink(b)
    assert.equal("1,2 2,2", around(a))
    a:link(b)
    assert.equal("2,1 1,2 2,2", around(a))
  end)

  it("are all cut by node:unlink()", function()
    local cell = map:cell(2, 2)
    cell:link(far, { cost = 1 })
    far:link(cell, { cost = 2 })
    cell:unlink()
    assert.equal("", around(cell))
    for node in map:nodes() do
      assert.is_false(map:linked(node, cell))
      assert.is_false(map:linked(cell, node))
    end
    assert.same({ nil, "unreachable" }, { map:path(a, cell) })
    assert.same({ nil, "unreachable" }, { map:path(cell, a) })
    cell:link(a)
    assert.equal("1,1", around(cell))
    assert.near(2 * root, cost_between(cell, a), 1e-12)
    -- the way round the corner is closed
    assert.same({ nil, "unreachable" }, { map:path(cell, a) })
  end)

  it("to itself raise, as on graphs", function()
    harmless(map, "bad argument #2 to 'link' (a node cannot be linked to itself)", map, "link", a, a)
    harmless(map, "bad argument #3 to 'link' (", map, "link", a, b, { cost = -1 })
    harmless(map, "bad argument #3 to 'link' (unknown field 'price')", map, "link", a, b, { price = 1 })
  end)

  it("cost the straight way in steps where they have no cost", function()
    map:link(a, far)
    check.near(math.sqrt(36 + 16), cost_between(a, far), "squares")
    far.z = 3
    check.near(math.sqrt(36 + 16 + 9), cost_between(a, far), "heights")
    -- the picture of an isometric map is distorted
    map = astar.grid({ width = 6, height = 6, layout = "isometric", cell = { 64, 32 } })
    map:link(map:cell(1, 1), map:cell(4, 5))
    check.near(5, cost_between(map:cell(1, 1), map:cell(4, 5)), "isometric")
    map = astar.grid({ width = 6, height = 6, layout = "odd-r", cell = { 60, 40 } })
    map:link(map:cell(1, 1), map:cell(4, 1))
    map:link(map:cell(1, 1), map:cell(1, 5))
    check.near(3, cost_between(map:cell(1, 1), map:cell(4, 1)), "hexagons")
    check.near(2 * math.sqrt(3), cost_between(map:cell(1, 1), map:cell(1, 5)), "hexagons")
  end)
end)

describe("waypoints beside the cells", function()
  local map

  before_each(function()
    map = astar.grid({ width = 4, height = 3 })
  end)

  it("have the ids after the cells, and no column or row", function()
    local w = map:add(2, 7, 1.5, { name = "tower", terrain = "stone", data = 5 })
    assert.equal(13, w.id)
    assert.equal(13, #map)
    assert.same({ 2, 7, 1.5, "stone", "tower", 5 }, { w.x, w.y, w.z, w.terrain, w.name, w.data })
    assert.is_nil(w.col)
    assert.equal(w, map:node(13))
    assert.equal(w, map:node("tower"))
    assert.equal("grid (4 x 3, 1 waypoint)", tostring(map))
    map:add(3, 8)
    assert.equal("grid (4 x 3, 2 waypoints)", tostring(map))
    local last
    for node in map:nodes() do
      last = node
    end
    assert.equal(14, last.id)
    assert.equal("", around(w))
    map:remove(w)
    assert.equal(13, #map)
    assert.equal("grid (4 x 3, 1 waypoint)", tostring(map))
    assert.equal("node 13 (removed)", tostring(w))
    raises("node 13 was removed", function() return w.x end)
  end)

  it("can be moved, blocked, linked and removed", function()
    local w = map:add(2, 7)
    w.x, w.y, w.z = 0.5, 3.5, 0
    map:link(w, map:cell(1, 3))
    check.near(1, cost_between(w, map:cell(1, 3)), "length")
    assert.equal("1,2 2,2 2,3 waypoint", around(map:cell(1, 3)))
    w.y = 5.5
    check.near(3, cost_between(map:cell(1, 3), w), "length")
    assert.equal(5, select(2, map:path(w, map:cell(1, 1))))
    w.blocked = true
    assert.same({ nil, "unreachable" }, { map:path(map:cell(1, 1), w) })
    w.blocked = false
    local v = map:add(9, 9)
    map:link(w, v, { cost = 0.5 })
    map:link(v, map:cell(4, 3), { cost = 0.5 })
    assert.equal(4, select(2, map:path(map:cell(1, 3), map:cell(4, 3))) + 1)
    w.y = 3.5
    assert.equal(2, select(2, map:path(map:cell(1, 3), map:cell(4, 3))))
    w:remove()
    assert.equal("1,2 2,2 2,3", around(map:cell(1, 3)))
    assert.equal(3, select(2, map:path(map:cell(1, 3), map:cell(4, 3))))
  end)

  it("have the ids of removed ones after a while, cells keep theirs", function()
    for i = 1, 300 do
      local w = map:add(i, i)
      that(w.id > 12, "id %d", w.id)
      if i % 3 == 0 then
        map:remove(w)
      end
    end
    check.collect()
    assert.equal(12 + 200, #map)
    for id = 1, 12 do
      assert.equal(id, (map:node(id).row - 1) * 4 + map:node(id).col)
    end
  end)

  it("stand optimize", function()
    random.cases("optimize", 30, function(rng)
      local features = { waypoints = true, links = true, walls = true, terrain = true, heights = true }
      local t = tiles.random(rng, features)
      for i = 1, 40 do
        t:edit(rng, features)
        if i % 10 == 0 then
          t.map:optimize()
        end
      end
      t:verify()
    end)
  end)
end)

-- Finding --------------------------------------------------------------------------------------------------

describe("nearest and within", function()
  local function square(r, x, y, z)
    local dx, dy, dz = r.node.x - x, r.node.y - y, z and r.node.z - z or 0
    return dx * dx + dy * dy + dz * dz
  end

  local function linked(t, r)
    if #r.out > 0 then
      return true
    end
    for _, other in ipairs(t.list) do
      for _, link in ipairs(other.out) do
        if link.to == r then
          return true
        end
      end
    end
    return false
  end

  -- Squares of distances that differ by rounding only count as one.
  local function ask(t, rng)
    local r = rng:pick(t.list)
    local x, y = r.x + rng:real(-3, 3) * t.cell_w, r.y + rng:real(-3, 3) * t.cell_h
    if rng:chance(0.3) then
      x, y = r.x + rng:int(-2, 2) / 2 * t.cell_w, r.y + rng:int(-2, 2) / 2 * t.cell_h
    elseif rng:chance(0.1) then
      x, y = rng:real(-1e4, 1e4), rng:real(-1e4, 1e4)
    end
    local z = rng:chance(0.4) and rng:int(-1, 3) / 2 or nil
    local opts = {}
    opts.unit = t:any_unit(rng)
    if rng:chance(0.3) then
      opts.linked = true
    end
    if rng:chance(0.4) then
      opts.radius = rng:real(0, 3) * t.cell_w
    end
    local given = rng:chance(0.3) and {} or opts
    local least
    local function counts(other)
      return (not given.unit or t:enterable(given.unit, other)) and (not given.linked or linked(t, other))
    end
    for _, other in ipairs(t.list) do
      if counts(other) then
        least = math.min(least or inf, square(other, x, y, z))
      end
    end
    local node, distance
    if z then
      node, distance = t.map:nearest(x, y, z, given)
    else
      node, distance = t.map:nearest(x, y, given)
    end
    local close = least and (not given.radius or least <= given.radius * given.radius)
    if least and given.radius and check.close(least, given.radius * given.radius) then
      close = node ~= nil
    end
    local question = ("%s %d x %d: nearest to %.17g, %.17g, %s (unit %s, linked %s, radius %s)"):format(t.layout, t.width,
      t.height, x, y, tostring(z), tostring(given.unit), tostring(given.linked), tostring(given.radius))
    that((node ~= nil) == (close or false), "%s is %s", question, node)
    if node then
      check.near(math.sqrt(least), distance, question)
      local got = t.by_node[node]
      that(counts(got), "%s does not count", node)
      that(math.abs(square(got, x, y, z) - least) <= 1e-9 * least + 1e-300, "%s is not the nearest", node)
      for _, other in ipairs(t.list) do
        that(other.id >= got.id or not counts(other) or square(other, x, y, z) > square(got, x, y, z) * (1 - 1e-12),
          "%s is as near as %s", other.node, node)
      end
    end

    local radius = rng:real(0, 4) * t.cell_w
    if rng:chance(0.3) then
      radius = rng:int(0, 3) * t.cell_w
    end
    local found
    if z then
      found = t.map:within(x, y, z, radius)
    else
      found = t.map:within(x, y, radius)
    end
    local seen, last, last_id = {}, -1, 0
    for i, n in ipairs(found) do
      local d = square(t.by_node[n], x, y, z)
      that(not seen[n], "%s comes twice", n)
      that(d <= radius * radius * (1 + 1e-9) + 1e-300, "%s is too far off", n)
      that(d >= last * (1 - 1e-12), "number %d is nearer than the one before", i)
      that(d > last or n.id > last_id, "ties go to the lower id")
      seen[n], last, last_id = true, d, n.id
    end
    for _, other in ipairs(t.list) do
      local d = square(other, x, y, z)
      that(seen[other.node] or d > radius * radius * (1 - 1e-9), "%s is missing", other.node)
    end
  end

  it("agree with a scan, in all layouts", function()
    local features = { terrain = true, walls = true, links = true, heights = true, waypoints = true }
    random.cases("finding", 250, function(rng)
      local t = tiles.random(rng, features)
      for _ = 1, 12 do
        ask(t, rng)
        t:edit(rng, features)
      end
    end)
  end)

  it("agree with a scan on larger maps", function()
    random.cases("finding far", 12, function(rng, i)
      local t = tiles.random(rng, { terrain = true, waypoints = true, size = 40, layout = tiles.LAYOUTS[i % 6 + 1] })
      for _ = 1, 12 do
        ask(t, rng)
      end
    end)
  end)

  -- Few cells that the unit can enter, or none: whole parts of the map are left out, which edits bring back.
  it("agree with a scan where a unit can enter hardly any cell", function()
    random.cases("finding few", 24, function(rng, i)
      local layout = tiles.LAYOUTS[i % #tiles.LAYOUTS + 1]
      local width, height = rng:int(20, 150), rng:int(20, 150)
      local map = astar.grid({ width = width, height = height, layout = layout })
      local grounds, allowed, costs = { "grass", "mud", "sea", "sand" }, {}, {}
      for k = 1, rng:pick { 0, 0, 70 } do grounds[#grounds + 1] = "t" .. k end -- more than a set has bits
      for _, ground in ipairs(grounds) do
        allowed[ground] = rng:chance(0.3)
        costs[ground] = allowed[ground] and 1 or false
      end
      costs.default = false
      map:unit("man", costs)
      local function edit()
        local kind, col, row = rng:int(1, 4), rng:int(1, width), rng:int(1, height)
        if kind == 1 then map:fill(col, row, rng:int(1, 40), rng:int(1, 40), rng:pick(grounds))
        elseif kind == 2 then map:fill(col, row, rng:int(1, 150), rng:int(1, 150), "default")
        elseif kind == 3 then map:block(col, row)
        else map:set(col, row, rng:pick(grounds)) end
      end
      local left, top, right, bottom = inf, inf, -inf, -inf
      for node in map:nodes() do
        left, top = math.min(left, node.x), math.min(top, node.y)
        right, bottom = math.max(right, node.x), math.max(bottom, node.y)
      end
      for _ = 1, 12 do
        for _ = 1, rng:int(0, 3) do edit() end
        local few = {}
        for node in map:nodes() do
          if allowed[node.terrain] and not node.blocked then few[#few + 1] = { node = node, x = node.x, y = node.y } end
        end
        for _ = 1, 5 do
          local x, y = rng:real(left - 9, right + 9), rng:real(top - 9, bottom + 9)
          local best, least
          for _, cell in ipairs(few) do
            local d = (cell.x - x) ^ 2 + (cell.y - y) ^ 2
            if not least or d < least then best, least = cell.node, d end
          end
          local node, distance = map:nearest(x, y, { unit = "man" })
          that((node ~= nil) == (best ~= nil), "%s %d x %d, %.17g, %.17g: %s, not %s", layout, width, height, x, y, node, best)
          if node then
            check.near(math.sqrt(least), distance, "the distance")
            that(allowed[node.terrain] and not node.blocked, "%s cannot be entered", node)
          end
        end
      end
    end)
  end)

  it("find blocked cells unless a unit is named", function()
    local map = astar.grid({ width = 9, height = 9 })
    map:unit("man", { mud = false })
    map:block(5, 5)
    assert.equal(map:cell(5, 5), (map:nearest(4.5, 4.5)))
    assert.equal(map:cell(5, 4), (map:nearest(4.5, 4.5, { unit = "man" })))
    map:fill(1, 1, 9, 9, "mud")
    assert.is_nil((map:nearest(4.5, 4.5, { unit = "man" })))
    map:set(9, 9)
    local node, distance = map:nearest(4.5, 4.5, { unit = "man" })
    assert.equal(map:cell(9, 9), node)
    check.near(4 * root, distance, "distance")
    assert.is_nil((map:nearest(4.5, 4.5, { unit = "man", radius = 5 })))
  end)

  it("measure flat without z", function()
    local map = astar.grid({ width = 3, height = 1, ground = function(col) return col == 2 and 100 or 0 end })
    assert.equal(map:cell(2, 1), (map:nearest(1.5, 0.5)))
    assert.equal(map:cell(1, 1), (map:nearest(1.5, 0.5, 0)))
    assert.equal(map:cell(2, 1), (map:nearest(1.5, 0.5, 80)))
    assert.equal(3, #map:within(1.5, 0.5, 1))
    assert.equal(2, #map:within(1.5, 0.5, 0, 1))
  end)

  it("do not look beyond a seam", function()
    local map = astar.grid({ width = 9, height = 3, wrap = "x" })
    assert.equal(map:cell(1, 2), (map:nearest(0, 1.5)))
    assert.equal(1, #map:within(0.5, 1.5, 0.5))
    assert.equal(8, map:cell(1, 1):distance(map:cell(9, 1)))
  end)

  it("stand wild numbers", function()
    local map = astar.grid({ width = 3, height = 3 })
    assert.equal(map:cell(3, 3), (map:nearest(1e12, 1e12)))
    assert.equal(map:cell(1, 3), (map:nearest(-1e12, 1e12)))
    -- so far off that all are as near as the others
    for _, far in ipairs({ 1e17, 1e300, -1e300, 1.7e308 }) do
      assert.equal(map:cell(1, 1), (map:nearest(far, far)))
      assert.equal(0, #map:within(far, far, 1))
      assert.equal(9, #map:within(1, 1, math.abs(far)))
    end
    for _, wrong in ipairs({ nan, inf, "1", {} }) do
      refuses("bad argument #1 to 'nearest' (", map, "nearest", wrong, 1)
      refuses("bad argument #2 to 'within' (", map, "within", 1, wrong, 1)
    end
    refuses("bad argument #3 to 'within' (", map, "within", 1, 1, -1)
    refuses("option 'radius'", map, "nearest", 1, 1, { radius = -1 })
  end)
end)

-- The rest of the graph's calls --------------------------------------------------------------------------------

describe("a grid is a graph:", function()
  local map

  before_each(function()
    map = astar.grid({ width = 6, height = 5 })
    map:unit("man", { mud = 2 })
  end)

  it("all methods of graphs are there", function()
    for _, method in ipairs({ "add", "link", "unlink", "remove", "node", "nodes", "linked", "nearest", "within", "unit",
      "units", "path", "search", "optimize" }) do
      assert.equal("function", type(map[method]))
    end
  end)

  it("units", function()
    map:unit("tank", { mud = false }, { climb = 1 })
    assert.same({ "man", "tank" }, map:units())
    local costs, limits = map:unit("tank")
    assert.same({ mud = false }, costs)
    assert.same({ climb = 1 }, limits)
    assert.is_nil(map:unit("ship"))
    refuses("option 'unit'", map, "path", map:cell(1, 1), map:cell(2, 2), { unit = 5 })
    refuses("no unit named 'hors'", map, "path", map:cell(1, 1), map:cell(2, 2), "hors")
  end)

  it("many terrains", function()
    local wide = astar.grid({ width = 100, height = 50 })
    local costs = {}
    for i = 1, 5000 do
      wide:set((i - 1) % 100 + 1, math.floor((i - 1) / 100) + 1, "t" .. i)
      costs["t" .. i] = i % 7 + 1
    end
    wide:unit("man", costs)
    for i = 1, 5000, 97 do
      assert.equal("t" .. i, wide:node(i).terrain)
    end
    assert.equal(1235 % 7 + 1, select(2, wide:path(wide:node(1234), wide:node(1235), "man")))
  end)

  it("names in place of nodes", function()
    map:cell(1, 1).name, map:cell(6, 5).name = "here", "there"
    assert.is_true(map:path("here", "there").cost > 0)
    assert.is_false(map:linked("here", "there"))
    map:link("here", "there", { cost = 1 })
    assert.equal(1, map:path("here", "there").cost)
    assert.equal("found", map:search("here", "there"):run())
    refuses("bad argument #2 to 'path' (no node named 'x')", map, "path", "here", "x")
  end)

  it("version grows with each edit, and with nothing else", function()
    local function edits(f, want)
      local version = map.version
      f()
      that((map.version > version) == want, "version went from %d to %d", version, map.version)
    end
    local cell = map:cell(2, 2)
    edits(function() map:set(2, 2, "mud") end, true)
    edits(function() map:fill(1, 1, 3, 3, "mud") end, true)
    edits(function() map:block(2, 2) end, true)
    edits(function() map:block(2, 2, false) end, true)
    edits(function() cell.z = 3 end, true)
    edits(function() cell.terrain = "sand" end, true)
    edits(function() map:wall(cell, map:cell(2, 1)) end, true)
    edits(function() map:link(cell, map:cell(2, 1)) end, true)
    edits(function() map:unlink(cell, map:cell(2, 1)) end, true)
    edits(function() cell:unlink() end, true)
    edits(function() map:add(1, 1) end, true)
    edits(function() map:unit("man", {}) end, true)
    edits(function()
      cell.name, cell.data = "x", {}
      map:cell(1, 1)
      map:at(1, 1)
      map:get(2, 2)
      map:nearest(1, 1)
      map:path(map:cell(1, 1), map:cell(6, 5))
      map:search(map:cell(1, 1)):run()
      pcall(map.set, map, 99, 1, "mud")
    end, false)
  end)

  it("searches turn stale by edits of the map", function()
    local edits = {
      function() map:set(2, 2, "mud") end,
      function() map:fill(2, 2, 1, 1, "default") end,
      function() map:block(2, 2) end,
      function() map:block(2, 2, false) end,
      function() map:wall(map:cell(2, 2), map:cell(1, 1)) end,
      function() map:cell(2, 1).z = 4 end,
      function() map:unlink(map:cell(1, 1), map:cell(2, 1)) end,
      function() map:link(map:cell(1, 1), map:cell(2, 1)) end,
      function() map:link(map:cell(6, 5), map:cell(1, 1)) end,
    }
    for i, edit in ipairs(edits) do
      local s = map:search(map:cell(1, 1), map:cell(6, 4), "man")
      s:step(3)
      edit()
      that(s.status == "stale", "edit %d leaves the search %s", i, s.status)
      s:restart()
      assert.equal("found", s:run())
    end
  end)

  it("every option of path and search", function()
    local a, b = map:cell(1, 3), map:cell(6, 3)
    assert.equal(5, select(2, map:path(a, b)))
    assert.equal(10, select(2, map:path(a, b, { cost = function(_, _, c) return c * 2 end })))
    assert.same({ nil, "limit" }, { map:path(a, b, { max_cost = 4 }) })
    assert.same({ nil, "limit" }, { map:path(a, b, { max_steps = 2 }) })
    for _, name in ipairs({ "auto", "euclidean", "manhattan", "octile", "zero" }) do
      assert.equal(5, select(2, map:path(a, b, { heuristic = name })))
    end
    assert.equal(5, select(2, map:path(a, b, { heuristic = function(node, goal) return node:distance(goal) end })))
    assert.equal(5, select(2, map:path(a, b, { weight = 2 })))
    assert.equal(5, select(2, map:path(a, { map:cell(6, 5), b, map:cell(6, 3) })))
    local only = {}
    for col = 1, 6 do
      only[col] = map:cell(col, 3)
    end
    local s = map:search(a, b, { only = only })
    assert.equal("found", s:run())
    assert.equal("excluded", s:state(map:cell(2, 2)))
    assert.same({ nil, "unreachable" }, { map:path(a, b, { only = { b } }) })
    assert.near(3 + 2 * root, select(2, map:path(a, b, { avoid = { map:cell(3, 3) } })), 1e-12)
    local path = map:path(a, b, { only = { map:cell(2, 3), map:cell(3, 3) }, partial = true })
    assert.is_true(path.partial)
    assert.equal(map:cell(3, 3), path[#path])
  end)

  it("cost functions are asked for cells, with terrain and heights counted in", function()
    map:fill(3, 1, 1, 5, "mud")
    map:cell(2, 3).z = 1
    local seen = {}
    map:path(map:cell(1, 3), map:cell(4, 3), { unit = "man", cost = function(from, to, c)
      seen[("%d,%d %d,%d"):format(from.col, from.row, to.col, to.row)] = c
      return c
    end })
    check.near(root, seen["1,3 2,3"], "rise")
    check.near(2 * root, seen["2,3 3,3"], "mud below")
    assert.equal(1, seen["3,3 4,3"])
  end)

  it("a blocked start is left, a blocked goal is not entered", function()
    map:block(1, 3)
    assert.equal(5, select(2, map:path(map:cell(1, 3), map:cell(6, 3))))
    assert.same({ nil, "unreachable" }, { map:path(map:cell(6, 3), map:cell(1, 3)) })
    -- its corner may not be cut
    assert.equal(3, select(2, map:path(map:cell(2, 4), map:cell(2, 1))))
    assert.equal(2, select(2, map:path(map:cell(1, 4), map:cell(2, 3))))
    -- from a blocked cell diagonals lead out like other steps
    assert.near(root, select(2, map:path(map:cell(1, 3), map:cell(2, 2))), 1e-12)
  end)

  it("states, costs, estimates and parents of cells", function()
    map:block(3, 3)
    local a, b = map:cell(1, 3), map:cell(6, 3)
    local s = map:search(a, b)
    assert.equal("none", s:state(b))
    s:step()
    assert.equal("closed", s:state(a))
    assert.equal("open", s:state(map:cell(2, 2)))
    assert.equal(a, s:parent(map:cell(2, 2)))
    assert.near(root, s:cost(map:cell(2, 2)), 1e-12)
    check.near(3 + root, s:estimate(map:cell(2, 2)), "estimate")
    assert.equal("found", s:run())
    assert.equal("excluded", s:state(map:cell(3, 3)))
    assert.equal(b, s.goal)
    local count = 0
    for node, state in s:nodes() do
      count = count + 1
      that(node.col and state ~= "none", "nodes()")
    end
    that(count >= s.expanded, "nodes() gives %d of %d", count, s.expanded)
    assert.equal(b, s:closest())
  end)

  it("paths", function()
    map = astar.grid({ width = 6, height = 5, cell = 10 })
    local path = map:path(map:cell(1, 1), map:cell(3, 2))
    assert.equal(3, #path)
    local points = path:points()
    assert.equal(6, #points)
    assert.same({ 5, 5 }, { points[1], points[2] })
    assert.same({ 25, 15 }, { points[5], points[6] })
    assert.near(10 + 10 * root, path.length, 1e-9)
    assert.near(10 + 10 * root, path.cost, 1e-9)
    map:cell(3, 2).z = 7
    assert.equal(9, #path:points(3))
    assert.equal(0, path:points(3)[9])
    assert.equal(map:cell(3, 2), path:table()[3])
    local n = 0
    for i, node in path:nodes() do
      n = n + 1
      assert.equal(path[i], node)
    end
    assert.equal(3, n)
    -- longer than the picture where the steps count 1
    map = astar.grid({ width = 6, height = 5, cell = { 6, 8 }, layout = "isometric" })
    path = map:path(map:cell(1, 1), map:cell(4, 1))
    assert.equal(3, path.cost)
    assert.near(15, path.length, 1e-9)
  end)

  it("an edit in a cost function makes it stale", function()
    assert.same({ nil, "stale" }, { map:path(map:cell(1, 1), map:cell(6, 5), { cost = function(_, _, c)
      map:set(1, 1, "mud")
      return c
    end }) })
    local s = map:search(map:cell(1, 1), map:cell(6, 5), { cost = function(_, _, c)
      map:wall(map:cell(1, 1), map:cell(2, 1))
      map:wall(map:cell(1, 1), map:cell(2, 1), false)
      return c
    end })
    assert.equal("stale", s:run())
  end)

  it("a grid is no graph to confuse with another", function()
    local g = astar.graph()
    local n = g:add(0, 0)
    refuses("bad argument #1 to 'path' (node of another graph)", map, "path", n, map:cell(1, 1))
    refuses("bad argument #2 to 'link' (node of another graph)", g, "link", n, map:cell(1, 1))
    raises("calling 'path' on bad self (graph expected", map.path, {}, 1, 2)
    assert.equal(5, select(2, g.path(map, map:cell(1, 3), map:cell(6, 3))))
  end)
end)

describe("heights and limits", function()
  it("let a unit up and down no more than it can", function()
    local map = astar.grid({ width = 4, height = 1, ground = function(col) return ({ 0, 1, 3, 0 })[col] end })
    map:unit("goat", {}, { climb = 2 })
    map:unit("cow", {}, { climb = 1 })
    map:unit("cat", {}, { drop = 2.5 })
    local a, d = map:cell(1, 1), map:cell(4, 1)
    local length = root + math.sqrt(5) + math.sqrt(10)
    check.near(length, select(2, map:path(a, d)), "no unit")
    check.near(length, select(2, map:path(a, d, "goat")), "goat")
    assert.same({ nil, "unreachable" }, { map:path(a, d, "cow") })
    assert.same({ nil, "unreachable" }, { map:path(a, d, "cat") })
    assert.same({ nil, "unreachable" }, { map:path(d, a, "goat") })
    check.near(length, select(2, map:path(d, a, "cat")), "cat")
    map:cell(3, 1).z = 2
    check.near(root + root + math.sqrt(5), select(2, map:path(a, d, "cow")), "cow")
    check.near(root + root + math.sqrt(5), select(2, map:path(a, d, "cat")), "cat")
  end)

  it("count for portals too", function()
    local map = astar.grid({ width = 5, height = 1, ground = function(col) return col == 5 and 3 or 0 end })
    map:unit("cow", {}, { climb = 1 })
    map:link(map:cell(1, 1), map:cell(5, 1), { cost = 1 })
    assert.equal(1, select(2, map:path(map:cell(1, 1), map:cell(5, 1))))
    assert.same({ nil, "unreachable" }, { map:path(map:cell(1, 1), map:cell(5, 1), "cow") })
    assert.equal(1, select(2, map:path(map:cell(5, 1), map:cell(1, 1), "cow")))
  end)

  it("come from the origin where no ground is given", function()
    local map = astar.grid({ width = 3, height = 1, origin = { 0, 0, 4 } })
    assert.equal(4, map:cell(2, 1).z)
    assert.equal(2, select(2, map:path(map:cell(1, 1), map:cell(3, 1))))
    map:cell(2, 1).z = 5
    check.near(2 * root, select(2, map:path(map:cell(1, 1), map:cell(3, 1))), "cost")
    assert.equal(4, map:cell(3, 1).z)
  end)
end)

describe("what raises", function()
  it("leaves the map as it was", function()
    local map = astar.grid({ width = 3, height = 3 })
    map:unit("man", { mud = 2 })
    map:link(map:cell(1, 1), map:cell(3, 3), { cost = 1 })
    local cell = map:cell(2, 2)
    cell.name = "middle"
    for _, call in ipairs({
      function() cell.x = 1 end, function() cell.z = nan end, function() cell.name = 5 end, function() cell.terrain = {} end,
      function() map:add(1, nan) end, function() map:add(1, 1, { name = "middle" }) end, function() map:unit("man", { mud = 0 }) end,
      function() map:wall(cell, cell) end, function() map:set(1, 9, "new") end, function() map:fill(1, 1, -1, 1, "new") end,
      function() cell:remove() end, function() map:remove(cell) end, function() map:link(cell, cell) end,
      function() map:unlink(cell, "nobody") end, function() map:block(1, 1, "yes") end,
    }) do
      local before = dump(map)
      assert.is_false(pcall(call))
      assert.equal(before, dump(map))
    end
  end)
end)
