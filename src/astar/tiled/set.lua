-- The tilesets of a map, and what their tiles mean for a grid: terrain, whether they are blocked, what they cost. A
-- tileset is opened when the first of its tiles is met, so one that no cell uses may be missing. Called by astar.tiled
-- and its modules only.

local astar = require "astar"
local check = require "astar.base.check"
local tiledfield = require "astar.tiled.field"
local tiledtext = require "astar.tiled.text"
local tiledwang = require "astar.tiled.wang"

local tiledset = {}

local fail, field, text_field, whole_field = tiledfield.fail, tiledfield.field, tiledfield.text_field, tiledfield.whole_field
local ceil, floor, max = math.ceil, math.floor, math.max
local MOST = tiledfield.MOST
local describe, each, nonempty, quote = tiledfield.describe, tiledfield.each, tiledfield.nonempty, tiledfield.quote
local read_properties, rawlen = tiledfield.read_properties, tiledfield.rawlen

-- What is taken of a job:
--   source     the map's table
--   options    those of tiled.load
--   notes, said  see tiledfield.note
--   met        filled here: the names that the legend was asked for, as keys
--   tilesets   made here: { first = its first tile id, t = its table in the map, label } by rising `first`
--   costs      filled here: by terrain, what entering it costs
--   cost_of    filled here: by terrain, what said so

---- Tilesets ----------------------------------------------------------------------------------------------

