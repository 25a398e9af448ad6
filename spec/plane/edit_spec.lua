-- What a plane remembers must not outlive its truth: on crowded ground that is edited all the time, a plane
-- that has been asked much gives the same ways as one that was made just now.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local SIZE = 100

-- An obstacle as the call that makes it.
local function any_obstacle(rng, largest)
  local x, y = rng:real(0, SIZE), rng:real(0, SIZE)
  if rng:chance(0.5) then
    return { "box", x, y, rng:real(1, largest), rng:real(1, largest), rng:real(0, 3) }
  end
  return { "circle", x, y, rng:real(0.5, largest / 2), rng:int(3, 20) }
end

local function place(plane, o)
  return plane[o[1]](plane, check.unpack(o, 2))
end

local function fresh(made)
  local plane = astar.plane{ bounds = { 0, 0, SIZE, SIZE } }
  for _, o in ipairs(made) do
    place(plane, o)
  end
  return plane
end

local function same(a, b)
  return a == b or (type(a) == "number" and type(b) == "number" and check.close(a, b))
end

-- The places of a route as a text, and its length.
local function route(plane, x1, y1, x2, y2, options)
  local path, length = plane:path(x1, y1, x2, y2, options)
  if not path then return tostring(length) end
  local list = {}
  for i, number in ipairs(path:points()) do list[i] = ("%.17g"):format(number) end
  return table.concat(list, " "), length
end

describe("a crowded plane that is edited", function()
  it("gives the ways that a new one gives", function()
    random.cases("plane edits", 12, function(rng)
      local largest = rng:real(3, 12)
      local made, handles = {}, {}
      local plane = astar.plane{ bounds = { 0, 0, SIZE, SIZE } }
      for i = 1, rng:int(60, 160) do
        made[i] = any_obstacle(rng, largest)
        handles[i] = place(plane, made[i])
      end
      local function ends()
        return rng:real(0, SIZE), rng:real(0, SIZE), rng:real(0, SIZE), rng:real(0, SIZE)
      end
      for _ = 1, 20 do
        plane:path(ends())
      end
      for _ = 1, 25 do
        local i = rng:int(1, #made)
        plane:remove(handles[i])
        made[i] = any_obstacle(rng, largest)
        handles[i] = place(plane, made[i])
        local new = fresh(made)
        for _ = 1, 6 do
          local x1, y1, x2, y2 = ends()
          local _, length = plane:path(x1, y1, x2, y2)
          local _, wanted = new:path(x1, y1, x2, y2)
          that(same(length, wanted), "%s, on a new plane %s", length, wanted)
        end
      end
    end)
  end)

  it("gives the same ways by any heuristic", function()
    random.cases("plane heuristics", 12, function(rng)
      local plane = astar.plane{ bounds = { 0, 0, SIZE, SIZE } }
      local largest = rng:real(2, 20)
      for _ = 1, rng:int(10, 150) do
        place(plane, any_obstacle(rng, largest))
      end
      for _ = 1, 60 do
        local x1, y1, x2, y2 = rng:real(0, SIZE), rng:real(0, SIZE), rng:real(0, SIZE), rng:real(0, SIZE)
        local _, length = plane:path(x1, y1, x2, y2)
        local _, wanted = plane:path(x1, y1, x2, y2, { heuristic = "zero" })
        that(same(length, wanted), "%s, without heuristic %s", length, wanted)
        local back = plane:search(x2, y2, x1, y1)
        back:run()
        that(not wanted or type(wanted) == "string" or same(wanted, back:path().cost), "another length the other way round")
      end
    end)
  end)

  -- The ground is its own mirror image, and so is each question: of most ways there are two that are equally long.
  it("does not remember the order of the edits", function()
    random.cases("plane edit order", 12, function(rng)
      local size, made = rng:int(8, 24), {}
      for _ = 1, rng:int(3, 30) do
        local x, y = rng:int(1, size - 2) + 0.5, rng:int(1, size - 2) + 0.5
        local width, height = rng:int(0, 2) + 0.5, rng:int(0, 2) + 0.5
        made[#made + 1] = { "box", x, y, width, height }
        made[#made + 1] = { "box", x, size - y, width, height }
      end
      local function build(order, passing)
        local plane, gone = astar.plane{ bounds = { 0, 0, size, size } }, {}
        for _, o in ipairs(order) do
          if passing then gone[#gone + 1] = place(plane, rng:pick(made)) end
          place(plane, o)
          if #gone > 4 then plane:remove(table.remove(gone, rng:int(1, #gone))) end
        end
        for _, o in ipairs(gone) do plane:remove(o) end
        return plane
      end
      local plane = build(made)
      local others = { build(rng:shuffle { check.unpack(made) }, true), astar.load(plane:save()) }
      for _ = 1, 40 do
        local x1, y1, x2, y2 = rng:int(0, size), size / 2, rng:int(0, size), size / 2
        if rng:chance(0.3) then y1, y2 = rng:int(0, size), rng:int(0, size) end
        local options = { radius = rng:pick { 0.25, 0.5 }, heuristic = rng:pick { "auto", "zero" } }
        if rng:chance(0.5) then options.radius = nil end
        local wanted, length = route(plane, x1, y1, x2, y2, options)
        for i, other in ipairs(others) do
          local found, found_length = route(other, x1, y1, x2, y2, options)
          that(found == wanted and found_length == length, "%d: %s, not %s", i, found, wanted)
        end
      end
    end)
  end)
end)
