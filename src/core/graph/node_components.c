/*
** node_components.c: the components of a graph without cells. Each node that can be entered has a label, which is a
** vertex.
**
** What opens joins labels. What closes may divide a component: searches begin at all ends of what has closed, and take
** turns until they have met, or all but one have seen their whole component (Even and Shiloach 1981): at a cost that
** grows with the way around, or with the smaller components. If that is more than a share of the graph, or there are
** very many edits, all nodes are labelled anew.
*/
#include "graph/components.h"

#include "base/heap.h"

#define NONE AS_NO_SLOT

/* A search for what a closed node or link leaves connected: the entries of a queue of nodes, and all it has reached. */
typedef struct as_wave {
  uint32_t first, head, last; /* entries: the first ever, the next to expand or AS_NO_SLOT, the last */
  uint32_t at;                /* how many ends of the node to expand were looked at */
  uint32_t met;               /* union-find among waves that have met */
  uint32_t going;             /* at the root: waves of the class that are not exhausted */
} as_wave;

typedef struct as_wave_entry {
  uint32_t index, next;
} as_wave_entry;

typedef struct as_node_components {
  as_components base;
  uint32_t nodes;  /* by index: `label` and `seen` */
  uint32_t *label; /* or AS_NO_SLOT, for nodes that cannot be entered */
  uint32_t *seen;  /* scratch, all 0 between calls */
  uint32_t label_capacity, seen_capacity;
  uint32_t *list;  /* scratch */
  uint32_t listed, list_capacity;
  as_wave *waves;
  as_wave_entry *pool;
  uint32_t wave_capacity, pool_capacity;
} as_node_components;

/* ---- Links ---- */

static bool can_enter(const as_node_components *l, const as_node *n)
{
  return n->flags & AS_NODE_ALIVE && l->base.entered.enters[as_node_entry(n)];
}

#define BOTH_WAYS 3u

/* The directions of the end at a position of a node that can be passed: bit 0 out of the node, bit 1 into it. */
static uint32_t ways_of(const as_node_components *l, const astar_graph *g, uint32_t index, uint32_t position)
{
  const as_node *n = &g->nodes[index];
  const as_link *e = as_ends(g, n) + position, *back = as_link_back(g, index, e);
  return (uint32_t)(position < n->out && as_components_passes(&l->base, e)) |
         (uint32_t)(back && as_components_passes(&l->base, back)) << 1;
}

static bool joins(const as_node_components *l, uint32_t ways)
{
  return as_components_joins(&l->base, ways & 1, ways >> 1);
}

/*
** The neighbour at a position of the ends of a node, untidy or not; NONE if it has no label, the link does not join
** them, or the place is free.
*/
static uint32_t neighbour_of(const as_node_components *l, const astar_graph *g, uint32_t index, uint32_t position)
{
  const uint32_t to = as_ends(g, &g->nodes[index])[position].to;
  return to != NONE && l->label[to] != NONE && joins(l, ways_of(l, g, index, position)) ? to : NONE;
}

/* ---- Joining ---- */

/* A label of its own for a component; NONE if out of memory. */
static uint32_t new_label(as_node_components *l, as_memory *m, uint32_t flags)
{
  const uint32_t label = l->base.count;
  if (!as_components_reserve(&l->base, m, label + 1)) return NONE;
  l->base.flags[label] = (uint8_t)flags;
  return label;
}

/* Join a node that has a label to the neighbour at a position of its ends, if that has one, too. */
static void join_end(as_node_components *l, const astar_graph *g, uint32_t index, uint32_t position)
{
  const uint32_t to = neighbour_of(l, g, index, position);
  if (to != NONE)
    as_components_join(&l->base, l->label[index], l->label[to], ways_of(l, g, index, position) != BOTH_WAYS);
}

static void join_neighbours(as_node_components *l, const astar_graph *g, uint32_t index)
{
  uint32_t i;
  l->base.work += g->nodes[index].all;
  for (i = 0; i < g->nodes[index].all; i++) join_end(l, g, index, i);
}

/* ---- All nodes ---- */

/* Make room for all nodes; new ones have no label. False if out of memory. */
static bool reserve_nodes(as_node_components *l, astar_graph *g)
{
  const uint32_t count = g->layout->count;
  if (!as_reserve(&g->memory, &l->label, &l->label_capacity, count, sizeof *l->label) ||
      !as_reserve(&g->memory, &l->seen, &l->seen_capacity, count, sizeof *l->seen))
    return false;
  for (; l->nodes < count; l->nodes++) {
    l->label[l->nodes] = NONE;
    l->seen[l->nodes] = 0;
  }
  return true;
}

