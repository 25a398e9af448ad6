/* saved_groups.c: see saved_groups.h. */
#include "io/saved_groups.h"

/* Bytes of a group without its lists, of a point of a march, and of a member. */
#define GROUP_BYTES (1 + 4 + 3 * 8 + 2 + 3 * 8 + 4 + 6 * 8 + 4 + 4 + 3 * 8 + 4)
#define POINT_BYTES 24
/*
** Flags of the state: the number of exchanges follows, as it is not 0; no place was closed; the level of the goal
** follows, as it is more than 1.
*/
#define SAVED_EXCHANGED 0x20u
#define SAVED_OPEN 0x40u
#define SAVED_LEVEL 0x80u
#define MEMBER_BYTES (4 + 6 * 8 + 1)

static void write_doubles(astar_writer *w, const double *list, uint32_t count)
{
  uint32_t i;
  for (i = 0; i < count; i++) as_write_double(w, list[i]);
}

/* ---- Saving ---- */

static void save_march(const as_march *m, astar_writer *w)
{
  uint32_t i;
  as_write(w, m->count, 4);
  for (i = 0; i < m->count; i++) {
    write_doubles(w, m->points[i].at, 2);
    as_write_double(w, m->points[i].along);
  }
  as_write(w, m->turn, 4);
  as_write_double(w, m->along);
  as_write_double(w, m->waited);
  as_write_double(w, m->least);
}

static void save_members(const as_group *g, astar_writer *w)
{
  uint32_t i;
  as_write(w, g->count, 4);
  for (i = 0; i < g->count; i++) {
    const as_member *m = &g->members[i];
    as_write(w, m->index + 1, 4);
    write_doubles(w, m->offset, 2);
    write_doubles(w, m->place, 2);
    as_write_double(w, m->along);
    as_write_double(w, m->ahead);
    as_write(w, m->mode, 1);
  }
}

static void save_group(const astar_groups *s, const as_group *g, bool followed, astar_writer *w)
{
  const uint32_t flags = (g->exchanged > 0 ? SAVED_EXCHANGED : 0) | (followed && g->open ? SAVED_OPEN : 0) |
                         (g->level > 1 ? SAVED_LEVEL : 0);
  uint32_t i;
  as_write(w, g->formation, 1);
  as_write(w, g->own_count, 4);
  for (i = 0; i < g->own_count; i++) write_doubles(w, g->own[i], 2);
  as_write_double(w, g->spacing);
  write_doubles(w, g->wanted, 2);
  as_write(w, g->own_speed, 1);
  as_write(w, g->state | flags, 1);
  if (g->exchanged > 0) as_write(w, g->exchanged, 4);
  if (g->level > 1) as_write(w, g->level, 4);
  write_doubles(w, g->goal, 3);
  as_write(w, as_groups_node(s, g), 4);
  write_doubles(w, g->facing, 2);
  as_write_double(w, g->extent);
  as_write_double(w, g->apart);
  write_doubles(w, g->middle, 2);
  save_march(&g->march, w);
  save_members(g, w);
}

void as_save_groups(const astar_groups *s, bool followed, astar_writer *w)
{
  uint32_t i, count = 0;
  for (i = 0; i < s->count; i++) count += s->list[i]->count > 0;
  as_write(w, count, 4);
  for (i = 0; i < s->count; i++) {
    if (s->list[i]->count > 0) save_group(s, s->list[i], followed, w);
  }
}

/* ---- Loading ---- */

/* Read finite numbers. */
static bool read_doubles(astar_reader *r, double *list, uint32_t count)
{
  bool finite = true;
  uint32_t i;
  for (i = 0; i < count; i++) {
    list[i] = as_read_double(r);
    finite = finite && fabs(list[i]) <= DBL_MAX;
  }
  return finite;
}

static bool read_length(astar_reader *r, double *length)
{
  *length = as_read_double(r);
  return *length >= 0 && *length <= DBL_MAX;
}

static bool read_direction(astar_reader *r, double direction[2])
{
  return read_doubles(r, direction, 2) && fabs(direction[0]) <= 1 && fabs(direction[1]) <= 1;
}

/* Read what it was made with, and make it. */
static astar_result load_definition(astar_groups *s, astar_reader *r, as_group **group)
{
  astar_group_def def = astar_default_group();
  as_offset *own = NULL;
  astar_result result = ASTAR_MALFORMED;
  bool valid = true;
  uint32_t i;
  const uint32_t formation = (uint32_t)as_read(r, 1);
  def.formation = (astar_formation)formation;
  def.place_count = as_read32(r);
  if (formation > ASTAR_FORMATION_OWN || !as_left(r, def.place_count, 16) ||
      (def.place_count > 0 && formation != ASTAR_FORMATION_OWN))
    return as_malformed(r, "the formation of a group");
  if (def.place_count > 0) own = as_new(s->memory, def.place_count, as_offset);
  if (def.place_count > 0 && !own) return ASTAR_NO_MEMORY;
  for (i = 0; i < def.place_count; i++) valid = read_doubles(r, own[i], 2) && valid;
  def.places = (const double(*)[2])own;
  def.spacing = as_read_double(r);
  valid = (isnan(def.spacing) ? !as_is_foreign_nan(def.spacing) : def.spacing > 0 && def.spacing <= DBL_MAX) && valid;
  valid = read_direction(r, def.facing) && valid;
  if (valid) result = as_groups_make(s, &def, group);
  if (result == ASTAR_OK) memcpy((*group)->wanted, def.facing, sizeof def.facing); /* to the bit */
  as_free(s->memory, own, own ? def.place_count : 0, as_offset);
  return result == ASTAR_MALFORMED ? as_malformed(r, "the formation of a group") : result;
}

