/* parts.c: see parts.h. */
#include "grid/parts.h"

bool as_parts_init(as_parts *p, as_memory *m, uint32_t width, uint32_t height)
{
  uint32_t w = ((width - 1) >> AS_PART_BITS) + 1, h = ((height - 1) >> AS_PART_BITS) + 1, level;
  size_t size = 0;
  for (level = 0; level == 0 || p->width[level - 1] > 1 || p->height[level - 1] > 1; level++) {
    p->first[level] = size;
    p->width[level] = w;
    p->height[level] = h;
    size += (size_t)w * h;
    w = (w + 1) / 2;
    h = (h + 1) / 2;
  }
  p->levels = level;
  p->sets = as_new(m, size, uint64_t);
  if (!p->sets) return false;
  p->size = size;
  memset(p->sets, 0xFF, size * sizeof *p->sets);
  return true;
}

void as_parts_free(as_parts *p, as_memory *m)
{
  as_free(m, p->sets, p->size, uint64_t);
}

void as_parts_change(as_parts *p, uint32_t col, uint32_t row, uint32_t entry)
{
  const uint64_t bit = as_part_bit(entry);
  uint32_t x = col >> AS_PART_BITS, y = row >> AS_PART_BITS, level;
  p->sets[(size_t)y * p->width[0] + x] |= AS_PART_STALE;
  for (level = 0; level < p->levels; level++, x /= 2, y /= 2) {
    uint64_t *set = &p->sets[p->first[level] + (size_t)y * p->width[level] + x];
    if (*set & bit) return; /* the parts above have it, too */
    *set |= bit;
  }
}
