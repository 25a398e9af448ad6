/*
** grid_maps.c: makes the maps and the problems that are not MovingAI's, in the same formats.
**
**   grid_maps KIND SIDE PROBLEMS FILE     writes FILE, a map, and FILE.scen, its problems
**   grid_maps terrain <map >map           lays patches of ground 2, 3 and 5 over a map
**   grid_maps sample PROBLEMS <scen >scen
**
** Kinds: open; boxes (a few blocks on open ground); random-N (N % of the cells blocked); maze-N
** (one way between any two places, corridors N wide); rooms-N (N wide, three of four walls
** with a door). Starts and goals are drawn at random from the largest connected part; the
** lengths of their routes are not known and given as 0.
** A sample is spread evenly over the file, and so is any beginning of it.
** The same arguments give the same files everywhere.
*/
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

#define PATCH_SIDE 12
#define NOWHERE UINT32_MAX

static void fail(const char *message) {
  fprintf(stderr, "grid_maps: %s\n", message);
  exit(1);
}

static void *need(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size);
  if (!block) fail("not enough memory");
  return block;
}

/* ---------------------------------------------------------------- maps */

static uint32_t side;
static char *cells; /* side * side, '.' or '@' */

static void set(uint32_t x, uint32_t y, uint32_t width, uint32_t height, char c) {
  uint32_t i, j;
  for (i = y; i < y + height && i < side; i++)
    for (j = x; j < x + width && j < side; j++)
      cells[i * side + j] = c;
}

static void make_random(uint32_t percent) {
  uint32_t i;
  for (i = 0; i < side * side; i++)
    if (random_below(100) < percent) cells[i] = '@';
}

static void make_boxes(void) {
  uint32_t i, longest = side / 8 + 1;
  for (i = 0; i < 10; i++) {
    uint32_t x = random_below(side), y = random_below(side), width = 1 + random_below(longest);
    set(x, y, width, 1 + random_below(longest), '@');
  }
}

/* The doors are one wide. */
static void make_rooms(uint32_t room) {
  uint32_t x, y, step = room + 1;
  for (y = 0; y < side; y += step)
    for (x = 0; x < side; x += step) {
      set(x + room, y, 1, step, '@');
      set(x, y + room, step, 1, '@');
      if (random_below(4)) set(x + room, y + random_below(room), 1, 1, '.');
      if (random_below(4)) set(x + random_below(room), y + room, 1, 1, '.');
    }
}

/* Depth first, from the middle: goes on to any place not yet taken, and back where there is none. */
static void make_maze(uint32_t corridor) {
  static const uint32_t aside[4] = { 1, 0, NOWHERE, 0 }, down[4] = { 0, 1, 0, NOWHERE }; /* NOWHERE + 1 is 0 */
  uint32_t step = corridor + 1, across = (side - 1) / step, depth = 0;
  uint32_t *trail = need((size_t)across * across, sizeof *trail);
  set(0, 0, side, side, '@');
  trail[depth++] = across / 2 * across + across / 2;
  set(across / 2 * step + 1, across / 2 * step + 1, corridor, corridor, '.');
  while (depth > 0) {
    uint32_t column = trail[depth - 1] % across, row = trail[depth - 1] / across, turn = random_below(4), i;
    for (i = 0; i < 4; i++, turn = (turn + 1) % 4) {
      uint32_t c = column + aside[turn], r = row + down[turn];
      if (c >= across || r >= across || cells[(r * step + 1) * side + c * step + 1] == '.') continue;
      /* The new place, and the wall between it and the old one. */
      set(c * step + 1, r * step + 1, corridor, corridor, '.');
      if (c != column)
        set((c > column ? c : column) * step, r * step + 1, 1, corridor, '.');
      else
        set(c * step + 1, (r > row ? r : row) * step, corridor, 1, '.');
      trail[depth++] = r * across + c;
      break;
    }
    if (i == 4) depth--;
  }
  free(trail);
}

static void make(const char *kind) {
  const char *dash = strchr(kind, '-');
  uint32_t number = dash ? (uint32_t)strtoul(dash + 1, NULL, 10) : 0;
  random_state += number;
  set(0, 0, side, side, '.');
  if (!strcmp(kind, "open")) return;
  if (!strcmp(kind, "boxes"))
    make_boxes();
  else if (!strncmp(kind, "random-", 7) && number < 100)
    make_random(number);
  else if (!strncmp(kind, "rooms-", 6) && number)
    make_rooms(number);
  else if (!strncmp(kind, "maze-", 5) && number && number + 2 <= side)
    make_maze(number);
  else
    fail("no such kind of map");
}

/* ---------------------------------------------------------------- problems */

static uint32_t *part, *queue; /* of each cell: the part it belongs to, or NOWHERE; scratch */

