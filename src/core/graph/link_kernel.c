/* link_kernel.c: see link_kernel.h. */
#include "graph/link_kernel.h"

#include "base/bits.h"
#include "engine/path.h"
#include "graph/graph_space.h"
#include "graph/node.h"
#include "rules/advance.h"

/* ---- What it keeps ---- */

/*
** What the kernel reads of a node, and the state of the run. Between runs all nodes are as not reached. `mark` is the
** number of outgoing links, or a value for hubs, and bits for the run.
*/
typedef struct kernel_node {
  double g;        /* INFINITY if not reached */
  uint32_t parent; /* index; undefined if not reached */
  uint32_t mark;
  float at[3];     /* position, relative to the origin of the records */
  uint32_t first;  /* index of the first outgoing link; not kept up to date for hubs */
} kernel_node;

/* A node in a chain of the queue. */
typedef struct link_entry {
  uint32_t index; /* of the node */
  uint32_t next;  /* entry, or AS_NO_SLOT */
} link_entry;

#define CHAINS 4096u
#define NO_KEY UINT32_MAX

/*
** The queue. A key counts bucket widths from the f of the start. The chains hold the nodes whose keys are from `now` up
** to now + CHAINS, exclusive, by the lower bits of the key; nodes of greater keys are in the chain `far`.
** Entries are not reused within a run, so they list all nodes that it has reached.
*/
typedef struct link_queue {
  uint32_t *chains; /* first entries, or AS_NO_SLOT */
  link_entry *pool;
  uint32_t count, capacity; /* of the pool */
  uint32_t now;
  uint32_t far, far_least; /* far_least: lower bound of the keys in `far`; NO_KEY if that is empty */
  uint64_t groups;  /* bit set: which groups of 64 chains may have entries */
} link_queue;

typedef struct run {
  kernel_node *knode;
  const as_link *links;
  const double *costs;   /* of the rules */
  double target[3];      /* the goal, relative to the origin */
  double scale, slack;   /* the estimate is distance times scale, less slack */
  double first, per_key; /* f of the start; keys per unit of f */
  double most_key;       /* MOST_KEY: in a variable, compilers take the minimum without a branch */
  double bound;          /* cost of the goal so far */
  int32_t last;          /* key of `bound` */
  uint32_t start, goal;
  as_bounds bounds;      /* if there are landmarks */
  bool special;          /* the rules are limited, or some links have a terrain of their own */
  /* The work so far, for the limits above. */
  uint64_t again, moved, relaxed;
  uint32_t ahead;        /* index of the node taken from the queue to be expanded next, or AS_NO_SLOT */
  bool met;              /* a node that leads to the goal was reached */
} run;

typedef struct link_kernel {
  as_kernel kernel;
  as_journal *journal; /* that the records follow, held; NULL: there are none */
  uint64_t read;       /* entries of the journal read so far */
  kernel_node *knode;         /* by index */
  uint32_t capacity;
  double origin[3], reach; /* reach: upper bound on the coordinates relative to the origin */
  double typical_base; /* see ratios.h */
  link_queue queue;
  uint32_t *leading;   /* indices of nodes from which a path leads to the goal */
  uint32_t leading_count, leading_capacity;
  uint32_t leading_done; /* the links into the first of them were followed */
  as_space space;      /* of the query */
  as_path_node *path;  /* the path found: kernel.count nodes */
  uint32_t path_capacity;
  run run;
} link_kernel;

/* ---- Records ---- */

#define OUT 0xFFu /* in `mark`: the number of outgoing links, or: */
#define HUB 0xFFu /* a hub, whose links are found by its node */
#define OPEN 0x100u
#define LEADS 0x200u /* in `mark`: a path to the goal is known to begin here */
#define EXPANDED 0x400u

/* Positions in this range, relative to the origin, have squares that a double holds. */
#define MOST_REACH 1e30

/* Copy a node to its record, as one that has not been reached. */
static inline void refresh(link_kernel *k, const astar_graph *g, uint32_t index)
{
  const as_node *n = &g->nodes[index];
  kernel_node *knode = &k->knode[index];
  uint32_t i;
  for (i = 0; i < 3; i++) knode->at[i] = (float)(n->position[i] - k->origin[i]);
  knode->g = INFINITY;
  knode->mark = !(n->flags & AS_NODE_ALIVE) ? 0 : as_is_hub(n) ? HUB : n->out;
  knode->first = n->first;
}

