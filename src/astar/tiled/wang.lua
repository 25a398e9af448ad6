-- The Terrain Sets of a tileset: which of their terrains a tile shows. In Tiled's files such a set is a Wang set, and its
-- terrains are colours, by which the corners and edges of tiles are marked. Called by astar.tiled.set only.

local tiledfield = require "astar.tiled.field"

local tiledwang = {}

local fail, describe, each, field = tiledfield.fail, tiledfield.describe, tiledfield.each, tiledfield.field

-- The name and properties of each terrain, by its number.
local function read_colours(t, where)
  local colours = {}
  for i, colour in each(field(t, "colors", "table", where), where .. ": 'colors'") do
    local label = ("%s, terrain %d"):format(where, i)
    colours[i] = { name = tiledfield.text_field(colour, "name", label), label = label,
      properties = tiledfield.read_properties(colour, label) }
  end
  return colours
end

-- The number that stands most often among the eight marks of a tile, the lowest of those that stand equally often;
-- nil if none is marked. 0 is no mark.
local function most_frequent(marks, count, where)
  local times, best = {}, nil
  if tiledfield.rawlen(marks) ~= 8 then fail("%s: 'wangid': 8 numbers expected, got %d", where, tiledfield.rawlen(marks)) end
  for i = 1, 8 do
    local mark = marks[i]
    if not tiledfield.is_whole(mark, 0, count) then
      fail("%s: 'wangid': terrain from 0 to %d expected, got %s", where, count, describe(mark))
    end
    times[mark] = (times[mark] or 0) + 1
  end
  for mark, often in next, times do
    if mark > 0 and (not best or often > times[best] or often == times[best] and mark < best) then best = mark end
  end
  return best
end

local function read_set(t, where, tiles)
  local colours = read_colours(t, where)
  for i, tile in each(field(t, "wangtiles", "table", where, {}), where .. ": 'wangtiles'") do
    local label = ("%s, element %d of 'wangtiles'"):format(where, i)
    local id = tiledfield.whole_field(tile, "tileid", 0, label)
    local best = most_frequent(field(tile, "wangid", "table", label), #colours, label)
    if best and not tiles[id] then tiles[id] = colours[best] end
  end
  return colours
end

-- Reads the Terrain Sets of a tileset: all of them, or the one of that name. Gives
--   tiles     by the number of a tile, { name, properties, label } of its terrain, of the first set that has it
--   colours   an array of the terrains of all these sets
--   found     whether there is a set
function tiledwang.read(t, where, wanted)
  local tiles, colours, found = {}, {}, false
  for i, set in each(field(t, "wangsets", "table", where, {}), where .. ": 'wangsets'") do
    local name = tiledfield.text_field(set, "name", ("%s, Terrain Set %d"):format(where, i))
    -- before Tiled 1.5 these sets were no terrains, and had other fields
    if set.colors ~= nil and (wanted == nil or wanted == name) then
      local label = name and ("%s, Terrain Set %s"):format(where, tiledfield.quote(name)) or ("%s, Terrain Set %d"):format(where, i)
      for _, colour in ipairs(read_set(set, label, tiles)) do colours[#colours + 1] = colour end
      found = true
    end
  end
  return tiles, colours, found
end

return tiledwang
