/*
** graph.c: nodes, links, units. See graph.h for what always holds, and cells.c for what is
** special about cells. An edit first takes all the memory that it may need; from then on it cannot fail.
*/
#include "graph/graph.h"

#include <string.h>

#define ARRANGE_FROM 512u

/* ---- Life ---- */

/* A graph with these cells, or none. */
static astar_result create(astar_alloc alloc, void *context, const astar_grid_def *def, astar_graph **graph)
{
  as_memory m;
  astar_graph *g;
  astar_result result = ASTAR_OK;
  as_memory_init(&m, alloc, context);
  g = as_new(&m, 1, astar_graph);
  if (!g) return ASTAR_NO_MEMORY;
  memset(g, 0, sizeof *g);
  g->memory = m;
  as_ratios_init(&g->ratios);
  g->version = 1;
  g->arranged = ARRANGE_FROM;
  g->tidy_from = AS_TIDY_FROM;
  if (def) {
    g->grid = as_new(&g->memory, 1, as_grid);
    result = g->grid ? as_grid_init(g->grid, &g->memory, def) : ASTAR_NO_MEMORY;
  }
  if (result == ASTAR_OK) {
    g->layout = as_layout_create(alloc, context, def ? g->grid->count : 0, 0);
    if (!g->layout || !as_links_init(&g->links, &g->memory) || !as_units_init(&g->units, &g->memory) ||
        !as_spatial_init(&g->spatial, &g->memory))
      result = ASTAR_NO_MEMORY;
  }
  if (result != ASTAR_OK) {
    astar_graph_destroy(g);
    return result;
  }
  *graph = g;
  return ASTAR_OK;
}

astar_graph *astar_graph_create(astar_alloc alloc, void *context)
{
  astar_graph *g = NULL;
  return create(alloc, context, NULL, &g) == ASTAR_OK ? g : NULL;
}

astar_result astar_grid_create(astar_alloc alloc, void *context, const astar_grid_def *def, astar_graph **grid)
{
  return create(alloc, context, def, grid);
}

void astar_graph_destroy(astar_graph *g)
{
  as_memory m;
  if (!g) return;
  as_layout_release(g->layout);
  if (g->grid) {
    as_bitmaps_free(&g->bitmaps, &g->memory);
    as_grid_free(g->grid, &g->memory);
    as_free(&g->memory, g->grid, 1, as_grid);
  }
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
  return g->memory.used + g->layout->memory.used + as_bitmaps_memory(g->bitmaps);
}

uint64_t astar_graph_version(const astar_graph *g)
{
  return g->version;
}

uint32_t astar_graph_count(const astar_graph *g)
{
  return g->layout->cells + g->alive;
}

uint32_t astar_graph_last_id(const astar_graph *g)
{
  return g->layout->cells + g->layout->waypoints;
}

astar_id astar_graph_next_id(const astar_graph *g)
{
  return g->ready != ASTAR_NO_ID ? g->ready : astar_graph_last_id(g) + 1;
}

/* ---- Ids ---- */

bool astar_graph_has(const astar_graph *g, astar_id id, uint32_t *generation)
{
  uint32_t index;
  if (as_is_cell(g, id)) {
    if (generation) *generation = 0;
    return true;
  }
  index = as_index(g, id);
  if (index == AS_NO_SLOT) return false;
  if (generation) *generation = g->nodes[index].generation;
  return (g->nodes[index].flags & AS_NODE_ALIVE) != 0;
}

bool astar_graph_is_current(const astar_graph *g, astar_id id, uint32_t generation)
{
  uint32_t now;
  return astar_graph_has(g, id, &now) && now == generation;
}

astar_id astar_graph_next(const astar_graph *g, astar_id id)
{
  while (id < astar_graph_last_id(g)) {
    if (astar_graph_has(g, ++id, NULL)) return id;
  }
  return ASTAR_NO_ID;
}

