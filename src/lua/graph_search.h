/* graph_search.h: the members that searching on graphs brings. */
#ifndef AL_GRAPH_SEARCH_H
#define AL_GRAPH_SEARCH_H

#include "class.h"

AL_HIDDEN_BEGIN

extern const al_members al_graph_search_members; /* of the class "graph": search, path */
extern const al_members al_search_graph_members; /* of the class "search": tiles */

AL_HIDDEN_END

#endif
