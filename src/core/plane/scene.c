/* scene.c: see scene.h. Adds and removes outlines, as points and edge chains. */
#include "plane/scene.h"

#include <string.h>

void as_scene_init(as_scene *s)
{
  memset(s, 0, sizeof *s);
  as_box_tree_init(&s->tree, 1, false);
  as_box_tree_init(&s->outline_tree, 1, false);
  s->free_chain = AS_NO_CHAIN;
  s->free_point = AS_NO_POINT;
}

void as_scene_free(as_scene *s, as_memory *m)
{
  as_box_tree_free(&s->tree, m);
  as_box_tree_free(&s->outline_tree, m);
  as_free(m, s->chains, s->chain_capacity, as_edge_chain);
  as_free(m, s->ranges, s->range_capacity, as_chain_range);
  as_free(m, s->points, s->point_capacity, as_point);
  as_free(m, s->hash, s->hash_size, uint32_t);
  as_scene_init(s);
}

/*
** ---- Points ----
**
** They are found by a hash table whose buckets are digital search trees (Coffman & Eve 1970) on the bits of both
** coordinates. All points below a link at depth i agree in their first i bits, so no bucket is deeper than 128 links,
** whatever places are chosen to collide.
*/

typedef struct place_bits {
  uint64_t word[2];
} place_bits;

static place_bits bits_of(const double place[2])
{
  place_bits bits;
  memcpy(bits.word, place, sizeof bits.word);
  return bits;
}

static uint32_t hash_of(const place_bits *bits)
{
  uint64_t mixed = bits->word[0] ^ bits->word[1] * 0x9E3779B97F4A7C15u;
  mixed ^= mixed >> 32;
  mixed *= 0xD6E8FEB86659FD93u;
  return (uint32_t)(mixed >> 32);
}

/* The link to the point at a place, or the empty link where it belongs. */
static uint32_t *find_point(const as_scene *s, const double place[2])
{
  const place_bits bits = bits_of(place);
  uint32_t *link = &s->hash[hash_of(&bits) & (s->hash_size - 1)], depth;
  for (depth = 0; *link != AS_NO_POINT && !as_same_place(s->points[*link].at, place); depth++)
    link = &s->points[*link].child[bits.word[depth >> 6] >> (depth & 63) & 1];
  return link;
}

uint32_t as_scene_point(const as_scene *s, const double place[2])
{
  return s->hash_size == 0 ? AS_NO_POINT : *find_point(s, place);
}

static void link_point(as_scene *s, uint32_t *link, uint32_t at)
{
  s->points[at].child[0] = s->points[at].child[1] = AS_NO_POINT;
  *link = at;
}

/* Remove a point from the tree of its bucket: a leaf below it takes its place. At worst 128 steps. */
static void unlink_point(as_scene *s, uint32_t at)
{
  as_point *p = &s->points[at];
  uint32_t *link = find_point(s, p->at), *last = link, leaf;
  for (;;) {
    const as_point *below = &s->points[*last];
    const int side = below->child[0] == AS_NO_POINT;
    if (below->child[side] == AS_NO_POINT) break;
    last = &s->points[*last].child[side];
  }
  leaf = *last;
  *last = AS_NO_POINT;
  if (leaf == at) return;
  memcpy(s->points[leaf].child, p->child, sizeof p->child);
  *link = leaf;
}

bool as_scene_reserve(as_scene *s, as_memory *m, uint32_t more)
{
  uint64_t wanted = (uint64_t)s->points_used + more, size = s->hash_size ? s->hash_size : 16;
  uint32_t *hash, i;
  /* Free points are reused first, so the array never needs more than `wanted`. */
  if (!as_reserve(m, &s->points, &s->point_capacity, wanted, sizeof *s->points)) return false;
  while (size < wanted) size *= 2;
  if (size == s->hash_size) return true;
  if (size > AS_POINTS_MAX) return false;
  hash = as_new(m, (size_t)size, uint32_t);
  if (!hash) return false;
  memset(hash, 0xFF, (size_t)size * sizeof *hash);
  as_free(m, s->hash, s->hash_size, uint32_t);
  s->hash = hash;
  s->hash_size = (uint32_t)size;
  for (i = 0; i < s->point_count; i++) {
    if (s->points[i].uses > 0) link_point(s, find_point(s, s->points[i].at), i);
  }
  return true;
}

