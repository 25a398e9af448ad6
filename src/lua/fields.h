/*
** fields.h: reads tables of named fields (options, props of nodes and links, limits of units) by a list of the
** allowed names, with a reader for the value of each.
*/
#ifndef AL_FIELDS_H
#define AL_FIELDS_H

#include "args.h"

AL_HIDDEN_BEGIN

/* Checks the value and sets e->target. */
typedef void (*al_entry_reader)(lua_State *L, const al_entry *e);

typedef struct al_option {
  const char *name;
  al_entry_reader read;
  size_t offset; /* of its target in `into` */
} al_option;

/*
** Read the table at `arg` into the members of `into`, in the order of lua_next(). `what` is the word for its fields in
** messages; the list ends with a NULL name. A reader that keeps the value of option i copies it to the
** existing stack slot `slots` + i. False if the argument is missing or nil. Leaves the top of the stack unchanged.
*/
bool al_read_options(lua_State *L, int arg, const char *what, const al_option *list, int slots, void *into);

/*
** The same in two steps, to read options in the order of the list. First copy each value of the table at `arg` into its
** slot; the slots must hold nil before. Then read the slots that are not nil.
*/
void al_place_options(lua_State *L, int arg, const al_option *list, int slots);
void al_read_placed(lua_State *L, int arg, const al_option *list, int slots, void *into);

/* ---- Readers ---- */

/* Keep any value, or a string, in its slot; the target is an int that is set to the index of the slot. */
void al_keep_entry(lua_State *L, const al_entry *e);
void al_keep_string(lua_State *L, const al_entry *e);

/* Set the target: a double >= 0 or INFINITY; one >= 0 and finite; a bool. */
void al_read_nonnegative(lua_State *L, const al_entry *e);
void al_read_cost(lua_State *L, const al_entry *e);
void al_read_boolean(lua_State *L, const al_entry *e);

AL_HIDDEN_END

#endif
