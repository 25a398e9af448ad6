/*
** astar.h: pathfinding for games in C99, without global state. This header is the manual of the core.
**
** Three kinds of space:
**
**   graph   waypoints joined by links, with terrain and unit types; see "Graph"
**   grid    a graph whose first nodes are the cells of a tile map; see "Grid"
**   plane   free ground with polygon obstacles; see "Plane"
**
** and two ways to ask for a route: a finder gives the cheapest path in one call, by the fastest method
** that there is for the question; a search is one run of A* that can be stepped and inspected.
**
** Example: graph
**
**   #include "astar.h"
**   #include <stdio.h>
**
**   int main(void)
**   {
**     astar_graph *g = astar_graph_create(NULL, NULL);
**     astar_finder *f = astar_finder_create(NULL, NULL);
**     astar_link link = astar_default_link();
**     const astar_path *path;
**     astar_id camp, ford, keep;
**     uint32_t i;
**     if (!g || !f) return 1;
**     if (astar_graph_add(g, 0, 0, 0, &camp) != ASTAR_OK || astar_graph_add(g, 30, 5, 0, &ford) != ASTAR_OK ||
**         astar_graph_add(g, 60, 0, 0, &keep) != ASTAR_OK)
**       return 1;
**     if (astar_graph_link(g, camp, ford, &link) != ASTAR_OK || astar_graph_link(g, ford, keep, &link) != ASTAR_OK)
**       return 1;
**     path = astar_find_path(f, g, ASTAR_NO_UNIT, camp, keep);
**     if (!path) return 1;
**     for (i = 0; i < path->count; i++) printf("(%g, %g)\n", path->points[i].x, path->points[i].y);
**     astar_finder_destroy(f);
**     astar_graph_destroy(g);
**     return 0;
**   }
**
** Example: grid
**
**   #include "astar.h"
**   #include <math.h>
**   #include <stdio.h>
**
**   int main(void)
**   {
**     astar_grid_def def = astar_default_grid();
**     astar_finder *f = astar_finder_create(NULL, NULL);
**     astar_unit_def horse;
**     astar_graph *map;
**     astar_terrain forest;
**     astar_unit unit;
**     double costs[2];
**     const astar_path *path;
**     def.width = 20;
**     def.height = 15;
**     if (!f || astar_grid_create(NULL, NULL, &def, &map) != ASTAR_OK) return 1;
**     if (astar_graph_terrain(map, "forest", 6, &forest) != ASTAR_OK) return 1;
**     if (astar_grid_fill(map, 8, 1, 3, 14, forest) != ASTAR_OK) return 1;
**     costs[ASTAR_DEFAULT_TERRAIN - 1] = 1;
**     costs[forest - 1] = 5;
**     horse.costs = costs;
**     horse.cost_count = 2;
**     horse.climb = horse.drop = INFINITY;
**     if (astar_graph_set_unit(map, "horse", 5, &horse) != ASTAR_OK) return 1;
**     unit = astar_graph_unit(map, "horse", 5);
**     path = astar_find_path(f, map, unit, astar_grid_cell(map, 1, 1), astar_grid_cell(map, 20, 1));
**     if (!path) return 1;
**     printf("%lu cells, cost %g\n", (unsigned long)path->count, path->cost);
**     astar_finder_destroy(f);
**     astar_graph_destroy(map);
**     return 0;
**   }
**
** Example: plane
**
**   #include "astar.h"
**   #include <stdio.h>
**
**   int main(void)
**   {
**     const double bounds[4] = {0, 0, 100, 100}, from[2] = {5, 50}, to[2] = {95, 50};
**     astar_plane *plane = astar_plane_create(NULL, NULL, bounds);
**     astar_finder *f = astar_finder_create(NULL, NULL);
**     astar_obstacle rock;
**     astar_fault fault;
**     const astar_path *path;
**     double corners[8];
**     if (!plane || !f) return 1;
**     astar_box_corners(50, 50, 20, 30, 0.5, corners);
**     if (astar_plane_polygon(plane, corners, 4, &fault, &rock) != ASTAR_OK) return 1;
**     path = astar_find_path_on_plane(f, plane, 1.5, from, to);
**     if (!path) return 1;
**     printf("%lu points, length %g\n", (unsigned long)path->count, path->cost);
**     astar_finder_destroy(f);
**     astar_plane_destroy(plane);
**     return 0;
**   }
**
** What holds everywhere:
**
** - The core calls no function of the caller but the allocator. A caller's own costs and estimates are asked
**   for by the result of astar_search_step(): see "Search".
** - Ids count from 1; 0 is no node. Each id has a generation, so that a handle kept from before a node was
**   removed differs from one of the node that got its id. A function that takes an id wants that of a live
**   node, unless it says "any id".
** - Numbers are finite unless a function says otherwise. Costs are >= 0.
** - A function that can run out of memory says so in its result. It has then changed nothing, and can be
**   called again.
** - Names are bytes with a length, and may contain any byte.
** - Objects are not locked. A space, its searches and its finders belong to one thread at a time.
** - In complexities, n is the number of nodes, log is the binary logarithm, degree the number of links of a
**   node. What has no complexity is O(1).
*/
#ifndef ASTAR_H
#define ASTAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ASTAR_VERSION_MAJOR 1
#define ASTAR_VERSION_MINOR 0
#define ASTAR_VERSION "1.0"

/* Put before every function. In a shared library the core is not exported. */
#if !defined(ASTAR_API)
#if defined(__GNUC__) && !defined(_WIN32)
#define ASTAR_API __attribute__((visibility("hidden")))
#else
#define ASTAR_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct astar_graph astar_graph; /* a grid, too */
typedef struct astar_plane astar_plane;
typedef struct astar_finder astar_finder;
typedef struct astar_search astar_search;

typedef uint32_t astar_id; /* of a node */
typedef uint32_t astar_terrain;
typedef uint32_t astar_unit;

#define ASTAR_NO_ID 0u
#define ASTAR_DEFAULT_TERRAIN 1u /* "default": the terrain of a node that has no other */
#define ASTAR_NO_TERRAIN 0u      /* of a link: the terrain of the node that it leads to counts */
#define ASTAR_NO_UNIT 0u         /* everything costs 1, every node that is not blocked can be entered */

