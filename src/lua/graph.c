/* graph.c: the class "graph", without the members that other files define; see graph.h. */
#include "graph.h"

#include "search.h"

#include <math.h>
#include <string.h>

/* ---- Checks ---- */

al_graph *al_check_graph(lua_State *L)
{
  al_graph *g = al_self(L, al_graph_kind);
  al_require_open(L, &g->space);
  return g;
}

al_graph *al_begin_graph(lua_State *L, int args)
{
  return (al_graph *)al_begin_space(L, al_graph_kind, args);
}

/* The live node whose name is at `index`, or ASTAR_NO_ID. */
static astar_id find_name(lua_State *L, int index, al_graph *g, int env)
{
  astar_id id;
  bool same;
  al_push_table(L, env, ENV_IDS);
  lua_pushvalue(L, index);
  lua_rawget(L, -2);
  id = (astar_id)lua_tonumber(L, -1);
  lua_pop(L, 2);
  if (id == ASTAR_NO_ID || !astar_graph_has(g->core, id, NULL)) return ASTAR_NO_ID;
  al_push_by_id(L, env, ENV_NAMES, id);
  same = lua_rawequal(L, -1, index);
  lua_pop(L, 1);
  return same ? id : ASTAR_NO_ID;
}

#define MOST_NAMES 4096 /* how many names are tried; of more, only those one edit away are looked up */

/*
** Raise: no node has the name that is the value of `e`. Names are copied to `guess`: to push a string may run
** finalizers, which may remove nodes. Look-ups run none.
*/
static int no_name_error(lua_State *L, const al_entry *e, al_graph *g, int env)
{
  astar_guess guess, begun;
  int count = 0, names;
  al_begin_guess(L, e->value, &guess);
  begun = guess;
  luaL_checkstack(L, 10, NULL);
  al_push_table(L, env, ENV_IDS);
  names = lua_gettop(L);
  lua_pushnil(L);
  while (count <= MOST_NAMES && lua_next(L, names)) {
    lua_pop(L, 1);
    if (++count <= MOST_NAMES && lua_type(L, -1) == LUA_TSTRING && find_name(L, names + 1, g, env) != ASTAR_NO_ID) {
      size_t length;
      const char *name = lua_tolstring(L, -1, &length);
      astar_guess_try(&guess, name, length);
    }
  }
  if (count > MOST_NAMES) {
    char variant[ASTAR_GUESS_MOST + 1];
    size_t length;
    uint32_t i;
    guess = begun; /* the names tried were any, in no order */
    for (i = 0; astar_guess_variant(&guess, i, variant, &length); i++) {
      lua_settop(L, names);
      lua_pushlstring(L, variant, length);
      al_require_open(L, &g->space); /* finalizers may have run */
      if (find_name(L, names + 1, g, env) != ASTAR_NO_ID) astar_guess_try(&guess, variant, length);
    }
  }
  lua_settop(L, names - 1);
  return al_entry_error(L, e, "no node named '%s'%s", lua_tostring(L, e->value), al_push_guess(L, &guess));
}

/* Raise: the value of `e` is neither a node nor a name. Says how to get a node from a number. */
static int no_node_error(lua_State *L, const al_entry *e, const al_graph *g)
{
  const bool number = lua_type(L, e->value) == LUA_TNUMBER, grid = g->space.name == al_grid_name;
  const bool place = grid && lua_type(L, e->value) == LUA_TTABLE;
  const bool search = strcmp(al_type_name(L, e->value), "search") == 0;
  const char *hint = search ? ": only discs and followers go along a flow; agents find their ways to a node"
                     : grid && (number || place) ? ": write map:cell(col, row)"
                     : number                    ? ": write g:node(id)"
                                                 : "";
  return al_entry_error(L, e, "node expected, got %s%s", al_type_name(L, e->value), hint);
}

astar_id al_entry_node(lua_State *L, const al_entry *e, al_graph *g, int env)
{
  const al_handle *n = al_test(L, e->value, al_node_kind);
  astar_id id = ASTAR_NO_ID;
  if (n) {
    al_check_handle(L, e, n, &g->space);
    id = n->id;
  } else {
    if (lua_type(L, e->value) != LUA_TSTRING) no_node_error(L, e, g);
    id = find_name(L, e->value, g, env);
    if (id == ASTAR_NO_ID) no_name_error(L, e, g, env);
  }
  return id;
}

