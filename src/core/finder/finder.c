/*
** finder.c: chooses the method for a query; the public functions that begin a search or find a path; see astar.h.
** A method is a space (links, cells, jump points, corners) with a strategy of the engine, or a kernel. It is chosen
** here and nowhere else.
*/
#include "base/heap.h"
#include "engine/edits.h"
#include "engine/heuristic.h"
#include "engine/repair.h"
#include "engine/run.h"
#include "finder/finder.h"
#include "finder/away.h"
#include "finder/reachability.h"
#include "finder/unseen.h"
#include "grid/spaces.h"
#include "graph/link_kernel.h"
#include "graph/prepared.h"
#include "graph/projected.h"
#include "grid/cell_search.h"
#include "grid/drift.h"
#include "grid/headed_space.h"
#include "grid/curve.h"
#include "grid/jump.h"
#include "grid/jump_path.h"
#include "grid/straight.h"
#include "plane/partial.h"
#include "plane/plane_find.h"

#include <string.h>

/* ---- Methods ---- */

/* Whether turning costs something, or is limited. */
static bool has_headings(const astar_search_def *def)
{
  return def->turn_cost > 0 || def->turn_limit > 0;
}

/* Whether the query is for the cheapest path to one goal, without lists, limits and callbacks. */
static bool is_plain_path(const astar_search_def *def)
{
  return def->answer_only && def->goal_count == 1 &&
         as_is_admissible_distance(def->heuristic) && def->weight == 1 && !(def->max_cost < INFINITY) &&
         def->max_steps == UINT64_MAX && !def->ask_cost && !def->only && def->avoid_count == 0 && !def->partial &&
         def->within < 0 && !def->adjacent && def->moves == 0 && def->stop_count == 0 && def->pass_count == 0 &&
         !def->reverse && !has_headings(def);
}

/* Whether the query is one for the kernel on cells. */
static bool is_cell_path(const astar_search_def *def)
{
  astar_search_def plain = *def;
  plain.max_cost = INFINITY;
  plain.avoid_count = 0;
  return is_plain_path(&plain);
}

/* Whether none of the layers of a query adds anything: then it is as one without, for which more methods apply. */
static bool are_empty(const astar_graph *g, const astar_search_def *def)
{
  uint32_t i = 0;
  while (i < def->layer_count &&
         (def->layers[i].weight == 0 || as_layer_of(&g->layers, def->layers[i].layer)->used == 0))
    i++;
  return i == def->layer_count;
}

/* Whether jump points are requested, and nothing depends on the cells between them. */
static bool may_jump(const astar_graph *g, const astar_search_def *def)
{
  if (def->jump == ASTAR_JUMP_NEVER || (def->jump == ASTAR_JUMP_AUTO && !is_plain_path(def))) return false;
  return def->goal_count == 1 && !def->ask_cost && def->heuristic != ASTAR_ASK && !def->only &&
         def->avoid_count == 0 && !def->partial && def->within < 0 && !def->adjacent && def->moves == 0 &&
         are_empty(g, def) && def->stop_count == 0 && def->pass_count == 0 && !def->reverse && !has_headings(def);
}

/* The kernel for a query of which only the answer is needed; AS_KERNEL_KINDS: none. `space` is that of the unit. */
static as_kernel_kind choose_kernel(const astar_graph *g, const as_space *space, const astar_search_def *def)
{
  if (!astar_graph_has(g, def->start, NULL) || def->goal_count != 1 || !astar_graph_has(g, def->goals[0], NULL))
    return AS_KERNEL_KINDS;
  if (astar_grid_count(g) == 0) return is_plain_path(def) ? AS_KERNEL_LINKS : AS_KERNEL_KINDS;
  if (may_jump(g, def) && as_jump_applies(g, &space->rules, def->start, def->goals[0]))
    return is_plain_path(def) ? AS_KERNEL_JUMPS : AS_KERNEL_KINDS;
  return is_cell_path(def) ? AS_KERNEL_CELLS : AS_KERNEL_KINDS;
}

/* NULL if out of memory. */
static as_kernel *create_kernel(as_kernel_kind kind, as_memory *m)
{
  switch (kind) {
  case AS_KERNEL_LINKS: return as_link_kernel_create(m);
  case AS_KERNEL_CELLS: return as_cell_search_create(m);
  default: return as_jump_path_create(m);
  }
}

