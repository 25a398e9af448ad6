/*
** astar.h: pathfinding in C99, without Lua and without global state.
**
** Five kinds of object:
**
**   astar_graph    waypoints joined by links, with terrain and unit types; or a grid of cells,
**                  which is a graph too, and can have such waypoints besides
**   astar_plane    free ground with obstacles, which are polygons
**   astar_search   one run of A*, in steps; keeps its state apart from the graph or plane
**   astar_route    finds one cheapest route, faster, and in one go
**   astar_path     what either found, in memory that the caller provides
**
** A first search:
**
**   astar_graph *g = astar_graph_create(NULL, NULL);
**   astar_id a, b;
**   astar_graph_add(g, 0, 0, 0, &a);
**   astar_graph_add(g, 3, 4, 0, &b);
**   astar_link link = astar_default_link();
**   astar_graph_link(g, a, b, &link);
**
**   astar_search *s = astar_search_create(NULL, NULL);
**   astar_search_def def = astar_default_search();
**   def.start = a; def.goals = &b; def.goal_count = 1;
**   if (astar_search_begin(s, g, &def) == ASTAR_OK &&
**       astar_search_step(s, UINT64_MAX) == ASTAR_FOUND) {
**     uint32_t count = astar_search_trace(s, b);
**     astar_path *path = malloc(astar_path_size(count));
**     astar_search_path(s, b, path);
**   }
**
** What holds everywhere:
**
** - Nothing here calls out, but for the allocator. Where a caller's own cost or
**   estimate is to be asked, the step ends with ASTAR_WANT_COST or
**   ASTAR_WANT_ESTIMATE; give the answer and step on.
** - Ids are 1, 2, 3, ...; 0 is no node. Each id has a generation, so that a
**   handle kept from before a node was removed is told from its successor.
**   A function that takes an id wants the id of a live node, unless it says
**   otherwise; astar_graph_holds() tells.
** - Numbers must be finite where nothing else is said. Costs are >= 0.
** - A function that can run out of memory says so in its result and has then
**   changed nothing; the call can be made again.
** - Names are bytes with a length and may hold anything, zeros included.
** - Objects are not locked: one thread at a time for a graph with its searches.
** - "Log" below is the binary logarithm, "degree" the links of one node.
*/
#ifndef ASTAR_H
#define ASTAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(ASTAR_API)
#if defined(__GNUC__) && !defined(_WIN32)
#define ASTAR_API __attribute__((visibility("hidden")))
#else
#define ASTAR_API
#endif
#endif

typedef struct astar_graph astar_graph;
typedef struct astar_plane astar_plane;
typedef struct astar_search astar_search;
typedef struct astar_route astar_route;
typedef struct astar_path astar_path;

typedef uint32_t astar_id;
typedef uint32_t astar_terrain;
typedef uint32_t astar_unit;

#define ASTAR_NO_ID 0u
#define ASTAR_DEFAULT_TERRAIN 1u /* the terrain of a node that has none, "default" */
#define ASTAR_NO_TERRAIN 0u      /* of a link: the terrain of the node it leads to counts */
#define ASTAR_NO_UNIT 0u         /* everything costs 1, everything not blocked can be entered */

/*
** An allocator of lua_Alloc's shape. To resize `block` from `old_size` to
** `new_size` bytes, returning NULL on failure with the old block untouched;
** block NULL and old_size 0 for a new one; new_size 0 frees and returns NULL.
** NULL in place of the function stands for realloc and free.
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

/* A new, empty graph, or NULL if there is no memory. */
ASTAR_API astar_graph *astar_graph_create(astar_alloc alloc, void *context);

/* Free the graph. Searches on it may only be destroyed afterwards. NULL is accepted. */
ASTAR_API void astar_graph_destroy(astar_graph *g);

/* Bytes held. */
ASTAR_API size_t astar_graph_memory(const astar_graph *g);

/* Grows with every edit. A search that was not finished before an edit is stale after it. */
ASTAR_API uint64_t astar_graph_version(const astar_graph *g);

/* How many nodes live, and the largest id in use so far. */
ASTAR_API uint32_t astar_graph_count(const astar_graph *g);
ASTAR_API uint32_t astar_graph_last_id(const astar_graph *g);

/* The id that the next added node gets. */
ASTAR_API astar_id astar_graph_next_id(const astar_graph *g);

/*
** Renumber the nodes inside so that neighbours in space are neighbours in
** memory (the leaf order of a k-d tree), store the links without gaps and give
** slack back. Ids stay. Happens by itself when the graph has doubled. O(n log n).
** ASTAR_NO_MEMORY leaves things as they were; it needs the graph's size once more.
*/
ASTAR_API astar_result astar_graph_optimize(astar_graph *g);

/* ---- Nodes ---- */

/* Add a node at a place. O(log n) amortized. */
ASTAR_API astar_result astar_graph_add(astar_graph *g, double x, double y, double z, astar_id *id);

/* Remove a node with its links. O(sum of its neighbours' degrees). The id is free until it is recycled. */
ASTAR_API void astar_graph_remove(astar_graph *g, astar_id id);

