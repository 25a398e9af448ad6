/*
** load_graph.c: reads a graph or grid; see saved.h. Every number is checked before it is used, and memory is taken
** only in proportion to the bytes that are left to read.
**
** First come all nodes, which astar_graph_optimize() renumbers; then the links, in blocks without gaps. The ends of
** links are read in memory order, not in the order of ids: linked nodes are mostly near each other in memory.
*/
#include "graph/compact.h"
#include "graph/edge.h"
#include "graph/graph.h"
#include "grid/grid.h"
#include "io/saved.h"
#include "graph/spatial.h"

#define NONE UINT32_MAX

/*
** The state of a node while links are read, node by node. When the first end of a link is read, a reference to it, a
** pending end, is stored in the block of the other node.
*/
typedef struct node_state {
  size_t ends_at;    /* position of its ends in the bytes */
  uint32_t pending;  /* number of pending ends, at the beginning of its block */
  uint32_t other_at; /* while the ends of a node are read: the position of this node's end to it, or NONE */
} node_state;

typedef struct loader {
  astar_graph *g;
  astar_reader *r;
  size_t nodes_at, cell_nodes_at; /* positions of the live waypoints and of the cell nodes in the bytes */
  uint32_t count;                 /* nodes in the graph */
  node_state *states;             /* by index */
  bool layers;                    /* layers follow the links */
} loader;

/* ---- Terrains and units ---- */

static astar_result load_terrains(loader *l)
{
  astar_graph *g = l->g;
  astar_reader *r = l->r;
  uint32_t count = as_read32(r), i;
  l->layers = count & AS_SAVED_LAYERS;
  count &= ~AS_SAVED_LAYERS;
  if (count > AS_TERRAIN_MAX - 1 || !as_left(r, count, 8))
    return as_malformed(r, "the number of terrains is too large");
  for (i = 0; i < count; i++) {
    astar_terrain terrain;
    astar_result result;
    size_t length;
    const char *name = astar_read_bytes(r, &length);
    if (r->failed) return as_malformed_at(r, "terrain", i + 1, "its name is cut off");
    result = astar_graph_terrain(g, name, length, &terrain);
    if (result != ASTAR_OK) return result;
    if (terrain != i + 2) return as_malformed_at(r, "terrain", i + 1, "another terrain has the same name");
  }
  return ASTAR_OK;
}

static bool is_multiplier(double cost)
{
  return isnan(cost) ? !as_is_foreign_nan(cost) : cost > 0;
}

static astar_result load_unit(astar_graph *g, astar_reader *r, uint32_t number, bool sized, double *costs,
                              uint32_t count)
{
  astar_unit_def def;
  uint32_t i;
  size_t length;
  const char *name = astar_read_bytes(r, &length);
  def.climb = as_read_double(r);
  def.drop = as_read_double(r);
  def.size = sized ? as_read32(r) : 1;
  for (i = 0; i < count; i++) {
    costs[i] = as_read_double(r);
    if (!r->failed && !is_multiplier(costs[i])) return as_malformed_at(r, "unit", number, "a multiplier is not > 0");
  }
  if (r->failed) return as_malformed_at(r, "unit", number, "it is cut off");
  if (!(def.climb >= 0) || !(def.drop >= 0)) return as_malformed_at(r, "unit", number, "a limit is not >= 0");
  if (def.size == 0 || def.size > astar_graph_largest_size(g))
    return as_malformed_at(r, "unit", number, "its size is not from 1 to that of the map");
  if (astar_graph_unit(g, name, length) != ASTAR_NO_UNIT)
    return as_malformed_at(r, "unit", number, "another unit has the same name");
  def.costs = costs;
  def.cost_count = count;
  return astar_graph_set_unit(g, name, length, &def);
}

static astar_result load_units(astar_graph *g, astar_reader *r)
{
  uint32_t terrains = g->units.terrains.count, count = as_read32(r), i;
  const bool sized = count & AS_SAVED_SIZES;
  astar_result result = ASTAR_OK;
  double *costs;
  count &= ~AS_SAVED_SIZES;
  if (!as_left(r, count, 24 + 8 * (uint64_t)terrains)) return as_malformed(r, "the number of units is too large");
  costs = as_new(&g->memory, terrains, double);
  if (!costs) return ASTAR_NO_MEMORY;
  for (i = 0; i < count && result == ASTAR_OK; i++) result = load_unit(g, r, i + 1, sized, costs, terrains);
  as_free(&g->memory, costs, terrains, double);
  for (i = 0; i < g->units.count && g->units.list[i].size == 1; i++) {}
  if (result == ASTAR_OK && sized && i == g->units.count)
    return as_malformed(r, "a unit should cover several cells, but none does");
  return result;
}

