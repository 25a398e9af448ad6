/*
** search.h: the state of a search, which does one run of A* at a time. search.c creates searches and begins runs, run.c
** expands nodes, query.c reads the results.
**
** A search owns its memory, its records and open list, the run of its space, and a reference to the layout that the
** run began with. The space itself may be gone, unless the run is continued.
*/
#ifndef AS_SEARCH_H
#define AS_SEARCH_H

#include "base/sorted.h"
#include "engine/heuristic.h"
#include "engine/spare_workspace.h"

/* How a run expands. */
typedef enum as_strategy {
  AS_STRATEGY_EXACT,  /* exact order; touched and excluded nodes can be queried */
  AS_STRATEGY_ANSWER, /* exact order; only the path is needed: the run ends at once if no goal can be entered */
  AS_STRATEGY_FLOW    /* any order, to all nodes that can be reached: see flow.h */
} as_strategy;

/* What the run does next. */
typedef enum as_phase {
  AS_PHASE_START, /* open where the run begins */
  AS_PHASE_LIST,  /* list the successors of `current` */
  AS_PHASE_RELAX, /* relax the successors of `current`, from `at` on */
  AS_PHASE_NEXT,  /* pop the next node */
  AS_PHASE_UPDATE   /* finish a repair: see repair.h */
} as_phase;

/* A node that may be inconsistent: its cost may not be that by its parent any more; and that cost. */
typedef struct as_inconsistent {
  double g;
  uint32_t slot;
} as_inconsistent;

/* A repair that is under way. */
typedef struct as_update {
  as_inconsistent *inconsistent;    /* a heap, the cheapest first */
  uint32_t inconsistent_count, inconsistent_capacity;
  as_id_list settling; /* slots of nodes that must be settled after that; some several times */
  uint32_t settled;    /* how many of these have been */
  uint32_t invalidated, most; /* nodes whose way is gone; how many are worth a repair */
  astar_status before; /* the status that the run keeps if nothing that it knows changes; or ASTAR_SEARCHING */
  bool changed;        /* the run knows other things than before */
  bool estimate;       /* estimates are to be computed anew */
} as_update;

/* Where a run begins, if that costs something. */
typedef struct as_begin {
  astar_id id;
  double cost;
} as_begin;

/*
** A further way to a node in `pass_ids`, in a run with turns: a unit that comes in a later turn, but with more points
** left, may get on where one that comes earlier cannot. It has a slot of its own, from `first_label` on.
*/
typedef struct as_label {
  uint32_t state; /* the slot of the state that it stands for */
  uint32_t next;  /* the next label of the same node, or AS_NO_SLOT */
} as_label;

