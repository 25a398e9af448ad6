/* near_free.c: see near_free.h. */
#include "plane/near_free.h"

#include "base/heap.h"

#include <float.h>
#include <string.h>

/* At equal distances: subtrees, then places to be tested, then results, so that ties are broken by place. */
enum { KIND_SUBTREE, KIND_PLACE, KIND_RESULT };

static bool is_nearer(const as_near_item *a, const as_near_item *b)
{
  if (a->distance != b->distance) return a->distance < b->distance;
  if (a->kind != b->kind) return a->kind < b->kind;
  return a->kind != KIND_SUBTREE && as_place_before(a->at, b->at);
}

AS_DEFINE_HEAP(near_heap, as_near_item, 4, is_nearer)

/*
** An obstacle buries a place if its outline has it inside, and is farther than this from it, relative to coordinates.
*/
#define DEEP (64 * DBL_EPSILON)

/* Halvings of a stretch of an edge, in search of its first free place. */
#define HALVINGS 64

void as_near_free_free(as_near_free *q, as_memory *m)
{
  as_free(m, q->list, q->capacity, as_near_item);
  memset(q, 0, sizeof *q);
}

static bool push(as_near_free *q, as_memory *m, as_near_item item)
{
  if (!as_reserve(m, &q->list, &q->capacity, (uint64_t)q->count + 1, sizeof *q->list)) return false;
  near_heap_up(q->list, q->count++, item);
  return true;
}

static double distance_to(const double a[2], const double b[2])
{
  return as_length(a[0] - b[0], a[1] - b[1], 0);
}

/* ---- Subtrees ---- */

static double distance_to_box(const double place[2], const as_box *box)
{
  double apart[2];
  int i;
  for (i = 0; i < 2; i++) apart[i] = as_max(as_max(box->low[i] - place[i], place[i] - box->high[i]), 0);
  return as_length(apart[0], apart[1], 0);
}

static bool push_subtree(as_near_free *q, as_memory *m, uint32_t child, const as_box *box)
{
  as_near_item item;
  if (!as_boxes_touch(box, &q->within)) return true;
  memset(&item, 0, sizeof item);
  item.kind = KIND_SUBTREE;
  item.index = child;
  item.distance = distance_to_box(q->place, box);
  return push(q, m, item);
}

/* The place of an edge that is nearest to a place. */
static void project(const double place[2], const double a[2], const double b[2], double on[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1];
  const double part = ((place[0] - a[0]) * x + (place[1] - a[1]) * y) / (x * x + y * y);
  int i;
  for (i = 0; i < 2; i++) {
    const double low = as_min(a[i], b[i]), high = as_max(a[i], b[i]);
    const double at = !(part > 0) ? a[i] : part < 1 ? as_min(as_max(a[i] + (b[i] - a[i]) * part, low), high) : b[i];
    on[i] = as_coordinate(at);
  }
}

static bool push_edges(as_near_free *q, as_memory *m, uint32_t at)
{
  const as_edge_chain *chain = &q->scene->chains[at];
  as_near_item item;
  uint32_t i;
  memset(&item, 0, sizeof item);
  item.kind = KIND_PLACE;
  item.index = at;
  for (i = 0; i < chain->count; i++) {
    as_box box = as_box_of_point(chain->xy[i]);
    as_box_extend(&box, chain->xy[i + 1]);
    if (!as_boxes_touch(&box, &q->within)) continue;
    item.edge = (uint8_t)i;
    project(q->place, chain->xy[i], chain->xy[i + 1], item.on);
    memcpy(item.at, item.on, sizeof item.at);
    item.distance = distance_to(q->place, item.on);
    if (!push(q, m, item)) return false;
  }
  return true;
}

static bool open_subtree(as_near_free *q, as_memory *m, uint32_t at)
{
  const as_box_tree_node *node;
  if (at & AS_BOX_TREE_LEAF) return push_edges(q, m, at & ~AS_BOX_TREE_LEAF);
  node = &q->scene->tree.nodes[at];
  return push_subtree(q, m, node->child[0], &node->boxes[0]) && push_subtree(q, m, node->child[1], &node->boxes[1]);
}

/* ---- Walking along an edge ---- */

/* A walk from a place on an edge towards one of its ends. */
typedef struct walk {
  const as_scene *scene;
  const double *a, *b; /* the edge */
  const double *from, *end;
  int axis;      /* along which places of the edge differ most */
  double forth;  /* 1 or -1: the direction along this axis */
  double next[2]; /* where it comes next */
} walk;

/* Whether a place of the edge comes after another one. */
static bool comes_after(const walk *w, const double place[2], const double other[2])
{
  const int k = w->axis;
  if (place[k] != other[k]) return (place[k] - other[k]) * w->forth > 0;
  return (place[!k] - other[!k]) * (w->end[!k] - w->from[!k]) > 0;
}

static void stop_at(walk *w, const double place[2])
{
  if (comes_after(w, place, w->from) && comes_after(w, w->next, place)) memcpy(w->next, place, sizeof w->next);
}

