-- A plane remembers which parts of its ground are closed, also across edits elsewhere. What it answers is what a plane
-- answers that has just been made.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

-- A plane that is edited, and the list of its obstacles, to make it anew.
local function field(rng, size)
  local f = { list = {}, bounds = rng:chance(0.7) and { 0, 0, size, size } or nil }

  local function coordinate()
    return rng:chance(0.7) and rng:int(0, size) or rng:real(0, size)
  end

  local function shape()
    local kind = rng:int(1, 4)
    if kind == 1 then return { "box", coordinate(), coordinate(), rng:int(1, 8), rng:int(1, 8) } end
    if kind == 2 then return { "box", coordinate(), coordinate(), rng:int(5, 30), 1, rng:int(0, 7) * math.pi / 8 } end
    if kind == 3 then return { "circle", coordinate(), coordinate(), rng:real(0.5, 4.5) } end
    return { "box", coordinate(), coordinate(), 1, rng:int(5, 30) }
  end

  local function put(plane, o)
    return plane[o[1]](plane, o[2], o[3], o[4], o[5], o[6])
  end

  function f.add()
    local o = shape()
    o.handle = put(f.plane, o)
    table.insert(f.list, o)
  end

  function f.edit()
    if #f.list > 0 and rng:chance(0.5) then
      table.remove(f.list, rng:int(1, #f.list)).handle:remove()
    else
      f.add()
    end
  end

  function f.anew()
    local plane = astar.plane({ bounds = f.bounds })
    for _, o in ipairs(f.list) do
      put(plane, o)
    end
    return plane
  end

  f.coordinate = coordinate
  f.plane = astar.plane({ bounds = f.bounds })
  return f
end

-- What a search finds that looks at everything: cost, or nil and the status; where it ends, and whether that is partial.
local function whole(plane, ax, ay, bx, by, options)
  local s = plane:search(ax, ay, bx, by, options)
  s:run()
  local path, cost = s:path()
  if not path then return nil, s.status end
  return cost, path.partial, path[#path].x, path[#path].y
end

local function found(path, cost)
  if not path then return nil, cost end
  return cost, path.partial, path[#path].x, path[#path].y
end

local function same(a, b)
  return a == b or type(a) == "number" and type(b) == "number" and check.close(a, b)
end

describe("closed parts of a plane", function()
  it("are found beside edits as on a plane that has just been made", function()
    random.cases("parts", 20, function(rng)
      local f = field(rng, rng:int(10, 60))
      for _ = 1, rng:int(5, 40) do
        f.add()
      end
      local radii = { false, 0.5, rng:real(0.1, 2) }
      for step = 1, 12 do
        for _ = 1, rng:int(0, 2) do
          f.edit()
        end
        for _ = 1, 3 do
          local ax, ay, bx, by = f.coordinate(), f.coordinate(), f.coordinate(), f.coordinate()
          local options = { radius = rng:pick(radii) or nil, partial = rng:chance(0.7) }
          local where = ("step %d, from %.17g, %.17g to %.17g, %.17g, radius %s, partial %s"):format(
            step, ax, ay, bx, by, tostring(options.radius), tostring(options.partial))
          local got = { found(f.plane:path(ax, ay, bx, by, options)) }
          local want = { whole(f.anew(), ax, ay, bx, by, options) }
          for i = 1, 4 do
            that(same(got[i], want[i]), "path, value %d: %s instead of %s: %s", i, got[i], want[i], where)
          end
          got = { f.plane:nearest(bx, by, { radius = options.radius, from = { ax, ay } }) }
          want = { f.anew():nearest(bx, by, { radius = options.radius, from = { ax, ay } }) }
          for i = 1, 3 do
            that(same(got[i], want[i]), "nearest, value %d: %s instead of %s: %s", i, got[i], want[i], where)
          end
        end
      end
    end)
  end)

  it("of a plane made from a grid are those of its cells", function()
    random.cases("parts of a grid", 40, function(rng)
      local size, blocked = rng:int(6, 30), rng:real(0.1, 0.6)
      local map = astar.grid({ width = size, height = size, neighbours = 4 })
      local open = {}
      for node in map:nodes() do
        node.blocked = rng:chance(blocked)
        if not node.blocked then table.insert(open, node) end
      end
      if #open == 0 then return end
      local plane, radius = astar.plane({ grid = map }), rng:pick({ false, 0.3, 0.45 }) or nil
      for _ = 1, 20 do
        local a, b = rng:pick(open), rng:pick(open)
        local joined = map:connected(a, b)
        local where = ("%d x %d cells, from %s to %s, radius %s"):format(size, size, tostring(a), tostring(b), tostring(radius))
        that((plane:path(a.x, a.y, b.x, b.y, { radius = radius }) ~= nil) == joined, "path: %s", where)
        that(plane:path(a.x, a.y, b.x, b.y, { radius = radius, partial = true }).partial ~= joined, "partial: %s", where)
        local _, _, distance = plane:nearest(b.x, b.y, { radius = radius, from = { a.x, a.y } })
        that((distance == 0) == joined, "nearest, %s away: %s", distance, where)
      end
    end)
  end)
end)
