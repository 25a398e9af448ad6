/* visibility.c: see visibility.h. */
#include "plane/visibility.h"

#include "base/heap.h"

/* Shadows narrower than this are dropped; those that overlap by less are not merged. */
#define NARROW (4 * AS_PSEUDOANGLE_ERROR)

/* An edge shadows only what is farther than both its ends, by this factor on distances or squares, against rounding. */
#define FARTHER 1.000000000001

static inline bool is_nearer(const as_sweep_item *a, const as_sweep_item *b)
{
  return a->square < b->square;
}

AS_DEFINE_HEAP(sweep_heap, as_sweep_item, 2, is_nearer)

static bool push(as_memory *m, as_sweep_heap *heap, double square, uint32_t index, uint32_t detail)
{
  as_sweep_item item;
  if (!as_reserve(m, &heap->list, &heap->capacity, (uint64_t)heap->count + 1, sizeof item)) return false;
  item.square = square;
  item.index = index;
  item.detail = detail;
  sweep_heap_up(heap->list, heap->count++, item);
  return true;
}

void as_visibility_free(as_visibility *v, as_memory *m)
{
  as_free(m, v->seen, v->seen_capacity, as_seen);
  as_free(m, v->shadows, v->shadow_capacity, as_shadow);
  as_free(m, v->events.list, v->events.capacity, as_sweep_item);
  as_free(m, v->spans.list, v->spans.capacity, as_sweep_item);
}

/* ---- Shadows ---- */

