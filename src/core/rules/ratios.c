/*
** ratios.c: see ratios.h. Links of distance 0 are not counted: they limit no ratio. The number of a bin is the upper 17
** bits of the double after its sign.
*/
#include "rules/ratios.h"

#include <math.h>

#define TOP_DIGIT 16u /* the shift of a bin's first digit; further digits follow in steps of 2 */

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
  return (uint32_t)(bits >> 46) & (AS_RATIO_BINS - 1);
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
  uint64_t wanted;
  if (!as_reserve(m, &r->list, &r->capacity, (uint64_t)terrain + 1, sizeof *r->list)) return false;
  while (r->count <= terrain) memset(&r->list[r->count++], 0, sizeof *r->list);
  ratio = &r->list[terrain];
  wanted = (uint64_t)ratio->count + links;
  if (wanted > AS_RATIO_BINS) wanted = AS_RATIO_BINS;
  return links == 0 || as_reserve(m, &ratio->bins, &ratio->capacity, wanted, sizeof *ratio->bins);
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

/* ---- The tree ---- */

static uint32_t digit(uint32_t bin, uint32_t shift)
{
  return bin >> shift & 3;
}

static void add_to_bin(as_ratio *ratio, uint32_t bin)
{
  uint32_t at = 0, shift = TOP_DIGIT, *link = NULL;
  as_ratio_bin *place;
  while (at < ratio->count && ratio->bins[at].bin != bin) {
    link = &ratio->bins[at].child[digit(bin, shift)];
    at = *link > 0 ? *link : ratio->count;
    shift -= 2;
  }
  place = &ratio->bins[at];
  if (at == ratio->count) {
    astar_assert(ratio->count < ratio->capacity);
    if (link) *link = at;
    memset(place, 0, sizeof *place);
    place->bin = bin;
    if (ratio->count++ == 0 || bin < ratio->least) ratio->least = bin;
  }
  place->count++;
}

/* The reference to the bin at an index, which is not the root, in its parent. */
static uint32_t *link_to(const as_ratio *ratio, uint32_t index)
{
  const uint32_t bin = ratio->bins[index].bin;
  uint32_t *link = &ratio->bins[0].child[digit(bin, TOP_DIGIT)], shift = TOP_DIGIT;
  while (*link != index) {
    shift -= 2;
    link = &ratio->bins[*link].child[digit(bin, shift)];
  }
  return link;
}

/* The index of a node's first child, or 0. */
static uint32_t first_child(const as_ratio_bin *node)
{
  uint32_t d = 0;
  while (d < 3 && node->child[d] == 0) d++;
  return node->child[d];
}

/* The least bin of the tree, which is not empty. Bins below the first child are less than those below the others. */
static uint32_t least_bin(const as_ratio *ratio)
{
  uint32_t at = 0, least = ratio->bins[0].bin;
  while ((at = first_child(&ratio->bins[at])) > 0) {
    if (ratio->bins[at].bin < least) least = ratio->bins[at].bin;
  }
  return least;
}

/* Remove the empty bin at an index: a leaf below it takes its place, and the last bin that of the leaf in `bins`. */
static void remove_bin(as_ratio *ratio, uint32_t index)
{
  as_ratio_bin *bins = ratio->bins;
  const uint32_t removed = bins[index].bin, last = ratio->count - 1;
  uint32_t leaf = index, child;
  while ((child = first_child(&bins[leaf])) > 0) leaf = child;
  if (leaf > 0) *link_to(ratio, leaf) = 0;
  bins[index].bin = bins[leaf].bin;
  bins[index].count = bins[leaf].count;
  if (leaf != last) {
    *link_to(ratio, last) = leaf;
    bins[leaf] = bins[last];
  }
  ratio->count = last;
  if (removed == ratio->least && last > 0) ratio->least = least_bin(ratio);
}

