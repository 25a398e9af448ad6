/*
** group_crowd.c: what groups need of a crowd of agents on nodes: see as_group_ops. Each member goes to a node of its
** own, as near to its place as it can stand.
*/
#include "crowd/crowd.h"

#include "geometry/formation.h"
#include "graph/components.h"
#include "graph/near.h"
#include "grid/grid.h"

/* A part of a cell: so places between two cells all belong to the same side, whatever the rounding. */
#define ASIDE 0.001

/* Those ahead of the last are slowed down by at most two to the power of this. */
#define MOST_HALVES 3u

/* For so many of its steps an agent has come no nearer, when it exchanges its place with another. */
#define HELD_UP 24u

/*
** Upper bound on exchanges for each member of a group until it gets new places: without one they could alternate for
** ever, as what saves distance now may cost as much after the next steps. Filling a long dead end takes 6.
*/
#define MOST_EXCHANGES 16u

/* ---- Agents ---- */

static void locate(const void *crowd, uint32_t index, double place[2])
{
  double position[4];
  astar_crowd_position(crowd, index + 1, position);
  memcpy(place, position, 2 * sizeof *place);
}

static double spacing(const void *crowd, uint32_t index)
{
  const astar_crowd *c = crowd;
  const as_grid *grid = c->graph->grid;
  return grid ? as_max(grid->def.cell[0], grid->def.cell[1]) * c->pibt.agents[index].size : 1;
}

static double speed(const void *crowd, uint32_t index)
{
  const astar_crowd *c = crowd;
  return as_crowd_is_fixed(c, index) ? 0 : c->agents[index].speed;
}

static astar_agent_status status(const void *crowd, uint32_t index)
{
  const astar_crowd *c = crowd;
  return as_crowd_slot(c, index) == AS_NO_SLOT ? ASTAR_AGENT_STUCK : (astar_agent_status)c->agents[index].status;
}

static uint32_t shifts(const void *crowd, double vectors[][2])
{
  const astar_crowd *c = crowd;
  return c->graph->grid ? as_grid_shifts(c->graph->grid, vectors) : 0;
}

static bool has(const void *crowd, astar_id node, uint32_t *generation)
{
  const astar_crowd *c = crowd;
  return astar_graph_has(c->graph, node, generation);
}

static void limit(void *crowd, uint32_t index, double most)
{
  astar_crowd *c = crowd;
  c->pibt.agents[index].speed = as_min(c->agents[index].speed, most);
}

static void rouse(void *crowd, uint32_t index)
{
  astar_crowd *c = crowd;
  c->agents[index].status = ASTAR_AGENT_MOVING;
  as_crowd_edited_agent(c, index);
}

static void tell(astar_crowd *c, uint32_t index, astar_id node)
{
  as_crowd_ask(c, index, node);
  as_crowd_edited_agent(c, index);
}

static void stop(void *crowd, uint32_t index)
{
  tell(crowd, index, ASTAR_NO_ID);
}

/* It has its place as its goal already. */
static void dismiss(void *crowd, as_group *g, as_member *m)
{
  (void)crowd;
  (void)g;
  (void)m;
}

/* ---- Nodes to stand on ---- */

/* Who looks for a node, and which slots are places of others. */
typedef struct seeker {
  astar_crowd *crowd;
  const as_group *group;
  uint32_t index;
  astar_id from;   /* where it is */
  as_costs taken;  /* by slot: 0 for those */
  bool failed;     /* out of memory */
  astar_search *all; /* of all that it can reach, if `knows_all`; NULL at first */
  bool knows_all;
} seeker;

static void free_seeker(seeker *k)
{
  as_costs_free(&k->taken, &k->crowd->memory);
  astar_search_destroy(k->all);
}

/* Whether an agent that never moves, and is another one, holds a slot. */
static bool is_closed(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  const uint32_t holder = as_occupied_holder(&c->pibt.occupied, slot);
  return holder != AS_NOBODY && holder != index && as_crowd_is_fixed(c, holder);
}

