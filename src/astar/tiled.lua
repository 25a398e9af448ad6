-- Grids from maps that the Tiled editor exported as Lua or JSON.
--
-- From text to grid in this order: astar.datatext makes plain tables of the text; the layers are walked and
-- become blocks of tile ids; the blocks are laid over each other, and each tile is looked up in its tileset
-- once; astar.tiledshape says where the cells lie; then the grid is made in one go.
-- Whatever is wrong with the map is found before the grid is made. Text is parsed, never run.
--
-- Words: a *tile id* is what Tiled calls a global id. x and y of a tile count from 0, as in Tiled, and may be
-- negative on infinite maps; columns and rows of the grid count from 1.

local astar = require "astar"
local datatext = require "astar.datatext"
local tiledshape = require "astar.tiledshape"

local tiled = {}

local floor, min, max = math.floor, math.min, math.max
local byte, char, find, match, sub = string.byte, string.char, string.find, string.match, string.sub
local rawlen = rawlen or function(t) return #t end

local MOST = 2 ^ 31 - 1     -- of every size and coordinate, so that sums and products stay exact
local MOST_CELLS = 2 ^ 22   -- of a grid for which few tiles were read

---- Errors ------------------------------------------------------------------------------------------------

-- What is wrong with the map or the options is raised as a table of this class, so that `tiled.load` can tell
-- it from errors of the caller's own functions and name the caller's line.
local Failure = {}

local function fail(...)
  error(setmetatable({ message = string.format(...) }, Failure), 0)
end

local function bad_option(name, ...)
  fail("bad argument #2 to 'load' (option '%s': %s)", name, string.format(...))
end

-- A value in a message: numbers as such, of all others their type.
local function describe(value)
  return type(value) == "number" and ("%.14g"):format(value) or type(value)
end

---- Fields of tables --------------------------------------------------------------------------------------

-- The table without its metatable, so that nothing else is asked for what is in it.
local function plain(t)
  if getmetatable(t) == nil then return t end
  local copy = {}
  for key, value in next, t do copy[key] = value end
  return copy
end

-- Field `name`, which has to be of that type; `default` if there is none.
local function field(t, name, kind, where, default)
  local value = t[name]
  if value == nil then value = default end
  if type(value) ~= kind then fail("%s: '%s': %s expected, got %s", where, name, kind, describe(value)) end
  return kind == "table" and plain(value) or value
end

-- A text, or nil where there is none or an empty one: Tiled writes both.
local function text_field(t, name, where)
  local value = field(t, name, "string", where, "")
  return value ~= "" and value or nil
end

local function is_whole(value, low, high)
  return type(value) == "number" and value >= low and value <= high and value % 1 == 0
end

local function whole_field(t, name, low, where, default)
  local value = t[name]
  if value == nil then value = default end
  if not is_whole(value, low, MOST) then
    fail("%s: '%s': whole number from %d to %d expected, got %s", where, name, low, MOST, describe(value))
  end
  return value
end

local function number_field(t, name, where, default)
  local value = field(t, name, "number", where, default)
  if not (value >= -MOST and value <= MOST) then
    fail("%s: '%s': number of a sensible size expected, got %s", where, name, describe(value))
  end
  return value
end

-- The elements of an array, each of which has to be a table: for i, element in each(list, where).
local function each(list, where)
  local i = 0
  return function()
    i = i + 1
    if i > rawlen(list) then return nil end
    local element = list[i]
    if type(element) ~= "table" then fail("%s, element %d: table expected, got %s", where, i, describe(element)) end
    return i, plain(element)
  end
end

---- Options -----------------------------------------------------------------------------------------------

local function nonempty(value)
  return type(value) == "string" and value ~= ""
end

-- Each gives what was expected where the value is wrong.
local function check_name(value)
  return not nonempty(value) and "name expected" or nil
end

local function check_layers(value)
  if type(value) ~= "table" or rawlen(value) == 0 then return "array of names expected" end
  for i = 1, rawlen(value) do
    if type(rawget(value, i)) ~= "string" then return ("element %d: name expected"):format(i) end
  end
end

local function check_legend(value)
  if type(value) ~= "table" then return "table expected" end
  for key, terrain in next, value do
    if type(key) ~= "string" then return "names expected as keys" end
    if terrain ~= false and not nonempty(terrain) then
      return ("'%s': terrain name or false expected"):format(key)
    end
  end
