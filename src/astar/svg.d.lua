---@meta astar.svg

-- Types of the module astar.svg, as those in astar.d.lua; those of pictures are astar.draw's too.

---"#rrggbb", "#rrggbbaa", or { r, g, b [, a] } with parts from 0 to 1.
---@alias astar.Colour string|number[]

---A picture of a graph, grid or plane as the text of an SVG file, all of it unless `view` says otherwise.
---
---    io.open("map.svg", "w"):write(svg(map, { search = s, path = s:path(), labels = true })):close()
---
---Raises for options that there are not, and for values that are none; names them. O(what is shown).
---@param space astar.Graph|astar.Grid|astar.Plane
---@param options? astar.svg.Options
---@return string
---@nodiscard
local function svg(space, options) end

---What a picture shows.
---@class astar.PictureOptions
---@field search? astar.Search|astar.PlaneSearch # the states of what it touched, its start and its goal
---@field current? astar.Node|astar.Place|false # what shows as current; `search.current` if not given, false for none
---@field path? astar.Path|astar.PlanePath
---@field paths? (astar.Path|astar.PlanePath|astar.ColouredPath)[]
---@field labels? boolean|("name"|"id"|"g"|"h"|"f")[] # true: name, g, h and f; in cells where there is room, beside waypoints so that
---                                                      they cover no path, waypoint or other label if that can be avoided
---@field tree? boolean # a line from each node that was reached to where it was reached from
---@field rays? boolean # the rays of a plane's search
---@field marks? (astar.Mark|astar.Node)[] # discs anywhere
---@field layers? astar.LayerName[] # only these; all if not given
---@field project? fun(x: number, y: number, z: number): number, number # where places lie in the picture, for a view from the side
---@field theme? astar.Theme
---@field legend? boolean|(string|astar.LegendEntry)[] # true: all that occurs in the picture; an array: these entries, in this order

---What a picture is made of, from the lowest to the topmost.
---@alias astar.LayerName
---| "ground"
---| "obstacles"
---| "states"
---| "walls"
---| "links"
---| "rays"
---| "tree"
---| "nodes"
---| "paths"
---| "ends"
---| "labels"
---| "marks"
---| "legend"

---Paths that share a stretch are drawn side by side there, if there are not more than 32 of them.
---@class astar.ColouredPath
---@field path astar.Path|astar.PlanePath
---@field colour? astar.Colour # `theme.route` if not given
---@field name? string # what the legend calls it; "path" if not given

---An entry of a legend. In its place the name of a terrain or of a state will do: `legend = { "forest", "open", "blocked" }`.
---The legend lies below the map, beside one that is higher than it is wide.
---@class astar.LegendEntry
---@field name? string # the text; that of the terrain or state if not given
---@field terrain? string # in the colour of this terrain
---@field state? "open"|"closed"|"current"|"excluded"|"blocked" # as this state shows
---@field colour? astar.Colour # a colour of your own; without a colour, terrain or state there is only the text
---@field shape? "square"|"line"|"disc"|"none" # "square" if not given; "none": only the text

---A disc at a place: { x, y }, or { x =, y =, z = }. An object that has x and y, such as a follower, will do.
---@class astar.Mark
---@field [1] number?
---@field [2] number?
---@field x? number
---@field y? number
---@field z? number
---@field colour? astar.Colour
---@field radius? number # in pixels
---@field units? boolean # true: the radius is one of the space, not in pixels
---@field label? string|number # written within, smaller if it is long

---@class astar.svg.Options: astar.PictureOptions
---@field width? number # of the picture in pixels, its legend included; 640 if not given
---@field scale? number # pixels per unit, in place of width
---@field view? number[] # { x, y, w, h }: the part that is shown; all of the space if not given

---Colours and sizes, all of which have defaults (`require "astar.theme".default`). It may be changed at any time. What ends with `size`
---is in pixels on the screen whatever the zoom, what ends with `share` in parts of a cell.
---@class astar.Theme
---@field background? astar.Colour # behind an SVG picture
---@field ground? astar.Colour # free ground of a plane
---@field obstacle? astar.Colour
---@field outline? astar.Colour # of an obstacle
---@field blocked? astar.Colour # what the colour of the terrain fades to where nobody can enter; of waypoints their colour
---@field wall? astar.Colour
---@field none? astar.Colour # states, as `search:state` names them
---@field open? astar.Colour
---@field current? astar.Colour
---@field closed? astar.Colour
---@field excluded? astar.Colour # what a search refused; "#00000000" hides it, and its cross
---@field cross? astar.Colour # the cross over what is excluded
---@field link? astar.Colour # of which an end is not touched
---@field tree? astar.Colour
---@field ray? astar.Colour # that found its way free
---@field ray_hit? astar.Colour
---@field route? astar.Colour
---@field casing? astar.Colour # the rim of routes and texts
---@field start? astar.Colour
---@field goal? astar.Colour
---@field mark? astar.Colour
---@field text? astar.Colour
---@field ink? astar.Colour # of texts on light ground
---@field terrain? table<string, astar.Colour> # by the name of the terrain; laid over the defaults one by one. A name that is not listed
---                                               takes the colour of a listed word in it ("tall grass", "deep_water"), else one made of the name
---@field gap_share? number # between cells
---@field state_share? number # of a cell that shows its state
---@field node_size? number # radius of waypoints, of which many in little room are drawn smaller
---@field place_size? number # radius of the places that a search on a plane touched
---@field end_size? number # radius of start and goal
---@field mark_size? number
---@field route_size? number # widths
---@field link_size? number
---@field tree_size? number
---@field ray_size? number
---@field wall_size? number
---@field outline_size? number
---@field label_size? number # height of texts beside waypoints
---@field legend_size? number # height of texts in the legend
---@field margin_size? number # around an SVG picture

return svg
