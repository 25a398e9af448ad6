/*
** astar.h: pathfinding for games in C99, without global state. This header is the manual of the core.
**
** Three kinds of space:
**
**   graph   waypoints joined by links, with terrain and unit types; see "Graph"
**   grid    a graph whose first nodes are the cells of a tile map; see "Grid"
**   plane   free space with polygon obstacles; see "Plane"
**
** and two ways to search it: a finder returns the cheapest path in one call, by the fastest method for the query; a
** search is a run of A* that can be stepped and inspected, and can ask the caller for costs.
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
**     for (i = 0; i < path->count; i++) {
**       const astar_waypoint at = astar_path_point(path, i);
**       printf("(%g, %g)\n", at.x, at.y);
**     }
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
**     if (astar_grid_fill(map, 8, 1, 3, 14, 1, forest) != ASTAR_OK) return 1;
**     costs[ASTAR_DEFAULT_TERRAIN - 1] = 1;
**     costs[forest - 1] = 5;
**     horse.costs = costs;
**     horse.cost_count = 2;
**     horse.climb = horse.drop = INFINITY;
**     horse.size = 1;
**     if (astar_graph_set_unit(map, "horse", 5, &horse) != ASTAR_OK) return 1;
**     unit = astar_graph_unit(map, "horse", 5);
**     path = astar_find_path(f, map, unit, astar_grid_cell(map, 1, 1, 1), astar_grid_cell(map, 20, 1, 1));
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
** Example: search with costs from the caller
**
**   #include "astar.h"
**   #include <stdio.h>
**
**   int main(void)
**   {
**     astar_grid_def size = astar_default_grid();
**     astar_search_def def = astar_default_search();
**     astar_search *s = astar_search_create(NULL, NULL);
**     astar_graph *map;
**     astar_status status;
**     astar_want want;
**     astar_id goal;
**     size.width = size.height = 20;
**     if (!s || astar_grid_create(NULL, NULL, &size, &map) != ASTAR_OK) return 1;
**     goal = astar_grid_cell(map, 20, 20, 1);
**     def.start = astar_grid_cell(map, 1, 1, 1);
**     def.goals = &goal;
**     def.goal_count = 1;
**     def.ask_cost = true;
**     if (astar_search_begin(s, astar_on_graph(map), &def) != ASTAR_OK) return 1;
**     while ((status = astar_search_step(s, 100)) == ASTAR_SEARCHING || status == ASTAR_WANT_COST) {
**       if (astar_search_want(s, &want)) astar_search_answer(s, want.to % 2 == 0 ? want.cost : 3 * want.cost);
**     }
**     if (status != ASTAR_FOUND) return 1;
**     printf("cost %g, %lu cells\n", astar_search_visit(s, goal).cost, (unsigned long)astar_search_trace(s, goal));
**     astar_search_destroy(s);
**     astar_graph_destroy(map);
**     return 0;
**   }
**
** What holds everywhere:
**
** - The core calls no function of the caller but the allocator. Costs and estimates of the caller are requested by
**   the result of astar_search_step(); see "Search".
** - Ids count from 1; 0 is no node. A node is live from its addition to its removal. Its id may then be reused, with
**   another generation: id and generation together are a handle that stays unique. A function that takes an id
**   requires a live node, unless it says "any id".
** - Numbers are finite unless a function says otherwise. Costs are >= 0. Lengths and costs are in the unit of x, y and
**   z, whatever that is; angles are in radians, from x towards y.
** - A function that can run out of memory says so in its result. Unless it says otherwise, it has then changed
**   nothing and can be called again.
** - Preconditions are not checked, but for assertions in builds without NDEBUG.
** - Names are bytes with a length, and may contain any byte. Names returned are valid as long as the graph.
** - Objects are not locked. A space, its searches and its finders may be used by one thread at a time.
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

typedef struct astar_graph astar_graph; /* a graph or a grid */
typedef struct astar_plane astar_plane;
typedef struct astar_finder astar_finder;
typedef struct astar_search astar_search;

typedef uint32_t astar_id; /* of a node */
typedef uint32_t astar_terrain;
typedef uint32_t astar_unit;
typedef uint32_t astar_layer;

/* What is searched: by value, the one of both that is not NULL. */
typedef struct astar_space {
  astar_graph *graph; /* also a grid */
  astar_plane *plane;
} astar_space;

static inline astar_space astar_on_graph(astar_graph *g)
{
  const astar_space space = {g, NULL};
  return space;
}

static inline astar_space astar_on_plane(astar_plane *p)
{
  const astar_space space = {NULL, p};
  return space;
}

#define ASTAR_NO_ID 0u
#define ASTAR_DEFAULT_TERRAIN 1u /* named "default": the terrain of a new node */
#define ASTAR_NO_TERRAIN 0u      /* for a link: the terrain of the node that it leads to applies */
#define ASTAR_NO_UNIT 0u         /* every multiplier is 1, and every node that is not blocked can be entered */

/*
** An allocator, like lua_Alloc. Resizes `block` from `old_size` to `new_size` bytes; on failure returns NULL and leaves
** the block unchanged. `block` is NULL and `old_size` 0 for a new block. With `new_size` 0 it frees the block and
** returns NULL. A NULL function stands for realloc() and free().
*/
typedef void *(*astar_alloc)(void *context, void *block, size_t old_size, size_t new_size);

typedef enum astar_result {
  ASTAR_OK,
  ASTAR_NO_MEMORY,
  ASTAR_FULL,     /* limit reached: 2^32 - 2 nodes, 2^32 - 2 link ends, 16,383 terrains, 2^32 - 3 obstacles; 2^29
                     links of a plane */
  ASTAR_MALFORMED /* an outline that is not simple, a grid that cannot become a plane, or bad saved data */
} astar_result;

/* ======================================================================
** Graph
** ====================================================================== */

/* A new, empty graph; NULL if out of memory. `alloc` may be NULL; `context` is passed to it. */
ASTAR_API astar_graph *astar_graph_create(astar_alloc alloc, void *context);

/* Free the graph, or NULL. Its searches and finders may then only be destroyed, or used on another space. O(n). */
ASTAR_API void astar_graph_destroy(astar_graph *g);

/* ---- Nodes ---- */

/* Add a node; *id is set to its id. ASTAR_FULL for too many nodes. O(log n) amortized. */
ASTAR_API astar_result astar_graph_add(astar_graph *g, double x, double y, double z, astar_id *id);

/*
** Add `count` nodes at once, or none. `positions` has `dimensions` coordinates for each: 2, with z = 0, or 3. *first is
** set to the id of the first; the others have the ids after it. No id of a removed node is reused. ASTAR_FULL for too
** many nodes. One edit. O(count log n) amortized, and O(n log n) when the graph has doubled.
*/
ASTAR_API astar_result astar_graph_add_all(astar_graph *g, const double *positions, uint32_t dimensions,
                                           uint32_t count, astar_id *first);

/*
** Remove a node with its links. Its id becomes free, and is reused only after astar_graph_recycle(). Not a cell.
** O(log n + degree) amortized.
*/
ASTAR_API void astar_graph_remove(astar_graph *g, astar_id id);

/* The position of a node: x, y, z. Also of a removed node, until its id is reused. */
ASTAR_API void astar_graph_position(const astar_graph *g, astar_id id, double xyz[3]);

/*
** Move a node; a cell must keep its x and y. The cost of links without a cost of their own changes with their length.
** O(log n + degree) amortized.
*/
ASTAR_API astar_result astar_graph_move(astar_graph *g, astar_id id, const double xyz[3]);

/* The terrain of a node, at first ASTAR_DEFAULT_TERRAIN. To set it takes O(degree). */
ASTAR_API astar_terrain astar_graph_node_terrain(const astar_graph *g, astar_id id);
ASTAR_API astar_result astar_graph_set_terrain(astar_graph *g, astar_id id, astar_terrain terrain);

/* Whether a node is blocked: no unit can enter it. To set it takes O(degree), and memory only on a giant grid. */
ASTAR_API bool astar_graph_blocked(const astar_graph *g, astar_id id);
ASTAR_API astar_result astar_graph_set_blocked(astar_graph *g, astar_id id, bool blocked);

/* The Euclidean distance of two nodes in 3D, at most DBL_MAX. */
ASTAR_API double astar_graph_distance(const astar_graph *g, astar_id a, astar_id b);

/* ---- Links ---- */

/*
** A link, as given to astar_graph_link() (in) and as returned (out). It costs a unit `cost` times its multiplier for
** the terrain of the link, or, if that has none, of the node that it leads to.
*/
typedef struct astar_link {
  astar_id to;           /* out: the node that it leads to */
  double cost;           /* in: own cost >= 0, or NAN for the length; out: own cost or length */
  bool own_cost;         /* out: it has a cost of its own */
  bool oneway;           /* in: link a -> b only; out: it was linked so */
  astar_terrain terrain; /* of the link itself, or ASTAR_NO_TERRAIN */
} astar_link;

/* Both ways, cost equal to length, no terrain. */
ASTAR_API astar_link astar_default_link(void);

/*
** Link a to b (a != b), and b to a unless `oneway`, replacing existing links in these directions. ASTAR_FULL for too
** many links. O(1) amortized.
*/
ASTAR_API astar_result astar_graph_link(astar_graph *g, astar_id a, astar_id b, const astar_link *link);

/*
** Link many pairs at once, or none: as astar_graph_link() for pairs[0] and pairs[1], then for pairs[2] and pairs[3],
** and so on, with the members of `link`. Unless `costs` is NULL, its item for a pair replaces link->cost; it may be
** NAN, too. `count` is the number of pairs. ASTAR_FULL for too many links. One edit. O(count + terrains) amortized, and
** O(n log n) when the graph has doubled: then it is reordered as by astar_graph_optimize().
*/
ASTAR_API astar_result astar_graph_link_all(astar_graph *g, const astar_id *pairs, size_t count, const double *costs,
                                            const astar_link *link);

/* Remove the link a -> b, and b -> a unless `oneway`. Returns whether there was any. O(1) amortized. */
ASTAR_API bool astar_graph_unlink(astar_graph *g, astar_id a, astar_id b, bool oneway);

/* Remove all links of a node, out and in. Returns whether there were any. O(degree) amortized. */
ASTAR_API bool astar_graph_isolate(astar_graph *g, astar_id id);

/* Whether a -> b exists. O(1) expected. */
ASTAR_API bool astar_graph_linked(const astar_graph *g, astar_id a, astar_id b);

/*
** The number of outgoing links of a node; the one at an index, 0 <= index < count, in the order of linking. O(1); the
** first read after links of a node with many were removed may take O(degree).
*/
ASTAR_API uint32_t astar_graph_link_count(const astar_graph *g, astar_id id);
ASTAR_API astar_link astar_graph_link_at(const astar_graph *g, astar_id id, uint32_t index);

/* ---- Terrains and units ---- */

/*
** The terrain of a name; a new one if there is none of that name, ASTAR_FULL for too many. O(length of the longest
** name); but O(units * terrains) for a new one when the number of terrains, with one for blocked nodes, exceeds 8, 16,
** 32, ...
*/
ASTAR_API astar_result astar_graph_terrain(astar_graph *g, const char *name, size_t length,
                                           astar_terrain *terrain);

/* Terrains are numbered from 1 ("default") to the count. */
ASTAR_API uint32_t astar_graph_terrain_count(const astar_graph *g);
ASTAR_API const char *astar_graph_terrain_name(const astar_graph *g, astar_terrain terrain, size_t *length);

typedef struct astar_unit_def {
  const double *costs; /* by terrain - 1: multiplier > 0; INFINITY: cannot enter; NAN: not listed */
  uint32_t cost_count; /* length of `costs`; later terrains are not listed */
  double climb, drop;  /* maximum rise and fall in z along one link: >= 0, or INFINITY */
  uint32_t size;       /* it covers size x size cells: up to astar_graph_largest_size(); 0 counts as 1 */
} astar_unit_def;

/*
** Set a unit type, replacing the one of that name. Terrains that are not listed cost what "default" costs, or 1 if
** that is not listed. O(terrains); a unit takes 16 bytes for each terrain, and for those up to the next power of two.
**
** A unit of a size above 1 covers a square of cells: the cell where it is, and those to the right and down, around the
** edges where the map wraps. It enters a cell if it can enter all of the square there, at the greatest of their
** multipliers; has the height of its own cell; and can go round a corner where the whole square can. A step that is
** closed stops it, if a cell of the square would make it; so does a wall, a step closed both ways, between two cells of
** the square to enter. Links join the squares at their two ends. Of hexagons it covers the same columns and rows, so
** that the shape of the square depends on its row or column. Waypoints beside the cells have no square. The first query
** of such a unit, or of the first unit of this size whose costs put the terrains in this order, is O(cells * log size)
** and takes 3 bytes a cell, beside what other units take; edits then update these in O(size² * log size).
*/
ASTAR_API astar_result astar_graph_set_unit(astar_graph *g, const char *name, size_t length,
                                            const astar_unit_def *def);

/* The unit of a name, or ASTAR_NO_UNIT; O(length of the longest name). Units are numbered from 1 to the count. */
ASTAR_API astar_unit astar_graph_unit(const astar_graph *g, const char *name, size_t length);
ASTAR_API uint32_t astar_graph_unit_count(const astar_graph *g);
ASTAR_API const char *astar_graph_unit_name(const astar_graph *g, astar_unit unit, size_t *length);

/* The definition of a unit: its `costs` for a terrain (NAN if not listed), and its limits. */
ASTAR_API double astar_graph_unit_cost(const astar_graph *g, astar_unit unit, astar_terrain terrain);
ASTAR_API void astar_graph_unit_limits(const astar_graph *g, astar_unit unit, double *climb, double *drop);
ASTAR_API uint32_t astar_graph_unit_size(const astar_graph *g, astar_unit unit);

/* The largest size that a unit can have: the lesser of the width and height of a grid, in cells; 1 without cells. */
ASTAR_API uint32_t astar_graph_largest_size(const astar_graph *g);

typedef struct astar_name {
  const char *bytes;
  size_t length;
  uint32_t index; /* for the caller: moves with the name */
} astar_name;

/* Sort names by their bytes, in place: the order does not depend on the locale. O(count log count). */
ASTAR_API void astar_sort_names(astar_name *list, size_t count);

/*
** Which of several names was meant by a word that is none of them, for "did you mean ...?": begin with the word, try
** each name, and read `name`. It is the one with the fewest edits (letters left out, put in, replaced, or two
** exchanged; case does not count), or one that has the word as a known other name, such as find_path for path; among
** equals the first in the order of bytes. At most 1 edit up to 4 letters, 2 up to 8, 3 above, and not more than a third
** of the longer name. Words and names of more than ASTAR_GUESS_MOST bytes are left out. Allocates nothing.
**
**     astar_guess guess;
**     uint32_t i;
**     astar_guess_begin(&guess, "hors", 4);
**     for (i = 0; i < count; i++) astar_guess_try(&guess, names[i], strlen(names[i]));
**     if (guess.length > 0) printf("did you mean '%s'?\n", guess.name);
*/
#define ASTAR_GUESS_MOST 64

typedef struct astar_guess {
  size_t length; /* of `name`; 0: none is near enough */
  char name[ASTAR_GUESS_MOST + 1]; /* a copy, followed by a zero */
  /* Private: */
  uint32_t distance;
  size_t word_length;
  char word[ASTAR_GUESS_MOST];
} astar_guess;

ASTAR_API void astar_guess_begin(astar_guess *g, const char *word, size_t length);

/* O(product of the lengths). */
ASTAR_API void astar_guess_try(astar_guess *g, const char *name, size_t length);

/*
** For sets that are too large to try each name: the word with one edit, for index 0, 1, 2, ... until it returns false,
** at most 76 times its length + 37. Look each up in the set, and try those that are there. Letters are put in from a-z,
** 0-9 and _. `variant` is not followed by a zero.
*/
ASTAR_API bool astar_guess_variant(const astar_guess *g, uint32_t index, char variant[ASTAR_GUESS_MOST + 1],
                                   size_t *length);

/* ---- Layers ----
**
** A layer has a value >= 0 for each node, at first 0: danger, crowding. Searches can add it to the cost of entering a
** node: see astar_search_def. To edit a layer ends (ASTAR_STALE) only runs that use it, and is no edit of the graph. It
** takes 8 bytes for each node or cell in pages of 64 of them, those in which a value was set; 8 for any other page.
*/

/* The layer of a name; a new one if there is none of that name. O(length of the longest name). */
ASTAR_API astar_result astar_graph_layer(astar_graph *g, const char *name, size_t length, astar_layer *layer);

/* Layers are numbered from 1 to the count. */
ASTAR_API uint32_t astar_graph_layer_count(const astar_graph *g);
ASTAR_API const char *astar_graph_layer_name(const astar_graph *g, astar_layer layer, size_t *length);

