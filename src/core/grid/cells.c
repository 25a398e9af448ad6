/*
** cells.c: the public functions of grids, and the as_cell_ops through which a graph accesses its cells (see
** graph/cells.h). Ids of cells count from 1, cells from 0.
*/
#include "graph/edge.h"
#include "graph/graph.h"
#include "grid/bitmap.h"
#include "grid/grid_components.h"
#include "grid/footprint.h"
#include "grid/step_map.h"

/* ---- Properties of cells ---- */

static astar_tile cell_tile(const as_grid *grid, uint32_t cell)
{
  astar_tile tile;
  tile.terrain = as_grid_terrain(grid, cell);
  tile.blocked = as_grid_blocked(grid, cell);
  tile.z = as_grid_height(grid, cell);
  return tile;
}

/* Update the bitmaps and parts after the entry of a cell has changed. */
static AS_NOINLINE void update_sets(as_grid *grid, uint32_t cell)
{
  if (grid->bitmap_count > 0) as_bitmaps_update(grid, cell);
  if (grid->parts.sets)
    as_parts_change(&grid->parts, as_grid_col(grid, cell), as_grid_row(grid, cell), as_grid_entry(grid, cell));
}

static void set_cell(as_grid *grid, uint32_t cell, astar_terrain terrain, bool blocked)
{
  const uint32_t before = as_grid_entry(grid, cell);
  as_grid_set(grid, cell, terrain, blocked);
  if (!grid->derived) return;
  update_sets(grid, cell);
  if (grid->step_map_count > 0) as_step_maps_change(grid, cell, before);
  if (grid->footprint_count > 0) as_footprint_change(grid, cell, before);
}

/* Update the step maps after a height or a closed step of a cell has changed. */
static void update_steps(as_grid *grid, uint32_t cell)
{
  if (grid->step_map_count > 0) as_step_maps_update(grid, as_grid_col(grid, cell), as_grid_row(grid, cell), 1, 1);
}

static void set_height(as_grid *grid, uint32_t cell, double z)
{
  grid->heights[cell] = z;
  update_steps(grid, cell);
  as_footprint_tilt(grid, cell);
}

static bool reserve_heights(as_grid *grid)
{
  if (!as_grid_reserve_heights(grid)) return false;
  as_footprint_raise(grid);
  return true;
}

/* Make room for edits of a cell and of the steps from and to it. */
static bool reserve_around(as_grid *grid, uint32_t cell)
{
  uint32_t to, d;
  if (!grid->pages) return true;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    if (!as_grid_reserve(grid, to, 1)) return false;
  }
  return as_grid_reserve(grid, cell, 1);
}

/* ---- Steps ---- */

static as_step find_step(const as_grid *grid, uint32_t from, uint32_t to)
{
  uint32_t direction = as_grid_direction(grid, from, to);
  if (direction == AS_DIRECTIONS) return AS_NO_STEP;
  return as_grid_closed(grid, from, direction) ? AS_STEP_CLOSED : AS_STEP_OPEN;
}

static bool set_step(as_grid *grid, uint32_t from, uint32_t to, bool open)
{
  uint32_t direction = as_grid_direction(grid, from, to);
  if (direction == AS_DIRECTIONS || as_grid_closed(grid, from, direction) != open) return false;
  as_grid_set_closed(grid, from, direction, !open);
  update_steps(grid, from);
  if (grid->footprint_count > 0) as_footprint_update(grid, as_grid_col(grid, from), as_grid_row(grid, from), 1, 1);
  return true;
}

static bool isolate_cell(as_grid *grid, uint32_t cell)
{
  bool changed = false;
  uint32_t to, d;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    changed = set_step(grid, cell, to, false) || changed;
    changed = set_step(grid, to, cell, false) || changed;
  }
  return changed;
}

static uint32_t list_steps(const as_grid *grid, uint32_t cell, uint32_t index, astar_link *step)
{
  uint32_t count = 0, to, d;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    if (as_grid_closed(grid, cell, d) || count++ != index) continue;
    step->to = to + 1;
    step->cost = as_grid_step_length(grid, cell, to, d);
  }
  return count;
}

/* ---- Links ---- */

/* Grid coordinates of a cell (exact) or, for AS_NO_SLOT, of a world position. */
static void locate(const as_grid *grid, uint32_t cell, const double xyz[3], double uvz[3])
{
  if (cell == AS_NO_SLOT) as_grid_coordinates(grid, xyz, uvz);
  else as_grid_cell_coordinates(grid, cell, uvz);
  uvz[2] = xyz[2];
}

