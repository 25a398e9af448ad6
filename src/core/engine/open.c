/* open.c: see open.h. The heaps are 4-ary. */
#include "engine/open.h"

#include "base/heap.h"
#include "geometry/distance.h"

/* Entries of the bucket of `top` are searched one by one if they are not more than this. */
#define FEW 32u

/* An entry joins the stack if not more than this many are to be moved. */
#define MOVES 8u

/* Steps that `base` is worth; see open.h. */
#define BASE 256

/* Up to this many entries are sorted by counting for each how many come after it, more by merging. */
#define SORTED 8u

#define BY_F(a, b) ((a)->f < (b)->f)
#define BY_H(a, b) ((a)->h < (b)->h || ((a)->h == (b)->h && (a)->age < (b)->age))

AS_DEFINE_HEAP(near_heap, as_exact_entry, 4, BY_F)
AS_DEFINE_HEAP(rest_heap, as_exact_entry, 4, BY_H)

void as_open_init(as_open *o)
{
  memset(o, 0, sizeof *o);
  as_buckets_init(&o->buckets);
  o->limit = -1;
}

void as_open_free(as_open *o, as_memory *m)
{
  as_free(m, o->stack.list, o->stack.capacity, as_exact_entry);
  as_free(m, o->rest.list, o->rest.capacity, as_exact_entry);
  as_free(m, o->near.list, o->near.capacity, as_exact_entry);
  as_buckets_free(&o->buckets, m);
  as_open_init(o);
}

bool as_open_clear(as_open *o, as_memory *m, double equal, double step)
{
  o->equal = equal;
  o->base = as_min(step * BASE, DBL_MAX / 4);
  o->bias = AS_EXACT_BIAS - ((as_bits_of(o->base) + AS_EXACT_BIAS) >> AS_EXACT_SHIFT << AS_EXACT_SHIFT);
  o->stack.count = o->rest.count = o->near.count = 0;
  o->limit = -1;
  o->age = 0;
  return as_buckets_clear(&o->buckets, m, AS_ENTRY_UNITS(as_exact_entry), AS_EXACT_BUCKETS);
}

static bool reserve(as_exact_list *list, as_memory *m, uint64_t more)
{
  return as_reserve(m, &list->list, &list->capacity, list->count + more, sizeof *list->list);
}

bool as_exact_push_grow(as_open *o, as_memory *m, double f, double h, uint32_t slot)
{
  return as_buckets_grow(&o->buckets, m) && as_exact_push(o, m, f, h, slot);
}

/* Move all entries of a list to `near`, which has room for them. */
static void move_to_near(as_open *o, as_exact_list *list)
{
  uint32_t i;
  for (i = 0; i < list->count; i++) near_heap_up(o->near.list, o->near.count++, list->list[i]);
  list->count = 0;
}

bool as_exact_put_back(as_open *o, as_memory *m)
{
  if (o->limit >= 0) return true;
  if (!reserve(&o->near, m, 1)) return false;
  move_to_near(o, &o->stack);
  return true;
}

static void set_entry(as_exact_entry *entry, double f, double h, uint32_t age, uint32_t slot)
{
  entry->f = f;
  entry->h = h;
  entry->age = age;
  entry->head.slot = slot;
  entry->head.next = AS_NO_ENTRY;
}

/* Dissolve the group, for an entry of less f than all of it: the next peek forms a new one. */
static bool dissolve(as_open *o, as_memory *m, double f, double h, uint32_t slot)
{
  as_exact_entry entry;
  if (!reserve(&o->near, m, (uint64_t)o->stack.count + o->rest.count + 1)) return false;
  move_to_near(o, &o->stack);
  move_to_near(o, &o->rest);
  set_entry(&entry, f, h, o->age++, slot);
  near_heap_up(o->near.list, o->near.count++, entry);
  o->limit = -1;
  return true;
}

