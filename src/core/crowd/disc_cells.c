/* disc_cells.c: see disc_cells.h. */
#include "crowd/disc_cells.h"

/* A class is divided until its discs have on average fewer others in their buckets. */
#define CROWDED 6u

/* Halvings of the side of cells, at most, and cells along an axis, so that their numbers stay exact. */
#define HALVINGS 24
#define CELLS_MOST 1e9

/* Enough for all buckets: a class has at most twice as many as discs, or the least number; and one end for each. */
static size_t starts_for(uint32_t count)
{
  return count == 0 ? 0 : 2 * (size_t)count + AS_DISC_CLASSES * (AS_DISC_LEAST_SIDE * AS_DISC_LEAST_SIDE + 1);
}

void as_disc_cells_free(as_disc_cells *c, as_memory *m)
{
  as_free(m, c->loose, c->capacity, as_disc_body);
  as_free(m, c->bodies, c->capacity, as_disc_body);
  as_free(m, c->buckets, c->capacity, uint32_t);
  as_free(m, c->starts, starts_for(c->capacity), uint32_t);
  memset(c, 0, sizeof *c);
}

/* The buckets along both axes for a class. */
static void choose_buckets(uint32_t count, uint32_t *columns, uint32_t *rows)
{
  *columns = *rows = AS_DISC_LEAST_SIDE;
  while ((uint64_t)*columns * *rows < count) {
    if (*columns == *rows) *columns *= 2;
    else *rows *= 2;
  }
}

bool as_disc_cells_reserve(as_disc_cells *c, as_memory *m, uint32_t count)
{
  uint32_t wanted = c->capacity > 0 ? c->capacity : 16;
  as_disc_body *loose, *bodies;
  uint32_t *buckets, *starts;
  if (count <= c->capacity) return true;
  while (wanted < count) wanted = wanted < UINT32_MAX / 2 ? 2 * wanted : UINT32_MAX;
  loose = as_new(m, wanted, as_disc_body);
  bodies = as_new(m, wanted, as_disc_body);
  buckets = as_new(m, wanted, uint32_t);
  starts = as_new(m, starts_for(wanted), uint32_t);
  if (!loose || !bodies || !buckets || !starts) {
    if (loose) as_free(m, loose, wanted, as_disc_body);
    if (bodies) as_free(m, bodies, wanted, as_disc_body);
    if (buckets) as_free(m, buckets, wanted, uint32_t);
    if (starts) as_free(m, starts, starts_for(wanted), uint32_t);
    return false;
  }
  as_disc_cells_free(c, m);
  c->loose = loose;
  c->bodies = bodies;
  c->buckets = buckets;
  c->starts = starts;
  c->capacity = wanted;
  return true;
}

/* ---- Building ---- */

static uint32_t column_of(const as_disc_class *k, double x)
{
  return (uint32_t)((x - k->low[0]) / k->cell);
}

static uint32_t row_of(const as_disc_class *k, double y)
{
  return (uint32_t)((y - k->low[1]) / k->cell);
}

static uint32_t bucket_of(const as_disc_class *k, uint32_t column, uint32_t row)
{
  return (row & (k->rows - 1)) * k->columns + (column & (k->columns - 1));
}

/*
** Sort `loose` by class into `bodies`. Each class has radii up to twice as large as the one before; the last has all
** others.
*/
static void sort_into_classes(as_disc_cells *c, uint32_t count)
{
  double least = INFINITY, radii[AS_DISC_CLASSES];
  uint32_t counts[AS_DISC_CLASSES] = {0, 0, 0, 0, 0, 0, 0, 0}, at[AS_DISC_CLASSES], i, k;
  for (i = 0; i < count; i++) least = as_min(least, c->loose[i].radius);
  for (k = 0; k < AS_DISC_CLASSES; k++) radii[k] = least * (double)(2u << k);
  for (i = 0; i < count; i++) {
    for (k = 0; k + 1 < AS_DISC_CLASSES && c->loose[i].radius > radii[k];) k++;
    c->buckets[i] = k;
    counts[k]++;
  }
  c->class_count = 0;
  for (i = 0, k = 0; k < AS_DISC_CLASSES; k++) {
    at[k] = i;
    if (counts[k] > 0) {
      c->classes[c->class_count].first = i;
      c->classes[c->class_count++].count = counts[k];
    }
    i += counts[k];
  }
  for (i = 0; i < count; i++) c->bodies[at[c->buckets[i]]++] = c->loose[i];
}

