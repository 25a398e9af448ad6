/*
** scene.h: outlines of obstacles, indexed for the exact geometric questions of the plane: which places
** are free, which segments are clear, where a shortest path may bend.
**
** Outlines have their inside on the left. Each is stored as edge chains of up to AS_CHAIN_EDGES edges, the
** items of a box tree. Corners at equal places share one point. A place that is not on an outline is
** occupied if its winding number is not 0, so outlines may overlap. What is occupied around a point, its
** wedge, is computed when it is first asked for, and again after an edit nearby.
**
** scene.c stores the outlines; wedge.c, segment.c and nudge.c answer the questions. All but nudges are exact.
*/
#ifndef AS_SCENE_H
#define AS_SCENE_H

#include "geometry/box_tree.h"
#include "geometry/orient.h"
#include "geometry/outline.h"

#define AS_CHAIN_EDGES 8
#define AS_LONG_OUTLINE 64u /* edges; an outline with more is long */
#define AS_NO_POINT UINT32_MAX
#define AS_NO_CHAIN UINT32_MAX

/* Successive edges of one outline: edge i goes from corner i to corner i + 1. */
typedef struct as_edge_chain {
  double xy[AS_CHAIN_EDGES + 1][2];
  uint32_t point[AS_CHAIN_EDGES + 1]; /* by corner */
  uint32_t count;    /* edges; 0 if not in use */
  uint32_t obstacle;
  uint32_t outline;  /* the first chain of the same outline */
  uint32_t bends;    /* bit i: the outline turns left at corner i, where its inside is less than a half-plane */
  uint32_t next;     /* of the same obstacle, outline by outline; of a free chain: the next free one */
  bool is_long;      /* part of a long outline */
} as_edge_chain;

/* What is occupied around a point, by the angle of the smallest wedge that contains it. */
typedef enum as_wedge {
  AS_WEDGE_UNKNOWN,
  AS_WEDGE_REFLEX,   /* more than a half-plane: no straight path passes */
  AS_WEDGE_STRAIGHT, /* a half-plane: straight paths pass along its border */
  AS_WEDGE_CONVEX    /* less: a shortest path may bend here */
} as_wedge;

/*
** A place where corners lie. If its wedge is straight or convex, all directions counter-clockwise from
** `low` to `high` are occupied and all others free; both are corners next to the point.
*/
typedef struct as_point {
  double at[2], low[2], high[2];
  uint32_t uses; /* chains' corners here, without the last ones of chains; 0 if not in use */
  uint32_t next; /* in the same bucket of the hash table; of a free point: the next free one */
  uint32_t mark; /* marked if equal to the scene's */
  as_wedge wedge;
} as_point;

typedef struct as_scene {
  as_box_tree tree;         /* of all chains */
  as_box_tree outline_tree; /* of the outlines that are not long, by their first chains */
  uint32_t long_chains;     /* how many chains belong to long outlines */
  as_edge_chain *chains;
  uint32_t chain_count, chain_capacity, free_chain;
  as_point *points;
  uint32_t point_count, point_capacity, free_point;
  uint32_t points_used;
  uint32_t *hash;     /* points by place */
  uint32_t hash_size; /* a power of 2, or 0 */
  uint32_t mark;
  int outside; /* the winding number far away: 1 if there are bounds, else 0 */
} as_scene;

ASTAR_API void as_scene_init(as_scene *s);
ASTAR_API void as_scene_free(as_scene *s, as_memory *m);

/* ---- Editing ---- */

/*
** Add the outlines of an obstacle; `first` becomes its first chain, AS_NO_CHAIN if there are none. False if
** out of memory; then nothing changed. O(corners log n). Adding and removing may change the wedges of all
** points in the obstacle's box. `first` of as_scene_remove() is not AS_NO_CHAIN.
*/
ASTAR_API bool as_scene_add(as_scene *s, as_memory *m, const as_outlines *outlines, uint32_t obstacle, uint32_t *first);
ASTAR_API void as_scene_remove(as_scene *s, uint32_t first);

/* The bounding box of an obstacle. */
ASTAR_API as_box as_scene_box(const as_scene *s, uint32_t first);

/* ---- Points ---- */

/* The point at a place, or AS_NO_POINT. O(1) expected. */
ASTAR_API uint32_t as_scene_point(const as_scene *s, const double place[2]);

/* Unmark all points: O(1) but for one call in 2^32. */
ASTAR_API void as_scene_unmark(as_scene *s);

