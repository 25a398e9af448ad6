/*
** detour.c: see as_plane_detour(). We do not know which ways pass an edit; we bound their cost from below, by straight
** distances, and by all hops that the run has or that there are now.
*/
#include "geometry/distance.h"
#include "plane/plane_space.h"

#include <string.h>

/* Obstacles that are enlarged by a radius reach a little farther: see as_inflate(). */
#define REACH 1.02
#define MARGIN 1e-9

/* ---- Hops that have changed ---- */

/*
** For bounds: lists of all hops, first those that have changed, which are of the run or of the plane now; then those of
** the run. One is aimed at the start, one at the goal: if none has changed, that of the run is used for the goal.
*/
typedef struct bounds {
  const as_plane_run *run;
  as_hops now; /* those of the plane */
  as_hops from_start, other;
  const as_hops *to_goal; /* `other`, or that of the run */
  uint32_t changed;
} bounds;

static bool is_same(const as_hop *a, const as_hop *b)
{
  return a->link == b->link && a->generation == b->generation && a->cost == b->cost &&
         memcmp(a->ends, b->ends, sizeof a->ends) == 0 && memcmp(a->on_edge, b->on_edge, sizeof a->on_edge) == 0;
}

/* Append the hops that are in one of two lists only to another one, which has room. Both are in the order of links. */
static void append_changed(as_hops *to, const as_hops *a, const as_hops *b)
{
  uint32_t i = 0, k = 0;
  while (i < a->count || k < b->count) {
    if (i < a->count && k < b->count && is_same(&a->list[i], &b->list[k])) {
      i++;
      k++;
    } else if (k == b->count || (i < a->count && a->list[i].link <= b->list[k].link)) {
      to->list[to->count++] = a->list[i++];
    } else {
      to->list[to->count++] = b->list[k++];
    }
  }
}

/* Set hops to those that have changed, and all of the run. False if out of memory. */
static bool gather(bounds *b, as_hops *hops)
{
  const as_hops *own = &b->run->hops;
  as_memory *m = b->run->memory;
  if (!as_reserve(m, &hops->list, &hops->capacity, 2 * (uint64_t)own->count + b->now.count, sizeof *hops->list))
    return false;
  append_changed(hops, own, &b->now);
  b->changed = hops->count;
  if (own->count > 0) memcpy(hops->list + hops->count, own->list, own->count * sizeof *own->list);
  hops->count += own->count;
  return true;
}

/* Make the bounds of a run where there are links. False if out of memory. */
static bool make(bounds *b)
{
  const as_plane_run *r = b->run;
  as_memory *m = r->memory;
  if (!as_hops_take(&b->now, m, r->plane, r->layer) || !gather(b, &b->from_start) ||
      !as_hops_aim(&b->from_start, m, r->ends[0], true))
    return false;
  if (!r->has_goal || b->changed == 0) return true;
  b->to_goal = &b->other;
  return gather(b, &b->other) && as_hops_aim(&b->other, m, r->ends[1], false);
}

/* The least cost of a way by one of the hops that have changed. */
static double by_changed(const bounds *b)
{
  const as_plane_run *r = b->run;
  double least = INFINITY;
  uint32_t i;
  for (i = 0; i < b->changed; i++) {
    const as_hop *hop = &b->from_start.list[i];
    const double before = as_hops_bound(&b->from_start, hop->ends[0], r->ends[0]);
    least = as_min(least, before + (r->has_goal ? b->to_goal->list[i].least : hop->cost));
  }
  return least;
}

/* ---- Boxes ---- */

/* The distance of a place from a box. */
static double from_box(const as_box *box, const double place[2])
{
  const double x = as_max(as_max(box->low[0] - place[0], place[0] - box->high[0]), 0);
  const double y = as_max(as_max(box->low[1] - place[1], place[1] - box->high[1]), 0);
  return as_length(x, y, 0);
}

/* The least that a way costs from a box to the place that hops are aimed at by a shortcut, or from there to the box. */
static double by_shortcuts(const as_hops *hops, const as_box *box)
{
  double least = INFINITY;
  uint32_t i;
  for (i = 0; i < hops->shortcut_count; i++)
    least = as_min(least, from_box(box, hops->shortcuts[i].at) + hops->shortcuts[i].least);
  return least;
}

/* The least cost of a way through the box of an obstacle. */
static double through_box(const bounds *b, as_box box)
{
  const as_plane_run *r = b->run;
  const double wide = r->layer->radius * REACH, *start = r->ends[0], *goal = r->ends[1];
  double here, on;
  int i;
  for (i = 0; i < 2; i++) {
    box.low[i] -= wide;
    box.high[i] += wide;
  }
  here = by_shortcuts(&b->from_start, &box);
  if (!r->has_goal) return as_min(as_detour_by_box(start, start, &box) / 2, here);
  on = by_shortcuts(b->to_goal, &box);
  return as_min(as_min(as_detour_by_box(start, goal, &box), here + on),
                as_min(here + from_box(&box, goal), from_box(&box, start) + on));
}

/* ---- All ---- */

static double least_cost(bounds *b, uint64_t since)
{
  const as_plane_run *r = b->run;
  const astar_plane *p = r->plane;
  const bool links = r->hops.count > 0 || as_may_hop(p, r->ground);
  double least = INFINITY;
  const as_box *box;
  uint32_t n;
  if (!as_plane_knows_edits(p, since)) return 0;
  if (links && !(as_plane_keeps(p, r->layer) && make(b))) return 0;
  for (n = 0; (box = as_plane_edit_box(p, since, n)) != NULL; n++) least = as_min(least, through_box(b, *box));
  return as_min(least, by_changed(b));
}

double as_plane_detour(as_plane_run *r, uint64_t since)
{
  bounds b;
  double least;
  memset(&b, 0, sizeof b);
  b.run = r;
  b.to_goal = &r->hops;
  least = least_cost(&b, since);
  as_hops_free(&b.now, r->memory);
  as_hops_free(&b.from_start, r->memory);
  as_hops_free(&b.other, r->memory);
  return least < INFINITY ? least - least * MARGIN : least;
}
