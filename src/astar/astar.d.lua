---@meta astar

-- Types of the module astar for editors that read LuaCATS annotations (LuaLS and others).
-- Nothing runs this file. docs/reference/ has the same members in tables; spec/manual/reference_spec.lua compares the two.
--
-- Every function raises for an argument of the wrong type, for a number that is not one or out of its range, for an
-- option or a field that does not exist, for an object of another space, and for one that was removed or closed. What is
-- said to raise comes on top. A call that raises has changed nothing. O(...) is the cost of one call, of an iterator that
-- of the whole loop; n is the number of nodes, of a plane that of its corners; degree is the number of a node's links.
-- Lengths and costs are in the unit of x and y, angles in radians, times in seconds.

---What `require "astar"` gives.
---@class astar
---@field _VERSION string # `"astar 1.0"`
local astar = {}

---Makes a new, empty graph. O(1).
---@return astar.Graph
---@nodiscard
function astar.graph() end

---Makes a map of cells. Its size comes from `rows`, `csv` or `map`, or else from `width` and `height`.
---
---    local map = astar.grid { rows = { "..~", ".^." }, legend = { ["."] = "field", ["~"] = "sea", ["^"] = false } }
---
---Raises for options that are unknown, wrong or do not go together, for rows of different lengths, for text that is not
---in the legend (with its row and column, or its line in the file), and whatever `ground` and `sight` raise; then there
---is no map. O(cells), and a call of `ground` for each cell, of `sight` for each pair of neighbours.
---@param options astar.GridOptions
---@return astar.Grid
---@nodiscard
function astar.grid(options) end

---Makes free ground for obstacles: a plane, bounded or not, or one whose obstacles are the cells of a grid that a unit
---cannot enter.
---
---    local plane = astar.plane { bounds = { 0, 0, 101, 101 } }
---    local ground = astar.plane { grid = map, unit = "horse" }
---
---Raises for options that are unknown or wrong, for two of `bounds`, `outline` and `grid` together, for a grid that
---wraps, and for outlines that cross themselves, or holes that touch something or lie outside.
---O(1); from a grid O(cells).
---@param options? astar.PlaneOptions
---@return astar.Plane
---@nodiscard
function astar.plane(options) end

---- Names that stand for something ------------------------------------------------------------------

---Wherever a node is wanted, the node object or its name will do.
---@alias astar.NodeOrName astar.Node|string

---A position as start or goal: on a grid it stands for the cell there, on a graph for the nearest point on the nearest link
---that the unit can use; without z "nearest" is measured in x and y only. Other fields do not matter; read raw.
---@alias astar.Position { x: number, y: number, z: number?, level: integer? }

---The point on a link that stands for a position on a graph: an end of paths, and the start or goal of searches. Or a
---point between the nodes of a smooth path, with its level on a grid of several.
---@alias astar.Point { x: number, y: number, z: number, level: integer? }

---The status of a search.
---* `searching`: not at its end
---* `found`: a goal was reached
---* `unreachable`: there is no way
---* `done`: without a goal, and all was seen that may be
---* `limit`: `max_cost` or `max_steps` stopped it; there may be a way
---* `stale`: the graph or plane was edited while it ran
---* `blocked`: on a plane: the start or the goal lies inside an obstacle or outside the bounds
---* `closed`: after `close()`
---@alias astar.Status
---| "searching"
---| "found"
---| "unreachable"
---| "done"
---| "limit"
---| "stale"
---| "blocked"
---| "closed"

---What a search knows of a node.
---* `none`: not touched
---* `open`: reached, and waits for its turn
---* `closed`: expanded
---* `excluded`: refused: blocked, not enterable for the unit, in `avoid`, or not in `only`
---@alias astar.State
---| "none"
---| "open"
---| "closed"
---| "excluded"

---The states that `Search:nodes` can be asked for.
---@alias astar.TouchedState
---| "open"
---| "closed"
---| "excluded"

---@alias astar.HeuristicName
---| "auto" # the best that never overestimates: on graphs the straight distance, on grids the length in steps, scaled
---| "euclidean" # the straight distance, scaled alike; the same as "auto" on graphs
---| "manhattan" # |dx| + |dy| + |dz|, scaled alike; overestimates where links run slantwise
---| "octile" # for diagonal steps of 1.41, scaled alike; overestimates where links run more freely
---| "zero" # no estimate: Dijkstra's algorithm

---An estimate of the cost that is left: finite and >= 0. Called once for each goal.
---@alias astar.HeuristicFunction fun(node: astar.Node|astar.Point, goal: astar.Node|astar.Point): number

---The cost of one step, instead of the cost that it has for the unit: >= 0, or `math.huge`, nil or false for "no way".
---Between a point and the end of its link, `cost` is the share of the link.
---@alias astar.CostFunction fun(from: astar.Node|astar.Point, to: astar.Node|astar.Point, cost: number): number|false|nil

---By the name of a terrain what a unit pays there: a multiplier > 0, or false (or `math.huge`) where it cannot go.
---What is not listed costs what `default` costs; `default` is 1 if not given.
---@alias astar.Costs table<string, number|false>

---How the cells of a grid lie.
---* `square`: squares or rectangles, with 4 or 8 neighbours
---* `isometric`: the same neighbours, drawn as diamonds
---* `odd-r`, `even-r`: hexagons in rows; the 2nd, 4th, ... row lies half a cell to the right (odd) or to the left (even)
---* `odd-q`, `even-q`: hexagons in columns; the 2nd, 4th, ... column lies half a cell lower (odd) or higher (even)
---@alias astar.Layout
---| "square"
---| "isometric"
---| "odd-r"
---| "even-r"
---| "odd-q"
---| "even-q"

---What a diagonal step needs of the two ways round by two straight steps.
---* `never` (no corner is ever cut): both must be open to the unit
---* `one`: at least one of them
---* `always`: neither
---@alias astar.Corners
---| "never"
---| "one"
---| "always"

---At which edges a grid joins: left and right (x), top and bottom (y), or both.
---@alias astar.Wrap
---| "x"
---| "y"
---| "xy"

---The rows of a grid, or of a level of one.
---@alias astar.Rows (string|(string|number)[])[]

---The height of a cell's ground, in the unit of x and y; nil: there is none, so the cell is blocked.
---@alias astar.GroundFunction fun(col: integer, row: integer, x: number, y: number, level: integer): number?

---Whether one can step from the middle of one cell to that of its neighbour, and back; false or nil closes the step.
---@alias astar.SightFunction fun(ax: number, ay: number, az: number, bx: number, by: number, bz: number): boolean?

---By the text of a cell (or by its number) the name of its terrain, or false: blocked.
---@alias astar.Legend table<string|number, string|false>

---A place on a plane: what its searches and paths give and take where those of graphs have nodes.
---@alias astar.Place { x: number, y: number }

---The heuristics that there are on planes.
---@alias astar.PlaneHeuristic
---| "auto" # the straight distance
---| "euclidean" # the same
---| "zero" # no estimate: Dijkstra's algorithm

---- Tables of options -----------------------------------------------------------------------------------

---What a node is made with.
---@class astar.NodeProps
---@field terrain? string # none given: "default"
---@field blocked? boolean # nobody can enter it
---@field name? string # unique in the graph
---@field data? any # anything of yours

---What a link is made with.
---@class astar.LinkProps
---@field cost? number # the base cost, finite and >= 0; none given: the straight distance
---@field terrain? string # counts in place of the terrain of the node that the link leads to
---@field oneway? boolean # touch a -> b only

---@class astar.LinkAllOptions
---@field terrain? string # of all of these links
---@field oneway? boolean # touch a -> b only, of each pair

---@class astar.UnlinkOptions
---@field oneway? boolean # cut a -> b only

---The most that a unit can rise or fall (in z) along one link; and on a grid how many cells it covers.
---@class astar.Limits
---@field climb? number # >= 0
---@field drop? number # >= 0
---@field size? integer # it covers size x size cells, from its cell to the right and down; 1, up to the size of the map

---@class astar.NearestOptions
---@field unit? string # only nodes that this unit can enter
---@field linked? boolean # only nodes with a link, in or out
---@field radius? number # no farther than this; the rim belongs to it
---@field from? astar.NodeOrName # only nodes that the unit can reach from this one, which is one of them and not tested
---@field level? integer # on a grid: only cells of this level

---@class astar.SearchOptions
---@field unit? string # a unit type's name; none: everything costs 1, everything not blocked can be entered
---@field max_cost? number # >= 0; nodes that cost more are not opened
---@field max_steps? integer # >= 0; expansions after which it gives up
---@field heuristic? astar.HeuristicName|astar.HeuristicFunction # "auto" if not given; "zero" with a `cost` function
---@field weight? number # >= 1; the cost, also that of expanded nodes, is then at most this many times the optimum
---@field cost? astar.CostFunction # the cost of a step from Lua: slow, and free in form
---@field only? astar.NodeOrName[] # enter only these
---@field avoid? astar.NodeOrName[] # never enter these
---@field partial? boolean # if no goal is reached, path() gives the way to the reached node nearest to one
---@field jump? boolean # by jump points, where they serve (grids): for `path` true if not given, for `search` false
---@field near? number # >= 0; nodes within this straight distance of a goal count as goals, if they can be entered
---@field adjacent? boolean # nodes from which one step leads to a goal, if it could be entered, count as goals; not with `near`
---@field layers? table<string, number> # weights >= 0 by the name of a layer: to enter a node costs weight * its value more
---@field moves? number # points in a turn, > 0: the fewest turns, then the most points left; not with layers, max_cost, reverse
---@field left? number # points left in the first turn, 0 to `moves`; `moves` if not given
---@field overdraw? boolean # with `moves`: a step may be made while any points are left, and takes them all if it costs more
---@field max_turns? integer # >= 1; no more turns than this
---@field pass? astar.NodeOrName[] # these may be entered, but neither the way nor a turn ends on them; they do not count as goals
---@field stop? astar.NodeOrName[] # entering one of these ends the turn; without `moves`, nothing passes through them
---@field turn_cost? number # >= 0, on a grid: what each eighth (on hexagons sixth) of a turn between two steps costs
---@field turn_limit? integer # 1 to 4, on a grid: no more eighths (sixths) between two steps; 1: a lorry
---@field heading? number[] # { dx, dy }, with one of these, not for `flow`: where the unit looks at the start; any if not given
---@field costs? number[] # only `flow`: what each goal costs to begin with, finite, >= 0, in the order of the goals; 0 if not given
---@field discs? boolean # only `flow`, on a grid: only steps that discs have room for, and no links
---@field reverse? boolean # only `search`: from the goals backwards; then the first argument is the goals, the second the start or nil
---@field smooth? boolean|table # only `path`, on a grid: the path as `smooth` gives it; a table: { radius =, curve = }
---@field ties? "straight" # only `path`, on a grid: of the cheapest paths one that stays near the straight line from start to goal

