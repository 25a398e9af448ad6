-- Followers: along a path at their speed, onto new paths without a jump, on every kind of space.

local astar = require "astar"
local follow = require "astar.follow"
local check = require "spec.support.check"
local random = require "spec.support.random"
local walkers = require "spec.support.walkers"
local shapes = require "spec.support.shapes"

local that, raises = check.that, check.raises
local abs, min, pi, sqrt = math.abs, math.min, math.pi, math.sqrt
local arctan = rawget(math, "atan2") or math.atan

-- Of coordinates up to a few hundred.
local NEAR = 1e-6

local function near(want, got, what)
  that(type(got) == "number" and abs(want - got) <= NEAR, "%s: expected %.12g, got %.12g", what, want, got)
end

---- Spaces ------------------------------------------------------------------------------------------------

-- A space for the random cases: `path(rng)` gives any path on it, `seams` how far apart the sides of the map are.

local function graph_space(rng)
  local g, nodes = astar.graph(), {}
  for i = 1, 30 do
    local old = nodes[i - 1]
    -- Some at the place of another, some straight above it.
    if old and rng:chance(0.1) then nodes[i] = g:add(old.x, old.y, old.z)
    elseif old and rng:chance(0.1) then nodes[i] = g:add(old.x, old.y, old.z + rng:real(-9, 9))
    else nodes[i] = g:add(rng:real(-50, 50), rng:real(-50, 50), rng:chance(0.5) and rng:real(-20, 20) or 0) end
    if old then g:link(old, nodes[i]) end
  end
  for _ = 1, 8 do
    local a, b = rng:pick(nodes), rng:pick(nodes)
    if a ~= b then g:link(a, b, { cost = rng:real(0, 300) }) end
  end
  return { seams = {}, path = function() return (g:path(rng:pick(nodes), rng:pick(nodes))) end }
end

