/*
** load.c: a graph or grid from what save.c wrote; see saved.h. Every number is looked at before it is
** used, and memory is taken only for what is there to be read.
**
** The nodes are entered first, all at once, and renumbered as astar_graph_optimize() does; then the
** links, whose blocks follow each other without gaps.
*/
#include "graph.h"
#include "saved.h"

#define NONE UINT32_MAX

/*
** Nodes are read in the order of their ids, ports after that, and of two that are linked the one read
** first is told of the other by an end that waits in its block: `waiting` of them, from the block's
** beginning. When a node's turn comes, `told` has for each node that waits for it where its end is.
** Both by index.
*/
typedef struct loader {
  astar_graph *g;
  as_memory *memory;
  astar_reader *r;
  size_t nodes_at, ports_at; /* where the live nodes begin, and the ports */
  uint32_t ports, count;     /* of nodes and ports */
  uint32_t *waiting, *told;
} loader;

/* ---- Terrains and units ---- */

static astar_result refused(astar_reader *r, const char *what)
{
  (void)as_refuse(r, what);
  return ASTAR_MALFORMED;
}

static astar_result load_terrains(astar_graph *g, astar_reader *r)
{
  uint32_t count = as_read32(r), i;
  if (count > AS_TERRAIN_MAX - 1 || !as_left(r, count, 8)) return refused(r, "too many terrains");
  for (i = 0; i < count; i++) {
    astar_terrain terrain;
    astar_result result;
    size_t length;
    const char *name = astar_read_bytes(r, &length);
    if (r->failed) return refused(r, "the name of a terrain is cut off");
    result = astar_graph_terrain(g, name, length, &terrain);
    if (result != ASTAR_OK) return result;
    if (terrain != i + 2) return refused(r, "two terrains have the same name");
  }
  return ASTAR_OK;
}

static bool is_multiplier(double cost)
{
  return isnan(cost) ? !as_odd_nan(cost) : cost > 0;
}

static astar_result load_unit(astar_graph *g, astar_reader *r, double *costs, uint32_t count)
{
  astar_unit_def def;
  uint32_t i;
  size_t length;
  const char *name = astar_read_bytes(r, &length);
  def.climb = as_read_double(r);
  def.drop = as_read_double(r);
  for (i = 0; i < count; i++) {
    costs[i] = as_read_double(r);
    if (!r->failed && !is_multiplier(costs[i])) return refused(r, "a multiplier that is none");
  }
  if (r->failed) return refused(r, "a unit is cut off");
  if (!(def.climb >= 0) || !(def.drop >= 0)) return refused(r, "a limit that is none");
  if (astar_graph_unit(g, name, length) != ASTAR_NO_UNIT) return refused(r, "two units have the same name");
  def.costs = costs;
  def.cost_count = count;
  return astar_graph_set_unit(g, name, length, &def);
}

static astar_result load_units(astar_graph *g, astar_reader *r)
{
  uint32_t terrains = g->units.terrains.count, count = as_read32(r), i;
  astar_result result = ASTAR_OK;
  double *costs;
  if (!as_left(r, count, 24 + 8 * (uint64_t)terrains)) return refused(r, "more units than there is room for");
  costs = as_new(&g->memory, terrains, double);
  if (!costs) return ASTAR_NO_MEMORY;
  for (i = 0; i < count && result == ASTAR_OK; i++) result = load_unit(g, r, costs, terrains);
  as_free(&g->memory, costs, terrains, double);
  return result;
}

/* ---- Cells ---- */

/* What the binding allows as well: no place of a cell, and no distance of two, is beyond numbers. */
static bool is_definition(const astar_grid_def *def)
{
  const bool hexagons = def->shape != ASTAR_SQUARE && def->shape != ASTAR_ISOMETRIC;
  const bool by_row = def->shape == ASTAR_ODD_R || def->shape == ASTAR_EVEN_R;
  const double most = DBL_MAX / 16, size = fmax(def->cell[0], def->cell[1]);
  uint32_t i;
  if (!(def->cell[0] > 0 && def->cell[1] > 0)) return false;
  if (!(((double)def->width + (double)def->height + 2) * size < most)) return false;
  if (isnan(def->diagonal) ? as_odd_nan(def->diagonal) : !(def->diagonal > 0 && def->diagonal * size < most)) return false;
  for (i = 0; i < 3; i++) {
    if (!(fabs(def->origin[i]) < most)) return false;
  }
  if (!hexagons) return !def->drawn;
  return !def->straight && !(by_row && def->wrap_y && def->height % 2 != 0) &&
         !(!by_row && def->wrap_x && def->width % 2 != 0);
}

