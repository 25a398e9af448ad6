/*
** link_index.c: see link_index.h. A forest of trees of boxes over links, whose capacities are doubled from tree to
** tree: a tree never changes, and new links go into new trees that replace the smaller ones (the logarithmic method of
** Bentley & Saxe 1980, "Decomposable searching problems I"). A search looks at all trees, with the nearest link so far
** as bound.
**
** What is always true once follow() has succeeded: each link of the graph is in at least one tree, or among the recent
** ones, where the boxes around it contain it, and name its kinds. It may be there several times, and there may be links
** that are gone or have moved: a search looks at the graph itself before it takes a link. follow() makes the whole
** forest anew when these may be more than the others.
*/
#include "graph/link_index.h"

#include "base/heap.h"
#include "base/select.h"
#include "graph/near.h"

#define LEAF_MAX 8u    /* links in a leaf */
#define RECENT_MAX 32u /* links that are in no tree */
#define TREES 27u      /* tree i has up to RECENT_MAX << i links; 2^32 ends are fewer than 2^31 links */

#define EXACT_LOW 1e-130
#define EXACT_HIGH 1e130

typedef struct pair {
  uint32_t a, b; /* indices of the ends, as_spot.node */
} pair;

/* A node of a tree; the left child of an inner node follows it. */
typedef struct knot {
  double low[3], high[3];
  uint64_t least; /* the least key of a link below */
  uint64_t kinds; /* the kinds of the links below */
  uint32_t at;    /* the right child; of a leaf: its first link */
  uint32_t count; /* of a leaf: its links; of an inner node 0 */
} knot;

typedef struct tree {
  knot *knots; /* knots[0] is the root */
  pair *pairs;
  uint32_t knot_count, pair_count; /* 0: there is no tree */
} tree;

struct as_link_index {
  as_journal *journal; /* of the graph */
  uint64_t read;       /* how far; UINT64_MAX: the index is to be made anew */
  tree trees[TREES];
  pair recent[RECENT_MAX];
  uint32_t recent_count;
  uint64_t made, fresh; /* links when it was made anew; edits, and links that were added, since then */
};

/* A link, while trees are built. */
typedef struct boxed {
  double low[3], high[3];
  uint64_t key, kinds;
  pair link;
} boxed;

/* ---- Links ---- */

static uint64_t key_of(const astar_graph *g, pair link)
{
  return (uint64_t)g->layout->ids[link.a] << 32 | g->layout->ids[link.b];
}

static pair pair_of(const astar_graph *g, uint32_t a, uint32_t b)
{
  const bool ordered = g->layout->ids[a] < g->layout->ids[b];
  pair link;
  link.a = ordered ? a : b;
  link.b = ordered ? b : a;
  return link;
}

static bool is_alive(const astar_graph *g, uint32_t index)
{
  return index < g->layout->count && g->nodes[index].flags & AS_NODE_ALIVE;
}

/* The end of the first node that leads to the other, or NULL. Any indices. */
static const as_link *end_of(const astar_graph *g, uint32_t a, uint32_t b)
{
  uint32_t at;
  if (!is_alive(g, a) || !is_alive(g, b)) return NULL;
  /* Look for it where there are fewer. */
  if (g->nodes[a].all > g->nodes[b].all && as_find_end(g, &g->nodes[b], a) == g->nodes[b].all) return NULL;
  at = as_find_end(g, &g->nodes[a], b);
  return at < g->nodes[a].all ? as_ends(g, &g->nodes[a]) + at : NULL;
}

/* The cost of going from a to b along the end of a, as as_link_cost(); INFINITY if it leads the other way only. */
static double cost_of(const astar_graph *g, const as_rules *rules, uint32_t a, uint32_t b, const as_link *end)
{
  const as_node *n = &g->nodes[a];
  if (end >= as_ends(g, n) + n->out) return INFINITY;
  return as_link_cost(rules, n, &g->nodes[b], end);
}

/*
** ---- Kinds: the terrains that decide whether a link can be used, as a set of bits; several terrains may share one
** ----
*/

static uint64_t kind_of(uint32_t terrain)
{
  return (uint64_t)1 << terrain % 64;
}

/* The kind of going from a to b along the end of a; none if nobody can. */
static uint64_t kind_along(const astar_graph *g, uint32_t a, uint32_t b, const as_link *end)
{
  const as_node *n = &g->nodes[a];
  const uint32_t entry = as_node_entry(&g->nodes[b]), own = end->way & AS_WAY_TERRAIN;
  if (end >= as_ends(g, n) + n->out || entry == AS_BLOCKED) return 0;
  return kind_of(own ? own : entry);
}

