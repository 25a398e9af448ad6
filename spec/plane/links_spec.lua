-- Links of planes: ways take them where that pays, whatever they cost, wherever they begin and end, and however
-- obstacles and links come and go.

local astar = require "astar"
local check = require "spec.support.check"
local links = require "spec.support.plane_links"
local oracle = require "spec.support.plane_oracle"
local random = require "spec.support.random"
local scenes = require "spec.support.plane_scenes"

local that = check.that

-- A plane with what an oracle knows of it: obstacles and links by key. `radius` and `walked` are those of judge().
local function new_ground(bounds)
  return { plane = astar.plane({ bounds = bounds }), bounds = bounds, rocks = {}, polygons = {}, order = {}, made = {},
    handles = {}, list = {} }
end

local function index_of(list, value)
  for i, each in ipairs(list) do
    if each == value then
      return i
    end
  end
end

local function add_rock(g, polygon)
  local rock = g.plane:polygon(polygon)
  g.rocks[#g.rocks + 1], g.polygons[#g.polygons + 1] = rock, polygon
  g.oracle = nil
end

local function remove_rock(g, i)
  g.plane:remove(table.remove(g.rocks, i))
  table.remove(g.polygons, i)
  g.oracle = nil
end

local function add_link(g, l)
  g.list[#g.list + 1], g.handles[#g.handles + 1] = l, links.add(g.plane, l)
end

local function remove_link(g, i)
  local handle = table.remove(g.handles, i)
  if i % 2 == 0 then
    handle:remove()
  else
    g.plane:unlink(handle)
  end
  table.remove(g.list, i)
end

local function oracle_of(g)
  if not g.oracle then
    g.oracle = oracle.new({ polygons = g.polygons, bounds = g.bounds })
    g.walk = links.walker(g.oracle)
  end
  return g.oracle, g.walk
end

local function code(g, x1, y1, x2, y2)
  return check.later(function()
    return ("%s\n%s\nplane:path(%.17g, %.17g, %.17g, %.17g)"):format(scenes.code({ polygons = g.polygons, bounds = g.bounds }),
      links.code(g.list), x1, y1, x2, y2)
  end)
end

local function link_of(g)
  return function(handle)
    return g.list[index_of(g.handles, handle)]
  end
end

-- Whether no place of links, nor this, is a matter of rounding.
local function is_clear(g, x, y)
  local o = oracle_of(g)
  for _, l in ipairs(g.list) do
    if o:hardly_blocked(l.x1, l.y1) or o:hardly_blocked(l.x2, l.y2) then
      return false
    end
  end
  return not x or not o:hardly_blocked(x, y)
end

local MANNERS = {
  function(s)
    repeat until s:step() ~= "searching"
  end,
  function(s)
    repeat until s:step(7) ~= "searching"
  end,
  function(s)
    s:run()
  end,
}

local function ask(g, rng, x1, y1, x2, y2)
  local o, walk = oracle_of(g)
  local where = code(g, x1, y1, x2, y2)
  local want, why = links.cost(walk, g.list, x1, y1, x2, y2)
  local path, cost = g.plane:path(x1, y1, x2, y2)
  if not want then
    that(not path and cost == why, "%s, should be %s:\n%s", cost, why, where)
  else
    that(path, "%s, should cost %.17g:\n%s", cost, want, where)
    that(check.close(cost, want), "costs %.17g, should cost %.17g:\n%s", cost, want, where)
    local wrong = links.wrong(o, path, link_of(g))
    that(not wrong, "%s:\n%s", wrong, where)
    that(path:valid(), "is not valid:\n%s", where)
    that(path[1].x == x1 and path[1].y == y1 and path[#path].x == x2 and path[#path].y == y2, "other ends:\n%s", where)
  end
  local s = g.plane:search(x1, y1, x2, y2, { heuristic = rng:pick({ "auto", "euclidean", "zero" }) })
  rng:pick(MANNERS)(s)
  local found, g_cost = s:path()
  if want then
    that(found and check.close(g_cost, want), "a search: %s, should cost %.17g:\n%s", g_cost, want, where)
    local wrong = links.wrong(o, found, link_of(g))
    that(not wrong, "a search: %s:\n%s", wrong, where)
    local function is_end(x, y)
      for _, l in ipairs(g.list) do
        if x == l.x1 and y == l.y1 or x == l.x2 and y == l.y2 then
          return true
        end
      end
    end
    for node, _, at_cost, estimate in s:nodes() do
      -- at the end of a link it is that of the way by this link
      local rest = not is_end(node.x, node.y) and links.cost(walk, g.list, node.x, node.y, x2, y2)
      that(not rest or estimate <= rest * (1 + 1e-9), "an estimate of %.17g where %s is left:\n%s", estimate, rest, where)
      that(at_cost >= 0, "a cost below 0")
    end
  else
    that(not found and g_cost == why, "a search: %s, should be %s:\n%s", g_cost, why, where)
  end
  s:close()
  return want, why
end

local function free_point(g, w)
  local x, y
  for _ = 1, 20 do
    x, y = w:point()
    if #oracle_of(g):place(x, y).sectors > 0 then
      return x, y
    end
  end
  return nil
end

-- A random link between free places, or nil.
local function random_link(g, rng, w)
  local l = links.random(rng, function()
    local x, y = free_point(g, w)
    return x or w.dx, y or w.dy
  end, g.list)
  local o = oracle_of(g)
  local free = #o:place(l.x1, l.y1).sectors > 0 and #o:place(l.x2, l.y2).sectors > 0
  if not free then
    if not (o:hardly_blocked(l.x1, l.y1) or o:hardly_blocked(l.x2, l.y2)) then
      check.refuses("free place expected", g.plane, "link", l.x1, l.y1, l.x2, l.y2)
    end
    return nil
  end
  return l
end

local function random_ground(rng, options, low, high, link_count)
  local w = scenes.maker(rng, options)
  local scene = w:scene(rng:int(low, high))
  local g = new_ground(scene.bounds)
  for _, polygon in ipairs(scene.polygons) do
    add_rock(g, polygon)
  end
  for _ = 1, link_count do
    local l = random_link(g, rng, w)
    if l then
      add_link(g, l)
    end
  end
  return g, w
end

-- A place: anywhere, or an end of a link.
local function place(g, rng, w)
  if #g.list > 0 and rng:chance(0.2) then
    local l = rng:pick(g.list)
    if rng:chance(0.5) then
      return l.x1, l.y1
    end
    return l.x2, l.y2
  end
  local x, y = free_point(g, w)
  if x and rng:chance(0.9) then
    return x, y
  end
  return w:point()
end

describe("the cheapest way over links is found", function()
  local function run(label, n, options, low, high, most)
    it(label, function()
      random.cases("links " .. label, n, function(rng)
        local g, w = random_ground(rng, options, low, high, rng:int(1, most))
        for _ = 1, 3 do
          local x1, y1 = place(g, rng, w)
          local x2, y2 = place(g, rng, w)
          if is_clear(g, x1, y1) and is_clear(g, x2, y2) then
            ask(g, rng, x1, y1, x2, y2)
          end
        end
      end)
    end)
  end
  run("on a lattice", 300, { kind = "lattice", plain = true }, 1, 6, 4)
  run("at any angle", 200, { kind = "free", plain = true }, 1, 6, 4)
  run("at any scale and far from the origin", 200, { scaled = true }, 1, 5, 4)
  run("without obstacles", 60, {}, 0, 0, 6)
  run("on narrow ground, where most is full", 150, { kind = "lattice", size = 3, plain = true }, 2, 5, 5)
  run("among many obstacles", 20, {}, 9, 14, 4)
  run("over many links", 20, { kind = "lattice", plain = true }, 2, 6, 16)

  it("after random edits of obstacles and links, also by searches that are repaired", function()
    random.cases("links edits", 120, function(rng)
      local g, w = random_ground(rng, nil, 0, 4, rng:int(0, 3))
      local asked, searches = {}, {}
      for i = 1, 3 do
        local x1, y1 = place(g, rng, w)
        local x2, y2 = place(g, rng, w)
        asked[i] = { x1, y1, x2, y2 }
        searches[i] = g.plane:search(x1, y1, x2, y2, { heuristic = rng:pick({ "auto", "zero" }) })
      end
      for _ = 1, rng:int(4, 10) do
        local dice = rng:int(1, 6)
        if dice == 1 then
          add_rock(g, w:polygon())
        elseif dice == 2 and #g.rocks > 0 then
          remove_rock(g, rng:int(1, #g.rocks))
        elseif dice == 3 and #g.list > 0 then
          remove_link(g, rng:int(1, #g.list))
        elseif dice == 4 and #g.list > 0 then
          local i = rng:int(1, #g.list)
          local l = g.list[i]
          if rng:chance(0.5) then
            l.oneway = not l.oneway
            g.handles[i].oneway = l.oneway
          else
            l.cost = rng:pick({ 0, links.length(l) / 2, links.length(l) * 2, false }) or nil
            g.handles[i].cost = l.cost
          end
        else
          local l = random_link(g, rng, w)
          if l then
            add_link(g, l)
          end
        end
        for i, q in ipairs(asked) do
          local s = searches[i]
          if is_clear(g, q[1], q[2]) and is_clear(g, q[3], q[4]) then
            local want, why = ask(g, rng, q[1], q[2], q[3], q[4])
            local where = code(g, q[1], q[2], q[3], q[4])
            -- a search that goes on is right for the plane as it is now
            local status = s.status == "searching" and rng:chance(0.5) and s:step(rng:int(1, 5)) or s.status
            if status == "found" and rng:chance(0.5) then
              s:repair()
            end
            if s.status == "searching" or s.status == "stale" or rng:chance(0.7) then
              s:repair()
              s:run()
              local n = 0
              while s.status == "stale" and n < 100 do
                s:repair()
                s:run()
                n = n + 1
              end
              local path, cost = s:path()
              that(want and path and check.close(cost, want) or not want and not path and cost == why,
                "repaired: %s, should be %s:\n%s", cost, want or why, where)
              if path then
                local wrong = links.wrong(oracle_of(g), path, link_of(g))
                that(not wrong, "repaired: %s:\n%s", wrong, where)
              end
            end
          end
          if rng:chance(0.3) then
            s:restart(q[1], q[2], q[3], q[4])
          end
        end
      end
      g.plane:save()
    end)
  end)
end)

-- What it costs to walk is asked of a plane that is the same but for the links.
local function compare(label, n, make)
  it(label, function()
    random.cases("links like " .. label, n, function(rng)
      local plane, bare, point, options, count = make(rng)
      local function walk(x1, y1, x2, y2)
        local _, length = bare:path(x1, y1, x2, y2, options)
        if type(length) == "string" then
          return nil, length
        end
        return length
      end
      walk = links.remembering(walk)
      local list, of = {}, {}
      for _ = 1, 4 * count do
        local l = links.random(rng, point, list)
        if #list < count and plane:free(l.x1, l.y1) and plane:free(l.x2, l.y2) then
          list[#list + 1] = l
          of[links.add(plane, l)] = l
        end
      end
      for _ = 1, 3 do
        local x1, y1 = point()
        local x2, y2 = point()
        local want, why = links.cost(walk, list, x1, y1, x2, y2)
        local path, cost = plane:path(x1, y1, x2, y2, options)
        that(want and path and check.near(want, cost) == nil or not want and not path and cost == why, "%s, should be %s", cost,
          want or why)
        if path then
          local wrong = links.wrong(nil, path, function(handle) return of[handle] end)
          that(not wrong or options and options.radius, "%s", wrong)
          that(path:valid(), "is not valid")
        end
        local most = want and want * rng:pick({ 0.5, 0.999, 1.001, 2 }) or 10
        local limited = {}
        for k, v in pairs(options or {}) do limited[k] = v end
        limited.max_cost = most
        local some, got = plane:path(x1, y1, x2, y2, limited)
        if want and (want == 0 or want < most * (1 - 1e-9)) then
          that(some and check.close(got, want), "within %.17g: %s, should be %.17g", most, got, want)
        else
          that(not some and (got == why or got == "limit" or got == "unreachable"), "within %.17g: %s", most, got)
        end
      end
    end)
  end)
end

local function two_planes(rng, options, low, high)
  local w = scenes.maker(rng, options)
  local scene = w:scene(rng:int(low, high))
  return scenes.build(scene), scenes.build(scene), function() return w:point() end, w
end

describe("links and walking", function()
  compare("something round", 250, function(rng)
    local plane, bare, point, w = two_planes(rng, nil, 1, 6)
    return plane, bare, point, { radius = w.scale * rng:pick({ 0.05, 0.2, 0.5 }) * rng:real(0.9, 1.1) }, rng:int(1, 4)
  end)
  compare("a weight of 1 and any heuristic", 100, function(rng)
    local plane, bare, point = two_planes(rng, nil, 1, 6)
    return plane, bare, point, { heuristic = rng:pick({ "zero", "euclidean", "auto" }) }, rng:int(1, 4)
  end)
  compare("a plane from a grid", 80, function(rng)
    local rows, size = {}, rng:int(4, 24)
    for y = 1, size do
      local row = {}
      for x = 1, size do row[x] = rng:chance(0.35) and "#" or "." end
      rows[y] = table.concat(row)
    end
    local map = astar.grid({ rows = rows, legend = { ["."] = "plain", ["#"] = false } })
    local function point()
      local half = rng:chance(0.5) and 0.5 or 0
      return rng:int(0, size - 1) + half, rng:int(0, size - 1) + half
    end
    local options = rng:chance(0.4) and { radius = rng:real(0.1, 0.4) } or nil
    local plane = astar.plane({ grid = map })
    if not plane:nearest(size / 2, size / 2) then
      plane, map = astar.plane({ bounds = { 0, 0, size, size } }), nil
    end
    return plane, map and astar.plane({ grid = map }) or astar.plane({ bounds = { 0, 0, size, size } }), point, options, rng:int(1, 6)
  end)
end)
