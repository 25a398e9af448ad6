/*
** pebbles_test.c: whether an agent can get to a place among others that make way, on small maps: against a search of
** all states, which are where the agent is and which nodes are taken; and that the moves of plans can be made. Also
** without memory.
*/
#include "check.h"

#include "crowd/crowd_part.h"
#include "crowd/pebbles.h"

#define NODES 12u
#define STATES (NODES << NODES)

typedef struct scene {
  astar_graph *graph;
  astar_crowd *crowd;
  uint32_t nodes;
  bool step[NODES][NODES]; /* by slots; of others, all the same */
  bool open[NODES];        /* not a wall */
  uint32_t taken;          /* a bit for each slot on which another one stands */
  uint32_t self, goal;     /* slots */
  uint32_t width;          /* of a grid with diagonal steps, else 0 */
} scene;

/* ---- Maps ---- */

static void make_grid(scene *c)
{
  astar_grid_def def = astar_default_grid();
  uint32_t i;
  def.width = 1 + below(6);
  def.height = 1 + below(NODES / def.width);
  def.straight = !one_in(3);
  def.corners = (astar_corners)below(3);
  CHECK(astar_grid_create(NULL, NULL, &def, &c->graph) == ASTAR_OK);
  c->nodes = def.width * def.height;
  c->width = def.straight ? 0 : def.width;
  for (i = 1; i <= c->nodes; i++) {
    if (one_in(4)) astar_graph_set_blocked(c->graph, i, true);
  }
}

/* A random tree with a few more links, so that there are bridges, junctions and circles. */
static void make_graph(scene *c)
{
  const astar_link link = astar_default_link();
  const uint32_t wide = 1 + below(4);
  uint32_t i, more = below(3);
  c->graph = astar_graph_create(NULL, NULL);
  CHECK(c->graph);
  c->nodes = 2 + below(NODES - 1);
  c->width = 0;
  for (i = 1; i <= c->nodes; i++) {
    astar_id id;
    CHECK(astar_graph_add(c->graph, i, 0, 0, &id) == ASTAR_OK);
    if (i == 1) continue;
    CHECK(astar_graph_link(c->graph, i, i - 1 - below(i - 1 < wide ? i - 1 : wide), &link) == ASTAR_OK);
  }
  while (more-- > 0) {
    const uint32_t x = 1 + below(c->nodes), y = 1 + below(c->nodes);
    if (x != y) CHECK(astar_graph_link(c->graph, x, y, &link) == ASTAR_OK);
  }
}

/* Add an agent where nobody is yet. False if there is no such node. */
static bool add_agent(scene *c, bool fixed, uint32_t *slot)
{
  astar_agent_def def = astar_default_agent();
  astar_agent agent;
  uint32_t tries;
  for (tries = 0; tries < 50; tries++) {
    def.node = 1 + below(c->nodes);
    if (!astar_graph_blocked(c->graph, def.node) && astar_crowd_at(c->crowd, def.node) == ASTAR_NO_AGENT) break;
  }
  if (tries == 50) return false;
  def.fixed = fixed;
  CHECK(astar_crowd_add(c->crowd, &def, &agent) == ASTAR_OK);
  *slot = as_slot(c->graph->layout, def.node);
  return true;
}

/* The first agent is the one that is moved; `fixed` ones are walls. False if there is no room. */
static bool add_agents(scene *c)
{
  const uint32_t crowded = below(4);
  uint32_t count = crowded == 0 ? below(3) : below(c->nodes), slot;
  c->taken = 0;
  if (!add_agent(c, false, &c->self)) return false;
  while (count-- > 0) {
    const bool fixed = one_in(9);
    if (!add_agent(c, fixed, &slot)) break;
    if (fixed) c->open[slot] = false;
    else c->taken |= 1u << slot;
  }
  c->goal = below(c->nodes);
  return true;
}

static void read_steps(scene *c)
{
  uint32_t x, y, i;
  bool one[NODES][NODES] = {{false}};
  for (x = 0; x < c->nodes; x++) {
    const as_successor *head = as_pibt_steps(&c->crowd->pibt, 0, x);
    CHECK(head);
    for (i = 1; i <= head->slot; i++) one[x][head[i].slot] = true;
  }
  for (x = 0; x < c->nodes; x++) {
    for (y = 0; y < c->nodes; y++) c->step[x][y] = one[x][y] && one[y][x];
  }
}

