/*
** ratios.c: see ratios.h. Links between nodes in the same place bound nothing and are
** left out. Bins are read off the bits of the double, so a link finds its bin again.
*/
#include "rules/ratios.h"

#include <math.h>
#include <string.h>

void as_ratios_init(as_ratios *r)
{
  memset(r, 0, sizeof *r);
}

void as_ratios_free(as_ratios *r, as_memory *m)
{
  uint32_t t;
  for (t = 0; t < r->count; t++) as_free(m, r->list[t].bins, r->list[t].capacity, as_ratio_bin);
  as_free(m, r->list, r->capacity, as_ratio);
  as_ratios_init(r);
}

static uint32_t bin_of(double ratio)
{
  uint64_t bits;
  memcpy(&bits, &ratio, sizeof bits);
  return (uint32_t)(bits >> 46);
}

static double least_of(uint32_t bin)
{
  uint64_t bits = (uint64_t)bin << 46;
  double ratio;
  memcpy(&ratio, &bits, sizeof ratio);
  return ratio;
}

bool as_ratios_reserve(as_ratios *r, as_memory *m, uint32_t terrain, uint32_t links)
{
  as_ratio *ratio;
  if (!as_reserve(m, &r->list, &r->capacity, (uint64_t)terrain + 1, sizeof *r->list)) return false;
  while (r->count <= terrain) memset(&r->list[r->count++], 0, sizeof *r->list);
  ratio = &r->list[terrain];
  return links == 0 ||
         as_reserve(m, &ratio->bins, &ratio->capacity, (uint64_t)ratio->count + links, sizeof *ratio->bins);
}

/* The first bin not below the given one. */
static uint32_t lower_bound(const as_ratio *ratio, uint32_t bin)
{
  uint32_t low = 0, high = ratio->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (ratio->bins[middle].bin < bin) low = middle + 1;
    else high = middle;
  }
  return low;
}

void as_ratios_add(as_ratios *r, uint32_t terrain, double base, double distance, bool own_cost)
{
  as_ratio *ratio = &r->list[terrain];
  astar_assert(terrain < r->count);
  if (!(distance > 0)) return;
  if (!own_cost) {
    ratio->plain++;
  } else {
    uint32_t bin = bin_of(base / distance), at = lower_bound(ratio, bin);
    if (at == ratio->count || ratio->bins[at].bin != bin) {
      astar_assert(ratio->count < ratio->capacity);
      memmove(ratio->bins + at + 1, ratio->bins + at, (ratio->count - at) * sizeof *ratio->bins);
      ratio->count++;
      ratio->bins[at].bin = bin;
      ratio->bins[at].count = 0;
    }
    ratio->bins[at].count++;
  }
}

void as_ratios_drop(as_ratios *r, uint32_t terrain, double base, double distance, bool own_cost)
{
  as_ratio *ratio = &r->list[terrain];
  astar_assert(terrain < r->count);
  if (!(distance > 0)) return;
  if (!own_cost) {
    astar_assert(ratio->plain > 0);
    ratio->plain--;
  } else {
    uint32_t bin = bin_of(base / distance), at = lower_bound(ratio, bin);
    astar_assert(at < ratio->count && ratio->bins[at].bin == bin);
    if (--ratio->bins[at].count == 0) {
      ratio->count--;
      memmove(ratio->bins + at, ratio->bins + at + 1, (ratio->count - at) * sizeof *ratio->bins);
    }
  }
}

double as_ratios_scale(const as_ratios *r, const as_mover *mover)
{
  double scale = INFINITY;
  uint32_t t;
  for (t = 0; t < r->count; t++) {
    const as_ratio *ratio = &r->list[t];
    double least = ratio->plain > 0 ? 1.0 : INFINITY;
    if (ratio->count > 0 && least_of(ratio->bins[0].bin) < least) least = least_of(ratio->bins[0].bin);
    if (least < INFINITY && mover->costs[t] < INFINITY) {
      double cost = mover->costs[t] * least;
      if (cost < scale) scale = cost;
    }
  }
  return scale;
}
