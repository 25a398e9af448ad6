/*
** wedge.c: see scene.h. Occupancy of places, and of the directions around them.
**
** The edges at a place divide the directions around it into sectors of constant winding number. winding_at() returns
** the number of the sector just counter-clockwise of the direction of x; at each edge it changes by 1 or -1. A sector
** is free if its number is 0.
*/
#include "plane/scene.h"

#include <limits.h>
#include <string.h>

/* ---- Rays: the edges that leave a place ---- */

typedef struct ray {
  const double *towards;
  int change; /* of the winding number, where the ray is crossed counter-clockwise */
} ray;

/* Up to this many rays are stored. If there are more, each iteration queries the edges again. */
#define RAYS 16u

/* How many directions of rays are sorted at once, if there are more than RAYS of them. */
#define DIRECTIONS 256u

/* An iterator over the rays from a place: one for each edge that ends there, two for an edge through it. */
typedef struct fan {
  const as_scene *scene;
  const double *place;
  ray rays[RAYS];
  uint32_t count, at; /* number of stored rays; position in them */
  bool more;          /* there are more than RAYS: all come from the query */
  as_edge_query query;
  const double *back; /* towards the other end of the last edge, if that ray is still to come; else NULL */
} fan;

static void begin_query(fan *f)
{
  const as_box box = as_box_of_point(f->place);
  as_edge_query_begin(&f->query, f->scene, &box);
  f->back = NULL;
}

/* Find the next ray. */
static bool find_ray(fan *f, ray *found)
{
  const double *p = f->place;
  if (f->back) {
    found->towards = f->back;
    found->change = -1;
    f->back = NULL;
    return true;
  }
  while (as_edge_query_next(&f->query)) {
    const double *from = f->query.from, *to = f->query.to;
    bool begins, ends;
    if (!as_in_edge_box(from, to, p)) continue;
    begins = as_same_place(from, p);
    ends = as_same_place(to, p);
    if (!begins && !ends && as_orient(from, to, p) != 0) continue;
    /* The inside is on the left of an edge: counter-clockwise from a ray along it, clockwise from one against it. */
    found->towards = ends ? from : to;
    found->change = ends ? -1 : 1;
    if (!begins && !ends) f->back = from;
    return true;
  }
  return false;
}

static void fan_begin(fan *f, const as_scene *s, const double place[2])
{
  ray found;
  f->scene = s;
  f->place = place;
  f->count = f->at = 0;
  f->more = false;
  begin_query(f);
  while (!f->more && find_ray(f, &found)) {
    if (f->count < RAYS) f->rays[f->count++] = found;
    else f->more = true;
  }
  if (f->more) begin_query(f);
}

static void fan_restart(fan *f)
{
  f->at = 0;
  if (f->more) begin_query(f);
}

static bool fan_next(fan *f, ray *found)
{
  if (f->more) return find_ray(f, found);
  if (f->at == f->count) return false;
  *found = f->rays[f->at++];
  return true;
}

/* ---- Winding numbers ---- */

/* Whether a direction is in the lower half-plane or equals that of x: the second half in the order below. */
static bool is_lower(const double place[2], const double towards[2])
{
  return towards[1] < place[1] || (towards[1] == place[1] && towards[0] > place[0]);
}

/* Compare directions in counter-clockwise order, beginning just after that of x: < 0, 0 or > 0. */
static int compare_directions(const double place[2], const double a[2], const double b[2])
{
  const int lower = (int)is_lower(place, a) - (int)is_lower(place, b);
  return lower != 0 ? lower : -as_orient(place, a, b);
}

/* The result of winding_at() for a place that is inside a solid outline: all directions around it are occupied. */
#define BURIED INT_MAX

/* Whether a place is inside a solid outline and not on it, given the outline's winding number next to the place. */
static bool is_buried(const as_scene *s, uint32_t first, const double place[2], int winding)
{
  bool on_edge = false;
  if (winding <= 0 || !s->chains[first].is_solid) return false;
  (void)as_scene_outline_inside(s, first, place, &on_edge);
  return !on_edge;
}

