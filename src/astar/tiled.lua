-- Grids from maps of the Tiled editor: .tmx, .tmj, and exports as Lua or JSON.
--
-- From text to grid in this order: astar.tiled.text makes plain tables of the text; astar.tiled.layer makes blocks of
-- tile ids of the layers; the blocks are laid over each other, and astar.tiled.set tells once what each tile means;
-- astar.tiled.shape says where the cells lie; astar.tiled.object reads the objects; then the grid is made in one go, and
-- astar.tiled.wall closes the cells that objects cover.
-- Text is parsed, never run.
--
-- Words: a *tile id* is what Tiled calls a global id. x and y of a tile count from 0, as in Tiled, and may be
-- negative on infinite maps; columns and rows of the grid count from 1.

local astar = require "astar"
local check = require "astar.base.check"
local hidden = require "astar.base.hidden"
local tiledfield = require "astar.tiled.field"
local tiledlayer = require "astar.tiled.layer"
local tilednotes = require "astar.tiled.notes"
local tiledobject = require "astar.tiled.object"
local tiledplane = require "astar.tiled.plane"
local tiledset = require "astar.tiled.set"
local tiledshape = require "astar.tiled.shape"
local tiledtext = require "astar.tiled.text"
local tiledwall = require "astar.tiled.wall"

local tiled = {}

local floor, min, max = math.floor, math.min, math.max
local byte, match = string.byte, string.match

local fail, describe = tiledfield.fail, tiledfield.describe
local field, text_field, whole_field = tiledfield.field, tiledfield.text_field, tiledfield.whole_field
local plain, nonempty, check_layers = tiledfield.plain, tiledfield.nonempty, tiledfield.check_layers
local MOST = tiledfield.MOST

-- Of a grid for which few tiles were read: the most cells of one that covers all chunks, and of one whose size the map says.
local MOST_CELLS, MOST_CELLS_SAID = 2 ^ 22, 2 ^ 24

local function bad_option(name, ...)
  fail("bad argument #2 to 'load' (option '%s': %s)", name, string.format(...))
end

---- Options -----------------------------------------------------------------------------------------------

-- Each gives what was expected where the value is wrong, and what stands there.
local function check_name(value)
  if not nonempty(value) then return "name expected", value end
end

-- `false` turns off what the option names.
local function check_name_or_false(value)
  if value ~= false and not nonempty(value) then return "name or false expected", value end
end

local function check_legend(value)
  if type(value) ~= "table" then return "table expected", value end
  for key, terrain in next, value do
    if not nonempty(key) then return "names expected as keys", key end
    if terrain ~= false and not nonempty(terrain) then
      return tiledfield.quote(key) .. ": terrain name or false expected", terrain
    end
  end
end

local function check_tilesets(value)
  if type(value) ~= "table" then return "table expected", value end
  for key, tileset in next, value do
    if type(key) ~= "string" then return "names of files expected as keys", key end
    if type(tileset) ~= "table" and type(tileset) ~= "string" then
      return tiledfield.quote(key) .. ": table or text expected", tileset
    end
  end
end

local function check_read(value)
  if type(value) ~= "function" then return "function expected", value end
end

-- Finite, and so that it stays so when it is multiplied by a coordinate.
local function is_number(value)
  return type(value) == "number" and value >= -2 ^ 53 and value <= 2 ^ 53
end

local function check_cell_size(value)
  local w, h = value, value
  if type(value) == "table" then w, h = rawget(value, 1), rawget(value, 2) end
  if not (is_number(w) and is_number(h) and w > 0 and h > 0) then
    return "number > 0 or { width, height } expected", value
  end
end

local function check_origin(value)
  if type(value) == "table" then
    local x, y, z = rawget(value, 1), rawget(value, 2), rawget(value, 3)
    if is_number(x) and is_number(y) and (z == nil or is_number(z)) then return nil end
  end
  return "{ x, y } or { x, y, z } expected", value
end

local function check_share(value)
  if not (type(value) == "number" and value > 0 and value <= 1) then return "number above 0, at most 1 expected", value end
end

local function check_boolean(value)
  if type(value) ~= "boolean" then return "boolean expected", value end
end

local checks = {
  walls = check_layers, cover = check_share, shapes = check_boolean,
  layers = check_layers, legend = check_legend, property = check_name, blocked = check_name, empty = check_name,
  cost = check_name_or_false, terrain_set = check_name_or_false,
  tilesets = check_tilesets, read = check_read, cell = check_cell_size, origin = check_origin,
}

