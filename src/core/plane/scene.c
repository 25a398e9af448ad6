/* scene.c: the points and runs of a scene; see scene.h. What they mean is worked out in ground.c and segment.c. */
#include "plane/scene.h"

#include <string.h>

void as_scene_init(as_scene *s)
{
  memset(s, 0, sizeof *s);
  as_tree_init(&s->tree);
  as_tree_init(&s->shorts);
  s->free_run = AS_NO_RUN;
  s->free_point = AS_NO_POINT;
}

void as_scene_free(as_scene *s, as_memory *m)
{
  as_tree_free(&s->tree, m);
  as_tree_free(&s->shorts, m);
  as_free(m, s->runs, s->run_capacity, as_run);
  as_free(m, s->points, s->point_capacity, as_point);
  as_free(m, s->hash, s->hash_size, uint32_t);
  as_scene_init(s);
}

/* ---- Points ---- */

static uint32_t hash_of(const double place[2])
{
  uint64_t bits[2];
  memcpy(bits, place, sizeof bits);
  bits[0] ^= bits[1] * 0x9E3779B97F4A7C15u;
  bits[0] ^= bits[0] >> 32;
  bits[0] *= 0xD6E8FEB86659FD93u;
  return (uint32_t)(bits[0] >> 32);
}

uint32_t as_scene_point(const as_scene *s, const double place[2])
{
  uint32_t at;
  if (s->hash_size == 0) return AS_NO_POINT;
  at = s->hash[hash_of(place) & (s->hash_size - 1)];
  while (at != AS_NO_POINT && !as_same_place(s->points[at].at, place)) at = s->points[at].next;
  return at;
}

/* Room for so many points more. */
static bool reserve_points(as_scene *s, as_memory *m, uint32_t more)
{
  uint64_t wanted = (uint64_t)s->points_used + more, size = s->hash_size ? s->hash_size : 16;
  uint32_t *hash, i;
  /* All that are free lie in a list, so what is to be had is what is not in use. */
  if (!as_reserve(m, &s->points, &s->point_capacity, wanted, sizeof *s->points)) return false;
  while (size < wanted) size *= 2;
  if (size == s->hash_size) return true;
  if (size > 1u << 30) return false;
  hash = as_new(m, (size_t)size, uint32_t);
  if (!hash) return false;
  memset(hash, 0xFF, (size_t)size * sizeof *hash);
  for (i = 0; i < s->point_count; i++) {
    as_point *p = &s->points[i];
    uint32_t *chain = &hash[hash_of(p->at) & (uint32_t)(size - 1)];
    if (p->uses == 0) continue;
    p->next = *chain;
    *chain = i;
  }
  as_free(m, s->hash, s->hash_size, uint32_t);
  s->hash = hash;
  s->hash_size = (uint32_t)size;
  return true;
}

static uint32_t use_point(as_scene *s, const double place[2])
{
  uint32_t at = as_scene_point(s, place), *chain;
  as_point *p;
  if (at != AS_NO_POINT) {
    s->points[at].uses++;
    return at;
  }
  at = s->free_point;
  if (at == AS_NO_POINT) at = s->point_count++;
  else s->free_point = s->points[at].next;
  p = &s->points[at];
  memset(p, 0, sizeof *p);
  p->at[0] = place[0];
  p->at[1] = place[1];
  p->uses = 1;
  chain = &s->hash[hash_of(place) & (s->hash_size - 1)];
  p->next = *chain;
  *chain = at;
  s->points_used++;
  return at;
}

static void drop_point(as_scene *s, uint32_t at)
{
  as_point *p = &s->points[at];
  uint32_t *chain;
  if (--p->uses > 0) return;
  chain = &s->hash[hash_of(p->at) & (s->hash_size - 1)];
  while (*chain != at) chain = &s->points[*chain].next;
  *chain = p->next;
  p->next = s->free_point;
  s->free_point = at;
  s->points_used--;
}

/* ---- Runs ---- */

static as_box box_of(const as_run *run)
{
  as_box box;
  uint32_t i;
  as_box_around(&box, run->xy[0]);
  for (i = 1; i <= run->count; i++) as_box_add(&box, run->xy[i]);
  return box;
}

static as_box outline_box(const as_scene *s, uint32_t first)
{
  as_box box = box_of(&s->runs[first]);
  uint32_t run;
  for (run = s->runs[first].next; run != AS_NO_RUN && s->runs[run].outline == first; run = s->runs[run].next) {
    const as_box more = box_of(&s->runs[run]);
    as_box_add(&box, more.low);
    as_box_add(&box, more.high);
  }
  return box;
}

as_box as_scene_box(const as_scene *s, uint32_t first)
{
  as_box box = box_of(&s->runs[first]);
  for (; first != AS_NO_RUN; first = s->runs[first].next) {
    as_box more = box_of(&s->runs[first]);
    as_box_add(&box, more.low);
    as_box_add(&box, more.high);
  }
  return box;
}

/* What is around the points in a box has to be worked out anew. */
static void forget_wedges(as_scene *s, const as_box *box)
{
  as_walk walk;
  uint32_t run, i;
  as_walk_begin(&walk, &s->tree, box);
  while ((run = as_walk_next(&walk)) != AS_TREE_NONE) {
    for (i = 0; i < s->runs[run].count; i++) s->points[s->runs[run].point[i]].wedge = AS_WEDGE_UNKNOWN;
  }
}

static uint32_t runs_for(uint32_t edges)
{
  return (edges + AS_RUN - 1) / AS_RUN;
}

