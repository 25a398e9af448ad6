/* journal.c: see journal.h. */
#include "base/journal.h"

#define LEAST_CAPACITY 64u
#define MOST_CAPACITY 65536u

as_journal *as_journal_create(astar_alloc alloc, void *context)
{
  return as_shared_create(alloc, context, sizeof(as_journal));
}

as_journal *as_journal_join(as_journal *j, uint32_t slots)
{
  as_shared_hold(&j->shared);
  if (j->slots < slots) j->slots = slots;
  return j;
}

void as_journal_release(as_journal *j)
{
  if (!j || !as_shared_drop(&j->shared)) return;
  as_free(&j->shared.memory, j->ring, j->capacity, as_edit);
  as_object_free(j, sizeof *j);
}

/* Double the ring. A reader that is twice as many edits behind as there are slots is better off without. */
static bool grow(as_journal *j)
{
  const uint32_t wanted = j->capacity > 0 ? 2 * j->capacity : LEAST_CAPACITY;
  as_edit *ring;
  uint64_t n;
  if (wanted > MOST_CAPACITY || (wanted > LEAST_CAPACITY && j->capacity / 2 >= j->slots)) return false;
  ring = as_new(&j->shared.memory, wanted, as_edit);
  if (!ring) return false;
  for (n = j->first; n < j->next; n++) ring[n & (wanted - 1)] = as_journal_at(j, n);
  as_free(&j->shared.memory, j->ring, j->capacity, as_edit);
  j->ring = ring;
  j->capacity = wanted;
  return true;
}

void as_journal_keep(as_journal *j, uint32_t slot, uint32_t what)
{
  if (slot >= j->slots && slot != AS_EDIT_ALL_SLOTS) j->slots = slot + 1;
  if (j->next - j->first == j->capacity && !grow(j)) {
    if (j->capacity == 0) {
      as_journal_note_all(j);
      return;
    }
    j->first++;
  }
  j->ring[j->next & (j->capacity - 1)].slot = slot;
  j->ring[j->next++ & (j->capacity - 1)].what = what;
}