-- Options that the grid gets as they are, and checks.
local for_grid = { neighbours = true, corners = true, diagonal = true, step = true, wrap = true, ground = true, sight = true }

-- The names of the options have been checked.
local function read_options(options)
  local o = { property = "terrain", cost = "cost", cover = 0.25 }
  for name, value in next, options do
    local wrong, got
    if checks[name] then wrong, got = checks[name](value) end
    if wrong then bad_option(name, "%s, got %s", wrong, describe(got)) end
    o[name] = type(value) == "table" and plain(value) or value
  end
  o.names = tiledfield.wall_names(o.blocked)
  return o
end

---- Tiles -------------------------------------------------------------------------------------------------

-- job.tiles[id]: what `info:tile` gives. job.keys[id]: what stands for the tile in the rows of the grid:
-- "=" and its terrain, "#" and its terrain if it is blocked, "#" alone if it is blocked by the legend.
-- job.solid[id]: true for tiles that block even where another tile lies above them.
local EMPTY, OUTSIDE = ".", " "

-- Each is made once, for names may be long, and tiles many.
local function key_of(job, tile)
  local mark = tile.blocked and "#" or "="
  if not tile.terrain then return mark end
  local made = job.made_keys[mark]
  made[tile.terrain] = made[tile.terrain] or mark .. tile.terrain
  return made[tile.terrain]
end

-- Where in a layer its i-th tile is.
local function place_in(block, i)
  return ("%s, column %d, row %d"):format(block.label, (i - 1) % block.width + 1, floor((i - 1) / block.width) + 1)
end

local function check_id(block, i)
  local id = block.data[i]
  if not tiledfield.is_tile_id(id) then fail("%s: tile id expected, got %s", place_in(block, i), describe(id)) end
end

-- Looks up the i-th tile of a block.
local function add_tile(job, block, i)
  local id = block.data[i]
  check_id(block, i)
  local tile, solid = tiledset.tile(job, id)
  if not tile then fail("%s: no tileset has the tile %d", place_in(block, i), tiledfield.unturned(id)) end
  local key = key_of(job, tile)
  tile.terrain = tile.terrain or nil
  job.tiles[id], job.keys[id], job.legend[key] = tile, key, tile.terrain or false
  job.solid[id] = solid or nil
end

---- Laying the blocks over each other ---------------------------------------------------------------------

-- Two tiles far apart must not take all memory for what lies between them.
local function check_size(job, width, height, most)
  -- 0.0: whole numbers of 64 bits would overflow
  if (width + 0.0) * height > max(most, 16 * job.count) then
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
    job.count = #job.blocks > 0 and (job.width + 0.0) * job.height or 0
    check_size(job, job.width, job.height, MOST_CELLS_SAID)
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
  check_size(job, right - left, bottom - top, MOST_CELLS)
  return { x = left, y = top, width = right - left, height = bottom - top }
end

local function lay(job, ids, closed, block)
  local box, data, keys, solid, width = job.box, block.data, job.keys, job.solid, block.width
  for row = 0, block.height - 1 do
    local to = (block.y - box.y + row) * box.width + block.x - box.x
    for i = row * width + 1, (row + 1) * width do
      local id = data[i]
      if id ~= 0 then
        if not keys[id] then add_tile(job, block, i) end
        ids[to + i - row * width] = id
        if solid[id] then closed[to + i - row * width] = true end
      end
    end
  end
end

-- Blocks the places where a layer has a tile, or opens them.
local function lay_blocks(job, closed, block)
  local box, data, width = job.box, block.data, block.width
  for i = 1, width * block.height do
    if data[i] ~= 0 then
      check_id(block, i)
      local row = floor((i - 1) / width)
      closed[(block.y - box.y + row) * box.width + block.x - box.x + i - row * width] = block.blocks or nil
    end
  end
end

-- job.box, job.count: the box, and how many tiles were read for it.
-- job.ids: the topmost tile id of each place in the box, row by row, 0 for none.
-- job.closed: the places that are blocked whatever their topmost tile is, as keys.
local function merge(job)
  job.box = find_box(job)
  local ids, closed = {}, {}
  for i = 1, job.box.width * job.box.height do ids[i] = 0 end
  for _, block in ipairs(job.blocks) do
    if block.blocks ~= nil then lay_blocks(job, closed, block) end
    if block.shown then lay(job, ids, closed, block) end
  end
  job.ids, job.closed = ids, closed
