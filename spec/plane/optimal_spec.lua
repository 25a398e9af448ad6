-- The way over a plane is the shortest there is and never enters an obstacle, against a brute-force
-- visibility graph, on random ground that is edited between the questions.

local astar = require "astar"
local case = require "spec.support.plane_case"
local check = require "spec.support.check"
local oracle = require "spec.support.plane_oracle"
local random = require "spec.support.random"
local scenes = require "spec.support.plane_scenes"

local that, build = check.that, scenes.build

local function add_all(c, scene)
  c.bounds = scene.bounds
  for i, polygon in ipairs(scene.polygons) do
    c[#c + 1] = { "add", i, polygon }
  end
  return c
end

-- A question; most points that are taken are tried again, for nothing is to be seen there. With `clear` none
-- of them is a matter of rounding.
local function question(w, free, clear)
  local function point()
    local x, y = w:point()
    if free and w.rng:chance(0.9) then
      for _ = 1, 4 do
        if #free:place(x, y).sectors > 0 then
          break
        end
        x, y = w:point()
      end
    end
    while clear and free:hardly_blocked(x, y) do
      x, y = w:point()
    end
    return x, y
  end
  local x1, y1 = point()
  local x2, y2 = point()
  return { "path", x1, y1, x2, y2 }
end

local function run(label, n, options, low, high, questions)
  it(label, function()
    random.cases(label, n, function(rng)
      local w = scenes.maker(rng, options)
      local scene = w:scene(rng:int(low, high))
      local c = add_all({}, scene)
      local free = oracle.new(scene)
      for _ = 1, questions do
        c[#c + 1] = question(w, free)
      end
      case.run(c)
    end)
  end)
end

describe("the oracle", function()
  it("gives the same without its shortcuts", function()
    random.cases("oracle", 80, function(rng)
      local w = scenes.maker(rng)
      local scene = w:scene(rng:int(1, 6))
      local quick, whole = oracle.new(scene), oracle.new(scene, { all = true })
      for _ = 1, 3 do
        local q = question(w, quick)
        local a, why_a = quick:path(q[2], q[3], q[4], q[5])
        local b, why_b = whole:path(q[2], q[3], q[4], q[5])
        that((a == nil) == (b == nil) and (a == nil or check.close(a, b)), "%s and %s", a, b)
        that(a or why_a == why_b, "%s and %s", why_a, why_b)
        that(a == nil or quick:check_path(why_a), "its own path is wrong")
      end
    end)
  end)

  it("knows which places are connected, where boxes fill cells", function()
    random.cases("cells", 60, function(rng)
      local size = rng:int(3, 7)
      local taken, scene = {}, { polygons = {}, bounds = { 0, 0, size, size } }
      for _ = 1, rng:int(2, size * 2) do
        local x, y = rng:int(0, size - 1), rng:int(0, size - 1)
        local w, h = rng:pick({ 1, 1, 2, 3 }), rng:pick({ 1, 1, 2 })
        scene.polygons[#scene.polygons + 1] = scenes.rectangle(x, y, x + w, y + h)
        for cx = x, x + w - 1 do
          for cy = y, y + h - 1 do
            taken[cy * 100 + cx] = true
          end
        end
      end
      -- free cells that have a side in common are connected, and no others
      local label = {}
      local function flood(x, y, name)
        local key = y * 100 + x
        if x >= 0 and y >= 0 and x < size and y < size and not taken[key] and not label[key] then
          label[key] = name
          flood(x - 1, y, name)
          flood(x + 1, y, name)
          flood(x, y - 1, name)
          flood(x, y + 1, name)
        end
      end
      local o = oracle.new(scene)
      for _ = 1, 6 do
        local x1, y1, x2, y2 = rng:int(0, size - 1), rng:int(0, size - 1), rng:int(0, size - 1), rng:int(0, size - 1)
        label = {}
        flood(x1, y1, 1)
        local a, b = y1 * 100 + x1, y2 * 100 + x2
        local want = (taken[a] or taken[b]) and "blocked" or label[b] ~= 1 and "unreachable" or "found"
        local length, why = o:path(x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5)
        that((length and "found" or why) == want, "%s where %s is right", length and "found" or why, want)
      end
    end)
  end)
end)

describe("the shortest way is found", function()
  run("on a lattice", 500, { kind = "lattice", plain = true }, 1, 6, 3)
  run("at any angle", 350, { kind = "free", plain = true }, 1, 6, 3)
  run("where both are mixed", 350, { kind = "mixed", plain = true }, 2, 6, 3)
  run("at any scale and far from the origin", 400, { scaled = true }, 1, 6, 3)
  run("among many obstacles", 50, {}, 9, 16, 4)
  run("among a hundred obstacles", 3, { size = 60 }, random.size(80, 24), random.size(100, 30), 4)
  run("where obstacles lie on top of each other", 60, { kind = "lattice", size = 2, plain = true }, 6, 16, 3)
  run("where obstacles at any angle lie on top of each other", 60, { kind = "free", size = 2, plain = true }, 6, 16, 3)
  run("on narrow ground, where most is full", 200, { kind = "lattice", size = 3, plain = true }, 2, 5, 4)

  it("after random edits", function()
    random.cases("edits", 180, function(rng)
      local w = scenes.maker(rng)
      local c = add_all({}, w:scene(rng:int(0, 4)))
      local keys = #c
      local live = {}
      for key = 1, keys do
        live[key] = c[key][3]
      end
      -- the same questions over and over, so that what is remembered is used
      local asked = {}
      for i = 1, 3 do
        asked[i] = question(w)
      end
      for _ = 1, rng:int(4, 10) do
        local dice = rng:int(1, 8)
        local key = keys > 0 and rng:int(1, keys) or 0
        if dice <= 2 or keys == 0 then
          keys = keys + 1
          live[keys] = w:polygon()
          c[#c + 1] = { "add", keys, live[keys] }
        elseif dice <= 4 then
          c[#c + 1] = { "remove", key }
        elseif dice <= 6 then
          -- moved: by a whole step, so that it may touch again; or only just
          local by = w.scale * rng:pick({ 1, 1, -1, 0.5, 1e-3 })
          c[#c + 1] = { "remove", key }
          local moved = scenes.placed(live[key], rng:chance(0.5) and by or 0, rng:chance(0.5) and by or 0)
          if not oracle.flaw(moved) then
            live[key] = moved
            c[#c + 1] = { "add", key, moved }
          end
        end
        c[#c + 1] = rng:chance(0.8) and rng:pick(asked) or question(w)
        if rng:chance(0.5) then
          c[#c + 1] = rng:pick(asked)
        end
      end
      local routes = case.run(c)
      -- the same on another plane with the same edits that was asked nothing before
      local last = { bounds = c.bounds }
      for i, op in ipairs(c) do
        if op[1] ~= "path" or i == #c then
          last[#last + 1] = op
        end
      end
      local other = case.run(last)
      that(scenes.list(routes[#c] or {}) == scenes.list(other[#last] or {}), "{ %s } where all was new { %s }, in\n%s",
        scenes.list(routes[#c] or {}), scenes.list(other[#last] or {}), case.code(c))
    end)
  end)

  it("after edits among many obstacles", function()
    random.cases("many edits", 4, function(rng)
      local w = scenes.maker(rng, { size = 36 })
      local scene = w:scene(32)
      local c, free, asked = add_all({}, scene), oracle.new(scene), {}
      for i = 1, 3 do
        asked[i] = question(w, free)
        c[#c + 1] = asked[i]
      end
      for i = 1, 32 do
        local key = rng:int(1, 32)
        c[#c + 1] = { "remove", key }
        if i % 4 < 2 then
          c[#c + 1] = { "add", key, w:polygon() }
        end
        if i % 2 == 0 then
          c[#c + 1] = rng:pick(asked)
        end
      end
      case.run(c)
    end)
  end)

  it("whatever was asked before", function()
    random.cases("asked before", 80, function(rng)
      local w = scenes.maker(rng)
      local scene = w:scene(rng:int(2, 6))
      local c = add_all({}, scene)
      local free, first = oracle.new(scene), #c
      for _ = 1, 8 do
        c[#c + 1] = question(w, free)
      end
      -- forwards, backwards, and each one alone on a new plane
      local forwards = case.run(c)
      local back = add_all({}, scene)
      for i = #c, first + 1, -1 do
        back[#back + 1] = c[i]
      end
      local backwards, alone = case.run(back), case.run(c, true)
      for i = first + 1, #c do
        local one, two, three = forwards[i] or {}, backwards[#c - i + first + 1] or {}, alone[i] or {}
        that(scenes.list(one) == scenes.list(two) and scenes.list(one) == scenes.list(three),
          "question %d: { %s }, { %s } in another order, { %s } alone, in\n%s", i, scenes.list(one), scenes.list(two),
          scenes.list(three), case.code(c))
      end
    end)
  end)

  it("there and back", function()
    random.cases("there and back", 120, function(rng)
      local w = scenes.maker(rng)
      local scene = w:scene(rng:int(2, 7))
      local plane = astar.plane({ bounds = scene.bounds })
      for _, polygon in ipairs(scene.polygons) do
        plane:polygon(polygon)
      end
      local free = oracle.new(scene)
      for _ = 1, 4 do
        local q = question(w, free)
        local a, there = plane:path(q[2], q[3], q[4], q[5])
        local b, back = plane:path(q[4], q[5], q[2], q[3])
        that((a == nil) == (b == nil), "one way only")
        if a then
          check.near(there, back, "there and back")
        else
          that(there == back, "%s and %s", there, back)
        end
      end
    end)
  end)

  it("within the bounds of weights and limits", function()
    random.cases("limits on a plane", 150, function(rng)
      local w = scenes.maker(rng)
      local scene = w:scene(rng:int(2, 7))
      local plane, free = astar.plane({ bounds = scene.bounds }), oracle.new(scene)
      for _, polygon in ipairs(scene.polygons) do
        plane:polygon(polygon)
      end
      for _ = 1, 4 do
        local q = question(w, free, true)
        local best, why = free:path(q[2], q[3], q[4], q[5])
        local weight = rng:pick({ 1, 1.5, 4, 100 })
        local path, length = plane:path(q[2], q[3], q[4], q[5], { weight = weight, heuristic = rng:pick({ "auto", "euclidean", "zero" }) })
        if best then
          that(path, "nothing found (%s)", length)
          that(length >= best * (1 - 1e-9) and length <= best * weight * (1 + 1e-9), "%.17g at weight %g, the shortest is %.17g",
            length, weight, best)
          local ok, what = free:check_path(path:points())
          that(ok, "%s", what)
          -- not a sum, which rounding may put on either side
          local limit = best * rng:pick({ 0.1, 0.9, 0.999, 1.001, 3 })
          local near, cost = plane:path(q[2], q[3], q[4], q[5], { max_cost = limit })
          if limit >= best then
            check.near(best, cost, "with max_cost")
          else
            that(near == nil and cost == "limit", "found %s within %.17g, the shortest is %.17g", cost, limit, best)
          end
          local few, steps = plane:path(q[2], q[3], q[4], q[5], { max_steps = rng:int(1, 6) })
          if few then
            check.near(best, steps, "with max_steps")
          else
            that(steps == "limit", "%s", steps)
          end
        else
          that(path == nil and length == why, "%s instead of %s", length, why)
          local _, limited = plane:path(q[2], q[3], q[4], q[5], { max_cost = 3 * w.scale })
          that(limited == why or why == "unreachable" and limited == "limit", "%s instead of %s", limited, why)
        end
      end
    end)
  end)
end)

describe("a search without a goal", function()
  it("goes to each corner by a way that can be gone", function()
    random.cases("explored", 100, function(rng)
      local w = scenes.maker(rng)
      local scene = w:scene(rng:int(1, 6))
      local plane, o = astar.plane({ bounds = scene.bounds }), oracle.new(scene)
      for _, polygon in ipairs(scene.polygons) do
        plane:polygon(polygon)
      end
      local q = question(w, o, true)
      local s = plane:search(q[2], q[3])
      s:run()
      if #o:place(q[2], q[3]).sectors == 0 then
        that(s.status == "blocked", "status %s", s.status)
        return
      end
      that(s.status == "done", "status %s", s.status)
      for node, state, cost in s:nodes() do
        that(state == "closed", "a node is %s", state)
        local best = o:path(q[2], q[3], node.x, node.y)
        that(best and cost >= best * (1 - 1e-9), "(%.17g, %.17g) at %.17g, the shortest way is %s", node.x, node.y, cost,
          best)
        local path, length = s:path(node)
        local points = path:points()
        that(points[#points - 1] == node.x and points[#points] == node.y, "the path ends elsewhere")
        -- of several nodes at one place it is the first that is looked up
        check.near(oracle.length(points), length, "length")
        local ok, why = o:check_path(points)
        that(ok, "%s", why)
      end
    end)
  end)

  it("within a limit goes to each corner that is no farther", function()
    random.cases("explored within", 40, function(rng)
      local w = scenes.maker(rng)
      local scene = w:scene(rng:int(1, 6))
      local plane, o = astar.plane({ bounds = scene.bounds }), oracle.new(scene)
      for _, polygon in ipairs(scene.polygons) do plane:polygon(polygon) end
      local q = question(w, o, true)
      local all, costs = plane:search(q[2], q[3]), {}
      all:run()
      for _, _, cost in all:nodes("closed") do costs[#costs + 1] = cost end
      if #costs == 0 then return end
      local limit = rng:pick(costs) * (1 + 1e-9)
      local some, inside, found = plane:search(q[2], q[3], nil, nil, { max_cost = limit }), 0, 0
      some:run()
      for _, cost in ipairs(costs) do inside = inside + (cost <= limit and 1 or 0) end
      for _, _, cost in some:nodes("closed") do
        found = found + 1
        that(cost <= limit, "%.17g, the limit is %.17g", cost, limit)
      end
      that(found == inside, "%d corners, and %d of all within %.17g", found, inside, limit)
    end)
  end)
end)

describe("rays", function()
  it("hit what they enter first, and nothing that they graze", function()
    random.cases("rays", 400, function(rng)
      local w = scenes.maker(rng)
      local c = add_all({}, w:scene(rng:int(1, 6)))
      for _ = 1, 6 do
        local x1, y1 = w:point()
        local x2, y2 = w:point()
        c[#c + 1] = { "ray", x1, y1, x2, y2 }
      end
      case.run(c)
    end)
  end)
end)

local function same_way(plane, want, x1, y1, x2, y2)
  local path, length = plane:path(x1, y1, x2, y2)
  that(path, "nothing found (%s)", length)
  check.near(want, length, "length")
  check.near(want, oracle.length(path:points()), "sum of the segments")
  return path
end

describe("mazes", function()
  for _, thin in ipairs({ false, true }) do
    local kind = thin and "thin" or "thick"
    it("of 9 to 17 cells, walls " .. kind, function()
      random.cases("small mazes " .. kind, 6, function(rng)
        local maze = scenes.maze(rng, rng:int(4, 8) * 2 + 1, thin)
        local plane, o = build(maze), oracle.new(maze)
        for _ = 1, 3 do
          local from = { rng:int(1, (maze.size - 1) / 2) * 2, rng:int(1, (maze.size - 1) / 2) * 2 }
          local to = { rng:int(1, (maze.size - 1) / 2) * 2, rng:int(1, (maze.size - 1) / 2) * 2 }
          local x1, y1, x2, y2 = from[1] - 0.5, from[2] - 0.5, to[1] - 0.5, to[2] - 0.5
          local best = o:path(x1, y1, x2, y2)
          check.near(best, oracle.length(scenes.maze_way(maze, from, to)), "the way pulled tight")
          local path = same_way(plane, best, x1, y1, x2, y2)
          that(o:check_path(path:points()), "the path cannot be gone")
        end
      end)
    end)

    for _, size in ipairs(random.size({ 31, 101 }, { 31 })) do
      it(("of %d cells, walls %s"):format(size, kind), function()
        random.cases(size .. kind, 1, function(rng)
          local maze = scenes.maze(rng, size, thin)
          local plane = build(maze)
          local o = size < 100 and oracle.new(maze)
          local far = size - 1
          for _, q in ipairs({ { { 2, 2 }, { far, far } }, { { far, 2 }, { 2, far } }, { { 2, 2 }, { 2, 2 } } }) do
            local from, to = q[1], q[2]
            local way = scenes.maze_way(maze, from, to)
            local path = same_way(plane, oracle.length(way), from[1] - 0.5, from[2] - 0.5, to[1] - 0.5, to[2] - 0.5)
            if o then
              local ok, why = o:check_path(path:points())
              that(ok, "%s", why)
            end
            -- what is closed is found to be so: the goal's room, of which all openings are shut
            local c, r = to[1], to[2]
            local rock = plane:polygon(scenes.rectangle(c - 1.5, r - 1.5, c + 0.5, r + 0.5))
            local inner = { plane:path(from[1] - 0.5, from[2] - 0.5, c - 0.5, r - 0.5) }
            that(inner[1] == nil and inner[2] == "blocked", "%s in a closed room", inner[2])
            rock:remove()
            same_way(plane, oracle.length(way), from[1] - 0.5, from[2] - 0.5, to[1] - 0.5, to[2] - 0.5)
          end
        end)
      end)
    end
  end

  it("that are closed are left by no way", function()
    random.cases("closed mazes", 3, function(rng)
      local maze = scenes.maze(rng, 21, true)
      local plane = build(maze)
      -- a wall across everything, one box or two that touch in a corner only
      local y = rng:int(3, 8) * 2 + 0.5
      plane:polygon({ 0, y, 10, y + 0.1, 0, y + 0.1 })
      plane:polygon({ 21, y + 0.1, 21, y + 0.2, 10, y + 0.1 })
      local path, why = plane:path(1.5, 1.5, 19.5, 19.5)
      that(path == nil and why == "unreachable", "%s", why)
    end)
  end)
end)

describe("spirals", function()
  for _, turns in ipairs({ 1, 3, 20 }) do
    for _, one in ipairs({ true, false }) do
      it(("of %d turns, %s"):format(turns, one and "one outline" or "boxes"), function()
        local scene, inner = scenes.spiral(turns, one)
        local plane, o = build(scene), oracle.new(scene)
        for _, goal in ipairs({ { 200, 150 }, { -90, 3 }, { 0.5, -80 } }) do
          local best = o:path(inner[1], inner[2], goal[1], goal[2])
          local path = same_way(plane, best, inner[1], inner[2], goal[1], goal[2])
          that(o:check_path(path:points()), "the path cannot be gone")
          same_way(plane, best, goal[1], goal[2], inner[1], inner[2])
        end
      end)
    end
  end
end)

describe("pockets", function()
  it("are left by going away from the goal", function()
    for _, depth in ipairs({ 1, 5, 40, 1000 }) do
      for _, width in ipairs({ 0.5, 4, 30 }) do
        local scene, start, goal, best = scenes.pocket(depth, width, 0.25)
        check.near(best, (oracle.new(scene):path(start[1], start[2], goal[1], goal[2])), "the oracle")
        same_way(build(scene), best, start[1], start[2], goal[1], goal[2])
        same_way(build(scene), best, goal[1], goal[2], start[1], start[2])
      end
    end
  end)

  it("within pockets", function()
    local scene = { polygons = {} }
    for i = 1, 12 do
      local way = i % 2 == 0 and 1 or -1
      local p = scenes.pocket(8 + i * 4, 2 + i * 4, 0.5).polygons[1]
      for k = 1, #p, 2 do
        p[k] = (p[k] + 4 + i * 2) * way
      end
      scene.polygons[i] = p
    end
    local plane, o = build(scene), oracle.new(scene)
    local best = o:path(0, 0, 200, 7)
    local path = same_way(plane, best, 0, 0, 200, 7)
    that(o:check_path(path:points()), "the path cannot be gone")
  end)
end)
