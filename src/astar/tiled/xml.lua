-- Makes of a map, tileset or template in Tiled's XML (.tmx, .tsx, .tx) the tables that its JSON export would give. It owns
-- which element and attribute stands for which field. Called by astar.tiled.text only.
--
-- What is written wrongly, such as a word where a number is expected, stays a text: who reads the field says so.

local xmltext = require "astar.tiled.xmltext"

local tiledxml = {}

local find, gmatch, match = string.find, string.gmatch, string.match

---- Values ----------------------------------------------------------------------------------------------

local function number(text)
  return find(text, "^[-+]?%.?%d[%d.]*[eE]?[-+]?%d*$") and tonumber(text) or text
end

local booleans = { ["0"] = false, ["1"] = true, ["false"] = false, ["true"] = true }

local function boolean(text)
  if booleans[text] == nil then return text end
  return booleans[text]
end

local function text(value) return value end

-- By attribute how it is read; others are texts.
local readers = { visible = boolean, infinite = boolean }
for name in gmatch("width height tilewidth tileheight hexsidelength firstgid spacing margin tilecount columns id gid x y " ..
  "rotation tileid imagewidth imageheight", "%a+") do
  readers[name] = number
end

-- The attributes of an element as fields of a table.
local function fields(element)
  local t = {}
  for name, value in next, element.attributes do t[name] = (readers[name] or text)(value) end
  return t
end

---- Properties ------------------------------------------------------------------------------------------

local read_properties

local by_type = { int = number, float = number, object = number, bool = boolean }

local function value_of(property)
  if property.attributes.type == "class" then
    local members = {}
    for _, child in ipairs(property) do
      if child.name == "properties" then
        for _, member in ipairs(read_properties(child)) do
          if member.name then members[member.name] = member.value end
        end
      end
    end
    return members
  end
  -- a text of several lines is what is in the element
  return (by_type[property.attributes.type] or text)(property.attributes.value or property.text)
end