/* Stop at an edge that crosses the one of the walk, or at its first corner, if that lies on the walk. */
static void stop_at_edge(walk *w, const double c[2], const double d[2])
{
  const int from = as_orient(w->a, w->b, c), to = as_orient(w->a, w->b, d);
  double place[2], near, far, part;
  int k;
  if (from == 0 && as_in_edge_box(w->a, w->b, c)) stop_at(w, c);
  if (from * to >= 0 || as_orient(c, d, w->a) * as_orient(c, d, w->b) >= 0) return;
  near = fabs((d[0] - c[0]) * (w->a[1] - c[1]) - (d[1] - c[1]) * (w->a[0] - c[0]));
  far = fabs((d[0] - c[0]) * (w->b[1] - c[1]) - (d[1] - c[1]) * (w->b[0] - c[0]));
  part = near + far > 0 ? near / (near + far) : 0.5;
  for (k = 0; k < 2; k++) {
    const double low = as_max(as_min(w->a[k], w->b[k]), as_min(c[k], d[k]));
    const double high = as_min(as_max(w->a[k], w->b[k]), as_max(c[k], d[k]));
    place[k] = as_coordinate(as_min(as_max(w->a[k] + (w->b[k] - w->a[k]) * part, low), high));
  }
  stop_at(w, place);
}

static void stop_at_chain(walk *w, const as_edge_chain *chain)
{
  uint32_t i;
  for (i = 0; i < chain->count; i++) stop_at_edge(w, chain->xy[i], chain->xy[i + 1]);
}

/*
** Find w->next: the first place after w->from where an edge crosses or touches, one of the outline `outline` unless
** that is AS_NO_CHAIN; or the end.
*/
static void find_next(walk *w, uint32_t outline)
{
  const as_scene *s = w->scene;
  uint32_t at;
  memcpy(w->next, w->end, sizeof w->next);
  if (outline != AS_NO_CHAIN && !s->chains[outline].is_long) {
    for (at = outline; at != AS_NO_CHAIN && s->chains[at].outline == outline; at = s->chains[at].next)
      stop_at_chain(w, &s->chains[at]);
  } else {
    as_tree_query query;
    as_segment_query_begin(&query, &s->tree, w->from, w->end);
    while ((at = as_segment_query_next(&query)) != AS_BOX_TREE_NONE) {
      if (outline == AS_NO_CHAIN || s->chains[at].outline == outline) stop_at_chain(w, &s->chains[at]);
    }
  }
}

/* ---- Testing places ---- */

/* Whether a place is within a distance of an edge of a chain. */
static bool is_near_chain(const as_edge_chain *chain, const double place[2], double distance)
{
  double on[2];
  uint32_t i;
  for (i = 0; i < chain->count; i++) {
    project(place, chain->xy[i], chain->xy[i + 1], on);
    if (distance_to(place, on) <= distance) return true;
  }
  return false;
}