/* Lay an id to rest, at the end of the queue. */
static void rest(astar_graph *g, astar_id id)
{
  g->nodes[as_index(g, id)].next = ASTAR_NO_ID;
  if (g->rest_last == ASTAR_NO_ID) g->rest_first = id;
  else g->nodes[as_index(g, g->rest_last)].next = id;
  g->rest_last = id;
}

astar_id astar_graph_free_id(const astar_graph *g, uint64_t *removed_at)
{
  if (g->rest_first != ASTAR_NO_ID) {
    const as_node *n = &g->nodes[as_index(g, g->rest_first)];
    *removed_at = n->first | (uint64_t)n->out << 32;
  }
  return g->rest_first;
}

void astar_graph_recycle(astar_graph *g, bool reuse)
{
  astar_id id = g->rest_first;
  as_node *n = &g->nodes[as_index(g, id)];
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
    slot = as_index(g, *id);
    generation = g->nodes[slot].generation + 1;
    g->ready = ASTAR_NO_ID;
  } else {
    uint32_t count = g->layout->count;
    if (count >= UINT32_MAX - 1 - g->layout->cells) return ASTAR_FULL;
    if (!as_reserve(&g->memory, &g->nodes, &g->node_capacity, (uint64_t)count + 1, sizeof *g->nodes) ||
        !as_layout_reserve(g->layout, (uint64_t)count + 1))
      return ASTAR_NO_MEMORY;
    as_layout_append(g->layout);
    slot = count;
    *id = astar_graph_last_id(g);
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
  astar_assert(!as_is_cell(g, id));
  astar_graph_isolate(g, id);
  n = as_node_of(g, id); /* only now: isolating may have renumbered */
  as_spatial_erase(g, as_index(g, id));
  g->version++;
  n->flags = 0;
  n->first = (uint32_t)g->version;
  n->out = (uint32_t)(g->version >> 32);
  g->alive--;
  rest(g, id);
}

void astar_graph_position(const astar_graph *g, astar_id id, double xyz[3])
{
  uint32_t index;
  if (as_is_cell(g, id)) {
    as_grid_cell_world(g->grid, id - 1, xyz);
    return;
  }
  index = as_index(g, id);
  astar_assert(index != AS_NO_SLOT);
  memcpy(xyz, g->nodes[index].position, sizeof g->nodes[index].position);
}

astar_terrain astar_graph_node_terrain(const astar_graph *g, astar_id id)
{
  return as_is_cell(g, id) ? g->grid->terrain[id - 1] & AS_CELL_TERRAIN : as_node_of(g, id)->terrain;
}

bool astar_graph_blocked(const astar_graph *g, astar_id id)
{
  if (as_is_cell(g, id)) return as_grid_blocked(g->grid, id - 1);
  return (as_node_of(g, id)->flags & AS_NODE_BLOCKED) != 0;
}

double astar_graph_distance(const astar_graph *g, astar_id a, astar_id b)
{
  double from[3], to[3];
  astar_graph_position(g, a, from);
  astar_graph_position(g, b, to);
  return as_distance(from, to);
}

/* ---- Ends of links ---- */

/* Whether two nodes share a link at all: a look at the one with fewer. */
static bool joined(const astar_graph *g, uint32_t a, uint32_t b)
{
  const as_node *n = &g->nodes[a], *o = &g->nodes[b];
  return n->all <= o->all ? as_find_end(g, n, b) < n->all : as_find_end(g, o, a) < o->all;
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
  memcpy(g->links.list + first, as_ends(g, n), n->all * sizeof(as_link));
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
  as_link *e = as_ends(g, n) + n->all;
  memset(e, 0, sizeof *e);
  e->to = to;
  e->ground = as_node_ground(&g->nodes[to]);
  n->all++;
}

/* The incoming end at `index` goes out from now on, after all others that do. */
static void turn_out(astar_graph *g, as_node *n, uint32_t index)
{
  as_link *e = as_ends(g, n), end = e[index];
  e[index] = e[n->out];
  e[n->out++] = end;
}