end

local function check_tilesets(value)
  if type(value) ~= "table" then return "table expected" end
  for key, tileset in next, value do
    if type(key) ~= "string" then return "names of files expected as keys" end
    if type(tileset) ~= "table" and type(tileset) ~= "string" then
      return ("'%s': table or text expected"):format(key)
    end
  end
end

local function check_read(value)
  return type(value) ~= "function" and "function expected" or nil
end

-- Finite, and so that it stays so when it is multiplied by a coordinate.
local function is_number(value)
  return type(value) == "number" and value >= -2 ^ 53 and value <= 2 ^ 53
end

local function check_cell_size(value)
  local w, h = value, value
  if type(value) == "table" then w, h = rawget(value, 1), rawget(value, 2) end
  if not (is_number(w) and is_number(h) and w > 0 and h > 0) then return "number > 0 or { width, height } expected" end
end

local function check_origin(value)
  if type(value) == "table" then
    local x, y, z = rawget(value, 1), rawget(value, 2), rawget(value, 3)
    if is_number(x) and is_number(y) and (z == nil or is_number(z)) then return nil end
  end
  return "{ x, y } or { x, y, z } expected"
end

local checks = {
  layers = check_layers, legend = check_legend, property = check_name, blocked = check_name, empty = check_name,
  tilesets = check_tilesets, read = check_read, cell = check_cell_size, origin = check_origin,
}

-- Options that the grid gets as they are, and checks.
local for_grid = { neighbours = true, corners = true, diagonal = true, wrap = true, ground = true, sight = true }

local function read_options(options)
  -- love.filesystem.read gives a file's size after its text
  if options == nil or type(options) == "number" then options = {} end
  if type(options) ~= "table" then
    fail("bad argument #2 to 'load' (table expected, got %s)", type(options))
  end
  local o = { property = "terrain", blocked = "blocked" }
  for name, value in next, options do
    if not (checks[name] or for_grid[name]) then
      fail("bad argument #2 to 'load' (unknown option '%s')", tostring(name))
    end
    local wrong = checks[name] and checks[name](value)
    if wrong then bad_option(name, "%s, got %s", wrong, describe(value)) end
    o[name] = type(value) == "table" and plain(value) or value
  end
  return o
end

---- Properties --------------------------------------------------------------------------------------------

-- The custom properties of anything, as a table of its own by name.
-- JSON has them as an array of { name, type, value }, Lua by name.
local function read_properties(t, where)
  local list, out = field(t, "properties", "table", where, {}), {}
  if rawlen(list) == 0 then
    for name, value in next, list do out[name] = value end
    return out
  end
  for _, property in each(list, where .. ": 'properties'") do
    out[field(property, "name", "string", where .. ": a property")] = property.value
  end
  return out
end

-- Tiled 1.9 called every class "class"; before and since, those of tiles and objects are called "type".
local function read_class(t, where)
  return text_field(t, "class", where) or text_field(t, "type", where)
end

---- Tilesets ----------------------------------------------------------------------------------------------

-- job.tilesets: { first = its first tile id, t = its table in the map, label } by rising `first`.
-- Their tiles are read when the first of them is met: a tileset that no cell uses may be missing.

local function read_tilesets(job)
  local sets = {}
  for i, t in each(field(job.source, "tilesets", "table", "map", {}), "map: 'tilesets'") do
    local where = "tileset " .. i
    local label = text_field(t, "name", where) or text_field(t, "source", where) or text_field(t, "filename", where)
    where = label and ("tileset '%s'"):format(label) or where
    sets[i] = { first = whole_field(t, "firstgid", 1, where), t = t, label = where }
  end
  table.sort(sets, function(a, b) return a.first < b.first end)
  for i = 2, #sets do
    if sets[i].first == sets[i - 1].first then
      fail("%s: 'firstgid' is that of %s", sets[i].label, sets[i - 1].label)
    end
  end
  job.tilesets = sets
end

-- The tileset that a tile id belongs to by its number, or nil.
local function find_tileset(job, id)
  local sets = job.tilesets
  for i = #sets, 1, -1 do
    if sets[i].first <= id then return sets[i] end
  end
