/* winding_test.c: which obstacle contains a place, by winding numbers; against a look at all edges. */
#include "check.h"
#include "outline_model.h"

#include "plane/plane.h"

#define OBSTACLES 6u
#define REACH 24u

static ledger books;

/* What an obstacle was made of; corners of all its outlines. */
static struct {
  outline_model model;
  bool clockwise[OM_CORNERS]; /* by the last corner of an outline: whether it runs so, as a hole does */
  astar_obstacle id;          /* ASTAR_NO_OBSTACLE: not in the plane */
} known[OBSTACLES];

static outline_model one; /* outline */

/* ---- Outlines ---- */

/* Corners anywhere on the lattice: the outline may cross itself, and go around a place many times. */
static void choose_scribble(void)
{
  uint32_t count = 3 + below(one_in(2) ? 200 : 20);
  const uint32_t step = one_in(2) ? REACH : 3;
  int64_t x = below(REACH), y = below(REACH);
  one.count = 0;
  while (count-- > 0) {
    om_add(&one, x, y);
    x = step == REACH ? below(REACH) : (x + below(step) + REACH - 1) % REACH;
    y = step == REACH ? below(REACH) : (y + below(step) + REACH - 1) % REACH;
  }
}

/* Teeth side by side, upright or slanting. */
static void choose_teeth(void)
{
  const uint32_t teeth = 2 + below(60);
  const int64_t lean = below(3);
  uint32_t i;
  one.count = 0;
  for (i = 0; i < teeth; i++) {
    om_add(&one, i, -(int64_t)i * lean);
    om_add(&one, i + 10 * lean, 10 - (int64_t)i * lean);
  }
}

static void add_outline(outline_model *m)
{
  const uint32_t first = m->count;
  uint32_t i;
  switch (below(3)) {
  case 0: choose_teeth(); break;
  case 1: choose_scribble(); break;
  default: om_grow(&one, 4 + below(120), REACH);
  }
  om_turn(&one);
  if (m->count + one.count > OM_CORNERS) return;
  for (i = 0; i < one.count; i++) om_add(m, one.at[i].x, one.at[i].y);
  om_close(m, first);
}

/* ---- The plane ---- */

static void add_obstacle(astar_plane *p, uint32_t at)
{
  outline_model *m = &known[at].model;
  as_outlines o;
  uint32_t i, first = 0;
  m->count = 0;
  do add_outline(m);
  while (one_in(2));
  as_outlines_init(&o);
  for (i = 0; i < m->count; i++) {
    CHECK(as_outlines_add_corner(&o, &p->memory, (double)m->at[i].x, (double)m->at[i].y));
    if (m->next[i] > i) continue;
    CHECK(as_outlines_close(&o, &p->memory));
    known[at].clockwise[i] = as_outline_orientation(o.xy + 2 * (size_t)first, i + 1 - first) < 0;
    first = i + 1;
  }
  CHECK(as_plane_add(p, &o, &known[at].id) == ASTAR_OK);
}

/*
** Twice a place, so that places between corners are whole numbers. Whether it is on an edge; its winding number. *odd
** is set if that is no obstacle's: a negative one, or an outline with its inside on the right that is not a hole. What
** is occupied is not defined there.
*/
static bool look(uint32_t at, om_point place, int *winding, bool *odd)
{
  const outline_model *m = &known[at].model;
  bool on_edge = false;
  int before = 0;
  uint32_t i;
  *winding = 0;
  for (i = 0; i < m->count; i++) {
    om_point a = m->at[i], b = m->at[m->next[i]];
    a.x *= 2, a.y *= 2, b.x *= 2, b.y *= 2;
    on_edge = on_edge || om_lies_on(a, b, place);
    if (a.y <= place.y && b.y > place.y && om_cross(a, b, place) > 0) ++*winding;
    if (b.y <= place.y && a.y > place.y && om_cross(a, b, place) < 0) --*winding;
    if (m->next[i] > i) continue;
    if (*winding < before && !known[at].clockwise[i]) *odd = true;
    before = *winding;
  }
  if (*winding < 0) *odd = true;
  return on_edge;
}