static as_span find_span(const as_grid *grid, uint32_t from, const double a[3], uint32_t to, const double b[3])
{
  double p[3], q[3];
  as_span s;
  locate(grid, from, a, p);
  locate(grid, to, b, q);
  s.length = as_grid_distance(grid, p, q);
  s.bound = as_grid_metric(grid, p, q);
  if (from != AS_NO_SLOT && to != AS_NO_SLOT) {
    /* Between neighbours it is the length of the step, since astar_grid_def.diagonal may be any length. */
    uint32_t direction = as_grid_direction(grid, from, to);
    if (direction < AS_DIRECTIONS) s.length = as_length(grid->steps[direction], 0, (p[2] - q[2]) * grid->rise);
  }
  return s;
}

static void mark_node(as_grid *grid, uint32_t cell)
{
  *as_grid_terrain_place(grid, cell) |= AS_CELL_NODE;
}

static void unmark_node(as_grid *grid, uint32_t cell)
{
  *as_grid_terrain_place(grid, cell) &= (uint16_t)~AS_CELL_NODE;
}

static uint32_t largest_square(const as_grid *grid)
{
  return grid->width < grid->rows ? grid->width : grid->rows;
}

/* ---- The interface ---- */

static void destroy(as_grid *grid)
{
  as_bitmaps_free(grid);
  as_step_maps_free(grid);
  as_footprint_free(grid);
  as_grid_free(grid);
  as_free(grid->memory, grid, 1, as_grid);
}

static void validate(const as_grid *grid)
{
  as_grid_validate(grid);
  as_bitmaps_validate(grid);
  as_step_maps_validate(grid);
  as_footprint_validate(grid);
}

static size_t derived_memory(const as_grid *grid)
{
  return as_bitmaps_memory(grid) + as_step_maps_memory(grid) + as_footprint_memory(grid);
}

static const as_cell_ops cell_ops = {
  .destroy = destroy,
  .memory = derived_memory,
  .validate = validate,
  .create_components = as_grid_components_create,
  .position = as_grid_cell_world,
  .tile = cell_tile,
  .reserve = as_grid_reserve,
  .reserve_around = reserve_around,
  .set = set_cell,
  .set_height = set_height,
  .reserve_terrains = as_grid_reserve_terrains,
  .reserve_heights = reserve_heights,
  .step = find_step,
  .set_step = set_step,
  .isolate = isolate_cell,
  .steps = list_steps,
  .span = find_span,
  .mark_node = mark_node,
  .unmark_node = unmark_node,
  .next_node = as_grid_next_node,
  .largest_square = largest_square,
  .near = as_near_cells,
};

astar_result astar_grid_create(astar_alloc alloc, void *context, const astar_grid_def *def, astar_graph **grid)
{
  astar_graph *g;
  const uint64_t floor = (uint64_t)def->width * def->height;
  if (floor > UINT32_MAX - 1 || floor * def->levels > UINT32_MAX - 1) return ASTAR_FULL;
  g = as_graph_create(alloc, context, (uint32_t)floor * def->levels);
  if (!g) return ASTAR_NO_MEMORY;
  g->grid = as_new(&g->memory, 1, as_grid);
  if (g->grid) g->cell_ops = &cell_ops;
  if (!g->grid || !as_grid_init(g->grid, &g->memory, def)) {
    astar_graph_destroy(g);
    return ASTAR_NO_MEMORY;
  }
  *grid = g;
  return ASTAR_OK;
}

/* ---- Reading ---- */

bool astar_grid_get(const astar_graph *g, astar_grid_def *def)
{
  if (g->grid) *def = g->grid->def;
  return g->grid != NULL;
}

uint32_t astar_grid_count(const astar_graph *g)
{
  return g->layout->cells;
}

static bool has_level(const astar_graph *g, uint32_t level)
{
  return g->grid && level - 1 < g->grid->def.levels;
}

astar_id astar_grid_cell(const astar_graph *g, uint32_t col, uint32_t row, uint32_t level)
{
  const as_grid *grid = g->grid;
  if (!has_level(g, level) || col - 1 >= grid->width || row - 1 >= grid->rows) return ASTAR_NO_ID;
  return as_grid_index(grid, col - 1, (level - 1) * grid->rows + row - 1) + 1;
}

