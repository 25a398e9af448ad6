-- Links of planes: ways take them where that pays, whatever they cost, wherever they begin and end, and however
-- obstacles and links come and go.

local astar = require "astar"
local check = require "spec.support.check"
local links = require "spec.support.plane_links"
local oracle = require "spec.support.plane_oracle"
local places = require "spec.support.plane_places"
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

-- Two rooms with a wall between them, and a link through it.
local function two_rooms(props)
  local plane = astar.plane({ bounds = { 0, 0, 100, 60 } })
  local wall = plane:box(50, 30, 10, 60)
  return plane, plane:link(40, 30, 60, 30, props), wall
end

describe("a link", function()
  it("has the fields that it was given, and others", function()
    local plane, link = two_rooms({ cost = 3, oneway = true, data = "jump" })
    assert.are.same({ 1, 40, 30, 60, 30, 3, true, "jump" },
      { link.id, link.x1, link.y1, link.x2, link.y2, link.cost, link.oneway, link.data })
    assert.equal(plane, link.plane)
    assert.equal("link 1 (40, 30) to (60, 30)", tostring(link))
    assert.equal("plane (1 obstacle, 1 link)", tostring(plane))
    assert.equal("astar.link", getmetatable(link))
    local other = plane:link(1, 2, 4, 6)
    assert.are.same({ 2, 5, false }, { other.id, other.cost, other.oneway })
    assert.is_nil(other.data)
    assert.equal("plane (1 obstacle, 2 links)", tostring(plane))
    assert.equal(1, #plane)
  end)

  it("may be assigned a cost, a direction and data, and nothing else", function()
    local plane, link = two_rooms()
    local function cost(x1, x2)
      return select(2, plane:path(x1, 30, x2, 30))
    end
    local version = plane.version
    assert.equal(80, cost(10, 90))
    link.cost = 1
    assert.equal(61, cost(10, 90))
    link.cost = nil
    assert.are.same({ 20, 80 }, { link.cost, cost(90, 10) })
    link.oneway = true
    assert.are.same({ 80, "unreachable" }, { cost(10, 90), cost(90, 10) })
    link.data = { 7 }
    assert.equal(7, link.data[1])
    assert.equal(version + 3, plane.version)
    link.cost, link.oneway = nil, true -- as it is
    assert.equal(version + 3, plane.version)
    for _, name in ipairs({ "id", "plane", "x1", "y1", "x2", "y2" }) do
      check.raises(("field '%s' of a link cannot be assigned"):format(name), function() link[name] = 1 end)
    end
    check.raises("link has no field 'coast' (did you mean 'cost'?)", function() link.coast = 1 end)
    check.raises("link has no field 'coast' (did you mean 'cost'?)", function() return link.coast end)
    for _, bad in ipairs({ -1, -math.huge, math.huge, 0 / 0, "3", true, {}, link }) do
      check.raises("field 'cost' of a link", function() link.cost = bad end)
    end
    check.raises("field 'oneway' of a link: boolean expected, got number", function() link.oneway = 1 end)
    check.raises("field 'oneway' of a link: boolean expected, got nil", function() link.oneway = nil end)
    assert.are.same({ 20, true }, { link.cost, link.oneway })
  end)

  it("is refused where it cannot be, and then nothing has changed", function()
    local plane = two_rooms()
    local version = plane.version
    local function refuses(want, ...)
      check.refuses(want, plane, "link", ...)
      assert.equal(version, plane.version)
      assert.equal("plane (1 obstacle, 1 link)", tostring(plane))
    end
    refuses("bad argument #1 to 'link' (number expected, got nil)")
    refuses("bad argument #4 to 'link' (number expected, got nil)", 1, 2, 3)
    for i = 1, 4 do
      for _, bad in ipairs({ 0 / 0, math.huge, -math.huge, 1e31, "1", true, {}, plane }) do
        local ends = { 1, 2, 3, 4 }
        ends[i] = bad
        refuses(("bad argument #%d to 'link' ("):format(i), ends[1], ends[2], ends[3], ends[4])
      end
    end
    refuses("bad argument #1 to 'link' (free place expected, but (50, 30) lies in obstacle 1)", 50, 30, 1, 1)
    refuses("bad argument #3 to 'link' (free place expected, but (50, 30) lies in obstacle 1)", 1, 1, 50, 30)
    refuses("bad argument #3 to 'link' (free place expected, but (101, 30) lies out of bounds)", 1, 1, 101, 30)
    for _, bad in ipairs({ -1, -math.huge, math.huge, 0 / 0, "3", true, {} }) do
      refuses({ "bad argument #5 to 'link'", "'cost'" }, 1, 1, 2, 2, { cost = bad })
    end
    refuses({ "bad argument #5 to 'link'", "'oneway'" }, 1, 1, 2, 2, { oneway = 1 })
    refuses({ "bad argument #5 to 'link'", "unknown field 'onewya' (did you mean 'oneway'?)" }, 1, 1, 2, 2, { onewya = true })
    refuses("bad argument #5 to 'link' (table expected", 1, 1, 2, 2, 3)
    local room = astar.plane({ outline = { 0, 0, 30, 0, 30, 12, 14, 12, 14, 30, 0, 30 } })
    check.refuses("(20, 20) lies out of bounds", room, "link", 1, 1, 20, 20)
  end)

  it("may end on an outline, on a corner, on the bounds, and where it begins", function()
    local plane = two_rooms()
    plane:link(45, 10, 55, 50, { cost = 0 })
    plane:link(45, 0, 0, 60)
    plane:link(55, 60, 100, 0, { cost = 1 })
    plane:link(20, 20, 20, 20)
    local path, cost = plane:path(45, 10, 55, 50)
    assert.are.same({ 2, 0 }, { #path, cost })
    assert.equal(plane:path(20, 20, 21, 20).cost, 1)
  end)

  it("is the same object while it is known, and is found by its id", function()
    local plane, link = two_rooms()
    local known = {}
    for each in plane:links() do known[#known + 1] = each end
    assert.equal(1, #known)
    assert.equal(link, known[1])
    local path = plane:path(10, 30, 90, 30)
    assert.equal(link, path:link(2))
    local weak = setmetatable({ link }, { __mode = "v" })
    link, known = nil, nil -- luacheck: ignore
    check.collect()
    assert.is_nil(weak[1])
    assert.equal("link 1 (40, 30) to (60, 30)", tostring(path:link(2)))
    plane = nil -- luacheck: ignore
    check.collect()
    assert.equal("plane (1 obstacle, 1 link)", tostring(path:link(2).plane))
  end)

  it("is gone when it was removed, also if its id is used again", function()
    for way = 1, 2 do
      local plane, link, wall = two_rooms({ data = "old" })
      local other = astar.plane()
      local path = plane:path(10, 30, 90, 30)
      if way == 1 then plane:unlink(link) else link:remove() end
      assert.equal("link 1 (removed)", tostring(link))
      assert.equal("plane (1 obstacle)", tostring(plane))
      local again = plane:link(1, 1, 2, 2)
      assert.equal(1, again.id)
      assert.is_nil(again.data)
      assert.are_not.equal(link, again)
      assert.equal(link, path:link(2))
      assert.are.same({ false, 2 }, { path:valid() })
      for _, name in ipairs({ "id", "plane", "x1", "y1", "x2", "y2", "cost", "oneway", "data" }) do
        check.raises("link 1 was removed", function() return link[name] end)
      end
      check.raises("link 1 was removed", function() link.cost = 1 end)
      check.raises("link 1 was removed", function() link.data = 1 end)
      check.refuses("link 1 was removed", link, "remove")
      check.refuses("bad argument #1 to 'unlink' (link 1 was removed)", plane, "unlink", link)
      check.refuses("bad argument #1 to 'unlink' (link of another plane)", other, "unlink", again)
      check.refuses("bad argument #1 to 'unlink' (link expected, got obstacle)", plane, "unlink", wall)
      check.refuses("bad argument #1 to 'remove' (obstacle expected, got link)", plane, "remove", again)
      check.refuses("bad argument #1 to 'unlink' (link expected, got nil)", plane, "unlink")
    end
  end)

  it("may be removed while links are iterated", function()
    local plane = astar.plane()
    for i = 1, 20 do plane:link(i, 0, 0, i) end
    local seen = 0
    for link in plane:links() do
      seen = seen + 1
      if link.id % 2 == 0 then link:remove() end
    end
    assert.equal(20, seen)
    local ids = {}
    for link in plane:links() do ids[#ids + 1] = link.id end
    assert.are.same({ 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 }, ids)
    assert.equal(20, plane:link(0, 0, 1, 1).id)
  end)

  it("is not used while an obstacle covers an end", function()
    local plane = two_rooms()
    local function status()
      return select(2, plane:path(10, 30, 90, 30))
    end
    local path = plane:path(10, 30, 90, 30)
    local cover = plane:box(60, 30, 4, 4)
    assert.equal("unreachable", status())
    assert.are.same({ false, 2 }, { path:valid() })
    cover:remove()
    assert.are.same({ 80, true }, { status(), path:valid() })
    local beside = plane:box(62, 30, 4, 4) -- the end is on its outline
    assert.is_true(status() > 80)
    beside:remove()
    assert.equal(80, (select(2, plane:path(10, 30, 90, 30, { radius = 4 }))))
    local narrow = plane:box(64, 30, 1, 40)
    assert.equal("unreachable", (select(2, plane:path(10, 30, 90, 30, { radius = 4 }))))
    assert.is_number((select(2, plane:path(10, 30, 90, 30, { radius = 1 }))))
    narrow:remove()
  end)
end)

describe("a path over links", function()
  it("says which link leads on from an element", function()
    local plane, link = two_rooms({ cost = 1 })
    local path = plane:path(10, 30, 90, 30)
    assert.are.same({ 4, 61, 80 }, { #path, path.cost, path.length })
    for i = 1, 4 do assert.equal(i == 2 and link or nil, path:link(i)) end
    assert.are.same({ 50, 30, 0, 2 }, { path:at(40) })
    assert.equal(link, path:cut(2):link(1))
    assert.equal(1, path:cut(2, 3).cost)
    assert.is_nil(path:cut(1, 2):link(2))
    assert.equal(4, #path:table())
    check.refuses("bad argument #1 to 'link' (an index up to 4", path, "link", 5)
    check.refuses("bad argument #1 to 'link' (whole number", path, "link", 1.5)
    check.refuses("bad argument #1 to 'link' (whole number", path, "link")
    local g = astar.graph()
    local a = g:add(0, 0)
    check.refuses("path on a plane expected, got path on a graph", g:path(a, a), "link", 1)
  end)

  it("has one element where the start, the goal or another link share an end", function()
    local plane, link = two_rooms({ cost = 1 })
    local second = plane:link(60, 30, 90, 10, { cost = 2 })
    local path = plane:path(40, 30, 90, 10)
    assert.are.same({ 3, 3 }, { #path, path.cost })
    assert.are.same({ link, second }, { path:link(1), path:link(2) })
    assert.are.same({ 40, 30, 60, 30, 90, 10 }, path:points())
  end)

  it("outlives the links, and is not valid without them", function()
    local plane, link = two_rooms()
    local path = plane:path(10, 30, 90, 30)
    local back = plane:path(90, 30, 10, 30)
    link.oneway = true
    assert.is_true(path:valid())
    assert.are.same({ false, 2 }, { back:valid() })
    assert.are.same({ true }, { back:valid(nil, 3) })
    link:remove()
    assert.are.same({ false, 2 }, { path:valid() })
    assert.are.same({ 10, 30, 40, 30, 60, 30, 90, 30 }, path:points())
  end)
end)

describe("a search over links", function()
  it("can be stepped, asked and left", function()
    local plane, link = two_rooms({ cost = 1 })
    local s = plane:search(10, 30, 90, 30)
    assert.equal("searching", s.status)
    repeat
      s:step()
      for node, state, cost, estimate in s:nodes() do
        assert.equal("table", type(node))
        that(state == "open" or state == "closed", "state %s", state)
        that(s:cost(node) <= cost, "cost %s", cost)
        that(estimate >= 0 and s:path(node), "no path")
      end
    until s.status ~= "searching"
    assert.are.same({ "found", 61 }, { s.status, s:cost({ x = 90, y = 30 }) })
    assert.equal(31, s:cost({ x = 60, y = 30 }))
    assert.are.same({ x = 40, y = 30 }, s:parent({ x = 60, y = 30 }))
    local rays = 0
    for x1 in s:rays() do rays = rays + (x1 and 1 or 0) end
    assert.is_true(rays > 0)
    link:remove()
    assert.equal("link 1 (removed)", tostring(s:path():link(2)))
    assert.equal("searching", s:repair())
    assert.equal("unreachable", s:run())
    s:close()
  end)

  it("goes on after edits of links that are too far away to matter", function()
    local plane = astar.plane({ bounds = { 0, 0, 1000, 1000 } })
    for i = 1, 30 do plane:box(20 * i, 20 + i % 3, 10, 30) end
    local s = plane:search(10, 20, 620, 20)
    s:step(3)
    local far = plane:link(10, 900, 620, 900, { cost = 1 })
    assert.equal("searching", s.status)
    far:remove()
    local useless = plane:link(900, 900, 910, 900)
    -- However many they are, and edits of obstacles among them are still known.
    for i = 1, 40 do useless.cost = 1e6 + i end
    plane:box(900, 950, 5, 5)
    for i = 1, 40 do useless.cost = 1e6 + i end
    assert.equal("searching", s.status)
    assert.equal("found", s:run())
    local found = s:cost({ x = 620, y = 20 })
    assert.equal(select(2, plane:path(10, 20, 620, 20)), found)
    plane:link(10, 800, 620, 800, { cost = 0 })
    assert.equal("found", s:repair())
    plane:link(10, 30, 620, 30, { cost = 0 })
    assert.equal("searching", s:repair())
    assert.equal("found", s:run())
    assert.is_true(s:cost({ x = 620, y = 20 }) < 30)
  end)

  it("explores what links lead to, up to a limit", function()
    local plane = two_rooms({ cost = 5, oneway = true })
    local function reach(x, y, options)
      local s = plane:search(x, y, nil, nil, options)
      s:run()
      return s:cost({ x = 60, y = 30 }), s.status
    end
    assert.are.same({ 35, "done" }, { reach(10, 30) })
    assert.is_nil((reach(10, 30, { max_cost = 34 })))
    assert.is_nil((reach(90, 30))) -- it is no corner, and no link leads there from this side
  end)
end)

describe("where one can get by links", function()
  it("is where the nearest place and partial paths are", function()
    local plane, link = two_rooms()
    local function nearest(x, y)
      local nx, ny = plane:nearest(x, y, { from = { 10, 30 } })
      return { nx, ny }
    end
    assert.are.same({ 80, 20 }, nearest(80, 20))
    local path = plane:path(10, 30, 50.5, 30, { partial = true })
    assert.is_true(path.partial)
    assert.are.same({ x = 55, y = 30 }, path[#path])
    assert.equal(link, path:link(2))
    link.oneway = true
    assert.are.same({ 80, 20 }, nearest(80, 20))
    local nx = plane:nearest(10, 30, { from = { 90, 30 } })
    assert.equal(55, nx)
    link:remove()
    assert.are.same({ 45, 20 }, nearest(80, 20))
    path = plane:path(10, 30, 80, 20, { partial = true })
    assert.are.same({ x = 45, y = 20 }, path[#path])
    plane:link(30, 10, 80, 50)
    path = plane:path(10, 30, 80, 20, { partial = true })
    assert.is_false(path.partial)
  end)

  it("is what an oracle says", function()
    random.cases("links nearest", 60, function(rng)
      local g, w = random_ground(rng, { kind = "lattice", plain = true }, 1, 5, rng:int(1, 3))
      local o, walk = oracle_of(g)
      for _ = 1, 3 do
        local x, y = w:point()
        local fx, fy = free_point(g, w)
        if fx and is_clear(g, fx, fy) then
          local where = code(g, fx, fy, x, y)
          local function reached(px, py)
            return links.cost(walk, g.list, fx, fy, px, py) ~= nil
          end
          local nx, ny, d = g.plane:nearest(x, y, { from = { fx, fy } })
          that(nx, "none:\n%s", where)
          that(g.plane:path(fx, fy, nx, ny), "no way to %.17g, %.17g:\n%s", nx, ny, where)
          local want = places.nearest(o, x, y, 1e-6, reached)
          that(not want or d <= want + 1e-5, "%.17g where there is one at %.17g:\n%s", d, want, where)
          local path, cost = g.plane:path(fx, fy, x, y, { partial = true })
          that(path, "no path, %s:\n%s", cost, where)
          local last = path[#path]
          that(math.abs(math.sqrt((last.x - x) ^ 2 + (last.y - y) ^ 2) - d) < 1e-9, "ends elsewhere:\n%s", where)
          local wrong = links.wrong(nil, path, link_of(g))
          that(not wrong, "partial: %s:\n%s", wrong, where)
          local s = g.plane:search(fx, fy, x, y, { partial = true })
          s:run()
          local found, total = s:path()
          that(found and check.close(total, cost), "a search: %s, a path: %s:\n%s", total, cost, where)
        end
      end
    end)
  end)
end)

describe("a saved plane", function()
  it("has its links, with all that they are", function()
    random.cases("links saved", 40, function(rng)
      local g, w = random_ground(rng, nil, 0, 4, rng:int(0, 6))
      for i = #g.list, 1, -1 do
        if rng:chance(0.3) then
          remove_link(g, i)
        elseif rng:chance(0.5) then
          g.handles[i].data = rng:pick({ "text", 7, 1.5, true, false })
        end
      end
      local text = g.plane:save()
      local plane = assert(astar.load(text))
      assert.equal(text, plane:save())
      assert.equal(tostring(g.plane), tostring(plane))
      local function all(of)
        local list = {}
        for link in of:links() do
          list[#list + 1] = table.concat({ tostring(link), link.cost, tostring(link.oneway), tostring(link.data), link.x1, link.y1 }, " ")
        end
        return list
      end
      assert.are.same(all(g.plane), all(plane))
      for _ = 1, 2 do
        local x1, y1 = place(g, rng, w)
        local x2, y2 = place(g, rng, w)
        local _, a = g.plane:path(x1, y1, x2, y2)
        local _, b = plane:path(x1, y1, x2, y2)
        that(a == b or check.close(a, b), "%s and %s", a, b)
      end
      -- ids are used again in the same order
      local x, y = free_point(g, w)
      if x then
        assert.equal(g.plane:link(x, y, x, y).id, plane:link(x, y, x, y).id)
      end
    end)
  end)

  it("is refused if its links are damaged", function()
    local plane = two_rooms({ cost = 3, data = "x" })
    plane:link(1, 1, 2, 2)
    plane:link(3, 3, 4, 4):remove()
    local text = plane:save()
    for i = 1, #text do
      for _, byte in ipairs({ 0, 255, (text:byte(i) + 1) % 256 }) do
        local loaded, why = astar.load(text:sub(1, i - 1) .. string.char(byte) .. text:sub(i + 1))
        that(loaded == nil and why or byte == text:byte(i), "byte %d", i)
      end
      that(not astar.load(text:sub(1, i - 1)), "%d bytes", i - 1)
    end
    -- a plane that never had links is saved as it was before there were any
    local bare = astar.plane({ bounds = { 0, 0, 1, 1 } })
    local before = bare:save()
    bare:link(0, 0, 1, 1)
    assert.are_not.equal(#before, #bare:save())
  end)

  it("refuses data that cannot be saved", function()
    local plane, link = two_rooms({ data = {} })
    check.refuses("the data of link 1 cannot be saved", plane, "save")
    assert.is_string(plane:save({ data = false }))
    link.data = nil
    assert.is_string(plane:save())
  end)
end)

describe("discs", function()
  it("walk, and look for ways on the ground", function()
    local plane = astar.plane({ bounds = { 0, 0, 100, 60 } })
    plane:box(50, 25, 10, 50)
    plane:link(40, 10, 60, 10, { cost = 0 })
    local crowd = plane:crowd()
    local a = crowd:add(30, 10, { radius = 1, speed = 10, goal = { 70, 10 } })
    local b = crowd:add(30, 14, { radius = 1, speed = 10, goal = (plane:path(30, 14, 70, 14, { radius = 1 })) })
    for _ = 1, 40 * 30 do
      local x, y = a.x, a.y
      crowd:update(1 / 30)
      that(math.abs(a.x - x) + math.abs(a.y - y) < 1, "it jumped")
    end
    assert.equal("arrived", a.status)
    assert.equal("arrived", b.status)
    -- where only a link leads on, a disc is stuck
    plane:box(50, 55, 10, 10)
    a.goal = { 30, 10 }
    for _ = 1, 30 * 30 do crowd:update(1 / 30) end
    assert.equal("stuck", a.status)
  end)
end)

describe("many links", function()
  it("are as fast as they may be, and right", function()
    local rng = random.new(5)
    local size = random.size(300, 40)
    local plane, list, of = astar.plane({ bounds = { 0, 0, 1000, 1000 } }), {}, {}
    local bare = astar.plane({ bounds = { 0, 0, 1000, 1000 } })
    for _ = 1, 60 do
      local x, y, w, h, angle = rng:real(0, 1000), rng:real(0, 1000), rng:real(10, 80), rng:real(10, 80), rng:real(0, 3)
      plane:box(x, y, w, h, angle)
      bare:box(x, y, w, h, angle)
    end
    local function point()
      return rng:real(0, 1000), rng:real(0, 1000)
    end
    while #list < size do
      local l = links.random(rng, point, list)
      if plane:free(l.x1, l.y1) and plane:free(l.x2, l.y2) then
        list[#list + 1] = l
        of[links.add(plane, l)] = l
      end
    end
    for _ = 1, 10 do
      local x1, y1 = point()
      local x2, y2 = point()
      local path, cost = plane:path(x1, y1, x2, y2)
      local zero, same = plane:path(x1, y1, x2, y2, { heuristic = "zero" })
      assert.equal(path == nil, zero == nil)
      if path then
        check.near(same, cost)
        local wrong = links.wrong(nil, path, function(handle) return of[handle] end)
        that(not wrong, "%s", wrong)
        local _, walk = bare:path(x1, y1, x2, y2)
        that(cost <= walk * (1 + 1e-9), "%s, and %s without links", cost, walk)
      end
    end
  end)
end)
