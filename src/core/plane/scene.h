/*
** scene.h: outlines of obstacles as the plane's geometry sees them: where ground is free, which
** segments are clear, where a shortest path may bend. Layers own one; see layer.h.
**
** Outlines have the inside on their left. They are kept as runs of up to AS_RUN edges, which a tree
** finds by place; corners that lie in the same place are one point. A place is occupied if its
** winding number is not 0. What that means at a point (its wedge) is worked out when it is first
** asked for, and again after an edit near it.
*/
#ifndef AS_SCENE_H
#define AS_SCENE_H

#include "geometry/orient.h"
#include "geometry/outline.h"
#include "geometry/box_tree.h"

#define AS_RUN 8
#define AS_LONG 64u /* an outline of more edges is a long one */
#define AS_NO_POINT UINT32_MAX
#define AS_NO_RUN UINT32_MAX

/* Edges that follow each other along one outline: edge i goes from corner i to corner i + 1. */
typedef struct as_run {
  double xy[AS_RUN + 1][2];
  uint32_t point[AS_RUN + 1];
  uint32_t count;    /* of edges; 0: not in use */
  uint32_t obstacle;
  uint32_t outline;  /* the first run of the same outline */
  uint32_t bends;    /* bits: where the outline turns left, so that its inside takes up less than half */
  uint32_t next;     /* of the same obstacle, outline by outline; of a free run: the next free one */
  bool is_long;      /* the outline is */
} as_run;

typedef enum as_wedge {
  AS_WEDGE_UNKNOWN,
  AS_WEDGE_WIDE,   /* more than half of what is around is occupied, or all is: no straight way leads through */
  AS_WEDGE_HALF,   /* half: the straight way through is along it */
  AS_WEDGE_CORNER  /* less than half: a shortest path may bend here */
} as_wedge;

/*
** The occupied wedge around a point reaches from the direction of `low` counter-clockwise to that of
** `high` (with y upwards); these are places of corners beyond it. All of the rest is free.
*/
typedef struct as_point {
  double at[2], low[2], high[2];
  uint32_t uses; /* corners that lie here; 0: not in use */
  uint32_t next; /* of the same hash; of a free point: the next free one */
  uint32_t looked; /* the last look that met it; see sight.h */
  as_wedge wedge;
} as_point;

typedef struct as_scene {
  as_tree tree;   /* of all runs */
  as_tree shorts; /* of short outlines, by their first runs */
  uint32_t long_runs; /* of long ones */
  as_run *runs;
  uint32_t run_count, run_capacity, free_run;
  as_point *points;
  uint32_t point_count, point_capacity, free_point;
  uint32_t points_used;
  uint32_t *hash; /* by place */
  uint32_t hash_size; /* a power of 2, or 0 */
  uint32_t looks; /* how many have begun */
  int outside; /* winding number far away: 1 if there are bounds */
} as_scene;

ASTAR_API void as_scene_init(as_scene *s);
ASTAR_API void as_scene_free(as_scene *s, as_memory *m);

/*
** Add outlines of an obstacle; `first` becomes its first run. False if out of memory. Points within
** the box around them may mean something else afterwards, here as for removing.
*/
ASTAR_API bool as_scene_add(as_scene *s, as_memory *m, const as_outlines *outlines, uint32_t obstacle, uint32_t *first);
ASTAR_API void as_scene_remove(as_scene *s, uint32_t first);

/* The box around an obstacle's runs. */
ASTAR_API as_box as_scene_box(const as_scene *s, uint32_t first);

/* The point at a place, or AS_NO_POINT. */
ASTAR_API uint32_t as_scene_point(const as_scene *s, const double place[2]);

typedef enum as_ground {
  AS_GROUND_FREE,
  AS_GROUND_EDGE,    /* on an outline, with free ground beside it */
  AS_GROUND_OCCUPIED
} as_ground;

ASTAR_API as_ground as_scene_ground(const as_scene *s, const double place[2]);

/*
** Of an occupied place that lies inside an outline by no more than rounding, or than `slack`: move it to
** the nearest place on an outline that is free. Who walks along an outline is there all the time.
** Whether it is free then.
*/
ASTAR_API bool as_scene_free_place(const as_scene *s, double place[2], double slack);

/* Whether no outline is nearer to a place than a distance. */
ASTAR_API bool as_scene_keeps(const as_scene *s, const double place[2], double distance);

/* From a place on an outline: whether the way towards another place begins on free ground, or along it. */
ASTAR_API bool as_scene_opens(const as_scene *s, const double place[2], const double towards[2]);

/*
** Of a point with a wedge of half or less, through which a line goes: whether the wedge lies on one
** side of the line.
*/
static inline bool as_leaves_beside(const as_point *c, const double from[2], const double to[2])
{
  return as_orient(from, to, c->low) * as_orient(from, to, c->high) >= 0;
}

/*
** Whether, as far as one outline tells, a shortest path from a place may bend at corner i of a run: the
** outline turns round it, and lies on one side of the way. (Of the first corner of one run among
** several, only the first is known here.)
*/
static inline bool as_run_may_bend(const as_run *run, uint32_t i, const double place[2])
{
  const double *c = run->xy[i], *before = run->xy[i > 0 ? i - 1 : run->count - 1];
  if (!(run->bends >> i & 1)) return false;
  if (i == 0 && run->point[0] != run->point[run->count]) return true;
  return as_orient(place, c, before) * as_orient(place, c, run->xy[i + 1]) >= 0;
}

/* Work out the wedge of a point. */
ASTAR_API void as_scene_resolve(as_scene *s, uint32_t point);

static inline as_wedge as_scene_wedge(as_scene *s, uint32_t point)
{
  if (s->points[point].wedge == AS_WEDGE_UNKNOWN) as_scene_resolve(s, point);
  return s->points[point].wedge;
}

/*
** Whether nothing stands between two places. What is at the places themselves is not looked at: see
** as_scene_opens(). `hint` is a run that may be in the way, or AS_NO_RUN; it becomes the one that is.
*/
ASTAR_API bool as_scene_clear(as_scene *s, const double from[2], const double to[2], uint32_t *hint);

/*
** As as_scene_clear(), but tells what is met first: the run, and where. From a place that is not
** occupied.
*/
ASTAR_API bool as_scene_hit(as_scene *s, const double from[2], const double to[2], uint32_t *run, double place[2]);

/* A run of which an edge goes through a place, or AS_NO_RUN. */
ASTAR_API uint32_t as_scene_run_at(const as_scene *s, const double place[2]);

/* Begin a look: no point has met it. */
ASTAR_API void as_scene_look(as_scene *s);

/* Whether a point meets the look that was begun for the first time. */
static inline bool as_scene_meet(as_scene *s, uint32_t point)
{
  const bool first = s->points[point].looked != s->looks;
  s->points[point].looked = s->looks;
  return first;
}

ASTAR_API void as_scene_validate(const as_scene *s);

#endif
