/*
** graph.c: nodes, links, units. See graph.h for what always holds.
** An edit first takes all the memory that it may need; from then on it cannot fail.
*/
#include "graph.h"

#include "space.h"

#include <string.h>

#define ARRANGE_FROM 512u

/* ---- Life ---- */

astar_graph *astar_graph_create(astar_alloc alloc, void *context)
{
  as_memory m;
  astar_graph *g;
  as_memory_init(&m, alloc, context);
  g = as_new(&m, 1, astar_graph);
  if (!g) return NULL;
  memset(g, 0, sizeof *g);
  g->memory = m;
  as_ratios_init(&g->ratios);
  g->version = 1;
  g->arranged = ARRANGE_FROM;
  g->tidy_from = AS_TIDY_FROM;
  g->layout = as_layout_create(alloc, context, 0);
  if (!g->layout || !as_links_init(&g->links, &g->memory) || !as_units_init(&g->units, &g->memory) ||
      !as_spatial_init(&g->spatial, &g->memory)) {
    astar_graph_destroy(g);
    return NULL;
  }
  return g;
}

void astar_graph_destroy(astar_graph *g)
{
  as_memory m;
  if (!g) return;
  as_layout_release(g->layout);
  as_free(&g->memory, g->nodes, g->node_capacity, as_node);
  as_links_free(&g->links, &g->memory);
  as_units_free(&g->units, &g->memory);
  as_ratios_free(&g->ratios, &g->memory);
  as_spatial_free(&g->spatial, &g->memory);
  m = g->memory;
  as_free(&m, g, 1, astar_graph);
}

size_t astar_graph_memory(const astar_graph *g)
{
  return g->memory.used + g->layout->memory.used;
}

uint64_t astar_graph_version(const astar_graph *g)
{
  return g->version;
}

uint32_t astar_graph_count(const astar_graph *g)
{
  return g->alive;
}

uint32_t astar_graph_last_id(const astar_graph *g)
{
  return g->layout->count;
}

/* ---- Ids ---- */

bool astar_graph_find(const astar_graph *g, astar_id id, uint32_t *generation)
{
  uint32_t slot = as_slot(g->layout, id);
  if (slot == AS_NO_SLOT) return false;
  if (generation) *generation = g->nodes[slot].generation;
  return (g->nodes[slot].flags & AS_NODE_ALIVE) != 0;
}

bool astar_graph_holds(const astar_graph *g, astar_id id, uint32_t generation)
{
  uint32_t now;
  return astar_graph_find(g, id, &now) && now == generation;
}

astar_id astar_graph_next(const astar_graph *g, astar_id id)
{
  while (id < g->layout->count) {
    if (astar_graph_find(g, ++id, NULL)) return id;
  }
  return ASTAR_NO_ID;
}

/* Lay an id to rest, at the end of the queue. */
static void rest(astar_graph *g, astar_id id)
{
  g->nodes[as_slot(g->layout, id)].next = ASTAR_NO_ID;
  if (g->rest_last == ASTAR_NO_ID) g->rest_first = id;
  else g->nodes[as_slot(g->layout, g->rest_last)].next = id;
  g->rest_last = id;
}

astar_id astar_graph_resting(const astar_graph *g, uint64_t *removed_at)
{
  if (g->rest_first != ASTAR_NO_ID) {
    const as_node *n = &g->nodes[as_slot(g->layout, g->rest_first)];
    *removed_at = n->first | (uint64_t)n->out << 32;
  }
  return g->rest_first;
}

void astar_graph_recycle(astar_graph *g, bool reuse)
{
  astar_id id = g->rest_first;
  as_node *n = &g->nodes[as_slot(g->layout, id)];
  astar_assert(id != ASTAR_NO_ID);
  if (reuse && g->ready != ASTAR_NO_ID) return; /* the next node has its id already */
  g->rest_first = n->next;
  if (g->rest_first == ASTAR_NO_ID) g->rest_last = ASTAR_NO_ID;
  /* An id whose generations are used up stays at rest for good. */
  if (reuse && n->generation < UINT32_MAX) g->ready = id;
  else if (!reuse) rest(g, id);
}

