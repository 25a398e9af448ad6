/* memory.c: see memory.h. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void *use_realloc(void *context, void *block, size_t old_size, size_t new_size)
{
  (void)context;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

void as_memory_init(as_memory *m, astar_alloc alloc, void *context)
{
  m->alloc = alloc ? alloc : use_realloc;
  m->context = context;
  m->used = 0;
}

void *as_object_create(astar_alloc alloc, void *context, size_t size)
{
  as_memory m;
  void *object;
  as_memory_init(&m, alloc, context);
  object = as_resize(&m, NULL, 0, size, 1);
  if (!object) return NULL;
  memset(object, 0, size);
  memcpy(object, &m, sizeof m);
  return object;
}

void as_object_free(void *object, size_t size)
{
  as_memory m;
  memcpy(&m, object, sizeof m);
  (void)as_resize(&m, object, size, 0, 1);
}

void *as_resize(as_memory *m, void *block, size_t count, size_t wanted, size_t size)
{
  void *fresh;
  if (wanted > SIZE_MAX / size) return NULL;
  if (wanted == 0 && !block) return NULL;
  fresh = m->alloc(m->context, block, count * size, wanted * size);
  if (fresh || wanted == 0) m->used = m->used - count * size + wanted * size;
  return fresh;
}

bool as_grow(as_memory *m, void *vector, uint32_t *capacity, uint64_t wanted, size_t size)
{
  uint64_t grown = *capacity;
  void *block, *fresh;
  grown += grown < 0x20000 ? grown / 2 + 4 : grown / 16;
  if (grown < wanted) grown = wanted;
  if (grown > UINT32_MAX) grown = UINT32_MAX;
  if (grown < wanted || grown > SIZE_MAX / size) return false;
  /* The vector is a pointer of some type; memcpy reads it without breaking aliasing rules. */
  memcpy(&block, vector, sizeof block);
  fresh = as_resize(m, block, *capacity, (size_t)grown, size);
  if (!fresh) return false;
  memcpy(vector, &fresh, sizeof fresh);
  *capacity = (uint32_t)grown;
  return true;
}