/* The outgoing end at `index` only comes in from now on; the order of the others stays. */
static void turn_in(astar_graph *g, as_node *n, uint32_t index)
{
  as_link *e = as_ends(g, n), end = e[index];
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
  as_ends(g, n)[index] = as_ends(g, n)[--n->all];
  if (n->all == 0) {
    as_links_give(&g->links, n->size_class, n->first);
    n->size_class = 0;
    n->first = 0;
  }
}

/* The place of a node on the chart of the grid, as if it lay at `position`. */
static void chart(const astar_graph *g, const as_node *n, const double position[3], double uvz[3])
{
  if (n->flags & AS_NODE_PORT) {
    as_grid_cell_chart(g->grid, g->layout->ids[n - g->nodes] - 1, uvz); /* exact */
    uvz[2] = position[2];
  } else {
    as_grid_chart(g->grid, position, uvz);
  }
}

/* As if the node `n` lay at `position`. */
static as_span span_at(const astar_graph *g, const as_node *n, const double position[3], const as_node *o)
{
  as_span s;
  if (g->grid) {
    double a[3], b[3];
    chart(g, n, position, a);
    chart(g, o, o->position, b);
    s.length = as_grid_distance(g->grid, a, b);
    s.bound = as_grid_metric(g->grid, a, b);
    if (n->flags & o->flags & AS_NODE_PORT) {
      /* Neighbours may be as far apart as they are said to be. */
      uint32_t from = g->layout->ids[n - g->nodes] - 1, to = g->layout->ids[o - g->nodes] - 1;
      uint32_t direction = as_grid_direction(g->grid, from, to);
      if (direction < AS_DIRECTIONS) s.length = as_length(g->grid->steps[direction], 0, a[2] - b[2]);
    }
  } else {
    s.length = s.bound = as_distance(position, o->position);
  }
  return s;
}

as_span as_span_of(const astar_graph *g, const as_node *n, const as_node *o)
{
  return span_at(g, n, n->position, o);
}

typedef void count_ratio(as_ratios *r, uint32_t terrain, double base, double distance, bool own_cost);

/* Report the outgoing end of `n` to the ratios: as_ratios_add or as_ratios_drop. */
static void count_end(astar_graph *g, const as_node *n, const as_link *e, count_ratio *count)
{
  count(&g->ratios, as_end_terrain(g, e), e->base, as_span_of(g, n, &g->nodes[e->to]).bound, as_has_ratio(g, e->way));
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
  j->at_a = as_find_end(g, n, b);
  j->at_b = as_find_end(g, o, a);
  return true;
}

static void note_joint(const astar_graph *g, const joint *j)
{
  const as_node *n = &g->nodes[j->a], *o = &g->nodes[j->b];
  as_note_back(as_ends(g, n) + j->at_a, j->at_a < n->out, as_ends(g, o) + j->at_b, j->at_b < o->out);
}

/* Make a -> b go, with this base and way. The memory for it is there. */
static void set_direction(astar_graph *g, joint *j, double base, uint16_t way)
{
  as_node *n = &g->nodes[j->a], *o = &g->nodes[j->b];
  as_link *e;
  if (j->at_a < n->out) {
    count_end(g, n, as_ends(g, n) + j->at_a, as_ratios_drop);
  } else {
    turn_out(g, n, j->at_a);
    j->at_a = n->out - 1;
  }
  e = as_ends(g, n) + j->at_a;
  e->base = base;
  e->way = way;
  count_end(g, n, e, as_ratios_add);
  if (j->at_b >= o->out) {
    as_ends(g, o)[j->at_b].base = base;
    as_ends(g, o)[j->at_b].way = way;
  }
}