static bool load_definition(astar_reader *r, astar_grid_def *def)
{
  uint64_t shape, flags, corners, cells;
  uint32_t i;
  memset(def, 0, sizeof *def);
  def->width = as_read32(r);
  def->height = as_read32(r);
  shape = as_read(r, 1);
  flags = as_read(r, 1);
  corners = as_read(r, 1);
  def->straight = flags & AS_SAVED_STRAIGHT;
  def->drawn = flags & AS_SAVED_DRAWN;
  def->wrap_x = flags & AS_SAVED_WRAP_X;
  def->wrap_y = flags & AS_SAVED_WRAP_Y;
  def->diagonal = as_read_double(r);
  for (i = 0; i < 2; i++) def->cell[i] = as_read_double(r);
  for (i = 0; i < 3; i++) def->origin[i] = as_read_double(r);
  cells = (uint64_t)def->width * def->height;
  if (r->failed || shape > ASTAR_EVEN_Q || flags > 15 || corners > ASTAR_CORNERS_ALWAYS || cells == 0)
    return as_refuse(r, "a grid that is none");
  def->shape = (astar_shape)shape;
  def->corners = (astar_corners)corners;
  if (!is_definition(def)) return as_refuse(r, "a grid that is none");
  if (cells > UINT32_MAX - 1 || !as_left(r, cells, 2)) return as_refuse(r, "more cells than there is room for");
  return true;
}

static bool load_ground(as_grid *grid, astar_reader *r, uint32_t terrains)
{
  uint32_t cell;
  for (cell = 0; cell < grid->count; cell++) {
    const uint32_t said = (uint32_t)as_read(r, 2), terrain = said & AS_CELL_TERRAIN;
    if (terrain < 1 || terrain > terrains || (said & ~(AS_CELL_TERRAIN | AS_SAVED_BLOCKED_CELL)))
      return as_refuse_at(r, "cell", cell + 1, "a terrain that there is not");
    as_grid_set(grid, cell, terrain, (said & AS_SAVED_BLOCKED_CELL) != 0);
  }
  return true;
}

static bool load_closed(as_grid *grid, astar_reader *r)
{
  uint32_t cell, d;
  for (cell = 0; cell < grid->count; cell++) {
    const uint32_t closed = (uint32_t)as_read(r, 1);
    for (d = 0; d < AS_DIRECTIONS && closed >> d; d++) {
      if (!(closed >> d & 1)) continue;
      if (as_grid_step(grid, cell, d) == AS_NO_SLOT) return as_refuse_at(r, "cell", cell + 1, "a wall on its own");
      as_grid_set_closed(grid, cell, d, true);
    }
  }
  return grid->closed_cells > 0 || as_refuse(r, "there are no walls");
}

static bool load_heights(as_grid *grid, astar_reader *r)
{
  uint32_t cell;
  for (cell = 0; cell < grid->count; cell++) {
    grid->heights[cell] = as_read_double(r);
    if (!(fabs(grid->heights[cell]) < INFINITY)) return as_refuse_at(r, "cell", cell + 1, "its height is not finite");
  }
  return true;
}

static astar_result load_cells(astar_graph *g, astar_reader *r)
{
  const uint32_t flags = (uint32_t)as_read(r, 1);
  const bool closed = flags & AS_SAVED_CLOSED, heights = flags & AS_SAVED_HEIGHTS;
  if (flags > 3) return refused(r, "cells of an unknown kind");
  if (!as_left(r, g->grid->count, 2u + (closed ? 1u : 0u) + (heights ? 8u : 0u)))
    return refused(r, "more cells than there is room for");
  if (!load_ground(g->grid, r, g->units.terrains.count)) return ASTAR_MALFORMED;
  if (closed && !load_closed(g->grid, r)) return ASTAR_MALFORMED;
  if (heights && !as_grid_reserve_heights(g->grid, &g->memory)) return ASTAR_NO_MEMORY;
  if (heights && !load_heights(g->grid, r)) return ASTAR_MALFORMED;
  return ASTAR_OK;
}

