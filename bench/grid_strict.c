/*
** grid_strict.c: A* on a grid in the strictest order, to tell how few expansions will do:
** lower f first, then lower h, then the cell opened first, with no rounding at all.
**
**   grid_strict MAP SCEN
**
** Looks for the least in a plain list, so it is for small maps, and not for its times.
*/
#include <stdbool.h>

#include "grid_input.h"

/* A length: so many straight and so many diagonal steps. Lengths that are equal are equal in both. */
typedef struct steps {
  uint32_t straight, diagonal;
} steps;

typedef struct record {
  steps g, h;
  double f;
  uint64_t opened; /* when, 0: never */
  bool closed;
} record;

static grid_input in;
static record *records;
static uint32_t *open, open_count;
static uint64_t clock_of_opening;

static double length(steps s) {
  return s.straight + s.diagonal * 1.4142135623730951;
}

static uint32_t apart(uint32_t a, uint32_t b) {
  return a > b ? a - b : b - a;
}

static steps estimate(uint32_t cell, uint32_t goal) {
  uint32_t dx = apart(cell % in.width, goal % in.width), dy = apart(cell / in.width, goal / in.width);
  steps h;
  h.diagonal = dx < dy ? dx : dy;
  h.straight = dx + dy - 2 * h.diagonal;
  return h;
}

static void reach(uint32_t cell, steps g, uint32_t goal) {
  record *r = &records[cell];
  steps all;
  if (r->opened && length(r->g) <= length(g)) return;
  if (!r->opened) open[open_count++] = cell;
  r->g = g;
  r->h = estimate(cell, goal);
  all.straight = g.straight + r->h.straight;
  all.diagonal = g.diagonal + r->h.diagonal;
  r->f = length(all);
  r->opened = ++clock_of_opening;
}

static bool before(const record *a, const record *b) {
  double ha = length(a->h), hb = length(b->h);
  if (a->f != b->f) return a->f < b->f;
  return ha != hb ? ha < hb : a->opened < b->opened;
}

static uint32_t take_least(void) {
  uint32_t least = 0, i, cell;
  for (i = 1; i < open_count; i++)
    if (before(&records[open[i]], &records[open[least]])) least = i;
  cell = open[least];
  open[least] = open[--open_count];
  return cell;
}

static bool enterable(uint32_t column, uint32_t row) {
  return column < in.width && row < in.height && grid_multiplier(in.cells[row * in.width + column]);
}

static void expand(uint32_t cell, uint32_t goal) {
  uint32_t column = cell % in.width, row = cell / in.width, i;
  for (i = 0; i < 9; i++) {
    /* Left of column 0 and above row 0 lies the greatest number there is. */
    uint32_t c = column + i % 3 - 1, r = row + i / 3 - 1, next = r * in.width + c;
    steps g = records[cell].g;
    if (i == 4 || !enterable(c, r) || records[next].closed) continue;
    if (i % 2 == 0) {
      if (!enterable(c, row) || !enterable(column, r)) continue;
      g.diagonal++;
    } else {
      g.straight++;
    }
    reach(next, g, goal);
  }
}

static double search(uint32_t start, uint32_t goal, uint64_t *expanded) {
  steps none = { 0, 0 };
  memset(records, 0, (size_t)in.width * in.height * sizeof *records);
  open_count = 0;
  clock_of_opening = 0;
  reach(start, none, goal);
  while (open_count > 0) {
    uint32_t cell = take_least();
    records[cell].closed = true;
    ++*expanded;
    if (cell == goal) return length(records[goal].g);
    expand(cell, goal);
  }
  worker_fail("grid_strict: no way");
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 3) worker_fail("usage: grid_strict MAP SCEN");
  in = grid_read(argv[1], argv[2]);
  records = worker_need((size_t)in.width * in.height, sizeof *records);
  open = worker_need((size_t)in.width * in.height, sizeof *open);
  worker_serve(&in.problems, 0, search);
  free(records);
  free(open);
  return 0;
}
