---@meta astar.tiled

-- Types of the module astar.tiled, as those in astar.d.lua.

---What `require "astar.tiled"` gives: grids from maps of the Tiled editor.
---@class astar.tiled
local tiled = {}

---Makes a grid from a map that Tiled exported as Lua or JSON: orthogonal, isometric, staggered or hexagonal.
---Cells lie where Tiled draws the middles of their tiles, in pixels, unless `cell` says otherwise. O(tiles).
---
---Raises where something is wrong with the map, and says where: with line and column, or layer, column and row.
---@param source table|string # what the Lua export returns, or the text of a Lua or JSON export
---@param options? astar.tiled.Options|integer # a number does not count: love.filesystem.read gives one after the text
---@return astar.Grid map
---@return astar.tiled.Info info
---@nodiscard
function tiled.load(source, options) end

---How a map of Tiled becomes a grid.
---@class astar.tiled.Options
---@field layers? string[] # names of tile layers and groups: only these count, visible or not
---@field property? string # the tile property that names the terrain; "terrain" if not given. Without it a tile's class counts
---@field blocked? string # the boolean tile property that blocks; "blocked" if not given
---@field legend? table<string, string|false> # by terrain or class: the terrain to take instead; false: blocked
---@field empty? string # the terrain of cells without a tile; without it they are blocked
---@field tilesets? table<string, table|string> # exported tilesets by the file names that the map has for them
---@field read? fun(name: string): table|string|nil # gives an exported tileset for a file name
---@field cell? number|number[] # the size of a cell, or { width, height }; without it that of Tiled's tiles in pixels
---@field origin? number[] # { x, y [, z] }: where pixel 0, 0 of the map lies
---@field neighbours? 4|8 # as in astar.GridOptions, like all that follows
---@field corners? astar.Corners
---@field diagonal? number
---@field wrap? astar.Wrap # not for staggered maps
---@field ground? astar.GroundFunction
---@field sight? astar.SightFunction

---What a map of Tiled has beside the grid. x and y of tiles count from 0, as in Tiled.
---@class astar.tiled.Info
---@field map astar.Grid
---@field orientation "orthogonal"|"isometric"|"staggered"|"hexagonal"
---@field class? string
---@field properties table<string, any> # the map's custom properties
---@field objects astar.tiled.Object[] # of all object layers, lowest layer first
---@field x integer # the tile in column 1, row 1 of the grid: not 0 on infinite maps
---@field y integer
---@field width integer # how many tiles the grid covers
---@field height integer
local Info = {}

---The cell of a tile, by the x and y that Tiled shows for it, or nil outside the map. O(1).
---@param x integer
---@param y integer
---@return astar.Node?
---@nodiscard
function Info:cell(x, y) end

---The x and y that Tiled shows for a cell's tile, or nil where the grid of a staggered map has cells that the map has not.
---O(1).
---@param cell astar.Node
---@return integer? x
---@return integer? y
---@nodiscard
function Info:position(cell) end

---The topmost tile of a cell, or nil if there is none. O(1).
---@param x integer
---@param y integer
---@return astar.tiled.Tile?
---@overload fun(self: astar.tiled.Info, cell: astar.Node): astar.tiled.Tile?
---@nodiscard
function Info:tile(x, y) end

---The first object of that name, or nil. O(objects).
---@param name string
---@return astar.tiled.Object?
---@nodiscard
function Info:object(name) end

---A tile of a tileset.
---@class astar.tiled.Tile
---@field id integer # its number in its tileset, from 0
---@field tileset? string # the tileset's name
---@field class? string
---@field terrain? string # as the grid has it; nil if the legend says false
---@field blocked boolean
---@field properties table<string, any>

---An object that was placed on the map.
---@class astar.tiled.Object
---@field id? integer
---@field name? string
---@field class? string
---@field layer string # the name of its layer
---@field shape string # "rectangle", "ellipse", "point", "polygon", "polyline", "text" or "tile"
---@field visible boolean # it, its layer and its groups
---@field x number # where it is drawn, in the units of the grid
---@field y number
---@field width number # as in Tiled
---@field height number
---@field rotation number # clockwise, in degrees
---@field points? number[] # of polygons and polylines: { x1, y1, x2, y2, ... } in the units of the grid
---@field cell? astar.Node # under its middle; under the foot of a tile; under x, y of a polygon or polyline
---@field properties table<string, any>

return tiled
