/*
** saved_data.h: the method `save` of spaces (save.c) and astar.load (load.c).
**
** The data of the binding follows the data of the core: for each node, obstacle or link with a name or data, in the
** order of ids (to those of links AL_LINK is added), u32 id, u8 type of the data (| SAVED_NAME if named), the name if
** any, the data if any. A u32 of 0 ends the list.
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
  SAVED_STRING,  /* u64 length and bytes, like the name */
  SAVED_TYPES,   /* the number of types */
  SAVED_NAME = 8
};

/*
** The type of the data at the top of the stack; raises, naming the `kind` and id of its owner, if it cannot be saved.
*/
int al_data_type(lua_State *L, const char *kind, uint32_t id);

/*
** Write data of this type, at the top of the stack; read it, and push it. SAVED_NOTHING has no bytes, and is not read.
*/
void al_write_data(lua_State *L, astar_writer *w, int type);
void al_read_data(lua_State *L, astar_reader *r, uint64_t type);

extern const al_members al_save_members; /* of graphs, grids and planes */

/* The function `load`: its upvalues after the name are AL_SPACE_UPVALUES each for graphs, grids and planes. */
#define AL_SPACES 3
int al_load(lua_State *L);

AL_HIDDEN_END

#endif
