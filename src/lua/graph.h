/*
** graph.h: checks, nodes by name, terrains and edits of graphs (graph.c), and the members of the classes "graph",
** "node" and "search" that other files define.
*/
#ifndef AL_GRAPH_H
#define AL_GRAPH_H

#include "fields.h"
#include "handle.h"

AL_HIDDEN_BEGIN

/* A graph or a grid: a grid has the same kind, but its own class name and more members. */
typedef struct al_graph {
  al_space space;
  astar_graph *core;  /* NULL once collected */
  astar_id recycled;  /* the free id that the next node will reuse, or ASTAR_NO_ID */
  bool named;         /* a node has, or had, a name or data */
} al_graph;

extern const al_space_type al_graph_type;
extern const al_members al_graph_members;                          /* graph.c */
extern const al_members al_graph_bulk_members;                     /* bulk.c: of graphs */
extern const al_members al_unit_members;                           /* units.c: of graphs */
extern const al_members al_prepare_members;                        /* prepare.c: of graphs */
extern const al_members al_places_members;                         /* places.c: of graphs */
extern const al_members al_smooth_members;                         /* smooth.c: of graphs */
extern const al_members al_node_members;                           /* node.c */
extern const al_members al_graph_link_members, al_node_link_members; /* links.c: of graphs; of nodes */
extern const al_members al_graph_search_members, al_search_graph_members; /* graph_search.c: of graphs; of searches */

int al_new_graph(lua_State *L); /* the constructor */

/* ---- Checks ---- */

/* Self as an open graph. */
al_graph *al_check_graph(lua_State *L);

/* The same with `args` arguments; pushes the environment, as al_begin_space() does. */
al_graph *al_begin_graph(lua_State *L, int args);

/* Raise if so many more nodes would exceed the limit of nodes, in which cells do not count. */
void al_check_more_nodes(lua_State *L, const al_graph *g, uint32_t count);

/* The id of the live node at `arg`: a node of this graph, or a name. `env` is the graph's environment. */
astar_id al_check_node(lua_State *L, int arg, al_graph *g, int env);

/* The same for a value inside an argument. */
astar_id al_entry_node(lua_State *L, const al_entry *e, al_graph *g, int env);

/* Whether the node with this id is a cell. */
bool al_is_cell(const al_graph *g, astar_id id);

/* The unit named by the string at `index`, in messages about `arg`; by an option. Raise if there is none. */
astar_unit al_check_unit(lua_State *L, int index, int arg, const al_graph *g);
astar_unit al_entry_unit(lua_State *L, const al_entry *e, const al_graph *g);

/* The level of a grid that is a value inside an argument: level.c. */
uint32_t al_entry_level(lua_State *L, const al_entry *e, const al_graph *g);

/* ---- Terrains ---- */

/* The terrain named by the string at `index`, added to the graph if new; `none` if `index` is 0. */
astar_terrain al_make_terrain(lua_State *L, const al_graph *g, int index, astar_terrain none);

/* Push the name of a terrain; the graph must be open. May run finalizers. */
void al_push_terrain(lua_State *L, const al_graph *g, astar_terrain terrain);

/* ---- Edits shared by the methods of graphs and of nodes: ids are of live nodes ---- */

/* Remove a node that is not a cell, with its name and data. */
void al_remove_node(lua_State *L, al_graph *g, astar_id id, int env);

/* Link a to b; `props` is the stack index of the props, given or not, behind that of b. Pushes one value. */
void al_link(lua_State *L, al_graph *g, astar_id a, astar_id b, int props);

/* Unlink a from b; `options` is the stack index of the options, given or not. Returns whether there was a link. */
bool al_unlink(lua_State *L, al_graph *g, astar_id a, astar_id b, int options);

/* Set the name of a node to the string or nil at the stack index `value`. Raises if the name is in use. */
void al_set_name(lua_State *L, al_graph *g, int env, astar_id id, int value);

AL_HIDDEN_END

#endif
