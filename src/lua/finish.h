/*
** finish.h: what is done with a path over cells when it is found, as the options `ties` and `smooth` say. For all that
** read these options.
*/
#ifndef AL_FINISH_H
#define AL_FINISH_H

#include "args.h"
#include "graph.h"

AL_HIDDEN_BEGIN

/* Nothing, if all zeros. */
typedef struct al_finish {
  bool straight, smooth; /* both: straightened first */
  double radius, curve;  /* of `smooth` */
} al_finish;

/* Read an option. The target is an al_finish. Allocates nothing. */
void al_read_ties(lua_State *L, const al_entry *e);
void al_read_smooth(lua_State *L, const al_entry *e);

/* The name of an option that was given, or NULL. */
const char *al_finish_name(const al_finish *finish);

/*
** Replace a path, as at least one option says, by another one, which the finder of `g` then has. The path may be that
** of the finder. `def` has all but radius and curve. False if out of memory.
*/
bool al_finish_path(const al_graph *g, const al_finish *finish, const astar_path *path, const astar_smooth_def *def);

AL_HIDDEN_END

#endif
