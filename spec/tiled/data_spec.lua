-- Layers of Tiled whose data is compressed. On Lua without LÖVE that takes the module zlib; spec/love/tiled.lua does the
-- same in LÖVE.

local check = require "spec.support.check"
local compressed = require "spec.support.compress"
local maps = require "spec.support.tiled_maps"
local random = require "spec.support.random"
local tiled = require "astar.tiled"

local raises = check.raises
local base64, four_bytes, forms, layer, make = maps.base64, maps.four_bytes, maps.forms, maps.layer, maps.make

local compress = compressed.bytes
local it_with_zlib = compressed.it(it, pending)

-- A map of one layer with these bytes, as they are.
local function packed(width, height, bytes, form)
  return make(width, height, { layer("a", width, base64(bytes), { height = height, encoding = "base64", compression = form }) })
end

-- Runs f while `require "zlib"` gives `module`, or fails if it is false, and the global love is `love`.
local function with(module, love, f)
  local old_zlib, old_preload, old_love = package.loaded.zlib, package.preload.zlib, rawget(_G, "love")
  package.loaded.zlib = module or nil
  package.preload.zlib = not module and function() error("there is no zlib") end or nil
  rawset(_G, "love", love)
  local fine, message = pcall(f)
  package.loaded.zlib, package.preload.zlib = old_zlib, old_preload
  rawset(_G, "love", old_love)
  if not fine then error(message, 0) end
end

local ids = { 1, 2, 3 + 2 ^ 31, 4, 0, 6 }
local expected = "grass forest rock! sea default! wood!"
local damaged = "layer 'a': its data cannot be decompressed: it is damaged, or not all of it is there"