static void take_from_bin(as_ratio *ratio, uint32_t bin)
{
  uint32_t at = 0, shift = TOP_DIGIT;
  astar_assert(ratio->count > 0);
  while (ratio->bins[at].bin != bin) {
    at = ratio->bins[at].child[digit(bin, shift)];
    astar_assert(at > 0);
    shift -= 2;
  }
  if (--ratio->bins[at].count == 0) remove_bin(ratio, at);
}

/* ---- All terrains ---- */

/* The class of a base cost. The exponent 0 is in the middle. */
static uint32_t class_of(double base)
{
  const uint32_t lowest = 1023 - AS_BASE_CLASSES / 2;
  uint64_t bits;
  uint32_t exponent;
  memcpy(&bits, &base, sizeof bits);
  exponent = (uint32_t)(bits >> 52) & 2047;
  if (exponent < lowest) return 0;
  return exponent - lowest < AS_BASE_CLASSES ? exponent - lowest : AS_BASE_CLASSES - 1;
}

double as_ratios_typical_base(const as_ratios *r)
{
  uint64_t total = 0, below = 0, bits;
  uint32_t i;
  double base;
  for (i = 0; i < AS_BASE_CLASSES; i++) total += r->bases[i];
  if (total == 0) return 1;
  for (i = 0; 2 * (below += r->bases[i]) < total;) i++;
  bits = (uint64_t)(1023 - AS_BASE_CLASSES / 2 + i) << 52;
  memcpy(&base, &bits, sizeof base);
  return base;
}

void as_ratios_count(as_ratios *r, uint32_t terrain, double base, double distance, bool binned, bool add)
{
  as_ratio *ratio = &r->list[terrain];
  astar_assert(terrain < r->count);
  r->bases[class_of(base)] += add ? 1 : UINT32_MAX;
  if (!(distance > 0)) return;
  if (binned) {
    if (add) add_to_bin(ratio, bin_of(base / distance));
    else take_from_bin(ratio, bin_of(base / distance));
  } else {
    astar_assert(add || ratio->plain > 0);
    ratio->plain += add ? 1 : UINT64_MAX;
  }
}

double as_ratios_scale(const as_ratios *r, const as_rules *rules)
{
  double scale = INFINITY;
  uint32_t t;
  for (t = 0; t < r->count; t++) {
    const as_ratio *ratio = &r->list[t];
    double least = ratio->plain > 0 ? 1.0 : INFINITY;
    if (ratio->count > 0 && least_of(ratio->least) < least) least = least_of(ratio->least);
    if (least < INFINITY && rules->costs[t] < INFINITY) {
      double cost = rules->costs[t] * least;
      if (cost < scale) scale = cost;
    }
  }
  return scale;
}

/* Check a bin, and that its digits lead to it. */
static void validate_bin(const as_ratio *ratio, uint32_t index)
{
  const as_ratio_bin *b = &ratio->bins[index];
  uint32_t at = 0, shift = TOP_DIGIT;
  astar_check(b->count > 0 && b->bin >= ratio->least && b->bin < AS_RATIO_BINS);
  while (at != index) {
    astar_check(ratio->bins[at].bin != b->bin && shift <= TOP_DIGIT);
    at = ratio->bins[at].child[digit(b->bin, shift)];
    astar_check(at > 0 && at < ratio->count);
    shift -= 2;
  }
}

void as_ratios_validate(const as_ratios *r, uint64_t plain, uint64_t counted)
{
  uint32_t t, k;
  for (t = 0; t < r->count; t++) {
    const as_ratio *ratio = &r->list[t];
    astar_check(ratio->count <= ratio->capacity && (ratio->count == 0 || ratio->least == least_bin(ratio)));
    plain -= ratio->plain;
    for (k = 0; k < ratio->count; k++) {
      validate_bin(ratio, k);
      counted -= ratio->bins[k].count;
    }
  }
  astar_check(plain == 0 && counted == 0);
}
