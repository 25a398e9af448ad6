/* joined.c: see joined.h. */
#include "plane/joined.h"

#include <string.h>

/* ---- Parts ---- */

/* Whether the part with a number is remembered: the last AS_PLANE_PARTS are. */
static bool is_remembered(const as_plane_parts *parts, uint32_t number)
{
  return number > 0 && parts->last - number < AS_PLANE_PARTS && number <= parts->last;
}

/* Forget all parts after an edit, and make room for all points. False if out of memory. */
static bool refresh(as_radius_layer *l)
{
  as_plane_parts *parts = &l->parts;
  const uint32_t count = l->scene.point_count;
  if (!as_reserve(&l->shared.memory, &parts->numbers, &parts->capacity, count, sizeof *parts->numbers)) return false;
  if (parts->edits != l->cache.edits || parts->last > UINT32_MAX - 2)
    parts->count = parts->last = parts->last_complete = 0;
  parts->edits = l->cache.edits;
  if (parts->count < count)
    memset(parts->numbers + parts->count, 0, (count - parts->count) * sizeof *parts->numbers);
  if (parts->count < count) parts->count = count;
  return true;
}

bool as_plane_parts_any(const as_radius_layer *l)
{
  return is_remembered(&l->parts, l->parts.last_complete) && l->parts.edits == l->cache.edits;
}

/* Whether what can be reached from the start of a search may be several parts. */
static bool begins_divided(const as_plane_run *r)
{
  return r->on_edge[0] && as_scene_is_divided(&r->layer->scene, r->ends[0]);
}

/*
** Remember what a search has reached: as the part *number, or as a new one if that is 0. If it is all that can be
** reached, the part is `complete`; it is a new one then.
*/
static void learn(as_radius_layer *l, const astar_search *s, uint32_t *number, bool complete)
{
  const as_plane_run *r = as_plane_run_of(&s->space);
  as_plane_parts *parts = &l->parts;
  uint32_t i;
  if (begins_divided(r) || !refresh(l)) return;
  if (!is_remembered(parts, *number)) {
    *number = ++parts->last;
    parts->complete[*number % AS_PLANE_PARTS] = complete;
    memcpy(parts->places[*number % AS_PLANE_PARTS], r->ends[0], sizeof parts->places[0]);
    if (complete) parts->last_complete = *number;
  }
  for (i = 0; i < s->touched_count; i++) {
    if (s->touched[i] >= r->first_point) parts->numbers[s->touched[i] - r->first_point] = *number;
  }
}

/* ---- Places ---- */

void as_joiner_free(as_joiner *j)
{
  astar_search_destroy(j->searches[0]);
  astar_search_destroy(j->searches[1]);
}

astar_result as_plane_search(astar_search **search, astar_plane *p, as_radius_layer *l, const double from[2],
                             const double *to, const astar_search_def *like)
{
  astar_search_def def = astar_default_search();
  astar_result result;
  if (!*search) *search = astar_search_create(p->memory.alloc, p->memory.context);
  if (!*search) return ASTAR_NO_MEMORY;
  def.ground = true;
  if (like) {
    def.heuristic = like->heuristic;
    def.weight = like->weight;
    def.ground = like->ground;
  }
  def.goal_count = to != NULL;
  def.answer_only = true;
  result = as_plane_define(*search, p, l, from, to, &def);
  if (result != ASTAR_OK) return result;
  astar_assert(!as_plane_run_of(&(*search)->space)->blocked);
  return as_search_start(*search, AS_STRATEGY_EXACT);
}

/* Begin a search from one place to the other, or without a goal if that is NULL. False if out of memory. */
static bool begin(astar_search **search, astar_plane *p, as_radius_layer *l, const double from[2],
                  const double *to)
{
  return as_plane_search(search, p, l, from, to, NULL) == ASTAR_OK;
}

/* Find what is seen from a place: what its search reaches by the first expansion. False if out of memory. */
static bool look(astar_search **search, astar_plane *p, as_radius_layer *l, const double place[2])
{
  return begin(search, p, l, place, NULL) && astar_search_step(*search, 1) != ASTAR_OUT_OF_MEMORY;
}