struct astar_search {
  as_memory memory;
  /* The definition. */
  astar_search_def def; /* its lists point to these: */
  as_id_list goals, only, avoid, stop, pass; /* `pass` is sorted */
  as_id_list region;    /* the nodes that count as goals, if not only these themselves do */
  double *goal_costs;   /* of the goals, if the definition has them */
  uint32_t cost_capacity;
  as_begin *begins;     /* then: where the run begins, by id, each once */
  uint32_t begin_count, begin_capacity;
  bool passing;         /* there are turns, and nodes on which they may not end: see passing.h */
  as_extras extras;     /* the layers */
  bool goals_removed;   /* there were goals, but none of them is live */
  bool nowhere;         /* there are goals, but the way may end on none of them: all are in `pass` */
  /* The space when the run began, and what follows from it. */
  as_space space;
  as_layout *layout; /* space.layout, held */
  as_run_place place; /* in space.runs */
  as_journal *journal; /* space.journal, held, if the run follows edits; the layers have theirs: see as_extras */
  uint64_t read;       /* entries of it that the run has followed */
  as_spare_workspace
      *spare; /* of the space that it first began on, held; NULL: it has not begun, and has no workspace */
  as_heuristic heuristic;
  as_strategy strategy;
  double cost_limit;     /* max_cost with a margin for rounding, or the end of the last turn */
  double ordinary_limit; /* maximum g of ordinary successors; -1: there are none */
  /* The run. */
  astar_status status;
  as_phase phase;
  uint32_t origin; /* index of the next node of those where the run begins, before they are open */
  uint64_t layers_version;
  bool loops; /* ordinary nodes are expanded by space.ops->run() */
  as_records records;
  as_open open;
  as_fast fast; /* AS_STRATEGY_FLOW: the open list instead */
  as_expansion expansion;
  uint32_t *touched; /* slots */
  uint32_t touched_count, touched_capacity;
  uint64_t expanded, expanded_before; /* all; before the last repair */
  uint32_t current, found, partial; /* slots, or AS_NO_SLOT */
  uint32_t cut;                     /* nodes found only at costs above max_cost */
  bool partial_tied;                /* another node that is as near got as cheap */
  double partial_distance;          /* straight distance of `partial` to a goal */
  double partial_estimate;          /* only nodes with estimates up to this may be as near; -1 without `partial` */
  double weight;                    /* as in the definition; 0 in the order of cost alone */
  bool precise;                     /* costs are the least sums to the last bit, whatever the order */
  bool repaired;                    /* nodes may have entries in the open list with less f than they have now */
  /* Runs at whose nodes nobody looks: see finder.c. */
  bool unseen;  /* the run goes by a kernel, or has ended so */
  bool watched; /* such a run was replaced, or the search repaired: it keeps nodes */
  as_kernel *kernel; /* while it goes by one, also of flows; else NULL */
  as_kernel_kind kernel_kind;
  astar_path *answer; /* that a kernel has found; NULL: none */
  size_t answer_size;
  bool torn; /* only a new run helps: a repair lacked memory, or the unit was set, or nodes renumbered */
  double sure;                      /* edits concern only paths that are at least so long; see as_space_ops.detour */
  bool settles;                     /* closed nodes are not opened again: see run.c */
  bool passed;                      /* a closed node was found cheaper, and was not opened again */
  bool by_cost;                     /* order_by_cost() is to be called */
  uint64_t reopened;                /* how often closed nodes were opened again */
  uint32_t deferred;                /* slot of the node with deferred successors, or AS_NO_SLOT */
  double deferred_f;                /* the least f of these */
  as_label *labels;                 /* see passing.h */
  uint32_t *label_heads;            /* by index in `pass`: the first label of the node, or AS_NO_SLOT */
  uint32_t label_count, label_capacity, head_capacity, first_label;
  bool goes_on;                     /* the turn cannot end on the current node */
  bool label_cut;                   /* a label was left out for the limit of turns */
  as_update update;
  /* Following edits: scratch. */
  as_successor *arrivals;
  as_id_list edited; /* slots */
  uint32_t arrival_capacity;
  /* Relaxing. */
  as_successor *successors;
  uint32_t successor_capacity, at;
  bool answered;         /* successors[at].cost is from the caller */
  uint32_t estimates;    /* number of estimates from the caller for successors[at], one for each goal */
  double least_estimate; /* the least of them */
  bool wanting;          /* `want` is asked of the caller */
  astar_want want;
};

/* The columns of a record in a run with turns: the estimate, and the points of the step that reached it. */
#define AS_TURN_COLUMNS 2u

/* Whether a run begins at the goals. */
static inline bool as_begins_at_goals(const astar_search_def *def)
{
  return def->reverse || def->outward;
}

/* The nodes where the run ends: the goals or all that count as them; if it begins there the start, if one is given. */
static inline uint32_t as_end_count(const astar_search *s)
{
  if (as_begins_at_goals(&s->def)) return s->def.start != ASTAR_NO_ID;
  return s->region.count > 0 ? s->region.count : s->goals.count;
}

static inline astar_id as_end_at(const astar_search *s, uint32_t index)
{
  if (as_begins_at_goals(&s->def)) return s->def.start;
  return s->region.count > 0 ? s->region.ids[index] : s->goals.ids[index];
}

