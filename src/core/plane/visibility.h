/*
** sight.h: which corners may be seen from a place. A look goes outward from the place: what is
** nearer is met first, and what lies wholly in the shadow of edges that are nearer is left out. Some
** of what is found may be hidden all the same: a ray tells. Nothing that can be seen is left out.
*/
#ifndef AS_SIGHT_H
#define AS_SIGHT_H

#include "plane/scene.h"

/*
** Directions are told by a number that grows with the angle, counter-clockwise from that of x, from 0
** to 4: 1 - x / (|x| + |y|) above, 3 + x / (|x| + |y|) below. Rounding makes less than AS_TURN_ERROR
** of difference.
*/
#define AS_TURN_ERROR 1e-14
#define AS_SECTORS 16

static inline double as_turn_of(double x, double y)
{
  const double part = x / (fabs(x) + fabs(y));
  return y >= 0 ? 1 - part : 3 + part;
}

typedef struct as_seen {
  double distance;
  double turn;    /* its direction */
  uint32_t point; /* an AS_WEDGE_CORNER, whose wedge lies on one side of the line to it */
} as_seen;

/* A shadow, from one direction to another; where each ends in a corner, the place of that, else NULL. */
typedef struct as_shadow {
  double low, high;
  const double *low_at, *high_at;
} as_shadow;

typedef struct as_near_item {
  double square; /* of the distance */
  uint32_t item;
  uint32_t kind;
} as_near_item;

/* The memory of looks, and what the last one found. */
typedef struct as_sight {
  as_seen *seen;
  uint32_t seen_count, seen_capacity;
  double reach[AS_SECTORS]; /* by sixteenths of what is around: farther off nothing matters */
  uint32_t open_sectors;    /* how many are still INFINITY */
  as_shadow *shadows;
  uint32_t shadow_count, shadow_capacity;
  as_near_item *items; /* a heap: what is to be looked at, the nearest first */
  uint32_t item_count, item_capacity;
  as_near_item *edges; /* a heap: chains of edges that will cast shadows beyond a distance */
  uint32_t edge_count, edge_capacity;
} as_sight;

ASTAR_API void as_sight_init(as_sight *g);
ASTAR_API void as_sight_free(as_sight *g, as_memory *m);

/* Look around from a place that is not occupied. False if out of memory. */
ASTAR_API bool as_sight_look(as_sight *g, as_memory *m, as_scene *s, const double place[2]);

/*
** Look from a corner, to which only taut ways matter: those along which its wedge lies on one side; and
** only those from one direction counter-clockwise to another, unless these are NAN.
*/
ASTAR_API bool as_sight_look_from(as_sight *g, as_memory *m, as_scene *s, uint32_t corner, double low, double high);

/* Whether a look with this reach, from a place, may have met something within a box. */
ASTAR_API bool as_sight_meets(const float reach[AS_SECTORS], const double place[2], const as_box *box);

#endif