astar_id al_check_node(lua_State *L, int arg, al_graph *g, int env)
{
  const al_handle *n = al_test(L, arg, al_node_kind);
  const al_entry e = {.arg = arg, .value = arg};
  /* Fast path: a live node of this graph. */
  return n && n->space == &g->space && al_is_live(n) ? n->id : al_entry_node(L, &e, g, env);
}

bool al_is_cell(const al_graph *g, astar_id id)
{
  return id <= astar_grid_count(g->core);
}

/* Raise: no unit has the name at `index`, a string. Names are guessed as in no_name_error(). */
static int no_unit_error(lua_State *L, int index, int arg, const al_graph *g)
{
  const uint32_t count = astar_graph_unit_count(g->core);
  astar_guess guess;
  size_t length;
  uint32_t i;
  al_begin_guess(L, index, &guess);
  if (count <= MOST_NAMES) {
    for (i = 1; i <= count; i++) {
      const char *known = astar_graph_unit_name(g->core, i, &length);
      astar_guess_try(&guess, known, length);
    }
  } else {
    char variant[ASTAR_GUESS_MOST + 1];
    for (i = 0; astar_guess_variant(&guess, i, variant, &length); i++) {
      if (astar_graph_unit(g->core, variant, length) != ASTAR_NO_UNIT) astar_guess_try(&guess, variant, length);
    }
  }
  return al_arg_error(L, arg, "no unit named '%s'%s", lua_tostring(L, index), al_push_guess(L, &guess));
}

astar_unit al_check_unit(lua_State *L, int index, int arg, const al_graph *g)
{
  size_t length;
  const char *name = lua_tolstring(L, index, &length);
  const astar_unit unit = astar_graph_unit(g->core, name, length);
  if (unit == ASTAR_NO_UNIT) no_unit_error(L, index, arg, g);
  return unit;
}

astar_unit al_entry_unit(lua_State *L, const al_entry *e, const al_graph *g)
{
  al_require_entry(L, e, LUA_TSTRING, "string");
  return al_check_unit(L, e->value, e->arg, g);
}

/* ---- Terrains ---- */

astar_terrain al_make_terrain(lua_State *L, const al_graph *g, int index, astar_terrain none)
{
  astar_terrain terrain = none;
  size_t length;
  const char *name;
  if (index == 0) return none;
  name = lua_tolstring(L, index, &length);
  al_check_terrain(L, astar_graph_terrain(g->core, name, length, &terrain));
  return terrain;
}

void al_push_terrain(lua_State *L, const al_graph *g, astar_terrain terrain)
{
  size_t length;
  const char *name = astar_graph_terrain_name(g->core, terrain, &length);
  lua_pushlstring(L, name, length);
}

/* ---- A graph as a space ---- */

static bool is_open(const al_space *space)
{
  return ((const al_graph *)space)->core != NULL;
}

static uint64_t version(const al_space *space)
{
  return astar_graph_version(((const al_graph *)space)->core);
}

static size_t memory(const al_space *space)
{
  const al_graph *g = (const al_graph *)space;
  return astar_graph_memory(g->core);
}

static bool find(const al_space *space, uint32_t id, uint32_t *generation)
{
  const al_graph *g = (const al_graph *)space;
  return g->core && astar_graph_has(g->core, id, generation);
}

static void init_environment(lua_State *L)
{
  lua_newtable(L);
  lua_rawseti(L, -2, ENV_IDS);
  lua_newtable(L);
  lua_rawseti(L, -2, ENV_NAMES);
  lua_newtable(L);
  lua_rawseti(L, -2, ENV_LAYERS);
}

static uint32_t valid(lua_State *L, al_space *space, const astar_path *path, uint32_t first, int unit)
{
  al_graph *g = (al_graph *)space;
  const al_entry e = {.arg = unit, .value = unit};
  const astar_unit whose = al_given(L, unit) ? al_entry_unit(L, &e, g) : path->unit;
  uint32_t broken = 0;
  al_check_result(L, astar_graph_valid_from(g->core, path, first, whose, &broken));
  return broken;
}