/* The strategy for a search that has been defined. */
static as_strategy choose_strategy(const astar_search *s)
{
  const astar_search_def *def = &s->def;
  if (def->unordered && as_begins_at_goals(def) && def->start == ASTAR_NO_ID && def->max_steps == UINT64_MAX &&
      !def->ask_cost && !def->only && def->avoid_count == 0 && def->stop_count == 0)
    return AS_STRATEGY_FLOW;
  if (!def->answer_only || def->goal_count == 0 || def->partial || def->reverse) return AS_STRATEGY_EXACT;
  return AS_STRATEGY_ANSWER;
}

/* ---- Beginning a search ---- */

static bool has_positions(const astar_search_def *def)
{
  return def->start_place || def->goal_places;
}

/* A definition without what a space ignores; asserts that it has nothing that the space refuses. */
static astar_search_def fit(astar_space space, const astar_search_def *def)
{
  astar_search_def d = *def;
  astar_assert(!space.graph != !space.plane);
  if (space.graph) {
    astar_assert(!has_positions(def) || !(astar_grid_count(space.graph) > 0 || def->reverse));
    astar_assert(!has_headings(def) || astar_grid_count(space.graph) > 0);
    astar_assert(!def->away || (def->reverse && def->unordered && def->start == ASTAR_NO_ID && !has_headings(def)));
    d.radius = 0;
    return d;
  }
  astar_assert(def->start_place && (def->goal_count == 0 || (def->goal_count == 1 && def->goal_places)));
  astar_assert(def->radius >= 0 && def->heuristic != ASTAR_ASK);
  d.unit = ASTAR_NO_UNIT;
  d.ask_cost = d.only = d.reverse = d.outward = d.away = d.adjacent = false;
  d.goal_costs = NULL;
  d.only_count = d.avoid_count = d.stop_count = d.pass_count = d.layer_count = 0;
  d.within = -1;
  d.moves = d.turn_cost = 0;
  d.turn_limit = 0;
  return d;
}

/* Make the space of a search between nodes. */
static astar_result make_space(astar_search *s, astar_graph *g, const astar_search_def *def, as_space *space)
{
  astar_result result = ASTAR_OK;
  *space = def->reverse ? as_back_space_of(g, def->unit) : as_space_of(g, def->unit);
  space->rules.discs = def->discs;
  if (!as_is_complete(space)) return ASTAR_NO_MEMORY;
  if (astar_grid_count(g) == 0) return ASTAR_OK;
  if (has_headings(def)) return as_headed_space_begin(space, &s->memory, def);
  if (may_jump(g, def)) result = as_grid_space_jump(space, &s->memory, &s->space, def->start, def->goals[0]);
  return result == ASTAR_OK && !as_is_jump_space(space) ? as_grid_space_steps(space, &s->space) : result;
}

static astar_result begin_on_plane(astar_search *s, astar_plane *p, const astar_search_def *def)
{
  as_radius_layer *layer = as_plane_radius_layer(p, def->radius);
  as_plane_run *run;
  as_aim aim;
  astar_result result = layer ? as_aim_take(&aim, p, layer, def) : ASTAR_NO_MEMORY;
  if (result == ASTAR_OK) result = as_plane_define(s, p, layer, aim.ends[0], aim.ends[1], def);
  if (result != ASTAR_OK) return result;
  run = as_plane_run_of(&s->space);
  as_aim_apply(&aim, def, run);
  result = as_search_start(s, choose_strategy(s));
  if (result == ASTAR_OK && run->blocked) s->status = ASTAR_BLOCKED;
  return result;
}

/* Begin to lead away from the goals: first find what is within their reach. */
static astar_result begin_away(astar_search *s, astar_graph *g, const astar_search_def *def)
{
  astar_search *near = astar_search_create(s->memory.alloc, s->memory.context);
  astar_search_def outward = *def;
  as_space made;
  astar_result result = near ? ASTAR_OK : ASTAR_NO_MEMORY;
  outward.away = outward.reverse = false;
  outward.outward = true;
  outward.max_cost = def->reach;
  if (result == ASTAR_OK) result = astar_search_begin(near, astar_on_graph(g), &outward);
  if (result == ASTAR_OK && astar_search_step(near, UINT64_MAX) == ASTAR_OUT_OF_MEMORY) result = ASTAR_NO_MEMORY;
  if (result == ASTAR_OK) result = make_space(s, g, def, &made);
  if (result == ASTAR_OK) result = as_away_begin(s, &made, def, near);
  astar_search_destroy(near);
  return result;
}

