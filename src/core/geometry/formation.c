/* formation.c: see formation.h. Rows are counted from the one ahead. */
#include "geometry/formation.h"

#include "geometry/angle.h"
#include "geometry/distance.h"

/* The least whole number whose square is at least n. */
static uint32_t root_above(uint32_t n)
{
  uint32_t root = (uint32_t)as_sqrt((double)n);
  while ((uint64_t)root * root < n) root++;
  return root;
}

/* Write a row of n places. */
static void write_row(double ahead, double spacing, uint32_t n, double (*places)[2])
{
  uint32_t i;
  for (i = 0; i < n; i++) {
    places[i][0] = ahead;
    places[i][1] = (i - (n - 1) / 2.0) * spacing;
  }
}

/*
** Write rows: the first has `width` places, each other one `growth` more. The last one has what is left, in its middle.
*/
static void write_rows(double ahead, double spacing, uint32_t width, uint32_t growth, uint32_t n, double (*places)[2])
{
  uint32_t done = 0, row;
  for (row = 0; done < n; row++, width += growth) {
    const uint32_t count = n - done < width ? n - done : width;
    write_row(ahead - row * spacing, spacing, count, places + done);
    done += count;
  }
}

/* Half the distance between the first and the last of so many rows. */
static double half_depth(uint32_t rows, double spacing)
{
  return (rows - 1) / 2.0 * spacing;
}

static void write_box(double spacing, uint32_t n, double (*places)[2])
{
  const uint32_t width = root_above(n);
  write_rows(half_depth((n + width - 1) / width, spacing), spacing, width, 0, n, places);
}

static void write_wedge(double spacing, uint32_t n, double (*places)[2])
{
  uint32_t rows = 1;
  while ((uint64_t)rows * (rows + 1) / 2 < n) rows++;
  write_rows(half_depth(rows, spacing), spacing, 1, 1, n, places);
}

static void write_circle(double spacing, uint32_t n, double (*places)[2])
{
  double sine, cosine, radius;
  uint32_t i;
  as_sine_cosine(AS_PI / n, &sine, &cosine);
  radius = n > 1 ? spacing / (2 * sine) : 0;
  for (i = 0; i < n; i++) {
    as_sine_cosine(2 * AS_PI * i / n, &sine, &cosine);
    places[i][0] = radius * cosine;
    places[i][1] = radius * sine;
  }
}

/* The offsets of the caller, and behind them the rest. */
static void write_own(const double (*own)[2], uint32_t own_count, double spacing, uint32_t n, double (*places)[2])
{
  const uint32_t given = n < own_count ? n : own_count, rest = n - given;
  double last = INFINITY;
  uint32_t i;
  for (i = 0; i < given; i++) {
    memcpy(places[i], own[i], sizeof places[i]);
    last = as_min(last, own[i][0]);
  }
  if (rest > 0) write_rows((given > 0 ? last : 0) - spacing, spacing, root_above(rest), 0, rest, places + given);
}

void as_formation_places(astar_formation formation, const double (*own)[2], uint32_t own_count, double spacing,
                         uint32_t n, double (*places)[2])
{
  if (n == 0) return;
  switch (formation) {
  case ASTAR_FORMATION_BOX: write_box(spacing, n, places); break;
  case ASTAR_FORMATION_LINE: write_row(0, spacing, n, places); break;
  case ASTAR_FORMATION_COLUMN: write_rows(half_depth(n, spacing), spacing, 1, 0, n, places); break;
  case ASTAR_FORMATION_WEDGE: write_wedge(spacing, n, places); break;
  case ASTAR_FORMATION_CIRCLE: write_circle(spacing, n, places); break;
  default: write_own(own, own_count, spacing, n, places); break;
  }
}