/*
** An allocator of lua_Alloc's shape. Resizes `block` from `old_size` to `new_size` bytes; returns NULL on
** failure and leaves the block as it was. `block` is NULL and `old_size` 0 for a new block. With `new_size` 0
** it frees the block and returns NULL. NULL in place of the function stands for realloc() and free().
*/
typedef void *(*astar_alloc)(void *context, void *block, size_t old_size, size_t new_size);

typedef enum astar_result {
  ASTAR_OK,
  ASTAR_NO_MEMORY,
  ASTAR_FULL,     /* more than the format can hold: 2^32 - 2 nodes, 2^32 link ends, 16,383 terrains */
  ASTAR_MALFORMED /* an outline that is not simple, or a grid that cannot become a plane */
} astar_result;

/* ======================================================================
** Graph
** ====================================================================== */

/* A new, empty graph; NULL if out of memory. */
ASTAR_API astar_graph *astar_graph_create(astar_alloc alloc, void *context);

/* Free the graph. Afterwards its searches and finders may only be destroyed. NULL is accepted. */
ASTAR_API void astar_graph_destroy(astar_graph *g);

/* ---- Nodes ---- */

/* Add a node at a place; *id becomes its id. O(log n) amortized. */
ASTAR_API astar_result astar_graph_add(astar_graph *g, double x, double y, double z, astar_id *id);

/*
** Remove a node with its links. O(sum of its neighbours' degrees). Its id becomes free, and is used again
** only after astar_graph_recycle().
*/
ASTAR_API void astar_graph_remove(astar_graph *g, astar_id id);

/* The position of a node: x, y, z. Also of a removed node, as long as its id is free. */
ASTAR_API void astar_graph_position(const astar_graph *g, astar_id id, double xyz[3]);

/* Move a node. Links without a cost of their own change length. O(sum of its neighbours' degrees). */
ASTAR_API astar_result astar_graph_move(astar_graph *g, astar_id id, const double xyz[3]);

/* The terrain of a node, ASTAR_DEFAULT_TERRAIN if none was set; to set it: O(sum of the neighbours' degrees). */
ASTAR_API astar_terrain astar_graph_node_terrain(const astar_graph *g, astar_id id);
ASTAR_API astar_result astar_graph_set_terrain(astar_graph *g, astar_id id, astar_terrain terrain);

/* Whether a node is blocked, so that nothing can enter it; to set it: O(sum of the neighbours' degrees). */
ASTAR_API bool astar_graph_blocked(const astar_graph *g, astar_id id);
ASTAR_API void astar_graph_set_blocked(astar_graph *g, astar_id id, bool blocked);

/* Straight distance in 3D; never NaN, at most DBL_MAX. */
ASTAR_API double astar_graph_distance(const astar_graph *g, astar_id a, astar_id b);

/* ---- Links ---- */

typedef struct astar_link {
  astar_id to;           /* read only */
  double cost;           /* read: own cost or length; set: NAN for the length */
  bool own_cost;         /* read only: the cost was given */
  bool oneway;           /* set: change a -> b only; read: it was linked so */
  astar_terrain terrain; /* ASTAR_NO_TERRAIN for none */
} astar_link;

/* Both ways, cost equal to length, no terrain. */
ASTAR_API astar_link astar_default_link(void);

/*
** Link a to b (a != b), replacing the link that was there; both ways, unless `oneway`. O(lesser degree)
** amortized for a new link, O(sum of the degrees) for one that is there.
*/
ASTAR_API astar_result astar_graph_link(astar_graph *g, astar_id a, astar_id b, const astar_link *link);

/* Cut a -> b, and b -> a unless `oneway`. Returns whether there was a link. O(sum of the degrees). */
ASTAR_API bool astar_graph_unlink(astar_graph *g, astar_id a, astar_id b, bool oneway);

/* Cut all links of a node, outgoing and incoming. Returns whether there were any. O(sum of the neighbours' degrees). */
ASTAR_API bool astar_graph_isolate(astar_graph *g, astar_id id);

/* Whether a -> b exists. O(lesser degree). */
ASTAR_API bool astar_graph_linked(const astar_graph *g, astar_id a, astar_id b);

/* The outgoing links of a node, in the order in which they were linked: 0 <= index < count. */
ASTAR_API uint32_t astar_graph_link_count(const astar_graph *g, astar_id id);
ASTAR_API astar_link astar_graph_link_at(const astar_graph *g, astar_id id, uint32_t index);

/* ---- Terrains and units ---- */

/* The terrain of a name; made if it is new. */
ASTAR_API astar_result astar_graph_terrain(astar_graph *g, const char *name, size_t length,
                                           astar_terrain *terrain);

/* Terrains are numbered from 1 ("default") to the count. */
ASTAR_API uint32_t astar_graph_terrain_count(const astar_graph *g);
ASTAR_API const char *astar_graph_terrain_name(const astar_graph *g, astar_terrain terrain, size_t *length);

typedef struct astar_unit_def {
  const double *costs; /* by terrain - 1: multiplier > 0; INFINITY: cannot enter; NAN: not listed, as "default" */
  uint32_t cost_count; /* terrains from this one on are not listed */
  double climb, drop;  /* the most it can rise and fall in z along one link: >= 0, or INFINITY */
} astar_unit_def;

/* Set a unit type, replacing the one of that name. O(terrains). */
ASTAR_API astar_result astar_graph_set_unit(astar_graph *g, const char *name, size_t length,
                                            const astar_unit_def *def);

/* The unit of a name, or ASTAR_NO_UNIT. Units are numbered from 1 to the count. */
ASTAR_API astar_unit astar_graph_unit(const astar_graph *g, const char *name, size_t length);
ASTAR_API uint32_t astar_graph_unit_count(const astar_graph *g);
ASTAR_API const char *astar_graph_unit_name(const astar_graph *g, astar_unit unit, size_t *length);

/* What the unit was given for a terrain: a multiplier, INFINITY, or NAN if it is not listed; and its limits. */
ASTAR_API double astar_graph_unit_cost(const astar_graph *g, astar_unit unit, astar_terrain terrain);
ASTAR_API void astar_graph_unit_limits(const astar_graph *g, astar_unit unit, double *climb, double *drop);

