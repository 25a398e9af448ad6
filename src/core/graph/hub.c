/*
** hub.c: see hub.h. The hash table has open addressing with linear probing. A slot holds the position of an end + 1, or
** 0; its key is `to` of that end. At least half of the slots are empty. No result depends on the order of the slots.
*/
#include "graph/hub.h"

typedef struct hub {
  uint32_t dead, gap;
  uint32_t salt;     /* makes the hashes of this block differ from those of others */
  uint32_t slots[1]; /* as many as slot_count() says */
} hub;

static hub *hub_of(const as_links *l, const as_node *n)
{
  return (hub *)(void *)(l->list + n->first + as_links_room(n->size_class));
}

/* One more than twice the number of ends that the block holds. */
static uint32_t slot_count(const as_node *n)
{
  const uint64_t index = as_links_size(n->size_class) - as_links_room(n->size_class);
  return (uint32_t)((index * sizeof(as_link) - offsetof(hub, slots)) / sizeof(uint32_t));
}

/* ---- The hash table ---- */

static uint32_t home_of(uint32_t salt, uint32_t slots, uint32_t to)
{
  uint32_t key = to ^ salt;
  key ^= key >> 16;
  key *= 0x7FEB352Du;
  key ^= key >> 15;
  key *= 0x846CA68Bu;
  key ^= key >> 16;
  return (uint32_t)((uint64_t)key * slots >> 32);
}

/* The slot of the end to `to`, or the empty one where it would be. */
static uint32_t slot_of(const as_links *l, const as_node *n, uint32_t to)
{
  const hub *h = hub_of(l, n);
  const as_link *e = l->list + n->first;
  const uint32_t count = slot_count(n);
  uint32_t slot = home_of(h->salt, count, to);
  while (h->slots[slot] != 0 && e[h->slots[slot] - 1].to != to) slot = slot + 1 < count ? slot + 1 : 0;
  return slot;
}

/* Store the position of the end to `to`, whether it is in the table or not. The end must be at that position. */
static void note(const as_links *l, const as_node *n, uint32_t to, uint32_t at)
{
  hub_of(l, n)->slots[slot_of(l, n, to)] = at + 1;
}

/* Remove an end from the table, before it leaves the list. Moves back those displaced (Knuth, volume 3, 6.4 R). */
static void forget(const as_links *l, const as_node *n, uint32_t to)
{
  hub *h = hub_of(l, n);
  const as_link *e = l->list + n->first;
  const uint32_t count = slot_count(n);
  uint32_t hole = slot_of(l, n, to), slot = hole;
  astar_assert(h->slots[hole] != 0);
  for (;;) {
    uint32_t home;
    slot = slot + 1 < count ? slot + 1 : 0;
    if (h->slots[slot] == 0) break;
    home = home_of(h->salt, count, e[h->slots[slot] - 1].to);
    /* An end may move back to the hole unless its home lies between the two. */
    if (hole < slot ? home > hole && home <= slot : home > hole || home <= slot) continue;
    h->slots[hole] = h->slots[slot];
    hole = slot;
  }
  h->slots[hole] = 0;
}

uint32_t as_hub_find(const as_links *l, const as_node *n, uint32_t to)
{
  const uint32_t at = hub_of(l, n)->slots[slot_of(l, n, to)];
  return at ? at - 1 : n->all;
}

/* ---- Free places ---- */

static uint32_t incoming(const hub *h, const as_node *n)
{
  return n->all - n->out - h->gap;
}

static uint32_t live(const hub *h, const as_node *n)
{
  return n->all - h->dead - h->gap;
}

/* Mark the node if it has free places. Drop the gap if there are no incoming-only ends. */
static void settle(hub *h, as_node *n)
{
  if (incoming(h, n) == 0) {
    n->all = n->out;
    h->gap = 0;
  }
  n->flags = (uint8_t)((n->flags & ~AS_NODE_UNTIDY) | (h->dead + h->gap > 0 ? AS_NODE_UNTIDY : 0));
}

static void fill_index(const as_links *l, const as_node *n)
{
  hub *h = hub_of(l, n);
  const as_link *e = l->list + n->first;
  uint32_t i;
  memset(h->slots, 0, slot_count(n) * sizeof *h->slots);
  for (i = 0; i < n->all; i++) {
    if (i == n->out) i += h->gap;
    note(l, n, e[i].to, i);
  }
}

void as_hub_index(const as_links *l, as_node *n)
{
  hub *h = hub_of(l, n);
  h->dead = h->gap = 0;
  /* No script knows the address, so none can choose links whose hashes are equal. */
  h->salt = (uint32_t)((uintptr_t)h >> 4) * 0x9E3779B1u ^ n->first;
  fill_index(l, n);
  settle(h, n);
}

/* Close up the free places, but leave `gap` before the incoming-only ends, if there are any. */
static void close_up(const as_links *l, as_node *n, uint32_t gap)
{
  hub *h = hub_of(l, n);
  as_link *e = l->list + n->first;
  const uint32_t count = incoming(h, n), from = n->out + h->gap;
  uint32_t i, out = 0;
  for (i = 0; i < n->out; i++) {
    if (e[i].to != AS_NO_SLOT) e[out++] = e[i];
  }
  memmove(e + out + gap, e + from, count * sizeof *e);
  for (i = out; count > 0 && i < out + gap; i++) e[i].to = AS_NO_SLOT;
  n->out = out;
  n->all = out + gap + count;
  h->dead = 0;
  h->gap = gap;
  settle(h, n);
  fill_index(l, n);
}