describe("compressed data", function()
  it_with_zlib("is read through the module zlib", function()
    for _, form in ipairs({ "zlib", "gzip" }) do
      local map = packed(3, 2, compress(four_bytes(ids), form), form)
      for _, written in ipairs(forms(map)) do assert.equal(expected, maps.show(written[2])) end
    end
  end)

  it_with_zlib("is read in chunks of infinite maps", function()
    local data = base64(compress(four_bytes({ 1, 2, 4, 1 }), "zlib"))
    local map = maps.endless({ { x = -1, y = 0, width = 2, height = 2, data = data } }, { infinite = true })
    map.layers[1].encoding, map.layers[1].compression = "base64", "zlib"
    for _, written in ipairs(forms(map)) do assert.equal("grass forest sea grass", maps.show(written[2])) end
    map.layers[1].chunks[1].width = 3
    raises("layer 'a', chunk 1: 6 tiles expected in its data, got 4", tiled.load, map)
  end)

  it_with_zlib("may be long", function()
    local rng, many = random.new(8), {}
    for i = 1, 200 * 200 do many[i] = rng:int(1, 2) end
    for _, form in ipairs({ "zlib", "gzip" }) do
      local grid = tiled.load(packed(200, 200, compress(four_bytes(many), form), form))
      for i = 1, #many, 13 do check.that(grid:node(i).terrain == (many[i] == 1 and "grass" or "forest"), "tile %d", i) end
    end
  end)

  it_with_zlib("is refused if it is of another size, which is told", function()
    for _, form in ipairs({ "zlib", "gzip" }) do
      local function refused(want, bytes)
        raises("layer 'a': " .. want, tiled.load, packed(3, 2, compress(bytes, form), form))
      end
      refused("6 tiles expected in its data, got 5", four_bytes({ 1, 2, 3, 4, 0 }))
      refused("6 tiles expected in its data, got 5.5", four_bytes({ 1, 2, 3, 4, 0 }) .. "\0\0")
      refused("6 tiles expected in its data, got 0", "")
      refused("6 tiles expected in its data, got more", four_bytes({ 1, 2, 3, 4, 0, 6, 1 }))
      refused("6 tiles expected in its data, got more", four_bytes(ids) .. "\0")
    end
  end)

  it_with_zlib("is refused before it fills the memory", function()
    local bomb = compress(("\0"):rep(2 ^ 26), "zlib")
    collectgarbage()
    local before, most = collectgarbage("count"), 0
    -- the size is told by what is packed, or by what comes out
    for _, size in ipairs({ { 3, 2, damaged }, { 200, 100, "layer 'a': 20000 tiles expected in its data, got more" } }) do
      raises(size[3], tiled.load, packed(size[1], size[2], bomb, "zlib"))
      most = math.max(most, collectgarbage("count"))
    end
    check.that(most - before < 2 ^ 14, "it took %d KB", most - before)
    -- what does not stop in between is not asked at all
    local function asked() error("it was asked") end
    local map = packed(200, 100, bomb .. ("x"):rep(2000), "zlib")
    for _, stub in ipairs { { false, { data = { decompress = asked } } }, { { decompress = asked } } } do
      with(stub[1], stub[2], function()
        raises("layer 'a': 20000 tiles expected in its data, got more", tiled.load, map)
      end)
    end
    -- nor for so many tiles that no data of this length gives them
    with(false, { data = { decompress = asked } }, function()
      raises(damaged, tiled.load, make(2000, 2000, { layer("a", 2000, base64(bomb:sub(1, 10000)),
        { height = 2000, encoding = "base64", compression = "zlib" }) }))
    end)
  end)

  it_with_zlib("is refused if it is cut off", function()
    for _, form in ipairs({ "zlib", "gzip" }) do
      local whole = compress(four_bytes(ids), form)
      for length = 0, #whole - 1 do
        raises(damaged, tiled.load, packed(3, 2, whole:sub(1, length), form))
      end
    end
  end)

  it_with_zlib("is refused or read if it is damaged", function()
    local whole = { zlib = compress(four_bytes(ids), "zlib"), gzip = compress(four_bytes(ids), "gzip") }
    random.cases("tiled damaged zlib", 1000, function(rng)
      local form = rng:pick({ "zlib", "gzip" })
      local at = rng:int(1, #whole[form])
      local bytes = whole[form]:sub(1, at - 1) .. string.char(rng:int(0, 255)) .. whole[form]:sub(at + 1)
      local fine, result = pcall(tiled.load, packed(3, 2, bytes, form))
      if fine then
        assert.equal(expected, maps.picture(result))
      else
        check.that(result:find("layer 'a'", 1, true), "%s", result)
      end
    end)
  end)

  it("is refused if nothing can decompress it, with what could", function()
    with(false, nil, function()
      for _, form in ipairs({ "zlib", "gzip" }) do
        for _, written in ipairs(forms(packed(3, 2, "\120\156", form))) do
          raises({ ("layer 'a': compression '%s' takes LÖVE (love.data.decompress) or the Lua module zlib"):format(form),
            "luarocks install lua-zlib", "CSV or Base64 (uncompressed)" }, tiled.load, written[2])
        end
      end
    end)
    -- a module of that name which is another
    with({ inflate = function() return {} end }, { data = {} }, function()
      raises("and neither is there", tiled.load, packed(3, 2, "\120\156", "zlib"))
    end)
    with({ inflate = function() return function() return nil, true end end }, nil, function()
      raises(damaged, tiled.load, packed(3, 2, "\120\156", "zlib"))
    end)
  end)

  it("goes through love.data first", function()
    local asked
    local love = { data = { decompress = function(...)
      asked = { ... }
      return four_bytes(ids)
    end } }
    with(false, love, function() assert.equal(expected, maps.show(packed(3, 2, "packed", "gzip"))) end)
    assert.same({ "string", "gzip", "packed" }, asked)
    love.data.decompress = function() error("Could not decompress") end
    with(false, love, function() raises(damaged, tiled.load, packed(3, 2, "packed", "zlib")) end)
    love.data.decompress = function() return nil end
    with(false, love, function() raises(damaged, tiled.load, packed(3, 2, "packed", "zlib")) end)
    -- what LÖVE is given cannot become very much
    love.data.decompress = function() error("it was asked") end
    with(false, love, function() raises(damaged, tiled.load, packed(3, 2, ("x"):rep(1100), "zlib")) end)
  end)

  it("goes through the module zlib of either kind", function()
    local module = { decompress = function(bytes, window)
      if bytes ~= "packed" or window ~= 47 then error("not this") end
      return four_bytes(ids)
    end, inflate = function(source) return assert(source, "no source") end }
    with(module, nil, function()
      assert.equal(expected, maps.show(packed(3, 2, "packed", "gzip")))
      raises(damaged, tiled.load, packed(3, 2, "other", "gzip"))
    end)
  end)
end)

describe("data that cannot be read", function()
  it("is refused with what can be", function()
    local advice = "in Tiled, set the map's \"Tile Layer Format\" to CSV, or to Base64 uncompressed, zlib compressed " ..
      "or gzip compressed"
    for _, written in ipairs(forms(packed(3, 2, "packed", "zstd"))) do
      raises({ "layer 'a': compression 'zstd' cannot be read here; ", advice }, tiled.load, written[2])
    end
    local map = maps.small()
    map.layers[1].encoding = "morse"
    raises({ "layer 'ground': encoding 'morse' cannot be read here; ", advice }, tiled.load, map)
  end)

  it("is refused if it is not base 64 under the compression", function()
    local map = packed(3, 2, "", "zlib")
    map.layers[1].data = "not base 64"
    raises("layer 'a': its data is not base 64, or not all of it is there", tiled.load, map)
  end)
end)
