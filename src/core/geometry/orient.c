/*
** orient.c: see orient.h. The determinant is computed exactly as an expansion: a list of doubles whose sum is the
** value, each smaller than the last bit of the next (Shewchuk 1997; exact products after Dekker 1971).
*/
#include "geometry/orient.h"

/* The rounding error of x, which is a + b rounded: x + sum_tail(a, b, x) is exactly a + b. */
static inline double sum_tail(double a, double b, double x)
{
  const double part = x - a;
  return (a - (x - part)) + (b - part);
}

/* Split a into high + low, each with half of the bits. */
static inline void split(double a, double *high, double *low)
{
  const double c = 134217729 * a; /* 2^27 + 1 */
  *high = c - (c - a);
  *low = a - *high;
}

/* The rounding error of x, which is a * b rounded. */
static inline double product_tail(double a, double b, double x)
{
  double ah, al, bh, bl;
  split(a, &ah, &al);
  split(b, &bh, &bl);
  return al * bl - (((x - ah * bh) - al * bh) - ah * bl);
}

/* Add a number to an expansion of `count` parts. Returns the new count, count + 1. */
static uint32_t grow(double *parts, uint32_t count, double value)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    const double sum = value + parts[i];
    parts[i] = sum_tail(value, parts[i], sum);
    value = sum;
  }
  parts[count] = value;
  return count + 1;
}

/* Add a * b to an expansion. Returns the new count, count + 2. */
static uint32_t add_product(double *parts, uint32_t count, double a, double b)
{
  const double product = a * b;
  count = grow(parts, count, product_tail(a, b, product));
  return grow(parts, count, product);
}

static int sign_of(const double *parts, uint32_t count)
{
  while (count > 0) {
    const double part = parts[--count];
    if (part > 0) return 1;
    if (part < 0) return -1;
  }
  return 0;
}

int as_orient_exactly(const double a[2], const double b[2], const double c[2])
{
  double parts[16];
  uint32_t count = 0, i, k;
  /* The differences of coordinates: [0] rounded, [1] the rounding error. */
  double u[2], v[2], s[2], t[2];
  if (as_same_place(b, c)) return 0;
  u[0] = b[0] - a[0];
  v[0] = c[1] - a[1];
  s[0] = a[1] - b[1];
  t[0] = c[0] - a[0];
  u[1] = sum_tail(b[0], -a[0], u[0]);
  v[1] = sum_tail(c[1], -a[1], v[0]);
  s[1] = sum_tail(a[1], -b[1], s[0]);
  t[1] = sum_tail(c[0], -a[0], t[0]);
  if (u[1] == 0 && v[1] == 0 && s[1] == 0 && t[1] == 0) {
    const double left = u[0] * v[0], right = s[0] * t[0];
    /* Coordinates of few digits, as those of lattices. */
    if (product_tail(u[0], v[0], left) == 0 && product_tail(s[0], t[0], right) == 0)
      return (left > -right) - (left < -right);
    count = add_product(parts, count, u[0], v[0]);
    count = add_product(parts, count, s[0], t[0]);
    return sign_of(parts, count);
  }
  for (i = 0; i < 2; i++) {
    for (k = 0; k < 2; k++) {
      count = add_product(parts, count, u[i], v[k]);
      count = add_product(parts, count, s[i], t[k]);
    }
  }
  return sign_of(parts, count);
}
