/*
** plane_core.c: the contestant "core alone" on planes, and on grids of the same ground.
**
**   plane_core SCENES        boxes or rocks, from plane_scenes.c
**   plane_core MAP SCEN      a map and its problems, see grid_input.h
**
** Takes one command a line from its standard input, and answers each with one line:
**
**   costs MODE FIRST LAST    the length of the route of each of these problems (from 1)
**   count MODE FIRST LAST    nodes expanded for them in all, rays cast
**   run MODE FIRST LAST      search them: CPU seconds, sum of the lengths
**   build                    make every plane anew: CPU seconds for one
**   move FIRST LAST          before each of these problems an obstacle is moved, and moved back after it:
**                            CPU seconds of all moves, of the queries, of the same queries without moves
**   about                    corners of a plane, megabytes that it holds with all that is remembered
**   quit                     end, without an answer
**
** The modes:
**
**   cold     each on a plane of its own, which was made for it and has not been asked anything yet
**   first    one after another on planes that have not been asked anything before the first of them
**   warm     on planes on which all of them were solved before
**   astar    on the grid, from cell to cell
**   jump     on the grid, by jump points
**
** On planes only the length is asked for; on grids a finder writes the path. Planes are made before the clock starts.
*/
#include "plane_input.h"

#define PLANES_AT_ONCE 20u
#define MOVES 7919u /* with which obstacle it goes on: a prime */

static plane_input in;
static astar_plane **warm; /* of each scene */
static bool *warmed;       /* of each problem, on these */
static astar_search *searching;
static astar_finder *finder; /* on grids */

/* The length, and what it took to find it. */
typedef struct answer {
  double length, expanded, rays;
} answer;

static answer ask_plane(astar_plane *plane, const plane_problem *p, bool any) {
  const astar_place start = astar_flat_place(p->from[0], p->from[1]), goal = astar_flat_place(p->to[0], p->to[1]);
  astar_search_def def = astar_default_search();
  answer found = { 0, 0, 0 };
  astar_status status;
  def.start_place = &start;
  def.goal_places = &goal;
  def.goal_count = 1;
  def.answer_only = true;
  plane_check(astar_search_begin(searching, astar_on_plane(plane), &def));
  status = astar_search_step(searching, UINT64_MAX);
  if (status == ASTAR_FOUND)
    found.length = astar_search_visit(searching, astar_search_goal(searching)).cost;
  else if (!any)
    worker_fail("plane_core: no way on the plane");
  found.expanded = (double)astar_search_expanded(searching);
  found.rays = (double)astar_search_casts(searching);
  return found;
}

static answer ask_grid(const plane_problem *p, bool jump) {
  astar_graph *grid = in.scenes[p->scene].grid;
  astar_search_def def = astar_default_search();
  astar_id goal = plane_cell(grid, p->to);
  const astar_path *path;
  answer found = { 0, 0, 0 };
  def.start = plane_cell(grid, p->from);
  def.goals = &goal;
  def.goal_count = 1;
  def.jump = jump ? ASTAR_JUMP_ALWAYS : ASTAR_JUMP_NEVER;
  if (astar_find(finder, astar_on_graph(grid), &def) != ASTAR_FOUND) worker_fail("plane_core: no way on the grid");
  path = astar_finder_path(finder);
  if (!path) plane_check(ASTAR_NO_MEMORY);
  found.length = path->cost;
  found.expanded = (double)astar_finder_expanded(finder);
  return found;
}

static void warm_up(uint32_t first, uint32_t last) {
  uint32_t i;
  for (i = first; i <= last; i++) {
    if (!warmed[i]) (void)ask_plane(warm[in.problems[i].scene], &in.problems[i], false);
    warmed[i] = true;
  }
}

