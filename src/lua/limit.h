/* limit.h: the function astar.limit, and limits on what is loaded. */
#ifndef AL_LIMIT_H
#define AL_LIMIT_H

#include "account.h"

AL_HIDDEN_BEGIN

/* The function astar.limit; the al_limits is upvalue 2. */
int al_limit(lua_State *L);

/* Let a reader of saved bytes refuse what is above the limits; and raise if it has. */
void al_limit_reader(const al_limits *limits, astar_reader *r);
void al_check_reader(lua_State *L, const astar_reader *r);

AL_HIDDEN_END

#endif