/* The nodes where it begins: the start; or the goals or all that count as them. And what each costs. */
static inline uint32_t as_origin_count(const astar_search *s)
{
  if (!as_begins_at_goals(&s->def)) return 1;
  if (s->begin_count > 0) return s->begin_count;
  return s->region.count > 0 ? s->region.count : s->goals.count;
}

static inline astar_id as_origin_at(const astar_search *s, uint32_t index)
{
  if (!as_begins_at_goals(&s->def)) return s->def.start;
  if (s->begin_count > 0) return s->begins[index].id;
  return s->region.count > 0 ? s->region.ids[index] : s->goals.ids[index];
}

static inline double as_origin_cost(const astar_search *s, uint32_t index)
{
  return s->begin_count > 0 ? s->begins[index].cost : 0;
}

/* What it costs to begin at a state; INFINITY where the run does not begin, or no goal has a cost. O(log origins). */
ASTAR_API double as_begin_cost(const astar_search *s, uint32_t slot);

/* The nodes that estimates lead to: the goals themselves; if it begins there the start, if one is given. */
static inline uint32_t as_aim_count(const astar_search *s)
{
  return as_begins_at_goals(&s->def) ? s->def.start != ASTAR_NO_ID : s->goals.count;
}

static inline const astar_id *as_aims(const astar_search *s)
{
  return as_begins_at_goals(&s->def) ? &s->def.start : s->goals.ids;
}

/*
** To begin a run: as_search_define(), then choose a strategy, then as_search_start(). Both return ASTAR_OK or
** ASTAR_NO_MEMORY, which leaves the search ended (ASTAR_STALE).
**
** as_search_define() takes over the run of `space` and releases that of the last space; on failure it releases that of
** `space` instead. It releases neither if both have the same run. Lists in `def` may be those of the search.
** O(length of the lists). as_search_start() is O(length of the lists + goals * log goals + slots / 65,536).
*/
ASTAR_API astar_result as_search_define(astar_search *s, const as_space *space, const astar_search_def *def);
ASTAR_API astar_result as_search_start(astar_search *s, as_strategy strategy);

/*
** Set the goals of a run, which may be its own list, and its start. The nodes where it ends are marked; those of them
** that are closed become open, but the caller pushes them. False if out of memory.
*/
ASTAR_API bool as_search_retarget(astar_search *s, astar_id start, const astar_id *goals, uint32_t goal_count);

/* Leave the kernel, whose run has ended, to the next search; give up the run by a kernel, and the answer of one. */
ASTAR_API void as_search_leave_kernel(astar_search *s);
ASTAR_API void as_search_drop_kernel(astar_search *s);

/* Remove a flag from the records of all states of a node. Any id. */
ASTAR_API void as_search_unmark(astar_search *s, astar_id id, uint32_t flag);

/* Sort a list of ids or slots, and leave each in it once. O(count log count). */
ASTAR_API void as_id_list_sort(as_id_list *list);

/* The number of slots of states. */
static inline uint32_t as_search_slots(const astar_search *s)
{
  return s->space.rules.headed + as_slots(s->layout) + s->space.places;
}

/* The slot of the state that a slot stands for: another one if it is that of a label. */
static inline uint32_t as_search_state(const astar_search *s, uint32_t slot)
{
  const uint32_t label = slot - s->first_label;
  return s->label_count > 0 && slot >= s->first_label && label < s->label_count ? s->labels[label].state : slot;
}

/* The id of the node of a state. */
static inline astar_id as_search_id(const astar_search *s, uint32_t any)
{
  const uint32_t slot = as_search_state(s, any), place = slot - s->space.first_place;
  return place < s->space.places ? as_place_id(place) : as_id(s->layout, as_state_node(&s->space.rules, slot));
}

/* Whether the space or the layers were edited since the run began or followed edits last. O(layers). */
static inline bool as_search_is_edited(const astar_search *s)
{
  return s->space.version != s->space.ops->version(s->space.self) ||
         s->layers_version != as_extras_version(&s->extras);
}