/* Count the discs of each bucket. Returns how many others in their buckets all have together. */
static uint64_t count_buckets(as_disc_cells *c, const as_disc_class *k)
{
  uint32_t *counts = c->starts + k->starts, i;
  uint64_t others = 0;
  memset(counts, 0, ((size_t)k->columns * k->rows + 1) * sizeof *counts);
  for (i = k->first; i < k->first + k->count; i++) {
    const as_disc_body *b = &c->bodies[i];
    const uint32_t bucket = bucket_of(k, column_of(k, b->at[0]), row_of(k, b->at[1]));
    c->buckets[i] = bucket;
    others += 2 * (uint64_t)counts[bucket]++;
  }
  return others;
}

/* Choose the side of the cells of a class, and count its buckets; no disc looks farther than `range`. */
static void choose_cell(as_disc_cells *c, as_disc_class *k, double range, double width, double height)
{
  const double extent = as_max(width, height), least = as_max(extent / CELLS_MOST, DBL_MIN);
  const double dense = as_sqrt(width / k->count) * as_sqrt(height);
  int halvings = 0;
  k->cell = as_max(k->radius + k->reach, k->radius * 2);
  if (dense > 0) k->cell = as_min(k->cell, 1.5 * dense);
  k->cell = as_max(as_max(k->cell, range / AS_DISC_RINGS), least);
  while (count_buckets(c, k) > (uint64_t)CROWDED * k->count && halvings++ < HALVINGS && 0.5 * k->cell >= least)
    k->cell *= 0.5;
}

/* Sort the bodies of a class by their buckets, with `loose` as scratch. */
static void sort_into_buckets(as_disc_cells *c, as_disc_class *k)
{
  uint32_t *starts = c->starts + k->starts, sum = k->first, i;
  const uint32_t buckets = k->columns * k->rows;
  for (i = 0; i <= buckets; i++) {
    const uint32_t count = starts[i];
    starts[i] = sum;
    sum += count;
  }
  memcpy(c->loose + k->first, c->bodies + k->first, k->count * sizeof *c->bodies);
  for (i = k->first; i < k->first + k->count; i++) c->bodies[starts[c->buckets[i]]++] = c->loose[i];
  for (i = buckets; i > 0; i--) starts[i] = starts[i - 1];
  starts[0] = k->first;
}

/* The greatest distance between the middles of two discs that may meet, one of them of a class. */
static double range_of(const as_disc_cells *c, uint32_t count, const as_disc_class *k)
{
  double most = 0;
  uint32_t i;
  for (i = 0; i < count; i++) most = as_max(most, c->bodies[i].reach + c->bodies[i].radius);
  return most + k->reach + k->radius;
}

static void build_class(as_disc_cells *c, uint32_t count, as_disc_class *k)
{
  const as_disc_body *b = c->bodies + k->first;
  double high[2];
  uint32_t i;
  int axis;
  choose_buckets(k->count, &k->columns, &k->rows);
  k->radius = k->reach = 0;
  for (axis = 0; axis < 2; axis++) k->low[axis] = high[axis] = b->at[axis];
  for (i = 0; i < k->count; i++, b++) {
    k->radius = as_max(k->radius, b->radius);
    k->reach = as_max(k->reach, b->reach);
    for (axis = 0; axis < 2; axis++) {
      k->low[axis] = as_min(k->low[axis], b->at[axis]);
      high[axis] = as_max(high[axis], b->at[axis]);
    }
  }
  choose_cell(c, k, range_of(c, count, k), high[0] - k->low[0], high[1] - k->low[1]);
  sort_into_buckets(c, k);
}

void as_disc_cells_build(as_disc_cells *c, uint32_t count)
{
  uint32_t i, starts = 0;
  if (count == 0) {
    c->class_count = 0;
    return;
  }
  sort_into_classes(c, count);
  for (i = 0; i < c->class_count; i++) {
    as_disc_class *k = &c->classes[i];
    k->starts = starts;
    build_class(c, count, k);
    starts += k->columns * k->rows + 1;
  }
}

/* ---- Queries ---- */

typedef struct near_query {
  const as_disc_body *self;
  as_near_disc *list;
  uint32_t count, most;
  double limit; /* a farther gap does not count: INFINITY as long as the list has room */
} near_query;

/* Put a disc into the list, which is sorted. */
static void insert(near_query *q, const as_disc_body *b, double gap)
{
  uint32_t at = q->count;
  if (q->count == q->most) {
    const as_near_disc *last = &q->list[q->count - 1];
    if (gap > last->gap || (gap == last->gap && b->disc > last->body->disc)) return;
    at--;
  } else {
    q->count++;
  }
  while (at > 0 &&
         (gap < q->list[at - 1].gap || (gap == q->list[at - 1].gap && b->disc < q->list[at - 1].body->disc))) {
    q->list[at] = q->list[at - 1];
    at--;
  }
  q->list[at].body = b;
  q->list[at].gap = gap;
  if (q->count == q->most) q->limit = q->list[q->count - 1].gap;
}

