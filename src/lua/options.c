/* options.c: the arguments and options of searches; see options.h. */
#include "options.h"

#include <math.h>
#include <string.h>

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

uint32_t al_position_level(lua_State *L, const al_entry *e, const al_graph *g, uint32_t own)
{
  al_entry field = *e;
  uint32_t level = own;
  lua_pushliteral(L, "level");
  lua_rawget(L, e->value);
  field.what = "field";
  field.name = "level";
  field.value = lua_gettop(L);
  if (!lua_isnil(L, -1)) {
    al_require_open(L, &g->space);
    level = al_entry_level(L, &field, g);
  }
  lua_pop(L, 1);
  return level;
}

/*
** The id of a node, name or position on a grid, which stands for the cell there. Of a position on a graph: ASTAR_NO_ID,
** and *place is set to it. May run finalizers, unless it is a node.
*/
static astar_id read_end(lua_State *L, const al_entry *e, al_graph *g, int env, astar_place *place)
{
  astar_id id = ASTAR_NO_ID;
  uint32_t level;
  if (!al_is_position(L, e->value)) {
    al_require_open(L, &g->space);
    return al_entry_node(L, e, g, env);
  }
  *place = al_entry_place(L, e);
  al_require_open(L, &g->space);
  if (astar_grid_count(g->core) == 0) return ASTAR_NO_ID;
  level = al_position_level(L, e, g, 1);
  al_require_open(L, &g->space);
  id = astar_grid_at(g->core, place->x, place->y, level);
  if (id == ASTAR_NO_ID) {
    const char *x = al_push_number(L, place->x);
    al_entry_error(L, e, "position on the map expected, got (%s, %s)", x, al_push_number(L, place->y));
  }
  return id;
}

const astar_place *al_entry_start(lua_State *L, const al_entry *e, al_graph *g, int env, astar_id *id,
                                  astar_place *place)
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
** Read an array of nodes; pushes a userdata that owns the returned ids. Unless `places` is NULL, it may contain
** positions; if there are any on a graph, *places is set to an array as long, which another pushed userdata owns.
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

/* ---- Layers ---- */

/* The layer whose name is the string at `index`; 0 if there is none. */
static astar_layer find_layer(lua_State *L, int index, const al_graph *g)
{
  size_t length, other;
  const char *name = lua_tolstring(L, index, &length);
  astar_layer layer = astar_graph_layer_count(g->core);
  for (; layer > 0; layer--) {
    const char *own = astar_graph_layer_name(g->core, layer, &other);
    if (other == length && memcmp(own, name, length) == 0) break;
  }
  return layer;
}

/* Raise: no layer has the name that is the key at `index`. */
static int no_layer_error(lua_State *L, const al_entry *e, int index, const al_graph *g)
{
  astar_guess guess;
  astar_layer layer;
  al_begin_guess(L, index, &guess);
  for (layer = astar_graph_layer_count(g->core); layer > 0; layer--) {
    size_t length;
    const char *name = astar_graph_layer_name(g->core, layer, &length);
    astar_guess_try(&guess, name, length);
  }
  return al_entry_error(L, e, "no layer named '%s'%s", lua_tostring(L, index), al_push_guess(L, &guess));
}

/* The weight at the top of the stack, of the layer whose name is below it. */
static double check_weight(lua_State *L, const al_entry *e)
{
  const double weight = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  const char *name = lua_tostring(L, -2);
  if (isnan(weight)) al_entry_error(L, e, "'%s': number expected, got %s", name, al_type_name(L, -1));
  if (!(weight >= 0 && weight < INFINITY))
    al_entry_error(L, e, "'%s': finite number >= 0 expected, got %s", name, al_push_number(L, weight));
  return weight;
}

