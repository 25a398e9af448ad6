/*
** lattice_look.c: see lattice_look.h. What is visible from a place is divided into windows: a window is the part of
** a strip, within one run, that is seen between two directions. A window is followed from its strip to the next, line
** by line; where the next strip has several runs, it is divided. Directions that only touch corners are visible, so
** windows include their limits, and may be as narrow as one direction. (The same for triangles: Bungiu et al. 2014.)
**
** A strip and a run are convex, so a direction passes a strip within a run if it crosses both lines of the strip there.
** Where two runs meet in one point only, none passes from one to the other.
**
** Upwards means in the direction of greater y. Where a look goes downwards, left and right are still those of lesser
** and greater x.
*/
#include "plane/lattice_look.h"

#include <string.h>

#define LEFT 0
#define RIGHT 1

typedef struct look {
  as_lattice *lattice;
  as_visibility *visibility;
  as_memory *memory;
  as_scene *scene;
  const as_fans *fans; /* of a scene of enlarged obstacles; or NULL */
  uint32_t corner;     /* with fans: the point at the place, or AS_NO_POINT */
  int part;            /* with fans and a corner: see as_lattice_look_at_fans() */
  const double *place;
  double from_left; /* from the first column to the place */
  uint32_t col[2];  /* the last column before the place or at it, and the first one after it or at it */
  int step;         /* of the lines: 1 upwards, -1 downwards */
  uint32_t window_count;
} look;

/* ---- Results ---- */

/* The borders of the sectors upwards, and downwards, as x by y, which decreases counter-clockwise. */
#define BORDERS 7
static const double borders[BORDERS] = {3, 1, 1.0 / 3, 0, -1.0 / 3, -1, -3};

/*
** The sector of a direction upwards (step 1) or downwards. It is the first one of an interval or the last: rounding
** errors extend that.
*/
static uint32_t sector_of(double slope, int step, bool is_first)
{
  const double error = 1e-13 * (1 + fabs(slope)), s = is_first ? slope + error : slope - error;
  uint32_t passed = 0;
  while (passed < BORDERS && s < borders[passed]) passed++;
  return step > 0 ? passed : passed + AS_SECTORS / 2;
}

/* The next border towards greater slopes (1) or lesser ones. */
static double border_from(double slope, int towards)
{
  int i;
  if (towards > 0) {
    for (i = BORDERS - 1; i >= 0 && borders[i] <= slope; i--) continue;
    return i < 0 ? INFINITY : borders[i];
  }
  for (i = 0; i < BORDERS && borders[i] >= slope; i++) continue;
  return i == BORDERS ? -INFINITY : borders[i];
}

/*
** Nothing beyond a distance can affect what is seen from sector `low` counter-clockwise to `high`. During a look the
** reaches are squares.
*/
static void note_reach(const look *k, uint32_t low, uint32_t high, double square)
{
  for (;; low = (low + 1) % AS_SECTORS) {
    double *r = &k->visibility->reach[low];
    *r = as_max(*r, square);
    if (low == high) return;
  }
}

/* At the end of a look: the reaches become distances. */
static void finish_reach(as_visibility *v)
{
  uint32_t i;
  for (i = 0; i < AS_SECTORS; i++) {
    if (v->reach[i] > 0) v->reach[i] = as_sqrt(v->reach[i]);
  }
}

/* Add a corner to the result, for which there is room. */
static void add_corner(const look *k, uint32_t point)
{
  as_seen *seen = &k->visibility->seen[k->visibility->seen_count++];
  const double *at = k->scene->points[point].at, x = at[0] - k->place[0], y = at[1] - k->place[1];
  /* Edits may have set its wedge to unknown. */
  (void)as_scene_wedge(k->scene, point);
  seen->point = point;
  seen->at = at;
  seen->angle = as_pseudoangle(k->place, at);
  seen->distance = as_sqrt(x * x + y * y);
}

/* Whether a taut path may bend at a point of a fan, coming from the place; and leave that so, if it is a corner. */
static bool may_bend(const look *k, uint32_t point)
{
  as_scene *s = k->scene;
  const as_point *c = &s->points[point];
  if (as_same_place(k->place, c->at)) return false;
  if (k->corner != AS_NO_POINT) {
    const as_point *from = &s->points[k->corner];
    if (!as_wedge_beside(s, from, k->place, c->at) || as_wedge_on_right(s, from, k->place, c->at) != (k->part == 0))
      return false;
  }
  return as_scene_wedge(s, point) == AS_WEDGE_CONVEX && as_wedge_beside(s, c, k->place, c->at);
}

