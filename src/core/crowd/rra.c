/* rra.c: see rra.h. */
#include "crowd/rra.h"

/* Of f, 36 bits of the mantissa are compared: sums of the same steps in another order differ by less. */
#define KEY_SHIFT 16u
/* Added to the bits of f, so that round numbers, near which many f lie, are not the border between two keys. */
#define KEY_BIAS 0x5555u

/*
** If the estimate of the whole way is more than this, estimates are not used, as sums may overflow. If it is less than
** the other, keys have all bits: numbers next to zero have fewer than 36.
*/
#define REMOTE 1e290
#define TINY 1e-290

/* ---- The open list ---- */

#define DIGIT_BITS 6u
#define DIGIT ((1u << DIGIT_BITS) - 1)

/* The number of buckets for keys without the lowest bits. */
static uint32_t bucket_count(uint32_t shift)
{
  return (64 - shift + DIGIT_BITS - 1) / DIGIT_BITS << DIGIT_BITS;
}

static inline as_rra_entry *entry_at(const as_rra *r, uint32_t at)
{
  return (as_rra_entry *)(void *)as_buckets_head(&r->open, at);
}

/* Put an entry of the pool into its bucket: the first one, if its key is less than the least by rounding. */
static inline void put(as_rra *r, uint32_t at)
{
  as_buckets *b = &r->open;
  const uint64_t wanted = entry_at(r, at)->key, key = wanted > b->top ? wanted : b->top;
  uint32_t *chain = &b->chains[as_buckets_enter(b, key, DIGIT_BITS)];
  entry_at(r, at)->head.next = *chain;
  *chain = at;
}

/*
** Push a node at cost g, with the estimate h. Half of f is its key: the sum may be too large for a number. False if out
** of memory.
*/
static inline bool push(as_rra *r, as_memory *m, uint32_t slot, double g, double h)
{
  const double f = 0.5 * g + 0.5 * h;
  uint32_t at;
  if (!as_buckets_reserve(&r->open, m)) return false;
  at = as_buckets_take_entry(&r->open);
  entry_at(r, at)->head.slot = slot;
  entry_at(r, at)->key = (as_bits_of(f) + r->bias) >> r->shift;
  put(r, at);
  return true;
}

/* Remove the first entry, and return its slot; AS_NO_SLOT if there is none. */
static inline uint32_t pop(as_rra *r)
{
  as_buckets *b = &r->open;
  uint32_t *first = &b->chains[b->top & DIGIT], at, next, slot;
  while (*first == AS_NO_ENTRY) {
    if (!as_buckets_raise(b, DIGIT_BITS, &at)) return AS_NO_SLOT;
    for (; at != AS_NO_ENTRY; at = next) {
      next = entry_at(r, at)->head.next;
      put(r, at);
    }
    first = &b->chains[b->top & DIGIT];
  }
  at = *first;
  slot = entry_at(r, at)->head.slot;
  *first = entry_at(r, at)->head.next;
  as_buckets_free_entry(b, at);
  return slot;
}

/* ---- Values ---- */

/* Whether a value is that of a node that is open, or was not reached: its sign is set. */
static inline bool is_unknown(double value)
{
  return as_bits_of(value) >> 63 != 0;
}

/* Estimates of the cost between nodes and a place of a run. They are valid as long as the run. */
static as_heuristic heuristic_to(const as_rra *r, double (*place)[3])
{
  as_heuristic h;
  memset(&h, 0, sizeof h);
  h.by = r->by;
  h.named = r->by == AS_ESTIMATE_STRAIGHT ? ASTAR_EUCLIDEAN : ASTAR_AUTO;
  h.scale = r->scale;
  h.goals = place;
  h.goal_count = 1;
  return h;
}

/* ---- Life ---- */

void as_rra_init(as_rra *r)
{
  memset(r, 0, sizeof *r);
  as_buckets_init(&r->open);
}

void as_rra_free(as_rra *r, as_memory *m)
{
  as_costs_free(&r->costs, m);
  as_buckets_free(&r->open, m);
}

void as_rra_end(as_rra *r)
{
  as_costs_clear(&r->costs);
  r->known = r->expanded = 0;
  r->pending = AS_NO_SLOT;
  r->begun = r->torn = false;
}

/* Decide how the cost from the aim is estimated. */
static void choose_estimate(as_rra *r, const as_space *space, astar_id aim)
{
  astar_search_def def = astar_default_search();
  as_heuristic h;
  double estimate;
  memset(&h, 0, sizeof h);
  def.reverse = true;
  def.start = aim;
  as_heuristic_choose(&h, space, &def);
  r->by = h.by;
  r->scale = h.scale;
  r->shift = r->bias = 0;
  if (r->by == AS_ESTIMATE_ZERO) return;
  astar_assert(r->by == AS_ESTIMATE_STRAIGHT || r->by == AS_ESTIMATE_SPACE);
  as_coordinates_of(space, aim, r->place);
  as_coordinates_of(space, as_id(space->layout, r->goal), r->target);
  h = heuristic_to(r, &r->place);
  estimate = as_estimate(&h, space, r->goal);
  if (!(estimate < REMOTE)) r->by = AS_ESTIMATE_ZERO;
  if (!(estimate < REMOTE) || estimate < TINY) return;
  r->shift = KEY_SHIFT;
  r->bias = KEY_BIAS;
}

void as_rra_begin(as_rra *r, const as_reverse_steps *reverse, uint32_t goal, uint32_t aim)
{
  const as_space *space = &reverse->space;
  astar_assert(!r->begun && r->known == 0);
  r->goal = goal;
  r->aim = aim;
  r->pending = AS_NO_SLOT;
  r->unit_version = space->unit_version;
  r->begun = true;
  choose_estimate(r, space, aim == AS_NO_SLOT ? ASTAR_NO_ID : as_id(space->layout, aim));
}