astar_result astar_search_begin(astar_search *s, astar_space space, const astar_search_def *def)
{
  astar_search_def d = fit(space, def);
  as_space made;
  astar_result result;
  s->status = ASTAR_STALE;
  s->unseen = s->watched = false;
  if (space.plane) return begin_on_plane(s, space.plane, &d);
  if (d.away) return begin_away(s, space.graph, &d);
  if (has_positions(&d)) result = as_projected_begin(&s->memory, space.graph, &d, &made, &d);
  else result = make_space(s, space.graph, &d, &made);
  if (result == ASTAR_OK) result = as_search_define(s, &made, &d);
  return result == ASTAR_OK ? as_search_start(s, choose_strategy(s)) : result;
}

/* The space of a search that has begun; *def becomes its definition, with start and goals as they were given. */
static astar_space last_of(const astar_search *s, astar_search_def *def)
{
  static const astar_id removed = ASTAR_NO_ID;
  const as_projected *projected = as_projected_of(&s->space);
  const as_plane_run *run = as_plane_run_of(&s->space);
  *def = s->def;
  if (s->goals_removed) { /* not a search without goals */
    def->goals = &removed;
    def->goal_count = 1;
    def->goal_costs = NULL;
  }
  if (projected) as_projected_restore(projected, def);
  if (run) {
    def->start_place = &run->given[0];
    def->goal_places = &run->given[1];
  }
  return run ? astar_on_plane(run->plane) : astar_on_graph(projected ? projected->graph : s->space.self);
}

astar_result astar_search_restart(astar_search *s, astar_id start, const astar_place *start_place,
                                  const astar_id *goals, const astar_place *goal_places, uint32_t goal_count)
{
  astar_search_def def;
  const astar_space space = last_of(s, &def);
  if (start != ASTAR_NO_ID || start_place) {
    def.start = start;
    def.start_place = start_place;
  }
  if (goals || goal_places) {
    if (goal_count != def.goal_count) def.goal_costs = NULL;
    def.goals = goals;
    def.goal_places = goal_places;
    def.goal_count = goal_count;
  }
  return astar_search_begin(s, space, &def);
}

/* Whether a place is the same to the bit, in x and y. */
static bool is_same(const astar_place *a, const astar_place *b)
{
  return memcmp(a, b, offsetof(astar_place, z)) == 0;
}

astar_result astar_search_repair(astar_search *s, astar_id start, const astar_place *start_place, const astar_id *goals,
                                 const astar_place *goal_places, uint32_t goal_count)
{
  const as_plane_run *run = as_plane_run_of(&s->space);
  bool done = false;
  const bool same = start == ASTAR_NO_ID && !start_place && !goals && !goal_places;
  astar_result result = same ? astar_search_look(s) : ASTAR_OK;
  if (result != ASTAR_OK) {
    s->status = ASTAR_STALE;
    return result;
  }
  if (run)
    done = (!start_place || is_same(start_place, &run->given[0])) &&
           (!goal_places || (goal_count > 0 && s->def.goal_count > 0 && is_same(goal_places, &run->given[1]))) &&
           as_edits_spare(s);
  else if (!s->unseen && !start_place && !goal_places && !as_projected_of(&s->space) &&
           s->goals.count == s->def.goal_count)
    done = as_search_repair(s, start == ASTAR_NO_ID ? s->def.start : start, goals ? goals : s->goals.ids,
                            goals ? goal_count : s->goals.count);
  if (!done) result = astar_search_restart(s, start, start_place, goals, goal_places, goal_count);
  s->watched = true; /* jump points cannot be repaired */
  return result;
}

/* ---- Runs that nobody looks at ---- */

/* Whether certainly no way leads to the goals of a query without limits, if that is known already. */
static bool is_out_of_reach(astar_graph *g, const astar_search_def *def)
{
  as_reachability c;
  return as_reachability_get(&c, g, def->unit, false) && as_reachability_none(&c, def);
}

/*
** The kernel for a search that has expanded nothing, of which the caller has asked for no nodes; AS_KERNEL_KINDS: none.
** Its path is that of a run that keeps nodes, or one that costs the same.
*/
static as_kernel_kind choose_unseen(const astar_search *s, astar_space space, const astar_search_def *def)
{
  astar_search_def answer = *def;
  answer.answer_only = true;
  if (s->watched || s->phase != AS_PHASE_START || !space.graph || has_positions(def) ||
      def->jump == ASTAR_JUMP_ALWAYS || !is_plain_path(&answer))
    return AS_KERNEL_KINDS;
  return choose_kernel(space.graph, &s->space, &answer);
}

