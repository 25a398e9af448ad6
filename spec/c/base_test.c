/* base_test.c: sets of names, sparse arrays and journals against plain lists, also without memory; selection. */
#include "check.h"

#include "base/journal.h"
#include "base/names.h"
#include "base/select.h"
#include "base/sparse.h"

#define MOST 300u

typedef struct model {
  char *names[MOST];
  size_t lengths[MOST];
  uint32_t count;
} model;

static uint32_t model_find(const model *all, const char *bytes, size_t length)
{
  uint32_t i;
  for (i = 0; i < all->count; i++) {
    if (all->lengths[i] == length && memcmp(all->names[i], bytes, length) == 0) return i;
  }
  return AS_NO_NAME;
}

/* A name of few different bytes, zeros and bytes above 127 among them; returns its length. */
static size_t draw_name(char bytes[600])
{
  static const char letters[] = {'\0', '\1', 'a', 'b', '\x7F', '\x80', '\xFF'};
  const size_t length = one_in(20) ? below(600) : below(5);
  size_t i;
  for (i = 0; i < length; i++) bytes[i] = length > 10 && !one_in(50) ? 'x' : letters[below(sizeof letters)];
  return length;
}

static void check_all(const as_names *n, const model *all)
{
  uint32_t i;
  CHECK(n->count == all->count);
  for (i = 0; i < all->count; i++) {
    size_t length;
    const char *bytes = as_names_get(n, i, &length);
    CHECK(length == all->lengths[i] && memcmp(bytes, all->names[i], length) == 0 && bytes[length] == '\0');
    CHECK(as_names_find(n, bytes, length) == i);
  }
}

static void names(void)
{
  uint32_t i, cases_left = cases(200);
  for (i = 0; i < cases_left; i++) {
    ledger l;
    as_memory m;
    as_names n;
    model all;
    uint32_t step, steps;
    char name[600];
    seed_case(i);
    memset(&l, 0, sizeof l);
    memset(&n, 0, sizeof n);
    all.count = 0;
    as_memory_init(&m, ledger_alloc, &l);
    for (step = 0, steps = below(2 * MOST); step < steps; step++) {
      const size_t length = draw_name(name);
      const uint32_t want = model_find(&all, name, length);
      CHECK(as_names_find(&n, name, length) == want);
      if (want != AS_NO_NAME || all.count == MOST) continue;
      if (one_in(4)) {
        l.asked = 0;
        l.fail_at = 1 + below(3);
      }
      if (as_names_add(&n, &m, name, length)) {
        if (one_in(4)) {
          as_names_remove_last(&n, &m);
        } else {
          all.names[all.count] = memcpy(malloc(length + 1), name, length);
          all.lengths[all.count++] = length;
        }
      }
      l.fail_at = 0;
      if (one_in(10)) check_all(&n, &all);
    }
    check_all(&n, &all);
    while (one_in(3) && all.count > 0) {
      as_names_remove_last(&n, &m);
      free(all.names[--all.count]);
      check_all(&n, &all);
    }
    as_names_free(&n, &m);
    CHECK(m.used == 0 && l.blocks == 0);
    while (all.count > 0) free(all.names[--all.count]);
  }
}

static void sparse(void)
{
  uint32_t i, cases_left = cases(200);
  for (i = 0; i < cases_left; i++) {
    ledger l;
    as_memory m;
    as_sparse a;
    uint32_t *want, size, step, steps, k, set = 0;
    seed_case(i);
    memset(&l, 0, sizeof l);
    memset(&a, 0, sizeof a);
    as_memory_init(&m, ledger_alloc, &l);
    size = 1 + below(one_in(2) ? 100 : 3000);
    want = malloc(size * sizeof *want);
    for (k = 0; k < size; k++) want[k] = AS_NO_VALUE;
    for (step = 0, steps = below(size + 10); step < steps; step++) {
      const uint32_t at = below(size), value = below(1000);
      CHECK(as_sparse_get(&a, at) == want[at]);
      if (one_in(4)) {
        l.asked = 0;
        l.fail_at = 1;
      }
      if (as_sparse_reserve(&a, &m, at, size) && want[at] == AS_NO_VALUE && !one_in(4)) {
        as_sparse_set(&a, at, value);
        want[at] = value;
        set++;
      }
      l.fail_at = 0;
    }
    for (k = 0; k < size; k++) CHECK(as_sparse_get(&a, k) == want[k]);
    CHECK(a.count == set);
    as_sparse_free(&a, &m);
    CHECK(m.used == 0 && l.blocks == 0);
    free(want);
  }
}

