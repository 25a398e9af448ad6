-- Tells whether two builds compute the same: prints a digest for each subject, which has to be the same on every machine,
-- compiler and Lua (5.1 to 5.5, LuaJIT). .ci/cross compares them.
--
--   lua spec/determinism.lua              a line for each subject
--   lua spec/determinism.lua all          a line for each result, to find the first that differs
--   lua spec/determinism.lua write FILE   writes the saved spaces
--   lua spec/determinism.lua read FILE    loads what another machine wrote, and compares it with its own, byte for byte
--
-- Nothing here depends on the C library: the cases come from a generator in whole numbers, and numbers are digested by
-- their bits. Needs no other file than the module.

local astar = require "astar"
local svg = require "astar.svg"
local tiled = require "astar.tiled"
local follow = require "astar.follow"

local arguments = rawget(_G, "arg") or {}
local floor = math.floor

---- Digests ------------------------------------------------------------------------------------------------------

-- Two sums modulo primes below 2^32; all products stay below 2^53, so doubles and integers give the same.
local low, high, count, subject

local function feed(n)
  low = (low * 65599 + n + 1) % 4294967291
  high = (high * 40503 + n + 7) % 4294967279
end

-- A number by sign, exponent, and the two halves of its 53 bits.
local function feed_number(x)
  if x ~= x or x == math.huge or x == -math.huge or x == 0 then
    return feed(x ~= x and 1 or x == 0 and 2 or x > 0 and 3 or 4)
  end
  local m, e = x < 0 and -x or x, 0
  while m >= 2 ^ 69 do m, e = m / 2 ^ 16, e + 16 end
  while m >= 2 ^ 53 do m, e = m / 2, e + 1 end
  while m < 2 ^ 36 do m, e = m * 2 ^ 16, e - 16 end
  while m < 2 ^ 52 do m, e = m * 2, e - 1 end
  local upper = floor(m / 2 ^ 27)
  feed((x < 0 and 5000 or 10000) + e)
  feed(upper)
  feed(floor(m - upper * 2 ^ 27))
end

