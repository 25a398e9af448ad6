/* board.c: makes boards: lists the nodes of a part, and the steps between them that lead both ways. */
#include "crowd/board.h"

/* While a board is made. */
typedef struct maker {
  as_board *board;
  as_pibt *pibt;
  const as_task *task;
  as_costs numbers; /* by slot: its node */
} maker;

void as_board_free(as_board *b)
{
  as_free(b->memory, b->spots, b->capacity, as_board_node);
  as_free(b->memory, b->to, b->edge_capacity, uint32_t);
  as_free(b->memory, b->starts, b->starts ? b->count + 1 : 0, uint32_t);
  as_free(b->memory, b->members, b->members ? b->count : 0, uint32_t);
  memset(b, 0, sizeof *b);
}

/* The node of a slot, made if there is none. AS_NO_NODE if out of memory. */
static uint32_t node_of(maker *k, uint32_t slot)
{
  as_board *b = k->board;
  double *at = as_costs_make(&k->numbers, b->memory, slot);
  as_board_node *spot;
  if (!at) return AS_NO_NODE;
  if (*at >= 0) return (uint32_t)*at;
  if (!as_reserve(b->memory, &b->spots, &b->capacity, (uint64_t)b->count + 1, sizeof *b->spots)) return AS_NO_NODE;
  spot = &b->spots[b->count];
  memset(spot, 0, sizeof *spot);
  spot->slot = slot;
  spot->who = AS_NOBODY;
  spot->block = AS_NO_NODE;
  *at = b->count;
  return b->count++;
}

/* List where steps from a node lead, each once. False if out of memory. */
static bool list_steps(maker *k, uint32_t node)
{
  as_board *b = k->board;
  const as_successor *head = as_pibt_steps(k->pibt, k->pibt->agents[k->task->only].unit, b->spots[node].slot);
  uint32_t i;
  if (!head || !as_reserve(b->memory, &b->to, &b->edge_capacity, (uint64_t)b->edges + head->slot, sizeof *b->to))
    return false;
  b->spots[node].first = b->spots[node].end = b->edges;
  for (i = 1; i <= head->slot; i++) {
    const bool inside = as_costs_get(k->task->inside, head[i].slot) >= 0;
    const uint32_t next = inside ? node_of(k, head[i].slot) : AS_NO_NODE;
    if (inside && next == AS_NO_NODE) return false;
    b->is_whole = b->is_whole && inside;
    if (!inside || next == node || b->spots[next].block == node) continue;
    b->spots[next].block = node; /* it is listed */
    b->to[b->edges++] = next;
    b->spots[node].end = b->edges;
  }
  return true;
}

/* Where edges come from, by node: those to node n are from[first[n]] to from[first[n + 1] - 1]. */
typedef struct sources {
  uint32_t *first, *from;
} sources;

static void list_sources(const as_board *b, sources *s)
{
  uint32_t node, i;
  memset(s->first, 0, ((size_t)b->count + 2) * sizeof *s->first);
  for (i = 0; i < b->edges; i++) s->first[b->to[i] + 2]++;
  for (node = 0; node < b->count; node++) s->first[node + 2] += s->first[node + 1];
  for (node = 0; node < b->count; node++) {
    for (i = b->spots[node].first; i < b->spots[node].end; i++) s->from[s->first[b->to[i] + 1]++] = node;
  }
}

/* Leave only edges that lead both ways. `block` marks where edges to a node come from. */
static void leave_two_way(as_board *b, const sources *s)
{
  uint32_t node, i;
  for (node = 0; node < b->count; node++) b->spots[node].block = AS_NO_NODE;
  for (node = 0; node < b->count; node++) {
    as_board_node *spot = &b->spots[node];
    uint32_t kept = spot->first;
    for (i = s->first[node]; i < s->first[node + 1]; i++) b->spots[s->from[i]].block = node;
    for (i = spot->first; i < spot->end; i++) {
      if (b->spots[b->to[i]].block == node) b->to[kept++] = b->to[i];
    }
    b->is_whole = b->is_whole && kept == spot->end;
    spot->end = kept;
  }
  for (node = 0; node < b->count; node++) b->spots[node].block = AS_NO_NODE;
}

/* The same. False if out of memory. */
static bool leave_edges(as_board *b)
{
  sources s;
  bool done;
  s.first = as_new(b->memory, (size_t)b->count + 2, uint32_t);
  s.from = as_new(b->memory, (size_t)b->edges + 1, uint32_t);
  done = s.first && s.from;
  if (done) {
    list_sources(b, &s);
    leave_two_way(b, &s);
  }
  as_free(b->memory, s.first, s.first ? (size_t)b->count + 2 : 0, uint32_t);
  as_free(b->memory, s.from, s.from ? (size_t)b->edges + 1 : 0, uint32_t);
  return done;
}

