/* joined.c: see joined.h. */
#include "plane/joined.h"

#include "engine/search.h"

#include <string.h>

/* ---- Sets ---- */

/* Begin anew after an edit, and make room for all points. False if out of memory. */
static bool refresh(as_radius_layer *l)
{
  as_corner_sets *c = &l->corner_sets;
  const uint32_t count = l->scene.point_count;
  const bool edited = c->edits != l->cache.edits;
  if (!as_reserve(&l->shared.memory, &c->sets, &c->capacity, count, sizeof *c->sets)) return false;
  if (edited) c->count = c->complete = 0;
  c->edits = l->cache.edits;
  if (c->count < count) memset(c->sets + c->count, 0, (count - c->count) * sizeof *c->sets);
  if (c->count < count) c->count = count;
  return true;
}

/* The root of a point's set. Halves the way there. */
static uint32_t root_of(as_corner_sets *c, uint32_t point)
{
  as_corner_set *sets = c->sets;
  while (sets[point].parent != 0) {
    const uint32_t parent = sets[point].parent - 1;
    if (sets[parent].parent != 0) sets[point].parent = sets[parent].parent;
    point = parent;
  }
  return point;
}

/* Join two sets by their roots; returns the root of both. */
static uint32_t join(as_corner_sets *c, uint32_t a, uint32_t b)
{
  as_corner_set *sets = c->sets;
  if (a == b) return a;
  if (sets[a].rank < sets[b].rank) {
    const uint32_t other = a;
    a = b;
    b = other;
  }
  sets[b].parent = a + 1;
  if (sets[a].rank == sets[b].rank) sets[a].rank++;
  sets[a].complete |= sets[b].complete;
  return a;
}

/* Join the corners that a search has touched from index `from` on with the set of *root, or AS_NO_POINT. */
static void join_touched(as_corner_sets *c, const astar_search *s, uint32_t from, uint32_t *root)
{
  for (; from < s->touched_count; from++) {
    const uint32_t slot = s->touched[from];
    uint32_t other;
    if (slot < AS_SLOT_POINTS) continue;
    other = root_of(c, slot - AS_SLOT_POINTS);
    *root = *root == AS_NO_POINT ? other : join(c, root_of(c, *root), other);
  }
}

static void set_complete(as_corner_sets *c, uint32_t root)
{
  if (root == AS_NO_POINT) return;
  root = root_of(c, root);
  c->complete += !c->sets[root].complete;
  c->sets[root].complete = 1;
}

void as_corners_learn(as_radius_layer *l, const astar_search *s, bool complete)
{
  uint32_t root = AS_NO_POINT;
  if (!refresh(l)) return;
  join_touched(&l->corner_sets, s, 0, &root);
  if (complete) set_complete(&l->corner_sets, root);
}

bool as_corners_any_complete(const as_radius_layer *l)
{
  return l->corner_sets.complete > 0 && l->corner_sets.edits == l->cache.edits;
}

/* ---- Places ---- */

void as_joiner_free(as_joiner *j)
{
  astar_search_destroy(j->searches[0]);
  astar_search_destroy(j->searches[1]);
}

/* Begin a search from one place to the other. */
static astar_result begin(astar_search **search, astar_plane *p, const as_radius_layer *l, const double from[2],
                          const double to[2])
{
  const astar_id goal = AS_SLOT_GOAL + 1;
  astar_search_def def = astar_default_search();
  as_plane_run *run;
  as_space space;
  astar_result result;
  bool blocked;
  if (!*search) *search = astar_search_create(p->memory.alloc, p->memory.context);
  if (!*search) return ASTAR_NO_MEMORY;
  run = as_plane_run_of(&(*search)->space);
  memcpy(def.from, from, sizeof def.from);
  memcpy(def.to, to, sizeof def.to);
  def.radius = l->radius;
  def.goals = &goal;
  def.goal_count = 1;
  def.start = AS_SLOT_START + 1;
  def.answer_only = true;
  result = as_plane_run_begin(&run, &(*search)->memory, p, &def, &blocked);
  if (result != ASTAR_OK) return result;
  astar_assert(!blocked);
  space = as_plane_space(run);
  result = as_search_define(*search, &space, &def);
  return result == ASTAR_OK ? as_search_start(*search, AS_STRATEGY_ANSWER) : result;
}

as_joined as_plane_joined(as_joiner *j, astar_plane *p, as_radius_layer *l, const double a[2], const double b[2],
                          bool quick)
{
  as_corner_sets *c = &l->corner_sets;
  uint32_t roots[2] = {AS_NO_POINT, AS_NO_POINT}, seen[2] = {0, 0};
  uint64_t n = 1;
  int i;
  if (as_same_place(a, b)) return AS_JOINED_YES;
  if (!refresh(l) || begin(&j->searches[0], p, l, a, b) != ASTAR_OK || begin(&j->searches[1], p, l, b, a) != ASTAR_OK)
    return AS_JOINED_NO_MEMORY;
  for (;;) {
    for (i = 0; i < 2; i++) {
      astar_search *s = j->searches[i];
      const astar_status status = astar_search_step(s, n);
      if (status == ASTAR_OUT_OF_MEMORY) return AS_JOINED_NO_MEMORY;
      join_touched(c, s, seen[i], &roots[i]);
      seen[i] = s->touched_count;
      if (status == ASTAR_FOUND) return AS_JOINED_YES;
      if (status == ASTAR_SEARCHING) continue;
      set_complete(c, roots[i]);
      return AS_JOINED_NO;
    }
    if (roots[0] != AS_NO_POINT && roots[1] != AS_NO_POINT) {
      roots[0] = root_of(c, roots[0]);
      roots[1] = root_of(c, roots[1]);
      if (roots[0] == roots[1]) return AS_JOINED_YES;
      if (c->sets[roots[0]].complete || c->sets[roots[1]].complete) return AS_JOINED_NO;
      if (quick) return AS_JOINED_UNKNOWN;
    }
    if (n < 64) n *= 2;
  }
}