/* Add the points of the fan of a corner. */
static bool add_fan(look *k, uint32_t corner)
{
  as_visibility *v = k->visibility;
  uint32_t i, count;
  const uint32_t *points = as_fan(k->fans, corner, &count);
  if (!as_reserve(k->memory, &v->seen, &v->seen_capacity, (uint64_t)v->seen_count + count, sizeof *v->seen))
    return false;
  for (i = 0; i < count; i++) {
    if (as_scene_mark(k->scene, points[i]) && may_bend(k, points[i])) add_corner(k, points[i]);
  }
  return true;
}

/* The bits of a word from one column to another, of which one at least is in the word. */
static uint64_t bits_between(uint32_t word, uint32_t first, uint32_t last)
{
  uint64_t bits = UINT64_MAX;
  if (word == first / 64) bits = bits >> first % 64 << first % 64;
  if (word == last / 64) bits = bits << (63 - last % 64) >> (63 - last % 64);
  return bits;
}

/* Add corners in a word of a line, for which there is no room yet. */
static bool add_word(look *k, size_t at, uint64_t found)
{
  const as_lattice *l = k->lattice;
  as_visibility *v = k->visibility;
  const uint64_t both = l->corners[AS_KIND_FALLING][at] | l->corners[AS_KIND_RISING][at];
  if (found == 0) return true;
  if (!as_reserve(k->memory, &v->seen, &v->seen_capacity, (uint64_t)v->seen_count + 64, sizeof *v->seen)) return false;
  for (; found != 0; found &= found - 1) {
    const uint64_t before = (found & (~found + 1)) - 1;
    const uint32_t corner = l->before[at] + as_count_bits(both & before);
    if (!k->fans) add_corner(k, l->points[corner]);
    else if (!add_fan(k, corner)) return false;
  }
  return true;
}

/*
** Add the corners on a line that a window crosses from one column to another. To the left of the place segments to them
** have another slope than to the right of it; exactly above or below it both kinds will do.
*/
static bool add_crossed(look *k, uint32_t line, uint32_t first, uint32_t last)
{
  const as_lattice *l = k->lattice;
  const size_t row = (size_t)line * l->map.stride;
  const int to_right = k->step > 0 ? AS_KIND_RISING : AS_KIND_FALLING;
  uint32_t word;
  for (word = first / 64; word <= last / 64; word++) {
    const uint64_t right = l->corners[to_right][row + word], left = l->corners[!to_right][row + word];
    const uint64_t here = bits_between(word, first, last);
    uint64_t on_left, on_right; /* the columns up to the place, and those from it on */
    if (((left | right) & here) == 0) continue;
    on_left = word < k->col[LEFT] / 64 ? UINT64_MAX : 0;
    on_right = word > k->col[RIGHT] / 64 ? UINT64_MAX : 0;
    if (word == k->col[LEFT] / 64) on_left = bits_between(word, 0, k->col[LEFT]);
    if (word == k->col[RIGHT] / 64) on_right = bits_between(word, k->col[RIGHT], UINT32_MAX);
    /* The points of a fan may lie on the other side. */
    if (k->fans) on_left = on_right = UINT64_MAX;
    if (!add_word(k, row + word, here & ((left & on_left) | (right & on_right)))) return false;
  }
  return true;
}

/* Add the corners of both kinds on a line from one column to another. */
static bool add_along(look *k, uint32_t line, uint32_t first, uint32_t last)
{
  const as_lattice *l = k->lattice;
  const size_t row = (size_t)line * l->map.stride;
  uint32_t word;
  for (word = first / 64; word <= last / 64; word++) {
    const uint64_t both = l->corners[AS_KIND_FALLING][row + word] | l->corners[AS_KIND_RISING][row + word];
    if (!add_word(k, row + word, both & bits_between(word, first, last))) return false;
  }
  return true;
}

/* ---- Windows ---- */