static bool label_all(as_node_components *l, astar_graph *g)
{
  const uint32_t count = g->layout->count;
  uint32_t i;
  l->nodes = 0;
  l->base.count = 0;
  l->base.stale = true;
  if (!reserve_nodes(l, g)) return false;
  l->nodes = count;
  l->base.work += count;
  for (i = 0; i < count; i++) {
    if (!can_enter(l, &g->nodes[i])) continue;
    if ((l->label[i] = new_label(l, &g->memory, 0)) == NONE) return false;
    join_neighbours(l, g, i);
  }
  l->base.read = g->journal->next;
  l->base.stale = false;
  return true;
}

/* ---- What has closed ---- */

/* Where the waves may have looked at so many ends, or at this share of the nodes, all nodes are labelled anew. */
#define LOOK_FREE 4096u
#define LOOK_SHARE 2u

static uint32_t class_of(as_wave *waves, uint32_t at)
{
  while (waves[at].met != at) at = waves[at].met = waves[waves[at].met].met;
  return at;
}

/* Let a wave reach a node. False if out of memory. */
static bool reach(as_node_components *l, as_memory *m, uint32_t wave, uint32_t index, uint32_t *entries)
{
  as_wave *w = &l->waves[wave];
  if (!as_reserve(m, &l->pool, &l->pool_capacity, (uint64_t)*entries + 1, sizeof *l->pool)) return false;
  l->pool[*entries].index = index;
  l->pool[*entries].next = NONE;
  if (w->first == NONE) w->first = *entries;
  else l->pool[w->last].next = *entries;
  if (w->head == NONE) w->head = *entries;
  w->last = (*entries)++;
  l->seen[index] = wave + 1;
  return true;
}

/* The state of all waves of a part. */
typedef struct division {
  uint32_t entries, classes, going; /* going: classes that are not exhausted */
} division;

/* Let a wave meet another, or itself. */
static void meet(as_wave *waves, uint32_t wave, uint32_t other, division *d)
{
  const uint32_t a = class_of(waves, wave), b = class_of(waves, other);
  if (a == b) return;
  if (waves[b].going > 0) d->going--;
  waves[a].going += waves[b].going;
  waves[b].met = a;
  d->classes--;
}

/* A hub is not expanded at once, since other waves may come to an end soon. */
#define SLICE 32u

/* Let a wave that is not exhausted expand a node, or a slice of it. False if out of memory. */
static bool expand(as_node_components *l, astar_graph *g, uint32_t wave, division *d)
{
  as_wave *w = &l->waves[wave];
  const uint32_t index = l->pool[w->head].index, all = g->nodes[index].all;
  const uint32_t end = all - w->at > SLICE ? w->at + SLICE : all;
  uint32_t own;
  l->base.work += end - w->at + 1;
  for (; w->at < end; w->at++) {
    const uint32_t to = neighbour_of(l, g, index, w->at);
    if (to == NONE) continue;
    if (l->seen[to] != 0) meet(l->waves, wave, l->seen[to] - 1, d);
    else if (!reach(l, &g->memory, wave, to, &d->entries)) return false;
  }
  if (end < all) return true;
  w->at = 0;
  w->head = l->pool[w->head].next;
  if (w->head != NONE) return true;
  own = class_of(l->waves, wave);
  if (--l->waves[own].going == 0) d->going--;
  return true;
}

/* Give each class of waves but one a label of its own. False if out of memory. */
static bool give_labels(as_node_components *l, as_memory *m, uint32_t count, uint32_t flags)
{
  as_wave *waves = l->waves;
  uint32_t kept = class_of(waves, 0), i;
  for (i = 0; i < count; i++) {
    if (waves[class_of(waves, i)].going > 0) kept = class_of(waves, i);
  }
  for (i = 0; i < count; i++) {
    const uint32_t own = class_of(waves, i);
    uint32_t entry;
    if (own == kept) continue;
    /* All waves of the class are exhausted; `head` of its root becomes its label. */
    if (waves[own].head == NONE && (waves[own].head = new_label(l, m, flags)) == NONE) return false;
    for (entry = waves[i].first; entry != NONE; entry = l->pool[entry].next)
      l->label[l->pool[entry].index] = waves[own].head;
  }
  return true;
}