/* A number that changes with each edit of the layer. */
ASTAR_API uint64_t astar_graph_layer_version(const astar_graph *g, astar_layer layer);

/* The value of a node. To set it: finite, >= 0. O(1), but O(pages) where the layer has no memory for the node yet. */
ASTAR_API double astar_layer_get(const astar_graph *g, astar_layer layer, astar_id id);
ASTAR_API astar_result astar_layer_set(astar_graph *g, astar_layer layer, astar_id id, double value);

/* Set all values to 0. O(pages). */
ASTAR_API void astar_layer_clear(astar_graph *g, astar_layer layer);

/* ---- The nodes near a place ---- */

typedef struct astar_near_def {
  double x, y, z;
  bool flat;       /* measure in x and y only */
  bool enterable;  /* only nodes that `unit` can enter */
  bool linked;     /* only nodes with a link, outgoing or incoming */
  astar_unit unit; /* for `enterable` */
  double radius;   /* maximum distance: >= 0, or INFINITY */
  uint32_t level;  /* on a grid: only cells of this level; 0: all nodes */
} astar_near_def;

typedef struct astar_near {
  double distance;
  astar_id id;
} astar_near;

/* Around the origin, flat, all nodes of all levels, infinite radius. */
ASTAR_API astar_near_def astar_default_near(void);

/*
** The nearest node; of equally near ones that with the lowest id. False if there is none. By a k-d tree (Bentley 1975):
** O(log n) on average, also for nodes at one place, and for points far away. At worst O(n): if many nearer nodes do not
** qualify, or many nodes around the point are about as near as the nearest one.
*/
ASTAR_API bool astar_graph_nearest(const astar_graph *g, const astar_near_def *def, astar_near *found);

/*
** Find the nodes within the radius. Returns their number. If it is at most `capacity`, they are in `found`, nearest
** first, equally near ones by id; else the contents of `found` are undefined. O(log n + found * log found) on average,
** at worst O(n) more, for nodes about as far as the radius.
*/
ASTAR_API size_t astar_graph_within(const astar_graph *g, const astar_near_def *def, astar_near *found,
                                    size_t capacity);

/* ---- Ids and handles ---- */

/* The number of live nodes; the largest id so far. */
ASTAR_API uint32_t astar_graph_count(const astar_graph *g);
ASTAR_API uint32_t astar_graph_last_id(const astar_graph *g);

/*
** The smallest id of a live node above `id`, or ASTAR_NO_ID. Any id. To visit all nodes, begin with ASTAR_NO_ID.
** O(removed ids skipped).
*/
ASTAR_API astar_id astar_graph_next(const astar_graph *g, astar_id id);

/* The id that the next added node will get. */
ASTAR_API astar_id astar_graph_next_id(const astar_graph *g);

/*
** Whether there is a live node with this id. Unless NULL, *generation is set to that of the id, also for a removed
** node; it is unchanged for an id that no node has had. Any id.
*/
ASTAR_API bool astar_graph_has(const astar_graph *g, astar_id id, uint32_t *generation);

/* The position, from 0, of the first of `count` ids that is not that of a live node, or `count`. Any ids. O(count). */
ASTAR_API size_t astar_graph_first_missing(const astar_graph *g, const astar_id *ids, size_t count);

/* Whether the node with this id and generation is live. Any numbers. */
ASTAR_API bool astar_graph_is_current(const astar_graph *g, astar_id id, uint32_t generation);

/*
** Ids of removed nodes are in a queue, and are reused only when the caller says so. astar_graph_free_id() returns the
** first id of the queue, or ASTAR_NO_ID; *removed_at is set to the version at which its node was removed.
** astar_graph_recycle() requires a free id. With `reuse` the next node added gets it, unless an id is already chosen
** for that node; without, it goes to the end of the queue. Do not reuse an id while results of a search that began
** before the removal are still needed. astar_graph_oldest_run() returns the version at which the oldest run of a search
** began that is neither destroyed nor restarted, runs for which only the answer counts (`answer_only`) left out;
** UINT64_MAX if there is none. O(1) each.
*/
ASTAR_API astar_id astar_graph_free_id(const astar_graph *g, uint64_t *removed_at);
ASTAR_API void astar_graph_recycle(astar_graph *g, bool reuse);
ASTAR_API uint64_t astar_graph_oldest_run(const astar_graph *g);

/* ---- All links ---- */

/*
** Iterates every link once, node by node: a link that is the same both ways is reported at the lower id, any other
** direction at the node where it begins, as `oneway`. Steps between cells are not reported. Begin with *index 0; each
** call writes the next link of `id` and advances *index; false if there are no more. O(links skipped).
*/
ASTAR_API bool astar_graph_own_link(const astar_graph *g, astar_id id, uint32_t *index, astar_link *link);

/*
** The smallest id above `id` of a live node that may have links to report, or ASTAR_NO_ID. Any id.
** O(cells without links skipped), at a fraction of a nanosecond each.
*/
ASTAR_API astar_id astar_graph_next_linked(const astar_graph *g, astar_id id);

/* ---- Maintenance ---- */

/* A number that grows with every edit. An edit makes a search that has not ended stale. */
ASTAR_API uint64_t astar_graph_version(const astar_graph *g);

/* Bytes allocated, those included that it keeps for the next search: see astar_search_destroy(). */
ASTAR_API size_t astar_graph_memory(const astar_graph *g);

/*
** Reorder the nodes in memory so that nodes near in space are near in memory (the leaf order of a k-d tree), store the
** links without gaps, and free unused capacity. Ids do not change. Edits of links do this from time to time, when the
** graph has doubled. O(n log n). Needs about as much memory as the graph has.
*/
ASTAR_API astar_result astar_graph_optimize(astar_graph *g);

/* Check every structure, and abort() if an invariant is broken. For tests. O(n log n + links). */
ASTAR_API void astar_graph_validate(const astar_graph *g);

/* ======================================================================
** Grid
**
** A grid is a graph whose first ids, 1 to width * height * levels, are cells, row by row, level by level. All functions
** for graphs accept it. Cells cannot be removed, nor moved in x and y. Columns, rows and levels count from 1.
**
** Levels are floors of one size, one above the other: cells of the same column and row have the same x and y, and
** without heights of their own they are `level_height` apart in z. There are no steps from level to level: only links
** lead there. All levels have one measure, so the distance between two cells counts columns, rows and heights, wherever
** the links are.
**
** Steps between neighbouring cells are links that are not stored, with their length as cost. The grid's measure is
** world units; for isometric and `drawn` cells, whose drawing distorts lengths, it is cells, in which rises count too.
** astar_grid_def.step changes the unit of this measure, and so scales all costs alike: of steps, of rises, and of links
** without a cost of their own. Limits on costs count in it. A cell's steps come first
** among its links, row by row and left to right; those made by astar_graph_link() follow. Steps can be closed:
** astar_graph_unlink() and astar_graph_isolate() close steps as they remove links. astar_graph_link() between
** neighbours, without a cost or terrain, opens the step and removes a link between the two. Blocked cells keep their
** steps: whether a unit can make a step depends on what it can enter and, for a diagonal, on the rule for corners.
**
** A cell takes 5 bytes; 8 more if any cell has a height. For each set of terrains that a unit can enter it takes three
** quarters of a byte where jump points are used (at most 16 sets are kept), and two bytes where it is searched cell by
** cell (at most 8; where cells have heights, sets differ by the limits, too).
** ====================================================================== */

typedef enum astar_shape {
  ASTAR_SQUARE,
  ASTAR_ISOMETRIC, /* neighbours as of squares, drawn as diamonds */
  ASTAR_ODD_R,     /* hexagons in rows, the 2nd, 4th, ... row half a cell to the right */
  ASTAR_EVEN_R,    /* ... the 1st, 3rd, ... row */
  ASTAR_ODD_Q,     /* hexagons in columns, the 2nd, 4th, ... column half a cell lower */
  ASTAR_EVEN_Q     /* ... the 1st, 3rd, ... column */
} astar_shape;

typedef enum astar_corners {
  ASTAR_CORNERS_NEVER, /* a diagonal step requires that both detours of two straight steps are possible */
  ASTAR_CORNERS_ONE,   /* ... at least one of them */
  ASTAR_CORNERS_ALWAYS /* no condition */
} astar_corners;

typedef struct astar_grid_def {
  uint32_t width, height; /* of a level, >= 1; up to 2^32 - 2 cells in all */
  uint32_t levels;        /* floors, >= 1; more than one only if wrap_y is false */
  astar_shape shape;
  bool straight;          /* four neighbours instead of eight; not for hexagons */
  astar_corners corners;  /* with eight neighbours */
  double diagonal;        /* length of a diagonal step in cell widths (or steps), > 0; NAN: as drawn. Squares only */
  /*
  ** The cost of a straight step, > 0; NAN: its length in world units (isometric and `drawn` cells: 1). Squares that are
  ** not as wide as high then count as square, and as wide as cell[0] where heights are scaled.
  */
  double step;
  double cell[2];         /* size, > 0. Hexagons: cell[0] is the distance of their middles, unless `drawn` */
  bool drawn;             /* hexagons: `cell` is the size of one as drawn, and steps have length 1 */
  double origin[3];       /* upper left corner of the box around cell 1, 1 (isometric: its top corner); height */
  double level_height;    /* of each level above the one before; NAN: so much that a rise by it costs as a step does */
  bool wrap_x, wrap_y;    /* hexagons: only with an even size along the staggered axis */
} astar_grid_def;

/* One square cell of size 1 at the origin, one level, eight neighbours, no corners cut. */
ASTAR_API astar_grid_def astar_default_grid(void);

/*
** A new grid: no cell blocked, all steps open, all of terrain "default". ASTAR_NO_MEMORY, or ASTAR_FULL for too many
** cells. O(cells).
*/
ASTAR_API astar_result astar_grid_create(astar_alloc alloc, void *context, const astar_grid_def *def,
                                         astar_graph **grid);

/* The definition of a grid; false if the graph is no grid. */
ASTAR_API bool astar_grid_get(const astar_graph *g, astar_grid_def *def);

/* The number of cells, which is also the largest id of a cell; 0 if the graph is no grid. */
ASTAR_API uint32_t astar_grid_count(const astar_graph *g);

/* The cell in a column and row of a level, which all count from 1; or ASTAR_NO_ID outside the map. Any numbers. */
ASTAR_API astar_id astar_grid_cell(const astar_graph *g, uint32_t col, uint32_t row, uint32_t level);

/* Column, row and level of a cell; false for any other id. Any id. */
ASTAR_API bool astar_grid_place(const astar_graph *g, astar_id id, uint32_t *col, uint32_t *row, uint32_t *level);

/*
** The cell of a level that contains a point, or ASTAR_NO_ID. A point on a border belongs to the cell on its right or
** below it. If the map wraps, points beyond its edge are in the cells on the opposite side. Any numbers.
*/
ASTAR_API astar_id astar_grid_at(const astar_graph *g, double x, double y, uint32_t level);

/* The properties of a cell; z is its height. */
typedef struct astar_tile {
  astar_terrain terrain;
  bool blocked;
  double z;
} astar_tile;

ASTAR_API astar_tile astar_grid_tile(const astar_graph *g, astar_id cell);

/*
** Set the terrain of a rectangle of cells of a level, clipped to the map; col and row >= 1 are its upper left cell.
** O(cells).
*/
ASTAR_API astar_result astar_grid_fill(astar_graph *g, uint32_t col, uint32_t row, uint32_t width, uint32_t height,
                                       uint32_t level, astar_terrain terrain);

/* The same to the terrains of an array: that of the cell i columns right of the first and k rows below is
** terrains[k * stride + i].
*/
ASTAR_API astar_result astar_grid_set_terrains(astar_graph *g, uint32_t col, uint32_t row, uint32_t width,
                                               uint32_t height, uint32_t level, const astar_terrain *terrains,
                                               size_t stride);

/* As astar_grid_fill(), of the values of a layer: see "Layers". */
ASTAR_API astar_result astar_grid_fill_layer(astar_graph *g, astar_layer layer, uint32_t col, uint32_t row,
                                             uint32_t width, uint32_t height, uint32_t level, double value);

/* Whether there is a step between two nodes, closed or open. */
ASTAR_API bool astar_grid_neighbours(const astar_graph *g, astar_id a, astar_id b);

/*
** A giant grid, of more than 2^22 cells, takes memory for the properties of cells when they are first edited: 2.5 KB
** for 512 cells. Without edits it takes 2 bytes for 64 cells.
**
** astar_graph_unlink() and astar_graph_isolate() cannot tell that they lack it: they change nothing then. This takes
** the memory that edits of a cell and of the steps from and to it may need; for other nodes it does nothing. O(1).
*/
ASTAR_API astar_result astar_grid_reserve(astar_graph *g, astar_id id);

/* Close or open the step between two neighbouring cells, both ways. Does not change links. */
ASTAR_API astar_result astar_grid_wall(astar_graph *g, astar_id a, astar_id b, bool closed);

/*
** Iterates the pairs of neighbouring cells, *a < *b, whose step is closed in at least one direction, by *a, then *b.
** Begin with ASTAR_NO_ID for both; each call writes the next pair; false if there are no more. Any ids.
** O(cells skipped), at a fraction of a nanosecond each.
*/
ASTAR_API bool astar_grid_next_wall(const astar_graph *g, astar_id *a, astar_id *b);

#define ASTAR_MOST_CORNERS 6

/*
** The corners of a cell as drawn: x and y of each, clockwise if y points down, from the upper left corner or the top.
** Corners that cells share are equal to the last bit. Returns their number: 4, or 6 for hexagons, which are regular
** unless `drawn` and `cell` make them otherwise.
*/
ASTAR_API uint32_t astar_grid_outline(const astar_graph *g, astar_id cell, double corners[2 * ASTAR_MOST_CORNERS]);

/* ---- Rays ---- */

/* What stops a ray besides blocked cells, and the walls that astar_grid_next_wall() reports. */
typedef struct astar_ray_def {
  astar_unit unit;               /* cells of terrains that it cannot enter; ASTAR_NO_UNIT: none */
  const astar_terrain *terrains; /* cells of these */
  uint32_t terrain_count;
} astar_ray_def;

typedef struct astar_ray_hit {
  astar_id cell; /* that the ray would enter, or pass at its corner; or ASTAR_NO_ID: nothing stops it */
  double at[2];  /* where */
} astar_ray_hit;

#define ASTAR_RAY_MOST 16777216.0 /* 2^24 */

/*
** Cast a ray from one point of a level to another. It stops where it would enter a closed cell, or begins in one; cross
** a wall between two cells; or pass between closed cells or walls: through a corner of cells, or along an edge, with
** closed ones on both sides. One that touches closed cells on one side only goes on: through a corner between squares,
** one of the two detours that a diagonal step has must be open. Beyond the edges of the map nothing stops a ray. Cells
** are found exactly, for ends that are rounded to 2^-20 of a cell (fewer places if the ray crosses more than 500
** cells). `def` may be NULL. ASTAR_FULL if it goes further than ASTAR_RAY_MOST cells along an axis in which the map
** wraps. Cells after Amanatides & Woo 1987. O(cells crossed * terrain_count); any finite numbers.
*/
ASTAR_API astar_result astar_grid_raycast(const astar_graph *g, const double from[2], const double to[2],
                                          uint32_t level, const astar_ray_def *def, astar_ray_hit *hit);

/*
** Whether a ray between the middles of two cells is stopped by none but these two cells, which may be closed; the
** shorter way round if the map wraps. Never between levels. The same from b to a. `def` may be NULL. Costs as
** astar_grid_raycast().
*/
ASTAR_API bool astar_grid_sight(const astar_graph *g, astar_id a, astar_id b, const astar_ray_def *def);

/* ======================================================================
** Plane
**
** Free space with obstacles: simple polygons, which may touch, overlap and contain each other. Paths may run along
** outlines and through corners, but never through the inside of an obstacle. There is no gap between obstacles that
** touch, even in one point, nor between an obstacle and the bounds that it touches. Whether a point lies left or
** right of a line is decided exactly, by adaptive predicates after Shewchuk 1997 ("Adaptive precision floating-point
** arithmetic and fast robust geometric predicates").
**
** Searches are A* on the tangent visibility graph: corners at which a shortest path may bend, with taut turns only.
** It is computed on demand. The corners that may be visible from a corner are found from near to far, without those
** in the shadow of nearer edges, and are cached. A ray to such a corner is cast when the search first tries to go
** there, and a ray to the goal from each corner expanded, as in RayScan (Hechenberger, Stuckey, Harabor & Le Bodic
** 2020, "Online computation of Euclidean shortest paths in two dimensions").
**
** Links lead from one place to another without crossing the ground between them. Where one costs less than its length,
** straight distances overestimate; then the heuristic of searches is the least of that and of the ways by such links,
** as if nothing were in the way: see "Links" below.
**
** Coordinates are finite, of a magnitude up to ASTAR_PLANE_LIMIT; below 1e-80 they count as 0. In complexities, n is
** the number of corners on the plane.
** ====================================================================== */

