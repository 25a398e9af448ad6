/*
** grid_input.h: reads a map and its problems, both as MovingAI's benchmarks have them.
**
** Besides the usual characters a map may hold 2, 3 and 5: ground of that multiplier.
*/
#ifndef GRID_INPUT_H
#define GRID_INPUT_H

#include "worker.h"

typedef struct grid_input {
  uint32_t width, height;
  char *cells;           /* row by row, a character each */
  worker_input problems; /* their pairs: cells from 0 */
} grid_input;

/* What it costs to walk there, 0: nobody can. */
static inline unsigned grid_multiplier(char c) {
  if (c == '.' || c == 'G' || c == 'S') return 1;
  return c == '2' || c == '3' || c == '5' ? (unsigned)(c - '0') : 0;
}

static inline void grid_read_map(grid_input *in, FILE *f) {
  unsigned width = 0, height = 0;
  size_t i;
  if (!f || fscanf(f, "type %*s height %u width %u map", &height, &width) != 2 || !width || !height)
    worker_fail("cannot read the map");
  in->width = width;
  in->height = height;
  in->cells = (char *)worker_need((size_t)width * height, 1);
  for (i = 0; i < (size_t)width * height; i++)
    if (fscanf(f, " %c", &in->cells[i]) != 1) worker_fail("the map ends too soon");
}

static inline void grid_read_problems(grid_input *in, FILE *f) {
  worker_input *p = &in->problems;
  unsigned x[2], y[2];
  uint32_t room = 0;
  if (!f || fscanf(f, "version %*s") == EOF) worker_fail("cannot read the problems");
  while (fscanf(f, "%*u %*s %*u %*u %u %u %u %u %*f", &x[0], &y[0], &x[1], &y[1]) == 4) {
    if (x[0] >= in->width || x[1] >= in->width || y[0] >= in->height || y[1] >= in->height)
      worker_fail("a problem lies outside the map");
    if (p->pairs == room) {
      room = 2 * room + 64;
      p->start = (uint32_t *)realloc(p->start, room * sizeof *p->start);
      p->goal = (uint32_t *)realloc(p->goal, room * sizeof *p->goal);
      if (!p->start || !p->goal) worker_fail("not enough memory");
    }
    p->start[p->pairs] = y[0] * in->width + x[0];
    p->goal[p->pairs++] = y[1] * in->width + x[1];
  }
}

static inline grid_input grid_read(const char *map, const char *problems) {
  grid_input in;
  FILE *f = fopen(map, "r");
  memset(&in, 0, sizeof in);
  grid_read_map(&in, f);
  fclose(f);
  f = fopen(problems, "r");
  grid_read_problems(&in, f);
  fclose(f);
  return in;
}

#endif
