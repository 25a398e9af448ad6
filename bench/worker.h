/*
** worker.h: what the contestants in C and C++ share: reading the file of graph_file.h,
** and obeying compare.lua.
**
** A contestant builds its graph and then takes one command a line from its standard
** input, and answers each with one line:
**
**   costs FIRST LAST       the cost of the best route of each of these pairs (from 1)
**   count FIRST LAST       how many nodes were expanded for them in all
**   run MODE FIRST LAST    search them: CPU seconds, sum of the costs
**   about                  seconds it took to build the graph, resident megabytes (0 if unknown)
**   quit                   end, without an answer
**
** CPU time is what every language here can measure; it leaves out other programs' turns.
*/
#ifndef WORKER_H
#define WORKER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double worker_multipliers[4] = { 1, 1.5, 2, 4 };

typedef struct worker_input {
  uint32_t nodes, links, pairs;
  double *x, *y, *z;       /* of each node, from 0 */
  unsigned char *terrain;  /* from 0 */
  uint32_t *a, *b;         /* the ends of each link, from 0 */
  unsigned char *oneway;   /* whether a link leads from a to b only */
  uint32_t *start, *goal;  /* of each pair, from 0 */
} worker_input;

static inline void worker_fail(const char *message) {
  fprintf(stderr, "%s\n", message);
  exit(1);
}

static inline void *worker_need(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size);
  if (!block) worker_fail("not enough memory");
  return block;
}

/* Lines of two ids, and a flag if there is an array for them. */
static inline void worker_read_ends(FILE *f, uint32_t count, uint32_t **a, uint32_t **b, unsigned char *flags) {
  uint32_t i;
  *a = (uint32_t *)worker_need(count, sizeof **a);
  *b = (uint32_t *)worker_need(count, sizeof **b);
  for (i = 0; i < count; i++) {
    unsigned from, to, flag = 0;
    if (fscanf(f, "%u %u", &from, &to) != 2 || (flags && fscanf(f, "%u", &flag) != 1)) worker_fail("bad input");
    (*a)[i] = from - 1;
    (*b)[i] = to - 1;
    if (flags) flags[i] = flag != 0;
  }
}

static inline worker_input worker_read(const char *name) {
  worker_input in;
  unsigned nodes = 0, links = 0, pairs = 0, terrain = 0;
  uint32_t i;
  FILE *f = fopen(name, "r");
  if (!f || fscanf(f, "%u %u %u", &nodes, &links, &pairs) != 3) worker_fail("cannot read the input");
  in.nodes = nodes;
  in.links = links;
  in.pairs = pairs;
  in.x = (double *)worker_need(nodes, sizeof *in.x);
  in.y = (double *)worker_need(nodes, sizeof *in.y);
  in.z = (double *)worker_need(nodes, sizeof *in.z);
  in.terrain = (unsigned char *)worker_need(nodes, 1);
  for (i = 0; i < nodes; i++) {
    if (fscanf(f, "%lf %lf %lf %u", &in.x[i], &in.y[i], &in.z[i], &terrain) != 4) worker_fail("bad input");
    in.terrain[i] = (unsigned char)terrain;
  }
  in.oneway = (unsigned char *)worker_need(links, 1);
  worker_read_ends(f, links, &in.a, &in.b, in.oneway);
  worker_read_ends(f, pairs, &in.start, &in.goal, NULL);
  fclose(f);
  return in;
}

/* Once the graph is built only the pairs are wanted. */
static inline void worker_forget_graph(worker_input *in) {
  free(in->x);
  free(in->y);
  free(in->z);
  free(in->terrain);
  free(in->a);
  free(in->b);
  free(in->oneway);
}

static inline double worker_clock(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

/* Resident megabytes, on systems that tell as Linux does. */
static inline double worker_resident(void) {
  char line[256];
  double kilobytes = 0;
  FILE *f = fopen("/proc/self/status", "r");
  if (!f) return 0;
  while (fgets(line, sizeof line, f))
    if (sscanf(line, "VmRSS: %lf", &kilobytes) == 1) break;
  fclose(f);
  return kilobytes / 1024;
}

/* Searches from start to goal, both from 0: returns the cost, and adds to the count of expansions. */
typedef double (*worker_search)(uint32_t start, uint32_t goal, uint64_t *expanded);

static inline void worker_serve(const worker_input *in, double build_seconds, worker_search search) {
  char line[100];
  while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0) {
    unsigned first = 1, last = 0, i;
    uint64_t expanded = 0;
    double sum = 0, began;
    if (sscanf(line, "%*[a-z] %u %u", &first, &last) != 2) sscanf(line, "%*s %*s %u %u", &first, &last);
    if (first < 1 || last > in->pairs) worker_fail("no such pair");
    began = worker_clock();
    for (i = first; i <= last; i++) {
      double cost = search(in->start[i - 1], in->goal[i - 1], &expanded);
      sum += cost;
      if (!strncmp(line, "costs", 5)) printf("%.17g ", cost);
    }
    if (!strncmp(line, "run", 3)) printf("%.9f %.17g", worker_clock() - began, sum);
    if (!strncmp(line, "count", 5)) printf("%.0f", (double)expanded);
    if (!strncmp(line, "about", 5)) printf("%.3f %.1f", build_seconds, worker_resident());
    printf("\n");
    fflush(stdout);
  }
}

#endif