#define ASTAR_PLANE_LIMIT 1e30

typedef uint32_t astar_obstacle;

#define ASTAR_NO_OBSTACLE 0u
#define ASTAR_BOUNDS UINT32_MAX /* stands for the bounds where an obstacle is returned */

/* A new, empty plane within bounds {x1, y1, x2, y2}, x1 < x2, y1 < y2, or NULL for none. NULL if out of memory. */
ASTAR_API astar_plane *astar_plane_create(astar_alloc alloc, void *context, const double bounds[4]);

/*
** A new plane from a level of a grid: each connected set of cells (by sides) that a unit cannot enter becomes an
** obstacle, with its holes. The border of the map becomes the bounds. A step between two cells that the unit can enter,
** but that it cannot make in at least one of the two directions, becomes a wall: an obstacle 2^-12 cells thick.
** Heights, beyond what the unit can climb and drop, costs and links are ignored. The grid must not wrap; it is not used
** afterwards. Of squares without walls, unless corners are few, five bits are kept for each, by which searches without
** a radius, or with one up to two cells, look around. O(cells + n log n). ASTAR_MALFORMED if the graph is no grid, if
** cells lie beyond ASTAR_PLANE_LIMIT, or if they are smaller than 10^-12 of their distance from 0, 0.
*/
ASTAR_API astar_result astar_plane_from_grid(astar_alloc alloc, void *context, const astar_graph *grid,
                                             uint32_t level, astar_unit unit, astar_plane **plane);

typedef enum astar_flaw {
  ASTAR_FLAW_NONE,
  ASTAR_FLAW_FEW,      /* fewer than three corners */
  ASTAR_FLAW_NUMBER,   /* corner `a` is not finite, or too large */
  ASTAR_FLAW_REPEATED, /* corners `a` and `b` are the same point */
  ASTAR_FLAW_FLAT,     /* all corners on one line */
  ASTAR_FLAW_CROSSING, /* edges `a` and `b` cross or touch; edge i runs from corner i to the next */
  ASTAR_FLAW_TOUCHING, /* of several outlines: it crosses or touches an earlier one */
  ASTAR_FLAW_OUTSIDE   /* of a hole: it is not inside the outline, or lies in another hole */
} astar_flaw;

typedef struct astar_fault {
  astar_flaw flaw;
  uint32_t a, b; /* from 1, a < b; 0 if the flaw has none */
} astar_fault;

/* A closed outline of `count` corners x, y, x, y, ..., in either direction. */
typedef struct astar_outline {
  const double *corners;
  uint32_t count;
} astar_outline;

/*
** A new plane whose ground is only what an outline encloses: list[0], which becomes the bounds. The others, up to
** `count` > 0, are holes in the ground, each of which becomes an obstacle, in their order. ASTAR_MALFORMED if one is
** not simple, crosses or touches another one, or is a hole that lies elsewhere than on the ground; *fault is the first
** fault by flaw, and *at the index of the first outline that has it. O(n log^2 n).
*/
ASTAR_API astar_result astar_plane_from_outline(astar_alloc alloc, void *context, const astar_outline *list,
                                                uint32_t count, astar_fault *fault, uint32_t *at,
                                                astar_plane **plane);

/* Free the plane, or NULL. Its searches and finders may then only be destroyed, or used on another space. O(n). */
ASTAR_API void astar_plane_destroy(astar_plane *p);

/* The bounds x1, y1, x2, y2; their bounding box if they are no box. False if there are none. */
ASTAR_API bool astar_plane_bounds(const astar_plane *p, double bounds[4]);

/* ---- Obstacles ---- */

/*
** Add a polygon of `count` corners x, y, x, y, ..., in either direction; *id is set to its id. ASTAR_MALFORMED if it is
** not simple; *fault is then the first fault by flaw; of repeated corners by a, then by b; of edges that cross by b,
** then by a. O(count log n) for each radius in the cache, O(count log^2 count) for edges that cross; the first edits
** after a query also visit the corners in the box of the polygon. Drops what is cached for corners that can see it.
*/
ASTAR_API astar_result astar_plane_polygon(astar_plane *p, const double *corners, uint32_t count, astar_fault *fault,
                                           astar_obstacle *id);

/*
** Write the corners of a box around its middle x, y, turned by `angle` radians from x towards y; sizes > 0: 8 numbers.
** Write those of the regular polygon circumscribed about a circle, one side of which faces +x; radius > 0, count >= 3:
** 2 * count numbers, O(count).
*/
ASTAR_API void astar_box_corners(double x, double y, double width, double height, double angle, double corners[8]);
ASTAR_API void astar_circle_corners(double x, double y, double radius, uint32_t count, double *corners);

/* Remove an obstacle. The next one added may get its id, with another generation. O(corners log n), and as above. */
ASTAR_API void astar_plane_remove(astar_plane *p, astar_obstacle id);

/*
** The outlines of an obstacle, 0 <= index < count: one; for an obstacle from a grid its holes follow. The inside of the
** obstacle is on the left of all of them, with y upwards. The pointer is valid until the next edit. ASTAR_BOUNDS has
** one, with the ground on the right, or none.
*/
ASTAR_API uint32_t astar_plane_outline_count(const astar_plane *p, astar_obstacle id);
ASTAR_API const double *astar_plane_outline(const astar_plane *p, astar_obstacle id, uint32_t index, uint32_t *count);

/* ---- Links ----
**
** A link is a way between two places that does not lead over the ground: a jump, a lift, stairs. Paths take it where it
** pays; a disc does if it can stand at both ends. While an obstacle covers one, the link is there, but not used.
*/

typedef uint32_t astar_link_id;

#define ASTAR_NO_LINK 0u

typedef struct astar_link_def {
  double from[2], to[2]; /* any places */
  double cost;           /* finite, >= 0; less than 0: its length */
  bool oneway;           /* from `from` to `to` only */
} astar_link_def;

/*
** Add a link; *id is set to its id. ASTAR_NO_MEMORY or ASTAR_FULL has changed nothing. O(1). The first search after an
** edit takes O(log n) for the ends of each link. Each search takes O(l) more, for the largest number l of links that
** there were at once, and O(l) for each link that makes ways to its goal cheaper than straight; so does following an
** edit. Each expansion tests the way to all links that it may lead to: O(l), and rays to those that were not reached at
** less cost. That of the end of a link looks around as that of a start does.
*/
ASTAR_API astar_result astar_plane_link(astar_plane *p, const astar_link_def *def, astar_link_id *id);

/* Remove a link. The next one added may get its id, with another generation. O(1). */
ASTAR_API void astar_plane_unlink(astar_plane *p, astar_link_id id);

/* Set what a link costs, as in its definition, and whether it leads one way only. O(1). */
ASTAR_API void astar_plane_set_link(astar_plane *p, astar_link_id id, double cost, bool oneway);

/* The definition of a link; what a link with a definition costs. O(1). */
ASTAR_API astar_link_def astar_plane_link_of(const astar_plane *p, astar_link_id id);
ASTAR_API double astar_link_cost(const astar_link_def *def);

/* As for obstacles: the number; the smallest id above `id`, or ASTAR_NO_LINK; the next id; whether there is one. */
ASTAR_API uint32_t astar_plane_link_count(const astar_plane *p);
ASTAR_API astar_link_id astar_plane_next_link(const astar_plane *p, astar_link_id id);
ASTAR_API astar_link_id astar_plane_next_link_id(const astar_plane *p, uint32_t *generation);
ASTAR_API bool astar_plane_has_link(const astar_plane *p, astar_link_id id, uint32_t *generation);

/* ---- Rays ---- */

typedef struct astar_hit {
  double x, y;
  astar_obstacle obstacle; /* or ASTAR_BOUNDS */
  uint32_t generation;     /* of the obstacle */
} astar_hit;

/*
** Cast a ray from one point to another. True if it is stopped, with the first place: where it would enter an obstacle,
** leave the bounds, or pass between obstacles that touch. Touching an outline does not stop it; a ray from inside an
** obstacle is stopped where it begins. O(log n + edges near the ray).
*/
ASTAR_API bool astar_plane_raycast(astar_plane *p, const double from[2], const double to[2], astar_hit *hit);

/*
** The same for a disc of a radius > 0 that is swept: a true disc, which is stopped where it would come nearer to an
** obstacle or the bounds than the radius, but for rounding (10^-8 of the radius). The place is that of its middle at
** the first touch. A disc that cannot stand where it begins (see astar_plane_free()) is stopped there. So the segments
** of a path with the radius are clear; but a path may bend where a sweep is clear, since it goes around the enlarged
** obstacles: see astar_search_begin(). If it is not stopped, hit->obstacle is ASTAR_NO_OBSTACLE.
** ASTAR_NO_MEMORY changes nothing. O(n log n) for a new radius, else as above.
*/
ASTAR_API astar_result astar_plane_sweep(astar_plane *p, const double from[2], const double to[2], double radius,
                                         astar_hit *hit);

/* ---- Places ---- */

/*
** Whether a disc of a radius >= 0 can stand at a point, as the start and goal of a path: *blocker becomes
** ASTAR_NO_OBSTACLE if it can; else ASTAR_BOUNDS, or the obstacle with the lowest id of those whose inside it would
** enter, if there are any, or else of those that close the point off. ASTAR_NO_MEMORY changes nothing. O(n log n) for a
** new radius, else as astar_plane_at().
*/
ASTAR_API astar_result astar_plane_free(astar_plane *p, double x, double y, double radius, astar_obstacle *blocker);

typedef struct astar_near_place {
  double at[2];    /* where the middle of the disc can stand: the start of a path can be there */
  double distance; /* from the point that was asked for */
  bool found;      /* false: there is no such place, and the rest is undefined */
} astar_near_place;

/*
** The place nearest to a point where a disc of a radius >= 0 can stand: the point itself, or a place on an outline of
** the enlarged obstacles; of equally near ones that with the least x, then y. With `from`, unless that is NULL, the
** nearest that can be reached from there; if `from` is occupied, from the place that is nearest to it.
** ASTAR_NO_MEMORY changes nothing. O(n log n) for a new radius; then O(log n) for each edge that is nearer than the
** result, and as often again as other obstacles cover it in turn. With `from` each place that is nearer than the
** result takes two searches, which stop where what is known of the plane's parts decides: together one flood of the
** smaller part, until an edit within the box around it, and two looks for each place. Once all of the part of `from` is
** known, only places in the box around it are looked at. If a place is not joined to `from` by the ground, each call
** tries both directions of all links in the same way, and then places count that are joined to where these lead.
*/
ASTAR_API astar_result astar_plane_nearest(astar_plane *p, const double place[2], double radius, const double *from,
                                           astar_near_place *result);

/*
** The obstacle that has a point inside, not on its outline, the lowest id if several; ASTAR_BOUNDS outside the bounds;
** else ASTAR_NO_OBSTACLE. O(log n), and for each outline whose box contains the point O(its corners) if it has up to
** 64; if it has more, O((1 + k) log corners), where the boxes of k of its parts contain the point, at worst O(its
** corners). k is small, unless many long diagonal edges lie side by side, or the outline winds around the point.
*/
ASTAR_API astar_obstacle astar_plane_at(astar_plane *p, double x, double y);

/* ---- Ids and handles: as for nodes ---- */

/* The number of obstacles; the smallest id above `id`, or ASTAR_NO_OBSTACLE (any id; O(free ids skipped)). */
ASTAR_API uint32_t astar_plane_count(const astar_plane *p);
ASTAR_API astar_obstacle astar_plane_next(const astar_plane *p, astar_obstacle id);

/* The id that the next added obstacle will get, and its generation (unless NULL). */
ASTAR_API astar_obstacle astar_plane_next_id(const astar_plane *p, uint32_t *generation);

/* Whether there is an obstacle with this id. Unless NULL, *generation is as in astar_graph_has(). Any id. */
ASTAR_API bool astar_plane_has(const astar_plane *p, astar_obstacle id, uint32_t *generation);

/* Whether there is an obstacle with this id and generation. Any numbers. */
ASTAR_API bool astar_plane_is_current(const astar_plane *p, astar_obstacle id, uint32_t generation);

/* ---- Maintenance ---- */

/* A number that grows with every edit. An edit makes a search that has not ended stale. */
ASTAR_API uint64_t astar_plane_version(const astar_plane *p);

/* Bytes allocated, caches included, and those that it keeps for the next search: see astar_search_destroy(). */
ASTAR_API size_t astar_plane_memory(const astar_plane *p);

/* Check the obstacles and their geometry, and abort() if an invariant is broken. For tests; slow. */
ASTAR_API void astar_plane_validate(const astar_plane *p);

/* ======================================================================
** Paths
** ====================================================================== */

/* A node of a path. */
typedef struct astar_waypoint {
  double x, y, z; /* the place of the node when the path was written */
  double along;   /* distance from the start along the path, in the units of x, y, z */
  double cost;    /* of the path up to here */
  astar_id id;    /* ASTAR_NO_ID for a position: see "Positions". On a plane the link (astar_link_id) by which the path
                     leads on, or ASTAR_NO_LINK */
  uint32_t generation; /* of the node, or the link. Of a point of a smooth path on a grid, which has no id: its level,
                          from 0 */
} astar_waypoint;

/* Where a grid has its cells. So a path can tell their places, also when the grid is gone. */
typedef struct astar_lattice {
  uint32_t columns, rows, levels; /* of the grid; 0: it is none. Ids count from 1, row by row, level by level */
  double wrap[2][2];      /* x and y of the vector that leads once around, by axis; 0 where the grid does not wrap */
  double origin[3];       /* of squares, isometric or not: the center of a cell is at origin + unit * (shift + */
  double unit[2], right[2], down[2], shift[2]; /* column * right + row * down), counted from 0, without heights */
  double steps[3]; /* what a step to the right, down and diagonally costs at multiplier 1 */
} astar_lattice;

/*
** A path. All nodes are in `points`; or, if a method has found it that looks at its corners only, these
** are there as astar_corners: astar_path_read() reads either.
*/
typedef struct astar_path {
  double cost;
  double radius;  /* on a plane, or smooth: of the moving disc */
  astar_unit unit; /* on a graph: whose path it is */
  uint32_t count; /* nodes, >= 1 */
  uint32_t corners; /* number of astar_corners, or 0 */
  bool partial;   /* from a finder: no goal was reached, or an end was moved; see astar_search_partial() */
  bool smooth;    /* it goes straight between its points, whatever cells are there: see "Smooth paths" */
  double turn, left; /* the turn in which it ends, from 1, and the points left then; 0 without turns */
  astar_lattice lattice;
  astar_waypoint points[1]; /* private */
} astar_path;

/* The cells from one corner of a path to the next have equal steps. The first node is a corner, and the last. */
typedef struct astar_corner {
  double along, cost;
  astar_id id;
  uint32_t index; /* of the node */
} astar_corner;

/* The bytes that any path of `count` nodes fits into. */
ASTAR_API size_t astar_path_size(uint32_t count);

/* Read `count` nodes from the index `first` on, which counts from 0. O(count + log path). */
ASTAR_API void astar_path_read(const astar_path *path, uint32_t first, uint32_t count, astar_waypoint *points);

/* One node, by its index from 0. O(log path). */
ASTAR_API astar_waypoint astar_path_point(const astar_path *path, uint32_t index);

/* The column, row and level, from 0, of a cell on a grid's path; false if the id is not that of a cell. */
ASTAR_API bool astar_path_cell(const astar_path *path, astar_id id, uint32_t *col, uint32_t *row, uint32_t *level);

/*
** The level, from 1, of the first cell or point of a grid's path that is on another level than this one; or 0 if there
** is none. Waypoints are on no level. O(count log count), O(1) for a grid of one level.
*/
ASTAR_API uint32_t astar_path_other_level(const astar_path *path, uint32_t level);

/*
** The place at a distance along the path, any number: clamped to the length of the path, NaN counts as 0. Returns the
** index, from 0, of the last waypoint at or before it. O(log count).
*/
ASTAR_API uint32_t astar_path_at(const astar_path *path, double distance, double xyz[3]);

