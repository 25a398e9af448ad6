/*
** saved_discs.c: saves and loads crowds of discs; see io/saved.h for the encoding of numbers.
**
**   discs   f64 horizon, wall_horizon, patience, max_acceleration; u32 neighbours; with AS_SAVED_LEVEL u32 level > 1;
**           u64 expansions, ticks; u8 1 if the discs know all edits; for each group u32 groups that it ignores; u32
**           count of units that discs have; for each of these: u8 0 if it is none, else u8 1, its name; u32 count of
**           ids; u32 count of free ids; for each of these, in the order of reuse: u32 id, FREE_ZEROS u8 0; for each
**           live disc, by id: the disc; u32 count of the queue; for each in it: u32 id; with AS_SAVED_QUERY: u32 id of
**           the disc of the query, f64 its start (2), its goal (2), u64 what it still counts as; groups
**           (saved_groups.h)
**   disc    f64 place, velocity, movement (2 each), radius, speed, priority, arrive, target (2), best, detour, waited,
**           least, since, pace, stood, there, held, demand (2), backing, refuge (4), escape (2), heading (2),
**           stand (2); u32 unit (which of the list, from 0), flow, by, leader, pusher (ids, or 0), aim, count of
**           points; u8 aside + AS_DISC_ASIDE_MOST, pushes, group, wish, status, flags, joint; for each point f64 place
**           (2), left; u32 count of turns left; for each of these f64 place (2), u8 first
*/
#include "crowd/discs.h"
#include "io/saved_groups.h"

#include <stdio.h>

/* Flags of `neighbours`. A reader that does not know them refuses the number. */
#define AS_SAVED_LEVEL 0x80000000u
#define AS_SAVED_QUERY 0x40000000u

#define LOOKED 1u
#define PARTIAL 2u
#define SETTLED 4u
#define INSIDE 8u
#define ESCAPES 16u
#define RETURNS 32u
#define CLOSED 64u

#define NUMBERS 34

/* A free id takes about as much memory as a disc, which must not be far more than the bytes from which it is loaded. */
#define FREE_ZEROS 52
#define FREE_BYTES (4 + FREE_ZEROS)

/* As much of the name of a unit as fits in an error. */
#define LONGEST_NAME 40

/* Bytes of a disc without points and turns, of a point, and of a turn. */
#define DISC_BYTES (NUMBERS * 8 + 8 * 4 + 7)
#define POINT_BYTES 24
#define TURN_BYTES 17

/* The numbers of a disc, in the order of the format. */
static uint32_t list_numbers(as_disc *a, double *list[NUMBERS])
{
  uint32_t n = 0;
  int k;
  for (k = 0; k < 2; k++) list[n++] = &a->at[k];
  for (k = 0; k < 2; k++) list[n++] = &a->velocity[k];
  for (k = 0; k < 2; k++) list[n++] = &a->moved[k];
  list[n++] = &a->radius;
  list[n++] = &a->full_speed;
  list[n++] = &a->priority;
  list[n++] = &a->arrive;
  for (k = 0; k < 2; k++) list[n++] = &a->target[k];
  list[n++] = &a->best;
  list[n++] = &a->detour;
  list[n++] = &a->waited;
  list[n++] = &a->least;
  list[n++] = &a->since;
  list[n++] = &a->pace;
  list[n++] = &a->stood;
  list[n++] = &a->there;
  list[n++] = &a->held;
  for (k = 0; k < 2; k++) list[n++] = &a->demand[k];
  list[n++] = &a->backing;
  for (k = 0; k < 4; k++) list[n++] = &a->refuge[k / 2][k % 2];
  for (k = 0; k < 2; k++) list[n++] = &a->escape[k];
  for (k = 0; k < 2; k++) list[n++] = &a->heading[k];
  for (k = 0; k < 2; k++) list[n++] = &a->stand[k];
  return n;
}

/* ---- Saving ---- */

/* How many units come before one: they are listed by their ids, as the order of kinds depends on what is past. */
static uint32_t units_before(const astar_discs *d, uint64_t unit)
{
  uint32_t i, count = 0;
  for (i = 0; i < d->kind_count; i++) count += d->kinds[i].discs > 0 && d->kinds[i].unit < unit;
  return count;
}

