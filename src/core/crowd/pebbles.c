/* pebbles.c: see pebbles.h. */
#include "crowd/pebbles.h"

#include "base/sorted.h"
#include "crowd/pebble_rows.h"

#define MOST_ROWS 16384u

/* ---- Who is in the way ---- */

/*
** Walk from the agent to a node that is wanted, through everybody; through walls only if there is no other way. Returns
** who is the first on that way: the first wall, if there is one. `parent` and `queue` are scratch.
*/
static uint32_t first_on_way(const as_board *b, bool through_walls, uint32_t *parent, uint32_t *queue)
{
  uint32_t tail = 0, found = AS_NO_NODE, who = AS_NOBODY, i, k;
  for (i = 0; i < b->count; i++) parent[i] = AS_NO_NODE;
  parent[b->self] = b->self;
  queue[tail++] = b->self;
  for (i = 0; i < tail && found == AS_NO_NODE; i++) {
    const as_board_node *spot = &b->spots[queue[i]];
    if (spot->is_wanted) found = queue[i];
    for (k = spot->first; k < (through_walls ? spot->end : spot->last); k++) {
      if (parent[b->to[k]] != AS_NO_NODE) continue;
      parent[b->to[k]] = queue[i];
      queue[tail++] = b->to[k];
    }
  }
  for (; found != AS_NO_NODE && found != b->self; found = parent[found]) {
    const as_board_node *spot = &b->spots[found];
    if (spot->who != AS_NOBODY && spot->is_wall == through_walls) who = spot->who;
  }
  return who;
}

/* False if out of memory. */
static bool find_barrier(const as_board *b, uint32_t *barrier)
{
  uint32_t *parent = as_new(b->memory, b->count, uint32_t), *queue = as_new(b->memory, b->count, uint32_t);
  const bool done = parent && queue;
  if (done) {
    *barrier = first_on_way(b, false, parent, queue);
    if (*barrier == AS_NOBODY) *barrier = first_on_way(b, true, parent, queue);
  }
  as_free(b->memory, parent, parent ? b->count : 0, uint32_t);
  as_free(b->memory, queue, queue ? b->count : 0, uint32_t);
  return done;
}

as_pebbles_answer as_pebbles_ask(as_pibt *p, const as_task *task, bool whole, uint32_t *barrier)
{
  as_board board;
  as_route route;
  as_pebbles_answer answer = AS_PEBBLES_NO_MEMORY;
  *barrier = AS_NOBODY;
  if (!as_board_make(&board, p, task)) return AS_PEBBLES_NO_MEMORY;
  if (as_board_divide(&board) && as_route_find(&route, &board, board.free)) {
    /* Steps that take whole seconds do not let all on a cycle go on at once. */
    if (route.end != AS_NO_NODE) answer = p->timing == AS_IN_SECONDS ? AS_PEBBLES_UNKNOWN : AS_PEBBLES_FREE;
    else if (!whole || !board.is_whole) answer = AS_PEBBLES_UNKNOWN;
    else if (find_barrier(&board, barrier)) answer = AS_PEBBLES_BARRED;
    as_route_free(&route, board.memory);
  }
  as_board_free(&board);
  return answer;
}

/* ---- Plans ---- */

/* Set who takes part in a plan, of which `who` has room for each move. */
static void set_members(as_plan *plan, const as_pebble_moves *m, uint32_t *who)
{
  uint32_t i;
  for (i = 0; i < m->count; i++) who[i] = m->list[i].who;
  as_sort(who, m->count);
  for (i = 0; i < m->count; i++) {
    if (i == 0 || who[i] != who[i - 1]) who[plan->agents++] = who[i];
  }
}

/* Write the rows of a plan. `at` has the slots of the crowd's agents. */
static void write_rows(as_plan *plan, const as_pebble_moves *m, uint32_t *at)
{
  uint32_t i = 0, k, row;
  for (row = 0; row < m->rows; row++) {
    for (; i < m->count && m->list[i].row == row; i++) at[m->list[i].who] = m->board->spots[m->list[i].to].slot;
    for (k = 0; k < plan->agents; k++) plan->slots[(size_t)row * plan->agents + k] = at[plan->who[k]];
  }
}

