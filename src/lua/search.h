/*
** search.h: what the files of the class "search" share: search.c has the class, graph_search.c and
** plane_search.c what is different on graphs and on planes, answer.c the paths that need no search
** object.
*/
#ifndef AL_SEARCH_H
#define AL_SEARCH_H

#include "binding.h"

/* What a search's own table (its uservalue) holds. */
#define OWN_HOME 1      /* of the space */
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
  al_space *space;     /* kept alive by the home */
  astar_search *core;  /* NULL once closed */
  uint64_t began;      /* version of the space at the last start */
  uint64_t run;        /* number of the run: a callback's answer belongs to one run */
  size_t told;
  lua_State *thread;   /* that OWN_THREAD holds */
  int busy;            /* a task is under way, as far as is known */
  enum task task;
  uint64_t target;     /* expanded nodes at which the task ends */
  uint64_t since;      /* expanded nodes when it began */
  double deadline;
} al_search;

/*
** What is different on graphs and on planes. The search is open, the space too; `own` and `home` are
** where their tables stand.
*/
struct al_search_type {
  bool fills_space; /* what searches find out is remembered by the space, which grows with it */
  unsigned chunk;   /* expansions between two looks at the clock */
  int restart_args;

  /* Push a node that was touched; the id of the one that argument `arg` means, or ASTAR_NO_ID. */
  void (*push_node)(lua_State *L, const al_search *s, int home, astar_id id);
  astar_id (*check_node)(lua_State *L, int arg, const al_search *s, int home);

  /* Push the start; push the goal, or nil. */
  void (*push_start)(lua_State *L, const al_search *s, int own);
  void (*push_goal)(lua_State *L, const al_search *s, int own);

  /* Read the arguments, then al_renew(), then begin again. */
  void (*restart)(lua_State *L, al_search *s, int own, int home);
};

/* A question that path() answers with nothing to ask of Lua. */
typedef struct al_question {
  al_space *space;
  const void *what; /* that `answer` understands */
  astar_status (*answer)(lua_State *L, const struct al_question *q); /* may raise, but runs no finalizers */
} al_question;

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif

/* ---- search.c ---- */

/* Push a closed search; its own table is pushed after it. */
al_search *al_new_search(lua_State *L, int home, al_space *space, const al_search_type *type);

/* Give it its core, not begun. */
void al_open_core(lua_State *L, al_search *s);

/* Self as a search that is open and not in a callback, with `args` arguments; its own table is at args + 2. */
al_search *al_begin_search(lua_State *L, int args);

/* Raise unless the search and its space are open. */
void al_require_usable(lua_State *L, const al_search *s);

/* Push the home from the own table at `own`; returns where it is. */
int al_push_home(lua_State *L, int own);

/* Before it begins, or begins again: what waited for the last run has nothing to do with the next one. */
void al_renew(al_search *s);

/* Tell the collector what the search has taken; may run finalizers. Nothing if it is closed. */
void al_tell_search(lua_State *L, al_search *s);

/* Push what path() gives if there is none. */
int al_push_no_path(lua_State *L, astar_status status);

/* Work on the search, which stands alone at 1, to its end, close it and push its result as path() gives it. */
int al_run_path(lua_State *L, al_search *s);

/* Raise unless the run whose number is in the upvalue of an iterator goes on; `what` it walks, for the message. */
void al_check_run(lua_State *L, const al_search *s, int upvalue, const char *what);

/* The state named by argument 2, or ASTAR_NONE, which stands for all, if it is not given. */
astar_state al_check_state(lua_State *L);
const char *al_state_name(astar_state state);

/* Whether the search has got to a node, so that it has a cost. */
bool al_is_reached(const astar_visit *visit);

/* ---- graph_search.c ---- */

int al_search_tiles(lua_State *L); /* search:tiles */

/* ---- plane_search.c ---- */

int al_search_rays(lua_State *L); /* search:rays */

/* ---- answer.c ---- */

/* Push a path and its cost, or what there is in its place. `home` is on the stack. */
int al_push_answer(lua_State *L, int home, const al_question *q);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif
