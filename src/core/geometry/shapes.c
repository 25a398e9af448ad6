/* shapes.c: the corners of boxes and of regular polygons; see astar.h. */
#include "geometry/angle.h"

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
