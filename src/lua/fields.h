/*
** fields.h: reads tables of named fields (options, props of nodes and links, limits of units), each
** by a list of the names that it may have and of what reads their values.
*/
#ifndef AL_FIELDS_H
#define AL_FIELDS_H

#include "args.h"

AL_HIDDEN_BEGIN

/* A field of the table that is read. */
typedef struct al_entry {
  int arg;           /* the argument that the table is */
  const char *what;  /* "option", "field" or "limit": what messages call it */
  const char *name;
  int value;         /* where on the stack it is now, */
  int slot;          /* where it can be kept, */
  void *target;      /* where the result goes, */
  void *into;        /* a member of this */
} al_entry;

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

/* Raise "<what> '<name>': <message>". */
int al_entry_error(lua_State *L, const al_entry *e, const char *format, ...);

/* Raise "<what> '<name>': <expected> expected, got <type>" unless the value is of this type. */
void al_require_entry(lua_State *L, const al_entry *e, int type, const char *expected);

/* The number, which is not NaN; is at least `least` then; is finite. */
double al_entry_number(lua_State *L, const al_entry *e);
double al_entry_least(lua_State *L, const al_entry *e, int least);
double al_entry_finite(lua_State *L, const al_entry *e);

/* Read an array of `least` to `most` finite numbers, each by `read`; `expected` describes it. */
void al_entry_numbers(lua_State *L, const al_entry *e, const char *expected, int least, int most,
                      double (*read)(lua_State *, int index, int arg, const char *what), double *values);

/* Which of the names the value is, from 0; `expected` lists them for messages, `count` tells how many there are. */
int al_entry_name(lua_State *L, const al_entry *e, const char *expected, const char *const *names, int count);

/* Keep the value in its slot; the target is an int, which is set to the slot. */
void al_keep_entry(lua_State *L, const al_entry *e);
void al_keep_string(lua_State *L, const al_entry *e);

/* Set the target: a double >= 0, which may be infinite; a bool. */
void al_read_nonnegative(lua_State *L, const al_entry *e);
void al_read_boolean(lua_State *L, const al_entry *e);

AL_HIDDEN_END

#endif