/* Whether a unit can make all steps of the board. *done is false if out of memory. */
static bool goes_everywhere(const maker *k, uint32_t unit, bool *done)
{
  const as_board *b = k->board;
  uint32_t node, i;
  for (node = 0; node < b->count; node++) {
    const as_successor *head = as_pibt_steps(k->pibt, unit, b->spots[node].slot);
    *done = head != NULL;
    for (i = b->spots[node].first; *done && i < b->spots[node].end; i++) {
      if (as_steps_cost(head, b->spots[b->to[i]].slot) == INFINITY) return false;
    }
    if (!*done) return false;
  }
  return true;
}

/* Whether the board has an edge from a node to a slot. */
static bool has_edge(const maker *k, uint32_t node, uint32_t slot)
{
  const as_board *b = k->board;
  const double next = as_costs_get(&k->numbers, slot);
  uint32_t i = b->spots[node].first;
  while (i < b->spots[node].end && (double)b->to[i] != next) i++;
  return i < b->spots[node].end;
}

/* Whether a unit can make steps from the board that are not on it. *done is false if out of memory. */
static bool goes_beyond(const maker *k, uint32_t unit, bool *done)
{
  const as_board *b = k->board;
  uint32_t node, i;
  for (node = 0; node < b->count; node++) {
    const as_successor *head = as_pibt_steps(k->pibt, unit, b->spots[node].slot);
    *done = head != NULL;
    for (i = 1; *done && i <= head->slot; i++) {
      if (head[i].slot != b->spots[node].slot && !has_edge(k, node, head[i].slot)) return true;
    }
    if (!*done) return false;
  }
  return false;
}

/* Put an agent on what it covers. One that cannot be moved is a wall. Whether it covers any of the board. */
static bool put_agent(maker *k, uint32_t agent, uint32_t slot, bool is_pebble)
{
  as_board *b = k->board;
  const as_pibt_agent *a = &k->pibt->agents[agent];
  bool found = false;
  uint32_t i;
  for (i = 0; i < a->size * a->size; i++) {
    const uint32_t cell = as_square_at(k->pibt->graph, a->size, slot, i);
    const double node = cell == AS_NO_SLOT ? -1 : as_costs_get(&k->numbers, cell);
    if (!(node >= 0)) continue;
    found = true;
    b->spots[(uint32_t)node].who = agent;
    if (is_pebble) continue;
    b->spots[(uint32_t)node].is_wall = true;
    b->is_whole = b->is_whole && a->policy == AS_FIXED;
  }
  return found;
}

/* Whether the crowd has an agent of a unit that may be moved. */
static bool has_agent(const maker *k, uint32_t unit)
{
  uint32_t i;
  for (i = 0; i < k->pibt->count; i++) {
    const as_pibt_agent *a = &k->pibt->agents[i];
    if (k->task->where[i] != AS_NO_SLOT && a->unit == unit && a->size == 1 && a->policy != AS_FIXED) return true;
  }
  return false;
}

/*
** Put all agents of a unit on the board. Those of another unit may leave it, so that it does not tell what they can do.
** False if out of memory.
*/
static bool put_unit(maker *k, uint32_t unit)
{
  const bool same = unit == k->pibt->agents[k->task->only].unit;
  bool done = true, goes, moves = false;
  uint32_t i;
  goes = same || (has_agent(k, unit) && goes_everywhere(k, unit, &done));
  for (i = 0; i < k->pibt->count && done; i++) {
    const as_pibt_agent *a = &k->pibt->agents[i];
    if (k->task->where[i] == AS_NO_SLOT || a->unit != unit) continue;
    moves |= put_agent(k, i, k->task->where[i], goes && a->size == 1 && a->policy != AS_FIXED) && a->policy != AS_FIXED;
  }
  if (done && !same && moves && k->board->is_whole) k->board->is_whole = !goes_beyond(k, unit, &done);
  return done;
}

static bool put_agents(maker *k)
{
  uint32_t unit;
  for (unit = 0; unit < k->pibt->unit_count; unit++) {
    if (!put_unit(k, unit)) return false;
  }
  return true;
}

/* Put walls last among the neighbours of a node. */
static void set_walls(as_board *b, as_board_node *spot)
{
  uint32_t i;
  for (spot->last = i = spot->first; i < spot->end; i++) {
    const uint32_t node = b->to[i];
    if (b->spots[node].is_wall) continue;
    b->to[i] = b->to[spot->last];
    b->to[spot->last++] = node;
  }
}

