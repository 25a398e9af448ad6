/*
** crowd_view.c: what callers see of the agents of a crowd. The graph may have been edited since the crowd followed it.
*/
#include "crowd/crowd.h"

#include "grid/grid.h"

/* ---- Agents ---- */

/* Whether an agent holds a slot, by nodes that are still there. */
static bool holds(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  return (as_crowd_node(c, index, AS_OF_NOW) != ASTAR_NO_ID &&
          as_pibt_covers(&c->pibt, index, c->pibt.agents[index].now, slot)) ||
         (as_crowd_node(c, index, AS_OF_TO) != ASTAR_NO_ID &&
          as_pibt_covers(&c->pibt, index, c->agents[index].to, slot));
}

/* An agent, but not this one, that holds something which an agent of some size covers on a slot; or ASTAR_NO_AGENT. */
static astar_agent other_at(const astar_crowd *c, uint32_t size, uint32_t slot, uint32_t index)
{
  uint32_t k;
  for (k = 0; k < size * size && slot != AS_NO_SLOT; k++) {
    const uint32_t cell = as_square_at(c->graph, size, slot, k);
    const uint32_t holder = cell == AS_NO_SLOT ? AS_NOBODY : as_occupied_holder(&c->pibt.occupied, cell);
    if (holder != AS_NOBODY && holder != index && holds(c, holder, cell)) return holder + 1;
  }
  return ASTAR_NO_AGENT;
}

/* The same of agents that are leaving it: what another one enters, that one holds already. O(agents * size²). */
static astar_agent leaver_at(const astar_crowd *c, uint32_t size, uint32_t slot, uint32_t index)
{
  uint32_t i;
  for (i = 0; i < c->ids; i++) {
    const as_pibt_agent *p = &c->pibt.agents[i];
    if (i == index || c->agents[i].to == AS_NO_SLOT || p->now == AS_NO_SLOT) continue;
    if (as_square_meets(c->graph, size, slot, p->size, p->now)) return i + 1;
  }
  return ASTAR_NO_AGENT;
}

astar_agent astar_crowd_at(const astar_crowd *c, astar_id node)
{
  return node == ASTAR_NO_ID ? ASTAR_NO_AGENT : other_at(c, 1, as_slot(c->layout, node), AS_NOBODY);
}

astar_agent astar_crowd_in_way(const astar_crowd *c, astar_id node, astar_unit unit, astar_agent agent)
{
  const uint32_t size =
      agent == ASTAR_NO_AGENT ? astar_graph_unit_size(c->graph, unit) : c->pibt.agents[agent - 1].size;
  const uint32_t slot = as_slot(c->layout, node);
  const astar_agent holder = other_at(c, size, slot, agent - 1);
  if (holder != ASTAR_NO_AGENT || agent == ASTAR_NO_AGENT || c->agents[agent - 1].to == AS_NO_SLOT) return holder;
  return leaver_at(c, size, slot, agent - 1);
}

bool astar_crowd_has_room(const astar_crowd *c, astar_id node, astar_unit unit, astar_agent agent)
{
  const uint32_t size =
      agent == ASTAR_NO_AGENT ? astar_graph_unit_size(c->graph, unit) : c->pibt.agents[agent - 1].size;
  const as_grid *grid = c->graph->grid;
  if (size == 1 || !as_is_cell(c->graph, node)) return true;
  if (size > grid->width || size > grid->rows) return false;
  return as_square_cell(c->graph, size, node - 1, size * size - 1) != AS_NO_SLOT;
}

/* Set where an agent is, and where it goes. */
static void view_nodes(const astar_crowd *c, uint32_t index, astar_agent_view *view)
{
  const as_agent *a = &c->agents[index];
  const astar_id to = as_crowd_node(c, index, AS_OF_TO);
  const bool goes = to != ASTAR_NO_ID;
  view->node = as_crowd_node(c, index, AS_OF_NOW);
  view->next = goes ? to : view->node;
  view->left = goes ? (double)a->left / (double)AS_SECOND : 0;
  view->span = goes ? (double)a->span / (double)AS_SECOND : 0;
}

/* Whether an agent is stuck because of another one, and nothing has changed since that was found. */
static bool is_barred(const astar_crowd *c, const as_agent *a)
{
  return a->status == ASTAR_AGENT_STUCK && as_crowd_is_judged(c, a) &&
         (a->verdict == AS_IS_BARRED || a->verdict == AS_GAVE_UP) && a->barrier < c->ids && c->agents[a->barrier].used;
}

