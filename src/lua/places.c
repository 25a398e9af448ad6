/* places.c: graph:places. */
#include "options.h"

#include <string.h>

/* Stack indices of the arguments, and of the environment. */
enum { GOAL = 2, COUNT, OPTIONS, ENV };

typedef struct places_options {
  astar_places_def def;
  const al_graph *graph;
  uint64_t version; /* of the graph when nodes were read */
  astar_place goal, from;
  int taken, origin; /* stack indices of the options taken and from, or 0 */
} places_options;

static void read_unit(lua_State *L, const al_entry *e)
{
  places_options *o = e->into;
  o->def.search.unit = al_entry_unit(L, e, o->graph);
}

static void read_spacing(lua_State *L, const al_entry *e)
{
  places_options *o = e->into;
  o->def.spacing = al_entry_least(L, e, 0);
}

/* Read after the traversal of the options, which finalizers must not disturb. */
static void keep_taken(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TTABLE, "array of nodes");
  al_keep_entry(L, e);
}

/* The values of the first KEPT options are kept on the stack. */
enum { KEPT = 2 };

static const al_option places_list[] = {{"taken", keep_taken, offsetof(places_options, taken)},
                                        {"from", al_keep_entry, offsetof(places_options, origin)},
                                        {"unit", read_unit, 0},
                                        {"spacing", read_spacing, 0},
                                        {NULL, NULL, 0}};

static void read_table(lua_State *L, al_graph *g, places_options *o)
{
  al_entry taken = {.arg = OPTIONS, .what = "option", .name = "taken"}, from = taken;
  const int slots = lua_gettop(L) + 1;
  luaL_checkstack(L, 16, NULL);
  lua_settop(L, slots + KEPT - 1);
  al_read_options(L, OPTIONS, "option", places_list, slots, o);
  taken.value = o->taken;
  from.value = o->origin;
  from.name = "from";
  if (o->taken) o->def.taken = al_read_nodes(L, &taken, g, ENV, &o->def.taken_count);
  if (o->origin) o->def.from_place = al_entry_start(L, &from, g, ENV, &o->def.from, &o->from);
}

static void read_options(lua_State *L, al_graph *g, places_options *o)
{
  if (lua_type(L, OPTIONS) == LUA_TSTRING) o->def.search.unit = al_check_unit(L, OPTIONS, OPTIONS, g);
  else if (lua_type(L, OPTIONS) == LUA_TTABLE) read_table(L, g, o);
  else if (al_given(L, OPTIONS)) al_type_error(L, OPTIONS, "table or unit name");
}

/* Raise unless a node that was read is still there. */
static void require_node(lua_State *L, const al_graph *g, astar_id id)
{
  if (id != ASTAR_NO_ID && !astar_graph_has(g->core, id, NULL)) luaL_error(L, "node %d was removed", (int)id);
}

static int graph_places(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  places_options o;
  uint64_t wanted;
  uint32_t room, count, i;
  astar_id *ids;
  memset(&o, 0, sizeof o);
  o.def.search = astar_default_search();
  o.graph = g;
  o.version = astar_graph_version(g->core);
  if (!al_given(L, GOAL)) al_arg_error(L, GOAL, "node expected, got nil: no goal, or a cell outside the map");
  o.def.search.start_place = al_read_start(L, GOAL, g, ENV, &o.def.search.start, &o.goal);
  wanted = al_check_count(L, COUNT, 0);
  read_options(L, g, &o);
  al_require_open(L, &g->space);
  room = astar_graph_count(g->core);
  if (wanted < room) room = (uint32_t)wanted;
  ids = compat_newuserdata(L, room * sizeof *ids + 1);
  al_require_open(L, &g->space);
  if (astar_graph_version(g->core) != o.version) {
    require_node(L, g, o.def.search.start);
    require_node(L, g, o.def.from);
  }
  al_check_result(L, astar_graph_places(g->core, &o.def, room, ids, &count));
  al_report_space(L, &g->space);
  lua_createtable(L, count < 0x7FFFFFFF ? (int)count : 0, 0);
  for (i = 0; i < count; i++) {
    al_require_open(L, &g->space);
    al_push_id(L, ENV, &g->space, ids[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

static const luaL_Reg places_methods[] = {{"places", graph_places}, {NULL, NULL}};

const al_members al_places_members = {places_methods, NULL, NULL};
