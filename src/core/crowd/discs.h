/*
** discs.h: the data structure of a crowd of discs; see "Discs" in astar.h.
**
** A disc with a place or a path as its wish follows points: it aims at one of them, to which the way is clear, and
** later at the next ones; so does one that was pushed off its flow, until the flow leads on. A disc that needs a path
** waits in a queue, in the order in which it came to need it; it keeps the points that it has until then.
**
** Places and velocities change only in as_discs_step(), and where the caller sets them. All memory that this takes is
** there before: it grows with the number of discs when one is added.
*/
#ifndef AS_DISCS_H
#define AS_DISCS_H

#include "crowd/disc_cells.h"
#include "crowd/disc_walls.h"
#include "crowd/group.h"
#include "crowd/unit_plane.h"
#include "plane/plane_find.h"

#define AS_NO_DISC UINT32_MAX

/* A disc on a flow may turn aside by steps of so many radians, and by so many at most. */
#define AS_DISC_ASIDE 0.2
#define AS_DISC_ASIDE_MOST 6

/* Flags of as_disc.joint: the part of a disc in a plan for two (disc_joint.c). */
#define AS_JOINT_ASKS 1u   /* for a long time it has come no nearer */
#define AS_JOINT_FOLLOWS 2u
#define AS_JOINT_MOVES 4u  /* it is its turn: the other waits where it is */
#define AS_JOINT_FIRST 8u  /* the plan is for it to get past the other */

/* Distances, as parts of the radius. */
#define AS_DISC_PASSED 0.02 /* nearer than this to a point, the disc has passed it */
#define AS_DISC_PUSHED 4.0  /* farther than this from where it settled, it was pushed away */

/* A point of a path. */
typedef struct as_disc_point {
  double at[2];
  double left; /* the length of the path from here to its end */
} as_disc_point;

/* In a plan for two discs: one of them goes straight to a place. */
typedef struct as_disc_turn {
  double at[2];
  bool first; /* the first of them */
} as_disc_turn;

typedef struct as_disc {
  double at[2];
  double velocity[2]; /* in the last step */
  double moved[2];    /* in the last update, by time: what is shown */
  double radius, speed, priority, arrive; /* the speed is that to which its group limits it, */
  double full_speed;  /* which else is this */
  double target[2]; /* of the wish: the velocity or the place; of a path its end; of a flow where it gets back to it */
  double best; /* the least way left to the goal so far; of other wishes, how far it has come since it waits; if it has
                  settled, what was left then, of a flow as a cost */
  double detour;      /* on a flow: it goes by its points until no more than this cost is left; -1: it does not */
  double waited;
  double least, since; /* on a flow: the least cost left so far, and the seconds since then */
  double pace;        /* the part of its speed with which it has come on in its direction of late */
  double stood;       /* the seconds for which that was hardly anything */
  double there;       /* the seconds since it was first in a goal cell of its flow; 0: it was not */
  double demand[2]; /* if others push it: the velocity with which it makes room, whatever it has behind it; else 0, 0 */
  double held;        /* the seconds for which it does not go back to its place, as others have pushed it */
  double backing;     /* the seconds for which it still lets its leader pass; 0: it does not */
  double refuge[2][2]; /* while `backing`: the place where it goes by another */
  double escape[2];   /* if it is inside an obstacle: where it goes */
  double heading[2];  /* the direction in which it wishes to go, of length 1, or 0, 0 */
  double stand[2];    /* where it settled */
  double clear;       /* no edge is nearer than this, as of the version of the crowd; 0: not known */
  as_disc_point *points;
  as_disc_turn *turns; /* of the first of two that follow a plan: all its turns */
  uint32_t point_count, point_capacity, turn_count, turn_capacity;
  uint32_t turn;      /* how many of them have begun */
  uint32_t aim;       /* the index of the point to which it goes, if there are any */
  uint32_t generation;  /* incremented when it is added and when it is removed: odd while it is live */
  uint32_t next, before; /* in the queue of those that need a path; of a free disc `next`: in the free list */
  uint32_t kind; /* its unit: index in `kinds` */
  uint32_t flow;
  uint32_t by;     /* the index of the disc that is most in its way, or AS_NO_DISC */
  uint32_t leader; /* the index of the disc that it lets pass while `backing` */
  uint32_t pusher; /* the index of the disc that pushes it, itself or by others, while `pushes` > 0 */
  uint32_t by_generation, leader_generation, pusher_generation; /* of these three: they may be gone */
  int8_t aside;    /* on a flow: by how many steps it turns aside, to where fewer others are */
  uint8_t pushes;  /* how many discs pass the push on to it, with the pusher itself */
  uint8_t group;
  uint8_t wish;    /* an astar_wish_kind */
  uint8_t status;  /* an astar_agent_status */
  uint8_t joint;   /* AS_JOINT_...: it asks for a plan for two, or while `backing`: it and its leader follow one */
  bool queued;     /* it needs a path */
  bool looked;     /* it has been in the queue before, and has no clear way to its goal */
  bool partial;    /* its points end where it can come nearest to its goal */
  bool returns;    /* it has arrived at its goal before: if others push it away, it still gives way */
  bool settled;    /* it stands beside others that have arrived at the same goal, or cannot come nearer to it, either */
  bool closed;     /* discs that stand for good close its way, as far as is known */
  bool inside;     /* it stands where it cannot */
  bool escapes;    /* `escape` is set */
} as_disc;

