/*
** records.h: what a run knows of each node: a record by slot, in pages that are allocated when first written. Owned by
** one search or one side of a kernel.
*/
#ifndef AS_RECORDS_H
#define AS_RECORDS_H

#include "base/memory.h"

/*
** `mark` is the number of the run that wrote the record, above AS_MARK_BITS bits of state and flags. A record of
** another run is "not current" and counts as untouched, so a new run has nothing to clear.
*/
typedef struct as_record {
  double g;        /* INFINITY if not reached; -INFINITY if excluded, so that no step improves it */
  uint32_t parent; /* slot; AS_NO_SLOT for the start */
  uint32_t mark;
} as_record;

#define AS_MARK_BITS 8
#define AS_MARK_STATE 192u /* an astar_state, shifted by: */
#define AS_STATE_SHIFT 6
#define AS_MARK_FLAGS 63u  /* those below */
#define AS_NO_RUN (UINT32_MAX << AS_MARK_BITS) /* the number of no run, shifted */
#define AS_MARK_GOAL 1u
#define AS_MARK_ALLOWED 2u /* in `only_ids` */
#define AS_MARK_CUT 4u     /* found, but only at costs above max_cost */
#define AS_MARK_AVOIDED 8u /* in `avoid_ids` */
#define AS_MARK_STOP 16u   /* in `stop_ids` */
#define AS_LISTED_SHIFT 5
#define AS_MARK_LISTED 32u /* of state ASTAR_NONE since a repair, but still in the list of touched nodes */

/*
** A radix tree of three levels, so that a run that touches few nodes of a large space takes little memory:
** slots / 65,536 tables of 256 leaves of 256 records. Tables and leaves that are not allocated are shared constants,
** whose records belong to no run and must not be written. The columns of a leaf, if any, follow its records.
**
** A new run takes all leaves out of the tree and puts them back at the slots that it needs; by the marks of older runs
** their records count as untouched. So many short runs in different places need the memory of the largest only, which
** stays in the processor's cache.
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
  uint32_t table_count;
  uint32_t *used;      /* the leaves in the tree, as slot / AS_LEAF_SIZE: as many as leaf_count - free_count */
  as_record **free;    /* the leaves that are not in the tree */
  uint32_t leaf_count, free_count;
  uint32_t used_capacity, free_capacity; /* each at least leaf_count */
  uint32_t slots;    /* slots of the space */
  uint32_t run_mark; /* number of the current run, > 0, shifted as in `mark` */
  uint32_t columns;  /* numbers kept with each record */
} as_records;

/* No records; a run must begin before any are used. */
ASTAR_API void as_records_init(as_records *r);
ASTAR_API void as_records_free(as_records *r, as_memory *m);

/*
** Begin a run over slots below `slots`: all records become untouched. False if out of memory. O(slots / 65,536 + leaves
** that the run before used), but O(records) if `columns` changes, which frees all leaves.
*/
ASTAR_API bool as_records_begin(as_records *r, as_memory *m, uint32_t slots, uint32_t columns);

/* Go on with a run over more slots, which are untouched. False if out of memory; then nothing has changed. */
ASTAR_API bool as_records_extend(as_records *r, as_memory *m, uint32_t slots);

/* The record of a slot for writing: made current, with state ASTAR_NONE, if it is not. NULL if out of memory. */
ASTAR_API as_record *as_records_make(as_records *r, as_memory *m, uint32_t slot);

/*
** Make all records of the leaf of a slot current, with state ASTAR_NONE if they are not. A run that touches records in
** no other way needs to look at one of a leaf to know that all are current. False if out of memory. O(AS_LEAF_SIZE).
*/
ASTAR_API bool as_records_renew(as_records *r, as_memory *m, uint32_t slot);

/* The columns of a slot whose record is current. There must be columns. */
ASTAR_API double *as_records_columns(const as_records *r, uint32_t slot);

/* The column of a record that may be written; there must be exactly one. */
static inline double *as_record_column(as_record *record, uint32_t slot)
{
  const uint32_t at = slot & (AS_LEAF_SIZE - 1);
  return (double *)(record - at + AS_LEAF_SIZE) + at;
}

/* The record of a slot, which may not be current. Never NULL. Write only if as_record_writable(). */
static inline as_record *as_records_peek(const as_records *r, uint32_t slot)
{
  const as_table *table = r->tables[slot >> (AS_LEAF_BITS + AS_TABLE_BITS)];
  return &table->leaves[slot >> AS_LEAF_BITS & (AS_TABLE_SIZE - 1)][slot & (AS_LEAF_SIZE - 1)];
}

/*
** Whether the records of the slots before and after a slot are adjacent to its own: it is not the first or last of its
** leaf.
*/
static inline bool as_records_inner(uint32_t slot)
{
  return (slot & (AS_LEAF_SIZE - 1)) - 1 < AS_LEAF_SIZE - 2;
}

/* Whether this run has touched a record. */
static inline bool as_record_current(const as_records *r, const as_record *record)
{
  return (record->mark ^ r->run_mark) < 1u << AS_MARK_BITS;
}

/* Whether this run has reached the node of a record, or excluded it: its state is not ASTAR_NONE. */
static inline bool as_record_known(uint32_t run_mark, const as_record *record)
{
  return record->mark - (run_mark + (1u << AS_STATE_SHIFT)) < AS_MARK_STATE;
}

/* Relative differences of g up to this are no improvement: sums of the same steps in another order differ so. */
#define AS_CHEAPER 7.105427357601002e-15 /* 2^-47 */

/* Whether g improves the record of a node that is reached; false if it is excluded. */
static inline bool as_record_cheaper(const as_record *record, double g)
{
  return g < record->g - record->g * AS_CHEAPER;
}

/* Whether the record is allocated, and not that of a shared constant. */
static inline bool as_record_writable(const as_record *record)
{
  return record->mark != 0;
}

/* Whether this run has reached a node at a cost up to g, or excluded it. False if g is NAN. */
static inline bool as_records_known(const as_records *r, uint32_t slot, double g)
{
  const as_record *record = as_records_peek(r, slot);
  /* Without a branch, which would often be mispredicted. */
  return (int)as_record_current(r, record) & (int)(record->g <= g);
}

/* As as_records_make(), fast if the record is current. */
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