/* ---- Running ---- */

/* Reach a node at cost g, if that is less than before. False if out of memory: then nothing has changed. */
static inline bool reach(as_rra *r, as_memory *m, const as_heuristic *h, const as_space *space, uint32_t slot, double g)
{
  double *value = as_costs_find(&r->costs, slot);
  if (!value && !(value = as_costs_make(&r->costs, m, slot))) return false;
  if (!(g < -*value)) return true; /* another step of the same expansion leads there, too */
  if (!push(r, m, slot, g, as_estimate(h, space, slot))) return false;
  r->known += *value == -INFINITY;
  *value = -g;
  return true;
}

/* Open the goal, if nothing was reached yet. False if out of memory. */
static bool open_goal(as_rra *r, as_memory *m, const as_heuristic *h, const as_space *space)
{
  if (r->known > 0) return true;
  return as_buckets_clear(&r->open, m, AS_ENTRY_UNITS(as_rra_entry), bucket_count(r->shift)) &&
         reach(r, m, h, space, r->goal, 0);
}

/* Take the next node to expand from the open list, as `pending`. False if there is none. */
static bool take_next(as_rra *r)
{
  uint32_t slot;
  while ((slot = pop(r)) != AS_NO_SLOT) {
    double *value = as_costs_find(&r->costs, slot);
    if (!is_unknown(*value)) continue; /* it was expanded by a cheaper entry */
    *value = -*value;
    r->pending = slot;
    r->expanded++;
    return true;
  }
  return false;
}

/*
** Keep of a list of steps those that lead to their node at less cost than before: it becomes the cost of the node.
** Returns their number. No branch depends on what is known: it would often be mispredicted.
*/
static inline uint32_t keep_cheaper(const as_rra *r, const as_rules *rules, as_successor *list, uint32_t count,
                                    double from)
{
  uint32_t kept = 0, i;
  for (i = 0; i < count; i++) {
    const uint32_t slot = list[i].slot;
    const double g = as_advance(rules, from, list[i].cost, slot);
    list[kept].slot = slot;
    list[kept].cost = g;
    kept += g < -as_costs_get(&r->costs, slot);
  }
  return kept;
}

/* Relax the steps to the pending node. False if out of memory: then it stays pending, and that is to be done first. */
static bool expand(as_rra *r, as_memory *m, as_reverse_steps *reverse, const as_heuristic *h)
{
  const as_space *space = &reverse->space;
  uint32_t count = as_reverse_steps_list(reverse, m, r->pending), i;
  double from;
  if (count == UINT32_MAX) return false;
  from = as_depart(&space->rules, as_costs_get(&r->costs, r->pending), r->pending);
  count = keep_cheaper(r, &space->rules, reverse->list, count, from);
  r->torn = true;
  for (i = 0; i < count; i++) {
    if (!reach(r, m, h, space, reverse->list[i].slot, reverse->list[i].cost)) return false;
  }
  r->pending = AS_NO_SLOT;
  r->torn = false;
  return true;
}

/* More than a lower bound on a distance by this part of it is rounding. */
#define ROUNDING 9.094947017729282e-13 /* 2^-40 */

/* An upper bound on the distances of ways from a slot that are cheapest for sure; negative: there is none. */
static double certain_from(as_rra *r, const as_space *space, uint32_t slot)
{
  const as_heuristic h = heuristic_to(r, &r->target);
  double least;
  if (r->by == AS_ESTIMATE_ZERO) return -1;
  least = as_estimate(&h, space, slot);
  return least < REMOTE ? least + least * ROUNDING : -1;
}

double as_rra_certain(as_rra *r, const as_space *space, uint32_t slot)
{
  const double value = as_rra_known(r, slot);
  return value < 0 && -value <= certain_from(r, space, slot) ? -value : value;
}

/*
** The distance of a slot that is certain. Whatever a run ends with, its last node is pending, as as_rra_replay() leaves
** it.
*/
static double leave_certain(as_rra *r, uint32_t slot)
{
  const double far = -as_rra_known(r, slot);
  if (r->pending == AS_NO_SLOT) (void)take_next(r);
  return far;
}

double as_rra_find(as_rra *r, as_memory *m, as_reverse_steps *reverse, uint32_t slot, uint64_t most)
{
  const as_heuristic h = heuristic_to(r, &r->place);
  const uint64_t end = most < UINT64_MAX - r->expanded ? r->expanded + most : UINT64_MAX;
  const double certain = certain_from(r, &reverse->space, slot);
  astar_assert(r->begun);
  if (!open_goal(r, m, &h, &reverse->space) || (r->torn && !expand(r, m, reverse, &h))) return NAN;
  for (;;) {
    const double known = as_rra_known(r, slot);
    /* Where zero is known, the node may still be open; its expansion is not needed for that. */
    if (known >= 0) return known;
    do {
      if (-as_rra_known(r, slot) <= certain) return leave_certain(r, slot);
      if (r->pending == AS_NO_SLOT && !take_next(r)) return INFINITY;
      if (r->pending == slot) break;
      if (r->expanded >= end) return -INFINITY;
      if (!expand(r, m, reverse, &h)) return NAN;
    } while (true);
  }
}

bool as_rra_replay(as_rra *r, as_memory *m, as_reverse_steps *reverse, uint32_t expanded)
{
  const as_heuristic h = heuristic_to(r, &r->place);
  astar_assert(r->begun);
  if (!open_goal(r, m, &h, &reverse->space)) return false;
  while (r->expanded < expanded) {
    if (r->pending != AS_NO_SLOT && !expand(r, m, reverse, &h)) return false;
    if (!take_next(r)) break;
  }
  return true;
}