/* Those of a link that exists. */
static uint64_t kinds_of_link(const astar_graph *g, pair link)
{
  return kind_along(g, link.a, link.b, end_of(g, link.a, link.b)) |
         kind_along(g, link.b, link.a, end_of(g, link.b, link.a));
}

/* Those that a unit can use. O(terrains). */
static uint64_t kinds_of_unit(const astar_graph *g, const as_rules *rules)
{
  uint64_t kinds = 0;
  uint32_t terrain;
  for (terrain = 1; terrain <= g->units.terrains.count; terrain++) {
    if (rules->costs[terrain] < INFINITY) kinds |= kind_of(terrain);
  }
  return kinds;
}

/* ---- Building ---- */

static boxed item_of(const astar_graph *g, pair link)
{
  const double *p = g->nodes[link.a].position, *q = g->nodes[link.b].position;
  boxed made;
  uint32_t d;
  made.link = link;
  made.key = key_of(g, link);
  made.kinds = kinds_of_link(g, link);
  for (d = 0; d < 3; d++) {
    made.low[d] = as_min(p[d], q[d]);
    made.high[d] = as_max(p[d], q[d]);
  }
  return made;
}

static inline double center(const boxed *i, uint32_t d)
{
  return i->low[d] * 0.5 + i->high[d] * 0.5;
}

/* A strict order but for equal links, which are the same. */
static inline bool is_before(uint32_t d, const boxed *i, const boxed *k)
{
  const double x = center(i, d), y = center(k, d);
  return x < y || (x == y && i->key < k->key);
}

static inline bool is_lower(const boxed *i, const boxed *k)
{
  return i->key < k->key;
}

AS_DEFINE_SELECT(link, uint32_t, boxed, is_before)
AS_DEFINE_SORT(link, boxed, is_lower)

/* The knots of a tree of `count` > 0 links. */
static uint32_t knots_for(uint32_t count)
{
  if (count <= LEAF_MAX) return 1;
  return 1 + knots_for(count / 2) + knots_for(count - count / 2);
}

/* Append the subtree of some items. The depth is O(log count). */
static void build(tree *t, boxed *items, uint32_t count)
{
  knot *k = &t->knots[t->knot_count++];
  double low[3], high[3]; /* of the centers */
  uint32_t i, d, widest = 0;
  memcpy(k->low, items[0].low, sizeof k->low);
  memcpy(k->high, items[0].high, sizeof k->high);
  k->least = items[0].key;
  k->kinds = items[0].kinds;
  for (d = 0; d < 3; d++) low[d] = high[d] = center(&items[0], d);
  for (i = 1; i < count; i++) {
    for (d = 0; d < 3; d++) {
      const double at = center(&items[i], d);
      k->low[d] = as_min(k->low[d], items[i].low[d]);
      k->high[d] = as_max(k->high[d], items[i].high[d]);
      low[d] = as_min(low[d], at);
      high[d] = as_max(high[d], at);
    }
    if (items[i].key < k->least) k->least = items[i].key;
    k->kinds |= items[i].kinds;
  }
  if (count <= LEAF_MAX) {
    k->at = t->pair_count;
    k->count = count;
    for (i = 0; i < count; i++) t->pairs[t->pair_count++] = items[i].link;
    return;
  }
  for (d = 1; d < 3; d++) {
    if (high[d] - low[d] > high[widest] - low[widest]) widest = d;
  }
  link_select(widest, items, count, count / 2);
  k->count = 0;
  build(t, items, count / 2);
  k->at = t->knot_count;
  build(t, items + count / 2, count - count / 2);
}

static void free_tree(tree *t, as_memory *m)
{
  if (t->knot_count == 0) return;
  as_free(m, t->knots, t->knot_count, knot);
  as_free(m, t->pairs, t->pair_count, pair);
  memset(t, 0, sizeof *t);
}

/* Build a tree of `count` > 0 items. False if out of memory. */
static bool make_tree(tree *t, as_memory *m, boxed *items, uint32_t count)
{
  const uint32_t knots = knots_for(count);
  tree made;
  memset(&made, 0, sizeof made);
  made.knots = as_new(m, knots, knot);
  made.pairs = as_new(m, count, pair);
  if (!made.knots || !made.pairs) {
    as_free(m, made.knots, knots, knot);
    as_free(m, made.pairs, count, pair);
    return false;
  }
  build(&made, items, count);
  astar_assert(made.knot_count == knots && made.pair_count == count);
  *t = made;
  return true;
}

