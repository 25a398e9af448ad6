/*
** smooth.h: a path over cells made of straight pieces at any angle (piece.h). See astar_smooth() in astar.h.
**
** The route, the nodes of the path, is divided where it does not go on by a step from cell to cell: at links, waypoints
** and points. Each part becomes a string of pieces between bends, from its first cell to its last:
**
**   pulling    From a bend, the string goes straight to a cell of the route as far as it can, by steps of double
**              length, then of half. Where an obstacle is in the way, it bends at a corner of it, just clear, so
**              that it stays taut; if that is not possible, or where the ground makes it dear, in the last cell that it
**              reached. A bend round which the string no longer turns is left out.
**   polishing  Bends are left out, moved to corners, or moved along the route, where this makes the string cheaper.
**
** After each change the string costs no more than the part of the route, measured in the same way. This is string
** pulling as after A* in post-processing (Botea, Mueller & Schaeffer 2004), with the bends of a shortest path among
** obstacles in the same homotopy class.
*/
#ifndef AS_SMOOTH_H
#define AS_SMOOTH_H

#include "grid/track.h"

typedef struct as_bend {
  int64_t at[2];
  double cost;   /* of the piece from the bend before */
  uint32_t stop; /* the node of the route that it is, or AS_NO_SLOT */
  uint32_t floor;
  int32_t turn;  /* the side to which the string turns round the corner of an obstacle: -1 or 1; 0: there is none */
} as_bend;

typedef struct as_smooth {
  as_track track;
  as_bend *bends, *arcs; /* without and with arcs */
  uint32_t bend_count, arc_count, bend_capacity, arc_capacity;
  double most; /* what the result may cost: as much as the route */
} as_smooth;

/* Takes no memory; all zeros are the same. */
ASTAR_API void as_smooth_free(as_smooth *s, as_memory *m);

/* Smooth a path on a grid. ASTAR_NO_MEMORY changes nothing but the memory of `s`. */
ASTAR_API astar_result as_smooth_find(as_smooth *s, as_memory *m, astar_graph *g, const astar_path *path,
                                      const astar_smooth_def *def);

/* The number of points of the result; write it to a block of astar_path_size(count) bytes. The space is unedited. */
ASTAR_API uint32_t as_smooth_count(const as_smooth *s);
ASTAR_API void as_smooth_write(const as_smooth *s, astar_path *path);

#endif