/*
** The winding number next to a place, in the sector just counter-clockwise of the direction of x. An outline can
** contribute only if its box contains the place. Returns BURIED at the first solid outline that has the place inside:
** where many obstacles overlap, the others are not tested.
*/
static int winding_at(const as_scene *s, const double place[2])
{
  const as_box box = as_box_of_point(place);
  int winding = s->outside;
  as_tree_query query;
  uint32_t first;
  as_box_query_begin(&query, &s->outline_tree, &box);
  while ((first = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    const int part = as_scene_outline_winding(s, first, place);
    if (is_buried(s, first, place, part)) return BURIED;
    winding += part;
  }
  return winding;
}

/* Whether the sectors just clockwise (before) and counter-clockwise (after) of a direction are free. O(rays). */
static void sectors_beside(fan *f, const double towards[2], int base, bool *before, bool *after)
{
  int winding_before = base, winding_after = base;
  ray r;
  fan_restart(f);
  while (fan_next(f, &r)) {
    const int order = compare_directions(f->place, r.towards, towards);
    if (order < 0) winding_before += r.change;
    if (order <= 0) winding_after += r.change;
  }
  *before = winding_before == 0;
  *after = winding_after == 0;
}

bool as_scene_can_leave(const as_scene *s, const double place[2], const double towards[2])
{
  const int base = winding_at(s, place);
  bool before, after;
  fan f;
  if (base == BURIED) return false;
  fan_begin(&f, s, place);
  sectors_beside(&f, towards, base, &before, &after);
  return before || after;
}

/* Whether a direction lies strictly between two others, counter-clockwise from `low`. */
static bool is_between(const double place[2], const double low[2], const double high[2], const double towards[2])
{
  const bool above = compare_directions(place, low, towards) < 0, below = compare_directions(place, towards, high) < 0;
  return compare_directions(place, low, high) < 0 ? above && below : above || below;
}

/* Whether all directions strictly between two different ones are free, counter-clockwise from `low`. */
static bool is_open_between(fan *f, const double low[2], const double high[2], int base)
{
  bool before, after;
  ray list[RAYS];
  uint32_t count, i, skip = 0;
  ray r;
  sectors_beside(f, low, base, &before, &after);
  if (!after) return false;
  /* Each look at a ray goes through all rays again, so they are listed first, in parts. */
  do {
    uint32_t passed = 0;
    count = 0;
    fan_restart(f);
    while (count < RAYS && fan_next(f, &r)) {
      if (passed++ >= skip) list[count++] = r;
    }
    skip += count;
    for (i = 0; i < count; i++) {
      if (!is_between(f->place, low, high, list[i].towards)) continue;
      sectors_beside(f, list[i].towards, base, &before, &after);
      if (!before || !after) return false;
    }
  } while (count == RAYS);
  return true;
}

bool as_scene_can_turn(const as_scene *s, const double place[2], const double from[2], const double to[2])
{
  const int base = winding_at(s, place);
  fan f;
  if (base == BURIED) return false;
  fan_begin(&f, s, place);
  if (f.count == 0) return base == 0;
  if (compare_directions(place, from, to) == 0) {
    bool before, after;
    sectors_beside(&f, from, base, &before, &after);
    return before || after;
  }
  return is_open_between(&f, from, to, base) || is_open_between(&f, to, from, base);
}

/*
** List up to `size` directions of rays in counter-clockwise order, those after `after` (NULL: from the first), each
** with the sum of the changes of its rays. Returns how many; if fewer than `size`, these are the last.
** O(rays (log size + size)).
*/
static uint32_t next_directions(fan *f, const double *after, ray *list, uint32_t size)
{
  uint32_t count = 0;
  ray r;
  fan_restart(f);
  while (fan_next(f, &r)) {
    uint32_t low = 0, high = count;
    if (after && compare_directions(f->place, r.towards, after) <= 0) continue;
    while (low < high) {
      const uint32_t middle = (low + high) / 2;
      if (compare_directions(f->place, list[middle].towards, r.towards) < 0) low = middle + 1;
      else high = middle;
    }
    if (low < count && compare_directions(f->place, list[low].towards, r.towards) == 0) {
      list[low].change += r.change;
    } else if (low < size) {
      count += count < size;
      memmove(list + low + 1, list + low, (count - 1 - low) * sizeof *list);
      list[low] = r;
    }
  }
  return count;
}

/*
** Count the free sectors around the place, up to `most`, from the one after that which has the winding number given.
** The list is for `size` directions at once.
*/
static uint32_t count_sectors(fan *f, int winding, uint32_t most, ray *list, uint32_t size)
{
  const double *after = NULL;
  uint32_t sectors = 0, count, i;
  do {
    count = next_directions(f, after, list, size);
    for (i = 0; i < count && sectors < most; i++) {
      winding += list[i].change;
      sectors += winding == 0;
      after = list[i].towards;
    }
  } while (count == size && sectors < most);
  return sectors;
}

/* The same where there are many rays: a function of its own, since it takes so much of the stack. */
static AS_NOINLINE uint32_t count_sectors_of_many(fan *f, int winding, uint32_t most)
{
  ray list[DIRECTIONS];
  return count_sectors(f, winding, most, list, DIRECTIONS);
}

static uint32_t free_sectors(fan *f, int winding, uint32_t most)
{
  ray list[RAYS + 1];
  return f->more ? count_sectors_of_many(f, winding, most) : count_sectors(f, winding, most, list, RAYS + 1);
}

/* Goes around the place from the sector that winding_at() gives: one free sector decides. */
as_occupancy as_scene_occupancy(const as_scene *s, const double place[2])
{
  const int winding = winding_at(s, place);
  fan f;
  if (winding == BURIED) return AS_OCCUPIED;
  fan_begin(&f, s, place);
  if (f.count == 0) return winding == 0 ? AS_FREE : AS_OCCUPIED;
  return winding == 0 || free_sectors(&f, winding, 1) > 0 ? AS_BOUNDARY : AS_OCCUPIED;
}

bool as_scene_is_divided(const as_scene *s, const double place[2])
{
  const int winding = winding_at(s, place);
  fan f;
  if (winding == BURIED) return false;
  fan_begin(&f, s, place);
  return free_sectors(&f, winding, 2) > 1;
}

uint32_t as_scene_chain_at(const as_scene *s, const double place[2])
{
  uint32_t found = AS_NO_CHAIN;
  fan f;
  ray r;
  f.scene = s;
  f.place = place;
  begin_query(&f);
  while (find_ray(&f, &r)) {
    const uint32_t at = (uint32_t)(f.query.chain - s->chains);
    if (found == AS_NO_CHAIN || s->chains[at].obstacle < s->chains[found].obstacle) found = at;
  }
  return found;
}

/* ---- Wedges ---- */

/* The smallest angle that contains some directions from a place, if it is at most a half-plane. */
typedef struct hull {
  const double *place, *low, *high; /* from low counter-clockwise to high */
  bool half;  /* low and high are opposite */
  bool known; /* if half: a direction between them is known, which determines the side of their line */
} hull;

static void swap_ends(hull *h)
{
  const double *low = h->low;
  h->low = h->high;
  h->high = low;
}

/*
** Whether a direction on the line through an end is the direction of that end, not the opposite one. The end then
** becomes the lesser of both places, so that the order of the rays does not matter.
*/
static bool is_at_end(const hull *h, const double **end, const double *towards)
{
  if (!as_same_side(h->place, *end, towards)) return false;
  if (as_place_before(towards, *end)) *end = towards;
  return true;
}

/* Extend a hull to contain a direction; false if it becomes more than a half-plane. */
static bool extend(hull *h, const double *towards)
{
  const int low = as_orient(h->place, h->low, towards), high = as_orient(h->place, h->high, towards);
  const bool at_low = low == 0 && is_at_end(h, &h->low, towards);
  const bool at_high = high == 0 && is_at_end(h, &h->high, towards);
  if (at_low || at_high) return true;
  if (h->half) {
    if (low > 0 && h->known) return true;
    if (h->known) return false;
    h->known = true;
    if (low < 0) swap_ends(h);
    return true;
  }
  if (low == 0 || high == 0) {
    /* Opposite to one end. If the other end differs, it lies between. */
    h->half = true;
    h->known = as_orient(h->place, h->low, h->high) != 0;
    if (low == 0) h->high = towards;
    else h->low = towards;
    return true;
  }
  if (low > 0 && high < 0) return true;
  if (low > 0 && high > 0) h->high = towards;
  else if (low < 0 && high < 0) h->low = towards;
  else return false;
  return true;
}

/* The wedge is the hull of all rays, if the sector after it, counter-clockwise, is free. */
void as_scene_compute_wedge(as_scene *s, uint32_t point)
{
  as_point *p = &s->points[point];
  const int base = winding_at(s, p->at);
  hull h;
  fan f;
  ray r;
  bool before, after;
  s->knows_wedges = true;
  s->forgets = 0;
  p->wedge = AS_WEDGE_REFLEX;
  if (base == BURIED) return;
  fan_begin(&f, s, p->at);
  if (!fan_next(&f, &r)) return;
  h.place = p->at;
  h.low = h.high = r.towards;
  h.half = h.known = false;
  while (fan_next(&f, &r)) {
    if (!extend(&h, r.towards)) return;
  }
  sectors_beside(&f, h.high, base, &before, &after);
  if (h.half && !h.known && !after) {
    swap_ends(&h);
    sectors_beside(&f, h.high, base, &before, &after);
  }
  if (!after) return;
  p->low = as_scene_point(s, h.low);
  p->high = as_scene_point(s, h.high);
  p->wedge = h.half ? AS_WEDGE_STRAIGHT : AS_WEDGE_CONVEX;
}