/* Append the items of links that still exist; return the end. */
static boxed *collect(const astar_graph *g, const pair *links, uint32_t count, boxed *items)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    if (end_of(g, links[i].a, links[i].b)) *items++ = item_of(g, links[i]);
  }
  return items;
}

/* Remove repeated items; return how many are left. */
static uint32_t make_unique(boxed *items, uint32_t count)
{
  uint32_t i, kept = 0;
  link_sort(items, count);
  for (i = 0; i < count; i++) {
    if (kept == 0 || items[kept - 1].key != items[i].key) items[kept++] = items[i];
  }
  return kept;
}

/*
** Move the recent links to a tree, with those of all trees smaller than it. False if out of memory; then nothing has
** changed.
*/
static bool merge(astar_graph *g, as_link_index *x)
{
  uint64_t count = x->recent_count;
  uint32_t to = 0, i, kept;
  boxed *items, *end;
  tree made;
  for (; x->trees[to].pair_count > 0 || count > (uint64_t)RECENT_MAX << to; to++) count += x->trees[to].pair_count;
  astar_assert(to < TREES);
  items = as_new(&g->memory, (size_t)count, boxed);
  if (!items) return false;
  end = collect(g, x->recent, x->recent_count, items);
  for (i = 0; i < to; i++) end = collect(g, x->trees[i].pairs, x->trees[i].pair_count, end);
  kept = make_unique(items, (uint32_t)(end - items));
  memset(&made, 0, sizeof made);
  if (kept > 0 && !make_tree(&made, &g->memory, items, kept)) {
    as_free(&g->memory, items, (size_t)count, boxed);
    return false;
  }
  as_free(&g->memory, items, (size_t)count, boxed);
  for (i = 0; i < to; i++) free_tree(&x->trees[i], &g->memory);
  x->trees[to] = made;
  x->recent_count = 0;
  return true;
}

static bool add(astar_graph *g, as_link_index *x, uint32_t a, uint32_t b)
{
  if (x->recent_count == RECENT_MAX && !merge(g, x)) return false;
  x->recent[x->recent_count++] = pair_of(g, a, b);
  x->fresh++;
  return true;
}

/* Make the index anew. False if out of memory; the index is then empty. O(n log n). */
static bool make(astar_graph *g, as_link_index *x)
{
  uint32_t index, i, to = 0;
  uint64_t count = 0;
  boxed *items, *end;
  bool done = true;
  for (i = 0; i < TREES; i++) free_tree(&x->trees[i], &g->memory);
  x->recent_count = 0;
  x->made = x->fresh = 0;
  x->read = UINT64_MAX;
  for (index = 0; index < g->layout->count; index++) {
    if (!is_alive(g, index)) continue;
    as_tidy(g, &g->nodes[index]);
    count += g->nodes[index].all;
  }
  count /= 2;
  if (count > 0) {
    items = end = as_new(&g->memory, (size_t)count, boxed);
    if (!items) return false;
    for (index = 0; index < g->layout->count; index++) {
      const as_node *n = &g->nodes[index];
      for (i = 0; is_alive(g, index) && i < n->all; i++) {
        const uint32_t to_index = as_ends(g, n)[i].to;
        if (index < to_index) *end++ = item_of(g, pair_of(g, index, to_index));
      }
    }
    astar_assert((uint64_t)(end - items) == count);
    while (count > (uint64_t)RECENT_MAX << to) to++;
    done = make_tree(&x->trees[to], &g->memory, items, (uint32_t)count);
    as_free(&g->memory, items, (size_t)count, boxed);
  }
  if (!done) return false;
  x->made = count;
  x->read = g->journal->next;
  return true;
}

/* ---- Following edits ---- */

/* An edited node. */
typedef struct edited {
  uint32_t index;
  bool moved; /* it, or who can enter it: all its links are to be added; else those to other edited nodes */
} edited;

static inline bool is_lower_edit(const edited *e, const edited *f)
{
  return e->index < f->index;
}

AS_DEFINE_SORT(edits, edited, is_lower_edit)