/*
** Read the table of weights by name that is the value of `e`. Pushes a userdata that owns the result, in the order of
** the numbers of the layers.
*/
const astar_layer_use *al_read_layers(lua_State *L, const al_entry *e, al_graph *g, uint32_t *count)
{
  const uint32_t layers = astar_graph_layer_count(g->core);
  astar_layer_use *uses;
  uint32_t i;
  uses = compat_newuserdata(L, layers * sizeof *uses + 1);
  al_require_open(L, &g->space);
  /* First by number: the order of lua_next() is not the same everywhere, and sums depend on the order. */
  for (i = 0; i < layers; i++) uses[i].weight = -1;
  lua_pushnil(L);
  while (lua_next(L, e->value)) {
    astar_layer layer;
    if (lua_type(L, -2) != LUA_TSTRING)
      al_entry_error(L, e, "name of a layer expected, got %s: write { name = weight }", al_type_name(L, -2));
    layer = find_layer(L, -2, g);
    if (layer == 0) no_layer_error(L, e, lua_gettop(L) - 1, g);
    if (layer <= layers) uses[layer - 1].weight = check_weight(L, e);
    lua_pop(L, 1);
  }
  *count = 0;
  for (i = 0; i < layers; i++) {
    if (uses[i].weight < 0) continue;
    uses[*count].weight = uses[i].weight;
    uses[(*count)++].layer = i + 1;
  }
  return uses;
}

static void keep_layers(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TTABLE, "table of weights by name");
  al_keep_entry(L, e);
}

/* ---- The other options of graphs ---- */

static void read_moves(lua_State *L, const al_entry *e)
{
  const double value = al_entry_positive(L, e);
  if (!(value >= ASTAR_MOVES_LEAST && value <= ASTAR_MOVES_MOST))
    al_entry_error(L, e, "number from 1e-300 to 1e300 expected, got %s", al_push_number(L, value));
  *(double *)e->target = value;
}

static void read_left(lua_State *L, const al_entry *e)
{
  const double value = al_entry_least(L, e, 0);
  al_search_options *o = e->into;
  if (!(value < INFINITY)) al_entry_error(L, e, "finite number expected, got infinity");
  o->def.left = value;
  o->has_left = true;
}

static void read_turns(lua_State *L, const al_entry *e)
{
  const double value = al_entry_least(L, e, 1);
  if (floor(value) != value) al_entry_error(L, e, "whole number expected, got %s", al_push_number(L, value));
  *(uint32_t *)e->target = value < 4e9 ? (uint32_t)value : 0;
}

static void read_turn_cost(lua_State *L, const al_entry *e)
{
  const double value = al_entry_least(L, e, 0);
  if (!(value < INFINITY)) al_entry_error(L, e, "finite number expected, got infinity");
  *(double *)e->target = value;
}

static void read_turn_limit(lua_State *L, const al_entry *e)
{
  const double value = al_entry_least(L, e, 1);
  if (floor(value) != value || value > 4)
    al_entry_error(L, e, "whole number from 1 to 4 expected, got %s", al_push_number(L, value));
  *(uint32_t *)e->target = (uint32_t)value;
}

static void read_heading(lua_State *L, const al_entry *e)
{
  al_search_options *o = e->into;
  al_entry_numbers(L, e, "{dx, dy}", 2, 2, al_entry_finite, o->def.heading);
  if (o->def.heading[0] == 0 && o->def.heading[1] == 0) al_entry_error(L, e, "a direction expected, got {0, 0}");
  o->def.has_heading = true;
}

static void read_jump(lua_State *L, const al_entry *e)
{
  bool jump = false;
  al_entry into = *e;
  into.target = &jump;
  al_read_boolean(L, &into);
  *(astar_jump *)e->target = jump ? ASTAR_JUMP_ALWAYS : ASTAR_JUMP_NEVER;
}

static void keep_costs(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TTABLE, "array of numbers");
  al_keep_entry(L, e);
}

/* The values of the first KEPT options are kept on the stack. */
enum { KEPT = 9 };

