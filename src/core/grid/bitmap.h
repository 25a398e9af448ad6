/*
** bitmap.h: the cells of a grid that a unit can enter, one bit per cell, stored by rows and again by columns; and where
** scans along these have to stop, in the same form. A grid keeps up to AS_BITMAPS of them, one for each set of terrains
** that a unit can enter, and updates them on edits. They are reference counted: a search by jump points holds the one
** it reads, so that the grid may drop it.
**
** On a giant map bits are computed when they are first needed, in blocks of 64 x 64, and the memory of others is not
** touched: a short search does not pay for all of it. Who reads bits makes sure before that they are there. All words
** of a block lie together, so that few pages of memory are touched. On other maps all are computed at once, so that no
** reader has to look, and lines are continuous.
*/
#ifndef AS_BITMAP_H
#define AS_BITMAP_H

#include "base/shared.h"
#include "grid/grid.h"

/*
** The rows or columns of the map as lines of bits, in the first two arrays 1 where the unit can enter. There is a line
** without cells before the first one and after the last, and a bit without a cell at either end of each, so that scans
** need not look for the edge of the map. A line is a whole number of words, one of each block that it crosses.
*/
typedef struct as_lines {
  uint64_t *words; /* whole: line by line; else AS_BLOCK_WORDS from those of one block to those of the next */
  uint32_t stride; /* words per line */
} as_lines;

/* Of both axes the cells and the stops of scans in both directions, a word for each line. */
#define AS_BLOCK_WORDS (6 * 64u)

/* By axis: 0 for rows, 1 for columns. */
typedef struct as_bitmap {
  as_shared shared;
  as_lines lines[2];
  /*
  ** Bits to stop at, of a scan towards higher bits, and towards lower ones: a cell that is blocked, or at which a
  ** cheapest route may turn, because a cell beside the line has a blocked one before it (a forced neighbour). Only
  ** valid where the scan does not begin.
  */
  as_lines up[2], down[2];
  uint64_t *words;   /* of all these */
  size_t count;      /* of them */
  uint8_t *made;     /* by block, row by row: an as_made; there are strides[0] * strides[1] of them */
  uint32_t strides[2]; /* of rows and of columns: so many blocks are beside each other, and above each other */
  astar_corners corners; /* of the grid */
  uint8_t *enters;   /* by terrain, AS_BLOCKED included: whether the unit can enter it */
  uint32_t terrains; /* entries of `enters` */
  bool whole;        /* all blocks are there, and lines are continuous */
  bool stale;        /* out of date: a cell was given a terrain that `enters` lacks */
} as_bitmap;

/*
** What is there of a block: nothing; nothing, but no scan stops there, since nothing is blocked in it and around it;
** its bits; or also those of the up to eight blocks around it.
*/
enum { AS_BITS_MISSING, AS_BITS_OPEN, AS_BITS_MADE, AS_BITS_AROUND };

/* Whole: the index of the bit at a position in a line. In `rows`, line is the row and place the column. */
static inline uint64_t as_bit(const as_lines *lines, uint32_t line, uint32_t place)
{
  return (((uint64_t)line + 1) * lines->stride << 6) + place + 1;
}

static inline bool as_bit_set(const as_lines *lines, uint64_t bit)
{
  return lines->words[bit >> 6] >> (bit & 63) & 1;
}

/* The 8 bytes at byte offset `byte`, which need not be aligned, as a little-endian number. */
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

/* Bits that can be read at once, from any bit on: 64 less the up to 7 by which it is off a byte. */
#define AS_WINDOW 57u

/* The AS_WINDOW bits from `bit` up, in the lowest bits of the result; the map goes on there, or ends. */
static inline uint64_t as_window_up(const as_lines *lines, uint64_t bit)
{
  return as_bytes(lines, bit >> 3) >> (bit & 7);
}

/* The AS_WINDOW bits from `bit` down, in the highest bits of the result. */
static inline uint64_t as_window_down(const as_lines *lines, uint64_t bit)
{
  return as_bytes(lines, (bit >> 3) - 7) << (7 - (bit & 7));
}

/* The block of a cell, by its column and row. */
static inline size_t as_bits_block(const as_bitmap *b, uint32_t col, uint32_t row)
{
  return (size_t)((row + 1) >> 6) * b->strides[0] + ((col + 1) >> 6);
}

/* The word of a cell, by its column and row, in the lines of an axis. Its bit is that of (`place` + 1) & 63. */
static inline uint64_t *as_bits_word(const as_bitmap *b, const as_lines *lines, uint32_t axis, const uint32_t at[2])
{
  if (b->whole) return lines->words + (as_bit(lines, at[1 - axis], at[axis]) >> 6);
  return lines->words + as_bits_block(b, at[0], at[1]) * AS_BLOCK_WORDS + ((at[1 - axis] + 1) & 63);
}

/* Not whole: whether the unit can enter a cell, or one beyond the edge of the map, where it cannot. */
static inline bool as_bits_open(const as_bitmap *b, uint32_t col, uint32_t row)
{
  const size_t word = as_bits_block(b, col, row) * AS_BLOCK_WORDS + ((row + 1) & 63);
  return b->lines[0].words[word] >> ((col + 1) & 63) & 1;
}

/*
** Compute the bits of a block, of a grid that is as when the bitmap was made, or last updated; of this and those around
** it; or only look whether it is open, and if not compute them.
*/
ASTAR_API void as_bits_make(as_bitmap *b, const as_grid *grid, size_t block);
ASTAR_API void as_bits_make_around(as_bitmap *b, const as_grid *grid, size_t block);
ASTAR_API void as_bits_look(as_bitmap *b, const as_grid *grid, size_t block);

/*
** Whether jump points apply to a grid, closed steps and links aside: squares, eight neighbours, no wrapping, no
** heights, and one multiplier on all cells that the unit can enter. O(terrains).
*/
ASTAR_API bool as_bitmaps_apply(const as_grid *grid, const as_rules *rules);

/*
** Make the bitmap of a unit, unless the grid has it; it becomes the most recently used. `terrains` is the number of
** terrains, AS_BLOCKED included. False if out of memory. O(blocks) for a new one, which may replace the oldest.
*/
ASTAR_API bool as_bitmaps_make(as_grid *grid, const as_rules *rules, uint32_t terrains);

/* The bitmap of a unit, or NULL. O(terrains). */
ASTAR_API as_bitmap *as_bitmaps_find(const as_grid *grid, const as_rules *rules);

/* Update all bitmaps after the entry of a cell has changed. */
ASTAR_API void as_bitmaps_update(as_grid *grid, uint32_t cell);

/* Drop all bitmaps of a grid; the bytes that they take; abort if one differs from the cells. */
ASTAR_API void as_bitmaps_free(as_grid *grid);
ASTAR_API size_t as_bitmaps_memory(const as_grid *grid);
ASTAR_API void as_bitmaps_validate(const as_grid *grid);

ASTAR_API as_bitmap *as_bitmap_hold(as_bitmap *b);
ASTAR_API void as_bitmap_release(as_bitmap *b); /* frees it with the last reference; NULL is accepted */

#endif
