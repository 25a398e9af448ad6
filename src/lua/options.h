/* options.h: the arguments of searches on graphs: start, goals and options; and the options of all searches. */
#ifndef AL_OPTIONS_H
#define AL_OPTIONS_H

#include "graph.h"

AL_HIDDEN_BEGIN

/* The definition of a search, and the stack indices of values that the search needs (0: not given). */
typedef struct al_search_options {
  astar_search_def def; /* must be the first member, see AL_SEARCH_OPTIONS */
  const al_graph *graph;
  uint64_t version;     /* of the graph when start and goals were read */
  astar_id goal;        /* where `def.goals` points to if there is one */
  int unit;             /* name */
  int heuristic, cost;  /* functions */
  int only, avoid, stop; /* arrays */
  int layers;           /* table */
  bool has_left;        /* the option `left` is given */
} al_search_options;

/*
** Read start, goal or goals, and options from the stack indices 2, 3 and 4; with the option `reverse` the goals come first. Values that `o` refers to are
** pushed or stay where they are: leave them on the stack while `o` is in use, and do not copy it. With `explore` the goal is optional.
*/
void al_read_search(lua_State *L, al_graph *g, int env, bool explore, al_search_options *o);

/* The same in steps: set the defaults; then read only the options at `arg`, with the same requirements. */
void al_begin_options(al_graph *g, al_search_options *o);
void al_read_search_options(lua_State *L, int arg, al_graph *g, int env, al_search_options *o);

/* Raise if the options have one that `method`, "reach" or "flow", cannot take. */
void al_refuse_options(lua_State *L, int arg, const al_search_options *o, const char *method);

/* Read a goal, which is stored in *one, or an array of goals; then pushes a userdata that owns the returned ids. */
const astar_id *al_read_goals(lua_State *L, int arg, al_graph *g, int env, uint32_t *count, astar_id *one);

/* ---- Options of all searches ---- */

void al_read_steps(lua_State *L, const al_entry *e);
void al_read_weight(lua_State *L, const al_entry *e);

/* Entries for a list of options whose `into` is a struct that begins with an astar_search_def. */
#define AL_SEARCH_OPTIONS \
  {"max_cost", al_read_nonnegative, offsetof(astar_search_def, max_cost)}, \
  {"max_steps", al_read_steps, offsetof(astar_search_def, max_steps)}, \
  {"weight", al_read_weight, offsetof(astar_search_def, weight)}, \
  {"partial", al_read_boolean, offsetof(astar_search_def, partial)}

/* The heuristic named by a value, one of the first `count`; `expected` describes the value in messages. */
#define AL_HEURISTICS 5u
#define AL_PLANE_HEURISTICS 3u
astar_heuristic al_entry_heuristic(lua_State *L, const al_entry *e, size_t count, const char *expected);

AL_HIDDEN_END

#endif
