/*
** generate.c: writes the graph that all contestants search.
**
**   generate NODES PAIRS >file
**
** A random geometric graph: points are strewn evenly over a square of area NODES,
** and two are linked if they are closer than a radius that gives each 6.5 links on
** average. Some 99 % of the points are connected. Ids follow the order
** in which the points were drawn, and links are shuffled, so neither has anything to do
** with place.
**
** graph_file.h tells of the file.
*/
#include <math.h>

#include "graph_file.h"

#define MEAN_DEGREE 6.5
#define PI 3.14159265358979323846

/* The points by cells of the width `reach`, so that a neighbour is never more than a cell away. */
typedef struct cells {
  uint32_t side;
  double reach;
  uint32_t *first; /* of each cell and of the one after the last, in `member` */
  uint32_t *member;
} cells;

static uint32_t cell_of(const cells *c, double v) {
  uint32_t i = (uint32_t)(v / c->reach);
  return i < c->side ? i : c->side - 1;
}

static cells sort_into_cells(const point *p, uint32_t n, double width, double reach) {
  cells c;
  uint32_t i, count;
  c.reach = reach;
  c.side = (uint32_t)(width / reach) + 1;
  count = c.side * c.side;
  c.first = need((size_t)count + 2, sizeof *c.first);
  c.member = need(n, sizeof *c.member);
  for (i = 0; i < n; i++)
    c.first[cell_of(&c, p[i].y) * c.side + cell_of(&c, p[i].x) + 2]++;
  for (i = 2; i < count + 2; i++)
    c.first[i] += c.first[i - 1];
  for (i = 0; i < n; i++)
    c.member[c.first[cell_of(&c, p[i].y) * c.side + cell_of(&c, p[i].x) + 1]++] = i;
  return c;
}

/* Writes the links of point i to higher numbers; returns how many. `out` may be NULL. */
static uint32_t links_of(const cells *c, const point *p, uint32_t i, link *out) {
  uint32_t column = cell_of(c, p[i].x), row = cell_of(c, p[i].y), x, y, k, count = 0;
  for (y = row ? row - 1 : 0; y <= row + 1 && y < c->side; y++)
    for (x = column ? column - 1 : 0; x <= column + 1 && x < c->side; x++) {
      uint32_t cell = y * c->side + x;
      for (k = c->first[cell]; k < c->first[cell + 1]; k++) {
        uint32_t j = c->member[k];
        double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
        if (j <= i || dx * dx + dy * dy >= c->reach * c->reach) continue;
        if (out) {
          out[count].a = i;
          out[count].b = j;
        }
        count++;
      }
    }
  return count;
}

int main(int argc, char **argv) {
  uint32_t n, i, link_count = 0;
  int result;
  double width;
  point *p;
  link *links;
  cells c;

  if (argc != 3 || (n = (uint32_t)strtoul(argv[1], NULL, 10)) < 10) {
    fprintf(stderr, "usage: generate NODES PAIRS >file\n");
    return 2;
  }
  width = sqrt(n);
  p = need(n, sizeof *p);
  for (i = 0; i < n; i++) {
    p[i].x = random_unit() * width;
    p[i].y = random_unit() * width;
  }
  c = sort_into_cells(p, n, width, sqrt(MEAN_DEGREE / PI));

  for (i = 0; i < n; i++)
    link_count += links_of(&c, p, i, NULL);
  links = need(link_count, sizeof *links);
  for (i = 0, link_count = 0; i < n; i++)
    link_count += links_of(&c, p, i, links + link_count);
  for (i = link_count; i > 1; i--) {
    uint32_t j = random_below(i);
    link swapped = links[i - 1];
    links[i - 1] = links[j];
    links[j] = swapped;
  }

  result = write_graph(p, n, links, link_count, (uint32_t)strtoul(argv[2], NULL, 10));
  free(p);
  free(links);
  free(c.first);
  free(c.member);
  return result;
}
