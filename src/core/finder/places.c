/*
** places.c: the nodes around a goal that units can stand on, cheapest first; see astar_graph_places() in astar.h. A
** search without a goal expands nodes in this order, so it is stepped until there are enough. If it is known where the
** units are, they are given out so that nobody goes farther than necessary.
*/
#include "crowd/costs.h"
#include "engine/search.h"
#include "geometry/assign.h"
#include "graph/node.h"
#include "grid/grid.h"

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
** Begin to tell what can be reached. Who reaches the goal reaches all that is reached from it, which is the common
** case; otherwise a search from there is run as far as each question needs.
*/
static astar_result begin_reach(reach *r, astar_graph *g, const astar_places_def *def)
{
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
  from.goals = def->search.start == ASTAR_NO_ID ? NULL : &def->search.start;
  from.goal_places = def->search.start_place;
  from.goal_count = 1;
  from.answer_only = true;
  result = astar_search_begin(r->search, astar_on_graph(g), &from);
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
  return astar_search_begin(r->search, astar_on_graph(g), &from);
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

/* ---- Nodes that are too near to others ---- */

/* What is no place any more. */
typedef struct closed {
  const astar_graph *graph;
  as_memory *memory;
  const as_space *space;
  double spacing;
  as_costs nodes;  /* by id: 0 for those */
  as_id_list near; /* scratch */
} closed;

static bool close_node(closed *c, astar_id id)
{
  double *at = as_costs_make(&c->nodes, c->memory, id);
  if (at) *at = 0;
  return at != NULL;
}

/* Close the cells on which the square of a unit would overlap the one on a cell. */
static bool close_squares(closed *c, astar_id id)
{
  const as_grid *grid = c->graph->grid;
  const int64_t size = c->space->rules.size;
  int64_t i, k;
  for (i = 1 - size; i < size; i++) {
    for (k = 1 - size; k < size; k++) {
      const uint32_t cell = as_grid_cell_from(grid, id - 1, k, i);
      if (cell != AS_NO_SLOT && !close_node(c, cell + 1)) return false;
    }
  }
  return true;
}

/* Close a node, and all on which others would be too near. False if out of memory. */
static bool close_around(closed *c, astar_id id)
{
  const double spacing = as_min(c->spacing, DBL_MAX), within = spacing - spacing * 9.094947017729282e-13; /* 2^-40 */
  uint32_t i;
  if (!close_node(c, id)) return false;
  if (!astar_graph_has(c->graph, id, NULL)) return true;
  if (c->space->rules.size > 1 && as_is_cell(c->graph, id) && !close_squares(c, id)) return false;
  if (!(c->spacing > 0)) return true;
  c->near.count = 0;
  if (!c->space->ops->around(c->space, id, within, false, c->memory, &c->near)) return false;
  for (i = 0; i < c->near.count; i++) {
    if (!close_node(c, c->near.ids[i])) return false;
  }
  return true;
}

static void free_closed(closed *c)
{
  as_costs_free(&c->nodes, c->memory);
  as_free(c->memory, c->near.ids, c->near.capacity, astar_id);
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

/*
** Step the search until there are n places. A node that became cheaper by rounding only is expanded twice, but closed
** after the first time.
*/
static astar_result collect(astar_search *s, const reach *from, closed *c, uint32_t n, astar_id *ids, uint32_t *count)
{
  while (*count < n) {
    const uint64_t expanded = astar_search_expanded(s);
    const astar_status status = astar_search_step(s, 1);
    const astar_id id = astar_search_current(s);
    astar_result result;
    bool reached;
    if (status == ASTAR_OUT_OF_MEMORY) return ASTAR_NO_MEMORY;
    if (astar_search_expanded(s) == expanded) break;
    if (!can_stand(s, id) || as_costs_get(&c->nodes, id) == 0) continue;
    result = is_reached(from, id, &reached);
    if (result != ASTAR_OK) return result;
    if (!reached) continue;
    ids[(*count)++] = id;
    if (*count < n && !close_around(c, id)) return ASTAR_NO_MEMORY;
  }
  return ASTAR_OK;
}

/* The same, with the nodes that are taken. */
static astar_result find(astar_graph *g, astar_search *s, const reach *from, const astar_places_def *def, uint32_t n,
                         astar_id *ids, uint32_t *count)
{
  closed c;
  astar_result result = ASTAR_OK;
  uint32_t i;
  memset(&c, 0, sizeof c);
  c.graph = g;
  c.memory = &s->memory;
  c.space = &s->space;
  c.spacing = def->spacing;
  for (i = 0; i < def->taken_count && result == ASTAR_OK; i++) {
    if (!close_around(&c, def->taken[i])) result = ASTAR_NO_MEMORY;
  }
  if (result == ASTAR_OK) result = collect(s, from, &c, n, ids, count);
  free_closed(&c);
  return result;
}

/* ---- Who gets which ---- */

typedef struct units {
  uint32_t count, found; /* of units, > 0; of places */
  astar_place *all;      /* the units, and behind them the places: at most as many */
  uint32_t *place_of;    /* by unit */
  astar_id *ids;         /* of the places */
} units;

static bool acquire(units *u, as_memory *m)
{
  u->all = as_new(m, 2 * (size_t)u->count, astar_place);
  u->place_of = as_new(m, u->count, uint32_t);
  u->ids = as_new(m, u->count, astar_id);
  return u->all && u->place_of && u->ids;
}

static void release(units *u, as_memory *m)
{
  as_free(m, u->all, 2 * (size_t)u->count, astar_place);
  as_free(m, u->place_of, u->count, uint32_t);
  as_free(m, u->ids, u->count, astar_id);
}

/* Where units and places are: on a map that wraps, all on the map. */
static void locate(units *u, const astar_graph *g, const astar_place *from, const astar_id *ids)
{
  uint32_t i;
  memcpy(u->ids, ids, u->found * sizeof *ids);
  memcpy(u->all, from, u->count * sizeof *from);
  for (i = 0; i < u->found; i++) {
    double xyz[3];
    astar_graph_position(g, ids[i], xyz);
    u->all[u->count + i] = (astar_place){xyz[0], xyz[1], xyz[2], false};
  }
  for (i = 0; g->grid && i < u->count + u->found; i++) as_grid_bring_in(g->grid, &u->all[i].x, &u->all[i].y);
}

/* Put the places, of which `found` are in `ids`, in the order of the n units that they are for. */
static astar_result give_out(const astar_graph *g, as_memory *m, const astar_place *from, uint32_t n, astar_id *ids,
                             uint32_t found)
{
  units u = {n, found, NULL, NULL, NULL};
  double shifts[AS_MOST_SHIFTS][2];
  as_assignment a;
  uint32_t i;
  bool done = acquire(&u, m);
  if (done) {
    locate(&u, g, from, ids);
    a.things = u.all;
    a.thing_count = n;
    a.places = u.all + n;
    a.place_count = found;
    a.shifts = (const double(*)[2])shifts;
    a.shift_count = g->grid ? as_grid_shifts(g->grid, shifts) : 0;
    done = as_assign(&a, m, u.place_of);
  }
  for (i = 0; i < n && done; i++) ids[i] = u.place_of[i] == AS_NO_PLACE ? ASTAR_NO_ID : u.ids[u.place_of[i]];
  release(&u, m);
  return done ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* ---- Together ---- */

double astar_places_work(const astar_graph *g, const astar_places_def *def, uint32_t n)
{
  const double all = astar_graph_count(g), side = 2 * def->spacing + 1;
  const double near = astar_grid_count(g) > 0 && side * side < all ? side * side : all;
  const double taken = def->spacing > 0 ? def->taken_count * near : 0;
  return (double)n * n + taken;
}

astar_result astar_graph_places(astar_graph *g, const astar_places_def *def, uint32_t n, astar_id *ids, uint32_t *count)
{
  astar_search *s = astar_search_create(g->memory.alloc, g->memory.context);
  astar_search_def around = def->search;
  reach from = {NULL};
  astar_result result = s ? ASTAR_OK : ASTAR_NO_MEMORY;
  *count = 0;
  around.goal_count = 0;
  around.answer_only = around.keep_estimates = around.partial = false;
  if (result == ASTAR_OK && n > 0) result = begin_reach(&from, g, def);
  if (result == ASTAR_OK && n > 0) result = astar_search_begin(s, astar_on_graph(g), &around);
  if (result == ASTAR_OK && n > 0) result = find(g, s, &from, def, n, ids, count);
  if (result == ASTAR_OK && def->units && n > 0) result = give_out(g, &s->memory, def->units, n, ids, *count);
  astar_search_destroy(from.search);
  astar_search_destroy(s);
  return result;
}
