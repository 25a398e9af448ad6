---@meta astar.tiled

-- Types of the module astar.tiled, as those in astar.d.lua.

---What `require "astar.tiled"` gives: grids from maps of the Tiled editor.
---@class astar.tiled
local tiled = {}

---Makes a grid from a map of Tiled: a .tmx or .tmj file, or an export as Lua or JSON; orthogonal, isometric, staggered or
---hexagonal. Text is parsed, never run.
---Cells lie where Tiled draws the middles of their tiles, in pixels, unless `cell` says otherwise. O(tiles).
---
---Raises where something is wrong with the map, and says where: with line and column; or layer, column and row; or layer and
---object; or tileset and tile. Also for what it does not read: zstd, other orientations; and for zlib and gzip where there is
---neither LÖVE nor the Lua module zlib.
---@param source table|string # the text of the file, or what a Lua export returns
---@param options? astar.tiled.Options|integer # a number does not count: love.filesystem.read gives one after the text
---@return astar.Grid map
---@return astar.tiled.Info info
---@nodiscard
function tiled.load(source, options) end

---How a map of Tiled becomes a grid.
---@class astar.tiled.Options
---@field layers? string[] # names of tile layers and groups: only these count, visible or not
---@field property? string # the tile property that names the terrain; "terrain" if not given. Without it a tile's class counts
---@field terrain_set? string|false # the only Terrain Set that counts for tiles without both; false: none. Not given: all
---@field blocked? string # the boolean property that blocks; not given: "blocked" of tiles and tile layers, and of objects too
---                          "collidable", "collides" and "solid" (under other tiles too), also as classes
---@field walls? string[] # names of layers and groups: all of their tiles and objects block
---@field cover? number # above 0, at most 1: from which part of its area on a cell that objects cover is blocked; 0.25 if not given
---@field shapes? boolean # true: the collision shapes of tiles block, and are obstacles of the plane
---@field cost? string|false # the property of tiles that says what their terrain costs; "cost" if not given; false: none
---@field legend? table<string, string|false> # by the terrain so found: the terrain to take instead; false: blocked.
---                                               A key that no tile has, but that is nearly a terrain of the map, raises
---@field empty? string # the terrain of cells without a tile; without it they are blocked, unless the map has no tile layers
---@field tilesets? table<string, table|string> # tilesets and templates by the file names that the map has for them
---@field read? fun(name: string): table|string|nil # gives a tileset or template for a file name
---@field cell? number|number[] # the size of a cell, or { width, height }; without it that of Tiled's tiles in pixels
---@field origin? number[] # { x, y [, z] }: where pixel 0, 0 of the map lies
---@field neighbours? 4|8 # as in astar.GridOptions, like all that follows
---@field corners? astar.Corners
---@field diagonal? number
---@field step? number
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
---@field costs table<string, number> # by terrain: the cost that tiles and Terrain Sets say; of the tilesets that the map uses
---@field notes string[] # what looks like a wall and was not used, templates that cannot be read
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

---Sets a unit of the map, as `info.map:unit(name, costs, limits)` does, that pays `info.costs` on the terrains that are not in
---`costs`. O(terrains).
---
---Raises for what `Graph:unit` raises for.
---@param name string
---@param costs? astar.Costs
---@param limits? astar.Limits
function Info:unit(name, costs, limits) end

---Makes a plane as large as the map, in the units of the grid, whose obstacles are the polygons, rectangles and ellipses of
---object layers; the `data` of each is its object. All other objects, and what has no width or height, are left out. A new
---plane each time. O(n log n) in the corners; on isometric maps O(cells) too.
---
---Raises for a polygon that cannot be an obstacle (fewer than 3 corners, edges that cross, no area), naming layer and object;
---for wrong options.
---@param options? astar.tiled.PlaneOptions
---@return astar.Plane
---@nodiscard
function Info:plane(options) end

---Which objects of a map of Tiled become obstacles of a plane.
---@class astar.tiled.PlaneOptions
---@field layers? string[] # names of object layers and groups: all of their objects, visible or not; not given: all visible objects
---@field filter? fun(object: astar.tiled.Object): boolean? # which of these
---@field corners? integer # of the polygon around an ellipse: 3 to 65536; 16 if not given: it sticks out by at most 2 %

---A tile of a tileset.
---@class astar.tiled.Tile
---@field id integer # its number in its tileset, from 0
---@field tileset? string # the tileset's name
---@field class? string
---@field terrain? string # as the grid has it; nil if the legend says false
---@field blocked boolean # by its own properties, its Terrain Set's, or the legend; a layer may block its cell all the same
---@field properties table<string, any>

---An object that was placed on the map.
---@class astar.tiled.Object
---@field id? integer
---@field name? string
---@field class? string
---@field template? string # the file name of its template
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
