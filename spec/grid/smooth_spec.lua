-- map:smooth, the option smooth of map:path, and of flow:path: on grids of every layout, compared with a slow and
-- obvious model, which asks a search what steps a unit can make.

local astar = require "astar"
local check = require "spec.support.check"
local ground = require "spec.support.ground"
local lattice = require "spec.support.lattice"
local random = require "spec.support.random"

-- What the model knows of a map: entering, steps, multipliers.
local function model_of(map, options, unit, layers, avoid)
  local m = { lattice = lattice.new(map, options), options = options }
  local w, h = options.cell[1], options.cell[2]
  if options.layout == "isometric" then w, h = 1, 1 end
  m.length = function(dx, dy, rise)
    local x, y = dx / 8 * w, dy / 8 * h
    if m.lattice.hexagons then x, y = dx / 16 * w, dy / 24 * (w * math.sqrt(3) / 2) end
    return math.sqrt(x * x + y * y + rise * rise)
  end
  local avoided = {}
  for _, node in ipairs(avoid or {}) do avoided[node] = true end

  -- All cells that the unit covers, or nil if it does not fit on the map.
  local function covered(node)
    local list = {}
    for y = 0, unit.size - 1 do
      for x = 0, unit.size - 1 do
        local c = m.lattice:node(node.col - 1 + x, node.row - 1 + y)
        if not c then return nil end
        list[#list + 1] = c
      end
    end
    return list
  end
  function m.enters(node)
    return node and not avoided[node] and m.fits(node)
  end
  function m.fits(node)
    local cells = covered(node)
    for _, c in ipairs(cells or {}) do
      if c.blocked or unit.costs[c.terrain] == false then return false end
    end
    return cells ~= nil
  end
  function m.multiplier(node)
    local most, extra = 0, 0
    for _, c in ipairs(covered(node) or {}) do
      most = math.max(most, unit.costs[c.terrain] or 1)
      local sum = 0
      for name, weight in pairs(layers or {}) do sum = sum + weight * map:layer(name):get(c) end
      extra = math.max(extra, sum)
    end
    if not m.fits(node) then most = 1 end
    return most + extra / m.length(m.lattice.hexagons and 16 or 8, 0, 0)
  end
  local steps = {}
  function m.step(a, b)
    if not steps[a] then
      local s = map:search(a, nil, "man")
      s:step()
      steps[a] = {}
      for node, state in s:nodes() do steps[a][node] = state == "open" end
    end
    return steps[a][b] and not avoided[b] or false
  end
  return m
end

-- Where the second of two places is, seen from the first: the shorter way round the map, in the world, but for a step
-- in cells. Lattice units.
local function offset(m, a, b, step)
  local l = m.lattice
  local px, py = l:period(1), l:period(2)
  local ax, ay = l:place(a.x, a.y)
  local bx, by = l:place(b.x, b.y)
  if step then return l:shorter(1, bx - ax), l:shorter(2, by - ay) end
  local best, x, y = math.huge, nil, nil
  for i = px and -1 or 0, px and 1 or 0 do
    for k = py and -1 or 0, py and 1 or 0 do
      local dx, dy = bx - ax + i * (px or 0), by - ay + k * (py or 0)
      local wx, wy = l:world(dx, dy)
      wx, wy = wx - l.origin[1], wy - l.origin[2]
      if wx * wx + wy * wy < best - 1e-9 then best, x, y = wx * wx + wy * wy, dx, dy end
    end
  end
  return x, y
end

local function rounded(x) return math.floor(x * 4 + 0.5) / 4 end

-- Follow a piece: whether the unit can go along it, and what it costs.
local function follow(m, a, b, step)
  local ax, ay = m.lattice:place(a.x, a.y)
  local dx, dy = offset(m, a, b, step)
  ax, ay, dx, dy = rounded(ax) * 4, rounded(ay) * 4, rounded(dx) * 4, rounded(dy) * 4
  local points = m.lattice:points(ax / 4, ay / 4, (ax + dx) / 4, (ay + dy) / 4)
  local diagonals = m.options.neighbours ~= 4 and not m.lattice.hexagons
  local parts, clear = {}, true
  local function single(p) return #p.all == 1 and p.all[1].node or nil end
  for i = 2, #points - 1 do
    local p = points[i]
    if p.meeting then
      local from, to = single(points[i - 1]), single(points[i + 1])
      local corner = diagonals and #p.all == 4 and from and to
      if corner then
        clear = clear and m.step(from, to)
      else
        if from and to and #p.all == 2 then clear = clear and m.step(from, to) end
        for _, cell in ipairs(p.all) do
          if cell.node ~= from then clear = clear and m.enters(cell.node) end
        end
        if from and to and #p.all == 3 then clear = clear and m.step(from, to) end
        if from and to and #p.all == 4 then
          for _, cell in ipairs(p.all) do
            if cell.node ~= from and cell.node ~= to then
              clear = clear and m.step(from, cell.node) and m.step(cell.node, to)
            end
          end
        end
      end
    else
      local most, high = 0, -math.huge
      for _, cell in ipairs(p.all) do
        if not cell.node then return false end
        if i > 2 then clear = clear and m.enters(cell.node) end
        most, high = math.max(most, m.multiplier(cell.node)), math.max(high, cell.node.z)
      end
      parts[#parts + 1] = { part = points[i + 1].part - points[i - 1].part, multiplier = most, z = high }
    end
  end
  local cost = 0
  for i, part in ipairs(parts) do
    local before = i > 1 and math.abs(part.z - parts[i - 1].z) or 0
    local after = i < #parts and math.abs(part.z - parts[i + 1].z) or 0
    cost = cost + m.length(dx / 4 * part.part, dy / 4 * part.part, (before + after) / 2) * part.multiplier
  end
  return clear, cost
end

-- What a route costs by the measure of smooth paths.
local function route_cost(m, path)
  local sum, before = 0, nil
  for _, node in path:nodes() do
    if before then
      local dx, dy = offset(m, before, node, true)
      local rise = math.abs(node.z - before.z) / 2
      sum = sum + m.length(dx / 2, dy / 2, rise) * (m.multiplier(before) + m.multiplier(node))
    end
    before = node
  end
  return sum
end

local function random_cell(rng, map)
  return map:cell(rng:int(1, map.width), rng:int(1, map.height))
end

describe("smooth paths on grids", function()
  it("touch only what the unit may enter, and cost no more than the route", function()
    random.cases("smooth", 600, function(rng)
      local map, options, unit = ground.map(rng)
      local layers, avoid = nil, nil
      if rng:chance(0.2) then
        local danger = map:layer "danger"
        for _ = 1, 10 do danger:set(random_cell(rng, map), rng:int(0, 3)) end
        layers = { danger = rng:real(0, 2) }
      end
      if rng:chance(0.2) then
        avoid = {}
        for i = 1, rng:int(1, 5) do avoid[i] = random_cell(rng, map) end
      end
      local m = model_of(map, options, unit, layers, avoid)
      for _ = 1, 3 do
        local a, b = random_cell(rng, map), random_cell(rng, map)
        local path = map:path(a, b, { unit = "man", layers = layers, avoid = avoid })
        -- Where a large unit does not fit, its multiplier is not that of its cells.
        if path and (unit.size == 1 or (m.fits(a) and not map:walls()())) then
          local smooth, cost = map:path(a, b, { unit = "man", layers = layers, avoid = avoid, smooth = true })
          check.that(smooth[1] == a and smooth[#smooth] == b, "the ends have moved")
          check.that(#smooth <= #path + 40 and not smooth.partial, "too many points")
          check.near(smooth.cost, cost)
          local sum, before = 0, nil
          for i, p in smooth:nodes() do
            if before then
              -- A step of the route may stay as it is.
              local step = type(before) == "userdata" and type(p) == "userdata" and m.step(before, p)
              local clear, piece = follow(m, before, p, step)
              check.that(clear or step, "piece %d is not clear", i - 1)
              sum = sum + piece
            end
            before = p
          end
          check.near(sum, smooth.cost, "cost")
          check.that(smooth.cost <= route_cost(m, path) * (1 + 1e-9), "dearer than the route: %s instead of %s",
            smooth.cost, route_cost(m, path))
          check.that(smooth:valid(), "not valid")
        end
      end
    end)
  end)

  -- Many places along a path, with the index of the element before each.
  local function sampled(path)
    local places = {}
    local n = math.min(400, math.ceil(path.length * 20)) + 1
    for i = 0, n do
      local x, y, _, index = path:at(path.length * i / n)
      places[#places + 1] = { x, y, index }
    end
    return places
  end

  local function distance(x, y, polygon)
    local least = math.huge
    for i = 1, #polygon, 2 do
      local k = i + 2 <= #polygon and i + 2 or 1
      local ax, ay, bx, by = polygon[i], polygon[i + 1], polygon[k], polygon[k + 1]
      local dx, dy = bx - ax, by - ay
      local part = math.max(0, math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
      least = math.min(least, math.sqrt((ax + dx * part - x) ^ 2 + (ay + dy * part - y) ^ 2))
    end
    return least
  end

  it("keep discs clear, with arcs too", function()
    random.cases("smooth discs", 150, function(rng)
      local map, options, unit = ground.map(rng, true)
      local m = model_of(map, options, unit)
      local radius, curve = rng:real(0, 0.7), rng:chance(0.5) and rng:real(0.1, 4) or 0
      if rng:chance(0.3) then radius = 0 end
      for _ = 1, 3 do
        local a, b = random_cell(rng, map), random_cell(rng, map)
        local path = map:path(a, b, "man")
        if path and m.enters(a) then
          local smooth = map:smooth(path, { radius = radius, curve = curve })
          check.that(smooth[1] == a and smooth[#smooth] == b and smooth:valid(), "ends, or not valid")
          check.that(smooth.cost <= route_cost(m, path) * (1 + 1e-9), "dearer than the route")
          for _, p in ipairs(sampled(smooth)) do
            local before, after = smooth[p[3]], smooth[p[3] + 1]
            local there = map:at(p[1], p[2])
            local step = there and distance(p[1], p[2], { there.x, there.y, there.x, there.y + 1e-9 }) < 1e-6
              or after and type(before) == "userdata" and type(after) == "userdata" and m.step(before, after)
            for row = 1, map.height do
              for col = 1, map.width do
                if not step and not m.enters(map:cell(col, row)) then
                  local away = distance(p[1], p[2], map:outline(col, row))
                  check.that(away >= radius - 1e-6 and map:at(p[1], p[2]) ~= map:cell(col, row) or away < 1e-6 and radius == 0,
                    "too near: %s", away)
                end
              end
            end
          end
        end
      end
    end)
  end)

  it("are valid until the map changes there", function()
    random.cases("smooth valid", 200, function(rng)
      local map, options, unit = ground.map(rng, true)
      local a, b = random_cell(rng, map), random_cell(rng, map)
      local smooth = map:path(a, b, { unit = "man", smooth = true })
      if smooth then
        for _ = 1, 3 do
          local cell = random_cell(rng, map)
          if cell ~= a then map:block(cell.col, cell.row) end
        end
        local m = model_of(map, options, unit)
        local broken, before
        for i, p in smooth:nodes() do
          if before and not broken then
            local step = type(before) == "userdata" and type(p) == "userdata" and m.step(before, p)
            if not step and not follow(m, before, p) then broken = i - 1 end
          end
          before = p
        end
        local valid, index = smooth:valid()
        assert.same({ broken == nil, broken }, { valid, index })
      end
    end)
  end)

  it("keep links, and come from flows and searches", function()
    local map = astar.grid { width = 30, height = 9 }
    map:unit("man", {})
    for row = 1, 9 do map:block(15, row) end
    map:link(map:cell(12, 7), map:cell(18, 2), { cost = 1 })
    local a, b = map:cell(1, 1), map:cell(30, 9)
    local smooth, cost = map:path(a, b, { smooth = true })
    local at = {}
    for i, p in smooth:nodes() do at[p] = i end
    assert.equal(at[map:cell(12, 7)] + 1, at[map:cell(18, 2)])
    assert.is_true(#smooth <= 6 and smooth:valid())
    check.near(math.sqrt(11 ^ 2 + 6 ^ 2) + 1 + math.sqrt(12 ^ 2 + 7 ^ 2), cost)
    local flow = map:flow(b, "man")
    local again, same = flow:path(a, { smooth = true })
    assert.equal(#smooth, #again)
    check.near(cost, same)
    assert.is_true(#flow:path(a, { smooth = false }) > 20 and #flow:path(a, {}) > 20)
    local found = map:search(a, b)
    found:run()
    check.near(cost, (select(2, found:path(nil, { smooth = { curve = 1 } }))), "cost")
    check.near(cost, (select(2, map:smooth(smooth))))
    map:unlink(map:cell(12, 7), map:cell(18, 2))
    assert.is_false((smooth:valid()))
    -- The path of an older map can still be smoothed.
    assert.is_true(map:smooth(map:path(a, map:cell(14, 9))):valid())
  end)

  it("go to nodes beside the cells along links alone, however far those are", function()
    for _, layout in ipairs { "square", "isometric", "odd-r", "odd-q" } do
      for _, far in ipairs { 5.3, 1e6, 1e12, 1e200 } do
        local map = astar.grid { width = 10, height = 10, layout = layout }
        local a, b, beside = map:cell(1, 1), map:cell(9, 9), map:add(far, -far)
        for row = 1, 10 do map:block(5, row) end
        map:link(a, beside)
        map:link(beside, b)
        local smooth = map:path(a, b, { smooth = { curve = 1 } })
        assert.is_true(#smooth == 3 and smooth[2] == beside and smooth:valid())
        map:unlink(a, beside)
        assert.same({ false, 1 }, { smooth:valid() })
        assert.equal(3, #map:smooth(smooth))
      end
    end
  end)

  it("stay as they are for discs without room, of any size", function()
    for _, wrap in ipairs { false, "x", "xy" } do
      local map = astar.grid { width = 40, height = 30, wrap = wrap or nil }
      map:fill(1, 10, 20, 1, "sea")
      map:unit("man", { sea = false })
      local path = map:path(map:cell(1, 1), map:cell(15, 14), "man")
      for _, radius in ipairs { 20, 1e3, 1e6, 1e12, 1e300 } do
        local smooth = map:smooth(path, { radius = radius, curve = radius })
        assert.equal(#path, #smooth)
        for i, node in path:nodes() do assert.equal(node, smooth[i]) end
        assert.is_true(map:smooth(path):valid())
      end
    end
  end)

  it("refuse what is wrong", function()
    local map, other, g = astar.grid { width = 5, height = 5 }, astar.grid { width = 5, height = 5 }, astar.graph()
    map:unit("man", {})
    local a, b = map:cell(1, 1), map:cell(5, 4)
    local p, q = g:add(0, 0), g:add(1, 0)
    g:link(p, q)
    local path = map:path(a, b)
    check.raises("links only", g.smooth, g, g:path(p, q))
    check.raises({ "'smooth' is for grids", "links only" }, g.path, g, p, q, { smooth = true })
    check.raises("another map", other.smooth, other, path)
    check.raises("path expected, got table", map.smooth, map, {})
    for _, name in ipairs { "radius", "curve" } do
      for _, value in ipairs { check.nan, check.inf, -1 } do
        check.raises(name, map.smooth, map, path, { [name] = value })
        check.raises(name, map.path, map, a, b, { smooth = { [name] = value } })
      end
    end
    check.raises("'radius' and 'curve'", map.path, map, a, b, { smooth = { curves = 1 } })
    check.raises("boolean or table expected", map.path, map, a, b, { smooth = 3 })
    check.raises("no unit named 'mann'", map.smooth, map, path, "mann")
    check.raises("unknown option", map.smooth, map, path, { raduis = 1 })
    check.raises("no layer named", map.smooth, map, path, { layers = { danger = 1 } })
    local values = { moves = 3, stop = { a }, pass = { a }, only = { a, b }, turn_cost = 1, turn_limit = 1 }
    values.cost = function(_, _, cost) return cost end
    for name, value in pairs(values) do
      check.raises("options 'smooth' and '" .. name .. "' exclude one another", map.path, map, a, b,
        { smooth = true, [name] = value })
      local search = map:search(a, b, { [name] = value })
      search:run()
      check.raises(", 'pass', 'stop', 'turn_cost' or 'turn_limit' cannot be smoothed", search.path, search, a,
        { smooth = true })
    end
    for _, name in ipairs { "flow", "search" } do
      check.raises("option 'smooth' is", map[name], map, a, name == "search" and b or { smooth = true }, { smooth = true })
    end
    check.raises("option 'smooth' is not for 'reach'", map.reach, map, a, 5, { smooth = true })
    check.raises("unknown option", map:flow(b).path, map:flow(b), a, { smoth = true })
    local plane = astar.plane { bounds = { 0, 0, 9, 9 } }
    local s = plane:search(1, 1, 8, 8)
    s:run()
    check.raises("paths on a plane take no options", s.path, s, nil, { smooth = true })
  end)
end)
