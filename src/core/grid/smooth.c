/* smooth.c: see smooth.h. */
#include "grid/smooth.h"

#include "base/heap.h"
#include "engine/path.h"
#include "grid/spaces.h"

#define UNIT ((int64_t)1 << AS_RAY_SHIFT)

/* How far from the corner of an obstacle a string bends, in parts of the way from the middle of its cell. */
#define CLEARANCE 0.0625

/* Relative: costs that differ by less are equal. */
#define ROUNDING 1e-12

/* Rounds of polishing, at most. */
#define ROUNDS 4

void as_smooth_free(as_smooth *s, as_memory *m)
{
  as_track_free(&s->track, m);
  as_free(m, s->bends, s->bend_capacity, as_bend);
  as_free(m, s->arcs, s->arc_capacity, as_bend);
}

/* ---- The route ---- */

/* The cost of a step between two cells by its halves, as a piece. */
static double step_cost(const as_smooth *s, const as_stop *from, const as_stop *to)
{
  const as_pieces *p = &s->track.pieces;
  const double flat = as_piece_flat(p, from->at, to->at) / 2;
  const double rise = p->grid->heights ? p->grid->heights[to->cell] - p->grid->heights[from->cell] : 0;
  if (!isnan(p->multiplier)) return 2 * flat * p->multiplier;
  return as_piece_part(p, as_piece_multiplier(p, from->cell), flat, 0, rise) +
         as_piece_part(p, as_piece_multiplier(p, to->cell), flat, rise, 0);
}

/* ---- Bends ---- */

static void push_bend(as_smooth *s, as_memory *m, const int64_t at[2], uint32_t stop, int32_t turn, double cost)
{
  as_bend *bend;
  if (!as_reserve(m, &s->bends, &s->bend_capacity, (uint64_t)s->bend_count + 1, sizeof *s->bends)) {
    s->track.failed = true;
    return;
  }
  bend = &s->bends[s->bend_count++];
  bend->at[0] = at[0];
  bend->at[1] = at[1];
  bend->stop = stop;
  bend->floor = s->track.pieces.grid->base / (s->track.grid->rows * s->track.grid->width);
  bend->turn = turn;
  bend->cost = cost;
}

static void remove_bend(as_smooth *s, uint32_t index)
{
  s->bend_count--;
  memmove(&s->bends[index], &s->bends[index + 1], (s->bend_count - index) * sizeof *s->bends);
}

/* The sign of the turn from a -> b to a -> c; 1 is clockwise on a screen, but for hexagons in columns. */
static int32_t turn_of(const int64_t a[2], const int64_t b[2], const int64_t c[2])
{
  const int64_t left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
  return (left > right) - (left < right);
}

/* ---- Corners of obstacles ---- */

#define MOST_HURDLES 6u

/*
** Corners of obstacles at which a string from a to b, whose end moves on to c, may bend: those that it meets first, in
** order. It turns to the side `turn`. Whole lattice coordinates.
*/
typedef struct hurdles {
  const as_pieces *pieces;
  const int64_t *a, *b, *c;
  int32_t turn;
  uint32_t count;
  int64_t list[MOST_HURDLES][2];
} hurdles;

static double distance_of(const int64_t a[2], const int64_t b[2])
{
  const double x = (double)(b[0] - a[0]), y = (double)(b[1] - a[1]);
  return x * x + y * y;
}

static void add_hurdle(hurdles *h, int64_t along, int64_t across)
{
  const int64_t at[2] = {along * UNIT, across * UNIT};
  uint32_t i = h->count, k;
  if (turn_of(h->a, h->b, at) * h->turn < 0) return;
  if (h->pieces->radius == 0 && turn_of(h->a, h->c, at) * h->turn > 0) return;
  if ((at[0] - h->a[0]) * (h->b[0] - h->a[0]) < 0 && (at[1] - h->a[1]) * (h->b[1] - h->a[1]) < 0) return;
  for (; i > 0; i--) {
    const int64_t other[2] = {h->list[i - 1][0] * UNIT, h->list[i - 1][1] * UNIT};
    const int32_t order = turn_of(h->a, other, at) * h->turn;
    if (other[0] == at[0] && other[1] == at[1]) return;
    if (order > 0 || (order == 0 && distance_of(h->a, other) <= distance_of(h->a, at))) break;
  }
  for (k = 0; k < i; k++) {
    if (h->list[k][0] == along && h->list[k][1] == across) return;
  }
  if (i == MOST_HURDLES) return;
  if (h->count < MOST_HURDLES) h->count++;
  memmove(h->list + i + 1, h->list + i, (h->count - 1 - i) * sizeof *h->list);
  h->list[i][0] = along;
  h->list[i][1] = across;
}