function read_properties(element)
  local list = {}
  for _, property in ipairs(element) do
    if property.name == "property" then
      list[#list + 1] = { name = property.attributes.name, type = property.attributes.type, value = value_of(property) }
    end
  end
  return list
end

-- Calls of `readers` for the elements in one, by their names: reader(t, child).
local function read_children(t, element, child_readers)
  for _, child in ipairs(element) do
    local read = child_readers[child.name]
    if read then read(t, child) end
  end
  return t
end

local function properties(t, child) t.properties = read_properties(child) end

local function append(t, name, value)
  if type(t[name]) ~= "table" then t[name] = {} end -- an attribute may have its name
  t[name][#t[name] + 1] = value
end

---- Objects ---------------------------------------------------------------------------------------------

-- "0,0 16,8": an array of points.
local function read_points(child)
  local list = {}
  for pair in gmatch(child.attributes.points or "", "[^ \t\r\n]+") do
    local x, y = match(pair, "^([^,]+),([^,]+)$")
    list[#list + 1] = { x = number(x or pair), y = number(y or "") }
  end
  return list
end

local object_readers = { properties = properties }
for _, shape in ipairs { "ellipse", "point" } do
  object_readers[shape] = function(t) t[shape] = true end
end
for _, shape in ipairs { "polygon", "polyline" } do
  object_readers[shape] = function(t, child) t[shape] = read_points(child) end
end
function object_readers.text(t) t.text = {} end

local function read_object(element) return read_children(fields(element), element, object_readers) end

local group_readers = { properties = properties }
function group_readers.object(t, child) append(t, "objects", read_object(child)) end

local function read_objectgroup(element)
  local t = fields(element)
  t.type, t.objects = "objectgroup", {}
  return read_children(t, element, group_readers)
end

---- Tilesets --------------------------------------------------------------------------------------------

local function read_image(t, child)
  t.image, t.imagewidth, t.imageheight = child.attributes.source, fields(child).width, fields(child).height
end

local tile_readers = { properties = properties, image = read_image }
function tile_readers.objectgroup(t, child) t.objectgroup = read_objectgroup(child) end

-- "0,1,0,1,0,0,0,0": an array of eight numbers. Before 1.5 it was one number, of sets that are no terrains.
local function read_wangid(id)
  local list = {}
  for part in gmatch(id or "", "[^,]+") do list[#list + 1] = number(part) end
  return list
end

local colour_readers = { properties = properties }

local wang_readers = { properties = properties }
function wang_readers.wangcolor(t, child) append(t, "colors", read_children(fields(child), child, colour_readers)) end
function wang_readers.wangtile(t, child)
  append(t, "wangtiles", { tileid = fields(child).tileid, wangid = read_wangid(child.attributes.wangid) })
end

local tileset_readers = { properties = properties, image = read_image }
function tileset_readers.tile(t, child) append(t, "tiles", read_children(fields(child), child, tile_readers)) end
function tileset_readers.tileoffset(t, child) t.tileoffset = fields(child) end
function tileset_readers.wangsets(t, child)
  for _, set in ipairs(child) do
    if set.name == "wangset" then append(t, "wangsets", read_children(fields(set), set, wang_readers)) end
  end
end

local function read_tileset(element) return read_children(fields(element), element, tileset_readers) end

---- Layers ----------------------------------------------------------------------------------------------

-- Numbers with commas between them, or what else stands there. Nothing between two commas is 0, as in Tiled.
local function read_csv(data)
  local list, n, known = {}, 0, {}
  if find(data, ",%s*,") then data = data:gsub(",(%s*),", ",0%1,"):gsub(",(%s*),", ",0%1,") end
  for digits in gmatch(data, "[^,%s]+") do
    local id = known[digits]
    if not id then
      id = number(digits)
      known[digits] = id
    end
    n = n + 1
    list[n] = id
  end
  return list
end

-- The tile ids of an element: as <tile>s, as CSV, or as base 64.
local function read_data(element, encoding)
  if encoding == "csv" then return read_csv(element.text) end
  if encoding then return element.text end
  local list = {}
  for _, tile in ipairs(element) do
    if tile.name == "tile" then list[#list + 1] = tile.attributes.gid and number(tile.attributes.gid) or 0 end
  end
  return list
end

local layer_readers = { properties = properties }
function layer_readers.data(t, child)
  t.encoding, t.compression = child.attributes.encoding, child.attributes.compression
  for _, part in ipairs(child) do
    if part.name == "chunk" then
      local chunk = fields(part)
      chunk.data = read_data(part, t.encoding)
      append(t, "chunks", chunk)
    end
  end
  if not t.chunks then t.data = read_data(child, t.encoding) end
end

-- The layers of a map or a group, in their order.
local in_order = { properties = properties }
function in_order.layer(t, child)
  local layer = fields(child)
  layer.type = "tilelayer"
  append(t, "layers", read_children(layer, child, layer_readers))
end
function in_order.objectgroup(t, child) append(t, "layers", read_objectgroup(child)) end
function in_order.group(t, child)
  local group = fields(child)
  group.type, group.layers = "group", {}
  append(t, "layers", read_children(group, child, in_order))
end
function in_order.tileset(t, child) append(t, "tilesets", read_tileset(child)) end

---- Documents -------------------------------------------------------------------------------------------

local function read_map(element)
  local t = fields(element)
  t.type, t.layers = "map", {}
  return read_children(t, element, in_order)
end

local function read_tileset_file(element)
  local t = read_tileset(element)
  t.type = "tileset"
  return t
end

local template_readers = {}
function template_readers.object(t, child) t.object = read_object(child) end
function template_readers.tileset(t, child) t.tileset = read_tileset(child) end

local function read_template(element)
  return read_children({ type = "template" }, element, template_readers)
end

local documents = { map = read_map, tileset = read_tileset_file, template = read_template }

-- The table that a text in XML stands for: see datatext.read.
function tiledxml.read(source, prefix, fail)
  local element = xmltext.read(source, prefix, fail)
  local read = documents[element.name]
  if not read then fail("%sa map, tileset or template of Tiled expected, got an element '%s'", prefix, element.name:sub(1, 40)) end
  return read(element)
end

return tiledxml
