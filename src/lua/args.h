/*
** args.h: checks of arguments and of values inside them, and error messages.
**
** `arg` is always a stack index. Every function of the module is a closure with its name as first upvalue. Stack
** index 1 is self, so messages call the value at index 2 argument #1.
**
** No check changes the stack, unless it raises.
*/
#ifndef AL_ARGS_H
#define AL_ARGS_H

#include "account.h"
#include "guess.h"

AL_HIDDEN_BEGIN

/* ---- Errors ---- */

/*
** Raise an error that names the function and the argument; in __newindex, where the value assigned is at 3, the field.
** Functions that return int here never return.
*/
int al_arg_error(lua_State *L, int arg, const char *format, ...);

/* Raise "<expected> expected, got <type>" for an argument. */
int al_type_error(lua_State *L, int arg, const char *expected);

/* Raise for ASTAR_NO_MEMORY and ASTAR_FULL. The message for ASTAR_FULL is about nodes, terrains, or obstacles. */
void al_check_result(lua_State *L, astar_result result);
void al_check_terrain(lua_State *L, astar_result result);
void al_check_corners(lua_State *L, astar_result result);

/* For conditions that scripts can break only with the debug library: raise unless the condition `holds`. */
int al_changed_error(lua_State *L);
static inline void al_check_unchanged(lua_State *L, bool holds)
{
  if (!holds) al_changed_error(L);
}

/* ---- Results ---- */

/* Push a number as a string in the format %.14g: 3, not 3.0, on every version of Lua. */
const char *al_push_number(lua_State *L, double value);

/* Push a table with an array of numbers. */
void al_push_numbers(lua_State *L, const double *values, int count);

/* ---- Arguments ---- */

/* Raise: self is not of this kind. Says how to call a method. */
int al_self_error(lua_State *L, const char *kind);

/* Self as a userdata of this kind; it may be closed. Raises for any other value. */
void *al_self(lua_State *L, const char *kind);

/* Whether the argument is neither missing nor nil. */
bool al_given(lua_State *L, int arg);

/* A number: not NaN; finite; finite and within ASTAR_PLANE_LIMIT; not NaN and >= `least`. */
double al_check_number(lua_State *L, int arg);
double al_check_finite(lua_State *L, int arg);
double al_check_coordinate(lua_State *L, int arg);
double al_check_least(lua_State *L, int arg, int least);

/* A whole number >= `least`, of any size; infinity too. */
double al_check_size(lua_State *L, int arg, int least);

/* The same; UINT64_MAX for 1e18 and above, also for infinity. */
uint64_t al_check_count(lua_State *L, int arg, int least);

/* True for a table, false for a missing argument or nil; raises for anything else. */
bool al_check_table(lua_State *L, int arg);

/* ---- Values inside arguments ---- */

/*
** A value, and how messages describe it: an argument as a whole has no `what`; a value inside it is `what`, or
** `what` 'name' (option 'cost').
*/
typedef struct al_entry {
  int arg;   /* stack index of the argument */
  int value; /* stack index of the value */
  const char *what, *name;
  int element; /* index of the value in the array described so; 0: not in an array */
  /* For readers of options (fields.h): */
  int slot;     /* stack index at which the reader may keep the value */
  void *target; /* the member of `into` to set */
  void *into;   /* the caller's struct */
} al_entry;

/* Raise the message, prefixed with the description of the value. */
int al_entry_error(lua_State *L, const al_entry *e, const char *format, ...);

/* Raise "<expected> expected, got <type>" unless the value is of this type. */
void al_require_entry(lua_State *L, const al_entry *e, int type, const char *expected);

/* A number: not NaN; not NaN and >= `least`; finite; finite and > 0; finite and within ASTAR_PLANE_LIMIT. */
double al_entry_number(lua_State *L, const al_entry *e);
double al_entry_least(lua_State *L, const al_entry *e, int least);
double al_entry_finite(lua_State *L, const al_entry *e);
double al_entry_positive(lua_State *L, const al_entry *e);
double al_entry_coordinate(lua_State *L, const al_entry *e);

/* Push the element at `index` of the array at `e->arg`. Errors about `e` then name this element. The caller pops it. */
void al_push_element(lua_State *L, al_entry *e, uint32_t index);

/* Read an array of `least` to `most` numbers into `values`, each by `read`; `expected` describes it in messages. */
void al_entry_numbers(lua_State *L, const al_entry *e, const char *expected, int least, int most,
                      double (*read)(lua_State *, const al_entry *), double *values);

/* The index, from 0, of the value in `names`; `expected` lists them for messages. */
int al_entry_name(lua_State *L, const al_entry *e, const char *expected, const char *const *names, int count);

AL_HIDDEN_END

#endif
