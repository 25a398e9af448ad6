/*
** saved_data.h: the method `save` of spaces (save.c) and astar.load (load.c).
**
** What only Lua knows of nodes and obstacles follows what the core saves of a space: of each that has
** something, in the order of their ids: u32 id, u8 the type of its data and SAVED_NAME, the name, the
** data. A u32 of 0 ends it.
*/
#ifndef AL_SAVED_DATA_H
#define AL_SAVED_DATA_H

#include "class.h"

AL_HIDDEN_BEGIN

enum {
  SAVED_NOTHING,
  SAVED_FALSE,
  SAVED_TRUE,
  SAVED_FLOAT,   /* a double */
  SAVED_INTEGER, /* 8 bytes */
  SAVED_STRING,  /* u64 length and bytes, as the name */
  SAVED_TYPES,
  SAVED_NAME = 8
};

extern const al_members al_save_members; /* of all classes of spaces */

/* The function `load`: its upvalues are those of the constructors of graphs, grids and planes, one after another. */
#define AL_SPACES 3
int al_load(lua_State *L);

AL_HIDDEN_END

#endif