/*
** The origin of an axis: a multiple of a power of two that is 8 to 16 times the extent, near its middle. It is 0 on
** most maps; so records, and with them the choice among equal paths, seldom depend on how the extent has come about.
*/
static double origin_of(double low, double high)
{
  const double middle = low + (high - low) / 2, extent = high - low;
  double step;
  uint64_t bits;
  memcpy(&bits, &extent, sizeof bits);
  bits &= (uint64_t)0x7FF << 52;
  memcpy(&step, &bits, sizeof step);
  step *= 16;
  if (!(extent < INFINITY && step < INFINITY)) return 0;
  if (!(step > 0 && fabs(middle / step) < 4503599627370496.0)) return middle;
  return floor(middle / step + 0.5) * step;
}

/* Set the origin from the extent of a graph. Returns the greatest coordinate relative to it. */
static double place_origin(const as_extent *extent, double origin[3])
{
  double reach = 0;
  uint32_t i;
  for (i = 0; i < 3; i++) {
    origin[i] = origin_of(extent->low[i], extent->high[i]);
    reach = as_max(reach, as_max(extent->high[i] - origin[i], origin[i] - extent->low[i]));
  }
  return reach;
}

/* Bring all that is derived from the graph up to date with it. False if out of memory. */
static bool follow(link_kernel *k, const astar_graph *g)
{
  const uint32_t count = g->layout->count;
  const bool ours = k->journal == g->journal && as_journal_reaches(g->journal, k->read);
  double origin[3];
  uint32_t i;
  if (ours && k->read == g->journal->next) return true;
  if (!as_reserve(k->kernel.memory, &k->knode, &k->capacity, count, sizeof *k->knode)) return false;
  if (k->journal != g->journal) {
    as_journal_release(k->journal);
    k->journal = as_journal_join(g->journal, count);
  }
  k->reach = place_origin(&g->extent, origin);
  k->typical_base = as_ratios_typical_base(&g->ratios);
  if (ours && memcmp(origin, k->origin, sizeof k->origin) == 0) {
    /* Slots are indices. Each node added since has an entry, which fills its record. */
    for (; k->read < g->journal->next; k->read++) {
      const uint32_t index = as_journal_at(g->journal, k->read).slot;
      if (index == AS_EDIT_ALL_SLOTS) break;
      refresh(k, g, index);
    }
  }
  if (k->read != g->journal->next || !ours || memcmp(origin, k->origin, sizeof k->origin) != 0) {
    memcpy(k->origin, origin, sizeof k->origin);
    for (i = 0; i < count; i++) refresh(k, g, i);
    k->read = g->journal->next;
  }
  return true;
}

/* ---- The queue ---- */

#define GROUP 64u /* chains */

/* Entries that are made at once, so that a short run does not pay for all that there is room for. */
#define FRESH_ENTRIES 256u

/* Make the memory of an empty queue that it has from the beginning. False if out of memory. */
static bool make_queue(link_queue *q, as_memory *m)
{
  if (!q->chains) {
    q->chains = as_new(m, CHAINS, uint32_t);
    if (!q->chains) return false;
    memset(q->chains, 0xFF, CHAINS * sizeof *q->chains); /* AS_NO_SLOT */
  }
  q->now = 0;
  q->far = AS_NO_SLOT;
  q->far_least = NO_KEY;
  return as_reserve(m, &q->pool, &q->capacity, FRESH_ENTRIES, sizeof *q->pool);
}

/* After a run: empty the queue, and make all records those of nodes that have not been reached. */
static void clear_run(link_kernel *k)
{
  link_queue *q = &k->queue;
  kernel_node *knode = k->knode;
  uint32_t i;
  for (i = 0; i < k->leading_count; i++) knode[k->leading[i]].mark &= OUT;
  k->leading_count = k->leading_done = 0;
  for (; q->groups != 0; q->groups &= q->groups - 1)
    memset(q->chains + as_lowest_bit(q->groups) * GROUP, 0xFF, GROUP * sizeof *q->chains);
  for (i = 0; i < q->count; i++) {
    knode[q->pool[i].index].g = INFINITY;
    knode[q->pool[i].index].mark &= OUT;
  }
  q->count = 0;
}