/* Problems from 0, `last` too, into `answers`; the CPU seconds. */
static double solve(const char *mode, uint32_t first, uint32_t last, answer *answers) {
  astar_plane *planes[PLANES_AT_ONCE];
  double seconds = 0, began;
  uint32_t i, j;
  if (!strcmp(mode, "cold")) {
    for (i = first; i <= last; i += PLANES_AT_ONCE) {
      uint32_t count = last - i + 1 < PLANES_AT_ONCE ? last - i + 1 : PLANES_AT_ONCE;
      for (j = 0; j < count; j++)
        planes[j] = plane_make(&in.scenes[in.problems[i + j].scene], NULL);
      began = worker_clock();
      for (j = 0; j < count; j++)
        answers[i + j - first] = ask_plane(planes[j], &in.problems[i + j], false);
      seconds += worker_clock() - began;
      for (j = 0; j < count; j++)
        astar_plane_destroy(planes[j]);
    }
    return seconds;
  }
  if (!strcmp(mode, "first")) {
    astar_plane **fresh = (astar_plane **)worker_need(in.scene_count, sizeof(astar_plane *));
    for (i = 0; i < in.scene_count; i++)
      fresh[i] = plane_make(&in.scenes[i], NULL);
    began = worker_clock();
    for (i = first; i <= last; i++)
      answers[i - first] = ask_plane(fresh[in.problems[i].scene], &in.problems[i], false);
    seconds = worker_clock() - began;
    for (i = 0; i < in.scene_count; i++)
      astar_plane_destroy(fresh[i]);
    free(fresh);
    return seconds;
  }
  if (!strcmp(mode, "warm")) {
    warm_up(first, last);
    began = worker_clock();
    for (i = first; i <= last; i++)
      answers[i - first] = ask_plane(warm[in.problems[i].scene], &in.problems[i], false);
    return worker_clock() - began;
  }
  began = worker_clock();
  for (i = first; i <= last; i++)
    answers[i - first] = ask_grid(&in.problems[i], !strcmp(mode, "jump"));
  return worker_clock() - began;
}

static void obey_mode(const char *command, const char *mode, uint32_t first, uint32_t last) {
  answer *answers = (answer *)worker_need(last - first + 1, sizeof *answers), sum = { 0, 0, 0 };
  double seconds = solve(mode, first, last, answers);
  uint32_t i;
  for (i = 0; i <= last - first; i++) {
    sum.length += answers[i].length;
    sum.expanded += answers[i].expanded;
    sum.rays += answers[i].rays;
    if (!strcmp(command, "costs")) printf("%.17g ", answers[i].length);
  }
  if (!strcmp(command, "run")) printf("%.9f %.17g", seconds, sum.length);
  if (!strcmp(command, "count")) printf("%.0f %.0f", sum.expanded, sum.rays);
  free(answers);
}

static void build(void) {
  double seconds = 0;
  uint32_t i;
  for (i = 0; i < in.scene_count; i++) {
    double began = worker_clock();
    astar_plane *plane = plane_make(&in.scenes[i], NULL);
    seconds += worker_clock() - began;
    astar_plane_destroy(plane);
  }
  printf("%.9f", seconds / in.scene_count);
}

/* Put an obstacle of the plane elsewhere, that far from where the scene has it. */
static astar_obstacle put(astar_plane *plane, astar_obstacle old, const plane_outline *outline, double away) {
  double corners[64];
  astar_fault fault;
  astar_obstacle id;
  uint32_t i;
  if (outline->corners > 32) worker_fail("plane_core: too many corners");
  for (i = 0; i < 2 * outline->corners; i++)
    corners[i] = outline->xy[i] + away;
  astar_plane_remove(plane, old);
  plane_check(astar_plane_polygon(plane, corners, outline->corners, &fault, &id));
  return id;
}

