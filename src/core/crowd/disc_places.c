/*
** disc_places.c: moves the places of the members of a group of discs to where these can stand at the goal, apart from
** each other. Whether they can get there, their searches tell later: see repair_place() in disc_march.c.
*/
#include "crowd/discs.h"

#define APART 1.1    /* the least distance of places, by the radii of the two */
#define BESIDE 2.25  /* between places beside each other that are looked at, by radius */
#define RINGS 24     /* of such places around the nearest one where a disc can stand */
#define ROW 0.8660254037844386 /* the distance between rows of them: half the root of 3 */

/* Whether a disc that never moves is where another one would stand. */
static bool is_held(const astar_discs *d, const as_disc *a, const double place[2])
{
  uint32_t i;
  for (i = 0; i < d->standing_count; i++) {
    const as_disc *stands = &d->discs[d->standing[i]];
    if (stands != a && as_disc_distance(place, stands->at) < a->radius + stands->radius) return true;
  }
  return false;
}

/* Whether a disc could stand at a place, among obstacles and discs that never move. */
static bool has_room(const astar_discs *d, const as_disc *a, const double place[2])
{
  return as_disc_blocker(as_plane_of(d, a), place, a->radius) == ASTAR_NO_OBSTACLE && !is_held(d, a, place);
}

/* Whether a place has room beside those of all others; with `known` of those for which it is set. */
static bool is_apart(const astar_discs *d, const as_group *g, const bool *known, uint32_t member, const double place[2])
{
  const double radius = d->discs[g->members[member].index].radius;
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    const as_member *other = &g->members[i];
    if ((known && !known[i]) || i == member) continue;
    if (as_disc_distance(place, other->place) <
        APART * (radius + d->discs[other->index].radius))
      return false;
  }
  return true;
}

/* The k-th place of the hexagon of places around one, ring 1 or more. */
static void ring_place(const double middle[2], double apart, uint32_t ring, uint32_t k, double place[2])
{
  static const double corner[6][2] = {{1, 0}, {0.5, ROW}, {-0.5, ROW}, {-1, 0}, {-0.5, -ROW}, {0.5, -ROW}};
  const uint32_t side = k / ring, step = k % ring;
  int i;
  for (i = 0; i < 2; i++)
    place[i] = as_coordinate(middle[i] + apart * ((ring - step) * corner[side][i] + step * corner[(side + 1) % 6][i]));
}

/*
** Of the places of a ring that nobody else has, and that are seen from its middle, the one that is nearest to that of a
** member. False if there is none.
*/
static bool find_in_ring(const astar_discs *d, const as_group *g, const bool *known, uint32_t member,
                         const double middle[2], uint32_t ring, double best[2])
{
  const as_disc *a = &d->discs[g->members[member].index];
  const double *wanted = g->members[member].place;
  double least = INFINITY;
  uint32_t k;
  for (k = 0; k < 6 * ring; k++) {
    double place[2], distance;
    ring_place(middle, BESIDE * a->radius, ring, k, place);
    distance = as_disc_distance(place, wanted);
    if (distance >= least || fabs(place[0]) > ASTAR_PLANE_LIMIT || fabs(place[1]) > ASTAR_PLANE_LIMIT) continue;
    if (!is_apart(d, g, known, member, place) || !has_room(d, a, place)) continue;
    if (!as_disc_sees(as_plane_of(d, a), middle, place, a->radius)) continue;
    least = distance;
    memcpy(best, place, 2 * sizeof *best);
  }
  return least < INFINITY;
}

/* Move the place of a member to one where it can stand, or as near to that as nobody else is; else it shares it. */
static void move_place(const astar_discs *d, as_group *g, const bool *known, uint32_t member, const double near[2])
{
  double best[2] = {near[0], near[1]};
  bool found = is_apart(d, g, known, member, near) && !is_held(d, &d->discs[g->members[member].index], near);
  uint32_t ring;
  for (ring = 1; ring <= RINGS && !found; ring++) found = find_in_ring(d, g, known, member, near, ring, best);
  memcpy(g->members[member].place, best, sizeof best);
}

void as_discs_move_place(const astar_discs *d, as_group *g, uint32_t member, const double near[2])
{
  move_place(d, g, NULL, member, near);
}

/* First all get their places who can; then the others look for one. */
static astar_result find_places(const astar_discs *d, as_group *g, bool *known)
{
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    const as_disc *a = &d->discs[g->members[i].index];
    double *at = g->members[i].place;
    int k;
    for (k = 0; k < 2; k++) at[k] = as_coordinate(as_min(as_max(at[k], -ASTAR_PLANE_LIMIT), ASTAR_PLANE_LIMIT));
    known[i] = has_room(d, a, at);
  }
  for (i = 0; i < g->count; i++) {
    const as_disc *a = &d->discs[g->members[i].index];
    astar_near_place near;
    if (known[i]) continue;
    if (astar_plane_nearest(as_plane_of(d, a), g->members[i].place, a->radius, NULL, &near) != ASTAR_OK)
      return ASTAR_NO_MEMORY;
    if (near.found) move_place(d, g, known, i, near.at);
    known[i] = true;
  }
  return ASTAR_OK;
}

astar_result as_discs_find_places(astar_discs *d, as_group *g)
{
  bool *known = as_new(&d->memory, g->count, bool);
  astar_result result;
  if (!known) return ASTAR_NO_MEMORY;
  result = find_places(d, g, known);
  as_free(&d->memory, known, g->count, bool);
  return result;
}
