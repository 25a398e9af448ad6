/*
** grid_space.c: a grid as searches see it; see space.h. Cells come first, with steps that are worked
** out as they are asked for; then waypoints, and links between any of them.
*/
#include "base/bits.h"
#include "graph/graph.h"
#include "grid/grid.h"
#include "engine/space.h"

#include <string.h>

static uint32_t links_of(const astar_graph *g, uint32_t slot)
{
  if (slot >= g->layout->cells) return slot - g->layout->cells;
  return g->grid->terrain[slot] & AS_CELL_NODE ? as_hash_find(&g->cell_nodes, slot) : AS_NO_SLOT;
}

static uint32_t grid_degree(const void *space, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = space;
  uint32_t index = links_of(g, slot);
  (void)parent;
  return (slot < g->layout->cells ? AS_DIRECTIONS : 0) + (index == AS_NO_SLOT ? 0 : g->nodes[index].all);
}

/* ---- Successors ---- */

/* Of a cell anywhere, on any grid. */
static void expand_cell(const as_grid *grid, const as_rules *rules, uint32_t cell, as_offers *o)
{
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    uint32_t to = as_grid_step(grid, cell, d);
    double cost;
    if (to == AS_NO_SLOT) continue;
    cost = as_grid_step_cost(grid, rules, cell, to, d);
    /* What cannot be entered is refused by that; a step that cannot be made refuses nobody. */
    if (cost < INFINITY || (isnan(cost) && o->refused)) as_offer(o, to, cost);
  }
}

/* Whether a cell has all its neighbours, and these have records that lie beside each other. */
static bool is_inner(const as_grid *grid, uint32_t cell)
{
  return as_grid_inner(grid, cell) && as_records_inner(cell) && as_records_inner(cell - grid->width) &&
         as_records_inner(cell + grid->width);
}

static const int32_t across[] = {-1, 0, 1, -1, 1, -1, 0, 1}, line_of[] = {0, 0, 0, 1, 1, 2, 2, 2};

/* What is known of the neighbours of a cell once it has looked around. */
typedef struct around {
  as_record *rows[3];          /* records of the cells above, here and below */
  double costs[AS_DIRECTIONS]; /* of the steps; NAN where the cell cannot be entered */
  uint32_t wanted[AS_DIRECTIONS + 1]; /* the directions that may make something cheaper */
} around;

/* Weigh up one direction. What is refused is wanted only where that is not known yet. */
static AS_INLINE uint32_t weigh(around *a, uint32_t count, uint32_t run_mark, double from, uint32_t direction,
                                const as_record *record, double cost, int open, int refused)
{
  const int current = (record->mark ^ run_mark) < 1u << AS_MARK_BITS;
  int wanted = open & !(current & (record->g <= from + cost));
  if (refused) wanted |= (cost != cost) & !(current & (record->g < 0));
  a->costs[direction] = cost;
  a->wanted[count] = direction;
  return count + (uint32_t)wanted;
}

/*
** Look around from an inner cell of a grid of squares, with no step closed and no heights: the usual
** case, without any branch that depends on the map. How many directions are wanted.
*/
static AS_INLINE uint32_t look_around(const as_grid *grid, const as_rules *rules, uint32_t cell, bool eight,
                                      int refused, const as_offers *o, around *a)
{
  const uint32_t width = grid->width, mark = o->records.run_mark;
  const uint16_t *ground = grid->entry + cell, *above = ground - width, *below = ground + width;
  const double *costs = rules->costs;
  const double n = costs[above[0]], w = costs[ground[-1]], e = costs[ground[1]], s = costs[below[0]];
  const double sideways = grid->steps[3], along = grid->steps[1], diagonal = grid->steps[0], from = o->from;
  const int n_open = n == n, w_open = w == w, e_open = e == e, s_open = s == s;
  /* How many of the two ways round a diagonal must be open. */
  const int ways = grid->open_corners;
  as_record *up = as_records_peek(&o->records, cell - width), *here = as_records_peek(&o->records, cell),
            *down = as_records_peek(&o->records, cell + width);
  uint32_t count = 0;
  double k;
  if (eight) {
    k = costs[above[-1]];
    count = weigh(a, count, mark, from, 0, up - 1, diagonal * k, (n_open + w_open >= ways) & (k == k), refused);
  }
  count = weigh(a, count, mark, from, 1, up, along * n, n_open, refused);
  if (eight) {
    k = costs[above[1]];
    count = weigh(a, count, mark, from, 2, up + 1, diagonal * k, (n_open + e_open >= ways) & (k == k), refused);
  }
  count = weigh(a, count, mark, from, 3, here - 1, sideways * w, w_open, refused);
  count = weigh(a, count, mark, from, 4, here + 1, sideways * e, e_open, refused);
  if (eight) {
    k = costs[below[-1]];
    count = weigh(a, count, mark, from, 5, down - 1, diagonal * k, (s_open + w_open >= ways) & (k == k), refused);
  }
  count = weigh(a, count, mark, from, 6, down, along * s, s_open, refused);
  if (eight) {
    k = costs[below[1]];
    count = weigh(a, count, mark, from, 7, down + 1, diagonal * k, (s_open + e_open >= ways) & (k == k), refused);
  }
  a->rows[0] = up;
  a->rows[1] = here;
  a->rows[2] = down;
  return count;
}

