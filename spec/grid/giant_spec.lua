-- Maps of so many cells that what a query reads is found when it comes there: connected(), nearest{ from= }, partial
-- paths and jump points, against a flood of the map, between edits. The maps are long strips, so that there are few cells.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local STRAIGHT = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }
local ALL = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }

local Strip = {}
Strip.__index = Strip

local function strip(rng)
  local tall = rng:chance(0.3)
  local s = setmetatable({ long = 33000, short = rng:int(5, 9), tall = tall, blocked = {}, closed = {} }, Strip)
  s.width, s.height = tall and s.short or s.long, tall and s.long or s.short
  s.corners = rng:pick{ "never", "one", "always" }
  s.wrap = rng:chance(0.2) and not tall and "x" or nil
  s.map = astar.grid{ width = s.width, height = s.height, corners = s.corners, wrap = s.wrap }
  s.map:unit("man", { default = 1 })
  return s
end

-- A cell by its place along the strip, from 1, and across it.
function Strip:cell(along, across)
  if self.tall then
    return self.map:cell(across, along)
  end
  return self.map:cell(along, across)
end

function Strip:index(along, across)
  return (along - 1) * self.short + across
end

function Strip:block(along, across, blocked)
  self.blocked[self:index(along, across)] = blocked or nil
  self:cell(along, across).blocked = blocked
end

-- Closes or opens the step from a cell to the next one along the strip.
function Strip:wall(along, across, closed)
  self.closed[self:index(along, across)] = closed or nil
  self.map:wall(self:cell(along, across), self:cell(along + 1, across), closed)
end

function Strip:bar(rng, along)
  local gap, blocked = rng:chance(0.5) and rng:int(1, self.short) or 0, rng:chance(0.7)
  for across = 1, self.short do
    self:block(along, across, blocked and across ~= gap)
  end
end

-- The number of the component of each cell that is not blocked, by a flood.
function Strip:label()
  local short, long, blocked, closed = self.short, self.long, self.blocked, self.closed
  local steps = self.corners == "always" and ALL or STRAIGHT
  local labels, stack, count = {}, {}, 0
  for first = 1, long * short do
    if not blocked[first] and not labels[first] then
      count = count + 1
      labels[first], stack[1] = count, first
      local top = 1
      while top > 0 do
        local at = stack[top]
        top = top - 1
        local across = (at - 1) % short + 1
        local along = (at - across) / short + 1
        for i = 1, #steps do
          local u, v = along + steps[i][1], across + steps[i][2]
          if self.wrap then
            u = (u - 1) % long + 1
          end
          if u >= 1 and u <= long and v >= 1 and v <= short then
            local to = (u - 1) * short + v
            local shut = v == across and closed[steps[i][1] > 0 and at or to]
            if not blocked[to] and not labels[to] and not shut then
              labels[to], top = count, top + 1
              stack[top] = to
            end
          end
        end
      end
    end
  end
  return labels
end

-- The least distance from a place to a cell of a component.
function Strip:least(labels, label, x, y)
  local least = math.huge
  for along = 1, self.long do
    local u = along - 0.5 - (self.tall and y or x)
    if self.wrap then
      u = math.min(math.abs(u), self.long - math.abs(u))
    end
    if u * u < least then
      for across = 1, self.short do
        local v = across - 0.5 - (self.tall and x or y)
        if labels[self:index(along, across)] == label then
          least = math.min(least, u * u + v * v)
        end
      end
    end
  end
  return math.sqrt(least)
end

local function pick(rng, s, along)
  if not along then
    along = rng:int(1, s.long)
  end
  return math.max(1, math.min(s.long, along)), rng:int(1, s.short)
end

local function check_pairs(rng, s, labels)
  for _ = 1, 30 do
    local u, v = pick(rng, s)
    local p, q = pick(rng, s, rng:chance(0.5) and u + rng:int(-200, 200) or nil)
    local from, to = s:cell(u, v), s:cell(p, q)
    local label, other = labels[s:index(u, v)], labels[s:index(p, q)]
    if label and other then
      that(s.map:connected(from, to, "man") == (label == other), "connected %s to %s", from, to)
      if math.abs(u - p) <= 200 then
        local path, cost = s.map:path(from, to, "man")
        local _, plain = s.map:path(from, to, { unit = "man", jump = false })
        that((path ~= nil) == (label == other), "path from %s to %s: %s", from, to, path)
        if path then
          check.near(plain, cost, "cost of the path by jump points")
        end
      end
    end
  end
