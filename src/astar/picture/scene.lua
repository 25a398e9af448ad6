-- What there is to show in a picture: the space, and what the options ask to be shown of it. It checks the options each time
-- it is asked, for they may change at any time, and remembers nodes and links for as long as the space stays as it is.

local astar = require "astar"
local check = require "astar.base.check"
local lay_of = require "astar.picture.lay"
local theme = require "astar.theme"

local kind_of = check.kind_of
local max, min, huge = math.max, math.min, math.huge

-- No bounds go farther, so that their width is a number.
local FARTHEST = 1e300

local scene = {}

---- Small things ---------------------------------------------------------------------------------------------

-- Whether a node, or a place of a plane, can be asked: a removed node cannot.
local function is_there(node)
  return type(node) == "table" or not tostring(node):find("^node %d+ %(removed%)$")
end

-- A number that stays with an object, so that keys can tell objects apart.
local numbers, last_number = setmetatable({}, { __mode = "k" }), 0
local function number_of(object)
  if object == nil or object == false then return 0 end
  if not numbers[object] then
    last_number = last_number + 1
    numbers[object] = last_number
  end
  return numbers[object]
end

-- Tables of the user are read raw. All that is in a table, as a table without a metatable.
local function plain(t)
  local copy = {}
  for key, value in next, t do copy[key] = value end
  return copy
end

local function next_element(list, i)
  local value = rawget(list, i + 1)
  if value ~= nil then return i + 1, value end
end

-- ipairs, but raw.
local function elements(list)
  return next_element, list, 0
end

---- What is asked for ----------------------------------------------------------------------------------------

local Scene = {}

-- Any node of the space, or nil.
function Scene:any_node()
  if self.kind == "grid" then return self.space:cell(1, 1) end
  return self.kind == "graph" and self.space:nodes()() or nil
end

-- Whether a search is one on the space, as far as can be told: on planes its ends are mere places, which have no z.
local function is_of(self, search)
  if self.kind == "plane" then return type(search.start) == "table" and search.start.z == nil end
  local node = self:any_node()
  return not node or (pcall(search.state, search, node))
end

-- The level that is shown.
function Scene:level()
  local level = self.asked.level
  if level == nil then return 1 end
  if self.kind ~= "grid" then error(("option 'level': a %s has none"):format(self.kind), 0) end
  if type(level) ~= "number" then check.wrong("option 'level'", "number", kind_of(level)) end
  if not self.space:cell(1, 1, level) then error(("option 'level': level %s is outside the map"):format(level), 0) end
  return level
end

-- Whether a node, or a point of a path, is not on a level that is not shown.
function Scene:is_on_level(at)
  local level = at.level
  return level == nil or self.kind ~= "grid" or level == self:level()
end

-- Iterates over cells of the level as map:tiles() does.
function Scene:tiles(col, row, width, height)
  return self.space:tiles(col, row, width, height, self:level())
end

-- Iterates over the cells of the level that a search has touched, as search:tiles() does.
function Scene:touched(search)
  local following = search:tiles()
  if self.space.levels == 1 then return following, search end
  local level = self:level()
  return function()
    while true do
      local col, row, state, cost, estimate, on = following(search)
      if on == nil or on == level then return col, row, state, cost, estimate end
    end
  end
end

-- What changes when the space is edited, or another level is shown.
function Scene:stamp()
  return self.space.version .. "/" .. self:level()
end

-- The search that an option names, or nil: a closed one has nothing to tell. Options: "search", "range" and "flow".
function Scene:shown(option)
  local search = self.asked[option]
  if not search then return nil end
  if search ~= self.checked[option] then
    local what = option == "flow" and "flow" or "search"
    if kind_of(search) ~= "search" then check.wrong(("option '%s'"):format(option), what, kind_of(search)) end
    if search.status == "closed" then return nil end
    if not is_of(self, search) then error(("option '%s': a %s of another %s"):format(option, what, self.kind), 0) end
    if option == "flow" and not search.reverse then
      error("option 'flow': a flow expected, which graph:flow() makes, got another search", 0)
    end
    self.checked[option] = search
  end
  return search.status ~= "closed" and search or nil
end

function Scene:shown_search()
  return self:shown "search"
end

-- A text for a node, or a place of a plane.
local function spot_of(at)
  if type(at) == "table" then return at.x .. "," .. at.y end
  return at and is_there(at) and at.id or ""
end

-- A restarted search may have expanded as many nodes as before, so its ends count, and what else changed on the space. Of a
-- stale one nothing changes any more.
function Scene:search_key(search)
  search = search or self:shown_search()
  if not search then return "" end
  local status = search.status
  return ("%d/%d/%s/%s/%s/%s/%d"):format(number_of(search), search.expanded, status, spot_of(search.start),
    spot_of(search.goal), status == "stale" and "" or self.space.version, self:level())
end

