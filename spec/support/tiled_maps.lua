-- Maps as Tiled exports them: written as tables of the form that the Lua export has, and turned into the text of both
-- formats by the writers below.

local tiled = require "astar.tiled"

---- Writing the two formats ------------------------------------------------------------------------------

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

local function number_text(n)
  return n % 1 == 0 and ("%.0f"):format(n) or ("%.14g"):format(n)
end

local function lua_text(value)
  if type(value) == "number" then return number_text(value) end
  if type(value) == "string" then return '"' .. value:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"' end
  if type(value) ~= "table" then return tostring(value) end
  local out = {}
  for i, element in ipairs(value) do out[i] = lua_text(element) end
  if #out > 0 then return "{ " .. table.concat(out, ", ") .. " }" end
  for _, key in ipairs(sorted_keys(value)) do
    out[#out + 1] = ('["%s"] = %s'):format(key, lua_text(value[key]))
  end
  return "{ " .. table.concat(out, ", ") .. " }"
end

local json_text

-- JSON has custom properties as an array, and knows how a layer is encoded by other names.
local function json_field(key, value)
  if key == "properties" then
    local list = {}
    for _, name in ipairs(sorted_keys(value)) do
      list[#list + 1] = ('{"name":"%s","type":"any","value":%s}'):format(name, json_text(value[name]))
    end
    return '"properties":[' .. table.concat(list, ",") .. "]"
  elseif key == "encoding" and value == "lua" then
    return '"encoding":"csv"'
  end
  return ('"%s":%s'):format(key, json_text(value))
end

function json_text(value)
  if type(value) == "number" then return number_text(value) end
  if type(value) == "string" then return '"' .. value:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"' end
  if type(value) ~= "table" then return tostring(value) end
  local out = {}
  if #value > 0 then
    for i, element in ipairs(value) do out[i] = json_text(element) end
    return "[" .. table.concat(out, ",\n ") .. "]"
  end
  for _, key in ipairs(sorted_keys(value)) do out[#out + 1] = json_field(key, value[key]) end
  return "{" .. table.concat(out, ",\n ") .. "}"
end

local function as_lua(map)
  return "return " .. lua_text(map) .. "\n"
end

---- XML -------------------------------------------------------------------------------------------------

local function escaped(value)
  if type(value) == "number" then value = number_text(value) end
  return (tostring(value):gsub('[&<>"\n]', { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["\n"] = "&#10;" }))
end

-- The fields of a table that are attributes, but those of other names.
local function attributes(t, others)
  local out = {}
  for _, key in ipairs(sorted_keys(t)) do
    local value = t[key]
    if type(value) == "boolean" then value = value and 1 or 0 end
    if type(value) ~= "table" and not (others or {})[key] then out[#out + 1] = (' %s="%s"'):format(key, escaped(value)) end
  end
  return table.concat(out)
end

local function xml_properties(t)
  local out, types = {}, { number = "float", boolean = "bool", table = "class" }
  for _, name in ipairs(sorted_keys(t.properties or {})) do
    local value = t.properties[name]
    local kind = types[type(value)] and (' type="%s"'):format(types[type(value)]) or ""
    if type(value) == "table" then
      out[#out + 1] = ('<property name="%s"%s>%s</property>'):format(escaped(name), kind, xml_properties { properties = value })
    elseif type(value) == "string" and value:find("\n") then
      out[#out + 1] = ('<property name="%s"><![CDATA[%s]]></property>'):format(escaped(name), value)
    else
      out[#out + 1] = ('<property name="%s"%s value="%s"/>'):format(escaped(name), kind, escaped(value))
    end
  end
  return #out > 0 and "<properties>" .. table.concat(out, "\n") .. "</properties>\n" or ""
end

local function xml_points(points)
  local out = {}
  for i, point in ipairs(points) do out[i] = number_text(point.x) .. "," .. number_text(point.y) end
  return table.concat(out, " ")
end

local SHAPES = { ellipse = true, point = true, shape = true, text = true }

local function xml_object(object)
  local inside = xml_properties(object)
  for _, shape in ipairs { "ellipse", "point", "text" } do
    if object[shape] or object.shape == shape then inside = inside .. "<" .. shape .. "/>" end
  end
  for _, shape in ipairs { "polygon", "polyline" } do
    if object[shape] then inside = inside .. ('<%s points="%s"/>'):format(shape, xml_points(object[shape])) end
  end
  return ("<object%s>%s</object>\n"):format(attributes(object, SHAPES), inside)
end

local function xml_objects(group)
  local out = {}
  for i, object in ipairs(group.objects or {}) do out[i] = xml_object(object) end
  return table.concat(out)
end

local function xml_tileset(set)
  local image = { image = true, imagewidth = true, imageheight = true, type = true }
  local out = { ("<tileset%s>\n%s"):format(attributes(set, image), xml_properties(set)) }
  if set.image then
    out[#out + 1] = ('<image source="%s" width="%d" height="%d"/>\n'):format(set.image, set.imagewidth or 0, set.imageheight or 0)
  end
  for _, tile in ipairs(set.tiles or {}) do
    local shapes = tile.objectGroup or tile.objectgroup
    out[#out + 1] = ("<tile%s>%s%s</tile>\n"):format(attributes(tile), xml_properties(tile),
      shapes and "<objectgroup>" .. xml_objects(shapes) .. "</objectgroup>" or "")
  end
  if set.wangsets then out[#out + 1] = "<wangsets>" end
  for _, wang in ipairs(set.wangsets or {}) do
    out[#out + 1] = ("<wangset%s>%s"):format(attributes(wang), xml_properties(wang))
    for _, colour in ipairs(wang.colors or {}) do
      out[#out + 1] = ("<wangcolor%s>%s</wangcolor>"):format(attributes(colour), xml_properties(colour))
    end
    for _, tile in ipairs(wang.wangtiles or {}) do
      out[#out + 1] = ('<wangtile tileid="%s" wangid="%s"/>'):format(tile.tileid, table.concat(tile.wangid, ","))
    end
    out[#out + 1] = "</wangset>"
  end
  if set.wangsets then out[#out + 1] = "</wangsets>" end
  return table.concat(out) .. "</tileset>\n"
end

local function xml_data(data, width)
  if type(data) == "string" then return "\n  " .. data .. "\n" end
  local rows, count = {}, #data
  for first = 1, count, math.max(1, width) do
    rows[#rows + 1] = table.concat(data, ",", first, math.min(count, first + width - 1))
  end
  return "\n" .. table.concat(rows, ",\n") .. "\n"
end

local xml_layers

local function xml_layer(l)
  if l.type == "group" then
    return ("<group%s>%s%s</group>\n"):format(attributes(l, { type = true }), xml_properties(l), xml_layers(l.layers))
  elseif l.type == "objectgroup" then
    return ("<objectgroup%s>%s%s</objectgroup>\n"):format(attributes(l, { type = true }), xml_properties(l), xml_objects(l))
  elseif l.type ~= "tilelayer" then
    return ("<%s%s/>\n"):format(l.type, attributes(l, { type = true }))
  end
  local inside = l.data and xml_data(l.data, l.width or 1) or ""
  for _, chunk in ipairs(l.chunks or {}) do
    inside = inside .. ("<chunk%s>%s</chunk>\n"):format(attributes(chunk, { data = true }), xml_data(chunk.data, chunk.width))
  end
  local encoding = l.encoding == "base64" and "base64" or "csv"
  local form = l.compression and (' compression="%s"'):format(l.compression) or ""
  return ('<layer%s>%s<data encoding="%s"%s>%s</data></layer>\n'):format(
    attributes(l, { type = true, data = true, encoding = true, compression = true }), xml_properties(l), encoding, form, inside)
end

function xml_layers(layers)
  local out = {}
  for i, l in ipairs(layers or {}) do out[i] = xml_layer(l) end
  return table.concat(out)
end

local function xml_text(map)
  if map.orientation == nil then return '<?xml version="1.0" encoding="UTF-8"?>\n' .. xml_tileset(map) end
  local out = { '<?xml version="1.0" encoding="UTF-8"?>\n' }
  out[2] = ("<map%s>\n%s"):format(attributes(map, { type = true }), xml_properties(map))
  for _, set in ipairs(map.tilesets or {}) do out[#out + 1] = xml_tileset(set) end
  return table.concat(out) .. xml_layers(map.layers) .. "</map>\n"
end

---- All of them -----------------------------------------------------------------------------------------

-- Every form in which a map can be handed over, with its name.
local function forms(map)
  return { { "a table", map }, { "Lua", as_lua(map) }, { "JSON", json_text(map) }, { "XML", xml_text(map) } }
end

---- Maps -------------------------------------------------------------------------------------------------

-- Tiles 1 to 6; flowers have nothing to tell, and a door is blocked but has a terrain.
local function ground_set(first)
  return {
    name = "ground", firstgid = first or 1, tilecount = 6, tilewidth = 32, tileheight = 32, image = "ground.png",
    tiles = {
      { id = 0, type = "grass" },
      { id = 1, properties = { terrain = "forest", height = 3 } },
      { id = 2, type = "rock", properties = { blocked = true } },
      { id = 3, class = "sea", properties = { terrain = "" } },
      { id = 5, type = "door", properties = { terrain = "wood", blocked = true } },
    },
  }
end

local function layer(name, width, data, more)
  local l = { type = "tilelayer", name = name, x = 0, y = 0, width = width, height = #data / width, visible = true,
    encoding = "lua", properties = {}, data = data }
  for key, value in pairs(more or {}) do l[key] = value end
  return l
end

local function make(width, height, layers, more)
  local map = { orientation = "orthogonal", width = width, height = height, tilewidth = 32, tileheight = 16,
    properties = {}, tilesets = { ground_set() }, layers = layers }
  for key, value in pairs(more or {}) do map[key] = value end
  return map
end

local function small(more)
  return make(3, 2, { layer("ground", 3, { 1, 2, 3, 4, 0, 6 }) }, more)
end

-- A map of grass only.
local function meadow(width, height, more)
  local data = {}
  for i = 1, width * height do data[i] = 1 end
  return make(width, height, { layer("ground", width, data) }, more)
end

-- Terrains row by row; "!" after those of blocked cells.
local function picture(map)
  local out = {}
  for row = 1, map.height do
    for col = 1, map.width do
      out[#out + 1] = map:get(col, row) .. (map:cell(col, row).blocked and "!" or "")
    end
  end
  return table.concat(out, " ")
end

local function show(source, options)
  return picture((tiled.load(source, options)))
end

---- Encodings --------------------------------------------------------------------------------------------

local digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local function base64(bytes)
  local out = {}
  for i = 1, #bytes, 3 do
    local a, b, c = bytes:byte(i, i + 2)
    local bits = a * 65536 + (b or 0) * 256 + (c or 0)
    for power = 3, 0, -1 do
      local digit = math.floor(bits / 64 ^ power) % 64 + 1
      out[#out + 1] = (power == 0 and not c or power == 1 and not b) and "=" or digits:sub(digit, digit)
    end
  end
  return table.concat(out)
end

local function four_bytes(ids)
  local out = {}
  for i, id in ipairs(ids) do
    out[i] = string.char(id % 256, math.floor(id / 2 ^ 8) % 256, math.floor(id / 2 ^ 16) % 256, math.floor(id / 2 ^ 24))
  end
  return table.concat(out)
end

---- Infinite maps ----------------------------------------------------------------------------------------

local function chunk(x, y, width, data)
  return { x = x, y = y, width = width, height = #data / width, data = data }
end

local function endless(chunks, more)
  local map = make(10, 8, { { type = "tilelayer", name = "a", x = 0, y = 0, width = 30, height = 20, visible = true,
    encoding = "lua", startx = -3, starty = -3, chunks = chunks } }, more)
  return map
end

return {
  sorted_keys = sorted_keys, as_lua = as_lua, json_text = json_text, xml_text = xml_text, forms = forms,
  ground_set = ground_set, layer = layer, make = make, small = small, meadow = meadow, picture = picture, show = show,
  base64 = base64, four_bytes = four_bytes, chunk = chunk, endless = endless,
}
