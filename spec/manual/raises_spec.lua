-- The column "errors" of the reference is right: for each reason that a row gives, a call here has that mistake, and raises.
-- Fields that are read only cannot be assigned; the others can.

local astar = require "astar"
local check = require "spec.support.check"
local draw = require "spec.support.draw"
local follow = require "astar.follow"
local maps = require "spec.support.tiled_maps"
local new_queue = require "astar.queue"
local svg = require "astar.svg"
local tiled = require "astar.tiled"

local nan, inf = 0 / 0, math.huge

---- Worlds ----------------------------------------------------------------------------------------------

local function field(width, height, more)
  local options = { width = width, height = height or width }
  for key, value in pairs(more or {}) do options[key] = value end
  return astar.grid(options)
end

local function row(count)
  local g, nodes = astar.graph(), {}
  for i = 1, count do
    nodes[i] = g:add(i, 0, { name = "n" .. i })
    if i > 1 then g:link(nodes[i - 1], nodes[i]) end
  end
  return g, nodes
end

local function node() return (select(2, row(3))[1]) end

local function yard() return astar.plane { bounds = { 0, 0, 50, 50 } } end

local function raise() error("mine", 0) end

-- A search or range of a row of nodes, and the nodes.
local function search(options)
  local g, nodes = row(3)
  return g:search(nodes[1], nodes[3], options), nodes, g
end

local function removed_start()
  local s, nodes, g = search()
  g:remove(nodes[1])
  return s
end

local function away()
  local g, nodes = row(3)
  return g:away(nodes[1]), nodes
end

local function closed_flow()
  local g, nodes = row(3)
  local flow = g:flow(nodes[3])
  flow:close()
  return flow, nodes
end

local function ferry(links)
  local map = field(9)
  map:link(map:cell(1, 1), map:cell(5, 5), { cost = 0 })
  return map, follow(map:cell(1, 1), 1, { links = links })
end

local function agents(options)
  local map = field(5)
  local crowd = map:crowd(options)
  local a, b = crowd:add(map:cell(1, 1)), crowd:add(map:cell(2, 1))
  return crowd, map, a, b
end

local function discs()
  local plane = yard()
  plane:box(25, 25, 4, 4)
  local crowd = plane:crowd()
  return crowd, crowd:add(10, 10), plane
end

-- Discs over a field whose upper left cell is wet, one of them in the middle.
local function waders()
  local map = field(5)
  map:set(3, 3, "water")
  map:unit("man", { water = false })
  map:unit("ship", {})
  local crowd = map:crowd { radius = 0.4, unit = "ship" }
  return crowd, crowd:add(2.5, 2.5), map
end

local function other_flow()
  local map = field(5)
  return map:flow(map:cell(1, 1))
end

local function many_groups(crowd, last)
  for i = 1, 40 do last(crowd, "group " .. i) end
end

local function removed_agent()
  local crowd, _, a = agents()
  a:remove()
  return crowd, a
end

local function removed_disc()
  local crowd, a = discs()
  a:remove()
  return crowd, a
end

local function with_data(space, add) add(space, { data = {} }) return space:save() end

local function path_of_row()
  local g, nodes = row(3)
  return (g:path(nodes[1], nodes[3]))
end

local function ring() return field(5, 5, { wrap = "x" }) end

---- The calls -------------------------------------------------------------------------------------------

local AS = true -- the row refers to another one

