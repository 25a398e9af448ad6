/* place_tree.c: see place_tree.h. */
#include "geometry/place_tree.h"

#include "base/heap.h"
#include "geometry/distance.h"

#define LEAF 8u        /* most places in a leaf */
#define RANK_BITS 21u  /* of each axis in a Z-order code */
#define DEPTH 32u      /* more than the depth of the tree */
#define LOW 1e-139     /* between these as_length() does not scale, and is monotonic as computed */
#define HIGH 1e139
#define TINY (64 * 4.9406564584124654e-324) /* more than the rounding errors of subnormal distances */
#define WHOLE 1048576  /* 2^20 */

/* ---- Building ---- */

typedef struct sortable {
  uint64_t key;
  uint64_t code; /* in Z-order */
  double place[3];
} sortable;

#define BY_KEY(a, b) ((a)->key < (b)->key)

AS_DEFINE_SORT(sortable, sortable, BY_KEY)

void as_place_tree_free(as_place_tree *t, as_memory *m)
{
  as_free(m, t->boxes, t->capacity, as_place_box);
  memset(t, 0, sizeof *t);
}

/* A number that grows with a double; of both zeros the same. Any double. */
static uint64_t key_of(double x)
{
  const double y = x + 0.0;
  uint64_t bits;
  memcpy(&bits, &y, sizeof bits);
  return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

/* Move bit i to bit 3 * i. */
static uint64_t spread(uint32_t rank)
{
  uint64_t x = rank;
  x = (x | x << 32) & 0x001F00000000FFFFu;
  x = (x | x << 16) & 0x001F0000FF0000FFu;
  x = (x | x << 8) & 0x100F00F00F00F00Fu;
  x = (x | x << 4) & 0x10C30C30C30C30C3u;
  return (x | x << 2) & 0x1249249249249249u;
}

static void sort_by_key(sortable *list, uint32_t count)
{
  uint32_t i = 1;
  while (i < count && list[i - 1].key <= list[i].key) i++;
  if (i < count) sortable_sort(list, count);
}

static bool is_near(const double place[3], double most)
{
  return fabs(place[0]) <= most && fabs(place[1]) <= most && fabs(place[2]) <= most;
}

static bool is_same(const double a[3], const double b[3])
{
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/*
** Sort in Z-order, remote places last. Ranks are scaled to all bits of the code, so that its highest bit along an axis
** tells on which side of the median a place lies.
*/
static void sort_places(sortable *list, uint32_t count, double most)
{
  uint32_t axis, i;
  for (i = 0; i < count; i++) list[i].code = is_near(list[i].place, most) ? 0 : (uint64_t)1 << 63;
  for (axis = 0; axis < 3; axis++) {
    uint64_t rank = 0;
    for (i = 0; i < count; i++) list[i].key = key_of(list[i].place[axis]);
    sort_by_key(list, count);
    for (i = 0; i < count; i++) {
      if (i > 0 && list[i].key != list[i - 1].key) rank = i;
      list[i].code |= spread((uint32_t)((rank << RANK_BITS) / count)) << axis;
    }
  }
  for (i = 0; i < count; i++) list[i].key = list[i].code;
  sort_by_key(list, count);
}

static bool is_whole(const double place[3])
{
  int i;
  for (i = 0; i < 2; i++) {
    if (!(fabs(place[i]) <= WHOLE) || (double)(int32_t)place[i] != place[i]) return false;
  }
  return true;
}

/* The first place of a leaf; for leaf `leaves`, the end of the last. */
static uint32_t first_of(const as_place_tree *t, uint32_t leaf)
{
  return (uint32_t)((uint64_t)leaf * t->near / t->leaves);
}

static void bound_leaf(as_place_tree *t, uint32_t leaf)
{
  as_place_box *box = &t->boxes[t->leaves + leaf];
  uint32_t i = first_of(t, leaf), last = first_of(t, leaf + 1), k;
  memcpy(box->low, t->places[i], sizeof box->low);
  memcpy(box->high, t->places[i], sizeof box->high);
  for (; i < last; i++) {
    for (k = 0; k < 3; k++) {
      box->low[k] = as_min(box->low[k], t->places[i][k]);
      box->high[k] = as_max(box->high[k], t->places[i][k]);
    }
    t->whole = t->whole && is_whole(t->places[i]);
  }
}

static void bound_all(as_place_tree *t)
{
  uint32_t i, k;
  t->whole = true;
  for (i = 0; i < t->leaves; i++) bound_leaf(t, i);
  for (i = t->leaves - 1; i > 0; i--) {
    const as_place_box *a = &t->boxes[2 * i], *b = a + 1;
    for (k = 0; k < 3; k++) {
      t->boxes[i].low[k] = as_min(a->low[k], b->low[k]);
      t->boxes[i].high[k] = as_max(a->high[k], b->high[k]);
    }
  }
}

bool as_place_tree_build(as_place_tree *t, as_memory *m, double (*places)[3], uint32_t count, const double period[2],
                         double most)
{
  sortable *list;
  uint32_t i;
  t->leaves = 1;
  while (t->leaves < count / LEAF + 1) t->leaves *= 2;
  if (!as_reserve(m, &t->boxes, &t->capacity, 2 * (uint64_t)t->leaves, sizeof *t->boxes)) return false;
  list = as_new(m, count, sortable);
  if (!list) return false;
  for (i = 0; i < count; i++) memcpy(list[i].place, places[i], sizeof list[i].place);
  sort_places(list, count, most);
  t->places = places;
  t->near = t->count = 0;
  for (i = 0; i < count; i++) {
    if (i > 0 && is_same(list[i].place, list[i - 1].place)) continue;
    memcpy(places[t->count++], list[i].place, sizeof list[i].place);
    if (is_near(list[i].place, most)) t->near++;
  }
  as_free(m, list, count, sortable);
  while (t->leaves > 1 && t->leaves / 2 >= t->near / LEAF + 1) t->leaves /= 2;
  memcpy(t->period, period, sizeof t->period);
  t->most = most;
  if (t->near > 0) bound_all(t);
  return true;
}

/* ---- Finding ---- */

typedef struct query {
  const as_place_tree *tree;
  const as_measure *measure;
  const double *from;
  double slack;
  double least; /* so far */
  bool exact;   /* differences along an axis with a period are computed exactly */
} query;

/* The least difference between x and the numbers from low to high, modulo a period. */
static double gap_around(double x, double low, double high, double period, bool exact)
{
  const double ahead = low - x, width = high - low, past = ahead - period * floor(ahead / period);
  const double error = exact ? 0 : 8 * DBL_EPSILON * (fabs(ahead) + width + period);
  return as_max(as_min(past, period - (past + width)) - error, 0);
}

/* The distance to the nearest point of a box. */
static double distance_to_box(const query *q, uint32_t node)
{
  static const double none[3] = {0, 0, 0};
  const as_place_box *box = &q->tree->boxes[node];
  double gap[3];
  int i;
  for (i = 0; i < 3; i++) {
    if (i < 2 && q->tree->period[i] > 0)
      gap[i] = gap_around(q->from[i], box->low[i], box->high[i], q->tree->period[i], q->exact);
    else
      gap[i] = as_max(as_max(box->low[i] - q->from[i], q->from[i] - box->high[i]), 0);
  }
  return q->measure->distance(q->measure->context, gap, none);
}

/* Whether a place in a box at this distance may be nearer than the nearest so far. */
static inline bool may_improve(const query *q, double distance)
{
  const double slack = q->least > LOW && q->least < HIGH ? q->slack : as_max(q->slack, AS_PLACE_SLACK);
  return !(distance - distance * slack - TINY >= q->least);
}

static void test_places(query *q, uint32_t first, uint32_t last)
{
  for (; first < last; first++)
    q->least = as_min(q->least, q->measure->distance(q->measure->context, q->from, q->tree->places[first]));
}

/* Test the places in leaves. */
static void descend(query *q)
{
  struct {
    double distance;
    uint32_t node;
  } stack[DEPTH];
  const as_place_tree *t = q->tree;
  uint32_t depth = 0, node = 1;
  for (;;) {
    while (node < t->leaves) {
      const double a = distance_to_box(q, 2 * node), b = distance_to_box(q, 2 * node + 1);
      const bool second = b < a;
      stack[depth].node = 2 * node + !second;
      stack[depth].distance = second ? a : b;
      depth += may_improve(q, stack[depth].distance);
      if (!may_improve(q, second ? b : a)) break;
      node = 2 * node + second;
    }
    if (node >= t->leaves) test_places(q, first_of(t, node - t->leaves), first_of(t, node - t->leaves + 1));
    do {
      if (depth == 0 || q->least == 0) return;
      depth--;
    } while (!may_improve(q, stack[depth].distance));
    node = stack[depth].node;
  }
}

double as_place_tree_least(const as_place_tree *t, const as_measure *measure, const double from[3])
{
  query q;
  const bool whole = t->whole && is_whole(from);
  q.tree = t;
  q.measure = measure;
  q.from = from;
  q.slack = whole ? measure->slack : as_max(measure->slack, AS_PLACE_SLACK);
  q.exact = whole;
  q.least = INFINITY;
  test_places(&q, t->near, t->count);
  if (!is_near(from, t->most)) test_places(&q, 0, t->near);
  else if (t->near > 0) descend(&q);
  return q.least;
}
