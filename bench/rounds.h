/*
** rounds.h: what micro.c and grid_micro.c share: the median of several rounds.
*/
#ifndef ROUNDS_H
#define ROUNDS_H

#include "astar.h"
#include "worker.h"

#define ROUNDS 5

static void check(astar_result r) {
  if (r != ASTAR_OK) worker_fail("not enough memory");
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values) {
  qsort(values, ROUNDS, sizeof *values, compare_doubles);
  return values[ROUNDS / 2];
}

#endif
