/*
** landmarks.h: lower bounds of costs between nodes, from the costs of the cheapest paths from a few landmarks (ALT:
** Goldberg & Harrelson 2005), for one unit on a space. They are computed in steps, and stay right while steps only get
** dearer or disappear. The graph owns them, and drops them when they no longer hold.
**
** With landmark L, cost(v, t) >= cost(L, t) - cost(L, v) and cost(v, t) >= cost(v, L) - cost(t, L). Where all steps
** cost the same both ways, the costs from L give both bounds; elsewhere each landmark takes two columns, one of the
** costs from it and one of those to it. Costs are stored as multiples of a quantum, rounded down, in 16 bits.
**
** Where steps got cheaper, a column needs not be computed anew: all that bounds need is that no step costs less than
** the difference of the values at its ends, but for rounding. So values that are too high are lowered, from the steps
** that changed on as far as that goes. Each such repair adds a quantum to the error by rounding (`slack`).
*/
#ifndef AS_LANDMARKS_H
#define AS_LANDMARKS_H

#include "engine/fast.h"
#include "engine/space.h"

#define AS_LANDMARKS 8u              /* columns */
#define AS_LANDMARKS_USED 4u         /* for one query */
#define AS_LANDMARK_UNREACHED 65535u /* a value: no path leads from the landmark to the node, or back */

/* What a preparation does next. */
typedef enum as_landmark_phase {
  AS_LANDMARK_SEED,    /* find the largest part of the space: flood one part after another */
  AS_LANDMARK_RESEED,  /* if there are several: make all costs INFINITY */
  AS_LANDMARK_FLOOD,   /* compute the costs from the present landmark, or to it; or from the seed of the largest part */
  AS_LANDMARK_MEASURE, /* find the greatest cost; of the seed also the node that has it, and whether steps are two-way
                        */
  AS_LANDMARK_CLEAR,   /* after the seed: make all costs INFINITY */
  AS_LANDMARK_STORE,   /* the same, and store them before; find the next landmark: the node farthest from all so far */
  AS_LANDMARK_DONE
} as_landmark_phase;

typedef struct as_landmarks {
  uint16_t *values;  /* by slot, AS_LANDMARKS of each */
  uint32_t slots;
  uint32_t count;    /* columns that are complete */
  double quantum[AS_LANDMARKS];
  uint32_t slack;    /* the costs that values stand for are less than so many quanta above them */
  bool inward[AS_LANDMARKS]; /* the column has costs to the landmark */
  bool two_way;      /* steps cost the same both ways */
  as_landmark_phase phase;
  /* The preparation, all freed when it is done. */
  as_flood flood;    /* from the landmark or seed, or to the landmark */
  double step;       /* a typical cost of a step */
  bool seeding;      /* no landmark has been chosen */
  bool back;         /* the flood is one to the landmark */
  uint32_t at;       /* slot that the phase has come to; AS_LANDMARK_SEED: id, less 1 */
  uint32_t landmark; /* slot of the present landmark or seed */
  uint32_t farthest; /* slot of the next landmark; AS_NO_SLOT: none found so far */
  double greatest, distance; /* cost; distance of `farthest` */
  uint32_t seed, parts, most_reached, visited; /* slot of the best seed; slots reached by the best and by all */
} as_landmarks;

/*
** The bounds for one query: for a slot v the greatest of constant[i] - factor[i] * values[v][at[i]]. Where it is less
** than 0 it says nothing.
*/
typedef struct as_bounds {
  const uint16_t *values;
  uint32_t count;
  uint32_t at[AS_LANDMARKS_USED];
  double factor[AS_LANDMARKS_USED], constant[AS_LANDMARKS_USED];
} as_bounds;

/* Begin; all zeros before. False if out of memory; as_landmarks_free() must be called even then. O(slots). */
ASTAR_API bool as_landmarks_begin(as_landmarks *l, as_memory *m, const as_space *space);
ASTAR_API void as_landmarks_free(as_landmarks *l, as_memory *m);

/*
** Do up to n expansions, or as much other work; `space` is made anew for each call, and must offer `flood`.
** ASTAR_SEARCHING, ASTAR_DONE, or ASTAR_OUT_OF_MEMORY: then call it again. Between calls, steps may only get dearer,
** and slots keep their nodes; if any did, `two_way` is to be made false.
*/
ASTAR_API astar_status as_landmarks_step(as_landmarks *l, as_memory *m, const as_space *space, uint64_t n);

/*
** After steps got cheaper or appeared, all of them among the arrivals of a list of slots: lower what is too high. The
** landmarks must be done, and `space` is one for runs forward. False if out of memory, or if that would be too much
** work: then they are of no use any more. O(k log k) for k values that are lowered.
*/
ASTAR_API bool as_landmarks_repair(as_landmarks *l, as_memory *m, const as_space *space, const as_id_list *slots);

/* Choose the landmarks that bound the cost from `start` to `goal` best. The landmarks must be done. */
ASTAR_API void as_landmarks_aim(const as_landmarks *l, uint32_t start, uint32_t goal, as_bounds *bounds);

/* The bound of a slot below l->slots. */
static AS_INLINE double as_bound(const as_bounds *b, uint32_t slot)
{
  const uint16_t *values = b->values + (size_t)slot * AS_LANDMARKS;
  double most = 0;
  uint32_t i;
  for (i = 0; i < AS_LANDMARKS_USED; i++) {
    const double bound = b->constant[i] - b->factor[i] * values[b->at[i]];
    most = bound > most ? bound : most;
  }
  return most;
}

#endif
