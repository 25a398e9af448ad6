/* graph.c: the class "graph"; see binding.h for what its home holds. */
#include "binding.h"

#include <math.h>
#include <string.h>

/* ---- Checks ---- */

al_graph *al_check_graph(lua_State *L)
{
  al_graph *g = al_self(L, al_graph_kind);
  al_require_open(L, &g->space);
  return g;
}

al_graph *al_begin(lua_State *L, int args)
{
  return (al_graph *)al_begin_space(L, al_graph_kind, args);
}

astar_id al_find_name(lua_State *L, int index, al_graph *g, int home)
{
  astar_id id;
  int same;
  al_push_table(L, home, HOME_NAMES);
  lua_pushvalue(L, index);
  lua_rawget(L, -2);
  id = (astar_id)lua_tonumber(L, -1);
  lua_pop(L, 2);
  if (id == ASTAR_NO_ID || !astar_graph_find(g->core, id, NULL)) return ASTAR_NO_ID;
  al_push_table(L, home, HOME_NAMED);
  compat_rawgetid(L, -1, id);
  lua_pushvalue(L, index);
  same = lua_rawequal(L, -1, -2);
  lua_pop(L, 3);
  return same ? id : ASTAR_NO_ID;
}

astar_id al_check_node_in(lua_State *L, int index, int arg, const char *part, al_graph *g, int home)
{
  const al_handle *n = al_test(L, index, al_node_kind);
  astar_id id = ASTAR_NO_ID;
  if (n) {
    if (n->space != &g->space) al_arg_error(L, arg, "%snode of another graph", part);
    if (!astar_graph_holds(g->core, n->id, n->generation))
      al_arg_error(L, arg, "%snode %d was removed", part, (int)n->id);
    id = n->id;
  } else if (lua_type(L, index) == LUA_TSTRING) {
    id = al_find_name(L, index, g, home);
    if (id == ASTAR_NO_ID) al_arg_error(L, arg, "%sno node named '%s'", part, lua_tostring(L, index));
  } else {
    al_arg_error(L, arg, "%snode expected, got %s", part, al_type_name(L, index));
  }
  return id;
}

astar_id al_check_node(lua_State *L, int arg, al_graph *g, int home)
{
  return al_check_node_in(L, arg, arg, "", g, home);
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
  return astar_graph_memory(g->core) + (g->route ? astar_route_memory(g->route) : 0);
}

/* While the id of a removed node rests, it means that node still. */
static bool is_stray(const al_space *space, uint32_t id, uint32_t generation)
{
  const al_graph *g = (const al_graph *)space;
  uint32_t now = generation;
  if (g->core) (void)astar_graph_find(g->core, id, &now);
  return now != generation;
}

static void furnish(lua_State *L)
{
  lua_newtable(L);
  lua_rawseti(L, -2, HOME_NAMES);
  lua_newtable(L);
  lua_rawseti(L, -2, HOME_NAMED);
  al_set_weak_table(L, HOME_SEARCHES, "k");
}

const al_space_type al_graph_type = {al_graph_kind, al_node_kind, is_open, version, memory, is_stray, furnish};

int al_new_graph(lua_State *L)
{
  al_graph *g = al_new_space(L, sizeof *g, &al_graph_type, al_graph_kind, AL_FIRST_UPVALUE);
  void *context;
  lua_Alloc alloc = lua_getallocf(L, &context);
  g->core = astar_graph_create(alloc, context);
  if (!g->core) return al_no_memory(L);
  al_tell_space(L, &g->space);
  return 1;
}

/* ---- Nodes ---- */

typedef struct node_props {
  int blocked;
  int terrain, name, data; /* where on the stack, or 0 */
} node_props;

/* Keep the value at the top of the stack at `slot`. */
static int keep(lua_State *L, int slot)
{
  lua_pushvalue(L, -1);
  lua_replace(L, slot);
  return slot;
}

/* Read the props at `arg`; what they hold is kept from `slots` on. */
static void read_props(lua_State *L, int arg, int slots, node_props *props)
{
  const char *key;
  lua_pushnil(L);
  while ((key = al_next_field(L, arg, "field")) != NULL) {
    if (strcmp(key, "terrain") == 0) {
      al_field_string(L, arg, "field", key);
      props->terrain = keep(L, slots);
    } else if (strcmp(key, "blocked") == 0) {
      props->blocked = al_field_boolean(L, arg, "field", key);
    } else if (strcmp(key, "name") == 0) {
      al_field_string(L, arg, "field", key);
      props->name = keep(L, slots + 1);
    } else if (strcmp(key, "data") == 0) {
      props->data = keep(L, slots + 2);
    } else {
      al_unknown_field(L, arg, "field", key);
    }
    lua_pop(L, 1);
  }
}

