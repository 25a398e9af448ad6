/*
** stream.c: see stream.h. Also the frame of a saved space: a head of 24 bytes (8 bytes magic, u16 format version, u8
** kind, 5 zeros, u64 total length) and a u64 checksum at the end.
*/
#include "io/stream.h"

#include <stdio.h>

#define FORMAT 1u
#define HEAD 24u
#define KIND_AT 10u
#define LENGTH_AT 16u
#define CHECKSUM 8u

/* As in PNG: a byte above 127, CR LF and the DOS end of file, which a transfer as text damages. */
static const unsigned char magic[8] = {0x89, 'A', 'S', 'T', 'R', '\r', '\n', 0x1A};

static uint64_t word_at(const unsigned char *bytes)
{
  uint64_t word = 0;
  unsigned i;
  for (i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
  return word;
}

/*
** As FNV-1a, but by words and with a shift after each. Each step is a bijection, both of the sum and of the word, so
** that a change within a single word is always detected.
*/
static uint64_t checksum(const unsigned char *bytes, size_t size)
{
  uint64_t sum = 0xCBF29CE484222325u ^ size;
  unsigned char rest[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  size_t i;
  for (i = 0; size - i >= 8; i += 8) {
    sum = (sum ^ word_at(bytes + i)) * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 32;
  }
  memcpy(rest, bytes + i, size - i);
  sum = (sum ^ word_at(rest)) * 0x9E3779B97F4A7C15u;
  return sum ^ sum >> 29;
}

/* ---- Writing ---- */

void astar_write_number(astar_writer *w, uint64_t value, unsigned bytes)
{
  as_write(w, value, bytes);
}

void astar_write_double(astar_writer *w, double value)
{
  as_write_double(w, value);
}

void astar_write_bytes(astar_writer *w, const char *bytes, size_t length)
{
  as_write(w, length, 8);
  if (length > 0 && w->size <= w->capacity && w->capacity - w->size >= length)
    memcpy(w->bytes + w->size, bytes, length);
  w->size += length;
}

void as_save_begin(astar_writer *w, astar_saved_kind kind)
{
  unsigned i;
  for (i = 0; i < sizeof magic; i++) as_write(w, magic[i], 1);
  as_write(w, FORMAT, 2);
  as_write(w, (uint64_t)kind, 1);
  as_write(w, 0, 5);
  as_write(w, 0, 8);
}

void astar_save_end(astar_writer *w)
{
  if (w->size + CHECKSUM <= w->capacity) {
    astar_writer head = *w;
    head.size = LENGTH_AT;
    as_write(&head, w->size + CHECKSUM, 8);
    as_write(w, checksum(w->bytes, w->size), 8);
  } else {
    w->size += CHECKSUM;
  }
}

/* ---- Reading ---- */

bool as_refuse(astar_reader *r, const char *what)
{
  r->failed = true;
  if (!r->error[0]) snprintf(r->error, sizeof r->error, "malformed: %s", what);
  return false;
}

bool as_permit(astar_reader *r, uint64_t count, uint32_t most, const char *what)
{
  if (count <= most) return true;
  r->failed = true;
  r->exceeded = what;
  r->exceeded_limit = most;
  snprintf(r->error, sizeof r->error, "it has more than %lu %s", (unsigned long)most, what);
  return false;
}

bool as_refuse_at(astar_reader *r, const char *kind, uint32_t id, const char *what)
{
  r->failed = true;
  if (!r->error[0]) snprintf(r->error, sizeof r->error, "malformed: %s %lu: %s", kind, (unsigned long)id, what);
  return false;
}

bool astar_reader_open(astar_reader *r, const char *bytes, size_t length)
{
  uint64_t version, said;
  memset(r, 0, sizeof *r);
  r->bytes = (const unsigned char *)bytes;
  r->size = length;
  r->most_cells = r->most_nodes = r->most_agents = UINT32_MAX;
  r->failed = true;
  if (length < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0) {
    snprintf(r->error, sizeof r->error, "not a saved space");
    return false;
  }
  if (length < HEAD + CHECKSUM) {
    snprintf(r->error, sizeof r->error, "the string is cut off");
    return false;
  }
  r->at = sizeof magic;
  version = as_read(r, 2);
  if (version != FORMAT) {
    snprintf(r->error, sizeof r->error, "saved by another version of astar (format %u, this one reads %u)",
             (unsigned)version, FORMAT);
    return false;
  }
  r->at = LENGTH_AT;
  said = as_read(r, 8);
  if (said != length) {
    snprintf(r->error, sizeof r->error, said > length ? "the string is cut off" : "the string is too long");
    return false;
  }
  if (word_at(r->bytes + length - CHECKSUM) != checksum(r->bytes, length - CHECKSUM)) {
    snprintf(r->error, sizeof r->error, "the string is damaged: wrong checksum");
    return false;
  }
  r->size = length - CHECKSUM;
  r->failed = false;
  r->at = KIND_AT;
  r->kind = (astar_saved_kind)as_read(r, 1);
  if (as_read(r, 5) != 0 || r->kind < ASTAR_SAVED_GRAPH || r->kind > ASTAR_SAVED_DISCS)
    return as_refuse(r, "an unknown kind of space");
  r->at = HEAD;
  return true;
}

uint64_t astar_read_number(astar_reader *r, unsigned bytes)
{
  return as_read(r, bytes);
}

double astar_read_double(astar_reader *r)
{
  return as_read_double(r);
}

const char *astar_read_bytes(astar_reader *r, size_t *length)
{
  uint64_t said = as_read(r, 8);
  const char *found = (const char *)r->bytes + r->at;
  *length = 0;
  if (said > r->size - r->at) {
    r->at = r->size;
    r->failed = true;
    return found;
  }
  *length = (size_t)said;
  r->at += (size_t)said;
  return found;
}

bool astar_read_end(astar_reader *r)
{
  if (!r->failed && r->at == r->size) return true;
  return as_refuse(r, r->failed ? "something is missing at the end" : "something follows the end");
}
