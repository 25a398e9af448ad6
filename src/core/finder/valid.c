/* valid.c: see astar_graph_valid() in astar.h. */
#include "engine/path.h"
#include "grid/piece.h"
#include "grid/spaces.h"
#include "graph/projected.h"

#include <string.h>

/* What the steps of a path are looked up with. */
typedef struct walk {
  astar_graph *graph;
  as_space space;
  as_successor *list;
  uint32_t capacity;
} walk;

#define ROUNDING 9.094947017729282e-13 /* 2^-40, of the coordinates: for points on links */

/* Whether a point, the start of the path or its end, still lies on a link; *slot becomes that of its place. */
static bool is_on_link(const walk *w, const astar_waypoint *point, bool first, uint32_t *slot)
{
  const as_projected *p = as_projected_of(&w->space);
  const double at[3] = {point->x, point->y, point->z};
  const as_link_point *on;
  double most = 0;
  uint32_t place, i;
  if (!p) return false;
  place = first ? 0 : p->starts_at_place;
  on = &p->points[place];
  if (on->node[0] == AS_NO_SLOT) return false;
  for (i = 0; i < 6; i++) most = as_max(most, fabs(w->graph->nodes[on->node[i % 2]].position[i / 2]));
  *slot = p->first_place + place;
  return as_distance(at, on->at) <= most * ROUNDING;
}

/*
** Whether a node of a path is still the one that it was; *slot becomes its slot, AS_NO_SLOT for a point of a smooth
** path.
*/
static bool is_there(const walk *w, const astar_path *path, const astar_waypoint *node, bool first, uint32_t *slot)
{
  uint32_t generation;
  *slot = AS_NO_SLOT;
  if (node->id == ASTAR_NO_ID && path->smooth) return true;
  if (node->id == ASTAR_NO_ID) return is_on_link(w, node, first, slot);
  if (!astar_graph_has(w->graph, node->id, &generation)) return false;
  if (node->generation != generation) return false;
  *slot = as_slot(w->space.layout, node->id);
  return true;
}

/* Set *joined to whether the unit can make the step from one slot to another. False if out of memory. */
static bool find_step(walk *w, uint32_t from, uint32_t to, bool *joined)
{
  const uint32_t count = as_space_list(&w->space, &w->graph->memory, from, false, &w->list, &w->capacity, 0);
  uint32_t i;
  if (count == UINT32_MAX) return false;
  *joined = false;
  for (i = 0; i < count; i++) *joined = *joined || (w->list[i].slot == to && w->list[i].cost < INFINITY);
  return true;
}

/* Whether an element is no node beside the cells, to which only links lead. */
static bool is_on_ground(const walk *w, uint32_t slot)
{
  return slot == AS_NO_SLOT || slot < w->space.layout->cells;
}

/* The floor of an element of a smooth path on the ground. */
static uint32_t floor_of(const as_grid *grid, const astar_waypoint *point)
{
  return point->id == ASTAR_NO_ID ? point->generation : as_grid_floor(grid, as_grid_row(grid, point->id - 1));
}

/* Whether the unit can go straight from one point of a smooth path to the next. */
static bool is_clear(const walk *w, const astar_path *path, const astar_waypoint *from, const astar_waypoint *to)
{
  as_grid copy;
  const as_grid *grid = as_grid_view(w->graph->grid, &w->space.rules);
  const uint32_t floor = floor_of(grid, from);
  const double start[2] = {from->x, from->y};
  double end[2], vector[3];
  int64_t a[2], b[2];
  as_pieces pieces;
  if (floor != floor_of(grid, to) || floor >= grid->def.levels) return false;
  memset(&pieces, 0, sizeof pieces);
  pieces.grid = grid = as_grid_on(grid, floor, &copy);
  pieces.rules = &w->space.rules;
  pieces.radius = path->radius;
  as_pieces_begin(&pieces);
  as_path_vector(path, from, to, vector);
  end[0] = from->x + vector[0];
  end[1] = from->y + vector[1];
  as_piece_place(grid, start, a);
  as_piece_place(grid, end, b);
  return as_piece_cost(&pieces, a, b, INFINITY) < INFINITY;
}

/* Walk along a path from a node on, as far as it goes. False if out of memory. */
static bool follow(walk *w, const astar_path *path, uint32_t first, uint32_t *broken)
{
  astar_waypoint node = astar_path_point(path, first), before;
  uint32_t at = 0, to = 0, i;
  *broken = is_there(w, path, &node, first == 0, &at) ? 0 : first + 1;
  for (i = first + 1; i < path->count && *broken == 0; i++, at = to) {
    bool joined = false, there;
    before = node;
    node = astar_path_point(path, i);
    there = is_there(w, path, &node, false, &to);
    if (there && at != AS_NO_SLOT && to != AS_NO_SLOT && !find_step(w, at, to, &joined)) return false;
    if (there && !joined && path->smooth && is_on_ground(w, at) && is_on_ground(w, to))
      joined = is_clear(w, path, &before, &node);
    if (!joined) *broken = i;
  }
  return true;
}

/* Where a point of a path is. */
static astar_place place_of(const astar_waypoint *point)
{
  astar_place place = {0, 0, 0, false};
  place.x = point->x;
  place.y = point->y;
  place.z = point->z;
  return place;
}

/* The space that a path is looked up in: with its ends on links, if they are points. False if out of memory. */
static bool begin_space(walk *w, const astar_path *path, astar_unit unit)
{
  const astar_waypoint first = astar_path_point(path, 0), last = astar_path_point(path, path->count - 1);
  const astar_place start = place_of(&first), goal = place_of(&last);
  astar_search_def def = astar_default_search(), projected;
  if (path->smooth || (first.id != ASTAR_NO_ID && last.id != ASTAR_NO_ID)) {
    w->space = as_space_of(w->graph, unit);
    return as_is_complete(&w->space);
  }
  def.unit = unit;
  def.start = first.id;
  def.start_place = first.id == ASTAR_NO_ID ? &start : NULL;
  def.goals = &last.id;
  def.goal_places = last.id == ASTAR_NO_ID ? &goal : NULL;
  def.goal_count = 1;
  return as_projected_begin(&w->graph->memory, w->graph, &def, &w->space, &projected) == ASTAR_OK;
}

astar_result astar_graph_valid(astar_graph *g, const astar_path *path, astar_unit unit, uint32_t *broken)
{
  return astar_graph_valid_from(g, path, 0, unit, broken);
}

astar_result astar_graph_valid_from(astar_graph *g, const astar_path *path, uint32_t first, astar_unit unit,
                                    uint32_t *broken)
{
  walk w;
  bool done;
  memset(&w, 0, sizeof w);
  w.graph = g;
  if (!begin_space(&w, path, unit)) return ASTAR_NO_MEMORY;
  done = follow(&w, path, first, broken);
  as_free(&g->memory, w.list, w.capacity, as_successor);
  if (w.space.ops->release && w.space.run) w.space.ops->release(&w.space, &g->memory);
  return done ? ASTAR_OK : ASTAR_NO_MEMORY;
}
