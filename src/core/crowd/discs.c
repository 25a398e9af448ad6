/* discs.c: see "Discs" in astar.h. The crowd, its agents, and time. */
#include "crowd/discs.h"

/* Steps in an update, at most. */
#define STEPS 32

/* ---- Life ---- */

astar_discs_def astar_default_discs(void)
{
  astar_discs_def def;
  memset(&def, 0, sizeof def);
  def.horizon = 2;
  def.wall_horizon = 0.5;
  def.neighbours = 10;
  def.expansions = 20000;
  def.patience = 2;
  def.max_acceleration = INFINITY;
  def.level = 1;
  return def;
}

static astar_discs *create(astar_alloc alloc, void *context, const astar_discs_def *def)
{
  astar_discs *d = as_object_create(alloc, context, sizeof *d);
  if (!d) return NULL;
  d->def = *def;
  d->most_expansions = UINT64_MAX;
  d->free_disc = d->queue_first = d->queue_last = d->query.disc = AS_NO_DISC;
  as_groups_init(&d->groups, &d->memory, d, as_discs_group_ops());
  d->finder = astar_finder_create(alloc, context);
  d->find.search = astar_search_create(alloc, context);
  if (d->finder && d->find.search) return d;
  astar_discs_destroy(d);
  return NULL;
}

astar_discs *astar_discs_create(astar_alloc alloc, void *context, astar_plane *p, const astar_discs_def *def)
{
  astar_discs *d = create(alloc, context, def);
  if (!d) return NULL;
  if (!as_reserve(&d->memory, &d->kinds, &d->kind_capacity, 1, sizeof *d->kinds) ||
      !as_reserve(&d->memory, &d->planes, &d->plane_capacity, 1, sizeof *d->planes)) {
    astar_discs_destroy(d);
    return NULL;
  }
  memset(d->kinds, 0, sizeof *d->kinds);
  memset(d->planes, 0, sizeof *d->planes);
  d->planes[0].plane = p;
  d->kind_count = d->plane_count = 1;
  d->planes[0].seen = astar_plane_version(p);
  return d;
}

astar_result astar_discs_create_on_grid(astar_alloc alloc, void *context, astar_graph *grid,
                                        const astar_discs_def *def, astar_discs **discs)
{
  *discs = NULL;
  if (!as_unit_planes_accept(grid, def->level)) return ASTAR_MALFORMED;
  *discs = create(alloc, context, def);
  if (!*discs) return ASTAR_NO_MEMORY;
  (*discs)->grid = grid;
  (*discs)->followed = astar_graph_version(grid);
  return ASTAR_OK;
}

void astar_discs_destroy(astar_discs *d)
{
  as_memory *m;
  uint32_t i;
  if (!d) return;
  m = &d->memory;
  astar_finder_destroy(d->finder);
  astar_search_destroy(d->find.search);
  as_plane_find_free(&d->find);
  for (i = 0; i < d->count; i++) {
    as_free(m, d->discs[i].points, d->discs[i].point_capacity, as_disc_point);
    as_free(m, d->discs[i].turns, d->discs[i].turn_capacity, as_disc_turn);
  }
  as_free(m, d->discs, d->capacity, as_disc);
  as_free(m, d->chosen, d->chosen_capacity, double[2]);
  as_free(m, d->standing, d->standing_capacity, uint32_t);
  as_free(m, d->flows, d->flow_capacity, const astar_search *);
  as_disc_cells_free(&d->cells, m);
  for (i = 0; i < d->plane_count; i++) as_unit_plane_free(&d->planes[i], m);
  as_free(m, d->planes, d->plane_capacity, as_unit_plane);
  as_free(m, d->kinds, d->kind_capacity, as_disc_kind);
  as_groups_free(&d->groups);
  as_object_free(d, sizeof *d);
}

void astar_discs_limit(astar_discs *d, uint64_t expansions)
{
  d->most_expansions = expansions;
}

astar_discs_def astar_discs_get(const astar_discs *d)
{
  return d->def;
}

size_t astar_discs_memory(const astar_discs *d)
{
  return d->memory.used + astar_finder_memory(d->finder) + astar_search_memory(d->find.search) +
         as_joiner_memory(&d->find.back) + as_discs_plane_memory(d);
}

