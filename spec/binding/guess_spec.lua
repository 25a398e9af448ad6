-- "did you mean ...?" in messages about unknown names, and messages about common first mistakes.

local astar = require "astar"
local check = require "spec.support.check"
local draw_ok, draw = pcall(require, "astar.draw")
local follow = require "astar.follow"
local svg = require "astar.svg"
local tiled = require "astar.tiled"

local raises = check.raises

local function meant(word, name, ...)
  raises(("'%s' (did you mean '%s'?)"):format(word, name), ...)
end

-- Raises with `want`, and offers nothing.
local function offers_nothing(want, ...)
  local message = raises(want, ...)
  check.that(not message:find("did you mean", 1, true), "offers something: %s", message)
end

describe("did you mean", function()
  local g, map, plane, a, b

  before_each(function()
    g = astar.graph()
    a, b = g:add(0, 0, { name = "castle" }), g:add(3, 4, { name = "mill" })
    g:link(a, b)
    g:unit("horse", {})
    map = astar.grid({ width = 3, height = 3 })
    plane = astar.plane()
  end)

  it("is asked for options of spaces", function()
    meant("neighbors", "neighbours", astar.grid, { width = 3, height = 3, neighbors = 4 })
    meant("Cell", "cell", astar.grid, { width = 3, height = 3, Cell = 4 })
    meant("tile_size", "cell", astar.grid, { width = 3, height = 3, tile_size = 4 })
    meant("legends", "legend", astar.grid, { rows = { "." }, legends = {} })
    meant("bound", "bounds", astar.plane, { bound = { 0, 0, 1, 1 } })
  end)

  it("is asked for options of searches", function()
    for _, method in ipairs({ "path", "search" }) do
      meant("max_setps", "max_steps", g[method], g, a, b, { max_setps = 9 })
      meant("max_distance", "max_cost", g[method], g, a, b, { max_distance = 9 })
      meant("heuristics", "heuristic", g[method], g, a, b, { heuristics = "zero" })
      meant("raduis", "radius", plane[method], plane, 0, 0, 1, 1, { raduis = 1 })
    end
    meant("raduis", "radius", g.nearest, g, 0, 0, { raduis = 1 })
    meant("one_way", "oneway", g.unlink, g, a, b, { one_way = true })
    meant("dat", "data", g.save, g, { dat = true })
  end)

  it("is asked for fields of nodes, links and limits", function()
    meant("terain", "terrain", g.add, g, 0, 0, { terain = "mud" })
    meant("one_way", "oneway", g.link, g, a, b, { one_way = true })
    meant("clmib", "climb", g.unit, g, "man", {}, { clmib = 1 })
  end)

  it("is asked for members of objects", function()
    local path, s = g:path(a, b), g:search(a, b)
    meant("terain", "terrain", function() return a.terain end)
    meant("terain", "terrain", function() a.terain = "mud" end)
    meant("node", "nodes", function() return path:node() end)
    meant("find_path", "path", function() return g:find_path(a, b) end)
    meant("getCell", "cell", function() return map:getCell(1, 1) end)
    meant("Width", "width", function() return map.Width end)
    meant("expand", "expanded", function() return s.expand end)
    meant("poligon", "polygon", function() return plane:poligon({}) end)
    offers_nothing("node has no field 'foo'", function() return a.foo end)
  end)

  it("offers only fields where something is assigned", function()
    offers_nothing("node has no field 'lnk'", function() a.lnk = 1 end)
    meant("lnk", "link", function() return a.lnk end)
  end)

  it("is asked for units and nodes", function()
    meant("hors", "horse", g.path, g, a, b, "hors")
    meant("hors", "horse", g.nearest, g, 0, 0, { unit = "hors" })
    meant("castel", "castle", g.path, g, "castel", b)
    meant("Mill", "mill", g.path, g, a, "Mill")
    meant("mil", "mill", g.path, g, a, { b, "mil" })
    b.name = nil
    offers_nothing("no node named 'mil'", g.path, g, a, "mil")
    g:remove(a)
    offers_nothing("no node named 'castel'", g.path, g, b, "castel")
  end)

  it("is asked for values that are names", function()
    local function value(word, name, options)
      raises(('"%s" (did you mean \'%s\'?)'):format(word, name), astar.grid, options)
    end
    value("nevr", "never", { width = 3, height = 3, corners = "nevr" })
    value("odd_r", "odd-r", { width = 3, height = 3, layout = "odd_r" })
    value("iso", "isometric", { width = 3, height = 3, layout = "iso" })
    value("XY", "xy", { width = 3, height = 3, wrap = "XY" })
  end)

  it("is asked for heuristics and states", function()
    meant("manhatan", "manhattan", g.path, g, a, b, { heuristic = "manhatan" })
    raises("got \"opened\" (did you mean 'open'?)", function() g:search(a, b):nodes("opened") end)
  end)

  it("is asked for functions of the module", function()
    meant("gird", "grid", function() return astar.gird end)
    meant("Graph", "graph", function() return astar.Graph end)
    assert.is_nil(astar.zzz) -- so that a program can ask what there is
    assert.is_nil(astar._anything)
    assert.is_nil(astar[1])
    local names = {}
    for name in pairs(astar) do
      names[#names + 1] = name
    end
    table.sort(names)
    assert.same({ "_VERSION", "graph", "grid", "limit", "load", "plane" }, names)
    assert.equal("astar", getmetatable(astar))
  end)

  it("is asked in the modules in Lua", function()
    meant("lables", "labels", svg, map, { lables = true })
    meant("sacle", "scale", svg, map, { sacle = 2 })
    meant("color", "colour", svg, map, { paths = { { color = "#ff0000" } } })
    meant("node", "nodes", svg, g, { layers = { "node" } })
    meant("layer", "layers", tiled.load, "map.json", { layer = {} })
    meant("neighbors", "neighbours", tiled.load, "map.json", { neighbors = 4 })
    meant("sped", "speed", function() return follow({ x = 0, y = 0 }, 1).sped end)
    meant("updat", "update", function() return follow({ x = 0, y = 0 }, 1):updat(1) end)
    if draw_ok and type(draw) == "function" and rawget(_G, "love") then
      meant("lables", "labels", draw, map, { lables = true })
    end
  end)

  it("prefers fewer edits, then the first in the order of bytes", function()
    local h = astar.graph()
    local x = h:add(0, 0)
    h:unit("bats", {})
    h:unit("cats", {})
    h:unit("rats", {})
    h:unit("ratss", {})
    meant("hats", "bats", h.path, h, x, x, "hats")
    meant("RATS", "rats", h.path, h, x, x, "RATS")
  end)

  it("does not guess wildly", function()
    for _, word in ipairs({ "", "x", "hx", "abcd", "hhhhh", "o", ("horse"):rep(20), "\0\0\0" }) do
      offers_nothing("no unit named", g.path, g, a, b, word)
    end
  end)

  it("offers the same unit among few and many, if it is one edit away", function()
    for _, n in ipairs { 4096, 4097 } do
      local h = astar.graph()
      local s, t = h:add(0, 0), h:add(1, 0)
      for i = 1, n - 1 do h:unit("unit" .. i, {}) end
      h:unit("Zebra", {})
      for word, name in pairs { unt4000 = "unit4000", uint4000 = "unit4000", unit_4000 = "unit4000", UNIT4000 = "unit4000",
                                Zebr = "Zebra", Zebras = "Zebra" } do
        meant(word, name, h.path, h, s, t, word)
      end
      offers_nothing("no unit named 'nobody'", h.path, h, s, t, "nobody")
      offers_nothing("no unit named", h.path, h, s, t, ("n"):rep(64))
      offers_nothing("no unit named", h.path, h, s, t, ("n"):rep(1000000))
      offers_nothing("no unit named ''", h.path, h, s, t, "")
    end
  end)

  it("stays quick among many names and for long ones", function()
    local many = astar.graph()
    local first = many:add(0, 0, { name = "first" })
    for i = 1, 5000 do
      many:add(i, 0, { name = "node" .. i })
    end
    local clock = os.clock()
    meant("nod4711", "node4711", many.path, many, first, "nod4711")
    meant("ndoe4711", "node4711", many.path, many, first, "ndoe4711")
    meant("node_4711", "node4711", many.path, many, first, "node_4711")
    meant("NODE4711", "node4711", many.path, many, first, "NODE4711")
    offers_nothing("no node named 'nobody'", many.path, many, first, "nobody")
    offers_nothing("no node named", many.path, many, first, ("n"):rep(64))
    offers_nothing("no node named", many.path, many, first, ("n"):rep(1000000))
    check.that(os.clock() - clock < 5, "took %.1f s", os.clock() - clock)
  end)
end)

describe("a first mistake", function()
  it("of rows, a size or a text in place of options says how to give them", function()
    raises("to give rows, write astar.grid{ rows = rows }", astar.grid, { "..", ".." })
    raises("to give rows, write astar.grid{ rows = rows }", astar.grid, { { 1, 2 }, { 3, 4 } })
    raises("to give rows, write astar.grid{ rows = rows }", astar.grid, { "..", legend = { ["."] = "grass" } })
    raises("to give a size, write astar.grid{ width = 20, height = 15 }", astar.grid, 20, 15)
    raises("to give a text, write astar.grid{ csv = text } or astar.grid{ map = text }", astar.grid, "1,2\n3,4")
  end)

  it("of an argument of another kind says what to write", function()
    local map = astar.grid { width = 5, height = 5 }
    local cell, plane = map:cell(2, 2), astar.plane { bounds = { 0, 0, 9, 9 } }
    raises("write node.terrain = terrain, or map:set(node.col, node.row, terrain)", map.set, map, cell, "grass")
    raises("write node.blocked = true, or map:block(node.col, node.row)", map.block, map, cell)
    raises("write node.x, node.y", map.nearest, map, cell)
    raises("write node.x, node.y", plane.path, plane, cell, cell)
    raises("a plane has no units", plane.path, plane, 1, 1, 2, 2, "man")
    raises("write map:fill(col, row, width, height, terrain)", map.fill, map, 1, 1, "grass")
    raises("write node.x, node.y", map:flow(cell).direction, map:flow(cell), cell)
    raises("agents find their ways to a node", map:crowd().add, map:crowd(), cell, { goal = map:flow(cell) })
  end)

  it("of limits among the costs says where they belong", function()
    local map = astar.grid { width = 5, height = 5 }
    for _, limit in ipairs { "size", "climb", "drop" } do
      raises("write map:unit(name, costs, { " .. limit .. " = ... })", map.unit, map, "x", { [limit] = 2 })
      assert.are.same({}, map:units())
      map:set(1, 1, limit) -- a terrain may have the name
      map:unit("x", { [limit] = 2 })
      map = astar.grid { width = 5, height = 5 }
    end
  end)

  it("of bounds or a grid in place of options of a plane says how to give them", function()
    raises("write astar.plane{ bounds = { x1, y1, x2, y2 } }", astar.plane, 0, 0, 10, 10)
    raises("write astar.plane{ bounds = { x1, y1, x2, y2 } }", astar.plane, { 0, 0, 10, 10 })
    raises("write astar.plane{ grid = grid }", astar.plane, astar.grid({ width = 2, height = 2 }))
  end)

  it("of numbers in place of nodes says how to get nodes", function()
    local map, g = astar.grid({ width = 5, height = 5 }), astar.graph()
    raises("bad argument #1 to 'path' (node expected, got number: write map:cell(col, row))", map.path, map, 1, 1, 5, 5)
    raises("bad argument #1 to 'path' (node expected, got table: write map:cell(col, row))", map.path, map, { 1, 1 }, { 5, 5 })
    raises("node expected, got number: write g:node(id)", g.path, g, 1, 2)
    raises("number expected, got table: write the two places as x1, y1, x2, y2",
      function() astar.plane():path({ 1, 2 }, { 3, 4 }) end)
  end)

  it("of a missing goal says what comes after the start", function()
    local g = astar.graph()
    g:add(0, 0, { name = "a" })
    raises("bad argument #2 to 'path' (node expected, got nil: no goal, or a cell outside the map)", g.path, g, "a")
  end)

  it("of a dot in place of a colon says so", function()
    local g = astar.graph()
    local a = g:add(0, 0)
    raises("calling 'path' on bad self (graph expected, got node: write graph:path(...), with a colon)", g.path, a, a)
    check.that(g.path(g, a, a), "a dot and self are as good as a colon")
  end)
end)