/* ---- Nodes ---- */

/* The ids that are free: a chain of those at rest. All nodes are taken to live so far. */
static bool load_free_ids(loader *l, uint32_t count)
{
  astar_graph *g = l->g;
  uint32_t i;
  for (i = 0; i < count; i++) {
    const astar_id id = as_read32(l->r);
    const uint32_t index = as_is_cell(g, id) ? AS_NO_SLOT : as_index(g, id);
    as_node *n;
    if (index == AS_NO_SLOT || !(g->nodes[index].flags & AS_NODE_ALIVE))
      return as_refuse_at(l->r, "node", id, "an id that cannot be free");
    n = &g->nodes[index];
    n->flags = 0;
    n->next = ASTAR_NO_ID;
    n->first = 1; /* the version at which it went */
    if (g->rest_last == ASTAR_NO_ID) g->rest_first = id;
    else g->nodes[as_index(g, g->rest_last)].next = id;
    g->rest_last = id;
  }
  return true;
}

static bool load_node(loader *l, astar_id id, as_node *n)
{
  astar_reader *r = l->r;
  const uint64_t blocked = as_read(r, 1), terrain = as_read(r, 2);
  uint32_t k;
  if (blocked > 1) return as_refuse_at(r, "node", id, "neither blocked nor not");
  if (terrain < 1 || terrain > l->g->units.terrains.count)
    return as_refuse_at(r, "node", id, "a terrain that there is not");
  n->terrain = (uint16_t)terrain;
  if (blocked) n->flags |= AS_NODE_BLOCKED;
  for (k = 0; k < 3; k++) {
    n->position[k] = as_read_double(r);
    if (!(fabs(n->position[k]) < INFINITY)) return as_refuse_at(r, "node", id, "its position is not finite");
  }
  r->at += 8; /* its ends' numbers, for later */
  return true;
}

/* Room for nodes, all at once. */
static bool reserve_nodes(astar_graph *g, uint64_t count)
{
  return as_reserve(&g->memory, &g->nodes, &g->node_capacity, count, sizeof *g->nodes) &&
         as_layout_reserve(g->layout, count);
}

/* All into one leaf of the spatial index, which is then divided at once. */
static void chain_nodes(astar_graph *g)
{
  as_kd *root = &g->spatial.list[0];
  uint32_t i;
  for (i = g->layout->waypoints; i-- > 0;) {
    if (!(g->nodes[i].flags & AS_NODE_ALIVE)) continue;
    g->nodes[i].next = root->kid[0];
    root->kid[0] = i;
  }
  root->count = g->alive;
}

static astar_result load_nodes(loader *l)
{
  astar_graph *g = l->g;
  astar_reader *r = l->r;
  const uint32_t ids = as_read32(r), resting = as_read32(r);
  uint32_t i;
  if (r->failed || ids > UINT32_MAX - 1 - g->layout->cells || resting > ids || !as_left(r, resting, 4) ||
      !as_left(r, 4 * (uint64_t)resting + (uint64_t)AS_SAVED_NODE * (ids - resting), 1))
    return refused(r, "more nodes than there is room for");
  if (!reserve_nodes(g, ids)) return ASTAR_NO_MEMORY;
  for (i = 0; i < ids; i++) {
    as_layout_append(g->layout);
    memset(&g->nodes[i], 0, sizeof *g->nodes);
    g->nodes[i].flags = AS_NODE_ALIVE;
  }
  if (!load_free_ids(l, resting)) return ASTAR_MALFORMED;
  g->alive = ids - resting;
  l->nodes_at = r->at;
  for (i = 0; i < ids; i++) {
    if (g->nodes[i].flags && !load_node(l, g->layout->cells + i + 1, &g->nodes[i])) return ASTAR_MALFORMED;
  }
  chain_nodes(g);
  return ASTAR_OK;
}