/* The first query of a kernel of links copies all nodes. So searches wait for one until they have expanded as many. */
static as_kernel *get_kernel(astar_search *s, const astar_graph *g, as_kernel_kind kind)
{
  as_kernel *k = as_spare_kernel_take(s->spare, kind);
  if (k || (kind == AS_KERNEL_LINKS && s->spare->expanded < g->layout->count)) return k;
  s->spare->expanded = 0;
  return create_kernel(kind, &s->spare->shared.memory);
}

/* Keep the path that the kernel has found. False if out of memory. */
static bool keep_answer(astar_search *s)
{
  const as_kernel *k = s->kernel;
  as_record *record = as_records_touch(&s->records, &s->memory, as_search_slot(s, s->goals.ids[0]));
  char *memory = record ? as_new(&s->memory, k->size, char) : NULL;
  if (!memory) return false;
  s->answer = (astar_path *)(void *)memory;
  s->answer_size = k->size;
  k->ops->write(k, s->answer);
  s->answer->unit = s->def.unit;
  s->found = as_search_slot(s, s->goals.ids[0]);
  record->g = s->answer->cost;
  record->mark = as_with_state(record->mark, ASTAR_CLOSED);
  return true;
}

/* Expanding a jump point takes as long as expanding about so many cells. */
#define NODES_PER_JUMP 64u

/* Count the expansions of a query that found no way; `kind` is AS_KERNEL_JUMPS if they were jump points. */
static void note_flood(astar_graph *g, astar_unit unit, as_kernel_kind kind, uint64_t expanded)
{
  as_reachability_flooded(g, unit, expanded * (kind == AS_KERNEL_JUMPS ? NODES_PER_JUMP : 1));
}

/* A step of the kernel has ended with a status; the run has expanded nothing by itself. */
static astar_status take_status(astar_search *s, astar_status status)
{
  s->expanded = s->kernel->expanded;
  if (status == ASTAR_UNREACHABLE) note_flood(s->space.self, s->def.unit, s->kernel_kind, s->expanded);
  if (status == ASTAR_SEARCHING) return status;
  if (status == ASTAR_FOUND && !keep_answer(s)) status = ASTAR_OUT_OF_MEMORY;
  if (status == ASTAR_STALE || status == ASTAR_OUT_OF_MEMORY) {
    as_search_drop_kernel(s);
    s->expanded = 0;
    s->watched = status == ASTAR_STALE;
    return status;
  }
  as_search_leave_kernel(s);
  return s->status = status;
}

/* Begin by a kernel, as nobody has asked for nodes. Its status, or ASTAR_STALE if there is none. */
static astar_status begin_unseen(astar_search *s, astar_graph *g, as_kernel_kind kind, bool whole)
{
  const as_landmarks *landmarks;
  if (is_out_of_reach(g, &s->def)) {
    as_reachability_saved(g);
    s->unseen = true;
    return s->status = ASTAR_UNREACHABLE;
  }
  s->kernel = get_kernel(s, g, kind);
  if (!s->kernel) return ASTAR_STALE;
  s->kernel_kind = kind;
  s->unseen = true;
  /* In slices, landmarks may go between two of them. */
  landmarks = whole ? as_prepared_landmarks(g, s->def.unit) : NULL;
  return take_status(s, s->kernel->ops->begin(s->kernel, &s->space, landmarks, &s->def));
}

/* Begin again with a run that keeps nodes, whatever the run has found; or end it if its start or its goal is gone. */
static astar_result begin_watched(astar_search *s)
{
  astar_search_def def;
  const astar_space space = last_of(s, &def);
  astar_result result = ASTAR_OK;
  if (astar_graph_has(space.graph, def.start, NULL) && astar_graph_has(space.graph, def.goals[0], NULL)) {
    result = astar_search_begin(s, space, &def);
  } else {
    as_search_drop_kernel(s);
    s->status = ASTAR_STALE;
    s->expanded = 0;
  }
  s->watched = true;
  return result;
}

/* Run the kernel. ASTAR_STALE: the run is to be one that keeps nodes. */
static astar_status run_kernel(astar_search *s, uint64_t n)
{
  astar_status status;
  do status = s->kernel->ops->run(s->kernel, n);
  while (n == UINT64_MAX && status == ASTAR_SEARCHING);
  return take_status(s, status);
}

