-- What pictures show for many units, over the ground: the values of layers as shades, what is in reach by turns, flows as
-- arrows, places to stand on. astar.picture.picture paints it among its layers, and astar.picture.legend says what it means.

local check = require "astar.base.check"
local scene = require "astar.picture.scene"
local theme = require "astar.theme"

local abs, ceil, floor, max, min, sqrt, huge = math.abs, math.ceil, math.floor, math.max, math.min, math.sqrt, math.huge

local overlay = {}

-- A shade has one of so many strengths.
local STRENGTHS = 10

-- In pixels: cells that are smaller share an arrow; cells in which the place has a number.
local SMALLEST_WITH_ARROW, SMALLEST_WITH_NUMBER = 18, 22

-- Of an arrow, in lengths of it, which is so much of a cell: the head and half its width, and half the width of the shaft.
local ARROW, HEAD, HEAD_WIDTH, SHAFT_WIDTH = 0.56, 0.46, 0.27, 0.065

-- Of rings and shades round waypoints, in radii of these.
local RING = 2.2

-- More turns than these are not listed one by one.
local MOST_LISTED = 8

local kind_of, elements = check.kind_of, scene.elements

local function meets(view, x, y, reach_x, reach_y)
  return x + reach_x >= view.x1 and x - reach_x <= view.x2 and y + reach_y >= view.y1 and y - reach_y <= view.y2
end

local function faded(colour, share)
  return { colour[1], colour[2], colour[3], colour[4] * share }
end

local function opaque(colour)
  return { colour[1], colour[2], colour[3], 1 }
end

-- The corners of a cell as the picture has them; size: 1 for all of it.
local function corners_of(picture, col, row, z, size)
  local lay, points = picture.lay, {}
  local x, y = lay:place(col, row)
  for i = 1, #lay.shape, 2 do
    points[i], points[i + 1] = picture:project(x + lay.shape[i] * size, y + lay.shape[i + 1] * size, z)
  end
  return points
end

-- Fills a cell, if it is seen.
local function fill_cell(picture, canvas, view, col, row, size, colour)
  local lay = picture.lay
  if picture.asked.project then
    canvas:polygon(corners_of(picture, col, row, picture.space:cell(col, row).z, size), colour)
    return
  end
  local x, y = lay:place(col, row)
  if meets(view, x, y, lay.reach_x, lay.reach_y) then canvas:shape(lay.shape, x, y, size, colour) end
end

---- Shades ---------------------------------------------------------------------------------------------------------

local SHADE_KEYS = { layer = true, colour = true, name = true, most = true }

-- Whether a layer is one of the picture's space: nothing else tells.
local function is_of(picture, layer)
  local node = picture:any_node()
  return not node or (check.attempt(layer.get, layer, node))
end

-- The layers to show: { layer, colour, name, most (the value of the strongest shade, or nil) }.
function overlay.shades(picture)
  local asked = picture.asked.shades
  if not asked then return {} end
  if type(asked) ~= "table" then check.wrong("option 'shades'", "array of layers", kind_of(asked)) end
  local list = {}
  for i, entry in elements(asked) do
    local what = ("option 'shades': entry %d"):format(i)
    local shade = { layer = entry, colour = picture.theme.shade }
    if type(entry) == "table" then
      entry = scene.plain(entry)
      scene.check_keys(entry, SHADE_KEYS, what)
      shade.layer, shade.name, shade.most = entry.layer, entry.name, entry.most
      if entry.colour ~= nil then shade.colour = theme.colour(entry.colour, what) end
    end
    if kind_of(shade.layer) ~= "layer" then check.wrong(what, "layer", kind_of(shade.layer)) end
    if not is_of(picture, shade.layer) then error(("%s: a layer of another %s"):format(what, picture.kind), 0) end
    if shade.name ~= nil and type(shade.name) ~= "string" then
      check.wrong(what .. ": name", "string", kind_of(shade.name))
    end
    local most = shade.most
    if most ~= nil and (type(most) ~= "number" or not (most > 0 and most < huge)) then
      check.wrong(what .. ": most", "number > 0", check.show(most))
    end
    shade.name = shade.name or shade.layer.name
    list[i] = shade
  end
  return list
end