/*
** Ids of removed nodes are free. They are used again only when the caller says so.
** astar_graph_free_id() gives the first one in the queue of free ids, with the version
** at which its node was removed, or ASTAR_NO_ID. Then either astar_graph_recycle(g, true):
** the next added node gets it, or false: it goes to the back of the queue.
** Recycle no id while a search begun before its removal is still to be asked.
*/
ASTAR_API astar_id astar_graph_free_id(const astar_graph *g, uint64_t *removed_at);
ASTAR_API void astar_graph_recycle(astar_graph *g, bool reuse);

/* Whether a node with this id and generation lives. Takes any numbers. */
ASTAR_API bool astar_graph_holds(const astar_graph *g, astar_id id, uint32_t generation);

/*
** Whether a node with this id lives. Gives the generation (unless NULL), also of a node that
** was removed and whose id is free. Takes any number.
*/
ASTAR_API bool astar_graph_find(const astar_graph *g, astar_id id, uint32_t *generation);

/* The smallest live id above `id`, or ASTAR_NO_ID. Takes any number. */
ASTAR_API astar_id astar_graph_next(const astar_graph *g, astar_id id);

ASTAR_API void astar_graph_position(const astar_graph *g, astar_id id, double xyz[3]);
ASTAR_API astar_terrain astar_graph_node_terrain(const astar_graph *g, astar_id id);
ASTAR_API bool astar_graph_blocked(const astar_graph *g, astar_id id);

/* Move a node; its links without a cost of their own change length. O(sum of its neighbours' degrees). */
ASTAR_API astar_result astar_graph_move(astar_graph *g, astar_id id, const double xyz[3]);

/* O(sum of the neighbours' degrees). */
ASTAR_API astar_result astar_graph_set_terrain(astar_graph *g, astar_id id, astar_terrain terrain);
ASTAR_API void astar_graph_set_blocked(astar_graph *g, astar_id id, bool blocked);

/* Straight distance in 3D; never NaN, at most DBL_MAX. */
ASTAR_API double astar_graph_distance(const astar_graph *g, astar_id a, astar_id b);

/* ---- Links ---- */

typedef struct astar_link {
  astar_id to;           /* read only */
  double cost;           /* when read: own cost or length; when set: NAN for the length */
  bool own_cost;         /* read only: the cost was given */
  bool oneway;           /* set: touch a -> b only; read: it was linked so */
  astar_terrain terrain; /* ASTAR_NO_TERRAIN for none */
} astar_link;

/* Two ways, cost its length, no terrain. */
ASTAR_API astar_link astar_default_link(void);

/*
** Link a to b (a != b), replacing what the link was. Both ways, unless `oneway`.
** A new link: O(lesser degree) amortized; one that is there: O(sum of the degrees).
*/
ASTAR_API astar_result astar_graph_link(astar_graph *g, astar_id a, astar_id b, const astar_link *link);

/* Cut a -> b, and b -> a unless `oneway`. Whether there was one. */
ASTAR_API bool astar_graph_unlink(astar_graph *g, astar_id a, astar_id b, bool oneway);

/* Cut all that goes out of a node and comes in. Whether there was any. */
ASTAR_API bool astar_graph_isolate(astar_graph *g, astar_id id);

/* Whether a -> b exists. */
ASTAR_API bool astar_graph_linked(const astar_graph *g, astar_id a, astar_id b);

/* The links that go out of a node, in the order in which they were linked: 0 <= index < count. */
ASTAR_API uint32_t astar_graph_link_count(const astar_graph *g, astar_id id);
ASTAR_API astar_link astar_graph_link_at(const astar_graph *g, astar_id id, uint32_t index);

/*
** For a walk over all links, each told once: the next of those that fall to a node, from *index on, in
** the order in which they were linked; moves *index past it. Begin with 0; false if there is no more.
** A link that is the same both ways falls to the node with the lower id; any other falls to the node it
** goes out of, and is given as `oneway`. The steps between cells are left out.
*/
ASTAR_API bool astar_graph_own_link(const astar_graph *g, astar_id id, uint32_t *index, astar_link *link);

/*
** The smallest live id above `id` to which links may fall, or ASTAR_NO_ID. Takes any number. It skips
** cells without links at a fraction of a nanosecond each.
*/
ASTAR_API astar_id astar_graph_next_linked(const astar_graph *g, astar_id id);

/* ---- Terrains and units ---- */

/* The terrain of that name, made if new. */
ASTAR_API astar_result astar_graph_terrain(astar_graph *g, const char *name, size_t length,
                                           astar_terrain *terrain);

/* Terrains are numbered from 1 ("default") to the count. */
ASTAR_API uint32_t astar_graph_terrain_count(const astar_graph *g);
ASTAR_API const char *astar_graph_terrain_name(const astar_graph *g, astar_terrain terrain, size_t *length);

typedef struct astar_unit_def {
  const double *costs; /* by terrain - 1: > 0, INFINITY: cannot enter, NAN: not listed */
  uint32_t cost_count; /* terrains beyond it are not listed */
  double climb, drop;  /* most it can rise and fall along one link, >= 0, or INFINITY */
} astar_unit_def;

/* Set a unit type, replacing what it was. */
ASTAR_API astar_result astar_graph_set_unit(astar_graph *g, const char *name, size_t length,
                                            const astar_unit_def *def);

