/*
** open_test.c: the exact order of the open list against a plain list that is searched each time, also without memory.
*/
#include "check.h"

#include "engine/open.h"

#define MOST 600u
#define EQUAL 3.637978807091713e-12 /* 2^-38 */

typedef struct item {
  double f, h;
  uint32_t age, slot;
  bool in_group;
} item;

/* The order as open.h documents it. */
typedef struct model {
  item items[MOST];
  uint32_t count, age, group;
  double least, limit; /* of the group, if `group` > 0 */
} model;

static void model_push(model *l, double f, double h, uint32_t slot)
{
  item *fresh = &l->items[l->count++];
  uint32_t i;
  fresh->f = f;
  fresh->h = h;
  fresh->age = l->age++;
  fresh->slot = slot;
  fresh->in_group = l->group > 0 && f >= l->least && f <= l->limit;
  l->group += fresh->in_group;
  if (l->group == 0 || f >= l->least) return;
  for (i = 0; i < l->count; i++) l->items[i].in_group = false;
  l->group = 0;
}

/* The index of the next item; a group of more than one is formed if there is none. */
static uint32_t model_peek(model *l)
{
  uint32_t i, first = MOST, members = 0;
  if (l->group == 0) {
    double least = INFINITY, limit;
    for (i = 0; i < l->count; i++) least = l->items[i].f < least ? l->items[i].f : least;
    limit = least + least * EQUAL;
    for (i = 0; i < l->count; i++) {
      if (l->items[i].f <= limit) {
        members++;
        first = i;
      }
    }
    if (members == 1) return first;
    for (i = 0; i < l->count; i++) l->items[i].in_group = l->items[i].f <= limit;
    l->group = members;
    l->least = least - least * EQUAL;
    l->limit = limit;
  }
  first = MOST;
  for (i = 0; i < l->count; i++) {
    const item *a = &l->items[i], *b = &l->items[first];
    if (a->in_group && (first == MOST || a->h < b->h || (a->h == b->h && a->age < b->age))) first = i;
  }
  return first;
}

static void model_pop(model *l, uint32_t at)
{
  l->group -= l->items[at].in_group;
  l->items[at] = l->items[--l->count];
}

static double from_bits(uint64_t bits)
{
  double f;
  memcpy(&f, &bits, sizeof f);
  return f;
}

/* The f at a border between two keys above that of f: the next one, or `more` behind it. */
static double border_of(const as_open *o, double f, uint32_t more)
{
  const uint64_t key = (as_bits_of(o->base + f) + AS_EXACT_BIAS) >> AS_EXACT_SHIFT;
  return from_bits(((key + 1 + more) << AS_EXACT_SHIFT) - AS_EXACT_BIAS) - o->base;
}

/* A value of f, in one of the ways that make entries go to each place of the list. */
static double draw_f(const as_open *o, uint32_t style, double last)
{
  double border;
  switch (style) {
  case 0: return last + below(4) * 0.25;                           /* many are equal */
  case 1: return 300 * (1 + below(9) * 0.9094947017729282e-12);    /* equal to some but not to others: 2^-40 */
  case 2: return 700 * (1 + fraction() * 3.8e-6);                  /* few keys */
  case 3: return one_in(9) ? 0 : ldexp(fraction(), (int)below(60) - 30);
  case 4:
    border = border_of(o, 500, below(3));
    if (!(border > 0)) return 0;
    return one_in(2) ? from_bits(as_bits_of(border) - 3 + below(7))
                     : border + ((int)below(17) - 8) * ldexp(border, -40);
  default: return last + fraction();
  }
}

static double draw_h(uint32_t style)
{
  switch (style) {
  case 0: return 0;
  case 1: return below(4);
  default: return 50 * fraction();
  }
}