end

-- A tileset that is kept in a file of its own: what the options have for it.
local function fetch_tileset(job, set)
  local t, o = set.t, job.options
  local exported = text_field(t, "exportfilename", set.label)
  local given = o.tilesets or {}
  local found = given[set.file] or given[exported or false] or given[t.name or false]
  if not found and o.read then
    found = o.read(exported or set.file)
    if found ~= nil and type(found) ~= "table" and type(found) ~= "string" then
      bad_option("read", "table, text or nil expected from it, got %s", describe(found))
    end
  end
  if not found then
    local named = text_field(t, "name", set.label) and (", '%s'"):format(set.file) or ""
    fail("%s is in a file of its own%s: in Tiled's preferences, tick Embed tilesets among the export options " ..
      "and export the map again, or export the tileset as Lua or JSON and pass it in the option 'tilesets'",
      set.label, named)
  end
  return type(found) == "string" and datatext.read(found, set.label .. ": ", fail) or plain(found)
end

local function open_tileset(job, set)
  local t = set.t
  set.file = text_field(t, "source", set.label) or text_field(t, "filename", set.label)
  if t.tilecount == nil and set.file then t = fetch_tileset(job, set) end
  set.count = whole_field(t, "tilecount", 0, set.label)
  set.name = text_field(t, "name", set.label) or text_field(set.t, "name", set.label)
  set.alignment = t.objectalignment
  set.tiles = {}
  local tiles = field(t, "tiles", "table", set.label, {})
  if t.tileproperties ~= nil or rawlen(tiles) == 0 and next(tiles) ~= nil then
    fail("%s is of the form that Tiled had before 1.2: export the map again", set.label)
  end
  for _, tile in each(tiles, set.label .. ": 'tiles'") do
    set.tiles[whole_field(tile, "id", 0, set.label .. ": a tile")] = tile
  end
end

-- A tile id without its four highest bits, which tell how the tile is turned.
local function unturned(id)
  return floor(id % 2 ^ 28)
end

-- The tileset of a tile id and the number that it has there; nil if there is none.
local function find_tile(job, id)
  local set = find_tileset(job, id)
  if not set then return nil end
  if not set.tiles then open_tileset(job, set) end
  local number = id - set.first
  -- sets of single images may have numbers beyond their count
  if number >= set.count and not set.tiles[number] then return nil end
  return set, number
end

---- Tiles -------------------------------------------------------------------------------------------------

-- job.tiles[id]: what `info:tile` gives. job.keys[id]: what stands for the tile in the rows of the grid:
-- "=" and its terrain, "#" and its terrain if it is blocked, "#" alone if it is blocked by the legend.
local EMPTY, OUTSIDE = ".", " "

-- The name of the terrain, which the legend may change, or false; and whether the tile itself is blocked.
local function read_terrain(job, tile, where)
  local o = job.options
  local name, blocked = tile.properties[o.property], tile.properties[o.blocked]
  if name ~= nil and type(name) ~= "string" then
    fail("%s: property '%s': string expected, got %s", where, o.property, describe(name))
  end
  if blocked ~= nil and type(blocked) ~= "boolean" then
    fail("%s: property '%s': boolean expected, got %s", where, o.blocked, describe(blocked))
  end
  if not nonempty(name) then name = tile.class or "default" end
  local mapped = o.legend and o.legend[name]
  if mapped == nil then mapped = name end
  return mapped, blocked or mapped == false
end

local function key_of(tile)
  if not tile.terrain then return "#" end
  return (tile.blocked and "#" or "=") .. tile.terrain
end

-- Looks up a tile id from a layer.
local function add_tile(job, id, where, i, width)
  local function at()
    return ("%s, column %d, row %d"):format(where, (i - 1) % width + 1, floor((i - 1) / width) + 1)
  end
  if not is_whole(id, 0, 2 ^ 32 - 1) then fail("%s: tile id expected, got %s", at(), describe(id)) end
  local set, number = find_tile(job, unturned(id))
  if not set then fail("%s: no tileset has the tile %d", at(), unturned(id)) end

  local t = set.tiles[number] or {}
  where = ("%s, tile %d"):format(set.label, number)
  local tile = { id = number, tileset = set.name, class = read_class(t, where), properties = read_properties(t, where) }
  tile.terrain, tile.blocked = read_terrain(job, tile, where)
  local key = key_of(tile)
  tile.terrain = tile.terrain or nil
  job.tiles[id], job.keys[id], job.legend[key] = tile, key, tile.terrain or false
