-- The legend of a picture: what its entries are, how they are laid out beside or below the map, and how they are painted.

local astar = require "astar"
local check = require "astar.base.check"
local overlay = require "astar.picture.overlay"
local scene = require "astar.picture.scene"
local theme = require "astar.theme"

local legend = {}

local max, min = math.max, math.min

-- In heights of the text: the swatch and its distance from the text, the distance between entries, the height of a row; and, in
-- pixels, the distance from the map.
local SWATCH, SPACE, BETWEEN, ROW, AWAY = 1.15, 0.45, 1.3, 1.75, 10

---- What is in it -----------------------------------------------------------------------------------------------------

local elements, plain = scene.elements, scene.plain

local LONG = { route = true, line = true, arrow = true }
local SHAPES = { square = true, line = true, disc = true, none = true }
local STATES = { open = true, closed = true, current = true, excluded = true }
local STATE_NAMES = { open = true, closed = true, current = true, excluded = true, blocked = true }
local KEYS = { name = true, colour = true, shape = true, terrain = true, state = true }

-- How a state shows: on grids as squares, else as discs.
local function state_entry(picture, state, name)
  local shape = picture.kind == "grid" and "square" or "disc"
  return { shape = shape, colour = picture.theme[state], cross = state == "excluded", name = name or state }
end

local function terrain_entry(picture, terrain, name)
  return { shape = "square", colour = picture.theme:of_terrain(terrain), name = name or terrain }
end

local function blocked_entry(picture, name)
  if picture.kind == "grid" then return { shape = "block", terrain = "default", name = name or "blocked" } end
  return { shape = "disc", colour = picture.theme.blocked, rim = picture.theme.link, name = name or "blocked" }
end