typedef struct astar_name {
  const char *bytes;
  size_t length;
  uint32_t index; /* the caller's */
} astar_name;

/* Sort names by their bytes: the same order in every locale. O(count log count). */
ASTAR_API void astar_sort_names(astar_name *list, size_t count);

/* ---- The nodes near a place ---- */

typedef struct astar_near_def {
  double x, y, z;
  bool flat;       /* measure in x and y only */
  bool enterable;  /* only nodes that `unit` can enter */
  bool linked;     /* only nodes with a link, outgoing or incoming */
  astar_unit unit;
  double radius;   /* >= 0, or INFINITY; includes its rim */
} astar_near_def;

typedef struct astar_near {
  double distance;
  astar_id id;
} astar_near;

/* Around the origin, flat, every node, no radius. */
ASTAR_API astar_near_def astar_default_near(void);

/*
** The nearest node, of equal ones that with the lower id; false if there is none. O(log n) where nodes are
** spread (a k-d tree: Bentley 1975); more where many nearer ones are refused.
*/
ASTAR_API bool astar_graph_nearest(const astar_graph *g, const astar_near_def *def, astar_near *found);

/*
** The nodes within the radius. Returns how many there are. If these are not more than `capacity`, `found`
** gets them, nearest first, of equal ones that with the lower id. O(log n + found * log found).
*/
ASTAR_API size_t astar_graph_within(const astar_graph *g, const astar_near_def *def, astar_near *found,
                                    size_t capacity);

/* ---- Ids and handles ---- */

/* The number of live nodes, and the largest id given so far. */
ASTAR_API uint32_t astar_graph_count(const astar_graph *g);
ASTAR_API uint32_t astar_graph_last_id(const astar_graph *g);

/* The smallest id of a live node above `id`, or ASTAR_NO_ID. Any id. To visit all nodes: begin with ASTAR_NO_ID. */
ASTAR_API astar_id astar_graph_next(const astar_graph *g, astar_id id);

/* The id that the next added node will get. */
ASTAR_API astar_id astar_graph_next_id(const astar_graph *g);

/*
** Whether a node with this id lives. Unless NULL, *generation becomes that of the id, also if its node was
** removed; it stays as it is for an id that was never given. Any id.
*/
ASTAR_API bool astar_graph_has(const astar_graph *g, astar_id id, uint32_t *generation);

/* Whether the node with this id and generation lives. Any numbers. */
ASTAR_API bool astar_graph_is_current(const astar_graph *g, astar_id id, uint32_t generation);

/*
** Ids of removed nodes are used again only when the caller says so. astar_graph_free_id() gives the id that
** has been free longest, with the version at which its node was removed, or ASTAR_NO_ID. Then either
** astar_graph_recycle(g, true): the next added node gets it; or false: it goes to the back of the queue.
** Recycle no id while a search that began before the removal is still to be asked about nodes.
*/
ASTAR_API astar_id astar_graph_free_id(const astar_graph *g, uint64_t *removed_at);
ASTAR_API void astar_graph_recycle(astar_graph *g, bool reuse);

/* ---- All links ---- */

/*
** Iterates every link once, node by node; a two-way link that is the same both ways is reported at the lower
** id, any other at the node that it goes out of, as `oneway`. The steps between cells are left out. Begin with
** *index 0; each call reports the next link of `id` and moves *index past it; false if there is no more.
*/
ASTAR_API bool astar_graph_own_link(const astar_graph *g, astar_id id, uint32_t *index, astar_link *link);

/*
** The smallest id above `id` of a live node that may have links to report, or ASTAR_NO_ID. Any id. Cells
** without links are skipped at a fraction of a nanosecond each.
*/
ASTAR_API astar_id astar_graph_next_linked(const astar_graph *g, astar_id id);

/* ---- Maintenance ---- */

/* Grows with every edit. A search that has not ended before an edit is stale after it. */
ASTAR_API uint64_t astar_graph_version(const astar_graph *g);

/* Bytes held. */
ASTAR_API size_t astar_graph_memory(const astar_graph *g);

/*
** Renumber the nodes inside so that neighbours in space are neighbours in memory (the leaf order of a k-d
** tree), store the links without gaps and give slack back. Ids stay. Happens by itself when the graph has
** doubled. O(n log n). ASTAR_NO_MEMORY leaves things as they were; it needs the graph's size once more.
*/
ASTAR_API astar_result astar_graph_optimize(astar_graph *g);

/* Check every structure, and abort if an invariant is broken. For tests. O(n log n), of hubs O(degree^2). */
ASTAR_API void astar_graph_validate(const astar_graph *g);

/* ======================================================================
** Grid
**
** A grid is a graph whose first ids, 1 to width * height, are cells, row by row. Every function for graphs
** takes it. Cells cannot be removed, nor moved in x and y. Columns and rows count from 1.
**
** The steps between neighbouring cells are not stored: they come first among a cell's links, row by row and
** left to right, and cost their length; links made by astar_graph_link() follow. A plain link (no cost, no
** terrain) between neighbours opens the step again and takes the place of such a link; astar_graph_unlink()
** and astar_graph_isolate() close steps and cut links alike. Blocked cells keep their steps: whether a unit
** can take a step depends on what is blocked, and that of a diagonal on the rule for corners as well.
**
** A cell takes 5 bytes, 8 more once one cell has a height, and a quarter of a byte for each set of terrains
** for which jump points were used.
** ====================================================================== */

typedef enum astar_shape {
  ASTAR_SQUARE,
  ASTAR_ISOMETRIC, /* square neighbours, drawn as diamonds */
  ASTAR_ODD_R,     /* hexagons in rows, the 2nd, 4th, ... row half a cell to the right */
  ASTAR_EVEN_R,    /* ... the 1st, 3rd, ... row */
  ASTAR_ODD_Q,     /* hexagons in columns, the 2nd, 4th, ... column half a cell lower */
  ASTAR_EVEN_Q     /* ... the 1st, 3rd, ... column */
} astar_shape;

typedef enum astar_corners {
  ASTAR_CORNERS_NEVER, /* a diagonal needs both ways round by two straight steps */
  ASTAR_CORNERS_ONE,   /* ... at least one of them */
  ASTAR_CORNERS_ALWAYS /* ... neither */
} astar_corners;

