-- Uses every call of the module, each one inside host.try, which lets an allocation fail. After a
-- failure everything must be as it was before the call, and the call must work when made again.
-- With "grids" for an argument it does so on grids, with "planes" on planes, with "crowds" and "discs" on crowds, else on a
-- graph. See alloc_host.c.
local host = host -- luacheck: ignore
if jit then jit.off() end

local told = {} -- what the calls gave, for comparison between runs
local check -- after a failure: are all objects as they should be?

local function tell(...)
  for i = 1, select("#", ...) do told[#told + 1] = tostring((select(i, ...))) end
end

local function pack(...)
  return { n = select("#", ...), ... }
end

local unpack = table.unpack or unpack

-- Make a call until it works: the second time it has to.
local function try(f, ...)
  local r = pack(host.try(f, ...))
  if not r[1] then
    local message = tostring(r[2])
    if not message:find("not enough memory$") then error(message .. " (instead of 'not enough memory')", 2) end
    check()
    r = pack(host.try(f, ...))
    if not r[1] then error("fails again with memory: " .. tostring(r[2]), 2) end
  end
  return unpack(r, 2, r.n)
end

-- What the graph must be like: kept here, beside it.
local g
local nodes, model, links = {}, {}, {}
local searches, paths = {}, {}
local layers = {} -- { layer =, values = by id }
local jumping = {} -- searches by jump points, where a parent is not the node before
local passing = {} -- ranges with nodes on which no way may end

local function key(a, b)
  return a.id .. ">" .. b.id
end

local function same(a, b, what)
  if a ~= b then error(("%s: %s expected, got %s"):format(what, tostring(b), tostring(a)), 2) end
end

local function check_node(n, m, out)
  for field, value in pairs(m) do same(n[field], value, "field " .. field) end
  if m.name == nil then same(n.name, nil, "name") else same(g:node(m.name), n, "node by name") end
  if m.data == nil then same(n.data, nil, "data") end
  same(g:node(m.id), n, "node by id")
  same(n.graph, g, "graph")
  local count = -(out[n.id] or 0)
  for other, cost, props in n:links() do
    local l = links[key(n, other)]
    assert(l, "a link too many")
    if l.cost then same(cost, l.cost, "cost of a link") end
    same(props and props.terrain, l.terrain, "terrain of a link")
    count = count + 1
  end
  same(count, 0, "links lacking")
end

local function gone(n)
  return tostring(n):find("removed") ~= nil
end

local function check_search(s)
  local kind = s.status
  if kind == "closed" then return end
  local count = 0
  for n, state, cost in s:nodes() do
    if not gone(n) and state ~= "excluded" then
      assert(s:state(n) == state and s:cost(n) == cost)
      local path, total = s:path(n)
      assert(total == cost or passing[s] and not path)
      if path and pcall(s.next, s, n) then
        assert(path[1] == n and path[2] == s:next(n))
      elseif path then
        assert(path[1] == s.start and path[#path] == n)
        if not jumping[s] then same(path[#path - 1], s:parent(n), "parent") end
      end
      assert(s:estimate(n) >= 0)
    end
    count = count + 1
  end
  if count > 0 and kind ~= "stale" then s:closest() end
end

local function check_path(p)
  local xs = p.path:points(3)
  same(#xs, 3 * #p.path, "points")
  same(p.path.cost, p.cost, "cost of a path")
  for i = 1, #p.path do same(p.path[i], p.nodes[i], "node of a path") end
  local x, y = p.path:at(p.path.length)
  assert(x == xs[#xs - 2] and y == xs[#xs - 1])
end

local function check_layers()
  for _, l in ipairs(layers) do
    for id, value in pairs(l.values) do same(l.layer:get(l.g:node(id)), value, "value of a layer") end
  end
end

function check()
  collectgarbage()
  check_layers()
  if not g then return end
  local count, out = 0, {}
  for _, l in pairs(links) do out[l.from] = (out[l.from] or 0) + 1 end
  for n in g:nodes() do
    local m = model[n.id]
    assert(m, "a node too many")
    check_node(n, m, out)
    count = count + 1
  end
  for _ in pairs(model) do count = count - 1 end
  same(count, 0, "nodes lacking")
  for _, s in ipairs(searches) do check_search(s) end
  for _, p in ipairs(paths) do check_path(p) end
  -- The graph can be edited, and a way be found.
  if nodes[1] and nodes[2] and model[nodes[1].id] and model[nodes[2].id] then g:path(nodes[1], nodes[2]) end
end

local function keep_path(path, cost)
  local p = { path = path, cost = cost, nodes = {} }
  for i = 1, #path do p.nodes[i] = path[i] end
  paths[#paths + 1] = p
  tell(#path, cost)
  return path
end

local function keep_search(s)
  searches[#searches + 1] = s
  return s
end

-- Edits, with the model following -----------------------------------------------------------

local function add(x, y, z, props)
  local n = try(function() return g:add(x, y, z, props) end)
  model[n.id] = { id = n.id, x = x, y = y, z = z, terrain = props and props.terrain or "default",
                  blocked = props and props.blocked or false, name = props and props.name, data = props and props.data }
  nodes[#nodes + 1] = n
  return n
end

local function noted(a, b, props)
  props = props or {}
  links[key(a, b)] = { from = a.id, cost = props.cost, terrain = props.terrain }
  if not props.oneway then links[key(b, a)] = { from = b.id, cost = props.cost, terrain = props.terrain } end
end

local function link(a, b, props, by_node)
  if by_node then try(function() a:link(b, props) end)
  else try(function() g:link(a, b, props) end) end
  noted(a, b, props)
end

local function forget(id)
  for k in pairs(links) do
    if k:find("^" .. id .. ">") or k:find(">" .. id .. "$") then links[k] = nil end
  end
end

local function set(n, field, value)
  try(function() n[field] = value end)
  model[n.id][field] = value
  if field == "terrain" and value == nil then model[n.id].terrain = "default" end
end

-- Expand up to the n-th node, however often it takes.
local function step_to(s, n)
  tell(try(function()
    while s.expanded < n and s.status == "searching" do s:step(n - s.expanded) end
    return s.status, s.expanded
  end))
end

-- Grids ---------------------------------------------------------------------------------------

-- All that can be asked of a grid, as one text.
local function look_at(map)
  local list = { #map, tostring(map), map.width, map.height, table.concat(map:units(), ",") }
  for n in map:nodes() do
    list[#list + 1] = table.concat({ n.id, tostring(n), n.terrain, tostring(n.blocked), tostring(n.name), tostring(n.data) }, " ")
    for other, cost, props in n:links() do
      list[#list + 1] = table.concat({ other.id, cost, tostring(props and props.cost), props and props.terrain or "" }, " ")
    end
  end
  return table.concat(list, "\n")
end

local function same_lines(now, before)
  local line, lines = 0, before:gmatch("[^\n]*")
  for text in now:gmatch("[^\n]*") do
    line = line + 1
    same(text, lines(), "line " .. line .. " of the map")
  end
  same(nil, lines(), "end of the map")
end

-- Layers, ranges, flows and turns on any space, from a node to others; `edit` changes the graph.
local function fields(space, from, goals, edit, is_grid)
  local danger = try(function() return space:layer("danger") end)
  local crowd = try(function() return space:layer("crowd") end)
  for _, layer in ipairs({ danger, crowd }) do
    local values = {}
    for n in space:nodes() do values[n.id] = layer:get(n) end
    layers[#layers + 1] = { layer = layer, values = values, g = space }
  end
  local function put(i, n, value)
    try(function() layers[i].layer:set(n, value) end)
    layers[i].values[n.id] = value
  end
  put(1, goals[1], 2)
  put(1, from, 1)
  put(2, goals[#goals], 0.5)
  try(function() danger:add(goals[1], 1.5) end)
  layers[1].values[goals[1].id] = 3.5
  tell(try(function() return tostring(danger), danger.name, danger:get(goals[1]) end))
  local uses = { danger = 2, crowd = 1 }
  local passes = { goals[2] }
  try(function()
    for node in from:links() do passes[#passes + 1] = node end
  end)
  local each = {
    { layers = uses }, { layers = uses, max_cost = 9, avoid = { goals[2] } }, { stop = { goals[2] } }, { near = 2, layers = uses },
    { adjacent = true }, { moves = 4, left = 1, stop = { goals[2] } }, { moves = 4, max_turns = 3 },
    { moves = 4, pass = passes }, { pass = passes },
    { cost = function(a, b, c) return c + #{ a.id, b.id } end, layers = uses },
  }
  if is_grid then
    each[#each + 1] = { turn_cost = 1, turn_limit = 3, layers = uses }
    each[#each + 1] = { turn_cost = 0.5, adjacent = true }
  end
  for _, o in ipairs(each) do
    local turns = o.moves ~= nil
    local path, cost = try(function() return space:path(from, goals, o) end)
    if path then
      keep_path(path, cost)
      tell(path.turns, path.left)
    end
    path, cost = try(function() return space:path(from, goals[1], o) end)
    if path then keep_path(path, cost) end
    if not o.near and not o.adjacent then
      local range = keep_search(try(function() return space:reach(from, nil, o) end))
      passing[range] = o.pass ~= nil
      tell(range.status, range.expanded, try(function() return range:turns(goals[1]) end))
      tell(unpack(try(function() return range:costs() end)))
    end
    if not turns then
      local flow = keep_search(try(function() return space:flow(goals, o) end))
      tell(flow.status, flow.expanded, #try(function() return flow.goals end))
      tell(unpack(try(function() return flow:costs({}) end)))
      try(function() return flow:next(from) end)
      local options = { reverse = true }
      for k, v in pairs(o) do options[k] = v end
      local s = keep_search(try(function() return space:search(goals, from, options) end))
      step_to(s, 2)
      tell(try(function() return s:run() end), s.expanded)
      if s.status == "found" then keep_path(try(function() return s:path() end)) end
      try(function() s:restart(goals[1]) end)
      tell(try(function() return s:run() end), s.expanded)
      try(function() s:close() end)
    end
    check()
  end
  for _, o in ipairs({ { reach = 3, layers = uses }, { costs = { 1, 0, 2 } } }) do
    local away = keep_search(try(function() return space:away(goals, o) end))
    tell(away.status, away.expanded)
    tell(unpack(try(function() return away:costs() end)))
    tell(try(function() return away:repair() end))
    check()
  end
  local late = keep_search(try(function() return space:flow(goals, { costs = { 0, 2, 1 } }) end))
  try(function() return late:repair() end)
  tell(unpack(try(function() return late:costs() end)))
  -- The layers grow with the graph, and keep their values when it is sorted.
  edit()
  tell(try(function() return space:path(from, goals, { layers = uses }) end) ~= nil)
  try(function() space:optimize() end)
  check()
  try(function() danger:clear() end)
  for id in pairs(layers[1].values) do layers[1].values[id] = 0 end
  check()
  layers, searches, paths = {}, {}, {}
end

local function grids(astar)
  local map, state -- what it was like before the call, if memory is to run out at all

  -- The map is as it was, all that was found can be asked for, and a way be found.
  check = function()
    collectgarbage()
    check_layers()
    if not map then return end
    if state then same_lines(look_at(map), state) end
    for _, s in ipairs(searches) do check_search(s) end
    for _, p in ipairs(paths) do check_path(p) end
    map:path(map:cell(1, 1), map:cell(map.width, map.height))
  end

  local function edit(f)
    try(f)
    state = host.armed() and look_at(map)
  end

  local function tell_map(m)
    tell(#m, m.width, m.height)
    for n in m:nodes() do tell(n.terrain, n.blocked, n.z, n:distance(m:cell(1, 1))) end
    for n in m:nodes() do
      for other, cost in n:links() do tell(other.id, cost) end
    end
  end

  -- Every way to make one. What was made half is gone.
  local legend = { ["."] = "plain", ["^"] = "forest", ["#"] = false, [1] = "plain", [2] = "hill", x = false }
  tell_map(try(function() return astar.grid{ width = 3, height = 2 } end))
  tell_map(try(function() return astar.grid{ rows = { "..^", "#^." }, legend = legend, cell = 32, corners = "one" } end))
  tell_map(try(function() return astar.grid{ rows = { { 1, 2, "x" }, { 2, ".", 1 } }, legend = legend, neighbours = 4 } end))
  tell_map(try(function() return astar.grid{ rows = { "ab", "ba" }, layout = "odd-r", cell = { 16, 12 }, wrap = "xy" } end))
  tell_map(try(function() return astar.grid{ csv = "1,2,\"x\"\r\n2;,1,\"a \"\"b\"\n", origin = { 5, 6, 7 } } end))
  tell_map(try(function() return astar.grid{ csv = "1;2\n2;1\n", legend = legend, layout = "isometric" } end))
  tell_map(try(function() return astar.grid{ map = "type octile\nheight 2\nwidth 3\nmap\n..@\nST.\n" } end))
  local function ground(col, row, x, y)
    return #{ col, row } + x + y > 4 and col * row or nil -- a table, so that the callback can fail too
  end
  local function sight(ax, ay, az, bx, by, bz)
    return #{ ax, ay, az, bx, by, bz } == 6 and az + bz < 7
  end
  tell_map(try(function() return astar.grid{ width = 4, height = 3, ground = ground, sight = sight } end))
  tell_map(try(function() return astar.grid{ rows = { "...", "..." }, legend = legend, ground = ground } end))
  tell_map(try(function() return astar.grid{ width = 3, height = 3, layout = "even-q", sight = sight, diagonal = nil } end))
  local floors = try(function()
    return astar.grid{ levels = 2, rows = { { "..^", ".#." }, "...\n.^." }, legend = legend, layout = "odd-r" }
  end)
  tell_map(floors)
  tell_map(try(function() return astar.grid{ levels = 2, csv = { "a,b", "b,c" }, level_height = 3 } end))
  local tower = { "type octile\nheight 1\nwidth 1\nmap\n.", "height 1\nwidth 1\nmap\nS" }
  tell_map(try(function() return astar.grid{ levels = 2, map = tower } end))
  try(function() floors:link(floors:cell(3, 1), floors:cell(1, 1, 2), { cost = 2 }) end)
  try(function() floors:unit("ogre", {}, { size = 2 }) end)
  tell(try(function() return (select(2, floors:path(floors:cell(1, 1), floors:cell(3, 2, 2)))) end))
  tell(try(function() return #floors:smooth(floors:path(floors:cell(1, 1), floors:cell(3, 2, 2))) end))
  tell(try(function() return tostring(floors:path(floors:cell(1, 1, 2), floors:cell(2, 1, 2), "ogre")) end))
  tell(try(function() return floors:flow(floors:cell(1, 1)):direction(1, 1, 2) ~= nil end))
  tell(try(function() return #astar.plane{ grid = floors, level = 2 } end))
  tell(try(function() return #floors:crowd{ radius = 0.2, level = 2 }:add(0.5, 0.5).status end))
  tell(try(function() return #floors:save() end))
  -- What is wrong, and callbacks that raise: memory may have run out inside pcall.
  local wrong = {
    [{ rows = { "..", ".?" }, legend = legend }] = "is not in the legend",
    [{ rows = { "..", "." } }] = "columns expected",
    [{ levels = 2, rows = { "..", "..\n.." } }] = "level 2 has 2 rows",
    [{ levels = 2, csv = { "a", 5 } }] = "level 2: string expected",
    [{ csv = "a,b\n\"c" }] = "line 2",
    [{ map = "type octile\nheight 2\nwidth 3\nmap\n..@\n" }] = "line",
    [{ width = 2, height = 2, ground = function() error("raised", 0) end }] = "raised",
    [{ width = 2, height = 2, sight = function() error("raised", 0) end }] = "raised",
    [{ width = 2, height = 2, hight = 3 }] = "unknown option",
  }
  for options, expected in pairs(wrong) do
    local ok, message = try(function() return pcall(astar.grid, options) end)
    if ok or not (message:find(expected, 1, true) or message:find("not enough memory", 1, true)) then error(tostring(message)) end
  end

  map = try(function()
    return astar.grid{ rows = { ".....", ".##.^", ".#..^", "..^.." }, legend = legend, cell = 8 }
  end)
  state = look_at(map)
  local function cell(col, row)
    return try(function() return map:cell(col, row) end)
  end
  local first, last = cell(1, 1), cell(5, 4)
  check()

  -- Ways while the map is plain: by jump points and cell by cell.
  edit(function() map:unit("man", {}) end)
  edit(function() map:unit("horse", { forest = false }) end)
  edit(function() map:unit("cart", { forest = 4, plain = 2 }) end)
  keep_path(try(function() return map:path(first, last) end))
  keep_path(try(function() return map:path(first, last, "man") end))
  tell(try(function() return map:path(first, last, { unit = "man", smooth = { curve = 1 } }).cost end))
  tell(try(function() return map:path(first, last, { unit = "man", ties = "straight", smooth = true }).cost end))
  tell(try(function() return map:smooth(map:path(first, last, "man"), { radius = 0.2, layers = {} }).cost end))
  tell(try(function() return map:raycast(0, 0, 9, 5, { terrains = { "forest" } }) ~= nil, map:sight(first, last) end))
  keep_path(try(function() return map:path(first, last, "horse") end))
  keep_path(try(function() return map:path(first, last, "cart") end))
  edit(function() map:unit("ogre", {}, { size = 2, drop = 9 }) end)
  edit(function() map:unit("troll", { forest = 3 }, { size = 2 }) end)
  tell(try(function() return map:nearest(1, 1, { unit = "ogre" }).id, select(2, map:unit("ogre")).size end))
  keep_path(try(function() return map:path(cell(3, 3), cell(4, 1), "ogre") end))
  keep_path(try(function() return map:path(cell(4, 1), cell(3, 3), "troll") end))
  tell(try(function() return map:prepare("troll") end))
  keep_path(try(function() return map:path(first, last, { jump = false }) end))
  for i, options in ipairs{ { jump = true }, { jump = true, unit = "horse" }, { unit = "cart" } } do
    local s = keep_search(try(function() return map:search(first, last, options) end))
    jumping[s] = options.jump
    step_to(s, i)
  end
  check()
  for _, s in ipairs(searches) do
    tell(try(function() return s:run() end), s.expanded)
    keep_path(try(function() return s:path() end))
  end
  for _, s in ipairs(searches) do try(function() s:restart(last, first) end) end
  -- By jump points until it is looked at.
  local unseen = keep_search(try(function() return map:search(first, last) end))
  local function finish()
    if unseen:run() == "stale" then unseen:repair() end
    return unseen:run()
  end
  tell(try(finish))
  tell(try(function() return unseen.expanded and finish(), unseen.expanded end))

  -- Edits, under the searches.
  edit(function() map:set(1, 2, "a new terrain") end)
  edit(function() map:set(2, 1, nil) end)
  for i = 1, 12 do edit(function() map:set(i % 5 + 1, 3, "terrain " .. i) end) end
  edit(function() map:fill(2, 3, 3, 9, "swamp") end)
  edit(function() map:block(5, 1) end)
  edit(function() map:block(5, 1, false) end)
  edit(function() map:wall(first, map:cell(2, 2)) end)
  edit(function() map:wall(first, map:cell(2, 2), false) end)
  edit(function() first.name = "home" end)
  edit(function() last.name = "castle" end)
  edit(function() last.data = { 1, 2 } end)
  for _, s in ipairs(searches) do tell(s.status, s.expanded) end
  keep_path(try(function() return map:path("home", "castle") end))
  for i = 1, 14 do
    local props = i % 5 ~= 3 and { cost = i, terrain = "way" .. i } or nil
    edit(function() map:link(map:cell(i % 4 + 1, i % 4 + 1), map:cell(5, i % 3 + 1), props) end)
    if i == 4 then edit(function() map:unlink(first, map:cell(1, 2), { oneway = true }) end) end
  end
  edit(function() map:link(first, map:cell(1, 2)) end)
  edit(function() map:add(3, 3, 1, { name = "inn", terrain = "house", data = "text" }) end)
  edit(function() map:link("inn", first, { cost = 3 }) end)
  edit(function() first.z = 2 end)
  edit(function() last.z = -1 end)
  edit(function() map:cell(4, 4):unlink() end)
  edit(function() map:add_all({ 9, 9, 8, 8 }) end)
  edit(function() map:link_all({ 1, 12, 2, 12, 2, 3, 12, 13, 21, 22, 22, 1 }, { 3, 4, false, 5, 6, 7 }) end)
  edit(function() map:link_all({ 3, 4, 7, 20 }, nil, { oneway = true, terrain = "bulk" }) end)
  edit(function() map:fill(1, 1, 5, 2, "ground") end)
  edit(function() map:set(1, 1, "rock") end)
  edit(function() map:optimize() end)

  -- Questions, and ways on what is no plain map any more.
  tell(try(function()
    return map:connected(first, last), map:connected(first, last, "horse"), map:connected("inn", first, "horse")
  end))
  tell(try(function()
    local n = map:nearest(20, 20, { from = first, unit = "horse" })
    local path, why = map:path(first, last, { unit = "horse", partial = true })
    return n.id, path and #path or why, map:nearest(1, 1, { from = "inn" }).id
  end))
  tell(try(function()
    local n, d = map:nearest(20, 20)
    local m = map:nearest(20, 20, 0, { unit = "horse", linked = true, radius = 50 })
    return n.id, d, m.id, map:at(20, 20).id, map:at(-1, 0), map:get(1, 1), #map:within(20, 20, 12), map:cell(6, 1)
  end))
  tell(try(function()
    local list = {}
    for col, row, terrain, blocked, z in map:tiles(2, 2) do
      list[#list + 1] = table.concat({ col, row, terrain, tostring(blocked), z }, " ")
    end
    for a, b in map:walls() do list[#list + 1] = a.id .. "|" .. b.id end
    for a, b, cost, props in map:links() do
      list[#list + 1] = table.concat({ a.id, b.id, cost, props and tostring(props.terrain) or "plain" }, " ")
    end
    return table.concat(list, ","), table.concat(map:outline(2, 3), " ")
  end))
  tell(try(function() return first.col, first.row, first.name, last.data[2], map:node("inn").col, map:node(9).row end))
  local function cost(a, b, c)
    return c + #{ a.id, b.id }
  end
  local function estimate(n, goal)
    return #{ n, goal } * 0.1
  end
  keep_path(try(function() return map:path("inn", last) end))
  keep_path(try(function() return map:path("inn", { last, map:cell(5, 3) }, { unit = "cart", weight = 2 }) end))
  keep_path(try(function() return map:path(first, last, { cost = cost }) end))
  keep_path(try(function() return map:path(first, last, { heuristic = estimate, avoid = { map:cell(3, 1) } }) end))
  keep_path(try(function() return map:path(first, map:cell(2, 2), { partial = true }) end))
  for i, options in ipairs{ {}, { cost = cost, unit = "man" }, { heuristic = "octile", jump = true } } do
    local s = keep_search(try(function() return map:search("inn", i > 1 and last or nil, options) end))
    step_to(s, 3)
    tell(try(function() return s:run() end), s.expanded)
    tell(try(function()
      local list = { s.current.id }
      for col, row, kind, sum in s:tiles() do list[#list + 1] = table.concat({ col, row, kind, sum }, " ") end
      return table.concat(list, ",")
    end))
  end
  check()
  for _, s in ipairs(searches) do try(function() s:close() end) end
  searches, paths, jumping, passing = {}, {}, {}, {}

  state = nil
  fields(map, map:cell(1, 1), { map:cell(4, 3), map:cell(5, 1), map:cell(2, 3) }, function()
    try(function() map:add(1, 1) end, true)
  end)
  layers[1] = { layer = try(function() return map:layer("danger") end), values = {}, g = map }
  for id = 1, 10 do layers[1].values[id] = 0 end
  try(function() layers[1].layer:fill(1, 1, 3, 1, 4) end)
  for id = 1, 3 do layers[1].values[id] = 4 end
  check()
  layers = {}

  -- Grids that are dropped, with and without their searches.
  for i = 1, 3 do
    tell(try(function()
      local other = astar.grid{ rows = { "ab", "ba" } }
      local search = i > 1 and other:search(other:cell(1, 1), other:cell(2, 2), { jump = true }) or nil
      if i == 3 then search:step() end
      return #other:path(other:cell(1, 1), other:cell(2, 2))
    end))
  end
  check()
end

-- Planes --------------------------------------------------------------------------------------

-- All that can be asked of a plane, as one text.
local function look_over_plane(plane, rocks)
  local list = { #plane, plane.version, tostring(plane), plane.bounds and table.concat(plane.bounds, " ") or "unbounded" }
  for rock in plane:obstacles() do
    list[#list + 1] = table.concat({ rock.id, tostring(rock), tostring(rock.data), table.concat(rock:points(), " ") }, " ")
    if rocks and rocks[rock.id] then same(rock, rocks[rock.id], "obstacle " .. rock.id) end
  end
  for jump in plane:links() do
    list[#list + 1] = table.concat({ jump.id, tostring(jump), jump.cost, tostring(jump.oneway), tostring(jump.data) }, " ")
  end
  return table.concat(list, "\n")
end

local function check_place_search(s)
  if s.status == "closed" then return end
  for node, state, cost in s:nodes() do
    assert(s:state(node) == state and s:cost(node) and cost >= 0 and s:estimate(node) >= 0)
    local path, total = s:path(node)
    local last = path[#path]
    assert(last.x == node.x and last.y == node.y and total >= 0)
  end
  if s.start and s.status ~= "blocked" then s:closest() end
  for x1, y1, x2, y2 in s:rays() do assert(x1 and y1 and x2 and y2) end
end

local function planes(astar)
  local plane, state
  local rocks, runs, ways = {}, {}, {}

  check = function()
    collectgarbage()
    if not plane then return end
    if state then same_lines(look_over_plane(plane, rocks), state) end
    for _, s in ipairs(runs) do check_place_search(s) end
    for _, p in ipairs(ways) do same(table.concat(p.path:points(), " "), p.points, "points of a path") end
    plane:path(-20, -20, 60, 60)
    plane:raycast(-20, -20, 60, 60)
  end

  local function edit(f)
    local rock = try(f)
    if rock then rocks[rock.id] = rock end
    state = host.armed() and look_over_plane(plane)
    return rock
  end

  local function keep_way(path, cost)
    if path then
      ways[#ways + 1] = { path = path, points = table.concat(path:points(), " ") }
      tell(#path, path.length)
    end
    tell(cost)
  end

  -- Every way to make one.
  tell(look_over_plane(try(function() return astar.plane() end)))
  tell(look_over_plane(try(function() return astar.plane{ bounds = { -1, -2, 3, 4 } } end)))
  local map = try(function()
    return astar.grid{ rows = { "...#.", ".#.#.", ".##..", "....." }, legend = { ["."] = "plain", ["#"] = "wall" } }
  end)
  try(function() map:unit("man", { wall = false }) end)
  local ground = try(function() return astar.plane{ grid = map, unit = "man" } end)
  tell(look_over_plane(ground))
  keep_way(try(function() return ground:path(0.5, 0.5, 4.5, 0.5) end))
  for _, options in ipairs{ { grid = map, unit = "ship" }, { bounds = { 1, 2, 3 } }, { bound = 1 } } do
    local ok, message = try(function() return pcall(astar.plane, options) end)
    if ok or not message:find("'plane'", 1, true) and not message:find("not enough memory", 1, true) then error(tostring(message)) end
  end

  plane = try(function() return astar.plane{ bounds = { -50, -50, 100, 100 } } end)
  state = look_over_plane(plane)
  check()
  for i = 1, 14 do
    local x, y = i * 17 % 45, i * 23 % 41
    if i % 3 == 0 then edit(function() return plane:box(x, y, 4, 2 + i % 4, i) end)
    elseif i % 3 == 1 then edit(function() return plane:circle(x, y, 2, 3 + i) end)
    else edit(function() return plane:polygon{ x, y, x + 6, y + 1, x + 2, y + 2, x + 3, y + 7 } end) end
  end
  check()
  for _, wrong in ipairs{ { 0, 0, 4, 4, 4, 0, 0, 4 }, { 1, 1, 2 }, { 0, 0, 1, 1, 2, 2 } } do
    local ok, message = try(function() return pcall(plane.polygon, plane, wrong) end)
    if ok or not message:find("'polygon'", 1, true) and not message:find("not enough memory", 1, true) then error(tostring(message)) end
  end
  edit(function() rocks[3].data = { "data" } end)
  edit(function() rocks[4].data = "text" end)
  tell(try(function() return rocks[4].data, rocks[3].plane == plane, tostring(rocks[3]), #rocks[5]:points() end))
  tell(try(function() return plane:at(17, 23) and plane:at(17, 23).id, plane:at(-60, 0), plane:raycast(-20, 23, 60, 23) ~= nil end))
  tell(try(function()
    local sum = 0
    for rock in plane:obstacles() do sum = sum + rock.id end
    return sum, #plane, plane.bounds[3], type(plane.version)
  end))

  -- Places, and paths that end at them; in a ring of walls, which is learned as a part of the plane.
  tell(try(function() return plane:free(17, 23), tostring(select(2, plane:free(17, 23, 2.5))) end))
  tell(try(function() return plane:nearest(18, 24) end))
  tell(try(function() return plane:nearest(18, 24, { radius = 2.5 }) end))
  tell(try(function() return tostring(plane:raycast(-20, 23, 60, 23, { radius = 1.5 })), tostring(plane:at(17, 23, { radius = 1.5 })) end))
  for _, w in ipairs{ { 80, 10, 24, 2 }, { 80, 30, 24, 2 }, { 70, 20, 2, 22 }, { 90, 20, 2, 22 }, { 80, 20, 2, 2 } } do
    edit(function() return plane:box(w[1], w[2], w[3], w[4]) end)
  end
  for _ = 1, 2 do
    tell(try(function() return plane:nearest(75, 20, { from = { -10, -10 } }) end))
    tell(try(function() return plane:nearest(-5, -5, { from = { x = 75, y = 20 }, radius = 0.75 }) end))
    keep_way(try(function() return plane:path(-10, -10, 75, 21, { partial = true }) end))
    keep_way(try(function() return plane:path(70, 20, 18, 24, { partial = true, radius = 0.75 }) end))
  end
  for i = 1, 2 do
    local s = try(function() return plane:search(-10, -11, 75, 20 + i, { partial = true, radius = i == 2 and 0.8 or nil }) end)
    step_to(s, 3)
    tell(try(function() return s:run() end), s.expanded)
    keep_way(try(function() return s:path() end))
    try(function() s:close() end)
  end
  for _, w in ipairs(ways) do tell(try(function() return w.path:valid() end)) end

  -- Paths, and searches left half-way, with and without a radius.
  keep_way(try(function() return plane:path(-10, -10, 60, 55) end))
  keep_way(try(function() return plane:path(-10, -10, 60, 55) end))
  keep_way(try(function() return plane:path(-10, 55, 60, -10, { radius = 0.5, weight = 1.5 }) end))
  keep_way(try(function() return plane:path(-10, -10, 300, 0) end))
  keep_way(try(function() return plane:path(-10, -10, 60, 55, { max_steps = 1, partial = true }) end))
  for i, options in ipairs{ {}, { radius = 1.25 }, { heuristic = "zero", max_cost = 90 } } do
    local s = try(function() return plane:search(-10, i, i ~= 3 and 60 or nil, i ~= 3 and 50 or nil, options) end)
    runs[#runs + 1] = s
    step_to(s, 2)
  end
  check()
  for i, s in ipairs(runs) do
    tell(try(function() return s:run() end), s.expanded)
    if i ~= 3 then keep_way(try(function() return s:path() end)) end
    tell(try(function()
      local list = {}
      for node, kind, cost, estimate in s:nodes() do list[#list + 1] = table.concat({ node.x, node.y, kind, cost, estimate }, " ") end
      return table.concat(list, ",")
    end))
    tell(try(function()
      local list = {}
      for x1, y1, x2, y2, hit in s:rays() do list[#list + 1] = table.concat({ x1, y1, x2, y2, tostring(hit) }, " ") end
      return table.concat(list, ",")
    end))
    tell(try(function()
      local last = s:closest()
      return last.x, s:parent(last) and s:parent(last).y, s:state{ x = 1e6, y = 0 }, s.start.x, s.goal and s.goal.y, tostring(s)
    end))
  end
  for _, s in ipairs(runs) do try(function() s:restart(-12, 0) end) end

  -- Links: a jump into the ring of walls and one out of it, and what becomes of searches under their edits.
  local function edit_link(f)
    local made = try(f)
    state = host.armed() and look_over_plane(plane)
    return made
  end
  local into = edit_link(function() return plane:link(-10, -12, 75, 20, { oneway = true, cost = 3, data = { "into" } }) end)
  local out = edit_link(function() return plane:link(75, 21, -12, -10, { data = "out" }) end)
  for _, wrong in ipairs{ { 1, 2, 3 }, { 1, 2, 3, 4, { cost = -1 } }, { 17, 23, 1, 1 }, { 1, 2, 300, 4 } } do
    local ok, message = try(function() return pcall(plane.link, plane, wrong[1], wrong[2], wrong[3], wrong[4], wrong[5]) end)
    if ok or not message:find("'link'", 1, true) and not message:find("not enough memory", 1, true) then error(tostring(message)) end
  end
  tell(try(function() return into.x1, into.y2, into.cost, into.oneway, into.data[1], tostring(out), into.plane == plane end))
  for i = 1, 3 do
    local way = try(function() return (plane:path(-10, -10, 75, 24, i == 2 and { radius = 0.75 } or nil)) end)
    keep_way(way)
    if way then tell(try(function() return tostring(way:link(2)), way:link(#way), way:valid() end)) end
    keep_way(try(function() return plane:path(75, 24, 3, 300, { partial = true }) end))
    tell(try(function() return plane:nearest(18, 24, { from = { 75, 20 } }) end))
    local s = try(function() return plane:search(-10, -10, 75, 24) end)
    step_to(s, 2)
    if i == 1 then edit_link(function() into.cost = 4 end) end
    if i == 2 then edit_link(function() out.oneway = true end) end
    tell(try(function() return s:repair() end))
    tell(try(function() return s:run() end), s.expanded)
    keep_way(try(function() return s:path() end))
    try(function() s:close() end)
  end
  tell(try(function() return #astar.load(plane:save{ data = false }):save() end))
  edit_link(function() plane:unlink(into) end)
  edit_link(function() out:remove() end)
  tell(try(function() return tostring(into), tostring(out) end))
  tell(try(function() return plane:link(1, -1, 2, -2, { data = 7 }).data end))
  state = host.armed() and look_over_plane(plane)

  -- Edits under the searches; ids come again when their objects have gone.
  for i = 2, 12, 2 do
    edit(function() if i % 4 == 0 then rocks[i]:remove() else plane:remove(rocks[i]) end end)
    tell(try(function() return tostring(rocks[i]) end))
    rocks[i] = nil
  end
  for i = 1, 8 do edit(function() return plane:circle(i * 5, 50 - i * 5, 1, 5) end) end
  for _, s in ipairs(runs) do
    tell(s.status)
    try(function() s:restart(nil, nil, 55, 55) end)
    tell(try(function() return s:run() end))
  end
  for i = 1, 10 do keep_way(try(function() return plane:path(-10, -10, 60, 55, { radius = i / 10 }) end)) end
  check()
  try(function() for turn in runs[1]:steps(2) do assert(turn.x) end end)
  for _, s in ipairs(runs) do try(function() s:close() end) end
  runs = {}

  -- Planes that are dropped, with and without what is on them.
  for i = 1, 3 do
    tell(try(function()
      local other = astar.plane()
      local rock = other:box(0, 0, 2, 2)
      rock.data = other
      local s = i > 1 and other:search(-5, 0, 5, 0) or nil
      if i == 3 then s:step() end
      return #other:path(-5, 0, 5, 0)
    end))
  end
  check()
end

-- Crowds ----------------------------------------------------------------------------------------

-- Lets `check` compare a crowd with what it was: returns a function that makes a call which changes it, and tells what it is then.
local function watch(crowd, dump)
  local expected = dump(crowd)
  check = function()
    collectgarbage()
    same(dump(crowd), expected, "the crowd")
  end
  return function(f)
    local result = try(f)
    expected = dump(crowd)
    tell(expected)
    return result
  end
end

-- A group of three units, which are told where to go, set out, and are saved on the way.
local function groups(space, crowd, units, goal, move)
  check = collectgarbage -- what an update has carried out of an order stays, if it fails later
  local group = try(function() return crowd:group({ units[1], units[2] }, { formation = { { 1, 0 }, { 0, -1 } } }) end)
  try(function() group:add(units[3]) end)
  try(function() group.goal = goal end)
  for _ = 1, 3 do try(function() move(crowd) end) end
  try(function() return #group:units() + #group.formation end)
  local text = try(function() return crowd:save() end)
  local again = try(function() return space:crowd(text) end)
  if try(function() return again:save() end) ~= text then error("saved otherwise after loading") end
  for _ = 1, 3 do
    try(function() move(crowd) end)
    move(again)
  end
  tell(tostring(group) .. table.concat(crowd:positions(), " "))
  same(table.concat(again:positions(), " "), table.concat(crowd:positions(), " "), "the loaded group")
  for each in again:groups() do same(#each, 3, "the members of the loaded group") end
  try(function() group:remove(units[1]) end)
  try(function() group:close() end)
  again:close()
end

local function dump_agents(crowd)
  local out = { #crowd, crowd.steps, crowd.planned, crowd.plan_cost, table.concat(crowd:positions(), " ") }
  for a in crowd:agents() do
    out[#out + 1] = table.concat({ tostring(a), tostring(a.node), tostring(a.next), a.progress, tostring(a.goal), tostring(a.unit),
      a.priority, tostring(a.fixed), type(a.data) == "table" and "table" or tostring(a.data), tostring(a.by), a.waited }, " ")
    local holder = crowd:at(a.node) -- who enters a node holds it before the one that leaves it
    same(holder ~= a and holder.next or a.node, a.node, "the node of the agent that holds it")
  end
  return table.concat(out, ",")
end

local function crowds(astar)
  local map = try(function() return astar.grid { width = 6, height = 5, neighbours = 4 } end)
  for col = 2, 5 do
    if col ~= 3 then try(function() map:block(col, 3) end) end
  end
  try(function() map:unit("man", { mud = 3 }) end)
  for _, way in ipairs { "steps", "durations", "seconds" } do
    local durations, seconds = way == "durations", way == "seconds"
    local crowd = try(function() return map:crowd { durations = durations, patience = 4 } end)
    local act, agents = watch(crowd, dump_agents), {}
    local function move()
      if not seconds then return act(function() crowd:step() end) end
      -- An update that fails has let some time pass, and the next one makes up for the rest.
      local wanted, unchanged = crowd.time + 0.75, check
      check = collectgarbage
      try(function() crowd:update(wanted - crowd.time) end)
      act(function() end)
      check = unchanged
    end
    for i = 1, 6 do
      agents[i] = act(function()
        return crowd:add(map:cell(i % 6 + 1, i % 2 * 4 + 1), { goal = i ~= 3 and map:cell((i * 3) % 6 + 1, 5 - i % 2 * 4) or nil,
          unit = i % 3 == 0 and "man" or nil, priority = i % 2, speed = i % 4 == 1 and 2 or 1, data = i % 2 == 0 and "agent " .. i or nil })
      end)
    end
    for _ = 1, 4 do move() end
    act(function() agents[2]:remove() end)
    act(function() agents[1].goal = agents[4].goal end)
    act(function() agents[5].goal = nil end)
    act(function() agents[3].node = map:cell(3, 3) end)
    act(function() map:fill(1, 2, 3, 1, "mud") end)
    act(function() map:block(6, 3, true) end)
    move()
    act(function() agents[6].speed = 1.5 end)
    act(function() agents[6].data = { "anything" } end)
    act(function() agents[6].data = "text" end)
    tell(try(function() return #crowd:positions({ 1, 2 }) end))
    tell(try(function()
      local list = {}
      for a, by in crowd:stuck() do list[#list + 1] = tostring(a) .. tostring(by) end
      return table.concat(list, " ")
    end))
    tell(try(function()
      local list = map:places(map:cell(3, 3), { agents[1], { x = 5, y = 2 }, agents[5], map:cell(1, 1), agents[6] }, "man")
      for i, node in ipairs(list) do list[i] = tostring(node) end
      return table.concat(list, " ")
    end))
    agents = nil -- luacheck: ignore
    local text = try(function() return crowd:save() end)
    local again = try(function() return map:crowd(text) end)
    if try(function() return again:save() end) ~= text then error("saved otherwise after loading") end
    for _ = 1, 3 do
      move()
      if seconds then again:update(0.75) else again:step() end
    end
    -- who waits for whom is not saved until the next step, and by then it is the same
    same(dump_agents(again), dump_agents(crowd), "the loaded crowd")
    check = collectgarbage
    -- What solve has found stays when memory runs out, so that only the answer is the same.
    if not durations then tell(try(function() return (again:solve(nil, 40)) end)) end
    if seconds then try(function() again:update(0.75) end)
    else try(function() again:step() end) end
    -- Where memory fails, Lua cannot call finalizers: leave none to the collector.
    again:close()
    try(function() crowd:close() end)
  end
  local crowd, units = try(function() return map:crowd() end), {}
  check = collectgarbage
  for i = 1, 3 do units[i] = try(function() return crowd:add(map:cell(i, 1), { speed = i }) end) end
  groups(map, crowd, units, { x = 5.5, y = 4.5 }, function(each) each:step() end)
  crowd:close()
end

local function dump_discs(crowd)
  local out = { #crowd, table.concat(crowd:positions(), " ") }
  for a in crowd:agents() do
    out[#out + 1] = table.concat({ tostring(a), a.radius, a.speed, a.priority, a.group, a.arrive,
      type(a.data) == "table" and "table" or tostring(a.data), tostring(a.by), a.waited,
      a.velocity and a.velocity[1] or "-", type(a.goal) }, " ")
  end
  return table.concat(out, ",")
end

-- Two of which one has to come out of an alcove, by turns with the other.
local function turns(astar)
  local map = try(function()
    return astar.grid { rows = { "##.##", "##.##", ".....", "....." }, legend = { ["."] = "floor", ["#"] = false } }
  end)
  local crowd = try(function() return map:crowd { radius = 0.35 } end)
  local act = watch(crowd, dump_discs)
  act(function() return crowd:add(2.5, 0.5) end)
  act(function() return crowd:add(0.5, 3.5, { speed = 3, goal = { 2.5, 0.5 } }) end)
  for _ = 1, 24 do act(function() crowd:update(0.25) end) end
  local text = try(function() return crowd:save() end)
  local again = try(function() return map:crowd(text) end)
  if try(function() return again:save() end) ~= text then error("saved otherwise after loading") end
  for _ = 1, 24 do act(function() crowd:update(0.25) end) end
  for a in crowd:agents() do same(a.status, "arrived", "a disc after a plan for two") end
  check = collectgarbage
  again:close()
  crowd:close()
end

local function discs(astar)
  turns(astar)
  local map = try(function() return astar.grid { width = 20, height = 20 } end)
  local plane = try(function() return astar.plane { grid = map } end)
  for i = 1, 3 do try(function() return plane:box(5 * i, 9, 2, 6) end) end
  local flow = try(function() return map:flow(map:cell(19, 19)) end)
  local path = try(function() return plane:path(2, 2, 18, 17, { radius = 1 }) end)
  local crowd = try(function() return plane:crowd { horizon = 1, neighbours = 3 } end)
  local act, list = watch(crowd, dump_discs), {}
  for i = 1, 9 do
    local goal = ({ flow, path, { 18 - i, 17 } })[i % 4 + 1]
    list[i] = act(function()
      return crowd:add(2 * i, 2 + i % 3, { radius = 0.4, speed = i, goal = goal, velocity = not goal and { i, 1 } or nil,
        group = i > 6 and "group " .. i or nil, data = i % 2 == 0 and i or nil })
    end)
  end
  for _ = 1, 5 do act(function() crowd:update(0.1) end) end
  act(function() list[2]:remove() end)
  act(function() list[1].goal = { x = 3, y = 16 } end)
  act(function() list[3].goal = flow end)
  act(function() list[4].goal = path end)
  act(function() list[5].velocity = { 0, 1 } end)
  act(function() list[6].group = "another" end)
  act(function() crowd:ignore("one", "two") end)
  act(function() list[7].radius = 0.5 end)
  act(function() list[8]:place(10, 17) end)
  act(function() list[8].data = {} end)
  act(function() list[8].data = "text" end)
  local rock = try(function() return plane:box(list[9].x, list[9].y, 1, 1) end)
  act(function() crowd:update(0.3) end)
  try(function() rock:remove() end)
  act(function() crowd:update(0.3) end)
  tell(try(function()
    local stuck = {}
    for a, by in crowd:stuck() do stuck[#stuck + 1] = tostring(a) .. tostring(by) end
    return table.concat(stuck, " ")
  end))
  local text = try(function() return crowd:save() end)
  local again = try(function() return plane:crowd(text) end)
  if try(function() return again:save() end) ~= text then error("saved otherwise after loading") end
  try(function() flow:close() end)
  for _ = 1, 3 do
    act(function() crowd:update(0.1) end)
    again:update(0.1)
  end
  local one, other = crowd:positions(), again:positions()
  for i, value in ipairs(one) do same(other[i], value, "positions of the loaded crowd") end
  again:close()
  try(function() crowd:close() end)
  check = collectgarbage
  try(function() map:unit("man", { sea = false }) end)
  local over = try(function() return map:crowd { radius = 0.4, unit = "man" } end)
  act = watch(over, dump_discs)
  for i = 1, 3 do act(function() return over:add(3 * i, 3, { goal = { 19 - i, 17 }, speed = 4 }) end) end
  act(function() over:update(0.1) end)
  try(function() map:fill(8, 8, 3, 3, "sea") end)
  act(function() over:update(0.2) end)
  try(function() map:block(4, 12) end)
  act(function() over:agents()(over).radius = 0.45 end)
  text = try(function() return over:save() end)
  again = try(function() return map:crowd(text) end)
  if try(function() return again:save() end) ~= text then error("saved otherwise after loading") end
  act(function() over:update(0.2) end)
  local units = {}
  for each in over:agents() do units[#units + 1] = each end
  groups(map, over, units, map:cell(12, 15), function(each) each:update(0.3) end)
end

-- The script ----------------------------------------------------------------------------------

local astar = try(host.open)
check()
local part = ({ grids = grids, planes = planes, crowds = crowds, discs = discs })[...]
if part then
  part(astar)
  return table.concat(told, "\n")
end
g = try(function() return astar.graph() end)

for i = 1, 12 do
  add(i % 4, math.floor(i / 4), i % 3, i % 2 == 0 and { terrain = "ground" .. i, name = "node" .. i } or nil)
end
add(9, 9, 0, { blocked = true, data = { "anything" }, name = "wall", terrain = "rock" })
add(9, 9, 0, { data = 12 })
for i = 2, 12 do link(nodes[i], nodes[i - 1], nil, i % 3 == 0) end
for i = 5, 12 do link(nodes[i], nodes[i - 4], { cost = i, terrain = "way" .. i % 3, oneway = i % 4 == 0 }) end
link(nodes[13], nodes[12])

try(function() g:unit("man", {}) end)
try(function() g:unit("horse", { ground2 = 5, ground4 = false, default = 2 }, { climb = 3, drop = 4 }) end)
try(function() g:unit("man", { ground6 = 0.5 }) end)
tell(try(function() return #g:units(), g:units()[1] end))
tell(try(function()
  local costs, limits = g:unit("horse")
  return costs.ground2, costs.ground4, costs.default, limits.climb, limits.drop
end))

set(nodes[1], "name", "first")
set(nodes[2], "name", "other")
set(nodes[4], "name", nil)
set(nodes[1], "data", { 1, 2 })
set(nodes[2], "data", "text")
set(nodes[2], "data", nil)
set(nodes[3], "terrain", "new ground")
set(nodes[4], "terrain", nil)
set(nodes[5], "blocked", true)
set(nodes[5], "blocked", false)
set(nodes[6], "z", 0.25)
try(function() g:link("first", "other", { cost = 3 }) end)
noted(nodes[1], nodes[2], { cost = 3 })
set(nodes[7], "x", 2.5)
set(nodes[7], "y", -1)

tell(try(function() return #g, g:linked(nodes[1], nodes[2]), g:linked("first", nodes[9]) end))
tell(try(function() return g:node("first").id, g:node("nobody"), g:node(3).id, tostring(nodes[1]), tostring(g) ~= nil end))
tell(try(function() return nodes[1]:distance(nodes[2]), nodes[1]:distance("other") end))
tell(try(function() return g:connected(nodes[1], nodes[2]), g:connected("first", nodes[9], "horse") end))
tell(try(function()
  local n = g:nearest(1, 1, { from = nodes[3], unit = "horse" })
  return n.id, g:nearest(90, 90, { from = nodes[9] }).id
end))
tell(try(function()
  local n, d = g:nearest(1, 1)
  local m = g:nearest(1, 1, 1, { unit = "horse", linked = true, radius = 50 })
  return n.id, d, m.id, g:nearest(90, 90, { radius = 1 })
end))
tell(try(function() return #g:within(1, 1, 2), #g:within(1, 1, 1, 2) end))
tell(try(function()
  local sum = 0
  for n in g:nodes() do sum = sum + n.id end
  for n, cost in nodes[3]:links() do sum = sum + n.id + cost end
  return sum, type(g.version)
end))
check()

-- Paths, by every kind of search.
keep_path(try(function() return g:path(nodes[1], nodes[12]) end))
local path = keep_path(try(function() return g:path("first", nodes[12], "man") end))
keep_path(try(function() return g:path(nodes[1], { nodes[12], nodes[7], "other" }, { unit = "horse", weight = 2 }) end))
-- Goals beyond those that are tested one by one.
local many = {}
for i = 1, 40 do
  many[i] = nodes[i % 2 == 0 and 12 or 7]
end
keep_path(try(function() return g:path(nodes[1], many, { heuristic = "euclidean" }) end))
tell(try(function() return g:path(nodes[1], "wall") end))
tell(try(function() return g:path(nodes[1], nodes[12], { max_steps = 1 }) end))
keep_path(try(function() return g:path(nodes[1], "wall", { partial = true }) end))
keep_path(try(function()
  local only = { nodes[2], nodes[5], nodes[9], nodes[10], nodes[11], nodes[12], nodes[6] }
  return g:path(nodes[1], nodes[12], { avoid = { nodes[3] }, only = only, heuristic = "octile", max_cost = 1000 })
end))
local function cost(a, b, c)
  return c + #{ a.id, b.id } -- a table, so that the callback can fail too
end
local function estimate(n, goal)
  return #{ n, goal } * 0.1
end
keep_path(try(function() return g:path(nodes[1], nodes[12], { cost = cost }) end))
keep_path(try(function() return g:path(nodes[1], { nodes[12], nodes[11] }, { heuristic = estimate }) end))
keep_path(try(function() return g:path(nodes[1], nodes[12], { cost = cost, heuristic = estimate, unit = "horse" }) end))

tell(try(function()
  local sum = 0
  for i, n in path:nodes() do sum = sum + i * n.id end
  for _, n in ipairs(path:table()) do sum = sum + n.id end
  for _, x in ipairs(path:points()) do sum = sum + x end
  for _, x in ipairs(path:points(3)) do sum = sum + x end
  return sum, #path, path.length, path.partial, path[1].id, path[#path + 1], tostring(path) ~= nil
end))
tell(try(function() return path:at(path.length / 2) end))
check()

-- Positions.
local function place(i) return { x = i * 1.3, y = (5 - i) * 0.7, z = i % 2 == 0 and 1 or nil } end
for i = 0, 4 do
  tell(try(function()
    local goal = i % 2 == 0 and place(4 - i) or { nodes[12], place(i + 1) }
    local p, c = g:path(place(i), goal, i == 3 and { cost = function(_, _, c) return 2 * c end } or nil)
    local sum = 0
    for _, n in p:nodes() do sum = sum + n.x + n.z end
    return #p, c, sum, #p:table()
  end))
end
tell(try(function()
  local s = g:search(place(1), { place(2), nodes[12], place(3) })
  s:run()
  local count = 0
  for n in s:nodes() do count = count + (s:state(n) == "closed" and 1 or 0) end
  local _, c = s:path()
  s:restart(place(2), place(1))
  s:run()
  local found = s.goal.x .. " " .. s.start.y .. " " .. count
  s:close()
  return c, found
end))
check()

tell(try(function()
  local list = g:places(nodes[1], 4, { taken = { nodes[2] }, from = place(2), unit = "horse" })
  return #list, list[1] and list[1].id, #g:places(place(1), 2)
end))
check()

-- Searches that are left half-way, all alive at once.
local options = {
  {}, { unit = "horse" }, { cost = cost }, { heuristic = estimate }, { cost = cost, heuristic = estimate, max_cost = 90 },
  { partial = true, avoid = { "other" } }, { weight = 1.5, max_steps = 6 },
}
for i, o in ipairs(options) do
  local goal
  if i == 2 then goal = { nodes[12], nodes[10] } elseif i ~= 4 then goal = nodes[12] end
  if i == 4 then goal = nodes[11] end
  local s = keep_search(try(function() return g:search(nodes[1], goal, o) end))
  step_to(s, 1)
  step_to(s, 3)
  check()
end
keep_search(try(function() return g:search(nodes[2]) end))
keep_search(try(function() return g:search(nodes[2], nil, "horse") end))
-- Where memory ran out, a search stands amid an expansion: what it has seen is compared once it has ended.
local function look_over(compare)
  for i, s in ipairs(searches) do
    compare(try(function()
      local list = {}
      for n, state, c, h in s:nodes(i % 2 == 0 and "open" or nil) do
        list[#list + 1] = table.concat({ n.id, state, c or "", h or "" }, " ")
      end
      return table.concat(list, ",")
    end))
    compare(try(function()
      return s.status, s.expanded, s.start.id, s.unit, s:state(nodes[1]), s:cost(nodes[1]), s:estimate(nodes[1]),
        s:parent(nodes[1]), s:closest() and s:closest().id, s:path(nodes[1]) and #s:path(nodes[1]), tostring(s) ~= nil
    end))
  end
end
look_over(function() end)
-- A generator cannot be made again at the point of failure: what it has not yielded comes from a new one.
for i = 1, 3 do
  local s = searches[i]
  try(function()
    for n, c, h in s:steps(2) do
      if not (n and c and h) then error("a turn without its node") end
    end
  end)
  tell(s.status)
end
for i, s in ipairs(searches) do
  tell(try(function() return s:run(i % 2 == 0 and 100 or nil) end), s.expanded)
  if s.status == "found" then
    keep_path(try(function() return s:path() end))
    tell(try(function() return s.goal.id end))
  end
end
check()
look_over(tell)
for i, s in ipairs(searches) do
  if i % 2 == 0 then try(function() s:restart() end)
  else try(function() s:restart(nodes[3], { nodes[8], nodes[9] }) end) end
  step_to(s, 3)
end
check()

-- Callbacks that yield, where they can.
local function in_coroutine(f)
  local co = coroutine.create(f)
  local values
  repeat
    values = pack(coroutine.resume(co))
    if not values[1] then error(values[2], 0) end
  until coroutine.status(co) == "dead"
  return unpack(values, 2, values.n)
end
if _VERSION >= "Lua 5.3" then
  keep_path(try(in_coroutine, function()
    return g:path(nodes[1], nodes[12], { cost = function(_, _, c)
      coroutine.yield()
      return c
    end })
  end))
end
-- Callbacks that raise: the search can go on.
do
  local raise = true
  local s = keep_search(try(function()
    return g:search(nodes[1], nodes[12], { cost = function(_, _, c)
      if raise then error("raised", 0) end
      return c
    end })
  end))
  local ok, message = try(function() return pcall(s.run, s) end)
  -- Memory may have run out inside pcall: that is an error like any other to it.
  if ok or (message ~= "raised" and not message:find("not enough memory", 1, true)) then error(tostring(message)) end
  raise = false
  tell(try(function() return s:run() end))
end

do
  local kept_searches, kept_paths = searches, paths
  searches, paths = {}, {}
  fields(g, nodes[1], { nodes[12], nodes[10], nodes[11] }, function() add(3, 9, 0) end)
  searches, paths = kept_searches, kept_paths
end

-- Edits under the searches, and nodes that go.
for i = 8, 9 do
  local n = nodes[i]
  try(function() if i == 8 then g:remove(n) else n:remove() end end)
  forget(i)
  model[i] = nil
  tell(try(function() return tostring(n) end))
end
tell(try(function()
  local list = {}
  for a, b, base, props in g:links() do
    list[#list + 1] = table.concat({ a.id, b.id, base, props and tostring(props.terrain) or "plain" }, " ")
  end
  return table.concat(list, ",")
end))
try(function() g:unlink(nodes[1], nodes[2]) end)
links[key(nodes[1], nodes[2])], links[key(nodes[2], nodes[1])] = nil, nil
try(function() g:unlink(nodes[6], nodes[7], { oneway = true }) end)
links[key(nodes[6], nodes[7])] = nil
try(function() nodes[12]:unlink(nodes[11]) end)
links[key(nodes[11], nodes[12])], links[key(nodes[12], nodes[11])] = nil, nil
try(function() nodes[4]:unlink() end)
forget(4)
try(function() g:optimize() end)

paths, nodes[8], nodes[9] = {}, nil, nil
for _, s in ipairs(searches) do
  try(function() s:close() end)
  tell(s.status)
end
searches = {}
collectgarbage()
collectgarbage()
-- The ids of those that went, and more than the first blocks hold.
nodes = { nodes[1], nodes[2], nodes[3] }
local last
for i = 1, 120 do
  local n = add(i % 15, math.floor(i / 15), 0, i % 20 == 0 and { name = "late" .. i, terrain = "late" .. i } or nil)
  if last then link(n, last) end
  last = n
end
keep_path(try(function() return g:path(nodes[4], last) end))
local s = keep_search(try(function() return g:search(nodes[4]) end))
tell(try(function() return s:run() end), s.expanded)
try(function() g:optimize() end)
check()

-- What is saved is the same whenever memory runs out, and so is what is loaded.
local text = try(function() return g:save({ data = false }) end)
local twin = try(astar.load, text)
tell(#text, #twin)
if try(function() return twin:save() end) ~= text then error("saved otherwise after loading") end
twin = nil -- luacheck: ignore
check()

-- A queue: a ticket that was refused is not in it, and all others are answered.
package.loaded.astar = package.loaded.astar or astar
local queue, answers = require("astar.queue")(), {}
local function waits(count, what)
  if #queue ~= count or tostring(queue) ~= ("queue (%d waiting)"):format(count) then error(what) end
end
local function on_queue(f, before, after)
  local r = pack(host.try(f))
  if not r[1] then
    waits(before, "a call that failed has changed the queue")
    r = pack(host.try(f))
  end
  if not r[1] then error("fails again with memory: " .. tostring(r[2])) end
  waits(after, "a wrong count")
  return r[2]
end
for i = 1, 7 do
  local search = try(function() return g:search(nodes[1], nodes[2]) end)
  on_queue(function()
    return queue:push(search, function() answers[#answers + 1] = i end, i % 3)
  end, i - 1, i)
end
local ticket = on_queue(function()
  return queue:push(function() return g:search(nodes[2], nodes[1]) end, function() error("was cancelled") end, 9)
end, 7, 8)
on_queue(function() return ticket:cancel() end, 8, 7)
for _ = 1, 99 do -- a callback that lacks memory is not called again
  if host.try(queue.run, queue) then break end
end
waits(0, "not all were answered")
if #answers < 6 then error("tickets were lost") end
tell(#answers >= 6)

-- Graphs that are dropped, with and without their searches.
for i = 1, 3 do
  tell(try(function()
    local other = astar.graph()
    local a, b = other:add(0, 0), other:add(1, 1, { name = "b", data = other })
    other:link(a, b)
    local search = i > 1 and other:search(a, b) or nil
    if i == 3 then search:step() end
    return #other:path(a, "b")
  end))
end
check()

return table.concat(told, "\n")
