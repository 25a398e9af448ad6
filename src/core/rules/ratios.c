/*
** ratios.c: see ratios.h. Links of distance 0 bound nothing and are not counted. The number of a bin is the upper bits
** of the double.
*/
#include "rules/ratios.h"

#include <math.h>

void as_ratios_free(as_ratios *r, as_memory *m)
{
  uint32_t t;
  for (t = 0; t < r->count; t++) as_free(m, r->list[t].bins, r->list[t].capacity, as_ratio_bin);
  as_free(m, r->list, r->capacity, as_ratio);
}

static uint32_t bin_of(double ratio)
{
  uint64_t bits;
  memcpy(&bits, &ratio, sizeof bits);
  return (uint32_t)(bits >> 46);
}

/* The least ratio of a bin. */
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

void as_ratios_trim(as_ratios *r, as_memory *m)
{
  uint32_t t;
  for (t = 0; t < r->count; t++) {
    as_ratio *ratio = &r->list[t];
    const uint32_t wanted = ratio->count + ratio->count / 2;
    void *fresh;
    if (ratio->capacity <= 2 * (wanted + 4)) continue;
    fresh = as_resize(m, ratio->bins, ratio->capacity, wanted, sizeof *ratio->bins);
    if (!fresh && wanted > 0) continue;
    ratio->bins = fresh;
    ratio->capacity = wanted;
  }
}

/* The position of the first bin not below the given one. */
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

void as_ratios_count(as_ratios *r, uint32_t terrain, double base, double distance, bool binned, bool add)
{
  as_ratio *ratio = &r->list[terrain];
  const int step = add ? 1 : -1;
  uint32_t bin, at;
  as_ratio_bin *place;
  astar_assert(terrain < r->count);
  if (!(distance > 0)) return;
  if (!binned) {
    astar_assert(add || ratio->plain > 0);
    ratio->plain += (uint64_t)(int64_t)step;
    return;
  }
  bin = bin_of(base / distance);
  at = lower_bound(ratio, bin);
  place = ratio->bins + at;
  if (at == ratio->count || place->bin != bin) {
    astar_assert(add && ratio->count < ratio->capacity);
    memmove(place + 1, place, (ratio->count++ - at) * sizeof *place);
    place->bin = bin;
    place->count = 0;
  }
  place->count += (uint32_t)step;
  if (place->count == 0) memmove(place, place + 1, (--ratio->count - at) * sizeof *place);
}

double as_ratios_scale(const as_ratios *r, const as_rules *rules)
{
  double scale = INFINITY;
  uint32_t t;
  for (t = 0; t < r->count; t++) {
    const as_ratio *ratio = &r->list[t];
    double least = ratio->plain > 0 ? 1.0 : INFINITY;
    if (ratio->count > 0 && least_of(ratio->bins[0].bin) < least) least = least_of(ratio->bins[0].bin);
    if (least < INFINITY && rules->costs[t] < INFINITY) {
      double cost = rules->costs[t] * least;
      if (cost < scale) scale = cost;
    }
  }
  return scale;
}