/* ---- Cells ---- */

/* What is wrong with a definition, or NULL; no coordinate of a cell or distance between two may overflow. */
static const char *flaw_of(const astar_grid_def *def)
{
  bool by_row;
  const bool hexagons = as_grid_is_staggered(def, &by_row);
  const double most = DBL_MAX / 16, cell = fmax(def->cell[0], def->cell[1]);
  const double cells = (double)def->width + (double)def->height + 2;
  const double size = isnan(def->step) ? cell : fmax(cell, def->step);
  uint32_t i;
  if (!(def->cell[0] > 0 && def->cell[1] > 0 && cells * cell < most)) return "the size of a cell is not valid";
  if (!isnan(def->step) && !(def->step > 0 && cells * def->step < most)) return "the cost of a step is not valid";
  if (isnan(def->diagonal) ? as_is_foreign_nan(def->diagonal) : !(def->diagonal > 0 && def->diagonal * size < most))
    return "the length of a diagonal step is not valid";
  for (i = 0; i < 3; i++) {
    if (!(fabs(def->origin[i]) < most)) return "the origin is not valid";
  }
  if (hexagons ? def->straight : def->drawn) return "its cells cannot have these flags";
  if (hexagons && (by_row ? def->wrap_y && def->height % 2 != 0 : def->wrap_x && def->width % 2 != 0))
    return "hexagons wrap over an odd number of lines";
  if (def->levels > 1 && def->wrap_y) return "levels that wrap in y";
  if (def->levels > 1 && !(fabs(def->level_height) * def->levels < most)) return "the height of a level is not valid";
  return NULL;
}

static bool load_definition(astar_reader *r, astar_grid_def *def)
{
  uint64_t shape, flags, corners, cells;
  const char *flaw;
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
  def->step = flags & AS_SAVED_STEP ? as_read_double(r) : NAN;
  def->levels = flags & AS_SAVED_LEVELS ? as_read32(r) : 1;
  def->level_height = flags & AS_SAVED_LEVELS ? as_read_double(r) : NAN;
  cells = (uint64_t)def->width * def->height;
  if (r->failed) return as_refuse(r, "the definition of the grid is cut off");
  if (cells == 0) return as_refuse(r, "the grid has no cells");
  if (shape > ASTAR_EVEN_Q || flags > 63 || corners > ASTAR_CORNERS_ALWAYS)
    return as_refuse(r, "the grid has an unknown layout, rule for corners or flag");
  def->shape = (astar_shape)shape;
  def->corners = (astar_corners)corners;
  if (flags & AS_SAVED_LEVELS && def->levels < 2) return as_refuse(r, "the number of levels is not valid");
  flaw = flags & AS_SAVED_STEP && isnan(def->step) ? "the cost of a step is not valid" : flaw_of(def);
  if (flaw) return as_refuse(r, flaw);
  if (cells > UINT32_MAX - 1 || cells * def->levels > UINT32_MAX - 1)
    return as_refuse(r, "the number of cells is too large");
  cells *= def->levels;
  if (cells > AS_SAVED_GIANT ? !as_left(r, cells / AS_SAVED_BLOCK, 1) : !as_left(r, cells / AS_SAVED_RUN, 3))
    return as_refuse(r, "the number of cells is too large");
  return as_permit(r, cells, r->most_cells, "cells");
}

static bool is_known(uint32_t said, uint32_t terrains)
{
  const uint32_t terrain = said & AS_CELL_TERRAIN;
  return terrain >= 1 && terrain <= terrains && !(said & ~(AS_CELL_TERRAIN | AS_SAVED_BLOCKED_CELL));
}

static astar_result refuse_cell(astar_reader *r, uint32_t cell, const char *message)
{
  (void)as_refuse_at(r, "cell", cell + 1, message);
  return ASTAR_MALFORMED;
}

