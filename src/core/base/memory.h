/*
** memory.h: memory from the caller's allocator, and what every file needs of the compiler.
** All memory of the core is allocated here, so that each object knows how many bytes it holds.
*/
#ifndef AS_MEMORY_H
#define AS_MEMORY_H

#include "astar.h"
#include "base/floating.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* astar_assert() is cheap and compiled out by NDEBUG; astar_check() stays, in the validate functions only. */
#define astar_assert(condition) assert(condition)
#define astar_check(condition) ((condition) ? (void)0 : abort())

/* For functions that are specialized by constant arguments, unless the compiler is asked for small code. */
#if defined(__OPTIMIZE_SIZE__)
#define AS_INLINE inline
#elif defined(__GNUC__)
#define AS_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define AS_INLINE __forceinline
#else
#define AS_INLINE inline
#endif

/* For rare work in functions that are called often: these save no registers for it. */
#if defined(__GNUC__)
#define AS_NOINLINE __attribute__((noinline))
#elif defined(_MSC_VER)
#define AS_NOINLINE __declspec(noinline)
#else
#define AS_NOINLINE
#endif

/* For functions defined by a macro, some of which a file may not call. */
#if defined(__GNUC__)
#define AS_TEMPLATE static inline __attribute__((unused))
#else
#define AS_TEMPLATE static inline
#endif

/* Hint: this memory will be read soon. */
#if defined(__GNUC__)
#define AS_PREFETCH(address) __builtin_prefetch(address)
#else
#define AS_PREFETCH(address) ((void)(address))
#endif

typedef struct as_memory {
  astar_alloc alloc;
  void *context;
  size_t used; /* bytes allocated */
} as_memory;

/* `alloc` NULL stands for realloc() and free(). */
ASTAR_API void as_memory_init(as_memory *m, astar_alloc alloc, void *context);

/*
** An object of `size` bytes, all zeros but for its first member: an as_memory, in which the object and its blocks
** are counted. NULL if out of memory. Free its blocks before the object.
*/
ASTAR_API void *as_object_create(astar_alloc alloc, void *context, size_t size);
ASTAR_API void as_object_free(void *object, size_t size);

/*
** Resize an array from `count` to `wanted` items of `size` bytes. New items are not initialized. NULL if out of
** memory, which leaves the array unchanged; NULL also for `wanted` 0, which frees it.
*/
ASTAR_API void *as_resize(as_memory *m, void *block, size_t count, size_t wanted, size_t size);

#define as_new(m, wanted, type) ((type *)as_resize(m, NULL, 0, wanted, sizeof(type)))
#define as_free(m, block, count, type) ((void)as_resize(m, block, count, 0, sizeof(type)))

/*
** Make room for `wanted` items of `size` bytes in an array that grows; `vector` is the address of the pointer to
** it. O(1) amortized per item: the capacity grows by half, or by a sixteenth if it is large, to save memory.
** False if out of memory; the array is then unchanged.
*/
ASTAR_API bool as_grow(as_memory *m, void *vector, uint32_t *capacity, uint64_t wanted, size_t size);

/* As as_grow(), if there is not room already. */
static inline bool as_reserve(as_memory *m, void *vector, uint32_t *capacity, uint64_t wanted, size_t size)
{
  return wanted <= *capacity || as_grow(m, vector, capacity, wanted, size);
}

#endif