static const al_option search_options[] = {{"unit", read_unit, offsetof(al_search_options, unit)},
                                           {"heuristic", read_heuristic, offsetof(al_search_options, heuristic)},
                                           {"cost", read_cost, offsetof(al_search_options, cost)},
                                           {"only", keep_array, offsetof(al_search_options, only)},
                                           {"avoid", keep_array, offsetof(al_search_options, avoid)},
                                           {"stop", keep_array, offsetof(al_search_options, stop)},
                                           {"pass", keep_array, offsetof(al_search_options, pass)},
                                           {"layers", keep_layers, offsetof(al_search_options, layers)},
                                           {"costs", keep_costs, offsetof(al_search_options, costs)},
                                           {"jump", read_jump, offsetof(astar_search_def, jump)},
                                           {"near", al_read_nonnegative, offsetof(astar_search_def, within)},
                                           {"adjacent", al_read_boolean, offsetof(astar_search_def, adjacent)},
                                           {"moves", read_moves, offsetof(astar_search_def, moves)},
                                           {"left", read_left, 0},
                                           {"overdraw", al_read_boolean, offsetof(astar_search_def, overdraw)},
                                           {"max_turns", read_turns, offsetof(astar_search_def, max_turns)},
                                           {"turn_cost", read_turn_cost, offsetof(astar_search_def, turn_cost)},
                                           {"turn_limit", read_turn_limit, offsetof(astar_search_def, turn_limit)},
                                           {"heading", read_heading, 0},
                                           {"reverse", al_read_boolean, offsetof(astar_search_def, reverse)},
                                           {"discs", al_read_boolean, offsetof(astar_search_def, discs)},
                                           {"smooth", al_read_smooth, offsetof(al_search_options, finish)},
                                           {"ties", al_read_ties, offsetof(al_search_options, finish)},
                                           AL_SEARCH_OPTIONS,
                                           {NULL, NULL, 0}};

/* Raise if a path with these options cannot be changed as they say. */
static void check_finish(lua_State *L, int arg, const al_search_options *o)
{
  const char *name = al_finish_name(&o->finish), *other = NULL;
  if (!name) return;
  if (astar_grid_count(o->graph->core) == 0)
    al_arg_error(L, arg, "option '%s' is for grids: on a graph ways lead along links only", name);
  if (o->def.moves > 0) other = "moves";
  else if (o->def.turn_cost > 0) other = "turn_cost";
  else if (o->def.turn_limit > 0) other = "turn_limit";
  else if (o->stop) other = "stop";
  else if (o->pass) other = "pass";
  else if (o->only) other = "only";
  else if (o->cost) other = "cost";
  else if (o->heuristic) other = "heuristic";
  if (other) al_arg_error(L, arg, "options '%s' and '%s' exclude one another", name, other);
}

/* Raise if options exclude one another. */
static void check_options(lua_State *L, int arg, const al_search_options *o)
{
  const astar_search_def *d = &o->def;
  const char *other = NULL;
  if (d->moves > 0) {
    if (o->layers) other = "layers";
    else if (d->max_cost < INFINITY) other = "max_cost";
    else if (d->reverse) other = "reverse";
    if (other) al_arg_error(L, arg, "options 'moves' and '%s' exclude one another", other);
    if (o->has_left && d->left > d->moves) al_arg_error(L, arg, "option 'left' is greater than 'moves'");
  } else if (o->has_left || d->max_turns > 0 || d->overdraw) {
    al_arg_error(L, arg, "option '%s' needs 'moves'",
                 o->has_left ? "left" : d->overdraw ? "overdraw" : "max_turns");
  }
  if (d->turn_cost > 0) other = "turn_cost";
  else if (d->turn_limit > 0) other = "turn_limit";
  if (other && astar_grid_count(o->graph->core) == 0) al_arg_error(L, arg, "option '%s' needs a grid", other);
  if (d->has_heading && !other) al_arg_error(L, arg, "option 'heading' needs 'turn_cost' or 'turn_limit'");
  check_finish(L, arg, o);
  if (d->within >= 0 && d->adjacent) al_arg_error(L, arg, "options 'near' and 'adjacent' exclude one another");
  if (d->reverse && d->partial) al_arg_error(L, arg, "options 'reverse' and 'partial' exclude one another");
}

