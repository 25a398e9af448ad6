/* radix_test.c: the open list of radix.h against a plain list that is searched each time, also without memory. */
#include "check.h"

#include "engine/radix.h"

#define MOST 400u

typedef struct model {
  double costs[MOST]; /* by slot; NAN if it is not in the list */
  uint32_t slots, count;
} model;

static double least_cost(const model *l)
{
  double least = INFINITY;
  uint32_t i;
  for (i = 0; i < l->slots; i++) {
    if (l->costs[i] < least) least = l->costs[i];
  }
  return least;
}

static void push(as_radix *r, as_memory *m, ledger *books, model *l, double cost)
{
  books->asked = 0;
  books->fail_at = one_in(8) ? 1 : 0;
  if (!as_radix_push(r, m, l->slots, cost)) {
    CHECK(books->failed > 0);
    books->fail_at = 0;
    CHECK(as_radix_push(r, m, l->slots, cost));
  }
  books->fail_at = 0;
  l->costs[l->slots++] = cost;
  l->count++;
}

/* Pop an entry and return its cost; the list must not be empty. */
static double pop(as_radix *r, model *l)
{
  uint32_t at, *first;
  double cost;
  CHECK(as_radix_advance(r, INFINITY));
  first = as_radix_current(r);
  at = *first;
  cost = as_radix_at(r, at)->cost;
  CHECK(as_radix_at(r, at)->head.slot < l->slots && cost == l->costs[as_radix_at(r, at)->head.slot]);
  l->costs[as_radix_at(r, at)->head.slot] = NAN;
  l->count--;
  *first = as_radix_at(r, at)->head.next;
  as_buckets_free_entry(&r->buckets, at);
  return cost;
}

/* A cost that is not less than the last one, or sometimes is. */
static double draw(uint32_t style, double last)
{
  switch (style) {
  case 0: return last + below(4) * 0.25;
  case 1: return last + fraction() * 1e-9;
  case 2: return one_in(50) ? DBL_MAX : ldexp(1 + fraction(), (int)below(2000) - 1000);
  case 3: return one_in(4) ? last * fraction() : last + 10 * fraction();
  default: return last + fraction();
  }
}

static void check_order(uint32_t seed)
{
  ledger books;
  as_memory m;
  as_radix r;
  model l;
  uint32_t step, style;
  double last = 1;
  seed_case(seed);
  memset(&books, 0, sizeof books);
  memset(&l, 0, sizeof l);
  as_memory_init(&m, ledger_alloc, &books);
  as_radix_init(&r);
  CHECK(as_radix_clear(&r, &m, one_in(9) ? 0 : ldexp(1, (int)below(40) - 10), (int)below(70) - 10));
  style = below(5);
  for (step = 0; step < 700 && l.slots < MOST; step++) {
    if (one_in(100)) style = below(5);
    if (l.count == 0 || !one_in(3)) {
      push(&r, &m, &books, &l, draw(style, last));
    } else {
      const double least = least_cost(&l);
      last = pop(&r, &l);
      /* None has a lower key, but for those that came after the bucket of `top` was chosen. */
      CHECK(as_radix_key(&r, last) <=
            (as_radix_key(&r, least) > r.buckets.top ? as_radix_key(&r, least) : r.buckets.top));
    }
    if (one_in(200)) {
      as_radix_refine(&r);
      CHECK(as_radix_is_exact(&r));
    }
  }
  /* What is left comes out in the order of cost once the order is exact. */
  as_radix_refine(&r);
  for (last = 0; l.count > 0;) {
    const double least = least_cost(&l), cost = pop(&r, &l);
    CHECK(cost == least && cost >= last);
    last = cost;
  }
  CHECK(!as_radix_advance(&r, INFINITY));
  as_radix_free(&r, &m);
  CHECK(m.used == 0 && books.blocks == 0);
}

static void check_limit(void)
{
  as_memory m;
  as_radix r;
  ledger books;
  memset(&books, 0, sizeof books);
  as_memory_init(&m, ledger_alloc, &books);
  as_radix_init(&r);
  CHECK(as_radix_clear(&r, &m, 1024, 20));
  CHECK(as_radix_push(&r, &m, 1, 50) && as_radix_push(&r, &m, 2, 500));
  CHECK(as_radix_advance(&r, 100) && as_radix_at(&r, *as_radix_current(&r))->head.slot == 1);
  *as_radix_current(&r) = AS_NO_ENTRY;
  CHECK(!as_radix_advance(&r, 100));
  /* Entries of the last use are gone. */
  CHECK(as_radix_clear(&r, &m, 1024, 20) && !as_radix_advance(&r, INFINITY));
  as_radix_free(&r, &m);
  CHECK(m.used == 0 && books.blocks == 0);
}

int main(void)
{
  uint32_t i, n = cases(2000);
  check_limit();
  for (i = 0; i < n; i++) check_order(i);
  return check_summary("radix_test");
}
