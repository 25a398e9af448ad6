/* save.c: writes spaces in the format of saved.h. Takes no memory. */
#include "graph/node.h"
#include "grid/grid.h"
#include "io/saved.h"
#include "plane/plane.h"

/* ---- Terrains and units ---- */

static void save_name(astar_writer *w, const as_names *names, uint32_t i)
{
  astar_write_bytes(w, names->list[i].bytes, names->list[i].length);
}

static void save_terrains(astar_writer *w, const as_names *names, bool layers)
{
  uint32_t i;
  as_write(w, (names->count - 1) | (layers ? AS_SAVED_LAYERS : 0), 4);
  for (i = 1; i < names->count; i++) save_name(w, names, i);
}

static void save_units(astar_writer *w, const as_units *u)
{
  uint32_t i, t, largest = 1;
  for (i = 1; i < u->count; i++) {
    if (u->list[i].size > largest) largest = u->list[i].size;
  }
  as_write(w, u->names.count | (largest > 1 ? AS_SAVED_SIZES : 0), 4);
  for (i = 0; i < u->names.count; i++) {
    const as_unit *unit = &u->list[i + 1];
    const double *listed = as_units_listed(u, i + 1);
    astar_write_bytes(w, u->names.list[i].bytes, u->names.list[i].length);
    as_write_double(w, unit->climb);
    as_write_double(w, unit->drop);
    if (largest > 1) as_write(w, unit->size, 4);
    for (t = 1; t <= u->terrains.count; t++) as_write_double(w, listed[t]);
  }
}

/* ---- Cells ---- */

static void save_definition(astar_writer *w, const as_grid *grid)
{
  const astar_grid_def *def = &grid->def;
  uint32_t i;
  as_write(w, def->width, 4);
  as_write(w, def->height, 4);
  as_write(w, (uint64_t)def->shape, 1);
  as_write(w, (def->straight ? AS_SAVED_STRAIGHT : 0) | (def->drawn ? AS_SAVED_DRAWN : 0) |
                  (def->wrap_x ? AS_SAVED_WRAP_X : 0) | (def->wrap_y ? AS_SAVED_WRAP_Y : 0) |
                  (isnan(def->step) ? 0 : AS_SAVED_STEP) | (def->levels > 1 ? AS_SAVED_LEVELS : 0), 1);
  as_write(w, (uint64_t)def->corners, 1);
  as_write_double(w, def->diagonal);
  for (i = 0; i < 2; i++) as_write_double(w, def->cell[i]);
  for (i = 0; i < 3; i++) as_write_double(w, def->origin[i]);
  if (!isnan(def->step)) as_write_double(w, def->step);
  if (def->levels == 1) return;
  as_write(w, def->levels, 4);
  as_write_double(w, grid->level_height);
}

static uint32_t saved_cell(const as_grid *grid, uint32_t cell)
{
  return as_grid_terrain(grid, cell) | (as_grid_blocked(grid, cell) ? AS_SAVED_BLOCKED_CELL : 0);
}

/* The terrains and entries of cells that are saved as one run at most: they are adjacent in memory. */
typedef struct row {
  const uint16_t *terrain, *entry;
} row;

static AS_INLINE row row_at(const as_grid *grid, uint32_t first)
{
  row r;
  r.terrain = as_grid_terrain_place(grid, first);
  r.entry = as_grid_entry_place(grid, first);
  return r;
}

/* Whether a cell of a row is saved as the one before it. */
static AS_INLINE bool repeats(const row *r, uint32_t i)
{
  return (((r->terrain[i] ^ r->terrain[i - 1]) & AS_CELL_TERRAIN) | (r->entry[i] ^ r->entry[i - 1])) == 0;
}

/* Whether all `count` cells of a row certainly are. */
static bool is_one_run(const row *r, uint32_t count)
{
  return as_same_entries(r->terrain, count) && as_same_entries(r->entry, count);
}

