/* path.c: paths as callers see them, and how they are filled in; see astar.h and path.h. */
#include "engine/path.h"

#include "geometry/distance.h"

#include <string.h>

/* ---- Filling in ---- */

size_t astar_path_size(uint32_t count)
{
  return offsetof(astar_path, points) + (size_t)count * sizeof(astar_waypoint);
}

size_t as_path_corners_size(uint32_t corners)
{
  return offsetof(astar_path, points) + (size_t)corners * sizeof(astar_corner);
}

void as_path_begin(astar_path *path, const as_space *space, uint32_t count, uint32_t corners, double cost)
{
  path->cost = cost;
  path->radius = 0;
  path->unit = ASTAR_NO_UNIT;
  path->count = count;
  path->corners = corners;
  path->partial = path->smooth = false;
  path->turn = path->left = 0;
  memset(&path->lattice, 0, sizeof path->lattice);
  if (space->ops->lattice) space->ops->lattice(space->self, &path->lattice);
}

static bool wraps(const astar_lattice *l)
{
  return l->wrap[0][0] != 0 || l->wrap[0][1] != 0 || l->wrap[1][0] != 0 || l->wrap[1][1] != 0;
}

void as_path_vector(const astar_path *path, const astar_waypoint *p, const astar_waypoint *q, double vector[3])
{
  const astar_lattice *l = &path->lattice;
  const double x = q->x - p->x, y = q->y - p->y;
  double best = as_length(x, y, 0);
  int i, k;
  vector[0] = x;
  vector[1] = y;
  vector[2] = q->z - p->z;
  if (!wraps(l)) return;
  for (i = -1; i <= 1; i++) {
    for (k = -1; k <= 1; k++) {
      double u = x + i * l->wrap[0][0] + k * l->wrap[1][0], v = y + i * l->wrap[0][1] + k * l->wrap[1][1];
      double length = as_length(u, v, 0);
      if (!(length < best)) continue;
      best = length;
      vector[0] = u;
      vector[1] = v;
    }
  }
}

/* ---- Turns ---- */

/* The equal steps from a corner on. */
typedef struct run {
  astar_corner from;
  uint32_t col, row;   /* of the corner */
  uint32_t right, down; /* of a step: 1, 0, or -1 modulo 2^32 */
  double step, cost;   /* length of a step, and its cost at multiplier 1 */
} run;

static const astar_corner *corners_of(const astar_path *path)
{
  return (const astar_corner *)(const void *)path->points;
}

static void place_of(const astar_lattice *l, astar_id id, uint32_t *col, uint32_t *row)
{
  *row = (id - 1) / l->columns;
  *col = (id - 1) - *row * l->columns;
}

static uint32_t sign_of(uint32_t from, uint32_t to)
{
  return (uint32_t)(to > from) - (uint32_t)(to < from);
}

/* The run from one corner to the next, or to itself. */
static run run_of(const astar_lattice *l, const astar_corner *from, const astar_corner *to)
{
  uint32_t col, row;
  double across, along;
  run r;
  r.from = *from;
  place_of(l, from->id, &r.col, &r.row);
  place_of(l, to->id, &col, &row);
  r.right = sign_of(r.col, col);
  r.down = sign_of(r.row, row);
  across = (int32_t)r.right;
  along = (int32_t)r.down;
  r.step = as_min(as_length(l->unit[0] * (across * l->right[0] + along * l->down[0]),
                            l->unit[1] * (across * l->right[1] + along * l->down[1]), 0), DBL_MAX);
  r.cost = l->steps[r.right == 0 ? 1 : r.down == 0 ? 0 : 2];
  return r;
}

static double along_of(const run *r, uint32_t steps)
{
  return as_min(r->from.along + steps * r->step, DBL_MAX);
}