/* The same on hexagons, whose steps are all as long and turn no corners. */
static uint32_t look_around_hexagon(const as_grid *grid, const as_rules *rules, uint32_t cell, int refused,
                                    const as_offers *o, around *a)
{
  const uint32_t mark = o->records.run_mark;
  uint32_t ways = as_grid_directions(grid, cell), count = 0, i;
  for (i = 0; i < 3; i++) a->rows[i] = as_records_peek(&o->records, cell + (i - 1) * grid->width);
  for (; ways != 0; ways &= ways - 1) {
    const uint32_t d = as_lowest_bit(ways);
    const double multiplier = rules->costs[grid->entry[cell + grid->offsets[d]]];
    count = weigh(a, count, mark, o->from, d, a->rows[line_of[d]] + across[d], grid->steps[0] * multiplier,
                  multiplier == multiplier, refused);
  }
  return count;
}

/* List the wanted neighbours from one on. */
static void list_around(const as_grid *grid, uint32_t cell, const around *a, uint32_t first, uint32_t count,
                        as_offers *o)
{
  uint32_t i;
  for (i = first; i < count; i++) {
    o->list[o->count].slot = cell + grid->offsets[a->wanted[i]];
    o->list[o->count++].cost = a->costs[a->wanted[i]];
  }
}

/* Open what is wanted; what is not plain, and what comes after that, is left in the list. */
static AS_INLINE void open_around(const as_grid *grid, uint32_t cell, bool wraps, const around *a, uint32_t count,
                                  as_offers *o)
{
  const as_opening *p = o->opening;
  const int32_t row = (int32_t)as_grid_row(grid, cell), col = (int32_t)(cell - (uint32_t)row * grid->width);
  const double left = col - p->goal[0], above = row - 1 - p->goal[1], from = o->from;
  uint32_t i;
  for (i = 0; i < count; i++) {
    const uint32_t d = a->wanted[i];
    double u = fabs(left + across[d]), v = fabs(above + line_of[d]), both;
    if (wraps) {
      u = as_wrapped(u, grid->period[0]);
      v = as_wrapped(v, grid->period[1]);
    }
    both = as_min(u, v);
    if (!as_open_plainly(o, cell + grid->offsets[d], a->rows[line_of[d]] + across[d], from + a->costs[d],
                         both * p->both + (u - both) * p->straight[0] + (v - both) * p->straight[1])) {
      list_around(grid, cell, a, i, count, o);
      return;
    }
  }
}

static AS_INLINE void expand_inner(const as_grid *grid, const as_rules *rules, uint32_t cell, bool eight, as_offers *o)
{
  around a;
  if (!o->opening) {
    list_around(grid, cell, &a, 0, look_around(grid, rules, cell, eight, o->refused, o, &a), o);
  } else {
    uint32_t count = look_around(grid, rules, cell, eight, 0, o, &a);
    if (grid->period[0] > 0 || grid->period[1] > 0) open_around(grid, cell, true, &a, count, o);
    else open_around(grid, cell, false, &a, count, o);
  }
}

static void expand_inner_eight(const as_grid *grid, const as_rules *rules, uint32_t cell, as_offers *o)
{
  expand_inner(grid, rules, cell, true, o);
}

