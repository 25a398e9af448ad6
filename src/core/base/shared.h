/*
** shared.h: reference counting. A search holds a reference to what it reads of a space, so that this outlives
** edits and the space itself. The first member of a shared object is an as_shared. Counts are not atomic.
*/
#ifndef AS_SHARED_H
#define AS_SHARED_H

#include "base/memory.h"

typedef struct as_shared {
  as_memory memory; /* of the object and its blocks */
  uint32_t references;
} as_shared;

/* An object of `size` bytes, all zeros, with one reference; NULL if out of memory. */
static inline void *as_shared_create(astar_alloc alloc, void *context, size_t size)
{
  as_shared *s = as_object_create(alloc, context, size);
  if (s) s->references = 1;
  return s;
}

/* Add a reference. */
static inline void as_shared_hold(as_shared *s)
{
  s->references++;
}

/* Drop a reference. True if it was the last: then free the object's blocks, and the object by as_object_free(). */
static inline bool as_shared_drop(as_shared *s)
{
  return --s->references == 0;
}

#endif
