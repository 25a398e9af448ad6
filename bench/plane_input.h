/*
** plane_input.h: reads what plane_scenes.c writes, or a map with its problems (see grid_input.h), as
** scenes for planes, and makes the planes and grids of them.
*/
#ifndef PLANE_INPUT_H
#define PLANE_INPUT_H

#include "astar.h"
#include "grid_input.h"

typedef struct plane_outline {
  double *xy;
  uint32_t corners;
} plane_outline;

typedef struct plane_scene {
  double side;
  uint32_t obstacles;
  plane_outline *outlines; /* NULL: of a map */
  astar_graph *grid;       /* NULL: none */
} plane_scene;

typedef struct plane_problem {
  uint32_t scene;
  double from[2], to[2];
} plane_problem;

typedef struct plane_input {
  uint32_t scene_count, problem_count;
  plane_scene *scenes;
  plane_problem *problems;
} plane_input;

static inline void plane_check(astar_result r) {
  if (r != ASTAR_OK) worker_fail(r == ASTAR_NO_MEMORY ? "not enough memory" : "bad input");
}

/* The cell of a grid of unit cells whose middle it is. */
static inline astar_id plane_cell(const astar_graph *grid, const double at[2]) {
  return astar_grid_cell(grid, (uint32_t)at[0] + 1, (uint32_t)at[1] + 1, 1);
}

/* The grid of unit cells on the same ground: blocked where the middle of a cell is not free. */
static inline astar_graph *plane_grid(astar_plane *plane, uint32_t side) {
  astar_grid_def def = astar_default_grid();
  astar_graph *grid;
  uint32_t col, row;
  def.width = def.height = side;
  plane_check(astar_grid_create(NULL, NULL, &def, &grid));
  for (row = 1; row <= side; row++)
    for (col = 1; col <= side; col++)
      if (astar_plane_at(plane, col - 0.5, row - 0.5) != ASTAR_NO_OBSTACLE)
        astar_graph_set_blocked(grid, astar_grid_cell(grid, col, row, 1), true);
  return grid;
}

/* A new plane with the obstacles of a scene; `ids` of them, unless NULL. */
static inline astar_plane *plane_make(const plane_scene *scene, astar_obstacle *ids) {
  double bounds[4] = { 0, 0, 0, 0 };
  astar_plane *plane;
  uint32_t i;
  if (!scene->outlines) {
    plane_check(astar_plane_from_grid(NULL, NULL, scene->grid, 1, ASTAR_NO_UNIT, &plane));
    return plane;
  }
  bounds[2] = bounds[3] = scene->side;
  plane = astar_plane_create(NULL, NULL, bounds);
  if (!plane) plane_check(ASTAR_NO_MEMORY);
  for (i = 0; i < scene->obstacles; i++) {
    astar_fault fault;
    astar_obstacle id;
    plane_check(astar_plane_polygon(plane, scene->outlines[i].xy, scene->outlines[i].corners, &fault, &id));
    if (ids) ids[i] = id;
  }
  return plane;
}

static inline void *plane_more(void *block, uint32_t count, size_t size) {
  block = realloc(block, count * size);
  if (!block) worker_fail("not enough memory");
  return block;
}

static inline void plane_read_outline(plane_outline *outline, FILE *f) {
  uint32_t i;
  unsigned corners = 0;
  if (fscanf(f, "%u", &corners) != 1) worker_fail("bad scene");
  outline->corners = corners;
  outline->xy = (double *)worker_need(2 * (size_t)corners, sizeof *outline->xy);
  for (i = 0; i < 2 * corners; i++)
    if (fscanf(f, "%lf", &outline->xy[i]) != 1) worker_fail("bad scene");
}

static inline plane_input plane_read_scenes(const char *name) {
  plane_input in;
  double side;
  unsigned obstacles, problems;
  FILE *f = fopen(name, "r");
  memset(&in, 0, sizeof in);
  if (!f) worker_fail("cannot read the scenes");
  while (fscanf(f, " scene %lf %u %u", &side, &obstacles, &problems) == 3) {
    plane_scene *scene;
    uint32_t i;
    in.scenes = (plane_scene *)plane_more(in.scenes, in.scene_count + 1, sizeof *in.scenes);
    in.problems = (plane_problem *)plane_more(in.problems, in.problem_count + problems, sizeof *in.problems);
    scene = &in.scenes[in.scene_count];
    scene->side = side;
    scene->obstacles = obstacles;
    scene->outlines = (plane_outline *)worker_need(obstacles, sizeof *scene->outlines);
    scene->grid = NULL;
    for (i = 0; i < obstacles; i++)
      plane_read_outline(&scene->outlines[i], f);
    for (i = 0; i < problems; i++) {
      plane_problem *p = &in.problems[in.problem_count++];
      p->scene = in.scene_count;
      if (fscanf(f, "%lf %lf %lf %lf", &p->from[0], &p->from[1], &p->to[0], &p->to[1]) != 4) worker_fail("bad scene");
    }
    in.scene_count++;
  }
  fclose(f);
  return in;
}

static inline plane_input plane_read_map(const char *map, const char *problems) {
  plane_input in;
  astar_grid_def def = astar_default_grid();
  grid_input read = grid_read(map, problems);
  uint32_t i;
  in.scene_count = 1;
  in.scenes = (plane_scene *)worker_need(1, sizeof *in.scenes);
  in.problem_count = read.problems.pairs;
  in.problems = (plane_problem *)worker_need(in.problem_count, sizeof *in.problems);
  def.width = read.width;
  def.height = read.height;
  plane_check(astar_grid_create(NULL, NULL, &def, &in.scenes->grid));
  for (i = 0; i < def.width * def.height; i++)
    if (grid_multiplier(read.cells[i]) == 0) astar_graph_set_blocked(in.scenes->grid, i + 1, true);
  for (i = 0; i < in.problem_count; i++) {
    uint32_t start = read.problems.start[i], goal = read.problems.goal[i];
    in.problems[i].from[0] = start % def.width + 0.5;
    in.problems[i].from[1] = start / def.width + 0.5;
    in.problems[i].to[0] = goal % def.width + 0.5;
    in.problems[i].to[1] = goal / def.width + 0.5;
  }
  worker_forget_graph(&read.problems);
  free(read.problems.start);
  free(read.problems.goal);
  free(read.cells);
  return in;
}

static inline void plane_forget(plane_input *in) {
  uint32_t i, j;
  for (i = 0; i < in->scene_count; i++) {
    plane_scene *scene = &in->scenes[i];
    for (j = 0; scene->outlines && j < scene->obstacles; j++)
      free(scene->outlines[j].xy);
    free(scene->outlines);
    astar_graph_destroy(scene->grid);
  }
  free(in->scenes);
  free(in->problems);
}

#endif