/* Add the corners of a cell if the unit cannot enter it. Returns whether it cannot. */
static bool add_cell(hurdles *h, const int64_t at[2])
{
  const as_grid *grid = h->pieces->grid;
  int64_t corners[ASTAR_MOST_CORNERS][2];
  uint32_t count, k;
  if (as_piece_enters(h->pieces, as_lattice_cell(grid, at[0], at[1]))) return false;
  count = as_lattice_corners(grid, at[0], at[1], corners);
  for (k = 0; k < count; k++) add_hurdle(h, corners[k][0], corners[k][1]);
  return true;
}

/* Add the ends of the edge between two cells. */
static void add_edge(hurdles *h, const int64_t a[2], const int64_t b[2])
{
  int64_t corners[2][ASTAR_MOST_CORNERS][2];
  const uint32_t count = as_lattice_corners(h->pieces->grid, a[0], a[1], corners[0]);
  uint32_t i, k;
  (void)as_lattice_corners(h->pieces->grid, b[0], b[1], corners[1]);
  for (i = 0; i < count; i++) {
    for (k = 0; k < count; k++) {
      if (memcmp(corners[0][i], corners[1][k], sizeof corners[0][i]) == 0)
        add_hurdle(h, corners[0][i][0], corners[0][i][1]);
    }
  }
}

/* Add the corners of the cells near one; `before`: as in as_piece_next_near(). */
static void add_around(hurdles *h, const int64_t at[2], const int64_t *before)
{
  int64_t cell[2];
  as_piece_begin_near(at, h->pieces->reach, cell);
  while (as_piece_next_near(at, before, h->pieces->reach, cell)) (void)add_cell(h, cell);
}

/* Find the corners that are in the way from a to c. */
static void find_hurdles(hurdles *h)
{
  const as_pieces *p = h->pieces;
  int64_t at[2], before[2] = {0, 0};
  as_ray ray;
  bool first = true;
  h->count = 0;
  /* Corners of a map on which a disc has hardly any room are not worth it. */
  if (p->radius / p->inner > as_min(p->grid->width, p->grid->rows)) return;
  as_ray_begin(&ray, p->grid, AS_RAY_SHIFT, h->a, h->c);
  while (as_ray_next(&ray)) {
    as_ray_cell(&ray, at);
    if (ray.begin > 0 && ray.corner) {
      double place[2];
      as_ray_place(&ray, place);
      add_hurdle(h, (int64_t)floor(place[0] + 0.5), (int64_t)floor(place[1] + 0.5));
    }
    if (!add_cell(h, at) && ray.begin > 0 && !ray.corner && !as_piece_joins(p, ray.before, ray.cells[0]))
      add_edge(h, before, at);
    if (p->radius > 0) add_around(h, at, first ? NULL : before);
    first = false;
    memcpy(before, at, sizeof before);
  }
}

/* The place beside a corner of an obstacle where a string round it bends: away from one of the cells around it. */
static void clear_of(const as_pieces *p, const int64_t corner[2], const int64_t cell[2], int64_t place[2])
{
  const double part = CLEARANCE + p->radius / p->inner;
  int64_t corners[ASTAR_MOST_CORNERS][2];
  const uint32_t count = as_lattice_corners(p->grid, cell[0], cell[1], corners);
  uint32_t axis, k;
  for (axis = 0; axis < 2; axis++) {
    int64_t middle = 0;
    for (k = 0; k < count; k++) middle += corners[k][axis] * UNIT;
    middle /= count;
    place[axis] = corner[axis] * UNIT + (int64_t)floor((double)(corner[axis] * UNIT - middle) * part + 0.5);
  }
  /* Away from a hexagon the place is on the edge between the two others. */
  if (p->grid->staggered) place[0] += UNIT / 32;
}

/* A bend that has been found: the costs of the pieces to it, and from there to b or c. */
typedef struct found {
  int64_t at[2];
  double to, on;
  bool whole; /* to c */
} found;

