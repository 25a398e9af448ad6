/*
** bitmap.h: which cells of a grid a unit can enter, one bit a cell, twice: in rows and in columns.
** The graph owns them and keeps them up to date; a search that goes by jump points holds the one
** it reads, so that the graph may drop it.
*/
#ifndef AS_BITMAP_H
#define AS_BITMAP_H

#include "grid/grid.h"

/*
** Lines of bits, 1 where one can enter: those of the map with one of 0 before and after them. Each
** ends in a bit 0, and there is a word to spare on either side, so that one may read 8 bytes from
** or up to any cell. Whatever lies past the end of a line comes after that 0.
*/
typedef struct as_lines {
  uint64_t *words;
  uint64_t count;  /* of words */
  uint64_t stride; /* bits from line to line */
} as_lines;

typedef struct as_bitmap {
  as_memory memory;
  uint32_t references;
  as_lines rows, columns;
  uint8_t *enters; /* by ground: whether it can be entered */
  uint32_t grounds;
  bool stale;      /* a cell has a ground that is not known here */
} as_bitmap;

/* The maps in use, the one asked for last first. */
#define AS_BITMAPS 16u
typedef struct as_bitmaps {
  as_bitmap *list[AS_BITMAPS];
  uint32_t count;
} as_bitmaps;

/* The bit of a place in its line; both counted from 0. */
static inline uint64_t as_bit(const as_lines *lines, uint32_t line, uint32_t place)
{
  return 64 + ((uint64_t)line + 1) * lines->stride + place;
}

/* The 8 bytes from this one on, the first one the lowest, be it in the middle of a word. */
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

/* Whether jump points can serve on a grid, walls and links aside, and a mover pays the same everywhere. */
ASTAR_API bool as_bitmaps_serve(const as_grid *grid, const as_mover *mover);

/* Make sure that there is a map for a mover; `grounds` are known. False if out of memory. */
ASTAR_API bool as_bitmaps_make(as_bitmaps **maps, as_memory *m, const as_grid *grid, const as_mover *mover,
                               uint32_t grounds);

/* The map for a mover, or NULL. */
ASTAR_API as_bitmap *as_bitmaps_find(const as_bitmaps *maps, const as_mover *mover);

/* A cell has changed. */
ASTAR_API void as_bitmaps_set(as_bitmaps **maps, const as_grid *grid, uint32_t cell);

ASTAR_API void as_bitmaps_free(as_bitmaps **maps, as_memory *m);
ASTAR_API size_t as_bitmaps_memory(const as_bitmaps *maps);

ASTAR_API as_bitmap *as_bitmap_hold(as_bitmap *b);
ASTAR_API void as_bitmap_release(as_bitmap *b); /* frees it with the last reference; NULL is accepted */

ASTAR_API void as_bitmaps_validate(const as_bitmaps *maps, const as_grid *grid);

#endif
