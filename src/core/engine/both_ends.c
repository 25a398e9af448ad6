/*
** both_ends.c: see both_ends.h.
**
** A node settled by either side is closed to both. `best` is the cost of the cheapest path through a node that both
** sides have reached. A node is settled without being expanded if no path through it is cheaper than `best`: if
** f >= best, or if g + F - h' >= best, where F is the least f of the other side and h' the estimate of the other side
** for the node. When a side has no more open nodes, or its least f is >= best, `best` is the optimum.
*/
#include "engine/both_ends.h"

#include "engine/path.h"
#include "geometry/distance.h"

#include <string.h>

/* ---- Life ---- */

void as_both_ends_init(as_both_ends *r)
{
  uint32_t i;
  memset(r, 0, sizeof *r);
  for (i = 0; i < 2; i++) {
    as_records_init(&r->sides[i].records);
    as_open_init(&r->sides[i].open);
  }
}

void as_both_ends_free(as_both_ends *r, as_memory *m)
{
  uint32_t i;
  for (i = 0; i < 2; i++) {
    as_records_free(&r->sides[i].records, m);
    as_open_free(&r->sides[i].open, m);
  }
  as_free(m, r->successors, r->successor_capacity, as_successor);
  as_free(m, r->slots, r->capacity, uint32_t);
}

/* ---- Searching ---- */

/* Lower bound of the cost between a position and the origin of a side. */
static double bound(const as_both_ends *r, const double position[3], const as_side *to)
{
  return as_distance(position, to->origin) * r->space.scale;
}

static const double *position_of(const as_both_ends *r, uint32_t slot, double scratch[3])
{
  return r->space.ops->position(r->space.self, slot, scratch);
}

static bool settled(const as_record *record)
{
  return (record->mark & AS_MARK_STATE) == ASTAR_CLOSED;
}

/* Whether a side has settled a node, by slot. */
static bool is_settled(const as_side *of, uint32_t slot)
{
  const as_record *record = as_records_peek(&of->records, slot);
  return as_record_current(&of->records, record) && settled(record);
}

/* Open a node on one side, reached for g. False if out of memory. */
static bool open_node(as_memory *m, as_side *from, uint32_t slot, double g, double h, uint32_t parent)
{
  as_record *record = as_records_peek(&from->records, slot);
  if (!as_record_writable(record)) record = as_records_make(&from->records, m, slot);
  if (!record || !as_exact_push(&from->open, m, as_min(g + h, DBL_MAX), h, slot)) return false;
  record->g = g;
  record->parent = parent;
  record->mark = from->records.run_mark | ASTAR_OPEN;
  return true;
}

static bool begin_side(const as_both_ends *r, as_memory *m, as_side *from, const as_side *to, uint32_t slot)
{
  double scratch[3];
  from->least = bound(r, position_of(r, slot, scratch), to);
  return as_open_clear(&from->open, m, AS_ORDER_EXACT, 0) &&
         as_records_begin(&from->records, m, as_slots(r->space.layout), 0) &&
         open_node(m, from, slot, 0, from->least, AS_NO_SLOT);
}

/* Make room for the successors or predecessors of a node. False if out of memory. */
static bool prepare(as_both_ends *r, as_memory *m, uint32_t slot)
{
  const uint32_t degree = r->space.ops->prepare(r->space.self, slot, AS_NO_SLOT);
  return degree != AS_PREPARE_NO_MEMORY && as_reserve(m, &r->successors, &r->successor_capacity, (uint64_t)degree + 1,
                                                      sizeof *r->successors);
}

/* The successors or predecessors, by side, of a node of g `cost`; there is room for them. */
static const as_expansion *neighbours(as_both_ends *r, const as_side *from, uint32_t slot, double cost)
{
  as_expansion *e = &r->expansion;
  e->run = r->space.run;
  e->rules = &r->space.rules;
  e->records = from->records;
  e->slot = slot;
  e->parent = AS_NO_SLOT;
  e->from = cost;
  e->list = r->successors;
  e->count = 0;
  if (from == &r->sides[0]) r->space.ops->expand(r->space.self, e);
  else r->space.ops->expand_reverse(r->space.self, e);
  return e;
}

/* Expand a node on one side. False if out of memory. */
static bool expand(as_both_ends *r, as_memory *m, as_side *from, const as_side *to, uint32_t slot, double cost)
{
  const as_expansion *e;
  uint32_t i;
  if (!prepare(r, m, slot)) return false;
  e = neighbours(r, from, slot, cost);
  r->expanded++;
  for (i = 0; i < e->count; i++) {
    const as_successor *next = &e->list[i];
    const as_record *other = as_records_peek(&to->records, next->slot);
    const bool met = as_record_current(&to->records, other);
    const double g = as_advance(e->rules, cost, next->cost);
    double h, scratch[3];
    if (!(g < INFINITY) || (met && settled(other)) || is_settled(from, next->slot)) continue;
    h = bound(r, position_of(r, next->slot, scratch), to);
    if (g + h >= r->best) continue;
    if (!open_node(m, from, next->slot, g, h, slot)) return false;
    if (met && g + other->g < r->best) {
      r->best = g + other->g;
      r->meeting = next->slot;
    }
  }
  return true;
}

