/* straight.c: see straight.h. */
#include "grid/straight.h"

#include "engine/path.h"
#include "graph/node.h"

#include <string.h>

/* Relative: a sum that is greater by less is as good. */
#define NEARLY 1.02

/* A leg of the route, from one of its nodes on. */
typedef struct leg {
  uint32_t first, length;
  uint32_t directions;
  int64_t way[2][2];    /* by direction: of a step, on the lattice */
  uint32_t codes[2][2]; /* by direction and by parity of the cell: as in grid.h */
  double cost[2];       /* of a step, by direction */
  double aside, by[2];  /* the distance from the line, with a sign: of the first cell, and what a step adds to it */
} leg;

void as_straight_free(as_straight *s, as_memory *m)
{
  as_track_free(&s->track, m);
  as_all_ways_free(&s->ways, m);
  as_free(m, s->cells, s->cell_capacity, uint32_t);
  as_free(m, s->moved, s->moved_capacity, uint32_t);
  as_free(m, s->asides, s->aside_capacity, double);
  as_free(m, s->nearest, s->nearest_capacity, uint8_t);
  as_free(m, s->steps, s->step_capacity, uint8_t);
}

/* ---- Legs ---- */

/* Which direction of a leg the step after a node of the route has; 2: neither. A leg with less than two gets it. */
static uint32_t direction_of(const as_straight *s, leg *l, uint32_t index)
{
  const as_pieces *p = &s->track.pieces;
  const as_stop *from = &s->track.stops[index], *to = from + 1;
  const int64_t way[2] = {to->at[0] - from->at[0], to->at[1] - from->at[1]};
  const uint32_t parity = as_grid_parity(p->grid, from->cell);
  uint32_t d, code;
  double cost;
  for (d = 0; d < l->directions; d++) {
    if (way[0] != l->way[d][0] || way[1] != l->way[d][1]) continue;
    cost = as_piece_step_cost(p, from->cell, to->cell, l->codes[d][parity]);
    return as_is_same_cost(cost, l->cost[d]) ? d : 2;
  }
  if (d == 2) return 2;
  code = as_grid_direction(p->grid, from->cell, to->cell);
  if (code == AS_DIRECTIONS) return 2;
  cost = as_piece_step_cost(p, from->cell, to->cell, code);
  if (!(cost < INFINITY)) return 2;
  l->way[d][0] = way[0];
  l->way[d][1] = way[1];
  l->codes[d][parity] = code;
  l->codes[d][1 - parity] = as_grid_direction_in(p->grid, code, parity, 1 - parity);
  l->cost[d] = cost;
  l->directions++;
  return d;
}

/*
** The longest leg from a node of the route, up to another. It has no length if its steps cost something else than when
** the route was found. False if out of memory.
*/
static bool take_leg(as_straight *s, as_memory *m, uint32_t first, uint32_t last, leg *l)
{
  const astar_waypoint *nodes = s->track.nodes;
  double cost = 0;
  memset(l, 0, sizeof *l);
  l->first = first;
  if (!as_reserve(m, &s->cells, &s->cell_capacity, (uint64_t)(last - first) + 1, sizeof *s->cells) ||
      !as_reserve(m, &s->moved, &s->moved_capacity, (uint64_t)(last - first) + 1, sizeof *s->moved) ||
      !as_reserve(m, &s->asides, &s->aside_capacity, (uint64_t)(last - first) + 1, sizeof *s->asides) ||
      !as_reserve(m, &s->nearest, &s->nearest_capacity, (uint64_t)(last - first) + 1, 1) ||
      !as_reserve(m, &s->steps, &s->step_capacity, (uint64_t)(last - first) + 1, 1))
    return false;
  s->cells[0] = s->track.stops[first].cell;
  for (; first < last; first++) {
    const uint32_t d = direction_of(s, l, first);
    if (d == 2) break;
    s->steps[l->length++] = (uint8_t)d;
    s->cells[l->length] = s->track.stops[first + 1].cell;
    cost += l->cost[d];
  }
  if (!(fabs(nodes[first].cost - nodes[l->first].cost - cost) <= nodes[first].cost * 1e-9)) l->length = 0;
  return true;
}

