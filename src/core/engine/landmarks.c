/* landmarks.c: see landmarks.h. */
#include "engine/landmarks.h"

#include "base/heap.h"

#define MOST_VALUE 65534.0

/* Of a quantum: costs have rounding errors, which grow with the number of steps and must not raise a bound. */
#define MARGIN 1e-2

/* Slots that count as much work as an expansion, where a phase goes through all of them. */
#define SLOTS_OF_WORK 16u

bool as_landmarks_begin(as_landmarks *l, as_memory *m, const as_space *space)
{
  size_t slot;
  l->slots = as_slots(space->layout);
  as_radix_init(&l->flood.fast.open);
  l->values = as_new(m, (size_t)l->slots * AS_LANDMARKS, uint16_t);
  l->flood.g = as_new(m, l->slots, double);
  if (l->slots > 0 && (!l->values || !l->flood.g)) return false;
  if (l->slots > 0) memset(l->values, 0xFF, (size_t)l->slots * AS_LANDMARKS * sizeof *l->values); /* UNREACHED */
  for (slot = 0; slot < l->slots; slot++) l->flood.g[slot] = INFINITY;
  l->step = l->slots > 0 ? space->ops->typical_cost(space) : 0;
  l->two_way = true;
  l->slack = 1;
  l->seeding = true;
  l->landmark = l->seed = l->farthest = AS_NO_SLOT;
  l->phase = AS_LANDMARK_SEED;
  return true;
}

/* Free what only the preparation needs. */
static void free_work(as_landmarks *l, as_memory *m)
{
  as_free(m, l->flood.g, l->flood.g ? l->slots : 0, double);
  as_radix_free(&l->flood.fast.open, m);
  l->flood.g = NULL;
}

void as_landmarks_free(as_landmarks *l, as_memory *m)
{
  free_work(l, m);
  as_free(m, l->values, l->values ? (size_t)l->slots * AS_LANDMARKS : 0, uint16_t);
  l->values = NULL;
}

/* ---- Phases ---- */

static void begin_phase(as_landmarks *l, as_landmark_phase phase)
{
  l->phase = phase;
  l->at = 0;
}

/* Flood from a slot, or to it; all costs are INFINITY. False if out of memory: then nothing has changed. */
static bool begin_flood(as_landmarks *l, as_memory *m, uint32_t slot, bool back)
{
  if (!as_flood_begin(&l->flood, m, slot, 0, l->step)) return false;
  l->landmark = slot;
  l->back = back;
  l->greatest = l->distance = 0;
  l->farthest = AS_NO_SLOT;
  begin_phase(l, AS_LANDMARK_FLOOD);
  return true;
}

static void finish(as_landmarks *l, as_memory *m)
{
  l->phase = AS_LANDMARK_DONE;
  free_work(l, m);
}

/* The next slot to flood from, in the order of ids: that of slots depends on when they were renumbered. */
static uint32_t next_seed(as_landmarks *l, const as_space *space, uint64_t *n)
{
  const uint32_t ids = space->layout->cells + space->layout->waypoints;
  while (l->at < ids && *n > 0) {
    const astar_id id = ++l->at;
    const uint32_t slot = as_slot(space->layout, id);
    if (id % SLOTS_OF_WORK == 0) --*n;
    if (space->ops->exists(space->self, id) && !(l->flood.g[slot] < INFINITY) &&
        space->ops->enterable(space->self, &space->rules, slot))
      return slot;
  }
  return AS_NO_SLOT;
}