local function feed_text(text)
  local i = 1
  while i + 1 <= #text do
    local a, b = text:byte(i, i + 1)
    feed(a * 256 + b)
    i = i + 2
  end
  if i == #text then feed(text:byte(i)) end
  feed(#text)
end

local function show(name, number)
  print(("%s: %.0f results, %.0f %.0f"):format(name, number, low, high))
end

-- Takes in numbers, texts, booleans and nil.
local function tell(...)
  count = count + 1
  for i = 1, select("#", ...) do
    local value = (select(i, ...))
    if type(value) == "number" then feed_number(value)
    elseif type(value) == "string" then feed_text(value)
    else feed_text(tostring(value)) end
  end
  if arguments[1] == "all" then show(subject .. " " .. tostring((...)), count) end
end

---- Random cases ---------------------------------------------------------------------------------------------------

local seed

local function random(n) -- 1 .. n
  seed = (seed * 48271) % 2147483647
  return seed % n + 1
end

local function number() return random(1000000) / 7919 end -- up to 126.3
local function pick(...) return (select(random(select("#", ...)), ...)) end

---- Digests of results ------------------------------------------------------------------------------------------

local function tell_path(what, path, cost)
  if not path then return tell(what, cost) end
  tell(what, #path, cost, path.length, path.partial and true or false, path:at(path.length / 3))
  for _, value in ipairs(path:points(3)) do feed_number(value) end
end

-- The order of expansion, and all that a search then knows of each node.
local function tell_search(what, search)
  local turns = 0
  for node, cost, estimate in search:steps() do
    feed(node.id)
    feed_number(cost)
    feed_number(estimate)
    turns = turns + 1
  end
  tell(what, search.status, search.expanded, turns)
  for node, state, cost, estimate in search:nodes() do tell("node", node.id, state, cost, estimate) end
end

local saved = {}

-- A space that is loaded again gives the same bytes.
local function tell_saved(space)
  local text = space:save()
  tell("saved", text)
  saved[#saved + 1] = text
  local loaded = assert(astar.load(text))
  assert(loaded:save() == text, "what was saved and loaded is not saved alike")
  return loaded
end

---- Grids ----------------------------------------------------------------------------------------------------------------

local TERRAINS = { "grass", "forest", "road", "hills" }

local function fill(map, with_terrain, with_height)
  for row = 1, map.height do
    for col = 1, map.width do
      if random(5) == 1 then map:block(col, row) end
      if with_terrain then map:set(col, row, TERRAINS[random(4)]) end
      if with_height then map:cell(col, row).z = number() / 100 end
    end
  end
  map:unit("u", { forest = 1 + number() / 30, road = 1 / (1 + number() / 60), hills = random(4) > 1 and 1 + number() / 20 },
    { climb = 0.9, drop = 1.1 })
  map:unit("big", { forest = 2.5, road = 0.7 }, { size = 2 })
end

local function any_cell(map) return map:cell(random(map.width), random(map.height)) end

local function tell_grid(map)
  for _ = 1, 3 do
    local a, b = any_cell(map), any_cell(map)
    tell_path("plain", map:path(a, b))
    tell_path("by cells", map:path(a, b, { jump = false }))
    tell_path("unit", map:path(a, b, "u"))
    tell_path("large unit", map:path(a, b, "big"))
    tell_path("weight", map:path(a, b, { unit = "u", weight = 1.5 }))
    tell_path("partial", map:path(a, b, { unit = "u", partial = true, max_cost = 9 * number() }))
    tell("connected", map:connected(a, b, "u"), map:nearest(number(), number(), { from = a, unit = "u" }))
    tell_path("goals", map:path(a, { b, any_cell(map), any_cell(map) }, { unit = "u", avoid = { any_cell(map) } }))
    tell_path("manhattan", map:path(a, b, { heuristic = pick("manhattan", "octile", "zero") }))
  end
  local a, b = any_cell(map), any_cell(map)
  tell_path("callbacks", map:path(a, b, {
    cost = function(_, to, cost) return to.id % 7 > 0 and cost * (1 + to.id % 3) or nil end,
    heuristic = function(node, goal) return node:distance(goal) / 2 end,
  }))
  tell_search("search", map:search(a, b, "u"))
  tell_search("all", map:search(a, nil, { unit = "u", max_cost = 6 * number() }))
  local near, distance = map:nearest(number(), number(), { unit = "u" })
  tell("nearest", near and near.id, distance)
  for _, node in ipairs(map:within(number() / 4, number() / 4, 3)) do tell("within", node.id) end
end

local function grids(layout, wrap)
  for i = 1, 6 do
    local square = layout == "square" or layout == "isometric"
    local neighbours = square and pick(4, 8, 8) or nil
    local map = astar.grid {
      width = 2 * (3 + random(8)), height = 2 * (3 + random(7)), layout = layout, wrap = wrap,
      cell = i == 1 and 1 or i == 2 and { 1 + number() / 50, 1 + number() / 70 } or 1 + number() / 50,
      step = i == 2 and 1 + number() / 60 or nil, origin = { number(), -number(), number() / 50 },
      neighbours = neighbours, corners = neighbours == 8 and pick("never", "one", "always") or nil,
      diagonal = neighbours == 8 and i == 3 and 1.4 or nil,
    }
    fill(map, i % 2 == 0, i % 3 == 0)
    tell_grid(map)
    for _ = 1, 3 do
      local a, b = any_cell(map), any_cell(map)
      if a ~= b then map:link(a, b, { cost = number() / 20, oneway = random(2) == 1, terrain = pick("road", nil) }) end
      local at, right = map:cell(2, 2), map:cell(3, 2)
      map:wall(at, right)
    end
    tell_grid(map)
    map:optimize()
    map = tell_saved(map)
    tell_path("loaded", map:path(any_cell(map), any_cell(map)))
  end
end

-- What changes the form of a route, turning, fleeing, turns of strategy games, and rays.
local function motion(layout)
  for i = 1, 4 do
    local map = astar.grid { width = 8 + random(12), height = 8 + random(12), layout = layout, cell = 1 + number() / 50 }
    fill(map, i % 2 == 0, i == 3)
    for _ = 1, 4 do
      local a, b, c = any_cell(map), any_cell(map), any_cell(map)
      tell_path("straight", map:path(a, b, { ties = "straight" }))
      tell_path("straight by terrain", map:path(a, b, { unit = "u", ties = "straight" }))
      tell_path("smooth", map:path(a, b, { unit = "u", smooth = true }))
      tell_path("curve", map:path(a, b, { smooth = { curve = 1 + number() / 60, radius = number() / 400 } }))
      tell_path("turns", map:path(a, b, { unit = "u", turn_cost = number() / 90, heading = { 1, -1 }, turn_limit = 2 }))
      tell_path("points", map:path(a, b, { moves = 3 + number() / 60, pass = { c }, overdraw = random(2) == 1 }))
      tell("ray", map:sight(a, b), map:raycast(a.x, a.y, b.x, b.y, { unit = "u" }))
      local flow = map:away({ a, c }, { unit = "u", costs = { 0, number() / 30 } })
      for node, state, cost in flow:nodes() do tell("away", node.id, state, cost) end
    end
  end
end

-- Levels, joined by links.
local function floors()
  for i, layout in ipairs { "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" } do
    local map = astar.grid {
      width = 3 + random(6), height = 2 + random(6), levels = 3, layout = layout, cell = 1 + number() / 50,
      level_height = i % 2 == 0 and number() / 40 or nil, origin = { number(), -number(), number() / 50 },
    }
    local function cell(level) return map:cell(random(map.width), random(map.height), level) end
    for level = 1, 3 do
      for _ = 1, map.width * map.height / 4 do
        local at = cell(level)
        map:block(at.col, at.row, true, level)
        map:set(random(map.width), random(map.height), TERRAINS[random(4)], level)
      end
      if level < 3 then map:link(cell(level), cell(level + 1), random(2) == 1 and { cost = number() / 30 } or nil) end
    end
    map:unit("u", { forest = 2.5, hills = 1 + number() / 10, road = 0.3 })
    for _ = 1, 6 do
      local a, b = cell(1), cell(3)
      local path, cost = map:path(a, b, "u")
      tell_path("path", path, cost)
      if path then
        tell("cells", table.concat(path:cells(3), " "))
        tell_path("smooth", map:smooth(path))
      end
      local flow, level = map:flow(b, "u"), random(3)
      tell("direction", flow:direction(a.x + number() / 200, a.y, level))
      local near, distance = map:nearest(number() - 20, 20 - number(), { level = level })
      tell("nearest", near.id, distance)
      local hit, x, y = map:raycast(a.x, a.y, b.x, b.y, { level = level })
      tell("ray", hit and hit.id, x, y)
    end
    tell_search("all", map:search(cell(2), nil, "u"))
    tell_saved(map)
  end
end

---- Graphs ----------------------------------------------------------------------------------------------------------------

local function graphs(dimensions)
  for _ = 1, 8 do
    local g, nodes = astar.graph(), {}
    for i = 1, 40 + random(60) do
      nodes[i] = g:add(number(), number(), dimensions == 3 and number() / 10 or 0, { terrain = TERRAINS[random(4)] })
    end
    g:unit("u", { forest = 2.5, hills = 1 + number() / 10, road = 0.3 }, { climb = 8, drop = 9 })
    for i, node in ipairs(nodes) do
      for _ = 1, 3 do
        local other = nodes[random(#nodes)]
        if other ~= node then g:link(node, other, i % 7 == 0 and { cost = number(), oneway = true } or nil) end
      end
    end
    for i = 1, 6 do
      local a, b = nodes[random(#nodes)], nodes[random(#nodes)]
      tell_path("path", g:path(a, b))
      tell_path("unit", g:path(a, b, { unit = "u", partial = true }))
      tell_path("goals", g:path(a, { b, nodes[random(#nodes)], nodes[i] }, { weight = 1 + i / 10 }))
    end
    tell_search("search", g:search(nodes[1], nodes[#nodes], "u"))
    local near, distance = g:nearest(number(), number(), number() / 10)
    tell("nearest", near.id, distance)
    for _, node in ipairs(g:within(number(), number(), 20)) do tell("within", node.id) end
    nodes[2]:remove()
    nodes[3].x = number()
    g:unlink(nodes[4], nodes[5])
    g:optimize()
    tell_search("edited", g:search(nodes[1], nil))
    g = tell_saved(g)
    tell_search("loaded", g:search(g:node(1), g:node(#nodes)))
  end
end

---- Flows, ranges, layers, turns ------------------------------------------------------------------------------------

local function tell_fields(space, nodes)
  local danger, crowd = space:layer("danger"), space:layer("crowd")
  for _, node in ipairs(nodes) do
    if random(3) == 1 then danger:set(node, number() / 9) end
    if random(3) == 1 then crowd:add(node, number() / 50) end
  end
  local function any() return nodes[random(#nodes)] end
  for i = 1, 6 do
    local options = { unit = "u", layers = i > 1 and { danger = i / 3, crowd = 0.7 } or nil, near = i % 3 == 2 and 2.5 or nil,
      adjacent = i % 3 == 1 or nil, stop = i > 3 and { any(), any(), any() } or nil }
    local goals, start = { any(), any() }, any()
    local flow = space:flow(goals, options)
    for _, node in ipairs(nodes) do
      local to = flow:next(node)
      tell("flow", node.id, flow:cost(node), to and to.id)
    end
    tell_path("flow path", flow:path(start))
    tell_path("path", space:path(start, goals, options))
    local s = space:search(goals, start, { reverse = true, unit = "u", layers = options.layers, stop = options.stop })
    tell_search("backwards", s)
    options.near, options.adjacent, options.layers = nil, nil, nil
    options.moves, options.left = 7.7 + i / 3, i * 1.1
    local range = space:reach(start, nil, options)
    for _, node in ipairs(nodes) do tell("turns", node.id, range:cost(node), range:turns(node)) end
    tell_path("turns", space:path(start, goals[1], options))
  end
end

local function fields()
  for _, layout in ipairs({ "square", "odd-r", "isometric" }) do
    local map, nodes = astar.grid{ width = 16, height = 12, layout = layout, wrap = layout == "odd-r" and "xy" or nil,
      cell = 1 + number() / 50 }, {}
    fill(map, true, true)
    map:unit("u", { forest = 2.5, hills = 1 + number() / 10, road = 0.3 })
    for node in map:nodes() do nodes[#nodes + 1] = node end
    tell_fields(map, nodes)
  end
  local g, nodes = astar.graph(), {}
  for i = 1, 120 do nodes[i] = g:add(number(), number(), number() / 10, { terrain = TERRAINS[random(4)] }) end
  g:unit("u", { forest = 2.5, hills = 1 + number() / 10, road = 0.3 }, { climb = 8, drop = 9 })
  for i = 1, 400 do
    local a, b = nodes[random(120)], nodes[random(120)]
    if a ~= b then g:link(a, b, { cost = number() / 20, oneway = i % 3 == 0 }) end
  end
  tell_fields(g, nodes)
end

-- Positions and places, between edits.
local function positions(dimensions)
  for _ = 1, 6 do
    local g, nodes = astar.graph(), {}
    for i = 1, 40 + random(60) do
      nodes[i] = g:add(number(), number(), dimensions == 3 and number() / 10 or 0, { terrain = TERRAINS[random(4)] })
    end
    g:unit("u", { forest = 2.5, hills = false, road = 0.3 })
    local function place() return { x = number(), y = number(), z = dimensions == 3 and number() / 10 or nil } end
    for i = 1, 60 do
      local a, b = nodes[random(#nodes)], nodes[random(#nodes)]
      if a ~= b then g:link(a, b, { oneway = i % 5 == 0, cost = i % 7 == 0 and number() or nil }) end
      if i % 4 == 0 then a.x = number() end
      tell_path("positions", g:path(place(), place()))
      tell_path("goals", g:path(place(), { place(), b, place() }, { unit = "u", partial = true }))
      for _, node in ipairs(g:places(place(), 5, { unit = "u", taken = { a } })) do tell("place", node.id) end
      if i % 6 == 0 then
        local units = {}
        for k = 1, 30 do units[k] = k % 3 == 0 and nodes[random(#nodes)] or place() end
        for _, node in ipairs(g:places(a, units)) do tell("place of a unit", node and node.id) end
      end
    end
  end
end

---- Graphs from arrays, hubs, many goals, weights ---------------------------------------------------------------------

local function tell_links(node)
  for other, cost, props in node:links() do tell("link", other.id, cost, props and props.cost, props and props.terrain) end
end

local function arrays(dimensions)
  for i = 1, 5 do
    local g, xyz, ids, costs = astar.graph(), {}, {}, {}
    local nodes, links = 150 + random(100), 500
    for k = 1, nodes * dimensions do xyz[k] = k % 9 == 0 and xyz[k - dimensions] or number() end
    g:unit("u", { road = 1 + number() / 50 }, { climb = 60, drop = 70 })
    g:add(number(), number())
    tell("nodes", g:add_all(xyz, dimensions))
    for k = 1, links do
      ids[2 * k - 1] = random(nodes) + 1
      ids[2 * k] = (ids[2 * k - 1] - 2 + random(nodes - 1)) % nodes + 2
      costs[k] = k % 4 ~= 0 and 100 + number() or false
    end
    g:link_all(ids)
    tell_path("lengths", g:path(g:node(2), g:node(nodes), "u"))
    g:link_all(ids, costs, { oneway = i % 2 == 0, terrain = i > 2 and "road" or nil })
    tell_path("costs", g:path(g:node(2), g:node(nodes), "u"))
    g:link_all({ 1, 2, 1, 3, 2, 1 }, number())
    for id = 1, nodes, 17 do tell_links(g:node(id)) end
    tell_search("from arrays", g:search(g:node(1), g:node(nodes), "u"))
    g:add_all(xyz, dimensions)
    g:link_all({ nodes, nodes + 2, nodes + 2, nodes + 3 })
    tell_search("more", g:search(g:node(1), g:node(nodes + 3)))
    g = tell_saved(g)
    tell_search("loaded", g:search(g:node(1), g:node(nodes + 3), "u"))
  end
end

local function hubs()
  for i = 1, 4 do
    local g, leaves = astar.graph(), {}
    local a, b = g:add(number(), number()), g:add(number(), number())
    for k = 1, 120 + random(120) do
      leaves[k] = g:add(number(), number(), 0, { terrain = TERRAINS[random(4)] })
      g:link(pick(a, b), leaves[k], random(3) == 1 and { cost = number(), oneway = i == 4 } or nil)
      if k % 10 == 0 then g:link(a, leaves[k]) g:link(leaves[k], b, { cost = number() }) end
    end
    g:unit("u", { forest = 1.5, hills = false })
    for _ = 1, 3 do
      tell_path("leaves", g:path(leaves[random(#leaves)], leaves[random(#leaves)]))
      tell_path("unit", g:path(leaves[random(#leaves)], leaves[random(#leaves)], { unit = "u", partial = true }))
    end
    for k = 1, #leaves, 3 do tell("cut", g:unlink(a, leaves[k])) end
    for k = 2, #leaves, 5 do leaves[k]:remove() end
    for _ = 1, 10 do g:link(g:add(number(), number()), a) end
    tell_links(a)
    tell_links(b)
    tell_search("hub", g:search(a, nil, "u"))
    tell_search("across", g:search(leaves[1], leaves[3]))
    g:optimize()
    g = tell_saved(g)
    tell_search("loaded", g:search(g:node(b.id), nil))
  end
end

local function many_goals()
  local g = astar.graph()
  for i = 1, 200 do
    local node = g:add(number(), number(), number())
    if i > 2 then
      g:link(node, g:node(random(i - 1)))
      g:link(node, g:node(i - 1), i % 5 == 0 and { cost = number() } or nil)
    end
  end
  for i, space in ipairs({ g, astar.grid { width = 20, height = 15, cell = 1 + number() / 50, neighbours = 8 },
    astar.grid { width = 14, height = 16, layout = "odd-r", wrap = "y" } }) do
    local function any() return i == 1 and g:node(random(#g)) or any_cell(space) end
    if i > 1 then fill(space, true, false) end
    for _, number_of_goals in ipairs({ 5, 33, 100, 300 }) do
      local goals, same = {}, {}
      for k = 1, number_of_goals do
        goals[k] = k % 6 == 0 and goals[k - 1] or any()
      end
      for k = 1, number_of_goals do same[k] = goals[1 + k % 4] end
      local start = any()
      tell_path("goals", space:path(start, goals, i > 1 and "u" or nil))
      tell_path("few places", space:path(start, same))
      tell_path("nearest", space:path(start, goals, { max_steps = 2, partial = true }))
      tell_path("weight", space:path(start, goals, { weight = 2.5, heuristic = pick("auto", "euclidean", "manhattan", "octile") }))
      tell_search("search", space:search(start, same, { heuristic = "euclidean", avoid = { goals[2] } }))
      local search = space:search(start, goals, { max_cost = 20 })
      search:run()
      local closest = search:closest()
      tell("closest", search.status, search.expanded, closest and closest.id)
    end
  end
end

local function weights()
  local map = astar.grid { width = 24, height = 22, cell = 1 + number() / 50, neighbours = 8 }
  local hexagons = astar.grid { width = 21, height = 18, layout = "even-q" }
  local plane = astar.plane { bounds = { 0, 0, 130, 130 } }
  fill(map, true, false)
  fill(hexagons, true, true)
  for _ = 1, 20 do plane:box(number(), number(), 4 + number() / 20, 4 + number() / 20, number()) end
  for _, weight in ipairs({ 1, 1 + 1 / 3, 2, 10, 1e6 }) do
    for _ = 1, 3 do
      for _, space in ipairs({ map, hexagons }) do
        local a, b = any_cell(space), any_cell(space)
        tell_path("cells", space:path(a, b, { weight = weight }))
        tell_path("unit", space:path(a, b, { weight = weight, unit = "u" }))
        tell_search("search", space:search(a, b, { weight = weight, unit = "u" }))
      end
      tell_path("plane", plane:path(number(), number(), number(), number(), { weight = weight, partial = true, radius = pick(nil, 1.5) }))
    end
  end
end

---- Planes ----------------------------------------------------------------------------------------------------------------

local function star(x, y, size) -- a polygon with reflex corners
  local corners = {}
  for i, at in ipairs({ { 2, 0 }, { 1, 1 }, { 0, 3 }, { -1, 1 }, { -3, 0 }, { -0.5, -0.5 }, { 0.25, -2 } }) do
    corners[2 * i - 1], corners[2 * i] = x + at[1] * size, y + at[2] * size
  end
  return corners
end

local function tell_plane(plane, radius)
  for _ = 1, 5 do
    local ax, ay, bx, by = number(), number(), number(), number()
    tell_path("path", plane:path(ax, ay, bx, by))
    tell_path("disc", plane:path(ax, ay, bx, by, { radius = radius }))
    local hit, x, y = plane:raycast(ax, ay, bx, by)
    tell("ray", hit and tostring(hit), x, y)
    hit = plane:at(ax, ay)
    tell("at", hit and tostring(hit))
    hit, x, y = plane:raycast(ax, ay, bx, by, { radius = radius })
    tell("sweep", hit and tostring(hit), x, y)
    local free, what = plane:free(ax, ay, radius)
    tell("free", free, what and tostring(what))
    tell("nearest", plane:nearest(ax, ay))
    tell("nearest disc", plane:nearest(bx, by, { radius = radius, from = { ax, ay } }))
    tell_path("partial", plane:path(ax, ay, bx, by, { radius = radius, partial = true }))
  end
  local search = plane:search(number(), number(), number(), number())
  for at, cost, estimate in search:steps() do tell("place", at.x, at.y, cost, estimate) end
  tell("search", search.status, search.expanded)
  for x1, y1, x2, y2, hit in search:rays() do tell("ray", x1, y1, x2, y2, hit and tostring(hit)) end
end

local function planes()
  for i = 1, 10 do
    local plane = astar.plane { bounds = i % 3 > 0 and { 0, 0, 130, 130 } or nil }
    for _ = 1, 5 + random(15) do
      local kind = random(3)
      if kind == 1 then
        plane:box(number(), number(), 1 + number() / 10, 1 + number() / 10, number() - 60)
      elseif kind == 2 then
        plane:circle(number(), number(), 1 + number() / 20, 2 + random(20))
      else
        plane:polygon(star(number(), number(), 0.5 + number() / 40))
      end
    end
    tell_plane(plane, 0.5 + i / 10)
    for rock in plane:obstacles() do
      if random(4) == 1 then plane:remove(rock) end
    end
    tell_plane(tell_saved(plane), 1.25)
  end
end

-- Outlines with many corners, and obstacles that lie on each other.
local function crowds()
  for i = 1, 4 do
    local plane, teeth = astar.plane(), {}
    for k = 1, 60 do
      local x = k * 2 + number() / 200
      for _, value in ipairs({ x, 10 + number() / 20, x + 0.9, 60 + number() / 10 }) do teeth[#teeth + 1] = value end
    end
    for _, value in ipairs({ 125, -3, 1, -3 - number() / 100 }) do teeth[#teeth + 1] = value end
    plane:polygon(teeth)
    for _ = 1, 40 do plane:box(60 + number() / 9, 60 + number() / 9, 3 + number() / 20, 3 + number() / 20, number()) end
    tell_plane(plane, 0.2 + i / 7)
    tell_plane(tell_saved(plane), 0.2 + i / 7)
  end
end

local function planes_of_grids()
  for i = 1, 6 do
    local map = astar.grid { width = 12, height = 11, layout = pick("square", "odd-r", "even-q", "isometric"), cell = 5 + number() / 30 }
    fill(map, true, false)
    tell_plane(astar.plane { grid = map, unit = i % 2 == 0 and "u" or nil }, 0.4)
  end
end

---- Modules in Lua ----------------------------------------------------------------------------------------------------

local function pictures()
  for i = 1, 6 do
    local map = astar.grid { width = 9, height = 8, layout = ({ "square", "odd-r", "even-q", "isometric" })[(i - 1) % 4 + 1],
      cell = i > 4 and 1e3 / 7 or 1 }
    fill(map, true, i % 3 == 0)
    local a, b = any_cell(map), any_cell(map)
    local search = map:search(a, b, "u")
    search:run()
    tell("grid", svg(map, { search = search, path = search:path(), labels = true,
      paths = { map:path(a, b), map:path(b, a, { heuristic = "zero" }), (map:path(a, any_cell(map))) } }))
  end
  local g = astar.graph()
  for i = 1, 12 do g:add(number(), number(), 0, { terrain = TERRAINS[random(4)], name = i < 3 and "n" .. i or nil }) end
  for i = 1, 11 do g:link(g:node(i + 1), g:node(random(i)), i % 3 == 0 and { cost = number(), oneway = true } or nil) end
  tell("graph", svg(g, { path = g:path("n1", g:node(12)), labels = true }))
  local plane = astar.plane { bounds = { 0, 0, 130, 130 } }
  for _ = 1, 6 do plane:box(number(), number(), 12, 20, number()) end
  local search = plane:search(1, 1, 129, 129, { radius = 1 })
  search:run()
  tell("plane", svg(plane, { search = search, path = search:path() }))
end

local function walkers()
  for _ = 1, 10 do
    local map = astar.grid { width = 9, height = 8, cell = 1 + number() / 9 }
    local walker = follow(map:path(any_cell(map), any_cell(map)), number() / 9)
    for _ = 1, 20 do
      local x, y = walker:update(random(100) / 64)
      tell("walker", x, y)
    end
  end
end

-- Objects at all angles: {"x":…} has numbers that every C library reads alike.
local function tiled_maps()
  for i, orientation in ipairs({ "orthogonal", "isometric" }) do
    local cells, objects = {}, {}
    for k = 1, 12 * 10 do cells[k] = random(3) end
    for k = 1, 8 do
      objects[k] = ('{"id":%d,"name":"o%d","type":"","visible":true,"x":%d.5,"y":%d.25,"width":%d,"height":%d,"rotation":%d.5%s}')
        :format(k, k, random(300), random(250), random(40), random(30), random(359), k % 2 == 0 and ',"ellipse":true' or "")
    end
    local map, info = tiled.load(([[{"type":"map","version":"1.10","orientation":"%s","width":12,"height":10,"tilewidth":32,
      "tileheight":%d,"infinite":false,"tilesets":[{"firstgid":1,"name":"t","tilewidth":32,"tileheight":32,"tilecount":3,"columns":3,
      "image":"t.png","imagewidth":96,"imageheight":32,"tiles":[{"id":1,"type":"forest","properties":[{"name":"cost","type":"float",
      "value":2.5}]}]}],"layers":[{"type":"tilelayer","id":1,"name":"l","x":0,"y":0,"width":12,"height":10,"visible":true,"opacity":1,
      "data":[%s]},{"type":"objectgroup","id":2,"name":"o","x":0,"y":0,"visible":true,"opacity":1,"objects":[%s]}]}]])
      :format(orientation, 32 / i, table.concat(cells, ","), table.concat(objects, ",")))
    tell_saved(map)
    local plane = info:plane()
    for rock in plane:obstacles() do
      for _, value in ipairs((rock:points())) do tell("corner", value) end
    end
    tell_plane(plane, 0.25)
  end
end

-- Crowds on nodes, with edits between their steps. What is saved goes on alike.
local function add_agents(map, crowd)
  for _ = 1, 25 do
    local cell = any_cell(map)
    if not crowd:at(cell) then
      crowd:add(cell, { goal = random(5) > 1 and any_cell(map) or nil, unit = pick(nil, "u"), priority = random(3),
        speed = random(4) == 1 and 0.5 + number() / 50 or nil, fixed = random(12) == 1 })
    end
  end
end

local function agents(layout, durations, seconds)
  for i = 1, 4 do
    local map = astar.grid { width = 12, height = 10, layout = layout }
    fill(map, true, i % 2 == 0)
    local crowd = map:crowd { durations = durations, patience = 8, expansions = i > 2 and 150 or nil }
    add_agents(map, crowd)
    for step = 1, 40 do
      if step % 3 == 0 then map:block(random(12), random(10), random(2) == 1) end
      if seconds then crowd:update(step / 40)
      else crowd:step() end
      for a in crowd:agents() do
        tell("agent", a.id, a.node.id, a.x, a.y, a.progress, a.status, a.by and a.by.id, a.waited)
        if a.status == "arrived" then a.goal = any_cell(map) end
      end
      if step == 20 then
        local text = crowd:save()
        tell("saved crowd", text)
        crowd = map:crowd(text)
        assert(crowd:save() == text, "what was saved and loaded is not saved alike")
      end
    end
    if not durations then tell("solved", crowd:solve(nil, 200), crowd.planned, crowd.plan_cost) end
  end
end

-- Discs among obstacles.
local function discs()
  for i = 1, 6 do
    local plane = astar.plane { bounds = i % 2 == 0 and { 0, 0, 130, 130 } or nil }
    for _ = 1, 12 do plane:polygon(star(number(), number(), 0.5 + number() / 20)) end
    local crowd = plane:crowd { max_acceleration = i == 3 and 20 or nil, patience = 1 }
    for k = 1, 40 do
      local x, y, radius = number(), number(), 0.5 + random(20) / 10
      if plane:free(x, y, radius) then
        local goal = k % 3 > 0 and { number(), number() } or plane:path(x, y, number(), number(), { radius = radius, partial = true })
        crowd:add(x, y, { radius = radius, speed = random(10), goal = goal or nil, priority = random(2) })
      end
    end
    for step = 1, 60 do
      crowd:update(step / 400)
      tell("disc", i, step)
      for _, value in ipairs(crowd:positions()) do feed_number(value) end
      for a in crowd:agents() do tell("status", a.status, a.by and a.by.id, a.waited) end
      if step == 30 then
        local text = crowd:save()
        tell("saved discs", text)
        crowd = plane:crowd(text)
        plane:box(60, 60, 9, 9)
      end
    end
  end
end

-- Groups of agents or of discs that get orders on a map with obstacles.
local function groups(on_nodes)
  for i = 1, 4 do
    local map = astar.grid { width = 30, height = 30 }
    for _ = 1, 90 do map:block(random(30), random(30)) end
    local crowd, units = on_nodes and map:crowd() or map:crowd { radius = 0.3 }, {}
    for _ = 1, 20 do
      local cell = any_cell(map)
      local ok, unit = pcall(function()
        if on_nodes then return crowd:add(cell, { speed = random(3) }) end
        return crowd:add(cell.x, cell.y, { speed = random(3) })
      end)
      if ok then units[#units + 1] = unit end
    end
    local group = crowd:group(units, { formation = ({ "box", "circle", "wedge", "line" })[i], facing = i == 2 and { 1, 2 } or nil })
    for step = 1, 60 do
      if step % 20 == 1 then
        for each in crowd:groups() do each.goal = any_cell(map) end
      end
      crowd:update(0.2)
      tell("group", i, step)
      for _, value in ipairs(crowd:positions()) do feed_number(value) end
      if step == 30 then
        local text = crowd:save()
        tell("saved groups", text)
        crowd = map:crowd(text)
      end
    end
    tell(group.closed)
  end
end

---- All of it -----------------------------------------------------------------------------------------------------------

local function run(name, f, ...)
  subject, low, high, count, seed = name, 1, 2, 0, 20261122
  f(...)
  if arguments[1] ~= "write" and arguments[1] ~= "read" then show(name, count) end
end

for _, layout in ipairs({ "square", "odd-r", "even-r", "odd-q", "even-q", "isometric" }) do
  run("grid, " .. layout, grids, layout)
end
run("grid, wrapping in x", grids, "square", "x")
run("grid, wrapping in x and y", grids, "square", "xy")
run("grid, hexagons that wrap", grids, "odd-q", "xy")
for _, layout in ipairs({ "square", "odd-r", "isometric" }) do run("motion, " .. layout, motion, layout) end
run("floors", floors)
run("graph, 2D", graphs, 2)
run("graph, 3D", graphs, 3)
run("positions, 2D", positions, 2)
run("positions, 3D", positions, 3)
run("graph from arrays, 2D", arrays, 2)
run("graph from arrays, 3D", arrays, 3)
run("fields", fields)
run("hubs", hubs)
run("many goals", many_goals)
run("weights", weights)
run("plane", planes)
run("plane, crowded", crowds)
run("plane from a grid", planes_of_grids)
run("pictures", pictures)
run("walkers", walkers)
run("Tiled", tiled_maps)
for _, layout in ipairs({ "square", "even-r", "odd-q", "isometric" }) do run("agents, " .. layout, agents, layout) end
run("agents with durations", agents, "square", true)
for _, layout in ipairs({ "square", "even-r" }) do run("agents in seconds, " .. layout, agents, layout, false, true) end
run("discs", discs)
run("groups of agents", groups, true)
run("groups of discs", groups, false)

if arguments[1] == "write" then
  local file = assert(io.open(arguments[2], "wb"))
  for _, text in ipairs(saved) do file:write(("%d\n"):format(#text), text) end
  file:close()
  print(#saved .. " saved spaces written")
elseif arguments[1] == "read" then
  local file = assert(io.open(arguments[2], "rb"))
  for i, text in ipairs(saved) do
    local size = assert(tonumber(file:read("*l")))
    local foreign = file:read(size)
    assert(assert(astar.load(foreign)):save() == foreign, "saved space " .. i .. " is not saved alike after it was loaded")
    assert(foreign == text, "saved space " .. i .. " has other bytes than here")
  end
  assert(not file:read(1), "there are more saved spaces than here")
  file:close()
  print(#saved .. " saved spaces loaded and compared")
end