/*
** A part of a path: `count` >= 1 nodes from the index `first` on, which counts from 0; first + count <= path->count. It
** is a path of its own, which costs what this part of the path cost when it was found. `turn` and `left` remain if the
** part ends where the path ends, as the turns of other nodes are not known; `partial` remains. astar_path_cut_size()
** tells the bytes that it takes, astar_path_cut() writes it to a block of that size. O(count + log path), for a path of
** corners O(corners).
*/
ASTAR_API size_t astar_path_cut_size(const astar_path *path, uint32_t first, uint32_t count);
ASTAR_API void astar_path_cut(const astar_path *path, uint32_t first, uint32_t count, astar_path *part);

/*
** Whether a unit can still go along a path on this graph: *broken is 0, or the number of the node, from 1, from which
** there is no step to the next that it can make, nor a straight piece if it is smooth; 1 also if the first is gone,
** which is not tested otherwise. Lists of nodes and costs from the caller do not count. ASTAR_NO_MEMORY changes
** nothing. O(nodes and their links), and the cells that pieces cross.
*/
ASTAR_API astar_result astar_graph_valid(astar_graph *g, const astar_path *path, astar_unit unit, uint32_t *broken);

/*
** Whether a path on this plane can still be gone, for the radius that it was asked with: *broken is 0, or the number of
** the node, from 1, behind which something is in the way, or the link is gone, or which is occupied itself.
** ASTAR_NO_MEMORY changes nothing. O(n log n) for a new radius, else a ray for each segment.
*/
ASTAR_API astar_result astar_plane_valid(astar_plane *p, const astar_path *path, uint32_t *broken);

/* The same for the rest of a path, from the node with an index on, 0 <= first < count: for who has come there. */
ASTAR_API astar_result astar_graph_valid_from(astar_graph *g, const astar_path *path, uint32_t first, astar_unit unit,
                                              uint32_t *broken);
ASTAR_API astar_result astar_plane_valid_from(astar_plane *p, const astar_path *path, uint32_t first, uint32_t *broken);

/* ======================================================================
** Queries
** ====================================================================== */

/*
** The heuristic. Distances are multiplied by the least cost per distance for the unit, which makes ASTAR_EUCLIDEAN
** admissible and consistent. If costs come from the caller (ASTAR_WANT_COST), nothing is known about them, and
** ASTAR_DEFAULT is ASTAR_ZERO; who names another promises that these costs are never lower than those without the
** caller. ASTAR_AUTO is the octile or hexagonal distance in steps on grids, ASTAR_EUCLIDEAN on graphs and planes.
*/
typedef enum astar_heuristic {
  ASTAR_DEFAULT,   /* ASTAR_AUTO, or ASTAR_ZERO if `ask_cost` */
  ASTAR_AUTO,      /* the best admissible one; see above */
  ASTAR_EUCLIDEAN, /* straight distance */
  ASTAR_MANHATTAN, /* sum of the differences along the axes: not admissible where links go in other directions */
  ASTAR_OCTILE,    /* by steps along one, two or three axes at once: not admissible where links go otherwise */
  ASTAR_ZERO,      /* none: Dijkstra's algorithm */
  ASTAR_ASK        /* from the caller, by ASTAR_WANT_ESTIMATE, once for each goal; not on planes */
} astar_heuristic;

/*
** Jump points (Harabor & Grastien 2011, 2014): only cells at which a path may turn are expanded, and have
** results; paths have all cells. Applicable
**
**   - on a grid of squares (also isometric) with eight neighbours, of one level, that does not wrap and has no heights,
**     no closed steps and no cells with links; a diagonal step not shorter than a straight one, nor longer than two;
**   - if start and goal are cells, and the unit pays the same for all cells that it can enter;
**   - with one goal, without `only`, `avoid_ids`, `partial`, and costs or estimates from the caller.
**
** Otherwise the option has no effect. The first use for a set of terrains is O(cells); edits then update its bit maps.
*/
typedef enum astar_jump {
  ASTAR_JUMP_AUTO,  /* where applicable, if `answer_only`, without limits, weight or another heuristic */
  ASTAR_JUMP_NEVER,
  ASTAR_JUMP_ALWAYS /* where applicable */
} astar_jump;

/* A layer whose value at a node, times `weight`, is added to the cost of entering it. 0 <= weight < INFINITY. */
typedef struct astar_layer_use {
  astar_layer layer;
  double weight;
} astar_layer_use;

/* The least and greatest number of points in a turn. */
#define ASTAR_MOVES_LEAST 1e-300
#define ASTAR_MOVES_MOST 1e300
/*
** ---- Positions ----
**
** On a plane the start and the goal are positions: where the middle of the disc is. The rest is about graphs.
**
** On a graph without cells the start and the goals may be positions. (On a grid use astar_grid_at().) A position stands
** for the nearest point on the nearest link that the unit can use in at least one direction: a link cannot be used in a
** direction that it does not have, to a node that the unit cannot enter, nor against the limits of the unit. Equally
** near links: that with the lower id at its lower end, then at its other end. `only_ids`, `avoid_ids` and
** ASTAR_WANT_COST have no influence on this. Where the unit can use no link, a position stands for itself, and no step
** leads from it or to it.
**
** A part of a link costs its share of the whole link in the direction walked. If start and goal lie on the same link,
** one step leads from one to the other where the link has this direction. A point that lies on a node is left and
** reached as that node is, at no cost. `only_ids` and `avoid_ids` are about nodes, so points are always entered.
**
** In the results of a search a point has an id of its own, which belongs to no node: see astar_search_point(). In a
** path it is a waypoint with the id ASTAR_NO_ID. The links are found by an index, which is made when a graph is first
** asked about a position, and follows edits: O(n log n) at first for n links, then O(terrains + log n) each on average,
** and at worst O(n) if many links are about as near as the nearest one, or many nearer ones exceed the limits of the
** unit. It takes about 50 bytes for each link, and 30 more once links have changed. An edit adds O(log n) for each link
** that it makes or moves, or whose terrain it changes.
*/
typedef struct astar_place {
  double x, y, z;
  bool flat; /* it has no z: distances to it are in x and y only. On planes neither counts */
} astar_place;

static inline astar_place astar_flat_place(double x, double y)
{
  const astar_place place = {x, y, 0, true};
  return place;
}

/*
** ---- Headings ----
**
** On a grid turning may cost something, or be limited. The smallest turn is an eighth, on hexagons a sixth; between two
** steps each of them costs `turn_cost`, and there may be at most `turn_limit` (4, on hexagons 3, is any). A link that
** is no step of the grid has no direction: after it any heading is free, as it is at a start without `heading`. A
** heading counts as the nearest direction of a step in the world; of two as near, as the first clockwise from straight
** up in rows and columns.
**
** The run then works on states: a node with the heading of the step that led there, backwards with that of the step
** that leaves it. It may expand a node once for each heading, and a path may come to a node several times, if it has to
** turn round. What a node costs, its state, parent and path are those of its cheapest state. Costs from the caller come
** without that of the turn, which is added. Turns take points, where `moves` counts these. Memory: 128 bytes for each
** cell that is reached, and near ones. Such runs use no jump points, kernels or landmarks. (Winter 2002, "Modeling
** costs of turns in route planning".)
*/

/*
** ---- Threats ----
**
** With `away` the goals are threats. A node is dangerous the less it costs to get there from a threat, by the rules of
** the run, and what the threat costs to begin with; from `reach` on it is not. What astar_search_visit() tells of a
** node within reach is the least, over all nodes, of the way there and 1.2 times what that node is short of the reach;
** without one, of the cost of the safest node. So parents lead away from the threats, and not into dead ends. A node
** without a parent is where to stay. Nodes that no threat reaches are not reached, but for those beside the reach,
** which cost 0. All of the first half is done when the search begins: O(n log n) for n nodes within reach. A repair
** begins anew. (B. Walker's "safety maps" of the game Brogue.)
*/

/*
** What a search or a finder is asked. What its space does not have is ignored: on a plane ids and all options of
** graphs, on a graph the radius, without cells `jump` and `discs` too. Refused, by an assertion, are ASTAR_ASK and more
** goals than one on a plane, positions on a grid or with `reverse`, and costs or limits of turns on a graph without
** cells. Lists and places are copied.
*/
typedef struct astar_search_def {
  astar_id start;                 /* with `reverse` it may be ASTAR_NO_ID */
  const astar_place *start_place; /* NULL; or the start is a position, and `start` ASTAR_NO_ID: see "Positions" */
  const astar_id *goals;          /* to reach one of these; if all are removed: ASTAR_UNREACHABLE */
  const astar_place *goal_places; /* NULL; or positions of the goals with ASTAR_NO_ID, of all if `goals` is NULL */
  uint32_t goal_count;            /* 0: expand everything that can be reached */
  const double *goal_costs;       /* of runs that begin at the goals: what each costs to begin with, >= 0; NULL: 0 */
  /* On a graph or grid: */
  bool reverse; /* run backwards, from the goals to the start, or to all nodes from which they can be reached */
  bool outward; /* without a start, `unordered`: run forward from all goals, to all nodes that they reach */
  bool away;    /* the same, then backwards: ways that lead away from the goals, see "Threats" */
  double reach; /* with `away`: goals do not matter at costs above this; INFINITY by default */
  bool discs;            /* on a grid, with `reverse`: only steps that discs have room for, see "Discs" */
  double within;         /* >= 0: nodes within this straight distance of a goal count as goals. Else negative */
  bool adjacent; /* nodes from which one step leads to a goal, if it could be entered, and it itself count as goals */
  astar_unit unit;
  astar_jump jump;
  bool ask_cost;         /* request the cost of each step by ASTAR_WANT_COST */
  bool only;             /* enter only the nodes of `only_ids`, and the start */
  const astar_id *only_ids;
  uint32_t only_count;
  const astar_id *avoid_ids; /* never enter these */
  uint32_t avoid_count;
  const astar_id *stop_ids; /* these end the turn; without turns they can be entered, but not passed through */
  uint32_t stop_count;
  const astar_id *pass_ids; /* these may be entered, but neither a turn nor the way may end on them */
  uint32_t pass_count;
  const astar_layer_use *layers; /* each at most once */
  uint32_t layer_count;
  double moves;        /* points in a turn; 0: there are no turns */
  double left;         /* points in the first turn, 0 <= left <= moves; 0 by default */
  bool overdraw;       /* with turns: a step may cost more points than are left, if any are; it takes them all */
  uint32_t max_turns;  /* maximum number of turns, or 0. Turns need max_cost INFINITY, no layers and no `reverse` */
  /* On a grid, see "Headings": */
  double turn_cost;    /* of the smallest turn between two steps, >= 0, finite */
  uint32_t turn_limit; /* smallest turns at most between two steps, or 0 for any */
  bool has_heading;    /* with one of these: the first step turns from `heading`, a vector in x and y, finite, not 0 */
  double heading[2];
  /* On a plane: */
  double radius;       /* of the moving disc, >= 0 */
  bool ground;         /* take no links */
  /* On both: */
  astar_heuristic heuristic;
  double weight;       /* >= 1, of the heuristic: if that is admissible, cost <= weight * optimum */
  double max_cost;     /* maximum cost of nodes to open, >= 0 or INFINITY */
  uint64_t max_steps;  /* maximum number of expansions, or UINT64_MAX */
  bool partial;        /* if no goal is reached, find what astar_search_partial() returns */
  bool answer_only;    /* only the status, the goal and its path are needed: may be faster */
  bool unordered;      /* it will be run to its end at once: nodes may be expanded in any order */
  bool keep_estimates; /* store estimates, on a plane places too: edits do not change them. 8 or 24 bytes a node */
} astar_search_def;

/* No start, no goal, no unit, ASTAR_DEFAULT, ASTAR_JUMP_AUTO, weight 1, no limits, radius 0. */
ASTAR_API astar_search_def astar_default_search(void);

typedef enum astar_status {
  ASTAR_SEARCHING,
  ASTAR_FOUND,
  ASTAR_UNREACHABLE,
  ASTAR_DONE,         /* without a goal: everything that can be reached was expanded */
  ASTAR_LIMIT,        /* ended by max_cost or max_steps; there may be a path */
  ASTAR_STALE,        /* ended by an edit of the space, or not begun */
  ASTAR_BLOCKED,      /* on a plane: the start or the goal lies inside an obstacle, or out of bounds */
  /* Results of a step, after which the status is still ASTAR_SEARCHING: */
  ASTAR_WANT_COST,
  ASTAR_WANT_ESTIMATE,
  ASTAR_OUT_OF_MEMORY /* step again to continue; from a finder: try again */
} astar_status;

/* The name of a status: "searching", "found", ..., "wants cost", "wants estimate", "out of memory". */
ASTAR_API const char *astar_status_name(astar_status status);

/* ======================================================================
** Prepared units
**
** Landmarks (ALT: Goldberg & Harrelson 2005, "Computing the shortest path: A* search meets graph theory") make the
** paths of one unit on a graph or grid two to four times as fast, at 16 bytes a node or cell, and 8 more while they are
** made. They suit large spaces that seldom change: edits that only make steps dearer, or remove them, keep them; after
** any other they are not used until the unit is prepared again, which repairs them if the edits concern few costs.
** Setting the unit drops them. Costs of paths are the same; of paths of
** equal cost, another one may be found. Paths of a finder to one goal, without other options than the unit (on grids:
** than max_cost and avoid_ids), use them; searches do not. On grids where jump points find the paths of a unit these
** are faster: there the unit counts as prepared without any work, until an edit ends that.
** ====================================================================== */

/*
** Prepare a unit, or go on with it: up to n expansions. ASTAR_DONE if it is prepared; ASTAR_SEARCHING if there is more
** to do; ASTAR_OUT_OF_MEMORY: call it again. Between calls the graph may be edited and searched; an edit that makes a
** step cheaper makes the next call begin from the start. O(n log n) in all for n nodes, and O(n) for the first call.
** Landmarks that were done are repaired at once, whatever n: O(k log k) for k costs that get less, up to some
** thousands.
*/
ASTAR_API astar_status astar_graph_prepare(astar_graph *g, astar_unit unit, uint64_t n);

/* Whether a unit is prepared now. O(prepared units + terrains). */
ASTAR_API bool astar_graph_prepared(astar_graph *g, astar_unit unit);

/* Free the landmarks of a unit, if there are any. */
ASTAR_API void astar_graph_unprepare(astar_graph *g, astar_unit unit);

/* ======================================================================
** Finder
**
** Finds a path in one call, by the fastest method: jump points or A* by canonical steps on grids, A* over a bucket
** queue (Dial 1969) on graphs, A* over corners on planes. The path is the cheapest. Of paths of equal cost it may be
** another than a search finds, but is always the same one. A finder may be used on many spaces; it keeps its memory
** from one query to the next. It also keeps 32 bytes for each node of the graph that it was used on last, which follow
** the edits of the graph: use a finder of its own for each large graph.
** ====================================================================== */

/* A finder without a path; NULL if out of memory. It may be destroyed after its spaces; NULL is accepted. */
ASTAR_API astar_finder *astar_finder_create(astar_alloc alloc, void *context);
ASTAR_API void astar_finder_destroy(astar_finder *f);

/*
** The cheapest path between two nodes for a unit, or between two places on a plane for a disc of a radius >= 0. The
** finder owns the path; it is valid until the next query. NULL if there is none: astar_finder_status() says why,
** and is ASTAR_FOUND if memory for the path itself is lacking. O(nodes expanded and their links), each O(1) amortized
** in the open list. On a plane, a corner that is expanded for the first time, or after an edit in its sight, takes
** O(k log k) more, where k corners are near enough not to be hidden from it: O(n^2 log n) for n corners of which all
** see each other, as do the teeth of a comb.
*/
ASTAR_API const astar_path *astar_find_path(astar_finder *f, astar_graph *g, astar_unit unit, astar_id start,
                                            astar_id goal);
ASTAR_API const astar_path *astar_find_path_on_plane(astar_finder *f, astar_plane *p, double radius,
                                                     const double from[2], const double to[2]);

/*
** Any query with a goal, but without `ask_cost` and ASTAR_ASK. Returns the status: ASTAR_FOUND, ASTAR_UNREACHABLE,
** ASTAR_LIMIT, ASTAR_BLOCKED or ASTAR_OUT_OF_MEMORY; ASTAR_SEARCHING if it was given up, see astar_finder_limit().
** Then astar_finder_path() returns the path. Complexity as above.
*/
ASTAR_API astar_status astar_find(astar_finder *f, astar_space space, const astar_search_def *def);

/* Set an upper bound on the expansions of each later query; UINT64_MAX at first. One that needs more is given up. */
ASTAR_API void astar_finder_limit(astar_finder *f, uint64_t expansions);

