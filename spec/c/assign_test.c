/*
** assign_test.c: assignments against trying all of them, and against the Hungarian method on a matrix; also without
** memory.
*/
#include "check.h"

#include "geometry/assign.h"

#define MOST 60u
#define FEW 6u

typedef struct task {
  as_assignment a;
  astar_place things[MOST], places[MOST];
  double shifts[9][2];
  double costs[MOST][MOST]; /* by thing and place */
} task;

/* ---- Costs ---- */

static double cost_of(const task *t, uint32_t thing, uint32_t place)
{
  const astar_place *p = &t->things[thing], *q = &t->places[place];
  double least = t->a.shift_count > 0 ? INFINITY : (p->x - q->x) * (p->x - q->x) + (p->y - q->y) * (p->y - q->y);
  uint32_t i;
  for (i = 0; i < t->a.shift_count; i++) {
    const double x = p->x - q->x - t->shifts[i][0], y = p->y - q->y - t->shifts[i][1];
    least = fmin(least, x * x + y * y);
  }
  return p->flat || q->flat ? least : least + (p->z - q->z) * (p->z - q->z);
}

/* The sum of an assignment; checks that all places are given, each to one thing. */
static double sum_of(const task *t, const uint32_t *place_of)
{
  bool taken[MOST] = {false};
  uint32_t i, count = 0;
  double sum = 0;
  for (i = 0; i < t->a.thing_count; i++) {
    if (place_of[i] == AS_NO_PLACE) continue;
    CHECK(place_of[i] < t->a.place_count && !taken[place_of[i]]);
    taken[place_of[i]] = true;
    sum += t->costs[i][place_of[i]];
    count++;
  }
  CHECK(count == t->a.place_count);
  return sum;
}

/* ---- Slow ways to the least sum ---- */

static double try_all(const task *t, uint32_t place, uint32_t used)
{
  double least = place < t->a.place_count ? INFINITY : 0;
  uint32_t i;
  for (i = 0; i < t->a.thing_count && place < t->a.place_count; i++) {
    if (used >> i & 1) continue;
    least = fmin(least, t->costs[i][place] + try_all(t, place + 1, used | 1u << i));
  }
  return least;
}

/* The Hungarian method (Kuhn 1955; Munkres 1957) in O(places^2 * things), from 1 as usual. */
static double hungarian(const task *t)
{
  double u[MOST + 1] = {0}, v[MOST + 1] = {0}, sum = 0;
  uint32_t row_of[MOST + 1] = {0}, from[MOST + 1] = {0}, row, i;
  for (row = 1; row <= t->a.place_count; row++) {
    double least[MOST + 1];
    bool used[MOST + 1] = {false};
    uint32_t at = 0;
    for (i = 0; i <= t->a.thing_count; i++) least[i] = INFINITY;
    row_of[0] = row;
    do {
      double delta = INFINITY;
      uint32_t next = 0;
      used[at] = true;
      for (i = 1; i <= t->a.thing_count; i++) {
        const double cost = t->costs[i - 1][row_of[at] - 1] - u[row_of[at]] - v[i];
        if (used[i]) continue;
        if (cost < least[i]) {
          least[i] = cost;
          from[i] = at;
        }
        if (least[i] < delta) {
          delta = least[i];
          next = i;
        }
      }
      for (i = 0; i <= t->a.thing_count; i++) {
        if (used[i]) {
          u[row_of[i]] += delta;
          v[i] -= delta;
        } else {
          least[i] -= delta;
        }
      }
      at = next;
    } while (row_of[at] != 0);
    for (; at != 0; at = from[at]) row_of[at] = row_of[from[at]];
  }
  for (i = 1; i <= t->a.thing_count; i++) {
    if (row_of[i] != 0) sum += t->costs[i - 1][row_of[i] - 1];
  }
  return sum;
}

/* ---- Random tasks ---- */

/* One of the ways to be spread out. */
static astar_place draw(uint32_t style, double size)
{
  astar_place p = {0, 0, 0, false};
  switch (style) {
  case 0: p.x = below(4), p.y = below(3); break;
  case 1: p.x = fraction(), p.y = fraction(); break;
  case 2: p.x = below(30), p.y = below(30); break;
  case 3: p.x = below(2) * 1000, p.y = fraction(); break;
  case 4: p.x = 7, p.y = 7; break;
  default: p.x = below(60); break;
  }
  p.x *= size;
  p.y *= size;
  if (one_in(3)) p.z = below(5) * size;
  p.flat = one_in(4);
  return p;
}

