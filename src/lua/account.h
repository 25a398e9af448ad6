/*
** account.h: what is known of a Lua state as a whole: the limits that astar.limit() sets, and the allocator of the
** core, which obeys that of memory. There is one al_limits for each state, a userdata that all spaces refer to.
*/
#ifndef AL_ACCOUNT_H
#define AL_ACCOUNT_H

#include "object.h"

AL_HIDDEN_BEGIN

/* The memory of the core in one Lua state. Lives until the last block is freed: finalizers may come in any order. */
typedef struct al_account {
  lua_Alloc alloc; /* of the state */
  void *context;
  size_t used;
  double most;     /* bytes */
  bool exceeded;   /* an allocation was refused for it; the next error says so */
  bool closed;     /* the al_limits is gone */
} al_account;

typedef struct al_limits {
  const char *kind; /* al_limits_kind */
  al_account *account;
  size_t unreported; /* bytes of the core that were not yet reported to the collector */
  size_t collected;  /* bytes used after the last collection that the limit of memory has caused */
  double cells, nodes, agents; /* of one object; INFINITY: no limit, here and below */
  double expansions;           /* of one call */
} al_limits;

extern const char al_limits_kind[];

/* Push the al_limits of a new module, and keep it in the registry, for errors. */
void al_open_limits(lua_State *L);

/* The allocator of the core; the context is the al_account. */
void *al_allocate(void *account, void *block, size_t old_size, size_t new_size);

/* Raise that memory is lacking, or that its limit was exceeded. */
int al_no_memory(lua_State *L);

/* Raise "limit of <limit> <what> exceeded"; the same unless `wanted` is within the limit. */
int al_limit_error(lua_State *L, double limit, const char *what);
static inline void al_check_limit(lua_State *L, double limit, double wanted, const char *what)
{
  if (!(wanted <= limit)) al_limit_error(L, limit, what);
}

/* A limit as a number of expansions; UINT64_MAX: none. */
static inline uint64_t al_limit_count(double limit)
{
  return limit < 9007199254740992.0 ? (uint64_t)limit : UINT64_MAX;
}

/*
** Before something large is made: collect garbage if memory that is limited runs short. May run finalizers. O(1)
** amortized over what was allocated since the last time.
*/
void al_make_room(lua_State *L, al_limits *limits);

/*
** After the core had no memory: collect garbage if that was for the limit. True if it made room: the core may be called
** again. May run finalizers.
*/
bool al_made_room(lua_State *L, al_limits *limits);

AL_HIDDEN_END

#endif