/* Put an entry into the chain of its key, which is at least `now`. */
static AS_INLINE void chain_entry(link_queue *q, uint32_t entry, uint32_t key)
{
  const uint32_t at = key % CHAINS;
  uint32_t *chain = &q->chains[at];
  if (key - q->now < CHAINS) {
    q->groups |= (uint64_t)1 << at / GROUP;
  } else {
    chain = &q->far;
    if (key < q->far_least) q->far_least = key;
  }
  q->pool[entry].next = *chain;
  *chain = entry;
}

/* Push a node; one whose key is less than `now` counts as if it were that. There must be room for an entry. */
static AS_INLINE void push(link_queue *q, uint32_t index, int32_t key)
{
  q->pool[q->count].index = index;
  chain_entry(q, q->count++, (uint32_t)(key < (int32_t)q->now ? (int32_t)q->now : key));
}

static AS_INLINE uint32_t least(uint32_t a, uint32_t b)
{
  return a < b ? a : b;
}

/* The key behind those of the group of a key. */
static AS_INLINE uint32_t group_end(uint32_t key)
{
  return (key | (GROUP - 1)) + 1;
}

/*
** The least key from `key` on whose chain is not empty, or one that is not less than `end`, which is of the same group.
*/
static AS_INLINE uint32_t scan(const link_queue *q, uint32_t key, uint32_t end)
{
  while (q->chains[key % CHAINS] == AS_NO_SLOT && ++key < end) continue;
  return key;
}

/* The least key whose chain is not empty, apart from `far`; NO_KEY if all are. */
static uint32_t next_key(link_queue *q)
{
  uint32_t key = scan(q, q->now, group_end(q->now)), group = q->now % CHAINS / GROUP;
  if (key < group_end(q->now)) return key;
  for (;;) {
    /* The groups behind that of `now`, then those before it, and at last the beginning of its own. */
    uint64_t groups = q->groups & ~(((uint64_t)2 << group) - 1);
    uint32_t end;
    if (groups == 0) groups = q->groups;
    if (groups == 0) return NO_KEY;
    group = as_lowest_bit(groups);
    key = q->now + (group * GROUP - q->now) % CHAINS;
    end = group_end(key);
    key = scan(q, key, end);
    if (key < end) return key;
    q->groups &= ~((uint64_t)1 << group);
  }
}

/* ---- A run ---- */

/*
** Nodes of one bucket are expanded in any order, so some are expanded again when they get cheaper: where links are much
** cheaper than the typical link, so that many fit into a bucket, this may happen exponentially often. A run ends with
** ASTAR_STALE when it has done so AGAIN_FREE times, and once more for each node that it has expanded; or when it has
** done WORK_FREE, and WORK more for each node and each end of a link, since a hub may be expanded again too often, too.
*/
#define AGAIN_FREE 1000u
#define AGAIN_PREPARED 8u /* times: on large graphs bounds by landmarks are rounded by more than a bucket */
#define WORK 3
#define WORK_FREE 10000

/* Links are relaxed in parts of this many. */
#define PART 64u

/* Keys above this count as equal. */
#define MOST_KEY 2147480000.0

#define LEAST_GAIN (1 - AS_CHEAPER)

/* The f of a node reached at cost g. */
static AS_INLINE double f_of(const run *r, double g, const kernel_node *node, const bool prepared)
{
  const double x = node->at[0] - r->target[0], y = node->at[1] - r->target[1], z = node->at[2] - r->target[2];
  double h = as_sqrt(x * x + y * y + z * z) * r->scale - r->slack;
  if (prepared) h = as_max(h, as_bound(&r->bounds, (uint32_t)(node - r->knode)));
  return g + h;
}

/* Slightly negative keys are possible, as estimates are not quite consistent. */
static AS_INLINE int32_t key_of(const run *r, double f)
{
  return (int32_t)as_max(as_min((f - r->first) * r->per_key, r->most_key), -1);
}

