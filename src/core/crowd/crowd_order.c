/*
** crowd_order.c: the order in which the agents of a crowd are decided: by priority, then who has not been at its goal
** for longest, then by id. It is kept from step to step: while an agent is on its way, its place among the others on
** their way does not change, so only those that arrive, leave, or are edited are sorted anew.
*/
#include "crowd/crowd.h"

#include "base/heap.h"

/* What decides the place of an agent. */
typedef struct as_rank {
  double priority;
  uint64_t left_at;
  uint32_t index;
} as_rank;

static inline bool rank_before(const as_rank *a, const as_rank *b)
{
  if (a->priority != b->priority) return a->priority > b->priority;
  return a->left_at != b->left_at ? a->left_at < b->left_at : a->index < b->index;
}

AS_DEFINE_SORT(ranks, as_rank, rank_before)

static inline as_rank rank_of(const astar_crowd *c, uint32_t index)
{
  as_rank rank;
  rank.priority = c->agents[index].priority;
  rank.left_at = c->agents[index].left_at;
  rank.index = index;
  return rank;
}

bool as_crowd_order_reserve(astar_crowd *c, uint32_t count)
{
  const uint32_t before = c->ranked_capacity;
  if (!as_reserve(&c->memory, &c->order, &c->order_capacity, count, sizeof *c->order) ||
      !as_reserve(&c->memory, &c->moved, &c->moved_capacity, count, sizeof *c->moved) ||
      !as_reserve(&c->memory, &c->merged, &c->merged_capacity, count, sizeof *c->merged) ||
      !as_reserve(&c->memory, &c->ranked, &c->ranked_capacity, count, sizeof *c->ranked))
    return false;
  if (c->ranked_capacity > before) memset(c->ranked + before, 0, c->ranked_capacity - before);
  return true;
}

void as_crowd_order_free(astar_crowd *c)
{
  as_free(&c->memory, c->order, c->order_capacity, uint32_t);
  as_free(&c->memory, c->moved, c->moved_capacity, uint32_t);
  as_free(&c->memory, c->merged, c->merged_capacity, uint32_t);
  as_free(&c->memory, c->ranked, c->ranked_capacity, uint8_t);
  as_free(&c->memory, c->ranks, c->rank_capacity, as_rank);
}

void as_crowd_rank(astar_crowd *c, uint32_t index)
{
  if (c->ranked[index]) return;
  c->ranked[index] = 1;
  c->moved[c->moved_count++] = index;
}

/* Remove those that have moved from the order. */
static void filter(astar_crowd *c)
{
  uint32_t kept = 0, i;
  for (i = 0; i < c->order_count; i++) {
    const uint32_t index = c->order[i];
    c->order[kept] = index;
    kept += !c->ranked[index];
  }
  c->order_count = kept;
}

/* How many of the order come before an agent, if the first `from` do. */
static uint32_t count_before(const astar_crowd *c, const as_rank *rank, uint32_t from)
{
  uint32_t low = from, high = c->order_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const as_rank other = rank_of(c, c->order[middle]);
    if (rank_before(&other, rank)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Merge the sorted ranks into the order. */
static void merge(astar_crowd *c, uint32_t ranks)
{
  uint32_t *merged = c->merged;
  uint32_t from = 0, count = 0, i, capacity;
  for (i = 0; i < ranks; i++) {
    const uint32_t to = count_before(c, &c->ranks[i], from);
    memcpy(merged + count, c->order + from, (to - from) * sizeof *merged);
    count += to - from;
    merged[count++] = c->ranks[i].index;
    from = to;
  }
  memcpy(merged + count, c->order + from, (c->order_count - from) * sizeof *merged);
  count += c->order_count - from;
  c->merged = c->order;
  capacity = c->merged_capacity;
  c->merged_capacity = c->order_capacity;
  c->order = merged;
  c->order_capacity = capacity;
  c->order_count = count;
}

bool as_crowd_sort(astar_crowd *c)
{
  uint32_t count = 0, i;
  if (c->moved_count == 0) return true;
  if (!as_reserve(&c->memory, &c->ranks, &c->rank_capacity, c->moved_count, sizeof *c->ranks)) return false;
  filter(c);
  for (i = 0; i < c->moved_count; i++) {
    c->ranked[c->moved[i]] = 0;
    if (c->agents[c->moved[i]].used) c->ranks[count++] = rank_of(c, c->moved[i]);
  }
  c->moved_count = 0;
  ranks_sort(c->ranks, count);
  merge(c, count);
  return true;
}