/* Set how far the cells of a leg are from the line between two nodes of the route. False if these are one place. */
static bool measure(as_straight *s, uint32_t from, uint32_t to, leg *l)
{
  const as_grid *grid = s->track.pieces.grid;
  const as_stop *stops = s->track.stops;
  double a[2], b[2], place[2];
  uint32_t d, k;
  as_piece_world(grid, stops[from].at, a);
  as_piece_world(grid, stops[to].at, b);
  if (a[0] == b[0] && a[1] == b[1]) return false;
  as_piece_world(grid, stops[l->first].at, place);
  l->aside = as_distance_aside(a, b, place);
  for (d = 0; d < 2; d++) {
    const int64_t at[2] = {stops[l->first].at[0] + l->way[d][0], stops[l->first].at[1] + l->way[d][1]};
    as_piece_world(grid, at, place);
    l->by[d] = as_distance_aside(a, b, place) - l->aside;
  }
  s->asides[0] = l->aside;
  for (k = 0; k < l->length; k++) s->asides[k + 1] = s->asides[k] + l->by[s->steps[k]];
  return true;
}

/* The cell after a step of a leg in a direction, or AS_NO_SLOT if the unit cannot make it at the cost of the leg. */
static uint32_t step(const as_straight *s, const leg *l, uint32_t from, uint32_t direction)
{
  const as_pieces *p = &s->track.pieces;
  const uint32_t code = l->codes[direction][as_grid_parity(p->grid, from)];
  const uint32_t to = as_grid_step(p->grid, from, code);
  if (to == AS_NO_SLOT) return AS_NO_SLOT;
  /* Where only the cells decide, and all cost the same, most of these need no more than a look at the cell. */
  if (p->simple && !isnan(p->multiplier) && (as_to_col[code] == 0 || as_to_row[code] == 0))
    return isnan(p->rules->costs[as_grid_entry(p->grid, to)]) ? AS_NO_SLOT : to;
  if (!as_is_same_cost(as_piece_step_cost(p, from, to, code), l->cost[direction])) return AS_NO_SLOT;
  return to;
}

/*
** Put off step k behind steps in the other direction that follow it, as far as each cell that this moves comes nearer
** to the line and the ground allows it. Returns whether it moved.
*/
static bool put_off(as_straight *s, const leg *l, uint32_t k)
{
  const uint32_t d = s->steps[k], other = 1 - d;
  double aside = s->asides[k];
  uint32_t to = k, at;
  s->moved[k] = s->cells[k];
  while (to + 1 < l->length && s->steps[to + 1] == other) {
    const uint32_t cell = step(s, l, s->moved[to], other);
    aside += l->by[other];
    if (cell == AS_NO_SLOT || !(fabs(aside) < fabs(s->asides[to + 1]))) break;
    s->moved[++to] = cell;
  }
  while (to > k && step(s, l, s->moved[to], d) != s->cells[to + 1]) to--;
  for (at = k; at < to; at++) {
    s->steps[at] = (uint8_t)other;
    s->cells[at + 1] = s->moved[at + 1];
    s->asides[at + 1] = s->asides[at] + l->by[other];
  }
  s->steps[to] = (uint8_t)d;
  return to > k;
}

/* Put off the steps in a direction, the last one first. Returns whether any moved. */
static bool put_off_all(as_straight *s, const leg *l, uint32_t direction)
{
  bool moved = false;
  uint32_t k;
  for (k = l->length; k-- > 0;) {
    if (s->steps[k] == direction && put_off(s, l, k)) moved = true;
  }
  return moved;
}

/* Write the order of a leg to the route. */
static void move_leg(as_straight *s, const leg *l)
{
  astar_waypoint *nodes = s->track.nodes + l->first;
  as_stop *stops = s->track.stops + l->first;
  uint32_t k, axis;
  for (k = 1; k < l->length; k++) {
    const uint32_t d = s->steps[k - 1];
    const double cost = nodes[k - 1].cost + l->cost[d];
    if (s->cells[k] != stops[k].cell) {
      s->track.space.ops->waypoint(s->track.space.self, s->cells[k] + 1, &nodes[k]);
      stops[k].cell = s->cells[k];
    }
    for (axis = 0; axis < 2; axis++) stops[k].at[axis] = stops[k - 1].at[axis] + l->way[d][axis];
    nodes[k].cost = cost;
  }
}