end

---- The shape of the map ---------------------------------------------------------------------------------

-- How the map is staggered, for shapes.
local function read_stagger(job)
  local axis = field(job.source, "staggeraxis", "string", "map", "y")
  local index = field(job.source, "staggerindex", "string", "map", "odd")
  if axis ~= "x" and axis ~= "y" then fail("map: 'staggeraxis': 'x' or 'y' expected, got '%s'", axis) end
  if index ~= "odd" and index ~= "even" then fail("map: 'staggerindex': 'odd' or 'even' expected, got '%s'", index) end
  local turn = index == "even" and 1 or 0
  local stagger = { along_x = axis == "x", shifted = function(number) return (number + turn) % 2 end, side = 0 }
  if job.orientation == "hexagonal" then
    local size = stagger.along_x and job.tile_width or job.tile_height
    stagger.side = whole_field(job.source, "hexsidelength", 0, "map", 0)
    if stagger.side > size then fail("map: 'hexsidelength': at most %d expected, got %d", size, stagger.side) end
  end
  -- a tile has two slanted parts of whole pixels, and between them the side: Tiled leaves out what that leaves over
  local function drawn(size, side) return floor((size - side) / 2) * 2 + side end
  stagger.width = drawn(job.tile_width, stagger.along_x and stagger.side or 0)
  stagger.height = drawn(job.tile_height, stagger.along_x and 0 or stagger.side)
  if stagger.width < 2 or stagger.height < 2 then
    fail("map: tiles of at least 2 x 2 pixels expected, got %d x %d", job.tile_width, job.tile_height)
  end
  return stagger
end

-- job.shape: how the grid lies over the map; job.world, job.cell, job.origin: see tiledshape.place.
local function place_grid(job)
  local o, orientation = job.options, job.orientation
  if orientation == "staggered" or orientation == "hexagonal" then job.stagger = read_stagger(job) end
  job.shape = tiledshape.shapes[orientation](job)
  -- a turned grid has more cells than the box has tiles
  check_size(job, job.shape.width, job.shape.height, job.shape.turned and MOST_CELLS or MOST_CELLS_SAID)
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

-- The cells that are blocked whatever their topmost tile is.
local function block_places(job, map)
  local box, locate = job.box, job.shape.locate
  for place in next, job.closed do
    map:block(locate(box.x + (place - 1) % box.width, box.y + floor((place - 1) / box.width)))
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
  block_places(job, map)
  job.map = map
end

---- What the caller gets beside the grid ------------------------------------------------------------------

local Info = {}

-- The state of an info is what its methods need: shape, world, cell, origin, groups, elements, ids, tiles.
local new_member, _, check_info = hidden.class("astar.tiled.info", "info of a map")

local function is_cell(info, value)
  return getmetatable(value) == "astar.node" and value.graph == info.map and value.col
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
  local own = check_info(self, "cell")
  if type(x) ~= "number" then check.bad_argument(1, "cell", "number", check.kind_of(x)) end
  if type(y) ~= "number" then check.bad_argument(2, "cell", "number", check.kind_of(y)) end
  if not inside(self, x, y) then return nil end
  return self.map:cell(own.shape.locate(x, y))
end

---The x and y that Tiled shows for a cell's tile, or nil where a turned grid has cells that the map has not.
---@param cell astar.Node
---@return integer|nil x
---@return integer|nil y
function Info:position(cell)
  local own = check_info(self, "position")
  if not is_cell(self, cell) then check.bad_argument(1, "position", "cell of the map", check.kind_of(cell)) end
  local x, y = own.shape.place(cell.col, cell.row)
  if inside(self, x, y) then return x, y end
end

---The topmost tile of a cell, or nil if there is none.
---@param x integer
---@param y integer
---@return astar.tiled.Tile|nil
---@overload fun(self: astar.tiled.Info, cell: astar.Node): astar.tiled.Tile|nil
function Info:tile(x, y)
  local own = check_info(self, "tile")
  if type(x) ~= "number" then
    if not is_cell(self, x) then check.bad_argument(1, "tile", "cell of the map", check.kind_of(x)) end
    x, y = own.shape.place(x.col, x.row)
  end
  if type(y) ~= "number" then check.bad_argument(2, "tile", "number", check.kind_of(y)) end
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

