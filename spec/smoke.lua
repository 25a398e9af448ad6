-- A tour of every call in plain asserts, for any Lua from 5.1 on and with
-- nothing but the module itself: lua spec/smoke.lua

local astar = require "astar"

local function fails(want, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "no error where one was expected: " .. want)
  assert(type(message) == "string" and message:find(want, 1, true), "unexpected message: " .. tostring(message))
end

local function near(a, b)
  return math.abs(a - b) < 1e-9
end

-- graph and nodes
local g = astar.graph()
assert(type(g) == "userdata" and getmetatable(g) == "astar.graph" and #g == 0)
local a = g:add(0, 0)
local b = g:add(3, 4, { name = "b", terrain = "forest", data = { 1 } })
local c = g:add(6, 8, 1.5, { name = "camp", blocked = false })
local d = g:add(0, 5)
assert(#g == 4 and a.id == 1 and d.id == 4)
assert(b.x == 3 and b.y == 4 and b.z == 0 and b.terrain == "forest" and b.data[1] == 1 and b.name == "b")
assert(c.z == 1.5 and c.blocked == false and a.terrain == "default" and a.name == nil and a.graph == g)
assert(tostring(c) == 'node 3 "camp" (6, 8, 1.5)' and tostring(a) == "node 1 (0, 0)")
assert(g:node(2) == b and g:node("camp") == c and g:node(99) == nil and g:node("nobody") == nil)
c.z, c.name, c.blocked, c.data, c.terrain = 0, "goal", true, "d", "mud"
assert(c.z == 0 and g:node("goal") == c and g:node("camp") == nil and c.blocked and c.data == "d")
c.terrain, c.blocked = nil, false
assert(c.terrain == "default" and a:distance(b) == 5 and a:distance("goal") == 10)

-- links
g:link(a, b)
g:link("b", "goal", { cost = 5 })
a:link(d, { terrain = "road", oneway = true })
assert(g:linked(a, b) and g:linked(b, a) and g:linked(a, d) and not g:linked(d, a))
local seen = {}
for neighbour, cost, props in a:links() do
  seen[#seen + 1] = neighbour.id .. " " .. cost .. " " .. tostring(props and props.terrain)
end
assert(#seen == 2 and seen[1]:match("^2 5[.0]* nil$") and seen[2]:match("^4 5[.0]* road$"))
assert(g:unlink(a, d) and not g:unlink(a, d))
g:link(a, d)
assert(g:unlink(a, d, { oneway = true }) and g:linked(d, a) and d:unlink(a))
d:link("goal")
d:unlink()
assert(not g:linked(d, c))

-- units
g:unit("man", {})
g:unit("horse", { forest = 5 })
g:unit("tank", { forest = false }, { climb = 0.5, drop = 2 })
local costs, limits = g:unit("tank")
assert(costs.forest == false and limits.climb == 0.5 and limits.drop == 2 and g:unit("nobody") == nil)
assert(table.concat(g:units(), " ") == "horse man tank")

-- nearest and within
local n, distance = g:nearest(0, 1)
assert(n == a and distance == 1)
assert(g:nearest(3, 4, 0, { unit = "tank" }) ~= b and g:nearest(0, 5, { linked = true }) ~= d)
assert(g:nearest(50, 50, { radius = 1 }) == nil)
local around = g:within(0, 0, 5)
assert(#around == 3 and around[1] == a and around[2] == b and around[3] == d and #g:within(0, 0, 9, 1) == 0)

-- paths
local version = g.version
local path, cost = g:path(a, c)
assert(cost == 10 and #path == 3 and path[1] == a and path[2] == b and path[3] == c and path[4] == nil)
assert(path.cost == 10 and path.length == 10 and not path.partial and getmetatable(path) == "astar.path")
for i, node in path:nodes() do
  assert(path[i] == node)
end
assert(table.concat(path:points(), " "):gsub("%.0", "") == "0 0 3 4 6 8")
assert(#path:points(3) == 9 and path:table()[3] == c)
local x, y, z, index = path:at(7.5)
assert(near(x, 4.5) and near(y, 6) and z == 0 and index == 2)
assert(select(2, g:path(a, "goal", "horse")) == 30 and select(2, g:path(a, { c, b }, { unit = "man" })) == 5)
path, cost = g:path(a, c, "tank")
assert(path == nil and cost == "unreachable")
path, cost = g:path(a, c, { max_cost = 7 })
assert(path == nil and cost == "limit")
path, cost = g:path(a, c, { max_cost = 7, partial = true })
assert(path.partial == true and path[#path] == b and cost == 5)
assert(select(2, g:path(a, a)) == 0)
for _, name in ipairs({ "auto", "euclidean", "manhattan", "octile", "zero" }) do
  assert(select(2, g:path(a, c, { heuristic = name, weight = 2, max_steps = 100 })) == 10)
end
cost = select(2, g:path(a, c, {
  cost = function(_, _, base) return base * 2 end,
  heuristic = function(node, goal) return node:distance(goal) end,
}))
assert(cost == 20)
assert(g:path(a, c, { avoid = { b } }) == nil and g:path(a, c, { only = { b, c } }))

-- searches
local s = g:search(a, c)
assert(s.status == "searching" and s.start == a and s.goal == c and s.unit == nil and s.expanded == 0)
assert(s:step() == "searching" and s:state(a) == "closed" and s:state(b) == "open" and s:state(c) == "none")
assert(s:cost(b) == 5 and s:estimate(b) <= 5 and s:parent(b) == a and s:cost(c) == nil and s:closest() == b)
assert(s:path() == nil and select(2, s:path()) == "searching" and select(2, s:path(b)) == 5)
assert(s:run(10) == "found" and s:run() == "found" and s.expanded == 3)
path, cost = s:path()
assert(cost == 10 and #path == 3)
local turns = 0
for node, state, g_cost, estimate in s:nodes("closed") do
  turns = turns + 1
  assert(node and state == "closed" and g_cost >= 0 and estimate >= 0)
end
assert(turns == 3)
s:restart(c, a)
local worker = coroutine.wrap(function()
  for node in s:steps(1) do
    coroutine.yield(node)
  end
  return "end"
end)
assert(worker() == c and worker() == b and worker() == a and worker() == "end" and s.status == "found")
s:restart()
s:step(2)
assert(g.version == version)
b.x = 3.5
assert(s.status == "stale" and s:step() == "stale" and g.version > version)
s:close()
s:close()
assert(s.status == "closed" and tostring(s))
fails("closed search", s.step, s)
s = g:search(a, nil, "man")
assert(s:run() == "done" and s:cost(c))

-- mistakes
fails("bad argument #2 to 'link' (node expected, got nil)", g.link, g, a)
fails("a node cannot be linked to itself", g.link, g, a, a)
fails("unknown option 'max_setps'", g.path, g, a, c, { max_setps = 1 })
fails("no unit named 'hors'", g.path, g, a, c, "hors")
fails("node has no field 'foo'", function() return a.foo end)
fails("bad self (graph expected", g.add, a, 0, 0)
fails("raised by the callback", g.path, g, a, c, { cost = function() error("raised by the callback") end })

-- grids
local map = astar.grid({
  rows = { "..~~.", ".^^~.", ".....", "..#.." },
  legend = { ["."] = "plain", ["~"] = "sea", ["^"] = "forest", ["#"] = false },
  cell = 2, origin = { 10, 20 },
})
map:unit("man", { sea = false, forest = 3 })
map:unit("ship", { default = false, plain = false, forest = false, sea = 1 })
local corner, far = map:cell(1, 1), map:cell(5, 1)
assert(tostring(map) == "grid (5 x 4)" and #map == 20 and map.width == 5 and map.height == 4)
assert(corner.col == 1 and corner.row == 1 and corner.x == 11 and corner.y == 21 and map:at(19.5, 21) == far)
assert(map:get(2, 2) == "forest" and map:cell(3, 4).blocked and map:cell(6, 1) == nil and map:at(0, 0) == nil)
path, cost = map:path(corner, far)
assert(#path == 5 and cost == 8 and map:path(corner, far, { jump = false }).cost == 8)
assert(math.abs(select(2, map:path(corner, far, "man")) - (12 + 2 * math.sqrt(2))) < 1e-9)
assert(map:path(corner, far, "ship") == nil and #map:path(map:cell(3, 1), map:cell(4, 2), "ship") == 3)
map:wall(far, map:cell(5, 2))
map:block(4, 1)
map:block(4, 2)
assert(map:path(corner, far) == nil)
map:link(corner, far, { cost = 1 })
assert(select(2, map:path(corner, far)) == 1 and map:unlink(corner, far))
map:block(4, 1, false)
map:set(1, 4, "mud")
map:fill(1, 3, 2, 9, "sand")
assert(map:get(1, 4) == "sand" and #map:path(corner, far) == 5)
s = map:search(corner, far, { jump = true })
assert(s:run() == "found" and #s:path() == 5)
local hexes = astar.grid({ csv = "1,2\n3,4\n", layout = "odd-r" })
assert(hexes:get(1, 2) == "3" and #hexes:path(hexes:cell(1, 1), hexes:cell(2, 2)) == 3)
assert(astar.grid({ map = "type octile\nheight 1\nwidth 2\nmap\n.@\n" }):cell(2, 1).blocked)
local hill = astar.grid({ width = 2, height = 1, ground = function(col) return col == 1 and 0.75 or 0 end,
  sight = function() return true end })
assert(select(2, hill:path(hill:cell(1, 1), hill:cell(2, 1))) == 1.25)
fails("row 2, column 1: '?' is not in the legend", astar.grid, { rows = { ".", "?" }, legend = { ["."] = "plain" } })
fails("a cell cannot be removed", map.remove, map, corner)

-- walks, pictures, followers
local tiles = 0
for col, row, terrain in map:tiles() do
  assert(terrain == map:get(col, row))
  tiles = tiles + 1
end
assert(tiles == map.width * map.height and #map:outline(1, 1) == 8)
s = map:search(corner, far)
assert(s:run() == "found" and s.current == far)
for col, row, state in s:tiles("closed") do assert(state == s:state(map:cell(col, row))) end
assert(require("astar.svg")(map, { search = s, path = s:path(), labels = true }):find("^<svg .*</svg>\n$"))
local walker = require("astar.follow")(s:path(), 2)
local _, _, _, done = walker:update(60)
assert(done and walker.x == far.x and walker.y == far.y)

-- removal, and the collector
g:optimize()
g:remove(d)
b:remove()
assert(#g == 2 and tostring(b) == "node 2 (removed)" and g:path(a, c) == nil)
fails("node 2 was removed", function() return b.x end)
local ids = {}
for node in g:nodes() do
  ids[#ids + 1] = node.id
end
assert(ids[1] == 1 and ids[2] == 3 and #ids == 2)
path = g:path(a, a)
g, a, b, c, d, s, n, around = nil, nil, nil, nil, nil, nil, nil, nil -- luacheck: ignore
collectgarbage()
collectgarbage()
assert(path[1].graph:node("goal").x == 6)

print("smoke: ok")