/* Gives the part of a cell to all cells connected with it by straight steps; returns how many. */
static uint32_t spread(uint32_t first) {
  uint32_t head = 0, tail = 0;
  part[first] = first;
  queue[tail++] = first;
  while (head < tail) {
    uint32_t cell = queue[head++], x = cell % side, y = cell / side, next[4], count = 0, i;
    if (x > 0) next[count++] = cell - 1;
    if (x + 1 < side) next[count++] = cell + 1;
    if (y > 0) next[count++] = cell - side;
    if (y + 1 < side) next[count++] = cell + side;
    for (i = 0; i < count; i++)
      if (cells[next[i]] == '.' && part[next[i]] == NOWHERE) {
        part[next[i]] = first;
        queue[tail++] = next[i];
      }
  }
  return tail;
}

static void write_problems(FILE *f, const char *name, uint32_t problems) {
  uint32_t n = side * side, largest = 0, most = 0, count = 0, i;
  part = need(n, sizeof *part);
  queue = need(n, sizeof *queue);
  for (i = 0; i < n; i++)
    part[i] = NOWHERE;
  for (i = 0; i < n; i++) {
    uint32_t size = cells[i] == '.' && part[i] == NOWHERE ? spread(i) : 0;
    if (size > most) {
      most = size;
      largest = i;
    }
  }
  if (most < 2) fail("the map has no room");
  for (i = 0; i < n; i++)
    if (part[i] == largest) queue[count++] = i;
  fprintf(f, "version 1\n");
  for (i = 0; i < problems;) {
    uint32_t a = queue[random_below(count)], b = queue[random_below(count)];
    if (a == b) continue;
    fprintf(f, "%u\t%s\t%u\t%u\t%u\t%u\t%u\t%u\t0\n", (unsigned)i / 10, name, (unsigned)side, (unsigned)side,
            (unsigned)(a % side), (unsigned)(a / side), (unsigned)(b % side), (unsigned)(b / side));
    i++;
  }
  free(part);
  free(queue);
}

static void finish(FILE *f) {
  if (fclose(f)) fail("cannot write");
}

static void write_files(const char *kind, uint32_t problems, const char *name) {
  char *scen = need(strlen(name) + 6, 1);
  uint32_t i;
  FILE *f;
  cells = need((size_t)side * side, 1);
  make(kind);
  f = fopen(name, "w");
  if (!f) fail("cannot write the map");
  fprintf(f, "type octile\nheight %u\nwidth %u\nmap\n", (unsigned)side, (unsigned)side);
  for (i = 0; i < side; i++)
    fprintf(f, "%.*s\n", (int)side, cells + i * side);
  finish(f);
  strcat(strcpy(scen, name), ".scen");
  f = fopen(scen, "w");
  if (!f) fail("cannot write the problems");
  write_problems(f, kind, problems);
  finish(f);
  free(scen);
  free(cells);
}

/* ---------------------------------------------------------------- from other files */

static char line[1 << 16];

static void copy_line(void) {
  if (!fgets(line, sizeof line, stdin)) fail("the input ends too soon");
  fputs(line, stdout);
}

static void lay_terrain(void) {
  uint32_t row, i;
  for (i = 0; i < 4; i++)
    copy_line();
  for (row = 0; fgets(line, sizeof line, stdin); row++) {
    for (i = 0; line[i]; i++)
      if (strchr(".GS", line[i])) line[i] = ".235"[random_patch(i / PATCH_SIDE, row / PATCH_SIDE, 4)];
    fputs(line, stdout);
  }
}

static uint32_t common_divisor(uint32_t a, uint32_t b) {
  return b ? common_divisor(b, a % b) : a;
}

static void sample(uint32_t wanted) {
  char **lines = NULL;
  uint32_t count = 0, room = 0, i, step;
  copy_line();
  while (fgets(line, sizeof line, stdin)) {
    if (line[0] < '0' || line[0] > '9') continue;
    if (count == room) {
      room = 2 * room + 64;
      lines = realloc(lines, room * sizeof *lines);
      if (!lines) fail("not enough memory");
    }
    lines[count] = need(strlen(line) + 1, 1);
    strcpy(lines[count++], line);
  }
  if (wanted > count) wanted = count;
  /* Steps near the golden ratio come back to where they began after all others only. */
  step = (uint32_t)(0.618 * wanted) + 1;
  while (wanted && common_divisor(step, wanted) > 1)
    step++;
  for (i = 0; i < wanted; i++) {
    uint64_t place = (uint64_t)i * step % wanted;
    fputs(lines[(2 * place + 1) * count / (2 * (uint64_t)wanted)], stdout);
  }
  for (i = 0; i < count; i++)
    free(lines[i]);
  free(lines);
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "terrain")) {
    lay_terrain();
  } else if (argc == 3 && !strcmp(argv[1], "sample")) {
    sample((uint32_t)strtoul(argv[2], NULL, 10));
  } else if (argc == 5) {
    side = (uint32_t)strtoul(argv[2], NULL, 10);
    if (side < 2 || side > 10000) fail("a side is 2 to 10000 cells");
    write_files(argv[1], (uint32_t)strtoul(argv[3], NULL, 10), argv[4]);
  } else {
    fail("usage: grid_maps KIND SIDE PROBLEMS FILE | terrain | sample PROBLEMS");
  }
  return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
