-- A map made with Tiled: the text that it exports, read as it is. The tiles' classes become terrains.
local tiled = require "astar.tiled"

local text = [[
{ "type": "map", "version": "1.10", "orientation": "orthogonal", "width": 12, "height": 8,
  "tilewidth": 16, "tileheight": 16, "infinite": false,
  "tilesets": [ { "firstgid": 1, "name": "land", "tilewidth": 16, "tileheight": 16, "tilecount": 4, "columns": 4,
    "tiles": [ { "id": 0, "type": "grass" }, { "id": 1, "type": "forest" },
               { "id": 2, "type": "water" }, { "id": 3, "type": "road" } ] } ],
  "layers": [ { "id": 1, "type": "tilelayer", "name": "ground", "visible": true, "opacity": 1,
    "x": 0, "y": 0, "width": 12, "height": 8, "data": [
      1,1,1,2,2,1,1,1,3,3,3,3,
      1,1,2,2,2,2,1,3,3,3,3,1,
      1,1,2,2,2,1,1,3,3,1,1,1,
      4,4,4,4,4,4,4,4,4,4,4,4,
      1,1,1,2,2,1,1,3,3,1,1,1,
      1,1,2,2,2,2,3,3,3,1,2,1,
      1,1,1,2,1,3,3,3,1,1,2,2,
      1,1,1,1,3,3,3,1,1,1,1,2 ] } ] }
]]

local map = tiled.load(text)
map:unit("man", { forest = 2, water = false, road = 0.6 })

paint(map, { "grass", "forest", "water", "road" })
local start = cell("start", map, 1, 8)
local goal = cell("goal", map, 12, 8)
local path, cost = map:path(start, goal, "man")
print(map, path and ("cost %.1f"):format(cost) or cost)
show(map, { path = path })