/* ---- Flows and groups ---- */

astar_result astar_discs_set_flow(astar_discs *d, uint32_t flow, const astar_search *s)
{
  astar_assert(flow < ASTAR_DISC_FLOWS);
  if (flow >= d->flow_count) {
    if (!s) return ASTAR_OK;
    if (!as_reserve(&d->memory, &d->flows, &d->flow_capacity, (uint64_t)flow + 1, sizeof *d->flows))
      return ASTAR_NO_MEMORY;
    while (d->flow_count <= flow) d->flows[d->flow_count++] = NULL;
  }
  d->flows[flow] = s;
  return ASTAR_OK;
}

const astar_search *astar_discs_flow(const astar_discs *d, uint32_t flow)
{
  return flow < d->flow_count ? d->flows[flow] : NULL;
}

/* Set or clear a bit. */
static void set_bit(uint32_t *bits, uint32_t bit, bool value)
{
  *bits = value ? *bits | (uint32_t)1 << bit : *bits & ~((uint32_t)1 << bit);
}

void astar_discs_set_ignored(astar_discs *d, uint32_t group, uint32_t other, bool ignored)
{
  astar_assert(group < ASTAR_DISC_GROUPS && other < ASTAR_DISC_GROUPS);
  set_bit(&d->ignored[group], other, ignored);
  set_bit(&d->ignored[other], group, ignored);
}

bool astar_discs_ignored(const astar_discs *d, uint32_t group, uint32_t other)
{
  return d->ignored[group] >> other & 1;
}

/* ---- Agents ---- */

astar_disc_def astar_default_disc(void)
{
  astar_disc_def def;
  memset(&def, 0, sizeof def);
  def.radius = 0.5;
  def.speed = 1;
  def.arrive = NAN;
  def.wish.kind = ASTAR_WISH_NONE;
  return def;
}

static as_disc *disc_of(const astar_discs *d, astar_agent agent)
{
  astar_assert(agent - 1 < d->count && as_disc_is_live(&d->discs[agent - 1]));
  return &d->discs[agent - 1];
}

/* A place for a disc: a free one, or a new one, which does not count yet. NULL if out of memory. */
static as_disc *take_disc(astar_discs *d)
{
  const uint32_t at = d->free_disc;
  as_disc *a;
  if (at != AS_NO_DISC) return &d->discs[at];
  if (!as_reserve(&d->memory, &d->discs, &d->capacity, (uint64_t)d->count + 1, sizeof *d->discs)) return NULL;
  a = &d->discs[d->count];
  memset(a, 0, sizeof *a);
  a->next = AS_NO_DISC;
  return a;
}

/* Count a disc that was taken as live. */
static void use_disc(astar_discs *d, as_disc *a, uint32_t kind)
{
  if (d->free_disc != AS_NO_DISC) d->free_disc = a->next;
  else d->count++;
  d->live++;
  d->kinds[kind].discs++;
  a->kind = kind;
  a->generation++;
}

static void fill_disc(as_disc *a, const astar_disc_def *def, const double place[2])
{
  as_disc_point *points = a->points;
  as_disc_turn *turns = a->turns;
  const uint32_t capacity = a->point_capacity, turn_capacity = a->turn_capacity;
  const uint32_t generation = a->generation, kind = a->kind;
  memset(a, 0, sizeof *a);
  a->points = points;
  a->point_capacity = capacity;
  a->turns = turns;
  a->turn_capacity = turn_capacity;
  a->generation = generation;
  a->kind = kind;
  memcpy(a->at, place, sizeof a->at);
  a->radius = def->radius;
  a->speed = a->full_speed = def->speed;
  a->priority = def->priority;
  a->arrive = def->arrive;
  a->group = (uint8_t)def->group;
  a->next = a->before = a->pusher = AS_NO_DISC;
  a->pace = 1;
  a->detour = -1;
}

