-- Discs arrive where there is a way, or say who closes it: random scenes, in which an independent search, on a plane with
-- those that stand as obstacles, says whether there is a way for each.

local astar = require "astar"
local random = require "spec.support.random"

local that = require("spec.support.check").that

local function update(crowd, seconds, done)
  for frame = 1, seconds * 30 do
    crowd:update(1 / 30)
    if frame % 10 == 0 and done and done() then return true end
  end
  return not done
end

local function all_arrived(crowd)
  for a in crowd:agents() do
    if a.speed > 0 and a.status ~= "arrived" then return false end
  end
  return true
end

-- Whether a disc that is a bit larger finds a way round all that stand.
local function has_way(build, standing, a)
  local plane = build()
  for _, s in ipairs(standing) do plane:circle(s.x, s.y, s.radius, 32) end
  local ok, path = pcall(plane.path, plane, a.x, a.y, a.goal.x, a.goal.y, { radius = 1.06 * a.radius })
  return ok and path ~= nil
end

-- Build a scene: a plane, discs that stand, and one or more that walk one after the other.
local function walk(rng, build, standing, walkers, seconds)
  local crowd = build():crowd { horizon = rng:chance(0.5) and 2 or 1 }
  for _, s in ipairs(standing) do crowd:add(s.x, s.y, { radius = s.radius, speed = 0 }) end
  for _, w in ipairs(walkers) do
    w.disc = crowd:add(w.x, w.y, { radius = w.radius, speed = 2, goal = { w.goal.x, w.goal.y } })
  end
  update(crowd, seconds, function() return all_arrived(crowd) end)
  return crowd
end

local function describe_all(standing, w)
  local t = {}
  for i, s in ipairs(standing) do t[i] = ("%.3f, %.3f (%.2f)"):format(s.x, s.y, s.radius) end
  return ("%s at %.3f, %.3f with radius %.2f, on its way from %.3f, %.3f to %.3f, %.3f, round %s"):format(tostring(w.disc),
    w.disc.x, w.disc.y, w.radius, w.x, w.y, w.goal.x, w.goal.y, table.concat(t, "; "))
end

local function check(rng, build, standing, w, seconds)
  local way = has_way(build, standing, w)
  walk(rng, build, standing, { w }, seconds)
  if way then that(w.disc.status == "arrived", "%s", describe_all(standing, w)) end
  return way
end