/* The slot that the node with an id had when the run began, or AS_NO_SLOT. Any id. */
static inline uint32_t as_search_node(const astar_search *s, astar_id id)
{
  const uint32_t place = as_place_id(id); /* its own inverse */
  uint32_t slot;
  if (place < s->space.places) return s->space.first_place + place;
  slot = as_slot(s->layout, id);
  /* Of a node that was added later: it may be that of a place. */
  return s->space.places > 0 && slot >= s->space.first_place ? AS_NO_SLOT : slot;
}

/* Its state without a heading, or AS_NO_SLOT. */
static inline uint32_t as_search_slot(const astar_search *s, astar_id id)
{
  const uint32_t node = as_search_node(s, id);
  return node == AS_NO_SLOT ? node : as_state_at(&s->space.rules, node, 0);
}

/* The state where the run begins, of those by as_origin_at(). */
static inline uint32_t as_origin_slot(const astar_search *s, uint32_t index)
{
  const as_rules *rules = &s->space.rules;
  const uint32_t node = as_search_node(s, as_origin_at(s, index));
  const bool heads = !as_begins_at_goals(&s->def) && as_state_count(rules, node) > 1;
  return as_state_at(rules, node, heads ? s->space.heading : 0);
}

/*
** The state that answers questions about the node of a slot: the cheapest of those that are reached, or else one that
** is excluded; of equals the first. AS_NO_SLOT if the run has touched none. O(states of the node).
*/
ASTAR_API uint32_t as_search_best(const astar_search *s, uint32_t node);

/* The index of a node in `pass`, or AS_NO_SLOT. O(log count). */
static inline uint32_t as_pass_index(const astar_search *s, astar_id id)
{
  const uint32_t at = as_lower_bound(s->pass.ids, s->pass.count, sizeof *s->pass.ids, id);
  return at < s->pass.count && s->pass.ids[at] == id ? at : AS_NO_SLOT;
}

/* Whether the way may end on a node: it is not in `pass`, or the unit stands there already. */
static inline bool as_may_end(const astar_search *s, astar_id id)
{
  return s->pass.count == 0 || id == s->def.start || as_pass_index(s, id) == AS_NO_SLOT;
}

/* Whether each node has one state, and one way to it. */
static inline bool as_is_one_state(const astar_search *s)
{
  return s->space.rules.headed == 0 && s->label_count == 0;
}

/* Whether `only_ids` and `avoid_ids` permit entering a node. */
static inline bool as_is_admitted(const astar_search *s, const as_record *record)
{
  return !(record->mark & AS_MARK_AVOIDED) && (!s->def.only || record->mark & AS_MARK_ALLOWED);
}

static inline astar_state as_state_of(const as_record *record)
{
  return (astar_state)(record->mark >> AS_STATE_SHIFT & AS_MARK_STATE >> AS_STATE_SHIFT);
}

/* Whether a record is of a node that was reached: it is open or closed. */
static inline bool as_is_reached(const as_record *record)
{
  return as_state_of(record) == ASTAR_OPEN || as_state_of(record) == ASTAR_CLOSED;
}

/* The record of the state that answers for the node of a slot if it is reached, else NULL. Any slot. */
static inline const as_record *as_search_reached(const astar_search *s, uint32_t node)
{
  const uint32_t slot = as_is_one_state(s) || node == AS_NO_SLOT ? node : as_search_best(s, node);
  const as_record *record = slot == AS_NO_SLOT ? NULL : as_records_find(&s->records, slot);
  return record && as_is_reached(record) ? record : NULL;
}

/* The slot of the node before one that is reached on its way; AS_NO_SLOT where the run began. */
static inline uint32_t as_search_before(const astar_search *s, const as_record *record)
{
  if (record->parent == AS_NO_SLOT) return AS_NO_SLOT;
  return as_state_node(&s->space.rules, as_search_state(s, record->parent));
}

/* A mark with another state. */
static inline uint32_t as_with_state(uint32_t mark, astar_state state)
{
  return (mark & ~AS_MARK_STATE) | (uint32_t)state << AS_STATE_SHIFT;
}

#endif
