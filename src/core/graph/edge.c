/*
** edge.c: links as callers see them, and edits of nodes that also change links. An edit first takes all the
** memory that it may need; after that it cannot fail.
*/
#include "graph/edge.h"

#include "graph/compact.h"
#include "graph/ends.h"
#include "graph/spatial.h"

/* ---- Ends of links ---- */

/*
** A link, as the indices of its two nodes and the positions of its ends among theirs. Direction 0 is node[0] ->
** node[1], direction 1 node[1] -> node[0].
*/
typedef struct edge {
  uint32_t node[2], at[2];
} edge;

/* The edge of the end at position `at` of a node. */
static edge edge_at(const astar_graph *g, uint32_t node, uint32_t at)
{
  edge x;
  x.node[0] = node;
  x.at[0] = at;
  x.node[1] = as_ends(g, &g->nodes[node])[at].to;
  x.at[1] = as_find_end(g, &g->nodes[x.node[1]], node);
  astar_assert(x.at[1] < g->nodes[x.node[1]].all);
  return x;
}

/* Whether two nodes share an edge. */
static bool joined(const astar_graph *g, uint32_t a, uint32_t b)
{
  const as_node *n = &g->nodes[a], *o = &g->nodes[b];
  return n->all <= o->all ? as_find_end(g, n, b) < n->all : as_find_end(g, o, a) < o->all;
}

/* Find the edge that two nodes share; false if there is none. */
static bool find_edge(const astar_graph *g, uint32_t a, uint32_t b, edge *x)
{
  if (!joined(g, a, b)) return false;
  *x = edge_at(g, a, as_find_end(g, &g->nodes[a], b));
  return true;
}

/* The end that is outgoing if the edge has this direction. */
static as_link *end_of(const astar_graph *g, const edge *x, uint32_t direction)
{
  return as_ends(g, &g->nodes[x->node[direction]]) + x->at[direction];
}

/* Whether the edge has this direction. */
static bool has_direction(const astar_graph *g, const edge *x, uint32_t direction)
{
  return x->at[direction] < g->nodes[x->node[direction]].out;
}

static void update_back(const astar_graph *g, const edge *x)
{
  as_update_back(end_of(g, x, 0), has_direction(g, x, 0), end_of(g, x, 1), has_direction(g, x, 1));
}

/* ---- Lengths and ratios ---- */

/* The span of a link if the node `n` were at `position`. */
static as_span span_at(const astar_graph *g, const as_node *n, const double position[3], const as_node *o)
{
  as_span s;
  if (g->cell_ops) return g->cell_ops->span(g->grid, as_cell_of(g, n), position, as_cell_of(g, o), o->position);
  s.length = s.bound = as_distance(position, o->position);
  return s;
}

as_span as_span_of(const astar_graph *g, const as_node *n, const as_node *o)
{
  return span_at(g, n, n->position, o);
}

/* Add an outgoing end with this bound to the ratios, or remove it. */
static void count_end(astar_graph *g, const as_link *e, double bound, bool appears)
{
  as_ratios_count(&g->ratios, as_end_terrain(g, e), e->base, bound, as_has_ratio(g, e->way), appears);
  if (e->way & AS_WAY_TERRAIN) g->own_terrains += appears ? 1 : UINT32_MAX;
}

uint32_t as_bins_needed(const astar_graph *g, uint32_t index)
{
  uint32_t bins = 0, i, d;
  as_tidy(g, &g->nodes[index]);
  for (i = 0; i < g->nodes[index].all; i++) {
    const edge x = edge_at(g, index, i);
    for (d = 0; d < 2; d++) bins += has_direction(g, &x, d) && as_has_ratio(g, end_of(g, &x, d)->way);
  }
  return bins;
}

/* ---- Edges ---- */

/* If the end of this direction is incoming-only, copy the base and way of the other end. */
static void copy_back(const astar_graph *g, const edge *x, uint32_t direction)
{
  const as_link *f = end_of(g, x, 1 - direction);
  as_link *e = end_of(g, x, direction);
  if (has_direction(g, x, direction)) return;
  e->base = f->base;
  e->way = f->way;
}

/* Whether the edge has this direction, with the same terrain and at no more than a base cost. */
static bool has_as_cheap(const astar_graph *g, const edge *x, uint32_t direction, double base, uint16_t way)
{
  const as_link *e = end_of(g, x, direction);
  return has_direction(g, x, direction) && !((e->way ^ way) & AS_WAY_TERRAIN) && e->base <= base;
}

