-- astar.tiled.inflated: how much compressed data gives, compared with what zlib makes of it.

local check = require "spec.support.check"
local compressed = require "spec.support.compress"
local inflated = require "astar.tiled.inflated"
local random = require "spec.support.random"

local that = check.that

local zlib, compress = compressed.zlib, compressed.bytes
local it_with_zlib = compressed.it(it, pending)

-- Bytes of some kind: few or many of them, runs of the same, repeats of what came before.
local function some_bytes(rng)
  local parts, kinds = {}, rng:pick { 1, 2, 4, 30, 256 }
  for _ = 1, rng:int(0, 30) do
    local kind = rng:int(1, 4)
    local char = string.char(rng:int(0, kinds - 1))
    if kind == 1 then
      parts[#parts + 1] = char:rep(rng:int(1, 3000))
    elseif kind == 2 and #parts > 0 then
      parts[#parts + 1] = parts[rng:int(1, #parts)]
    else
      for _ = 1, rng:int(1, 200) do parts[#parts + 1] = string.char(rng:int(0, kinds - 1)) end
    end
  end
  return table.concat(parts)
end

describe("the size of what compressed data gives", function()
  it_with_zlib("is that of what zlib gives", function()
    random.cases("inflated", 400, function(rng)
      local bytes, form = some_bytes(rng), rng:pick { "zlib", "gzip" }
      local packed = compress(bytes, form, rng:int(0, 9))
      that(not inflated.exceeds(packed, #bytes), "more than %d bytes", #bytes)
      that(#bytes == 0 or inflated.exceeds(packed, #bytes - 1), "less than %d bytes", #bytes)
      that(not inflated.exceeds(packed, 1e300), "more than any")
      if #bytes > 0 then
        local some = rng:int(0, #bytes - 1)
        that(inflated.exceeds(packed, some), "no more than %d of %d bytes", some, #bytes)
      end
    end)
  end)

  it_with_zlib("is not more for data that is cut off or damaged", function()
    random.cases("inflated damaged", 1000, function(rng)
      local bytes, form = some_bytes(rng), rng:pick { "zlib", "gzip" }
      local packed = compress(bytes, form, rng:int(0, 9))
      that(not inflated.exceeds(packed:sub(1, rng:int(0, #packed)), #bytes), "a part gives more than all")
      local at = rng:int(1, #packed)
      local broken = packed:sub(1, at - 1) .. string.char(rng:int(0, 255)) .. packed:sub(at + 1)
      local exceeds = inflated.exceeds(broken, #bytes)
      local fine, made = pcall(function() return (zlib.inflate()(broken)) end)
      if fine and type(made) == "string" and #made > #bytes then that(exceeds, "%d bytes, not seen", #made) end
    end)
  end)

  it("ends, whatever the bytes are", function()
    random.cases("inflated bytes", 2000, function(rng)
      local list = {}
      for i = 1, rng:int(0, 60) do list[i] = string.char(rng:int(0, 255)) end
      for _, header in ipairs { "", "\120\156", "\31\139\8" } do
        that(type(inflated.exceeds(header .. table.concat(list), rng:int(0, 5000))) == "boolean", "no answer")
      end
    end)
    that(not inflated.exceeds("", 0) and not inflated.exceeds("\31\139", 0), "nothing gives something")
  end)

  it_with_zlib("finds the fields of a gzip header", function()
    local packed = compress(("abc"):rep(100), "gzip", 9)
    local function with_header(flags, fields)
      return packed:sub(1, 3) .. string.char(flags) .. packed:sub(5, 10) .. fields .. packed:sub(11)
    end
    for _, case in ipairs { { 8, "name\0" }, { 16, "what it is\0" }, { 4, "\3\0xyz" }, { 2, "hh" }, { 30, "\1\0xname\0what\0hh" } } do
      local bytes = with_header(case[1], case[2])
      that(inflated.exceeds(bytes, 299) and not inflated.exceeds(bytes, 300), "flags %d", case[1])
    end
  end)
end)
