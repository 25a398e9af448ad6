/* astar.c: makes the classes and the table that `require "astar"` returns; see object.h for the order of files. */
#include "disc_crowd.h"
#include "group.h"
#include "grid.h"
#include "jit.h"
#include "layer.h"
#include "limit.h"
#include "node_crowd.h"
#include "path.h"
#include "pin.h"
#include "plane.h"
#include "saved_data.h"
#include "search.h"

#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

/* ---- Classes: later members replace earlier ones ---- */

#define GRAPH_MEMBERS \
  &al_graph_members, &al_graph_bulk_members, &al_unit_members, &al_prepare_members, &al_graph_link_members, \
    &al_graph_search_members, &al_graph_layer_members, &al_places_members, &al_smooth_members, \
    &al_graph_crowd_members, &al_save_members

static const al_members *const graph_members[] = {GRAPH_MEMBERS, NULL};
static const al_members *const grid_members[] = {GRAPH_MEMBERS,          &al_grid_members, &al_grid_terrain_members,
                                                 &al_grid_sight_members, &al_grid_crowd_members, NULL};
static const al_members *const plane_members[] = {
    &al_plane_members,        &al_plane_link_members,  &al_plane_place_members,
    &al_plane_search_members, &al_plane_crowd_members, &al_save_members,        NULL};
static const al_members *const node_members[] = {&al_node_members, &al_node_link_members, NULL};
static const al_members *const obstacle_members[] = {&al_obstacle_members, NULL};
static const al_members *const link_members[] = {&al_link_members, NULL};
static const al_members *const path_members[] = {&al_path_members, NULL};
static const al_members *const layer_members[] = {&al_layer_members, NULL};
static const al_members *const crowd_members[] = {&al_crowd_base_members, &al_group_crowd_members,
                                                  &al_node_crowd_members, NULL};
static const al_members *const agent_members[] = {&al_agent_members, NULL};
static const al_members *const discs_members[] = {&al_crowd_base_members, &al_group_crowd_members,
                                                  &al_disc_crowd_members, NULL};
static const al_members *const disc_members[] = {&al_disc_members, NULL};
static const al_members *const group_members[] = {&al_group_members, NULL};
static const al_members *const search_members[] = {&al_search_members, &al_search_graph_members,
                                                   &al_search_plane_members, NULL};

static void new_class(lua_State *L, const char *name, const al_members *const *members)
{
  al_new_class(L, name, members);
  al_compile_class(L, name);
}

/* ---- Spaces ---- */

/* Stack indices in open_spaces(), relative to the module's table; from CLASSES on, the metatables of the spaces. */
enum { MODULE, NODES, OBSTACLES, PATHS, LIMITS, CLASSES };

static const struct {
  const char *name;
  const al_members *const *members;
  lua_CFunction constructor;
  int handles;
} spaces[AL_SPACES] = {{al_graph_kind, graph_members, al_new_graph, NODES},
                       {al_grid_name, grid_members, al_new_grid, NODES},
                       {al_plane_kind, plane_members, al_new_plane, OBSTACLES}};

/* Push the upvalues of a constructor; `base` is the index of the module's table. */
static void push_upvalues(lua_State *L, int base, int space)
{
  lua_pushvalue(L, base + CLASSES + space);
  lua_pushvalue(L, base + spaces[space].handles);
  lua_pushvalue(L, base + PATHS);
  lua_pushvalue(L, base + LIMITS);
}

/* Add the constructors and `load` to the module's table at the top of the stack. */
static void open_spaces(lua_State *L)
{
  int base = lua_gettop(L), i;
  if (!lua_checkstack(L, LUA_MINSTACK + AL_SPACES * (AL_SPACE_UPVALUES + 1))) al_no_memory(L);
  new_class(L, al_node_kind, node_members);
  new_class(L, al_obstacle_kind, obstacle_members);
  new_class(L, al_path_kind, path_members);
  al_open_limits(L);
  for (i = 0; i < AL_SPACES; i++) new_class(L, spaces[i].name, spaces[i].members);
  for (i = 0; i < AL_SPACES; i++) {
    push_upvalues(L, base, i);
    al_push_function(L, spaces[i].name, spaces[i].constructor, AL_SPACE_UPVALUES);
    lua_setfield(L, base + MODULE, spaces[i].name);
  }
  for (i = 0; i < AL_SPACES; i++) push_upvalues(L, base, i);
  al_push_function(L, "load", al_load, AL_SPACES * AL_SPACE_UPVALUES);
  lua_setfield(L, base + MODULE, "load");
  lua_pushvalue(L, base + LIMITS);
  al_push_function(L, "limit", al_limit, 1);
  lua_setfield(L, base + MODULE, "limit");
  lua_settop(L, base);
}

/* ---- The module ---- */

/* The time of a clock that never goes back, in seconds. */
static int now(lua_State *L)
{
  lua_pushnumber(L, al_clock());
  return 1;
}

/*
** __index of the module's table. Upvalues after the name: the table, al_hint() and now(), which are given for the names
** `_hint` and `_clock`: for the modules in Lua, so that pairs() over the table shows only what users call. A name that
** is nearly a function's raises; any other is nil, so that a program can ask what there is.
*/
static int no_function(lua_State *L)
{
  astar_guess guess;
  const char *name;
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  name = lua_tostring(L, 2);
  if (strcmp(name, "_hint") == 0) {
    lua_pushvalue(L, lua_upvalueindex(3));
    return 1;
  }
  if (strcmp(name, "_clock") == 0) {
    lua_pushvalue(L, lua_upvalueindex(4));
    return 1;
  }
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(2));
  al_begin_guess(L, 2, &guess);
  al_guess_keys(L, 3, &guess);
  if (guess.length == 0) return 0;
  return luaL_error(L, "astar has no function '%s'%s", name, al_push_guess(L, &guess));
}

/* Set the metatable of the module's table at the top of the stack. */
static void set_module_metatable(lua_State *L)
{
  lua_newtable(L);
  lua_pushliteral(L, "astar");
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -2);
  al_push_function(L, "_hint", al_hint, 0);
  al_push_function(L, "_clock", now, 0);
  al_push_function(L, "__index", no_function, 3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

/* Make a class whose metatable is kept in the registry. */
static void register_class(lua_State *L, const char *key, const char *name, const al_members *const *members)
{
  new_class(L, name, members);
  lua_setfield(L, LUA_REGISTRYINDEX, key);
}

EXPORT int luaopen_astar(lua_State *L);

int luaopen_astar(lua_State *L)
{
  al_pin_library();
  al_open_jit(L);
  register_class(L, AL_SEARCH_META, al_search_kind, search_members);
  register_class(L, AL_LINK_META, al_link_kind, link_members);
  register_class(L, AL_LAYER_META, al_layer_kind, layer_members);
  register_class(L, AL_CROWD_META, al_crowd_kind, crowd_members);
  register_class(L, AL_AGENT_META, al_agent_kind, agent_members);
  register_class(L, AL_DISCS_META, "discs", discs_members);
  register_class(L, AL_DISC_META, al_disc_kind, disc_members);
  register_class(L, AL_GROUP_META, al_group_kind, group_members);
  lua_newtable(L);
  lua_pushliteral(L, "astar " ASTAR_VERSION);
  lua_setfield(L, -2, "_VERSION");
  open_spaces(L);
  al_open_steps(L);
  al_open_nodes(L);
  set_module_metatable(L);
  return 1;
}