/* Set the terrain of cells as it was saved. */
static astar_result set_cells(as_grid *grid, uint32_t first, uint32_t count, uint32_t said)
{
  uint32_t cell;
  if (said == ASTAR_DEFAULT_TERRAIN) return ASTAR_OK; /* as it is in a new map */
  if (!as_grid_reserve(grid, first, count)) return ASTAR_NO_MEMORY;
  for (cell = first; cell < first + count; cell++)
    as_grid_set(grid, cell, said & AS_CELL_TERRAIN, (said & AS_SAVED_BLOCKED_CELL) != 0);
  return ASTAR_OK;
}

static astar_result load_entries(as_grid *grid, astar_reader *r, uint32_t terrains)
{
  uint32_t cell;
  for (cell = 0; cell < grid->count; cell++) {
    const uint32_t said = (uint32_t)as_read(r, 2);
    if (!is_known(said, terrains)) return refuse_cell(r, cell, "its terrain is unknown");
    if (set_cells(grid, cell, 1, said) != ASTAR_OK) return ASTAR_NO_MEMORY;
  }
  return ASTAR_OK;
}

/* Load the cells from `first` to `end`, exclusive. */
static astar_result load_runs(as_grid *grid, astar_reader *r, uint32_t terrains, uint32_t first, uint32_t end)
{
  uint32_t cell, length;
  for (cell = first; cell < end; cell += length) {
    uint32_t said;
    length = 1 + (uint32_t)as_read(r, 1);
    said = (uint32_t)as_read(r, 2);
    if (r->failed) return refuse_cell(r, cell, "it is cut off");
    if (length > end - cell) return refuse_cell(r, cell, "a run of cells leads out of the map");
    if (!is_known(said, terrains)) return refuse_cell(r, cell, "its terrain is unknown");
    if (set_cells(grid, cell, length, said) != ASTAR_OK) return ASTAR_NO_MEMORY;
  }
  return ASTAR_OK;
}

static astar_result load_closed(as_grid *grid, astar_reader *r, uint32_t first, uint32_t end)
{
  uint32_t cell, d;
  for (cell = first; cell < end; cell++) {
    const uint32_t closed = (uint32_t)as_read(r, 1);
    for (d = 0; d < AS_DIRECTIONS && closed >> d; d++) {
      if (!(closed >> d & 1)) continue;
      if (as_grid_step(grid, cell, d) == AS_NO_SLOT) return refuse_cell(r, cell, "a wall where it has no neighbour");
      if (!as_grid_reserve(grid, cell, 1)) return ASTAR_NO_MEMORY;
      as_grid_set_closed(grid, cell, d, true);
    }
  }
  return grid->walled_cells > 0 ? ASTAR_OK : as_malformed(r, "the list of walls has none");
}

static astar_result load_cell_blocks(as_grid *grid, astar_reader *r, uint32_t terrains)
{
  astar_result result = ASTAR_OK;
  uint32_t first, end;
  for (first = 0; first < grid->count && result == ASTAR_OK; first = end) {
    const uint32_t flags = (uint32_t)as_read(r, 1);
    end = grid->count - first < AS_SAVED_BLOCK ? grid->count : first + AS_SAVED_BLOCK;
    if (flags & ~(AS_SAVED_RUNS | AS_SAVED_CLOSED)) return refuse_cell(r, first, "its block has unknown flags");
    if (flags & AS_SAVED_RUNS) result = load_runs(grid, r, terrains, first, end);
    if (flags & AS_SAVED_CLOSED && result == ASTAR_OK) {
      if (!as_left(r, end - first, 1)) return refuse_cell(r, first, "the walls of its block are cut off");
      result = load_closed(grid, r, first, end);
    }
  }
  return result;
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
  const bool closed = flags & AS_SAVED_CLOSED, heights = flags & AS_SAVED_HEIGHTS, runs = flags & AS_SAVED_RUNS,
             blocks = flags & AS_SAVED_BLOCKS;
  const uint32_t terrains = g->units.terrains.count;
  const uint32_t more = (closed ? 1u : 0u) + (heights ? 8u : 0u); /* bytes for each cell */
  astar_result result;
  if (flags > 15 || (blocks && (closed || runs || g->grid->count <= AS_SAVED_GIANT)))
    return as_malformed(r, "the cells have unknown flags");
  if (!runs && !blocks && !as_left(r, g->grid->count, 2 + more))
    return as_malformed(r, "the number of cells is too large");
  if (blocks) result = load_cell_blocks(g->grid, r, terrains);
  else if (runs) result = load_runs(g->grid, r, terrains, 0, g->grid->count);
  else result = load_entries(g->grid, r, terrains);
  if (result != ASTAR_OK) return result;
  if (more > 0 && !as_left(r, g->grid->count, more)) return as_malformed(r, "the walls or heights are cut off");
  if (closed) result = load_closed(g->grid, r, 0, g->grid->count);
  if (result != ASTAR_OK) return result;
  if (heights && !as_grid_reserve_heights(g->grid)) return ASTAR_NO_MEMORY;
  if (heights && !load_heights(g->grid, r)) return ASTAR_MALFORMED;
  return ASTAR_OK;
}