static void save_units(const astar_discs *d, astar_writer *w)
{
  uint32_t i;
  as_write(w, units_before(d, UINT64_MAX), 4);
  for (i = as_discs_next_kind(d, 0); i < d->kind_count; i = as_discs_next_kind(d, (uint64_t)d->kinds[i].unit + 1)) {
    const astar_unit unit = d->kinds[i].unit;
    size_t length;
    const char *name;
    as_write(w, unit != ASTAR_NO_UNIT, 1);
    if (unit == ASTAR_NO_UNIT) continue;
    name = astar_graph_unit_name(d->grid, unit, &length);
    astar_write_bytes(w, name, length);
  }
}

static void save_disc(const astar_discs *d, const as_disc *disc, astar_writer *w)
{
  as_disc a = *disc;
  double *list[NUMBERS];
  const uint32_t count = list_numbers(&a, list);
  uint32_t i;
  a.by = as_disc_by(d, disc);
  if (!as_disc_backs(d, disc)) as_disc_leave(&a);
  if (!as_disc_is_pushed(d, disc)) a.pushes = 0;
  for (i = 0; i < count; i++) as_write_double(w, *list[i]);
  as_write(w, units_before(d, d->kinds[a.kind].unit), 4);
  as_write(w, a.flow, 4);
  as_write(w, a.by == AS_NO_DISC ? 0 : a.by + 1, 4);
  as_write(w, a.backing > 0 ? a.leader + 1 : 0, 4);
  as_write(w, a.pushes > 0 ? a.pusher + 1 : 0, 4);
  as_write(w, a.aim, 4);
  as_write(w, a.point_count, 4);
  as_write(w, (uint64_t)(a.aside + AS_DISC_ASIDE_MOST), 1);
  as_write(w, a.pushes, 1);
  as_write(w, a.group, 1);
  as_write(w, a.wish, 1);
  as_write(w, a.status, 1);
  as_write(w,
           (a.looked ? LOOKED : 0) | (a.partial ? PARTIAL : 0) | (a.settled ? SETTLED : 0) | (a.inside ? INSIDE : 0) |
               (a.escapes ? ESCAPES : 0) | (a.returns ? RETURNS : 0) | (a.closed ? CLOSED : 0),
           1);
  as_write(w, a.joint, 1);
  for (i = 0; i < a.point_count; i++) {
    as_write_double(w, a.points[i].at[0]);
    as_write_double(w, a.points[i].at[1]);
    as_write_double(w, a.points[i].left);
  }
  as_write(w, a.turn_count - a.turn, 4);
  for (i = a.turn; i < a.turn_count; i++) {
    as_write_double(w, a.turns[i].at[0]);
    as_write_double(w, a.turns[i].at[1]);
    as_write(w, a.turns[i].first, 1);
  }
}

static void save_free_id(uint32_t index, astar_writer *w)
{
  int i;
  as_write(w, index + 1, 4);
  for (i = 0; i < FREE_ZEROS; i += 4) as_write(w, 0, 4);
}

/* The free ids; those that are out of generations, which are not in the list, come last. */
static void save_free_ids(const astar_discs *d, astar_writer *w)
{
  uint32_t i, left = d->count - d->live;
  as_write(w, left, 4);
  for (i = d->free_disc; i != AS_NO_DISC; i = d->discs[i].next, left--) save_free_id(i, w);
  for (i = 0; left > 0; i++) {
    if (d->discs[i].generation != UINT32_MAX - 1) continue;
    save_free_id(i, w);
    left--;
  }
}

static void save_query(const as_disc_query *q, astar_writer *w)
{
  int k;
  as_write(w, q->disc + 1, 4);
  for (k = 0; k < 2; k++) as_write_double(w, q->start[k]);
  for (k = 0; k < 2; k++) as_write_double(w, q->goal[k]);
  as_write(w, q->left, 8);
}