/* ---- All states ---- */

/* Whether there is a way from one node to another through taken ones only, but not by the step between the two. */
static bool has_ring(const scene *c, uint32_t from, uint32_t to, uint32_t taken)
{
  uint32_t met = 1u << from, queue[NODES], tail = 0, i, next;
  queue[tail++] = from;
  for (i = 0; i < tail; i++) {
    for (next = 0; next < c->nodes; next++) {
      if (!c->step[queue[i]][next] || !c->open[next]) continue;
      if (next == to && i > 0) return true;
      if (next == to || met >> next & 1 || !(taken >> next & 1)) continue;
      met |= 1u << next;
      queue[tail++] = next;
    }
  }
  return false;
}

static uint8_t met[STATES];
static uint32_t queue[STATES];

static void reach(uint32_t self, uint32_t taken, uint32_t *tail)
{
  const uint32_t state = self << NODES | taken;
  if (met[state]) return;
  met[state] = 1;
  queue[(*tail)++] = state;
}

/* Whether the agent gets to its goal by moves of one agent to a free node, or of all on a ring. */
static bool gets_there(const scene *c)
{
  uint32_t tail = 0, i, x, y;
  memset(met, 0, sizeof met);
  reach(c->self, c->taken, &tail);
  for (i = 0; i < tail; i++) {
    const uint32_t self = queue[i] >> NODES, taken = queue[i] & ((1u << NODES) - 1);
    if (self == c->goal) return true;
    for (x = 0; x < c->nodes; x++) {
      if (c->step[self][x] && c->open[x]) {
        if (!(taken >> x & 1)) reach(x, taken, &tail);
        else if (has_ring(c, x, self, taken)) reach(x, (taken & ~(1u << x)) | 1u << self, &tail);
      }
      for (y = 0; taken >> x & 1 && y < c->nodes; y++) {
        if (c->step[x][y] && c->open[y] && y != self && !(taken >> y & 1))
          reach(self, (taken & ~(1u << x)) | 1u << y, &tail);
      }
    }
  }
  return false;
}

/* ---- Plans ---- */

static bool is_diagonal_crossed(const scene *c, uint32_t a, uint32_t b, uint32_t x, uint32_t y)
{
  const uint32_t w = c->width;
  if (w == 0 || a / w == b / w || a % w == b % w) return false;
  return (x == a / w * w + b % w && y == b / w * w + a % w) || (y == a / w * w + b % w && x == b / w * w + a % w);
}

static void check_row(const scene *c, const uint32_t *from, const uint32_t *to, uint32_t count, bool follows)
{
  uint32_t i, k;
  for (i = 0; i < count; i++) {
    CHECK(to[i] == from[i] || (c->step[from[i]][to[i]] && c->open[to[i]]));
    for (k = 0; k < count; k++) {
      if (k == i) continue;
      CHECK(to[k] != to[i]);
      CHECK(to[i] != from[k] || to[k] != from[i]);
      CHECK(follows || to[i] == from[i] || to[i] != from[k]);
      CHECK(!is_diagonal_crossed(c, from[i], to[i], from[k], to[k]));
    }
  }
}

static void check_plan(const scene *c, const as_plan *plan, bool follows)
{
  uint32_t at[NODES], next[NODES], count = c->crowd->ids, i, row;
  for (i = 0; i < count; i++) at[i] = c->crowd->pibt.agents[i].now;
  CHECK(plan->agents > 0 && plan->who[0] == 0);
  for (row = 0; row < plan->steps; row++) {
    memcpy(next, at, sizeof next);
    for (i = 0; i < plan->agents; i++) next[plan->who[i]] = plan->slots[row * plan->agents + i];
    check_row(c, at, next, count, follows);
    CHECK(memcmp(at, next, count * sizeof *at) != 0);
    memcpy(at, next, sizeof at);
  }
  CHECK(at[0] == c->goal);
}

