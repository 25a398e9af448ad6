/*
** solve_test.c: astar_crowd_solve() on small maps, against Dijkstra's algorithm over all states of all agents: whether
** there is a solution, what the best one costs, and that each step of it can be made; and where memory runs out.
*/
#include "check.h"

#include "crowd/steps.h"
#include "grid/spaces.h"

#define NODES 9u
#define AGENTS 3u
#define STATES (NODES * NODES * NODES)
#define MOST_STEPS 40u

/* ---- A small map, as the oracle sees it: nodes are slots ---- */

typedef struct scene {
  astar_graph *graph;
  astar_unit unit;
  uint32_t nodes, width; /* width 0: no grid with diagonal steps */
  uint32_t steps[NODES]; /* numbers of them */
  uint32_t to[NODES][MOST_STEPS];
  double cost[NODES][MOST_STEPS], least[NODES];
  double far[NODES][NODES];
  bool enterable[NODES];
  uint32_t agents;
  uint32_t start[AGENTS], goal[AGENTS]; /* slots; NODES: no goal */
  bool fixed[AGENTS];
  bool there[AGENTS][NODES];
} scene;

static astar_id id_of(const scene *c, uint32_t slot)
{
  return as_id(c->graph->layout, slot);
}

static void make_grid(scene *c)
{
  astar_grid_def def = astar_default_grid();
  uint32_t i;
  def.width = 1 + below(3);
  def.height = 1 + below(NODES / def.width);
  def.straight = one_in(2);
  def.corners = (astar_corners)below(3);
  if (def.width * def.height > NODES) def.height = NODES / def.width;
  if (one_in(5)) {
    def.shape = (astar_shape)(ASTAR_ODD_R + below(4));
    def.straight = false;
  }
  CHECK(astar_grid_create(NULL, NULL, &def, &c->graph) == ASTAR_OK);
  c->nodes = def.width * def.height;
  c->width = !def.straight && def.shape == ASTAR_SQUARE ? def.width : 0;
  for (i = 1; i <= c->nodes; i++) {
    if (one_in(6)) astar_graph_set_blocked(c->graph, i, true);
  }
}

static void make_graph(scene *c)
{
  uint32_t i, count;
  c->graph = astar_graph_create(NULL, NULL);
  c->nodes = 1 + below(NODES - 1);
  c->width = 0;
  for (i = 0; i < c->nodes; i++) {
    astar_id id;
    const double x = below(10), y = below(10);
    CHECK(astar_graph_add(c->graph, x, y, 0, &id) == ASTAR_OK);
  }
  for (count = below(2 * c->nodes + 1); count > 0; count--) {
    astar_link link = astar_default_link();
    const astar_id a = 1 + below(c->nodes), b = 1 + below(c->nodes);
    link.oneway = one_in(3);
    if (one_in(2)) link.cost = below(4);
    if (a != b) CHECK(astar_graph_link(c->graph, a, b, &link) == ASTAR_OK);
  }
}

static void give_unit(scene *c)
{
  double costs[2];
  astar_unit_def def = {NULL, 2, INFINITY, INFINITY, 1};
  astar_terrain mud;
  uint32_t i;
  c->unit = ASTAR_NO_UNIT;
  if (!one_in(3)) return;
  costs[0] = 1;
  costs[1] = one_in(3) ? INFINITY : 3;
  def.costs = costs;
  CHECK(astar_graph_terrain(c->graph, "mud", 3, &mud) == ASTAR_OK);
  CHECK(astar_graph_set_unit(c->graph, "man", 3, &def) == ASTAR_OK);
  c->unit = astar_graph_unit(c->graph, "man", 3);
  for (i = 0; i < c->nodes; i++) {
    if (one_in(4)) CHECK(astar_graph_set_terrain(c->graph, id_of(c, i), mud) == ASTAR_OK);
  }
}

