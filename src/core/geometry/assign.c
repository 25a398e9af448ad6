/*
** assign.c: see assign.h. Shortest augmenting paths (Jonker & Volgenant 1987), from the prices that an auction finds
** (Bertsekas 1988).
**
** A row is a place; there are as many rows as things, and those beyond the places cost nothing: they stand for "no
** place". Each thing has a price. What it costs a row is its squared distance minus its price; one that is cheapest, up
** to a tolerance, is fit for the row. An assignment in which each row has a thing that is fit for it at tolerance 0 is
** a best one.
**
** The first prices solve the case that a linear map takes the places to the things: all move by one vector, or draw
** together from where they are scattered. If that leaves many rows without a thing, each of these bids for its cheapest
** thing, and thereby lowers its price, which makes it dearer; the tolerance keeps bids from being too small. It falls
** from one auction to the next, and at the end it is 0. Rows whose things are fit then keep them; each other row gets
** one along a shortest path of exchanges, which is short, as the prices are nearly right.
*/
#include "geometry/assign.h"

#include "base/heap.h"
#include "geometry/distance.h"

#define NONE UINT32_MAX

/* The tolerances of auctions, as parts of the range of costs: the first one, the last one by row, and how they fall. */
#define FIRST_TOLERANCE 64
#define LAST_TOLERANCE 4
#define FALL 4
#define FEW 200u        /* no auction is held if at most half of the rows, and at most these, are without a thing */
#define NARROW 1e-6     /* the least width of a set of places, as part of its length, squared */
#define MOST_SCALE 1e6  /* upper bound on the ratio of the widths of things and places, or the inverse */
#define MOST_BIDS 20u   /* in an auction, by row: bids may be lost in rounding, so their number has a limit */

typedef struct point {
  double at[2], z;
  double tall; /* 1; of a flat one 0 */
} point;

typedef struct solver {
  uint32_t count, places; /* of things, and rows; of places, which are the first rows */
  point *place;
  double *x, *y, *z, *tall; /* by thing, as a point */
  bool high;                /* z matters */
  double shifts[AS_ASSIGN_SHIFTS][2];
  uint32_t shift_count;
  double *price;            /* by thing */
  double *cost, *way;       /* by thing: what it costs the current row; the shortest path to it */
  uint32_t *row_of, *thing_of; /* by thing; by row; NONE */
  uint32_t *queue, queued;  /* rows without a thing */
  uint32_t *order, *before; /* things in the order of the search; by thing, the row from which the path leads to it */
} solver;

/* ---- Memory ---- */

enum { DOUBLES = 7, INDICES = 5 };

static void release(solver *s, as_memory *m)
{
  as_free(m, s->place, s->places, point);
  as_free(m, s->x, (size_t)s->count * DOUBLES, double);
  as_free(m, s->row_of, (size_t)s->count * INDICES, uint32_t);
}

/* False if out of memory; release() it in any case. */
static bool acquire(solver *s, as_memory *m)
{
  const size_t n = s->count;
  s->place = as_new(m, s->places, point);
  s->x = as_new(m, n * DOUBLES, double);
  s->row_of = as_new(m, n * INDICES, uint32_t);
  if (!s->place || !s->x || !s->row_of) return false;
  s->y = s->x + n;
  s->z = s->y + n;
  s->tall = s->z + n;
  s->price = s->tall + n;
  s->cost = s->price + n;
  s->way = s->cost + n;
  s->thing_of = s->row_of + n;
  s->queue = s->thing_of + n;
  s->order = s->queue + n;
  s->before = s->order + n;
  return true;
}

/* ---- Coordinates ---- */

/* A box; its z is that of those that are not flat. */
typedef struct extent {
  double low[3], high[3];
} extent;

static void include(extent *e, const astar_place *list, uint32_t count)
{
  uint32_t i, k;
  for (i = 0; i < count; i++) {
    const double at[3] = {list[i].x, list[i].y, list[i].z};
    for (k = 0; k < (list[i].flat ? 2u : 3u); k++) {
      e->low[k] = as_min(e->low[k], at[k]);
      e->high[k] = as_max(e->high[k], at[k]);
    }
  }
}

