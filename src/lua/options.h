/* options.h: what a search on a graph is asked to do: start, goals, options; and options that planes have too. */
#ifndef AL_OPTIONS_H
#define AL_OPTIONS_H

#include "graph.h"

AL_HIDDEN_BEGIN

/* A definition for the core, and where on the stack its parts are (0: not given). */
typedef struct al_search_options {
  astar_search_def def; /* first: options of all searches are found by their offsets in a definition */
  const al_graph *graph;
  int unit;             /* its name */
  int heuristic, cost;  /* functions */
  int only, avoid;      /* arrays */
} al_search_options;

/*
** Read start, goal(s) and options from arguments 2, 3 and 4. Pushes what the definition
** points to. Without `explore` a goal must be given.
*/
void al_read_search(lua_State *L, al_graph *g, int env, bool explore, al_search_options *o);

/* Read a goal or an array of goals; pushes an array of ids. */
const astar_id *al_read_goals(lua_State *L, int arg, al_graph *g, int env, uint32_t *count);

/* ---- Options of all searches ---- */

void al_read_steps(lua_State *L, const al_entry *e);
void al_read_weight(lua_State *L, const al_entry *e);

/* For tables of options that fill a struct which begins with a definition. */
#define AL_SEARCH_OPTIONS \
  {"max_cost", al_read_nonnegative, offsetof(astar_search_def, max_cost)}, \
  {"max_steps", al_read_steps, offsetof(astar_search_def, max_steps)}, \
  {"weight", al_read_weight, offsetof(astar_search_def, weight)}, \
  {"partial", al_read_boolean, offsetof(astar_search_def, partial)}

/* The heuristic that is named, one of the first `count`; `expected`, if it is no name. */
#define AL_HEURISTICS 5u /* of graphs */
#define AL_PLANE_HEURISTICS 3u
astar_heuristic al_entry_heuristic(lua_State *L, const al_entry *e, size_t count, const char *expected);

AL_HIDDEN_END

#endif
