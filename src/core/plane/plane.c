/* plane.c: obstacles and bounds, and what can be asked of them without a search; see astar.h. */
#include "plane/plane.h"

#include "geometry/angle.h"
#include "grid/contour.h"

#include <string.h>

/* ---- Life ---- */

static astar_plane *new_plane(astar_alloc alloc, void *context)
{
  as_memory m;
  astar_plane *p;
  as_memory_init(&m, alloc, context);
  p = as_new(&m, 1, astar_plane);
  if (!p) return NULL;
  memset(p, 0, sizeof *p);
  p->memory = m;
  p->free_obstacle = UINT32_MAX;
  as_outlines_init(&p->bounds);
  p->layers[0] = as_layer_create(alloc, context, 0);
  if (p->layers[0]) return p;
  astar_plane_destroy(p);
  return NULL;
}

/* The bounds with what is beyond them on the left. */
static bool set_bounds(astar_plane *p, const double bounds[4])
{
  static const int order[4][2] = {{0, 1}, {0, 3}, {2, 3}, {2, 1}};
  int i;
  for (i = 0; i < 4; i++) {
    const double x = as_coordinate(bounds[order[i][0]]), y = as_coordinate(bounds[order[i][1]]);
    if (!as_outlines_corner(&p->bounds, &p->memory, x, y)) return false;
  }
  return as_outlines_close(&p->bounds, &p->memory) && as_layer_set_bounds(p->layers[0], &p->bounds);
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
  as_memory m;
  uint32_t i;
  if (!p) return;
  for (i = 0; i < AS_LAYERS; i++) as_layer_release(p->layers[i]);
  for (i = 0; i < p->obstacle_count; i++) as_outlines_free(&p->obstacles[i].outlines, &p->memory);
  as_free(&p->memory, p->obstacles, p->obstacle_capacity, as_obstacle);
  as_outlines_free(&p->bounds, &p->memory);
  m = p->memory;
  as_free(&m, p, 1, astar_plane);
}

size_t astar_plane_memory(const astar_plane *p)
{
  size_t used = p->memory.used;
  uint32_t i;
  for (i = 0; i < AS_LAYERS; i++) {
    if (p->layers[i]) used += p->layers[i]->memory.used;
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
  uint32_t i;
  if (p->bounds.corners == 0) return false;
  as_box_around(&box, p->bounds.xy);
  for (i = 1; i < p->bounds.corners; i++) as_box_add(&box, p->bounds.xy + 2 * (size_t)i);
  bounds[0] = box.low[0];
  bounds[1] = box.low[1];
  bounds[2] = box.high[0];
  bounds[3] = box.high[1];
  return true;
}

/* ---- Layers ---- */

static bool stands(const as_obstacle *o)
{
  return o->generation % 2 == 1;
}

static as_layer *make_layer(const astar_plane *p, double radius)
{
  as_layer *l = as_layer_create(p->memory.alloc, p->memory.context, radius);
  uint32_t i;
  bool made = l && as_layer_set_bounds(l, &p->bounds);
  for (i = 0; made && i < p->obstacle_count; i++) {
    if (stands(&p->obstacles[i])) made = as_layer_add(l, i, &p->obstacles[i].outlines);
  }
  if (made) return l;
  as_layer_release(l);
  return NULL;
}

as_layer *as_plane_layer(astar_plane *p, double radius)
{
  uint32_t i, oldest = 1;
  as_layer *l;
  p->searches++;
  for (i = 0; i < AS_LAYERS; i++) {
    l = p->layers[i];
    if (l && l->radius == radius) {
      l->used = p->searches;
      return l;
    }
    if (i > 0 && p->layers[oldest] && (!l || l->used < p->layers[oldest]->used)) oldest = i;
  }
  l = make_layer(p, radius);
  if (!l) return NULL;
  l->used = p->searches;
  as_layer_release(p->layers[oldest]);
  return p->layers[oldest] = l;
}

/* ---- Obstacles ---- */

/* Put an obstacle into all layers, or none. */
static bool add_to_layers(astar_plane *p, uint32_t obstacle, const as_outlines *outlines)
{
  uint32_t i;
  for (i = 0; i < AS_LAYERS; i++) {
    if (!p->layers[i] || as_layer_add(p->layers[i], obstacle, outlines)) continue;
    while (i-- > 0) {
      if (p->layers[i]) as_layer_remove(p->layers[i], obstacle);
    }
    return false;
  }
  return true;
}

/* Add an obstacle by its outlines, which it takes over. */
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
  p->standing++;
  p->version++;
  *id = at + 1;
  return ASTAR_OK;
}

/* Append a polygon with its inside on the left. */
static bool append(astar_plane *p, as_outlines *o, const double *xy, uint32_t count)
{
  const bool forwards = as_outline_turn(xy, count) > 0;
  uint32_t i;
  for (i = 0; i < count; i++) {
    const double *corner = xy + 2 * (size_t)(forwards ? i : count - 1 - i);
    if (!as_outlines_corner(o, &p->memory, corner[0], corner[1])) return false;
  }
  return as_outlines_close(o, &p->memory);
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
  if (result == ASTAR_OK) result = append(p, &outlines, xy, count) ? add(p, &outlines, id) : ASTAR_NO_MEMORY;
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
  for (i = 0; i < AS_LAYERS; i++) {
    if (p->layers[i]) as_layer_remove(p->layers[i], id - 1);
  }
  as_outlines_free(&o->outlines, &p->memory);
  o->generation++;
  o->next = p->free_obstacle;
  p->free_obstacle = id - 1;
  p->standing--;
  p->version++;
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
  return stands(&p->obstacles[id - 1]);
}

