/* discs.c: see "Discs" in astar.h. The crowd, its agents, and time. */
#include "crowd/disc_detour.h"

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
  def.plans = 8;
  def.patience = 2;
  def.max_acceleration = INFINITY;
  return def;
}

astar_discs *astar_discs_create(astar_alloc alloc, void *context, astar_plane *p, const astar_discs_def *def)
{
  astar_discs *d = as_object_create(alloc, context, sizeof *d);
  if (!d) return NULL;
  d->def = *def;
  d->plane = p;
  d->version = astar_plane_version(p);
  d->free_disc = d->queue_first = d->queue_last = AS_NO_DISC;
  d->finder = astar_finder_create(alloc, context);
  if (d->finder) return d;
  astar_discs_destroy(d);
  return NULL;
}

astar_result astar_discs_create_on_grid(astar_alloc alloc, void *context, const astar_graph *grid, astar_unit unit,
                                        const astar_discs_def *def, astar_discs **discs)
{
  astar_plane *plane;
  const astar_result result = as_discs_plane_of(alloc, context, grid, unit, &plane);
  *discs = NULL;
  if (result != ASTAR_OK) return result;
  *discs = astar_discs_create(alloc, context, plane, def);
  if (*discs) {
    as_discs_own(*discs, grid, unit);
    return ASTAR_OK;
  }
  astar_plane_destroy(plane);
  return ASTAR_NO_MEMORY;
}

void astar_discs_destroy(astar_discs *d)
{
  as_memory *m;
  uint32_t i;
  if (!d) return;
  m = &d->memory;
  astar_finder_destroy(d->finder);
  for (i = 0; i < d->count; i++) as_free(m, d->discs[i].points, d->discs[i].point_capacity, as_disc_point);
  as_free(m, d->discs, d->capacity, as_disc);
  as_free(m, d->chosen, d->chosen_capacity, double[2]);
  as_free(m, d->standing, d->standing_capacity, uint32_t);
  as_free(m, d->flows, d->flow_capacity, const astar_search *);
  as_disc_cells_free(&d->cells, m);
  if (d->grid) as_discs_disown(d);
  as_object_free(d, sizeof *d);
}

astar_discs_def astar_discs_get(const astar_discs *d)
{
  return d->def;
}

size_t astar_discs_memory(const astar_discs *d)
{
  return d->memory.used + astar_finder_memory(d->finder) + (d->grid ? astar_plane_memory(d->plane) : 0);
}

/* ---- Flows and groups ---- */