/* Stop a -> b, if it goes. Erases the link if b -> a does not go either; else the ends have new places. */
static bool stop_direction(astar_graph *g, joint *j)
{
  as_node *n = &g->nodes[j->a], *o = &g->nodes[j->b];
  if (j->at_a >= n->out) return false;
  count_end(g, n, as_ends(g, n) + j->at_a, as_ratios_drop);
  if (j->at_b < o->out) {
    turn_in(g, n, j->at_a);
    j->at_a = n->out;
    as_ends(g, n)[j->at_a].base = as_ends(g, o)[j->at_b].base;
    as_ends(g, n)[j->at_a].way = as_ends(g, o)[j->at_b].way;
    note_joint(g, j);
  } else {
    erase_end(g, n, j->at_a);
    erase_end(g, o, j->at_b);
  }
  return true;
}

/* Cut the link between two nodes by index; either may be AS_NO_SLOT. Whether there was one. */
static bool unlink_nodes(astar_graph *g, uint32_t a, uint32_t b, bool oneway)
{
  joint j, back;
  bool cut, erased;
  if (a == AS_NO_SLOT || b == AS_NO_SLOT || a == b || !find_joint(g, a, b, &j)) return false;
  erased = j.at_b >= g->nodes[j.b].out; /* by the first stop: nothing comes back */
  cut = stop_direction(g, &j);
  if (!oneway && !erased) {
    back = turned(&j);
    cut = stop_direction(g, &back) || cut;
  }
  return cut;
}

/* Link two nodes by index. */
static astar_result link_nodes(astar_graph *g, uint32_t from, uint32_t to, const astar_link *link)
{
  as_node *n = &g->nodes[from], *o = &g->nodes[to];
  bool own_cost = !isnan(link->cost);
  double base = own_cost ? link->cost + 0.0 : as_span_of(g, n, o).length; /* -0 becomes 0 */
  uint16_t way = (uint16_t)(link->terrain | (own_cost ? AS_WAY_COST : 0) | (link->oneway ? AS_WAY_ONEWAY : 0));
  uint32_t bins = as_has_ratio(g, way) ? 2 : 0;
  joint j;
  if (!as_ratios_reserve(&g->ratios, &g->memory, link->terrain ? link->terrain : o->terrain, bins) ||
      !as_ratios_reserve(&g->ratios, &g->memory, link->terrain ? link->terrain : n->terrain, bins))
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
  return ASTAR_OK;
}

astar_result astar_graph_link(astar_graph *g, astar_id a, astar_id b, const astar_link *link)
{
  astar_result result = ASTAR_OK;
  astar_assert(a != b && !(link->cost < 0) && link->terrain <= g->units.terrains.count);
  if (isnan(link->cost) && !link->terrain && astar_grid_neighbours(g, a, b)) {
    (void)unlink_nodes(g, as_index(g, a), as_index(g, b), link->oneway);
    (void)as_cell_close(g, a, b, false);
    if (!link->oneway) (void)as_cell_close(g, b, a, false);
  } else {
    if (as_is_cell(g, a)) result = as_cell_make_port(g, a);
    if (as_is_cell(g, b) && result == ASTAR_OK) result = as_cell_make_port(g, b);
    if (result == ASTAR_OK) result = link_nodes(g, as_index(g, a), as_index(g, b), link);
    if (result != ASTAR_OK) return result;
  }
  g->version++;
  as_graph_tidy(g);
  return ASTAR_OK;
}

bool astar_graph_unlink(astar_graph *g, astar_id a, astar_id b, bool oneway)
{
  bool cut = unlink_nodes(g, as_index(g, a), as_index(g, b), oneway);
  if (as_is_cell(g, a) && as_is_cell(g, b)) {
    cut = as_cell_close(g, a, b, true) || cut;
    if (!oneway) cut = as_cell_close(g, b, a, true) || cut;
  }
  if (cut) {
    g->version++;
    as_graph_tidy(g);
  }
  return cut;
}

/* Cut all that goes out of a node and comes in. */
static void isolate_node(astar_graph *g, uint32_t index)
{
  as_node *n = &g->nodes[index];
  while (n->all > 0) {
    /* From the back: the ends before it need not move up. */
    joint j, back;
    bool erased;
    j.a = index;
    j.at_a = n->all - 1;
    j.b = as_ends(g, n)[j.at_a].to;
    j.at_b = as_find_end(g, &g->nodes[j.b], index);
    erased = j.at_b >= g->nodes[j.b].out;
    (void)stop_direction(g, &j);
    if (!erased) {
      back = turned(&j);
      (void)stop_direction(g, &back);
    }
  }
}

