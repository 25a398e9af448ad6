/*
** units.h: the terrains of a space, and the multipliers and limits of each unit type. A graph owns one as_units; a run
** reads those of its unit as an as_rules.
*/
#ifndef AS_UNITS_H
#define AS_UNITS_H

#include "rules/layers.h"
#include "rules/turns.h"

#define AS_BLOCKED 0u          /* the terrain number of blocked nodes: no unit can enter */
#define AS_TERRAIN_MAX 0x3FFFu /* links store terrains in 14 bits */

/*
** The rules of one run: what the steps of its unit cost and which it can take. `costs` has the multiplier by terrain
** (AS_BLOCKED included); NAN if the unit cannot enter it, which makes the cost of the step NAN. It points into the
** as_units, and is valid until a unit or terrain is added or a unit is set.
*/
typedef struct as_rules {
  const double *costs;
  double climb, drop; /* maximum rise and fall in z of one step */
  bool limited;       /* climb or drop is finite */
  bool special;       /* a cost does not grow just by that of the step: there are extras or turns */
  bool back;          /* the run goes backwards: from a node to those from which a step leads there */
  bool discs;         /* on a grid: only the steps that a disc has room for, see as_grid_step_open(); no links */
  as_extra extra;         /* the first layer that is added */
  const as_extra *extras; /* all of them; owned by the search or kernel */
  uint32_t extra_count;
  as_turns turns;
  uint32_t size;      /* it covers size x size cells, of a map of so many: */
  uint32_t columns, rows;
  void *view;         /* of the space: its cells as the unit sees them, if size > 1; valid as long as `costs` */
  uint32_t headed;    /* slots below it are states with a heading, AS_HEADINGS for each cell; see as_state_node() */
} as_rules;

/* Whether a step that rises by this, in z, is more than the unit can make. */
static inline bool as_is_steep(const as_rules *rules, double rise)
{
  return rules->limited && !(rise <= rules->climb && -rise <= rules->drop);
}

/*
** A run works on states. A state stands for a node, and says besides in which of AS_HEADINGS directions the unit looks
** there, or that it may go on in any. States with a heading come first: those of cell c begin at AS_HEADINGS * c. Then
** each node has one state without: that of the node of slot n is `headed` + n. Where headings do not matter, `headed`
** is 0, and a state has the slot of its node.
*/
#define AS_HEADINGS 8u

/* The slot of the node that a state stands for. */
static inline uint32_t as_state_node(const as_rules *rules, uint32_t state)
{
  return state < rules->headed ? state / AS_HEADINGS : state - rules->headed;
}

/* The number of states of the node of a slot, and the state at an index below it; the first has no heading. */
static inline uint32_t as_state_count(const as_rules *rules, uint32_t node)
{
  return node < rules->headed / AS_HEADINGS ? 1 + AS_HEADINGS : 1;
}

static inline uint32_t as_state_at(const as_rules *rules, uint32_t node, uint32_t index)
{
  return index == 0 ? rules->headed + node : AS_HEADINGS * node + index - 1;
}

typedef struct as_unit {
  double climb, drop;
  uint32_t size;
  uint64_t version; /* changes when it is set */
} as_unit;

/*
** Terrain t is name t - 1. Unit 0 is ASTAR_NO_UNIT; unit u is name u - 1. `tables` has two rows of `capacity`
** multipliers for each unit, by terrain: first the effective ones, then those given by the caller (NAN: not listed).
** Both are also set for terrains that do not exist yet, so that adding one changes no row. `capacity` doubles.
*/
typedef struct as_units {
  as_names terrains, names;
  as_unit *list;
  double *tables;
  uint32_t count, list_capacity, table_capacity; /* in units, unit 0 included */
  uint32_t capacity; /* in terrains, AS_BLOCKED included */
  uint64_t edits;    /* units set and terrains added, from 1 */
} as_units;

/* Make the terrain "default" and unit 0. False if out of memory; as_units_free() must be called even then. */
ASTAR_API bool as_units_init(as_units *u, as_memory *m);
ASTAR_API void as_units_free(as_units *u, as_memory *m);

/* As astar_graph_terrain() and astar_graph_set_unit(). If they fail, nothing has changed. */
ASTAR_API astar_result as_units_terrain(as_units *u, as_memory *m, const char *name, size_t length,
                                        astar_terrain *terrain);
ASTAR_API astar_result as_units_set(as_units *u, as_memory *m, const char *name, size_t length,
                                    const astar_unit_def *def);

/* The rules of a unit; 0 <= unit < count. */
ASTAR_API as_rules as_units_rules(const as_units *u, astar_unit unit);

/* A number that changes when the unit is set. */
static inline uint64_t as_units_version(const as_units *u, astar_unit unit)
{
  return u->list[unit].version;
}

/* The multipliers given for a unit, by terrain; NAN for those not listed. */
static inline double *as_units_listed(const as_units *u, astar_unit unit)
{
  return u->tables + (2 * (size_t)unit + 1) * u->capacity;
}

#endif