void astar_save_discs(const astar_discs *d, astar_writer *w)
{
  uint32_t i, queued = 0;
  as_save_begin(w, ASTAR_SAVED_DISCS);
  as_write_double(w, d->def.horizon);
  as_write_double(w, d->def.wall_horizon);
  as_write_double(w, d->def.patience);
  as_write_double(w, d->def.max_acceleration);
  as_write(w,
           d->def.neighbours | (d->def.level > 1 ? AS_SAVED_LEVEL : 0) |
               (d->query.disc != AS_NO_DISC ? AS_SAVED_QUERY : 0),
           4);
  if (d->def.level > 1) as_write(w, d->def.level, 4);
  as_write(w, d->def.expansions, 8);
  as_write(w, d->ticks, 8);
  as_write(w, as_discs_know_edits(d), 1);
  for (i = 0; i < ASTAR_DISC_GROUPS; i++) as_write(w, d->ignored[i], 4);
  save_units(d, w);
  as_write(w, d->count, 4);
  save_free_ids(d, w);
  for (i = 0; i < d->count; i++) {
    if (as_disc_is_live(&d->discs[i])) save_disc(d, &d->discs[i], w);
  }
  for (i = d->queue_first; i != AS_NO_DISC; i = d->discs[i].next) queued++;
  as_write(w, queued, 4);
  for (i = d->queue_first; i != AS_NO_DISC; i = d->discs[i].next) as_write(w, i + 1, 4);
  if (d->query.disc != AS_NO_DISC) save_query(&d->query, w);
  as_save_groups(&d->groups, true, w);
}

/* ---- Loading ---- */

static bool is_between(double x, double least, double most)
{
  return x >= least && x <= most;
}

static bool load_definition(astar_reader *r, astar_discs_def *def, bool *has_query)
{
  uint32_t neighbours;
  memset(def, 0, sizeof *def);
  def->horizon = as_read_double(r);
  def->wall_horizon = as_read_double(r);
  def->patience = as_read_double(r);
  def->max_acceleration = as_read_double(r);
  neighbours = as_read32(r);
  def->neighbours = neighbours & ~(AS_SAVED_LEVEL | AS_SAVED_QUERY);
  *has_query = neighbours & AS_SAVED_QUERY;
  def->level = neighbours & AS_SAVED_LEVEL ? as_read32(r) : 1;
  def->expansions = as_read(r, 8);
  if (!r->failed && is_between(def->horizon, 1e-6, 1e6) && is_between(def->wall_horizon, 1e-6, 1e6) &&
      is_between(def->patience, 0, 1e6) && def->max_acceleration > 0 && def->expansions > 0 && def->neighbours > 0 &&
      def->neighbours <= ASTAR_DISC_NEIGHBOURS && (def->level > 1) == ((neighbours & AS_SAVED_LEVEL) != 0))
    return true;
  return as_refuse(r, "the definition of the crowd");
}

static bool load_ignored(astar_discs *d, astar_reader *r)
{
  uint32_t i, k;
  for (i = 0; i < ASTAR_DISC_GROUPS; i++) d->ignored[i] = as_read32(r);
  for (i = 0; i < ASTAR_DISC_GROUPS; i++) {
    for (k = 0; k < i; k++) {
      if ((d->ignored[i] >> k & 1) != (d->ignored[k] >> i & 1)) return as_refuse(r, "groups that ignore each other");
    }
  }
  return !r->failed || as_refuse(r, "it is cut off");
}

/* Whether the numbers of a disc are such as it can have. */
static bool are_numbers(as_disc *a)
{
  double *list[NUMBERS];
  const uint32_t count = list_numbers(a, list);
  uint32_t i;
  for (i = 0; i < count; i++) {
    const double x = *list[i];
    if (list[i] == &a->arrive && isnan(x) && !as_is_foreign_nan(x)) continue;
    if ((list[i] == &a->best || list[i] == &a->least) && x == INFINITY) continue;
    if (!(fabs(x) <= DBL_MAX)) return false;
  }
  if (!(fabs(a->at[0]) <= ASTAR_PLANE_LIMIT) || !(fabs(a->at[1]) <= ASTAR_PLANE_LIMIT)) return false;
  if (!(fabs(a->escape[0]) <= ASTAR_PLANE_LIMIT) || !(fabs(a->escape[1]) <= ASTAR_PLANE_LIMIT)) return false;
  if (!(fabs(a->target[0]) <= ASTAR_PLANE_LIMIT) || !(fabs(a->target[1]) <= ASTAR_PLANE_LIMIT)) return false;
  if (!(a->radius > 0) || !(a->radius <= ASTAR_PLANE_LIMIT) || !is_between(a->full_speed, 0, ASTAR_PLANE_LIMIT))
    return false;
  if (fabs(a->velocity[0]) > 4 * ASTAR_PLANE_LIMIT || fabs(a->velocity[1]) > 4 * ASTAR_PLANE_LIMIT) return false;
  if (!(fabs(a->stand[0]) <= ASTAR_PLANE_LIMIT) || !(fabs(a->stand[1]) <= ASTAR_PLANE_LIMIT)) return false;
  if (fabs(a->heading[0]) > 2 || fabs(a->heading[1]) > 2) return false;
  if (!(a->detour >= -1) || !(a->there >= 0)) return false;
  if (!(a->waited >= 0) || !(a->since >= 0)) return false;
  return is_between(a->pace, -2, 2) && a->stood >= 0 && is_between(a->held, 0, 1e6) &&
         is_between(a->backing, 0, 1e6) && !(a->arrive < 0);
}

