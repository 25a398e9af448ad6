/* connected.c: the public questions that components answer, or if these do not know, a search: see astar.h. */
#include "finder/reachability.h"

#include "engine/search.h"
#include "finder/finder.h"

/* Whether a path leads from one live node to another. */
static astar_status find_way(astar_finder *f, astar_graph *g, astar_unit unit, astar_id start, astar_id goal)
{
  astar_search_def def = astar_default_search();
  def.unit = unit;
  def.start = start;
  def.goals = &goal;
  def.goal_count = 1;
  return astar_find(f, astar_on_graph(g), &def);
}

astar_status astar_find_connection(astar_finder *f, astar_graph *g, astar_unit unit, astar_id start, astar_id goal)
{
  as_reachability c;
  as_connection tie = AS_MAYBE_CONNECTED;
  if (as_reachability_get(&c, g, unit, true))
    tie = as_reachability_exact(&c, as_slot(g->layout, start), as_slot(g->layout, goal));
  if (tie == AS_MAYBE_CONNECTED) return find_way(f, g, unit, start, goal);
  return tie == AS_SEPARATE ? ASTAR_UNREACHABLE : ASTAR_FOUND;
}

/* ---- The nearest node that can be reached ---- */

static bool was_reached(const void *context, uint32_t slot)
{
  const astar_search *s = context;
  const astar_state state = astar_search_visit(s, as_id(s->layout, slot)).state;
  return state == ASTAR_OPEN || state == ASTAR_CLOSED;
}

/* By a search for all nodes that can be reached, with so many expansions at most. */
static astar_status nearest_by_search(astar_graph *g, const astar_near_def *near, astar_id from, uint64_t limit,
                                      astar_near *found)
{
  astar_search *s = astar_search_create(g->memory.alloc, g->memory.context);
  astar_search_def def = astar_default_search();
  as_near_filter filter = {was_reached, NULL, s};
  astar_status status = ASTAR_OUT_OF_MEMORY;
  if (!s) return status;
  def.unit = near->unit;
  def.start = from;
  def.answer_only = true;
  if (astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK) status = astar_search_step(s, limit);
  if (status == ASTAR_DONE) status = as_nearest(g, near, &filter, found) ? ASTAR_FOUND : ASTAR_UNREACHABLE;
  astar_search_destroy(s);
  return status;
}

astar_status astar_find_nearest(astar_finder *f, astar_graph *g, const astar_near_def *def, astar_id from,
                                astar_near *found)
{
  astar_near_def near = *def;
  as_reachability c;
  if (!def->enterable) near.unit = ASTAR_NO_UNIT;
  if (as_reachability_get(&c, g, near.unit, true)) {
    as_reachable r;
    astar_status status;
    as_reachable_set(&r, &c, as_slot(g->layout, from));
    /* All nodes that can be reached can be entered, but `from` need not be. */
    near.enterable = r.vertex != AS_NO_SLOT && r.from.rules.size == 1;
    if (!as_nearest(g, &near, &r.filter, found)) return ASTAR_UNREACHABLE;
    if (as_reachability_exact(&c, as_slot(g->layout, from), as_slot(g->layout, found->id)) == AS_CONNECTED)
      return ASTAR_FOUND;
    status = find_way(f, g, near.unit, from, found->id);
    if (status != ASTAR_UNREACHABLE) return status;
  }
  near.enterable = false;
  return nearest_by_search(g, &near, from, as_finder_limit(f), found);
}