describe("a disc arrives", function()
  it("in a corridor in which others stand", function()
    local ways, all = 0, 0
    random.cases("corridors", 200, function(rng)
      all = all + 1
      local width = rng:real(2, 5)
      local function build() return astar.plane { bounds = { 0, 0, 30, width } } end
      local standing = {}
      for i = 1, rng:int(1, 4) do
        local radius = rng:real(0.2, 0.9)
        standing[i] = { x = 5 * i + 2, y = rng:real(radius, width - radius), radius = radius }
      end
      local radius = rng:real(0.2, 0.6)
      local goal = { x = 28, y = rng:real(radius, width - radius) }
      local w = { x = 2, y = rng:real(radius, width - radius), radius = radius, goal = goal }
      if check(rng, build, standing, w, 60) then ways = ways + 1 end
    end)
    that(all < 50 or ways > all / 4, "only %d of %d had a way", ways, all)
  end)

  it("out of a pocket of others", function()
    random.cases("pockets", 100, function(rng)
      local function build() return astar.plane { bounds = { 0, 0, 40, 30 } } end
      local standing, radius, gap = {}, rng:real(0.25, 0.6), rng:real(0, 0.3)
      local depth, half = rng:int(1, 4), rng:int(1, 4)
      local step = 2 * radius + gap
      for k = -half, half do standing[#standing + 1] = { x = 20, y = 15 + k * step, radius = radius } end
      for k = 1, depth do
        standing[#standing + 1] = { x = 20 - k * step, y = 15 - half * step, radius = radius }
        standing[#standing + 1] = { x = 20 - k * step, y = 15 + half * step, radius = radius }
      end
      local w = { x = 10, y = 15 + rng:real(-1, 1), radius = rng:real(0.3, 0.5), goal = { x = 30, y = 15 + rng:real(-1, 1) } }
      that(check(rng, build, standing, w, 60), "there is no way")
    end)
  end)

  it("by another passage than that which one guards", function()
    random.cases("guards", 100, function(rng)
      local first, second = rng:real(3, 8), rng:real(12, 17)
      local width = rng:real(1.4, 2)
      local function build()
        local plane = astar.plane { bounds = { 0, 0, 30, 20 } }
        local at, ends = 0, { first, second }
        for _, gap in ipairs(ends) do
          plane:box(15, (at + gap - width / 2) / 2, 2, gap - width / 2 - at)
          at = gap + width / 2
        end
        plane:box(15, (at + 20) / 2, 2, 20 - at)
        return plane
      end
      local standing = { { x = rng:real(14, 16), y = first, radius = rng:real(0.3, 0.6) } }
      local w = { x = 5, y = first + rng:real(-2, 2), radius = 0.5, goal = { x = 25, y = first + rng:real(-2, 2) } }
      that(check(rng, build, standing, w, 90), "there is no way")
    end)
  end)
end)

describe("discs arrive", function()
  it("at places of their own beside each other, and stay", function()
    random.cases("own places", 6, function(rng)
      local map = astar.grid { width = 40, height = 40 }
      local count, radius = rng:pick { 10, 30, 60, 100 }, rng:real(0.2, 0.42)
      local places = map:places(map:cell(20, 12), count)
      local crowd = map:crowd { radius = radius, horizon = rng:chance(0.5) and 2 or 1 }
      if rng:chance(0.7) then rng:shuffle(places) end
      for i, place in ipairs(places) do
        crowd:add(12.5 + i % 15, 28.5 + math.floor(i / 15), { speed = 3, goal = { place.x, place.y } })
      end
      local there = update(crowd, 120, function() return all_arrived(crowd) end)
      that(there, "not all of %d with radius %.3f", count, radius)
      update(crowd, 10)
      local left = 0
      for a in crowd:agents() do
        if a.status ~= "arrived" then left = left + 1 end
      end
      that(left <= 2, "%d of %d with radius %.3f have left their places again", left, count, radius)
    end)
  end)

  it("at a dock into which only one fits, again and again", function()
    local map = astar.grid {
      rows = { "######D#####", "............", "............", "............", "............", "............" },
      legend = { ["."] = "sand", ["#"] = false, D = "dock" },
    }
    local alone = 125 / 600 -- loads of one in a second
    for count = 2, random.size(6, 2) do
      local crowd, units, loads, last = map:crowd { radius = 0.35 }, {}, 0, 0
      for i = 1, count do
        local disc = crowd:add(2 * i - 0.5, 5.5, { speed = 3, goal = { 6.5, 0.5 }, arrive = 0.1 })
        units[i] = { disc = disc, x = 1.6 * i, y = 4.5 }
      end
      for frame = 1, 60 * 120 do
        crowd:update(1 / 60)
        that(frame - last < 60 * 30, "%d carry nothing for half a minute", count)
        for _, u in ipairs(units) do
          local x, y = u.full and u.x or 6.5, u.full and u.y or 0.5
          if (u.disc.x - x) ^ 2 + (u.disc.y - y) ^ 2 < 0.15 ^ 2 then
            if not u.full then loads, last = loads + 1, frame end
            u.full = not u.full
            u.disc.goal = u.full and { u.x, u.y } or { 6.5, 0.5 }
          end
        end
      end
      that(loads >= 1.4 * alone * 120, "%d carry only %d loads in two minutes", count, loads)
    end
  end)

  it("past the corner of a lake, in the whole width of the gap", function()
    local map, count = astar.grid { width = 40, height = 60 }, random.size(300, 60)
    for row = 28, 34 do
      for col = 1, 20 do map:block(col, row) end
    end
    local crowd, flow = map:crowd { radius = 0.4, horizon = 1 }, map:flow(map:places(map:cell(10, 12), count))
    for i = 0, count - 1 do crowd:add(2.5 + i % 15, 38.5 + math.floor(i / 15), { speed = 3, goal = flow }) end
    local past = 0
    update(crowd, 30)
    for a in crowd:agents() do
      if a.y < 27.5 then past = past + 1 end
    end
    that(past >= 0.95 * count, "only %d of %d are past the lake", past, count)
  end)

  it("all but those who are shut in, who say by whom", function()
    local plane = astar.plane { bounds = { 0, 0, 30, 4 } }
    local crowd = plane:crowd { radius = 0.5 }
    local guard = crowd:add(15, 1.3, { radius = 0.8, speed = 0 })
    local other = crowd:add(15, 3.2, { radius = 0.7, speed = 0 })
    local first = crowd:add(8, 2, { speed = 2, goal = { 28, 2 } })
    local second = crowd:add(6, 2, { speed = 2, goal = { 28, 2 } })
    local third = crowd:add(20, 2, { speed = 2, goal = { 28, 3 } })
    update(crowd, 30)
    assert.equal("arrived", third.status)
    for _, a in ipairs { first, second } do
      assert.equal("stuck", a.status)
      that(a.by == guard or a.by == other, "%s is stuck because of %s", a, a.by)
    end
    other:remove()
    that(update(crowd, 60, function() return first.status == "arrived" and second.status == "arrived" end),
      "%s at %g, %g and %s at %g, %g", first, first.x, first.y, second, second.x, second.y)
  end)
end)

-- Scenes in which two discs have to go back by turns: each is a map of tiles, where discs are as { x, y [, goal] }, and for
-- how many seconds they may take.
local TURNS = {
  ["to the end of an alcove in which one stands"] = { { "###.###", "###.###", ".......", "......." },
    { { 3.5, 1.5 }, { 0.5, 3.5, { 3.5, 0.5 } } } },
  ["to the place of one that stands at the end of an alcove"] = { { "###.###", "###.###", ".......", "......." },
    { { 3.5, 0.5 }, { 0.5, 3.5, { 3.5, 0.5 } } } },
  ["past one that has its place at the mouth of an alcove"] = { { "###.###", "###.###", ".......", "......." },
    { { 3.5, 1.5, { 3.5, 1.5 } }, { 0.5, 3.5, { 3.5, 0.5 } } } },
  ["in the other order in an alcove"] = { { "###.###", "###.###", ".......", "......." },
    { { 3.5, 1.5, { 3.5, 0.5 } }, { 3.5, 0.5, { 3.5, 1.5 } } } },
  ["past each other in a corridor with a niche"] = { { "####.####", ".........", "#########" },
    { { 0.5, 1.5, { 8.5, 1.5 } }, { 8.5, 1.5, { 0.5, 1.5 } } } },
  ["in the other order beyond a niche"] = { { "##.######", ".........", "##.######" },
    { { 4.5, 1.5, { 7.5, 1.5 } }, { 7.5, 1.5, { 5.5, 1.5 } } } },
}

local function tile_crowd(scene, radius, by_flows)
  local map = astar.grid { rows = scene[1], legend = { ["."] = "floor", ["#"] = false } }
  local crowd = map:crowd { radius = radius }
  for _, s in ipairs(scene[2]) do
    local goal = s[3]
    if goal and by_flows then goal = map:flow(map:at(goal[1], goal[2])) end
    crowd:add(s[1], s[2], { speed = 3, goal = goal, arrive = 0.1 })
  end
  return crowd, map
end

local function places_of(crowd)
  local t = {}
  for a in crowd:agents() do t[#t + 1] = ("%.17g %.17g %s"):format(a.x, a.y, a.status) end
  return table.concat(t, "\n")
end

describe("discs go back by turns, and get", function()
  for name, scene in pairs(TURNS) do
    it(name, function()
      for _, radius in ipairs { 0.25, 0.35, 0.45 } do
        for _, by_flows in ipairs { false, true } do
          local crowd = tile_crowd(scene, radius, by_flows)
          that(update(crowd, 60, function() return all_arrived(crowd) end), "with radius %g, by flows: %s\n%s", radius, by_flows,
            places_of(crowd))
        end
      end
    end)
  end

  it("to where they go on the way that they would take if nothing was saved", function()
    for _, scene in pairs(TURNS) do
      local crowd, map = tile_crowd(scene, 0.35)
      for _ = 1, 40 do
        update(crowd, 0.5)
        local copy = map:crowd(crowd:save())
        update(crowd, 0.1)
        update(copy, 0.1)
        assert.equal(places_of(crowd), places_of(copy))
      end
    end
  end)

  it("through random rooms, docks and corridors", function()
    local kinds = {
      { "##.##.##.##", "##.##.##.##", "...........", "...........", "..........." }, { "####.#.####", "...........", "####.#.####" },
      { "...#...#...", "...#...#...", "...........", "...#...#...", "...#...#..." },
      { "#.#.#.#.#.#", "...........", "#.#.#.#.#.#" }, { ".....#....", "..#....#..", "....#.....", ".#....#.#.", "...#......" },
    }
    random.cases("random rooms", 100, function(rng)
      local map = astar.grid { rows = rng:pick(kinds), legend = { ["."] = "floor", ["#"] = false } }
      local from, to = {}, {}
      for cell in map:nodes() do
        if not cell.blocked then from[#from + 1], to[#to + 1] = cell, cell end
      end
      rng:shuffle(from)
      rng:shuffle(to)
      local radius = rng:pick { 0.25, 0.35, 0.45 }
      local crowd, count = map:crowd { radius = radius }, rng:int(2, math.floor(#from / 8))
      for i = 1, count do
        crowd:add(from[i].x, from[i].y, { speed = 3, goal = rng:chance(0.85) and { to[i].x, to[i].y } or nil,
          arrive = rng:chance(0.5) and 0.1 or nil })
      end
      that(update(crowd, 120, function() return all_arrived(crowd) end), "%d with radius %g:\n%s", count, radius, places_of(crowd))
    end)
  end)

  it("past each other on open ground, with radii of their own", function()
    random.cases("alcoves", 30, function(rng)
      local width, depth = rng:real(1, 1.5), rng:real(1, 3)
      local plane = astar.plane { bounds = { 0, 0, 12, 4 + depth } }
      local left, right = rng:real(2, 4), rng:real(6, 8)
      local middle = (left + right) / 2
      plane:box((middle - width / 2) / 2, depth / 2, middle - width / 2, depth)
      plane:box((12 + middle + width / 2) / 2, depth / 2, 12 - middle - width / 2, depth)
      local crowd = plane:crowd()
      local first, second = rng:real(0.3, 0.49 * width), rng:real(0.3, 0.49 * width)
      crowd:add(middle, second, { radius = second, speed = 2, goal = rng:chance(0.5) and { 2, 2 + depth } or nil })
      crowd:add(10, 3 + depth, { radius = first, speed = 2, goal = { middle, first }, arrive = 0.1 })
      that(update(crowd, 90, function() return all_arrived(crowd) end), "width %g, depth %g, radii %g and %g:\n%s", width, depth, first,
        second, places_of(crowd))
    end)
  end)
end)
