-- Searches with many goals: the estimate is the least over all goals, to the last bit.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that
local inf = check.inf

-- Goals of all kinds: any nodes, some of them many times, all in one place, neighbours, in a row, the start.
local function goals_of(rng, nodes, start)
  local goals = {}
  local count = rng:pick({ 1, 2, 3, 10, 31, 32, 33, 34, 50, 64, 65, 100, 300 })
  local kind = rng:int(1, 5)
  local first = rng:int(1, #nodes)
  for i = 1, count do
    if kind == 1 then
      goals[i] = rng:pick(nodes)
    elseif kind == 2 then
      goals[i] = nodes[(first + i) % #nodes + 1]
    elseif kind == 3 then
      goals[i] = nodes[(first + i * 7) % math.min(#nodes, 13) + 1]
    elseif kind == 4 then
      goals[i] = rng:chance(0.5) and nodes[first] or rng:pick(nodes)
    else
      goals[i] = nodes[first]
    end
  end
  if rng:chance(0.1) then
    goals[rng:int(1, count)] = start
  end
  return goals
end

-- The estimate that a search tells for its start.
local function estimate(search, start, goals)
  search:restart(start, goals)
  search:step()
  return search:estimate(start)
end

local function check_estimates(rng, space, nodes, unit, context)
  local heuristic = rng:pick({ "auto", "auto", "euclidean", "manhattan", "octile", "zero" })
  local start = rng:pick(nodes)
  local goals = goals_of(rng, nodes, start)
  local options = { heuristic = heuristic, unit = unit }
  local one, all = space:search(start, goals[1], options), space:search(start, goals, options)
  for _ = 1, 6 do
    local node = rng:pick(nodes)
    local least = inf
    for _, goal in ipairs(goals) do
      least = math.min(least, estimate(one, node, goal))
    end
    local h = estimate(all, node, goals)
    that(h == least, "%s, %s, %d goals: %.17g from %s, should be %.17g", context, heuristic, #goals, h, node, least)
  end
  all:restart(start, goals)
  all:run()
  local closest, least_h, least_g
  for node, state, g, h in all:nodes() do
    if state ~= "excluded" and (not least_h or h < least_h or h == least_h and g < least_g) then
      closest, least_h, least_g = node, h, g
    end
    if state ~= "excluded" and rng:chance(0.02) then
      local least = inf
      for _, goal in ipairs(goals) do
        least = math.min(least, estimate(one, node, goal))
      end
      that(h == least, "%s, %s, %d goals: %.17g of %s, should be %.17g", context, heuristic, #goals, h, node, least)
    end
  end
  that(all:closest() == closest, "%s, %s, %d goals: %s is closest, should be %s", context, heuristic, #goals,
    tostring(all:closest()), closest)
end

-- The partial path ends at the reached node with the least straight distance.
local function check_partial(rng, space, nodes, unit, context)
  local start = rng:pick(nodes)
  local goals = goals_of(rng, nodes, start)
  local options = { unit = unit, max_steps = rng:int(1, 30), heuristic = rng:pick({ "auto", "zero" }) }
  local s = space:search(start, goals, options)
  s:run()
  options.partial = true
  local path = space:path(start, goals, options)
  if s.status == "found" then
    return
  end
  local best, best_d, best_g
  for node, state, g in s:nodes() do
    if state ~= "excluded" then
      local d = inf
      for _, goal in ipairs(goals) do
        d = math.min(d, node:distance(goal))
      end
      if not best or d < best_d or d == best_d and g < best_g then
        best, best_d, best_g = node, d, g
      end
    end
  end
  that(path.partial and path[#path] == best, "%s: ends at %s, %s is nearest", context, path[#path], best)
end

describe("with many goals", function()
  it("estimates on graphs are the least of all", function()
    random.cases("goals on graphs", 150, function(rng)
      local w = world.random(rng, rng:int(2, 200), 3)
      check_estimates(rng, w.g, shapes.nodes_of(w.list), w:any_unit(rng), "graph")
      check_partial(rng, w.g, shapes.nodes_of(w.list), nil, "graph")
    end)
  end)

  it("estimates on grids are the least of all, on all layouts", function()
    local features = { terrain = true, walls = true, heights = true, links = true, wrap = true, waypoints = true }
    random.cases("goals on grids", 300, function(rng)
      local t = tiles.random(rng, features)
      check_estimates(rng, t.map, shapes.nodes_of(t.list), t:any_unit(rng), t.layout)
    end)
  end)

  it("estimates on larger grids are the least of all", function()
    random.cases("goals on large grids", 60, function(rng)
      local layout = rng:pick({ "square", "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" })
      local hexagons = layout:find("-", 1, true)
      local neighbours = not hexagons and rng:pick({ 4, 8 }) or nil
      local map = astar.grid({ width = 2 * rng:int(2, 40), height = 2 * rng:int(2, 40), layout = layout,
        neighbours = neighbours, diagonal = neighbours == 8 and rng:pick({ 1, 1.5, 0.75, 0.1, 3, 1.1 }) or nil,
        wrap = rng:chance(0.5) and rng:pick({ "x", "y", "xy" }) or nil, cell = rng:pick({ 1, 32, 0.1, 1e-3 }),
        step = rng:chance(0.2) and rng:pick({ 1, 0.1 }) or nil,
        ground = rng:chance(0.3) and function(col, row) return (col * 7 + row * 5) % 11 / 3 end or nil })
      local nodes = {}
      for row = 1, map.height do
        for col = 1, map.width do
          nodes[#nodes + 1] = map:cell(col, row)
        end
      end
      check_estimates(rng, map, nodes, nil, layout)
    end)
  end)

  it("estimates do not depend on how large or small numbers are", function()
    random.cases("goals far away", 60, function(rng)
      local g, nodes = astar.graph(), {}
      local scale = rng:pick({ 1e-320, 1e-310, 1e-160, 1e-145, 1e-139, 1, 1e139, 1e145, 1e160, 1e300, 1.7e308 })
      for i = 1, rng:int(40, 120) do
        local flat = rng:chance(0.5) and 0 or rng:real(-1, 1)
        nodes[i] = g:add(rng:int(-4, 4) / 4 * scale, rng:real(-1, 1) * scale, flat * scale)
        if i > 1 then
          g:link(nodes[i], rng:pick(nodes) ~= nodes[i] and nodes[i - 1] or nodes[1])
        end
      end
      check_estimates(rng, g, nodes, nil, "scale " .. scale)
      check_partial(rng, g, nodes, nil, "scale " .. scale)
      local map = astar.grid({ width = 8, height = 6, wrap = rng:chance(0.5) and "xy" or nil, layout = rng:pick({ "square", "odd-r" }) })
      local mixed = {}
      for i = 1, rng:int(30, 80) do
        local far = rng:chance(0.3) and scale or 10
        mixed[i] = rng:chance(0.5) and map:cell(rng:int(1, 8), rng:int(1, 6)) or map:add(rng:real(-1, 1) * far, rng:real(-1, 1) * far)
      end
      check_estimates(rng, map, mixed, nil, "waypoints at " .. scale)
    end)
  end)

  it("a hundred thousand in a row, on a circle and in one place are looked up", function()
    local count = random.count(100000)
    for _, kind in ipairs({ "row", "circle", "place" }) do
      local g = astar.graph()
      local start = g:add(0, 0)
      local goals = {}
      for i = 1, count do
        local angle = i / count * 2 * math.pi
        if kind == "row" then
          goals[i] = g:add(i, 1)
        elseif kind == "circle" then
          goals[i] = g:add(math.cos(angle) * 100, math.sin(angle) * 100)
        else
          goals[i] = g:add(3, 4)
        end
      end
      g:link(start, goals[1])
      g:remove(goals[1])
      table.remove(goals, 1)
      g:link(start, g:add(1, 0))
      local least = inf
      for _, goal in ipairs(goals) do
        least = math.min(least, start:distance(goal))
      end
      local s = g:search(start, goals)
      assert.equal("unreachable", s:run())
      assert.equal(least, s:estimate(start))
    end
  end)
end)
