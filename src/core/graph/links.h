/*
** links.h: the store of all links of a graph: one array, each node's links together.
** Only the graph uses it; it knows blocks of link ends, not nodes.
*/
#ifndef AS_LINKS_H
#define AS_LINKS_H

#include "rules/units.h"

/*
** One end of a link, seen from the node that owns it. `base` and `way` are those of the
** direction that goes out of the owner; of an end that is only come in by, they are those
** of the direction that comes in. `ground` repeats the terrain of the node it leads to,
** so that the search need not look there to know what entering costs.
*/
typedef struct as_link {
  double base;     /* own cost, or length */
  uint32_t to;     /* slot */
  uint16_t ground; /* AS_GROUND_TERRAIN of `to` (AS_BLOCKED if it is blocked) and two flags */
  uint16_t way;    /* AS_WAY_TERRAIN of the link itself (0: none) and two flags */
} as_link;

#define AS_GROUND_TERRAIN 0x3FFFu
#define AS_GROUND_BACK 0x4000u  /* one can come in from `to` */
#define AS_GROUND_OTHER 0x8000u /* ... but with another `base` or `way`, which the other end knows */

#define AS_WAY_TERRAIN 0x3FFFu
#define AS_WAY_COST 0x4000u   /* `base` was given */
#define AS_WAY_ONEWAY 0x8000u /* linked with oneway */

/*
** Blocks come in classes of size; class 0 is no block. A free block's first `to` is the
** next free one of its class. `garbage` is what lies in free blocks, `strayed` what lies in blocks
** that were taken one by one, so that their neighbours in memory are none in space.
*/
#define AS_LINK_CLASSES 128

typedef struct as_links {
  as_link *list;
  uint32_t count, capacity;
  uint32_t garbage;
  uint64_t strayed;
  uint32_t free[AS_LINK_CLASSES]; /* offset + 1, or 0 */
} as_links;

/* There is always an array, so that a node without links may point to its beginning. */
ASTAR_API bool as_links_init(as_links *l, as_memory *m);
ASTAR_API void as_links_free(as_links *l, as_memory *m);

/* The smallest class whose blocks hold so many ends, and how many they hold. */
ASTAR_API unsigned as_links_class(uint32_t count);
ASTAR_API uint32_t as_links_room(unsigned size_class);

/* Take a block (its contents are undefined) and give one back. */
ASTAR_API astar_result as_links_take(as_links *l, as_memory *m, unsigned size_class, uint32_t *offset);
ASTAR_API void as_links_give(as_links *l, unsigned size_class, uint32_t offset);

#endif