/* A power of two that brings a length to where its square neither overflows nor underflows. */
static double scale_of(double length)
{
  double scale = 1;
  while (length > 0x1p300) {
    length *= 0x1p-300;
    scale *= 0x1p-300;
  }
  while (length > 0 && length < 0x1p-300) {
    length *= 0x1p300;
    scale *= 0x1p300;
  }
  return scale;
}

/* The point in coordinates from the middle of all. Whole numbers that are not huge stay exact. */
static point scaled(const astar_place *p, const double middle[3], double scale)
{
  point q;
  q.at[0] = p->x * scale - middle[0];
  q.at[1] = p->y * scale - middle[1];
  q.z = p->flat ? 0 : p->z * scale - middle[2];
  q.tall = !p->flat;
  return q;
}

/* Nobody gets around where that takes an infinite shift. */
static void read_shifts(solver *s, const as_assignment *a)
{
  uint32_t i;
  for (i = 0; i < a->shift_count; i++) {
    if (!(fabs(a->shifts[i][0]) < INFINITY && fabs(a->shifts[i][1]) < INFINITY)) continue;
    memcpy(s->shifts[s->shift_count++], a->shifts[i], sizeof s->shifts[0]);
  }
  if (s->shift_count > 0) return;
  s->shifts[0][0] = s->shifts[0][1] = 0;
  s->shift_count = 1;
}

static void read_points(solver *s, const as_assignment *a)
{
  extent e = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  double middle[3], length = 0, scale;
  uint32_t i, k;
  include(&e, a->things, a->thing_count);
  include(&e, a->places, a->place_count);
  s->high = e.low[2] < e.high[2];
  if (!s->high) e.low[2] = e.high[2] = 0;
  for (k = 0; k < 3; k++) length = as_max(length, e.high[k] - e.low[k]);
  for (i = 0; i < s->shift_count; i++) length = as_max(length, as_max(fabs(s->shifts[i][0]), fabs(s->shifts[i][1])));
  scale = scale_of(as_min(length, DBL_MAX));
  for (k = 0; k < 3; k++) middle[k] = e.low[k] * scale / 2 + e.high[k] * scale / 2;
  for (i = 0; i < a->place_count; i++) s->place[i] = scaled(&a->places[i], middle, scale);
  for (i = 0; i < a->thing_count; i++) {
    const point p = scaled(&a->things[i], middle, scale);
    s->x[i] = p.at[0];
    s->y[i] = p.at[1];
    s->z[i] = p.z;
    s->tall[i] = p.tall;
  }
  for (i = 0; i < s->shift_count; i++) {
    for (k = 0; k < 2; k++) s->shifts[i][k] *= scale;
  }
}

/* ---- Shifts ---- */

/* The box of the ways from places to things. */
static void find_ways(const solver *s, double low[2], double high[2])
{
  const double *at[2];
  uint32_t i, k;
  at[0] = s->x;
  at[1] = s->y;
  for (k = 0; k < 2; k++) {
    double first = INFINITY, last = -INFINITY, least = INFINITY, most = -INFINITY;
    for (i = 0; i < s->places; i++) {
      first = as_min(first, s->place[i].at[k]);
      last = as_max(last, s->place[i].at[k]);
    }
    for (i = 0; i < s->count; i++) {
      least = as_min(least, at[k][i]);
      most = as_max(most, at[k][i]);
    }
    low[k] = least - last;
    high[k] = most - first;
  }
}

/* Whether shift a leaves no way in a box longer than shift b does. That holds everywhere if it holds at the corners. */
static bool is_better(const double a[2], const double b[2], const double low[2], const double high[2])
{
  double excess = a[0] * a[0] + a[1] * a[1] - b[0] * b[0] - b[1] * b[1];
  uint32_t k;
  for (k = 0; k < 2; k++) {
    const double change = 2 * (b[k] - a[k]);
    excess += as_max(change * low[k], change * high[k]);
  }
  return excess <= 0;
}

