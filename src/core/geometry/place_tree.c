/* place_tree.c: see place_tree.h. */
#include "geometry/place_tree.h"

#include "base/heap.h"
#include "geometry/distance.h"

#define LEAF_MAX 8u   /* places in a leaf */
#define LOW 1e-139    /* between these as_length() does not scale, and is monotonic as computed */
#define HIGH 1e139
#define TINY (64 * 4.9406564584124654e-324) /* more than the rounding errors of subnormal distances */
#define WHOLE 1048576 /* 2^20 */

/* ---- Building ---- */

typedef struct sortable {
  double place[3];
} sortable;

static inline bool is_before(const sortable *a, const sortable *b)
{
  const double *p = a->place, *q = b->place;
  return p[0] != q[0] ? p[0] < q[0] : p[1] != q[1] ? p[1] < q[1] : p[2] < q[2];
}

AS_DEFINE_SORT(places, sortable, is_before)

void as_place_tree_free(as_place_tree *t, as_memory *m)
{
  as_box_tree_free(&t->boxes, m);
}

static bool is_near(const double place[3], double most)
{
  return fabs(place[0]) <= most && fabs(place[1]) <= most && fabs(place[2]) <= most;
}

static bool is_same(const double a[3], const double b[3])
{
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool is_whole(const double place[3])
{
  int i;
  for (i = 0; i < 2; i++) {
    if (!(fabs(place[i]) <= WHOLE) || (double)(int32_t)place[i] != place[i]) return false;
  }
  return true;
}

static void bounds_of_place(const void *tree, uint32_t item, as_tagged_box *bounds)
{
  const double *place = ((const as_place_tree *)tree)->places[item];
  memset(bounds, 0, sizeof *bounds);
  bounds->box = as_box_of_point(place);
  bounds->tag.low = bounds->tag.high = place[2];
}

bool as_place_tree_build(as_place_tree *t, as_memory *m, double (*places)[3], uint32_t count, const double period[2],
                         double most)
{
  as_box_source from = {bounds_of_place, NULL};
  sortable *list;
  uint32_t i, kept = 0;
  if (!t->boxes.tagged) as_box_tree_init(&t->boxes, LEAF_MAX, true);
  if (!as_box_tree_reserve(&t->boxes, m, count, count)) return false;
  list = as_new(m, count, sortable);
  if (!list) return false;
  memcpy(list, places, count * sizeof *list);
  places_sort(list, count);
  for (i = 0; i < count; i++) {
    if (i == 0 || !is_same(list[i].place, list[kept - 1].place)) list[kept++] = list[i];
  }
  from.context = t;
  t->places = places;
  t->near = 0;
  t->count = kept;
  t->whole = true;
  memcpy(t->period, period, sizeof t->period);
  t->most = most;
  as_box_tree_begin(&t->boxes);
  for (i = 0; i < t->count; i++) {
    const bool near = is_near(list[i].place, most);
    memcpy(places[near ? t->near : --kept], list[i].place, sizeof *places);
    if (!near) continue;
    as_box_tree_put(&t->boxes, &from, t->near++);
    t->whole = t->whole && is_whole(list[i].place);
  }
  as_free(m, list, count, sortable);
  as_box_tree_end(&t->boxes, &from);
  as_box_tree_trim(&t->boxes, m);
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
static inline double distance_to_box(const query *q, const as_box *box, const as_box_tag *tag)
{
  static const double none[3] = {0, 0, 0};
  double gap[3];
  int i;
  for (i = 0; i < 2; i++) {
    if (q->tree->period[i] > 0)
      gap[i] = gap_around(q->from[i], box->low[i], box->high[i], q->tree->period[i], q->exact);
    else
      gap[i] = as_max(as_max(box->low[i] - q->from[i], q->from[i] - box->high[i]), 0);
  }
  gap[2] = as_max(as_max(tag->low - q->from[2], q->from[2] - tag->high), 0);
  return q->measure->distance(q->measure->context, gap, none);
}

/* Whether a place in a box at this distance may be nearer than the nearest so far. */
static inline bool may_improve(const query *q, double distance, const as_box_tag *tag)
{
  const double slack = q->least > LOW && q->least < HIGH ? q->slack : as_max(q->slack, AS_PLACE_SLACK);
  (void)tag;
  return q->least > 0 && !(distance - distance * slack - TINY >= q->least);
}

static inline void test_place(query *q, uint32_t item)
{
  q->least = as_min(q->least, q->measure->distance(q->measure->context, q->from, q->tree->places[item]));
}

AS_DEFINE_BOX_WALK(place, query, distance_to_box, may_improve, test_place)

double as_place_tree_least(const as_place_tree *t, const as_measure *measure, const double from[3])
{
  query q;
  const bool whole = t->whole && is_whole(from), near = is_near(from, t->most);
  uint32_t i;
  q.tree = t;
  q.measure = measure;
  q.from = from;
  q.slack = whole ? measure->slack : as_max(measure->slack, AS_PLACE_SLACK);
  q.exact = whole;
  q.least = INFINITY;
  for (i = near ? t->near : 0; i < t->count; i++) test_place(&q, i);
  if (near) place_walk(&q, &t->boxes);
  return q.least;
}