astar_result astar_discs_add(astar_discs *d, const astar_disc_def *def, astar_agent *agent, astar_obstacle *blocker)
{
  const double place[2] = {as_coordinate(def->x), as_coordinate(def->y)};
  uint32_t index, kind;
  as_disc *a;
  astar_assert(def->radius > 0 && def->speed >= 0 && def->group < ASTAR_DISC_GROUPS && as_is_wish(&def->wish));
  *agent = ASTAR_NO_AGENT;
  *blocker = ASTAR_NO_OBSTACLE;
  if (as_discs_follow_grid(d) != ASTAR_OK || as_discs_find_kind(d, def->unit, &kind) != ASTAR_OK)
    return ASTAR_NO_MEMORY;
  *blocker = as_disc_blocker(d->planes[d->kinds[kind].plane].plane, place, def->radius);
  if (*blocker != ASTAR_NO_OBSTACLE) return ASTAR_OK;
  if (d->free_disc == AS_NO_DISC && d->count >= 0x80000000u) return ASTAR_FULL;
  if (!as_discs_reserve_step(d, d->free_disc == AS_NO_DISC ? d->count + 1 : d->count, d->live + 1))
    return ASTAR_NO_MEMORY;
  a = take_disc(d);
  if (!a) return ASTAR_NO_MEMORY;
  index = (uint32_t)(a - d->discs);
  if (!as_disc_reserve_points(d, a, as_wish_points(&def->wish))) {
    return ASTAR_NO_MEMORY;
  }
  use_disc(d, a, kind);
  fill_disc(a, def, place);
  as_disc_take_wish(d, index, &def->wish);
  *agent = index + 1;
  return ASTAR_OK;
}

void astar_discs_remove(astar_discs *d, astar_agent agent)
{
  as_disc *a = disc_of(d, agent);
  as_groups_leave(&d->groups, agent - 1);
  as_disc_dequeue(d, agent - 1);
  a->generation++;
  d->live--;
  d->kinds[a->kind].discs--;
  /* Out of generations: never used again. */
  if (a->generation == UINT32_MAX - 1) return;
  a->next = d->free_disc;
  d->free_disc = agent - 1;
}

uint32_t astar_discs_count(const astar_discs *d)
{
  return d->live;
}

astar_agent astar_discs_next(const astar_discs *d, astar_agent agent)
{
  while (agent < d->count) {
    if (as_disc_is_live(&d->discs[agent++])) return agent;
  }
  return ASTAR_NO_AGENT;
}

bool astar_discs_has(const astar_discs *d, astar_agent agent, uint32_t *generation)
{
  if (agent - 1 >= d->count) return false;
  if (generation) *generation = d->discs[agent - 1].generation;
  return as_disc_is_live(&d->discs[agent - 1]);
}

astar_agent astar_discs_next_id(const astar_discs *d, uint32_t *generation)
{
  const uint32_t index = d->free_disc != AS_NO_DISC ? d->free_disc : d->count;
  *generation = (d->free_disc != AS_NO_DISC ? d->discs[index].generation : 0) + 1;
  return index + 1;
}

/* Show a disc that its group leads as one that goes to its place. */
static void view_led(const astar_discs *d, uint32_t index, astar_disc_view *v)
{
  as_member *m;
  if (!as_groups_find(&d->groups, index, &m) || m->mode == AS_MARCH_NOT || m->mode == AS_MARCH_LOST) return;
  v->wish = ASTAR_WISH_PLACE;
  v->wish_x = m->place[0];
  v->wish_y = m->place[1];
  if (v->status == ASTAR_AGENT_ARRIVED) v->status = ASTAR_AGENT_WAITING;
}

/* Who is in the way of a disc: of one that is stuck who never moves, if there is one. */
static astar_agent blocker_of(const astar_discs *d, const as_disc *a, astar_agent_status status)
{
  uint32_t by = as_disc_by(d, a);
  if (status == ASTAR_AGENT_STUCK && as_disc_closed_by(d, a) != AS_NO_DISC) by = as_disc_closed_by(d, a);
  return by == AS_NO_DISC || (status != ASTAR_AGENT_WAITING && status != ASTAR_AGENT_STUCK) ? ASTAR_NO_AGENT : by + 1;
}