/*
** Find out whether a component still connects these nodes of it, which had links that have gone. Sets `stale` if
** that takes too long. False if out of memory.
*/
static bool divide(as_node_components *l, astar_graph *g, const uint32_t *sources, uint32_t count)
{
  const uint64_t most = l->base.work + LOOK_FREE + l->nodes / LOOK_SHARE;
  const uint32_t flags = l->base.flags[as_components_root(&l->base, l->label[sources[0]])];
  division d = {0, 0, 0};
  bool done = as_reserve(&g->memory, &l->waves, &l->wave_capacity, count, sizeof *l->waves);
  uint32_t i, at;
  for (i = 0; i < count && done; i++) {
    as_wave *w = &l->waves[i];
    w->first = w->head = w->last = NONE;
    w->met = i;
    w->at = 0;
    w->going = 1;
    done = reach(l, &g->memory, i, sources[i], &d.entries);
  }
  d.classes = d.going = count;
  for (at = 0; done && d.classes > 1 && d.going > 1 && !l->base.stale; at = at + 1 < count ? at + 1 : 0) {
    if (l->waves[at].head != NONE) done = expand(l, g, at, &d);
    if (l->base.work > most) l->base.stale = true;
  }
  if (done && d.classes > 1 && !l->base.stale) done = give_labels(l, &g->memory, count, flags);
  for (i = 0; i < d.entries; i++) l->seen[l->pool[i].index] = 0;
  return done;
}

/* ---- Edits ---- */

typedef struct as_source {
  uint32_t root, index;
} as_source;

static inline bool comes_first(const as_source *a, const as_source *b)
{
  return a->root < b->root || (a->root == b->root && a->index < b->index);
}

AS_DEFINE_SORT(source, as_source, comes_first)

static bool list_node(as_node_components *l, as_memory *m, uint32_t index)
{
  if (!as_reserve(m, &l->list, &l->list_capacity, (uint64_t)l->listed + 1, sizeof *l->list)) return false;
  l->list[l->listed++] = index;
  return true;
}

/* Divide the parts of the nodes listed from `first` on, some of which may be listed twice. False if out of memory. */
static bool divide_all(as_node_components *l, astar_graph *g, uint32_t first)
{
  const uint32_t listed = l->listed - first;
  uint32_t count = 0, from, to, i;
  bool done = true;
  as_source *sources;
  if (listed < 2) return true;
  sources = as_new(&g->memory, listed, as_source);
  if (!sources) return false;
  for (i = first; i < l->listed; i++) {
    if (l->label[l->list[i]] == NONE) continue;
    sources[count].index = l->list[i];
    sources[count++].root = as_components_root(&l->base, l->label[l->list[i]]);
  }
  source_sort(sources, count);
  for (from = 0; from < count && done && !l->base.stale; from = to) {
    l->listed = 0;
    for (to = from; to < count && sources[to].root == sources[from].root; to++) {
      if (l->listed == 0 || l->list[l->listed - 1] != sources[to].index) l->list[l->listed++] = sources[to].index;
    }
    if (l->listed > 1) done = divide(l, g, l->list, l->listed);
  }
  as_free(&g->memory, sources, listed, as_source);
  return done;
}

/* Take the label of a node that cannot be entered any more; list its neighbours. False if out of memory. */
static bool close_node(as_node_components *l, astar_graph *g, uint32_t index)
{
  const as_node *n = &g->nodes[index];
  uint32_t i;
  l->label[index] = NONE;
  if (!(n->flags & AS_NODE_ALIVE)) return true; /* it has lost its links, which was noted of their other ends */
  l->base.work += n->all;
  for (i = 0; i < n->all; i++) {
    const uint32_t to = as_ends(g, n)[i].to;
    if (to != NONE && !list_node(l, &g->memory, to)) return false;
  }
  return true;
}

/* What edits did to a node, in `seen`. */
#define EDITED 1u
#define LINKED 2u   /* links may have been added */
#define UNLINKED 4u /* links may have been removed, or can be passed no more */

/* List the nodes that were edited, each once, with what was done in `seen`. False if out of memory. */
static bool list_edits(as_node_components *l, astar_graph *g)
{
  for (; l->base.read < g->journal->next; l->base.read++) {
    const as_edit e = as_journal_at(g->journal, l->base.read);
    /* A link that is set anew can be passed as before, unless it may have got a terrain. */
    const bool opens = e.what & AS_EDIT_CHEAPER && g->own_terrains == 0;
    l->base.work++;
    if (e.slot == AS_EDIT_ALL_SLOTS || !(e.what & (AS_EDIT_LINKS | AS_EDIT_ENTRY))) continue;
    if (l->seen[e.slot] == 0 && !list_node(l, &g->memory, e.slot)) return false;
    l->seen[e.slot] |= EDITED | (e.what & AS_EDIT_LINKS ? opens ? LINKED : LINKED | UNLINKED : 0);
  }
  return true;
}