astar_status astar_search_run(astar_search *s, uint64_t n)
{
  as_kernel_kind kind = AS_KERNEL_KINDS;
  astar_status status = astar_search_status(s);
  astar_search_def def;
  uint64_t before;
  if (status != ASTAR_SEARCHING) return status;
  if (s->unseen && as_search_is_edited(s)) {
    if (begin_watched(s) != ASTAR_OK) return ASTAR_OUT_OF_MEMORY;
  } else if (!s->unseen) {
    const astar_space space = last_of(s, &def);
    kind = choose_unseen(s, space, &def);
    if (kind != AS_KERNEL_KINDS) status = begin_unseen(s, space.graph, kind, n == UINT64_MAX);
  }
  if (status == ASTAR_SEARCHING && s->unseen) status = run_kernel(s, n);
  else if (status == ASTAR_SEARCHING) status = ASTAR_STALE;
  if (status != ASTAR_STALE) return status;
  before = s->expanded;
  status = astar_search_step(s, n);
  if (kind == AS_KERNEL_LINKS) s->spare->expanded += s->expanded - before;
  return status;
}

bool astar_search_unseen(const astar_search *s)
{
  return s->unseen;
}

astar_result astar_search_look(astar_search *s)
{
  const bool ended = s->status != ASTAR_SEARCHING;
  astar_result result;
  if (!s->unseen) return ASTAR_OK;
  if (ended && as_search_is_edited(s) && !as_unseen_can_replay(s, s->space.self))
    return as_unseen_show(s) ? ASTAR_OK : ASTAR_NO_MEMORY;
  result = begin_watched(s);
  if (result == ASTAR_OK && ended && astar_search_step(s, UINT64_MAX) == ASTAR_OUT_OF_MEMORY) {
    s->status = ASTAR_STALE; /* it must not seem to go on */
    return ASTAR_NO_MEMORY;
  }
  return result;
}

/* ---- Results of some searches ---- */

bool astar_search_point(const astar_search *s, astar_id id, double xyz[3])
{
  return as_projected_point(&s->space, id, xyz);
}

astar_id astar_search_point_at(const astar_search *s, const double xyz[3])
{
  return as_projected_point_at(&s->space, xyz);
}

bool astar_search_jumps(const astar_search *s)
{
  return as_is_jump_space(&s->space);
}

bool astar_search_direction(const astar_search *s, double x, double y, uint32_t level, double direction[2])
{
  const astar_graph *g = s->space.self;
  return g->grid && level - 1 < g->grid->def.levels && s->def.reverse && s->layout &&
         as_drift(s, x, y, level - 1, direction);
}

/* ---- Finders ---- */

struct astar_finder {
  as_memory memory;
  astar_search *search;
  as_kernel *kernels[AS_KERNEL_KINDS]; /* NULL until one is needed */
  as_smooth *smooth; /* NULL until a path is smoothed */
  as_straight *straight; /* NULL until a path is straightened */
  as_extras extras; /* the layers of a query for a kernel */
  as_plane_find on_plane; /* queries on planes, by the same search */
  as_kernel *kernel; /* of the last query, if it went by one */
  astar_status status;
  uint64_t limit;  /* the expansions with which a query is given up */
  astar_unit unit; /* of the last query */
  uint32_t count;  /* nodes of the path, 0 if there is none */
  bool written;   /* `path` is the path of the last query */
  enum {
    BY_SEARCH,
    BY_KERNEL,
    BY_COMPONENTS,
    BY_SMOOTHING,
    BY_STRAIGHTENING
  } by; /* who has the path: the search, to `end`, or a kernel */
  astar_id end;
  astar_path *path; /* memory of `capacity` bytes, or NULL */
  size_t capacity;
};

astar_finder *astar_finder_create(astar_alloc alloc, void *context)
{
  astar_finder *f = as_object_create(alloc, context, sizeof *f);
  if (!f) return NULL;
  f->status = ASTAR_UNREACHABLE;
  f->limit = UINT64_MAX;
  f->search = astar_search_create(alloc, context);
  if (f->search) return f;
  astar_finder_destroy(f);
  return NULL;
}

void astar_finder_destroy(astar_finder *f)
{
  int i;
  if (!f) return;
  astar_search_destroy(f->search);
  for (i = 0; i < AS_KERNEL_KINDS; i++) as_kernel_destroy(f->kernels[i]);
  as_extras_free(&f->extras, &f->memory);
  as_plane_find_free(&f->on_plane);
  if (f->smooth) as_smooth_free(f->smooth, &f->memory);
  as_free(&f->memory, f->smooth, 1, as_smooth);
  if (f->straight) as_straight_free(f->straight, &f->memory);
  as_free(&f->memory, f->straight, 1, as_straight);
  if (f->path) as_free(&f->memory, f->path, f->capacity, char);
  as_object_free(f, sizeof *f);
}

void astar_finder_limit(astar_finder *f, uint64_t expansions)
{
  f->limit = expansions < UINT64_MAX ? expansions + 1 : expansions; /* only then it is known not to end there */
}