/* The winding number of the scene's outlines of one obstacle. */
static int winding_in_scene(const astar_plane *p, uint32_t obstacle, const double place[2])
{
  const as_radius_layer *l = p->radius_layers[0];
  int winding = 0;
  uint32_t at;
  for (at = l->chains[obstacle]; at != AS_NO_CHAIN; at = l->scene.chains[at].next) {
    if (l->scene.chains[at].outline == at) winding += as_scene_outline_winding(&l->scene, at, place);
  }
  return winding;
}

static void check_places(astar_plane *p)
{
  uint32_t i, k;
  for (i = 0; i < 60; i++) {
    om_point place;
    double xy[2];
    astar_obstacle want = ASTAR_NO_OBSTACLE;
    int winding, all = 0;
    bool on_any = false, odd = false;
    place.x = (int64_t)below(2 * REACH + 20) - 10;
    place.y = (int64_t)below(2 * REACH + 20) - 10;
    xy[0] = (double)place.x / 2;
    xy[1] = (double)place.y / 2;
    for (k = 0; k < OBSTACLES; k++) {
      bool on_edge;
      if (known[k].id == ASTAR_NO_OBSTACLE) continue;
      on_edge = look(k, place, &winding, &odd);
      CHECK(winding_in_scene(p, known[k].id - 1, xy) == winding);
      if (!on_edge && winding != 0 && (want == ASTAR_NO_OBSTACLE || known[k].id < want)) want = known[k].id;
      on_any = on_any || on_edge;
      all += winding;
    }
    CHECK(astar_plane_at(p, xy[0], xy[1]) == want);
    if (!on_any && !odd)
      CHECK(as_scene_occupancy(&p->radius_layers[0]->scene, xy) == (all != 0 ? AS_OCCUPIED : AS_FREE));
  }
}

static void edit(void)
{
  astar_plane *p = astar_plane_create(ledger_alloc, &books, NULL);
  uint32_t i;
  CHECK(p);
  for (i = 0; i < OBSTACLES; i++) known[i].id = ASTAR_NO_OBSTACLE;
  for (i = 0; i < 12; i++) {
    const uint32_t at = below(OBSTACLES);
    if (known[at].id == ASTAR_NO_OBSTACLE) {
      add_obstacle(p, at);
    } else {
      astar_plane_remove(p, known[at].id);
      known[at].id = ASTAR_NO_OBSTACLE;
    }
    astar_plane_validate(p);
    check_places(p);
  }
  astar_plane_destroy(p);
}

/* Where memory fails, nothing has changed. */
static void fail(bool on)
{
  astar_plane *p = astar_plane_create(ledger_alloc, &books, NULL);
  astar_obstacle id;
  astar_fault fault;
  uint32_t i, n;
  static double corners[400];
  CHECK(p);
  for (i = 0; i < 100; i++) {
    corners[4 * i] = corners[4 * i + 2] = i;
    corners[4 * i + 1] = 0;
    corners[4 * i + 3] = 9 + i;
  }
  for (i = 0; i < 100; i++) corners[4 * i + 2] += 0.5;
  corners[398] = 101;
  corners[399] = -1;
  for (n = 1;; n++) {
    const size_t used = astar_plane_memory(p);
    books.asked = books.failed = 0;
    books.fail_at = n;
    books.fail_on = on;
    if (astar_plane_polygon(p, corners, 200, &fault, &id) == ASTAR_OK) break;
    CHECK(books.failed > 0 && astar_plane_count(p) == 0 && astar_plane_memory(p) >= used);
    books.fail_at = 0;
    astar_plane_validate(p);
    CHECK(astar_plane_at(p, 5.2, 1) == ASTAR_NO_OBSTACLE);
  }
  books.fail_at = 0;
  CHECK(n > 5 && astar_plane_at(p, 5.2, 1) == id && astar_plane_at(p, 5.8, 8) == ASTAR_NO_OBSTACLE);
  astar_plane_destroy(p);
}

int main(void)
{
  uint32_t i, n = cases(1500);
  for (i = 0; i < n; i++) {
    seed_case(i);
    edit();
  }
  fail(false);
  fail(true);
  CHECK(books.bytes == 0 && books.blocks == 0);
  return check_summary("winding_test");
}
