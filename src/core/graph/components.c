/* components.c: see components.h. */
#include "graph/components.h"

#define NONE AS_NO_SLOT

/* ---- Life ---- */

static void destroy(as_components *c, astar_graph *g)
{
  as_journal_release(c->journal);
  as_entered_free(&c->entered, &g->memory);
  as_free(&g->memory, c->parent, c->parent_capacity, uint32_t);
  as_free(&g->memory, c->flags, c->flag_capacity, uint8_t);
  c->ops->destroy(c, g);
}

void as_components_free_all(astar_graph *g)
{
  while (g->component_sets > 0) destroy(g->components[--g->component_sets], g);
}

/* Whether components are those of a unit. */
static bool fits(as_components *c, astar_graph *g, astar_unit unit, bool strong)
{
  return c->strong == strong && as_entered_fits(&c->entered, &g->memory, &g->units, unit);
}

/* Move the components at an index to the front of the list. */
static as_components *use(astar_graph *g, uint32_t at)
{
  as_components *c = g->components[at];
  for (; at > 0; at--) g->components[at] = g->components[at - 1];
  return g->components[0] = c;
}

as_components *as_components_find(astar_graph *g, astar_unit unit, bool strong)
{
  uint32_t i = 0;
  while (i < g->component_sets && !fits(g->components[i], g, unit, strong)) i++;
  return i < g->component_sets ? use(g, i) : NULL;
}

as_components *as_components_make(astar_graph *g, astar_unit unit, bool strong)
{
  as_components *c = g->cell_ops ? g->cell_ops->create_components(g) : as_node_components_create(g);
  if (!c) return NULL;
  c->strong = strong;
  c->stale = true;
  if (!as_entered_init(&c->entered, &g->memory, &g->units, unit)) {
    destroy(c, g);
    return NULL;
  }
  c->journal = as_journal_join(g->journal, as_slots(g->layout));
  if (g->component_sets == AS_ENTERED_SETS) destroy(g->components[--g->component_sets], g);
  g->components[g->component_sets] = c;
  return use(g, g->component_sets++);
}

/* ---- Reading ---- */

static AS_INLINE as_connection tie(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t a,
                                   uint32_t b)
{
  uint32_t root;
  if (c->sparse && !c->ops->search(c, g, a, b)) return AS_MAYBE_CONNECTED;
  root = as_components_root(c, a);
  if (root != as_components_root(c, b)) return AS_SEPARATE;
  return (rules->limited && !c->flat) || c->flags[root] & AS_COMPONENT_LOOSE ? AS_MAYBE_CONNECTED : AS_CONNECTED;
}

as_connection as_components_tie(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t a, uint32_t b)
{
  return tie(c, g, rules, a, b);
}

/* From a node that cannot be entered: the unit may step out of it. */
static AS_NOINLINE as_connection out_of(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t start,
                                        uint32_t vertex)
{
  uint32_t next, at = 0;
  while ((next = c->ops->next_step(g, rules, start, &at)) != NONE && !c->stale) {
    const uint32_t to = c->ops->vertex(c, g, next);
    const as_connection found = to == NONE ? AS_SEPARATE : tie(c, g, rules, to, vertex);
    if (found != AS_SEPARATE) return found;
  }
  return c->stale ? AS_MAYBE_CONNECTED : AS_SEPARATE;
}

static AS_INLINE as_connection to(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t start,
                                  uint32_t vertex)
{
  const uint32_t from = c->ops->vertex(c, g, start);
  return from == NONE ? out_of(c, g, rules, start, vertex) : tie(c, g, rules, from, vertex);
}

as_connection as_components_to(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t start,
                               uint32_t vertex)
{
  return to(c, g, rules, start, vertex);
}

as_connection as_components_between(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t start,
                                    uint32_t goal)
{
  uint32_t vertex;
  if (start == goal) return AS_CONNECTED;
  vertex = c->stale ? NONE : c->ops->vertex(c, g, goal);
  if (c->stale) return AS_MAYBE_CONNECTED;
  return vertex == NONE ? AS_SEPARATE : to(c, g, rules, start, vertex);
}

/* ---- Invariants ---- */

void as_components_validate(const astar_graph *g)
{
  uint32_t i;
  for (i = 0; i < g->component_sets; i++) {
    const as_components *c = g->components[i];
    if (!c->stale && c->read == g->journal->next) c->ops->validate(c, g);
  }
}