astar_id astar_grid_at(const astar_graph *g, double x, double y, uint32_t level)
{
  as_grid copy;
  /* AS_NO_SLOT + 1 is ASTAR_NO_ID. */
  return has_level(g, level) ? as_grid_at(as_grid_on(g->grid, level - 1, &copy), x, y) + 1 : ASTAR_NO_ID;
}

bool astar_grid_place(const astar_graph *g, astar_id id, uint32_t *col, uint32_t *row, uint32_t *level)
{
  uint32_t at[2];
  if (!as_is_cell(g, id)) return false;
  as_grid_place(g->grid, id - 1, at);
  *col = at[0] + 1;
  *row = as_grid_floor_row(g->grid, at[1]) + 1;
  *level = as_grid_floor(g->grid, at[1]) + 1;
  return true;
}

astar_tile astar_grid_tile(const astar_graph *g, astar_id cell)
{
  astar_assert(as_is_cell(g, cell));
  return cell_tile(g->grid, cell - 1);
}

uint32_t astar_grid_outline(const astar_graph *g, astar_id cell, double corners[2 * ASTAR_MOST_CORNERS])
{
  astar_assert(as_is_cell(g, cell));
  return as_grid_outline(g->grid, cell - 1, corners);
}

bool astar_grid_neighbours(const astar_graph *g, astar_id a, astar_id b)
{
  return as_is_cell(g, a) && as_is_cell(g, b) && find_step(g->grid, a - 1, b - 1) != AS_NO_STEP;
}

bool astar_grid_next_wall(const astar_graph *g, astar_id *a, astar_id *b)
{
  uint32_t cell = *a == ASTAR_NO_ID ? 0 : *a - 1, after = *a == ASTAR_NO_ID ? 0 : *b - 1;
  if (!g->grid) return false;
  for (; cell < g->grid->count; after = ++cell) {
    uint32_t to;
    if (after <= cell) after = cell = as_grid_skip_open(g->grid, cell);
    to = cell < g->grid->count ? as_grid_next_wall(g->grid, cell, after) : AS_NO_SLOT;
    if (to == AS_NO_SLOT) continue;
    *a = cell + 1;
    *b = to + 1;
    return true;
  }
  return false;
}

/* ---- Edits ---- */

/* A rectangle of cells: columns and rows over all floors, from 0; `right` and `bottom` are exclusive. */
typedef struct rectangle {
  uint32_t left, top, right, bottom;
} rectangle;

/* Clip a rectangle on a level to the map. It is empty if nothing is left. */
static rectangle clip(const as_grid *grid, uint32_t col, uint32_t row, uint32_t width, uint32_t height, uint32_t level)
{
  const uint32_t left = col - 1, top = row - 1;
  rectangle r = {0, 0, 0, 0};
  if (left >= grid->width || top >= grid->rows || level - 1 >= grid->def.levels || width == 0 || height == 0) return r;
  r.left = left;
  r.right = width < grid->width - left ? left + width : grid->width;
  r.top = (level - 1) * grid->rows + top;
  r.bottom = r.top + (height < grid->rows - top ? height : grid->rows - top);
  return r;
}

/* The terrains to set the cells of a rectangle to: that of the cell at (x, y) in it is list[y * stride + x * each]. */
typedef struct paint {
  const astar_terrain *list;
  size_t stride, each;
} paint;

static astar_terrain paint_at(const paint *p, uint32_t x, uint32_t y)
{
  return p->list[y * p->stride + x * p->each];
}

/* Reserve the memory of the ratios for links whose terrain is that of a cell to be set. */
static bool reserve_ratios(astar_graph *g, const rectangle *r, const paint *p)
{
  const as_grid *grid = g->grid;
  const uint32_t terrains = g->units.terrains.count;
  uint32_t *bins, x, y, terrain;
  bool done = true;
  if (!as_ratios_reserve(&g->ratios, &g->memory, terrains, 0)) return false;
  if (g->cell_nodes.count == 0) return true;
  bins = as_new(&g->memory, terrains + 1, uint32_t);
  if (!bins) return false;
  memset(bins, 0, (terrains + 1) * sizeof *bins);
  for (y = r->top; y < r->bottom; y++) {
    for (x = r->left; x < r->right; x++) {
      const uint32_t cell = as_grid_index(grid, x, y);
      if (as_grid_has_node(grid, cell))
        bins[paint_at(p, x - r->left, y - r->top)] += as_bins_needed(g, as_index(g, cell + 1));
    }
  }
  for (terrain = 1; terrain <= terrains && done; terrain++) {
    if (bins[terrain] > 0) done = as_ratios_reserve(&g->ratios, &g->memory, terrain, bins[terrain]);
  }
  as_free(&g->memory, bins, terrains + 1, uint32_t);
  return done;
}