/*
** Leave out shifts that no pair needs: for two groups that stand close together, one is left. Places then take the
** first.
*/
static void prune_shifts(solver *s)
{
  double low[2], high[2], first[2];
  uint32_t i = 0, k;
  find_ways(s, low, high);
  while (i < s->shift_count) {
    bool needed = true;
    for (k = 0; k < s->shift_count && needed; k++) needed = k == i || !is_better(s->shifts[k], s->shifts[i], low, high);
    if (needed) i++;
    else memmove(s->shifts[i], s->shifts[--s->shift_count], sizeof s->shifts[i]);
  }
  memcpy(first, s->shifts[0], sizeof first);
  for (k = 0; k < 2; k++) {
    for (i = 0; i < s->places; i++) s->place[i].at[k] += first[k];
    for (i = 0; i < s->shift_count; i++) s->shifts[i][k] -= first[k];
  }
}

/* ---- Costs ---- */

/*
** Set `cost` to what all things cost a row. Prices are subtracted before all is known: rounding is monotonic, so the
** least one stays the least.
*/
static void find_costs(solver *s, uint32_t row)
{
  const double *x = s->x, *y = s->y, *z = s->z, *tall = s->tall, *price = s->price;
  const uint32_t count = s->count, shifts = row < s->places ? s->shift_count : 0;
  const point *p = &s->place[row];
  double *cost = s->cost;
  uint32_t i, k;
  for (i = 0; i < count && shifts == 0; i++) cost[i] = -price[i];
  for (k = 0; k < shifts; k++) {
    const double to_x = p->at[0] + s->shifts[k][0], to_y = p->at[1] + s->shifts[k][1];
    for (i = 0; i < count && k == 0; i++) {
      const double off_x = x[i] - to_x, off_y = y[i] - to_y;
      cost[i] = off_x * off_x + off_y * off_y - price[i];
    }
    for (i = 0; i < count && k > 0; i++) {
      const double off_x = x[i] - to_x, off_y = y[i] - to_y;
      cost[i] = as_min(cost[i], off_x * off_x + off_y * off_y - price[i]);
    }
  }
  if (shifts == 0 || !s->high || p->tall == 0) return;
  for (i = 0; i < count; i++) {
    const double off = (z[i] - p->z) * tall[i];
    cost[i] += off * off;
  }
}

#define GROUP 8u /* costs that are compared at a time */

/* The least of a group. */
static double least_of(const double *cost)
{
  const double a = as_min(cost[0], cost[1]), b = as_min(cost[2], cost[3]);
  const double c = as_min(cost[4], cost[5]), d = as_min(cost[6], cost[7]);
  return as_min(as_min(a, b), as_min(c, d));
}

/* The thing that is cheapest for the current row; *gap: how much dearer the next one is. */
static uint32_t find_cheapest(const solver *s, double *gap)
{
  const double *cost = s->cost;
  double least = INFINITY, second = INFINITY;
  uint32_t i = 0, best = 0;
  while (i < s->count) {
    const uint32_t end = s->count - i < GROUP ? s->count : i + GROUP;
    /* Most groups have none of the two. */
    if (end - i == GROUP && !(least_of(cost + i) < second)) {
      i = end;
      continue;
    }
    for (; i < end; i++) {
      if (!(cost[i] < second)) continue;
      if (cost[i] < least) {
        second = least;
        least = cost[i];
        best = i;
      } else {
        second = cost[i];
      }
    }
  }
  *gap = s->count > 1 ? second - least : 0;
  return best;
}

/* ---- Prices ---- */

/* A symmetric matrix of two rows: a and c are on its diagonal, b beside it. */
typedef struct matrix {
  double a, b, c;
} matrix;

static double determinant(const matrix *m)
{
  return as_max(m->a * m->c - m->b * m->b, 0);
}

