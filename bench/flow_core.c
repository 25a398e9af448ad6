/*
** flow_core.c: flows over cells by the core alone, beside a plain bucket queue in C (Dial 1969), as Markdown.
**
**   flow_core full|quick
**
** The queue knows one unit on one kind of map: it reads the open steps of a cell from a byte made before, and what the
** cell costs from a table; it keeps an array of costs and lists of cells, and does not know where a way leads on. Both
** take turns on maps that are made here, squares with eight neighbours; the table has the medians over the rounds, of
** CPU time on one core. All costs have to be the same, to the last bit.
*/
#include <math.h>

#include "astar.h"
#include "base/bits.h"
#include "random.h"
#include "worker.h"

#define TERRAINS 4
#define BUCKETS 8u
#define ROUNDS 25
#define DIRECTIONS 8
#define STRAIGHT 0x5Au /* bits of directions */

static const double multipliers[TERRAINS] = { 0, 1, 2, 3.5 }; /* 0: nobody can walk there */
static const int across[DIRECTIONS] = { -1, 0, 1, -1, 1, -1, 0, 1 }, down[DIRECTIONS] = { -1, -1, -1, 0, 0, 1, 1, 1 };

static uint32_t side, count;
static uint8_t *terrain;

/* ---------------------------------------------------------------- maps */

static void make_open(void) {
  memset(terrain, 1, count);
}

static void make_walls(void) {
  uint32_t i;
  for (i = 0; i < count; i++) terrain[i] = random_below(100) >= 25;
}

static void make_rooms(void) {
  uint32_t x, y;
  for (y = 0; y < side; y++)
    for (x = 0; x < side; x++)
      terrain[y * side + x] = !((x % 24 == 0 && y % 24 != 7) || (y % 24 == 0 && x % 24 != 11));
}

static void make_patches(void) {
  uint32_t x, y;
  for (y = 0; y < side; y++)
    for (x = 0; x < side; x++)
      terrain[y * side + x] = random_below(100) < 5 ? 0 : (uint8_t)(1 + random_patch(x / 12, y / 12, 3));
}

static void make_mixed(void) {
  uint32_t i;
  for (i = 0; i < count; i++) {
    const uint32_t dice = random_below(100);
    terrain[i] = dice < 10 ? 0 : dice < 35 ? 2 : dice < 50 ? 3 : 1;
  }
}

/* ---------------------------------------------------------------- the bucket queue */

typedef struct bucket {
  uint32_t *cells;
  size_t count, capacity;
} bucket;

static bucket buckets[BUCKETS];
static double *costs;
static uint8_t *steps, *done; /* steps: bits of the directions from which one can step to a cell */
static int32_t offsets[DIRECTIONS];

static bool is_open(int x, int y) {
  return terrain[(uint32_t)y * side + (uint32_t)x] != 0;
}

static void make_steps(void) {
  const int end = (int)side;
  int x, y, d;
  for (d = 0; d < DIRECTIONS; d++) offsets[d] = down[d] * end + across[d];
  for (y = 0; y < end; y++)
    for (x = 0; x < end; x++) {
      uint8_t bits = 0;
      for (d = 0; d < DIRECTIONS && is_open(x, y); d++) {
        const int u = x + across[d], v = y + down[d];
        if (u < 0 || v < 0 || u >= end || v >= end) continue;
        if (across[d] == 0 || down[d] == 0 || (is_open(u, y) && is_open(x, v))) bits |= (uint8_t)(1u << d);
      }
      steps[y * end + x] = bits;
    }
}

static void push(uint32_t cell, double cost) {
  bucket *b = &buckets[(uint32_t)cost % BUCKETS];
  if (b->count == b->capacity) {
    b->capacity = b->capacity ? 2 * b->capacity : 256;
    b->cells = (uint32_t *)realloc(b->cells, b->capacity * sizeof *b->cells);
    if (!b->cells) worker_fail("flow_core: not enough memory");
  }
  b->cells[b->count++] = cell;
}

static void expand(uint32_t cell) {
  const double own = multipliers[terrain[cell]], straight = costs[cell] + own, diagonal = costs[cell] + own * sqrt(2);
  uint32_t bits;
  for (bits = steps[cell]; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = cell + (uint32_t)offsets[d];
    const double cost = STRAIGHT >> d & 1 ? straight : diagonal;
    if (!(cost < costs[to])) continue;
    costs[to] = cost;
    push(to, cost);
  }
}

/* No step costs less than a bucket is wide, so cells of one bucket do not improve each other. */
static void run_queue(uint32_t goal) {
  uint32_t i, at, empty = 0;
  for (i = 0; i < count; i++) costs[i] = HUGE_VAL;
  memset(done, 0, count);
  costs[goal] = 0;
  push(goal, 0);
  for (at = 0; empty < BUCKETS; at++) {
    bucket *b = &buckets[at % BUCKETS];
    empty = b->count > 0 ? 0 : empty + 1;
    while (b->count > 0) {
      const uint32_t cell = b->cells[--b->count];
      if (done[cell]) continue;
      done[cell] = 1;
      expand(cell);
    }
  }
}

