/* options.c: the arguments and options of searches; see options.h. */
#include "options.h"

#include <math.h>
#include <string.h>

/* Stack indices of the arguments. */
enum { START = 2, GOAL, OPTIONS };

/* ---- Positions ---- */

bool al_is_position(lua_State *L, int value)
{
  bool found;
  if (lua_type(L, value) != LUA_TTABLE) return false;
  lua_pushliteral(L, "x");
  lua_rawget(L, value);
  lua_pushliteral(L, "y");
  lua_rawget(L, value);
  found = !lua_isnil(L, -1) || !lua_isnil(L, -2);
  lua_pop(L, 2);
  return found;
}

/* Read a field of the position that is the value of `e`: a finite number. False if it is missing, and may be. */
static bool read_coordinate(lua_State *L, const al_entry *e, const char *name, bool optional, double *number)
{
  al_entry field = *e;
  bool given;
  lua_pushstring(L, name);
  lua_rawget(L, e->value);
  given = !optional || !lua_isnil(L, -1);
  field.what = "field";
  field.name = name;
  field.value = lua_gettop(L);
  if (given) *number = al_entry_finite(L, &field);
  lua_pop(L, 1);
  return given;
}

astar_place al_entry_place(lua_State *L, const al_entry *e)
{
  astar_place place = {0, 0, 0, false};
  al_require_entry(L, e, LUA_TTABLE, "table of x and y");
  (void)read_coordinate(L, e, "x", false, &place.x);
  (void)read_coordinate(L, e, "y", false, &place.y);
  place.flat = !read_coordinate(L, e, "z", true, &place.z);
  return place;
}

/*
** The id of a node, name or position on a grid, which stands for the cell there. Of a position on a graph: ASTAR_NO_ID, and
** *place is set to it. May run finalizers, unless it is a node.
*/
static astar_id read_end(lua_State *L, const al_entry *e, al_graph *g, int env, astar_place *place)
{
  astar_id id = ASTAR_NO_ID;
  if (!al_is_position(L, e->value)) {
    al_require_open(L, &g->space);
    return al_entry_node(L, e, g, env);
  }
  *place = al_entry_place(L, e);
  al_require_open(L, &g->space);
  if (astar_grid_count(g->core) == 0) return ASTAR_NO_ID;
  id = astar_grid_at(g->core, place->x, place->y);
  if (id == ASTAR_NO_ID) {
    const char *x = al_push_number(L, place->x);
    al_entry_error(L, e, "position on the map expected, got (%s, %s)", x, al_push_number(L, place->y));
  }
  return id;
}

const astar_place *al_entry_start(lua_State *L, const al_entry *e, al_graph *g, int env, astar_id *id, astar_place *place)
{
  *id = read_end(L, e, g, env, place);
  return *id == ASTAR_NO_ID ? place : NULL;
}

const astar_place *al_read_start(lua_State *L, int arg, al_graph *g, int env, astar_id *id, astar_place *place)
{
  const al_entry e = {.arg = arg, .value = arg};
  if (lua_type(L, arg) == LUA_TTABLE) return al_entry_start(L, &e, g, env, id, place);
  *id = al_check_node(L, arg, g, env);
  return NULL;
}

/* ---- Arrays of nodes ---- */

/*
** Read an array of nodes; pushes a userdata that owns the returned ids. Unless `places` is NULL, it may contain positions;
** if there are any on a graph, *places is set to an array as long, which another pushed userdata owns.
*/
static const astar_id *read_array(lua_State *L, const al_entry *e, al_graph *g, int env, uint32_t *count,
                                  const astar_place **places)
{
  size_t length = compat_rawlen(L, e->value), i;
  al_entry node = *e;
  astar_place *list = NULL, place;
  astar_id *ids;
  if (length >= 0x7FFFFFFF) al_entry_error(L, e, "too many nodes");
  ids = compat_newuserdata(L, length * sizeof *ids + 1);
  al_require_open(L, &g->space);
  node.value = lua_gettop(L) + 1;
  for (i = 0; i < length; i++) {
    node.element = (int)i + 1;
    lua_rawgeti(L, e->value, node.element);
    if (places && lua_type(L, node.value) == LUA_TTABLE) ids[i] = read_end(L, &node, g, env, &place);
    else ids[i] = al_entry_node(L, &node, g, env);
    if (ids[i] == ASTAR_NO_ID) {
      if (!list) {
        *places = list = compat_newuserdata(L, length * sizeof *list);
        lua_insert(L, node.value++); /* below the element */
        memset(list, 0, length * sizeof *list);
        al_require_open(L, &g->space);
      }
      list[i] = place;
    }
    lua_pop(L, 1);
  }
  *count = (uint32_t)length;
  return ids;
}

const astar_id *al_read_nodes(lua_State *L, const al_entry *e, al_graph *g, int env, uint32_t *count)
{
  return read_array(L, e, g, env, count, NULL);
}

const astar_id *al_read_goals(lua_State *L, int arg, al_graph *g, int env, al_goals *goals)
{
  const al_entry e = {.arg = arg, .value = arg};
  const astar_id *ids = &goals->one;
  goals->places = NULL;
  goals->count = 1;
  if (lua_type(L, arg) == LUA_TTABLE && !al_is_position(L, arg)) {
    al_require_open(L, &g->space);
    ids = read_array(L, &e, g, env, &goals->count, &goals->places);
    if (goals->count == 0) al_arg_error(L, arg, "at least one goal expected, got an empty array");
  } else {
    goals->places = al_read_start(L, arg, g, env, &goals->one, &goals->place);
  }
  return ids;
}