astar_result astar_discs_set_flow(astar_discs *d, uint32_t flow, const astar_search *s)
{
  astar_assert(flow < ASTAR_DISC_FLOWS);
  if (flow >= d->flow_count) {
    if (!s) return ASTAR_OK;
    if (!as_reserve(&d->memory, &d->flows, &d->flow_capacity, (uint64_t)flow + 1, sizeof *d->flows)) return ASTAR_NO_MEMORY;
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
static void use_disc(astar_discs *d, as_disc *a)
{
  if (d->free_disc != AS_NO_DISC) d->free_disc = a->next;
  else d->count++;
  d->live++;
  a->generation++;
}

static void fill_disc(as_disc *a, const astar_disc_def *def, const double place[2])
{
  as_disc_point *points = a->points;
  const uint32_t capacity = a->point_capacity, generation = a->generation;
  memset(a, 0, sizeof *a);
  a->points = points;
  a->point_capacity = capacity;
  a->generation = generation;
  memcpy(a->at, place, sizeof a->at);
  a->radius = def->radius;
  a->speed = def->speed;
  a->priority = def->priority;
  a->arrive = def->arrive;
  a->group = (uint8_t)def->group;
  a->next = a->before = a->pusher = AS_NO_DISC;
  a->pace = 1;
}

astar_result astar_discs_add(astar_discs *d, const astar_disc_def *def, astar_agent *agent, astar_obstacle *blocker)
{
  const double place[2] = {as_coordinate(def->x), as_coordinate(def->y)};
  uint32_t index;
  as_disc *a;
  astar_assert(def->radius > 0 && def->speed >= 0 && def->group < ASTAR_DISC_GROUPS && as_is_wish(&def->wish));
  *agent = ASTAR_NO_AGENT;
  *blocker = ASTAR_NO_OBSTACLE;
  if (astar_discs_follow_grid(d) != ASTAR_OK) return ASTAR_NO_MEMORY;
  *blocker = as_disc_blocker(d->plane, place, def->radius);
  if (*blocker != ASTAR_NO_OBSTACLE) return ASTAR_OK;
  if (d->free_disc == AS_NO_DISC && d->count >= 0x80000000u) return ASTAR_FULL;
  if (!as_discs_reserve_step(d, d->free_disc == AS_NO_DISC ? d->count + 1 : d->count, d->live + 1)) return ASTAR_NO_MEMORY;
  a = take_disc(d);
  if (!a) return ASTAR_NO_MEMORY;
  index = (uint32_t)(a - d->discs);
  if (!as_disc_reserve_points(d, a, as_wish_points(&def->wish))) {
    return ASTAR_NO_MEMORY;
  }
  use_disc(d, a);
  fill_disc(a, def, place);
  as_disc_take_wish(d, index, &def->wish);
  *agent = index + 1;
  return ASTAR_OK;
}

/* No other disc may refer to it: its index may be used again. */
static void forget(astar_discs *d, uint32_t index)
{
  uint32_t i;
  for (i = 0; i < d->count; i++) {
    as_disc *a = &d->discs[i];
    if (a->by == index) a->by = AS_NO_DISC;
    if (a->pusher == index) {
      a->pusher = AS_NO_DISC;
      a->pushes = 0;
    }
    if (a->leader == index) {
      a->leader = AS_NO_DISC;
      a->backing = 0;
    }
  }
}

void astar_discs_remove(astar_discs *d, astar_agent agent)
{
  as_disc *a = disc_of(d, agent);
  as_disc_dequeue(d, agent - 1);
  forget(d, agent - 1);
  a->generation++;
  d->live--;
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

/* Who is in the way of a disc: of one that is stuck who never moves, if there is one. */
static astar_agent blocker_of(const astar_discs *d, const as_disc *a)
{
  uint32_t by = a->by;
  if (a->status == ASTAR_AGENT_STUCK && as_disc_closed_by(d, a) != AS_NO_DISC) by = as_disc_closed_by(d, a);
  return by == AS_NO_DISC || (a->status != ASTAR_AGENT_WAITING && a->status != ASTAR_AGENT_STUCK) ? ASTAR_NO_AGENT : by + 1;
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
  v.speed = a->speed;
  v.priority = a->priority;
  v.arrive = a->arrive;
  v.group = a->group;
  v.status = (astar_agent_status)a->status;
  v.waited = a->waited;
  v.wish = (astar_wish_kind)a->wish;
  v.wish_x = a->target[0];
  v.wish_y = a->target[1];
  v.flow = a->flow;
  v.by = blocker_of(d, a);
  return v;
}

/* What was known of its surroundings does not hold any more. */
static void move_away(astar_discs *d, uint32_t index)
{
  as_disc *a = &d->discs[index];
  a->clear = 0;
  a->inside = a->escapes = a->settled = a->returns = a->closed = false;
  a->there = 0;
  a->backing = a->held = a->demand[0] = a->demand[1] = 0;
  a->pushes = 0;
  a->by = a->leader = a->pusher = AS_NO_DISC;
  if (a->status != ASTAR_AGENT_ARRIVED || a->wish != ASTAR_WISH_NONE) a->status = ASTAR_AGENT_MOVING;
  as_disc_refresh(a);
  if (a->wish == ASTAR_WISH_PLACE) as_disc_enqueue(d, index);
}

astar_obstacle astar_discs_set_place(astar_discs *d, astar_agent agent, double x, double y)
{
  as_disc *a = disc_of(d, agent);
  const double place[2] = {as_coordinate(x), as_coordinate(y)};
  const astar_obstacle blocker = as_disc_blocker(d->plane, place, a->radius);
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
  blocker = as_disc_blocker(d->plane, a->at, radius);
  if (blocker != ASTAR_NO_OBSTACLE) return blocker;
  a->radius = radius;
  move_away(d, agent - 1);
  return ASTAR_NO_OBSTACLE;
}

astar_result astar_discs_set_wish(astar_discs *d, astar_agent agent, const astar_wish *wish)
{
  as_disc *a = disc_of(d, agent);
  astar_assert(as_is_wish(wish));
  if (!as_disc_reserve_points(d, a, as_wish_points(wish))) return ASTAR_NO_MEMORY;
  as_disc_take_wish(d, agent - 1, wish);
  return ASTAR_OK;
}

void astar_discs_set_speed(astar_discs *d, astar_agent agent, double speed)
{
  disc_of(d, agent)->speed = speed;
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

astar_result astar_discs_update(astar_discs *d, double dt)
{
  uint32_t steps, i;
  double time;
  astar_assert(dt >= 0 && dt < INFINITY);
  if (astar_discs_follow_grid(d) != ASTAR_OK) return ASTAR_NO_MEMORY;
  as_discs_follow_edits(d);
  as_discs_list_standing(d);
  if (as_discs_find_escapes(d) != ASTAR_OK || as_discs_plan(d) != ASTAR_OK) return ASTAR_NO_MEMORY;
  /* A time so short that rates of movement could overflow is none. */
  if (!(dt > 1e-100)) return ASTAR_OK;
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
  astar_check(a->radius > 0 && a->speed >= 0 && a->waited >= 0 && !isnan(a->best) && a->backing >= 0);
  astar_check(a->point_count <= a->point_capacity && (a->aim < a->point_count || a->aim == 0));
  astar_check(a->group < ASTAR_DISC_GROUPS && a->wish <= ASTAR_WISH_FLOW && a->status <= ASTAR_AGENT_STUCK);
  astar_check(a->by == AS_NO_DISC || (a->by < d->count && as_disc_is_live(&d->discs[a->by])));
  astar_check(!(a->pushes > 0) || (a->pusher < d->count && as_disc_is_live(&d->discs[a->pusher])));
  astar_check(!(a->backing > 0) || (a->leader < d->count && as_disc_is_live(&d->discs[a->leader])));
  for (i = 0; i < a->point_count; i++) {
    astar_check(fabs(a->points[i].at[0]) <= ASTAR_PLANE_LIMIT && fabs(a->points[i].at[1]) <= ASTAR_PLANE_LIMIT);
    astar_check(a->points[i].left >= 0);
  }
}

void astar_discs_validate(const astar_discs *d)
{
  uint32_t i, live = 0, queued = 0, last = AS_NO_DISC;
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
  for (i = d->free_disc; i != AS_NO_DISC; i = d->discs[i].next) astar_check(!as_disc_is_live(&d->discs[i]));
}