static astar_result load_ports(loader *l)
{
  astar_graph *g = l->g;
  astar_reader *r = l->r;
  astar_id before = 0;
  uint32_t i;
  l->ports_at = r->at;
  if (!g->grid) return ASTAR_OK;
  l->ports = as_read32(r);
  l->ports_at = r->at;
  if (r->failed || l->ports > g->grid->count || l->ports > UINT32_MAX - 1 - g->layout->cells - g->layout->count ||
      !as_left(r, l->ports, AS_SAVED_PORT))
    return refused(r, "more links of cells than there is room for");
  if (!reserve_nodes(g, (uint64_t)g->layout->count + l->ports)) return ASTAR_NO_MEMORY;
  for (i = 0; i < l->ports; i++) {
    const astar_id cell = as_read32(r);
    if (cell <= before || !as_is_cell(g, cell)) return refused(r, "links of cells in disorder");
    before = cell;
    if (as_cell_make_port(g, cell) != ASTAR_OK) return ASTAR_NO_MEMORY;
    r->at += 8;
  }
  return ASTAR_OK;
}

/* ---- Ends of links ---- */

typedef bool visit(loader *l, astar_id id, as_node *n, uint64_t *sum);

/* Go through the nodes and ports as they were written; `at` is where the numbers of their ends are. */
static bool each_node(loader *l, visit *f, bool numbers, uint64_t *sum)
{
  astar_graph *g = l->g;
  const size_t back = l->r->at;
  uint32_t i;
  if (numbers) l->r->at = l->nodes_at;
  for (i = 0; i < g->layout->waypoints; i++) {
    as_node *n = &g->nodes[g->layout->slots[i] - g->layout->cells];
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    if (numbers) l->r->at += AS_SAVED_NODE - 8;
    if (!f(l, g->layout->cells + i + 1, n, sum)) return false;
  }
  if (numbers) l->r->at = l->ports_at;
  for (i = 0; l->ports > 0 && i < g->grid->count; i++) {
    if (!(g->grid->terrain[i] & AS_CELL_PORT)) continue;
    if (numbers) l->r->at += AS_SAVED_PORT - 8;
    if (!f(l, i + 1, as_node_of(g, i + 1), sum)) return false;
  }
  if (numbers) l->r->at = back;
  return true;
}

static bool load_numbers(loader *l, astar_id id, as_node *n, uint64_t *sum)
{
  n->out = as_read32(l->r);
  n->all = as_read32(l->r);
  if (n->out > n->all || n->all >= l->count) return as_refuse_at(l->r, "node", id, "more links than there are nodes");
  *sum += n->all;
  return true;
}

/* Give every node its block, in the order of the slots. */
static astar_result make_blocks(loader *l)
{
  astar_graph *g = l->g;
  as_links fresh;
  uint64_t total = 1; /* so that there is an array even if there are no links */
  uint32_t i;
  for (i = 0; i < l->count; i++) total += as_links_room(as_links_class(g->nodes[i].all));
  if (total >= UINT32_MAX) return refused(l->r, "too many links");
  memset(&fresh, 0, sizeof fresh);
  fresh.list = as_new(&g->memory, (size_t)total, as_link);
  if (!fresh.list) return ASTAR_NO_MEMORY;
  fresh.capacity = (uint32_t)total;
  for (i = 0; i < l->count; i++) {
    as_node *n = &g->nodes[i];
    if (n->all == 0) continue;
    n->first = fresh.count;
    n->size_class = (uint8_t)as_links_class(n->all);
    fresh.count += as_links_room(n->size_class);
  }
  as_links_free(&g->links, &g->memory);
  g->links = fresh;
  return ASTAR_OK;
}

/* An end that waits: where it is, and whose it is. */
static void leave_word(as_link *e, uint32_t at, uint32_t index)
{
  e->to = at;
  e->ground = (uint16_t)(index & 0xFFFF);
  e->way = (uint16_t)(index >> 16);
}

static uint32_t whose(const as_link *e)
{
  return e->ground | (uint32_t)e->way << 16;
}

