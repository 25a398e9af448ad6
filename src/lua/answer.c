/* answer.c: path() where nothing is to be asked of Lua: the question is answered in one go; see search.h. */
#include "search.h"

#include "path.h"

astar_search *al_get_path_search(lua_State *L, al_space *space)
{
  void *context;
  lua_Alloc alloc = lua_getallocf(L, &context);
  if (!space->path_search) space->path_search = astar_search_create(alloc, context);
  if (!space->path_search) al_no_memory(L);
  return space->path_search;
}

al_answer al_run_path_search(const al_space *space)
{
  al_answer a = {ASTAR_FOUND, 0, NULL, ASTAR_NO_ID};
  a.status = astar_search_step(space->path_search, UINT64_MAX);
  a.end = a.status == ASTAR_FOUND ? astar_search_goal(space->path_search) : astar_search_partial(space->path_search);
  if (a.end != ASTAR_NO_ID) a.count = astar_search_trace(space->path_search, a.end);
  return a;
}

/*
** Making room for the path may run finalizers, which may ask for other paths or edit the space: then
** the question is answered again, into the room there is.
*/
int al_push_answer(lua_State *L, int env, const al_question *q)
{
  al_space *space = q->space;
  al_path *p = NULL;
  al_answer a;
  uint32_t room = 0;
  for (;;) {
    uint64_t run, version;
    al_require_open(L, space);
    run = ++space->path_runs;
    version = space->type->version(space);
    a = q->answer(L, q);
    if (a.status == ASTAR_OUT_OF_MEMORY) return al_no_memory(L);
    if (a.count == 0) return al_push_no_path(L, a.status);
    if (a.count <= room) break;
    if (p) lua_pop(L, 1);
    p = al_new_path(L, env, space, a.count);
    room = a.count;
    al_require_open(L, space);
    if (run == space->path_runs && version == space->type->version(space)) break;
  }
  if (a.route) astar_route_path(a.route, &p->path);
  else astar_search_path(space->path_search, a.end, &p->path);
  p->path.partial = a.status != ASTAR_FOUND;
  lua_pushnumber(L, p->path.cost);
  return 2;
}
