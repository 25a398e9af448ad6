-- The maps of a night: a random graph, or a grid of any layout, small enough for slow oracles or large, beside the copy that
-- world.lua and tiles.lua keep.

local quests = require "spec.support.quests"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local maps = {}

local NAMES = { "terrain", "walls", "links", "heights", "waypoints", "wrap", "odd", "sizes" }

local function features_of(rng, size)
  local features = { size = size, layout = rng:pick(tiles.LAYOUTS) }
  for _, name in ipairs(NAMES) do features[name] = rng:chance(name == "sizes" and 0.25 or 0.7) end
  return features
end

-- A grid of 20 to 60 columns and rows, or several floors of fewer: rooms, clutter, portals.
local function large_grid(rng)
  local features = features_of(rng)
  local options = tiles.random_options(rng, features)
  options.width, options.height = 2 * rng:int(10, 24), 2 * rng:int(10, 24)
  if options.levels then options.width, options.height = 20, 16 end
  local t = tiles.new(options)
  t.sizes = features.sizes
  local density = rng:pick { 0, 0.05, 0.2, 0.35 }
  for _, r in ipairs(t.list) do
    if rng:chance(density) then t:block(r, true) end
  end
  for _ = 1, features.terrain and rng:int(1, 12) or 0 do
    t:fill(rng:int(1, t.width), rng:int(1, t.height), rng:int(2, 15), rng:int(2, 15), rng:pick(tiles.TERRAINS))
  end
  for _ = 1, 3 do t:random_unit(rng) end
  for _ = 1, features.links and rng:int(0, 8) or 0 do t:random_link(rng) end
  return t, features
end

-- Nodes that were removed are held to the end of the round: when ids are used again would depend on the collector.
local function hold_removed(w)
  local held, remove = {}, w.remove
  w.held = held
  function w.remove(self, a)
    held[#held + 1] = a.node
    return remove(self, a)
  end
end

-- { w = the copy, features, rng of its edits, large = whether slow oracles would take long }
function maps.random(rng)
  local map = { edits = random.new(rng:int(1, 1000000)), large = false }
  local dice = rng:int(1, 10)
  if dice <= 3 then
    map.w, map.features = world.random(rng, rng:int(3, 40), rng:real(1, 5)), {}
  elseif dice <= 7 then
    map.features = features_of(rng, rng:int(3, 12))
    map.w = tiles.random(rng, map.features)
  elseif dice <= 9 then
    map.w, map.features = large_grid(rng)
    map.large = true
  else
    map.w, map.features, map.large = world.random(rng, rng:int(150, 400), rng:real(2, 4)), {}, true
  end
  hold_removed(map.w)
  return map
end

-- Random rules and options as quests.rules() draws them. What layers add for a square of several cells the oracles do not know.
function maps.rules(w, rng, may)
  return quests.rules(w, rng, w.sizes and shapes.with(may, { layers = 0 }) or may)
end

-- One random edit of the map or a layer. A graph always has nodes.
function maps.edit(map)
  local w, rng = map.w, map.edits
  quests.edit(w, rng, map.features)
  while #w.list < 2 and not w.cells do w:random_node(rng) end
end

function maps.describe(map)
  local w = map.w
  local kind = w.cells and ("%s grid %d x %d x %d"):format(w.layout, w.width, w.height, w.levels) or "graph"
  return ("%s, %d nodes"):format(kind, #w.list)
end

return maps