/* The node `steps` steps from the beginning of the run. */
static void write_point(const astar_lattice *l, const run *r, uint32_t steps, const astar_corner *end,
                        astar_waypoint *point)
{
  const uint32_t col = r->col + steps * r->right, row = r->row + steps * r->down;
  point->x = l->origin[0] + (l->shift[0] + (col * l->right[0] + row * l->down[0])) * l->unit[0];
  point->y = l->origin[1] + (l->shift[1] + (col * l->right[1] + row * l->down[1])) * l->unit[1];
  point->z = l->origin[2];
  point->along = along_of(r, steps);
  point->cost = r->from.cost;
  if (steps > 0) point->cost += (end->cost - r->from.cost) * ((double)steps / (end->index - r->from.index));
  point->id = row * l->columns + col + 1;
  point->generation = 0;
}

/* The last corner at or before a node. */
static uint32_t corner_before(const astar_path *path, uint32_t index)
{
  const astar_corner *corners = corners_of(path);
  uint32_t low = 0, high = path->corners;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (corners[middle].index <= index) low = middle;
    else high = middle;
  }
  return low;
}

static void read_corners(const astar_path *path, uint32_t first, uint32_t count, astar_waypoint *points)
{
  const astar_corner *corners = corners_of(path), *last = &corners[path->corners - 1];
  const astar_corner *corner = &corners[corner_before(path, first)];
  while (count > 0) {
    const astar_corner *next = corner < last ? corner + 1 : corner;
    const run r = run_of(&path->lattice, corner, next);
    const uint32_t left = next > corner ? next->index - first : 1, part = left < count ? left : count;
    uint32_t i;
    for (i = 0; i < part; i++) write_point(&path->lattice, &r, first - corner->index + i, next, points++);
    first += part;
    count -= part;
    corner = next;
  }
}

/* The last node at or before a distance >= 0 that is less than the length of the path. */
static uint32_t corners_at(const astar_path *path, double distance)
{
  const astar_corner *corners = corners_of(path);
  uint32_t low = 0, high = path->corners - 1, steps, count;
  run r;
  /* corners[low].along <= distance < corners[high].along */
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (corners[middle].along <= distance) low = middle;
    else high = middle;
  }
  r = run_of(&path->lattice, &corners[low], &corners[high]);
  count = corners[high].index - corners[low].index;
  steps = (uint32_t)as_min((distance - r.from.along) / r.step, count - 1);
  while (steps > 0 && along_of(&r, steps) > distance) steps--;
  while (steps + 1 < count && along_of(&r, steps + 1) <= distance) steps++;
  return corners[low].index + steps;
}

/* ---- Reading ---- */

static void measure_corners(astar_path *path)
{
  astar_corner *corners = as_path_corners(path);
  double multiplier;
  uint32_t i;
  corners[0].along = corners[0].cost = 0;
  for (i = 1; i < path->corners; i++) {
    const run r = run_of(&path->lattice, &corners[i - 1], &corners[i]);
    const uint32_t steps = corners[i].index - corners[i - 1].index;
    corners[i].along = along_of(&r, steps);
    corners[i].cost = corners[i - 1].cost + steps * r.cost;
  }
  multiplier = path->cost / corners[path->corners - 1].cost;
  for (i = 1; i < path->corners; i++) corners[i].cost *= multiplier;
}

void as_path_measure(astar_path *path)
{
  double along = 0, vector[3];
  uint32_t i;
  if (path->corners > 0) {
    measure_corners(path);
    return;
  }
  path->points[0].along = 0;
  for (i = 1; i < path->count; i++) {
    astar_waypoint *p = &path->points[i];
    as_path_vector(path, p - 1, p, vector);
    along = as_min(along + as_length(vector[0], vector[1], vector[2]), DBL_MAX);
    p->along = along;
  }
}

void astar_path_read(const astar_path *path, uint32_t first, uint32_t count, astar_waypoint *points)
{
  astar_assert(first <= path->count && count <= path->count - first);
  if (count == 0) return;
  if (path->corners > 0) read_corners(path, first, count, points);
  else memcpy(points, path->points + first, count * sizeof *points);
}

astar_waypoint astar_path_point(const astar_path *path, uint32_t index)
{
  astar_waypoint point;
  astar_path_read(path, index, 1, &point);
  return point;
}

bool astar_path_cell(const astar_path *path, astar_id id, uint32_t *col, uint32_t *row, uint32_t *level)
{
  const astar_lattice *l = &path->lattice;
  if (id == ASTAR_NO_ID || l->columns == 0) return false;
  place_of(l, id, col, row);
  *level = *row / l->rows;
  *row %= l->rows;
  return *level < l->levels;
}

