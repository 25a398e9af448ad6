/* link_edits.c: links of planes: adding, removing, ids; see plane_links.h, and "Links" in astar.h. */
#include "plane/plane_links.h"

#include "plane/plane.h"

static void note_edit(astar_plane *p)
{
  as_plane_note_edit(p, NULL);
}

astar_result astar_plane_link(astar_plane *p, const astar_link_def *def, astar_link_id *id)
{
  as_plane_links *links = &p->links;
  uint32_t at = links->free, i;
  as_plane_link *link;
  if (at == UINT32_MAX) {
    at = links->count;
    if (at >= AS_PLANE_LINKS_MAX) return ASTAR_FULL;
    if (!as_reserve(&p->memory, &links->list, &links->capacity, (uint64_t)at + 1, sizeof *links->list))
      return ASTAR_NO_MEMORY;
  }
  link = &links->list[at];
  if (at == links->count) {
    links->count++;
    link->generation = 1;
  } else {
    links->free = link->next;
    link->generation++;
  }
  link->def = *def;
  for (i = 0; i < 2; i++) {
    link->def.from[i] = as_coordinate(def->from[i]);
    link->def.to[i] = as_coordinate(def->to[i]);
  }
  if (!(def->cost >= 0)) link->def.cost = -1;
  links->live_count++;
  note_edit(p);
  *id = at + 1;
  return ASTAR_OK;
}

void astar_plane_unlink(astar_plane *p, astar_link_id id)
{
  as_plane_link *link = &p->links.list[id - 1];
  note_edit(p);
  link->generation++;
  link->next = p->links.free;
  p->links.free = id - 1;
  p->links.live_count--;
}

void astar_plane_set_link(astar_plane *p, astar_link_id id, double cost, bool oneway)
{
  astar_link_def *def = &p->links.list[id - 1].def;
  if (!(cost >= 0)) cost = -1;
  if (cost == def->cost && oneway == def->oneway) return;
  def->cost = cost;
  def->oneway = oneway;
  note_edit(p);
}

astar_link_def astar_plane_link_of(const astar_plane *p, astar_link_id id)
{
  return p->links.list[id - 1].def;
}

double astar_link_cost(const astar_link_def *def)
{
  return as_plane_link_cost(def);
}

/* ---- Ids ---- */

uint32_t astar_plane_link_count(const astar_plane *p)
{
  return p->links.live_count;
}

astar_link_id astar_plane_next_link(const astar_plane *p, astar_link_id id)
{
  while (id < p->links.count) {
    if (as_plane_link_is_live(&p->links.list[id++])) return id;
  }
  return ASTAR_NO_LINK;
}

astar_link_id astar_plane_next_link_id(const astar_plane *p, uint32_t *generation)
{
  const as_plane_links *links = &p->links;
  const uint32_t at = links->free == UINT32_MAX ? links->count : links->free;
  if (generation) *generation = at < links->count ? links->list[at].generation + 1 : 1;
  return at + 1;
}

bool astar_plane_has_link(const astar_plane *p, astar_link_id id, uint32_t *generation)
{
  if (id - 1 >= p->links.count) return false;
  if (generation) *generation = p->links.list[id - 1].generation;
  return as_plane_link_is_live(&p->links.list[id - 1]);
}
