/*
** search.h: the class "search" on any space (search.c), and paths that need no search object (answer.c).
** What is different on graphs and on planes each of them brings as a search type.
*/
#ifndef AL_SEARCH_H
#define AL_SEARCH_H

#include "space.h"

AL_HIDDEN_BEGIN

/* ---- Searches ---- */

#define AL_SEARCH_META "astar.search" /* where the registry has the metatable */

/* What a search's own table (its uservalue) holds. */
#define OWN_ENV 1       /* environment of the space */
#define OWN_COST 2      /* functions */
#define OWN_HEURISTIC 3
#define OWN_THREAD 4    /* the coroutine that it last worked in */
#define OWN_UNIT 5      /* name */
/* On graphs only: */
#define OWN_START 6     /* node */
#define OWN_GOALS 7     /* array of nodes, or nil */

/* What is to be done with the result once the steps asked for are made. */
enum task { TASK_STEP, TASK_RUN, TASK_STEPS, TASK_PATH };

typedef struct al_search_type al_search_type;

typedef struct al_search {
  const char *kind;
  const al_search_type *type;
  al_space *space;     /* kept alive by the environment */
  astar_search *core;  /* NULL once closed */
  uint64_t began;      /* version of the space at the last start */
  uint64_t run;        /* number of the run: a callback's answer belongs to one run */
  size_t reported;     /* memory that the collector knows of */
  lua_State *thread;   /* that OWN_THREAD holds */
  int busy;            /* a task is under way, as far as is known */
  enum task task;
  uint64_t target;     /* expanded nodes at which the task ends */
  uint64_t since;      /* expanded nodes when it began */
  double deadline;
} al_search;

/* What is different on graphs and on planes. The search and its space are open; its own table stands at `own`. */
struct al_search_type {
  bool fills_space; /* what searches find out is remembered by the space, which grows with it */
  unsigned chunk;   /* expansions between two looks at the clock */
  int restart_args;

  /* Push a node that was touched; the id of the one that argument `arg` means, or ASTAR_NO_ID. */
  void (*push_node)(lua_State *L, const al_search *s, int own, astar_id id);
  astar_id (*check_node)(lua_State *L, int arg, const al_search *s, int own);

  /* Push the start; push the goal, or nil. */
  void (*push_start)(lua_State *L, const al_search *s, int own);
  void (*push_goal)(lua_State *L, const al_search *s, int own);

  /* Read the arguments, then al_new_run(), then begin again. */
  void (*restart)(lua_State *L, al_search *s, int own);
};

/* What all searches have. The class has what each type brings as well. */
extern const al_members al_search_members;

/* Push a closed search; its own table is pushed after it. */
al_search *al_new_search(lua_State *L, int env, al_space *space, const al_search_type *type);

/* Give it its core, not begun. */
void al_open_core(lua_State *L, al_search *s);

/* Self as a search that is open and not in a callback, with `args` arguments; its own table is at args + 2. */
al_search *al_begin_search(lua_State *L, int args);

/* Raise unless the search and its space are open. */
void al_require_usable(lua_State *L, const al_search *s);

/* Push the environment of its space from the own table at `own`; returns where it stands. */
int al_push_search_env(lua_State *L, int own);

/* Before it begins, or begins again: answers to callbacks of the last run no longer count. */
void al_new_run(al_search *s);

/* Whether a search of a graph that can still be asked began before this version. */
bool al_has_search_before(lua_State *L, int env, uint64_t version);

/* Report what the search has taken; may run finalizers. Nothing if it is closed. */
void al_report_search(lua_State *L, al_search *s);

/* Push what path() gives if there is none. */
int al_push_no_path(lua_State *L, astar_status status);

/* Work on the search, which stands alone at 1, to its end, close it and push its result as path() gives it. */
int al_run_path(lua_State *L, al_search *s);

/* ---- Iterators over what a run has found ---- */

/* Their first upvalues after the name: the index of what is next, the number of the run. */
enum { AL_UP_INDEX = 2, AL_UP_RUN };

/* The index, if the run goes on; `what` it walks, for the message. */
uint32_t al_next_index(lua_State *L, const al_search *s, const char *what);

/* Push an iterator over the touched nodes in the state that argument 2 names, for these two functions. */
int al_push_visits(lua_State *L, const al_search *s, const char *name, lua_CFunction next);

/* The next of them from *index on, which moves past it; false if there is no more. */
bool al_next_visit(lua_State *L, const al_search *s, uint32_t *index, astar_visit *visit);

/* Push its state and, once the search has got to it, its cost and estimate; how many. */
int al_push_visit(lua_State *L, const astar_visit *visit);

/* ---- clock.c ---- */

/* Seconds from some point in the past; never goes back. */
double al_clock(void);

/* ---- answer.c: path() where nothing is to be asked of Lua ---- */

typedef struct al_question {
  al_space *space;
  const void *what; /* that `ask` understands */
  /* Asks the finder; may raise, but runs no finalizers. */
  astar_status (*ask)(lua_State *L, const struct al_question *q);
} al_question;

/* Push a path and its cost, or what there is in its place. `env` is on the stack. */
int al_push_answer(lua_State *L, int env, const al_question *q);

AL_HIDDEN_END

#endif