bool as_exact_push_first(as_open *o, as_memory *m, double f, double h, uint32_t slot)
{
  as_exact_entry *list;
  uint32_t at, first;
  if (f < o->least) return dissolve(o, m, f, h, slot);
  if (o->stack.count == o->stack.capacity && !reserve(&o->stack, m, 1)) return false;
  list = o->stack.list;
  at = o->stack.count;
  first = at > MOVES ? at - MOVES : 0;
  /* Among entries of equal h this is the last. */
  while (at > first && list[at - 1].h <= h) at--;
  if (at == first && at > 0 && list[at - 1].h <= h) {
    as_exact_entry entry;
    if (!reserve(&o->rest, m, 1)) return false;
    set_entry(&entry, f, h, o->age++, slot);
    rest_heap_up(o->rest.list, o->rest.count++, entry);
    return true;
  }
  if (at < o->stack.count) memmove(list + at + 1, list + at, (o->stack.count - at) * sizeof *list);
  o->stack.count++;
  set_entry(&list[at], f, h, o->age++, slot);
  return true;
}

/* The chain of the bucket of `top`. */
static uint32_t *current_chain(const as_open *o)
{
  return &o->buckets.chains[o->buckets.top & AS_EXACT_DIGIT];
}

/* Increase `top`, whose bucket is empty, to the least key of an entry in a bucket. False if there is none. */
static bool advance_top(as_open *o)
{
  while (*current_chain(o) == AS_NO_ENTRY) {
    uint32_t at, next;
    if (!as_buckets_raise(&o->buckets, AS_EXACT_DIGIT_BITS, &at)) return false;
    for (; at != AS_NO_ENTRY; at = next) {
      next = as_exact_at(o, at)->head.next;
      as_exact_chain(o, at, as_exact_at(o, at)->f);
    }
  }
  return true;
}

/* Note that the bucket of `top` has become empty: then it is the lowest in use. */
static void leave_bucket(as_open *o)
{
  (void)as_buckets_take_chain(&o->buckets, (uint32_t)o->buckets.top & AS_EXACT_DIGIT);
}

/* Move the entries of the bucket of `top` to `near`. False if out of memory. */
static bool drain(as_open *o, as_memory *m)
{
  uint32_t *chain = current_chain(o), at, count = 0;
  for (at = *chain; at != AS_NO_ENTRY; at = as_exact_at(o, at)->head.next) count++;
  if (!reserve(&o->near, m, count)) return false;
  while ((at = *chain) != AS_NO_ENTRY) {
    near_heap_up(o->near.list, o->near.count++, *as_exact_at(o, at));
    *chain = as_exact_at(o, at)->head.next;
    as_buckets_free_entry(&o->buckets, at);
  }
  if (count > 0) leave_bucket(o);
  return true;
}

/* Whether a comes after b in a group. No branch: it would be mispredicted every second time. */
static AS_INLINE uint32_t is_after(const as_exact_entry *a, const as_exact_entry *b)
{
  return (uint32_t)((a->h > b->h) | ((a->h == b->h) & (a->age > b->age)));
}

/* Merge two sorted runs, which are adjacent. */
static void merge(const as_exact_entry *a, const as_exact_entry *middle, const as_exact_entry *end, as_exact_entry *to)
{
  const as_exact_entry *b = middle;
  while (a < middle && b < end) {
    const uint32_t first = is_after(a, b);
    *to++ = *(first ? a : b);
    a += first;
    b += 1 - first;
  }
  memcpy(to, a, (size_t)(middle - a) * sizeof *a);
  memcpy(to + (middle - a), b, (size_t)(end - b) * sizeof *b);
}

/* Sort the stack by merging; `rest`, which is empty, has room for as many entries. */
static void sort_stack(as_open *o)
{
  const uint32_t count = o->stack.count;
  uint32_t run, at;
  for (run = 1; run < count; run *= 2) {
    const as_exact_list sorted = o->rest;
    for (at = 0; at < count; at += 2 * run) {
      const uint32_t middle = count - at < run ? count : at + run, end = count - at < 2 * run ? count : at + 2 * run;
      merge(o->stack.list + at, o->stack.list + middle, o->stack.list + end, sorted.list + at);
    }
    o->rest = o->stack;
    o->stack = sorted;
    o->rest.count = 0;
    o->stack.count = count;
  }
}

/* Sort up to SORTED entries. */
static void sort_few(as_exact_entry *list, uint32_t count)
{
  as_exact_entry copy[SORTED];
  uint32_t at[SORTED] = {0}, i, j;
  for (i = 0; i < count; i++) {
    copy[i] = list[i];
    for (j = 0; j < i; j++) {
      const uint32_t after = is_after(&copy[i], &copy[j]);
      at[j] += after;
      at[i] += 1 - after;
    }
  }
  for (i = 0; i < count; i++) list[at[i]] = copy[i];
}