-- By page and member: a function for each reason, in the order of the row.
local calls = {
  reference = {
    ["astar.grid(options)"] = {
      function() field(3, 3, { wrap = "y", layout = "odd-r" }) end,
      function() astar.grid { rows = { "..", "..." } } end,
      function() astar.grid { rows = { ".x" }, legend = { ["."] = "grass" } } end,
      function() astar.grid { rows = { ".." }, legend = { ["."] = "grass", ab = "mud" } } end,
      function() field(3, 3, { ground = raise }) end,
    },
    ["astar.plane([options])"] = {
      function() astar.plane { bounds = { 0, 0, 9, 9 }, grid = field(3) } end,
      function() astar.plane { unit = "man" } end,
      function() astar.plane { grid = ring() } end,
      function() astar.plane { grid = field(3, 3, { origin = { 1e25, 0 } }) } end,
    },
  },
  crowd = {
    ["crowd:add(node [, options])"] = {
      function()
        local crowd, map = agents()
        crowd:add(map:cell(1, 1))
      end,
      function()
        local crowd, map = agents()
        map:unit("tank", {}, { size = 2 })
        crowd:add(map:cell(2, 1), { unit = "tank" })
      end,
      function()
        local crowd, map = agents()
        map:unit("tank", {}, { size = 2 })
        crowd:add(map:cell(5, 5), { unit = "tank" })
      end,
    },
    ["crowd:step([n])"] = { function()
      local crowd, map, a = agents()
      a.goal = map:cell(5, 5)
      crowd:update(0.1)
      crowd:step()
    end },
    ["crowd:solve([seconds [, expansions]])"] = {
      function() agents { durations = true }:solve() end,
      function()
        local g, nodes = row(3)
        local crowd = g:crowd()
        crowd:add(nodes[1])
        g:remove(nodes[1])
        crowd:solve()
      end,
    },
    ["crowd:group(units [, options])"] = { function()
      local crowd, _, a = agents()
      local other = agents()
      assert(crowd:group { a })
      other:group { a }
    end, also = function()
      local crowd, a = removed_agent()
      crowd:group { a }
    end },
    ["crowd:save([options])"] = { function()
      local crowd, map = agents()
      crowd:add(map:cell(4, 4), { data = {} })
      crowd:save()
    end },
    ["a.node"] = { AS },
    ["a.priority"] = { function() select(3, agents()).priority = inf end },
    ["a.speed"] = { function() select(3, agents()).speed = -1 end, also = function() select(3, agents()).speed = nan end },
  },
  discs = {
    ["crowd:add(x, y [, options])"] = {
      function() discs():add(25, 25) end, -- also beyond the bounds, below
      function() many_groups(discs(), function(crowd, name) crowd:add(9, 9, { group = name }) end) end,
      function() discs():add(9, 9, { unit = "man" }) end,
      function() waders():add(1.5, 1.5, { goal = other_flow() }) end,
      also = function() discs():add(0, 0) end,
    },
    ["crowd:ignore(group, other [, ignored])"] = {
      function() many_groups(discs(), function(crowd, name) crowd:ignore(name, "other") end) end,
    },
    ["crowd:group(units [, options])"] = { function()
      local other, a = discs(), select(2, discs())
      other:group { a }
    end, also = function()
      local crowd, a = removed_disc()
      crowd:group { a }
    end },
    ["crowd:save([options])"] = { function()
      local crowd = discs()
      crowd:add(5, 5, { data = {} })
      crowd:save()
    end },
    ["a.radius"] = { function() select(2, discs()).radius = 14 end },
    ["a.unit"] = {
      function()
        local crowd, _, map = waders()
        local a = crowd:add(2.5, 1.5)
        map:set(3, 2, "water")
        a.unit = "man"
      end,
      function() select(2, discs()).unit = "man" end,
    },
    ["a.goal"] = { function() select(2, waders()).goal = other_flow() end },
    ["a.priority"] = { function() select(2, discs()).priority = nan end },
    ["a.group"] = { function()
      local _, a = discs()
      for i = 1, 40 do
        a.group = "group " .. i
        discs():ignore("a", "b")
        a.crowd:ignore("group " .. i, "kept")
      end
    end },
    ["a:place(x, y)"] = { function() select(2, discs()):place(25, 25) end },
  },
  drawing = {
    ["svg(space [, options])"] = { function() svg(field(3), { width = -1 }) end },
    ["draw(space [, options])"] = { function() draw(field(3), { lable = true }) end,
      also = function() draw(field(3)).lable = true end },
  },
  follower = {
    ["f:update(dt)"] = {
      function()
        local g, nodes = row(3)
        local flow, f = g:flow(nodes[3]), follow(nodes[1], 1)
        f:go(flow)
        flow:close()
        f:update(1)
      end,
      function()
        local map, f = ferry(raise)
        f:go(map:flow(map:cell(5, 5)))
        f:update(9)
      end,
    },
    ["f:go(path)"] = {
      function() follow(node(), 1):go((search())) end,
      function()
        local map, f = ferry(raise)
        f:go((map:path(map:cell(1, 1), map:cell(5, 5))))
      end,
      also = function() follow(node(), 1):go((closed_flow())) end,
    },
    ["f:check([unit])"] = { function() follow(yard():path(1, 1, 2, 2), 1):check("man") end },
    ["f.angle"] = { function() follow(node(), 1).angle = nan end },
    ["f.speed"] = { function() follow(node(), 1).speed = -1 end, also = function() follow(node(), 1).speed = inf end },
  },
  graph = {
    ["g:add(x, y [, z] [, props])"] = {
      function() row(3):add(1, 2, { name = "n2" }) end,
      function() row(3):add(1, inf) end,
    },
    ["g:add_all(xy [, dimensions])"] = {
      function() row(3):add_all({ 1, 2, 3, 4 }, 3) end,
      function() row(3):add_all { 1, 2, 3, nan } end,
    },
    ["g:remove(node)"] = { function()
      local map = field(3)
      map:remove(map:cell(1, 1))
    end },
    ["g:link(a, b [, props])"] = {
      function() row(3):link("n1", "n1") end,
      function() row(3):link("n1", "n3", { cost = -1 }) end,
    },
    ["g:link_all(ids [, costs [, options]])"] = {
      function() row(3):link_all { 1, 2, 3 } end,
      function() row(3):link_all { 1, 9 } end,
      function() row(3):link_all { 1, 1 } end,
      function() row(3):link_all({ 1, 3 }, -1) end,
    },
    ["g:unit(name, costs [, limits])"] = { function() row(3):unit("man", { mud = 0 }) end },
    ["g:prepare([unit [, seconds]])"] = {
      function() row(3):prepare("man") end,
      function() row(3):prepare(nil, -1) end,
    },
    ["g:prepared([unit])"] = { function() row(3):prepared("man") end },
    ["g:unprepare([unit])"] = { function() row(3):unprepare("man") end },
    ["g:path(start, goal [, options])"] = {
      function() row(3):path("n1") end,
      function() row(3):path("n1", "n3", { cost = raise }) end,
    },
    ["g:search(start [, goal [, options]])"] = { function() row(3):search("n1", {}) end },
    ["g:reach(node [, cost [, options]])"] = {
      function() row(3):reach("n1", 3, { max_cost = 3 }) end,
      function() row(3):reach("n1", 3, { cost = raise }) end,
      also = function() row(3):reach("n1", 3, { moves = 3 }) end,
    },
    ["g:away(threats [, options])"] = { function() row(3):away {} end },
    ["g:flow(goals [, options])"] = {
      function() row(3):flow {} end,
      function() row(3):flow { x = 1, y = 2 } end,
      function() row(3):flow("n1", { cost = raise }) end,
    },
    ["g:places(goal, n [, options])"] = { function() row(3):places("n1", { true }) end, also = function()
      local g, nodes = row(3)
      g:remove(nodes[3])
      g:places("n1", { nodes[3] })
    end, too = function() row(3):places("n1", { node() }) end },
    ["g:smooth(path [, options])"] = {
      function()
        local g, nodes = row(3)
        g:smooth((g:path(nodes[1], nodes[3])))
      end,
      function()
        local map = field(3)
        field(3):smooth((map:path(map:cell(1, 1), map:cell(3, 3))))
      end,
    },
    ["g:crowd([options])"] = {
      function() row(3):crowd("rubbish") end,
      function() ring():crowd { radius = 0.4 } end,
      also = function() row(3):crowd(row(3):save()) end,
    },
    ["g:save([options])"] = { function() with_data(astar.graph(), function(g, props) g:add(0, 0, props) end) end },
    ["node.x"] = {
      function() field(3):cell(1, 1).x = 3 end,
      function() node().x = nan end,
    },
    ["node.y"] = { function() node().y = inf end, also = function() field(3):cell(1, 1).y = 3 end },
    ["node.z"] = { function() node().z = inf end },
    ["node.name"] = { function() node().name = "n2" end },
    ["node:link(other [, props])"] = {
      function() node():link("n1") end,
      function() node():link("n3", { cost = -1 }) end,
    },
    ["node:remove()"] = { function() field(3):cell(1, 1):remove() end },
    ["layer:set(node, value)`, `layer:set(col, row, value [, level])"] = {
      function() field(3):layer("a"):set(4, 1, 2) end,
      function() field(3):layer("a"):set(1, 1, -2) end,
      also = function() field(3):layer("a"):set(1, 1, inf) end,
    },
    ["layer:get(node)`, `layer:get(col, row [, level])"] = { function() field(3):layer("a"):get(1, 4) end },
    ["layer:add(node, value)`, `layer:add(col, row, value [, level])"] = {
      function() field(3):layer("a"):add(1, 0, 2) end,
      function()
        local layer = field(3):layer("a")
        layer:set(1, 1, 1e308)
        layer:add(1, 1, 1e308)
      end,
    },
    ["layer:fill(col, row, w, h, value [, level])"] = {
      function() row(3):layer("a"):fill(1, 1, 1, 1, 1) end,
      function() field(3):layer("a"):fill(1, 1, 2, 2, -1) end,
      function() field(3):layer("a"):fill(1, 1, 2, 2, 1, 2) end,
    },
  },
  grid = {
    ["map:at(x, y [, level])"] = { function() field(3):at(nan, 1) end },
    ["map:get(col, row [, level])"] = { function() field(3):get(4, 1) end },
    ["map:set(col, row, terrain [, level])"] = { function() field(3):set(1, 4, "mud") end },
    ["map:set(col, row, w, h, terrains [, level])"] = {
      function() field(3):set(1, 1, 2, 2, { "a", "b", "c" }) end,
      function() field(3):set(1, 1, 2, 2, { "a", "b", 3, "d" }) end,
      function() field(3):set(1, 1, 1, 1, { "a" }, 2) end,
    },
    ["map:fill(col, row, w, h, terrain [, level])"] = { function() field(3):fill(1, 1, 1, 1, "mud", 2) end },
    ["map:block(col, row [, blocked [, level]])"] = { function() field(3):block(0, 1) end },
    ["map:wall(a, b [, closed])"] = { function()
      local map = field(3)
      map:wall(map:cell(1, 1), map:cell(3, 1))
    end },
    ["map:tiles([col, row [, w, h [, level]]])"] = { function() field(3):tiles(1, 1, 1, 1, 2) end },
    ["map:outline(col, row [, level])"] = { function() field(3):outline(4, 4) end },
    ["map:raycast(x1, y1, x2, y2 [, options])"] = {
      function() field(3):raycast(0, 0, 1, inf) end,
      function() field(3):raycast(0, 0, 1, 1, { level = 2 }) end,
      function() ring():raycast(0, 0, 1e9, 1) end,
    },
    ["map:sight(a, b [, options])"] = { function()
      local map = field(3)
      map:sight(map:cell(1, 1), map:add(9, 9))
    end },
  },
  group = {
    ["group.goal"] = {
      function()
        local crowd, _, a = agents()
        crowd:group { a }.goal = { 99, 99 }
      end,
      function()
        local map = field(5, 5, { levels = 2 })
        local crowd = map:crowd { radius = 0.4 }
        crowd:group { crowd:add(1.5, 1.5) }.goal = map:cell(1, 1, 2)
      end,
    },
    ["group:add(unit)"] = {
      function()
        local crowd, _, a = agents()
        crowd:group { a }:add((select(3, agents())))
      end,
      also = function()
        local crowd, _, a, b = agents()
        local group = crowd:group { a }
        b:remove()
        group:add(b)
      end,
    },
    ["group:remove(unit)"] = { function()
      local crowd, _, a = agents()
      crowd:group { a }:remove((select(3, agents())))
    end },
  },
  path = {
    ["path:points([dimensions] [, into])"] = { function() path_of_row():points(4) end },
    ["path:cells([dimensions] [, into])"] = { function() path_of_row():cells() end },
    ["path:valid([unit [, from]])"] = { function() yard():path(1, 1, 2, 2):valid("man") end },
    ["path:along(i)"] = { function() path_of_row():along(0) end, also = function() path_of_row():along(4) end },
    ["path:link(i)"] = { function() yard():path(1, 1, 2, 2):link(3) end, function() path_of_row():link(1) end },
    ["path:cut(i [, j])"] = { function() path_of_row():cut(0) end, function() path_of_row():cut(2, 1) end,
      also = function() path_of_row():cut(2, 4) end },
  },
  plane = {
    ["plane:polygon(corners)"] = {
      function() yard():polygon { 1, 1, 2, 2 } end,
      function() yard():polygon { 1, 1, 2, 1, 1, 1, 1, 2 } end,
      function() yard():polygon { 1, 1, 3, 3, 3, 1, 1, 3 } end,
    },
    ["plane:box(x, y, w, h [, angle])"] = { function() yard():box(1e20, 1, 1, 1) end,
      also = function() yard():box(1, 1, 3e30, 1) end },
    ["plane:circle(x, y, r [, corners])"] = { function() yard():circle(1e20, 1, 1) end,
      also = function() yard():circle(1, 1, 3e30) end },
    ["plane:link(x1, y1, x2, y2 [, props])"] = { function()
      local plane = yard()
      plane:box(9, 9, 4, 4)
      plane:link(1, 1, 9, 9)
    end, also = function() yard():link(1, 1, 99, 9) end },
    ["plane:free(x, y [, radius])"] = { function() yard():free(1, 1, 0) end },
    ["plane:crowd([options])"] = { function() yard():crowd("rubbish") end, also = function() yard():crowd(yard():save()) end },
    ["plane:save([options])"] = { function()
      local plane = yard()
      plane:box(9, 9, 4, 4).data = {}
      plane:save()
    end },
    ["link.cost"] = { function() yard():link(1, 1, 2, 2).cost = -1 end, also = function() yard():link(1, 1, 2, 2).cost = inf end },
  },
  search = {
    ["s:step([n])"] = { function() search { cost = raise }:step(9) end },
    ["s:run([seconds])"] = { function() search { cost = raise }:run() end },
    ["s:steps([n])"] = { function() for _ in search { cost = raise }:steps() do check.that(true) end end },
    ["s:tiles([state])"] = { function() search():tiles() end },
    ["s:next(node)"] = { function() search():next("n1") end },
    ["s:direction(x, y [, level])"] = { function()
      local map = field(3)
      map:search(map:cell(1, 1), map:cell(3, 3)):direction(1, 1)
    end, also = function()
      local g, nodes = row(3)
      g:flow(nodes[1]):direction(1, 0)
    end },
    ["s:repair([start [, goal]])"] = {
      function() removed_start():repair() end,
      function()
        local flow, nodes = away()
        flow:repair(nodes[1], nodes[2])
      end,
    },
    ["s:restart([start [, goal]])"] = {
      function() removed_start():restart() end,
      function()
        local flow, nodes = away()
        flow:restart(nodes[1], nodes[2])
      end,
    },
    ["s:rays()"] = { function() search():rays() end },
    ["q:push(search, callback [, priority])"] = { function()
      local s = search()
      s:close()
      new_queue():push(s, raise)
    end },
    ["q:run([seconds])"] = { function()
      local q = new_queue()
      q:push(search(), raise)
      q:run()
    end },
  },
  tiled = {
    ["tiled.load(source [, options])"] = {
      function() tiled.load("<map") end,
      function() tiled.load(maps.meadow(3, 2, { layers = { maps.layer("a", 3, { 99, 1, 1, 1, 1, 1 }) } })) end,
      function() tiled.load(maps.meadow(3, 2, { layers = { { type = "objectgroup", name = "o", objects = { { x = "far" } } } } })) end,
      function() tiled.load(maps.meadow(3, 2, { tilesets = { { firstgid = 1, name = "s", tiles = { { id = "x" } } } } })) end,
      AS,
    },
    ["info:unit(name [, costs] [, limits])"] = { function() select(2, tiled.load(maps.meadow(3, 2))):unit("man", { grass = 0 }) end },
    ["info:plane([options])"] = {
      AS, -- the page on errors has one
      function() select(2, tiled.load(maps.meadow(3, 2))):plane { corner = 3 } end,
    },
  },
}

