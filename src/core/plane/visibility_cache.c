/* visibility_cache.c: see visibility_cache.h. */
#include "plane/visibility_cache.h"

#include "base/heap.h"
#include "geometry/distance.h"

#include <string.h>

/* Entries, of 16 bytes each, beyond which all views are dropped. */
#define ENTRIES_MAX (1u << 23)

static void clear(as_visibility_cache *c, as_memory *m)
{
  uint32_t i;
  for (i = 0; i < c->count; i++) {
    as_view *view = &c->list[i];
    as_free(m, view->list, view->capacity, as_sight);
    memset(view, 0, sizeof *view);
  }
  c->entries = 0;
}

void as_visibility_cache_free(as_visibility_cache *c, as_memory *m)
{
  clear(c, m);
  as_free(m, c->list, c->capacity, as_view);
  as_free(m, c->reaches, c->reach_capacity, as_view_reach);
  as_free(m, c->by_point, c->point_capacity, uint32_t);
}

void as_visibility_cache_edit(as_visibility_cache *c, const as_box *box)
{
  c->boxes[c->edits++ % AS_CACHED_EDITS] = *box;
}

/* Forget which rays lead to pockets. They may be out of the reach of the view. */
static void forget_pockets(as_view *view)
{
  as_sight *list = as_view_sights(view);
  uint32_t i;
  for (i = 0; i < view->count; i++) {
    if ((list[i].ray & AS_RAY_MASK) > AS_RAY_CLEAR) list[i].ray = (list[i].ray & ~AS_RAY_MASK) | AS_RAY_CLEAR;
  }
}

/* Whether no edit since the view was made is within its reach. */
static bool is_valid(const as_visibility_cache *c, as_view *view, const double place[2])
{
  if (!view->known || c->edits - view->edits > AS_CACHED_EDITS) return false;
  if (view->edits < c->edits) forget_pockets(view);
  for (; view->edits < c->edits; view->edits++) {
    const as_box *box = &c->boxes[view->edits % AS_CACHED_EDITS];
    if (as_visibility_reaches(c->reaches[view - c->list].sectors, place, box)) return false;
  }
  return true;
}

/* The view of a corner, an unknown one if there was none; NULL if out of memory. */
static as_view *assign_view(as_visibility_cache *c, as_memory *m, const as_scene *s, uint32_t corner)
{
  const uint32_t before = c->point_capacity;
  if (corner >= before) {
    if (!as_reserve(m, &c->by_point, &c->point_capacity, s->point_count, sizeof *c->by_point)) return NULL;
    memset(c->by_point + before, 0, (c->point_capacity - before) * sizeof *c->by_point);
  }
  if (c->by_point[corner] == AS_NO_VIEW) {
    if (!as_reserve(m, &c->list, &c->capacity, (uint64_t)c->count + 1, sizeof *c->list) ||
        !as_reserve(m, &c->reaches, &c->reach_capacity, (uint64_t)c->count + 1, sizeof *c->reaches))
      return NULL;
    memset(&c->list[c->count], 0, sizeof *c->list);
    c->by_point[corner] = ++c->count;
  }
  return &c->list[c->by_point[corner] - 1];
}

/* ---- Order ---- */

/* By direction, then by distance; then by place, so that the order does not depend on the edits that made the scene. */
static inline bool is_before(const as_seen *a, const as_seen *b)
{
  if (a->angle != b->angle) return a->angle < b->angle;
  if (a->distance != b->distance) return a->distance < b->distance;
  return as_place_before(a->at, b->at);
}

AS_DEFINE_SORT(seen, as_seen, is_before)

#define SECOND 8 /* more than any angle from the wedge */

/* The angle from one direction counter-clockwise to another, from 0 to half a turn but for rounding errors. */
static double turn_between(double from, double to)
{
  const double part = to - from;
  return part < -1 ? part + 4 : part > 3 ? part - 4 : part;
}

