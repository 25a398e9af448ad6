/*
** disc_crowd.h: crowds of discs: the class "discs" and plane:crowd (disc_crowd.c), grid:crowd (grid_crowd.c), the class
** "disc" (disc.c), and what discs wish (disc_wish.c).
*/
#ifndef AL_DISC_CROWD_H
#define AL_DISC_CROWD_H

#include "crowd.h"
#include "graph.h"
#include "plane.h"

AL_HIDDEN_BEGIN

#define AL_DISCS_META "astar.discs" /* keys of the metatables in the registry */
#define AL_DISC_META "astar.disc"

/* The own table, beside the fields of all crowds. */
#define DISCS_GOALS CROWD_FIRST             /* id -> what was given as goal, or false; an entry for each disc */
#define DISCS_FLOWS (CROWD_FIRST + 1)       /* number of a flow + 1 -> search, weak values */
#define DISCS_GROUPS (CROWD_FIRST + 2)      /* number of a group + 1 -> name; valid below `group_count` */
#define DISCS_GROUP_IDS (CROWD_FIRST + 3)   /* name -> number; valid if DISCS_GROUPS has the same pair */

typedef struct al_discs {
  al_crowd crowd;
  uint32_t flow_count;  /* the numbers in use are below this */
  /* below this are the numbers that discs had when they were loaded, and stand for no flow then */
  uint32_t flow_loaded;
  uint32_t group_count;
  double radius;    /* of discs that are added without one */
  uint32_t level;   /* as in astar_discs_def, also once the core is gone */
  bool on_grid;     /* its space is a grid, else a plane */
  astar_unit unit;  /* the same; on a plane ASTAR_NO_UNIT */
} al_discs;

extern const al_crowd_type al_disc_crowd_type;  /* disc.c */
extern const al_members al_disc_members;        /* disc.c: of discs */
extern const al_members al_disc_crowd_members;  /* disc_crowd.c: of crowds of discs, beside al_crowd_base_members */
extern const al_members al_plane_crowd_members; /* disc_crowd.c: of planes */
extern const al_members al_grid_crowd_members;  /* grid_crowd.c: of grids */

static inline astar_discs *al_discs_core(const al_discs *d)
{
  return d->crowd.core;
}

/* ---- disc_crowd.c ---- */

/* What a crowd of discs is made from. */
typedef struct al_discs_source {
  astar_discs_def def;
  double radius;
  al_graph *grid; /* or NULL */
  astar_unit unit;
  al_plane *plane; /* or NULL */
} al_discs_source;

/*
** Push a crowd of discs on an open space, whose environment is at `env`. `saved`: the string at 2 has it; else it is
** new.
*/
void al_push_discs(lua_State *L, int env, const al_discs_source *source, bool saved);

/* The options of a crowd of discs, for lists whose `into` is an al_discs_source. */
void al_read_radius(lua_State *L, const al_entry *e);
void al_read_horizon(lua_State *L, const al_entry *e);
void al_read_discs_patience(lua_State *L, const al_entry *e);
void al_read_neighbours(lua_State *L, const al_entry *e);
void al_read_acceleration(lua_State *L, const al_entry *e);
void al_read_discs_level(lua_State *L, const al_entry *e);
#define AL_DISCS_OPTIONS \
  {"radius", al_read_radius, offsetof(al_discs_source, radius)}, \
  {"horizon", al_read_horizon, offsetof(al_discs_source, def.horizon)}, \
  {"wall_horizon", al_read_horizon, offsetof(al_discs_source, def.wall_horizon)}, \
  {"neighbours", al_read_neighbours, offsetof(al_discs_source, def.neighbours)}, \
  {"expansions", al_read_expansions, offsetof(al_discs_source, def.expansions)}, \
  {"patience", al_read_discs_patience, offsetof(al_discs_source, def.patience)}, \
  {"max_acceleration", al_read_acceleration, offsetof(al_discs_source, def.max_acceleration)}, \
  {"level", al_read_discs_level, 0}

/* ---- disc_wish.c ---- */

/* A wish that was read. */
typedef struct al_wish {
  astar_wish wish; /* without the number of a flow */
  int value;       /* stack index of the path or search, which must stay there, or of any other goal; 0: not a goal */
} al_wish;

/* Where a node is, by its fields. Raises if it was removed, or is on another level. May run finalizers. */
void al_node_place(lua_State *L, const al_entry *e, const al_discs *d, double xy[2]);

/* The place that a table {x, y} is. Raises if it is on another level. May run finalizers. */
void al_disc_place(lua_State *L, const al_entry *e, const al_discs *d, double xy[2]);

/* Read a goal, a place, a path or a flow, for a disc of a crowd; a velocity, {vx, vy}. May run finalizers. */
al_wish al_entry_goal(lua_State *L, const al_entry *e, const al_discs *d);
al_wish al_entry_velocity(lua_State *L, const al_entry *e);

/*
** Give the wish its flow's number, and make the core know the flow. Runs no finalizers: call it right before the wish
** is used, after all that may run some. Raises, for `arg`, if a finalizer has closed the search.
*/
void al_resolve_wish(lua_State *L, int arg, al_discs *d, int own, al_wish *w);

/*
** Before the core uses flows: take from it those that are closed, collected or in the midst of a run. Allocates
** nothing.
*/
void al_check_flows(lua_State *L, al_discs *d, int own);

/* ---- Arguments: disc_wish.c ---- */

/* A length or speed: a coordinate >= 0. */
double al_entry_span(lua_State *L, const al_entry *e);

/*
** The name of a unit, of which the map of the crowd must have one. Raises for a crowd on a plane. Runs no finalizers.
*/
astar_unit al_entry_disc_unit(lua_State *L, const al_entry *e, const al_discs *d);

/* Push the name of a unit, or nil for none. */
void al_push_disc_unit(lua_State *L, const al_discs *d, astar_unit unit);

/* Raise, for `arg`: a disc cannot stand at a place, where an obstacle is in its way. */
int al_no_standing(lua_State *L, int arg, const al_discs *d, const double place[2], double radius,
                   astar_obstacle blocker);

/*
** The number of the group with the name at stack index `name`, a string; a new one if there is none, but it counts only
** when al_keep_group() is called with that number. Raises, for `arg`, if there are too many. Runs no finalizers.
*/
uint32_t al_find_group(lua_State *L, int arg, al_discs *d, int own, int name);
void al_keep_group(al_discs *d, uint32_t group);

AL_HIDDEN_END

#endif
