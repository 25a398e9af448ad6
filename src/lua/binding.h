/*
** binding.h: what the files of the binding share.
**
** Every userdata of the module begins with `kind`, which points to the name of its class:
** an address that only this module's userdata can hold, so that anything else, whatever
** metatable a script has given it, is told from them before more than that is read.
**
** The uservalue of a space is a table, its home; nodes, obstacles and paths have the same one.
** It keeps the space alive for them and holds what only Lua knows of the nodes or obstacles:
*/
#ifndef AL_BINDING_H
#define AL_BINDING_H

#include "../core/astar.h"
#include "compat.h"

/* Of the module only luaopen_astar is seen from outside. */
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif

#define HOME_SPACE 1    /* the graph, grid or plane */
#define HOME_HANDLES 2  /* id -> node or obstacle, weak; a removed node stays while it is referred to */
#define HOME_STRAYS 3   /* id + 2^32 * generation -> the same, weak: removed ones whose id goes on */
#define HOME_DATA 4     /* id -> data */
#define HOME_HANDLE_META 5
#define HOME_PATH_META 6
#define HOME_DEBT 7     /* what `debt` of the space points to */
/* Of graphs only: */
#define HOME_NAMES 8    /* name -> id; counts only if HOME_NAMED agrees */
#define HOME_NAMED 9    /* id -> name */
#define HOME_SEARCHES 10 /* search -> true, weak */

extern const char al_graph_kind[], al_plane_kind[], al_node_kind[], al_obstacle_kind[], al_search_kind[],
    al_path_kind[];
extern const char al_grid_name[];

typedef struct al_space_type al_space_type;

/* What all spaces begin with. */
typedef struct al_space {
  const char *kind;   /* al_graph_kind or al_plane_kind */
  const char *name;   /* of its class: that, or al_grid_name */
  const al_space_type *type;
  astar_finder *finder; /* serves path() where nothing is to be asked of Lua */
  uint64_t runs;      /* of what serves path() */
  size_t told;        /* memory that the collector has been told of */
  size_t *debt;       /* memory that all spaces of the state have taken since it was last told */
} al_space;

/* What is asked of any space, though each kind has its own answer. */
struct al_space_type {
  const char *kind, *handle_kind; /* handle: al_node_kind or al_obstacle_kind */
  bool (*is_open)(const al_space *space);
  /* Of a space that is open: */
  uint64_t (*version)(const al_space *space);
  size_t (*memory)(const al_space *space); /* of all but `idle` */
  /* Whether a node or obstacle is gone and its id means another, or may do so any time. Of any space. */
  bool (*is_stray)(const al_space *space, uint32_t id, uint32_t generation);
  void (*furnish)(lua_State *L); /* put what only this kind has into a new home, at the top; or NULL */
};

/* A grid is a graph too: of the same kind, with a metatable of its own. */
typedef struct al_graph {
  al_space space;
  astar_graph *core;  /* NULL once collected */
  astar_id ready;     /* recycled for the next node, or ASTAR_NO_ID */
  int named;          /* some node has, or had, a name or data */
} al_graph;

typedef struct al_plane {
  al_space space;
  astar_plane *core; /* NULL once collected */
} al_plane;

/* Of a node or an obstacle. */
typedef struct al_handle {
  const char *kind;
  al_space *space; /* kept alive by the home */
  uint32_t id;     /* astar_id or astar_obstacle; 0: it is nothing's yet */
  uint32_t generation;
} al_handle;