/* The sum of the squared distances of the cells of a leg. */
static double sum_of(const as_straight *s, const leg *l)
{
  double sum = 0;
  uint32_t k;
  for (k = 1; k <= l->length; k++) sum += s->asides[k] * s->asides[k];
  return sum;
}

/*
** The same of the nearest order in open ground: the next step is always the one that ends nearer to the line. *cells
** becomes the number of cells of this order, up to the first that the unit cannot get to; they are in `moved`.
*/
static double least_sum(as_straight *s, const leg *l, uint32_t *cells)
{
  uint32_t left[2] = {0, 0}, cell = s->cells[0], k;
  double aside = l->aside, sum = 0;
  for (k = 0; k < l->length; k++) left[s->steps[k]]++;
  s->moved[0] = cell;
  *cells = 1;
  for (k = 1; k <= l->length; k++) {
    const bool nearer = fabs(aside + l->by[1]) < fabs(aside + l->by[0]);
    const uint32_t d = left[0] == 0 || (left[1] > 0 && nearer) ? 1 : 0;
    left[d]--;
    aside += l->by[d];
    sum += aside * aside;
    if (cell == AS_NO_SLOT) continue;
    cell = step(s, l, cell, d);
    s->nearest[k - 1] = (uint8_t)d;
    if (cell != AS_NO_SLOT) s->moved[(*cells)++] = cell;
  }
  return sum;
}

/* Put the steps of a leg in the nearest order, if the ground is open. Returns whether it is. */
static bool go_along(as_straight *s, const leg *l, double *least)
{
  uint32_t cells, k;
  *least = least_sum(s, l, &cells);
  if (cells <= l->length || s->moved[l->length] != s->cells[l->length]) return false;
  for (k = 0; k < l->length; k++) {
    s->steps[k] = s->nearest[k];
    s->cells[k] = s->moved[k];
  }
  return true;
}

/*
** Whether a part of the route costs as little as it could in open ground of the least multiplier, and then all of the
** cheapest ways make the same steps, in some order. That is not so if a diagonal step costs no more than a straight
** one, or as much as two.
*/
static bool is_direct(const as_straight *s, uint32_t first, uint32_t last)
{
  const as_track *t = &s->track;
  const as_grid *grid = t->pieces.grid;
  double a[3], b[3];
  if (grid->heights) return false;
  if (grid->eight && (grid->diagonal >= (grid->straight[0] + grid->straight[1]) * (1 - 1e-9) ||
                      grid->diagonal <= as_max(grid->straight[0], grid->straight[1]) * (1 + 1e-9)))
    return false;
  as_grid_cell_coordinates(grid, t->stops[first].cell, a);
  as_grid_cell_coordinates(grid, t->stops[last].cell, b);
  return as_is_same_cost(as_grid_metric(grid, a, b) * as_grid_scale(grid, t->pieces.rules),
                         t->nodes[last].cost - t->nodes[first].cost);
}

/*
** Straighten the legs of the part of the route from one node to another. *best becomes true if there is certainly no
** way that is much nearer to the line. False if out of memory.
*/
static bool straighten_legs(as_straight *s, as_memory *m, uint32_t first, uint32_t last, bool *best)
{
  uint32_t at = first;
  *best = false;
  while (at < last) {
    leg l;
    bool moved = false, again, whole;
    double least;
    if (!take_leg(s, m, at, last, &l)) return false;
    at += l.length > 0 ? l.length : 1;
    whole = l.length == last - first;
    if (whole && l.directions == 1) *best = true; /* all of it lies on the line */
    if (l.directions < 2 || l.length == 0 || !measure(s, first, last, &l)) continue;
    if (go_along(s, &l, &least)) {
      *best = whole && is_direct(s, first, last);
      move_leg(s, &l);
      continue;
    }
    do {
      again = put_off_all(s, &l, 0);
      again = put_off_all(s, &l, 1) || again;
      moved = moved || again;
    } while (again);
    if (moved) move_leg(s, &l);
    if (whole) *best = sum_of(s, &l) <= NEARLY * least && is_direct(s, first, last);
  }
  return true;
}

