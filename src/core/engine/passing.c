/* passing.c: see passing.h. */
#include "engine/passing.h"

/* Whether a way of cost `a` makes one of cost `b` useless: it is as early, and leaves as many points. */
static bool dominates(const as_turns *t, double a, double b)
{
  return as_turns_before(t, a) <= as_turns_before(t, b) &&
         as_turns_used(t, a) <= as_turns_used(t, b) + (as_turns_limit(t, b) - t->moves);
}

uint32_t as_passing_slot(const astar_search *s, uint32_t state, double g)
{
  const as_turns *t = &s->space.rules.turns;
  uint32_t slot = state, at = s->label_heads[as_pass_index(s, as_search_id(s, state))], worse = AS_NO_SLOT;
  for (;;) {
    const as_record *record = as_records_find(&s->records, slot);
    if (record && as_is_reached(record)) {
      if (dominates(t, record->g, g)) return AS_NO_SLOT;
      if (worse == AS_NO_SLOT && dominates(t, g, record->g)) worse = slot;
    } else if (slot == state) {
      return state;
    }
    while (at != AS_NO_SLOT && s->labels[at].state != state) at = s->labels[at].next;
    if (at == AS_NO_SLOT) return worse == AS_NO_SLOT ? s->first_label + s->label_count : worse;
    slot = s->first_label + at;
    at = s->labels[at].next;
  }
}

bool as_passing_make(astar_search *s, uint32_t state)
{
  const uint32_t slot = s->first_label + s->label_count;
  uint32_t *head = &s->label_heads[as_pass_index(s, as_search_id(s, state))];
  if (!as_reserve(&s->memory, &s->labels, &s->label_capacity, (uint64_t)s->label_count + 1, sizeof *s->labels) ||
      !as_records_extend(&s->records, &s->memory, slot + 1) || !as_records_touch(&s->records, &s->memory, slot))
    return false;
  s->expansion.records = s->records;
  s->labels[s->label_count].state = state;
  s->labels[s->label_count].next = *head;
  *head = s->label_count++;
  return true;
}

void as_passing_drop(astar_search *s)
{
  const as_label *last = &s->labels[s->label_count - 1];
  s->label_heads[as_pass_index(s, as_search_id(s, last->state))] = last->next;
  s->label_count--;
}