const al_space_type al_graph_type = {.kind = al_graph_kind,
                                     .handle_kind = al_node_kind,
                                     .size = sizeof(al_graph),
                                     .is_open = is_open,
                                     .find = find,
                                     .version = version,
                                     .memory = memory,
                                     .valid = valid,
                                     .init_environment = init_environment};

int al_new_graph(lua_State *L)
{
  al_graph *g = al_new_space(L, &al_graph_type, al_graph_kind, AL_FIRST_UPVALUE);
  g->core = astar_graph_create(al_allocate, g->space.limits->account);
  if (!g->core) return al_no_memory(L);
  al_report_space(L, &g->space);
  return 1;
}

/* ---- Nodes ---- */

void al_set_name(lua_State *L, al_graph *g, int env, astar_id id, int value)
{
  lua_rawgeti(L, env, ENV_IDS);
  lua_rawgeti(L, env, ENV_NAMES);
  compat_rawgetid(L, -1, id); /* ids, names, old name */
  if (lua_rawequal(L, -1, value)) {
    lua_pop(L, 3);
    return;
  }
  if (!lua_isnil(L, value)) {
    if (find_name(L, value, g, env) != ASTAR_NO_ID)
      luaL_error(L, "the name '%s' is in use", lua_tostring(L, value));
    g->named = true;
    /* Either assignment may raise; the name is valid only once both are made. */
    lua_pushvalue(L, value);
    compat_pushcount(L, id);
    lua_rawset(L, -5);
  }
  lua_pushvalue(L, value);
  compat_rawsetid(L, -3, id);
  if (!lua_isnil(L, -1)) {
    lua_pushnil(L);
    lua_rawset(L, -4); /* ids[old name] = nil */
    lua_pop(L, 2);
  } else {
    lua_pop(L, 3);
  }
}

typedef struct node_props {
  int terrain, name, data; /* stack indices, or 0 */
  bool blocked;
} node_props;

/* The values of the first three are kept on the stack. */
static const al_option node_options[] = {{"terrain", al_keep_string, offsetof(node_props, terrain)},
                                         {"name", al_keep_string, offsetof(node_props, name)},
                                         {"data", al_keep_entry, offsetof(node_props, data)},
                                         {"blocked", al_read_boolean, offsetof(node_props, blocked)},
                                         {NULL, NULL, 0}};

/* Let the next node reuse the first free id, if no handle and no search refers to the removed node. */
static void recycle(lua_State *L, al_graph *g, int env)
{
  uint64_t removed_at = 0;
  astar_id id = g->recycled == ASTAR_NO_ID ? astar_graph_free_id(g->core, &removed_at) : ASTAR_NO_ID;
  bool used;
  if (id == ASTAR_NO_ID) return;
  al_push_table(L, env, ENV_HANDLES);
  compat_rawgetid(L, -1, id);
  used = !lua_isnil(L, -1) || astar_graph_oldest_run(g->core) < removed_at;
  lua_pop(L, 2);
  astar_graph_recycle(g->core, !used);
  if (!used && astar_graph_free_id(g->core, &removed_at) != id) g->recycled = id;
}

/* Set env[table][id] for a new node to the value at `value`; clear it for 0. */
static void set_prop(lua_State *L, int env, int table, astar_id id, int value)
{
  if (value) al_set_by_id(L, env, table, id, value);
  else al_clear_by_id(L, env, table, id);
}

void al_check_more_nodes(lua_State *L, const al_graph *g, uint32_t count)
{
  const uint32_t others = astar_graph_count(g->core) - astar_grid_count(g->core);
  al_check_limit(L, g->space.limits->nodes, (double)others + count, "nodes");
}