-- The terrains that occur, in the order in which they come first, and whether anything is blocked; on grids of cells, else of
-- waypoints and links. Remembered as long as the space stays as it is.
local function ground_of(picture)
  if picture.ground_stamp == picture:stamp() then return picture.ground_list, picture.ground_blocked end
  local list, known, blocked = {}, {}, false
  local function see(terrain)
    if terrain and not known[terrain] then
      known[terrain] = true
      list[#list + 1] = terrain
    end
  end
  if picture.kind == "grid" then
    local terrains, bars = picture.third, picture.fourth
    for i = 1, picture:gather(picture:tiles()) do
      if bars[i] then
        blocked = blocked or terrains[i]
      else
        see(terrains[i])
      end
    end
  end
  if picture.kind ~= "plane" then
    for _, note in ipairs(picture:all_waypoints()) do
      see(note.terrain)
      blocked = blocked or note.blocked and "default"
    end
    for _, link in ipairs(picture:all_links()) do see(link.terrain) end
  end
  picture.ground_list, picture.ground_blocked, picture.ground_stamp = list, blocked, picture:stamp()
  return list, blocked
end

-- A name of the user's: of a state, or of a terrain.
local function named_entry(picture, name, what)
  if name == "blocked" then return blocked_entry(picture) end
  if STATES[name] then return state_entry(picture, name) end
  local hint = astar._hint(name, STATE_NAMES)
  if hint ~= "" and not picture.theme.terrain[name] then
    local occurs = false
    for _, terrain in ipairs((ground_of(picture))) do occurs = occurs or terrain == name end
    if not occurs then
      error(("%s: there is no state '%s'%s; for a terrain of that name write { terrain = %q }"):format(what, name, hint, name), 0)
    end
  end
  return terrain_entry(picture, name)
end

-- An entry that the user gives: a name, or a table.
local function own_entry(picture, given, what)
  if type(given) == "string" then return named_entry(picture, given, what) end
  if type(given) ~= "table" then
    check.wrong(what, "name or table", check.kind_of(given))
  end
  given = plain(given)
  scene.check_keys(given, KEYS, what)
  local name, shape = given.name, given.shape
  if name ~= nil and type(name) ~= "string" and type(name) ~= "number" then
    check.wrong(what .. ": name", "text", check.kind_of(name))
  end
  name = name and tostring(name)
  if shape ~= nil and not SHAPES[shape] then
    error(('%s: shape: "square", "line", "disc" or "none" expected, got %s'):format(what, tostring(shape)), 0)
  end
  local entry
  if given.state ~= nil then
    if given.state ~= "blocked" and not STATES[given.state] then
      error(("%s: there is no state '%s'%s"):format(what, tostring(given.state), astar._hint(given.state, STATE_NAMES)), 0)
    end
    entry = given.state == "blocked" and blocked_entry(picture, name) or state_entry(picture, given.state, name)
  elseif given.terrain ~= nil then
    if type(given.terrain) ~= "string" then
      check.wrong(what .. ": terrain", "string", check.kind_of(given.terrain))
    end
    entry = terrain_entry(picture, given.terrain, name)
  else
    entry = { shape = given.colour == nil and "none" or "square", name = name }
  end
  if not entry.name then error(what .. ": name expected", 0) end
  if given.colour ~= nil then entry.colour = theme.colour(given.colour, what) end
  entry.shape = shape or entry.shape
  if (entry.shape ~= "none" and entry.shape ~= "block") and not entry.colour then error(what .. ": colour expected", 0) end
  return entry
end

-- The states that occur, as a set.
local function states_of(picture)
  local search = picture:shown_search()
  if not search then return {} end
  local key = picture:search_key()
  if picture.legend_key ~= key then
    local set, states, count = {}, picture.second
    if picture.kind == "grid" then
      states, count = picture.third, picture:gather(picture:touched(search))
    else
      count = picture:gather(search:nodes())
    end
    for i = 1, count do set[states[i]] = true end
    picture.legend_key, picture.legend_states = key, set
  end
  return picture.legend_states
end

-- What of the numbers in cells and beside waypoints means what.
local NUMBERS = { g = "g: cost from the start", h = "h: estimate to the goal", f = "f = g + h" }

local function add_numbers(picture, add)
  local labels = picture.asked.labels
  if not labels or not picture:shown_search() then return end
  for _, key in ipairs { "g", "h", "f" } do
    local wanted = labels == true
    for _, name in elements(type(labels) == "table" and labels or {}) do wanted = wanted or name == key end
    if wanted then add { shape = "none", name = NUMBERS[key] } end
  end
end

-- All that occurs in the picture.
local function all_entries(picture)
  local list, colours, asked = {}, picture.theme, picture.asked
  local function add(entry) list[#list + 1] = entry end
  if picture:shows "ground" or picture:shows "nodes" then
    local terrains, blocked = ground_of(picture)
    -- Of a map without terrains there is nothing to tell.
    if #terrains > 1 or terrains[1] and terrains[1] ~= "default" then
      for _, terrain in ipairs(terrains) do add(terrain_entry(picture, terrain)) end
    end
    if blocked then
      local entry = blocked_entry(picture)
      entry.terrain = blocked
      add(entry)
    end
  end
  if picture:shows "obstacles" and #picture.space > 0 then add { shape = "square", colour = colours.obstacle, name = "obstacle" } end
  if picture:shows "walls" and picture.space:walls()() then add { shape = "line", colour = colours.wall, name = "wall" } end
  if picture:shows "states" or picture:shows "nodes" then
    local states = states_of(picture)
    for _, state in ipairs { "closed", "open", "excluded" } do
      if states[state] and colours[state][4] > 0 then add(state_entry(picture, state)) end
    end
    if picture:shown_current() then add(state_entry(picture, "current")) end
  end
  overlay.entries(picture, add)
  if picture:shows "rays" and asked.rays and picture:shown_search() then
    local free, hit = false, false
    for _, _, _, _, what in picture:shown_search():rays() do
      if what then hit = true else free = true end
    end
    if free then add { shape = "line", colour = colours.ray, name = "free ray" } end
    if hit then add { shape = "line", colour = colours.ray_hit, name = "ray that hits" } end
  end
  if picture:shows "tree" and asked.tree and picture:shown_search() then
    add { shape = "line", colour = colours.tree, name = "reached from" }
  end
  if picture:shows "paths" then
    local known, any = {}, false
    picture:each_path(function(_, colour, name)
      any = true
      local key = (name or "") .. "\0" .. table.concat(colour, ",")
      if not known[key] then
        known[key] = true
        add { shape = "route", colour = colour, name = name or "path" }
      end
    end)
    local search = picture:shown_search()
    if picture:shows "ends" and (any or search) then
      add { shape = "disc", colour = colours.start, name = "start" }
      if not search or search.goal then add { shape = "disc", colour = colours.goal, name = "goal" } end
    elseif picture:shows "ends" then
      local start, goals = picture:ends_of_many()
      if start then add { shape = "disc", colour = colours.start, name = "start" } end
      if goals[1] then add { shape = "disc", colour = colours.goal, name = "goal" } end
    end
  end
  if picture:shows "labels" then add_numbers(picture, add) end
  return list
end

-- The entries of a picture's legend, or nil if it has none.
function legend.entries(picture)
  local asked = picture.asked.legend
  if not asked then return nil end
  if asked == true then
    local list = all_entries(picture)
    return #list > 0 and list or nil
  end
  if type(asked) ~= "table" then check.wrong("option 'legend'", "true or an array of entries", check.kind_of(asked)) end
  local list = {}
  for i, given in elements(asked) do list[i] = own_entry(picture, given, ("option 'legend': entry %d"):format(i)) end
  return #list > 0 and list or nil
end

---- Where it lies --------------------------------------------------------------------------------------------------------

local function letters_of(text)
  local _, count = text:gsub("[^\128-\191]", "")
  return count
end

-- How wide an entry is, in pixels.
local function width_of(entry, size)
  local swatch = entry.shape == "none" and 0 or LONG[entry.shape] and 1.7 or SWATCH
  entry.swatch = swatch * size
  entry.indent = swatch > 0 and (swatch + SPACE) * size or 0
  return entry.indent + 0.6 * size * letters_of(entry.name)
end

-- In rows that are at most `room` wide, or in columns that are at most `room` high. Sets x, y of each entry, the middle of its left
-- side; gives the width and height.
local function lay_out(entries, size, room, beside)
  local x, y, wide, high, column = 0, 0, 0, 0, 0
  for _, entry in ipairs(entries) do
    local width = width_of(entry, size)
    if beside and y > 0 and y + ROW * size > room then
      x, y, column = x + column + BETWEEN * size, 0, 0
    elseif not beside and x > 0 and x + width > room then
      x, y = 0, y + ROW * size
    end
    entry.x, entry.y = x, y + ROW * size / 2
    wide, high = max(wide, x + width), max(high, y + ROW * size)
    if beside then
      column, y = max(column, width), y + ROW * size
    else
      x = x + width + BETWEEN * size
    end
  end
  return wide, high
end

-- Beside a map that is higher than it is wide, else below it.
local function goes_beside(x1, y1, x2, y2)
  return y2 - y1 > x2 - x1
end

-- Lays the legend out for a map that spans a box, at a scale: the entries, how much wider and higher the picture becomes, and
-- whether it lies beside the map. Nil without a legend.
function legend.measure(picture, x1, y1, x2, y2, scale)
  local entries = legend.entries(picture)
  if not entries then return nil, 0, 0 end
  local beside, size = goes_beside(x1, y1, x2, y2), picture.theme.legend_size
  local map_width, map_height = (x2 - x1) * scale, (y2 - y1) * scale
  local wide, high = lay_out(entries, size, beside and map_height or map_width, beside)
  if beside then return entries, wide + AWAY, max(0, high - map_height), true end
  return entries, max(0, wide - map_width), high + AWAY, false
end

-- The largest scale at which a map that spans a box fits into so many pixels together with its legend.
function legend.fit(picture, x1, y1, x2, y2, width, height)
  local function scale_in(w, h) return min(max(w, 1) / (x2 - x1), max(h, 1) / (y2 - y1)) end
  local scale, more_width, more_height = scale_in(width, height), 0, 0
  if not picture.asked.legend then return scale, 0, 0 end
  -- A smaller map has a higher legend, so the most of some rounds counts.
  for _ = 1, 4 do
    local _, w, h = legend.measure(picture, x1, y1, x2, y2, scale)
    local beside = goes_beside(x1, y1, x2, y2)
    more_width = beside and max(more_width, w) or 0
    more_height = beside and 0 or max(more_height, h)
    scale = scale_in(width - more_width, height - more_height)
  end
  return scale, more_width, more_height
end

---- Painting ---------------------------------------------------------------------------------------------------------------

local function paint_swatch(canvas, picture, entry, place, size)
  local colours = picture.theme
  local half, middle = size * SWATCH / 2, entry.swatch / 2
  local function square(share, fill)
    local points = {}
    for i, corner in ipairs { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } } do
      points[2 * i - 1], points[2 * i] = place(entry.x + middle + corner[1] * half * share, entry.y + corner[2] * half * share)
    end
    canvas:polygon(points, fill)
  end
  local function stroke(x1, y1, x2, y2, colour, width)
    local ax, ay = place(entry.x + middle + x1, entry.y + y1)
    local bx, by = place(entry.x + middle + x2, entry.y + y2)
    canvas:line({ ax, ay, bx, by }, colour, width)
  end
  if entry.shape == "square" then
    square(1, entry.colour)
    if entry.rim then
      for _, side in ipairs { { -1, -1, 1, -1 }, { 1, -1, 1, 1 }, { 1, 1, -1, 1 }, { -1, 1, -1, -1 } } do
        stroke(side[1] * half, side[2] * half, side[3] * half, side[4] * half, entry.rim, 2)
      end
    end
  elseif entry.shape == "block" then
    square(1, colours:rim_of(entry.terrain))
    square(picture.block_share, colours:of_terrain(entry.terrain, true))
  elseif entry.shape == "disc" then
    local x, y = place(entry.x + middle, entry.y)
    canvas:disc(x, y, half * 0.8, entry.colour, entry.rim or colours.casing, 1.5)
  elseif entry.shape == "arrow" then
    local ax, ay = place(entry.x, entry.y)
    local bx, by = place(entry.x + entry.swatch, entry.y)
    overlay.paint_arrow(canvas, (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay, 0, entry.colour)
  elseif entry.shape == "line" then
    stroke(-middle, 0, middle, 0, entry.colour, 2)
  elseif entry.shape == "route" then
    stroke(-middle, 0, middle, 0, colours.casing, colours.route_size + 2 * theme.RIM)
    stroke(-middle, 0, middle, 0, entry.colour, colours.route_size)
  end
  if entry.cross then
    local reach = half * 0.6
    stroke(-reach, -reach, reach, reach, colours.cross, size / 8)
    stroke(-reach, reach, reach, -reach, colours.cross, size / 8)
  end
end

-- Units for pixels, under a camera that may turn.
local function pixels_to_units(view)
  if not view.a then
    return function(dx, dy) return dx / view.scale, dy / view.scale end
  end
  local det = view.a * view.d - view.b * view.c
  return function(dx, dy) return (view.d * dx - view.b * dy) / det, (view.a * dy - view.c * dx) / det end
end

function legend.paint(picture, canvas, view)
  if not picture.asked.legend then return end
  local x1, y1, x2, y2 = picture:bounds()
  if view.part then x1, y1, x2, y2 = view.part[1], view.part[2], view.part[3], view.part[4] end
  local entries, _, _, beside = legend.measure(picture, x1, y1, x2, y2, view.scale)
  if not entries then return end
  local units = pixels_to_units(view)
  local left, top = beside and x2 or x1, beside and y1 or y2
  local function place(dx, dy)
    local ux, uy = units(dx + (beside and AWAY or 0), dy + (beside and 0 or AWAY))
    return left + ux, top + uy
  end
  local size = picture.theme.legend_size
  for _, entry in ipairs(entries) do
    paint_swatch(canvas, picture, entry, place, size)
    local x, y = place(entry.x, entry.y)
    canvas:label(x, y, entry.name, picture.theme.text, size, "left", entry.indent, 0, picture.theme.casing)
  end
end

return legend