/* The unit of that name, or ASTAR_NO_UNIT. Units are numbered from 1 to the count. */
ASTAR_API astar_unit astar_graph_unit(const astar_graph *g, const char *name, size_t length);
ASTAR_API uint32_t astar_graph_unit_count(const astar_graph *g);
ASTAR_API const char *astar_graph_unit_name(const astar_graph *g, astar_unit unit, size_t *length);

/* What it was given for a terrain: a multiplier, INFINITY, or NAN if not listed. */
ASTAR_API double astar_graph_unit_cost(const astar_graph *g, astar_unit unit, astar_terrain terrain);
ASTAR_API void astar_graph_unit_limits(const astar_graph *g, astar_unit unit, double *climb, double *drop);

/* ---- Places ---- */

typedef struct astar_near_def {
  double x, y, z;
  bool flat;       /* measure in x and y only */
  bool enterable;  /* only nodes that `unit` can enter */
  bool linked;     /* only nodes with a link, in or out */
  astar_unit unit;
  double radius;   /* >= 0 or INFINITY; its rim belongs to it */
} astar_near_def;

typedef struct astar_near {
  double distance;
  astar_id id;
} astar_near;

/* Around the origin, flat, every node, no radius. */
ASTAR_API astar_near_def astar_default_near(void);

/* The nearest node, the lower id among equals; false if there is none. O(log n) where nodes are spread. */
ASTAR_API bool astar_graph_nearest(const astar_graph *g, const astar_near_def *def, astar_near *found);

/*
** All nodes within the radius. Returns how many there are; if they fit `capacity`
** they are written to `found`, nearest first, the lower id among equals.
*/
ASTAR_API size_t astar_graph_within(const astar_graph *g, const astar_near_def *def,
                                    astar_near *found, size_t capacity);

/* ======================================================================
** Grid
**
** A grid is a graph whose first ids, 1 to width * height, are cells, row by row. Cells cannot
** be removed, nor moved in x and y. The steps between neighbouring cells are not stored: they
** come first among a cell's links, row by row and left to right, each with its length for its
** cost; links made by astar_graph_link() follow. A plain link (no cost, no terrain) between
** neighbours opens the step again and takes the place of such a link; astar_graph_unlink() and
** astar_graph_isolate() close steps and cut links alike.
** Whether a step exists does not depend on what is blocked. Whether a unit can take it does,
** and that of a diagonal on the rule for corners as well.
** Columns and rows count from 1. A cell takes 5 bytes, 8 more once one has a height, and a third
** of one for each set of terrains that jump points were asked for.
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
  ASTAR_CORNERS_ONE,   /* at least one of them */
  ASTAR_CORNERS_ALWAYS /* neither */
} astar_corners;

typedef struct astar_grid_def {
  uint32_t width, height; /* >= 1, at most 2^32 - 2 cells */
  astar_shape shape;
  bool straight;          /* four neighbours in place of eight; not of hexagons */
  astar_corners corners;
  double diagonal;        /* length of a diagonal step in cells, > 0; NAN: as it is drawn; square cells only */
  double cell[2];         /* size, > 0. Hexagons: the distance of middles is cell[0], unless `drawn` */
  bool drawn;             /* hexagons: `cell` is the size of one as it is drawn, and steps count 1 */
  double origin[3];       /* where the outer corner of cell 1, 1 lies (isometric: its upper corner) */
  bool wrap_x, wrap_y;    /* hexagons: only with an even size along the axis that is staggered */
} astar_grid_def;

/* One square cell of size 1 at the origin, eight neighbours, no corners cut. */
ASTAR_API astar_grid_def astar_default_grid(void);

/* A new grid, every cell open and without terrain: ASTAR_NO_MEMORY, or ASTAR_FULL for too many cells. */
ASTAR_API astar_result astar_grid_create(astar_alloc alloc, void *context, const astar_grid_def *def,
                                         astar_graph **grid);

/* What it was made by; false if the graph is no grid. */
ASTAR_API bool astar_grid_get(const astar_graph *g, astar_grid_def *def);

/* The cells of a graph: 0 if it is no grid. Ids up to it are cells. */
ASTAR_API uint32_t astar_grid_count(const astar_graph *g);

/* The cell of a column and row, or ASTAR_NO_ID outside. Takes any numbers. */
ASTAR_API astar_id astar_grid_cell(const astar_graph *g, uint32_t col, uint32_t row);

/* Column and row of a cell; false for any other id. */
ASTAR_API bool astar_grid_place(const astar_graph *g, astar_id id, uint32_t *col, uint32_t *row);

/* What a cell is made of: what the functions for nodes tell one by one. */
typedef struct astar_tile {
  astar_terrain terrain;
  bool blocked;
  double z;
} astar_tile;

ASTAR_API astar_tile astar_grid_tile(const astar_graph *g, astar_id cell);

#define ASTAR_MOST_CORNERS 6

/*
** The corners of a cell as it is drawn: x and y of each, clockwise where y runs down, from the upper
** left one or else from the top; neighbours have the very same corners where they meet. Returns how
** many there are: 4, of hexagons 6. Hexagons are regular, unless their drawn size is not.
*/
ASTAR_API uint32_t astar_grid_outline(const astar_graph *g, astar_id cell, double corners[2 * ASTAR_MOST_CORNERS]);

