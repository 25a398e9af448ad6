/*
** search.h: the class "search" on any space (search.c), and path() without a search object (answer.c). What differs
** between graphs and planes is in an al_search_type.
*/
#ifndef AL_SEARCH_H
#define AL_SEARCH_H

#include "space.h"

AL_HIDDEN_BEGIN

/* ---- Searches ---- */

#define AL_SEARCH_META "astar.search" /* key of the metatable in the registry */

/* The fields of the own table of a search, which is its uservalue. */
#define OWN_ENV 1       /* environment of the space */
#define OWN_COST 2      /* callback, or nil */
#define OWN_HEURISTIC 3 /* callback, or nil */
#define OWN_THREAD 4    /* the coroutine that ran its last task */
#define OWN_UNIT 5      /* name, or nil */
/* On graphs only: */
#define OWN_START 6     /* node, or table of a point */
#define OWN_GOALS 7     /* array of such, or nil */

/*
** A task expands nodes and then returns: the status (step, run); the last node expanded (steps); the path (path); the
** search itself (whole).
*/
enum task { TASK_STEP, TASK_RUN, TASK_STEPS, TASK_PATH, TASK_WHOLE };

typedef struct al_search_type al_search_type;

typedef struct al_search {
  const char *kind;
  const al_search_type *type;
  al_space *space;     /* kept alive by the environment */
  astar_search *core;  /* NULL once closed */
  uint64_t run;        /* number of the run: a callback's answer counts only for the run that called it */
  size_t reported;     /* bytes already counted for the collector */
  lua_State *thread;   /* the one in OWN_THREAD */
  int busy;            /* a task was started and has not returned; stays set if a callback raised */
  enum task task;
  bool worked;         /* the task has taken a step */
  bool whole;          /* it was made finished, and repair() finishes it again */
  uint64_t target;     /* number of expansions at which the task ends */
  uint64_t since;      /* number of expansions when the task began */
  double deadline;     /* TASK_RUN: time at which it ends, by al_clock(), or INFINITY */
} al_search;

/*
** What differs between graphs and planes. For the functions the search and its space must be open; `own` is the stack
** index of its own table.
*/
struct al_search_type {
  bool fills_space; /* searches fill caches of the space, so its memory is reported with theirs */
  unsigned chunk;   /* expansions between two readings of the clock */
  int restart_args; /* number of arguments of restart() and repair() */

  /* Push one value, a touched node. */
  void (*push_node)(lua_State *L, const al_search *s, int own, astar_id id);

  /* The id of the node at stack index `arg`, or ASTAR_NO_ID if the search has no such node. May push values. */
  astar_id (*check_node)(lua_State *L, int arg, const al_search *s, int own);

  /*
  ** Push the start; the goal, or nil; an array of all goals, or nil. The result is at the top, perhaps above another.
  */
  void (*push_start)(lua_State *L, const al_search *s, int own);
  void (*push_goal)(lua_State *L, const al_search *s, int own);
  void (*push_goals)(lua_State *L, const al_search *s, int own);

  /*
  ** Push the path of a search that is at the stack index `path`, as the options at `arg` want it: smoothed or as it is;
  ** and its cost. Returns 2. NULL: its paths take no options.
  */
  int (*push_path)(lua_State *L, const al_search *s, int path, int arg);

  /* Read the arguments of restart() or repair(), call al_new_run(), then restart or repair the core. */
  void (*restart)(lua_State *L, al_search *s, int own, bool repair);
};

/* The members of all searches; graph_search.c and plane_search.c define those of one type. */
extern const al_members al_search_members;

/* Push two values: a closed search, and its own table above it. */
al_search *al_new_search(lua_State *L, int env, al_space *space, const al_search_type *type);

/* Create the core of a closed search; the caller then begins it. */
void al_open_core(lua_State *L, al_search *s);

/* Self as an open search that is not busy, with `args` arguments; pushes its own table, which is then at args + 2. */
al_search *al_begin_search(lua_State *L, int args);

/* The same for callers who look at more than the status, the goals and the path: see astar_search_look(). */
al_search *al_watch_search(lua_State *L, int args);

/* Raise unless the search and its space are open. */
void al_require_usable(lua_State *L, const al_search *s);

/* Push the environment of the space, from the own table at `own`; returns its stack index. */
int al_push_search_env(lua_State *L, int own);

/* Call before the core is begun or restarted: answers of callbacks of the last run no longer count. */
void al_new_run(al_search *s);

/* Report the growth of the search to the collector; may run finalizers. Does nothing if the search is closed. */
void al_report_search(lua_State *L, al_search *s);

/* Push the results of path() if there is no path: nil and the name of the status. Returns 2. */
int al_push_no_path(lua_State *L, astar_status status);

/*
** Run the search, which is the only value on the stack, to its end, close it and push the results of path(). Returns
** their number. May yield: call it last.
*/
int al_run_path(lua_State *L, al_search *s);

/* Run the search, which is the only value on the stack, to its end, and push it. Returns 1. May yield: call it last. */
int al_run_whole(lua_State *L, al_search *s);

/* ---- Iterators over the results of a run ---- */

/* Their first upvalues after the name: the index of the next result, from 0; the number of the run. */
enum { AL_UP_INDEX = 2, AL_UP_RUN };

/* The index; raises if the search was restarted. `what` names the results in the message. */
uint32_t al_next_index(lua_State *L, const al_search *s, const char *what);

/*
** Push an iterator over the touched nodes, and self as its state; returns 2. The name of a state at stack index 2
** selects only nodes in that state. `next` uses al_next_index(), al_next_visit() and al_push_visit().
*/
int al_push_visits(lua_State *L, const al_search *s, const char *name, lua_CFunction next);

/* Find the next selected node from *index on, and advance *index beyond it; false at the end. */
bool al_next_visit(lua_State *L, const al_search *s, uint32_t *index, astar_visit *visit);

/* Push the state of the node and, if it is reached, its cost and estimate. Returns the number of values: 1 or 3. */
int al_push_visit(lua_State *L, const astar_visit *visit);

/* ---- clock.c ---- */

/* A monotonic clock, in seconds. */
double al_clock(void);

/* ---- answer.c: path() without callbacks ---- */

/* A query for the finder of a space. */
typedef struct al_question {
  al_space *space;
  const void *what; /* the parameters of the query, for `ask` */
  /* Put the query to the finder. May raise, but runs no finalizers. */
  astar_status (*ask)(lua_State *L, const struct al_question *q);
} al_question;

/*
** Make the finder of an open space, unless it has one, and give it the limit of expansions. Each question to it counts
** in `questions`.
*/
void al_require_finder(lua_State *L, al_space *space);

/* Raise if a question was given up: for lack of memory, or for the limit. */
void al_check_answered(lua_State *L, const al_space *space, astar_status status);

/* Push a path and its cost, or nil and the name of the status; returns 2. `env` is the absolute index. */
int al_push_answer(lua_State *L, int env, const al_question *q);

/* For luaopen_astar: prepare search:steps. */
void al_open_steps(lua_State *L);

AL_HIDDEN_END

#endif
