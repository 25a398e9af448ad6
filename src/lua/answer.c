/* answer.c: path() where nothing is to be asked of Lua: the question is answered in one go; see search.h. */
#include "search.h"

/*
** Making room for the path may run finalizers, which may ask for other paths or edit the space: then
** the question is answered again, into the room there is.
*/
int al_push_answer(lua_State *L, int home, const al_question *q)
{
  al_space *space = q->space;
  al_path *p = NULL;
  uint32_t room = 0, count;
  if (!space->finder) {
    void *context;
    lua_Alloc alloc = lua_getallocf(L, &context);
    space->finder = astar_finder_create(alloc, context);
    if (!space->finder) return al_no_memory(L);
  }
  for (;;) {
    uint64_t run, version;
    astar_status status;
    al_require_open(L, space);
    run = ++space->runs;
    version = space->type->version(space);
    status = q->answer(L, q);
    if (status == ASTAR_OUT_OF_MEMORY) return al_no_memory(L);
    count = astar_finder_count(space->finder);
    if (count == 0) return al_push_no_path(L, status);
    if (count <= room) break;
    if (p) lua_pop(L, 1);
    p = al_new_path(L, home, space, count);
    room = count;
    al_require_open(L, space);
    if (run == space->runs && version == space->type->version(space)) break;
  }
  astar_finder_write(space->finder, &p->path);
  lua_pushnumber(L, p->path.cost);
  return 2;
}