/* Open a node at cost g, whose f is less than the bound. */
static AS_INLINE void open_node(run *r, link_queue *q, uint32_t index, double g, double f, uint32_t parent)
{
  kernel_node *node = &r->knode[index];
  const as_link *links = r->links + node->first;
  node->g = g;
  node->parent = parent;
  node->mark |= OPEN;
  if (index == r->goal) {
    r->bound = g;
    r->last = key_of(r, g) > 0 ? key_of(r, g) : 0;
  }
  push(q, index, key_of(r, f));
  /* Most nodes are expanded soon after they are opened. */
  AS_PREFETCH(links);
  AS_PREFETCH(links + 4);
}

/* The cost of a link by the general rule. */
static AS_NOINLINE double special_cost(const astar_graph *g, const as_rules *rules, uint32_t from, const as_link *link)
{
  return as_link_cost(rules, &g->nodes[from], &g->nodes[link->to], link);
}

/* The cost of a node reached by a link from a node of cost `from`: INFINITY or NAN if the step cannot be made. */
static AS_INLINE double cost_by(const run *r, const astar_graph *g, const as_rules *rules, uint32_t index, double from,
                                const as_link *link)
{
  if (r->special) return as_advance(rules, from, special_cost(g, rules, index, link), link->to);
  return as_advance(rules, from, link->base * r->costs[link->entry & AS_ENTRY_TERRAIN], link->to);
}

/* Relax up to PART links of a node. */
static AS_INLINE void relax(run *r, link_queue *q, const astar_graph *graph, const as_rules *rules, uint32_t index,
                            double from, const as_link *links, uint32_t count, const bool prepared)
{
  uint32_t wanted[PART], n = 0, i;
  /* First find those that get cheaper, without a branch, which would often be mispredicted. */
  for (i = 0; i < count; i++) {
    wanted[n] = i;
    n += cost_by(r, graph, rules, index, from, &links[i]) < r->knode[links[i].to].g;
  }
  for (i = 0; i < n; i++) {
    const as_link *link = &links[wanted[i]];
    const kernel_node *next = &r->knode[link->to];
    const double g = cost_by(r, graph, rules, index, from, link), f = f_of(r, g, next, prepared);
    if (g < next->g * LEAST_GAIN && f < r->bound) open_node(r, q, link->to, g, f, index);
  }
}

/*
** Move the nodes in `far` whose keys are in reach to their chains; their keys are those of their present cost. Adds the
** number of nodes that it looked at to *moved.
*/
static void fetch_far(link_queue *q, const run *r, uint64_t *moved)
{
  uint32_t entry = q->far, next;
  q->now = q->far_least;
  q->far = AS_NO_SLOT;
  q->far_least = NO_KEY;
  for (; entry != AS_NO_SLOT; entry = next) {
    const kernel_node *node = &r->knode[q->pool[entry].index];
    next = q->pool[entry].next;
    ++*moved;
    if (node->mark & OPEN) {
      const int32_t key = key_of(r, f_of(r, node->g, node, r->bounds.count > 0));
      chain_entry(q, entry, key < (int32_t)q->now ? q->now : (uint32_t)key);
    }
  }
}

/* The least key whose chain is not empty, when those in `far` are in reach; NO_KEY if all nodes have been taken. */
static AS_NOINLINE uint32_t advance(link_queue *q, const run *r, uint64_t *moved)
{
  for (;;) {
    const uint32_t key = next_key(q);
    if (key < q->far_least || q->far_least == NO_KEY) return key;
    fetch_far(q, r, moved);
  }
}

/*
** A goal on an island would be found to be unreachable only when all nodes have been expanded. So while a run expands
** LEAD_EVERY nodes, it also follows the links into LEAD_NODES nodes that lead to the goal, beginning with itself, until
** none is left, or until one was reached.
*/
#define LEAD_EVERY 128u
#define LEAD_NODES 4u

/* Make room for so many more nodes that lead to the goal. False if out of memory. */
static bool reserve_leading(link_kernel *k, uint32_t more)
{
  return as_reserve(k->kernel.memory, &k->leading, &k->leading_capacity, (uint64_t)k->leading_count + more,
                    sizeof *k->leading);
}

