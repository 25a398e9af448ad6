/* views.c: see views.h. */
#include "plane/visibility_cache.h"

#include <string.h>

/* When this many entries are remembered (4 bytes each) all are forgotten. */
#define ENTRIES_MAX (1u << 24)

void as_views_init(as_views *v)
{
  memset(v, 0, sizeof *v);
}

static void forget(as_views *v, as_memory *m)
{
  uint32_t i;
  for (i = 0; i < v->capacity; i++) {
    as_view *view = &v->list[i];
    as_free(m, view->list, view->capacity, uint32_t);
    memset(view, 0, sizeof *view);
  }
  v->entries = 0;
}

void as_views_free(as_views *v, as_memory *m)
{
  forget(v, m);
  as_free(m, v->list, v->capacity, as_view);
  as_views_init(v);
}

void as_views_edit(as_views *v, const as_box *box)
{
  v->boxes[v->edits++ % AS_EDITS] = *box;
}

/* Whether no edit since the view was made has come within its sight. */
static bool still_good(const as_views *v, as_view *view, const double place[2])
{
  if (!view->known || v->edits - view->edits > AS_EDITS) return false;
  for (; view->edits < v->edits; view->edits++) {
    if (as_sight_meets(view->reach, place, &v->boxes[view->edits % AS_EDITS])) return false;
  }
  return true;
}

static bool make_room(as_views *v, as_memory *m, const as_scene *s, uint32_t corner)
{
  uint32_t before = v->capacity;
  if (corner < before) return true;
  if (!as_reserve(m, &v->list, &v->capacity, s->point_count, sizeof *v->list)) return false;
  memset(v->list + before, 0, (v->capacity - before) * sizeof *v->list);
  return true;
}

/* ---- Order ---- */

/* By direction; those in one direction by distance. */
static bool comes_before(const as_seen *a, const as_seen *b)
{
  if (a->turn != b->turn) return a->turn < b->turn;
  if (a->distance != b->distance) return a->distance < b->distance;
  return a->point < b->point;
}

static void sift(as_seen *list, uint32_t at, uint32_t count)
{
  const as_seen seen = list[at];
  uint32_t child;
  while ((child = 2 * at + 1) < count) {
    if (child + 1 < count && comes_before(&list[child], &list[child + 1])) child++;
    if (!comes_before(&seen, &list[child])) break;
    list[at] = list[child];
    at = child;
  }
  list[at] = seen;
}

static void sort(as_seen *list, uint32_t count)
{
  uint32_t i;
  for (i = count / 2; i-- > 0;) sift(list, i, count);
  for (i = count; i-- > 1;) {
    const as_seen last = list[i];
    list[i] = list[0];
    list[0] = last;
    sift(list, 0, i);
  }
}

/* How much is turned between two directions that are no more than half apart, rounding aside. */
static double turned(double from, double to)
{
  const double part = to - from;
  return part < -1 ? part + 4 : part > 3 ? part - 4 : part;
}

/*
** Measure directions from the sides of the wedge on, so that they grow in the order of the view;
** those with the wedge on the left come after all others. Returns how many have it on the right.
*/
static uint32_t order_by_side(as_sight *g, const as_scene *s, const as_point *c)
{
  const double low = as_turn_of(c->low[0] - c->at[0], c->low[1] - c->at[1]);
  const double high = as_turn_of(c->high[0] - c->at[0], c->high[1] - c->at[1]);
  uint32_t i, right = 0;
  for (i = 0; i < g->seen_count; i++) {
    as_seen *seen = &g->seen[i];
    const double *at = s->points[seen->point].at;
    const bool on_right = as_orient(c->at, at, c->low) + as_orient(c->at, at, c->high) < 0;
    seen->turn = on_right ? turned(high, seen->turn) : 8 + turned(seen->turn, low);
    right += on_right;
  }
  sort(g->seen, g->seen_count);
  return right;
}

/* ---- Looking ---- */

/* Room for what rounding may make of an extent. */
#define MARGIN 1e-9

/*
** How far from the side of its wedge the ways on from a corner reach, for who comes from a place; `side`
** becomes 0 if the wedge is on the right of who comes, else 1. Turns are taut: between the way straight
** on and the side of the wedge.
*/
static double extent_for(const as_point *c, const double before[2], int *side)
{
  const double straight_on = as_turn_of(c->at[0] - before[0], c->at[1] - before[1]);
  *side = as_orient(before, c->at, c->low) + as_orient(before, c->at, c->high) < 0 ? 0 : 1;
  if (*side == 0) return turned(as_turn_of(c->high[0] - c->at[0], c->high[1] - c->at[1]), straight_on) + MARGIN;
  return turned(straight_on, as_turn_of(c->low[0] - c->at[0], c->low[1] - c->at[1])) + MARGIN;
}

static double around(double turn)
{
  return turn < 0 ? turn + 4 : turn >= 4 ? turn - 4 : turn;
}

/* Look from a corner, on one side only up to an extent, or all around. */
static bool look(as_view *view, as_memory *m, as_scene *s, as_sight *g, uint32_t corner, int side, double extent)
{
  const as_point *c = &s->points[corner];
  const bool all = view->known;
  double low = NAN, high = NAN;
  if (!all && side == 0) {
    low = as_turn_of(c->high[0] - c->at[0], c->high[1] - c->at[1]) - MARGIN;
    high = low + extent + 2 * MARGIN;
  } else if (!all) {
    high = as_turn_of(c->low[0] - c->at[0], c->low[1] - c->at[1]) + MARGIN;
    low = high - extent - 2 * MARGIN;
  }
  if (!as_sight_look_from(g, m, s, corner, all ? NAN : around(low), all ? NAN : around(high))) return false;
  view->extent[side] = all ? INFINITY : extent;
  view->extent[!side] = all ? INFINITY : -1;
  return true;
}

as_view *as_views_get(as_views *v, as_memory *m, as_scene *s, as_sight *g, uint32_t corner, const double before[2])
{
  const as_point *c = &s->points[corner];
  as_view *view;
  uint32_t i;
  int side;
  double extent;
  if (!make_room(v, m, s, corner)) return NULL;
  view = &v->list[corner];
  extent = extent_for(c, before, &side);
  if (!still_good(v, view, c->at)) view->known = false;
  else if (extent <= view->extent[side]) return view;
  if (v->entries > ENTRIES_MAX) forget(v, m);
  if (!look(view, m, s, g, corner, side, extent)) {
    view->known = false;
    return NULL;
  }
  view->known = false;
  v->entries -= view->capacity;
  if (view->capacity > 2 * (uint64_t)g->seen_count + 8) {
    as_free(m, view->list, view->capacity, uint32_t);
    view->list = NULL;
    view->capacity = 0;
  }
  if (!as_reserve(m, &view->list, &view->capacity, g->seen_count, sizeof *view->list)) {
    v->entries += view->capacity;
    return NULL;
  }
  v->entries += view->capacity;
  view->right = order_by_side(g, s, c);
  view->count = g->seen_count;
  for (i = 0; i < g->seen_count; i++) view->list[i] = g->seen[i].point << AS_TRIED_BITS | AS_UNTRIED;
  for (i = 0; i < AS_SECTORS; i++) view->reach[i] = (float)(g->reach[i] * 1.000001);
  view->edits = v->edits;
  view->known = true;
  return view;
}
