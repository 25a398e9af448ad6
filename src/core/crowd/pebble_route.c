/* pebble_route.c: see pebble_route.h. */
#include "crowd/pebble_route.h"

typedef struct finder {
  const as_board *board;
  as_route *route;
  uint32_t free;
  bool *passing;   /* by block: an agent is known to get there */
  uint32_t *queue; /* nodes, for counting */
  bool *counted;   /* by node */
} finder;

void as_route_free(as_route *r, as_memory *m)
{
  as_free(m, r->legs, r->capacity, as_leg);
  memset(r, 0, sizeof *r);
}

/* The number of free nodes behind an edge from a node, without that node. What was counted is not counted again. */
static uint32_t count_behind(finder *f, uint32_t from, uint32_t node)
{
  const as_board *b = f->board;
  uint32_t count = 0, tail = 0, i, k;
  f->counted[from] = true;
  if (f->counted[node]) return 0;
  f->counted[node] = true;
  f->queue[tail++] = node;
  for (i = 0; i < tail; i++) {
    const as_board_node *spot = &b->spots[f->queue[i]];
    count += spot->who == AS_NOBODY;
    for (k = spot->first; k < spot->last; k++) {
      if (f->counted[b->to[k]]) continue;
      f->counted[b->to[k]] = true;
      f->queue[tail++] = b->to[k];
    }
  }
  return count;
}

/* A node of the block of a node that is wanted, or AS_NO_NODE. */
static uint32_t wanted_in(const as_board *b, uint32_t node)
{
  uint32_t i;
  for (i = b->starts[b->spots[node].block]; i < b->starts[b->spots[node].block + 1]; i++) {
    if (b->spots[b->members[i]].is_wanted) return b->members[i];
  }
  return AS_NO_NODE;
}

/* Add a leg. False if out of memory. */
static bool add_leg(finder *f, const as_leg *leg)
{
  as_route *r = f->route;
  if (!as_reserve(f->board->memory, &r->legs, &r->capacity, (uint64_t)r->count + 1, sizeof *r->legs)) return false;
  r->legs[r->count++] = *leg;
  f->passing[f->board->spots[leg->last].block] = true;
  return true;
}

/*
** Walk from a node along bridges, as far as so many free nodes allow: to where it wants to be, or to the next passing
** place. False if out of memory.
*/
static bool walk(finder *f, uint32_t from, uint32_t first, uint32_t before, uint32_t most)
{
  const as_board *b = f->board;
  as_leg leg = {from, first, first, 1, before};
  uint32_t last = from;
  for (; leg.need <= most; leg.need++) {
    const uint32_t node = leg.last;
    const bool is_junction = as_board_is_junction(b, node), is_large = as_board_size(b, node) > 1;
    const uint32_t end = wanted_in(b, node);
    if (end != AS_NO_NODE) {
      f->route->leg = f->route->count;
      f->route->end = end;
      return add_leg(f, &leg);
    }
    if (is_junction) leg.need++; /* and a free node to step aside */
    if (is_junction || is_large) return f->passing[b->spots[node].block] || leg.need > most || add_leg(f, &leg);
    if (b->spots[node].last - b->spots[node].first < 2) return true;
    leg.last = as_board_beyond(b, last, node);
    last = node;
  }
  return true;
}

/* Walk from a passing place along all bridges that lead out of it. False if out of memory. */
static bool leave(finder *f, uint32_t node, uint32_t before)
{
  const as_board *b = f->board;
  const uint32_t block = b->spots[node].block;
  const uint32_t most = as_board_size(b, node) > 1 ? f->free : f->free - 1;
  uint32_t i, k;
  for (i = b->starts[block]; i < b->starts[block + 1]; i++) {
    const uint32_t from = b->members[i];
    for (k = b->spots[from].first; k < b->spots[from].last && f->route->end == AS_NO_NODE; k++) {
      if (b->spots[b->to[k]].block != block && !walk(f, from, b->to[k], before, most)) return false;
    }
  }
  return true;
}

/* Begin on a node whose edges are bridges. False if out of memory. */
static bool begin(finder *f)
{
  const as_board *b = f->board;
  const uint32_t self = b->self;
  uint32_t k, sides = 0;
  for (k = b->spots[self].first; k < b->spots[self].last && f->route->end == AS_NO_NODE; k++) {
    const uint32_t count = count_behind(f, self, b->to[k]);
    sides += count > 0;
    if (!walk(f, self, b->to[k], AS_NO_LEG, count)) return false;
  }
  return sides < 2 || !as_board_is_junction(b, self) || f->route->end != AS_NO_NODE || leave(f, self, AS_NO_LEG);
}

static bool find(finder *f)
{
  const as_board *b = f->board;
  uint32_t i;
  f->route->end = wanted_in(b, b->self);
  f->passing[b->spots[b->self].block] = as_board_size(b, b->self) > 1;
  if (f->route->end != AS_NO_NODE) return true;
  if (!(as_board_size(b, b->self) > 1 ? leave(f, b->self, AS_NO_LEG) : begin(f))) return false;
  for (i = 0; i < f->route->count && f->route->end == AS_NO_NODE; i++) {
    if (!leave(f, f->route->legs[i].last, i)) return false;
  }
  return true;
}

bool as_route_find(as_route *r, const as_board *b, uint32_t free)
{
  finder f;
  bool done = false;
  memset(r, 0, sizeof *r);
  memset(&f, 0, sizeof f);
  r->leg = AS_NO_LEG;
  r->end = AS_NO_NODE;
  f.board = b;
  f.route = r;
  f.free = free;
  f.passing = as_new(b->memory, b->blocks, bool);
  f.queue = as_new(b->memory, b->count, uint32_t);
  f.counted = as_new(b->memory, b->count, bool);
  if (f.passing && f.queue && f.counted) {
    memset(f.passing, 0, b->blocks * sizeof *f.passing);
    memset(f.counted, 0, b->count * sizeof *f.counted);
    done = find(&f);
  }
  as_free(b->memory, f.passing, f.passing ? b->blocks : 0, bool);
  as_free(b->memory, f.queue, f.queue ? b->count : 0, uint32_t);
  as_free(b->memory, f.counted, f.counted ? b->count : 0, bool);
  if (!done) as_route_free(r, b->memory);
  return done;
}