/*
** Sort the result of a sweep into the order of a view. Its angles become those from the wedge, in the second part
** plus 8. Returns the length of the first part.
*/
static uint32_t sort_seen(as_visibility *v, const as_scene *s, const as_point *c, const double wedge[2])
{
  uint32_t i, right = 0;
  for (i = 0; i < v->seen_count; i++) {
    as_seen *seen = &v->seen[i];
    const bool on_right = as_wedge_on_right(s, c, c->at, seen->at);
    seen->angle = on_right ? turn_between(wedge[0], seen->angle) : SECOND + turn_between(seen->angle, wedge[1]);
    right += on_right;
  }
  seen_sort(v->seen, v->seen_count);
  return right;
}

/* ---- Views ---- */

/* Upper bound on the rounding error of an extent. */
#define MARGIN 1e-9

/* The wedge of a corner, as as_view has it. */
static void find_wedge(const as_scene *s, const as_point *c, double wedge[2])
{
  wedge[0] = as_pseudoangle(c->at, as_wedge_high(s, c));
  wedge[1] = as_pseudoangle(c->at, as_wedge_low(s, c));
}

/* How a path from `before` comes to a corner with a wedge that is beside the line between them. */
static void find_approach(const as_scene *s, const as_point *c, const double before[2], const double wedge[2],
                          as_approach *a)
{
  const double straight_on = as_pseudoangle(before, c->at), width = wedge[0] - wedge[1];
  const double half = (width < 0 ? width + 4 : width) / 2;
  double from_middle = straight_on - wedge[0] + half;
  if (from_middle < -2) from_middle += 4;
  else if (from_middle > 2) from_middle -= 4;
  /* The line keeps away from the middle of the wedge by half of it. */
  if (half > MARGIN) a->part = from_middle < 0;
  else a->part = !as_wedge_on_right(s, c, before, c->at);
  a->extent = a->part == 0 ? turn_between(wedge[0], straight_on) : turn_between(straight_on, wedge[1]);
}

/* A direction in [0, 4), from one that is off by at most one turn; NAN stays NAN. */
static double normalized(double angle)
{
  return angle < 0 ? angle + 4 : angle >= 4 ? angle - 4 : angle;
}

/* Which parts of a view are made by a look. */
typedef struct as_looked {
  bool parts[2];
  uint32_t tried; /* the result of the rays to all that was seen */
} as_looked;

/*
** Look over one part up to an extent. By the lattice, which finds exactly the visible corners, over all of the part (a
** quadrant) if some of it is known; else a sweep over all directions, if anything is known.
*/
static bool look(as_view *view, as_memory *m, as_scene *s, as_lattice *l, const as_fans *fans, as_visibility *v,
                 uint32_t corner, int part, double extent, as_looked *looked)
{
  const as_point *c = &s->points[corner];
  const double *wedge = view->wedge;
  const bool again = view->known && view->extent[part] >= 0;
  const double whole = again ? 1 : extent, aside = whole + MARGIN;
  const double low = normalized(part == 0 ? wedge[0] - MARGIN : wedge[1] - aside);
  const double high = normalized(part == 0 ? wedge[0] + aside : wedge[1] + MARGIN);
  as_lattice_answer answer = AS_LATTICE_UNKNOWN;
  looked->parts[part] = true;
  looked->parts[!part] = false;
  looked->tried = AS_RAY_CLEAR;
  if (fans) answer = as_lattice_look_at_fans(l, fans, v, m, s, c->at, corner, part, low, high);
  else if (l) answer = as_lattice_look(l, v, m, s, c->at, corner, low, high);
  if (answer == AS_LATTICE_YES) {
    if (fans) looked->tried = AS_RAY_UNTRIED;
    view->extent[part] = again ? INFINITY : extent;
    if (!view->known) view->extent[!part] = -1;
    return true;
  }
  if (answer == AS_LATTICE_NO_MEMORY) return false;
  looked->tried = AS_RAY_UNTRIED;
  looked->parts[!part] = view->known;
  if (!as_visibility_look_from(v, m, s, corner, view->known ? NAN : low, view->known ? NAN : high)) return false;
  view->extent[part] = view->known ? INFINITY : extent;
  view->extent[!part] = view->known ? INFINITY : -1;
  return true;
}

