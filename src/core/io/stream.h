/*
** stream.h: numbers and bytes of saved spaces, one after the other: how they are written and read.
** Little-endian, fixed widths, doubles as the bits of IEEE 754, no padding; every NaN is the same one.
**
** A writer that has no room counts what it is given all the same, so that the code that writes also
** tells how much room it needs. A reader that comes to the end gives zeros, and has failed.
*/
#ifndef AS_STREAM_H
#define AS_STREAM_H

#include "base/memory.h"

#include <math.h>

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

/* Whether so much is left, of which there are `count`. */
static inline bool as_left(const astar_reader *r, uint64_t count, uint64_t bytes)
{
  return count <= (r->size - r->at) / bytes;
}

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

/* Whether a double that was read is a NaN and not the one that is written. */
static inline bool as_odd_nan(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return isnan(value) && bits != 0x7FF8000000000000u;
}

/* Write the head of what a space of some kind is saved as. */
ASTAR_API void as_save_begin(astar_writer *w, astar_saved_kind kind);

/* Note what is wrong with what is read. False. */
ASTAR_API bool as_refuse(astar_reader *r, const char *what);

/* The same of the node or obstacle with this id. */
ASTAR_API bool as_refuse_at(astar_reader *r, const char *kind, uint32_t id, const char *what);

#endif