-- A text that changes when what is shown of layers does.
function overlay.shades_key(picture)
  local parts = {}
  for i, shade in ipairs(overlay.shades(picture)) do
    parts[i] = ("%d/%s/%s/%s"):format(scene.number_of(shade.layer), shade.layer.version, table.concat(shade.colour, ","), shade.most or "")
  end
  return table.concat(parts, " ")
end

-- The values above 0 of a layer, { value, col, row } of cells and { value, note } of waypoints, and the largest. Remembered
-- as long as the layer and the space stay as they are.
local function values_of(picture, layer)
  local key = layer.version .. " " .. picture:stamp()
  picture.shade_values = picture.shade_values or setmetatable({}, { __mode = "k" })
  local values = picture.shade_values[layer]
  if values and values.key == key then return values end
  local lay = picture.lay
  values = { key = key, most = 0 }
  local function add(value, col, row, note)
    values[#values + 1] = { value = value, col = col, row = row, note = note }
    values.most = max(values.most, value)
  end
  for row = 1, lay and lay.height or 0 do
    for col = 1, lay.width do
      local value = layer:get(col, row, picture:level())
      if value > 0 then add(value, col, row) end
    end
  end
  for _, note in ipairs(picture:all_waypoints()) do
    local value = layer:get(note.node)
    if value > 0 then add(value, nil, nil, note) end
  end
  picture.shade_values[layer] = values
  return values
end

local function paint_shades(picture, canvas, view)
  local radius = RING * picture:node_size(view)
  local reach = radius / view.scale
  local size = picture.lay and 1 - picture:gap(view)
  for _, shade in ipairs(overlay.shades(picture)) do
    local values, colours = values_of(picture, shade.layer), {}
    local most = shade.most or values.most
    -- One table for each strength, as canvases gather shapes of one colour.
    for i = 1, STRENGTHS do colours[i] = faded(shade.colour, i / STRENGTHS) end
    for _, at in ipairs(values) do
      local colour = colours[max(1, min(STRENGTHS, ceil(at.value / most * STRENGTHS - 1e-9)))]
      if at.col then
        fill_cell(picture, canvas, view, at.col, at.row, size, colour)
      else
        local x, y = picture:place(at.note)
        if meets(view, x, y, reach, reach) then canvas:disc(x, y, radius, colour) end
      end
    end
  end
end

---- What is in reach -----------------------------------------------------------------------------------------------

-- What the range has expanded, by turns: { cells = { col, row, turn, ... }, turn_at (by row * (width + 1) + col),
-- nodes = { node, turn, ... }, last (the last turn), has_turns }. Remembered as long as the range stays as it is.
function overlay.bands(picture)
  local range = picture:shown "range"
  if not range then return nil end
  local key = picture:search_key(range)
  if picture.bands_key == key then return picture.bands end
  local bands = { cells = {}, turn_at = {}, nodes = {}, last = 1 }
  -- One node tells whether there are any turns.
  local function turn_of(node)
    local turn = range:turns(node)
    bands.has_turns = turn ~= nil
    bands.last = max(bands.last, turn or 1)
    return turn or 1
  end
  local lay, space = picture.lay, picture.space
  if lay then
    local cells = bands.cells
    for col, row, state in picture:touched(range) do
      if state == "closed" then
        local turn = bands.has_turns ~= false and turn_of(space:cell(col, row, picture:level())) or 1
        local n = #cells
        cells[n + 1], cells[n + 2], cells[n + 3] = col, row, turn
        bands.turn_at[row * (lay.width + 1) + col] = turn
      end
    end
  end
  for _, note in ipairs(picture:all_waypoints()) do
    if range:state(note.node) == "closed" then
      bands.nodes[#bands.nodes + 1] = { note = note, turn = turn_of(note.node) }
    end
  end
  picture.bands, picture.bands_key = bands, key
  return bands
end

-- The colour of a turn; the first and the last are those of the theme.
function overlay.colour_of_turn(picture, turn, last)
  local colours = picture.theme
  local share = last > 1 and (turn - 1) / (last - 1) or 0
  local colour = theme.mix(colours.range, colours.range_far, share)
  colour[4] = colours.range[4] + (colours.range_far[4] - colours.range[4]) * share
  return colour
end

-- The colour of a cell that is in reach: its ground with that of its turn over it.
function overlay.colour_of_cell(picture, col, row)
  local bands = overlay.bands(picture)
  local colour = overlay.colour_of_turn(picture, bands.turn_at[row * (picture.lay.width + 1) + col] or 1, bands.last)
  return theme.mix(picture.theme:of_terrain(picture.space:get(col, row, picture:level())), colour, colour[4])
end

-- Which cell lies beyond an edge: columns and rows to add, by the parities of column and row and the number of the edge.
local function neighbours_of(lay)
  local beyond = {}
  local near = 1e-3 * lay.size
  for parity = 0, 3 do
    local list = {}
    beyond[parity] = list
    local col, row = 2 + parity % 2, 2 + floor(parity / 2)
    local x, y = lay:place(col, row)
    for edge = 1, #lay.shape / 2 do
      local i, k = 2 * edge - 1, 2 * edge % #lay.shape + 1
      local wanted_x, wanted_y = x + lay.shape[i] + lay.shape[k], y + lay.shape[i + 1] + lay.shape[k + 1]
      for down = -1, 1 do
        for across = -1, 1 do
          local bx, by = lay:place(col + across, row + down)
          if abs(bx - wanted_x) < near and abs(by - wanted_y) < near then list[edge] = { across, down } end
        end
      end
    end
  end
  return beyond
end

-- Joins edges that follow on each other, { x1, y1, x2, y2, from, to } with the names of their corners, to lines.
local function joined(edges)
  local lines, after = {}, {}
  for i = #edges, 1, -1 do
    local edge = edges[i]
    edge.next = after[edge.from]
    after[edge.from] = edge
  end
  for _, first in ipairs(edges) do
    if not first.done then
      local edge, line = first, { first[1], first[2] }
      while edge do
        edge.done = true
        line[#line + 1], line[#line + 2] = edge[3], edge[4]
        local found = after[edge.to]
        while found and found.done do found = found.next end
        after[edge.to] = found
        edge = found
      end
      lines[#lines + 1] = line
    end
  end
  return lines
end

-- The rim of what is reached up to each turn: lines by turn.
local function rims_of(picture, bands)
  local lay, space, cells, turn_at = picture.lay, picture.space, bands.cells, bands.turn_at
  local beyond, edges, rims = neighbours_of(lay), {}, {}
  local shape, projects = lay.shape, picture.asked.project
  local grain = 1e3 / lay.size
  local function name_of(x, y)
    return ("%.0f,%.0f"):format(floor((x - lay.x) * grain + 0.5), floor((y - lay.y) * grain + 0.5))
  end
  for i = 1, #cells, 3 do
    local col, row, turn = cells[i], cells[i + 1], cells[i + 2]
    local x, y = lay:place(col, row)
    local sides = beyond[col % 2 + 2 * (row % 2)]
    local z = projects and space:cell(col, row).z
    for edge = 1, #shape / 2 do
      local side = sides[edge]
      local c, r = col + (side and side[1] or 0), row + (side and side[2] or 0)
      local there = side and c >= 1 and c <= lay.width and turn_at[r * (lay.width + 1) + c] or huge
      if there > turn then
        local a, b = 2 * edge - 1, 2 * edge % #shape + 1
        local x1, y1, x2, y2 = x + shape[a], y + shape[a + 1], x + shape[b], y + shape[b + 1]
        local from, to = name_of(x1, y1), name_of(x2, y2)
        if projects then
          x1, y1 = picture:project(x1, y1, z)
          x2, y2 = picture:project(x2, y2, z)
          from, to = from .. "," .. z, to .. "," .. z
        end
        edges[turn] = edges[turn] or {}
        edges[turn][#edges[turn] + 1] = { x1, y1, x2, y2, from = from, to = to }
      end
    end
  end
  for turn, list in pairs(edges) do rims[turn] = joined(list) end
  return rims
end

local function paint_range(picture, canvas, view)
  local bands = overlay.bands(picture)
  if not bands then return end
  local lay, colours = picture.lay, {}
  for turn = 1, bands.last do colours[turn] = overlay.colour_of_turn(picture, turn, bands.last) end
  if lay then
    local cells, size = bands.cells, 1 - picture:gap(view)
    for i = 1, #cells, 3 do fill_cell(picture, canvas, view, cells[i], cells[i + 1], size, colours[cells[i + 2]]) end
    local width = min(picture.theme.range_size, 0.16 * lay.size * view.scale)
    local rims = rims_of(picture, bands)
    -- The nearest turn on top: its rim is whole.
    for turn = bands.last, 1, -1 do
      for _, line in ipairs(rims[turn] or {}) do canvas:line(line, picture.theme.casing, width + 2 * theme.RIM) end
    end
    for turn = bands.last, 1, -1 do
      for _, line in ipairs(rims[turn] or {}) do canvas:line(line, opaque(colours[turn]), width) end
    end
  end
  local radius = RING * picture:node_size(view)
  local reach = radius / view.scale
  for _, at in ipairs(bands.nodes) do
    local x, y = picture:place(at.note)
    if meets(view, x, y, reach, reach) then
      local width = min(picture.theme.range_size, radius / 4)
      canvas:disc(x, y, radius, nil, picture.theme.casing, width + 2 * theme.RIM)
      canvas:disc(x, y, radius, colours[at.turn], opaque(colours[at.turn]), width)
    end
  end
end

---- Flows ----------------------------------------------------------------------------------------------------------

-- An arrow round x, y along dx, dy, its length, in units of the space. First its rim, so many units wide, or itself.
local function paint_arrow(canvas, x, y, dx, dy, rim, colour)
  local long = sqrt(dx * dx + dy * dy)
  if long == 0 or long ~= long then return end
  local ux, uy = dx / long, dy / long
  local function shape(...)
    local points = { ... }
    for i = 1, #points, 2 do
      local along, aside = points[i], points[i + 1]
      points[i], points[i + 1] = along * ux - aside * uy, along * uy + aside * ux
    end
    canvas:shape(points, x, y, 1, colour)
  end
  local tip, tail, neck = long / 2, -long / 2, long / 2 - HEAD * long
  local thin, wide = SHAFT_WIDTH * long + rim, HEAD_WIDTH * long
  shape(tail - rim, -thin, neck, -thin, neck, thin, tail - rim, thin)
  -- The sides of the head move out by the width of the rim.
  local slope = HEAD_WIDTH / HEAD
  local more = rim * sqrt(1 + slope * slope) / slope
  local side = wide + slope * (more + rim)
  shape(tip + more, 0, neck - rim, side, neck - rim, -side)
end

-- Whether the unit of a flow can enter a terrain.
local function entry_of(picture, flow)
  local costs = flow.unit and picture.space:unit(flow.unit) or {}
  return function(terrain)
    local cost = costs[terrain]
    if cost == nil then cost = costs.default end
    return cost ~= false and cost ~= huge
  end
end

local function arrows_of_cells(picture, flow, view, add)
  local lay = picture.lay
  local projects, enters = picture.asked.project, entry_of(picture, flow)
  local every = max(1, ceil(SMALLEST_WITH_ARROW / (lay.size * view.scale)))
  if every == huge or every ~= every then return end
  local middle = floor((every - 1) / 2)
  local long = ARROW * lay.size * every
  local first_col, first_row, width, height = 1, 1, lay.width, lay.height
  if not projects then first_col, first_row, width, height = lay:seen_cells(view) end
  if not first_col then return end
  for col, row, terrain, blocked, z in picture:tiles(first_col, first_row, width, height) do
    if (col - 1) % every == middle and (row - 1) % every == middle and not blocked and enters(terrain) then
      local x, y = lay:place(col, row)
      local dx, dy = flow:direction(x, y, picture:level())
      if dx then
        dx, dy = dx * long, dy * long
        if projects then
          local ax, ay = picture:project(x - dx / 2, y - dy / 2, z)
          local bx, by = picture:project(x + dx / 2, y + dy / 2, z)
          x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay
        end
        if meets(view, x, y, long, long) then add(x, y, dx, dy) end
      end
    end
  end
end

-- From each waypoint, on the way to the next node.
local function arrows_of_waypoints(picture, flow, view, add)
  local radius = picture:node_size(view)
  for _, note in ipairs(picture:all_waypoints()) do
    local next = not note.blocked and flow:next(note.node)
    if next and scene.is_there(next) then
      local x1, y1 = picture:place(note)
      local x2, y2 = picture:place(next)
      local dx, dy = x2 - x1, y2 - y1
      local far = sqrt(dx * dx + dy * dy)
      -- What is free of the two discs, but no longer than suits the waypoints.
      local long = min(far - 2.6 * radius / view.scale, 4.5 * radius / view.scale)
      if long > 0 then
        local x, y = (x1 + x2) / 2, (y1 + y2) / 2
        if meets(view, x, y, long, long) then add(x, y, dx / far * long, dy / far * long) end
      end
    end
  end
end

local function paint_flow(picture, canvas, view)
  local flow = picture:shown "flow"
  if not flow then return end
  local list, colours = {}, picture.theme
  local function add(x, y, dx, dy)
    local n = #list
    list[n + 1], list[n + 2], list[n + 3], list[n + 4] = x, y, dx, dy
  end
  if picture.lay then arrows_of_cells(picture, flow, view, add) end
  arrows_of_waypoints(picture, flow, view, add)
  for i = 1, #list, 4 do paint_arrow(canvas, list[i], list[i + 1], list[i + 2], list[i + 3], theme.RIM / view.scale, colours.casing) end
  for i = 1, #list, 4 do paint_arrow(canvas, list[i], list[i + 1], list[i + 2], list[i + 3], 0, colours.flow) end
end

---- Places ---------------------------------------------------------------------------------------------------------

-- Calls visit(x, y, number) for each place, as the picture has it.
function overlay.each_place(picture, visit)
  local places = picture.asked.places
  if not places then return end
  if type(places) ~= "table" or rawget(places, "x") then error("option 'places': array of places expected", 0) end
  for i, place in elements(places) do
    local what = ("option 'places': place %d"):format(i)
    local own = type(place) == "table" and getmetatable(place) == nil
    if type(place) ~= "table" and kind_of(place) ~= "node" then
      check.wrong(what, "node or table", kind_of(place))
    end
    local x, y, z = own and place[1] or place.x, own and place[2] or place.y, place.z
    if own and x == nil then x, y = place.x, place.y end
    if type(x) ~= "number" or type(y) ~= "number" or x - x ~= 0 or y - y ~= 0 then
      error(what .. ": x and y expected, finite numbers", 0)
    end
    x, y = picture:project(x, y, z or 0)
    if kind_of(place) ~= "node" or picture:is_on_level(place) then visit(x, y, i) end
  end
end

local function paint_places(picture, canvas, view)
  local colours, lay = picture.theme, picture.lay
  local radius = colours.spot_size
  local numbered = true
  if lay then
    local side = lay.size * view.scale
    radius, numbered = min(radius, 0.36 * side), side >= SMALLEST_WITH_NUMBER
  end
  local reach = radius / view.scale
  overlay.each_place(picture, function(x, y, number)
    if not meets(view, x, y, reach, reach) then return end
    canvas:disc(x, y, radius, colours.casing, colours.spot, min(2, radius / 3))
    if not numbered or radius < 6 then return end
    local text = ("%d"):format(number)
    canvas:label(x, y, text, colours.text, min(1.15 * radius, 1.6 * radius / (0.6 * #text)), "middle", 0, 0)
  end)
end

---- Legends --------------------------------------------------------------------------------------------------------

-- Adds what a legend says of all this.
function overlay.entries(picture, add)
  local colours = picture.theme
  if picture:shows "shades" then
    for _, shade in ipairs(overlay.shades(picture)) do
      add { shape = "square", colour = faded(shade.colour, 1), name = shade.name }
    end
  end
  local bands = picture:shows "range" and overlay.bands(picture)
  if bands then
    local step = bands.last > MOST_LISTED and bands.last - 1 or 1
    for turn = 1, bands.last, step do
      local colour = overlay.colour_of_turn(picture, turn, bands.last)
      add {
        shape = picture.kind == "grid" and "square" or "disc", colour = colour, rim = opaque(colour),
        name = bands.has_turns and ("turn %d"):format(turn) or "in reach",
      }
    end
  end
  if picture:shows "flow" and picture:shown "flow" then add { shape = "arrow", colour = colours.flow, name = "flow" } end
  local any = false
  if picture:shows "places" then overlay.each_place(picture, function() any = true end) end
  if any then add { shape = "disc", colour = colours.casing, rim = colours.spot, name = "place" } end
end

overlay.paint_shades, overlay.paint_range, overlay.paint_flow, overlay.paint_places = paint_shades, paint_range, paint_flow, paint_places
overlay.paint_arrow = paint_arrow

return overlay