end

local function check_nearest(rng, s, labels)
  local u, v = pick(rng, s)
  local p, q = pick(rng, s, rng:chance(0.7) and u + rng:int(-1000, 1000) or nil)
  local label = labels[s:index(u, v)]
  if not label then
    return
  end
  local from, goal = s:cell(u, v), s:cell(p, q)
  local least = s:least(labels, label, goal.x, goal.y)
  if not s.wrap then
    local node, distance = s.map:nearest(goal.x, goal.y, { unit = "man", from = from })
    check.near(least, distance, "distance of the nearest that can be reached")
    that(s.map:connected(from, node, "man"), "%s cannot be reached from %s", node, from)
  end
  if labels[s:index(p, q)] ~= label then
    local path = s.map:path(from, goal, { unit = "man", partial = true })
    local last = path[#path]
    local x, y = math.abs(last.x - goal.x), math.abs(last.y - goal.y)
    if s.wrap then
      x = math.min(x, s.long - x)
    end
    check.near(least, math.sqrt(x * x + y * y), "distance of the end of a partial path")
  end
end

local function edit(rng, s)
  for _ = 1, rng:int(1, 30) do
    local along, across = pick(rng, s)
    if rng:chance(0.3) then
      s:bar(rng, along)
    elseif rng:chance(0.1) and along < s.long and s.corners ~= "always" then
      s:wall(along, across, rng:chance(0.8))
    else
      s:block(along, across, rng:chance(0.6))
    end
  end
  if rng:chance(0.3) then
    local along = rng:int(1, s.long - 300)
    for at = along, along + rng:int(1, 300) do
      for across = 1, s.short do
        s:block(at, across, true)
      end
    end
  end
end

describe("a giant map", function()
  it("is connected, and has paths, as a flood tells", function()
    random.cases("giant strips", 4, function(rng)
      local s = strip(rng)
      for _ = 1, rng:int(0, 150) do
        s:bar(rng, rng:int(1, s.long))
      end
      for _ = 1, 4 do
        local labels = s:label()
        check_pairs(rng, s, labels)
        check_nearest(rng, s, labels)
        edit(rng, s)
      end
    end)
  end)

  it("has the same paths by jump points over open ground", function()
    random.cases("giant open maps", 3, function(rng)
      local side = 2000
      local map = astar.grid{ width = side, height = side, corners = rng:pick{ "never", "one", "always" } }
      -- Also walls, often at the edge of a block of bits: these are 64 cells wide, the first 63.
      local function box(blocked)
        local left, top, size = rng:int(1, side - 60), rng:int(1, side - 60), rng:int(1, 60)
        local thin = rng:chance(0.7)
        if thin and rng:chance(0.5) then
          top = 64 * rng:int(1, 30) + rng:int(-2, 1)
        end
        for row = top, thin and top or top + size do
          for col = left, left + size do
            map:block(col, row, blocked)
          end
        end
      end
      for _ = 1, 300 do
        box(true)
      end
      for _ = 1, 40 do
        local col, row = rng:int(1, side), rng:int(1, side)
        local to = map:cell(rng:int(math.max(1, col - 250), math.min(side, col + 250)),
          rng:int(math.max(1, row - 250), math.min(side, row + 250)))
        local from = map:cell(col, row)
        local path, cost = map:path(from, to)
        local plain, least = map:path(from, to, { jump = false })
        that((path ~= nil) == (plain ~= nil), "path from %s to %s: %s", from, to, path)
        if path then
          check.near(least, cost, "cost of the path by jump points")
        end
        box(rng:chance(0.5))
        map:block(math.max(1, col - 1), row, rng:chance(0.5))
      end
    end)
  end)

  it("tells at once that a goal is walled in", function()
    local map = astar.grid{ width = 2000, height = 2000 }
    for at = 995, 1005 do
      map:block(at, 995)
      map:block(at, 1005)
      map:block(995, at)
      map:block(1005, at)
    end
    local out, within = map:cell(1, 1), map:cell(1000, 1000)
    local path, why = map:path(out, within)
    assert.is_nil(path)
    assert.equal("unreachable", why)
    assert.is_false(map:connected(within, out))
    map:block(1005, 1000, false)
    assert.is_true(map:connected(within, out))
    assert.is_truthy(map:path(out, within))
  end)
end)
