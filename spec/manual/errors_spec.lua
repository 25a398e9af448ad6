-- The page on errors is right: each message in its tables is raised, or returned, by a call here that makes the mistake that
-- the page tells of; and each call here is for a message of the page. `…` stands for anything.

local astar = require "astar"
local files = require "spec.support.files"
local follow = require "astar.follow"
local maps = require "spec.support.tiled_maps"
local tiled = require "astar.tiled"

---- Worlds with mistakes --------------------------------------------------------------------------------

local function row(count)
  local g, nodes = astar.graph(), {}
  for i = 1, count do
    nodes[i] = g:add(i, 0)
    if i > 1 then g:link(nodes[i - 1], nodes[i]) end
  end
  return g, nodes
end

local function field(width, height, more)
  local options = { width = width, height = height or width }
  for key, value in pairs(more or {}) do options[key] = value end
  return astar.grid(options)
end

-- The message of g:path from a node to the next with these options.
local function with(options, goal)
  local g, nodes = row(3)
  g:search(nodes[1], goal == nil and nodes[3] or goal or nil, options)
end

local function ids(count)
  local list = {}
  for i = 1, count do list[i] = i end
  return list
end

-- A crowd on a field of 5 x 5 cells with three agents.
local function three(options)
  local map = field(5)
  local crowd = map:crowd(options)
  local agents = {}
  for i = 1, 3 do agents[i] = crowd:add(map:cell(i, 1)) end
  return map, crowd, agents
end

local function saved()
  local g = row(3)
  g:unit("man", { mud = 2 })
  return g:save()
end