typedef struct astar_grid_def {
  uint32_t width, height; /* >= 1; up to 2^32 - 2 cells in all */
  astar_shape shape;
  bool straight;          /* four neighbours instead of eight; not of hexagons */
  astar_corners corners;
  double diagonal;        /* length of a diagonal step in cells, > 0; NAN: as it is drawn. Squares only */
  double cell[2];         /* size, > 0. Hexagons: cell[0] is the distance of middles, unless `drawn` */
  bool drawn;             /* hexagons: `cell` is the size of one as it is drawn, and steps count 1 */
  double origin[3];       /* the outer corner of cell 1, 1 (isometric: its upper corner) */
  bool wrap_x, wrap_y;    /* hexagons: only with an even size along the staggered axis */
} astar_grid_def;

/* One square cell of size 1 at the origin, eight neighbours, no corners cut. */
ASTAR_API astar_grid_def astar_default_grid(void);

/* A new grid, every cell open and without terrain. ASTAR_NO_MEMORY, or ASTAR_FULL for too many cells. O(cells). */
ASTAR_API astar_result astar_grid_create(astar_alloc alloc, void *context, const astar_grid_def *def,
                                         astar_graph **grid);

/* The definition that a grid was made by; false if the graph is no grid. */
ASTAR_API bool astar_grid_get(const astar_graph *g, astar_grid_def *def);

/* The number of cells, which is the largest id of one; 0 if the graph is no grid. */
ASTAR_API uint32_t astar_grid_count(const astar_graph *g);

/* The cell in a column and row, or ASTAR_NO_ID outside the map. Any numbers. */
ASTAR_API astar_id astar_grid_cell(const astar_graph *g, uint32_t col, uint32_t row);

/* Column and row of a cell; false for any other id. Any id. */
ASTAR_API bool astar_grid_place(const astar_graph *g, astar_id id, uint32_t *col, uint32_t *row);

/*
** The cell under a point, or ASTAR_NO_ID. A point on a border belongs to the cell right of it or below it;
** beyond an edge that joins another it is over the cells there. Any numbers.
*/
ASTAR_API astar_id astar_grid_at(const astar_graph *g, double x, double y);

/* What a cell consists of: terrain, whether it is blocked, height. */
typedef struct astar_tile {
  astar_terrain terrain;
  bool blocked;
  double z;
} astar_tile;

ASTAR_API astar_tile astar_grid_tile(const astar_graph *g, astar_id cell);

/* Set the terrain of width * height cells from a cell on, clipped to the map. One edit. O(cells). */
ASTAR_API astar_result astar_grid_fill(astar_graph *g, uint32_t col, uint32_t row, uint32_t width, uint32_t height,
                                       astar_terrain terrain);

/* Whether two cells are neighbours: one step apart, whether that is closed or open. */
ASTAR_API bool astar_grid_neighbours(const astar_graph *g, astar_id a, astar_id b);

/* Close or open the step between two neighbours, both ways. Links stay. */
ASTAR_API void astar_grid_wall(astar_graph *g, astar_id a, astar_id b, bool closed);

/*
** From a pair of cells to the next pair of neighbours, *a < *b, whose step is closed in at least one
** direction, in the order of *a, then of *b. Begin with ASTAR_NO_ID for both. False if there is none. Any ids.
** Cells far from such steps are skipped at a fraction of a nanosecond each.
*/
ASTAR_API bool astar_grid_next_wall(const astar_graph *g, astar_id *a, astar_id *b);

#define ASTAR_MOST_CORNERS 6

/*
** The corners of a cell as it is drawn: x and y of each, clockwise where y runs down, beginning at the upper
** left or else at the top; neighbours have the very same corners where they meet. Returns their number: 4, of
** hexagons 6. Hexagons are regular, unless their drawn size is not.
*/
ASTAR_API uint32_t astar_grid_outline(const astar_graph *g, astar_id cell, double corners[2 * ASTAR_MOST_CORNERS]);

/* ======================================================================
** Plane
**
** Free ground with obstacles: simple polygons, which may touch, overlap and lie within each other. Paths run
** along outlines and through corners, never through an inside. Where two obstacles touch, even in one point,
** there is no gap between them; nor is there one between an obstacle and the bounds. Whether a point lies left
** or right of a line is decided exactly, by adaptive predicates after Shewchuk 1997 ("Adaptive precision
** floating-point arithmetic and fast robust geometric predicates").
**
** Searches are A* over the corners at which a shortest path may bend, with taut turns only (the tangent
** visibility graph), made as it is needed. Which corners may be visible from one is found by looking outward
** and leaving out what lies in the shadow of nearer edges, and is remembered; a ray to a corner is cast when
** the search first wants to go there, and one to the goal from each corner expanded, as in RayScan
** (Hechenberger, Stuckey, Harabor & Le Bodic 2020, "Online computation of Euclidean shortest paths in two
** dimensions").
**
** Coordinates are finite, of a magnitude up to ASTAR_PLANE_LIMIT; below 1e-80 they count as 0. In
** complexities, n is the number of corners on the plane.
** ====================================================================== */

#define ASTAR_PLANE_LIMIT 1e30

typedef uint32_t astar_obstacle;

#define ASTAR_NO_OBSTACLE 0u
#define ASTAR_BOUNDS UINT32_MAX /* in place of an obstacle: the bounds */

/* A new, empty plane within bounds {x1, y1, x2, y2}, x1 < x2, y1 < y2, or NULL for none. NULL if out of memory. */
ASTAR_API astar_plane *astar_plane_create(astar_alloc alloc, void *context, const double bounds[4]);

/*
** A new plane whose obstacles are the outlines of the cells of a grid that a unit cannot enter: one obstacle
** for each set of such cells that share sides, with its holes. What lies beyond the map is out of bounds. A step
** between two cells that the unit can enter, but cannot make in both directions, is a wall: an obstacle 2^-12
** cells thick. Heights, costs and links are ignored. The grid must not wrap, and is not used afterwards.
** O(cells). ASTAR_MALFORMED if cells are too far away, or too small for where they are (10^-12 of it).
*/
ASTAR_API astar_result astar_plane_from_grid(astar_alloc alloc, void *context, const astar_graph *grid,
                                             astar_unit unit, astar_plane **plane);