/* The edited nodes that the journal lists since the last time, each once; their number. */
static uint32_t list_edits(const as_journal *j, uint64_t since, edited *list)
{
  uint32_t count = 0, kept = 0, i;
  for (; since < j->next; since++) {
    const as_edit e = as_journal_at(j, since);
    const bool opened = e.what & AS_EDIT_ENTRY && as_edit_after(e) != AS_BLOCKED;
    if (e.slot == AS_EDIT_ALL_SLOTS || !(opened || e.what & (AS_EDIT_NODE | AS_EDIT_LINKS))) continue;
    list[count].index = e.slot;
    list[count++].moved = opened || e.what & AS_EDIT_NODE;
  }
  edits_sort(list, count);
  for (i = 0; i < count; i++) {
    if (kept > 0 && list[kept - 1].index == list[i].index) list[kept - 1].moved |= list[i].moved;
    else list[kept++] = list[i];
  }
  return kept;
}

/* The edit of a node, or NULL. O(log count). */
static const edited *find_edit(const edited *list, uint32_t count, uint32_t index)
{
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (list[middle].index < index) low = middle + 1;
    else high = middle;
  }
  return low < count && list[low].index == index ? &list[low] : NULL;
}

/* Add the links of an edited node that may be new or have moved. A link that is added has both ends in the list. */
static bool add_edited(astar_graph *g, as_link_index *x, const edited *list, uint32_t count, const edited *e)
{
  as_node *n = &g->nodes[e->index];
  uint32_t i;
  if (!is_alive(g, e->index)) return true;
  as_tidy(g, n);
  if (!e->moved && n->all > count) {
    for (i = 0; i < count; i++) {
      if (list[i].moved || list[i].index <= e->index || !end_of(g, e->index, list[i].index)) continue;
      if (!add(g, x, e->index, list[i].index)) return false;
    }
    return true;
  }
  for (i = 0; i < n->all; i++) {
    const uint32_t to = as_ends(g, n)[i].to;
    if (!e->moved) {
      /* Of two edited nodes, one adds their link: that which was moved, or the lower one. */
      const edited *other = to < e->index ? NULL : find_edit(list, count, to);
      if (!other || other->moved) continue;
    }
    if (!add(g, x, e->index, to)) return false;
  }
  return true;
}

/* Bring the index up to date with the graph. False if out of memory. */
static bool follow(astar_graph *g, as_link_index *x)
{
  const as_journal *j = g->journal;
  uint64_t entries;
  uint32_t count, i;
  edited *list;
  bool done = true;
  if (x->read == j->next) return true;
  if (x->read == UINT64_MAX || !as_journal_reaches(j, x->read)) return make(g, x);
  entries = j->next - x->read;
  list = as_new(&g->memory, (size_t)entries, edited);
  if (!list) return false;
  count = list_edits(j, x->read, list);
  for (i = 0; i < count && done; i++) done = add_edited(g, x, list, count, &list[i]);
  as_free(&g->memory, list, (size_t)entries, edited);
  if (!done) return false; /* what was added is added again, which does no harm */
  x->read = j->next;
  x->fresh += count;
  return x->fresh <= x->made + 2 * RECENT_MAX || make(g, x);
}

static as_link_index *index_of(astar_graph *g)
{
  as_link_index *x = g->link_index;
  if (x) return x;
  x = as_new(&g->memory, 1, as_link_index);
  if (!x) return NULL;
  memset(x, 0, sizeof *x);
  x->journal = as_journal_join(g->journal, g->layout->count);
  x->read = UINT64_MAX;
  return g->link_index = x;
}

void as_link_index_free(astar_graph *g)
{
  as_link_index *x = g->link_index;
  uint32_t i;
  if (!x) return;
  for (i = 0; i < TREES; i++) free_tree(&x->trees[i], &g->memory);
  as_journal_release(x->journal);
  as_free(&g->memory, x, 1, as_link_index);
  g->link_index = NULL;
}

/* ---- Searching ---- */

typedef struct query {
  const astar_graph *graph;
  const as_rules *rules;
  uint64_t kinds; /* that the unit can use */
  double at[3];
  uint32_t axes;  /* 2 or 3 */
  double best;    /* the least distance so far */
  uint64_t key;   /* of that link; UINT64_MAX: there is none yet */
  as_spot *spot;
} query;