/*
** Make room for the entries of a view, and keep those that it has or not. Its list is freed if it would be used by less
** than half, or not at all, and none is kept. False if out of memory; then nothing has changed, or it has no list.
*/
static bool reserve_entries(as_visibility_cache *c, as_view *view, as_memory *m, uint32_t count, bool keep)
{
  const bool had_list = view->capacity > 0;
  bool done;
  if (!keep && had_list && (count <= AS_FEW_SIGHTS || view->capacity > 2 * (uint64_t)count + 8)) {
    c->entries -= view->capacity;
    as_free(m, view->list, view->capacity, as_sight);
    view->list = NULL;
    view->capacity = 0;
  }
  if (count <= AS_FEW_SIGHTS && view->capacity == 0) return true;
  c->entries -= view->capacity;
  done = as_reserve(m, &view->list, &view->capacity, count, sizeof *view->list);
  c->entries += view->capacity;
  if (done && keep && !had_list) memcpy(view->list, view->few, view->count * sizeof *view->few);
  return done;
}

/* The distance of a corner, as as_length() computes it: other than its square root where squares leave the range. */
static double distance_of(const as_seen *seen, const double place[2])
{
  if (seen->distance > 1e-139 && seen->distance < 1e139) return seen->distance;
  return as_length(seen->at[0] - place[0], seen->at[1] - place[1], 0);
}

/* Write what a look saw to a view, in place of the parts that it made. False if out of memory. */
static bool write_view(as_visibility_cache *c, as_view *view, as_memory *m, as_visibility *v, const as_scene *s,
                       const as_point *place, const as_looked *looked)
{
  const bool keep = view->known && !(looked->parts[0] && looked->parts[1]);
  const uint32_t right = sort_seen(v, s, place, view->wedge);
  const uint32_t kept = keep ? looked->parts[0] ? view->count - view->right : view->right : 0;
  float *reaches = c->reaches[view - c->list].sectors;
  uint32_t i;
  as_sight *list;
  if (!reserve_entries(c, view, m, v->seen_count + kept, keep)) return false;
  list = as_view_sights(view);
  if (kept > 0 && looked->parts[0]) memmove(list + v->seen_count, list + view->right, kept * sizeof *list);
  if (kept > 0 && looked->parts[1]) list += kept;
  for (i = 0; i < v->seen_count; i++) {
    list[i].distance = distance_of(&v->seen[i], place->at);
    list[i].ray = v->seen[i].point << AS_RAY_BITS | looked->tried;
    list[i].angle = (float)(v->seen[i].angle - (i < right ? 0 : SECOND));
  }
  if (!keep || looked->parts[0]) view->right = right;
  view->count = v->seen_count + kept;
  for (i = 0; i < AS_SECTORS; i++) {
    const float reach = (float)(v->reach[i] * 1.000001);
    reaches[i] = keep && reaches[i] > reach ? reaches[i] : reach;
  }
  return true;
}

bool as_visibility_cache_get(as_visibility_cache *c, as_memory *m, as_scene *s, as_lattice *l,
                             const as_fans *fans, as_visibility *v, uint32_t corner, const double before[2],
                             as_approach *approach)
{
  const as_point *point = &s->points[corner];
  as_view *view = assign_view(c, m, s, corner);
  as_looked looked;
  approach->view = view;
  if (!view) return false;
  if (!is_valid(c, view, point->at)) {
    view->known = false;
    find_wedge(s, point, view->wedge);
  }
  find_approach(s, point, before, view->wedge, approach);
  if (view->known && approach->extent + MARGIN <= view->extent[approach->part]) return true;
  if (c->entries > ENTRIES_MAX) {
    clear(c, m);
    find_wedge(s, point, view->wedge);
  }
  if (!look(view, m, s, l, fans, v, corner, approach->part, approach->extent + MARGIN, &looked) ||
      !write_view(c, view, m, v, s, point, &looked)) {
    view->known = false;
    return false;
  }
  view->edits = c->edits;
  view->known = true;
  return true;
}

void as_visibility_cache_extend(const as_visibility_cache *c, uint32_t corner, const double place[2], as_box *box)
{
  const uint32_t index = corner < c->point_capacity ? c->by_point[corner] : AS_NO_VIEW;
  const as_view *view = index == AS_NO_VIEW ? NULL : &c->list[index - 1];
  uint32_t i;
  if (!view || !view->known || view->edits != c->edits) *box = as_box_everywhere();
  else for (i = 0; i < AS_SECTORS; i++) as_visibility_extend(i, c->reaches[index - 1].sectors[i], place, box);
}
