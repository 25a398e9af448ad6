/*
** winding.c: see scene.h. Winding numbers of outlines around a place, mostly in less than linear time for long ones.
**
** Number the chains of a long outline from 0, in order. Chain k begins a range of 2^i chains, where i is the lowest set
** bit of k, or of fewer at the end of the outline; chain 0 begins the range of all. A range is chain k, followed by the
** ranges of chains k + 1, k + 2, k + 4 ... A query looks into a range only if its box contains the place. A range
** wholly to the right of the place contributes 1 if it begins below the place and ends above it, -1 if the reverse,
** else 0. Any other range contributes 0.
*/
#include "plane/scene.h"

/* ---- Ranges ---- */

/* Whether a chain belongs to the outline with this first chain. */
static bool is_of_outline(const as_scene *s, uint32_t at, uint32_t first)
{
  return at != AS_NO_CHAIN && s->chains[at].outline == first;
}

/* Make the range of up to `size` chains, a power of 2, that begins at `at`, and those in it. Returns its `skip`. */
static uint32_t make_range(as_scene *s, uint32_t at, uint32_t first, uint64_t size)
{
  as_chain_range *range = &s->ranges[at];
  uint32_t next = s->chains[at].next;
  uint64_t part;
  range->box = s->chains[at].box;
  for (part = 1; part < size && is_of_outline(s, next, first); part *= 2) {
    const uint32_t begin = next;
    next = make_range(s, begin, first, part);
    as_box_join(&range->box, &s->ranges[begin].box);
  }
  return range->skip = next;
}

void as_scene_make_ranges(as_scene *s, uint32_t first)
{
  (void)make_range(s, first, first, (uint64_t)1 << 32);
}

/* ---- Winding numbers ---- */

static AS_INLINE int chain_winding(const as_edge_chain *chain, const double place[2], bool *on_edge)
{
  int winding = 0;
  uint32_t i;
  for (i = 0; i < chain->count; i++) {
    const double *a = chain->xy[i], *b = chain->xy[i + 1];
    /* The usual case: both ends above the place, or both below. */
    if (a[1] > place[1] ? b[1] > place[1] : a[1] < place[1] && b[1] < place[1]) continue;
    winding += as_edge_winding(a, b, place);
    if (on_edge && as_in_edge_box(a, b, place) && as_orient(a, b, place) == 0) *on_edge = true;
  }
  return winding;
}

/* The last corner of a range of the outline with this first chain, which is the first of the next chain. */
static const double *end_of_range(const as_scene *s, uint32_t first, const as_chain_range *range)
{
  return s->chains[is_of_outline(s, range->skip, first) ? range->skip : first].xy[0];
}

static AS_INLINE int outline_winding(const as_scene *s, uint32_t first, const double place[2], bool *on_edge)
{
  const as_box box = as_box_of_point(place);
  int winding = 0;
  uint32_t at = first;
  if (!s->chains[first].is_long) {
    for (; is_of_outline(s, at, first); at = s->chains[at].next)
      winding += chain_winding(&s->chains[at], place, on_edge);
    return winding;
  }
  while (is_of_outline(s, at, first)) {
    const as_edge_chain *chain = &s->chains[at];
    const as_chain_range *range = &s->ranges[at];
    if (as_boxes_touch(&range->box, &box)) {
      winding += chain_winding(chain, place, on_edge);
      at = chain->next;
    } else {
      if (place[0] < range->box.low[0])
        winding += (int)(end_of_range(s, first, range)[1] > place[1]) - (int)(chain->xy[0][1] > place[1]);
      at = range->skip;
    }
  }
  return winding;
}

int as_scene_outline_winding(const as_scene *s, uint32_t first, const double place[2])
{
  return outline_winding(s, first, place, NULL);
}

int as_scene_outline_inside(const as_scene *s, uint32_t first, const double place[2], bool *on_edge)
{
  return outline_winding(s, first, place, on_edge);
}
