/* group.c: see group.h, and "Groups" in astar.h. */
#include "crowd/group.h"

#include "geometry/assign.h"
#include "geometry/distance.h"
#include "geometry/formation.h"

/* ---- Lists ---- */

void as_groups_init(astar_groups *s, as_memory *m, void *crowd, const as_group_ops *ops)
{
  memset(s, 0, sizeof *s);
  s->memory = m;
  s->crowd = crowd;
  s->ops = ops;
}

static void free_group(astar_groups *s, as_group *g)
{
  as_free(s->memory, g->own, g->own_count, as_offset);
  as_free(s->memory, g->members, g->capacity, as_member);
  as_free(s->memory, g->march.points, g->march.capacity, as_march_point);
  as_free(s->memory, g, 1, as_group);
}

void as_groups_free(astar_groups *s)
{
  uint32_t i;
  for (i = 0; i < s->count; i++) free_group(s, s->list[i]);
  as_free(s->memory, s->list, s->capacity, as_group *);
  as_free(s->memory, s->of, s->of_capacity, as_membership);
}

/* The index of the first group with an id that is not below this one. */
static uint32_t find_index(const astar_groups *s, astar_group id)
{
  uint32_t low = 0, high = s->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (s->list[middle]->id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

static as_group *group_of(const astar_groups *s, astar_group id)
{
  const uint32_t at = find_index(s, id);
  astar_assert(at < s->count && s->list[at]->id == id);
  return s->list[at];
}

as_group *as_groups_find(const astar_groups *s, uint32_t index, as_member **member)
{
  as_group *g;
  *member = NULL;
  if (index >= s->of_count || s->of[index].group == ASTAR_NO_GROUP) return NULL;
  g = group_of(s, s->of[index].group);
  *member = &g->members[s->of[index].at];
  return g;
}

/* Take a unit out of the list of its group. */
static void drop(astar_groups *s, as_group *g, uint32_t at)
{
  s->of[g->members[at].index].group = ASTAR_NO_GROUP;
  g->count--;
  memmove(g->members + at, g->members + at + 1, (g->count - at) * sizeof *g->members);
  for (; at < g->count; at++) s->of[g->members[at].index].at = at;
}

void as_groups_leave(astar_groups *s, uint32_t index)
{
  as_member *m;
  as_group *g = as_groups_find(s, index, &m);
  if (!g) return;
  s->ops->limit(s->crowd, index, INFINITY);
  drop(s, g, s->of[index].at);
}

/* Let a unit leave its group; from then on it goes to its goal by itself. */
static void dismiss(astar_groups *s, uint32_t index)
{
  as_member *m;
  as_group *g = as_groups_find(s, index, &m);
  if (!g) return;
  s->ops->dismiss(s->crowd, g, m);
  as_groups_leave(s, index);
}

bool as_groups_reserve(astar_groups *s, as_group *g, uint32_t members, uint32_t units)
{
  if (!as_reserve(s->memory, &g->members, &g->capacity, members, sizeof *g->members) ||
      !as_reserve(s->memory, &s->of, &s->of_capacity, units, sizeof *s->of))
    return false;
  for (; s->of_count < units; s->of_count++) s->of[s->of_count].group = ASTAR_NO_GROUP;
  return true;
}

as_member *as_groups_take(astar_groups *s, as_group *g, uint32_t index)
{
  as_member *m = &g->members[g->count];
  memset(m, 0, sizeof *m);
  m->index = index;
  s->of[index].group = g->id;
  s->of[index].at = g->count++;
  return m;
}

/* Take in a unit, which leaves another group. There is room. It stays where it is until it gets a place. */
static void join(astar_groups *s, as_group *g, uint32_t index)
{
  double at[2];
  as_member *m;
  if (s->of[index].group == g->id) return;
  dismiss(s, index);
  m = as_groups_take(s, g, index);
  s->ops->locate(s->crowd, index, at);
  if (!isnan(at[0])) memcpy(m->place, at, sizeof at);
}

/* ---- Making and closing ---- */

astar_group_def astar_default_group(void)
{
  astar_group_def def;
  memset(&def, 0, sizeof def);
  def.formation = ASTAR_FORMATION_BOX;
  def.spacing = NAN;
  return def;
}

/* Copy the caller's offsets. */
static bool copy_own(astar_groups *s, as_group *g, const astar_group_def *def)
{
  if (def->formation != ASTAR_FORMATION_OWN || def->place_count == 0) return true;
  g->own = as_new(s->memory, def->place_count, as_offset);
  if (!g->own) return false;
  g->own_count = def->place_count;
  memcpy(g->own, def->places, def->place_count * sizeof *g->own);
  return true;
}

/* A direction of length 1, or 0, 0. */
static void set_direction(const double direction[2], double to[2])
{
  const double length = as_length(direction[0], direction[1], 0);
  to[0] = length > 0 ? direction[0] / length : 0;
  to[1] = length > 0 ? direction[1] / length : 0;
}

astar_result as_groups_make(astar_groups *s, const astar_group_def *def, as_group **group)
{
  as_group *g;
  if (s->last == UINT32_MAX) return ASTAR_FULL;
  if (!as_reserve(s->memory, &s->list, &s->capacity, (uint64_t)s->count + 1, sizeof(as_group *)))
    return ASTAR_NO_MEMORY;
  g = as_new(s->memory, 1, as_group);
  if (!g) return ASTAR_NO_MEMORY;
  memset(g, 0, sizeof *g);
  g->formation = def->formation;
  g->spacing = def->spacing;
  g->own_speed = def->own_speed;
  g->level = 1;
  set_direction(def->facing, g->wanted);
  set_direction(def->facing, g->facing);
  if (g->facing[0] == 0 && g->facing[1] == 0) g->facing[0] = 1;
  if (!copy_own(s, g, def)) {
    free_group(s, g);
    return ASTAR_NO_MEMORY;
  }
  g->id = ++s->last;
  s->list[s->count++] = *group = g;
  return ASTAR_OK;
}

astar_result astar_group_create(astar_groups *s, const astar_group_def *def, const astar_agent *agents, uint32_t count,
                                astar_group *group)
{
  uint32_t units = 0, i;
  as_group *g;
  const astar_result result = as_groups_make(s, def, &g);
  if (result != ASTAR_OK) return result;
  for (i = 0; i < count; i++) units = agents[i] > units ? agents[i] : units;
  if (!as_groups_reserve(s, g, count, units)) {
    astar_group_close(s, g->id);
    return ASTAR_NO_MEMORY;
  }
  for (i = 0; i < count; i++) join(s, g, agents[i] - 1);
  *group = g->id;
  return ASTAR_OK;
}

void astar_group_close(astar_groups *s, astar_group group)
{
  const uint32_t at = find_index(s, group);
  as_group *g = group_of(s, group);
  while (g->count > 0) dismiss(s, g->members[g->count - 1].index);
  free_group(s, g);
  s->count--;
  memmove(s->list + at, s->list + at + 1, (s->count - at) * sizeof *s->list);
}

astar_group astar_group_next_id(const astar_groups *s)
{
  return s->last + 1;
}

astar_group astar_group_next(const astar_groups *s, astar_group group)
{
  const uint32_t at = group < UINT32_MAX ? find_index(s, group + 1) : s->count;
  return at < s->count ? s->list[at]->id : ASTAR_NO_GROUP;
}

bool astar_group_has(const astar_groups *s, astar_group group)
{
  const uint32_t at = find_index(s, group);
  return at < s->count && s->list[at]->id == group;
}

/* ---- Members ---- */

/* It has other members, or another goal: what it does is to be found anew. */
static void call_all(astar_groups *s, as_group *g)
{
  uint32_t i;
  g->state = AS_GROUP_ORDERED;
  for (i = 0; i < g->count; i++) s->ops->rouse(s->crowd, g->members[i].index);
}

astar_result astar_group_add(astar_groups *s, astar_group group, astar_agent agent)
{
  as_group *g = group_of(s, group);
  if (astar_group_of(s, agent) == group) return ASTAR_OK;
  if (!as_groups_reserve(s, g, g->count + 1, agent)) return ASTAR_NO_MEMORY;
  join(s, g, agent - 1);
  if (g->state != AS_GROUP_IDLE) call_all(s, g);
  return ASTAR_OK;
}

void astar_group_remove(astar_groups *s, astar_agent agent)
{
  dismiss(s, agent - 1);
}

astar_group astar_group_of(const astar_groups *s, astar_agent agent)
{
  return agent - 1 < s->of_count ? s->of[agent - 1].group : ASTAR_NO_GROUP;
}

uint32_t astar_group_count(const astar_groups *s, astar_group group)
{
  return group_of(s, group)->count;
}

astar_agent astar_group_member(const astar_groups *s, astar_group group, uint32_t index)
{
  const as_group *g = group_of(s, group);
  return index < g->count ? g->members[index].index + 1 : ASTAR_NO_AGENT;
}

/* ---- Goals ---- */

void astar_group_set_goal(astar_groups *s, astar_group group, const double goal[3], astar_id node, uint32_t level)
{
  as_group *g = group_of(s, group);
  astar_assert(level >= 1);
  memcpy(g->goal, goal, sizeof g->goal);
  g->node = node;
  g->level = level;
  if (node != ASTAR_NO_ID) (void)s->ops->has(s->crowd, node, &g->generation);
  call_all(s, g);
}

void astar_group_stop(astar_groups *s, astar_group group)
{
  as_group *g = group_of(s, group);
  uint32_t i;
  g->state = AS_GROUP_IDLE;
  g->march.count = 0;
  for (i = 0; i < g->count; i++) {
    g->members[i].mode = AS_MARCH_NOT;
    s->ops->limit(s->crowd, g->members[i].index, INFINITY);
    s->ops->stop(s->crowd, g->members[i].index);
  }
}

/* ---- Carrying out an order ---- */

/* What is needed meanwhile: offsets, the places of all and behind them where they are, and who gets which place. */
typedef struct scratch {
  uint32_t count;
  as_offset *offsets;
  astar_place *places;
  uint32_t *place_of;
} scratch;

static bool acquire(scratch *t, as_memory *m, uint32_t count)
{
  memset(t, 0, sizeof *t);
  t->count = count;
  t->offsets = as_new(m, count, as_offset);
  t->places = as_new(m, 2 * (size_t)count, astar_place);
  t->place_of = as_new(m, count, uint32_t);
  return t->offsets && t->places && t->place_of;
}

static void release(scratch *t, as_memory *m)
{
  as_free(m, t->offsets, t->offsets ? t->count : 0, as_offset);
  as_free(m, t->places, t->places ? 2 * (size_t)t->count : 0, astar_place);
  as_free(m, t->place_of, t->place_of ? t->count : 0, uint32_t);
}

static double spacing_of(const astar_groups *s, const as_group *g)
{
  double spacing = 0;
  uint32_t i;
  if (!isnan(g->spacing)) return g->spacing;
  for (i = 0; i < g->count; i++) spacing = as_max(spacing, s->ops->spacing(s->crowd, g->members[i].index));
  return spacing;
}

/* The middle of where the members are: NANs if none is anywhere. */
static void find_middle(const astar_groups *s, const as_group *g, double middle[2])
{
  uint32_t i, count = 0;
  double sum[2] = {0, 0};
  for (i = 0; i < g->count; i++) {
    double place[2];
    s->ops->locate(s->crowd, g->members[i].index, place);
    if (isnan(place[0])) continue;
    sum[0] += place[0];
    sum[1] += place[1];
    count++;
  }
  middle[0] = count > 0 ? sum[0] / count : NAN;
  middle[1] = count > 0 ? sum[1] / count : NAN;
}

static double extent_of(const scratch *t)
{
  double extent = 0;
  uint32_t i;
  for (i = 0; i < t->count; i++) extent = as_max(extent, as_length(t->offsets[i][0], t->offsets[i][1], 0));
  return extent;
}

/* The places around the middle, and the members. Those who are nowhere count as being there. */
static void locate_all(const astar_groups *s, const as_group *g, scratch *t)
{
  uint32_t i;
  for (i = 0; i < t->count; i++) {
    double at[2];
    as_formation_turn(t->offsets[i], g->facing, at);
    t->places[i] = (astar_place){g->middle[0] + at[0], g->middle[1] + at[1], 0, true};
    s->ops->locate(s->crowd, g->members[i].index, at);
    if (isnan(at[0])) memcpy(at, g->middle, sizeof at);
    t->places[t->count + i] = (astar_place){at[0], at[1], 0, true};
  }
}

/* Give each member its place: the sum of the squared distances is the least one. */
static bool give_places(astar_groups *s, as_group *g, scratch *t)
{
  double shifts[AS_ASSIGN_SHIFTS][2];
  as_assignment a;
  uint32_t i;
  locate_all(s, g, t);
  a.places = t->places;
  a.things = t->places + t->count;
  a.place_count = a.thing_count = t->count;
  a.shifts = (const double(*)[2])shifts;
  a.shift_count = s->ops->shifts(s->crowd, shifts);
  if (!as_assign(&a, s->memory, t->place_of)) return false;
  for (i = 0; i < t->count; i++) {
    as_member *m = &g->members[i];
    memcpy(m->offset, t->offsets[t->place_of[i]], sizeof m->offset);
    m->place[0] = t->places[t->place_of[i]].x;
    m->place[1] = t->places[t->place_of[i]].y;
  }
  return true;
}

/* How long the way to the goal is that was found, or else the distance. */
static double way_to_goal(const as_group *g, const double from[2])
{
  const as_march *march = &g->march;
  return march->count > 0 ? march->points[march->count - 1].along
                          : as_length(from[0] - g->middle[0], from[1] - g->middle[1], 0);
}

/*
** Find the way and the direction. A group that has had an order before, and has no farther to go than its formation
** reaches, keeps its direction: it is there already, and would turn on the spot.
*/
static astar_result aim(const astar_groups *s, as_group *g, const double from[2], bool ordered_before)
{
  const double facing[2] = {g->facing[0], g->facing[1]};
  const astar_result result = s->ops->aim(s->crowd, g, from);
  const bool may_turn = g->wanted[0] != 0 || g->wanted[1] != 0 || !ordered_before;
  if (result == ASTAR_OK && !may_turn && way_to_goal(g, from) <= g->extent) memcpy(g->facing, facing, sizeof facing);
  return result;
}

static astar_result carry_out_with(astar_groups *s, as_group *g, scratch *t)
{
  const double extent = g->extent;
  double from[2];
  astar_result result;
  find_middle(s, g, from);
  if (isnan(from[0])) memcpy(from, g->goal, sizeof from);
  g->apart = spacing_of(s, g);
  as_formation_places(g->formation, (const as_offset *)g->own, g->own_count, g->apart, g->count, t->offsets);
  g->extent = extent_of(t);
  result = aim(s, g, from, extent > 0);
  if (result == ASTAR_OK) result = give_places(s, g, t) ? s->ops->place(s->crowd, g) : ASTAR_NO_MEMORY;
  if (result != ASTAR_OK) g->extent = extent; /* it will be called again */
  return result;
}

/* Of a group that has members. */
static astar_result carry_out(astar_groups *s, as_group *g)
{
  astar_result result = ASTAR_NO_MEMORY;
  scratch t;
  if (acquire(&t, s->memory, g->count)) result = carry_out_with(s, g, &t);
  release(&t, s->memory);
  if (result != ASTAR_OK) return result;
  g->state = g->march.count > 0 ? AS_GROUP_MARCHES : AS_GROUP_PLACED;
  g->exchanged = 0;
  return ASTAR_OK;
}

astar_result as_groups_obey(astar_groups *s)
{
  astar_result result = ASTAR_OK;
  uint32_t i;
  for (i = 0; i < s->count && result == ASTAR_OK; i++) {
    as_group *g = s->list[i];
    bool cut = false;
    if (g->count == 0) continue; /* who joins it gives it an order */
    if (g->state >= AS_GROUP_MARCHES) result = s->ops->find_cut(s->crowd, g, &cut);
    if (cut) g->state = AS_GROUP_ORDERED;
    if (g->state == AS_GROUP_ORDERED && result == ASTAR_OK) result = carry_out(s, g);
  }
  return result;
}

void as_groups_follow(astar_groups *s)
{
  uint32_t i;
  for (i = 0; i < s->count; i++) s->list[i]->open = false;
}

/* ---- Under way ---- */

/* The speed of the slowest of those who can move. */
static double pace_of(const astar_groups *s, const as_group *g)
{
  double pace = INFINITY;
  uint32_t i;
  for (i = 0; i < g->count && !g->own_speed; i++) {
    const double speed = s->ops->speed(s->crowd, g->members[i].index);
    if (speed > 0) pace = as_min(pace, speed);
  }
  return pace;
}

void as_groups_lead(astar_groups *s, double time)
{
  uint32_t i;
  for (i = 0; i < s->count; i++) {
    as_group *g = s->list[i];
    if (g->state == AS_GROUP_MARCHES || g->state == AS_GROUP_PLACED) s->ops->lead(s->crowd, g, pace_of(s, g), time);
  }
}

/* ---- What callers see ---- */

astar_id as_groups_node(const astar_groups *s, const as_group *g)
{
  uint32_t generation = 0;
  if (g->node == ASTAR_NO_ID || !s->ops->has(s->crowd, g->node, &generation)) return ASTAR_NO_ID;
  return generation == g->generation ? g->node : ASTAR_NO_ID;
}

static astar_agent_status status_of(const astar_groups *s, const as_group *g)
{
  uint32_t seen[ASTAR_AGENT_STUCK + 1] = {0, 0, 0, 0}, i;
  if (g->state == AS_GROUP_IDLE || g->count == 0) return ASTAR_AGENT_ARRIVED;
  if (g->state == AS_GROUP_ORDERED) return ASTAR_AGENT_MOVING;
  for (i = 0; i < g->count; i++) seen[s->ops->status(s->crowd, g->members[i].index)]++;
  if (seen[ASTAR_AGENT_MOVING] > 0) return ASTAR_AGENT_MOVING;
  if (seen[ASTAR_AGENT_WAITING] > 0) return ASTAR_AGENT_WAITING;
  return seen[ASTAR_AGENT_STUCK] > 0 ? ASTAR_AGENT_STUCK : ASTAR_AGENT_ARRIVED;
}

astar_group_view astar_group_get(const astar_groups *s, astar_group group)
{
  const as_group *g = group_of(s, group);
  astar_group_view view;
  double middle[2];
  memset(&view, 0, sizeof view);
  find_middle(s, g, middle);
  view.x = middle[0];
  view.y = middle[1];
  memcpy(view.facing, g->facing, sizeof view.facing);
  view.formation = g->formation;
  view.places = (const double(*)[2])g->own;
  view.place_count = g->own_count;
  view.spacing = spacing_of(s, g);
  view.own_speed = g->own_speed;
  view.status = status_of(s, g);
  view.has_goal = g->state != AS_GROUP_IDLE;
  if (!view.has_goal) return view;
  memcpy(view.goal, g->goal, sizeof view.goal);
  view.node = as_groups_node(s, g);
  view.level = g->level;
  return view;
}

/* ---- Validation ---- */

void as_groups_validate(const astar_groups *s)
{
  uint32_t i, k, members = 0;
  for (i = 0; i < s->count; i++) {
    const as_group *g = s->list[i];
    astar_check(i == 0 || s->list[i - 1]->id < g->id);
    astar_check(g->id <= s->last && g->state <= AS_GROUP_PLACED);
    astar_check((g->state == AS_GROUP_MARCHES) <= (g->march.count >= 2));
    for (k = 0; k < g->count; k++) {
      const uint32_t index = g->members[k].index;
      astar_check(index < s->of_count && s->of[index].group == g->id && s->of[index].at == k);
    }
    members += g->count;
  }
  for (i = 0; i < s->of_count; i++) members -= s->of[i].group != ASTAR_NO_GROUP;
  astar_check(members == 0);
}
