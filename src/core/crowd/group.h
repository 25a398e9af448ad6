/*
** group.h: the groups of a crowd, of agents on nodes or of discs: who is in which, what they are told, and where each
** member has its place at the goal. What a group needs of its crowd is in as_group_ops, which group_crowd.c and
** group_discs.c fill in.
**
** A unit has its index, id - 1, here. An order is only noted: as_groups_obey() carries it out, before units move.
*/
#ifndef AS_GROUP_H
#define AS_GROUP_H

#include "base/memory.h"

typedef double as_offset[2]; /* ahead and to the right: see formation.h */

typedef enum as_group_state {
  AS_GROUP_IDLE,    /* it has no goal */
  AS_GROUP_ORDERED, /* it has another goal, or other members, than its places are for */
  AS_GROUP_MARCHES, /* it is led along a path, see disc_march.c */
  AS_GROUP_PLACED   /* its members go to their places, or are there */
} as_group_state;

typedef struct as_member {
  uint32_t index;   /* of the unit */
  as_offset offset; /* of its place in the formation */
  double place[2];  /* where it goes at last; finite, also if it is nowhere */
  double along;     /* on a march: how far it has come on the path, */
  double ahead;     /* and how much farther it sees, if it goes along that */
  uint8_t mode;     /* an as_march_mode */
} as_member;

/* How a member moves. */
typedef enum as_march_mode {
  AS_MARCH_NOT,     /* by its own goal */
  AS_MARCH_IN_RANK, /* in its place of the formation */
  AS_MARCH_IN_FILE, /* along the path, behind the middle */
  AS_MARCH_LOST     /* by its own goal, until it sees the others' way again */
} as_march_mode;

/* A point of the path of a march. */
typedef struct as_march_point {
  double at[2];
  double along; /* the length of the path up to here */
} as_march_point;

typedef struct as_march {
  as_march_point *points; /* at least two, or none: there is no march */
  uint32_t count, capacity;
  uint32_t turn; /* counts updates: members look around by turns */
  double along;  /* how far the middle has come */
  double waited; /* the seconds for which the last have come no nearer */
  double least;  /* the least that they were behind meanwhile */
} as_march;

typedef struct as_group {
  astar_group id;
  astar_formation formation;
  as_offset *own;       /* of the caller */
  uint32_t own_count;
  double spacing;       /* NAN: as the largest member needs */
  double wanted[2];     /* the direction to which it turns at the goal, or 0, 0 */
  bool own_speed;
  as_member *members;   /* in the order in which they joined */
  uint32_t count, capacity;
  uint8_t state;        /* an as_group_state */
  double goal[3];
  astar_id node;        /* the node of the goal; ASTAR_NO_ID: it is a position, and has no z; */
  uint32_t generation;  /* its generation */
  uint32_t level;       /* of a grid: where a position is, from 1; 1 elsewhere */
  double extent;        /* the greatest distance of a place from the middle, */
  double apart;         /* and the distance between neighbours; of the last order that was carried out */
  double middle[2];     /* where the middle of the formation comes to */
  double facing[2];     /* to where it is turned, of length 1 */
  bool open;            /* of agents: none of its places was closed since the last edit that was followed */
  uint32_t exchanged;   /* of agents: how often two have exchanged their places since the last order */
  as_march march;
} as_group;

/* What a group needs of its crowd. Functions with results may run out of memory, and are then called again. */
typedef struct as_group_ops {
  /*
  ** Where a unit is: NANs if it is nowhere; the distance between places that it needs; the most speed that it can have.
  */
  void (*locate)(const void *crowd, uint32_t index, double place[2]);
  double (*spacing)(const void *crowd, uint32_t index);
  double (*speed)(const void *crowd, uint32_t index);
  astar_agent_status (*status)(const void *crowd, uint32_t index);
  /* The vectors after which space repeats itself, as in as_assignment. */
  uint32_t (*shifts)(const void *crowd, double shifts[][2]);
  /* As astar_graph_has() of the graph of the crowd, if it has one. */
  bool (*has)(const void *crowd, astar_id node, uint32_t *generation);
  /* Limit its speed; INFINITY: not any more. */
  void (*limit)(void *crowd, uint32_t index, double speed);
  /*
  ** It will be told its goal when the order is carried out; it is told to stop; it is left to itself, and goes to its
  ** own place.
  */
  void (*rouse)(void *crowd, uint32_t index);
  void (*stop)(void *crowd, uint32_t index);
  void (*dismiss)(void *crowd, as_group *g, as_member *m);
  /* Set `middle` and `facing` for the goal, and make `march` if the group is to march, from where its middle is now. */
  astar_result (*aim)(void *crowd, as_group *g, const double from[2]);
  /*
  ** Move the places of members that they cannot enter or reach, and unless the group marches, tell them these as goals.
  */
  astar_result (*place)(void *crowd, as_group *g);
  /* *cut: whether an edit has put something in the way of a march, or of agents where they are to stand. */
  astar_result (*find_cut)(void *crowd, as_group *g, bool *cut);
  /* Right before units move for a time: limit the speeds of members to a pace, and lead them on a march. */
  void (*lead)(void *crowd, as_group *g, double pace, double time);
} as_group_ops;

/* Which group a unit is in, and where in its list. */
typedef struct as_membership {
  astar_group group; /* or ASTAR_NO_GROUP */
  uint32_t at;
} as_membership;

struct astar_groups {
  as_memory *memory; /* of the crowd */
  void *crowd;
  const as_group_ops *ops;
  as_group **list;   /* by id, ascending: in the order in which they were made */
  uint32_t count, capacity;
  astar_group last;  /* the id that was given last */
  as_membership *of; /* by index; units beyond are in none */
  uint32_t of_count, of_capacity;
};

ASTAR_API void as_groups_init(astar_groups *s, as_memory *m, void *crowd, const as_group_ops *ops);
ASTAR_API void as_groups_free(astar_groups *s);

/* Carry out orders, before edits are taken in. ASTAR_NO_MEMORY: to be called again; what was carried out stays. */
ASTAR_API astar_result as_groups_obey(astar_groups *s);

/* The graph was edited: places may have been closed. O(groups) */
ASTAR_API void as_groups_follow(astar_groups *s);

/* Lead those who are under way, right before units move for a time: nothing may fail after that. */
ASTAR_API void as_groups_lead(astar_groups *s, double time);

/* A unit is removed, or has got a goal of its own: it is in no group any more. O(members of its group). */
ASTAR_API void as_groups_leave(astar_groups *s, uint32_t index);

/* The node of the goal of a group, if it is still there; else ASTAR_NO_ID. */
ASTAR_API astar_id as_groups_node(const astar_groups *s, const as_group *g);

/* The group of a unit, and itself as a member, or NULL. */
ASTAR_API as_group *as_groups_find(const astar_groups *s, uint32_t index, as_member **member);

/*
** Make a group without members; then room for members, of units below an index; then take units in. For loading, too.
*/
ASTAR_API astar_result as_groups_make(astar_groups *s, const astar_group_def *def, as_group **group);
ASTAR_API bool as_groups_reserve(astar_groups *s, as_group *g, uint32_t members, uint32_t units);
ASTAR_API as_member *as_groups_take(astar_groups *s, as_group *g, uint32_t index);

/* Check all lists, and abort() if they do not fit together. */
ASTAR_API void as_groups_validate(const astar_groups *s);

#endif