---- The pages -------------------------------------------------------------------------------------------

-- Calls visit(page, member, errors) for each row of the tables of members.
local function each_row(visit)
  local names = { "reference" }
  for name in pairs(calls) do
    if name ~= "reference" then names[#names + 1] = name end
  end
  for _, page in ipairs(names) do
    local inside = false
    for line in io.lines("docs/" .. (page == "reference" and page or "reference/" .. page) .. ".md") do
      local cells = {}
      for cell in line:gmatch("|%s*([^|]-)%s*%f[|]") do cells[#cells + 1] = cell end
      if #cells == 0 then
        inside = false
      elseif cells[3] == "errors" then
        inside = true
      elseif inside and not cells[1]:find("^%-") then
        visit(page, cells[1]:match("^`(.*)`$") or cells[1], cells[3])
      end
    end
  end
end

describe("the reference says what raises:", function()
  local known = {}
  each_row(function(page, member, errors)
    if errors == "–" or errors == "read only" or errors == "the same" and not (calls[page] or {})[member] then return end
    known[page .. " " .. member] = true
    it(page .. ", " .. member, function()
      local list = calls[page][member]
      assert.is_truthy(list, "no calls for " .. errors)
      local count = 1
      for _ in errors:gmatch("; ") do count = count + 1 end
      assert.equal(count, #list, errors)
      for name, call in pairs(list) do
        if call ~= AS then
          local fine, message = pcall(call)
          assert.is_false(fine, ("%s of '%s' does not raise"):format(tostring(name), errors))
          -- The mistake is in the call, not in this spec.
          assert.is_falsy(tostring(message):find("attempt to [ic]", 1), tostring(message))
        end
      end
    end)
  end)

  it("these and no more", function()
    for page, members in pairs(calls) do
      for member in pairs(members) do assert.is_true(known[page .. " " .. member], page .. ": " .. member) end
    end
  end)
end)

---- Fields ----------------------------------------------------------------------------------------------

-- An object for each page and variable that the rows begin with.
local objects = {
  ["crowd crowd"] = function() return (agents()) end,
  ["crowd a"] = function() return (select(3, agents())) end,
  ["discs crowd"] = function() return (discs()) end,
  ["discs a"] = function() return (select(2, waders())) end,
  ["follower f"] = function() return follow(node(), 1) end,
  ["graph g"] = function() return (row(3)) end,
  ["graph node"] = node,
  ["graph layer"] = function() return row(3):layer("danger") end,
  ["grid map"] = function() return field(3) end,
  ["group group"] = function()
    local crowd, _, a = agents()
    return crowd:group { a }
  end,
  ["path path"] = path_of_row,
  ["plane plane"] = yard,
  ["plane rock"] = function() return yard():box(9, 9, 2, 2) end,
  ["plane link"] = function() return yard():link(1, 1, 2, 2) end,
  ["search s"] = function() return (search()) end,
  ["search t"] = function() return new_queue():push(search(), raise) end,
}

describe("the reference says what can be assigned:", function()
  each_row(function(page, member, errors)
    local variable = member:match("^(%a+)%.[%w_]+")
    local make = objects[page .. " " .. tostring(variable)]
    if not make then return end
    for name in member:gmatch("%f[%w]" .. variable .. "%.([%w_]+)") do
      it(("%s, %s.%s"):format(page, variable, name), function()
        local object = make()
        local fine, message = pcall(function() object[name] = object[name] end)
        assert.equal(errors ~= "read only", fine, message)
        if not fine then assert.is_truthy(message:find("cannot be assigned", 1, true), message) end
      end)
    end
  end)
end)
