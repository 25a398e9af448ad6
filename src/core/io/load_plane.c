/* load_plane.c: reads a saved plane and checks it; see saved.h for the format. */
#include "plane/plane.h"
#include "io/saved.h"

/* Read a place; false unless a plane stores it as it is. */
static bool load_place(astar_reader *r, double xy[2])
{
  int i;
  for (i = 0; i < 2; i++) {
    const double x = as_read_double(r), stored = as_coordinate(x);
    if (!(fabs(x) <= ASTAR_PLANE_LIMIT) || memcmp(&x, &stored, sizeof x) != 0) return false;
    xy[i] = x;
  }
  return true;
}

/* Read an outline of `count` corners and append it. */
static astar_result load_outline(astar_reader *r, as_memory *m, uint32_t count, as_outlines *o)
{
  uint32_t i;
  if (count < 3 || !as_left(r, count, 16)) return as_malformed(r, "an outline has fewer than 3 corners, or is cut off");
  for (i = 0; i < count; i++) {
    double xy[2];
    if (!load_place(r, xy)) return as_malformed(r, "a corner of an outline is not a valid place");
    if (!as_outlines_add_corner(o, m, xy[0], xy[1])) return ASTAR_NO_MEMORY;
  }
  return as_outlines_close(o, m) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* Check that outlines do not cross, and that the first has this orientation and the others, its holes, the opposite. */
static astar_result check_outlines(astar_reader *r, as_memory *m, const as_outlines *o, int orientation)
{
  uint32_t i;
  astar_result result = as_outlines_check(m, o);
  for (i = 0; i < o->count && result == ASTAR_OK; i++) {
    uint32_t count;
    const double *xy = as_outline_corners(o, i, &count);
    if (as_outline_orientation(xy, count) != (i == 0 ? orientation : -orientation)) result = ASTAR_MALFORMED;
  }
  if (result != ASTAR_MALFORMED) return result;
  return as_malformed(r, "an outline crosses itself or another, or goes the wrong way round");
}

static astar_result load_bounds(astar_plane *p, astar_reader *r)
{
  const uint32_t count = as_read32(r);
  astar_result result;
  if (count == 0) return ASTAR_OK;
  result = load_outline(r, &p->memory, count, &p->bounds);
  if (result == ASTAR_OK) result = check_outlines(r, &p->memory, &p->bounds, -1);
  if (result == ASTAR_OK && !as_radius_layer_set_bounds(p->radius_layers[0], &p->bounds)) result = ASTAR_NO_MEMORY;
  return result;
}

/* Read the free ids, in the order of reuse. All obstacles are live before. */
static bool load_free_ids(astar_plane *p, astar_reader *r, uint32_t count)
{
  uint32_t i, *last = &p->free_obstacle;
  for (i = 0; i < count; i++) {
    const uint32_t id = as_read32(r);
    as_obstacle *o;
    if (id - 1 >= p->obstacle_count || p->obstacles[id - 1].generation == 0)
      return as_refuse_at(r, "obstacle", id, "it is listed as free, but cannot be free");
    o = &p->obstacles[id - 1];
    o->generation = 0;
    o->next = UINT32_MAX;
    *last = id - 1;
    last = &o->next;
  }
  return true;
}

static astar_result load_obstacle(astar_plane *p, astar_reader *r, uint32_t at)
{
  as_outlines *o = &p->obstacles[at].outlines;
  const uint32_t count = as_read32(r);
  astar_result result = ASTAR_OK;
  uint32_t i;
  if (r->failed || count == 0 || !as_left(r, count, 4)) {
    (void)as_refuse_at(r, "obstacle", at + 1, "it has no outline");
    return ASTAR_MALFORMED;
  }
  for (i = 0; i < count && result == ASTAR_OK; i++) result = load_outline(r, &p->memory, as_read32(r), o);
  if (result == ASTAR_OK) result = check_outlines(r, &p->memory, o, 1);
  if (result == ASTAR_OK && !as_radius_layer_store(p->radius_layers[0], at, o)) result = ASTAR_NO_MEMORY;
  p->corners += o->corners;
  return result;
}

static astar_result load_obstacles(astar_plane *p, astar_reader *r, bool *links)
{
  const uint32_t flagged = as_read32(r), count = flagged & ~AS_SAVED_LINKS, free_ids = as_read32(r);
  astar_result result = ASTAR_OK;
  uint32_t i;
  *links = count != flagged;
  if (r->failed || free_ids > count || !as_left(r, count, 4))
    return as_malformed(r, "the number of obstacles is too large");
  if (!as_reserve(&p->memory, &p->obstacles, &p->obstacle_capacity, count, sizeof *p->obstacles))
    return ASTAR_NO_MEMORY;
  for (i = 0; i < count; i++) {
    memset(&p->obstacles[i], 0, sizeof *p->obstacles);
    p->obstacles[i].generation = 1;
  }
  p->obstacle_count = count;
  p->live_count = count - free_ids;
  if (!load_free_ids(p, r, free_ids)) return ASTAR_MALFORMED;
  for (i = 0; i < count && result == ASTAR_OK; i++) {
    if (p->obstacles[i].generation == 1) result = load_obstacle(p, r, i);
  }
  if (result == ASTAR_OK) as_radius_layer_index(p->radius_layers[0]);
  return result;
}

/* Read the free ids of links, as load_free_ids(). */
static bool load_free_links(as_plane_links *links, astar_reader *r, uint32_t count)
{
  uint32_t i, *last = &links->free;
  for (i = 0; i < count; i++) {
    const uint32_t id = as_read32(r);
    as_plane_link *link;
    if (id - 1 >= links->count || links->list[id - 1].generation == 0)
      return as_refuse_at(r, "link", id, "it is listed as free, but cannot be free");
    link = &links->list[id - 1];
    link->generation = 0;
    link->next = UINT32_MAX;
    *last = id - 1;
    last = &link->next;
  }
  return true;
}

static bool load_link(as_plane_link *link, astar_reader *r)
{
  const uint64_t oneway = as_read(r, 1);
  astar_link_def *def = &link->def;
  if (!load_place(r, def->from) || !load_place(r, def->to)) return false;
  def->oneway = oneway == 1;
  def->cost = as_read_double(r);
  return oneway <= 1 && (def->cost == -1 || (def->cost >= 0 && def->cost < INFINITY));
}

static astar_result load_plane_links(astar_plane *p, astar_reader *r)
{
  as_plane_links *links = &p->links;
  const uint32_t count = as_read32(r), free_ids = as_read32(r);
  uint32_t i;
  if (r->failed || count == 0 || free_ids > count || count > AS_PLANE_LINKS_MAX ||
      !as_left(r, 4 * (uint64_t)free_ids + AS_SAVED_LINK * (uint64_t)(count - free_ids), 1))
    return as_malformed(r, "the number of links is too large, or 0");
  if (!as_reserve(&p->memory, &links->list, &links->capacity, count, sizeof *links->list)) return ASTAR_NO_MEMORY;
  memset(links->list, 0, count * sizeof *links->list);
  for (i = 0; i < count; i++) links->list[i].generation = 1;
  links->count = count;
  links->live_count = count - free_ids;
  if (!load_free_links(links, r, free_ids)) return ASTAR_MALFORMED;
  for (i = 0; i < count; i++) {
    if (as_plane_link_is_live(&links->list[i]) && !load_link(&links->list[i], r))
      return as_malformed_at(r, "link", i + 1, "its ends or its cost are not valid");
  }
  return ASTAR_OK;
}

astar_result astar_load_plane(astar_alloc alloc, void *context, astar_reader *r, astar_plane **plane)
{
  astar_plane *p;
  astar_result result;
  bool links = false;
  *plane = NULL;
  if (r->kind != ASTAR_SAVED_PLANE) return as_malformed(r, "not a plane");
  p = astar_plane_create(alloc, context, NULL);
  if (!p) return ASTAR_NO_MEMORY;
  result = load_bounds(p, r);
  if (result == ASTAR_OK) result = load_obstacles(p, r, &links);
  if (result == ASTAR_OK && links) result = load_plane_links(p, r);
  if (result == ASTAR_OK) *plane = p;
  else astar_plane_destroy(p);
  return result;
}