/*
** The cell under a point, or ASTAR_NO_ID. A point on a border belongs to the cell right of it
** or below it; one beyond an edge that joins another to the cell there. Takes any numbers.
*/
ASTAR_API astar_id astar_grid_at(const astar_graph *g, double x, double y);

/* Set the terrain of width * height cells from a cell on; what is outside is left out. One edit. */
ASTAR_API astar_result astar_grid_fill(astar_graph *g, uint32_t col, uint32_t row, uint32_t width, uint32_t height,
                               astar_terrain terrain);

/* Whether two cells are neighbours: one step apart, be it closed or open. */
ASTAR_API bool astar_grid_neighbours(const astar_graph *g, astar_id a, astar_id b);

/* Close or open the step between two neighbours, both ways. Links stay. */
ASTAR_API void astar_grid_wall(astar_graph *g, astar_id a, astar_id b, bool closed);

/*
** From a pair of cells to the next pair of neighbours, a < b, whose step is closed, be it one way only:
** in the order of a, then of b. Begin with ASTAR_NO_ID for both. False if there is none. Takes any
** numbers. It skips cells far from such steps at a fraction of a nanosecond each.
*/
ASTAR_API bool astar_grid_next_wall(const astar_graph *g, astar_id *a, astar_id *b);

/*
** Make ready what jump points need for a unit, or nothing if they do not serve it (see `jump` of
** astar_search_def). O(cells) when first asked for a set of terrains; edits keep it up to date.
*/
ASTAR_API astar_result astar_grid_prepare(astar_graph *g, astar_unit unit);

/* ======================================================================
** Files
** ====================================================================== */

/* A reader of comma separated values as in RFC 4180; lines end in LF, CRLF or CR. */
typedef struct astar_csv {
  const char *text; /* what is to be read, and where the reader stands */
  size_t length, at;
  size_t line_at;        /* where the line begins that it stands on */
  uint32_t line_now;     /* and which that is */
  uint32_t line, column; /* of the file, from 1: where the last field began (column counts bytes) */
  uint32_t row, field;   /* which it was, from 1 */
  const char *error;     /* what is wrong at line and column, after ASTAR_CSV_ERROR; else NULL */
  char separator;        /* a comma; a semicolon or tab where the first row has these and no comma */
  bool begun;            /* the row goes on */
} astar_csv;

typedef enum astar_csv_event { ASTAR_CSV_FIELD, ASTAR_CSV_END, ASTAR_CSV_ERROR } astar_csv_event;

/*
** A reader at the start of a text, which must outlive it; a byte order mark is left out. Another
** separator can be set before the first field is read: any byte but a quote or a line end.
*/
ASTAR_API astar_csv astar_csv_open(const char *text, size_t length);

/*
** The next field: its bytes, blanks around it and quotes taken off. With `quoted` set it is to be
** unquoted: every pair of quotes in it stands for one. A line with nothing on it is left out.
** After the end, and after an error, it tells the same again.
*/
ASTAR_API astar_csv_event astar_csv_next(astar_csv *csv, const char **field, size_t *length, bool *quoted);

/* A map in the format of Sturtevant's benchmarks (MovingAI): a header, then a line for each row. */
typedef struct astar_map_file {
  const char *text; /* the caller's */
  size_t length, at; /* where the next row begins */
  uint32_t width, height;
  uint32_t taken; /* rows */
  uint32_t line, column; /* from 1: of the next row, or of what is wrong */
  char error[72]; /* what is wrong, in words; else empty */
} astar_map_file;

/*
** Read the header, and check that there are as many rows as it says, each as long as it says;
** lines end in LF, CRLF or CR. False if it is malformed; then `error` and its place are set.
*/
ASTAR_API bool astar_map_open(astar_map_file *file, const char *text, size_t length);

/* The next row: `width` characters. NULL after the last. */
ASTAR_API const char *astar_map_row(astar_map_file *file);

/* Walk every structure and abort if an invariant is broken. For tests; O(n log n). */
ASTAR_API void astar_graph_validate(const astar_graph *g);

/* ======================================================================
** Plane
**
** Ground that is free but for obstacles: simple polygons, which may touch, overlap and lie
** within each other. Paths run along outlines and through corners, never through an inside;
** where two obstacles touch, be it in one point, there is no gap between them, nor is there one
** between an obstacle and the bounds. All that depends on the side of a line on which a point
** lies is decided exactly, by adaptive predicates after Shewchuk 1997 ("Adaptive precision
** floating-point arithmetic and fast robust geometric predicates").
**
** Searches are A* over the corners at which a shortest path may bend, with taut turns only
** (the tangent visibility graph), made as it is needed. Which corners may be seen from one is
** found by looking outward from it and leaving out what lies in the shadow of what is nearer,
** and is remembered; a ray to a corner is cast when the search first wants to go there, and
** one to the goal from each corner expanded, as in RayScan (Hechenberger, Stuckey, Harabor &
** Le Bodic 2020, "Online computation of Euclidean shortest paths in two dimensions").
**
** Coordinates are finite, of a magnitude up to ASTAR_PLANE_LIMIT; below 1e-80 they count as 0.
** "n" below is the number of corners on the plane; "seen", the corners to be seen from a place.
** ====================================================================== */