/* The root of a matrix that is positive semidefinite, and not 0. */
static matrix root_of(const matrix *m)
{
  const double root = as_sqrt(determinant(m)), norm = as_sqrt(m->a + m->c + 2 * root);
  const matrix r = {(m->a + root) / norm, m->b / norm, (m->c + root) / norm};
  return r;
}

/* The product q m q. */
static matrix enclose(const matrix *q, const matrix *m)
{
  const double x = q->a * m->a + q->b * m->b, y = q->a * m->b + q->b * m->c;
  const double z = q->b * m->a + q->c * m->b, w = q->b * m->b + q->c * m->c;
  const matrix r = {x * q->a + y * q->b, x * q->b + y * q->c, z * q->b + w * q->c};
  return r;
}

/* Where a set of points has its middle, and how it spreads around that. */
typedef struct spread {
  double middle[2];
  matrix squares;
} spread;

static void add_middle(spread *s, double x, double y, double share)
{
  s->middle[0] += x * share;
  s->middle[1] += y * share;
}

static void add_square(spread *s, double x, double y, double share)
{
  const double off[2] = {x - s->middle[0], y - s->middle[1]};
  s->squares.a += off[0] * off[0] * share;
  s->squares.b += off[0] * off[1] * share;
  s->squares.c += off[1] * off[1] * share;
}

static void find_spreads(const solver *s, spread *things, spread *places)
{
  uint32_t i;
  memset(things, 0, sizeof *things);
  memset(places, 0, sizeof *places);
  for (i = 0; i < s->count; i++) add_middle(things, s->x[i], s->y[i], 1.0 / s->count);
  for (i = 0; i < s->places; i++) add_middle(places, s->place[i].at[0], s->place[i].at[1], 1.0 / s->places);
  for (i = 0; i < s->count; i++) add_square(things, s->x[i], s->y[i], 1.0 / s->count);
  for (i = 0; i < s->places; i++) add_square(places, s->place[i].at[0], s->place[i].at[1], 1.0 / s->places);
}

static matrix scale_matrix(const matrix *m, double scale)
{
  const matrix r = {m->a * scale, m->b * scale, m->c * scale};
  return r;
}

/* The matrix for spreads of size 1: the best transport between two normal distributions (Olkin & Pukelsheim 1982). */
static matrix find_transport(const matrix *things, const matrix *places)
{
  const matrix wide = {places->a + NARROW, places->b, places->c + NARROW};
  const matrix root = root_of(&wide);
  const double det = determinant(&root);
  const matrix inverse = {root.c / det, -root.b / det, root.a / det};
  matrix middle = enclose(&root, things);
  middle = root_of(&middle);
  return enclose(&inverse, &middle);
}

/*
** The symmetric matrix that takes the spread of places to that of things; that of a mere move, if these are not to
** compare.
*/
static matrix find_map(const spread *things, const spread *places)
{
  const matrix one = {1, 0, 1};
  const double size = places->squares.a + places->squares.c, other = things->squares.a + things->squares.c;
  const double scale = as_sqrt(other) / as_sqrt(size);
  matrix p, t;
  if (!(scale > 1 / MOST_SCALE && scale < MOST_SCALE)) return one;
  p = scale_matrix(&places->squares, 1 / size);
  t = scale_matrix(&things->squares, 1 / other);
  p = find_transport(&t, &p);
  return scale_matrix(&p, scale);
}

/*
** If things are where a symmetric linear map takes the places, the place of each thing is the one there, and what a
** place is worth follows from that map. Then the least cost of each thing is its price.
*/
static void set_prices(solver *s)
{
  spread things, places;
  matrix map;
  uint32_t i, row;
  find_spreads(s, &things, &places);
  map = find_map(&things, &places);
  for (i = 0; i < s->count; i++) {
    s->price[i] = 0;
    s->way[i] = INFINITY;
  }
  for (row = 0; row < s->places; row++) {
    const double *at = s->place[row].at, x = at[0] - places.middle[0], y = at[1] - places.middle[1];
    const double own = x * (x - map.a * x - 2 * map.b * y) + y * (y - map.c * y) +
                       2 * (x * (places.middle[0] - things.middle[0]) + y * (places.middle[1] - things.middle[1]));
    find_costs(s, row);
    for (i = 0; i < s->count; i++) s->way[i] = as_min(s->way[i], s->cost[i] - own);
  }
  memcpy(s->price, s->way, s->count * sizeof *s->price);
}

