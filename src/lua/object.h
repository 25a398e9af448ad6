/*
** object.h: the common head of the userdata of the module. All headers of the binding include it.
**
** A file calls only files above it in this list:
**
**   compat        how Lua versions differ
**   object        kinds of userdata
**   account       limits of a Lua state, and the allocator of the core
**   guess         "did you mean ...?" in messages
**   args, fields  arguments, tables of options, and their errors
**   class         metatables
**   limit         the function astar.limit
**   space         what graphs, grids and planes share: the environment, memory reports, constructors
**   handle        nodes, obstacles and links of planes by their ids
**   path          routes
**   clock
**   search        the class "search" on any space, its callbacks; answer: path() without a search object
**   graph         checks, names and terrains of graphs; the class "graph"
**   bulk          graph:add_all, graph:link_all
**   units         graph:unit, graph:units
**   prepare       graph:prepare, graph:prepared, graph:unprepare
**   node, links   the class "node"; the iterators over links
**   finish        what is done with a path when it is found
**   options       arguments and options of searches
**   graph_search  graph:search, graph:path
**   grid_options, grid_source, grid   the constructor's options and cells; the class "grid"
**   layer         the class "layer"; graph:layer
**   obstacle, plane                   the class "obstacle"; the class "plane"
**   plane_link    the class "link"; plane:link, plane:unlink, plane:links
**   plane_search  plane:search, plane:path
**   save, load    spaces as strings; data in what is saved
**   crowd         what crowds on nodes and crowds of discs have in common
**   group         the class "group"; crowd:group, crowd:groups
**   agent, node_crowd                 the classes "agent" and "crowd"; graph:crowd
**   disc_wish, disc, disc_crowd       what discs wish; the classes "disc" and "discs"; plane:crowd
**   grid_crowd    grid:crowd
**   places        graph:places
**   jit           what LuaJIT compiles
**   astar         luaopen_astar: makes the classes from the members that these files define
**
** Any call of the Lua API that allocates may run finalizers, and so any script. All objects are consistent before such
** a call, and anything read before the call is checked again after it.
*/
#ifndef AL_OBJECT_H
#define AL_OBJECT_H

#include "../core/astar.h"
#include "compat.h"

/* Headers put their declarations between these two: the module exports only luaopen_astar. */
#if defined(__GNUC__) && !defined(_WIN32)
#define AL_HIDDEN_BEGIN _Pragma("GCC visibility push(hidden)")
#define AL_HIDDEN_END _Pragma("GCC visibility pop")
#else
#define AL_HIDDEN_BEGIN
#define AL_HIDDEN_END
#endif

AL_HIDDEN_BEGIN

/*
** Every userdata begins with `kind`, a pointer to one of these strings. No userdata of another module can hold that
** address, so objects are identified by it, whatever metatable a script sets. A grid has the kind of a graph, but its
** own name and metatable.
*/
extern const char al_graph_kind[], al_plane_kind[], al_node_kind[], al_obstacle_kind[], al_link_kind[],
    al_search_kind[], al_path_kind[], al_layer_kind[], al_crowd_kind[], al_agent_kind[], al_discs_kind[],
    al_disc_kind[], al_group_kind[];
extern const char al_grid_name[];

typedef struct al_space_type al_space_type;

/* The common head of graphs, grids and planes. */
typedef struct al_space {
  const char *kind; /* al_graph_kind or al_plane_kind */
  const char *name; /* of its class: `kind`, or al_grid_name for a grid */
  const al_space_type *type;
  astar_finder *finder; /* for path() without callbacks; NULL before the first use */
  uint64_t questions;   /* number of queries of the finder so far */
  size_t reported;      /* bytes already counted as unreported in `limits` */
  struct al_limits *limits; /* of the Lua state */
} al_space;

/* The block of the userdata at `index` if it has this kind, else NULL. Accepts any value. */
static inline void *al_test(lua_State *L, int index, const char *kind)
{
  void *block = lua_touserdata(L, index);
  /* A light userdata has length 0. */
  return block && compat_rawlen(L, index) >= sizeof kind && *(const char **)block == kind ? block : NULL;
}

/* The type of a value for messages: the name of its class, "nan", "infinity", or the name of its Lua type. */
const char *al_type_name(lua_State *L, int index);

AL_HIDDEN_END

#endif