static void check_order(uint32_t seed)
{
  ledger books;
  as_memory m;
  as_open o;
  model l;
  uint32_t step, steps, slots = 0, style, tied;
  double last = 100, step_size;
  seed_case(seed);
  /* Also such that few keys are used, or none suffice. */
  step_size = one_in(3) ? 1 : one_in(2) ? ldexp(1, (int)below(60) - 40) : one_in(9) ? DBL_MAX : fraction() + 0.01;
  memset(&books, 0, sizeof books);
  memset(&l, 0, sizeof l);
  as_memory_init(&m, ledger_alloc, &books);
  as_open_init(&o);
  CHECK(as_open_clear(&o, &m, EQUAL, step_size));
  style = below(6);
  tied = below(3);
  for (step = 0, steps = 20 + below(1500); step < steps; step++) {
    const bool push = l.count < MOST && (l.count == 0 || one_in(2) || (step < 300 && !one_in(6)));
    if (one_in(200)) style = below(6);
    books.asked = 0;
    books.fail_at = one_in(8) ? 1 + below(2) : 0;
    if (push) {
      /* Also in front of a group, and of what was popped. */
      const double f = one_in(60) ? last * 0.75 : draw_f(&o, style, last), h = draw_h(tied);
      if (!as_exact_push(&o, &m, f, h, slots)) {
        CHECK(books.failed > 0);
        books.fail_at = 0;
        CHECK(as_exact_push(&o, &m, f, h, slots));
      }
      model_push(&l, f, h, slots++);
    } else {
      const uint32_t at = model_peek(&l), single = as_exact_single(&o);
      uint32_t slot = UINT32_MAX;
      as_peek found;
      if (single != AS_NO_ENTRY) {
        CHECK(as_exact_at(&o, single)->head.slot == l.items[at].slot);
        if (one_in(2)) {
          last = l.items[at].f;
          as_exact_pop_single(&o, single);
          model_pop(&l, at);
          continue;
        }
      }
      found = as_exact_peek(&o, &m, &slot);
      if (found == AS_PEEK_NO_MEMORY) {
        CHECK(books.failed > 0);
        books.fail_at = 0;
        found = as_exact_peek(&o, &m, &slot);
      }
      books.fail_at = 0;
      CHECK(found == AS_PEEK_SOME && slot == l.items[at].slot);
      last = l.items[at].f;
      if (one_in(20)) {
        CHECK(as_exact_put_back(&o, &m));
      } else {
        as_exact_pop(&o);
        model_pop(&l, at);
      }
    }
    books.fail_at = 0;
    if (l.count == 0) {
      uint32_t slot;
      CHECK(as_exact_peek(&o, &m, &slot) == AS_PEEK_NONE);
    }
  }
  if (one_in(2)) CHECK(as_open_clear(&o, &m, EQUAL, step_size));
  as_open_free(&o, &m);
  CHECK(m.used == 0 && books.blocks == 0);
}

static void push_both(as_open *o, as_memory *m, model *l, double f, double h)
{
  CHECK(as_exact_push(o, m, f, h, l->age));
  model_push(l, f, h, l->age);
}

static void pop_both(as_open *o, as_memory *m, model *l)
{
  const uint32_t at = model_peek(l);
  uint32_t slot;
  CHECK(as_exact_peek(o, m, &slot) == AS_PEEK_SOME && slot == l->items[at].slot);
  as_exact_pop(o);
  model_pop(l, at);
}

/* A group with entries on both sides of a border is left behind by one of less f, and formed anew by one between. */
static void check_border(void)
{
  ledger books;
  as_memory m;
  as_open o;
  model l;
  double border, part;
  memset(&books, 0, sizeof books);
  memset(&l, 0, sizeof l);
  as_memory_init(&m, ledger_alloc, &books);
  as_open_init(&o);
  CHECK(as_open_clear(&o, &m, EQUAL, 1));
  border = border_of(&o, 500, 0);
  part = border * EQUAL / 4;
  push_both(&o, &m, &l, border - part, 0);
  push_both(&o, &m, &l, border - part, 0);
  pop_both(&o, &m, &l);
  push_both(&o, &m, &l, border + 2 * part, 9);
  pop_both(&o, &m, &l);
  push_both(&o, &m, &l, border / 2, 0);
  push_both(&o, &m, &l, border + part / 2, 9);
  push_both(&o, &m, &l, border + 5.5 * part, 0);
  while (l.count > 0) pop_both(&o, &m, &l);
  as_open_free(&o, &m);
  CHECK(books.blocks == 0);
}

int main(void)
{
  uint32_t i, n = cases(600);
  check_border();
  for (i = 0; i < n; i++) check_order(i);
  return check_summary("open_test");
}
