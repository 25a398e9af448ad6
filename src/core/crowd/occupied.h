/*
** occupied.h: which agent holds each node of a crowd, and which one claims it for the end of the step that is being
** computed. By slot, in pages that are made when a node of theirs is first held or claimed.
**
** Agents are indices here. Reading needs no test: pages that are not made are a shared one, which is never written.
*/
#ifndef AS_OCCUPIED_H
#define AS_OCCUPIED_H

#include "base/memory.h"

#define AS_NOBODY UINT32_MAX
#define AS_OCCUPIED_BITS 4u /* the binary logarithm of the number of nodes in a page */
#define AS_OCCUPIED_PAGE (1u << AS_OCCUPIED_BITS)

typedef struct as_stand {
  uint32_t holder; /* stands there, is leaving or entering it */
  uint32_t claim;  /* will hold it after this step */
} as_stand;

/* All zeros: there are no slots. */
typedef struct as_occupied {
  uint32_t *directory; /* by page of slots: its number in `pages`; 0 is the shared one */
  as_stand *pages;     /* AS_OCCUPIED_PAGE each */
  uint32_t directory_size, page_count, page_capacity;
} as_occupied;

ASTAR_API void as_occupied_free(as_occupied *o, as_memory *m);

/*
** Cover slots below `slots`, and those that were covered before, so that they can be read. False if out of memory; then
** nothing has changed.
*/
ASTAR_API bool as_occupied_cover(as_occupied *o, as_memory *m, uint32_t slots);

/* Make the page of a slot that is covered. False if out of memory. Moves pages. Call as_occupied_reserve(). */
ASTAR_API bool as_occupied_make(as_occupied *o, as_memory *m, uint32_t slot);

/* A slot that is covered, for reading; nobody is there where no memory was reserved. */
static inline const as_stand *as_occupied_at(const as_occupied *o, uint32_t slot)
{
  return &o->pages[((size_t)o->directory[slot >> AS_OCCUPIED_BITS] << AS_OCCUPIED_BITS) +
                   (slot & (AS_OCCUPIED_PAGE - 1))];
}

/* The same of any slot. */
static inline uint32_t as_occupied_holder(const as_occupied *o, uint32_t slot)
{
  return slot >> AS_OCCUPIED_BITS < o->directory_size ? as_occupied_at(o, slot)->holder : AS_NOBODY;
}

/* Reserve memory for writing to a slot that is covered. False if out of memory; then nothing has changed. */
static inline bool as_occupied_reserve(as_occupied *o, as_memory *m, uint32_t slot)
{
  return o->directory[slot >> AS_OCCUPIED_BITS] != 0 || as_occupied_make(o, m, slot);
}

/* A slot for writing; its memory must be reserved. */
static inline as_stand *as_occupied_write(as_occupied *o, uint32_t slot)
{
  astar_assert(o->directory[slot >> AS_OCCUPIED_BITS] != 0);
  return &o->pages[((size_t)o->directory[slot >> AS_OCCUPIED_BITS] << AS_OCCUPIED_BITS) +
                   (slot & (AS_OCCUPIED_PAGE - 1))];
}

#endif
