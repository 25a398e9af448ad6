-- The reference, docs/reference.md and docs/reference/, has a row for each member, option and name that the types of
-- src/astar/*.d.lua have, in the form that it has there, and no other row. spec/manual/types_spec.lua compares those types with the
-- module.

local lfs = require "lfs"
local annotations = require "spec.support.annotations"

local PAGES = { "docs/reference.md" }
for name in lfs.dir("docs/reference") do
  if name:find("%.md$") then PAGES[#PAGES + 1] = "docs/reference/" .. name end
end

---- What is compared ------------------------------------------------------------------------------------

-- The tables of the pages by their heading and the first cell of their header.
--   class, alias, functions   what there is: a class, the literals of an alias, or the functions of modules that are one
--   of                        the file of types
--   variable                  what stands before the dot or colon of a member
--   is                        what a row is called in messages
local TABLES = {
  ["astar: member"] = { of = "astar", class = "astar", variable = "astar", is = "astar function" },
  ["Limits: limit"] = { of = "astar", class = "astar.StateLimits", is = "limit of a Lua state" },
  ["Grid options: option"] = { of = "astar", class = "astar.GridOptions", is = "astar.grid option" },
  ["Grid options: layout"] = { of = "astar", alias = "astar.Layout", is = "layout" },
  ["Grid options: corners"] = { of = "astar", alias = "astar.Corners", is = "corners" },
  ["Grid options: wrap"] = { of = "astar", alias = "astar.Wrap", is = "wrap" },
  ["Graph: member"] = { of = "astar", class = "astar.Graph", variable = "g", is = "graph member" },
  ["Graph: property of a node"] = { of = "astar", class = "astar.NodeProps", is = "property of a node" },
  ["Graph: property of a link"] = { of = "astar", class = "astar.LinkProps", is = "property of a link" },
  ["Graph: option of link_all"] = { of = "astar", class = "astar.LinkAllOptions", is = "link_all option" },
  ["Graph: option of unlink"] = { of = "astar", class = "astar.UnlinkOptions", is = "unlink option" },
  ["Graph: limit of a unit"] = { of = "astar", class = "astar.Limits", is = "limit of a unit" },
  ["Graph: option of nearest"] = { of = "astar", class = "astar.NearestOptions", is = "nearest option" },
  ["Graph: option of away"] = { of = "astar", class = "astar.AwayOptions", is = "away option" },
  ["Graph: option of places"] = { of = "astar", class = "astar.PlacesOptions", is = "places option" },
  ["Graph: option of smooth"] = { of = "astar", class = "astar.SmoothOptions", is = "map:smooth option" },
  ["Search: option of path"] = { of = "astar", class = "astar.PathOptions", is = "s:path option" },
  ["Graph: option of save"] = { of = "astar", class = "astar.SaveOptions", is = "save option" },
  ["Grid: member"] = { of = "astar", class = "astar.Grid", variable = "map", is = "grid member" },
  ["Node: member"] = { of = "astar", class = "astar.Node", variable = "node", is = "node member" },
  ["Layer: member"] = { of = "astar", class = "astar.Layer", variable = "layer", is = "layer member" },
  ["Path options: option"] = { of = "astar", class = "astar.SearchOptions", is = "path option" },
  ["Path options: heuristic"] = { of = "astar", alias = "astar.HeuristicName", is = "heuristic" },
  ["Path options: option on a plane"] = { of = "astar", class = "astar.PlaneSearchOptions", is = "plane:path option" },
  ["Path options: heuristic on a plane"] = { of = "astar", alias = "astar.PlaneHeuristic", is = "heuristic on a plane" },
  ["Path: member"] = { of = "astar", class = "astar.Path", variable = "path", is = "path member" },
  ["Search: member"] = { of = "astar", class = "astar.Search", variable = "s", is = "search member" },
  ["Search: on a plane"] = { of = "astar", class = "astar.PlaneSearch", variable = "s", is = "member of a search on a plane" },
  ["Search: status"] = { of = "astar", alias = "astar.Status", is = "status" },
  ["Search: state"] = { of = "astar", alias = "astar.State", is = "state" },
  ["Plane: option"] = { of = "astar", class = "astar.PlaneOptions", is = "astar.plane option" },
  ["Plane: member"] = { of = "astar", class = "astar.Plane", variable = "plane", is = "plane member" },
  ["Grid: option of raycast and sight"] = { of = "astar", class = "astar.RayOptions", is = "map:raycast option" },
  ["Plane: option of nearest"] = { of = "astar", class = "astar.PlaneNearestOptions", is = "plane:nearest option" },
  ["Plane: option of at and raycast"] = { of = "astar", class = "astar.RadiusOptions", is = "plane:raycast option" },
  ["Plane: prop of link"] = { of = "astar", class = "astar.PlaneLinkProps", is = "prop of link" },
  ["Link: member"] = { of = "astar", class = "astar.PlaneLink", variable = "link", is = "link member" },
  ["Obstacle: member"] = { of = "astar", class = "astar.Obstacle", variable = "rock", is = "obstacle member" },
  ["Crowd: member"] = { of = "astar", class = "astar.Crowd", variable = "crowd", is = "crowd member" },
  ["Crowd: option"] = { of = "astar", class = "astar.CrowdOptions", is = "crowd option" },
  ["Crowd: option of add"] = { of = "astar", class = "astar.AgentOptions", is = "crowd:add option" },
  ["Agent: member"] = { of = "astar", class = "astar.Agent", variable = "a", is = "agent member" },
  ["Agent: status"] = { of = "astar", alias = "astar.AgentStatus", is = "status of an agent" },
  ["Disc: status"] = { of = "astar", alias = "astar.AgentStatus", is = "status of a disc" },
  ["Discs: member"] = { of = "astar", class = "astar.Discs", variable = "crowd", is = "member of a crowd of discs" },
  ["Discs: option"] = { of = "astar", class = "astar.DiscsOptions", is = "plane:crowd option" },
  ["Discs: option on a grid"] = { of = "astar", class = "astar.GridDiscsOptions", is = "map:crowd option of discs" },
  ["Discs: option of add"] = { of = "astar", class = "astar.DiscOptions", is = "option of a disc" },
  ["Group: option"] = { of = "astar", class = "astar.GroupOptions", is = "option of a group" },
  ["Group: member"] = { of = "astar", class = "astar.Group", variable = "group", is = "group member" },
  ["Disc: member"] = { of = "astar", class = "astar.Disc", variable = "a", is = "disc member" },
  ["Follower: member"] = { of = "follow", class = "astar.Follower", variable = "f", functions = { "follow" },
    is = "follower member" },
  ["Follower options: option of follow"] = { of = "follow", class = "astar.FollowOptions", is = "follow option" },
  ["Queue: member"] = { of = "queue", class = "astar.Queue", variable = "q", functions = { "queue" }, is = "queue member" },
  ["Queue: stats"] = { of = "queue", class = "astar.QueueStats", is = "field of the stats of a queue" },
  ["Queue: member of a ticket"] = { of = "queue", class = "astar.Ticket", variable = "t", is = "ticket member" },
  ["Tiled: member"] = { of = "tiled", class = "astar.tiled", variable = "tiled", is = "astar.tiled function" },
  ["Tiled: option"] = { of = "tiled", class = "astar.tiled.Options", is = "tiled.load option" },
  ["Tiled: info"] = { of = "tiled", class = "astar.tiled.Info", variable = "info", is = "info member" },
  ["Tiled: option of info:plane"] = { of = "tiled", class = "astar.tiled.PlaneOptions", is = "info:plane option" },
  ["Tiled: field of a tile"] = { of = "tiled", class = "astar.tiled.Tile", is = "field of a tile" },
  ["Tiled: field of an object"] = { of = "tiled", class = "astar.tiled.Object", is = "field of an object" },
  ["svg and draw: member"] = { of = "draw", class = "astar.draw.View", variable = "view", functions = { "svg", "draw" },
    is = "astar.svg or astar.draw function" },
  ["svg and draw: option"] = { of = "svg", class = "astar.PictureOptions", is = "svg and draw option" },
  ["svg and draw: option of svg"] = { of = "svg", class = "astar.svg.Options", is = "svg option" },
  ["svg and draw: entry of a legend"] = { of = "svg", class = "astar.LegendEntry", is = "field of an entry of a legend" },
  ["svg and draw: element of paths"] = { of = "svg", class = "astar.ColouredPath", is = "field of an element of paths" },
  ["svg and draw: element of shades"] = { of = "svg", class = "astar.Shade", is = "field of an element of shades" },
  ["svg and draw: mark"] = { of = "svg", class = "astar.Mark", is = "field of a mark" },
  ["svg and draw: layer"] = { of = "svg", alias = "astar.LayerName", is = "layer" },
  ["svg and draw: key of a theme"] = { of = "svg", class = "astar.Theme", is = "key of a theme" },
}

-- Classes without a table: their members are those of another class, in the same form.
local NO_TABLE = { ["astar.PlanePath"] = true }

local types = {}
for _, name in ipairs { "astar", "follow", "queue", "tiled", "svg", "draw" } do
  types[name] = annotations.read("src/astar/" .. name .. ".d.lua")
end

---- The pages --------------------------------------------------------------------------------------------

local function cells_of(line)
  local cells = {}
  for cell in line:gmatch("|([^|]*)%f[|]") do cells[#cells + 1] = cell:match("^%s*(.-)%s*$") end
  return cells
end

-- The tables of all pages by their keys: arrays of rows { at = page and line, cell, ... }.
local function read_tables()
  local tables = {}
  for _, page in ipairs(PAGES) do
    local heading, rows, number = nil, nil, 0
    for line in io.lines(page) do
      number = number + 1
      heading = line:match("^##+ (.*)$") or heading
      if not line:find("^|") then
        rows = nil
      elseif not rows then
        rows = {}
        local key = heading .. ": " .. cells_of(line)[1]
        assert(not tables[key], "the reference has two tables with the same head: " .. key)
        tables[key] = rows
      elseif not line:find("^| %-%-%-") then
        local row = cells_of(line)
        row.at = page .. ":" .. number
        rows[#rows + 1] = row
      end
    end
  end
  return tables
end

local reference = read_tables()

---- Forms -----------------------------------------------------------------------------------------------

-- `x, y [, z] [, props]` and its like, by what may be left out, not by which brackets lie in which: "x, y, z?, props?".
local function form_written(text)
  local depth, list = 0, {}
  for bracket, name in text:gmatch("([%[%]]?)%s*([%a_]*[%w_]*)[%s,]*") do
    if bracket == "[" then depth = depth + 1 elseif bracket == "]" then depth = depth - 1 end
    if name ~= "" then list[#list + 1] = name .. (depth > 0 and "?" or "") end
  end
  return table.concat(list, ", ")
end

local function form_of(arguments)
  local list = {}
  for i, argument in ipairs(arguments) do list[i] = argument.name .. (argument.optional and "?" or "") end
  return table.concat(list, ", ")
end

-- All calls in one form: an argument that one of the overloads is without may be left out.
local function merged_form(method)
  local list = {}
  for i, argument in ipairs(method.arguments) do
    local optional = argument.optional
    for _, overload in ipairs(method.overloads) do
      local there = false
      for _, other in ipairs(overload) do there = there or other.name == argument.name end
      optional = optional or not there
    end
    list[i] = { name = argument.name, optional = optional }
  end
  return form_of(list)
end

-- Whether the calls of a method written on the page are those that it has: one form for all, or one for each overload.
local function same_forms(method, written)
  if #written == 1 and written[1] == merged_form(method) then return true end
  local forms = { form_of(method.arguments) }
  for _, overload in ipairs(method.overloads) do forms[#forms + 1] = form_of(overload) end
  local function sorted(list)
    local copy = {}
    for i, form in ipairs(list) do copy[i] = form:gsub("%?", "") end
    table.sort(copy)
    return table.concat(copy, "; ")
  end
  return #written == #forms and sorted(written) == sorted(forms)
end

-- "x, y [, z]" of a form, for messages.
local function show(form)
  local text = form:gsub(", ([%w_]+)%?", " [, %1]"):gsub("^([%w_]+)%?", "[%1]")
  return text
end

---- What the types have ---------------------------------------------------------------------------------

-- What a method with another form than the parent's, or a field that the parent has not, is.
local function is_own(class, parent, name)
  if not parent then return true end
  local method, inherited = rawget(class.methods, name), parent.methods[name]
  if not method then return not parent.fields[name] end
  return not inherited or merged_form(method):gsub("[%a_][%w_]*", "") ~= merged_form(inherited):gsub("[%a_][%w_]*", "")
end

-- The members that a table must have: { { name =, method = function or nil, comment = of a field }, ... }
local function wanted_of(spec)
  local file, wanted = types[spec.of], {}
  for _, name in ipairs(spec.functions or {}) do
    wanted[#wanted + 1] = { name = name .. "(", method = assert(types[name].functions[name]), free = true }
  end
  if spec.alias then
    for _, name in ipairs(assert(file.aliases[spec.alias], spec.alias)) do
      wanted[#wanted + 1] = { name = '"' .. name .. '"' }
    end
    return wanted
  end
  local class = assert(file.classes[spec.class], spec.class)
  for _, name in ipairs(class.order) do
    if is_own(class, file.classes[class.parent], name) then
      wanted[#wanted + 1] = { name = name, method = rawget(class.methods, name), comment = class.fields[name] }
    end
  end
  if class.has_length and not class.parent then wanted[#wanted + 1] = { name = "#" } end
  if class.has_elements and not class.parent then wanted[#wanted + 1] = { name = "[i]" } end
  return wanted
end

-- A member as the page writes it.
local function written(spec, member)
  if member.name == "#" then return "#" .. spec.variable end
  if member.name == "[i]" then return spec.variable .. "[i]" end
  if not spec.variable then return member.name end
  if not member.method then return spec.variable .. "." .. member.name end
  local call = member.name:gsub("%($", "") .. "(" .. show(merged_form(member.method)) .. ")"
  if member.free then return call end
  return spec.variable .. ((spec.variable == "astar" or spec.variable == "tiled") and "." or ":") .. call
end

---- What the rows have ----------------------------------------------------------------------------------

-- Of one span of a row: the name of the member, and the form of its call or nil.
local function parse(spec, span)
  if not spec.variable then return span end
  if span == "#" .. spec.variable then return "#" end
  if span == spec.variable .. "[i]" then return "[i]" end
  local name, arguments = span:match("^" .. spec.variable .. "[.:]([%w_]+)(.*)$")
  if not name then -- a module that is a function
    name, arguments = span:match("^([%w_]+%()(.*)$")
    if not name then return span end
    arguments = "(" .. arguments
  end
  return name, arguments ~= "" and form_written(arguments:match("^%((.*)%)$")) or nil
end

-- rows by the name of the member: { { row, form }, ... }
local function index_rows(spec, rows)
  local found = {}
  for _, row in ipairs(rows) do
    for span in row[1]:gmatch("`([^`]*)`") do
      local name, form = parse(spec, span)
      found[name] = found[name] or { span = span }
      table.insert(found[name], { row = row, form = form })
    end
  end
  return found
end

---- Comparing -------------------------------------------------------------------------------------------

-- What the description of a function says that the row must say: whether it returns and raises anything, and its cost.
local function check_row(method, row, what, problems)
  local function problem(text) problems[#problems + 1] = ("%s: %s %s"):format(row.at, what, text) end
  if (method.returns == 0) ~= (row[2]:find("^–") ~= nil) then
    problem(method.returns == 0 and "returns nothing: its result begins with –" or "returns something")
  end
  if (method.text:find("Raises") ~= nil) ~= (row[3] ~= "–") then
    problem(row[3] == "–" and "raises errors, says its type" or "raises no errors, says its type")
  end
  local cost = row[4]:gsub("%*", ""):gsub("constant", "1")
  for term in method.text:gmatch("O(%b())") do
    if not cost:find(term:sub(2, -2), 1, true) then problem("costs O" .. term .. ", says its type") end
  end
end

local function compare(key, spec)
  local problems, wanted = {}, {}
  local found = index_rows(spec, reference[key] or {})
  for _, member in ipairs(wanted_of(spec)) do
    local name, rows = member.name, found[member.name]
    wanted[name] = true
    if not rows then
      problems[#problems + 1] = ("the reference lacks: %s `%s`"):format(spec.is, written(spec, member))
    elseif member.method then
      local forms = {}
      for i, entry in ipairs(rows) do
        forms[i] = entry.form or "no call"
        if #entry.row == 4 and (i == 1 or not member.method.overloads[1]) then
          check_row(member.method, entry.row, "`" .. rows.span .. "`", problems)
        end
      end
      if not same_forms(member.method, forms) then
        problems[#problems + 1] = ("%s: `%s` should be `%s`"):format(rows[1].row.at, rows.span, written(spec, member))
      end
    elseif #rows[1].row == 4 then
      local fixed = member.comment and member.comment:find("read only") and not member.comment:find("read only for")
      if member.comment and (fixed ~= nil and fixed ~= false) ~= (rows[1].row[3] == "read only") then
        problems[#problems + 1] = ("%s: `%s` is %s"):format(rows[1].row.at, rows.span,
          fixed and "read only" or "not read only")
      end
    end
  end
  for name, rows in pairs(found) do
    if not wanted[name] then
      problems[#problems + 1] = ("%s: there is no %s `%s`"):format(rows[1].row.at, spec.is, rows.span)
    end
  end
  table.sort(problems)
  return problems
end

local function sorted_keys(set)
  local keys = {}
  for key in pairs(set) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

describe("the reference", function()
  for _, key in ipairs(sorted_keys(TABLES)) do
    it("has what the types have, under " .. key, function()
      assert.are.equal("", table.concat(compare(key, TABLES[key]), "\n"))
    end)
  end

  it("has no other tables", function()
    for key in pairs(reference) do assert(TABLES[key], "the reference has a table that the spec does not know: " .. key) end
  end)

  it("has a table for each class, and for each alias that other tables do not explain", function()
    local told = {}
    for _, spec in pairs(TABLES) do told[spec.class or spec.alias] = true end
    for _, file in pairs(types) do
      for name in pairs(file.classes) do
        assert(told[name] or NO_TABLE[name], "the reference lacks a table for " .. name)
      end
    end
  end)
end)

describe("the types", function()
  for _, name in ipairs { "astar", "follow", "queue", "tiled" } do
    it("tell the cost of each function: " .. name .. ".d.lua", function()
      local lacking = {}
      for class_name, class in pairs(types[name].classes) do
        for method, description in pairs(class.methods) do
          if not description.text:find("O%b()") then lacking[#lacking + 1] = class_name .. "." .. method end
        end
      end
      table.sort(lacking)
      assert.are.same({}, lacking)
    end)
  end
end)
