/* heuristic.c: see heuristic.h. */
#include "engine/heuristic.h"

void as_heuristic_choose(as_heuristic *h, const as_space *space, const astar_search_def *def)
{
  const bool own_metric = space->ops->metric != NULL;
  astar_heuristic named = def->heuristic;
  h->scale = space->scale;
  /* There is no lower bound on costs from the caller, unless it names one. */
  if (named == ASTAR_DEFAULT) named = def->ask_cost ? ASTAR_ZERO : ASTAR_AUTO;
  if (named == ASTAR_AUTO && !own_metric) named = ASTAR_EUCLIDEAN;
  if (def->goal_count == 0 || (h->scale == 0 && named != ASTAR_ASK)) named = ASTAR_ZERO;
  if (own_metric && named == ASTAR_EUCLIDEAN) h->scale *= space->straight;
  h->named = named;
  switch (named) {
  case ASTAR_ZERO: h->by = AS_ESTIMATE_ZERO; break;
  case ASTAR_ASK: h->by = AS_ESTIMATE_ASKED; break;
  case ASTAR_AUTO: h->by = AS_ESTIMATE_SPACE; break;
  case ASTAR_EUCLIDEAN:
    h->by = !own_metric && def->goal_count == 1 ? AS_ESTIMATE_STRAIGHT : AS_ESTIMATE_NAMED;
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

bool as_heuristic_aim(as_heuristic *h, const as_space *space, as_memory *m, const astar_id *ids, uint32_t count)
{
  uint32_t i;
  if (!as_reserve(m, &h->goals, &h->goal_capacity, count, sizeof *h->goals)) return false;
  for (i = 0; i < count; i++) as_coordinates_of(space, ids[i], h->goals[i]);
  h->goal_count = count;
  return true;
}

/* The distance between two places in the coordinates of the space, by a named heuristic. */
static double distance_to(const as_space *space, astar_heuristic named, const double place[3], const double goal[3])
{
  static const double none[3] = {0, 0, 0};
  double offset[3];
  if (space->ops->offset) {
    space->ops->offset(space->self, place, goal, offset);
    place = offset;
    goal = none;
  }
  switch (named) {
  case ASTAR_MANHATTAN: return as_manhattan(place, goal);
  case ASTAR_OCTILE: return as_octile(place, goal);
  default: return as_distance(place, goal);
  }
}

/* The same to the nearest goal. */
static double least_distance(const as_heuristic *h, const as_space *space, astar_heuristic named,
                             const double place[3])
{
  double least = INFINITY;
  uint32_t i;
  for (i = 0; i < h->goal_count; i++) least = as_min(least, distance_to(space, named, place, h->goals[i]));
  return least;
}

double as_straight_to_goals(const as_heuristic *h, const as_space *space, const double place[3])
{
  return least_distance(h, space, ASTAR_EUCLIDEAN, place);
}

double as_estimate_by_name(const as_heuristic *h, const as_space *space, uint32_t slot)
{
  double scratch[3];
  const double *place = scratch;
  if (space->ops->coordinates) space->ops->coordinates(space->self, as_id(space->layout, slot), scratch);
  else place = space->ops->position(space->self, slot, scratch);
  return as_scaled(h, least_distance(h, space, h->named, place));
}

double as_estimate_id(const as_heuristic *h, const as_space *space, astar_id id)
{
  double place[3], least = INFINITY;
  uint32_t i;
  if (h->by == AS_ESTIMATE_ZERO) return 0;
  as_coordinates_of(space, id, place);
  if (h->by != AS_ESTIMATE_SPACE) return as_scaled(h, least_distance(h, space, h->named, place));
  for (i = 0; i < h->goal_count; i++) least = as_min(least, space->ops->metric(space->self, place, h->goals[i]));
  return as_scaled(h, least);
}