function tiledset.read(job)
  local sets = {}
  for i, t in each(field(job.source, "tilesets", "table", "map", {}), "map: 'tilesets'") do
    local where = "tileset " .. i
    local label = text_field(t, "name", where) or text_field(t, "source", where) or text_field(t, "filename", where)
    where = label and "tileset " .. quote(label) or where
    sets[i] = { first = whole_field(t, "firstgid", 1, where), t = t, label = where, place = i }
  end
  table.sort(sets, function(a, b) return a.first < b.first or a.first == b.first and a.place < b.place end)
  job.tilesets = {}
  for i, set in ipairs(sets) do
    local next_set = sets[i + 1]
    -- Tiled takes the last of those that have the same
    if next_set and next_set.first == set.first then
      tiledfield.note(job, "%s: 'firstgid' is that of %s, so none of its tiles is on the map", set.label, next_set.label)
    else
      job.tilesets[#job.tilesets + 1] = set
    end
  end
end

-- The tileset that a tile id belongs to by its number, or nil. It need not be open.
function tiledset.find(job, id)
  local sets = job.tilesets
  local low, high = 0, #sets -- the set is one from low on and up to high; low 0: none
  while low < high do
    local middle = ceil((low + high) / 2)
    if sets[middle].first <= id then low = middle else high = middle - 1 end
  end
  return sets[low]
end

-- A tileset that is kept in a file of its own: what the options have for it.
local function fetch(job, set)
  local t, o = set.t, job.options
  local exported = text_field(t, "exportfilename", set.label)
  local given = o.tilesets or {}
  local found = given[set.file] or given[exported or false] or given[t.name or false]
  local why
  if not found and o.read then found, why = tiledset.ask(o.read, exported or set.file) end
  local named = text_field(t, "name", set.label) and ", " .. quote(set.file) or ""
  if not found and o.read then fail("%s is in a file of its own%s, and option 'read' gave nothing%s", set.label, named, why) end
  if not found then
    fail("%s is in a file of its own%s: pass a function that reads files in the option 'read', or its text in the option " ..
      "'tilesets'; or in Tiled's preferences, tick Embed tilesets among the export options, and export the map again",
      set.label, named)
  end
  found = type(found) == "string" and tiledtext.read(found, set.label .. ": ", fail) or tiledfield.plain(found)
  if found.layers ~= nil or found.tilecount == nil and found.tilewidth == nil then
    fail("%s: what stands there is no tileset", set.label)
  end
  return found
end

-- What a function that reads files gives for a name: table, text, or nil; and in words why that is nil, if it says so.
function tiledset.ask(read, name)
  local found, why = read(name)
  if found ~= nil and type(found) ~= "table" and type(found) ~= "string" then
    fail("bad argument #2 to 'load' (option 'read': table, text or nil expected from it, got %s)", describe(found))
  end
  return found, type(why) == "string" and ": " .. why:sub(1, 200) or ""
end

-- Before Tiled 1.2 JSON had what belongs to tiles by their numbers, as texts: visit(number, value) for each of a field.
local function each_numbered(t, name, set, visit)
  for key, value in next, field(t, name, "table", set.label, {}) do
    local number = tonumber(key)
    if not tiledfield.is_whole(number, 0, MOST) then fail("%s: '%s': number of a tile expected, got %s", set.label, name, describe(key)) end
    if type(value) ~= "table" then fail("%s, tile %d: table expected, got %s", set.label, number, describe(value)) end
    visit(number, tiledfield.plain(value))
  end
end

local function read_tiles(t, set)
  local list, tiles = field(t, "tiles", "table", set.label, {}), {}
  if rawlen(list) == 0 then
    each_numbered(t, "tiles", set, function(number, tile) tiles[number] = tile end)
  end
  for _, tile in each(list, set.label .. ": 'tiles'") do
    tiles[whole_field(tile, "id", 0, set.label .. ": a tile")] = tile
  end
  each_numbered(t, "tileproperties", set, function(number, properties)
    local tile = {}
    for name, value in next, tiles[number] or {} do tile[name] = value end
    tiles[number], tile.properties = tile, properties
  end)
  return tiles
end

-- How many tiles a tileset has. Before 0.13 none said so: then as many as its image has room for; or if nobody knows, as
-- many as there are ids up to the next tileset.
local function count_tiles(job, t, set)
  if t.tilecount ~= nil then return whole_field(t, "tilecount", 0, set.label) end
  local function whole(name, default) return whole_field(t, name, 0, set.label, default) end
  local margin, spacing = whole("margin", 0), whole("spacing", 0)
  local function along(image, tile)
    local size = whole(tile, 0)
    return size > 0 and max(0, floor((whole(image, 0) - 2 * margin + spacing) / (size + spacing))) or 0
  end
  local count = along("imagewidth", "tilewidth") * along("imageheight", "tileheight")
  if count > 0 then return count end
  for i, other in ipairs(job.tilesets) do
    if other == set then return job.tilesets[i + 1] and job.tilesets[i + 1].first - set.first or MOST end
  end
end

---- What tiles mean ---------------------------------------------------------------------------------------

local function tile_label(set, number)
  return ("%s, tile %d"):format(set.label, number)
end

local function read_cost(o, properties, where)
  local cost = o.cost and properties[o.cost]
  if type(cost) == "string" and cost:find("^%d*%.?%d+$") then cost = tonumber(cost) end -- old exports have texts only
  if cost and not (type(cost) == "number" and cost > 0 and cost < math.huge) then
    fail("%s: property '%s': number > 0 expected, got %s", where, o.cost, describe(cost))
  end
  return cost or nil
end

-- What has a cost and no name has a terrain of its own by that cost.
local function name_of(name, cost)
  return name or cost and ("cost %.14g"):format(cost) or "default"
end

-- The terrain that a name stands for, or false: blocked.
local function by_legend(job, name)
  local given = job.options.legend
  job.met[name] = true
  local mapped = given and given[name]
  if mapped == nil then return name end
  return mapped
end

-- A terrain has one cost, whichever of its tiles says so.
local function keep_cost(job, terrain, cost, where)
  local costs, cost_of = job.costs, job.cost_of
  if not terrain or not cost then return end
  if costs[terrain] and costs[terrain] ~= cost then
    fail("%s: property '%s' is %.14g, but the terrain %s has %.14g by %s: give them the same cost, or terrains of their own",
      where, job.options.cost, cost, quote(terrain), costs[terrain], cost_of[terrain])
  end
  costs[terrain], cost_of[terrain] = cost, cost_of[terrain] or where
end

-- What a tile means: { id, tileset, class, terrain, blocked, properties }, with terrain false if the legend blocks it.
-- Beside it what it costs, or nil, and whether it blocks even where another tile lies above it.
local function read_tile(job, set, number)
  local o, where, t = job.options, tile_label(set, number), set.tiles[number] or {}
  local tile = { id = number, tileset = set.name, class = tiledfield.read_class(t, where),
    properties = read_properties(t, where) }
  local wall = tiledfield.read_wall(o.names, tile.properties, tile.class, where)
  local cost = read_cost(o, tile.properties, where)
  local name = tile.properties[o.property]
  if name ~= nil and type(name) ~= "string" then
    fail("%s: property '%s': string expected, got %s", where, o.property, describe(name))
  end
  if not nonempty(name) then name = tile.class end

  local colour = not name and set.wang[number]
  if colour then
    name, cost = colour.name, cost or read_cost(o, colour.properties, colour.label)
    wall = wall or tiledfield.read_wall(o.names, colour.properties, nil, colour.label)
  end
  tile.terrain = by_legend(job, name_of(name, cost))
  tile.blocked = wall == "solid" or wall == "blocked" or tile.terrain == false
  return tile, cost, wall == "solid"
end

-- The costs of a tileset, of all of its tiles: what a terrain costs must not depend on which tiles a map has.
local function read_costs(job, set)
  if not job.options.cost then return end
  local name, numbers = job.options.cost, {}
  for number, t in next, set.tiles do
    if t.properties ~= nil and read_properties(t, tile_label(set, number))[name] ~= nil then numbers[#numbers + 1] = number end
  end
  table.sort(numbers)
  for _, number in ipairs(numbers) do
    local tile, cost = read_tile(job, set, number)
    keep_cost(job, tile.terrain, cost, tile_label(set, number))
  end
  for _, colour in ipairs(set.colours) do
    local cost = read_cost(job.options, colour.properties, colour.label)
    keep_cost(job, by_legend(job, name_of(colour.name, cost)), cost, colour.label)
  end
end

local function open(job, set)
  local t, wanted = set.t, job.options.terrain_set
  set.file = text_field(t, "source", set.label) or text_field(t, "filename", set.label)
  if t.tilecount == nil and t.tilewidth == nil and set.file then t = fetch(job, set) end
  set.body = t
  set.count = count_tiles(job, t, set)
  set.name = text_field(t, "name", set.label) or text_field(set.t, "name", set.label)
  set.alignment = t.objectalignment
  set.tiles = read_tiles(t, set)
  set.wang, set.colours = {}, {}
  if wanted ~= false then
    local found
    set.wang, set.colours, found = tiledwang.read(t, set.label, wanted)
    job.has_terrain_set = job.has_terrain_set or found
  end
  read_costs(job, set)
end

-- Opens a tileset once. What is wrong with it is raised each time.
local function ensure_open(job, set)
  if set.failed then error(set.failed, 0) end
  if set.tiles then return end
  local fine, problem = check.attempt(open, job, set)
  if fine then return end
  set.tiles, set.failed = nil, problem
  error(problem, 0)
end

-- What the tile of that id means, and whether it blocks even where another tile lies above it; nil if no tileset has it.
function tiledset.tile(job, id)
  id = tiledfield.unturned(id)
  local set = tiledset.find(job, id)
  if not set then return nil end
  ensure_open(job, set)
  local number = id - set.first
  -- sets of single images may have numbers beyond their count
  if number >= set.count and not set.tiles[number] then return nil end
  local tile, _, solid = read_tile(job, set, number)
  return tile, solid
end

---- Pictures and collision shapes ------------------------------------------------------------------------

-- How the picture of a tile of an open tileset is drawn:
--   width, height    in pixels; 0 if that is not known
--   dx, dy           how far from its place
local function read_picture(set, number)
  local tile, label = set.tiles[number] or {}, tile_label(set, number)
  local offset = field(set.body, "tileoffset", "table", set.label, {})
  local function size(own, of_set)
    return whole_field(tile, own, 0, label, whole_field(tile, of_set, 0, label, whole_field(set.body, "tile" .. of_set, 0, set.label, 0)))
  end
  return { width = size("imagewidth", "width"), height = size("imageheight", "height"),
    dx = tiledfield.number_field(offset, "x", set.label, 0), dy = tiledfield.number_field(offset, "y", set.label, 0) }
end

-- The same of any tile id of the map, and `alignment`, which part of it an object has at its place. If its tileset cannot be
-- opened, that spoils nothing but the picture.
function tiledset.picture(job, id)
  id = tiledfield.unturned(id)
  local set = tiledset.find(job, id)
  local fine, picture = check.attempt(function()
    ensure_open(job, set)
    return read_picture(set, id - set.first)
  end)
  if not fine then picture = { width = 0, height = 0, dx = 0, dy = 0 } end
  picture.alignment = set.alignment or set.t.objectalignment
  return picture
end

-- The collision shapes of a tile of an open tileset: what read_picture gives, and
--   objects          an array
--   label
-- Nil if there are none.
function tiledset.collision(job, id)
  id = tiledfield.unturned(id)
  local set = tiledset.find(job, id)
  local tile = set and set.tiles and set.tiles[id - set.first]
  -- Lua exports write it with a large letter
  local name = tile and (tile.objectgroup ~= nil and "objectgroup" or tile.objectGroup ~= nil and "objectGroup")
  if not name then return nil end
  local shapes = read_picture(set, id - set.first)
  shapes.label = tile_label(set, id - set.first)
  shapes.objects = field(field(tile, name, "table", shapes.label), "objects", "table", shapes.label .. ": collision shapes", {})
  if rawlen(shapes.objects) == 0 then return nil end
  if shapes.width == 0 or shapes.height == 0 then fail("%s: it has collision shapes, but no size", shapes.label) end
  return shapes
end

---- Misspelt names in the legend --------------------------------------------------------------------------

-- Keys times names that are compared at most: it is a help, and must not take long.
local MOST_COMPARED = 10000

-- Calls visit(element) for each table in a value that should be an array of them.
local function each_table(list, visit)
  for _, element in next, type(list) == "table" and list or {} do
    if type(element) == "table" then visit(element) end
  end
end

-- All that may be the name of a terrain in any tileset, used or not, as keys; what is malformed there has none.
local function all_names(job)
  local names, wanted = {}, job.options.property
  local function put(name)
    if type(name) == "string" then names[name] = true end
  end
  for _, set in ipairs(job.tilesets) do
    local t = set.body or set.t
    each_table(t.tiles, function(tile)
      put(rawget(tile, "class"))
      put(rawget(tile, "type"))
      local properties = rawget(tile, "properties")
      if type(properties) == "table" then put(rawget(properties, wanted)) end
      each_table(properties, function(property)
        if rawget(property, "name") == wanted then put(rawget(property, "value")) end
      end)
    end)
    each_table(t.wangsets, function(wang)
      each_table(rawget(wang, "colors"), function(colour) put(rawget(colour, "name")) end)
    end)
  end
  return names
end

local function without_digits(name)
  return (name:gsub("[%s_%-]*%d+", ""))
end

-- Raises for a key of the legend that no tileset has, if it is nearly a name that a tile has and the legend has not. Other
-- keys that no tile has are fine, for a legend may be that of several maps. Names that differ in their numbers count
-- as different: "grass 2" is no slip of "grass 1".
function tiledset.check_legend(job)
  local given, unmet, unlisted, count = job.options.legend or {}, {}, {}, 0
  for key in next, given do
    if not job.met[key] then unmet[#unmet + 1] = key end
  end
  for name in next, job.met do
    if given[name] == nil then unlisted[name], count = true, count + 1 end
  end
  if #unmet * count > MOST_COMPARED then return end
  table.sort(unmet)
  local known
  for _, key in ipairs(unmet) do
    local hint = astar._hint(key, unlisted)
    local name = hint:match("'(.*)'")
    if name and without_digits(name) ~= without_digits(key) then
      known = known or all_names(job)
      if not known[key] then
        fail("bad argument #2 to 'load' (option 'legend': no tile has %s%s; if it is for another map, give the legend %s too)",
          quote(key), hint, quote(name))
      end
    end
  end
end

return tiledset