/* ---- Nodes ---- */

astar_result astar_graph_add(astar_graph *g, double x, double y, double z, astar_id *id)
{
  as_node *n;
  uint32_t slot, generation = 0;
  if (g->ready != ASTAR_NO_ID) {
    *id = g->ready;
    slot = as_slot(g->layout, *id);
    generation = g->nodes[slot].generation + 1;
    g->ready = ASTAR_NO_ID;
  } else {
    uint32_t count = g->layout->count;
    if (count >= UINT32_MAX - 1) return ASTAR_FULL;
    if (!as_reserve(&g->memory, &g->nodes, &g->node_capacity, (uint64_t)count + 1, sizeof *g->nodes) ||
        !as_layout_reserve(g->layout, (uint64_t)count + 1))
      return ASTAR_NO_MEMORY;
    as_layout_append(g->layout);
    slot = count;
    *id = count + 1;
  }
  n = &g->nodes[slot];
  memset(n, 0, sizeof *n);
  n->position[0] = x;
  n->position[1] = y;
  n->position[2] = z;
  n->generation = generation;
  n->terrain = ASTAR_DEFAULT_TERRAIN;
  n->flags = AS_NODE_ALIVE;
  g->alive++;
  g->version++;
  as_spatial_insert(g, slot);
  return ASTAR_OK;
}

void astar_graph_remove(astar_graph *g, astar_id id)
{
  as_node *n;
  astar_graph_isolate(g, id);
  n = as_node_of(g, id); /* only now: isolating may have renumbered */
  as_spatial_erase(g, as_slot(g->layout, id));
  g->version++;
  n->flags = 0;
  n->first = (uint32_t)g->version;
  n->out = (uint32_t)(g->version >> 32);
  g->alive--;
  rest(g, id);
}

void astar_graph_position(const astar_graph *g, astar_id id, double xyz[3])
{
  uint32_t slot = as_slot(g->layout, id);
  astar_assert(slot != AS_NO_SLOT);
  memcpy(xyz, g->nodes[slot].position, sizeof g->nodes[slot].position);
}

astar_terrain astar_graph_node_terrain(const astar_graph *g, astar_id id)
{
  return as_node_of(g, id)->terrain;
}

bool astar_graph_blocked(const astar_graph *g, astar_id id)
{
  return (as_node_of(g, id)->flags & AS_NODE_BLOCKED) != 0;
}

double astar_graph_distance(const astar_graph *g, astar_id a, astar_id b)
{
  return as_distance(as_node_of(g, a)->position, as_node_of(g, b)->position);
}

/* ---- Ends of links ---- */

static as_link *ends(const astar_graph *g, const as_node *n)
{
  return g->links.list + n->first;
}

/* The index of the end at `n` that leads to `to`, or n->all. */
static uint32_t find_end(const astar_graph *g, const as_node *n, uint32_t to)
{
  const as_link *e = ends(g, n);
  uint32_t i = 0;
  while (i < n->all && e[i].to != to) i++;
  return i;
}

/* Whether two nodes share a link at all: a look at the one with fewer. */
static bool joined(const astar_graph *g, uint32_t a, uint32_t b)
{
  const as_node *n = &g->nodes[a], *o = &g->nodes[b];
  return n->all <= o->all ? find_end(g, n, b) < n->all : find_end(g, o, a) < o->all;
}

/* Room for one more end. */
static astar_result grow_block(astar_graph *g, as_node *n)
{
  unsigned size_class;
  uint32_t first;
  astar_result result;
  if (n->all < as_links_room(n->size_class)) return ASTAR_OK;
  if (n->all >= UINT32_MAX / 2) return ASTAR_FULL;
  size_class = as_links_class(n->all + 1);
  result = as_links_take(&g->links, &g->memory, size_class, &first);
  if (result != ASTAR_OK) return result;
  memcpy(g->links.list + first, ends(g, n), n->all * sizeof(as_link));
  as_links_give(&g->links, n->size_class, n->first);
  n->first = first;
  n->size_class = (uint8_t)size_class;
  return ASTAR_OK;
}