/* Look at a bend beside a corner; true if the string can take it, and it costs no more than `most` to c. */
static bool try_bend(const hurdles *h, const int64_t at[2], double most, found *f)
{
  if (memcmp(at, h->a, 2 * sizeof *at) == 0 || memcmp(at, h->b, 2 * sizeof *at) == 0) return false;
  f->at[0] = at[0];
  f->at[1] = at[1];
  f->to = as_piece_cost(h->pieces, h->a, at, most);
  if (!(f->to < INFINITY)) return false;
  f->on = as_piece_cost(h->pieces, at, h->c, most - f->to);
  f->whole = f->on < INFINITY;
  if (!f->whole) f->on = as_piece_cost(h->pieces, at, h->b, most - f->to);
  return f->on < INFINITY;
}

/* Find a bend round the first of the corners that allows one. */
static bool find_bend(const hurdles *h, double most, found *f)
{
  const as_grid *grid = h->pieces->grid;
  int64_t cells[4][2], place[2];
  uint32_t i, k;
  for (i = 0; i < h->count; i++) {
    const uint32_t count = as_lattice_around(grid, h->list[i], cells);
    bool closed = false;
    for (k = 0; k < count; k++) {
      if (as_piece_enters(h->pieces, as_lattice_cell(grid, cells[k][0], cells[k][1]))) continue;
      closed = true;
      clear_of(h->pieces, h->list[i], cells[k], place);
      if (try_bend(h, place, most, f)) return true;
    }
    /* The end of a wall. */
    for (k = 0; k < count && !closed; k++) {
      clear_of(h->pieces, h->list[i], cells[k], place);
      if (try_bend(h, place, most, f)) return true;
    }
  }
  return false;
}

/* ---- Pulling ---- */

/* A string while it is pulled along a part of the route. */
typedef struct string {
  as_smooth *s;
  as_memory *m;
  uint32_t first, at, last; /* nodes of the route: `at` is the one that the string has reached */
  uint32_t base;            /* the first of its bends */
  double cost;              /* up to the last bend */
  double end;               /* of the piece from there to `at` */
  uint32_t corners;         /* bends round corners may still be made */
} string;

static as_bend *last_bend(const string *t)
{
  return &t->s->bends[t->s->bend_count - 1];
}

static const as_stop *stop_at(const string *t, uint32_t index)
{
  return &t->s->track.stops[index];
}

/* What the string may cost up to a node: as much as the route. */
static double most_at(const string *t, uint32_t index)
{
  return (stop_at(t, index)->cost - stop_at(t, t->first)->cost) * (1 + ROUNDING);
}

static void bend_at_stop(string *t, uint32_t index, double cost)
{
  push_bend(t->s, t->m, stop_at(t, index)->at, index, 0, cost);
  t->cost += cost;
  t->end = 0;
}

/* Bend round a corner that is in the way to the next node of the route. */
static bool bend_at_corner(string *t)
{
  const double most = most_at(t, t->at + 1) - t->cost;
  const as_bend *from = last_bend(t);
  int64_t a[2];
  hurdles h;
  found f;
  if (t->corners == 0) return false;
  memcpy(a, from->at, sizeof a);
  h.pieces = &t->s->track.pieces;
  h.a = a;
  h.b = stop_at(t, t->at)->at;
  h.c = stop_at(t, t->at + 1)->at;
  h.turn = turn_of(h.a, h.b, h.c);
  if (h.turn == 0) return false;
  find_hurdles(&h);
  if (!find_bend(&h, most, &f)) return false;
  t->corners--;
  push_bend(t->s, t->m, f.at, AS_NO_SLOT, h.turn, f.to);
  t->cost += f.to;
  t->end = f.on;
  if (f.whole) t->at++;
  return true;
}

/* Leave out bends round which the string does not turn, on its way to the node that it has reached. */
static void unwrap(string *t)
{
  as_smooth *s = t->s;
  while (s->bend_count > t->base + 1) {
    const as_bend *bend = last_bend(t), *before = bend - 1;
    const int64_t *end = stop_at(t, t->at)->at;
    double cost;
    if (bend->turn == 0 || turn_of(before->at, bend->at, end) * bend->turn > 0) return;
    cost = as_piece_cost(&s->track.pieces, before->at, end, bend->cost + t->end);
    if (!(cost < INFINITY)) return;
    t->cost -= bend->cost;
    t->end = cost;
    s->bend_count--;
  }
}

