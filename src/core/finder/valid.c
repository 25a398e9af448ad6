/* valid.c: see astar_graph_valid() in astar.h. */
#include "finder/spaces.h"

#include <string.h>

/* What the steps of a path are looked up with. */
typedef struct walk {
  astar_graph *graph;
  as_space space;
  as_records records; /* empty: no step is left out */
  as_successor *list;
  uint32_t capacity;
} walk;

/* Whether a node of a path is still the one that it was; *slot becomes its slot. */
static bool is_there(const walk *w, const astar_waypoint *node, uint32_t *slot)
{
  uint32_t generation;
  if (!astar_graph_has(w->graph, node->id, &generation)) return false;
  if (node->generation != generation) return false;
  *slot = as_slot(w->space.layout, node->id);
  return true;
}

/* Set *joined to whether the unit can make the step from one slot to another. False if out of memory. */
static bool find_step(walk *w, uint32_t from, uint32_t to, bool *joined)
{
  as_expansion e;
  uint32_t degree = w->space.degree, i;
  if (degree == 0) degree = w->space.ops->prepare(w->space.self, from, AS_NO_SLOT);
  if (degree == AS_PREPARE_NO_MEMORY || !as_reserve(&w->graph->memory, &w->list, &w->capacity, (uint64_t)degree + 1,
                                                    sizeof *w->list))
    return false;
  memset(&e, 0, sizeof e);
  e.run = w->space.run;
  e.rules = &w->space.rules;
  e.records = w->records;
  e.slot = from;
  e.parent = AS_NO_SLOT;
  e.from = NAN;
  e.list = w->list;
  e.deferred = INFINITY;
  w->space.ops->expand(w->space.self, &e);
  *joined = false;
  for (i = 0; i < e.count; i++) *joined = *joined || (e.list[i].slot == to && e.list[i].cost < INFINITY);
  return true;
}

/* Walk along a path as far as it goes. False if out of memory. */
static bool follow(walk *w, const astar_path *path, uint32_t *broken)
{
  astar_waypoint node = astar_path_point(path, 0);
  uint32_t at = 0, to = 0, i;
  *broken = is_there(w, &node, &at) ? 0 : 1;
  for (i = 1; i < path->count && *broken == 0; i++, at = to) {
    bool joined = false;
    node = astar_path_point(path, i);
    if (is_there(w, &node, &to) && !find_step(w, at, to, &joined)) return false;
    if (!joined) *broken = i;
  }
  return true;
}

astar_result astar_graph_valid(astar_graph *g, const astar_path *path, astar_unit unit, uint32_t *broken)
{
  walk w;
  bool done;
  memset(&w, 0, sizeof w);
  w.graph = g;
  w.space = as_space_of(g, unit);
  as_records_init(&w.records);
  done = as_records_begin(&w.records, &g->memory, as_slots(w.space.layout), 0) && follow(&w, path, broken);
  as_records_free(&w.records, &g->memory);
  as_free(&g->memory, w.list, w.capacity, as_successor);
  if (w.space.ops->release && w.space.run) w.space.ops->release(&w.space, &g->memory);
  return done ? ASTAR_OK : ASTAR_NO_MEMORY;
}
