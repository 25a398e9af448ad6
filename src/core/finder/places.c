/*
** places.c: the nodes around a goal that units can stand on, cheapest first; see astar_graph_places() in astar.h. A search
** without a goal expands nodes in this order, so it is stepped until there are enough.
*/
#include "base/heap.h"
#include "engine/search.h"
#include "graph/node.h"

/* ---- Whether nodes can be reached from where the units come from ---- */

typedef struct reach {
  astar_search *search; /* NULL: all nodes count as reached */
} reach;

/* Expand until it ends. */
static astar_result run_to_end(astar_search *s)
{
  return astar_search_step(s, UINT64_MAX) == ASTAR_OUT_OF_MEMORY ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/*
** Begin to tell what can be reached. Who reaches the goal reaches all that is reached from it, which is the common case;
** otherwise a search from there is run as far as each question needs.
*/
static astar_result begin_reach(reach *r, astar_graph *g, const astar_places_def *def)
{
  const astar_id none = ASTAR_NO_ID;
  const astar_id *goal = def->search.start == ASTAR_NO_ID ? &none : &def->search.start;
  astar_search_def from = def->search;
  astar_result result;
  r->search = NULL;
  if (def->from == ASTAR_NO_ID && !def->from_place) return ASTAR_OK;
  r->search = astar_search_create(g->memory.alloc, g->memory.context);
  if (!r->search) return ASTAR_NO_MEMORY;
  from.max_cost = INFINITY;
  from.max_steps = UINT64_MAX;
  from.start = def->from;
  from.start_place = def->from_place;
  from.goals = goal;
  from.goal_places = def->search.start_place;
  from.goal_count = 1;
  from.answer_only = true;
  result = astar_search_begin(r->search, g, &from);
  if (result == ASTAR_OK) result = run_to_end(r->search);
  if (result != ASTAR_OK) return result;
  if (astar_search_status(r->search) == ASTAR_FOUND) {
    astar_search_destroy(r->search);
    r->search = NULL;
    return ASTAR_OK;
  }
  from.goal_count = 0;
  from.goals = NULL;
  from.goal_places = NULL;
  from.answer_only = false;
  return astar_search_begin(r->search, g, &from);
}

static bool is_visited(const astar_search *s, astar_id id)
{
  const astar_state state = astar_search_visit(s, id).state;
  return state == ASTAR_OPEN || state == ASTAR_CLOSED;
}

/* Whether a node can be reached. */
static astar_result is_reached(const reach *r, astar_id id, bool *reached)
{
  const uint64_t part = 64; /* expansions between two looks */
  astar_status status = ASTAR_SEARCHING;
  *reached = true;
  while (r->search && !(*reached = is_visited(r->search, id)) && status == ASTAR_SEARCHING)
    status = astar_search_step(r->search, part);
  return status == ASTAR_OUT_OF_MEMORY ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/* ---- Taken nodes ---- */

static inline bool is_lower(const astar_id *a, const astar_id *b)
{
  return *a < *b;
}

AS_DEFINE_SORT(ids, astar_id, is_lower)

static bool is_among(const astar_id *sorted, uint32_t count, astar_id id)
{
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (sorted[middle] < id) low = middle + 1;
    else high = middle;
  }
  return low < count && sorted[low] == id;
}

/* ---- Places ---- */

/* Whether a unit can stand on a node that the search around the goal has expanded. */
static bool can_stand(const astar_search *s, astar_id id)
{
  const uint32_t slot = as_search_slot(s, id);
  double xyz[3];
  if (astar_search_point(s, id, xyz)) return false;
  /* All nodes but the start were tested. */
  return id != s->def.start || (as_is_admitted(s, as_records_peek(&s->records, slot)) &&
                                s->space.ops->enterable(s->space.self, &s->space.rules, slot));
}

/* A node that became cheaper by rounding only is expanded twice. */
static bool is_repeated(const astar_search *s, const astar_id *ids, uint32_t count, astar_id id)
{
  uint32_t i = 0;
  if (s->reopened == 0) return false;
  while (i < count && ids[i] != id) i++;
  return i < count;
}

/* Step the search until there are n places. */
static astar_result collect(astar_search *s, const reach *from, const astar_id *taken, uint32_t taken_count, uint32_t n,
                            astar_id *ids, uint32_t *count)
{
  while (*count < n) {
    const uint64_t expanded = astar_search_expanded(s);
    const astar_status status = astar_search_step(s, 1);
    const astar_id id = astar_search_current(s);
    astar_result result;
    bool reached;
    if (status == ASTAR_OUT_OF_MEMORY) return ASTAR_NO_MEMORY;
    if (astar_search_expanded(s) == expanded) break;
    if (!can_stand(s, id) || is_among(taken, taken_count, id) || is_repeated(s, ids, *count, id)) continue;
    result = is_reached(from, id, &reached);
    if (result != ASTAR_OK) return result;
    if (reached) ids[(*count)++] = id;
  }
  return ASTAR_OK;
}

astar_result astar_graph_places(astar_graph *g, const astar_places_def *def, uint32_t n, astar_id *ids, uint32_t *count)
{
  astar_search *s = astar_search_create(g->memory.alloc, g->memory.context);
  astar_id *taken = as_new(&g->memory, def->taken_count, astar_id);
  astar_search_def around = def->search;
  reach from = {NULL};
  astar_result result = s && (taken || def->taken_count == 0) ? ASTAR_OK : ASTAR_NO_MEMORY;
  *count = 0;
  around.goal_count = 0;
  around.answer_only = around.keep_estimates = around.partial = false;
  if (result == ASTAR_OK && def->taken_count > 0) {
    memcpy(taken, def->taken, def->taken_count * sizeof *taken);
    ids_sort(taken, def->taken_count);
  }
  if (result == ASTAR_OK && n > 0) result = begin_reach(&from, g, def);
  if (result == ASTAR_OK && n > 0) result = astar_search_begin(s, g, &around);
  if (result == ASTAR_OK) result = collect(s, &from, taken, def->taken_count, n, ids, count);
  astar_search_destroy(from.search);
  astar_search_destroy(s);
  as_free(&g->memory, taken, def->taken_count, astar_id);
  return result;
}