static int graph_add(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 4);
  const int env = 6, slots = 7;
  double x = al_check_finite(L, 2), y = al_check_finite(L, 3), z = 0;
  int table = lua_type(L, 4) == LUA_TTABLE ? 4 : 5;
  node_props props;
  al_handle *node;
  astar_id id;
  astar_terrain terrain;
  uint32_t generation = 0;
  astar_result result;
  al_check_more_nodes(L, g, 1);
  if (table == 5 && al_given(L, 4)) z = al_check_finite(L, 4);
  if (table == 4 && al_given(L, 5)) al_type_error(L, 4, "number");
  memset(&props, 0, sizeof props);
  lua_settop(L, slots + 2);
  al_read_options(L, table, "field", node_options, slots, &props);
  if (props.name && find_name(L, props.name, g, env) != ASTAR_NO_ID)
    al_arg_error(L, table, "the name '%s' is in use", lua_tostring(L, props.name));
  /*
  ** Lua's tables first: that may raise. If no node is added then, a later node with the id overwrites the entries.
  ** The core comes last: it may fail, but does not raise.
  */
  node = al_new_handle(L, env, &g->space, al_node_kind);
  al_require_open(L, &g->space);
  recycle(L, g, env);
  id = g->recycled != ASTAR_NO_ID ? g->recycled : astar_graph_next_id(g->core);
  if (g->recycled != ASTAR_NO_ID) {
    (void)astar_graph_has(g->core, id, &generation);
    generation++;
  }
  if (props.name || props.data) g->named = true;
  if (g->named) {
    set_prop(L, env, ENV_NAMES, id, props.name);
    set_prop(L, env, ENV_DATA, id, props.data);
  }
  if (props.name) {
    al_push_table(L, env, ENV_IDS);
    lua_pushvalue(L, props.name);
    compat_pushcount(L, id);
    lua_rawset(L, -3);
    lua_pop(L, 1);
  }
  al_give_handle(L, env, node, slots + 3, id, generation);
  terrain = al_make_terrain(L, g, props.terrain, ASTAR_DEFAULT_TERRAIN);
  result = astar_graph_add(g->core, x, y, z, &id);
  if (result == ASTAR_OK) {
    g->recycled = ASTAR_NO_ID;
    if (terrain != ASTAR_DEFAULT_TERRAIN) result = astar_graph_set_terrain(g->core, id, terrain);
    if (result == ASTAR_OK && props.blocked) result = astar_graph_set_blocked(g->core, id, true);
    if (result != ASTAR_OK) astar_graph_remove(g->core, id);
  }
  if (result != ASTAR_OK) al_clear_by_id(L, env, ENV_HANDLES, node->id);
  al_check_result(L, result);
  al_report_space(L, &g->space);
  return 1;
}

void al_remove_node(lua_State *L, al_graph *g, astar_id id, int env)
{
  if (g->named) {
    lua_pushnil(L);
    al_set_name(L, g, env, id, lua_gettop(L));
    lua_pop(L, 1);
    al_clear_by_id(L, env, ENV_DATA, id);
  }
  astar_graph_remove(g->core, id);
}

static int graph_remove(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 1);
  astar_id id = al_check_node(L, 2, g, 3);
  if (al_is_cell(g, id)) al_arg_error(L, 2, "a cell cannot be removed");
  al_remove_node(L, g, id, 3);
  return 0;
}

/* ---- Links ---- */

typedef struct link_props {
  int terrain; /* stack index, or 0 */
  astar_link link;
} link_props;

/* The value of the first is kept on the stack. */
static const al_option link_options[] = {{"terrain", al_keep_string, offsetof(link_props, terrain)},
                                         {"cost", al_read_cost, offsetof(link_props, link.cost)},
                                         {"oneway", al_read_boolean, offsetof(link_props, link.oneway)},
                                         {NULL, NULL, 0}};

void al_link(lua_State *L, al_graph *g, astar_id a, astar_id b, int props)
{
  link_props p = {0, astar_default_link()};
  int slot = lua_gettop(L) + 1;
  lua_settop(L, slot);
  if (a == b) al_arg_error(L, props - 1, "a node cannot be linked to itself");
  al_read_options(L, props, "field", link_options, slot, &p);
  p.link.terrain = al_make_terrain(L, g, p.terrain, ASTAR_NO_TERRAIN);
  al_check_result(L, astar_graph_link(g->core, a, b, &p.link));
  al_report_space(L, &g->space);
}

static int graph_link(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  astar_id a = al_check_node(L, 2, g, 5);
  al_link(L, g, a, al_check_node(L, 3, g, 5), 4);
  return 0;
}

bool al_unlink(lua_State *L, al_graph *g, astar_id a, astar_id b, int options)
{
  static const al_option list[] = {{"oneway", al_read_boolean, 0}, {NULL, NULL, 0}};
  bool oneway = false;
  al_read_options(L, options, "option", list, 0, &oneway);
  al_check_result(L, astar_grid_reserve(g->core, a));
  return a != b && astar_graph_unlink(g->core, a, b, oneway);
}

