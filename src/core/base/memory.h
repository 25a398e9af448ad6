/*
** memory.h: blocks from the caller's allocator, counted.
** Every structure of the core takes its memory here, and nowhere else.
*/
#ifndef AS_MEMORY_H
#define AS_MEMORY_H

#include "astar.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Two tiers: cheap asserts everywhere, gone with NDEBUG; checks stay, in the validate functions only. */
#define astar_assert(condition) assert(condition)
#define astar_check(condition) ((condition) ? (void)0 : abort())

/* Where a target has fused multiply-add, contraction would make results differ between machines. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && defined(__FP_FAST_FMA)
#pragma GCC optimize("fp-contract=off")
#endif

/* Inlined where constant arguments make another function of it each time. */
#if defined(__GNUC__)
#define AS_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define AS_INLINE __forceinline
#else
#define AS_INLINE inline
#endif

/* A function that macros define where not every file calls it. */
#if defined(__GNUC__)
#define AS_TEMPLATE static inline __attribute__((unused))
#else
#define AS_TEMPLATE static inline
#endif

/* A hint that this memory will be read soon. */
#if defined(__GNUC__)
#define AS_PREFETCH(address) __builtin_prefetch(address)
#else
#define AS_PREFETCH(address) ((void)(address))
#endif

typedef struct as_memory {
  astar_alloc alloc;
  void *context;
  size_t used;
} as_memory;

ASTAR_API void as_memory_init(as_memory *m, astar_alloc alloc, void *context);

/*
** An object of `size` bytes, all zeros, whose first member is the as_memory that it and all its blocks
** are counted in; NULL if out of memory. Free its blocks before the object itself.
*/
ASTAR_API void *as_object_create(astar_alloc alloc, void *context, size_t size);
ASTAR_API void as_object_free(void *object, size_t size);

/* Resize `count` items of `size` bytes to `wanted`; NULL on failure (the old block stays) and for 0. */
ASTAR_API void *as_resize(as_memory *m, void *block, size_t count, size_t wanted, size_t size);

#define as_new(m, wanted, type) ((type *)as_resize(m, NULL, 0, wanted, sizeof(type)))
#define as_free(m, block, count, type) ((void)as_resize(m, block, count, 0, sizeof(type)))

/*
** Make room for `wanted` items of `size` bytes in a vector. It grows by half, and by a
** sixteenth once it is large: the memory of a big graph is worth more than a copy.
*/
ASTAR_API bool as_grow(as_memory *m, void *vector, uint32_t *capacity, uint64_t wanted, size_t size);

static inline bool as_reserve(as_memory *m, void *vector, uint32_t *capacity, uint64_t wanted, size_t size)
{
  return wanted <= *capacity || as_grow(m, vector, capacity, wanted, size);
}

#endif
