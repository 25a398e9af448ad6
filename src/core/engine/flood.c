/* flood.c: see flood.h. */
#include "engine/flood.h"

/*
** Steps of typical cost that the base of the open list stands for, and parts of one that it tells apart; powers of 2.
*/
#define BASE_BITS 20
#define FINENESS 2

bool as_flood_begin(as_flood *f, as_memory *m, uint32_t slot, double g, double step)
{
  if (!as_radix_clear(&f->open, m, as_min(step * (1 << BASE_BITS), DBL_MAX / 4), BASE_BITS + FINENESS)) return false;
  f->reached = 0;
  f->expanded = 0;
  return as_flood_reach(f, m, slot, g);
}
