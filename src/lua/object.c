/* object.c: the kinds of userdata; see object.h. */
#include "object.h"

#include <math.h>

const char al_graph_kind[] = "graph", al_plane_kind[] = "plane", al_node_kind[] = "node",
           al_obstacle_kind[] = "obstacle", al_link_kind[] = "link", al_search_kind[] = "search",
           al_path_kind[] = "path",
           al_layer_kind[] = "layer", al_crowd_kind[] = "crowd", al_agent_kind[] = "agent",
           al_discs_kind[] = "crowd of discs", al_disc_kind[] = "disc",
           al_group_kind[] = "group";
const char al_grid_name[] = "grid";

const char *al_type_name(lua_State *L, int index)
{
  static const char *const kinds[] = {al_plane_kind, al_node_kind,  al_obstacle_kind, al_link_kind,
                                      al_search_kind, al_path_kind, al_layer_kind,    al_crowd_kind,
                                      al_agent_kind,  al_discs_kind, al_disc_kind,    al_group_kind};
  const al_space *graph = al_test(L, index, al_graph_kind);
  size_t i;
  if (graph) return graph->name;
  if (lua_type(L, index) == LUA_TNUMBER) {
    double value = lua_tonumber(L, index);
    if (isnan(value)) return "nan";
    if (isinf(value)) return "infinity";
  }
  for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (al_test(L, index, kinds[i])) return kinds[i];
  }
  return lua_typename(L, lua_type(L, index) == LUA_TNONE ? LUA_TNIL : lua_type(L, index));
}