/* The end of the block of up to AS_SAVED_RUN cells that begins with one. No run leads over it. */
static uint32_t end_of_runs(const as_grid *grid, uint32_t first)
{
  return grid->count - first < AS_SAVED_RUN ? grid->count : first + AS_SAVED_RUN;
}

/* How the AS_SAVED_RUN cells from one on are saved, if that is known without reading them; else 0. */
static AS_INLINE uint32_t saved_run(const as_grid *grid, uint32_t first)
{
  const uint8_t run = grid->runs[first >> AS_RUN_BITS];
  return run == 0 ? ASTAR_DEFAULT_TERRAIN : run == AS_RUN_CELLS ? ASTAR_DEFAULT_TERRAIN | AS_SAVED_BLOCKED_CELL : 0;
}

/* The number of runs; or, if they would take more than half the bytes of the cells, 0. */
static uint32_t count_runs(const as_grid *grid)
{
  uint64_t runs = 0;
  uint32_t first, last, i;
  for (first = 0; first < grid->count; first = last) {
    const row r = row_at(grid, first);
    last = end_of_runs(grid, first);
    runs++;
    if (saved_run(grid, first) || is_one_run(&r, last - first)) continue;
    for (i = 1; i < last - first; i++) runs += !repeats(&r, i);
    if (3 * runs > grid->count) break;
  }
  return 3 * runs > grid->count ? 0 : (uint32_t)runs;
}

/* Save the cells from `first` to `end`, exclusive. */
static void save_runs(astar_writer *w, const as_grid *grid, uint32_t first, uint32_t end)
{
  uint32_t last, from, to;
  for (; first < end; first = last) {
    const uint32_t known = saved_run(grid, first);
    const row r = row_at(grid, first);
    last = end_of_runs(grid, first);
    if (known) as_write(w, (last - first - 1) | known << 8, 3);
    for (from = known ? last : first; from < last; from = to) {
      to = from == first && is_one_run(&r, last - first) ? last : from + 1;
      while (to < last && repeats(&r, to - first)) to++;
      as_write(w, (to - from - 1) | saved_cell(grid, from) << 8, 3);
    }
  }
}

static uint32_t saved_steps(const as_grid *grid, uint32_t cell)
{
  return as_grid_closed_steps(grid, cell) & ~(uint32_t)as_grid_edges(grid, as_grid_row(grid, cell));
}

static void save_closed(astar_writer *w, const as_grid *grid, uint32_t first, uint32_t end)
{
  uint32_t cell;
  for (cell = first; cell < end; cell++) as_write(w, saved_steps(grid, cell), 1);
}

/* In what the cells of a run of AS_RUN_CELLS, which is `count` cells long, differ from those of a new grid. */
static uint32_t flags_of_run(const as_grid *grid, uint32_t first, uint32_t count)
{
  const bool floors = grid->def.levels > 1;
  const uint8_t *closed = as_grid_closed_place(grid, first);
  const row r = row_at(grid, first);
  uint32_t drawn = 0, steps = 0, i;
  for (i = 0; i < count; i++) {
    drawn |= (r.entry[i] ^ ASTAR_DEFAULT_TERRAIN) | ((r.terrain[i] & AS_CELL_TERRAIN) ^ ASTAR_DEFAULT_TERRAIN);
    steps |= floors ? saved_steps(grid, first + i) : closed[i];
  }
  return (drawn ? AS_SAVED_RUNS : 0) | (steps ? AS_SAVED_CLOSED : 0);
}

/* The same of a block, from `first` to `end`, exclusive. */
static uint32_t flags_of_block(const as_grid *grid, uint32_t first, uint32_t end)
{
  uint32_t flags = 0, run;
  for (run = first; run < end; run += AS_RUN_CELLS) {
    if (grid->runs[run >> AS_RUN_BITS] != 0)
      flags |= flags_of_run(grid, run, end - run < AS_RUN_CELLS ? end - run : AS_RUN_CELLS);
  }
  return flags;
}