-- Some bytes of a saved map in place of others.
local function replaced(at, bytes)
  local text = saved()
  return text:sub(1, at - 1) .. bytes .. text:sub(at + #bytes)
end

local function load_returns(text)
  local space, message = astar.load(text)
  assert(space == nil)
  error(message, 0)
end

-- Reads a map of Tiled with a compressed layer of 3 x 2 tiles, where LÖVE or nothing decompresses.
local function load_packed(compression, decompress)
  local map = maps.meadow(3, 2)
  map.layers[1].encoding, map.layers[1].compression, map.layers[1].data = "base64", compression, "eJxjZGBgYAJiZiAG"
  local globals, loaded = rawget(_G, "love"), package.loaded.zlib
  _G.love, package.loaded.zlib = decompress and { data = { decompress = decompress } }, {}
  local fine, message = pcall(tiled.load, map)
  _G.love, package.loaded.zlib = globals, loaded
  if not fine then error(message, 0) end
end

local function load_object(object, options)
  local map = maps.meadow(3, 2)
  for i = 1, 3 do map.layers[1 + i] = { type = "objectgroup", name = "layer " .. i, objects = {} } end
  local list = { { x = 1, y = 1, width = 9, height = 9 }, { x = 1, y = 1, width = 9, height = 9 }, object }
  map.layers[2].name, map.layers[2].objects = "walls", list
  return tiled.load(map, options)
end

-- Searches in the callbacks of searches, without end.
local function nested()
  local g, nodes = row(3)
  local function again() return g:path(nodes[1], nodes[3], { cost = again }) end
  again()
end

---- The calls -------------------------------------------------------------------------------------------

local ANOTHER_PROGRAM = true -- the words are not the module's

-- By the message on the page; a text: the file in which it stands, where it cannot be raised here.
local calls = {
  ["unknown option 'hight'"] = function() astar.grid { width = 3, hight = 4 } end,
  ["unknown field 'terain'"] = function() astar.graph():add(1, 2, { terain = "mud" }) end,
  ["node has no field 'foo'"] = function() return astar.graph():add(0, 0).foo end,
  ["field 'id' of a node cannot be assigned"] = function() astar.graph():add(0, 0).id = 3 end,
  ["field 'x' of a node: number expected, got string"] = function() astar.graph():add(0, 0).x = "far" end,
  ["calling 'path' on bad self (graph expected, got …)"] = function()
    local g, nodes = row(2)
    g.path(nodes[1], nodes[2])
  end,
  ["node expected, got number"] = function() field(3):path(1, 1, 2, 2) end,
  ["node expected, got nil"] = function()
    local map = field(3)
    map:path(map:cell(9, 9), map:cell(1, 1))
  end,
  ["no goal, or a cell outside the map"] = function()
    local map = field(3)
    map:path(map:cell(1, 1), map:cell(9, 9))
  end,
  ["node of another graph"] = function()
    local g, nodes = row(2)
    g:path(nodes[1], select(2, row(2))[1])
  end,
  ["element 4: there is no node 9"] = function() row(3):link_all { 1, 2, 2, 9 } end,
  ["element 4: a node cannot be linked to itself"] = function() row(3):link_all { 1, 2, 3, 3 } end,
  ["a cost for each of the 40 pairs expected, got 39"] = function() row(80):link_all(ids(80), ids(39)) end,
  ["an array of pairs of ids expected, got 7 elements"] = function() row(9):link_all(ids(7)) end,
  ["an array of x, y, ... expected, got 7 elements"] = function() astar.graph():add_all(ids(7)) end,
  ["no node named 'x'"] = function() row(2):path("x", 2) end,
  ["no unit named 'x'"] = function() with("x") end,
  ["node 12 was removed"] = function()
    local g, nodes = row(12)
    g:remove(nodes[12])
    g:path(nodes[1], nodes[12])
  end,
  ["obstacle 12 was removed"] = function()
    local plane, rock = astar.plane()
    for i = 1, 12 do rock = plane:box(9 * i, 0, 1, 1) end
    rock:remove()
    rock:points()
  end,
  ["attempt to use a closed search"] = function()
    local g, nodes = row(2)
    local s = g:search(nodes[1], nodes[2])
    s:close()
    s:step()
  end,
  ["search is busy in its own callback"] = function()
    local g, nodes = row(3)
    local s
    s = g:search(nodes[1], nodes[3], { cost = function() return s:step() end })
    s:run()
  end,
  ["the cost function must return a number, nil or false, not string"] = function()
    with { cost = function() return 1 end }
    local g, nodes = row(2)
    g:path(nodes[1], nodes[2], { cost = function() return "much" end })
  end,
  ["the search was restarted while its nodes were walked"] = function()
    local g, nodes = row(9)
    local s = g:search(nodes[1], nodes[9])
    s:run()
    for _ in s:nodes() do s:restart() end
  end,
  ["no layer named 'dangr' (did you mean 'danger'?)"] = function()
    local g, nodes = row(2)
    g:layer("danger")
    g:path(nodes[1], nodes[2], { layers = { dangr = 1 } })
  end,
  ["options 'moves' and 'layers' exclude one another"] = function() with { moves = 3, layers = {} } end,
  ["option 'weight' is not for 'flow'"] = function()
    local g, nodes = row(2)
    g:flow(nodes[1], { weight = 2 })
  end,
  ["option 'near' needs a goal"] = function() with({ near = 2 }, false) end,
  ["option 'left' needs 'moves'"] = function() with { left = 2 } end,
  ["option 'left' is greater than 'moves'"] = function() with { left = 4, moves = 3 } end,
  ["option 'holes': element 2: it crosses or touches the outline, or another hole"] = function()
    astar.plane { outline = { 0, 0, 9, 0, 9, 9, 0, 9 }, holes = { { 1, 1, 2, 1, 2, 2 }, { 8, 8, 12, 8, 8, 12 } } }
  end,
  ["option 'turn_cost' needs a grid"] = function() with { turn_cost = 1 } end,
  ["option 'heading' needs 'turn_cost' or 'turn_limit'"] = function()
    local map = field(3)
    map:path(map:cell(1, 1), map:cell(3, 3), { heading = { 1, 0 } })
  end,
  ["a flow expected, which graph:flow() makes, got another search"] = function()
    local g, nodes = row(2)
    g:search(nodes[1], nodes[2]):next(nodes[1])
  end,
  ["positions on a graph are not for searches backwards: give nodes"] = function() row(2):flow { x = 1, y = 0 } end,
  ["a flow on a grid expected, got one on a graph"] = function()
    local g, nodes = row(2)
    g:flow(nodes[1]):direction(1, 1)
  end,
  ["path or flow expected, got a search that does not run backwards"] = function()
    local g, nodes = row(2)
    follow(nodes[1], 1):go(g:search(nodes[1], nodes[2]))
  end,
  ["the flow was closed"] = function()
    local g, nodes = row(2)
    local flow = g:flow(nodes[1])
    flow:close()
    follow(nodes[1], 1):go(flow)
  end,
  ["the flow that it follows was closed"] = function()
    local g, nodes = row(2)
    local flow, figure = g:flow(nodes[1]), follow(nodes[2], 1)
    figure:go(flow)
    flow:close()
    figure:update(0.1)
  end,
  ["node 7 is taken by agent 3"] = function()
    local map, crowd, agents = three()
    agents[3].node = map:cell(2, 2)
    crowd:add(map:cell(2, 2))
  end,
  ["node 7 is too near to the edge of the map for the size of the unit"] = function()
    local map = astar.grid { width = 7, height = 7 }
    map:unit("tank", {}, { size = 2 })
    map:crowd():add(map:cell(7, 1), { unit = "tank" })
  end,
  ["a disc of radius 1 cannot stand at (4, 5): obstacle 7 is too near"] = function()
    local plane = astar.plane()
    for i = 1, 6 do plane:box(100 * i, 100, 1, 1) end
    plane:box(4, 6, 1, 1)
    plane:crowd():add(4, 5, { radius = 1 })
  end,
  ["a crowd on a plane has no units"] = function() astar.plane():crowd():add(0, 0, { unit = "man" }) end,
  ["the flow is of another map than the crowd"] = function()
    local map, other = field(5), field(5)
    map:crowd { radius = 0.4 }:add(0.5, 0.5, { goal = other:flow(other:cell(5, 5)) })
  end,
  ["a disc has the unit 'man', which the map does not have"] = function()
    local map = field(5)
    map:unit("man", {})
    local crowd = map:crowd { radius = 0.4 }
    crowd:add(0.5, 0.5, { unit = "man" })
    field(5):crowd(crowd:save())
  end,
  ["'step' cannot go on while agents are between two nodes: this crowd moves by update"] = function()
    local map, crowd, agents = three()
    agents[1].goal = map:cell(5, 5)
    crowd:update(0.1)
    crowd:step()
  end,
  ["'solve' cannot look for steps while agent 3 has no node"] = function()
    local g, nodes = row(5)
    local crowd = g:crowd()
    for i = 1, 3 do crowd:add(nodes[i]) end
    g:remove(nodes[3])
    crowd:solve()
  end,
  ["'solve' cannot look for steps in a crowd with durations"] = function() select(2, three { durations = true }):solve() end,
  ["position on the map expected, got (-3, 7)"] = function()
    local map = field(9)
    map:path({ x = -3, y = 7 }, map:cell(1, 1))
  end,
  ["field 'x': number expected, got nil"] = function()
    local g, nodes = row(2)
    g:path({ y = 3 }, nodes[1])
  end,
  ["column 21 is outside the map"] = function() field(20):get(21, 1) end,
  ["astar has no function 'gird' (did you mean 'grid'?)"] = function() astar.gird {} end,
  ["limit of 65536 cells exceeded"] = function()
    astar.limit { cells = 65536 }
    field(300)
  end,
  ["not a saved space"] = function() load_returns(("rubbish "):rep(20)) end,
  ["the string is cut off"] = function() load_returns(saved():sub(1, -9)) end,
  ["the string is too long"] = function() load_returns(saved() .. "12345678") end,
  ["the string is damaged: wrong checksum"] = function() load_returns(replaced(#saved() - 20, "\0\1\2\3")) end,
  ["malformed: unit 1: a multiplier is not > 0"] = "spec/c/save_test.c",
  ["saved by another version of astar (format 2, this one reads 1)"] = function() load_returns(replaced(9, "\2")) end,
  ["compression 'zlib' takes LÖVE (love.data.decompress) or the Lua module zlib …"] = function() load_packed("zlib") end,
  ["compression 'zstd' cannot be read here"] = function() load_packed("zstd") end,
  ["its data cannot be decompressed: it is damaged, or not all of it is there"] = function()
    load_packed("zlib", function() error("damaged") end)
  end,
  ["6 tiles expected in its data, got more"] = function() load_packed("gzip", function() return ("\1\0\0\0"):rep(7) end) end,
  ["the template 'chest.tx' of 1 object cannot be read: …"] = function()
    local _, info = load_object { template = "chest.tx", x = 1, y = 1 }
    error(info.notes[1], 0)
  end,
  ["property 'cost' is 4, but the terrain 'grass' has 2 by …"] = function()
    local map = maps.meadow(3, 2)
    map.tilesets[1].tiles = { { id = 0, type = "grass", properties = { cost = 2 } }, { id = 1, type = "grass",
      properties = { cost = 4 } } }
    map.layers[1].data = { 1, 2, 1, 1, 1, 1 }
    tiled.load(map)
  end,
  ["layer 'walls', object 3 ('rock'): edges 1 and 3 cross"] = function()
    local _, info = load_object { name = "rock", x = 5, y = 5, shape = "polygon",
      polygon = { { x = 0, y = 0 }, { x = 9, y = 9 }, { x = 9, y = 0 }, { x = 0, y = 9 } } }
    info:plane()
  end,
  ["stack overflow"] = nested,
  ["C stack overflow"] = _VERSION == "Lua 5.4" and nested or ANOTHER_PROGRAM, -- other versions of Lua leave out the C
  ["not enough memory"] = "src/lua/account.c",
  ["undefined symbol: lua_…"] = ANOTHER_PROGRAM,
  ["too many nodes or links"] = "src/lua/args.c",
  ["too many obstacles or corners"] = "src/lua/args.c",
  ["at most 4294967294 cells expected"] = function() field(65536, 65536) end,
  ["at most 65536 corners expected"] = function() astar.plane():circle(0, 0, 1, 65537) end,
  ["number from -1e+30 to 1e+30 expected"] = function() astar.plane():box(1e31, 0, 1, 1) end,
  ["finite number expected, got nan"] = function() astar.graph():add(0 / 0, 0) end,
  ["too many terrains: a graph holds at most 16383"] = function()
    local g = astar.graph()
    local node = g:add(0, 0)
    for i = 1, 16383 do node.terrain = "terrain " .. i end
  end,
}

---- The page --------------------------------------------------------------------------------------------

local PAGE = "docs/errors.md"

-- Calls visit(message) for each message in the columns of tables that have them.
local function each_message(visit)
  local column
  for line in io.lines(PAGE) do
    if not line:find("^|") then
      column = nil
    elseif line:find("^| message") then
      column = 1
    elseif line:find("^| limit | message |") then
      column = 2
    elseif column and not line:find("^| %-") then
      local cells = {}
      for cell in line:gmatch("|([^|]+)") do cells[#cells + 1] = cell end
      for message in cells[column]:gmatch("`([^`]+)`") do visit(message) end
    end
  end
end

-- Whether a text has the words of a message, and anything where the message has `…`.
local function says(text, message)
  local at = 1
  for words in (message .. "…"):gmatch("(.-)…") do
    local _, last = text:find(words, at, true)
    if not last then return false end
    at = last + 1
  end
  return true
end

describe("a message on the page on errors", function()
  after_each(function() astar.limit { cells = math.huge } end)

  local known = {}
  each_message(function(message)
    known[message] = true
    it("is raised: " .. message, function()
      local call = calls[message]
      assert.is_truthy(call, "no call raises it")
      if type(call) == "string" then
        assert.is_true(says(files.read(call), message), call)
      elseif call ~= ANOTHER_PROGRAM then
        local fine, text = pcall(call)
        assert.is_false(fine)
        assert.is_true(says(tostring(text), message), tostring(text))
      end
    end)
  end)

  it("stands there for each call", function()
    for message in pairs(calls) do assert.is_true(known[message], message) end
  end)
end)
