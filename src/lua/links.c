/*
** links.c: the iterators over links: node:links() and graph:links(). Both iterate over a copy of the links of a node,
** made when they come to the node, so scripts may add and remove links meanwhile.
*/
#include "graph.h"

#include <string.h>

typedef struct copied_link {
  uint32_t generation; /* of the node that it leads to */
  astar_link link;
} copied_link;

typedef struct copied_links {
  const char *kind;
  const al_space *space;
  astar_id from; /* graph:links(): the node that they leave, or ASTAR_NO_ID before the first */
  uint32_t generation;
  uint32_t room, count, at;
  copied_link links[1]; /* `room` elements */
} copied_links;

static const char links_kind[] = "links";

/* ---- Copies ---- */

/* Push an empty list with room for `room` links. */
static copied_links *new_links(lua_State *L, const al_space *space, uint32_t room)
{
  copied_links *list;
  if (room == 0) room = 1;
  list = compat_newuserdata(L, sizeof *list + (room - 1) * sizeof *list->links);
  memset(list, 0, sizeof *list);
  list->kind = links_kind;
  list->space = space;
  list->room = room;
  return list;
}

/* Append a link; the list must have room. */
static void add_link(copied_links *list, const astar_graph *core, const astar_link *link)
{
  copied_link *l = &list->links[list->count++];
  l->link = *link;
  (void)astar_graph_has(core, link->to, &l->generation);
}

/* The next link whose target is still live, or NULL. */
static const copied_link *next_link(copied_links *list, const astar_graph *core)
{
  while (list->at < list->count) {
    const copied_link *l = &list->links[list->at++];
    if (astar_graph_is_current(core, l->link.to, l->generation)) return l;
  }
  return NULL;
}

/* ---- Results ---- */

/* Push a table of the props of a link, or nil if all are the defaults. */
static void push_props(lua_State *L, const al_graph *g, const astar_link *link)
{
  if (!link->own_cost && !link->oneway && !link->terrain) {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, 0, 3);
  if (link->own_cost) {
    lua_pushnumber(L, link->cost);
    lua_setfield(L, -2, "cost");
  }
  if (link->terrain) {
    al_require_open(L, &g->space); /* finalizers may have run */
    al_push_terrain(L, g, link->terrain);
    lua_setfield(L, -2, "terrain");
  }
  if (link->oneway) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "oneway");
  }
}

/* Push the target of a link, its cost and its props. Returns 3. */
static int push_link(lua_State *L, al_graph *g, int env, copied_link l)
{
  al_push_handle(L, env, &g->space, l.link.to, l.generation);
  lua_pushnumber(L, l.link.cost);
  push_props(L, g, &l.link);
  return 3;
}

/* ---- node:links ---- */

/* The iterator. Upvalues after the name: the node, its links. */
static int node_links_next(lua_State *L)
{
  const al_handle *n = al_test(L, lua_upvalueindex(2), al_node_kind);
  copied_links *list = al_test(L, lua_upvalueindex(3), links_kind);
  const copied_link *l;
  al_graph *g;
  if (!n || !list || list->space != n->space) return al_type_error(L, 1, al_node_kind);
  g = (al_graph *)n->space;
  lua_settop(L, 0);
  al_push_environment(L, lua_upvalueindex(2), &g->space);
  al_require_open(L, &g->space);
  l = next_link(list, g->core);
  return l ? push_link(L, g, 1, *l) : 0;
}

static int node_links(lua_State *L)
{
  const al_handle *n = al_begin_handle(L, al_node_kind, 0);
  const astar_graph *core = ((al_graph *)n->space)->core;
  copied_links *list = NULL;
  uint32_t count, i;
  /* To allocate the list may run finalizers, which may link the node: repeat until all links fit. */
  while (!list || (count = astar_graph_link_count(core, n->id)) > list->room) {
    lua_settop(L, 1);
    count = astar_graph_link_count(core, n->id);
    list = new_links(L, n->space, count + count / 2);
    al_push_environment(L, 1, n->space);
    al_require_live(L, n);
    lua_settop(L, 2);
  }
  for (i = 0; i < count; i++) {
    astar_link link = astar_graph_link_at(core, n->id, i);
    add_link(list, core, &link);
  }
  lua_pushvalue(L, 1);
  lua_insert(L, 2);
  al_push_function(L, "links", node_links_next, 2);
  return 1;
}

static const luaL_Reg node_methods[] = {{"links", node_links}, {NULL, NULL}};

const al_members al_node_link_members = {node_methods, NULL, NULL};

/* ---- graph:links ---- */

/*
** Copy the links reported at the next node into the iterator's list; a list that is too small is replaced. NULL at the
** end. To allocate a list may run finalizers, which may edit the graph or call the iterator.
*/
static copied_links *copy_next(lua_State *L, const al_graph *g, copied_links *list)
{
  const astar_graph *core = g->core;
  const astar_id last = list->from;
  astar_id id;
  uint32_t index = 0;
  astar_link link;
  while ((id = astar_graph_next_linked(core, last)) != ASTAR_NO_ID) {
    uint32_t count = astar_graph_link_count(core, id);
    if (count <= list->room) break;
    list = new_links(L, &g->space, count + count / 2);
    list->from = last;
    lua_replace(L, lua_upvalueindex(3));
    al_require_open(L, &g->space);
  }
  if (id == ASTAR_NO_ID) return NULL;
  list->from = id;
  (void)astar_graph_has(core, id, &list->generation);
  list->count = list->at = 0;
  while (astar_graph_own_link(core, id, &index, &link)) add_link(list, core, &link);
  return list;
}

/* The iterator. Upvalues after the name: the graph, the links of the current node. */
static int graph_links_next(lua_State *L)
{
  al_graph *g = (al_graph *)al_begin_next(L, al_graph_kind);
  copied_links *list = al_test(L, lua_upvalueindex(3), links_kind);
  const copied_link *l = NULL;
  copied_link next;
  if (!list || list->space != &g->space) return al_type_error(L, 1, al_graph_kind);
  for (;;) {
    if (list->from != ASTAR_NO_ID && astar_graph_is_current(g->core, list->from, list->generation))
      l = next_link(list, g->core);
    if (l) break;
    list = copy_next(L, g, list);
    if (!list) return 0;
  }
  next = *l;
  al_push_handle(L, 1, &g->space, list->from, list->generation);
  return 1 + push_link(L, g, 1, next);
}

static int graph_links(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  lua_settop(L, 1);
  (void)new_links(L, &g->space, 8);
  al_push_function(L, "links", graph_links_next, 2);
  return 1;
}

static const luaL_Reg graph_methods[] = {{"links", graph_links}, {NULL, NULL}};

const al_members al_graph_link_members = {graph_methods, NULL, NULL};