/* Add a direction to an edge, or change it. The memory for it was reserved. */
static void set_direction(astar_graph *g, edge *x, uint32_t direction, double base, uint16_t way)
{
  as_node *n = &g->nodes[x->node[direction]];
  const double bound = as_span_of(g, n, &g->nodes[x->node[1 - direction]]).bound;
  as_link *e;
  if (has_direction(g, x, direction)) {
    count_end(g, end_of(g, x, direction), bound, false);
  } else {
    x->at[direction] = as_ends_make_outgoing(g, n, x->at[direction]);
  }
  e = end_of(g, x, direction);
  e->base = base;
  e->way = way;
  count_end(g, e, bound, true);
  copy_back(g, x, 1 - direction);
}

/*
** Remove a direction from an edge, and the edge with its last direction. Returns whether the edge had it. Updates
** the positions in `x`.
*/
static bool remove_direction(astar_graph *g, edge *x, uint32_t direction)
{
  as_node *n = &g->nodes[x->node[direction]], *o = &g->nodes[x->node[1 - direction]];
  if (!has_direction(g, x, direction)) return false;
  count_end(g, end_of(g, x, direction), as_span_of(g, n, o).bound, false);
  if (has_direction(g, x, 1 - direction)) {
    x->at[direction] = as_ends_make_incoming(g, n, x->at[direction]);
    copy_back(g, x, direction);
    update_back(g, x);
  } else {
    as_ends_erase(g, n, x->at[direction]);
    as_ends_erase(g, o, x->at[1 - direction]);
  }
  return true;
}

/* Remove direction 0, and direction 1 unless `oneway`. Returns whether the edge had either. */
static bool cut_edge(astar_graph *g, edge x, bool oneway)
{
  const bool back = !oneway && has_direction(g, &x, 1);
  const bool cut = remove_direction(g, &x, 0);
  as_note(g, x.node[0], AS_EDIT_LINKS);
  as_note(g, x.node[1], AS_EDIT_LINKS);
  return (back && remove_direction(g, &x, 1)) || cut;
}

/* The same for the edge between two nodes, if there is one; either may be AS_NO_SLOT. */
static bool unlink_nodes(astar_graph *g, uint32_t a, uint32_t b, bool oneway)
{
  edge x;
  bool cut;
  if (a == AS_NO_SLOT || b == AS_NO_SLOT || a == b || !find_edge(g, a, b, &x)) return false;
  cut = cut_edge(g, x, oneway);
  if (g->cell_ops) as_drop_cell_node(g, a);
  if (g->cell_ops) as_drop_cell_node(g, b);
  return cut;
}

static astar_result link_nodes(astar_graph *g, uint32_t from, uint32_t to, const astar_link *link)
{
  as_node *n = &g->nodes[from], *o = &g->nodes[to];
  bool own_cost = !isnan(link->cost);
  double base = own_cost ? link->cost + 0.0 : as_span_of(g, n, o).length; /* -0 becomes 0 */
  uint16_t way = as_link_way(link);
  uint32_t bins = as_has_ratio(g, way) ? 2 : 0;
  astar_result result = ASTAR_OK;
  bool is_linked, dearer;
  edge x;
  if (!as_ratios_reserve(&g->ratios, &g->memory, link->terrain ? link->terrain : o->terrain, bins) ||
      !as_ratios_reserve(&g->ratios, &g->memory, link->terrain ? link->terrain : n->terrain, bins))
    return ASTAR_NO_MEMORY;
  is_linked = joined(g, from, to);
  if (!is_linked || as_is_hub(n)) result = as_ends_reserve(g, n);
  if (result == ASTAR_OK && (!is_linked || as_is_hub(o))) result = as_ends_reserve(g, o);
  if (result != ASTAR_OK) {
    as_note(g, from, AS_EDIT_LINKS); /* the first may have moved */
    return result;
  }
  if (is_linked) {
    x = edge_at(g, from, as_find_end(g, n, to));
  } else {
    x.node[0] = from;
    x.node[1] = to;
    x.at[0] = as_ends_append(g, n, to);
    x.at[1] = as_ends_append(g, o, from);
  }
  dearer = has_as_cheap(g, &x, 0, base, way) && (link->oneway || has_as_cheap(g, &x, 1, base, way));
  set_direction(g, &x, 0, base, way);
  if (!link->oneway) set_direction(g, &x, 1, base, way);
  update_back(g, &x);
  as_note(g, from, AS_EDIT_LINKS | (dearer ? 0 : AS_EDIT_CHEAPER));
  as_note(g, to, AS_EDIT_LINKS | (dearer ? 0 : AS_EDIT_CHEAPER));
  return ASTAR_OK;
}