/* The ground of an end whose node has changed; the flags stay. */
static void set_ground(as_link *e, const as_node *to)
{
  e->ground = (uint16_t)((e->ground & ~AS_GROUND_TERRAIN) | as_node_ground(to));
}

/* A new end, which only comes in so far. The block has room. */
static void append_end(astar_graph *g, as_node *n, uint32_t to)
{
  as_link *e = ends(g, n) + n->all;
  memset(e, 0, sizeof *e);
  e->to = to;
  e->ground = as_node_ground(&g->nodes[to]);
  n->all++;
}

/* The incoming end at `index` goes out from now on, after all others that do. */
static void turn_out(astar_graph *g, as_node *n, uint32_t index)
{
  as_link *e = ends(g, n), end = e[index];
  e[index] = e[n->out];
  e[n->out++] = end;
}

/* The outgoing end at `index` only comes in from now on; the order of the others stays. */
static void turn_in(astar_graph *g, as_node *n, uint32_t index)
{
  as_link *e = ends(g, n), end = e[index];
  n->out--;
  memmove(e + index, e + index + 1, (n->out - index) * sizeof *e);
  e[n->out] = end;
}

static void erase_end(astar_graph *g, as_node *n, uint32_t index)
{
  if (index < n->out) {
    turn_in(g, n, index);
    index = n->out;
  }
  ends(g, n)[index] = ends(g, n)[--n->all];
  if (n->all == 0) {
    as_links_give(&g->links, n->size_class, n->first);
    n->size_class = 0;
    n->first = 0;
  }
}

/* The terrain whose multiplier counts for a link that leads to `to`. */
static uint32_t terrain_of(const astar_graph *g, const as_link *e)
{
  uint32_t own = e->way & AS_WAY_TERRAIN;
  return own ? own : g->nodes[e->to].terrain;
}

typedef void count_ratio(as_ratios *r, uint32_t terrain, double base, double distance, bool own_cost);

/* Report the outgoing end of `n` to the ratios: as_ratios_add or as_ratios_drop. */
static void count_end(astar_graph *g, const as_node *n, const as_link *e, count_ratio *count)
{
  count(&g->ratios, terrain_of(g, e), e->base, as_distance(n->position, g->nodes[e->to].position),
        (e->way & AS_WAY_COST) != 0);
}

/* ---- Links ---- */

astar_link astar_default_link(void)
{
  astar_link link;
  memset(&link, 0, sizeof link);
  link.cost = NAN;
  return link;
}

/*
** A link as its two nodes and the places of its ends there: finding those can be long, on a hub,
** so it is done once.
*/
typedef struct joint {
  uint32_t a, b; /* slots */
  uint32_t at_a, at_b;
} joint;

static joint turned(const joint *j)
{
  joint t;
  t.a = j->b;
  t.b = j->a;
  t.at_a = j->at_b;
  t.at_b = j->at_a;
  return t;
}

/* Whether two nodes share a link; the hub, if one is, is looked through only if they do. */
static bool find_joint(const astar_graph *g, uint32_t a, uint32_t b, joint *j)
{
  const as_node *n = &g->nodes[a], *o = &g->nodes[b];
  if (!joined(g, a, b)) return false;
  j->a = a;
  j->b = b;
  j->at_a = find_end(g, n, b);
  j->at_b = find_end(g, o, a);
  return true;
}

/* After a change: what each end says of the way back. */
static void note_back(as_link *e, bool e_goes, as_link *f, bool f_goes)
{
  bool other = e_goes && f_goes && (e->base != f->base || e->way != f->way);
  uint32_t flags = other ? AS_GROUND_OTHER : 0;
  e->ground = (uint16_t)((e->ground & AS_GROUND_TERRAIN) | flags | (f_goes ? AS_GROUND_BACK : 0));
  f->ground = (uint16_t)((f->ground & AS_GROUND_TERRAIN) | flags | (e_goes ? AS_GROUND_BACK : 0));
}

