/*
** ports.h: which cells of a grid have links of their own, and the node that holds the ends of
** those: a hash table from cell to node. Owned by the grid.
*/
#ifndef AS_PORTS_H
#define AS_PORTS_H

#include "base/memory.h"

#define AS_NO_PORT UINT32_MAX

typedef struct as_port {
  uint32_t cell; /* AS_NO_PORT: free */
  uint32_t node; /* index */
} as_port;

/* Never more than half full. Ports stay once they are made. */
typedef struct as_ports {
  as_port *table;
  uint32_t size; /* a power of two, or 0 */
  uint32_t count;
} as_ports;

ASTAR_API void as_ports_free(as_ports *p, as_memory *m);

/* Make sure that the next as_ports_add needs no memory. */
ASTAR_API bool as_ports_reserve(as_ports *p, as_memory *m);
ASTAR_API void as_ports_add(as_ports *p, uint32_t cell, uint32_t node);

/* The node of a cell, or AS_NO_PORT. */
ASTAR_API uint32_t as_ports_find(const as_ports *p, uint32_t cell);

/* The nodes have moved: renumbered[old] is the new index. */
ASTAR_API void as_ports_renumber(as_ports *p, const uint32_t *renumbered);

#endif