/* Find all that the seeker can reach. False if out of memory. */
static bool reach_all(seeker *k)
{
  const astar_crowd *c = k->crowd;
  astar_search_def def = astar_default_search();
  def.unit = c->agents[k->index].unit;
  def.start = k->from;
  def.answer_only = true;
  if (!k->all) k->all = astar_search_create(c->memory.alloc, c->memory.context);
  k->knows_all = k->all && astar_search_begin(k->all, astar_on_graph(c->graph), &def) == ASTAR_OK &&
                 astar_search_step(k->all, UINT64_MAX) != ASTAR_OUT_OF_MEMORY;
  return k->knows_all;
}

/*
** Whether a way leads the seeker to a slot. Where components do not tell, the first failure is followed by one search
** for all that it can reach, which answers all later questions.
*/
static bool can_come(seeker *k, uint32_t slot)
{
  astar_crowd *c = k->crowd;
  const astar_unit unit = c->agents[k->index].unit;
  const astar_id node = as_id(c->layout, slot);
  astar_status way;
  if (k->knows_all) return astar_search_visit(k->all, node).state == ASTAR_CLOSED;
  way = astar_find_connection(c->finder, c->graph, unit, k->from, node);
  if (way == ASTAR_OUT_OF_MEMORY) k->failed = true;
  if (way == ASTAR_UNREACHABLE && !as_components_suffice(c->graph, unit) && !reach_all(k)) k->failed = true;
  return way == ASTAR_FOUND;
}

/* Whether the seeker can come to a slot, and covers nothing there that it cannot have. */
static bool is_fit(const void *context, uint32_t slot)
{
  seeker *k = (seeker *)context;
  astar_crowd *c = k->crowd;
  const uint32_t size = c->pibt.agents[k->index].size;
  uint32_t i;
  for (i = 0; i < size * size; i++) {
    const uint32_t cell = as_square_at(c->graph, size, slot, i);
    if (cell == AS_NO_SLOT || as_costs_get(&k->taken, cell) == 0 || is_closed(c, k->index, cell)) return false;
  }
  return !k->failed && can_come(k, slot);
}

/* The level of the goal of a group on a grid; 0 if that is a waypoint, which is on none. */
static uint32_t level_of(const astar_crowd *c, const as_group *g)
{
  const astar_id node = as_groups_node(&c->groups, g);
  uint32_t col, row, level;
  if (node == ASTAR_NO_ID) return g->level;
  return astar_grid_place(c->graph, node, &col, &row, &level) ? level : 0;
}

/* The cell where an agent stands whose square has its middle at a place, or ASTAR_NO_ID. */
static astar_id cell_for(const astar_crowd *c, uint32_t index, const double place[2], uint32_t level)
{
  const astar_id cell = astar_grid_at(c->graph, place[0], place[1], level);
  const uint32_t less = (c->pibt.agents[index].size - 1) / 2;
  uint32_t col, row;
  if (less == 0 || !astar_grid_place(c->graph, cell, &col, &row, &level)) return cell;
  return col > less && row > less ? astar_grid_cell(c->graph, col - less, row - less, level) : cell;
}

/*
** The node nearest to a place on which the seeker can stand; with `own`, only the cell that belongs to the place.
** ASTAR_NO_ID: there is none.
*/
static astar_id find_node(seeker *k, const double place[2], bool own)
{
  const astar_graph *g = k->crowd->graph;
  const uint32_t floors = g->grid ? g->grid->def.levels : 0, level = g->grid ? level_of(k->crowd, k->group) : 0;
  const astar_id cell = g->grid ? cell_for(k->crowd, k->index, place, level) : ASTAR_NO_ID;
  const as_near_filter filter = {is_fit, NULL, k};
  astar_near_def def = astar_default_near();
  double at[3] = {place[0], place[1], k->group->goal[2]};
  astar_near found;
  if (own && cell == ASTAR_NO_ID) return ASTAR_NO_ID;
  if (cell != ASTAR_NO_ID) astar_graph_position(g, cell, at);
  def.x = at[0];
  def.y = at[1];
  def.z = at[2];
  /* On floors, z tells what is near a waypoint. */
  if (g->grid) def.flat = floors == 1 || level > 0;
  else def.flat = as_groups_node(&k->crowd->groups, k->group) == ASTAR_NO_ID;
  def.enterable = true;
  def.level = floors > 1 ? level : 0;
  def.unit = k->crowd->agents[k->index].unit;
  def.radius = own ? 0 : INFINITY;
  return as_nearest(g, &def, &filter, &found) ? found.id : ASTAR_NO_ID;
}