bool astar_graph_isolate(astar_graph *g, astar_id id)
{
  uint32_t index = as_index(g, id);
  bool cut = as_is_cell(g, id) && as_cell_isolate(g, id);
  if (index != AS_NO_SLOT && as_node_linked(&g->nodes[index])) {
    isolate_node(g, index);
    cut = true;
  }
  if (cut) {
    g->version++;
    as_graph_tidy(g);
  }
  return cut;
}

bool astar_graph_linked(const astar_graph *g, astar_id a, astar_id b)
{
  uint32_t from = as_index(g, a), to = as_index(g, b);
  if (astar_grid_neighbours(g, a, b) &&
      !as_grid_closed(g->grid, a - 1, as_grid_direction(g->grid, a - 1, b - 1)))
    return true;
  if (from == AS_NO_SLOT || to == AS_NO_SLOT || from == to) return false;
  return joined(g, from, to) && as_find_end(g, &g->nodes[from], to) < g->nodes[from].out;
}

uint32_t astar_graph_link_count(const astar_graph *g, astar_id id)
{
  uint32_t index = as_index(g, id);
  return as_cell_steps(g, id) + (index == AS_NO_SLOT ? 0 : g->nodes[index].out);
}

/* What an end that goes out is to a caller. */
static astar_link link_of(const astar_graph *g, const as_link *e)
{
  astar_link link;
  link.to = g->layout->ids[e->to];
  link.cost = e->base;
  link.own_cost = (e->way & AS_WAY_COST) != 0;
  link.oneway = (e->way & AS_WAY_ONEWAY) != 0;
  link.terrain = e->way & AS_WAY_TERRAIN;
  return link;
}

astar_link astar_graph_link_at(const astar_graph *g, astar_id id, uint32_t index)
{
  uint32_t steps = as_cell_steps(g, id);
  const as_node *n;
  if (index < steps) return as_cell_step(g, id, index);
  n = as_node_of(g, id);
  astar_assert(index - steps < n->out);
  return link_of(g, as_ends(g, n) + (index - steps));
}

bool astar_graph_own_link(const astar_graph *g, astar_id id, uint32_t *index, astar_link *link)
{
  uint32_t at = as_index(g, id);
  const as_node *n = at == AS_NO_SLOT ? NULL : &g->nodes[at]; /* NULL: a cell without links */
  while (n && *index < n->out) {
    const as_link *e = as_ends(g, n) + (*index)++;
    bool same = (e->ground & AS_GROUND_BACK) && !(e->ground & AS_GROUND_OTHER) && !(e->way & AS_WAY_ONEWAY);
    if (same && g->layout->ids[e->to] < id) continue;
    *link = link_of(g, e);
    link->oneway = !same;
    return true;
  }
  return false;
}

astar_id astar_graph_next_linked(const astar_graph *g, astar_id id)
{
  if (id < g->layout->cells) {
    id = as_cell_next_port(g, id); /* which counts from 0 */
    if (id < g->layout->cells) return id + 1;
  }
  return astar_graph_next(g, id);
}

/* ---- Edits that reach over the links ---- */

/* The end at the other side of the end `e` of the node in `slot`. */
static as_link *other_end(const astar_graph *g, uint32_t slot, const as_link *e, bool *goes_out)
{
  const as_node *o = &g->nodes[e->to];
  uint32_t index = as_find_end(g, o, slot);
  astar_assert(index < o->all);
  *goes_out = index < o->out;
  return as_ends(g, o) + index;
}

