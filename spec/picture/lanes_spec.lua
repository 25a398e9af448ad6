-- astar.picture.lanes: routes that share a stretch lie side by side there, and nowhere else.

local lanes = require "astar.picture.lanes"
local random = require "spec.support.random"

local function distance_to(points, x, y)
  local least = math.huge
  for i = 3, #points, 2 do
    local ax, ay = points[i - 2], points[i - 1]
    local dx, dy = points[i] - ax, points[i + 1] - ay
    local length = dx * dx + dy * dy
    local t = length > 0 and math.max(0, math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) or 0
    least = math.min(least, math.sqrt((ax + t * dx - x) ^ 2 + (ay + t * dy - y) ^ 2))
  end
  return least
end

local function near(expected, got)
  assert(#expected == #got, "points: " .. #got .. " for " .. #expected .. ": " .. table.concat(got, " "))
  for i = 1, #expected do assert(math.abs(expected[i] - got[i]) < 1e-9, table.concat(got, " ")) end
end

describe("lanes", function()
  it("leaves routes alone that share nothing", function()
    local routes = { { { 0, 0, 1, 0, 2, 0 } }, { { 0, 1, 1, 1 } } }
    assert.equal(routes, lanes(routes, 0.1))
    local one = { { { 0, 0, 1, 0 } } }
    assert.equal(one, lanes(one, 0.1))
    local crossing = { { { 0, 0, 1, 1, 2, 2 } }, { { 0, 2, 1, 1, 2, 0 } } }
    assert.equal(crossing, lanes(crossing, 0.1))
    assert.same({}, lanes({}, 0.1))
  end)

  it("puts two side by side, whichever way they go", function()
    local result = lanes({ { { 0, 0, 1, 0 } }, { { 1, 0, 0, 0 } } }, 0.2)
    near({ 0, -0.1, 1, -0.1 }, result[1][1])
    near({ 1, 0.1, 0, 0.1 }, result[2][1])
  end)

  it("lets them part without crossing", function()
    -- Both along x; the first turns to the side of +y, the second to that of -y: so the first lies on the side of +y.
    local result = lanes({ { { 0, 0, 1, 0, 2, 0, 2, 1 } }, { { 0, 0, 1, 0, 2, 0, 2, -1 } } }, 0.2)
    assert(result[1][1][2] > 0 and result[2][1][2] < 0)
    -- The other way round.
    result = lanes({ { { 0, 0, 1, 0, 2, 0, 2, -1 } }, { { 0, 0, 1, 0, 2, 0, 2, 1 } } }, 0.2)
    assert(result[1][1][2] < 0 and result[2][1][2] > 0)
    -- Coming together, and one against the other.
    result = lanes({ { { 0, -1, 0, 0, 1, 0 } }, { { 1, 0, 0, 0, 0, 1 } } }, 0.2)
    local first, second = result[1][1], result[2][1]
    assert(first[#first] < 0 and second[2] > 0, first[#first] .. " " .. second[2])
  end)

  it("keeps the order through a stretch that a third one joins", function()
    local a = { 0, 0, 1, 0, 2, 0, 3, 0, 3, 1 }
    local b = { 0, 0, 1, 0, 2, 0, 3, 0, 3, -1 }
    local c = { 1, 1, 1, 0, 2, 0, 2, 1 }
    local result = lanes({ { a }, { b }, { c } }, 0.2)
    local ya, yb = result[1][1][2], result[2][1][2]
    assert(ya > yb)
    assert(distance_to(result[1][1], 0.5, ya) < 1e-9)
    assert(distance_to(result[2][1], 1.5, -0.2) < 1e-9, "the one that leaves to -y stays at that side")
    assert(distance_to(result[3][1], 1.5, 0.2) < 1e-9)
    assert(distance_to(result[1][1], 1.5, 0) < 1e-9)
  end)

  it("turns corners without gaps", function()
    local way = { 0, 0, 1, 0, 1, 1 }
    local result = lanes({ { way }, { { 0, 0, 1, 0, 1, 1 } } }, 0.2)
    near({ 0, -0.1, 1.1, -0.1, 1.1, 1 }, result[1][1])
    near({ 0, 0.1, 0.9, 0.1, 0.9, 1 }, result[2][1])
    -- Back the way one came has no inner corner.
    local back = lanes({ { { 0, 0, 1, 0, 0, 0 } }, { { 0, 0, 1, 0 } } }, 0.2)
    for _, value in ipairs(back[1][1]) do assert(value == value and math.abs(value) <= 1.2) end
  end)

  it("takes points that repeat, lines of one point, and none", function()
    local result = lanes({ { { 0, 0, 0, 0, 1, 0, 1, 0 } }, { { 0, 0, 1, 0 }, { 5, 5 }, {} } }, 0.2)
    near({ 0, -0.1, 1, -0.1 }, result[1][1])
    near({ 5, 5 }, result[2][2])
    assert.same({}, result[2][3])
    local huge = { { { -1e300, 0, 1e300, 1e300 } }, { { -1e300, 0, 1e300, 1e300 } } }
    assert.equal(2, #lanes(huge, 0.2))
  end)

  it("does not try where there are too many", function()
    local routes = {}
    for i = 1, 33 do routes[i] = { { 0, 0, 1, 0 } } end
    assert.equal(routes, lanes(routes, 0.2))
    routes[33] = nil
    assert.not_equal(routes, lanes(routes, 0.2))
  end)

  it("keeps every route within its lanes, and apart from the others on common pieces", function()
    random.cases("lanes", 200, function(r)
      local routes = {}
      for i = 1, r:int(2, 5) do
        local x, y, points = r:int(0, 3), r:int(0, 3), {}
        for _ = 1, r:int(1, 12) do
          points[#points + 1], points[#points + 2] = x, y
          x, y = x + r:int(-1, 1), y + r:int(-1, 1)
        end
        routes[i] = { points }
      end
      local spacing = 0.02
      local result = lanes(routes, spacing)
      for i, lines in ipairs(result) do
        local from, to = routes[i][1], lines[1]
        for k = 1, #to, 2 do
          assert(to[k] == to[k] and (#from < 4 or distance_to(from, to[k], to[k + 1]) < 0.3), "a point is far off")
        end
        -- Each end stays near to where it was.
        for _, at in ipairs { 1, #from - 1 } do
          local k = at == 1 and 1 or #to - 1
          assert(math.abs(from[at] - to[k]) < 0.1 and math.abs(from[at + 1] - to[k + 1]) < 0.1)
        end
      end
      assert.same(result, lanes(routes, spacing))
    end)
  end)
end)
