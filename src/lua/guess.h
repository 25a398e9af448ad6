/*
** guess.h: "did you mean ...?" for messages about unknown names: see astar_guess_begin(). Names are tried only when an
** error is raised.
*/
#ifndef AL_GUESS_H
#define AL_GUESS_H

#include "object.h"

AL_HIDDEN_BEGIN

/* Begin with the string at `index`. */
void al_begin_guess(lua_State *L, int index, astar_guess *guess);

/* Try a name that ends with a zero. */
void al_guess_name(astar_guess *guess, const char *name);

/* Try the keys of the table at the absolute index `table` that are strings. */
void al_guess_keys(lua_State *L, int table, astar_guess *guess);

/* Push " (did you mean 'x'?)", or "" if no name was near enough. */
const char *al_push_guess(lua_State *L, const astar_guess *guess);

/* Begin with the string at `index`, try `count` names, and push what al_push_guess() pushes. */
const char *al_push_guess_of(lua_State *L, int index, const char *const *names, size_t count);

/* What to write in place of a name that objects of another kind have, for a class: ": …", or "". */
const char *al_hint_for(const char *class_name, const char *key);

/* What to write where a function expects another argument than one of a type: ": …", or "". */
const char *al_hint_for_argument(const char *function, const char *expected, const char *got);

/* A Lua function: a value and tables whose keys are the known names -> what al_push_guess() pushes. */
int al_hint(lua_State *L);

AL_HIDDEN_END

#endif
