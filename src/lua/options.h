/* options.h: the arguments of searches on graphs: start, goals and options; and the options of all searches. */
#ifndef AL_OPTIONS_H
#define AL_OPTIONS_H

#include "finish.h"
#include "graph.h"

AL_HIDDEN_BEGIN

/* Goals that were read. */
typedef struct al_goals {
  const astar_place *places; /* as `goal_places` of an astar_search_def */
  uint32_t count;
  astar_id one;              /* the ids and the places, if there is one */
  astar_place place;
} al_goals;

/* The definition of a search, and the stack indices of values that the search needs (0: not given). */
typedef struct al_search_options {
  astar_search_def def; /* must be the first member, see AL_SEARCH_OPTIONS */
  const al_graph *graph;
  uint64_t version;     /* of the graph when start and goals were read */
  astar_place start_place; /* where `def.start_place` points to, if it is a position */
  al_goals goals;       /* where `def.goals` points to if there is one */
  int unit;             /* name */
  int heuristic, cost;  /* functions */
  int only, avoid, stop, pass; /* arrays */
  int layers;           /* table */
  int costs;            /* of goals: array */
  bool has_left;        /* the option `left` is given */
  al_finish finish;
} al_search_options;

/*
** Read start, goal or goals, and options from the stack indices 2, 3 and 4; with the option `reverse` the goals come
** first. Values that `o` refers to are pushed or stay where they are: leave them on the stack while `o` is in use, and
** do not copy it. With `explore` the goal is optional.
*/
void al_read_search(lua_State *L, al_graph *g, int env, bool explore, al_search_options *o);

/* The same in steps: set the defaults; then read only the options at `arg`, with the same requirements. */
void al_begin_options(al_graph *g, al_search_options *o);
void al_read_search_options(lua_State *L, int arg, al_graph *g, int env, al_search_options *o);

/* Raise if the options have one that `method`, "reach" or "flow", cannot take. */
void al_refuse_options(lua_State *L, int arg, const al_search_options *o, const char *method);

/* The options of `away` at `arg`: unit, reach, costs, layers. As al_read_search_options(). */
void al_read_away_options(lua_State *L, int arg, al_graph *g, al_search_options *o);

/* Read the costs of the goals, if they are given. Pushes a userdata that owns them. */
void al_read_goal_costs(lua_State *L, int arg, al_graph *g, al_search_options *o);

/* Raise if there are positions, which runs backwards on graphs cannot have. */
void al_refuse_positions(lua_State *L, const astar_place *start, const astar_place *goals);

/*
** Read a start: a node, or a position. On a graph the latter is stored in *place, which is returned, and *id becomes
** ASTAR_NO_ID; on a grid *id becomes that of the cell there. Returns NULL if it has an id.
*/
const astar_place *al_read_start(lua_State *L, int arg, al_graph *g, int env, astar_id *id, astar_place *place);
const astar_place *al_entry_start(lua_State *L, const al_entry *e, al_graph *g, int env, astar_id *id,
                                  astar_place *place);

/* Read an array of nodes; pushes a userdata that owns the returned ids. */
const astar_id *al_read_nodes(lua_State *L, const al_entry *e, al_graph *g, int env, uint32_t *count);

/* Read a goal or an array of goals; the latter then pushes userdata that own the returned ids and the places. */
const astar_id *al_read_goals(lua_State *L, int arg, al_graph *g, int env, al_goals *goals);

/* Whether a value is a position: a table with a field x or y, read raw. May run finalizers. */
bool al_is_position(lua_State *L, int value);

/* A position: a table of x, y and maybe z, finite numbers that are read raw. May run finalizers. */
astar_place al_entry_place(lua_State *L, const al_entry *e);

/* The level of a position on a grid: its field `level`, or `own` without it. */
uint32_t al_position_level(lua_State *L, const al_entry *e, const al_graph *g, uint32_t own);

/* Read the table of weights of layers that is the value of `e`; pushes a userdata that owns the result. */
const astar_layer_use *al_read_layers(lua_State *L, const al_entry *e, al_graph *g, uint32_t *count);

/* smooth.c: `push_path` of the searches on graphs, see search.h. */
struct al_search;
int al_push_finished(lua_State *L, const struct al_search *s, int path, int arg);

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