/* ---- Nodes ---- */

/* Read the free ids, in the order of reuse. All nodes are live before. */
static bool load_free_ids(loader *l, uint32_t count)
{
  astar_graph *g = l->g;
  uint32_t i;
  for (i = 0; i < count; i++) {
    const astar_id id = as_read32(l->r);
    const uint32_t index = as_is_cell(g, id) ? AS_NO_SLOT : as_index(g, id);
    as_node *n;
    if (index == AS_NO_SLOT || !(g->nodes[index].flags & AS_NODE_ALIVE))
      return as_refuse_at(l->r, "node", id, "it is listed as free, but cannot be free");
    n = &g->nodes[index];
    n->flags = 0;
    n->first = 1; /* the low half of the version at which it was removed */
    as_append_free_id(g, id);
  }
  return true;
}

static bool load_node(loader *l, astar_id id, as_node *n)
{
  astar_reader *r = l->r;
  const uint64_t blocked = as_read(r, 1), terrain = as_read(r, 2);
  uint32_t k;
  if (blocked > 1) return as_refuse_at(r, "node", id, "its flag for blocked is neither 0 nor 1");
  if (terrain < 1 || terrain > l->g->units.terrains.count)
    return as_refuse_at(r, "node", id, "its terrain is unknown");
  n->terrain = (uint16_t)terrain;
  if (blocked) n->flags |= AS_NODE_BLOCKED;
  for (k = 0; k < 3; k++) {
    n->position[k] = as_read_double(r);
    if (!(fabs(n->position[k]) < INFINITY)) return as_refuse_at(r, "node", id, "its position is not finite");
  }
  r->at += 8; /* measure_nodes() reads `out` and `all` */
  return true;
}

static astar_result load_nodes(loader *l)
{
  astar_graph *g = l->g;
  astar_reader *r = l->r;
  const uint32_t ids = as_read32(r), free_ids = as_read32(r);
  uint32_t i;
  if (r->failed || ids > UINT32_MAX - 1 - g->layout->cells || free_ids > ids || !as_left(r, free_ids, 4) ||
      !as_left(r, 4 * (uint64_t)free_ids + (uint64_t)AS_SAVED_NODE * (ids - free_ids), 1))
    return as_malformed(r, "the number of nodes is too large");
  if (!as_permit(r, ids - free_ids, r->most_nodes, "nodes")) return ASTAR_MALFORMED;
  if (!as_nodes_reserve(g, ids)) return ASTAR_NO_MEMORY;
  for (i = 0; i < ids; i++) {
    as_layout_append(g->layout);
    memset(&g->nodes[i], 0, sizeof *g->nodes);
    g->nodes[i].flags = AS_NODE_ALIVE;
  }
  if (!load_free_ids(l, free_ids)) return ASTAR_MALFORMED;
  g->alive = ids - free_ids;
  l->nodes_at = r->at;
  for (i = 0; i < ids; i++) {
    if (g->nodes[i].flags && !load_node(l, g->layout->cells + i + 1, &g->nodes[i])) return ASTAR_MALFORMED;
  }
  as_spatial_chain(g);
  return ASTAR_OK;
}

