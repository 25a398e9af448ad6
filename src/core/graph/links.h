/*
** links.h: the array of a graph's link ends, and the allocation of blocks in it. The ends of a node are
** consecutive in one block. This file does not know nodes, nor what the blocks contain.
*/
#ifndef AS_LINKS_H
#define AS_LINKS_H

#include "rules/units.h"

/*
** One end of a link (a half-edge). A link has two ends, one owned by each of its nodes. An end is outgoing if
** the link can be taken from its owner to `to`; else it is incoming-only, and `base` and `way` describe the
** reverse direction. `entry` is a copy of as_node_entry() of `to`, so that a search need not load that node.
*/
typedef struct as_link {
  double base;    /* own cost, or length */
  uint32_t to;    /* index of a node */
  uint16_t entry; /* AS_ENTRY_TERRAIN: terrain of `to`, or AS_BLOCKED; and two flags */
  uint16_t way;   /* AS_WAY_TERRAIN: terrain of the link itself, or 0; and two flags */
} as_link;

#define AS_ENTRY_TERRAIN 0x3FFFu
#define AS_ENTRY_BACK 0x4000u  /* the other end is outgoing too */
#define AS_ENTRY_OTHER 0x8000u /* ... and both ends are outgoing, with different `base` or `way` */

#define AS_WAY_TERRAIN 0x3FFFu
#define AS_WAY_COST 0x4000u   /* `base` is the link's own cost */
#define AS_WAY_ONEWAY 0x8000u /* linked with `oneway` */

/*
** A block has a size class; class 0 stands for no block. The free blocks of a class form a list: `to` of the first end
** in a free block is the offset + 1 of the next one, or 0. A block of AS_HUB_CLASS or above also has room for the index
** of a hub, behind the ends: see hub.h.
*/
#define AS_LINK_CLASSES 128
#if !defined(AS_HUB_CLASS) /* the fuzzers, whose graphs are small, define a lower one */
#define AS_HUB_CLASS 17u
#endif

typedef struct as_links {
  as_link *list; /* never NULL, so that a node without links may point to its beginning */
  uint32_t count, capacity;
  uint32_t garbage; /* size of all free blocks */
  uint64_t strayed; /* size of all blocks allocated by as_links_take(), a measure of lost locality */
  uint32_t free[AS_LINK_CLASSES]; /* heads of the lists of free blocks: offset + 1, or 0 */
} as_links;

/* Make an empty array with room for exactly `capacity` >= 1 ends; false if out of memory. */
ASTAR_API bool as_links_init(as_links *l, as_memory *m, uint32_t capacity);
ASTAR_API void as_links_free(as_links *l, as_memory *m);

/* The smallest class whose blocks hold `count` ends; O(log count). */
ASTAR_API unsigned as_links_class(uint32_t count);

/*
** The same, with room for an eighth more ends if it is a hub's, for moving blocks to a new array. In a block without
** spare room the next link would cost O(degree) after each such move.
*/
ASTAR_API unsigned as_links_roomy_class(uint32_t count);

/* The number of ends that a block of a class holds. */
ASTAR_API uint32_t as_links_room(unsigned size_class);

/* The size of a block of a class, with the index, in units of an as_link. */
ASTAR_API uint64_t as_links_size(unsigned size_class);

/*
** Allocate a block; *offset becomes the index of its first end. Its contents are undefined. May move the array.
** ASTAR_NO_MEMORY, or ASTAR_FULL if the array would have 2^32 - 1 ends; then nothing has changed. O(1) amortized.
*/
ASTAR_API astar_result as_links_take(as_links *l, as_memory *m, unsigned size_class, uint32_t *offset);

/* Free a block; the array does not shrink. Nothing to do for class 0. */
ASTAR_API void as_links_give(as_links *l, unsigned size_class, uint32_t offset);

/* Allocate a block at the end of the array, where there is room for it; returns its offset. Cannot fail. */
ASTAR_API uint32_t as_links_append(as_links *l, unsigned size_class);

#endif
