/*
** space.h: what graphs, grids and planes have in common.
**
** The uservalue of a space is a table, its environment; nodes, obstacles and paths have the same one.
** It keeps the space alive for them and holds what only Lua knows of the nodes or obstacles.
*/
#ifndef AL_SPACE_H
#define AL_SPACE_H

#include "class.h"

AL_HIDDEN_BEGIN

#define ENV_SPACE 1    /* the graph, grid or plane */
#define ENV_HANDLES 2  /* id -> node or obstacle, weak; a removed node stays while it is referred to */
#define ENV_DETACHED 3 /* id + 2^32 * generation -> the same, weak: removed ones whose id is in use again */
#define ENV_DATA 4     /* id -> data */
#define ENV_HANDLE_META 5
#define ENV_PATH_META 6
#define ENV_UNREPORTED 7 /* what `unreported` of the space points to */
/* Of graphs only: */
#define ENV_IDS 8       /* name -> id; counts only if ENV_NAMES agrees */
#define ENV_NAMES 9     /* id -> name */
#define ENV_SEARCHES 10 /* search -> true, weak */

struct al_space_type {
  const char *kind, *handle_kind; /* handle: al_node_kind or al_obstacle_kind */
  size_t size;                    /* of the userdata */
  bool reuses_ids;                /* of what was removed at once, rather than once nothing refers to it */
  bool (*is_open)(const al_space *space); /* has its core; false once it was collected */
  bool (*find)(const al_space *space, uint32_t id, uint32_t *generation); /* as astar_graph_has(); false if not open */
  /* Of a space that is open: */
  uint64_t (*version)(const al_space *space);
  size_t (*memory)(const al_space *space); /* of all but the finder */
  void (*init_environment)(lua_State *L); /* add what only this type has to the table at the top; or NULL */
};

void al_require_open(lua_State *L, const al_space *space);

/*
** Self as a space of this kind that is open, with `args` arguments after it; its environment is pushed
** and stands at args + 2.
*/
al_space *al_begin_space(lua_State *L, const char *kind, int args);

/* Return an iterator over a space, self, whose upvalues are that and `counts` numbers, 0 at first. */
int al_push_space_iterator(lua_State *L, const char *name, lua_CFunction next, int counts);

/*
** In such an iterator: upvalue 2 as a space of this kind that is open; its environment is pushed and stands at 1,
** alone on the stack.
*/
al_space *al_begin_next(lua_State *L, const char *kind);

/* ---- Environment: `env` is where it stands on the stack ---- */

/*
** The objects of a space hold a plain pointer to it, good while the environment keeps it alive. With the
** debug library a script can break that, so it is checked before the pointer is used: raises unless
** the value at `env` is the environment of this very space.
*/
void al_check_environment(lua_State *L, int env, const al_space *space);

/* Push the environment of the userdata at `index`, checked. */
void al_push_environment(lua_State *L, int index, const al_space *space);

/* Push one of its tables. */
void al_push_table(lua_State *L, int env, int key);

/* Push table[id]; set it to the value at `value`; set it to nil, which takes no memory. */
void al_push_by_id(lua_State *L, int env, int table, uint32_t id);
void al_set_by_id(lua_State *L, int env, int table, uint32_t id, int value);
void al_clear_by_id(lua_State *L, int env, int table, uint32_t id);

/* Put a new weak table into the environment at the top of the stack. */
void al_set_weak_table(lua_State *L, int key, const char *mode);

/* ---- Reports to the collector, which does not see the memory of the core ---- */

/* Report memory taken; may run finalizers. */
void al_report_memory(lua_State *L, const al_space *space, size_t bytes);

/* Report what the space holds more than before; nothing if it was collected. */
void al_report_space(lua_State *L, al_space *space);

/* How much more a space holds than was reported; counts as reported from now on. */
size_t al_take_unreported(al_space *space);

/* This much was given back before the collector had to work. */
void al_report_freed(const al_space *space, size_t bytes);

/* ---- Constructors ---- */

/*
** Push a space of this type, all zeros beyond its head, without a core, which the caller is to make.
** For constructors: functions that have as upvalues, from `upvalue` on, the metatables of the class, of
** handles and of paths, and the count that `unreported` points to. Most have these after their
** name, astar.load those of all classes.
*/
#define AL_SPACE_UPVALUES 4 /* how many these are */
#define AL_FIRST_UPVALUE 2
void *al_new_space(lua_State *L, const al_space_type *type, const char *name, int upvalue);

AL_HIDDEN_END

#endif