/* ---- Options of all searches ---- */

void al_read_steps(lua_State *L, const al_entry *e)
{
  double value = al_entry_least(L, e, 0);
  if (floor(value) != value) al_entry_error(L, e, "whole number expected, got %s", al_push_number(L, value));
  *(uint64_t *)e->target = value < 1e18 ? (uint64_t)value : UINT64_MAX;
}

void al_read_weight(lua_State *L, const al_entry *e)
{
  double value = al_entry_least(L, e, 1);
  if (!(value < INFINITY)) al_entry_error(L, e, "finite number expected, got infinity");
  *(double *)e->target = value;
}

astar_heuristic al_entry_heuristic(lua_State *L, const al_entry *e, size_t count, const char *expected)
{
  static const char *const names[] = {"auto", "euclidean", "zero", "manhattan", "octile"};
  static const astar_heuristic kinds[] = {ASTAR_AUTO, ASTAR_EUCLIDEAN, ASTAR_ZERO, ASTAR_MANHATTAN, ASTAR_OCTILE};
  size_t i;
  al_require_entry(L, e, LUA_TSTRING, expected);
  for (i = 0; i < count; i++) {
    if (strcmp(lua_tostring(L, e->value), names[i]) == 0) return kinds[i];
  }
  al_entry_error(L, e, "no heuristic named '%s'%s", lua_tostring(L, e->value),
                 al_push_guess_of(L, e->value, names, count));
  return ASTAR_AUTO;
}

/* ---- Options of graphs ---- */

static void read_unit(lua_State *L, const al_entry *e)
{
  al_search_options *o = e->into;
  o->def.unit = al_entry_unit(L, e, o->graph);
  al_keep_entry(L, e);
}

static void read_heuristic(lua_State *L, const al_entry *e)
{
  al_search_options *o = e->into;
  if (lua_type(L, e->value) == LUA_TFUNCTION) {
    o->def.heuristic = ASTAR_ASK;
    al_keep_entry(L, e);
  } else {
    o->def.heuristic = al_entry_heuristic(L, e, AL_HEURISTICS, "name or function");
  }
}

static void read_cost(lua_State *L, const al_entry *e)
{
  al_search_options *o = e->into;
  al_require_entry(L, e, LUA_TFUNCTION, "function");
  o->def.ask_cost = true;
  al_keep_entry(L, e);
}

/* Arrays are read after the traversal of the options: read_array() pushes a userdata, and may run finalizers. */
static void keep_array(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TTABLE, "array of nodes");
  al_keep_entry(L, e);
}

static void read_jump(lua_State *L, const al_entry *e)
{
  bool jump = false;
  al_entry into = *e;
  into.target = &jump;
  al_read_boolean(L, &into);
  *(astar_jump *)e->target = jump ? ASTAR_JUMP_ALWAYS : ASTAR_JUMP_NEVER;
}

/* The values of the first KEPT options are kept on the stack. */
enum { KEPT = 5 };

static const al_option search_options[] = {{"unit", read_unit, offsetof(al_search_options, unit)},
                                           {"heuristic", read_heuristic, offsetof(al_search_options, heuristic)},
                                           {"cost", read_cost, offsetof(al_search_options, cost)},
                                           {"only", keep_array, offsetof(al_search_options, only)},
                                           {"avoid", keep_array, offsetof(al_search_options, avoid)},
                                           {"jump", read_jump, offsetof(astar_search_def, jump)},
                                           AL_SEARCH_OPTIONS,
                                           {NULL, NULL, 0}};

static void read_table(lua_State *L, al_graph *g, int env, al_search_options *o)
{
  al_entry only = {.arg = OPTIONS, .what = "option", .name = "only"}, avoid = only;
  int slots;
  luaL_checkstack(L, 16, NULL);
  slots = lua_gettop(L) + 1;
  lua_settop(L, slots + KEPT - 1);
  al_read_options(L, OPTIONS, "option", search_options, slots, o);
  only.value = o->only;
  avoid.value = o->avoid;
  avoid.name = "avoid";
  o->def.only = o->only != 0;
  if (o->only) o->def.only_ids = read_array(L, &only, g, env, &o->def.only_count, NULL);
  if (o->avoid) o->def.avoid_ids = read_array(L, &avoid, g, env, &o->def.avoid_count, NULL);
}

void al_read_search(lua_State *L, al_graph *g, int env, bool explore, al_search_options *o)
{
  memset(o, 0, sizeof *o);
  o->def = astar_default_search();
  o->graph = g;
  o->version = astar_graph_version(g->core);
  o->def.start_place = al_read_start(L, START, g, env, &o->def.start, &o->start_place);
  if (!explore || al_given(L, GOAL)) {
    if (!al_given(L, GOAL)) al_arg_error(L, GOAL, "node expected, got nil: no goal, or a cell outside the map");
    o->def.goals = al_read_goals(L, GOAL, g, env, &o->goals);
    o->def.goal_places = o->goals.places;
    o->def.goal_count = o->goals.count;
  }
  if (lua_type(L, OPTIONS) == LUA_TSTRING) {
    o->def.unit = al_check_unit(L, OPTIONS, OPTIONS, g);
    o->unit = OPTIONS;
  } else if (lua_type(L, OPTIONS) == LUA_TTABLE) {
    read_table(L, g, env, o);
  } else if (al_given(L, OPTIONS)) {
    al_type_error(L, OPTIONS, "table or unit name");
  }
}
