/* plane.c: see plane.h. Bounds, obstacles and radius layers. */
#include "plane/plane.h"

#include "engine/spare_workspace.h"

/* ---- Life ---- */

/* Clockwise, so that the outside is on the left. */
static bool set_bounds(astar_plane *p, const double bounds[4])
{
  static const int order[8] = {0, 1, 0, 3, 2, 3, 2, 1};
  double xy[8];
  int i;
  for (i = 0; i < 8; i++) xy[i] = as_coordinate(bounds[order[i]]);
  return as_outlines_append(&p->bounds, &p->memory, xy, 4) &&
         as_radius_layer_set_bounds(p->radius_layers[0], &p->bounds);
}

astar_plane *astar_plane_create(astar_alloc alloc, void *context, const double bounds[4])
{
  astar_plane *p = as_object_create(alloc, context, sizeof *p);
  if (!p) return NULL;
  p->free_obstacle = p->links.free = UINT32_MAX;
  as_outlines_init(&p->bounds);
  p->spare = as_spare_workspace_create(alloc, context);
  p->radius_layers[0] = as_radius_layer_create(alloc, context, 0);
  if (p->spare && p->radius_layers[0] && (!bounds || set_bounds(p, bounds))) return p;
  astar_plane_destroy(p);
  return NULL;
}

void astar_plane_destroy(astar_plane *p)
{
  uint32_t i;
  if (!p) return;
  as_spare_workspace_close(p->spare);
  as_spare_workspace_release(p->spare);
  for (i = 0; i < AS_RADIUS_LAYERS; i++) as_radius_layer_release(p->radius_layers[i]);
  for (i = 0; i < p->obstacle_count; i++) as_outlines_free(&p->obstacles[i].outlines, &p->memory);
  as_free(&p->memory, p->obstacles, p->obstacle_capacity, as_obstacle);
  as_free(&p->memory, p->links.list, p->links.capacity, as_plane_link);
  as_outlines_free(&p->bounds, &p->memory);
  as_object_free(p, sizeof *p);
}

size_t astar_plane_memory(const astar_plane *p)
{
  size_t used = p->memory.used + p->spare->shared.memory.used;
  uint32_t i;
  for (i = 0; i < AS_RADIUS_LAYERS; i++) {
    if (p->radius_layers[i]) used += p->radius_layers[i]->shared.memory.used;
  }
  return used;
}

uint64_t astar_plane_version(const astar_plane *p)
{
  return p->version;
}

bool astar_plane_bounds(const astar_plane *p, double bounds[4])
{
  as_box box;
  if (p->bounds.corners == 0) return false;
  box = as_box_of_points(p->bounds.xy, p->bounds.corners);
  memcpy(bounds, box.low, sizeof box.low);
  memcpy(bounds + 2, box.high, sizeof box.high);
  return true;
}

/* ---- Radius layers ---- */

static bool is_live(const as_obstacle *o)
{
  return o->generation % 2 == 1;
}

static as_radius_layer *new_radius_layer(const astar_plane *p, double radius)
{
  as_radius_layer *l = as_radius_layer_create(p->memory.alloc, p->memory.context, radius);
  uint32_t i;
  bool made;
  if (!l) return NULL;
  as_radius_layer_reserve(l, &p->radius_layers[0]->scene);
  made = as_radius_layer_set_bounds(l, &p->bounds);
  for (i = 0; made && i < p->obstacle_count; i++) {
    if (is_live(&p->obstacles[i])) made = as_radius_layer_store(l, i, &p->obstacles[i].outlines);
  }
  if (!made) {
    as_radius_layer_release(l);
    return NULL;
  }
  as_radius_layer_index(l);
  if (p->radius_layers[0]->lattice) as_radius_layer_set_fans(l, p->radius_layers[0]->lattice);
  return l;
}