typedef struct al_path {
  const char *kind;
  al_space *space;
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

/* A number that is finite, not NaN, one that a plane can hold; at least `least`. */
double al_check_finite(lua_State *L, int arg);
double al_check_coordinate(lua_State *L, int arg);
double al_check_least(lua_State *L, int arg, double least);

/* A whole number from `least` on; infinity gives UINT64_MAX. */
uint64_t al_check_count(lua_State *L, int arg, uint64_t least);

/* Whether the argument is there and not nil. */
int al_given(lua_State *L, int arg);

/* A number at `index`, part of an argument: finite; one that a plane can hold. `what` describes it in messages. */
double al_value_finite(lua_State *L, int index, int arg, const char *what);
double al_value_coordinate(lua_State *L, int index, int arg, const char *what);

/*
** Read `least` to `most` numbers from an array at `index`, part of an argument, each by `read`;
** what[0] describes the array, what[1] ... each element.
*/
void al_value_numbers(lua_State *L, int index, int arg, int least, int most, const char *const *what,
                      double (*read)(lua_State *, int, int, const char *), double *values);

/* A boolean, for the field `name` of the argument, at the top of the stack. */
int al_field_boolean(lua_State *L, int arg, const char *what, const char *name);

/* Raise unless the field `name`, at the top of the stack, is a string. */
void al_field_string(lua_State *L, int arg, const char *what, const char *name);

/* Raise unless the argument is a table or not there; says whether it is. */
int al_check_table(lua_State *L, int arg);

/*
** Walk the fields of a table argument: like lua_next, and raises for keys that are no text.
** The key is then at -2, the value at -1.
*/
const char *al_next_field(lua_State *L, int arg, const char *what);
int al_unknown_field(lua_State *L, int arg, const char *what, const char *name);

/* The terrain of the name at `index`, made if new; `none` for index 0. */
astar_terrain al_make_terrain(lua_State *L, const al_graph *g, int index, astar_terrain none);

/* Push the name of a terrain of a graph that is open; runs finalizers at most after it has read it. */
void al_push_terrain(lua_State *L, const al_graph *g, astar_terrain terrain);

/* Raise for a core result that is not ASTAR_OK. */
void al_check_result(lua_State *L, astar_result result);
void al_check_terrain(lua_State *L, astar_result result); /* of making a terrain */
void al_check_corners(lua_State *L, astar_result result); /* of what takes corners on a plane */
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

/* ---- space.c: what all spaces have in common ---- */

void al_require_open(lua_State *L, const al_space *space);

/*
** Self as a space of this kind that is open, with `args` arguments after it; its home is pushed
** and stands at args + 2.
*/
al_space *al_begin_space(lua_State *L, const char *kind, int args);

/*
** The objects of a space hold a plain pointer to it, good while their home keeps it alive. With
** the debug library a script can break that, so it is looked at before the pointer is used:
** raises unless the value at `home` is a home of this very space.
*/
void al_check_home(lua_State *L, int home, const al_space *space);

/* Push one of the home's tables. */
void al_push_table(lua_State *L, int home, int key);

/* Push table[id]; set it to the value at `value`; set it to nil, which takes no memory. */
void al_push_by_id(lua_State *L, int home, int table, uint32_t id);
void al_set_by_id(lua_State *L, int home, int table, uint32_t id, int value);
void al_clear_by_id(lua_State *L, int home, int table, uint32_t id);

/* Tell the collector about memory that Lua does not see; may run finalizers. */
void al_tell(lua_State *L, const al_space *space, size_t bytes);
void al_tell_space(lua_State *L, al_space *space); /* what it holds; nothing if it was collected */

/* How much more a space holds than the collector was told; it counts as told from now on. */
size_t al_untold(al_space *space);

/* Of what it was told, or will be, this much has been given back before it had to work. */
void al_untell(const al_space *space, size_t bytes);

/*
** Push a space of this size, all zeros beyond its head, without a core, which the caller is to make.
** For constructors: functions that have as upvalues, from `upvalue` on, the metatables of the class, of
** handles and of paths, and the debt. Most have these after their name, al_load() those of all spaces.
*/
#define AL_UPVALUES 4 /* so many */
#define AL_FIRST_UPVALUE 2
void *al_new_space(lua_State *L, size_t size, const al_space_type *type, const char *name, int upvalue);

/* Put a new weak table into the home at the top of the stack. */
void al_set_weak_table(lua_State *L, int key, const char *mode);

/* Enter the constructors in the module's table, which is at the top of the stack. */
void al_open_spaces(lua_State *L);

/* ---- handle.c: nodes and obstacles as Lua knows them ---- */

/* Push a handle that is nothing's yet, then make it that of what is about to be added. `home` is absolute. */
al_handle *al_new_handle(lua_State *L, int home, al_space *space);
void al_give_handle(lua_State *L, int home, al_handle *h, int index, uint32_t id, uint32_t generation);

/* Push the handle with this id and generation, of what is there or gone. `home` is absolute. */
void al_push_handle(lua_State *L, int home, al_space *space, uint32_t id, uint32_t generation);

/* Before something is removed whose id goes on at once: let its handle, if there is one, be found as a stray too. */
void al_let_stray(lua_State *L, int home, const al_space *space, uint32_t id, uint32_t generation);

/* ---- graph.c ---- */

/* Self as a graph that is open. */
al_graph *al_check_graph(lua_State *L);

/* The same as al_begin_space() gives it. */
al_graph *al_begin(lua_State *L, int args);

extern const al_space_type al_graph_type;

/* The id of the node at `arg`: a node of this graph, or a name. `home` is the graph's, on the stack. */
astar_id al_check_node(lua_State *L, int arg, al_graph *g, int home);

/* The same for a value at `index` that is part of an argument, described in messages by `part` ("" for none). */
astar_id al_check_node_in(lua_State *L, int index, int arg, const char *part, al_graph *g, int home);

/* The live node of that name, or ASTAR_NO_ID. The name is at `index`. */
astar_id al_find_name(lua_State *L, int index, al_graph *g, int home);

/* What a grid has of it. Grids have fields of their own: those are al_grid_field()'s. */
extern const al_class al_graph_class;
enum { AL_VERSION = 1, AL_WIDTH, AL_HEIGHT };

int al_new_graph(lua_State *L); /* the constructor */

/* The unit named at the top of the stack, which is the option 'unit' of an argument. */
astar_unit al_field_unit(lua_State *L, int arg, const al_graph *g);

/* Edits that node methods share. `home` and arguments are on the stack. */
void al_link(lua_State *L, al_graph *g, astar_id a, astar_id b, int props);
int al_unlink(lua_State *L, al_graph *g, astar_id a, astar_id b, int options);
void al_remove(lua_State *L, al_graph *g, astar_id id, int home);

/* ---- links.c ---- */

int al_node_links(lua_State *L);  /* node:links */
int al_graph_links(lua_State *L); /* graph:links */

/* ---- grid.c ---- */

extern const al_class al_grid_class;

int al_new_grid(lua_State *L); /* the constructor */

/* Push the value of a field that only grids have. */
int al_grid_field(lua_State *L, const al_graph *g, int code);

/* Whether an id of the graph is that of a cell. */
int al_is_cell(const al_graph *g, astar_id id);

/* ---- node.c ---- */

void al_open_node(lua_State *L); /* pushes the metatable */

/* Push the node of an id that was never recycled since it was noted. */
void al_push_id(lua_State *L, int home, al_graph *g, astar_id id);

/* Self as a live node; pushes its home and gives the index of that. */
al_handle *al_check_self_node(lua_State *L, int *home);

/* Set the name of a node from the value at `value` (nil for none). Raises if it is in use. */
void al_set_name(lua_State *L, al_graph *g, int home, astar_id id, int value);

/* ---- plane.c ---- */

extern const al_class al_plane_class;
extern const al_space_type al_plane_type;

int al_new_plane(lua_State *L); /* the constructor */

/* Self as al_begin_space() gives it. */
al_plane *al_begin_plane(lua_State *L, int args);

/* ---- obstacle.c ---- */

void al_open_obstacle(lua_State *L); /* pushes the metatable */

/* The live obstacle of this plane at `arg`. */
al_handle *al_check_obstacle(lua_State *L, int arg, const al_plane *p);

/* Remove it. `home` is on the stack. */
void al_remove_obstacle(lua_State *L, const al_handle *h, int home);

/* Push what a ray hit or a point lies in: an obstacle, there or gone, "bounds", or nil. */
void al_push_hit(lua_State *L, int home, al_plane *p, astar_obstacle id, uint32_t generation);

/* ---- path.c ---- */

void al_open_path(lua_State *L);

/* Push an empty path for `count` nodes of the space; to be filled in before anything else is done. */
al_path *al_new_path(lua_State *L, int home, al_space *space, uint32_t count);

/* Push a place as paths and searches on planes give it: a table of x and y. */
void al_push_place(lua_State *L, double x, double y);

/* ---- options.c: what a search is asked to do ---- */

/* A definition for the core, and where on the stack its parts are (0: not given). */
typedef struct al_options {
  astar_search_def def;
  int cost, heuristic; /* functions */
  int unit;            /* its name */
} al_options;

/*
** Read start, goal(s) and options from arguments 2, 3 and 4. Pushes what the definition
** points to. Without `explore` a goal must be given.
*/
void al_read_options(lua_State *L, al_graph *g, int home, int explore, al_options *o);

/* Read a goal or an array of goals; pushes an array of ids. */
const astar_id *al_read_goals(lua_State *L, int arg, al_graph *g, int home, uint32_t *count);

/*
** The same for a plane: start in arguments 2 and 3, goal in 4 and 5, options in 6. Pushes nothing,
** and runs no finalizers.
*/
void al_read_plane_options(lua_State *L, bool explore, astar_search_def *def);

/* Read the place in two arguments, of which one at least is given, or nothing. Whether there is one. */
bool al_read_place(lua_State *L, int arg, double xy[2]);

/* ---- search.c ---- */

void al_open_search(lua_State *L);

/* ---- graph_search.c ---- */

int al_graph_search(lua_State *L); /* graph:search */
int al_graph_path(lua_State *L);   /* graph:path */

/* Whether no search that could still be asked began before this version. */
int al_unasked_since(lua_State *L, int home, uint64_t version);

/* ---- plane_search.c ---- */

int al_plane_search(lua_State *L); /* plane:search */
int al_plane_path(lua_State *L);   /* plane:path */

/* ---- save.c ---- */

int al_save(lua_State *L); /* space:save */

/* ---- load.c ---- */

#define AL_SPACES 3 /* graph, grid, plane */

int al_load(lua_State *L); /* astar.load */

/* ---- clock.c ---- */

/* Seconds from some point in the past; never goes back. */
double al_clock(void);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif
