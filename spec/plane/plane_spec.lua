-- The plane, call by call: obstacles, rays, paths, searches, and mistakes.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local oracle = require "spec.support.plane_oracle"
local scenes = require "spec.support.plane_scenes"

local that, raises, refuses, collect, apart = check.that, check.raises, check.refuses, check.collect, check.apart
local nan, inf = check.nan, check.inf
local root = math.sqrt(2)

-- Everything that can be seen of a plane, as one string.
local function dump(plane)
  local out = { ("version %d, %d obstacles"):format(plane.version, #plane) }
  for rock in plane:obstacles() do
    out[#out + 1] = ("%s %s %s"):format(tostring(rock), tostring(rock.data), scenes.list(rock:points()))
  end
  return table.concat(out, "\n")
end

-- plane:method(...) raises and changes nothing.
local function harmless(plane, want, method, ...)
  local before = dump(plane)
  refuses(want, plane, method, ...)
  that(before == dump(plane), "%s raised, but changed the plane", method)
end

-- The corners of an outline from the lowest, leftmost one on, as text.
local function corners(points)
  local n, first = #points / 2, 1
  for i = 2, n do
    local x, y, fx, fy = points[2 * i - 1], points[2 * i], points[2 * first - 1], points[2 * first]
    if y < fy or y == fy and x < fx then
      first = i
    end
  end
  local out = {}
  for i = 0, n - 1 do
    local k = (first - 1 + i) % n
    out[#out + 1] = ("%g,%g"):format(points[2 * k + 1], points[2 * k + 2])
  end
  return table.concat(out, " ")
end

local function length(plane, ...)
  local path, cost = plane:path(...)
  return path and cost or nil, cost
end

describe("a plane", function()
  it("is made with nothing, with bounds, with an empty table", function()
    local plane = astar.plane()
    assert.equal("astar.plane", getmetatable(plane))
    assert.equal(0, #plane)
    assert.is_nil(plane.bounds)
    assert.equal("plane (0 obstacles)", tostring(plane))
    assert.equal(0, #astar.plane({}))
    local bounded = astar.plane({ bounds = { -1, 2, 3.5, 1e30 } })
    assert.same({ -1, 2, 3.5, 1e30 }, bounded.bounds)
    assert.is_false(rawequal(bounded.bounds, bounded.bounds))
  end)

  it("refuses options that are none", function()
    raises("bad argument #1 to 'plane' (table expected, got number: to give bounds, write astar.plane{ bounds = ", astar.plane, 3)
    raises("bad argument #1 to 'plane' (table expected, got string)", astar.plane, "x")
    raises("bad argument #1 to 'plane' (unknown option 'bound' (did you mean 'bounds'?))", astar.plane, { bound = { 0, 0, 1, 1 } })
    raises("bad argument #1 to 'plane'", astar.plane, { 1 })
    for _, bad in ipairs({ 3, "x", true, {}, { 1, 2, 3 }, { 1, 2, 3, 4, 5 }, { 1, 2, 3, "4" }, { 0, 0, nan, 1 }, { 0, -inf, 1, 1 },
      { 0, 0, 0, 1 }, { 0, 0, 1, 0 }, { 2, 0, 1, 1 }, { 0, 2, 1, 1 }, { 0, 0, 1e31, 1 } }) do
      raises({ "bad argument #1 to 'plane'", "option 'bounds'" }, astar.plane, { bounds = bad })
    end
    raises("x1 < x2 expected, got 3 and 1", astar.plane, { bounds = { 3, 0, 1, 1 } })
    raises("y1 < y2 expected, got 4 and 2", astar.plane, { bounds = { 0, 4, 1, 2 } })
    raises("option 'unit' needs 'grid'", astar.plane, { unit = "man" })
  end)

  it("has fields that cannot be assigned, and no others", function()
    local plane = astar.plane()
    for _, name in ipairs({ "version", "bounds" }) do
      raises("field '" .. name .. "' of a plane cannot be assigned", function() plane[name] = 1 end)
    end
    raises("plane has no field 'size'", function() return plane.size end)
    raises("plane has no field 'size'", function() plane.size = 1 end)
    raises("plane has no field", function() return plane[1] end)
  end)

  it("counts its edits", function()
    local plane = astar.plane()
    local last = plane.version
    local function grew()
      local now = plane.version
      local more = now > last
      last = now
      return more
    end
    assert.is_false(grew())
    local rock = plane:box(0, 0, 1, 1)
    assert.is_true(grew())
    rock.data = "a name"
    plane:path(-5, 0, 5, 0)
    plane:path(-5, 0, 5, 0, { radius = 1 })
    plane:raycast(-5, 0, 5, 0)
    pcall(plane.polygon, plane, { 0, 0, 1, 1 })
    assert.is_false(grew())
    rock:remove()
    assert.is_true(grew())
  end)
end)

describe("obstacles", function()
  local plane

  before_each(function()
    plane = astar.plane()
  end)

  it("are polygons, boxes and circles", function()
    local rock = plane:polygon({ 0, 0, 4, 0, 4, 3 })
    assert.equal("astar.obstacle", getmetatable(rock))
    assert.equal("obstacle 1 (3 corners)", tostring(rock))
    assert.equal("0,0 4,0 4,3", corners(rock:points()))
    assert.equal("0,0 4,0 4,3", corners(plane:polygon({ 0, 0, 4, 3, 4, 0 }):points()))
    assert.equal("8,9 12,9 12,11 8,11", corners(plane:box(10, 10, 4, 2):points()))
    -- a turn from x towards y
    local turned = plane:box(0, 0, 4, 2, math.pi / 2):points()
    for i, v in ipairs({ -1, -2, 1, -2, 1, 2, -1, 2 }) do
      local near = false
      for k = i % 2 == 1 and 1 or 2, 8, 2 do
        near = near or math.abs(turned[k] - v) < 1e-12
      end
      assert.is_true(near)
    end
    local diamond = plane:box(0, 0, root, root, math.pi / 4):points()
    for k = 1, 8, 2 do
      assert.near(1, math.abs(diamond[k]) + math.abs(diamond[k + 1]), 1e-12)
    end
    assert.equal(5, #plane)
    assert.equal("plane (5 obstacles)", tostring(plane))
  end)

  it("that are circles are drawn around the circle", function()
    for _, n in ipairs({ 3, 4, 7, 16, 100 }) do
      local points = plane:circle(3, -2, 5, n):points()
      assert.equal(2 * n, #points)
      for k = 1, #points, 2 do
        local x, y = points[k] - 3, points[k + 1] + 2
        assert.near(5 / math.cos(math.pi / n), math.sqrt(x * x + y * y), 1e-9)
        -- the middle of each side touches the circle
        local next_k = (k + 1) % #points + 1
        local qx, qy = points[next_k] - 3, points[next_k + 1] + 2
        assert.near(5, math.sqrt(((x + qx) / 2) ^ 2 + ((y + qy) / 2) ^ 2), 1e-9)
      end
    end
    assert.equal(32, #plane:circle(0, 0, 1):points())
  end)

  it("are the same object for as long as it is referred to", function()
    local rock, hut = plane:box(0, 0, 1, 1), plane:box(5, 0, 1, 1)
    assert.is_true(rawequal(rock, plane:at(0, 0)))
    assert.is_true(rawequal(hut, (plane:raycast(9, 0, 0, 0))))
    local seen = { [rock] = "rock", [hut] = "hut" }
    local names = {}
    for each in plane:obstacles() do
      names[#names + 1] = seen[each]
    end
    assert.same({ "rock", "hut" }, names)
    assert.is_true(rawequal(plane, rock.plane))
    assert.equal(1, rock.id)
    assert.equal(2, hut.id)
  end)

  it("have data, which stays when the object goes", function()
    plane:box(0, 0, 1, 1).data = { "moss" }
    collect()
    assert.equal("moss", plane:at(0, 0).data[1])
    plane:at(0, 0).data = nil
    assert.is_nil(plane:at(0, 0).data)
    local rock = plane:at(0, 0)
    rock.data = 12
    assert.equal(12, rock.data)
    raises("field 'id' of an obstacle cannot be assigned", function() rock.id = 3 end)
    raises("field 'plane' of an obstacle cannot be assigned", function() rock.plane = plane end)
    raises("obstacle has no field 'name'", function() rock.name = "x" end)
    raises("obstacle has no field 'name'", function() return rock.name end)
  end)

  it("are removed by both calls, and are then of no use", function()
    local rock, hut = plane:box(0, 0, 1, 1), plane:box(5, 0, 1, 1)
    plane:remove(rock)
    hut:remove()
    assert.equal(0, #plane)
    assert.is_nil(plane:obstacles()())
    assert.is_nil(plane:at(0, 0))
    assert.equal("obstacle 1 (removed)", tostring(rock))
    assert.equal("obstacle 2 (removed)", tostring(hut))
    refuses("obstacle 1 was removed", plane, "remove", rock)
    raises("obstacle 1 was removed", rock.remove, rock)
    raises("obstacle 1 was removed", rock.points, rock)
    raises("obstacle 1 was removed", function() return rock.id end)
    raises("obstacle 1 was removed", function() return rock.data end)
    raises("obstacle 1 was removed", function() return rock.plane end)
    raises("obstacle 1 was removed", function() rock.data = 1 end)
    assert.equal(10, length(plane, -5, 0, 5, 0))
  end)

  it("that come after ones that went are others", function()
    local rock = plane:box(0, 0, 1, 1)
    rock.data = "old"
    rock:remove()
    local other = plane:box(0, 0, 2, 2)
    assert.is_false(rawequal(rock, other))
    assert.is_nil(other.data)
    raises("was removed", rock.points, rock)
    assert.is_true(rawequal(other, plane:at(0, 0)))
    -- ids of those whose objects are gone may come again
    for _ = 1, 50 do
      plane:box(9, 9, 1, 1):remove()
    end
    collect()
    assert.equal(1, #plane)
    raises("was removed", rock.points, rock)
  end)

  it("of another plane are refused", function()
    local other = astar.plane()
    local rock = other:box(0, 0, 1, 1)
    plane:box(0, 0, 1, 1)
    harmless(plane, "bad argument #1 to 'remove' (obstacle of another plane)", "remove", rock)
    harmless(plane, "bad argument #1 to 'remove' (obstacle expected, got nil)", "remove")
    harmless(plane, "bad argument #1 to 'remove' (obstacle expected, got number)", "remove", 1)
    harmless(plane, "bad argument #1 to 'remove' (obstacle expected", "remove", plane)
    assert.equal(1, #other)
  end)

  it("can be removed while they are gone through", function()
    for i = 1, 9 do
      plane:box(i * 3, 0, 1, 1)
    end
    local count = 0
    for rock in plane:obstacles() do
      count = count + 1
      if count % 2 == 0 then
        rock:remove()
      end
    end
    assert.equal(9, count)
    assert.equal(5, #plane)
  end)

  it("have as many corners as one likes", function()
    local points = {}
    for i = 1, 5000 do
      local angle, r = i / 5000 * 2 * math.pi, i % 2 == 0 and 100 or 90
      points[2 * i - 1], points[2 * i] = r * math.cos(angle), r * math.sin(angle)
    end
    local rock = plane:polygon(points)
    assert.equal(10000, #rock:points())
    local path, cost = plane:path(-101, 0, 101, 0)
    that(cost > 300 and cost < 2 * 101 * math.pi, "length %.17g", cost)
    that(#path > 1000, "%d points", #path)
  end)
end)

describe("a polygon that is none", function()
  local plane

  before_each(function()
    plane = astar.plane()
    plane:box(20, 20, 2, 2).data = "here before"
  end)

  local function bad(want, list)
    harmless(plane, "bad argument #1 to 'polygon' (" .. want .. ")", "polygon", list)
  end

  it("raises with the place", function()
    harmless(plane, "bad argument #1 to 'polygon' (array of coordinates expected, got nil)", "polygon")
    harmless(plane, "bad argument #1 to 'polygon' (array of coordinates expected, got number)", "polygon", 3)
    bad("at least 3 corners expected, got 0", {})
    bad("at least 3 corners expected, got 2", { 0, 0, 1, 1 })
    bad("an even number of coordinates expected, got 7", { 0, 0, 1, 1, 2, 0, 4 })
    bad("corners 1 and 4 are the same point", { 0, 0, 4, 0, 4, 4, 0, 0 })
    bad("corners 2 and 5 are the same point", { 0, 0, 4, 0, 4, 4, 2, 6, 4, 0 })
    bad("the outline has no area", { 0, 0, 1, 1, 2, 2 })
    bad("the outline has no area", { 0, 0, 5, 0, 3, 0, 2, 0 })
    bad("edges 1 and 3 cross", { 0, 0, 4, 4, 4, 0, 0, 4 })
    bad("edges 2 and 4 cross", { 0, 0, 4, 0, 0, 4, 4, 5, 1, 0.5 })
    bad("edges 1 and 2 cross", { 0, 0, 4, 0, 2, 0, 2, 4 }) -- folded back
    bad("edges 1 and 4 cross", { 2, 0, 4, 0, 4, 4, 5, 0 })
  end)

  it("raises for corners that are no numbers, or too large", function()
    for _, it_is in ipairs({ { nan, "nan" }, { inf, "infinity" } }) do
      bad("corner 3: finite number expected, got " .. it_is[2], { 0, 0, 4, 0, it_is[1], 2 })
      bad("corner 1: finite number expected, got " .. it_is[2], { 0, it_is[1], 4, 0, 4, 2 })
    end
    bad("corner 2: number from -1e+30 to 1e+30 expected, got 1e+31", { 0, 0, 1e31, 0, 4, 2 })
    bad("corner 3: number expected, got string", { 0, 0, 4, 0, 4, "2" })
    bad("corner 3: number expected, got table: write { x1, y1, x2, y2, ... }", { 0, 0, 4, 0, {}, 2 })
    bad("corner 2: number expected, got nil", { 0, 0, nil, 0, 4, 2 })
    bad("unknown field 'x'", { 0, 0, 4, 0, 4, 2, x = 1 })
    bad("unknown field '1.5'", { 0, 0, 4, 0, 4, 2, [1.5] = 1 })
  end)

  it("is told from one that is, as by comparing each edge with each", function()
    random.cases("polygons", 600, function(rng)
      local list, size = {}, rng:int(2, 6)
      for i = 1, 2 * rng:int(3, 7) do
        list[i] = rng:chance(0.9) and rng:int(0, size) or rng:real(0, size)
      end
      local flaw, a, b = oracle.flaw(list)
      local ok, message = pcall(plane.polygon, plane, list)
      if not flaw then
        that(ok, "%s: %s", scenes.list(list), message)
        message:remove()
        return
      end
      local want = ({ flat = "the outline has no area", repeated = ("corners %d and %d are"):format(a or 0, b or 0),
        crossing = ("edges %d and %d cross"):format(a or 0, b or 0) })[flaw]
      that(not ok and message:find(want, 1, true), "%s: %s, should be %s", scenes.list(list), message, want)
    end)
  end)

  it("raises as a box or a circle", function()
    harmless(plane, "bad argument #1 to 'box' (number expected, got nil)", "box")
    harmless(plane, "bad argument #4 to 'box' (number expected, got nil)", "box", 1, 1, 1)
    harmless(plane, "bad argument #3 to 'box' (number > 0 expected, got 0)", "box", 1, 1, 0, 1)
    harmless(plane, "bad argument #4 to 'box' (number > 0 expected, got -1)", "box", 1, 1, 1, -1)
    harmless(plane, "bad argument #1 to 'box' (finite number expected, got nan)", "box", nan, 1, 1, 1)
    harmless(plane, "bad argument #4 to 'box' (finite number expected, got infinity)", "box", 1, 1, 1, inf)
    harmless(plane, "bad argument #5 to 'box' (finite number expected, got nan)", "box", 1, 1, 1, 1, nan)
    harmless(plane, "bad argument #3 to 'box' (too small", "box", 1e20, 1, 1, 1)
    harmless(plane, "bad argument #3 to 'box' (too large", "box", 1e30, 1, 1e30, 1)
    harmless(plane, "bad argument #2 to 'circle' (number expected, got nil)", "circle", 1)
    harmless(plane, "bad argument #3 to 'circle' (number > 0 expected, got 0)", "circle", 1, 1, 0)
    harmless(plane, "bad argument #3 to 'circle' (number > 0 expected, got -3)", "circle", 1, 1, -3)
    harmless(plane, "bad argument #3 to 'circle' (finite number expected, got nan)", "circle", 1, 1, nan)
    harmless(plane, "bad argument #4 to 'circle' (", "circle", 1, 1, 1, 2)
    harmless(plane, "bad argument #4 to 'circle' (", "circle", 1, 1, 1, 3.5)
    harmless(plane, "bad argument #4 to 'circle' (", "circle", 1, 1, 1, 1e18)
    harmless(plane, "bad argument #4 to 'circle' (", "circle", 1, 1, 1, inf)
    harmless(plane, "bad argument #4 to 'circle' (", "circle", 1, 1, 1, "many")
    harmless(plane, "bad argument #3 to 'circle' (too small", "circle", 1e20, 1, 1)
  end)
end)

describe("at", function()
  it("gives the obstacle whose inside a place lies in", function()
    local plane = astar.plane({ bounds = { 0, 0, 10, 10 } })
    local rock, hut = plane:polygon({ 1, 1, 5, 1, 5, 5, 1, 5 }), plane:polygon({ 3, 3, 8, 3, 8, 8, 3, 8 })
    assert.equal(rock, plane:at(2, 2))
    assert.equal(hut, plane:at(7, 7))
    assert.equal(rock, plane:at(4, 4)) -- the lower id of both
    assert.equal(hut, plane:at(5, 4)) -- on the outline of the other
    for _, free in ipairs({ { 1, 1 }, { 3, 1 }, { 8, 8 }, { 9, 9 }, { 0, 5 }, { 10, 10 } }) do
      assert.is_nil(plane:at(free[1], free[2]))
    end
    assert.equal("bounds", plane:at(-1, 5))
    assert.equal("bounds", plane:at(5, 10.001))
    rock:remove()
    assert.is_nil(plane:at(2, 2))
    assert.equal(hut, plane:at(4, 4))
  end)

  it("agrees with the winding of each outline", function()
    random.cases("at", 150, function(rng)
      local w = scenes.maker(rng)
      local scene = w:scene(rng:int(1, 6))
      local plane, o, index = astar.plane({ bounds = scene.bounds }), oracle.new(scene), { bounds = 0 }
      for i, polygon in ipairs(scene.polygons) do
        index[plane:polygon(polygon)] = i
      end
      for _ = 1, 8 do
        local x, y = w:point()
        local inside = o:at(x, y)
        local got = plane:at(x, y)
        that((got == nil) == (next(inside) == nil) and (got == nil or inside[index[got]]), "%s at %.17g, %.17g", got, x, y)
        for i = 1, got ~= nil and got ~= "bounds" and index[got] - 1 or 0 do
          that(not inside[i], "obstacle %d, not the lowest id", index[got])
        end
      end
    end)
  end)

  it("wants two finite numbers", function()
    local plane = astar.plane()
    harmless(plane, "bad argument #1 to 'at' (number expected, got nil)", "at")
    harmless(plane, "bad argument #2 to 'at' (number expected, got nil)", "at", 1)
    harmless(plane, "bad argument #1 to 'at' (finite number expected, got nan)", "at", nan, 1)
    harmless(plane, "bad argument #2 to 'at' (finite number expected, got infinity)", "at", 1, inf)
  end)
end)

describe("a ray", function()
  local plane, rock

  before_each(function()
    plane = astar.plane({ bounds = { -10, -10, 20, 20 } })
    rock = plane:polygon({ 0, 0, 4, 0, 4, 4, 0, 4 })
  end)

  it("hits what it enters, and where", function()
    assert.same({ rock, 0, 2 }, { plane:raycast(-5, 2, 9, 2) })
    assert.same({ rock, 4, 2 }, { plane:raycast(9, 2, -5, 2) })
    assert.same({ rock, 0, 0 }, { plane:raycast(-3, -3, 9, 9) }) -- through a corner
    assert.same({ rock, 4, 4 }, { plane:raycast(9, 9, -3, -3) })
    assert.same({ rock, 2, 0 }, { plane:raycast(2, 0, 2, 9) }) -- from the outline inwards
    assert.same({ rock, 4, 4 }, { plane:raycast(4, 4, 1, 3) }) -- from a corner
    assert.same({ rock, 1, 1 }, { plane:raycast(1, 1, 9, 9) }) -- from inside
    assert.same({ rock, 1, 1 }, { plane:raycast(1, 1, 1, 1) })
  end)

  it("does not hit what it only grazes", function()
    for _, q in ipairs({ { -5, 0, 9, 0 }, { 9, 4, -5, 4 }, { 0, -5, 0, 9 }, { 0, 0, 4, 0 }, { 1, 0, 3, 0 }, { -2, 2, 2, -2 },
      { 2, 6, 6, 2 }, { -5, 2, 0, 2 }, { -4, -4, 0, 0 }, { 0, 0, -5, -5 }, { 2, 4, 2, 9 }, { 4, 0, 4, 0 }, { 9, 9, 9, 9 } }) do
      assert.equal(0, select("#", plane:raycast(q[1], q[2], q[3], q[4])) - 1)
      assert.is_nil((plane:raycast(q[1], q[2], q[3], q[4])))
    end
  end)

  it("hits the bounds where it leaves them", function()
    assert.same({ "bounds", -10, 5 }, { plane:raycast(-5, 5, -15, 5) })
    assert.same({ "bounds", 20, 20 }, { plane:raycast(10, 10, 30, 30) })
    assert.is_nil((plane:raycast(-5, -10, 9, -10)))
    assert.is_nil((plane:raycast(-5, 5, -10, 5)))
    assert.same({ "bounds", -12, 3 }, { plane:raycast(-12, 3, 5, 3) })
  end)

  it("goes on where what stood in its way was removed", function()
    local hut = plane:box(10, 2, 2, 2)
    rock:remove()
    assert.same({ hut, 9, 2 }, { plane:raycast(-5, 2, 15, 2) })
    hut:remove()
    assert.is_nil((plane:raycast(-5, 2, 15, 2)))
  end)

  it("is stopped where obstacles touch", function()
    local beside = plane:polygon({ 4, 4, 8, 4, 8, 8, 4, 8 }) -- corner to corner
    local hit, x, y = plane:raycast(2, 6, 6, 2)
    that(hit == rock or hit == beside, "%s", hit)
    assert.same({ 4, 4 }, { x, y })
    plane:polygon({ 4, 0, 8, 0, 8, 4, 4, 4 }) -- along a side
    hit, x, y = plane:raycast(4, -3, 4, 3)
    that(hit, "nothing hit")
    assert.same({ 4, 0 }, { x, y })
    assert.is_nil((plane:raycast(-3, 0, 12, 0)))
  end)

  it("wants four finite numbers", function()
    for i = 1, 4 do
      local args = { 1, 2, 3, 4 }
      args[i] = nan
      harmless(plane, ("bad argument #%d to 'raycast' (finite number expected, got nan)"):format(i), "raycast", check.unpack(args))
      args[i] = "x"
      harmless(plane, ("bad argument #%d to 'raycast' (number expected, got string)"):format(i), "raycast", check.unpack(args))
    end
    harmless(plane, "bad argument #4 to 'raycast' (number expected, got nil)", "raycast", 1, 2, 3)
  end)
end)

describe("a path", function()
  local plane

  before_each(function()
    plane = astar.plane({ bounds = { 0, 0, 101, 101 } })
  end)

  it("is straight where nothing stands", function()
    local path, cost = plane:path(1, 2, 4, 6)
    assert.equal("astar.path", getmetatable(path))
    assert.equal(5, cost)
    assert.equal(2, #path)
    assert.same({ x = 1, y = 2 }, path[1])
    assert.same({ x = 4, y = 6 }, path[2])
    assert.is_nil(path[3])
    assert.is_false(rawequal(path[1], path[1]))
    assert.equal(5, path.cost)
    assert.equal(5, path.length)
    assert.is_false(path.partial)
  end)

  it("goes by way of corners", function()
    plane:polygon({ 10, 0, 12, 0, 12, 20, 10, 20 })
    local path, cost = plane:path(0, 0, 22, 0)
    assert.same({ { x = 0, y = 0 }, { x = 10, y = 20 }, { x = 12, y = 20 }, { x = 22, y = 0 } }, path:table())
    assert.near(2 + 2 * math.sqrt(500), cost, 1e-12)
    assert.same({ 0, 0, 10, 20, 12, 20, 22, 0 }, path:points())
    assert.same({ 0, 0, 0, 10, 20, 0, 12, 20, 0, 22, 0, 0 }, path:points(3))
    local seen = {}
    for i, node in path:nodes() do
      seen[i] = node.x
    end
    assert.same({ 0, 10, 12, 22 }, seen)
    local x, y, z, index = path:at(math.sqrt(500) + 0.5)
    assert.same({ 20, 0, 2 }, { y, z, index })
    assert.near(10.5, x, 1e-12)
    assert.same({ 22, 0, 0, 4 }, { path:at(1e9) })
  end)

  it("from a place to itself has one element and no length", function()
    local path, cost = plane:path(3, 3, 3, 3)
    assert.equal(0, cost)
    assert.equal(1, #path)
    assert.same({ x = 3, y = 3 }, path[1])
    plane:box(50, 50, 10, 10)
    assert.equal(0, (length(plane, 45, 45, 45, 45))) -- on a corner
    assert.same({ nil, "blocked" }, { plane:path(50, 50, 50, 50) })
  end)

  it("may run along walls and through corners", function()
    plane:polygon({ 10, 10, 20, 10, 20, 20, 10, 20 })
    assert.equal(10, length(plane, 10, 10, 20, 10))
    assert.equal(8, length(plane, 11, 10, 19, 10))
    assert.equal(20, length(plane, 10, 10, 20, 20))
    assert.equal(16, length(plane, 10, 2, 10, 18))
    assert.near(20 * root, length(plane, 0, 20, 20, 0), 1e-12) -- by way of 10, 10
    assert.equal(101, length(plane, 0, 0, 0, 101)) -- along the bounds
    assert.equal(202, 2 * length(plane, 0, 0, 101, 0))
  end)

  it("does not go between obstacles that touch", function()
    plane:polygon({ 0, 40, 50, 40, 50, 50, 0, 50 })
    assert.is_truthy(length(plane, 20, 20, 20, 80))
    local rock = plane:polygon({ 50, 50, 101, 50, 101, 60, 50, 60 }) -- in a corner
    assert.same({ nil, "unreachable" }, { plane:path(20, 20, 20, 80) })
    assert.equal(0, (length(plane, 50, 50, 50, 50)))
    assert.is_truthy(length(plane, 50, 50, 20, 80)) -- a start where they touch is free on both sides
    assert.is_truthy(length(plane, 50, 50, 20, 20))
    assert.is_truthy(length(plane, 20, 20, 50, 50))
    rock:remove()
    rock = plane:polygon({ 50, 40, 101, 40, 101, 50, 50, 50 }) -- along a side
    assert.same({ nil, "unreachable" }, { plane:path(20, 20, 20, 80) })
    assert.equal(81, length(plane, 10, 40, 91, 40))
    assert.same({ nil, "blocked" }, { plane:path(50, 45, 20, 80) }) -- on the side that both have
    rock:remove()
    plane:polygon({ 50, 45, 101, 40, 101, 50 }) -- a corner in the middle of a side
    assert.same({ nil, "unreachable" }, { plane:path(20, 20, 20, 80) })
  end)

  it("does not go between an obstacle and the bounds", function()
    local rock = plane:polygon({ 0, 40, 101, 45, 0, 50 })
    assert.same({ nil, "unreachable" }, { plane:path(20, 20, 20, 80) })
    rock:remove()
    rock = plane:polygon({ -50, 40, 150, 40, 150, 50, -50, 50 }) -- beyond them on both sides
    assert.same({ nil, "unreachable" }, { plane:path(20, 20, 20, 80) })
    rock:remove()
    plane:polygon({ -50, 40, 100.5, 40, 100.5, 50, -50, 50 })
    assert.is_truthy(length(plane, 20, 20, 20, 80))
  end)

  it("starts and ends on outlines, but not inside or out of bounds", function()
    local rock = plane:polygon({ 10, 10, 20, 10, 20, 20, 10, 20 })
    assert.equal(5, length(plane, 5, 15, 10, 15))
    assert.equal(5, length(plane, 10, 15, 5, 15))
    for _, bad in ipairs({ { 15, 15 }, { 10.001, 15 }, { -1, 5 }, { 5, 101.5 }, { 1e9, 1e9 } }) do
      assert.same({ nil, "blocked" }, { plane:path(bad[1], bad[2], 5, 5) })
      assert.same({ nil, "blocked" }, { plane:path(5, 5, bad[1], bad[2]) })
      assert.equal("blocked", plane:search(5, 5, bad[1], bad[2]).status)
      assert.equal("blocked", plane:search(bad[1], bad[2]).status)
    end
    rock:remove()
    assert.equal(10, length(plane, 15, 15, 5, 15))
  end)

  it("keeps its places when obstacles go", function()
    local rock = plane:polygon({ 10, 0, 12, 0, 12, 20, 10, 20 })
    local path = plane:path(0, 0, 22, 0)
    rock:remove()
    collect()
    assert.same({ 0, 0, 10, 20, 12, 20, 22, 0 }, path:points())
    assert.near(2 + 2 * math.sqrt(500), path.length, 1e-12)
    assert.same({ x = 12, y = 20 }, path[3])
    plane = nil
    collect()
    assert.same({ x = 12, y = 20 }, path[3])
  end)

  it("without bounds goes as far as need be", function()
    local open = astar.plane()
    open:polygon({ -1e6, 1, 1e6, 1, 1e6, 2, -1e6, 2 })
    assert.near(2e6, length(open, 0, 0, 0, 3), 10)
    assert.near(1e30, length(open, 0, 0, 1e30, 0), 1e15)
    raises("number from -1e+30 to 1e+30 expected", open.path, open, 0, 0, 1e31, 0)
  end)

  it("wants its arguments", function()
    plane:box(50, 50, 2, 2)
    for _, method in ipairs({ "path", "search" }) do
      for i = 1, 4 do
        local args = { 1, 2, 3, 4 }
        args[i] = nan
        harmless(plane, ("bad argument #%d to '%s' (finite number expected, got nan)"):format(i, method), method, check.unpack(args))
        args[i] = inf
        harmless(plane, ("bad argument #%d to '%s' (finite number expected, got infinity)"):format(i, method), method,
          check.unpack(args))
        args[i] = {}
        harmless(plane, ("bad argument #%d to '%s' (number expected, got table"):format(i, method), method, check.unpack(args))
      end
      local function option(want, options)
        harmless(plane, { ("bad argument #5 to '%s' ("):format(method), want }, method, 1, 1, 2, 2, options)
      end
      option("table expected, got number", 3)
      option("table expected, got string", "man")
      option("unknown option 'speed'", { speed = 1 })
      for _, name in ipairs({ "unit", "cost", "only", "avoid", "jump" }) do
        option("unknown option '" .. name .. "'", { [name] = true })
      end
      option("option 'heuristic': no heuristic named 'octile'", { heuristic = "octile" })
      option("option 'heuristic': no heuristic named 'manhattan'", { heuristic = "manhattan" })
      option("option 'heuristic': name expected, got function", { heuristic = print })
      option("option 'max_cost': number >= 0 expected, got -1", { max_cost = -1 })
      option("option 'max_cost'", { max_cost = nan })
      option("option 'max_steps': whole number expected, got 1.5", { max_steps = 1.5 })
      option("option 'weight': number >= 1 expected, got 0.5", { weight = 0.5 })
      option("option 'weight'", { weight = inf })
      option("option 'partial': boolean expected, got number", { partial = 1 })
      option("option 'radius'", { radius = 0 })
    end
    harmless(plane, "bad argument #3 to 'path' (number expected, got nil)", "path", 1, 1)
    harmless(plane, "bad argument #4 to 'path' (number expected, got nil)", "path", 1, 1, 1)
    harmless(plane, "bad argument #4 to 'search' (number expected, got nil)", "search", 1, 1, 1)
  end)
end)

describe("limits", function()
  local plane

  before_each(function()
    plane = astar.plane()
    plane:polygon({ 10, -20, 12, -20, 12, 20, 10, 20 })
  end)

  local best = 2 + 2 * math.sqrt(500)

  it("on costs", function()
    assert.near(best, length(plane, 0, 0, 22, 0, { max_cost = best + 1e-6 }), 1e-9)
    assert.same({ nil, "limit" }, { plane:path(0, 0, 22, 0, { max_cost = best - 1e-6 }) })
    assert.same({ nil, "limit" }, { plane:path(0, 0, 22, 0, { max_cost = 0 }) })
    assert.equal(0, length(plane, 0, 0, 0, 0, { max_cost = 0 }))
    assert.near(best, length(plane, 0, 0, 22, 0, { max_cost = inf }), 1e-9)
  end)

  it("on steps", function()
    assert.same({ nil, "limit" }, { plane:path(0, 0, 22, 0, { max_steps = 1 }) })
    assert.same({ nil, "limit" }, { plane:path(0, 0, 22, 0, { max_steps = 0 }) })
    assert.near(best, length(plane, 0, 0, 22, 0, { max_steps = 1000 }), 1e-9)
    local s = plane:search(0, 0, 22, 0, { max_steps = 2 })
    assert.equal("limit", s:run())
    assert.equal(2, s.expanded)
  end)

  it("with partial give the way to what is nearest", function()
    plane:polygon({ 30, -5, 40, -5, 40, 5, 30, 5 })
    -- the goal stands in a closed court
    plane:polygon({ 100, 0, 120, 0, 120, 20, 119, 20, 119, 1, 101, 1, 101, 20, 100, 20 })
    plane:polygon({ 100, 19, 120, 19, 120, 20, 100, 20 })
    assert.same({ nil, "unreachable" }, { plane:path(0, 0, 110, 10) })
    local path, cost = plane:path(0, 0, 110, 10, { partial = true })
    assert.is_true(path.partial)
    local last = path[#path]
    -- of the two sides at the same distance that with the lesser x
    assert.same({ 100, 10 }, { last.x, last.y })
    assert.near(oracle.length(path:points()), cost, 1e-9)
    assert.is_false(plane:path(0, 0, 22, 0, { partial = true }).partial)
    assert.same({ nil, "blocked" }, { plane:path(0, 0, 110, 0.5) })
    path = plane:path(0, 0, 110, 0.25, { partial = true })
    assert.is_true(path.partial)
    assert.same({ 110, 0 }, { path[#path].x, path[#path].y })
    assert.is_true(plane:path(0, 0, 22, 0, { partial = true, max_cost = 5 }).partial)
    local s = plane:search(0, 0, 110, 10, { partial = true })
    s:run()
    assert.equal("unreachable", s.status)
  end)

  it("of a weight bound the length", function()
    for _, weight in ipairs({ 1, 1.2, 2, 10, 1e6 }) do
      local cost = length(plane, 0, 0, 22, 0, { weight = weight })
      that(cost >= best * (1 - 1e-12) and cost <= weight * best * (1 + 1e-12), "weight %g: %.17g", weight, cost)
    end
  end)
end)

describe("a search", function()
  local plane, rock

  before_each(function()
    plane = astar.plane({ bounds = { -50, -50, 50, 50 } })
    rock = plane:polygon({ 10, -20, 12, -20, 12, 20, 10, 20 })
  end)

  local best = 2 + 2 * math.sqrt(500)

  it("has the members that searches have", function()
    local s = plane:search(0, 0, 22, 0)
    assert.equal("astar.search", getmetatable(s))
    assert.equal("searching", s.status)
    assert.equal(0, s.expanded)
    assert.is_nil(s.unit)
    assert.same({ x = 0, y = 0 }, s.start)
    assert.same({ x = 22, y = 0 }, s.goal)
    assert.same({ nil, "searching" }, { s:path() })
    assert.equal("found", s:run())
    local path, cost = s:path()
    assert.near(best, cost, 1e-12)
    assert.equal(4, #path)
    assert.same({ x = 22, y = 0 }, s.goal)
    -- what was touched, by place
    assert.equal("closed", s:state({ x = 0, y = 0 }))
    assert.equal(0, s:cost({ x = 0, y = 0 }))
    assert.near(22, s:estimate({ x = 0, y = 0 }), 1e-12)
    assert.is_nil(s:parent({ x = 0, y = 0 }))
    assert.near(best, s:cost({ x = 22, y = 0 }), 1e-12)
    assert.equal(0, s:estimate({ x = 22, y = 0 }))
    local corner = s:parent({ x = 22, y = 0 })
    assert.equal(12, corner.x)
    assert.equal(20, math.abs(corner.y))
    assert.is_false(rawequal(corner, s:parent({ x = 22, y = 0 })))
    assert.near(math.sqrt(500) + 2, s:cost(corner), 1e-12)
    assert.near(math.sqrt(500), s:estimate(corner), 1e-12)
    assert.equal("closed", s:state(corner))
    local part, so_far = s:path(corner)
    assert.equal(3, #part)
    assert.near(math.sqrt(500) + 2, so_far, 1e-12)
    -- what was not
    for _, elsewhere in ipairs({ { x = 1, y = 1 }, { x = 22, y = 1e-9 } }) do
      assert.equal("none", s:state(elsewhere))
      assert.is_nil(s:cost(elsewhere))
      assert.is_nil(s:estimate(elsewhere))
      assert.is_nil(s:parent(elsewhere))
      assert.is_nil((s:path(elsewhere)))
    end
    assert.same({ x = 22, y = 0 }, s:closest())
  end)

  it("tells all that it touched", function()
    local s = plane:search(0, 0, 22, 0)
    s:run()
    local states, count = {}, 0
    for node, state, cost, estimate in s:nodes() do
      count = count + 1
      states[state] = (states[state] or 0) + 1
      check.near(math.sqrt((node.x - 22) ^ 2 + node.y ^ 2), estimate, "estimate")
      check.near(cost, s:cost(node), "cost")
      assert.equal(state, s:state(node))
      local parent = s:parent(node)
      if parent then
        check.near(cost, s:cost(parent) + math.sqrt((node.x - parent.x) ^ 2 + (node.y - parent.y) ^ 2), "cost over the parent")
      end
    end
    that(count >= 4 and states.closed >= 4, "%d nodes", count)
    for _, state in ipairs({ "open", "closed" }) do
      local n = 0
      for _, each in s:nodes(state) do
        assert.equal(state, each)
        n = n + 1
      end
      assert.equal(states[state] or 0, n)
    end
  end)

  it("steps", function()
    local s = plane:search(0, 0, 22, 0)
    assert.equal("searching", s:step())
    assert.equal(1, s.expanded)
    local n = 0
    while s:step() == "searching" do
      n = n + 1
    end
    assert.equal("found", s.status)
    that(n < 20, "%d steps", n)
    assert.equal("found", s:step())
    local t, turns = plane:search(0, 0, 22, 0), {}
    for node, cost, estimate in t:steps() do
      turns[#turns + 1] = node
      that(type(cost) == "number" and type(estimate) == "number", "costs")
    end
    assert.equal(t.expanded, #turns)
    assert.same({ x = 0, y = 0 }, turns[1])
    assert.same({ x = 22, y = 0 }, turns[#turns])
    assert.equal(s.expanded, t.expanded)
    raises("bad argument #1 to 'step'", s.step, s, 0)
    raises("bad argument #1 to 'steps'", s.steps, s, 0.5)
  end)

  it("goes on in a coroutine", function()
    local s = plane:search(0, 0, 22, 0)
    local co = coroutine.wrap(function()
      for _ in s:steps() do
        coroutine.yield("turn")
      end
      return "end"
    end)
    local turns = 0
    while co() == "turn" do
      turns = turns + 1
      collect()
      plane:raycast(0, 0, 22, 0)
      plane:path(0, 0, 5, 5)
    end
    assert.equal(s.expanded, turns)
    assert.equal("found", s.status)
  end)

  it("without a goal looks at all there is", function()
    local s = plane:search(0, 0)
    assert.is_nil(s.goal)
    assert.equal("done", s:run())
    assert.same({ nil, "done" }, { s:path() })
    local count = 0
    for node, state, cost, estimate in s:nodes() do
      count = count + 1
      assert.equal("closed", state)
      assert.equal(0, estimate)
      that(s:path(node).cost == cost, "cost")
    end
    assert.equal(5, count) -- the start and four corners
    assert.equal("done", plane:search(0, 0, nil, nil, {}):run())
    assert.equal("limit", plane:search(0, 0, nil, nil, { max_steps = 2 }):run())
    local near = plane:search(0, 0, nil, nil, { max_cost = 5 })
    assert.equal("done", near:run())
    assert.same({ x = 0, y = 0 }, near:closest())
  end)

  it("is blocked where start or goal is", function()
    local s = plane:search(11, 0, 22, 0)
    assert.equal("blocked", s.status)
    assert.equal("blocked", s:step())
    assert.equal("blocked", s:run())
    assert.same({ nil, "blocked" }, { s:path() })
    assert.equal(0, s.expanded)
    s:restart(0, 0)
    assert.equal("searching", s.status)
    assert.equal("found", s:run())
    s:restart(nil, nil, 11, 11)
    assert.equal("blocked", s.status)
  end)

  it("is unreachable where there is no way", function()
    plane:polygon({ 10, 20, 12, 20, 12, 60, 10, 60 })
    plane:polygon({ 10, -60, 12, -60, 12, -20, 10, -20 })
    local s = plane:search(0, 0, 22, 0)
    assert.equal("unreachable", s:run())
    assert.same({ nil, "unreachable" }, { s:path() })
    assert.is_truthy(s:path(s:closest()))
  end)

  it("restarts", function()
    local s = plane:search(0, 0, 22, 0)
    s:step(2)
    s:restart()
    assert.equal(0, s.expanded)
    assert.equal("searching", s.status)
    s:run()
    assert.near(best, select(2, s:path()), 1e-12)
    s:restart(1, 0)
    assert.same({ x = 1, y = 0 }, s.start)
    assert.same({ x = 22, y = 0 }, s.goal)
    s:run()
    assert.near(length(plane, 1, 0, 22, 0), select(2, s:path()), 1e-12)
    s:restart(1, 0, -3, 3)
    s:run()
    assert.near(5, select(2, s:path()), 1e-12)
    s:restart(nil, nil, 0, 0)
    s:run()
    assert.equal(1, select(2, s:path()))
    raises("bad argument #2 to 'restart' (number expected, got nil)", s.restart, s, 1)
    raises("bad argument #4 to 'restart' (number expected, got nil)", s.restart, s, 1, 1, 1)
    raises("bad argument #1 to 'restart'", s.restart, s, nan, 1)
    assert.equal(1, select(2, s:path()))
    local explored = plane:search(0, 0)
    explored:run()
    explored:restart(3, 3)
    assert.equal("done", explored:run())
    assert.same({ x = 3, y = 3 }, explored.start)
  end)

  it("turns stale with an edit, if it has not ended", function()
    local running, ended = plane:search(0, 0, 22, 0), plane:search(0, 0, 22, 0)
    running:step()
    ended:run()
    local before = scenes.list(ended:path():points())
    local far = plane:box(0, 30, 3, 3)
    assert.equal("searching", running.status)
    far:remove()
    local hut = plane:box(20, 0, 3, 3)
    assert.equal("stale", running:run())
    assert.equal("stale", running:step())
    assert.equal("stale", running:run())
    assert.same({ nil, "stale" }, { running:path() })
    assert.equal("found", ended.status)
    hut:remove()
    rock:remove()
    collect()
    assert.equal("stale", running.status)
    assert.equal("found", ended.status)
    -- all that it has found it still knows
    assert.equal(before, scenes.list(ended:path():points()))
    assert.near(best, ended:cost({ x = 22, y = 0 }), 1e-12)
    assert.equal("closed", ended:state({ x = 22, y = 0 }))
    for node, state, cost in ended:nodes() do
      assert.equal(state, ended:state(node))
      assert.equal(cost, ended:path(node).cost)
    end
    running:restart()
    assert.equal("found", running:run())
    assert.equal(22, select(2, running:path()))
  end)

  it("closes", function()
    local s = plane:search(0, 0, 22, 0)
    s:step()
    s:close()
    s:close()
    assert.equal("closed", s.status)
    for _, method in ipairs({ "step", "run", "path", "nodes", "closest", "restart", "rays" }) do
      raises("attempt to use a closed search", s[method], s)
    end
    raises("attempt to use a closed search", s.state, s, { x = 0, y = 0 })
  end)

  it("wants places as tables of x and y", function()
    local s = plane:search(0, 0, 22, 0)
    s:run()
    for _, method in ipairs({ "state", "cost", "estimate", "parent" }) do
      raises({ "bad argument #1 to '" .. method .. "'", "table of x and y expected, got nil" }, s[method], s)
      raises({ "bad argument #1 to '" .. method .. "'", "got number" }, s[method], s, 3)
      raises({ "bad argument #1 to '" .. method .. "'", "field 'y': number expected, got nil" }, s[method], s, { x = 1 })
      raises({ "bad argument #1 to '" .. method .. "'", "field 'x'" }, s[method], s, { 1, 2 })
      raises({ "bad argument #1 to '" .. method .. "'", "field 'x': finite number expected, got nan" }, s[method], s, { x = nan, y = 1 })
      raises({ "bad argument #1 to '" .. method .. "'", "expected" }, s[method], s, rock)
    end
    raises("bad argument #1 to 'path'", s.path, s, 3)
    -- what is not asked for is not minded, and metamethods are not asked
    assert.equal("closed", s:state({ x = 0, y = 0, z = 9, name = "home" }))
    raises("field 'x'", s.state, s, setmetatable({}, { __index = function() return 0 end }))
    raises("search has no field 'rock'", function() return s.rock end)
  end)

  it("takes heuristics by name", function()
    local few = {}
    for _, name in ipairs({ "auto", "euclidean", "zero" }) do
      local s = plane:search(0, 0, 22, 0, { heuristic = name })
      s:run()
      assert.near(best, select(2, s:path()), 1e-12)
      few[name] = s.expanded
      assert.equal(name == "zero" and 0 or 22, s:estimate({ x = 0, y = 0 }))
    end
    assert.equal(few.auto, few.euclidean)
    that(few.zero >= few.auto, "zero expands %d, auto %d", few.zero, few.auto)
  end)
end)

describe("rays of a search", function()
  it("are what it looked along", function()
    local plane = astar.plane({ bounds = { -50, -50, 50, 50 } })
    local rock = plane:polygon({ 10, -20, 12, -20, 12, 20, 10, 20 })
    local s = plane:search(0, 0, 22, 0)
    assert.is_nil((s:rays()(s)))
    s:run()
    local rays = {}
    for x1, y1, x2, y2, hit in s:rays() do
      rays[#rays + 1] = { x1, y1, x2, y2, hit }
    end
    -- the first one is cast at the goal
    assert.same({ 0, 0, 10, 0, rock }, rays[1])
    local clear = 0
    for _, ray in ipairs(rays) do
      if ray[5] == nil then
        clear = clear + 1
        assert.is_nil((plane:raycast(ray[1], ray[2], ray[3], ray[4])))
      end
    end
    that(clear >= 3, "%d clear rays", clear)
    local path = s:path()
    for i = 1, #path - 1 do
      local found = false
      for _, ray in ipairs(rays) do
        found = found or ray[1] == path[i].x and ray[2] == path[i].y and ray[3] == path[i + 1].x and ray[4] == path[i + 1].y
      end
      that(found, "no ray along segment %d of the path", i)
    end
    -- once more they are the same, whatever is remembered
    local t = plane:search(0, 0, 22, 0)
    t:run()
    local k = 0
    for x1, y1, x2, y2, hit in t:rays() do
      k = k + 1
      assert.same(rays[k], { x1, y1, x2, y2, hit })
    end
    assert.equal(#rays, k)
    -- what was hit is told, removed or not
    rock:remove()
    local _, _, _, _, hit = s:rays()(s)
    assert.is_true(rawequal(hit, rock))
    assert.equal("obstacle 1 (removed)", tostring(hit))
  end)

  it("hit the bounds, too", function()
    local plane = astar.plane({ bounds = { 0, 0, 10, 10 } })
    plane:polygon({ 4, -5, 6, -5, 6, 5, 4, 5 })
    local s = plane:search(1, 1, 9, 1)
    s:run()
    for _, _, _, _, hit in s:rays() do
      that(hit == nil or hit == "bounds" or tostring(hit) == "obstacle 1 (4 corners)", "%s", hit)
    end
  end)

  it("are none of a graph's search", function()
    local g = astar.graph()
    local a = g:add(0, 0)
    local s = g:search(a, a)
    raises("search on a plane expected", s.rays, s)
    local map = astar.grid({ width = 2, height = 2 })
    local t = map:search(map:cell(1, 1))
    raises("search on a plane expected", t.rays, t)
  end)
end)

describe("calls on something else", function()
  it("raise", function()
    local plane, g = astar.plane(), astar.graph()
    local rock, s, path = plane:box(0, 0, 1, 1), plane:search(5, 5, 6, 6), plane:path(5, 5, 6, 6)
    for _, other in ipairs({ g, rock, s, path, 3, "x", {}, io.stdout }) do
      for _, method in ipairs({ "polygon", "box", "circle", "remove", "obstacles", "at", "raycast", "path", "search" }) do
        raises(method, plane[method], other)
      end
    end
    for _, other in ipairs({ g, plane, path, 3, {}, io.stdout }) do
      raises("points", rock.points, other)
      raises("remove", rock.remove, other)
      raises("rays", s.rays, other)
    end
    raises("path", g.path, plane)
    raises("nodes", g.nodes, plane)
  end)
end)

describe("what nothing refers to", function()
  local function weak()
    return setmetatable({}, { __mode = "k" })
  end

  it("goes: planes, obstacles, searches, paths", function()
    local seen = weak()
    apart(function()
      local plane = astar.plane({ bounds = { -50, -50, 50, 50 } })
      local rock = plane:box(0, 0, 5, 5)
      local s = plane:search(-10, 0, 10, 0)
      s:step()
      local t = plane:search(-10, 0, 10, 0)
      t:run()
      rock.data = { plane, rock, s }
      seen[plane], seen[rock], seen[s], seen[t], seen[plane:path(-10, 0, 10, 0)] = 1, 1, 1, 1, 1
    end)
    collect()
    assert.is_nil(next(seen))
  end)

  it("stays as long as something needs it", function()
    local kept, planes = {}, weak()
    apart(function()
      local plane = astar.plane()
      kept.rock = plane:box(0, 0, 5, 5)
      plane:box(20, 0, 5, 5).data = "far"
      kept.search = plane:search(-10, 0, 40, 0)
      kept.path = plane:path(-10, 0, 10, 0)
      planes[plane] = true
    end)
    collect()
    assert.equal("obstacle 1 (4 corners)", tostring(kept.rock))
    assert.equal("found", kept.search:run())
    assert.is_truthy(next(planes))
    apart(function()
      assert.equal("far", kept.rock.plane:at(20, 0).data)
      kept.rays = kept.search:rays()
      kept.rock = nil
      collect()
      assert.is_truthy(kept.rays(kept.search))
    end)
    kept.search, kept.rays = nil, nil
    collect()
    -- a path is complete in itself
    assert.same({ x = -10, y = 0 }, kept.path[1])
    kept.path = nil
    collect()
    assert.is_nil(next(planes))
  end)

  it("gives its memory back, plane by plane and edit by edit", function()
    local function round(n)
      for _ = 1, n do
        local plane = astar.plane()
        for i = 1, 40 do
          plane:circle(i * 5 % 37, i * 7 % 41, 1)
        end
        local s = plane:search(-10, -10, 60, 60)
        s:run()
        plane:path(-10, -10, 60, 60, { radius = 0.3 })
      end
    end
    round(20)
    collect()
    local before = collectgarbage("count")
    round(random.size(300, 60))
    collect()
    that(collectgarbage("count") < before + 400, "%g KB more", collectgarbage("count") - before)
    local plane = astar.plane()
    for i = 1, random.size(2000, 400) do
      local rock = plane:circle(i % 37, i % 41, 1)
      plane:path(-5, -5, 50, 50)
      rock:remove()
    end
    collect()
    that(collectgarbage("count") < before + 400, "%g KB more", collectgarbage("count") - before)
  end)
end)