/* Pull a string along a part of the route. */
static void pull(string *t)
{
  as_smooth *s = t->s;
  uint32_t stride = 1;
  bool growing = true;
  bend_at_stop(t, t->first, 0);
  while (t->at < t->last && !s->track.failed) {
    const uint32_t next = t->last - t->at < stride ? t->last : t->at + stride;
    const as_stop *here = stop_at(t, t->at), *there = stop_at(t, next);
    const double limit = (t->end + (there->cost - here->cost)) * (1 + ROUNDING);
    const double cost = as_piece_cost(&s->track.pieces, last_bend(t)->at, there->at, limit);
    if (cost < INFINITY) {
      t->at = next;
      t->end = cost;
      unwrap(t);
      stride = growing ? 2 * stride : stride;
    } else if (stride > 1) {
      stride /= 2;
      growing = false;
      continue;
    } else if (last_bend(t)->stop == t->at) {
      /* The step is not clear as a piece, such as one beside walls with a radius: it stays as it is. */
      t->at = next;
      bend_at_stop(t, next, there->cost - here->cost);
    } else if (!bend_at_corner(t)) {
      bend_at_stop(t, t->at, t->end);
    }
    if (!growing && stride > 1) stride /= 2;
    else if (!growing) {
      growing = true;
    }
  }
  if (!s->track.failed && last_bend(t)->stop != t->last) bend_at_stop(t, t->last, t->end);
}

/* ---- Polishing ---- */

/* The most corners by which a bend is replaced. */
#define MOST_CHAIN 4u

/* Replace bend i by the bends of a string round the corners between its neighbours, if that is cheaper. */
static bool move_to_corners(as_smooth *s, as_memory *m, uint32_t i)
{
  const as_bend from = s->bends[i - 1], bend = s->bends[i], to = s->bends[i + 1];
  double most = (bend.cost + to.cost) * (1 - 1e-9);
  found chain[MOST_CHAIN];
  uint32_t count = 0, k;
  hurdles h;
  h.pieces = &s->track.pieces;
  h.a = from.at;
  h.b = bend.at;
  h.c = to.at;
  do {
    if (count == MOST_CHAIN) return false;
    h.turn = turn_of(h.a, h.b, h.c);
    if (h.turn == 0) return false;
    find_hurdles(&h);
    if (!find_bend(&h, most, &chain[count])) return false;
    most -= chain[count].to;
    h.a = chain[count].at;
  } while (!chain[count++].whole);
  for (k = 1; k < count; k++) push_bend(s, m, bend.at, AS_NO_SLOT, 0, 0);
  if (s->track.failed) return false;
  memmove(&s->bends[i + count], &s->bends[i + 1], (s->bend_count - i - count) * sizeof *s->bends);
  for (k = 0; k < count; k++) {
    as_bend *into = &s->bends[i + k];
    memcpy(into->at, chain[k].at, sizeof into->at);
    into->stop = AS_NO_SLOT;
    into->turn = h.turn;
    into->cost = chain[k].to;
  }
  s->bends[i + count].cost = chain[count - 1].on;
  return true;
}

/* Move bend i, a node of the route, along the route where the ground is dear. */
static bool move_along(as_smooth *s, uint32_t i, uint32_t first, uint32_t last)
{
  as_bend *bend = &s->bends[i];
  int64_t step;
  bool moved = false;
  for (step = 8; step != 0; step = step < 0 ? -step / 2 : -step) {
    const int64_t to = (int64_t)bend->stop + step;
    const double most = (bend->cost + bend[1].cost) * (1 - 1e-9);
    double before, after;
    if (to <= first || to >= last) continue;
    before = as_piece_cost(&s->track.pieces, bend[-1].at, s->track.stops[to].at, most);
    if (!(before < INFINITY)) continue;
    after = as_piece_cost(&s->track.pieces, s->track.stops[to].at, bend[1].at, most - before);
    if (!(after < INFINITY)) continue;
    memcpy(bend->at, s->track.stops[to].at, sizeof bend->at);
    bend->stop = (uint32_t)to;
    bend->cost = before;
    bend[1].cost = after;
    moved = true;
  }
  return moved;
}