/* Note the reach of what a window has seen, between two slopes: from its left to its right. */
static void note_seen(const look *k, const as_lattice_window *w, double left, double right)
{
  const bool up = k->step > 0;
  note_reach(k, sector_of(up ? right : left, k->step, true), sector_of(up ? left : right, k->step, false), w->square);
}

/* Whether the slope of a limit grows (1) or shrinks (-1) when the window gets narrower. */
static inline int inwards(const look *k, int side)
{
  return side == LEFT ? k->step : -k->step;
}

static void set_limit(const look *k, as_lattice_window *w, int side, double x, double y)
{
  w->limit[side][0] = x;
  w->limit[side][1] = y;
  w->slope[side] = (x - k->place[0]) / (y - k->place[1]);
  w->border[side] = border_from(w->slope[side], inwards(k, side));
}

/* Set a limit farther inside. If sectors are no longer seen, what was seen there is noted. */
static inline void narrow(const look *k, as_lattice_window *w, int side, double x, double y)
{
  const double old = w->slope[side], slope = (x - k->place[0]) / (y - k->place[1]);
  if ((slope - w->border[side]) * inwards(k, side) >= 0) {
    if (side == LEFT) note_seen(k, w, old, slope);
    else note_seen(k, w, slope, old);
    set_limit(k, w, side, x, y);
    return;
  }
  w->limit[side][0] = x;
  w->limit[side][1] = y;
  w->slope[side] = slope;
}

/* Where a limit crosses a line, in columns: off by less than the blur of the lattice. */
static inline double cross(const look *k, const as_lattice_window *w, int side, double y)
{
  return (k->from_left + w->slope[side] * (y - k->place[1])) * k->lattice->per_cell[0];
}

/*
** The first column of the window's run that is not left of its limit on a side where that crosses a line, at `at`; one
** more than there are if there is none. *on: it lies on the limit.
*/
static inline uint32_t column_from(const look *k, const as_lattice_window *w, int side, double at, double y, bool *on)
{
  const double blur = k->lattice->blur, begin = w->run[LEFT], end = w->run[RIGHT];
  uint32_t col = (uint32_t)as_min(as_max(at + 1, begin + 0.5), end + 1.5);
  double nearest, place[2];
  int order;
  *on = false;
  nearest = (double)(uint32_t)as_min(as_max(at + 0.5, begin), end);
  if (fabs(at - nearest) > blur) return col;
  col = (uint32_t)nearest;
  place[0] = k->lattice->map.lines[0][col];
  place[1] = y;
  order = k->step * as_orient(k->place, w->limit[side], place);
  *on = order == 0;
  return order > 0 ? col + 1 : col;
}

static as_lattice_window *push_window(look *k)
{
  as_lattice *l = k->lattice;
  if (!as_reserve(l->memory, &l->windows, &l->window_capacity, (uint64_t)k->window_count + 1, sizeof *l->windows))
    return NULL;
  return &l->windows[k->window_count++];
}

/*
** Make a window go on from its line, which it crosses from column `first` to `last`, in a run of the next strip. Where
** it was cut, that column becomes its limit, unless the run ends farther inside.
*/
static inline void go_on(const look *k, as_lattice_window *w, const uint32_t run[2], uint32_t first, uint32_t last,
                         const bool cut[2], double y)
{
  const double *xs = k->lattice->map.lines[0];
  const bool begins = run[LEFT] >= first, ends = run[RIGHT] <= last;
  if (begins || cut[LEFT]) narrow(k, w, LEFT, xs[begins ? run[LEFT] : first], y);
  if (ends || cut[RIGHT]) narrow(k, w, RIGHT, xs[ends ? run[RIGHT] : last], y);
  w->line += (uint32_t)k->step;
  w->run[LEFT] = run[LEFT];
  w->run[RIGHT] = run[RIGHT];
  w->entry[LEFT] = begins ? run[LEFT] : first - 1;
  w->entry[RIGHT] = ends ? run[RIGHT] : last + 1;
}

#define NOT_KNOWN UINT32_MAX