static bool counted_before(uint64_t *comparisons, const uint32_t *a, const uint32_t *b)
{
  ++*comparisons;
  return *a < *b;
}

AS_DEFINE_SELECT(counted, uint64_t *, uint32_t, counted_before)

/* Each list has the numbers from 0 on, so that the k-th is k. */
static void selection(void)
{
  uint32_t i, cases_left = cases(500);
  for (i = 0; i < cases_left; i++) {
    uint32_t count, *list, k, at, order;
    uint64_t comparisons = 0;
    seed_case(i);
    count = 1 + below(one_in(4) ? 5000 : 40);
    order = below(4);
    list = malloc(count * sizeof *list);
    for (at = 0; at < count; at++) list[at] = order == 1 ? count - 1 - at : at;
    for (at = count; order > 1 && at > 1; at--) {
      const uint32_t other = order == 2 ? below(at) : at / 2, moved = list[at - 1];
      list[at - 1] = list[other];
      list[other] = moved;
    }
    k = one_in(2) ? count / 2 : below(count);
    counted_select(&comparisons, list, count, k);
    CHECK(comparisons <= 24 * (uint64_t)count);
    CHECK(list[k] == k);
    for (at = 0; at < count; at++) CHECK(at < k ? list[at] < k : list[at] >= k);
    free(list);
  }
}

/* Readers of a journal that come and go read the very edits since they last read, or hear that they cannot. */
static void journals(void)
{
  static as_edit all[2000];
  uint32_t i, cases_left = cases(200);
  for (i = 0; i < cases_left; i++) {
    const uint32_t slots = 1 + below(300), steps = below(2000);
    as_journal *j;
    ledger l;
    uint64_t read = 0, since = 0;
    uint32_t count = 0, step;
    bool reads = false;
    seed_case(i);
    memset(&l, 0, sizeof l);
    j = as_journal_create(ledger_alloc, &l);
    CHECK(j);
    for (step = 0; step < steps; step++) {
      if (one_in(100)) {
        if (reads) as_journal_release(j);
        else (void)as_journal_join(j, 1);
        reads = !reads;
        read = j->next;
      }
      if (one_in(10)) {
        l.asked = 0;
        l.fail_at = 1;
      }
      if (one_in(500)) {
        as_journal_note_all(j);
        since = count + 1; /* `all` has no entry for this */
        all[count].slot = all[count].what = 0;
      } else {
        all[count].slot = below(slots);
        all[count].what = 1 + below(7);
        as_journal_note(j, all[count].slot, all[count].what);
      }
      l.fail_at = 0;
      CHECK(j->next == ++count && j->capacity <= 4 * slots + 256);
      if (!reads || !one_in(30)) continue;
      if (as_journal_reaches(j, read)) {
        CHECK(read >= since);
        for (; read < j->next; read++) {
          const as_edit e = as_journal_at(j, read);
          CHECK(e.slot == all[read].slot && e.what == all[read].what);
        }
      }
      read = j->next;
      CHECK(as_journal_reaches(j, read));
    }
    if (reads) as_journal_release(j);
    as_journal_release(j);
    CHECK(l.blocks == 0);
  }
}

int main(void)
{
  names();
  sparse();
  journals();
  selection();
  return check_summary("base_test");
}
