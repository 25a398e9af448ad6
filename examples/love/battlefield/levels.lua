-- The maps to choose from, each in two forms, with their units.
--
--   made      true: a country that is made of a seed, and another one of another seed
--   large     true: that takes a second

local land = require "land"
local rules = require "rules"
local tiled = require "astar.tiled"

local levels = {}

-- How many of each kind, in the order of rules.kinds.
local some, hundred = { 4, 3, 2, 2 }, { 40, 25, 20, 15 }

local function muster_some(army)
  local map = army.map
  local middle = map:cell(math.floor(map.width / 2), math.floor(map.height / 2))
  for i, kind in ipairs(rules.kinds) do
    army:muster(kind, some[i], kind.name ~= "ship" and middle or nil, math.floor(map.height / 3))
  end
end

local function muster_hundred(army)
  for i, kind in ipairs(rules.kinds) do army:muster(kind, hundred[i]) end
  for _, unit in ipairs(army.units) do army:roam(unit) end
end

-- make(seed) of a generated map. `sprite` is how large the picture on a cell is.
local function generated(layout, width, height, muster)
  return function(seed)
    return { map = land.make(layout, width, height, seed), muster = muster, sprite = layout == "square" and 1 or 1.06 }
  end
end

-- castle.lua is read as text and never run. The isometric form is the same file but for a word and a number, as if it
-- had been drawn so in Tiled; with cells of 3:2 the map has the shape of the window.
local function castle(isometric)
  local text = assert(love.filesystem.read("castle.lua"))
  if isometric then
    text = text:gsub('orientation = "orthogonal",\n', 'orientation = "isometric",\n', 1)
    text = text:gsub("tilewidth = 32", "tilewidth = 48", 1)
  end
  local map, info = tiled.load(text, { cell = isometric and { 1.5, 1 } or 1 })
  local function muster(army)
    for _, object in ipairs(info.objects) do
      local kind = rules.by_name[object.class]
      if kind and object.cell then army:add(kind, object.cell, object.name) end
    end
  end
  return { map = map, muster = muster, sprite = isometric and 0.95 or 1 }
end

levels.list = {
  {
    title = "The valley", made = true,
    forms = {
      { name = "squares", make = generated("square", 44, 28, muster_some) },
      { name = "hexagons", make = generated("odd-r", 44, 32, muster_some) },
    },
  },
  {
    title = "The castle",
    forms = {
      { name = "a map made with Tiled", make = function() return castle(false) end },
      { name = "made with Tiled, isometric", make = function() return castle(true) end },
    },
  },
  {
    title = "The wide country", made = true, large = true,
    forms = {
      { name = "200 x 200 squares, 100 units", make = generated("square", 200, 200, muster_hundred) },
      { name = "200 x 200 hexagons, 100 units", make = generated("odd-r", 200, 200, muster_hundred) },
    },
  },
}

return levels
