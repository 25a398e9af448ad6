/*
** class.h: the metatables of classes. A class may have members from several files; luaopen_astar makes it from
** their lists.
*/
#ifndef AL_CLASS_H
#define AL_CLASS_H

#include "args.h"

AL_HIDDEN_BEGIN

typedef struct al_field {
  const char *name;
  int code; /* > 0, one for each field of a class */
} al_field;

/* The members of a class that one file defines: lists that end with a NULL name, or NULL. */
typedef struct al_members {
  const luaL_Reg *methods;
  const al_field *fields;
  const luaL_Reg *meta; /* metamethods; their second upvalue is the table of all methods and fields of the class */
} al_members;

/* Push the metatable of a class. `members` ends with NULL; later members replace earlier ones of the same name. */
void al_new_class(lua_State *L, const char *name, const al_members *const *members);

/* Pop `upvalues` values and push a closure: its first upvalue is its name, the popped values follow. */
void al_push_function(lua_State *L, const char *name, lua_CFunction function, int upvalues);

/* The same for an iterator, then push self (at 1) as the state of the `for` loop. Returns 2, the number of results. */
int al_push_iterator(lua_State *L, const char *name, lua_CFunction next, int upvalues);

/* Set an upvalue of the running function, by its number from 1, to a count or an id. */
void al_set_upvalue(lua_State *L, int upvalue, uint64_t count);

/*
** For __index: look up the key at 2. Returns 0 for a method, or the code of a field; pushes one value, the method or
** the code. Raises for an unknown key. `name` is the name of the class.
*/
int al_member(lua_State *L, const char *name);

/* For __newindex: the code of the field at 2; raises for methods and unknown keys. Sets the top of the stack to 3. */
int al_set_member(lua_State *L, const char *name);

/* Raise: the field at 2 cannot be assigned. */
int al_fixed_member(lua_State *L, const char *name);

/* __newindex of a class without fields that can be assigned: check self, then raise. */
int al_refuse_assignment(lua_State *L, const char *kind);

AL_HIDDEN_END

#endif
