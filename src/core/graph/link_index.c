/*
** link_index.c: see link_index.h. A tree of the boxes of links, each tagged with its key and its kinds. New links are
** inserted; links that are gone or have moved stay where they were until the tree is made anew.
**
** What is always true once follow() has succeeded: each link of the graph is in the tree, where the boxes around it
** contain it, and name its kinds. It may be there several times, and there may be links that are gone or have moved: a
** search looks at the graph itself before it takes a link. follow() makes the tree anew when these may be more than the
** others.
*/
#include "graph/link_index.h"

#include "base/heap.h"
#include "base/sorted.h"
#include "geometry/box_tree.h"
#include "graph/near.h"

#define LEAF_MAX 5u   /* links in a leaf */
#define FRESH_MIN 64u /* so many edits do not make the tree anew, however small it is */

#define EXACT_LOW 1e-130
#define EXACT_HIGH 1e130

typedef struct pair {
  uint32_t a, b; /* indices of the ends, as_link_point.node */
} pair;

struct as_link_index {
  as_journal *journal; /* of the graph */
  uint64_t read;       /* how far; UINT64_MAX: the index is to be made anew */
  as_box_tree tree;    /* items: indices of pairs */
  pair *pairs;
  uint32_t count, capacity;
  uint64_t made, fresh; /* links when it was made anew; edits, and links that were added, since then */
};

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

typedef struct links {
  const astar_graph *graph;
  const as_link_index *index;
} links;

/* The bounds of a link that exists. */
static as_tagged_box bounds_of_link(const astar_graph *g, pair link)
{
  const double *p = g->nodes[link.a].position, *q = g->nodes[link.b].position;
  as_tagged_box bounds;
  bounds.box = as_box_of_point(p);
  as_box_extend(&bounds.box, q);
  bounds.tag.low = as_min(p[2], q[2]);
  bounds.tag.high = as_max(p[2], q[2]);
  bounds.tag.least = key_of(g, link);
  bounds.tag.kinds = kinds_of_link(g, link);
  return bounds;
}

/* For the tree. Of a link that is gone, a place near by that no search looks at. */
static void bounds_of_item(const void *context, uint32_t item, as_tagged_box *bounds)
{
  const links *all = context;
  const astar_graph *g = all->graph;
  const pair link = all->index->pairs[item];
  if (end_of(g, link.a, link.b)) {
    *bounds = bounds_of_link(g, link);
    return;
  }
  memset(bounds, 0, sizeof *bounds);
  bounds->tag.least = UINT64_MAX;
  if (!is_alive(g, link.a)) return;
  bounds->box = as_box_of_point(g->nodes[link.a].position);
  bounds->tag.low = bounds->tag.high = g->nodes[link.a].position[2];
}

static as_box_source source_of(const links *all)
{
  as_box_source from = {bounds_of_item, NULL};
  from.context = all;
  return from;
}

static bool reserve(astar_graph *g, as_link_index *x, uint32_t count)
{
  return count < AS_BOX_TREE_LEAF && as_reserve(&g->memory, &x->pairs, &x->capacity, count, sizeof *x->pairs) &&
         as_box_tree_reserve(&x->tree, &g->memory, count, count);
}

static bool add(astar_graph *g, as_link_index *x, uint32_t a, uint32_t b)
{
  links all;
  as_box_source from;
  all.graph = g;
  all.index = x;
  from = source_of(&all);
  if (!reserve(g, x, x->count + 1)) return false;
  x->pairs[x->count] = pair_of(g, a, b);
  as_box_tree_insert(&x->tree, &from, x->count++);
  x->fresh++;
  return true;
}

/* Make the index anew. False if out of memory; the index is then empty. O(n log n). */
static bool make(astar_graph *g, as_link_index *x)
{
  uint32_t index, i;
  uint64_t count = 0;
  links all;
  as_box_source from;
  all.graph = g;
  all.index = x;
  from = source_of(&all);
  x->count = 0;
  x->made = x->fresh = 0;
  x->read = UINT64_MAX;
  as_box_tree_begin(&x->tree);
  for (index = 0; index < g->layout->count; index++) {
    if (!is_alive(g, index)) continue;
    as_tidy(g, &g->nodes[index]);
    count += g->nodes[index].all;
  }
  count /= 2;
  if (!reserve(g, x, (uint32_t)count)) return false;
  for (index = 0; index < g->layout->count; index++) {
    const as_node *n = &g->nodes[index];
    for (i = 0; is_alive(g, index) && i < n->all; i++) {
      const uint32_t to = as_ends(g, n)[i].to;
      if (index >= to) continue;
      x->pairs[x->count] = pair_of(g, index, to);
      as_box_tree_put(&x->tree, &from, x->count++);
    }
  }
  astar_assert(x->count == count);
  as_box_tree_end(&x->tree, &from);
  as_box_tree_trim(&x->tree, &g->memory);
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
  const uint32_t at = as_lower_bound(&list->index, count, sizeof *list, index);
  return at < count && list[at].index == index ? &list[at] : NULL;
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
  return x->fresh <= x->made + FRESH_MIN || make(g, x);
}

static as_link_index *index_of(astar_graph *g)
{
  as_link_index *x = g->link_index;
  if (x) return x;
  x = as_new(&g->memory, 1, as_link_index);
  if (!x) return NULL;
  memset(x, 0, sizeof *x);
  as_box_tree_init(&x->tree, LEAF_MAX, true);
  x->journal = as_journal_join(g->journal, g->layout->count);
  x->read = UINT64_MAX;
  return g->link_index = x;
}