static int graph_unlink(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  astar_id a = al_check_node(L, 2, g, 5);
  lua_pushboolean(L, al_unlink(L, g, a, al_check_node(L, 3, g, 5), 4));
  return 1;
}

static int graph_linked(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 2);
  astar_id a = al_check_node(L, 2, g, 4);
  lua_pushboolean(L, astar_graph_linked(g->core, a, al_check_node(L, 3, g, 4)));
  return 1;
}

static int graph_connected(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  const astar_id a = al_check_node(L, 2, g, 5), b = al_check_node(L, 3, g, 5);
  astar_unit unit = ASTAR_NO_UNIT;
  astar_status status;
  if (al_given(L, 4)) {
    if (lua_type(L, 4) != LUA_TSTRING) al_type_error(L, 4, "string");
    unit = al_check_unit(L, 4, 4, g);
  }
  al_require_finder(L, &g->space);
  ++g->space.questions;
  status = astar_find_connection(g->space.finder, g->core, unit, a, b);
  al_check_answered(L, &g->space, status);
  al_report_space(L, &g->space);
  lua_pushboolean(L, status == ASTAR_FOUND);
  return 1;
}

/* ---- Looking up ---- */

static int graph_node(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 1);
  astar_id id = ASTAR_NO_ID;
  if (lua_type(L, 2) == LUA_TSTRING) {
    id = find_name(L, 2, g, 3);
  } else if (lua_type(L, 2) == LUA_TNUMBER) {
    double value = lua_tonumber(L, 2);
    if (value >= 1 && value < 4294967295.0 && floor(value) == value) id = (astar_id)value;
  } else {
    al_type_error(L, 2, "id or name");
  }
  if (id == ASTAR_NO_ID || !astar_graph_has(g->core, id, NULL)) lua_pushnil(L);
  else al_push_id(L, 3, &g->space, id);
  return 1;
}

/* The iterator. Upvalues after the name: the graph, the last id. */
static int nodes_next(lua_State *L)
{
  al_graph *g = (al_graph *)al_begin_next(L, al_graph_kind);
  astar_id id = astar_graph_next(g->core, (astar_id)lua_tonumber(L, lua_upvalueindex(3)));
  if (id == ASTAR_NO_ID) return 0;
  al_push_id(L, 1, &g->space, id);
  al_set_upvalue(L, 3, id);
  return 1;
}

static int graph_nodes(lua_State *L)
{
  al_check_graph(L);
  return al_push_space_iterator(L, "nodes", nodes_next, 1);
}

typedef struct near_options {
  astar_near_def def;
  al_graph *graph;
  astar_id from; /* or ASTAR_NO_ID */
} near_options;

enum { NEAR_ENV = 6 }; /* stack index of the environment */

static void read_near_from(lua_State *L, const al_entry *e)
{
  near_options *o = e->into;
  o->from = al_entry_node(L, e, o->graph, NEAR_ENV);
}

static void read_near_unit(lua_State *L, const al_entry *e)
{
  near_options *o = e->into;
  o->def.unit = al_entry_unit(L, e, o->graph);
  o->def.enterable = true;
}

static void read_near_level(lua_State *L, const al_entry *e)
{
  near_options *o = e->into;
  if (o->graph->space.name != al_grid_name) al_arg_error(L, e->arg, "option 'level' is for grids");
  o->def.level = al_entry_level(L, e, o->graph);
}

static const al_option nearest_options[] = {{"radius", al_read_nonnegative, offsetof(near_options, def.radius)},
                                            {"linked", al_read_boolean, offsetof(near_options, def.linked)},
                                            {"unit", read_near_unit, 0},
                                            {"from", read_near_from, 0},
                                            {"level", read_near_level, 0},
                                            {NULL, NULL, 0}};

/* Read x and y at 2 and 3 and, with 3 `dimensions`, z at 4 if given. */
static void read_near_place(lua_State *L, int dimensions, astar_near_def *def)
{
  def->x = al_check_finite(L, 2);
  def->y = al_check_finite(L, 3);
  if (dimensions == 2 || !al_given(L, 4)) return;
  def->z = al_check_finite(L, 4);
  def->flat = false;
}