/* ---------------------------------------------------------------- the core */

static astar_graph *grid;
static astar_search_def def;

static void check(bool good) {
  if (!good) worker_fail("flow_core: not enough memory, or a wrong cost");
}

static void build(void) {
  static const char *const names[TERRAINS] = { NULL, NULL, "forest", "swamp" };
  astar_grid_def size = astar_default_grid();
  astar_unit_def unit = { NULL, 0, HUGE_VAL, HUGE_VAL, 1 };
  astar_terrain ids[TERRAINS] = { 0, ASTAR_DEFAULT_TERRAIN };
  double by_terrain[2 * TERRAINS];
  uint32_t i;
  size.width = size.height = side;
  check(astar_grid_create(NULL, NULL, &size, &grid) == ASTAR_OK);
  for (i = 2; i < TERRAINS; i++) check(astar_graph_terrain(grid, names[i], strlen(names[i]), &ids[i]) == ASTAR_OK);
  for (i = 1; i < TERRAINS; i++) by_terrain[ids[i] - 1] = multipliers[i];
  for (i = 0; i < count; i++) {
    if (terrain[i] == 0) astar_graph_set_blocked(grid, i + 1, true);
    else check(astar_graph_set_terrain(grid, i + 1, ids[terrain[i]]) == ASTAR_OK);
  }
  unit.costs = by_terrain;
  unit.cost_count = astar_graph_terrain_count(grid);
  check(astar_graph_set_unit(grid, "walker", 6, &unit) == ASTAR_OK);
  def = astar_default_search();
  def.unit = astar_graph_unit(grid, "walker", 6);
  def.reverse = def.unordered = true;
}

static astar_search *run_core(uint32_t goal) {
  const astar_id id = goal + 1;
  astar_search *s = astar_search_create(NULL, NULL);
  def.goals = &id;
  def.goal_count = 1;
  check(s && astar_search_begin(s, astar_on_graph(grid), &def) == ASTAR_OK);
  check(astar_search_step(s, UINT64_MAX) == ASTAR_DONE);
  return s;
}

/* ---------------------------------------------------------------- both */

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *list, int n) {
  qsort(list, (size_t)n, sizeof *list, compare);
  return list[n / 2];
}

static void measure(const char *name, void (*make)(void), int rounds) {
  const uint32_t goal = side / 2 * side + side / 2;
  double core[ROUNDS], queue[ROUNDS], ratios[ROUNDS];
  astar_search *s;
  uint32_t i;
  int r;
  make();
  terrain[goal] = 1;
  make_steps();
  build();
  run_queue(goal);
  s = run_core(goal);
  for (i = 0; i < count; i++) {
    const astar_visit v = astar_search_visit(s, i + 1);
    check((v.state == ASTAR_CLOSED ? v.cost : HUGE_VAL) == costs[i]);
  }
  for (r = 0; r < rounds; r++) {
    const double per = 1e9 / (double)astar_search_expanded(s), began = worker_clock();
    double between;
    astar_search_destroy(run_core(goal));
    between = worker_clock();
    run_queue(goal);
    queue[r] = (worker_clock() - between) * per;
    core[r] = (between - began) * per;
    ratios[r] = queue[r] / core[r];
  }
  printf("| %s, %u x %u | %.1f ns | %.1f ns | %.2f |\n", name, side, side, median(core, rounds),
         median(queue, rounds), median(ratios, rounds));
  astar_search_destroy(s);
  astar_graph_destroy(grid);
}

int main(int argc, char **argv) {
  const bool quick = argc > 1 && strcmp(argv[1], "quick") == 0;
  const uint32_t last = quick ? 64 : 1024;
  const int rounds = quick ? 1 : ROUNDS;
  terrain = (uint8_t *)worker_need(last * last, sizeof *terrain);
  steps = (uint8_t *)worker_need(last * last, sizeof *steps);
  done = (uint8_t *)worker_need(last * last, sizeof *done);
  costs = (double *)worker_need(last * last, sizeof *costs);
  printf("| a flow from C, for each cell | the core | a bucket queue | times as fast |\n| --- | --: | --: | --: |\n");
  for (side = last / 2; side <= last; side *= 2) {
    count = side * side;
    measure("cells of 4 kinds at random", make_mixed, rounds);
    measure("patches of terrain", make_patches, rounds);
    measure("a quarter blocked at random", make_walls, rounds);
    measure("rooms", make_rooms, rounds);
    measure("open", make_open, rounds);
  }
  return 0;
}