uint32_t astar_path_other_level(const astar_path *path, uint32_t level)
{
  uint32_t i, col, row, floor;
  if (path->lattice.levels == 0 || (path->lattice.levels == 1 && level == 1)) return 0;
  for (i = 0; i < path->count; i++) {
    const astar_waypoint w = astar_path_point(path, i);
    if (w.id == ASTAR_NO_ID) floor = w.generation;
    else if (!astar_path_cell(path, w.id, &col, &row, &floor)) continue;
    if (floor + 1 != level) return floor + 1;
  }
  return 0;
}

/* The last of all nodes of a path at or before a distance >= 0 that is less than the length of the path. */
static uint32_t points_at(const astar_path *path, double distance)
{
  uint32_t low = 0, high = path->count - 1;
  /* points[low].along <= distance < points[high].along */
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (path->points[middle].along <= distance) low = middle;
    else high = middle;
  }
  return low;
}

/* The coordinate after `part` (0 to 1) of a step from a, which leads to b or around the map; the step may overflow. */
static double interpolate(double a, double b, double step, double part)
{
  return fabs(step) < INFINITY ? a + step * part : a * (1 - part) + b * part;
}

uint32_t astar_path_at(const astar_path *path, double distance, double xyz[3])
{
  astar_waypoint pair[2];
  const astar_waypoint *p = &pair[0], *q = p;
  uint32_t index = path->count - 1;
  double part = 0, vector[3];
  if (!(distance > 0)) distance = 0;
  pair[0] = astar_path_point(path, index);
  if (distance < pair[0].along) {
    index = path->corners > 0 ? corners_at(path, distance) : points_at(path, distance);
    astar_path_read(path, index, 2, pair);
    if (pair[1].along > pair[0].along) {
      q = &pair[1];
      part = (distance - p->along) / (q->along - p->along);
    }
  }
  as_path_vector(path, p, q, vector);
  xyz[0] = interpolate(p->x, q->x, vector[0], part);
  xyz[1] = interpolate(p->y, q->y, vector[1], part);
  xyz[2] = interpolate(p->z, q->z, vector[2], part);
  return index;
}

/* ---- Parts ---- */

size_t astar_path_cut_size(const astar_path *path, uint32_t first, uint32_t count)
{
  astar_assert(count > 0 && first < path->count && count <= path->count - first);
  if (path->corners == 0) return astar_path_size(count);
  /* The corner at or before the first node becomes this node; the last one is added unless it is a corner. */
  return as_path_corners_size(corner_before(path, first + count - 1) - corner_before(path, first) + 2);
}

static void put_corner(const astar_path *path, uint32_t index, uint32_t first, astar_corner *corner)
{
  corner->id = astar_path_point(path, index).id;
  corner->index = index - first;
}

static void cut_corners(const astar_path *path, uint32_t first, uint32_t last, astar_path *part)
{
  const astar_corner *corners = corners_of(path);
  astar_corner *to = as_path_corners(part);
  uint32_t i = corner_before(path, first) + 1;
  put_corner(path, first, first, to++);
  for (; i < path->corners && corners[i].index < last; i++) put_corner(path, corners[i].index, first, to++);
  if (last > first) put_corner(path, last, first, to++);
  part->corners = (uint32_t)(to - as_path_corners(part));
}

void astar_path_cut(const astar_path *path, uint32_t first, uint32_t count, astar_path *part)
{
  const uint32_t last = first + count - 1;
  const double before = astar_path_point(path, first).cost;
  uint32_t i;
  memcpy(part, path, offsetof(astar_path, points));
  part->count = count;
  if (last + 1 < path->count) {
    part->turn = part->left = 0;
    part->cost = astar_path_point(path, last).cost;
  }
  part->cost = as_max(part->cost - before, 0);
  if (path->corners > 0) {
    cut_corners(path, first, last, part);
  } else {
    memcpy(part->points, path->points + first, count * sizeof *part->points);
    for (i = 0; i < count; i++) part->points[i].cost -= before;
  }
  as_path_measure(part);
}