astar_agent_view astar_crowd_agent(astar_crowd *c, astar_agent agent)
{
  const as_agent *a = &c->agents[agent - 1];
  const as_pibt_agent *p = &c->pibt.agents[agent - 1];
  astar_agent_view view;
  view_nodes(c, agent - 1, &view);
  view.goal = as_crowd_goal(c, agent - 1);
  view.unit = a->unit;
  view.size = p->size;
  view.priority = a->priority;
  view.speed = a->speed;
  view.fixed = a->fixed;
  view.status = view.next == ASTAR_NO_ID ? ASTAR_AGENT_STUCK : (astar_agent_status)a->status;
  view.by = ASTAR_NO_AGENT;
  if (view.next != ASTAR_NO_ID && (view.status == ASTAR_AGENT_WAITING || view.status == ASTAR_AGENT_STUCK))
    view.by = is_barred(c, a) ? a->barrier + 1 : other_at(c, p->size, a->preferred, agent - 1);
  if (view.status == ASTAR_AGENT_ARRIVED) view.waited = 0;
  else if (view.left > 0) view.waited = as_crowd_waited(c, agent - 1, a->best_at) / AS_SECOND;
  else view.waited = (c->now - a->best_at) / AS_SECOND; /* it may have been on its way to a node that is gone */
  return view;
}

/* ---- Positions ---- */

/* Two nodes, and the way between them. */
typedef struct way {
  double from[3], to[3];
  double across[2]; /* x and y from one to the other, the shorter way round where the map wraps */
} way;

/* The way between two cells, which may lead across an edge of the map. */
static void find_across(const as_grid *grid, astar_id from, astar_id to, way *w)
{
  double a[3], b[3], start[3], end[3];
  uint32_t k;
  as_grid_cell_coordinates(grid, from - 1, a);
  as_grid_cell_coordinates(grid, to - 1, b);
  for (k = 0; k < 2; k++) {
    const double difference = b[k] - a[k];
    if (grid->period[k] > 0) b[k] -= grid->period[k] * floor(difference / grid->period[k] + 0.5);
  }
  as_grid_world(grid, a, start);
  as_grid_world(grid, b, end);
  for (k = 0; k < 2; k++) w->across[k] = end[k] - start[k];
}

static way way_between(const astar_crowd *c, astar_id from, astar_id to)
{
  const astar_graph *g = c->graph;
  way w;
  uint32_t k;
  astar_graph_position(g, from, w.from);
  astar_graph_position(g, to, w.to);
  for (k = 0; k < 2; k++) w.across[k] = w.to[k] - w.from[k];
  if (as_is_cell(g, from) && as_is_cell(g, to) && (g->grid->period[0] > 0 || g->grid->period[1] > 0))
    find_across(g->grid, from, to, &w);
  for (k = 0; k < 2; k++) w.across[k] = as_max(-DBL_MAX, as_min(w.across[k], DBL_MAX)); /* of the largest numbers */
  return w;
}

/* Whether a step is one through a portal: a link between cells that are no neighbours. */
static bool is_portal(const astar_graph *g, astar_id from, astar_id to)
{
  uint32_t direction;
  if (!as_is_cell(g, from) || !as_is_cell(g, to)) return false;
  for (direction = 0; direction < AS_DIRECTIONS; direction++) {
    if (as_grid_step(g->grid, from - 1, direction) == to - 1) return false;
  }
  return true;
}

/* Write where an agent is between two nodes, from the one that is nearer; and how far it goes in a second. */
static void write_between(const astar_crowd *c, const as_agent *a, const astar_agent_view *view, double *out)
{
  const way w = way_between(c, view->node, view->next);
  const double part = (double)(a->span - a->left) / (double)a->span, seconds = (double)a->span / (double)AS_SECOND;
  uint32_t k;
  for (k = 0; k < 2; k++) {
    out[k] = part <= 0.5 ? w.from[k] + part * w.across[k] : w.to[k] - (1 - part) * w.across[k];
    out[2 + k] = w.across[k] / seconds;
  }
}

/* Write a node, and how an agent that has just come there has moved; `last`: where it came from, or ASTAR_NO_ID. */
static void write_standing(const astar_crowd *c, const as_agent *a, astar_id node, astar_id last, double *out)
{
  double xyz[3];
  astar_graph_position(c->graph, node, xyz);
  out[0] = xyz[0];
  out[1] = xyz[1];
  out[2] = out[3] = 0;
  if (a->pace > 0 && last != ASTAR_NO_ID) {
    const way w = way_between(c, last, node);
    const double seconds = (double)a->pace / (double)AS_SECOND;
    out[2] = w.across[0] / seconds;
    out[3] = w.across[1] / seconds;
  }
}

void astar_crowd_position(const astar_crowd *c, astar_agent agent, double *position)
{
  const as_agent *a = &c->agents[agent - 1];
  const astar_id last = as_crowd_node(c, agent - 1, AS_OF_LAST);
  astar_agent_view view;
  view_nodes(c, agent - 1, &view);
  if (view.next == ASTAR_NO_ID) position[0] = position[1] = position[2] = position[3] = NAN;
  else if (view.node == ASTAR_NO_ID) write_standing(c, a, view.next, ASTAR_NO_ID, position);
  else if (view.node == view.next || is_portal(c->graph, view.node, view.next))
    write_standing(c, a, view.node, last, position);
  else write_between(c, a, &view, position);
}

void astar_crowd_positions(const astar_crowd *c, double *positions)
{
  uint32_t i;
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1), positions += 4)
    astar_crowd_position(c, i + 1, positions);
}
