/* pebble_moves.c: see pebble_moves.h. */
#include "crowd/pebble_moves.h"

/* A route that takes more moves of all agents, or visits more nodes, is given up. */
#define MOST_MOVES 65536u
#define MOST_WORK 1048576u

bool as_pebble_moves_init(as_pebble_moves *m)
{
  as_memory *memory = m->board->memory;
  const uint32_t count = m->board->count;
  m->parent = as_new(memory, count, uint32_t);
  m->queue = as_new(memory, count, uint32_t);
  m->trail = as_new(memory, count, uint32_t);
  m->met = as_new(memory, count, bool);
  m->shut = as_new(memory, count, bool);
  if (m->parent && m->queue && m->trail && m->met && m->shut) {
    memset(m->shut, 0, count * sizeof *m->shut);
    return true;
  }
  as_pebble_moves_free(m);
  return false;
}

void as_pebble_moves_free(as_pebble_moves *m)
{
  as_memory *memory = m->board->memory;
  const uint32_t count = m->board->count;
  as_free(memory, m->parent, m->parent ? count : 0, uint32_t);
  as_free(memory, m->queue, m->queue ? count : 0, uint32_t);
  as_free(memory, m->trail, m->trail ? count : 0, uint32_t);
  as_free(memory, m->met, m->met ? count : 0, bool);
  as_free(memory, m->shut, m->shut ? count : 0, bool);
  as_free(memory, m->list, m->capacity, as_move);
  m->list = NULL;
  m->capacity = 0;
  m->parent = m->queue = m->trail = NULL;
  m->met = m->shut = NULL;
}

/* ---- Moves ---- */

/* A row ends. */
static void end_row(as_pebble_moves *m)
{
  if (m->count > 0 && m->list[m->count - 1].row == m->rows) m->rows++;
}

/* Note that the agent on a node goes to a neighbour, in the row that is being made. */
static bool note(as_pebble_moves *m, uint32_t from, uint32_t to)
{
  as_move *move;
  if (m->count >= MOST_MOVES) return false;
  if (!as_reserve(m->board->memory, &m->list, &m->capacity, (uint64_t)m->count + 1, sizeof *m->list)) {
    m->torn = true;
    return false;
  }
  move = &m->list[m->count++];
  move->row = m->rows;
  move->who = m->board->spots[from].who;
  move->from = from;
  move->to = to;
  if (from == m->board->self) m->board->self = to;
  return true;
}

/* Move the agent on a node to a free neighbour. */
static bool move(as_pebble_moves *m, uint32_t from, uint32_t to)
{
  as_board *b = m->board;
  if (!note(m, from, to)) return false;
  b->spots[to].who = b->spots[from].who;
  b->spots[from].who = AS_NOBODY;
  end_row(m);
  return true;
}

/* Move all between a free node and the one where the walk began, by one node each: that one is free then. */
static bool shift(as_pebble_moves *m, uint32_t hole, uint32_t begin)
{
  for (; hole != begin; hole = m->parent[hole]) {
    if (!move(m, m->parent[hole], hole)) return false;
  }
  return true;
}

/* ---- Walks ---- */

/* A node to look for: free; taken; next to a node, but by a way of at least three nodes; or a node. */
typedef enum target { FREE, TAKEN, ROUND, NODE } target;

static bool is_met(const as_pebble_moves *m, target what, uint32_t node, uint32_t begin, uint32_t other)
{
  const as_board *b = m->board;
  uint32_t k;
  if (what == FREE) return b->spots[node].who == AS_NOBODY;
  if (what == TAKEN) return b->spots[node].who != AS_NOBODY;
  if (what == NODE) return node == other;
  for (k = b->spots[node].first; node != begin && k < b->spots[node].last; k++) {
    if (b->to[k] == other) return true;
  }
  return false;
}

/*
** Walk breadth-first from a node to the nearest one of a kind, not through `avoid`, nor through what is shut. `parent`
** leads back. AS_NO_NODE if there is none.
*/
static uint32_t look(as_pebble_moves *m, target what, uint32_t begin, uint32_t avoid, uint32_t other)
{
  const as_board *b = m->board;
  uint32_t tail = 0, i, k;
  m->work += b->count / 64; /* to clear `met` */
  if (m->work >= MOST_WORK) return AS_NO_NODE;
  memset(m->met, 0, b->count * sizeof *m->met);
  m->met[begin] = true;
  m->queue[tail++] = begin;
  for (i = 0; i < tail; i++) {
    const uint32_t node = m->queue[i];
    m->work++;
    if (is_met(m, what, node, begin, other)) return node;
    for (k = b->spots[node].first; k < b->spots[node].last; k++) {
      const uint32_t next = b->to[k];
      if (m->met[next] || m->shut[next] || next == avoid) continue;
      m->met[next] = true;
      m->parent[next] = node;
      m->queue[tail++] = next;
    }
  }
  return AS_NO_NODE;
}

