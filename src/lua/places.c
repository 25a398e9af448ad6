/* places.c: graph:places. */
#include "crowd.h"
#include "options.h"

#include <string.h>

/* Stack indices of the arguments, and of the environment. */
enum { GOAL = 2, COUNT, OPTIONS, ENV };

typedef struct places_options {
  astar_places_def def; /* its spacing is negative until it is known */
  const al_graph *graph;
  uint64_t version; /* of the graph when nodes were read */
  astar_place goal, from;
  int taken, origin; /* stack indices of the options taken and from, or 0 */
} places_options;

/* ---- Who the places are for ---- */

/* The units that were read; the largest radius of those that are discs, else 0. */
typedef struct given_units {
  uint32_t count;
  double radius;
} given_units;

static astar_place place_of_node(const al_graph *g, astar_id id)
{
  double xyz[3];
  astar_graph_position(g->core, id, xyz);
  return (astar_place){xyz[0], xyz[1], xyz[2], false};
}

static astar_place place_of_agent(lua_State *L, const al_entry *e, const al_agent *a, const al_graph *g)
{
  const astar_id node = astar_crowd_agent(a->crowd->core, a->id).node;
  if (node == ASTAR_NO_ID) al_entry_error(L, e, "%s %d has no node", a->kind, (int)a->id);
  return place_of_node(g, node);
}

/* Where a node, a position, an agent or a disc is. A position may run finalizers, others do not. */
static astar_place read_unit_place(lua_State *L, const al_entry *e, al_graph *g, given_units *units)
{
  const al_agent *agent = al_test(L, e->value, al_agent_kind), *disc = al_test(L, e->value, al_disc_kind);
  astar_place place;
  if (agent || disc) al_check_agent(L, e, agent ? agent : disc, &g->space);
  if (agent) return place_of_agent(L, e, agent, g);
  if (disc) {
    const astar_disc_view view = astar_discs_agent(disc->crowd->core, disc->id);
    if (view.radius > units->radius) units->radius = view.radius;
    return (astar_place){view.x, view.y, 0, true};
  }
  if (lua_type(L, e->value) == LUA_TSTRING || al_test(L, e->value, al_node_kind))
    return place_of_node(g, al_entry_node(L, e, g, ENV));
  if (!al_is_position(L, e->value))
    al_entry_error(L, e, "node, position, agent or disc expected, got %s", al_type_name(L, e->value));
  place = al_entry_place(L, e);
  al_require_open(L, &g->space);
  return place;
}

/* Read the array at COUNT; pushes a userdata that owns the result. */
static const astar_place *read_units(lua_State *L, al_graph *g, given_units *units)
{
  const size_t length = compat_rawlen(L, COUNT);
  al_entry unit = {.arg = COUNT};
  astar_place *places;
  size_t i;
  if (al_is_position(L, COUNT)) al_arg_error(L, COUNT, "whole number or array expected, got a position");
  if (length >= 0x7FFFFFFF) al_arg_error(L, COUNT, "too many units");
  places = compat_newuserdata(L, length * sizeof *places + 1);
  al_require_open(L, &g->space);
  unit.value = lua_gettop(L) + 1;
  for (i = 0; i < length; i++) {
    unit.element = (int)i + 1;
    lua_rawgeti(L, COUNT, unit.element);
    places[i] = read_unit_place(L, &unit, g, units);
    lua_pop(L, 1);
  }
  units->count = (uint32_t)length;
  return places;
}

/* ---- Options ---- */

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

/* ---- graph:places ---- */

/* Raise unless a node that was read is still there. */
static void require_node(lua_State *L, const al_graph *g, astar_id id)
{
  if (id != ASTAR_NO_ID && !astar_graph_has(g->core, id, NULL)) luaL_error(L, "node %d was removed", (int)id);
}

/* Push an array of the nodes with these ids, false for ASTAR_NO_ID. */
static void push_places(lua_State *L, al_graph *g, const astar_id *ids, uint32_t count)
{
  uint32_t i;
  lua_createtable(L, count < 0x7FFFFFFF ? (int)count : 0, 0);
  for (i = 0; i < count; i++) {
    al_require_open(L, &g->space);
    if (ids[i] != ASTAR_NO_ID) al_push_id(L, ENV, &g->space, ids[i]);
    else lua_pushboolean(L, 0);
    lua_rawseti(L, -2, (int)i + 1);
  }
}

static int graph_places(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  const bool given_out = lua_type(L, COUNT) == LUA_TTABLE;
  places_options o;
  given_units units = {0, 0};
  uint64_t wanted = 0;
  uint32_t room, count;
  astar_id *ids;
  memset(&o, 0, sizeof o);
  o.def.search = astar_default_search();
  o.def.spacing = -1;
  o.graph = g;
  o.version = astar_graph_version(g->core);
  if (!al_given(L, GOAL)) al_arg_error(L, GOAL, "node expected, got nil: no goal, or a cell outside the map");
  o.def.search.start_place = al_read_start(L, GOAL, g, ENV, &o.def.search.start, &o.goal);
  if (given_out) o.def.units = read_units(L, g, &units);
  else if (lua_type(L, COUNT) == LUA_TNUMBER) wanted = al_check_count(L, COUNT, 0);
  else al_type_error(L, COUNT, "whole number or array");
  read_options(L, g, &o);
  if (o.def.spacing < 0) o.def.spacing = 2 * units.radius;
  al_require_open(L, &g->space);
  al_check_limit(L, g->space.limits->expansions, astar_places_work(g->core, &o.def, units.count), "expansions");
  room = given_out ? units.count : astar_graph_count(g->core);
  if (!given_out && wanted < room) room = (uint32_t)wanted;
  ids = compat_newuserdata(L, room * sizeof *ids + 1);
  al_require_open(L, &g->space);
  if (astar_graph_version(g->core) != o.version) {
    require_node(L, g, o.def.search.start);
    require_node(L, g, o.def.from);
  }
  al_check_result(L, astar_graph_places(g->core, &o.def, room, ids, &count));
  al_report_space(L, &g->space);
  push_places(L, g, ids, given_out ? room : count);
  return 1;
}

static const luaL_Reg places_methods[] = {{"places", graph_places}, {NULL, NULL}};

const al_members al_places_members = {places_methods, NULL, NULL};
