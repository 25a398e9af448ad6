/* crowd_part.c: see crowd_part.h. */
#include "crowd/crowd_part.h"

#include "base/sorted.h"

void as_part_free(as_part *t, as_memory *m)
{
  as_costs_free(&t->inside, m);
  as_free(m, t->slots, t->capacity, uint32_t);
  memset(t, 0, sizeof *t);
}

/* Values of slots of the part: the agent may stand there, or it covers them if it stands beside. */
enum { COVERED, WALKED };

/* Add a slot where the agent may stand. False if out of memory. */
static bool add_slot(as_part *t, astar_crowd *c, uint32_t slot)
{
  double *at = as_costs_make(&t->inside, &c->memory, slot);
  if (!at || !as_reserve(&c->memory, &t->slots, &t->capacity, (uint64_t)t->count + 1, sizeof *t->slots)) return false;
  *at = WALKED;
  t->slots[t->count++] = slot;
  return true;
}

/* The same with all that it covers there. */
static bool add_square(as_part *t, astar_crowd *c, uint32_t size, uint32_t slot)
{
  uint32_t k;
  for (k = 1; k < size * size; k++) {
    const uint32_t cell = as_square_at(c->graph, size, slot, k);
    double *at = cell == AS_NO_SLOT ? NULL : as_costs_make(&t->inside, &c->memory, cell);
    if (cell == AS_NO_SLOT) continue;
    if (!at) return false;
    *at = as_max(*at, COVERED);
  }
  return add_slot(t, c, slot);
}

/* Whether who is on a slot never moves. */
static bool is_held(const astar_crowd *c, uint32_t slot)
{
  const uint32_t index = as_occupied_holder(&c->pibt.occupied, slot);
  return index != AS_NOBODY && c->pibt.agents[index].policy == AS_FIXED;
}

bool as_part_find(as_part *t, astar_crowd *c, uint32_t index, uint32_t nodes, bool through)
{
  const as_pibt_agent *p = &c->pibt.agents[index];
  uint32_t i, k;
  if (!add_square(t, c, p->size, as_crowd_slot(c, index))) return false;
  for (i = 0; i < t->count; i++) {
    for (k = 1;; k++) {
      const as_successor *head = as_pibt_steps(&c->pibt, p->unit, t->slots[i]);
      if (!head) return false;
      if (k > head->slot) break;
      if (as_costs_get(&t->inside, head[k].slot) == (double)WALKED || (!through && is_held(c, head[k].slot))) continue;
      if (t->count >= nodes) return true;
      if (!add_square(t, c, p->size, head[k].slot)) return false;
    }
  }
  t->whole = true;
  return true;
}

/* ---- Places ---- */

/* Whether an agent has arrived on a slot: on its goal, or on a place, which nobody holds if `free`. */
static bool is_end(const astar_crowd *c, uint32_t index, uint32_t slot, bool free)
{
  return as_crowd_arrives(c, index, slot) &&
         (!free || slot == as_crowd_target(c, index) ||
          as_pibt_holder(&c->pibt, c->pibt.agents[index].size, slot, index) == AS_NOBODY);
}

/* Leave the slots where the agent arrives, if there are any. */
static bool leave_ends(as_part *t, const astar_crowd *c, uint32_t index, bool free, double *most)
{
  const uint32_t goal = c->pibt.agents[index].goal;
  uint32_t kept = 0, i;
  for (i = 0; i < t->count; i++) {
    if (is_end(c, index, t->slots[i], free)) t->slots[kept++] = t->slots[i];
  }
  if (kept == 0) return false;
  t->count = kept;
  t->ends = true;
  *most = c->shares[goal].first == AS_NOT_SHARED ? 0 : as_goals_place_far(&c->goals, goal);
  return true;
}

/* Leave those that are nearer to its goal than it has been. False if out of memory. */
static bool leave_nearer(as_part *t, astar_crowd *c, uint32_t index, double *most)
{
  const uint32_t goal = c->pibt.agents[index].goal;
  const double best = c->agents[index].best;
  double least = INFINITY;
  uint32_t kept = 0, i;
  for (i = 0; i < t->count; i++) {
    const double far = as_goals_known(&c->goals, goal, t->slots[i]);
    if (isnan(far)) return false;
    if (far >= 0) least = as_min(least, far);
  }
  *most = least + (best - least) / 2;
  for (i = 0; i < t->count && least < best; i++) {
    const double far = as_goals_known(&c->goals, goal, t->slots[i]);
    if (far >= 0 && far <= *most) t->slots[kept++] = t->slots[i];
  }
  t->count = kept;
  return true;
}

bool as_part_leave_places(as_part *t, astar_crowd *c, uint32_t index, bool free, double *most)
{
  if (!leave_ends(t, c, index, free, most) && !leave_nearer(t, c, index, most)) return false;
  if (t->count > 1) as_sort(t->slots, t->count);
  return true;
}

void as_part_locate(const astar_crowd *c, uint32_t *where)
{
  uint32_t i;
  for (i = 0; i < c->ids; i++) where[i] = as_crowd_slot(c, i);
}
