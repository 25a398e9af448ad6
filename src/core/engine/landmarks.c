/* landmarks.c: see landmarks.h. */
#include "engine/landmarks.h"

#include "base/heap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BY_G(a, b) ((a)->g < (b)->g)

AS_DEFINE_HEAP(by_g, as_landmark_entry, 4, BY_G)

#define MOST_VALUE 65534.0

/* Of a quantum: costs have rounding errors, which must not raise a bound. */
#define MARGIN 1e-6

/* Slots that count as much work as an expansion in AS_LANDMARK_CLEAR and AS_LANDMARK_STORE. */
#define SLOTS_OF_WORK 16u

bool as_landmarks_begin(as_landmarks *l, as_memory *m, const as_space *space)
{
  size_t slot, k;
  l->slots = as_slots(space->layout);
  as_records_init(&l->records);
  l->values = as_new(m, (size_t)l->slots * AS_LANDMARKS, uint16_t);
  l->g = as_new(m, l->slots, double);
  l->least = as_new(m, l->slots, double);
  if ((l->slots > 0 && (!l->values || !l->g || !l->least)) || !as_records_begin(&l->records, m, l->slots, 0)) return false;
  for (slot = 0; slot < l->slots; slot++) {
    l->g[slot] = l->least[slot] = INFINITY;
    for (k = 0; k < AS_LANDMARKS; k++) l->values[slot * AS_LANDMARKS + k] = AS_LANDMARK_UNREACHED;
  }
  l->two_way = space->ops->expand_reverse != NULL;
  l->landmark = AS_NO_SLOT;
  l->phase = AS_LANDMARK_SEED;
  return true;
}

/* Free what only the preparation needs. */
static void free_work(as_landmarks *l, as_memory *m)
{
  as_free(m, l->g, l->g ? l->slots : 0, double);
  as_free(m, l->least, l->least ? l->slots : 0, double);
  as_free(m, l->heap, l->heap_capacity, as_landmark_entry);
  as_free(m, l->successors, l->successor_capacity, as_successor);
  as_free(m, l->predecessors, l->predecessor_capacity, as_successor);
  as_records_free(&l->records, m);
  l->g = l->least = NULL;
  l->heap = NULL;
  l->successors = l->predecessors = NULL;
  l->heap_count = l->heap_capacity = l->successor_capacity = l->predecessor_capacity = 0;
}

void as_landmarks_free(as_landmarks *l, as_memory *m)
{
  free_work(l, m);
  as_free(m, l->values, l->values ? (size_t)l->slots * AS_LANDMARKS : 0, uint16_t);
  l->values = NULL;
}

/* ---- Expanding ---- */

/* List the successors of a slot, or its predecessors; there is room for them. Returns their number. */
static uint32_t list(const as_landmarks *l, const as_space *space, uint32_t slot, as_successor *successors, bool reverse)
{
  as_expansion e;
  memset(&e, 0, sizeof e);
  e.run = space->run;
  e.rules = &space->rules;
  e.records = l->records;
  e.slot = slot;
  e.parent = AS_NO_SLOT;
  e.from = NAN;
  e.list = successors;
  e.deferred = INFINITY;
  if (reverse) space->ops->expand_reverse(space->self, &e);
  else space->ops->expand(space->self, &e);
  return e.count;
}

/* The number of those that can be made, which come first then. */
static uint32_t keep_possible(as_successor *successors, uint32_t count)
{
  uint32_t kept = 0, i;
  for (i = 0; i < count; i++) {
    if (successors[i].cost < INFINITY) successors[kept++] = successors[i];
  }
  return kept;
}

/* Sort by slot, then by cost. */
static int compare_successors(const void *a, const void *b)
{
  const as_successor *x = a, *y = b;
  if (x->slot != y->slot) return x->slot < y->slot ? -1 : 1;
  return (x->cost > y->cost) - (x->cost < y->cost);
}

static bool are_same(const as_successor *a, const as_successor *b, uint32_t count)
{
  uint32_t i;
  for (i = 0; i < count && a[i].slot == b[i].slot && a[i].cost == b[i].cost;) i++;
  return i == count;
}