/*
** Make a window go on from its line, which it crosses at columns `left` and `right`, if all cells are free that it
** touches there and in its strip, or nearly touches; or all up to a wall that goes on straight. Then it sees no corner,
** and keeps its limits: those that the wall hides are set when it ends.
*/
static inline bool glide(const look *k, as_lattice_window *w, double left, double right)
{
  const as_lattice *l = k->lattice;
  const int64_t strip = k->step > 0 ? (int64_t)w->line - 1 : (int64_t)w->line;
  const uint64_t *row = as_lattice_row(l, strip), *next = row + k->step * (int64_t)l->map.stride;
  const bool at_begin = w->run[LEFT] != NOT_KNOWN && left - l->blur < w->run[LEFT];
  const bool at_end = w->run[RIGHT] != NOT_KNOWN && right + l->blur > w->run[RIGHT];
  uint32_t first, last, low, high; /* cells: where it leaves the strip, and all in the strip */
  left = at_begin ? w->run[LEFT] : left - l->blur;
  right = at_end ? w->run[RIGHT] - 0.5 : right + l->blur;
  if (!(left >= 0 && left <= right && right < l->map.size[0])) return false;
  low = first = (uint32_t)left;
  high = last = (uint32_t)right;
  if (low > w->entry[LEFT] && !at_begin) low = w->entry[LEFT];
  if (high + 1 < w->entry[RIGHT] && !at_end) high = w->entry[RIGHT] - 1;
  if (!as_cells_are_free(next, first, last) || !as_cells_are_free(row, low, high)) return false;
  if ((at_begin && as_cell_is_free(next, (int64_t)first - 1)) || (at_end && as_cell_is_free(next, (int64_t)last + 1)))
    return false;
  if (as_lattice_is_edited(l, strip, (int64_t)low - 1, (int64_t)high + 1)) return false;
  w->entry[LEFT] = first;
  w->entry[RIGHT] = last + 1;
  if (!at_begin) w->run[LEFT] = NOT_KNOWN;
  if (!at_end) w->run[RIGHT] = NOT_KNOWN;
  w->line += (uint32_t)k->step;
  return true;
}

/* Follow a window until it ends. Where it is divided, the other parts are pushed. */
static as_lattice_answer follow(look *k, as_lattice_window *w)
{
  const as_lattice *l = k->lattice;
  const double *xs = l->map.lines[0];
  for (;;) {
    const double y = l->map.lines[1][w->line], at_left = cross(k, w, LEFT, y), at_right = cross(k, w, RIGHT, y);
    const int64_t strip = k->step > 0 ? (int64_t)w->line - 1 : (int64_t)w->line;
    const uint64_t *row = as_lattice_row(l, strip + k->step);
    uint32_t begin, end, first, until, last, low, high, cell, run[2], part[2];
    bool cut[2]; /* whether the walls of the run hide directions at the limits */
    double left, right;
    bool on[2];
    if (glide(k, w, at_left, at_right)) continue;
    if (w->run[LEFT] == NOT_KNOWN) w->run[LEFT] = as_run_begin(as_lattice_row(l, strip), w->entry[LEFT]);
    if (w->run[RIGHT] == NOT_KNOWN) w->run[RIGHT] = as_run_end(as_lattice_row(l, strip), w->entry[LEFT]);
    begin = w->run[LEFT];
    end = w->run[RIGHT];
    first = column_from(k, w, LEFT, at_left, y, &on[LEFT]);
    /* The column after the last one that is not right of the limit. */
    until = column_from(k, w, RIGHT, at_right, y, &on[RIGHT]) + on[RIGHT];
    cut[LEFT] = first == begin && !on[LEFT];
    cut[RIGHT] = until > end && !on[RIGHT];
    if (as_lattice_is_edited(l, strip, (int64_t)(w->entry[LEFT] < first ? w->entry[LEFT] : first) - 1,
                             w->entry[RIGHT] >= until ? (int64_t)w->entry[RIGHT] : (int64_t)until - 1))
      return AS_LATTICE_UNKNOWN;
    /* The directions that end within the strip end at a wall of the run, nearer than where that meets the line. */
    left = xs[cut[LEFT] ? begin : first > begin ? first - 1 : begin] - k->place[0];
    right = xs[cut[RIGHT] || until > end ? end : until] - k->place[0];
    w->square = as_max(w->square, as_max(left * left, right * right) + (y - k->place[1]) * (y - k->place[1]));
    if (first > end || until <= begin) break;
    last = until - 1;
    if (until > first && !add_crossed(k, w->line, first, last)) return AS_LATTICE_NO_MEMORY;
    /* The cells of the next strip that the window touches, within the run, so that runs there overlap with it. */
    low = first > begin ? first - 1 : begin;
    high = last < end ? last : end - 1;
    cell = as_next_free(row, low, high);
    if (cell > high) break;
    run[LEFT] = cell > low ? cell : as_run_begin(row, cell);
    run[RIGHT] = as_run_end(row, cell);
    for (cell = run[RIGHT] + 1; cell <= high; cell = part[RIGHT] + 1) {
      as_lattice_window *other;
      part[LEFT] = as_next_free(row, cell, high);
      if (part[LEFT] > high) break;
      part[RIGHT] = as_run_end(row, part[LEFT]);
      other = push_window(k);
      if (!other) return AS_LATTICE_NO_MEMORY;
      *other = *w;
      go_on(k, other, part, first, last, cut, y);
    }
    go_on(k, w, run, first, last, cut, y);
  }
  note_seen(k, w, w->slope[LEFT], w->slope[RIGHT]);
  return AS_LATTICE_YES;
}

