/*
** unit_plane.h: the plane of obstacles that is shared by all units which enter the same cells of a grid: what they
** cannot enter, and the walls between cells. It follows the edits of the grid. What discs do depends on the grid only,
** not on how the plane came to have its obstacles. Owned by a crowd of discs (disc_planes.c).
*/
#ifndef AS_UNIT_PLANE_H
#define AS_UNIT_PLANE_H

#include "base/journal.h"
#include "plane/plane.h"
#include "rules/entered.h"

typedef struct as_unit_plane {
  astar_plane *plane;
  const astar_graph *grid; /* NULL: the plane is the caller's, the same for every unit */
  uint32_t level;          /* of the grid */
  astar_unit unit; /* one of those for which it is; as units may be set anew, the owner sets it before an update */
  as_entered entered;      /* the terrains that they enter */
  double climb, drop;      /* theirs */
  uint64_t version;        /* of the grid, which the plane has */
  as_journal *journal;     /* of the grid */
  uint64_t journal_read;   /* the edits before this are in the plane */
  as_cell_owners owners;   /* by the ids of the obstacles; nothing if the plane can only be made anew */
  uint64_t seen; /* the version of the plane that its discs know; UINT64_MAX: none, or that of another plane */
} as_unit_plane;

/* Whether planes can be made from a level of a graph: see astar_discs_create_on_grid(). */
ASTAR_API bool as_unit_planes_accept(const astar_graph *grid, uint32_t level);

/*
** Make the plane of a unit on a level of a grid that is accepted. ASTAR_NO_MEMORY: there is nothing to free.
** O(cells + n log n).
*/
ASTAR_API astar_result as_unit_plane_make(as_unit_plane *p, as_memory *m, const astar_graph *grid, uint32_t level,
                                          astar_unit unit);

/* Free what belongs to it: not a plane of the caller. The grid may be gone. */
ASTAR_API void as_unit_plane_free(as_unit_plane *p, as_memory *m);

/* Whether it is for a unit, too. O(terrains), O(1) if it was asked before and no unit was set since. */
ASTAR_API bool as_unit_plane_fits(as_unit_plane *p, as_memory *m, astar_unit unit);

/*
** Take in the edits of the grid; its `unit` must fit. ASTAR_NO_MEMORY has changed nothing. See
** astar_discs_create_on_grid().
*/
ASTAR_API astar_result as_unit_plane_follow(as_unit_plane *p, as_memory *m);

#endif
