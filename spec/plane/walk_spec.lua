-- Who walks along a path stands on outlines, as far as rounding lets it: from each such place the
-- rest of the way is found again.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local function make_plane(rng, size, offset)
  local plane = astar.plane()
  for _ = 1, rng:int(3, 25) do
    local x, y = offset + rng:real(0, size), offset + rng:real(0, size)
    if rng:int(1, 2) == 1 then
      plane:box(x, y, size * rng:real(0.02, 0.3), size * rng:real(0.02, 0.3), rng:real(0, 7))
    else
      plane:circle(x, y, size * rng:real(0.02, 0.2), rng:int(3, 12))
    end
  end
  return plane
end

-- Walk along a path and ask again on the way, and back to the start.
local function walk(plane, path, goal, options, scale)
  local x1, y1 = path[1].x, path[1].y
  for k = 0, 20 do
    local x, y = path:at(path.length * k / 20)
    local rest, length = plane:path(x, y, goal.x, goal.y, options)
    that(rest, "from a place on the path there is no way on: %s", length)
    that(math.abs(length - path.length * (1 - k / 20)) <= 1e-9 * scale, "the rest of the way has another length")
    rest, length = plane:path(x1, y1, x, y, options)
    that(rest, "to a place on the path there is no way: %s", length)
    that(math.abs(length - path.length * k / 20) <= 1e-9 * scale, "the way so far has another length")
  end
end

local function run(label, size, offset)
  it("goes on from any place on its way " .. label, function()
    random.cases("plane walk " .. label, 150, function(rng)
      local plane, options = make_plane(rng, size, offset), nil
      if rng:int(1, 2) == 1 then
        options = { radius = size * rng:real(0.001, 0.05) }
      end
      for _ = 1, 4 do
        local x1, y1 = offset + rng:real(-0.1, 1.1) * size, offset + rng:real(-0.1, 1.1) * size
        local x2, y2 = offset + rng:real(-0.1, 1.1) * size, offset + rng:real(-0.1, 1.1) * size
        local path = plane:path(x1, y1, x2, y2, options)
        if path then
          walk(plane, path, path[#path], options, size + math.abs(offset))
        end
      end
    end)
  end)
end

describe("a walker on a plane", function()
  run("around the origin", 100, -50)
  run("far from it", 100, 1e5)
  run("on a small scale", 1e-4, 0)

  it("stands wherever it keeps its radius", function()
    random.cases("plane stand", 200, function(rng)
      local plane = astar.plane{ bounds = { 0, 0, 100, 100 } }
      local size, radius = rng:real(5, 30), rng:real(0.1, 8)
      plane:box(50, 50, size, size)
      -- beside a side, and diagonally off a corner, no nearer than that
      local off, angle = size / 2 + radius, rng:real(0, math.pi / 2)
      local places = {
        { 50 + off, 50 + rng:real(-size, size) / 2 }, { 50, 50 - off }, { radius, 30 }, { 100 - radius, radius },
        { 50 + size / 2 + radius * math.cos(angle), 50 + size / 2 + radius * math.sin(angle) },
      }
      for i, p in ipairs(places) do
        local path, why = plane:path(p[1], p[2], 50 - size / 2 - radius, 50, { radius = radius })
        that(path, "place %d is %s", i, why)
        local x, y = path[1].x - p[1], path[1].y - p[2]
        that(x * x + y * y <= (0.0101 * radius) ^ 2, "place %d is moved too far", i)
      end
      local near = radius * (1 - 1e-6)
      local path, why = plane:path(50 + size / 2 + near, 50, 1 + radius, 50, { radius = radius })
      that(not path and why == "blocked", "one that is nearer is not blocked")
      path, why = plane:path(50 + size / 2 + near * math.cos(angle), 50 + size / 2 + near * math.sin(angle), 1 + radius, 50,
        { radius = radius })
      that(not path and why == "blocked", "one that is nearer to a corner is not blocked")
    end)
  end)

  it("is blocked inside, however little, but for rounding", function()
    local plane = astar.plane{ bounds = { 0, 0, 10, 10 } }
    plane:polygon{ 2, 2, 6, 2, 6, 6, 2, 6 }
    assert.is_truthy(plane:path(2 + 1e-15, 4, 9, 9))
    assert.is_truthy(plane:path(-1e-15, 4, 10 + 1e-15, 9))
    for _, x in ipairs{ 2 + 1e-9, 2 + 1e-12, 4 } do
      local path, why = plane:path(x, 4, 9, 9)
      assert.is_nil(path)
      assert.are.equal("blocked", why)
    end
    assert.is_nil((plane:path(-1e-9, 4, 9, 9)))
    local path = plane:path(2 + 1e-15, 4, 1, 4)
    assert.are.equal(2, path[1].x)
  end)
end)
