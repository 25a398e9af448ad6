/* layer.h: the class "layer": values of nodes that searches may add to costs; graph:layer. */
#ifndef AL_LAYER_H
#define AL_LAYER_H

#include "grid.h"

AL_HIDDEN_BEGIN

#define AL_LAYER_META "astar.layer" /* key of the metatable in the registry */

/* Its uservalue is the environment of the graph. */
typedef struct al_layer {
  const char *kind;
  al_space *space; /* kept alive by the environment */
  astar_layer id;
} al_layer;

extern const al_members al_layer_members;       /* of layers */
extern const al_members al_graph_layer_members; /* of graphs */

AL_HIDDEN_END

#endif