static astar_result load_cell_nodes(loader *l)
{
  astar_graph *g = l->g;
  astar_reader *r = l->r;
  astar_id before = 0;
  uint32_t count, i;
  if (!g->grid) return ASTAR_OK;
  count = as_read32(r);
  l->cell_nodes_at = r->at;
  if (r->failed || count > g->layout->cells || count > UINT32_MAX - 1 - g->layout->cells - g->layout->count ||
      !as_left(r, count, AS_SAVED_CELL_NODE))
    return as_malformed(r, "the number of cells with links is too large");
  if (!as_nodes_reserve(g, (uint64_t)g->layout->count + count)) return ASTAR_NO_MEMORY;
  for (i = 0; i < count; i++) {
    const astar_id cell = as_read32(r);
    if (cell <= before || !as_is_cell(g, cell)) return as_malformed(r, "the cells with links are not in order");
    before = cell;
    if (as_add_cell_node(g, cell) != ASTAR_OK) return ASTAR_NO_MEMORY;
    r->at += 8;
  }
  return ASTAR_OK;
}

/* ---- The positions and blocks of link ends ---- */

/* Skip the ends of a node; false if they are malformed. */
static bool skip_ends(astar_reader *r, uint32_t out, uint32_t all)
{
  uint32_t i;
  for (i = 0; i < out && !r->failed; i++) {
    uint64_t flags;
    (void)as_read32(r);
    flags = as_read(r, 1);
    if (flags > AS_SAVED_SYMMETRIC) return false;
    if (flags & AS_SAVED_COST) (void)as_read(r, 8);
    if (flags & AS_SAVED_TERRAIN) (void)as_read(r, 2);
  }
  if (r->failed || !as_left(r, all - out, 4)) return false;
  r->at += 4 * (size_t)(all - out);
  return true;
}

/*
** Read `out` and `all` of a node, the last 8 of its `size` bytes at *at, and move *at behind it. Note the position of
** its ends, which is that of the reader, and skip them.
*/
static bool measure_node(loader *l, as_node *n, astar_id id, size_t *at, size_t size)
{
  const size_t ends_at = l->r->at;
  l->r->at = *at + size - 8;
  *at += size;
  n->out = as_read32(l->r);
  n->all = as_read32(l->r);
  l->r->at = ends_at;
  l->states[n - l->g->nodes].ends_at = ends_at;
  if (n->out > n->all || n->all >= l->count || !skip_ends(l->r, n->out, n->all))
    return as_refuse_at(l->r, "node", id, "its links are cut off, or too many");
  return true;
}

#define AHEAD 16u /* how many nodes ahead to prefetch */

static bool measure_nodes(loader *l)
{
  const astar_graph *g = l->g;
  const uint32_t cells = g->layout->cells;
  size_t at = l->nodes_at;
  uint32_t i;
  for (i = 0; i < g->layout->waypoints; i++) {
    as_node *n = as_waypoint(g, i);
    as_fetch_waypoint(g, i + AHEAD);
    if (n->flags & AS_NODE_ALIVE && !measure_node(l, n, cells + i + 1, &at, AS_SAVED_NODE)) return false;
  }
  at = l->cell_nodes_at;
  for (i = 0; (i = as_next_cell_node(g, i)) < cells; i++) {
    if (!measure_node(l, as_node_of(g, i + 1), i + 1, &at, AS_SAVED_CELL_NODE)) return false;
  }
  return true;
}

/* Allocate the blocks of all nodes, in the order of their indices. */
static astar_result make_blocks(loader *l)
{
  astar_graph *g = l->g;
  const uint64_t room = as_ends_room(g, g->nodes, l->count);
  as_links fresh;
  uint32_t i;
  if (room >= UINT32_MAX) return as_malformed(l->r, "the number of links is too large");
  if (!as_links_init(&fresh, &g->memory, (uint32_t)room)) return ASTAR_NO_MEMORY;
  for (i = 0; i < l->count; i++) {
    as_node *n = &g->nodes[i];
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    n->size_class = (uint8_t)as_links_roomy_class(n->all);
    n->first = as_links_append(&fresh, n->size_class);
  }
  as_links_free(&g->links, &g->memory);
  g->links = fresh;
  return ASTAR_OK;
}

/* ---- Ends of links ---- */

static const char not_mutual[] = "a link that the other node does not have";

