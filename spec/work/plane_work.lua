-- How the cost of calls on planes grows.

local astar = require "astar"
local work = require "spec.support.work"

local QUADRATIC = 20

-- The same numbers each time, from 0 to 1.
local function numbers()
  local at = 12345
  return function()
    at = (at * 1103515245 + 12345) % 2147483648
    return at / 2147483648
  end
end

-- The shapes, one on top of the other.
local function pile(shape)
  return function(n)
    return function()
      local plane, random = astar.plane(), numbers()
      for i = 1, n do
        shape(plane, i / n, random)
      end
      assert(plane:path(0, 0, 100, 100))
      return plane
    end
  end
end

-- Small boxes anywhere between 0 and `size`.
local function strew(plane, n, size)
  local random = numbers()
  for _ = 1, n do
    plane:box(random() * size, random() * size, 0.1, 0.1)
  end
end

describe("on planes the work of", function()
  it("adding obstacles on top of each other, with the first path around them", function()
    work.grows("boxes", 500, work.LINEAR, pile(function(plane, _, random)
      plane:box(50 + random() * 10, 50 + random() * 10, 20 + random() * 5, 20 + random() * 5)
    end))
    work.grows("turned boxes", 500, work.LINEAR, pile(function(plane, _, random)
      plane:box(50 + random() * 10, 50 + random() * 10, 20 + random() * 5, 20 + random() * 5, random() * 3)
    end))
    work.grows("circles, the small ones first", 500, work.LINEAR, pile(function(plane, part)
      plane:circle(50, 50, 10 + 20 * part)
    end))
    work.grows("circles, the large ones first", 500, work.LINEAR, pile(function(plane, part)
      plane:circle(50, 50, 30 - 20 * part)
    end))
    work.grows("the same box", 500, work.LINEAR, pile(function(plane)
      plane:box(50, 50, 20, 20)
    end))
  end)

  it("the next path after an edit of such a pile", function()
    local make = pile(function(plane, _, random)
      plane:box(50 + random() * 10, 50 + random() * 10, 20 + random() * 5, 20 + random() * 5)
    end)
    work.grows("an edit and a path", 500, work.LINEAR, function(n)
      local plane = make(n)()
      return function()
        plane:box(55, 55, 20, 20)
        return (plane:path(0, 0, 100, 99))
      end
    end)
  end)

  it("a path around a large obstacle with many small ones in it", function()
    work.grows("a path", 500, work.LINEAR, function(n)
      local plane = astar.plane()
      plane:box(50, 50, 110, 110)
      strew(plane, n, 100)
      return function() return (plane:path(-20, -20, 120, 121)) end
    end)
  end)

  it("a path out of a ring of small obstacles", function()
    work.grows("a path", 500, work.LINEAR, function(n)
      local plane = astar.plane()
      for i = 1, n do
        local angle = 2 * math.pi * i / n
        plane:box(100 * math.cos(angle), 100 * math.sin(angle), 5 / n, 5 / n)
      end
      return function() return (plane:path(-200, -200, 0, 0.5)) end
    end)
  end)

  it("a path into or out of a closed room among many obstacles, after an edit", function()
    local function path(into, partial)
      return function(n)
        local plane, size, random = astar.plane(), math.sqrt(n), numbers()
        for _ = 1, n do
          local x, y = random() * size, random() * size
          if x + y > 4 and math.max(math.abs(x - size / 2), math.abs(y - size / 2)) > 1 then plane:box(x, y, 0.6, 0.6) end
        end
        for _, wall in ipairs({ { 0, -2, 5, 1 }, { 0, 2, 5, 1 }, { -2, 0, 1, 5 }, { 2, 0, 1, 5 } }) do
          plane:box(size / 2 + wall[1], size / 2 + wall[2], wall[3], wall[4])
        end
        assert(plane:free(1, 1) and plane:free(size / 2, size / 2))
        local function ask()
          if into then return (plane:path(1, 1, size / 2, size / 2, { partial = partial })) end
          return (plane:path(size / 2, size / 2, 1, 1, { partial = partial }))
        end
        ask()
        plane:box(size / 2 - 5, size / 2, 0.1, 0.1)
        return ask
      end
    end
    work.grows("into", 500, work.SQRT, path(true, false))
    work.grows("out", 500, work.CONSTANT, path(false, false))
    work.grows("to the wall from outside", 500, work.SQRT, path(true, true))
    work.grows("to the wall from inside", 500, work.CONSTANT, path(false, true))
  end)

  it("adding and removing an obstacle over many others", function()
    work.grows("an edit", 2000, work.CONSTANT, function(n)
      local plane = astar.plane()
      strew(plane, n, 100)
      return function() plane:box(50, 50, 200, 200):remove() end
    end)
  end)

  it("a ray through obstacles on top of each other", function()
    work.grows("a ray", 500, work.LINEAR, function(n)
      local plane = astar.plane()
      for i = 1, n do
        plane:box(50 + i / n, 50 + i / n, 40, 40)
      end
      return function() return (plane:raycast(0, 45, 100, 45.5)) end
    end)
  end)

  it("a plane of a chessboard", function()
    work.grows("the plane", 40 * 40, work.LINEAR, function(n)
      local rows, size = {}, math.sqrt(n)
      for y = 1, size do
        rows[y] = (y % 2 == 0 and "#." or ".#"):rep(size / 2)
      end
      local grid = astar.grid({ rows = rows, legend = { ["#"] = false, ["."] = "grass" } })
      return function() return astar.plane({ grid = grid }) end
    end)
  end)

  it("a path with a new radius", function()
    work.grows("a path", 500, work.LINEAR, function(n)
      local plane = astar.plane()
      strew(plane, n, math.sqrt(n))
      return function() return (plane:path(-1, -1, -1, -2, { radius = 0.1 })) end
    end)
  end)

  it("asking for a path from a place where corners without a free direction meet", function()
    -- n edges there in n directions take n²/256; all else is linear, as the first path of a pile above shows
    work.grows("a path", 500, QUADRATIC, function(n)
      local plane = astar.plane()
      for i = 1, n do
        local a, b = 2 * math.pi * (i - 0.1) / n, 2 * math.pi * (i + 1) / n
        plane:polygon({ 0, 0, 50 * math.cos(a), 50 * math.sin(a), 50 * math.cos(b), 50 * math.sin(b) })
      end
      return function() assert(not plane:path(0, 0, 100, 100)) end
    end)
  end)

  -- Places that a hash function of their bits would put together, if it only mixes them by a multiplication.
  it("adding corners whose hashes are equal", function()
    if not string.pack then return pending("it takes integers of 64 bits") end
    local multiply, invert = load("return function(a, b) return a * b end")(), load([[
      return function(a) -- the number that gives 1 when multiplied by a
        local x = a
        for _ = 1, 6 do x = x * (2 - a * x) end
        return x
      end]])()
    local fold = load("return function(a) return a ~ a >> 32 end")()
    local xor = load("return function(a, b) return a ~ b end")()
    local inverse, random = invert(0xD6E8FEB86659FD93 | 0), numbers()
    local function collider()
      while true do
        local y = random() * 1000
        local bits = string.unpack("i8", string.pack("d", y))
        local mixed = fold(multiply(math.tointeger(random() * 2 ^ 31), inverse))
        local x = string.unpack("d", string.pack("i8", xor(mixed, multiply(bits, 0x9E3779B97F4A7C15))))
        if x == x and math.abs(x) > 1e-60 and math.abs(x) < 1e20 then return x, y end
      end
    end
    work.grows("triangles", 2000, work.LINEAR, function(n)
      local plane, list = astar.plane(), {}
      for i = 1, n do
        local x, y = collider()
        list[i] = { x, y, x + math.abs(x) / 8 + 1, y, x, y + 1 }
      end
      return function()
        for i = 1, n do plane:polygon(list[i]) end
      end
    end)
  end)

  -- Corners that see each other, or between which only rounding decides: the manual says that these cost n².
  it("a path along corners that all see each other", function()
    work.grows("teeth in a row", 100, QUADRATIC, function(n)
      local plane = astar.plane()
      for i = 1, n do
        plane:box(i, 50, 0.1, 100)
      end
      return function() return (plane:path(-1, -10, n + 2, 50)) end
    end)
    work.grows("triangles with one corner in common", 100, QUADRATIC, function(n)
      local plane = astar.plane()
      for i = 1, n do
        local a, b = 2 * math.pi * i / n, 2 * math.pi * (i + 0.5) / n
        plane:polygon({ 0, 0, 50 * math.cos(a), 50 * math.sin(a), 50 * math.cos(b), 50 * math.sin(b) })
      end
      return function() return (plane:path(-100, -100, 100, 100)) end
    end)
  end)
end)
