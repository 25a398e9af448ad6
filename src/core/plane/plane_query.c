/* plane_query.c: see astar.h. The public queries on a search on a plane: the places of its nodes, and its rays. */
#include "engine/search.h"
#include "plane/plane_space.h"

#include <string.h>

static const as_plane_run *run_of(const astar_search *s)
{
  const as_plane_run *r = as_plane_run_of(&s->space);
  astar_assert(r);
  return r;
}

bool astar_search_place(const astar_search *s, astar_id id, double xy[2])
{
  const as_plane_run *r = run_of(s);
  const uint32_t slot = id - 1;
  const as_record *record = s->layout ? as_records_find(&s->records, slot) : NULL;
  const double *place;
  double scratch[3];
  if (slot < AS_SLOT_HOPS) {
    if (slot == AS_SLOT_GOAL && !r->has_goal) return false;
    place = r->ends[slot];
  } else if (slot < r->first_point) {
    if (!record || as_state_of(record) == ASTAR_NONE) return false;
    place = s->space.ops->position(r, slot, scratch);
  } else {
    if (!record || as_state_of(record) == ASTAR_NONE || s->records.columns < 3) return false;
    place = as_records_columns(&s->records, slot) + 1;
  }
  memcpy(xy, place, 2 * sizeof *xy);
  return true;
}

astar_id astar_search_node_at(const astar_search *s, double x, double y)
{
  uint32_t i;
  double least = 0;
  astar_id found = ASTAR_NO_ID;
  for (i = 0; i < s->touched_count; i++) {
    const uint32_t slot = s->touched[i];
    const double g = as_records_peek(&s->records, slot)->g;
    double xy[2];
    if (!astar_search_place(s, slot + 1, xy) || !(xy[0] == x && xy[1] == y)) continue;
    /* The ends of hops may be at the place of other nodes. */
    if (found != ASTAR_NO_ID && g >= least) continue;
    found = slot + 1;
    least = g;
  }
  return found;
}

uint32_t astar_search_ray_count(const astar_search *s)
{
  return run_of(s)->ray_count;
}

astar_ray astar_search_ray_at(const astar_search *s, uint32_t index)
{
  astar_assert(index < run_of(s)->ray_count);
  return run_of(s)->rays[index];
}

uint64_t astar_search_casts(const astar_search *s)
{
  return run_of(s)->casts;
}
