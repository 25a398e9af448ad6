/*
** links.c: see links.h. Blocks of classes 1 to 16 hold 2, 4, ... 32 ends. Above, there are four classes to
** each power of two, so that a block is at most a quarter larger than needed.
*/
#include "graph/links.h"

bool as_links_init(as_links *l, as_memory *m, uint32_t capacity)
{
  memset(l, 0, sizeof *l);
  l->list = as_new(m, capacity, as_link);
  l->capacity = l->list ? capacity : 0;
  return l->list != NULL;
}

void as_links_free(as_links *l, as_memory *m)
{
  as_free(m, l->list, l->capacity, as_link);
  memset(l, 0, sizeof *l);
}

uint32_t as_links_room(unsigned size_class)
{
  uint64_t room;
  if (size_class <= 16) return size_class * 2;
  size_class -= 17;
  room = ((uint64_t)8 << size_class / 4) * (5 + size_class % 4);
  return room > UINT32_MAX ? UINT32_MAX : (uint32_t)room;
}

uint64_t as_links_size(unsigned size_class)
{
  const uint64_t room = as_links_room(size_class);
  return size_class < AS_HUB_CLASS ? room : room + room / 2 + 1;
}

unsigned as_links_class(uint32_t count)
{
  unsigned size_class = 17;
  if (count <= 32) return (count + 1) / 2;
  while (as_links_room(size_class) < count) size_class++;
  return size_class;
}

unsigned as_links_roomy_class(uint32_t count)
{
  return as_links_class(count > 32 ? count + count / 8 : count);
}

astar_result as_links_take(as_links *l, as_memory *m, unsigned size_class, uint32_t *offset)
{
  const uint64_t size = as_links_size(size_class);
  astar_assert(size_class < AS_LINK_CLASSES);
  if (l->free[size_class]) {
    *offset = l->free[size_class] - 1;
    l->free[size_class] = l->list[*offset].to;
    l->garbage -= (uint32_t)size;
    l->strayed += size;
    return ASTAR_OK;
  }
  if (l->count + size >= UINT32_MAX) return ASTAR_FULL;
  if (!as_reserve(m, &l->list, &l->capacity, l->count + size, sizeof *l->list)) return ASTAR_NO_MEMORY;
  *offset = as_links_append(l, size_class);
  l->strayed += size;
  return ASTAR_OK;
}

uint32_t as_links_append(as_links *l, unsigned size_class)
{
  const uint32_t offset = size_class > 0 ? l->count : 0;
  l->count += (uint32_t)as_links_size(size_class);
  astar_assert(l->count <= l->capacity);
  return offset;
}

void as_links_give(as_links *l, unsigned size_class, uint32_t offset)
{
  if (size_class == 0) return;
  l->list[offset].to = l->free[size_class];
  l->free[size_class] = offset + 1;
  l->garbage += (uint32_t)as_links_size(size_class);
}