/* Read all steps of the map, and the distances between all nodes (Floyd 1962). */
static void read_steps(scene *c)
{
  as_memory memory;
  as_steps steps;
  as_space space = as_space_of(c->graph, c->unit);
  uint32_t a, b, k;
  as_memory_init(&memory, NULL, NULL);
  memset(&steps, 0, sizeof steps);
  for (a = 0; a < c->nodes; a++) {
    const as_successor *head = as_steps_of(&steps, &memory, &space, a);
    for (b = 0; b < c->nodes; b++) c->far[a][b] = a == b ? 0 : INFINITY;
    CHECK(head && head->slot <= MOST_STEPS);
    c->steps[a] = head->slot;
    c->least[a] = head->cost;
    c->enterable[a] = space.ops->enterable(space.self, &space.rules, a);
    for (k = 0; k < head->slot; k++) {
      c->to[a][k] = head[k + 1].slot;
      c->cost[a][k] = head[k + 1].cost;
      c->far[a][c->to[a][k]] = fmin(c->far[a][c->to[a][k]], c->cost[a][k]);
    }
  }
  for (k = 0; k < c->nodes; k++) {
    for (a = 0; a < c->nodes; a++) {
      for (b = 0; b < c->nodes; b++) c->far[a][b] = fmin(c->far[a][b], c->far[a][k] + c->far[k][b]);
    }
  }
  as_steps_free(&steps, &memory);
}

/* The nodes where the agents with one goal have to be. */
static void choose_places(scene *c, uint32_t agent)
{
  bool used[NODES] = {false};
  uint32_t mates = 0, i, k;
  for (i = 0; i < c->agents; i++) mates += c->goal[i] == c->goal[agent];
  for (i = 0; i < c->nodes; i++) c->there[agent][i] = c->goal[agent] == c->nodes;
  if (c->goal[agent] == c->nodes) return;
  if (mates == 1) {
    c->there[agent][c->goal[agent]] = true;
    return;
  }
  for (i = 0; i < c->agents; i++) {
    if (c->goal[i] == c->goal[agent]) continue;
    if (c->goal[i] < c->nodes) used[c->goal[i]] = true;
    if (c->fixed[i]) used[c->start[i]] = true;
  }
  for (k = 0; k < mates; k++) {
    uint32_t best = c->nodes;
    for (i = 0; i < c->nodes; i++) {
      const double far = c->far[i][c->goal[agent]];
      if (used[i] || !c->enterable[i] || far == INFINITY) continue;
      if (best == c->nodes || far < c->far[best][c->goal[agent]] ||
          (far == c->far[best][c->goal[agent]] && id_of(c, i) < id_of(c, best)))
        best = i;
    }
    if (best == c->nodes) break;
    used[best] = true;
    c->there[agent][best] = true;
  }
  /* Too few: nobody can have arrived everywhere. */
  if (k < mates) memset(c->there[agent], 0, sizeof c->there[agent]);
}

static void make_agents(scene *c)
{
  uint32_t i, k;
  c->agents = 1 + below(c->nodes < AGENTS ? c->nodes : AGENTS);
  for (i = 0; i < c->agents; i++) {
    do {
      c->start[i] = below(c->nodes);
      for (k = 0; k < i && c->start[k] != c->start[i]; k++) {}
    } while (k < i);
    c->goal[i] = one_in(8) ? c->nodes : below(c->nodes);
    c->fixed[i] = one_in(12);
  }
  for (i = 0; i < c->agents; i++) choose_places(c, i);
}

static void make_scene(scene *c)
{
  memset(c, 0, sizeof *c);
  if (one_in(3)) make_graph(c);
  else make_grid(c);
  give_unit(c);
  read_steps(c);
  make_agents(c);
}

/* ---- The oracle ---- */

/* Whether two agents get in each other's way in one step. */
static bool conflict(const scene *c, const uint32_t from[AGENTS], const uint32_t to[AGENTS], uint32_t a, uint32_t b)
{
  const uint32_t w = c->width;
  if (to[a] == to[b] || (to[a] == from[b] && to[b] == from[a])) return true;
  if (w == 0 || from[a] / w == to[a] / w || from[a] % w == to[a] % w) return false;
  /* The other diagonal of the same block. */
  return (from[b] == from[a] / w * w + to[a] % w && to[b] == to[a] / w * w + from[a] % w) ||
         (to[b] == from[a] / w * w + to[a] % w && from[b] == to[a] / w * w + from[a] % w);
}

/* What it costs an agent to go from one node to another in a step; INFINITY if it cannot. */
static double move_cost(const scene *c, uint32_t agent, uint32_t from, uint32_t to)
{
  double cost = INFINITY;
  uint32_t k;
  if (from == to) return c->there[agent][to] ? 0 : c->least[from];
  if (c->fixed[agent]) return INFINITY;
  for (k = 0; k < c->steps[from]; k++) {
    if (c->to[from][k] == to) cost = fmin(cost, c->cost[from][k]);
  }
  return cost;
}

