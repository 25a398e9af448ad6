/*
** object.h: what the userdata of the module begin with. It opens the headers of the binding.
**
** A file calls only files that stand before it in this list:
**
**   compat        how Lua versions differ
**   object        kinds of userdata
**   args, fields  arguments, tables of options, and their errors
**   class         metatables
**   space         what graphs, grids and planes share: the environment, memory reports, constructors
**   handle, path  nodes and obstacles by their ids; routes
**   clock
**   search        the class "search" on any space, its callbacks; answer: path() without a search object
**   graph         checks, names and terrains of graphs; the class "graph"
**   units         ... its unit types
**   node, links   the class "node"; the iterators over links
**   options       what searches on graphs are asked to do
**   graph_search  graph:search, graph:path
**   grid_options, grid_source, grid   the constructor's options and cells; the class "grid"
**   obstacle, plane                   the class "obstacle"; the class "plane"
**   plane_search  plane:search, plane:path
**   save, load    spaces as strings
**   astar         luaopen_astar: puts the classes together from the members that these files bring
**
** Any call of the Lua API that allocates may run finalizers, and with them any script. So all objects are
** consistent before such a call, and what was read before it is checked again after it.
*/
#ifndef AL_OBJECT_H
#define AL_OBJECT_H

#include "../core/astar.h"
#include "compat.h"

/* Of the module only luaopen_astar is seen from outside: headers declare between these two. */
#if defined(__GNUC__) && !defined(_WIN32)
#define AL_HIDDEN_BEGIN _Pragma("GCC visibility push(hidden)")
#define AL_HIDDEN_END _Pragma("GCC visibility pop")
#else
#define AL_HIDDEN_BEGIN
#define AL_HIDDEN_END
#endif

AL_HIDDEN_BEGIN

/*
** Every userdata begins with `kind`, which points to the name of its class. No other module's userdata
** can hold that address, so a forged object is recognized, whatever metatable a script has given it.
** A grid is of the graph's kind, with a name and a metatable of its own.
*/
extern const char al_graph_kind[], al_plane_kind[], al_node_kind[], al_obstacle_kind[], al_search_kind[],
    al_path_kind[];
extern const char al_grid_name[];

typedef struct al_space_type al_space_type;

/* What graphs, grids and planes begin with. */
typedef struct al_space {
  const char *kind; /* al_graph_kind or al_plane_kind */
  const char *name; /* of its class: that, or al_grid_name */
  const al_space_type *type;
  astar_finder *finder; /* serves path() where nothing is asked of Lua; NULL before the first use */
  uint64_t questions;   /* that the finder was asked */
  size_t reported;      /* memory that the collector knows of */
  size_t *unreported;   /* shared by all spaces of the state: memory taken since the last report */
} al_space;

/* The userdata if the value is one of this kind, else NULL. Any value. */
void *al_test(lua_State *L, int index, const char *kind);

/* "node", "grid", "nan", "number", ...: what a value is, for messages. */
const char *al_type_name(lua_State *L, int index);

AL_HIDDEN_END

#endif
