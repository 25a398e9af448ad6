/*
** binding.h: what the files of the binding share.
**
** Every userdata of the module begins with `kind`, which points to the name of its class:
** an address that only this module's userdata can hold, so that anything else, whatever
** metatable a script has given it, is told from them before more than that is read.
**
** The uservalue of a graph is a table, the graph's home; nodes and paths have the same one.
** It keeps the graph alive for them and holds what only Lua knows of the nodes:
*/
#ifndef AL_BINDING_H
#define AL_BINDING_H

#include "../core/astar.h"
#include "compat.h"

/* Of the module only luaopen_astar is seen from outside. */
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif

#define HOME_GRAPH 1    /* the graph */
#define HOME_HANDLES 2  /* id -> node, weak; a removed node stays while it is referred to */
#define HOME_STRAYS 3   /* id + 2^32 * generation -> node, weak: removed nodes whose id went on */
#define HOME_NAMES 4    /* name -> id; counts only if HOME_NAMED agrees */
#define HOME_NAMED 5    /* id -> name */
#define HOME_DATA 6     /* id -> data */
#define HOME_SEARCHES 7 /* search -> true, weak */
#define HOME_NODE_META 8
#define HOME_PATH_META 9
#define HOME_DEBT 10    /* what `debt` of the graph points to */

extern const char al_graph_kind[], al_node_kind[], al_search_kind[], al_path_kind[];
extern const char al_grid_name[];

/* A grid is a graph too: of the same kind, with a metatable of its own. */
typedef struct al_graph {
  const char *kind;
  const char *name;  /* of its class: al_graph_kind or al_grid_name */
  astar_graph *core; /* NULL once collected */
  astar_route *route; /* these two serve path() where nothing is to be asked of Lua: the route */
  astar_search *idle; /* the plain question on plain graphs, the search any other */
  size_t told;       /* memory that the collector has been told of */
  size_t *debt;      /* memory that all graphs of the state have taken since it was last told */
  uint64_t runs;     /* of `route` and `idle` */
  astar_id ready;    /* recycled for the next node, or ASTAR_NO_ID */
  int named;         /* some node has, or had, a name or data */
} al_graph;

typedef struct al_node {
  const char *kind;
  al_graph *graph; /* kept alive by the home */
  astar_id id;
  uint32_t generation;
} al_node;

typedef struct al_path {
  const char *kind;
  al_graph *graph;
  astar_path path; /* runs on */
} al_path;

/* ---- args.c: arguments and their errors ---- */

/*
** Functions of the module are closures whose first upvalue is their name. Arguments are
** counted without self, which is argument 1 on the stack.
*/
int al_arg_error(lua_State *L, int arg, const char *format, ...);

/* Raise "<where> expected, got <type>" for an argument. */
int al_type_error(lua_State *L, int arg, const char *expected);

/* "node", "grid", "nan", "number", ...: what a value is, for messages. */
const char *al_type_name(lua_State *L, int index);

/* A number as %.14g writes it, pushed: 3, not 3.0, on every version of Lua. */
const char *al_push_number(lua_State *L, double value);

/* The userdata if the value is one of this kind, else NULL. Any value. */
void *al_test(lua_State *L, int index, const char *kind);

/* Self, of this kind. */
void *al_self(lua_State *L, const char *kind);

/* A number that is finite, not NaN, at least `least`. */
double al_check_finite(lua_State *L, int arg);
double al_check_least(lua_State *L, int arg, double least);

/* A whole number from `least` on; infinity gives UINT64_MAX. */
uint64_t al_check_count(lua_State *L, int arg, uint64_t least);

/* Whether the argument is there and not nil. */
int al_given(lua_State *L, int arg);

/* A boolean, for the field `name` of the argument, at the top of the stack. */
int al_field_boolean(lua_State *L, int arg, const char *what, const char *name);

/* Raise unless the field `name`, at the top of the stack, is a string. */
void al_field_string(lua_State *L, int arg, const char *what, const char *name);

/* The terrain of the name at `index`, made if new; `none` for index 0. */
astar_terrain al_make_terrain(lua_State *L, const al_graph *g, int index, astar_terrain none);

/* Raise for a core result that is not ASTAR_OK. */
void al_check_result(lua_State *L, astar_result result);
void al_check_terrain(lua_State *L, astar_result result); /* of making a terrain */
int al_no_memory(lua_State *L);

typedef struct al_field {
  const char *name;
  int code; /* > 0 */
} al_field;

typedef struct al_class {
  const char *name;
  const luaL_Reg *methods;
  const al_field *fields;
  const luaL_Reg *meta;        /* these functions have the members of the class as second upvalue */
  const struct al_class *base; /* what it has of these, this class has too; or NULL */
} al_class;

/* Push the metatable of a class. */
void al_new_class(lua_State *L, const al_class *c);

/* Push a function that knows its name; `upvalues` values below the top come after that name. */
void al_push_function(lua_State *L, const char *name, lua_CFunction function, int upvalues);

/*
** For __index: look the key (at 2) up among methods and fields. Pushes a method and returns
** 0, or returns the code of a field; raises for anything else. `name` is that of the class.
*/
int al_member(lua_State *L, const char *name);

/* For __newindex: the code of the field (at 2) that is to become the value at 3. */
int al_set_member(lua_State *L, const char *name);