astar_disc_view astar_discs_agent(const astar_discs *d, astar_agent agent)
{
  const as_disc *a = disc_of(d, agent);
  astar_disc_view v;
  memset(&v, 0, sizeof v);
  v.x = a->at[0];
  v.y = a->at[1];
  v.vx = a->moved[0];
  v.vy = a->moved[1];
  v.radius = a->radius;
  v.speed = a->full_speed;
  v.priority = a->priority;
  v.arrive = a->arrive;
  v.unit = d->kinds[a->kind].unit;
  v.group = a->group;
  v.status = (astar_agent_status)a->status;
  v.waited = a->waited;
  v.wish = (astar_wish_kind)a->wish;
  if (v.wish != ASTAR_WISH_FLOW) v.wish_x = a->target[0];
  if (v.wish != ASTAR_WISH_FLOW) v.wish_y = a->target[1];
  v.flow = a->flow;
  view_led(d, agent - 1, &v);
  v.by = blocker_of(d, a, v.status);
  return v;
}

/* What was known of its surroundings does not hold any more. */
static void move_away(astar_discs *d, uint32_t index)
{
  as_disc *a = &d->discs[index];
  a->clear = 0;
  a->inside = a->escapes = a->settled = a->returns = a->closed = false;
  a->there = 0;
  a->held = a->demand[0] = a->demand[1] = 0;
  as_disc_leave(a);
  a->joint = 0;
  a->pushes = 0;
  a->by = a->leader = a->pusher = AS_NO_DISC;
  if (a->status != ASTAR_AGENT_ARRIVED || a->wish != ASTAR_WISH_NONE) a->status = ASTAR_AGENT_MOVING;
  as_disc_begin_way(a);
  as_discs_leave_query(d, index);
  if (a->wish == ASTAR_WISH_PLACE) as_disc_enqueue(d, index);
}

astar_obstacle astar_discs_set_place(astar_discs *d, astar_agent agent, double x, double y)
{
  as_disc *a = disc_of(d, agent);
  const double place[2] = {as_coordinate(x), as_coordinate(y)};
  const astar_obstacle blocker = as_disc_blocker(as_plane_of(d, a), place, a->radius);
  if (blocker != ASTAR_NO_OBSTACLE) return blocker;
  memcpy(a->at, place, sizeof place);
  a->velocity[0] = a->velocity[1] = a->moved[0] = a->moved[1] = 0;
  move_away(d, agent - 1);
  return ASTAR_NO_OBSTACLE;
}

astar_obstacle astar_discs_set_radius(astar_discs *d, astar_agent agent, double radius)
{
  as_disc *a = disc_of(d, agent);
  astar_obstacle blocker;
  astar_assert(radius > 0);
  if (radius == a->radius) return ASTAR_NO_OBSTACLE;
  blocker = as_disc_blocker(as_plane_of(d, a), a->at, radius);
  if (blocker != ASTAR_NO_OBSTACLE) return blocker;
  a->radius = radius;
  move_away(d, agent - 1);
  return ASTAR_NO_OBSTACLE;
}

astar_result astar_discs_set_unit(astar_discs *d, astar_agent agent, astar_unit unit, astar_obstacle *blocker)
{
  as_disc *a = disc_of(d, agent);
  uint32_t kind;
  *blocker = ASTAR_NO_OBSTACLE;
  if (unit == d->kinds[a->kind].unit) return ASTAR_OK;
  if (as_discs_follow_grid(d) != ASTAR_OK || as_discs_find_kind(d, unit, &kind) != ASTAR_OK) return ASTAR_NO_MEMORY;
  *blocker = as_disc_blocker(d->planes[d->kinds[kind].plane].plane, a->at, a->radius);
  if (*blocker != ASTAR_NO_OBSTACLE) return ASTAR_OK;
  d->kinds[a->kind].discs--;
  d->kinds[kind].discs++;
  a->kind = kind;
  move_away(d, agent - 1);
  return ASTAR_OK;
}

astar_result astar_discs_set_wish(astar_discs *d, astar_agent agent, const astar_wish *wish)
{
  as_disc *a = disc_of(d, agent);
  astar_assert(as_is_wish(wish));
  if (!as_disc_reserve_points(d, a, as_wish_points(wish))) return ASTAR_NO_MEMORY;
  as_groups_leave(&d->groups, agent - 1);
  as_disc_take_wish(d, agent - 1, wish);
  return ASTAR_OK;
}