/*
** Whether a way leads from one node to another for a unit: ASTAR_FOUND, ASTAR_UNREACHABLE or ASTAR_OUT_OF_MEMORY; or
** ASTAR_SEARCHING if a search for it was given up, see astar_finder_limit(). As the other queries it may change the
** path of the finder. The start is not tested, the goal is; costs do not matter, so that a way counts even if its cost
** is more than DBL_MAX.
**
** It is answered from the connected components of the graph for all units that can enter the same terrains; up to 8
** sets of terrains have some. The first question for a set finds them: O(n + links). After that O(1), and what edits
** take: on a grid, each block of 32 x 32 cells with edits is labelled anew, and if that changes how blocks are
** connected, blocks are joined anew, in O(blocks + links); on a graph see Even and Shiloach 1981: links that open cost
** nearly O(1), links that close as much as the shortest way around, or the smaller of the components that are left, but
** a share of the graph at most, and then a new start. Links that lead one way count as both ways, or, in a second set,
** as none, and limits of a unit's rise do not count; where that leaves a doubt, there is a search.
**
** astar_find() answers queries whose goals are out of reach from the same components, once searches that ended so have
** expanded as many nodes as these are worth.
*/
ASTAR_API astar_status astar_find_connection(astar_finder *f, astar_graph *g, astar_unit unit, astar_id start,
                                             astar_id goal);

/*
** As astar_graph_nearest(), but only of the nodes to which a way leads from a node, which is one of them even if the
** unit cannot enter it. The unit is ASTAR_NO_UNIT unless def->enterable is set. ASTAR_FOUND, ASTAR_UNREACHABLE if there
** is none, ASTAR_SEARCHING if a search was given up, or ASTAR_OUT_OF_MEMORY. On a grid, O(blocks) at worst. If the part
** has links that lead one way, or the unit is limited in its rise, it may search for all nodes that can be reached.
*/
ASTAR_API astar_status astar_find_nearest(astar_finder *f, astar_graph *g, const astar_near_def *def, astar_id from,
                                          astar_near *found);

/* The status of the last query; the number of its expansions. */
ASTAR_API astar_status astar_finder_status(const astar_finder *f);
ASTAR_API uint64_t astar_finder_expanded(const astar_finder *f);

/*
** The path of the last query, owned by the finder; NULL if there is none, or out of memory. The space must not have
** been edited between the query and the first call; the path is valid until the next query. O(count).
*/
ASTAR_API const astar_path *astar_finder_path(astar_finder *f);

/*
** The same in memory of the caller: the number of nodes of the path, 0 if there is none; the bytes that it takes, if
** there is one; then write it to a block of that size. The space must not have been edited since the query. O(count).
*/
ASTAR_API uint32_t astar_finder_count(const astar_finder *f);
ASTAR_API size_t astar_finder_path_size(const astar_finder *f);
ASTAR_API void astar_finder_write(const astar_finder *f, astar_path *path);

/* Bytes allocated. */
ASTAR_API size_t astar_finder_memory(const astar_finder *f);

/* ======================================================================
** Smooth paths
**
** On a grid a path leads from cell to cell. It can be replaced by one that goes straight, at any angle. What the unit
** touches on its way it may enter: a unit of n x n cells is where its own cell is, and a disc reaches as far as its
** radius. Between the cells that a straight piece crosses the unit must be able to make the steps: walls, limits on
** rises and the rule for corners count, and a piece along the border of cells touches both sides.
**
** Such a path has a measure of its own. A piece costs, for each cell, its length there times the multiplier, and what
** layers add for each length of a straight step; lengths are those of steps, and rises are shared by the cells on both
** sides. So measured, the path costs no more than the one it was made from, nor does any part of it.
** ====================================================================== */

typedef struct astar_smooth_def {
  astar_unit unit;
  double radius; /* >= 0, in the world: of a disc; where the path is nearer to obstacles already, it stays as it was */
  double curve;  /* >= 0, in the world: bends become arcs of up to this radius where there is room; 0: they stay */
  const astar_layer_use *layers; /* each at most once */
  uint32_t layer_count;
  const astar_id *avoid_ids; /* cells that are never entered */
  uint32_t avoid_count;
  bool discs; /* only steps that discs have room for, as in astar_search_def */
} astar_smooth_def;

/* No unit, a point, no arcs. */
ASTAR_API astar_smooth_def astar_default_smooth(void);

/*
** The same as for the paths of a search on a grid: its unit, layers, avoided nodes and `discs`, valid until it begins
** again.
** False if smoothed or straightened paths would not obey it: it asks for costs, has turns, costs or limits of turning,
** or lists of nodes to stop at, to pass or to stay in.
*/
ASTAR_API bool astar_search_smoothing(const astar_search *s, astar_smooth_def *def);

/*
** Make a path on this grid smooth. It becomes the path of the finder, as after a query, and may have been that before.
** The ends stay, and so do links, waypoints and points of an earlier smoothing, with the parts between smoothed; what
** cannot be bettered stays. Nodes of the path that are left keep their ids; points between have none. The path may be
** older than the last edits. ASTAR_NO_MEMORY changes nothing but that the finder has no path. By string pulling; of the
** ways round the same obstacles it is nearly the shortest. For n nodes O(n log n) on most maps, at worst O(n^2), and
** with a radius times the cells within it.
*/
ASTAR_API astar_result astar_smooth(astar_finder *f, astar_graph *g, const astar_path *path,
                                    const astar_smooth_def *def);

/*
** Replace a path from cell to cell on this grid, which must not be smooth, by one of the same cost that stays near the
** straight line between its ends: the sum of the squared distances of its cells from the line is small. A part between
** links has a line of its own. If the path is the cheapest one, and no obstacle is in the way, or all of the cheapest
** paths lie in up to some 3,000 cells of a rectangle of up to 16,384, the sum is at most 1.05 of the least; on a map
** that wraps, if they reach less than half around it. Else the path makes the same steps in another order: they change
** places where the unit can make them so for the same cost. There may be more or fewer nodes than before. As
** astar_smooth(), but `radius` and `curve` mean nothing. For n nodes O(n) in open ground, at worst O(n^2).
*/
ASTAR_API astar_result astar_straighten(astar_finder *f, astar_graph *g, const astar_path *path,
                                        const astar_smooth_def *def);

/* ======================================================================
** Places
** ====================================================================== */

typedef struct astar_places_def {
  /* How units walk outward from the goal, which is its `start` or `start_place`. Its own goals do not count. */
  astar_search_def search;
  /* Unless NULL or ASTAR_NO_ID: only nodes that can be reached from this node or position, whatever that costs. */
  astar_id from;
  const astar_place *from_place;
  const astar_id *taken; /* nodes that are walked through, but are no places. Any ids */
  uint32_t taken_count;
  double spacing; /* >= 0: the least straight distance between two places, and from each to the nodes taken, but for
                     rounding */
  /* Unless NULL: where the n units are, any finite numbers. Each place is then for one of them. */
  const astar_place *units;
} astar_places_def;

/*
** An upper bound on the work of astar_graph_places() for n units beyond its search of the map: the number of pairs
** of a unit and a place, and the nodes near to those that are taken. O(1)
*/
ASTAR_API double astar_places_work(const astar_graph *g, const astar_places_def *def, uint32_t n);

/*
** Find places around a goal for many units: up to n different nodes that a unit can stand on, those first that are
** cheapest to walk to from the goal, which may be one of them. Equally cheap ones are in the order of a search. The
** squares of a unit with a size above 1 do not overlap, nor do they overlap squares of this size on the nodes taken.
** `ids` has room for n; *count is set to how many there are. No callbacks. After ASTAR_NO_MEMORY, call it again. O(the
** part of the graph that it takes to find n, taken nodes included), and with a spacing or a size the nodes as near to
** each place, or taken one; with `from`, and a goal that cannot be reached from there, also of what can.
**
** With `units` the same places are found, and ids[i] is the one for unit i, or ASTAR_NO_ID if there are fewer places
** than units: such that the sum of the squares of the straight distances between units and places is least, but for
** rounding. Where a map wraps, the shorter way round counts. It takes shortest augmenting paths (Jonker & Volgenant
** 1987) after auctions (Bertsekas 1988), and no matrix: O(n) memory, and O(n^3) time at worst. In practice it computes
** n^2 distances 2 to 100 times, which takes some 60 milliseconds for 1,000 units.
*/
ASTAR_API astar_result astar_graph_places(astar_graph *g, const astar_places_def *def, uint32_t n, astar_id *ids,
                                          uint32_t *count);

/* ======================================================================
** Search
**
** A* after Hart, Nilsson & Raphael 1968, in steps. The node with the least f = g + weight * h is expanded first; among
** equal ones the least h; among these the node opened first. Values of f within 2^-38 of the least, relatively, count
** as equal. With an admissible heuristic and weight 1 the path is optimal; with more weight its cost is at most that
** many times the optimum (Pohl 1970). A search keeps its state apart from the space, so any number of searches may run
** on one space at a time.
**
** Closed nodes are opened again if they get cheaper, which happens with more weight than 1, or a heuristic that is not
** consistent. With more weight than 1 and ASTAR_DEFAULT, ASTAR_AUTO or ASTAR_EUCLIDEAN they stay closed, except on
** planes and with jump points; the cost of an expanded node is then at most `weight` times its optimum (Likhachev,
** Gordon & Thrun 2003, "ARA*"). In two cases all reached nodes are opened, and f = g from then on: if closed nodes were
** opened again more often than 1,000 times plus 8 times for each touched node; and if no open node is left, max_cost
** has left nodes out, and a closed node that was found cheaper stayed closed. So no node is expanded exponentially
** often.
**
** Nodes are reached when they are first opened, and touched when they are reached or found to be excluded.
** ====================================================================== */

/*
** A search that has not begun; NULL if out of memory. It may be destroyed after its space; NULL is accepted.
**
** A graph or plane keeps the memory of one destroyed search, up to 32 MB: the largest of those whose first run was on
** it, and which use its allocator. The next search whose first run begins there takes it over, if both keep as much of
** each node.
*/
ASTAR_API astar_search *astar_search_create(astar_alloc alloc, void *context);
ASTAR_API void astar_search_destroy(astar_search *s);

/* Bytes allocated, or taken over. Grows with the nodes touched, and is kept for the next run. */
ASTAR_API size_t astar_search_memory(const astar_search *s);

/*
** Begin a run; it reuses the memory of the last one. The space must outlive all use of the search but its destruction
** or another beginning. After ASTAR_NO_MEMORY the search has ended (ASTAR_STALE) and can be begun again. O(terrains +
** length of the lists + goals * log goals + n / 65,536), unless jump points need O(cells); with `within` also O(nodes
** near each goal, times their logarithm).
**
** On a plane with a radius, the path keeps at least that distance from all obstacles and from the bounds. To
** this end these are enlarged; arcs become circumscribed polygons with turns of at most 0.28 radians, so the path
** around a corner is less than 1 % longer than the arc. The enlarged obstacles are cached for the eight radii used
** last. A start or goal that is inside an outline only by rounding (2^-48 of the coordinates), as is common when an
** agent follows a wall, is moved onto the outline; so is one that keeps the radius, but is inside an enlarged
** obstacle, by at most about 1 % of the radius. O(n log n) for a new radius, else O(log n).
*/
ASTAR_API astar_result astar_search_begin(astar_search *s, astar_space space, const astar_search_def *def);

/*
** Begin another run on the space of the last one, with the same definition but for start and goals, which are given as
** in that. The start stays if it is ASTAR_NO_ID without a place, and the goals if both lists are NULL; nodes that stay
** must be live, and positions are projected anew. The search must have begun. Result and complexity as of
** astar_search_begin().
*/
ASTAR_API astar_result astar_search_restart(astar_search *s, astar_id start, const astar_place *start_place,
                                            const astar_id *goals, const astar_place *goal_places,
                                            uint32_t goal_count);

/*
** Take all edits of the space since the run began into it; and another start or other goals, if they are given as for
** astar_search_restart(). The run may be searching, stale or finished. Afterwards it is searching, if something has
** to be expanded again, and astar_search_step() goes on; or it is finished as before, if the edits do not concern it.
** In the end its costs are those of a new run on the space as it is then: to the last bit where estimates are 0
** (ranges, flows), else within 2^-40. Of several paths that cost the same it may have found another one. Nodes are not
** in the order of touching.
**
** The cost grows with the number of nodes whose costs or states the edits change: O(k log k) for k of these, on graphs
** of bounded degree, and the expansion of nodes that have to be opened again. O(touched) if it has another goal, or
** estimates were too high.
**
** It begins anew instead, as by astar_search_restart(), where that is about as cheap or the only way: very many
** nodes are concerned; the unit was set; the graph renumbered its nodes; the journal of edits, which is bounded, has
** forgotten some; a run forwards has another start, on which all its costs depend. It always begins anew with
** callbacks, a weight above 1, `max_steps`, turns, positions, jump points, and heuristics that may overestimate.
** Source: Ramalingam and Reps 1996; Koenig, Likhachev and Furcy 2004.
**
** On a plane it begins anew unless start and goal stay, and all that was edited lies so far away that a way through
** there, or by a link that was edited, costs more than what it has found, or looked for, up to now: the plane keeps
** what rays have found, as far as edits leave it right. A run that goes on is ended (ASTAR_STALE) when it comes to ways
** that cost as much as those, also if there are no further edits.
**
** The run must have begun. ASTAR_NO_MEMORY leaves it ended (ASTAR_STALE); it can be repaired again.
*/
ASTAR_API astar_result astar_search_repair(astar_search *s, astar_id start, const astar_place *start_place,
                                           const astar_id *goals, const astar_place *goal_places, uint32_t goal_count);

/*
** Expand up to n nodes; reaching a goal counts as one. Returns the status, or ASTAR_WANT_COST, ASTAR_WANT_ESTIMATE or
** ASTAR_OUT_OF_MEMORY. After an answer, call it again with the rest of n (see astar_search_expanded()), which may be 0.
** O(nodes expanded and their links). With many goals, each estimate is O(log goals) if few of them are about as near as
** the nearest one; else it tests all that are. On a plane, the cost of an expansion that is not cached grows with the
** number of edges that nearer ones do not hide.
*/
ASTAR_API astar_status astar_search_step(astar_search *s, uint64_t n);

/*
** As astar_search_step(), for a caller who wants the path, its cost and the status only. A run that has expanded
** nothing, and whose path astar_find() would find by other means than a search, goes by these means, unless `jump` is
** ASTAR_JUMP_ALWAYS, and keeps no nodes: that takes a third to two thirds of the time. It counts what it expands so.
** After an edit it begins anew as by astar_search_step(), or has ended (ASTAR_STALE) if its start or its goal is gone.
** All other runs go on so.
**
** On a graph without cells these means copy all nodes, once. Searches use them after they have expanded as many.
*/
ASTAR_API astar_status astar_search_run(astar_search *s, uint64_t n);

/*
** After astar_search_run() call this before astar_search_step(), and before you read more than the status, the goals
** and the path to the goal. A run that keeps no nodes is replaced by one that does. If it had ended, that runs to its
** end, which is the same; else it has expanded nothing, or has ended (ASTAR_STALE) as by astar_search_run(). The path
** may be another one of the same cost. If the space was edited after the run ended, and the edits may have changed what
** it would have expanded, the nodes of the path are shown, and no others. The space must exist. ASTAR_NO_MEMORY leaves
** the run as it was, or ended (ASTAR_STALE). O(1) if it keeps nodes, else O(edits + nodes of the path) and as the run
** that replaces it.
*/
ASTAR_API astar_result astar_search_look(astar_search *s);

/* Whether astar_search_run() has chosen a run that keeps no nodes. */
ASTAR_API bool astar_search_unseen(const astar_search *s);

/*
** The status; ASTAR_STALE once an edit of the space, during a run, concerns it: see astar_search_repair(). O(edits
** since the last call or step), each as an expansion if it is near to nodes that were expanded.
*/
ASTAR_API astar_status astar_search_status(astar_search *s);

/* ---- Costs and estimates from the caller ---- */

typedef struct astar_want {
  astar_id from, to; /* of the step; or the node and the goal */
  double cost;       /* of the step for the unit, if its cost is wanted */
  bool estimate;     /* an estimate is wanted, else a cost */
} astar_want;

/* What the last call of astar_search_step() wants; false if nothing. Without an answer the next call wants it again. */
ASTAR_API bool astar_search_want(const astar_search *s, astar_want *want);

/* Answer: a value >= 0. A cost may be INFINITY: the step cannot be made. */
ASTAR_API void astar_search_answer(astar_search *s, double value);

/* ---- Results ---- */

/* Whether this run uses jump points. */
ASTAR_API bool astar_search_jumps(const astar_search *s);

/* The number of expansions, and the last node expanded or ASTAR_NO_ID. */
ASTAR_API uint64_t astar_search_expanded(const astar_search *s);
ASTAR_API astar_id astar_search_current(const astar_search *s);

/* Whether it runs backwards. */
ASTAR_API bool astar_search_reverse(const astar_search *s);