/* The same for the chains of the outline with this first chain. */
static bool is_near_outline(const as_scene *s, uint32_t first, const double place[2], double distance)
{
  as_tree_query query;
  uint32_t at;
  as_box box;
  int i;
  if (!s->chains[first].is_long) {
    for (at = first; at != AS_NO_CHAIN && s->chains[at].outline == first; at = s->chains[at].next) {
      if (is_near_chain(&s->chains[at], place, distance)) return true;
    }
    return false;
  }
  for (i = 0; i < 2; i++) {
    box.low[i] = place[i] - distance;
    box.high[i] = place[i] + distance;
  }
  as_box_query_begin(&query, &s->tree, &box);
  while ((at = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    if (s->chains[at].outline == first && is_near_chain(&s->chains[at], place, distance)) return true;
  }
  return false;
}

/* A solid outline that has a place deep inside, or AS_NO_CHAIN. */
static uint32_t find_burying(const as_scene *s, const double place[2], double slack)
{
  const as_box box = as_box_of_point(place);
  as_tree_query query;
  uint32_t first;
  as_box_query_begin(&query, &s->outline_tree, &box);
  while ((first = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    if (s->chains[first].is_solid && as_scene_outline_winding(s, first, place) > 0 &&
        !is_near_outline(s, first, place, slack))
      return first;
  }
  return AS_NO_CHAIN;
}

/* A computed place as the plane stores places. */
static void round_place(const double place[2], double rounded[2])
{
  rounded[0] = as_coordinate(place[0]);
  rounded[1] = as_coordinate(place[1]);
}

/* Whether a place, or one that differs from it by rounding only, is not occupied; then *found is that place. */
static bool is_free_at(const as_scene *s, const double place[2], double found[2])
{
  double nudged[2];
  round_place(place, found);
  if (as_scene_occupancy(s, found) != AS_OCCUPIED) return true;
  memcpy(nudged, found, sizeof nudged);
  if (!as_scene_nudge(s, nudged, 0)) return false;
  round_place(nudged, found);
  return as_same_place(found, nudged) || as_scene_occupancy(s, found) != AS_OCCUPIED;
}

/*
** The first free place between an occupied place and a free one, `found`, on an edge: within rounding, as on that
** stretch the free places follow the occupied ones.
*/
static void find_first(const as_scene *s, const double occupied[2], const double is_free[2], double found[2])
{
  double low[2], high[2], middle[2], other[2];
  int i;
  memcpy(low, occupied, sizeof low);
  memcpy(high, is_free, sizeof high);
  for (i = 0; i < HALVINGS; i++) {
    middle[0] = low[0] + (high[0] - low[0]) * 0.5;
    middle[1] = low[1] + (high[1] - low[1]) * 0.5;
    if (as_same_place(middle, low) || as_same_place(middle, high)) break;
    if (is_free_at(s, middle, other)) {
      memcpy(high, middle, sizeof high);
      memcpy(found, other, sizeof other);
    } else {
      memcpy(low, middle, sizeof low);
    }
  }
}

/* ---- The query ---- */

static bool push_place(as_near_free *q, as_memory *m, const as_near_item *item, int side, uint8_t kind,
                       const double on[2], const double at[2])
{
  as_near_item next = *item;
  next.kind = kind;
  next.side = (int8_t)side;
  memcpy(next.on, on, sizeof next.on);
  memcpy(next.at, at, sizeof next.at);
  next.distance = distance_to(q->place, at);
  return push(q, m, next);
}

/*
** Go on from the place of an item, which is free, or occupied; by the outline `burying` if that is not AS_NO_CHAIN,
** else for all that is known.
*/
static bool go_on(as_near_free *q, as_memory *m, const as_near_item *item, int side, bool is_free, uint32_t burying)
{
  const as_edge_chain *chain = &q->scene->chains[item->index];
  double found[2], middle[2];
  walk w;
  w.scene = q->scene;
  w.a = chain->xy[item->edge];
  w.b = chain->xy[item->edge + 1];
  w.from = item->on;
  w.end = side < 0 ? w.a : w.b;
  w.axis = fabs(w.b[1] - w.a[1]) > fabs(w.b[0] - w.a[0]);
  w.forth = w.end[w.axis] > (side < 0 ? w.b : w.a)[w.axis] ? 1 : -1;
  if (!comes_after(&w, w.end, w.from)) return true;
  find_next(&w, burying);
  if (!is_free && burying == AS_NO_CHAIN) {
    middle[0] = w.from[0] + (w.next[0] - w.from[0]) * 0.5;
    middle[1] = w.from[1] + (w.next[1] - w.from[1]) * 0.5;
    if (is_free_at(q->scene, middle, found)) {
      find_first(q->scene, w.from, middle, found);
      return push_place(q, m, item, side, KIND_RESULT, middle, found);
    }
  }
  return push_place(q, m, item, side, KIND_PLACE, w.next, w.next);
}

static bool go_on_from(as_near_free *q, as_memory *m, const as_near_item *item, bool is_free, uint32_t burying)
{
  if (item->side != 0) return go_on(q, m, item, item->side, is_free, burying);
  return go_on(q, m, item, -1, is_free, burying) && go_on(q, m, item, 1, is_free, burying);
}

/* Test the place of an item. */
static bool test_place(as_near_free *q, as_memory *m, const as_near_item *item)
{
  const as_edge_chain *chain = &q->scene->chains[item->index];
  const double *a = chain->xy[item->edge], *b = chain->xy[item->edge + 1];
  const double most = as_max(as_max(fabs(a[0]), fabs(a[1])), as_max(fabs(b[0]), fabs(b[1])));
  const uint32_t burying = find_burying(q->scene, item->on, most * DEEP);
  double found[2];
  if (burying == AS_NO_CHAIN && is_free_at(q->scene, item->on, found))
    return push_place(q, m, item, item->side, KIND_RESULT, item->on, found);
  return go_on_from(q, m, item, false, burying);
}

bool as_near_free_begin(as_near_free *q, as_memory *m, const as_scene *s, const double place[2], const as_box *within)
{
  q->scene = s;
  q->within = *within;
  memcpy(q->place, place, sizeof q->place);
  q->count = 0;
  q->more = false;
  return s->tree.root == AS_BOX_TREE_NONE || push_subtree(q, m, s->tree.root, &s->tree.box);
}

as_near_answer as_near_free_next(as_near_free *q, as_memory *m, double found[2], double *distance)
{
  if (q->more && !go_on_from(q, m, &q->last, true, AS_NO_CHAIN)) return AS_NEAR_NO_MEMORY;
  q->more = false;
  while (q->count > 0) {
    const as_near_item item = near_heap_pop(q->list, &q->count);
    bool pushed = true;
    if (item.kind == KIND_SUBTREE) pushed = open_subtree(q, m, item.index);
    else if (item.kind == KIND_PLACE) pushed = test_place(q, m, &item);
    if (!pushed) return AS_NEAR_NO_MEMORY;
    if (item.kind != KIND_RESULT) continue;
    q->last = item;
    q->more = true;
    memcpy(found, item.at, sizeof item.at);
    *distance = item.distance;
    return AS_NEAR_FOUND;
  }
  return AS_NEAR_NONE;
}
