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

-- Every form in which a map can be handed over, with its name.
local function forms(map)
  return { { "a table", map }, { "Lua", as_lua(map) }, { "JSON", json_text(map) } }
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
  sorted_keys = sorted_keys, as_lua = as_lua, json_text = json_text, forms = forms, ground_set = ground_set, layer = layer,
  make = make, small = small, meadow = meadow, picture = picture, show = show, base64 = base64, four_bytes = four_bytes,
  chunk = chunk, endless = endless,
}
