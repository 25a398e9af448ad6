/* pebbles.c: see pebbles.h. */
#include "crowd/pebbles.h"

#include "base/heap.h"
#include "crowd/pebble_moves.h"
#include "grid/grid.h"

#define MOST_ROWS 16384u

/* ---- Who is in the way ---- */

/*
** Walk from the agent to a node that is wanted, through everybody; through walls only if there is no other way. Returns who
** is the first on that way: the first wall, if there is one. `parent` and `queue` are scratch.
*/
static uint32_t first_on_way(const as_board *b, bool through_walls, uint32_t *parent, uint32_t *queue)
{
  uint32_t tail = 0, found = AS_NO_NODE, who = AS_NOBODY, i, k;
  for (i = 0; i < b->count; i++) parent[i] = AS_NO_NODE;
  parent[b->self] = b->self;
  queue[tail++] = b->self;
  for (i = 0; i < tail && found == AS_NO_NODE; i++) {
    const as_spot *spot = &b->spots[queue[i]];
    if (spot->is_wanted) found = queue[i];
    for (k = spot->first; k < (through_walls ? spot->end : spot->last); k++) {
      if (parent[b->to[k]] != AS_NO_NODE) continue;
      parent[b->to[k]] = queue[i];
      queue[tail++] = b->to[k];
    }
  }
  for (; found != AS_NO_NODE && found != b->self; found = parent[found]) {
    const as_spot *spot = &b->spots[found];
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

/* Whether two moves cross in a block of four squares. */
static bool cross(const as_board *b, const as_grid *grid, const uint32_t *at, const as_move *one, const as_move *other)
{
  const uint32_t from = at[one->who], to = b->spots[one->to].slot;
  const uint32_t first = at[other->who], last = b->spots[other->to].slot;
  uint32_t from_row, to_row, a, c;
  if (from >= grid->count || to >= grid->count) return false;
  from_row = as_grid_row(grid, from);
  to_row = as_grid_row(grid, to);
  a = from_row * grid->width + (to - to_row * grid->width);
  c = to_row * grid->width + (from - from_row * grid->width);
  if (a == to || a == from) return false; /* not diagonal */
  return (first == a && last == c) || (first == c && last == a);
}

/* Whether moves of a row, the last of which is `last`, cross it. */
static bool crosses(const as_moves *m, const as_grid *grid, const uint32_t *at, uint32_t last)
{
  uint32_t i;
  for (i = last; grid && i > 0 && m->list[i - 1].row == m->list[last].row; i--) {
    if (cross(m->board, grid, at, &m->list[last], &m->list[i - 1])) return true;
  }
  return false;
}

static bool index_before(const uint32_t *a, const uint32_t *b)
{
  return *a < *b;
}

AS_DEFINE_SORT(indices, uint32_t, index_before)

/* Set who takes part in a plan, of which `who` has room for each move. */
static void set_members(as_plan *plan, const as_moves *m, uint32_t *who)
{
  uint32_t i;
  for (i = 0; i < m->count; i++) who[i] = m->list[i].who;
  indices_sort(who, m->count);
  for (i = 0; i < m->count; i++) {
    if (i == 0 || who[i] != who[i - 1]) who[plan->agents++] = who[i];
  }
}

/* Write the rows of a plan. `at` has the slots of the crowd's agents. False if moves cross. */
static bool write_rows(as_plan *plan, const as_moves *m, const as_grid *grid, uint32_t *at)
{
  uint32_t i = 0, k, row;
  for (row = 0; row < m->rows; row++) {
    const uint32_t begin = i;
    for (; i < m->count && m->list[i].row == row; i++) {
      if (crosses(m, grid, at, i)) return false;
    }
    for (k = begin; k < i; k++) at[m->list[k].who] = m->board->spots[m->list[k].to].slot;
    for (k = 0; k < plan->agents; k++) plan->slots[(size_t)row * plan->agents + k] = at[plan->who[k]];
  }
  return true;
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

/* Make a plan of moves; `who` has room for each, `at` for each agent of the crowd. */
static as_pebbles_answer fill_plan(as_pibt *p, const as_task *task, const as_moves *m, uint32_t *who, uint32_t *at, as_plan *plan)
{
  as_plan made;
  memset(&made, 0, sizeof made);
  set_members(&made, m, who);
  made.steps = m->rows;
  if (!make_room(&made, p->memory, who)) return AS_PEBBLES_NO_MEMORY;
  memcpy(at, task->where, p->count * sizeof *at);
  if (!write_rows(&made, m, p->squares, at)) {
    as_plan_drop(&made, p->memory);
    return AS_PEBBLES_UNKNOWN;
  }
  as_plan_drop(plan, p->memory);
  *plan = made;
  return AS_PEBBLES_FREE;
}

static as_pebbles_answer make_plan(as_pibt *p, const as_task *task, const as_moves *m, as_plan *plan)
{
  uint32_t *who = as_new(p->memory, m->count, uint32_t), *at = as_new(p->memory, p->count, uint32_t);
  const as_pebbles_answer answer = who && at ? fill_plan(p, task, m, who, at, plan) : AS_PEBBLES_NO_MEMORY;
  as_free(p->memory, who, who ? m->count : 0, uint32_t);
  as_free(p->memory, at, at ? p->count : 0, uint32_t);
  return answer;
}

/* Make the moves of a route, and a plan of them. */
static as_pebbles_answer follow_route(as_pibt *p, const as_task *task, as_board *b, const as_route *r, bool follows,
                                      as_plan *plan)
{
  as_moves m;
  as_pebbles_answer answer;
  memset(&m, 0, sizeof m);
  m.board = b;
  m.follows = follows;
  m.turns = p->timing != AS_IN_SECONDS;
  if (!as_moves_init(&m)) return AS_PEBBLES_NO_MEMORY;
  if (!as_moves_make(&m, r) || m.count == 0 || m.rows > MOST_ROWS) answer = m.torn ? AS_PEBBLES_NO_MEMORY : AS_PEBBLES_UNKNOWN;
  else answer = make_plan(p, task, &m, plan);
  as_moves_free(&m);
  return answer;
}

/* Look for a plan in which one may follow another at once, or not. */
static as_pebbles_answer try_plan(as_pibt *p, const as_task *task, bool follows, as_plan *plan)
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
      answer = route.end == AS_NO_NODE ? AS_PEBBLES_UNKNOWN : follow_route(p, task, &board, &route, follows, plan);
      as_route_free(&route, board.memory);
    }
  }
  as_board_free(&board);
  return answer;
}

as_pebbles_answer as_pebbles_plan(as_pibt *p, const as_task *task, as_plan *plan)
{
  as_pebbles_answer answer = AS_PEBBLES_UNKNOWN;
  if (p->timing != AS_IN_SECONDS) answer = try_plan(p, task, true, plan);
  /* Diagonal steps of one row may cross; those of one agent after another do not. */
  return answer == AS_PEBBLES_UNKNOWN ? try_plan(p, task, false, plan) : answer;
}
