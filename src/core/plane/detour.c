/*
** detour.c: see as_plane_detour(). Which ways lead where something was edited is not known, but what they cost at
** least: by straight distances, and the hops of the run.
*/
#include "geometry/distance.h"
#include "plane/plane_space.h"

#include <string.h>

/* Obstacles that are enlarged by a radius reach a little farther: see as_inflate(). Ends of links are moved by less. */
#define REACH 1.02
#define MOVED 0.02
#define MARGIN 1e-9

static double max0(double x)
{
  return as_max(x, 0);
}

/* The distance of a place from a box. */
static double from_box(const as_box *box, const double place[2])
{
  const double x = as_max(max0(box->low[0] - place[0]), place[0] - box->high[0]);
  const double y = as_max(max0(box->low[1] - place[1]), place[1] - box->high[1]);
  return as_length(x, y, 0);
}

/* The least that a way costs from a box to the place that hops are aimed at by a hop, or from there to the box. */
static double by_hops(const as_hops *hops, const as_box *box)
{
  double least = INFINITY;
  uint32_t i;
  for (i = 0; i < hops->shortcut_count; i++)
    least = as_min(least, from_box(box, hops->shortcuts[i].at) + hops->shortcuts[i].least);
  return least;
}

/* For bounds: the run's hops, aimed at its start, and how many links were edited since it began. */
typedef struct bounds {
  const as_plane_run *run;
  as_hops back;
  uint32_t links;
} bounds;

/* The least cost of a way through a box. */
static double through_box(const bounds *b, const as_box *box)
{
  const as_plane_run *r = b->run;
  const double *start = r->ends[0], *goal = r->ends[1];
  const double here = by_hops(&b->back, box), on = by_hops(&r->hops, box);
  if (!r->has_goal) return as_min(as_detour_by_box(start, start, box) / 2, here);
  return as_min(as_min(as_detour_by_box(start, goal, box), here + on),
                as_min(here + from_box(box, goal), from_box(box, start) + on));
}

/*
** The least cost of a way that takes a link, and none before that were edited; if others were, it may take these after
** it.
*/
static double by_link(const bounds *b, const double from[2], const double to[2], double cost)
{
  const as_plane_run *r = b->run;
  double least = as_hops_bound(&b->back, from, r->ends[0]) + cost;
  if (r->has_goal && b->links == 1) least += as_hops_bound(&r->hops, to, r->ends[1]);
  return max0(least - 2 * MOVED * r->layer->radius);
}

static double by_edit(const bounds *b, const as_plane_edit *e)
{
  const double wide = b->run->layer->radius * REACH;
  as_box box = e->box;
  double least;
  int i;
  if (e->is_link) {
    least = by_link(b, box.low, box.high, e->cost);
    return e->oneway ? least : as_min(least, by_link(b, box.high, box.low, e->cost));
  }
  for (i = 0; i < 2; i++) {
    box.low[i] -= wide;
    box.high[i] += wide;
  }
  return through_box(b, &box);
}

static const as_plane_edit *edit_at(const astar_plane *p, uint64_t version)
{
  return &p->edits[version & (AS_PLANE_EDITS - 1)];
}

/* Set the bounds, but for the run. False if out of memory. */
static bool aim_back(bounds *b)
{
  const as_plane_run *r = b->run;
  as_hops *back = &b->back;
  if (r->hops.count == 0) return true;
  if (!as_reserve(r->memory, &back->list, &back->capacity, r->hops.count, sizeof *back->list)) return false;
  memcpy(back->list, r->hops.list, r->hops.count * sizeof *back->list);
  back->count = r->hops.count;
  return as_hops_aim(back, r->memory, r->ends[0], true);
}

double as_plane_detour(as_plane_run *r, uint64_t since)
{
  const astar_plane *p = r->plane;
  /* Of links all that were edited since it began count: a way may take one that is new now, and one that was before. */
  const bool links = p->link_version > r->version;
  const uint64_t first = links ? r->version : since;
  double least = 0;
  uint64_t n;
  bounds b = {r, {NULL, NULL, NULL, 0, 0, 0, 0, 0, 0}, 0};
  if (p->version - first > AS_PLANE_EDITS) return 0;
  for (n = first + 1; n <= p->version; n++) b.links += edit_at(p, n)->is_link;
  if (aim_back(&b)) {
    least = INFINITY;
    for (n = first + 1; n <= p->version; n++) {
      if (n > since || edit_at(p, n)->is_link) least = as_min(least, by_edit(&b, edit_at(p, n)));
    }
  }
  as_hops_free(&b.back, r->memory);
  return least < INFINITY ? least - least * MARGIN : least;
}