---Sets a unit of the map, which pays on each terrain what the map says, unless `costs` says otherwise.
---@param name string
---@param costs? astar.Costs
---@param limits? astar.Limits
function Info:unit(name, costs, limits)
  check_info(self, "unit")
  if costs ~= nil and type(costs) ~= "table" then check.bad_argument(2, "unit", "table", check.kind_of(costs)) end
  local all = {}
  for terrain, cost in next, self.costs do all[terrain] = cost end
  for terrain, cost in next, costs or {} do all[terrain] = cost end
  -- called so that the message does not name a line of this file
  local fine, message = pcall(self.map.unit, self.map, name, all, limits)
  if not fine then error(message, type(message) == "string" and 2 or 0) end
end

---Makes a plane of the polygons, rectangles and ellipses of object layers, in the units of the grid.
---@param options? astar.tiled.PlaneOptions
---@return astar.Plane
function Info:plane(options)
  local own = check_info(self, "plane")
  local given = check.options(options, 1, "plane", tiledplane.options)
  local fine, plane = pcall(tiledplane.make, own, own.elements, given)
  if fine then return plane end
  local message = tiledfield.message_of(plane)
  error(message or plane, message and 2 or 0)
end

local function make_info(job)
  local map, box, objects = job.map, job.box, {}
  for i, element in ipairs(job.elements) do
    element.object.cell = map:at(element.middle_x, element.middle_y)
    objects[i] = element.object
  end
  local info = {
    map = map, orientation = job.orientation, class = job.class, properties = job.properties, objects = objects,
    costs = job.costs, notes = job.notes, x = box.x, y = box.y, width = box.width, height = box.height,
  }
  local own = { shape = job.shape, world = job.world, cell = job.cell, origin = job.origin, groups = job.groups,
    elements = job.elements, ids = job.ids, tiles = job.tiles, map = map, tilesets = job.tilesets,
    blocks = job.options.shapes and job.blocks, tile_width = job.tile_width,
    tile_height = job.tile_height, options = job.options, orientation = job.orientation }
  return new_member(info, own, setmetatable({}, { __index = Info }), {})
end

---- Loading -----------------------------------------------------------------------------------------------

local function read_source(source)
  return type(source) == "string" and tiledtext.read(source, "", fail) or plain(source)
end

local function read_head(job)
  local source = job.source
  if source.type == "tileset" or source.orientation == nil and source.tilecount ~= nil then fail("map: this is a tileset") end
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
  job.properties = tiledfield.read_properties(source, "map")
  job.class = text_field(source, "class", "map")
end

local function check_terrain_set(job)
  local name = job.options.terrain_set
  if name and not job.has_terrain_set then bad_option("terrain_set", "no tileset that the map uses has '%s'", name) end
end

local function load_map(source, options)
  local job = { options = read_options(options), source = read_source(source), seen = {}, blocks = {}, groups = {},
    tiles = {}, keys = { [0] = EMPTY }, made_keys = { ["="] = {}, ["#"] = {} }, solid = {}, costs = {}, cost_of = {}, met = {},
    templates = {}, unread = {}, notes = {}, said = {} }
  read_head(job)
  tiledset.read(job)
  tiledlayer.read(job)
  job.legend = { [EMPTY] = job.options.empty or false, [OUTSIDE] = false }
  merge(job)
  place_grid(job)
  job.elements = tiledobject.read(job, job.groups)
  check_terrain_set(job)
  tiledset.check_legend(job)
  make_grid(job)
  tiledwall.close(job)
  tilednotes.add(job)
  return job.map, make_info(job)
end

---Makes a grid from a map of Tiled.
---@param source table|string # the text of the file, or what a Lua export returns
---@param options? astar.tiled.Options|integer # a number does not count
---@return astar.Grid map
---@return astar.tiled.Info info
function tiled.load(source, options)
  if type(source) ~= "string" and type(source) ~= "table" then
    -- what cannot read or open a file gives nil and says why
    local why = source == nil and type(options) == "string" and ": " .. options or ""
    check.bad_argument(1, "load", "table or text", check.kind_of(source) .. why)
  end
  -- love.filesystem.read gives a file's size after its text
  if type(options) == "number" then options = nil end
  local given = check.options(options, 2, "load", checks, for_grid)
  local fine, map, info = pcall(load_map, source, given)
  if fine then return map, info end
  local message = tiledfield.message_of(map)
  error(message or map, message and 2 or 0)
end

return tiled