/* Everyone on a cycle through the agent goes on by one node, the agent to `to`. */
static bool turn(as_pebble_moves *m, uint32_t to)
{
  as_board *b = m->board;
  const uint32_t self = b->self, me = b->spots[self].who;
  uint32_t node = m->turns ? look(m, ROUND, to, self, self) : AS_NO_NODE;
  uint32_t into = self;
  if (node == AS_NO_NODE) return false;
  if (!note(m, self, to)) return false;
  b->self = AS_NO_NODE; /* on its way */
  b->spots[self].who = AS_NOBODY;
  for (; into != to; into = node, node = m->parent[node]) {
    if (b->spots[node].who != AS_NOBODY && !note(m, node, into)) return false;
    b->spots[into].who = b->spots[node].who;
    b->spots[node].who = AS_NOBODY;
    if (node == to) break;
  }
  b->spots[to].who = me;
  b->self = to;
  end_row(m);
  return true;
}

/* The agent goes to a neighbour, and pushes who stands there away from it; or they go round. */
static bool step(as_pebble_moves *m, uint32_t to)
{
  const uint32_t self = m->board->self, hole = look(m, FREE, to, self, 0);
  if (hole == AS_NO_NODE) return turn(m, to);
  return shift(m, hole, to) && move(m, self, to);
}

/* The agent goes to another node of its block. */
static bool go_in_block(as_pebble_moves *m, uint32_t to)
{
  as_board *b = m->board;
  uint32_t count = 0, node;
  /* From the end, so that the way begins where the agent is. */
  const uint32_t begin = look(m, NODE, to, AS_NO_NODE, b->self);
  if (begin == AS_NO_NODE) return false;
  for (node = begin; node != to; node = m->parent[node]) m->trail[count++] = m->parent[node];
  for (node = 0; node < count; node++) {
    if (!step(m, m->trail[node])) return false;
  }
  return true;
}

/* ---- Free nodes behind a bridge ---- */

/* Shut all behind a bridge, and count what is free there. */
static uint32_t shut_side(as_pebble_moves *m, uint32_t from, uint32_t first)
{
  const as_board *b = m->board;
  uint32_t tail = 0, count = 0, i, k;
  memset(m->shut, 0, b->count * sizeof *m->shut);
  m->shut[first] = true;
  m->queue[tail++] = first;
  for (i = 0; i < tail; i++) {
    const as_board_node *spot = &b->spots[m->queue[i]];
    count += spot->who == AS_NOBODY;
    for (k = spot->first; k < spot->last; k++) {
      if (m->shut[b->to[k]] || b->to[k] == from) continue;
      m->shut[b->to[k]] = true;
      m->queue[tail++] = b->to[k];
    }
  }
  return count;
}

static void open_all(as_pebble_moves *m)
{
  memset(m->shut, 0, m->board->count * sizeof *m->shut);
}

/* Shut what is open, and open what is shut. */
static void invert(as_pebble_moves *m)
{
  uint32_t node;
  for (node = 0; node < m->board->count; node++) m->shut[node] = !m->shut[node];
}

/* Bring the nearest agent behind a bridge to the first node there, which is free. All behind it is shut. */
static bool bring_up(as_pebble_moves *m, uint32_t from, uint32_t first)
{
  uint32_t node;
  invert(m);
  node = look(m, TAKEN, first, from, 0);
  invert(m);
  if (node == AS_NO_NODE) return false; /* nothing but free nodes */
  for (; node != first; node = m->parent[node]) {
    if (!move(m, node, m->parent[node])) return false;
  }
  return true;
}

/* Get one more free node behind a bridge, from outside. All behind it is shut. */
static bool pull(as_pebble_moves *m, uint32_t from, uint32_t first)
{
  uint32_t hole;
  if (m->board->spots[first].who == AS_NOBODY && !bring_up(m, from, first)) return false;
  m->shut[first] = false;
  hole = look(m, FREE, first, m->board->self, 0);
  m->shut[first] = true;
  return hole != AS_NO_NODE && shift(m, hole, first);
}