uint64_t as_finder_limit(const astar_finder *f)
{
  return f->limit;
}

size_t astar_finder_memory(const astar_finder *f)
{
  return f->memory.used + astar_search_memory(f->search) + as_joiner_memory(&f->on_plane.back);
}

/* The search has ended, or come to the limit: store the result. */
static void take_end(astar_finder *f)
{
  if (astar_search_expanded(f->search) >= f->limit) f->status = ASTAR_SEARCHING;
  f->end = f->status == ASTAR_FOUND ? astar_search_found(f->search) : astar_search_partial(f->search);
  if (f->end != ASTAR_NO_ID && f->status != ASTAR_SEARCHING) f->count = astar_search_trace(f->search, f->end);
}

/* Run the search to its end, if beginning it succeeded, and store the result. */
static astar_status run(astar_finder *f, astar_result begun)
{
  f->by = BY_SEARCH;
  f->status = begun == ASTAR_OK ? astar_search_step(f->search, f->limit) : ASTAR_OUT_OF_MEMORY;
  if (f->status != ASTAR_OUT_OF_MEMORY) take_end(f);
  return f->status;
}

/* Add the layers of a query to the rules of a space. False if out of memory. */
static bool add_layers(astar_finder *f, as_space *space, const astar_search_def *def)
{
  if (def->layer_count == 0) return true;
  if (!as_extras_set(&f->extras, &f->memory, space->layers, space->memory, def->layers, def->layer_count,
                     as_slots(space->layout)))
    return false;
  as_rules_extend(&space->rules, &f->extras, 0, false);
  return true;
}

/* Find a path by a kernel. */
static astar_status find_by_kernel(astar_finder *f, as_space *space, as_kernel_kind kind, const astar_search_def *def)
{
  f->by = BY_KERNEL;
  f->status = ASTAR_OUT_OF_MEMORY;
  if (!f->kernels[kind]) f->kernels[kind] = create_kernel(kind, &f->memory);
  f->kernel = f->kernels[kind];
  if (!f->kernel || !add_layers(f, space, def)) return f->status;
  f->status = f->kernel->ops->begin(f->kernel, space, as_prepared_landmarks(space->self, def->unit), def);
  while (f->status == ASTAR_SEARCHING && f->kernel->expanded < f->limit)
    f->status = f->kernel->ops->run(f->kernel, f->limit - f->kernel->expanded);
  if (f->status == ASTAR_SEARCHING) f->kernel->ops->stop(f->kernel);
  if (f->status == ASTAR_FOUND && f->kernel->expanded >= f->limit) f->status = ASTAR_SEARCHING;
  if (f->status == ASTAR_FOUND) f->count = f->kernel->count;
  return f->status;
}

/* Find a path. */
static astar_status find(astar_finder *f, astar_graph *g, const astar_search_def *def)
{
  as_space space = as_space_of(g, def->unit);
  as_kernel_kind kind;
  if (!as_is_complete(&space)) return run(f, ASTAR_NO_MEMORY);
  kind = choose_kernel(g, &space, def);
  if (kind != AS_KERNEL_KINDS && find_by_kernel(f, &space, kind, def) != ASTAR_STALE) return f->status;
  return run(f, astar_search_begin(f->search, astar_on_graph(g), def));
}

/*
** Whether the query has no limits, and only the goals themselves count as goals, so that components tell what a search
** would.
*/
static bool is_unlimited(const astar_search_def *def)
{
  return !(def->max_cost < INFINITY) && def->max_steps == UINT64_MAX && def->max_turns == 0 && def->within < 0 &&
         !def->adjacent;
}

/* Whether a partial path leads to the node that is nearest to a goal of all in the component of the start. */
static bool is_plain_partial(const astar_search_def *def)
{
  return as_is_admissible_distance(def->heuristic) && def->weight == 1 && !def->only && def->avoid_count == 0 &&
         def->stop_count == 0 && def->pass_count == 0 && def->layer_count == 0 && def->moves == 0 &&
         !has_headings(def);
}

#define BY_ID(a, b) (*(a) < *(b))

AS_DEFINE_SORT(id, astar_id, BY_ID)

/*
** Find the partial path to a goal that is out of reach: the cheapest path to one of the reached nodes that are nearest
** to a goal. How these became known makes no difference to the path.
*/
static void find_partial(astar_finder *f, astar_graph *g, const astar_search_def *def, astar_id *nearest,
                         uint32_t count)
{
  astar_search_def whole = *def;
  uint32_t i;
  id_sort(nearest, count);
  whole.goals = nearest;
  whole.goal_count = 1;
  for (i = 1; i < count; i++) { /* one may be the nearest to several goals */
    if (nearest[i] != nearest[i - 1]) nearest[whole.goal_count++] = nearest[i];
  }
  whole.partial = false;
  if (find(f, g, &whole) == ASTAR_FOUND) f->status = ASTAR_UNREACHABLE;
}