/* Make an agent the one that looks for a node. False if it cannot go anywhere. */
static bool seek(seeker *k, uint32_t index)
{
  const uint32_t slot = as_crowd_slot(k->crowd, index);
  k->index = index;
  if (slot == AS_NO_SLOT || as_crowd_is_fixed(k->crowd, index)) return false;
  k->from = as_id(k->crowd->layout, slot);
  k->knows_all = false;
  return true;
}

/* Nobody else gets what the seeker covers on a node. */
static void take_node(seeker *k, astar_id node)
{
  astar_crowd *c = k->crowd;
  const uint32_t size = c->pibt.agents[k->index].size, slot = as_slot(c->layout, node);
  uint32_t i;
  for (i = 0; i < size * size; i++) {
    const uint32_t cell = as_square_at(c->graph, size, slot, i);
    double *at = cell == AS_NO_SLOT ? NULL : as_costs_make(&k->taken, &c->memory, cell);
    if (at) *at = 0;
    else k->failed |= cell != AS_NO_SLOT;
  }
}

/* ---- Orders ---- */

/* The member that covers most, the first of them that can move; NULL if none can. */
static const as_member *find_largest(const astar_crowd *c, const as_group *g)
{
  const as_member *largest = NULL;
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    const uint32_t index = g->members[i].index;
    if (as_crowd_slot(c, index) == AS_NO_SLOT || as_crowd_is_fixed(c, index)) continue;
    if (!largest || c->pibt.agents[index].size > c->pibt.agents[largest->index].size) largest = &g->members[i];
  }
  return largest;
}

/* Turn to a direction; on cells that lie along the axes to the nearest axis. */
static void face(as_group *g, const as_grid *grid, const double to[2])
{
  const double length = as_length(to[0], to[1], 0);
  double x = to[0], y = to[1];
  if (!(length > 0)) return;
  if (grid && as_grid_is_upright(grid)) {
    if (fabs(x) >= fabs(y)) y = 0;
    else x = 0;
  }
  g->facing[0] = x / as_length(x, y, 0);
  g->facing[1] = y / as_length(x, y, 0);
}

/* Where the square of an agent on a node has its middle, as cell_for() takes it. */
static void locate_middle(const astar_crowd *c, uint32_t index, astar_id node, double at[3])
{
  const uint32_t less = (c->pibt.agents[index].size - 1) / 2;
  astar_id cell = ASTAR_NO_ID;
  uint32_t col, row, level;
  if (less > 0 && astar_grid_place(c->graph, node, &col, &row, &level))
    cell = astar_grid_cell(c->graph, col + less, row + less, level);
  astar_graph_position(c->graph, cell == ASTAR_NO_ID ? node : cell, at);
}

/* A finder for questions about connections. False if out of memory. */
static bool make_finder(astar_crowd *c)
{
  if (!c->finder) c->finder = astar_finder_create(c->memory.alloc, c->memory.context);
  return c->finder != NULL;
}

/* The middle comes to the node nearest to the goal on which the largest member can stand. */
static astar_result aim(void *crowd, as_group *g, const double from[2])
{
  astar_crowd *c = crowd;
  const as_member *largest = find_largest(c, g);
  seeker k = {c, g, 0, ASTAR_NO_ID, {NULL, NULL, 0, 0, 0}, false, NULL, false};
  astar_id node = ASTAR_NO_ID;
  double to[3];
  if (!make_finder(c)) return ASTAR_NO_MEMORY;
  memcpy(g->middle, g->goal, sizeof g->middle);
  if (largest && seek(&k, largest->index)) node = find_node(&k, g->goal, false);
  free_seeker(&k);
  if (k.failed) return ASTAR_NO_MEMORY;
  if (node != ASTAR_NO_ID) {
    locate_middle(c, k.index, node, to);
    memcpy(g->middle, to, sizeof g->middle);
  }
  if (g->wanted[0] == 0 && g->wanted[1] == 0) {
    to[0] = g->middle[0] - from[0];
    to[1] = g->middle[1] - from[1];
    face(g, c->graph->grid, to);
  } else {
    memcpy(g->facing, g->wanted, sizeof g->facing);
  }
  return ASTAR_OK;
}

