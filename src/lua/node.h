/* node.h: the class "node": a handle of a node of a graph (node.c), and the iterators over links (links.c). */
#ifndef AL_NODE_H
#define AL_NODE_H

#include "graph.h"

AL_HIDDEN_BEGIN

extern const al_members al_node_members, al_node_link_members;
extern const al_members al_graph_link_members; /* of the class "graph": graph:links */

AL_HIDDEN_END

#endif