/* Make the string from bend `base` on cheaper. */
static void polish(as_smooth *s, as_memory *m, uint32_t base)
{
  uint32_t round, i;
  bool changed = true;
  for (round = 0; round < ROUNDS && changed; round++) {
    changed = false;
    for (i = base + 1; i + 1 < s->bend_count; i++) {
      as_bend *bend = &s->bends[i];
      const double cost =
          as_piece_cost(&s->track.pieces, bend[-1].at, bend[1].at, (bend->cost + bend[1].cost) * (1 + ROUNDING));
      if (cost < INFINITY) {
        bend[1].cost = cost;
        remove_bend(s, i--);
        changed = true;
      } else if (bend->stop != AS_NO_SLOT || turn_of(bend[-1].at, bend->at, bend[1].at) * bend->turn <= 0) {
        changed = move_to_corners(s, m, i) || changed;
        bend = &s->bends[i];
        if (bend->stop != AS_NO_SLOT && isnan(s->track.pieces.multiplier))
          changed = move_along(s, i, s->bends[base].stop, s->bends[s->bend_count - 1].stop) || changed;
      }
    }
  }
}

static double string_cost(const as_smooth *s, uint32_t base)
{
  double sum = 0;
  uint32_t i;
  for (i = base + 1; i < s->bend_count; i++) sum += s->bends[i].cost;
  return sum;
}

/* Smooth the part of the route from one node to another; `before` is the cost of what leads to the first. */
static void smooth_part(as_smooth *s, as_memory *m, uint32_t first, uint32_t last, double before)
{
  const uint32_t base = s->bend_count;
  uint32_t corners = last - first + 8;
  as_track_enter(&s->track, s->track.stops[first].floor);
  for (;;) {
    string t;
    memset(&t, 0, sizeof t);
    t.s = s;
    t.m = m;
    t.first = t.at = first;
    t.last = last;
    t.base = base;
    t.corners = corners;
    s->bend_count = base;
    pull(&t);
    if (s->track.failed) return;
    polish(s, m, base);
    if (s->track.failed) return;
    /* Bends round corners may have cost more than they were worth. */
    if (corners == 0 || string_cost(s, base) <= most_at(&t, last)) break;
    corners = 0;
  }
  s->bends[base].cost = before;
}

/* ---- All ---- */

uint32_t as_smooth_count(const as_smooth *s)
{
  return s->arc_count > 0 ? s->arc_count : s->bend_count;
}

astar_result as_smooth_find(as_smooth *s, as_memory *m, astar_graph *g, const astar_path *path,
                            const astar_smooth_def *def)
{
  as_stop *stops;
  uint32_t first = 0, last;
  double before = 0, most = 0;
  s->bend_count = s->arc_count = 0;
  if (!as_track_take(&s->track, m, g, path, def)) return ASTAR_NO_MEMORY;
  stops = s->track.stops;
  for (; first < s->track.count && !s->track.failed; first = last + 1) {
    for (last = first; last + 1 < s->track.count && as_track_is_step(&s->track, m, last); last++)
      stops[last + 1].cost = stops[last].cost + step_cost(s, &stops[last], &stops[last + 1]);
    smooth_part(s, m, first, last, before);
    most += before + stops[last].cost;
    if (last + 1 < s->track.count) before = as_track_link_cost(&s->track, m, last);
  }
  s->most = most;
  return s->track.failed ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/* A point of the result that is no node of the route. */
static astar_waypoint point_at(const as_smooth *s, const int64_t at[2], uint32_t floor)
{
  as_grid copy;
  const as_grid *grid = as_grid_on(s->track.grid, floor, &copy);
  astar_waypoint point;
  double xy[2];
  uint32_t cell;
  memset(&point, 0, sizeof point);
  as_piece_world(grid, at, xy);
  as_grid_bring_in(grid, &xy[0], &xy[1]);
  cell = as_grid_at(grid, xy[0], xy[1]);
  point.x = xy[0];
  point.y = xy[1];
  point.z = cell == AS_NO_SLOT ? as_grid_floor_height(grid, floor) : as_grid_height(grid, cell);
  point.generation = floor;
  return point;
}

void as_smooth_write(const as_smooth *s, astar_path *path)
{
  const uint32_t count = as_smooth_count(s);
  const as_bend *bends = s->arc_count > 0 ? s->arcs : s->bends;
  double cost = 0;
  uint32_t i;
  for (i = 0; i < count; i++) cost += bends[i].cost;
  as_path_begin(path, &s->track.space, count, 0, cost);
  path->radius = s->track.pieces.radius;
  path->smooth = true;
  for (i = 0, cost = 0; i < count; i++) {
    cost += bends[i].cost;
    if (bends[i].stop != AS_NO_SLOT) path->points[i] = s->track.nodes[bends[i].stop];
    else path->points[i] = point_at(s, bends[i].at, bends[i].floor);
    path->points[i].cost = cost;
  }
  as_path_measure(path);
}
