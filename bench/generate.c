/*
** generate.c: writes the graph that all contestants search.
**
**   generate NODES PAIRS >file
**
** A random geometric graph: points are strewn evenly over a square of area NODES,
** and two are linked if they are closer than a radius that gives each 6.5 links on
** average. What hangs together best is kept, some 99 % of the points. Ids follow the order
** in which the points were drawn, and links are shuffled, so neither has anything to do
** with place. Terrain comes in square patches of about a hundred nodes.
**
** The file is text, since C, C++, Lua and JavaScript all read that without ado:
**
**   nodes links pairs
**   x y terrain          for each node; ids count from 1, terrains from 0 to 3
**   a b                  for each link, which leads both ways
**   start goal           for each pair, drawn at random
**
** The same arguments give the same file everywhere.
*/
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"

#define MEAN_DEGREE 6.5
#define PATCH_SIDE 10.0
#define TERRAINS 4
#define PI 3.14159265358979323846

typedef struct point {
  double x, y;
} point;

typedef struct link {
  uint32_t a, b;
} link;

static void *need(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size);
  if (!block) {
    fprintf(stderr, "generate: not enough memory\n");
    exit(1);
  }
  return block;
}

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

static uint32_t root_of(uint32_t *parent, uint32_t i) {
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

static unsigned terrain_at(point p) {
  return random_patch((uint64_t)(p.x / PATCH_SIDE), (uint64_t)(p.y / PATCH_SIDE), TERRAINS);
}

int main(int argc, char **argv) {
  uint32_t n, pairs, i, link_count = 0, kept = 0, largest = 0, kept_links = 0;
  uint32_t *parent, *size, *id;
  double width;
  point *p;
  link *links;
  cells c;

  if (argc != 3 || (n = (uint32_t)strtoul(argv[1], NULL, 10)) < 10) {
    fprintf(stderr, "usage: generate NODES PAIRS >file\n");
    return 2;
  }
  pairs = (uint32_t)strtoul(argv[2], NULL, 10);
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

  /* The largest part that hangs together. */
  parent = need(n, sizeof *parent);
  size = need(n, sizeof *size);
  id = need(n, sizeof *id);
  for (i = 0; i < n; i++)
    parent[i] = i;
  for (i = 0; i < link_count; i++)
    parent[root_of(parent, links[i].a)] = root_of(parent, links[i].b);
  for (i = 0; i < n; i++)
    size[root_of(parent, i)]++;
  for (i = 1; i < n; i++)
    if (size[i] > size[largest]) largest = i;
  for (i = 0; i < n; i++)
    if (root_of(parent, i) == largest) id[i] = ++kept;
  for (i = 0; i < link_count; i++)
    if (id[links[i].a]) kept_links++;

  printf("%u %u %u\n", (unsigned)kept, (unsigned)kept_links, (unsigned)pairs);
  for (i = 0; i < n; i++)
    if (id[i]) printf("%.17g %.17g %u\n", p[i].x, p[i].y, terrain_at(p[i]));
  for (i = 0; i < link_count; i++)
    if (id[links[i].a]) printf("%u %u\n", (unsigned)id[links[i].a], (unsigned)id[links[i].b]);
  for (i = 0; i < pairs; i++) {
    uint32_t start = random_below(kept) + 1, goal = random_below(kept) + 1;
    printf("%u %u\n", (unsigned)start, (unsigned)goal);
  }

  free(p);
  free(links);
  free(parent);
  free(size);
  free(id);
  free(c.first);
  free(c.member);
  return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