/*
** The agent is in the block of a node from which a bridge leads. Get so many free nodes behind it, while the agent
** stands where it is not in the way of them; then it goes to that node.
*/
static bool gather_in_block(as_pebble_moves *m, const as_leg *leg)
{
  const as_board *b = m->board;
  const uint32_t block = b->spots[leg->from].block;
  uint32_t count = shut_side(m, leg->from, leg->first), i = b->starts[block];
  while (count < leg->need) {
    if (b->self != leg->from && pull(m, leg->from, leg->first)) {
      count++;
      continue;
    }
    if (m->torn) return false;
    for (; i < b->starts[block + 1] && (b->members[i] == b->self || b->members[i] == leg->from); i++) {}
    if (i == b->starts[block + 1] || !go_in_block(m, b->members[i++])) return false;
  }
  return go_in_block(m, leg->from);
}

/*
** The agent is on a junction. It steps aside to a neighbour; up to `most` free nodes are brought behind another one,
** `first`, of those that are behind neither of the two; and it comes back.
*/
static bool step_aside(as_pebble_moves *m, uint32_t aside, uint32_t first, uint32_t most)
{
  const as_board *b = m->board;
  const uint32_t junction = b->self;
  uint32_t hole;
  (void)shut_side(m, junction, aside);
  invert(m);
  if (!step(m, aside)) return false;
  (void)shut_side(m, junction, first);
  while (most-- > 0) {
    if (!pull(m, junction, first)) return false;
  }
  hole = look(m, FREE, junction, aside, 0);
  return hole != AS_NO_NODE && shift(m, hole, junction) && step(m, junction);
}

/* The same, to get `need` free nodes behind `first`: one attempt. Sets *count to how many there are then. */
static bool improve(as_pebble_moves *m, uint32_t first, uint32_t need, uint32_t *count)
{
  const as_board *b = m->board;
  const uint32_t junction = b->self;
  uint32_t aside = AS_NO_NODE, third = AS_NO_NODE, least = UINT32_MAX, all = 0, k, brought;
  for (k = b->spots[junction].first; k < b->spots[junction].last; k++) {
    const uint32_t node = b->to[k], behind = node == first ? 0 : shut_side(m, junction, node);
    all += behind;
    if (behind == 0 && node != first) third = node;
    if (behind == 0 || behind >= least) continue;
    least = behind;
    aside = node;
  }
  if (aside == AS_NO_NODE) return false;
  if (all > least) {
    brought = need - *count < all - least ? need - *count : all - least;
    *count += brought;
    return step_aside(m, aside, first, brought);
  }
  /* All the rest are behind one: some have to be brought behind a third one first. */
  return third != AS_NO_NODE && step_aside(m, first, third, 1);
}

static bool gather_at_junction(as_pebble_moves *m, const as_leg *leg)
{
  uint32_t count = shut_side(m, leg->from, leg->first), tries;
  for (tries = 0; count < leg->need && tries < 4; tries++) {
    if (!improve(m, leg->first, leg->need, &count)) return false;
  }
  return count >= leg->need;
}

/* ---- Routes ---- */

/* Whether there are enough free nodes behind the first step of a leg; if not, get them there. */
static bool gather(as_pebble_moves *m, const as_leg *leg)
{
  const as_board *b = m->board;
  if (as_board_size(b, leg->from) > 1) return gather_in_block(m, leg);
  if (as_board_is_junction(b, leg->from)) return gather_at_junction(m, leg);
  return shut_side(m, leg->from, leg->first) >= leg->need;
}

static bool make_leg(as_pebble_moves *m, const as_leg *leg)
{
  const as_board *b = m->board;
  uint32_t from = leg->from, node = leg->first;
  if (!gather(m, leg)) return false;
  open_all(m);
  while (step(m, node)) {
    const uint32_t next = node == leg->last ? AS_NO_NODE : as_board_beyond(b, from, node);
    if (next == AS_NO_NODE) return true;
    from = node;
    node = next;
  }
  return false;
}

/* Legs are linked from the last to the first: this makes those up to one of them. */
static bool make_legs(as_pebble_moves *m, const as_route *r, uint32_t last)
{
  uint32_t count = 0, i, leg;
  for (leg = last; leg != AS_NO_LEG; leg = r->legs[leg].before) count++;
  while (count-- > 0) {
    for (leg = last, i = 0; i < count; i++) leg = r->legs[leg].before;
    if (!make_leg(m, &r->legs[leg])) return false;
  }
  return true;
}

bool as_pebble_moves_make(as_pebble_moves *m, const as_route *r)
{
  if (!make_legs(m, r, r->leg)) return false;
  open_all(m);
  return go_in_block(m, r->end);
}