/* Follow the links into the next node that leads to the goal. ASTAR_SEARCHING, ASTAR_FOUND or ASTAR_OUT_OF_MEMORY. */
static astar_status lead_one(link_kernel *k, const run *r, astar_graph *g, const as_rules *rules)
{
  const uint32_t index = k->leading[k->leading_done];
  as_node *n = &g->nodes[index];
  const as_link *link, *end;
  as_tidy(g, n);
  if (!reserve_leading(k, n->all)) return ASTAR_OUT_OF_MEMORY;
  k->leading_done++;
  for (link = as_ends(g, n), end = link + n->all; link < end; link++) {
    const as_link *back = as_link_back(g, index, link);
    kernel_node *from = &r->knode[link->to];
    if (!back || from->mark & LEADS) continue;
    if (r->special && !(as_link_cost(rules, &g->nodes[link->to], n, back) < INFINITY)) continue;
    if (from->g < INFINITY) return ASTAR_FOUND;
    if (isnan(rules->costs[as_node_entry(&g->nodes[link->to])])) continue; /* no path leads through it */
    from->mark |= LEADS;
    k->leading[k->leading_count++] = link->to;
  }
  return ASTAR_SEARCHING;
}

/* As described above. ASTAR_SEARCHING, ASTAR_FOUND, ASTAR_UNREACHABLE or ASTAR_OUT_OF_MEMORY. */
static AS_NOINLINE astar_status lead(link_kernel *k, const run *r, astar_graph *g,
                                     const as_rules *rules)
{
  astar_status status = ASTAR_SEARCHING;
  uint32_t i;
  if (k->leading_count == 0) {
    if (!reserve_leading(k, 1)) return ASTAR_OUT_OF_MEMORY;
    k->leading[k->leading_count++] = r->goal;
    r->knode[r->goal].mark |= LEADS;
  }
  for (i = 0; i < LEAD_NODES && status == ASTAR_SEARCHING; i++) {
    if (k->leading_done == k->leading_count) return ASTAR_UNREACHABLE;
    status = lead_one(k, r, g, rules);
  }
  return status;
}

/* Have room for `count` more entries. False if out of memory. */
static AS_NOINLINE bool add_entries(link_queue *q, as_memory *m, uint32_t count)
{
  return as_reserve(m, &q->pool, &q->capacity, (uint64_t)q->count + count, sizeof *q->pool);
}

