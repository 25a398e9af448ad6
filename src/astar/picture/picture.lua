-- Pictures of spaces, searches and paths: what is to be seen, in layers, told to a canvas. astar.svg and astar.draw are
-- the canvases.
--
-- A canvas has these methods; places are in the picture's coordinates (the space's own, or what `project` makes of them),
-- colours are { r, g, b, a }, and radii, widths and heights of texts count in pixels on the screen:
--
--   canvas:shape(shape, x, y, size, colour)               fills a convex shape: flat corners around its middle, scaled
--   canvas:polygon(points, fill, stroke, width)           any simple polygon; fill or stroke may be nil
--   canvas:line(points, colour, width)                    through flat points, with round joins and ends
--   canvas:disc(x, y, radius, fill, stroke, width)        fill or stroke may be nil
--   canvas:label(x, y, text, colour, size, align, dx, dy, halo)
--                                     centred on the place, or beginning ("left") or ending ("right") at it; shifted;
--                                     halo: a rim, or nil
--
-- A layer's paint(canvas, view) paints what meets the view { x1, y1, x2, y2, scale }, with scale in pixels per unit. A view may
-- also have a, b, c, d, which lead from units to pixels under a camera that turns; `part`, { x1, y1, x2, y2 }, if not all of the space
-- is shown; and `edges`, { x1, y1, x2, y2 } that texts should not leave.

local astar = require "astar"
local check = require "astar.base.check"
local labelling = require "astar.picture.labelling"
local lanes = require "astar.picture.lanes"
local legend = require "astar.picture.legend"
local overlay = require "astar.picture.overlay"
local scene = require "astar.picture.scene"
local theme = require "astar.theme"

local picture = {}

local abs, floor, max, min, sqrt, huge = math.abs, math.floor, math.max, math.min, math.sqrt, math.huge

-- In pixels: a gap that is smaller is left out, for it would show at some cells only; a cell that is smaller shows its state all
-- over, and has no labels, or not all three of them.
local SMALLEST_GAP, SMALLEST_WITH_STATE, SMALLEST_WITH_LABEL, SMALLEST_WITH_SUM = 0.999, 9, 26, 46

picture.options = {
  search = true, current = true, path = true, paths = true, labels = true, tree = true, rays = true, marks = true,
  layers = true, project = true, theme = true, legend = true, shades = true, range = true, flow = true, places = true,
  level = true,
}

-- The part of a blocked cell within its rim.
local BLOCK_SHARE = 0.8

-- What lies between routes that run side by side, in pixels; and how much wider a line is with its rim.
local BETWEEN_ROUTES, RIM = 1.25, 2 * theme.RIM

-- Labels of so many waypoints find their places with regard to all others, whether they are seen or not, so that they stay where they
-- are while the camera moves. More than so many are not placed at all: they stand to the right.
local MANY_LABELS, MOST_LABELS = 200, 600

-- In pixels: labels farther off than this are not drawn, and larger ones count as if they were so large.
local FARTHEST_LABEL, LARGEST_LABEL = 1e9, 1000

local kind_of, is_there, number_of = check.kind_of, scene.is_there, scene.number_of
local check_keys, elements = scene.check_keys, scene.elements

---- Small things ---------------------------------------------------------------------------------------------

local function meets(view, x1, y1, x2, y2)
  return x2 >= view.x1 and x1 <= view.x2 and y2 >= view.y1 and y1 <= view.y2
end

-- Costs as people read them: 7, 7.2, 123, 1e+20.
local function short(value)
  -- Some C libraries write three digits of the exponent.
  if value >= 1e15 then return (("%.0e"):format(value):gsub("%+0(%d%d)$", "+%1")) end
  local tenths = floor(value * 10 + 0.5)
  if value >= 100 or tenths % 10 == 0 then return ("%.0f"):format(value) end
  -- Not by %.1f, which some locales write with a comma.
  return ("%s%d.%d"):format(tenths < 0 and "-" or "", floor(abs(tenths) / 10), abs(tenths) % 10)
end

-- The height of a text that is to be at most so wide; a letter is about 0.6 of its height wide.
local function size_within(text, size, width)
  local _, letters = text:gsub("[^\128-\191]", "")
  return min(size, width / (0.6 * max(1, letters)))
end

local LABELS = { "name", "id", "g", "h", "f" }
local ALL_LABELS = { name = true, g = true, h = true, f = true }

-- Which labels an option names, as a set; nil for none.
local function wanted_labels(option)
  if not option then return nil end
  if option == true then return ALL_LABELS end
  if type(option) ~= "table" then check.wrong("option 'labels'", "true or an array", kind_of(option)) end
  local set, known = {}, {}
  for _, name in ipairs(LABELS) do known[name] = true end
  for _, name in elements(option) do
    if not known[name] then error("option 'labels': there is no label '" .. tostring(name) .. "'", 0) end
    set[name] = true
  end
  return next(set) and set or nil
end

---- A picture ------------------------------------------------------------------------------------------------

-- A scene, in layers.
local Picture = setmetatable({}, { __index = scene.Scene })
Picture.__index = Picture
Picture.block_share = BLOCK_SHARE