end

---- Layers ------------------------------------------------------------------------------------------------

-- job.blocks: { x, y, width, height, data, label } in the order in which they are drawn.
-- job.groups: { layer, name, visible } of each object layer.

local base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

-- Four digits of base 64 to three bytes; each four are worked out once.
local function new_quads()
  local value = {}
  for i = 1, 64 do value[byte(base64_digits, i)] = i - 1 end
  return setmetatable({}, { __index = function(quads, four)
    local a, b, c, d = byte(four, 1, 4)
    local bits = ((value[a] * 64 + value[b]) * 64 + value[c]) * 64 + value[d]
    quads[four] = char(floor(bits / 65536), floor(bits / 256) % 256, bits % 256)
    return quads[four]
  end })
end

-- The bytes of a text in base 64, or nil.
local function decode_base64(text)
  text = text:gsub("[ \t\r\n]+", "")
  local digits = text:gsub("=?=$", "")
  if #text % 4 ~= 0 or find(digits, "[^%w+/]") then return nil end
  local padding = #text - #digits
  local bytes = (digits .. ("A"):rep(padding)):gsub("....", new_quads())
  return sub(bytes, 1, #bytes - padding)
end

-- Tile ids of four bytes each, the lowest first.
local function decode_ids(text, where)
  local bytes, ids = decode_base64(text), {}
  if not bytes or #bytes % 4 ~= 0 then fail("%s: its data is not base 64, or not all of it is there", where) end
  for i = 1, #bytes / 4 do
    local a, b, c, d = byte(bytes, i * 4 - 3, i * 4)
    ids[i] = a + b * 0x100 + c * 0x10000 + d * 0x1000000
  end
  return ids
end

-- The tile ids of a layer or chunk, which have to be `count`.
local function read_data(layer, t, where, count)
  local encoding, compression = text_field(layer, "encoding", where), text_field(layer, "compression", where)
  local advice = "in Tiled, set the map's \"Tile Layer Format\" to CSV or Base64 (uncompressed)"
  if compression then
    fail("%s: compression '%s' cannot be read here; %s", where, compression, advice)
  end
  local data
  if encoding == "base64" then
    data = decode_ids(field(t, "data", "string", where), where)
  elseif encoding == nil or encoding == "csv" or encoding == "lua" then
    data = field(t, "data", "table", where)
  else
    fail("%s: encoding '%s' cannot be read here; %s", where, encoding, advice)
  end
  if rawlen(data) ~= count then
    fail("%s: %.0f tiles expected in its data, got %d", where, count, rawlen(data))
  end
  return data
end

-- A layer, or a chunk of one. What it lacks is taken from `usual`.
local function add_block(job, layer, t, label, usual)
  local block = {
    x = whole_field(t, "x", -MOST, label, usual.x), y = whole_field(t, "y", -MOST, label, usual.y),
    width = whole_field(t, "width", 0, label, usual.width), height = whole_field(t, "height", 0, label, usual.height),
    label = label,
  }
  block.data = read_data(layer, t, label, block.width * block.height)
  if block.width > 0 and block.height > 0 then job.blocks[#job.blocks + 1] = block end
end

local function add_tile_layer(job, layer, label)
  job.has_tiles = true
  if layer.chunks == nil then
    return add_block(job, layer, layer, label, { x = 0, y = 0, width = job.width, height = job.height })
  end
  job.infinite = true
  for i, chunk in each(field(layer, "chunks", "table", label), label .. ": 'chunks'") do
    add_block(job, layer, chunk, ("%s, chunk %d"):format(label, i), {})
  end
end

-- Goes through a list of layers, lowest first. `wanted`: a group that holds them was asked for by name.
local function walk(job, list, where, visible, wanted)
  local names = job.wanted
  for i, layer in each(list, where .. ": 'layers'") do
    if job.seen[list[i]] then fail("%s: 'layers': element %d stands twice in the map", where, i) end
    job.seen[list[i]] = true
    local name = field(layer, "name", "string", ("%s, layer %d"):format(where, i), "")
    local label = ("layer '%s'"):format(name)
    local kind = field(layer, "type", "string", label)
    local shown = field(layer, "visible", "boolean", label, true) and visible
    local take = wanted or names and names[name] ~= nil
    if kind == "group" then
      walk(job, field(layer, "layers", "table", label), label, shown, take)
    elseif kind == "objectgroup" then
      job.groups[#job.groups + 1] = { layer = layer, name = name, visible = shown, label = label }
    elseif kind == "tilelayer" and (take or not names and shown) then
      add_tile_layer(job, layer, label)
    end
    if names and names[name] ~= nil and (kind == "group" or kind == "tilelayer") then names[name] = true end
  end
end

local function read_layers(job)
  local o = job.options
  if o.layers then
    job.wanted = {}
    for _, name in ipairs(o.layers) do job.wanted[name] = false end
  end
  walk(job, field(job.source, "layers", "table", "map"), "map", true, false)
  for _, name in ipairs(o.layers or {}) do
    if not job.wanted[name] then bad_option("layers", "the map has no tile layer or group '%s'", name) end
  end
  if not job.has_tiles then
    fail("map: no %stile layer", o.layers and "such " or "visible ")
  end
end

---- Laying the blocks over each other ---------------------------------------------------------------------

-- Two tiles far apart must not take all memory for what lies between them.
local function check_size(job, width, height)
  if width * height > max(MOST_CELLS, 16 * job.count) then
    fail("map: %.0f x %.0f cells for %.0f tiles are too many", width, height, job.count)
  end
end

-- The part of the plane that the grid covers, in tiles.
local function find_box(job)
  if not job.infinite then
    for _, b in ipairs(job.blocks) do
      if b.x ~= 0 or b.y ~= 0 or b.width ~= job.width or b.height ~= job.height then
        fail("%s: %d x %d tiles from %d, %d on, where the map has %d x %d", b.label, b.width, b.height, b.x, b.y,
          job.width, job.height)
      end
    end
    job.count = job.width * job.height
    return { x = 0, y = 0, width = job.width, height = job.height }
  end
  local left, top, right, bottom = MOST, MOST, -MOST, -MOST
  job.count = 0
  for _, b in ipairs(job.blocks) do
    left, top = min(left, b.x), min(top, b.y)
    right, bottom = max(right, b.x + b.width), max(bottom, b.y + b.height)
    job.count = job.count + b.width * b.height
  end
  if job.count == 0 then fail("map: no tiles at all") end
  check_size(job, right - left, bottom - top)
  return { x = left, y = top, width = right - left, height = bottom - top }
end

local function lay(job, ids, block)
  local box, data, keys, width = job.box, block.data, job.keys, block.width
  for row = 0, block.height - 1 do
    local to = (block.y - box.y + row) * box.width + block.x - box.x
    for i = row * width + 1, (row + 1) * width do
      local id = data[i]
      if id ~= 0 then
        if not keys[id] then add_tile(job, id, block.label, i, width) end
        ids[to + i - row * width] = id
      end
    end
  end
end

-- job.box, job.count: the box, and how many tiles were read for it.
-- job.ids: the topmost tile id of each place in the box, row by row, 0 for none.
local function merge(job)
  job.box = find_box(job)
  local ids = {}
  for i = 1, job.box.width * job.box.height do ids[i] = 0 end
  for _, block in ipairs(job.blocks) do lay(job, ids, block) end
  job.ids = ids
end

---- The shape of the map ---------------------------------------------------------------------------------

-- How the map is staggered, for shapes.
local function read_stagger(job)
  local axis = field(job.source, "staggeraxis", "string", "map", "y")
  local index = field(job.source, "staggerindex", "string", "map", "odd")
  if axis ~= "x" and axis ~= "y" then fail("map: 'staggeraxis': 'x' or 'y' expected, got '%s'", axis) end
  if index ~= "odd" and index ~= "even" then fail("map: 'staggerindex': 'odd' or 'even' expected, got '%s'", index) end
  local turn = index == "even" and 1 or 0
  -- Tiled leaves out the last pixel of an odd size
  local w, h = job.tile_width - job.tile_width % 2, job.tile_height - job.tile_height % 2
  if w < 2 or h < 2 then fail("map: tiles of at least 2 x 2 pixels expected, got %d x %d", job.tile_width, job.tile_height) end
  local stagger = { along_x = axis == "x", shifted = function(number) return (number + turn) % 2 end, width = w, height = h }
  if job.orientation == "hexagonal" then
    local size = stagger.along_x and w or h
    stagger.side = whole_field(job.source, "hexsidelength", 0, "map", 0)
    if stagger.side > size then fail("map: 'hexsidelength': at most %d expected, got %d", size, stagger.side) end
  end
  return stagger
end

-- job.shape: how the grid lies over the map; job.world, job.cell, job.origin: see tiledshape.place.
local function place_grid(job)
  local o, orientation = job.options, job.orientation
  if orientation == "staggered" or orientation == "hexagonal" then job.stagger = read_stagger(job) end
  job.shape = tiledshape.shapes[orientation](job)
  -- a turned grid has more cells than the box has tiles
  check_size(job, job.shape.width, job.shape.height)
  job.world, job.cell, job.origin = tiledshape.place(job.shape, o.cell, o.origin or { 0, 0 })
end

---- The grid ----------------------------------------------------------------------------------------------

local function straight_rows(job)
  local rows, ids, keys, width = {}, job.ids, job.keys, job.box.width
  for row = 1, job.box.height do
    local cells, before = {}, (row - 1) * width
    for col = 1, width do cells[col] = keys[ids[before + col]] end
    rows[row] = cells
  end
  return rows
end

local function turned_rows(job)
  local rows, ids, keys, box, shape = {}, job.ids, job.keys, job.box, job.shape
  for row = 1, shape.height do
    local cells = {}
    for col = 1, shape.width do cells[col] = OUTSIDE end
    rows[row] = cells
  end
  local i = 0
  for y = box.y, box.y + box.height - 1 do
    for x = box.x, box.x + box.width - 1 do
      local col, row = shape.locate(x, y)
      i = i + 1
      rows[row][col] = keys[ids[i]]
    end
  end
  return rows
end

-- The cells whose tiles are blocked, but have a terrain all the same, which shows once they are opened.
local function block_tiles(map, rows, legend)
  local closed, any = {}, false
  for key, terrain in next, legend do
    if terrain and byte(key) == 35 then closed[key], any = true, true end
  end
  if not any then return end
  for row = 1, #rows do
    local cells = rows[row]
    for col = 1, #cells do
      if closed[cells[col]] then map:block(col, row) end
    end
  end
end

local function make_grid(job)
  local o, shape = job.options, job.shape
  local options = { layout = shape.layout, legend = job.legend }
  for name in next, for_grid do options[name] = o[name] end
  if shape.turned and o.wrap ~= nil then bad_option("wrap", "a staggered map cannot be wrapped") end
  options.cell, options.origin = job.cell, job.origin
  options.rows = shape.turned and turned_rows(job) or straight_rows(job)
  -- called so that the message does not name a line of this file
  local fine, map = pcall(astar.grid, options)
  if not fine then
    local about = type(map) == "string" and match(map, "bad argument #1 to 'grid' (.*)$")
    if about then fail("bad argument #2 to 'load' %s", about) end
    error(map, 0)
  end
  block_tiles(map, options.rows, job.legend)
  job.map = map
end

---- Objects -----------------------------------------------------------------------------------------------

-- Which part of its picture a tile that is placed as an object has at its x, y: 0 is left or top, 1 right or bottom.
local alignments = {
  topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 },
  left = { 0, 0.5 }, center = { 0.5, 0.5 }, right = { 1, 0.5 },
  bottomleft = { 0, 1 }, bottom = { 0.5, 1 }, bottomright = { 1, 1 },
}

local function rotate(x, y, degrees)
  if degrees == 0 then return x, y end
  local s, c = math.sin(math.rad(degrees)), math.cos(math.rad(degrees))
  return x * c - y * s, x * s + y * c
end

-- Where something drawn at a pixel is in the world.
local function to_world(job, x, y)
  local world = job.world
  return world.x + x * world.scale_x, world.y + y * world.scale_y
end

local function object_shape(t, where)
  if t.gid ~= nil then return "tile" end
  for _, shape in ipairs({ "polygon", "polyline", "point", "ellipse", "text" }) do
    if t[shape] then return shape end
  end
  return field(t, "shape", "string", where, "rectangle")
end

-- The pixel under the foot of a tile object: half a cell above the middle of its lower edge.
local function tile_foot(job, t, object, where)
  if not is_whole(t.gid, 1, 2 ^ 32 - 1) then fail("%s: 'gid': tile id expected, got %s", where, describe(t.gid)) end
  local set = find_tileset(job, unturned(t.gid))
  if not set then fail("%s: no tileset has the tile %d", where, unturned(t.gid)) end
  local usual = job.orientation == "isometric" and "bottom" or "bottomleft"
  local anchor = alignments[set.alignment or set.t.objectalignment or usual] or alignments[usual]
  local x, y = job.shape.project(t.x, t.y)
  local dx, dy = rotate((0.5 - anchor[1]) * object.width,
    (1 - anchor[2]) * object.height - min(object.height, job.tile_height) / 2, object.rotation)
  return x + dx, y + dy
end

-- The pixel whose cell is the object's.
local function object_middle(job, t, object, where)
  local shape = object.shape
  if shape == "tile" then return tile_foot(job, t, object, where) end
  local dx, dy = 0, 0
  if shape == "rectangle" or shape == "ellipse" or shape == "text" then
    dx, dy = rotate(object.width / 2, object.height / 2, object.rotation)
  end
  return job.shape.project(t.x + dx, t.y + dy)
end

local function object_points(job, t, object, where)
  local points = {}
  for i, point in each(field(t, object.shape, "table", where), where .. ": points") do
    local name = ("%s: point %d"):format(where, i)
    local dx, dy = rotate(number_field(point, "x", name), number_field(point, "y", name), object.rotation)
    points[2 * i - 1], points[2 * i] = to_world(job, job.shape.project(t.x + dx, t.y + dy))
  end
  return points
end

local function read_object(job, t, group, where)
  local object = {
    id = t.id, name = text_field(t, "name", where), class = read_class(t, where), layer = group.name,
    shape = object_shape(t, where), visible = field(t, "visible", "boolean", where, true) and group.visible,
    width = number_field(t, "width", where, 0), height = number_field(t, "height", where, 0),
    rotation = number_field(t, "rotation", where, 0), properties = read_properties(t, where),
  }
  number_field(t, "x", where)
  number_field(t, "y", where)
  if object.shape == "polygon" or object.shape == "polyline" then
    object.points = object_points(job, t, object, where)
  end
  object.x, object.y = to_world(job, job.shape.project(t.x, t.y))
  object.middle_x, object.middle_y = to_world(job, object_middle(job, t, object, where))
  return object
end

local function read_objects(job)
  local objects = {}
  for _, group in ipairs(job.groups) do
    local list = field(group.layer, "objects", "table", group.label, {})
    for i, t in each(list, group.label .. ": 'objects'") do
      objects[#objects + 1] = read_object(job, t, group, ("%s, object %d"):format(group.label, i))
    end
  end
  job.objects = objects
end

---- What the caller gets beside the grid ------------------------------------------------------------------

-- Under this key an info keeps what its methods need: shape, ids, tiles.
local OWN = {}

local Info = {}
Info.__index = Info

local function check_info(info, method)
  if getmetatable(info) ~= Info then
    error(("calling '%s' on bad self (info of a map expected, got %s)"):format(method, type(info)), 3)
  end
end

local function check_place(method, x, y)
  if type(x) ~= "number" then error(("bad argument #1 to '%s' (number expected, got %s)"):format(method, type(x)), 3) end
  if type(y) ~= "number" then error(("bad argument #2 to '%s' (number expected, got %s)"):format(method, type(y)), 3) end
end

local function check_cell(method, info, cell)
  if getmetatable(cell) ~= "astar.node" or cell.graph ~= info.map or not cell.col then
    error(("bad argument #1 to '%s' (cell of the map expected, got %s)"):format(method, type(cell)), 3)
  end
end

local function inside(info, x, y)
  return x >= info.x and y >= info.y and x < info.x + info.width and y < info.y + info.height
    and x % 1 == 0 and y % 1 == 0
end

---The cell of a tile, by the x and y that Tiled shows for it (they count from 0), or nil outside the map.
---@param x integer
---@param y integer
---@return astar.Node|nil
function Info:cell(x, y)
  check_info(self, "cell")
  check_place("cell", x, y)
  if not inside(self, x, y) then return nil end
  return self.map:cell(self[OWN].shape.locate(x, y))
end

---The x and y that Tiled shows for a cell's tile, or nil where a turned grid has cells that the map has not.
---@param cell astar.Node
---@return integer|nil x
---@return integer|nil y
function Info:position(cell)
  check_info(self, "position")
  check_cell("position", self, cell)
  local x, y = self[OWN].shape.place(cell.col, cell.row)
  if inside(self, x, y) then return x, y end
end

---The topmost tile of a cell, or nil if there is none.
---@param x integer
---@param y integer
---@return astar.tiled.Tile|nil
---@overload fun(self: astar.tiled.Info, cell: astar.Node): astar.tiled.Tile|nil
function Info:tile(x, y)
  check_info(self, "tile")
  local own = self[OWN]
  if type(x) ~= "number" then
    check_cell("tile", self, x)
    x, y = own.shape.place(x.col, x.row)
  end
  check_place("tile", x, y)
  if not inside(self, x, y) then return nil end
  return own.tiles[own.ids[(y - self.y) * self.width + x - self.x + 1]]
end

---The first object of that name, or nil.
---@param name string
---@return astar.tiled.Object|nil
function Info:object(name)
  check_info(self, "object")
  for _, object in ipairs(self.objects) do
    if object.name == name then return object end
  end
end

local function make_info(job)
  local map, box = job.map, job.box
  for _, object in ipairs(job.objects) do
    object.cell = map:at(object.middle_x, object.middle_y)
    object.middle_x, object.middle_y = nil, nil
  end
  return setmetatable({
    map = map, orientation = job.orientation, class = job.class, properties = job.properties, objects = job.objects,
    x = box.x, y = box.y, width = box.width, height = box.height,
    [OWN] = { shape = job.shape, ids = job.ids, tiles = job.tiles },
  }, Info)
end

---- Loading -----------------------------------------------------------------------------------------------

local function check_source(source, options)
  if type(source) == "string" or type(source) == "table" then return end
  -- what cannot read or open a file gives nil and says why
  local why = source == nil and type(options) == "string" and ": " .. options or ""
  fail("bad argument #1 to 'load' (table or text expected, got %s%s)", type(source), why)
end

local function read_source(source)
  return type(source) == "string" and datatext.read(source, "", fail) or plain(source)
end

local function read_head(job)
  local source = job.source
  if source.type == "tileset" then fail("map: this is a tileset") end
  job.orientation = field(source, "orientation", "string", "map")
  if not tiledshape.shapes[job.orientation] then
    fail("map: orientation '%s' cannot be read here, but orthogonal, isometric, staggered and hexagonal",
      job.orientation)
  end
  job.infinite = field(source, "infinite", "boolean", "map", false)
  job.width = whole_field(source, "width", job.infinite and 0 or 1, "map")
  job.height = whole_field(source, "height", job.infinite and 0 or 1, "map")
  job.tile_width = whole_field(source, "tilewidth", 1, "map")
  job.tile_height = whole_field(source, "tileheight", 1, "map")
  job.properties = read_properties(source, "map")
  job.class = text_field(source, "class", "map")
end

local function load_map(source, options)
  check_source(source, options)
  local job = { options = read_options(options), source = read_source(source), seen = {}, blocks = {}, groups = {},
    tiles = {}, keys = { [0] = EMPTY } }
  job.legend = { [EMPTY] = job.options.empty or false, [OUTSIDE] = false }
  read_head(job)
  read_tilesets(job)
  read_layers(job)
  merge(job)
  place_grid(job)
  read_objects(job)
  make_grid(job)
  return job.map, make_info(job)
end

---Makes a grid from a map that Tiled exported as Lua or JSON.
---@param source table|string # what the Lua export returns, or the text of a Lua or JSON export
---@param options? astar.tiled.Options|integer # a number does not count
---@return astar.Grid map
---@return astar.tiled.Info info
function tiled.load(source, options)
  local fine, map, info = pcall(load_map, source, options)
  if fine then return map, info end
  if getmetatable(map) == Failure then error(map.message, 2) end
  error(map, 0)
end

return tiled