/* Free the plane. Afterwards its searches and finders may only be destroyed. NULL is accepted. */
ASTAR_API void astar_plane_destroy(astar_plane *p);

/* The bounds, or of a plane made from a grid the box around them; false if there are none. */
ASTAR_API bool astar_plane_bounds(const astar_plane *p, double bounds[4]);

/* ---- Obstacles ---- */

typedef enum astar_flaw {
  ASTAR_FLAW_NONE,
  ASTAR_FLAW_FEW,      /* fewer than three corners */
  ASTAR_FLAW_NUMBER,   /* corner `a` is not finite, or too large */
  ASTAR_FLAW_REPEATED, /* corners `a` and `b` are the same point */
  ASTAR_FLAW_FLAT,     /* no area */
  ASTAR_FLAW_CROSSING  /* edges `a` and `b` cross or touch; edge i runs from corner i to the next */
} astar_flaw;

typedef struct astar_fault {
  astar_flaw flaw;
  uint32_t a, b; /* from 1, a < b */
} astar_fault;

/*
** Add a polygon of `count` corners x, y, x, y, ..., in either direction round it; *id becomes its id.
** ASTAR_MALFORMED if it is not simple; *fault is then the first fault, in the order of the flaws, then of a,
** then of b. O(count log n). Forgets what was remembered of the corners that can see it.
*/
ASTAR_API astar_result astar_plane_polygon(astar_plane *p, const double *corners, uint32_t count, astar_fault *fault,
                                           astar_obstacle *id);

/*
** The corners of a box around its middle (sizes > 0; turned by an angle in radians, from x towards y): 8
** numbers. The corners of a regular polygon drawn around a circle (radius > 0; count >= 3; the middle of one
** side lies in the direction of x): 2 * count numbers.
*/
ASTAR_API void astar_box_corners(double x, double y, double width, double height, double angle, double corners[8]);
ASTAR_API void astar_circle_corners(double x, double y, double radius, uint32_t count, double *corners);

/* Remove an obstacle. O(corners log n), and as above. Its id is used again with another generation. */
ASTAR_API void astar_plane_remove(astar_plane *p, astar_obstacle id);

/*
** The outlines of an obstacle: one, but for those from grids, whose holes follow: 0 <= index < count. Their
** corners have the inside on the left as one goes from x towards y, those of holes too. The pointer is valid
** until the next edit.
*/
ASTAR_API uint32_t astar_plane_outline_count(const astar_plane *p, astar_obstacle id);
ASTAR_API const double *astar_plane_outline(const astar_plane *p, astar_obstacle id, uint32_t index, uint32_t *count);

/* ---- Rays ---- */

typedef struct astar_hit {
  double x, y;
  astar_obstacle obstacle; /* or ASTAR_BOUNDS */
  uint32_t generation;     /* of the obstacle */
} astar_hit;

/*
** Cast a ray from one point to another. True if something stops it, with where first: it enters an obstacle,
** leaves the bounds, or comes to a place where obstacles touch and leave no gap. An outline that it only grazes
** does not stop it; a ray from an inside is stopped where it begins. O(log n + what is near the ray).
*/
ASTAR_API bool astar_plane_raycast(astar_plane *p, const double from[2], const double to[2], astar_hit *hit);

/* The obstacle (the lowest id) that contains a point, ASTAR_BOUNDS outside the bounds, else ASTAR_NO_OBSTACLE. */
ASTAR_API astar_obstacle astar_plane_at(astar_plane *p, double x, double y);

/* ---- Ids and handles: as those of nodes ---- */

/* The number of obstacles; the smallest id of one above `id`, or ASTAR_NO_OBSTACLE (any id). */
ASTAR_API uint32_t astar_plane_count(const astar_plane *p);
ASTAR_API astar_obstacle astar_plane_next(const astar_plane *p, astar_obstacle id);

/* The id that the next added obstacle will get, and its generation (unless NULL). */
ASTAR_API astar_obstacle astar_plane_next_id(const astar_plane *p, uint32_t *generation);

/* Whether an obstacle with this id is there; gives its generation (unless NULL). Any id. */
ASTAR_API bool astar_plane_has(const astar_plane *p, astar_obstacle id, uint32_t *generation);

/* Whether the obstacle with this id and generation is there. Any numbers. */
ASTAR_API bool astar_plane_is_current(const astar_plane *p, astar_obstacle id, uint32_t generation);

/* ---- Maintenance ---- */

/* Grows with every edit. A search that has not ended before an edit is stale after it. */
ASTAR_API uint64_t astar_plane_version(const astar_plane *p);

/* Bytes held, with all that is remembered. */
ASTAR_API size_t astar_plane_memory(const astar_plane *p);

/* Check every structure, and abort if an invariant is broken. For tests. */
ASTAR_API void astar_plane_validate(const astar_plane *p);

/* ======================================================================
** Paths
** ====================================================================== */

typedef struct astar_waypoint {
  double x, y, z; /* where the node was when the path was written */
  double along;   /* distance from the start along the path */
  astar_id id;    /* ASTAR_NO_ID on a plane */
  uint32_t generation;
} astar_waypoint;

typedef struct astar_path {
  double cost;
  double wrap[2][2]; /* of a grid that wraps: how far in x and y going once round leads, along each axis; else 0 */
  uint32_t count;    /* >= 1 */
  bool partial;      /* it ends at the reached node nearest the goal */
  astar_waypoint points[1]; /* `count` of them */
} astar_path;

/* Bytes of a path of `count` nodes. */
ASTAR_API size_t astar_path_size(uint32_t count);

/*
** The place at a distance along the path, clamped to it (NaN counts as 0). Returns the index of the last
** waypoint passed, from 0. O(log count).
*/
ASTAR_API uint32_t astar_path_at(const astar_path *path, double distance, double xyz[3]);

/* ======================================================================
** Questions
** ====================================================================== */