static void expand_inner_four(const as_grid *grid, const as_rules *rules, uint32_t cell, as_offers *o)
{
  expand_inner(grid, rules, cell, false, o);
}

static void expand_inner_hexagon(const as_grid *grid, const as_rules *rules, uint32_t cell, as_offers *o)
{
  around a;
  list_around(grid, cell, &a, 0, look_around_hexagon(grid, rules, cell, o->refused, o, &a), o);
}

static void expand_links(const astar_graph *g, const as_rules *rules, uint32_t index, as_offers *o)
{
  const as_node *n = &g->nodes[index];
  const as_link *e = as_ends(g, n), *last = e + n->out;
  for (; e < last; e++) {
    double cost = as_link_cost(rules, n, &g->nodes[e->to], e);
    if (!(cost == INFINITY)) as_offer(o, as_slot_of_index(g, e->to), cost);
  }
}

static void grid_expand(const void *space, const as_rules *rules, uint32_t slot, as_offers *o)
{
  const astar_graph *g = space;
  const as_grid *grid = g->grid;
  uint32_t index;
  if (slot < g->layout->cells) {
    if (grid->heights || grid->closed_cells > 0 || !is_inner(grid, slot)) expand_cell(grid, rules, slot, o);
    else if (grid->staggered) expand_inner_hexagon(grid, rules, slot, o);
    else if (grid->eight) expand_inner_eight(grid, rules, slot, o);
    else expand_inner_four(grid, rules, slot, o);
    if (!(grid->terrain[slot] & AS_CELL_NODE)) return;
  }
  index = links_of(g, slot);
  expand_links(g, rules, index, o);
}

/* ---- Places ---- */

static const double *grid_position(const void *space, uint32_t slot, double scratch[3])
{
  const astar_graph *g = space;
  if (slot >= g->layout->cells) return g->nodes[slot - g->layout->cells].position;
  as_grid_cell_world(g->grid, slot, scratch);
  return scratch;
}

static void grid_locate(const void *space, astar_id id, double uvz[3])
{
  const astar_graph *g = space;
  if (as_is_cell(g, id)) as_grid_cell_coordinates(g->grid, id - 1, uvz);
  else as_grid_coordinates(g->grid, g->nodes[as_index(g, id)].position, uvz);
}

static double grid_estimate(const void *space, uint32_t slot, const double to[3])
{
  const astar_graph *g = space;
  double uvz[3];
  if (slot < g->layout->cells) as_grid_cell_coordinates(g->grid, slot, uvz);
  else as_grid_coordinates(g->grid, g->nodes[slot - g->layout->cells].position, uvz);
  return as_grid_metric(g->grid, uvz, to);
}

static void grid_offset(const void *space, const double a[3], const double b[3], double offset[3])
{
  as_grid_offset(((const astar_graph *)space)->grid, a, b, offset);
}

static void grid_opening(const void *space, double scale, as_opening *opening)
{
  const as_grid *grid = ((const astar_graph *)space)->grid;
  opening->straight[0] = grid->straight[0] * scale;
  opening->straight[1] = grid->straight[1] * scale;
  opening->both = grid->diagonal * scale;
}

static bool grid_enterable(const void *space, const as_rules *rules, uint32_t slot)
{
  const astar_graph *g = space;
  uint32_t cells = g->layout->cells;
  return rules->costs[slot < cells ? g->grid->entry[slot] : as_node_entry(&g->nodes[slot - cells])] < INFINITY;
}

static uint64_t grid_version(const void *space)
{
  return ((const astar_graph *)space)->version;
}

static void grid_waypoint(const void *space, astar_id id, astar_waypoint *waypoint)
{
  const astar_graph *g = space;
  double xyz[3];
  waypoint->generation = 0;
  if (as_is_cell(g, id)) {
    as_grid_cell_world(g->grid, id - 1, xyz);
  } else {
    const as_node *n = &g->nodes[as_index(g, id)];
    memcpy(xyz, n->position, sizeof xyz);
    waypoint->generation = n->generation;
  }
  waypoint->x = xyz[0];
  waypoint->y = xyz[1];
  waypoint->z = xyz[2];
  waypoint->id = id;
}

const as_space_ops as_grid_ops = {grid_degree, grid_expand,  NULL,           grid_position, grid_locate,  grid_estimate,
                                  grid_offset, grid_opening, grid_enterable, grid_version,  grid_waypoint};