/* As part_of(), where squares would overflow or underflow. */
static double scaled_part(const double a[3], const double b[3], const double at[3], uint32_t axes)
{
  double u[3], v[3], u_most = 0, v_most = 0, dot = 0, square = 0, half = 1, part;
  uint32_t d;
  for (d = 0; d < axes; d++) {
    if (!(fabs(b[d] - a[d]) < INFINITY && fabs(at[d] - a[d]) < INFINITY)) half = 0.5;
  }
  for (d = 0; d < axes; d++) {
    u[d] = b[d] * half - a[d] * half;
    v[d] = at[d] * half - a[d] * half;
    u_most = as_max(u_most, fabs(u[d]));
    v_most = as_max(v_most, fabs(v[d]));
  }
  if (!(u_most > 0 && v_most > 0)) return 0;
  for (d = 0; d < axes; d++) {
    const double x = u[d] / u_most;
    dot += x * (v[d] / v_most);
    square += x * x;
  }
  if (!(dot > 0)) return 0;
  part = dot / square * (v_most / u_most);
  return part < 1 ? part : 1;
}

/* The part of the way from a to b at which a place is nearest, from 0 to 1. */
static double part_of(const double a[3], const double b[3], const double at[3], uint32_t axes)
{
  double dot = 0, square = 0;
  uint32_t d;
  for (d = 0; d < axes; d++) {
    const double x = b[d] - a[d];
    dot += x * (at[d] - a[d]);
    square += x * x;
  }
  if (!(square > 1e-280 && square < 1e280 && fabs(dot) < 1e280)) return scaled_part(a, b, at, axes);
  if (!(dot > 0)) return 0;
  return dot < square ? dot / square : 1;
}

/* The place at a part of the way from a to b, within the box of the two. */
static void place_at(const double a[3], const double b[3], double part, double at[3])
{
  uint32_t d;
  for (d = 0; d < 3; d++) {
    const double step = b[d] - a[d];
    at[d] = fabs(step) < INFINITY ? a[d] + step * part : a[d] * (1 - part) + b[d] * part;
    if (part == 1) at[d] = b[d];
    at[d] = as_max(as_min(at[d], as_max(a[d], b[d])), as_min(a[d], b[d]));
  }
}

static double distance_to(const query *q, const double at[3])
{
  return as_length(q->at[0] - at[0], q->at[1] - at[1], q->axes > 2 ? q->at[2] - at[2] : 0);
}

/* Whether a link at this distance is nearer than the nearest one so far. */
static bool is_nearer(const query *q, double distance, uint64_t key)
{
  return distance < q->best || q->key == UINT64_MAX || (distance == q->best && key < q->key);
}

/*
** Whether there may be a nearer link in a subtree with this least key, where no distance is less than `bound`. Between
** EXACT_LOW and EXACT_HIGH as_length() is monotonic as computed, so the bound needs no slack there; nor at 0.
*/
static bool may_have_nearer(const query *q, double bound, uint64_t least)
{
  const double best = q->best;
  if (q->key == UINT64_MAX || bound < best) return true;
  if (best == 0 || (best > EXACT_LOW && best < EXACT_HIGH)) return bound == best && least < q->key;
  return bound <= best * AS_NEAR_SLACK;
}

static void try_link(query *q, pair link)
{
  const astar_graph *g = q->graph;
  const as_link *end = end_of(g, link.a, link.b), *back;
  const double *a, *b;
  double at[3], cost[2], part, distance;
  uint64_t key;
  if (!end) return;
  back = end_of(g, link.b, link.a);
  a = g->nodes[link.a].position;
  b = g->nodes[link.b].position;
  key = key_of(g, link);
  part = part_of(a, b, q->at, q->axes);
  place_at(a, b, part, at);
  distance = distance_to(q, at);
  if (!is_nearer(q, distance, key)) return;
  cost[0] = cost_of(g, q->rules, link.a, link.b, end);
  cost[1] = cost_of(g, q->rules, link.b, link.a, back);
  if (!(cost[0] < INFINITY || cost[1] < INFINITY)) return;
  q->best = distance;
  q->key = key;
  q->spot->node[0] = link.a;
  q->spot->node[1] = link.b;
  memcpy(q->spot->cost, cost, sizeof cost);
  memcpy(q->spot->at, at, sizeof at);
  q->spot->part = part;
}

/* No place in the box of a knot is nearer than this. */
static double bound_of(const query *q, const knot *k)
{
  double offset[3] = {0, 0, 0};
  uint32_t d;
  for (d = 0; d < q->axes; d++) {
    if (q->at[d] < k->low[d]) offset[d] = k->low[d] - q->at[d];
    else if (q->at[d] > k->high[d]) offset[d] = q->at[d] - k->high[d];
  }
  return as_length(offset[0], offset[1], offset[2]);
}