/* Move a node by index, in space too unless it is a port. */
static astar_result move_node(astar_graph *g, uint32_t index, const double xyz[3])
{
  uint32_t i, own = 0;
  as_node *n = &g->nodes[index];
  as_link *e = as_ends(g, n), *other;
  double old[3];
  bool comes_in, port = (n->flags & AS_NODE_PORT) != 0;
  /* Links whose ratio is not 1 may need a new bin each, both ways. */
  for (i = 0; i < n->all; i++) {
    other = other_end(g, index, &e[i], &comes_in);
    own += i < n->out && as_has_ratio(g, e[i].way);
    own += comes_in && as_has_ratio(g, other->way);
  }
  for (i = 0; i < n->all && own > 0; i++) {
    other = other_end(g, index, &e[i], &comes_in);
    if (!as_ratios_reserve(&g->ratios, &g->memory, as_end_terrain(g, &e[i]), own) ||
        !as_ratios_reserve(&g->ratios, &g->memory, as_end_terrain(g, other), own))
      return ASTAR_NO_MEMORY;
  }
  memcpy(old, n->position, sizeof old);
  if (!port) as_spatial_erase(g, index);
  for (i = 0; i < n->all; i++) {
    const as_node *o = &g->nodes[e[i].to];
    as_span before = span_at(g, n, old, o), after = span_at(g, n, xyz, o);
    other = other_end(g, index, &e[i], &comes_in);
    if (i < n->out) {
      as_ratios_drop(&g->ratios, as_end_terrain(g, &e[i]), e[i].base, before.bound, as_has_ratio(g, e[i].way));
      if (!(e[i].way & AS_WAY_COST)) e[i].base = after.length;
      as_ratios_add(&g->ratios, as_end_terrain(g, &e[i]), e[i].base, after.bound, as_has_ratio(g, e[i].way));
    }
    if (comes_in) {
      as_ratios_drop(&g->ratios, as_end_terrain(g, other), other->base, before.bound, as_has_ratio(g, other->way));
      if (!(other->way & AS_WAY_COST)) other->base = after.length;
      as_ratios_add(&g->ratios, as_end_terrain(g, other), other->base, after.bound, as_has_ratio(g, other->way));
    }
    if (i >= n->out) e[i].base = other->base;
    if (!comes_in) other->base = e[i].base;
    as_note_back(&e[i], i < n->out, other, comes_in);
  }
  memcpy(n->position, xyz, sizeof old);
  if (!port) as_spatial_insert(g, index);
  return ASTAR_OK;
}

astar_result astar_graph_move(astar_graph *g, astar_id id, const double xyz[3])
{
  uint32_t index = as_index(g, id);
  if (as_is_cell(g, id) && !as_grid_reserve_heights(g->grid, &g->memory)) return ASTAR_NO_MEMORY;
  if (index != AS_NO_SLOT && move_node(g, index, xyz) != ASTAR_OK) return ASTAR_NO_MEMORY;
  if (as_is_cell(g, id)) g->grid->heights[id - 1] = xyz[2];
  g->version++;
  return ASTAR_OK;
}

uint32_t as_terrain_bins(const astar_graph *g, uint32_t index)
{
  const as_node *n = &g->nodes[index];
  uint32_t bins = 0, i;
  bool comes_in;
  for (i = 0; i < n->all; i++) {
    const as_link *other = other_end(g, index, as_ends(g, n) + i, &comes_in);
    bins += comes_in && as_has_ratio(g, other->way) && !(other->way & AS_WAY_TERRAIN);
  }
  return bins;
}

static astar_result set_node_terrain(astar_graph *g, uint32_t index, astar_terrain terrain)
{
  uint32_t i;
  as_node *n = &g->nodes[index];
  as_link *e = as_ends(g, n);
  uint16_t old = n->terrain;
  bool comes_in;
  if (!as_ratios_reserve(&g->ratios, &g->memory, terrain, as_terrain_bins(g, index))) return ASTAR_NO_MEMORY;
  for (i = 0; i < n->all; i++) {
    as_link *other = other_end(g, index, &e[i], &comes_in);
    const as_node *o = &g->nodes[e[i].to];
    n->terrain = old;
    if (comes_in) count_end(g, o, other, as_ratios_drop);
    n->terrain = (uint16_t)terrain;
    set_ground(other, n);
    if (comes_in) count_end(g, o, other, as_ratios_add);
  }
  n->terrain = (uint16_t)terrain;
  return ASTAR_OK;
}

