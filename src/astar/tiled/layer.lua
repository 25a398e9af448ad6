-- The layers of a map: which of them count, in which order, and what their properties say. Called by astar.tiled only.

local tileddata = require "astar.tiled.data"
local tiledfield = require "astar.tiled.field"

local tiledlayer = {}

local fail, field, whole_field, each = tiledfield.fail, tiledfield.field, tiledfield.whole_field, tiledfield.each
local MOST = tiledfield.MOST

-- job.blocks: { x, y, width, height, data, label, about, shown, blocks } in the order in which they are drawn: `shown` if the
-- tiles count, `blocks` if they block cells; false if they open what a layer below has blocked.
-- job.groups: what read_about gives of each object layer, and `layer`; job.abouts: of each layer and group.

local DEEPEST = 100 -- groups within groups

-- A layer, or a chunk of one. What it lacks is taken from `usual`; `about` has its label, `shown` and `blocks`.
local function add_block(job, layer, t, about, label, usual)
  local block = {
    x = whole_field(t, "x", -MOST, label, usual.x), y = whole_field(t, "y", -MOST, label, usual.y),
    width = whole_field(t, "width", 0, label, usual.width), height = whole_field(t, "height", 0, label, usual.height),
    label = label, shown = about.shown, blocks = about.blocks, about = about,
  }
  block.data = tileddata.read(layer, t, label, block.width * block.height)
  if block.width > 0 and block.height > 0 then job.blocks[#job.blocks + 1] = block end
end

local function add_tile_layer(job, layer, about)
  local label = about.label
  job.has_tiles = job.has_tiles or about.shown
  -- of an infinite map, one without tiles has no chunks
  local is_empty = type(layer.data) == "table" and next(layer.data) == nil or type(layer.data) == "string" and not layer.data:find("%S")
  if job.infinite and layer.chunks == nil and is_empty then return nil end
  if layer.chunks == nil then
    return add_block(job, layer, layer, about, label, { x = 0, y = 0, width = job.width, height = job.height })
  end
  job.infinite = true
  for i, chunk in each(field(layer, "chunks", "table", label), label .. ": 'chunks'") do
    add_block(job, layer, chunk, about, ("%s, chunk %d"):format(label, i), {})
  end
end

-- What counts of a layer, whose group is `outer`: a table of the same fields.
--   name, label, outer, class, properties
--   kind      its type
--   depth     how many groups it is in
--   visible   it and its groups are
--   wanted    the options name it or one of its groups
--   shown     its tiles are part of the map
--   walled    the option `walls` names it or one of its groups
--   blocks    whether its tiles block, by its properties, those of its group, or the option `walls`; nil: that is not said
--   solid     the same of its objects
local function read_about(job, layer, outer, kind, where)
  local names = job.wanted
  local name = field(layer, "name", "string", where, "")
  local label = "layer " .. tiledfield.quote(name)
  local about = { name = name, label = label, kind = kind, outer = outer, depth = outer.depth + 1, blocks = outer.blocks,
    solid = outer.solid }
  about.visible = field(layer, "visible", "boolean", label, true) and outer.visible
  about.wanted = outer.wanted or names and names[name] ~= nil
  about.shown = about.wanted or not names and about.visible
  about.properties = tiledfield.read_properties(layer, label)
  about.class = field(layer, "class", "string", label, "")
  about.walled = outer.walled or job.walls[name] ~= nil
  if job.walls[name] ~= nil then job.walls[name] = true end
  local strict = kind == "tilelayer" or kind == "group"
  local says = tiledfield.read_wall(job.options.names, about.properties, about.class, strict and label)
  if says then about.blocks = says ~= "open" end
  if says == "solid" or says == "blocked" and job.options.blocked then about.solid = true end
  if about.walled then about.blocks, about.solid = true, true end
  return about
end

-- Goes through a list of layers, lowest first.
local function walk(job, list, outer)
  local names = job.wanted
  for i, layer in each(list, outer.label .. ": 'layers'") do
    if job.seen[list[i]] then fail("%s: 'layers': element %d stands twice in the map", outer.label, i) end
    job.seen[list[i]] = true
    local where = ("%s, layer %d"):format(outer.label, i)
    local name = field(layer, "name", "string", where, "")
    local kind = field(layer, "type", "string", "layer " .. tiledfield.quote(name))
    local about = read_about(job, layer, outer, kind, where)
    if (kind == "group" or kind == "tilelayer") and names and names[about.name] ~= nil then names[about.name] = true end
    job.abouts[#job.abouts + 1] = about
    if kind == "group" then
      if about.depth > DEEPEST then fail("%s: more than %d groups within each other", about.label, DEEPEST) end
      walk(job, field(layer, "layers", "table", about.label), about)
    elseif kind == "objectgroup" then
      about.layer = layer
      job.groups[#job.groups + 1] = about
    elseif kind == "tilelayer" and (about.shown or about.walled or not names and about.blocks) then
      add_tile_layer(job, layer, about)
    end
  end
end

local function has_tile_layer(job)
  for _, about in ipairs(job.abouts) do
    if about.kind == "tilelayer" then return true end
  end
  return false
end

-- Fills job.blocks, job.groups and job.abouts. A layer that blocks counts even if it is hidden: such layers mark cells and are
-- not meant to be seen.
function tiledlayer.read(job)
  local o = job.options
  if o.layers then
    job.wanted = {}
    for _, name in ipairs(o.layers) do job.wanted[name] = false end
  end
  job.walls, job.abouts = {}, {}
  for _, name in ipairs(o.walls or {}) do job.walls[name] = false end
  walk(job, field(job.source, "layers", "table", "map"), { label = "map", visible = true, depth = 0 })
  for _, name in ipairs(o.walls or {}) do
    if not job.walls[name] then
      fail("bad argument #2 to 'load' (option 'walls': the map has no layer or group %s)", tiledfield.quote(name))
    end
  end
  for _, name in ipairs(o.layers or {}) do
    if not job.wanted[name] then
      fail("bad argument #2 to 'load' (option 'layers': the map has no tile layer or group %s)", tiledfield.quote(name))
    end
  end
  if not o.layers and not has_tile_layer(job) then
    tiledfield.note(job, "the map has no tile layers: all cells are open, unless objects block them")
    o.empty = o.empty or "default"
  elseif not job.has_tiles and not o.empty then
    fail("map: no %stile layer, and no option 'empty' for cells without a tile", o.layers and "such " or "visible ")
  end
end

return tiledlayer
