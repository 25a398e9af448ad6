/*
** saved_crowd.h: the format of saved crowds: save_crowd.c writes it, load_crowd.c reads it. io/stream.c adds the head
** and the checksum, and says how numbers are written.
**
**   crowd    u8 durations; u32 patience; u64 expansions; u64 now, decided, due, calm_at; f64 part of a tick that is
**            pending (see astar_crowd); u32 index of the agent whose turn is next; u32 index of the one that may be
**            judged next; u32 count of ids; u32 count of free ids; for each of these, in the order of reuse: u32 id,
**            AS_SAVED_FREE_ZEROS u8 0; agents; plan; groups (saved_groups.h)
**   agents   for each, by id: u32 node, or 0 if it was removed; u32 unit; u32 size; f64 priority, speed; u8
**            AS_SAVED_...; u8 status; f64 best, near; u64 best_at, left_at, came_at, first_at, beat (see as_agent); u8
**            verdict, with AS_SAVED_JUDGED if it is that on the map as it is, then with AS_SAVED_RETRIED or not; u32
**            agent that it cannot pass, or 0; u32 node to which it would go first, or 0; u32 node from where it came
**            last, or 0; u64 ticks of that step, or 0; f64 here, far (see as_pibt_agent);
**            with AS_SAVED_HAS_GOAL u32 node of the goal; u32 node at which its search aims, or 0; u32 1 + the nodes
**            which that has expanded, or 0 if it has not begun;
**            with AS_SAVED_ASKS u32 node of the goal that it awaits; u8 0, or if its search was
**            interrupted AS_SAVED_HAS_GOAL, with AS_SAVED_SHARED and AS_SAVED_READY or not, and the same as above;
**            with AS_SAVED_GOING u32 next node, u64 ticks left, of how many
**   plan     u32 steps that are left; with any f64 cost; u8 1 if all agents take part; u32 count of those who do; their
**            ids, ascending: u32; for each step, for each of them: u32 node
*/
#ifndef AS_SAVED_CROWD_H
#define AS_SAVED_CROWD_H

#include "io/stream.h"

/* Flags of an agent. */
#define AS_SAVED_FIXED 1u
#define AS_SAVED_LOST 2u
#define AS_SAVED_GOING 4u
#define AS_SAVED_HAS_GOAL 8u
#define AS_SAVED_SHARED 16u /* its goal has or had several agents, */
#define AS_SAVED_READY 32u  /* and distances to it may be asked for */
#define AS_SAVED_ASKS 64u

/* Flags of a verdict. */
#define AS_SAVED_JUDGED 8u
#define AS_SAVED_RETRIED 16u /* as_agent.retried */

/* Zeros after a free id: what is loaded takes at most ten times the bytes. */
#define AS_SAVED_FREE_ZEROS 40u

/* Bytes of an agent at least. */
#define AS_SAVED_AGENT 123u

#endif
