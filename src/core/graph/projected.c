/* projected.c: see projected.h. */
#include "graph/projected.h"

#include "base/heap.h"
#include "graph/graph_space.h"

/* ---- Steps ---- */

/* The cost of a part of a link, which is walked at `cost` in all. INFINITY and NAN are passed on. */
static double share(double cost, double part)
{
  return cost < INFINITY ? cost * part : cost;
}

/* The cost from an end of its link to a point; 0 if the point is there. */
static double cost_to(const as_link_point *point, uint32_t end)
{
  const double part = end == 0 ? point->part : 1 - point->part;
  return part == 0 ? 0 : share(point->cost[end], part);
}

/* The cost from a point to an end of its link. */
static double cost_from(const as_link_point *point, uint32_t end)
{
  return share(point->cost[1 - end], end == 0 ? point->part : 1 - point->part);
}

/* The cost from one point to another one on the same link. */
static double cost_between(const as_link_point *from, const as_link_point *to)
{
  const bool forward = from->part < to->part;
  return share(from->cost[forward ? 0 : 1], forward ? to->part - from->part : from->part - to->part);
}

static bool has_link(const as_link_point *point)
{
  return point->node[0] != AS_NO_SLOT;
}

static bool is_same_link(const as_link_point *a, const as_link_point *b)
{
  return has_link(a) && a->node[0] == b->node[0] && a->node[1] == b->node[1];
}

/* The slot of the node at which a point is, or AS_NO_SLOT. */
static uint32_t node_at(const as_link_point *point)
{
  if (!has_link(point) || (point->part > 0 && point->part < 1)) return AS_NO_SLOT;
  return point->node[point->part == 1];
}

static inline bool is_earlier(const as_point_step *a, const as_point_step *b)
{
  return a->slot < b->slot || (a->slot == b->slot && a->place < b->place);
}

AS_DEFINE_SORT(arrivals, as_point_step, is_earlier)

/* List the steps from the ends of a goal's link to it. */
static void add_arrivals(as_projected *p, uint32_t place)
{
  const as_link_point *point = &p->points[place];
  uint32_t end;
  for (end = 0; end < 2 && has_link(point); end++) {
    as_point_step *arrival = &p->arrivals[p->arrival_count];
    arrival->slot = point->node[end];
    arrival->place = place;
    arrival->cost = cost_to(point, end);
    p->arrival_count += arrival->cost < INFINITY;
  }
}

