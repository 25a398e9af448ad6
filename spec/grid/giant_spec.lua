-- Maps of so many cells that what a query reads is found when it comes there: connected(), nearest{ from= }, partial
-- paths and jump points, against a flood of the map, between edits. The maps are long strips, so that there are few cells.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local used = require "spec.support.used"

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

---- Maps of more than four million cells -------------------------------------------------------------------

-- What is known of their cells is kept only where something was edited.
describe("a map of more than four million cells", function()
  local SIDE = 2100

  local function giant() return astar.grid{ width = SIDE, height = SIDE } end

  after_each(function() astar.limit{ memory = math.huge } end)

  it("takes memory where something was edited", function()
    local FULL = "bytes exceeded"
    astar.limit{ memory = used() + 3000000 }
    local map = giant()
    map:fill(5, 5, 100, 100, "mud")
    for row = 1, 100 do map:wall(map:cell(900, row), map:cell(901, row)) end
    map:fill(1, 1, SIDE, SIDE, nil)
    check.raises(FULL, map.fill, map, 1, 1, SIDE, SIDE, "mud")
    that(map:get(SIDE, SIDE) == "default" and map:get(5, 5) == "default", "nothing is half filled")
    -- Edits one by one, to the last byte of the limit.
    local function until_full(block)
      local at = 1
      while pcall(block, map:cell(at % SIDE + 1, math.floor(at / SIDE) + 1)) do at = at + 701 end
      return map:cell(at % SIDE + 1, math.floor(at / SIDE) + 1)
    end
    local full = until_full(function(cell) cell.blocked = true end)
    that(not full.blocked, "the cell is as before")
    check.raises(FULL, map.block, map, full.col, full.row)
    check.raises(FULL, map.set, map, full.col, full.row, "mud")
    local other = map:cell(full.col + 1, full.row)
    check.raises(FULL, map.wall, map, full, other)
    check.raises(FULL, map.unlink, map, full, other)
    check.raises(FULL, full.unlink, full)
    that(map:linked(full, other) and map:linked(other, full), "the steps are as before")
    astar.limit{ memory = math.huge }
    map:unlink(full, other)
    that(not map:linked(full, other), "with more memory it works")
  end)

  it("is edited, saved and loaded like any", function()
    random.cases("giant edits", 6, function(rng)
      local map, model, walls = giant(), {}, {}
      local function somewhere() return rng:pick{ 1, 400, 1700 } + rng:int(0, 12), rng:pick{ 1, 2, 900 } + rng:int(0, 6) end
      for _ = 1, rng:int(0, 60) do
        local col, row = somewhere()
        local key, act = row * SIDE + col, rng:int(1, 4)
        model[key] = model[key] or {}
        if act == 1 then
          model[key].blocked = rng:chance(0.7)
          map:block(col, row, model[key].blocked)
        elseif act == 2 then
          model[key].terrain = rng:pick{ "mud", "sand" }
          map:set(col, row, model[key].terrain)
        elseif act == 3 then
          walls[key] = rng:chance(0.7)
          map:wall(map:cell(col, row), map:cell(col + 1, row), walls[key])
        else
          map:link(map:cell(col, row), map:cell(SIDE, SIDE), { cost = 7 })
          model[key].link = true
        end
      end
      local text = map:save()
      local loaded = astar.load(text)
      that(loaded:save() == text, "the loaded map is saved otherwise")
      that(#text < 200000, "%d bytes", #text)
      for _, m in ipairs{ map, loaded } do
        for key, cell in pairs(model) do
          local col, row = key % SIDE, math.floor(key / SIDE)
          local node = m:cell(col, row)
          that(node.blocked == (cell.blocked or false), "blocked at %d, %d", col, row)
          that(m:get(col, row) == (cell.terrain or "default"), "terrain at %d, %d", col, row)
          that(m:linked(node, m:cell(SIDE, SIDE)) == (cell.link or false), "link at %d, %d", col, row)
        end
        for key, closed in pairs(walls) do
          local col, row = key % SIDE, math.floor(key / SIDE)
          that(m:linked(m:cell(col, row), m:cell(col + 1, row)) ~= closed, "wall at %d, %d", col, row)
        end
      end
      -- Damage is refused or harmless.
      for _ = 1, 40 do
        local at = rng:int(1, #text)
        that(not astar.load(text:sub(1, at - 1)), "a part of the string")
        astar.load(text:sub(1, at - 1) .. string.char(rng:int(0, 255)) .. text:sub(at + 1))
      end
    end)
  end)

  it("has the paths, searches and flows of a small map with the same cells", function()
    random.cases("giant paths", 12, function(rng)
      local wide, tall = 40, 30
      local left, top = rng:pick{ 0, 480, 1000 }, rng:pick{ 0, 700 }
      local big, small = giant(), astar.grid{ width = wide, height = tall }
      for _, map in ipairs{ big, small } do
        map:unit("man", { mud = 3, sand = 1.5 })
      end
      big:fill(left + 1, top + 1, wide + 1, tall + 1, "rock")
      big:fill(math.max(left, 1), math.max(top, 1), 1, tall + 2, "rock")
      big:fill(math.max(left, 1), math.max(top, 1), wide + 2, 1, "rock")
      big:unit("man", { mud = 3, sand = 1.5, rock = false })
      for row = 1, tall do
        for col = 1, wide do
          local terrain = rng:pick{ "default", "mud", "sand" }
          big:set(left + col, top + row, terrain)
          small:set(col, row, terrain)
          if rng:chance(0.2) then
            big:block(left + col, top + row)
            small:block(col, row)
          end
        end
      end
      local goal = { rng:int(1, wide), rng:int(1, tall) }
      local flows = {}
      for i, map in ipairs{ big, small } do
        local dx, dy = i == 1 and left or 0, i == 1 and top or 0
        flows[i] = map:flow(map:cell(goal[1] + dx, goal[2] + dy), "man")
      end
      for _ = 1, 8 do
        local start, options = { rng:int(1, wide), rng:int(1, tall) }, { unit = "man", jump = rng:chance(0.5), partial = rng:chance(0.3) }
        local costs = {}
        for i, map in ipairs{ big, small } do
          local dx, dy = i == 1 and left or 0, i == 1 and top or 0
          local from, to = map:cell(start[1] + dx, start[2] + dy), map:cell(goal[1] + dx, goal[2] + dy)
          local path, cost = map:path(from, to, options)
          local s = map:search(from, to, "man")
          while s:step(50) == "searching" do end
          costs[i] = { path and cost or -1, s:cost(to) or -1, flows[i]:cost(from) or -1, s.status, s.expanded }
        end
        for k = 1, 3 do check.near(costs[2][k], costs[1][k], "cost %d on a giant map", k) end
        for k = 4, 5 do
          that(costs[1][k] == costs[2][k], "result %d is %s on a giant, %s on a small map", k, costs[1][k], costs[2][k])
        end
      end
    end)
  end)
end)