/* The start of a query is the nearest node to a goal that is reached. It is not tested whether it can be entered. */
static void stay(astar_finder *f, astar_graph *g, const astar_search_def *def)
{
  f->by = BY_SEARCH;
  f->status = ASTAR_OUT_OF_MEMORY;
  if (astar_search_begin(f->search, astar_on_graph(g), def) != ASTAR_OK ||
      astar_search_step(f->search, 0) == ASTAR_OUT_OF_MEMORY)
    return;
  f->end = def->start;
  f->count = astar_search_trace(f->search, f->end);
  f->status = ASTAR_UNREACHABLE;
}

/* Answer a query whose goals are certainly out of reach. False if components alone cannot. */
static bool find_by_components(astar_finder *f, astar_graph *g, const astar_search_def *def)
{
  as_reachability c;
  if (!is_unlimited(def) || (def->partial && !is_plain_partial(def)) || !as_reachability_get(&c, g, def->unit, false) ||
      !as_reachability_none(&c, def))
    return false;
  if (def->partial) {
    astar_id nearest[AS_MOST_NEAREST];
    const uint32_t count = as_reachability_nearest(&c, def, nearest);
    if (count == 0) return false;
    if (nearest[0] == def->start) stay(f, g, def);
    else find_partial(f, g, def, nearest, count);
  } else {
    f->by = BY_COMPONENTS;
    f->status = ASTAR_UNREACHABLE;
  }
  as_reachability_saved(g);
  return true;
}

/* A query has found no way. With `partial`, find the path to the nearest reached nodes, as with components. */
static void note_unreachable(astar_finder *f, astar_graph *g, const astar_search_def *def)
{
  const uint64_t limit = f->limit, expanded = astar_finder_expanded(f);
  const bool jumps = f->by == BY_KERNEL && f->kernel == f->kernels[AS_KERNEL_JUMPS];
  astar_id nearest[AS_MOST_NEAREST];
  uint32_t count;
  note_flood(g, def->unit, jumps ? AS_KERNEL_JUMPS : AS_KERNEL_CELLS, expanded);
  if (!def->partial || !is_unlimited(def) || !is_plain_partial(def) || f->count < 2) return;
  count = as_run_nearest(f->search, nearest, AS_MOST_NEAREST);
  if (count > AS_MOST_NEAREST) return;
  f->limit -= expanded;
  find_partial(f, g, def, nearest, count);
  f->limit = limit;
}