static void note_joint(const astar_graph *g, const joint *j)
{
  const as_node *n = &g->nodes[j->a], *o = &g->nodes[j->b];
  note_back(ends(g, n) + j->at_a, j->at_a < n->out, ends(g, o) + j->at_b, j->at_b < o->out);
}

/* Make a -> b go, with this base and way. The memory for it is there. */
static void set_direction(astar_graph *g, joint *j, double base, uint16_t way)
{
  as_node *n = &g->nodes[j->a], *o = &g->nodes[j->b];
  as_link *e;
  if (j->at_a < n->out) {
    count_end(g, n, ends(g, n) + j->at_a, as_ratios_drop);
  } else {
    turn_out(g, n, j->at_a);
    j->at_a = n->out - 1;
  }
  e = ends(g, n) + j->at_a;
  e->base = base;
  e->way = way;
  count_end(g, n, e, as_ratios_add);
  if (j->at_b >= o->out) {
    ends(g, o)[j->at_b].base = base;
    ends(g, o)[j->at_b].way = way;
  }
}

astar_result astar_graph_link(astar_graph *g, astar_id a, astar_id b, const astar_link *link)
{
  uint32_t from = as_slot(g->layout, a), to = as_slot(g->layout, b);
  as_node *n = as_node_of(g, a), *o = as_node_of(g, b);
  bool own_cost = !isnan(link->cost);
  double base = own_cost ? link->cost + 0.0 : as_distance(n->position, o->position); /* -0 becomes 0 */
  uint16_t way = (uint16_t)(link->terrain | (own_cost ? AS_WAY_COST : 0) | (link->oneway ? AS_WAY_ONEWAY : 0));
  joint j;
  astar_assert(from != to && !(link->cost < 0) && link->terrain <= g->units.terrains.count);
  if (!as_ratios_reserve(&g->ratios, &g->memory, link->terrain ? link->terrain : o->terrain, own_cost ? 2 : 0) ||
      !as_ratios_reserve(&g->ratios, &g->memory, link->terrain ? link->terrain : n->terrain, own_cost ? 2 : 0))
    return ASTAR_NO_MEMORY;
  if (!find_joint(g, from, to, &j)) {
    astar_result result = grow_block(g, n);
    if (result == ASTAR_OK) result = grow_block(g, o);
    if (result != ASTAR_OK) return result;
    append_end(g, n, to);
    append_end(g, o, from);
    j.a = from;
    j.b = to;
    j.at_a = n->all - 1;
    j.at_b = o->all - 1;
  }
  set_direction(g, &j, base, way);
  if (!link->oneway) {
    j = turned(&j);
    set_direction(g, &j, base, way);
  }
  note_joint(g, &j);
  g->version++;
  as_graph_tidy(g);
  return ASTAR_OK;
}

/* Stop a -> b, if it goes. Erases the link if b -> a does not go either; else the ends have new places. */
static bool stop_direction(astar_graph *g, joint *j)
{
  as_node *n = &g->nodes[j->a], *o = &g->nodes[j->b];
  if (j->at_a >= n->out) return false;
  count_end(g, n, ends(g, n) + j->at_a, as_ratios_drop);
  if (j->at_b < o->out) {
    turn_in(g, n, j->at_a);
    j->at_a = n->out;
    ends(g, n)[j->at_a].base = ends(g, o)[j->at_b].base;
    ends(g, n)[j->at_a].way = ends(g, o)[j->at_b].way;
    note_joint(g, j);
  } else {
    erase_end(g, n, j->at_a);
    erase_end(g, o, j->at_b);
  }
  return true;
}

