/*
** graph_file.h: what the generators of graphs share: collecting points and links, and writing the file that all
** contestants read. It is text, since C, C++, Lua and JavaScript all read that without ado:
**
**   nodes links pairs
**   x y z terrain        for each node; ids count from 1, terrains from 0 to 3
**   a b oneway           for each link: 1 if it leads from a to b only, else 0
**   start goal           for each pair, drawn at random, two nodes
**
** The largest part connected by links that lead both ways is kept, so there is a way for each pair. Terrain comes in
** square patches of about a hundred nodes. The same arguments give the same file everywhere.
*/
#ifndef GRAPH_FILE_H
#define GRAPH_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"

#define PATCH_SIDE 10.0
#define TERRAINS 4

typedef struct point {
  double x, y, z;
} point;

typedef struct link {
  uint32_t a, b, oneway;
} link;

static void *need(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size);
  if (!block) {
    fprintf(stderr, "generate: not enough memory\n");
    exit(1);
  }
  return block;
}

static uint32_t root_of(uint32_t *parent, uint32_t i) {
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

/* The ids of the points in the largest part, 0 for others; returns how many they are. */
static uint32_t keep_largest_part(uint32_t n, const link *links, uint32_t link_count, uint32_t *id) {
  uint32_t *parent = need(n, sizeof *parent), *size = need(n, sizeof *size);
  uint32_t i, largest = 0, kept = 0;
  for (i = 0; i < n; i++)
    parent[i] = i;
  for (i = 0; i < link_count; i++)
    if (!links[i].oneway) parent[root_of(parent, links[i].a)] = root_of(parent, links[i].b);
  for (i = 0; i < n; i++)
    size[root_of(parent, i)]++;
  for (i = 1; i < n; i++)
    if (size[i] > size[largest]) largest = i;
  for (i = 0; i < n; i++)
    id[i] = root_of(parent, i) == largest ? ++kept : 0;
  free(parent);
  free(size);
  return kept;
}

/* Write a file to standard output. Returns what main() is to return. */
static int write_graph(const point *p, uint32_t n, const link *links, uint32_t link_count, uint32_t pairs) {
  uint32_t *id = need(n, sizeof *id), kept = keep_largest_part(n, links, link_count, id), kept_links = 0, i;
  for (i = 0; i < link_count; i++)
    if (id[links[i].a] && id[links[i].b]) kept_links++;
  printf("%u %u %u\n", (unsigned)kept, (unsigned)kept_links, (unsigned)pairs);
  for (i = 0; i < n; i++)
    if (id[i])
      printf("%.17g %.17g %.17g %u\n", p[i].x, p[i].y, p[i].z,
             random_patch((uint64_t)(p[i].x / PATCH_SIDE), (uint64_t)(p[i].y / PATCH_SIDE), TERRAINS));
  for (i = 0; i < link_count; i++)
    if (id[links[i].a] && id[links[i].b])
      printf("%u %u %u\n", (unsigned)id[links[i].a], (unsigned)id[links[i].b], (unsigned)links[i].oneway);
  for (i = 0; i < pairs; i++) {
    uint32_t start = random_below(kept) + 1, goal;
    do goal = random_below(kept) + 1;
    while (goal == start && kept > 1); /* for which ngraph.path's NBA* returns a cost that is not 0 */
    printf("%u %u\n", (unsigned)start, (unsigned)goal);
  }
  free(id);
  return fflush(stdout) || ferror(stdout) ? 1 : 0;
}

#endif