/* Find the nearest node, of those that can be reached from a node if one was given. False if there is none. */
static bool find_nearest(lua_State *L, near_options *o, astar_near *found)
{
  al_graph *g = o->graph;
  astar_status status;
  if (o->from == ASTAR_NO_ID) return astar_graph_nearest(g->core, &o->def, found);
  al_require_finder(L, &g->space);
  ++g->space.questions;
  status = astar_find_nearest(g->space.finder, g->core, &o->def, o->from, found);
  al_check_answered(L, &g->space, status);
  return status == ASTAR_FOUND;
}

static int graph_nearest(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 4);
  near_options o = {astar_default_near(), g, ASTAR_NO_ID};
  astar_near found;
  int options = lua_type(L, 4) == LUA_TTABLE ? 4 : 5;
  read_near_place(L, options - 2, &o.def);
  if (options == 4 && al_given(L, 5)) al_type_error(L, 4, "number");
  al_read_options(L, options, "option", nearest_options, 0, &o);
  if (!find_nearest(L, &o, &found)) {
    lua_pushnil(L);
    return 1;
  }
  al_push_id(L, NEAR_ENV, &g->space, found.id);
  lua_pushnumber(L, found.distance);
  if (o.from != ASTAR_NO_ID) al_report_space(L, &g->space);
  return 2;
}

static int graph_within(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 4);
  astar_near_def def = astar_default_near();
  astar_near *found = NULL;
  size_t count, room = 0, i;
  int radius = al_given(L, 5) ? 5 : 4;
  read_near_place(L, radius - 2, &def);
  def.radius = al_check_least(L, radius, 0);
  /* To allocate the array may run finalizers, which may add nodes: repeat until all fit. */
  while ((count = astar_graph_within(g->core, &def, found, room)) > room) {
    lua_settop(L, 6);
    room = count + count / 2;
    found = compat_newuserdata(L, room * sizeof *found);
    al_require_open(L, &g->space);
  }
  lua_createtable(L, count < 0x7FFFFFFF ? (int)count : 0, 0);
  for (i = 0; i < count; i++) {
    al_require_open(L, &g->space);
    al_push_id(L, 6, &g->space, found[i].id);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

/* ---- The graph itself ---- */

static int graph_optimize(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  al_check_result(L, astar_graph_optimize(g->core));
  al_report_space(L, &g->space);
  return 0;
}

enum { FIELD_VERSION = 1 };

static const al_field graph_fields[] = {{"version", FIELD_VERSION}, {NULL, 0}};

static int graph_get(lua_State *L)
{
  al_graph *g = al_self(L, al_graph_kind);
  if (al_member(L, g->space.name) == 0) return 1;
  al_require_open(L, &g->space);
  compat_pushcount(L, astar_graph_version(g->core));
  return 1;
}

static int graph_set(lua_State *L)
{
  return al_refuse_assignment(L, al_graph_kind);
}

static int graph_len(lua_State *L)
{
  compat_pushcount(L, astar_graph_count(al_check_graph(L)->core));
  return 1;
}

static int graph_tostring(lua_State *L)
{
  al_graph *g = al_self(L, al_graph_kind);
  if (!g->core) lua_pushliteral(L, "graph (collected)");
  else lua_pushfstring(L, "graph (%d nodes)", (int)astar_graph_count(g->core));
  return 1;
}

/* Ignores values that are not graphs: an error here would be raised in unrelated code. */
static int graph_gc(lua_State *L)
{
  al_graph *g = al_test(L, 1, al_graph_kind);
  if (!g) return 0;
  astar_finder_destroy(g->space.finder);
  astar_graph_destroy(g->core);
  g->space.finder = NULL;
  g->core = NULL;
  al_end_life(L);
  return 0;
}

static const luaL_Reg graph_methods[] = {
    {"add", graph_add},         {"remove", graph_remove},       {"link", graph_link},         {"unlink", graph_unlink},
    {"linked", graph_linked},   {"connected", graph_connected}, {"node", graph_node},         {"nodes", graph_nodes},
    {"nearest", graph_nearest}, {"within", graph_within},       {"optimize", graph_optimize}, {NULL, NULL}};

static const luaL_Reg graph_meta[] = {{"__index", graph_get},       {"__newindex", graph_set},
                                      {"__len", graph_len},         {"__tostring", graph_tostring},
                                      {"__gc", graph_gc},           {NULL, NULL}};

const al_members al_graph_members = {graph_methods, graph_fields, graph_meta};