---What a grid is made by. One of `rows`, `csv`, `map`, or `width` and `height`, gives its size.
---@class astar.GridOptions
---@field rows? astar.Rows|(string|astar.Rows)[] # a row each: a string has a character for each cell, an array a text or number; with `levels` the rows of each level, or a text of lines
---@field csv? string|string[] # the text of a file of comma separated values, a line for each row; with `levels` one for each
---@field map? string|string[] # the text of a MovingAI .map file: `.` and `G` ground, `S` swamp, `T` `W` `@` `O` blocked; with `levels` one for each
---@field legend? astar.Legend # what the texts mean; none given: the text is the terrain
---@field width? integer # in cells, >= 1
---@field height? integer # in cells, >= 1; of each level
---@field levels? integer # floors of this size, >= 1, joined by links alone; 1 if not given
---@field level_height? number # the height of each level above the one before; if not given so much that a link straight up costs as much as a step
---@field layout? astar.Layout # "square" if not given
---@field neighbours? 4|6|8 # 4 or 8 of square and isometric cells, 8 if not given; hexagons have 6
---@field corners? astar.Corners # "never" if not given; goes with 8 neighbours
---@field diagonal? number # how long a diagonal step is, in cells, > 0; the square root of 2 if not given; not for rectangles without `step`
---@field cell? number|number[] # the size of a cell, or { width, height }, > 0; 1 if not given
---@field step? number # the cost of a straight step, > 0; its length if not given. It scales all costs that come from lengths
---@field origin? number[] # { x, y [, z] }: where the outer corner of cell 1, 1 lies, and the height of the ground; 0 if not given
---@field wrap? astar.Wrap # the edges that join, with levels "x" only; hexagons need an even size along the axis in which they are staggered
---@field ground? astar.GroundFunction # the heights; a step up or down is longer, sqrt(step^2 + rise^2)
---@field sight? astar.SightFunction # closes steps between neighbours

---What a plane is made by: nothing, `bounds`, `outline`, or `grid`.
---@class astar.PlaneOptions
---@field bounds? number[] # { x1, y1, x2, y2 }, x1 < x2, y1 < y2: nothing leaves them; none given: the plane has no end
---@field outline? number[] # { x1, y1, x2, y2, ... }, a simple polygon: only what it encloses is ground; not with `bounds`, `grid`
---@field holes? number[][] # with `outline`: polygons in it that do not touch; each becomes an obstacle
---@field grid? astar.Grid # its cells that the unit cannot enter become obstacles, and its edge the bounds; it must not wrap
---@field unit? string # whose obstacles they are, with `grid`; none: blocked cells only
---@field level? integer # of the grid; 1 if not given

---@class astar.PlaneSearchOptions
---@field radius? number # > 0: of the disc that moves; it keeps so far from all obstacles and from the bounds; none: a point
---@field max_cost? number # >= 0; what is farther along the way is not opened
---@field max_steps? integer # >= 0; expansions after which it gives up
---@field heuristic? astar.PlaneHeuristic # "auto" if not given
---@field weight? number # >= 1; the length is then at most this many times the shortest
---@field partial? boolean # path() leads from the free place nearest to the start to the reachable place nearest to the goal

---@class astar.PlaneLinkProps
---@field cost? number # finite and >= 0; none given: its length
---@field oneway? boolean # from the first end to the second only
---@field data? any # anything of yours

---@class astar.PlaneNearestOptions
---@field radius? number # > 0: of the disc that stands there; none: a point
---@field from? number[]|astar.Place # {x, y} or {x =, y =}: only what can be reached from there; if it is blocked, from the free place nearest to it

---What stops a ray on a grid, besides blocked cells and walls.
---@class astar.RayOptions
---@field unit? string # cells of terrains that this unit cannot enter, whatever its size
---@field terrains? string[] # cells of these terrains
---@field level? integer # where the ray is, 1 if not given; not of `sight`

---How a path on a grid is made smooth.
---@class astar.SmoothOptions
---@field unit? string # whose path it is; that of the path if not given
---@field radius? number # >= 0: of the disc that goes along it, in world units; that of the path if not given
---@field curve? number # >= 0: bends become arcs of up to this radius, where there is room
---@field layers? table<string, number> # weights >= 0 by the name of a layer: they count for each length of a step

---How a search gives a path.
---@class astar.PathOptions
---@field smooth? boolean|table # on a grid: as `smooth` gives it, with the unit, layers and avoided nodes of the search; a table: { radius =, curve = }
---@field ties? "straight" # on a grid: of the paths of equal cost one that stays near the straight line between the ends

---@class astar.RadiusOptions
---@field radius? number # > 0: of the disc; none: a point

---- Graph ---------------------------------------------------------------------------------------------------

---Waypoints in 2D or 3D, joined by links, with terrain and unit types. `#graph` is the number of nodes.
---@class astar.Graph
---@field version integer # grows with every edit; read only
---@operator len: integer
local Graph = {}

---Adds a node at a place. O(log n) amortized.
---
---Raises for coordinates that are not finite, and for a name in use.
---@param x number
---@param y number
---@param z number # 0 if left out
---@param props? astar.NodeProps
---@return astar.Node
---@overload fun(self: astar.Graph, x: number, y: number, props?: astar.NodeProps): astar.Node
function Graph:add(x, y, z, props) end

---Adds many nodes at once, in one edit: all or, if it raises, none. Their ids are new and follow each other.
---O(n log n); less if few are added.
---
---Raises for a length that does not fit, and for coordinates that are not finite, naming the element.
---@param xy number[] # x1, y1, x2, y2, ..., or with z if `dimensions` is 3
---@param dimensions? 2|3 # 2 if not given
---@return integer first # the id of the first
---@return integer count # how many
function Graph:add_all(xy, dimensions) end

---Removes a node with its links. O(log n + degree) amortized.
---
---Raises for a cell of a grid.
---@param node astar.NodeOrName
function Graph:remove(node) end

---Links a to b, both ways unless `oneway`; linking again replaces all props of the link. O(1) amortized.
---
---Raises for a link to itself, and for a cost that is negative or not finite.
---@param a astar.NodeOrName
---@param b astar.NodeOrName
---@param props? astar.LinkProps
function Graph:link(a, b, props) end

---Links many pairs at once, in one edit: as `Graph:link` for one pair after the other; all or, if it raises, none.
---O(pairs) amortized, and O(n log n) when the graph has doubled: then it is reordered as by `Graph:optimize`.
---
---Raises for a length that does not fit, a node that is not there, a link to itself, and a cost that is negative or not
---finite, naming the element.
---@param ids (integer|astar.NodeOrName)[] # a1, b1, a2, b2, ...
---@param costs? number|false|(number|false)[] # one for all pairs, or one for each; false, or none given: its length
---@param options? astar.LinkAllOptions
function Graph:link_all(ids, costs, options) end

---Cuts a -> b, and b -> a unless `oneway`. O(1) amortized.
---@param a astar.NodeOrName
---@param b astar.NodeOrName
---@param options? astar.UnlinkOptions
---@return boolean cut # whether there was a link
function Graph:unlink(a, b, options) end

---Whether there is a link a -> b. O(1).
---@param a astar.NodeOrName
---@param b astar.NodeOrName
---@return boolean
---@nodiscard
function Graph:linked(a, b) end

---Whether there is any way from a to b for a unit, whatever it costs; the start is not tested, the goal is. Answered without a
---search from labels of the connected components for all units that can enter the same terrains: O(1), but
---O(n + links) for the first question, and what edits since the last one take. Where links lead one way, or the unit is
---limited in what it climbs, it may search.
---@param a astar.NodeOrName
---@param b astar.NodeOrName
---@param unit? string # none: everything not blocked can be entered
---@return boolean
function Graph:connected(a, b, unit) end

---The node with this id (a number) or name (a string), or nil. O(1).
---@param id_or_name integer|string
---@return astar.Node?
---@nodiscard
function Graph:node(id_or_name) end

---Iterates over all nodes by rising id; nodes may be removed on the way. O(n).
---
---    for node in graph:nodes() do ... end
---@return fun(): astar.Node
---@nodiscard
function Graph:nodes() end

---Iterates over all links: a, b, cost and props as `Node:links` gives them. A link that is the same both ways comes once,
---from the node with the lower id; any other once for each direction, with `oneway` among its props; so linking anew what
---it gives rebuilds the graph. By the id of a, then in the order in which they were linked. On a grid these are the links
---beside the steps; it skips cells without any. A node comes with the links it has when its turn comes, so links may be
---edited on the way. O(n + links).
---
---    for a, b, cost, props in graph:links() do copy:link(twin[a], twin[b], props) end
---@return fun(): astar.Node, astar.Node, number, astar.LinkProps?
---@nodiscard
function Graph:links() end

---The nearest node and its distance, or nil. Without z it measures flat, in x and y. Ties go to the lower id.
---Without `unit`, blocked nodes count too. With `from`, only what can be reached from there: see `connected`. By a k-d tree
---(Bentley 1975): O(log n) on average, and the nearer nodes that do not qualify.
---@param x number
---@param y number
---@param z number # left out: measure flat
---@param options? astar.NearestOptions
---@return astar.Node? node
---@return number? distance
---@overload fun(self: astar.Graph, x: number, y: number, options?: astar.NearestOptions): astar.Node?, number?
function Graph:nearest(x, y, z, options) end

---All nodes within a radius >= 0 (its rim included), nearest first, the lower id among equals. Without z it measures flat.
---O(log n + found log found) on average.
---@param x number
---@param y number
---@param z number # left out: measure flat
---@param radius number # >= 0, or math.huge
---@return astar.Node[]
---@overload fun(self: astar.Graph, x: number, y: number, radius: number): astar.Node[]
---@nodiscard
function Graph:within(x, y, z, radius) end

---Sets a unit type, replacing what it was, limits and all; with the name alone, gives copies of its two tables, or nil.
---Setting one is an edit: searches that run turn "stale". O(terrains).
---
---Raises for a multiplier that is neither > 0 nor false, and for a `size` that is larger than the map or not on a grid.
---@param name string
---@param costs astar.Costs
---@param limits? astar.Limits # none: it climbs and drops any height, and covers one cell
---@overload fun(self: astar.Graph, name: string): astar.Costs?, astar.Limits?
function Graph:unit(name, costs, limits) end

---The names of all unit types, sorted. O(units log units).
---@return string[]
---@nodiscard
function Graph:units() end

---Prepares a unit: computes landmarks (ALT, Goldberg & Harrelson 2005), after which `path` for this unit, with one goal
---and no other option, is two to four times as fast on a large graph or map of tiles. Takes 16 bytes a node or cell, 24
---while it works. Edits that only make steps dearer or remove them keep it. After others, and after setting the unit, it is
---not prepared until it is prepared again: after few edits, which concern few costs, that is a repair, hundreds of times as
---fast as the first time. Paths cost the same; of paths of the same cost another one may be found. Where jump points find the
---paths of the unit there is nothing to do. O(n log n) in all.
---
---Raises if no unit has this name, and for seconds < 0.
---@param unit? string without it, paths without a unit
---@param seconds? number time to spend in this call; without it, all that it takes
---@return boolean done false when the time was used up: call it again, in the next frame
function Graph:prepare(unit, seconds) end