bool astar_graph_unlink(astar_graph *g, astar_id a, astar_id b, bool oneway)
{
  joint j, back;
  bool cut, erased;
  if (a == b || !find_joint(g, as_slot(g->layout, a), as_slot(g->layout, b), &j)) return false;
  erased = j.at_b >= g->nodes[j.b].out; /* by the first stop: nothing comes back */
  cut = stop_direction(g, &j);
  if (!oneway && !erased) {
    back = turned(&j);
    cut = stop_direction(g, &back) || cut;
  }
  if (cut) {
    g->version++;
    as_graph_tidy(g);
  }
  return cut;
}

bool astar_graph_isolate(astar_graph *g, astar_id id)
{
  uint32_t slot = as_slot(g->layout, id);
  as_node *n = as_node_of(g, id);
  if (n->all == 0) return false;
  while (n->all > 0) {
    /* From the back: the ends before it need not move up. */
    joint j, back;
    bool erased;
    j.a = slot;
    j.at_a = n->all - 1;
    j.b = ends(g, n)[j.at_a].to;
    j.at_b = find_end(g, &g->nodes[j.b], slot);
    erased = j.at_b >= g->nodes[j.b].out;
    (void)stop_direction(g, &j);
    if (!erased) {
      back = turned(&j);
      (void)stop_direction(g, &back);
    }
  }
  g->version++;
  as_graph_tidy(g);
  return true;
}

bool astar_graph_linked(const astar_graph *g, astar_id a, astar_id b)
{
  uint32_t from = as_slot(g->layout, a), to = as_slot(g->layout, b);
  const as_node *n = as_node_of(g, a);
  return from != to && joined(g, from, to) && find_end(g, n, to) < n->out;
}

uint32_t astar_graph_link_count(const astar_graph *g, astar_id id)
{
  return as_node_of(g, id)->out;
}

astar_link astar_graph_link_at(const astar_graph *g, astar_id id, uint32_t index)
{
  const as_node *n = as_node_of(g, id);
  const as_link *e = ends(g, n) + index;
  astar_link link;
  astar_assert(index < n->out);
  link.to = g->layout->ids[e->to];
  link.cost = e->base;
  link.own_cost = (e->way & AS_WAY_COST) != 0;
  link.oneway = (e->way & AS_WAY_ONEWAY) != 0;
  link.terrain = e->way & AS_WAY_TERRAIN;
  return link;
}

/* ---- Edits that reach over the links ---- */

/* The end at the other side of the end `e` of the node in `slot`. */
static as_link *other_end(const astar_graph *g, uint32_t slot, const as_link *e, bool *goes_out)
{
  const as_node *o = &g->nodes[e->to];
  uint32_t index = find_end(g, o, slot);
  astar_assert(index < o->all);
  *goes_out = index < o->out;
  return ends(g, o) + index;
}