/* Settle the next node of one side. ASTAR_SEARCHING, ASTAR_DONE or ASTAR_OUT_OF_MEMORY. */
static astar_status settle(as_both_ends *r, as_memory *m, as_side *from, as_side *to)
{
  uint32_t slot;
  as_record *record;
  double f, scratch[3];
  do {
    const as_peek found = as_exact_peek(&from->open, m, &slot);
    if (found == AS_PEEK_NO_MEMORY) return ASTAR_OUT_OF_MEMORY;
    if (found == AS_PEEK_NONE) return ASTAR_DONE;
    f = as_exact_least(&from->open);
    as_exact_pop(&from->open);
  } while (is_settled(from, slot) || is_settled(to, slot));
  record = as_records_peek(&from->records, slot);
  record->mark = from->records.run_mark | ASTAR_CLOSED;
  if (f > from->least) from->least = f;
  if (from->least >= r->best) return ASTAR_DONE;
  if (r->best < INFINITY &&
      record->g + to->least - bound(r, position_of(r, slot, scratch), from) >= r->best)
    return ASTAR_SEARCHING;
  return expand(r, m, from, to, slot, record->g) ? ASTAR_SEARCHING : ASTAR_OUT_OF_MEMORY;
}

/* ---- The path ---- */

/* Set the slots of the path, and its cost, added in the order in which a search adds. False if out of memory. */
static bool trace(as_both_ends *r, as_memory *m)
{
  const as_records *forwards = &r->sides[0].records, *backwards = &r->sides[1].records;
  uint32_t slot, first = 0, at, i;
  for (slot = r->meeting; slot != AS_NO_SLOT; slot = as_records_peek(forwards, slot)->parent) first++;
  r->count = first;
  for (slot = r->meeting; (slot = as_records_peek(backwards, slot)->parent) != AS_NO_SLOT;) r->count++;
  if (!as_reserve(m, &r->slots, &r->capacity, r->count, sizeof *r->slots)) return false;
  at = first;
  for (slot = r->meeting; slot != AS_NO_SLOT; slot = as_records_peek(forwards, slot)->parent) r->slots[--at] = slot;
  at = first;
  for (slot = r->meeting; (slot = as_records_peek(backwards, slot)->parent) != AS_NO_SLOT;) r->slots[at++] = slot;
  r->cost = 0;
  for (at = 0; at + 1 < r->count; at++) {
    const as_expansion *e;
    if (!prepare(r, m, r->slots[at])) return false;
    e = neighbours(r, &r->sides[0], r->slots[at], NAN);
    for (i = 0; i + 1 < e->count && e->list[i].slot != r->slots[at + 1];) i++;
    r->cost = as_advance(e->rules, r->cost, e->list[i].cost);
  }
  return true;
}

astar_status as_both_ends_find(as_both_ends *r, as_memory *m, const as_space *space, astar_id start, astar_id goal)
{
  astar_status status = ASTAR_SEARCHING;
  double scratch[3];
  uint32_t ends[2], i;
  r->space = *space;
  ends[0] = as_slot(space->layout, start);
  ends[1] = as_slot(space->layout, goal);
  r->count = 0;
  r->expanded = 0;
  r->best = INFINITY;
  r->meeting = AS_NO_SLOT;
  for (i = 0; i < 2; i++) memcpy(r->sides[i].origin, position_of(r, ends[i], scratch), sizeof scratch);
  for (i = 0; i < 2; i++) {
    if (!begin_side(r, m, &r->sides[i], &r->sides[1 - i], ends[i])) return ASTAR_OUT_OF_MEMORY;
  }
  if (start == goal) {
    r->best = 0;
    r->meeting = ends[0];
    status = ASTAR_DONE;
  }
  for (i = 0; status == ASTAR_SEARCHING; i = 1 - i) status = settle(r, m, &r->sides[i], &r->sides[1 - i]);
  if (status == ASTAR_OUT_OF_MEMORY) return status;
  if (r->meeting == AS_NO_SLOT) return ASTAR_UNREACHABLE;
  return trace(r, m) ? ASTAR_FOUND : ASTAR_OUT_OF_MEMORY;
}

void as_both_ends_path(const as_both_ends *r, astar_path *path)
{
  uint32_t i;
  as_path_begin(path, &r->space, r->count, 0, r->cost);
  for (i = 0; i < r->count; i++)
    r->space.ops->waypoint(r->space.self, as_id(r->space.layout, r->slots[i]), &path->points[i]);
  as_path_measure(path);
}