/* AS_LANDMARK_SEED. False if out of memory. */
static bool seed(as_landmarks *l, as_memory *m, const as_space *space, uint64_t *n)
{
  while (*n > 0) {
    if (l->landmark != AS_NO_SLOT) {
      const as_fast_end stop = space->ops->flood(space, &l->flood, m, n, false);
      if (stop != AS_FAST_DONE) return stop == AS_FAST_PAUSED;
      l->visited += l->flood.reached;
      l->parts++;
      if (l->flood.reached > l->most_reached) {
        l->most_reached = l->flood.reached;
        l->seed = l->landmark;
      }
      l->landmark = AS_NO_SLOT;
    }
    if (l->slots - l->visited > l->most_reached) {
      const uint32_t slot = next_seed(l, space, n);
      if (slot != AS_NO_SLOT) {
        /* No step from here makes a slot cheaper that another seed has reached: each is expanded for one seed only. */
        if (!as_flood_begin(&l->flood, m, slot, l->flood.greatest, l->step)) {
          l->at--; /* look at it again */
          return false;
        }
        l->landmark = slot;
        continue;
      }
      if (l->at < space->layout->cells + space->layout->waypoints) continue;
    }
    if (l->seed == AS_NO_SLOT) finish(l, m);
    else begin_phase(l, l->parts > 1 ? AS_LANDMARK_RESEED : AS_LANDMARK_MEASURE);
    return true;
  }
  return true;
}

/* Make a slot the next landmark if it is the farthest so far; of equally far ones the lowest id. */
static void consider(as_landmarks *l, const as_layout *layout, uint32_t slot, double distance)
{
  if (!(distance >= l->distance && distance > 0 && distance < INFINITY)) return;
  if (distance == l->distance && as_id(layout, slot) > as_id(layout, l->farthest)) return;
  l->farthest = slot;
  l->distance = distance;
}

/* AS_LANDMARK_MEASURE, of some slots; of fewer where it looks at their steps. */
static void measure(as_landmarks *l, const as_space *space)
{
  uint32_t i;
  bool looked = false;
  for (i = 0; i < SLOTS_OF_WORK && l->at < l->slots && !looked; i++, l->at++) {
    const double g = l->flood.g[l->at];
    if (!(g < INFINITY)) continue;
    l->greatest = as_max(l->greatest, g);
    if (!l->seeding) continue;
    consider(l, space->layout, l->at, g);
    looked = l->two_way;
    if (looked) l->two_way = space->ops->two_way(space, l->at);
  }
}

/* Forget the costs of some slots. */
static void clear(as_landmarks *l)
{
  uint32_t i;
  for (i = 0; i < SLOTS_OF_WORK && l->at < l->slots; i++) l->flood.g[l->at++] = INFINITY;
}

/*
** How far a slot is from all landmarks: the product of the distances. In the plane its maximum lies on the rim (as that
** of a sum of logarithms, which are harmonic), where landmarks are best; the least distance is great in the middle,
** too. 0 if no landmark reaches it: it cannot be entered.
*/
static double distance_of(const as_landmarks *l, const uint16_t *values)
{
  double product = 1;
  bool reached = false;
  uint32_t i;
  for (i = 0; i <= l->count; i++) {
    if (l->inward[i]) continue;
    product *= values[i];
    reached |= values[i] != AS_LANDMARK_UNREACHED;
  }
  return reached ? product : 0;
}

/* AS_LANDMARK_STORE, of some slots. */
static void store(as_landmarks *l, const as_layout *layout)
{
  const double quantum = l->greatest / MOST_VALUE;
  uint32_t i;
  l->quantum[l->count] = quantum;
  l->inward[l->count] = l->back;
  for (i = 0; i < SLOTS_OF_WORK && l->at < l->slots; i++, l->at++) {
    uint16_t *values = l->values + (size_t)l->at * AS_LANDMARKS;
    const double g = l->flood.g[l->at];
    if (!(g < INFINITY)) continue;
    values[l->count] = (uint16_t)(quantum > 0 ? as_min(g / quantum, MOST_VALUE) : 0);
    l->flood.g[l->at] = INFINITY;
    consider(l, layout, l->at, distance_of(l, values));
  }
}

