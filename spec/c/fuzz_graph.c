/*
** fuzz_graph.c: bytes become edits of a graph, questions to a finder, and searches on it that run side by side, with
** a model of it all beside. Allocations fail where the bytes say so.
*/
#define MODEL_MAX 24u
#include "fuzz.h"
#include "positions.h"

static void choose(world *w, quest *q)
{
  quest_choose(w->model, q, w->style);
}

static void look_around(const world *w)
{
  double p[3];
  model_place(w->style, p);
  world_check_near(w, p, 1);
}

static void move(runs *f)
{
  switch (below(20)) {
  case 0:
    look_around(&f->w);
    break;
  case 16:
    positions_play(f);
    break;
  case 17:
    places_play(f);
    break;
  case 1:
    if (f->w.model->count > 0) runs_find(f);
    break;
  case 18: case 19:
    if (f->w.model->count > 0) runs_connect(f);
    break;
  case 2: case 3: case 4: case 5: case 6:
    world_edit(&f->w, runs_oldest(f));
    astar_graph_validate(f->w.graph);
    break;
  default:
    runs_move(f);
  }
}

static void play(void)
{
  static runs f;
  uint32_t i, size;
  f.choose = choose;
  world_create(&f.w, (model_style)below(STYLES));
  size = below(16);
  for (i = 0; i < size; i++) world_add(&f.w, UINT64_MAX);
  for (i = below(size * 2 + 1); i > 0; i--) world_link(&f.w);
  runs_play(&f, move);
}

FUZZER_OF_MOVES(play, 2000)