/* ---- Links ---- */

astar_link astar_default_link(void)
{
  astar_link link;
  memset(&link, 0, sizeof link);
  link.cost = NAN;
  return link;
}

/* The step from one node to another, if both are cells. */
static as_step step_between(const astar_graph *g, astar_id a, astar_id b)
{
  return as_is_cell(g, a) && as_is_cell(g, b) ? g->cell_ops->step(g->grid, a - 1, b - 1) : AS_NO_STEP;
}

/*
** Open or close the step a -> b, and b -> a unless `oneway`. Returns whether this changed any. A step that is opened is
** noted in any case: it may take the place of a link.
*/
static bool set_steps(astar_graph *g, astar_id a, astar_id b, bool oneway, bool open)
{
  bool changed = g->cell_ops->set_step(g->grid, a - 1, b - 1, open);
  if (!oneway) changed = g->cell_ops->set_step(g->grid, b - 1, a - 1, open) || changed;
  if (!changed && !open) return false;
  as_note_slot(g, a - 1, AS_EDIT_LINKS | (open ? AS_EDIT_CHEAPER : 0));
  as_note_slot(g, b - 1, AS_EDIT_LINKS | (open ? AS_EDIT_CHEAPER : 0));
  return changed;
}

static void finish_edit(astar_graph *g)
{
  g->version++;
  as_graph_compact_if_worthwhile(g);
}

bool as_link_is_step(const astar_graph *g, astar_id a, astar_id b, const astar_link *link)
{
  return isnan(link->cost) && !link->terrain && step_between(g, a, b) != AS_NO_STEP;
}

astar_result as_add_cell_nodes(astar_graph *g, astar_id a, astar_id b)
{
  astar_result result = ASTAR_OK;
  if (as_is_cell(g, a)) result = as_add_cell_node(g, a);
  if (as_is_cell(g, b) && result == ASTAR_OK) result = as_add_cell_node(g, b);
  return result;
}

void as_drop_cell_nodes(astar_graph *g, astar_id a, astar_id b)
{
  const uint32_t from = as_index(g, a), to = as_index(g, b);
  if (from != AS_NO_SLOT) as_drop_cell_node(g, from);
  if (to != AS_NO_SLOT) as_drop_cell_node(g, to);
}

astar_result as_link_pair(astar_graph *g, astar_id a, astar_id b, const astar_link *link)
{
  astar_result result;
  astar_assert(a != b && !(link->cost < 0) && link->terrain <= g->units.terrains.count);
  if (as_link_is_step(g, a, b, link)) {
    (void)unlink_nodes(g, as_index(g, a), as_index(g, b), link->oneway);
    (void)set_steps(g, a, b, link->oneway, true);
    return ASTAR_OK;
  }
  result = g->cell_ops ? as_add_cell_nodes(g, a, b) : ASTAR_OK;
  if (result == ASTAR_OK) result = link_nodes(g, as_index(g, a), as_index(g, b), link);
  if (result != ASTAR_OK) as_drop_cell_nodes(g, a, b);
  return result;
}

astar_result astar_graph_link(astar_graph *g, astar_id a, astar_id b, const astar_link *link)
{
  const astar_result result = as_link_pair(g, a, b, link);
  if (result == ASTAR_OK) finish_edit(g);
  return result;
}

bool astar_graph_unlink(astar_graph *g, astar_id a, astar_id b, bool oneway)
{
  bool cut;
  if (as_is_cell(g, a) && !g->cell_ops->reserve_around(g->grid, a - 1)) return false;
  cut = unlink_nodes(g, as_index(g, a), as_index(g, b), oneway);
  if (as_is_cell(g, a) && as_is_cell(g, b)) cut = set_steps(g, a, b, oneway, false) || cut;
  if (cut) finish_edit(g);
  return cut;
}

bool astar_graph_isolate(astar_graph *g, astar_id id)
{
  uint32_t index = as_index(g, id);
  bool cut;
  if (as_is_cell(g, id) && !g->cell_ops->reserve_around(g->grid, id - 1)) return false;
  cut = as_is_cell(g, id) && g->cell_ops->isolate(g->grid, id - 1);
  if (cut) as_note_slot(g, id - 1, AS_EDIT_LINKS);
  if (index != AS_NO_SLOT && as_node_linked(&g->nodes[index])) {
    as_tidy(g, &g->nodes[index]);
    /* The last end first: no other ends move. */
    while (g->nodes[index].all > 0) {
      const edge x = edge_at(g, index, g->nodes[index].all - 1);
      (void)cut_edge(g, x, false);
      if (g->cell_ops) as_drop_cell_node(g, x.node[1]);
    }
    if (g->cell_ops) as_drop_cell_node(g, index);
    cut = true;
  }
  if (cut) finish_edit(g);
  return cut;
}