static astar_result load_march(astar_groups *s, as_march *m, astar_reader *r)
{
  bool valid = true;
  uint32_t i;
  m->count = as_read32(r);
  if (!as_left(r, m->count, POINT_BYTES)) {
    m->count = 0;
    return as_malformed(r, "the way of a group");
  }
  if (!as_reserve(s->memory, &m->points, &m->capacity, m->count, sizeof *m->points)) return ASTAR_NO_MEMORY;
  for (i = 0; i < m->count; i++) {
    valid = read_doubles(r, m->points[i].at, 2) && read_length(r, &m->points[i].along) && valid;
    valid = valid && m->points[i].along >= (i > 0 ? m->points[i - 1].along : 0);
  }
  m->turn = as_read32(r);
  valid = read_length(r, &m->along) && read_length(r, &m->waited) && valid;
  m->least = as_read_double(r);
  return valid && m->least >= 0 ? ASTAR_OK : as_malformed(r, "the way of a group");
}

static astar_result load_members(astar_groups *s, as_group *g, astar_reader *r, uint32_t units,
                                 bool (*is_unit)(const void *crowd, uint32_t index))
{
  const uint32_t count = as_read32(r);
  uint32_t i;
  if (count == 0 || !as_left(r, count, MEMBER_BYTES)) return as_malformed(r, "the members of a group");
  if (!as_groups_reserve(s, g, count, units)) return ASTAR_NO_MEMORY;
  for (i = 0; i < count; i++) {
    const uint32_t index = as_read32(r) - 1;
    as_member *m;
    bool valid;
    if (index >= units || !is_unit(s->crowd, index) || s->of[index].group != ASTAR_NO_GROUP)
      return as_malformed(r, "the members of a group");
    m = as_groups_take(s, g, index);
    valid = read_doubles(r, m->offset, 2) && read_doubles(r, m->place, 2) && read_doubles(r, &m->along, 1);
    valid = read_length(r, &m->ahead) && valid;
    m->mode = (uint8_t)as_read(r, 1);
    if (!valid || m->mode > AS_MARCH_LOST) return as_malformed(r, "the members of a group");
  }
  return ASTAR_OK;
}

static astar_result load_group(astar_groups *s, astar_reader *r, uint32_t units,
                               bool (*is_unit)(const void *crowd, uint32_t index))
{
  as_group *g;
  uint32_t own_speed, state;
  bool valid;
  astar_result result = load_definition(s, r, &g);
  if (result != ASTAR_OK) return result;
  own_speed = (uint32_t)as_read(r, 1);
  g->own_speed = own_speed == 1;
  state = (uint32_t)as_read(r, 1);
  g->state = (uint8_t)(state & ~(SAVED_EXCHANGED | SAVED_OPEN | SAVED_LEVEL));
  g->open = (state & SAVED_OPEN) != 0;
  g->exchanged = state & SAVED_EXCHANGED ? as_read32(r) : 0;
  g->level = state & SAVED_LEVEL ? as_read32(r) : 1;
  valid = read_doubles(r, g->goal, 3);
  g->node = as_read32(r);
  if (g->node != ASTAR_NO_ID && !s->ops->has(s->crowd, g->node, &g->generation)) g->node = ASTAR_NO_ID;
  valid = read_direction(r, g->facing) && valid;
  valid = read_length(r, &g->extent) && read_length(r, &g->apart) && read_doubles(r, g->middle, 2) && valid;
  if (r->failed || !valid || own_speed > 1 || g->state > AS_GROUP_PLACED ||
      (g->level > 1) != ((state & SAVED_LEVEL) != 0) || (g->exchanged > 0) != ((state & SAVED_EXCHANGED) != 0))
    return as_malformed(r, "a group is not valid");
  result = load_march(s, &g->march, r);
  if (result == ASTAR_OK) result = load_members(s, g, r, units, is_unit);
  if (result == ASTAR_OK && g->state == AS_GROUP_MARCHES && g->march.count < 2)
    result = as_malformed(r, "a group has no way");
  return result;
}

astar_result as_load_groups(astar_groups *s, astar_reader *r, uint32_t units,
                            bool (*is_unit)(const void *crowd, uint32_t index))
{
  const uint32_t count = as_read32(r);
  astar_result result = ASTAR_OK;
  uint32_t i;
  if (!as_left(r, count, GROUP_BYTES)) return as_malformed(r, "the groups are cut off");
  for (i = 0; i < count && result == ASTAR_OK; i++) result = load_group(s, r, units, is_unit);
  return result;
}
