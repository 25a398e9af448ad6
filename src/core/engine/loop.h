/*
** loop.h: the loop of run.c for ordinary nodes, as a template. A space instantiates it with functions of its own for
** one node, which are inlined, and so expands many nodes without calls (as_space_ops.run). What is not ordinary it
** leaves to run.c: goals, answers from the caller, lists of nodes, runs that a lack of memory has interrupted.
*/
#ifndef AS_LOOP_H
#define AS_LOOP_H

#include "engine/search.h"

/*
** Relax one successor, in all cases, of the current node, whose g is `from`. ASTAR_SEARCHING when done; else what is
** lacking, and the successor is to be relaxed again. See run.c.
*/
ASTAR_API astar_status as_relax_any(astar_search *s, const as_successor *next, double from);

/* The same for a successor that as_loop_open() or as_loop_exclude() does not accept. False if out of memory. */
static AS_NOINLINE bool as_loop_relax_any(astar_search *s, uint32_t slot, double cost, double from)
{
  as_successor next;
  if (as_advance(&s->space.rules, from, cost, slot) == INFINITY)
    return true; /* the step cannot be made; lists omit it */
  next.slot = slot;
  next.cost = cost;
  return as_relax_any(s, &next, from) == ASTAR_SEARCHING;
}

/* For searches with `partial`: note a node that is opened at cost g, as it may be the nearest to a goal. See run.c. */
ASTAR_API void as_note_partial(astar_search *s, uint32_t slot, double g);

/* The state and flags of a record of this run; at least 1 << AS_MARK_BITS if it is of another run. */
static AS_INLINE uint32_t as_loop_since(const astar_search *s, const as_record *record)
{
  return record->mark - s->records.run_mark;
}

/*
** Whether a successor whose cost becomes g, which is less than before, is ordinary: it is untouched or open, there is
** memory, and no list or limit excludes it. No branch.
*/
static AS_INLINE int as_loop_ordinary(const astar_search *s, const as_record *record, double g)
{
  const uint32_t since = as_loop_since(s, record);
  return (((since - (ASTAR_OPEN << AS_STATE_SHIFT) <= AS_MARK_FLAGS) & (int)as_record_cheaper(record, g)) |
          ((since >= 1u << AS_MARK_BITS) & (int)as_record_writable(record))) &
         (g <= s->ordinary_limit) & (s->touched_count < s->touched_capacity);
}

/*
** Open an ordinary successor of estimate h; of several columns the caller stores them. False if out of memory; then
** nothing has changed.
*/
static AS_INLINE bool as_loop_open(astar_search *s, uint32_t slot, as_record *record, double g, double h)
{
  const uint32_t since = as_loop_since(s, record), fresh = since >= 1u << AS_MARK_BITS;
  if (!as_exact_push(&s->open, &s->memory, as_min(g + s->weight * h, DBL_MAX), h, slot)) return false;
  if (s->records.columns == 1) *as_record_column(record, slot) = h;
  if (h <= s->partial_estimate) as_note_partial(s, slot, g);
  s->touched[s->touched_count] = slot;
  s->touched_count += fresh;
  record->g = g;
  record->parent = s->current;
  record->mark = (s->records.run_mark | ASTAR_OPEN << AS_STATE_SHIFT) | (since & AS_MARK_FLAGS & (fresh - 1));
  return true;
}

/* Exclude a node that cannot be entered. False if out of memory. */
static AS_INLINE bool as_loop_exclude(astar_search *s, uint32_t slot, as_record *record, double from)
{
  if ((int)as_record_current(&s->records, record) | (int)!as_record_writable(record) |
      (int)(s->touched_count == s->touched_capacity))
    return as_loop_relax_any(s, slot, NAN, from);
  s->touched[s->touched_count++] = slot;
  record->g = -INFINITY;
  record->mark = as_with_state(s->records.run_mark, ASTAR_EXCLUDED);
  return true;
}

/*
** The loop: expand up to n nodes, and return how many are left to do when it meets a node that is not ordinary.
**
**   takes   Whether it expands a slot; may store what it has found out about it in `context`.
**   fetch   Hint that a slot will probably be expanded soon.
**   expand  Relax the successors of a slot of cost g that it takes, with the functions above. False if out of memory:
**           run.c then lists and relaxes them once more.
*/
typedef bool as_loop_takes(void *context, uint32_t slot);
typedef void as_loop_fetch(void *context, const astar_search *s, uint32_t slot);
typedef bool as_loop_expand(void *context, astar_search *s, uint32_t slot, double g);

static AS_INLINE uint64_t as_loop(astar_search *s, uint64_t n, void *context, as_loop_takes *takes,
                                  as_loop_fetch *fetch, as_loop_expand *expand)
{
  while (n > 0 && !s->by_cost) {
    const uint32_t single = as_exact_single(&s->open);
    as_record *record;
    uint32_t slot;
    if (single != AS_NO_ENTRY) slot = as_exact_at(&s->open, single)->head.slot;
    else if (as_exact_peek(&s->open, &s->memory, &slot) != AS_PEEK_SOME) break;
    record = as_records_peek(&s->records, slot);
    if (as_state_of(record) == ASTAR_OPEN) {
      if (record->mark & (AS_MARK_GOAL | AS_MARK_STOP | AS_MARK_AVOIDED) || s->expanded >= s->def.max_steps ||
          !takes(context, slot))
        break;
      record->mark = as_with_state(record->mark, ASTAR_CLOSED);
      s->current = slot;
      s->expanded++;
      if (single != AS_NO_ENTRY) as_exact_pop_single(&s->open, single);
      else as_exact_pop(&s->open);
      n--;
      fetch(context, s, as_exact_guess(&s->open));
      if (!expand(context, s, slot, record->g)) {
        s->phase = AS_PHASE_LIST;
        break;
      }
    } else if (single != AS_NO_ENTRY) {
      as_exact_pop_single(&s->open, single); /* the node was expanded by a cheaper entry */
    } else {
      as_exact_pop(&s->open);
    }
  }
  return n;
}

#endif
