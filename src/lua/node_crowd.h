/* node_crowd.h: crowds on nodes: the class "crowd" and graph:crowd (node_crowd.c), and the class "agent" (agent.c). */
#ifndef AL_NODE_CROWD_H
#define AL_NODE_CROWD_H

#include "crowd.h"
#include "graph.h"

AL_HIDDEN_BEGIN

#define AL_CROWD_META "astar.crowd" /* keys of the metatables in the registry */
#define AL_AGENT_META "astar.agent"

extern const al_crowd_type al_node_crowd_type; /* agent.c */

extern const al_members al_agent_members;       /* agent.c: of agents */
extern const al_members al_node_crowd_members;  /* node_crowd.c: of crowds on nodes, beside al_crowd_base_members */
extern const al_members al_graph_crowd_members; /* node_crowd.c: of graphs */

/* The function graph:crowd. */
int al_graph_crowd(lua_State *L);

/* The graph of a crowd, whose own table has been checked. */
static inline al_graph *al_graph_of(const al_crowd *c)
{
  return (al_graph *)c->space;
}

/* A value as a speed. */
double al_entry_speed(lua_State *L, const al_entry *e);

/*
** Raise, for the node at `arg`, if this agent, or a new one (0) of the unit, cannot stand there, as another is in its
** way.
*/
void al_require_untaken(lua_State *L, int arg, const al_crowd *c, astar_id node, astar_unit unit, astar_agent agent);

AL_HIDDEN_END

#endif