/* Let the next node have an id that has rested, if nothing refers to the old node any more. */
static void recycle(lua_State *L, al_graph *g, int home)
{
  uint64_t removed_at = 0;
  astar_id id = g->ready == ASTAR_NO_ID ? astar_graph_free_id(g->core, &removed_at) : ASTAR_NO_ID;
  int used;
  if (id == ASTAR_NO_ID) return;
  al_push_table(L, home, HOME_HANDLES);
  compat_rawgetid(L, -1, id);
  used = !lua_isnil(L, -1) || !al_unasked_since(L, home, removed_at);
  lua_pop(L, 2);
  astar_graph_recycle(g->core, !used);
  if (!used && astar_graph_free_id(g->core, &removed_at) != id) g->ready = id;
}

/* Enter what was given with a new node, or nothing for 0. */
static void set_prop(lua_State *L, int home, int table, astar_id id, int value)
{
  if (value) al_set_by_id(L, home, table, id, value);
  else al_clear_by_id(L, home, table, id);
}

static int graph_add(lua_State *L)
{
  al_graph *g = al_begin(L, 4);
  const int home = 6, slots = 7;
  double x = al_check_finite(L, 2), y = al_check_finite(L, 3), z = 0;
  int table = lua_type(L, 4) == LUA_TTABLE ? 4 : 5;
  node_props props;
  al_handle *node;
  astar_id id;
  astar_terrain terrain;
  uint32_t generation = 0;
  astar_result result;
  if (table == 5 && al_given(L, 4)) z = al_check_finite(L, 4);
  if (table == 4 && al_given(L, 5)) al_type_error(L, 4, "number");
  memset(&props, 0, sizeof props);
  lua_settop(L, slots + 2);
  if (al_check_table(L, table)) read_props(L, table, slots, &props);
  if (props.name && al_find_name(L, props.name, g, home) != ASTAR_NO_ID)
    al_arg_error(L, table, "the name '%s' is in use", lua_tostring(L, props.name));
  /*
  ** First all on Lua's side, which may raise; what is entered for an id that then comes to
  ** nothing is overwritten when the id is given. Then the core, which may fail, but not raise.
  */
  node = al_new_handle(L, home, &g->space);
  al_require_open(L, &g->space);
  recycle(L, g, home);
  id = g->ready != ASTAR_NO_ID ? g->ready : astar_graph_next_id(g->core);
  if (g->ready != ASTAR_NO_ID) {
    (void)astar_graph_find(g->core, id, &generation);
    generation++;
  }
  if (props.name || props.data) g->named = 1;
  if (g->named) {
    set_prop(L, home, HOME_NAMED, id, props.name);
    set_prop(L, home, HOME_DATA, id, props.data);
  }
  if (props.name) {
    al_push_table(L, home, HOME_NAMES);
    lua_pushvalue(L, props.name);
    compat_pushcount(L, id);
    lua_rawset(L, -3);
    lua_pop(L, 1);
  }
  al_give_handle(L, home, node, slots + 3, id, generation);
  terrain = al_make_terrain(L, g, props.terrain, ASTAR_DEFAULT_TERRAIN);
  result = astar_graph_add(g->core, x, y, z, &id);
  if (result == ASTAR_OK) {
    g->ready = ASTAR_NO_ID;
    if (terrain != ASTAR_DEFAULT_TERRAIN) result = astar_graph_set_terrain(g->core, id, terrain);
    if (result == ASTAR_OK && props.blocked) astar_graph_set_blocked(g->core, id, true);
    if (result != ASTAR_OK) astar_graph_remove(g->core, id);
  }
  if (result != ASTAR_OK) al_clear_by_id(L, home, HOME_HANDLES, node->id);
  al_check_result(L, result);
  al_tell_space(L, &g->space);
  return 1;
}

void al_remove(lua_State *L, al_graph *g, astar_id id, int home)
{
  if (g->named) {
    lua_pushnil(L);
    al_set_name(L, g, home, id, lua_gettop(L));
    lua_pop(L, 1);
    al_clear_by_id(L, home, HOME_DATA, id);
  }
  astar_graph_remove(g->core, id);
}