/* More hubs than this that were edited at once are all looked at as other nodes are. */
#define MOST_HUBS 16u

/*
** Join edited nodes to their neighbours. A new link between nodes that had labels is found from either, so hubs need a
** look at other edited hubs only.
*/
static bool join_edited(as_node_components *l, astar_graph *g, uint32_t edited)
{
  uint32_t hubs[MOST_HUBS], hub_count = 0, i, k;
  for (i = 0; i < edited; i++) {
    const uint32_t index = l->list[i];
    const as_node *n = &g->nodes[index];
    const bool had = l->label[index] != NONE;
    if (!can_enter(l, n) || (had && !(l->seen[index] & LINKED))) continue;
    if (!had && (l->label[index] = new_label(l, &g->memory, 0)) == NONE) return false;
    if (!had || !as_is_hub(n) || hub_count == MOST_HUBS) {
      join_neighbours(l, g, index);
      continue;
    }
    for (k = 0; k < hub_count; k++) {
      const uint32_t at = as_find_end(g, n, hubs[k]);
      if (at < n->all) join_end(l, g, index, at);
    }
    hubs[hub_count++] = index;
  }
  return true;
}

/* Take edits into the labels. False if out of memory. */
static bool apply(as_node_components *l, astar_graph *g)
{
  uint32_t edited, i;
  bool done;
  l->listed = 0;
  done = reserve_nodes(l, g) && list_edits(l, g);
  edited = l->listed;
  done = done && join_edited(l, g, edited);
  for (i = 0; i < edited && done; i++) {
    const uint32_t index = l->list[i];
    if (l->label[index] == NONE) continue;
    if (!can_enter(l, &g->nodes[index])) done = close_node(l, g, index);
    else if (l->seen[index] & UNLINKED) done = list_node(l, &g->memory, index);
  }
  for (i = 0; i < edited; i++) l->seen[l->list[i]] = 0;
  return done && divide_all(l, g, edited);
}

/* ---- The interface ---- */

static bool follow(as_components *c, astar_graph *g)
{
  as_node_components *l = (as_node_components *)c;
  const as_journal *j = g->journal;
  if (!as_journal_reaches(j, c->read) || j->next - c->read > g->layout->count / 4 + 64) c->stale = true;
  if (c->count / 2 > g->layout->count + 1000) c->stale = true;
  if (!c->stale && !apply(l, g)) {
    c->stale = true;
    return false;
  }
  return !c->stale || label_all(l, g);
}

static uint32_t vertex(as_components *c, const astar_graph *g, uint32_t slot)
{
  (void)g;
  return ((const as_node_components *)c)->label[slot];
}

static uint32_t next_step(const astar_graph *g, const as_rules *rules, uint32_t slot, uint32_t *at)
{
  as_tidy(g, &g->nodes[slot]);
  return as_components_next_link(g, rules, slot, at);
}

static void destroy(as_components *c, astar_graph *g)
{
  as_node_components *l = (as_node_components *)c;
  as_memory *m = &g->memory;
  as_free(m, l->label, l->label_capacity, uint32_t);
  as_free(m, l->seen, l->seen_capacity, uint32_t);
  as_free(m, l->list, l->list_capacity, uint32_t);
  as_free(m, l->waves, l->wave_capacity, as_wave);
  as_free(m, l->pool, l->pool_capacity, as_wave_entry);
  as_free(m, l, 1, as_node_components);
}

static void validate(const as_components *c, const astar_graph *g)
{
  const as_node_components *l = (const as_node_components *)c;
  uint32_t index, i;
  for (index = 0; index < g->layout->count; index++) {
    const as_node *n = &g->nodes[index];
    astar_check(l->seen[index] == 0 && (l->label[index] != NONE) == can_enter(l, n));
    if (l->label[index] == NONE) continue;
    as_tidy(g, &g->nodes[index]);
    for (i = 0; i < n->all; i++) {
      const uint32_t to = neighbour_of(l, g, index, i);
      if (to == NONE) continue;
      astar_check(as_components_root(c, l->label[index]) == as_components_root(c, l->label[to]));
      astar_check(ways_of(l, g, index, i) == BOTH_WAYS ||
                  c->flags[as_components_root(c, l->label[index])] & AS_COMPONENT_LOOSE);
    }
  }
}

static const as_components_ops ops = {destroy, follow, vertex, NULL, next_step, validate};

as_components *as_node_components_create(astar_graph *g)
{
  as_node_components *l = as_new(&g->memory, 1, as_node_components);
  if (!l) return NULL;
  memset(l, 0, sizeof *l);
  l->base.ops = &ops;
  return &l->base;
}
