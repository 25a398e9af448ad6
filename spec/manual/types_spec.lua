-- The types for editors, src/astar/*.d.lua, name what the modules have: no more and no less.

local annotations = require "spec.support.annotations"
local astar = require "astar"
local files = require "spec.support.files"
local lfs = require "lfs"

local unpack = table.unpack or unpack

local module_types = annotations.read("src/astar/astar.d.lua")
local classes, aliases, undescribed = module_types.classes, module_types.aliases, module_types.undescribed
local names_of = annotations.names_of

-- The texts of the files in a folder by their names.
local function sources_of(folder)
  local texts = {}
  for name in lfs.dir(folder) do texts[name] = files.read(folder .. "/" .. name) end
  return texts
end

local function sorted(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return names
end

---- What the module has -------------------------------------------------------------------------------

local g = astar.graph()
local a, b = g:add(0, 0, { name = "a" }), g:add(3, 4)
g:link(a, b)
g:unit("man", {})
local map = astar.grid { width = 3, height = 3 }
local plane = astar.plane { bounds = { 0, 0, 9, 9 } }
local rock = plane:box(4, 4, 2, 2)
local link = plane:link(1, 1, 8, 8)
local crowd, discs = g:crowd(), plane:crowd()
local objects = {
  ["astar.Graph"] = g,
  ["astar.Grid"] = map,
  ["astar.Node"] = a,
  ["astar.Layer"] = g:layer("danger"),
  ["astar.Search"] = g:search(a, b),
  ["astar.Path"] = (g:path(a, b)),
  ["astar.Plane"] = plane,
  ["astar.Obstacle"] = rock,
  ["astar.PlaneLink"] = link,
  ["astar.Crowd"] = crowd,
  ["astar.Agent"] = crowd:add(a),
  ["astar.Discs"] = discs,
  ["astar.Disc"] = discs:add(1, 1),
  ["astar.Group"] = discs:group {},
  ["astar.PlaneSearch"] = plane:search(1, 1, 8, 8),
  ["astar.PlanePath"] = (plane:path(1, 1, 8, 8)),
}

-- Metamethods in C keep the members of the class in their second upvalue: methods are functions, fields numbers.
-- Lua 5.1 does not show the upvalues of C functions: nil.
local function members(object)
  local _, list = debug.getupvalue(debug.getmetatable(object).__tostring, 2)
  if not list then return nil end
  local fields, methods = {}, {}
  for name, member in pairs(list) do
    if type(member) == "function" then methods[name] = true else fields[name] = true end
  end
  return fields, methods
end

describe("astar.d.lua", function()
  it("is Lua, and gives a table", function()
    assert.is_table(assert(loadfile("src/astar/astar.d.lua"))())
  end)

  for _, name in ipairs(sorted(objects)) do
    it("names fields and methods that a " .. name .. " has", function()
      for _, field in ipairs(names_of(classes[name].fields)) do
        assert.is_not_equal("function", type(objects[name][field]))
      end
      for _, method in ipairs(names_of(classes[name].methods)) do
        assert.is_function(objects[name][method])
      end
    end)

    it("names all fields and methods of a " .. name, function()
      local fields, methods = members(objects[name])
      if not fields then return end
      assert.are.same(sorted(fields), names_of(classes[name].fields))
      assert.are.same(sorted(methods), names_of(classes[name].methods))
    end)
  end

  it("names what the module itself has", function()
    local fields, functions = {}, {}
    for name, value in pairs(astar) do
      if type(value) == "function" then functions[name] = true else fields[name] = true end
    end
    assert.are.same(sorted(fields), names_of(classes["astar"].fields))
    assert.are.same(sorted(functions), names_of(classes["astar"].methods))
  end)

  it("describes every function", function()
    assert.are.same({}, undescribed)
  end)
end)

---- Options -------------------------------------------------------------------------------------------

local takes_options = {
  ["astar.NodeProps"] = function(props) g:add(0, 0, props) end,
  ["astar.LinkProps"] = function(props) g:link(a, b, props) end,
  ["astar.UnlinkOptions"] = function(options) g:unlink(a, b, options) end,
  ["astar.LinkAllOptions"] = function(options) g:link_all({}, nil, options) end,
  ["astar.Limits"] = function(limits) g:unit("man", {}, limits) end,
  ["astar.NearestOptions"] = function(options) g:nearest(0, 0, options) end,
  ["astar.SearchOptions"] = function(options) g:search(a, b, options) end,
  ["astar.AwayOptions"] = function(options) g:away(a, options) end,
  ["astar.PlacesOptions"] = function(options) g:places(a, 1, options) end,
  ["astar.GridOptions"] = function(options) astar.grid(options) end,
  ["astar.SaveOptions"] = function(options) g:save(options) end,
  ["astar.StateLimits"] = function(limits) astar.limit(limits) end,
  ["astar.PlaneOptions"] = function(options) astar.plane(options) end,
  ["astar.PlaneSearchOptions"] = function(options) plane:search(0, 0, 1, 1, options) end,
  ["astar.PlaneLinkProps"] = function(props) plane:link(1, 1, 8, 8, props) end,
  ["astar.PlaneNearestOptions"] = function(options) plane:nearest(0, 0, options) end,
  ["astar.SmoothOptions"] = function(options) return map:smooth(map:path(map:cell(1, 1), map:cell(3, 3)), options) end,
  ["astar.PathOptions"] = function(options) return map:flow(map:cell(1, 1)):path(map:cell(3, 3), options) end,
  ["astar.RayOptions"] = function(options) map:raycast(0, 0, 1, 1, options) end,
  ["astar.RadiusOptions"] = function(options) plane:raycast(0, 0, 1, 1, options) end,
  ["astar.CrowdOptions"] = function(options) g:crowd(options) end,
  ["astar.AgentOptions"] = function(options) crowd:add(b, options):remove() end,
  ["astar.DiscsOptions"] = function(options) plane:crowd(options) end,
  ["astar.GridDiscsOptions"] = function(options)
    options.radius = options.radius or 1
    map:crowd(options)
  end,
  ["astar.DiscOptions"] = function(options) discs:add(8, 8, options) end,
  ["astar.GroupOptions"] = function(options) discs:group({}, options) end,
}

describe("an option table of astar.d.lua", function()
  for _, name in ipairs(sorted(classes)) do
    if not objects[name] and name ~= "astar" then
      it("has fields that the module knows: " .. name, function()
        local take = assert(takes_options[name], "nothing takes " .. name)
        for _, field in ipairs(names_of(classes[name].fields)) do
          -- The value is wrong for most, but what is complained of then is the value.
          local _, message = pcall(take, { [field] = take })
          assert.is_nil(tostring(message):find("unknown", 1, true), tostring(message))
        end
        local fine, message = pcall(take, { no_such_option = take })
        assert.is_false(fine)
        assert.is_truthy(message:find("unknown", 1, true))
      end)
    end
  end

  -- The lists of the binding, by file and name, and whose options they are.
  local lists = {
    ["bulk.c: bulk_options"] = "astar.LinkAllOptions",
    ["crowd.c: list"] = "astar.SaveOptions",
    ["disc_crowd.c: disc_options_list"] = "astar.DiscOptions",
    ["disc_crowd.c: discs_options"] = "astar.DiscsOptions",
    ["graph.c: link_options"] = "astar.LinkProps",
    ["graph.c: list"] = "astar.UnlinkOptions",
    ["graph.c: nearest_options"] = "astar.NearestOptions",
    ["graph.c: node_options"] = "astar.NodeProps",
    ["grid_crowd.c: options"] = "astar.GridDiscsOptions",
    ["grid_options.c: grid_options"] = "astar.GridOptions",
    ["group.c: group_options_list"] = "astar.GroupOptions",
    ["limit.c: limit_list"] = "astar.StateLimits",
    ["node_crowd.c: agent_options_list"] = "astar.AgentOptions",
    ["node_crowd.c: crowd_options"] = "astar.CrowdOptions",
    ["options.c: away_options"] = "astar.AwayOptions",
    ["options.c: search_options"] = "astar.SearchOptions",
    ["places.c: places_list"] = "astar.PlacesOptions",
    ["plane.c: options"] = "astar.PlaneOptions",
    ["plane_link.c: link_props"] = "astar.PlaneLinkProps",
    ["plane_place.c: nearest_options"] = "astar.PlaneNearestOptions",
    ["plane_place.c: radius_options"] = "astar.RadiusOptions",
    ["plane_search.c: search_options"] = "astar.PlaneSearchOptions",
    ["save.c: list"] = "astar.SaveOptions",
    ["smooth.c: list"] = "astar.SmoothOptions",
    ["smooth.c: path_list"] = "astar.PathOptions",
    ["grid_sight.c: list"] = "astar.RayOptions",
    ["units.c: limit_options"] = "astar.Limits",
  }

  it("has all options that there are", function()
    local sources = sources_of("src/lua")
    local macros, left = {}, {}
    for _, text in pairs(sources) do
      for name, body in text:gsub("\\\n", " "):gmatch("#define (AL_[%u_]+)([^\n]*)") do macros[name] = body end
    end
    for key in pairs(lists) do left[key] = true end
    for file, text in pairs(sources) do
      for list, body in text:gmatch("al_option ([%w_]+)%[%] = (%b{})") do
        local key, options = file .. ": " .. list, {}
        for option in body:gsub("AL_[%u_]+", macros):gmatch('{"([%w_]+)"') do options[option] = true end
        local class = assert(lists[key], "no type for the options of " .. key)
        left[key] = nil
        assert.are.same(sorted(options), names_of(classes[class].fields), key)
      end
    end
    assert.are.same({}, sorted(left))
  end)

  it("belongs to a list of the binding", function()
    local listed = {}
    for _, class in pairs(lists) do listed[class] = true end
    assert.are.same(sorted(takes_options), sorted(listed))
  end)
end)

describe("a list of names in astar.d.lua", function()
  it("has heuristics that the module knows", function()
    assert.are.equal(5, #aliases["astar.HeuristicName"])
    for _, heuristic in ipairs(aliases["astar.HeuristicName"]) do
      assert.is_truthy((g:path(a, b, { heuristic = heuristic })))
    end
    assert.are.equal(3, #aliases["astar.PlaneHeuristic"])
    for _, heuristic in ipairs(aliases["astar.PlaneHeuristic"]) do
      assert.is_truthy((plane:path(1, 1, 8, 8, { heuristic = heuristic })))
    end
  end)

  it("has layouts, corners and wraps that the module knows", function()
    for option, list in pairs { layout = "astar.Layout", corners = "astar.Corners", wrap = "astar.Wrap" } do
      assert.is_true(#aliases[list] >= 3)
      for _, value in ipairs(aliases[list]) do
        assert.are.equal(16, #astar.grid { width = 4, height = 4, [option] = value })
      end
    end
  end)

  it("has states that a search can be asked for", function()
    local search = g:search(a, b)
    assert.are.same({ "none", unpack(aliases["astar.TouchedState"]) }, aliases["astar.State"])
    for _, state in ipairs(aliases["astar.TouchedState"]) do
      assert.has_no.errors(function() search:nodes(state) end)
    end
    assert.has.errors(function() search:nodes("none") end)
  end)

  it("has every status that a search can have", function()
    local function run(goal, options)
      local search = g:search(a, goal, options)
      search:run()
      return search
    end
    local island = g:add(9, 9)
    local waiting = g:search(a, b)
    local buried = plane:search(1, 1, 4, 4)
    buried:run()
    local statuses = {
      [buried.status] = true,
      [waiting.status] = true,
      [run(b).status] = true,
      [run(island).status] = true,
      [run().status] = true,
      [run(b, { max_steps = 1 }).status] = true,
    }
    waiting:step()
    g:link(a, island)
    statuses[waiting.status] = true
    waiting:close()
    statuses[waiting.status] = true
    table.sort(aliases["astar.Status"])
    assert.are.same(sorted(statuses), aliases["astar.Status"])
  end)
end)

---- Maps of Tiled -------------------------------------------------------------------------------------

describe("tiled.d.lua", function()
  local tiled = require "astar.tiled"
  local file = annotations.read("src/astar/tiled.d.lua")
  local types, without_words = file.classes, file.undescribed

  -- A map that has something of everything.
  local layer = { type = "tilelayer", name = "ground", encoding = "lua", data = { 1, 1 } }
  local tile = { id = 0, type = "grass", properties = { terrain = "meadow" } }
  local fence = { id = 1, name = "fence", type = "line", shape = "polyline", x = 8, y = 8, template = "fence.tx",
    polyline = { { x = 0, y = 0 }, { x = 4, y = 0 } } }
  local level, info = tiled.load {
    orientation = "orthogonal", width = 2, height = 1, tilewidth = 16, tileheight = 16, class = "level",
    tilesets = { { name = "land", firstgid = 1, tilecount = 1, tiles = { tile } } },
    layers = { layer, { type = "objectgroup", name = "things", objects = { fence } } },
  }
  local samples = {
    ["astar.tiled.Info"] = info,
    ["astar.tiled.Tile"] = info:tile(0, 0),
    ["astar.tiled.Object"] = info.objects[1],
  }

  it("is Lua, and gives a table", function()
    assert.is_table(assert(loadfile("src/astar/tiled.d.lua"))())
  end)

  it("names what the module has", function()
    assert.are.same(sorted(tiled), sorted(types["astar.tiled"].methods))
    assert.are.equal("grid (2 x 1)", tostring(level))
  end)

  for _, name in ipairs(sorted(samples)) do
    it("names all fields and methods of an " .. name, function()
      local fields, methods = {}, {}
      for key in pairs(samples[name]) do
        if type(key) == "string" then fields[key] = true end
      end
      local hidden = debug.getmetatable(samples[name])
      for key in pairs(hidden and debug.getmetatable(hidden.__index).__index or {}) do methods[key] = true end
      assert.are.same(sorted(fields), sorted(types[name].fields))
      assert.are.same(sorted(methods), sorted(types[name].methods))
    end)
  end

  it("has options that the module knows", function()
    for option in pairs(types["astar.tiled.Options"].fields) do
      local _, message = pcall(tiled.load, "", { [option] = io.stdout })
      assert.is_nil(tostring(message):find("unknown", 1, true), tostring(message))
    end
    local _, message = pcall(tiled.load, "", { no_such_option = 1 })
    assert.is_truthy(message:find("unknown", 1, true))
    for option in pairs(types["astar.tiled.PlaneOptions"].fields) do
      _, message = pcall(info.plane, info, { [option] = io.stdout })
      assert.is_nil(tostring(message):find("unknown", 1, true), tostring(message))
    end
  end)

  it("describes every function", function()
    assert.are.same({}, without_words)
  end)
end)

---- Followers and pictures ----------------------------------------------------------------------------

describe("follow.d.lua", function()
  local file = annotations.read("src/astar/follow.d.lua")
  local follow = require "astar.follow"

  it("names fields and methods that a follower has", function()
    local follower = follow(a, 1)
    follower:go((g:path(a, b)))
    for _, field in ipairs(names_of(file.classes["astar.Follower"].fields)) do
      assert.is_not_equal("function", type(follower[field]))
    end
    for _, method in ipairs(names_of(file.classes["astar.Follower"].methods)) do assert.is_function(follower[method]) end
    assert.has.errors(function() return follower.no_such_field end)
  end)

  it("names all methods of a follower", function()
    local shown = debug.getmetatable(follow(a, 1)).__index
    local methods = {}
    for name in pairs(debug.getmetatable(shown).__index) do methods[name] = true end
    assert.are.same(sorted(methods), names_of(file.classes["astar.Follower"].methods))
  end)

  it("describes every function", function()
    assert.are.same({}, file.undescribed)
  end)
end)

describe("queue.d.lua", function()
  local file = annotations.read("src/astar/queue.d.lua")
  local queue = require "astar.queue"()

  local function methods_of(object)
    local shown, names = debug.getmetatable(object).__index, {}
    local upvalue = 1
    repeat
      local name, value = debug.getupvalue(debug.getmetatable(shown).__index, upvalue)
      if name == "methods" then
        for method in pairs(value) do names[method] = true end
      end
      upvalue = upvalue + 1
    until not name
    return sorted(names)
  end

  it("names all methods of queues and tickets, and all fields", function()
    local ticket = queue:push(g:search(a, b), function() end)
    assert.are.same(methods_of(queue), names_of(file.classes["astar.Queue"].methods))
    assert.are.same(methods_of(ticket), names_of(file.classes["astar.Ticket"].methods))
    for _, field in ipairs(names_of(file.classes["astar.Ticket"].fields)) do assert.is_not_nil(ticket[field]) end
    assert.are.same(sorted(queue:stats()), names_of(file.classes["astar.QueueStats"].fields))
    queue:clear()
  end)

  it("describes every function", function()
    assert.are.same({}, file.undescribed)
  end)
end)

describe("svg.d.lua", function()
  local file = annotations.read("src/astar/svg.d.lua")
  local svg, theme = require "astar.svg", require "astar.theme"

  it("names options that astar.svg knows", function()
    for _, option in ipairs(names_of(file.classes["astar.svg.Options"].fields)) do
      local _, message = pcall(svg, map, { [option] = function() end })
      assert.is_nil(tostring(message):find("unknown", 1, true), tostring(message))
    end
  end)

  it("names the colours and sizes of a theme", function()
    assert.are.same(sorted(theme.default), names_of(file.classes["astar.Theme"].fields))
  end)

  it("names layers that some space has", function()
    for _, layer in ipairs(file.aliases["astar.LayerName"]) do
      local known = false
      for _, space in ipairs { g, map, plane } do
        known = pcall(svg, space, { layers = { layer } }) or known
      end
      assert(known, "no space has the layer " .. layer)
    end
  end)

  it("describes every function", function()
    assert.are.same({}, file.undescribed)
  end)
end)

---- Options of the modules in Lua ----------------------------------------------------------------------

describe("an option table of a module in Lua", function()
  local draw, svg, tiled = require "spec.support.draw", require "astar.svg", require "astar.tiled"
  local _, info = tiled.load {
    orientation = "orthogonal", width = 1, height = 1, tilewidth = 1, tileheight = 1, layers = {},
  }

  local function svg_with(option)
    return function(entry) svg(g, { [option] = { entry } }) end
  end

  -- By the name of the function, or of the table of keys, that the check is called with in the source: the file of the
  -- type, the type, and a call that has a table of the kind.
  local checked = {
    load = { "tiled", "astar.tiled.Options", function(options) tiled.load("", options) end },
    plane = { "tiled", "astar.tiled.PlaneOptions", function(options) info:plane(options) end },
    follow = { "follow", "astar.FollowOptions", function(options) require "astar.follow"(a, 1, options) end },
    svg = { "svg", "astar.svg.Options", function(options) svg(g, options) end },
    draw = { "svg", "astar.PictureOptions", function(options) draw(g, options) end },
    PATH_KEYS = { "svg", "astar.ColouredPath", svg_with "paths" },
    SHADE_KEYS = { "svg", "astar.Shade", svg_with "shades" },
    MARK_KEYS = { "svg", "astar.Mark", svg_with "marks" },
    KEYS = { "svg", "astar.LegendEntry", svg_with "legend" },
  }

  -- The names among which it looks for one that is like a name that there is not.
  local function known_to(call)
    local known = {}
    rawset(astar, "_hint", function(_, ...)
      for _, set in ipairs { ... } do
        for name in pairs(set) do known[name] = true end
      end
      return ""
    end)
    local fine, message = pcall(call, { no_such_option = true })
    rawset(astar, "_hint", nil)
    assert.is_false(fine)
    assert.is_truthy(message:find("unknown", 1, true))
    known[1], known[2] = nil, nil -- of a mark
    return sorted(known)
  end

  for _, name in ipairs(sorted(checked)) do
    local file, class, call = unpack(checked[name])
    it("has all options that there are: " .. class, function()
      local types = annotations.read("src/astar/" .. file .. ".d.lua")
      assert.are.same(known_to(call), names_of(types.classes[class].fields))
    end)
  end

  it("is checked in all places", function()
    local found = {}
    for _, folder in ipairs { "src/astar", "src/astar/tiled", "src/astar/picture", "src/astar/follow" } do
      for _, text in pairs(sources_of(folder)) do
        for name in text:gmatch('check%.options%([^\n]-"(%w+)"') do found[name] = true end
        for name in text:gmatch("check_keys%([%w_]+, ([%u_]+)") do found[name] = true end
      end
    end
    assert.are.same(sorted(found), sorted(checked))
  end)
end)