/* Visit a subtree whose box is `bound` away: the nearer child first, of equally near ones that with the least key. */
static void visit(query *q, const tree *t, uint32_t at, double bound)
{
  const knot *k = &t->knots[at], *kids[2];
  double bounds[2];
  uint32_t i, first;
  if (!(k->kinds & q->kinds) || !may_have_nearer(q, bound, k->least)) return;
  if (k->count > 0) {
    for (i = 0; i < k->count; i++) try_link(q, t->pairs[k->at + i]);
    return;
  }
  kids[0] = k + 1;
  kids[1] = &t->knots[k->at];
  for (i = 0; i < 2; i++) bounds[i] = bound_of(q, kids[i]);
  first = bounds[1] < bounds[0] || (bounds[1] == bounds[0] && kids[1]->least < kids[0]->least);
  for (i = 0; i < 2; i++) {
    const uint32_t kid = i == 0 ? first : 1 - first;
    visit(q, t, (uint32_t)(kids[kid] - t->knots), bounds[kid]);
  }
}

static bool is_at(const astar_graph *g, const double at[3], uint32_t index)
{
  const double *p = g->nodes[index].position;
  return at[0] == p[0] && at[1] == p[1] && at[2] == p[2];
}

astar_result as_link_nearest(astar_graph *g, const as_rules *rules, const astar_place *place, as_spot *spot)
{
  as_link_index *x = index_of(g);
  query q;
  uint32_t i;
  astar_assert(!g->cell_ops);
  if (!x || !follow(g, x)) return ASTAR_NO_MEMORY;
  q.graph = g;
  q.rules = rules;
  q.kinds = kinds_of_unit(g, rules);
  q.at[0] = place->x;
  q.at[1] = place->y;
  q.at[2] = place->z;
  q.axes = place->flat ? 2 : 3;
  q.best = INFINITY;
  q.key = UINT64_MAX;
  q.spot = spot;
  spot->node[0] = spot->node[1] = AS_NO_SLOT;
  spot->cost[0] = spot->cost[1] = INFINITY;
  spot->part = 0;
  memcpy(spot->at, q.at, sizeof spot->at);
  if (place->flat) spot->at[2] = 0;
  for (i = 0; i < x->recent_count; i++) try_link(&q, x->recent[i]);
  for (i = TREES; i-- > 0;) {
    if (x->trees[i].pair_count > 0) visit(&q, &x->trees[i], 0, bound_of(&q, &x->trees[i].knots[0]));
  }
  for (i = 0; i < 3; i++) spot->at[i] += 0.0; /* -0 becomes 0 */
  /* A spot at the place of a node, also after rounding, has the part 0 or 1. */
  if (q.key != UINT64_MAX && is_at(g, spot->at, spot->node[0])) spot->part = 0;
  else if (q.key != UINT64_MAX && is_at(g, spot->at, spot->node[1])) spot->part = 1;
  return ASTAR_OK;
}

/* ---- Invariants ---- */

/* Whether the link is below a knot, and its place in all boxes on the way. */
static bool is_below(const astar_graph *g, const tree *t, uint32_t at, pair link)
{
  const knot *k = &t->knots[at];
  const boxed i = item_of(g, link);
  uint32_t d, p;
  for (d = 0; d < 3; d++) {
    if (i.low[d] < k->low[d] || i.high[d] > k->high[d]) return false;
  }
  if (i.key < k->least || i.kinds & ~k->kinds) return false;
  if (k->count == 0) return is_below(g, t, at + 1, link) || is_below(g, t, k->at, link);
  for (p = 0; p < k->count; p++) {
    if (memcmp(&t->pairs[k->at + p], &link, sizeof link) == 0) return true;
  }
  return false;
}

void as_link_index_validate(const astar_graph *g)
{
  const as_link_index *x = g->link_index;
  uint32_t index, i, t;
  if (!x || x->read != g->journal->next) return;
  for (index = 0; index < g->layout->count; index++) {
    const as_node *n = &g->nodes[index];
    for (i = 0; is_alive(g, index) && i < n->all; i++) {
      const as_link *e = as_ends(g, n) + i;
      bool found = false;
      uint32_t r;
      pair link;
      if (e->to == AS_NO_SLOT) continue; /* free: see hub.h */
      link = pair_of(g, index, e->to);
      for (r = 0; r < x->recent_count; r++) found = found || memcmp(&x->recent[r], &link, sizeof link) == 0;
      for (t = 0; t < TREES && !found; t++) found = x->trees[t].pair_count > 0 && is_below(g, &x->trees[t], 0, link);
      astar_check(found);
    }
  }
}
