-- Random programs, each at one size and at four times that size: no step of them may cost more than n log n, n being
-- the size of the space. Whatever a step repeats, it repeats n times or a fixed number of times.

local astar = require "astar"
local random = require "spec.support.random"
local work = require "spec.support.work"

local floor, max, sin, cos, pi = math.floor, math.max, math.sin, math.cos, math.pi

-- Work for each element below which a step is cheap, however it grew: tables double, trees are made anew, and a random
-- search may end early at the small size.
local CHEAP = 1500

-- How often a step that seems to grow too fast is tried again at the small size, with other random choices. A search that
-- three of four choices end early ends early in all of them once in 100,000 times.
local TRIES = 40

-- ---- Graphs -----------------------------------------------------------------------------------------------------

-- Each gives a graph and its nodes.
local graphs = {}

local function add(g, nodes, x, y, props)
  nodes[#nodes + 1] = g:add(x, y, props)
  return nodes[#nodes]
end

function graphs.chain(n)
  local g, nodes = astar.graph(), {}
  for i = 1, n do
    add(g, nodes, i, 0)
    if i > 1 then g:link(nodes[i - 1], nodes[i]) end
  end
  return g, nodes
end

function graphs.star(n)
  local g, nodes = astar.graph(), {}
  local hub = add(g, nodes, 0, 0)
  for i = 2, n do
    g:link(hub, add(g, nodes, cos(i), sin(i)), { cost = 2 + i % 7, oneway = i % 3 == 0 })
  end
  return g, nodes
end

function graphs.two_hubs(n)
  local g, nodes = astar.graph(), {}
  local a, b = add(g, nodes, -9, 0), add(g, nodes, 9, 0)
  for i = 3, n do
    local leaf = add(g, nodes, 0, i / n)
    g:link(a, leaf, { cost = 20 + i % 5 })
    g:link(leaf, a, { cost = 21 + i % 3, oneway = true })
    g:link(leaf, b, { cost = 20 + i % 11 })
  end
  return g, nodes
end

function graphs.one_place(n)
  local g, nodes = astar.graph(), {}
  for i = 1, n do
    add(g, nodes, 1, 1)
    if i > 1 then g:link(nodes[i - 1], nodes[i]) end
  end
  return g, nodes
end

function graphs.scattered(n, rng)
  local g, nodes = astar.graph(), {}
  for i = 1, n do
    add(g, nodes, rng:real(0, n), rng:real(0, n), { terrain = rng:pick { "plain", "forest", "sea" } })
    for _ = 1, 3 do
      local other = nodes[rng:int(1, i)]
      if other ~= nodes[i] then g:link(nodes[i], other) end
    end
  end
  return g, nodes
end

function graphs.wide(n)
  local g, nodes = astar.graph(), {}
  local width = floor(math.sqrt(n))
  for i = 0, n - 1 do
    local node = add(g, nodes, (i % width) * 1e150, floor(i / width), i)
    if i % width > 0 then g:link(nodes[i], node) end
    if i >= width then g:link(nodes[i + 1 - width], node) end
  end
  return g, nodes
end

-- Steps on graphs, and on grids, whose nodes are then some of the cells.
local steps = {}

function steps.paths(g, nodes, _, rng)
  for _ = 1, 3 do g:path(rng:pick(nodes), rng:pick(nodes)) end
end

function steps.path_and_back(g, nodes)
  g:path(nodes[1], nodes[#nodes])
  g:path(nodes[#nodes], nodes[1])
end

function steps.partial(g, nodes, n, rng)
  local goals = {}
  for i = 1, n do goals[i] = rng:pick(nodes) end
  g:path(rng:pick(nodes), goals, { partial = true, max_steps = n })
end

function steps.goals(g, nodes, n, rng)
  local goals = {}
  for i = 1, floor(n / 2) do goals[i] = nodes[#nodes - i % #nodes] end
  local s = g:search(rng:pick(nodes), goals)
  s:run()
  s:closest()
end

function steps.flood(g, nodes)
  local s = g:search(nodes[1])
  s:run()
  for _ in s:nodes() do end
  s:closest()
end

function steps.single_steps(g, nodes, n)
  local s = g:search(nodes[1], nodes[#nodes])
  for _ = 1, n do
    if s:step() ~= "searching" then break end
    s:state(nodes[1])
    s:cost(nodes[2])
    s:estimate(nodes[2])
  end
end

-- The first node may be a hub, whose expansion takes n by itself.
function steps.restart(g, nodes, n)
  local s = g:search(nodes[#nodes - 1], nodes[#nodes])
  for _ = 1, n do
    s:step()
    s:restart()
  end
end

function steps.many_searches(g, nodes, n, rng)
  local kept = {}
  for i = 1, n do
    local s = g:search(rng:pick(nodes), rng:pick(nodes))
    s:step()
    if i % 2 == 0 then s:close() end
    if i % 4 < 2 then kept[#kept + 1] = s end
  end
  return kept
end

function steps.lists(g, nodes, _, rng)
  local some = {}
  for i = 1, #nodes, 2 do some[#some + 1] = nodes[i] end
  g:path(rng:pick(nodes), rng:pick(nodes), { avoid = some })
  g:path(rng:pick(nodes), rng:pick(nodes), { only = some })
end

function steps.weighted(g, nodes, _, rng)
  g:path(rng:pick(nodes), rng:pick(nodes), { weight = rng:pick { 1.5, 3, 10 } })
end

function steps.nearest(g, nodes, n, rng)
  for _ = 1, n do
    local at = rng:pick(nodes)
    g:nearest(at.x, at.y)
  end
end

function steps.within(g, nodes, _, rng)
  local at = rng:pick(nodes)
  g:within(at.x, at.y, 1e308)
end

function steps.save_and_load(g)
  assert(astar.load(g:save()))
end

function steps.terrains(g, nodes)
  g:unit("horse", { forest = 3, sea = false })
  for i, node in ipairs(nodes) do
    node.terrain = i % 3 == 0 and "forest" or "plain"
    node.blocked = i % 50 == 0
  end
  for _, node in ipairs(nodes) do node.blocked = false end
  g:path(nodes[1], nodes[#nodes], "horse")
end

function steps.names(g, nodes, n)
  for i, node in ipairs(nodes) do node.name = "node" .. i end
  for i = 1, n do g:node("node" .. i) end
  for _, node in ipairs(nodes) do node.name = nil end
end

function steps.relink(g, nodes, n, rng)
  local hub = rng:pick(nodes)
  local function others(fn)
    for i = 1, n do
      local other = nodes[(i * 7) % #nodes + 1]
      if other ~= hub then fn(other) end
    end
  end
  others(function(other) g:link(hub, other, { cost = 3 }) end)
  others(function(other) g:link(other, hub, { cost = 4, oneway = true }) end)
  others(function(other) g:linked(hub, other) end)
  others(function(other) g:unlink(hub, other) end)
end

function steps.short_ways_after_links(g, nodes, n)
  for i = 2, n do
    local a, b = nodes[1], nodes[(i * 5) % #nodes + 1]
    if a ~= b then
      g:link(a, b, { cost = 1e9 })
      g:unlink(a, b)
    end
  end
  for _ = 1, n do g:path(nodes[1], nodes[1]) end
end

function steps.units(g, _, n)
  for i = 1, n do g:unit("unit" .. i, { forest = i }) end
  for i = 1, n do g:unit("unit" .. i) end
  g:units()
end

function steps.all_links(g)
  for node in g:nodes() do
    for _ in node:links() do end
  end
end

-- Only where nodes can be removed and moved.
local free_steps = {}

function free_steps.move(_, nodes, n)
  for i = 1, n do
    local node = nodes[i % #nodes + 1]
    node.x, node.y = node.x + 1, node.y - 1
  end
end

function free_steps.move_hub(_, nodes)
  for _ = 1, 3 do nodes[1].x = nodes[1].x + 1 end
end

function free_steps.remove_and_add(g, nodes, n, rng)
  for _ = 1, n do
    local at = rng:int(1, #nodes)
    local x, y = nodes[at].x, nodes[at].y
    nodes[at]:remove()
    nodes[at] = g:add(x, y)
    local other = rng:pick(nodes)
    if other ~= nodes[at] then g:link(nodes[at], other) end
  end
end

function free_steps.unlink_all(g, nodes)
  for i = 1, #nodes, 2 do nodes[i]:unlink() end
  for i = 2, #nodes do
    g:link(nodes[i - 1], nodes[i])
  end
end

-- ---- Grids ------------------------------------------------------------------------------------------------------

local grids = {}

local layouts = { "square", "isometric", "odd-r", "even-q" }

local function new_grid(n, rng, wide)
  local width = floor(math.sqrt(n) / 2) * 2
  local height = width
  if wide then width, height = n, 1 end
  return astar.grid { width = width, height = height, layout = rng:pick(layouts) }
end

-- All cells; each is made a node only where there are few.
local function some_cells(map)
  local nodes = {}
  local every = math.max(1, floor(map.width * map.height / 500))
  for i = 0, map.width * map.height - 1, every do
    nodes[#nodes + 1] = map:cell(i % map.width + 1, floor(i / map.width) + 1)
  end
  return nodes
end

function grids.open(n, rng)
  return new_grid(n, rng)
end

function grids.row(n, rng)
  return new_grid(n, rng, true)
end

function grids.noise(n, rng)
  local map = new_grid(n, rng)
  for row = 1, map.height do
    for col = 1, map.width do
      if rng:chance(0.3) then map:block(col, row) end
      if rng:chance(0.3) then map:set(col, row, rng:pick { "forest", "sea" }) end
    end
  end
  return map
end

function grids.comb(n, rng)
  local map = new_grid(n, rng)
  for col = 2, map.width, 2 do
    for row = 1, map.height do
      if row ~= (col % 4 == 0 and 1 or map.height) then map:block(col, row) end
    end
  end
  return map
end

function grids.checkered(n, rng)
  local map = new_grid(n, rng)
  for row = 1, map.height do
    for col = row % 2 + 1, map.width, 2 do map:block(col, row) end
  end
  return map
end

local grid_steps = {}

function grid_steps.tiles(map)
  map:fill(1, 1, map.width, map.height, "forest")
  for row = 1, map.height do
    for col = 1, map.width do
      map:set(col, row, "plain")
      map:get(col, row)
    end
  end
end

function grid_steps.blocks(map, nodes)
  for i = 1, #nodes, 3 do
    map:block(nodes[i].col, nodes[i].row)
    map:path(nodes[1], nodes[1])
    map:block(nodes[i].col, nodes[i].row, false)
  end
end

function grid_steps.nearest_for_unit(map, _, _, rng)
  map:unit("ship", { default = false, harbour = 1 })
  map:set(map.width, map.height, "harbour")
  for _ = 1, 3 do map:nearest(rng:real(0, map.width), rng:real(0, map.height), { unit = "ship" }) end
end

function grid_steps.at(map, _, n, rng)
  for _ = 1, n do map:at(rng:real(0, map.width), rng:real(0, map.height)) end
end

function grid_steps.walls(map)
  for col = 2, map.width, 2 do
    map:wall(map:cell(col - 1, 1), map:cell(col, 1))
  end
  map:path(map:cell(1, 1), map:cell(map.width, map.height))
  for col = 2, map.width, 2 do
    map:wall(map:cell(col - 1, 1), map:cell(col, 1), false)
  end
end

-- ---- Planes -----------------------------------------------------------------------------------------------------

-- Each gives a plane and the obstacles on it. The size is that of all corners.
local planes = {}

function planes.field(n)
  local plane, obstacles = astar.plane(), {}
  local width = floor(math.sqrt(n / 4))
  for i = 0, floor(n / 4) - 1 do
    obstacles[#obstacles + 1] = plane:box((i % width) * 4, floor(i / width) * 4, 2, 2, i % 7 / 7)
  end
  return plane, obstacles
end

function planes.heap(n, rng)
  local plane, obstacles = astar.plane(), {}
  for i = 1, floor(n / 4) do
    obstacles[i] = plane:box(rng:real(0, 9), rng:real(0, 9), 100, 90, rng:real(0, 3))
  end
  return plane, obstacles
end

function planes.teeth(n)
  local plane, xy = astar.plane(), {}
  local half = floor(n / 4)
  for i = 1, half do
    xy[#xy + 1], xy[#xy + 2] = i * 2, i * 2
    xy[#xy + 1], xy[#xy + 2] = i * 2 + 1 + 2 * n, i * 2 + 1 - 2 * n
  end
  xy[#xy + 1], xy[#xy + 2] = 4 * n, 4 * n
  xy[#xy + 1], xy[#xy + 2] = -4 * n, 4 * n
  return plane, { plane:polygon(xy) }
end

function planes.round(n)
  local plane, xy = astar.plane(), {}
  for i = 1, n do
    xy[#xy + 1], xy[#xy + 2] = 50 * cos(2 * pi * i / n), 50 * sin(2 * pi * i / n)
  end
  return plane, { plane:polygon(xy) }
end

function planes.fan(n)
  local plane, obstacles = astar.plane(), {}
  local parts = floor(n / 3)
  for i = 1, parts do
    local a = 2 * pi * i / parts
    obstacles[i] = plane:polygon { 0, 0, 50 * cos(a), 50 * sin(a), 50 * cos(a + 3 / parts), 50 * sin(a + 3 / parts) }
  end
  return plane, obstacles
end

local plane_steps = {}

local function point(rng)
  return rng:real(-60, 60), rng:real(-60, 60)
end

-- Each looks at all obstacles whose boxes contain the place, which may be most of them.
function plane_steps.at(plane, _, _, rng)
  for _ = 1, 20 do plane:at(point(rng)) end
end

function plane_steps.rays(plane, _, _, rng)
  for _ = 1, 20 do
    local x, y = point(rng)
    plane:raycast(x, y, point(rng))
  end
end

function plane_steps.save_and_load(plane)
  assert(astar.load(plane:save()))
end

function plane_steps.take_away_and_put_back(plane, obstacles)
  for i = 1, #obstacles do plane:remove(obstacles[i]) end
  for i = 1, #obstacles do obstacles[i] = plane:box(i * 4, 0, 2, 2) end
end

function plane_steps.edit_beside(plane, _, n)
  for _ = 1, n do plane:remove(plane:box(1000, 1000, 1, 1)) end
end

-- ---- Programs -----------------------------------------------------------------------------------------------------

local function names_of(...)
  local names = {}
  for _, t in ipairs { ... } do
    for name in pairs(t) do names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Makes a space of size n and does some steps on it, the same ones for the same seed, whose random choices are those of
-- the seed `choices`. Gives the work of each.
local function play(seed, choices, n, spaces, names, steps_of, get_nodes)
  local rng = random.new(seed)
  local shape = rng:pick(names_of(spaces))
  local counts, what = {}, { shape }
  local space, nodes
  counts[1] = work.of(function() space, nodes = spaces[shape](n, random.new(choices)) end)
  nodes = nodes or get_nodes(space)
  for _ = 1, 4 do
    local name = rng:pick(names)
    what[#what + 1] = name
    counts[#counts + 1] = work.of(function() steps_of[name](space, nodes, n, random.new(choices)) end)
  end
  return counts, what
end

local function compare(n, rng, spaces, sets, get_nodes)
  local all = {}
  for _, set in ipairs(sets) do
    for name, step in pairs(set) do all[name] = step end
  end
  local names = names_of(all)
  local seed = rng:int(1, 1e9)
  local small, what = play(seed, seed, n, spaces, names, all, get_nodes)
  local large = play(seed, seed, 4 * n, spaces, names, all, get_nodes)

  local function is_too_much(i)
    return large[i] > work.LINEAR * small[i] and large[i] > CHEAP * 4 * n
  end

  for i = 1, #large do
    -- A search of the small space may have ended early by luck: the greatest work of several tries counts.
    local tries = 0
    while is_too_much(i) and tries < TRIES do
      tries = tries + 1
      small[i] = max(small[i], play(seed, rng:int(1, 1e9), n, spaces, names, all, get_nodes)[i])
    end
    if is_too_much(i) then
      error(("%s: step %d, %s, takes %.0f at %d, %.0f at %d"):format(
        table.concat(what, ", "), i, what[i], small[i], n, large[i], 4 * n))
    end
  end
end

describe("the work of random programs grows at most as n log n on", function()
  it("graphs", function()
    random.cases("work on graphs", 100, function(rng)
      compare(800, rng, graphs, { steps, free_steps })
    end)
  end)

  it("grids", function()
    random.cases("work on grids", 100, function(rng)
      compare(1600, rng, grids, { steps, grid_steps }, some_cells)
    end)
  end)

  it("planes", function()
    random.cases("work on planes", 60, function(rng)
      compare(1200, rng, planes, { plane_steps })
    end)
  end)
end)