/* The first arrival from a slot or a later one. O(log arrivals). */
static uint32_t first_arrival(const as_projected *p, uint32_t slot)
{
  uint32_t low = 0, high = p->arrival_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (p->arrivals[middle].slot < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* ---- Expansion ---- */

static uint32_t count_of(const as_projected *p, uint32_t slot)
{
  return first_arrival(p, slot + 1) - first_arrival(p, slot);
}

static uint32_t projected_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const as_projected *p = self;
  uint32_t at = slot, extra = 0, count = 0;
  if (slot >= p->first_place) {
    at = node_at(&p->points[slot - p->first_place]);
    extra = 2 + p->places;
  }
  if (at != AS_NO_SLOT) {
    count = p->ops->prepare(p->graph, at, parent);
    if (count == AS_PREPARE_NO_MEMORY) return count;
    extra += count_of(p, at);
  }
  return count + extra;
}

static void expand_node(const as_projected *p, as_expansion *e, uint32_t slot)
{
  as_expansion of_node = *e;
  uint32_t i;
  of_node.slot = slot;
  p->ops->expand(p->graph, &of_node);
  e->count = of_node.count;
  for (i = first_arrival(p, slot); i < p->arrival_count && p->arrivals[i].slot == slot; i++)
    as_expansion_add(e, p->first_place + p->arrivals[i].place, p->arrivals[i].cost);
}

/* Expand the start. At a node it is expanded as that is, as the unit may stand there without being able to enter. */
static void expand_start(const as_projected *p, as_expansion *e)
{
  const as_link_point *from = &p->points[e->slot - p->first_place];
  const uint32_t at = node_at(from);
  uint32_t i;
  if (!has_link(from)) return;
  if (at != AS_NO_SLOT) {
    as_expansion_add(e, at, p->ops->enterable(p->graph, e->rules, at) ? 0 : NAN);
    expand_node(p, e, at);
    return;
  }
  for (i = 0; i < p->places; i++) {
    const as_link_point *to = &p->points[i];
    const double cost = is_same_link(from, to) ? cost_between(from, to) : INFINITY;
    if (to != from && cost < INFINITY) as_expansion_add(e, p->first_place + i, cost);
  }
  for (i = 0; i < 2; i++) {
    const double cost = cost_from(from, i);
    if (cost != INFINITY) as_expansion_add(e, from->node[i], cost);
  }
}

static void projected_expand(void *self, as_expansion *e)
{
  const as_projected *p = self;
  if (e->slot < p->first_place) expand_node(p, e, e->slot);
  else expand_start(p, e);
}

/* ---- Places ---- */

static const as_link_point *point_of_id(const as_projected *p, astar_id id)
{
  const uint32_t place = as_place_id(id); /* its own inverse */
  return place < p->places ? &p->points[place] : NULL;
}

static const double *projected_position(const void *self, uint32_t slot, double scratch[3])
{
  const as_projected *p = self;
  if (slot >= p->first_place) return p->points[slot - p->first_place].at;
  return p->ops->position(p->graph, slot, scratch);
}

static bool projected_enterable(const void *self, const as_rules *rules, uint32_t slot)
{
  const as_projected *p = self;
  if (slot >= p->first_place) return has_link(&p->points[slot - p->first_place]);
  return p->ops->enterable(p->graph, rules, slot);
}

static uint64_t projected_version(const void *self)
{
  return as_graph_space_version(((const as_projected *)self)->graph);
}

static void projected_waypoint(const void *self, astar_id id, astar_waypoint *waypoint)
{
  const as_projected *p = self;
  const as_link_point *point = point_of_id(p, id);
  if (!point) {
    as_graph_space_waypoint(p->graph, id, waypoint);
    return;
  }
  waypoint->x = point->at[0];
  waypoint->y = point->at[1];
  waypoint->z = point->at[2];
  waypoint->id = ASTAR_NO_ID;
  waypoint->generation = 0;
}

static bool projected_exists(const void *self, astar_id id)
{
  const as_projected *p = self;
  return point_of_id(p, id) || as_graph_space_exists(p->graph, id);
}

static double projected_typical_cost(const as_space *space)
{
  const as_projected *p = space->self;
  as_space of_graph = *space;
  of_graph.self = p->graph;
  return p->ops->typical_cost(&of_graph);
}

/* ---- What counts as a goal ---- */

/* Whether the start is a point from which one step leads to the slot of a goal. */
static bool leads_to(const as_projected *p, uint32_t slot)
{
  const as_link_point *from = &p->points[0], *to;
  uint32_t end;
  if (!p->starts_at_place || !has_link(from)) return false;
  if (slot < p->first_place) {
    for (end = 0; end < 2; end++) {
      if (from->node[end] == slot && cost_from(from, end) < INFINITY) return true;
    }
    return false;
  }
  to = &p->points[slot - p->first_place];
  return is_same_link(from, to) && cost_between(from, to) < INFINITY;
}

static bool projected_around(const as_space *space, astar_id goal, double within, bool adjacent, as_memory *m,
                             as_id_list *list)
{
  const as_projected *p = space->self;
  const as_link_point *point = point_of_id(p, goal);
  const uint32_t slot = point ? p->first_place + (uint32_t)(point - p->points) : as_slot(p->graph->layout, goal);
  as_space of_graph = *space;
  double scratch[3];
  bool counts;
  uint32_t i;
  of_graph.self = p->graph;
  if (!point && !p->ops->around(&of_graph, goal, within, adjacent, m, list)) return false;
  if (point) {
    if (!as_append_id(list, m, goal)) return false;
    if (within >= 0 && !as_graph_space_within(&of_graph, point->at, within, m, list)) return false;
    for (i = 0; i < p->arrival_count && adjacent; i++) {
      if (p->first_place + p->arrivals[i].place != slot) continue;
      if (!as_append_id(list, m, as_id(p->graph->layout, p->arrivals[i].slot))) return false;
    }
  }
  counts = within >= 0 && p->starts_at_place &&
           as_distance(p->points[0].at, projected_position(p, slot, scratch)) <= within;
  if (adjacent) counts = leads_to(p, slot);
  return !counts || as_append_id(list, m, p->start);
}

/* ---- Life ---- */

static void free_run(as_projected *p, as_memory *m)
{
  if (!p) return;
  as_free(m, p->points, p->places, as_link_point);
  as_free(m, p->arrivals, 2 * (size_t)p->places, as_point_step);
  as_free(m, p->given, p->goal_count, astar_id);
  as_free(m, p->goals, p->goal_count, astar_id);
  as_free(m, p->goal_places, p->goal_count, astar_place);
  as_free(m, p, 1, as_projected);
}

static void projected_release(as_space *space, as_memory *m)
{
  free_run(space->run, m);
  space->run = NULL;
}

static const as_space_ops projected_ops = {.prepare = projected_prepare,
                                           .expand = projected_expand,
                                           .position = projected_position,
                                           .around = projected_around,
                                           .enterable = projected_enterable,
                                           .version = projected_version,
                                           .waypoint = projected_waypoint,
                                           .exists = projected_exists,
                                           .typical_cost = projected_typical_cost,
                                           .release = projected_release};

as_projected *as_projected_of(const as_space *space)
{
  return space->ops == &projected_ops ? space->run : NULL;
}

void as_projected_restore(const as_projected *p, astar_search_def *def)
{
  def->start = p->starts_at_place ? ASTAR_NO_ID : p->start;
  def->start_place = p->starts_at_place ? &p->start_place : NULL;
  def->goals = p->given;
  def->goal_places = p->places > p->starts_at_place ? p->goal_places : NULL;
  def->goal_count = p->goal_count;
}

bool as_projected_point(const as_space *space, astar_id id, double xyz[3])
{
  const as_projected *p = as_projected_of(space);
  const as_link_point *point = p ? point_of_id(p, id) : NULL;
  if (point) memcpy(xyz, point->at, sizeof point->at);
  return point != NULL;
}

astar_id as_projected_point_at(const as_space *space, const double xyz[3])
{
  const as_projected *p = as_projected_of(space);
  uint32_t i;
  for (i = 0; p && i < p->places; i++) {
    const double *at = p->points[i].at;
    if (at[0] == xyz[0] && at[1] == xyz[1] && at[2] == xyz[2]) return as_place_id(i);
  }
  return ASTAR_NO_ID;
}

/* A run with the start and the goals as given, and room for the points; NULL if out of memory. */
static as_projected *new_run(as_memory *m, astar_graph *g, const astar_search_def *def)
{
  as_projected *p = as_new(m, 1, as_projected);
  uint32_t i;
  if (!p) return NULL;
  memset(p, 0, sizeof *p);
  p->graph = g;
  p->first_place = as_slots(g->layout);
  p->start = def->start;
  p->starts_at_place = def->start_place != NULL;
  if (def->start_place) p->start_place = *def->start_place;
  p->places = p->starts_at_place;
  for (i = 0; i < def->goal_count; i++)
    p->places += def->goal_places && (!def->goals || def->goals[i] == ASTAR_NO_ID);
  p->goal_count = def->goal_count;
  p->points = as_new(m, p->places, as_link_point);
  p->arrivals = as_new(m, 2 * (size_t)p->places, as_point_step);
  p->given = as_new(m, p->goal_count, astar_id);
  p->goals = as_new(m, p->goal_count, astar_id);
  p->goal_places = as_new(m, p->goal_count, astar_place);
  if ((p->places > 0 && !(p->points && p->arrivals)) ||
      (p->goal_count > 0 && !(p->given && p->goals && p->goal_places))) {
    free_run(p, m);
    return NULL;
  }
  for (i = 0; i < p->goal_count; i++) {
    p->given[i] = p->goals[i] = def->goals ? def->goals[i] : ASTAR_NO_ID;
    if (def->goal_places) p->goal_places[i] = def->goal_places[i];
    else memset(&p->goal_places[i], 0, sizeof p->goal_places[i]);
  }
  return p;
}

/* Project a position, as the place `place`; its id becomes *id. */
static astar_result project(as_projected *p, const as_rules *rules, const astar_place *position, uint32_t place,
                            astar_id *id)
{
  *id = as_place_id(place);
  return as_link_nearest(p->graph, rules, position, &p->points[place]);
}

/* Project all positions, and list the arrivals. */
static astar_result project_all(as_projected *p, const as_rules *rules)
{
  uint32_t place = p->starts_at_place, i;
  astar_result result = ASTAR_OK;
  if (p->starts_at_place) result = project(p, rules, &p->start_place, 0, &p->start);
  for (i = 0; i < p->goal_count && place < p->places && result == ASTAR_OK; i++) {
    if (p->given[i] != ASTAR_NO_ID) continue;
    result = project(p, rules, &p->goal_places[i], place, &p->goals[i]);
    if (result == ASTAR_OK && p->starts_at_place && is_same_link(&p->points[0], &p->points[place]) &&
        p->points[0].part == p->points[place].part)
      p->goals[i] = p->start;
    else if (result == ASTAR_OK)
      add_arrivals(p, place);
    place++;
  }
  arrivals_sort(p->arrivals, p->arrival_count);
  return result;
}

astar_result as_projected_begin(as_memory *m, astar_graph *g, const astar_search_def *def, as_space *space,
                                astar_search_def *projected)
{
  as_projected *p = new_run(m, g, def);
  astar_result result = ASTAR_OK;
  astar_assert(!g->cell_ops);
  if (!p) return ASTAR_NO_MEMORY;
  *space = as_graph_space(g, def->unit);
  if (p->places >= UINT32_MAX - p->first_place) result = ASTAR_FULL;
  if (result == ASTAR_OK) result = project_all(p, &space->rules);
  if (result != ASTAR_OK) {
    free_run(p, m);
    return result;
  }
  p->ops = space->ops;
  space->ops = &projected_ops;
  space->self = space->run = p;
  space->first_place = p->first_place;
  space->places = p->places;
  *projected = *def;
  projected->start = p->start;
  projected->goals = p->goals;
  projected->start_place = projected->goal_places = NULL;
  return ASTAR_OK;
}