void astar_discs_set_speed(astar_discs *d, astar_agent agent, double speed)
{
  as_disc *a = disc_of(d, agent);
  a->speed = a->full_speed = speed; /* if it is in a group, the next update limits it */
}

void astar_discs_set_priority(astar_discs *d, astar_agent agent, double priority)
{
  disc_of(d, agent)->priority = priority;
}

void astar_discs_set_arrive(astar_discs *d, astar_agent agent, double arrive)
{
  disc_of(d, agent)->arrive = arrive;
}

void astar_discs_set_group(astar_discs *d, astar_agent agent, uint32_t group)
{
  astar_assert(group < ASTAR_DISC_GROUPS);
  disc_of(d, agent)->group = (uint8_t)group;
}

/* ---- Time ---- */

/* How many steps a time takes so that no disc goes farther than its radius in one. */
static uint32_t count_steps(const astar_discs *d, double dt)
{
  double most = 1;
  uint32_t i;
  for (i = 0; i < d->count; i++) {
    const as_disc *a = &d->discs[i];
    if (as_disc_is_live(a)) most = as_max(most, a->speed * dt / a->radius);
  }
  return most < STEPS ? (uint32_t)ceil(most) : STEPS;
}

/* Begin, or end, to sum up how far each disc has moved. */
static void begin_movements(astar_discs *d)
{
  uint32_t i;
  for (i = 0; i < d->count; i++) d->discs[i].moved[0] = d->discs[i].moved[1] = 0;
}

static void end_movements(astar_discs *d, double time)
{
  uint32_t i;
  for (i = 0; i < d->count; i++) {
    as_disc *a = &d->discs[i];
    a->moved[0] /= time;
    a->moved[1] /= time;
  }
}

astar_result astar_discs_follow(astar_discs *d)
{
  if (as_discs_follow_grid(d) != ASTAR_OK) return ASTAR_NO_MEMORY;
  as_discs_follow_edits(d);
  return ASTAR_OK;
}

/* No disc refers to one that was removed any more. */
static void forget_removed(astar_discs *d)
{
  uint32_t i;
  for (i = 0; i < d->count; i++) {
    as_disc *a = &d->discs[i];
    if (!as_disc_is_live(a)) continue;
    a->by = as_disc_by(d, a);
    if (!as_disc_backs(d, a)) as_disc_leave(a);
    if (as_disc_is_pushed(d, a)) continue;
    a->pusher = AS_NO_DISC;
    a->pushes = 0;
  }
}

/* List the discs that stand for good, for all calls until the next update. There is room for them. */
static void list_standing(astar_discs *d)
{
  uint32_t i;
  d->standing_count = 0;
  for (i = 0; i < d->count; i++) {
    if (as_disc_is_live(&d->discs[i]) && !(d->discs[i].speed > 0)) d->standing[d->standing_count++] = i;
  }
}

astar_result astar_discs_update(astar_discs *d, double dt)
{
  uint32_t steps, i;
  double time;
  astar_assert(dt >= 0 && dt < INFINITY);
  forget_removed(d);
  as_discs_free_planes(d);
  list_standing(d);
  if (as_discs_follow_grid(d) != ASTAR_OK || as_groups_obey(&d->groups) != ASTAR_OK) return ASTAR_NO_MEMORY;
  as_discs_follow_edits(d);
  if (as_discs_find_escapes(d) != ASTAR_OK || as_discs_plan(d) != ASTAR_OK || as_discs_join(d) != ASTAR_OK)
    return ASTAR_NO_MEMORY;
  d->spent = 0;
  d->futile = false;
  /* A time so short that rates of movement could overflow is none. */
  if (!(dt > 1e-100)) return ASTAR_OK;
  as_groups_lead(&d->groups, as_min(dt, STEPS * d->def.horizon));
  steps = count_steps(d, dt);
  time = as_min(dt / steps, d->def.horizon);
  begin_movements(d);
  for (i = 0; i < steps; i++) as_discs_step(d, time);
  end_movements(d, time * steps);
  return ASTAR_OK;
}

