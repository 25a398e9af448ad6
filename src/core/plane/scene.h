/*
** scene.h: the outlines of obstacles, indexed for geometric queries: whether a place is free, what blocks a segment,
** and at which corners a shortest path may bend.
**
** Outlines have their inside on the left. Each is stored as edge chains of up to AS_CHAIN_EDGES edges, the items of
** a box tree. Corners with equal coordinates share one point. A place that is not on an outline is occupied if its
** winding number is not 0, so outlines may overlap. The wedge of a point, the smallest angle that contains all
** occupied directions around it, is computed when it is first needed and again after an edit nearby.
**
** scene.c stores the outlines; winding.c, wedge.c, segment.c and nudge.c have the queries. All decisions are exact;
** only the place of a hit and that of a nudge are rounded.
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
  as_box box;
  double xy[AS_CHAIN_EDGES + 1][2];
  uint32_t point[AS_CHAIN_EDGES + 1]; /* by corner */
  uint32_t count;    /* edges; 0: a free chain */
  uint32_t obstacle; /* index of its obstacle, or ASTAR_BOUNDS */
  uint32_t outline;  /* the first chain of the same outline */
  uint32_t bends;    /* bit i: the outline turns left at corner i, so its inside is convex there */
  uint32_t next;     /* the next chain of the same obstacle, outline by outline; in a free chain: the next free one */
  bool is_long;      /* part of a long outline */
  bool is_solid;     /* its obstacle lowers no winding number: it has no holes, and is not the bounds */
} as_edge_chain;

/* Successive chains of a long outline; winding.c says which. */
typedef struct as_chain_range {
  as_box box;
  uint32_t skip; /* the chain after the range, maybe of another outline, or AS_NO_CHAIN */
} as_chain_range;

/* The angle of a point's wedge. */
typedef enum as_wedge {
  AS_WEDGE_UNKNOWN,
  AS_WEDGE_REFLEX,   /* more than a half-plane: no straight path passes */
  AS_WEDGE_STRAIGHT, /* a half-plane: straight paths pass along its border */
  AS_WEDGE_CONVEX    /* less: a shortest path may bend here */
} as_wedge;

/*
** A place with one or more corners. A straight or convex wedge extends counter-clockwise from the direction of the
** point `low` to that of `high`, where edges at this point end. All directions outside it are free.
*/
typedef struct as_point {
  double at[2];
  uint32_t low, high;
  uint32_t child[2]; /* in the tree of its hash bucket; in a free point: [0] is the next free one */
  uint32_t mark;     /* the point is marked if this equals `mark` of the scene */
  unsigned wedge : 2; /* an as_wedge */
  unsigned uses : 30; /* corners of chains here, not counting the last corner of each chain; 0: a free point */
} as_point;

/* A limit on `hash_size`, and so on points. */
#define AS_POINTS_MAX (1u << 29)

/* A limit on chains: with fewer, no point has more uses than it can count. */
#define AS_CHAINS_MAX ((1u << 30) / AS_CHAIN_EDGES)

typedef struct as_scene {
  as_box_tree tree;         /* items: all chains */
  as_box_tree outline_tree; /* items: all outlines, as the index of their first chain */
  as_edge_chain *chains;
  uint32_t chain_count, chain_capacity, free_chain;
  uint32_t outline_count; /* those included that are not indexed yet */
  as_chain_range *ranges; /* by chain: the range that it begins, if it is part of a long outline */
  uint32_t range_capacity;
  as_point *points;
  uint32_t point_count, point_capacity, free_point;
  uint32_t points_used;
  uint32_t *hash;     /* by hash of the place: the root of the bucket's tree, or AS_NO_POINT */
  uint32_t hash_size; /* a power of 2, or 0 */
  uint32_t mark;
  uint32_t forgets;   /* corners whose wedges edits have set to unknown since one was last computed */
  bool knows_wedges;  /* false: all wedges are AS_WEDGE_UNKNOWN */
  int outside; /* the winding number at infinity: 1 if there are bounds, else 0 */
} as_scene;

ASTAR_API void as_scene_init(as_scene *s);
ASTAR_API void as_scene_free(as_scene *s, as_memory *m);

/* ---- Editing ---- */

/*
** Add the outlines of an obstacle, and set the wedges in its box to unknown. *first becomes its first chain, or
** AS_NO_CHAIN if there are no outlines. False if out of memory; then nothing has changed. O(corners log n + corners
** in the box); the latter are at most n, amortized, for all edits between two computations of a wedge.
*/
ASTAR_API bool as_scene_add(as_scene *s, as_memory *m, const as_outlines *outlines, uint32_t obstacle, uint32_t *first);

/* Make room for `more` points, which saves time if many obstacles follow. False if out of memory. O(points + more). */
ASTAR_API bool as_scene_reserve(as_scene *s, as_memory *m, uint32_t more);

/*
** As as_scene_add(), but the outlines are not indexed: until as_scene_index(), no other function may be called but
** as_scene_reserve(). Less work for each of many obstacles. O(corners) expected.
*/
ASTAR_API bool as_scene_store(as_scene *s, as_memory *m, const as_outlines *outlines, uint32_t obstacle,
                              uint32_t *first);

/* Index all obstacles anew, and set all wedges to unknown. O(n log n). */
ASTAR_API void as_scene_index(as_scene *s);

/* Remove the obstacle with this first chain. Wedges and complexity as with as_scene_add(). Cannot fail. */
ASTAR_API void as_scene_remove(as_scene *s, uint32_t first);

/* The bounding box of the obstacle with this first chain. O(corners). */
ASTAR_API as_box as_scene_box(const as_scene *s, uint32_t first);

/* ---- Points ---- */