static int graph_remove(lua_State *L)
{
  al_graph *g = al_begin(L, 1);
  astar_id id = al_check_node(L, 2, g, 3);
  if (al_is_cell(g, id)) al_arg_error(L, 2, "a cell cannot be removed");
  al_remove(L, g, id, 3);
  return 0;
}

/* ---- Links ---- */

void al_link(lua_State *L, al_graph *g, astar_id a, astar_id b, int props)
{
  astar_link link = astar_default_link();
  const char *key;
  int terrain = 0, slot = lua_gettop(L) + 1;
  lua_settop(L, slot);
  if (a == b) al_arg_error(L, props - 1, "a node cannot be linked to itself");
  if (al_check_table(L, props)) {
    lua_pushnil(L);
    while ((key = al_next_field(L, props, "field")) != NULL) {
      if (strcmp(key, "cost") == 0) {
        double cost = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
        if (!(cost >= 0 && cost < INFINITY)) {
          if (cost < 0 && lua_type(L, -1) == LUA_TNUMBER)
            al_arg_error(L, props, "field 'cost': number >= 0 expected, got %s", al_push_number(L, cost));
          al_arg_error(L, props, "field 'cost': finite number expected, got %s", al_type_name(L, -1));
        }
        link.cost = cost;
      } else if (strcmp(key, "terrain") == 0) {
        al_field_string(L, props, "field", key);
        terrain = keep(L, slot);
      } else if (strcmp(key, "oneway") == 0) {
        link.oneway = al_field_boolean(L, props, "field", key);
      } else {
        al_unknown_field(L, props, "field", key);
      }
      lua_pop(L, 1);
    }
  }
  link.terrain = al_make_terrain(L, g, terrain, ASTAR_NO_TERRAIN);
  al_check_result(L, astar_graph_link(g->core, a, b, &link));
  al_tell_space(L, &g->space);
}

static int graph_link(lua_State *L)
{
  al_graph *g = al_begin(L, 3);
  astar_id a = al_check_node(L, 2, g, 5);
  al_link(L, g, a, al_check_node(L, 3, g, 5), 4);
  return 0;
}

int al_unlink(lua_State *L, al_graph *g, astar_id a, astar_id b, int options)
{
  int oneway = 0;
  const char *key;
  if (al_check_table(L, options)) {
    lua_pushnil(L);
    while ((key = al_next_field(L, options, "option")) != NULL) {
      if (strcmp(key, "oneway") != 0) al_unknown_field(L, options, "option", key);
      oneway = al_field_boolean(L, options, "option", key);
      lua_pop(L, 1);
    }
  }
  return a != b && astar_graph_unlink(g->core, a, b, oneway);
}

static int graph_unlink(lua_State *L)
{
  al_graph *g = al_begin(L, 3);
  astar_id a = al_check_node(L, 2, g, 5);
  lua_pushboolean(L, al_unlink(L, g, a, al_check_node(L, 3, g, 5), 4));
  return 1;
}

static int graph_linked(lua_State *L)
{
  al_graph *g = al_begin(L, 2);
  astar_id a = al_check_node(L, 2, g, 4);
  lua_pushboolean(L, astar_graph_linked(g->core, a, al_check_node(L, 3, g, 4)));
  return 1;
}

/* ---- Looking up ---- */

static int graph_node(lua_State *L)
{
  al_graph *g = al_begin(L, 1);
  astar_id id = ASTAR_NO_ID;
  if (lua_type(L, 2) == LUA_TSTRING) {
    id = al_find_name(L, 2, g, 3);
  } else if (lua_type(L, 2) == LUA_TNUMBER) {
    double value = lua_tonumber(L, 2);
    if (value >= 1 && value < 4294967295.0 && floor(value) == value) id = (astar_id)value;
  } else {
    al_type_error(L, 2, "id or name");
  }
  if (id == ASTAR_NO_ID || !astar_graph_find(g->core, id, NULL)) lua_pushnil(L);
  else al_push_id(L, 3, g, id);
  return 1;
}

/* The iterator. Upvalues after the name: the graph, the last id. */
static int nodes_next(lua_State *L)
{
  al_graph *g = al_test(L, lua_upvalueindex(2), al_graph_kind);
  astar_id id = (astar_id)lua_tonumber(L, lua_upvalueindex(3));
  if (!g) return al_type_error(L, 1, al_graph_kind);
  al_require_open(L, &g->space);
  id = astar_graph_next(g->core, id);
  if (id == ASTAR_NO_ID) return 0;
  lua_settop(L, 0);
  compat_getuservalue(L, lua_upvalueindex(2));
  al_check_home(L, 1, &g->space);
  al_push_id(L, 1, g, id);
  compat_pushcount(L, id);
  lua_replace(L, lua_upvalueindex(3));
  return 1;
}