---Whether a unit is prepared, or jump points find its paths. O(terrains).
---
---Raises if no unit has this name.
---@param unit? string
---@return boolean
---@nodiscard
function Graph:prepared(unit) end

---Gives the memory of a prepared unit back. O(1).
---
---Raises if no unit has this name.
---@param unit? string
function Graph:unprepare(unit) end

---The cheapest path and its cost, or nil and the reason. With several goals, to whichever is cheapest to reach.
---A string in place of the options is the unit. The plain question, one goal and no option but the unit, is
---answered by A* over a bucket queue (Dial 1969), on a grid by jump points where they serve; so of routes that cost
---the same it may give another one than a search. Everything else is A* (Hart, Nilsson & Raphael 1968).
---O(expansions).
---
---Raises for a goal of nil and an empty array of goals, and whatever `cost` and `heuristic` raise.
---@param start astar.NodeOrName|astar.Position
---@param goal astar.NodeOrName|astar.Position|(astar.NodeOrName|astar.Position)[]
---@param options? astar.SearchOptions|string
---@return astar.Path? path
---@return number|astar.Status cost # the cost; without a path "unreachable", "limit" or "stale"
function Graph:path(start, goal, options) end

---A search that has not begun to run. With goal nil it explores everything that it may. A string in place of the
---options is the unit. O(1): the same on a large graph as on a small one.
---
---Raises for an empty array of goals.
---@param start astar.NodeOrName|astar.Position
---@param goal? astar.NodeOrName|astar.Position|(astar.NodeOrName|astar.Position)[]
---@param options? astar.SearchOptions|string
---@return astar.Search
---@nodiscard
function Graph:search(start, goal, options) end

---What a unit reaches for at most this cost: a search without a goal, run to its end; its status is "done". A string in place
---of the options is the unit. Each node in reach is "closed", and has `cost`, `path` and, with `moves`, `turns`.
---
---By Dijkstra's algorithm (1959) over a radix heap (Ahuja, Mehlhorn, Orlin & Tarjan 1990), in no promised order of expansion.
---O(n log c) for n nodes in reach, where log c is at most 64, the bits of a cost.
---
---Raises for a cost together with `max_cost` or `moves`; for `near`, `adjacent`, `reverse`, `discs`, `partial`, `weight`,
---`heuristic` and `jump`; and what `cost` raises.
---@param node astar.NodeOrName|astar.Position
---@param cost? number # >= 0; nil: no limit
---@param options? astar.SearchOptions|string
---@return astar.Search
---@nodiscard
function Graph:reach(node, cost, options) end

---The options of `away`.
---@class astar.AwayOptions
---@field unit? string
---@field layers? table<string, number> # as of `astar.SearchOptions`
---@field reach? number # >= 0; a node to which the threats pay that or more is safe; no limit if not given
---@field costs? number[] # what each threat begins with, finite, >= 0, in the order of the threats; 0 if not given

---A flow away from threats, for units that flee: each step leads to where the threats come later, and not into dead
---ends. The cost of a node is a measure of danger: the least, over all nodes, of the way there and 1.2 times what the
---threats' cost of getting there is short of `reach`, or of that of the safest node. `next` is nil where it is best to
---stay, and where no threat comes. Threats pay what the unit pays. A string in place of the options is the unit.
---
---Two runs of Dijkstra's algorithm over what is within reach: O(n log n). `repair` begins anew. The idea is that of
---Brian Walker's "safety maps".
---
---Raises for an empty array of threats, and positions on graphs that are no grids.
---@param threats astar.NodeOrName|astar.Position|(astar.NodeOrName|astar.Position)[]
---@param options? astar.AwayOptions|string
---@return astar.Search
---@nodiscard
function Graph:away(threats, options) end

---A flow: a search backwards from the goals, run to its end, which knows for each node from which one can be reached the way
---to the goal that is cheapest from there. It pays what walking towards the goals costs: one pays to enter the next node.
---A string in place of the options is the unit.
---
---As for `reach` it is Dijkstra's algorithm over a radix heap; of ways of the same cost it takes the same on every machine.
---It follows edits of the map, and of layers that it uses, when it is told to: see `repair`. O(n log c).
---
---Raises for `moves`, `partial`, `weight`, `heuristic` and `jump`, an empty array of goals, positions on graphs that are no
---grids, and what `cost` raises.
---@param goals astar.NodeOrName|astar.Position|(astar.NodeOrName|astar.Position)[]
---@param options? astar.SearchOptions|string
---@return astar.Search
---@nodiscard
function Graph:flow(goals, options) end

---The layer of this name: a value >= 0 for each node, 0 at first, which searches can add to the cost of entering it (option
---`layers`). The first call makes it; layers cannot be removed. All units share it. O(length of the name).
---@param name string
---@return astar.Layer
---@nodiscard
function Graph:layer(name) end

---@class astar.PlacesOptions
---@field unit? string # a unit type's name; none: everything costs 1, everything not blocked can be entered
---@field taken? astar.NodeOrName[] # nodes that are walked through, but not given
---@field from? astar.NodeOrName|astar.Position # only nodes that can be reached from there
---@field spacing? number # >= 0; the least straight distance between two of them, and from each to the taken ones; default 0, for discs twice their largest radius

---@alias astar.Placed astar.NodeOrName|astar.Position|astar.Agent|astar.Disc # what is somewhere on a graph

---Places around a goal for many units: an array of up to n different nodes that the unit can enter, those first that are
---cheapest to walk to from the goal, which may be one of them. The squares of a unit with a `size` do not overlap, nor do
---they overlap a square of this size on a taken cell. A string in place of the options is the unit. O(expansions): of n
---nodes and the taken ones; with `from`, those to the goal, or of all that can be reached if the goal cannot; with
---`spacing` or a size, also the nodes that lie as near to each of them.
---
---In place of n you can give an array of who the places are for: nodes, positions, agents of a crowd on this graph, discs of a
---crowd over this grid. The same places are found as for their number. The i-th of the result is then for the i-th of the
---array, such that the sum of the squared straight distances is least, and false if there are too few places. It takes up to n³
---steps, about 60 ms for 1,000 units.
---
---Raises for what is none of these, was removed, or belongs to another graph.
---@param goal astar.NodeOrName|astar.Position
---@param n integer # >= 0
---@param options? astar.PlacesOptions|string
---@return astar.Node[]
---@overload fun(self: astar.Graph, goal: astar.NodeOrName|astar.Position, n: astar.Placed[], options?: astar.PlacesOptions|string): (astar.Node|false)[]
---@nodiscard
function Graph:places(goal, n, options) end

---On a grid: a path that goes straight, at any angle, in place of one from cell to cell, and its cost. What the unit,
---or a disc of a radius, touches on its way it may enter; walls, climbing and the rule for corners count as for steps.
---It costs, for each cell, the length there times the multiplier; so measured, no more than the path that it was made
---from. The ends stay, and links with both their ends; elements that are no longer cells are tables of x, y and z. What
---cannot be bettered stays as it was. O(n log n) for most paths of n cells.
---
---Raises on a graph, where ways lead along links only, and for a path of another map.
---@param path astar.Path
---@param options? astar.SmoothOptions|string|number # a string: the unit; a number: the cost that `path` gives, ignored
---@return astar.Path path
---@return number cost
---@nodiscard
function Graph:smooth(path, options) end

---A crowd of agents on the nodes of this graph or grid, which move so that no two are ever on one node; or the
---crowd that `crowd:save` made the string of, onto a graph that has its nodes and units. O(1); of a string O(bytes).
---
---    local crowd = map:crowd()
---    local a = crowd:add(map:cell(1, 1), { goal = map:cell(9, 9) })
---    while a.status ~= "arrived" do crowd:update(1 / 60) end
---
---Raises for a string that is damaged, or that saves something else.
---@param options? astar.CrowdOptions|string
---@return astar.Crowd
---@nodiscard
function Graph:crowd(options) end

---Puts nodes that are near each other in space near each other in memory, and gives slack back. Ids stay.
---Counts as an edit. O(n log n).
function Graph:optimize() end

---What is left out of what is saved.
---@class astar.SaveOptions
---@field data? boolean # false leaves `data` out; default true

---The whole graph, its layers included, as a string, which `astar.load` takes: the same bytes on every machine and Lua. O(n
---+ links).
---
---Raises for `data` that is no boolean, number or string, unless `{ data = false }`.
---@param options? astar.SaveOptions
---@return string
---@nodiscard
function Graph:save(options) end

---- Grid ----------------------------------------------------------------------------------------------------