typedef enum astar_heuristic {
  ASTAR_AUTO,      /* the best admissible one: euclidean on graphs and planes, the length in steps on grids */
  ASTAR_EUCLIDEAN, /* straight distance times the least cost per distance: admissible, consistent */
  ASTAR_MANHATTAN, /* scaled alike; overestimates where links run slantwise */
  ASTAR_OCTILE,
  ASTAR_ZERO,
  ASTAR_ASK        /* searches on graphs: the caller's, by ASTAR_WANT_ESTIMATE, for each goal */
} astar_heuristic;

/*
** Jump points (Harabor & Grastien 2011, 2014): only the cells at which a route may turn are expanded and can be
** asked for; paths have all cells nonetheless. They serve where a unit pays the same for every cell of a grid
** that it can enter: square cells, eight neighbours, no corners cut; no heights, closed steps, links, waypoints
** or wrapping; one goal; no lists, nothing asked of the caller, not `partial`. Elsewhere the option changes
** nothing. The first use for a set of terrains is O(cells); edits keep what it made up to date.
*/
typedef enum astar_jump {
  ASTAR_JUMP_AUTO,  /* where only the cheapest path is asked for, without limits */
  ASTAR_JUMP_NEVER,
  ASTAR_JUMP_ALWAYS /* wherever they serve */
} astar_jump;

typedef struct astar_search_def {
  /* On a graph or grid: */
  astar_id start;
  const astar_id *goals; /* ids, any of which will do. All lists are copied; ids of removed nodes are left out */
  uint32_t goal_count;   /* 0: explore everything */
  astar_unit unit;
  astar_jump jump;
  bool ask_cost;         /* ask for the cost of each step by ASTAR_WANT_COST */
  bool only;             /* enter only the nodes of `only_ids`, and the start */
  const astar_id *only_ids;
  uint32_t only_count;
  const astar_id *avoid_ids; /* never enter these */
  uint32_t avoid_count;
  /* On a plane: */
  double from[2], to[2]; /* start, and goal; there is none if goal_count is 0 */
  double radius;         /* >= 0, of the disc that moves */
  /* On both: */
  astar_heuristic heuristic;
  double weight;       /* >= 1: the cost is at most this many times the optimum */
  double max_cost;     /* >= 0 or INFINITY: nodes that cost more are not opened */
  uint64_t max_steps;  /* expansions after which it gives up; UINT64_MAX: never */
  bool partial;        /* if no goal is reached, note the reached node nearest to one */
  bool answer_only;    /* nothing but the status, the goal and its path will be asked for: then it may be faster */
  bool keep_estimates; /* note estimates, and places on a plane: later edits do not change them. 8 or 24 bytes a node */
} astar_search_def;

/* No goal, no unit, the automatic heuristic, weight 1, no limits; a point at the origin. */
ASTAR_API astar_search_def astar_default_search(void);

typedef enum astar_status {
  ASTAR_SEARCHING,
  ASTAR_FOUND,
  ASTAR_UNREACHABLE,
  ASTAR_DONE,         /* without a goal: everything that may be reached was expanded */
  ASTAR_LIMIT,        /* max_cost or max_steps stopped it; there may be a way */
  ASTAR_STALE,        /* the space was edited while it ran; or it has not been begun */
  ASTAR_BLOCKED,      /* on a plane: the start or the goal lies inside an obstacle, or out of bounds */
  ASTAR_WANT_COST,    /* result of a step only, like those below; the status stays ASTAR_SEARCHING */
  ASTAR_WANT_ESTIMATE,
  ASTAR_OUT_OF_MEMORY /* step again to go on */
} astar_status;

/* The name of a status: "searching", "found", ..., "wants cost", "wants estimate", "out of memory". */
ASTAR_API const char *astar_status_name(astar_status status);

/* ======================================================================
** Finder
**
** Answers questions for a path in one call, by the fastest method that there is: jump points or A* in a coarse
** order on grids, A* from both ends on graphs (NBA*, Pijls & Post 2009, "Yet another bidirectional algorithm
** for finding the shortest path"), A* over corners on planes. The path is the cheapest, and always the same one,
** but of paths that cost the same it may be another than a search finds. One finder may serve many spaces, and
** keeps its memory from one question to the next.
** ====================================================================== */

/* A finder without a path; NULL if out of memory. To destroy it reads no memory of a space; NULL is accepted. */
ASTAR_API astar_finder *astar_finder_create(astar_alloc alloc, void *context);
ASTAR_API void astar_finder_destroy(astar_finder *f);

/*
** The cheapest path between two nodes for a unit, or between two places on a plane for a disc of a radius. It
** belongs to the finder, and is valid until the next question. NULL if there is none: astar_finder_status()
** says why.
*/
ASTAR_API const astar_path *astar_find_path(astar_finder *f, astar_graph *g, astar_unit unit, astar_id start,
                                            astar_id goal);
ASTAR_API const astar_path *astar_find_path_on_plane(astar_finder *f, astar_plane *p, double radius,
                                                     const double from[2], const double to[2]);

/*
** Any question with a goal that asks nothing of the caller (`ask_cost`, ASTAR_ASK). Returns the status:
** ASTAR_FOUND, ASTAR_UNREACHABLE, ASTAR_LIMIT, ASTAR_BLOCKED or ASTAR_OUT_OF_MEMORY. Then astar_finder_path()
** gives the path, or NULL.
*/
ASTAR_API astar_status astar_find(astar_finder *f, astar_graph *g, const astar_search_def *def);
ASTAR_API astar_status astar_find_on_plane(astar_finder *f, astar_plane *p, const astar_search_def *def);

/* The status of the last question; the nodes that it expanded, from both ends if so. */
ASTAR_API astar_status astar_finder_status(const astar_finder *f);
ASTAR_API uint64_t astar_finder_expanded(const astar_finder *f);

/*
** The path of the last question, in the finder's own memory; NULL if there is none, or out of memory. The space
** must not have been edited between the question and the first call; the path then stays until the next question.
*/
ASTAR_API const astar_path *astar_finder_path(astar_finder *f);

/*
** The same in memory of the caller: the nodes that the path has, 0 if there is none; then write it into a block
** of astar_path_size() bytes. The space must not have been edited since the question.
*/
ASTAR_API uint32_t astar_finder_count(const astar_finder *f);
ASTAR_API void astar_finder_write(const astar_finder *f, astar_path *path);

/* Bytes held. */
ASTAR_API size_t astar_finder_memory(const astar_finder *f);