static int graph_nodes(lua_State *L)
{
  al_check_graph(L);
  lua_settop(L, 1);
  lua_pushinteger(L, 0);
  al_push_function(L, "nodes", nodes_next, 2);
  return 1;
}

static double field_least(lua_State *L, int arg, const char *name)
{
  double value = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  if (isnan(value)) al_arg_error(L, arg, "option '%s': number expected, got %s", name, al_type_name(L, -1));
  if (value < 0) al_arg_error(L, arg, "option '%s': number >= 0 expected, got %s", name, al_push_number(L, value));
  return value;
}

astar_unit al_field_unit(lua_State *L, int arg, const al_graph *g)
{
  astar_unit unit;
  size_t length;
  const char *name;
  al_field_string(L, arg, "option", "unit");
  name = lua_tolstring(L, -1, &length);
  unit = astar_graph_unit(g->core, name, length);
  if (unit == ASTAR_NO_UNIT) al_arg_error(L, arg, "no unit named '%s'", name);
  return unit;
}

static int graph_nearest(lua_State *L)
{
  al_graph *g = al_begin(L, 4);
  astar_near_def def = astar_default_near();
  astar_near found;
  int options = lua_type(L, 4) == LUA_TTABLE ? 4 : 5;
  const char *key;
  def.x = al_check_finite(L, 2);
  def.y = al_check_finite(L, 3);
  if (options == 5 && al_given(L, 4)) {
    def.z = al_check_finite(L, 4);
    def.flat = false;
  }
  if (options == 4 && al_given(L, 5)) al_type_error(L, 4, "number");
  if (al_check_table(L, options)) {
    lua_pushnil(L);
    while ((key = al_next_field(L, options, "option")) != NULL) {
      if (strcmp(key, "radius") == 0) {
        def.radius = field_least(L, options, key);
      } else if (strcmp(key, "linked") == 0) {
        def.linked = al_field_boolean(L, options, "option", key);
      } else if (strcmp(key, "unit") == 0) {
        def.unit = al_field_unit(L, options, g);
        def.enterable = true;
      } else {
        al_unknown_field(L, options, "option", key);
      }
      lua_pop(L, 1);
    }
  }
  if (!astar_graph_nearest(g->core, &def, &found)) {
    lua_pushnil(L);
    return 1;
  }
  al_push_id(L, 6, g, found.id);
  lua_pushnumber(L, found.distance);
  return 2;
}

