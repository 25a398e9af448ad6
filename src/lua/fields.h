/*
** fields.h: reads tables of named fields (options, props of nodes and links, limits of units), each
** by a list of the names that it may have and of what reads their values.
*/
#ifndef AL_FIELDS_H
#define AL_FIELDS_H

#include "args.h"

AL_HIDDEN_BEGIN

typedef void (*al_entry_reader)(lua_State *L, const al_entry *e);

typedef struct al_option {
  const char *name;
  al_entry_reader read;
  size_t offset; /* of the member that it sets */
} al_option;

/*
** Read a table of options, which `what` calls them, into the members of `into`; the list ends with a NULL
** name. The value of option i can be kept in the stack slot `slots` + i. False if the argument is not given.
*/
bool al_read_options(lua_State *L, int arg, const char *what, const al_option *list, int slots, void *into);

/*
** The same in two steps, for options that are read in the order of the list, whatever that of the table is:
** move each value to its slot, where nil stands for what is not given; then read those that are.
*/
void al_place_options(lua_State *L, int arg, const al_option *list, int slots);
void al_read_placed(lua_State *L, int arg, const al_option *list, int slots, void *into);

/* ---- Readers ---- */

/* Keep the value in its slot; the target is an int, which is set to the slot. */
void al_keep_entry(lua_State *L, const al_entry *e);
void al_keep_string(lua_State *L, const al_entry *e);

/* Set the target: a double >= 0, which may be infinite; a bool. */
void al_read_nonnegative(lua_State *L, const al_entry *e);
void al_read_boolean(lua_State *L, const al_entry *e);

AL_HIDDEN_END

#endif