/*
** Expand up to n nodes, until no open node can lead to a cheaper path. The run and the queue are copied to local
** variables, so that the compiler keeps them in registers: functions that are not inlined get other copies.
*/
static AS_INLINE astar_status run_on(link_kernel *k, run *result, astar_graph *g, const as_rules *rules,
                                     uint64_t n, const bool prepared)
{
  const uint64_t most = WORK_FREE + WORK * ((uint64_t)g->layout->count + g->links.count);
  run r = *result;
  link_queue q = k->queue;
  const uint64_t first_expanded = k->kernel.expanded;
  const uint64_t target = n < UINT64_MAX - first_expanded ? first_expanded + n : UINT64_MAX;
  uint64_t expanded = first_expanded, again = r.again, moved = r.moved, relaxed = r.relaxed;
  astar_status status = ASTAR_SEARCHING;
  uint32_t ahead = r.ahead;
  bool met = r.met, done = false;
  while (expanded < target) {
    uint32_t index = ahead, first, count;
    kernel_node *node;
    if (index == AS_NO_SLOT) {
      /* Most often it is that of `now`; no key above the last one needs to be found. */
      const uint32_t behind = (uint32_t)r.last + 1, end = least(least(group_end(q.now), behind), q.far_least);
      uint32_t key = scan(&q, q.now, end), entry;
      if (key == end && end < behind) {
        *result = r;
        k->queue = q;
        key = advance(&k->queue, result, &moved);
        q = k->queue;
      }
      done = key >= behind;
      if (done) break;
      q.now = key;
      entry = q.chains[key % CHAINS];
      q.chains[key % CHAINS] = q.pool[entry].next;
      index = q.pool[entry].index;
    }
    /* The node after this one is taken first, so that this does not wait for what is pushed here. */
    ahead = q.chains[q.now % CHAINS];
    if (ahead != AS_NO_SLOT) {
      q.chains[q.now % CHAINS] = q.pool[ahead].next;
      ahead = q.pool[ahead].index;
    }
    node = &r.knode[index];
    if (!(node->mark & OPEN)) continue; /* it was expanded by a cheaper entry */
    if ((int32_t)q.now == r.last && (index == r.goal || !(f_of(&r, node->g, node, prepared) < r.bound))) continue;
    first = node->first;
    count = node->mark & OUT;
    if (count == HUB) {
      as_tidy(g, &g->nodes[index]);
      first = g->nodes[index].first;
      count = g->nodes[index].out;
    }
    if (q.capacity - q.count < count) {
      bool room;
      k->queue = q;
      room = add_entries(&k->queue, k->kernel.memory, count);
      q = k->queue;
      if (!room) status = ASTAR_OUT_OF_MEMORY;
      if (!room) break;
    }
    again += (node->mark & EXPANDED) != 0;
    node->mark = (node->mark & ~OPEN) | EXPANDED;
    if (++expanded % LEAD_EVERY == 0) {
      if (expanded + relaxed + moved / 8 > most ||
          again > AGAIN_FREE + (expanded - again) * (prepared ? AGAIN_PREPARED : 1))
        status = ASTAR_STALE;
      *result = r;
      if (!met && status == ASTAR_SEARCHING) status = lead(k, result, g, rules);
      if (status == ASTAR_FOUND) {
        met = true;
        status = ASTAR_SEARCHING;
      }
      if (status != ASTAR_SEARCHING) break;
    }
    relaxed += count;
    for (; count > PART; count -= PART, first += PART)
      relax(&r, &q, g, rules, index, node->g, r.links + first, PART, prepared);
    relax(&r, &q, g, rules, index, node->g, r.links + first, count, prepared);
  }
  r.again = again;
  r.moved = moved;
  r.relaxed = relaxed;
  r.ahead = ahead;
  r.met = met;
  *result = r;
  k->queue = q;
  k->kernel.expanded = expanded;
  if (status != ASTAR_SEARCHING || !done) return status;
  return r.bound < INFINITY ? ASTAR_FOUND : ASTAR_UNREACHABLE;
}

static AS_NOINLINE astar_status run_plain(link_kernel *k, astar_graph *g, const as_rules *rules, uint64_t n)
{
  return run_on(k, &k->run, g, rules, n, false);
}

static AS_NOINLINE astar_status run_prepared(link_kernel *k, astar_graph *g, const as_rules *rules, uint64_t n)
{
  return run_on(k, &k->run, g, rules, n, true);
}

/* ---- A query ---- */

/* Buckets to a typical link. With landmarks, f is so near to the cost of the path that more of them pay. */
#define BUCKETS 8
#define BUCKETS_PREPARED 128

/* List the nodes of the path. False if out of memory. */
static bool trace(link_kernel *k, const run *r)
{
  uint32_t count = 1, at;
  for (at = r->goal; at != r->start; at = r->knode[at].parent) count++;
  if (!as_reserve(k->kernel.memory, &k->path, &k->path_capacity, count, sizeof *k->path)) return false;
  k->kernel.count = count;
  k->kernel.size = astar_path_size(count);
  for (at = r->goal; count > 0; at = r->knode[at].parent) {
    k->path[--count].slot = at;
    k->path[count].cost = r->knode[at].g;
  }
  return true;
}