static double step_cost(const scene *c, const uint32_t from[AGENTS], const uint32_t to[AGENTS])
{
  double sum = 0;
  uint32_t a, b;
  for (a = 0; a < c->agents; a++) {
    for (b = 0; b < a; b++) {
      if (conflict(c, from, to, a, b)) return INFINITY;
    }
    sum += move_cost(c, a, from[a], to[a]);
  }
  return sum;
}

static uint32_t pack(const scene *c, const uint32_t at[AGENTS])
{
  uint32_t state = 0, i;
  for (i = 0; i < c->agents; i++) state = state * c->nodes + at[i];
  return state;
}

static void unpack(const scene *c, uint32_t state, uint32_t at[AGENTS])
{
  uint32_t i;
  for (i = c->agents; i-- > 0; state /= c->nodes) at[i] = state % c->nodes;
}

static bool is_end(const scene *c, const uint32_t at[AGENTS])
{
  uint32_t i;
  for (i = 0; i < c->agents && c->there[i][at[i]]; i++) {}
  return i == c->agents;
}

/* Relax all steps from a state: the first `agent` have chosen theirs. */
static void relax_all(const scene *c, double cost[STATES], double g, const uint32_t from[AGENTS], uint32_t to[AGENTS],
                      uint32_t agent)
{
  uint32_t k;
  if (agent == c->agents) {
    const double sum = g + step_cost(c, from, to);
    const uint32_t state = pack(c, to);
    if (sum < cost[state]) cost[state] = sum;
    return;
  }
  to[agent] = from[agent];
  relax_all(c, cost, g, from, to, agent + 1);
  for (k = 0; k < c->steps[from[agent]] && !c->fixed[agent]; k++) {
    to[agent] = c->to[from[agent]][k];
    relax_all(c, cost, g, from, to, agent + 1);
  }
}

/* The cost of the best solution, or INFINITY. */
static double oracle(const scene *c)
{
  static double cost[STATES];
  static bool closed[STATES];
  uint32_t count = 1, i;
  for (i = 0; i < c->agents; i++) count *= c->nodes;
  for (i = 0; i < count; i++) {
    cost[i] = INFINITY;
    closed[i] = false;
  }
  cost[pack(c, c->start)] = 0;
  for (;;) {
    uint32_t at[AGENTS], to[AGENTS], best = count;
    for (i = 0; i < count; i++) {
      if (!closed[i] && cost[i] < INFINITY && (best == count || cost[i] < cost[best])) best = i;
    }
    if (best == count) return INFINITY;
    unpack(c, best, at);
    if (is_end(c, at)) return cost[best];
    closed[best] = true;
    relax_all(c, cost, cost[best], at, to, 0);
  }
}

/* ---- Against it ---- */

static astar_crowd *make_crowd(const scene *c, ledger *books)
{
  const astar_crowd_def def = astar_default_crowd();
  astar_crowd *crowd = astar_crowd_create(ledger_alloc, books, c->graph, &def);
  uint32_t i;
  if (!crowd) return NULL;
  for (i = 0; i < c->agents; i++) {
    astar_agent_def agent = astar_default_agent();
    astar_agent id;
    agent.node = id_of(c, c->start[i]);
    agent.goal = c->goal[i] < c->nodes ? id_of(c, c->goal[i]) : ASTAR_NO_ID;
    agent.unit = c->unit;
    agent.fixed = c->fixed[i];
    if (astar_crowd_add(crowd, &agent, &id) != ASTAR_OK) {
      astar_crowd_destroy(crowd);
      return NULL;
    }
    CHECK(id == i + 1);
  }
  return crowd;
}

static bool near(double a, double b)
{
  return fabs(a - b) <= 1e-9 * fmax(1, fmax(fabs(a), fabs(b)));
}

static void read_slots(const scene *c, astar_crowd *crowd, uint32_t at[AGENTS])
{
  uint32_t i;
  for (i = 0; i < c->agents; i++) at[i] = as_slot(c->graph->layout, astar_crowd_agent(crowd, i + 1).node);
}

/* Take all steps that were found: each can be made, they cost what was said, and all have arrived in the end. */
static void follow(const scene *c, astar_crowd *crowd)
{
  const bool moves = astar_crowd_planned(crowd) > 0;
  uint32_t steps = astar_crowd_planned(crowd), at[AGENTS], to[AGENTS], i;
  const double cost = astar_crowd_plan_cost(crowd);
  double sum = 0;
  read_slots(c, crowd, at);
  for (; steps > 0; steps--) {
    CHECK(astar_crowd_planned(crowd) == steps);
    CHECK(astar_crowd_step(crowd) == ASTAR_OK);
    read_slots(c, crowd, to);
    sum += step_cost(c, at, to);
    memcpy(at, to, sizeof at);
  }
  CHECK(near(sum, cost) && is_end(c, at) && astar_crowd_planned(crowd) == 0);
  if (!moves) return;
  /* Which nodes are the places around a goal is known when those with other goals have arrived: in the next step. */
  CHECK(astar_crowd_step(crowd) == ASTAR_OK);
  for (i = 0; i < c->agents; i++) CHECK(astar_crowd_agent(crowd, i + 1).status == ASTAR_AGENT_ARRIVED);
}