#define ASTAR_PLANE_LIMIT 1e30

typedef uint32_t astar_obstacle;

#define ASTAR_NO_OBSTACLE 0u
#define ASTAR_BOUNDS UINT32_MAX /* in place of an obstacle: the bounds */

/* A new, empty plane within bounds {x1, y1, x2, y2}, x1 < x2, y1 < y2, or NULL for none. NULL if there is no memory. */
ASTAR_API astar_plane *astar_plane_create(astar_alloc alloc, void *context, const double bounds[4]);

/*
** A new plane whose obstacles are the outlines of the cells of a grid that a unit cannot enter: one
** for each set of such cells that have sides in common, with its holes. What lies beyond the edge of
** the map is out of bounds. A step between two cells that the unit can enter, but not make in both
** ways, is a wall: an obstacle 2^-12 cells thick. Heights, costs and links count for nothing.
** O(cells). The grid must not wrap. It is not used afterwards. ASTAR_MALFORMED if its cells lie too
** far off, or are too small for where they lie (10^-12 of it).
*/
ASTAR_API astar_result astar_plane_from_grid(astar_alloc alloc, void *context, const astar_graph *grid,
                                             astar_unit unit, astar_plane **plane);

/* Free the plane. Searches on it may only be destroyed afterwards. NULL is accepted. */
ASTAR_API void astar_plane_destroy(astar_plane *p);

/* Bytes held, with all that is remembered. */
ASTAR_API size_t astar_plane_memory(const astar_plane *p);

/* Grows with every edit. A search that was not finished before an edit is stale after it. */
ASTAR_API uint64_t astar_plane_version(const astar_plane *p);

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
** Add a polygon of `count` corners x, y, x, y, ..., in either direction round it. ASTAR_MALFORMED if it
** is not simple; then the fault is told (the first one, in the order of the flaws, then of a, then
** of b). O(count log n). What was remembered of corners that can see it is forgotten.
*/
ASTAR_API astar_result astar_plane_polygon(astar_plane *p, const double *corners, uint32_t count, astar_fault *fault,
                                           astar_obstacle *id);

/*
** The corners of a box around its middle (sizes > 0; turned by an angle, radians, from x towards y),
** and of a regular polygon drawn around a circle (radius > 0; count >= 3, the middle of a side
** lying in the direction of x), into an array that has room for them: 8 numbers, 2 * count.
*/
ASTAR_API void astar_box_corners(double x, double y, double width, double height, double angle, double corners[8]);
ASTAR_API void astar_circle_corners(double x, double y, double radius, uint32_t count, double *corners);

/* Remove an obstacle. O(corners log n), and as above. Its id is used again only with another generation. */
ASTAR_API void astar_plane_remove(astar_plane *p, astar_obstacle id);

/* The id that the next added obstacle gets, and its generation (unless NULL). */
ASTAR_API astar_obstacle astar_plane_next_id(const astar_plane *p, uint32_t *generation);

/* Whether an obstacle with this id and generation stands. Takes any numbers. */
ASTAR_API bool astar_plane_holds(const astar_plane *p, astar_obstacle id, uint32_t generation);

/* Whether an obstacle with this id stands; gives its generation (unless NULL). Takes any number. */
ASTAR_API bool astar_plane_find(const astar_plane *p, astar_obstacle id, uint32_t *generation);

/* How many obstacles stand; the smallest id above one, or ASTAR_NO_OBSTACLE. Takes any number. */
ASTAR_API uint32_t astar_plane_count(const astar_plane *p);
ASTAR_API astar_obstacle astar_plane_next(const astar_plane *p, astar_obstacle id);

/*
** The outlines of an obstacle: one, but for those from grids, whose holes follow (0 <= index < count).
** Their corners, with the inside on the left as one goes from x towards y (holes: on the left, too);
** good until the next edit.
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
** Cast a ray from one point to another: whether something stops a way along it, and where first: it
** enters an obstacle, leaves the bounds, or comes to a place where obstacles touch and leave no gap.
** What only grazes an outline does not hit; a ray from an inside hits where it begins. O(log n) and
** what is near the ray.
*/
ASTAR_API bool astar_plane_raycast(astar_plane *p, const double from[2], const double to[2], astar_hit *hit);

/* The obstacle (the lowest id) whose inside a point lies in, ASTAR_BOUNDS outside these, else ASTAR_NO_OBSTACLE. */
ASTAR_API astar_obstacle astar_plane_at(astar_plane *p, double x, double y);

/* Walk every structure and abort if an invariant is broken. For tests. */
ASTAR_API void astar_plane_validate(const astar_plane *p);

/* ======================================================================
** Saving
**
** A space as a string of bytes: the same ones on every machine, and again after loading. What can be
** seen of a space is kept: ids, and which are free, in what order they will be used again; the order
** of links; the numbers of terrains and units. Versions and generations begin anew.
**
** To save: astar_save_graph() or astar_save_plane(), then what the caller adds for itself, then
** astar_save_end(). Nothing of this can fail. With a writer that has no room (all zeros) all of it
** is only counted: `size` is then the room needed.
** To load: astar_reader_open(), then by `kind` astar_load_graph() or astar_load_plane(), then what the
** caller had added, then astar_read_end(). Any bytes may be given; takes no more memory than some ten
** times their number.
** ====================================================================== */