static int graph_within(lua_State *L)
{
  al_graph *g = al_begin(L, 4);
  astar_near_def def = astar_default_near();
  astar_near *found = NULL;
  size_t count, room = 0, i;
  int radius = al_given(L, 5) ? 5 : 4;
  def.x = al_check_finite(L, 2);
  def.y = al_check_finite(L, 3);
  if (radius == 5 && al_given(L, 4)) {
    def.z = al_check_finite(L, 4);
    def.flat = false;
  }
  def.radius = al_check_least(L, radius, 0);
  /* Room for them takes memory, which may run finalizers, which may add more. */
  while ((count = astar_graph_within(g->core, &def, found, room)) > room) {
    lua_settop(L, 6);
    room = count + count / 2;
    found = compat_newuserdata(L, room * sizeof *found);
    al_require_open(L, &g->space);
  }
  lua_createtable(L, count < 0x7FFFFFFF ? (int)count : 0, 0);
  for (i = 0; i < count; i++) {
    al_require_open(L, &g->space);
    al_push_id(L, 6, g, found[i].id);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

/* ---- Units ---- */

/* Sorted by their bytes, so that the order is the same in every locale. */
static int name_before(const char *a, size_t a_length, const char *b, size_t b_length)
{
  int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
  return order < 0 || (order == 0 && a_length < b_length);
}

/* Sort the array of `count` strings at the top of the stack. */
static void sort_names(lua_State *L, uint32_t count)
{
  uint32_t i, gap;
  size_t length;
  const char *name;
  /* Shell sort, on the Lua array itself. */
  for (gap = count / 2; gap > 0; gap /= 2) {
    for (i = gap + 1; i <= count; i++) {
      uint32_t at = i;
      lua_rawgeti(L, -1, (int)i);
      for (; at > gap; at -= gap) {
        size_t other_length;
        const char *other;
        name = lua_tolstring(L, -1, &length);
        lua_rawgeti(L, -2, (int)(at - gap));
        other = lua_tolstring(L, -1, &other_length);
        if (!name_before(name, length, other, other_length)) {
          lua_pop(L, 1);
          break;
        }
        lua_rawseti(L, -3, (int)at);
      }
      lua_rawseti(L, -2, (int)at);
    }
  }
}

/* The multiplier at the top of the stack. */
static double check_multiplier(lua_State *L, const char *terrain)
{
  double value;
  if (lua_type(L, -1) == LUA_TBOOLEAN && !lua_toboolean(L, -1)) return INFINITY;
  if (lua_type(L, -1) != LUA_TNUMBER)
    al_arg_error(L, 3, "terrain '%s': number or false expected, got %s", terrain, al_type_name(L, -1));
  value = lua_tonumber(L, -1);
  if (!(value > 0)) {
    if (isnan(value)) al_arg_error(L, 3, "terrain '%s': number or false expected, got nan", terrain);
    al_arg_error(L, 3, "terrain '%s': number > 0 or false expected, got %s", terrain, al_push_number(L, value));
  }
  return value;
}

static void read_limits(lua_State *L, astar_unit_def *def)
{
  const char *key;
  if (!al_check_table(L, 4)) return;
  lua_pushnil(L);
  while ((key = al_next_field(L, 4, "limit")) != NULL) {
    double *limit = strcmp(key, "climb") == 0 ? &def->climb : strcmp(key, "drop") == 0 ? &def->drop : NULL;
    double value = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    if (!limit) {
      al_unknown_field(L, 4, "limit", key);
      return;
    }
    if (isnan(value)) al_arg_error(L, 4, "limit '%s': number expected, got %s", key, al_type_name(L, -1));
    if (value < 0) al_arg_error(L, 4, "limit '%s': number >= 0 expected, got %s", key, al_push_number(L, value));
    *limit = value;
    lua_pop(L, 1);
  }
}

/*
** Make the terrains that the costs at 3 name: in the order of their names, since that of the table is
** not the same everywhere, and what is saved shows it.
*/
static void make_terrains(lua_State *L, al_graph *g)
{
  uint32_t count = 0, i;
  int list = lua_gettop(L) + 1;
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, 3)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue; /* only a finalizer can have brought it */
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, (int)++count);
  }
  sort_names(L, count);
  for (i = 1; i <= count; i++) {
    astar_terrain terrain;
    size_t length;
    const char *name;
    lua_rawgeti(L, list, (int)i);
    name = lua_tolstring(L, -1, &length);
    al_require_open(L, &g->space);
    if (name) al_check_terrain(L, astar_graph_terrain(g->core, name, length, &terrain));
    lua_pop(L, 1);
  }
  lua_settop(L, list - 1);
}

/* Read the costs at 3 into an array by terrain, which is pushed; makes the terrains. */
static const double *read_costs(lua_State *L, al_graph *g, uint32_t *count)
{
  const char *key;
  double *costs;
  uint32_t i;
  size_t length;
  astar_terrain terrain = ASTAR_DEFAULT_TERRAIN;
  lua_pushnil(L);
  while ((key = al_next_field(L, 3, "costs")) != NULL) {
    check_multiplier(L, key);
    lua_pop(L, 1);
  }
  make_terrains(L, g);
  *count = astar_graph_terrain_count(g->core);
  costs = compat_newuserdata(L, *count * sizeof *costs);
  al_require_open(L, &g->space);
  for (i = 0; i < *count; i++) costs[i] = NAN;
  lua_pushnil(L);
  while ((key = al_next_field(L, 3, "costs")) != NULL) {
    double cost = check_multiplier(L, key);
    (void)lua_tolstring(L, -2, &length);
    al_check_terrain(L, astar_graph_terrain(g->core, key, length, &terrain));
    /* Only a finalizer that changed the table can have brought a new one. */
    if (terrain <= *count) costs[terrain - 1] = cost;
    lua_pop(L, 1);
  }
  return costs;
}