void astar_discs_positions(const astar_discs *d, double *positions)
{
  uint32_t i;
  for (i = 0; i < d->count; i++) {
    const as_disc *a = &d->discs[i];
    if (!as_disc_is_live(a)) continue;
    *positions++ = a->at[0];
    *positions++ = a->at[1];
    *positions++ = a->moved[0];
    *positions++ = a->moved[1];
  }
}

/* ---- Validation ---- */

static void validate_disc(const astar_discs *d, const as_disc *a)
{
  uint32_t i;
  astar_check(fabs(a->at[0]) <= ASTAR_PLANE_LIMIT && fabs(a->at[1]) <= ASTAR_PLANE_LIMIT);
  astar_check(fabs(a->velocity[0]) < INFINITY && fabs(a->velocity[1]) < INFINITY);
  astar_check(fabs(a->moved[0]) < INFINITY && fabs(a->moved[1]) < INFINITY);
  astar_check(a->speed >= 0 && a->speed <= a->full_speed);
  astar_check(a->radius > 0 && a->waited >= 0 && !isnan(a->best) && a->backing >= 0);
  astar_check(a->point_count <= a->point_capacity && (a->aim < a->point_count || a->aim == 0));
  astar_check(a->group < ASTAR_DISC_GROUPS && a->wish <= ASTAR_WISH_FLOW && a->status <= ASTAR_AGENT_STUCK);
  astar_check(a->by == AS_NO_DISC || (a->by < d->count && a->by_generation % 2 == 1));
  astar_check(!(a->backing > 0) || (a->leader < d->count && a->leader_generation % 2 == 1));
  astar_check(a->turn <= a->turn_count && a->turn_count <= a->turn_capacity);
  astar_check(!(a->joint & AS_JOINT_FOLLOWS) || a->backing > 0);
  astar_check(!(a->pushes > 0) || (a->pusher < d->count && a->pusher_generation % 2 == 1));
  for (i = 0; i < a->point_count; i++) {
    astar_check(fabs(a->points[i].at[0]) <= ASTAR_PLANE_LIMIT && fabs(a->points[i].at[1]) <= ASTAR_PLANE_LIMIT);
    astar_check(a->points[i].left >= 0);
  }
}

/* Each kind has as many discs as it counts, and planes that discs have follow the grid. */
static void validate_kinds(const astar_discs *d)
{
  uint32_t i, k, live = 0;
  for (k = 0; k < d->kind_count; k++) {
    const as_disc_kind *kind = &d->kinds[k];
    uint32_t found = 0;
    for (i = 0; i < d->count; i++) found += as_disc_is_live(&d->discs[i]) && d->discs[i].kind == k;
    astar_check(found == kind->discs && (found == 0 || kind->plane < d->plane_count));
    astar_check(!d->grid || found == 0 || d->planes[kind->plane].version == d->followed);
    live += found;
  }
  astar_check(live == d->live);
}

void astar_discs_validate(const astar_discs *d)
{
  uint32_t i, live = 0, queued = 0, last = AS_NO_DISC;
  validate_kinds(d);
  astar_check(d->count <= d->capacity || d->count == 0);
  astar_check(d->cells.capacity >= d->live && d->chosen_capacity >= d->count);
  for (i = 0; i < d->count; i++) {
    if (!as_disc_is_live(&d->discs[i])) continue;
    validate_disc(d, &d->discs[i]);
    live++;
    queued += d->discs[i].queued;
  }
  astar_check(live == d->live);
  for (i = d->queue_first; i != AS_NO_DISC; i = d->discs[i].next) {
    astar_check(d->discs[i].queued && d->discs[i].before == last && as_disc_is_live(&d->discs[i]));
    last = i;
    queued--;
  }
  astar_check(queued == 0 && d->queue_last == last);
  astar_check(d->query.disc == AS_NO_DISC || (d->query.disc < d->count && d->discs[d->query.disc].queued));
  for (i = d->free_disc; i != AS_NO_DISC; i = d->discs[i].next) astar_check(!as_disc_is_live(&d->discs[i]));
  as_groups_validate(&d->groups);
}
