/*
** pin.h: keeps the shared library in memory until the process ends.
**
** Lua and LuaJIT unload modules when a state closes; some versions do so before the last finalizers have run. If one of
** these makes an object of this library, the finalizer of the object is called when it is no longer in memory.
*/
#ifndef AL_PIN_H
#define AL_PIN_H

#include "object.h"

AL_HIDDEN_BEGIN

/*
** Pin the library that this function is in. Never fails: without effect where the function is linked into the program,
** or where the system cannot pin. ASTAR_STATIC, defined for src/lua/pin.c, leaves out the call of the dynamic linker.
*/
void al_pin_library(void);

AL_HIDDEN_END

#endif
