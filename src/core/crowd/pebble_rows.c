/* pebble_rows.c: see pebble_rows.h. */
#include "crowd/pebble_rows.h"

#include "grid/grid.h"

#define NO_MOVE UINT32_MAX

typedef struct packer {
  as_pebble_moves *moves;
  const as_grid *grid;
  bool follows;
  uint32_t *ready; /* by agent: the first row in which it can move */
  uint32_t *open;  /* by node: the first row in which an agent can enter it */
  uint32_t *last;  /* by row: the move that was put there last, or NO_MOVE; */
  uint32_t *other; /* by move: the one before it in the same row */
  as_move *sorted;
} packer;

/* Whether two moves are the diagonals of a block of four squares. */
static bool cross(const packer *k, const as_move *one, const as_move *other)
{
  const as_board_node *spots = k->moves->board->spots;
  const uint32_t from = spots[one->from].slot, to = spots[one->to].slot;
  const uint32_t first = spots[other->from].slot, last = spots[other->to].slot;
  uint32_t a, b;
  if (from >= k->grid->count || to >= k->grid->count) return false;
  a = as_grid_index(k->grid, as_grid_col(k->grid, to), as_grid_row(k->grid, from));
  b = as_grid_index(k->grid, as_grid_col(k->grid, from), as_grid_row(k->grid, to));
  if (a == to || a == from || !as_grid_same_floor(k->grid, from, to)) return false; /* not diagonal */
  return (first == a && last == b) || (first == b && last == a);
}

/* Whether a move crosses one that was put into a row. */
static bool crosses(const packer *k, const as_move *move, uint32_t row)
{
  uint32_t i = k->grid ? k->last[row] : NO_MOVE;
  while (i != NO_MOVE && !cross(k, move, &k->moves->list[i])) i = k->other[i];
  return i != NO_MOVE;
}

/* The first row in which moves that stay together can be made. */
static uint32_t first_row(const packer *k, uint32_t begin, uint32_t end)
{
  uint32_t row = 0, i;
  for (i = begin; i < end; i++) {
    const as_move *move = &k->moves->list[i];
    row = k->ready[move->who] > row ? k->ready[move->who] : row;
    row = k->open[move->to] > row ? k->open[move->to] : row;
  }
  for (i = begin; i < end;) {
    if (crosses(k, &k->moves->list[i], row)) {
      row++;
      i = begin;
    } else {
      i++;
    }
  }
  return row;
}

/* Put moves that stay together into a row. False if two of them cross. */
static bool put(packer *k, uint32_t begin, uint32_t end, uint32_t row)
{
  uint32_t i;
  for (i = begin; i < end; i++) {
    as_move *move = &k->moves->list[i];
    if (crosses(k, move, row)) return false;
    move->row = row;
    k->ready[move->who] = row + 1;
    k->open[move->from] = k->follows ? row : row + 1;
    k->other[i] = k->last[row];
    k->last[row] = i;
  }
  return true;
}

/* Sort the moves by row, and count the rows. */
static void sort(packer *k)
{
  as_pebble_moves *m = k->moves;
  uint32_t row, i, count = 0;
  m->rows = 0;
  for (row = 0; count < m->count; row++) {
    /* The list of a row is from the last to the first. */
    uint32_t begin = count, size = 0;
    for (i = k->last[row]; i != NO_MOVE; i = k->other[i]) size++;
    count += size;
    for (i = k->last[row]; i != NO_MOVE; i = k->other[i]) k->sorted[begin + --size] = m->list[i];
    m->rows = row + 1;
  }
  memcpy(m->list, k->sorted, m->count * sizeof *m->list);
}

static bool pack(packer *k, uint32_t agents)
{
  const as_pebble_moves *m = k->moves;
  uint32_t begin, end;
  memset(k->ready, 0, agents * sizeof *k->ready);
  memset(k->open, 0, m->board->count * sizeof *k->open);
  memset(k->last, 0xFF, ((size_t)m->count + 1) * sizeof *k->last);
  for (begin = 0; begin < m->count; begin = end) {
    const uint32_t row = m->list[begin].row;
    for (end = begin; end < m->count && m->list[end].row == row; end++) {}
    if (!put(k, begin, end, first_row(k, begin, end))) return false;
  }
  sort(k);
  return true;
}

bool as_rows_pack(as_pebble_moves *m, uint32_t agents, bool follows, const as_grid *grid)
{
  as_memory *memory = m->board->memory;
  const uint32_t nodes = m->board->count, count = m->count;
  packer k;
  bool done = false;
  k.moves = m;
  k.grid = grid;
  k.follows = follows;
  k.ready = as_new(memory, agents, uint32_t);
  k.open = as_new(memory, nodes, uint32_t);
  k.last = as_new(memory, (size_t)count + 1, uint32_t); /* no more rows than moves */
  k.other = as_new(memory, count, uint32_t);
  k.sorted = as_new(memory, count, as_move);
  m->torn = !k.ready || !k.open || !k.last || !k.other || !k.sorted;
  if (!m->torn) done = pack(&k, agents);
  as_free(memory, k.ready, k.ready ? agents : 0, uint32_t);
  as_free(memory, k.open, k.open ? nodes : 0, uint32_t);
  as_free(memory, k.last, k.last ? (size_t)count + 1 : 0, uint32_t);
  as_free(memory, k.other, k.other ? count : 0, uint32_t);
  as_free(memory, k.sorted, k.sorted ? count : 0, as_move);
  return done;
}
