-- Followers that turn at a rate, walk slower while they turn, and brake before the end of their way.

local astar = require "astar"
local follow = require "astar.follow"
local check = require "spec.support.check"
local random = require "spec.support.random"
local walkers = require "spec.support.walkers"
local shapes = require "spec.support.shapes"

local that, raises = check.that, check.raises
local abs, max, min, pi, sqrt = math.abs, math.max, math.min, math.pi, math.sqrt
local arctan = rawget(math, "atan2") or math.atan

local function near(want, got, what, precision)
  that(type(got) == "number" and abs(want - got) <= (precision or 1e-6), "%s: expected %.12g, got %.12g", what, want, got)
end

local function path_over(...)
  local g, nodes = shapes.along({ ... })
  return (g:path(nodes[1], nodes[#nodes])), g, nodes
end

-- By how much one angle differs from another, -pi to pi.
local function apart(a, b)
  return (a - b + pi) % (2 * pi) - pi
end

describe("turn_rate", function()
  it("turns the figure, not its way", function()
    local f = follow(path_over(0, 0, 4, 0, 4, 4), 1, { turn_rate = pi / 4 })
    assert.same({ 3, 0, 0, false }, { f:update(3) })
    local _, _, angle = f:update(2)
    near(pi / 4, angle, "angle")
    near(1, f.y, "y")
    _, _, angle = f:update(2)
    near(pi / 2, angle, "angle")
    f:update(9)
    assert.same({ 4, 4, true }, { f.x, f.y, f.done })
  end)

  it("goes the shorter way round, from where it looked", function()
    local f = follow({ x = 0, y = 0 }, 1, { turn_rate = 1 })
    f.angle = 3
    f:go(path_over(0, 0, -9, -1)) -- that is at -3.03
    f:update(0.1)
    near(3.1, f.angle, "angle")
    f:update(0.1)
    near(3.2 - 2 * pi, f.angle, "angle")
    f:update(1)
    near(arctan(-1, -9), f.angle, "angle")
    f:stop()
    f.angle = 100
    f:go(path_over(0, 0, 9, 0))
    for _ = 1, 40 do f:update(0.1) end
    near(0, f.angle, "angle")
  end)

  it("is at once where nothing is said, and still where there is no direction", function()
    local g = astar.graph()
    local a, b = g:add(0, 0, 0), g:add(0, 0, 9)
    g:link(a, b)
    local f = follow((g:path(a, b)), 1, { turn_rate = 1 })
    f:update(3)
    assert.same({ 0, 3 }, { f.angle, f.z })
    f = follow(path_over(0, 0, 4, 0, 4, 4), 1, { arrive = 1 })
    f:update(4.5)
    near(pi / 2, f.angle, "angle")
  end)
end)

describe("slow", function()
  it("walks less the farther it has to turn", function()
    local f = follow({ x = 0, y = 0 }, 2, { turn_rate = pi / 4, slow = true })
    f:go(path_over(0, 0, -9, 0)) -- right behind it
    f:update(2)
    near(0, f.x, "x after half a turn")
    near(pi / 2, abs(f.angle), "angle")
    f:update(2)
    near(-2, f.x, "x") -- from nothing to its speed, evenly
    near(pi, abs(f.angle), "angle")
    f:update(1)
    near(-4, f.x, "x")
  end)

  it("stands on the spot at a sharp corner, and hardly slows down at a blunt one", function()
    local f = follow(path_over(0, 0, 4, 0, 8, 0.1), 1, { turn_rate = 1, slow = true })
    f:update(8.01)
    assert.is_true(f.done)
    f = follow(path_over(0, 0, 4, 0, 0, 0.1), 1, { turn_rate = 1, slow = true })
    f:update(5)
    near(4, f.x, "x")
    near(1, abs(f.angle), "angle")
  end)
end)

describe("arrive", function()
  it("brakes evenly, and stands exactly at the end", function()
    local f = follow(path_over(0, 0, 10, 0), 2, { arrive = 4 })
    f:update(3)
    assert.same({ 6, 4 }, { f.x, f.left })
    f:update(2) -- of 4 seconds that braking takes
    near(9, f.x, "x")
    near(1, f.left, "left")
    f:update(2 - 1e-3)
    assert.is_false(f.done)
    f:update(2e-3)
    assert.same({ 10, 0, true, 0 }, { f.x, f.y, f.done, f.left })
  end)

  it("begins with less speed if the way is shorter", function()
    local f = follow(path_over(0, 0, 1, 0), 2, { arrive = 4 })
    f:update(1)
    near(0.75, f.x, "x")
    f:update(1 + 1e-9)
    assert.is_true(f.done)
  end)

  it("brakes over corners, and before the last jump", function()
    local f = follow(path_over(0, 0, 3, 0, 3, 1), 1, { arrive = 4 })
    f:update(4)
    near(3, f.x, "x")
    near(0, f.y, "y")
    f:update(4)
    near(1, f.y, "y")
    local map = astar.grid { width = 20, height = 1 }
    for col = 6, 15 do map:block(col, 1) end
    map:link(map:cell(5, 1), map:cell(16, 1), { cost = 1 })
    f = follow((map:path(map:cell(1, 1), map:cell(17, 1))), 1, { arrive = 4 })
    assert.equal(5, f.left)
    f:update(1 + 4)
    near(4.5 + 12 - 1, f.x, "x")
    f:update(4)
    near(16.5, f.x, "x")
    f:update(1e-6)
    assert.is_true(f.done)
  end)

  it("takes its time before the last link, however that is divided", function()
    local map = astar.grid { width = 20, height = 9 }
    for row = 1, 9 do map:fill(6, row, 10, 1, "water") end
    map:unit("man", { water = false })
    map:link(map:cell(5, 2), map:cell(16, 7), { cost = 1 })
    local path = map:path(map:cell(1, 9), map:cell(16, 7), "man")
    local rng = random.new(9)
    for _ = 1, 200 do
      local options = { arrive = rng:real(0.1, 9), links = function() return 5 end }
      local whole, parts = follow(path, 1, options), follow(path, 1, options)
      local walked = whole.left + min(options.arrive, whole.left)
      if options.arrive > whole.left then walked = 2 * sqrt(options.arrive * whole.left) end
      whole:update(walked + 2.5)
      local left = walked + 2.5
      while left > 0 do
        local dt = min(left, rng:real(0, 0.4))
        parts:update(dt)
        left = left - dt
      end
      near(10, whole.x, "x", 1e-9)
      near(whole.x, parts.x, "x in parts", 1e-9)
      near(whole.y, parts.y, "y in parts", 1e-9)
    end
  end)

  it("ends with any time step and any change of speed", function()
    for _, dt in ipairs { 1e-4, 1 / 60, 0.3, 7, 1e9 } do
      local f = follow(path_over(-1e6, 3, 1e6, 3), 1, { arrive = 0.01 })
      f:update(2e6 - 0.02)
      for _ = 1, 1e5 do
        f:update(dt)
        if f.done then break end
      end
      assert.same({ 1e6, 3, true }, { f.x, f.y, f.done })
    end
    local f = follow(path_over(0, 0, 10, 0), 1, { arrive = 10 })
    for i = 1, 400 do
      local x = f.x
      f.speed = i % 3
      f:update(0.1)
      that(f.x >= x and f.x - x <= 0.2 + 1e-9, "too far at once")
    end
    assert.is_true(f.done)
  end)
end)

---- Any way -----------------------------------------------------------------------------------------------

local function any_map(rng)
  if rng:chance(0.3) then
    local g, nodes = astar.graph(), {}
    for i = 1, rng:int(2, 20) do
      nodes[i] = g:add(rng:real(0, 50), rng:real(0, 50), rng:chance(0.2) and rng:real(0, 9) or 0)
      if i > 1 then g:link(nodes[i], rng:pick(nodes) ~= nodes[i] and nodes[rng:int(1, i - 1)] or nodes[1]) end
    end
    return g, nodes
  end
  local map, nodes = astar.grid { width = rng:int(1, 20), height = rng:int(1, 20), cell = rng:pick { 1, 8 },
    layout = rng:pick { "square", "square", "odd-r", "isometric" } }, {}
  for cell in map:nodes() do
    cell.blocked = rng:chance(0.25)
    nodes[#nodes + 1] = cell
  end
  return map, nodes
end

local function any_pace(rng)
  local rate = rng:chance(0.7) and rng:real(0.3, 9) or nil
  return { turn_rate = rate, slow = rate and rng:chance(0.6), arrive = rng:chance(0.6) and rng:real(0.1, 30) or nil }
end

describe("a follower with a pace", function()
  it("is where many small steps would lead it", function()
    random.cases("follow pace", 25, function(rng)
      local map, nodes = any_map(rng)
      local path = map:path(rng:pick(nodes), rng:pick(nodes))
      if not path or path.length == 0 then return end
      local options, speed = any_pace(rng), rng:real(1, 9)
      local f = follow(path, speed, options)
      f.angle = rng:real(-9, 9)
      local along, angle, small, now = 0, f.angle, 2e-4, 0
      local last
      for _ = 1, 30 do
        local dt = rng:real(0, 0.5)
        for _ = 1, dt / small do
          local _, _, _, i = path:at(along)
          if i == #path then break end
          local p, q = path[i], path[i + 1]
          if p.x ~= q.x or p.y ~= q.y then last = arctan(q.y - p.y, q.x - p.x) end
          local turn = last and apart(last, angle) or 0
          local walks = speed * small
          if options.slow and last then walks = walks * max(1 - abs(turn) / (pi / 2), 0) end
          if options.arrive then walks = walks * sqrt(min(1, (path.length - along) / options.arrive)) end
          along = along + walks
          if not options.turn_rate then angle = last or angle
          else angle = angle + max(-small * options.turn_rate, min(small * options.turn_rate, turn)) end
        end
        dt = dt - dt % small
        now = now + dt
        f:update(dt)
        if f.done then break end
        near(path.length - along, f.left, "left", 0.05)
      end
    end)
  end)

  it("comes out the same however the time is divided, along paths", function()
    random.cases("follow pace divided", 150, function(rng)
      local map, nodes = any_map(rng)
      local path = map:path(rng:pick(nodes), rng:pick(nodes))
      if not path then return end
      local options, speed = any_pace(rng), rng:real(0.5, 9)
      local a, b = follow(path, speed, options), follow(path, speed, options)
      local turn = rng:real(-9, 9)
      a.angle, b.angle = turn, turn
      for _ = 1, 20000 do
        local dt = rng:real(0, 3)
        local x, y, z, before = b.x, b.y, b.z, b.angle
        b:update(dt)
        walkers.divide(rng, a, dt, 4)
        near(a.x, b.x, "x", 1e-4)
        near(a.y, b.y, "y", 1e-4)
        near(a.left, b.left, "left", 1e-4)
        that(sqrt((b.x - x) ^ 2 + (b.y - y) ^ 2 + (b.z - z) ^ 2) <= speed * dt + 1e-6, "too far at once")
        if options.turn_rate then that(abs(apart(b.angle, before)) <= options.turn_rate * dt + 1e-6, "turns too fast") end
        if b.done then break end
      end
      a:update(1e-3)
      local goal = path[#path]
      that(a.done and b.done and a.x == goal.x and a.y == goal.y and b.x == goal.x and b.y == goal.y, "never arrives")
    end)
  end)

  it("comes out the same however the time is divided, along flows", function()
    random.cases("follow pace on flows", 150, function(rng)
      local map, nodes = any_map(rng)
      local goal, start = rng:pick(nodes), rng:pick(nodes)
      local flow = map:flow(goal)
      if not flow:cost(start) then return end
      local options, speed = any_pace(rng), rng:real(0.5, 9)
      local a, b = follow(start, speed, options), follow(start, speed, options)
      a:go(flow)
      b:go(flow)
      local steps = 0
      while not b.done do
        steps = steps + 1
        that(steps < 20000, "never arrives")
        local dt = rng:real(0, 3)
        local before = b.angle
        b:update(dt)
        walkers.divide(rng, a, dt, 4)
        near(a.x, b.x, "x", 1e-4)
        near(a.y, b.y, "y", 1e-4)
        if options.turn_rate then that(abs(apart(b.angle, before)) <= options.turn_rate * dt + 1e-6, "turns too fast") end
      end
      a:update(1e-3)
      that(a.done and a.x == goal.x and a.y == goal.y and b.x == goal.x and b.y == goal.y, "beside the goal")
    end)
  end)

  it("brakes on a flow, too", function()
    local map = astar.grid { width = 30, height = 3, cell = 2 }
    local f = follow(map:cell(1, 2), 4, { arrive = 8 })
    f:go(map:flow(map:cell(30, 2)))
    local fastest, last = 0, 0
    while not f.done do
      local x = f.x
      f:update(1 / 60)
      last = (f.x - x) * 60
      that(last <= fastest + 1e-6 or x < 40, "it speeds up again")
      fastest = f.x > 40 and last or max(fastest, last)
      local left = 59 - f.x
      if left > 0.3 then near(4 * min(1, sqrt(left / 8)), last, "speed at " .. f.x, 0.25) end
    end
    that(last < 0.2, "it does not brake")
    assert.same({ 59, 3 }, { f.x, f.y })
  end)

  -- In LuaJIT, calls by the FFI make garbage until they are compiled.
  if not check.jit then
    it("makes nothing for the collector in an update", function()
      local map = astar.grid { width = 50, height = 50 }
      local f = follow((map:path(map:cell(1, 1), map:cell(40, 50))), 1, { turn_rate = 2, slow = true, arrive = 20 })
      walkers.check_waste(f)
    end)
  end
end)

describe("a pace", function()
  it("is refused where it is none, and by name", function()
    local path = path_over(0, 0, 1, 0)
    for _, name in ipairs { "turn_rate", "arrive" } do
      for text, bad in pairs { ["0"] = 0, ["-1"] = -1, nan = 0 / 0, inf = 1 / 0, string = "1", boolean = true } do
        raises("bad argument #3 to 'follow' (option '" .. name .. "': finite number > 0 expected, got " .. text .. ")",
          follow, path, 1, { [name] = bad })
      end
    end
    raises("bad argument #3 to 'follow' (option 'slow': boolean expected, got number)", follow, path, 1,
      { turn_rate = 1, slow = 1 })
    raises("bad argument #3 to 'follow' (option 'slow' needs 'turn_rate')", follow, path, 1, { slow = true })
    raises("unknown option 'turnrate' (did you mean 'turn_rate'?)", follow, path, 1, { turnrate = 1 })
    local line = debug.getinfo(1, "l").currentline + 1
    raises("pace_spec.lua:" .. line, function() return follow(path, 1, { arrive = -1 }), 1 end)
    raises("pace_spec.lua:" .. line + 1, function() return follow(path, 1, { links = 1 }), 1 end)
    raises("pace_spec.lua:" .. line + 2, function() return follow(path, 1, { slow = true }), 1 end)
    raises("pace_spec.lua:" .. line + 3, function() return follow(path, 1, { lonks = true }), 1 end)
    raises("pace_spec.lua:" .. line + 4, function() return follow(path, 1, 7), 1 end)
  end)
end)