/* ---- The route ---- */

/* Put the way that was found in place of a part of the route. False if out of memory. */
static bool replace_part(as_straight *s, as_memory *m, uint32_t first, uint32_t *last)
{
  as_track *t = &s->track;
  const uint32_t count = s->ways.count, before = *last - first + 1;
  const double cost = t->nodes[*last].cost, began = t->nodes[first].cost;
  uint32_t i;
  if (!as_reserve(m, &t->nodes, &t->node_capacity, (uint64_t)t->count + count, sizeof *t->nodes) ||
      !as_reserve(m, &t->stops, &t->stop_capacity, (uint64_t)t->count + count, sizeof *t->stops))
    return false;
  memmove(t->nodes + first + count, t->nodes + *last + 1, (t->count - *last - 1) * sizeof *t->nodes);
  memmove(t->stops + first + count, t->stops + *last + 1, (t->count - *last - 1) * sizeof *t->stops);
  t->count += count - before;
  *last = first + count - 1;
  for (i = first; i <= *last; i++) {
    t->stops[i].cell = s->ways.way[i - first];
    t->stops[i].floor = t->stops[first].floor;
    t->space.ops->waypoint(t->space.self, t->stops[i].cell + 1, &t->nodes[i]);
    t->nodes[i].cost = i == *last ? cost : began + s->ways.costs[i - first];
  }
  return true;
}

/* Straighten the part of the route from one node to another, between which there are steps only. */
static bool straighten(as_straight *s, as_memory *m, uint32_t first, uint32_t *last)
{
  const as_track *t = &s->track;
  bool best;
  if (*last - first < 2) return true;
  as_track_enter(&s->track, t->stops[first].floor);
  if (!straighten_legs(s, m, first, *last, &best)) return false;
  if (best) return true;
  if (!as_all_ways_find(&s->ways, m, &t->pieces, t->stops[first].cell, t->stops[*last].cell,
                        t->nodes[*last].cost - t->nodes[first].cost))
    return false;
  return s->ways.count == 0 || replace_part(s, m, first, last);
}

/* Whether the route goes from a node to the next by a step. Without links on the map it does between neighbours. */
static bool is_step(as_straight *s, as_memory *m, uint32_t index)
{
  as_track *t = &s->track;
  const as_stop *from = &t->stops[index], *to = from + 1;
  if (from->cell == AS_NO_SLOT || to->cell == AS_NO_SLOT) return false;
  if (((const astar_graph *)t->space.self)->cell_nodes.count > 0) return as_track_is_step(t, m, index);
  /* Most steps go on as the one before, which was a step. */
  if (index > s->first && to->at[0] - from->at[0] == from->at[0] - from[-1].at[0] &&
      to->at[1] - from->at[1] == from->at[1] - from[-1].at[1])
    return true;
  return as_grid_direction(t->pieces.grid, from->cell, to->cell) < AS_DIRECTIONS;
}

astar_result as_straight_find(as_straight *s, as_memory *m, astar_graph *g, const astar_path *path,
                              const astar_smooth_def *def)
{
  uint32_t first = 0, last;
  if (!as_track_take(&s->track, m, g, path, def)) return ASTAR_NO_MEMORY;
  s->cost = path->cost;
  if (s->track.pieces.grid->tiny) return ASTAR_OK;
  for (; first < s->track.count; first = last + 1) {
    s->first = first;
    for (last = first; last + 1 < s->track.count && is_step(s, m, last); last++) continue;
    if (s->track.failed || !straighten(s, m, first, &last)) return ASTAR_NO_MEMORY;
  }
  return ASTAR_OK;
}

uint32_t as_straight_count(const as_straight *s)
{
  return s->track.count;
}

void as_straight_write(const as_straight *s, astar_path *path)
{
  const as_track *t = &s->track;
  as_path_begin(path, &t->space, t->count, 0, s->cost);
  memcpy(path->points, t->nodes, t->count * sizeof *t->nodes);
  as_path_measure(path);
}