bool astar_graph_linked(const astar_graph *g, astar_id a, astar_id b)
{
  uint32_t from = as_index(g, a), to = as_index(g, b);
  if (step_between(g, a, b) == AS_STEP_OPEN) return true;
  if (from == AS_NO_SLOT || to == AS_NO_SLOT || from == to) return false;
  return joined(g, from, to) && as_find_end(g, &g->nodes[from], to) < g->nodes[from].out;
}

/* The number of open steps out of a node; writes the one at `index`, if there is one. */
static uint32_t steps_of(const astar_graph *g, astar_id id, uint32_t index, astar_link *step)
{
  *step = astar_default_link();
  return as_is_cell(g, id) ? g->cell_ops->steps(g->grid, id - 1, index, step) : 0;
}

uint32_t astar_graph_link_count(const astar_graph *g, astar_id id)
{
  uint32_t index = as_index(g, id);
  astar_link step;
  return steps_of(g, id, 0, &step) + (index == AS_NO_SLOT ? 0 : as_out(g, &g->nodes[index]));
}

/* An outgoing end as callers see it. */
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
  astar_link step;
  const uint32_t steps = steps_of(g, id, index, &step);
  as_node *n;
  if (index < steps) return step;
  n = as_node_of(g, id);
  as_tidy(g, n);
  astar_assert(index - steps < n->out);
  return link_of(g, as_ends(g, n) + (index - steps));
}

bool astar_graph_own_link(const astar_graph *g, astar_id id, uint32_t *index, astar_link *link)
{
  uint32_t at = as_index(g, id);
  as_node *n = at == AS_NO_SLOT ? NULL : &g->nodes[at]; /* NULL: a cell without a node */
  if (n) as_tidy(g, n);
  while (n && *index < n->out) {
    const as_link *e = as_ends(g, n) + (*index)++;
    const bool twoway = as_link_symmetric(e) && !(e->way & AS_WAY_ONEWAY);
    if (twoway && g->layout->ids[e->to] < id) continue;
    *link = link_of(g, e);
    link->oneway = !twoway;
    return true;
  }
  return false;
}

astar_id astar_graph_next_linked(const astar_graph *g, astar_id id)
{
  if (id < g->layout->cells) {
    id = as_next_cell_node(g, id);
    if (id < g->layout->cells) return id + 1;
  }
  return astar_graph_next(g, id);
}

/* ---- Edits of nodes that also change links ---- */

void astar_graph_remove(astar_graph *g, astar_id id)
{
  as_node *n;
  astar_assert(!as_is_cell(g, id));
  astar_graph_isolate(g, id);
  n = as_node_of(g, id); /* not before: astar_graph_isolate() may renumber */
  as_spatial_erase(g, as_index(g, id));
  g->version++;
  as_note(g, as_index(g, id), AS_EDIT_NODE | AS_EDIT_LINKS);
  as_layers_forget(&g->layers, as_slot(g->layout, id));
  n->flags = 0;
  n->first = (uint32_t)g->version;
  n->out = (uint32_t)(g->version >> 32);
  g->alive--;
  as_append_free_id(g, id);
}

/* Update the length and the ratio of an outgoing end whose span has changed. Returns whether it costs less. */
static bool update_span(astar_graph *g, as_link *e, as_span before, as_span after)
{
  const double base = e->base;
  count_end(g, e, before.bound, false);
  if (!(e->way & AS_WAY_COST)) e->base = after.length;
  count_end(g, e, after.bound, true);
  return e->base < base;
}

