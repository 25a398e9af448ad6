/* ratios_test.c: the ratios of links against plain lists of them, also without memory. */
#include "check.h"

#include "rules/ratios.h"

#define TERRAINS 3u
#define MOST 400u

typedef struct counted_link {
  double base, distance;
  uint32_t terrain;
  bool binned;
} counted_link;

/* What stands for a ratio: itself with six bits of mantissa. */
static double rounded(double ratio)
{
  uint64_t bits;
  memcpy(&bits, &ratio, sizeof bits);
  bits &= ~(uint64_t)0 << 46;
  memcpy(&ratio, &bits, sizeof ratio);
  return ratio;
}

static double model_scale(const counted_link *links, uint32_t count, const as_rules *rules)
{
  double scale = INFINITY;
  uint32_t i;
  for (i = 0; i < count; i++) {
    const counted_link *l = &links[i];
    const double least = l->binned ? rounded(l->base / l->distance) : 1;
    if (!(l->distance > 0) || !(least < INFINITY) || !(rules->costs[l->terrain] < INFINITY)) continue;
    if (rules->costs[l->terrain] * least < scale) scale = rules->costs[l->terrain] * least;
  }
  return scale;
}

static void check_all(const as_ratios *r, const counted_link *links, uint32_t count)
{
  static const double some[4][TERRAINS + 1] = {
    {NAN, 1, 1, 1}, {NAN, 3, 0.5, NAN}, {NAN, NAN, 7, NAN}, {NAN, NAN, NAN, 1e-3}};
  uint64_t plain = 0, counted = 0;
  as_rules rules;
  uint32_t i;
  memset(&rules, 0, sizeof rules);
  for (i = 0; i < count; i++) {
    if (links[i].distance > 0) ++*(links[i].binned ? &counted : &plain);
  }
  as_ratios_validate(r, plain, counted);
  for (i = 0; i < 4; i++) {
    rules.costs = some[i];
    CHECK(as_ratios_scale(r, &rules) == model_scale(links, count, &rules));
  }
}

/* `wide`: costs over all exponents, or else around 1. */
static double draw_cost(bool wide)
{
  const double mantissa = 1 + fraction();
  if (one_in(30)) return 0;
  if (one_in(60)) return INFINITY;
  return wide ? ldexp(mantissa, (int)below(2090) - 1070) : 1 + below(40) * 0.125;
}

static counted_link draw_link(bool wide)
{
  counted_link l;
  l.terrain = 1 + below(TERRAINS);
  l.distance = one_in(20) ? 0 : one_in(20) ? INFINITY : one_in(3) ? 1 + fraction() : 1;
  l.binned = !one_in(8);
  l.base = l.binned ? draw_cost(wide) : l.distance;
  return l;
}

static void count_link(as_ratios *r, const counted_link *l, bool add)
{
  as_ratios_count(r, l->terrain, l->base, l->distance, l->binned, add);
}

/* Reserves for several links at a time, which succeeds or changes nothing. */
static void random_links(bool wide)
{
  counted_link links[MOST];
  uint32_t count = 0, step;
  const uint32_t steps = 20 + below(1000), most = 1 + below(MOST - 8);
  ledger l;
  as_memory m;
  as_ratios r;
  memset(&l, 0, sizeof l);
  memset(&r, 0, sizeof r);
  as_memory_init(&m, ledger_alloc, &l);
  for (step = 0; step < steps; step++) {
    bool growing = count == 0 || (count < most && below(100) < (step / 200 % 2 == 0 ? 65u : 35u));
    if (growing) {
      const uint32_t terrain = 1 + below(TERRAINS), wanted = 1 + below(8);
      uint32_t i;
      l.fail_at = one_in(10) ? l.asked + 1 : 0;
      if (as_ratios_reserve(&r, &m, terrain, wanted)) {
        l.fail_at = l.asked + 1;
        for (i = 0; i < wanted; i++) {
          links[count] = draw_link(wide);
          links[count].terrain = terrain;
          count_link(&r, &links[count++], true);
        }
      }
    } else {
      const uint32_t gone = below(count);
      l.fail_at = l.asked + 1;
      count_link(&r, &links[gone], false);
      links[gone] = links[--count];
    }
    if (one_in(50)) as_ratios_trim(&r, &m);
    l.fail_at = 0;
    if (one_in(8)) check_all(&r, links, count);
  }
  while (count > 0) {
    count--;
    count_link(&r, &links[count], false);
    if (one_in(10)) check_all(&r, links, count);
  }
  check_all(&r, links, 0);
  as_ratios_free(&r, &m);
  CHECK(l.bytes == 0 && l.blocks == 0 && m.used == 0);
}

/* All bins at once, in an order that is far from theirs; no more memory than they need is ever taken. */
static void all_bins(void)
{
  const uint64_t step = 48271; /* odd */
  ledger l;
  as_memory m;
  as_ratios r;
  uint64_t i, counted = 0;
  uint32_t round;
  memset(&l, 0, sizeof l);
  memset(&r, 0, sizeof r);
  as_memory_init(&m, ledger_alloc, &l);
  CHECK(as_ratios_reserve(&r, &m, 1, UINT32_MAX));
  CHECK(l.bytes <= AS_RATIO_BINS * sizeof(as_ratio_bin) + 64 * sizeof(as_ratio));
  l.fail_at = l.asked + 1;
  for (round = 0; round < 2; round++) {
    for (i = 0; i < AS_RATIO_BINS; i++) {
      const uint64_t bits = (i * step % AS_RATIO_BINS) << 46;
      double ratio;
      memcpy(&ratio, &bits, sizeof ratio);
      if (isnan(ratio)) continue;
      as_ratios_count(&r, 1, ratio, 1, true, round == 0);
      counted += round == 0 ? 1 : UINT64_MAX;
      if (i % 20000 == 0) as_ratios_validate(&r, 0, counted);
    }
    as_ratios_validate(&r, 0, counted);
  }
  as_ratios_free(&r, &m);
  CHECK(l.bytes == 0);
}

int main(void)
{
  uint32_t i, cases_left = cases(400);
  for (i = 0; i < cases_left; i++) {
    seed_case(i);
    random_links(one_in(2));
  }
  all_bins();
  return check_summary("ratios_test");
}