static astar_result refuse_unit(astar_reader *r, const char *name, size_t length)
{
  r->failed = true;
  if (!r->error[0]) {
    const int most = length < LONGEST_NAME ? (int)length : LONGEST_NAME;
    snprintf(r->error, sizeof r->error, "a disc has the unit '%.*s', which the map does not have", most, name);
  }
  return ASTAR_MALFORMED;
}

/* Read a unit, of which the map must have one with the name. On a plane all discs are of one kind. */
static astar_result load_unit(astar_discs *d, astar_reader *r, uint32_t *kind)
{
  const uint64_t named = as_read(r, 1);
  astar_unit unit = ASTAR_NO_UNIT;
  if (named > 1) return as_malformed(r, "a unit of discs");
  if (named) {
    size_t length;
    const char *name = astar_read_bytes(r, &length);
    if (!r->failed && d->grid) unit = astar_graph_unit(d->grid, name, length);
    if (!r->failed && d->grid && unit == ASTAR_NO_UNIT) return refuse_unit(r, name, length);
  }
  if (r->failed) return as_malformed(r, "the units are cut off");
  return as_discs_find_kind(d, unit, kind);
}

/* Read the units, and set their number. On a grid they become the kinds, which count one more disc than they have. */
static astar_result load_units(astar_discs *d, astar_reader *r, uint32_t *count)
{
  uint32_t i, kind;
  *count = as_read32(r);
  if (!as_left(r, *count, 1)) return as_malformed(r, "the units are cut off");
  for (i = 0; i < *count; i++) {
    const astar_result result = load_unit(d, r, &kind);
    if (result != ASTAR_OK) return result;
    if (d->grid && kind != i) return as_malformed(r, "a unit of discs is listed twice");
    if (d->grid) d->kinds[kind].discs++;
  }
  return ASTAR_OK;
}

/* All discs are loaded: each kind has some. */
static bool count_kinds(astar_discs *d, astar_reader *r)
{
  uint32_t i;
  for (i = 0; d->grid && i < d->kind_count; i++) {
    if (--d->kinds[i].discs == 0) return as_refuse(r, "a unit that no disc has");
  }
  return true;
}

static astar_result load_points(astar_discs *d, as_disc *a, astar_reader *r, uint32_t count)
{
  uint32_t i;
  if (!as_left(r, count, POINT_BYTES)) return as_malformed(r, "the points of a disc are cut off");
  if (!as_disc_reserve_points(d, a, count)) return ASTAR_NO_MEMORY;
  for (i = 0; i < count; i++) {
    as_disc_point *p = &a->points[i];
    p->at[0] = as_read_double(r);
    p->at[1] = as_read_double(r);
    p->left = as_read_double(r);
    if (!(fabs(p->at[0]) <= ASTAR_PLANE_LIMIT) || !(fabs(p->at[1]) <= ASTAR_PLANE_LIMIT) ||
        !is_between(p->left, 0, DBL_MAX))
      return as_malformed(r, "a point of a disc is not a valid place");
  }
  a->point_count = count;
  return ASTAR_OK;
}