void as_link_index_free(astar_graph *g)
{
  as_link_index *x = g->link_index;
  if (!x) return;
  as_box_tree_free(&x->tree, &g->memory);
  as_free(&g->memory, x->pairs, x->capacity, pair);
  as_journal_release(x->journal);
  as_free(&g->memory, x, 1, as_link_index);
  g->link_index = NULL;
}

/* ---- Searching ---- */

typedef struct query {
  const astar_graph *graph;
  const as_link_index *index;
  const as_rules *rules;
  uint64_t kinds; /* that the unit can use */
  double at[3];
  uint32_t axes;  /* 2 or 3 */
  double best;    /* the least distance so far */
  uint64_t key;   /* of that link; UINT64_MAX: there is none yet */
  as_link_point *point;
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
** Whether there may be a nearer link in a subtree where no distance is less than `bound`. Between
** EXACT_LOW and EXACT_HIGH as_length() is monotonic as computed, so the bound needs no slack there; nor at 0.
*/
static inline bool may_have_nearer(const query *q, double bound, const as_box_tag *tag)
{
  const double best = q->best;
  if (!(tag->kinds & q->kinds)) return false;
  if (q->key == UINT64_MAX || bound < best) return true;
  if (best == 0 || (best > EXACT_LOW && best < EXACT_HIGH)) return bound == best && tag->least < q->key;
  return bound <= best * AS_NEAR_SLACK;
}

static void try_link(query *q, uint32_t item)
{
  const astar_graph *g = q->graph;
  const pair link = q->index->pairs[item];
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
  q->point->node[0] = link.a;
  q->point->node[1] = link.b;
  memcpy(q->point->cost, cost, sizeof cost);
  memcpy(q->point->at, at, sizeof at);
  q->point->part = part;
}

static double gap(double at, double low, double high)
{
  return at < low ? low - at : at > high ? at - high : 0;
}

/* No place in a box is nearer than this. */
static inline double bound_of(const query *q, const as_box *box, const as_box_tag *tag)
{
  return as_length(gap(q->at[0], box->low[0], box->high[0]), gap(q->at[1], box->low[1], box->high[1]),
                   q->axes > 2 ? gap(q->at[2], tag->low, tag->high) : 0);
}

AS_DEFINE_BOX_WALK(link, query, bound_of, may_have_nearer, try_link)

static bool is_at(const astar_graph *g, const double at[3], uint32_t index)
{
  const double *p = g->nodes[index].position;
  return at[0] == p[0] && at[1] == p[1] && at[2] == p[2];
}

astar_result as_link_nearest(astar_graph *g, const as_rules *rules, const astar_place *place, as_link_point *point)
{
  as_link_index *x = index_of(g);
  query q;
  uint32_t i;
  astar_assert(!g->cell_ops);
  if (!x || !follow(g, x)) return ASTAR_NO_MEMORY;
  q.graph = g;
  q.index = x;
  q.rules = rules;
  q.kinds = kinds_of_unit(g, rules);
  q.at[0] = place->x;
  q.at[1] = place->y;
  q.at[2] = place->z;
  q.axes = place->flat ? 2 : 3;
  q.best = INFINITY;
  q.key = UINT64_MAX;
  q.point = point;
  point->node[0] = point->node[1] = AS_NO_SLOT;
  point->cost[0] = point->cost[1] = INFINITY;
  point->part = 0;
  memcpy(point->at, q.at, sizeof point->at);
  if (place->flat) point->at[2] = 0;
  link_walk(&q, &x->tree);
  for (i = 0; i < 3; i++) point->at[i] += 0.0; /* -0 becomes 0 */
  /* A point at the place of a node, also after rounding, has the part 0 or 1. */
  if (q.key != UINT64_MAX && is_at(g, point->at, point->node[0])) point->part = 0;
  else if (q.key != UINT64_MAX && is_at(g, point->at, point->node[1])) point->part = 1;
  return ASTAR_OK;
}

/* ---- Invariants ---- */

typedef struct finder {
  const as_link_index *index;
  pair link;
  as_tagged_box bounds; /* of the link */
  bool found;
} finder;

/* 0 if a box contains the link. */
static inline double is_outside(const finder *f, const as_box *box, const as_box_tag *tag)
{
  const as_box_tag *own = &f->bounds.tag;
  return !(as_in_box(box, f->bounds.box.low) && as_in_box(box, f->bounds.box.high) && tag->low <= own->low &&
           tag->high >= own->high && tag->least <= own->least && !(own->kinds & ~tag->kinds));
}

static inline bool may_find(const finder *f, double bound, const as_box_tag *tag)
{
  (void)tag;
  return bound == 0 && !f->found;
}

static inline void compare(finder *f, uint32_t item)
{
  f->found = f->found || memcmp(&f->index->pairs[item], &f->link, sizeof f->link) == 0;
}

AS_DEFINE_BOX_WALK(find, finder, is_outside, may_find, compare)

void as_link_index_validate(const astar_graph *g)
{
  const as_link_index *x = g->link_index;
  uint32_t index, i;
  if (!x || x->read != g->journal->next) return;
  for (index = 0; index < g->layout->count; index++) {
    const as_node *n = &g->nodes[index];
    for (i = 0; is_alive(g, index) && i < n->all; i++) {
      const uint32_t to = as_ends(g, n)[i].to;
      finder f;
      if (to == AS_NO_SLOT) continue; /* free: see hub.h */
      f.index = x;
      f.link = pair_of(g, index, to);
      f.bounds = bounds_of_link(g, f.link);
      f.found = false;
      find_walk(&f, &x->tree);
      astar_check(f.found);
    }
  }
}