astar_result astar_graph_move(astar_graph *g, astar_id id, const double xyz[3])
{
  uint32_t slot = as_slot(g->layout, id), i, own = 0;
  as_node *n = as_node_of(g, id);
  as_link *e = ends(g, n), *other;
  double old[3];
  bool comes_in;
  /* Links with a cost of their own may need a new ratio bin each, both ways. */
  for (i = 0; i < n->all; i++) {
    other = other_end(g, slot, &e[i], &comes_in);
    own += i < n->out && e[i].way & AS_WAY_COST;
    own += comes_in && other->way & AS_WAY_COST;
  }
  for (i = 0; i < n->all && own > 0; i++) {
    other = other_end(g, slot, &e[i], &comes_in);
    if (!as_ratios_reserve(&g->ratios, &g->memory, terrain_of(g, &e[i]), own) ||
        !as_ratios_reserve(&g->ratios, &g->memory, terrain_of(g, other), own))
      return ASTAR_NO_MEMORY;
  }
  memcpy(old, n->position, sizeof old);
  as_spatial_erase(g, slot);
  for (i = 0; i < n->all; i++) {
    const as_node *o = &g->nodes[e[i].to];
    double before = as_distance(old, o->position), after = as_distance(xyz, o->position);
    other = other_end(g, slot, &e[i], &comes_in);
    if (i < n->out) {
      as_ratios_drop(&g->ratios, terrain_of(g, &e[i]), e[i].base, before, (e[i].way & AS_WAY_COST) != 0);
      if (!(e[i].way & AS_WAY_COST)) e[i].base = after;
      as_ratios_add(&g->ratios, terrain_of(g, &e[i]), e[i].base, after, (e[i].way & AS_WAY_COST) != 0);
    }
    if (comes_in) {
      as_ratios_drop(&g->ratios, terrain_of(g, other), other->base, before, (other->way & AS_WAY_COST) != 0);
      if (!(other->way & AS_WAY_COST)) other->base = after;
      as_ratios_add(&g->ratios, terrain_of(g, other), other->base, after, (other->way & AS_WAY_COST) != 0);
    }
    if (i >= n->out) e[i].base = other->base;
    if (!comes_in) other->base = e[i].base;
    note_back(&e[i], i < n->out, other, comes_in);
  }
  memcpy(n->position, xyz, sizeof old);
  as_spatial_insert(g, slot);
  g->version++;
  return ASTAR_OK;
}

astar_result astar_graph_set_terrain(astar_graph *g, astar_id id, astar_terrain terrain)
{
  uint32_t slot = as_slot(g->layout, id), i, own = 0;
  as_node *n = as_node_of(g, id);
  as_link *e = ends(g, n);
  uint16_t old = n->terrain;
  bool comes_in;
  astar_assert(terrain >= 1 && terrain <= g->units.terrains.count);
  for (i = 0; i < n->all; i++) {
    const as_link *other = other_end(g, slot, &e[i], &comes_in);
    own += comes_in && (other->way & (AS_WAY_COST | AS_WAY_TERRAIN)) == AS_WAY_COST;
  }
  if (!as_ratios_reserve(&g->ratios, &g->memory, terrain, own)) return ASTAR_NO_MEMORY;
  for (i = 0; i < n->all; i++) {
    as_link *other = other_end(g, slot, &e[i], &comes_in);
    const as_node *o = &g->nodes[e[i].to];
    n->terrain = old;
    if (comes_in) count_end(g, o, other, as_ratios_drop);
    n->terrain = (uint16_t)terrain;
    set_ground(other, n);
    if (comes_in) count_end(g, o, other, as_ratios_add);
  }
  n->terrain = (uint16_t)terrain;
  g->version++;
  return ASTAR_OK;
}

void astar_graph_set_blocked(astar_graph *g, astar_id id, bool blocked)
{
  uint32_t slot = as_slot(g->layout, id), i;
  as_node *n = as_node_of(g, id);
  as_link *e = ends(g, n);
  bool comes_in;
  n->flags = (uint8_t)(AS_NODE_ALIVE | (blocked ? AS_NODE_BLOCKED : 0));
  for (i = 0; i < n->all; i++) set_ground(other_end(g, slot, &e[i], &comes_in), n);
  g->version++;
}

/* ---- Terrains and units ---- */

astar_result astar_graph_terrain(astar_graph *g, const char *name, size_t length, astar_terrain *terrain)
{
  uint32_t before = g->units.capacity;
  astar_result result = as_units_terrain(&g->units, &g->memory, name, length, terrain);
  /* Searches read the tables of units, which have moved from under them. */
  if (g->units.capacity != before) g->version++;
  return result;
}

uint32_t astar_graph_terrain_count(const astar_graph *g)
{
  return g->units.terrains.count;
}

const char *astar_graph_terrain_name(const astar_graph *g, astar_terrain terrain, size_t *length)
{
  const as_name *name = &g->units.terrains.list[terrain - 1];
  astar_assert(terrain >= 1 && terrain <= g->units.terrains.count);
  *length = name->length;
  return name->bytes;
}