static uint32_t solvable, unsolvable;

static void solve(const scene *c)
{
  ledger books = {0};
  astar_crowd *crowd = make_crowd(c, &books);
  const double best = oracle(c);
  astar_solution found;
  CHECK(crowd);
  do {
    found = astar_crowd_solve(crowd, 1 + below(20));
    CHECK(found != ASTAR_SOLVE_NO_MEMORY);
    if (found == ASTAR_SOLVED) CHECK(astar_crowd_plan_cost(crowd) >= best - 1e-9);
    if (found == ASTAR_SOLVED && one_in(20)) break;
  } while (found == ASTAR_SOLVING || found == ASTAR_SOLVED);
  CHECK((found == ASTAR_UNSOLVABLE) == (best == INFINITY));
  if (found == ASTAR_BEST) CHECK(near(astar_crowd_plan_cost(crowd), best));
  if (found == ASTAR_UNSOLVABLE) unsolvable++;
  else solvable++;
  astar_crowd_validate(crowd);
  if (found != ASTAR_UNSOLVABLE) follow(c, crowd);
  astar_crowd_destroy(crowd);
  CHECK(books.bytes == 0);
}

static bool has_shared_goals(const scene *c)
{
  uint32_t a, b;
  for (a = 0; a < c->agents; a++) {
    for (b = 0; b < a; b++) {
      if (c->goal[a] == c->goal[b] && c->goal[a] < c->nodes) return true;
    }
  }
  return false;
}

static uint32_t improved;

/* Steps are made while it looks for better ones: what is left is kept unless something costs less. */
static void solve_on_the_way(const scene *c)
{
  ledger books = {0};
  astar_crowd *crowd = make_crowd(c, &books);
  astar_solution found;
  uint32_t at[AGENTS], to[AGENTS];
  double sum = 0, least;
  CHECK(crowd);
  do found = astar_crowd_solve(crowd, 1);
  while (found == ASTAR_SOLVING);
  least = astar_crowd_plan_cost(crowd);
  read_slots(c, crowd, at);
  while (astar_crowd_planned(crowd) > 0) {
    const double before = astar_crowd_plan_cost(crowd);
    CHECK(astar_crowd_step(crowd) == ASTAR_OK);
    read_slots(c, crowd, to);
    sum += step_cost(c, at, to);
    memcpy(at, to, sizeof at);
    if (astar_crowd_planned(crowd) == 0) break;
    found = astar_crowd_solve(crowd, 1 + below(8));
    CHECK(found == ASTAR_SOLVED || found == ASTAR_BEST);
    if (astar_crowd_plan_cost(crowd) == before) continue;
    CHECK(sum + astar_crowd_plan_cost(crowd) < least);
    least = sum + astar_crowd_plan_cost(crowd);
    improved++;
  }
  if (found != ASTAR_UNSOLVABLE) CHECK(is_end(c, at) && near(sum, least));
  astar_crowd_destroy(crowd);
  CHECK(books.bytes == 0);
}

static void small_maps(void)
{
  uint32_t i, n = cases(20000);
  for (i = 0; i < n; i++) {
    scene c;
    seed_case(i);
    make_scene(&c);
    solve(&c);
    if (one_in(4) && !has_shared_goals(&c)) solve_on_the_way(&c);
    astar_graph_destroy(c.graph);
  }
}