/* All discs of one unit. */
typedef struct as_disc_kind {
  astar_unit unit;
  uint32_t discs; /* their number; 0: it is free */
  uint32_t plane; /* with their obstacles: index in `planes` */
  bool moved;     /* it has another plane than its discs know */
} as_disc_kind;

/* The search for the path of a disc, which may take several updates (disc_search.c). */
typedef struct as_disc_query {
  uint32_t disc;     /* its index, or AS_NO_DISC: there is none */
  double start[2];   /* where the disc was when it began, */
  double goal[2];    /* and where it wished to go */
  uint64_t left;     /* the expansions that it still counts as */
  bool running;      /* `find` of the crowd has begun to look for it, on the plane as it is */
} as_disc_query;

struct astar_discs {
  as_memory memory;
  astar_discs_def def;
  astar_graph *grid;        /* NULL: the crowd is on a plane, the only one of `planes`, and has one kind */
  as_disc_kind *kinds;
  uint32_t kind_count, kind_capacity; /* with free ones */
  as_unit_plane *planes;
  uint32_t plane_count, plane_capacity;
  uint64_t followed; /* the version of the grid that all planes of discs have */
  astar_finder *finder;
  as_disc_query query;
  as_plane_find find; /* what the query has found so far */
  uint64_t ticks;   /* steps of time so far */
  as_disc *discs;   /* by index, id - 1 */
  uint32_t count, capacity; /* with free ones */
  uint32_t live;
  uint32_t free_disc;         /* head of the free list, or AS_NO_DISC */
  uint32_t queue_first, queue_last;
  uint64_t most_expansions;   /* see astar_discs_limit() */
  uint64_t spent;             /* expansions in an update that has failed for lack of memory */
  bool futile;                /* in that update a disc that had no way to its goal still has none */
  uint32_t ignored[ASTAR_DISC_GROUPS]; /* by group: a bit for each group that it ignores */
  const astar_search **flows; /* by number */
  uint32_t flow_count, flow_capacity;
  as_disc_cells cells;
  double (*chosen)[2]; /* by index: the velocity for the next step */
  uint32_t chosen_capacity;
  astar_groups groups;
  uint32_t *standing;  /* the indices of discs that stand for good, as of the last update */
  uint32_t standing_count, standing_capacity;
};

static inline double as_disc_distance(const double a[2], const double b[2])
{
  return as_length(a[0] - b[0], a[1] - b[1], 0);
}

/* The distance of a place from a segment. */
static inline double as_disc_distance_from(const double place[2], const double a[2], const double b[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1], square = x * x + y * y;
  double part = 0;
  if (square > 0) part = as_min(as_max(((place[0] - a[0]) * x + (place[1] - a[1]) * y) / square, 0), 1);
  return as_length(a[0] + part * x - place[0], a[1] + part * y - place[1], 0);
}

static inline bool as_disc_is_live(const as_disc *a)
{
  return a->generation % 2 == 1;
}

static inline double as_disc_arrival(const as_disc *a)
{
  return isnan(a->arrive) ? a->radius : a->arrive;
}

/* Whether it may need paths, and follow their points: on a flow, back to where that leads on. */
static inline bool as_disc_takes_paths(const as_disc *a)
{
  return a->wish == ASTAR_WISH_PLACE || a->wish == ASTAR_WISH_PATH || a->wish == ASTAR_WISH_FLOW;
}

/* The disc that was most in its way in the last step, if it is still there; else AS_NO_DISC. */
static inline uint32_t as_disc_by(const astar_discs *d, const as_disc *a)
{
  return a->by != AS_NO_DISC && d->discs[a->by].generation == a->by_generation ? a->by : AS_NO_DISC;
}

/* Note who is most in its way. */
static inline void as_disc_meets(const astar_discs *d, as_disc *a, uint32_t by)
{
  a->by = by;
  a->by_generation = d->discs[by].generation;
}

/* Whether it is pushed by one that is still there. */
static inline bool as_disc_is_pushed(const astar_discs *d, const as_disc *a)
{
  return a->pushes > 0 && d->discs[a->pusher].generation == a->pusher_generation;
}

