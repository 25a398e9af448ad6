/*
** fuzz_grid.c: bytes become a grid of some kind, edits of it, questions to a finder, and searches on it that run
** side by side, with a model of it all beside. Allocations fail where the bytes say so.
*/
#define MODEL_MAX 32u
#include "fuzz.h"
#include "grid_world.h"
#include "runs.h"

static void choose(world *w, quest *q)
{
  grid_choose_quest(grid_in(w), q, w->style);
}

static void move(runs *f)
{
  switch (below(18)) {
  case 0:
    grid_check_near(&f->w);
    grid_check_at(&f->w);
    break;
  case 1:
    runs_find(f);
    break;
  case 16: case 17:
    if (f->w.model->count > 0) runs_connect(f);
    break;
  case 2: case 3: case 4: case 5: case 6:
    grid_world_edit(&f->w, runs_oldest(f));
    astar_graph_validate(f->w.graph);
    break;
  default:
    runs_move(f);
  }
}

static void play(void)
{
  static runs f;
  model_style style = (model_style)below(STYLES);
  astar_grid_def def = grid_choose(GRID_CELLS);
  f.choose = choose;
  grid_world_create(&f.w, &def, style);
  if (one_in(2)) grid_world_scatter(&f.w, below(50));
  runs_play(&f, move);
}

FUZZER_OF_MOVES(play, 2000)
