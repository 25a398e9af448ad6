/* answer.c: path() without callbacks, by the finder of the space; see search.h. */
#include "search.h"

#include "path.h"

void al_require_finder(lua_State *L, al_space *space)
{
  if (!space->finder) space->finder = astar_finder_create(al_allocate, space->limits->account);
  if (!space->finder) al_no_memory(L);
  astar_finder_limit(space->finder, al_limit_count(space->limits->expansions));
}

void al_check_answered(lua_State *L, const al_space *space, astar_status status)
{
  if (status == ASTAR_OUT_OF_MEMORY) al_no_memory(L);
  if (status == ASTAR_SEARCHING) al_limit_error(L, space->limits->expansions, "expansions");
}

/*
** To allocate the path may run finalizers, which may use the finder or edit the space. The query is then repeated; the
** allocated path is used if it is large enough.
*/
int al_push_answer(lua_State *L, int env, const al_question *q)
{
  al_space *space = q->space;
  al_path *p = NULL;
  size_t room = 0, size;
  al_require_finder(L, space);
  for (;;) {
    uint64_t question, version;
    astar_status status;
    al_require_open(L, space);
    question = ++space->questions;
    version = space->type->version(space);
    status = q->ask(L, q);
    if (status == ASTAR_OUT_OF_MEMORY && al_made_room(L, space->limits)) continue;
    al_check_answered(L, space, status);
    if (astar_finder_count(space->finder) == 0) return al_push_no_path(L, status);
    size = astar_finder_path_size(space->finder);
    if (size <= room) break;
    if (p) lua_pop(L, 1);
    p = al_new_path(L, env, space, size);
    room = size;
    al_require_open(L, space);
    if (question == space->questions && version == space->type->version(space)) break;
  }
  astar_finder_write(space->finder, &p->path);
  lua_pushnumber(L, p->path.cost);
  return 2;
}
