-- Walks over whole maps and searches, and outlines: against the slow way, node by node.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local tiles = require "spec.support.tiles"

local that, raises, refuses = check.that, check.raises, check.refuses

local WRAPS = { "x", "y", "xy" }

-- A map of any kind, with terrain, heights, walls, links and waypoints.
local function any_map(rng)
  local layout = rng:pick(tiles.LAYOUTS)
  local hexagons = layout ~= "square" and layout ~= "isometric"
  local t = tiles.new {
    width = rng:int(1, 5) * 2, height = rng:int(1, 5) * 2, layout = layout,
    neighbours = not hexagons and rng:pick({ 4, 8 }) or nil,
    cell = rng:chance(0.5) and rng:pick({ 1, 32, 0.7 }) or { rng:real(0.1, 40), rng:real(0.1, 40) },
    origin = rng:chance(0.5) and { rng:real(-50, 50), rng:real(-50, 50), rng:int(0, 2) } or nil,
    wrap = rng:chance(0.4) and rng:pick(WRAPS) or nil,
  }
  for _ = 1, rng:int(0, 12) do
    local r = rng:pick(t.list)
    t:set(r, rng:pick(tiles.TERRAINS))
    t:block(rng:pick(t.list), rng:chance(0.7))
    if rng:chance(0.3) then
      t:raise(rng:pick(t.list), rng:int(-2, 2))
    end
  end
  for _ = 1, rng:int(0, 3) do
    t:add(rng:real(-9, 9), rng:real(-9, 9))
  end
  for _ = 1, rng:int(0, 12) do
    local r = rng:pick(t.list)
    local steps = r.around or {}
    if #steps > 0 and rng:chance(0.6) then
      local to = rng:pick(steps).to
      if rng:chance(0.5) then
        t:wall(r, to, rng:chance(0.8))
      else
        t:unlink(r, to, rng:chance(0.5))
      end
    else
      local to = rng:pick(t.list)
      if to ~= r then
        t:link(r, to, rng:chance(0.8) and { cost = rng:int(0, 3), terrain = rng:chance(0.3) and "road" or nil,
          oneway = rng:chance(0.4) } or nil)
      end
    end
  end
  return t
end

local function text(...)
  local out = {}
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    out[i] = type(value) == "number" and ("%.17g"):format(value) or tostring(value)
  end
  return table.concat(out, " ")
end