-- Where a node, a place or a point of a table lies in the picture.
function Scene:project(x, y, z)
  local by = self.asked.project
  if not by then return x, y end
  if type(by) ~= "function" then check.wrong("option 'project'", "function", kind_of(by)) end
  local px, py = by(x, y, z or 0)
  if type(px) ~= "number" or type(py) ~= "number" then
    error(("option 'project': it should give two numbers, and gave %s and %s"):format(kind_of(px), kind_of(py)), 0)
  end
  if px - px ~= 0 or py - py ~= 0 then
    error(("option 'project': it should give finite numbers, and gave %s and %s"):format(px, py), 0)
  end
  return px, py
end

function Scene:place(node)
  return self:project(node.x, node.y, node.z)
end

-- The node or place that the option names, or nil.
function Scene:asked_current()
  local current = self.asked.current
  if not current then return nil end
  local is_place = type(current) == "table" and type(current.x) == "number" and type(current.y) == "number"
  if not is_place and kind_of(current) ~= "node" then
    check.wrong("option 'current'", "node or place", kind_of(current))
  end
  return current
end

function Scene:shown_current()
  local current = self:asked_current()
  if self.asked.current == nil then
    local search = self:shown_search()
    current = search and search.status ~= "found" and search.expanded > 0 and search.current or nil
  end
  return current and is_there(current) and current or nil
end

-- What one of the module's iterators gives, in four arrays of the picture. LuaJIT would lay traces round each call of such an
-- iterator, hundreds of them; with this loop left out, those that paint are compiled.
function Scene:gather(following, state)
  local first, second, third, fourth = self.first, self.second, self.third, self.fourth
  local n = 0
  for a, b, c, d in following, state do
    n = n + 1
    first[n], second[n], third[n], fourth[n] = a, b, c, d or false
  end
  return n
end

local jit = rawget(_G, "jit")
if jit then jit.off(Scene.gather) end

---- Waypoints and links, remembered as long as the space stays as it is --------------------------------------

-- What the pictures need of a node, so that nothing is asked of it from frame to frame.
local function note_of(node)
  local terrain = node.terrain
  return {
    node = node, x = node.x, y = node.y, z = node.z, blocked = node.blocked,
    terrain = terrain ~= "default" and terrain or nil,
  }
end