-- Whether a layer is there and asked for.
function Picture:shows(name)
  if not self.names[name] then return false end
  local only = self.asked.layers
  if not only then return true end
  for _, asked in elements(only) do
    if asked == name then return true end
  end
  return false
end

-- The radius of waypoints: smaller where they lie close together.
local function node_size(self, view)
  local list = self:all_waypoints()
  if self.kind == "grid" then return min(self.theme.node_size, 0.3 * self.lay.size * view.scale) end
  local x1, y1, x2, y2 = self:bounds()
  local room = sqrt((x2 - x1) * (y2 - y1) / max(1, #list))
  return max(1, min(self.theme.node_size, 0.22 * room * view.scale)), room * view.scale
end

Picture.node_size = node_size

---- Layers: the ground -----------------------------------------------------------------------------------------

-- The gap between cells, in parts of one.
local function gap_of(self, view)
  local share = self.theme.gap_share
  return share * self.lay.size * view.scale >= SMALLEST_GAP and share or 0
end

Picture.gap = gap_of

local function paint_cells(self, canvas, view)
  local lay, colours = self.lay, self.theme
  local col, row, width, height = lay:seen_cells(view)
  if not col then return end
  local size = 1 - gap_of(self, view)
  local has_rims = lay.size * view.scale >= SMALLEST_WITH_STATE
  local shape = lay.shape
  local cols, rows, terrains, blocked = self.first, self.second, self.third, self.fourth
  for i = 1, self:gather(self:tiles(col, row, width, height)) do
    local x, y = lay:place(cols[i], rows[i])
    if blocked[i] and has_rims then
      canvas:shape(shape, x, y, size, colours:rim_of(terrains[i]))
      canvas:shape(shape, x, y, size * BLOCK_SHARE, colours:of_terrain(terrains[i], true))
    else
      canvas:shape(shape, x, y, size, colours:of_terrain(terrains[i], blocked[i]))
    end
  end
end

-- With a projection the corners move, each cell in its own way.
local function paint_projected_cells(self, canvas, view)
  local lay, colours = self.lay, self.theme
  local size = 1 - colours.gap_share
  for c, r, terrain, blocked, z in self:tiles() do
    local x, y = lay:place(c, r)
    local points = {}
    local x1, y1, x2, y2 = huge, huge, -huge, -huge
    for i = 1, #lay.shape, 2 do
      local px, py = self:project(x + lay.shape[i] * size, y + lay.shape[i + 1] * size, z)
      points[i], points[i + 1] = px, py
      x1, y1, x2, y2 = min(x1, px), min(y1, py), max(x2, px), max(y2, py)
    end
    if meets(view, x1, y1, x2, y2) then canvas:polygon(points, colours:of_terrain(terrain, blocked)) end
  end
end

-- Corners as the picture has them. They lie at height z, 0 if not given.
local function projected(self, points, z)
  if not self.asked.project then return points end
  local result = {}
  for i = 1, #points, 2 do result[i], result[i + 1] = self:project(points[i], points[i + 1], z) end
  return result
end

local function box_of(points)
  local x1, y1, x2, y2 = huge, huge, -huge, -huge
  for i = 1, #points, 2 do
    local x, y = points[i], points[i + 1]
    x1, y1, x2, y2 = min(x1, x), min(y1, y), max(x2, x), max(y2, y)
  end
  return x1, y1, x2, y2
end

local function paint_plane(self, canvas)
  local b, outline = self.space.bounds, self.space.outline
  if not b then return end
  if #outline == 8 then outline = { b[1], b[2], b[3], b[2], b[3], b[4], b[1], b[4] } end
  canvas:polygon(projected(self, outline), self.theme.ground)
end

local function paint_obstacles(self, canvas, view)
  local colours = self.theme
  for rock in self.space:obstacles() do
    local outlines = { rock:points() }
    for i, points in ipairs(outlines) do
      points = projected(self, points)
      if meets(view, box_of(points)) then
        canvas:polygon(points, i == 1 and colours.obstacle or colours.ground, colours.outline, colours.outline_size)
      end
    end
  end
end

---- Layers: walls and links --------------------------------------------------------------------------------

local function paint_wall(self, canvas, view, width, points, z)
  points = projected(self, points, z)
  if #points < 2 or not meets(view, box_of(points)) then return end
  if #points == 4 then
    canvas:line(points, self.theme.wall, width)
  else
    canvas:disc(points[1], points[2], 0.8 * width, self.theme.wall)
  end
end

local function paint_walls(self, canvas, view)
  local lay = self.lay
  local width = min(self.theme.wall_size, 0.2 * lay.size * view.scale)
  for a, b in self.space:walls() do
    local ax, ay = lay:place(a.col, a.row)
    local bx, by = lay:place(b.col, b.row)
    local z = self.asked.project and max(a.z, b.z)
    local here = self:is_on_level(a)
    local points = here and lay:shared_corners(ax, ay, bx, by) or {}
    paint_wall(self, canvas, view, width, points, z)
    if here and #points == 0 then
      -- Over the seam of a map that wraps: at both sides.
      local add_x, add_y = lay:over_seam(bx - ax, by - ay)
      if add_x then
        paint_wall(self, canvas, view, width, lay:shared_corners(ax, ay, bx + add_x, by + add_y), z)
        paint_wall(self, canvas, view, width, lay:shared_corners(ax - add_x, ay - add_y, bx, by), z)
      end
    end
  end
end

-- The state in which a link shows: that of the end of which less is known. A link of a plane has no nodes at its ends.
local function link_colour(colours, states, current, a, b)
  local one, other = a and states[a], b and states[b]
  if one == "excluded" or other == "excluded" then return colours.excluded end
  if not one or not other then return colours.link end
  if a == current or b == current then return colours.current end
  if one == "open" or other == "open" then return colours.open end
  return colours.closed
end

-- A head on a line, in pixels long, at a share of its length.
local function paint_arrow(canvas, view, x1, y1, x2, y2, share, long, colour)
  local dx, dy = x2 - x1, y2 - y1
  local length = sqrt(dx * dx + dy * dy)
  if length * view.scale < 1.5 * long then return end
  dx, dy = dx / length * long / view.scale, dy / length * long / view.scale
  local x, y = x1 + (x2 - x1) * share + dx / 2, y1 + (y2 - y1) * share + dy / 2
  canvas:polygon({ x, y, x - dx - dy * 0.5, y - dy + dx * 0.5, x - dx + dy * 0.5, y - dy - dx * 0.5 }, colour)
end

local function paint_links(self, canvas, view)
  local colours = self.theme
  local states = self.kind == "plane" and {} or self:all_states()
  local current, projects = self:shown_current(), self.asked.project
  local radius = node_size(self, view)
  local width = max(0.5, min(colours.link_size, radius / 2))
  for _, link in ipairs(self:all_links()) do
    local a, b, points = link[1], link[2], link.points
    local x1, y1, x2, y2 = a.x, a.y, b.x, b.y
    if projects then
      x1, y1 = self:place(a)
      x2, y2 = self:place(b)
    end
    if meets(view, min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)) then
      points[1], points[2], points[3], points[4] = x1, y1, x2, y2
      if link.terrain then canvas:line(points, colours:of_terrain(link.terrain), 3.5 * width) end
      local colour = link_colour(colours, states, current, a.node, b.node)
      canvas:line(points, colour, width)
      if link.oneway then paint_arrow(canvas, view, x1, y1, x2, y2, 0.6, 1.6 * radius, colour) end
    end
  end
end

---- Layers: what a search knows ------------------------------------------------------------------------------

-- The two bars of a cross over what is excluded: thin shapes, in parts of the size of what they are on.
local function bars_of(reach)
  local long, thin = 0.62 * reach, 0.11 * reach
  return {
    { -long, -long + thin, -long + thin, -long, long, long - thin, long - thin, long },
    { long - thin, -long, long, -long + thin, -long + thin, long, -long, long - thin },
  }
end

local function paint_cell_states(self, canvas, view)
  local search = self:shown_search()
  if not search then return end
  local lay, colours = self.lay, self.theme
  local share = lay.size * view.scale >= SMALLEST_WITH_STATE and colours.state_share or 1
  local left, top = view.x1 - lay.reach_x, view.y1 - lay.reach_y
  local right, bottom = view.x2 + lay.reach_x, view.y2 + lay.reach_y
  local shape, projects = lay.shape, self.asked.project
  -- What is to be transparent has no cross either.
  local bars = share < 1 and colours.excluded[4] > 0 and bars_of(lay.size / 2)
  local cols, rows, states = self.first, self.second, self.third
  for i = 1, self:gather(self:touched(search)) do
    local col, row, state = cols[i], rows[i], states[i]
    local x, y = lay:place(col, row)
    if projects then x, y = self:project(x, y, self.space:cell(col, row, self:level()).z) end
    if x >= left and x <= right and y >= top and y <= bottom then
      canvas:shape(shape, x, y, share, colours[state])
      if bars and state == "excluded" then
        canvas:shape(bars[1], x, y, share, colours.cross)
        canvas:shape(bars[2], x, y, share, colours.cross)
      end
    end
  end
  local current = self:shown_current()
  if current and current.col and self:is_on_level(current) then
    local x, y = self:place(current)
    canvas:shape(shape, x, y, share, colours.current)
  end
end

local function paint_waypoints(self, canvas, view)
  local colours = self.theme
  local states, current = self:all_states(), self:shown_current()
  local radius = node_size(self, view)
  local rim = max(0.5, radius * 0.25)
  local pad = 2 * radius / view.scale
  for _, note in ipairs(self:all_waypoints()) do
    local x, y = self:place(note)
    if meets(view, x - pad, y - pad, x + pad, y + pad) then
      local state = states[note.node] or "none"
      local fill, edge = note.node == current and colours.current or colours[state], colours.casing
      if note.blocked then fill, edge = colours.blocked, colours.link end
      if note.terrain then canvas:disc(x, y, 1.75 * radius, colours:of_terrain(note.terrain)) end
      canvas:disc(x, y, radius, fill, edge, rim)
      if state == "excluded" and radius >= 3 and colours.excluded[4] > 0 then
        local reach = 0.5 * radius / view.scale
        canvas:line({ x - reach, y - reach, x + reach, y + reach }, colours.cross, radius / 4)
        canvas:line({ x - reach, y + reach, x + reach, y - reach }, colours.cross, radius / 4)
      end
    end
  end
end

local function paint_places(self, canvas, view)
  local search = self:shown_search()
  if not search then return end
  local colours, current = self.theme, self:shown_current()
  for at, state in search:nodes() do
    local x, y = self:project(at.x, at.y)
    if meets(view, x, y, x, y) then canvas:disc(x, y, colours.place_size, colours[state], colours.casing, 1) end
  end
  if current then
    local x, y = self:project(current.x, current.y)
    canvas:disc(x, y, colours.place_size * 1.3, colours.current, colours.casing, 1)
  end
end

-- Where a node was reached from, and where it is itself; raises if one of the two was removed.
local function branch(search, node)
  local parent = search:parent(node)
  if parent then return parent.x, parent.y, parent.z, node.x, node.y, node.z end
end

local function paint_tree(self, canvas, view)
  local search = self:shown_search()
  if not search or not self.asked.tree then return end
  for node, state in search:nodes() do
    local fine, x1, y1, z1, x2, y2, z2
    if state ~= "excluded" then fine, x1, y1, z1, x2, y2, z2 = pcall(branch, search, node) end
    if fine and x1 and self:is_on_level(node) and self:is_on_level(search:parent(node)) then
      x1, y1 = self:project(x1, y1, z1)
      x2, y2 = self:project(x2, y2, z2)
      if meets(view, min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)) then
        canvas:line({ x1, y1, x2, y2 }, self.theme.tree, self.theme.tree_size)
      end
    end
  end