astar_result astar_graph_set_unit(astar_graph *g, const char *name, size_t length, const astar_unit_def *def)
{
  astar_result result = as_units_set(&g->units, &g->memory, name, length, def);
  if (result == ASTAR_OK) g->version++;
  return result;
}

astar_unit astar_graph_unit(const astar_graph *g, const char *name, size_t length)
{
  uint32_t number = as_names_find(&g->units.names, name, length);
  return number == AS_NO_NAME ? ASTAR_NO_UNIT : number + 1;
}

uint32_t astar_graph_unit_count(const astar_graph *g)
{
  return g->units.names.count;
}

const char *astar_graph_unit_name(const astar_graph *g, astar_unit unit, size_t *length)
{
  const as_name *name = &g->units.names.list[unit - 1];
  astar_assert(unit >= 1 && unit <= g->units.names.count);
  *length = name->length;
  return name->bytes;
}

double astar_graph_unit_cost(const astar_graph *g, astar_unit unit, astar_terrain terrain)
{
  astar_assert(unit < g->units.count && terrain >= 1 && terrain <= g->units.terrains.count);
  return g->units.list[unit].listed[terrain];
}

void astar_graph_unit_limits(const astar_graph *g, astar_unit unit, double *climb, double *drop)
{
  as_mover mover = as_units_mover(&g->units, unit);
  *climb = mover.climb;
  *drop = mover.drop;
}

/* ---- The graph as a space ---- */

/* Of successors and of predecessors alike. */
static uint32_t space_degree(const void *space, uint32_t slot)
{
  const astar_graph *g = space;
  return g->nodes[slot].all;
}

static bool within_limits(const as_mover *mover, const as_node *from, const as_node *to)
{
  double rise = to->position[2] - from->position[2];
  return rise <= mover->climb && -rise <= mover->drop;
}

/* The cost of a step where the link has a terrain of its own, or the mover has limits. */
static double cost_of(const as_mover *mover, const as_node *from, const as_node *to, double base, uint32_t way)
{
  uint32_t ground = as_node_ground(to), own = way & AS_WAY_TERRAIN;
  double cost = mover->costs[own ? own : ground];
  if (isnan(mover->costs[ground])) return NAN; /* the node that it leads to must do as well */
  if (isnan(cost) || (mover->limited && !within_limits(mover, from, to))) return INFINITY;
  return base * cost;
}

static void space_expand(const void *space, const as_mover *mover, uint32_t slot, as_offers *offers)
{
  const astar_graph *g = space;
  const as_node *n = &g->nodes[slot];
  const as_link *e = ends(g, n), *last = e + n->out;
  const double *costs = mover->costs;
  const uint32_t limited = mover->limited;
  as_offers o = *offers;
  for (; e < last; e++) {
    double cost = e->base * costs[e->ground & AS_GROUND_TERRAIN];
    AS_PREFETCH(&g->nodes[e->to]); /* for its position, if it is opened */
    if (limited | (e->way & AS_WAY_TERRAIN)) cost = cost_of(mover, n, &g->nodes[e->to], e->base, e->way);
    as_offer(&o, e->to, cost);
  }
  offers->count = o.count;
}

static void space_retreat(const void *space, const as_mover *mover, uint32_t slot, as_offers *offers)
{
  const astar_graph *g = space;
  const as_node *n = &g->nodes[slot];
  const double ground = mover->costs[as_node_ground(n)];
  as_offers o = *offers;
  uint32_t i;
  if (isnan(ground)) return; /* nobody comes in */
  for (i = 0; i < n->all; i++) {
    const as_link *e = ends(g, n) + i, *back = e;
    double cost;
    AS_PREFETCH(&g->nodes[e->to]);
    if (!(e->ground & AS_GROUND_BACK)) continue;
    if (e->ground & AS_GROUND_OTHER) back = ends(g, &g->nodes[e->to]) + find_end(g, &g->nodes[e->to], slot);
    cost = back->base * ground;
    if (mover->limited || back->way & AS_WAY_TERRAIN)
      cost = cost_of(mover, &g->nodes[e->to], n, back->base, back->way);
    as_offer(&o, e->to, cost);
  }
  offers->count = o.count;
}

