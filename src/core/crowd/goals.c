/* goals.c: see goals.h. */
#include "crowd/goals.h"

/* Expansions of a search between two looks at whether a distance is known. */
#define SLICE 64u

/* Nodes whose costs differ by less than this, relatively, may be expanded in any order, and then again. */
#define MARGIN 9.313225746154785e-10 /* 2^-30 */

/* Edits are looked at one by one unless there are more than so many, and one for each node that was reached. */
#define EDITS_SPARE 64u

#define FIRST_BUCKETS 16u

/* ---- Runs ---- */

/* Forget what is known of the distances to a goal. */
static void end_runs(as_goals *gs, as_goal *e)
{
  if (e->rra && !gs->spare) {
    as_rra_end(e->rra);
    gs->spare = e->rra;
  } else if (e->rra) {
    as_rra_free(e->rra, gs->memory);
    as_free(gs->memory, e->rra, 1, as_rra);
  }
  astar_search_destroy(e->search);
  e->rra = NULL;
  e->search = NULL;
  e->settled = 0;
  e->kept = 0;
}

/* Set whether an entry that is in use is ready. */
static void set_ready(as_goals *gs, as_goal *e, bool ready)
{
  gs->unready += (uint32_t)e->ready - (uint32_t)ready;
  e->ready = ready;
}

/* Forget the A* of an entry, if it has one: it is to begin anew. */
static void restart_rra(as_goals *gs, as_goal *e)
{
  if (e->rra) as_rra_end(e->rra);
  e->kept = 0;
  set_ready(gs, e, false);
}

/* An A* that has not begun; NULL if out of memory. */
static as_rra *make_rra(as_goals *gs)
{
  as_rra *r = gs->spare;
  if (!r) {
    r = as_new(gs->memory, 1, as_rra);
    if (r) as_rra_init(r);
  }
  gs->spare = NULL;
  return r;
}

static bool begin_search(as_goals *gs, as_goal *e)
{
  astar_search_def def = astar_default_search();
  astar_search *s = astar_search_create(gs->alloc, gs->context);
  def.unit = e->unit;
  def.goals = &e->node;
  def.goal_count = 1;
  def.reverse = true;
  e->settled = 0;
  if (s && astar_search_begin(s, astar_on_graph(gs->graph), &def) == ASTAR_OK) {
    e->search = s;
    return true;
  }
  astar_search_destroy(s);
  return false;
}

/* Find out up to which cost the search knows final distances. False if out of memory. */
static bool settle(as_goal *e)
{
  astar_search *s = e->search;
  as_peek found;
  uint32_t slot;
  e->settled = 0;
  if (s->status != ASTAR_SEARCHING) {
    if (s->status != ASTAR_STALE) e->settled = INFINITY;
    return true;
  }
  if (s->phase != AS_PHASE_NEXT) return true;
  /*
  ** All steps out of expanded nodes are relaxed, and each open node has an entry with its cost, and perhaps lesser
  ** ones.
  */
  found = as_exact_peek(&s->open, &s->memory, &slot);
  if (found == AS_PEEK_SOME) e->settled = as_exact_found(&s->open) - as_exact_found(&s->open) * MARGIN;
  return found != AS_PEEK_NO_MEMORY;
}

