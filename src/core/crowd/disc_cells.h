/*
** disc_cells.h: the discs nearest to each disc, by grids that are built anew for each step.
**
** Discs are sorted into classes by radius, each class into the buckets of its own grid. The grid is endless: the cell
** in column x and row y belongs to the bucket of both modulo a power of two, so that any distribution of discs takes
** the same memory. A query goes through rings of cells around the disc, until no disc of the class farther away can
** count, or up to AS_DISC_RINGS rings. These reach as far as discs can, unless cells had to be made smaller so that few
** discs share a bucket: then some that are far from a disc may not be seen by it yet.
*/
#ifndef AS_DISC_CELLS_H
#define AS_DISC_CELLS_H

#include "geometry/distance.h"

#define AS_DISC_CLASSES 8u
#define AS_DISC_RINGS 6
#define AS_DISC_LEAST_SIDE 16u /* buckets along an axis: more than the rings reach to both sides */

/* How a disc gives way, whatever its priority: to all of higher numbers. */
enum {
  AS_BODY_STANDS,  /* it has arrived, or has no wish */
  AS_BODY_RETURNS, /* it had arrived, and was pushed away */
  AS_BODY_GOES,
  AS_BODY_FIXED    /* it does not give way at all */
};

/* What a disc has to know of another. */
typedef struct as_disc_body {
  double at[2];
  double radius;
  double reach;     /* how far it may move in the time that discs look ahead */
  uint32_t disc;    /* its index */
  uint32_t leader;  /* the index of the disc that lends it its priority: itself, or which it lets pass */
  uint32_t ignored; /* by group: a bit */
  uint32_t pusher;  /* the index of the disc that pushes it, if `pushes` > 0 */
  uint8_t group, standing; /* one of the constants above */
  uint8_t level;    /* the same, which one that stands may have from its pusher */
  bool gets_on;     /* it is not held up */
  uint8_t pushes;   /* how many discs pass the push on to it, with the pusher itself */
  double velocity[2];
  double preferred[2]; /* velocity */
  double priority;
  double left;      /* of the way, in radii; of two that are equal else the one with less goes first */
} as_disc_body;

typedef struct as_disc_class {
  uint32_t first, count;  /* in `bodies` */
  uint32_t starts;        /* where its buckets begin in `starts` */
  uint32_t columns, rows; /* of buckets: powers of two */
  double radius, reach;   /* the greatest of all */
  double low[2];
  double cell;            /* the side of a cell */
} as_disc_class;

/* All zeros at first. */
typedef struct as_disc_cells {
  as_disc_body *loose;  /* to be filled by the caller, by index of discs */
  as_disc_body *bodies; /* sorted by class, then by bucket, then as in `loose` */
  uint32_t *buckets;    /* by body, as in `loose` */
  uint32_t *starts;     /* by class and bucket: the first of its bodies; after the last one the end */
  uint32_t capacity;    /* of discs */
  as_disc_class classes[AS_DISC_CLASSES];
  uint32_t class_count;
} as_disc_cells;

/* A near disc. */
typedef struct as_near_disc {
  const as_disc_body *body;
  double gap; /* between the rims; negative if they overlap */
} as_near_disc;

ASTAR_API void as_disc_cells_free(as_disc_cells *c, as_memory *m);

/* Make room for so many discs. False if out of memory: then nothing has changed that matters. */
ASTAR_API bool as_disc_cells_reserve(as_disc_cells *c, as_memory *m, uint32_t count);

/* Sort the first `count` of `loose`; radii are > 0. O(count). */
ASTAR_API void as_disc_cells_build(as_disc_cells *c, uint32_t count);

/*
** Find up to `most` discs other than this one that it may meet: whose gap is not larger than both can move, and whose
** groups do not ignore each other. The nearest ones by gap, then by index, in this order. Returns their number.
*/
ASTAR_API uint32_t as_disc_cells_near(const as_disc_cells *c, const as_disc_body *body, uint32_t most,
                                      as_near_disc *list);

#endif