astar_result astar_graph_set_terrain(astar_graph *g, astar_id id, astar_terrain terrain)
{
  uint32_t index = as_index(g, id);
  astar_assert(terrain >= 1 && terrain <= g->units.terrains.count);
  if (index != AS_NO_SLOT && set_node_terrain(g, index, terrain) != ASTAR_OK) return ASTAR_NO_MEMORY;
  if (as_is_cell(g, id)) as_cell_set(g, id, terrain, as_grid_blocked(g->grid, id - 1));
  g->version++;
  return ASTAR_OK;
}

void astar_graph_set_blocked(astar_graph *g, astar_id id, bool blocked)
{
  uint32_t index = as_index(g, id), i;
  if (index != AS_NO_SLOT) {
    as_node *n = &g->nodes[index];
    as_link *e = as_ends(g, n);
    bool comes_in;
    n->flags = (uint8_t)((n->flags & ~AS_NODE_BLOCKED) | (blocked ? AS_NODE_BLOCKED : 0));
    for (i = 0; i < n->all; i++) set_ground(other_end(g, index, &e[i], &comes_in), n);
  }
  if (as_is_cell(g, id)) as_cell_set(g, id, astar_graph_node_terrain(g, id), blocked);
  g->version++;
}

/* ---- Terrains and units ---- */

astar_result astar_graph_terrain(astar_graph *g, const char *name, size_t length, astar_terrain *terrain)
{
  uint32_t before = g->units.capacity;
  astar_result result;
  if (g->grid && !as_grid_reserve_terrains(g->grid, &g->memory, g->units.terrains.count + 2)) return ASTAR_NO_MEMORY;
  result = as_units_terrain(&g->units, &g->memory, name, length, terrain);
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

/* ---- Invariants ---- */

void astar_graph_validate(const astar_graph *g)
{
  uint32_t slot, i, alive = 0;
  uint64_t plain = 0, counted = 0;
  astar_check(g->layout->count <= g->node_capacity);
  for (slot = 0; slot < g->layout->count; slot++) {
    const as_node *n = &g->nodes[slot];
    const as_link *e = as_ends(g, n);
    astar_check(as_index(g, g->layout->ids[slot]) == slot);
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    if (n->flags & AS_NODE_PORT) as_cell_validate(g, g->layout->ids[slot]);
    else alive++;
    astar_check(n->out <= n->all && n->all <= as_links_room(n->size_class));
    astar_check(n->size_class == 0 || n->first + as_links_room(n->size_class) <= g->links.count);
    for (i = 0; i < n->all; i++) {
      const as_node *o = &g->nodes[e[i].to];
      uint32_t back = as_find_end(g, o, slot);
      as_span distance = as_span_of(g, n, o);
      astar_check(as_find_end(g, n, e[i].to) == i && back < o->all && (i < n->out || back < o->out));
      astar_check((e[i].ground & AS_GROUND_TERRAIN) == as_node_ground(o));
      astar_check(!(e[i].ground & AS_GROUND_BACK) == (back >= o->out));
      astar_check(!(e[i].ground & AS_GROUND_OTHER) ==
                  (e[i].base == as_ends(g, o)[back].base && e[i].way == as_ends(g, o)[back].way));
      if (i < n->out) {
        astar_check(e[i].way & AS_WAY_COST || e[i].base == distance.length);
        if (as_has_ratio(g, e[i].way)) counted += distance.bound > 0;
        else plain += distance.bound > 0;
      } else {
        astar_check(e[i].base == as_ends(g, o)[back].base && e[i].way == as_ends(g, o)[back].way);
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
  if (g->grid) {
    as_grid_validate(g->grid);
    as_bitmaps_validate(g->bitmaps, g->grid);
  }
}