/* Make a run of `count` edges of an outline of `corners` corners, from one corner on. */
static uint32_t new_run(as_scene *s, const double *xy, uint32_t corners, uint32_t from, uint32_t count,
                        uint32_t obstacle)
{
  uint32_t at = s->free_run, i;
  as_run *run;
  if (at == AS_NO_RUN) at = s->run_count++;
  else s->free_run = s->runs[at].next;
  run = &s->runs[at];
  memset(run, 0, sizeof *run);
  run->count = count;
  run->obstacle = obstacle;
  for (i = 0; i <= count; i++) {
    const double *place = xy + 2 * (size_t)((from + i) % corners);
    run->xy[i][0] = place[0];
    run->xy[i][1] = place[1];
    /* Each corner is counted once, where an edge begins; the last one here is another run's first. */
    run->point[i] = i < count ? use_point(s, place) : AS_NO_POINT;
    if (i < count) {
      const double *before = xy + 2 * (size_t)((from + i + corners - 1) % corners);
      run->bends |= (uint32_t)(as_orient(before, place, xy + 2 * (size_t)((from + i + 1) % corners)) > 0) << i;
    }
  }
  return at;
}

bool as_scene_add(as_scene *s, as_memory *m, const as_outlines *outlines, uint32_t obstacle, uint32_t *first)
{
  uint32_t i, k, run, runs = 0, last = AS_NO_RUN;
  as_box box;
  for (i = 0; i < outlines->count; i++) runs += runs_for(outlines->ends[i] - as_outline_first(outlines, i));
  if (!reserve_points(s, m, outlines->corners) ||
      !as_reserve(m, &s->runs, &s->run_capacity, (uint64_t)s->run_count + runs, sizeof *s->runs) ||
      (uint64_t)s->run_count + runs >= AS_TREE_LEAF - 1 || !as_tree_reserve(&s->tree, m, s->run_count + runs) ||
      !as_tree_reserve(&s->shorts, m, s->run_count + runs))
    return false;
  *first = AS_NO_RUN;
  for (i = 0; i < outlines->count; i++) {
    const uint32_t begin = as_outline_first(outlines, i), corners = outlines->ends[i] - begin;
    const uint32_t parts = runs_for(corners);
    uint32_t outline = AS_NO_RUN;
    for (k = 0; k < parts; k++) {
      const uint32_t from = (uint32_t)((uint64_t)corners * k / parts);
      const uint32_t to = (uint32_t)((uint64_t)corners * (k + 1) / parts);
      run = new_run(s, outlines->xy + 2 * (size_t)begin, corners, from, to - from, obstacle);
      if (k == 0) outline = run;
      s->runs[run].outline = outline;
      s->runs[run].is_long = corners > AS_LONG;
      if (last == AS_NO_RUN) *first = run;
      else s->runs[last].next = run;
      last = run;
    }
  }
  if (last == AS_NO_RUN) return true;
  s->runs[last].next = AS_NO_RUN;
  for (run = *first; run != AS_NO_RUN; run = s->runs[run].next) {
    as_run *r = &s->runs[run];
    r->point[r->count] = as_scene_point(s, r->xy[r->count]);
    box = box_of(r);
    as_tree_insert(&s->tree, run, &box);
    s->long_runs += r->is_long;
    if (r->is_long || r->outline != run) continue;
    box = outline_box(s, run);
    as_tree_insert(&s->shorts, run, &box);
  }
  box = as_scene_box(s, *first);
  forget_wedges(s, &box);
  return true;
}

void as_scene_remove(as_scene *s, uint32_t first)
{
  uint32_t run, next, i;
  as_box box;
  if (first == AS_NO_RUN) return;
  box = as_scene_box(s, first);
  for (run = first; run != AS_NO_RUN; run = next) {
    as_run *r = &s->runs[run];
    next = r->next;
    as_tree_remove(&s->tree, run);
    s->long_runs -= r->is_long;
    if (!r->is_long && r->outline == run) as_tree_remove(&s->shorts, run);
    for (i = 0; i < r->count; i++) drop_point(s, r->point[i]);
    r->count = 0;
    r->next = s->free_run;
    s->free_run = run;
  }
  forget_wedges(s, &box);
}

void as_scene_look(as_scene *s)
{
  uint32_t i;
  if (++s->looks > 0) return;
  for (i = 0; i < s->point_count; i++) s->points[i].looked = 0;
  s->looks = 1;
}

void as_scene_validate(const as_scene *s)
{
  uint32_t run, i, uses = 0, used = 0, corners = 0, runs = 0, shorts = 0, longs = 0;
  as_tree_validate(&s->tree);
  as_tree_validate(&s->shorts);
  for (run = 0; run < s->run_count; run++) {
    const as_run *r = &s->runs[run];
    as_box box;
    if (r->count == 0) continue;
    runs++;
    corners += r->count;
    longs += r->is_long;
    shorts += !r->is_long && r->outline == run;
    box = box_of(r);
    astar_check(memcmp(&box, &s->tree.leaves[run].box, sizeof box) == 0);
    for (i = 0; i <= r->count; i++) {
      astar_check(r->point[i] < s->point_count);
      astar_check(as_same_place(s->points[r->point[i]].at, r->xy[i]));
      astar_check(as_scene_point(s, r->xy[i]) == r->point[i]);
    }
  }
  for (i = 0; i < s->point_count; i++) {
    uses += s->points[i].uses;
    used += s->points[i].uses > 0;
  }
  astar_check(uses == corners && used == s->points_used && runs == s->tree.count);
  astar_check(longs == s->long_runs && shorts == s->shorts.count);
}
