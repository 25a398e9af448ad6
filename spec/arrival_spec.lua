-- Discs arrive where there is a way, or say who closes it: random scenes, in which an independent search, on a plane with
-- those that stand as obstacles, says whether there is a way for each.

local astar = require "astar"
local random = require "spec.support.random"

local function that(condition, message, ...)
  if not condition then error(message:format(...), 2) end
end

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
  return ("%s at %.3f, %.3f with radius %.2f, on its way from %.3f, %.3f to %.3f, %.3f, round %s"):format(w.disc, w.disc.x,
    w.disc.y, w.radius, w.x, w.y, w.goal.x, w.goal.y, table.concat(t, "; "))
end

local function check(rng, build, standing, w, seconds)
  local way = has_way(build, standing, w)
  walk(rng, build, standing, { w }, seconds)
  if way then that(w.disc.status == "arrived", "%s", describe_all(standing, w)) end
  return way
end

describe("a disc arrives", function()
  it("in a corridor in which others stand", function()
    local ways = 0
    random.cases("corridors", 200, function(rng)
      local width = rng:real(2, 5)
      local function build() return astar.plane { bounds = { 0, 0, 30, width } } end
      local standing = {}
      for i = 1, rng:int(1, 4) do
        local radius = rng:real(0.2, 0.9)
        standing[i] = { x = 5 * i + 2, y = rng:real(radius, width - radius), radius = radius }
      end
      local radius = rng:real(0.2, 0.6)
      local w = { x = 2, y = rng:real(radius, width - radius), radius = radius, goal = { x = 28, y = rng:real(radius, width - radius) } }
      if check(rng, build, standing, w, 60) then ways = ways + 1 end
    end)
    that(ways > 50, "only %d had a way", ways)
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
