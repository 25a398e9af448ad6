/*
** links.h: the array in which a graph stores the ends of its links. Each node has one block of it, in which
** its ends lie together. This file knows blocks and ends, not nodes.
*/
#ifndef AS_LINKS_H
#define AS_LINKS_H

#include "rules/units.h"

/*
** One end of a link, as seen from the node that owns it. Each link has two ends, one at either node. An end
** is outgoing if one can go from its owner to `to`. For an incoming-only end, `base` and `way` describe the
** reverse direction. `entry` repeats the entry of `to`, so that a search need not load that node.
*/
typedef struct as_link {
  double base;    /* own cost, or length */
  uint32_t to;    /* index of a node */
  uint16_t entry; /* AS_ENTRY_TERRAIN: terrain of `to`, or AS_BLOCKED; and two flags */
  uint16_t way;   /* AS_WAY_TERRAIN: terrain of the link itself, or 0; and two flags */
} as_link;

#define AS_ENTRY_TERRAIN 0x3FFFu
#define AS_ENTRY_BACK 0x4000u  /* the other end is outgoing too */
#define AS_ENTRY_OTHER 0x8000u /* ... with another `base` or `way`, which only that end has */

#define AS_WAY_TERRAIN 0x3FFFu
#define AS_WAY_COST 0x4000u   /* `base` is the link's own cost */
#define AS_WAY_ONEWAY 0x8000u /* linked with `oneway` */

/*
** Blocks come in size classes; class 0 is no block. `to` of a free block's first end is the offset of the next
** free block of its class.
*/
#define AS_LINK_CLASSES 128

typedef struct as_links {
  as_link *list; /* never NULL, so that a node without links may point to its beginning */
  uint32_t count, capacity;
  uint32_t garbage; /* ends in free blocks */
  uint64_t strayed; /* ends in blocks that were taken one by one, so that neighbours in memory are none in space */
  uint32_t free[AS_LINK_CLASSES]; /* offset + 1, or 0 */
} as_links;

/* An empty array with room for exactly `capacity` ends, at least 1; false if out of memory. */
ASTAR_API bool as_links_init(as_links *l, as_memory *m, uint32_t capacity);
ASTAR_API void as_links_free(as_links *l, as_memory *m);

/* The smallest class whose blocks hold `count` ends, and how many they hold. */
ASTAR_API unsigned as_links_class(uint32_t count);
ASTAR_API uint32_t as_links_room(unsigned size_class);

/* Take a block (its contents are undefined); give one back. */
ASTAR_API astar_result as_links_take(as_links *l, as_memory *m, unsigned size_class, uint32_t *offset);
ASTAR_API void as_links_give(as_links *l, unsigned size_class, uint32_t offset);

/* Take a block after all others, where there is room for it. */
ASTAR_API uint32_t as_links_append(as_links *l, unsigned size_class);

#endif
