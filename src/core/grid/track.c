/* track.c: see track.h. */
#include "grid/track.h"

#include "base/heap.h"
#include "grid/spaces.h"

#define UNIT ((int64_t)1 << AS_RAY_SHIFT)

static inline bool is_before(const uint32_t *a, const uint32_t *b)
{
  return *a < *b;
}

AS_DEFINE_SORT(slots, uint32_t, is_before)

void as_track_free(as_track *t, as_memory *m)
{
  as_free(m, t->nodes, t->node_capacity, astar_waypoint);
  as_free(m, t->stops, t->stop_capacity, as_stop);
  as_free(m, t->avoid, t->avoid_capacity, uint32_t);
  as_free(m, t->list, t->list_capacity, as_successor);
  as_extras_free(&t->extras, m);
}

void as_track_enter(as_track *t, uint32_t floor)
{
  t->pieces.grid = as_grid_on(t->grid, floor, &t->copy);
}

/* ---- Nodes ---- */

static uint32_t cell_of(const as_track *t, const astar_waypoint *node)
{
  return node->id != ASTAR_NO_ID && node->id <= t->pieces.grid->count ? node->id - 1 : AS_NO_SLOT;
}

/* Whether a node of the route lies beside the cells: only links lead there, and it may be far off the map. */
static bool is_beside(const as_track *t, const astar_waypoint *node)
{
  return node->id != ASTAR_NO_ID && node->id > t->pieces.grid->count;
}

/* The floor of a node of the route; of one beside the cells the first. */
static uint32_t floor_of(const as_track *t, const astar_waypoint *node, uint32_t cell)
{
  if (cell != AS_NO_SLOT) return as_grid_floor(t->grid, as_grid_row(t->grid, cell));
  return node->id == ASTAR_NO_ID && node->generation < t->grid->def.levels ? node->generation : 0;
}

/* Where a node of the route is, as far from the one before as on the map. One beside the cells is where that is. */
static void place_stop(const as_track *t, const astar_waypoint *node, as_stop *stop, const as_stop *before)
{
  int64_t period[2];
  uint32_t axis;
  if (is_beside(t, node)) {
    for (axis = 0; axis < 2; axis++) stop->at[axis] = before ? before->at[axis] : 0;
    return;
  }
  if (stop->cell == AS_NO_SLOT) {
    const double xy[2] = {node->x, node->y};
    as_piece_place(t->pieces.grid, xy, stop->at);
  } else {
    as_ray_middle(t->pieces.grid, stop->cell, stop->at);
    for (axis = 0; axis < 2; axis++) stop->at[axis] *= UNIT / 2;
  }
  if (!before) return;
  as_ray_period(t->pieces.grid, period);
  for (axis = 0; axis < 2; axis++) {
    const int64_t size = period[axis] * UNIT;
    if (size > 0) stop->at[axis] = before->at[axis] + as_ray_around(stop->at[axis] - before->at[axis], size);
  }
}

/* The cheapest step or link between two nodes of the route; INFINITY if there is none. */
static double find_link(as_track *t, as_memory *m, const astar_waypoint *from, const astar_waypoint *to)
{
  const astar_graph *g = t->space.self;
  uint32_t generation, count, i;
  double least = INFINITY;
  if (from->id == ASTAR_NO_ID || !astar_graph_has(g, from->id, &generation) || generation != from->generation)
    return INFINITY;
  if (to->id == ASTAR_NO_ID || !astar_graph_has(g, to->id, &generation) || generation != to->generation)
    return INFINITY;
  count = as_space_list(&t->space, m, as_slot(t->space.layout, from->id), false, &t->list, &t->list_capacity, 0);
  if (count == UINT32_MAX) {
    t->failed = true;
    return INFINITY;
  }
  for (i = 0; i < count; i++) {
    if (t->list[i].slot == as_slot(t->space.layout, to->id) && t->list[i].cost < least) least = t->list[i].cost;
  }
  return least;
}

