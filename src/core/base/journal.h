/*
** journal.h: the latest edits of a space, for what is derived from it: a reader remembers how far it has read, and
** brings itself up to date at a cost that grows with the edits since. Owned by the space; each reader holds a
** reference, so that it can tell the journal of its space from another, also when the space is gone.
**
** An entry names a slot that was edited. The journal is bounded: it forgets the oldest entries, and a reader that
** needs one of these must assume that everything has changed. While nobody reads, nothing is kept. Noting an edit
** cannot fail: out of memory, the journal forgets earlier.
*/
#ifndef AS_JOURNAL_H
#define AS_JOURNAL_H

#include "base/shared.h"

/* What has changed at a slot: a set of bits. */
#define AS_EDIT_NODE 1u    /* its position, or it was added or removed */
#define AS_EDIT_LINKS 2u   /* which links lead out of it, or where they are stored */
#define AS_EDIT_CHEAPER 4u /* some step to it, or from it, may cost less than before for any unit, or has appeared */
#define AS_EDIT_ENTRY 8u   /* what decides the cost of entering it: from as_edit_before() to as_edit_after() */

/* A slot that stands for all slots. */
#define AS_EDIT_ALL_SLOTS UINT32_MAX

typedef struct as_edit {
  uint32_t slot;
  uint32_t what;
} as_edit;

/* AS_EDIT_ENTRY with the two indices into as_rules.costs, which have 14 bits. */
static inline uint32_t as_edit_entry(uint32_t before, uint32_t after)
{
  return AS_EDIT_ENTRY | before << 4 | after << 18;
}

static inline uint32_t as_edit_before(as_edit e)
{
  return e.what >> 4 & 0x3FFFu;
}

static inline uint32_t as_edit_after(as_edit e)
{
  return e.what >> 18;
}

/* Entries are numbered from 0, in the order of the edits; those from `first` up to `next` are kept. */
typedef struct as_journal {
  as_shared shared;
  uint64_t first, next;
  as_edit *ring;     /* entry n is at n & (capacity - 1) */
  uint32_t capacity; /* 0 or a power of two */
  uint32_t slots;    /* of the space, or fewer: decides how much is kept */
} as_journal;

/* An empty journal with one reference, that of the space; NULL if out of memory. */
ASTAR_API as_journal *as_journal_create(astar_alloc alloc, void *context);
ASTAR_API void as_journal_release(as_journal *j); /* drops a reference; NULL is accepted */

/* A new reader takes a reference; its space has `slots` slots now, so that many edits are kept. */
ASTAR_API as_journal *as_journal_join(as_journal *j, uint32_t slots);

/* Note an edit of a slot. O(1) amortized. */
ASTAR_API void as_journal_keep(as_journal *j, uint32_t slot, uint32_t what);
static inline void as_journal_note(as_journal *j, uint32_t slot, uint32_t what)
{
  if (j->shared.references > 1) as_journal_keep(j, slot, what);
  else j->first = ++j->next;
}

/* Note that everything may have changed, such as what slots stand for. */
static inline void as_journal_note_all(as_journal *j)
{
  j->first = ++j->next;
}

/* Whether all entries from number `since` on are kept. */
static inline bool as_journal_reaches(const as_journal *j, uint64_t since)
{
  return since >= j->first;
}

/* The entry with a number from `first` up to `next`, exclusive. */
static inline as_edit as_journal_at(const as_journal *j, uint64_t number)
{
  astar_assert(number >= j->first && number < j->next);
  return j->ring[number & (j->capacity - 1)];
}

#endif