/* Store a pending end: the position of the other end in the array of links, and the index of its node. */
static void store_pending(as_link *e, uint32_t at, uint32_t index)
{
  e->to = at;
  e->entry = (uint16_t)(index & 0xFFFF);
  e->way = (uint16_t)(index >> 16);
}

/* The node of the other end of a pending end. */
static uint32_t node_of_pending(const as_link *e)
{
  return e->entry | (uint32_t)e->way << 16;
}

/* Flags in `entry` of an end until its other end is read, too. */
#define OUTGOING 1u
#define SYMMETRIC 2u /* equal to the reverse direction, which has the base and way */

/*
** Read an end. Its `to` is an id, `base` is NAN without an own cost, and `entry` has the flags above. Returns NULL, or
** what is wrong.
*/
static const char *read_end(loader *l, as_link *e, bool outgoing)
{
  astar_reader *r = l->r;
  uint64_t flags, terrain = 0;
  e->to = as_read32(r);
  e->base = NAN;
  e->way = 0;
  e->entry = outgoing ? OUTGOING : 0;
  if (!outgoing) return NULL;
  flags = as_read(r, 1);
  if (flags & AS_SAVED_SYMMETRIC) e->entry = OUTGOING | SYMMETRIC;
  if (flags & AS_SAVED_COST) {
    e->base = as_read_double(r);
    if (!(e->base >= 0 && e->base < INFINITY) || signbit(e->base))
      return "the cost of a link is not a finite number >= 0";
    e->way |= AS_WAY_COST;
  }
  if (flags & AS_SAVED_TERRAIN) {
    terrain = as_read(r, 2);
    if (terrain < 1 || terrain > l->g->units.terrains.count) return "the terrain of a link is unknown";
    e->way |= (uint16_t)terrain;
  }
  if (flags & AS_SAVED_ONEWAY) e->way |= AS_WAY_ONEWAY;
  return NULL;
}

/* Whether an outgoing end is a plain link between neighbouring cells, which astar_graph_link() makes a step instead. */
static bool is_step(const astar_graph *g, const as_link *e, const as_link *back)
{
  return g->cell_nodes.count > 0 && (e->entry & (OUTGOING | SYMMETRIC)) == OUTGOING && !(e->way & ~AS_WAY_ONEWAY) &&
         astar_grid_neighbours(g, g->layout->ids[back->to], g->layout->ids[e->to]);
}

/* Add an outgoing end to the ratios; false if out of memory. */
static bool count_end(astar_graph *g, const as_link *e, double bound)
{
  const bool own = as_has_ratio(g, e->way);
  const uint32_t terrain = as_end_terrain(g, e);
  if (!as_ratios_reserve(&g->ratios, &g->memory, terrain, own ? 1 : 0)) return false;
  as_ratios_count(&g->ratios, terrain, e->base, bound, own, true);
  g->own_terrains += (e->way & AS_WAY_TERRAIN) != 0;
  return true;
}

/* Complete a link of which both ends have been read, e at n and f at o. Returns NULL, or what is wrong. */
static const char *join(loader *l, const as_node *n, as_link *e, const as_node *o, as_link *f, astar_result *result)
{
  astar_graph *g = l->g;
  const bool e_outgoing = e->entry & OUTGOING, f_outgoing = f->entry & OUTGOING;
  const as_span span = as_span_of(g, n, o);
  const bool e_first = as_saved_before(g->layout->cells, g->layout->ids[f->to], g->layout->ids[e->to]);
  as_link *first = e_first ? e : f, *second = e_first ? f : e;
  const bool symmetric = second->entry & SYMMETRIC;
  if (!e_outgoing && !f_outgoing) return "a link that goes neither way";
  if (first->entry & SYMMETRIC || (symmetric && !(first->entry & OUTGOING))) return not_mutual;
  if (is_step(g, e, f) || is_step(g, f, e)) return "a link where the step between two cells belongs";
  if (isnan(e->base)) e->base = span.length;
  if (isnan(f->base)) f->base = span.length;
  if (!(second->entry & OUTGOING) || symmetric) {
    second->base = first->base;
    second->way = first->way;
  } else if (!(first->entry & OUTGOING)) {
    first->base = second->base;
    first->way = second->way;
  } else if (first->base == second->base && first->way == second->way) {
    return "a link is written twice, once for each direction";
  }
  e->entry = as_node_entry(o);
  f->entry = as_node_entry(n);
  as_update_back(e, e_outgoing, f, f_outgoing);
  if ((e_outgoing && !count_end(g, e, span.bound)) || (f_outgoing && !count_end(g, f, span.bound)))
    *result = ASTAR_NO_MEMORY;
  return NULL;
}

