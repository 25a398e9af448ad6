/* plane.c: the obstacles and bounds of a plane, and its queries without a search; see astar.h. */
#include "plane/plane.h"

#include "geometry/angle.h"
#include "grid/contour.h"

#include <string.h>

/* ---- Life ---- */

static astar_plane *new_plane(astar_alloc alloc, void *context)
{
  astar_plane *p = as_object_create(alloc, context, sizeof *p);
  if (!p) return NULL;
  p->free_obstacle = UINT32_MAX;
  as_outlines_init(&p->bounds);
  p->radius_layers[0] = as_radius_layer_create(alloc, context, 0);
  if (p->radius_layers[0]) return p;
  astar_plane_destroy(p);
  return NULL;
}

/* Clockwise, so that the outside is on the left. */
static bool set_bounds(astar_plane *p, const double bounds[4])
{
  static const int order[4][2] = {{0, 1}, {0, 3}, {2, 3}, {2, 1}};
  int i;
  for (i = 0; i < 4; i++) {
    const double x = as_coordinate(bounds[order[i][0]]), y = as_coordinate(bounds[order[i][1]]);
    if (!as_outlines_add_corner(&p->bounds, &p->memory, x, y)) return false;
  }
  return as_outlines_close(&p->bounds, &p->memory) && as_radius_layer_set_bounds(p->radius_layers[0], &p->bounds);
}

astar_plane *astar_plane_create(astar_alloc alloc, void *context, const double bounds[4])
{
  astar_plane *p = new_plane(alloc, context);
  if (p && bounds && !set_bounds(p, bounds)) {
    astar_plane_destroy(p);
    return NULL;
  }
  return p;
}

void astar_plane_destroy(astar_plane *p)
{
  uint32_t i;
  if (!p) return;
  for (i = 0; i < AS_RADIUS_LAYERS; i++) as_radius_layer_release(p->radius_layers[i]);
  for (i = 0; i < p->obstacle_count; i++) as_outlines_free(&p->obstacles[i].outlines, &p->memory);
  as_free(&p->memory, p->obstacles, p->obstacle_capacity, as_obstacle);
  as_outlines_free(&p->bounds, &p->memory);
  as_object_free(p, sizeof *p);
}

size_t astar_plane_memory(const astar_plane *p)
{
  size_t used = p->memory.used;
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
  bounds[0] = box.low[0];
  bounds[1] = box.low[1];
  bounds[2] = box.high[0];
  bounds[3] = box.high[1];
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
  bool made = l && as_radius_layer_set_bounds(l, &p->bounds);
  for (i = 0; made && i < p->obstacle_count; i++) {
    if (is_live(&p->obstacles[i])) made = as_radius_layer_add(l, i, &p->obstacles[i].outlines);
  }
  if (made) return l;
  as_radius_layer_release(l);
  return NULL;
}