bool astar_plane_is_current(const astar_plane *p, astar_obstacle id, uint32_t generation)
{
  uint32_t now;
  return astar_plane_has(p, id, &now) && now == generation;
}

uint32_t astar_plane_count(const astar_plane *p)
{
  return p->standing;
}

astar_obstacle astar_plane_next(const astar_plane *p, astar_obstacle id)
{
  while (id < p->obstacle_count) {
    if (stands(&p->obstacles[id++])) return id;
  }
  return ASTAR_NO_OBSTACLE;
}

uint32_t astar_plane_outline_count(const astar_plane *p, astar_obstacle id)
{
  return p->obstacles[id - 1].outlines.count;
}

const double *astar_plane_outline(const astar_plane *p, astar_obstacle id, uint32_t index, uint32_t *count)
{
  const as_outlines *o = &p->obstacles[id - 1].outlines;
  const uint32_t first = as_outline_first(o, index);
  *count = o->ends[index] - first;
  return o->xy + 2 * (size_t)first;
}

/* ---- From a grid ---- */

/* A part of outlines as a list of its own. */
static bool copy_outlines(as_memory *m, const as_outlines *from, uint32_t first, uint32_t end, as_outlines *to)
{
  uint32_t i, k;
  as_outlines_init(to);
  for (i = first; i < end; i++) {
    for (k = as_outline_first(from, i); k < from->ends[i]; k++) {
      if (!as_outlines_corner(to, m, from->xy[2 * (size_t)k], from->xy[2 * (size_t)k + 1])) return false;
    }
    if (!as_outlines_close(to, m)) return false;
  }
  return true;
}

static astar_result take_contours(astar_plane *p, const as_contours *c)
{
  astar_result result = ASTAR_OK;
  uint32_t i;
  if (!copy_outlines(&p->memory, &c->bounds, 0, c->bounds.count, &p->bounds) ||
      !as_layer_set_bounds(p->layers[0], &p->bounds))
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

/* Whether the cells of a grid are neither too far off, nor too small for where they are, for planes. */
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
    result = take_contours(p, &contours);
    as_contours_free(&contours, &p->memory);
  }
  if (result == ASTAR_OK) *plane = p;
  else astar_plane_destroy(p);
  return result;
}

/* ---- Rays ---- */

/* Whether outlines wind around a place that is on none of them; `winding` is what they add to. */
static bool wind_around(const as_outlines *o, const double place[2], int winding)
{
  uint32_t i, k;
  for (i = 0; i < o->count; i++) {
    const uint32_t first = as_outline_first(o, i);
    for (k = first; k < o->ends[i]; k++) {
      const double *a = o->xy + 2 * (size_t)k, *b = o->xy + 2 * (size_t)(k + 1 == o->ends[i] ? first : k + 1);
      if (as_beside_edge(a, b, place) && as_orient(a, b, place) == 0) return false;
      winding += as_crossing(a, b, place);
    }
  }
  return winding != 0;
}

astar_obstacle astar_plane_at(astar_plane *p, double x, double y)
{
  /* An obstacle that has the place in it has an edge to the right of it. */
  const as_scene *s = &p->layers[0]->scene;
  astar_obstacle found = ASTAR_NO_OBSTACLE, tried = ASTAR_NO_OBSTACLE;
  double place[2];
  as_walk walk;
  as_box box;
  uint32_t run;
  place[0] = as_coordinate(x);
  place[1] = as_coordinate(y);
  if (p->bounds.count > 0 && wind_around(&p->bounds, place, 1)) return ASTAR_BOUNDS;
  as_box_around(&box, place);
  box.high[0] = INFINITY;
  as_walk_begin(&walk, &s->tree, &box);
  while ((run = as_walk_next(&walk)) != AS_TREE_NONE) {
    const astar_obstacle id = as_obstacle_of(p->layers[0], run);
    if (id == ASTAR_BOUNDS || id == tried || (found != ASTAR_NO_OBSTACLE && id >= found)) continue;
    tried = id;
    if (wind_around(&p->obstacles[id - 1].outlines, place, 0)) found = id;
  }
  return found;
}

bool as_plane_cast(astar_plane *p, as_layer *l, const double from[2], const double to[2], astar_hit *hit)
{
  uint32_t run = AS_NO_RUN;
  double place[2];
  const as_ground ground = as_scene_ground(&l->scene, from);
  hit->obstacle = ASTAR_NO_OBSTACLE;
  hit->generation = 0;
  place[0] = from[0];
  place[1] = from[1];
  if (ground == AS_GROUND_OCCUPIED) {
    hit->obstacle = astar_plane_at(p, from[0], from[1]);
    if (hit->obstacle == ASTAR_NO_OBSTACLE) run = as_scene_run_at(&l->scene, from);
  } else if (as_same_place(from, to)) {
    return false;
  } else if (ground == AS_GROUND_EDGE && !as_scene_opens(&l->scene, from, to)) {
    run = as_scene_run_at(&l->scene, from);
  } else if (!as_scene_hit(&l->scene, from, to, &run, place)) {
    return false;
  }
  if (run != AS_NO_RUN) hit->obstacle = as_obstacle_of(l, run);
  if (hit->obstacle != ASTAR_BOUNDS) (void)astar_plane_has(p, hit->obstacle, &hit->generation);
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
  return as_plane_cast(p, p->layers[0], a, b, hit);
}

void astar_plane_validate(const astar_plane *p)
{
  uint32_t i, count = 0;
  for (i = 0; i < p->obstacle_count; i++) count += stands(&p->obstacles[i]);
  astar_check(count == p->standing);
  for (i = 0; i < AS_LAYERS; i++) {
    if (p->layers[i]) as_scene_validate(&p->layers[i]->scene);
  }
}