/* The number of shadows that begin before a direction: they come first in the list. O(log shadows). */
static uint32_t shadows_before(const as_visibility *v, double angle)
{
  uint32_t low = 0, high = v->shadow_count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (v->shadows[middle].low < angle) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Whether one shadow covers all directions from low to high. Only the last that begins before low can. */
static bool is_covered(const as_visibility *v, double low, double high)
{
  const uint32_t end = shadows_before(v, low - AS_PSEUDOANGLE_ERROR);
  return end > 0 && v->shadows[end - 1].high > high + AS_PSEUDOANGLE_ERROR;
}

/* Whether shadows cover all directions from low counter-clockwise to high; low > high if direction 0 is among them. */
static bool in_shadow(const as_visibility *v, double low, double high)
{
  if (low <= high) return is_covered(v, low, high);
  return is_covered(v, low, 4) && is_covered(v, 0, high);
}

/* Set the reach of the open sectors that a shadow covers to a distance. */
static void close_sectors(as_visibility *v, const as_shadow *s, double distance)
{
  uint32_t k;
  if (s->high - s->low < 4.0 / AS_SECTORS) return;
  for (k = 0; k < AS_SECTORS; k++) {
    if (v->reach[k] < INFINITY) continue;
    if (s->low < k * (4.0 / AS_SECTORS) - AS_PSEUDOANGLE_ERROR &&
        s->high > (k + 1) * (4.0 / AS_SECTORS) + AS_PSEUDOANGLE_ERROR) {
      v->reach[k] = distance;
      v->open_sectors--;
    }
  }
}

/* Whether the union of two shadows is one: they overlap, or one ends at the corner where the other begins. */
static bool meets(const as_shadow *a, const as_shadow *b)
{
  if (a->low < b->high - NARROW && a->high > b->low + NARROW) return true;
  if (a->high_at && b->low_at && fabs(a->high - b->low) < NARROW && as_same_place(a->high_at, b->low_at)) return true;
  return a->low_at && b->high_at && fabs(a->low - b->high) < NARROW && as_same_place(a->low_at, b->high_at);
}

/*
** Add a shadow, for which there is room, and merge it with those that it meets. These are neighbours in the list, since
** others overlap by rounding errors at most. O(log shadows), and a move of the shadows behind it.
*/
static void add_shadow(as_visibility *v, as_shadow fresh, double distance)
{
  uint32_t first, end, i; /* the shadows from `first` to `end` - 1 are merged */
  if (fresh.high - fresh.low < NARROW) return;
  first = end = shadows_before(v, fresh.low);
  for (i = first; i > 0 && v->shadows[i - 1].high > fresh.low - NARROW; i--) {
    if (meets(&v->shadows[i - 1], &fresh)) first = i - 1;
  }
  for (i = end; i < v->shadow_count && v->shadows[i].low < fresh.high + NARROW; i++) {
    if (meets(&v->shadows[i], &fresh)) end = i + 1;
  }
  if (first < end) {
    const as_shadow *s = &v->shadows[first], *t = &v->shadows[end - 1];
    if (s->low < fresh.low) {
      fresh.low = s->low;
      fresh.low_at = s->low_at;
    }
    if (t->high > fresh.high) {
      fresh.high = t->high;
      fresh.high_at = t->high_at;
    }
  }
  if (end != first + 1) {
    memmove(v->shadows + first + 1, v->shadows + end, (v->shadow_count - end) * sizeof fresh);
    v->shadow_count = v->shadow_count + 1 - (end - first);
  }
  v->shadows[first] = fresh;
  close_sectors(v, &fresh, distance);
}

/* Add the shadow from low counter-clockwise to high; across direction 0 it becomes two. False if out of memory. */
static bool cast_shadow(as_visibility *v, as_memory *m, double low, double high, const double *low_at,
                        const double *high_at, double distance)
{
  as_shadow s;
  if (!as_reserve(m, &v->shadows, &v->shadow_capacity, (uint64_t)v->shadow_count + 2, sizeof *v->shadows)) return false;
  s.low = low;
  s.low_at = low_at;
  s.high = high;
  s.high_at = high_at;
  if (low > high) {
    s.high = 5;
    s.high_at = NULL;
    add_shadow(v, s, distance);
    s.low = -1;
    s.low_at = NULL;
    s.high = high;
    s.high_at = high_at;
  }
  add_shadow(v, s, distance);
  return true;
}

/* ---- Boxes ---- */

/* The square of the distance between two places; to a box. */
static double square_between(const double a[2], const double b[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1];
  return x * x + y * y;
}

static double square_to(const double place[2], const as_box *box)
{
  const double x = as_max(0, as_max(box->low[0] - place[0], place[0] - box->high[0]));
  const double y = as_max(0, as_max(box->low[1] - place[1], place[1] - box->high[1]));
  return x * x + y * y;
}

/* The interval of directions to a box, from low counter-clockwise to high; false if the place is in the box. */
static bool angles_of(const double place[2], const as_box *box, double *low, double *high)
{
  /* Along each axis, 1 or -1 if the box lies beyond the place or before it, 0 if it contains the place's coordinate. */
  const int x = (box->low[0] > place[0]) - (box->high[0] < place[0]);
  const int y = (box->low[1] > place[1]) - (box->high[1] < place[1]);
  double first[2], last[2]; /* the corners of the box that limit its silhouette */
  if (x == 0 && y == 0) return false;
  first[0] = last[0] = x > 0 ? box->low[0] : box->high[0];
  first[1] = last[1] = y > 0 ? box->low[1] : box->high[1];
  if (x != 0) {
    first[1] = x > 0 ? box->low[1] : box->high[1];
    last[1] = x > 0 ? box->high[1] : box->low[1];
  }
  if (y != 0) {
    first[0] = y > 0 ? box->high[0] : box->low[0];
    last[0] = y > 0 ? box->low[0] : box->high[0];
  }
  *low = as_pseudoangle(place, first);
  *high = as_pseudoangle(place, last);
  return true;
}

bool as_visibility_reaches(const float reach[AS_SECTORS], const double place[2], const as_box *box)
{
  double low, high;
  const double distance = as_sqrt(square_to(place, box)) / FARTHER;
  uint32_t k, last;
  if (distance == 0 || !angles_of(place, box, &low, &high)) return true;
  k = (uint32_t)floor((low - AS_PSEUDOANGLE_ERROR + 4) * (AS_SECTORS / 4.0)) % AS_SECTORS;
  last = (uint32_t)floor((high + AS_PSEUDOANGLE_ERROR) * (AS_SECTORS / 4.0)) % AS_SECTORS;
  for (;; k = (k + 1) % AS_SECTORS) {
    if (distance <= (double)reach[k]) return true;
    if (k == last) return false;
  }
}

/* ---- The sweep ---- */

typedef struct sweep {
  as_visibility *visibility;
  as_memory *memory;
  as_scene *scene;
  const double *place;
  const as_point *corner; /* the point at the place whose wedge taut paths pass; or NULL */
} sweep;

enum kind { KIND_SUBTREE, KIND_CORNER };

static bool add_event(sweep *w, double square, uint32_t index, enum kind kind)
{
  return push(w->memory, &w->visibility->events, square, index, (uint32_t)kind);
}

/* Add a chain's edges from one corner to another, which all face the place; `square` is that of the farthest corner. */
static bool add_span(sweep *w, double square, uint32_t chain, uint32_t from, uint32_t to)
{
  return push(w->memory, &w->visibility->spans, square, chain, from << 16 | to);
}

/* Cast the shadows of all spans that are wholly nearer than the next event. */
static bool cast_shadows(sweep *w, double square)
{
  as_visibility *v = w->visibility;
  while (v->spans.count > 0 && v->spans.list[0].square * FARTHER < square) {
    const as_sweep_item span = sweep_heap_pop(v->spans.list, &v->spans.count);
    const as_edge_chain *chain = &w->scene->chains[span.index];
    const double *from = chain->xy[span.detail >> 16], *to = chain->xy[span.detail & 0xFFFF];
    /* An edge that faces the place runs clockwise around it. */
    const double low = as_pseudoangle(w->place, to), high = as_pseudoangle(w->place, from);
    if (!cast_shadow(v, w->memory, low, high, to, from, as_sqrt(span.square) * FARTHER)) return false;
  }
  return true;
}

/* Whether the segment to a corner leaves the wedges at both ends on one side. */
static bool is_taut(const sweep *w, const as_point *c)
{
  return as_wedge_beside(w->scene, c, w->place, c->at) &&
         (!w->corner || as_wedge_beside(w->scene, w->corner, w->place, c->at));
}

/* Whether a corner is known to be no place to bend. */
static bool is_ruled_out(const sweep *w, uint32_t point)
{
  const as_wedge wedge = (as_wedge)w->scene->points[point].wedge;
  return wedge != AS_WEDGE_UNKNOWN && wedge != AS_WEDGE_CONVEX;
}

/* Add events for the corners of a chain at which a path may bend, by as_chain_may_bend(). */
static bool add_corners(sweep *w, const as_edge_chain *chain, const double *squares)
{
  uint32_t i;
  for (i = 0; i < chain->count; i++) {
    const uint32_t point = chain->point[i];
    if (squares[i] == 0 || !as_chain_may_bend(chain, i, w->place) || !as_scene_mark(w->scene, point)) continue;
    if (is_ruled_out(w, point)) continue;
    if (!add_event(w, squares[i], point, KIND_CORNER)) return false;
  }
  return true;
}

/*
** Add the spans of a chain: runs of edges that face the place, split where they would cover nearly half of all
** directions. (An edge that does so alone is left out: the place lies on it.)
*/
static bool add_spans(sweep *w, uint32_t at, const as_edge_chain *chain, const double *squares)
{
  double farthest = 0, width = 0;
  uint32_t i, from = 0;
  bool open = false;
  for (i = 0; i < chain->count; i++) {
    double part = INFINITY;
    if (as_orient(chain->xy[i], chain->xy[i + 1], w->place) < 0) {
      part = as_pseudoangle(w->place, chain->xy[i]) - as_pseudoangle(w->place, chain->xy[i + 1]);
      if (part < 0) part += 4;
    }
    if (open && width + part > 1.9) {
      if (!add_span(w, farthest, at, from, i)) return false;
      open = false;
    }
    if (part > 2 - NARROW) continue;
    if (!open) {
      open = true;
      from = i;
      farthest = squares[i];
      width = 0;
    }
    width += part;
    farthest = as_max(farthest, squares[i + 1]);
  }
  return !open || add_span(w, farthest, at, from, i);
}

static bool visit_chain(sweep *w, uint32_t at)
{
  const as_edge_chain *chain = &w->scene->chains[at];
  double squares[AS_CHAIN_EDGES + 1];
  uint32_t i;
  for (i = 0; i <= chain->count; i++) squares[i] = square_between(w->place, chain->xy[i]);
  return add_corners(w, chain, squares) && add_spans(w, at, chain, squares);
}

/* Add a corner to the result, if it is not hidden and a taut path may bend there. */
static bool visit_corner(sweep *w, uint32_t point, double square)
{
  as_visibility *v = w->visibility;
  const as_point *c = &w->scene->points[point];
  const double angle = as_pseudoangle(w->place, c->at);
  as_seen *seen;
  if (in_shadow(v, angle, angle) || as_scene_wedge(w->scene, point) != AS_WEDGE_CONVEX || !is_taut(w, c)) return true;
  if (!as_reserve(w->memory, &v->seen, &v->seen_capacity, (uint64_t)v->seen_count + 1, sizeof *v->seen)) return false;
  seen = &v->seen[v->seen_count++];
  seen->point = point;
  seen->at = c->at;
  seen->angle = angle;
  seen->distance = as_sqrt(square);
  return true;
}

/* Whether a box lies wholly in shadow. */
static bool is_hidden(const sweep *w, const as_box *box)
{
  double low, high;
  return angles_of(w->place, box, &low, &high) && in_shadow(w->visibility, low, high);
}

/*
** Visit a subtree of the scene's tree: add events for its children. A child as near as the subtree would be the next
** event, so the loop descends into the first such child instead.
*/
static bool visit_subtree(sweep *w, uint32_t at, double square)
{
  const as_box_tree *tree = &w->scene->tree;
  /* Again, since shadows may have been cast after the event was added. */
  if (at & AS_BOX_TREE_LEAF && is_hidden(w, as_box_tree_box(tree, at & ~AS_BOX_TREE_LEAF))) return true;
  while (!(at & AS_BOX_TREE_LEAF)) {
    const as_box_tree_node *node = &tree->nodes[at];
    int side;
    at = AS_BOX_TREE_NONE;
    for (side = 0; side < 2; side++) {
      const double distance = square_to(w->place, &node->boxes[side]);
      if (distance <= square && at == AS_BOX_TREE_NONE) at = node->child[side];
      else if (!is_hidden(w, &node->boxes[side]) && !add_event(w, distance, node->child[side], KIND_SUBTREE))
        return false;
    }
    if (at == AS_BOX_TREE_NONE) return true;
  }
  return visit_chain(w, at & ~AS_BOX_TREE_LEAF);
}

/* Add as shadows the directions that no taut path from the corner takes: those of its wedge, and the opposite ones. */
static bool shadow_wedge(sweep *w)
{
  const as_point *c = w->corner;
  const double low = as_pseudoangle(c->at, as_wedge_low(w->scene, c));
  const double high = as_pseudoangle(c->at, as_wedge_high(w->scene, c));
  return cast_shadow(w->visibility, w->memory, low, high, NULL, NULL, 0) &&
         cast_shadow(w->visibility, w->memory, fmod(low + 2, 4), fmod(high + 2, 4), NULL, NULL, 0);
}

static sweep begin_sweep(as_visibility *v, as_memory *m, as_scene *s, const double place[2], const as_point *corner)
{
  sweep w;
  uint32_t i;
  w.visibility = v;
  w.memory = m;
  w.scene = s;
  w.place = place;
  w.corner = corner;
  v->seen_count = v->shadow_count = v->events.count = v->spans.count = 0;
  v->open_sectors = AS_SECTORS;
  for (i = 0; i < AS_SECTORS; i++) v->reach[i] = INFINITY;
  as_scene_unmark(s);
  return w;
}

/* Sweep until no events are left, or shadows cover all directions. */
static bool run_sweep(sweep *w)
{
  as_visibility *v = w->visibility;
  if (w->scene->tree.root == AS_BOX_TREE_NONE) return true;
  if (!add_event(w, 0, w->scene->tree.root, KIND_SUBTREE)) return false;
  while (v->events.count > 0 && v->open_sectors > 0) {
    const as_sweep_item next = sweep_heap_pop(v->events.list, &v->events.count);
    if (!cast_shadows(w, next.square)) return false;
    if (v->open_sectors == 0) break;
    if (!(next.detail == KIND_CORNER ? visit_corner : visit_subtree)(w, next.index, next.square)) return false;
  }
  return true;
}

bool as_visibility_look(as_visibility *v, as_memory *m, as_scene *s, const double place[2])
{
  sweep w = begin_sweep(v, m, s, place, NULL);
  return run_sweep(&w);
}

bool as_visibility_look_from(as_visibility *v, as_memory *m, as_scene *s, uint32_t corner, double low, double high)
{
  const as_point *c = &s->points[corner];
  sweep w = begin_sweep(v, m, s, c->at, c);
  return (isnan(low) ? shadow_wedge(&w) : cast_shadow(v, m, high, low, NULL, NULL, 0)) && run_sweep(&w);
}
