-- The searches of discs for their paths: each may take several updates, and what a disc finds does not depend on that.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

-- A map of cells blocked at random, or a plane with boxes; and a function that edits it.
local function land(rng, size)
  if rng:chance(0.5) then
    local map = astar.grid { width = size, height = size, corners = rng:pick { "never", "one", "always" } }
    for node in map:nodes() do
      node.blocked = rng:chance(0.2)
    end
    return map, function()
      local node = map:cell(rng:int(1, size), rng:int(1, size))
      node.blocked = not node.blocked
    end
  end
  local plane, boxes = astar.plane { bounds = { 0, 0, size, size } }, {}
  local function box()
    boxes[#boxes + 1] = plane:box(rng:real(1, size - 1), rng:real(1, size - 1), rng:real(0.5, 3), rng:real(0.5, 3))
  end
  for _ = 1, size do box() end
  return plane, function()
    if rng:chance(0.5) then box() else table.remove(boxes, rng:int(1, #boxes)):remove() end
  end
end

local function add(rng, size, crowd, count)
  local discs = {}
  for _ = 1, 50 * count do
    local x, y = rng:real(1, size - 1), rng:real(1, size - 1)
    local added, disc = pcall(crowd.add, crowd, x, y, { speed = 3 })
    if added then discs[#discs + 1] = disc end
    if #discs == count then break end
  end
  return discs
end

describe("a disc", function()
  it("finds the same way, however few expansions an update has", function()
    random.cases("ways in parts", 60, function(rng)
      local size = rng:int(10, 30)
      local map = land(rng, size)
      local first
      for _, expansions in ipairs { math.huge, 30, 700 } do
        local crowd = map:crowd { radius = 0.3, expansions = expansions }
        local disc = first and crowd:add(first.x, first.y, { speed = 3 }) or add(rng, size, crowd, 1)[1]
        if not disc then return end
        first = first or { x = disc.x, y = disc.y, goal = { rng:real(1, size - 1), rng:real(1, size - 1) } }
        disc.goal = first.goal
        -- It stands until it knows its way.
        local waited, length = 0, 0
        repeat
          crowd:update(0.1)
          waited = waited + 1
        until disc.x ~= first.x or disc.y ~= first.y or waited == 2000
        for _ = 1, 100 + 20 * size do
          crowd:update(0.1)
          length = length + math.sqrt(disc.vx ^ 2 + disc.vy ^ 2) * 0.1
        end
        local stop = ("%s at %.2f, %.2f"):format(disc.status, disc.x, disc.y)
        first.stop, first.length = first.stop or stop, first.length or length
        -- At which updates it looks ahead differs.
        that(stop == first.stop and math.abs(length - first.length) < 0.02 * length + 0.1, "%s after %g; %s after %g",
          first.stop, first.length, stop, length)
      end
    end)
  end)

  it("gets to a goal that moves in each update", function()
    local map = astar.grid { width = 60, height = 20 }
    for col = 5, 55, 5 do
      for row = 1, 20 do
        map:block(col, row, (row - col) % 20 > 2)
      end
    end
    local crowd = map:crowd { radius = 0.3, expansions = 500 }
    local disc = crowd:add(2.5, 10.5, { speed = 4 })
    for step = 1, 900 do
      disc.goal = { 58.5, 2 + math.min(step, 500) / 30 }
      crowd:update(0.1)
    end
    that(disc.status == "arrived", "%s", disc)
  end)

  it("goes on to the bit when it was saved in the middle of a search", function()
    random.cases("saved searches", 40, function(rng)
      local size = rng:int(10, 24)
      local map, edit = land(rng, size)
      local crowd = map:crowd { radius = 0.3, expansions = rng:pick { 20, 200, 2000 } }
      local discs = add(rng, size, crowd, rng:int(1, 12))
      local twin
      for step = 1, 120 do
        for _, disc in ipairs(discs) do
          if rng:chance(0.05) then disc.goal = { rng:real(0, size), rng:real(0, size) } end
        end
        if rng:chance(0.1) then edit() end
        if not twin and step > 5 and rng:chance(0.1) then
          twin = map:crowd(crowd:save())
          local saved = crowd:save()
          that(twin:save() == saved, "what was loaded is not saved as the same")
          for i, disc in ipairs(discs) do
            that(disc.id == i, "%s", disc)
          end
        end
        crowd:update(0.1)
        if twin then
          -- The same orders.
          for disc in twin:agents() do
            local own = discs[disc.id]
            local goal = own.goal
            local old = disc.goal or {}
            if goal and not (old[1] == goal[1] and old[2] == goal[2]) then disc.goal = goal end
          end
          twin:update(0.1)
          local a, b = crowd:positions(), twin:positions()
          for i = 1, #a do
            that(a[i] == b[i], "step %d, number %d: %.17g, %.17g", step, i, a[i], b[i])
          end
        end
      end
    end)
  end)
end)