static void save_blocks(astar_writer *w, const as_grid *grid)
{
  uint32_t first, end;
  for (first = 0; first < grid->count; first = end) {
    uint32_t flags;
    end = grid->count - first < AS_SAVED_BLOCK ? grid->count : first + AS_SAVED_BLOCK;
    flags = flags_of_block(grid, first, end);
    as_write(w, flags, 1);
    if (flags & AS_SAVED_RUNS) save_runs(w, grid, first, end);
    if (flags & AS_SAVED_CLOSED) save_closed(w, grid, first, end);
  }
}

static void save_cells(astar_writer *w, const as_grid *grid)
{
  const bool blocks = grid->count > AS_SAVED_GIANT, closed = !blocks && grid->walled_cells > 0;
  const uint32_t runs = blocks ? 0 : count_runs(grid);
  uint32_t cell;
  as_write(w, (closed ? AS_SAVED_CLOSED : 0) | (grid->heights ? AS_SAVED_HEIGHTS : 0) |
                  (runs > 0 ? AS_SAVED_RUNS : 0) | (blocks ? AS_SAVED_BLOCKS : 0), 1);
  if (blocks) save_blocks(w, grid);
  else if (runs > 0 && w->capacity == 0) w->size += 3 * (size_t)runs;
  else if (runs > 0) save_runs(w, grid, 0, grid->count);
  for (cell = 0; cell < grid->count && runs == 0 && !blocks; cell++) as_write(w, saved_cell(grid, cell), 2);
  if (closed) save_closed(w, grid, 0, grid->count);
  for (cell = 0; cell < grid->count && grid->heights; cell++) as_write_double(w, grid->heights[cell]);
}

/* ---- Nodes ---- */

/* Whether an id is out of generations: never reused here, but free after loading, where generations begin anew. */
static bool is_exhausted(const as_node *n)
{
  return !(n->flags & AS_NODE_ALIVE) && n->generation == UINT32_MAX;
}

static void save_free_ids(astar_writer *w, const astar_graph *g)
{
  const as_layout *l = g->layout;
  uint32_t left = l->waypoints - g->alive, i; /* free ids that have not been written */
  astar_id id;
  as_write(w, left, 4);
  if (g->next_id != ASTAR_NO_ID) {
    as_write(w, g->next_id, 4);
    left--;
  }
  for (id = g->free_first; id != ASTAR_NO_ID; id = g->nodes[as_index(g, id)].next) {
    if (is_exhausted(&g->nodes[as_index(g, id)])) continue;
    as_write(w, id, 4);
    left--;
  }
  for (i = 0; left > 0; i++) {
    if (!is_exhausted(as_waypoint(g, i))) continue;
    as_write(w, l->cells + i + 1, 4);
    left--;
  }
}

#define AHEAD 8u /* how many nodes ahead to prefetch: in the order of ids they are scattered in memory */

static void save_nodes(astar_writer *w, const astar_graph *g)
{
  uint32_t i, k;
  as_write(w, g->layout->waypoints, 4);
  save_free_ids(w, g);
  if (w->capacity == 0) w->size += AS_SAVED_NODE * (size_t)g->alive;
  for (i = 0; i < g->layout->waypoints && w->capacity > 0; i++) {
    as_node *n = as_waypoint(g, i);
    as_fetch_waypoint(g, i + AHEAD);
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    as_tidy(g, n);
    as_write(w, n->flags & AS_NODE_BLOCKED ? 1 : 0, 1);
    as_write(w, n->terrain, 2);
    for (k = 0; k < 3; k++) as_write_double(w, n->position[k]);
    as_write(w, n->out, 4);
    as_write(w, n->all, 4);
  }
}

static void save_cell_nodes(astar_writer *w, const astar_graph *g)
{
  uint32_t cell;
  as_write(w, g->cell_nodes.count, 4);
  for (cell = 0; (cell = as_next_cell_node(g, cell)) < g->layout->cells; cell++) {
    as_node *n = as_node_of(g, cell + 1);
    as_tidy(g, n);
    as_write(w, cell + 1, 4);
    as_write(w, n->out, 4);
    as_write(w, n->all, 4);
  }
}

