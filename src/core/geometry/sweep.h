/*
** sweep.h: finds two edges of outlines that overlap, by a sweep line (Shamos & Hoey 1976). Two edges overlap if they
** have a point in common that is not an end of both: if they cross, touch, or lie on each other. Decided exactly.
*/
#ifndef AS_SWEEP_H
#define AS_SWEEP_H

#include "base/memory.h"

/* The edges of outlines. Edge i begins at corner i; its two ends differ. */
typedef struct as_edges {
  const double *xy; /* by corner; as as_coordinate() returns them */
  uint32_t count;
  const uint32_t *next, *before; /* by corner: the next and previous corner of its outline; NULL: one outline */
} as_edges;

static inline uint32_t as_edge_after(const as_edges *e, uint32_t corner)
{
  return e->next ? e->next[corner] : corner + 1 == e->count ? 0 : corner + 1;
}

static inline uint32_t as_edge_before(const as_edges *e, uint32_t corner)
{
  return e->before ? e->before[corner] : corner == 0 ? e->count - 1 : corner - 1;
}

static inline const double *as_edge_begin(const as_edges *e, uint32_t edge)
{
  return e->xy + 2 * (size_t)edge;
}

static inline const double *as_edge_end(const as_edges *e, uint32_t edge)
{
  return e->xy + 2 * (size_t)as_edge_after(e, edge);
}

/* Whether two edges overlap. O(1). */
ASTAR_API bool as_edges_overlap(const as_edges *e, uint32_t a, uint32_t b);

/* A corner, with its place. */
typedef struct as_sweep_corner {
  double at[2];
  uint32_t corner;
} as_sweep_corner;

/* An edge, as a node of the status of the sweep: the edges that the sweep line crosses, from below to above. */
typedef struct as_sweep_node {
  uint32_t from, to;  /* its corners; the line meets `from` first */
  uint32_t child[2];  /* in the splay tree of the status: the subtrees below and above */
  uint32_t parent;
  uint32_t beside[2]; /* the edges next below and above */
} as_sweep_node;

typedef struct as_sweep {
  as_edges edges;
  as_sweep_corner *corners; /* by x, then y, then index */
  as_sweep_node *nodes;     /* by edge */
  uint32_t root;
  uint32_t limit; /* edges from this one on are ignored */
  uint32_t a, b;  /* two edges that overlap, a < b, if any were found */
} as_sweep;

/*
** Prepare to sweep `edges`, whose arrays must not change until as_sweep_free(). False if out of memory; then nothing is
** left to free. O(n log n).
*/
ASTAR_API bool as_sweep_init(as_sweep *s, as_memory *m, const as_edges *edges);
ASTAR_API void as_sweep_free(as_sweep *s, as_memory *m);

/*
** Whether any two of the edges 0 to limit - 1 overlap. If so, s->a and s->b become two that do, not always the first
** such pair; else they are unchanged. O(n log n) for n edges in all.
*/
ASTAR_API bool as_sweep_find(as_sweep *s, uint32_t limit);

#endif
