/*
** pin.h: keeps the shared library in memory until the process ends.
**
** Lua and LuaJIT unload modules when a state closes, some of them before the last finalizers have run. A finalizer
** that makes an object then leaves one whose own finalizer is gone from memory.
*/
#ifndef AL_PIN_H
#define AL_PIN_H

#include "object.h"

AL_HIDDEN_BEGIN

/*
** Pin the library that this function is in. Does nothing where it is linked into the program, or where the system has
** no way to do it. ASTAR_STATIC, defined for src/lua/pin.c, leaves out the call of the dynamic linker.
*/
void al_pin_library(void);

AL_HIDDEN_END

#endif