/* Each allocation fails once: it can be called again, and finds the same. */
static void lack_of_memory(void)
{
  uint32_t i, n = cases(40);
  for (i = 0; i < n; i++) {
    scene c;
    double best;
    bool all = false;
    uint64_t fail;
    seed_case(1000000 + i);
    make_scene(&c);
    best = oracle(&c);
    for (fail = 1; !all; fail++) {
      ledger books = {0};
      astar_crowd *crowd = make_crowd(&c, &books);
      const uint64_t before = books.asked;
      astar_solution found;
      CHECK(crowd);
      books.fail_at = before + fail;
      do found = astar_crowd_solve(crowd, 100);
      while (found == ASTAR_SOLVING || found == ASTAR_SOLVED || found == ASTAR_SOLVE_NO_MEMORY);
      CHECK((found == ASTAR_UNSOLVABLE) == (best == INFINITY));
      if (found == ASTAR_BEST) CHECK(near(astar_crowd_plan_cost(crowd), best));
      all = books.asked < before + fail;
      books.fail_at = 0;
      if (found == ASTAR_BEST) follow(&c, crowd);
      astar_crowd_destroy(crowd);
      CHECK(books.bytes == 0);
    }
    astar_graph_destroy(c.graph);
  }
}

/* Two who meet in a corridor with one niche: the way of priority alone does not resolve it. */
static void niche(void)
{
  const astar_crowd_def def = astar_default_crowd();
  astar_grid_def size = astar_default_grid();
  astar_agent_def agent = astar_default_agent();
  astar_graph *g;
  astar_crowd *crowd;
  astar_agent id;
  uint32_t col;
  size.width = 7;
  size.height = 2;
  size.straight = true;
  CHECK(astar_grid_create(NULL, NULL, &size, &g) == ASTAR_OK);
  for (col = 1; col <= 7; col++) {
    if (col != 3) astar_graph_set_blocked(g, astar_grid_cell(g, col, 2, 1), true);
  }
  crowd = astar_crowd_create(NULL, NULL, g, &def);
  agent.node = astar_grid_cell(g, 1, 1, 1);
  agent.goal = astar_grid_cell(g, 7, 1, 1);
  CHECK(astar_crowd_add(crowd, &agent, &id) == ASTAR_OK);
  agent.node = astar_grid_cell(g, 7, 1, 1);
  agent.goal = astar_grid_cell(g, 1, 1, 1);
  CHECK(astar_crowd_add(crowd, &agent, &id) == ASTAR_OK);
  CHECK(astar_crowd_solve(crowd, UINT64_MAX) == ASTAR_BEST);
  while (astar_crowd_planned(crowd) > 0) CHECK(astar_crowd_step(crowd) == ASTAR_OK);
  CHECK(astar_crowd_agent(crowd, 1).node == astar_grid_cell(g, 7, 1, 1));
  CHECK(astar_crowd_agent(crowd, 2).node == astar_grid_cell(g, 1, 1, 1));
  astar_crowd_destroy(crowd);
  astar_graph_destroy(g);
}

/* A map of 32 x 32 with many agents: the first solution, whatever it costs. */
static void many(void)
{
  const astar_crowd_def def = astar_default_crowd();
  uint32_t round, i, n = cases(2);
  for (round = 0; round < n; round++) {
    astar_grid_def size = astar_default_grid();
    astar_graph *g;
    astar_crowd *crowd;
    astar_solution found;
    seed_case(2000000 + round);
    size.width = size.height = 32;
    size.straight = one_in(2);
    CHECK(astar_grid_create(NULL, NULL, &size, &g) == ASTAR_OK);
    crowd = astar_crowd_create(NULL, NULL, g, &def);
    for (i = 0; i < 150; i++) {
      astar_agent_def agent = astar_default_agent();
      astar_agent id;
      do agent.node = 1 + below(32 * 32);
      while (astar_crowd_at(crowd, agent.node) != ASTAR_NO_AGENT);
      agent.goal = 1 + (agent.node * 389u + 17) % (32 * 32); /* all of them differ */
      CHECK(astar_crowd_add(crowd, &agent, &id) == ASTAR_OK);
    }
    while ((found = astar_crowd_solve(crowd, 100)) == ASTAR_SOLVING) {}
    CHECK(found == ASTAR_SOLVED || found == ASTAR_BEST);
    while (astar_crowd_planned(crowd) > 0) {
      CHECK(astar_crowd_step(crowd) == ASTAR_OK);
      astar_crowd_validate(crowd);
    }
    for (i = 1; i <= 150; i++) {
      const astar_agent_view view = astar_crowd_agent(crowd, i);
      CHECK(view.node == view.goal && view.status == ASTAR_AGENT_ARRIVED);
    }
    astar_crowd_destroy(crowd);
    astar_graph_destroy(g);
  }
}

int main(void)
{
  niche();
  small_maps();
  lack_of_memory();
  many();
  CHECK(cases(100) < 10 || (solvable > 0 && unsolvable > 0));
  CHECK(cases(100) < 100 || improved > 0);
  return check_summary("solve_test");
}
