/*
** space.h: what graphs, grids and planes have in common.
**
** The uservalue of a space is a table, its environment. Its nodes, obstacles, links and paths have the same table as
** uservalue. It keeps the space alive for them, and holds names, data and handles, which the core does not know.
**
** On a plane the ids of obstacles and those of links both count from 1. In the environment and in handles, those of
** links have AL_LINK added.
*/
#ifndef AL_SPACE_H
#define AL_SPACE_H

#include "class.h"

AL_HIDDEN_BEGIN

#define ENV_SPACE 1    /* the graph, grid or plane */
#define ENV_HANDLES 2  /* id -> handle of a node, obstacle or link, weak values; also of a removed node */
#define ENV_DETACHED 3 /* id + 2^32 * generation -> handle, weak values: removed, and its id may be reused */
#define ENV_DATA 4     /* id -> data */
#define ENV_HANDLE_META 5 /* metatables of handles, but of links, and of paths */
#define ENV_PATH_META 6
#define ENV_LIMITS 7 /* the userdata that `limits` of the space points to */
/* Of graphs only: */
#define ENV_IDS 8       /* name -> id; valid only if ENV_NAMES has the same pair */
#define ENV_NAMES 9     /* id -> name */
#define ENV_LAYERS 10   /* number -> layer */

#define AL_LINK 0x80000000u /* added to the ids of links of planes */
#define AL_LINK_META "astar.link" /* key of the metatable of links in the registry */

/* What differs between graphs and planes; a grid has the type of graphs. */
struct al_space_type {
  const char *kind, *handle_kind; /* the latter: al_node_kind or al_obstacle_kind */
  bool has_links;                 /* handles whose ids have AL_LINK are those of links */
  size_t size;                    /* of the userdata */
  bool reuses_ids;                /* ids of removed objects may be reused at once, even if a handle is left */
  bool (*is_open)(const al_space *space); /* has a core; false once it was collected */
  bool (*find)(const al_space *space, uint32_t id, uint32_t *generation); /* as astar_graph_has(); false if not open */
  /* The space must be open: */
  uint64_t (*version)(const al_space *space);
  size_t (*memory)(const al_space *space); /* bytes, without the finder */
  /*
  ** For path:valid: the number of the element, from 1, after which the way from the element at `first`, from 0, is
  ** broken for the unit at the stack index `unit`, if any is there; 0 if the path is valid. May raise.
  */
  uint32_t (*valid)(lua_State *L, al_space *space, const astar_path *path, uint32_t first, int unit);
  /* Or NULL: add the fields that only this type has to the environment at the top of the stack. */
  void (*init_environment)(lua_State *L);
};

/* Whether an id is that of a link; the kind of a handle with an id; the id as scripts see it. */
static inline bool al_is_link(const al_space *space, uint32_t id)
{
  return space->type->has_links && (id & AL_LINK);
}

static inline const char *al_kind_of(const al_space *space, uint32_t id)
{
  return al_is_link(space, id) ? al_link_kind : space->type->handle_kind;
}

static inline uint32_t al_number_of(const al_space *space, uint32_t id)
{
  return al_is_link(space, id) ? id - AL_LINK : id;
}

/* Raise unless the space has its core. */
void al_require_open(lua_State *L, const al_space *space);

/*
** Self as an open space of this kind. Sets the number of arguments after it to `args`, and pushes the environment,
** which is then at args + 2.
*/
al_space *al_begin_space(lua_State *L, const char *kind, int args);

/* Push an iterator over self, a space. Its upvalues after the name: the space, `counts` zeros. Returns 1. */
int al_push_space_iterator(lua_State *L, const char *name, lua_CFunction next, int counts);

/*
** In such an iterator: upvalue 2 as an open space of this kind. Clears the stack and pushes the environment, which is
** then at 1.
*/
al_space *al_begin_next(lua_State *L, const char *kind);

/* ---- Environment: `env` is its absolute stack index ---- */

/*
** Raise unless the value at `env` is the environment of this space. Handles, paths and searches point to their space;
** the pointer is valid while they refer to the environment. A script can break that with the debug library, so check
** before using the pointer.
*/
void al_check_environment(lua_State *L, int env, const al_space *space);

/* Push and check the environment of the userdata at `index`. */
void al_push_environment(lua_State *L, int index, const al_space *space);

/* Push the table env[key]. */
void al_push_table(lua_State *L, int env, int key);

/* Push env[table][id]; set it to the value at stack index `value`; set it to nil, which allocates nothing. */
void al_push_by_id(lua_State *L, int env, int table, uint32_t id);
void al_set_by_id(lua_State *L, int env, int table, uint32_t id, int value);
void al_clear_by_id(lua_State *L, int env, int table, uint32_t id);

/* Set field `key` of the environment at the top of the stack to a new weak table. */
void al_set_weak_table(lua_State *L, int key, const char *mode);

/* ---- Life ---- */

/*
** What reads a space without the Lua API cannot check the environment first. It uses an al_life, a userdata whose
** pointer is cleared when the space is collected. A table in the registry has a record for each space, and for each
** object on it, that is read so; the life is its field AL_RECORD_LIFE. Only LuaJIT has this table (jit.c).
*/
typedef struct al_life {
  const char *kind; /* al_life_kind */
  al_space *space;  /* NULL once the space was collected */
} al_life;

extern const char al_life_kind[];

#define AL_RECORDS "astar.records" /* key of the table in the registry: object -> record, weak keys */
#define AL_RECORD_LIFE 1

/* For __gc of a space, which is at 1. Sets the top of the stack to 1. */
void al_end_life(lua_State *L);

/* ---- Reports to the collector, which does not count the memory of the core ---- */

/* Count bytes that were allocated; once there are enough, run a step of the collector. May run finalizers. */
void al_report_memory(lua_State *L, const al_space *space, size_t bytes);

/* The same, but only some at once, for calls with a time budget. */
void al_report_slice(lua_State *L, const al_space *space, size_t bytes);

/* The same for the growth of the space since its last report; does nothing if the space was collected. */
void al_report_space(lua_State *L, al_space *space);

/* The growth of a space in bytes since its last report, or 0; counts as reported from now on. */
size_t al_take_unreported(al_space *space);

/*
** A space keeps the memory of a closed search for the next one: it moves, and the collector need not hear of it.
** al_take_over: a search has grown by so many bytes; returns how many of these the space did not have before.
** al_hand_back: destroy a search of which so many bytes were reported, and count as freed what the space does not keep.
*/
size_t al_take_over(al_space *space, size_t bytes);
void al_hand_back(al_space *space, astar_search *search, size_t reported);

/* Bytes were freed: subtract them from those not yet reported. */
void al_report_freed(const al_space *space, size_t bytes);

/* ---- Constructors ---- */

/*
** Push a space without a core, which the caller must create. The running function must have these upvalues, from number
** `upvalue` on: the metatables of the class, of handles and of paths, and the al_limits.
*/
#define AL_SPACE_UPVALUES 4 /* the number of these upvalues */
#define AL_FIRST_UPVALUE 2  /* `upvalue` in a constructor: after the name */
void *al_new_space(lua_State *L, const al_space_type *type, const char *name, int upvalue);

AL_HIDDEN_END

#endif