/* Whether it lets another pass that is still there. */
static inline bool as_disc_backs(const astar_discs *d, const as_disc *a)
{
  return a->backing > 0 && d->discs[a->leader].generation == a->leader_generation;
}

/* It no longer lets another pass, and follows no plan. */
static inline void as_disc_leave(as_disc *a)
{
  a->backing = 0;
  a->joint &= AS_JOINT_ASKS;
  a->turn_count = a->turn = 0;
}

/* Whether two discs follow a plan for both. */
static inline bool as_discs_are_joined(const astar_discs *d, const as_disc *a, const as_disc *b)
{
  return as_disc_backs(d, a) && as_disc_backs(d, b) && (a->joint & b->joint & AS_JOINT_FOLLOWS) != 0 &&
         &d->discs[a->leader] == b && &d->discs[b->leader] == a;
}

/* Whether its wish is to come to a place, at last. */
static inline bool as_disc_has_goal(const as_disc *a)
{
  return a->wish == ASTAR_WISH_PLACE || a->wish == ASTAR_WISH_PATH;
}

/* Whether two follow one flow, or go to places of which only one can be taken. */
static inline bool as_discs_share_goal(const as_disc *a, const as_disc *b)
{
  if (a->wish == ASTAR_WISH_FLOW) return b->wish == ASTAR_WISH_FLOW && a->flow == b->flow;
  return as_disc_has_goal(a) && as_disc_has_goal(b) &&
         as_length(a->target[0] - b->target[0], a->target[1] - b->target[1], 0) < 0.99 * (a->radius + b->radius);
}

/* The seconds for which it has come no nearer to its goal; on a flow it may have gone to and fro. */
static inline double as_disc_delay(const as_disc *a)
{
  return a->wish == ASTAR_WISH_FLOW ? a->since : a->waited;
}

/* The plane with the obstacles of a disc. */
static inline astar_plane *as_plane_of(const astar_discs *d, const as_disc *a)
{
  return d->planes[d->kinds[a->kind].plane].plane;
}

/* ---- Planes (disc_planes.c) ---- */

/*
** Find the kind of a unit, which is not counted yet, with its plane. Before: as_discs_follow_grid(). ASTAR_NO_MEMORY
** has changed nothing.
*/
ASTAR_API astar_result as_discs_find_kind(astar_discs *d, astar_unit unit, uint32_t *kind);

/*
** The kind of the least unit from one on that discs have, or `kind_count`: kinds are looked at in the order of their
** units where it matters, as their own order depends on what is past. O(kinds).
*/
ASTAR_API uint32_t as_discs_next_kind(const astar_discs *d, uint64_t from);

/* Free the planes that no disc has, but for the last one. */
ASTAR_API void as_discs_free_planes(astar_discs *d);

/* Take the edits of the grid into the planes. Nothing to do for a crowd on a plane. */
ASTAR_API astar_result as_discs_follow_grid(astar_discs *d);

/* Whether all discs know all edits of the plane or grid. */
ASTAR_API bool as_discs_know_edits(const astar_discs *d);

/* They know none of the plane as it is. */
ASTAR_API void as_discs_forget_planes(astar_discs *d);

/* The bytes of planes that were made from a grid. */
ASTAR_API size_t as_discs_plane_memory(const astar_discs *d);

/* ---- Points (disc_points.c) ---- */

/* A coordinate as discs have it. */
static inline double as_disc_clamp(double x)
{
  return as_coordinate(as_min(as_max(x, -ASTAR_PLANE_LIMIT), ASTAR_PLANE_LIMIT));
}

/* Write the points of a path, but for what is left of the way. */
ASTAR_API void as_disc_write_points(as_disc_point *points, const astar_path *path);

/* Make room for so many points of a disc. */
ASTAR_API bool as_disc_reserve_points(astar_discs *d, as_disc *a, uint32_t count);

/* Compute what is left of the way from each point of a disc, of which there are some. */
ASTAR_API void as_disc_measure_points(as_disc *a);

/* What is left of the way along the points of a disc, of which there are some. */
ASTAR_API double as_disc_way_left(const as_disc *a);

/* ---- Wishes (disc_wish.c) ---- */

/* Whether the members of a wish are such as they can be. */
static inline bool as_is_wish(const astar_wish *wish)
{
  return wish->kind <= ASTAR_WISH_FLOW && (wish->kind != ASTAR_WISH_FLOW || wish->flow < ASTAR_DISC_FLOWS) &&
         (wish->kind != ASTAR_WISH_PATH || wish->path);
}

/* Set the wish of a disc. For its points there must be room. */
ASTAR_API void as_disc_take_wish(astar_discs *d, uint32_t index, const astar_wish *wish);

/* The number of points that a wish takes. */
ASTAR_API uint32_t as_wish_points(const astar_wish *wish);