/* ---- Looks ---- */

/* A place far away in a direction; exact along the axes. */
static void far_place(const look *k, double angle, double place[2])
{
  const double *xs = k->lattice->map.lines[0], *ys = k->lattice->map.lines[1];
  const double far = 2 * as_max(xs[k->lattice->map.size[0]] - xs[0], ys[k->lattice->map.size[1]] - ys[0]);
  const double x = angle <= 2 ? 1 - angle : angle - 3;
  place[0] = k->place[0] + far * x;
  place[1] = k->place[1] + far * (angle <= 2 ? 1 - fabs(x) : fabs(x) - 1);
}

/* The square of the distance to a place. */
static double square_to(const look *k, const double place[2])
{
  const double x = place[0] - k->place[0], y = place[1] - k->place[1];
  return x * x + y * y;
}

/* Look in the directions from `low` to `high`, all of them upwards (0 to 2), or all downwards (2 to 4). */
static as_lattice_answer look_between(look *k, double low, double high)
{
  const as_lattice *l = k->lattice;
  const double *ys = l->map.lines[1], y = k->place[1];
  const int64_t first = as_line_from(l, 1, y);
  const bool on_line = ys[first] == y, up = high <= 2 && low < 2;
  int64_t strip = on_line && up ? first : first - 1;
  const uint64_t *row = as_lattice_row(l, strip);
  as_lattice_answer answer = AS_LATTICE_YES;
  uint32_t back;
  as_lattice_window w;
  k->step = up ? 1 : -1;
  k->window_count = 0;
  /* One of the cells beside the place; if there are two, and both are free, they are of one run. */
  for (back = 0; back < 2; back++) {
    if (back == 1 && k->col[LEFT] != k->col[RIGHT]) break;
    if (as_cell_is_free(row, (int64_t)k->col[LEFT] - back)) break;
  }
  if (back == 2 || (back == 1 && k->col[LEFT] != k->col[RIGHT])) return AS_LATTICE_YES;
  w.run[LEFT] = as_run_begin(row, k->col[LEFT] - back);
  w.run[RIGHT] = as_run_end(row, k->col[LEFT] - back);
  w.line = (uint32_t)(up ? strip + 1 : strip);
  w.square = 0;
  w.entry[LEFT] = k->col[LEFT];
  w.entry[RIGHT] = k->col[RIGHT];
  for (back = 0; back < 2; back++) {
    const double angle = (back == LEFT) == up ? high : low;
    double place[2];
    /* Nearly horizontal directions end at the wall of the run. */
    if (angle < 1e-12 || fabs(angle - 2) < 1e-12 || angle > 4 - 1e-12) {
      place[0] = l->map.lines[0][w.run[back]];
      place[1] = ys[w.line];
      w.square = as_max(w.square, square_to(k, place));
    } else {
      far_place(k, angle, place);
    }
    set_limit(k, &w, (int)back, place[0], place[1]);
  }
  for (;;) {
    answer = follow(k, &w);
    if (answer != AS_LATTICE_YES || k->window_count == 0) return answer;
    w = l->windows[--k->window_count];
  }
}