/* The start, or ASTAR_NO_ID; the goal reached, or the only goal if none is reached yet, or ASTAR_NO_ID. */
ASTAR_API astar_id astar_search_start(const astar_search *s);
ASTAR_API astar_id astar_search_goal(const astar_search *s);

/*
** After ASTAR_FOUND: the node to pass to astar_search_path() for the answer: the goal reached, or backwards the start.
*/
ASTAR_API astar_id astar_search_found(const astar_search *s);

/* All goals: 0 <= index < count. */
ASTAR_API uint32_t astar_search_goal_count(const astar_search *s);
ASTAR_API bool astar_search_has_costs(const astar_search *s); /* whether the goals have costs */
ASTAR_API bool astar_search_away(const astar_search *s); /* whether they are threats: then no start may be given */
ASTAR_API astar_id astar_search_goal_at(const astar_search *s, uint32_t index);

/*
** The point that stands for a start or goal that is a position, as x, y, z; false for any other id. Any id. If start
** and goal have the same point on the same link, the goal has the id of the start.
*/
ASTAR_API bool astar_search_point(const astar_search *s, astar_id id, double xyz[3]);

/* The id of such a point; ASTAR_NO_ID if the search has none there. O(points). */
ASTAR_API astar_id astar_search_point_at(const astar_search *s, const double xyz[3]);

typedef enum astar_state {
  ASTAR_NONE,    /* not touched */
  ASTAR_OPEN,    /* on the open list */
  ASTAR_CLOSED,  /* expanded */
  ASTAR_EXCLUDED /* found, but must not be entered: for the unit, or by `only` or `avoid_ids` */
} astar_state;

typedef struct astar_visit {
  astar_id id;
  astar_id parent;  /* ASTAR_NO_ID for the start */
  astar_state state;
  double cost;      /* g */
  double estimate;  /* h, not weighted */
} astar_visit;

/*
** What the run knows of a node; parent, cost and estimate are 0 unless it is open or closed. Any id. O(1), but with
** turns O(path).
*/
ASTAR_API astar_visit astar_search_visit(const astar_search *s, astar_id id);

/*
** In a run with turns, of a node that is open or closed: the turn in which it is reached, from 1, and the points left
** then. Else false. Any id.
*/
ASTAR_API bool astar_search_turns(const astar_search *s, astar_id id, double *turn, double *left);

/*
** The number of touched nodes; the one at an index, 0 <= index < count, in the order of touching; if the run is
** `unordered`, in any. After a repair some may be untouched: their state is ASTAR_NONE. So it is of all entries of a
** node with several headings but one.
*/
ASTAR_API uint32_t astar_search_touched(const astar_search *s);
ASTAR_API astar_visit astar_search_touched_at(const astar_search *s, uint32_t index);

/*
** On a grid, of a run backwards: the direction in which to walk from a place, a vector of length 1. False if there is
** no way from the cell under it, if that cell counts as a goal, or if the place is off the map. Any numbers. It changes
** little from one place to a near one, and leads neither into a cell that cannot be entered, nor round a corner that
** the map forbids, for a point, and for a disc of up to half a cell that keeps clear of such cells. Who walks along it
** in steps of at most a tenth of the smaller side of a cell, as drawn, arrives. Where the way goes along a link that
** leads farther than to a neighbour, it leads to the middle of the cell, and from there straight to the other end.
*/
ASTAR_API bool astar_search_direction(const astar_search *s, double x, double y, uint32_t level, double direction[2]);

/* The reached node with the least estimate; of equal ones the cheapest, then the first touched. O(touched). */
ASTAR_API astar_id astar_search_closest(const astar_search *s);

/*
** With `partial`, after the run has ended without reaching a goal: the reached node with the least straight distance to
** a goal; of equal ones the cheapest, then the first touched. Else ASTAR_NO_ID.
**
** On a plane a start or goal that is occupied is then no failure: the run begins and ends at the nearest places where
** the disc can stand, as astar_plane_nearest() finds them, and has the status ASTAR_BLOCKED in the end. If there is no
** way to the goal, it ends with ASTAR_UNREACHABLE at the nearest place that can be reached, by the shortest way there,
** which becomes the place of the goal's node. The plane remembers this until an edit, so later runs need not search
** everything again. A limit stops at a node as everywhere.
*/
ASTAR_API astar_id astar_search_partial(const astar_search *s);

/*
** The number of nodes of the path from the start to a node; 0 if the node was not reached, or if the way may not end
** there. Any id. O(path).
*/
ASTAR_API uint32_t astar_search_trace(const astar_search *s, astar_id id);

/*
** The bytes that this path takes; 0 if there is none. Write it to a block of that size, with `partial` false; the node
** must be reached. O(path).
*/
ASTAR_API size_t astar_search_path_size(const astar_search *s, astar_id id);
ASTAR_API void astar_search_path(const astar_search *s, astar_id id, astar_path *path);

/* ---- Results on a plane ----
**
** The nodes are the start, with the id 1, the goal, with the id 2, corners of obstacles, and both ends of links, each
** twice: as where a way comes to a link, and as where it has taken one. If goal and start are the same place, both are
** node 1. The start may be expanded more than once, each time for its next successor in the
** order of f (partial expansion, after Yoshizumi, Miura & Ishida 2000).
*/

/*
** The place of the start, the goal, a touched end of a link or, with `keep_estimates`, a touched corner. False for any
** other id. Any id.
*/
ASTAR_API bool astar_search_place(const astar_search *s, astar_id id, double xy[2]);

/*
** The touched node at a place, of several the cheapest, then the first; or ASTAR_NO_ID. Corners only with
** `keep_estimates`. O(touched).
*/
ASTAR_API astar_id astar_search_node_at(const astar_search *s, double x, double y);

typedef struct astar_ray {
  double from[2], to[2]; /* to: its target, or where it was stopped */
  astar_obstacle hit;    /* or ASTAR_BOUNDS; ASTAR_NO_OBSTACLE if it was not stopped */
  uint32_t generation;   /* of that obstacle */
} astar_ray;

/*
** The number of rays that the run has tested; the one at an index, 0 <= index < count, in the order of testing. Rays
** whose result was cached by an earlier run are included. On a plane made from a grid of squares the rays to corners
** that were stopped may be left out. None with `answer_only`.
*/
ASTAR_API uint32_t astar_search_ray_count(const astar_search *s);
ASTAR_API astar_ray astar_search_ray_at(const astar_search *s, uint32_t index);

/* The number of rays that the run has cast: without those that were cached. */
ASTAR_API uint64_t astar_search_casts(const astar_search *s);

/* ======================================================================
** Crowds
**
** A crowd moves many units over the nodes of a graph or grid so that no two are ever on one node. Its units are
** *agents*.
** Each agent stands on a node, or makes a step that its unit can make. An agent may set out for a node while another is
** leaving it, if that one has left by the time it comes. No two exchange their nodes, and two diagonal steps in a block
** of four squares never cross.
**
** Time passes in one of two ways. astar_crowd_step() moves all that can by one step, at the same time: for games with
** turns. astar_crowd_update() lets seconds pass: a step takes its cost divided by the speed of the agent, in seconds.
**
** Who goes first is decided by priority, then by how long an agent has not been at its goal, then by id. An agent that
** wants a node where another stands that comes later lends it its priority, and pushes it aside (PIBT: Okumura,
** Machida, Defago & Tamura 2022, "Priority inheritance with backtracking for iterative multi-agent path finding").
** Where all steps lead both ways and lie on cycles of at least three nodes, all agents with equal priorities reach
** their goals, though not at the same time, unless some are fixed, steps take different times, some cannot enter what
** others can, or some cover several cells. Elsewhere two that
** cannot pass each other go back to a branch and exchange their places (Okumura 2023, "Improving LaCAM for scalable
** eventually optimal multi-agent pathfinding"). If an agent has not come nearer to its goal for long, or is pushed off
** it again and again, a step looks for a plan for those around it, in a part of the map, that brings it nearer; as
** astar_crowd_solve() does for all. That is not always found: then some may block each other for ever.
**
** Distances to a goal are kept for all agents with that goal and unit, are computed as far as they are needed, and
** follow the edits of the map. Edits between steps are taken into account by the next step. A node may be blocked under
** an agent: it may leave, and nobody enters. If it is removed, the agent has no node until it is given one.
**
** Several agents may have one goal. They take the nodes around it: of n agents, of all units, each has arrived on one
** of the n nodes from which the way to the goal costs least for its unit; nodes that agents with other goals hold for
** good are left out. Who looks for a place that is free pushes those in its
** way on towards that place, so that all come to rest.
** ====================================================================== */

typedef struct astar_crowd astar_crowd;
typedef uint32_t astar_agent; /* of a crowd */

#define ASTAR_NO_AGENT 0u

typedef struct astar_crowd_def {
  /*
  ** Steps take whole seconds, rounded up, at least 1, and astar_crowd_step() lets one second pass. Else each step that
  ** it makes takes the same time, whatever it costs.
  */
  bool durations;
  /*
  ** When an agent has not come nearer to its goal for as long as so many of its steps take, the crowd finds out whether
  ** it is stuck; >= 1.
  */
  uint32_t patience;
  /*
  ** A step or update begins no search for distances to new goals after this many expansions, >= 1; UINT64_MAX: no
  ** limit. The agents whose turn, which goes round by id, has not come go on to the goals that they had, or stay, and
  ** can be pushed; so do those whose distances an edit has made invalid, which are searched anew in the same way. The
  ** last search is interrupted, and goes on in the next step, but for one of a shared goal. It limits neither what
  ** others need who are pushed out of the region that was searched, nor repairs of distances to shared goals, nor
  ** astar_crowd_solve().
  */
  uint64_t expansions;
} astar_crowd_def;

/* No durations, a patience of 32 steps, 20,000 expansions. */
ASTAR_API astar_crowd_def astar_default_crowd(void);

/*
** A new crowd on a graph or grid; NULL if out of memory. The graph must outlive all use of the crowd but its
** destruction. Memory: about 200 bytes an agent, 8 bytes for each node on which any agent has stood and its neighbours
** in memory, and for each goal in use 15 to 50 bytes for each node whose distance was needed. NULL is accepted by
** astar_crowd_destroy().
*/
ASTAR_API astar_crowd *astar_crowd_create(astar_alloc alloc, void *context, astar_graph *g, const astar_crowd_def *def);
ASTAR_API void astar_crowd_destroy(astar_crowd *c);

/* The definition; bytes allocated. */
ASTAR_API astar_crowd_def astar_crowd_get(const astar_crowd *c);
ASTAR_API size_t astar_crowd_memory(const astar_crowd *c);

typedef struct astar_agent_def {
  astar_id node;   /* a live node, with room, and nobody in the way: see below; it may be blocked */
  astar_id goal;   /* a live node, or ASTAR_NO_ID: it stays, but can be pushed */
  astar_unit unit; /* one of several cells holds a square of them, whose upper left one is `node`; it keeps its size */
  double priority; /* finite; the agent with the higher one goes first */
  double speed;    /* finite, >= 0: a step takes its cost divided by that, in seconds; 0 is the same as fixed */
  bool fixed;      /* it never moves, and cannot be pushed */
} astar_agent_def;

/* No node, no goal, no unit, priority 0, speed 1, not fixed. */
ASTAR_API astar_agent_def astar_default_agent(void);

/*
** Add an agent; *agent is set to its id. Ids of removed agents are reused, the one removed last first, with another
** generation. ASTAR_FULL for more than 2^31 agents. Ends what astar_crowd_solve() has found, as all edits of agents do.
** O(1) amortized.
*/
ASTAR_API astar_result astar_crowd_add(astar_crowd *c, const astar_agent_def *def, astar_agent *agent);
ASTAR_API void astar_crowd_remove(astar_crowd *c, astar_agent agent);

/*
** The number of agents; the smallest id above `agent` of one, or ASTAR_NO_AGENT: any number; whether there is one with
** this id, with its generation, as of astar_graph_has(): any number.
*/
ASTAR_API uint32_t astar_crowd_count(const astar_crowd *c);
ASTAR_API astar_agent astar_crowd_next(const astar_crowd *c, astar_agent agent);
ASTAR_API bool astar_crowd_has(const astar_crowd *c, astar_agent agent, uint32_t *generation);

/* The id and generation (unless NULL) that the next agent will get. */
ASTAR_API astar_agent astar_crowd_next_id(const astar_crowd *c, uint32_t *generation);

/*
** An agent that holds what one of a unit would cover on a live node, or ASTAR_NO_AGENT; whether it has room there: its
** square does not reach beyond an edge of the map. For an agent that is there, which is not in its own way, the unit
** does not matter; else it is ASTAR_NO_AGENT. O(size²); O(agents * size²) for one that is between two nodes.
*/
ASTAR_API astar_agent astar_crowd_in_way(const astar_crowd *c, astar_id node, astar_unit unit, astar_agent agent);
ASTAR_API bool astar_crowd_has_room(const astar_crowd *c, astar_id node, astar_unit unit, astar_agent agent);

/* The agent that holds a node: stands there, is entering it, or else is leaving it. ASTAR_NO_AGENT: none. Any id. */
ASTAR_API astar_agent astar_crowd_at(const astar_crowd *c, astar_id node);

typedef enum astar_agent_status {
  ASTAR_AGENT_MOVING,  /* it made a step, or is making one; or is new, or has a new goal */
  ASTAR_AGENT_WAITING, /* it stays, and is not at its goal */
  ASTAR_AGENT_ARRIVED, /* it is at its goal, or in its place around it; or has none */
  /*
  ** It has no way to its goal, that or its node was removed, or no moves of all agents bring it there; where that is
  ** not known, its patience is at an end, and it waits for nobody who gets on. Or it gave up: for 1,024 of its steps
  ** nobody got an order or was edited, nor came nearer to a goal at which it had not been yet. Then one agent after the
  ** other gives up that still tries, first those that were at their goals, of these the one with the lowest priority,
  ** until the next order or edit.
  */
  ASTAR_AGENT_STUCK
} astar_agent_status;

typedef struct astar_agent_view {
  astar_id node;     /* where it stands, or which it is leaving; ASTAR_NO_ID if it was removed */
  astar_id next;     /* which it is entering; else `node` */
  double left;       /* seconds until it is there; else 0 */
  double span;       /* seconds that the step takes; else 0 */
  astar_id goal;     /* or ASTAR_NO_ID; also if the goal was removed */
  astar_unit unit;
  uint32_t size;     /* of its square of cells, in one direction */
  double priority;
  double speed;
  bool fixed;
  astar_agent_status status;
  /*
  ** Of a waiting agent the one that holds the node to which it wants to go next; of a stuck one, one that it cannot
  ** pass. Or ASTAR_NO_AGENT.
  */
  astar_agent by;
  /*
  ** Whole seconds, or steps, since it was nearer to its goal than ever before, or was at it; without the step that it
  ** makes.
  */
  uint64_t waited;
} astar_agent_view;

ASTAR_API astar_agent_view astar_crowd_agent(astar_crowd *c, astar_agent agent);

/*
** Put it on another live node, with room and nobody in the way, which cuts short a step that it is making; set its
** goal, or ASTAR_NO_ID; its priority; its speed, as of its next step; whether it is fixed: it still finishes the step
** that it is making. ASTAR_NO_MEMORY has changed nothing. O(1); O(agents) for a node while the agent is between two.
*/
ASTAR_API astar_result astar_crowd_set_node(astar_crowd *c, astar_agent agent, astar_id node);
ASTAR_API astar_result astar_crowd_set_goal(astar_crowd *c, astar_agent agent, astar_id goal);
ASTAR_API void astar_crowd_set_priority(astar_crowd *c, astar_agent agent, double priority);
ASTAR_API void astar_crowd_set_speed(astar_crowd *c, astar_agent agent, double speed);
ASTAR_API void astar_crowd_set_fixed(astar_crowd *c, astar_agent agent, bool fixed);

/*
** Move all agents by one step, which takes a second. Without durations nobody may be between two nodes, because of an
** update. Those of a plan follow it, as long as that lasts: what astar_crowd_solve() has found, or what an earlier step
** has found for an agent that did not get on. ASTAR_NO_MEMORY has moved nobody. O(agents * (degree * log degree + log
** agents) + the length of passages where agents meet + places of shared goals), and what it takes to compute distances
** that were not needed before, or that edits have changed: at most O(n log n) for each goal; see `expansions`. To look
** for a plan takes as long as some 16,384 steps of one agent; that is done at most once in 17 steps of the agent that
** is helped.
*/
ASTAR_API astar_result astar_crowd_step(astar_crowd *c);

/* Whether any agent is between two nodes. O(agents). */
ASTAR_API bool astar_crowd_is_between(const astar_crowd *c);