/* Mark a point; false if it was marked already. */
static inline bool as_scene_mark(as_scene *s, uint32_t point)
{
  const bool first = s->points[point].mark != s->mark;
  s->points[point].mark = s->mark;
  return first;
}

/* ---- Edges near a place ---- */

/* Iterates over the edges of all chains whose boxes touch a box. */
typedef struct as_edge_query {
  const as_scene *scene;
  as_tree_query query;
  const as_edge_chain *chain; /* of the current edge */
  uint32_t edge;              /* the next edge of the chain */
  const double *from, *to;    /* the current edge */
} as_edge_query;

static inline void as_edge_query_begin(as_edge_query *q, const as_scene *s, const as_box *box)
{
  q->scene = s;
  q->chain = NULL;
  as_box_query_begin(&q->query, &s->tree, box);
}

static inline bool as_edge_query_next(as_edge_query *q)
{
  if (!q->chain || q->edge == q->chain->count) {
    const uint32_t chain = as_box_query_next(&q->query);
    if (chain == AS_BOX_TREE_NONE) return false;
    q->chain = &q->scene->chains[chain];
    q->edge = 0;
  }
  q->from = q->chain->xy[q->edge++];
  q->to = q->chain->xy[q->edge];
  return true;
}

/* A chain that has an edge through a place, of the obstacle with the lowest index; or AS_NO_CHAIN. */
ASTAR_API uint32_t as_scene_chain_at(const as_scene *s, const double place[2]);

/* ---- Occupancy (wedge.c) ---- */

typedef enum as_occupancy {
  AS_FREE,
  AS_BOUNDARY, /* on an outline, some directions around it are free */
  AS_OCCUPIED
} as_occupancy;

/* O(log n + what is near), if there are no long outlines. */
ASTAR_API as_occupancy as_scene_occupancy(const as_scene *s, const double place[2]);

/* Whether a path may leave a place on an outline towards another place: through a free direction, or along an edge. */
ASTAR_API bool as_scene_can_leave(const as_scene *s, const double place[2], const double towards[2]);

/* Compute the wedge of a point. */
ASTAR_API void as_scene_compute_wedge(as_scene *s, uint32_t point);

static inline as_wedge as_scene_wedge(as_scene *s, uint32_t point)
{
  if (s->points[point].wedge == AS_WEDGE_UNKNOWN) as_scene_compute_wedge(s, point);
  return s->points[point].wedge;
}

/*
** Whether the wedge of a point, straight or convex, lies on one side of a line through the point. Then a
** path along the line passes, and may bend around the wedge.
*/
static inline bool as_wedge_beside(const as_point *c, const double from[2], const double to[2])
{
  return as_orient(from, to, c->low) * as_orient(from, to, c->high) >= 0;
}

/*
** A necessary condition, from one outline alone, for a shortest path that comes from a place to bend at
** corner i of a chain: the outline turns left there, and lies on one side of the way. (At the first corner
** of a chain that is not a whole outline, the edge before is unknown: true.)
*/
static inline bool as_chain_may_bend(const as_edge_chain *chain, uint32_t i, const double place[2])
{
  const double *c = chain->xy[i], *before = chain->xy[i > 0 ? i - 1 : chain->count - 1];
  if (!(chain->bends >> i & 1)) return false;
  if (i == 0 && chain->point[0] != chain->point[chain->count]) return true;
  return as_orient(place, c, before) * as_orient(place, c, chain->xy[i + 1]) >= 0;
}

/* ---- Segments (segment.c) ---- */

/*
** Whether nothing blocks the open segment between two places. The places themselves are not examined; see
** as_scene_can_leave(). `hint` is a chain to test first, or AS_NO_CHAIN; it becomes the one that blocks.
*/
ASTAR_API bool as_scene_is_clear(as_scene *s, const double from[2], const double to[2], uint32_t *hint);

/* The first thing that blocks a segment from a place that is not occupied: its chain, and where. False if none. */
ASTAR_API bool as_scene_first_hit(as_scene *s, const double from[2], const double to[2], uint32_t *chain,
                                  double place[2]);

/* ---- Nudging (nudge.c) ---- */

/*
** Project an occupied place to the nearest place that is not, if that is no farther than `slack` or than
** rounding errors explain: agents that follow an outline are often just inside it. False if there is none.
*/
ASTAR_API bool as_scene_nudge(const as_scene *s, double place[2], double slack);

/* Whether no outline is nearer to a place than a distance. */
ASTAR_API bool as_scene_has_clearance(const as_scene *s, const double place[2], double distance);

ASTAR_API void as_scene_validate(const as_scene *s);

#endif
