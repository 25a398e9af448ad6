/* records.c: see records.h. */
#include "engine/records.h"

#include "base/layout.h"

#include <math.h>
#include <string.h>

#define RUN_STEP (1u << AS_MARK_BITS)
#define OLD_MARK 1u /* belongs to no run, but is writable */

/* The shared constants: an empty leaf and an empty table. Their records are of run 0; runs count from 1. */
static const as_record no_records[AS_LEAF_SIZE];
#define NO_LEAF ((as_record *)no_records)
#define LEAVES_4 NO_LEAF, NO_LEAF, NO_LEAF, NO_LEAF
#define LEAVES_16 LEAVES_4, LEAVES_4, LEAVES_4, LEAVES_4
#define LEAVES_64 LEAVES_16, LEAVES_16, LEAVES_16, LEAVES_16
static const as_table no_leaves = {{LEAVES_64, LEAVES_64, LEAVES_64, LEAVES_64}};
#define NO_TABLE ((as_table *)&no_leaves)

static size_t leaf_bytes(const as_records *r)
{
  return AS_LEAF_SIZE * (sizeof(as_record) + r->columns * sizeof(double));
}

void as_records_init(as_records *r)
{
  memset(r, 0, sizeof *r);
}

/* Where the tree has a leaf, allocated or not; its table is allocated. */
static as_record **leaf_at(const as_records *r, uint32_t leaf)
{
  return &r->tables[leaf >> AS_TABLE_BITS]->leaves[leaf & (AS_TABLE_SIZE - 1)];
}

/* Take all leaves out of the tree. */
static void take_leaves(as_records *r)
{
  uint32_t i;
  const uint32_t used = r->leaf_count - r->free_count;
  for (i = 0; i < used; i++) {
    as_record **leaf = leaf_at(r, r->used[i]);
    r->free[r->free_count++] = *leaf;
    *leaf = NO_LEAF;
  }
}

static void free_leaves(as_records *r, as_memory *m)
{
  take_leaves(r);
  while (r->free_count > 0) as_free(m, r->free[--r->free_count], leaf_bytes(r), char);
  r->leaf_count = 0;
}

void as_records_free(as_records *r, as_memory *m)
{
  uint32_t t;
  free_leaves(r, m);
  for (t = 0; t < r->table_count; t++) {
    if (r->tables[t] != NO_TABLE) as_free(m, r->tables[t], 1, as_table);
  }
  as_free(m, r->tables, r->table_count, as_table *);
  as_free(m, r->used, r->used_capacity, uint32_t);
  as_free(m, r->free, r->free_capacity, as_record *);
  as_records_init(r);
}

bool as_records_extend(as_records *r, as_memory *m, uint32_t slots)
{
  const uint32_t wanted = (slots >> (AS_LEAF_BITS + AS_TABLE_BITS)) + 1;
  if (wanted > r->table_count) {
    as_table **tables = as_resize(m, r->tables, r->table_count, wanted, sizeof *tables);
    if (!tables) return false;
    r->tables = tables;
    while (r->table_count < wanted) tables[r->table_count++] = NO_TABLE;
  }
  r->slots = slots;
  return true;
}

bool as_records_begin(as_records *r, as_memory *m, uint32_t slots, uint32_t columns)
{
  if (columns != r->columns || r->run_mark >= AS_NO_RUN - RUN_STEP) {
    free_leaves(r, m);
    r->columns = columns;
    r->run_mark = 0;
  }
  if (!as_records_extend(r, m, slots)) return false;
  take_leaves(r);
  r->run_mark += RUN_STEP;
  return true;
}

/* A leaf that is not in the tree, and room to list it; NULL if out of memory. */
static as_record *new_leaf(as_records *r, as_memory *m)
{
  as_record *fresh;
  uint32_t i;
  if (r->free_count > 0) return r->free[--r->free_count];
  if (!as_reserve(m, &r->used, &r->used_capacity, r->leaf_count + 1, sizeof *r->used) ||
      !as_reserve(m, &r->free, &r->free_capacity, r->leaf_count + 1, sizeof *r->free))
    return NULL;
  fresh = as_resize(m, NULL, 0, leaf_bytes(r), 1);
  if (!fresh) return NULL;
  memset(fresh, 0, leaf_bytes(r));
  for (i = 0; i < AS_LEAF_SIZE; i++) fresh[i].mark = OLD_MARK;
  r->leaf_count++;
  return fresh;
}

as_record *as_records_make(as_records *r, as_memory *m, uint32_t slot)
{
  as_table **table = &r->tables[slot >> (AS_LEAF_BITS + AS_TABLE_BITS)];
  as_record **leaf, *record;
  if (*table == NO_TABLE) {
    as_table *fresh = as_new(m, 1, as_table);
    if (!fresh) return NULL;
    *fresh = no_leaves;
    *table = fresh;
  }
  leaf = leaf_at(r, slot >> AS_LEAF_BITS);
  if (*leaf == NO_LEAF) {
    as_record *fresh = new_leaf(r, m);
    if (!fresh) return NULL;
    *leaf = fresh;
    r->used[r->leaf_count - r->free_count - 1] = slot >> AS_LEAF_BITS;
  }
  record = &(*leaf)[slot & (AS_LEAF_SIZE - 1)];
  if (!as_record_current(r, record)) {
    record->mark = r->run_mark;
    record->g = INFINITY;
  }
  return record;
}

double *as_records_columns(const as_records *r, uint32_t slot)
{
  const as_table *table = r->tables[slot >> (AS_LEAF_BITS + AS_TABLE_BITS)];
  as_record *leaf = table->leaves[slot >> AS_LEAF_BITS & (AS_TABLE_SIZE - 1)];
  astar_assert(r->columns > 0);
  return (double *)(leaf + AS_LEAF_SIZE) + (size_t)(slot & (AS_LEAF_SIZE - 1)) * r->columns;
}

bool as_records_renew(as_records *r, as_memory *m, uint32_t slot)
{
  as_record *leaf = as_records_make(r, m, slot);
  uint32_t i;
  if (!leaf) return false;
  leaf -= slot & (AS_LEAF_SIZE - 1);
  for (i = 0; i < AS_LEAF_SIZE; i++) {
    if (as_record_current(r, &leaf[i])) continue;
    leaf[i].mark = r->run_mark;
    leaf[i].g = INFINITY;
  }
  return true;
}