/* Whether a place that a search looks from is in the part with a number. */
static bool is_in_part(const astar_search *s, const as_plane_parts *parts, uint32_t number)
{
  as_plane_run *r = as_plane_run_of(&s->space);
  uint32_t i;
  for (i = 0; i < s->touched_count; i++) {
    const uint32_t slot = s->touched[i];
    if (slot >= r->first_point && parts->numbers[slot - r->first_point] == number) return true;
  }
  as_plane_run_set_goal(r, parts->places[number % AS_PLANE_PARTS]);
  return as_plane_run_sees_goal(r, AS_SLOT_START);
}

static bool is_complete(const as_plane_parts *parts, uint32_t number)
{
  return parts->complete[number % AS_PLANE_PARTS];
}

/*
** The number of the part of a place that a search looks from, a complete one if there are several; 0 if it is in none,
** or if the place may be in several that are not joined.
*/
static uint32_t part_of(const astar_search *s, const as_radius_layer *l)
{
  const as_plane_parts *parts = &l->parts;
  uint32_t number, found = 0;
  if (parts->edits != l->cache.edits || begins_divided(as_plane_run_of(&s->space))) return 0;
  for (number = parts->last; is_remembered(parts, number); number--) {
    if (!is_complete(parts, number) && found != 0) continue;
    if (is_in_part(s, parts, number)) found = number;
    if (found == number && is_complete(parts, number)) break;
  }
  return found;
}

bool as_plane_parts_learn(astar_plane *p, as_radius_layer *l, const astar_search *s)
{
  const as_plane_run *r = as_plane_run_of(&s->space);
  as_joiner joiner = {{NULL, NULL}};
  uint32_t number = 0;
  bool looked;
  if (r->hops.count > 0 || begins_divided(r)) return true;
  looked = look(&joiner.searches[0], p, l, r->ends[0]);
  if (looked) number = part_of(joiner.searches[0], l);
  if (looked && (number == 0 || !is_complete(&l->parts, number))) {
    number = 0;
    learn(l, s, &number, true);
  }
  as_joiner_free(&joiner);
  return looked;
}

/*
** Whether the parts tell that two places are joined, or not; *part becomes that of either place, or 0. Who is not in a
** complete part has no way to it; a part that is not complete tells only who has. A place that is in several parts is
** in each of them.
*/
static as_joined joined_by_parts(as_joiner *j, astar_plane *p, as_radius_layer *l, const double a[2],
                                 const double b[2], uint32_t *part)
{
  int i;
  if (!look(&j->searches[0], p, l, a) || !look(&j->searches[1], p, l, b)) return AS_JOINED_NO_MEMORY;
  for (i = 1; i >= 0; i--) {
    const uint32_t number = part_of(j->searches[i], l);
    if (number == 0) continue;
    *part = number;
    if (is_in_part(j->searches[1 - i], &l->parts, number)) return AS_JOINED_YES;
    if (is_complete(&l->parts, number)) return AS_JOINED_NO;
  }
  return AS_JOINED_UNKNOWN;
}

as_joined as_plane_joined(as_joiner *j, astar_plane *p, as_radius_layer *l, const double a[2], const double b[2],
                          bool quick)
{
  as_joined answer = AS_JOINED_UNKNOWN;
  uint32_t part = 0;
  uint64_t n = 1;
  int i = 0;
  if (as_same_place(a, b)) return AS_JOINED_YES;
  if (l->parts.last > 0 && l->parts.edits == l->cache.edits) answer = joined_by_parts(j, p, l, a, b, &part);
  if (answer != AS_JOINED_UNKNOWN || quick) return answer;
  if (!begin(&j->searches[0], p, l, a, b) || !begin(&j->searches[1], p, l, b, a))
    return AS_JOINED_NO_MEMORY;
  for (;; i = 1 - i) {
    const astar_status status = astar_search_step(j->searches[i], n);
    if (status == ASTAR_OUT_OF_MEMORY) return AS_JOINED_NO_MEMORY;
    if (status != ASTAR_SEARCHING) {
      answer = status == ASTAR_FOUND ? AS_JOINED_YES : AS_JOINED_NO;
      break;
    }
    if (i == 1 && n < 64) n *= 2;
  }
  if (answer == AS_JOINED_YES) {
    learn(l, j->searches[0], &part, false);
    learn(l, j->searches[1], &part, false);
  } else {
    /* If the place had a complete part, that would have told. */
    part = 0;
    learn(l, j->searches[i], &part, true);
  }
  return answer;
}
