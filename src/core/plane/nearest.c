/* nearest.c: see nearest.h, and astar_plane_nearest() in astar.h. */
#include "plane/nearest.h"

#include "plane/standing.h"

#include <string.h>

/*
** What is asked for: places that can be reached from one, or any if that is NULL. Who takes links comes to several
** parts of the ground; `begins` are places in these, one in each, from where all of it is reached: the first is `from`.
*/
typedef struct nearness {
  as_joiner joiner;
  astar_plane *plane;
  as_radius_layer *layer;
  const double *from;
  as_hops hops;
  double (*begins)[2];
  uint32_t begin_count, begin_capacity;
} nearness;

/* Whether a place is joined with one of the beginnings from `first` on, by the ground. */
static as_near_answer is_joined(nearness *n, const double place[2], uint32_t first)
{
  as_joined joined = AS_JOINED_NO;
  uint32_t i;
  for (i = first; i < n->begin_count && joined == AS_JOINED_NO; i++)
    joined = as_plane_joined(&n->joiner, n->plane, n->layer, place, n->begins[i], false);
  if (joined == AS_JOINED_NO_MEMORY) return AS_NEAR_NO_MEMORY;
  return joined == AS_JOINED_YES ? AS_NEAR_FOUND : AS_NEAR_NONE;
}

static bool add_begin(nearness *n, const double place[2])
{
  if (!as_reserve(&n->layer->shared.memory, &n->begins, &n->begin_capacity, (uint64_t)n->begin_count + 1,
                  sizeof *n->begins))
    return false;
  memcpy(n->begins[n->begin_count++], place, sizeof *n->begins);
  return true;
}

/*
** Take all hops that can be reached, and find the parts where they lead; none is left then. Around an end of a hop that
** divides the ground there may be several parts. False if out of memory. O(hops * parts), times as_plane_joined().
*/
static bool take_hops(nearness *n)
{
  as_hops *hops = &n->hops;
  uint32_t at, i, kept;
  for (at = 0; at < n->begin_count; at++) {
    for (i = kept = 0; i < hops->count; i++) {
      const as_hop hop = hops->list[i];
      as_near_answer answer = is_joined(n, hop.ends[0], at);
      if (answer == AS_NEAR_NONE) hops->list[kept++] = hop;
      if (answer == AS_NEAR_FOUND && (!hop.on_edge[1] || !as_scene_is_divided(&n->layer->scene, hop.ends[1]))) {
        answer = is_joined(n, hop.ends[1], 0);
        if (answer == AS_NEAR_FOUND) continue;
      } else if (answer == AS_NEAR_NONE) {
        continue;
      }
      if (answer == AS_NEAR_NO_MEMORY || !add_begin(n, hop.ends[1])) return false;
    }
    hops->count = kept;
  }
  hops->count = 0;
  return true;
}

/* Whether a place that can be stood on is reached. */
static as_near_answer is_reached(nearness *n, const double place[2])
{
  as_near_answer answer = n->from ? is_joined(n, place, 0) : AS_NEAR_FOUND;
  const uint32_t before = n->begin_count;
  if (answer != AS_NEAR_NONE || n->hops.count == 0) return answer;
  return take_hops(n) ? is_joined(n, place, before) : AS_NEAR_NO_MEMORY;
}

/* The last places that were found not to be reached. */
#define REJECTED 16u

typedef struct rejected {
  double places[REJECTED][2];
  uint32_t count;
} rejected;

/*
** Whether a place sees one of them, and so cannot be reached either, unless occupied directions around it divide the
** free ones. Much less than a search: in a closed yard most places see one.
*/
static bool sees_rejected(const rejected *r, as_scene *s, const double place[2])
{
  const uint32_t count = r->count < REJECTED ? r->count : REJECTED;
  uint32_t i;
  if (count == 0 || as_scene_is_divided(s, place)) return false;
  for (i = 0; i < count; i++) {
    if (as_plane_is_clear(s, r->places[i], place)) return true;
  }
  return false;
}