local LAYOUTS = { "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }
local WRAPS = { "x", "y", "xy" }

local function grid_space(rng, wrap)
  local layout = rng:pick(LAYOUTS)
  local width, height = 2 * rng:int(2, 8), 2 * rng:int(2, 8)
  local cell = rng:real(0.5, 20)
  local hills = rng:chance(0.4)
  local map = astar.grid { width = width, height = height, layout = layout, cell = cell, wrap = wrap,
    ground = hills and function(x, y) return x % 3 + y % 2 end or nil }
  local seams = {}
  if wrap then
    local wide = astar.grid { width = 2 * width, height = 2 * height, layout = layout, cell = cell }
    local first, right, down = wide:cell(1, 1), wide:cell(width + 1, 1), wide:cell(1, height + 1)
    if wrap ~= "y" then seams[1] = { right.x - first.x, right.y - first.y } end
    if wrap ~= "x" then seams[#seams + 1] = { down.x - first.x, down.y - first.y } end
  end
  for cell_of_map in map:nodes() do
    if rng:chance(0.15) then cell_of_map.blocked = true end
  end
  local function any() return map:cell(rng:int(1, width), rng:int(1, height)) end
  return { seams = seams, path = function() return (map:path(any(), any())) end }
end

local function plane_space(rng)
  local plane = astar.plane { bounds = { 0, 0, 100, 80 } }
  for _ = 1, 12 do
    plane:box(rng:real(5, 95), rng:real(5, 75), rng:real(1, 15), rng:real(1, 15), rng:real(0, pi))
  end
  return { seams = {}, path = function()
    return (plane:path(rng:real(0, 100), rng:real(0, 80), rng:real(0, 100), rng:real(0, 80)))
  end }
end

local SPACES = {
  graph = graph_space,
  ["tile map"] = function(rng) return grid_space(rng) end,
  ["wrapping tile map"] = function(rng) return grid_space(rng, rng:pick(WRAPS)) end,
  plane = plane_space,
}
local NAMES = { "graph", "plane", "tile map", "wrapping tile map" }

local function path_on(space)
  for _ = 1, 200 do
    local path = space.path()
    if path then return path end
  end
  error("no path at all")
end

-- The shortest of the differences of two places, over the seams too.
local function across(space, x, y)
  local best_x, best_y = x, y
  local first, second = space.seams[1] or { 0, 0 }, space.seams[2] or { 0, 0 }
  for i = -1, 1 do
    for k = -1, 1 do
      local u, v = x + i * first[1] + k * second[1], y + i * first[2] + k * second[2]
      if u * u + v * v < best_x * best_x + best_y * best_y - 1e-9 then best_x, best_y = u, v end
    end
  end
  return best_x, best_y
end

---- The oracle --------------------------------------------------------------------------------------------

-- Legs of a path: { x, y, z, of its begin; wide, high, tall; length }
local function legs_of(space, path)
  local points, legs = path:points(3), {}
  for i = 1, #path - 1 do
    local at = 3 * i
    local wide, high = across(space, points[at + 1] - points[at - 2], points[at + 2] - points[at - 1])
    local tall = points[at + 3] - points[at]
    legs[i] = { points[at - 2], points[at - 1], points[at], wide, high, tall,
      length = sqrt(wide * wide + high * high + tall * tall) }
  end
  return legs, points
end

-- The place so far along: x, y, z, the angle there (nil without one), how far it is to the next corner.
local function walk(legs, points, distance)
  local angle
  for i, leg in ipairs(legs) do
    if leg.length > 0 and (leg[4] ~= 0 or leg[5] ~= 0) then angle = arctan(leg[5], leg[4]) end
    if distance < leg.length then
      local part = distance / leg.length
      return leg[1] + part * leg[4], leg[2] + part * leg[5], leg[3] + part * leg[6], angle,
        min(i > 1 and distance or 1, leg.length - distance)
    end
    distance = distance - leg.length
  end
  local count = #points
  return points[count - 2], points[count - 1], points[count], angle, 1
end

-- Equal places, be they at different sides of a wrapping map; `exactly`: not even that.
local function same_place(space, x, y, z, f, what, exactly)
  local off_x, off_y = f.x - x, f.y - y
  if not exactly then off_x, off_y = across(space, off_x, off_y) end
  near(0, off_x, what .. ", x")
  near(0, off_y, what .. ", y")
  near(z, f.z, what .. ", z")
end

-- How far apart two places are.
local function gap(space, x, y, z, f)
  local off_x, off_y = across(space, f.x - x, f.y - y)
  return sqrt(off_x * off_x + off_y * off_y + (f.z - z) * (f.z - z))
end

describe("a follower on any space", function()
  for _, name in ipairs(NAMES) do
    it("walks the path at its speed: " .. name, function()
      random.cases("follow " .. name, 150, function(rng)
        local space = SPACES[name](rng)
        local path = path_on(space)
        local legs, points = legs_of(space, path)
        local speed = rng:real(0.1, 20)
        local f = follow(path, speed)
        local walked, turns = 0, 0
        same_place(space, points[1], points[2], points[3], f, "at the beginning", true)
        near(path.length, f.left, "left at the beginning")
        while not f.done do
          turns = turns + 1
          that(turns < 5000, "never arrives")
          if rng:chance(0.1) then f.speed = rng:chance(0.2) and 0 or rng:real(0, 3 * path.length + 1) end
          local dt = rng:chance(0.1) and 0 or rng:real(0, 0.2)
          local before_x, before_y, before_z = f.x, f.y, f.z
          local x, y, angle, done = f:update(dt)
          walked = min(walked + f.speed * dt, path.length)
          local want_x, want_y, want_z, want_angle, corner = walk(legs, points, walked)
          if corner > NEAR then
            same_place(space, want_x, want_y, want_z, f, "under way", true)
            if want_angle and walked > NEAR then
              that(abs(math.sin((want_angle - angle) / 2)) < 1e-5, "angle: expected %g, got %g", want_angle, angle)
            end
          end
          that(gap(space, before_x, before_y, before_z, f) <= f.speed * dt + NEAR, "too far at once")
          near(path.length - walked, f.left, "left")
          that(x == f.x and y == f.y and angle == f.angle and done == f.done, "update gives other than the fields")
          that(done == (f.left == 0), "done without having arrived, or the reverse")
        end
        local last = #points
        that(f.x == points[last - 2] and f.y == points[last - 1] and f.z == points[last], "beside the goal")
        that(f.path == path, "another path")

        local leap = follow(path, 1)
        leap:update(2 * path.length + 1)
        that(leap.done and leap.left == 0, "one big step does not arrive")
        that(leap.x == f.x and leap.y == f.y and leap.z == f.z and leap.angle == f.angle,
          "one big step ends elsewhere")
      end)
    end)

    it("goes onto new paths without a jump: " .. name, function()
      random.cases("follow anew " .. name, 150, function(rng)
        local space = SPACES[name](rng)
        local f = follow(path_on(space), rng:real(0.1, 20))
        for _ = 1, 6 do
          f:update(rng:real(0, 1.2) * f.left / f.speed)
          local x, y, z, angle = f.x, f.y, f.z, f.angle
          local path = path_on(space)
          f:go(path)
          near(0, gap(space, x, y, z, f), "jump")
          that(not f.done and f.path == path and f.angle == angle, "go turned it, or ended it")
          local left = f.left
          -- Two more to compare with: small steps from here, and one for each.
          local steps = rng:int(1, 30)
          local stop = rng:real(0, 1) * left
          x, y, z = f.x, f.y, f.z
          for _ = 1, steps do
            f:update(stop / steps / f.speed)
            that(gap(space, x, y, z, f) <= stop / steps + NEAR, "too far at once")
            x, y, z = f.x, f.y, f.z
          end
          near(left - stop, f.left, "left after " .. steps .. " steps")
          if f.left <= path.length then
            local legs, points = legs_of(space, path)
            local want_x, want_y, want_z, _, corner = walk(legs, points, path.length - f.left)
            if corner > NEAR then same_place(space, want_x, want_y, want_z, f, "on the new path", true) end
          end
        end
        f:update(2 * f.left / f.speed + 1)
        that(f.done, "never arrives")
      end)
    end)

    it("goes on from where it is, if the path leads there: " .. name, function()
      random.cases("follow on " .. name, 100, function(rng)
        local space = SPACES[name](rng)
        local path = path_on(space)
        local f = follow(path, 1)
        f:update(rng:real(0, path.length))
        local x, y, z = f.x, f.y, f.z
        f:go(path)
        same_place(space, x, y, z, f, "on the same path", true)
        that(f.left <= path.length + NEAR, "not on the path")
        local legs, points = legs_of(space, path)
        local want_x, want_y, want_z = walk(legs, points, path.length - f.left)
        same_place(space, want_x, want_y, want_z, f, "on the same path")
      end)
    end)
  end
end)

describe("a follower whose paths begin at the node ahead or behind", function()
  for _, name in ipairs { "graph", "tile map", "wrapping tile map" } do
    it("is always on the straight way between the two: " .. name, function()
      random.cases("follow to and fro " .. name, 150, function(rng)
        local space = SPACES[name](rng)
        local f = follow(path_on(space), rng:real(0.1, 20))
        local function distance(node) return gap(space, node.x, node.y, node.z, f) end
        for _ = 1, 12 do
          f:update(rng:real(0, rng:chance(0.3) and 1.2 or 0.2) * f.left / f.speed)
          if rng:chance(0.2) then f:stop() end
          local behind, ahead = f:behind(), f:ahead()
          local x, y = across(space, behind.x - ahead.x, behind.y - ahead.y)
          near(sqrt(x * x + y * y + (behind.z - ahead.z) ^ 2), distance(behind) + distance(ahead), "beside the way")
          that(behind ~= ahead or distance(ahead) == 0, "at no node")
          local turns = rng:chance(0.5)
          local start = turns and behind or ahead
          local goals = path_on(space)
          local path = rng:chance(0.3) and start.graph:path(start, start) or start.graph:path(start, goals[#goals])
          if path then
            f:go(path)
            local lead = f.left - path.length
            that(lead <= distance(start) + NEAR, "not the straight way")
            if lead > NEAR then
              that(f:ahead() == start and f:behind() == (turns and ahead or behind), "other nodes")
            end
          end
        end
      end)
    end)
  end
end)

---- Flows -------------------------------------------------------------------------------------------------

-- A tile map with swamp that a horse hardly likes, rocks that it cannot enter, blocked cells, walls and portals.
local function wild_map(rng)
  local layout = rng:pick(LAYOUTS)
  local square = layout == "square" or layout == "isometric"
  local eight = square and rng:chance(0.7)
  local wrap = rng:chance(0.3) and rng:pick(WRAPS) or nil
  -- Directions do not round the corners of maps that join and are two cells wide.
  local least = wrap and 2 or 1
  local map = astar.grid { width = 2 * rng:int(least, 9), height = 2 * rng:int(least, 9), layout = layout, wrap = wrap,
    neighbours = square and (eight and 8 or 4) or nil, corners = eight and rng:pick { "never", "one", "always" } or nil,
    cell = rng:real(0.5, 20),
    ground = rng:chance(0.3) and function(x, y) return x % 3 + y % 2 end or nil }
  map:unit("horse", { swamp = rng:real(1, 6), rock = false })
  local closed = rng:real(0, 0.35)
  local cells, portals = {}, {}
  for cell in map:nodes() do
    cells[#cells + 1] = cell
    if rng:chance(closed) then cell.blocked = true
    elseif rng:chance(0.1) then cell.terrain = "rock"
    elseif rng:chance(0.3) then cell.terrain = "swamp" end
  end
  for _ = 1, rng:int(0, 20) do
    local a = rng:pick(cells)
    for b in a:links() do
      if rng:chance(0.2) then map:wall(a, b) end
    end
  end
  for _ = 1, rng:int(0, 2) do
    local a, b = rng:pick(cells), rng:pick(cells)
    if a ~= b then
      map:link(a, b, { cost = rng:real(0, 10), oneway = rng:chance(0.5) })
      portals[a.id .. " " .. b.id], portals[b.id .. " " .. a.id] = true, true
    end
  end
  return map, cells, portals, wrap
end

-- Whether the cell at a place is one of some; at a rim the other cell will do, as rounding decides.
local function stands(map, x, y, is_one)
  for i = -1, 1 do
    for k = -1, 1 do
      local cell = map:at(x + i * 1e-11, y + k * 1e-11)
      if cell and is_one(cell) then return true end
    end
  end
  return false
end

describe("a follower on a flow", function()
  it("arrives, and is never where its unit cannot be", function()
    random.cases("follow flows", 250, function(rng)
      local map, cells, portals, wrap = wild_map(rng)
      local goals = { rng:pick(cells), rng:pick(cells) }
      local flow = map:flow(goals, rng:pick { "horse", { unit = "horse", near = rng:real(0, 3) } })
      for _ = 1, 5 do
        local start = rng:pick(cells)
        local place = rng:chance(0.5) and start
        if not place then
          -- Anywhere in the cell, but not at its rim: perhaps the neighbour cannot be left.
          local outline = map:outline(start.col, start.row)
          local corner, part = 2 * rng:int(1, #outline / 2), rng:real(0, 0.9)
          place = { x = start.x + part * (outline[corner - 1] - start.x), y = start.y + part * (outline[corner] - start.y) }
        end
        local walks = rng:chance(0.5)
        local links = { links = walks and "walk" or "jump" }
        local f = follow(place, rng:real(0.1, 20), links)
        local found = f:go(flow)
        that(found == (flow:cost(start) ~= nil), "go tells otherwise than the flow whether there is a way")
        if found then
          local path = flow:path(start)
          local other = follow(place, f.speed, links)
          other:go(flow)
          local time, walked = 0, 0
          local budget = 2 * path.length + 5 * (map:cell(1, 1):distance(map:cell(2, 1)) + map:cell(1, 1):distance(map:cell(1, 2)))
          local slow = math.max(path.length, 1) / f.speed / 100
          while not f.done do
            local dt = rng:real(0, slow)
            local x, y = f.x, f.y
            f:update(dt)
            time, walked = time + dt, walked + f.speed * dt
            that(walked < budget, "never arrives: walked %g of %g, at %g, %g", walked, path.length, f.x, f.y)
            local cell = f:behind()
            that(cell == start or not cell.blocked and cell.terrain ~= "rock", "in cell %d, %d", cell.col, cell.row)
            if not walks or not portals[cell.id .. " " .. f:ahead().id] then
              that(stands(map, f.x, f.y, function(under)
                return under == start or not under.blocked and under.terrain ~= "rock"
              end), "over a closed cell at %g, %g", f.x, f.y)
            end
            that(wrap or not walks and next(portals) or sqrt((f.x - x) ^ 2 + (f.y - y) ^ 2) <= f.speed * dt + NEAR, "too far at once")
            that(f.flow == flow and not f.path, "its fields")
          end
          local last = f:ahead()
          that(flow:next(last) == nil and f.x == last.x and f.y == last.y and f.z == last.z, "beside the goal")
          that(f.left == 0, "left")
          other:update(time)
          if not other.done then other:update(1e-9 * time + 1e-9) end
          that(other.x == f.x and other.y == f.y, "one big step ends elsewhere")
        end
      end
    end)
  end)
end)

describe("a follower on a flow over a graph", function()
  it("goes from node to node", function()
    random.cases("follow flows on graphs", 150, function(rng)
      local g, nodes = astar.graph(), {}
      for i = 1, rng:int(2, 25) do nodes[i] = g:add(rng:real(-50, 50), rng:real(-50, 50), rng:real(0, 9)) end
      for _ = 1, rng:int(1, 50) do
        local a, b = rng:pick(nodes), rng:pick(nodes)
        if a ~= b then g:link(a, b, { oneway = rng:chance(0.3), cost = rng:chance(0.3) and rng:real(0, 9) or nil }) end
      end
      local flow = g:flow { rng:pick(nodes), rng:pick(nodes) }
      for _ = 1, 5 do
        local start = rng:pick(nodes)
        local f, path = follow(start, 3), flow:path(start)
        that(f:go(flow) == (path ~= nil), "go")
        if not path then
          that(f.done and not f.flow and f.x == start.x, "it walks without a way")
        else
          local by_path = follow(path, 3)
          local time, left = 0, f.left
          that(left == path.cost and not f.done, "left at the beginning")
          repeat
            local dt = rng:real(0, 2)
            time = time + dt
            f:update(dt)
            by_path:update(dt)
            near(by_path.x, f.x, "x")
            near(by_path.y, f.y, "y")
            near(by_path.z, f.z, "z")
            that(f.left <= left, "left grows")
            left = f.left
          until f.done or time > 1e5
          by_path:update(1e-6)
          that(f.flow == flow and f.left == 0 and by_path.done and f:ahead() == path[#path], "it has not arrived")
        end
      end
    end)
  end)

  it("turns round at once if the way leads back, and begins at the nearest node from anywhere else", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(10, 0)
    g:link(a, b)
    local f = follow((g:path(a, b)), 1)
    f:update(4)
    assert.is_true(f:go(g:flow(a)))
    assert.are.same({ 3, 0, pi, false }, { f:update(1) })
    assert.are.equal(a, f:ahead())
    f = follow({ x = 9, y = 1 }, 1)
    assert.is_true(f:go(g:flow(a)))
    assert.are.equal(b, f:ahead())
    f:update(100)
    that(f.done and f.x == 0 and f.y == 0, "it has not arrived")
  end)
end)

describe("a follower whose flow changes", function()
  local map, flow, f
  before_each(function()
    map = astar.grid { width = 9, height = 1 }
    flow = map:flow(map:cell(9, 1))
    f = follow(map:cell(1, 1), 1)
    that(f:go(flow), "no way")
  end)

  it("waits before a step that was closed, and goes on when it is open or the flow was restarted", function()
    f:update(1)
    map:block(5, 1)
    for _ = 1, 100 do f:update(0.1) end
    that(not f.done and f.x > 3.4 and f.x < 4.1, "it is at %g", f.x)
    map:block(5, 1, false)
    f:update(1)
    that(f.x > 4.4, "it is at %g", f.x)
    flow:restart(map:cell(1, 1))
    assert.are.equal("searching", flow.status)
    local x = f.x
    f:update(1)
    that(not f.done and abs(f.x - x) < 0.2, "it walks along nothing")
    flow:run()
    for _ = 1, 100 do f:update(0.1) end
    that(f.done and f.x == 0.5 and f.flow == flow, "it is at %g", f.x)
  end)

  it("stands if there is no way any more", function()
    f:update(1)
    map:block(5, 1)
    flow:restart()
    flow:run()
    f:update(1)
    that(f.done and f.flow == nil and f.left == 0, "it does not stand")
    assert.is_false(f:go(flow))
  end)

  it("raises if the flow was closed, and stays where it is", function()
    f:update(1)
    flow:close()
    local x = f.x
    for _ = 1, 3 do
      check.refuses("the flow that it follows was closed", f, "update", 1)
      that(f.x >= x and f.x < x + 0.2, "it walks")
    end
    f:go((map:path(f:ahead(), map:cell(1, 1))))
    f:update(99)
    that(f.done and f.x == 0.5, "it has not arrived")
  end)

  it("stands if its goal or its node was removed", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0), g:add(1, 0), g:add(2, 0)
    g:link(a, b)
    g:link(b, c)
    f = follow(a, 1)
    f:go(g:flow(c))
    f:update(0.5)
    c:remove()
    f:update(9)
    assert.are.same({ 1, 0, false }, { f.x, f.y, f.done })
    b:remove()
    f:update(9)
    that(f.done, "it walks on")
    assert.is_false(f:go(g:flow(a)) and f.done)
  end)
end)

---- New paths ---------------------------------------------------------------------------------------------

describe("a follower that gets a new path", function()
  local map = astar.grid { width = 9, height = 9, neighbours = 4, origin = { -0.5, -0.5 } }
  local function cell(x, y) return map:cell(x + 1, y + 1) end
  local function path(...)
    local route, nodes = shapes.along { ... }
    return (route:path(nodes[1], nodes[#nodes]))
  end
  local f
  before_each(function()
    f = follow((map:path(cell(1, 1), cell(5, 1))), 1)
    f:update(1.5)
  end)

  it("goes on, if the path comes from behind and leads the way it stands on", function()
    f:go((map:path(cell(1, 1), cell(8, 1))))
    assert.are.equal(5.5, f.left)
    f:go((map:path(cell(2, 1), cell(8, 1))))
    assert.are.equal(5.5, f.left)
    assert.are.same({ 2.75, 1, 0, false }, { f:update(0.25) })
  end)

  it("turns round on the spot, if the path from ahead leads back", function()
    f:go((map:path(cell(3, 1), cell(0, 1))))
    assert.are.equal(2.5, f.left)
    assert.are.same({ 2.25, 1, pi, false }, { f:update(0.25) })
  end)

  it("walks to the beginning, ahead or behind, if the path turns off there", function()
    f:go((map:path(cell(3, 1), cell(3, 4))))
    assert.are.equal(3.5, f.left)
    assert.are.equal(cell(3, 1), f:ahead())
    assert.are.same({ 2.75, 1, 0, false }, { f:update(0.25) })
    assert.are.same({ 3, 1.5, pi / 2, false }, { f:update(0.75) })
    f:go((map:path(cell(3, 1), cell(0, 1))))
    assert.are.equal(3.5, f.left)
    assert.are.same({ 3, 1.25, -pi / 2, false }, { f:update(0.25) })
  end)

  it("loses nothing of a step at the joint", function()
    f:go(path(2.5, 5, 9, 5))
    assert.are.equal(10.5, f.left)
    assert.are.same({ 2.5, 1, 0, false }, { f:update(0) })
    assert.are.same({ 4.5, 5, 0, false }, { f:update(6) })
    assert.are.equal(4.5, f.left)
    f:go(path(4.5, 9))
    assert.are.equal(4, f.left)
    assert.are.same({ 4.5, 9, pi / 2, true }, { f:update(5) })
  end)

  it("takes the first of several places where the path comes by", function()
    f:go(path(2.5, 0, 2.5, 3, 0, 3, 0, 1, 9, 1))
    near(2 + 2.5 + 2 + 9, f.left, "left")
  end)

  it("can get the next before it is where the last begins", function()
    f:go(path(2.5, 5, 9, 5))
    f:update(2)
    assert.are.same({ 2.5, 3 }, { f.x, f.y })
    f:go(path(6.5, 3, 6.5, 8))
    assert.are.equal(9, f.left)
    f:update(1)
    assert.are.same({ 3.5, 3, 0, 8 }, { f.x, f.y, f.angle, f.left })
  end)

  it("has arrived with the next update, if the path ends where it is", function()
    f:go(path(2.5, 1))
    assert.are.same({ false, 0, 0 }, { f.done, f.left, f.angle })
    assert.are.same({ 2.5, 1, 0, true }, { f:update(0) })
  end)

  it("waits at the next node, if its path is that node alone", function()
    local next_node = f:ahead()
    f:go((map:path(next_node, next_node)))
    assert.are.same({ 3, 1, 0, true }, { f:update(9) })
    f:go((map:path(next_node, cell(3, 8))))
    assert.are.equal(7, f.left)
  end)

  it("comes to life again when it had arrived or was stopped", function()
    f:stop()
    assert.are.same({ 2.5, 1, 0, true }, { f:update(1) })
    assert.is_nil(f.path)
    assert.are.equal(0, f.left)
    assert.are.equal(cell(3, 1), f:ahead())
    f:go((map:path(f:ahead(), cell(3, 8))))
    assert.is_false(f.done)
    f:update(99)
    assert.are.same({ 3, 8 }, { f.x, f.y })
    assert.are.equal(cell(3, 8), f:ahead())
    f:go((map:path(f:ahead(), cell(3, 7))))
    assert.are.same({ 3, 7.5, -pi / 2, false }, { f:update(0.5) })
  end)

  it("knows the node behind it, to which it can turn back", function()
    local function between(behind, ahead)
      assert.are.equal(behind, f:behind())
      assert.are.equal(ahead, f:ahead())
    end
    between(cell(2, 1), cell(3, 1))
    f:go((map:path(f:behind(), cell(8, 1))))
    between(cell(2, 1), cell(3, 1))
    f:go((map:path(f:ahead(), cell(0, 1))))
    between(cell(3, 1), cell(2, 1))
    f:go((map:path(f:ahead(), cell(2, 8))))
    between(cell(3, 1), cell(2, 1))
    assert.are.same({ 2.25, 1, pi }, { f:update(0.25) and f.x, f.y, f.angle })
    between(cell(3, 1), cell(2, 1))
    f:stop()
    between(cell(3, 1), cell(2, 1))
    f:go((map:path(f:behind(), cell(3, 8))))
    between(cell(2, 1), cell(3, 1))
    f:go((map:path(cell(7, 7), cell(7, 8))))
    between(cell(2, 1), cell(7, 7))
    f:go((map:path(cell(2, 1), cell(2, 1))))
    between(cell(7, 7), cell(2, 1))
    f:update(99)
    between(cell(2, 1), cell(2, 1))
  end)

  it("turns round before a cell that was closed", function()
    local street = astar.grid { width = 6, height = 2, origin = { -0.5, -0.5 }, neighbours = 4 }
    local goal = street:cell(6, 1)
    f = follow((street:path(street:cell(1, 1), goal)), 1)
    f:update(1.5)
    street:block(3, 1)
    f:go((street:path(f:behind(), goal)))
    assert.are.equal(6.5, f.left)
    assert.are.same({ 1.25, 0, pi, false }, { f:update(0.25) })
    assert.are.equal(street:cell(2, 1), f:ahead())
    street:block(3, 1, false)
    street:block(2, 1)
    f:go((street:path(f:behind(), goal)))
    assert.are.equal(3.75, f.left)
    assert.are.equal(0, f:update(0.5) and f.angle)
  end)

  it("counts heights: a bridge is not the ground below it", function()
    local g = astar.graph()
    local low, high = g:add(0, 0), g:add(0, 0, 6)
    local west, east = g:add(-9, 0, 6), g:add(9, 0, 6)
    g:link(west, high); g:link(high, east)
    f = follow(low, 1)
    f:go((g:path(west, east)))
    near(sqrt(81 + 36) + 18, f.left, "left")
    f = follow({ x = 1, y = 0, z = 6 }, 1)
    f:go((g:path(west, east)))
    assert.are.equal(8, f.left)
  end)
end)

---- Wrapping maps -----------------------------------------------------------------------------------------

describe("a follower on a map that wraps", function()
  local map = astar.grid { width = 10, height = 6, wrap = "xy", origin = { -0.5, -0.5 } }
  local function path(x1, y1, x2, y2)
    return (map:path(map:cell(x1 + 1, y1 + 1), map:cell(x2 + 1, y2 + 1)))
  end
  local function at(f, x, y, left)
    near(x, f.x, "x")
    near(y, f.y, "y")
    near(left, f.left, "left")
  end

  it("goes beyond the edge up to the next node, and on at the other side", function()
    local f = follow(path(8, 1, 1, 1), 1)
    f:update(1.75)
    at(f, 9.75, 1, 1.25)
    assert.are.equal(map:cell(1, 2), f:ahead())
    f:update(0.5)
    at(f, 0.25, 1, 0.75)
    assert.are.equal(0, f.angle)
  end)

  it("gets a new path half-way over the seam, from either side", function()
    for _, begin in ipairs { 8, 9, 0 } do
      local f = follow(path(8, 1, 1, 1), 1)
      f:update(1.75)
      f:go(path(begin, 1, 2, 1))
      near(2.25, f.left, "left")
      f:update(0.75)
      at(f, 0.5, 1, 1.5)
    end
    local f = follow(path(8, 1, 1, 1), 1)
    f:update(1.75)
    f:go(path(0, 1, 0, 3))
    at(f, -0.25, 1, 2.25)
    f:go(path(9, 1, 9, 3))
    at(f, 9.75, 1, 2.75)
    f:go(path(0, 1, 8, 1))
    near(1.75, f.left, "left")
    f:update(0.25)
    near(pi, abs(f.angle), "angle")
  end)

  it("turns round over the seam", function()
    local here, there = map:cell(10, 2), map:cell(1, 2)
    local f = follow(path(8, 1, 1, 1), 1)
    for _, turn in ipairs { { 1.75, 9.75, there }, { 0.5, 9.25, here }, { 0.5, 9.75, there } } do
      f:update(turn[1])
      near(turn[2], f.x % 10, "x")
      local ahead, behind = f:ahead(), f:behind()
      assert.are.equal(turn[3], ahead)
      assert.are.equal(ahead == here and there or here, behind)
      f:go((map:path(behind, behind)))
      assert.are.equal(behind, f:ahead())
      assert.are.equal(ahead, f:behind())
    end
    f:update(0.25)
    f:stop()
    assert.are.equal(here, f:ahead())
    assert.are.equal(there, f:behind())
    f:go((map:path(f:ahead(), f:behind())))
    near(9.5, f.x % 10, "x")
    near(0.5, f.left, "left")
    assert.are.equal(there, f:ahead())
    assert.are.equal(here, f:behind())
  end)

  it("crosses a corner of the map", function()
    local f = follow(path(9, 5, 1, 1), 2)
    near(2 * sqrt(2), f.left, "left")
    f:update(sqrt(2) / 4)
    at(f, 9.5, 5.5, 1.5 * sqrt(2))
    near(pi / 4, f.angle, "angle")
    f:go(path(0, 0, 0, 1))
    at(f, -0.5, -0.5, sqrt(0.5) + 1)
  end)

  it("takes a portal the shorter way round", function()
    local globe = astar.grid { width = 30, height = 3, wrap = "x" }
    local a, b = globe:cell(3, 2), globe:cell(25, 2)
    globe:link(a, b, { cost = 1 })
    local f = follow((globe:path(a, b)), 1, { links = "walk" })
    assert.are.equal(8, f.left)
    near(pi, abs(f.angle), "angle")
    assert.are.same({ -1.5, 1.5 }, { f:update(4) and f.x, f.y })
    f:go((globe:path(b, globe:cell(24, 2))))
    assert.are.equal(5, f.left)
    f:update(99)
    assert.are.same({ 23.5, 1.5 }, { f.x, f.y })
  end)
end)

---- Odd cases ---------------------------------------------------------------------------------------------

describe("a follower", function()
  local g = astar.graph()
  local a, b, c = g:add(0, 0, 5), g:add(10, 0, 5), g:add(10, 10, 5)
  g:link(a, b); g:link(b, c)

  it("may stand at a node or place before it has a path", function()
    for _, place in ipairs { a, { x = 0, y = 0, z = 5 } } do
      local f = follow(place, 2)
      assert.are.same({ 0, 0, 0, true }, { f:update(1) })
      assert.are.same({ 5, 0, true }, { f.z, f.left, f.done })
      assert.is_nil(f.path)
      assert.are.equal(place, f:ahead())
      assert.are.equal(place, f:behind())
      f:stop()
      f.angle = 1
      assert.are.same({ 0, 0, 1, true }, { f:update(1) })
      f:go((g:path(a, c)))
      assert.are.same({ 20, 1 }, { f.left, f.angle })
      assert.are.same({ 2, 0, 0, false }, { f:update(1) })
    end
    assert.are.equal(0, follow({ x = 3, y = 4 }, 1).z)
  end)

  it("faces the way it will go, but is not turned by standing", function()
    local f = follow((g:path(b, c)), 1)
    near(pi / 2, f.angle, "angle")
    f.angle = 3
    f:update(0)
    f.speed = 0
    f:update(1)
    assert.are.same({ 10, 0, 3, 10, false }, { f.x, f.y, f.angle, f.left, f.done })
    f.speed = 1
    f:update(1)
    near(pi / 2, f.angle, "angle")
  end)

  it("keeps its angle where it goes straight up, and on paths of no length", function()
    local tower = astar.graph()
    local foot, door = tower:add(-3, 0), tower:add(0, 0)
    local top, other, out = tower:add(0, 0, 9), tower:add(0, 0, 9), tower:add(0, 4, 9)
    tower:link(foot, door); tower:link(door, top); tower:link(top, other); tower:link(other, out)
    local f = follow((tower:path(foot, out)), 1)
    for _, want in ipairs { { -3 + 2, 0, 0 }, { 0, 1, 0 }, { 0, 3, 0 }, { 0, 5, 0 }, { 0, 7, 0 }, { 0, 9, 0 } } do
      f:update(2)
      assert.are.same(want, { f.x, f.z, f.angle })
    end
    f:update(2)
    near(pi / 2, f.angle, "angle")
    assert.are.equal(2, f.y)
    assert.are.equal(out, f:ahead())
    f = follow((tower:path(top, other)), 1)
    assert.are.same({ 0, false }, { f.angle, f.done })
    assert.are.same({ 0, 0, 0, true }, { f:update(0) })
    f = follow((tower:path(door, top)), 1)
    assert.are.same({ 0, 0, 0, true }, { f:update(1e300) })
    f = follow((tower:path(foot, top)), 1)
    f.angle = 2
    f:update(99)
    assert.are.same({ 9, 0 }, { f.z, f.angle })
    f:go((tower:path(foot, foot)))
    f:stop()
    f = follow(door, 1)
    f.angle = 2
    f:go((tower:path(other, other)))
    f:update(3)
    assert.are.same({ 3, 2, 6 }, { f.z, f.angle, f.left })
    assert.are.equal(other, f:ahead())
    f = follow({ x = 0, y = 0, z = 4 }, 1)
    f.angle = 2
    f:go((tower:path(foot, out)))
    for z = 5, 9 do
      f:update(1)
      assert.are.same({ z, 2 }, { f.z, f.angle })
    end
  end)

  it("takes a path of one node", function()
    local f = follow((g:path(c, c)), 4)
    assert.are.same({ 10, 10, 5, 0, 0, false }, { f.x, f.y, f.z, f.angle, f.left, f.done })
    assert.are.equal(c, f:ahead())
    assert.are.same({ 10, 10, 0, true }, { f:update(0) })
    f:go((g:path(a, a)))
    near(sqrt(200), f.left, "left")
    f:update(9)
    near(-3 * pi / 4, f.angle, "angle")
    assert.are.same({ 0, 0, true }, { f.x, f.y, f.done })
  end)

  it("says which node is ahead, and which behind", function()
    local f = follow((g:path(a, c)), 1)
    local function between(behind, ahead)
      assert.are.same(behind, f:behind())
      assert.are.same(ahead, f:ahead())
    end
    between(a, a)
    f:update(0.5)
    between(a, b)
    f:update(9.5)
    between(b, b)
    f:update(0.5)
    between(b, c)
    f:update(99)
    between(c, c)
    f:go((g:path(a, a)))
    between(c, a)
    f:update(1)
    between(c, a)
  end)

  it("says on a plane which place is ahead, and which behind", function()
    local plane = astar.plane { bounds = { 0, 0, 9, 9 } }
    local f = follow({ x = 1, y = 1 }, 1)
    f:go((plane:path(1, 1, 8, 8)))
    f:update(1)
    assert.are.same({ x = 8, y = 8 }, f:ahead())
    assert.are.same({ x = 1, y = 1 }, f:behind())
    for turn = 1, 4 do
      local ahead, behind = f:ahead(), f:behind()
      f:go((plane:path(behind.x, behind.y, turn, 5)))
      assert.are.same(behind, f:ahead())
      assert.are.same(ahead, f:behind())
      f:update(0.1)
    end
    f:update(99)
    assert.are.same({ x = 4, y = 5 }, f:ahead())
    assert.are.same({ x = 4, y = 5 }, f:behind())
  end)

  it("is at one node where its place cannot be told from it", function()
    local far = astar.graph()
    local west, east = far:add(0, 0), far:add(1e17, 0)
    far:link(west, east)
    local f = follow((far:path(west, east)), 1)
    f:update(5)
    assert.are.equal(f:behind(), f.x == 0 and f:ahead() or west)
    f.speed = 1e17 - 16
    f:update(1)
    assert.are.equal(f.x == 1e17 and east or west, f:behind())
    assert.are.equal(east, f:ahead())
  end)

  it("walks on when nodes are moved or removed", function()
    local road = astar.graph()
    local from, to = road:add(0, 0), road:add(8, 0)
    road:link(from, to)
    local f = follow((road:path(from, to)), 1)
    f:update(1)
    to.x = 99
    from:remove()
    assert.are.same({ 2, 0, 0, false }, { f:update(1) })
    f:update(99)
    assert.are.equal(8, f.x)
    f = follow((road:path(to, to)), 1)
    to:remove()
    f:update(1)
    assert.are.equal("node 2 (removed)", tostring(f:ahead()))
    assert.are.equal("node 2 (removed)", tostring(f:behind()))
    local far = road:add(9, 9)
    f:go((road:path(far, far)))
    f:update(1)
    assert.are.equal(far, f:ahead())
    assert.are.equal("node 2 (removed)", tostring(f:behind()))
  end)

  it("takes speeds and steps as large as numbers go", function()
    local f = follow((g:path(a, c)), 1e308)
    assert.are.same({ 10, 10, pi / 2, true }, { f:update(1e308) })
    f = follow((g:path(a, c)), 1e-300)
    assert.are.same({ 0, 0, false }, { f:update(1e-300) and f.x, f.y, f.done })
    local far = astar.graph()
    local west, east = far:add(-1.5e308, 0), far:add(1.5e308, 0)
    far:link(west, east, { cost = 1 })
    for _, begin in ipairs { far:path(west, east) or nil, east } do
      f = follow(begin, 1e308)
      f:go((far:path(west, east)))
      for _ = 1, 9 do
        f:update(0.6)
        that(f.x >= -1.5e308 and f.x <= 1.5e308 and f.y == 0, "no place: %g, %g", f.x, f.y)
      end
      assert.is_true(f.done)
      assert.are.equal(1.5e308, f.x)
    end
  end)

  -- In LuaJIT, calls by the FFI make garbage until they are compiled.
  if not check.jit then
    it("makes nothing for the collector in an update", function()
      local map = astar.grid { width = 50, height = 50, wrap = "x" }
      local f = follow((map:path(map:cell(1, 1), map:cell(40, 50))), 1)
      for _ = 1, 250 do f:update(0.1) end
      walkers.check_waste(f)
      assert.is_true(f.left < 20)
    end)
  end
end)

---- Errors ------------------------------------------------------------------------------------------------

describe("a follower refuses", function()
  local g = astar.graph()
  local node = g:add(1, 2)
  local path = g:path(node, node)
  local nan, inf = check.nan, check.inf

  it("what is neither path nor place", function()
    local wrong = { { 1, "1" }, { "x", "string" }, { true, "boolean" }, { g, "graph" }, { print, "function" },
      { g:search(node, node), "search" } }
    for _, bad in ipairs(wrong) do
      raises("bad argument #1 to 'follow' (path, node or place expected, got " .. bad[2] .. ")", follow, bad[1], 1)
    end
    raises("got nil", follow, nil, 1)
    raises("got nil", follow)
    raises("bad argument #1 to 'follow' (x: finite number expected, got nil)", follow, {}, 1)
    raises("bad argument #1 to 'follow' (y: finite number expected, got string)", follow, { x = 1, y = "2" }, 1)
    raises("bad argument #1 to 'follow' (x: finite number expected, got nan)", follow, { x = nan, y = 1 }, 1)
    raises("bad argument #1 to 'follow' (z: finite number expected, got inf)", follow, { x = 1, y = 1, z = inf }, 1)
    raises("bad argument #1 to 'follow' (z: finite number expected, got -inf)", follow, { x = 1, y = 1, z = -inf }, 1)
    local gone = g:add(3, 3)
    gone:remove()
    raises("node 2 was removed", follow, gone, 1)
  end)

  it("speeds that are none", function()
    for text, bad in pairs { ["-1"] = -1, nan = nan, inf = inf, string = "1", table = {} } do
      raises("bad argument #2 to 'follow' (finite number >= 0 expected, got " .. text .. ")", follow, path, bad)
      raises("bad argument #2 to 'follow' (finite number >= 0 expected, got " .. text .. ")", follow, node, bad)
      for _, f in ipairs { follow(path, 1), follow(node, 1) } do
        raises("field 'speed' of a follower: finite number >= 0 expected, got " .. text, function() f.speed = bad end)
        assert.are.equal(1, f.speed)
        f:update(1)
      end
    end
    raises("bad argument #2 to 'follow' (finite number >= 0 expected, got nil: its speed", follow, path)
  end)

  it("angles that are none", function()
    local f = follow(path, 1)
    for text, bad in pairs { nan = nan, inf = inf, ["-inf"] = -inf, string = "1", boolean = true } do
      raises("field 'angle' of a follower: finite number expected, got " .. text, function() f.angle = bad end)
    end
    raises("field 'angle' of a follower: finite number expected, got nil", function() f.angle = nil end)
    assert.are.equal(0, f.angle)
  end)

  it("to have its other fields assigned, or fields that it does not have", function()
    for _, f in ipairs { follow(path, 1), follow(node, 1) } do
      for name, advice in pairs { x = ": make a new follower there", y = ": make", z = ": make",
          path = ": give it to go", flow = ": give it to go", left = "", done = "", update = "", go = "", stop = "" } do
        local old = f[name]
        raises(("field '%s' of a follower cannot be assigned%s"):format(name, advice), function() f[name] = 1 end)
        raises(("field '%s' of a follower cannot be assigned"):format(name), function() f[name] = nil end)
        assert.are.equal(old, f[name])
      end
      for _, name in ipairs { "spede", "X", 1, true, "behnd" } do
        raises("a follower has no field '" .. tostring(name) .. "'", function() f[name] = 3 end)
        raises("a follower has no field '" .. tostring(name) .. "'", function() return f[name] end)
      end
    end
  end)

  it("to be called with a dot, or to be something else", function()
    local f = follow(path, 1)
    for _, method in ipairs { "update", "go", "stop", "ahead", "behind" } do
      raises("calling '" .. method .. "' on bad self (follower expected, got number)", f[method], 0.1)
      raises("calling '" .. method .. "' on bad self (follower expected, got table)", f[method], {})
      raises("calling '" .. method .. "' on bad self (follower expected, got nil)", f[method])
    end
  end)

  it("steps of time that are none", function()
    for _, f in ipairs { follow(path, 1), follow(node, 1) } do
      for text, bad in pairs { ["-0.5"] = -0.5, nan = nan, inf = inf, string = "1", table = {} } do
        check.refuses("bad argument #1 to 'update' (finite number >= 0 expected, got " .. text .. ")", f, "update", bad)
      end
      check.refuses("bad argument #1 to 'update' (finite number >= 0 expected, got nil)", f, "update")
    end
  end)

  it("new paths that are none, and stays on the old one", function()
    local f = follow(path, 1)
    check.refuses("got a search that does not run backwards", f, "go", g:search(node, node))
    local flow = g:flow(node)
    flow:close()
    check.refuses("bad argument #1 to 'go' (the flow was closed)", f, "go", flow)
    for _, bad in ipairs { { 1, "1" }, { "x", "string" }, { {}, "table" }, { g, "graph" }, { node, "node" } } do
      check.refuses("bad argument #1 to 'go' (path or flow expected, got " .. bad[2] .. ")", f, "go", bad[1])
    end
    check.refuses("bad argument #1 to 'go' (path or flow expected, got nil: there is no way", f, "go")
    assert.are.equal(path, f.path)
  end)

  it("it at the line of the caller", function()
    for _, wrong in ipairs {
      function() return follow(nil, 1), 1 end,
      function() return follow(path), 1 end,
      function() follow(path, 1):update(-1) end,
      function() follow(path, 1):go() end,
      function() follow(path, 1).speed = -1 end,
      function() follow(path, 1).angle = nan end,
      function() follow(path, 1).x = 1 end,
      function() follow(path, 1).spede = 1 end,
      function() return follow(path, 1).spede, 1 end,
      function() follow(path, 1).stop() end,
    } do
      raises("follow_spec.lua:" .. debug.getinfo(wrong, "S").linedefined, wrong)
    end
  end)
end)

---- Numbers -----------------------------------------------------------------------------------------------

describe("the numbers of a follower", function()
  local function path(...)
    local g, nodes = shapes.along({ ... }, { cost = 1 })
    return (g:path(nodes[1], nodes[#nodes]))
  end

  it("are never infinite, though the differences of places are", function()
    local f = follow(path(-1.7e308, -1.7e308, 1.7e308, 1.7e308), 1)
    that(f.left > 1.7e308 and f.left < 1 / 0, "left: %g", f.left)
    f = follow({ x = -1.7e308, y = -1.7e308 }, 1)
    f:go(path(1.7e308, 1.7e308, 0, 0))
    that(f.left > 1.7e308 and f.left < 1 / 0, "left: %g", f.left)
    f = follow({ x = 0, y = 0 }, 1e308)
    f:go(path(1.7e308, 1.7e308, 1.7e308, 0))
    f:update(0.5)
    that(f.x > 0 and f.y > 0 and not f.done, "it stays where it is: %g, %g", f.x, f.y)
  end)

  it("are floats, and do not wrap round", function()
    local f = follow({ x = 1, y = 2 }, 1)
    assert.are.equal(("%s %s %s"):format(1.0, 2.0, 0.0), ("%s %s %s"):format(f.x, f.y, f.z))
    local most = math.tointeger and math.tointeger(2 ^ 62) or 2 ^ 62
    f = follow(path(0, 0, 5, 0), most)
    assert.are.same({ 5, 0, 0, true }, { f:update(4) })
  end)

  it("do not jump onto a path that is a little beside them", function()
    for _, off in ipairs { 1e-7, 1e-5, 1e-3 } do
      local f = follow({ x = 3, y = 2 + off }, 1)
      f:go(path(0, 2, 9, 2))
      assert.are.equal(2 + off, f.y)
      that(f.left > 11.9, "it left out the way to the beginning")
    end
  end)

  it("of a place that is no number are refused, false too", function()
    raises("bad argument #1 to 'follow' (z: finite number expected, got boolean", follow, { x = 1, y = 2, z = false }, 1)
  end)
end)

---- Types -------------------------------------------------------------------------------------------------

describe("follow.d.lua", function()
  it("is Lua, and gives a function", function()
    assert.is_function(assert(loadfile("src/astar/follow.d.lua"))())
  end)

  it("names all fields and methods", function()
    local want, got, options = {}, {}, false
    for line in io.lines("src/astar/follow.d.lua") do
      if line:find("@class", 1, true) then options = line:find("Options", 1, true) ~= nil end
      local name = not options and line:match("^%-%-%-@field ([%w_]+)") or line:match("^function Follower:([%w_]+)")
      if name then want[#want + 1] = name end
    end
    local g = astar.graph()
    local node = g:add(1, 2)
    local f = follow((g:path(node, node)), 1)
    local on_flow = follow(node, 1)
    on_flow:go(g:flow(node))
    local on_link = follow(node, 1, { links = function() return 9 end })
    local other = g:add(5, 2)
    g:link(node, other)
    on_link:go((g:path(node, other)))
    on_link:update(1)
    local shown, there = debug.getmetatable(f).__index, {}
    for _, names in ipairs { shown, debug.getmetatable(on_flow).__index, debug.getmetatable(on_link).__index,
        debug.getmetatable(shown).__index } do
      for name in pairs(names) do
        if type(name) == "string" and not there[name] then
          got[#got + 1] = name
          there[name] = true
        end
      end
    end
    table.sort(want)
    table.sort(got)
    assert.are.same(want, got)
  end)
end)

describe("check", function()
  it("tells whether the way ahead still holds, and from where to go on", function()
    local map = astar.grid { width = 9, height = 5 }
    map:unit("man", { sea = false })
    local goal = map:cell(9, 3)
    local f = follow(map:path(map:cell(1, 3), goal, "man"), 1)
    assert.is_true(f:check())
    f:update(2.5) -- between the third cell and the fourth
    map:block(2, 3)
    assert.is_true(f:check()) -- behind it
    map:set(7, 3, "sea")
    local fine, from = f:check()
    assert.is_false(fine)
    assert.equal(map:cell(4, 3), from)
    assert.is_false((f:check "man"))
    f:go(map:path(from, goal, "man"))
    assert.is_true(f:check())
    map:block(4, 3) -- the cell that it walks to
    fine, from = f:check()
    assert.is_false(fine)
    assert.equal(map:cell(3, 3), from)
    f:go(map:path(from, goal, "man"))
    repeat local _, _, _, done = f:update(1) until done
    assert.near(goal.x, f.x, 1e-9)
    map:fill(1, 1, 9, 5, "sea")
    assert.is_true(f:check()) -- it has arrived
    f:stop()
    assert.is_true(f:check())
  end)

  it("looks along the way of a flow", function()
    local map = astar.grid { width = 9, height = 5 }
    local flow = map:flow(map:cell(9, 3))
    local f = follow(map:cell(1, 3), 1)
    f:go(flow)
    f:update(2.2)
    assert.is_true(f:check())
    map:fill(6, 1, 1, 5, "sea")
    map:unit("man", { sea = false })
    assert.is_true(f:check())
    assert.is_false((f:check "man"))
    map:block(6, 3)
    local fine, from = f:check()
    assert.is_false(fine)
    assert.equal(f:ahead(), from)
    flow:repair()
    assert.is_true(f:check())
    for row = 1, 5 do map:block(6, row) end
    flow:repair()
    fine, from = f:check()
    assert.is_false(fine)
    assert.equal(f:behind(), from)
  end)

  it("on a plane tests the leg that it is on and those after", function()
    local plane = astar.plane()
    plane:box(5, 0, 2, 6)
    local f = follow(plane:path(0, 0, 10, 0), 1)
    f:update(3)
    assert.is_true(f:check())
    local door = plane:box(8, 1, 1, 8)
    local fine, from = f:check()
    assert.is_false(fine)
    assert.near(4, from.x, 1e-9)
    door:remove()
    assert.is_true(f:check())
    assert.has.errors(function() f:check "man" end)
  end)
end)