static const double *space_position(const void *space, uint32_t slot, double scratch[3])
{
  const astar_graph *g = space;
  const as_node *n = &g->nodes[slot];
  const as_link *e = ends(g, n);
  (void)scratch;
  /* A node that is opened now will mostly be expanded soon. */
  AS_PREFETCH(e);
  AS_PREFETCH(e + 4);
  return n->position;
}

static bool space_enterable(const void *space, const as_mover *mover, uint32_t slot)
{
  const astar_graph *g = space;
  return mover->costs[as_node_ground(&g->nodes[slot])] < INFINITY;
}

static uint64_t space_version(const void *space)
{
  return ((const astar_graph *)space)->version;
}

static void space_waypoint(const void *space, astar_id id, astar_waypoint *waypoint)
{
  const astar_graph *g = space;
  const as_node *n = &g->nodes[as_slot(g->layout, id)];
  waypoint->x = n->position[0];
  waypoint->y = n->position[1];
  waypoint->z = n->position[2];
  waypoint->id = id;
  waypoint->generation = n->generation;
}

as_space as_graph_space(const astar_graph *g, astar_unit unit)
{
  static const as_space_ops ops = {space_degree,    space_expand,  space_retreat, space_position,
                                   space_enterable, space_version, space_waypoint};
  as_space space;
  space.ops = &ops;
  space.self = g;
  space.layout = g->layout;
  space.version = g->version;
  space.mover = as_units_mover(&g->units, unit);
  space.scale = as_ratios_scale(&g->ratios, &space.mover);
  return space;
}

/* ---- Invariants ---- */

void astar_graph_validate(const astar_graph *g)
{
  uint32_t slot, i, alive = 0;
  uint64_t plain = 0, counted = 0;
  astar_check(g->layout->count <= g->node_capacity);
  for (slot = 0; slot < g->layout->count; slot++) {
    const as_node *n = &g->nodes[slot];
    const as_link *e = ends(g, n);
    astar_check(g->layout->slots[g->layout->ids[slot] - 1] == slot);
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    alive++;
    astar_check(n->out <= n->all && n->all <= as_links_room(n->size_class));
    astar_check(n->size_class == 0 || n->first + as_links_room(n->size_class) <= g->links.count);
    for (i = 0; i < n->all; i++) {
      const as_node *o = &g->nodes[e[i].to];
      uint32_t back = find_end(g, o, slot);
      double distance = as_distance(n->position, o->position);
      astar_check(find_end(g, n, e[i].to) == i && back < o->all && (i < n->out || back < o->out));
      astar_check((e[i].ground & AS_GROUND_TERRAIN) == as_node_ground(o));
      astar_check(!(e[i].ground & AS_GROUND_BACK) == (back >= o->out));
      astar_check(!(e[i].ground & AS_GROUND_OTHER) ==
                  (e[i].base == ends(g, o)[back].base && e[i].way == ends(g, o)[back].way));
      if (i < n->out) {
        if (!(e[i].way & AS_WAY_COST)) {
          astar_check(e[i].base == distance);
          plain += distance > 0;
        } else {
          counted += distance > 0;
        }
      } else {
        astar_check(e[i].base == ends(g, o)[back].base && e[i].way == ends(g, o)[back].way);
      }
    }
  }
  astar_check(alive == g->alive);
  for (i = 0; i < g->ratios.count; i++) {
    const as_ratio *r = &g->ratios.list[i];
    uint32_t k;
    plain -= r->plain;
    for (k = 0; k < r->count; k++) {
      counted -= r->bins[k].count;
      astar_check(r->bins[k].count > 0 && (k == 0 || r->bins[k - 1].bin < r->bins[k].bin));
    }
  }
  astar_check(plain == 0 && counted == 0);
  as_spatial_validate(g);
}