/* What a direction of a link is: its base, unless it is its length (NAN), and its way. */
static bool load_way(loader *l, uint64_t flags, double *base, uint16_t *way)
{
  astar_reader *r = l->r;
  uint64_t terrain = 0;
  *base = NAN;
  if (flags & AS_SAVED_COST) {
    *base = as_read_double(r);
    if (!(*base >= 0 && *base < INFINITY) || signbit(*base)) return false;
  }
  if (flags & AS_SAVED_TERRAIN) {
    terrain = as_read(r, 2);
    if (terrain < 1 || terrain > l->g->units.terrains.count) return false;
  }
  *way = (uint16_t)(terrain | (flags & AS_SAVED_COST ? AS_WAY_COST : 0) | (flags & AS_SAVED_ONEWAY ? AS_WAY_ONEWAY : 0));
  return true;
}

/* Whether it is one that takes the place of a step, and so is none. */
static bool is_step(const astar_graph *g, const as_node *n, const as_node *o, uint32_t way)
{
  return n->flags & o->flags & AS_NODE_PORT && !(way & ~AS_WAY_ONEWAY) &&
         astar_grid_neighbours(g, g->layout->ids[n - g->nodes], g->layout->ids[o - g->nodes]);
}

/* Report the outgoing end of `n` to the ratios. */
static astar_result count_end(astar_graph *g, const as_node *n, const as_link *e)
{
  const bool own = as_has_ratio(g, e->way);
  const uint32_t terrain = as_end_terrain(g, e);
  const double bound = own ? as_span_of(g, n, &g->nodes[e->to]).bound : e->base;
  if (!as_ratios_reserve(&g->ratios, &g->memory, terrain, own ? 1 : 0)) return ASTAR_NO_MEMORY;
  as_ratios_add(&g->ratios, terrain, e->base, bound, own);
  return ASTAR_OK;
}

static const char not_mutual[] = "a link that the other node does not have";

/* Read the end at `i` of a node; `id` is that of the node, for messages. */
static astar_result load_end(loader *l, astar_id id, as_node *n, uint32_t i, uint32_t *matched)
{
  astar_graph *g = l->g;
  const uint32_t index = (uint32_t)(n - g->nodes), at = n->first + i;
  const uint32_t to = as_index(g, as_read32(l->r));
  const bool goes = i < n->out;
  const uint64_t flags = goes ? as_read(l->r, 1) : 0;
  as_link *e = &g->links.list[at], *f = NULL;
  as_node *o;
  bool comes = false;
  double base = NAN;
  uint16_t way = 0;
  const char *wrong = NULL;
  if (to == AS_NO_SLOT || to == index || !(g->nodes[to].flags & AS_NODE_ALIVE)) wrong = "a link to no other node";
  else if (flags > AS_SAVED_ALIKE || (!(flags & AS_SAVED_ALIKE) && !load_way(l, flags, &base, &way)))
    wrong = "a link that is malformed";
  if (wrong) {
    (void)as_refuse_at(l->r, "node", id, wrong);
    return ASTAR_MALFORMED;
  }
  o = &g->nodes[to];
  if (l->told[to] != NONE) {
    f = &g->links.list[l->told[to]];
    comes = l->told[to] - o->first < o->out;
    l->told[to] = NONE;
    ++*matched;
    if (!goes && !comes) wrong = "a link that goes nowhere";
  } else if (l->waiting[to] >= o->all || as_saved_before(g, g->layout->ids[to], id)) {
    wrong = not_mutual;
  } else {
    /* An end that waits there and is this node's too is the last one to have come. */
    as_link *waits = as_ends(g, o) + l->waiting[to];
    if (l->waiting[to] > 0 && whose(waits - 1) == index) wrong = "two links to the same node";
    leave_word(waits, at, index);
    l->waiting[to]++;
  }
  if (flags & AS_SAVED_ALIKE) {
    if (!f || !comes) wrong = wrong ? wrong : not_mutual;
  } else if (goes && is_step(g, n, o, way)) {
    wrong = "a link in the place of a step";
  }
  if (wrong) {
    (void)as_refuse_at(l->r, "node", id, wrong);
    return ASTAR_MALFORMED;
  }
  if (flags & AS_SAVED_ALIKE || !goes) {
    base = f ? f->base : 0;
    way = f ? f->way : 0;
  } else if (isnan(base)) {
    base = as_span_of(g, n, o).length;
  }
  e->to = to;
  e->base = base;
  e->way = way;
  e->ground = as_node_ground(o);
  if (f) {
    if (!comes) {
      f->base = base;
      f->way = way;
    }
    as_note_back(e, goes, f, comes);
    if (goes && comes && !(flags & AS_SAVED_ALIKE) && !(e->ground & AS_GROUND_OTHER)) {
      (void)as_refuse_at(l->r, "node", id, "a link that is alike both ways, and written twice");
      return ASTAR_MALFORMED;
    }
  }
  return goes ? count_end(g, n, e) : ASTAR_OK;
}