/* After a column was stored, and all costs are INFINITY: begin the next one. False if out of memory. */
static bool next_column(as_landmarks *l, as_memory *m)
{
  const bool back = !l->two_way && !l->inward[l->count];
  const uint32_t slot = back ? l->landmark : l->farthest;
  if (l->count + 1 < AS_LANDMARKS && slot != AS_NO_SLOT) {
    if (!begin_flood(l, m, slot, back)) return false;
    l->count++;
    return true;
  }
  l->count++;
  finish(l, m);
  return true;
}

astar_status as_landmarks_step(as_landmarks *l, as_memory *m, const as_space *space, uint64_t n)
{
  while (n > 0 && l->phase != AS_LANDMARK_DONE) {
    as_fast_end stop;
    bool room = true;
    switch (l->phase) {
    case AS_LANDMARK_SEED: room = seed(l, m, space, &n); break;
    case AS_LANDMARK_RESEED:
      clear(l);
      n--;
      if (l->at == l->slots) room = begin_flood(l, m, l->seed, false);
      break;
    case AS_LANDMARK_FLOOD:
      stop = space->ops->flood(space, &l->flood, m, &n, l->back);
      room = stop != AS_FAST_NO_MEMORY;
      if (stop == AS_FAST_DONE) begin_phase(l, AS_LANDMARK_MEASURE);
      break;
    case AS_LANDMARK_MEASURE:
      measure(l, space);
      n--;
      if (l->at == l->slots) begin_phase(l, l->seeding ? AS_LANDMARK_CLEAR : AS_LANDMARK_STORE);
      break;
    case AS_LANDMARK_CLEAR:
      clear(l);
      n--;
      if (l->at < l->slots) break;
      if (l->farthest == AS_NO_SLOT) {
        finish(l, m);
        break;
      }
      l->seeding = false;
      room = begin_flood(l, m, l->farthest, false);
      break;
    default:
      store(l, space->layout);
      n--;
      if (l->at == l->slots) room = next_column(l, m);
    }
    if (!room) return ASTAR_OUT_OF_MEMORY;
  }
  return l->phase == AS_LANDMARK_DONE ? ASTAR_DONE : ASTAR_SEARCHING;
}

/* ---- Repairs ---- */

/* A repair ends if it lowers more values, or if errors get larger. */
#define MOST_LOWERED 16384u
#define MOST_SLACK 1024u

typedef struct lowered {
  double cost;
  uint32_t slot;
} lowered;

static inline bool is_lower(const lowered *a, const lowered *b)
{
  return a->cost < b->cost;
}

AS_DEFINE_HEAP(lowered, lowered, 2, is_lower)

typedef struct lowering {
  as_landmarks *landmarks;
  as_memory *memory;
  const as_space *space;
  uint32_t column;
  as_records records; /* g: the least cost that a slot was given in this column */
  lowered *heap;
  uint32_t count, capacity;
  as_successor *list;
  uint32_t list_capacity;
  uint32_t work;
} lowering;

static uint16_t *value_of(const lowering *r, uint32_t slot)
{
  return &r->landmarks->values[(size_t)slot * AS_LANDMARKS + r->column];
}

/* The cost that a value stands for, at least. */
static double cost_of(const lowering *r, uint32_t slot)
{
  const uint16_t value = *value_of(r, slot);
  return value == AS_LANDMARK_UNREACHED ? INFINITY : value * r->landmarks->quantum[r->column];
}

/* The cost of a slot is at most this. False if out of memory. */
static bool lower(lowering *r, uint32_t slot, double cost)
{
  as_record *record;
  lowered item;
  /* The cost that it stands for may be higher than its value, so those after it may have to be lowered. */
  if (!(cost < cost_of(r, slot) + r->landmarks->slack * r->landmarks->quantum[r->column])) return true;
  record = as_records_touch(&r->records, r->memory, slot);
  if (!record || !as_reserve(r->memory, &r->heap, &r->capacity, (uint64_t)r->count + 1, sizeof *r->heap)) return false;
  if (!(cost < record->g)) return true;
  record->g = item.cost = cost;
  item.slot = slot;
  lowered_up(r->heap, r->count++, item);
  return true;
}

