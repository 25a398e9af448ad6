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

/* The root of a slot, or NONE if it cannot be entered. */
static uint32_t root_of(const as_components *c, const astar_graph *g, uint32_t slot)
{
  const uint32_t vertex = c->ops->vertex(c, g, slot);
  return vertex == NONE ? NONE : as_components_root(c, vertex);
}

/* What it tells to be of this component. */
static as_connection within(const as_components *c, const as_rules *rules, uint32_t root)
{
  return (rules->limited && !c->flat) || c->flags[root] & AS_COMPONENT_LOOSE ? AS_MAYBE_CONNECTED : AS_CONNECTED;
}

as_connection as_components_between(const as_components *c, const astar_graph *g, const as_rules *rules,
                                    uint32_t start, uint32_t goal)
{
  const uint32_t root = start == goal ? NONE : root_of(c, g, goal);
  uint32_t from, to, at = 0;
  if (start == goal) return AS_CONNECTED;
  if (root == NONE) return AS_SEPARATE;
  from = root_of(c, g, start);
  if (from != NONE) return from == root ? within(c, rules, root) : AS_SEPARATE;
  while ((to = c->ops->next_step(g, rules, start, &at)) != NONE) {
    if (root_of(c, g, to) == root) return within(c, rules, root);
  }
  return AS_SEPARATE;
}

/* Mark a component, or take its mark away. Returns whether it is one of which all can be reached. */
static bool mark(as_components *c, const as_rules *rules, uint32_t root, bool on)
{
  c->flags[root] = (uint8_t)((c->flags[root] & ~AS_COMPONENT_MARKED) | (on ? AS_COMPONENT_MARKED : 0));
  return within(c, rules, root) == AS_CONNECTED;
}

bool as_components_mark(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t start, bool on)
{
  const uint32_t root = root_of(c, g, start);
  uint32_t to, at = 0;
  bool sure = true;
  if (root != NONE) return mark(c, rules, root, on);
  while ((to = c->ops->next_step(g, rules, start, &at)) != NONE) sure = mark(c, rules, root_of(c, g, to), on) && sure;
  return sure;
}

bool as_components_marked(const as_components *c, const astar_graph *g, uint32_t slot)
{
  const uint32_t root = root_of(c, g, slot);
  return root != NONE && c->flags[root] & AS_COMPONENT_MARKED;
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