/*
** If the part of the ground that is asked for is known, look for places only around it, first at those near `place`.
** *around tells whether this is done already.
*/
static as_near_answer begin_around(nearness *n, const double place[2], bool *around)
{
  as_radius_layer *l = n->layer;
  as_box box;
  as_joined known;
  if (*around || !n->from || n->begin_count > 1 || n->hops.count > 0) return AS_NEAR_NONE;
  known = as_plane_part_box(&n->joiner, n->plane, l, n->from, &box);
  if (known == AS_JOINED_NO_MEMORY) return AS_NEAR_NO_MEMORY;
  if (known != AS_JOINED_YES) return AS_NEAR_NONE;
  *around = true;
  return as_near_free_begin(&l->near_free, &l->shared.memory, &l->scene, place, &box) ? AS_NEAR_FOUND
                                                                                      : AS_NEAR_NO_MEMORY;
}

/*
** The nearest of the places on outlines. For each that is not reached, either its part becomes known, or that of the
** place from where it must be reached.
*/
static as_near_answer find_on_outlines(nearness *n, const double place[2], double found[2], double *distance)
{
  const as_box everywhere = as_box_everywhere();
  as_radius_layer *l = n->layer;
  as_near_free *q = &l->near_free;
  as_memory *m = &l->shared.memory;
  double last[2] = {NAN, NAN};
  bool around = false;
  rejected rejects;
  rejects.count = 0;
  if (!as_near_free_begin(q, m, &l->scene, place, &everywhere)) return AS_NEAR_NO_MEMORY;
  if (begin_around(n, place, &around) == AS_NEAR_NO_MEMORY) return AS_NEAR_NO_MEMORY;
  for (;;) {
    as_near_answer answer = as_near_free_next(q, m, found, distance);
    if (answer != AS_NEAR_FOUND) return answer;
    /* Corners come once for each of their edges. */
    if (as_same_place(found, last)) continue;
    /* Obstacles may be enlarged beyond the plane. */
    if (!(fabs(found[0]) <= ASTAR_PLANE_LIMIT && fabs(found[1]) <= ASTAR_PLANE_LIMIT)) continue;
    memcpy(last, found, sizeof last);
    if (n->from && sees_rejected(&rejects, &l->scene, found)) continue;
    answer = is_reached(n, found);
    if (answer != AS_NEAR_NONE) return answer;
    memcpy(rejects.places[rejects.count++ % REJECTED], found, sizeof last);
    if (begin_around(n, place, &around) == AS_NEAR_NO_MEMORY) return AS_NEAR_NO_MEMORY;
  }
}

as_near_answer as_plane_find_nearest(astar_plane *p, as_radius_layer *l, const double place[2], const double *from,
                                     bool ground, double found[2], double *distance)
{
  as_memory *m = &l->shared.memory;
  as_near_answer answer = AS_NEAR_NONE;
  nearness n;
  memset(&n, 0, sizeof n);
  n.plane = p;
  n.layer = l;
  n.from = from;
  if (from && (!add_begin(&n, from) || (as_may_hop(p, ground) && !as_hops_take(&n.hops, m, p, l))))
    answer = AS_NEAR_NO_MEMORY;
  memcpy(found, place, 2 * sizeof *found);
  if (answer == AS_NEAR_NONE && as_plane_stand(p, l, found) != AS_OCCUPIED) {
    answer = is_reached(&n, found);
    memcpy(found, place, 2 * sizeof *found);
    *distance = 0;
  }
  if (answer == AS_NEAR_NONE) answer = find_on_outlines(&n, place, found, distance);
  as_joiner_free(&n.joiner);
  as_hops_free(&n.hops, m);
  as_free(m, n.begins, n.begin_capacity, double[2]);
  return answer;
}

astar_result astar_plane_nearest(astar_plane *p, const double place[2], double radius, const double *from,
                                 astar_near_place *result)
{
  as_radius_layer *l = as_plane_radius_layer(p, radius);
  as_near_answer answer = AS_NEAR_FOUND;
  double at[2], start[2], moved[2], distance;
  if (!l) return ASTAR_NO_MEMORY;
  result->found = false;
  as_read_place(place, at);
  if (from) {
    as_read_place(from, moved);
    answer = as_plane_find_nearest(p, l, moved, NULL, true, start, &distance);
    /* As a search moves it. */
    if (answer == AS_NEAR_FOUND) (void)as_plane_stand(p, l, start);
  }
  if (answer == AS_NEAR_FOUND)
    answer = as_plane_find_nearest(p, l, at, from ? start : NULL, false, result->at, &result->distance);
  result->found = answer == AS_NEAR_FOUND;
  return answer == AS_NEAR_NO_MEMORY ? ASTAR_NO_MEMORY : ASTAR_OK;
}