/* ---- Ends of links ---- */

static void save_ends(astar_writer *w, const astar_graph *g, astar_id id, const as_node *n)
{
  const as_link *e = as_ends(g, n);
  uint32_t i;
  for (i = 0; i < n->all; i++, e++) {
    const astar_id to = g->layout->ids[e->to];
    const uint32_t terrain = e->way & AS_WAY_TERRAIN;
    unsigned flags = 0;
    as_write(w, to, 4);
    if (i >= n->out) continue;
    if (as_link_symmetric(e) && as_saved_before(g->layout->cells, to, id)) {
      as_write(w, AS_SAVED_SYMMETRIC, 1);
      continue;
    }
    if (e->way & AS_WAY_COST) flags |= AS_SAVED_COST;
    if (terrain) flags |= AS_SAVED_TERRAIN;
    if (e->way & AS_WAY_ONEWAY) flags |= AS_SAVED_ONEWAY;
    as_write(w, flags, 1);
    if (flags & AS_SAVED_COST) as_write_double(w, e->base);
    if (flags & AS_SAVED_TERRAIN) as_write(w, terrain, 2);
  }
}

/* For save_links() at waypoint i: prefetch in three stages a later node, its ends, and the ids that these lead to. */
static AS_INLINE void fetch(const astar_graph *g, uint32_t i)
{
  const as_layout *l = g->layout;
  uint32_t k;
  as_fetch_waypoint(g, i + 3 * AHEAD);
  if (i + 2 * AHEAD < l->waypoints) {
    const as_node *n = as_waypoint(g, i + 2 * AHEAD);
    for (k = 0; k < n->all && k < 16; k += 4) AS_PREFETCH(as_ends(g, n) + k);
  }
  if (i + AHEAD < l->waypoints) {
    const as_node *n = as_waypoint(g, i + AHEAD);
    for (k = 0; k < n->all && k < 16; k++) AS_PREFETCH(&l->ids[as_ends(g, n)[k].to]);
  }
}

/* As save_links(), but only count the bytes, in memory order: it does not matter which end of a link comes first. */
static void count_links(astar_writer *w, const astar_graph *g)
{
  uint32_t i, k;
  for (i = 0; i < g->layout->count; i++) {
    as_node *n = &g->nodes[i];
    const as_link *e = as_ends(g, n);
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    as_tidy(g, n);
    w->size += 4 * (size_t)n->all + n->out;
    for (k = 0; k < n->out; k++, e++) {
      if (as_link_symmetric(e) && e->to < i) continue;
      if (e->way & AS_WAY_COST) w->size += 8;
      if (e->way & AS_WAY_TERRAIN) w->size += 2;
    }
  }
}

static void save_links(astar_writer *w, const astar_graph *g)
{
  const uint32_t cells = g->layout->cells;
  uint32_t i;
  for (i = 0; i < g->layout->waypoints; i++) {
    const as_node *n = as_waypoint(g, i);
    fetch(g, i);
    if (n->flags & AS_NODE_ALIVE) save_ends(w, g, cells + i + 1, n);
  }
  for (i = 0; (i = as_next_cell_node(g, i)) < cells; i++) save_ends(w, g, i + 1, as_node_of(g, i + 1));
}

/* ---- Layers ---- */

/* AS_LAYER_PAGE if a page of cells without values begins at an index, else 0. */
static uint32_t blank_ids(const astar_graph *g, const as_layer *layer, uint32_t index)
{
  const uint32_t cells = g->layout->cells;
  if (index % AS_LAYER_PAGE != 0 || index >= cells || cells - index < AS_LAYER_PAGE) return 0;
  return as_layer_is_blank(layer, index) ? AS_LAYER_PAGE : 0;
}