static void read_table(lua_State *L, int arg, al_graph *g, int env, al_search_options *o)
{
  al_entry array = {.arg = arg, .what = "option"};
  int slots;
  luaL_checkstack(L, 20, NULL);
  slots = lua_gettop(L) + 1;
  lua_settop(L, slots + KEPT - 1);
  al_read_options(L, arg, "option", search_options, slots, o);
  check_options(L, arg, o);
  if (!o->has_left) o->def.left = o->def.moves;
  o->def.only = o->only != 0;
  array.name = "only";
  array.value = o->only;
  if (o->only) o->def.only_ids = read_array(L, &array, g, env, &o->def.only_count, NULL);
  array.name = "avoid";
  array.value = o->avoid;
  if (o->avoid) o->def.avoid_ids = read_array(L, &array, g, env, &o->def.avoid_count, NULL);
  array.name = "stop";
  array.value = o->stop;
  if (o->stop) o->def.stop_ids = read_array(L, &array, g, env, &o->def.stop_count, NULL);
  array.name = "pass";
  array.value = o->pass;
  if (o->pass) o->def.pass_ids = read_array(L, &array, g, env, &o->def.pass_count, NULL);
  array.name = "layers";
  array.value = o->layers;
  if (o->layers) o->def.layers = al_read_layers(L, &array, g, &o->def.layer_count);
}

void al_begin_options(al_graph *g, al_search_options *o)
{
  memset(o, 0, sizeof *o);
  o->def = astar_default_search();
  o->graph = g;
  o->version = astar_graph_version(g->core);
}

void al_read_search_options(lua_State *L, int arg, al_graph *g, int env, al_search_options *o)
{
  if (lua_type(L, arg) == LUA_TSTRING) {
    o->def.unit = al_check_unit(L, arg, arg, g);
    o->unit = arg;
  } else if (lua_type(L, arg) == LUA_TTABLE) {
    read_table(L, arg, g, env, o);
  } else if (al_given(L, arg)) {
    al_type_error(L, arg, "table or unit name");
  }
}

static const al_option away_options[] = {{"unit", read_unit, offsetof(al_search_options, unit)},
                                         {"layers", keep_layers, offsetof(al_search_options, layers)},
                                         {"costs", keep_costs, offsetof(al_search_options, costs)},
                                         {"reach", al_read_nonnegative, offsetof(astar_search_def, reach)},
                                         {NULL, NULL, 0}};

void al_read_away_options(lua_State *L, int arg, al_graph *g, al_search_options *o)
{
  al_entry layers = {.arg = arg, .what = "option", .name = "layers"};
  int slots;
  if (lua_type(L, arg) != LUA_TTABLE) {
    al_read_search_options(L, arg, g, 0, o);
    return;
  }
  luaL_checkstack(L, 20, NULL);
  slots = lua_gettop(L) + 1;
  lua_settop(L, slots + 2);
  al_read_options(L, arg, "option", away_options, slots, o);
  layers.value = o->layers;
  if (o->layers) o->def.layers = al_read_layers(L, &layers, g, &o->def.layer_count);
}

void al_read_goal_costs(lua_State *L, int arg, al_graph *g, al_search_options *o)
{
  al_entry e = {.arg = arg, .value = o->costs, .what = "option", .name = "costs"};
  const uint32_t count = o->def.goal_count;
  double *costs;
  uint32_t i;
  if (!o->costs) return;
  if (compat_rawlen(L, o->costs) != count)
    al_entry_error(L, &e, "one number for each of the %d goals expected, got %d", (int)count,
                   (int)compat_rawlen(L, o->costs));
  costs = compat_newuserdata(L, count * sizeof *costs);
  al_require_open(L, &g->space);
  e.value = lua_gettop(L) + 1;
  for (i = 0; i < count; i++) {
    e.element = (int)i + 1;
    lua_rawgeti(L, o->costs, e.element);
    costs[i] = al_entry_least(L, &e, 0);
    if (!(costs[i] < INFINITY)) al_entry_error(L, &e, "finite number expected, got infinity");
    lua_pop(L, 1);
  }
  o->def.goal_costs = costs;
}