/* Look along the line through the place, to the right (1) or left (-1). */
static as_lattice_answer look_along(look *k, int direction)
{
  const as_lattice *l = k->lattice;
  const uint32_t line = as_line_from(l, 1, k->place[1]), width = l->map.size[0];
  const uint64_t *below = as_lattice_row(l, (int64_t)line - 1), *above = as_lattice_row(l, line);
  const int64_t start = direction > 0 ? k->col[LEFT] : (int64_t)k->col[RIGHT] - 1; /* the first cell along the line */
  int64_t cell = start;
  double x;
  uint32_t first, last;
  if (l->map.lines[1][line] != k->place[1]) return AS_LATTICE_YES;
  if (!as_cell_is_free(below, cell) && !as_cell_is_free(above, cell)) return AS_LATTICE_YES;
  /* From each cell to the next the same strip must be free. */
  while (cell + direction >= 0 && cell + direction < (int64_t)width &&
         ((as_cell_is_free(below, cell) && as_cell_is_free(below, cell + direction)) ||
          (as_cell_is_free(above, cell) && as_cell_is_free(above, cell + direction))))
    cell += direction;
  first = (uint32_t)(direction > 0 ? start : cell);
  last = (uint32_t)(direction > 0 ? cell : start);
  if (as_lattice_is_edited(l, line, (int64_t)first - 1, (int64_t)last + 1) ||
      as_lattice_is_edited(l, (int64_t)line - 1, (int64_t)first - 1, (int64_t)last + 1))
    return AS_LATTICE_UNKNOWN;
  x = l->map.lines[0][direction > 0 ? last + 1 : first] - k->place[0];
  note_reach(k, direction > 0 ? AS_SECTORS - 1 : AS_SECTORS / 2 - 1, direction > 0 ? 0 : AS_SECTORS / 2, x * x);
  /* The corners are at the far ends of the cells. */
  return add_along(k, line, first + (direction > 0), last + (direction > 0)) ? AS_LATTICE_YES : AS_LATTICE_NO_MEMORY;
}

/* Look from `low` to `high`, within a quadrant or a half-plane, and along the line at its limits. */
static as_lattice_answer look_within(look *k, double low, double high)
{
  as_lattice_answer answer = low < high ? look_between(k, low, high) : AS_LATTICE_YES;
  if (answer == AS_LATTICE_YES && (low == 0 || high == 4)) answer = look_along(k, 1);
  if (answer == AS_LATTICE_YES && (low == 2 || high == 2)) answer = look_along(k, -1);
  return answer;
}

/* Look in the directions of a quadrant that lie between `low` and `high` >= low, whose turns may differ; or in all. */
static as_lattice_answer look_in_quadrant(look *k, int quadrant, double low, double high)
{
  as_lattice_answer answer = AS_LATTICE_YES;
  int turn;
  if (isnan(low)) return look_within(k, quadrant, quadrant + 1);
  for (turn = -4; turn <= 0 && answer == AS_LATTICE_YES; turn += 4) {
    const double from = as_max(low + turn, quadrant), to = as_min(high + turn, quadrant + 1);
    if (from <= to) answer = look_within(k, from, to);
  }
  return answer;
}

/*
** Look from a corner, from `low` counter-clockwise to `high`, or in all directions if they are NAN: in each of the two
** quadrants of taut directions.
*/
static as_lattice_answer look_from(look *k, uint32_t line, double low, double high)
{
  const as_lattice *l = k->lattice;
  const size_t word = (size_t)line * l->map.stride + k->col[LEFT] / 64;
  const uint64_t bit = (uint64_t)1 << k->col[LEFT] % 64;
  as_lattice_answer answer;
  int quadrant;
  if (!((l->corners[0][word] | l->corners[1][word]) & bit)) return AS_LATTICE_UNKNOWN;
  quadrant = l->corners[AS_KIND_FALLING][word] & bit ? 1 : 0;
  if (high < low) high += 4;
  answer = look_in_quadrant(k, quadrant, low, high);
  return answer == AS_LATTICE_YES ? look_in_quadrant(k, quadrant + 2, low, high) : answer;
}

/* Find where the place lies on the lattice, and begin with an empty result. False if that is outside. */
static bool begin(look *k, as_lattice *l, as_visibility *v, as_memory *m, as_scene *s, const double place[2])
{
  const double *xs = l->map.lines[0], *ys = l->map.lines[1];
  uint32_t i;
  if (!(place[0] >= xs[0] && place[0] <= xs[l->map.size[0]] && place[1] >= ys[0] && place[1] <= ys[l->map.size[1]]))
    return false;
  k->lattice = l;
  k->visibility = v;
  k->memory = m;
  k->scene = s;
  k->place = place;
  k->fans = NULL;
  k->from_left = place[0] - xs[0];
  k->col[RIGHT] = as_line_from(l, 0, place[0]);
  k->col[LEFT] = xs[k->col[RIGHT]] == place[0] ? k->col[RIGHT] : k->col[RIGHT] - 1;
  v->seen_count = 0;
  for (i = 0; i < AS_SECTORS; i++) v->reach[i] = 0;
  return true;
}

as_lattice_answer as_lattice_look(as_lattice *l, as_visibility *v, as_memory *m, as_scene *s, const double place[2],
                                  uint32_t corner, double low, double high)
{
  as_lattice_answer answer;
  uint32_t line;
  look k;
  if (!begin(&k, l, v, m, s, place)) return AS_LATTICE_UNKNOWN;
  line = as_line_from(l, 1, place[1]);
  if (as_lattice_is_edited(l, line, (int64_t)k.col[LEFT] - 1, k.col[RIGHT]) ||
      as_lattice_is_edited(l, (int64_t)line - 1, (int64_t)k.col[LEFT] - 1, k.col[RIGHT]))
    return AS_LATTICE_UNKNOWN;
  if (corner != AS_NO_POINT) {
    if (k.col[LEFT] != k.col[RIGHT] || l->map.lines[1][line] != place[1]) return AS_LATTICE_UNKNOWN;
    answer = look_from(&k, line, low, high);
    finish_reach(v);
    return answer;
  }
  answer = look_within(&k, 0, 2);
  if (answer == AS_LATTICE_YES) answer = look_between(&k, 2, 4);
  finish_reach(v);
  return answer;
}

/* Add the fans of all corners near the place, visible or not. */
static bool add_near(look *k)
{
  const as_lattice *l = k->lattice;
  const double away = AS_FAN_NEAR * k->fans->radius;
  const uint32_t first = as_line_from(l, 0, k->place[0] - away), top = as_line_from(l, 1, k->place[1] + away);
  uint32_t last = as_line_from(l, 0, k->place[0] + away), line;
  if (last > l->map.size[0]) last = l->map.size[0];
  for (line = as_line_from(l, 1, k->place[1] - away); line <= top && line <= l->map.size[1]; line++) {
    if (!add_along(k, line, first, last)) return false;
  }
  return true;
}

as_lattice_answer as_lattice_look_at_fans(as_lattice *l, const as_fans *fans, as_visibility *v, as_memory *m,
                                          as_scene *s, const double place[2], uint32_t corner, int part, double low,
                                          double high)
{
  as_lattice_answer answer = AS_LATTICE_YES;
  uint32_t i;
  look k;
  int quadrant;
  if (!begin(&k, l, v, m, s, place)) return AS_LATTICE_UNKNOWN;
  k.fans = fans;
  k.corner = corner;
  k.part = part;
  as_scene_unmark(s);
  if (corner == AS_NO_POINT) {
    answer = look_within(&k, 0, 2);
    if (answer == AS_LATTICE_YES) answer = look_between(&k, 2, 4);
  } else {
    if (!add_near(&k)) return AS_LATTICE_NO_MEMORY;
    low -= AS_FAN_ASIDE;
    high += AS_FAN_ASIDE;
    if (low < 0) low += 4;
    if (high >= 4) high -= 4;
    if (high < low) high += 4;
    for (quadrant = 0; quadrant < 4 && answer == AS_LATTICE_YES; quadrant++)
      answer = look_in_quadrant(&k, quadrant, low, high);
  }
  finish_reach(v);
  for (i = 0; i < AS_SECTORS; i++) {
    if (v->reach[i] > fans->far) return AS_LATTICE_UNKNOWN;
  }
  return answer;
}