/* Add a use to the point at a place, which is made if there is none. There is room for it. */
static uint32_t use_point(as_scene *s, const double place[2])
{
  uint32_t *link = find_point(s, place), at = *link;
  as_point *p;
  if (at != AS_NO_POINT) {
    s->points[at].uses++;
    return at;
  }
  at = s->free_point;
  if (at == AS_NO_POINT) at = s->point_count++;
  else s->free_point = s->points[at].child[0];
  p = &s->points[at];
  memset(p, 0, sizeof *p);
  p->at[0] = place[0];
  p->at[1] = place[1];
  p->uses = 1;
  link_point(s, link, at);
  s->points_used++;
  return at;
}

/* Remove a use of a point, and the point with its last use. */
static void drop_point(as_scene *s, uint32_t at)
{
  as_point *p = &s->points[at];
  if (--p->uses > 0) return;
  unlink_point(s, at);
  p->child[0] = s->free_point;
  s->free_point = at;
  s->points_used--;
}

void as_scene_unmark(as_scene *s)
{
  uint32_t i;
  if (++s->mark > 0) return;
  for (i = 0; i < s->point_count; i++) s->points[i].mark = 0;
  s->mark = 1;
}

/* ---- Boxes ---- */

/* The box of the outline with this first chain; or of the `whole` obstacle. */
static as_box box_from(const as_scene *s, uint32_t first, bool whole)
{
  as_box box = s->chains[first].box;
  uint32_t at;
  for (at = s->chains[first].next; at != AS_NO_CHAIN && (whole || s->chains[at].outline == first);
       at = s->chains[at].next) {
    as_box_join(&box, &s->chains[at].box);
  }
  return box;
}

as_box as_scene_box(const as_scene *s, uint32_t first)
{
  return box_from(s, first, true);
}

static void forget_all_wedges(as_scene *s)
{
  uint32_t i;
  for (i = 0; i < s->point_count; i++) s->points[i].wedge = AS_WEDGE_UNKNOWN;
  s->knows_wedges = false;
}