static astar_result load_turns(astar_discs *d, as_disc *a, astar_reader *r)
{
  const uint32_t count = as_read32(r);
  uint32_t i;
  if (!as_left(r, count, TURN_BYTES)) return as_malformed(r, "the turns of a disc are cut off");
  if (count > 0 && !(a->joint & AS_JOINT_FIRST)) return as_malformed(r, "a disc without a plan has turns");
  if (!as_reserve(&d->memory, &a->turns, &a->turn_capacity, count, sizeof *a->turns)) return ASTAR_NO_MEMORY;
  for (i = 0; i < count; i++) {
    as_disc_turn *turn = &a->turns[i];
    uint64_t first;
    turn->at[0] = as_read_double(r);
    turn->at[1] = as_read_double(r);
    first = as_read(r, 1);
    if (!(fabs(turn->at[0]) <= ASTAR_PLANE_LIMIT) || !(fabs(turn->at[1]) <= ASTAR_PLANE_LIMIT) || first > 1)
      return as_malformed(r, "a turn of a disc is not valid");
    turn->first = first == 1;
  }
  a->turn_count = count;
  return ASTAR_OK;
}

/* Whether the flags of a disc for a plan for two are possible together. */
static bool is_joint(const as_disc *a)
{
  if (a->joint & ~(AS_JOINT_ASKS | AS_JOINT_FOLLOWS | AS_JOINT_MOVES | AS_JOINT_FIRST)) return false;
  if (a->joint & AS_JOINT_FOLLOWS) return a->backing > 0;
  return !(a->joint & (AS_JOINT_MOVES | AS_JOINT_FIRST));
}

static void load_flags(as_disc *a, uint32_t flags)
{
  a->looked = flags & LOOKED;
  a->partial = flags & PARTIAL;
  a->settled = flags & SETTLED;
  a->inside = flags & INSIDE;
  a->escapes = flags & ESCAPES;
  a->returns = flags & RETURNS;
  a->closed = flags & CLOSED;
}

/* Whether an id is 0, or that of a live disc; *index is set. */
static bool load_index(const astar_discs *d, astar_reader *r, uint32_t *index)
{
  const uint32_t id = as_read32(r);
  *index = id - 1;
  return id == 0 || (id - 1 < d->count && as_disc_is_live(&d->discs[id - 1]));
}

static astar_result load_disc(astar_discs *d, uint32_t index, astar_reader *r, uint32_t units)
{
  as_disc *a = &d->discs[index];
  double *list[NUMBERS];
  const uint32_t numbers = list_numbers(a, list);
  uint32_t i, unit, count, flags, aside;
  astar_result result;
  bool valid;
  for (i = 0; i < numbers; i++) *list[i] = as_read_double(r);
  a->speed = a->full_speed; /* groups limit it before anybody moves */
  unit = as_read32(r);
  a->flow = as_read32(r);
  valid = load_index(d, r, &a->by);
  valid = load_index(d, r, &a->leader) && valid;
  valid = load_index(d, r, &a->pusher) && valid;
  a->by_generation = a->leader_generation = a->pusher_generation = 1;
  a->aim = as_read32(r);
  count = as_read32(r);
  aside = (uint32_t)as_read(r, 1);
  a->aside = (int8_t)((int)aside - AS_DISC_ASIDE_MOST);
  a->pushes = (uint8_t)as_read(r, 1);
  a->group = (uint8_t)as_read(r, 1);
  a->wish = (uint8_t)as_read(r, 1);
  a->status = (uint8_t)as_read(r, 1);
  flags = (uint32_t)as_read(r, 1);
  a->joint = (uint8_t)as_read(r, 1);
  a->before = a->next = AS_NO_DISC;
  if (r->failed || !valid || !are_numbers(a) || (a->leader == AS_NO_DISC) != !(a->backing > 0) ||
      (a->pusher == AS_NO_DISC) != (a->pushes == 0) || unit >= units || a->flow >= ASTAR_DISC_FLOWS ||
      (a->aim >= count && a->aim > 0) || a->group >= ASTAR_DISC_GROUPS || a->wish > ASTAR_WISH_FLOW ||
      a->status > ASTAR_AGENT_STUCK || aside > 2 * AS_DISC_ASIDE_MOST || flags >= 128 || !is_joint(a) ||
      (a->wish == ASTAR_WISH_PATH && count == 0))
    return as_malformed_at(r, "disc", index + 1, "it is not valid");
  load_flags(a, flags);
  a->kind = d->grid ? unit : 0;
  d->kinds[a->kind].discs++;
  if (!as_disc_takes_paths(a) && (count > 0 || a->partial))
    return as_malformed_at(r, "disc", index + 1, "it has no wish that takes points");
  if (a->wish == ASTAR_WISH_PLACE && count == 0 && !as_disc_reserve_points(d, a, 1)) return ASTAR_NO_MEMORY;
  result = load_points(d, a, r, count);
  return result == ASTAR_OK ? load_turns(d, a, r) : result;
}