/* Read the ends of a node, then convert ids to indices; in two loops, to prefetch. Returns NULL, or what is wrong. */
static const char *read_ends(loader *l, const as_node *n, uint32_t index)
{
  const as_layout *layout = l->g->layout;
  as_link *ends = as_ends(l->g, n), *e;
  for (e = ends; e < ends + n->all; e++) {
    const char *wrong = read_end(l, e, e < ends + n->out);
    if (wrong) return wrong;
    if (e->to - 1 - layout->cells < layout->waypoints) AS_PREFETCH(&layout->slots[e->to - 1 - layout->cells]);
  }
  for (e = ends; e < ends + n->all; e++) {
    e->to = as_index(l->g, e->to);
    if (e->to == AS_NO_SLOT || e->to == index) return "a link to no other node";
    as_fetch_node(&l->g->nodes[e->to]);
    AS_PREFETCH(&l->states[e->to]);
  }
  return NULL;
}

/* Join an end with its other end, if that was read before; else store it as pending. Returns NULL, or what is wrong. */
static const char *load_end(loader *l, uint32_t index, as_link *e, uint32_t *matched, astar_result *result)
{
  astar_graph *g = l->g;
  const as_node *n = &g->nodes[index], *o = &g->nodes[e->to];
  node_state *other = &l->states[e->to];
  if (!(o->flags & AS_NODE_ALIVE)) return "a link to no other node";
  if (other->other_at != NONE) {
    as_link *f = &g->links.list[other->other_at];
    other->other_at = NONE;
    ++*matched;
    return join(l, n, e, o, f, result);
  }
  if (e->to < index || other->pending >= o->all) return not_mutual;
  /* A pending end of this node there would be the last one. */
  if (other->pending > 0 && node_of_pending(as_ends(g, o) + other->pending - 1) == index)
    return "two links to the same node";
  store_pending(as_ends(g, o) + other->pending++, (uint32_t)(e - g->links.list), index);
  return NULL;
}

static astar_result load_ends(loader *l, uint32_t index)
{
  const as_node *n = &l->g->nodes[index];
  as_link *ends = as_ends(l->g, n);
  const uint32_t pending = l->states[index].pending;
  uint32_t matched = 0, i;
  const char *wrong;
  astar_result result = ASTAR_OK;
  l->r->at = l->states[index].ends_at;
  for (i = 0; i < pending; i++) l->states[node_of_pending(&ends[i])].other_at = ends[i].to;
  wrong = read_ends(l, n, index);
  for (i = 0; i < n->all && !wrong && result == ASTAR_OK; i++) wrong = load_end(l, index, &ends[i], &matched, &result);
  if (!wrong && result == ASTAR_OK && matched != pending) wrong = not_mutual;
  if (!wrong) return result;
  (void)as_refuse_at(l->r, "node", l->g->layout->ids[index], wrong);
  return ASTAR_MALFORMED;
}

static astar_result load_blocks(loader *l)
{
  const size_t end = l->r->at;
  astar_result result = make_blocks(l);
  uint32_t i;
  for (i = 0; i < l->count && result == ASTAR_OK; i++) {
    if (i + AHEAD < l->count) {
      AS_PREFETCH(l->r->bytes + l->states[i + AHEAD].ends_at);
      AS_PREFETCH(l->r->bytes + l->states[i + AHEAD].ends_at + 64);
    }
    if (l->g->nodes[i].flags & AS_NODE_ALIVE) result = load_ends(l, i);
  }
  for (i = 0; i < l->count && result == ASTAR_OK; i++) {
    if (as_is_hub(&l->g->nodes[i])) as_hub_index(&l->g->links, &l->g->nodes[i]);
  }
  for (i = 0; i < l->count && result == ASTAR_OK; i++) {
    if (l->g->nodes[i].flags & AS_NODE_ALIVE) as_drop_cell_node(l->g, i);
  }
  l->r->at = end;
  return result;
}

