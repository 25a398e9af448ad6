/* heuristic.c: see heuristic.h. */
#include "engine/heuristic.h"

void as_heuristic_choose(as_heuristic *h, const as_space *space, const astar_search_def *def)
{
  const bool own_metric = space->ops->metric != NULL;
  const uint32_t aims = def->reverse || def->outward ? def->start != ASTAR_NO_ID : def->goal_count;
  astar_heuristic named = def->heuristic;
  h->scale = space->scale;
  h->reach = 0;
  /* There is no lower bound on costs from the caller, unless it names one. */
  if (named == ASTAR_DEFAULT) named = def->ask_cost ? ASTAR_ZERO : ASTAR_AUTO;
  if (named == ASTAR_AUTO && !own_metric) named = ASTAR_EUCLIDEAN;
  /* A step may take fewer points than it costs. */
  if (def->moves > 0 && def->overdraw && named != ASTAR_ASK) named = ASTAR_ZERO;
  if (aims == 0 || (h->scale == 0 && named != ASTAR_ASK)) named = ASTAR_ZERO;
  if (own_metric && named == ASTAR_EUCLIDEAN) h->scale *= space->straight;
  h->named = named;
  switch (named) {
  case ASTAR_ZERO: h->by = AS_ESTIMATE_ZERO; break;
  case ASTAR_ASK: h->by = AS_ESTIMATE_ASKED; break;
  case ASTAR_AUTO: h->by = AS_ESTIMATE_SPACE; break;
  case ASTAR_EUCLIDEAN:
    h->by = !own_metric && aims == 1 ? AS_ESTIMATE_STRAIGHT : AS_ESTIMATE_NAMED;
    break;
  default: h->by = AS_ESTIMATE_NAMED; break;
  }
}

void as_coordinates_of(const as_space *space, astar_id id, double place[3])
{
  if (space->ops->coordinates) {
    space->ops->coordinates(space->self, id, place);
  } else {
    astar_waypoint w;
    space->ops->waypoint(space->self, id, &w);
    place[0] = w.x;
    place[1] = w.y;
    place[2] = w.z;
  }
}

/* With up to this many goals, testing all of them is faster than building and asking a tree. */
#define FEW_GOALS 32u

/* Beyond this, differences may overflow, and with them the metrics of spaces that have coordinates of their own. */
#define REMOTE 1e300

bool as_heuristic_aim(as_heuristic *h, const as_space *space, as_memory *m, const astar_id *ids, uint32_t count,
                      bool partial)
{
  uint32_t i;
  h->has_tree = false;
  if (!as_reserve(m, &h->goals, &h->goal_capacity, count, sizeof *h->goals)) return false;
  for (i = 0; i < count; i++) as_coordinates_of(space, ids[i], h->goals[i]);
  h->goal_count = count;
  if (count <= FEW_GOALS || !(partial || h->by == AS_ESTIMATE_SPACE || h->by == AS_ESTIMATE_NAMED)) return true;
  return h->has_tree = as_place_tree_build(&h->tree, m, h->goals, count, space->period,
                                           space->ops->coordinates ? REMOTE : INFINITY);
}

void as_heuristic_free(as_heuristic *h, as_memory *m)
{
  as_free(m, h->goals, h->goal_capacity, double[3]);
  as_place_tree_free(&h->tree, m);
}

/* ---- Distances ---- */

/* Of a distance: the heuristic that it is named by; ASTAR_AUTO for the metric of the space. */
typedef struct named_distance {
  const as_space *space;
  astar_heuristic named;
} named_distance;

/* The distance between two places in the coordinates of the space. */
static double distance_between(const void *context, const double a[3], const double b[3])
{
  static const double none[3] = {0, 0, 0};
  const named_distance *d = context;
  double offset[3];
  if (d->named == ASTAR_AUTO) return d->space->ops->metric(d->space->self, a, b);
  if (d->space->ops->offset) {
    d->space->ops->offset(d->space->self, a, b, offset);
    a = offset;
    b = none;
  }
  switch (d->named) {
  case ASTAR_MANHATTAN: return as_manhattan(a, b);
  case ASTAR_OCTILE: return as_octile(a, b);
  default: return as_distance(a, b);
  }
}

/* The same to the nearest goal. */
static double least_distance(const as_heuristic *h, const as_space *space, astar_heuristic named,
                             const double place[3])
{
  double least = INFINITY;
  named_distance d;
  uint32_t i;
  d.space = space;
  d.named = named;
  if (h->has_tree) {
    as_measure measure;
    measure.distance = distance_between;
    measure.context = &d;
    measure.slack = named == ASTAR_AUTO ? space->slack : named == ASTAR_OCTILE ? AS_PLACE_SLACK : 0;
    return as_place_tree_least(&h->tree, &measure, place);
  }
  for (i = 0; i < h->goal_count; i++) least = as_min(least, distance_between(&d, place, h->goals[i]));
  return least;
}

double as_straight_to_goals(const as_heuristic *h, const as_space *space, const double place[3])
{
  return least_distance(h, space, ASTAR_EUCLIDEAN, place);
}

void as_heuristic_widen(as_heuristic *h, const as_space *space, const astar_id *ids, uint32_t count)
{
  uint32_t i;
  if (h->by == AS_ESTIMATE_ZERO || h->by == AS_ESTIMATE_ASKED) return;
  for (i = 0; i < count; i++) {
    double place[3];
    as_coordinates_of(space, ids[i], place);
    h->reach = as_max(h->reach, least_distance(h, space, h->named, place));
  }
  h->by = AS_ESTIMATE_REGION;
}

double as_estimate_by_name(const as_heuristic *h, const as_space *space, uint32_t slot)
{
  double scratch[3];
  const double *place = scratch;
  /* Where positions are states, spaces have no coordinates, and states no ids. */
  if (space->ops->coordinates)
    space->ops->coordinates(space->self, as_id(space->layout, as_state_node(&space->rules, slot)), scratch);
  else place = space->ops->position(space->self, slot, scratch);
  return as_scaled(h, as_max(least_distance(h, space, h->named, place) - h->reach, 0));
}

double as_estimate_id(const as_heuristic *h, const as_space *space, astar_id id)
{
  double place[3];
  if (h->by == AS_ESTIMATE_ZERO) return 0;
  as_coordinates_of(space, id, place);
  return as_scaled(h, as_max(least_distance(h, space, h->named, place) - h->reach, 0));
}