/* Raise for a field that cannot be assigned. */
int al_fixed_member(lua_State *L, const char *name);

/* ---- graph.c ---- */

/* Self as a graph that is open. */
al_graph *al_check_graph(lua_State *L);
void al_require_open(lua_State *L, const al_graph *g);

/* The same with `args` arguments after it; its home is pushed and stands at args + 2. */
al_graph *al_begin(lua_State *L, int args);

/*
** Push a graph without a core, which the caller is to make. For constructors: functions whose
** upvalues, after the name, are the metatables of the class, of nodes and of paths, and the debt.
*/
al_graph *al_new_graph(lua_State *L, const char *name);

/*
** The objects of a graph hold a plain pointer to it, good while their home keeps it alive. With
** the debug library a script can break that, so it is looked at before the pointer is used:
** raises unless the value at `home` is a home of this very graph.
*/
void al_check_home(lua_State *L, int home, const al_graph *g);

/* Push one of the home's tables. */
void al_push_table(lua_State *L, int home, int key);

/* The id of the node at `arg`: a node of this graph, or a name. `home` is the graph's, on the stack. */
astar_id al_check_node(lua_State *L, int arg, al_graph *g, int home);

/* The same for a value at `index` that is part of an argument, described in messages by `part` ("" for none). */
astar_id al_check_node_in(lua_State *L, int index, int arg, const char *part, al_graph *g, int home);

/* The live node of that name, or ASTAR_NO_ID. The name is at `index`. */
astar_id al_find_name(lua_State *L, int index, al_graph *g, int home);

/* Tell the collector about memory that Lua does not see; may run finalizers. */
void al_tell(lua_State *L, al_graph *g, size_t bytes);
void al_tell_graph(lua_State *L, al_graph *g);

/* Of what it was told, or will be, this much has been given back before it had to work. */
void al_untell(al_graph *g, size_t bytes);

/* What a grid has of it. Grids have fields of their own: those are al_grid_field()'s. */
extern const al_class al_graph_class;
enum { AL_VERSION = 1, AL_WIDTH, AL_HEIGHT };

/* Enter the constructors in the module's table, which is at the top of the stack. */
void al_open_spaces(lua_State *L);

/* The unit named at the top of the stack, which is the option 'unit' of an argument. */
astar_unit al_field_unit(lua_State *L, int arg, const al_graph *g);

/* Edits that node methods share. `home` and arguments are on the stack. */
void al_link(lua_State *L, al_graph *g, astar_id a, astar_id b, int props);
int al_unlink(lua_State *L, al_graph *g, astar_id a, astar_id b, int options);
void al_remove(lua_State *L, al_graph *g, astar_id id, int home);

/* ---- grid.c ---- */

extern const al_class al_grid_class;

int al_new_grid(lua_State *L); /* the constructor */

/* Push the value of a field that only grids have. */
int al_grid_field(lua_State *L, const al_graph *g, int code);

/* Whether an id of the graph is that of a cell. */
int al_is_cell(const al_graph *g, astar_id id);

/* ---- node.c ---- */

void al_open_node(lua_State *L); /* pushes the metatable */

/* Push a handle that is no node's yet, then make it that of a node that is about to be added. */
al_node *al_new_node(lua_State *L, int home, al_graph *g);
void al_give_node(lua_State *L, int home, al_node *n, int index, astar_id id, uint32_t generation);

/* Push the node with this id and generation, alive or not. `home` is absolute. */
void al_push_node(lua_State *L, int home, al_graph *g, astar_id id, uint32_t generation);

/* Push the node of an id that was never recycled since it was noted. */
void al_push_id(lua_State *L, int home, al_graph *g, astar_id id);

/* Self as a live node; pushes its home and gives the index of that. */
al_node *al_check_self_node(lua_State *L, int *home);

/* Set the name of a node from the value at `value` (nil for none). Raises if it is in use. */
void al_set_name(lua_State *L, al_graph *g, int home, astar_id id, int value);

/* ---- path.c ---- */

void al_open_path(lua_State *L);

/* Push an empty path for `count` nodes of the graph; to be filled in before anything else is done. */
al_path *al_new_path(lua_State *L, int home, al_graph *g, uint32_t count);

/* ---- options.c: what a search is asked to do ---- */

/* A definition for the core, and where on the stack its parts are (0: not given). */
typedef struct al_options {
  astar_search_def def;
  int cost, heuristic; /* functions */
  int unit;            /* its name */
  int jump;            /* 1 or 0 as the option says; -1: not given */
} al_options;

/*
** Read start, goal(s) and options from arguments 2, 3 and 4. Pushes what the definition
** points to. Without `explore` a goal must be given.
*/
void al_read_options(lua_State *L, al_graph *g, int home, int explore, al_options *o);

/* Read a goal or an array of goals; pushes an array of ids. */
const astar_id *al_read_goals(lua_State *L, int arg, al_graph *g, int home, uint32_t *count);

/* ---- search.c ---- */

void al_open_search(lua_State *L);

int al_graph_search(lua_State *L); /* graph:search */
int al_graph_path(lua_State *L);   /* graph:path */

/* Whether no search that could still be asked began before this version. */
int al_unasked_since(lua_State *L, int home, uint64_t version);

/* ---- clock.c ---- */

/* Seconds from some point in the past; never goes back. */
double al_clock(void);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif
