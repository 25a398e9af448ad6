/*
** inflate.c: see inflate.h. A convex outline is offset outwards. Any other outline is kept, and bands are added: one
** along each chain of edges from one reflex corner (where the outline turns right) to the next. A band is the sum
** of a rectangle beside each edge and a fan around each corner inside the chain; their common borders cancel. All
** bands run counter-clockwise, so their winding numbers add up wherever they overlap, none is negative, and no
** intersection has to be computed.
*/
#include "geometry/inflate.h"

#include "geometry/angle.h"
#include "geometry/distance.h"
#include "geometry/orient.h"

/* Maximum turn between two sides of a fan, in radians: 1 / cos(MAX_TURN / 2) < 1.01. */
#define MAX_TURN 0.28

/* Length by which two bands overlap at a reflex corner, in radii: sqrt(1 + OVERLAP^2) < 1.01. */
#define OVERLAP 0.1

/*
** Margins of the radius for rounding. Directions, angles and lengths have relative errors of about 1e-15; a margin of
** 1e-9 of the radius covers these. Rounding moves a computed corner by less than e = DBL_EPSILON * M, M the largest
** coordinate, and so the outline by less than e everywhere. The margin for this is 16 * e: then e is at most 1/16 of
** the radius, which turns the end of a band by less than OVERLAP, and no gap opens between two bands.
*/
#define RELATIVE_MARGIN 1e-9
#define ABSOLUTE_MARGIN (16 * DBL_EPSILON)

/* The outline to enlarge, and the output. */
typedef struct ring {
  const double *xy;
  uint32_t count;
  double radius; /* with the margins for rounding */
  as_memory *memory;
  as_outlines *out;
} ring;

typedef struct direction { /* a unit vector */
  double x, y;
} direction;

static const double *corner(const ring *r, uint32_t i)
{
  return r->xy + (size_t)i * 2;
}

static uint32_t before(const ring *r, uint32_t i)
{
  return i == 0 ? r->count - 1 : i - 1;
}

static uint32_t after(const ring *r, uint32_t i)
{
  return i == r->count - 1 ? 0 : i + 1;
}

/* The direction of the edge that begins at a corner; the outside is on its right. */
static direction along(const ring *r, uint32_t i)
{
  const double *a = corner(r, i), *b = corner(r, after(r, i));
  const double x = b[0] - a[0], y = b[1] - a[1], length = as_length(x, y, 0);
  direction d;
  d.x = x / length;
  d.y = y / length;
  return d;
}

/* 1 at a convex corner, -1 at a reflex one, 0 between edges on one line. */
static int turn_at(const ring *r, uint32_t i)
{
  return as_orient(corner(r, before(r, i)), corner(r, i), corner(r, after(r, i)));
}

/* ---- Writing ---- */

/* Append a corner, unless rounding has made it equal to the one before. */
static bool write_point(ring *r, double x, double y)
{
  const as_outlines *o = r->out;
  if (o->corners > as_outline_first(o, o->count)) {
    const double *last = o->xy + (size_t)(o->corners - 1) * 2;
    if (last[0] == x && last[1] == y) return true;
  }
  return as_outlines_add_corner(r->out, r->memory, x, y);
}

/* Append p, moved by `ahead` along a direction and by `aside` to its right. */
static bool write_beside(ring *r, const double p[2], const direction *d, double ahead, double aside)
{
  const double x = p[0] + (ahead * d->x + aside * d->y), y = p[1] + (ahead * d->y - aside * d->x);
  return write_point(r, as_coordinate(x), as_coordinate(y));
}

static bool write_corner(ring *r, uint32_t i)
{
  return write_point(r, corner(r, i)[0], corner(r, i)[1]);
}

/* Close the outline; drop it if rounding has left it fewer than three corners. */
static bool end_outline(ring *r)
{
  as_outlines *o = r->out;
  const uint32_t first = as_outline_first(o, o->count);
  while (o->corners > first + 1 && as_same_place(o->xy + (size_t)first * 2, o->xy + (size_t)(o->corners - 1) * 2))
    o->corners--;
  if (o->corners >= first + 3) return as_outlines_close(o, r->memory);
  o->corners = first;
  return true;
}

/* ---- Enlarging ---- */

/*
** Append the part of the polygon circumscribed about the circle around a corner that lies between the offset lines
** of its two edges.
*/
static bool write_fan(ring *r, uint32_t i)
{
  const direction from = along(r, before(r, i)), to = along(r, i);
  const double sine = from.x * to.y - from.y * to.x, cosine = from.x * to.x + from.y * to.y;
  const int side = turn_at(r, i);
  double turn, half, reach, s, c;
  uint32_t parts, k;
  if (side == 0 && cosine > 0) return true;
  turn = as_angle_of(cosine, fabs(sine));
  parts = (uint32_t)ceil(turn / MAX_TURN);
  if (parts == 0) parts = 1;
  half = turn / (2 * parts);
  as_sine_cosine(half, &s, &c);
  reach = r->radius / c;
  for (k = 0; k < parts; k++) {
    as_sine_cosine((2 * k + 1) * half, &s, &c);
    if (!write_beside(r, corner(r, i), &from, reach * s, reach * c)) return false;
  }
  return true;
}

/* Append the offset of a convex outline. */
static bool write_offset(ring *r)
{
  uint32_t i;
  for (i = 0; i < r->count; i++) {
    if (!write_fan(r, i)) return false;
  }
  return end_outline(r);
}

/* Append the band from a reflex corner to the next one, whose index is written to *end. */
static bool write_band(ring *r, uint32_t begin, uint32_t *end)
{
  const double overlap = r->radius * OVERLAP;
  direction d = along(r, begin);
  uint32_t i = after(r, begin);
  if (!write_beside(r, corner(r, begin), &d, -overlap, r->radius)) return false;
  for (; turn_at(r, i) >= 0; i = after(r, i)) {
    if (!write_fan(r, i)) return false;
  }
  *end = i;
  d = along(r, before(r, i));
  if (!write_beside(r, corner(r, i), &d, overlap, r->radius) || !write_corner(r, i)) return false;
  do {
    i = before(r, i);
    if (!write_corner(r, i)) return false;
  } while (i != begin);
  return end_outline(r);
}

/* Append all bands of an outline; `first` is a reflex corner. */
static bool write_bands(ring *r, uint32_t first)
{
  uint32_t i = first;
  do {
    if (!write_band(r, i, &i)) return false;
  } while (i != first);
  return true;
}

static bool enlarge(ring *r)
{
  uint32_t i = 0;
  while (i < r->count && turn_at(r, i) >= 0) i++;
  if (i == r->count) return write_offset(r);
  return as_outlines_append(r->out, r->memory, r->xy, r->count) && write_bands(r, i);
}

bool as_inflate(as_memory *m, const as_outlines *in, double radius, as_outlines *out)
{
  const uint32_t corners = out->corners, count = out->count;
  double largest = radius;
  size_t k;
  uint32_t i;
  ring r;
  for (k = 0; k < (size_t)in->corners * 2; k++) largest = fmax(largest, fabs(in->xy[k]));
  r.radius = radius * (1 + RELATIVE_MARGIN) + (largest + radius) * ABSOLUTE_MARGIN;
  r.memory = m;
  r.out = out;
  for (i = 0; i < in->count; i++) {
    r.xy = as_outline_corners(in, i, &r.count);
    if (enlarge(&r)) continue;
    out->corners = corners;
    out->count = count;
    return false;
  }
  return true;
}