as_radius_layer *as_plane_radius_layer(astar_plane *p, double radius)
{
  uint32_t i, oldest = 1; /* or a place that is empty */
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

/* Add an obstacle to all radius layers, or to none. */
static bool add_to_layers(astar_plane *p, uint32_t obstacle, const as_outlines *outlines)
{
  uint32_t i;
  for (i = 0; i < AS_RADIUS_LAYERS; i++) {
    if (!p->radius_layers[i] || as_radius_layer_add(p->radius_layers[i], obstacle, outlines)) continue;
    while (i-- > 0) {
      if (p->radius_layers[i]) as_radius_layer_remove(p->radius_layers[i], obstacle);
    }
    return false;
  }
  return true;
}

/* Add an obstacle. Takes over its outlines, on success only. */
static astar_result add(astar_plane *p, as_outlines *outlines, astar_obstacle *id)
{
  uint32_t at = p->free_obstacle;
  as_obstacle *o;
  if (at == UINT32_MAX) {
    at = p->obstacle_count;
    if (at >= ASTAR_BOUNDS - 2) return ASTAR_FULL;
    if (!as_reserve(&p->memory, &p->obstacles, &p->obstacle_capacity, (uint64_t)at + 1, sizeof *p->obstacles))
      return ASTAR_NO_MEMORY;
  }
  if (!add_to_layers(p, at, outlines)) return ASTAR_NO_MEMORY;
  o = &p->obstacles[at];
  if (at == p->obstacle_count) {
    p->obstacle_count++;
    o->generation = 1;
  } else {
    p->free_obstacle = o->next;
    o->generation++;
  }
  o->outlines = *outlines;
  p->live_count++;
  p->version++;
  *id = at + 1;
  return ASTAR_OK;
}

astar_result astar_plane_polygon(astar_plane *p, const double *corners, uint32_t count, astar_fault *fault,
                                 astar_obstacle *id)
{
  as_outlines outlines;
  astar_result result;
  double *xy = as_new(&p->memory, 2 * (size_t)count + 1, double);
  size_t i;
  if (!xy) return ASTAR_NO_MEMORY;
  for (i = 0; i < 2 * (size_t)count; i++) xy[i] = as_coordinate(corners[i]);
  as_outlines_init(&outlines);
  result = as_outline_check(&p->memory, xy, count, fault);
  if (result == ASTAR_OK) {
    /* The inside must be on the left. */
    if (as_outline_orientation(xy, count) < 0) as_outline_reverse(xy, count);
    result = as_outlines_append(&outlines, &p->memory, xy, count) ? add(p, &outlines, id) : ASTAR_NO_MEMORY;
  }
  if (result != ASTAR_OK) as_outlines_free(&outlines, &p->memory);
  as_free(&p->memory, xy, 2 * (size_t)count + 1, double);
  return result;
}

void astar_box_corners(double x, double y, double width, double height, double angle, double corners[8])
{
  static const int sides[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  double s, c;
  int i;
  as_sine_cosine(angle, &s, &c);
  for (i = 0; i < 4; i++) {
    const double u = sides[i][0] * width / 2, v = sides[i][1] * height / 2;
    corners[2 * i] = x + (u * c - v * s);
    corners[2 * i + 1] = y + (u * s + v * c);
  }
}

void astar_circle_corners(double x, double y, double radius, uint32_t count, double *corners)
{
  const double half = AS_PI / count;
  double s, c, far;
  uint32_t i;
  as_sine_cosine(half, &s, &c);
  far = radius / c;
  for (i = 0; i < count; i++) {
    as_sine_cosine((2 * (double)i + 1) * half, &s, &c);
    corners[2 * (size_t)i] = x + far * c;
    corners[2 * (size_t)i + 1] = y + far * s;
  }
}

void astar_plane_remove(astar_plane *p, astar_obstacle id)
{
  as_obstacle *o = &p->obstacles[id - 1];
  uint32_t i;
  for (i = 0; i < AS_RADIUS_LAYERS; i++) {
    if (p->radius_layers[i]) as_radius_layer_remove(p->radius_layers[i], id - 1);
  }
  as_outlines_free(&o->outlines, &p->memory);
  o->generation++;
  o->next = p->free_obstacle;
  p->free_obstacle = id - 1;
  p->live_count--;
  p->version++;
}

astar_obstacle astar_plane_next_id(const astar_plane *p, uint32_t *generation)
{
  const uint32_t at = p->free_obstacle == UINT32_MAX ? p->obstacle_count : p->free_obstacle;
  if (generation) *generation = at < p->obstacle_count ? p->obstacles[at].generation + 1 : 1;
  return at + 1;
}

bool astar_plane_find(const astar_plane *p, astar_obstacle id, uint32_t *generation)
{
  if (id - 1 >= p->obstacle_count) return false;
  if (generation) *generation = p->obstacles[id - 1].generation;
  return is_live(&p->obstacles[id - 1]);
}

bool astar_plane_holds(const astar_plane *p, astar_obstacle id, uint32_t generation)
{
  uint32_t now;
  return astar_plane_find(p, id, &now) && now == generation;
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
  return p->obstacles[id - 1].outlines.count;
}

const double *astar_plane_outline(const astar_plane *p, astar_obstacle id, uint32_t index, uint32_t *count)
{
  return as_outline_corners(&p->obstacles[id - 1].outlines, index, count);
}

/* ---- From a grid ---- */

/* Copy the outlines of a list from `first` to the one before `end` to a new list. */
static bool copy_outlines(as_memory *m, const as_outlines *from, uint32_t first, uint32_t end, as_outlines *to)
{
  as_outlines_init(to);
  for (; first < end; first++) {
    uint32_t count;
    const double *xy = as_outline_corners(from, first, &count);
    if (!as_outlines_append(to, m, xy, count)) return false;
  }
  return true;
}

static astar_result add_contours(astar_plane *p, const as_contours *c)
{
  astar_result result = ASTAR_OK;
  uint32_t i;
  if (!copy_outlines(&p->memory, &c->bounds, 0, c->bounds.count, &p->bounds) ||
      !as_radius_layer_set_bounds(p->radius_layers[0], &p->bounds))
    return ASTAR_NO_MEMORY;
  for (i = 0; i < c->count && result == ASTAR_OK; i++) {
    as_outlines outlines;
    astar_obstacle id;
    result = ASTAR_NO_MEMORY;
    if (copy_outlines(&p->memory, &c->outlines, i == 0 ? 0 : c->ends[i - 1], c->ends[i], &outlines))
      result = add(p, &outlines, &id);
    if (result != ASTAR_OK) as_outlines_free(&outlines, &p->memory);
  }
  p->version = 0;
  return result;
}

/* Whether the cells of a grid lie within ASTAR_PLANE_LIMIT, and are long against the last bits of coordinates. */
static bool fits_plane(const astar_graph *grid)
{
  astar_grid_def def;
  double far;
  if (!astar_grid_get(grid, &def)) return false;
  far = ((double)def.width + (double)def.height + 2) * fmax(def.cell[0], def.cell[1]);
  far += fmax(fabs(def.origin[0]), fabs(def.origin[1]));
  return far <= ASTAR_PLANE_LIMIT && fmin(def.cell[0], def.cell[1]) > fmax(far * 1e-12, 1e-60);
}

astar_result astar_plane_from_grid(astar_alloc alloc, void *context, const astar_graph *grid, astar_unit unit,
                                   astar_plane **plane)
{
  astar_plane *p;
  as_contours contours;
  astar_result result;
  *plane = NULL;
  if (!fits_plane(grid)) return ASTAR_MALFORMED;
  p = new_plane(alloc, context);
  if (!p) return ASTAR_NO_MEMORY;
  result = as_contours_make(&contours, &p->memory, grid, unit);
  if (result == ASTAR_OK) {
    result = add_contours(p, &contours);
    as_contours_free(&contours, &p->memory);
  }
  if (result == ASTAR_OK) *plane = p;
  else astar_plane_destroy(p);
  return result;
}

/* ---- Rays ---- */

/* The obstacle, or the bounds, that a chain belongs to. */
static astar_obstacle obstacle_of(const as_radius_layer *l, uint32_t chain)
{
  const uint32_t obstacle = l->scene.chains[chain].obstacle;
  return obstacle == ASTAR_BOUNDS ? ASTAR_BOUNDS : obstacle + 1;
}

/* Whether a place lies inside outlines and on none of them; `winding` is their winding number far away. */
static bool is_inside(const as_outlines *o, const double place[2], int winding)
{
  uint32_t i, k, count;
  for (i = 0; i < o->count; i++) {
    const double *xy = as_outline_corners(o, i, &count);
    for (k = 0; k < count; k++) {
      const double *a = xy + 2 * (size_t)k, *b = k + 1 == count ? xy : a + 2;
      if (as_in_edge_box(a, b, place) && as_orient(a, b, place) == 0) return false;
      winding += as_edge_winding(a, b, place);
    }
  }
  return winding != 0;
}

astar_obstacle astar_plane_at(astar_plane *p, double x, double y)
{
  /* An obstacle that contains the place has an edge to the right of it. */
  const as_scene *s = &p->radius_layers[0]->scene;
  astar_obstacle found = ASTAR_NO_OBSTACLE, tried = ASTAR_NO_OBSTACLE;
  double place[2];
  as_tree_query query;
  as_box box;
  uint32_t chain;
  place[0] = as_coordinate(x);
  place[1] = as_coordinate(y);
  if (p->bounds.count > 0 && is_inside(&p->bounds, place, 1)) return ASTAR_BOUNDS;
  box = as_box_of_point(place);
  box.high[0] = INFINITY;
  as_box_query_begin(&query, &s->tree, &box);
  while ((chain = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    const astar_obstacle id = obstacle_of(p->radius_layers[0], chain);
    if (id == ASTAR_BOUNDS || id == tried || (found != ASTAR_NO_OBSTACLE && id >= found)) continue;
    tried = id;
    if (is_inside(&p->obstacles[id - 1].outlines, place, 0)) found = id;
  }
  return found;
}

bool as_plane_raycast(astar_plane *p, as_radius_layer *l, const double from[2], const double to[2], astar_hit *hit)
{
  uint32_t chain = AS_NO_CHAIN;
  double place[2];
  const as_occupancy occupancy = as_scene_occupancy(&l->scene, from);
  hit->obstacle = ASTAR_NO_OBSTACLE;
  hit->generation = 0;
  memcpy(place, from, sizeof place);
  if (occupancy == AS_OCCUPIED) {
    hit->obstacle = astar_plane_at(p, from[0], from[1]);
    if (hit->obstacle == ASTAR_NO_OBSTACLE) chain = as_scene_chain_at(&l->scene, from);
  } else if (as_same_place(from, to)) {
    return false;
  } else if (occupancy == AS_BOUNDARY && !as_scene_can_leave(&l->scene, from, to)) {
    chain = as_scene_chain_at(&l->scene, from);
  } else if (!as_scene_first_hit(&l->scene, from, to, &chain, place)) {
    return false;
  }
  if (chain != AS_NO_CHAIN) hit->obstacle = obstacle_of(l, chain);
  if (hit->obstacle != ASTAR_BOUNDS) (void)astar_plane_find(p, hit->obstacle, &hit->generation);
  hit->x = place[0];
  hit->y = place[1];
  return true;
}

bool astar_plane_raycast(astar_plane *p, const double from[2], const double to[2], astar_hit *hit)
{
  double a[2], b[2];
  int i;
  for (i = 0; i < 2; i++) {
    a[i] = as_coordinate(from[i]);
    b[i] = as_coordinate(to[i]);
  }
  return as_plane_raycast(p, p->radius_layers[0], a, b, hit);
}

void astar_plane_validate(const astar_plane *p)
{
  uint32_t i, count = 0;
  for (i = 0; i < p->obstacle_count; i++) count += is_live(&p->obstacles[i]);
  astar_check(count == p->live_count);
  for (i = 0; i < AS_RADIUS_LAYERS; i++) {
    if (p->radius_layers[i]) as_scene_validate(&p->radius_layers[i]->scene);
  }
}