bool as_track_is_step(as_track *t, as_memory *m, uint32_t index)
{
  const as_grid *grid = t->pieces.grid;
  const uint32_t from = t->stops[index].cell, to = t->stops[index + 1].cell;
  uint32_t d;
  double cost;
  if (from == AS_NO_SLOT || to == AS_NO_SLOT) return false;
  d = as_grid_direction(grid, from, to);
  if (d == AS_DIRECTIONS || !as_piece_enters(&t->pieces, to)) return false;
  cost = as_grid_step_cost(grid, t->pieces.rules, from, to, d);
  if (!(cost < INFINITY)) return false;
  if (!as_grid_has_node(((const astar_graph *)t->space.self)->grid, from)) return true;
  return !(find_link(t, m, &t->nodes[index], &t->nodes[index + 1]) < cost);
}

/* The cost of what leads from a node of the route to the next where that is no step: a link, or a piece. */
double as_track_link_cost(as_track *t, as_memory *m, uint32_t index)
{
  const as_stop *from = &t->stops[index], *to = from + 1;
  const astar_waypoint *a = &t->nodes[index], *b = a + 1;
  double cost = find_link(t, m, a, b);
  if (cost < INFINITY && t->pieces.rules->extra_count > 0)
    cost += as_extra_cost(t->pieces.rules, as_slot(t->space.layout, b->id));
  if (!(cost < INFINITY) && (is_beside(t, a) || is_beside(t, b)))
    cost = as_length(b->x - a->x, b->y - a->y, b->z - a->z);
  if (!(cost < INFINITY) && from->floor == to->floor) cost = as_piece_cost(&t->pieces, from->at, to->at, INFINITY);
  return cost < INFINITY ? cost : as_piece_flat(&t->pieces, from->at, to->at);
}

/* ---- Taking a path ---- */

/* Take the avoided cells, in order. False if out of memory. */
static bool take_avoided(as_track *t, as_memory *m, const astar_smooth_def *def)
{
  uint32_t i, count = 0;
  if (!as_reserve(m, &t->avoid, &t->avoid_capacity, def->avoid_count, sizeof *t->avoid)) return false;
  for (i = 0; i < def->avoid_count; i++) {
    if (def->avoid_ids[i] <= t->space.layout->cells) t->avoid[count++] = def->avoid_ids[i] - 1;
  }
  slots_sort(t->avoid, count);
  t->pieces.avoid = t->avoid;
  t->pieces.avoid_count = count;
  return true;
}

bool as_track_take(as_track *t, as_memory *m, astar_graph *g, const astar_path *path, const astar_smooth_def *def)
{
  uint32_t i;
  t->failed = false;
  t->count = path->count;
  t->space = as_grid_space(g, def->unit);
  if (!as_is_complete(&t->space)) return false;
  if (!as_extras_set(&t->extras, m, t->space.layers, t->space.memory, def->layers, def->layer_count,
                     as_slots(t->space.layout)))
    return false;
  as_rules_extend(&t->space.rules, &t->extras, 0, false);
  t->space.rules.discs = def->discs;
  memset(&t->pieces, 0, sizeof t->pieces);
  t->pieces.grid = t->grid = as_grid_view(g->grid, &t->space.rules);
  t->pieces.rules = &t->space.rules;
  t->pieces.radius = def->radius;
  if (!take_avoided(t, m, def)) return false;
  as_pieces_begin(&t->pieces);
  if (!as_reserve(m, &t->nodes, &t->node_capacity, path->count, sizeof *t->nodes) ||
      !as_reserve(m, &t->stops, &t->stop_capacity, path->count, sizeof *t->stops))
    return false;
  astar_path_read(path, 0, path->count, t->nodes);
  for (i = 0; i < path->count; i++) {
    t->stops[i].cell = cell_of(t, &t->nodes[i]);
    t->stops[i].floor = floor_of(t, &t->nodes[i], t->stops[i].cell);
    place_stop(t, &t->nodes[i], &t->stops[i], i > 0 ? &t->stops[i - 1] : NULL);
    t->stops[i].cost = 0;
  }
  /* The start need not be a cell that the unit can enter, and then has a multiplier of its own. */
  if (t->stops[0].cell != AS_NO_SLOT && !as_piece_enters(&t->pieces, t->stops[0].cell)) t->pieces.multiplier = NAN;
  return true;
}