local function lines_of(...)
  local out = {}
  for a, b, c, d, e, f in ... do
    out[#out + 1] = text(a, b, c, d, e, f)
  end
  return out
end

local function same_lines(want, got, what)
  want, got = table.concat(want, "\n"), table.concat(got, "\n")
  that(want == got, "%s\ngives\n%s\nshould be\n%s", what, got, want)
end

describe("map:tiles", function()
  it("gives every cell, row by row", function()
    local legend = { a = "sand", b = "mud", ["."] = "grass", ["#"] = false }
    local map = astar.grid { rows = { "ab#", "b.a" }, legend = legend }
    map:cell(2, 2).z = 1.5
    assert.same({ "1 1 sand false 0 1", "2 1 mud false 0 1", "3 1 default true 0 1", "1 2 mud false 0 1",
      "2 2 grass false 1.5 1", "3 2 sand false 0 1" }, lines_of(map:tiles()))
  end)

  it("gives what the cells have, for random maps and rectangles", function()
    random.cases("tiles", 200, function(rng)
      local t = any_map(rng)
      local map = t.map
      local col, row, w, h = rng:int(-3, 12), rng:int(-3, 12), rng:int(0, 12), rng:int(0, 12)
      local on = rng:int(1, map.levels)
      local all, level, some, rest = {}, {}, {}, {}
      for z = 1, map.levels do
        for y = 1, map.height do
          for x = 1, map.width do
            local cell = map:cell(x, y, z)
            local line = text(x, y, cell.terrain, cell.blocked, cell.z, z)
            all[#all + 1] = line
            if z == on then level[#level + 1] = line end
            if z == on and x >= col and y >= row then
              rest[#rest + 1] = line
              if x < col + w and y < row + h then
                some[#some + 1] = line
              end
            end
          end
        end
      end
      same_lines(all, lines_of(map:tiles()), "tiles()")
      same_lines(level, lines_of(map:tiles(nil, nil, nil, nil, on)), ("tiles of level %d"):format(on))
      same_lines(some, lines_of(map:tiles(col, row, w, h, on)), ("tiles(%d, %d, %d, %d)"):format(col, row, w, h))
      same_lines(rest, lines_of(map:tiles(col, row, nil, nil, on)), ("tiles(%d, %d)"):format(col, row))
    end)
  end)

  it("takes rectangles of any size", function()
    local map = astar.grid { width = 3, height = 2 }
    assert.equal(6, #lines_of(map:tiles(nil, nil, nil, nil)))
    assert.equal(6, #lines_of(map:tiles(-1e300, -1e300)))
    assert.equal(6, #lines_of(map:tiles(-5, -5, math.huge, math.huge)))
    assert.equal(6, #lines_of(map:tiles(1, 1, 1e300, 2 ^ 53)))
    assert.equal(0, #lines_of(map:tiles(4, 1)))
    assert.equal(0, #lines_of(map:tiles(1, 3)))
    assert.equal(0, #lines_of(map:tiles(1e300, 1, 5, 5)))
    assert.equal(0, #lines_of(map:tiles(2 ^ 32, 2 ^ 32, 5, 5)))
    assert.equal(0, #lines_of(map:tiles(1, 1, 0, 5)))
    assert.equal(0, #lines_of(map:tiles(-5, 1, 6, 1)))
    assert.equal(1, #lines_of(map:tiles(-5, 1, 7, 1)))
    assert.same({ "3 2 default false 0 1" }, lines_of(map:tiles(3, 2, 1, 1)))
  end)

  it("leaves waypoints out", function()
    local map = astar.grid { width = 2, height = 1 }
    map:add(9, 9)
    assert.equal(2, #lines_of(map:tiles()))
  end)

  it("shows edits made on the way, when it gets there", function()
    local map = astar.grid { width = 3, height = 1 }
    local seen = {}
    for col, row, terrain, blocked in map:tiles() do
      seen[#seen + 1] = text(col, terrain, blocked)
      if col < 3 then
        map:set(col + 1, row, "t" .. col)
        map:block(col + 1, row)
      end
      map:add(0, 0)
      map:optimize()
    end
    assert.same({ "1 default false", "2 t1 true", "3 t2 true" }, seen)
  end)

  it("stays at its end", function()
    local map = astar.grid { width = 1, height = 1 }
    local f, state, control = map:tiles()
    assert.equal(1, (f(state, control)))
    assert.equal(0, select("#", f(state, control)))
    assert.equal(0, select("#", f(state, control)))
  end)

  it("raises for arguments that are wrong", function()
    local map = astar.grid { width = 3, height = 2 }
    local first = "bad argument #1 to 'tiles' ("
    refuses(first .. "number expected, got string)", map, "tiles", "1", 1)
    refuses(first .. "number expected, got nil)", map, "tiles", nil, 1)
    refuses(first .. "number expected, got nil)", map, "tiles", nil, nil, 1, 1)
    refuses(first .. "whole number expected, got 1.5)", map, "tiles", 1.5, 1)
    refuses(first .. "finite number expected, got nan)", map, "tiles", check.nan, 1)
    refuses(first .. "finite number expected, got infinity)", map, "tiles", check.inf, 1)
    refuses("bad argument #2 to 'tiles' (number expected, got nil)", map, "tiles", 1)
    refuses("bad argument #3 to 'tiles' (whole number expected, got nil)", map, "tiles", 1, 1, nil, 1)
    refuses("bad argument #4 to 'tiles' (whole number expected, got nil)", map, "tiles", 1, 1, 1)
    refuses("bad argument #3 to 'tiles' (whole number >= 0 expected, got -1)", map, "tiles", 1, 1, -1, 1)
    refuses("bad argument #4 to 'tiles' (whole number expected, got nan)", map, "tiles", 1, 1, 1, check.nan)
    raises("calling 'tiles' on bad self (grid expected, got graph: write grid:", map.tiles, astar.graph())
    raises("calling 'tiles' on bad self (grid expected, got nil: write grid:", map.tiles)
    raises("graph has no field 'tiles'", function() return astar.graph().tiles end)
  end)
end)

describe("map:walls", function()
  it("gives each pair of neighbours whose step is closed, once", function()
    random.cases("walls", 300, function(rng)
      local t = any_map(rng)
      local want, got = {}, {}
      for id, a in ipairs(t.list) do
        local ids = {}
        for _, step in ipairs(a.around or {}) do
          local b = step.to
          if b.id > id and (a.closed[b] or b.closed[a]) then
            ids[#ids + 1] = b.id
          end
        end
        table.sort(ids)
        for _, other in ipairs(ids) do
          want[#want + 1] = id .. " " .. other
        end
      end
      for a, b in t.map:walls() do
        got[#got + 1] = a.id .. " " .. b.id
        that(a == t.map:node(a.id) and b == t.map:node(b.id), "other objects")
      end
      same_lines(want, got, "walls")
    end)
  end)

  it("gives those that a function for sight closes, and those closed one way only", function()
    local map = astar.grid { width = 3, height = 1, sight = function(ax, _, _, bx) return ax + bx ~= 4 end }
    local function walls()
      local out = {}
      for a, b in map:walls() do
        out[#out + 1] = a.col .. "|" .. b.col
      end
      return table.concat(out, " ")
    end
    assert.equal("2|3", walls())
    map:unlink(map:cell(2, 1), map:cell(1, 1), { oneway = true })
    assert.equal("1|2 2|3", walls())
    map:link(map:cell(1, 1), map:cell(2, 1))
    map:wall(map:cell(2, 1), map:cell(3, 1), false)
    assert.equal("", walls())
  end)

  it("may open them on the way", function()
    local map = astar.grid { width = 20, height = 20 }
    for i = 1, 19 do
      map:wall(map:cell(i, 7), map:cell(i + 1, 8))
    end
    local count = 0
    for a, b in map:walls() do
      map:wall(a, b, false)
      count = count + 1
    end
    assert.equal(19, count)
    assert.equal(0, #lines_of(map:walls()))
  end)

  it("is of grids only", function()
    local map = astar.grid { width = 1, height = 1 }
    raises("calling 'walls' on bad self (grid expected, got graph: write grid:", map.walls, astar.graph())
  end)
end)

-- All links as the nodes tell them, apart from the steps of a grid: "a>b" -> { cost, props }.
local function links_by_node(g, is_step)
  local links, order = {}, {}
  for a in g:nodes() do
    local seen = {}
    for b, cost, props in a:links() do
      -- the step comes first, the link beside it has props
      if not (is_step and not seen[b] and not props and is_step(a, b)) then
        local key = a.id .. ">" .. b.id
        links[key] = { a = a, b = b, cost = cost, props = props or {} }
        order[#order + 1] = key
      end
      seen[b] = true
    end
  end
  return links, order
end

local function props_text(cost, props)
  return text(cost, props.cost, props.terrain, props.oneway)
end

local function compare_links(g, is_step)
  local links, order = links_by_node(g, is_step)
  local want, got = {}, {}
  for _, key in ipairs(order) do
    local link = links[key]
    local back = links[link.b.id .. ">" .. link.a.id]
    local same = back and not link.props.oneway and not back.props.oneway
      and props_text(link.cost, link.props) == props_text(back.cost, back.props)
    if not same or link.a.id < link.b.id then
      want[#want + 1] = key .. " " .. props_text(link.cost, { cost = link.props.cost, terrain = link.props.terrain,
        oneway = not same or nil })
    end
  end
  for a, b, cost, props in g:links() do
    that(props == nil or next(props) ~= nil, "props without anything")
    got[#got + 1] = a.id .. ">" .. b.id .. " " .. props_text(cost, props or {})
  end
  same_lines(want, got, "links")
end

-- A graph with links of every kind.
local function any_graph(rng)
  local g, n = astar.graph(), {}
  for i = 1, rng:int(1, 15) do
    n[i] = g:add(rng:int(0, 9), rng:int(0, 9), rng:int(0, 2))
  end
  for _ = 1, rng:int(0, 60) do
    local a, b = rng:pick(n), rng:pick(n)
    if a ~= b then
      if rng:chance(0.2) then
        g:unlink(a, b, rng:chance(0.5) and { oneway = true } or nil)
      else
        g:link(a, b, rng:chance(0.6) and { cost = rng:chance(0.5) and rng:int(0, 2) or nil,
          terrain = rng:chance(0.5) and rng:pick(tiles.TERRAINS) or nil, oneway = rng:chance(0.4) } or nil)
      end
    end
  end
  for i = #n, 2, -1 do
    if rng:chance(0.1) then
      g:remove(table.remove(n, i))
    elseif rng:chance(0.1) then
      n[i].x = rng:int(0, 9)
    end
  end
  return g
end

-- What leads where at which cost, in no order.
local function routes(g, named)
  local out = {}
  for a in g:nodes() do
    for b, cost, props in a:links() do
      out[#out + 1] = text(named(a), named(b), cost, props and props.cost, props and props.terrain)
    end
  end
  table.sort(out)
  return out
end

describe("graph:links", function()
  it("gives a link once, one that is not the same both ways once for each direction", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0), g:add(3, 4), g:add(3, 0)
    g:link(b, a)
    g:link(c, a, { cost = 2, terrain = "road" })
    g:link(b, c, { cost = 1 })
    g:link(c, b, { cost = 7, oneway = true })
    local got = {}
    for from, to, cost, props in g:links() do
      got[#got + 1] = ("%s-%s %s"):format(from.id, to.id, props and props_text(cost, props) or text(cost))
    end
    assert.same({ "1-2 5", "1-3 2 2 road nil", "2-3 1 1 nil true", "3-2 7 7 nil true" }, got)
    assert.same({}, lines_of(astar.graph():links()))
  end)

  it("gives what the nodes' links give, for random graphs", function()
    random.cases("links of graphs", 300, function(rng)
      compare_links(any_graph(rng))
    end)
  end)

  it("gives what rebuilds the graph", function()
    random.cases("links anew", 200, function(rng)
      local g = any_graph(rng)
      local h, twins, ids = astar.graph(), {}, {}
      for node in g:nodes() do
        twins[node] = h:add(node.x, node.y, node.z)
        ids[twins[node]] = node.id
      end
      for a, b, _, props in g:links() do
        h:link(twins[a], twins[b], props)
      end
      local want, got = routes(g, function(n) return n.id end), routes(h, function(n) return ids[n] end)
      same_lines(want, got, "the graph built anew")
    end)
  end)

  it("gives, on grids, the links beside the steps", function()
    random.cases("links of grids", 300, function(rng)
      local t = any_map(rng)
      compare_links(t.map, function(a, b)
        return t:step_between(t.by_node[a], t.by_node[b]) ~= nil
      end)
    end)
  end)

  it("gives a node's links as they were when its turn came", function()
    local g, n = astar.graph(), {}
    for i = 1, 6 do
      n[i] = g:add(i, 0)
    end
    for i = 2, 5 do
      g:link(n[1], n[i])
    end
    g:link(n[2], n[3])
    local seen = {}
    for a, b in g:links() do
      seen[#seen + 1] = a.id .. "-" .. b.id
      if #seen == 1 then
        g:unlink(a, n[3]) -- told all the same, as by node:links
        g:remove(n[4]) -- gone
        g:link(n[1], n[6]) -- too late
        g:link(n[3], n[6]) -- in time
        g:unlink(n[2], n[3])
        g:optimize()
      end
    end
    assert.equal("1-2 1-3 1-5 3-6", table.concat(seen, " "))
  end)

  it("stops with a node that is removed on the way, and may cut and remove everything", function()
    local g, n = astar.graph(), {}
    for i = 1, 30 do
      n[i] = g:add(i, 0)
      for k = 1, i - 1 do
        g:link(n[i], n[k])
      end
    end
    local count = 0
    for a in g:links() do
      a:remove()
      count = count + 1
    end
    assert.equal(29, count)
    assert.equal(1, #g)
    count = 0
    local h = any_graph(random.new(5))
    local all = #lines_of(h:links())
    for a, b in h:links() do
      h:unlink(a, b)
      count = count + 1
    end
    assert.is_true(count <= all)
    assert.equal(0, #lines_of(h:links()))
  end)

  it("takes nodes with many links", function()
    local g = astar.graph()
    local hub = g:add(0, 0)
    for i = 1, 1000 do
      g:link(g:add(i, 1), hub, { cost = i })
    end
    local sum = 0
    for a, b, cost, props in g:links() do
      that(a == hub and b.x == cost and props.cost == cost and not props.oneway, "link %d", b.id)
      sum = sum + cost
    end
    assert.equal(500500, sum)
  end)

  it("is called on a graph or a grid", function()
    raises("calling 'links' on bad self (graph expected, got nil: write graph:", astar.graph().links)
    raises("calling 'links' on bad self (graph expected, got node: write graph:", astar.graph().links, astar.graph():add(0, 0))
    raises("calling 'links' on bad self (graph expected, got plane", astar.graph().links, astar.plane())
  end)
end)

describe("map:outline", function()
  local function outline(options, col, row)
    local out = {}
    for i, value in ipairs(astar.grid(options):outline(col or 1, row or 1)) do
      out[i] = ("%.4g"):format(value)
    end
    return table.concat(out, " ")
  end

  it("gives the corners clockwise, from the upper left or the top", function()
    assert.equal("0 0 1 0 1 1 0 1", outline { width = 2, height = 2 })
    assert.equal("52 12 94 12 94 14 52 14",
      outline({ width = 2, height = 2, cell = { 42, 2 }, origin = { 10, 10 } }, 2, 2))
    assert.equal("0 0 32 16 0 32 -32 16", outline { width = 2, height = 2, layout = "isometric", cell = { 64, 32 } })
    assert.equal("32 16 64 32 32 48 0 32",
      outline({ width = 2, height = 2, layout = "isometric", cell = { 64, 32 } }, 2, 1))
    assert.equal("3 0 6 1.732 6 5.196 3 6.928 0 5.196 0 1.732",
      outline { width = 2, height = 2, layout = "odd-r", cell = 6 })
    assert.equal("1.732 0 5.196 0 6.928 3 5.196 6 1.732 6 0 3",
      outline { width = 2, height = 2, layout = "odd-q", cell = 6 })
    assert.equal("10 0 20 5 20 15 10 20 0 15 0 5",
      outline { width = 2, height = 2, layout = "even-r", cell = { 20, 20 } })
    assert.equal("10 15 20 20 20 30 10 35 0 30 0 20",
      outline({ width = 2, height = 2, layout = "even-r", cell = { 20, 20 }, origin = { 10, 0 } }, 1, 2))
    assert.equal("5 0 15 0 20 10 15 20 5 20 0 10",
      outline { width = 2, height = 2, layout = "even-q", cell = { 20, 20 } })
  end)

  it("makes hexagons regular where cell is the distance of their middles", function()
    for _, layout in ipairs(tiles.HEXAGONS) do
      local map = astar.grid { width = 4, height = 4, layout = layout, cell = 10 }
      local node, points = map:cell(2, 3), map:outline(2, 3)
      for i = 1, 12, 2 do
        local x, y, u, v = points[i], points[i + 1], points[(i + 1) % 12 + 1], points[(i + 2) % 12 + 1]
        check.near(10 / math.sqrt(3), math.sqrt((x - u) ^ 2 + (y - v) ^ 2), "side")
        check.near(10 / math.sqrt(3), math.sqrt((x - node.x) ^ 2 + (y - node.y) ^ 2), "radius")
      end
    end
  end)

  it("lies around the middle, holds what map:at says, and shares its corners with neighbours", function()
    random.cases("outlines", 200, function(rng)
      local t = any_map(rng)
      local map, owners = t.map, {}
      for y = 1, map.height do
        for x = 1, map.width do
          local cell, points = map:cell(x, y), map:outline(x, y)
          local count, area = #points / 2, 0
          that(count == (t.hexagons and 6 or 4), "%d corners", count)
          for i = 1, count do
            local k = i % count + 1
            local px, py, qx, qy = points[2 * i - 1], points[2 * i], points[2 * k - 1], points[2 * k]
            area = area + (px * qy - qx * py)
            local part, inward = rng:unit(), rng:real(1e-6, 1)
            local sx, sy = px + part * (qx - px), py + part * (qy - py)
            sx, sy = sx + inward * (cell.x - sx), sy + inward * (cell.y - sy)
            local found = map:at(sx, sy)
            that(found == cell, "%s: %.17g, %.17g lies in %s", cell, sx, sy, found)
            local key = text(px, py)
            owners[key] = owners[key] or {}
            owners[key][cell] = true
          end
          that(area > 0, "%s: anticlockwise", cell)
        end
      end
      -- Cells whose corners meet have the same corner, to the last bit: the fewest corners that there can be.
      local corners = 0
      for _ in pairs(owners) do
        corners = corners + 1
      end
      local w, h = map.width, map.height
      if not t.hexagons then
        that(corners == (w + 1) * (h + 1), "%d corners of %d x %d cells", corners, w, h)
      else
        local along, lines = w, h
        if not t.by_row then
          along, lines = h, w
        end
        local right = 2 * lines * along + 2 * (lines + along)
        -- a lone line has no other to lean on
        that(lines > 1 and corners == right, "%d corners of %d x %d hexagons, should be %d", corners, w, h, right)
      end
    end)
  end)

  it("is a new table each time", function()
    local map = astar.grid { width = 1, height = 1 }
    map:outline(1, 1)[1] = 99
    assert.equal(0, map:outline(1, 1)[1])
  end)

  it("raises outside the map, and for what is no column or row", function()
    local map = astar.grid { width = 3, height = 2 }
    refuses("bad argument #1 to 'outline' (column 4 is outside the map)", map, "outline", 4, 1)
    refuses("bad argument #1 to 'outline' (column 0 is outside the map)", map, "outline", 0, 9)
    refuses("bad argument #2 to 'outline' (row 3 is outside the map)", map, "outline", 1, 3)
    refuses("bad argument #2 to 'outline' (number expected, got nil)", map, "outline", 1)
    refuses("bad argument #1 to 'outline' (whole number expected, got 1.5)", map, "outline", 1.5, 1)
    refuses("bad argument #1 to 'outline' (finite number expected, got nan)", map, "outline", check.nan, 1)
    raises("calling 'outline' on bad self (grid expected, got graph: write grid:", map.outline, astar.graph(), 1, 1)
  end)
end)

describe("search:tiles", function()
  -- What s:nodes gives, without waypoints and with columns and rows.
  local function by_nodes(s, state)
    local out = {}
    for node, now, cost, estimate in s:nodes(state) do
      if node.col then
        out[#out + 1] = text(node.col, node.row, now, cost, estimate, node.level)
      end
    end
    return out
  end

  it("gives what nodes gives, by column and row", function()
    random.cases("tiles of searches", 200, function(rng)
      local t = any_map(rng)
      t.map:unit("horse", { forest = false, mud = 3 })
      local start, goal = rng:pick(t.list), rng:pick(t.list)
      local s = t.map:search(start.node, rng:chance(0.7) and goal.node or nil, {
        unit = rng:chance(0.5) and "horse" or nil,
        jump = rng:chance(0.3), avoid = rng:chance(0.3) and { rng:pick(t.list).node } or nil,
      })
      for _ = 1, 3 do
        same_lines(by_nodes(s), lines_of(s:tiles()), "tiles()")
        for _, state in ipairs({ "open", "closed", "excluded" }) do
          same_lines(by_nodes(s, state), lines_of(s:tiles(state)), "tiles " .. state)
        end
        if rng:chance(0.1) then
          t:add(1, 1) -- stale from now on
        end
        s:step(rng:int(1, 9))
      end
    end)
  end)

  it("follows the search, and raises once it is restarted or closed", function()
    local map = astar.grid { width = 5, height = 5 }
    local s = map:search(map:cell(1, 1))
    s:step()
    local count = 0
    for _, _, state in s:tiles() do
      count = count + 1
      that(state == "open" or state == "closed", "state %s", state)
      s:step()
    end
    assert.equal(25, count)
    raises("the search was restarted while its tiles were walked", function()
      for _ in s:tiles() do
        s:restart()
        s:step()
      end
    end)
    raises("attempt to use a closed search", function()
      for _ in s:tiles() do
        s:close()
      end
    end)
    raises("attempt to use a closed search", s.tiles, s)
  end)

  it("makes no node objects", function()
    local map = astar.grid { width = 50, height = 50 }
    local s = map:search(map:cell(1, 1))
    s:run()
    check.garbage(4, 1, function()
      for _ in s:tiles() do end
      for _ in map:tiles() do end
    end)
  end)

  it("raises in a callback of the search", function()
    local map = astar.grid { width = 3, height = 1 }
    local s
    s = map:search(map:cell(1, 1), map:cell(3, 1), { cost = function(_, _, c)
      raises("search is busy in its own callback", s.tiles, s)
      raises("search is busy in its own callback", function() return s.current end)
      return c
    end })
    assert.equal("found", s:run())
  end)

  it("raises on other spaces and for other states", function()
    local g, plane = astar.graph(), astar.plane()
    local map = astar.grid { width = 2, height = 1 }
    local s = map:search(map:cell(1, 1))
    local of_graph, of_plane = g:search(g:add(0, 0)), plane:search(0, 0, 1, 1)
    refuses("calling 'tiles' on bad self (search on a grid expected, got search on a graph)", of_graph, "tiles")
    refuses("calling 'tiles' on bad self (search on a grid expected, got search on a plane)", of_plane, "tiles")
    refuses('bad argument #1 to \'tiles\' ("open", "closed" or "excluded" expected, got "none")', s, "tiles", "none")
    refuses('bad argument #1 to \'tiles\' ("open", "closed" or "excluded" expected, got number)', s, "tiles", 1)
    local f = s:tiles()
    raises("calling 'tiles' on bad self", f)
    raises("calling 'tiles' on bad self", f, map)
    raises("calling 'tiles' on bad self (search on a grid expected, got search on a graph)", f, of_graph)
  end)
end)

describe("search.current", function()
  it("is the node expanded last", function()
    random.cases("current", 100, function(rng)
      local t = any_map(rng)
      local start = rng:pick(t.list).node
      local s = t.map:search(start, rng:pick(t.list).node)
      that(s.current == nil, "before the first expansion")
      local last
      for node in s:steps(rng:int(1, 3)) do
        that(s.current == node, "%s, should be %s", s.current, node)
        last = node
      end
      that(s.current == last, "at the end")
      if s.status == "found" then
        that(s.current == s.goal, "the goal")
      end
      s:restart()
      that(s.current == nil, "after restart")
      s:step()
      that(s.current == start, "the start")
    end)
  end)

  it("is a place on planes", function()
    local plane = astar.plane()
    plane:box(5, 0, 2, 2)
    local s = plane:search(0, 0, 10, 0)
    assert.is_nil(s.current)
    for place in s:steps() do
      assert.same(place, s.current)
    end
    assert.same({ x = 10, y = 0 }, s.current)
    s:restart()
    assert.is_nil(s.current)
  end)

  it("stays when the node is removed, as a node that was", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    local s = g:search(a, b)
    s:step()
    assert.equal(a, s.current)
    g:remove(a)
    assert.equal("node 1 (removed)", tostring(s.current))
  end)

  it("is nil for a goal that cannot be entered at all, and raises after close", function()
    local plane = astar.plane()
    plane:box(5, 0, 2, 2)
    local s = plane:search(5, 0, 9, 9)
    s:run()
    assert.equal("blocked", s.status)
    assert.is_nil(s.current)
    s:close()
    raises("attempt to use a closed search", function() return s.current end)
    raises("field 'current' of a search cannot be assigned", function() plane:search(0, 0, 1, 1).current = 1 end)
  end)
end)