/*
** Let dt seconds pass, >= 0 and at most 1e6: agents go on, and whenever one of them has ended its step, it is decided
** where those that stand go, as by astar_crowd_step(); also when one that waits has waited for another step of its own.
** So the result does not depend on how the time is divided among calls, but for what is edited between them and for
** `expansions`. Time is counted in units of 2^-20 seconds, to which the times of steps are rounded; a step takes at
** least 2^-10 seconds, a free one too. ASTAR_NO_MEMORY: the time that is left is made up for by the next call. Without
** durations each step of a plan takes as long as the longest of it. O(agents) for each decision, and what
** astar_crowd_step() takes for the agents that stand.
*/
ASTAR_API astar_result astar_crowd_update(astar_crowd *c, double dt);

/*
** Limits of each call from now on, UINT64_MAX at first; they are not saved. An update whose decisions, one for each
** agent each time, are more than `moves` returns ASTAR_FULL: the rest of its time is dropped. The upper
** bound on the expansions of a step or update is the lesser of `expansions` here and in the definition.
*/
ASTAR_API void astar_crowd_limit(astar_crowd *c, uint64_t moves, uint64_t expansions);

/* Take in the edits of the graph now, as the next step would. ASTAR_NO_MEMORY: to be called again. */
ASTAR_API astar_result astar_crowd_follow(astar_crowd *c);

/* The seconds that have passed since the crowd was made; steps are seconds. */
ASTAR_API double astar_crowd_time(const astar_crowd *c);

/*
** Write x, y and the movement, dx and dy, in a second, or in the last step, of one agent, or of each in the order of
** ids: 4 numbers an agent. Who is on its way to a node is written between the two; where a map wraps, the shorter way
** round; and a portal, a link between cells that are no neighbours, is no way: who takes it stays at its beginning
** until it is at its end. An agent without a node has NANs. O(1), O(agents).
*/
ASTAR_API void astar_crowd_position(const astar_crowd *c, astar_agent agent, double *position);
ASTAR_API void astar_crowd_positions(const astar_crowd *c, double *positions);

typedef enum astar_solution {
  ASTAR_SOLVING,    /* nothing found yet */
  ASTAR_SOLVED,     /* found, and it may get better */
  ASTAR_BEST,       /* found, and nothing is better */
  ASTAR_UNSOLVABLE, /* there are no steps that bring all to their goals */
  ASTAR_SOLVE_NO_MEMORY /* call it again; what was found stays */
} astar_solution;

/*
** Look for steps that bring all agents to their goals at once, by up to n expansions: LaCAM (Okumura 2023, "LaCAM:
** search-based algorithm for quick multi-agent pathfinding"), and then better ones, LaCAM* (Okumura 2024, "Engineering
** LaCAM*"). Better is what costs less: the sum, over agents and steps, of the cost of the step, or, of an agent that
** stays where it has not arrived, the least cost of a step from there. It is complete: a crowd that can be brought to
** its goals will be, if n is large enough in sum; but the number of expansions can grow exponentially with the number
** of agents. Of agents with one goal each gets one of the nodes around it, no matter which. Which nodes these are is
** decided when it begins; so ASTAR_UNSOLVABLE and ASTAR_BEST hold for these nodes.
**
** Later calls go on, until an agent or the map is edited, or a step is made, after which it begins anew, and looks for
** what costs less than the steps that are left; it counts as ASTAR_SOLVED at once. Agents that are between two nodes
** begin at the one that they are entering. Not with durations, nor while an agent has no node. For each expansion
** O(agents * degree
** * log degree), and the length of passages where agents meet.
*/
ASTAR_API astar_solution astar_crowd_solve(astar_crowd *c, uint64_t n);

/*
** The steps left of the plan that astar_crowd_solve() has found; its cost as above, from the first step on. 0 if there
** is none; plans against jams do not count.
*/
ASTAR_API uint32_t astar_crowd_planned(const astar_crowd *c);
ASTAR_API double astar_crowd_plan_cost(const astar_crowd *c);

/* Check every structure, and abort() if an invariant is broken. For tests. O(n + agents). */
ASTAR_API void astar_crowd_validate(const astar_crowd *c);

/* ======================================================================
** Discs
**
** A crowd of discs that move freely on a plane, in steps of time. Each disc wishes to go somewhere. In each step it
** takes the velocity nearest to what it wishes with which it meets neither the others nor an obstacle for some time
** ahead, if the others do their part (ORCA: van den Berg, Guy, Lin & Manocha 2011, "Reciprocal n-body collision
** avoidance").
**
** - No disc moves into an obstacle, across an outline or out of the bounds, unless an edit has put it there: each
**   movement is swept as by astar_plane_sweep(), stops where it touches, and goes on along what it touches.
** - Discs overlap only where there is no room for all, for a moment where others push them, where one was put on
**   another, if their groups ignore each other, or if the acceleration is limited too much. They come apart as fast as
**   they can.
** - Of two discs that meet, the one with the lower priority gives way; with equal ones each does half. A disc that has
**   arrived, or has no wish, gives way to all that want to pass, also when it goes back to its goal; but a disc at a
**   goal keeps it from those with the same goal. These have arrived, too, when they can come no nearer; so have those
**   that follow one flow, round its goals. A disc in a cell that is a goal makes room for them, so that they fill all
**   such cells.
** - Discs that meet head-on pass each other on the right, with y upwards. Where one is held up, of two with equal
**   priorities the one that is nearer to its goal goes first, and the other makes room; so do those that have arrived,
**   who push others in turn, and come back. If two block each other in a passage that is too narrow, the one that has
**   room beside the way of the other goes there until that has passed; if both have, the one with the lower priority,
**   then the one with less far to go.
** - Paths lead round discs of speed 0, the nearest 48 of them. Discs on a flow that are held up turn aside to where
**   fewer others are, if the way by there costs little more.
** - A disc that comes no nearer to what it wishes is waiting; it is stuck, after some time, if obstacles or discs that
**   never move are in its way, or in the way of the disc for which it waits, and so on; but it goes on trying.
** - The same calls have the same results on every machine.
**
** Agents are numbered as in "Crowds". If the plane is edited so that a disc cannot stand where it is, it goes straight
** to the nearest place where it can, through the obstacle, and is stuck meanwhile; if there is none, it stays.
**
** Coordinates are finite, of a magnitude up to ASTAR_PLANE_LIMIT, and so are radii and speeds.
** ====================================================================== */

typedef struct astar_discs astar_discs;

#define ASTAR_DISC_NEIGHBOURS 32u /* the largest number of neighbours */
#define ASTAR_DISC_GROUPS 32u
#define ASTAR_DISC_FLOWS 65536u   /* flows are numbered from 0 to one less */

typedef struct astar_discs_def {
  double horizon;          /* for how many seconds ahead discs avoid each other: 1e-6 to 1e6 */
  double wall_horizon;     /* the same for obstacles; a fifth of it for discs that come to their places in that time */
  uint32_t neighbours;     /* how many of the nearest discs each avoids: 1 to ASTAR_DISC_NEIGHBOURS */
  /*
  ** After this many expansions, >= 1, an update goes on with no search for a path; UINT64_MAX: no limit. A search that
  ** counts as more goes on in the next updates, by 1,000 or more in each; others wait until it has ended. It counts as
  ** 1,000 and 10 for each corner of obstacles in the box around start and goal, enlarged by half their distance on each
  ** side; for each corner of all obstacles, where the disc was cut off on its way, or cannot get to its goal; and as
  ** the cells over which it looks for a flow. If that was too low, its last update does what is left.
  */
  uint64_t expansions;
  double patience; /* seconds without coming nearer to its wish after which a disc that cannot is stuck: 0 to 1e6 */
  double max_acceleration; /* > 0, or INFINITY: any change of velocity takes no time */
  uint32_t level; /* of the grid on which they move, and of the grids of their flows */
} astar_discs_def;

/* 2 s, 0.5 s, 10 neighbours, 20,000 expansions, a patience of 2 s, no limit of acceleration, level 1. */
ASTAR_API astar_discs_def astar_default_discs(void);

/*
** A new crowd of discs on a plane; NULL if out of memory. The plane must outlive all use of the crowd but its
** destruction. Memory: about 700 bytes a disc, and 24 bytes for each point of its path. NULL is accepted by
** astar_discs_destroy().
*/
ASTAR_API astar_discs *astar_discs_create(astar_alloc alloc, void *context, astar_plane *p, const astar_discs_def *def);
ASTAR_API void astar_discs_destroy(astar_discs *d);

/*
** A new crowd of discs on a level of a grid: the obstacles of each disc are the cells that its unit cannot enter and
** the walls between cells, on planes of the crowd's own, which astar_plane_from_grid() makes: one for all units that
** enter the same terrains, with the same climb and drop. It is made when a disc first needs it, O(cells + n log n), and
** freed by an update when no disc has it, but for the last one. ASTAR_MALFORMED as there, if the grid wraps, or lacks
** the level. The grid must outlive all use of the crowd but its destruction. O(1).
**
** Edits of the grid are taken in by astar_discs_update(), astar_discs_add(), astar_discs_set_unit() and
** astar_discs_follow(), if the version of the grid has changed. They replace the obstacles that the edited cells were
** or are part of, on each plane: O(edits + k log n) for k cells of these. A plane is made anew if these or the edits
** are more than about a sixteenth of the map, or if steps between cells are closed or may be because of heights. If a
** unit was set and enters other terrains than before, its discs get another plane. Then paths of discs are checked:
** those that lead past what was edited, or all of discs that get another plane, O(discs + points). ASTAR_NO_MEMORY has
** changed nothing that discs do. Obstacles, which functions return as what is in the way, are those of the plane in
** use, and keep their ids until edits are taken in.
*/
ASTAR_API astar_result astar_discs_create_on_grid(astar_alloc alloc, void *context, astar_graph *grid,
                                                  const astar_discs_def *def, astar_discs **discs);

/* Take in the edits of the plane or grid now, as astar_discs_update() does first. */
ASTAR_API astar_result astar_discs_follow(astar_discs *d);

/*
** The plane with the obstacles of a unit. That of a crowd on a grid may be drawn, queried and searched, but not edited,
** and is there until edits of the grid are taken in, or discs of the unit are removed; NULL if there is no disc of the
** unit. O(units).
*/
ASTAR_API astar_plane *astar_discs_plane(const astar_discs *d, astar_unit unit);

/* The definition; bytes allocated. */
ASTAR_API astar_discs_def astar_discs_get(const astar_discs *d);
ASTAR_API size_t astar_discs_memory(const astar_discs *d);

/* ---- Wishes ---- */

typedef enum astar_wish_kind {
  ASTAR_WISH_NONE,     /* it stays, but gives way */
  ASTAR_WISH_VELOCITY, /* to move with this velocity, or as fast as it can in its direction */
  ASTAR_WISH_PLACE,    /* to go to a place by a path that the crowd finds */
  ASTAR_WISH_PATH,     /* to go along a path to its end */
  ASTAR_WISH_FLOW      /* to go where a flow leads */
} astar_wish_kind;

/*
** A place: it waits for its turn to have a path searched, unless the way is clear; if it had another place before, it
** goes on along the path to that meanwhile. The place that it has already changes nothing. It has another path searched
** if others have pushed it out of sight of its path, if it comes no nearer for its patience, or if an edit of the plane
** blocks it. If it cannot get there, or cannot stand there, it goes as near as it can, and is stuck then, as are those
** beside it that cannot get there either. After each edit of the plane all such discs search again, one after the
** other; if one still finds no way, the rest wait for the next update. Searches are those of a finder, for the disc's
** radius: with more than eight radii in use, each may take O(n log n) more.
**
** A path: any on a plane or a map, whose points are copied. It is followed from the point of it that is nearest to the
** disc, from then on towards the farthest of its next points to which the way is clear.
*/
typedef struct astar_wish {
  astar_wish_kind kind;
  double x, y;            /* the velocity or the place */
  const astar_path *path; /* of ASTAR_WISH_PATH */
  uint32_t flow;          /* of ASTAR_WISH_FLOW: its number, below ASTAR_DISC_FLOWS */
} astar_wish;

/*
** Set the search that a number of a flow stands for, or NULL: a search backwards on a grid, as of
** astar_search_direction(). One with `discs` leads only along steps between cells that are open both ways, and along
** diagonal ones only where one of the two ways round is, too: between two closed cells that touch, or across a step
** that is closed one way, no disc can go. On another one a disc goes round such a step by a path of its own. Set it to
** NULL before the search or its grid is destroyed. Discs have arrived if they are in a cell that is one of its goals,
** or stopped by one that has arrived by this flow. They go on if the flow changes where they stand. From where it gives
** no direction a disc goes to the nearest cell, by steps of its unit, from which it does; or if there is none, it has
** no wish.
**
** The flow of a unit of n x n cells leads the middle of its square: a disc is on the cell for which that is nearest to
** it, of those from which there is a way, and has arrived where its own middle is over the square of a goal. So a disc
** of a radius up to n / 2 cells passes where the unit does.
*/
ASTAR_API astar_result astar_discs_set_flow(astar_discs *d, uint32_t flow, const astar_search *s);
ASTAR_API const astar_search *astar_discs_flow(const astar_discs *d, uint32_t flow);

/* ---- Agents ---- */

typedef struct astar_disc_def {
  double x, y;
  double radius;   /* > 0 */
  double speed;    /* the most it can have, >= 0 */
  double priority; /* finite; the disc with the higher one gives way less */
  double arrive;   /* the distance from its goal within which it has arrived, >= 0; NAN: the radius */
  astar_unit unit; /* on a plane: ASTAR_NO_UNIT */
  uint32_t group;  /* below ASTAR_DISC_GROUPS */
  astar_wish wish;
} astar_disc_def;

/* At 0, 0, radius 0.5, speed 1, priority 0, arrive NAN, no unit, group 0, no wish. */
ASTAR_API astar_disc_def astar_default_disc(void);

/*
** Add a disc; *agent is set to its id, *blocker to ASTAR_NO_OBSTACLE. If it would overlap an obstacle, the result is
** ASTAR_OK, but nothing is added: *agent is ASTAR_NO_AGENT, and *blocker is ASTAR_BOUNDS, or the obstacle with the
** lowest id that is in its way. Ids are reused as in astar_crowd_add(). It may be added where other discs are. O(log n
** + length of a path).
*/
ASTAR_API astar_result astar_discs_add(astar_discs *d, const astar_disc_def *def, astar_agent *agent,
                                       astar_obstacle *blocker);

/* O(1). */
ASTAR_API void astar_discs_remove(astar_discs *d, astar_agent agent);

/* As astar_crowd_count(), astar_crowd_next() and astar_crowd_has(). */
ASTAR_API uint32_t astar_discs_count(const astar_discs *d);
ASTAR_API astar_agent astar_discs_next(const astar_discs *d, astar_agent agent);
ASTAR_API bool astar_discs_has(const astar_discs *d, astar_agent agent, uint32_t *generation);

/* The id and generation that the next disc will get. */
ASTAR_API astar_agent astar_discs_next_id(const astar_discs *d, uint32_t *generation);

typedef struct astar_disc_view {
  double x, y;
  double vx, vy;             /* what it moved in the last update, by the time that this took */
  double radius, speed, priority;
  double arrive;             /* as it was set: it may be NAN */
  astar_unit unit;
  uint32_t group;
  astar_agent_status status; /* ASTAR_AGENT_WAITING: it has a wish, but hardly moves */
  astar_agent by; /* of a waiting disc: who is most in its way; of a stuck one: who never moves, if such discs close
                     its way; or ASTAR_NO_AGENT */
  double waited;             /* seconds since it came nearer to its goal than before, or moved as it wishes */
  astar_wish_kind wish;
  double wish_x, wish_y;     /* the velocity, the place, or the end of the path; else 0 */
  uint32_t flow;             /* of ASTAR_WISH_FLOW; else 0 */
} astar_disc_view;

ASTAR_API astar_disc_view astar_discs_agent(const astar_discs *d, astar_agent agent);

/*
** Put a disc on another place; give it another radius > 0. If it would overlap an obstacle there, or then, nothing
** changes, and what is in its way is returned, as by astar_discs_add(); else ASTAR_NO_OBSTACLE. O(log n). On a grid the
** obstacles are those of the plane in use: call astar_discs_follow() first.
*/
ASTAR_API astar_obstacle astar_discs_set_place(astar_discs *d, astar_agent agent, double x, double y);
ASTAR_API astar_obstacle astar_discs_set_radius(astar_discs *d, astar_agent agent, double radius);

/*
** Give a disc on a grid another unit, in the same way; *blocker is set as by astar_discs_add(). Edits are taken in.
** ASTAR_NO_MEMORY has changed nothing. As astar_discs_add().
*/
ASTAR_API astar_result astar_discs_set_unit(astar_discs *d, astar_agent agent, astar_unit unit,
                                            astar_obstacle *blocker);