typedef enum astar_saved_kind { ASTAR_SAVED_GRAPH = 1, ASTAR_SAVED_GRID, ASTAR_SAVED_PLANE } astar_saved_kind;

typedef struct astar_writer {
  unsigned char *bytes; /* the caller's */
  size_t capacity;
  size_t size; /* written, or wanted: nothing is written beyond the capacity */
} astar_writer;

typedef struct astar_reader {
  const unsigned char *bytes; /* the caller's */
  size_t size, at;
  astar_saved_kind kind;
  bool failed;    /* it has come to the end too soon, or to something malformed */
  char error[96]; /* what is wrong, in words; else empty */
} astar_reader;

ASTAR_API void astar_save_graph(const astar_graph *g, astar_writer *w);
ASTAR_API void astar_save_plane(const astar_plane *p, astar_writer *w);

/* A whole number of 1 to 8 bytes, a double (every NaN becomes the same), bytes with their length. */
ASTAR_API void astar_write_number(astar_writer *w, uint64_t value, unsigned bytes);
ASTAR_API void astar_write_double(astar_writer *w, double value);
ASTAR_API void astar_write_bytes(astar_writer *w, const char *bytes, size_t length);

/* The length of all, and the checksum. */
ASTAR_API void astar_save_end(astar_writer *w);

/* Look at what frames it. The bytes must outlive all reading. False if it is nothing that was saved so; then `error` is set. */
ASTAR_API bool astar_reader_open(astar_reader *r, const char *bytes, size_t length);

/* A new space. ASTAR_MALFORMED if it is not as it must be; then `error` is set. ASTAR_NO_MEMORY: open it again to try again. */
ASTAR_API astar_result astar_load_graph(astar_alloc alloc, void *context, astar_reader *r, astar_graph **graph);
ASTAR_API astar_result astar_load_plane(astar_alloc alloc, void *context, astar_reader *r, astar_plane **plane);

/* Zeros or nothing once there is no more, and `failed` then. Bytes are good as long as those that are read from. */
ASTAR_API uint64_t astar_read_number(astar_reader *r, unsigned bytes);
ASTAR_API double astar_read_double(astar_reader *r);
ASTAR_API const char *astar_read_bytes(astar_reader *r, size_t *length);

/* Whether nothing failed and all has been read; if not, `error` is set. */
ASTAR_API bool astar_read_end(astar_reader *r);

/* ======================================================================
** Search
**
** A* after Hart, Nilsson & Raphael 1968, closed nodes being opened again where
** the heuristic is not consistent. It expands lower f = g + weight * h first,
** then lower h, then the node opened first; values of f within 2^-38 of the
** least count as equal to it. With an admissible heuristic the route is optimal.
** ====================================================================== */

typedef enum astar_status {
  ASTAR_SEARCHING,
  ASTAR_FOUND,
  ASTAR_UNREACHABLE,
  ASTAR_DONE,         /* without a goal: all was seen that may be */
  ASTAR_LIMIT,        /* max_cost or max_steps stopped it; there may be a way */
  ASTAR_STALE,        /* the space was edited while it ran */
  ASTAR_BLOCKED,      /* on a plane: the start or the goal lies inside an obstacle, or out of bounds */
  ASTAR_WANT_COST,    /* returned by step only, like the next two; the status stays "searching" */
  ASTAR_WANT_ESTIMATE,
  ASTAR_OUT_OF_MEMORY /* step again to go on */
} astar_status;

typedef enum astar_heuristic {
  ASTAR_AUTO,      /* the best admissible one: euclidean on graphs, the length in steps on grids */
  ASTAR_EUCLIDEAN, /* straight distance times the least cost per distance: admissible, consistent */
  ASTAR_MANHATTAN, /* scaled alike; overestimates where links run slantwise */
  ASTAR_OCTILE,
  ASTAR_ZERO,
  ASTAR_ASK        /* by ASTAR_WANT_ESTIMATE, for each goal */
} astar_heuristic;

typedef struct astar_search_def {
  astar_id start;
  const astar_id *goals; /* ids; copied, as the lists below */
  uint32_t goal_count;   /* 0: explore everything */
  astar_unit unit;
  astar_heuristic heuristic;
  double weight;      /* >= 1: the cost is at most this many times the optimum */
  double max_cost;    /* >= 0 or INFINITY; dearer nodes are not opened */
  uint64_t max_steps; /* expansions after which it gives up; UINT64_MAX: never */
  bool ask_cost;      /* ask for the cost of each step by ASTAR_WANT_COST */
  bool answer_only;   /* with goals, and not `partial`: nothing but the status, the goal and its path counts */
  bool partial;       /* if no goal is reached, note the reached node nearest to one */
  bool jump;           /* by jump points, where they serve: see below */
  bool keep_estimates; /* estimates asked for later do not follow edits; 8 bytes a node more */
  bool only;          /* enter only the nodes of `only_ids`, and the start */
  const astar_id *only_ids;
  uint32_t only_count;
  const astar_id *avoid_ids; /* never enter these */
  uint32_t avoid_count;
} astar_search_def;