/* Read an id and the zeros after it; 0 if these are others. */
static uint32_t load_free_id(astar_reader *r)
{
  const uint32_t id = as_read32(r);
  uint32_t others = 0;
  int i;
  for (i = 0; i < FREE_ZEROS; i += 4) others |= as_read32(r);
  return others == 0 ? id : 0;
}

/* Read the free ids, in the order of reuse. All discs are live before. */
static bool load_free_ids(astar_discs *d, astar_reader *r, uint32_t count)
{
  uint32_t i, *last = &d->free_disc;
  for (i = 0; i < count; i++) {
    const uint32_t id = load_free_id(r);
    as_disc *a;
    if (id - 1 >= d->count || d->discs[id - 1].generation == 0)
      return as_refuse_at(r, "disc", id, "it is listed as free, but cannot be free");
    a = &d->discs[id - 1];
    a->generation = 0;
    a->next = AS_NO_DISC;
    *last = id - 1;
    last = &a->next;
  }
  return true;
}

/* Read the queue; a disc in it keeps whether it has looked. */
static bool load_queue(astar_discs *d, astar_reader *r)
{
  const uint32_t count = as_read32(r);
  uint32_t i;
  if (!as_left(r, count, 4)) return as_refuse(r, "the queue is cut off");
  for (i = 0; i < count; i++) {
    uint32_t index;
    bool looked;
    if (!load_index(d, r, &index) || index == AS_NO_DISC || d->discs[index].queued ||
        !as_disc_takes_paths(&d->discs[index]))
      return as_refuse(r, "the queue has a disc that cannot be in it");
    looked = d->discs[index].looked;
    as_disc_enqueue(d, index);
    d->discs[index].looked = looked;
  }
  return true;
}

static astar_result load_discs(astar_discs *d, astar_reader *r, uint32_t units)
{
  const uint32_t count = as_read32(r), free_ids = as_read32(r);
  astar_result result = ASTAR_OK;
  uint32_t i;
  if (r->failed || free_ids > count || count > 0x80000000u || !as_left(r, free_ids, FREE_BYTES) ||
      !as_left(r, count - free_ids, DISC_BYTES))
    return as_malformed(r, "the number of discs is too large");
  if (!as_permit(r, count - free_ids, r->most_agents, "agents")) return ASTAR_MALFORMED;
  if (count == 0) return load_queue(d, r) ? ASTAR_OK : ASTAR_MALFORMED;
  if (!as_reserve(&d->memory, &d->discs, &d->capacity, count, sizeof *d->discs)) return ASTAR_NO_MEMORY;
  memset(d->discs, 0, count * sizeof *d->discs);
  d->count = count;
  d->live = count - free_ids;
  if (!as_discs_reserve_step(d, count, d->live)) return ASTAR_NO_MEMORY;
  for (i = 0; i < count; i++) d->discs[i].generation = 1;
  if (!load_free_ids(d, r, free_ids)) return ASTAR_MALFORMED;
  for (i = 0; i < count && result == ASTAR_OK; i++) {
    if (as_disc_is_live(&d->discs[i])) result = load_disc(d, i, r, units);
  }
  if (result == ASTAR_OK && !load_queue(d, r)) result = ASTAR_MALFORMED;
  return result;
}

