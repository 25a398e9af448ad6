-- Something round on a plane: never nearer to anything than its radius, which is checked without rounding,
-- and never more than one part in a hundred longer than the shortest way.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.plane_oracle"
local random = require "spec.support.random"
local room = require "spec.support.plane_room"
local scenes = require "spec.support.plane_scenes"

local that, refuses, build = check.that, check.refuses, scenes.build

local function code(scene, r, x1, y1, x2, y2)
  return ("%s\nplane:path(%s, { radius = %s })"):format(scenes.code(scene), scenes.list({ x1, y1, x2, y2 }), scenes.list({ r }))
end

-- Each segment of a path keeps its distance.
local function keeps_away(o, path, r)
  local p = path:points()
  for i = 1, #p - 2, 2 do
    local ok, what = o:keeps_away(p[i], p[i + 1], p[i + 2], p[i + 3], r)
    if not ok then
      return false, ("segment %d, (%.17g, %.17g) to (%.17g, %.17g), is too near to %s"):format((i + 1) / 2, p[i], p[i + 1],
        p[i + 2], p[i + 3], what)
    end
  end
  return true
end

-- A scene with all that is asked about it. By what is enlarged a little too little ways are too short; by what
-- is enlarged a little too much, too long.
local function prepare(scene, r)
  local within, beyond = room.enlarged(scene, r, 28, true), room.enlarged(scene, r * 1.0102, 24)
  return { scene = scene, plane = build(scene), o = oracle.new(scene), within = within and oracle.new(within),
    beyond = beyond and oracle.new(beyond) }
end