typedef enum astar_state { ASTAR_NONE, ASTAR_OPEN, ASTAR_CLOSED, ASTAR_EXCLUDED } astar_state;

/*
** Jump points (Harabor & Grastien 2011, 2014) serve where a unit pays the same for every cell of a
** grid that it can enter: square cells, eight neighbours, no corners cut; no heights, closed steps,
** links, waypoints or wrapping; one goal; nothing asked for, no lists; and after astar_grid_prepare().
** The search then expands and touches only the cells where a route may turn; its paths have all
** cells nonetheless. Elsewhere `jump` changes nothing.
*/

/* No goal, no unit, the automatic heuristic, weight 1, no limits. */
ASTAR_API astar_search_def astar_default_search(void);

/* An empty search, or NULL if there is no memory. Begin it before anything else. */
ASTAR_API astar_search *astar_search_create(astar_alloc alloc, void *context);

/* Free the search; reads no memory of the graph. NULL is accepted. */
ASTAR_API void astar_search_destroy(astar_search *s);

/* Bytes held. Grows with what is touched and is kept from run to run. */
ASTAR_API size_t astar_search_memory(const astar_search *s);

/*
** Begin a run, in the memory of the last one. The graph must outlive all use of
** the search but its destruction. Costs the same on a large graph as on a small one.
** After ASTAR_NO_MEMORY the search has ended (ASTAR_STALE) and can be begun anew.
*/
ASTAR_API astar_result astar_search_begin(astar_search *s, const astar_graph *g, const astar_search_def *def);

/*
** Begin again as last time, with another start unless ASTAR_NO_ID and other goals
** unless NULL. The ids that remain from last time must be of live nodes.
*/
ASTAR_API astar_result astar_search_restart(astar_search *s, astar_id start, const astar_id *goals,
                                            uint32_t goal_count);

/*
** Expand up to n nodes; reaching a goal counts as one. Returns the status, or what it wants.
** After an answer step on with what is left of n (astar_search_expanded() tells), be it 0.
*/
ASTAR_API astar_status astar_search_step(astar_search *s, uint64_t n);

/* The status; ASTAR_STALE as soon as the graph was edited under it. */
ASTAR_API astar_status astar_search_status(const astar_search *s);

typedef struct astar_want {
  astar_id from, to; /* for an estimate: the node and the goal */
  double cost;       /* the cost of the step for the unit */
  bool estimate;     /* the estimate from -> to is wanted, not the cost */
} astar_want;

/* What the last step wanted; false if nothing. A step with no answer given wants the same again. */
ASTAR_API bool astar_search_want(const astar_search *s, astar_want *want);

/* Answer it: >= 0; INFINITY for no way (costs only). */
ASTAR_API void astar_search_answer(astar_search *s, double value);

/* Whether this run goes by jump points. */
ASTAR_API bool astar_search_jumps(const astar_search *s);

/* How many nodes were expanded, and the last one (or ASTAR_NO_ID). */
ASTAR_API uint64_t astar_search_expanded(const astar_search *s);
ASTAR_API astar_id astar_search_current(const astar_search *s);

/* The start, and the goal: the one reached or, before that, the only one; else ASTAR_NO_ID. */
ASTAR_API astar_id astar_search_start(const astar_search *s);
ASTAR_API astar_id astar_search_goal(const astar_search *s);
ASTAR_API uint32_t astar_search_goal_count(const astar_search *s);
ASTAR_API astar_id astar_search_goal_at(const astar_search *s, uint32_t index);

typedef struct astar_visit {
  astar_id id;
  astar_id parent;  /* ASTAR_NO_ID for the start */
  astar_state state;
  double cost;      /* g; open and closed nodes only, as the two others */
  double estimate;  /* h, without the weight */
} astar_visit;

/* What is known of a node. Takes any id, of a node since removed too. O(1). */
ASTAR_API astar_visit astar_search_visit(const astar_search *s, astar_id id);

/* The nodes that the run has touched, in the order of touching: 0 <= index < count. */
ASTAR_API uint32_t astar_search_touched(const astar_search *s);
ASTAR_API astar_visit astar_search_touched_at(const astar_search *s, uint32_t index);

/* The reached node with the smallest estimate (the cheaper, then the one touched first, among equals). */
ASTAR_API astar_id astar_search_closest(const astar_search *s);

/*
** With `partial`, once the run has ended without a goal: the reached node nearest in a straight
** line to any goal (the cheaper, then the one touched first, among equals). Else ASTAR_NO_ID.
*/
ASTAR_API astar_id astar_search_partial(const astar_search *s);

/* ---- On a plane ----
**
** A search on a plane has nodes too: the start, whose id is 1, the goal, whose id is 2, and corners
** of obstacles. What is said of graphs above holds for it, unless it says "graph". The start is
** expanded more than once: each time for those of its successors that are no farther than the next
** node on the open list (partial expansion, after Yoshizumi, Miura & Ishida 2000).
*/