/*
** Choose a node for the members that have none yet: with `own` only the cells that belong to their places.
*/
static void give_nodes(seeker *k, as_group *g, astar_id *nodes, bool own)
{
  uint32_t i;
  for (i = 0; i < g->count && !k->failed; i++) {
    const as_member *m = &g->members[i];
    double place[2];
    if (nodes[i] != ASTAR_NO_ID || !seek(k, m->index)) continue;
    place[0] = m->place[0] + ASIDE * g->apart;
    place[1] = m->place[1] + ASIDE * g->apart;
    nodes[i] = find_node(k, place, own);
    if (nodes[i] != ASTAR_NO_ID) take_node(k, nodes[i]);
  }
}

/*
** The nodes to which others go are theirs, but for those who are about to get other places: else two groups with goals
** near each other would push each other away for ever.
*/
static void take_nodes_of_others(seeker *k)
{
  astar_crowd *c = k->crowd;
  uint32_t i;
  for (i = 0; i < c->ids && !k->failed; i++) {
    as_member *m;
    const as_group *g = c->agents[i].used ? as_groups_find(&c->groups, i, &m) : k->group;
    const astar_id node = g == k->group || (g && g->state == AS_GROUP_ORDERED) ? ASTAR_NO_ID : as_crowd_goal(c, i);
    k->index = i;
    if (node != ASTAR_NO_ID) take_node(k, node);
  }
}

/* First all get their places who can; then the others what is left. */
static astar_result place(void *crowd, as_group *g)
{
  astar_crowd *c = crowd;
  seeker k = {c, g, 0, ASTAR_NO_ID, {NULL, NULL, 0, 0, 0}, false, NULL, false};
  astar_id *nodes = make_finder(c) ? as_new(&c->memory, g->count, astar_id) : NULL;
  uint32_t i;
  if (!nodes) return ASTAR_NO_MEMORY;
  for (i = 0; i < g->count; i++) nodes[i] = ASTAR_NO_ID;
  take_nodes_of_others(&k);
  give_nodes(&k, g, nodes, true);
  give_nodes(&k, g, nodes, false);
  for (i = 0; i < g->count && !k.failed; i++) tell(c, g->members[i].index, nodes[i]);
  free_seeker(&k);
  as_free(&c->memory, nodes, g->count, astar_id);
  g->open = !k.failed;
  return k.failed ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/* ---- Under way ---- */

/*
** What is left of the way of a member that is under way, as of the last decision; NAN if it is not, or that is not
** known.
*/
static double left_of(const astar_crowd *c, const as_member *m)
{
  const as_agent *a = &c->agents[m->index];
  const bool goes = a->status == ASTAR_AGENT_MOVING || a->status == ASTAR_AGENT_WAITING;
  return goes && a->near < INFINITY ? a->near : NAN;
}

/* ---- Edits ---- */

/* Whether an edit has closed the node to which a member goes, or the way there: then all get places anew. */
static astar_result find_cut(void *crowd, as_group *g, bool *cut)
{
  astar_crowd *c = crowd;
  uint32_t i;
  *cut = false;
  if (g->open) return ASTAR_OK;
  if (!make_finder(c)) return ASTAR_NO_MEMORY;
  for (i = 0; i < g->count && !*cut; i++) {
    const uint32_t index = g->members[i].index, slot = as_crowd_slot(c, index);
    const astar_id goal = as_crowd_goal(c, index);
    astar_status way;
    if (slot == AS_NO_SLOT || goal == ASTAR_NO_ID || as_crowd_is_fixed(c, index)) continue;
    way = astar_find_connection(c->finder, c->graph, c->agents[index].unit, as_id(c->layout, slot), goal);
    if (way == ASTAR_OUT_OF_MEMORY) return ASTAR_NO_MEMORY;
    *cut = way != ASTAR_FOUND;
  }
  g->open = !*cut;
  return ASTAR_OK;
}

/* ---- Exchanges ---- */

/* The square of the distance between an agent and a node. */
static double square_to(const astar_crowd *c, uint32_t index, astar_id node)
{
  double at[2], to[3];
  locate(c, index, at);
  astar_graph_position(c->graph, node, to);
  return (at[0] - to[0]) * (at[0] - to[0]) + (at[1] - to[1]) * (at[1] - to[1]);
}

/* Whether an agent that stands has come no nearer to its place for long. */
static bool is_held_up(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  return a->to == AS_NO_SLOT && a->status != ASTAR_AGENT_ARRIVED && !as_crowd_awaits(c, index) &&
         as_crowd_goal(c, index) != ASTAR_NO_ID && as_crowd_slot(c, index) != AS_NO_SLOT &&
         c->now - a->best_at >= HELD_UP * a->beat && !as_plan_has(&c->plan, index);
}

/* Whether an agent can have the place of another. */
static bool is_like(const astar_crowd *c, uint32_t index, uint32_t other)
{
  return index != other && c->agents[index].unit == c->agents[other].unit &&
         c->pibt.agents[index].size == c->pibt.agents[other].size && !as_crowd_is_fixed(c, other) &&
         as_crowd_slot(c, other) != AS_NO_SLOT && as_crowd_goal(c, other) != ASTAR_NO_ID;
}

/* The member with which one exchanges its place, as that saves most of the sum of squares; or NULL. */
static const as_member *find_partner(const astar_crowd *c, const as_group *g, uint32_t index)
{
  const astar_id goal = as_crowd_goal(c, index);
  const double own = square_to(c, index, goal);
  const as_member *found = NULL;
  double most = 0;
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    const uint32_t other = g->members[i].index;
    double saved;
    if (!is_like(c, index, other)) continue;
    saved = own + square_to(c, other, as_crowd_goal(c, other)) - square_to(c, index, as_crowd_goal(c, other)) -
            square_to(c, other, goal);
    if (!(saved > most)) continue;
    most = saved;
    found = &g->members[i];
  }
  return found;
}

