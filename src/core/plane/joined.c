/* joined.c: see joined.h. */
#include "plane/joined.h"

#include <string.h>

/* ---- Parts ---- */

static as_plane_part *part_at(as_plane_parts *parts, uint32_t number)
{
  return &parts->list[number % AS_PLANE_PARTS];
}

static bool is_remembered(const as_plane_parts *parts, uint32_t number)
{
  return number > 0 && parts->list && parts->list[number % AS_PLANE_PARTS].number == number;
}

/* Whether an edit that the parts do not know may concern what lies within a box. */
static bool is_edited(const as_radius_layer *l, const as_box *box)
{
  const as_visibility_cache *c = &l->cache;
  uint64_t i = l->parts.edits;
  if (c->edits - i > AS_CACHED_EDITS) return true;
  for (; i < c->edits; i++) {
    if (as_boxes_touch(box, &c->boxes[i % AS_CACHED_EDITS])) return true;
  }
  return false;
}

/* Forget the parts that edits may concern. O(1); if there were any, O(parts * edits). */
static void renew(as_radius_layer *l)
{
  as_plane_parts *parts = &l->parts;
  uint32_t i;
  if (parts->edits == l->cache.edits) return;
  for (i = 0; parts->list && i < AS_PLANE_PARTS; i++) {
    if (parts->list[i].number > 0 && is_edited(l, &parts->list[i].box)) parts->list[i].number = 0;
  }
  parts->edits = l->cache.edits;
}

/* Make room for all points, and for another part. False if out of memory. */
static bool reserve(as_radius_layer *l)
{
  as_plane_parts *parts = &l->parts;
  const uint32_t count = l->scene.point_count;
  if (!as_reserve(&l->shared.memory, &parts->numbers, &parts->capacity, count, sizeof *parts->numbers)) return false;
  if (!parts->list) parts->list = as_new(&l->shared.memory, AS_PLANE_PARTS, as_plane_part);
  if (!parts->list) return false;
  if (parts->last == 0 || parts->last == UINT32_MAX) {
    memset(parts->list, 0, AS_PLANE_PARTS * sizeof *parts->list);
    parts->count = parts->last = 0;
  }
  if (parts->count < count) {
    memset(parts->numbers + parts->count, 0, (count - parts->count) * sizeof *parts->numbers);
    parts->count = count;
  }
  return true;
}

bool as_plane_parts_any(as_radius_layer *l)
{
  uint32_t i = 0;
  if (l->parts.last == 0) return false;
  renew(l);
  while (i < AS_PLANE_PARTS && !(l->parts.list[i].number > 0 && l->parts.list[i].complete)) i++;
  return i < AS_PLANE_PARTS;
}

/* Whether what can be reached from the start of a search may be several parts. */
static bool begins_divided(const as_plane_run *r)
{
  return r->on_edge[0] && as_scene_is_divided(&r->layer->scene, r->ends[0]);
}

/*
** Extend a box by what a search has seen from its start and from the corners that it has expanded. All that can be
** reached lies within, if the search has reached all that it can.
*/
static void extend_by_seen(as_box *box, const astar_search *s)
{
  const as_plane_run *r = as_plane_run_of(&s->space);
  uint32_t i;
  as_box_join(box, &r->seen);
  for (i = 0; i < s->touched_count; i++) {
    const uint32_t slot = s->touched[i];
    const double *at;
    if (slot < r->first_point) continue;
    at = r->layer->scene.points[slot - r->first_point].at;
    as_box_extend(box, at);
    if (as_state_of(as_records_peek(&s->records, slot)) != ASTAR_CLOSED) continue;
    as_visibility_cache_extend(&r->layer->cache, slot - r->first_point, at, box);
  }
}

