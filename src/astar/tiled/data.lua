-- The tile ids of a layer, from the forms in which Tiled writes them: an array, or bytes in base 64, which may be
-- compressed. Called by astar.tiled only.

local inflated = require "astar.tiled.inflated"
local tiledfield = require "astar.tiled.field"

local tileddata = {}

local fail, field, text_field, rawlen = tiledfield.fail, tiledfield.field, tiledfield.text_field, tiledfield.rawlen
local floor = math.floor
local byte, char, find, sub = string.byte, string.char, string.find, string.sub

---- Base 64 -----------------------------------------------------------------------------------------------

local digits_of_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

-- Four digits of base 64 to three bytes; each four are worked out once.
local function new_quads()
  local value = {}
  for i = 1, 64 do value[byte(digits_of_64, i)] = i - 1 end
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

---- Decompression ---------------------------------------------------------------------------------------

-- Each of these takes compressed bytes, the name of their form, and how many bytes they should give. It gives these,
-- or nil if they are damaged or not all there; of more than it should give, it may give a part.

-- No byte of compressed data gives more than this.
local MOST_OF_BYTE = 1032

-- What a decompressor may make beyond the tiles without being asked how much it will be, in bytes.
local MOST_BEYOND = 2 ^ 26

-- Whether the data surely gives too much for one that does not stop in between.
local function is_too_much(bytes, size)
  return #bytes * MOST_OF_BYTE > size + MOST_BEYOND and inflated.exceeds(bytes, size)
end

-- LÖVE does not stop in between.
local function by_love(bytes, form)
  local fine, result = pcall(rawget(_G, "love").data.decompress, "string", form, bytes)
  return fine and type(result) == "string" and result or nil
end

-- lua-zlib has streams, which know both forms. They get a little at a time, so that they stop soon.
local function by_stream(zlib)
  return function(bytes, _, size)
    local stream, parts, length, ended = zlib.inflate(), {}, 0, false
    for at = 1, #bytes, 1024 do
      local fine, part, eof = pcall(stream, sub(bytes, at, at + 1023))
      if not fine or type(part) ~= "string" then return nil end
      parts[#parts + 1], length, ended = part, length + #part, eof
      if ended or length > size then break end
    end
    return (ended or length > size) and table.concat(parts) or nil
  end
end

-- lzlib has a function, which does not stop either. The sum asks it to tell the form by itself.
local function by_function(zlib)
  return function(bytes)
    local fine, result = pcall(zlib.decompress, bytes, 15 + 32)
    return fine and type(result) == "string" and result or nil
  end
end

-- What this Lua can decompress with, and whether it stops soon after it has made what it should; or nil.
local function find_decompressor()
  local love = rawget(_G, "love")
  local data = type(love) == "table" and love.data
  if type(data) == "table" and data.decompress then return by_love end

  local fine, zlib = pcall(require, "zlib")
  if not fine or type(zlib) ~= "table" then return nil end
  local streams, stream = pcall(zlib.inflate)
  if streams and type(stream) == "function" then return by_stream(zlib), true end
  return type(zlib.decompress) == "function" and by_function(zlib) or nil
end

local advice = "in Tiled, set the map's \"Tile Layer Format\" to CSV or Base64 (uncompressed)"
local other_advice = "in Tiled, set the map's \"Tile Layer Format\" to CSV, or to Base64 uncompressed, zlib compressed " ..
  "or gzip compressed"

-- The bytes that compressed data gives, or nil if they are too many: it should give `size`. Of too many it may give a part.
local function decompress(bytes, form, where, size)
  if form ~= "zlib" and form ~= "gzip" then
    fail("%s: compression '%s' cannot be read here; %s", where, form, other_advice)
  end
  local run, stops = find_decompressor()
  if not run then
    fail("%s: compression '%s' takes LÖVE (love.data.decompress) or the Lua module zlib (luarocks install lua-zlib), " ..
      "and neither is there; or %s", where, form, advice)
  end
  -- Data that gives so few bytes is hardly longer itself when it is packed, and one that gives so many is not that short.
  local fits = #bytes <= size * 1.001 + 1024 and size <= #bytes * MOST_OF_BYTE
  if fits and not stops and is_too_much(bytes, size) then return nil end
  local result = fits and run(bytes, form, size)
  if not result then fail("%s: its data cannot be decompressed: it is damaged, or not all of it is there", where) end
  return result
end

---- Tile ids ----------------------------------------------------------------------------------------------

-- `count` tile ids of four bytes each, the lowest first.
local function decode_ids(layer, text, where, count)
  local bytes, ids = decode_base64(text), {}
  local form = text_field(layer, "compression", where)
  if bytes and form then
    bytes = decompress(bytes, form, where, count * 4)
    if not bytes or #bytes ~= count * 4 then
      local got = (not bytes or #bytes > count * 4) and "more" or ("%.14g"):format(#bytes / 4)
      fail("%s: %.0f tiles expected in its data, got %s", where, count, got)
    end
  end
  if not bytes or #bytes % 4 ~= 0 then fail("%s: its data is not base 64, or not all of it is there", where) end
  for i = 1, #bytes / 4 do
    local a, b, c, d = byte(bytes, i * 4 - 3, i * 4)
    ids[i] = a + b * 0x100 + c * 0x10000 + d * 0x1000000
  end
  return ids
end

-- The tile ids of a layer, or of `t`, a chunk of it, which have to be `count`.
function tileddata.read(layer, t, where, count)
  local encoding = text_field(layer, "encoding", where)
  local data
  if encoding == "base64" then
    data = decode_ids(layer, field(t, "data", "string", where), where, count)
  elseif encoding == nil or encoding == "csv" or encoding == "lua" then
    data = field(t, "data", "table", where)
  else
    fail("%s: encoding '%s' cannot be read here; %s", where, encoding, other_advice)
  end
  if rawlen(data) ~= count then
    fail("%s: %.0f tiles expected in its data, got %d", where, count, rawlen(data))
  end
  return data
end

return tileddata
