/*
** bitmap.h: which cells of a grid a unit can enter, one bit per cell, twice: by rows and by columns.
** The grid owns its bitmaps and keeps them up to date. A run by jump points holds the one it reads, so that the
** grid may drop it.
*/
#ifndef AS_BITMAP_H
#define AS_BITMAP_H

#include "base/shared.h"
#include "grid/grid.h"

/*
** Lines of bits, 1 where the unit can enter: those of the map, and an empty line before and after them. Each
** line ends in a bit 0, and there is a spare word at either end, so that 8 bytes can be read from any cell on,
** and up to it. Bits past the end of a line belong to the next one.
*/
typedef struct as_lines {
  uint64_t *words;
  uint64_t count;  /* of words */
  uint64_t stride; /* bits from line to line */
} as_lines;

typedef struct as_bitmap {
  as_shared shared;
  as_lines rows, columns;
  uint8_t *enters;   /* by terrain, AS_BLOCKED among them: whether the unit can enter it */
  uint32_t terrains; /* entries of `enters` */
  bool stale;        /* a cell has a later terrain */
} as_bitmap;

/* The bit of a place in its line; both counted from 0. */
static inline uint64_t as_bit(const as_lines *lines, uint32_t line, uint32_t place)
{
  return 64 + ((uint64_t)line + 1) * lines->stride + place;
}

/* The 8 bytes from this one on, the first one lowest; it need not begin a word. */
static inline uint64_t as_bytes(const as_lines *lines, uint64_t byte)
{
  uint64_t bits;
#if (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) || defined(_M_X64) || defined(_M_IX86) || \
    defined(_M_ARM64)
  memcpy(&bits, (const char *)lines->words + byte, sizeof bits);
#else
  const uint64_t *words = lines->words + (byte >> 3);
  uint32_t shift = ((uint32_t)byte & 7) * 8;
  bits = words[0] >> shift | words[1] << 1 << (63 - shift);
#endif
  return bits;
}

/* AS_WINDOW bits from this one on, as the lowest. */
#define AS_WINDOW 57u
static inline uint64_t as_window_up(const as_lines *lines, uint64_t bit)
{
  return as_bytes(lines, bit >> 3) >> (bit & 7);
}

/* AS_WINDOW bits up to this one, as the highest. */
static inline uint64_t as_window_down(const as_lines *lines, uint64_t bit)
{
  return as_bytes(lines, (bit >> 3) - 7) << (7 - (bit & 7));
}

static inline bool as_bit_set(const as_lines *lines, uint64_t bit)
{
  return lines->words[bit >> 6] >> (bit & 63) & 1;
}

/* Whether jump points apply to a grid, closed steps and links aside: the unit's multiplier is the same everywhere. */
ASTAR_API bool as_bitmaps_serve(const as_grid *grid, const as_rules *rules);

/* Make sure that there is a bitmap for a unit, of so many terrains (AS_BLOCKED among them). False if out of memory. */
ASTAR_API bool as_bitmaps_make(as_grid *grid, const as_rules *rules, uint32_t terrains);

/* The bitmap for a unit, or NULL. */
ASTAR_API as_bitmap *as_bitmaps_find(const as_grid *grid, const as_rules *rules);

/* Follow a change of a cell. */
ASTAR_API void as_bitmaps_update(as_grid *grid, uint32_t cell);

ASTAR_API void as_bitmaps_free(as_grid *grid);
ASTAR_API size_t as_bitmaps_memory(const as_grid *grid);
ASTAR_API void as_bitmaps_validate(const as_grid *grid);

ASTAR_API as_bitmap *as_bitmap_hold(as_bitmap *b);
ASTAR_API void as_bitmap_release(as_bitmap *b); /* frees it with the last reference; NULL is accepted */

#endif