/*
** The index of a disc that never moves, if a disc waits for one that waits for one, and so on, for which that closes
** the way; or AS_NO_DISC.
*/
ASTAR_API uint32_t as_disc_closed_by(const astar_discs *d, const as_disc *a);

/* The level of a crowd, from 0. */
static inline uint32_t as_discs_floor(const astar_discs *d)
{
  return d->def.level - 1;
}

/* The flow of a disc; NULL if it has none, or if the grid of the flow lacks the level of the crowd. */
ASTAR_API const astar_search *as_disc_flow(const astar_discs *d, const as_disc *a);

/* What is left of the way of a disc on a flow from a place, as a cost; INFINITY if there is none. */
ASTAR_API double as_disc_flow_left(const astar_discs *d, const as_disc *a, const double place[2]);

/* A disc that has settled goes on towards its goal. */
ASTAR_API void as_disc_unsettle(as_disc *a);

/* Forget how long it has waited. Begin a new way: forget also how near it has come to its goal. */
ASTAR_API void as_disc_refresh(as_disc *a);
ASTAR_API void as_disc_begin_way(as_disc *a);

/* The queue of those that need a path: put one in, as the last; take one out, if it is in. */
ASTAR_API void as_disc_enqueue(astar_discs *d, uint32_t index);
ASTAR_API void as_disc_dequeue(astar_discs *d, uint32_t index);

/*
** Planes were edited: look which discs stand in obstacles, and whose points are in their way, of those near the edits.
*/
ASTAR_API void as_discs_follow_edits(astar_discs *d);

/* Find out where the discs go that stand in obstacles. */
ASTAR_API astar_result as_discs_find_escapes(astar_discs *d);

/* The preferred velocity of a disc for a step of a time; sets its status if it has arrived, and its heading. */
ASTAR_API void as_disc_preferred_velocity(astar_discs *d, uint32_t index, double time, double preferred[2]);

/* How far a disc has come towards its wish in a step of a time: its status and how long it waits. */
ASTAR_API void as_disc_judge(astar_discs *d, uint32_t index, double time);

/* ---- Searches (disc_search.c) ---- */

/* After so many expansions an update goes on with no search. */
static inline uint64_t as_discs_expansions(const astar_discs *d)
{
  return d->def.expansions < d->most_expansions ? d->def.expansions : d->most_expansions;
}

/*
** Find the paths that are needed, up to the limit; `spent` grows. ASTAR_NO_MEMORY: those that were found stay, and the
** next call goes on.
*/
ASTAR_API astar_result as_discs_plan(astar_discs *d);

/* Give up the query if it is that of a disc. */
static inline void as_discs_leave_query(astar_discs *d, uint32_t index)
{
  if (d->query.disc == index) d->query.disc = AS_NO_DISC;
}

/*
** Find the path of a disc from one place to another, or as near to it as there is a way; *path becomes that of the
** finder, or NULL if there is none.
*/
ASTAR_API astar_result as_disc_find_path(astar_discs *d, const as_disc *a, const double from[2], const double to[2],
                                         const astar_path **path);

/* ---- Plans for two (disc_joint.c) ---- */

/* Make the plans for which discs ask, up to the limit; `spent` grows. ASTAR_NO_MEMORY: those that were made stay. */
ASTAR_API astar_result as_discs_join(astar_discs *d);

/* ---- Groups (group_discs.c) ---- */

ASTAR_API const as_group_ops *as_discs_group_ops(void);

/* ---- Places of groups (disc_places.c) ---- */

/*
** Move the places of members where they cannot stand. O(members), and for each that moves O(members * places looked
** at).
*/
ASTAR_API astar_result as_discs_find_places(astar_discs *d, as_group *g);

/* Move the place of one to one where it can stand, or as near to that as nobody else is. */
ASTAR_API void as_discs_move_place(const astar_discs *d, as_group *g, uint32_t member, const double near[2]);

/* ---- Marches (disc_march.c) ---- */

/* As `find_cut` and `lead` of as_group_ops. */
ASTAR_API astar_result as_discs_find_cut(void *discs, as_group *g, bool *cut);
ASTAR_API void as_discs_lead(void *discs, as_group *g, double pace, double time);

/* A member goes by itself to its place. There is room for a point. */
ASTAR_API void as_discs_send(astar_discs *d, as_member *m);

/* The point of a path at a length along it; at its ends if that is beyond them. */
ASTAR_API void as_march_at(const as_march *march, double along, double at[2]);

/* ---- Steps (disc_step.c) ---- */

/* Make room in what a step takes for `count` discs with free ones, `live` without. */
ASTAR_API bool as_discs_reserve_step(astar_discs *d, uint32_t count, uint32_t live);

/* Move all discs for a time > 0. */
ASTAR_API void as_discs_step(astar_discs *d, double time);

#endif