#define GREATER(a, b) (*(a) > *(b))

AS_DEFINE_SORT(prices, double, GREATER)

/* Lower the greatest prices to one, at which each row that is no place finds a fit thing. */
static void level_prices(solver *s)
{
  const uint32_t spare = s->count - s->places;
  double most;
  uint32_t i;
  if (spare == 0) return;
  memcpy(s->way, s->price, s->count * sizeof *s->way);
  prices_sort(s->way, s->count);
  most = s->way[spare - 1];
  for (i = 0; i < s->count; i++) s->price[i] = as_min(s->price[i], most);
}

/* The greatest difference between the costs of two things to one place. */
static double find_range(solver *s)
{
  double range = 0;
  uint32_t i, row;
  for (row = 0; row < s->places; row++) {
    double least = INFINITY, most = -INFINITY;
    find_costs(s, row);
    for (i = 0; i < s->count; i++) {
      least = as_min(least, s->cost[i]);
      most = as_max(most, s->cost[i]);
    }
    range = as_max(range, most - least);
  }
  return range;
}

/* ---- Auctions ---- */

static void give(solver *s, uint32_t row, uint32_t thing)
{
  s->thing_of[row] = thing;
  s->row_of[thing] = row;
}

/* A thing that is as cheap as the cheapest one for the current row, and nobody's; or NONE. */
static uint32_t find_free(const solver *s, uint32_t cheapest)
{
  uint32_t i;
  for (i = cheapest; i < s->count; i++) {
    if (s->row_of[i] == NONE && s->cost[i] == s->cost[cheapest]) return i;
  }
  return NONE;
}

/* Each row keeps its thing if that is fit; else it takes one that is cheapest and free, or it is queued. */
static void settle(solver *s, double tolerance)
{
  uint32_t row;
  level_prices(s);
  s->queued = 0;
  for (row = 0; row < s->count; row++) {
    uint32_t own = s->thing_of[row], cheapest;
    double gap;
    find_costs(s, row);
    cheapest = find_cheapest(s, &gap);
    if (own != NONE) {
      if (s->cost[own] <= s->cost[cheapest] + tolerance) continue;
      s->row_of[own] = s->thing_of[row] = NONE;
    }
    own = find_free(s, cheapest);
    if (own != NONE) give(s, row, own);
    else s->queue[s->queued++] = row;
  }
}

/*
** Let queued places bid until each has a thing, or the bids are used up. Others lose their things to them, and bid in
** turn.
*/
static void hold_auction(solver *s, double tolerance)
{
  uint64_t bids = (uint64_t)MOST_BIDS * s->count;
  while (s->queued > 0 && bids-- > 0) {
    const uint32_t row = s->queue[--s->queued];
    uint32_t thing, loser;
    double gap;
    if (row >= s->places) continue;
    find_costs(s, row);
    thing = find_cheapest(s, &gap);
    loser = s->row_of[thing];
    s->price[thing] -= gap + tolerance;
    give(s, row, thing);
    if (loser == NONE) continue;
    s->thing_of[loser] = NONE;
    s->queue[s->queued++] = loser;
  }
}

/* ---- Shortest paths ---- */

/*
** The things in `order`: the first `done` are passed, those up to `ready` are as near as the nearest of the others, at
** `least`; `level` is what `done` was when that was found.
*/
typedef struct search {
  uint32_t done, ready, level;
  double least;
} search;

/* Move the thing at index i of `order` to the end of those that are ready. */
static void make_ready(solver *s, search *q, uint32_t i)
{
  const uint32_t thing = s->order[i];
  s->order[i] = s->order[q->ready];
  s->order[q->ready++] = thing;
}