-- Notes of the waypoints of a graph, or of those beside the cells of a grid.
function Scene:all_waypoints()
  if self.waypoints_version == self.space.version then return self.waypoints end
  local list = {}
  if self.kind == "graph" then
    for node in self.space:nodes() do list[#list + 1] = note_of(node) end
  elseif self.kind == "grid" then
    local cells = self.space.width * self.space.height * self.space.levels
    local left, id = #self.space - cells, cells
    while left > 0 do
      id = id + 1
      local node = self.space:node(id)
      if node then list[#list + 1], left = note_of(node), left - 1 end
    end
  end
  self.waypoints, self.waypoints_version = list, self.space.version
  return list
end

-- Those between nodes that are shown.
function Scene:all_links()
  local stamp = self:stamp()
  if self.links_stamp == stamp then return self.links end
  local notes, list = {}, {}
  for _, note in ipairs(self:all_waypoints()) do notes[note.node] = note end
  local function note(node)
    if not notes[node] then notes[node] = note_of(node) end
    return notes[node]
  end
  if self.kind == "plane" then
    for link in self.space:links() do
      list[#list + 1] = { { x = link.x1, y = link.y1 }, { x = link.x2, y = link.y2 }, oneway = link.oneway, points = {} }
    end
  else
    for a, b, _, props in self.space:links() do
      if self:is_on_level(a) and self:is_on_level(b) then
        list[#list + 1] =
          { note(a), note(b), oneway = props and props.oneway, terrain = props and props.terrain, points = {} }
      end
    end
  end
  self.links, self.links_stamp = list, stamp
  return list
end

-- The states of the waypoints that the search touched, by node; on a grid also of cells that have links. Of its other cells, which
-- may be very many, no nodes are made.
function Scene:all_states()
  local search = self:shown_search()
  if not search then return {} end
  local key = self:search_key()
  if self.states_key == key then return self.states end
  local states = {}
  local function ask(node)
    local state = search:state(node)
    states[node] = state ~= "none" and state or nil
  end
  if self.kind == "grid" then
    for _, note in ipairs(self:all_waypoints()) do ask(note.node) end
    for _, link in ipairs(self:all_links()) do
      ask(link[1].node)
      ask(link[2].node)
    end
  else
    local nodes, names = self.first, self.second
    for i = 1, self:gather(search:nodes()) do states[nodes[i]] = names[i] end
  end
  self.states, self.states_key = states, key
  return states
end

-- What is misspelt in a table of options.
local function check_keys(entry, known, what)
  for key in next, entry do
    if not known[key] then error(("%s: unknown key '%s'%s"):format(what, tostring(key), astar._hint(key, known)), 0) end
  end
end

local PATH_KEYS = { path = true, colour = true, name = true }

-- Calls visit(path, colour, name) for each path to show; the name may be nil.
function Scene:each_path(visit)
  local asked = self.asked
  local function show(path, colour, what, name)
    if kind_of(path) ~= "path" then check.wrong(what, "path", kind_of(path)) end
    if name ~= nil and type(name) ~= "string" then check.wrong(what .. ": name", "string", kind_of(name)) end
    visit(path, colour or self.theme.route, name)
  end
  local paths = asked.paths
  if paths then
    if type(paths) ~= "table" then check.wrong("option 'paths'", "array of paths", kind_of(paths)) end
    for i, entry in elements(paths) do
      local what = ("option 'paths': entry %d"):format(i)
      if type(entry) == "table" then
        entry = plain(entry)
        check_keys(entry, PATH_KEYS, what)
        show(entry.path, entry.colour ~= nil and theme.colour(entry.colour, what), what, entry.name)
      elseif type(entry) == "number" then
        check.wrong(what, "path", "number (map:path gives the cost too: put brackets round it)")
      else
        show(entry, nil, what)
      end
    end
  end
  if asked.path then show(asked.path, nil, "option 'path'") end
end

-- x1, y1, x2, y2 of everything that the space holds, as the picture has it; of nothing 0, 0, 1, 1.
function Scene:bounds()
  if self.box and self.box_version == self.space.version and not self.asked.project then
    return self.box[1], self.box[2], self.box[3], self.box[4]
  end
  local x1, y1, x2, y2 = huge, huge, -huge, -huge
  local function include(x, y, z)
    x, y = self:project(x, y, z)
    x1, y1, x2, y2 = min(x1, x), min(y1, y), max(x2, x), max(y2, y)
  end
  local function include_points(points)
    for i = 1, #points, 2 do include(points[i], points[i + 1], 0) end
  end
  if self.kind == "plane" then
    local b = self.space.bounds
    if b then
      include_points { b[1], b[2], b[3], b[2], b[3], b[4], b[1], b[4] }
    else
      for rock in self.space:obstacles() do include_points(rock:points()) end
      for link in self.space:links() do include_points { link.x1, link.y1, link.x2, link.y2 } end
    end
  else
    local lay = self.lay
    if lay and self.asked.project then
      -- Any of them may be the one that stands out.
      for c, r, _, _, z in self.space:tiles() do
        local px, py = lay:place(c, r)
        for i = 1, #lay.shape, 2 do include(px + lay.shape[i], py + lay.shape[i + 1], z) end
      end
    elseif lay then
      for _, col in ipairs { 1, min(2, lay.width), max(1, lay.width - 1), lay.width } do
        for _, row in ipairs { 1, min(2, lay.height), max(1, lay.height - 1), lay.height } do
          include_points(self.space:outline(col, row))
        end
      end
    end
    for _, node in ipairs(self:all_waypoints()) do include(node.x, node.y, node.z) end
  end
  if x1 > x2 then x1, y1, x2, y2 = 0, 0, 1, 1 end
  x1, y1, x2, y2 = max(x1, -FARTHEST), max(y1, -FARTHEST), min(x2, FARTHEST), min(y2, FARTHEST)
  -- What is one point, or one line, has room around it all the same.
  local size, span = max(-x1, -y1, x2, y2), max(x2 - x1, y2 - y1)
  local pad = (span < 1 / FARTHEST or span < 1e-15 * size) and max(0.5, 1e-12 * size) or 0
  if x2 - x1 == 0 then pad = max(pad, (y2 - y1) / 20) end
  if y2 - y1 == 0 then pad = max(pad, (x2 - x1) / 20) end
  x1, y1, x2, y2 = x1 - pad, y1 - pad, x2 + pad, y2 + pad
  if not self.asked.project then self.box, self.box_version = { x1, y1, x2, y2 }, self.space.version end
  return x1, y1, x2, y2
end

-- What there is to show of a graph, grid or plane. `asked` is the table of options, which is read anew each time; `name` is
-- the function that was called for it, which its caller's mistakes are told of.
function scene.init(self, space, asked, name)
  local kind = kind_of(space)
  if kind ~= "grid" and kind ~= "graph" and kind ~= "plane" then
    check.bad_argument(1, name, "graph, grid or plane", kind, 5)
  end
  self.space, self.asked, self.kind = space, asked, kind
  self.first, self.second, self.third, self.fourth = {}, {}, {}, {}
  self.checked = setmetatable({}, { __mode = "v" })
  if kind == "grid" then self.lay = lay_of(space) end
end

scene.Scene, scene.is_there, scene.number_of = Scene, is_there, number_of
scene.check_keys, scene.plain, scene.elements = check_keys, plain, elements

return scene