/* Order the entries of a new group, which are in the stack in any order. */
static void order_group(as_open *o, as_memory *m)
{
  if (o->stack.count == 1) o->limit = -1;
  if (o->stack.count > SORTED) {
    if (reserve(&o->rest, m, o->stack.count)) {
      sort_stack(o);
    } else {
      const as_exact_list all = o->stack;
      o->stack = o->rest;
      o->rest = all;
      rest_heap_make(o->rest.list, o->rest.count);
    }
    return;
  }
  if (o->stack.count > 1) sort_few(o->stack.list, o->stack.count);
}

/* Set the range of f of a new group. */
static void begin_group(as_open *o, double least)
{
  o->least = least - least * o->equal;
  o->limit = least + least * o->equal;
}

/* Form the group from `near`, to which all entries of the bucket of `top` go first. */
static as_peek form_from_near(as_open *o, as_memory *m)
{
  const double equal = o->equal;
  double limit;
  if (!drain(o, m)) return AS_PEEK_NO_MEMORY;
  limit = o->near.list[0].f + o->near.list[0].f * equal;
  /* Entries that count as equal may have higher keys. */
  while (as_exact_key(o, limit) > o->buckets.top && advance_top(o)) {
    if (!drain(o, m)) return AS_PEEK_NO_MEMORY;
  }
  if (!reserve(&o->stack, m, o->near.count)) return AS_PEEK_NO_MEMORY;
  /* Among those that were drained may be one of less f. */
  begin_group(o, o->near.list[0].f);
  while (o->near.count > 0 && o->near.list[0].f <= o->limit)
    o->stack.list[o->stack.count++] = near_heap_pop(o->near.list, &o->near.count);
  order_group(o, m);
  return AS_PEEK_SOME;
}

/* Form the group, when it is empty. */
static as_peek form_group(as_open *o, as_memory *m)
{
  uint32_t *chain = current_chain(o), at, left = 0, count = 0;
  double least = INFINITY, limit;
  if (o->near.count > 0) return form_from_near(o, m);
  if (*chain == AS_NO_ENTRY) {
    if (!advance_top(o)) return AS_PEEK_NONE;
    chain = current_chain(o);
  }
  at = as_exact_single(o);
  if (at != AS_NO_ENTRY && o->stack.capacity > 0) {
    o->stack.list[0] = *as_exact_at(o, at);
    o->stack.count = 1;
    as_exact_pop_single(o, at);
    return AS_PEEK_SOME;
  }
  for (at = *chain; at != AS_NO_ENTRY; at = as_exact_at(o, at)->head.next) {
    const double f = as_exact_at(o, at)->f;
    least = f < least ? f : least;
    count++;
  }
  limit = least + least * o->equal;
  if (as_exact_key(o, limit) > o->buckets.top) return form_from_near(o, m);
  if (!reserve(&o->stack, m, count)) return AS_PEEK_NO_MEMORY;
  while ((at = *chain) != AS_NO_ENTRY) {
    as_exact_entry *entry = as_exact_at(o, at);
    if (entry->f <= limit) {
      o->stack.list[o->stack.count++] = *entry;
      *chain = entry->head.next;
      as_buckets_free_entry(&o->buckets, at);
    } else {
      chain = &entry->head.next;
      left++;
    }
  }
  if (left == 0) leave_bucket(o);
  begin_group(o, least);
  order_group(o, m);
  /* If there is no memory, the bucket is searched once more. */
  if (left > FEW) (void)drain(o, m);
  return AS_PEEK_SOME;
}

as_peek as_exact_advance(as_open *o, as_memory *m)
{
  if (o->stack.count == 0 && o->rest.count == 0) {
    const as_peek found = form_group(o, m);
    if (found != AS_PEEK_SOME) return found;
  }
  if (o->rest.count > 0 && (o->stack.count == 0 || BY_H(&o->rest.list[0], &o->stack.list[o->stack.count - 1]))) {
    if (!reserve(&o->stack, m, 1)) return AS_PEEK_NO_MEMORY;
    o->stack.list[o->stack.count++] = rest_heap_pop(o->rest.list, &o->rest.count);
  }
  return AS_PEEK_SOME;
}