/* Take edits into the search. False if out of memory; then it is stale. */
static bool repair(as_goal *e)
{
  e->settled = 0;
  return astar_search_repair(e->search, ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK && settle(e);
}

/* ---- The graph ---- */

static void free_reverse(as_goals *gs)
{
  uint32_t i;
  for (i = 0; i < gs->reverse_count; i++) as_reverse_steps_free(&gs->reverse[i], gs->memory);
  gs->reverse_count = 0;
}

/* Begin to follow the graph: there is an entry. */
static void join(as_goals *gs)
{
  gs->layout = as_layout_hold(gs->graph->layout);
  gs->journal = as_journal_join(gs->graph->journal, as_slots(gs->layout));
  gs->read = gs->journal->next;
  gs->version = astar_graph_version(gs->graph);
  gs->changed = false;
}

static void leave(as_goals *gs)
{
  free_reverse(gs);
  as_journal_release(gs->journal);
  as_layout_release(gs->layout);
  gs->journal = NULL;
  gs->layout = NULL;
}

as_reverse_steps *as_goals_reverse_steps(as_goals *gs, astar_unit unit)
{
  as_reverse_steps *reverse;
  if (!as_reserve(gs->memory, &gs->reverse, &gs->reverse_capacity, (uint64_t)unit + 1, sizeof *gs->reverse))
    return NULL;
  while (gs->reverse_count <= unit) memset(&gs->reverse[gs->reverse_count++], 0, sizeof *gs->reverse);
  reverse = &gs->reverse[unit];
  if (reverse->space.ops && reverse->space.version == astar_graph_version(gs->graph)) return reverse;
  return as_reverse_steps_renew(reverse, gs->graph, unit) ? reverse : NULL;
}

/* ---- Entries ---- */

void as_goals_init(as_goals *gs, as_memory *m, astar_alloc alloc, void *context, astar_graph *g)
{
  memset(gs, 0, sizeof *gs);
  gs->memory = m;
  gs->alloc = alloc;
  gs->context = context;
  gs->graph = g;
  gs->free = AS_NO_GOAL;
}

void as_goals_free(as_goals *gs)
{
  uint32_t i;
  for (i = 0; i < gs->count; i++) {
    end_runs(gs, &gs->list[i]);
    as_places_free(&gs->list[i].places, gs->memory);
  }
  leave(gs);
  if (gs->spare) as_rra_free(gs->spare, gs->memory);
  as_free(gs->memory, gs->spare, gs->spare ? 1 : 0, as_rra);
  as_free(gs->memory, gs->list, gs->capacity, as_goal);
  as_free(gs->memory, gs->buckets, gs->bucket_count, uint32_t);
  as_free(gs->memory, gs->reverse, gs->reverse_capacity, as_reverse_steps);
  as_free(gs->memory, gs->edited.ids, gs->edited.capacity, astar_id);
  memset(gs, 0, sizeof *gs);
}

size_t as_goals_memory(const as_goals *gs)
{
  size_t bytes = 0;
  uint32_t i;
  for (i = 0; i < gs->count; i++) {
    if (gs->list[i].search) bytes += astar_search_memory(gs->list[i].search);
  }
  return bytes;
}

/* The bucket of a goal. There must be buckets. */
static uint32_t *bucket_of(const as_goals *gs, astar_id node, uint32_t generation, astar_unit unit)
{
  uint32_t hash = node * 0x9E3779B1u;
  hash = (hash ^ hash >> 15 ^ unit) * 0x85EBCA6Bu;
  hash = (hash ^ hash >> 13 ^ generation) * 0xC2B2AE35u;
  return &gs->buckets[(hash ^ hash >> 16) & (gs->bucket_count - 1)];
}

static void enter(as_goals *gs, uint32_t goal)
{
  as_goal *e = &gs->list[goal];
  uint32_t *bucket = bucket_of(gs, e->node, e->generation, e->unit);
  e->next = *bucket;
  *bucket = goal;
}

/* Make room for another entry. False if out of memory. */
static bool reserve_entry(as_goals *gs)
{
  const uint32_t wanted = gs->bucket_count > 0 ? 2 * gs->bucket_count : FIRST_BUCKETS;
  uint32_t *buckets, i;
  if (gs->free == AS_NO_GOAL &&
      !as_reserve(gs->memory, &gs->list, &gs->capacity, (uint64_t)gs->count + 1, sizeof *gs->list))
    return false;
  if (gs->used < gs->bucket_count) return true;
  buckets = as_new(gs->memory, wanted, uint32_t);
  if (!buckets) return false;
  as_free(gs->memory, gs->buckets, gs->bucket_count, uint32_t);
  gs->buckets = buckets;
  gs->bucket_count = wanted;
  memset(buckets, 0xFF, wanted * sizeof *buckets);
  for (i = 0; i < gs->count; i++) {
    if (gs->list[i].users > 0) enter(gs, i);
  }
  return true;
}

/* A new entry, for which there is room. */
static uint32_t make_entry(as_goals *gs)
{
  const uint32_t goal = gs->free == AS_NO_GOAL ? gs->count++ : gs->free;
  if (gs->free != AS_NO_GOAL) gs->free = gs->list[goal].next;
  memset(&gs->list[goal], 0, sizeof gs->list[goal]);
  gs->used++;
  gs->unready++;
  return goal;
}

static uint32_t find_entry(const as_goals *gs, astar_id node, uint32_t generation, astar_unit unit)
{
  uint32_t goal = gs->bucket_count > 0 ? *bucket_of(gs, node, generation, unit) : AS_NO_GOAL;
  while (goal != AS_NO_GOAL) {
    const as_goal *e = &gs->list[goal];
    if (e->node == node && e->generation == generation && e->unit == unit) break;
    goal = e->next;
  }
  return goal;
}

uint32_t as_goals_find(const as_goals *gs, astar_id node, astar_unit unit)
{
  uint32_t generation = 0;
  return astar_graph_has(gs->graph, node, &generation) ? find_entry(gs, node, generation, unit) : AS_NO_GOAL;
}

/* Set the aim of an entry; a slot, or AS_NO_SLOT. */
static void set_aim(as_goals *gs, as_goal *e, uint32_t slot)
{
  e->aim = slot == AS_NO_SLOT ? ASTAR_NO_ID : as_id(gs->graph->layout, slot);
  if (!astar_graph_has(gs->graph, e->aim, &e->aim_generation)) e->aim = ASTAR_NO_ID;
}

bool as_goals_take(as_goals *gs, astar_id node, astar_unit unit, uint32_t aim, uint32_t *goal)
{
  uint32_t generation = 0;
  as_goal *e;
  (void)astar_graph_has(gs->graph, node, &generation);
  *goal = find_entry(gs, node, generation, unit);
  if (*goal != AS_NO_GOAL) {
    as_goals_share(gs, *goal);
    gs->list[*goal].users++;
    return true;
  }
  if (!reserve_entry(gs)) return false;
  if (gs->used == 0) join(gs);
  *goal = make_entry(gs);
  e = &gs->list[*goal];
  e->node = node;
  e->generation = generation;
  e->unit = unit;
  e->users = 1;
  set_aim(gs, e, aim);
  enter(gs, *goal);
  return true;
}

void as_goals_drop(as_goals *gs, uint32_t goal)
{
  as_goal *e = &gs->list[goal];
  uint32_t *link;
  astar_assert(e->users > 0);
  if (--e->users > 0) return;
  set_ready(gs, e, true);
  link = bucket_of(gs, e->node, e->generation, e->unit);
  while (*link != goal) link = &gs->list[*link].next;
  *link = e->next;
  end_runs(gs, e);
  as_places_free(&e->places, gs->memory);
  e->next = gs->free;
  gs->free = goal;
  if (--gs->used == 0) leave(gs);
}

void as_goals_aim(as_goals *gs, uint32_t goal, uint32_t slot)
{
  as_goal *e = &gs->list[goal];
  const astar_id before = e->aim;
  const uint32_t generation = e->aim_generation;
  if (e->shared) return;
  set_aim(gs, e, slot);
  if (e->aim != before || e->aim_generation != generation) restart_rra(gs, e);
}

astar_id as_goals_aimed(const as_goals *gs, uint32_t goal)
{
  const as_goal *e = &gs->list[goal];
  return !e->shared && astar_graph_is_current(gs->graph, e->aim, e->aim_generation) ? e->aim : ASTAR_NO_ID;
}

void as_goals_share(as_goals *gs, uint32_t goal)
{
  as_goal *e = &gs->list[goal];
  if (e->shared) return;
  end_runs(gs, e);
  set_ready(gs, e, false);
  e->shared = true;
}

void as_goals_forget(as_goals *gs, uint32_t goal)
{
  end_runs(gs, &gs->list[goal]);
}

void as_goals_ready(as_goals *gs, uint32_t goal)
{
  set_ready(gs, &gs->list[goal], true);
}

void as_goals_ready_all(as_goals *gs)
{
  uint32_t i;
  for (i = 0; i < gs->count && gs->unready > 0; i++) {
    if (gs->list[i].users > 0) set_ready(gs, &gs->list[i], true);
  }
}

uint64_t as_goals_expanded(const as_goals *gs, uint32_t goal)
{
  const as_goal *e = &gs->list[goal];
  if (e->search) return e->search->expanded;
  return e->rra ? e->rra->expanded : 0;
}

bool as_goals_live(const as_goals *gs, uint32_t goal)
{
  return astar_graph_is_current(gs->graph, gs->list[goal].node, gs->list[goal].generation);
}

/* ---- Edits ---- */

/* Whether the edits since the last time are known, and so few that it is worth to look at each. */
static bool are_few(const as_goals *gs)
{
  uint64_t known = EDITS_SPARE;
  uint32_t i;
  if (gs->layout != gs->graph->layout || !as_journal_reaches(gs->journal, gs->read)) return false;
  for (i = 0; i < gs->count; i++) known += gs->list[i].rra ? gs->list[i].rra->known : 0;
  return gs->journal->next - gs->read <= known;
}

/*
** The reverse steps of the largest unit with a run: an edit concerns as many slots for it as for any other. NULL: there
** is none.
*/
static const as_reverse_steps *largest_reverse(const as_goals *gs)
{
  const as_reverse_steps *largest = NULL;
  uint32_t i;
  for (i = 0; i < gs->count; i++) {
    const as_reverse_steps *reverse;
    if (!as_goals_has_begun(gs, i)) continue;
    reverse = &gs->reverse[gs->list[i].unit];
    if (!largest || reverse->space.rules.size > largest->space.rules.size) largest = reverse;
  }
  return largest;
}

/* List the slots that edits may concern. False if out of memory. */
static bool list_edits(as_goals *gs)
{
  const as_reverse_steps *reverse = largest_reverse(gs);
  uint64_t n;
  gs->edited.count = 0;
  for (n = gs->read; reverse && n < gs->journal->next; n++) {
    const as_edit e = as_journal_at(gs->journal, n);
    if (e.slot == AS_EDIT_ALL_SLOTS) continue; /* only where links are stored */
    if (!reverse->space.ops->edited(&reverse->space, e.slot, e.what, gs->memory, &gs->edited)) return false;
  }
  as_id_list_sort(&gs->edited);
  return true;
}

/* Bring the reverse steps up to date. False if out of memory. */
static bool renew_reverse(as_goals *gs)
{
  uint32_t i;
  for (i = 0; i < gs->reverse_count; i++) {
    if (gs->reverse[i].space.ops && !as_reverse_steps_renew(&gs->reverse[i], gs->graph, i)) return false;
  }
  return true;
}

/* Whether the listed edits concern a run. */
static bool is_concerned(const as_goals *gs, const as_rra *r)
{
  uint32_t i = 0;
  while (i < gs->edited.count && gs->edited.ids[i] != r->aim && !as_rra_reached(r, gs->edited.ids[i])) i++;
  return i < gs->edited.count;
}

/* `few`: the edits are listed. */
static void follow_rra(as_goals *gs, as_goal *e, bool few)
{
  const bool aim_lost = e->aim != ASTAR_NO_ID && !astar_graph_is_current(gs->graph, e->aim, e->aim_generation);
  if (aim_lost) e->aim = ASTAR_NO_ID;
  if (!e->rra || !e->rra->begun) return;
  if (few && !aim_lost && as_rra_fits(e->rra, &gs->reverse[e->unit]) && !is_concerned(gs, e->rra)) return;
  restart_rra(gs, e);
  gs->changed = true;
}

static bool follow_search(as_goals *gs, as_goal *e)
{
  as_places_forget(&e->places);
  if (!e->search) return true;
  if (!repair(e)) return false;
  if (e->search->phase != AS_PHASE_NEXT || e->search->update.changed) gs->changed = true;
  return true;
}

/* The node of an entry was removed: there is no distance to it any more. */
static void lose(as_goals *gs, as_goal *e)
{
  gs->changed = gs->changed || e->rra || e->search;
  end_runs(gs, e);
  as_places_free(&e->places, gs->memory);
}

bool as_goals_follow(as_goals *gs, bool *changed)
{
  const uint64_t version = gs->used > 0 ? astar_graph_version(gs->graph) : gs->version;
  uint32_t i;
  bool few;
  if (version == gs->version) {
    if (gs->used > 0) gs->read = gs->journal->next; /* entries without a version of their own change nothing */
    return true;
  }
  few = are_few(gs);
  if (!renew_reverse(gs) || (few && !list_edits(gs))) return false;
  /* What can fail comes first: which runs begin anew does not depend on it. */
  for (i = 0; i < gs->count; i++) {
    if (gs->list[i].users > 0 && gs->list[i].shared && as_goals_live(gs, i) && !follow_search(gs, &gs->list[i]))
      return false;
  }
  for (i = 0; i < gs->count; i++) {
    if (gs->list[i].users == 0) continue;
    if (!as_goals_live(gs, i)) lose(gs, &gs->list[i]);
    else if (!gs->list[i].shared) follow_rra(gs, &gs->list[i], few);
  }
  gs->version = version;
  gs->read = gs->journal->next;
  as_layout_hold(gs->graph->layout);
  as_layout_release(gs->layout);
  gs->layout = gs->graph->layout;
  *changed = *changed || gs->changed;
  gs->changed = false;
  return true;
}

/* ---- Distances ---- */

/*
** Begin the A* of an entry, unless it has; one without an aim aims at `slot`. Its reverse steps; NULL if out of memory.
*/
static as_reverse_steps *begin_rra(as_goals *gs, as_goal *e, uint32_t slot)
{
  as_reverse_steps *reverse = as_goals_reverse_steps(gs, e->unit);
  if (!reverse) return NULL;
  if (!e->rra) e->rra = make_rra(gs);
  if (!e->rra) return NULL;
  if (!e->rra->begun) {
    if (e->aim == ASTAR_NO_ID) set_aim(gs, e, slot);
    as_rra_begin(e->rra, reverse, as_slot(gs->graph->layout, e->node), as_slot(gs->graph->layout, e->aim));
  }
  return reverse;
}

static double far_by_rra(as_goals *gs, as_goal *e, uint32_t slot, uint64_t most)
{
  as_reverse_steps *reverse = begin_rra(gs, e, slot);
  return reverse ? as_rra_find(e->rra, gs->memory, reverse, slot, most) : NAN;
}

double as_goals_certain(as_goals *gs, uint32_t goal, uint32_t slot)
{
  const as_goal *e = &gs->list[goal];
  const as_reverse_steps *reverse = as_goals_reverse_steps(gs, e->unit);
  return reverse ? as_rra_certain(e->rra, &reverse->space, slot) : NAN;
}

bool as_goals_replay(as_goals *gs, uint32_t goal, uint32_t expanded)
{
  as_goal *e = &gs->list[goal];
  as_reverse_steps *reverse = begin_rra(gs, e, AS_NO_SLOT);
  return reverse && as_rra_replay(e->rra, gs->memory, reverse, expanded);
}

static uint64_t kept_of(const as_goal *e)
{
  return e->rra && e->rra->begun ? 1 + (uint64_t)e->rra->expanded : 0;
}

static bool is_torn(const as_goal *e)
{
  return e->rra && e->rra->torn;
}

void as_goals_keep_one(as_goals *gs, uint32_t goal)
{
  gs->list[goal].kept = kept_of(&gs->list[goal]);
}

void as_goals_keep(as_goals *gs)
{
  uint32_t i;
  for (i = 0; i < gs->count; i++) as_goals_keep_one(gs, i);
}

bool as_goals_restore(as_goals *gs)
{
  uint32_t i;
  for (i = 0; i < gs->count; i++) {
    as_goal *e = &gs->list[i];
    if (e->users == 0 || e->shared || (kept_of(e) == e->kept && !is_torn(e))) continue;
    if (kept_of(e) >= e->kept) as_rra_end(e->rra); /* else an earlier call ran out of memory */
    if (e->kept > 0 && !as_goals_replay(gs, i, (uint32_t)(e->kept - 1))) return false;
  }
  gs->torn = false;
  return true;
}

static double far_by_search(as_goals *gs, as_goal *e, uint32_t slot)
{
  if (!e->search && !begin_search(gs, e)) return NAN;
  for (;;) {
    const as_record *record;
    if (e->search->status == ASTAR_STALE && !repair(e)) return NAN;
    if (!settle(e)) return NAN;
    record = as_records_find(&e->search->records, slot);
    if (record && as_state_of(record) == ASTAR_CLOSED && record->g < e->settled) return record->g;
    if (e->settled == INFINITY) return INFINITY;
    if (astar_search_step(e->search, SLICE) == ASTAR_OUT_OF_MEMORY) return NAN;
  }
}

double as_goals_far_within(as_goals *gs, uint32_t goal, uint32_t slot, uint64_t most)
{
  as_goal *e = &gs->list[goal];
  double g;
  if (!as_goals_live(gs, goal)) return INFINITY;
  g = e->shared ? far_by_search(gs, e, slot) : far_by_rra(gs, e, slot, most);
  return g == 0 ? 0 : g;
}

double as_goals_far(as_goals *gs, uint32_t goal, uint32_t slot)
{
  return as_goals_far_within(gs, goal, slot, UINT64_MAX);
}