void as_hub_tidy(const as_links *l, as_node *n)
{
  close_up(l, n, 0);
}

uint32_t as_hub_out(const as_links *l, const as_node *n)
{
  return n->out - hub_of(l, n)->dead;
}

/* Whether at most an eighth of the places is free: closing up then makes too little room for its cost. */
static bool is_tight(const as_links *l, const as_node *n)
{
  const uint32_t room = as_links_room(n->size_class);
  return live(hub_of(l, n), n) >= room - room / 8;
}

bool as_hub_has_room(const as_links *l, const as_node *n)
{
  return n->all < as_links_room(n->size_class) && !(n->flags & AS_NODE_UNTIDY && is_tight(l, n));
}

bool as_hub_make_room(const as_links *l, as_node *n)
{
  if (is_tight(l, n)) return false;
  close_up(l, n, 0);
  return true;
}

/* ---- Edits ---- */

/* Insert an end before the incoming-only ones, for which the caller has freed a place. Returns its position. */
static uint32_t put_first(const as_links *l, as_node *n, const as_link *end)
{
  hub *h = hub_of(l, n);
  const uint32_t room = as_links_room(n->size_class);
  uint32_t at;
  if (incoming(h, n) == 0) {
    if (n->all == room) close_up(l, n, 0);
    at = n->all++;
  } else {
    if (h->gap == 0) close_up(l, n, (room - live(h, n) + 1) / 2);
    at = n->out + --h->gap;
  }
  l->list[n->first + at] = *end;
  note(l, n, end->to, at);
  settle(h, n);
  return at;
}

/* Free the place of an outgoing end, which is still in the table. */
static void free_outgoing(const as_links *l, as_node *n, uint32_t at)
{
  hub *h = hub_of(l, n);
  as_link *e = l->list + n->first;
  forget(l, n, e[at].to);
  e[at].to = AS_NO_SLOT;
  h->dead++;
  for (; n->out > 0 && e[n->out - 1].to == AS_NO_SLOT; n->out--) {
    h->dead--;
    h->gap++;
  }
  settle(h, n);
}

void as_hub_append(const as_links *l, as_node *n, const as_link *end)
{
  const uint32_t at = n->all++;
  l->list[n->first + at] = *end;
  note(l, n, end->to, at);
}

uint32_t as_hub_make_outgoing(const as_links *l, as_node *n, uint32_t at)
{
  hub *h = hub_of(l, n);
  as_link *e = l->list + n->first;
  const as_link end = e[at];
  const uint32_t first = n->out + h->gap, slot = slot_of(l, n, end.to), other = slot_of(l, n, e[first].to);
  e[at] = e[first];
  h->slots[other] = at + 1;
  e[n->out++] = end;
  h->slots[slot] = n->out;
  if (h->gap > 0) e[first].to = AS_NO_SLOT; /* the gap moves by one place */
  settle(h, n);
  return n->out - 1;
}

uint32_t as_hub_make_incoming(const as_links *l, as_node *n, uint32_t at)
{
  const as_link end = l->list[n->first + at];
  free_outgoing(l, n, at);
  return put_first(l, n, &end);
}

void as_hub_erase(const as_links *l, as_node *n, uint32_t at)
{
  hub *h = hub_of(l, n);
  as_link *e = l->list + n->first;
  as_link last;
  if (at >= n->out) {
    forget(l, n, e[at].to);
    n->all--;
    if (at != n->all) {
      e[at] = e[n->all];
      note(l, n, e[at].to, at);
    }
    settle(h, n);
    return;
  }
  free_outgoing(l, n, at);
  if (incoming(h, n) < 2) return;
  /* As ends.c does in other blocks: the last incoming-only end becomes the first of them. */
  last = e[n->all - 1];
  forget(l, n, last.to);
  n->all--;
  (void)put_first(l, n, &last);
}

/* ---- Invariants ---- */

void as_hub_validate(const as_links *l, const as_node *n)
{
  const hub *h = hub_of(l, n);
  const as_link *e = l->list + n->first;
  uint32_t dead = 0, used = 0, i;
  astar_check(n->out + h->gap <= n->all && n->all <= as_links_room(n->size_class));
  astar_check(h->gap == 0 || incoming(h, n) > 0);
  astar_check(!(n->flags & AS_NODE_UNTIDY) == (h->dead + h->gap == 0));
  astar_check(n->out == 0 || e[n->out - 1].to != AS_NO_SLOT);
  for (i = 0; i < n->all; i++) {
    const bool in_gap = i >= n->out && i < n->out + h->gap;
    dead += e[i].to == AS_NO_SLOT && i < n->out;
    astar_check(i < n->out || in_gap == (e[i].to == AS_NO_SLOT));
    astar_check(e[i].to == AS_NO_SLOT || as_hub_find(l, n, e[i].to) == i);
  }
  for (i = 0; i < slot_count(n); i++) used += h->slots[i] != 0;
  astar_check(dead == h->dead && used == live(h, n));
}