/* Whether the steps to and from a slot, whose successors are listed, cost the same. May sort the successors. */
static bool is_two_way(const as_landmarks *l, const as_space *space, uint32_t slot, uint32_t count)
{
  uint32_t into = keep_possible(l->predecessors, list(l, space, slot, l->predecessors, true)), i, kept = 0;
  for (i = 0; i < into; i++) {
    /* Paths may begin where the unit cannot enter, but no landmark reaches such a slot, so it bounds none of them. */
    if (!space->ops->enterable(space->self, &space->rules, l->predecessors[i].slot)) continue;
    l->predecessors[kept++] = l->predecessors[i];
  }
  if (kept != count) return false;
  if (are_same(l->successors, l->predecessors, count)) return true;
  /* The order of links depends on edits that came and went. */
  qsort(l->successors, count, sizeof *l->successors, compare_successors);
  qsort(l->predecessors, count, sizeof *l->predecessors, compare_successors);
  return are_same(l->successors, l->predecessors, count);
}

/* Push a slot that is reached at less cost; there must be room. */
static void reach(as_landmarks *l, uint32_t slot, double g)
{
  as_landmark_entry entry;
  entry.g = g;
  entry.slot = slot;
  if (!(l->g[slot] < INFINITY)) l->reached++;
  l->g[slot] = g;
  by_g_up(l->heap, l->heap_count++, entry);
}

/* Reach a slot for nothing. False if out of memory. */
static bool begin_from(as_landmarks *l, as_memory *m, uint32_t slot)
{
  if (!as_reserve(m, &l->heap, &l->heap_capacity, 1, sizeof *l->heap)) return false;
  l->reached = 0;
  l->greatest = 0;
  reach(l, slot, 0);
  return true;
}

/* Expand the next slot of the heap, which is not empty. False if out of memory; then nothing has changed. */
static bool expand_next(as_landmarks *l, as_memory *m, const as_space *space)
{
  const as_landmark_entry next = l->heap[0];
  uint32_t degree = space->degree, count, i;
  if (next.g > l->g[next.slot]) {
    (void)by_g_pop(l->heap, &l->heap_count); /* it was expanded by a cheaper entry */
    return true;
  }
  if (degree == 0) degree = space->ops->prepare(space->self, next.slot, AS_NO_SLOT);
  if (degree == AS_PREPARE_NO_MEMORY ||
      !as_reserve(m, &l->successors, &l->successor_capacity, (uint64_t)degree + 1, sizeof *l->successors) ||
      !as_reserve(m, &l->predecessors, &l->predecessor_capacity, (uint64_t)degree + 1, sizeof *l->predecessors) ||
      !as_reserve(m, &l->heap, &l->heap_capacity, (uint64_t)l->heap_count + degree, sizeof *l->heap))
    return false;
  (void)by_g_pop(l->heap, &l->heap_count);
  l->greatest = next.g;
  count = keep_possible(l->successors, list(l, space, next.slot, l->successors, false));
  if (l->phase == AS_LANDMARK_SEED && l->two_way) l->two_way = is_two_way(l, space, next.slot, count);
  for (i = 0; i < count; i++) {
    const uint32_t slot = l->successors[i].slot;
    const double g = as_advance(&space->rules, next.g, l->successors[i].cost);
    /* A cost beyond the greatest number would be no bound. */
    if (g <= DBL_MAX && g < l->g[slot]) reach(l, slot, g);
  }
  return true;
}

/* ---- Phases ---- */

/* The next landmark is `slot`, or there are enough if that is AS_NO_SLOT. */
static void begin_landmark(as_landmarks *l, as_memory *m, uint32_t slot)
{
  l->landmark = slot;
  l->at = 0;
  l->phase = AS_LANDMARK_CLEAR;
  if (slot != AS_NO_SLOT && l->count < AS_LANDMARKS) return;
  l->phase = AS_LANDMARK_DONE;
  free_work(l, m);
}

/* Expand the part of the present seed, or go on to the next one. False if out of memory. */
static bool seed(as_landmarks *l, as_memory *m, const as_space *space)
{
  if (l->heap_count > 0) {
    const uint32_t slot = l->heap[0].slot;
    if (!expand_next(l, m, space)) return false;
    if (l->heap_count > 0) return true;
    l->visited += l->reached;
    if (l->reached > l->most_reached) {
      l->most_reached = l->reached;
      l->landmark = slot; /* the last one expanded is among the farthest */
    }
    return true;
  }
  /* In the order of ids: that of slots depends on when they were renumbered. */
  while (l->at < space->layout->cells + space->layout->waypoints && l->slots - l->visited > l->most_reached) {
    const uint32_t slot = as_slot(space->layout, l->at + 1);
    if (!space->ops->exists(space->self, l->at + 1) || l->g[slot] < INFINITY ||
        !space->ops->enterable(space->self, &space->rules, slot)) {
      l->at++;
      if (l->at % SLOTS_OF_WORK == 0) return true;
      continue;
    }
    if (!begin_from(l, m, slot)) return false;
    l->at++;
    return true;
  }
  begin_landmark(l, m, l->landmark);
  return true;
}