as_radius_layer *as_plane_radius_layer(astar_plane *p, double radius)
{
  uint32_t i, oldest = 1; /* the least recently used layer, or an empty entry */
  as_radius_layer *l;
  p->clock++;
  for (i = 0; i < AS_RADIUS_LAYERS; i++) {
    l = p->radius_layers[i];
    if (l && l->radius == radius) {
      l->used = p->clock;
      return l;
    }
    if (i > 0 && p->radius_layers[oldest] && (!l || l->used < p->radius_layers[oldest]->used)) oldest = i;
  }
  l = new_radius_layer(p, radius);
  if (!l) return NULL;
  l->used = p->clock;
  as_radius_layer_release(p->radius_layers[oldest]);
  return p->radius_layers[oldest] = l;
}

/* ---- Obstacles ---- */

/* Remove an obstacle from the first `count` radius layers. */
static void remove_from_layers(astar_plane *p, uint32_t obstacle, uint32_t count)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    if (p->radius_layers[i]) as_radius_layer_remove(p->radius_layers[i], obstacle);
  }
}

/* Note that an obstacle was added, or is to be removed. */
static void note_edit(astar_plane *p, const as_outlines *outlines)
{
  const as_box box = as_box_of_points(outlines->xy, outlines->corners);
  as_plane_note_edit(p, &box);
}

/* How an obstacle is added to the radius layers. */
typedef bool add_to(astar_plane *p, uint32_t obstacle, const as_outlines *outlines);

/* Add an obstacle to all radius layers, or to none. */
static bool add_to_layers(astar_plane *p, uint32_t obstacle, const as_outlines *outlines)
{
  uint32_t i;
  for (i = 0; i < AS_RADIUS_LAYERS; i++) {
    if (!p->radius_layers[i] || as_radius_layer_add(p->radius_layers[i], obstacle, outlines)) continue;
    remove_from_layers(p, obstacle, i);
    return false;
  }
  return true;
}

/* Add an obstacle to the layer of a plane that has no other, without indexing it. */
static bool store_in_layer(astar_plane *p, uint32_t obstacle, const as_outlines *outlines)
{
  return as_radius_layer_store(p->radius_layers[0], obstacle, outlines);
}

static astar_result add_obstacle(astar_plane *p, as_outlines *outlines, add_to *add, astar_obstacle *id)
{
  uint32_t at = p->free_obstacle;
  as_obstacle *o;
  if (at == UINT32_MAX) {
    at = p->obstacle_count;
    if (at >= ASTAR_BOUNDS - 2) return ASTAR_FULL;
    if (!as_reserve(&p->memory, &p->obstacles, &p->obstacle_capacity, (uint64_t)at + 1, sizeof *p->obstacles))
      return ASTAR_NO_MEMORY;
  }
  if (!add(p, at, outlines)) return ASTAR_NO_MEMORY;
  o = &p->obstacles[at];
  if (at == p->obstacle_count) {
    p->obstacle_count++;
    o->generation = 1;
  } else {
    p->free_obstacle = o->next;
    o->generation++;
  }
  o->outlines = *outlines;
  o->winding = 0;
  o->on_outline = false;
  p->live_count++;
  p->corners += outlines->corners;
  note_edit(p, outlines);
  *id = at + 1;
  return ASTAR_OK;
}

astar_result as_plane_add(astar_plane *p, as_outlines *outlines, astar_obstacle *id)
{
  return add_obstacle(p, outlines, add_to_layers, id);
}

astar_result as_plane_store(astar_plane *p, as_outlines *outlines, astar_obstacle *id)
{
  return add_obstacle(p, outlines, store_in_layer, id);
}

void as_plane_index(astar_plane *p)
{
  as_radius_layer_index(p->radius_layers[0]);
}