/* Lower along the steps that lead to a slot: its own cost by those of the others, or theirs by its own. */
static bool lower_before(lowering *r, uint32_t slot, bool itself, double cost)
{
  const as_landmarks *l = r->landmarks;
  uint32_t count = r->space->ops->sources(r->space, slot), i;
  if (!as_reserve(r->memory, &r->list, &r->list_capacity, count, sizeof *r->list)) return false;
  count = r->space->ops->arrivals(r->space, slot, r->list);
  for (i = 0; i < count; i++) {
    const as_successor *a = &r->list[i];
    if (!(a->cost < INFINITY)) continue;
    if ((l->two_way || l->inward[r->column]) && !lower(r, a->slot, cost + a->cost)) return false;
    if (itself && (l->two_way || !l->inward[r->column]) && !lower(r, slot, cost_of(r, a->slot) + a->cost)) return false;
  }
  return true;
}

/* Lower the ends of the steps that lead from a slot; and, if steps are two-way, itself by their costs. */
static bool lower_after(lowering *r, uint32_t slot, bool itself, double cost)
{
  uint32_t count, i;
  if (r->landmarks->inward[r->column] && !r->landmarks->two_way) return true;
  count = as_space_list(r->space, r->memory, slot, false, &r->list, &r->list_capacity, 0);
  if (count == UINT32_MAX) return false;
  for (i = 0; i < count; i++) {
    const as_successor *s = &r->list[i];
    if (!(s->cost < INFINITY)) continue;
    if (itself && !lower(r, slot, cost_of(r, s->slot) + s->cost)) return false;
    if (!lower(r, s->slot, cost + s->cost)) return false;
  }
  return true;
}

/* Repair one column. */
static bool update_column(lowering *r, const as_id_list *slots)
{
  const double quantum = r->landmarks->quantum[r->column];
  uint32_t i;
  if (!(quantum > 0)) return true; /* all values are 0 */
  if (!as_records_begin(&r->records, r->memory, r->landmarks->slots, 0)) return false;
  r->count = 0;
  for (i = 0; i < slots->count; i++) {
    if (!lower_before(r, slots->ids[i], true, cost_of(r, slots->ids[i]))) return false;
  }
  while (r->count > 0) {
    const lowered next = lowered_pop(r->heap, &r->count);
    /* Only steps between slots that the landmark reached are known to be two-way. */
    const bool joins = r->landmarks->two_way && *value_of(r, next.slot) == AS_LANDMARK_UNREACHED;
    if (next.cost > as_records_peek(&r->records, next.slot)->g) continue;
    if (++r->work > MOST_LOWERED) return false;
    if (next.cost < cost_of(r, next.slot)) *value_of(r, next.slot) = (uint16_t)as_min(next.cost / quantum, MOST_VALUE);
    if (!lower_before(r, next.slot, false, next.cost) || !lower_after(r, next.slot, joins, next.cost))
      return false;
  }
  return true;
}

bool as_landmarks_repair(as_landmarks *l, as_memory *m, const as_space *space, const as_id_list *slots)
{
  bool done = l->slack < MOST_SLACK && as_slots(space->layout) == l->slots;
  lowering r;
  memset(&r, 0, sizeof r);
  r.landmarks = l;
  r.memory = m;
  r.space = space;
  as_records_init(&r.records);
  for (; done && r.column < l->count; r.column++) done = update_column(&r, slots);
  as_records_free(&r.records, m);
  as_free(m, r.heap, r.capacity, lowered);
  as_free(m, r.list, r.list_capacity, as_successor);
  l->slack++;
  return done;
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
    for (sign = 1; sign >= -1; sign -= 2) {
      const double factor = l->quantum[i] * sign;
      const double constant = factor * to - l->quantum[i] * l->slack * (1 + MARGIN), bound = constant - factor * from;
      if (!l->two_way && l->inward[i] != (sign < 0)) continue;
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