typedef struct astar_plane_search_def {
  double start[2], goal[2];
  bool explore;        /* there is no goal */
  double radius;       /* >= 0: of the disc that moves */
  astar_heuristic heuristic; /* not ASTAR_ASK */
  double weight, max_cost;
  uint64_t max_steps;
  bool answer_only;    /* as above; there are no rays either */
  bool partial;
  bool keep_estimates; /* and where nodes lie: for astar_search_place() and for paths asked for after edits */
} astar_plane_search_def;

/* From the origin to the origin, a point, the automatic heuristic, weight 1, no limits. */
ASTAR_API astar_plane_search_def astar_default_plane_search(void);

/*
** Begin a run on a plane, which must outlive all use of the search but its destruction. With a
** radius the path keeps at least that distance from all obstacles and from the bounds: they are
** enlarged by polygons drawn around the circle, whose sides turn by at most 0.28, so that the way
** round a corner is less than 1 % longer than the arc. The enlarged obstacles are remembered for the
** eight radii used last. A start or goal that lies inside an outline by no more than rounding (2^-48
** of the coordinates), as does who walks along it, is moved onto it; so is one that keeps the radius,
** but lies within those polygons, by 1 % of the radius at most. O(n log n) for a radius that is new,
** else O(log n).
*/
ASTAR_API astar_result astar_search_begin_plane(astar_search *s, astar_plane *p, const astar_plane_search_def *def);

/* Begin again as last time, with another start and goal unless NULL. */
ASTAR_API astar_result astar_search_restart_plane(astar_search *s, const double start[2], const double goal[2]);

/*
** Where a node lies that the run has touched, or the start or goal; false for others. Takes any id. Of
** corners, with `keep_estimates` only. O(1).
*/
ASTAR_API bool astar_search_place(const astar_search *s, astar_id id, double xy[2]);

/* The node that the run has touched at a place (the first one), or ASTAR_NO_ID; likewise. O(touched). */
ASTAR_API astar_id astar_search_find(const astar_search *s, double x, double y);

typedef struct astar_ray {
  double from[2], to[2]; /* to: where it was aimed at, or where it hit */
  astar_obstacle hit;    /* or ASTAR_BOUNDS; ASTAR_NO_OBSTACLE if it hit nothing */
  uint32_t generation;   /* of that obstacle */
} astar_ray;

/*
** The rays that the run has looked along, in that order: 0 <= index < count. They are the same
** whatever was remembered of them from earlier runs. None with answer_only.
*/
ASTAR_API uint32_t astar_search_ray_count(const astar_search *s);
ASTAR_API astar_ray astar_search_ray_at(const astar_search *s, uint32_t index);

/* How many rays the run has really cast. */
ASTAR_API uint64_t astar_search_casts(const astar_search *s);

/* ======================================================================
** Route
**
** The cheapest route between two nodes, in one go: from both ends at once, by the algorithm
** NBA* of Pijls & Post 2009 ("Yet another bidirectional algorithm for finding the shortest
** path"). It expands about half as many nodes as a search, and tells nothing of them. Of
** routes that cost the same it may find another one, but always the same one.
** ====================================================================== */

/* An empty route, or NULL if there is no memory; destroy reads no memory of the graph. */
ASTAR_API astar_route *astar_route_create(astar_alloc alloc, void *context);
ASTAR_API void astar_route_destroy(astar_route *r);
ASTAR_API size_t astar_route_memory(const astar_route *r);

/* Find it for a unit, on a graph that is no grid: ASTAR_FOUND, ASTAR_UNREACHABLE or ASTAR_OUT_OF_MEMORY. */
ASTAR_API astar_status astar_route_find(astar_route *r, const astar_graph *g, astar_unit unit, astar_id start,
                                        astar_id goal);

/* Nodes expanded by the last find, from both ends. */
ASTAR_API uint64_t astar_route_expanded(const astar_route *r);

/* How many nodes the route has that was found; then write it. The graph must not have been edited since. */
ASTAR_API uint32_t astar_route_count(const astar_route *r);
ASTAR_API void astar_route_path(const astar_route *r, astar_path *path);

/* ======================================================================
** Path
** ====================================================================== */

typedef struct astar_waypoint {
  double x, y, z; /* where the node was when the path was taken */
  double along;   /* distance from the start along the path */
  astar_id id;    /* ASTAR_NO_ID on a plane */
  uint32_t generation;
} astar_waypoint;

struct astar_path {
  double cost;
  double wrap[2][2]; /* x, y: how far one gets by going once round a grid that wraps, along each axis */
  uint32_t count; /* >= 1 */
  bool partial;
  astar_waypoint points[1]; /* `count` of them */
};

/* Bytes for a path of so many nodes. */
ASTAR_API size_t astar_path_size(uint32_t count);

/* How many nodes the route to a reached node has; 0 if it was not reached. Takes any id. */
ASTAR_API uint32_t astar_search_trace(const astar_search *s, astar_id id);

/* Write that route; `path` has room for astar_search_trace() nodes. */
ASTAR_API void astar_search_path(const astar_search *s, astar_id id, astar_path *path);

/*
** The place so far along the path (clamped to it; NaN counts as 0), and the index
** of the last waypoint passed, from 0. O(log count).
*/
ASTAR_API uint32_t astar_path_at(const astar_path *path, double distance, double xyz[3]);

#endif