static int set_unit(lua_State *L, al_graph *g)
{
  astar_unit_def def;
  size_t length;
  const char *name = lua_tolstring(L, 2, &length);
  if (!al_check_table(L, 3)) al_type_error(L, 3, "table");
  def.climb = def.drop = INFINITY;
  read_limits(L, &def);
  def.costs = read_costs(L, g, &def.cost_count);
  al_check_result(L, astar_graph_set_unit(g->core, name, length, &def));
  return 0;
}

static void set_limit(lua_State *L, const char *name, double value)
{
  if (!(value < INFINITY)) return;
  lua_pushnumber(L, value);
  lua_setfield(L, -2, name);
}

static int get_unit(lua_State *L, const al_graph *g)
{
  size_t length;
  const char *name = lua_tolstring(L, 2, &length);
  astar_unit unit = astar_graph_unit(g->core, name, length);
  double climb, drop;
  uint32_t t;
  if (unit == ASTAR_NO_UNIT) {
    lua_pushnil(L);
    return 1;
  }
  lua_newtable(L);
  for (t = 1; g->core && t <= astar_graph_terrain_count(g->core); t++) {
    double cost = astar_graph_unit_cost(g->core, unit, t);
    if (isnan(cost)) continue;
    name = astar_graph_terrain_name(g->core, t, &length);
    lua_pushlstring(L, name, length);
    if (cost < INFINITY) lua_pushnumber(L, cost);
    else lua_pushboolean(L, 0);
    lua_rawset(L, -3);
  }
  lua_newtable(L);
  al_require_open(L, &g->space);
  astar_graph_unit_limits(g->core, unit, &climb, &drop);
  set_limit(L, "climb", climb);
  set_limit(L, "drop", drop);
  return 2;
}

static int graph_unit(lua_State *L)
{
  al_graph *g = al_begin(L, 3);
  if (lua_type(L, 2) != LUA_TSTRING) al_type_error(L, 2, "string");
  if (al_given(L, 3) || al_given(L, 4)) return set_unit(L, g);
  return get_unit(L, g);
}

static int graph_units(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  uint32_t count = astar_graph_unit_count(g->core), i;
  const char *name;
  size_t length;
  lua_createtable(L, (int)count, 0);
  for (i = 1; i <= count && g->core; i++) {
    name = astar_graph_unit_name(g->core, i, &length);
    lua_pushlstring(L, name, length);
    lua_rawseti(L, -2, (int)i);
  }
  sort_names(L, count);
  return 1;
}

/* ---- The graph itself ---- */

static int graph_optimize(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  al_check_result(L, astar_graph_optimize(g->core));
  al_tell_space(L, &g->space);
  return 0;
}

static const al_field graph_fields[] = {{"version", AL_VERSION}, {NULL, 0}};

static int graph_get(lua_State *L)
{
  al_graph *g = al_self(L, al_graph_kind);
  int code = al_member(L, g->space.name);
  if (code == 0) return 1;
  al_require_open(L, &g->space);
  if (code != AL_VERSION) return al_grid_field(L, g, code);
  compat_pushcount(L, astar_graph_version(g->core));
  return 1;
}

static int graph_set(lua_State *L)
{
  al_graph *g = al_self(L, al_graph_kind);
  al_set_member(L, g->space.name);
  return al_fixed_member(L, g->space.name);
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

/* Does not mind anything that is no graph, for an error here would fall on a bystander. */
static int graph_gc(lua_State *L)
{
  al_graph *g = al_test(L, 1, al_graph_kind);
  if (!g) return 0;
  astar_route_destroy(g->route);
  astar_search_destroy(g->space.idle);
  astar_graph_destroy(g->core);
  g->route = NULL;
  g->space.idle = NULL;
  g->core = NULL;
  return 0;
}

static const luaL_Reg graph_methods[] = {
    {"add", graph_add},         {"remove", graph_remove},   {"link", graph_link},         {"unlink", graph_unlink},
    {"linked", graph_linked},   {"node", graph_node},       {"nodes", graph_nodes},       {"nearest", graph_nearest},
    {"within", graph_within},   {"unit", graph_unit},       {"units", graph_units},       {"search", al_graph_search},
    {"path", al_graph_path},    {"optimize", graph_optimize}, {"save", al_save},        {"links", al_graph_links},
    {NULL, NULL}};

static const luaL_Reg graph_meta[] = {{"__index", graph_get},       {"__newindex", graph_set},
                                      {"__len", graph_len},         {"__tostring", graph_tostring},
                                      {"__gc", graph_gc},           {NULL, NULL}};

const al_class al_graph_class = {al_graph_kind, graph_methods, graph_fields, graph_meta, NULL};