---A map of cells. It is a graph: every member of `astar.Graph` works on it. Its cells are nodes with the ids from 1 to
---width * height, row by row, and with `col` and `row`, which count from 1. The steps between neighbours are there by
---themselves. Cells cannot be removed, nor moved in x and y; `add` makes waypoints beside them, which have no `col` and `row`.
---
---`path` goes by jump points (Harabor & Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011; "Improving
---Jump Point Search", 2014) where the unit pays the same for every cell that it can enter; the cost is the same.
---@class astar.Grid: astar.Graph
---@field width integer # columns; read only
---@field height integer # rows, of each level; read only
---@field levels integer # how many; read only
local Grid = {}

---A crowd on the cells and waypoints of this grid, as `Graph:crowd`; with the option `radius` a crowd of discs that move
---freely over it, whose obstacles are the cells that their unit cannot enter and the closed steps. O(1); of a string O(bytes), and
---of one of discs O(cells + n log n) for their units.
---
---    local crowd = map:crowd { radius = 0.4, unit = "horse" }
---
---Raises for a string that is damaged, or that saves something else; with a radius for a grid that wraps.
---@param options? astar.CrowdOptions|astar.GridDiscsOptions|string
---@return astar.Crowd|astar.Discs
---@nodiscard
function Grid:crowd(options) end

---The cell in a column and row of a level, which count from 1; nil outside the map and for numbers that are not whole.
---O(1).
---@param col number
---@param row number
---@param level? number # 1 if not given
---@return astar.Node?
---@nodiscard
function Grid:cell(col, row, level) end

---The cell under a point, or nil outside the map. A point on a border belongs to the cell right of it or below it. On a
---map that wraps, points beyond the edge are in the cells at the other side. O(1).
---
---Raises for coordinates that are not finite.
---@param x number
---@param y number
---@param level? number # 1 if not given
---@return astar.Node?
---@nodiscard
function Grid:at(x, y, level) end

---The terrain of a cell: "default" where none is set. Whether the cell is blocked is another matter. O(1).
---
---Raises outside the map, as `set` and `block` do.
---@param col integer
---@param row integer
---@param level? integer # 1 if not given
---@return string terrain
---@nodiscard
function Grid:get(col, row, level) end

---Iterates over cells, row by row and left to right: column, row, terrain, whether it is blocked, its height and its level.
---Without arguments all of all levels; else those of a level: all, those from a cell on to the right and down, or w * h of
---these. What lies outside the map is left out. Makes no node objects. Cells may be edited on the way. O(cells).
---
---Raises for a level that the map does not have.
---
---    for col, row, terrain, blocked, z, level in map:tiles() do ... end
---@param col? integer
---@param row? integer
---@param w? integer # >= 0
---@param h? integer # >= 0
---@param level? integer # 1 if not given, but any other argument is
---@return fun(): integer, integer, string, boolean, number, integer
---@nodiscard
function Grid:tiles(col, row, w, h, level) end

---The corners of a cell as it is drawn, { x1, y1, x2, y2, ... }: clockwise where y runs down, from the upper left one or
---else from the top. 4, of hexagons 6: regular ones, unless their drawn size is not. Where cells meet their corners are the
---same. O(1).
---
---Raises outside the map.
---@param col integer
---@param row integer
---@param level? integer # 1 if not given
---@return number[]
---@nodiscard
function Grid:outline(col, row, level) end

---Casts a ray from one point to another: the cell that stops it and where, or nil. It stops where it would enter a
---closed cell, or begins in one, at walls (those that `walls` gives), and between closed cells or walls on both sides
---of it. One that touches the corner or the side of a closed cell, with open ground on its other side, goes on,
---whatever the option `corners` says. Beyond the map nothing stops it. Places are rounded to 2^-20 of a cell; in that
---the answer is exact. O(cells crossed).
---
---Raises if it goes further than 2^24 cells in a direction in which the map wraps.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param options? astar.RayOptions|string # a string: the unit
---@return astar.Node? cell
---@return number? x
---@return number? y
function Grid:raycast(x1, y1, x2, y2, options) end

---Whether two cells see each other: a ray between their middles is stopped by none but these two, which may be closed.
---The same both ways; the shorter way round where the map wraps. Cells of two levels never do. O(cells crossed).
---
---Raises for a node that is no cell.
---@param a astar.NodeOrName|astar.Position
---@param b astar.NodeOrName|astar.Position
---@param options? astar.RayOptions|string # a string: the unit
---@return boolean
---@nodiscard
function Grid:sight(a, b, options) end

---Iterates over the pairs of neighbours between which a step is closed, both ways or one way: by `wall`, `unlink` or
---`sight`. It gives each pair once, the lower id first, in the order of ids, and skips cells without closed steps. You may
---open walls in the loop.
---O(cells), at a fraction of a nanosecond for those skipped.
---
---    for a, b in map:walls() do ... end
---@return fun(): astar.Node, astar.Node
---@nodiscard
function Grid:walls() end

---Sets the terrain of a cell; nil clears it. O(1).
---
---With an array of w * h terrains it sets the cells to the right and down, row by row, as one edit, linear in the cells.
---What lies outside the map is left out; what is blocked stays so.
---
---Raises outside the map; for an array that does not have w * h elements, or one that is no string.
---@param col integer
---@param row integer
---@param terrain string?
---@param level? integer # 1 if not given
---@overload fun(self: astar.Grid, col: integer, row: integer, w: integer, h: integer, terrains: string[], level?: integer)
function Grid:set(col, row, terrain, level) end

---Sets the terrain of w * h cells, from a cell to the right and down. What lies outside the map is left out. O(cells).
---
---Raises for a level that the map does not have.
---@param col integer
---@param row integer
---@param w integer # >= 0
---@param h integer # >= 0
---@param terrain string?
---@param level? integer # 1 if not given
function Grid:fill(col, row, w, h, terrain, level) end

---Blocks a cell, so that nobody can enter it, or with false opens it. O(1).
---
---Raises outside the map.
---@param col integer
---@param row integer
---@param blocked? boolean # true if not given
---@param level? integer # 1 if not given
function Grid:block(col, row, blocked, level) end

---The names of the terrains of all cells as one flat array, by the id of the cell: row by row, level by level. It makes no node objects.
---O(cells).
---@param into? string[] # to fill and return this table; what it has after the last cell stays. Default: a new one
---@return string[]
function Grid:terrains(into) end

---Closes the step between two neighbours, both ways, or with false opens it. Links between them stay. O(1).
---
---Raises if the second cell is not a neighbour of the first.
---@param a astar.NodeOrName
---@param b astar.NodeOrName
---@param closed? boolean # true if not given
function Grid:wall(a, b, closed) end

---- Plane ---------------------------------------------------------------------------------------------------

---Free ground with obstacles, which are polygons: paths run at any angle, along outlines and through corners, never through
---an inside. Where two obstacles touch, be it in one point, there is no gap between them, nor is there one between an
---obstacle and the bounds. `#plane` is the number of obstacles. Coordinates are finite, of a magnitude up to 1e30.
---
---Paths are the shortest there are. A* (Hart, Nilsson & Raphael 1968) runs over the corners at which a shortest path may
---bend, with taut turns only (the tangent visibility graph, Liu & Arimoto 1992), made as it is needed and remembered; rays are
---cast to corners and at the goal as in RayScan (Hechenberger, Stuckey, Harabor & Le Bodic 2020). Sides of lines are told
---exactly, by adaptive predicates (Shewchuk 1997). Below, n is the number of corners on the plane.
---@class astar.Plane
---@field version integer # grows with every edit; read only
---@field bounds number[]? # { x1, y1, x2, y2 }, a new table each time; of an outline or a grid the box around it; nil: none; read only
---@field outline number[]? # the corners of the bounds, a new table each time; nil: none; read only
---@operator len: integer
local Plane = {}

---Adds an obstacle of any simple outline: { x1, y1, x2, y2, ... }, in either direction round it. O(corners log n), and forgets
---what was remembered of corners that can see it. It may stand beyond the bounds in part or whole.
---
---Raises for fewer than 3 corners, a coordinate that is no finite number, two corners in the same place, no area, and edges
---that cross or touch, naming the corners or edges; edge i runs from corner i to the next.
---@param corners number[]
---@return astar.Obstacle
function Plane:polygon(corners) end

---Adds a box around its middle, turned by an angle from x towards y. O(log n).
---
---Raises for a size that is too small or too large for coordinates like these.
---@param x number
---@param y number
---@param w number # > 0
---@param h number # > 0
---@param angle? number # radians, 0 if not given
---@return astar.Obstacle
function Plane:box(x, y, w, h, angle) end

---Adds a regular polygon that is drawn around a circle, and so holds all of it. O(corners log n).
---
---Raises for a radius that is too small or too large for coordinates like these.
---@param x number
---@param y number
---@param r number # > 0
---@param corners? integer # 3 to 65536, 16 if not given
---@return astar.Obstacle
function Plane:circle(x, y, r, corners) end

---Removes an obstacle. O(corners log n), and forgets what was remembered of corners that could see it.
---@param rock astar.Obstacle
function Plane:remove(rock) end

---Adds a link between two places: a jump, a lift, stairs. Paths take it where it pays; a disc does if it can stand at both
---ends. While an obstacle covers an end, the link is there, but not used. O(1); see `Plane:path` for what it adds to paths.
---
---Raises for an end that lies in an obstacle or out of bounds, and for a cost that is negative or not finite.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param props? astar.PlaneLinkProps
---@return astar.PlaneLink
function Plane:link(x1, y1, x2, y2, props) end

---Removes a link. O(1).
---@param link astar.PlaneLink
function Plane:unlink(link) end

---Iterates over the links by rising id; they may be removed on the way. O(links).
---
---    for link in plane:links() do ... end
---@return fun(): astar.PlaneLink
---@nodiscard
function Plane:links() end

---The obstacle whose inside a point lies in (of several the one with the lowest id), "bounds" outside the bounds, nil on
---free ground and on outlines; with a radius, what keeps a disc from standing there. O(log n); with a radius also as
---`Plane:free`.
---@param x number
---@param y number
---@param options? astar.RadiusOptions
---@return astar.Obstacle|"bounds"|nil
---@nodiscard
function Plane:at(x, y, options) end

---Whether a point, or a disc, can stand at a place, as the start and goal of a path; if not, what stands there. O(log n); for a
---radius that is not one of the eight used last O(n log n).
---
---Raises for a radius that is not > 0.
---@param x number
---@param y number
---@param radius? number # > 0
---@return boolean free
---@return astar.Obstacle|"bounds"|nil blocker # nil if it is free
---@nodiscard
function Plane:free(x, y, radius) end

---The nearest place where a point, or a disc, can stand: it can be the start or goal of a path. Of equally near ones that with
---the least x, then y. nil if there is none. O(log n) for each edge that is nearer; with a radius also as `Plane:free`. With
---`from`, each nearer place that cannot be reached costs two looks, and its part of the plane one search, until the next edit.
---If the ground alone does not lead there, each call takes some ten looks for each link.
---@param x number
---@param y number
---@param options? astar.PlaneNearestOptions
---@return number? x
---@return number? y
---@return number? distance
---@nodiscard
function Plane:nearest(x, y, options) end

---Iterates over the obstacles by rising id; they may be removed on the way. O(obstacles).
---
---    for rock in plane:obstacles() do ... end
---@return fun(): astar.Obstacle
---@nodiscard
function Plane:obstacles() end

---Casts a ray from one point to another: what it hits first and where, or nil if a point could go straight there. What only
---grazes an outline does not hit; where two obstacles touch the ray does not pass between them. A ray from an inside hits
---where it begins. With a radius a disc is swept: x and y are those of its middle at the first touch; a graze does not hit.
---O(log n + edges near the ray); with a radius also as `Plane:free`.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param options? astar.RadiusOptions
---@return astar.Obstacle|"bounds"|nil hit
---@return number? x
---@return number? y
function Plane:raycast(x1, y1, x2, y2, options) end

---The shortest path and its length, or nil and the reason. A start or goal on an outline is free. O(expansions).
---
---With links it is the cheapest, with its cost. Then l links add O(l) to a path and to each expansion, and O(l) for each link by
---which ways to the goal may cost less than their straight distance.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param options? astar.PlaneSearchOptions
---@return astar.PlanePath? path
---@return number|astar.Status length # the length, with links the cost; without a path "unreachable", "limit" or "blocked"
function Plane:path(x1, y1, x2, y2, options) end

---A search that has not begun to run. Without a goal it explores all corners that it may. O(log n); for a radius that is
---not one of the eight used last O(n log n).
---@param x1 number
---@param y1 number
---@param x2? number
---@param y2? number
---@param options? astar.PlaneSearchOptions
---@return astar.PlaneSearch
---@nodiscard
function Plane:search(x1, y1, x2, y2, options) end

---A crowd of discs, which move freely on this plane and avoid each other and the obstacles; or the crowd that `discs:save` made
---the string of, onto any plane. O(1); of a string O(bytes).
---
---    local crowd = plane:crowd()
---    local a = crowd:add(10, 10, { radius = 1, speed = 3, goal = { 90, 40 } })
---    while a.status ~= "arrived" do crowd:update(1 / 60) end
---
---Raises for a string that is damaged, or that saves something else.
---@param options? astar.DiscsOptions|string
---@return astar.Discs
---@nodiscard
function Plane:crowd(options) end

---The whole plane as a string, which `astar.load` takes: the same bytes on every machine and Lua. O(n).
---
---Raises for `data` that is no boolean, number or string, unless `{ data = false }`.
---@param options? astar.SaveOptions
---@return string
---@nodiscard
function Plane:save(options) end

---- Obstacle ------------------------------------------------------------------------------------------------

---What stands on a plane. The same obstacle is always the same object while any reference to it lives. It does not change:
---to move it, remove it and add another. Using a removed one raises; `tostring` does not.
---@class astar.Obstacle
---@field id integer # from 1; read only
---@field plane astar.Plane # read only
---@field data any # anything of yours
local Obstacle = {}

---Its corners as a flat array { x1, y1, x2, y2, ... }; of an obstacle from a grid an array more for each hole in it.
---Seen with y up, the inside lies on the left as one goes from each corner to the next. O(corners).
---@return number[] outline
---@return number[] ... # holes
---@nodiscard
function Obstacle:points() end

---Removes it: see `Plane:remove`. O(corners log n).
function Obstacle:remove() end

---- Link ----------------------------------------------------------------------------------------------------

---A link of a plane. The same link is always the same object while any reference to it lives. Using a removed one raises;
---`tostring` does not.
---@class astar.PlaneLink
---@field id integer # from 1; read only
---@field plane astar.Plane # read only
---@field x1 number # of its first end; read only
---@field y1 number # read only
---@field x2 number # of its second end; read only
---@field y2 number # read only
---@field cost number # its length, unless it was given one; setting nil makes it that again
---@field oneway boolean # from its first end to its second only
---@field data any # anything of yours
local PlaneLink = {}

---Removes it: see `Plane:unlink`. O(1).
function PlaneLink:remove() end

---- Node ----------------------------------------------------------------------------------------------------

---A waypoint. The same node is always the same object while any reference to it lives.
---Using a removed node raises; `tostring` does not.
---@class astar.Node
---@field id integer # from 1; read only
---@field x number # read only for cells of a grid, as is y
---@field y number
---@field z number # 0 if not given
---@field col integer? # the column of a cell, from 1; nil for other nodes; read only
---@field row integer? # the row of a cell, from 1; nil for other nodes; read only
---@field level integer? # the level of a cell, from 1; nil for other nodes; read only
---@field terrain string? # reads "default" where none is set; setting nil clears it
---@field blocked boolean
---@field name string? # unique in the graph
---@field data any
---@field graph astar.Graph # read only
local Node = {}

---Iterates over the links that go out: neighbour, cost for no unit, and a table of the props, or nil.
---Walks the links as they were when it was called, so they may be edited on the way. On a grid the steps come first, row
---by row and left to right, those to blocked neighbours too. O(degree).
---
---    for neighbour, cost, props in node:links() do ... end
---@return fun(): astar.Node, number, astar.LinkProps?
---@nodiscard
function Node:links() end

---Links this node to another: see `Graph:link`. O(1) amortized.
---
---Raises for a link to itself, and for a cost that is negative or not finite.
---@param other astar.NodeOrName
---@param props? astar.LinkProps
function Node:link(other, props) end

---Cuts the link to another node, O(1); without one, all links in and out, O(degree). Both amortized.
---@param other? astar.NodeOrName
---@param options? astar.UnlinkOptions
---@return boolean cut # whether there was any
function Node:unlink(other, options) end

---Removes this node with its links: see `Graph:remove`. O(log n + degree) amortized.
---
---Raises for a cell of a grid.
function Node:remove() end

---The straight distance in 3D; not across the seam of a map that wraps. O(1).
---@param other astar.NodeOrName
---@return number
---@nodiscard
function Node:distance(other) end

---- Search --------------------------------------------------------------------------------------------------

---One run of A* (Hart, Nilsson & Raphael 1968), which can be stepped, inspected and begun again. Keeps its state apart from
---the graph or plane; on a plane it is an `astar.PlaneSearch`. On a graph, a start or goal that is a position is an
---`astar.Point` wherever a node is given, the same table each time; wherever a node is wanted, a table of its x, y and z
---will do. Everything but `status` and `close` raises once it is closed, and everything while one of its callbacks runs.
---@class astar.Search
---@field status astar.Status # read only
---@field expanded integer # how many nodes were expanded; read only
---@field current astar.Node? # the node expanded last; nil before the first; read only
---@field start astar.Node|astar.Point|nil # nil for a flow, and a search backwards without a start; read only
---@field goal astar.Node|astar.Point|nil # the goal; with several, nil until one is found; read only
---@field goals (astar.Node|astar.Point)[]? # a new array of all goals that were given; nil without a goal, and on planes one place; read only
---@field reverse boolean # it runs backwards; read only
---@field unit string? # the unit's name; read only
local Search = {}

---Expands up to n nodes; reaching the goal counts as one. On a search at its end it does nothing. O(n) expansions.
---
---Raises whatever `cost` and `heuristic` raise, and for what they return if it is no cost or estimate; then the search
---is still "searching", and goes on with the same question.
---@param n? integer # >= 1, default 1
---@return astar.Status
function Search:step(n) end

---Runs to the end, or until the time is used up. However little time there is, each call makes progress. O(expansions).
---
---From one node to another without further options but a unit and layers, it finds the path as `path` does, and as fast, as
---long as nothing is used of the search but `status`, `start`, `goal`, `goals`, `reverse`, `unit` and `path` without a node. The
---first other use runs it once more, node by node: at once to the end if it had ended; else it begins anew. The path may then
---be another of the same cost. If the map was edited after the end, it may show the nodes of its path only, unless the edits
---were of single cells far away.
---
---Raises as `step` does.
---@param seconds? number # >= 0; none: to the end
---@return astar.Status
function Search:run(seconds) end

---Iterates over the search, n expansions a turn: the last node expanded, its cost and its estimate.
---The body of the loop may yield on every Lua version. The generator is one function that needs no arguments: it may be
---called by hand, and given to coroutine.wrap. O(expansions).
---
---Raises as `step` does.
---
---    for node, cost, estimate in search:steps(100) do coroutine.yield() end
---@param n? integer # >= 1, default 1
---@return fun(): astar.Node, number, number
---@nodiscard
function Search:steps(n) end

---The path to the goal and its cost, or nil and the status. With a node, the path found so far to that node,
---if it was reached. Of a search backwards a path leads from its start, or the node, to the goal that is cheapest from there.
---O(#path).
---@param node? astar.NodeOrName|astar.Point
---@param options? astar.PathOptions
---@return astar.Path? path
---@return number|astar.Status cost # the cost, or the status where there is no path
function Search:path(node, options) end

---What the search knows of a node. O(1).
---@param node astar.NodeOrName|astar.Point
---@return astar.State
---@nodiscard
function Search:state(node) end

---The cost of reaching a node (g), or nil if it was not reached. O(1).
---@param node astar.NodeOrName|astar.Point
---@return number?
---@nodiscard
function Search:cost(node) end

---The estimate of what is left from a node (h, without the weight), or nil if it was not reached. O(1).
---@param node astar.NodeOrName|astar.Point
---@return number?
---@nodiscard
function Search:estimate(node) end

---From where a node was reached; nil if it was not, and for the start. O(1).
---@param node astar.NodeOrName|astar.Point
---@return astar.Node?
---@nodiscard
function Search:parent(node) end

---Iterates over the nodes that were touched, in the order of touching: node, state, cost, estimate.
---The last two are nil for excluded nodes. O(touched).
---
---    for node, state, cost, estimate in search:nodes("open") do ... end
---@param state? astar.TouchedState # only nodes in this state
---@return fun(): astar.Node, astar.State, number?, number?
---@nodiscard
function Search:nodes(state) end

---Iterates over the cells that a search on a grid has touched, in the order of touching: column, row, state, cost, estimate,
---level. Cost and estimate are nil for excluded cells. Like `nodes`, but it makes no node objects, and leaves waypoints out.
---O(touched).
---
---Raises on searches on other spaces.
---
---    for col, row, state, cost, estimate, level in search:tiles() do ... end
---@param state? astar.TouchedState # only cells in this state
---@return fun(): integer, integer, astar.State, number?, number?, integer
---@nodiscard
function Search:tiles(state) end

---Of a flow: the node to go to from this one; nil at a goal, and where there is no way. It can be asked too of a node that
---nothing can enter, but where a unit may stand. O(1).
---
---Raises on searches that do not run backwards.
---@param node astar.NodeOrName
---@return astar.Node?
---@nodiscard
function Search:next(node) end

---Of a flow on a grid: the direction in which to walk from a place, a vector of length 1; nil if the cell under the place is
---a goal, if there is no way from it, if its way leads to a step that was closed since, and off the map. It changes little
---from one place to a near one, and leads neither into a cell that cannot be entered nor round a corner that the map
---forbids: for a point, and for a disc of up to half a cell that keeps clear of such cells. Who walks along it in steps of at
---most a tenth of the smaller side of a cell arrives. Makes no objects. O(1).
---
---Where the way goes along a link that leads farther than to a neighbour, it leads to the middle of the cell, and from there
---straight to the other end: walk on to `next` then, whatever the cells between say. It is nil where that is at the same
---place on another level.
---
---Raises for flows on other spaces, searches that do not run backwards, and a level that the map does not have.
---@param x number
---@param y number
---@param level? integer # 1 if not given
---@return number? dx
---@return number? dy
---@nodiscard
function Search:direction(x, y, level) end

---With the option `moves`, of a node that was reached: the turn in which it is reached, from 1, and the points left then.
---Else nil. O(1).
---@param node astar.NodeOrName
---@return integer? turn
---@return number? left
---@nodiscard
function Search:turns(node) end

---The costs of all nodes as one flat array by id: false where it was not reached, and for ids of removed nodes. On a grid the
---cell in column `col` and row `row` has the id (row - 1) * map.width + col. Makes no node objects. O(n).
---@param into? (number|false)[] # to fill and return this table; what it has after the last id stays. Default: a new one
---@return (number|false)[]
function Search:costs(into) end

---The reached node with the smallest estimate, or nil; of equal ones the cheapest, then the one touched first. O(touched).
---@return astar.Node?
---@nodiscard
function Search:closest() end

---Begins again in the same memory with the same options, and the same start and goal unless others are given. O(1).
---Of a search backwards the first argument is the goal or goals, the second the start: restart(goals) of a flow, then `run`.
---
---Raises if its start or goal was removed, and for a start of a flow from `away`.
---@param start? astar.NodeOrName|astar.Position
---@param goal? astar.NodeOrName|astar.Position|(astar.NodeOrName|astar.Position)[]
function Search:restart(start, goal) end

---Takes all edits of the map since the search began into it, and another start or goal if one is given. The search may be
---running, stale or finished. The cost grows with what the edits change, not with the map. Returns the status:
---"searching" if something has to be expanded again, then go on with `step` or `run`; or as before, if the edits do not
---concern it. A flow or a range (`flow`, `reach`) is finished at once. In the end costs are those of a new search: to the last
---bit where nothing is estimated (flows, ranges, searches without a goal), else within rounding. Of several ways that cost the
---same it may take another than a new search, but flows do not, unless steps are free; `nodes` has another order.
---
---It begins anew, as `restart` does, where that is about as cheap: if very much was edited, the unit was set, or the start
---of a search forwards is another one, on which all its costs depend. A unit that walks should search backwards, from its
---goal, with `reverse`: then its start may move. It always begins anew with callbacks, `weight`, `max_steps`, `moves`,
---`jump`, positions on a graph, and heuristics that may overestimate. Of a search backwards the first argument is the goal
---or goals, the second the start.
---
---O(k log k) for k nodes whose costs change or that were next to an edit, on maps of bounded degree, and the expansions that
---follow; O(nodes touched) if it has another goal. Source: Ramalingam & Reps 1996; Koenig, Likhachev & Furcy 2004.
---
---Raises if its start or goal was removed, if it is closed, in its own callback, and for a start of a flow from `away`.
---@param start? astar.NodeOrName|astar.Position
---@param goal? astar.NodeOrName|astar.Position|(astar.NodeOrName|astar.Position)[]
---@return astar.Status
function Search:repair(start, goal) end

---Gives the memory back: the graph or plane keeps that of one closed search, up to 32 MB, and the next search takes it
---over, which makes short searches about twice as fast. Closing twice is fine. The collector closes a search as well, and
---so does `local s <close>`. O(nodes touched), O(1) if the memory is kept.
function Search:close() end

---Iterates over the rays that a search on a plane has looked along, in that order: from x1, y1 to where it was aimed or
---where it hit, and what it hit: an obstacle (which may have been removed since), "bounds" or nil. They are the same
---whatever was remembered from earlier searches. On a plane made from a grid of squares the rays to corners that are hidden
---may be left out. O(rays).
---
---Raises on searches on graphs and grids.
---
---    for x1, y1, x2, y2, hit in search:rays() do ... end
---@return fun(): number, number, number, number, astar.Obstacle|"bounds"|nil
---@nodiscard
function Search:rays() end

---A search on a plane. Where one on a graph has nodes it has places, as new tables { x =, y = } each time: the start, the goal,
---and corners of obstacles (with a radius: of the enlarged ones). A place that it is given is looked up by its exact
---coordinates, O(touched). `unit` is nil. The start may be expanded more than once: each time for those of its
---successors that are no farther than the next place on the open list (partial expansion, Yoshizumi, Miura & Ishida 2000).
---@class astar.PlaneSearch: astar.Search
---@field current astar.Place? # the place expanded last; nil before the first; read only
---@field start astar.Place # read only
---@field goal astar.Place? # nil without a goal; read only
local PlaneSearch = {}

---Iterates over the search, n expansions a turn: the last place expanded, its cost and its estimate. O(expansions).
---
---Raises as `step` does.
---@param n? integer # >= 1, default 1
---@return fun(): astar.Place, number, number
---@nodiscard
function PlaneSearch:steps(n) end

---The path to the goal and its length, or nil and the status; with a place, the path found so far to it. O(#path).
---@param place? astar.Place
---@return astar.PlanePath? path
---@return number|astar.Status length # the length, or the status where there is no path
function PlaneSearch:path(place) end

---What the search knows of a place: "none" if it did not touch it. O(touched).
---@param place astar.Place
---@return astar.State
---@nodiscard
function PlaneSearch:state(place) end

---The length of the way to a place (g), or nil if it was not reached. O(touched).
---@param place astar.Place
---@return number?
---@nodiscard
function PlaneSearch:cost(place) end

---The estimate of what is left from a place (h, without the weight), or nil if it was not reached. O(touched).
---@param place astar.Place
---@return number?
---@nodiscard
function PlaneSearch:estimate(place) end

---From where a place was reached; nil if it was not, and for the start. O(touched).
---@param place astar.Place
---@return astar.Place?
---@nodiscard
function PlaneSearch:parent(place) end

---Iterates over the places that were touched, in the order of touching: place, state, cost, estimate. O(touched).
---@param state? astar.TouchedState # only places in this state
---@return fun(): astar.Place, astar.State, number?, number?
---@nodiscard
function PlaneSearch:nodes(state) end

---The reached place with the smallest estimate, or nil. O(touched).
---@return astar.Place?
---@nodiscard
function PlaneSearch:closest() end

---Begins again in the same memory with the same options, and the same start and goal unless others are given.
---O(log n).
---@param x1? number
---@param y1? number
---@param x2? number
---@param y2? number
function PlaneSearch:restart(x1, y1, x2, y2) end

---Takes all edits of the plane since the search began into it, and another start or goal if one is given. The search may be
---running, stale or finished. Returns the status. If what was edited lies so far away that a way through there would be
---longer than what the search has found, or has looked for up to now, it stays as it is; else it begins anew, as `restart`
---does. The plane keeps what rays have found, as far as the edits leave it right, so this is faster than a first search. A
---search that stays as it is turns stale later if it has to look for ways as long as those: repair it again then.
---O(edits + log n).
---@param x1? number
---@param y1? number
---@param x2? number
---@param y2? number
---@return astar.Status
function PlaneSearch:repair(x1, y1, x2, y2) end

---- Layer ---------------------------------------------------------------------------------------------------

---Values >= 0 by node, such as danger or crowding: see Graph:layer. To edit one is no edit of the graph: it makes stale only
---the searches that run and use it. It takes 8 bytes for each node of the pages (64 nodes or cells) that have values.
---@class astar.Layer
---@field name string # read only
---@field version integer # changes with each edit of the layer; read only
local Layer = {}

---Sets the value of a node, or on a grid that of a cell by column and row. O(1), but O(pages) for the first one in
---a page (64 nodes or cells).
---
---Raises outside the map, and for a value that is not finite and >= 0.
---@param node astar.NodeOrName
---@param value number
---@overload fun(self: astar.Layer, col: integer, row: integer, value: number, level?: integer)
function Layer:set(node, value) end

---The value of a node, or on a grid that of a cell by column and row. O(1).
---
---Raises outside the map.
---@param node astar.NodeOrName
---@return number
---@overload fun(self: astar.Layer, col: integer, row: integer, level?: integer): number
---@nodiscard
function Layer:get(node) end

---Adds to the value of a node, or on a grid to that of a cell by column and row; the sum is never below 0. O(1).
---
---Raises outside the map, and for a sum that is infinite.
---@param node astar.NodeOrName
---@param value number # finite; it may be negative
---@overload fun(self: astar.Layer, col: integer, row: integer, value: number, level?: integer)
function Layer:add(node, value) end

---Sets the values of w * h cells of a grid, to the right and down; ignores what lies outside the map. O(cells).
---
---Raises on layers of graphs that are no grids.
---@param col integer
---@param row integer
---@param w integer
---@param h integer
---@param value number
---@param level? integer # 1 if not given
function Layer:fill(col, row, w, h, value, level) end

---Sets all values to 0. O(pages).
function Layer:clear() end

---- Crowds on nodes -----------------------------------------------------------------------------------------

---@class astar.CrowdOptions
---@field durations? boolean # true: steps take whole seconds, rounded up, and `step()` is `update(1)`; default false
---@field patience? integer # when an agent has come no nearer to its goal for as long as so many of its steps take, the crowd finds out whether it is stuck, >= 1; default 32
---@field expansions? number # after so many expanded nodes a step or update begins no further search for ways to new goals, a whole number >= 1; math.huge: no limit; default 20000. The last search is interrupted, and goes on in the next. The agents whose turn has not come go on to the goals that they had, or stay where they are and can be pushed; so do those whose ways an edit of the map has made invalid

---What an agent, or a disc, does.
---* `moving`: it made a step, or is making one; of a disc: it moves; or it is new, or has a new goal
---* `waiting`: it stays, and is not at its goal; of a disc: it has a wish, but hardly moves
---* `arrived`: it is at its goal, or in its place around it; or it has none; of a disc: within `arrive` of its goal, or in a goal cell of
---  its flow, or blocked by one that has arrived and shares its goal; or it has no wish
---* `stuck`: there is no way to its goal; or its node or its goal was removed; or others are in its way, and no moves of all
---  bring it there (where that is not known: it has come no nearer for `patience` steps, and nobody before it does); or it gave
---  up, as its goal and those of others exclude each other; of a disc: no progress for `patience` seconds, or as near as it can get, or inside an obstacle
---@alias astar.AgentStatus
---| "moving"
---| "waiting"
---| "arrived"
---| "stuck"

---Agents on the nodes of a graph or grid. They go from node to node, in seconds by `update`, or all at once by `step`: no two
---are ever on one node, no two exchange their nodes, and two diagonal steps never cross. The agent with the higher priority
---goes first; of equal ones that which has been on the way for longer. It pushes others aside. `#crowd` is the number of
---agents.
---
---By PIBT (Okumura, Machida, Defago & Tamura, "Priority inheritance with backtracking for iterative multi-agent path
---finding", 2022), and `solve` by LaCAM and LaCAM* (Okumura, 2023 and 2024). Two agents that cannot pass each other go back
---to a branch and exchange their places; one that does not get on is helped by a plan for those around it, if one is found.
---Several agents may have one goal: they take the nodes around it, and rest there. Edits of the map count from the next
---call on. Everything but `closed`, `close` and `tostring` raises once it is closed.
---@class astar.Crowd
---@field graph astar.Graph # the graph or grid; read only
---@field time number # how many seconds have passed; a step is one; read only
---@field steps integer # the same in whole seconds: how many steps were made; read only
---@field planned integer # steps left of the plan that `solve` has found; read only
---@field plan_cost number # the cost of the whole plan, from its first step; an agent that waits pays its cheapest step; 0 without a plan; read only
---@field durations boolean # read only
---@field patience integer # read only
---@field expansions number # the option; math.huge: no limit; read only
---@field closed boolean # whether it was closed; read only
---@operator len: integer
local Crowd = {}

---@class astar.AgentOptions
---@field goal? astar.NodeOrName # where it goes; none: it stays, but can be pushed
---@field unit? string # a unit type's name; none: everything costs 1, everything not blocked can be entered
---@field priority? number # finite; the agent with the higher one goes first; default 0
---@field speed? number # finite, >= 0: a step takes its cost divided by that, in seconds; 0: it never moves; default 1
---@field fixed? boolean # true: it never moves, and cannot be pushed
---@field data? any # anything of yours

---Adds an agent on a node, which may be blocked. One of a unit with a `size` holds a square of cells, whose upper left one is
---the node. O(1) amortized.
---
---Raises where another agent is in its way, or its square would reach beyond the edge of the map.
---@param node astar.NodeOrName
---@param options? astar.AgentOptions
---@return astar.Agent
function Crowd:add(node, options) end

---The agent that holds a node: stands there or is entering it, else the one that is leaving it. O(1).
---@param node astar.NodeOrName
---@return astar.Agent?
---@nodiscard
function Crowd:at(node) end

---Lets seconds pass: a step takes its cost divided by the agent's `speed`, in seconds, and each agent that has ended one
---goes on. How the time is divided among calls does not matter, except for edits between them and `expansions`. Times of
---steps are rounded to 2^-20 seconds, and are at least 2^-10. An agent may set out for a node that another is leaving, if
---that one has left by the time it arrives. Plans are followed as by `step`; without `durations` each of their steps takes
---as long as the longest. Whenever an agent has ended a step: O(agents), and of those that stand what `step` takes.
---@param dt number # seconds, 0 to 1000000
function Crowd:update(dt) end

---Makes n steps. In each, every agent that can moves to a neighbour, whatever that costs; with `durations` a second passes
---instead. Agents follow the plan of `solve` while it lasts; otherwise some may follow a plan that frees one from a jam.
---O(n × agents × (degree log degree + log agents)), the length of passages where agents meet, the places of shared goals,
---and what it takes to compute distances to goals that were not needed before, or that edits have changed. At most once in
---17 steps it looks for a plan, for up to some 4 milliseconds.
---
---Raises without `durations` while an agent is between two nodes, because of `update`.
---@param n? integer # 1 to 1000000, default 1
function Crowd:step(n) end

---Looks for steps that bring all agents to their goals at once, then for better ones; `step` follows the best that it has
---found. Without arguments it ends with the first that it finds; with seconds or expansions when these are used up, or when
---nothing is better. A later call goes on, unless a step was made or something was edited. With shared goals what it knows
---holds for the places around them that it has chosen. Expansions give the same result on every machine, seconds do not.
---The number of expansions can grow exponentially with the agents. O(agents × degree log degree), and the passages where
---agents meet, for each expansion.
---
---Raises in a crowd with durations, and while an agent has no node.
---@param seconds? number # >= 0; each call makes at least one expansion, also with 0
---@param expansions? integer # >= 1
---@return boolean found # whether there are such steps, of this or an earlier call
---@return "unsolvable"|"limit"|nil reason
function Crowd:solve(seconds, expansions) end

---Iterates over the agents by rising id. Agents may be removed in the loop. O(agents).
---@return fun(): astar.Agent
---@nodiscard
function Crowd:agents() end

---Iterates over the agents that are stuck, by rising id: the agent, and the one that holds the node to which it wants to go
---next, or nil. O(agents).
---
---    for agent, by in crowd:stuck() do ... end
---@return fun(): astar.Agent, astar.Agent?
---@nodiscard
function Crowd:stuck() end

---Where all are, as one flat array: x, y and the velocity, vx and vy, of each agent in the order of `agents`. After a step
---the velocity is the movement in it. One that is on its way is between two nodes; one that has lost its node has NaNs.
---O(agents).
---@param into? number[] # to fill and return this table; what it has after the end is removed. Default: a new one
---@return number[]
function Crowd:positions(into) end

---Makes a group of units, which get places in a formation around one goal. They leave other groups; one that is listed twice
---is taken once. O(members); an update that carries out an order then takes about the square of that.
---
---Raises for units of another crowd and removed ones.
---@param units astar.Agent[]
---@param options? astar.GroupOptions
---@return astar.Group
function Crowd:group(units, options) end

---Iterates over the groups that have members, in the order in which they were made, also after loading. Groups may be closed
---in the loop. O(log groups) each.
---@return fun(): astar.Group
---@nodiscard
function Crowd:groups() end

---The crowd without its graph as a string, which `graph:crowd` takes: it goes on as this one would. O(agents + goals).
---
---Raises for `data` that is no boolean, number or string, unless `{ data = false }`.
---@param options? astar.SaveOptions
---@return string
---@nodiscard
function Crowd:save(options) end

---Gives its memory back, as the collector does. It may be called more than once. O(agents + goals).
function Crowd:close() end

---An agent of a crowd on nodes. The same agent is always the same object while any reference to it lives.
---Using a removed one raises; `tostring` does not.
---@class astar.Agent
---@field id integer # from 1; ids of removed agents are used again; read only
---@field crowd astar.Crowd # read only
---@field node astar.Node? # where it stands, or which it is leaving; nil if the node was removed; a node or name puts it there
---@field next astar.Node? # the node that it is entering, while it is on its way; else nil; read only
---@field progress number # how much of that step is done, 0 to 1; else 0; read only
---@field goal astar.Node? # nil if it has none, or the node was removed; a node or name, or nil, can be assigned
---@field unit string? # the unit's name; read only
---@field size integer # it covers size × size cells, as its unit did when it was added; read only
---@field priority number # finite
---@field speed number # finite, >= 0; counts from the next step on
---@field x number? # where it is, between two nodes while it is on its way; nil if its node was removed; read only
---@field y number? # read only
---@field vx number? # its velocity; after a step the movement in it; read only
---@field vy number? # read only
---@field fixed boolean # whether it never moves
---@field data any # anything of yours
---@field status astar.AgentStatus # read only
---@field by astar.Agent? # waiting or stuck: the agent that holds the node to which it wants to go next; read only
---@field waited integer # whole seconds, or steps, since it was nearer to its goal than ever before, or was at it; read only
local Agent = {}

---Removes it from its crowd. O(1).
function Agent:remove() end

---It has no goal any more: it stands where it is, and lets others pass. As `goal = nil`, but never by mistake, as
---`goal = map:cell(…)` outside the map would be. O(1).
function Agent:stop() end

---- Crowds of discs -----------------------------------------------------------------------------------------

---@class astar.DiscsOptions
---@field radius? number # > 0: of discs that are added without one; default 0.5
---@field horizon? number # for how many seconds ahead discs avoid each other, 1e-6 to 1e6; default 2
---@field wall_horizon? number # the same for obstacles; default 0.5
---@field neighbours? integer # how many of the nearest discs each avoids, 1 to 32; default 10
---@field expansions? number # after so many expansions an update goes on with no search for a path, a whole number >= 1; math.huge: no limit; default 20000. A search that counts as more goes on in the next updates, by 1,000 or more in each. It counts as 1,000 and 10 for each corner of obstacles around start and goal; for each corner of all obstacles, where the disc was cut off on its way; and as the cells over which a disc that is off its flow looks for it
---@field patience? number # seconds without progress after which a disc is stuck that cannot get on, 0 to 1e6; default 2
---@field max_acceleration? number # > 0; default: no limit
---@field level? integer # where all of them are: of the grid over which they move, or of those of their flows; default: that of which the plane was made, else 1

---The options of a crowd of discs over a grid, which needs `radius`.
---@class astar.GridDiscsOptions: astar.DiscsOptions
---@field unit? string # a unit type's name, of discs that are added without one: the cells that it cannot enter are their obstacles; none: only blocked cells

---Discs that move freely on a plane, or over a grid, in steps of time: each takes the velocity nearest to its wish with
---which it meets neither the others nor an obstacle, if the others do their part. No disc moves into an obstacle or out of
---the bounds. They overlap only where there is no room for all, or for a moment where others push them. Of two that are
---under way, the one with the lower priority gives way; one that has arrived, or has no wish, gives way to those that go
---elsewhere. `#crowd` is the number of discs.
---
---By ORCA (van den Berg, Guy, Lin & Manocha, "Reciprocal n-body collision avoidance", 2011). Edits of the plane or grid
---count from the next update on; after those of a grid that takes O(k log n) for k cells of obstacles at the edited cells.
---It is O(cells + n log n) if these, or the edits, are more than about a sixteenth of the map; if the map has closed steps,
---or heights and the unit `climb` or `drop`. Units that enter the same cells, with the same `climb` and `drop`, share their
---obstacles, which the first of their discs makes, O(cells + n log n). Everything but `closed`, `close` and `tostring` raises
---once it is closed.
---@class astar.Discs
---@field plane astar.Plane? # nil over a grid; read only
---@field graph astar.Grid? # the grid; nil on a plane; read only
---@field radius number # of discs that are added without one; read only
---@field unit string? # the same; nil for none, and on a plane; read only
---@field horizon number # read only
---@field wall_horizon number # read only
---@field neighbours integer # read only
---@field expansions number # math.huge: no limit; read only
---@field patience number # read only
---@field max_acceleration number # read only
---@field level integer # read only
---@field closed boolean # whether it was closed; read only
---@operator len: integer
local Discs = {}

---@class astar.DiscOptions
---@field radius? number # > 0; default: that of the crowd, 0.5 if it was not given
---@field unit? string # over a grid: its unit type's name; it never enters what this cannot enter; default: that of the crowd
---@field speed? number # its greatest speed, in units of length a second, >= 0; with 0 it never moves; default 1
---@field goal? number[]|astar.Place|astar.Node|astar.Path|astar.Search # {x, y} or {x =, y =}, a node: where it is, a path, or a flow on a grid; not with `velocity`
---@field velocity? number[] # {vx, vy}: to move with this velocity
---@field priority? number # finite; the disc with the higher one gives way less; default 0
---@field group? string # its name; at most 32 groups; default "default"
---@field arrive? number # the distance from its goal within which it has arrived, >= 0; default: its radius
---@field data? any # anything of yours

---Adds a disc around a place; other discs may be there. O(log n), of a path O(its length), amortized.
---
---Raises where it would overlap an obstacle or reach beyond the bounds, for too many groups, for a unit on a plane, and for a
---path or flow of another map than that of the crowd.
---@param x number
---@param y number
---@param options? astar.DiscOptions
---@return astar.Disc
function Discs:add(x, y, options) end

---Moves all discs for so many seconds. The time is divided into equal parts in which no disc moves farther than its radius,
---at most 32. A part that is longer than `horizon` is shortened to that; the rest of its time is dropped. O(discs ×
---(neighbours + log n + edges near by)) for each part, O(k²) for k discs that stand on one another, and searches for
---paths within `expansions`.
---@param dt number # finite, >= 0
function Discs:update(dt) end

---Iterates over the discs by rising id. Discs may be removed in the loop. O(discs).
---@return fun(): astar.Disc
---@nodiscard
function Discs:agents() end

---Iterates over the discs that are stuck, by rising id: the disc, and the one that is most in its way, or nil. O(discs).
---@return fun(): astar.Disc, astar.Disc?
---@nodiscard
function Discs:stuck() end

---Where all are, as one flat array: x, y and the velocity of the last update, vx and vy, of each disc in the order of `agents`.
---O(discs).
---@param into? number[] # to fill and return this table; what it has after the end is removed. Default: a new one
---@return number[]
function Discs:positions(into) end

---Lets the discs of two groups, or of one, ignore each other: they may overlap. O(1).
---
---Raises for too many groups.
---@param group string
---@param other string # may be the same
---@param ignored? boolean # false: they avoid each other again; default true
function Discs:ignore(group, other, ignored) end

---Makes a group of units, which get places in a formation around one goal. They leave other groups; one that is listed twice
---is taken once. O(members); an update that carries out an order then takes about the square of that.
---
---Raises for units of another crowd and removed ones.
---@param units astar.Disc[]
---@param options? astar.GroupOptions
---@return astar.Group
function Discs:group(units, options) end

---Iterates over the groups that have members, in the order in which they were made, also after loading. Groups may be closed
---in the loop. O(log groups) each.
---@return fun(): astar.Group
---@nodiscard
function Discs:groups() end

---The crowd without its plane as a string, which `plane:crowd`, or over a grid `map:crowd`, takes: it goes on as this one
---would. Flows are not saved: give them to the discs again. O(discs + points of paths).
---
---Raises for `data` that is no boolean, number or string, unless `{ data = false }`.
---@param options? astar.SaveOptions
---@return string
---@nodiscard
function Discs:save(options) end

---Gives its memory back, as the collector does. It may be called more than once. O(discs).
function Discs:close() end

---A disc of a crowd. The same disc is always the same object while any reference to it lives.
---Using a removed one raises; `tostring` does not.
---@class astar.Disc
---@field id integer # from 1; ids of removed discs are used again; read only
---@field crowd astar.Discs # read only
---@field x number # read only: see `place`
---@field y number # read only
---@field vx number # its mean velocity in the last update: distance divided by time; read only
---@field vy number # read only
---@field radius number # > 0
---@field unit string? # its unit's name, nil for none, and on a plane; nil can be assigned: that of the crowd
---@field speed number # its greatest speed, >= 0
---@field goal number[]|astar.Place|astar.Node|astar.Path|astar.Search|nil # what was given; after loading a table of x and y, and nil for a flow
---@field velocity number[]? # {vx, vy} if it wishes to move with a velocity, a new table each time; else nil
---@field priority number # finite
---@field group string # its name
---@field arrive number # the distance from its goal within which it has arrived; nil can be assigned: its radius
---@field data any # anything of yours
---@field status astar.AgentStatus # "waiting": it has a wish, but hardly moves; read only
---@field by astar.Disc? # waiting: the disc that is most in its way; stuck: one that never moves, if such discs close its way; read only
---@field waited number # seconds without progress towards its goal or in its direction; read only
local Disc = {}

---Puts it on another place. O(log n).
---
---Raises where it would overlap an obstacle or reach beyond the bounds.
---@param x number
---@param y number
function Disc:place(x, y) end

---Removes it from its crowd. O(1).
function Disc:remove() end

---It has neither a goal nor a velocity any more: it stands, and lets others pass. O(1).
function Disc:stop() end

---- Groups ---------------------------------------------------------------------------------------------------

---@class astar.GroupOptions
---@field formation? "box"|"line"|"column"|"wedge"|"circle"|number[][] # or an array of {dx, dy}: ahead of the goal, and to the right of it with y downwards; default "box"
---@field spacing? number # between neighbours, > 0; default: 2.5 × the largest radius; of agents the larger side of a cell × the largest size
---@field facing? number[] # {dx, dy}: to where it is turned at the goal; default: the way it comes
---@field speed? "slowest"|"own" # "slowest": none is faster than the slowest, and the first wait for the last; default "slowest"

---Units of one crowd that have one goal, with places in a formation. The crowd's next `update`, `step` or `solve` carries out an
---order: each unit gets the place for which the sum of the squares of all straight distances is least; one that it cannot enter
---or reach moves to the nearest that it can. Discs then march along a path for the largest of them, in formation where there
---is room, else as a column; agents go to their places by themselves. Everything but `closed`, `close` and `tostring` raises once it is
---closed. `#group` is the number of its members.
---
---A unit is in at most one group. It leaves that when it joins another, is removed, or gets a goal or velocity of its own.
---@class astar.Group
---@field crowd astar.Crowd|astar.Discs # read only
---@field closed boolean # whether it or its crowd was closed; read only
---@field goal astar.Node|astar.Place|astar.Position|number[]|nil # as a node or {x =, y =}, of agents with its level if that is not 1; a node, {x, y}, {x =, y =}, or of agents a name, can be assigned, and nil: all stop
---@field status astar.AgentStatus # "moving", "waiting" or "stuck": the first of these that a member is; else "arrived"; read only
---@field x number? # the middle of where its members are; nil if it has none; read only
---@field y number? # read only
---@field facing number[] # {dx, dy} of length 1: to where it is turned; read only
---@field formation string|number[][] # read only
---@field spacing number # between neighbours; read only
---@field speed "slowest"|"own" # read only
---@operator len: integer
local Group = {}

---Its members, in the order in which they joined. O(members).
---@return (astar.Agent|astar.Disc)[]
---@nodiscard
function Group:units() end

---Takes a unit in, which leaves another group; all get new places. Nothing happens if it is in already. O(members).
---
---Raises for a unit of another crowd and a removed one.
---@param unit astar.Agent|astar.Disc
function Group:add(unit) end

---Lets a unit go, which goes on to its place; the others keep theirs. O(members).
---
---Raises as `add`.
---@param unit astar.Agent|astar.Disc
---@return boolean # false: it is not in this group
function Group:remove(unit) end

---Ends the group; its members go on to their places. It may be called more than once. O(members).
function Group:close() end

---- Path ----------------------------------------------------------------------------------------------------

---A route in one small object. `#path` is the number of nodes, `path[i]` a node of it, or nil.
---It keeps the positions that its nodes had, and outlives its search. A start or goal that was a position on a graph is an
---`astar.Point`, a new table each time.
---@class astar.Path
---@field [integer] astar.Node
---@field cost number # read only
---@field length number # the way in 3D along the nodes; read only
---@field partial boolean # it ends short of the goal, or its start or goal was moved; read only
---@field turns integer? # with the option `moves`, the turn in which it ends, from 1; else nil; read only
---@field left number? # the points left then; read only
---@operator len: integer
local Path = {}

---Iterates over the route. O(#path).
---
---    for i, node in path:nodes() do ... end
---@return fun(state: table, i: integer): integer, astar.Node
---@return table
---@return integer
---@nodiscard
function Path:nodes() end

---The positions as one flat array: `{ x1, y1, x2, y2, ... }`, as `love.graphics.line` takes it; with 3, z as well. O(#path).
---
---Raises for dimensions other than 2 and 3.
---@param dimensions? 2|3 # default 2
---@param into? number[] # to fill and return this table; what it has after the end is removed. Default: a new one
---@return number[]
---@overload fun(self: astar.Path, into: number[]): number[]
function Path:points(dimensions, into) end

---The cells of a path on a grid as one flat array: `{ col1, row1, col2, row2, ... }`; false, false for a waypoint that is no
---cell. With 3, the level of each as well. It makes no node objects. O(#path).
---
---Raises for a path that is not on a grid, and for dimensions other than 2 and 3.
---@param dimensions? 2|3 # default 2
---@param into? (integer|false)[] # to fill and return this table; what it has after the end is removed. Default: a new one
---@return (integer|false)[]
---@overload fun(self: astar.Path, into: (integer|false)[]): (integer|false)[]
function Path:cells(dimensions, into) end

---A plain array of the nodes. O(#path).
---@return astar.Node[]
---@nodiscard
function Path:table() end

---The place so far along the path, and the index of the last node passed. Distances below 0 and beyond the end are
---taken for the ends. O(log #path).
---@param distance number # along the path, in the unit of its length
---@return number x
---@return number y
---@return number z
---@return integer index
---@nodiscard
function Path:at(distance) end

---The distance from the start to the i-th element, along the path. O(log #path).
---
---Raises for an index that there is not.
---@param i integer # 1 to #path
---@return number
---@nodiscard
function Path:along(i) end

---The link by which a path on a plane leads on from element i to the next one; nil if it walks. It may have been removed. O(1).
---
---Raises for an index that there is not, and for a path that is not on a plane.
---@param i integer # 1 to #path
---@return astar.PlaneLink?
---@nodiscard
function Path:link(i) end

---The part from element i to j, as a path of its own: `cost` is what this part cost when the path was found, `at`
---counts from its beginning. `turns` and `left` are those of the whole path if the part ends with it, else nil.
---O(length of the part).
---
---Raises for an index that there is not, and for j below i.
---@param i integer # 1 to #path
---@param j? integer # i to #path, which is the default
---@return astar.Path
---@nodiscard
function Path:cut(i, j) end

---Whether the way can still be gone, on the map as it is now; if not, the index of the element after which it is broken.
---The start is not tested, but on a plane. A path on a plane is tested for the radius that it was asked with. O(#path); on
---a plane a ray for each element.
---
---Raises for a unit on a plane.
---@param unit? string # whose way it is; not on a plane. Default: that which the path was asked for
---@param from? integer # the index of the element from which on to look, where a unit has come; default 1
---@return boolean valid
---@return integer? index
---@nodiscard
function Path:valid(unit, from) end

---A path on a plane: its elements are places, as new tables { x =, y = } each time. `cost` is its length, if it takes no
---links: these count in `length` as they lie. z is 0.
---@class astar.PlanePath: astar.Path
---@field [integer] astar.Place
local PlanePath = {}

---Iterates over the route. O(#path).
---@return fun(state: table, i: integer): integer, astar.Place
---@return table
---@return integer
---@nodiscard
function PlanePath:nodes() end

---A plain array of the places. O(#path).
---@return astar.Place[]
---@nodiscard
function PlanePath:table() end

---The part from element i to j; see astar.Path. O(length of the part).
---@param i integer
---@param j? integer
---@return astar.PlanePath
---@nodiscard
function PlanePath:cut(i, j) end

---- Saving --------------------------------------------------------------------------------------------------

---The space that `save` made a string of: all that a script can ask of it is as it was, ids and names too; `version`
---begins anew. Any string may be given: one that is damaged, malformed or of another version gives nil and why, and takes
---no more memory than some ten times its length. O(bytes).
---@param text string
---@return astar.Graph|astar.Grid|astar.Plane|nil space
---@return string? message
---@nodiscard
function astar.load(text) end

---- Limits of the Lua state ----------------------------------------------------------------------------------

---What scripts can take; `math.huge` is no limit, as at first. Fractions are rounded down.
---@class astar.StateLimits
---@field memory? number # bytes of all objects of this Lua state, without what Lua itself allocates: tables, strings, nodes, paths
---@field cells? number # of one grid
---@field nodes? number # of one graph; of a grid: waypoints
---@field agents? number # of one crowd; discs too
---@field expansions? number # of one call; a crowd also counts one for each agent that a call moves once

---Sets the limits that are given, for all calls of this Lua state from now on, and gives all. A call that would exceed one
---raises `limit of 65536 cells exceeded`. Objects that are larger already stay as they are. O(1).
---@param limits? astar.StateLimits
---@return astar.StateLimits
function astar.limit(limits) end

return astar
