/*
** graph.h: graphs: checks, nodes by name, edits, terrains (graph.c), and the members that files bring to
** the classes "graph", "node" and "search".
*/
#ifndef AL_GRAPH_H
#define AL_GRAPH_H

#include "fields.h"
#include "handle.h"

AL_HIDDEN_BEGIN

/* A grid is a graph too: of the same kind, with more members. */
typedef struct al_graph {
  al_space space;
  astar_graph *core;  /* NULL once collected */
  astar_id recycled;  /* the id that the next node gets again, or ASTAR_NO_ID */
  bool named;         /* some node has, or had, a name or data */
} al_graph;

extern const al_space_type al_graph_type;
extern const al_members al_graph_members;                          /* graph.c */
extern const al_members al_unit_members;                           /* units.c: of graphs */
extern const al_members al_node_members;                           /* node.c */
extern const al_members al_graph_link_members, al_node_link_members; /* links.c: of graphs; of nodes */
extern const al_members al_graph_search_members, al_search_graph_members; /* graph_search.c: of graphs; of searches */

int al_new_graph(lua_State *L); /* the constructor */

/* ---- Checks ---- */

/* Self as a graph that is open. */
al_graph *al_check_graph(lua_State *L);

/* The same as al_begin_space() gives it. */
al_graph *al_begin_graph(lua_State *L, int args);

/* The id of the node at `arg`: a node of this graph, or a name. `env` is the graph's, on the stack. */
astar_id al_check_node(lua_State *L, int arg, al_graph *g, int env);

/* The same for part of an argument. */
astar_id al_entry_node(lua_State *L, const al_entry *e, al_graph *g, int env);

/* Whether an id of the graph is that of a cell. */
bool al_is_cell(const al_graph *g, astar_id id);

/* The unit of the graph that a string names; that an option names. */
astar_unit al_check_unit(lua_State *L, int index, int arg, const al_graph *g);
astar_unit al_entry_unit(lua_State *L, const al_entry *e, const al_graph *g);

/* ---- Terrains ---- */

/* The terrain of the name at `index`, made if new; `none` for index 0. */
astar_terrain al_make_terrain(lua_State *L, const al_graph *g, int index, astar_terrain none);

/* Push the name of a terrain of a graph that is open; runs finalizers at most after it has read it. */
void al_push_terrain(lua_State *L, const al_graph *g, astar_terrain terrain);

/* ---- Edits that methods of graphs and of nodes share; `env` and the arguments are on the stack ---- */

void al_remove_node(lua_State *L, al_graph *g, astar_id id, int env);
void al_link(lua_State *L, al_graph *g, astar_id a, astar_id b, int props);
bool al_unlink(lua_State *L, al_graph *g, astar_id a, astar_id b, int options);

/* Set the name of a node from the value at `value` (nil for none). Raises if it is in use. */
void al_set_name(lua_State *L, al_graph *g, int env, astar_id id, int value);

AL_HIDDEN_END

#endif
