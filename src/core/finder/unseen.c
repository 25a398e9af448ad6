/*
** unseen.c: see unseen.h. A run over cells expands only cells of which the cost plus the estimate is at most the cost
** of the path. It depends only on these cells and their neighbours.
*/
#include "finder/unseen.h"

#include "engine/heuristic.h"
#include "geometry/distance.h"
#include "grid/grid.h"
#include "grid/spaces.h"

/* Relative error of sums of costs and estimates, with much to spare. */
#define ROUNDING 1e-9

/* Whether estimates are what they were, and by the metric. */
static bool has_same_estimates(const astar_search *s, astar_graph *g)
{
  const as_space space = as_space_of(g, s->def.unit);
  as_heuristic now = s->heuristic;
  if (!as_is_complete(&space) || space.layout != s->layout || space.unit_version != s->space.unit_version) return false;
  as_heuristic_choose(&now, &space, &s->def);
  return s->heuristic.by == AS_ESTIMATE_SPACE && now.by == s->heuristic.by && now.scale == s->heuristic.scale;
}

/* Whether an edit may concern a cell that is expanded. */
static bool may_concern(const astar_search *s, const as_grid *grid, as_edit e, double most)
{
  double start[3], goal[3], at[3];
  if (e.slot >= grid->count || e.what & (AS_EDIT_NODE | AS_EDIT_LINKS)) return true;
  as_grid_cell_coordinates(grid, s->def.start - 1, start);
  as_grid_cell_coordinates(grid, s->def.goals[0] - 1, goal);
  as_grid_cell_coordinates(grid, e.slot, at);
  return !(as_grid_metric(grid, start, at) + as_grid_metric(grid, at, goal) > most);
}

/* Whether no edit since the run ended may concern it. */
static bool is_spared(const astar_search *s, astar_graph *g)
{
  const as_grid *grid = g->grid;
  double most;
  uint64_t n;
  if (!grid || s->def.start > grid->count || s->def.goals[0] > grid->count) return false;
  if (s->status != ASTAR_FOUND || s->layers_version != as_extras_version(&s->extras) ||
      !as_journal_reaches(s->journal, s->read) || !has_same_estimates(s, g))
    return false;
  /*
  ** The steps of a unit out of a cell depend on cells up to `size` columns and rows away. So far it may be from a cell
  ** that was edited to one that is expanded, and back.
  */
  most = s->answer->cost * (1 + ROUNDING) / s->heuristic.scale +
         2 * s->space.rules.size * (grid->straight[0] + grid->straight[1]);
  for (n = s->read; n < s->journal->next; n++) {
    if (may_concern(s, grid, as_journal_at(s->journal, n), most)) return false;
  }
  return true;
}

bool as_unseen_can_replay(astar_search *s, astar_graph *g)
{
  if (!s->journal) return false;
  if (is_spared(s, g)) return true;
  as_journal_release(s->journal);
  s->journal = NULL;
  return false;
}

bool as_unseen_show(astar_search *s)
{
  uint32_t i, parent = AS_NO_SLOT;
  if (!s->answer || s->touched_count > 0) return true;
  if (!as_reserve(&s->memory, &s->touched, &s->touched_capacity, s->answer->count, sizeof *s->touched)) return false;
  for (i = 0; i < s->answer->count; i++) {
    const astar_waypoint w = astar_path_point(s->answer, i);
    const uint32_t slot = as_search_slot(s, w.id);
    as_record *record = as_records_touch(&s->records, &s->memory, slot);
    if (!record) {
      s->touched_count = 0;
      return false;
    }
    record->g = as_min(w.cost, s->answer->cost); /* of jump points, costs between turns are rounded */
    record->parent = parent;
    record->mark = as_with_state(record->mark, ASTAR_CLOSED);
    s->touched[s->touched_count++] = parent = slot;
  }
  s->current = s->found;
  return true;
}
