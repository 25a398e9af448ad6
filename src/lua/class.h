/*
** class.h: the metatables of classes. Each file brings its share of the members of a class; luaopen_astar
** puts the class together from them.
*/
#ifndef AL_CLASS_H
#define AL_CLASS_H

#include "args.h"

AL_HIDDEN_BEGIN

typedef struct al_field {
  const char *name;
  int code; /* > 0, one for each field of a class */
} al_field;

/* Lists that end with a NULL name, or NULL. */
typedef struct al_members {
  const luaL_Reg *methods;
  const al_field *fields;
  const luaL_Reg *meta; /* these functions have the table of all members of the class as second upvalue */
} al_members;

/* Push the metatable of a class; the list ends with NULL, later members replace earlier ones. */
void al_new_class(lua_State *L, const char *name, const al_members *const *members);

/* Push a function that knows its name; `upvalues` values below the top come after that name. */
void al_push_function(lua_State *L, const char *name, lua_CFunction function, int upvalues);

/* The same for an iterator over self, which it gets as argument; the results of the method that returns it. */
int al_push_iterator(lua_State *L, const char *name, lua_CFunction next, int upvalues);

/* Set an upvalue of the running function to a count or an id. */
void al_set_upvalue(lua_State *L, int upvalue, uint64_t count);

/*
** For __index: look the key (at 2) up among methods and fields. Pushes a method and returns
** 0, or returns the code of a field; raises for anything else. `name` is that of the class.
*/
int al_member(lua_State *L, const char *name);

/* For __newindex: the code of the field (at 2) that is to become the value at 3. */
int al_set_member(lua_State *L, const char *name);

/* Raise for a field that cannot be assigned. */
int al_fixed_member(lua_State *L, const char *name);

/* For __newindex of a class without fields that can be assigned. */
int al_refuse_assignment(lua_State *L, const char *kind);

AL_HIDDEN_END

#endif
