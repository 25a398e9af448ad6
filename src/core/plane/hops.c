/* hops.c: see hops.h. */
#include "plane/hops.h"

#include "base/heap.h"
#include "plane/standing.h"

#include <string.h>

void as_hops_free(as_hops *hops, as_memory *m)
{
  as_free(m, hops->list, hops->capacity, as_hop);
  as_free(m, hops->shortcuts, hops->shortcut_capacity, as_shortcut);
  as_free(m, hops->queue, hops->queue_capacity, as_hop_item);
}

/* ---- Hops ---- */

/* Find where the disc of a layer stands at the ends of links, unless that is known. False if out of memory. */
static bool find_ends(const astar_plane *p, as_radius_layer *l)
{
  as_plane_link_ends *ends = &l->link_ends;
  uint32_t i, k;
  if (ends->known && ends->version == p->version) return true;
  if (!as_reserve(&l->shared.memory, &ends->list, &ends->capacity, (uint64_t)p->links.count, sizeof *ends->list))
    return false;
  for (i = 0; i < p->links.count; i++) {
    const as_plane_link *link = &p->links.list[i];
    as_plane_link_end *both = ends->list[i];
    if (!as_plane_link_is_live(link)) continue;
    memcpy(both[0].at, link->def.from, sizeof both[0].at);
    memcpy(both[1].at, link->def.to, sizeof both[1].at);
    for (k = 0; k < 2; k++) both[k].occupancy = as_plane_stand(p, l, both[k].at);
  }
  ends->known = true;
  ends->version = p->version;
  return true;
}

/* Add the hop of a link from one of its ends. There is room. */
static void add_hop(as_hops *hops, const astar_plane *p, const as_plane_link_end *both, astar_link_id id, int from)
{
  as_hop *hop = &hops->list[hops->count++];
  int k;
  for (k = 0; k < 2; k++) {
    const as_plane_link_end *end = &both[k ^ from];
    memcpy(hop->ends[k], end->at, sizeof end->at);
    hop->on_edge[k] = end->occupancy == AS_BOUNDARY;
  }
  hop->cost = as_plane_link_cost(&p->links.list[id - 1].def);
  hop->least = 0;
  hop->hint = AS_NO_CHAIN;
  hop->link = id;
  hop->generation = p->links.list[id - 1].generation;
}

bool as_hops_take(as_hops *hops, as_memory *m, const astar_plane *p, as_radius_layer *l)
{
  uint32_t i;
  hops->count = hops->shortcut_count = 0;
  if (!find_ends(p, l) ||
      !as_reserve(m, &hops->list, &hops->capacity, 2 * (uint64_t)p->links.live_count, sizeof *hops->list))
    return false;
  for (i = 0; i < p->links.count; i++) {
    const as_plane_link_end *both = l->link_ends.list[i];
    if (!as_plane_link_is_live(&p->links.list[i])) continue;
    if (both[0].occupancy == AS_OCCUPIED || both[1].occupancy == AS_OCCUPIED) continue;
    add_hop(hops, p, both, i + 1, 0);
    if (!p->links.list[i].def.oneway) add_hop(hops, p, both, i + 1, 1);
  }
  return true;
}

/* ---- Bounds ---- */

static inline bool is_less(const as_hop_item *a, const as_hop_item *b)
{
  return a->least < b->least || (a->least == b->least && a->hop < b->hop);
}

AS_DEFINE_HEAP(items, as_hop_item, 2, is_less)

/* Lower the bound of a hop; it is a shortcut if that is less than straight. False if out of memory. */
static bool lower(as_hops *hops, as_memory *m, uint32_t at, double least, const double goal[2], int near)
{
  as_hop *hop = &hops->list[at];
  as_hop_item item;
  if (!(least < hop->least)) return true;
  hop->least = least;
  if (!(least < as_distance_flat(hop->ends[near], goal))) return true;
  if (!as_reserve(m, &hops->queue, &hops->queue_capacity, (uint64_t)hops->queue_count + 1, sizeof *hops->queue))
    return false;
  item.least = least;
  item.hop = at;
  items_up(hops->queue, hops->queue_count++, item);
  return true;
}

bool as_hops_aim(as_hops *hops, as_memory *m, const double goal[2], bool back)
{
  const int near = back ? 1 : 0, far = 1 - near; /* of the ends of a hop: where its bound holds; the other one */
  uint32_t i;
  hops->shortcut_count = hops->queue_count = 0;
  for (i = 0; i < hops->count; i++) {
    as_hop *hop = &hops->list[i];
    hop->least = INFINITY;
    if (!lower(hops, m, i, hop->cost + as_distance_flat(hop->ends[far], goal), goal, near)) return false;
  }
  while (hops->queue_count > 0) {
    const as_hop_item item = items_pop(hops->queue, &hops->queue_count);
    as_shortcut *s;
    if (item.least > hops->list[item.hop].least) continue;
    if (!as_reserve(m, &hops->shortcuts, &hops->shortcut_capacity, (uint64_t)hops->shortcut_count + 1,
                    sizeof *hops->shortcuts))
      return false;
    s = &hops->shortcuts[hops->shortcut_count++];
    memcpy(s->at, hops->list[item.hop].ends[near], sizeof s->at);
    s->least = item.least;
    for (i = 0; i < hops->count; i++) {
      const as_hop *hop = &hops->list[i];
      if (!(hop->cost + s->least < hop->least)) continue; /* however near it is */
      if (!lower(hops, m, i, hop->cost + as_distance_flat(hop->ends[far], s->at) + s->least, goal, near)) return false;
    }
  }
  return true;
}
