/* outline.c: lists of outlines; see outline.h. */
#include "geometry/outline.h"

#include "geometry/orient.h"

void as_outlines_init(as_outlines *o)
{
  memset(o, 0, sizeof *o);
}

void as_outlines_free(as_outlines *o, as_memory *m)
{
  (void)as_resize(m, o->xy, o->corner_capacity, 0, 2 * sizeof *o->xy);
  as_free(m, o->ends, o->capacity, uint32_t);
  as_outlines_init(o);
}

void as_outlines_clear(as_outlines *o)
{
  o->corners = o->count = 0;
}

bool as_outlines_add_corner(as_outlines *o, as_memory *m, double x, double y)
{
  double *corner;
  if (!as_reserve(m, &o->xy, &o->corner_capacity, (uint64_t)o->corners + 1, 2 * sizeof *o->xy)) return false;
  corner = o->xy + (size_t)o->corners++ * 2;
  corner[0] = x;
  corner[1] = y;
  return true;
}

bool as_outlines_close(as_outlines *o, as_memory *m)
{
  if (!as_reserve(m, &o->ends, &o->capacity, (uint64_t)o->count + 1, sizeof *o->ends)) return false;
  o->ends[o->count++] = o->corners;
  return true;
}

bool as_outlines_append(as_outlines *o, as_memory *m, const double *xy, uint32_t count)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    if (!as_outlines_add_corner(o, m, xy[2 * (size_t)i], xy[2 * (size_t)i + 1])) return false;
  }
  return as_outlines_close(o, m);
}

void as_outline_reverse(double *xy, uint32_t count)
{
  double *a = xy, *b = xy + 2 * (size_t)count - 2;
  for (; a < b; a += 2, b -= 2) {
    const double x = a[0], y = a[1];
    a[0] = b[0];
    a[1] = b[1];
    b[0] = x;
    b[1] = y;
  }
}

int as_outline_orientation(const double *xy, uint32_t count)
{
  uint32_t least = 0, i;
  for (i = 1; i < count; i++) {
    const double *p = xy + 2 * (size_t)i, *q = xy + 2 * (size_t)least;
    if (p[1] < q[1] || (p[1] == q[1] && p[0] < q[0])) least = i;
  }
  /* The leftmost of the lowest corners is on the convex hull, so the outline turns there as it does as a whole. */
  return as_orient(xy + 2 * (size_t)(least == 0 ? count - 1 : least - 1), xy + 2 * (size_t)least,
                   xy + 2 * (size_t)(least == count - 1 ? 0 : least + 1));
}
