/* fast.c: see fast.h. */
#include "engine/fast.h"

/*
** Steps of typical cost that the base of the open list stands for, and parts of one that it tells apart; powers of 2.
*/
#define BASE_BITS 20
#define FINENESS 2

bool as_fast_begin(as_fast *f, as_memory *m, double step)
{
  f->expanded = 0;
  return as_radix_clear(&f->open, m, as_min(step * (1 << BASE_BITS), DBL_MAX / 4), BASE_BITS + FINENESS);
}

bool as_flood_begin(as_flood *f, as_memory *m, uint32_t slot, double g, double step)
{
  f->reached = 0;
  return as_fast_begin(&f->fast, m, step) && as_flood_reach(f, m, slot, g);
}
