-- What followers do at links between places that are not neighbours.

local astar = require "astar"
local follow = require "astar.follow"
local check = require "spec.support.check"
local random = require "spec.support.random"
local walkers = require "spec.support.walkers"

local that, raises = check.that, check.raises
local abs, min = math.abs, math.min

local NEAR = 1e-6

local function near(want, got, what)
  that(type(got) == "number" and abs(want - got) <= NEAR, "%s: expected %.12g, got %.12g", what, want, got)
end

-- A row of cells with a gap from column 4 to 16, and a portal over it: cell (3, 1) to (17, 1).
local function gap(props)
  local map = astar.grid { width = 20, height = 1 }
  map:fill(4, 1, 13, 1, "water")
  for col = 4, 16 do map:block(col, 1) end
  map:link(map:cell(3, 1), map:cell(17, 1), props or { cost = 1 })
  return map, (map:path(map:cell(1, 1), map:cell(20, 1)))
end

local function ferry(seconds)
  return { links = function() return seconds end }
end

describe("a follower at a link of a grid", function()
  it("jumps, and does not count that as a way that is left", function()
    local map, path = gap()
    local f = follow(path, 1)
    assert.equal(5, f.left)
    assert.same({ 2.5, 0.5, 0, false }, { f:update(2 - 1e-9) and 2.5, f.y, f.angle, f.done })
    assert.same({ map:cell(2, 1), map:cell(3, 1) }, { f:behind(), f:ahead() })
    f:update(1e-9 + 1)
    assert.is_nil(f.link)
    near(17.5, f.x, "x")
    near(2, f.left, "left")
    f:update(0.5)
    assert.same({ map:cell(18, 1), map:cell(19, 1) }, { f:behind(), f:ahead() })
    f:update(9)
    assert.same({ 19.5, 0.5, true, 0 }, { f.x, f.y, f.done, f.left })
    f = follow(path, 1)
    f:update(3)
    assert.equal(17.5, f.x)
    f = follow(path, 1)
    f:update(2)
    assert.same({ 16.5, map:cell(17, 1), map:cell(17, 1) }, { f.x, f:ahead(), f:behind() })
    f = follow(path, 1)
    f:update(99)
    assert.same({ 19.5, true }, { f.x, f.done })
  end)

  it("jumps at the beginning and at the end of its path, too, but not in no time at all", function()
    local map = gap()
    local f = follow((map:path(map:cell(3, 1), map:cell(17, 1))), 1)
    assert.same({ 0, 2.5, false }, { f.left, f.x, f.done })
    assert.same({ 2.5, 0.5, 0, false }, { f:update(0) })
    f:update(1e-9)
    assert.same({ 16.5, true, map:cell(17, 1) }, { f.x, f.done, f:ahead() })
    f = follow((map:path(map:cell(3, 1), map:cell(17, 1))), 0)
    f:update(1)
    assert.same({ 16.5, true }, { f.x, f.done })
  end)

  it("jumps wherever rounding says that the link begins", function()
    for i = 1, 400 do
      local map, path = gap()
      local f = follow(path, i / 7)
      local dt, last = 2 / (i / 7) / (1 + i % 9), 0
      for _ = 1, 40 do
        local x, y = f:update(dt)
        that(x >= last and x <= 19.5 and y == 0.5, "case %d: at %s, %s on %s", i, x, y, map)
        last = x
      end
    end
  end)

  it("walks if it is told to", function()
    local _, path = gap()
    local f = follow(path, 1, { links = "walk" })
    assert.equal(19, f.left)
    f:update(9)
    assert.same({ 9.5, 10 }, { f.x, f.left })
  end)

  it("takes the seconds that a function says, moves across, and shows the link", function()
    local map, path = gap { cost = 3, terrain = "ferry" }
    local asked
    local f = follow(path, 1, { links = function(...)
      asked = { ... }
      return 7
    end })
    assert.same({ map:cell(3, 1), map:cell(17, 1) }, { asked[1], asked[2] })
    assert.same({ 3, "ferry" }, { asked[3].cost, asked[3].terrain })
    assert.equal(5, f.left)
    f:update(1)
    assert.is_nil(f.link)
    f:update(2)
    assert.equal(asked[3], f.link)
    near(4.5, f.x, "x")
    near(3, f.left, "left")
    assert.same({ map:cell(3, 1), map:cell(17, 1) }, { f:behind(), f:ahead() })
    assert.is_true(f:check())
    f:update(3.5)
    near(11.5, f.x, "x")
    f.speed = 0 -- the ferry goes on
    f:update(2.5)
    near(16.5, f.x, "x")
    assert.is_nil(f.link)
    f.speed = 1
    f:update(1)
    near(17.5, f.x, "x")
    map:unlink(map:cell(3, 1), map:cell(17, 1))
    assert.is_true(f:check())
    f:update(5)
    assert.is_true(f.done)
  end)

  it("finds that the link ahead is gone, and has another way", function()
    for _, mode in ipairs { "jump", "walk", function() return 4 end } do
      local map, path = gap()
      local f = follow(path, 1, { links = mode })
      local along = follow(map:cell(1, 1), 1, { links = mode })
      local flow = map:flow(map:cell(20, 1))
      along:go(flow)
      f:update(1.5)
      along:update(1.5)
      map:unlink(map:cell(3, 1), map:cell(17, 1))
      assert.same({ false, map:cell(3, 1) }, { f:check() })
      assert.same({ false, map:cell(3, 1) }, { along:check() })
      along:update(1) -- it waits at the link
      assert.same({ 2.5, false }, { along.x, along.done })
      map:link(map:cell(3, 1), map:cell(18, 1))
      flow:repair()
      flow:run()
      assert.is_true(along:check())
      f:go((map:path(map:cell(3, 1), map:cell(20, 1))))
      assert.is_true(f:check())
      f:update(0.5)
      for _, one in ipairs { f, along } do
        one:update(mode == "walk" and 15 or mode == "jump" and 0.5 or 4)
        near(mode == "jump" and 18 or 17.5, one.x, "x")
        one:update(3)
        assert.is_true(one.done)
        assert.equal(19.5, one.x)
      end
    end
  end)

  it("is not done before the last link is over", function()
    local map = gap()
    local f = follow((map:path(map:cell(2, 1), map:cell(17, 1))), 1, ferry(4))
    f:update(3)
    assert.same({ 0, false }, { f.left, f.done })
    assert.is_truthy(f.link)
    near(9.5, f.x, "x")
    f:stop()
    assert.is_truthy(f.link)
    f:go((map:path(f:ahead(), map:cell(20, 1))))
    assert.same({ false, 3 }, { f.done, f.left })
    f:update(2)
    near(16.5, f.x, "x")
    assert.is_nil(f.link)
  end)

  it("walks between cells that touch, whatever joins them", function()
    local map = astar.grid { width = 4, height = 4, neighbours = 4 }
    map:link(map:cell(1, 1), map:cell(2, 2), { cost = 0.1 })
    map:wall(map:cell(2, 2), map:cell(3, 2))
    map:link(map:cell(2, 2), map:cell(3, 2), { cost = 1 })
    local f = follow((map:path(map:cell(1, 1), map:cell(3, 2))), 1, { links = function() error "asked" end })
    near(1 + math.sqrt(2), f.left, "left")
    local round = astar.grid { width = 9, height = 3, wrap = "x" }
    f = follow((round:path(round:cell(2, 1), round:cell(8, 1))), 1, { links = function() error "asked" end })
    assert.equal(3, f.left)
  end)

  it("walks to waypoints, but a function is asked", function()
    local map = astar.grid { width = 9, height = 1 }
    local hut = map:add(4.5, 7)
    map:link(map:cell(5, 1), hut)
    local f = follow((map:path(map:cell(4, 1), hut)), 1)
    assert.equal(7.5, f.left)
    f = follow((map:path(map:cell(4, 1), hut)), 1, ferry(2))
    assert.equal(1, f.left)
    f:update(2)
    near(3.75, f.y, "y")
  end)

  it("goes to where its path begins when it gets another one on a link", function()
    local map, path = gap()
    local function on_link()
      local f = follow(path, 1, ferry(8))
      f:update(2 + 6)
      near(13, f.x, "x")
      return f
    end
    local f = on_link()
    f:go(path) -- it has the same link
    near(3, f.left, "left")
    f:update(1)
    near(14.75, f.x, "x")
    f = on_link()
    f:go((map:path(f:ahead(), map:cell(18, 1)))) -- what is left of the link comes first
    assert.is_truthy(f.link)
    assert.same({ map:cell(3, 1), map:cell(17, 1) }, { f:behind(), f:ahead() })
    near(1, f.left, "left")
    f:update(1)
    near(14.75, f.x, "x")
    f:update(1.5)
    near(17, f.x, "x")
    assert.is_nil(f.link)
    f = on_link()
    f:go((map:path(f:behind(), map:cell(1, 1)))) -- it goes back
    assert.same({ map:cell(17, 1), map:cell(3, 1) }, { f:behind(), f:ahead() })
    f:update(3)
    near(7.75, f.x, "x")
    assert.is_truthy(f.link)
    f:update(3 + 1)
    near(1.5, f.x, "x")
    f = on_link()
    f:go((map:path(map:cell(19, 1), map:cell(20, 1)))) -- that has nothing to do with it
    assert.is_nil(f.link)
    near(6.5, f.left, "left")
  end)

  it("walks the pieces of a smooth path, and jumps at the links between them", function()
    local map = gap()
    local path = map:smooth(map:path(map:cell(1, 1), map:cell(20, 1)))
    that(#path == 4, "%d points", #path)
    local f = follow(path, 1)
    assert.equal(5, f.left)
    f:update(3)
    near(17.5, f.x, "x")
    local open = astar.grid { width = 20, height = 9 }
    f = follow((open:path(open:cell(1, 1), open:cell(20, 9), { smooth = true })), 1)
    near(open:cell(1, 1):distance(open:cell(20, 9)), f.left, "left")
  end)

  it("does not take a place under a link for one on its way", function()
    local map = astar.grid { width = 9, height = 3 }
    map:fill(4, 1, 1, 3, "x")
    for row = 1, 3 do map:block(4, row) end
    map:link(map:cell(3, 2), map:cell(7, 2), { cost = 0.5 })
    local f = follow({ x = 4.5, y = 1.5 }, 1)
    f:go((map:path(map:cell(2, 2), map:cell(9, 2))))
    near(3 + 1 + 2, f.left, "left") -- to the beginning of the path
    f = follow({ x = 6.5, y = 1.5 }, 1)
    f:go((map:path(map:cell(2, 2), map:cell(9, 2))))
    near(2, f.left, "left") -- at the far end of the link
  end)
end)

---- Any path ----------------------------------------------------------------------------------------------

-- A map with portals, and the seconds that each takes, which the function tells.
local function portals(rng)
  local map = astar.grid { width = rng:int(5, 25), height = rng:int(2, 15), cell = rng:pick { 1, 16 },
    layout = rng:pick { "square", "odd-r", "isometric" } }
  local cells, seconds = {}, {}
  for cell in map:nodes() do
    cell.blocked = rng:chance(0.25)
    cells[#cells + 1] = cell
  end
  for _ = 1, rng:int(1, 8) do
    local a, b = rng:pick(cells), rng:pick(cells)
    if a ~= b then map:link(a, b, { cost = rng:real(0, 10) }) end
  end
  local function ask(from, to)
    local key = min(from.id, to.id) .. " " .. from.id + to.id
    if seconds[key] == nil then seconds[key] = rng:pick { false, 0, rng:real(0, 5) } end
    return seconds[key] or nil
  end
  return map, cells, ask
end

describe("links on any path", function()
  it("take their time, and the rest of the way its own", function()
    random.cases("follow links", 200, function(rng)
      local map, cells, ask = portals(rng)
      local path = map:path(rng:pick(cells), rng:pick(cells))
      if not path then return end
      -- What happens when: { seconds from the beginning, x, y }
      local speed = rng:real(0.5, 30)
      local time, way, events = 0, 0, { { 0, path[1].x, path[1].y } }
      for i = 1, #path - 1 do
        local from, to = path[i], path[i + 1]
        local apart = abs(from.col - to.col) > 1 or abs(from.row - to.row) > 1
        local takes = apart and ask(from, to)
        if not takes then way = way + from:distance(to) end
        time = time + (takes or from:distance(to) / speed)
        events[#events + 1] = { time, to.x, to.y }
      end
      local f = follow(path, speed, { links = ask })
      near(way, f.left, "left")
      local now, k = 0, 1
      while not f.done do
        local dt = rng:real(0, time / 20 + 1e-3)
        now = now + dt
        f:update(dt)
        while events[k + 1] and events[k + 1][1] <= now do k = k + 1 end
        local from, to = events[k], events[k + 1]
        if not to then
          near(from[2], f.x, "x at the end")
        elseif to[1] - now > 1e-6 and now - from[1] > 1e-6 then
          local part = (now - from[1]) / (to[1] - from[1])
          near(from[2] + part * (to[2] - from[2]), f.x, "x")
          near(from[3] + part * (to[3] - from[3]), f.y, "y")
        end
      end
      that(now > time - 1e-6 and now < time + time / 20 + 2e-3, "arrives after %g, not %g", now, time)
      local last = path[#path]
      that(f.x == last.x and f.y == last.y and f.left == 0 and not f.link, "beside the end")
      local leap = follow(path, speed, { links = ask })
      leap:update(time + 1e-6)
      that(leap.done and leap.x == f.x and leap.y == f.y, "one big step ends elsewhere")
    end)
  end)

  it("may be left on new ways at any moment, without a jump", function()
    random.cases("follow links anew", 150, function(rng)
      local map, cells, ask = portals(rng)
      local f = follow(rng:pick(cells), 5, { links = function(from, to) return (ask(from, to) or 0) + 0.01 end })
      for _ = 1, 12 do
        local x, y = f.x, f.y
        local from = rng:pick { f:ahead(), f:behind() }
        local goal = rng:pick(cells)
        local way = rng:chance(0.5) and map:path(from, goal) or map:flow(goal)
        f:go(way)
        that(abs(f.x - x) + abs(f.y - y) <= NEAR, "jumps from %g, %g to %g, %g", x, y, f.x, f.y)
        for _ = 1, rng:int(0, 20) do f:update(rng:real(0, 0.3)) end
      end
      f:go(map:flow(cells[1]))
      for _ = 1, 5000 do
        if not f.done then f:update(0.5) end
      end
      that(f.done, "never arrives")
    end)
  end)
end)

---- Flows -------------------------------------------------------------------------------------------------

describe("links on a flow", function()
  it("are jumped over", function()
    local map = gap()
    local f = follow(map:cell(1, 1), 1)
    f:go(map:flow(map:cell(20, 1)))
    f:update(1.75)
    assert.equal(2.25, f.x)
    f:update(0.5)
    near(16.75, f.x, "x")
    assert.is_nil(f.link)
    f:update(9)
    assert.is_true(f.done)
  end)

  it("take the seconds that a function says when the follower comes to them", function()
    local map = gap { cost = 1, terrain = "ferry" }
    local waits, asked = 4, 0
    local f = follow(map:cell(1, 1), 1, { links = function(from, to, props)
      asked = asked + 1
      assert.same({ 20, "ferry" }, { from.id + to.id, props.terrain })
      return waits
    end })
    local flow = map:flow(map:cell(20, 1))
    f:go(flow)
    f:update(1)
    assert.equal(0, asked)
    waits = 7
    f:update(2)
    assert.equal(1, asked)
    assert.equal("ferry", f.link.terrain)
    near(2.5 + 2, f.x, "x")
    assert.same({ map:cell(3, 1), map:cell(17, 1) }, { f:behind(), f:ahead() })
    f:go(flow) -- it stays on it
    f:update(1)
    near(6.5, f.x, "x")
    f:go(map:flow(map:cell(1, 1))) -- it would come back over the link
    f:update(5)
    near(16.5, f.x, "x")
    f:update(3.5)
    near(9.5, f.x, "x")
    map:unlink(map:cell(3, 1), map:cell(17, 1))
    f:go(map:flow(map:cell(20, 1))) -- turns round on it, as no way leads on from the other end
    f:update(3.5 + 3)
    near(19.5, f.x, "x")
    assert.is_true(f.done)
  end)

  it("are not taken any more once they are closed, on graphs too", function()
    local closings = {
      function(g, from, to) g:unlink(from, to) end,
      function(_, _, to) to.blocked = true end,
      function(_, _, to) to.terrain = "lava" end,
      function(g, from, to) g:link(from, to, { cost = 1, terrain = "lava" }) end,
    }
    for _, close in ipairs(closings) do
      for _, on_grid in ipairs { false, true } do
        local g, from, to
        if on_grid then
          g = gap()
          from, to = g:cell(3, 1), g:cell(17, 1)
        else
          g = astar.graph()
          from, to = g:add(0, 0), g:add(9, 0)
          g:link(from, to, { cost = 1 })
        end
        g:unit("man", { lava = false })
        local flow = g:flow(to, "man")
        local asked = false
        local f = follow({ x = from.x - 0.25, y = from.y }, 1, { links = function() asked = true end })
        f:go(flow)
        close(g, from, to)
        f:update(2)
        assert.same({ from.x, false, false }, { f.x, f.done, asked })
        assert.same({ false, from }, { f:check() })
        g:link(from, to, { cost = 1 })
        to.blocked, to.terrain = false, "default"
        f:update(3)
        assert.same({ from.x + 3, true }, { f.x, asked })
      end
    end
  end)

  it("are walked where the function says nothing, on graphs too", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0), g:add(10, 0), g:add(10, 10)
    g:link(a, b)
    g:link(b, c, { cost = 2 })
    local function lift(_, _, props) return props and 3 or nil end
    for _, way in ipairs { g:path(a, c), g:flow(c) } do
      local f = follow(a, 1, { links = lift })
      f:go(way)
      f:update(11.5)
      near(5, f.y, "y")
      assert.equal(2, f.link.cost)
      f:update(1.5)
      assert.is_true(f.done or f:update(1e-9) and f.done)
      f = follow(a, 1) -- a graph has no other ways than links
      f:go(way)
      f:update(15)
      near(5, f.y, "y")
    end
  end)

  it("come out the same however the time is divided", function()
    random.cases("follow links of flows", 150, function(rng)
      local map, cells, ask = portals(rng)
      local flow = map:flow(rng:pick(cells))
      local start = rng:pick(cells)
      if not flow:cost(start) then return end
      local a, b = follow(start, 3, { links = ask }), follow(start, 3, { links = ask })
      a:go(flow)
      b:go(flow)
      for _ = 1, 3000 do
        local dt = rng:real(0, 4)
        b:update(dt)
        walkers.divide(rng, a, dt, 5)
        that(abs(a.x - b.x) + abs(a.y - b.y) < 1e-4 or a.link == nil and b.link == nil, "elsewhere")
        if a.done and b.done then break end
      end
      that(a.done and b.done and a.x == b.x and a.y == b.y, "never arrives")
    end)
  end)

  it("let the function give the follower another way", function()
    local map = gap()
    local flow, f = map:flow(map:cell(20, 1)), nil
    local home = map:path(map:cell(3, 1), map:cell(1, 1))
    f = follow(map:cell(1, 1), 1, { links = function()
      assert.same({ 2.5, map:cell(3, 1) }, { f.x, f:behind() })
      f:go(home)
      return 3
    end })
    f:go(flow)
    f:update(5)
    assert.equal(home, f.path)
    f:update(2)
    assert.same({ 0.5, true }, { f.x, f.done })
    f = follow(map:cell(1, 1), 1, { links = function() f:stop() end })
    f:go(flow)
    f:update(5)
    assert.same({ 2.5, true }, { f.x, f.done })
  end)
end)

---- Errors ------------------------------------------------------------------------------------------------

describe("links=", function()
  local map, path = gap()

  it("is one of three", function()
    for text, bad in pairs { ["'jmp'"] = "jmp", number = 1, boolean = true, table = {} } do
      raises("bad argument #3 to 'follow' (option 'links': \"jump\", \"walk\" or function expected, got " .. text .. ")",
        follow, path, 1, { links = bad })
    end
    raises("bad argument #3 to 'follow' (table expected, got number)", follow, path, 1, 2)
    raises("bad argument #3 to 'follow' (unknown option 'link' (did you mean 'links'?))", follow, path, 1, { link = 1 })
    local f = follow(path, 1)
    raises("field 'link' of a follower cannot be assigned", function() f.link = true end)
  end)

  it("returns seconds, or nothing has changed", function()
    for text, bad in pairs { ["-1"] = -1, nan = 0 / 0, inf = 1 / 0, string = "1", boolean = false } do
      local want = "option 'links' of a follower: the function: finite number >= 0 or nil expected, got " .. text
      local options = { links = function() return bad end }
      raises(want, follow, path, 1, options)
      local f = follow(map:cell(1, 1), 1, options)
      raises(want, f.go, f, path)
      assert.same({ true, 0.5 }, { f.done, f.x })
      f:go(map:flow(map:cell(20, 1)))
      raises(want, f.update, f, 5)
      assert.same({ 2.5, false, map:cell(3, 1) }, { f.x, f.done, f:behind() })
      bad = 0
      f:update(1)
      near(17.5, f.x, "x")
    end
    local f = follow(map:cell(1, 1), 1, { links = function() error "broken" end })
    raises("broken", f.go, f, path)
    assert.is_nil(f.path)
  end)
end)

describe("a follower at a link of a plane", function()
  -- A river with a bridge of cost 2 over it, 10 long.
  local function river()
    local plane = astar.plane { bounds = { 0, 0, 30, 10 } }
    plane:box(15, 5, 8, 10)
    local bridge = plane:link(10, 5, 20, 5, { cost = 2, data = "bridge" })
    return bridge, (plane:path(5, 5, 25, 5)), plane
  end

  it("jumps", function()
    local _, path = river()
    local f = follow(path, 1)
    assert.equal(10, f.left)
    f:update(4)
    assert.equal(9, f.x)
    f:update(2)
    assert.same({ 21, 5, 4 }, { f.x, f.y, f.left })
    f:update(9)
    assert.same({ 25, true }, { f.x, f.done })
  end)

  it("walks across, or takes the time that a function says", function()
    local bridge, path = river()
    local f = follow(path, 1, { links = "walk" })
    assert.equal(20, f.left)
    f:update(8)
    assert.equal(13, f.x)
    local asked
    f = follow(path, 1, { links = function(...)
      asked = { ... }
      return asked[3].cost * 10
    end })
    assert.same({ x = 10, y = 5 }, asked[1])
    assert.same({ x = 20, y = 5 }, asked[2])
    assert.equal(bridge, asked[3])
    assert.equal(3, #asked)
    f:update(5 + 10)
    assert.same({ 15, "bridge" }, { f.x, f.link.data })
    f:update(10 + 1)
    assert.same({ 21, nil }, { f.x, f.link })
    f = follow(path, 1, { links = function() return nil end })
    assert.equal(20, f.left)
  end)

  it("takes a path from where it is, on the link or beside it", function()
    local _, path, plane = river()
    local f = follow(path, 1, ferry(10))
    f:update(5 + 5)
    near(15, f.x, "x")
    f:go((plane:path(20, 5, 25, 8)))
    f:update(5)
    near(20, f.x, "x")
    f:update(99)
    assert.same({ 25, 8, true }, { f.x, f.y, f.done })
  end)

  it("goes on when the link is gone", function()
    local bridge, path = river()
    bridge:remove()
    for _, mode in ipairs { "jump", "walk" } do
      local f = follow(path, 1, { links = mode })
      f:update(99)
      assert.is_true(f.done)
    end
  end)
end)
