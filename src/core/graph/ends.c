/* ends.c: see ends.h. Blocks without an index are short, so that searching them and moving their ends is O(1). */
#include "graph/ends.h"

astar_result as_ends_grow(astar_graph *g, as_node *n, unsigned size_class)
{
  uint32_t first;
  const astar_result result = as_links_take(&g->links, &g->memory, size_class, &first);
  if (result != ASTAR_OK) return result;
  as_tidy(g, n);
  memcpy(g->links.list + first, as_ends(g, n), n->all * sizeof(as_link));
  as_links_give(&g->links, n->size_class, n->first);
  n->first = first;
  n->size_class = (uint8_t)size_class;
  if (as_is_hub(n)) as_hub_index(&g->links, n);
  return ASTAR_OK;
}

astar_result as_ends_reserve(astar_graph *g, as_node *n)
{
  const bool hub = as_is_hub(n);
  if (n->flags & AS_NODE_HELD) {
    if (n->all == as_links_room(n->size_class)) as_tidy(g, n);
    return ASTAR_OK;
  }
  if (hub ? as_hub_has_room(&g->links, n) || as_hub_make_room(&g->links, n) : n->all < as_links_room(n->size_class))
    return ASTAR_OK;
  if (n->all >= UINT32_MAX / 2) return ASTAR_FULL;
  return as_ends_grow(g, n, as_links_class((hub ? as_links_room(n->size_class) : n->all) + 1));
}

uint32_t as_ends_make_incoming(astar_graph *g, as_node *n, uint32_t at)
{
  as_link *e = as_ends(g, n), end;
  if (as_is_hub(n)) return as_hub_make_incoming(&g->links, n, at);
  end = e[at];
  n->out--;
  memmove(e + at, e + at + 1, (n->out - at) * sizeof *e);
  e[n->out] = end;
  return n->out;
}

void as_ends_drop_empty(astar_graph *g, as_node *n)
{
  if (n->all > 0 || n->flags & AS_NODE_HELD) return;
  as_links_give(&g->links, n->size_class, n->first);
  n->size_class = 0;
  n->first = 0;
}

void as_ends_erase(astar_graph *g, as_node *n, uint32_t at)
{
  if (as_is_hub(n)) {
    as_hub_erase(&g->links, n, at);
  } else {
    as_link *e = as_ends(g, n);
    if (at < n->out) at = as_ends_make_incoming(g, n, at);
    e[at] = e[--n->all];
  }
  as_ends_drop_empty(g, n);
}