/*
** Forget the wedges of all points in a box. Many edits without a query between them may forget the same wedges again
** and again: when they have visited as many corners as there are points, all wedges are forgotten, once.
*/
static void forget_wedges(as_scene *s, const as_box *box)
{
  as_tree_query query;
  uint32_t at, i;
  if (!s->knows_wedges) return;
  as_box_query_begin(&query, &s->tree, box);
  while ((at = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    const as_edge_chain *chain = &s->chains[at];
    for (i = 0; i < chain->count; i++) s->points[chain->point[i]].wedge = AS_WEDGE_UNKNOWN;
    s->forgets += chain->count;
    if (s->forgets <= s->point_count) continue;
    forget_all_wedges(s);
    return;
  }
}

/* ---- Chains ---- */

static uint32_t chains_for(uint32_t edges)
{
  return (edges + AS_CHAIN_EDGES - 1) / AS_CHAIN_EDGES;
}

static bool reserve_chains(as_scene *s, as_memory *m, const as_outlines *outlines)
{
  uint64_t wanted = s->chain_count;
  bool any_long = false;
  uint32_t i;
  for (i = 0; i < outlines->count; i++) {
    const uint32_t corners = outlines->ends[i] - as_outline_first(outlines, i);
    wanted += chains_for(corners);
    any_long = any_long || corners > AS_LONG_OUTLINE;
  }
  if (any_long && !as_reserve(m, &s->ranges, &s->range_capacity, wanted, sizeof *s->ranges)) return false;
  return as_reserve(m, &s->chains, &s->chain_capacity, wanted, sizeof *s->chains) && wanted < AS_CHAINS_MAX &&
         as_box_tree_reserve(&s->tree, m, (uint32_t)wanted, (uint32_t)wanted) &&
         as_box_tree_reserve(&s->outline_tree, m, (uint32_t)wanted, s->outline_count + outlines->count);
}

/* Whether all outlines of an obstacle run counter-clockwise, so that none makes a winding number less. */
static bool is_solid(const as_outlines *outlines, uint32_t obstacle)
{
  uint32_t i, corners;
  if (obstacle == ASTAR_BOUNDS) return false;
  for (i = 0; outlines->count > 1 && i < outlines->count; i++) {
    const double *xy = as_outline_corners(outlines, i, &corners);
    if (as_outline_orientation(xy, corners) <= 0) return false;
  }
  return true;
}

/* Make a chain of `count` edges, from corner `from` on, of an outline of `corners` corners. */
static uint32_t new_chain(as_scene *s, const double *xy, uint32_t corners, uint32_t from, uint32_t count,
                          uint32_t obstacle)
{
  uint32_t at = s->free_chain, i;
  as_edge_chain *chain;
  if (at == AS_NO_CHAIN) at = s->chain_count++;
  else s->free_chain = s->chains[at].next;
  chain = &s->chains[at];
  memset(chain, 0, sizeof *chain);
  chain->count = count;
  chain->obstacle = obstacle;
  chain->is_long = corners > AS_LONG_OUTLINE;
  chain->next = AS_NO_CHAIN;
  for (i = 0; i <= count; i++) memcpy(chain->xy[i], xy + 2 * (size_t)((from + i) % corners), sizeof chain->xy[i]);
  chain->box = as_box_of_points(chain->xy[0], count + 1);
  /* The last corner is not a use: it is the first of the next chain. as_scene_store() sets its point. */
  for (i = 0; i < count; i++) {
    const double *before = xy + 2 * (size_t)((from + i + corners - 1) % corners);
    chain->point[i] = use_point(s, chain->xy[i]);
    chain->bends |= (uint32_t)(as_orient(before, chain->xy[i], chain->xy[i + 1]) > 0) << i;
  }
  return at;
}

bool as_scene_store(as_scene *s, as_memory *m, const as_outlines *outlines, uint32_t obstacle, uint32_t *first)
{
  uint32_t *link = first, at, i, k; /* link: where to write the next chain */
  const bool solid = is_solid(outlines, obstacle);
  if (!as_scene_reserve(s, m, outlines->corners) || !reserve_chains(s, m, outlines)) return false;
  *first = AS_NO_CHAIN;
  for (i = 0; i < outlines->count; i++) {
    uint32_t corners, outline = AS_NO_CHAIN;
    const double *xy = as_outline_corners(outlines, i, &corners);
    const uint32_t parts = chains_for(corners);
    as_edge_chain *chain = NULL;
    for (k = 0; k < parts; k++) {
      const uint32_t from = (uint32_t)((uint64_t)corners * k / parts);
      const uint32_t to = (uint32_t)((uint64_t)corners * (k + 1) / parts);
      at = new_chain(s, xy, corners, from, to - from, obstacle);
      if (k == 0) outline = at;
      else chain->point[chain->count] = s->chains[at].point[0];
      chain = &s->chains[at];
      chain->outline = outline;
      chain->is_solid = solid;
      *link = at;
      link = &chain->next;
    }
    if (chain) chain->point[chain->count] = s->chains[outline].point[0];
  }
  s->outline_count += outlines->count;
  return true;
}

static void bounds_of_chain(const void *scene, uint32_t at, as_tagged_box *bounds)
{
  bounds->box = ((const as_scene *)scene)->chains[at].box;
}

static as_box_source chains_of(const as_scene *s)
{
  as_box_source from = {bounds_of_chain, NULL};
  from.context = s;
  return from;
}

/* The bounds of the outline that a chain begins. */
static void bounds_of_outline(const void *scene, uint32_t first, as_tagged_box *bounds)
{
  const as_scene *s = scene;
  bounds->box = s->chains[first].is_long ? s->ranges[first].box : box_from(s, first, false);
}

static as_box_source outlines_of(const as_scene *s)
{
  as_box_source from = {bounds_of_outline, NULL};
  from.context = s;
  return from;
}

bool as_scene_add(as_scene *s, as_memory *m, const as_outlines *outlines, uint32_t obstacle, uint32_t *first)
{
  const as_box_source all_chains = chains_of(s), all_outlines = outlines_of(s);
  uint32_t at;
  as_box box;
  if (!as_scene_store(s, m, outlines, obstacle, first)) return false;
  if (*first == AS_NO_CHAIN) return true;
  for (at = *first; at != AS_NO_CHAIN; at = s->chains[at].next) {
    as_box_tree_insert(&s->tree, &all_chains, at);
    if (s->chains[at].outline != at) continue;
    if (s->chains[at].is_long) as_scene_make_ranges(s, at);
    as_box_tree_insert(&s->outline_tree, &all_outlines, at);
  }
  box = as_scene_box(s, *first);
  forget_wedges(s, &box);
  return true;
}

void as_scene_index(as_scene *s)
{
  const as_box_source all_chains = chains_of(s), all_outlines = outlines_of(s);
  uint32_t at;
  as_box_tree_begin(&s->tree);
  as_box_tree_begin(&s->outline_tree);
  for (at = 0; at < s->chain_count; at++) {
    if (s->chains[at].count == 0) continue;
    as_box_tree_put(&s->tree, &all_chains, at);
    if (s->chains[at].outline != at) continue;
    if (s->chains[at].is_long) as_scene_make_ranges(s, at);
    as_box_tree_put(&s->outline_tree, &all_outlines, at);
  }
  as_box_tree_end(&s->tree, &all_chains);
  as_box_tree_end(&s->outline_tree, &all_outlines);
  if (s->knows_wedges) forget_all_wedges(s);
}

void as_scene_remove(as_scene *s, uint32_t first)
{
  uint32_t at, next, i;
  as_box box;
  box = as_scene_box(s, first);
  for (at = first; at != AS_NO_CHAIN; at = next) {
    as_edge_chain *chain = &s->chains[at];
    next = chain->next;
    as_box_tree_remove(&s->tree, at);
    if (chain->outline == at) {
      as_box_tree_remove(&s->outline_tree, at);
      s->outline_count--;
    }
    for (i = 0; i < chain->count; i++) drop_point(s, chain->point[i]);
    chain->count = 0;
    chain->next = s->free_chain;
    s->free_chain = at;
  }
  forget_wedges(s, &box);
}

void as_scene_validate(const as_scene *s)
{
  const as_box_source all_chains = chains_of(s), all_outlines = outlines_of(s);
  uint32_t at, i, uses = 0, used = 0, corners = 0, chains = 0, outlines = 0;
  as_box_tree_validate(&s->tree, &all_chains);
  as_box_tree_validate(&s->outline_tree, &all_outlines);
  for (at = 0; at < s->chain_count; at++) {
    const as_edge_chain *chain = &s->chains[at];
    if (chain->count == 0) continue;
    chains++;
    corners += chain->count;
    if (chain->outline == at) {
      const as_box box = box_from(s, at, false);
      outlines++;
      astar_check(!chain->is_long || memcmp(&box, &s->ranges[at].box, sizeof box) == 0);
    }
    for (i = 0; i <= chain->count; i++) {
      astar_check(chain->point[i] < s->point_count);
      astar_check(as_same_place(s->points[chain->point[i]].at, chain->xy[i]));
      astar_check(as_scene_point(s, chain->xy[i]) == chain->point[i]);
    }
  }
  for (i = 0; i < s->point_count; i++) {
    uses += s->points[i].uses;
    used += s->points[i].uses > 0;
    astar_check(s->knows_wedges || s->points[i].wedge == AS_WEDGE_UNKNOWN);
    if (s->points[i].uses == 0 || s->points[i].wedge < AS_WEDGE_STRAIGHT) continue;
    astar_check(s->points[i].low < s->point_count && s->points[s->points[i].low].uses > 0);
    astar_check(s->points[i].high < s->point_count && s->points[s->points[i].high].uses > 0);
  }
  astar_check(uses == corners && used == s->points_used && chains == s->tree.count);
  astar_check(outlines == s->outline_tree.count && outlines == s->outline_count);
}
