-- astar.picture.overlay: what pictures show for many units: shades of layers, ranges by turns, flows and places.

local astar = require "astar"
local canvas = require "spec.support.canvas"
local check = require "spec.support.check"
local overlay = require "astar.picture.overlay"
local picture = require "astar.picture.picture"
local random = require "spec.support.random"
local svg = require "astar.svg"
local theme = require "astar.theme"
local xml = require "spec.support.xml"

local layer_of, painted, view_of = canvas.layer_of, canvas.painted, canvas.view_of
local raises, nan, inf = check.raises, check.nan, check.inf

local function near(expected, got, most)
  if math.abs(expected - got) > most or got ~= got then error(("%s expected, got %s"):format(expected, got), 2) end
end

local LAYOUTS = { "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }

-- A map of any layout with terrain, blocked cells and a unit.
local function some_map(r)
  local map = astar.grid { layout = LAYOUTS[r:int(1, 6)], width = r:int(1, 9), height = r:int(1, 9), cell = r:real(0.5, 20) }
  map:unit("man", { bog = 2, sea = false })
  for _ = 1, r:int(0, 20) do
    local col, row = r:int(1, map.width), r:int(1, map.height)
    map:set(col, row, ({ "sea", "bog" })[r:int(1, 2)])
    if r:int(1, 4) == 1 then map:block(col, row) end
  end
  return map
end

describe("a range in a picture", function()
  it("has a rim between cells of different turns, and round all: as long as the edges between them", function()
    random.cases("rims of ranges", 60, function(r)
      local map = some_map(r)
      local start = map:cell(r:int(1, map.width), r:int(1, map.height))
      local has_turns = r:int(1, 3) > 1
      local range = has_turns and map:reach(start, nil, { unit = "man", moves = r:int(2, 4), max_turns = r:int(1, 4) })
        or map:reach(start, r:int(0, 5), "man")
      local expected = {}
      local turns = {}
      for node, state in range:nodes() do
        if state == "closed" then turns[node] = has_turns and range:turns(node) or 1 end
      end
      -- Every edge of every cell, by its middle.
      local function name_of(x, y) return ("%.4f,%.4f"):format(x + 1e-9, y + 1e-9) end
      local at = {}
      for col = 1, map.width do
        for row = 1, map.height do
          local node, points = map:cell(col, row), map:outline(col, row)
          for i = 1, #points, 2 do
            local k = i == #points - 1 and 1 or i + 2
            local name = name_of((points[i] + points[k]) / 2, (points[i + 1] + points[k + 1]) / 2)
            at[name] = at[name] or { long = math.sqrt((points[i] - points[k]) ^ 2 + (points[i + 1] - points[k + 1]) ^ 2) }
            table.insert(at[name], turns[node] or inf)
          end
        end
      end
      for _, edge in pairs(at) do
        local one, other = edge[1], edge[2] or inf
        local turn = math.min(one, other)
        if one ~= other then expected[turn] = (expected[turn] or 0) + edge.long end
      end

      local shown = picture.new(map, { range = range }, "it")
      local got, to = {}, painted(shown, "range")
      local bands = overlay.bands(shown)
      for _, line in ipairs(to:of "line") do
        if line.stroke ~= shown.theme.casing then
          local long = 0
          for i = 3, #line.points, 2 do
            long = long + math.sqrt((line.points[i] - line.points[i - 2]) ^ 2 + (line.points[i + 1] - line.points[i - 1]) ^ 2)
          end
          local turn
          for t = 1, bands.last do
            local colour = overlay.colour_of_turn(shown, t, bands.last)
            if colour[1] == line.stroke[1] and colour[2] == line.stroke[2] and colour[3] == line.stroke[3] then turn = t end
          end
          got[turn] = (got[turn] or 0) + long
        end
      end
      for turn, long in pairs(expected) do near(long, got[turn] or 0, 1e-3 * long) end
      for turn in pairs(got) do assert(expected[turn], turn) end
      local cells = 0
      for _ in pairs(turns) do cells = cells + 1 end
      assert.equal(cells, #to:of "shape")
    end)
  end)

  it("takes any search, and shows what that has expanded", function()
    local map = astar.grid { width = 9, height = 1 }
    local search = map:search(map:cell(1, 1), map:cell(9, 1))
    local shown = picture.new(map, { range = search }, "it")
    assert.equal(0, #painted(shown, "range"):of "shape")
    local key = layer_of(shown, "range"):key(view_of())
    search:step(3)
    assert.equal(3, #painted(shown, "range"):of "shape")
    assert.not_equal(key, layer_of(shown, "range"):key(view_of()))
    search:close()
    assert.equal(0, #painted(shown, "range"):of "shape")
  end)

  it("has rings round waypoints", function()
    local g = astar.graph()
    local nodes = {}
    for i = 1, 5 do
      nodes[i] = g:add(i, 0)
      if i > 1 then g:link(nodes[i - 1], nodes[i]) end
    end
    local range = g:reach(nodes[1], nil, { moves = 1, max_turns = 3 })
    local shown = picture.new(g, { range = range, legend = true }, "it")
    local discs = painted(shown, "range"):of "disc"
    assert.equal(8, #discs) -- each over its dark rim
    assert.same(theme.colour(theme.default.range, "it"), discs[2].fill)
    for part, value in ipairs(theme.colour(theme.default.range_far, "it")) do near(value, discs[8].fill[part], 1e-9) end
    g:remove(nodes[1])
    g:remove(nodes[2])
    svg(g, { range = range, labels = true, legend = true })
  end)

  it("has costs in its cells", function()
    local map = astar.grid { width = 3, height = 1 }
    local text = svg(map, { range = map:reach(map:cell(1, 1), 1), labels = true, legend = true })
    local texts = {}
    for _, element in ipairs(xml.elements_of(text)) do
      if element.tag == "text" then texts[#texts + 1] = element.text end
    end
    assert.same({ "0", "1", "in reach", "start" }, texts)
  end)
end)

describe("a flow in a picture", function()
  it("has an arrow along its direction in each free cell that is no goal", function()
    random.cases("arrows of flows", 40, function(r)
      local map = some_map(r)
      local flow = map:flow({ map:cell(r:int(1, map.width), r:int(1, map.height)) }, "man")
      local shown = picture.new(map, { flow = flow }, "it")
      local view = view_of(60 / map:cell(1, 1).x + 60)
      local shapes = painted(shown, "flow", view):of "shape"
      local expected = {}
      for col, row, terrain, blocked in map:tiles() do
        local node = map:cell(col, row)
        if not blocked and terrain ~= "sea" and flow:next(node) then
          local dx, dy = flow:direction(node.x, node.y)
          expected[#expected + 1] = { node.x, node.y, dx, dy }
        end
      end
      assert.equal(4 * #expected, #shapes) -- shaft and head, and the rims of both
      for i, arrow in ipairs(expected) do
        local head = shapes[2 * #expected + 2 * i]
        assert.equal(6, #head.shape)
        near(arrow[1], head.x, 1e-9)
        near(arrow[2], head.y, 1e-9)
        local long = math.sqrt(head.shape[1] ^ 2 + head.shape[2] ^ 2)
        near(arrow[3], head.shape[1] / long, 1e-6)
        near(arrow[4], head.shape[2] / long, 1e-6)
      end
    end)
  end)

  it("has fewer arrows where cells are small", function()
    local map = astar.grid { width = 40, height = 40 }
    local shown = picture.new(map, { flow = map:flow(map:cell(1, 1)) }, "it")
    assert.equal(4 * 1599, #painted(shown, "flow", view_of(18)):of "shape")
    assert.equal(4 * 399, #painted(shown, "flow", view_of(9)):of "shape")
    assert.equal(4 * 100, #painted(shown, "flow", view_of(4.5)):of "shape")
    assert.equal(0, #painted(shown, "flow", view_of(1e-300)):of "shape")
  end)

  it("has arrows on the links of a graph, and follows a projection", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(100, 0)
    g:link(a, b)
    local flow = g:flow { b }
    local shown = picture.new(g, { flow = flow, project = function(x, y) return y, 2 * x end }, "it")
    local shapes = painted(shown, "flow", view_of(1)):of "shape"
    assert.equal(4, #shapes)
    near(100, shapes[4].y, 1e-9)
    near(0, shapes[4].shape[1], 1e-9)
    assert(shapes[4].shape[2] > 0)
    assert.equal(1, #painted(shown, "ends", view_of(1)):of "disc")
    g:remove(b)
    assert.equal(0, #painted(shown, "flow", view_of(1)):of "shape")
    g:remove(a)
    svg(g, { flow = flow, legend = true })
  end)

  it("can be shown as a search, too", function()
    local map = astar.grid { width = 4, height = 3 }
    local flow = map:flow { map:cell(1, 1) }
    assert(svg(map, { search = flow, flow = flow, tree = true, labels = true, legend = true }):find 'class="states"')
  end)
end)

describe("shades in a picture", function()
  local map = astar.grid { width = 4, height = 2 }
  local danger = map:layer "danger"
  danger:set(1, 1, 10)
  danger:set(2, 1, 5)
  danger:set(3, 1, 1e-9)

  it("are as strong as the values", function()
    local shown = picture.new(map, { shades = { danger } }, "it")
    local function strengths()
      local list = {}
      for i, shape in ipairs(painted(shown, "shades"):of "shape") do list[i] = shape.fill[4] end
      return list
    end
    local full = theme.colour(theme.default.shade, "it")[4]
    local got = strengths()
    assert.equal(3, #got)
    for i, share in ipairs { 1, 0.5, 0.1 } do near(full * share, got[i], 1e-12) end
    shown = picture.new(map, { shades = { { layer = danger, most = 5, colour = { 0, 0, 1 } } } }, "it")
    got = strengths()
    for i, share in ipairs { 1, 1, 0.1 } do near(share, got[i], 1e-12) end
  end)

  it("are painted anew when the layer changes", function()
    local own = map:layer "own"
    local shown = picture.new(map, { shades = { own } }, "it")
    shown:layers()
    local layer = layer_of(shown, "shades")
    local known = {}
    for _, edit in ipairs { function() end, function() own:set(1, 1, 2) end, function() own:add(1, 1, -1) end,
      function() own:fill(1, 1, 2, 2, 3) end, function() own:clear() end } do
      edit()
      local key = layer:key(view_of())
      assert.is_nil(known[key])
      known[key] = true
      assert.equal(key, layer:key(view_of()))
    end
  end)

  it("are discs round waypoints", function()
    local g = astar.graph()
    local a = g:add(0, 0)
    g:add(1, 0)
    g:layer("danger"):set(a, 2)
    assert.equal(1, #painted(picture.new(g, { shades = { g:layer "danger" } }, "it"), "shades"):of "disc")
    assert(svg(g, { shades = { { layer = g:layer "danger", name = "<tower>" } }, legend = true }):find("&lt;tower&gt;", 1, true))
    svg(astar.graph(), { shades = { g:layer "danger" } }) -- nothing there to tell that it is another graph's
  end)
end)

describe("places in a picture", function()
  it("are numbered where there is room", function()
    local map = astar.grid { width = 3, height = 1 }
    local places = { map:cell(2, 1), { 0.5, 0.5 }, { x = 2.5, y = 0.5, z = 1 } }
    local shown = picture.new(map, { places = places }, "it")
    local to = painted(shown, "places")
    assert.equal(3, #to:of "disc")
    assert.same({ "1", "2", "3" }, { to:of("label")[1].text, to:of("label")[2].text, to:of("label")[3].text })
    assert.equal(0, #painted(shown, "places", view_of(20)):of "label")
    assert(svg(astar.plane { bounds = { 0, 0, 9, 9 } }, { places = { { 1, 1 } }, legend = true }):find(">place<", 1, true))
  end)
end)

describe("the options for many units", function()
  local map, other = astar.grid { width = 3, height = 3 }, astar.grid { width = 3, height = 3 }
  local g = astar.graph()
  g:add(0, 0)

  it("refuse what they cannot show", function()
    local function refuses(message, space, options)
      raises(message, svg, space, options)
    end
    refuses("option 'flow': flow expected, got number", map, { flow = 7 })
    refuses("option 'flow': flow expected, got path", map, { flow = (map:path(map:cell(1, 1), map:cell(2, 2))) })
    refuses("option 'flow': a flow expected, which graph:flow() makes", map, { flow = map:reach(map:cell(1, 1), 3) })
    refuses("option 'flow': a flow expected, which graph:flow() makes", map, { flow = map:search(map:cell(1, 1), map:cell(2, 2)) })
    refuses("option 'flow': a flow of another grid", map, { flow = other:flow(other:cell(1, 1)) })
    refuses("option 'flow': a flow of another grid", map, { flow = g:flow(g:node(1)) })
    refuses("option 'range': search expected, got string", map, { range = "x" })
    refuses("option 'range': a search of another graph", g, { range = map:reach(map:cell(1, 1), 3) })
    refuses("option 'range': a search of another grid", map, { range = astar.plane():search(0, 0, 1, 1) })
    refuses("option 'shades': array of layers expected, got layer", map, { shades = map:layer "danger" })
    refuses("option 'shades': entry 1: layer expected, got string", map, { shades = { "danger" } })
    refuses("option 'shades': entry 1: layer expected, got nil", map, { shades = { {} } })
    refuses("option 'shades': entry 2: a layer of another grid", map, { shades = { map:layer "danger", g:layer "danger" } })
    refuses("option 'shades': entry 1: unknown key 'color' (did you mean 'colour'?)", map, { shades = { { color = 1 } } })
    refuses("option 'shades': entry 1: name: string expected, got number", map, { shades = { { layer = map:layer "danger", name = 7 } } })
    for _, most in ipairs { 0, -1, nan, inf, "x", {} } do
      refuses("option 'shades': entry 1: most: number > 0 expected", map, { shades = { { layer = map:layer "danger", most = most } } })
    end
    refuses("option 'places': array of places expected", map, { places = 7 })
    refuses("option 'places': array of places expected", map, { places = { x = 1, y = 2 } })
    refuses("option 'places': place 1: node or table expected, got number", map, { places = { 7 } })
    for _, place in ipairs { { nan, 1 }, { 1, inf }, { 1 }, { x = "1", y = 2 } } do
      refuses("option 'places': place 1: x and y expected, finite numbers", map, { places = { place } })
    end
  end)

  it("do nothing where they are empty, or for a plane", function()
    svg(map, { flow = false, range = nil, shades = {}, places = {} })
    svg(astar.plane(), { flow = map:flow(map:cell(1, 1)), range = map:reach(map:cell(1, 1), 1), shades = { map:layer "danger" } })
  end)

  it("are well-formed together, whatever the map", function()
    random.cases("all for many units", 40, function(r)
      local space = some_map(r)
      local danger = space:layer "danger"
      for _ = 1, 5 do danger:add(r:int(1, space.width), r:int(1, space.height), r:real(0, 9)) end
      local from = space:cell(r:int(1, space.width), r:int(1, space.height))
      local options = {
        flow = space:flow({ from }, { unit = "man", layers = { danger = 1 } }), shades = { danger }, places = { from }, legend = true,
        range = space:reach(from, nil, { moves = r:int(1, 5), max_turns = r:int(1, 12) }), labels = r:int(1, 2) == 1,
        width = r:int(60, 900), project = r:int(1, 3) == 1 and function(x, y, z) return x + y / 2, y / 2 - z end or nil,
      }
      local text = svg(space, options)
      xml.elements_of(text)
      assert(not text:find "nan" and not text:find "inf")
      assert.equal(text, svg(space, options))
    end)
  end)
end)
