/*
** route.c: NBA* (Pijls & Post 2009): two runs of A*, from the start along the links and from
** the goal against them, which share the knowledge of which nodes are settled. It rests on a
** consistent heuristic, so the straight distance times the least cost per distance serves.
**
** A node that either side has settled is closed to both. `best` is the cost of the cheapest
** route so far: where the sides have met. A node is settled without being expanded when no
** route through it can be cheaper: when f >= best, or when its cost, less its estimate on the
** other side, plus the least f of the other side is. When one side has nothing left, `best`
** is the optimum.
*/
#include "geometry/distance.h"
#include "engine/open.h"
#include "engine/path.h"
#include "engine/space.h"

#include <string.h>

typedef struct side {
  as_records records;
  as_open open;
  double origin[3]; /* where it began */
  double least;     /* of f, among what is open */
} side;

struct astar_route {
  as_memory memory;
  as_space space; /* of the last find; its layout is not held */
  side sides[2];  /* forwards, backwards */
  as_successor *successors;
  uint32_t successors_capacity;
  uint32_t *slots; /* the route that was found */
  uint32_t count, capacity;
  uint64_t expanded;
  double best;
  uint32_t meeting; /* slot */
  double cost;      /* of the route, step by step from the start */
};

/* ---- Life ---- */

astar_route *astar_route_create(astar_alloc alloc, void *context)
{
  as_memory m;
  astar_route *r;
  uint32_t i;
  as_memory_init(&m, alloc, context);
  r = as_new(&m, 1, astar_route);
  if (!r) return NULL;
  memset(r, 0, sizeof *r);
  r->memory = m;
  for (i = 0; i < 2; i++) {
    as_records_init(&r->sides[i].records);
    as_open_init(&r->sides[i].open);
  }
  return r;
}

void astar_route_destroy(astar_route *r)
{
  as_memory m;
  uint32_t i;
  if (!r) return;
  for (i = 0; i < 2; i++) {
    as_records_free(&r->sides[i].records, &r->memory);
    as_open_free(&r->sides[i].open, &r->memory);
  }
  as_free(&r->memory, r->successors, r->successors_capacity, as_successor);
  as_free(&r->memory, r->slots, r->capacity, uint32_t);
  m = r->memory;
  as_free(&m, r, 1, astar_route);
}

size_t astar_route_memory(const astar_route *r)
{
  return r->memory.used;
}

uint64_t astar_route_expanded(const astar_route *r)
{
  return r->expanded;
}

/* ---- Searching ---- */

/* A lower bound of the cost between a node and where a side began. */
static double bound(const astar_route *r, const double position[3], const side *to)
{
  return as_distance(position, to->origin) * r->space.scale;
}

static const double *position_of(const astar_route *r, uint32_t slot, double scratch[3])
{
  return r->space.ops->position(r->space.self, slot, scratch);
}

static bool settled(const as_record *record)
{
  return (record->mark & AS_MARK_STATE) == ASTAR_CLOSED;
}

/* Whether a side has settled a node. */
static bool is_settled(const side *of, uint32_t slot)
{
  const as_record *record = as_records_peek(&of->records, slot);
  return as_record_current(&of->records, record) && settled(record);
}

/* Open a node on one side, reached for g. False if out of memory. */
static bool open_node(astar_route *r, side *from, uint32_t slot, double g, double h, uint32_t parent)
{
  as_record *record = as_records_peek(&from->records, slot);
  if (!as_record_own(record)) record = as_records_make(&from->records, &r->memory, slot);
  if (!record || !as_open_push(&from->open, &r->memory, as_min(g + h, DBL_MAX), h, slot)) return false;
  record->g = g;
  record->parent = parent;
  record->mark = from->records.run_mark | ASTAR_OPEN;
  return true;
}

static bool begin_side(astar_route *r, side *from, const side *to, uint32_t slot)
{
  double scratch[3];
  const double *position = position_of(r, slot, scratch);
  as_open_clear(&from->open, 0);
  from->least = bound(r, position, to);
  return as_records_begin(&from->records, &r->memory, as_slots(r->space.layout), 0) &&
         open_node(r, from, slot, 0, from->least, AS_NO_SLOT);
}

/* Reach the neighbours of a node from one side. False if out of memory. */
static bool expand(astar_route *r, side *from, const side *to, uint32_t slot, double cost)
{
  as_offers offers;
  uint32_t i;
  if (!as_reserve(&r->memory, &r->successors, &r->successors_capacity,
                  (uint64_t)r->space.ops->degree(r->space.self, slot, AS_NO_SLOT) + 1, sizeof *r->successors))
    return false;
  memset(&offers, 0, sizeof offers);
  offers.records = from->records;
  offers.from = cost;
  offers.list = r->successors;
  offers.count = 0;
  if (from == &r->sides[0]) r->space.ops->expand(r->space.self, &r->space.rules, slot, &offers);
  else r->space.ops->retreat(r->space.self, &r->space.rules, slot, &offers);
  r->expanded++;
  for (i = 0; i < offers.count; i++) {
    const as_successor *next = &r->successors[i];
    const as_record *other = as_records_peek(&to->records, next->slot);
    bool met = as_record_current(&to->records, other);
    double g = cost + next->cost, h, scratch[3];
    if (!(g < INFINITY) || (met && settled(other)) || is_settled(from, next->slot)) continue;
    h = bound(r, position_of(r, next->slot, scratch), to);
    if (g + h >= r->best) continue;
    if (!open_node(r, from, next->slot, g, h, slot)) return false;
    if (met && g + other->g < r->best) {
      r->best = g + other->g;
      r->meeting = next->slot;
    }
  }
  return true;
}

