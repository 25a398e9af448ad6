-- How the cost of outlines with many corners grows: their check, wrong ones, saved ones, and which one has a point inside.

local astar = require "astar"
local work = require "spec.support.work"

local cos, sin, pi = math.cos, math.sin, math.pi

-- Thin teeth side by side, long and aslant: the boxes of all edges overlap. n corners, or one less.
local function slanting(n)
  local list, teeth, long = {}, math.floor((n - 1) / 2), 1e5
  for i = 0, teeth - 1 do
    local at = 4 * i
    list[at + 1], list[at + 2] = i, -i
    list[at + 3], list[at + 4] = i + long + 0.5, long - 0.5 - i
  end
  list[#list + 1] = teeth - 10
  list[#list + 1] = -teeth - 10
  return list
end

-- Upright teeth: a ray to the right passes them all.
local function upright(n)
  local list = {}
  for i = 0, n / 2 - 2 do
    local at = 4 * i
    list[at + 1], list[at + 2], list[at + 3], list[at + 4] = 2 * i, 0, 2 * i + 1, 100
  end
  local at = #list
  list[at + 1], list[at + 2], list[at + 3], list[at + 4] = n, -1, -1, -1
  return list
end

local function round(n)
  local list = {}
  for i = 1, n do
    local angle = 2 * pi * i / n
    list[2 * i - 1], list[2 * i] = 100 * cos(angle), 100 * sin(angle)
  end
  return list
end

local function polygon_of(list)
  local plane = astar.plane()
  return function() return plane:polygon(list) end
end

describe("the work of", function()
  it("a polygon with slanting teeth", function()
    work.grows("slanting teeth", 2000, work.LINEAR, function(n) return polygon_of(slanting(n)) end)
  end)

  it("a polygon with upright teeth, or none", function()
    work.grows("upright teeth", 2000, work.LINEAR, function(n) return polygon_of(upright(n)) end)
    work.grows("a round polygon", 2000, work.LINEAR, function(n) return polygon_of(round(n)) end)
  end)

  -- n log² n, and twice as many sweeps where few can stop early: more than the usual margin.
  it("a polygon two of whose edges cross, wherever they are", function()
    for _, part in ipairs({ 0.01, 0.5, 0.99 }) do
      work.grows("teeth, one of which crosses others", 2000, work.LINEAR * 1.3, function(n)
        local list = slanting(n)
        local at = 4 * math.floor(part * n / 2)
        list[at + 3], list[at + 4] = list[at + 3] + 3, list[at + 4] + 3 - 20
        local plane = astar.plane()
        return function() assert(not pcall(plane.polygon, plane, list)) end
      end)
    end
  end)

  it("a polygon with a corner twice", function()
    work.grows("a corner twice", 2000, work.LINEAR, function(n)
      local list = slanting(n)
      list[#list - 3], list[#list - 2] = list[#list - 7], list[#list - 6]
      local plane = astar.plane()
      return function() assert(not pcall(plane.polygon, plane, list)) end
    end)
  end)

  it("loading slanting teeth", function()
    work.grows("loading", 2000, work.LINEAR, function(n)
      local plane = astar.plane()
      plane:polygon(slanting(n))
      local saved = plane:save()
      return function() return astar.load(saved) end
    end)
  end)

  it("asking for the obstacle at a point", function()
    for _, shape in ipairs({ upright, round }) do
      work.grows("at", 2000, work.CONSTANT, function(n)
        local plane = astar.plane()
        local rock = plane:polygon(shape(n))
        return function()
          for i = 1, 400 do
            local found = plane:at(i / 7, i / 9 % 50)
            assert(found == nil or found == rock)
          end
        end
      end)
    end
  end)
end)
