/*
** args.h: arguments, parts of them, and their errors.
**
** Functions of the module are closures whose first upvalue is their name. Arguments are
** counted without self, which is argument 1 on the stack.
*/
#ifndef AL_ARGS_H
#define AL_ARGS_H

#include "object.h"

AL_HIDDEN_BEGIN

/* ---- Errors ---- */

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
int al_changed_error(lua_State *L);
static inline void al_check_unchanged(lua_State *L, bool holds)
{
  if (!holds) al_changed_error(L);
}

/* ---- Results ---- */

/* A number as %.14g writes it, pushed: 3, not 3.0, on every version of Lua. */
const char *al_push_number(lua_State *L, double value);

/* Push an array of numbers. */
void al_push_numbers(lua_State *L, const double *values, int count);

/* ---- Arguments ---- */

/* Self, of this kind. */
void *al_self(lua_State *L, const char *kind);

/* Whether the argument is there and not nil. */
bool al_given(lua_State *L, int arg);

/* A number that is not NaN; is finite; is one that a plane can hold; is not NaN and at least `least`. */
double al_check_number(lua_State *L, int arg);
double al_check_finite(lua_State *L, int arg);
double al_check_coordinate(lua_State *L, int arg);
double al_check_least(lua_State *L, int arg, int least);

/* A whole number from `least` on; infinity gives UINT64_MAX. */
uint64_t al_check_count(lua_State *L, int arg, int least);

/* Raise unless the argument is a table or not there; says whether it is. */
bool al_check_table(lua_State *L, int arg);

/* ---- Arguments and their parts ---- */

/* A value, and what messages call it: nothing for an argument, `what` for a part of it, or `what` 'name'. */
typedef struct al_entry {
  int arg;   /* the argument */
  int value; /* where on the stack the value is */
  const char *what, *name;
  int element; /* the index of the value in an array that is called so; 0: no array */
  /* For readers of options (fields.h): */
  int slot;     /* where the value can be kept */
  void *target; /* what is to be set, a member of */
  void *into;
} al_entry;

/* Raise the message, with what the value is called. */
int al_entry_error(lua_State *L, const al_entry *e, const char *format, ...);

/* Raise "<expected> expected, got <type>" unless the value is of this type. */
void al_require_entry(lua_State *L, const al_entry *e, int type, const char *expected);

/* A number that is not NaN; is at least `least` then; is finite; is > 0 then; is one that a plane can hold. */
double al_entry_number(lua_State *L, const al_entry *e);
double al_entry_least(lua_State *L, const al_entry *e, int least);
double al_entry_finite(lua_State *L, const al_entry *e);
double al_entry_positive(lua_State *L, const al_entry *e);
double al_entry_coordinate(lua_State *L, const al_entry *e);

/* Read an array of `least` to `most` numbers, each by `read`; `expected` describes it. */
void al_entry_numbers(lua_State *L, const al_entry *e, const char *expected, int least, int most,
                      double (*read)(lua_State *, const al_entry *), double *values);

/* Which of `count` names the value is, from 0; `expected` lists them for messages. */
int al_entry_name(lua_State *L, const al_entry *e, const char *expected, const char *const *names, int count);

AL_HIDDEN_END

#endif
