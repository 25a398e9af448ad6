/* occupied.c: see occupied.h. */
#include "crowd/occupied.h"

void as_occupied_free(as_occupied *o, as_memory *m)
{
  as_free(m, o->directory, o->directory_size, uint32_t);
  as_free(m, o->pages, (size_t)o->page_capacity << AS_OCCUPIED_BITS, as_stand);
  memset(o, 0, sizeof *o);
}

/* Make room for one more page, and fill it with nobody. */
static bool append_page(as_occupied *o, as_memory *m)
{
  as_stand *page;
  uint32_t i;
  if (!as_reserve(m, &o->pages, &o->page_capacity, (uint64_t)o->page_count + 1, AS_OCCUPIED_PAGE * sizeof(as_stand)))
    return false;
  page = o->pages + ((size_t)o->page_count << AS_OCCUPIED_BITS);
  for (i = 0; i < AS_OCCUPIED_PAGE; i++) page[i].holder = page[i].claim = AS_NOBODY;
  o->page_count++;
  return true;
}

bool as_occupied_cover(as_occupied *o, as_memory *m, uint32_t slots)
{
  const uint64_t size = ((uint64_t)slots + AS_OCCUPIED_PAGE - 1) >> AS_OCCUPIED_BITS;
  const uint32_t grown = (uint32_t)(size + size / 8); /* slots are added one by one */
  uint32_t *directory;
  if (size <= o->directory_size) return true;
  if (o->page_count == 0 && !append_page(o, m)) return false;
  directory = as_resize(m, o->directory, o->directory_size, grown, sizeof *directory);
  if (!directory) return false;
  memset(directory + o->directory_size, 0, (grown - o->directory_size) * sizeof *directory);
  o->directory = directory;
  o->directory_size = grown;
  return true;
}

bool as_occupied_make(as_occupied *o, as_memory *m, uint32_t slot)
{
  astar_assert(slot >> AS_OCCUPIED_BITS < o->directory_size);
  if (!append_page(o, m)) return false;
  o->directory[slot >> AS_OCCUPIED_BITS] = o->page_count - 1;
  return true;
}
