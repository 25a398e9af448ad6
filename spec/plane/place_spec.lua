-- Places on a plane: whether one can stand there, the nearest where one can, what a swept disc hits, and ways that
-- begin and end beside what is blocked.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.plane_oracle"
local places = require "spec.support.plane_places"
local random = require "spec.support.random"
local room = require "spec.support.plane_room"
local scenes = require "spec.support.plane_scenes"

local that, raises, refuses = check.that, check.raises, check.refuses
local build, code = scenes.build, scenes.code

local function distance(x1, y1, x2, y2)
  return math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
end

-- How far a place may be from the right one: rounding, and how far beside a place the oracle looks.
local function slack(w)
  return 4e-6 * w.scale + 2 ^ -40 * math.max(math.abs(w.dx), math.abs(w.dy))
end

describe("the nearest place", function()
  local function run(label, n, options, most)
    it("is free, and none is nearer, " .. label, function()
      random.cases("nearest " .. label, n, function(rng)
        local w = scenes.maker(rng, options)
        local scene = w:scene(rng:int(0, most))
        local plane, o = build(scene), oracle.new(scene)
        local near = slack(w) / 8
        for _ = 1, 6 do
          local x, y = w:point()
          local where = check.later(function()
            return ("nearest(%.17g, %.17g) in\n%s"):format(x, y, code(scene))
          end)
          local nx, ny, d = plane:nearest(x, y)
          local want = places.nearest(o, x, y, near)
          if not nx then
            that(not want, "none where there is one at %s: %s", want, where)
          else
            that(math.abs(distance(x, y, nx, ny) - d) <= 1e-12 * d + 1e-300, "distance %.17g: %s", d, where)
            that(d == 0 and (#o:place(x, y).sectors > 0 or o:hardly_blocked(x, y)) or #o:place(nx, ny).sectors > 0,
              "%.17g, %.17g is not free: %s", nx, ny, where)
            that(not want or d <= want + slack(w), "%.17g where there is one at %.17g: %s", d, want, where)
            that(plane:path(nx, ny, nx, ny) and plane:free(nx, ny), "is blocked: %s", where)
            local again_x, again_y, zero = plane:nearest(nx, ny)
            that(again_x == nx and again_y == ny and zero == 0, "is not its own nearest: %s", where)
          end
          that((plane:free(x, y)) == (plane:path(x, y, x, y) ~= nil), "free is not what a path can start at: %s", where)
          that(plane:free(x, y) == (d == 0), "free, but not the nearest: %s", where)
        end
      end)
    end)

    it("that can be reached is reached, and none that is nearer, " .. label, function()
      random.cases("nearest from " .. label, math.ceil(n / 2), function(rng)
        local w = scenes.maker(rng, options)
        local scene = w:scene(rng:int(0, math.min(most, 4)))
        for _ = 1, rng:pick({ 0, 1, 1, 2 }) do
          for _, wall in ipairs(w:room()) do
            scene.polygons[#scene.polygons + 1] = wall
          end
        end
        local plane, o = build(scene), oracle.new(scene)
        local near = slack(w) / 8
        for _ = 1, 4 do
          local x, y = w:point()
          local fx, fy = w:point()
          if #o:place(fx, fy).sectors > 0 then
            local where = check.later(function()
              return ("nearest(%.17g, %.17g, { from = { %.17g, %.17g } }) in\n%s"):format(x, y, fx, fy, code(scene))
            end)
            local nx, ny, d = plane:nearest(x, y, { from = { fx, fy } })
            that(nx, "none: %s", where)
            local best, length = plane:path(fx, fy, nx, ny)
            that(best, "there is no way to %.17g, %.17g, %s: %s", nx, ny, length, where)
            that(o:hardly_blocked(nx, ny) or o:path(fx, fy, nx, ny), "there is none to %.17g, %.17g for the oracle: %s", nx, ny, where)
            local want = places.nearest(o, x, y, near, function(px, py)
              return o:path(fx, fy, px, py) ~= nil
            end)
            that(not want or d <= want + slack(w), "%.17g where there is one at %.17g: %s", d, want, where)
            local ax, ay, again = plane:nearest(x, y, { from = { x = fx, y = fy } })
            that(ax == nx and ay == ny and again == d, "another one when asked again: %s", where)
            local bx, by, fresh = build(scene):nearest(x, y, { from = { fx, fy } })
            that(bx == nx and by == ny and fresh == d, "another one on a new plane: %s", where)

            -- a path with `partial` ends there
            local path, cost = plane:path(fx, fy, x, y, { partial = true })
            that(path, "no path, %s: %s", cost, where)
            if path.partial then
              that(math.abs(distance(x, y, path[#path].x, path[#path].y) - d) <= slack(w), "ends elsewhere: %s", where)
              local _, shortest = plane:path(fx, fy, path[#path].x, path[#path].y)
              that(check.close(cost, shortest), "%.17g, the shortest is %s: %s", cost, shortest, where)
              that(o:check_path(path:points()), "is no way: %s", where)
            else
              that(d <= slack(w), "is not partial, though the goal is %.17g away: %s", d, where)
            end
            for _, one in ipairs({ plane, (build(scene)) }) do
              local s = one:search(fx, fy, x, y, { partial = true })
              while s.status == "searching" do
                s:step(rng:int(1, 5))
              end
              local found, same = s:path()
              that(found and check.close(cost, same) and found.partial == path.partial, "a search finds %s: %s", same, where)
              that((s.status == "found") == not path.partial, "%s: %s", s.status, where)
            end
          end
        end
      end)
    end)
  end

  run("on a lattice", 120, { kind = "lattice", plain = true }, 8)
  run("at any angle", 120, { kind = "free", plain = true }, 8)
  run("at any scale", 80, { kind = "mixed", scaled = true }, 6)

  it("for a disc keeps its distance, and is no farther than for a disc that is a little larger", function()
    random.cases("nearest disc", 60, function(rng)
      local w = scenes.maker(rng, { kind = rng:pick({ "lattice", "free" }), plain = true })
      local scene = w:scene(rng:int(1, 4))
      local r = rng:pick({ 0.05, 0.2, 0.5, 0.75, 1 }) * rng:real(0.9, 1.1)
      local plane, o = build(scene), oracle.new(scene)
      local beyond = room.enlarged(scene, r * 1.0102, 24)
      local high = beyond and oracle.new(beyond)
      for _ = 1, 4 do
        local x, y = w:point()
        local where = check.later(function()
          return ("nearest(%.17g, %.17g, { radius = %.17g }) in\n%s"):format(x, y, r, code(scene))
        end)
        local nx, ny, d = plane:nearest(x, y, { radius = r })
        -- the parts of what is enlarged leave gaps between them where rounding has it
        local most = high and places.nearest(high, x, y, 1e-7, function(px, py)
          return room.distance(o, px, py) >= r
        end)
        if not nx then
          that(not most, "none where there is one at %s: %s", most, where)
        else
          check.near(distance(x, y, nx, ny), d)
          that(not most or d <= most + 1e-5, "%.17g where there is one at %s: %s", d, most, where)
          that(room.distance(o, nx, ny) >= r * (1 - 1e-8), "is too near to something: %s", where)
          local path = plane:path(nx, ny, nx, ny, { radius = r })
          that(path and plane:free(nx, ny, r), "is blocked: %s", where)
          that(d == 0 or path[1].x == nx and path[1].y == ny, "a path does not begin there: %s", where)
          that((plane:at(nx, ny, { radius = r })) == nil, "something is there: %s", where)
        end
        local free, what = plane:free(x, y, r)
        that(free == (plane:path(x, y, x, y, { radius = r }) ~= nil) and free == (d == 0), "free: %s: %s", free, where)
        that(free or what == plane:at(x, y, { radius = r }) and what, "%s is there: %s", what, where)
      end
    end)
  end)

  it("is on the edge, the corner, or where two edges cross", function()
    local plane = astar.plane({ bounds = { 0, 0, 100, 100 } })
    plane:box(50, 50, 20, 20)
    assert.same({ 40, 52, 2 }, { plane:nearest(42, 52) })
    assert.same({ 40, 50, 10 }, { plane:nearest(50, 50) }) -- of four, that with the least x
    plane:box(60, 60, 20, 20)
    assert.same({ 50, 60, 5 }, { plane:nearest(54, 57) })
    assert.same({ 60, 50, 5 }, { plane:nearest(57, 54) })
    assert.same({ 12, 34, 0 }, { plane:nearest(12, 34) })
    assert.same({ 0, 100, 5 }, { plane:nearest(-3, 104) })
    assert.same({ 100, 50, 1e4 - 100 }, { plane:nearest(1e4, 50) })
  end)

  it("is the place itself where nothing is, and none where nothing is left", function()
    assert.same({ 3, -4, 0 }, { astar.plane():nearest(3, -4, { radius = 5, from = { 1e30, 1 } }) })
    local tight = astar.plane({ bounds = { 0, 0, 4, 4 } })
    assert.is_nil(tight:nearest(2, 2, { radius = 2.1 }))
    assert.is_nil(tight:nearest(9, 2, { radius = 2.1, from = { 1, 1 } }))
    assert.same({ nil, "blocked" }, { tight:path(2, 2, 1, 1, { radius = 2.1, partial = true }) })
    assert.same({ false, "bounds" }, { tight:free(2, 2, 2.1) })
    tight:box(2, 2, 9, 9)
    assert.is_nil(tight:nearest(2, 2))
    assert.is_nil(tight:nearest(-7, 2))
    assert.same({ nil, "blocked" }, { tight:path(2, 2, 1, 1, { partial = true }) })
  end)

  it("is found in a heap of obstacles", function()
    local plane = astar.plane()
    for i = 1, random.size(400, 60) do
      plane:box(0.01 * i, 0.003 * i, 20, 18, i * 0.37)
    end
    local x, y, d = plane:nearest(0, 0)
    that(d > 9 and d < 20 and plane:free(x, y), "%s %s %s", x, y, d)
    for k = 0, 40 do
      local angle = k * math.pi / 20
      local at = d * (1 - 1e-9)
      assert.is_false((plane:free(at * math.cos(angle), at * math.sin(angle))))
    end
  end)

  it("on a plane from a grid is one of a free cell", function()
    random.cases("nearest grid", 40, function(rng)
      local w, h = rng:int(1, 24), rng:int(1, 24)
      local rows = {}
      for row = 1, h do
        local cells = {}
        for col = 1, w do
          cells[col] = rng:chance(0.5) and "#" or "."
        end
        rows[row] = table.concat(cells)
      end
      local map = astar.grid({ rows = rows, legend = { ["."] = "open", ["#"] = false } })
      local plane = astar.plane({ grid = map })
      if rng:chance(0.5) then
        plane:box(rng:real(1, w + 1), rng:real(1, h + 1), rng:real(0.5, 4), rng:real(0.5, 4), rng:real(0, 3))
      end
      local bounds = plane.bounds
      for _ = 1, 8 do
        local x, y = rng:real(bounds[1] - 1, bounds[3] + 1), rng:real(bounds[2] - 1, bounds[4] + 1)
        local nx, ny, d = plane:nearest(x, y)
        if #plane > 0 and plane:at(x, y) ~= nil or nx then
          that(nx == nil or plane:free(nx, ny) and math.abs(distance(x, y, nx, ny) - d) < 1e-9, "%s %s", nx, ny)
          for _ = 1, nx and d > 0 and 30 or 0 do
            local angle, part = rng:real(0, 7), math.sqrt(rng:unit()) * (1 - 1e-9)
            local px, py = x + d * part * math.cos(angle), y + d * part * math.sin(angle)
            that(not plane:free(px, py), "%.17g, %.17g is nearer to %.17g, %.17g than %.17g, %.17g", px, py, x, y, nx, ny)
          end
        end
      end
    end)
  end)
end)

describe("a pocket", function()
  local plane

  before_each(function()
    plane = astar.plane({ bounds = { 0, 0, 100, 100 } })
    plane:box(50, 40, 24, 4)
    plane:box(50, 60, 24, 4)
    plane:box(40, 50, 4, 24)
    plane:box(60, 50, 4, 24)
  end)

  it("is not given to who is outside, nor the outside to who is in it", function()
    assert.same({ 52, 50, 0 }, { plane:nearest(52, 50) })
    assert.same({ 62, 50, 10 }, { plane:nearest(52, 50, { from = { 3, 3 } }) })
    assert.same({ 62, 50, 10 }, { plane:nearest(52, 50, { from = { 3, 3 } }) })
    assert.same({ 58, 50, 37 }, { plane:nearest(95, 50, { from = { 52, 50 } }) })
    assert.same({ 52, 50, 0 }, { plane:nearest(52, 50, { from = { 50, 52 } }) })
    -- who stands in a wall counts as where it is left
    assert.same({ 62, 50, 10 }, { plane:nearest(52, 50, { from = { 61, 50 } }) })
  end)

  it("ends a path at its wall", function()
    for _ = 1, 3 do
      local path, cost = plane:path(95, 50, 52, 50, { partial = true })
      assert.same({ 95, 50, 62, 50 }, path:points())
      assert.equal(33, cost)
      assert.is_true(path.partial)
    end
    local path = plane:path(52, 50, 95, 50, { partial = true })
    assert.same({ 52, 50, 58, 50 }, path:points())
  end)

  it("without a corner at which a way bends is kept apart from the rest", function()
    local field = astar.plane { bounds = { -20, -20, 20, 20 } }
    for _, box in ipairs { { 10, 8, 6, 1 }, { 10, 12, 6, 1 }, { 7.5, 10, 1, 5 }, { 12.5, 10, 1, 5 }, { -10, 0, 2, 20 } } do
      field:box(box[1], box[2], box[3], box[4])
    end
    assert.is_true(field:path(10, 10, 0, 0, { partial = true }).partial) -- now what can be reached in there is known
    assert.is_false(field:path(1, 0, -15, 0, { partial = true }).partial)
    assert.same({ -15, 0, 0 }, { field:nearest(-15, 0, { from = { 1, 0 } }) })
  end)

  it("that an edit opens is given, that it closes is not", function()
    assert.same({ 62, 50, 10 }, { plane:nearest(52, 50, { from = { 3, 3 } }) })
    local walls = {}
    for rock in plane:obstacles() do
      walls[#walls + 1] = rock
    end
    walls[4]:remove()
    assert.same({ 52, 50, 0 }, { plane:nearest(52, 50, { from = { 3, 3 } }) })
    assert.is_false(plane:path(3, 3, 52, 50, { partial = true }).partial)
    plane:box(60, 50, 4, 24)
    assert.same({ 62, 50, 10 }, { plane:nearest(52, 50, { from = { 3, 3 } }) })
  end)

  it("with an obstacle in it is left aside without a search for each question", function()
    for i = 1, 9 do
      plane:circle(44 + i, 50, 0.2, 7)
    end
    for _ = 1, 5 do
      for i = 1, 9 do
        local x, _, d = plane:nearest(44 + i, 50, { from = { 3, 3 } })
        that(x == (i <= 6 and 38 or 62) and math.abs(d - math.min(6 + i, 18 - i)) < 1e-12, "%d: %s %s", i, x, d)
      end
    end
  end)
end)

describe("a path that is partial", function()
  local plane

  before_each(function()
    plane = astar.plane({ bounds = { 0, 0, 100, 100 } })
    plane:box(50, 50, 20, 20)
  end)

  it("leads out of what has closed around the start", function()
    local path, cost = plane:path(42, 50, 5, 50, { partial = true })
    assert.same({ 40, 50, 5, 50 }, path:points())
    assert.equal(35, cost)
    assert.is_true(path.partial)
    local s = plane:search(42, 50, 5, 50, { partial = true })
    assert.equal("searching", s.status)
    s:run()
    assert.equal("blocked", s.status)
    assert.same({ 40, 50, 5, 50 }, (s:path():points()))
    assert.same({ nil, "blocked" }, { plane:path(42, 50, 5, 50) })
  end)

  it("ends beside what the goal is in", function()
    local path, cost = plane:path(5, 51, 42, 51, { partial = true })
    assert.same({ 5, 51, 40, 51 }, path:points())
    assert.equal(35, cost)
    assert.is_true(path.partial)
    path = plane:path(5, 50, 42, 50, { partial = true, radius = 3 })
    assert.equal(2, #path)
    check.near(37, path[2].x)
    path = plane:path(42, 50, 41, 50, { partial = true })
    assert.same({ 40, 50 }, path:points())
    assert.equal(0, path.cost)
    assert.is_true(path.partial)
    path = plane:path(-30, -30, 130, 130, { partial = true })
    assert.same({ 0, 0 }, { path[1].x, path[1].y })
    assert.same({ 100, 100 }, { path[#path].x, path[#path].y })
  end)

  it("is not, if the goal is reached", function()
    local path = plane:path(5, 5, 95, 95, { partial = true })
    assert.is_false(path.partial)
    assert.equal(plane:path(5, 5, 95, 95).cost, path.cost)
  end)

  it("ends at a node after a limit", function()
    local path = plane:path(5, 50, 95, 50, { partial = true, max_cost = 70 })
    assert.is_true(path.partial)
    that(path[#path].x == 60, "%s", path[#path].x)
    path = plane:path(5, 50, 45, 50, { partial = true, max_steps = 0 })
    assert.same({ 5, 50 }, path:points())
    local s = plane:search(5, 50, 95, 50, { partial = true, max_cost = 70 })
    s:run()
    assert.equal("limit", s.status)
  end)

  it("can be restarted", function()
    local s = plane:search(42, 50, 5, 50, { partial = true })
    s:run()
    s:restart(5, 50, 42, 51)
    s:run()
    assert.equal("blocked", s.status)
    assert.same({ 40, 51 }, { s:path()[2].x, s:path()[2].y })
    s:restart(nil, nil, 5, 60)
    s:run()
    assert.equal("found", s.status)
    assert.is_false(s:path().partial)
  end)
end)

describe("a swept disc", function()
  it("goes free along paths of its radius, and hits what is too near", function()
    random.cases("sweep", 120, function(rng)
      local w = scenes.maker(rng, { kind = rng:pick({ "lattice", "free" }), plain = true })
      local scene = w:scene(rng:int(1, 4))
      local r = rng:pick({ 0.05, 0.2, 0.5, 0.75 }) * rng:real(0.9, 1.1)
      local plane, rocks = build(scene)
      local o = oracle.new(scene)
      local number = { bounds = 0 }
      for i, rock in ipairs(rocks) do
        number[rock] = i
      end
      local x1, y1 = w:point()
      local x2, y2 = w:point()
      local path = plane:path(x1, y1, x2, y2, { radius = r })
      for i = 1, path and #path - 1 or 0 do
        local a, b = path[i], path[i + 1]
        that(plane:raycast(a.x, a.y, b.x, b.y, { radius = r }) == nil, "the path is hit in\n%s", code(scene))
        that(plane:raycast(b.x, b.y, a.x, a.y, { radius = r }) == nil, "the path back is hit in\n%s", code(scene))
      end
      for _ = 1, 6 do
        x1, y1 = w:point()
        x2, y2 = w:point()
        local where = check.later(function()
          return ("raycast(%.17g, %.17g, %.17g, %.17g, { radius = %.17g }) in\n%s"):format(x1, y1, x2, y2, r, code(scene))
        end)
        local hit, hx, hy = plane:raycast(x1, y1, x2, y2, { radius = r })
        if o:keeps_away(x1, y1, x2, y2, r) and #o:place(x1, y1).sectors > 0 then
          that(hit == nil, "hits %s: %s", hit, where)
        elseif not hit then
          that(o:keeps_away(x1, y1, x2, y2, r * (1 - 1e-7)), "does not hit: %s", where)
        else
          local px, py = hx, hy
          local far = room.distance(o, px, py)
          if not plane:free(x1, y1, r) then
            that(hx == x1 and hy == y1, "does not hit at the start: %s", where)
          else
            that(math.abs(far - r) <= 1e-7 * r, "hits at %.17g: %s", far, where)
            that(number[hit], "hits %s: %s", hit, where)
            local _, _, _, _, off = o:edge_near(number[hit], px, py)
            that(off <= r * (1 + 1e-7), "hits what is %.17g away: %s", off, where)
            local t = distance(x1, y1, hx, hy) - 1e-6
            local bx, by = x1 + (x2 - x1) * t / distance(x1, y1, x2, y2), y1 + (y2 - y1) * t / distance(x1, y1, x2, y2)
            that(t <= 0 or plane:raycast(x1, y1, bx, by, { radius = r }) == nil, "is hit before: %s", where)
          end
        end
      end
    end)
  end)

  it("gives its middle at the touch; a graze does not hit", function()
    local plane = astar.plane({ bounds = { 0, 0, 100, 100 } })
    local rock = plane:box(50, 50, 20, 20)
    local hit, x, y = plane:raycast(10, 50, 90, 50, { radius = 3 })
    assert.equal(rock, hit)
    check.near(37, x)
    assert.equal(50, y)
    assert.is_nil(plane:raycast(10, 37, 90, 37, { radius = 3 }))
    assert.equal(rock, (plane:raycast(10, 37.001, 90, 37.001, { radius = 3 })))
    assert.same({ rock, 38, 50 }, { plane:raycast(38, 50, 2, 50, { radius = 3 }) })
    assert.same({ rock, 50, 50 }, { plane:raycast(50, 50, 2, 50, { radius = 3 }) })
    hit, x = plane:raycast(10, 50, 0, 50, { radius = 3 })
    assert.equal("bounds", hit)
    check.near(3, x)
    assert.is_nil(plane:raycast(10, 50, 10, 50, { radius = 3 }))
    assert.same({ "bounds", 1, 50 }, { plane:raycast(1, 50, 1, 50, { radius = 3 }) })
    assert.same({ rock }, { plane:at(38, 50, { radius = 3 }) })
    assert.same({ rock, nil, "bounds" }, { plane:at(50, 50, { radius = 3 }), plane:at(36, 50, { radius = 3 }),
      (plane:at(1, 50, { radius = 3 })) })
    assert.is_nil(plane:at(38, 50))
  end)
end)

describe("a path on a plane", function()
  it("is valid until something stands in its way", function()
    random.cases("valid", 250, function(rng)
      local w = scenes.maker(rng)
      local scene = w:scene(rng:int(0, 5))
      local plane, rocks = build(scene)
      local r = rng:chance(0.4) and w.scale * rng:real(0.05, 0.7) or nil
      local paths = {}
      for _ = 1, 4 do
        local x1, y1 = w:point()
        local x2, y2 = w:point()
        paths[#paths + 1] = plane:path(x1, y1, x2, y2, { radius = r, partial = rng:chance(0.3) })
      end
      for edit = 0, 4 do
        if edit > 0 then
          if #rocks > 0 and rng:chance(0.4) then
            local i = rng:int(1, #rocks)
            table.remove(scene.polygons, i)
            table.remove(rocks, i):remove()
          else
            scene.polygons[#scene.polygons + 1] = w:polygon()
            rocks[#rocks + 1] = plane:polygon(scene.polygons[#scene.polygons])
          end
        end
        local o = oracle.new(scene)
        for _, path in ipairs(paths) do
          local where = check.later(function()
            return ("path %s with radius %s in\n%s"):format(scenes.list(path:points()), r, code(scene))
          end)
          local ok, at = path:valid()
          local points = path:points()
          that(edit > 0 or ok, "a new path is not valid: %s", where)
          if r then
            local free = true
            for i = 1, #points - 2, 2 do
              free = free and o:keeps_away(points[i], points[i + 1], points[i + 2], points[i + 3], r)
            end
            that(not ok or free and #o:place(points[1], points[2]).sectors > 0, "is valid, but too near: %s", where)
            for i = 1, ok and #path - 1 or 0 do
              that(not plane:raycast(path[i].x, path[i].y, path[i + 1].x, path[i + 1].y, { radius = r }), "is hit: %s", where)
            end
            if not ok and at < #path then
              -- the way so far
              for i = 1, at - 1 do
                that(not plane:raycast(path[i].x, path[i].y, path[i + 1].x, path[i + 1].y, { radius = r }), "is hit before: %s",
                  where)
              end
            end
          elseif #path == 1 then
            local free = #o:place(points[1], points[2]).sectors > 0
            that(ok == free and (ok or at == 1), "%s %s: %s", ok, at, where)
          else
            local good, why = o:check_path(points)
            local want = not good and tonumber(why:match("point (%d+)"))
            that(ok == good and (good or at == want), "%s %s, but %s %s: %s", ok, at, good, why, where)
          end
        end
      end
    end)
  end)

  it("remembers its radius, and needs its plane", function()
    local plane = astar.plane()
    local path = plane:path(0, 0, 10, 0, { radius = 2 })
    local thin = plane:path(0, 0, 10, 0)
    plane:box(5, 2, 1, 1)
    assert.same({ false, 1 }, { path:valid() })
    assert.is_true(thin:valid())
    local s = plane:search(0, 0, 10, 0, { radius = 2 })
    s:run()
    local other = s:path()
    assert.is_true(other:valid())
    plane:box(0, 0, 1, 1)
    assert.same({ false, 1 }, { other:valid() })
    assert.same({ false, 1 }, { thin:valid() })
    refuses("a plane has no units", path, "valid", "horse")
  end)
end)

describe("a question about a place", function()
  local plane

  before_each(function()
    plane = astar.plane()
  end)

  it("needs numbers, and knows its options", function()
    for _, method in ipairs({ "free", "nearest", "at" }) do
      for _, bad in ipairs({ check.nan, check.inf, -check.inf, 1e31, "x", true, {} }) do
        refuses("bad argument #1 to '" .. method .. "'", plane, method, bad, 1)
        refuses("bad argument #2 to '" .. method .. "'", plane, method, 1, bad)
      end
      refuses("bad argument #1 to '" .. method .. "'", plane, method)
    end
    for _, bad in ipairs({ 0, -1, check.nan, check.inf, 1e31, "1", true, {} }) do
      refuses("bad argument #3 to 'free'", plane, "free", 1, 2, bad)
      refuses({ "bad argument #3 to 'nearest'", "radius" }, plane, "nearest", 1, 2, { radius = bad })
      refuses({ "bad argument #3 to 'at'", "radius" }, plane, "at", 1, 2, { radius = bad })
      refuses({ "bad argument #5 to 'raycast'", "radius" }, plane, "raycast", 1, 2, 3, 4, { radius = bad })
    end
    for _, bad in ipairs({ 0, "x", {}, { 1 }, { 1, 2, 3 }, { 1, check.nan }, { "1", 2 }, { x = 1 }, { y = 1 }, { x = 1, y = check.inf },
      { 1e31, 0 } }) do
      refuses({ "bad argument #3 to 'nearest'", "from" }, plane, "nearest", 1, 2, { from = bad })
    end
    refuses("unknown option 'form' (did you mean 'from'?)", plane, "nearest", 1, 2, { form = { 1, 2 } })
    refuses("unknown option 'from'", plane, "at", 1, 2, { from = { 1, 2 } })
    refuses("bad argument #3 to 'nearest' (table expected", plane, "nearest", 1, 2, 3)
    refuses("bad argument #5 to 'raycast' (table expected", plane, "raycast", 1, 2, 3, 4, 5)
    raises("plane expected", plane.free, 1, 2)
  end)

  it("takes coordinates of any size", function()
    plane:box(0, 0, 2e29, 2e29)
    assert.same({ -1e29, 0, 1e29 }, { plane:nearest(0, 0) })
    that(plane:free(1e30, -1e30, 1e29), "is free")
    that(plane:nearest(0, 0, { radius = 1e30 }), "there is one")
    plane:box(0, 0, 4e29, 1e-70)
    plane:nearest(1e29, 0, { radius = 1e-80, from = { -1e30, 1e30 } })
    plane:nearest(0, 1e-90, { from = { 1e-81, 1e-300 } })
  end)

  it("gives places that can be asked about again, of any size", function()
    local values = { 0, 1, -1, 1e30, -1e30, 1e-80, 1e-81, 5e-324, 1e15, 2 ^ 53, 0.1, 1e29 }
    random.cases("sizes", 150, function(rng)
      plane = astar.plane(rng:chance(0.3) and { bounds = { -1e30, -1, 1e30, 1e30 } } or nil)
      local function v()
        return rng:pick(values)
      end
      for _ = 1, rng:int(0, 5) do
        pcall(plane.polygon, plane, { v(), v(), v(), v(), v(), v() })
        pcall(plane.box, plane, v(), v(), math.abs(v()), math.abs(v()), v())
      end
      for _ = 1, 4 do
        local radius = math.abs(v())
        radius = radius > 0 and radius or nil
        local x, y, d = plane:nearest(v(), v(), { radius = radius, from = rng:chance(0.5) and { v(), v() } or nil })
        that(not x or d >= 0 and plane:free(x, y, radius) and plane:path(x, y, x, y, { radius = radius }), "%s, %s", x, y)
        local path = plane:path(v(), v(), v(), v(), { radius = radius, partial = true })
        that(not path or path:valid(), "a new path is not valid")
        plane:raycast(v(), v(), v(), v(), { radius = radius })
      end
    end)
  end)
end)
