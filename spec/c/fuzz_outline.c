/*
** fuzz_outline.c: bytes become outlines, which the check finds simple just if comparing all edges with all others does.
*/
#include "fuzz.h"
#include "outline_model.h"

#include "geometry/outline.h"

static outline_model model;
static double coordinates[2 * OM_CORNERS];

/* Any corners, or some that are nearly simple. */
static void choose(void)
{
  const uint32_t reach = 2 + below(40);
  model.count = 0;
  if (one_in(2)) {
    om_grow(&model, 3 + below(60), reach);
    if (one_in(2)) om_disturb(&model, 1 + below(3), reach);
    om_turn(&model);
  }
  while (given < given_end && model.count < 80) {
    const int64_t x = below(reach);
    om_add(&model, x, below(reach));
    if (one_in(3)) break;
  }
  om_close(&model, 0);
  om_coordinates(&model, om_choose_scale(), coordinates);
}

static void check_one(as_memory *m)
{
  const astar_fault want = om_flaw(&model);
  astar_fault fault;
  CHECK(as_outline_check(m, coordinates, model.count, &fault) ==
        (want.flaw == ASTAR_FLAW_NONE ? ASTAR_OK : ASTAR_MALFORMED));
  CHECK(fault.flaw == want.flaw && fault.a == want.a && fault.b == want.b);
}

/* Several outlines, which may share corners. */
static void check_several(as_memory *m)
{
  as_outlines o;
  uint32_t a, b, i;
  bool faulty;
  const uint32_t columns = 1 + below(5);
  om_tiles(&model, columns, 1 + below(5));
  if (model.count > 0) om_disturb(&model, below(3), 9);
  om_coordinates(&model, om_choose_scale(), coordinates);
  as_outlines_init(&o);
  for (i = 0; i < model.count; i++) {
    CHECK(as_outlines_add_corner(&o, m, coordinates[2 * i], coordinates[2 * i + 1]));
    if (model.next[i] <= i) CHECK(as_outlines_close(&o, m));
  }
  faulty = om_crossing(&model, &a, &b);
  for (i = 0; i < model.count; i++) faulty = faulty || om_same(model.at[i], model.at[model.next[i]]);
  CHECK(as_outlines_check(m, &o) == (faulty ? ASTAR_MALFORMED : ASTAR_OK));
  as_outlines_free(&o, m);
}

static void play(void)
{
  ledger books;
  as_memory m;
  memset(&books, 0, sizeof books);
  as_memory_init(&m, ledger_alloc, &books);
  while (given < given_end) {
    if (one_in(3)) {
      check_several(&m);
    } else {
      choose();
      check_one(&m);
    }
  }
  CHECK(books.blocks == 0 && books.bytes == 0);
}

FUZZER_OF_MOVES(play, 1500)