void al_refuse_options(lua_State *L, int arg, const al_search_options *o, const char *method)
{
  const astar_search_def *d = &o->def;
  const char *other = NULL;
  const bool flow = method[0] == 'f';
  if (d->partial) other = "partial";
  else if (d->weight != 1) other = "weight";
  else if (o->heuristic || d->heuristic != ASTAR_DEFAULT) other = "heuristic";
  else if (d->jump != ASTAR_JUMP_AUTO) other = "jump";
  else if (!flow && d->reverse) other = "reverse";
  else if (!flow && d->discs) other = "discs";
  else if (!flow && o->costs) other = "costs";
  else if (!flow && d->within >= 0) other = "near";
  else if (!flow && d->adjacent) other = "adjacent";
  else if (flow && d->moves > 0) other = "moves";
  else if (flow && d->has_heading) other = "heading";
  else other = al_finish_name(&o->finish);
  if (other) al_arg_error(L, arg, "option '%s' is not for '%s'", other, method);
}

void al_refuse_positions(lua_State *L, const astar_place *start, const astar_place *goals)
{
  if (start || goals) luaL_error(L, "positions on a graph are not for searches backwards: give nodes");
}

/* The options of a path or search. */
static void read_options(lua_State *L, int arg, al_graph *g, int env, al_search_options *o)
{
  al_read_search_options(L, arg, g, env, o);
  if (o->def.discs) al_arg_error(L, arg, "option 'discs' is for 'flow'");
  if (o->costs) al_arg_error(L, arg, "option 'costs' is for 'flow' and 'away'");
}

/* Whether the options at `arg` have `reverse`, which decides how the arguments before them are read. */
static bool is_reverse(lua_State *L, int arg)
{
  bool reverse;
  if (lua_type(L, arg) != LUA_TTABLE) return false;
  lua_pushliteral(L, "reverse");
  lua_rawget(L, arg);
  reverse = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return reverse;
}

/* Raise if the options of a search say how its path is to be changed. */
static void refuse_finish(lua_State *L, int arg, const al_search_options *o)
{
  const char *name = al_finish_name(&o->finish);
  if (name) al_arg_error(L, arg, "option '%s' is for 'path': also for that of a search", name);
}

void al_read_search(lua_State *L, al_graph *g, int env, bool explore, al_search_options *o)
{
  enum { START = 2, GOAL, OPTIONS };
  al_begin_options(g, o);
  if (is_reverse(L, OPTIONS)) {
    if (!explore) al_arg_error(L, OPTIONS, "option 'reverse' is for searches");
    o->def.goals = al_read_goals(L, START, g, env, &o->goals);
    o->def.goal_count = o->goals.count;
    if (al_given(L, GOAL)) o->def.start_place = al_read_start(L, GOAL, g, env, &o->def.start, &o->start_place);
    al_refuse_positions(L, o->def.start_place, o->goals.places);
    read_options(L, OPTIONS, g, env, o);
    refuse_finish(L, OPTIONS, o);
    return;
  }
  o->def.start_place = al_read_start(L, START, g, env, &o->def.start, &o->start_place);
  if (!explore || al_given(L, GOAL)) {
    if (!al_given(L, GOAL)) al_arg_error(L, GOAL, "node expected, got nil: no goal, or a cell outside the map");
    o->def.goals = al_read_goals(L, GOAL, g, env, &o->goals);
    o->def.goal_places = o->goals.places;
    o->def.goal_count = o->goals.count;
  }
  read_options(L, OPTIONS, g, env, o);
  if (explore) refuse_finish(L, OPTIONS, o);
  if (o->def.goal_count == 0 && (o->def.within >= 0 || o->def.adjacent))
    al_arg_error(L, OPTIONS, "option '%s' needs a goal", o->def.adjacent ? "adjacent" : "near");
}