astar_result astar_plane_polygon(astar_plane *p, const double *corners, uint32_t count, astar_fault *fault,
                                 astar_obstacle *id)
{
  as_outlines outlines;
  astar_result result = ASTAR_OK;
  uint32_t i;
  as_outlines_init(&outlines);
  for (i = 0; i < count && result == ASTAR_OK; i++) {
    const double *c = corners + 2 * (size_t)i;
    if (!as_outlines_add_corner(&outlines, &p->memory, as_coordinate(c[0]), as_coordinate(c[1])))
      result = ASTAR_NO_MEMORY;
  }
  if (result == ASTAR_OK && !as_outlines_close(&outlines, &p->memory)) result = ASTAR_NO_MEMORY;
  if (result == ASTAR_OK) result = as_outline_check(&p->memory, outlines.xy, count, fault);
  if (result == ASTAR_OK) {
    /* The inside must be on the left. */
    if (as_outline_orientation(outlines.xy, count) < 0) as_outline_reverse(outlines.xy, count);
    result = as_plane_add(p, &outlines, id);
  }
  if (result != ASTAR_OK) as_outlines_free(&outlines, &p->memory);
  return result;
}

void astar_plane_remove(astar_plane *p, astar_obstacle id)
{
  as_obstacle *o = &p->obstacles[id - 1];
  remove_from_layers(p, id - 1, AS_RADIUS_LAYERS);
  note_edit(p, &o->outlines);
  p->corners -= o->outlines.corners;
  as_outlines_free(&o->outlines, &p->memory);
  o->generation++;
  o->next = p->free_obstacle;
  p->free_obstacle = id - 1;
  p->live_count--;
}

astar_obstacle astar_plane_next_id(const astar_plane *p, uint32_t *generation)
{
  const uint32_t at = p->free_obstacle == UINT32_MAX ? p->obstacle_count : p->free_obstacle;
  if (generation) *generation = at < p->obstacle_count ? p->obstacles[at].generation + 1 : 1;
  return at + 1;
}

bool astar_plane_has(const astar_plane *p, astar_obstacle id, uint32_t *generation)
{
  if (id - 1 >= p->obstacle_count) return false;
  if (generation) *generation = p->obstacles[id - 1].generation;
  return is_live(&p->obstacles[id - 1]);
}

bool astar_plane_is_current(const astar_plane *p, astar_obstacle id, uint32_t generation)
{
  uint32_t now;
  return astar_plane_has(p, id, &now) && now == generation;
}

uint32_t astar_plane_count(const astar_plane *p)
{
  return p->live_count;
}

astar_obstacle astar_plane_next(const astar_plane *p, astar_obstacle id)
{
  while (id < p->obstacle_count) {
    if (is_live(&p->obstacles[id++])) return id;
  }
  return ASTAR_NO_OBSTACLE;
}

uint32_t astar_plane_outline_count(const astar_plane *p, astar_obstacle id)
{
  return id == ASTAR_BOUNDS ? p->bounds.count : p->obstacles[id - 1].outlines.count;
}

const double *astar_plane_outline(const astar_plane *p, astar_obstacle id, uint32_t index, uint32_t *count)
{
  return as_outline_corners(id == ASTAR_BOUNDS ? &p->bounds : &p->obstacles[id - 1].outlines, index, count);
}

void astar_plane_validate(const astar_plane *p)
{
  uint32_t i, count = 0, links = 0;
  uint64_t corners = 0;
  for (i = 0; i < p->links.count; i++) links += as_plane_link_is_live(&p->links.list[i]);
  astar_check(links == p->links.live_count);
  for (i = 0; i < p->obstacle_count; i++) {
    count += is_live(&p->obstacles[i]);
    if (is_live(&p->obstacles[i])) corners += p->obstacles[i].outlines.corners;
  }
  astar_check(count == p->live_count && corners == p->corners);
  for (i = 0; i < AS_RADIUS_LAYERS; i++) {
    if (p->radius_layers[i]) as_scene_validate(&p->radius_layers[i]->scene);
    if (p->radius_layers[i] && p->radius_layers[i]->lattice)
      as_lattice_validate(p->radius_layers[i]->lattice, &p->radius_layers[i]->scene);
  }
}