/* ======================================================================
** Search
**
** A* after Hart, Nilsson & Raphael 1968, in steps. Closed nodes are opened again where the heuristic is not
** consistent. It expands lower f = g + weight * h first, then lower h, then the node opened first; values of f
** within 2^-38 of the least count as equal. With an admissible heuristic the route is optimal. Its state is
** kept apart from the space, so any number of searches may run side by side on one.
** ====================================================================== */

/* A search that has not begun; NULL if out of memory. To destroy it reads no memory of a space; NULL is accepted. */
ASTAR_API astar_search *astar_search_create(astar_alloc alloc, void *context);
ASTAR_API void astar_search_destroy(astar_search *s);

/* Bytes held. Grows with what is touched and is kept from run to run. */
ASTAR_API size_t astar_search_memory(const astar_search *s);

/*
** Begin a run, in the memory of the last one. The space must outlive all use of the search but its destruction.
** Costs the same on a large graph as on a small one. After ASTAR_NO_MEMORY the search has ended (ASTAR_STALE)
** and can be begun again.
*/
ASTAR_API astar_result astar_search_begin(astar_search *s, astar_graph *g, const astar_search_def *def);

/*
** The same on a plane. With a radius the path keeps at least that distance from all obstacles and from the
** bounds: they are enlarged by polygons drawn around the circle, whose sides turn by at most 0.28, so that the
** way round a corner is less than 1 % longer than the arc. The enlarged obstacles are remembered for the eight
** radii used last. A start or goal that lies inside an outline only by rounding (2^-48 of the coordinates), as
** is common when an agent follows a wall, is moved onto it; so is one that keeps the radius, but lies within
** those polygons, by at most 1 % of the radius. O(n log n) for a radius that is new, else O(log n).
*/
ASTAR_API astar_result astar_search_begin_on_plane(astar_search *s, astar_plane *p, const astar_search_def *def);

/*
** Begin again as last time, with another start unless ASTAR_NO_ID or NULL, and other goals unless NULL. The
** start and goals that remain from last time must be live nodes.
*/
ASTAR_API astar_result astar_search_restart(astar_search *s, astar_id start, const astar_id *goals,
                                            uint32_t goal_count);
ASTAR_API astar_result astar_search_restart_on_plane(astar_search *s, const double from[2], const double to[2]);

/*
** Expand up to n nodes; reaching a goal counts as one. Returns the status, or what it wants. After an answer
** step on with what is left of n (astar_search_expanded() tells), which may be 0.
*/
ASTAR_API astar_status astar_search_step(astar_search *s, uint64_t n);

/* The status; ASTAR_STALE as soon as the space was edited under a run. */
ASTAR_API astar_status astar_search_status(const astar_search *s);

/* ---- Asking the caller ---- */

typedef struct astar_want {
  astar_id from, to; /* for an estimate: the node and the goal */
  double cost;       /* the cost of the step for the unit */
  bool estimate;     /* the estimate from -> to is wanted, not the cost */
} astar_want;

/* What the last step wanted; false if nothing. A step without an answer wants the same again. */
ASTAR_API bool astar_search_want(const astar_search *s, astar_want *want);

/* Answer it: >= 0; INFINITY for no way (costs only). */
ASTAR_API void astar_search_answer(astar_search *s, double value);

/* ---- Asking the search ---- */

/* Whether this run goes by jump points. */
ASTAR_API bool astar_search_jumps(const astar_search *s);

/* The number of nodes expanded, and the last one (or ASTAR_NO_ID). */
ASTAR_API uint64_t astar_search_expanded(const astar_search *s);
ASTAR_API astar_id astar_search_current(const astar_search *s);

/* The start, and the goal: the one reached or, before that, the only one; else ASTAR_NO_ID. */
ASTAR_API astar_id astar_search_start(const astar_search *s);
ASTAR_API astar_id astar_search_goal(const astar_search *s);

/* All goals: 0 <= index < count. */
ASTAR_API uint32_t astar_search_goal_count(const astar_search *s);
ASTAR_API astar_id astar_search_goal_at(const astar_search *s, uint32_t index);

typedef enum astar_state { ASTAR_NONE, ASTAR_OPEN, ASTAR_CLOSED, ASTAR_EXCLUDED } astar_state;

typedef struct astar_visit {
  astar_id id;
  astar_id parent;  /* ASTAR_NO_ID for the start */
  astar_state state;
  double cost;      /* g; as the estimate and the parent of open and closed nodes only */
  double estimate;  /* h, without the weight */
} astar_visit;

/* What is known of a node. Any id, also of a removed node. */
ASTAR_API astar_visit astar_search_visit(const astar_search *s, astar_id id);

/* The nodes that the run has touched, in the order of touching: 0 <= index < count. */
ASTAR_API uint32_t astar_search_touched(const astar_search *s);
ASTAR_API astar_visit astar_search_touched_at(const astar_search *s, uint32_t index);

/* The reached node with the smallest estimate (of equal ones the cheapest, then the first touched). O(touched). */
ASTAR_API astar_id astar_search_closest(const astar_search *s);

/*
** With `partial`, once the run has ended without a goal: the reached node with the least straight distance to a
** goal (of equal ones the cheapest, then the first touched). Else ASTAR_NO_ID.
*/
ASTAR_API astar_id astar_search_partial(const astar_search *s);

/* The number of nodes of the route to a reached node; 0 if it was not reached. Any id. O(route). */
ASTAR_API uint32_t astar_search_trace(const astar_search *s, astar_id id);

/* Write that route into a block of astar_path_size() bytes. O(route). */
ASTAR_API void astar_search_path(const astar_search *s, astar_id id, astar_path *path);

/* ---- Asking a search on a plane ----
**
** Its nodes are the start, with the id 1, the goal, with the id 2, and corners of obstacles. The start is
** expanded more than once: each time for those of its successors that are no farther than the next node on the
** open list (partial expansion, after Yoshizumi, Miura & Ishida 2000).
*/

/* The place of the start, the goal or, with `keep_estimates`, a corner that was touched; else false. Any id. */
ASTAR_API bool astar_search_place(const astar_search *s, astar_id id, double xy[2]);