/*
** Remember what a search has reached: as the part *number, or as a new one if that is 0. If it is all that can be
** reached, the part is `complete`; it is a new one then.
*/
static void learn(as_radius_layer *l, const astar_search *s, uint32_t *number, bool complete)
{
  const as_plane_run *r = as_plane_run_of(&s->space);
  as_plane_parts *parts = &l->parts;
  as_plane_part *part;
  uint32_t i;
  renew(l);
  if (begins_divided(r) || !reserve(l)) return;
  if (!is_remembered(parts, *number)) {
    *number = ++parts->last;
    part = part_at(parts, *number);
    part->number = *number;
    part->complete = complete;
    part->box = as_box_of_point(r->ends[0]);
    memcpy(part->place, r->ends[0], sizeof part->place);
  }
  extend_by_seen(&part_at(parts, *number)->box, s);
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

bool as_joiner_make(as_joiner *j, astar_alloc alloc, void *context)
{
  int i;
  for (i = 0; i < 2; i++) {
    if (!j->searches[i]) j->searches[i] = astar_search_create(alloc, context);
  }
  return j->searches[0] && j->searches[1];
}

size_t as_joiner_memory(const as_joiner *j)
{
  size_t bytes = 0;
  int i;
  for (i = 0; i < 2; i++) bytes += j->searches[i] ? astar_search_memory(j->searches[i]) : 0;
  return bytes;
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
  /* What it reaches may be remembered as all that can be reached. */
  as_plane_run_of(&(*search)->space)->leaves_out = false;
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
static bool is_in_part(const astar_search *s, as_plane_parts *parts, uint32_t number)
{
  as_plane_run *r = as_plane_run_of(&s->space);
  const as_plane_part *part = part_at(parts, number);
  uint32_t i;
  if (!as_in_box(&part->box, r->ends[0])) return false;
  /* Points that came later than all parts have no numbers. */
  for (i = 0; i < s->touched_count; i++) {
    const uint32_t slot = s->touched[i];
    if (slot < r->first_point || slot - r->first_point >= parts->count) continue;
    if (parts->numbers[slot - r->first_point] == number) return true;
  }
  as_plane_run_set_goal(r, part->place);
  return as_plane_run_sees_goal(r, AS_SLOT_START);
}

/*
** The number of the part of a place that a search looks from, a complete one if there are several; 0 if it is in none,
** or if the place may be in several that are not joined.
*/
static uint32_t part_of(const astar_search *s, as_radius_layer *l)
{
  as_plane_parts *parts = &l->parts;
  uint32_t i, found = 0;
  renew(l);
  if (begins_divided(as_plane_run_of(&s->space))) return 0;
  for (i = 0; parts->list && i < AS_PLANE_PARTS; i++) {
    const as_plane_part *part = &parts->list[i];
    if (part->number == 0 || (found != 0 && !part->complete) || !is_in_part(s, parts, part->number)) continue;
    found = part->number;
    if (part->complete) break;
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
  if (looked && (number == 0 || !part_at(&l->parts, number)->complete)) {
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
    if (part_at(&l->parts, number)->complete) return AS_JOINED_NO;
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
  if (l->parts.last > 0) answer = joined_by_parts(j, p, l, a, b, &part);
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

as_joined as_plane_part_box(as_joiner *j, astar_plane *p, as_radius_layer *l, const double place[2], as_box *box)
{
  uint32_t number;
  if (!as_plane_parts_any(l)) return AS_JOINED_UNKNOWN;
  if (!look(&j->searches[0], p, l, place)) return AS_JOINED_NO_MEMORY;
  number = part_of(j->searches[0], l);
  if (number == 0 || !part_at(&l->parts, number)->complete) return AS_JOINED_UNKNOWN;
  *box = part_at(&l->parts, number)->box;
  return AS_JOINED_YES;
}

/* What a search has done: expansions and rays take about as long. */
static uint64_t work_of(const astar_search *s)
{
  return astar_search_expanded(s) + as_plane_run_of(&s->space)->casts;
}

#define BACK_SHARE 16u

as_joined as_plane_search_back(as_joiner *j, const astar_search *forth, bool *first)
{
  const as_plane_run *r = as_plane_run_of(&forth->space);
  astar_status status = ASTAR_SEARCHING;
  astar_search *back;
  uint32_t part = 0;
  astar_assert(r->hops.count == 0);
  if (*first && !begin(&j->searches[0], r->plane, r->layer, r->ends[1], r->ends[0])) return AS_JOINED_NO_MEMORY;
  *first = false;
  back = j->searches[0];
  while (status == ASTAR_SEARCHING && BACK_SHARE * work_of(back) < work_of(forth)) status = astar_search_step(back, 1);
  if (status == ASTAR_SEARCHING) return AS_JOINED_UNKNOWN;
  if (status == ASTAR_OUT_OF_MEMORY) return AS_JOINED_NO_MEMORY;
  if (status == ASTAR_FOUND) return AS_JOINED_YES;
  learn(r->layer, back, &part, true);
  return AS_JOINED_NO;
}