-- What is wrong with the answer about a scene; nil if it is right.
local function judge(asked, r, x1, y1, x2, y2)
  local o = asked.o
  local path, length = asked.plane:path(x1, y1, x2, y2, { radius = r })
  local near = math.min(room.distance(o, x1, y1), room.distance(o, x2, y2))
  if near < r * (1 - 1e-9) then
    return (path or length ~= "blocked") and ("%s where start or goal is only %.17g away"):format(tostring(length), near) or nil
  elseif near < r * 1.0102 then
    return nil -- by up to a hundredth it may count as too near
  end
  local low = asked.within and asked.within:path(x1, y1, x2, y2)
  local high = asked.beyond and asked.beyond:path(x1, y1, x2, y2)
  if not path then
    if length == "blocked" then
      return ("blocked, with %.17g between"):format(near)
    end
    return (length ~= "unreachable" or high) and ("%s where there is a way of %s"):format(tostring(length), tostring(high)) or nil
  elseif not low then
    return ("a way of %.17g where there is none"):format(length)
  elseif length < low * (1 - 1e-9) then
    return ("a way of %.17g, shorter than all, which are %.17g at least"):format(length, low)
  elseif high and length > high * (1 + 1e-9) then
    return ("a way of %.17g, longer than %.17g"):format(length, high)
  elseif high and high < low * 1.015 and length > low * 1.013 then
    return ("a way of %.17g where the shortest is about %.17g"):format(length, low)
  end
  local points = path:points()
  if points[1] ~= x1 or points[2] ~= y1 or points[#points - 1] ~= x2 or points[#points] ~= y2 then
    return "the path does not lead from start to goal"
  elseif not check.close(oracle.length(points), length) then
    return ("the segments add up to %.17g, the length is %.17g"):format(oracle.length(points), length)
  end
  local ok, why = keeps_away(o, path, r)
  return not ok and why or nil
end

-- Judges, and cuts down what fails.
local function confirm(asked, r, x1, y1, x2, y2)
  local scene, why = asked.scene, judge(asked, r, x1, y1, x2, y2)
  if not why then
    return
  end
  local first, at = why, 1
  while at <= #scene.polygons do
    local fewer = { bounds = scene.bounds, polygons = {} }
    for i, polygon in ipairs(scene.polygons) do
      if i ~= at then
        fewer.polygons[#fewer.polygons + 1] = polygon
      end
    end
    local still = judge(prepare(fewer, r), r, x1, y1, x2, y2)
    if still then
      scene, why, at = fewer, still, 1
    else
      at = at + 1
    end
  end
  error(("%s\n\ncut down (%s):\n%s"):format(first, why, code(scene, r, x1, y1, x2, y2)), 2)
end

describe("a way for something round", function()
  local function run(label, n, options, low, high)
    it("keeps its distance and is short, " .. label, function()
      random.cases("radius " .. label, n, function(rng)
        local w = scenes.maker(rng, options)
        local scene = w:scene(rng:int(low, high))
        local r = w.scale * rng:pick({ 0.05, 0.2, 0.5, 0.75, 1 }) * rng:real(0.9, 1.1)
        local asked = prepare(scene, r)
        local o = asked.o
        for _ = 1, 3 do
          local x1, y1, x2, y2
          for _ = 1, 12 do
            x1, y1 = w:point()
            if room.distance(o, x1, y1) > 1.0102 * r then
              break
            end
          end
          for _ = 1, 12 do
            x2, y2 = w:point()
            if room.distance(o, x2, y2) > 1.0102 * r then
              break
            end
          end
          confirm(asked, r, x1, y1, x2, y2)
        end
      end)
    end)
  end

  run("on a lattice", 30, { kind = "lattice", plain = true }, 1, 4)
  run("at any angle", 30, { kind = "free", plain = true }, 1, 4)
  run("at any scale", 20, { kind = "mixed", scaled = true }, 1, 3)

  -- over a wall with two corners, whose length can be told
  it("goes round corners nearly as on arcs", function()
    for _, r in ipairs({ 1e-6, 0.01, 0.3, 1, 2.5 }) do
      for _, depth in ipairs({ 3, 7, 40 }) do
        local scene = { polygons = { scenes.rectangle(0, -1000, 2, 0) } }
        local d = math.sqrt(9 + depth * depth)
        local angle = math.pi + math.atan(depth / 3) - math.acos(r / d) - math.pi / 2
        local shortest = 2 * (math.sqrt(d * d - r * r) + r * angle) + 2
        local path, length = build(scene):path(-3, -depth, 5, -depth, { radius = r })
        that(length >= shortest * (1 - 1e-12) and length <= 2 + (shortest - 2) * 1.01, "%.17g, the shortest is %.17g", length, shortest)
        local ok, why = keeps_away(oracle.new(scene), path, r)
        that(ok, "%s", why)
      end
    end
  end)

  it("has an arc of less than a hundredth too much around any corner", function()
    random.cases("arcs", 60, function(rng)
      -- a wedge that points at the start from half-way, so that the way is two tangents and one arc
      local r, open = rng:real(0.2, 2), rng:real(0.05, 1.2)
      local turn = rng:real(0, 2 * math.pi)
      local wedge = scenes.placed({ 0, 0, -500 * math.cos(open), -500 * math.sin(open), -500, 0, -500 * math.cos(open),
        500 * math.sin(open) }, 0, 0, turn)
      local s = rng:real(3, 9)
      -- start and goal on both sides of the wedge, behind its tip
      local back = rng:real(open + 0.05, math.pi / 2)
      local x1, y1 = -s * math.cos(back) - r * math.sin(back), s * math.sin(back) - r * math.cos(back)
      x1, y1 = x1 * math.cos(turn) - y1 * math.sin(turn), x1 * math.sin(turn) + y1 * math.cos(turn)
      local x2, y2 = s * 2 * math.cos(turn + math.pi + back), s * 2 * math.sin(turn + math.pi + back)
      confirm(prepare({ polygons = { wedge } }, r), r, x1, y1, x2, y2)
    end)
  end)
end)

describe("a gap", function()
  local function passes(scene, x1, y1, x2, y2, r)
    local path, why = build(scene):path(x1, y1, x2, y2, { radius = r })
    that(path or why == "unreachable", "%s", why)
    return path ~= nil
  end

  -- a wall from side to side with a gap in the middle
  local function walled(gap, bounds)
    return { bounds = bounds or { -50, -50, 50, 50 },
      polygons = { scenes.rectangle(-60, -1, -gap / 2, 1), scenes.rectangle(gap / 2, -1, 60, 1) } }
  end

  it("in a wall is passed if it is wide enough", function()
    for _, r in ipairs({ 0.001, 0.5, 1, 3, 10 }) do
      assert.is_true(passes(walled(2.03 * r), 0.3, -30, -3, 30, r))
      assert.is_false(passes(walled(1.99 * r), 0.3, -30, -3, 30, r))
    end
  end)

  it("between corners, at any angle", function()
    for _, r in ipairs({ 0.01, 1, 5 }) do
      for turn = 0, 7, random.size(1, 3) do
        for _, gap in ipairs({ 1.99, 2.03 }) do
          -- two diamonds, tip to tip, in a ring that nothing passes
          local scene = { polygons = {} }
          local angle = turn * 0.21
          local left = { -gap / 2 * r, 0, -40 * r, 39 * r, -80 * r, 0, -40 * r, -39 * r }
          local right = { gap / 2 * r, 0, 40 * r, -39 * r, 80 * r, 0, 40 * r, 39 * r }
          for i, list in ipairs({ left, right }) do
            scene.polygons[i] = scenes.placed(list, 0, 0, angle)
          end
          for _, list in ipairs({ { -70, -100, -70, 100, -90, 0 }, { 70, -100, 70, 100, 90, 0 } }) do
            scene.polygons[#scene.polygons + 1] = scenes.placed(list, 0, 0, angle, r)
          end
          local far = 30 * r
          local x, y = -far * math.sin(angle), far * math.cos(angle)
          local o = oracle.new(scene)
          local path, length = build(scene):path(x, y, -x, -y, { radius = r })
          if gap > 2 then
            that(path and length < 61 * r, "not through the gap: %s", length)
          else
            that(path and length > 100 * r, "through the gap: %s", length)
          end
          local ok, why = keeps_away(o, path, r)
          that(ok, "%s", why)
        end
      end
    end
  end)

  it("between circles", function()
    for _, corners in ipairs({ 3, 8, 16, 64 }) do
      for _, gap in ipairs({ 1.99, 2.03 }) do
        local plane = astar.plane({ bounds = { -20, -20, 20, 20 } })
        -- the middle of a side of the right one, and of the left one where corners are even, is nearest
        local far = corners % 2 == 0 and 8 or 8 / math.cos(math.pi / corners)
        plane:circle(-far - gap / 2, 0, 8, corners)
        plane:circle(8 + gap / 2, 0, 8, corners)
        plane:box(-18, 0, 10, 2)
        plane:box(18, 0, 10, 2)
        local path, why = plane:path(0, -15, 0, 15, { radius = 1 })
        -- the right one's nearest side is opposite to the x axis: with an odd number it is a corner
        if corners % 2 == 0 then
          that((path ~= nil) == (gap > 2), "%d corners, gap %g: %s", corners, gap, why)
        end
        that(path == nil and why == "unreachable" or path, "%s", why)
      end
    end
  end)

  it("between an obstacle and the bounds", function()
    for _, gap in ipairs({ 1.99, 2.03 }) do
      local scene = { bounds = { 0, 0, 20, 20 }, polygons = { scenes.rectangle(8, -5, 12, 20 - gap) } }
      assert.equal(gap > 2, passes(scene, 3, 3, 17, 3, 1))
    end
  end)

  it("that is closed to the large is open to the small, on one plane", function()
    local plane = build(walled(2, { -50, -50, 50, 50 }))
    for _ = 1, 3 do
      for i = 1, 20 do
        local r = i / 10
        local path, why = plane:path(0, -20, 0, 20, { radius = r })
        if r < 0.99 then
          that(path, "radius %g: %s", r, why)
        elseif r > 1 then
          that(path == nil and why == "unreachable", "radius %g: %s", r, why)
        end
      end
      assert.equal(40, select(2, plane:path(0, -20, 0, 20)))
    end
  end)
end)

describe("radii", function()
  it("give the same after edits as on a new plane, as paths and as searches", function()
    random.cases("radii and edits", 60, function(rng)
      local w = scenes.maker(rng)
      local bounds = rng:chance(0.4) and w:bounds() or nil
      local plane = astar.plane({ bounds = bounds })
      local live, rocks = {}, {}
      local radii = {}
      -- more of them than are remembered
      for i = 1, rng:pick({ 1, 3, 11 }) do
        radii[i] = w.scale * rng:real(0.05, 1)
      end
      for _ = 1, 10 do
        if #live == 0 or rng:chance(0.6) then
          live[#live + 1] = w:polygon()
          rocks[#rocks + 1] = plane:polygon(live[#live])
        else
          local i = rng:int(1, #live)
          table.remove(live, i)
          table.remove(rocks, i):remove()
        end
        local r = rng:pick(radii)
        local x1, y1 = w:point()
        local x2, y2 = w:point()
        local path, length = plane:path(x1, y1, x2, y2, { radius = r })
        local scene = { polygons = live, bounds = bounds }
        local other, fresh = build(scene):path(x1, y1, x2, y2, { radius = r })
        that((path == nil) == (other == nil) and (path and check.close(length, fresh) or not path and length == fresh),
          "%s, on a new plane %s, in\n%s", length, fresh, code(scene, r, x1, y1, x2, y2))
        local s = plane:search(x1, y1, x2, y2, { radius = r })
        s:run()
        if path then
          that(s.status == "found", "the search: %s", s.status)
          local found, cost = s:path()
          check.near(length, cost, "the search")
          local ok, why = keeps_away(oracle.new(scene), found, r)
          that(ok, "%s", why)
        else
          that(s.status == length, "the search: %s, should be %s", s.status, length)
        end
      end
    end)
  end)

  it("that are no numbers above 0 raise", function()
    local plane = astar.plane()
    for _, bad in ipairs({ 0, -1, check.nan, check.inf, -check.inf, "1", true, {}, 1e31 }) do
      for _, method in ipairs({ "path", "search" }) do
        refuses({ "bad argument #5 to '" .. method .. "'", "radius" }, plane, method, 0, 0, 1, 1, { radius = bad })
      end
    end
  end)

  it("leave start and goal where they are, if these are far enough off", function()
    local plane = astar.plane({ bounds = { 0, 0, 10, 10 } })
    plane:box(5, 5, 2, 2)
    assert.same({ nil, "blocked" }, { plane:path(3.5, 5, 9, 9, { radius = 0.51 }) })
    assert.same({ nil, "blocked" }, { plane:path(9, 9, 3.5, 5, { radius = 0.51 }) })
    assert.same({ nil, "blocked" }, { plane:path(1, 9.6, 9, 9, { radius = 0.5 }) })
    assert.same({ nil, "blocked" }, { plane:path(5, 5, 9, 9, { radius = 0.5 }) })
    local path, length = plane:path(3.4, 5, 3.4, 5, { radius = 0.5 })
    assert.equal(1, #path)
    assert.equal(0, length)
    assert.is_table(plane:path(3.4, 5, 9, 9, { radius = 0.5 }):table())
  end)

  -- All edges of the enlarged outline that are near the start are inside others: a farther one is free.
  it("move a start that is far enough off many fine corners, and inside what stands for their arcs", function()
    local plane, corners = astar.plane(), { 60, -500 }
    for k = 60, -60, -1 do
      for _, v in ipairs { k / 2 + 0.25, -0.2098, k / 2, 0 } do corners[#corners + 1] = v end
    end
    corners[#corners + 1], corners[#corners + 2] = -60, -500
    plane:polygon(corners)
    assert.same({ nil, "blocked" }, { plane:path(0, 49.9, 0, 200, { radius = 50 }) })
    for _, y in ipairs { 50.00001, 50.01, 50.1, 50.2, 50.3, 50.4 } do
      local _, length = plane:path(0, y, 0, 200, { radius = 50 })
      that(type(length) == "number" and length < 150 and length > 149, "from %g: %s", y, length)
    end
  end)
end)
