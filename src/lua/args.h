/*
** args.h: arguments and their errors.
**
** Functions of the module are closures whose first upvalue is their name. Arguments are
** counted without self, which is argument 1 on the stack.
*/
#ifndef AL_ARGS_H
#define AL_ARGS_H

#include "object.h"

AL_HIDDEN_BEGIN

/* Raise an error that names the function and the argument. */
int al_arg_error(lua_State *L, int arg, const char *format, ...);

/* Raise "<expected> expected, got <type>" for an argument. */
int al_type_error(lua_State *L, int arg, const char *expected);

int al_no_memory(lua_State *L);

/* Raise for a core result that is not ASTAR_OK: of edits and searches; of making a terrain; of corners on a plane. */
void al_check_result(lua_State *L, astar_result result);
void al_check_terrain(lua_State *L, astar_result result);
void al_check_corners(lua_State *L, astar_result result);

/* Only the debug library can change what objects and running functions rest on: raise unless it `holds`. */
void al_check_unchanged(lua_State *L, bool holds);

/* A number as %.14g writes it, pushed: 3, not 3.0, on every version of Lua. */
const char *al_push_number(lua_State *L, double value);

/* Push an array of numbers. */
void al_push_numbers(lua_State *L, const double *values, int count);

/* Self, of this kind. */
void *al_self(lua_State *L, const char *kind);

/* Whether the argument is there and not nil. */
bool al_given(lua_State *L, int arg);

/* A number that is finite, not NaN, one that a plane can hold; at least `least`. */
double al_check_finite(lua_State *L, int arg);
double al_check_coordinate(lua_State *L, int arg);
double al_check_least(lua_State *L, int arg, double least);

/* A whole number from `least` on; infinity gives UINT64_MAX. */
uint64_t al_check_count(lua_State *L, int arg, uint64_t least);

/* Raise unless the argument is a table or not there; says whether it is. */
bool al_check_table(lua_State *L, int arg);

/* A number at `index`, part of an argument: finite; one that a plane can hold. `what` describes it in messages. */
double al_value_finite(lua_State *L, int index, int arg, const char *what);
double al_value_coordinate(lua_State *L, int index, int arg, const char *what);

AL_HIDDEN_END

#endif