static astar_result load_ends(loader *l, astar_id id, as_node *n)
{
  const as_link *block = as_ends(l->g, n);
  const uint32_t waiting = l->waiting[n - l->g->nodes];
  uint32_t matched = 0, i;
  astar_result result = ASTAR_OK;
  for (i = 0; i < waiting; i++) l->told[whose(&block[i])] = block[i].to;
  for (i = 0; i < n->all && result == ASTAR_OK; i++) result = load_end(l, id, n, i, &matched);
  if (result == ASTAR_OK && matched != waiting) {
    (void)as_refuse_at(l->r, "node", id, not_mutual);
    result = ASTAR_MALFORMED;
  }
  return result;
}

static bool visit_ends(loader *l, astar_id id, as_node *n, uint64_t *result)
{
  *result = (uint64_t)load_ends(l, id, n);
  return *result == ASTAR_OK;
}

static astar_result load_links(loader *l)
{
  uint64_t sum = 0, result = ASTAR_OK;
  astar_result made;
  uint32_t i;
  l->count = l->g->layout->count;
  if (!each_node(l, load_numbers, true, &sum)) return ASTAR_MALFORMED;
  if (sum > UINT32_MAX || !as_left(l->r, sum, 4)) return refused(l->r, "more links than there is room for");
  made = make_blocks(l);
  if (made != ASTAR_OK || sum == 0) return made;
  l->waiting = as_new(l->memory, l->count, uint32_t);
  l->told = as_new(l->memory, l->count, uint32_t);
  if (!l->waiting || !l->told) return ASTAR_NO_MEMORY;
  for (i = 0; i < l->count; i++) {
    l->waiting[i] = 0;
    l->told[i] = NONE;
  }
  (void)each_node(l, visit_ends, false, &result);
  return (astar_result)result;
}

/* ---- All of it ---- */

static astar_result load_all(loader *l)
{
  astar_graph *g = l->g;
  astar_result result = load_terrains(g, l->r);
  if (result == ASTAR_OK) result = load_units(g, l->r);
  if (result == ASTAR_OK && g->grid) result = load_cells(g, l->r);
  if (result == ASTAR_OK) result = load_nodes(l);
  if (result == ASTAR_OK) result = load_ports(l);
  if (result == ASTAR_OK) result = astar_graph_optimize(g);
  if (result == ASTAR_OK) result = load_links(l);
  if (l->waiting) as_free(l->memory, l->waiting, l->count, uint32_t);
  if (l->told) as_free(l->memory, l->told, l->count, uint32_t);
  if (result == ASTAR_OK && l->r->failed) result = refused(l->r, "something is missing");
  g->version = 1;
  return result;
}

astar_result astar_load_graph(astar_alloc alloc, void *context, astar_reader *r, astar_graph **graph)
{
  loader l;
  astar_grid_def def;
  astar_result result = ASTAR_NO_MEMORY;
  memset(&l, 0, sizeof l);
  *graph = NULL;
  if (r->kind == ASTAR_SAVED_GRID) {
    if (!load_definition(r, &def)) return ASTAR_MALFORMED;
    result = astar_grid_create(alloc, context, &def, &l.g);
  } else if (r->kind == ASTAR_SAVED_GRAPH) {
    l.g = astar_graph_create(alloc, context);
    if (l.g) result = ASTAR_OK;
  } else {
    return refused(r, "no graph");
  }
  if (result != ASTAR_OK) return result;
  l.r = r;
  l.memory = &l.g->memory;
  result = load_all(&l);
  if (result == ASTAR_OK) *graph = l.g;
  else astar_graph_destroy(l.g);
  return result;
}