/* Move a waypoint, in the spatial index too, or a cell node. */
static astar_result move_node(astar_graph *g, uint32_t index, const double xyz[3])
{
  const uint32_t bins = as_bins_needed(g, index);
  uint32_t i, d;
  as_node *n = &g->nodes[index];
  const bool waypoint = !(n->flags & AS_NODE_CELL);
  /* Where a unit is limited in its climb, a step may become possible. */
  bool cheaper = xyz[2] != n->position[2];
  double old[3];
  as_tidy(g, n);
  for (i = 0; i < n->all && bins > 0; i++) {
    const edge x = edge_at(g, index, i);
    for (d = 0; d < 2; d++) {
      if (!as_ratios_reserve(&g->ratios, &g->memory, as_end_terrain(g, end_of(g, &x, d)), bins)) return ASTAR_NO_MEMORY;
    }
  }
  if (waypoint) as_spatial_erase(g, index);
  memcpy(old, n->position, sizeof old);
  memcpy(n->position, xyz, sizeof old);
  for (i = 0; i < n->all; i++) {
    const edge x = edge_at(g, index, i);
    const as_node *o = &g->nodes[x.node[1]];
    const as_span before = span_at(g, n, old, o), after = as_span_of(g, n, o);
    for (d = 0; d < 2; d++) {
      if (has_direction(g, &x, d)) cheaper = update_span(g, end_of(g, &x, d), before, after) || cheaper;
    }
    for (d = 0; d < 2; d++) copy_back(g, &x, d);
    update_back(g, &x);
  }
  if (waypoint) as_spatial_insert(g, index);
  as_note(g, index, AS_EDIT_NODE | (cheaper ? AS_EDIT_CHEAPER : 0));
  return ASTAR_OK;
}

astar_result astar_graph_move(astar_graph *g, astar_id id, const double xyz[3])
{
  uint32_t index = as_index(g, id);
  if (as_is_cell(g, id) && !g->cell_ops->reserve_heights(g->grid)) return ASTAR_NO_MEMORY;
  if (index != AS_NO_SLOT && move_node(g, index, xyz) != ASTAR_OK) return ASTAR_NO_MEMORY;
  if (!as_is_cell(g, id)) as_extent_include(&g->extent, xyz);
  if (as_is_cell(g, id)) {
    g->cell_ops->set_height(g->grid, id - 1, xyz[2]);
    as_note_slot(g, id - 1, AS_EDIT_NODE | AS_EDIT_CHEAPER);
  }
  g->version++;
  return ASTAR_OK;
}

/* Takes memory only if the terrain changes. */
static astar_result set_node(astar_graph *g, uint32_t index, astar_terrain terrain, bool blocked)
{
  as_node *n = &g->nodes[index];
  const uint16_t old = n->terrain;
  uint32_t i;
  if (terrain != old && !as_ratios_reserve(&g->ratios, &g->memory, terrain, as_bins_needed(g, index)))
    return ASTAR_NO_MEMORY;
  as_tidy(g, n);
  n->terrain = (uint16_t)terrain;
  n->flags = (uint8_t)((n->flags & ~AS_NODE_BLOCKED) | (blocked ? AS_NODE_BLOCKED : 0));
  for (i = 0; i < n->all; i++) {
    const edge x = edge_at(g, index, i);
    as_link *f = end_of(g, &x, 1);
    f->entry = (uint16_t)((f->entry & ~AS_ENTRY_TERRAIN) | as_node_entry(n));
    if (terrain != old && has_direction(g, &x, 1) && !(f->way & AS_WAY_TERRAIN)) {
      const double bound = as_span_of(g, &g->nodes[x.node[1]], n).bound;
      as_ratios_count(&g->ratios, old, f->base, bound, as_has_ratio(g, f->way), false);
      as_ratios_count(&g->ratios, terrain, f->base, bound, as_has_ratio(g, f->way), true);
    }
  }
  return ASTAR_OK;
}

static astar_result set_tile(astar_graph *g, astar_id id, astar_terrain terrain, bool blocked)
{
  const uint32_t index = as_index(g, id);
  const uint32_t before = astar_graph_blocked(g, id) ? AS_BLOCKED : astar_graph_node_terrain(g, id);
  if (as_is_cell(g, id) && !g->cell_ops->reserve(g->grid, id - 1, 1)) return ASTAR_NO_MEMORY;
  if (index != AS_NO_SLOT && set_node(g, index, terrain, blocked) != ASTAR_OK) return ASTAR_NO_MEMORY;
  if (as_is_cell(g, id)) g->cell_ops->set(g->grid, id - 1, terrain, blocked);
  as_note_slot(g, as_slot(g->layout, id), as_edit_entry(before, blocked ? AS_BLOCKED : terrain));
  g->version++;
  return ASTAR_OK;
}

astar_result astar_graph_set_terrain(astar_graph *g, astar_id id, astar_terrain terrain)
{
  astar_assert(terrain >= 1 && terrain <= g->units.terrains.count);
  return set_tile(g, id, terrain, astar_graph_blocked(g, id));
}

astar_result astar_graph_set_blocked(astar_graph *g, astar_id id, bool blocked)
{
  return set_tile(g, id, astar_graph_node_terrain(g, id), blocked);
}
