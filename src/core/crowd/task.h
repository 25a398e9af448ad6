/*
** task.h: what is to be found for an agent that does not get on: steps in a part of the map that bring it to one of
** some places. Made by crowd_jam.c and crowd_barred.c, for solve.h and pebbles.h.
*/
#ifndef AS_TASK_H
#define AS_TASK_H

#include "crowd/costs.h"

/* What the others have to do while one agent is helped. Goals that several agents have or had do not count. */
typedef enum as_others {
  AS_OTHERS_ARRIVE, /* who has its goal in the part has to get there, too; the rest stay unless they are pushed */
  AS_OTHERS_STAY,   /* all stay unless they are pushed */
  AS_OTHERS_SEEK    /* all go to their goals, but need not get there */
} as_others;

/*
** A task for the agents in a part of the map: one of them, `only`, has to get to one of `places`, and `others` says
** what the rest of them do. Agents outside do not take part, and do not enter the slots of the plan.
*/
typedef struct as_task {
  uint32_t only;          /* the agent of the crowd that has to get there; it has a goal that is ready */
  const uint32_t *where;  /* by index in the crowd: the slot where it begins, or AS_NO_SLOT */
  const as_costs *inside; /* >= 0 for the slots of the part. Must outlive the search */
  const uint32_t *places; /* of the part, ascending */
  uint32_t place_count;
  double most;            /* upper bound on the distance from one of these to its goal */
  as_others others;
  uint32_t moment;        /* decides between equal choices */
} as_task;

#endif
