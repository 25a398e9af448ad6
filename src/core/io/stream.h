/*
** stream.h: the encoding of numbers and bytes in saved spaces: little-endian, fixed widths, no padding, doubles in
** IEEE 754 binary64 with a single NaN.
**
** A writer without room still counts in `size`, so that the same code measures and writes. A reader past the end
** returns zeros and sets `failed`.
*/
#ifndef AS_STREAM_H
#define AS_STREAM_H

#include "base/memory.h"

#include <math.h>

/* Write the lowest 1 to 8 bytes of a number. */
static inline void as_write(astar_writer *w, uint64_t value, unsigned bytes)
{
  if (w->size <= w->capacity && w->capacity - w->size >= bytes) {
    unsigned char *at = w->bytes + w->size;
    unsigned i;
    for (i = 0; i < bytes; i++) at[i] = (unsigned char)(value >> 8 * i);
  }
  w->size += bytes;
}

static inline void as_write_double(astar_writer *w, double value)
{
  uint64_t bits = 0x7FF8000000000000u;
  if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
  as_write(w, bits, 8);
}

/* Whether at least `count` items of `bytes` bytes each are left to read. */
static inline bool as_left(const astar_reader *r, uint64_t count, uint64_t bytes)
{
  return count <= (r->size - r->at) / bytes;
}

/* Read a number of 1 to 8 bytes. */
static inline uint64_t as_read(astar_reader *r, unsigned bytes)
{
  uint64_t value = 0;
  unsigned i;
  if (r->size - r->at < bytes) {
    r->at = r->size;
    r->failed = true;
    return 0;
  }
  for (i = 0; i < bytes; i++) value |= (uint64_t)r->bytes[r->at + i] << 8 * i;
  r->at += bytes;
  return value;
}

static inline uint32_t as_read32(astar_reader *r)
{
  return (uint32_t)as_read(r, 4);
}

static inline double as_read_double(astar_reader *r)
{
  uint64_t bits = as_read(r, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Whether a value is a NaN other than the one that as_write_double() writes. */
static inline bool as_is_foreign_nan(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return isnan(value) && bits != 0x7FF8000000000000u;
}

/* Write the head of a saved space. astar_save_end() completes it. */
ASTAR_API void as_save_begin(astar_writer *w, astar_saved_kind kind);

/* Whether a number of what is loaded is permitted; else the reader has failed, and says so. `what` is static. */
ASTAR_API bool as_permit(astar_reader *r, uint64_t count, uint32_t most, const char *what);

/* Fail with an error message, unless the reader already has one. Returns false. */
ASTAR_API bool as_refuse(astar_reader *r, const char *what);

/* The same for the node, cell or obstacle (`kind`) with this id. */
ASTAR_API bool as_refuse_at(astar_reader *r, const char *kind, uint32_t id, const char *what);

/* As as_refuse(); returns ASTAR_MALFORMED. */
static inline astar_result as_malformed(astar_reader *r, const char *what)
{
  (void)as_refuse(r, what);
  return ASTAR_MALFORMED;
}

/* As as_refuse_at(); returns ASTAR_MALFORMED. */
static inline astar_result as_malformed_at(astar_reader *r, const char *kind, uint32_t id, const char *what)
{
  (void)as_refuse_at(r, kind, id, what);
  return ASTAR_MALFORMED;
}

#endif