/* All but the queue and its records. ASTAR_SEARCHING if there is something to search. */
static astar_status begin_run(link_kernel *k, const as_landmarks *landmarks, const astar_search_def *def)
{
  astar_graph *g = k->space.self;
  const as_rules *rules = &k->space.rules;
  const double scale = k->space.scale;
  /* Relative error of a float, and of the distance of two places with such coordinates. */
  const double precision = 5.9604644775390625e-8, rounding = 1.8e-15;
  run *r = &k->run;
  double width;
  uint32_t i;
  memset(r, 0, sizeof *r);
  r->knode = k->knode;
  r->links = g->links.list;
  r->costs = rules->costs;
  r->special = rules->limited || g->own_terrains > 0;
  r->start = as_slot(g->layout, def->start);
  r->goal = as_slot(g->layout, def->goals[0]);
  r->bound = INFINITY;
  r->last = INT32_MAX;
  r->most_key = MOST_KEY;
  r->ahead = AS_NO_SLOT;
  for (i = 0; i < 3; i++) r->target[i] = g->nodes[r->goal].position[i] - k->origin[i];
  /* Three coordinates, each off by half a unit in the last place of a float, or of the least float. */
  r->slack = scale * (2 * precision * k->reach + 1e-44);
  r->scale = scale - scale * rounding;
  if (r->start != r->goal && !(rules->costs[as_node_entry(&g->nodes[r->goal])] < INFINITY)) return ASTAR_UNREACHABLE;
  if (landmarks) as_landmarks_aim(landmarks, r->start, r->goal, &r->bounds);
  width = k->typical_base * (scale > 0 ? scale : 1) / (r->bounds.count > 0 ? BUCKETS_PREPARED : BUCKETS);
  r->per_key = as_min(1 / width, DBL_MAX);
  r->first = f_of(r, 0, &r->knode[r->start], r->bounds.count > 0);
  return ASTAR_SEARCHING;
}

static astar_status begin(as_kernel *kernel, const as_space *space, const as_landmarks *landmarks,
                          const astar_search_def *def)
{
  link_kernel *k = (link_kernel *)kernel;
  astar_status status;
  k->kernel.count = 0;
  kernel->expanded = 0;
  k->space = *space;
  if (!follow(k, space->self) || !make_queue(&k->queue, kernel->memory)) return ASTAR_OUT_OF_MEMORY;
  if (!(k->reach < MOST_REACH)) return ASTAR_STALE;
  status = begin_run(k, landmarks, def);
  if (status == ASTAR_SEARCHING) open_node(&k->run, &k->queue, k->run.start, 0, k->run.first, AS_NO_SLOT);
  return status;
}

static void stop(as_kernel *kernel)
{
  clear_run((link_kernel *)kernel);
}

static astar_status run_kernel(as_kernel *kernel, uint64_t n)
{
  link_kernel *k = (link_kernel *)kernel;
  astar_graph *g = k->space.self;
  const as_rules *rules = &k->space.rules;
  astar_status status = ASTAR_FOUND;
  if (k->run.start != k->run.goal)
    status = k->run.bounds.count > 0 ? run_prepared(k, g, rules, n) : run_plain(k, g, rules, n);
  if (status == ASTAR_SEARCHING) return status;
  if (status == ASTAR_FOUND && !trace(k, &k->run)) status = ASTAR_OUT_OF_MEMORY;
  clear_run(k);
  return status;
}

static void write_path(const as_kernel *kernel, astar_path *path)
{
  const link_kernel *k = (const link_kernel *)kernel;
  const astar_graph *g = k->space.self;
  uint32_t i;
  as_path_begin(path, &k->space, k->kernel.count, 0, k->path[k->kernel.count - 1].cost);
  for (i = 0; i < k->kernel.count; i++) {
    const as_path_node *at = &k->path[i];
    const as_node *n = &g->nodes[at->slot];
    astar_waypoint *w = &path->points[i];
    w->x = n->position[0];
    w->y = n->position[1];
    w->z = n->position[2];
    w->cost = at->cost;
    w->id = g->layout->ids[at->slot];
    w->generation = n->generation;
  }
  as_path_measure(path);
}

/* ---- Life ---- */

static void free_kernel(as_kernel *kernel)
{
  link_kernel *k = (link_kernel *)kernel;
  as_memory *m = kernel->memory;
  as_journal_release(k->journal);
  as_free(m, k->knode, k->capacity, kernel_node);
  as_free(m, k->queue.chains, k->queue.chains ? CHAINS : 0, uint32_t);
  as_free(m, k->queue.pool, k->queue.capacity, link_entry);
  as_free(m, k->leading, k->leading_capacity, uint32_t);
  as_free(m, k->path, k->path_capacity, as_path_node);
}

as_kernel *as_link_kernel_create(as_memory *m)
{
  static const as_kernel_ops ops = {begin, run_kernel, stop, write_path, free_kernel};
  link_kernel *k = as_kernel_create(m, sizeof *k, &ops);
  return k ? &k->kernel : NULL;
}