/* The point at a place, or AS_NO_POINT. O(1) expected, and at worst 128 steps. */
ASTAR_API uint32_t as_scene_point(const as_scene *s, const double place[2]);

/* Unmark all points. O(1) amortized. */
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

/* Of the chains with an edge through a place, one of the obstacle with the lowest index; or AS_NO_CHAIN. */
ASTAR_API uint32_t as_scene_chain_at(const as_scene *s, const double place[2]);

/* ---- Winding numbers (winding.c) ---- */

/* Make the ranges of the long outline with this first chain; the first one has the box of the outline. O(chains). */
ASTAR_API void as_scene_make_ranges(as_scene *s, uint32_t first);

/*
** The sum of as_edge_winding() over the edges of the outline with this first chain. O(edges) for an outline that is not
** long; else O((1 + k) log edges), where the boxes of k ranges contain the place: at worst O(edges).
*/
ASTAR_API int as_scene_outline_winding(const as_scene *s, uint32_t first, const double place[2]);

/* As as_scene_outline_winding(); sets *on_edge to true if the place lies on the outline, else leaves it. */
ASTAR_API int as_scene_outline_inside(const as_scene *s, uint32_t first, const double place[2], bool *on_edge);

/* ---- Occupancy (wedge.c) ---- */

typedef enum as_occupancy {
  AS_FREE,
  AS_BOUNDARY, /* on an outline, with free directions around it */
  AS_OCCUPIED
} as_occupancy;

/*
** Whether a place is occupied. O(log n), as_scene_outline_winding() for each outline whose box contains the place, and
** O(k + k d / 256) for k edges through it in d directions. An obstacle without holes that has the place inside ends the
** query.
*/
ASTAR_API as_occupancy as_scene_occupancy(const as_scene *s, const double place[2]);

/*
** Whether the direction from a place on an outline towards another place is free, or borders on a free direction.
** Complexity as of as_scene_occupancy(), but O(k) for the edges.
*/
ASTAR_API bool as_scene_can_leave(const as_scene *s, const double place[2], const double towards[2]);

/*
** Whether occupied directions divide the free ones around a place on an outline: from there, ways may lead to grounds
** that are not joined. Complexity as of as_scene_occupancy().
*/
ASTAR_API bool as_scene_is_divided(const as_scene *s, const double place[2]);

/*
** Whether a path may turn at a place that is free, or on an outline: come from `from`, and leave towards `to`, by free
** directions between which there is none that is occupied. O(k^2) for k edges there.
*/
ASTAR_API bool as_scene_can_turn(const as_scene *s, const double place[2], const double from[2], const double to[2]);

/* Compute the wedge of a point. Complexity as of as_scene_can_leave(). */
ASTAR_API void as_scene_compute_wedge(as_scene *s, uint32_t point);

/* The wedge of a point, computed if need be. */
static inline as_wedge as_scene_wedge(as_scene *s, uint32_t point)
{
  if (s->points[point].wedge == AS_WEDGE_UNKNOWN) as_scene_compute_wedge(s, point);
  return (as_wedge)s->points[point].wedge;
}

/* Where the wedge of a point, straight or convex, begins and ends. */
static inline const double *as_wedge_low(const as_scene *s, const as_point *c)
{
  return s->points[c->low].at;
}

static inline const double *as_wedge_high(const as_scene *s, const as_point *c)
{
  return s->points[c->high].at;
}

/*
** Whether the wedge of a point, straight or convex, lies on one side of the line `from` - `to` through the point.
** Then a path along the line passes, and may bend around the wedge.
*/
static inline bool as_wedge_beside(const as_scene *s, const as_point *c, const double from[2], const double to[2])
{
  return as_orient(from, to, as_wedge_low(s, c)) * as_orient(from, to, as_wedge_high(s, c)) >= 0;
}

/* Whether that side is the right one. */
static inline bool as_wedge_on_right(const as_scene *s, const as_point *c, const double from[2], const double to[2])
{
  return as_orient(from, to, as_wedge_low(s, c)) + as_orient(from, to, as_wedge_high(s, c)) < 0;
}

/*
** A necessary condition for a shortest path from a place to bend at corner i of a chain, by its outline alone: the
** outline turns left there, and lies on one side of the line from the place. (True at the first corner of a chain
** that is not a whole outline, since the chain does not have the edge before.)
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
** Whether nothing blocks the segment between two places, its ends excluded: for these see as_scene_can_leave().
** *hint is a chain to test first, or AS_NO_CHAIN; if the segment is blocked it becomes the chain that blocks it.
** O(log n + chains near the segment).
*/
ASTAR_API bool as_scene_is_clear(as_scene *s, const double from[2], const double to[2], uint32_t *hint);

/* Where a segment from a place that is not occupied is blocked first, and by which chain; false if it is clear. */
ASTAR_API bool as_scene_first_hit(as_scene *s, const double from[2], const double to[2], uint32_t *chain,
                                  double place[2]);

/* ---- Nudging (nudge.c) ---- */

/*
** Move an occupied place to the nearest place on an outline that is not occupied, if it is no farther than `slack` and
** rounding errors allow: agents that follow an outline are often just inside it. False if none is found. Only the
** nearest edges are tried (see nudge.c), each by as_scene_occupancy(); to list them takes O(log n + edges within
** reach).
*/
ASTAR_API bool as_scene_nudge(const as_scene *s, double place[2], double slack);

/* Whether all outlines are at least this distance away from a place. */
ASTAR_API bool as_scene_has_clearance(const as_scene *s, const double place[2], double distance);

/* Abort if an invariant is broken. */
ASTAR_API void as_scene_validate(const as_scene *s);

#endif