static AS_INLINE astar_result set_terrains(astar_graph *g, rectangle r, paint p)
{
  as_grid *grid = g->grid;
  astar_terrain all;
  uint32_t x, y;
  if (r.right == 0) return ASTAR_OK;
  all = *p.list;
  if (!reserve_ratios(g, &r, &p)) return ASTAR_NO_MEMORY;
  for (y = r.top; y < r.bottom && (p.each > 0 || all != ASTAR_DEFAULT_TERRAIN); y++) {
    if (!as_grid_reserve(grid, as_grid_index(grid, r.left, y), r.right - r.left)) return ASTAR_NO_MEMORY;
  }
  for (y = r.top; y < r.bottom; y++) {
    const astar_terrain *next = p.list + (y - r.top) * p.stride;
    for (x = r.left; x < r.right; x++, next += p.each) {
      const uint32_t cell = as_grid_index(grid, x, y);
      const uint32_t before = as_grid_entry(grid, cell), terrain = p.each > 0 ? *next : all;
      if (as_grid_has_node(grid, cell)) (void)astar_graph_set_terrain(g, cell + 1, terrain);
      else as_grid_set(grid, cell, terrain, as_grid_blocked(grid, cell));
      as_note_slot(g, cell, as_edit_entry(before, as_grid_entry(grid, cell)));
    }
    for (x = r.left; x < r.right && grid->derived; x++) update_sets(grid, as_grid_index(grid, x, y));
  }
  if (grid->step_map_count > 0) as_step_maps_update(grid, r.left, r.top, r.right - r.left, r.bottom - r.top);
  if (grid->footprint_count > 0) as_footprint_update(grid, r.left, r.top, r.right - r.left, r.bottom - r.top);
  g->version++;
  return ASTAR_OK;
}

astar_result astar_grid_fill(astar_graph *g, uint32_t col, uint32_t row, uint32_t width, uint32_t height,
                             uint32_t level, astar_terrain terrain)
{
  const paint all = {&terrain, 0, 0};
  return set_terrains(g, clip(g->grid, col, row, width, height, level), all);
}

astar_result astar_grid_set_terrains(astar_graph *g, uint32_t col, uint32_t row, uint32_t width, uint32_t height,
                                     uint32_t level, const astar_terrain *terrains, size_t stride)
{
  const paint each = {terrains, stride, 1};
  return set_terrains(g, clip(g->grid, col, row, width, height, level), each);
}

astar_result astar_grid_fill_layer(astar_graph *g, astar_layer layer, uint32_t col, uint32_t row, uint32_t width,
                                   uint32_t height, uint32_t level, double value)
{
  const as_grid *grid = g->grid;
  const rectangle r = clip(grid, col, row, width, height, level);
  as_layer *l = as_layer_of(&g->layers, layer);
  uint32_t x, y;
  astar_assert(value >= 0 && value < INFINITY);
  if (r.right == 0) return ASTAR_OK;
  for (y = r.top; y < r.bottom && value != 0; y++) {
    if (!as_layer_reserve(l, &g->memory, as_slots(g->layout), as_grid_index(grid, r.left, y), r.right - r.left))
      return ASTAR_NO_MEMORY;
  }
  for (y = r.top; y < r.bottom; y++) {
    for (x = r.left; x < r.right; x++) as_layer_put(l, as_grid_index(grid, x, y), value);
  }
  return ASTAR_OK;
}

astar_result astar_grid_reserve(astar_graph *g, astar_id id)
{
  return !as_is_cell(g, id) || reserve_around(g->grid, id - 1) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

astar_result astar_grid_wall(astar_graph *g, astar_id a, astar_id b, bool closed)
{
  bool changed;
  if (closed && !(as_grid_reserve(g->grid, a - 1, 1) && as_grid_reserve(g->grid, b - 1, 1))) return ASTAR_NO_MEMORY;
  changed = set_step(g->grid, a - 1, b - 1, !closed);
  changed = set_step(g->grid, b - 1, a - 1, !closed) || changed;
  if (!changed) return ASTAR_OK;
  as_note_slot(g, a - 1, AS_EDIT_LINKS | (closed ? 0 : AS_EDIT_CHEAPER));
  as_note_slot(g, b - 1, AS_EDIT_LINKS | (closed ? 0 : AS_EDIT_CHEAPER));
  g->version++;
  return ASTAR_OK;
}