static void look_into_bucket(near_query *q, const as_disc_cells *c, const as_disc_class *k, uint32_t bucket)
{
  const as_disc_body *self = q->self, *b = c->bodies + c->starts[k->starts + bucket];
  const as_disc_body *end = c->bodies + c->starts[k->starts + bucket + 1];
  for (; b < end; b++) {
    const double x = b->at[0] - self->at[0], y = b->at[1] - self->at[1], radii = b->radius + self->radius;
    const double most = as_min(q->limit, b->reach + self->reach) + radii, square = x * x + y * y;
    double gap;
    if (square > most * most || b->disc == self->disc || (self->ignored >> b->group & 1)) continue;
    gap = as_length(x, y, 0) - radii;
    insert(q, b, gap);
  }
}

/* The cells of a class around a disc. */
typedef struct near_cells {
  const as_disc_class *class_of;
  uint32_t column, row;                      /* of the disc */
  double apart[2][2 * AS_DISC_RINGS + 1];    /* by axis: the square of the distance of the cells of a column or row */
  double inner;                              /* how far it is at least to the end of the cell */
} near_cells;

/* The cell of a coordinate along an axis, and how far the cells beside it are away. */
static uint32_t locate(near_cells *n, int axis, double x)
{
  const as_disc_class *k = n->class_of;
  const double offset = (x - k->low[axis]) / k->cell, cell = as_min(as_max(floor(offset), -2e9), 2e9);
  const double within = as_min(as_max((offset - cell) * k->cell, 0), k->cell);
  int i;
  n->inner = as_min(n->inner, as_min(within, k->cell - within));
  n->apart[axis][AS_DISC_RINGS] = 0;
  for (i = 1; i <= AS_DISC_RINGS; i++) {
    /* Less by what rounding may have added. */
    const double before = ((i - 1) * k->cell + within) * (1 - 1e-9), after = (i * k->cell - within) * (1 - 1e-9);
    n->apart[axis][AS_DISC_RINGS - i] = before * before;
    n->apart[axis][AS_DISC_RINGS + i] = after * after;
  }
  return (uint32_t)(int32_t)cell;
}

/* Look into the cell that is so many columns and rows away, unless that is too far. */
static void look_into_cell(near_query *q, const as_disc_cells *c, const near_cells *n, int x, int y)
{
  const as_disc_class *k = n->class_of;
  const double most = as_min(q->limit, q->self->reach + k->reach) + (q->self->radius + k->radius);
  if (n->apart[0][AS_DISC_RINGS + x] + n->apart[1][AS_DISC_RINGS + y] > most * most) return;
  look_into_bucket(q, c, k, bucket_of(k, n->column + (uint32_t)x, n->row + (uint32_t)y));
}

/* All cells in a ring around that of the disc. */
static void look_into_ring(near_query *q, const as_disc_cells *c, const near_cells *n, int ring)
{
  int i;
  if (ring == 0) {
    look_into_cell(q, c, n, 0, 0);
    return;
  }
  for (i = -ring; i <= ring; i++) {
    look_into_cell(q, c, n, i, -ring);
    look_into_cell(q, c, n, i, ring);
  }
  for (i = 1 - ring; i < ring; i++) {
    look_into_cell(q, c, n, -ring, i);
    look_into_cell(q, c, n, ring, i);
  }
}

static void look_into_class(near_query *q, const as_disc_cells *c, const as_disc_class *k)
{
  const double most = q->self->reach + k->reach;
  near_cells n;
  int ring;
  n.class_of = k;
  n.inner = k->cell;
  n.column = locate(&n, 0, q->self->at[0]);
  n.row = locate(&n, 1, q->self->at[1]);
  for (ring = 0; ring <= AS_DISC_RINGS; ring++) {
    /* The least gap of a disc in this ring, and all after it. */
    const double beyond = ring > 0 ? (ring - 1) * k->cell + n.inner - q->self->radius - k->radius : -INFINITY;
    if (beyond > most || beyond > q->limit) return;
    look_into_ring(q, c, &n, ring);
  }
}

uint32_t as_disc_cells_near(const as_disc_cells *c, const as_disc_body *body, uint32_t most, as_near_disc *list)
{
  near_query q;
  uint32_t i;
  q.self = body;
  q.list = list;
  q.count = 0;
  q.most = most;
  q.limit = INFINITY;
  for (i = 0; i < c->class_count; i++) look_into_class(&q, c, &c->classes[i]);
  return q.count;
}