end

local function paint_rays(self, canvas, view)
  local search = self:shown_search()
  if not search or not self.asked.rays then return end
  local colours = self.theme
  for x1, y1, x2, y2, hit in search:rays() do
    local points = projected(self, { x1, y1, x2, y2 })
    if meets(view, box_of(points)) then
      canvas:line(points, hit and colours.ray_hit or colours.ray, colours.ray_size)
    end
  end
end

---- Layers: routes -------------------------------------------------------------------------------------------

-- Whether an element of a path is shown.
local function shows_element(self, path, i)
  local element = path[i]
  return not is_there(element) or self:is_on_level(element)
end

-- The lines of a path in the picture: more than one where it goes over the seam of a map that wraps, and only those on
-- the level that is shown.
local function lines_of(self, path)
  local levels = self.kind == "grid" and self.space.levels > 1
  local flat = path:points(3)
  local straight = 0
  for i = 4, #flat, 3 do
    straight = straight + sqrt((flat[i] - flat[i - 3]) ^ 2 + (flat[i + 1] - flat[i - 2]) ^ 2 + (flat[i + 2] - flat[i - 1]) ^ 2)
  end
  local wraps = self.lay and straight > path.length * (1 + 1e-9)

  local lines, line = {}, {}
  local function add(x, y, z)
    line[#line + 1], line[#line + 2] = self:project(x, y, z)
  end
  for i = 1, #flat, 3 do
    local x, y, z = flat[i], flat[i + 1], flat[i + 2]
    local here = not levels or shows_element(self, path, (i + 2) / 3)
    if wraps and here and #line > 0 then
      local px, py = flat[i - 3], flat[i - 2]
      local add_x, add_y = self.lay:over_seam(x - px, y - py)
      if add_x then
        add((px + x + add_x) / 2, (py + y + add_y) / 2, z)
        lines[#lines + 1], line = line, {}
        add((px - add_x + x) / 2, (py - add_y + y) / 2, z)
      end
    end
    if here then
      add(x, y, z)
    elseif #line > 0 then
      lines[#lines + 1], line = line, {}
    end
  end
  if #line > 0 then lines[#lines + 1] = line end
  return lines
end

-- All routes that are shown, as { colour, lines }; those that share a stretch lie side by side there.
local function routes_of(self, view)
  local list, lines, known, parts = {}, {}, {}, { self.theme_number, self.theme.route_size, view.scale, self:level() }
  self:each_path(function(path, colour)
    -- One path that is given twice does not make room for itself.
    local number = number_of(path)
    list[#list + 1] = { colour = colour, path = path, first = known[number] or #list + 1 }
    known[number] = known[number] or #list
    parts[#parts + 1] = number
  end)
  local key = table.concat(parts, " ")
  if self.routes_key == key and not self.asked.project then
    for i, route in ipairs(list) do route.lines = self.routes[i].lines end
    self.routes = list
    return list
  end
  local at = {}
  for i, route in ipairs(list) do
    if route.first == i then
      lines[#lines + 1] = lines_of(self, route.path)
      at[i] = #lines
    end
  end
  lines = lanes(lines, (self.theme.route_size + BETWEEN_ROUTES) / view.scale)
  for _, route in ipairs(list) do
    route.lines = lines[at[route.first]]
    route.path = nil -- nothing is kept alive
  end
  self.routes, self.routes_key = list, key
  return list
end

local function paint_paths(self, canvas, view)
  local colours = self.theme
  for _, route in ipairs(routes_of(self, view)) do
    for _, line in ipairs(route.lines) do
      if #line >= 4 and meets(view, box_of(line)) then
        canvas:line(line, colours.casing, colours.route_size + RIM)
        canvas:line(line, route.colour, colours.route_size)
      end
    end
  end
end

-- A rim around a cell that has its numbers in the middle, else a disc.
local function paint_end(self, canvas, view, colour, x, y, z)
  local lay, width = self.lay, 0.06
  if lay and self.asked.labels and not self.asked.project and lay.size * view.scale >= SMALLEST_WITH_LABEL then
    local points = {}
    for i = 1, #lay.shape, 2 do
      points[i], points[i + 1] = x + lay.shape[i] * (1 - width), y + lay.shape[i + 1] * (1 - width)
    end
    width = width * lay.size * view.scale
    canvas:polygon(points, nil, self.theme.casing, width + RIM)
    canvas:polygon(points, nil, colour, width)
    return
  end
  x, y = self:project(x, y, z)
  canvas:disc(x, y, self.theme.end_size, colour, self.theme.casing, 2)
end

local function paint_node_end(self, canvas, view, colour, node)
  if self:is_on_level(node) then paint_end(self, canvas, view, colour, node.x, node.y, node.z) end
end

-- Where the range that is shown begins, or nil; and the goals of the flow that is shown.
function Picture:ends_of_many()
  local range = self:shows "range" and self:shown "range"
  local flow = self:shows "flow" and self:shown "flow"
  local start, goals = range and range.start, {}
  for _, goal in ipairs(flow and flow.goals or {}) do
    if is_there(goal) then goals[#goals + 1] = goal end
  end
  return start and is_there(start) and start or nil, goals
end

-- Start and goal of the search, else those of the range, the flow and the paths.
local function paint_ends(self, canvas, view)
  local colours, search = self.theme, self:shown_search()
  if search then
    local start, goal = search.start, search.goal
    if start and is_there(start) then paint_node_end(self, canvas, view, colours.start, start) end
    if goal and is_there(goal) then paint_node_end(self, canvas, view, colours.goal, goal) end
    return
  end
  local range, flow = self:ends_of_many()
  if range then paint_node_end(self, canvas, view, colours.start, range) end
  for _, goal in ipairs(flow) do paint_node_end(self, canvas, view, colours.goal, goal) end
  self:each_path(function(path)
    local flat = path:points(3)
    if shows_element(self, path, 1) then paint_end(self, canvas, view, colours.start, flat[1], flat[2], flat[3]) end
    if shows_element(self, path, #path) then
      paint_end(self, canvas, view, colours.goal, flat[#flat - 2], flat[#flat - 1], flat[#flat])
    end
  end)
end

local MARK_KEYS = { true, true, x = true, y = true, z = true, colour = true, radius = true, units = true, label = true }

local function paint_mark(self, canvas, view, mark, what)
  -- Nodes, followers and other objects tell where they are, and no more.
  local own = type(mark) == "table" and getmetatable(mark) == nil
  if own then check_keys(mark, MARK_KEYS, what) end
  local x, y = own and mark[1] or mark.x, own and mark[2] or mark.y
  if own and x == nil then x, y = mark.x, mark.y end
  if type(x) ~= "number" or type(y) ~= "number" or x - x ~= 0 or y - y ~= 0 then
    error(what .. ": x and y expected, finite numbers", 0)
  end
  local radius = own and mark.radius or self.theme.mark_size
  if type(radius) ~= "number" or not (radius >= 0 and radius < huge) then error(what .. ": radius >= 0 expected", 0) end
  if own and mark.units then radius = radius * view.scale end
  local colour = own and mark.colour ~= nil and theme.colour(mark.colour, what) or self.theme.mark
  x, y = self:project(x, y, mark.z or 0)
  local reach = radius / view.scale
  if not meets(view, x - reach, y - reach, x + reach, y + reach) then return end
  canvas:disc(x, y, radius, colour, self.theme.casing, 2)
  if own and mark.label ~= nil then
    local label = tostring(mark.label)
    -- On Lua 5.1 __tostring may give anything.
    if type(label) ~= "string" then check.wrong(what .. ": label", "text", kind_of(label)) end
    local ink = theme.is_light(colour) and self.theme.ink or self.theme.text
    canvas:label(x, y, label, ink, size_within(label, 1.35 * radius, 1.7 * radius), "middle", 0, 0)
  end
end

local function paint_marks(self, canvas, view)
  local marks = self.asked.marks
  if not marks then return end
  if type(marks) ~= "table" or rawget(marks, "x") then error("option 'marks': array of marks expected", 0) end
  for i, mark in elements(marks) do
    local what = ("option 'marks': mark %d"):format(i)
    if type(mark) ~= "table" and kind_of(mark) ~= "node" then
      check.wrong(what, "table or node", kind_of(mark))
    end
    if kind_of(mark) ~= "node" or self:is_on_level(mark) then paint_mark(self, canvas, view, mark, what) end
  end
end

---- Layers: texts -----------------------------------------------------------------------------------------------

-- In a cell: f large in the middle, g above it to the left, h to the right, the name below; a single one in the middle.
local function label_cell(self, canvas, view, wanted, node, fill, cost, estimate)
  local x, y = self:place(node)
  local side = self.lay.size * view.scale
  if not meets(view, x - self.lay.reach_x, y - self.lay.reach_y, x + self.lay.reach_x, y + self.lay.reach_y) then return end
  local ink = theme.is_light(fill) and self.theme.ink or self.theme.text
  local texts, count = {}, 0
  local function set(key, text)
    if wanted[key] and text then texts[key], count = text, count + 1 end
  end
  set("name", node.name)
  set("id", tostring(node.id))
  if cost then
    set("g", short(cost))
    set("h", short(estimate))
    set("f", short(cost + estimate))
  end
  local function put(key, dx, dy, size, width)
    local text = texts[key]
    if not text then return end
    if count == 1 then dx, dy, size, width = 0, 0, 0.32, 0.84 end
    canvas:label(x, y, text, ink, size_within(text, size * side, width * side), "middle", dx * side, dy * side)
  end
  if side < SMALLEST_WITH_SUM and texts.f then texts.g, texts.h, count = nil, nil, texts.name and 2 or 1 end
  put("f", 0, 0.1, 0.26, 0.84)
  put("g", -0.23, -0.22, 0.16, 0.4)
  put("h", 0.23, -0.22, 0.16, 0.4)
  put("name", 0, texts.f and 0.3 or 0.05, 0.17, 0.84)
  put("id", 0, -0.36, 0.14, 0.84)
end

-- Beside a waypoint: its name, below it f and the sum that it is, or those of the three that are wanted; nil for nothing.
local function text_of(wanted, node, cost, estimate)
  local rows = {}
  local head = wanted.id and tostring(node.id) or ""
  if wanted.name and node.name then head = head .. (head ~= "" and " " or "") .. node.name end
  if head ~= "" then rows[1] = head end
  if cost then
    if wanted.f then rows[#rows + 1] = "f " .. short(cost + estimate) end
    if wanted.g and wanted.h then
      rows[#rows + 1] = short(cost) .. " + " .. short(estimate)
    elseif wanted.g then
      rows[#rows + 1] = "g " .. short(cost)
    elseif wanted.h then
      rows[#rows + 1] = "h " .. short(estimate)
    end
  end
  return #rows > 0 and table.concat(rows, "\n") or nil
end

-- How wide and high a text is, about, in pixels.
local function text_size(text, size)
  local rows, letters = 0, 0
  for row in (text .. "\n"):gmatch("(.-)\n") do
    local _, count = row:gsub("[^\128-\191]", "")
    rows, letters = rows + 1, max(letters, count)
  end
  return min(LARGEST_LABEL, 0.6 * size * letters), min(LARGEST_LABEL, 1.2 * size * rows)
end

-- The lines that labels should not cover, in pixels: routes, and links; all of those, or the ones that meet the view.
local function lines_to_spare(self, view, to_pixels, all)
  local list, colours = {}, self.theme
  local function add(x1, y1, x2, y2, half, route)
    x1, y1 = to_pixels(x1, y1)
    x2, y2 = to_pixels(x2, y2)
    -- What lies beyond such numbers is not looked at.
    if max(abs(x1), abs(y1), abs(x2), abs(y2)) < 1e6 * FARTHEST_LABEL then
      list[#list + 1] = { x1 = x1, y1 = y1, x2 = x2, y2 = y2, half = half, route = route }
    end
  end
  if self:shows "paths" then
    for _, route in ipairs(routes_of(self, view)) do
      for _, line in ipairs(route.lines) do
        for i = 3, #line, 2 do add(line[i - 2], line[i - 1], line[i], line[i + 1], (colours.route_size + RIM) / 2, true) end
      end
    end
  end
  if self:shows "links" then
    for _, link in ipairs(self:all_links()) do
      local x1, y1 = self:place(link[1])
      local x2, y2 = self:place(link[2])
      if all or meets(view, min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)) then
        add(x1, y1, x2, y2, (link.terrain and 3.5 or 1) * colours.link_size / 2, false)
      end
    end
  end
  return list
end

-- Finds a place for each label { x, y (in pixels), text, … }. Remembered as long as nothing moved; x and y tell what a projection does.
local function place_labels(self, labels, view, to_pixels)
  local colours = self.theme
  local parts = { self.theme_number, self:stamp(), view.scale, view.a or "", view.b or "", view.c or "", view.d or "" }
  for _, label in ipairs(labels) do
    parts[#parts + 1] = ("%.9g %.9g %.9g"):format(label.x, label.y, label.reach)
    parts[#parts + 1] = label.text or ""
    label.w, label.h = 0, 0
    if label.text then label.w, label.h = text_size(label.text, colours.label_size) end
  end
  if self:shows "paths" then self:each_path(function(path) parts[#parts + 1] = number_of(path) end) end
  if view.edges then parts[#parts + 1] = table.concat(view.edges, " ") end
  local key = table.concat(parts, "\0")
  if key == self.label_key then
    for i, label in ipairs(labels) do
      local known = self.label_places[i]
      label.align, label.dx, label.dy = known.align, known.dx, known.dy
    end
    return
  end
  local edges
  if view.edges then
    local ax, ay = to_pixels(view.edges[1], view.edges[2])
    local bx, by = to_pixels(view.edges[3], view.edges[4])
    edges = { ax, ay, bx, by }
  end
  labelling(labels, lines_to_spare(self, view, to_pixels, #labels <= MANY_LABELS), edges)
  self.label_places, self.label_key = labels, key
end

-- Paints texts beside waypoints, or places of a plane: notes of { node, x, y, reach (radius in pixels), text }.
local function paint_texts(self, canvas, view, notes)
  local colours, labels = self.theme, {}
  local a, b, c, d = view.a or view.scale, view.b or 0, view.c or 0, view.d or view.scale
  local function to_pixels(x, y) return a * x + b * y, c * x + d * y end
  for _, note in ipairs(notes) do
    if #notes <= MANY_LABELS or meets(view, note.x, note.y, note.x, note.y) then
      local x, y = to_pixels(note.x, note.y)
      if abs(x) < FARTHEST_LABEL and abs(y) < FARTHEST_LABEL then
        labels[#labels + 1] = { x = x, y = y, note = note, text = note.text, reach = note.reach, gap = 1.4 * note.reach + 3 }
      end
    end
  end
  if #labels <= MOST_LABELS then
    place_labels(self, labels, view, to_pixels)
  else
    for _, label in ipairs(labels) do label.align, label.dx, label.dy = "left", label.gap, 0 end
  end
  for _, label in ipairs(labels) do
    local note = label.note
    if label.text and meets(view, note.x, note.y, note.x, note.y) then
      canvas:label(note.x, note.y, label.text, colours.text, colours.label_size, label.align, label.dx, label.dy, colours.casing)
    end
  end
end

-- Of what is in reach there is no estimate to tell.
local function only_cost(wanted)
  return { name = wanted.name, id = wanted.id, g = wanted.g or wanted.f }
end

-- What stands for a node where a plane has places.
local NO_NODE = {}

local function paint_labels(self, canvas, view)
  local wanted = wanted_labels(self.asked.labels)
  if not wanted then return end
  local search, colours = self:shown_search(), self.theme
  local range = not search and self:shows "range" and self:shown "range"
  if self.kind == "grid" and self.lay.size * view.scale >= SMALLEST_WITH_LABEL then
    local current = self:shown_current()
    if search then
      for c, r, state, cost, estimate in self:touched(search) do
        local node = self.space:cell(c, r, self:level())
        local fill = node == current and colours.current or colours[state]
        label_cell(self, canvas, view, wanted, node, fill, cost, estimate)
      end
    elseif range then
      for c, r, state, cost in self:touched(range) do
        if state == "closed" then
          local fill = overlay.colour_of_cell(self, c, r)
          label_cell(self, canvas, view, only_cost(wanted), self.space:cell(c, r, self:level()), fill, cost, 0)
        end
      end
      search = range
    end
    local col, row, width, height = 1, 1, self.lay.width, self.lay.height
    if not self.asked.project then col, row, width, height = self.lay:seen_cells(view) end
    if col and (wanted.name or wanted.id) then
      for c, r, terrain, blocked in self:tiles(col, row, width, height) do
        local node = self.space:cell(c, r, self:level())
        if (wanted.id or node.name) and not (search and search:state(node) ~= "none") then
          label_cell(self, canvas, view, wanted, node, colours:of_terrain(terrain, blocked))
        end
      end
    end
  end
  if self.kind == "plane" then
    if not search then return end
    local notes = {}
    for at, _, cost, estimate in search:nodes() do
      local x, y = self:project(at.x, at.y)
      notes[#notes + 1] = { x = x, y = y, reach = colours.place_size, text = text_of(wanted, NO_NODE, cost, estimate) }
    end
    return paint_texts(self, canvas, view, notes)
  end
  local size, room = node_size(self, view)
  if room and room < SMALLEST_WITH_LABEL then return end
  if range then search, wanted = range, only_cost(wanted) end
  local waypoints, notes = self:all_waypoints(), {}
  for _, note in ipairs(waypoints) do
    local node = note.node
    local x, y = self:place(note)
    if #waypoints <= MANY_LABELS or meets(view, x, y, x, y) then
      local cost = search and search:cost(node)
      local text = text_of(wanted, node, cost, cost and search:estimate(node))
      notes[#notes + 1] = { x = x, y = y, reach = (note.terrain and 1.75 or 1.15) * size, text = text }
    end
  end
  paint_texts(self, canvas, view, notes)
end

---- All layers ---------------------------------------------------------------------------------------------------

-- In the order of painting: name, kinds of spaces that have it, whether sizes in pixels matter, what it depends on
-- beside the theme ("space", "search", "range", "flow", "shades", "paths"; "always": on what cannot be told), and how it is
-- painted.
local LAYERS = {
  { "ground", "grid", false, { "space" }, function(self, canvas, view)
    return (self.asked.project and paint_projected_cells or paint_cells)(self, canvas, view)
  end },
  { "ground", "plane", false, { "space" }, paint_plane },
  { "obstacles", "plane", true, { "space" }, paint_obstacles },
  { "shades", "graph grid", true, { "space", "shades" }, overlay.paint_shades },
  { "range", "graph grid", true, { "space", "range" }, overlay.paint_range },
  { "states", "grid", false, { "search" }, paint_cell_states },
  { "walls", "grid", true, { "space" }, paint_walls },
  { "links", "graph grid plane", true, { "space", "search" }, paint_links },
  { "rays", "plane", true, { "search" }, paint_rays },
  { "tree", "graph grid plane", true, { "space", "search" }, paint_tree },
  { "nodes", "graph grid", true, { "space", "search" }, paint_waypoints },
  { "flow", "graph grid", true, { "space", "flow" }, overlay.paint_flow },
  { "paths", "graph grid plane", true, { "paths" }, paint_paths },
  { "nodes", "plane", true, { "search" }, paint_places },
  { "places", "graph grid plane", true, { "always" }, overlay.paint_places },
  { "ends", "graph grid plane", true, { "space", "search", "range", "flow", "paths" }, paint_ends },
  { "labels", "graph grid plane", true, { "always" }, paint_labels },
  { "marks", "graph grid plane", true, { "always" }, paint_marks },
  { "legend", "graph grid plane", true, { "always" }, legend.paint },
}

local Layer = {}
Layer.__index = Layer

-- A text that changes when what the layer shows does (but for the view, which may matter too); false: it may have
-- changed in ways that cannot be told.
function Layer:key(view)
  local of = self.picture
  local asked = of.asked
  if self.needs.always or asked.project then return false end
  local parts = { of.theme_number, of:level() }
  if self.needs.space then parts[#parts + 1] = of.space.version end
  if self.needs.search then
    parts[#parts + 1] = of:search_key()
    local current = of:asked_current()
    parts[#parts + 1] = type(current) == "table" and current.x .. "," .. current.y or number_of(current)
    parts[#parts + 1] = tostring(asked.current ~= false) .. tostring(asked.tree) .. tostring(asked.rays)
    -- Beside labels the ends look different.
    parts[#parts + 1] = asked.labels and "labels" or ""
  end
  for _, name in ipairs { "range", "flow" } do
    if self.needs[name] and of:shows(name) then
      local shown = of:shown(name)
      parts[#parts + 1] = shown and of:search_key(shown) or ""
    end
  end
  if self.needs.shades then parts[#parts + 1] = overlay.shades_key(of) end
  if self.needs.paths then of:each_path(function(path, colour)
    parts[#parts + 1] = number_of(path) .. (type(colour) == "table" and table.concat(colour, ",") or tostring(colour))
  end) end
  if view and of.lay then
    parts[#parts + 1] = gap_of(of, view)
    parts[#parts + 1] = of.lay.size * view.scale >= SMALLEST_WITH_STATE and "near" or "far"
  end
  return table.concat(parts, " ")
end

function Layer:paint(canvas, view)
  return self.paint_by(self.picture, canvas, view)
end

local function make_layers(self)
  local list = {}
  for _, entry in ipairs(LAYERS) do
    local name, kinds, sized, needs, paint_by = entry[1], entry[2], entry[3], entry[4], entry[5]
    if kinds:find(self.kind, 1, true) then
      local set = {}
      for _, need in ipairs(needs) do set[need] = true end
      list[#list + 1] = setmetatable({ picture = self, name = name, sized = sized, needs = set, paint_by = paint_by }, Layer)
    end
  end
  return list
end

-- The layers that are asked for, in the order of painting. The same table, as long as they are the same.
function Picture:layers()
  local asked = self.asked
  if not self.theme or not theme.is_current(self.theme, asked.theme) then
    self.theme = theme.resolve(asked.theme)
    self.theme_number = (self.theme_number or 0) + 1
  end
  local only = asked.layers
  if not only then return self.all end
  if type(only) ~= "table" then check.wrong("option 'layers'", "array of names", kind_of(only)) end
  local set, list = {}, {}
  for _, name in elements(only) do
    if not self.names[name] then
      error(("option 'layers': a %s has no layer '%s'%s"):format(self.kind, tostring(name), astar._hint(name, self.names)), 0)
    end
    set[name] = true
  end
  for _, layer in ipairs(self.all) do
    if set[layer.name] then list[#list + 1] = layer end
  end
  return list
end

-- The largest scale at which all of the space fits into so many pixels together with its legend; and the width and height of the
-- legend, 0 where it does not lie on that side.
function Picture:fit(width, height)
  self:layers() -- the theme
  local x1, y1, x2, y2 = self:bounds()
  return legend.fit(self, x1, y1, x2, y2, width, height)
end

-- How much wider and higher than the map its legend makes a picture.
function Picture:room_for_legend(x1, y1, x2, y2, scale)
  local _, width, height = legend.measure(self, x1, y1, x2, y2, scale)
  return width, height
end

-- A picture of a graph, grid or plane; the arguments are those of a scene.
function picture.new(space, asked, name)
  local self = setmetatable({ names = {} }, Picture)
  scene.init(self, space, asked, name)
  self.all = make_layers(self)
  for _, layer in ipairs(self.all) do self.names[layer.name] = true end
  return self
end

return picture
