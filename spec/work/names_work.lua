-- How the cost of names of units and terrains grows, whatever names somebody chose.

local astar = require "astar"
local work = require "spec.support.work"

local floor = math.floor

-- Either piece of a pair leads FNV-1a (32 bits) from the state after the pair before to the same state.
local pairs_of_pieces = {
  { "lsexqzd", "ztxtxde" }, { "vqycmnm", "azjafji" }, { "mzzzkyq", "ufrbias" },
  { "pxuplgf", "mdaruxq" }, { "fyhbaua", "rknuwwl" }, { "lgkwtbw", "gehsjwx" },
  { "giviltu", "auoigbc" }, { "tyrwwyq", "ucbsnsy" }, { "tuvdcwf", "epzknvg" },
}

-- 2^k names whose hashes are equal.
local function colliding(k)
  local names = { "" }
  for i = 1, k do
    local longer = {}
    for _, name in ipairs(names) do
      for _, piece in ipairs(pairs_of_pieces[i]) do longer[#longer + 1] = name .. piece end
    end
    names = longer
  end
  return names
end

local families = {
  ["numbers"] = function(n)
    local names = {}
    for i = 1, n do names[i] = "unit" .. i end
    return names
  end,
  ["equal hashes"] = function(n)
    return colliding(math.ceil(math.log(n) / math.log(2) - 1e-9))
  end,
  -- Of 16 bytes; in the tree of all bits most of them are 112 levels deep.
  ["long common beginnings"] = function(n)
    local names = {}
    for i = 0, n - 1 do
      local bit, bytes = i % 112, {}
      for k = 1, 14 do bytes[k] = "\0" end
      bytes[floor(bit / 8) + 1] = string.char(2 ^ (7 - bit % 8))
      names[i + 1] = table.concat(bytes) .. ("%02d"):format(floor(i / 112))
    end
    return names
  end,
}

describe("the work of", function()
  for family, make in pairs(families) do
    it("units whose names have " .. family, function()
      work.grows("setting and reading", 128, work.LINEAR, function(n)
        local names = make(n)
        return function()
          local g = astar.graph()
          for _, name in ipairs(names) do g:unit(name, {}) end
          for _, name in ipairs(names) do assert(g:unit(name)) end
        end
      end)
    end)

    it("terrains whose names have " .. family, function()
      work.grows("setting", 128, work.LINEAR, function(n)
        local names = make(n)
        local map = astar.grid{ width = 10, height = 10 }
        return function()
          for _ = 1, 3 do
            for i, name in ipairs(names) do map:set(i % 10 + 1, 1, name) end
          end
        end
      end)
    end)
  end

  it("a new terrain beside many units", function()
    work.grows("setting", 2000, work.CONSTANT, function(n)
      local map = astar.grid{ width = 10, height = 10 }
      for i = 1, n do map:unit("unit" .. i, {}) end
      for i = 1, 70 do map:set(1, 1, "before" .. i) end
      return function()
        for i = 1, 50 do map:set(1, 1, "after" .. i) end
      end
    end)
  end)

  it("an unknown unit", function()
    work.grows("asking", 5000, work.CONSTANT, function(n)
      local g = astar.graph()
      local a, b = g:add(0, 0), g:add(1, 0)
      for i = 1, n do g:unit("unit" .. i, {}) end
      return function()
        for i = 1, 3 do assert(not pcall(g.path, g, a, b, "nobody" .. i)) end
      end
    end)
  end)
end)
