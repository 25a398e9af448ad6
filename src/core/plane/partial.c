/* partial.c: see partial.h. */
#include "plane/partial.h"

#include "base/heap.h"
#include "engine/search.h"
#include "geometry/distance.h"
#include "plane/nearest.h"
#include "plane/standing.h"

#include <string.h>

/* ---- Beginning ---- */

/* Move an end to the nearest place where one can stand; it stays where it is if there is none. */
static astar_result take_end(as_aim *aim, astar_plane *p, as_radius_layer *l, int i)
{
  double found[2], distance;
  as_near_answer answer;
  memcpy(found, aim->ends[i], sizeof found);
  if (as_plane_stand(p, l, found) != AS_OCCUPIED) return ASTAR_OK;
  aim->missed = ASTAR_BLOCKED;
  answer = as_plane_find_nearest(p, l, aim->ends[i], NULL, found, &distance);
  if (answer == AS_NEAR_FOUND) memcpy(aim->ends[i], found, sizeof found);
  return answer == AS_NEAR_NO_MEMORY ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/* Move the goal to where one can get from the start, if it is known that there is no way to it. */
static astar_result take_reachable(as_aim *aim, astar_plane *p, as_radius_layer *l, const double asked[2])
{
  as_joiner joiner = {{NULL, NULL}};
  as_joined joined;
  double start[2], goal[2], found[2], distance;
  as_near_answer answer;
  memcpy(start, aim->ends[0], sizeof start);
  memcpy(goal, aim->ends[1], sizeof goal);
  if (as_plane_stand(p, l, start) == AS_OCCUPIED || as_plane_stand(p, l, goal) == AS_OCCUPIED) return ASTAR_OK;
  joined = as_plane_joined(&joiner, p, l, start, goal, true);
  as_joiner_free(&joiner);
  if (joined != AS_JOINED_NO) return joined == AS_JOINED_NO_MEMORY ? ASTAR_NO_MEMORY : ASTAR_OK;
  answer = as_plane_find_nearest(p, l, asked, start, found, &distance);
  if (answer == AS_NEAR_NO_MEMORY) return ASTAR_NO_MEMORY;
  if (answer == AS_NEAR_NONE) return ASTAR_OK;
  memcpy(aim->ends[1], found, sizeof found);
  if (aim->missed == ASTAR_FOUND) aim->missed = ASTAR_UNREACHABLE;
  return ASTAR_OK;
}

astar_result as_aim_take(as_aim *aim, astar_plane *p, const astar_search_def *def)
{
  as_radius_layer *l = as_plane_radius_layer(p, def->radius);
  double asked[2];
  astar_result result;
  if (!l) return ASTAR_NO_MEMORY;
  as_read_place(def->from, aim->ends[0]);
  as_read_place(def->to, aim->ends[1]);
  as_read_place(def->to, asked);
  aim->missed = ASTAR_FOUND;
  result = take_end(aim, p, l, 0);
  if (result != ASTAR_OK || def->goal_count == 0) return result;
  result = take_end(aim, p, l, 1);
  return result == ASTAR_OK && as_plane_parts_any(l) ? take_reachable(aim, p, l, asked) : result;
}

/* ---- Ending ---- */

/* A node of the search, as the last but one of the path to its end. */
typedef struct last_node {
  double cost; /* of that path */
  double at[2];
  uint32_t slot;
} last_node;

static inline bool is_cheaper(const last_node *a, const last_node *b)
{
  return a->cost < b->cost || (a->cost == b->cost && as_place_before(a->at, b->at));
}

AS_DEFINE_HEAP(last_nodes, last_node, 2, is_cheaper)

static double between(const double a[2], const double b[2])
{
  return as_length(a[0] - b[0], a[1] - b[1], 0);
}

/* The place of a node that the search has reached. */
static void place_of(const astar_search *s, uint32_t slot, double place[2])
{
  double scratch[3];
  memcpy(place, s->space.ops->position(s->space.self, slot, scratch), 2 * sizeof *place);
}

/* Choose the reached node that is nearest to the goal; the cheapest of equally near ones, then the first touched. */
static void choose_node(astar_search *s, const as_plane_run *r)
{
  double least = INFINITY, least_g = 0;
  uint32_t i;
  for (i = 0; i < s->touched_count; i++) {
    const double g = as_records_peek(&s->records, s->touched[i])->g;
    double place[2], distance;
    place_of(s, s->touched[i], place);
    distance = between(place, r->asked);
    if (distance > least || (distance == least && g >= least_g)) continue;
    least = distance;
    least_g = g;
    s->partial = s->touched[i];
  }
}

/*
** Make the node of the goal one at a place that can be reached, behind the reached node by which the path to it is the
** shortest. All nodes are closed, so their costs are final. False if out of memory. O(touched), and rays to the nodes
** by which the path would be shorter.
*/
static bool end_at(astar_search *s, as_plane_run *r, const double place[2])
{
  const uint32_t count = s->touched_count;
  last_node *nodes = as_new(&s->memory, count, last_node);
  as_record *record = as_records_touch(&s->records, &s->memory, AS_SLOT_GOAL);
  uint32_t left = 0, i;
  if (!nodes || !record ||
      !as_reserve(&s->memory, &s->touched, &s->touched_capacity, (uint64_t)count + 1, sizeof *s->touched)) {
    as_free(&s->memory, nodes, nodes ? count : 0, last_node);
    return false;
  }
  as_plane_run_set_goal(r, place);
  for (i = 0; i < count; i++) {
    last_node *n = &nodes[left++];
    n->slot = s->touched[i];
    place_of(s, n->slot, n->at);
    n->cost = as_records_peek(&s->records, n->slot)->g + between(n->at, place);
  }
  last_nodes_make(nodes, left);
  while (left > 0) {
    const last_node n = last_nodes_pop(nodes, &left);
    if (as_same_place(n.at, place)) {
      s->partial = n.slot;
      break;
    }
    if (!as_plane_run_sees_goal(r, n.slot)) continue;
    record->g = n.cost;
    record->parent = n.slot;
    record->mark = as_with_state(record->mark, ASTAR_CLOSED);
    s->touched[s->touched_count++] = AS_SLOT_GOAL;
    if (s->records.columns > 0) {
      double *columns = as_records_columns(&s->records, AS_SLOT_GOAL);
      columns[0] = as_estimate(&s->heuristic, &s->space, AS_SLOT_GOAL);
      if (s->records.columns > 1) memcpy(columns + 1, place, 2 * sizeof *place);
    }
    s->partial = AS_SLOT_GOAL;
    break;
  }
  as_free(&s->memory, nodes, count, last_node);
  return true;
}

/* The goal is in another part than the start: end at the place that is nearest to it. */
static astar_status end_unreachable(astar_search *s, as_plane_run *r)
{
  double found[2], distance;
  as_near_answer answer;
  if (!as_plane_parts_learn(r->plane, r->layer, s)) return ASTAR_OUT_OF_MEMORY;
  answer = as_plane_find_nearest(r->plane, r->layer, r->asked, r->ends[0], found, &distance);
  if (answer == AS_NEAR_NO_MEMORY || (answer == AS_NEAR_FOUND && !end_at(s, r, found))) return ASTAR_OUT_OF_MEMORY;
  if (s->partial == AS_NO_SLOT) choose_node(s, r);
  return r->missed == ASTAR_FOUND ? ASTAR_UNREACHABLE : r->missed;
}

static astar_status end_partial(as_plane_run *r, astar_search *s, astar_status status)
{
  if (!r->has_goal) return status;
  if (status == ASTAR_UNREACHABLE) return end_unreachable(s, r);
  if (status != ASTAR_FOUND) {
    choose_node(s, r);
  } else if (r->missed != ASTAR_FOUND) {
    s->partial = s->found;
    s->found = AS_NO_SLOT;
    status = r->missed;
  }
  return status;
}

void as_aim_apply(const as_aim *aim, const astar_search_def *def, as_plane_run *r)
{
  as_read_place(def->to, r->asked);
  r->missed = aim->missed;
  r->end = end_partial;
}