/* Find a path on a plane. */
static astar_status find_on_plane(astar_finder *f, astar_plane *p, const astar_search_def *def)
{
  as_plane_find *find = &f->on_plane;
  find->search = f->search;
  f->by = BY_SEARCH;
  f->status = ASTAR_OUT_OF_MEMORY;
  if (astar_search_begin(f->search, astar_on_plane(p), def) != ASTAR_OK || as_plane_find_begin(find) != ASTAR_OK)
    return f->status;
  do f->status = as_plane_find_step(find, f->limit);
  while (f->status == ASTAR_STALE && astar_search_restart(f->search, ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK);
  if (f->status == ASTAR_STALE) f->status = ASTAR_OUT_OF_MEMORY;
  if (find->shut_in) f->by = BY_COMPONENTS;
  else if (f->status != ASTAR_OUT_OF_MEMORY) take_end(f);
  return f->status;
}

astar_status astar_find(astar_finder *f, astar_space space, const astar_search_def *def)
{
  astar_search_def d = fit(space, def);
  astar_graph *g = space.graph;
  astar_assert(d.goal_count > 0 && !d.ask_cost && d.heuristic != ASTAR_ASK);
  d.answer_only = true;
  f->unit = d.unit;
  f->count = 0;
  f->written = false;
  if (g && are_empty(g, &d)) d.layer_count = 0;
  if (!g) return find_on_plane(f, space.plane, &d);
  if (has_positions(&d)) return run(f, astar_search_begin(f->search, space, &d));
  if (find_by_components(f, g, &d)) return f->status;
  if (find(f, g, &d) == ASTAR_UNREACHABLE) note_unreachable(f, g, &d);
  return f->status;
}

astar_status astar_finder_status(const astar_finder *f)
{
  return f->status;
}

uint64_t astar_finder_expanded(const astar_finder *f)
{
  switch (f->by) {
  case BY_KERNEL: return f->kernel ? f->kernel->expanded : 0;
  case BY_COMPONENTS:
  case BY_SMOOTHING:
  case BY_STRAIGHTENING: return 0;
  default: return astar_search_expanded(f->search);
  }
}

uint32_t astar_finder_count(const astar_finder *f)
{
  return f->count;
}

size_t astar_finder_path_size(const astar_finder *f)
{
  switch (f->by) {
  case BY_KERNEL: return f->kernel->size;
  case BY_SMOOTHING:
  case BY_STRAIGHTENING: return astar_path_size(f->count);
  default: return astar_search_path_size(f->search, f->end);
  }
}

void astar_finder_write(const astar_finder *f, astar_path *path)
{
  astar_assert(f->count > 0);
  switch (f->by) {
  case BY_KERNEL: f->kernel->ops->write(f->kernel, path); break;
  case BY_SMOOTHING: as_smooth_write(f->smooth, path); break;
  case BY_STRAIGHTENING: as_straight_write(f->straight, path); break;
  default: astar_search_path(f->search, f->end, path); break;
  }
  path->unit = f->unit;
  path->partial = f->status != ASTAR_FOUND;
}

const astar_path *astar_finder_path(astar_finder *f)
{
  size_t size;
  if (f->count == 0) return NULL;
  if (f->written) return f->path;
  size = astar_finder_path_size(f);
  if (size > f->capacity) {
    astar_path *path = as_resize(&f->memory, f->path, f->capacity, size, 1);
    if (!path) return NULL;
    f->path = path;
    f->capacity = size;
  }
  astar_finder_write(f, f->path);
  f->written = true;
  return f->path;
}

/* Make ready to replace a path by another one of the finder. */
static void begin_change(astar_finder *f, const astar_path *path, const astar_smooth_def *def)
{
  astar_assert(path->count > 0 && def->radius >= 0 && def->curve >= 0);
  f->status = path->partial ? ASTAR_UNREACHABLE : ASTAR_FOUND;
  f->count = 0;
  f->written = false;
  f->unit = def->unit;
}

astar_result astar_smooth(astar_finder *f, astar_graph *g, const astar_path *path, const astar_smooth_def *def)
{
  astar_result result;
  astar_assert(astar_grid_count(g) > 0);
  begin_change(f, path, def);
  f->by = BY_SMOOTHING;
  if (!f->smooth) {
    f->smooth = as_new(&f->memory, 1, as_smooth);
    if (!f->smooth) return ASTAR_NO_MEMORY;
    memset(f->smooth, 0, sizeof *f->smooth);
  }
  result = as_smooth_find(f->smooth, &f->memory, g, path, def);
  if (result == ASTAR_OK && def->curve > 0 && !as_curve(f->smooth, &f->memory, def->curve)) result = ASTAR_NO_MEMORY;
  if (result == ASTAR_OK) f->count = as_smooth_count(f->smooth);
  return result;
}

astar_result astar_straighten(astar_finder *f, astar_graph *g, const astar_path *path, const astar_smooth_def *def)
{
  astar_result result;
  astar_assert(astar_grid_count(g) > 0 && !path->smooth);
  begin_change(f, path, def);
  f->by = BY_STRAIGHTENING;
  if (!f->straight) {
    f->straight = as_new(&f->memory, 1, as_straight);
    if (!f->straight) return ASTAR_NO_MEMORY;
    memset(f->straight, 0, sizeof *f->straight);
  }
  result = as_straight_find(f->straight, &f->memory, g, path, def);
  if (result == ASTAR_OK) f->count = as_straight_count(f->straight);
  return result;
}

const astar_path *astar_find_path(astar_finder *f, astar_graph *g, astar_unit unit, astar_id start, astar_id goal)
{
  astar_search_def def = astar_default_search();
  def.unit = unit;
  def.start = start;
  def.goals = &goal;
  def.goal_count = 1;
  (void)astar_find(f, astar_on_graph(g), &def);
  return astar_finder_path(f);
}

const astar_path *astar_find_path_on_plane(astar_finder *f, astar_plane *p, double radius, const double from[2],
                                           const double to[2])
{
  const astar_place start = astar_flat_place(from[0], from[1]), goal = astar_flat_place(to[0], to[1]);
  astar_search_def def = astar_default_search();
  def.radius = radius;
  def.start_place = &start;
  def.goal_places = &goal;
  def.goal_count = 1;
  (void)astar_find(f, astar_on_plane(p), &def);
  return astar_finder_path(f);
}