/* Read the query: its disc is in the queue. */
static bool load_query(astar_discs *d, astar_reader *r)
{
  as_disc_query q;
  bool valid;
  int k;
  memset(&q, 0, sizeof q);
  valid = load_index(d, r, &q.disc) && q.disc != AS_NO_DISC && d->discs[q.disc].queued;
  for (k = 0; k < 2; k++) {
    q.start[k] = as_read_double(r);
    valid = fabs(q.start[k]) <= ASTAR_PLANE_LIMIT && valid;
  }
  for (k = 0; k < 2; k++) {
    q.goal[k] = as_read_double(r);
    valid = fabs(q.goal[k]) <= ASTAR_PLANE_LIMIT && valid;
  }
  q.left = as_read(r, 8);
  if (r->failed || !valid) return as_refuse(r, "the search for a path is not valid");
  d->query = q;
  return true;
}

static bool is_disc(const void *discs, uint32_t index)
{
  return as_disc_is_live(&((const astar_discs *)discs)->discs[index]);
}

/* Read the groups. Members that they lead may be left to themselves at any time, and then need a point. */
static astar_result load_all_groups(astar_discs *d, astar_reader *r)
{
  const astar_result result = as_load_groups(&d->groups, r, d->count, is_disc);
  uint32_t i, k;
  for (i = 0; i < d->groups.count && result == ASTAR_OK; i++) {
    const as_group *g = d->groups.list[i];
    for (k = 0; k < g->count; k++) {
      if (!as_disc_reserve_points(d, &d->discs[g->members[k].index], 1)) return ASTAR_NO_MEMORY;
    }
  }
  return result;
}

/* Discs that know the plane as it was may stand in the obstacles of this one. */
static void look_around(astar_discs *d)
{
  uint32_t i;
  for (i = 0; i < d->count; i++) {
    as_disc *a = &d->discs[i];
    if (!as_disc_is_live(a) || a->inside || !as_disc_stands_badly(as_plane_of(d, a), a->at, a->radius)) continue;
    a->inside = true;
    a->escapes = false;
  }
}

static astar_result load_body(astar_discs *d, astar_reader *r, bool has_query)
{
  uint32_t units;
  astar_result result;
  if (!load_ignored(d, r)) return ASTAR_MALFORMED;
  result = load_units(d, r, &units);
  if (result == ASTAR_OK) result = load_discs(d, r, units);
  if (result == ASTAR_OK && !count_kinds(d, r)) result = ASTAR_MALFORMED;
  if (result == ASTAR_OK && has_query && !load_query(d, r)) result = ASTAR_MALFORMED;
  if (result == ASTAR_OK) result = load_all_groups(d, r);
  return result;
}

/* Load onto a grid, or else onto a plane. */
static astar_result load_on(astar_alloc alloc, void *context, astar_reader *r, astar_plane *p, astar_graph *grid,
                            astar_discs **discs)
{
  astar_discs_def def;
  astar_discs *d;
  astar_result result = ASTAR_OK;
  uint64_t ticks;
  uint32_t knows;
  bool has_query;
  *discs = NULL;
  if (r->kind != ASTAR_SAVED_DISCS) return as_malformed(r, "not a crowd of discs");
  if (!load_definition(r, &def, &has_query)) return ASTAR_MALFORMED;
  ticks = as_read(r, 8);
  knows = (uint32_t)as_read(r, 1);
  if (knows > 1) return as_malformed(r, "the definition of the crowd");
  if (grid) result = astar_discs_create_on_grid(alloc, context, grid, &def, &d);
  else d = astar_discs_create(alloc, context, p, &def);
  if (result == ASTAR_MALFORMED) return as_malformed(r, "the map wraps, or lacks the level on which the discs are");
  if (!d) return ASTAR_NO_MEMORY;
  d->ticks = ticks;
  result = load_body(d, r, has_query);
  if (result == ASTAR_OK) {
    if (knows) look_around(d);
    else as_discs_forget_planes(d); /* any edit may have happened; the next update looks */
    *discs = d;
  } else {
    astar_discs_destroy(d);
  }
  return result;
}

astar_result astar_load_discs(astar_alloc alloc, void *context, astar_reader *r, astar_plane *p, astar_discs **discs)
{
  return load_on(alloc, context, r, p, NULL, discs);
}

astar_result astar_load_discs_on_grid(astar_alloc alloc, void *context, astar_reader *r, astar_graph *grid,
                                      astar_discs **discs)
{
  return load_on(alloc, context, r, NULL, grid, discs);
}