/* ---- Cases ---- */

static void make_scene(scene *c, ledger *memory)
{
  const astar_crowd_def def = astar_default_crowd();
  do {
    uint32_t i;
    for (i = 0; i < NODES; i++) c->open[i] = true;
    if (one_in(2)) make_grid(c);
    else make_graph(c);
    c->crowd = astar_crowd_create(ledger_alloc, memory, c->graph, &def);
    CHECK(c->crowd);
    if (add_agents(c)) break;
    astar_crowd_destroy(c->crowd);
    astar_graph_destroy(c->graph);
  } while (true);
  CHECK(as_crowd_follow(c->crowd) && as_pibt_begin(&c->crowd->pibt));
  for (uint32_t i = 0; i < c->crowd->ids; i++)
    as_pibt_set(&c->crowd->pibt, i, 0, AS_NO_GOAL, as_crowd_is_fixed(c->crowd, i) ? AS_FIXED : AS_STILL, i + 1);
  read_steps(c);
}

/* Ask, and make a plan; refused allocations are tried again. Returns how many were refused. */
static uint64_t try_scene(scene *c, ledger *memory, bool follows, uint64_t fail_at)
{
  uint32_t where[NODES], barrier = 0;
  as_part part;
  as_task task;
  as_plan plan;
  as_pebbles_answer answer = AS_PEBBLES_NO_MEMORY;
  const bool can = gets_there(c);
  memset(&part, 0, sizeof part);
  memset(&task, 0, sizeof task);
  memset(&plan, 0, sizeof plan);
  c->crowd->pibt.timing = follows ? AS_IN_STEPS : AS_IN_SECONDS;
  CHECK(as_part_find(&part, c->crowd, 0, 100, true));
  as_part_locate(c->crowd, where);
  task.where = where;
  task.inside = &part.inside;
  task.places = &c->goal;
  task.place_count = 1;
  memory->asked = memory->failed = 0;
  memory->fail_at = fail_at;
  answer = as_pebbles_ask(&c->crowd->pibt, &task, part.whole, &barrier);
  CHECK(memory->failed > 0 || answer == (!can ? AS_PEBBLES_BARRED : follows ? AS_PEBBLES_FREE : AS_PEBBLES_UNKNOWN));
  CHECK((answer == AS_PEBBLES_NO_MEMORY) == (memory->failed > 0));
  if (answer == AS_PEBBLES_BARRED && barrier != AS_NOBODY) CHECK(barrier > 0 && barrier < c->crowd->ids);
  memory->fail_at = memory->failed > 0 ? 0 : fail_at;
  answer = as_pebbles_plan(&c->crowd->pibt, &task, &plan);
  if (answer == AS_PEBBLES_FREE) check_plan(c, &plan, follows);
  else CHECK(plan.steps == 0);
  if (memory->failed == 0 && follows) CHECK((answer == AS_PEBBLES_FREE) == (can && c->self != c->goal));
  if (!can) CHECK(answer != AS_PEBBLES_FREE);
  memory->fail_at = 0;
  as_plan_drop(&plan, &c->crowd->memory);
  as_part_free(&part, &c->crowd->memory);
  return memory->failed;
}

static uint32_t plans, barred;

static void try_case(uint32_t i)
{
  ledger memory = {0, 0, 0, 0, false, 0};
  scene c;
  uint64_t fail_at;
  seed_case(i);
  make_scene(&c, &memory);
  (void)try_scene(&c, &memory, true, 0);
  (void)try_scene(&c, &memory, false, 0);
  for (fail_at = 1; i % 50 == 0 && try_scene(&c, &memory, true, fail_at) > 0; fail_at++) {}
  plans += gets_there(&c);
  barred += !gets_there(&c);
  astar_crowd_destroy(c.crowd);
  CHECK(memory.bytes == 0);
  astar_graph_destroy(c.graph);
}

int main(void)
{
  const uint32_t count = cases(4000);
  uint32_t i;
  for (i = 0; i < count; i++) try_case(i);
  CHECK(count < 1000 || (plans > count / 4 && barred > count / 20));
  return check_summary("pebbles_test");
}