static void save_values(astar_writer *w, const astar_graph *g, const as_layer *layer)
{
  const uint32_t ids = astar_graph_last_id(g);
  uint64_t bits = 0;
  uint32_t i, blank;
  if (w->capacity == 0) {
    w->size += ((size_t)ids + 7) / 8 + sizeof(double) * (size_t)layer->used;
    return;
  }
  for (i = 0; i < ids; i++) {
    while ((blank = blank_ids(g, layer, i)) > 0) {
      for (; blank > 0; blank -= 64, i += 64) as_write(w, 0, 8);
    }
    if (i >= ids) break;
    if (as_layer_value(layer, as_slot(g->layout, i + 1)) != 0) bits |= 1u << i % 8;
    if (i % 8 != 7 && i + 1 < ids) continue;
    as_write(w, bits, 1);
    bits = 0;
  }
  for (i = 0; i < ids; i++) {
    while ((blank = blank_ids(g, layer, i)) > 0) i += blank;
    if (i >= ids) break;
    const double value = as_layer_value(layer, as_slot(g->layout, i + 1));
    if (value != 0) as_write_double(w, value);
  }
}

static void save_layers(astar_writer *w, const astar_graph *g)
{
  const as_names *names = &g->layers.names;
  uint32_t i;
  as_write(w, names->count, 4);
  for (i = 0; i < names->count; i++) {
    const as_layer *layer = as_layer_of(&g->layers, i + 1);
    save_name(w, names, i);
    as_write(w, layer->used > 0 ? 1 : 0, 1);
    if (layer->used > 0) save_values(w, g, layer);
  }
}

void astar_save_graph(const astar_graph *g, astar_writer *w)
{
  const bool layers = g->layers.names.count > 0;
  as_save_begin(w, g->grid ? ASTAR_SAVED_GRID : ASTAR_SAVED_GRAPH);
  if (g->grid) save_definition(w, g->grid);
  save_terrains(w, &g->units.terrains, layers);
  save_units(w, &g->units);
  if (g->grid) save_cells(w, g->grid);
  save_nodes(w, g);
  if (g->grid) save_cell_nodes(w, g);
  if (w->capacity > 0) save_links(w, g);
  else count_links(w, g);
  if (layers) save_layers(w, g);
}

/* ---- Planes ---- */

static void save_outline(astar_writer *w, const as_outlines *o, uint32_t outline)
{
  uint32_t count;
  const double *xy = as_outline_corners(o, outline, &count), *end = xy + 2 * (size_t)count;
  as_write(w, count, 4);
  while (xy < end) as_write_double(w, *xy++);
}

static void save_plane_links(const as_plane_links *links, astar_writer *w)
{
  uint32_t i, k;
  as_write(w, links->count, 4);
  as_write(w, links->count - links->live_count, 4);
  for (i = links->free; i != UINT32_MAX; i = links->list[i].next) as_write(w, i + 1, 4);
  for (i = 0; i < links->count; i++) {
    const astar_link_def *def = &links->list[i].def;
    if (!as_plane_link_is_live(&links->list[i])) continue;
    as_write(w, def->oneway, 1);
    for (k = 0; k < 2; k++) as_write_double(w, def->from[k]);
    for (k = 0; k < 2; k++) as_write_double(w, def->to[k]);
    as_write_double(w, def->cost);
  }
}

void astar_save_plane(const astar_plane *p, astar_writer *w)
{
  uint32_t i, k;
  as_save_begin(w, ASTAR_SAVED_PLANE);
  if (p->bounds.count > 0) save_outline(w, &p->bounds, 0);
  else as_write(w, 0, 4);
  as_write(w, p->obstacle_count | (p->links.count > 0 ? AS_SAVED_LINKS : 0), 4);
  as_write(w, p->obstacle_count - p->live_count, 4);
  for (i = p->free_obstacle; i != UINT32_MAX; i = p->obstacles[i].next) as_write(w, i + 1, 4);
  for (i = 0; i < p->obstacle_count; i++) {
    const as_obstacle *o = &p->obstacles[i];
    if (o->generation % 2 == 0) continue;
    as_write(w, o->outlines.count, 4);
    for (k = 0; k < o->outlines.count; k++) save_outline(w, &o->outlines, k);
  }
  if (p->links.count > 0) save_plane_links(&p->links, w);
}
