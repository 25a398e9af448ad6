-- connected(), nearest{ from= } and paths to goals out of reach, which are answered from labels: against plain floods, on
-- random graphs and grids that are edited all the time.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that

-- All records that a unit can reach from a start, as a set.
local function flood(w, start, unit)
  local reached, list = { [start] = true }, { start }
  local i = 0
  while i < #list do
    i = i + 1
    for _, link in ipairs(list[i].out) do
      if not reached[link.to] and w:step(unit, list[i], link) then
        reached[link.to] = true
        list[#list + 1] = link.to
      end
    end
  end
  return reached
end

local function check_nearest(rng, w, start, unit, reached)
  local near = rng:pick(w.list).node
  local x, y = near.x + rng:pick{ 0, 0, 0.4, 50 }, near.y + rng:pick{ 0, 0, -0.3, 70 }
  local options = { from = start.node, unit = unit, linked = rng:chance(0.2) or nil,
    radius = rng:chance(0.2) and rng:real(0, 5) or nil }
  local node, distance = w.g:nearest(x, y, options)
  local best, least = nil, options.radius or math.huge
  for r in pairs(reached) do
    local dx, dy = r.node.x - x, r.node.y - y
    local d = math.sqrt(dx * dx + dy * dy)
    local linked = not options.linked or w.g:nearest(r.node.x, r.node.y, { linked = true, radius = 0 })
    if d < least or d == least and not best or d == least and r.id < best.id then
      if linked and options.linked then
        linked = #r.out > 0
        for _, other in ipairs(w.list) do
          for _, link in ipairs(other.out) do
            linked = linked or link.to == r
          end
        end
      end
      if linked then
        best, least = r, d
      end
    end
  end
  if not best then
    that(not node, "nearest from %s (%s) gives %s, of which none is reached", start.node, unit, node)
  else
    that(node, "nearest from %s (%s) gives nothing, %s is at %.17g", start.node, unit, best.node, least)
    -- the module's rounding may differ from ours
    check.near(least, distance, "distance of the nearest")
    that(reached[w.by_node[node]], "nearest from %s (%s) gives %s, which is not reached", start.node, unit, node)
    if distance == least then
      that(node == best.node, "nearest from %s (%s) gives %s, not %s", start.node, unit, node, best.node)
    end
  end
end

-- The same path on a copy, which has no labels: a search finds it.
local function check_partial(rng, w, start, unit)
  local copy = astar.load(w.g:save{ data = false })
  local goals, copied = {}, {}
  for i = 1, rng:pick{ 1, 1, 1, 2, 4 } do
    goals[i] = rng:pick(w.list).node
    copied[i] = copy:node(goals[i].id)
  end
  local path, cost = w.g:path(start.node, goals, { unit = unit, partial = true })
  local expected, least = copy:path(copy:node(start.id), copied, { unit = unit, partial = true })
  that(path and expected and path.partial == expected.partial, "partial from %s (%s)", start.node, unit)
  that(cost == least and #path == #expected, "partial from %s (%s): %d nodes, %.17g; %d, %.17g by a search", start.node,
    unit, #path, cost, #expected, least)
  for i = 1, #path do
    that(path[i].id == expected[i].id, "partial from %s (%s): node %d", start.node, unit, i)
  end
end

local function check_ties(rng, w)
  local unit, start = w:any_unit(rng), rng:pick(w.list)
  local reached = flood(w, start, unit)
  for _ = 1, 4 do
    local goal = rng:pick(w.list)
    if rng:chance(0.5) then
      local path, why = w.g:path(start.node, goal.node, unit)
      that((path ~= nil) == (reached[goal] or false) and (path or why == "unreachable"), "path %s to %s (%s): %s",
        start.node, goal.node, unit, why)
    end
    local is = w.g:connected(start.node, goal.node, unit)
    that(is == (reached[goal] or false), "connected(%s, %s, %s) is %s", start.node, goal.node, unit, is)
    local path, why = w.g:path(start.node, goal.node, unit)
    that((path ~= nil) == is and (path or why == "unreachable"), "path %s to %s (%s): %s", start.node, goal.node, unit, why)
    path, why = w.g:path(start.node, { goal.node, rng:pick(w.list).node }, { unit = unit, avoid = { rng:pick(w.list).node } })
    that(path or why == "unreachable", "avoid: %s", why)
  end
  check_nearest(rng, w, start, unit, reached)
  if rng:chance(0.4) then
    check_partial(rng, w, start, unit)
  end
end

local function play(rng, w, edits, features)
  check_ties(rng, w)
  for _ = 1, edits do
    for _ = 1, rng:pick{ 1, 1, 1, 2, 5, 20 } do
      w:edit(rng, features)
    end
    if #w.list > 0 then
      check_ties(rng, w)
    end
  end
end

describe("what hangs together", function()
  it("on graphs", function()
    random.cases("connected on graphs", 250, function(rng)
      play(rng, world.random(rng, rng:int(1, 30), rng:pick{ 0.5, 1, 2, 3 }), 20)
    end)
  end)

  local FEATURES = {
    plain = { terrain = true, wrap = true },
    walls = { terrain = true, wrap = true, walls = true },
    heights = { terrain = true, wrap = true, heights = true },
    links = { terrain = true, wrap = true, links = true },
    all = { terrain = true, wrap = true, walls = true, heights = true, links = true, waypoints = true, odd = true },
  }
  for name, features in pairs(FEATURES) do
    it("on grids with " .. name, function()
      random.cases("connected on grids with " .. name, 120, function(rng)
        play(rng, tiles.random(rng, features), 15, features)
      end)
    end)

    it("on grids of several blocks with " .. name, function()
      random.cases("connected on blocks with " .. name, 12, function(rng)
        local options = tiles.random_options(rng, features)
        local wide = rng:chance(0.5)
        options[wide and "width" or "height"] = rng:int(16, 40) * 2
        if options.diagonal and options.diagonal < 1 then
          options.diagonal = nil
        end
        local t = tiles.new(options)
        for _ = 1, 3 do
          t:random_unit(rng)
        end
        local density = rng:pick{ 0.1, 0.3, 0.45 }
        for _, r in ipairs(t.list) do
          if rng:chance(density) then
            t:block(r, true)
          elseif rng:chance(0.2) then
            t:set(r, rng:pick(tiles.TERRAINS))
          end
        end
        play(rng, t, 12, features)
      end)
    end)
  end
end)