static bool make(maker *k)
{
  as_board *b = k->board;
  uint32_t i;
  if (node_of(k, k->task->where[k->task->only]) == AS_NO_NODE) return false;
  for (i = 0; i < b->count; i++) {
    if (!list_steps(k, i)) return false;
  }
  if (!leave_edges(b) || !put_agents(k)) return false;
  for (i = 0; i < b->count; i++) set_walls(b, &b->spots[i]);
  for (i = 0; i < k->task->place_count; i++) {
    const double node = as_costs_get(&k->numbers, k->task->places[i]);
    if (node >= 0) b->spots[(uint32_t)node].is_wanted = true;
  }
  return true;
}

bool as_board_make(as_board *b, as_pibt *p, const as_task *task)
{
  maker k;
  bool done;
  memset(b, 0, sizeof *b);
  memset(&k, 0, sizeof k);
  b->memory = p->memory;
  b->is_whole = true;
  k.board = b;
  k.pibt = p;
  k.task = task;
  done = make(&k);
  as_costs_free(&k.numbers, b->memory);
  if (!done) as_board_free(b);
  return done;
}

/* ---- Blocks ---- */

/* A depth-first walk (Tarjan 1974, "A note on finding the bridges of a graph"). */
typedef struct visit {
  uint32_t order; /* when it was entered, from 1; 0: not yet */
  uint32_t low;   /* the least order that it or one behind it has an edge to, but that to its parent */
  uint32_t parent;
  uint32_t next;  /* the next edge to look at */
} visit;

typedef struct walk {
  as_board *board;
  visit *visits;   /* by node */
  uint32_t *stack; /* nodes that are in no block yet, in the order in which they were entered */
  uint32_t height, entered;
} walk;

static void enter(walk *w, uint32_t node, uint32_t parent)
{
  visit *v = &w->visits[node];
  v->order = v->low = ++w->entered;
  v->parent = parent;
  v->next = w->board->spots[node].first;
  w->stack[w->height++] = node;
}

/* All on the stack from a node on are a block: a bridge leads there. */
static void close_block(walk *w, uint32_t node)
{
  as_board *b = w->board;
  uint32_t member;
  do {
    member = w->stack[--w->height];
    b->spots[member].block = b->blocks;
  } while (member != node);
  b->blocks++;
}

/* Look at the next edge of a node. Returns the node where the walk goes on; AS_NO_NODE at the end. */
static uint32_t walk_on(walk *w, uint32_t node)
{
  const as_board *b = w->board;
  visit *v = &w->visits[node];
  uint32_t next;
  if (v->next == b->spots[node].last) {
    if (v->low == v->order) close_block(w, node);
    if (v->parent != AS_NO_NODE && v->low < w->visits[v->parent].low) w->visits[v->parent].low = v->low;
    return v->parent;
  }
  next = b->to[v->next++];
  if (next == v->parent) return node;
  if (w->visits[next].order == 0) {
    enter(w, next, node);
    return next;
  }
  if (w->visits[next].order < v->low) v->low = w->visits[next].order;
  return node;
}

/* List the members of each block, and count free nodes. */
static void list_members(as_board *b)
{
  uint32_t node, block;
  memset(b->starts, 0, (b->count + 1) * sizeof *b->starts);
  for (node = 0; node < b->count; node++) {
    if (b->spots[node].block == AS_NO_NODE) continue;
    b->starts[b->spots[node].block + 1]++;
    b->free += b->spots[node].who == AS_NOBODY;
  }
  for (block = 0; block < b->blocks; block++) b->starts[block + 1] += b->starts[block];
  for (node = b->count; node-- > 0;) {
    if (b->spots[node].block != AS_NO_NODE) b->members[--b->starts[b->spots[node].block + 1]] = node;
  }
  /* Each start was moved back to that of its block. */
  for (block = 0; block < b->blocks; block++) b->starts[block] = b->starts[block + 1];
  b->starts[b->blocks] = 0;
  for (node = 0; node < b->count; node++) b->starts[b->blocks] += b->spots[node].block != AS_NO_NODE;
}

bool as_board_divide(as_board *b)
{
  walk w;
  uint32_t node = b->self;
  memset(&w, 0, sizeof w);
  w.board = b;
  b->starts = as_new(b->memory, b->count + 1, uint32_t);
  b->members = as_new(b->memory, b->count, uint32_t);
  w.visits = as_new(b->memory, b->count, visit);
  w.stack = as_new(b->memory, b->count, uint32_t);
  if (b->starts && b->members && w.visits && w.stack) {
    memset(w.visits, 0, b->count * sizeof *w.visits);
    enter(&w, node, AS_NO_NODE);
    while (node != AS_NO_NODE) node = walk_on(&w, node);
    list_members(b);
  } else {
    node = 0; /* not found */
  }
  as_free(b->memory, w.visits, w.visits ? b->count : 0, visit);
  as_free(b->memory, w.stack, w.stack ? b->count : 0, uint32_t);
  return node == AS_NO_NODE;
}