/* Settle the next node of one side. SEARCHING while there is more to do. */
static astar_status advance(astar_route *r, side *from, side *to)
{
  uint32_t slot;
  as_record *record;
  double f, scratch[3];
  do {
    as_next next = as_open_next(&from->open, &r->memory, &slot);
    if (next == AS_NEXT_NO_MEMORY) return ASTAR_OUT_OF_MEMORY;
    if (next == AS_NEXT_NONE) return ASTAR_DONE;
    f = as_open_first(&from->open)->f;
    as_open_drop(&from->open);
  } while (is_settled(from, slot) || is_settled(to, slot));
  record = as_records_peek(&from->records, slot);
  record->mark = from->records.run_mark | ASTAR_CLOSED;
  if (f > from->least) from->least = f;
  if (from->least >= r->best) return ASTAR_DONE;
  if (r->best < INFINITY &&
      record->g + to->least - bound(r, position_of(r, slot, scratch), from) >= r->best)
    return ASTAR_SEARCHING;
  return expand(r, from, to, slot, record->g) ? ASTAR_SEARCHING : ASTAR_OUT_OF_MEMORY;
}

/* ---- The route ---- */

/* The cost of one step of the route, as a search would count it. */
static double step_cost(const astar_route *r, uint32_t from, uint32_t to)
{
  as_offers offers;
  uint32_t i;
  memset(&offers, 0, sizeof offers);
  offers.records = r->sides[0].records;
  offers.from = NAN;
  offers.list = r->successors;
  offers.count = 0;
  r->space.ops->expand(r->space.self, &r->space.rules, from, &offers);
  for (i = 0; i + 1 < offers.count && r->successors[i].slot != to;) i++;
  return r->successors[i].cost;
}

/* Write down the slots from the start to the goal, and what the route costs. */
static bool trace(astar_route *r)
{
  const as_records *forwards = &r->sides[0].records, *backwards = &r->sides[1].records;
  uint32_t slot, first = 0, at;
  for (slot = r->meeting; slot != AS_NO_SLOT; slot = as_records_peek(forwards, slot)->parent) first++;
  r->count = first;
  for (slot = r->meeting; (slot = as_records_peek(backwards, slot)->parent) != AS_NO_SLOT;) r->count++;
  if (!as_reserve(&r->memory, &r->slots, &r->capacity, r->count, sizeof *r->slots)) return false;
  at = first;
  for (slot = r->meeting; slot != AS_NO_SLOT; slot = as_records_peek(forwards, slot)->parent) r->slots[--at] = slot;
  at = first;
  for (slot = r->meeting; (slot = as_records_peek(backwards, slot)->parent) != AS_NO_SLOT;) r->slots[at++] = slot;
  /* Every node but the last was expanded by one side or the other, but by the forward one perhaps not. */
  for (at = 0; at + 1 < r->count; at++) {
    if (!as_reserve(&r->memory, &r->successors, &r->successors_capacity,
                    (uint64_t)r->space.ops->degree(r->space.self, r->slots[at], AS_NO_SLOT) + 1, sizeof *r->successors))
      return false;
  }
  r->cost = 0;
  for (at = 0; at + 1 < r->count; at++) r->cost += step_cost(r, r->slots[at], r->slots[at + 1]);
  return true;
}

astar_status astar_route_find(astar_route *r, const astar_graph *g, astar_unit unit, astar_id start, astar_id goal)
{
  astar_status status = ASTAR_SEARCHING;
  double scratch[3];
  uint32_t ends[2], i;
  astar_assert(astar_grid_count(g) == 0);
  r->space = as_space_of(g, unit);
  ends[0] = as_slot(r->space.layout, start);
  ends[1] = as_slot(r->space.layout, goal);
  r->count = 0;
  r->expanded = 0;
  r->best = INFINITY;
  r->meeting = AS_NO_SLOT;
  for (i = 0; i < 2; i++) memcpy(r->sides[i].origin, position_of(r, ends[i], scratch), sizeof scratch);
  for (i = 0; i < 2; i++) {
    if (!begin_side(r, &r->sides[i], &r->sides[1 - i], ends[i])) return ASTAR_OUT_OF_MEMORY;
  }
  if (start == goal) {
    r->best = 0;
    r->meeting = ends[0];
    status = ASTAR_DONE;
  }
  for (i = 0; status == ASTAR_SEARCHING; i = 1 - i) status = advance(r, &r->sides[i], &r->sides[1 - i]);
  if (status == ASTAR_OUT_OF_MEMORY) return status;
  if (r->meeting == AS_NO_SLOT) return ASTAR_UNREACHABLE;
  return trace(r) ? ASTAR_FOUND : ASTAR_OUT_OF_MEMORY;
}

uint32_t astar_route_count(const astar_route *r)
{
  return r->count;
}

void astar_route_path(const astar_route *r, astar_path *path)
{
  uint32_t i;
  path->cost = r->cost;
  path->count = r->count;
  path->partial = false;
  memset(path->wrap, 0, sizeof path->wrap);
  for (i = 0; i < r->count; i++)
    r->space.ops->waypoint(r->space.self, as_id(r->space.layout, r->slots[i]), &path->points[i]);
  as_path_measure(path);
}
