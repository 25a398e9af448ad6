-- Planes whose ground is what an outline encloses, without holes, against planes whose obstacles are all the rest.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local FAR = 60

-- A polygon around a place: seen from there, each of its corners is in another direction.
local function star(rng, x, y, least, most, count)
  local corners, rays = {}, {}
  for i = 1, count do
    local angle, length = (i + rng:real(-0.35, 0.35)) * 2 * math.pi / count, rng:real(least, most)
    corners[2 * i - 1], corners[2 * i] = x + length * math.cos(angle), y + length * math.sin(angle)
    rays[i] = angle
  end
  return corners, rays
end

local function reversed(corners)
  local out = {}
  for i = #corners - 1, 1, -2 do
    out[#out + 1] = corners[i]
    out[#out + 1] = corners[i + 1]
  end
  return out
end

-- The same ground, with what is outside as obstacles, one for each edge.
local function walled(corners, rays, holes)
  local plane, n = astar.plane(), #rays
  for i = 1, n do
    local k = i % n + 1
    local function far(angle) return FAR * math.cos(angle), FAR * math.sin(angle) end
    local ax, ay = far(rays[i])
    local bx, by = far(rays[k])
    plane:polygon { corners[2 * i - 1], corners[2 * i], corners[2 * k - 1], corners[2 * k], bx, by, ax, ay }
  end
  for _, hole in ipairs(holes) do plane:polygon(hole) end
  return plane
end

describe("a plane with an outline", function()
  it("has the paths of one with walls around", function()
    local found = 0
    random.cases("planes with outlines", 250, function(rng)
      local corners, rays = star(rng, 0, 0, 6, 20, rng:int(5, 24))
      local holes = {}
      for _ = 1, rng:int(0, 2) do
        local angle = (#holes * 3 + rng:real(0, 1)) % (2 * math.pi)
        holes[#holes + 1] = star(rng, 3 * math.cos(angle), 3 * math.sin(angle), 0.5, 1.2, rng:int(3, 7))
      end
      local fine, plane = pcall(astar.plane, { outline = rng:chance(0.5) and corners or reversed(corners), holes = holes })
      if not fine then
        that(tostring(plane):find("option 'holes': element 2: it", 1, true), "%s", plane)
        return
      end
      local other = walled(corners, rays, holes)
      for _ = 1, 12 do
        local most = rng:pick({ 6, 20 })
        local ax, ay, bx, by = rng:real(-most, most), rng:real(-most, most), rng:real(-most, most), rng:real(-most, most)
        local options = rng:chance(0.4) and { radius = rng:pick({ 0.1, 0.5, 1.5 }) } or nil
        local path, cost = plane:path(ax, ay, bx, by, options)
        local best, other_cost = other:path(ax, ay, bx, by, options)
        -- A disc rounds corners in a few steps, which depend on the directions of the edges beside them.
        if path and best and options then
          that(math.abs(cost - other_cost) <= 0.02 * other_cost, "%s, should be about %s", cost, other_cost)
        elseif not options then
          that((path == nil) == (best == nil), "%s, should be %s", cost, other_cost)
          if path then check.near(other_cost, cost, "cost") end
          found = found + (path and 1 or 0)
        end
        that(plane:free(ax, ay) == other:free(ax, ay), "free at %s, %s", ax, ay)
        that((plane:raycast(ax, ay, bx, by) == nil) == (other:raycast(ax, ay, bx, by) == nil), "ray from %s, %s", ax, ay)
      end
      local loaded = astar.load(plane:save())
      assert.same(plane.outline, loaded.outline)
      assert.equal(#holes, #loaded)
    end)
    that(found > 0, "no paths")
  end)

  it("has its corners, clockwise or not, and their box", function()
    local corners = { 0, 0, 10, 0, 10, 4, 4, 4, 4, 9, 0, 9 }
    local plane = astar.plane { outline = corners, holes = { { 1, 1, 2, 1, 2, 2, 1, 2 } } }
    assert.same({ 0, 0, 10, 9 }, plane.bounds)
    assert.equal(12, #plane.outline)
    assert.equal(1, #plane)
    assert.same(plane.outline, astar.plane({ outline = plane.outline }).outline)
    assert.equal("bounds", select(2, plane:free(8, 8)))
    assert.is_true(plane:free(8, 2))
    assert.is_false(plane:free(1.5, 1.5))
    local _, cost = plane:path(9, 3, 1, 8)
    assert.near(math.sqrt(25 + 1) + math.sqrt(9 + 16), cost, 1e-9)
    for rock in plane:obstacles() do rock:remove() end
    assert.is_true(plane:free(1.5, 1.5))
    assert.is_nil(astar.plane().outline)
    assert.equal(8, #astar.plane({ bounds = { 0, 0, 1, 1 } }).outline)
  end)

  it("says what is wrong", function()
    local square = { 0, 0, 10, 0, 10, 10, 0, 10 }
    local function refuses(options, pattern)
      local fine, message = pcall(astar.plane, options)
      that(not fine and message:find(pattern, 1, true), "%s", message)
    end
    refuses({ outline = 1 }, "option 'outline': array of coordinates expected, got number")
    refuses({ outline = {} }, "option 'outline': at least 3 corners expected, got 0")
    refuses({ outline = { 0, 0, 1 } }, "option 'outline': an even number of coordinates expected, got 3")
    refuses({ outline = { 0, 0, 1, "1", 2, 2 } }, "option 'outline': corner 2: number expected, got string")
    refuses({ outline = { 0, 0, 1, 1 / 0, 2, 2 } }, "option 'outline': corner 2: finite number up to 1e30 expected")
    refuses({ outline = { 0, 0, 1, 0 / 0, 2, 2 } }, "option 'outline': corner 2: finite number up to 1e30 expected")
    refuses({ outline = { 0, 0, 10, 10, 10, 0, 0, 10 } }, "option 'outline': edges 1 and 3 cross")
    refuses({ outline = { 0, 0, 1, 1, 2, 2 } }, "option 'outline': the outline has no area")
    refuses({ outline = { 0, 0, 1, 1, 0, 0, 2, 0 } }, "option 'outline': corners 1 and 3 are the same point")
    refuses({ outline = square, bounds = { 0, 0, 1, 1 } }, "options 'bounds' and 'outline' cannot go together")
    refuses({ outline = square, grid = astar.grid { width = 2, height = 2 } }, "options 'grid' and 'outline' cannot go together")
    refuses({ holes = { square } }, "option 'holes' needs 'outline'")
    refuses({ outline = square, holes = { 1 } }, "option 'holes': element 1: array of coordinates expected, got number")
    local hole, touches = { 2, 2, 3, 2, 3, 3 }, "it crosses or touches the outline, or another hole"
    local elsewhere = "it does not lie inside the outline, outside other holes"
    refuses({ outline = square, holes = { hole, { 20, 20, 21, 20, 21, 21 } } }, "option 'holes': element 2: " .. elsewhere)
    refuses({ outline = square, holes = { { 9, 9, 11, 9, 11, 11 } } }, "option 'holes': element 1: " .. touches)
    refuses({ outline = square, holes = { { 10, 5, 9, 5, 9, 6 } } }, "option 'holes': element 1: " .. touches)
    refuses({ outline = square, holes = { { 0, 0, 1, 2, 2, 1 } } }, "option 'holes': element 1: " .. touches)
    refuses({ outline = square, holes = { hole, { 3, 3, 4, 3, 4, 4 } } }, "option 'holes': element 2: " .. touches)
    refuses({ outline = square, holes = { { 1, 1, 8, 1, 8, 8, 1, 8 }, hole } }, "option 'holes': element 2: " .. elsewhere)
    refuses({ outline = square, holes = { hole, { 4, 4, 5, 5, 5, 4, 4, 5 } } }, "option 'holes': element 2: edges 1 and 3 cross")
  end)
end)