/* Give it another wish. ASTAR_NO_MEMORY has changed nothing. O(1), of a path O(its length). */
ASTAR_API astar_result astar_discs_set_wish(astar_discs *d, astar_agent agent, const astar_wish *wish);

/* The other members of astar_disc_def. */
ASTAR_API void astar_discs_set_speed(astar_discs *d, astar_agent agent, double speed);
ASTAR_API void astar_discs_set_priority(astar_discs *d, astar_agent agent, double priority);
ASTAR_API void astar_discs_set_arrive(astar_discs *d, astar_agent agent, double arrive);
ASTAR_API void astar_discs_set_group(astar_discs *d, astar_agent agent, uint32_t group);

/* Whether the discs of two groups ignore each other, and may overlap; at first none do. The groups may be the same. */
ASTAR_API void astar_discs_set_ignored(astar_discs *d, uint32_t group, uint32_t other, bool ignored);
ASTAR_API bool astar_discs_ignored(const astar_discs *d, uint32_t group, uint32_t other);

/* ---- Time ---- */

/*
** Move all discs for `dt` seconds, finite and >= 0. The time is divided into equal parts in which no disc moves farther
** than its radius, at most 32. A part that is longer than the horizon is shortened to that; the rest of its time is
** dropped. After an edit, it first looks which discs and paths it concerns. Moving takes no memory, searches and edits
** do. ASTAR_NO_MEMORY has moved nobody: call it again. For each part O(discs * (neighbours + log n + edges near by)),
** but O(k^2) for k discs that stand on one another; and searches within `expansions`.
*/
ASTAR_API astar_result astar_discs_update(astar_discs *d, double dt);

/* The most `expansions` of an update from now on, if that of the definition is not less; not saved. */
ASTAR_API void astar_discs_limit(astar_discs *d, uint64_t expansions);

/* Write x, y, vx and vy of each disc in the order of ids: 4 * count numbers. O(discs). */
ASTAR_API void astar_discs_positions(const astar_discs *d, double *positions);

/* Check every structure, and abort() if an invariant is broken. For tests. O(discs). */
ASTAR_API void astar_discs_validate(const astar_discs *d);

/* ======================================================================
** Groups
**
** A group is a list of units of one crowd, of agents or of discs, that have one goal. Each gets a place in a formation
** around the goal, such that the sum of the squares of the straight distances from where they are is least, so that
** their ways do not cross. A place that its unit cannot enter or reach moves to the nearest one that it can, and that
** is nobody else's; if the goal is such a place, the middle of the formation moves first. Whether a disc can reach its
** place is known when its search has ended: the place then moves to where that could get.
**
** Orders are only noted: astar_crowd_step(), astar_crowd_update(), astar_crowd_solve() and astar_discs_update() carry
** them out before they move units. That takes the assignment (O(n^2) in practice), for discs one search for the group,
** and for each place that has to be moved a query for the nearest one. Then
**
** - agents go to their places as to goals of their own. Unless `own_speed` is set, none is faster than the slowest.
**   Those who are farther ahead of the last than the group is long as a column go at half that speed, a quarter, or an
**   eighth, until the last have come: in updates, as speeds do not count in astar_crowd_step();
** - discs march, unless `own_speed` is set, the group has one member, or the way is shorter than the formation. The
**   middle of the formation goes along a path for the largest of them, as fast as the slowest, turned to where it goes,
**   and waits for those who are far behind, but not for who is stuck. Each disc keeps its place beside it. Where it
**   cannot stand there, or does not see its place, it goes along the path, behind the middle; so in a pass they are a
**   column, and form up again behind it. If it does not even see the path, it goes to the goal by itself until it does.
**   At the end each goes to its place. Meanwhile its wish is shown as that place.
**
** Discs exchange their places where that saves much of the sum of squares; agents, where one has not come nearer for
** long.
**
** A unit is in at most one group: it leaves that when it joins another, is removed, or gets a goal or wish of its own
** by astar_crowd_set_goal() or astar_discs_set_wish(). The others then keep their places; where one joins, all get new
** ones. Groups are saved and loaded with their crowd, but for those without members; ids are numbered anew, in the same
** order.
** ====================================================================== */

typedef struct astar_groups astar_groups; /* all of a crowd */
typedef uint32_t astar_group;             /* of a crowd; ids count from 1, and are not reused */

#define ASTAR_NO_GROUP 0u

/* The groups of a crowd, which are there as long as the crowd. */
ASTAR_API astar_groups *astar_crowd_groups(astar_crowd *c);
ASTAR_API astar_groups *astar_discs_groups(astar_discs *d);

typedef enum astar_formation {
  ASTAR_FORMATION_BOX,    /* rows as long as the root of the number, the last one shorter */
  ASTAR_FORMATION_LINE,   /* one row */
  ASTAR_FORMATION_COLUMN, /* one behind the other */
  ASTAR_FORMATION_WEDGE,  /* rows of 1, 2, 3, ... from the point ahead on */
  ASTAR_FORMATION_CIRCLE, /* neighbours are `spacing` apart */
  ASTAR_FORMATION_OWN     /* `places` */
} astar_formation;

typedef struct astar_group_def {
  astar_formation formation;
  /*
  ** Of ASTAR_FORMATION_OWN: offsets from the middle, which comes to the goal, ahead and to the right (with y
  ** downwards), finite. If there are fewer than members, the others stand in rows behind.
  */
  const double (*places)[2];
  uint32_t place_count;
  /*
  ** Between neighbours, > 0 and finite. NAN: 2.5 times the largest radius; of agents the larger side of a cell times
  ** the largest size, 1 on a graph without cells.
  */
  double spacing;
  /*
  ** The direction to which the formation is turned at the goal, finite; 0, 0: the way it comes, on cells that are not
  ** turned against the axes the one of the four axes that is nearest to it. A group that has had an order, and whose
  ** way is not longer than from the middle of its formation to the farthest place, keeps its direction then.
  */
  double facing[2];
  bool own_speed; /* each goes as fast as it can, and nobody waits */
} astar_group_def;

/* A box, spaced and turned by default, as fast as the slowest. */
ASTAR_API astar_group_def astar_default_group(void);

/*
** Make a group of units, which leave other groups; one that is listed twice is taken once. ASTAR_NO_MEMORY and
** ASTAR_FULL have changed nothing. Closing it leaves its members to go on to their places. O(members), and for each
** unit that leaves a group the members of that.
*/
ASTAR_API astar_result astar_group_create(astar_groups *s, const astar_group_def *def, const astar_agent *agents,
                                          uint32_t count, astar_group *group);
ASTAR_API void astar_group_close(astar_groups *s, astar_group group);

/* The id that the next group will get. */
ASTAR_API astar_group astar_group_next_id(const astar_groups *s);

/*
** The smallest id above `group`, or ASTAR_NO_GROUP; whether there is a group with this id: any number. O(log groups).
*/
ASTAR_API astar_group astar_group_next(const astar_groups *s, astar_group group);
ASTAR_API bool astar_group_has(const astar_groups *s, astar_group group);

/*
** Take a unit in; let one go that may be in none: it goes on to its place. ASTAR_NO_MEMORY has changed nothing.
** O(members).
*/
ASTAR_API astar_result astar_group_add(astar_groups *s, astar_group group, astar_agent agent);
ASTAR_API void astar_group_remove(astar_groups *s, astar_agent agent);

/*
** The group of a unit, or ASTAR_NO_GROUP. The number of members; the one at an index, in the order in which they
** joined.
*/
ASTAR_API astar_group astar_group_of(const astar_groups *s, astar_agent agent);
ASTAR_API uint32_t astar_group_count(const astar_groups *s, astar_group group);
ASTAR_API astar_agent astar_group_member(const astar_groups *s, astar_group group, uint32_t index);

/*
** Give all a goal: a position, finite, or a live node of the crowd's graph with its position. `level` is that of a
** position on the grid of a crowd of agents, >= 1; else 1. The same one again has all places found anew. Or take it
** away: all stop. O(members).
*/
ASTAR_API void astar_group_set_goal(astar_groups *s, astar_group group, const double goal[3], astar_id node,
                                    uint32_t level);
ASTAR_API void astar_group_stop(astar_groups *s, astar_group group);

typedef struct astar_group_view {
  double x, y;       /* the middle of where its members are; NAN if none is anywhere */
  double facing[2];  /* the direction to which it is turned, of length 1 */
  astar_formation formation;
  const double (*places)[2]; /* of ASTAR_FORMATION_OWN: valid until it is closed */
  uint32_t place_count;
  double spacing;    /* 0 if it is by default, and there are no members */
  bool own_speed;
  /*
  ** ASTAR_AGENT_MOVING if a member is, or an order was not carried out yet; else ASTAR_AGENT_WAITING if one is; else
  ** ASTAR_AGENT_STUCK if one is. ASTAR_AGENT_ARRIVED if all are, or there is no goal, or no member.
  */
  astar_agent_status status;
  bool has_goal;
  double goal[3];    /* as it was given; else 0 */
  astar_id node;     /* or ASTAR_NO_ID: a position, a node that was removed, or no goal */
  uint32_t level;    /* as it was given; else 0 */
} astar_group_view;

/* O(members). */
ASTAR_API astar_group_view astar_group_get(const astar_groups *s, astar_group group);

/* ======================================================================
** Files
**
** Readers that allocate no memory: the caller owns the struct. Its `opaque` part is for the reader only.
** ====================================================================== */

/* A reader of comma-separated values (RFC 4180); lines end in LF, CRLF or CR. */
typedef struct astar_csv {
  char separator;        /* a comma; a semicolon or tab if the first row has these and no comma; or that of a first line
                            such as "sep=;", which is no row. Can be set */
  uint32_t line, column; /* of the last field or of the error, from 1; columns count bytes */
  uint32_t row, field;   /* of the last field, from 1; blank lines do not count as rows */
  const char *error;     /* after ASTAR_CSV_ERROR: what is wrong; else NULL */
  uint64_t opaque[8];
} astar_csv;

typedef enum astar_csv_event { ASTAR_CSV_FIELD, ASTAR_CSV_END, ASTAR_CSV_ERROR } astar_csv_event;

/*
** Begin to read a text, which must outlive the reader; a byte order mark is skipped. Before the first field is read,
** another separator can be set: any byte but a quote or a line end. O(first row).
*/
ASTAR_API void astar_csv_open(astar_csv *csv, const char *text, size_t length);

/*
** The next field: its bytes, without surrounding blanks and quotes. If *quoted, every two quotes in it stand for one.
** After the end and after an error, further calls return the same. O(length).
*/
ASTAR_API astar_csv_event astar_csv_next(astar_csv *csv, const char **field, size_t *length, bool *quoted);

/* A reader of maps of Sturtevant's benchmarks (MovingAI): a header, then a line for each row. */
typedef struct astar_map_file {
  uint32_t width, height;
  uint32_t line, column; /* of the next row or of the error, from 1 */
  char error[72];        /* what is wrong, or empty */
  uint64_t opaque[6];
} astar_map_file;

/*
** Read the header of a text, which must outlive the reader, and check the number and length of the rows against it.
** Lines end in LF, CRLF or CR. False if the text is malformed; `error`, `line` and `column` are then set. O(length).
*/
ASTAR_API bool astar_map_open(astar_map_file *file, const char *text, size_t length);

/* The next row: `width` characters, not terminated. NULL after the last. */
ASTAR_API const char *astar_map_row(astar_map_file *file);

/* ======================================================================
** Saving
**
** A space as a string of bytes, the same on every machine; a loaded space is saved as the same bytes. All that callers
** can observe is kept: ids, which of them are free and in which order they will be reused; the order of links; the
** numbers of terrains and units. But versions and generations start anew.
**
** To save: astar_save_graph() or astar_save_plane(), then data of the caller, then astar_save_end(). None of these can
** fail. A writer of all zeros only counts: `size` is then the capacity needed.
** To load: astar_reader_open(), then by `kind` astar_load_graph() or astar_load_plane(), then the data of the caller,
** then astar_read_end(). Any bytes are accepted as input; loading takes at most about ten times their size in memory.
** ====================================================================== */

typedef enum astar_saved_kind {
  ASTAR_SAVED_GRAPH = 1,
  ASTAR_SAVED_GRID,
  ASTAR_SAVED_PLANE,
  ASTAR_SAVED_CROWD,
  ASTAR_SAVED_DISCS
} astar_saved_kind;

typedef struct astar_writer {
  unsigned char *bytes; /* owned by the caller */
  size_t capacity;
  size_t size; /* bytes needed so far; none are written beyond the capacity */
} astar_writer;

typedef struct astar_reader {
  const unsigned char *bytes; /* owned by the caller */
  size_t size, at;            /* their number without the checksum; the position */
  astar_saved_kind kind;
  bool failed;    /* the bytes ended too soon, or are malformed */
  char error[96]; /* what is wrong, or empty */
  /* Upper bounds on what is loaded; set them after astar_reader_open(), which sets none. */
  uint32_t most_cells, most_nodes, most_agents;
  /* Which of them was exceeded, so that ASTAR_MALFORMED was returned: "cells", "nodes" or "agents", else NULL. */
  const char *exceeded;
  uint32_t exceeded_limit; /* its value */
} astar_reader;

/* Write a space; O(bytes), like all functions below that write or read one. */
ASTAR_API void astar_save_graph(const astar_graph *g, astar_writer *w);
ASTAR_API void astar_save_plane(const astar_plane *p, astar_writer *w);

/*
** Write a crowd without its graph; a crowd loaded on the same graph, or one loaded from the same bytes, goes on as this
** one would, to the bit. That needs astar_crowd_follow() before. Loading expands what the saved crowd had. Steps found
** by astar_crowd_solve() are saved too; its search is not.
*/
ASTAR_API void astar_save_crowd(const astar_crowd *c, astar_writer *w);

/*
** Write a crowd of discs without its plane or grid, in the same way. That needs astar_discs_follow() before: else the
** loaded crowd may search for paths that this one keeps. Of flows only the numbers are written: they must be set again
** before the first update. Units are written by their names.
*/
ASTAR_API void astar_save_discs(const astar_discs *d, astar_writer *w);

/* Write a whole number of 1 to 8 bytes; a double (all NaNs become the same); a string of bytes with its length. */
ASTAR_API void astar_write_number(astar_writer *w, uint64_t value, unsigned bytes);
ASTAR_API void astar_write_double(astar_writer *w, double value);
ASTAR_API void astar_write_bytes(astar_writer *w, const char *bytes, size_t length);

/* Write the total length, and append the checksum. O(bytes). */
ASTAR_API void astar_save_end(astar_writer *w);

/*
** Begin to read bytes, which must outlive the reader, and check the head, the length and the checksum. False if these
** are wrong; `error` is then set.
*/
ASTAR_API bool astar_reader_open(astar_reader *r, const char *bytes, size_t length);

/* Read a space into a new one. ASTAR_MALFORMED sets `error`. After ASTAR_NO_MEMORY, open the reader again to retry. */
ASTAR_API astar_result astar_load_graph(astar_alloc alloc, void *context, astar_reader *r, astar_graph **graph);
ASTAR_API astar_result astar_load_plane(astar_alloc alloc, void *context, astar_reader *r, astar_plane **plane);

/*
** Read a crowd onto a graph. ASTAR_MALFORMED sets `error`, also where the graph has no such nodes or units. A node on
** which an agent stood, and which the graph has no more, is as one removed under it.
*/
ASTAR_API astar_result astar_load_crowd(astar_alloc alloc, void *context, astar_reader *r, astar_graph *g,
                                        astar_crowd **crowd);

/* Read discs onto a plane: any. Those that cannot stand where they are go to the nearest place, as after an edit. */
ASTAR_API astar_result astar_load_discs(astar_alloc alloc, void *context, astar_reader *r, astar_plane *p,
                                        astar_discs **discs);

/*
** The same onto a grid. ASTAR_MALFORMED also where astar_plane_from_grid() does not accept the grid, and where it has
** no unit with the name of one that discs have.
*/
ASTAR_API astar_result astar_load_discs_on_grid(astar_alloc alloc, void *context, astar_reader *r, astar_graph *grid,
                                                astar_discs **discs);

/* Read a number, a double, bytes (a pointer into those of the reader). After the end: 0 or length 0, and `failed`. */
ASTAR_API uint64_t astar_read_number(astar_reader *r, unsigned bytes);
ASTAR_API double astar_read_double(astar_reader *r);
ASTAR_API const char *astar_read_bytes(astar_reader *r, size_t *length);

/* Whether all bytes were read without failure; if not, `error` is set. */
ASTAR_API bool astar_read_end(astar_reader *r);

#ifdef __cplusplus
}
#endif

#endif
