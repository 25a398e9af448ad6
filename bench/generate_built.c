/*
** generate_built.c: writes graphs as games build them, unlike the one of generate.c, on which the module was tuned.
**
**   generate_built roads|hubs|building NODES PAIRS >file        about so many nodes; see graph_file.h
**
** roads: crossings on a grid that is not quite regular, a fifth of them missing, some streets too, and some
** diagonal short cuts. hubs: places strewn evenly, each linked to three earlier ones, and the more so to one the more
** links it has (Barabasi & Albert 1999), so that a few have hundreds. building: ten storeys of caves, joined by
** stairs, and by shafts through which one can only fall. Ids follow the order of rows, which helps the caches.
*/
#include <math.h>
#include <string.h>

#include "graph_file.h"

#define STOREYS 10u
#define STOREY_HEIGHT 3.0
#define HUB_LINKS 3u

static point *points;
static link *links;
static uint32_t point_count, link_count;

static void add_point(double x, double y, double z) {
  points[point_count].x = x;
  points[point_count].y = y;
  points[point_count++].z = z;
}

static void add_link(uint32_t a, uint32_t b, uint32_t oneway) {
  links[link_count].a = a;
  links[link_count].b = b;
  links[link_count++].oneway = oneway;
}

static uint32_t chance(uint32_t percent) {
  return random_below(100) < percent;
}

/* Points on square cells, of which some are missing; `at` gets the point of each cell, or UINT32_MAX. */
static void lay_cells(uint32_t side, uint32_t missing, double jitter, double z, uint32_t *at) {
  uint32_t x, y;
  for (y = 0; y < side; y++)
    for (x = 0; x < side; x++) {
      double dx = jitter * random_unit(), dy = jitter * random_unit();
      at[y * side + x] = chance(missing) ? UINT32_MAX : point_count;
      if (at[y * side + x] != UINT32_MAX) add_point(x + dx, y + dy, z);
    }
}

/* Links between neighbours: so many per cent of those that there could be. */
static void join_cells(uint32_t side, const uint32_t *at, uint32_t straight, uint32_t slanted) {
  uint32_t x, y;
  for (y = 0; y < side; y++)
    for (x = 0; x < side; x++) {
      uint32_t i = y * side + x;
      if (at[i] == UINT32_MAX) continue;
      if (x + 1 < side && at[i + 1] != UINT32_MAX && chance(straight)) add_link(at[i], at[i + 1], 0);
      if (y + 1 < side && at[i + side] != UINT32_MAX && chance(straight)) add_link(at[i], at[i + side], 0);
      if (x + 1 == side || y + 1 == side) continue;
      if (at[i + side + 1] != UINT32_MAX && chance(slanted)) add_link(at[i], at[i + side + 1], 0);
    }
}

static void make_roads(uint32_t n) {
  uint32_t side = (uint32_t)sqrt(n / 0.78), *at;
  points = need((size_t)side * side, sizeof *points);
  links = need((size_t)side * side * 3, sizeof *links);
  at = need((size_t)side * side, sizeof *at);
  lay_cells(side, 20, 0.6, 0, at);
  join_cells(side, at, 92, 12);
  free(at);
}

static void make_hubs(uint32_t n) {
  double width = sqrt(n);
  uint32_t i, k, first;
  points = need(n, sizeof *points);
  links = need((size_t)n * HUB_LINKS, sizeof *links);
  for (i = 0; i < n; i++) {
    double x = random_unit() * width;
    add_point(x, random_unit() * width, 0);
    first = link_count;
    for (k = 0; k < HUB_LINKS && i > 0; k++) {
      /* An end of any earlier link: the more links, the likelier. */
      const link *any = first ? &links[random_below(first)] : NULL;
      uint32_t other = !any ? 0 : random_below(2) ? any->a : any->b, j = first;
      while (j < link_count && links[j].b != other) j++;
      if (j == link_count) add_link(i, other, 0);
    }
  }
}

static void make_building(uint32_t n) {
  uint32_t side = (uint32_t)sqrt(n / (0.66 * STOREYS)), cells = side * side, storey, i;
  uint32_t *at, *below;
  points = need((size_t)cells * STOREYS, sizeof *points);
  links = need((size_t)cells * STOREYS * 4, sizeof *links);
  at = need(cells, sizeof *at);
  below = need(cells, sizeof *below);
  for (storey = 0; storey < STOREYS; storey++) {
    lay_cells(side, 32, 0, storey * STOREY_HEIGHT, at);
    join_cells(side, at, 100, 0);
    for (i = 0; storey > 0 && i < cells; i++) {
      if (at[i] == UINT32_MAX || below[i] == UINT32_MAX) continue;
      if (random_below(200) == 0) add_link(at[i], below[i], 0);
      else if (random_below(40) == 0) add_link(at[i], below[i], 1);
    }
    memcpy(below, at, cells * sizeof *at);
  }
  free(at);
  free(below);
}

int main(int argc, char **argv) {
  uint32_t n = argc == 4 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
  int result;
  if (n < 100) {
    fprintf(stderr, "usage: generate_built roads|hubs|building NODES PAIRS >file\n");
    return 2;
  }
  if (!strcmp(argv[1], "roads")) make_roads(n);
  else if (!strcmp(argv[1], "hubs")) make_hubs(n);
  else make_building(n);
  result = write_graph(points, point_count, links, link_count, (uint32_t)strtoul(argv[3], NULL, 10));
  free(points);
  free(links);
  return result;
}