/* Who is held up exchanges its place with another, so that one at the mouth of a dead end moves up. */
static void exchange_places(astar_crowd *c, as_group *g)
{
  const uint64_t most = (uint64_t)MOST_EXCHANGES * g->count;
  uint32_t i;
  for (i = 0; i < g->count && g->exchanged < most; i++) {
    const uint32_t index = g->members[i].index;
    const as_member *other = is_held_up(c, index) ? find_partner(c, g, index) : NULL;
    astar_id goal;
    if (!other) continue;
    g->exchanged++;
    goal = as_crowd_goal(c, index);
    tell(c, index, as_crowd_goal(c, other->index));
    tell(c, other->index, goal);
  }
}

/* Not while agents have given up: the exchange would be an order, after which these try again. */
void as_crowd_exchange_places(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->groups.count && !c->exchanged && !c->resigned; i++) {
    if (c->groups.list[i]->state == AS_GROUP_PLACED) exchange_places(c, c->groups.list[i]);
  }
  c->exchanged = true;
}

/* Limit the speed of all; those who are ahead of the last by more than a column of all is long go more slowly. */
static void lead(void *crowd, as_group *g, double pace, double time)
{
  astar_crowd *c = crowd;
  const double column = g->apart * g->count;
  double last = 0;
  uint32_t i;
  (void)time;
  for (i = 0; i < g->count; i++) last = fmax(last, left_of(c, &g->members[i])); /* NANs do not count */
  for (i = 0; i < g->count; i++) {
    const as_member *m = &g->members[i];
    double ahead = last - left_of(c, m), most = pace;
    uint32_t halves;
    for (halves = 0; !g->own_speed && halves < MOST_HALVES && ahead > column; halves++, ahead -= column) most /= 2;
    limit(c, m->index, most);
  }
}

static const as_group_ops group_ops = {.locate = locate,
                                       .spacing = spacing,
                                       .speed = speed,
                                       .status = status,
                                       .shifts = shifts,
                                       .has = has,
                                       .limit = limit,
                                       .rouse = rouse,
                                       .stop = stop,
                                       .dismiss = dismiss,
                                       .aim = aim,
                                       .place = place,
                                       .find_cut = find_cut,
                                       .lead = lead};

const as_group_ops *as_crowd_group_ops(void)
{
  return &group_ops;
}

astar_groups *astar_crowd_groups(astar_crowd *c)
{
  return &c->groups;
}
