/*
** jit.h: what games call thousands of times a frame, in a form that LuaJIT compiles. It does not compile calls of
** functions that use the Lua API, but it does compile Lua, and calls of plain functions in C by the FFI.
**
** Nothing here has an effect on other Lua versions, where the compiler is off when the module is loaded, and where the
** host has removed the FFI. All results and errors are the same without it.
*/
#ifndef AL_JIT_H
#define AL_JIT_H

#include "class.h"

AL_HIDDEN_BEGIN

/* For luaopen_astar: before classes are made; for each class, whose complete metatable is at the top of the stack. */
void al_open_jit(lua_State *L);
void al_compile_class(lua_State *L, const char *name);

AL_HIDDEN_END

#endif