static void clear(as_landmarks *l)
{
  uint32_t i;
  for (i = 0; i < SLOTS_OF_WORK && l->at < l->slots; i++) l->g[l->at++] = INFINITY;
}

/* Store some costs of the landmark, and look for the next one among them. */
static void store(as_landmarks *l, as_memory *m, const as_layout *layout, uint32_t *farthest)
{
  const double quantum = l->greatest / MOST_VALUE;
  uint32_t i;
  for (i = 0; i < SLOTS_OF_WORK && l->at < l->slots; i++, l->at++) {
    const uint32_t slot = l->at;
    if (!(l->g[slot] < INFINITY)) continue;
    l->values[(size_t)slot * AS_LANDMARKS + l->count] =
      (uint16_t)(quantum > 0 ? fmin(floor(l->g[slot] / quantum), MOST_VALUE) : 0);
    l->least[slot] = fmin(l->least[slot], l->g[slot]);
    if (l->least[slot] > 0 && (*farthest == AS_NO_SLOT || l->least[slot] > l->least[*farthest] ||
                               (l->least[slot] == l->least[*farthest] && as_id(layout, slot) < as_id(layout, *farthest))))
      *farthest = slot;
  }
  if (l->at < l->slots) return;
  l->quantum[l->count++] = quantum;
  begin_landmark(l, m, *farthest);
}

astar_status as_landmarks_step(as_landmarks *l, as_memory *m, const as_space *space, uint64_t n)
{
  for (; n > 0 && l->phase != AS_LANDMARK_DONE; n--) {
    switch (l->phase) {
    case AS_LANDMARK_SEED:
      if (!seed(l, m, space)) return ASTAR_OUT_OF_MEMORY;
      break;
    case AS_LANDMARK_CLEAR:
      clear(l);
      if (l->at < l->slots) break;
      if (!begin_from(l, m, l->landmark)) return ASTAR_OUT_OF_MEMORY;
      l->phase = AS_LANDMARK_EXPAND;
      break;
    case AS_LANDMARK_EXPAND:
      if (!expand_next(l, m, space)) return ASTAR_OUT_OF_MEMORY;
      if (l->heap_count > 0) break;
      l->at = 0;
      l->landmark = AS_NO_SLOT;
      l->phase = AS_LANDMARK_STORE;
      break;
    default: store(l, m, space->layout, &l->landmark); break;
    }
  }
  return l->phase == AS_LANDMARK_DONE ? ASTAR_DONE : ASTAR_SEARCHING;
}

/* ---- Bounds ---- */

void as_landmarks_aim(const as_landmarks *l, uint32_t start, uint32_t goal, as_bounds *bounds)
{
  double best[AS_LANDMARKS_USED] = {0};
  uint32_t i, k;
  int sign;
  memset(bounds, 0, sizeof *bounds);
  bounds->values = l->values;
  for (i = 0; i < l->count; i++) {
    const uint32_t from = l->values[(size_t)start * AS_LANDMARKS + i], to = l->values[(size_t)goal * AS_LANDMARKS + i];
    if (from == AS_LANDMARK_UNREACHED || to == AS_LANDMARK_UNREACHED) continue;
    for (sign = 1; sign >= (l->two_way ? -1 : 1); sign -= 2) {
      const double factor = l->quantum[i] * sign;
      const double constant = factor * to - l->quantum[i] * (1 + MARGIN), bound = constant - factor * from;
      if (!(bound > best[AS_LANDMARKS_USED - 1])) continue;
      /* Insert it in the order of the bounds. */
      for (k = AS_LANDMARKS_USED - 1; k > 0 && bound > best[k - 1]; k--) {
        best[k] = best[k - 1];
        bounds->at[k] = bounds->at[k - 1];
        bounds->factor[k] = bounds->factor[k - 1];
        bounds->constant[k] = bounds->constant[k - 1];
      }
      best[k] = bound;
      bounds->at[k] = i;
      bounds->factor[k] = factor;
      bounds->constant[k] = constant;
      if (bounds->count < AS_LANDMARKS_USED) bounds->count++;
    }
  }
}
