/*
** compat.h: differences between Lua versions (5.1 to 5.5, LuaJIT 2.1).
** LuaJIT reports version 5.1 but declares some functions of 5.2, so all names here have the prefix compat_.
*/
#ifndef AL_COMPAT_H
#define AL_COMPAT_H

#include <lua.h>
#include <lauxlib.h>

/* Userdata with one uservalue. Set pops a table; get pushes the uservalue. */
#if LUA_VERSION_NUM >= 504
#define compat_newuserdata(L, size) lua_newuserdatauv(L, size, 1)
#define compat_setuservalue(L, index) ((void)lua_setiuservalue(L, index, 1))
#define compat_getuservalue(L, index) ((void)lua_getiuservalue(L, index, 1))
#elif LUA_VERSION_NUM >= 502
#define compat_newuserdata(L, size) lua_newuserdata(L, size)
#define compat_setuservalue(L, index) lua_setuservalue(L, index)
#define compat_getuservalue(L, index) ((void)lua_getuservalue(L, index))
#else
#define compat_newuserdata(L, size) lua_newuserdata(L, size)
#define compat_setuservalue(L, index) ((void)lua_setfenv(L, index))
#define compat_getuservalue(L, index) lua_getfenv(L, index)
#endif

/*
** lua_rawget, lua_rawgeti, and the push of the uservalue, which give the type of what they push. From 5.3 on this takes
** no further call.
*/
#if LUA_VERSION_NUM >= 503
#define compat_rawget(L, index) lua_rawget(L, index)
#define compat_rawgeti(L, index, n) lua_rawgeti(L, index, n)
#else
#define compat_rawget(L, index) (lua_rawget(L, index), lua_type(L, -1))
#define compat_rawgeti(L, index, n) (lua_rawgeti(L, index, n), lua_type(L, -1))
#endif
#if LUA_VERSION_NUM >= 504
#define compat_pushuservalue(L, index) lua_getiuservalue(L, index, 1)
#elif LUA_VERSION_NUM == 503
#define compat_pushuservalue(L, index) lua_getuservalue(L, index)
#elif LUA_VERSION_NUM == 502
#define compat_pushuservalue(L, index) (lua_getuservalue(L, index), lua_type(L, -1))
#else
#define compat_pushuservalue(L, index) (lua_getfenv(L, index), LUA_TTABLE)
#endif

#if LUA_VERSION_NUM >= 502
#define compat_rawlen(L, index) lua_rawlen(L, index)
#else
#define compat_rawlen(L, index) lua_objlen(L, index)
#endif

/* Push a count or an id. 5.1 and 5.2 have no integers, but doubles hold these exactly. */
#if LUA_VERSION_NUM >= 503
#define compat_pushcount(L, n) lua_pushinteger(L, (lua_Integer)(n))
#else
#define compat_pushcount(L, n) lua_pushnumber(L, (lua_Number)(n))
#endif

/* lua_rawgeti and lua_rawseti for ids up to 2^32 - 2, which may not fit into the int of 5.1 and 5.2. */
#if LUA_VERSION_NUM >= 503
#define compat_rawgetid(L, index, id) ((void)lua_rawgeti(L, index, (lua_Integer)(id)))
#define compat_rawsetid(L, index, id) lua_rawseti(L, index, (lua_Integer)(id))
#else
#define compat_rawgetid(L, index, id) \
  ((id) <= 0x7FFFFFFFu ? lua_rawgeti(L, index, (int)(id)) \
                       : (lua_pushnumber(L, (lua_Number)(id)), lua_rawget(L, (index) < 0 ? (index)-1 : (index))))
#define compat_rawsetid(L, index, id) \
  ((id) <= 0x7FFFFFFFu ? lua_rawseti(L, index, (int)(id)) \
                       : (lua_pushnumber(L, (lua_Number)(id)), lua_insert(L, -2), \
                          lua_rawset(L, (index) < 0 ? (index)-1 : (index))))
#endif

/* A call that may yield, with a continuation as in 5.3. Before 5.3 the called function cannot yield. */
#if LUA_VERSION_NUM >= 503
typedef lua_KContext compat_context;
#define compat_callk(L, args, results, context, k) lua_callk(L, args, results, context, k)
#else
#define compat_callk(L, args, results, context, k) lua_call(L, args, results)
#endif

/*
** Call this once in a C function, before it calls Lua code that may call it again. LuaJIT has no limit on nested C
** calls; it only limits the Lua stack of a coroutine, to 65,500 slots. So take slots that nothing uses: after some 250
** nested calls in one coroutine LuaJIT raises an error, before the C stack is full (1 MB on Windows, 0.5 MB in a thread
** on macOS).
*/
#if LUA_VERSION_NUM == 501
#define COMPAT_NESTING_SLOTS 250
#define compat_limit_nesting(L) \
  (luaL_checkstack(L, COMPAT_NESTING_SLOTS + LUA_MINSTACK, "too many callbacks"), \
   lua_settop(L, lua_gettop(L) + COMPAT_NESTING_SLOTS))
#else
#define compat_limit_nesting(L) ((void)(L))
#endif

#if !defined(LUA_OK)
#define LUA_OK 0
#endif

#endif