static astar_result load_links(loader *l)
{
  as_memory *m = &l->g->memory;
  astar_result result;
  uint32_t i;
  l->count = l->g->layout->count;
  if (l->count == 0) return ASTAR_OK;
  l->states = as_new(m, l->count, node_state);
  if (!l->states) return ASTAR_NO_MEMORY;
  for (i = 0; i < l->count; i++) {
    l->states[i].ends_at = 0;
    l->states[i].pending = 0;
    l->states[i].other_at = NONE;
  }
  result = measure_nodes(l) ? load_blocks(l) : ASTAR_MALFORMED;
  as_free(m, l->states, l->count, node_state);
  return result;
}

/* ---- Layers ---- */

/* Read the values of a layer: at least a bit for each id is left to read where a number for each is allocated. */
static astar_result load_values(astar_graph *g, astar_reader *r, uint32_t number, as_layer *layer)
{
  const uint64_t bytes = ((uint64_t)astar_graph_last_id(g) + 7) / 8;
  const unsigned char *bits = r->bytes + r->at;
  uint64_t i;
  if (!as_left(r, bytes, 1)) return as_malformed_at(r, "layer", number, "it is cut off");
  r->at += (size_t)bytes;
  for (i = 0; i < 8 * bytes; i++) {
    const astar_id id = (astar_id)(i + 1);
    uint32_t slot;
    double value;
    if (!(bits[i / 8] >> i % 8 & 1)) continue;
    if (!astar_graph_has(g, id, NULL)) return as_malformed_at(r, "layer", number, "it has a value of no node");
    value = as_read_double(r);
    if (r->failed) return as_malformed_at(r, "layer", number, "it is cut off");
    if (!(value > 0 && value < INFINITY))
      return as_malformed_at(r, "layer", number, "a value is not a finite number > 0");
    slot = as_slot(g->layout, id);
    if (!as_layer_reserve(layer, &g->memory, as_slots(g->layout), slot, 1)) return ASTAR_NO_MEMORY;
    as_layer_put(layer, slot, value);
  }
  return layer->used > 0 ? ASTAR_OK : as_malformed_at(r, "layer", number, "it should have values, but has none");
}

static astar_result load_layers(astar_graph *g, astar_reader *r)
{
  const uint32_t count = as_read32(r);
  uint32_t i;
  if (count == 0 || !as_left(r, count, 9)) return as_malformed(r, "the number of layers is 0 or too large");
  for (i = 0; i < count; i++) {
    size_t length;
    const char *name = astar_read_bytes(r, &length);
    const uint64_t filled = as_read(r, 1);
    astar_layer layer;
    if (r->failed || filled > 1) return as_malformed_at(r, "layer", i + 1, "it is cut off");
    if (!as_layers_get(&g->layers, &g->memory, name, length, &layer)) return ASTAR_NO_MEMORY;
    if (layer != i + 1) return as_malformed_at(r, "layer", i + 1, "another layer has the same name");
    if (filled) {
      const astar_result result = load_values(g, r, i + 1, as_layer_of(&g->layers, layer));
      if (result != ASTAR_OK) return result;
    }
  }
  return ASTAR_OK;
}

/* ---- All of it ---- */

static astar_result load_all(loader *l)
{
  astar_graph *g = l->g;
  astar_result result = load_terrains(l);
  if (result == ASTAR_OK) result = load_units(g, l->r);
  if (result == ASTAR_OK && g->grid) result = load_cells(g, l->r);
  if (result == ASTAR_OK) result = load_nodes(l);
  if (result == ASTAR_OK) result = load_cell_nodes(l);
  if (result == ASTAR_OK) result = astar_graph_optimize(g);
  if (result == ASTAR_OK) result = load_links(l);
  if (result == ASTAR_OK && l->layers) result = load_layers(g, l->r);
  if (result == ASTAR_OK && l->r->failed) result = as_malformed(l->r, "something is missing at the end");
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
    return as_malformed(r, "not a graph");
  }
  if (result != ASTAR_OK) return result;
  l.r = r;
  result = load_all(&l);
  if (result == ASTAR_OK) *graph = l.g;
  else astar_graph_destroy(l.g);
  return result;
}