static void draw_task(task *t, uint32_t most)
{
  static const double sizes[] = {1, 1, 1, 32, 0.1, 1e-170, 1e170, 1e300, 4e-320};
  const double size = sizes[below(9)], away = one_in(2) ? 0 : size * (one_in(2) ? 100 : 1e6);
  const uint32_t first = below(6), second = below(6);
  uint32_t i, k;
  memset(&t->a, 0, sizeof t->a);
  t->a.thing_count = 1 + below(most);
  t->a.place_count = one_in(2) ? t->a.thing_count : below(t->a.thing_count + 1);
  t->a.things = t->things;
  t->a.places = t->places;
  for (i = 0; i < t->a.thing_count; i++) t->things[i] = draw(first, size);
  for (i = 0; i < t->a.place_count; i++) {
    t->places[i] = draw(second, size);
    t->places[i].x += away;
  }
  if (one_in(3)) {
    t->a.shifts = (const double(*)[2])t->shifts;
    t->a.shift_count = one_in(2) ? 3 : 9;
    for (i = 0; i < 9; i++) {
      t->shifts[i][0] = ((i + 1) % 3 - 1.0) * 31 * size; /* {0, 0} first */
      t->shifts[i][1] = ((i / 3 + 1) % 3 - 1.0) * 29 * size;
    }
  }
  /* Sums are compared in units of `size`, in which they neither overflow nor vanish. */
  for (i = 0; i < t->a.thing_count; i++) {
    for (k = 0; k < t->a.place_count; k++) {
      task one;
      one.a = t->a;
      one.things[0] = t->things[i];
      one.places[0] = t->places[k];
      one.things[0].x /= size, one.things[0].y /= size, one.things[0].z /= size;
      one.places[0].x /= size, one.places[0].y /= size, one.places[0].z /= size;
      memcpy(one.shifts, t->shifts, sizeof one.shifts);
      {
        uint32_t j;
        for (j = 0; j < 9; j++) one.shifts[j][0] /= size, one.shifts[j][1] /= size;
      }
      t->costs[i][k] = cost_of(&one, 0, 0);
    }
  }
}

static void check_task(uint32_t seed, uint32_t most)
{
  static task t;
  static uint32_t place_of[MOST], again[MOST];
  ledger books;
  as_memory m;
  double sum, best, largest = 0;
  uint32_t i, k;
  seed_case(seed);
  draw_task(&t, most);
  memset(&books, 0, sizeof books);
  as_memory_init(&m, ledger_alloc, &books);
  /* Without memory nothing changes. */
  for (i = 0; i < MOST; i++) place_of[i] = 12345;
  for (books.fail_at = 1; !as_assign(&t.a, &m, place_of); books.fail_at++) {
    CHECK(books.failed > 0 && books.blocks == 0 && m.used == 0);
    for (i = 0; i < MOST; i++) CHECK(place_of[i] == 12345);
    books.asked = 0;
  }
  books.fail_at = 0;
  CHECK(books.blocks == 0 && m.used == 0);
  for (i = t.a.thing_count; i < MOST; i++) CHECK(place_of[i] == 12345);
  sum = sum_of(&t, place_of);
  best = most <= FEW ? try_all(&t, 0, 0) : hungarian(&t);
  for (i = 0; i < t.a.thing_count; i++) {
    for (k = 0; k < t.a.place_count; k++) largest = fmax(largest, t.costs[i][k]);
  }
  CHECK(fabs(sum - best) <= 1e-12 * MOST * largest);
  CHECK(as_assign(&t.a, &m, again) && memcmp(place_of, again, t.a.thing_count * sizeof *again) == 0);
}

/* ---- Extremes ---- */

static void check_extremes(void)
{
  static const astar_place things[] = {
    {DBL_MAX, -DBL_MAX, DBL_MAX, false}, {-DBL_MAX, DBL_MAX, -DBL_MAX, false}, {4.9e-324, 0, 0, true}};
  static const astar_place places[] = {{0, 0, 1, false}, {-DBL_MAX, DBL_MAX, 0, true}, {DBL_MAX, -DBL_MAX, 0, false}};
  static const astar_place tiny[] = {{4.9e-324, 0, 0, true}, {0, 4.9e-324, 0, false}, {0, 0, 0, false}};
  static const astar_place mixed[] = {{0, 4.9e-324, 1, true}, {0, 0, 0, false}, {4.9e-324, 0, 0, true}};
  static const double endless[2][2] = {{-INFINITY, 0}, {0, 0}};
  as_assignment a = {things, places, 3, 3, NULL, 0};
  uint32_t place_of[3];
  as_memory m;
  as_memory_init(&m, NULL, NULL);
  CHECK(as_assign(&a, &m, place_of));
  CHECK(place_of[0] == 2 && place_of[1] == 1 && place_of[2] == 0);
  a.things = tiny;
  a.places = mixed;
  CHECK(as_assign(&a, &m, place_of));
  CHECK(place_of[0] == 2 && place_of[1] == 0 && place_of[2] == 1);
  a.shifts = endless;
  a.shift_count = 2;
  CHECK(as_assign(&a, &m, place_of));
  CHECK(place_of[0] == 2 && place_of[1] == 0 && place_of[2] == 1);
  a.place_count = 0;
  CHECK(as_assign(&a, &m, place_of) && place_of[0] == AS_NO_PLACE && place_of[2] == AS_NO_PLACE);
  a.thing_count = 0;
  CHECK(as_assign(&a, &m, NULL));
}

/* All things at one place, or at few: any equal sum will do, but it must come soon. */
static void check_crowded(void)
{
  static astar_place things[900], places[900];
  static uint32_t place_of[900];
  as_assignment a = {things, places, 900, 900, NULL, 0};
  uint32_t i, spots;
  as_memory m;
  as_memory_init(&m, NULL, NULL);
  for (spots = 1; spots < 50; spots += 24) {
    bool taken[900] = {false};
    for (i = 0; i < 900; i++) {
      things[i].x = i % spots * 3.0;
      places[i].x = 500 + i % 30;
      places[i].y = i / 30;
    }
    CHECK(as_assign(&a, &m, place_of));
    for (i = 0; i < 900; i++) {
      CHECK(!taken[place_of[i]]);
      taken[place_of[i]] = true;
    }
  }
}

int main(void)
{
  uint32_t i, few = cases(3000), many = cases(1000);
  check_extremes();
  check_crowded();
  for (i = 0; i < few; i++) check_task(i, FEW);
  for (i = 0; i < many; i++) check_task(few + i, MOST);
  return check_summary("assign_test");
}