/* Find the nearest things that are not passed; returns one of them that is free, or NONE. */
static uint32_t find_nearest(solver *s, search *q)
{
  uint32_t i;
  q->level = q->ready = q->done;
  q->least = INFINITY;
  for (i = q->done; i < s->count; i++) {
    const double way = s->way[s->order[i]];
    if (way > q->least) continue;
    if (way < q->least) q->ready = q->done;
    q->least = way;
    make_ready(s, q, i);
  }
  for (i = q->done; i < q->ready; i++) {
    if (s->row_of[s->order[i]] == NONE) return s->order[i];
  }
  return NONE;
}

/* Pass a thing: its row may take another one for it. Returns one that is free and as near, or NONE. */
static uint32_t pass_thing(solver *s, search *q)
{
  const uint32_t thing = s->order[q->done++], row = s->row_of[thing];
  double past;
  uint32_t i;
  find_costs(s, row);
  past = s->cost[thing] - q->least;
  for (i = q->ready; i < s->count; i++) {
    const uint32_t next = s->order[i];
    const double way = s->cost[next] - past;
    if (way >= s->way[next]) continue;
    s->before[next] = row;
    s->way[next] = way;
    if (way > q->least) continue;
    if (s->row_of[next] == NONE) return next;
    make_ready(s, q, i);
  }
  return NONE;
}

/* Give a thing to a row that has none, by a shortest path to one that is free; those on the path exchange theirs. */
static void augment(solver *s, uint32_t first)
{
  search q = {0, 0, 0, 0};
  uint32_t end = NONE, i, row;
  find_costs(s, first);
  for (i = 0; i < s->count; i++) {
    s->way[i] = s->cost[i];
    s->before[i] = first;
    s->order[i] = i;
  }
  while (end == NONE) end = q.done == q.ready ? find_nearest(s, &q) : pass_thing(s, &q);
  for (i = 0; i < q.level; i++) s->price[s->order[i]] += s->way[s->order[i]] - q.least;
  do {
    const uint32_t given = end;
    row = s->before[given];
    end = s->thing_of[row];
    give(s, row, given);
  } while (row != first);
}

/* ---- All together ---- */

/* Whether so many rows are without a thing that auctions pay; always, if some things get no place. */
static bool are_many(const solver *s)
{
  return s->queued > FEW || s->queued > s->count / 2 || (s->queued > 0 && s->places < s->count);
}

static void solve(solver *s)
{
  uint32_t i;
  for (i = 0; i < s->count; i++) s->row_of[i] = s->thing_of[i] = NONE;
  set_prices(s);
  settle(s, 0);
  if (are_many(s)) {
    const double range = find_range(s), last = range / LAST_TOLERANCE / s->count;
    double tolerance = range / FIRST_TOLERANCE;
    for (; tolerance > last; tolerance /= FALL) {
      settle(s, tolerance);
      hold_auction(s, tolerance);
    }
    settle(s, 0);
  }
  for (i = 0; i < s->queued; i++) augment(s, s->queue[i]);
}

bool as_assign(const as_assignment *a, as_memory *m, uint32_t *place_of)
{
  solver s;
  uint32_t i;
  bool ready;
  astar_assert(a->place_count <= a->thing_count && a->shift_count <= AS_ASSIGN_SHIFTS);
  if (a->place_count == 0) {
    for (i = 0; i < a->thing_count; i++) place_of[i] = AS_NO_PLACE;
    return true;
  }
  memset(&s, 0, sizeof s);
  s.count = a->thing_count;
  s.places = a->place_count;
  ready = acquire(&s, m);
  if (ready) {
    read_shifts(&s, a);
    read_points(&s, a);
    prune_shifts(&s);
    solve(&s);
    for (i = 0; i < s.count; i++) place_of[i] = s.row_of[i] < s.places ? s.row_of[i] : AS_NO_PLACE;
  }
  release(&s, m);
  return ready;
}
