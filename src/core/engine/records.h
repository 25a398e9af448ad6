/*
** records.h: what a search knows of each node: one record a node, in pages that appear
** when they are touched. Owned by one search.
*/
#ifndef AS_RECORDS_H
#define AS_RECORDS_H

#include "base/memory.h"

/*
** `mark` holds the number of the run that the record belongs to, above AS_MARK_BITS bits of
** state and flags; a record of another run counts as untouched, so that a new run has
** nothing to clear.
*/
typedef struct as_record {
  double g; /* INFINITY while not reached, -INFINITY if excluded: never to be improved */
  uint32_t parent; /* slot, AS_NO_SLOT for the start */
  uint32_t mark;
} as_record;

#define AS_MARK_BITS 6
#define AS_MARK_STATE 3u    /* an astar_state */
#define AS_MARK_FLAGS 60u   /* those below */
#define AS_MARK_GOAL 4u
#define AS_MARK_ALLOWED 8u  /* in `only` */
#define AS_MARK_CUT 16u     /* left out for max_cost, and not reached otherwise so far */
#define AS_MARK_AVOIDED 32u

/*
** Three levels, so that few nodes of many cost little: slots / 65,536 tables, of 256 leaves, of
** 256 records. Where none was made yet there stands an empty one that all share, and that
** no run calls its own. A leaf of a run that keeps more of each node has room for that too.
*/
#define AS_LEAF_BITS 8
#define AS_LEAF_SIZE (1u << AS_LEAF_BITS)
#define AS_TABLE_BITS 8
#define AS_TABLE_SIZE (1u << AS_TABLE_BITS)

typedef struct as_table {
  as_record *leaves[AS_TABLE_SIZE];
} as_table;

typedef struct as_records {
  as_table **tables;
  uint32_t table_count; /* of the root */
  uint32_t slots;       /* that exist */
  uint32_t run_mark;    /* number of the current run, > 0, as it stands in marks */
  uint32_t columns; /* numbers that are kept beside each record */
} as_records;

ASTAR_API void as_records_init(as_records *r);
ASTAR_API void as_records_free(as_records *r, as_memory *m);

/* Begin a run over so many slots. False if out of memory. */
ASTAR_API bool as_records_begin(as_records *r, as_memory *m, uint32_t slots, uint32_t columns);

/* The record of a slot, made for this run if need be; NULL if out of memory. */
ASTAR_API as_record *as_records_make(as_records *r, as_memory *m, uint32_t slot);

/* The numbers beside a record that exists, if the run keeps any. */
ASTAR_API double *as_records_columns(const as_records *r, uint32_t slot);

/* The record of a slot as it is; to be read only, unless it is of this run. */
static inline as_record *as_records_peek(const as_records *r, uint32_t slot)
{
  const as_table *table = r->tables[slot >> (AS_LEAF_BITS + AS_TABLE_BITS)];
  return &table->leaves[slot >> AS_LEAF_BITS & (AS_TABLE_SIZE - 1)][slot & (AS_LEAF_SIZE - 1)];
}

/*
** Whether the records beside that of a slot are those of the slots beside it: it is not the first
** or last of its leaf.
*/
static inline bool as_records_inner(uint32_t slot)
{
  return (slot & (AS_LEAF_SIZE - 1)) - 1 < AS_LEAF_SIZE - 2;
}

static inline bool as_record_current(const as_records *r, const as_record *record)
{
  return (record->mark ^ r->run_mark) < 1u << AS_MARK_BITS;
}

/* A cost counts as less only beyond rounding: sums of the same steps in another order do not. */
#define AS_CHEAPER 7.105427357601002e-15 /* 2^-47 */

static inline bool as_record_cheaper(const as_record *record, double g)
{
  return g < record->g - record->g * AS_CHEAPER;
}

/* Whether a record that is not current may be written as it stands. */
static inline bool as_record_own(const as_record *record)
{
  return record->mark != 0;
}

/* Whether this run has reached a slot at no more than this cost (or excluded it); NAN: no. */
static inline bool as_record_known(const as_records *r, const as_record *record, double g)
{
  /* Without a branch, which would be guessed wrong all too often. */
  return (int)as_record_current(r, record) & (int)(record->g <= g);
}

static inline bool as_records_known(const as_records *r, uint32_t slot, double g)
{
  return as_record_known(r, as_records_peek(r, slot), g);
}

/* As as_records_make, with the usual case at hand. */
static inline as_record *as_records_touch(as_records *r, as_memory *m, uint32_t slot)
{
  as_record *record = as_records_peek(r, slot);
  return as_record_current(r, record) ? record : as_records_make(r, m, slot);
}

/* The record of a slot if this run has touched it, else NULL. Any slot. */
static inline as_record *as_records_find(const as_records *r, uint32_t slot)
{
  as_record *record = slot < r->slots ? as_records_peek(r, slot) : NULL;
  return record && as_record_current(r, record) ? record : NULL;
}

#endif