/* Make room for the rows. False if out of memory; then nothing is allocated. */
static bool make_room(as_plan *plan, as_memory *memory, const uint32_t *who)
{
  const size_t size = (size_t)plan->steps * plan->agents;
  plan->who = as_new(memory, plan->agents, uint32_t);
  plan->slots = as_new(memory, size, uint32_t);
  if (plan->who && plan->slots) {
    memcpy(plan->who, who, plan->agents * sizeof *who);
    return true;
  }
  as_free(memory, plan->who, plan->who ? plan->agents : 0, uint32_t);
  as_free(memory, plan->slots, plan->slots ? size : 0, uint32_t);
  return false;
}

/* Make a plan of moves; `who` has room for each, `at` for each agent of the crowd. False if out of memory. */
static bool fill_plan(as_pibt *p, const as_task *task, const as_pebble_moves *m, uint32_t *who, uint32_t *at,
                      as_plan *plan)
{
  as_plan made;
  memset(&made, 0, sizeof made);
  set_members(&made, m, who);
  made.steps = m->rows;
  if (!make_room(&made, p->memory, who)) return false;
  memcpy(at, task->where, p->count * sizeof *at);
  write_rows(&made, m, at);
  as_plan_drop(plan, p->memory);
  *plan = made;
  return true;
}

/* False if out of memory. */
static bool make_plan(as_pibt *p, const as_task *task, const as_pebble_moves *m, as_plan *plan)
{
  uint32_t *who = as_new(p->memory, m->count, uint32_t), *at = as_new(p->memory, p->count, uint32_t);
  const bool done = who && at && fill_plan(p, task, m, who, at, plan);
  as_free(p->memory, who, who ? m->count : 0, uint32_t);
  as_free(p->memory, at, at ? p->count : 0, uint32_t);
  return done;
}

/* Make the moves of a route, and a plan of them. With whole seconds nobody follows another at once. */
static as_pebbles_answer follow_route(as_pibt *p, const as_task *task, as_board *b, const as_route *r, as_plan *plan)
{
  const bool follows = p->timing != AS_IN_SECONDS;
  as_pebble_moves m;
  as_pebbles_answer answer = AS_PEBBLES_UNKNOWN;
  memset(&m, 0, sizeof m);
  m.board = b;
  m.turns = follows;
  if (!as_pebble_moves_init(&m)) return AS_PEBBLES_NO_MEMORY;
  if (as_pebble_moves_make(&m, r) && m.count > 0 && as_rows_pack(&m, p->count, follows, p->squares) &&
      m.rows <= MOST_ROWS)
    answer = make_plan(p, task, &m, plan) ? AS_PEBBLES_FREE : AS_PEBBLES_NO_MEMORY;
  if (m.torn) answer = AS_PEBBLES_NO_MEMORY;
  as_pebble_moves_free(&m);
  return answer;
}

as_pebbles_answer as_pebbles_plan(as_pibt *p, const as_task *task, as_plan *plan)
{
  as_board board;
  as_route route;
  as_pebbles_answer answer = AS_PEBBLES_NO_MEMORY;
  uint32_t free;
  if (!as_board_make(&board, p, task)) return AS_PEBBLES_NO_MEMORY;
  if (as_board_divide(&board)) {
    /* Where not all on a cycle can go on at once, it takes one free node more. */
    free = p->timing == AS_IN_SECONDS && board.free > 0 ? board.free - 1 : board.free;
    if (as_route_find(&route, &board, free)) {
      answer = route.end == AS_NO_NODE ? AS_PEBBLES_UNKNOWN : follow_route(p, task, &board, &route, plan);
      as_route_free(&route, board.memory);
    }
  }
  as_board_free(&board);
  return answer;
}