/* The first node that the run has touched at a place, or ASTAR_NO_ID; as above. O(touched). */
ASTAR_API astar_id astar_search_node_at(const astar_search *s, double x, double y);

typedef struct astar_ray {
  double from[2], to[2]; /* to: where it was aimed at, or where it hit */
  astar_obstacle hit;    /* or ASTAR_BOUNDS; ASTAR_NO_OBSTACLE if it hit nothing */
  uint32_t generation;   /* of that obstacle */
} astar_ray;

/*
** The rays that the run has looked along, in that order: 0 <= index < count. They do not depend on what was
** remembered from earlier runs. None with `answer_only`.
*/
ASTAR_API uint32_t astar_search_ray_count(const astar_search *s);
ASTAR_API astar_ray astar_search_ray_at(const astar_search *s, uint32_t index);

/* The number of rays that the run has cast, and not remembered. */
ASTAR_API uint64_t astar_search_casts(const astar_search *s);

/* ======================================================================
** Files
**
** Readers that take no memory: the caller owns the struct. Its `opaque` part is the reader's own.
** ====================================================================== */

/* Comma separated values as in RFC 4180; lines end in LF, CRLF or CR. */
typedef struct astar_csv {
  char separator;        /* a comma; a semicolon or tab where the first row has these and no comma. Can be set */
  uint32_t line, column; /* in the file, from 1: where the last field began, or the error is (columns count bytes) */
  uint32_t row, field;   /* of the last field, from 1; empty lines are no rows */
  const char *error;     /* what is wrong, after ASTAR_CSV_ERROR; else NULL */
  uint64_t opaque[8];
} astar_csv;

typedef enum astar_csv_event { ASTAR_CSV_FIELD, ASTAR_CSV_END, ASTAR_CSV_ERROR } astar_csv_event;

/*
** Begin to read a text, which must outlive the reader; a byte order mark is skipped. Another separator can be
** set before the first field is read: any byte but a quote or a line end.
*/
ASTAR_API void astar_csv_open(astar_csv *csv, const char *text, size_t length);

/*
** The next field: its bytes, without the blanks and quotes around it. If *quoted, every pair of quotes in it
** stands for one. After the end, and after an error, the result stays the same. O(field).
*/
ASTAR_API astar_csv_event astar_csv_next(astar_csv *csv, const char **field, size_t *length, bool *quoted);

/* A map in the format of Sturtevant's benchmarks (MovingAI): a header, then a line for each row. */
typedef struct astar_map_file {
  uint32_t width, height;
  uint32_t line, column; /* from 1: of the next row, or of what is wrong */
  char error[72];        /* what is wrong; else empty */
  uint64_t opaque[6];
} astar_map_file;

/*
** Read the header of a text, which must outlive the reader, and check that there are as many rows as it says,
** each as long as it says; lines end in LF, CRLF or CR. False if it is malformed; `error` and its place are then
** set. O(length).
*/
ASTAR_API bool astar_map_open(astar_map_file *file, const char *text, size_t length);

/* The next row: `width` characters. NULL after the last. */
ASTAR_API const char *astar_map_row(astar_map_file *file);

/* ======================================================================
** Saving
**
** A space as a string of bytes: the same on every machine, and again after loading. Everything observable is
** kept: ids, which are free, and in what order they will be used again; the order of links; the numbers of
** terrains and units. Versions and generations begin anew.
**
** To save: astar_save_graph() or astar_save_plane(), then what the caller adds, then astar_save_end(). None of
** this can fail. A writer without room (all zeros) only counts: `size` is then the room needed.
** To load: astar_reader_open(), then by `kind` astar_load_graph() or astar_load_plane(), then what the caller
** added, then astar_read_end(). Any bytes may be given; memory stays within some ten times their number.
** ====================================================================== */

typedef enum astar_saved_kind { ASTAR_SAVED_GRAPH = 1, ASTAR_SAVED_GRID, ASTAR_SAVED_PLANE } astar_saved_kind;

typedef struct astar_writer {
  unsigned char *bytes; /* the caller's */
  size_t capacity;
  size_t size; /* bytes written, or needed: nothing is written beyond the capacity */
} astar_writer;

typedef struct astar_reader {
  const unsigned char *bytes; /* the caller's */
  size_t size, at;            /* how many to read, and the position */
  astar_saved_kind kind;
  bool failed;    /* it has reached the end too soon, or something malformed */
  char error[96]; /* what is wrong; else empty */
} astar_reader;

/* O(bytes), like all functions below that write or read a space. */
ASTAR_API void astar_save_graph(const astar_graph *g, astar_writer *w);
ASTAR_API void astar_save_plane(const astar_plane *p, astar_writer *w);

/* A whole number of 1 to 8 bytes; a double (every NaN becomes the same); bytes with their length. */
ASTAR_API void astar_write_number(astar_writer *w, uint64_t value, unsigned bytes);
ASTAR_API void astar_write_double(astar_writer *w, double value);
ASTAR_API void astar_write_bytes(astar_writer *w, const char *bytes, size_t length);

/* Fill in the length, and append the checksum. */
ASTAR_API void astar_save_end(astar_writer *w);

/*
** Check the frame: the head, the length and the checksum. The bytes must outlive all reading. False if this is
** not something that was saved so; `error` is then set.
*/
ASTAR_API bool astar_reader_open(astar_reader *r, const char *bytes, size_t length);

/* A new space. ASTAR_MALFORMED sets `error`. After ASTAR_NO_MEMORY open the reader again to try again. */
ASTAR_API astar_result astar_load_graph(astar_alloc alloc, void *context, astar_reader *r, astar_graph **graph);
ASTAR_API astar_result astar_load_plane(astar_alloc alloc, void *context, astar_reader *r, astar_plane **plane);

/* The next number, double, or bytes (within those of the reader). 0 or nothing, and `failed`, after the end. */
ASTAR_API uint64_t astar_read_number(astar_reader *r, unsigned bytes);
ASTAR_API double astar_read_double(astar_reader *r);
ASTAR_API const char *astar_read_bytes(astar_reader *r, size_t *length);

/* Whether nothing failed and everything was read; if not, `error` is set. */
ASTAR_API bool astar_read_end(astar_reader *r);

#ifdef __cplusplus
}
#endif

#endif