static void move(uint32_t first, uint32_t last) {
  const plane_scene *scene = &in.scenes[in.problems[first].scene];
  astar_obstacle *ids = (astar_obstacle *)worker_need(scene->obstacles, sizeof *ids);
  astar_plane *plane;
  double moves = 0, queries = 0, without = 0, began;
  uint32_t i;
  if (!scene->outlines || in.scene_count != 1) worker_fail("plane_core: one scene of obstacles is wanted");
  plane = plane_make(scene, ids);
  for (i = first; i <= last; i++)
    (void)ask_plane(plane, &in.problems[i], false);
  for (i = first; i <= last; i++) {
    uint32_t which = (uint32_t)((uint64_t)i * MOVES % scene->obstacles);
    began = worker_clock();
    (void)ask_plane(plane, &in.problems[i], false);
    without += worker_clock() - began;
    began = worker_clock();
    ids[which] = put(plane, ids[which], &scene->outlines[which], scene->side / 100);
    moves += worker_clock() - began;
    began = worker_clock();
    (void)ask_plane(plane, &in.problems[i], true); /* its end may be taken now */
    queries += worker_clock() - began;
    ids[which] = put(plane, ids[which], &scene->outlines[which], 0);
    (void)ask_plane(plane, &in.problems[i], false);
  }
  printf("%.9f %.9f %.9f", moves, queries, without);
  astar_plane_destroy(plane);
  free(ids);
}

static void about(void) {
  double corners = 0, bytes = 0;
  uint32_t i, k, count;
  for (i = 0; i < in.scene_count; i++) {
    astar_obstacle id = ASTAR_NO_OBSTACLE;
    while ((id = astar_plane_next(warm[i], id)) != ASTAR_NO_OBSTACLE)
      for (k = 0; k < astar_plane_outline_count(warm[i], id); k++) {
        (void)astar_plane_outline(warm[i], id, k, &count);
        corners += count;
      }
    bytes += (double)astar_plane_memory(warm[i]);
  }
  printf("%.1f %.3f", corners / in.scene_count, bytes / in.scene_count / 1048576);
}

static void serve(void) {
  char line[100], command[16], mode[16];
  while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0) {
    unsigned first = 1, last = in.problem_count;
    bool has_mode = sscanf(line, "%15s %15s %u %u", command, mode, &first, &last) == 4;
    if (!has_mode) sscanf(line, "%15s %u %u", command, &first, &last);
    if (first < 1 || last > in.problem_count || first > last) worker_fail("plane_core: no such problem");
    if (has_mode) obey_mode(command, mode, first - 1, last - 1);
    else if (!strcmp(command, "build")) build();
    else if (!strcmp(command, "move")) move(first - 1, last - 1);
    else about();
    printf("\n");
    fflush(stdout);
  }
}

int main(int argc, char **argv) {
  uint32_t i;
  if (argc != 2 && argc != 3) worker_fail("usage: plane_core SCENES | MAP SCEN");
  in = argc == 2 ? plane_read_scenes(argv[1]) : plane_read_map(argv[1], argv[2]);
  if (in.problem_count == 0) worker_fail("plane_core: there are no problems");
  searching = astar_search_create(NULL, NULL);
  finder = astar_finder_create(NULL, NULL);
  if (!searching || !finder) plane_check(ASTAR_NO_MEMORY);
  warm = (astar_plane **)worker_need(in.scene_count, sizeof(astar_plane *));
  warmed = (bool *)worker_need(in.problem_count, sizeof *warmed);
  for (i = 0; i < in.scene_count; i++) {
    plane_scene *scene = &in.scenes[i];
    warm[i] = plane_make(scene, NULL);
    if (!scene->grid && scene->side <= 2000) scene->grid = plane_grid(warm[i], (uint32_t)scene->side);
  }
  /* The first search by jump points on a grid makes what they read. */
  for (i = 0; i < in.problem_count; i++)
    if (in.scenes[in.problems[i].scene].grid && (i == 0 || in.problems[i].scene != in.problems[i - 1].scene))
      (void)ask_grid(&in.problems[i], true);
  serve();
  astar_search_destroy(searching);
  astar_finder_destroy(finder);
  for (i = 0; i < in.scene_count; i++)
    astar_plane_destroy(warm[i]);
  free(warm);
  free(warmed);
  plane_forget(&in);
  return 0;
}
