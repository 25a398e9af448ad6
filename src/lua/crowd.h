/*
** crowd.h: what crowds on nodes and crowds of discs have in common: their userdata and own tables, the handles of their
** agents, iterators, positions, saving and closing. What differs is in an al_crowd_type.
**
** The uservalue of a crowd is a table, its own table. Its agents have the same table as uservalue, which keeps the
** crowd alive for them, and by the environment in it the space.
*/
#ifndef AL_CROWD_H
#define AL_CROWD_H

#include "handle.h"

AL_HIDDEN_BEGIN

/* The fields of the own table. */
#define CROWD_SELF 1   /* the crowd */
#define CROWD_ENV 2    /* environment of the space */
#define CROWD_AGENTS 3 /* id -> agent, weak values */
#define CROWD_DATA 4   /* id -> data */
#define CROWD_BUFFER 5 /* a userdata with room for positions, or nil */
#define CROWD_GROUPS 6 /* id -> group, weak values */
#define CROWD_FIRST 7  /* the first that a type may use */

typedef struct al_crowd_type al_crowd_type;

/* The common head of both kinds of crowds. */
typedef struct al_crowd {
  const char *kind; /* al_crowd_kind or al_discs_kind */
  const al_crowd_type *type;
  al_space *space;  /* kept alive by the environment */
  void *core;       /* an astar_crowd or astar_discs; NULL once closed */
  size_t reported;  /* bytes already counted for the collector */
} al_crowd;

/* A handle of an agent. */
typedef struct al_agent {
  const char *kind; /* al_agent_kind or al_disc_kind */
  al_crowd *crowd;  /* kept alive by the own table */
  uint32_t id, generation;
} al_agent;

/* As astar_group_set_goal() takes it. */
typedef struct al_group_goal {
  double at[3];
  astar_id node;
  uint32_t level;
} al_group_goal;

struct al_crowd_type {
  const char *kind, *agent_kind;
  const char *meta, *agent_meta; /* keys of the metatables in the registry */
  const char *members;           /* what tostring() calls its agents */
  size_t size;                   /* of the userdata */
  int own_size;                  /* length of the own table */
  /* The core must be there: */
  uint32_t (*count)(const al_crowd *c);
  uint32_t (*next)(const al_crowd *c, uint32_t id);
  bool (*has)(const al_crowd *c, uint32_t id, uint32_t *generation);
  size_t (*memory)(const al_crowd *c);
  void (*destroy)(al_crowd *c); /* the space may be gone */
  astar_groups *(*groups)(const al_crowd *c);
  /* The space must be open, too: */
  void (*positions)(al_crowd *c, double *positions); /* 4 numbers an agent */
  bool (*stuck)(al_crowd *c, uint32_t id, uint32_t *by);
  /*
  ** Read the goal of a group: a place, its node if that is on the space, and the level of a position. Runs no
  ** finalizers after the last check.
  */
  void (*read_goal)(lua_State *L, const al_entry *e, al_crowd *c, int env, al_group_goal *goal);
  /* Or NULL: an agent gets its goal from a group from now on. Allocates nothing. */
  void (*forget_goal)(lua_State *L, int own, uint32_t id);
  /*
  ** The core; then what the binding keeps beside the data of agents, if anything. `own` is the index of the own table.
  */
  void (*save)(lua_State *L, al_crowd *c, int own, astar_writer *w);
};

/*
** The methods agents, stuck, positions, save and close, and the metamethods of all crowds but __index and __newindex.
*/
extern const al_members al_crowd_base_members;

/* ---- Crowds ---- */

/* Push two values: a closed crowd, and its own table above it. */
al_crowd *al_new_crowd(lua_State *L, int env, al_space *space, const al_crowd_type *type);

/*
** Self as an open crowd of this type on an open space, with `args` arguments; pushes its own table and the environment,
** which are then at args + 2 and args + 3.
*/
al_crowd *al_begin_crowd(lua_State *L, const al_crowd_type *type, int args);

/* The same for a crowd that may be closed, on a space that may be collected. */
al_crowd *al_begin_any_crowd(lua_State *L, const al_crowd_type *type, int args);

/* The same, open, of either type. */
al_crowd *al_begin_either_crowd(lua_State *L, int args);

/*
** Push the own table of the crowd, which is the uservalue of the userdata at `index`, and the environment. Raises if a
** script has changed it: only after this the crowd may be used.
*/
void al_push_own(lua_State *L, int index, const al_crowd *c);

/* Raise unless the crowd and its space are open. */
void al_require_crowd(lua_State *L, const al_crowd *c);

/*
** Raise if a call that moves all agents of a crowd so often would exceed the limit of expansions: to move an agent
** counts as one. Returns how many expansions are left for each time.
*/
uint64_t al_check_moves(lua_State *L, const al_crowd *c, uint64_t times);

/* The option `expansions`, a uint64_t: a whole number >= 1, or without a limit; push it. */
void al_read_expansions(lua_State *L, const al_entry *e);
void al_push_expansions(lua_State *L, uint64_t limit);

/* Report the growth of the crowd and its space to the collector; `slice`: only some at once. May run finalizers. */
void al_report_crowd(lua_State *L, al_crowd *c, bool slice);

/* Open a saved crowd, the string at `arg`, for a reader with these limits; raises unless it is one of this kind. */
void al_open_saved(lua_State *L, int arg, astar_saved_kind kind, const al_limits *limits, astar_reader *r);

/* Read the data of agents from it into a new crowd, whose own table is at `own`; raises for malformed data. */
void al_load_agents(lua_State *L, int arg, al_crowd *c, int own, astar_reader *r);

/* ---- Agents ---- */

/* Whether an agent, whose own table has been checked, is still in its crowd; the crowd may be closed. */
bool al_is_in_crowd(const al_agent *a);

/* Raise unless the agent, which is the value of `e`, is in an open crowd on this space. */
void al_check_agent(lua_State *L, const al_entry *e, const al_agent *a, const al_space *space);

/*
** Self as an agent of an open crowd of this type, with `args` arguments; pushes the own table of the crowd and the
** environment, which are then at args + 2 and args + 3. Raises if the agent was removed.
*/
al_agent *al_begin_agent(lua_State *L, const al_crowd_type *type, int args);

/* The same for one that may be removed, of a crowd that may be closed. */
al_agent *al_begin_any_agent(lua_State *L, const al_crowd_type *type, int args);

/* Push a new handle without an id. */
al_agent *al_new_agent(lua_State *L, int own, al_crowd *c);

/*
** Before an agent is added: store the handle at stack index `index` and the data at `data` (0: none) for the id that it
** will have. If it is not added, al_forget_agent() takes them back, as it does before one is removed; it allocates
** nothing.
*/
void al_give_agent(lua_State *L, int own, al_agent *a, int index, int data, uint32_t id, uint32_t generation);
void al_forget_agent(lua_State *L, int own, uint32_t id);

/* By astar_agent_status. */
extern const char *const al_agent_status_names[];

/* Push the agent with this id, or nil for 0. May run finalizers. */
void al_push_agent(lua_State *L, int own, al_crowd *c, uint32_t id);

AL_HIDDEN_END

#endif
