/* sight.c: see sight.h. */
#include "plane/visibility.h"

#include <string.h>

/* Shadows narrower than this are not worth keeping; those that overlap by less are not joined. */
#define NARROW (4 * AS_TURN_ERROR)

/* Edges cast a shadow only on what is farther off than both their ends for certain. */
#define FARTHER 1.000000000001

void as_sight_init(as_sight *g)
{
  memset(g, 0, sizeof *g);
}

void as_sight_free(as_sight *g, as_memory *m)
{
  as_free(m, g->seen, g->seen_capacity, as_seen);
  as_free(m, g->shadows, g->shadow_capacity, as_shadow);
  as_free(m, g->items, g->item_capacity, as_near_item);
  as_free(m, g->edges, g->edge_capacity, as_near_item);
  as_sight_init(g);
}

/* ---- Heaps ---- */

static bool push(as_memory *m, as_near_item **heap, uint32_t *count, uint32_t *capacity, double square, uint32_t item,
                 uint32_t kind)
{
  uint32_t at = *count;
  as_near_item *list;
  if (!as_reserve(m, heap, capacity, (uint64_t)at + 1, sizeof **heap)) return false;
  list = *heap;
  ++*count;
  while (at > 0 && list[(at - 1) / 2].square > square) {
    list[at] = list[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  list[at].square = square;
  list[at].item = item;
  list[at].kind = kind;
  return true;
}

static as_near_item pop(as_near_item *list, uint32_t *count)
{
  const as_near_item first = list[0], last = list[--*count];
  uint32_t at = 0, child;
  while ((child = 2 * at + 1) < *count) {
    if (child + 1 < *count && list[child + 1].square < list[child].square) child++;
    if (!(list[child].square < last.square)) break;
    list[at] = list[child];
    at = child;
  }
  list[at] = last;
  return first;
}

/* ---- Shadows ---- */

/* Whether all from one direction counter-clockwise to another lies in shadow; low may be greater than high. */
static bool in_shadow(const as_sight *g, double low, double high)
{
  uint32_t i;
  bool first = low <= high, second = first; /* around 0 there are two parts to it */
  if (first) {
    for (i = 0; i < g->shadow_count; i++) {
      const as_shadow *s = &g->shadows[i];
      if (s->low < low - AS_TURN_ERROR && s->high > high + AS_TURN_ERROR) return true;
    }
    return false;
  }
  for (i = 0; i < g->shadow_count; i++) {
    const as_shadow *s = &g->shadows[i];
    first = first || (s->low < low - AS_TURN_ERROR && s->high > 4);
    second = second || (s->low < 0 && s->high > high + AS_TURN_ERROR);
  }
  return first && second;
}

/* Sectors that have come to lie in a shadow end at this distance. */
static void close_sectors(as_sight *g, const as_shadow *s, double distance)
{
  uint32_t k;
  if (s->high - s->low < 4.0 / AS_SECTORS) return;
  for (k = 0; k < AS_SECTORS; k++) {
    if (g->reach[k] < INFINITY) continue;
    if (s->low < k * (4.0 / AS_SECTORS) - AS_TURN_ERROR && s->high > (k + 1) * (4.0 / AS_SECTORS) + AS_TURN_ERROR) {
      g->reach[k] = distance;
      g->open_sectors--;
    }
  }
}

/* Whether two shadows make one: they overlap, or end in one and the same corner. */
static bool joins(const as_shadow *a, const as_shadow *b)
{
  if (a->low < b->high - NARROW && a->high > b->low + NARROW) return true;
  if (a->high_at && b->low_at && fabs(a->high - b->low) < NARROW && as_same_place(a->high_at, b->low_at)) return true;
  return a->low_at && b->high_at && fabs(a->low - b->high) < NARROW && as_same_place(a->low_at, b->high_at);
}

/* Room for one more must be there. */
static void add_shadow(as_sight *g, as_shadow fresh, double distance)
{
  uint32_t i = 0;
  if (fresh.high - fresh.low < NARROW) return;
  while (i < g->shadow_count) {
    const as_shadow *s = &g->shadows[i];
    if (!joins(s, &fresh)) {
      i++;
      continue;
    }
    if (s->low < fresh.low) {
      fresh.low = s->low;
      fresh.low_at = s->low_at;
    }
    if (s->high > fresh.high) {
      fresh.high = s->high;
      fresh.high_at = s->high_at;
    }
    /* What is wider now may join those that did not before. */
    g->shadows[i] = g->shadows[--g->shadow_count];
    i = 0;
  }
  g->shadows[g->shadow_count++] = fresh;
  close_sectors(g, &fresh, distance);
}

/* A shadow from one direction counter-clockwise to another, over the direction 0 too. */
static bool cast_shadow(as_sight *g, as_memory *m, double low, double high, const double *low_at, const double *high_at,
                        double distance)
{
  as_shadow s;
  if (!as_reserve(m, &g->shadows, &g->shadow_capacity, (uint64_t)g->shadow_count + 2, sizeof *g->shadows)) return false;
  s.low = low;
  s.low_at = low_at;
  s.high = high;
  s.high_at = high_at;
  if (low > high) {
    s.high = 5;
    s.high_at = NULL;
    add_shadow(g, s, distance);
    s.low = -1;
    s.low_at = NULL;
    s.high = high;
    s.high_at = high_at;
  }
  add_shadow(g, s, distance);
  return true;
}

/* ---- Boxes ---- */

static double square_of(double x, double y)
{
  return x * x + y * y;
}

static double square_to(const double place[2], const as_box *box)
{
  const double x = as_max(0, as_max(box->low[0] - place[0], place[0] - box->high[0]));
  const double y = as_max(0, as_max(box->low[1] - place[1], place[1] - box->high[1]));
  return square_of(x, y);
}

/* The directions in which a box is seen; false if it is all around. */
static bool turns_of(const double place[2], const as_box *box, double *low, double *high)
{
  const double left = box->low[0] - place[0], right = box->high[0] - place[0];
  const double below = box->low[1] - place[1], above = box->high[1] - place[1];
  double from[2], to[2];
  from[0] = below > 0 ? right : left;
  to[0] = above < 0 ? right : left;
  from[1] = right < 0 ? above : below;
  to[1] = left > 0 ? above : below;
  if (left > 0) {
    if (below <= 0 && above >= 0) to[0] = left;
  } else if (right < 0) {
    from[0] = below > 0 ? right : above < 0 ? left : right;
    to[0] = below > 0 ? left : right;
    to[1] = below;
  } else if (below > 0) {
    to[1] = below;
  } else if (above < 0) {
    from[1] = to[1] = above;
  } else {
    return false;
  }
  *low = as_turn_of(from[0], from[1]);
  *high = as_turn_of(to[0], to[1]);
  return true;
}

bool as_sight_meets(const float reach[AS_SECTORS], const double place[2], const as_box *box)
{
  double low, high;
  const double distance = sqrt(square_to(place, box)) / FARTHER;
  uint32_t k, last;
  if (distance == 0 || !turns_of(place, box, &low, &high)) return true;
  k = (uint32_t)floor((low - AS_TURN_ERROR + 4) * (AS_SECTORS / 4.0)) % AS_SECTORS;
  last = (uint32_t)floor((high + AS_TURN_ERROR) * (AS_SECTORS / 4.0)) % AS_SECTORS;
  for (;; k = (k + 1) % AS_SECTORS) {
    if (distance <= (double)reach[k]) return true;
    if (k == last) return false;
  }
}

/* ---- Looking ---- */

typedef struct look {
  as_sight *sight;
  as_memory *memory;
  as_scene *scene;
  const double *place;
  const as_point *corner; /* or NULL */
} look;

enum kind { KIND_TREE, KIND_CORNER };

static bool later(look *l, double square, uint32_t item, enum kind kind)
{
  as_sight *g = l->sight;
  return push(l->memory, &g->items, &g->item_count, &g->item_capacity, square, item, (uint32_t)kind);
}

/* Edges of a run from one corner to another, which are seen from outside, will cast a shadow. */
static bool shadow_later(look *l, double square, uint32_t run, uint32_t from, uint32_t to)
{
  as_sight *g = l->sight;
  return push(l->memory, &g->edges, &g->edge_count, &g->edge_capacity, square, run, from << 16 | to);
}

/* Let all edges that end nearer than this cast their shadows. */
static bool cast_shadows(look *l, double square)
{
  as_sight *g = l->sight;
  while (g->edge_count > 0 && g->edges[0].square * FARTHER < square) {
    const as_near_item chain = pop(g->edges, &g->edge_count);
    const as_run *run = &l->scene->runs[chain.item];
    const double *from = run->xy[chain.kind >> 16], *to = run->xy[chain.kind & 0xFFFF];
    /* Seen from outside they go clockwise. */
    const double low = as_turn_of(to[0] - l->place[0], to[1] - l->place[1]);
    const double high = as_turn_of(from[0] - l->place[0], from[1] - l->place[1]);
    if (!cast_shadow(g, l->memory, low, high, to, from, sqrt(chain.square) * FARTHER)) return false;
  }
  return true;
}

/* Whether a way to a corner from the place bends neither end the wrong way. */
static bool is_taut(const look *l, const as_point *c)
{
  return as_leaves_beside(c, l->place, c->at) && (!l->corner || as_leaves_beside(l->corner, l->place, c->at));
}

/* Note the corners of a run that a shortest path may go to: what is around them is seen to later. */
static bool meet_corners(look *l, const as_run *run, const double *squares)
{
  uint32_t i;
  for (i = 0; i < run->count; i++) {
    if (squares[i] == 0 || !as_run_may_bend(run, i, l->place) || !as_scene_meet(l->scene, run->point[i])) continue;
    if (!later(l, squares[i], run->point[i], KIND_CORNER)) return false;
  }
  return true;
}

static double turn_to(const look *l, const double place[2])
{
  return as_turn_of(place[0] - l->place[0], place[1] - l->place[1]);
}

/*
** Note the shadows that a run will cast: chains of edges that are seen from outside, each of which
** takes up less than half of what is around. (Of an edge that takes up half, the place lies on it.)
*/
static bool meet_edges(look *l, uint32_t at, const as_run *run, const double *squares)
{
  double most = 0, turned = 0;
  uint32_t i, from = 0;
  bool chain = false;
  for (i = 0; i < run->count; i++) {
    double part = INFINITY;
    if (as_orient(run->xy[i], run->xy[i + 1], l->place) < 0) {
      part = turn_to(l, run->xy[i]) - turn_to(l, run->xy[i + 1]);
      if (part < 0) part += 4;
    }
    if (chain && turned + part > 1.9) {
      if (!shadow_later(l, most, at, from, i)) return false;
      chain = false;
    }
    if (part > 2 - NARROW) continue;
    if (!chain) {
      chain = true;
      from = i;
      most = squares[i];
      turned = 0;
    }
    turned += part;
    most = as_max(most, squares[i + 1]);
  }
  return !chain || shadow_later(l, most, at, from, i);
}

static bool meet_run(look *l, uint32_t at)
{
  const as_run *run = &l->scene->runs[at];
  double squares[AS_RUN + 1];
  uint32_t i;
  for (i = 0; i <= run->count; i++) squares[i] = square_of(run->xy[i][0] - l->place[0], run->xy[i][1] - l->place[1]);
  return meet_corners(l, run, squares) && meet_edges(l, at, run, squares);
}

static bool meet_corner(look *l, uint32_t point, double square)
{
  as_sight *g = l->sight;
  const as_point *c = &l->scene->points[point];
  const double turn = as_turn_of(c->at[0] - l->place[0], c->at[1] - l->place[1]);
  as_seen *seen;
  if (in_shadow(g, turn, turn) || as_scene_wedge(l->scene, point) != AS_WEDGE_CORNER || !is_taut(l, c)) return true;
  if (!as_reserve(l->memory, &g->seen, &g->seen_capacity, (uint64_t)g->seen_count + 1, sizeof *g->seen)) return false;
  seen = &g->seen[g->seen_count++];
  seen->point = point;
  seen->turn = turn;
  seen->distance = sqrt(square);
  return true;
}

/*
** Put what is below a node of the tree in its place in the order. What is as near as the node itself
** comes next: it need not wait in the heap, so it is gone into at once, as long as there is such.
*/
static bool meet_node(look *l, uint32_t at, double square)
{
  uint32_t next = at;
  double low, high;
  /* Since it was put there, what is nearer has cast its shadows. */
  if (next & AS_TREE_LEAF && turns_of(l->place, &l->scene->tree.leaves[next & ~AS_TREE_LEAF].box, &low, &high) &&
      in_shadow(l->sight, low, high))
    return true;
  while (!(next & AS_TREE_LEAF)) {
    const as_tree_node *node = &l->scene->tree.nodes[next];
    int side;
    next = AS_TREE_NONE;
    for (side = 0; side < 2; side++) {
      const as_box *box = &node->boxes[side];
      const double distance = square_to(l->place, box);
      if (distance <= square && next == AS_TREE_NONE) {
        next = node->child[side];
        continue;
      }
      if (turns_of(l->place, box, &low, &high) && in_shadow(l->sight, low, high)) continue;
      if (!later(l, distance, node->child[side], KIND_TREE)) return false;
    }
    if (next == AS_TREE_NONE) return true;
  }
  return meet_run(l, next & ~AS_TREE_LEAF);
}

/* From a corner, neither what its wedge hides matters nor what is opposite to that. */
static bool shut_wedge(look *l)
{
  const as_point *c = l->corner;
  const double low = as_turn_of(c->low[0] - c->at[0], c->low[1] - c->at[1]);
  const double high = as_turn_of(c->high[0] - c->at[0], c->high[1] - c->at[1]);
  return cast_shadow(l->sight, l->memory, low, high, NULL, NULL, 0) &&
         cast_shadow(l->sight, l->memory, fmod(low + 2, 4), fmod(high + 2, 4), NULL, NULL, 0);
}

/* Begin a look. */
static look look_from(as_sight *g, as_memory *m, as_scene *s, const double place[2], const as_point *corner)
{
  look l;
  uint32_t i;
  l.sight = g;
  l.memory = m;
  l.scene = s;
  l.place = place;
  l.corner = corner;
  g->seen_count = g->shadow_count = g->item_count = g->edge_count = 0;
  g->open_sectors = AS_SECTORS;
  for (i = 0; i < AS_SECTORS; i++) g->reach[i] = INFINITY;
  as_scene_look(s);
  return l;
}

/* Go outward, until there is nothing more or all lies in shadow. */
static bool look_outward(look *l)
{
  as_sight *g = l->sight;
  if (l->scene->tree.root == AS_TREE_NONE) return true;
  if (!later(l, 0, l->scene->tree.root, KIND_TREE)) return false;
  while (g->item_count > 0 && g->open_sectors > 0) {
    const as_near_item next = pop(g->items, &g->item_count);
    if (!cast_shadows(l, next.square)) return false;
    if (next.kind == KIND_CORNER ? !meet_corner(l, next.item, next.square) : !meet_node(l, next.item, next.square))
      return false;
  }
  return true;
}

bool as_sight_look(as_sight *g, as_memory *m, as_scene *s, const double place[2])
{
  look l = look_from(g, m, s, place, NULL);
  return look_outward(&l);
}

bool as_sight_look_from(as_sight *g, as_memory *m, as_scene *s, uint32_t corner, double low, double high)
{
  const as_point *c = &s->points[corner];
  look l = look_from(g, m, s, c->at, c);
  return (isnan(low) ? shut_wedge(&l) : cast_shadow(g, m, high, low, NULL, NULL, 0)) && look_outward(&l);
}
